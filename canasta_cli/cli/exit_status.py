"""Report the error that ended a command, in one message, and return its exit status."""

import sys
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.session import flush_or_silence, silence, warn
from canasta_cli.errors import (
    BUG,
    INTERRUPTED,
    AnswerLost,
    AnswerUnwritten,
    CanastaError,
    Refused,
    UnusableData,
)

if TYPE_CHECKING:
    from canasta_cli.cli.session import Session

DONE = 0


def report_error(error: BaseException, arguments: list[str], session: "Session") -> int:
    """Write the message for the error that ended a command, and return the exit status.

    If the command has recorded anything, a retry would record it twice, so the status is that of a
    lost answer for every error except an interrupt.
    """
    if isinstance(error, CanastaError):
        error.fix = session.addressed(error.fix)
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
            return _report(_unwritable(error), arguments, session)
        return _report(error, arguments, session)
    finally:
        flush_or_silence()


def _report(error: BaseException, arguments: list[str], session: "Session") -> int:
    recorded = session.recorded
    interrupted = isinstance(error, click.Abort | KeyboardInterrupt)
    known = isinstance(error, CanastaError | click.ClickException)
    if interrupted and error.__cause__ is None:
        warn("\n")  # otherwise click has ended the line
    if recorded:
        lost = error if isinstance(error, AnswerLost) else _lost_answer(recorded)
        _print_error(lost, arguments)
    elif isinstance(error, CanastaError | click.ClickException):
        return _print_error(error, arguments)
    if interrupted:
        return INTERRUPTED
    if isinstance(error, MemoryError) and not recorded:
        return _print_error(Refused("there is not enough memory for this"), arguments)
    if not known:
        from canasta_cli.cli.error_messages import report_bug

        damaged = _damage(session.opened)
        if not damaged:
            warn(report_bug(arguments))
        elif _print_error(damaged, arguments) and not recorded:
            return damaged.status
    return AnswerLost.status if recorded else BUG


def _unwritable(error: OSError) -> AnswerUnwritten:
    return AnswerUnwritten(f"can't write the answer: {error.strerror or error}")


def _lost_answer(recorded: list[str]) -> AnswerLost:
    return AnswerLost(f"{recorded[-1]}; the answer could not be written")


def _print_error(error: CanastaError | click.ClickException, arguments: list[str]) -> int:
    from canasta_cli.cli.error_messages import format_error, from_click

    known = from_click(error) if isinstance(error, click.ClickException) else error
    warn(format_error(known, as_json="--json" in arguments))
    return known.status


def _damage(opened: list[str]) -> UnusableData | None:
    """Blame an unexpected error on the database that was open if it is damaged, and only then.

    A database can be changed outside the program in more ways than the program can foresee.
    """
    if not opened or _is_sound(opened[-1]):
        return None
    from canasta_cli.journal.schema import DOCTOR

    return UnusableData(f"{opened[-1]} is damaged", fix=DOCTOR)


def _is_sound(file: str) -> bool:
    from canasta_cli.cli.session import open_scorebook
    from canasta_cli.scorekeeper.health import examine

    try:
        with open_scorebook(file, examine=True) as book:
            return not examine(book, file).faults
    except Exception:  # noqa: BLE001 - what cannot even be examined is damaged
        return False
