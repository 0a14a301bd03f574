"""The standing of a game: totals, next minimums, the outcome; who sits where and deals; unlikely hands.

What only a count needs is imported where hands are counted: most commands about a hand in play count none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from canasta_cli.engine.points import (
    deck_size,
    everything,
    grades,
    minimum,
    points_to_open,
)
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Rank, together
from canasta_cli.model.game import Ending, Game, Hand, Out, Side, Tally
from canasta_cli.model.seats import Seating, as_played, names_in_hand
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, Tie, Tier, named
from canasta_cli.values import NamedTuple, Unread
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.engine.items import Sheet
    from canasta_cli.model.turn import Deal


class Outcome(NamedTuple):
    """The outcome of a game at some totals: if it is over, and who won.

    ``winner`` is the index of a side, ``None`` for a tie. ``margin`` is the winner's lead over the
    next side, in points; 0 if nobody won. ``ending``: the players ended it, not the rules.
    """

    over: bool
    winner: int | None
    margin: int
    ending: Ending | None = None


class Played(NamedTuple):
    """A counted hand: its dealer, and a sheet for each side.

    ``points`` are those of each side, in the order of the game's sides, and ``before`` the totals of the
    sides when it began.
    """

    number: int
    dealer: str
    hand: Hand
    sheets: tuple[Sheet, ...]
    points: tuple[int, ...]
    before: tuple[int, ...]

    @property
    def after(self) -> tuple[int, ...]:
        """The totals of the sides when it was over."""
        return tuple(map(sum, zip(self.before, self.points, strict=True)))

    def as_played(self, game: Game) -> Played:
        """Return the hand of a game with the names of those who played it, not of who sits there now."""
        dealer = names_in_hand(game, self.number).get(self.dealer, self.dealer)
        return self._replace(dealer=dealer, hand=as_played(game, self.hand, self.number))


class Standing(NamedTuple):
    """The standing of a game.

    ``minimums`` are the requirements for each side's next initial meld. ``dealer`` deals the next
    hand, or dealt the one that is being played; ``sitting_out`` does not play in it. ``to_target``
    has the points that each side still needs, ``None`` in a game without a target. ``ended_by`` is
    the first hand after which the game was over; if a hand was amended, others may follow it.
    """

    game: Game
    ruleset: Ruleset
    hands: Sequence[Played]
    totals: tuple[int, ...]
    minimums: tuple[Tier, ...]
    dealer: str
    sitting_out: str | None
    outcome: Outcome
    ended_by: int | None
    to_target: tuple[int, ...] | None

    @property
    def as_played(self) -> Standing:
        """The standing with the names of those who played each hand, for answers."""
        if not self.game.arrivals:
            return self
        return self._replace(hands=tuple(each.as_played(self.game) for each in self.hands))

    @property
    def position(self) -> Position | None:
        """The table of the hand that is being recorded turn by turn; ``None`` if there is none."""
        deal = self.game.deal
        if deal is None:
            return None
        # Most games have no turns to follow.
        from canasta_cli.engine.game.replay import table_after

        return table_after(deal, seats_in_play(self, deal), self.ruleset)

    @property
    def warnings(self) -> tuple[HandWarning, ...]:
        """The warnings about all hands that no note has settled."""
        hands = range(1, len(self.hands) + 1)
        return tuple(warning for number in hands for warning in self.warnings_of(number))

    def warnings_of(self, number: int) -> tuple[HandWarning, ...]:
        """Return the warnings about a hand that no note has settled; none if it isn't recorded.

        A hand recorded turn by turn has none: its turns show how it ended, and each was judged.
        """
        if not 1 <= number <= len(self.hands) or self.game.hands[number - 1].played is not None:
            return ()
        found = _every_warning(self, number)
        return tuple(each for each in found if not self.game.settled(number, each.key))


Settle = Callable[[Hand, "Deal", Seating, Ruleset], Hand]
"""Return a hand recorded turn by turn with its tallies."""


def outcome(
    totals: Sequence[int], hands: int, ruleset: Ruleset, ending: Ending | None = None
) -> Outcome:
    """Find if the game is over at these totals after this number of hands, and who won.

    ``ending`` is how the players ended it, if the rules didn't.
    """
    first, second, *_ = sorted(totals, reverse=True)
    target, deals = ruleset.end.target, ruleset.end.deals
    ended = hands >= deals if deals is not None else target is not None and first >= target
    tied = first == second
    over = ended and not (tied and ruleset.end.tie is not Tie.DRAW)
    ending = None if over else ending
    if tied or not (over or ending is Ending.LEADER):
        return Outcome(over or ending is not None, None, 0, ending)
    return Outcome(True, totals.index(first), first - second, ending)


def standing(game: Game, ruleset: Ruleset, settle: Settle | None = None) -> Standing:
    """Count a game from its first hand on; ``settle`` replaces how a hand gets its tallies."""
    dealers, totals = dealers_of(game, ruleset), (0,) * len(game.sides)
    hands = tuple(_count(game, ruleset, dealers, 0, totals, settle or _settled))
    totals = hands[-1].after if hands else totals
    return _standing(game, ruleset, hands, hands, totals, dealers[-1])


def standing_after(game: Game, ruleset: Ruleset, counted: int, totals: tuple[int, ...]) -> Standing:
    """Count only the hands after a number of them, with the totals then; the others when they are looked at.

    The game was not over then.
    """
    dealers = dealers_of(game, ruleset)
    new = tuple(_count(game, ruleset, dealers, counted, totals, _settled))
    first = (game._replace(hands=game.hands[:counted], deal=None), ruleset)
    hands = Unread(first, _count_all, counted, new)
    totals = new[-1].after if new else totals
    return _standing(game, ruleset, hands, new, totals, dealers[-1])


def _count_all(of: tuple[Game, Ruleset]) -> Sequence[Played]:
    return standing(*of).hands


def _count(
    game: Game,
    ruleset: Ruleset,
    dealers: tuple[str, ...],
    begin: int,
    totals: tuple[int, ...],
    settle: Settle,
) -> Iterator[Played]:
    """Yield the hands of a game after the first ones, counted at the totals then."""
    rest = zip(game.hands[begin:], dealers[begin:], strict=False)
    for number, (hand, dealer) in enumerate(rest, start=begin + 1):
        if hand.played is not None:
            seats = seating(game, dealer, number, totals, ruleset)
            hand = settle(hand, hand.played, seats, ruleset)  # noqa: PLW2901
        sheets = _sheets(hand, ruleset)
        points = tuple(sheet.total for sheet in sheets)
        played = Played(number, dealer, hand, sheets, points, totals)
        totals = played.after
        yield played


def _sheets(hand: Hand, ruleset: Ruleset) -> tuple[Sheet, ...]:
    from canasta_cli.engine.items import sheets

    return sheets(hand.tallies, ruleset)


def _standing(
    game: Game,
    ruleset: Ruleset,
    hands: Sequence[Played],
    may_end: Sequence[Played],
    totals: tuple[int, ...],
    dealer: str,
) -> Standing:
    """Return the standing after some hands; only those in ``may_end`` can have ended the game."""
    following, target = len(hands) + 1, ruleset.end.target
    return Standing(
        game,
        ruleset,
        hands,
        totals,
        tuple(minimum(total, following, ruleset) for total in totals),
        (game.deal and game.deal.dealer) or dealer,
        sitting_out(game, following, ruleset),
        _outcome(game, may_end, len(hands), totals, ruleset),
        _ended_by(may_end, ruleset),
        None if target is None else tuple(max(target - total, 0) for total in totals),
    )


def under(stand: Standing, ruleset: Ruleset) -> Standing:
    """Return the standing under other rules: the same totals, other minimums, another outcome."""
    if ruleset is stand.ruleset:
        return stand
    hands = stand.hands
    other = _standing(stand.game, ruleset, hands, hands, stand.totals, stand.dealer)
    return other._replace(sitting_out=stand.sitting_out)


def _outcome(
    game: Game, hands: Sequence[Played], number: int, totals: tuple[int, ...], ruleset: Ruleset
) -> Outcome:
    """Find the outcome by the totals, unless a special hand won the game, or the players ended it."""
    for played in hands:
        if (place := _won_at_once(played, ruleset)) is not None:
            others = (total for at, total in enumerate(totals) if at != place)
            return Outcome(True, place, max(totals[place] - max(others), 0))
    return outcome(totals, number, ruleset, game.ending)


def _won_at_once(played: Played, ruleset: Ruleset) -> int | None:
    """The index of the side that won the game with a special hand; ``None`` if none did."""
    for place, tally in enumerate(played.hand.tallies):
        hand = named(tally.special, ruleset.special.hands)
        if hand is not None and hand.wins:
            return place
    return None


def _settled(hand: Hand, deal: Deal, seats: Seating, ruleset: Ruleset) -> Hand:
    """Return a hand with its tallies; its turns are replayed only if it lacks them."""
    if hand.from_turns:
        return hand.with_turns(hand.from_turns)
    return replayed(hand, deal, seats, ruleset)


def replayed(hand: Hand, deal: Deal, seats: Seating, ruleset: Ruleset) -> Hand:
    """Return a hand with its tallies, computed from its turns even if they were computed before."""
    # Most games have no turns to replay.
    from canasta_cli.engine.game.replay import table_after, with_tallies

    return with_tallies(hand, deal, table_after(deal, seats, ruleset), ruleset)


def _ended_by(hands: Sequence[Played], ruleset: Ruleset) -> int | None:
    for played in hands:
        won = _won_at_once(played, ruleset) is not None
        if won or outcome(played.after, played.number, ruleset).over:
            return played.number
    return None


def seats_in_play(stand: Standing, deal: Deal) -> Seating:
    """Return the seating of the hand that is being recorded, after those that are over."""
    return seating(
        stand.game, deal.dealer or stand.dealer, len(stand.hands) + 1, stand.totals, stand.ruleset
    )


# Seat the players of a game in sides, and find who deals each hand and who sits it out.

PARTNERS = ("Us", "Them")
CHOOSE_RULESET = "Choose a ruleset for as many players."
"""The fix if the ruleset is for another number of players; who knows the rulesets names them instead."""


def seat(players: tuple[str, ...], named: tuple[Side, ...], ruleset: Ruleset) -> tuple[Side, ...]:
    """Return the sides of a game: ``named`` sides as given, the others by the order of seats.

    ``players`` are in order of play, so that partners sit opposite each other. Raises
    :class:`~canasta_cli.errors.NotUnderstood` if the players don't fit the ruleset.
    """
    _check_players(players, ruleset)
    if not named:
        return _by_seats(players, ruleset)
    _check_named(players, named)
    seated = {player for side in named for player in side.players}
    rest = tuple(player for player in players if player not in seated)
    sides = (*named, *((_side_of_rest(rest, named),) if rest else ()))
    if sorted(len(side.players) for side in sides) != sorted(ruleset.seats.sides):
        raise NotUnderstood(
            f"{ruleset.name} is played {' against '.join(map(str, ruleset.seats.sides))}; "
            "the sides given are "
            + listed(f"{side.name} ({count_of(len(side.players), 'player')})" for side in sides),
            fix="Name each side with its players: --side Us=Ann,Cat",
        )
    return sides


def first_dealer(players: tuple[str, ...], sides: tuple[Side, ...], ruleset: Ruleset) -> str:
    """The first dealer by default: the player who sits before the one named first."""
    sits = max(sides, key=lambda side: len(side.players)).players[-1]
    playing = [p for p in players if not ruleset.one_sits_out or p != sits]
    return playing[-1]


def _check_players(players: tuple[str, ...], ruleset: Ruleset) -> None:
    lower = [player.casefold() for player in players]
    twice = [player for player in players if lower.count(player.casefold()) > 1]
    if twice:
        raise NotUnderstood(
            f"“{twice[0]}” is named twice",
            fix="Give each player a different name: Ann Bob Cat Dan",
        )
    if any(not player.strip() for player in players):
        raise NotUnderstood("a player's name is empty", fix="Name each player: Ann Bob Cat Dan")
    if len(players) != ruleset.seats.players:
        raise NotUnderstood(
            f"{ruleset.name} is for {count_of(ruleset.seats.players, 'player')}; "
            f"{len(players)} {'is' if len(players) == 1 else 'are'} named",
            fix=CHOOSE_RULESET,
        )


def _check_named(players: tuple[str, ...], named: tuple[Side, ...]) -> None:
    if len({side.name for side in named}) < len(named):
        raise NotUnderstood(
            "two sides have the same name",
            fix="Give each side a different name: --side Us=Ann,Cat --side Them=Bob,Dan",
        )
    seated = [player for side in named for player in side.players]
    strangers = [player for player in seated if player not in players]
    if strangers:
        raise NotUnderstood(
            f"“{strangers[0]}” is on a side but is not a player",
            fix=f"The players are {listed(players)}.",
        )
    twice = [player for player in seated if seated.count(player) > 1]
    if twice:
        raise NotUnderstood(f"“{twice[0]}” is on two sides", fix="Put each player on one side.")


def _by_seats(players: tuple[str, ...], ruleset: Ruleset) -> tuple[Side, ...]:
    sizes = ruleset.seats.sides
    if max(sizes) == 1:
        return tuple(Side(player, (player,)) for player in players)
    groups: list[list[str]] = [[] for _ in sizes]
    for place, player in enumerate(players):
        open_groups = [
            group for group, size in zip(groups, sizes, strict=True) if len(group) < size
        ]
        turn = groups[place % len(groups)]
        (turn if turn in open_groups else open_groups[0]).append(player)
    if len(groups) == len(PARTNERS):
        return tuple(Side(name, tuple(group)) for name, group in zip(PARTNERS, groups, strict=True))
    return tuple(Side("+".join(group), tuple(group)) for group in groups)


def _side_of_rest(players: tuple[str, ...], named: tuple[Side, ...]) -> Side:
    """Return the side of the players not on a named side, under an unused name."""
    taken = {side.name for side in named}
    wanted = (*(players if len(players) == 1 else ()), *reversed(PARTNERS), "+".join(players))
    return Side(next(name for name in wanted if name not in taken), players)


def sitting_out(game: Game, deal: int, ruleset: Ruleset) -> str | None:
    """The player of the larger side who sits out a deal (from 1): its last player first."""
    if not ruleset.one_sits_out:
        return None
    larger = max(game.sides, key=lambda side: len(side.players)).players
    return larger[-1 - (deal - 1) % len(larger)]


def at_the_table(game: Game, deal: int, ruleset: Ruleset) -> tuple[str, ...]:
    """List the players of a deal in the order in which they sit: partners opposite each other.

    If a player sits out, the others of that side take its chairs in their order.
    """
    sits = sitting_out(game, deal, ruleset)
    if sits is None:
        return game.players
    first = next(player for player in game.players if player != sits)
    sides = [[player for player in side.players if player != sits] for side in game.sides]
    sides.sort(key=lambda side: first not in side)
    return tuple(player for pair in zip(*sides, strict=True) for player in pair)


def check_dealer(dealer: str, game: Game, deal: int, ruleset: Ruleset) -> None:
    """Raise :class:`~canasta_cli.errors.NotUnderstood` for a dealer who sits the deal out."""
    if sitting_out(game, deal, ruleset) == dealer:
        raise NotUnderstood(
            f"{dealer} sits out hand {deal} and can't deal it",
            fix=f"Name one of {', '.join(at_the_table(game, deal, ruleset))}.",
        )


def dealers_of(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """List the dealers of all hands and of the next: players in turn, skipping one who sits out."""
    first = game.dealer or first_dealer(game.players, game.sides, ruleset)
    dealers: list[str] = []
    for deal in range(1, len(game.hands) + 2):
        named = game.hands[deal - 1].dealer if deal <= len(game.hands) else None
        due = _next_dealer(game, dealers[-1], deal, ruleset) if dealers else first
        dealers.append(named or due)
    return tuple(dealers)


def _next_dealer(game: Game, last: str, deal: int, ruleset: Ruleset) -> str:
    sits = sitting_out(game, deal, ruleset)
    start = game.players.index(last) + 1
    order = (*game.players[start:], *game.players[:start])
    return next(player for player in order if player != sits)


def seating(
    game: Game, dealer: str, number: int, totals: tuple[int, ...], ruleset: Ruleset
) -> Seating:
    """Return the seating of a hand of a game; ``number`` counts the hands from 1."""
    seats = at_the_table(game, number, ruleset)
    # A player who sits out may deal for the others.
    first = seats.index(dealer) + 1 if dealer in seats else 0
    players = (*seats[first:], *seats[:first])
    names = [side.players for side in game.sides]
    sides = tuple(next(at for at, side in enumerate(names) if p in side) for p in players)
    return Seating(players, sides, totals, number)


# Warnings about hands that are possible but unlikely; they are computed whenever they are shown.


class HandWarning(NamedTuple):
    """A warning about a hand, counted from 1; ``side`` is ``None`` if it is about the whole hand.

    ``sides`` are those that it may be about, ``able`` those that can have gone out.
    """

    id: str
    hand: int
    side: str | None
    message: str
    sides: tuple[str, ...] = ()
    able: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name under which a note settles it, unique within its hand."""
        return f"{self.id}:{self.side}" if self.side else self.id


def _every_warning(stand: Standing, number: int) -> Iterator[HandWarning]:
    game = stand.game
    tallies = game.without_awarded(game.hands[number - 1])
    if same := _same_before(game, number, tallies):
        yield HandWarning("identical", number, None, f"identical to {same}")
    ended = any(tally.has_ending for tally in tallies)
    # Of a score nothing else is known, so nothing is missing.
    scored = any(tally.score is not None for tally in tallies)
    if not scored and not any(tally.cards or tally.figures for tally in tallies):
        yield HandWarning("empty", number, None, "no melds and no cards left")
    elif not scored and not ended:
        from canasta_cli.engine.score import count_one_side

        names = tuple(game.side_names)
        able = tuple(
            name
            for name, tally in zip(names, tallies, strict=True)
            if count_one_side(tally._replace(out=Out.PLAIN), stand.ruleset).possible
        )
        yield HandWarning("nobody-out", number, None, "nobody went out", names, able)
    for place, tally in enumerate(tallies):
        if tally.score is None:
            yield from _about_side(stand, number, place, tally, ended=ended)
        elif tally.score > (most := most_of_hand(stand.ruleset)):
            side = game.sides[place].name
            says = (
                f"{side} scored {points(tally.score)}; no hand of this game scores more than "
                f"{points(most)}"
            )
            yield HandWarning("above-maximum", number, side, says)


@lru_cache(maxsize=64)
def most_of_hand(ruleset: Ruleset) -> int:
    """Return points that no side can exceed in a hand, without awards.

    They are those of the whole deck in the best canastas with every bonus, or of a special hand.
    """
    canastas = deck_size(ruleset) // ruleset.melds.canasta
    best = max(grades(ruleset).values(), default=0)
    threes = ruleset.threes
    bonuses = (
        max(threes.red, default=0),
        max(threes.black or threes.red, default=0) if ruleset.black_laid else 0,
        ruleset.out.bonus,
        ruleset.out.concealed or 0,
        *(collection.points for collection in ruleset.bonus.collections),
    )
    played = everything(ruleset) + canastas * best + sum(bonuses)
    return max([played, *(hand.points for hand in ruleset.special.hands)])


def unlisted(
    position: Position, tallies: tuple[Tally, ...], number: int, names: Sequence[str]
) -> tuple[HandWarning, ...]:
    """Return warnings about what recorded turns show and a hand's tallies lack: red threes and melds.

    ``number`` is the hand, from 1, ``names`` are those of the sides. A side whose melds were counted, or
    of which only the score is known, is not asked for the cards of its melds.
    """
    from canasta_cli.engine.items import red_threes

    found: list[HandWarning] = []
    for place, tally in enumerate(tallies):
        threes = position.threes[place].of(Rank.RED_THREE) - red_threes(tally)
        lacks = [Card(Rank.RED_THREE)] * max(threes, 0)
        if not tally.figures:
            melded, have = together(meld.cards for meld in position.melds[place]), tally.melded
            for rank, size in melded.by_rank().items():
                lacks += [Card(rank)] * (size - have.of(rank))
        if lacks and tally.score is None:
            cards = " ".join(card.symbol for card in lacks)
            says = f"the recorded turns of {names[place]} show {cards}, which its tally lacks"
            found.append(HandWarning("unlisted", number, names[place], says))
    return tuple(found)


def _same_before(game: Game, number: int, tallies: tuple[Tally, ...]) -> str:
    """Name the last hand before one that has its tallies, or had them before it was amended; empty if none."""
    contents, amended = _contents(tallies), game.hands[number - 1].entered
    for other in range(number - 1, 0, -1):
        hand = game.hands[other - 1]
        if hand.played is None and _contents(game.without_awarded(hand)) == contents:
            return f"hand {other}"
        # Two amended hands may have changed places.
        if hand.entered and not amended and _contents(hand.entered) == contents:
            return f"hand {other} as it was first typed"
    return ""


@lru_cache(maxsize=1024)
def _contents(tallies: tuple[Tally, ...]) -> tuple[object, ...]:
    """Return what a hand's tallies have, in whatever order, or for whatever side, a word was typed.

    Threes are the same as cards and as a number.
    """
    from canasta_cli.engine.items import BLACK, RED, black_threes, red_threes

    found: list[object] = [any(tally.stock for tally in tallies)]
    for tally in tallies:
        figures = tuple(figure for figure in tally.figures if figure.name not in (RED, BLACK))
        others = tally._replace(threes=NO_CARDS, figures=figures, stock=False)
        found += [others.unordered, red_threes(tally), black_threes(tally)]
    return tuple(found)


def _about_side(
    stand: Standing, number: int, place: int, tally: Tally, *, ended: bool
) -> Iterator[HandWarning]:
    from canasta_cli.engine.items import MINUS, POINTS, find, has_melded

    ruleset, side = stand.ruleset, stand.game.sides[place].name
    melded = points_to_open(tally.melded, ruleset) + tally.figure(POINTS)
    needed = minimum(stand.hands[number - 1].before[place], number, ruleset).points
    found = find(tally, ruleset)
    if has_melded(found) and melded < needed and not _may_meld_less(tally, found.canastas, ruleset):
        says = f"{side} melded {count_of(melded, 'point')} but needed {points(needed)} to open"
        yield HandWarning("below-minimum", number, side, says)
    lists_left = tally.left or tally.feet or tally.figure(MINUS)
    if ended and not (tally.went_out or lists_left):
        says = f"{side} didn't go out, but no cards are listed as left"
        yield HandWarning("nothing-left", number, side, says, (side,))


def _may_meld_less(tally: Tally, canastas: Counter[Grade], ruleset: Ruleset) -> bool:
    """True if the melds of a whole hand may be worth less than an initial meld needs."""
    if ruleset.one_alone or tally.out is Out.CONCEALED or tally.special is not None:
        return True
    return ruleset.opening.splash and canastas.total() > canastas[Grade.MIXED]
