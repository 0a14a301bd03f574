"""Render a page as plain text in 80 columns, for systems without man."""

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
    Subheading,
    Usage,
    pieces,
    unmarked,
)

WIDTH = 80
BODY = 7
SUBHEADING = 3
DESCRIPTION = 14
CODE = 11
_FIXED = "\N{NO-BREAK SPACE}"


def as_text(page: Page) -> str:
    """Render a page in the layout of man, without bold and italics."""
    head = page.reference.replace(page.name, page.name.upper())
    lines = [_three(head, f"{PROGRAM.capitalize()} Manual", head), "", "NAME"]
    lines += _wrapped(f"{page.name} - {page.title}", BODY)
    for section in page.sections:
        lines += ["", section.heading.upper()]
        for before, block in pairwise((None, *section.blocks)):
            if block is not None:
                lines += ([""] if _parted(before, block) else []) + _block(block)
    version = f"{PROGRAM} {__version__}"
    return "\n".join((*lines, "", _three(version, "", head))) + "\n"


def _three(left: str, middle: str, right: str) -> str:
    line = left + middle.center(WIDTH - 2 * len(right)).ljust(WIDTH - len(left) - len(right))
    return line[: WIDTH - len(right)] + right


def _parted(before: Block | None, block: Block) -> bool:
    """Return whether an empty line separates two blocks."""
    if before is None or isinstance(before, Subheading):
        return False
    return not (isinstance(before, Usage) and isinstance(block, Usage))


def _block(block: Block) -> list[str]:
    match block:
        case Paragraph(words):
            return _wrapped(unmarked(words), BODY)
        case Item(term, description):
            return _item(_plain(term), _wrapped(unmarked(description), DESCRIPTION))
        case Code(lines, meaning):
            code = [f"{' ' * CODE}{line}".rstrip() for line in lines]
            return code + _wrapped(unmarked(meaning), CODE + 2)
        case Usage(command, words):
            fixed = " ".join(_plain(word).replace(" ", _FIXED) for word in words)
            return _wrapped(f"{command.replace(' ', _FIXED)} {fixed}", BODY, len(command) + 1)
        case Subheading(title):
            return [" " * SUBHEADING + title]


def _item(term: str, description: list[str]) -> list[str]:
    """Put a short term on the first line of its description, as man does."""
    if description and len(term) < DESCRIPTION - BODY:
        return [
            " " * BODY + term.ljust(DESCRIPTION - BODY) + description[0].lstrip(),
            *description[1:],
        ]
    return [" " * BODY + term, *description]


def _wrapped(text: str, indent: int, hanging: int = 0) -> list[str]:
    lines = textwrap.wrap(
        text,
        WIDTH - 2,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_FIXED, " ") for line in lines]


def _plain(words: str) -> str:
    return "".join(piece.words for piece in pieces(words))
