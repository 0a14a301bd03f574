"""Melds that are looked at alike are asked about once, and each way with an answer is a possibility."""

from itertools import product
from typing import Any

import pytest
from looping import for_each_case
from sampling import sample

import canasta_cli as canasta
from canasta_cli.api.asking import view_of
from canasta_cli.api.plays import read_facts
from canasta_cli.engine.game.whole_turn import rule_on_turn
from canasta_cli.engine.turn import settle as settling
from canasta_cli.engine.turn.conditions import key_of_value
from canasta_cli.engine.turn.judge import Ruling, rule_on
from canasta_cli.engine.turn.settle import _Search, settle
from canasta_cli.engine.view import Question
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset

ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("meld KKK QQQ", {"hand": "KKKQQQ4567"}),
    ("meld K:K Q:2", {"hand": "K2456"}),
    ("meld KK2 Q:Q", {"opened": True}),
    ("take 9 with 92", {"frozen": False, "opened": True, "pile_size": 3}),
    ("take 9 with 99 meld KK2", {"hand": "99KK24567", "pile": "4 9"}),
    ("meld KKKK out", {"hand": "KKKK", "opened": True}),
    ("discard 9", {"hand": "9456", "pile": "none", "opened": True}),
    ("draw meld K:KK discard 4", {"hand": "KK4"}),
)
RULES = ("classic", "samba", "modern-american-pagat", "hand-and-foot", "bolivia")


def _question(name: str, play: str, facts: dict[str, object]) -> Question:
    return Question(read_turn(play), view_of(read_facts(facts)), ruleset(name))


def _whole(asked: Question) -> Ruling:
    return rule_on_turn(asked.turn, asked.view, asked.ruleset)


def _part(asked: Question) -> Ruling:
    return rule_on(asked.turn, asked.view, asked.ruleset)


@for_each_case(("name", "asked"), sample(product(RULES, ASKED), 3))
def test_melds_that_are_looked_at_alike_have_one_answer(
    name: str, asked: tuple[str, dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = _question(name, *asked)
    ask = _whole if question.turn.draws else _part
    one = settle(question, ask)
    monkeypatch.setattr(_Search, "signature", lambda _, what, value: (what, key_of_value(value)))
    monkeypatch.setattr(settling, "MOST_ASKED", 20_000)
    every = settle(question, ask)
    assert one.verdict.legal is every.verdict.legal
    assert one.condition == every.condition
    assert one.assumed == every.assumed


def test_melds_are_told_apart_that_a_rule_with_an_undocumented_value_tells_apart() -> None:
    """Kings with three wild cards take no more under the usual limit, whatever they share with others."""
    found = settle(_question("jonola", "meld K:2", {}), _part)
    few = "your side has melded kings with at most 2 wild cards and at most 6 cards in all"
    rule = "the rule is “maximum wild cards in a set: 3”"
    legal = [[each.says for each in premises] for answer, premises in found.ways if answer]
    assert [few, rule] in legal


UNDOCUMENTED = ("chilean", "royal", "railroad", "manzana", "jonola")


@for_each_case(("name", "asked"), sample(product((*RULES, *UNDOCUMENTED), ASKED), 5))
def test_each_way_with_an_answer_is_one_of_the_possibilities(
    name: str, asked: tuple[str, dict[str, object]]
) -> None:
    question = _question(name, *asked)
    found = settle(question, _whole if question.turn.draws else _part)
    ways = {way for way in found.ways if way[0] is not None}
    assert ways in (set(), {(each.legal, each.premises) for each in found.depends if each.premises})


def test_a_pile_that_is_frozen_has_a_card_that_freezes_it_in_examples() -> None:
    facts: dict[str, Any] = {"stock": 3, "pile_size": 3, "frozen": True}
    rules = canasta.ruleset("five-player")
    verdict = canasta.check("take 4 with 44", rules, **facts)
    assert len(verdict.witnesses) == 2
    for table in verdict.witnesses:
        assert (
            canasta.check("take 4 with 44", rules, **{**facts, **table.facts}).legal is table.legal
        )


@for_each_case("drawn", ["", " 7", " 7Q", " Q"])
@for_each_case("name", ["six-player-three-teams", "samba"])
def test_a_hand_in_examples_lacks_the_cards_that_the_turn_names_as_drawn(
    name: str, drawn: str
) -> None:
    play, rules = f"draw{drawn} meld QQQQQ discard 7 out", canasta.ruleset(name)
    for table in canasta.check(play, rules).witnesses:
        facts: dict[str, Any] = dict(table.facts)
        assert canasta.check(play, rules, **facts).legal is table.legal


def test_suits_that_are_missing_are_not_those_of_the_pair_that_takes_the_pile() -> None:
    """If the sevens were hearts too, no sequence of hearts could go through them."""
    rules = canasta.ruleset("samba").with_house({"melds.same_rank": "merged"})
    facts: dict[str, Any] = {"opened": True, "pile": "7C", "hand": "77TJQK4456"}
    found = canasta.check("take 7 with 77 meld TJQK discard 4", rules, **facts).depends
    assert [each.facts["melds"] for each in found if each.facts["suits"] == "H"] == [
        "AAA",
        "6H7H8H9H",
    ]


def test_a_hand_in_examples_is_no_larger_than_the_rest_of_the_deck() -> None:
    facts: dict[str, Any] = {"opened": True, "pile_size": 9, "stock": 32}
    rules = canasta.ruleset("manzana").with_house({"melds.min_naturals": 2, "melds.max_wilds": 3})
    for table in canasta.check("meld Q:2 TTT 7:7", rules, **facts).witnesses:
        more: dict[str, Any] = {**facts, **table.facts}
        assert canasta.check("meld Q:2 TTT 7:7", rules, **more).legal is table.legal


def test_a_case_in_which_the_player_goes_out_has_the_hand_that_shows_it() -> None:
    answer = canasta.check("meld 3B3B3B", canasta.ruleset("classic"), opened=True)
    assert [dict(each.facts) for each in answer.depends] == [
        {"melds": "AAAAAAA", "hand": "3B3B3B"},
        {"melds": "AAA", "hand": "3B3B3B"},
        {"hand": "3B3B3B4567"},
    ]
    assert ["hand" in each.facts for each in answer.witnesses] == [True, True]


def test_a_hand_of_other_ranks_that_are_dead_too_is_not_left_out() -> None:
    """Each rank may be dead if a side has a canasta of it: then a king is as good a discard as any."""
    rules = canasta.ruleset("modern-american-pagat")
    table: dict[str, Any] = {"hand": "KQ5", "melds": "7xK 7xQ 7x5", "their_melds": "none"}
    assert canasta.check("discard K", rules, pile="none", **table).legal
    answer = canasta.check("discard K", rules)
    assert (answer.legal, answer.condition) == (None, "")
    assert any(each.legal and "KKKK" in str(each.facts.get("melds")) for each in answer.depends)


def test_a_side_without_melds_may_go_out_with_a_canasta_of_the_hand() -> None:
    rules = canasta.ruleset("classic")
    verdict = canasta.check("out", rules, melds="none")
    assert not verdict.open
    for table in verdict.witnesses:
        facts: dict[str, Any] = dict(table.facts)
        assert canasta.check("out", rules, melds="none", **facts).legal is table.legal
