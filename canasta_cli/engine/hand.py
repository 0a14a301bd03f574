"""The end of a hand: all sides' tallies judged together, and a sheet for each."""

from typing import NamedTuple

from canasta_cli.engine.counting import Sheet, count
from canasta_cli.engine.figures import BLACK, RED, canastas
from canasta_cli.engine.going_out import GOING_OUT, GoingOut
from canasta_cli.engine.grading import merged
from canasta_cli.engine.melding import MELDING, Lying
from canasta_cli.engine.rule import Verdict, judge, together
from canasta_cli.engine.tallying import SIDE, TABLE, HandTallies, SideTally
from canasta_cli.model.tally import Tally, join
from canasta_cli.rules.schema import Ruleset


class HandCount(NamedTuple):
    """A hand judged and counted: for each side a sheet and a verdict, and one for all together."""

    sheets: tuple[Sheet, ...]
    sides: tuple[Verdict, ...]
    table: Verdict

    @property
    def possible(self) -> bool:
        """Whether nothing stands against any of the tallies."""
        return self.table.legal is not False and all(side.legal is not False for side in self.sides)


def judge_side(tally: Tally, players: int, ruleset: Ruleset) -> Verdict:
    """Everything about one side's tally that can be judged without the other side's."""
    melds = (
        judge(Lying(meld, tally.went_out), MELDING, ruleset)
        for meld in merged(tally.melds, ruleset)
    )
    out = judge(GoingOut(canastas(tally, ruleset)), GOING_OUT, ruleset)
    return together(
        (
            *melds,
            *((out,) if tally.went_out else ()),
            judge(SideTally(tally, players), SIDE, ruleset),
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
        sheets=tuple(count(tally, ruleset) for tally in pooled),
        sides=tuple(
            judge_side(tally, _in_play(tally, names, ruleset), ruleset)
            for tally, names in zip(pooled, players, strict=True)
        ),
        table=judge_table(tallies, players, ruleset),
    )


def _in_play(tally: Tally, names: tuple[str, ...], ruleset: Ruleset) -> int:
    """How many hands of cards can stand behind a tally."""
    if ruleset.seats.alone and tally.alone is None:
        return ruleset.seats.players - 1
    if ruleset.seats.sitting_out:
        return min(len(names), min(ruleset.seats.sides))
    return len(names)


def pool(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Tally, ...]:
    """The tallies as they count: who was not alone shares all but the own red threes."""
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.seats.alone or alone is None:
        return tallies
    partners = join(tuple(tally for place, tally in enumerate(tallies) if place != alone))
    return tuple(
        tally if place == alone else _with_own_threes(partners, tally)
        for place, tally in enumerate(tallies)
    )


def _with_own_threes(partners: Tally, own: Tally) -> Tally:
    """Partners for a hand pool everything but their threes, which are personal."""
    shared = (figure for figure in partners.figures if figure.name not in (RED, BLACK))
    personal = (figure for figure in own.figures if figure.name in (RED, BLACK))
    return partners._replace(threes=own.threes, figures=(*shared, *personal))
