"""Pages of the manual: as values, rendered with macros of man(7) or as plain text.

All pages are made with it, and help pages; ``arguments.md`` has the descriptions of arguments.
"""

import os
import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from canasta_cli import __version__
from canasta_cli.values import NamedTuple

# A page of the manual as a value, and the four kinds of markup in its text.
#
# In text, ` `back quotes` ` mark what is typed literally, `<NAME>` marks a placeholder, and options
# and references to other pages are recognized by their form.

PROGRAM = "canasta"


class Paragraph(NamedTuple):
    """Text that is filled to the width of the page; ``hanging``: how far help pages indent later lines."""

    words: str
    hanging: int = 0


class Item(NamedTuple):
    """A term and its description."""

    term: str
    description: str


class Code(NamedTuple):
    """Lines that are not filled (commands, or a file), and their meaning; empty if they need none."""

    lines: tuple[str, ...]
    meaning: str = ""


class Subheading(NamedTuple):
    """A heading within a section."""

    title: str


Block = Paragraph | Item | Code | Subheading


class Section(NamedTuple):
    """A section under its heading."""

    heading: str
    blocks: tuple[Block, ...]


class Page(NamedTuple):
    """A page: its name (``canasta-notation``), its section of the manual, its title and its sections."""

    name: str
    section: int
    title: str
    sections: tuple[Section, ...]

    @property
    def file(self) -> str:
        """Return the file of the page, relative to the folder of the manual."""
        return f"man{self.section}/{self.name}.{self.section}"


_MARKS = re.compile(
    r"`(?P<literal>[^`]+)`"
    r"|<(?P<place>[A-Za-z][^<>]*)>"
    rf"|(?P<page>\b{PROGRAM}(?:-[a-z]+)?)(?=\([15]\))"
    r"|(?P<option>(?<![\w-])--[a-z][a-z-]+)"
)


def pieces(words: str) -> Iterator[tuple[str, str]]:
    """Split text into pieces without the markup, each with its font: ``B`` literal, ``I`` a placeholder."""
    at = 0
    for match in _MARKS.finditer(words):
        yield "", words[at : match.start()]
        yield "I" if match.lastgroup == "place" else "B", match[match.lastgroup or 0]
        at = match.end()
    yield "", words[at:]


def unmarked(words: str) -> str:
    """Remove the markup from text; a literal part with spaces is put in quotes."""
    return "".join(
        f"“{text}”" if font == "B" and " " in text else text for font, text in pieces(words)
    )


def literal(text: str) -> str:
    """Mark text that is typed literally."""
    return f"`{text}`"


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


def _broken(lines: tuple[str, ...], width: int) -> Iterator[str]:
    """Yield lines, each command that is too long in several."""
    for line in lines:
        is_long = len(line) > width and line.startswith(PROGRAM)
        yield from wrap_command(line, width) if is_long else (line,)


# Render a page with the macros of man(7), in ASCII, so that every system can show it.

_LITERAL = {
    "\\": r"\(rs", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"
}  # fmt: skip
_SOURCE_WIDTH = 78
_LONGEST_CODE = 66
_WHOLE = "\0"
_LONGEST_ADDRESS = 60
_SLASH = re.compile(r"(?<=[^:/])/(?=.)")
_SENTENCE = re.compile(r"(?<=[a-z)’”`][.:;]) (?=[A-Z“])")


def as_roff(page: Page) -> str:
    """Render a page. It includes the version but no date, so that the output is reproducible."""
    title = page.name.upper().replace("-", r"\-")
    lines = [
        f'.TH "{title}" "{page.section}" "" "{PROGRAM} {__version__}" "{PROGRAM.capitalize()} Manual"',
        ".ad l",
        ".SH NAME",
        rf"{_escaped(page.name, literal=True)} \- {_escaped(page.title)}",
    ]
    for section in page.sections:
        lines.append(f'.SH "{section.heading.upper()}"')
        for before, block in pairwise((Subheading(""), *section.blocks)):
            if isinstance(block, Paragraph | Code) and not isinstance(before, Subheading):
                lines.append(".PP")
            lines += _macros_of_block(block)
    return "\n".join(lines) + "\n"


def _macros_of_block(block: Block) -> list[str]:
    match block:
        case Paragraph(words):
            return _filled(words)
        case Item(term, description):
            return [".TP", _guarded(_line(term)), *_filled(description)]
        case Code(lines, meaning):
            shown = _broken(lines, _LONGEST_CODE)
            code = [_guarded(_escaped(line, literal=True)) or r"\&" for line in shown]
            under = [".RS 2", *_filled(meaning), ".RE"] if meaning else []
            return [".RS 4", ".EX", *code, ".EE", *under, ".RE"]
        case Subheading(title):
            return [f'.SS "{_escaped(title)}"']


def _filled(words: str) -> list[str]:
    """Split text into source lines, each sentence on its own, which keeps differences small."""
    lines = [
        _guarded(line)
        for sentence in _SENTENCE.split(words)
        for line in textwrap.wrap(
            _line(sentence), _SOURCE_WIDTH, break_long_words=False, break_on_hyphens=False
        )
    ]
    return [".nh", *lines] if "://" in words else lines


def _line(words: str) -> str:
    marked = ""
    for font, piece in pieces(words):
        text = _escaped(piece, literal=font == "B")
        if font == "B":
            text = _WHOLE + text.replace(" ", f" {_WHOLE}")
        marked += rf"\f{font}{text}\fR" if font else text
    return " ".join(map(_unbroken, marked.split(" ")))


def _unbroken(word: str) -> str:
    """Keep a literal word from being hyphenated; let a long address break at its slashes."""
    if "://" in word:
        address = word.replace("-", r"\-")
        return _SLASH.sub(lambda _: r"/\:", address) if len(word) > _LONGEST_ADDRESS else address
    return rf"\%{word.replace(_WHOLE, '')}" if _WHOLE in word else word


def _escaped(text: str, *, literal: bool = False) -> str:
    signs = _LITERAL if literal else {"\\": r"\(rs"}
    return "".join(
        signs.get(letter, letter) if letter.isascii() else rf"\[u{ord(letter):04X}]"
        for letter in text
    )


def _guarded(line: str) -> str:
    """Escape a line that begins like a macro."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


# Render a page as plain text, for systems without man: in 80 columns, or for a narrow screen. Help pages
# have the same blocks, closer together.
#
# Lines break only between words. A command that is too long for the screen continues after a backslash, so
# that it can be pasted into a shell as it stands.


class Layout(NamedTuple):
    """The width of the text of a page, and the indentation of its parts."""

    width: int = 78
    body: int = 7
    subheading: int = 3
    description: int = 14
    code: int = 11


USUAL_COLUMNS = 80
# Below this width there is not enough space beside the terms and in front of the text.
NARROW = 60
FIXED = "\N{NO-BREAK SPACE}"
_FEWEST_LETTERS = 8  # of a line, beside its indentation
# On a help page the longest term up to this width has its description beside it, which is at least that wide.
_WIDEST_TERM = 24
_NARROWEST_DESCRIPTION = 24


def as_text(page: Page, columns: int = USUAL_COLUMNS) -> str:
    """Render a page in the layout of man, without bold and italics, for a screen of some width."""
    narrow = Layout(columns, body=2, subheading=1, description=4, code=2)
    form = narrow if columns < NARROW else Layout(columns - 2)
    lines = ["NAME", *_wrapped(f"{page.name} - {page.title}", form, form.body)]
    for section in page.sections:
        lines += ["", section.heading.upper()]
        for before, block in pairwise((Subheading(""), *section.blocks)):
            if not isinstance(before, Subheading):
                lines.append("")
            lines += _lines_of_block(block, form)
    return "\n".join(lines) + "\n"


def as_help(sections: Iterable[Section], columns: int) -> str:
    """Render sections for a help page, their terms in one column; one without a heading is not indented."""
    found = [each for each in sections if each.blocks]
    items = (block for each in found for block in each.blocks if isinstance(block, Item))
    sizes = (len(_plain(item.term)) for item in items)
    beside = 4 + max((size for size in sizes if size <= _WIDEST_TERM), default=0)
    description = beside if columns - beside >= _NARROWEST_DESCRIPTION else 4
    form = Layout(columns, body=2, description=description, code=2)
    parts = []
    for heading, blocks in found:
        inner = form if heading else form._replace(body=0)
        lines = (line for block in blocks for line in _lines_of_block(block, inner))
        parts.append("\n".join((f"{heading}:", *lines) if heading else lines))
    return "\n\n".join(parts)


def _lines_of_block(block: Block, form: Layout) -> list[str]:
    match block:
        case Paragraph(words, hanging):
            hanging = hanging if form.width >= NARROW else min(hanging, 2)
            return _wrapped(unmarked(words), form, form.body, hanging)
        case Item(term, description):
            beside = _wrapped(unmarked(description), form, form.description)
            above = _wrapped(_plain(term), form, form.body, 2)
            # A short term stands on the first line of its description, as in man.
            space = form.description - form.body
            if beside and len(above) == 1 and len(above[0].lstrip()) < space:
                above = [above[0].ljust(form.description) + beside.pop(0).lstrip()]
            return [*above, *beside]
        case Code(lines, meaning):
            return [*_code(lines, form), *_wrapped(unmarked(meaning), form, form.code + 2)]
        case Subheading(title):
            return [" " * form.subheading + title]


def _code(lines: tuple[str, ...], form: Layout) -> Iterator[str]:
    """Yield lines indented; one that is too long and not a command is filled."""
    space = form.width - form.code
    for line in _broken(lines, space):
        if len(line) <= space:
            yield f"{' ' * form.code}{line}".rstrip()
        else:
            yield from _wrapped(line, form, form.code, len(line) - len(line.lstrip()) + 2)


def _wrapped(text: str, form: Layout, indent: int, hanging: int = 0) -> list[str]:
    lines = textwrap.wrap(
        text,
        max(form.width, indent + hanging + _FEWEST_LETTERS),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=form.width < NARROW,
        break_on_hyphens=False,
    )
    return [line.replace(FIXED, " ") for line in lines]


def _plain(words: str) -> str:
    return "".join(text for _, text in pieces(words))


# Text that no command contains itself, in files beside this module.


def read_source(name: str) -> str:
    """Return the text of such a file."""
    with open(os.path.join(os.path.dirname(__file__), f"{name}.md"), encoding="utf-8") as file:
        return file.read().strip()


@cache
def descriptions() -> dict[str, str]:
    """Return the description of each argument, by its command and its name."""
    rows = (row.partition("\n: ") for row in read_source("arguments").split("\n\n")[1:])
    return {term: " ".join(description.split()) for term, _, description in rows}
