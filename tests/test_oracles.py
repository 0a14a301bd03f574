"""Every ruleset is checked by a second implementation, or has a reason why not."""

from collections.abc import Collection

from oracle_family import GAMES
from oracle_modern import SCORES
from oracle_play import RULES as PLAYED
from oracle_scoring import RULES as COUNTED

from canasta_cli.rules import library

MOSTLY_UNKNOWN = "no source gives most of its scoring values"
# Rulesets without an oracle, with the reason; their cases are counted by hand.
BY_CASES_ONLY = {
    "hand-and-foot-bicycle": "no source gives the points for red threes and for going out",
    "mexicana": "no source gives the points for red threes",
    **dict.fromkeys(
        ("chilean", "canadian", "jonola", "albany", "manzana", "royal", "railroad"),
        MOSTLY_UNKNOWN,
    ),
}
# Oracles of play know only sets with two natural and three wild cards, and one way to open.
PLAYS_BY_CASES = {*SCORES, *GAMES, *BY_CASES_ONLY}


def test_every_ruleset_is_counted_twice_or_has_a_reason() -> None:
    counted: tuple[Collection[str], ...] = (COUNTED, GAMES, SCORES, BY_CASES_ONLY)
    assert {name for each in counted for name in each} == set(library.names())
    assert sum(len(each) for each in counted) == len(library.names())


def test_what_is_counted_by_cases_only_rests_on_unknown_values() -> None:
    assert all(library.ruleset(name).unknown for name in BY_CASES_ONLY)


def test_every_ruleset_is_played_twice_or_has_a_reason() -> None:
    assert {*PLAYED, *PLAYS_BY_CASES} == set(library.names())
