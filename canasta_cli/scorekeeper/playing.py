"""A hand recorded turn by turn: each turn judged as it is said, and the table after it."""

from typing import NamedTuple

from canasta_cli.engine.games.played import Seating, seats_in_play
from canasta_cli.engine.games.played import table_after as played_to
from canasta_cli.engine.plays.referee import Ruling
from canasta_cli.engine.table.position import Position
from canasta_cli.engine.table.turn import step
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.deal import TurnSaid
from canasta_cli.model.history import Turned
from canasta_cli.model.turn import Turn
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, pick, table
from canasta_cli.scorekeeper.recording import Decision, check_here, record


class InPlay(NamedTuple):
    """A hand that is being played: the game, who sits where, and the table now."""

    table: Table
    seats: Seating
    position: Position


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


def in_play(now: Table) -> InPlay:
    """The hand that is being played. Raises :class:`~canasta_cli.errors.Refused` if there is none."""
    deal = now.game.deal
    if deal is None:
        raise Refused(
            "no hand is being recorded turn by turn",
            remedy="Begin one with: canasta deal --upcard 9",
        )
    seats = seats_in_play(now.standing, deal)
    return InPlay(now, seats, played_to(deal, seats, now.ruleset))


def table_now(desk: Desk, name: str | None) -> InPlay:
    """The table of a game as its recorded turns tell it."""
    return in_play(table(desk.journal, name))


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
        # The turn was applied as it was judged; nobody goes through the hand again.
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
    """The turn with its player's name as the game spells it: by default, whose turn it is."""
    if turn.player is None:
        return turn._replace(player=now.position.player)
    players = list(now.position.players)
    return turn._replace(player=pick(turn.player, players, "player", NotUnderstood))
