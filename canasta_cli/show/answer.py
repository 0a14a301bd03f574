"""An answer: as JSON, as plain text, or in colour."""

from __future__ import annotations

import os
import sys

from canasta_cli.show.layout import narrow_columns, plain

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TextIO

    from canasta_cli.show.layout import Blocks

SCHEMA = 2
"""The version of the keys of JSON documents; any key that changes its meaning raises it."""


class OutputFormat:
    """The ways in which answers are printed."""

    JSON = "json"
    PLAIN = "plain"
    COLOUR = "colour"


class Answer:
    """An answer as text and as JSON; only the one that is needed is made."""

    __slots__ = ("json", "text")

    def __init__(
        self, text: Callable[[], Blocks], json: Callable[[], Mapping[str, object]]
    ) -> None:
        self.text = text
        self.json = json


def output_format(*, as_json: bool, wanted: Callable[[], bool] = lambda: True) -> str:
    """Choose an :class:`OutputFormat`: colour only if the terminal and the environment allow it.

    ``wanted`` tells if people want it where the environment leaves it open.
    """
    if as_json:
        return OutputFormat.JSON
    variable, coloured = colour_variable()
    if variable:
        return OutputFormat.COLOUR if coloured else OutputFormat.PLAIN
    may = sys.stdout.isatty() and _knows_colour() and wanted()
    return OutputFormat.COLOUR if may else OutputFormat.PLAIN


def colour_variable() -> tuple[str, bool]:
    """Return the variable of the environment that decides about colour, if one does, and how."""
    if os.environ.get("NO_COLOR"):
        return "NO_COLOR", False
    if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return "TERM", False
    if os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return "CLICOLOR_FORCE", True
    return ("FORCE_COLOR", True) if os.environ.get("FORCE_COLOR") else ("", False)


def _knows_colour() -> bool:
    """True if the terminal understands escape codes; old consoles of Windows do not."""
    names = ("WT_SESSION", "ConEmuANSI", "ANSICON", "TERM")
    return sys.platform != "win32" or any(map(os.environ.get, names))


def formatted(answer: Answer, form: str, stream: TextIO) -> str:
    """Format an answer for a stream."""
    if form == OutputFormat.JSON:
        return json_line(answer.json(), stream)
    blocks = answer.text()
    columns = narrow_columns(stream)
    if form == OutputFormat.COLOUR or columns or stream.isatty():
        from canasta_cli.show.terminal import coloured, fitted, terminal_width

        blocks = fitted(blocks, columns or terminal_width())
    lines = coloured(blocks) if form == OutputFormat.COLOUR else plain(blocks)
    return "".join(f"{line}\n" for line in lines)


def json_line(document: Mapping[str, object], stream: TextIO) -> str:
    """Format a document as a line of JSON that a stream can encode without substitutes.

    Its first key is ``schema``, the version of the keys and their meanings.
    """
    from canasta_cli.words import json_text

    encoding = (stream.encoding or "utf-8").lower().replace("-", "")
    return json_text({"schema": SCHEMA, **document}, ascii_only=encoding != "utf8") + "\n"
