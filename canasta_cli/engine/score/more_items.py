"""Scoring items beyond the classic game: canasta collections, special hands, unfinished melds."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from canasta_cli.engine.melds.canastas import lacking, merged
from canasta_cli.engine.melds.unfinished import HANDS, MELDS, Unfinished, costly, many, price
from canasta_cli.engine.score.figures import Found
from canasta_cli.engine.score.sheet import Item, Line
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Shape
from canasta_cli.rules.rewards import named
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, needed

if TYPE_CHECKING:
    from canasta_cli.rules.rewards import Collection


def _collections(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    """Yield the best collection of each size, since the same canastas are not paid twice."""
    best: dict[int, Collection] = {}
    for row in ruleset.bonus.collections:
        other = best.get(row.size)
        if not lacking(row.needs, found.canastas) and (not other or other.points < row.points):
            best[row.size] = row
    for row in best.values():
        yield Line("collections", 1, row.points, row.points, needed(row.needs))


def _special(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    hand = named(found.tally.special, ruleset.special.hands)
    if hand is not None:
        yield Line("special", 1, hand.points, hand.points, hand.name)


def _short_runs(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.unfinished.short_run
    if each is None:
        return
    number = sum(
        meld.shape is Shape.RUN and meld.size < ruleset.unfinished.short_run_below
        for meld in found.tally.melds
    )
    if number:
        yield Line("unfinished.short-run", number, -each, -number * each)


def _open_melds(
    grades: tuple[Grade, ...], what: Unfinished
) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        each = price(what, ruleset)
        if each is None:
            return
        if number := len(costly(grades, merged(found.tally.melds, ruleset), ruleset)):
            yield Line(what.name, number, -each, -number * each)

    return lines


def _held_cards(rank: Rank, what: Unfinished) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        each = price(what, ruleset)
        if each is not None and (number := many(rank, found.tally.left, ruleset)):
            yield Line(what.name, number, -each, -number * each)

    return lines


MORE_ITEMS: tuple[Item, ...] = (
    Item(
        "collections",
        "canasta collections",
        "Several canastas of a side together, in games that score them together.",
        ("bonus.collections",),
        _collections,
    ),
    *(
        Item(
            what.name,
            what.says,
            f"{what.says[0].upper()}{what.says[1:]} at the end of the hand.",
            (what.path, "unfinished.wild_jokers", "melds.canasta", "melds.same_rank")
            if Grade.WILD in grades
            else (what.path, "melds.canasta", "melds.same_rank"),
            _open_melds(grades, what),
        )
        for grades, what in MELDS
    ),
    Item(
        "unfinished.short-run",
        "short sequences",
        "A sequence that is short at the end, in games where that costs points.",
        ("unfinished.short_run", "unfinished.short_run_below"),
        _short_runs,
    ),
    *(
        Item(
            what.name,
            what.says,
            f"Each hand with more {rank.many} left than the game allows costs points.",
            (what.path, "unfinished.held_most"),
            _held_cards(rank, what),
        )
        for rank, what in HANDS
    ),
    Item(
        "special",
        "special hand",
        "A special hand. The side scores nothing else.",
        ("special.hands",),
        _special,
    ),
)
