"""Corrections, notes and the log: ``undo redo amend note log penalty``."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import NegativeNumbersCommand
from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.options import (
    force_option,
    pager_option,
    print_answer,
    print_long_answer,
    reading,
    writing,
)
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.amendments import LeftCorrection, TurnCorrection
    from canasta_cli.scorekeeper.scorebook import Scorebook
    from canasta_cli.scorekeeper.undo import UndoResult
    from canasta_cli.show.layout import Text

LONGEST_NUMBER = 12
LEFT = "left"


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
    from canasta_cli.scorekeeper.undo import undo

    with open_scorebook(db) as book:
        result = undo(book, game, steps, dry_run=dry_run)
    _print_undone(result, as_json=as_json)


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
    from canasta_cli.scorekeeper.undo import redo

    with open_scorebook(db) as book:
        result = redo(book, game, steps, dry_run=dry_run)
    _print_undone(result, as_json=as_json)


def _print_undone(result: "UndoResult", *, as_json: bool) -> None:
    from canasta_cli.model.entry import Turned
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


@click.command("amend", cls=NegativeNumbersCommand)
@click.argument("number", metavar="HAND[.TURN|.left]")
@click.argument("tallies", nargs=-1, metavar="[TALLY...]", shell_complete=completers.sides)
@click.option("--dealer", default="", metavar="PLAYER", help="Who dealt that hand.")
@click.option(
    "--drop-penalty",
    type=click.IntRange(1),
    metavar="N",
    help="Drop the hand's Nth penalty that was recorded separately.",
)
@force_option
@writing
def amend_command(
    number: str,
    tallies: tuple[str, ...],
    dealer: str,
    drop_penalty: int | None,
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Correct an earlier hand, one of its turns, or the cards left in hand.

    Later totals, and the points needed to open, change with it. The old version stays in the log, and canasta
    undo restores it. A change that makes this or a later turn illegal needs --force. Penalties that
    were recorded separately (canasta penalty) stay with the hand until they are dropped.

    Examples:
      canasta amend 1 "7xK QQQ2 3x3R out" "AAA 5555 left:JJ4"
        Hand 1 again, for both sides: Us had three red threes, not two.
      canasta amend 2.7 draw discard 5
        Turn 7 of hand 2: the discard was a five.
      canasta amend 2.left Bob=A4 Cat=W
        The cards left in hand at the end of hand 2.
      canasta amend 1 --drop-penalty 2
        The second penalty of hand 1 no longer counts.
    """
    from canasta_cli.cli.hand_arguments import read_hand
    from canasta_cli.scorekeeper.hands import record_hand
    from canasta_cli.scorekeeper.scorebook import load_uncounted
    from canasta_cli.show.hand import hand_blocks, hand_json

    hand, part = _hand_and_part(number)
    _check_one_correction(hand, drop_penalty, tallies=bool(tallies), other=bool(part or dealer))
    with open_scorebook(db) as book:
        if drop_penalty is not None:
            return _drop_penalty(
                book, game, (hand, drop_penalty, force), dry_run=dry_run, as_json=as_json
            )
        if part:
            _check_no_dealer(dealer)
            correction = _correction(hand, part, tallies, force=force)
            return _amend_played(book, game, correction, dry_run=dry_run, as_json=as_json)
        given = read_hand(tallies, load_uncounted(book.journal, game), dealer=dealer, forced=force)
        result = record_hand(book, game, given._replace(number=hand), dry_run=dry_run)
    print_answer(Answer(lambda: hand_blocks(result), lambda: hand_json(result)), as_json=as_json)
    return 0 if result.accepted else 1


def _check_one_correction(
    hand: int, drop_penalty: int | None, *, tallies: bool, other: bool
) -> None:
    """Check that there is a correction, and only one if a penalty is dropped."""
    if drop_penalty is not None and (tallies or other):
        raise NotUnderstood(
            "--drop-penalty changes nothing else of the hand",
            remedy="Give it alone, then make the other correction. "
            f"Example: canasta amend {hand} --drop-penalty {drop_penalty}",
        )
    if drop_penalty is None and not tallies:
        raise NotUnderstood(
            "the correction is missing",
            remedy="Give the hand's tallies, its turn or the cards left. "
            'Example: canasta amend 1 "7xK QQQ2 3x3R out" "AAA 5555 left:JJ4"',
        )


def _check_no_dealer(dealer: str) -> None:
    if dealer:
        raise NotUnderstood(
            "--dealer is for a whole hand, not for a turn or the cards left in hand",
            remedy="Leave --dealer out.",
        )


def _drop_penalty(
    book: "Scorebook",
    game: str | None,
    penalty: tuple[int, int, bool],
    *,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Drop a penalty, given by its hand, its number, and whether it is forced."""
    from canasta_cli.scorekeeper.penalties import drop_penalty

    hand, number, forced = penalty
    result = drop_penalty(book, game, hand, number, forced=forced, dry_run=dry_run)
    from canasta_cli.show.amendments import dropped_blocks, dropped_json

    print_answer(
        Answer(lambda: dropped_blocks(result), lambda: dropped_json(result)), as_json=as_json
    )
    return 0 if result.accepted else 1


def _hand_and_part(text: str) -> tuple[int, str]:
    """Parse ``2`` (a hand), ``2.7`` (its seventh turn) or ``2.left`` (the cards left in hand)."""
    hand, dot, part = text.partition(".")
    known = part.isdecimal() or part == LEFT or not dot
    if not (hand.isdecimal() and len(text) < LONGEST_NUMBER and known):
        raise NotUnderstood(
            f"“{text}” is not a hand number",
            remedy="Give a hand (2), one of its turns (2.7) or the cards left in hand (2.left). "
            "Example: canasta amend 2.7 draw discard 5",
        )
    return int(hand), part


def _correction(
    hand: int, part: str, words: tuple[str, ...], *, force: bool
) -> "TurnCorrection | LeftCorrection":
    from canasta_cli.cli.hand_arguments import read_shown
    from canasta_cli.notation.turn import read_turn
    from canasta_cli.scorekeeper.amendments import LeftCorrection, TurnCorrection

    if part == LEFT:
        return LeftCorrection(hand, read_shown(words), force)
    return TurnCorrection(hand, int(part), read_turn(" ".join(words)), force)


def _amend_played(
    book: "Scorebook",
    game: str | None,
    correction: "TurnCorrection | LeftCorrection",
    *,
    dry_run: bool,
    as_json: bool,
) -> int:
    from canasta_cli.scorekeeper.amendments import amend_played
    from canasta_cli.show.amendments import amended_blocks, amended_json

    result = amend_played(book, game, correction, dry_run=dry_run)
    print_answer(
        Answer(lambda: amended_blocks(result), lambda: amended_json(result)), as_json=as_json
    )
    return 0 if result.accepted else 1


@click.command("note")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...")
@click.option(
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
    from canasta_cli.show.warnings import note_blocks, note_json

    given = " ".join(text)
    with open_scorebook(db) as book:
        note = add_note(book, game, given, hand=hand, dry_run=dry_run)
    answer = Answer(lambda: note_blocks(note, given, hand), lambda: note_json(note, given, hand))
    print_answer(answer, as_json=as_json)


@click.command("log")
@pager_option
@reading
def log_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the log: everything recorded in the game, with its time, and what was undone.

    Examples:
      canasta log
      canasta log -g friday --json
    """
    from canasta_cli.scorekeeper.hands import load_history
    from canasta_cli.show.log import log_blocks, log_json

    with open_scorebook(db) as book:
        now, history = load_history(book, game)
    answer = Answer(
        lambda: log_blocks(now.records, history, now.game, book.local),
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
    from canasta_cli.model.tally import Sign
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
