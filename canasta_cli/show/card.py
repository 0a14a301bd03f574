"""Format a ruleset's reference card: as text, as JSON, and as a page to print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.card_parts import Part, marks, parts, summary
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text, inert
from canasta_cli.show.narrow import fitted

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset

# Labels are padded to this width, so that the values of all parts are in one column.
LABEL = 28


def card_blocks(rules: Ruleset, columns: int) -> Blocks:
    """Format the card as text of at most ``columns``."""
    card = parts(rules)
    blocks: list[Block] = [Text(f"{rules.title} ({rules.name})", Style.TITLE)]
    blocks += map(Text, summary(rules))
    widest = max(len(row.value) for part in card for row in part.rows)
    for part in card:
        blocks += [BLANK, Text(part.title, Style.TITLE), *_part(part, widest)]
    if explained := marks(rules, card):
        blocks += [BLANK, Text(explained, Style.QUIET)]
    return fitted(tuple(blocks), columns)


def _part(part: Part, widest: int) -> Blocks:
    rows = tuple((row.label.ljust(LABEL), row.value.rjust(widest), row.mark) for row in part.rows)
    grid = (Grid(("", "", ""), rows, (0, 2), indent=2),) if rows else ()
    return (*grid, *(Text(note, indent=2) for note in part.notes))


ROW_KEYS = Keys(
    "A row of a reference card",
    {
        "label": "What the row is about.",
        "value": "Its value, as printed.",
        "mark": "A mark if no source gives the value; else empty.",
    },
)
PART_KEYS = Keys(
    "A part of a reference card",
    {
        "title": "Its heading.",
        "rows": Object("Its rows.", ROW_KEYS),
        "notes": "Remarks on it.",
    },
)
CARD_KEYS = Keys(
    "canasta rules card",
    {
        "ruleset": "The name of the ruleset.",
        "title": "Its title.",
        "summary": "The lines at its top.",
        "parts": Object("Its parts.", PART_KEYS),
    },
)


def card_json(rules: Ruleset) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta rules card``."""
    return {
        "ruleset": rules.name,
        "title": rules.title,
        "summary": list(summary(rules)),
        "parts": [
            {
                "title": part.title,
                "rows": [row._asdict() for row in part.rows],
                "notes": list(part.notes),
            }
            for part in parts(rules)
        ],
    }


def card_html(rules: Ruleset) -> str:
    """Format the card as one self-contained HTML page, which fits one sheet of paper."""
    from canasta_cli.show.export import render_page

    card = parts(rules)
    return render_page(
        "card",
        "reference card",
        title=inert(rules.title),
        name=inert(rules.name),
        summary=summary(rules),
        parts=card,
        marks=marks(rules, card),
    )
