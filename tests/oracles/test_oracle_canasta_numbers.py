"""Canastas given as numbers, compared with every way to make them from the cards of the deck."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from looping import for_each_case

from canasta_cli.engine.score import least_points, most_canastas
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.rules import library
from canasta_cli.rules.vocabulary import Grade
from oracles.scoring import NATURALS, RULES, VALUES, Card, Rules, is_legal_meld

SIZE = 7
MOST = 13
CHEAPEST_WILD = VALUES["2"]


def _melds(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of wild cards that a canasta may have."""
    return tuple(
        wilds
        for wilds in range(SIZE)
        if is_legal_meld([Card("K")] * (SIZE - wilds) + [Card("2")] * wilds, rules, out=True)
    )


def _ways(rank: str, sides: int, rules: Rules) -> Iterator[tuple[int, int, int, int]]:
    """Yield what the sides can make of a rank: natural and mixed canastas, wild cards, card points."""
    for chosen in product((None, *_melds(rules)), repeat=sides):
        made = [wilds for wilds in chosen if wilds is not None]
        naturals = sum(SIZE - wilds for wilds in made)
        if naturals <= 4 * rules.packs:
            points = naturals * VALUES[rank] + sum(made) * CHEAPEST_WILD
            yield made.count(0), len(made) - made.count(0), sum(made), points


@cache
def _all(name: str, sides: int) -> dict[tuple[int, int], int]:
    """Return the fewest card points of each number of natural and mixed canastas that can be made."""
    rules = RULES[name]
    wild_cards = 4 * rules.packs + rules.jokers
    found = {(0, 0, 0): 0}
    for rank in NATURALS:
        ways = set(_ways(rank, sides, rules))
        further: dict[tuple[int, int, int], int] = {}
        for (natural, mixed, wilds), points in found.items():
            for more in ways:
                key = natural + more[0], mixed + more[1], wilds + more[2]
                if key[2] <= wild_cards and key[0] <= MOST and key[1] <= MOST:
                    further[key] = min(further.get(key, points + more[3]), points + more[3])
        found = further
    fewest: dict[tuple[int, int], int] = {}
    for (natural, mixed, _), points in found.items():
        at = natural, mixed
        fewest[at] = min(fewest.get(at, points), points)
    return fewest


@for_each_case("name", ["classic", "cardgames-io", "gamerules", "six-player"])
@for_each_case("sides", [1, 2])
def test_numbers_are_refused_if_no_cards_of_the_deck_make_them(name: str, sides: int) -> None:
    """A lower number of points may be allowed than any cards have, never a higher one refused."""
    ruleset, made = library.ruleset(name), _all(name, sides)
    for natural, mixed in product(range(MOST), repeat=2):
        numbers = {Grade.NATURAL: natural, Grade.MIXED: mixed}
        least = least_points(numbers, NO_CARDS, sides, ruleset)
        assert (least is not None) is ((natural, mixed) in made), numbers
        if least is not None:
            assert least <= made[natural, mixed], numbers
            if sides == 1 and not mixed:
                assert least == made[natural, mixed], numbers


@pytest.mark.parametrize("name", ["classic", "six-player"])
def test_the_most_canastas_of_one_kind_are_the_most_that_can_be_made(name: str) -> None:
    ruleset, made = library.ruleset(name), _all(name, 1)
    for grade, most in (
        (Grade.NATURAL, max(natural for natural, mixed in made if not mixed)),
        (Grade.MIXED, max(mixed for natural, mixed in made if not natural)),
    ):
        assert most_canastas(grade, 99, NO_CARDS, 1, ruleset) == most
