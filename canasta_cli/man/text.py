"""Render a page as plain text, for systems without man: in 80 columns, or for a narrow screen."""

import textwrap
from collections.abc import Iterator
from itertools import pairwise

from canasta_cli import __version__
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Subheading,
    Usage,
    pieces,
    unmarked,
    wrap_command,
)
from canasta_cli.values import NamedTuple


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
                lines += ([""] if _parted(before, block) else []) + _block(block, form)
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
    """Return whether an empty line separates two blocks."""
    if before is None or isinstance(before, Subheading):
        return False
    return not (isinstance(before, Usage) and isinstance(block, Usage))


def _block(block: Block, form: Layout) -> list[str]:
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
