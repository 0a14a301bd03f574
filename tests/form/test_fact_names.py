"""Conditions are named in one phrase that people understand, and that is exact."""

from typing import Any

import pytest
from looping import for_each_case

import canasta_cli

NAMED: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("meld K:K", "classic", {}, "legal if your side has melded kings; otherwise not"),
    (
        "meld K:W",
        "classic",
        {},
        "legal if your side has melded kings with at most 2 wild cards; otherwise not",
    ),
    (
        "meld K:K Q:Q J:J",
        "classic",
        {},
        "legal if your side has melded kings, queens and jacks; otherwise not",
    ),
    (
        "out",
        "classic",
        {},
        "legal if your side then has the canastas it needs to go out; otherwise not",
    ),
    (
        "meld 2:2",
        "modern-american",
        {"hand": "2444"},
        "legal if your side has a meld of wild cards with at most 6 cards in all; otherwise not",
    ),
    (
        "meld 999",
        "modern-american-pagat",
        {"melds": "KKK", "hand": "9994567"},
        "legal if the other side has no canasta of nines; otherwise not",
    ),
    ("discard 2", "classic", {"hand": "2", "melds": "KKK"}, ""),
)


@for_each_case(("play", "rules", "facts", "condition"), NAMED)
def test_a_condition_says_what_decides(
    play: str, rules: str, facts: dict[str, Any], condition: str
) -> None:
    verdict = canasta_cli.check(play, canasta_cli.ruleset(rules), **facts)
    assert verdict.condition == condition


@pytest.mark.parametrize("play", ["meld K:22 out", "meld K out"])
def test_going_out_by_adding_to_a_meld_asks_for_the_meld_and_canastas(play: str) -> None:
    """A canasta that the play completes is among those needed."""
    rules = canasta_cli.ruleset("classic")
    assert canasta_cli.check(play, rules, melds="KKK 4444444").legal
    assert canasta_cli.check(play, rules, melds="KKK").legal is False
    found = {(each.facts["melds"], each.legal) for each in canasta_cli.check(play, rules).depends}
    assert found
    for melds, legal in found:
        assert canasta_cli.check(play, rules, melds=str(melds)).legal is legal
