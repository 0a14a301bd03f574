"""Scoring items beyond the classic game: canasta collections, special hands, unfinished melds."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from canasta_cli.engine.canastas import (
    OF_ONE_RANK,
    WILD_MELDS,
    Unfinished,
    costs,
    is_priced,
    lacking,
    many,
    merged,
)
from canasta_cli.engine.points import WILD
from canasta_cli.engine.score.figures import Found
from canasta_cli.engine.score.sheet import Item, Line, charged
from canasta_cli.model.cards import Rank, Shape, meld_under
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import named, needed

if TYPE_CHECKING:
    from canasta_cli.rules.vocabulary import Collection


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
    number = sum(
        meld.size < ruleset.unfinished.short_run_below
        for meld in found.tally.melds
        if meld_under(ruleset.wild_ranks, meld).shape is Shape.RUN
    )
    return charged("unfinished.short-run", number, ruleset.unfinished.short_run)


def _open_melds(what: Unfinished) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        if not is_priced(what, ruleset):
            return
        if prices := costs(what, merged(found.tally.melds, ruleset), ruleset):
            each = -prices[0] if len(set(prices)) == 1 else None
            yield Line(what.name, len(prices), each, -sum(prices))

    return lines


def _item(what: Unfinished, reads: tuple[str, ...] = (), family: str = "") -> Item:
    return Item(
        what.name,
        what.says,
        f"{what.says[0].upper()}{what.says[1:]} at the end of the hand.",
        (*what.prices.values(), *reads, WILD, "melds.canasta", "melds.same_rank"),
        _open_melds(what),
        when=lambda rules: is_priced(what, rules),
        family=family,
    )


def _held_cards(rank: Rank) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        held = ruleset.ranks.held[rank]
        return charged(_held(rank), many(rank, found.tally.left, ruleset), held and held.points)

    return lines


def _held(rank: Rank) -> str:
    return f"unfinished.{rank.many.replace(' ', '-')}-held"


def _held_item(rank: Rank) -> Item:
    return Item(
        _held(rank),
        f"{rank.many} left in a hand",
        f"Each hand with more {rank.many} left than the game allows costs points.",
        (f"ranks.{rank.value}.held",),
        _held_cards(rank),
        when=lambda rules: rules.ranks.held[rank] is not None,
        family="unfinished.RANK-held",
    )


MORE_ITEMS: tuple[Item, ...] = (
    Item(
        "collections",
        "canasta collections",
        "Several canastas of a side together, in games that score them together.",
        ("bonus.collections",),
        _collections,
    ),
    *(_item(what, family="unfinished.RANK") for what in OF_ONE_RANK),
    *(
        _item(
            what,
            ("ranks.2,W.unfinished", "ranks.2,W.canasta_from"),
            "unfinished.wild-RANK" if what in WILD_MELDS[2:-1] else "",
        )
        for what in WILD_MELDS
    ),
    Item(
        "unfinished.short-run",
        "short sequences",
        "A sequence that is short at the end, in games where that costs points.",
        (WILD, "unfinished.short_run", "unfinished.short_run_below"),
        _short_runs,
        when=lambda rules: rules.unfinished.short_run is not None,
    ),
    *(_held_item(rank) for rank in Rank if rank is not Rank.RED_THREE),
    Item(
        "special",
        "special hand",
        "A special hand. The side scores nothing else.",
        ("special.hands",),
        _special,
    ),
)
