"""The end of a command that raises an error: one message, and one exit status."""

import sys
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.streams import flush_or_silence, silence, warn
from canasta_cli.errors import AnswerLost, CanastaError, Refused

if TYPE_CHECKING:
    from canasta_cli.journal.store import Committed

DONE = 0
INTERRUPTED = 130
BUG = 70


def end(error: BaseException, arguments: list[str], recorded: "list[Committed]") -> int:
    """Write the message for the error that ended a command, and return the exit status.

    ``recorded`` lists what the command has committed. If there is anything, a retry would record it
    twice, so the status is that of a lost answer for every error except an interrupt.
    """
    try:
        if isinstance(error, SystemExit) and error.code != 1:
            return int(error.code or DONE)
        if isinstance(error, BrokenPipeError | SystemExit):
            # The libraries exit with 1 if the reader closed the pipe, which is not an error.
            silence(sys.stdout)
            return DONE
        if isinstance(error, OSError) and error.filename is None:
            # The error of a stream. Python would report it again at exit.
            silence(sys.stdout)
            return _failed(_unwritten(error), arguments, recorded)
        return _failed(error, arguments, recorded)
    finally:
        flush_or_silence()


def _failed(error: BaseException, arguments: list[str], recorded: "list[Committed]") -> int:
    interrupted = isinstance(error, click.Abort | KeyboardInterrupt)
    known = isinstance(error, CanastaError | click.ClickException)
    if interrupted and error.__cause__ is None:
        warn("\n")  # otherwise click has ended the line
    if recorded:
        _tell(_lost(recorded), arguments)
    elif isinstance(error, CanastaError | click.ClickException):
        return _tell(error, arguments)
    if interrupted:
        return INTERRUPTED
    if not known:
        from canasta_cli.cli.damage import damage
        from canasta_cli.cli.failing import report_bug

        damaged = damage()
        if not damaged:
            warn(report_bug(arguments))
        elif _tell(damaged, arguments) and not recorded:
            return damaged.status
    return AnswerLost.status if recorded else BUG


def _unwritten(error: OSError) -> Refused:
    return Refused(f"can't write the answer: {error.strerror or error}")


def _lost(recorded: "list[Committed]") -> AnswerLost:
    from canasta_cli.words import count_of

    name, number, games = recorded[-1]
    what = f"recorded as entry {number} of {name}" if number else f"recorded: {name} is current"
    others = f", with {count_of(games - 1, 'other game')}" if games > 1 else ""
    return AnswerLost(f"{what}{others}; the answer could not be written")


def _tell(error: CanastaError | click.ClickException, arguments: list[str]) -> int:
    from canasta_cli.cli.failing import of_click, sentence

    known = of_click(error) if isinstance(error, click.ClickException) else error
    warn(sentence(known, as_json="--json" in arguments))
    return known.status
