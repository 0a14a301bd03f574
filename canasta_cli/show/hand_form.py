"""Format a hand while it is being entered: each answer in words, and all of it for confirmation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.figures import BLACK
from canasta_cli.engine.items import ITEMS
from canasta_cli.model.game import Out, Tally
from canasta_cli.notation.cards import write_cards, write_meld, write_name
from canasta_cli.notation.tally import write_award, write_tally
from canasta_cli.rules.names import in_game_words
from canasta_cli.show.layout import Blocks, Grid, Style, Text, grid_width
from canasta_cli.words import count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.items import Sheet
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.tallies import Field


def part_in_words(part: Tally, fields: Sequence[Field]) -> str:
    """Format a part of a tally, as understood; empty for an empty part."""
    return ", ".join(_in_words(part, fields))


def _in_words(part: Tally, fields: Sequence[Field]) -> Iterator[str]:
    if part.melds:
        yield " ".join(map(write_meld, part.melds))
    if part.threes:
        yield write_tally(Tally(threes=part.threes))
    for field in fields:
        if number := part.figure(field.name):
            laid = " laid out" if field.name == BLACK else ""
            yield f"{count_of(number, field.one, field.many)}{laid}"
    yield from (f"{write_cards(cards)} left" for cards in part.left)
    yield from (f"{write_cards(cards)} in a foot" for cards in part.feet)
    yield from map(write_award, part.awards)
    if part.score is not None:
        yield f"{count_of(part.score, 'point')} in all"
    yield from _ending(part)


def _ending(part: Tally) -> Iterator[str]:
    if part.went_out:
        how = " concealed" if part.out is Out.CONCEALED else ""
        yield (
            f"went out{how}"
            if part.special is None
            else f"went out with the special hand {part.special}"
        )
    if part.stock:
        yield "the stock ran out"
    if part.alone:
        yield f"{write_name(part.alone)} played alone"


def summary_blocks(
    names: Sequence[str],
    meanings: Sequence[str],
    sheets: Sequence[Sheet],
    ruleset: Ruleset,
    columns: int,
) -> Blocks:
    """Format all that was entered: points side by side if there is room, and each side's tally."""
    typed = (
        Text(f"{name}: {meaning or 'nothing'}", Style.QUIET)
        for name, meaning in zip(names, meanings, strict=True)
    )
    return (*_sheets(names, sheets, ruleset, columns), *typed)


def _sheets(
    names: Sequence[str], sheets: Sequence[Sheet], ruleset: Ruleset, columns: int
) -> Blocks:
    grid = _grid(names, sheets, ruleset)
    if grid_width(grid) <= columns:
        return (grid,)
    return tuple(
        _grid((name,), (sheet,), ruleset) for name, sheet in zip(names, sheets, strict=True)
    )


def _grid(names: Sequence[str], sheets: Sequence[Sheet], ruleset: Ruleset) -> Grid:
    """Return a table with a row for each scoring item, and a column for each side."""
    found = [_sums(sheet) for sheet in sheets]
    rows = tuple(
        (
            in_game_words(item.name, ruleset),
            *(points(each[item.id]) if item.id in each else "" for each in found),
        )
        for item in ITEMS
        if any(item.id in each for each in found)
    )
    total = ("total", *(points(sheet.total) for sheet in sheets))
    return Grid(("", *names), (*rows, total))


def _sums(sheet: Sheet) -> dict[str, int]:
    """Add up the lines of each item: a side can have several penalties."""
    sums: dict[str, int] = {}
    for line in sheet.lines:
        sums[line.item] = sums.get(line.item, 0) + line.points
    return sums
