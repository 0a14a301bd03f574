"""The standing of a game: totals, minimums for the next initial melds, the dealer, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from canasta_cli.engine.game.seating import Seating, dealers_of, seating, sitting_out
from canasta_cli.engine.turn.minimum import minimum
from canasta_cli.model.game import Ending, Game, Hand
from canasta_cli.model.seats import as_played, names_in_hand
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Tie, Tier, named
from canasta_cli.values import NamedTuple, Unread

if TYPE_CHECKING:
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

    ``before`` are the totals of the sides when it began.
    """

    number: int
    dealer: str
    hand: Hand
    sheets: tuple[Sheet, ...]
    before: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side, in the order of the game's sides."""
        return tuple(sheet.total for sheet in self.sheets)

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


class Counted(NamedTuple):
    """The totals after a number of hands that are counted already; the game was not over then."""

    hands: int
    totals: tuple[int, ...]


class Place(NamedTuple):
    """The place of a hand in its game: its dealer, its number from 1, and the totals before it."""

    game: Game
    dealer: str
    number: int
    totals: tuple[int, ...]


Settle = Callable[[Hand, Place, Ruleset], Hand]


def outcome(totals: Iterable[int], hands: int, ruleset: Ruleset) -> Outcome:
    """Find if the game is over at these totals after this number of hands, and who won."""
    totals = tuple(totals)
    first, second, *_ = sorted(totals, reverse=True)
    ended = _ended(first, hands, ruleset)
    if first == second:
        return Outcome(ended and ruleset.end.tie is Tie.DRAW, None, 0)
    return Outcome(ended, totals.index(first), first - second) if ended else Outcome(ended, None, 0)


def _ended(best: int, hands: int, ruleset: Ruleset) -> bool:
    if ruleset.end.deals is not None:
        return hands >= ruleset.end.deals
    return ruleset.end.target is not None and best >= ruleset.end.target


def standing(
    game: Game, ruleset: Ruleset, settle: Settle | None = None, earlier: Standing | None = None
) -> Standing:
    """Count a game from its first hand on; ``settle`` replaces how a hand gets its tallies.

    ``earlier`` is the standing after fewer entries: the hands that are unchanged are not counted again.
    """
    dealers = dealers_of(game, ruleset)
    hands = _unchanged(game, dealers, earlier) if earlier else []
    known = Counted(len(hands), hands[-1].after if hands else (0,) * len(game.sides))
    hands += _count(game, ruleset, dealers, known, settle or _settled)
    totals = hands[-1].after if hands else known.totals
    return _standing(game, ruleset, tuple(hands), hands, totals, dealers[-1])


def standing_after(game: Game, ruleset: Ruleset, counted: Counted) -> Standing:
    """Count only the hands after those that are counted; the others when they are looked at."""
    dealers = dealers_of(game, ruleset)
    new = tuple(_count(game, ruleset, dealers, counted, _settled))
    first = (game._replace(hands=game.hands[: counted.hands], deal=None), ruleset)
    hands = Unread(first, _count_all, counted.hands, new)
    totals = new[-1].after if new else counted.totals
    return _standing(game, ruleset, hands, new, totals, dealers[-1])


def _count_all(of: tuple[Game, Ruleset]) -> Sequence[Played]:
    return standing(*of).hands


def _count(
    game: Game, ruleset: Ruleset, dealers: tuple[str, ...], known: Counted, settle: Settle
) -> Iterator[Played]:
    """Count the hands of a game after those that are known."""
    begin, totals = known
    rest = zip(game.hands[begin:], dealers[begin:], strict=False)
    for number, (hand, dealer) in enumerate(rest, start=begin + 1):
        given = settle(hand, Place(game, dealer, number, totals), ruleset)
        played = Played(number, dealer, given, _sheets(given, ruleset), totals)
        totals = played.after
        yield played


def _sheets(hand: Hand, ruleset: Ruleset) -> tuple[Sheet, ...]:
    # Most commands about a hand in play need the totals of the hands before, and count nothing.
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
    following = len(hands) + 1
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
        _to_target(totals, ruleset),
    )


def _unchanged(game: Game, dealers: tuple[str, ...], earlier: Standing) -> list[Played]:
    """List the first hands of a game as they were counted before, up to one that changed."""
    both = zip(game.hands, earlier.game.hands, dealers, earlier.hands, strict=False)
    same = takewhile(lambda each: each[0] == each[1] and each[2] == each[3].dealer, both)
    return [played for _, _, _, played in same]


def under(stand: Standing, ruleset: Ruleset) -> Standing:
    """Return the standing under other rules: the same totals, other minimums, another outcome."""
    if ruleset is stand.ruleset:
        return stand
    return stand._replace(
        ruleset=ruleset,
        minimums=tuple(minimum(total, len(stand.hands) + 1, ruleset) for total in stand.totals),
        outcome=_outcome(stand.game, stand.hands, len(stand.hands), stand.totals, ruleset),
        ended_by=_ended_by(stand.hands, ruleset),
        to_target=_to_target(stand.totals, ruleset),
    )


def _to_target(totals: tuple[int, ...], ruleset: Ruleset) -> tuple[int, ...] | None:
    target = ruleset.end.target
    return None if target is None else tuple(max(target - total, 0) for total in totals)


def _outcome(
    game: Game, hands: Sequence[Played], number: int, totals: tuple[int, ...], ruleset: Ruleset
) -> Outcome:
    """Find the outcome by the totals, unless a special hand won the game, or the players ended it."""
    for played in hands:
        if (place := _won_at_once(played, ruleset)) is not None:
            others = (total for at, total in enumerate(totals) if at != place)
            return Outcome(True, place, max(totals[place] - max(others), 0))
    found = outcome(totals, number, ruleset)
    if found.over or game.ending is None:
        return found
    first, second, *_ = sorted(totals, reverse=True)
    if game.ending is not Ending.LEADER or first == second:
        return Outcome(True, None, 0, game.ending)
    return Outcome(True, totals.index(first), first - second, game.ending)


def _won_at_once(played: Played, ruleset: Ruleset) -> int | None:
    """The index of the side that won the game with a special hand; ``None`` if none did."""
    for place, tally in enumerate(played.hand.tallies):
        hand = named(tally.special, ruleset.special.hands)
        if hand is not None and hand.wins:
            return place
    return None


def _settled(hand: Hand, place: Place, ruleset: Ruleset) -> Hand:
    """Return a hand with its tallies; a hand recorded turn by turn is replayed only if it lacks them."""
    if hand.played is None:
        return hand
    if hand.from_turns:
        return hand.with_turns(hand.from_turns)
    return replayed(hand, place, ruleset)


def replayed(hand: Hand, place: Place, ruleset: Ruleset) -> Hand:
    """Return a hand with its tallies, computed from its turns even if they were computed before."""
    if hand.played is None:
        return hand
    # Most games have no turns to replay.
    from canasta_cli.engine.game.replay import table_after, with_tallies

    seats = seating(place.game, place.dealer, place.number, place.totals, ruleset)
    return with_tallies(hand, hand.played, table_after(hand.played, seats, ruleset), ruleset)


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
