"""Ways to open and to go out, best first; or how much is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.melds import write_meld
from canasta_cli.show.layout import Blocks, Grid, Style, Text
from canasta_cli.show.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.openings import Openings
    from canasta_cli.engine.ways import Way
    from canasta_cli.model.cards import Rank


def _melds(way: Way) -> str:
    melds = " ".join(write_meld(meld) for meld in way.melds)
    takes = f" (with the {way.takes.symbol} of the pile)" if way.takes else ""
    last = f", discard {way.discard.symbol}" if way.discard else ""
    return f"{melds or 'nothing to meld'}{takes}{last}"


def openings_blocks(
    found: Openings, needed: int, whence: str, ways: tuple[Way, ...] | None
) -> Blocks:
    """The best way by each measure, or all ``ways``; or how many points are missing."""
    if not found.possible:
        short = f": the best melds are {points(found.short)} points short of {points(needed)}"
        return (Text(f"No opening{short if found.short else ''} ({whence}).", Style.BAD),)
    head = Text(f"Openings worth {points(needed)} points or more ({whence}):", Style.GOOD)
    if ways is not None:
        return (head, _grid(tuple(("", way) for way in ways)))
    named = (
        ("fewest cards", found.fewest_cards),
        ("most points", found.most_points),
        ("fewest wild cards", found.fewest_wilds),
    )
    return (head, _grid(tuple((name, way) for name, way in named if way is not None)))


def _grid(rows: tuple[tuple[str, Way], ...]) -> Grid:
    return Grid(
        ("", "melds", "points", "cards", "wild"),
        tuple(
            (name, _melds(way), points(way.value), str(way.cards), str(way.wilds))
            for name, way in rows
        ),
        left=(0, 1),
        indent=2,
    )


def openings_json(found: Openings, ways: tuple[Way, ...]) -> Mapping[str, Any]:
    """The keys of ``canasta suggest opening``."""
    best = found.fewest_cards
    return {
        "possible": found.possible,
        "best": None if best is None else _way(best),
        "most_points": None if found.most_points is None else _way(found.most_points),
        "fewest_wilds": None if found.fewest_wilds is None else _way(found.fewest_wilds),
        "short": found.short,
        "ways": [_way(way) for way in ways],
    }


def _way(way: Way) -> Mapping[str, Any]:
    return {
        "melds": [write_meld(meld) for meld in way.melds],
        "value": way.value,
        "cards": way.cards,
        "wilds": way.wilds,
        **({"takes": way.takes.symbol} if way.takes else {}),
        **({"discard": way.discard.symbol} if way.discard else {}),
        **({"bonus": way.bonus} if way.bonus is not None else {}),
    }


def out_blocks(ways: tuple[Way, ...], whence: str, *, everything: bool) -> Blocks:
    """The best way to go out, or all of them."""
    if not ways:
        return (Text(f"No way to go out ({whence}).", Style.BAD),)
    shown = ways if everything else ways[:1]
    rows = tuple(
        (_melds(way), points(way.value), "" if way.bonus is None else points(way.bonus))
        for way in shown
    )
    return (
        Text(f"Going out is possible ({whence}):", Style.GOOD),
        Grid(("melds", "points", "for going out"), rows, left=(0,), indent=2),
    )


def out_json(ways: tuple[Way, ...]) -> Mapping[str, Any]:
    """The keys of ``canasta suggest out``."""
    return {
        "possible": bool(ways),
        "best": _way(ways[0]) if ways else None,
        "ways": [_way(way) for way in ways],
    }


def discards_blocks(ranks: tuple[Rank, ...], whence: str) -> Blocks:
    """The cards that may be discarded, in one line."""
    if not ranks:
        return (Text(f"No card may be discarded ({whence}).", Style.BAD),)
    return (Text(f"May be discarded: {' '.join(rank.value for rank in ranks)} ({whence})."),)


def discards_json(ranks: tuple[Rank, ...]) -> Mapping[str, Any]:
    """The keys of ``canasta suggest discard``."""
    return {"cards": [rank.value for rank in ranks]}
