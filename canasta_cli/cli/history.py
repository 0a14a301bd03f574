"""Undo and redo, notes, penalties and the log: ``undo redo note log penalty``."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import NegativeNumbersCommand, option
from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.hints import after_undo, hint
from canasta_cli.cli.options import (
    print_answer,
    print_long_answer,
    reading,
    writing,
)
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import UndoResult
    from canasta_cli.show.layout import Text


@click.command("undo")
@click.argument("steps", type=click.IntRange(1), default=1, metavar="[N]")
@writing
def undo_command(
    steps: int, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Undo the newest entry, or the newest N entries.

    An entry is a hand, a turn, an amendment, a penalty, a note or a new name. Nothing is deleted:
    the log shows what was undone, and canasta redo restores it. If the last command recorded
    into another game than the current one, name the game with -g. If you undo turns, the answer
    shows the table as it was before them.

    Examples:
      canasta undo
        The last hand was wrong: undo it, then record it again.
      canasta undo 2 -g friday
    """
    from canasta_cli.scorekeeper.scorebook import undo

    with open_scorebook(db) as book:
        result = undo(book, game, steps, dry_run=dry_run)
    _print_undone(result, as_json=as_json)
    if result.recorded:
        hint(*after_undo(game), as_json=as_json)


@click.command("redo")
@click.argument("steps", type=click.IntRange(1), default=1, metavar="[N]")
@writing
def redo_command(
    steps: int, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Redo what was undone last: one entry, or N entries.

    Examples:
      canasta redo
        The hand was right after all: restore it.
      canasta redo 2
    """
    from canasta_cli.scorekeeper.scorebook import redo

    with open_scorebook(db) as book:
        result = redo(book, game, steps, dry_run=dry_run)
    _print_undone(result, as_json=as_json)


def _print_undone(result: "UndoResult", *, as_json: bool) -> None:
    from canasta_cli.model.history import Turned
    from canasta_cli.show.undo import undo_blocks, undo_json

    playing = None
    if result.after.game.deal and all(isinstance(each.entry, Turned) for each in result.records):
        from canasta_cli.scorekeeper.playing import in_play

        playing = in_play(result.after)
    answer = Answer(lambda: undo_blocks(result, playing), lambda: undo_json(result))
    print_answer(answer, as_json=as_json)


def _dry(recorded: bool) -> tuple[()] | tuple["Text"]:
    from canasta_cli.show.layout import DRY

    return () if recorded else (DRY,)


@click.command("note")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...")
@option(
    "--hand",
    type=click.IntRange(1),
    metavar="N",
    help="Add it to hand N, and settle the warnings about it.",
)
@writing
def note_command(
    text: tuple[str, ...],
    hand: int | None,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> None:
    """Add a note to the game, or to one of its hands.

    The note appears in the log and in exports. A note on a hand settles the warnings about it:
    they are no longer shown, unless the hand is amended.

    Examples:
      canasta note "Bob dealt twice"
      canasta note --hand 2 "Nobody went out: it was midnight"
        The hand is right, although nobody went out.
    """
    from canasta_cli.scorekeeper.hands import add_note
    from canasta_cli.show.standing import note_blocks, note_json

    given = " ".join(text)
    with open_scorebook(db) as book:
        note = add_note(book, game, given, hand=hand, dry_run=dry_run)
    answer = Answer(lambda: note_blocks(note, given, hand), lambda: note_json(note, given, hand))
    print_answer(answer, as_json=as_json)


@click.command("log")
@reading
def log_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the log: everything recorded in the game, with its time, and what was undone.

    Examples:
      canasta log
      canasta log -g friday --json
    """
    from canasta_cli.scorekeeper.hands import load_history
    from canasta_cli.show.log import log_blocks, log_json

    with open_scorebook(db, snapshot=True) as book:
        now, history = load_history(book, game)
    answer = Answer(
        lambda: log_blocks(now.records, history, now, book.local),
        lambda: log_json(now.records, history, now.game),
    )
    print_long_answer(answer, as_json=as_json)


@click.command("penalty", cls=NegativeNumbersCommand)
@click.argument("side", shell_complete=completers.side_names)
@click.argument("what", metavar="TOPIC|POINTS", shell_complete=completers.topics)
@writing
def penalty_command(
    side: str, what: str, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> None:
    """Record a penalty during a hand; it is counted with that hand.

    Give an irregularity for which the ruleset has a price, or the points that the table agrees on.
    The irregularities: canasta rules penalties

    Examples:
      canasta penalty Them illegal-take
        Them took the pile when they could not.
      canasta penalty Bob 100
        100 points against Bob's side.
    """
    from canasta_cli.model.game import Sign
    from canasta_cli.notation.tally import read_tally
    from canasta_cli.scorekeeper.hands import record_penalty
    from canasta_cli.show.standing import game_blocks, next_blocks, next_json

    given = next(each for each in read_tally(f"penalty:{what}").awards if each.sign is Sign.PENALTY)
    with open_scorebook(db) as book:
        stand = record_penalty(book, game, side, given, dry_run=dry_run).standing
    answer = Answer(
        lambda: (*game_blocks(stand), *next_blocks(stand), *_dry(not dry_run)),
        lambda: {"recorded": not dry_run, **next_json(stand)},
    )
    print_answer(answer, as_json=as_json)
