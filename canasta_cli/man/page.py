"""A page of the manual as a value, and the four kinds of markup in its text.

In text, `` `back quotes` `` mark what is typed literally, ``<NAME>`` marks a placeholder, and
options and references to other pages are recognized by their form.
"""

import re
from collections.abc import Iterator

from canasta_cli.values import Enum, NamedTuple

PROGRAM = "canasta"


class Style(Enum):
    """Typographic style of a piece of text."""

    PLAIN = "plain"
    LITERAL = "literal"
    PLACE = "place"


class Piece(NamedTuple):
    """Text of one style."""

    style: Style
    words: str


class Paragraph(NamedTuple):
    """Text that is filled to the width of the page."""

    words: str


class Item(NamedTuple):
    """A term and its description."""

    term: str
    description: str


class Code(NamedTuple):
    """Lines that are not filled (commands, or a file), and their meaning; empty for none."""

    lines: tuple[str, ...]
    meaning: str = ""


class Usage(NamedTuple):
    """A command and the arguments and options that may follow it."""

    command: str
    words: tuple[str, ...] = ()


class Subheading(NamedTuple):
    """A heading within a section."""

    title: str


Block = Paragraph | Item | Code | Usage | Subheading


class Section(NamedTuple):
    """A section under its heading."""

    heading: str
    blocks: tuple[Block, ...]


class Page(NamedTuple):
    """A page: its name (``canasta-hand``), its section of the manual, its title and its sections."""

    name: str
    section: int
    title: str
    sections: tuple[Section, ...]

    @property
    def reference(self) -> str:
        """Return the reference that other pages use: ``canasta-hand(1)``."""
        return f"{self.name}({self.section})"

    @property
    def file(self) -> str:
        """Return the file of the page, relative to the folder of the manual."""
        return f"man{self.section}/{self.name}.{self.section}"


_MARKS = re.compile(
    r"`(?P<literal>[^`]+)`"
    r"|<(?P<place>[A-Z][A-Z_|=,. ]*)>"
    rf"|(?P<page>\b{PROGRAM}(?:-[a-z]+)?)(?=\([15]\))"
    r"|(?P<option>(?<![\w-])--[a-z][a-z-]+)"
)


def pieces(words: str) -> Iterator[Piece]:
    """Split text into pieces by style, without the markup."""
    at = 0
    for match in _MARKS.finditer(words):
        if match.start() > at:
            yield Piece(Style.PLAIN, words[at : match.start()])
        found = match[match.lastgroup or 0]
        yield Piece(Style.PLACE if match.lastgroup == "place" else Style.LITERAL, found)
        at = match.end()
    if at < len(words):
        yield Piece(Style.PLAIN, words[at:])


def unmarked(words: str) -> str:
    """Remove the markup from text; a literal part with spaces is put in quotes."""
    return "".join(
        f"“{piece.words}”" if piece.style is Style.LITERAL and " " in piece.words else piece.words
        for piece in pieces(words)
    )


def literal(text: str) -> str:
    """Mark text that is typed literally."""
    return f"`{text}`"


def as_sentence(description: str) -> str:
    """Turn a description without a full stop into a sentence."""
    return f"{description[0].upper()}{description[1:]}."


def see_also(*references: str) -> Section:
    """Return the section that refers to other pages."""
    return Section("See also", (Paragraph(", ".join(references)),))


# A word of a command line, quotes included; an option stays with its value.
_SHELL_WORD = re.compile(r'(?:--?[a-z][a-z-]* (?!-))?(?:[^\s"]|"[^"]*")+')


def wrap_command(line: str, width: int) -> Iterator[str]:
    """Split a command line into lines of at most ``width``, with a backslash at each break."""
    whole = ""
    for word in _SHELL_WORD.findall(line):
        if whole and len(whole) + len(word) + len("  \\") > width:
            yield f"{whole} \\"
            whole = "   "
        whole += f" {word}" if whole else word
    yield whole
