"""Report the error that ended a command: the exit status, and the message as text or JSON.

Loaded only when something went wrong.
"""

import ast
import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from canasta_cli import __version__
from canasta_cli.cli.session import flush_or_silence, open_scorebook, silence, warn
from canasta_cli.errors import (
    BUG,
    INTERRUPTED,
    AnswerLost,
    AnswerUnwritten,
    CanastaError,
    NotationError,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.rules.names import near
from canasta_cli.show.answer import json_line
from canasta_cli.show.layout import Text, inert, narrow_columns, plain, screen, width
from canasta_cli.words import either

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
            lost = AnswerUnwritten(f"can't write the answer: {error.strerror or error}")
            return _report(lost, arguments, session)
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
        if not isinstance(error, AnswerLost):
            error = AnswerLost(f"{recorded[-1]}; the answer could not be written")
        _print_error(error, arguments)
    elif isinstance(error, CanastaError | click.ClickException):
        return _print_error(error, arguments)
    if interrupted:
        return INTERRUPTED
    if isinstance(error, MemoryError) and not recorded:
        return _print_error(Refused("there is not enough memory for this"), arguments)
    if not known:
        damaged = _damage(session.opened)
        if not damaged:
            warn(report_bug(arguments))
        elif _print_error(damaged, arguments) and not recorded:
            return damaged.status
    return AnswerLost.status if recorded else BUG


def _print_error(error: CanastaError | click.ClickException, arguments: list[str]) -> int:
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
    from canasta_cli.scorekeeper.health import examine

    try:
        with open_scorebook(file, examine=True) as book:
            return not examine(book, file).faults
    except Exception:  # noqa: BLE001 - what cannot even be examined is damaged
        return False


def report_bug(arguments: list[str]) -> str:
    """Write the details of a bug to a log file, and return the one line to print."""
    fault = sys.exc_info()[1]
    file = write_bug_log(arguments)
    if not file:
        return f"canasta: this is a bug in canasta: {fault!r}\n"
    return f"canasta: this is a bug in canasta; the details are in {file}\n"


def write_bug_log(arguments: list[str]) -> str:
    """Write the error being handled to a new log file; return its path, or "" if that failed."""
    text = (
        f"canasta {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"arguments: {arguments!r}\n{traceback.format_exc()}"
    )
    try:
        number, file = tempfile.mkstemp(prefix="canasta-", suffix=".log", text=True)
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(text)
    except OSError:
        return ""
    return file


# The message of an error.

EXCERPT = 70


def format_error(error: CanastaError, *, as_json: bool) -> str:
    """Format an error for standard error."""
    if as_json:
        return json_line(error.facts(), sys.stderr)
    lines = [f"canasta: {line}" if not place else line for place, line in _numbered(error.message)]
    narrow = narrow_columns(sys.stderr)
    columns = narrow or _columns()
    lines = _filled(lines, columns)
    if isinstance(error, NotationError):
        lines += _excerpt(error, min(EXCERPT, (narrow or EXCERPT + 2) - 2))
    lines += _filled(error.fix.splitlines(), columns)
    return "".join(f"{line}\n" for line in lines)


def report_errors(errors: Sequence[CanastaError], *, as_json: bool = False) -> None:
    """Report errors on standard error, next to an answer about everything else."""
    for error in errors:
        warn(format_error(error, as_json=as_json))


def format_warning(*lines: str) -> str:
    """Format lines for standard error that are no error."""
    filled = _filled(list(lines), narrow_columns(sys.stderr) or _columns())
    return "".join(f"{line}\n" for line in filled)


def _columns() -> int:
    """Return the columns of the terminal that shows the message; 0 if it is none."""
    found = screen(sys.stderr) if sys.stderr.isatty() else None
    return found[0] if found else 0


def _filled(lines: list[str], columns: int) -> list[str]:
    """Return inert lines, wrapped at the columns of a screen; 0 wraps none."""
    if not columns:
        return [inert(line) for line in lines]
    from canasta_cli.show.terminal import fitted

    return [*plain(fitted(tuple(map(Text, lines)), columns))]


def _numbered(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.splitlines() or [""]))


def _excerpt(error: NotationError, longest: int) -> list[str]:
    """Return the line as typed, shortened to ``longest``, and a line that marks the token."""
    start = max(0, error.start - longest // 2)
    before = inert(error.text[start : error.start])
    shown = inert(error.text[start : start + longest])
    marked = inert(error.text[error.start : max(error.end, error.start + 1)])
    space = max(longest - width(before), 1)
    return [f"  {shown}", f"  {' ' * width(before)}{'^' * max(1, min(width(marked), space))}"]


def _groups_with(word: str, context: click.Context) -> Iterator[str]:
    """Yield the groups that have a command of this name: ``pickup`` is one of ``check``."""
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            group = context.command.get_command(context, name)
            if isinstance(group, click.Group) and word in group.list_commands(context):
                yield name


def from_click(error: click.ClickException) -> CanastaError:
    """Turn a usage error of click into an error whose fix is the command's help."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "canasta"
    message, example = _usage_message(error), ""
    if isinstance(error, click.MissingParameter) and context:
        from canasta_cli.cli.helptext import parse_docstring

        example = f"Example: {parse_docstring(context.command).examples[0].line}\n"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        message = f"“{command}” needs a command after it"
    if isinstance(error, click.exceptions.NoSuchCommand) and context:
        # Click does not know the commands of a lazy group, so the near miss is found here.
        word = error.command_name
        names = context.command.list_commands(context)
        groups = [f" Did you mean “{group} {word}”?" for group in _groups_with(word, context)]
        message = f"there is no command “{word}”.{(groups or [near(word, names)])[0]}"
    if isinstance(error, click.NoSuchOption) and context:
        names = [
            name.removeprefix("--")
            for option in context.command.get_params(context)
            for name in (*option.opts, *option.secondary_opts)
            if name.startswith("--")
        ]
        word = error.option_name.lstrip("-")
        begun = [name for name in names if name.startswith(word)]
        # Short names are alike by chance: “season” and “json”.
        nearest = near(word, begun or names, before="--", least=0.6 if begun else 0.7)
        message = f"no such option {error.option_name}.{nearest}"
    return NotUnderstood(
        f"{message[:1].lower() if message[1:2].islower() else message[:1]}{message[1:]}",
        fix=f"{example}See the help: {command} --help",
    )


# The subject of the sentence about a missing argument, by the name of its parameter.
SUBJECTS = {
    "card": "the card",
    "cards": "the cards",
    "clauses": "the turn",
    "file": "the file name",
    "files": "the file name",
    "melded": "the melds",
    "name": "the name",
    "number": "the hand number",
    "one": "the ruleset",
    "other": "the second ruleset",
    "page": "the page",
    "player": "the player",
    "players": "the players",
    "rule": "the rule",
    "shell": "the shell",
    "side": "the side",
    "steps": "the number of entries",
    "substitute": "the substitute",
    "tallies": "the correction",
    "tally": "the tally",
    "text": "the text",
    "total": "the total",
    "totals": "the total",
    "turn": "the turn",
    "what": "the penalty",
}
_PLURAL = ("cards", "melded", "players")
_EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<value>.*)\)", re.DOTALL)
_WRONG = re.compile(r"(?P<value>'.*'|\".*\") is not (?:a valid|one of)", re.DOTALL)


def _usage_message(error: click.ClickException) -> str:
    """Format a usage error in plain words; the library's sentence if it is of an unknown kind."""
    message = error.format_message()
    if isinstance(error, click.MissingParameter) and error.param:
        be = "are" if error.param.name in _PLURAL else "is"
        return f"{_subject(error.param)} {be} missing"
    if isinstance(error, click.BadParameter) and error.param:
        return _bad_value(error, error.param) or message
    if isinstance(error, click.BadOptionUsage):
        takes = "takes no value" if "does not take" in message else "needs a value"
        return f"{error.option_name} {takes}"
    if extra := _EXTRA.match(message):
        return f"I don't understand “{extra['value']}” here"
    return " ".join(message.split())


def _subject(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[-1]
    return SUBJECTS.get(parameter.name or "", f"“{parameter.human_readable_name}”")


def _bad_value(error: click.BadParameter, parameter: click.Parameter) -> str:
    """Format a value of the wrong kind; empty if the library's sentence has an unknown form."""
    wanted, found = parameter.type, _WRONG.match(error.message)
    if isinstance(wanted, click.IntRange) and not found and wanted.min is not None:
        return f"{_subject(parameter)} must be at least {wanted.min}"
    if not found:
        return ""
    value = f"“{ast.literal_eval(found['value'])}”"
    if isinstance(wanted, click.Choice):
        return f"{_subject(parameter)} must be {either(map(str, wanted.choices))}, not {value}"
    option = f"{_subject(parameter)}: " if isinstance(parameter, click.Option) else ""
    return f"{option}{value} is not a whole number"
