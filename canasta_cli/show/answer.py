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
    """An answer as text and as JSON; only the one that is needed is made.

    ``wide`` marks one with tables that rich draws on a terminal: it takes longer to load than any
    short answer.
    """

    __slots__ = ("json", "text", "wide")

    def __init__(
        self,
        text: Callable[[], Blocks],
        json: Callable[[], Mapping[str, object]],
        *,
        wide: bool = False,
    ) -> None:
        self.text = text
        self.json = json
        self.wide = wide


def output_format(*, as_json: bool) -> str:
    """Choose an :class:`OutputFormat`: colour only if the terminal and the environment allow it."""
    if as_json:
        return OutputFormat.JSON
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return OutputFormat.PLAIN
    if os.environ.get("CLICOLOR_FORCE", "0") != "0" or os.environ.get("FORCE_COLOR"):
        return OutputFormat.COLOUR
    return OutputFormat.COLOUR if sys.stdout.isatty() and _knows_colour() else OutputFormat.PLAIN


def _knows_colour() -> bool:
    """True if the terminal understands escape codes; old consoles of Windows do not."""
    names = ("WT_SESSION", "ConEmuANSI", "ANSICON", "TERM")
    return sys.platform != "win32" or any(map(os.environ.get, names))


def formatted(answer: Answer, form: str, stream: TextIO) -> str:
    """Format an answer for a stream."""
    if form == OutputFormat.JSON:
        return json_line(answer.json(), stream)
    blocks = _blocks(answer, stream)
    if form == OutputFormat.PLAIN and not stream.isatty():
        lines = plain(blocks)
    elif form == OutputFormat.PLAIN:
        from canasta_cli.show.terminal import uncoloured

        lines = uncoloured(blocks)
    elif answer.wide:
        from canasta_cli.show.wide import drawn

        return drawn(blocks)
    else:
        from canasta_cli.show.terminal import coloured

        lines = coloured(blocks)
    return "".join(f"{line}\n" for line in lines)


def _blocks(answer: Answer, stream: TextIO) -> Blocks:
    """Return the text of an answer, in the narrow layout if the stream needs it."""
    columns = narrow_columns(stream)
    if not columns:
        return answer.text()
    from canasta_cli.show.terminal import fitted

    return fitted(answer.text(), columns)


def json_line(document: Mapping[str, object], stream: TextIO) -> str:
    """Format a document as a line of JSON that a stream can encode without substitutes.

    Its first key is ``schema``, the version of the keys and their meanings.
    """
    from canasta_cli.words import json_text

    encoding = (stream.encoding or "utf-8").lower().replace("-", "")
    return json_text({"schema": SCHEMA, **document}, ascii_only=encoding != "utf8") + "\n"
