"""Format a side's sheet of a hand, and a hand while it is being entered.

The commands ``count`` and ``hand`` call it, and the library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.items import BLACK, ITEMS
from canasta_cli.model.game import Out, Tally
from canasta_cli.notation.cards import write_cards, write_meld, write_name
from canasta_cli.notation.tally import write_award, write_tally
from canasta_cli.rules.library import shown
from canasta_cli.rules.names import by_name, in_game_words
from canasta_cli.show.finding import (
    Deciding,
    FindingKeys,
    ParameterKeys,
    evidence,
    finding_blocks,
    house_blocks,
    house_json,
)
from canasta_cli.show.keys import Json, Keys, absent, key, optional
from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text, grid_width
from canasta_cli.words import count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.items import Line, Sheet
    from canasta_cli.engine.rule import Finding, Verdict
    from canasta_cli.engine.score import HandCount
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.tallies import Field


# Format a side's sheet of a hand, and the reasons against its tally; alone, for `canasta count`.

Values = Mapping[str, tuple[str, ...]]
"""The parameters that decide the lines of a sheet, by the id of the item."""
_NAMES = {item.id: item.name for item in ITEMS}


def sheet_blocks(name: str, sheet: Sheet, ruleset: Ruleset) -> Blocks:
    """Format one side's sheet: its name and total, then its lines in the words of the game."""
    title = Text(f"{name}: {points(sheet.total)}", Style.TITLE)
    if not sheet.lines:
        return (title, Text("no melds, no cards left", Style.QUIET, 2))
    return (
        title,
        Grid(("", "", "", ""), tuple(_row(line, ruleset) for line in sheet.lines), indent=2),
    )


def line_name(line: Line, ruleset: Ruleset) -> str:
    """Format the name of a line in the words of the game: ``natural canastas (kings)``."""
    because = f" ({line.because})" if line.because else ""
    return in_game_words(f"{_NAMES[line.item]}{because}", ruleset)


def _row(line: Line, ruleset: Ruleset) -> tuple[str, str, str, str]:
    count = "" if line.number is None else points(line.number)
    each = "" if line.each is None else f"× {points(line.each)}"
    return line_name(line, ruleset), count, each, points(line.points)


class DecidingValueKeys(Keys):
    """A deciding value with its sources."""

    parameter = ParameterKeys.part(lambda it: it)
    sources: list[str] = key(
        "The sources that state it.", lambda it: it.ruleset.origin(it.name).sources
    )


class LineKeys(Keys):
    """A line of a sheet."""

    item: str = key("The id of the scoring item; see `canasta rules explain`.")
    count: int | None = key(
        "How many there are; null if they are not counted.", lambda it: it.number
    )
    each: int | None = key("The points of each; null if they differ.")
    points: int = key("The points of the line.")
    because: str = optional("What it is for, only if the item does not say it.")
    rests_on: list[DecidingValueKeys] = optional(
        "The values that decide it; only for `count --why`.", absent
    )


class SheetKeys(Keys):
    """A sheet."""

    points: int = key("The result of the hand.", lambda it: it.total)
    lines: list[LineKeys] = key("How it comes about.")


class TallyFindingKeys(Keys):
    """A finding about a tally."""

    side: str | None = key(
        "The side whose tally it is about; null for all.", lambda it: it[0] or None
    )
    finding = FindingKeys.part(lambda it: it[-1])


class CountKeys(Keys):
    """canasta count."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.table.ruleset.name)
    sheet = SheetKeys.part(lambda it: it.sheets[0])
    house: dict[str, object] = key("The house rules that decide it: their values by dotted name.")
    legal: bool = key("False if the tally can’t be right.", lambda it: it.possible)
    findings: list[TallyFindingKeys] = key("What is wrong with it.", lambda it: against(it, ("",)))


def running_count(names: Sequence[str], sheets: Sequence[Sheet]) -> str:
    """Format the points so far: ``Us 940, Them 60``."""
    counts = zip(names, sheets, strict=False)
    return ", ".join(f"{name} {points(sheet.total)}" for name, sheet in counts)


def against(counted: HandCount, names: tuple[str, ...]) -> tuple[tuple[str, Verdict, Finding], ...]:
    """List the reasons against a hand, each with the side it is about (or none)."""
    verdicts = (*zip(names, counted.sides, strict=True), ("", counted.table))
    return tuple(
        (name, verdict, finding) for name, verdict in verdicts for finding in verdict.refused
    )


def against_blocks(counted: HandCount, names: tuple[str, ...], *, forced: bool) -> Blocks:
    """Format why a hand can't be right: each reason with its fix, its rule and its sources."""
    found = against(counted, names)
    head = (
        Text("Recorded with --force, although this hand can't be right:", Style.NOTICE)
        if forced
        else Text("This hand can't be right:", Style.BAD)
    )
    blocks: list[Block] = [head]
    for name, verdict, finding in found:
        blocks += finding_blocks(finding, verdict.ruleset, name, with_fix=not forced)
    return tuple(blocks)


def count_blocks(counted: HandCount, origin: str, house: tuple[str, ...], values: Values) -> Blocks:
    """Format the sheet, the house rules it uses, and any reasons against the tally.

    ``values`` are the parameters that decide each line, shown with their sources.
    """
    sheet = sheet_blocks("Total", counted.sheets[0], counted.table.ruleset)
    basis_blocks = (
        Text(f"counted under {origin}", Style.QUIET),
        *house_blocks(counted.table.ruleset, house),
        *_values_blocks(counted, values),
    )
    if counted.possible:
        return (*sheet, *basis_blocks)
    return (*sheet, *basis_blocks, *against_blocks(counted, ("",), forced=False))


def _values_blocks(counted: HandCount, values: Values) -> Blocks:
    """Format the values that decide each line, each with its evidence."""
    ruleset = counted.table.ruleset
    blocks: list[Block] = []
    for line in counted.sheets[0].lines if values else ():
        blocks.append(Text(line_name(line, ruleset), indent=2))
        for name, path in by_name(values[line.item], ruleset, sources=True):
            stated = evidence([ruleset.origin(path)], every_source=True)
            says = f"{name} = {shown(ruleset, path)}" + (f" ({stated})" if stated else "")
            blocks.append(Text(says, Style.QUIET, 4))
    return tuple(blocks)


def count_json(counted: HandCount, house: tuple[str, ...], values: Values) -> Json:
    """Return the JSON keys of ``canasta count``; ``values`` are the parameters that decide each line."""
    ruleset = counted.table.ruleset
    document = CountKeys.json(counted, house=house_json(ruleset, house))
    for line in document["lines"] if values else ():
        paths = values[line["item"]]
        line["rests_on"] = DecidingValueKeys.many(Deciding(ruleset, path) for path in paths)
    return document


# Format a hand while it is being entered: each answer in words, and all of it for confirmation.


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
