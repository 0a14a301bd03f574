"""Record a hand turn by turn: check each turn, and return the hand after it."""

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.recorded_turn import Step
from canasta_cli.engine.game.replay import table_after
from canasta_cli.engine.game.seating import Seating
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.history import Turned
from canasta_cli.model.turn import RecordedTurn, Turn
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Reader,
    Scorebook,
    check_not_archived,
    check_not_ended,
    load_sealed,
    pick,
    record,
)
from canasta_cli.values import NamedTuple


class HandInPlay(NamedTuple):
    """A hand in play: its game, the seating, and the position now."""

    loaded: LoadedGame
    seats: Seating
    position: Position


class TurnRecorded(NamedTuple):
    """The result of a turn: the verdict, and the hand before and after.

    ``accepted`` is true if it is recorded, or would be without a dry run. ``number`` counts the
    turns of the hand from 1.
    """

    number: int
    given: RecordedTurn
    ruling: Ruling
    before: HandInPlay
    after: HandInPlay
    recorded: bool
    accepted: bool


def in_play(loaded: LoadedGame) -> HandInPlay:
    """Return the hand in play. Raises :class:`~canasta_cli.errors.Refused` if there is none."""
    deal = loaded.game.deal
    if deal is None:
        raise Refused(
            "no hand is being recorded turn by turn",
            fix="Begin one with: canasta deal --upcard 9",
        )
    seats = seats_in_play(loaded.standing, deal)
    return HandInPlay(loaded, seats, table_after(deal, seats, loaded.ruleset))


def hand_in_play(book: Scorebook, name: str | None) -> HandInPlay:
    """Return the hand in play of a game. Raises :class:`~canasta_cli.errors.Refused` without one."""
    return in_play(load_sealed(book.journal, name))


def record_turn(
    book: Scorebook, name: str | None, turn: Turn, *, forced: bool = False, dry_run: bool = False
) -> TurnRecorded:
    """Check a turn and record it; an illegal one is recorded only if it is forced.

    Raises :class:`~canasta_cli.errors.Refused` if no hand is in play.
    """

    def decide(reader: Reader) -> Decision[TurnRecorded]:
        result = _judge(reader, name, turn, forced=forced)
        return Decision(
            result, result.before.loaded, Turned(result.given) if result.accepted else None
        )

    def done(result: TurnRecorded, after: LoadedGame, recorded: bool) -> TurnRecorded:
        # The turn was applied when it was checked, so the hand need not be replayed.
        return result._replace(after=result.after._replace(loaded=after), recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _judge(reader: Reader, name: str | None, turn: Turn, *, forced: bool) -> TurnRecorded:
    before = in_play(load_sealed(reader, name))
    check_not_archived(before.loaded.game)
    check_not_ended(before.loaded)
    turn = with_player(turn, before)
    one = Step(before.position, turn, before.loaded.ruleset)
    refused = one.ruling.verdict.legal is False
    accepted = forced or not refused
    return TurnRecorded(
        number=before.position.turns + 1,
        given=RecordedTurn(turn, forced=forced and refused),
        ruling=one.ruling,
        before=before,
        after=before._replace(position=one.after) if accepted else before,
        recorded=False,
        accepted=accepted,
    )


def with_player(turn: Turn, playing: HandInPlay) -> Turn:
    """Return the turn with its player's full name; by default the player whose turn it is."""
    if turn.player is None:
        return turn._replace(player=playing.position.player)
    players = list(playing.position.players)
    return turn._replace(player=pick(turn.player, players, "player", NotUnderstood))
