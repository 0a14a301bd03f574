"""Figures in a tally: which names a ruleset knows, and what a side has in cards and figures together."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.melds.grading import grade, grades, merged
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Meld
from canasta_cli.model.tally import Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade

POINTS = "points"
MINUS = "minus"
RED = "red"
BLACK = "black"


def figure_names(ruleset: Ruleset) -> dict[str, str]:
    """The names of figures that a ruleset knows, each with its meaning."""
    black = {BLACK: "black threes laid out"} if ruleset.threes.black_laid else {}
    return {
        **{each.value: f"{each.value} canastas" for each in grades(ruleset)},
        POINTS: "card points of melded cards that are not named as cards",
        MINUS: "card points left in hands that are not named as cards",
        RED: "red threes laid out",
        **black,
    }


class Found(NamedTuple):
    """A tally with what was found in it once: its melds as they lie, and its canastas by grade."""

    tally: Tally
    graded: tuple[tuple[Meld, Grade], ...]
    canastas: Counter[Grade]


def find(tally: Tally, ruleset: Ruleset) -> Found:
    """Merge and grade the melds of a tally, and add the canastas given in figures."""
    graded = tuple(
        (meld, kind)
        for meld in merged(tally.melds, ruleset)
        if (kind := grade(meld, ruleset)) is not None
    )
    counts = Counter(kind for _, kind in graded)
    if tally.figures:
        for kind in grades(ruleset):
            if number := tally.figure(kind.value):
                counts[kind] += number
    return Found(tally, graded, counts)


def canastas(tally: Tally, ruleset: Ruleset) -> Counter[Grade]:
    """A side's canastas by grade, in cards and in figures."""
    return find(tally, ruleset).canastas


def red_threes(tally: Tally) -> int:
    """How many red threes a side laid out."""
    return tally.threes.of(Rank.RED_THREE) + tally.figure(RED)


def black_threes(tally: Tally) -> int:
    """How many black threes a side laid out apart from melds."""
    return tally.threes.of(Rank.BLACK_THREE) + tally.figure(BLACK)


def has_melded(found: Found) -> bool:
    """Whether a side has at least one meld."""
    return bool(found.tally.melds) or found.tally.figure(POINTS) > 0 or bool(found.canastas)


def on_table(tally: Tally, ruleset: Ruleset) -> int:
    """Card points of a side's melds, in cards and in figures."""
    return worth(tally.melded, ruleset) + tally.figure(POINTS)


def in_hands(tally: Tally, ruleset: Ruleset) -> int:
    """Card points left in a side's hands and feet, in cards and in figures."""
    left = sum(worth(bunch, ruleset) for bunch in (*tally.left, *tally.feet))
    return left + tally.figure(MINUS)
