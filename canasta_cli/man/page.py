"""A page of the manual as a value, and the four marks that its words may carry.

In words, a part in `` `back quotes` `` is to be typed as it stands, ``<NAME>`` stands for something
else, and options and other pages of the manual are known by their form.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

PROGRAM = "canasta"


class Style(Enum):
    """How a piece of a line is set."""

    PLAIN = "plain"
    LITERAL = "literal"
    PLACE = "place"


class Piece(NamedTuple):
    """Words of one style."""

    style: Style
    words: str


class Paragraph(NamedTuple):
    """Words that are filled to the width of the page."""

    words: str


class Item(NamedTuple):
    """A term and what is said about it."""

    term: str
    says: str


class Code(NamedTuple):
    """Lines that stand as they are: commands, or a file."""

    lines: tuple[str, ...]


class Usage(NamedTuple):
    """A command line: the command, and the words that may follow it."""

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
    """A page: ``canasta-hand`` in section 1 of the manual, its title, and what it says."""

    name: str
    section: int
    title: str
    sections: tuple[Section, ...]

    @property
    def reference(self) -> str:
        """The page as other pages name it: ``canasta-hand(1)``."""
        return f"{self.name}({self.section})"

    @property
    def file(self) -> str:
        """The file of the page within the folder of the manual."""
        return f"man{self.section}/{self.name}.{self.section}"


_MARKS = re.compile(
    r"`(?P<literal>[^`]+)`"
    r"|<(?P<place>[A-Z][A-Z_|=,. ]*)>"
    rf"|(?P<page>\b{PROGRAM}(?:-[a-z]+)?)(?=\([15]\))"
    r"|(?P<option>(?<![\w-])--[a-z][a-z-]+)"
)


def pieces(words: str) -> Iterator[Piece]:
    """The words by style, their marks taken off."""
    at = 0
    for match in _MARKS.finditer(words):
        if match.start() > at:
            yield Piece(Style.PLAIN, words[at : match.start()])
        found = match[match.lastgroup or 0]
        yield Piece(Style.PLACE if match.lastgroup == "place" else Style.LITERAL, found)
        at = match.end()
    if at < len(words):
        yield Piece(Style.PLAIN, words[at:])


def literal(text: str) -> str:
    """The mark for what is typed as it stands."""
    return f"`{text}`"


def listed(words: tuple[str, ...], last: str = "and") -> str:
    """Several words as a sentence lists them."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def ended(says: str) -> str:
    """A statement of the program as a sentence."""
    return f"{says[0].upper()}{says[1:]}."


def see(*references: str) -> Section:
    """Other pages worth reading."""
    return Section("See also", (Paragraph(", ".join(references)),))
