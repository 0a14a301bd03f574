"""Format a side's sheet of a hand, and a hand while it is being entered.

The commands ``count`` and ``hand`` call it, and the library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.items import BLACK, ITEMS, Sheet, SheetLine
from canasta_cli.model.game import Out, Tally
from canasta_cli.notation.cards import SMALLEST, counted, write_cards, write_meld
from canasta_cli.notation.spoken import write_name
from canasta_cli.notation.tally import write_award, write_tally
from canasta_cli.rules.library import shown
from canasta_cli.rules.names import by_name, in_game_words
from canasta_cli.show.finding import (
    Finding,
    NamedParameter,
    Parameter,
    evidence,
    finding_blocks,
    house_blocks,
    house_values,
)
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.rule import RuleFinding
    from canasta_cli.engine.score import HandCount
    from canasta_cli.model.cards import Cards
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
    rows = (
        (
            line_name(line, ruleset),
            "" if line.number is None else points(line.number),
            "" if line.each is None else f"× {points(line.each)}",
            points(line.points),
        )
        for line in sheet.lines
    )
    return (title, Grid(("", "", "", ""), rows, indent=2))


def line_name(line: SheetLine, ruleset: Ruleset) -> str:
    """Format the name of a line in the words of the game: ``natural canastas (kings)``."""
    because = f" ({line.because})" if line.because else ""
    return in_game_words(f"{_NAMES[line.item]}{because}", ruleset)


class SourcedParameter(Parameter):
    """A parameter with its sources."""

    sources: Sequence[str] = key(
        "The sources that state it.", lambda it: it.ruleset.origin(it.name).sources
    )


class Line(Answer):
    """A line of a sheet."""

    item: str = key(
        "The id of the scoring item; see `canasta rules explain`.", lambda it: it[0].item
    )
    name: str = key("What was counted, in words.", lambda it: line_name(*it))
    number: int | None = key(
        "How many there are; null if they are not counted.", lambda it: it[0].number
    )
    each: int | None = key("The points of each; null if they differ.", lambda it: it[0].each)
    points: int = key("The points of the line.", lambda it: it[0].points)
    rests_on: Sequence[SourcedParameter] | None = optional(
        "The values that its item reads; only for `count --why`.", absent
    )


def lines_of(sheet: Sheet, ruleset: Ruleset) -> tuple[Line, ...]:
    """Return the lines of a sheet, with their names in the words of the game."""
    return Line.of_each((line, ruleset) for line in sheet.lines)


class TallyFinding(Finding, about=lambda it: it[1]):
    """A finding about a tally."""

    side: str | None = key(
        "The side whose tally it is about; null for all.", lambda it: it[0] or None
    )


class Count(Answer, of="count"):
    """canasta count."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.table.ruleset.name)
    points: int = key("The result of the hand.", lambda it: it.sheets[0].total)
    lines: Sequence[Line] = key(
        "How it comes about.", lambda it: lines_of(it.sheets[0], it.table.ruleset)
    )
    house: dict[str, object] = key("The house rules that decide it: their values by dotted name.")
    legal: bool = key("False if the tally can’t be right.", lambda it: it.possible)
    findings: Sequence[TallyFinding] = key(
        "What is wrong with it.", lambda it: TallyFinding.of_each(against(it, ("",)))
    )


def running_count(names: Sequence[str], sheets: Sequence[Sheet]) -> str:
    """Format the points so far: ``Us 940, Them 60``."""
    counts = zip(names, sheets, strict=False)
    return ", ".join(f"{name} {points(sheet.total)}" for name, sheet in counts)


def against(counted: HandCount, names: tuple[str, ...]) -> tuple[tuple[str, RuleFinding], ...]:
    """List the reasons against a hand, too many cards first, each with the side it is about (or none)."""
    found = counted.refused(names)
    return tuple(sorted(found, key=lambda each: each[1].rule != "tally.packs"))


def against_blocks(
    counted: HandCount, names: tuple[str, ...], *, forced: bool, with_rule: bool = True
) -> Iterator[Block]:
    """Format why a hand can't be right: each reason with its fix, its rule and its sources.

    Without ``with_rule`` the rule and its sources are left out.
    """
    if forced:
        yield Text("This hand is recorded, although it can't be right:", Style.NOTICE)
    else:
        yield Text("This hand can't be right:", Style.BAD)
    for name, finding in against(counted, names):
        lines = finding_blocks(finding, name, with_fix=not forced)
        yield from lines if with_rule else lines[:-1]


def count_blocks(
    counted: HandCount, origin: str, house: tuple[str, ...], values: Values
) -> Iterator[Block]:
    """Format the sheet, the house rules it uses, and any reasons against the tally.

    ``values`` are the parameters that each line reads, shown with their sources.
    """
    sheet, ruleset = counted.sheets[0], counted.table.ruleset
    yield from sheet_blocks("Total", sheet, ruleset)
    yield Text(f"counted under {origin}", Style.QUIET)
    yield from house_blocks(ruleset, house)
    for line in sheet.lines if values else ():
        yield Text(line_name(line, ruleset), indent=2)
        for name, path in by_name(values[line.item], ruleset, sources=True):
            stated = evidence([ruleset.origin(path)], every_source=True)
            says = f"{name} = {shown(ruleset, path)}" + (f" ({stated})" if stated else "")
            yield Text(says, Style.QUIET, 4)
    if not counted.possible:
        yield from against_blocks(counted, ("",), forced=False)


def count_answer(counted: HandCount, house: tuple[str, ...], values: Values) -> Count:
    """Return the answer of ``canasta count``; ``values`` are the parameters that each line reads."""
    ruleset = counted.table.ruleset
    lines = [
        Line(
            (line, ruleset),
            rests_on=SourcedParameter.of_each(
                NamedParameter(ruleset, path) for path in values[line.item]
            ),
        )
        for line in (counted.sheets[0].lines if values else ())
    ]
    more = {"lines": lines} if values else {}
    return Count(counted, house=house_values(ruleset, house), **more)


# Format a hand while it is being entered: each answer in words, and all of it for confirmation.


def part_in_words(part: Tally, fields: Sequence[Field]) -> str:
    """Format a part of a tally, as understood; empty for an empty part."""
    return ", ".join(_in_words(part, fields))


def _in_words(part: Tally, fields: Sequence[Field]) -> Iterator[str]:
    if part.melds:
        melds = " ".join(map(write_meld, part.melds))
        # Card points end in 0 or 5; two digits are no meld, and would be read as points.
        yield counted(melds) if melds.endswith("5") or len(melds) < SMALLEST else melds
    if part.threes:
        yield write_tally(Tally(threes=part.threes))
    for field in fields:
        if number := part.figure(field.name):
            laid = " laid out" if field.name == BLACK else ""
            yield f"{count_of(number, field.one, field.many)}{laid}"
    yield from (f"{_held_in_words(cards)} left" for cards in part.left)
    yield from (f"{_held_in_words(cards)} in a foot" for cards in part.feet)
    yield from map(write_award, part.awards)
    if part.score is not None:
        yield f"{count_of(part.score, 'point')} in all"
    yield from _ending(part)


def _held_in_words(cards: Cards) -> str:
    """Format cards left, in words if their symbols are a number: ``a five``."""
    text = write_cards(cards)
    if not text.isdecimal():
        return text
    ranks = Counter(card.rank for card in cards)
    return listed(
        rank.one if number == 1 else count_of(number, rank.noun, rank.many)
        for rank, number in ranks.items()
    )


def _ending(part: Tally) -> Iterator[str]:
    if part.went_out:
        how = " concealed" if part.out is Out.CONCEALED else ""
        how = how if part.special is None else f" with the special hand {part.special}"
        yield f"went out{how}"
    if part.stock:
        yield "the stock ran out"
    if part.alone:
        yield f"{write_name(part.alone)} played alone"


def summary_blocks(
    names: Sequence[str],
    meanings: Sequence[str],
    sheets: Sequence[Sheet],
    ruleset: Ruleset,
) -> Blocks:
    """Format all that was entered: a row for each scoring item, then each side's tally."""
    sums = side_by_side(sheets, lambda line: in_game_words(_NAMES[line.item], ruleset))
    rows = ((name, *("" if each is None else points(each) for each in row)) for name, row in sums)
    total = ("total", *(points(sheet.total) for sheet in sheets))
    typed = zip(names, meanings, strict=True)
    return (
        Grid(("", *names), (*rows, total)),
        *(Text(f"{name}: {says or 'nothing'}", Style.QUIET) for name, says in typed),
    )


def side_by_side(
    sheets: Sequence[Sheet], name: Callable[[SheetLine], str]
) -> Iterator[tuple[str, list[int | None]]]:
    """Yield the lines of all sheets in their order: each name, and its points on each sheet."""
    order = [item.id for item in ITEMS]
    found: dict[tuple[int, str], list[int | None]] = {}
    for place, sheet in enumerate(sheets):
        for line in sheet.lines:
            row = found.setdefault((order.index(line.item), name(line)), [None] * len(sheets))
            row[place] = (row[place] or 0) + line.points  # a side can have several penalties
    return ((words, found[at, words]) for at, words in sorted(found))
