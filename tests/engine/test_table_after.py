"""The result of a play on a table of which little is known."""

from looping import for_each_case

from canasta_cli.engine.game.whole_turn import rule_on_turn
from canasta_cli.engine.turn.judge import Divide, compare, rule_on
from canasta_cli.engine.view import View
from canasta_cli.model.turn import Turn
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

CLASSIC = ruleset("classic")
FIVE_CARDS = changed(CLASSIC, {"pile.take": 5})
PART = changed(CLASSIC, {"pile.take": "part"})
TAKE = read_turn("take 5 with 55")


@for_each_case(
    ("rules", "known", "pile", "frozen"),
    [
        (CLASSIC, View.of(pile_size=9), 0, False),
        (FIVE_CARDS, View.of(pile_size=9), 4, None),
        (FIVE_CARDS, View.of(pile_size=5), 0, False),
        (FIVE_CARDS, View.of(), None, None),
        (FIVE_CARDS, View.of(pile=read_order("2 K 4 6 7 8 5")), 2, True),
        (FIVE_CARDS, View.of(pile=read_order("K 4 6 7 8 9 5")), 2, False),
        (PART, View.of(pile_size=9), None, None),
        (PART, View.of(pile=read_order("K 5 6")), 1, False),
    ],
)
def test_taking_the_pile_leaves_the_cards_that_the_rules_do_not_take(
    rules: Ruleset, known: View, pile: int | None, frozen: bool | None
) -> None:
    after = rule_on(TAKE, known.replace(opened=True), rules).after
    assert (after.pile, after.frozen) == (pile, frozen)


@for_each_case(
    ("turn", "known", "frozen"),
    [
        ("draw meld AAA discard 4", View.of(opened=False, total=0), None),
        ("draw meld AAA discard 4", View.of(opened=False, total=0, pile=read_order("9 5")), False),
        ("draw meld AAA discard 4", View.of(opened=False, total=0, pile=read_order("2 5")), True),
        ("draw meld AAA discard 2", View.of(opened=False, total=0, pile=read_order("9 5")), True),
        ("draw discard 4", View.of(opened=False, pile=read_order("9 5")), True),
        ("draw discard 4", View.of(opened=True, pile=read_order("9 5")), False),
        ("draw discard 2", View.of(opened=True), True),
        ("take 5 with 55 discard 2", View.of(opened=True, pile=read_order("9 5")), True),
    ],
)
def test_the_pile_is_frozen_after_a_turn_as_the_side_then_finds_it(
    turn: str, known: View, frozen: bool | None
) -> None:
    after = rule_on_turn(read_turn(turn), known, CLASSIC).after
    assert after.frozen is frozen


def _compared(turn: Turn, known: View, *rulesets: Ruleset) -> tuple[Divide, ...]:
    return compare(tuple(rule_on(turn, known, rules) for rules in rulesets))


def test_rulesets_with_the_same_answer_do_not_disagree() -> None:
    known = View.of(opened=True, pile=read_order("4 5"))
    assert _compared(TAKE, known, CLASSIC, FIVE_CARDS) == ()


def test_no_rule_is_named_if_one_ruleset_only_lacks_a_fact() -> None:
    """If a wild card may not be discarded on another, the top card of the pile is missing."""
    never = changed(CLASSIC, {"discard.wild_on_wild": False})
    discard, known = read_turn("discard 2"), View.of(hand=read_cards("2KK"), opened=True)
    answers = [rule_on(discard, known, rules).verdict.legal for rules in (CLASSIC, never)]
    assert answers == [True, None]
    assert _compared(discard, known, CLASSIC, never) == ()


def test_the_rule_and_parameter_on_which_two_rulesets_disagree_are_named() -> None:
    mild = changed(CLASSIC, {"melds.max_wilds": 4, "melds.min_naturals": 1})
    known = View.of(opened=True, melds=())
    found = _compared(read_turn("meld KKK2222"), known, CLASSIC, mild)
    assert [(each.rule, each.parameter) for each in found] == [("meld.wilds", "melds.max_wilds")]
