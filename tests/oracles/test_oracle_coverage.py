"""Check that every ruleset has an oracle or a reason why not, and that oracles are independent."""

import ast
import sys
from collections.abc import Collection
from pathlib import Path

from canasta_cli.rules import library
from oracles.family.american import SCORES
from oracles.family.scoring import GAMES
from oracles.melds import RULES as PLAYED
from oracles.scoring import RULES as COUNTED

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


def test_every_ruleset_has_an_oracle_of_scores_or_a_reason_why_not() -> None:
    counted: tuple[Collection[str], ...] = (COUNTED, GAMES, SCORES, BY_CASES_ONLY)
    assert {name for each in counted for name in each} == set(library.names())
    assert sum(len(each) for each in counted) == len(library.names())


def test_rulesets_without_an_oracle_of_scores_have_unknown_values() -> None:
    assert all(library.ruleset(name).unknown for name in BY_CASES_ONLY)


def test_every_ruleset_has_an_oracle_of_plays_or_a_reason_why_not() -> None:
    assert {*PLAYED, *PLAYS_BY_CASES} == set(library.names())


def test_no_oracle_imports_the_program() -> None:
    """An oracle that used the engine's code would repeat its mistakes."""
    modules = sorted(
        module
        for module in Path(__file__).parent.rglob("*.py")
        if not module.name.startswith("test_")
    )
    assert len(modules) > 15
    trees = [ast.parse(module.read_text(encoding="utf-8")) for module in modules]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imported = {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} - sys.stdlib_module_names == {"oracles"}
