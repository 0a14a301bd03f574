"""What came of checking game files, and of bringing them in."""

from collections.abc import Mapping
from typing import Any

from canasta_cli.scorekeeper.files import Checked, Placed
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.show.words import message, points, remedy


def checked_blocks(results: tuple[Checked, ...]) -> Blocks:
    """A line for each file, and under it every difference."""
    blocks: list[Block] = []
    for result in results:
        hands = len(result.game.hands)
        what = f"{hands} hand{'' if hands == 1 else 's'}, {result.ruleset.name}"
        if not result.differences:
            blocks.append(Text(f"{result.file}: holds ({what})", Style.GOOD))
            continue
        number = len(result.differences)
        many = "1 difference" if number == 1 else f"{number} differences"
        blocks.append(Text(f"{result.file}: does not hold, {many} ({what})", Style.BAD))
        for placed in result.differences:
            blocks.append(Text(f"{_line(placed)}{sentence(placed)}", indent=2))
            if placed.difference.finding:
                rule = placed.difference.finding
                blocks.append(Text(f"rule {rule.rule}. Remedy: {remedy(rule)}.", Style.QUIET, 4))
    return tuple(blocks)


def _line(placed: Placed) -> str:
    return f"line {placed.line}: " if placed.line else ""


def sentence(placed: Placed) -> str:
    """A difference in words: where, what was expected, what was found, by how much."""
    each = placed.difference
    where = f"hand {each.hand}" if each.hand else ""
    where += f", {each.side}" if each.side else ""
    where += f", turn {each.turn}" if each.turn else ""
    where += ": " if where else ""
    if each.finding:
        return f"{where}{message(each.finding)}"
    if each.expected is None or each.found is None:
        return f"{where}{each.what}"
    off = each.found - each.expected
    way = "too many" if off > 0 else "too few"
    return (
        f"{where}counted {points(each.expected)}, the file says {points(each.found)} "
        f"({points(abs(off))} {way})"
    )


def checked_json(results: tuple[Checked, ...]) -> Mapping[str, Any]:
    """The keys of ``canasta verify``."""
    return {
        "ok": all(not result.differences for result in results),
        "files": [
            {
                "file": result.file,
                "ok": not result.differences,
                "differences": [_difference(placed) for placed in result.differences],
            }
            for result in results
        ],
    }


def _difference(placed: Placed) -> Mapping[str, Any]:
    each = placed.difference
    rule = {"rule": each.finding.rule} if each.finding else {}
    return {
        "line": placed.line,
        "what": sentence(placed),
        "expected": each.expected,
        "found": each.found,
        **rule,
    }
