"""A pile that its top card blocks."""

from looping import for_each_case

from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.view import View
from canasta_cli.model.turn import Take, Turn
from canasta_cli.notation.cards import read_cards
from canasta_cli.rules.library import ruleset


def _refused_by(top: str, shown: str, pile: str, rules: str) -> set[str]:
    """The rules of the pile that refuse a side that has not opened."""
    (card,) = read_cards(top)
    known = View.of(pile=tuple(read_cards(pile)), opened=False, melds=())
    take = Take(card, read_cards(shown))
    verdict = rule_on(Turn((take,)), known, ruleset(rules)).verdict
    return {finding.rule for finding in verdict.refused if finding.rule.startswith("pile.")}


@for_each_case(
    ("top", "shown", "pile", "rules"),
    [
        ("W", "2W", "4 5 W", "classic"),
        ("2", "2W", "4 5 2", "classic"),
        ("3B", "3B W", "4 2 3B", "classic"),
        ("3R", "3R W", "4 2 3R", "classic"),
        ("7", "7W", "4 2 7", "mexicana"),
    ],
)
def test_a_blocked_pile_is_not_also_refused_as_frozen(
    top: str, shown: str, pile: str, rules: str
) -> None:
    refused = _refused_by(top, shown, pile, rules)
    assert "pile.blocked" in refused
    assert "pile.frozen" not in refused


def test_a_frozen_pile_that_nothing_blocks_is_refused_as_frozen() -> None:
    assert _refused_by("7", "7W", "4 2 7", "classic") == {"pile.frozen"}
