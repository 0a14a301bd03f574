"""What was recorded: ``undo redo amend note log``."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import desk, force_option, reading, tell, writing
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.desk import Desk
    from canasta_cli.scorekeeper.hands import Moved
    from canasta_cli.scorekeeper.mending import LeftMended, TurnMended
    from canasta_cli.show.layout import Text

LONGEST_NUMBER = 12
LEFT = "left"


@click.command("undo")
@click.argument("steps", type=click.IntRange(1), default=1, metavar="[N]")
@writing
def undo_command(
    steps: int, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Take back what was recorded last: the last N entries.

    A hand, an amendment, a note and a new name can be taken back. Nothing is deleted: the log
    shows it, and redo brings it back.

    \b
    Examples:
      canasta undo
      canasta undo 2
    """
    from canasta_cli.scorekeeper.hands import undo

    with desk(db) as here:
        moved = undo(here, game, steps, dry_run=dry_run)
    _tell_moved("Taken back:", moved, as_json=as_json)


@click.command("redo")
@click.argument("steps", type=click.IntRange(1), default=1, metavar="[N]")
@writing
def redo_command(
    steps: int, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Bring back what was taken back last: the last N entries.

    \b
    Examples:
      canasta redo
      canasta redo 2
    """
    from canasta_cli.scorekeeper.hands import redo

    with desk(db) as here:
        moved = redo(here, game, steps, dry_run=dry_run)
    _tell_moved("Brought back:", moved, as_json=as_json)


def _tell_moved(word: str, moved: "Moved", *, as_json: bool) -> None:
    from canasta_cli.show.layout import BLANK
    from canasta_cli.show.log import moved_blocks, moved_json
    from canasta_cli.show.standing import next_blocks, next_json

    stand = moved.table.standing
    answer = Answer(
        lambda: (
            *moved_blocks(word, moved.records, stand.game),
            *_dry(moved.recorded),
            BLANK,
            *next_blocks(stand),
        ),
        lambda: {
            "moved": moved_json(moved.records, stand.game),
            "recorded": moved.recorded,
            **next_json(stand),
        },
    )
    tell(answer, as_json=as_json)


def _dry(recorded: bool) -> tuple[()] | tuple["Text"]:
    from canasta_cli.show.layout import DRY

    return () if recorded else (DRY,)


@click.command("amend", context_settings={"ignore_unknown_options": True})
@click.argument("number", metavar="HAND[.TURN|.left]")
@click.argument(
    "tallies", nargs=-1, required=True, metavar="TALLY...", shell_complete=completing.sides
)
@click.option("--dealer", default="", metavar="PLAYER", help="Who dealt that hand.")
@force_option
@writing
def amend_command(
    number: str,
    tallies: tuple[str, ...],
    dealer: str,
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Record an earlier hand anew, or of one recorded turn by turn a turn, or what was left.

    The hand keeps its number; totals and minimums after it follow. What was there before stays in
    the log, and undo restores it. A turn is refused with which its hand would no longer hold.

    \b
    Examples:
      canasta amend 1 "7xK QQQ2 3x3R out" "AAA 5555 left:JJ4"
      canasta amend 2.7 draw discard 5
      canasta amend 2.left Bob=A4 Cat=W
    """
    from canasta_cli.cli.saying import read_hand
    from canasta_cli.scorekeeper.desk import seated
    from canasta_cli.scorekeeper.hands import record_hand
    from canasta_cli.show.hand import hand_blocks, hand_json

    hand, part = _hand_and_part(number)
    with desk(db) as here:
        if part and dealer:
            raise NotUnderstood(
                "who dealt is told of a whole hand, not of a part of it",
                remedy="Leave --dealer out.",
            )
        if part:
            mended = _mended(hand, part, tallies, force=force)
            return _amend_played(here, game, mended, dry_run=dry_run, as_json=as_json)
        said = read_hand(tallies, seated(here.journal, game), dealer=dealer, forced=force)
        result = record_hand(here, game, said._replace(number=hand), dry_run=dry_run)
    tell(Answer(lambda: hand_blocks(result), lambda: hand_json(result)), as_json=as_json)
    return 0 if result.stands else 1


def _hand_and_part(text: str) -> tuple[int, str]:
    """``2`` is a hand, ``2.7`` the seventh turn of it, and ``2.left`` what was left at its end."""
    hand, dot, part = text.partition(".")
    known = part.isdecimal() or part == LEFT or not dot
    if not (hand.isdecimal() and len(text) < LONGEST_NUMBER and known):
        raise NotUnderstood(
            f"“{text}” is no hand, nor a part of one",
            remedy="Give the hand's number, or hand and turn: canasta amend 2.7 draw discard 5\n"
            "What was left at its end: canasta amend 2.left Bob=A4 Cat=W",
        )
    return int(hand), part


def _mended(
    hand: int, part: str, words: tuple[str, ...], *, force: bool
) -> "TurnMended | LeftMended":
    from canasta_cli.cli.saying import read_shown
    from canasta_cli.notation.turn import read_turn
    from canasta_cli.scorekeeper.mending import LeftMended, TurnMended

    if part == LEFT:
        return LeftMended(hand, read_shown(words), force)
    return TurnMended(hand, int(part), read_turn(" ".join(words)), force)


def _amend_played(
    here: "Desk",
    game: str | None,
    mended: "TurnMended | LeftMended",
    *,
    dry_run: bool,
    as_json: bool,
) -> int:
    from canasta_cli.scorekeeper.mending import amend_played
    from canasta_cli.show.mending import amended_blocks, amended_json

    result = amend_played(here, game, mended, dry_run=dry_run)
    tell(Answer(lambda: amended_blocks(result), lambda: amended_json(result)), as_json=as_json)
    return 0 if result.stands else 1


@click.command("note")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...")
@writing
def note_command(
    text: tuple[str, ...], game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Add a remark to the game: it is kept in the log and in exports.

    \b
    Examples:
      canasta note "Bob dealt twice"
    """
    from canasta_cli.scorekeeper.hands import note
    from canasta_cli.show.layout import Text, short

    said = " ".join(text)
    with desk(db) as here:
        now = note(here, game, said, dry_run=dry_run)
    noted = Text(f"Noted in {now.game.name}: {short(said)}")
    answer = Answer(
        lambda: (noted, *_dry(not dry_run)),
        lambda: {"game": now.game.name, "note": said, "recorded": not dry_run},
    )
    tell(answer, as_json=as_json)


@click.command("log")
@reading
def log_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show what was recorded, when, and what of it was taken back.

    \b
    Examples:
      canasta log
      canasta log -g friday --json
    """
    from canasta_cli.scorekeeper.hands import history
    from canasta_cli.show.log import log_blocks, log_json

    with desk(db) as here:
        now, course = history(here, game)
    answer = Answer(
        lambda: log_blocks(now.records, course, now.game),
        lambda: log_json(now.records, course, now.game),
    )
    tell(answer, as_json=as_json)


@click.command("penalty", context_settings={"ignore_unknown_options": True})
@click.argument("side", shell_complete=completing.side_names)
@click.argument("what", metavar="TOPIC|POINTS", shell_complete=completing.topics)
@writing
def penalty_command(
    side: str, what: str, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Record a penalty while a hand is being played: it counts with that hand.

    Name an irregularity that the ruleset puts a number to, or the points that the table agrees on.

    \b
    Examples:
      canasta penalty Them illegal-take
      canasta penalty Bob 100
    """
    from canasta_cli.model.tally import Sign
    from canasta_cli.notation.tally import read_tally
    from canasta_cli.scorekeeper.hands import award
    from canasta_cli.show.standing import next_blocks, next_json

    given = next(each for each in read_tally(f"penalty:{what}").awards if each.sign is Sign.PENALTY)
    with desk(db) as here:
        stand = award(here, game, side, given, dry_run=dry_run).standing
    answer = Answer(
        lambda: (*next_blocks(stand), *_dry(not dry_run)),
        lambda: {"recorded": not dry_run, **next_json(stand)},
    )
    tell(answer, as_json=as_json)
