"""Render a page with the macros of man(7), in ASCII, so that every system can show it."""

import re
import textwrap
from itertools import pairwise

from canasta_cli import __version__
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Piece,
    Style,
    Subheading,
    Usage,
    pieces,
)

_FONTS = {Style.LITERAL: "B", Style.PLACE: "I"}
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
            lines += _block(block, before)
    return "\n".join(lines) + "\n"


def _block(block: Block | None, before: Block | None) -> list[str]:
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
    text = _escaped(piece.words, literal=piece.style is Style.LITERAL)
    font = _FONTS.get(piece.style)
    if piece.style is Style.LITERAL:
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
