"""The end of a hand: all sides' tallies judged together, and a sheet for each."""

from typing import NamedTuple

from canasta_cli.engine.counting.figures import canastas, red_threes
from canasta_cli.engine.counting.items import ITEMS
from canasta_cli.engine.counting.melded import MELDED
from canasta_cli.engine.counting.pooling import pool, sheets
from canasta_cli.engine.counting.sheet import Sheet
from canasta_cli.engine.counting.tallying import SIDE, TABLE, HandTallies, SideTally
from canasta_cli.engine.melds.grading import merged
from canasta_cli.engine.melds.melding import Lying, judge_meld
from canasta_cli.engine.plays.going_out import GOING_OUT, with_canastas
from canasta_cli.engine.rule import Topic, Verdict, judge, together
from canasta_cli.model.game import Game
from canasta_cli.model.tally import Tally
from canasta_cli.rules.schema import Ruleset

TALLY = Topic[SideTally](*SIDE, *MELDED)


class HandCount(NamedTuple):
    """A hand judged and counted: for each side a sheet and a verdict, and one for all together."""

    sheets: tuple[Sheet, ...]
    sides: tuple[Verdict, ...]
    table: Verdict

    @property
    def possible(self) -> bool:
        """Whether nothing stands against any of the tallies."""
        return self.table.legal is not False and all(side.legal is not False for side in self.sides)

    @property
    def senseless(self) -> bool:
        """Whether a tally names what these rules do not know: nobody can mean it or insist on it."""
        return any(f.rule == "tally.figures" for side in self.sides for f in side.refused)


def judge_side(pooled: Tally, own: Tally, players: int, ruleset: Ruleset) -> Verdict:
    """Everything about one side's tally that can be judged without the other side's.

    Melds are judged as they lie on the table (``pooled``), the rest as the side itself said it
    (``own``); the two differ only where partners for one hand pool their melds.
    """
    melds = (
        judge_meld(Lying(meld, pooled.went_out), ruleset) for meld in merged(pooled.melds, ruleset)
    )
    going_out = with_canastas(canastas(pooled, ruleset), red_threes(pooled), ruleset)
    out = judge(going_out, GOING_OUT, ruleset)
    return together(
        (
            *melds,
            *((out,) if own.out is not None else ()),
            judge(SideTally(own, pooled, players), TALLY, ruleset),
        ),
        ruleset,
    )


def judge_table(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], ruleset: Ruleset
) -> Verdict:
    """What the tallies of all sides together cannot be."""
    return judge(HandTallies(tallies, players), TABLE, ruleset)


def count_hand(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], ruleset: Ruleset
) -> HandCount:
    """Judge and count a hand: ``tallies`` and ``players`` side by side, in the same order."""
    pooled = pool(tallies, ruleset)
    return HandCount(
        sheets=sheets(tallies, ruleset),
        sides=tuple(
            judge_side(table, own, _in_play(names, ruleset), ruleset)
            for table, own, names in zip(pooled, tallies, players, strict=True)
        ),
        table=judge_table(tallies, players, ruleset),
    )


def _in_play(names: tuple[str, ...], ruleset: Ruleset) -> int:
    """How many hands of cards a side holds."""
    if ruleset.seats.sitting_out:
        return min(len(names), *ruleset.seats.sides)
    return len(names)


def count_hand_of(game: Game, tallies: tuple[Tally, ...], ruleset: Ruleset) -> HandCount:
    """Judge and count one hand of a game."""
    return count_hand(tallies, tuple(side.players for side in game.sides), ruleset)


def behind(counted: HandCount, ruleset: Ruleset) -> tuple[str, ...]:
    """The unknown values that the count of a hand rests on, or that its judging would."""
    read = {what.value for side in counted.sides for what in side.unknown}
    for sheet in counted.sheets:
        read.update(behind_sheet(sheet, ruleset))
    return tuple(path for path in ruleset.unknown if path in read)


def behind_sheet(sheet: Sheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The unknown values that one side's sheet rests on."""
    if not ruleset.unknown:
        return ()
    reads = {item.id: item.reads for item in ITEMS}
    read = {path for line in sheet.lines for path in reads[line.item]}
    return tuple(path for path in ruleset.unknown if path in read)
