"""A hand recorded turn by turn: each turn judged as it is said, and the table after it."""

from typing import NamedTuple

from canasta_cli.engine.closing import Closing, judge_left
from canasta_cli.engine.dealing import Dealt as DealtCards
from canasta_cli.engine.dealing import judge_deal
from canasta_cli.engine.hand import count_hand_of
from canasta_cli.engine.played import Seating, seating, start, tallies
from canasta_cli.engine.played import table_after as played_to
from canasta_cli.engine.position import Position
from canasta_cli.engine.referee import Ruling
from canasta_cli.engine.rule import Verdict
from canasta_cli.engine.turn import step
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.cards import Card
from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid
from canasta_cli.model.game import Game
from canasta_cli.model.history import Dealt, Shown, Turned
from canasta_cli.model.tally import Tally, join
from canasta_cli.model.turn import Turn
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, pick, table
from canasta_cli.scorekeeper.hands import HandRecorded, check_goes_on, check_here
from canasta_cli.scorekeeper.recording import Decision, record


class DealSaid(NamedTuple):
    """A deal as somebody says it; what is empty follows from the game."""

    upcards: tuple[Card, ...] = ()
    dealer: str = ""


class InPlay(NamedTuple):
    """A hand that is being played: the game, who sits where, and the table now."""

    table: Table
    seats: Seating
    position: Position


class DealRecorded(NamedTuple):
    """What came of a deal: the verdict on it, and the hand that began; none where none did."""

    verdict: Verdict
    now: InPlay | None
    recorded: bool


class TurnRecorded(NamedTuple):
    """A turn that was said: the verdict, and the table before and after.

    ``stands`` is whether it is, or but for a dry run would be, recorded. ``number`` counts the
    turns of the hand from 1.
    """

    number: int
    said: TurnSaid
    ruling: Ruling
    before: InPlay
    after: InPlay
    recorded: bool
    stands: bool


class Closed(NamedTuple):
    """What players showed at the end of a hand: the verdict on it, and the hand as it counts."""

    verdict: Verdict
    hand: HandRecorded


def in_play(now: Table) -> InPlay:
    """The hand that is being played. Raises :class:`~canasta_cli.errors.Refused` if there is none."""
    deal = now.game.deal
    if deal is None:
        raise Refused(
            "no hand is being recorded turn by turn",
            remedy="Begin one with: canasta deal --upcard 9",
        )
    seats = seats_of(now, deal)
    return InPlay(now, seats, played_to(deal, seats, now.ruleset))


def seats_of(now: Table, deal: Deal) -> Seating:
    """Who sits where in the hand that is being played."""
    standing = now.standing
    dealer = deal.dealer or standing.dealer
    number = len(now.game.hands) + 1
    return seating(now.game, dealer, number, standing.totals, now.ruleset)


def table_now(desk: Desk, name: str | None) -> InPlay:
    """The table of a game as its recorded turns tell it."""
    return in_play(table(desk.journal, name))


def record_deal(
    desk: Desk, name: str | None, said: DealSaid, *, dry_run: bool = False
) -> DealRecorded:
    """Begin a hand that is recorded turn by turn; one that no packs can deal is not begun.

    Raises :class:`~canasta_cli.errors.Refused` where none can begin now.
    """

    def decide(reader: Reader) -> Decision[DealRecorded]:
        now = table(reader, name)
        _may_deal(now)
        deal = Deal(_dealer(now.game, said), said.upcards)
        first = start(deal, seats_of(now, deal), now.ruleset)
        verdict = judge_deal(DealtCards(deal, first), now.ruleset)
        entry = None if verdict.legal is False else Dealt(deal)
        return Decision(DealRecorded(verdict, None, recorded=False), now, entry)

    def done(result: DealRecorded, after: Table, recorded: bool) -> DealRecorded:
        return result._replace(now=in_play(after), recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _dealer(game: Game, said: DealSaid) -> str | None:
    """Who deals, where somebody says so; otherwise it goes by turns."""
    return pick(said.dealer, list(game.players), "player", NotUnderstood) if said.dealer else None


def _may_deal(now: Table) -> None:
    check_here(now.game)
    check_goes_on(now)
    if now.game.deal is not None:
        raise Refused(
            "a hand is being played already",
            remedy="Go on with canasta turn; canasta undo takes turns back.",
        )


def record_turn(
    desk: Desk, name: str | None, turn: Turn, *, forced: bool = False, dry_run: bool = False
) -> TurnRecorded:
    """Judge a turn and record it; one that no rule allows is recorded only by force.

    Raises :class:`~canasta_cli.errors.Refused` where no hand is being played.
    """

    def decide(reader: Reader) -> Decision[TurnRecorded]:
        result = _considered(reader, name, turn, forced=forced)
        return Decision(result, result.before.table, Turned(result.said) if result.stands else None)

    def done(result: TurnRecorded, after: Table, recorded: bool) -> TurnRecorded:
        return result._replace(after=in_play(after), recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _considered(reader: Reader, name: str | None, turn: Turn, *, forced: bool) -> TurnRecorded:
    before = in_play(table(reader, name))
    check_here(before.table.game)
    named = _named(turn, before)
    one = step(before.position, named, before.table.ruleset)
    refused = one.ruling.verdict.legal is False
    if "suits" in one.ruling.verdict.unknown:
        raise NotUnderstood(
            "these rules know runs, and a run is recorded with its suit",
            remedy="Name the suits: meld 4H5H6H, or H:4-T for a run of hearts from four to ten.",
        )
    return TurnRecorded(
        number=before.position.turns + 1,
        said=TurnSaid(named, forced=forced and refused),
        ruling=one.ruling,
        before=before,
        after=before,
        recorded=False,
        stands=forced or not refused,
    )


def _named(turn: Turn, now: InPlay) -> Turn:
    """The turn with its player's name as the game spells it: by default, whose turn it is."""
    if turn.player is None:
        return turn._replace(player=now.position.player)
    players = list(now.position.players)
    return turn._replace(player=pick(turn.player, players, "player", NotUnderstood))


def record_left(
    desk: Desk,
    name: str | None,
    left: tuple[PlayerCards, ...],
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> Closed:
    """Close the hand being played with what the players show, and count it.

    Raises :class:`~canasta_cli.errors.Refused` where no hand is being played.
    """

    def decide(reader: Reader) -> Decision[Closed]:
        closed = _closed(reader, name, left, forced=forced)
        entry = _shown(closed, left, forced=forced) if closed.hand.stands else None
        return Decision(closed, closed.hand.before, entry)

    def done(closed: Closed, after: Table, recorded: bool) -> Closed:
        return closed._replace(hand=closed.hand._replace(after=after, recorded=recorded))

    return record(desk, name, decide, done, dry_run=dry_run)


def _shown(closed: Closed, left: tuple[PlayerCards, ...], *, forced: bool) -> Shown:
    """The entry: marked where it stands by force alone."""
    return Shown(_names(closed.hand.before, left), forced and closed.verdict.legal is False)


def _names(now: Table, left: tuple[PlayerCards, ...]) -> tuple[PlayerCards, ...]:
    players = list(now.game.players)
    named = tuple(
        each._replace(player=pick(each.player, players, "player", NotUnderstood)) for each in left
    )
    twice = [each.player for each in named if [n.player for n in named].count(each.player) > 1]
    if twice:
        raise NotUnderstood(
            f"the cards of {twice[0]} are told twice", remedy="Name each player once."
        )
    return named


def _closed(
    reader: Reader, name: str | None, left: tuple[PlayerCards, ...], *, forced: bool
) -> Closed:
    now = in_play(table(reader, name))
    check_here(now.table.game)
    game, ruleset = now.table.game, now.table.ruleset
    shown = _names(now.table, left)
    verdict = judge_left(Closing(now.position, shown), ruleset)
    counted = tallies(now.position, shown, len(game.sides), ruleset)
    pending = game.with_pending((Tally(),) * len(game.sides))
    whole = tuple(join(pair) for pair in zip(counted, pending, strict=True))
    hand = HandRecorded(
        number=len(game.hands) + 1,
        tallies=counted,
        counted=count_hand_of(game, whole, ruleset),
        before=now.table,
        after=now.table,
        recorded=False,
        stands=forced or verdict.legal is not False,
    )
    return Closed(verdict, hand)
