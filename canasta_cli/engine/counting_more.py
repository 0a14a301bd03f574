"""Scoring items of the wider family: collections of canastas, short runs, sevens."""

from collections.abc import Iterator

from canasta_cli.engine.figures import Found
from canasta_cli.engine.grading import grade, lacking, merged
from canasta_cli.engine.sheet import Item, Line
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Collection, needed


def _collections(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    """Of collections of equally many canastas the best: the same canastas are not paid twice."""
    best: dict[int, Collection] = {}
    for row in ruleset.bonus.collections:
        other = best.get(row.size)
        if not lacking(row.needs, found.canastas) and (not other or other.points < row.points):
            best[row.size] = row
    for row in best.values():
        yield Line("collections", 1, row.points, row.points, needed(row.needs))


def _short_runs(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.penalty.short_run
    if each is None:
        return
    number = sum(
        meld.shape is Shape.RUN and len(meld.cards) < ruleset.penalty.short_run_below
        for meld in found.tally.melds
    )
    if number:
        yield Line("penalty.short-run", number, -each, -number * each)


def _unfinished_sevens(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.penalty.unfinished_sevens
    if each is None:
        return
    number = sum(
        meld.shape is Shape.SET and meld.rank is Rank.SEVEN and grade(meld, ruleset) is None
        for meld in merged(found.tally.melds, ruleset)
    )
    if number:
        yield Line("penalty.unfinished-sevens", number, -each, -number * each)


def _sevens_held(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.penalty.sevens_held
    if each is None:
        return
    most = ruleset.penalty.sevens_held_most
    number = sum(bunch.of(Rank.SEVEN) > most for bunch in found.tally.left)
    if number:
        yield Line("penalty.sevens-held", number, -each, -number * each)


_MERGED = ("melds.same_rank", "melds.canasta", "bonus.sevens", "bonus.sevens_mixed")

MORE_ITEMS: tuple[Item, ...] = (
    Item(
        "collections",
        "canastas together",
        "Several canastas of a side together, where the game pays for that.",
        ("bonus.collections",),
        _collections,
    ),
    Item(
        "penalty.short-run",
        "short runs",
        "A run that is short at the end, where that costs.",
        ("penalty.short_run", "penalty.short_run_below"),
        _short_runs,
    ),
    Item(
        "penalty.unfinished-sevens",
        "sevens left unfinished",
        "A meld of sevens that is no canasta at the end, where that costs.",
        ("penalty.unfinished_sevens", *_MERGED, "bonus.natural", "bonus.mixed"),
        _unfinished_sevens,
    ),
    Item(
        "penalty.sevens-held",
        "too many sevens in a hand",
        "More sevens left in one hand than the game allows, for each such hand.",
        ("penalty.sevens_held", "penalty.sevens_held_most"),
        _sevens_held,
    ),
)
