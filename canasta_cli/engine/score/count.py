"""Judge all tallies of a hand, and count a sheet for each."""

from collections.abc import Iterator
from functools import partial

from canasta_cli.engine.canastas import merged
from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.rule import Finding, Verdict, judge, verdict_of_all
from canasta_cli.engine.score.figures import canastas, pool, red_threes
from canasta_cli.engine.score.items import ITEMS, sheets
from canasta_cli.engine.score.sheet import Line, Sheet
from canasta_cli.engine.score.table_rules import TABLE, HandTallies
from canasta_cli.engine.score.tally_rules import SIDE, SideTally
from canasta_cli.engine.turn.canastas_needed import GOING_OUT, with_canastas
from canasta_cli.model.game import Game, Tally
from canasta_cli.rules.alternatives import Outcome, deciding
from canasta_cli.rules.names import behind as behind_names
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class HandCount(NamedTuple):
    """A counted hand: a sheet and a verdict for each side, and a verdict for all together."""

    sheets: tuple[Sheet, ...]
    sides: tuple[Verdict, ...]
    table: Verdict

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts of all sides, then that of the table."""
        return (*self.sides, self.table)

    @property
    def possible(self) -> bool:
        """True if no rule refuses any of the tallies."""
        return all(verdict.legal is not False for verdict in self.verdicts)

    @property
    def senseless(self) -> bool:
        """True if a tally names a figure that these rules don't have; not even force records it."""
        return any(f.rule == "tally.figures" for side in self.sides for f in side.refused)


def judge_side(pooled: Tally, own: Tally, players: int, ruleset: Ruleset) -> Verdict:
    """Judge all that can be judged of one side's tally without the other sides'.

    Melds are judged as they are on the table (``pooled``), the rest as the side itself gave it
    (``own``); the two differ only if partners for one hand pool their melds. A tally with a score
    has no melds, and may say that the side went out.
    """
    melds = (
        judge_meld(meld, ruleset, going_out=pooled.went_out)
        for meld in merged(pooled.melds, ruleset)
    )
    going_out = with_canastas(canastas(pooled, ruleset), red_threes(pooled), ruleset)
    out = judge(going_out, GOING_OUT, ruleset)
    return verdict_of_all(
        (
            *melds,
            *((out,) if own.out is not None and own.score is None else ()),
            judge(SideTally(own, pooled, players), SIDE, ruleset),
        ),
        ruleset,
    )


def judge_table(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], ruleset: Ruleset
) -> Verdict:
    """Judge the tallies of all sides together."""
    return judge(HandTallies(tallies, players), TABLE, ruleset)


def count_hand(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], ruleset: Ruleset
) -> HandCount:
    """Judge and count a hand; ``tallies`` and ``players`` are in the same order of sides."""
    pooled = pool(tallies, ruleset)
    again = partial(_verdict_under, tallies, players)
    rows = enumerate(zip(pooled, tallies, players, strict=True))
    sides = tuple(
        judge_side(table, own, _in_play(names, ruleset), ruleset)._replace(again=partial(again, at))
        for at, (table, own, names) in rows
    )
    table_verdict = judge_table(tallies, players, ruleset)._replace(
        again=partial(again, len(sides))
    )
    return HandCount(sheets=sheets(tallies, ruleset), sides=sides, table=table_verdict)


def _verdict_under(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], at: int, ruleset: Ruleset
) -> Verdict:
    """Return the verdict on one side, or after these on all together, under another ruleset."""
    counted = count_hand(tallies, players, ruleset)
    return (*counted.sides, counted.table)[at]


def _in_play(names: tuple[str, ...], ruleset: Ruleset) -> int:
    """The number of a side's players who are dealt cards."""
    if ruleset.seats.sitting_out:
        return min(len(names), *ruleset.seats.sides)
    return len(names)


def count_hand_of(game: Game, tallies: tuple[Tally, ...], ruleset: Ruleset) -> HandCount:
    """Judge and count one hand of a game."""
    return count_hand(tallies, tuple(side.players for side in game.sides), ruleset)


def refusals_of_hand(
    game: Game, tallies: tuple[Tally, ...], ruleset: Ruleset
) -> Iterator[tuple[str, Finding]]:
    """Yield the reasons against the tallies of a hand, each with its side, empty for all together."""
    names = (*(side.name for side in game.sides), "")
    verdicts = count_hand_of(game, tallies, ruleset).verdicts
    for side, verdict in zip(names, verdicts, strict=True):
        for finding in verdict.refused:
            yield side, finding


def count_one_side(tally: Tally, ruleset: Ruleset) -> HandCount:
    """Judge and count one side's tally, without those of the others.

    Where a player may play alone, a side that went out is counted as that player's: the question
    concerns the whole table.
    """
    alone = ruleset.seats.alone
    names = tuple(str(number) for number in range(2 if alone else max(ruleset.seats.sides)))
    side = tally._replace(alone=names[0] if alone and tally.went_out else None)
    return count_hand((side,), (names,), ruleset)


def outcome_of(counted: HandCount) -> Outcome:
    """Return what a count comes to: its sheets, and the reasons against the tallies."""
    refused = (finding for verdict in counted.verdicts for finding in verdict.refused)
    return Outcome((counted.possible, counted.sheets), tuple(refused))


def behind(counted: HandCount, ruleset: Ruleset) -> tuple[str, ...]:
    """List the undocumented values on which the count of a hand, or its verdicts, would depend."""
    read = {what.value for side in counted.sides for what in side.unknown}
    for sheet in counted.sheets:
        read.update(behind_sheet(sheet, ruleset))
    return tuple(path for path in ruleset.unknown if path in read)


def behind_sheet(sheet: Sheet, ruleset: Ruleset) -> tuple[str, ...]:
    """List the undocumented values on which one side's sheet depends."""
    if not ruleset.unknown:
        return ()
    read = {path for line in sheet.lines for path in _read_by(line.item, ruleset)}
    return tuple(path for path in ruleset.unknown if path in read)


def _read_by(item: str, ruleset: Ruleset) -> tuple[str, ...]:
    """List the parameters that a scoring item reads."""
    (reads,) = (each.reads for each in ITEMS if each.id == item)
    return behind_names(reads, ruleset)


def deciding_values(tally: Tally, ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return the parameters that decide each line of one side's sheet, by the id of its item.

    With another value, the line would be different, or there would be none.
    """

    def lines(rules: Ruleset, item: str) -> list[Line]:
        return [line for line in count_one_side(tally, rules).sheets[0].lines if line.item == item]

    def deciding_line(item: str) -> Iterator[str]:
        given = lines(ruleset, item)
        for path in _read_by(item, ruleset):
            yield from deciding(path, ruleset, lambda other: lines(other, item) != given)

    items = (line.item for line in count_one_side(tally, ruleset).sheets[0].lines)
    return {item: tuple(deciding_line(item)) for item in items}
