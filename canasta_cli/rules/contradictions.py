"""What no ruleset can want at once: one row for each contradiction between parameters."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, WildLock


class Contradiction(NamedTuple):
    """Two or more parameters that cannot stand together; ``path`` is the one to look at."""

    path: str
    found: Callable[[Ruleset], bool]
    says: Callable[[Ruleset], str]


def _played(ruleset: Ruleset) -> int:
    return sum(ruleset.seats.sides)


CONTRADICTIONS: tuple[Contradiction, ...] = (
    Contradiction(
        "seats.sides",
        lambda rules: _played(rules) != rules.seats.players,
        lambda rules: (
            f"the sides hold {_played(rules)} players, but {rules.seats.players} play "
            "(seats.players)"
        ),
    ),
    Contradiction(
        "seats.sides",
        lambda rules: len(rules.seats.sides) < 2,
        lambda _: "a game has two sides or more",
    ),
    Contradiction(
        "seats.alone",
        lambda rules: rules.seats.alone and rules.seats.sides != (1, 1, 1),
        lambda _: "one player is alone against partners only among three single players",
    ),
    Contradiction(
        "seats.sitting_out",
        lambda rules: (
            rules.seats.sitting_out and max(rules.seats.sides) != min(rules.seats.sides) + 1
        ),
        lambda _: "a player sits out only where one side is larger than the other by one",
    ),
    Contradiction(
        "threes.red",
        lambda rules: len(rules.threes.red) != 2 * rules.deck.packs,
        lambda rules: (
            f"{rules.deck.packs} packs hold {2 * rules.deck.packs} red threes, "
            f"but {len(rules.threes.red)} numbers are given (deck.packs)"
        ),
    ),
    Contradiction(
        "melds.canasta",
        lambda rules: rules.melds.canasta < rules.melds.smallest,
        lambda _: "a canasta is not smaller than the smallest meld (melds.smallest)",
    ),
    Contradiction(
        "melds.largest",
        lambda rules: rules.melds.largest is not None and rules.melds.largest < rules.melds.canasta,
        lambda _: "the largest meld is not smaller than a canasta (melds.canasta)",
    ),
    Contradiction(
        "end.target",
        lambda rules: (rules.end.target is None) == (rules.end.deals is None),
        lambda _: "the game ends at a target or after a number of deals (end.deals): one of them",
    ),
    Contradiction(
        "talon.second",
        lambda rules: (rules.talon.first is None) != (rules.talon.second is None),
        lambda _: "bonus cards are for both sides or for none (talon.first)",
    ),
    Contradiction(
        "melds.wild_lock",
        lambda rules: rules.melds.wild_lock is not WildLock.NONE and not rules.melds.wild_only,
        lambda _: "wild cards are locked by a meld of them, which is none (melds.wild_only)",
    ),
    Contradiction(
        "opening.tiers",
        lambda rules: (
            rules.opening.basis is Basis.DEAL
            and any(tier.start is not None and tier.start < 2 for tier in rules.opening.tiers)
        ),
        lambda _: "by deal (opening.basis), the second tier begins at deal 2 or later",
    ),
)


def contradictions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Every contradiction in a ruleset: the parameter to look at, and what is wrong."""
    for row in CONTRADICTIONS:
        if row.found(ruleset):
            yield row.path, row.says(ruleset)
