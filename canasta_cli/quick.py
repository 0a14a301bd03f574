"""Answer ``canasta`` and ``canasta next`` from the summary tables, before click and the engine are loaded.

These commands run between two hands, often on a slow phone. Loading the program takes most of their
time, so the usual case is answered here; everything else is left to the command itself. Both use
the same functions for each line.

``quick_standing`` in ``journal/file.py`` reads the summary, ``sides_grid`` in ``show/next.py`` prints it;
what a summary lacks, such as a hand in play, is answered by ``next_command`` in ``cli/scoring.py``.
"""

from __future__ import annotations

import os
import sys

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from canasta_cli.journal.file import Quick
    from canasta_cli.show.layout import Blocks

COMPLETING = "_CANASTA_COMPLETE"
"""The environment variable with which a completion script asks for completions."""

QUICK: tuple[list[str], ...] = ([], ["next"], ["next", "--json"])
"""The command lines that can be answered here."""


def quick_answer(arguments: list[str]) -> str | None:
    """Return the answer to a command line; ``None`` if the command itself must answer."""
    if arguments not in QUICK or COMPLETING in os.environ or sys.stdout is None:
        return None
    from canasta_cli.journal.file import journal_file, quick_standing, quickly
    from canasta_cli.show.layout import formatted

    try:
        found = quickly(journal_file(None), quick_standing)
        if found is None:
            return None
        text = formatted(
            lambda: _blocks(found, bare=not arguments),
            lambda: _document(found),
            as_json="--json" in arguments,
        )
        text.encode(sys.stdout.encoding)
    except Exception:  # noqa: BLE001 - the command meets the same problem, and reports it
        return None
    return text


def _blocks(found: Quick, *, bare: bool) -> Blocks:
    from canasta_cli.show.next import AFTER_HAND, deal_line, game_line, sides_grid, welcome_line

    names, totals, to_open, to_target = zip(*found.sides, strict=True)
    return (
        welcome_line(found.name, found.title) if bare else game_line(found.name),
        sides_grid(
            names, totals, to_open, found.target, None if found.target is None else to_target
        ),
        deal_line(found.hand, found.dealer, found.cards, found.sitting_out),
        *((AFTER_HAND,) if sys.stdin.isatty() and sys.stdout.isatty() else ()),
    )


def _document(found: Quick) -> dict[str, object]:
    """Return the JSON keys of ``canasta next`` between two hands, as ``GameStanding`` describes them."""
    sides = [
        # Written by words.points, which only separates thousands.
        {
            "name": name,
            "players": [player for at, player in found.players if at == place],
            "total": total,
            "minimum": int(minimum.replace(",", "")),
            "to_target": None if found.target is None else short,
        }
        for place, (name, total, minimum, short) in enumerate(found.sides)
    ]
    return {
        "game": found.name,
        "dealer": found.dealer,
        "sides": sides,
        "over": False,
        "winner": None,
        "margin": None,
        **({"sitting_out": found.sitting_out} if found.sitting_out else {}),
        "next_hand": found.hand,
        "pending": [],
        "playing": None,
    }
