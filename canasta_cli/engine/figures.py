"""Figures in a tally, totals of cards and figures together, and what a side has earned by them.

Scores, statistics and the forms of the commands ask it.
"""

from collections import Counter

from canasta_cli.engine.canastas import grade, grades, lacking, merged
from canasta_cli.engine.points import points_of
from canasta_cli.errors import NotationError, NotUnderstood
from canasta_cli.model.cards import Card, Cards, Meld, Rank
from canasta_cli.model.game import Figure, Tally, join
from canasta_cli.rules.names import figure_word
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Earned, Earning, Grade, Need, needed
from canasta_cli.rules.vocabulary import canastas as canastas_in_words
from canasta_cli.values import NamedTuple

POINTS = "points"
MINUS = "minus"
RED = "red"
BLACK = "black"
_EVERY = (*(each.value for each in Grade), POINTS, MINUS, RED, BLACK)


def _plural(kind: Grade) -> str:
    return canastas_in_words(2, (kind,)).partition(" ")[2]


def figure_names(ruleset: Ruleset) -> dict[str, str]:
    """Map the names of figures under a ruleset to their meanings."""
    black = {BLACK: "black threes laid out"} if ruleset.threes.black_laid else {}
    return {
        **{each.value: _plural(each) for each in grades(ruleset)},
        POINTS: "card points of melded cards not listed as cards",
        MINUS: "card points left in hands not listed as cards",
        RED: "red threes laid out",
        **black,
    }


def check_spelling(tally: Tally, ruleset: Ruleset, side: str = "") -> None:
    """Raise :class:`~canasta_cli.errors.NotationError` for a figure that no ruleset knows.

    A figure of another ruleset is not misspelled; the rules of this game reject it later.
    """
    for figure in tally.figures:
        if figure.name not in _EVERY:
            names = tuple(figure_word(name, ruleset) for name in figure_names(ruleset))
            raise _misspelled(figure, names, f"{side}: " if side else "")


def _misspelled(figure: Figure, names: tuple[str, ...], side: str) -> NotationError:
    from canasta_cli.rules.names import near
    from canasta_cli.words import listed

    found = near(figure.name, names)
    return NotationError(
        f"{side}“{figure.name}:” is not a word of a tally.{found}",
        text=f"{figure.name}:{figure.number}",
        start=0,
        end=len(figure.name),
        expected=f"The figures are {listed(f'{name}:' for name in names)}",
        example=f"{names[0]}:1 {names[1]}:2 points:345",
    )


def check_suits(tally: Tally, ruleset: Ruleset, side: str = "") -> None:
    """Refuse a set in which some cards of a rank have a suit, in a game where suits don't matter.

    ``QQQS`` is three queens; the letter was probably to be a fourth card. Files may have such sets.
    """
    for meld in tally.melds if not ruleset.melds.runs else ():
        plain = {card.rank for card in meld.cards if not card.suit}
        suited = dict.fromkeys(each for each in meld.cards if each.suit and each.rank in plain)
        if suited:
            raise _partly_suited(meld.cards, tuple(suited), f"{side}: " if side else "")


def _partly_suited(cards: Cards, suited: tuple[Card, ...], side: str) -> NotUnderstood:
    from canasta_cli.words import count_of, listed

    have = f"{listed(card.symbol for card in suited)} {'has' if len(suited) == 1 else 'have'}"
    meld, without = (
        "".join(each) for each in zip(*((c.symbol, c.rank.value) for c in cards), strict=True)
    )
    return NotUnderstood(
        f"{side}{meld} is {count_of(len(cards), 'card')}, of which only {have} a suit",
        fix=f"Suits don't matter in these rules: write {without}, or the card that is missing.",
    )


class GradedTally(NamedTuple):
    """A tally with the grade of each canasta among its merged melds, and the canastas by grade."""

    tally: Tally
    graded: tuple[tuple[Meld, Grade], ...]
    canastas: Counter[Grade]


def find(tally: Tally, ruleset: Ruleset) -> GradedTally:
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
    return GradedTally(tally, graded, counts)


def canastas(tally: Tally, ruleset: Ruleset) -> Counter[Grade]:
    """Count a side's canastas by grade, in cards and in figures."""
    return find(tally, ruleset).canastas


def red_threes(tally: Tally) -> int:
    """Count the red threes that a side laid out."""
    return tally.threes.of(Rank.RED_THREE) + tally.figure(RED)


def black_threes(tally: Tally) -> int:
    """Count the black threes that a side laid out outside melds."""
    return tally.threes.of(Rank.BLACK_THREE) + tally.figure(BLACK)


def has_melded(found: GradedTally) -> bool:
    """True if a side has at least one meld."""
    return bool(found.tally.melds) or found.tally.figure(POINTS) > 0 or bool(found.canastas)


def on_table(tally: Tally, ruleset: Ruleset) -> int:
    """Card points of a side's melds, in cards and in figures."""
    return points_of(tally.melded, ruleset) + tally.figure(POINTS)


def in_hands(tally: Tally, ruleset: Ruleset) -> int:
    """Card points left in a side's hands and feet, in cards and in figures."""
    left = sum(points_of(bunch, ruleset) for bunch in (*tally.left, *tally.feet))
    return left + tally.figure(MINUS)


_DEDUCTED = "deducted"


def earned(condition: Earned, found: GradedTally, ruleset: Ruleset) -> bool:
    """True if a side meets the condition for its threes, or melded cards, to count for it."""
    match condition.what:
        case Earning.NOTHING:
            return True
        case Earning.MELD:
            return has_melded(found)
        case Earning.NEVER:
            return False
        case Earning.CANASTAS:
            return not lacking((Need(condition.number, condition.of),), found.canastas)
        case _:
            return not lacking(ruleset.out.needs, found.canastas)


def why_deducted(condition: Earned, ruleset: Ruleset) -> str:
    """Explain why a line of a sheet is deducted, naming what the side lacks."""
    match condition.what:
        case Earning.MELD:
            return f"{_DEDUCTED}: no meld"
        case Earning.CANASTAS:
            needs: tuple[Need, ...] = (Need(condition.number, condition.of),)
        case Earning.NEVER | Earning.NOTHING:
            return _DEDUCTED
        case _:
            needs = ruleset.out.needs
    return f"{_DEDUCTED}: {'no canasta' if needs == (Need(1),) else f'needs {needed(needs)}'}"


def pool(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Tally, ...]:
    """Return the tallies as they count: players who were not alone share all but their threes.

    A tally that has only a score keeps it.
    """
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.seats.alone or alone is None:
        return tallies
    shared = (tally for place, tally in enumerate(tallies) if place != alone)
    partners = join(tuple(tally for tally in shared if tally.score is None))
    return tuple(
        tally if place == alone or tally.score is not None else _with_own_threes(partners, tally)
        for place, tally in enumerate(tallies)
    )


def _with_own_threes(partners: Tally, own: Tally) -> Tally:
    """Return the partners' shared tally with one player's own threes, which are personal."""
    shared = (figure for figure in partners.figures if figure.name not in (RED, BLACK))
    personal = (figure for figure in own.figures if figure.name in (RED, BLACK))
    return partners._replace(threes=own.threes, figures=(*shared, *personal))
