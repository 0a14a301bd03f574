"""Rulesets of game files: equal ones are created only once."""

import pytest

from canasta_cli.errors import CanastaError
from canasta_cli.rules import library
from canasta_cli.rules.library import with_house_rules


def test_the_same_rules_are_one_value() -> None:
    assert with_house_rules("classic", {}) is library.ruleset("classic")
    house = {"end.target": 3000}
    assert with_house_rules("classic", house) is with_house_rules("classic", dict(house))
    assert with_house_rules("classic", house).end.target == 3000
    assert with_house_rules("classic", {"end.target": 3001}).end.target == 3001
    assert with_house_rules("leaflet", house).name == "leaflet"
    assert with_house_rules("classic", {"melds.wild_ratio": "half-to-four"}).house == (
        "melds.wild_ratio",
    )


def test_only_so_many_are_kept() -> None:
    for target in range(1000, 1000 + 3 * library.MOST_CACHED):
        assert with_house_rules("classic", {"end.target": target}).end.target == target
        assert len(library.CACHE) <= library.MOST_CACHED


@pytest.mark.parametrize("house", [{"end.target": -1}, {"end.target": "x"}, {"nonsense": {}}])
def test_what_cannot_be_is_said_every_time(house: dict[str, object]) -> None:
    for _ in range(2):
        with pytest.raises(CanastaError):
            with_house_rules("classic", house)
