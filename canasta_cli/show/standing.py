"""The standing of a game, as text and JSON: score pad, what players need, warnings, what a correction changes.

The commands that show or change a game call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.game import Game, Pending, Side, Sign
from canasta_cli.model.history import corrected_hands
from canasta_cli.model.seats import players_at, substitutes
from canasta_cli.notation.tally import take_back, write_award, write_tally
from canasta_cli.rules.names import TOPICS, by_name, penalty
from canasta_cli.rules.vocabulary import Tier, asked
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Grid, Style, Text, short
from canasta_cli.show.minimum import ENDED, MORE_THAN_POINTS, OpeningNeeds
from canasta_cli.show.next import deal_line, sides_grid
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, points, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.engine.game.standing import HandWarning, Standing
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.corrections import Corrected
    from canasta_cli.scorekeeper.hands import NoteRecorded
    from canasta_cli.scorekeeper.scorebook import LoadedGame


# Format the penalties of a hand that were recorded separately.


def award_text(given: Pending, ruleset: Ruleset, where: str = "") -> str:
    """Format a penalty or bonus: ``Them: -50 in hand 4 (bonus)``; ``where`` is the part in between."""
    sign, points_given, topic = given.award
    number = points_given if topic is None else penalty(topic, ruleset)
    reason = sign.value if topic is None else TOPICS[topic].label
    amount = "?" if number is None else points(number if sign is Sign.BONUS else -number)
    return f"{given.side}: {amount}{where} ({reason})"


def awards_blocks(
    awards: tuple[Pending, ...], hand: int, ruleset: Ruleset, *, amended: bool
) -> Blocks:
    """List the penalties that count with a hand besides its tallies, and the command that takes each back."""
    if len(awards) == 1 and not amended:
        text = f"1 penalty recorded separately. To take it back: {take_back(hand, awards[0])}"
        return (Text(text, Style.QUIET),)
    head = "These penalties stay with the hand:" if amended else "Recorded separately:"
    listing = (
        Text(f"{award_text(each, ruleset)}. To take it back: {take_back(hand, each)}", indent=2)
        for each in awards
    )
    return (Text(head, Style.NOTICE), *listing) if awards else ()


class PenaltyOfSide(Answer):
    """A penalty."""

    side: str = key("The side that it is about.", lambda it: it[0].side)
    award: str = key(
        "The penalty or bonus, in notation: `penalty:50`.", lambda it: write_award(it[0].award)
    )
    text: str = key(
        "The same in words, with its points: `Them: -50 (penalty)`.", lambda it: award_text(*it)
    )


def penalties_of(awards: Iterable[Pending], ruleset: Ruleset) -> tuple[PenaltyOfSide, ...]:
    """Return penalties recorded separately, with their points under some rules."""
    return PenaltyOfSide.of_each((each, ruleset) for each in awards)


# Format warnings about hands, and notes, which settle them.


def hand_warnings(warnings: Iterable[HandWarning], *, recorded: bool = True) -> Blocks:
    """Format the warnings about the hand that an answer is about, and how to correct what is recorded."""
    return tuple(block for each in warnings for block in _warned(each, recorded=recorded))


def _warned(
    warning: HandWarning, where: str = "", option: str = "", *, recorded: bool = True
) -> Iterator[Text]:
    """Yield a warning, and the commands that correct what it is about."""
    yield Text(f"Warning: {where}{warning.message}.", Style.NOTICE)
    amend, side = f"canasta amend{option} {warning.hand}", quoted((*warning.sides, "")[0])
    changes = {
        "identical": [("If it was entered twice", "--drop")],
        "nothing-left": [("Cards left", f"{side}+=left:JJ4")],
        "nobody-out": [
            *((f"If {each} went out", f"{quoted(each)}+=out") for each in warning.able),
            ("If the hand ended because the stock ran out", f"{side}+=stock"),
        ],
    }
    for when, change in changes.get(warning.id, ()) if recorded else ():
        yield Text(f"{when}: {amend} {change}", indent=2)


def game_warnings(warnings: Sequence[tuple[str, HandWarning]]) -> Iterator[Text]:
    """Format the warnings about all hands, each with the name of its game, and how to settle them.

    The name is empty for the game that an answer is about.
    """
    for game, each in warnings:
        where = f"{game}, hand {each.hand}: " if game else f"hand {each.hand}: "
        yield from _warned(each, where, f" -g {quoted(game)}" if game else "")
    for game, first in warnings[:1]:
        option = f" -g {quoted(game)}" if game else ""
        hand = first.hand if len({each.hand for _, each in warnings}) == 1 else "N"
        note = f'canasta note{option} --hand {hand} "…"'
        amend = f"canasta amend{option} {hand}"
        yield Text(f"Fix: correct the hand: {amend}. Or say why it is right: {note}")


class WarningInHand(Answer):
    """A warning."""

    game: str | None = optional("The name of the game (`canasta doctor`).", absent)
    id: str = key("Its name, the same in every version.")
    hand: int = key("The number of the hand.")
    side: str | None = key("The side that it is about; null for all.")
    message: str = key("A sentence, without its capital and full stop.")


def note_blocks(result: NoteRecorded) -> Iterator[Block]:
    """Format the note, and the warnings that it settles."""
    text, hand, _ = result.entry
    where = f", hand {hand}" if hand else ""
    hides = "No longer shown" if result.recorded else "Would no longer be shown"
    verb = "Noted" if result.recorded else "Would note"
    yield Text(f"{verb} in {result.after.game.name}{where}: {short(text)}")
    yield from (Text(f"{hides}: {each.message}.") for each in result.settled)
    if not result.recorded:
        yield DRY


class NoteAnswer(Answer, of="note"):
    """canasta note."""

    game: str = key("The name of the game.", lambda it: it.after.game.name)
    note: str = key("The text.", lambda it: it.entry.text)
    recorded: bool = key("True if it was recorded.")
    hand: int | None = optional(
        "The number of the hand, only with --hand.", lambda it: it.entry.hand
    )
    settled: Sequence[WarningInHand] = key(
        "The warnings that the note settles; none without --hand.",
        lambda it: WarningInHand.of_each(it.settled),
    )


# Format the standing of a game: the score pad, and what the players need next.


def next_blocks(standing: Standing) -> Blocks:
    """Format totals, initial melds and dealer, or who won."""
    to_open = None if standing.outcome.over else map(asked, standing.minimums)
    target, to_target = standing.ruleset.end.target, standing.to_target
    where = f" in hand {len(standing.hands) + 1}"
    return (
        sides_grid(standing.game.side_names, standing.totals, to_open, target, to_target),
        *(
            Text(award_text(each, standing.ruleset, where), Style.NOTICE)
            for each in standing.game.pending
        ),
        *_played_on(standing),
        _after(standing),
    )


def length_blocks(ruleset: Ruleset) -> Blocks:
    """Format how many hands a game lasts, if their number ends it."""
    deals = ruleset.end.deals
    return () if deals is None else (Text(f"The game lasts {count_of(deals, 'hand')}."),)


def _played_on(standing: Standing) -> Iterator[Block]:
    """Format a remark on hands recorded after the end, which an amendment can move."""
    last = len(standing.hands)
    if standing.ended_by is None or standing.ended_by == last:
        return
    first = standing.ended_by + 1
    since = f"hand {last} is" if last == first else f"hands {first} to {last} are"
    text = f"The game was over after hand {standing.ended_by}; {since} counted too."
    yield Text(text, Style.NOTICE)


def _after(standing: Standing) -> Text:
    if standing.outcome.over:
        return Text(won(standing), Style.GOOD)
    position = standing.position
    if position is not None:
        return Text(_playing(standing, position))
    number = len(standing.hands) + 1
    cards = standing.ruleset.deal.cards
    return deal_line(number, standing.dealer, cards, standing.sitting_out)


def _playing(standing: Standing, position: Position) -> str:
    """Format the state of the hand that is being recorded turn by turn."""
    number, dealer = len(standing.hands) + 1, position.players[-1]
    hand, turns = f"Hand {number}, dealt by {dealer}", count_of(position.turns, "turn")
    if position.ending is not None:
        left = "Record the cards left in the hands: canasta left"
        return f"{hand}, is over after {turns}. {left}"
    return f"{hand}, is in play: {turns}; {position.player} is next."


def won(standing: Standing) -> str:
    """Format who won and by how much, as a sentence."""
    winner, margin = standing.outcome.winner, standing.outcome.margin
    if standing.outcome.ending in ENDED:
        return f"The game is over: it was {ENDED[standing.outcome.ending]}."
    if winner is None:
        best, totals = max(standing.totals), zip(standing.game.sides, standing.totals, strict=True)
        level = listed(side.name for side, total in totals if total == best)
        return f"The game is over: a draw between {level} at {points(best)}."
    side = standing.game.sides[winner]
    players = f" ({listed(side.players)})" if side.players != (side.name,) else ""
    return f"The game is over: {side.name}{players} won by {points(margin)}."


class SideStanding(Answer):
    """A side."""

    name: str = key("The name of the side.")
    players: Sequence[str] = key("Its players.")
    total: int = key("Its running total.")
    minimum: int | None = key(
        "The points that its next initial meld needs; null after the end of the game.",
        lambda it: None if it.needs is None else it.needs.points,
    )
    needs: OpeningNeeds | None = optional(
        MORE_THAN_POINTS,
        lambda it: OpeningNeeds(it.needs) if it.needs and it.needs.canastas else None,
    )
    to_target: int | None = key(
        "The points that it still needs to reach the target; null without a target, and after the end "
        "of the game."
    )


class PlayingState(Answer):
    """A hand in play."""

    dealer: str = key("Who dealt.")
    turns: int = key("The number of turns played.")
    over: bool = key(
        "True if the hand is over, and only the cards left are missing.",
        lambda it: it.ending is not None,
    )
    player: str | None = key(
        "Whose turn it is; null if the hand is over.", lambda it: None if it.ending else it.player
    )


class SideTotal(NamedTuple):
    """A side's total, what its next initial meld needs, and the points that it lacks to the target."""

    name: str
    players: tuple[str, ...]
    total: int
    needs: Tier | None
    to_target: int | None


def sides_of(standing: Standing) -> list[SideTotal]:
    """Return the sides in a standing; after the end of a game they need nothing."""
    nothing = (None,) * len(standing.totals)
    needed = standing.minimums, standing.to_target or nothing
    tiers, short = (nothing, nothing) if _has_ended(standing) else needed
    columns = zip(standing.game.sides, standing.totals, tiers, short, strict=True)
    return [
        SideTotal(side.name, side.players, total, tier, needed)
        for side, total, tier, needed in columns
    ]


def _has_ended(standing: Standing) -> bool:
    return standing.outcome.over or standing.outcome.ending is not None


def _in_play(standing: Standing) -> PlayingState | None:
    deal, position = standing.game.deal, standing.position
    if deal is None or standing.outcome.ending:
        return None
    return PlayingState(position, dealer=deal.dealer or standing.dealer)


class GameStanding(Answer, of="next"):
    """canasta next."""

    game: str = key("The name of the game.", lambda it: it.game.name)
    dealer: str | None = key(
        "Who deals the next hand, or dealt the one that is being played; null after the end of the game.",
        lambda it: None if _has_ended(it) else it.dealer,
    )
    sides: Sequence[SideStanding] = key("The sides.", lambda it: SideStanding.of_each(sides_of(it)))
    over: bool = key("True if the game is over.", lambda it: it.outcome.over)
    winner: str | None = key(
        "The name of the side that has won; null for a tie, and before the game is over.",
        lambda it: None if it.outcome.winner is None else it.game.sides[it.outcome.winner].name,
    )
    margin: int | None = key(
        "The points by which it won; null until the game is over.",
        lambda it: it.outcome.margin if it.outcome.over else None,
    )
    sitting_out: str | None = optional(
        "The player who does not play in the next hand, only if there is one."
    )
    next_hand: int = key("The number of the next hand.", lambda it: len(it.hands) + 1)
    pending: Sequence[PenaltyOfSide] = key(
        "Penalties that will be counted with the next hand.",
        lambda it: penalties_of(it.game.pending, it.ruleset),
    )
    playing: PlayingState | None = key(
        "The hand that is being recorded turn by turn; null for none.", _in_play
    )
    ending: str | None = optional(
        "`leader`, `unfinished` or `abandoned`, only if the players ended the game early.",
        lambda it: it.outcome.ending and it.outcome.ending.value,
    )


def score_blocks(standing: Standing) -> Iterator[Block]:
    """Format the score pad: a row for each hand, a column for each side, and what comes next."""
    game = standing.game
    event = f", {game.event}" if game.event else ""
    changed = len(by_name(standing.ruleset.house, standing.ruleset))
    house = f", {count_of(changed, 'house rule')}" if changed else ""
    yield Text(f"Game {game.name}, {standing.ruleset.title}{house}{event}", Style.TITLE)
    yield from _who(standing)
    yield BLANK
    if standing.hands:
        yield _pad(standing)
        if any(played.hand.by_force for played in standing.hands):
            yield Text("Hands marked ! break the rules of this game.", Style.NOTICE)
        yield from game_warnings([("", each) for each in standing.warnings])
        yield BLANK
    yield from next_blocks(standing)


def _pad(standing: Standing) -> Grid:
    """Return a row for each hand, and one for the totals."""
    alone = ("alone",) if standing.ruleset.one_alone else ()
    rows = [
        (
            f"{played.number}{'!' if played.hand.by_force else ''}",
            played.dealer,
            *(next((t.alone for t in played.hand.tallies if t.alone), "") for _ in alone),
            *map(points, played.points),
        )
        for played in standing.as_played.hands
    ]
    rows.append(("total", "", *("" for _ in alone), *map(points, standing.totals)))
    heads = ("hand", "dealer", *alone, *standing.game.side_names)
    return Grid(heads, rows, left=(0, 1, 2) if alone else (0, 1))


def _who(standing: Standing) -> Blocks:
    return tuple(
        Text(f"{side.name}: {players}", Style.QUIET)
        for side in standing.game.sides
        if (players := players_text(side, standing.game))
    )


def players_text(side: Side, game: Game) -> str:
    """Format the players of a side, with their substitutes: ``Ann and Cat (Eve from hand 3)``.

    Empty if the side is named after its only player.
    """
    came: dict[int, list[str]] = {}
    for arrival, _ in substitutes(game):
        came.setdefault(arrival.seat, []).append(f"{arrival.player} from hand {arrival.hand}")
    first, seats = game.first_players or game.players, map(game.players.index, side.players)
    text = listed(
        first[seat] + (f" ({', '.join(came[seat])})" if seat in came else "") for seat in seats
    )
    return "" if text == side.name else text


class HandPoints(Answer):
    """A side’s points in a hand."""

    name: str = key("The name of the side.", lambda it: it[0].name)
    points: int = key("The result of the hand.", lambda it: it[1])
    total: int = key("Its running total after the hand.", lambda it: it[2])


PLAYED_BY = "Who played the hand, in order of play; only in a game with substitutes."


def played_by(game: Game, number: int) -> tuple[str, ...]:
    """Return who played a hand, in a game with substitutes; otherwise nobody."""
    return players_at(game, number) if game.arrivals else ()


class PlayedHand(Answer):
    """A hand in canasta score."""

    hand: int = key("The number of the hand.", lambda it: it[1].number)
    dealer: str = key("Who dealt.", lambda it: it[1].dealer)
    sides: Sequence[HandPoints] = key(
        "The sides.",
        lambda it: HandPoints.of_each(
            zip(it[0].game.sides, it[1].points, it[1].after, strict=True)
        ),
    )
    tallies: dict[str, str] = key(
        "The tallies, in notation, by the names of the sides.",
        lambda it: {
            side.name: write_tally(tally, typed=True)
            for side, tally in zip(it[0].game.sides, it[1].hand.tallies, strict=True)
        },
    )
    forced: bool = key("True if it was recorded against the rules.", lambda it: it[1].hand.by_force)
    corrected: bool = key(
        "True if it was corrected after it was recorded.", lambda it: it[1].number in it[2]
    )
    players: Sequence[str] = optional(PLAYED_BY, lambda it: played_by(it[0].game, it[1].number))
    warnings: Sequence[WarningInHand] = key(
        "The warnings about the hand.",
        lambda it: WarningInHand.of_each(it[0].warnings_of(it[1].number)),
    )


class Seat(Answer):
    """A seat."""

    player: str = key("Who sits there.", lambda it: it[0])
    side: str = key("The name of the player’s side.", lambda it: it[1])
    plays: bool = key(
        "False for the player who sits out in the next hand.", lambda it: it[0] != it[2]
    )


def _seats(standing: Standing) -> tuple[Seat, ...]:
    sides = {player: side.name for side in standing.game.sides for player in side.players}
    players = standing.game.players
    return Seat.of_each((each, sides[each], standing.sitting_out) for each in players)


def _played_hands(loaded: LoadedGame) -> tuple[PlayedHand, ...]:
    standing, corrected = loaded.standing, corrected_hands(loaded.history.in_force)
    return PlayedHand.of_each((standing, each, corrected) for each in standing.as_played.hands)


class ScoreAnswer(GameStanding, about=lambda it: it.standing, of="score"):
    """canasta score."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.ruleset.name)
    title: str = key("Its title, for people.", lambda it: it.ruleset.title)
    target: int | None = key(
        "The points that end the game; null if none do.", lambda it: it.ruleset.end.target
    )
    deals: int | None = key(
        "The number of hands that end the game; null if none does.", lambda it: it.ruleset.end.deals
    )
    date: str = key("The day on which the game began.", lambda it: it.game.date)
    changed: str = key(
        "When the newest entry of its log was recorded: ISO 8601, in UTC.",
        lambda it: it.records[-1].at,
    )
    seats: Sequence[Seat] = key("The seats, in order of play.", lambda it: _seats(it.standing))
    hands: Sequence[PlayedHand] = key("The hands.", _played_hands)


class MinimumsAnswer(GameStanding, of="minimum"):
    """canasta minimum."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.ruleset.name)


class PenaltyAnswer(GameStanding, of="penalty"):
    """canasta penalty."""

    recorded: bool = key("True if it was recorded.")


# Format how a correction changes a game: points, totals, who leads, initial melds, dealers.

Value = int | str | bool | None


class Change(NamedTuple):
    """A value before and after a correction.

    ``hand`` is its hand, from 1, and ``side`` its side, if it is about one; ``texts`` are both
    values for people, empty if another line shows them.
    """

    what: str
    before: Value
    after: Value
    texts: tuple[str, str]
    hand: int | None = None
    side: str | None = None

    @property
    def shown(self) -> bool:
        """True if people see a difference."""
        return self.texts[0] != self.texts[1]

    @property
    def name(self) -> str:
        """The name of the value: ``hand 3, Us``."""
        hand = f"hand {self.hand}" if self.hand else ""
        what = _NAMES.get(self.what, "")
        return ", ".join(word for word in (hand, what, self.side) if word)


_NAMES = {
    "total": "total",
    "minimum": "to open",
    "dealer": "dealer",
    "next_dealer": "next dealer",
    "leader": "lead",
    "over": "game",
}
_STATES = {True: "over", False: "goes on"}


def changes(result: Corrected) -> tuple[Change, ...]:
    """List everything that differs between the standings before and after a correction."""
    before, after = result.before.standing, result.now.standing
    every = (
        *_by_hand(before.as_played, after.as_played, result.same_hands),
        *_by_side(before, after),
        *_of_game(before, after),
    )
    return tuple(each for each in every if each.before != each.after or each.shown)


def _by_hand(
    before: Standing, after: Standing, same_hands: Iterable[tuple[int, int]]
) -> Iterator[Change]:
    names = after.game.side_names
    for was, now in same_hands:
        one, other = before.hands[was - 1], after.hands[now - 1]
        yield Change("dealer", one.dealer, other.dealer, (one.dealer, other.dealer), other.number)
        for name, old, new in zip(names, one.points, other.points, strict=True):
            yield Change("points", old, new, (points(old), points(new)), other.number, name)


def _by_side(before: Standing, after: Standing) -> Iterator[Change]:
    for place, side in enumerate(after.game.sides):
        old, new = before.totals[place], after.totals[place]
        yield Change("total", old, new, (points(old), points(new)), side=side.name)
    if before.outcome.over or after.outcome.over:
        return
    for place, side in enumerate(after.game.sides):
        one, other = before.minimums[place], after.minimums[place]
        texts = asked(one), asked(other)
        yield Change("minimum", one.points, other.points, texts, side=side.name)


def _of_game(before: Standing, after: Standing) -> Iterator[Change]:
    (old, by), (new, by_now) = _leader(before), _leader(after)
    yield Change("leader", old, new, (_lead(old, by), _lead(new, by_now)))
    yield Change("lead", by, by_now, ("", ""))
    if not (before.outcome.over or after.outcome.over):
        yield Change("next_dealer", before.dealer, after.dealer, (before.dealer, after.dealer))
    over, over_now = before.outcome.over, after.outcome.over
    yield Change("over", over, over_now, (_STATES[over], _STATES[over_now]))


def _leader(standing: Standing) -> tuple[str | None, int]:
    """Return the side with the highest total and its lead; ``None`` if two have the same."""
    first, second, *_ = sorted(standing.totals, reverse=True)
    if first == second:
        return None, 0
    return standing.game.sides[standing.totals.index(first)].name, first - second


def _lead(side: str | None, by: int) -> str:
    return "nobody" if side is None else f"{side} by {points(by)}"


def changes_blocks(every: Iterable[Change]) -> Blocks:
    """Format everything that differs, with both values."""
    rows = tuple((each.name, *each.texts) for each in every if each.shown)
    if not rows:
        return (Text("No points change."),)
    return (Grid(("", "before", "after"), rows),)


class ChangedValue(Answer):
    """A change."""

    what: str = key(
        "What changes: `points`, `total`, `minimum`, `dealer`, `next_dealer`, `leader`, `lead` "
        "or `over`."
    )
    hand: int | None = optional("The number of the hand, only if it is about one.")
    side: str | None = optional("The name of the side, only if it is about one.")
    before: object = key("The value before the correction.")
    after: object = key("The value after it.")
