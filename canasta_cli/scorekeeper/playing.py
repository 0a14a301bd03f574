"""Record a hand turn by turn: check each turn, and return the table after it."""

from typing import NamedTuple

from canasta_cli.engine.games.played import Seating, seats_in_play
from canasta_cli.engine.games.played import table_after as played_to
from canasta_cli.engine.plays.referee import Ruling
from canasta_cli.engine.table.position import Position
from canasta_cli.engine.table.turn import step
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.deal import TurnSaid
from canasta_cli.model.entry import Turned
from canasta_cli.model.turn import Turn
from canasta_cli.scorekeeper.recording import Decision, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, pick, table


class InPlay(NamedTuple):
    """A hand in play: the game, the seating, and the table now."""

    table: Table
    seats: Seating
    position: Position


class TurnRecorded(NamedTuple):
    """The result of a turn: the verdict, and the table before and after.

    ``stands`` is true if it is recorded, or would be without a dry run. ``number`` counts the
    turns of the hand from 1.
    """

    number: int
    said: TurnSaid
    ruling: Ruling
    before: InPlay
    after: InPlay
    recorded: bool
    stands: bool


def in_play(now: Table) -> InPlay:
    """Return the hand in play. Raises :class:`~canasta_cli.errors.Refused` if there is none."""
    deal = now.game.deal
    if deal is None:
        raise Refused(
            "no hand is being recorded turn by turn",
            remedy="Begin one with: canasta deal --upcard 9",
        )
    seats = seats_in_play(now.standing, deal)
    return InPlay(now, seats, played_to(deal, seats, now.ruleset))


def table_now(desk: Desk, name: str | None) -> InPlay:
    """Return the table of a game after its recorded turns."""
    return in_play(table(desk.journal, name))


def record_turn(
    desk: Desk, name: str | None, turn: Turn, *, forced: bool = False, dry_run: bool = False
) -> TurnRecorded:
    """Check a turn and record it; an illegal one is recorded only by force.

    Raises :class:`~canasta_cli.errors.Refused` if no hand is in play.
    """

    def decide(reader: Reader) -> Decision[TurnRecorded]:
        result = _considered(reader, name, turn, forced=forced)
        return Decision(result, result.before.table, Turned(result.said) if result.stands else None)

    def done(result: TurnRecorded, after: Table, recorded: bool) -> TurnRecorded:
        # The turn was applied when it was checked; the hand is not replayed.
        return result._replace(after=result.after._replace(table=after), recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _considered(reader: Reader, name: str | None, turn: Turn, *, forced: bool) -> TurnRecorded:
    before = in_play(table(reader, name))
    check_here(before.table.game)
    named = with_player(turn, before)
    one = step(before.position, named, before.table.ruleset)
    refused = one.ruling.verdict.legal is False
    stands = forced or not refused
    return TurnRecorded(
        number=before.position.turns + 1,
        said=TurnSaid(named, forced=forced and refused),
        ruling=one.ruling,
        before=before,
        after=before._replace(position=one.after) if stands else before,
        recorded=False,
        stands=stands,
    )


def with_player(turn: Turn, now: InPlay) -> Turn:
    """Return the turn with its player's full name; by default the player whose turn it is."""
    if turn.player is None:
        return turn._replace(player=now.position.player)
    players = list(now.position.players)
    return turn._replace(player=pick(turn.player, players, "player", NotUnderstood))
