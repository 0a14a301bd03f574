"""Pages of the manual: find one by its name, render it with macros of man(7) or as plain text, write all.

The command ``man`` calls it, and the build.
"""

import os
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise

from canasta_cli import __version__
from canasta_cli.errors import NotUnderstood
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    MarkupStyle,
    Page,
    Paragraph,
    Piece,
    Subheading,
    Usage,
    pieces,
    unmarked,
    wrap_command,
)
from canasta_cli.values import NamedTuple

# Render a page with the macros of man(7), in ASCII, so that every system can show it.

_FONTS = {MarkupStyle.LITERAL: "B", MarkupStyle.PLACE: "I"}
_LITERAL = {"-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
_SOURCE_WIDTH = 78
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
        for before, block in pairwise((None, *section.blocks)):
            lines += _macros_of_block(block, before)
    return "\n".join(lines) + "\n"


def _macros_of_block(block: Block | None, before: Block | None) -> list[str]:
    match block:
        case Paragraph(words):
            follows = before is not None and not isinstance(before, Subheading)
            return [*((".PP",) if follows else ()), *_filled(words)]
        case Item(term, description):
            return [".TP", _guarded(_line(term)), *_filled(description)]
        case Code(lines, meaning):
            space = [".PP"] if before is not None and not isinstance(before, Subheading) else []
            code = [_guarded(_escaped(line, literal=True)) or r"\&" for line in lines]
            under = [".RS 2", *_filled(meaning), ".RE"] if meaning else []
            return [*space, ".RS 4", ".EX", *code, ".EE", *under, ".RE"]
        case Usage(command, words):
            return [f'.SY "{_escaped(command, literal=True)}"', *map(_kept, words), ".YS"]
        case Subheading(title):
            return [f'.SS "{_escaped(title)}"']
        case None:
            return []


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


def _kept(words: str) -> str:
    """Format one argument of a command line so that it is never broken."""
    line = _guarded(_line(words).replace(" ", r"\~"))
    return rf"{line}\&" if line.endswith(".") else line  # not the end of a sentence


def _line(words: str) -> str:
    return " ".join(map(_unbroken, "".join(map(_piece, pieces(words))).split(" ")))


def _unbroken(word: str) -> str:
    """Keep a literal word from being hyphenated; let a long address break at its slashes."""
    if "://" in word:
        address = word.replace("-", r"\-")
        return _SLASH.sub(lambda _: r"/\:", address) if len(word) > _LONGEST_ADDRESS else address
    return rf"\%{word.replace(_WHOLE, '')}" if _WHOLE in word else word


def _piece(piece: Piece) -> str:
    text = _escaped(piece.words, literal=piece.style is MarkupStyle.LITERAL)
    font = _FONTS.get(piece.style)
    if piece.style is MarkupStyle.LITERAL:
        text = _WHOLE + text.replace(" ", f" {_WHOLE}")
    return rf"\f{font}{text}\fR" if font else text


def _escaped(text: str, *, literal: bool = False) -> str:
    return "".join(_letter(letter, literal=literal) for letter in text)


def _letter(letter: str, *, literal: bool) -> str:
    if letter == "\\":
        return r"\(rs"
    if not letter.isascii():
        return rf"\[u{ord(letter):04X}]"
    return _LITERAL.get(letter, letter) if literal else letter


def _guarded(line: str) -> str:
    """Escape a line that begins like a macro."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


# Render a page as plain text, for systems without man: in 80 columns, or for a narrow screen.


class Layout(NamedTuple):
    """The width of a page, and the indentation of its parts."""

    width: int = 80
    body: int = 7
    subheading: int = 3
    description: int = 14
    code: int = 11


USUAL = Layout()
# Below this width there is not enough space beside the terms and in front of the text.
NARROW = 60
_FIXED = "\N{NO-BREAK SPACE}"


def layout(columns: int) -> Layout:
    """Return the layout for a screen: the usual one, or one that fits."""
    if columns >= USUAL.width:
        return USUAL
    if columns >= NARROW:
        return USUAL._replace(width=columns)
    return Layout(columns, body=2, subheading=1, description=4, code=2)


def as_text(page: Page, columns: int = USUAL.width) -> str:
    """Render a page in the layout of man, without bold and italics, for a screen of some width."""
    form = layout(columns)
    head = page.reference.replace(page.name, page.name.upper())
    lines = [_three(head, f"{PROGRAM.capitalize()} Manual", head, form), "", "NAME"]
    lines += _wrapped(f"{page.name} - {page.title}", form, form.body)
    for section in page.sections:
        lines += ["", section.heading.upper()]
        for before, block in pairwise((None, *section.blocks)):
            if block is not None:
                lines += ([""] if _parted(before, block) else []) + _lines_of_block(block, form)
    version = f"{PROGRAM} {__version__}"
    return "\n".join((*lines, "", _three(version, "", head, form))) + "\n"


def _three(left: str, middle: str, right: str, form: Layout) -> str:
    """Put three words on one line, the middle one only if there is space for it."""
    space = form.width - len(left) - len(right)
    if space < len(middle) + 2:
        middle = ""
    line = left + middle.center(form.width - 2 * len(right)).ljust(space)
    return line[: form.width - len(right)] + right if space > 0 else left


def _parted(before: Block | None, block: Block) -> bool:
    """True if an empty line separates two blocks."""
    if before is None or isinstance(before, Subheading):
        return False
    return not (isinstance(before, Usage) and isinstance(block, Usage))


def _lines_of_block(block: Block, form: Layout) -> list[str]:
    match block:
        case Paragraph(words):
            return _wrapped(unmarked(words), form, form.body)
        case Item(term, description):
            beside = _wrapped(unmarked(description), form, form.description)
            return _item(_wrapped(_plain(term), form, form.body, 2), beside, form)
        case Code(lines, meaning):
            return [*_code(lines, form), *_wrapped(unmarked(meaning), form, form.code + 2)]
        case Usage(command, words):
            fixed = " ".join(_plain(word).replace(" ", _FIXED) for word in words)
            hanging = len(command) + 1 if form.width >= NARROW else 2
            return _wrapped(f"{command.replace(' ', _FIXED)} {fixed}", form, form.body, hanging)
        case Subheading(title):
            return [" " * form.subheading + title]


def _item(term: list[str], description: list[str], form: Layout) -> list[str]:
    """Put a short term on the first line of its description, as man does."""
    beside = form.description - form.body
    if description and len(term) == 1 and len(term[0].lstrip()) < beside:
        return [term[0].ljust(form.description) + description[0].lstrip(), *description[1:]]
    return [*term, *description]


def _code(lines: tuple[str, ...], form: Layout) -> Iterator[str]:
    """Yield lines as they are; on a narrow screen, long ones continue on the next."""
    if form.width < NARROW:
        lines = tuple("\n".join(lines).replace(" \\\n   ", "").split("\n"))
    for line in lines:
        start = form.code + len(line) - len(line.lstrip())
        if form.width >= NARROW or form.code + len(line) <= form.width:
            yield f"{' ' * form.code}{line}".rstrip()
        elif line.startswith(PROGRAM):
            yield from (
                f"{' ' * form.code}{part}" for part in wrap_command(line, form.width - form.code)
            )
        else:
            yield from _wrapped(line.lstrip(), form, start, 2)


def _wrapped(text: str, form: Layout, indent: int, hanging: int = 0) -> list[str]:
    narrow = form.width < NARROW
    lines = textwrap.wrap(
        text,
        form.width - (0 if narrow else 2),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=narrow,
        break_on_hyphens=False,
    )
    return [line.replace(_FIXED, " ") for line in lines]


def _plain(words: str) -> str:
    return "".join(piece.words for piece in pieces(words))


# The pages of the manual: find one by its name, and write all to files.

# Pages with a name of their own for `canasta man`, because a command has the usual one.
WORDS = {f"{PROGRAM}-rules(5)": "rules-file"}


class Manual(NamedTuple):
    """Every page, in the order of the manual."""

    pages: tuple[Page, ...]

    def names(self) -> list[str]:
        """Return the names of the pages for ``canasta man``."""
        return list(self._by_name())

    def find(self, word: str) -> Page:
        """Return the page named ``hand``, ``canasta-hand`` or ``hand.1``; an unambiguous prefix will do.

        Raises :class:`~canasta_cli.errors.NotUnderstood` with close matches.
        """
        known = self._by_name()
        plain = word.lower()
        for page in known.values():
            if plain in (page.reference, f"{page.name}.{page.section}"):
                return page
        plain = plain.removeprefix(f"{PROGRAM}-")
        starting = [name for name in known if plain and name.startswith(plain)]
        if plain in known or len(starting) == 1:
            return known[plain if plain in known else starting[0]]
        raise NotUnderstood(
            f"there is no page “{word}”.{self._near(plain, starting)}",
            fix=f"The pages: {', '.join(known)}",
        )

    def files(self) -> dict[str, str]:
        """Return the files of the manual, relative to its folder, with their content."""
        return {page.file: as_roff(page) for page in self.pages}

    def write(self, folder: str) -> None:
        """Write every page below ``folder``, and remove pages of this program that no longer exist."""
        found = self.files()
        for name in self._existing(folder) - set(found):
            os.unlink(os.path.join(folder, name))
        for name, text in found.items():
            write_text(os.path.join(folder, name), text)

    def _by_name(self) -> dict[str, Page]:
        return {
            WORDS.get(page.reference, page.name.removeprefix(f"{PROGRAM}-")): page
            for page in self.pages
        }

    def _near(self, word: str, starting: list[str]) -> str:
        from difflib import get_close_matches

        close = starting[:5] or get_close_matches(word, self.names(), n=3, cutoff=0.5)
        return f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""

    def _existing(self, folder: str) -> set[str]:
        """Return the existing pages of this program below a folder; other files are ignored."""
        parts = {os.path.dirname(page.file) for page in self.pages}
        return {
            f"{part}/{name}"
            for part in parts
            if os.path.isdir(os.path.join(folder, part))
            for name in os.listdir(os.path.join(folder, part))
            if name.startswith((f"{PROGRAM}.", f"{PROGRAM}-"))
        }


def write_text(path: str, text: str) -> None:
    """Write a file, and create its folder; lines end the same way on every system."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
