"""Error messages, as text or JSON. Loaded only when something went wrong."""

import os
import platform
import sys
import tempfile
import traceback

import click

from canasta_cli import __version__
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.rules.load import near
from canasta_cli.show.answer import json_line
from canasta_cli.show.layout import inert, width

EXCERPT = 70


def sentence(error: CanastaError, *, as_json: bool) -> str:
    """Format an error for standard error."""
    if as_json:
        return json_line(error.facts(), sys.stderr)
    lines = [f"canasta: {line}" if not place else line for place, line in _numbered(error.message)]
    if isinstance(error, NotationError):
        lines += _excerpt(error)
    lines += error.remedy.splitlines() if error.remedy else []
    return "".join(f"{inert(line)}\n" for line in lines)


def _numbered(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.splitlines() or [""]))


def _excerpt(error: NotationError) -> list[str]:
    """Return the line as typed, shortened to fit a terminal, and a line that marks the token."""
    start = max(0, error.start - EXCERPT // 2)
    before = inert(error.text[start : error.start])
    shown = inert(error.text[start : start + EXCERPT])
    marked = inert(error.text[error.start : max(error.end, error.start + 1)])
    room = max(EXCERPT - width(before), 1)
    return [f"  {shown}", f"  {' ' * width(before)}{'^' * max(1, min(width(marked), room))}"]


def of_click(error: click.ClickException) -> CanastaError:
    """Turn a usage error of click into an error whose fix is the command's help."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "canasta"
    message = " ".join(error.format_message().split())
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        message = f"“{command}” needs a command after it"
    if isinstance(error, click.exceptions.NoSuchCommand) and context:
        # Click does not know the commands of a lazy group, so the near miss is found here.
        known = context.command.list_commands(context)
        message = f"there is no command “{error.command_name}”.{near(error.command_name, known)}"
    if isinstance(error, click.NoSuchOption) and context:
        known = [
            name.removeprefix("--")
            for option in context.command.get_params(context)
            for name in (*option.opts, *option.secondary_opts)
            if name.startswith("--")
        ]
        nearest = near(error.option_name.lstrip("-"), known, before="--")
        message = f"no such option {error.option_name}.{nearest}"
    return NotUnderstood(
        f"{message[:1].lower()}{message[1:]}", remedy=f"See the help: {command} --help"
    )


def report_bug(arguments: list[str]) -> str:
    """Write the details of a bug to a log file, and return the one line to print."""
    fault = sys.exc_info()[1]
    file = log_of_bug(arguments)
    if not file:
        return f"canasta: this is a bug in canasta: {fault!r}\n"
    return f"canasta: this is a bug in canasta; the details are in {file}\n"


def log_of_bug(arguments: list[str]) -> str:
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
