"""Check that the catalogue has every rule and item, its wording, and the parameters that it reads."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import pytest
from casefiles import Case, cases
from hypothesis import given
from looping import for_each, for_each_case
from recording_ruleset import RecordingRuleset
from sampling import sample
from strategies import tallies

from canasta_cli.engine import score as hand
from canasta_cli.engine.catalogue import CHAPTERS, CUSTOMS, SCORING, entries, entry, readers
from canasta_cli.engine.items import ITEMS, count, find, pool
from canasta_cli.engine.melds import RULES_OF_GOING_OUT, RULES_OF_MELD
from canasta_cli.engine.points import everything, in_packs, pay_parameter
from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Judgement,
    Reason,
    Rule,
    RuleFinding,
    Topic,
    Unknown,
    judge,
)
from canasta_cli.engine.rule import verdict_of_all as all_of
from canasta_cli.engine.score import RULES_OF_SIDE, RULES_OF_TALLIES, HandCount, count_hand
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import USUAL_WILD_RANKS, Meld, MeldOnTable, Rank
from canasta_cli.model.game import Tally
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.names import TOPICS, parameters, penalty
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.show.finding import message
from canasta_cli.show.sheet import line_name

HANDS = cases("scoring/*.toml") + cases("tallies/*.toml")
# Values that no packaged ruleset has, so that no case in the files uses them.
HOUSES = [
    Case(
        "house",
        {
            "id": str(number),
            "rules": "classic",
            "house": house,
            "tallies": ["7xK 222W 3B3B3B 3R laid:3B foot:4 out", "H:4-8 KKK22 3R left:3B4"],
        },
    )
    for number, house in enumerate(
        (
            {"threes.red_earned": "out-needs", "threes.lay_black": "always", "melds.runs": True},
            {"threes.red_earned": 2, "melds.wild_only": True, "bonus.wild": 1000, "deal.foot": 11},
            {"melds.same_rank": "apart", "melds.largest": 7, "ranks.3B.left": 100},
            {"melds.wild_ratio": "by-size", "melds.black_threes": "always"},
        )
    )
]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
EVERY = entries()
# Rules of play are recording in test_reads_of_plays.py.
COUNTING: tuple[Iterable[Rule[Any]], ...] = (
    RULES_OF_MELD,
    RULES_OF_GOING_OUT,
    RULES_OF_SIDE,
    RULES_OF_TALLIES,
)
READS = {rule.id: rule.reads for chapter in COUNTING for rule in chapter}
READS |= {item.id: item.reads for item in ITEMS}
COUNTED = list(READS)


def _sides(case: Case) -> tuple[tuple[str, ...], ...]:
    names = iter(NAMES)
    return tuple(tuple(next(names) for _ in range(size)) for size in case.rules.seats.sides)


def _counted(case: Case) -> HandCount:
    said = tuple(read_tally(text) for text in case.data["tallies"])
    return count_hand(said, _sides(case), case.rules)


@cache
def really_read() -> dict[str, set[str]]:
    """Map each rule and item to the parameters it looked at, over all hands of cases and houses."""
    found: dict[str, set[str]] = defaultdict(set)

    def judge_and_record(question: Any, rules: Topic[Any], ruleset: Ruleset) -> Judgement:
        for rule in rules:
            recording = RecordingRuleset(ruleset)
            if rule.when(cast("Ruleset", recording)):
                rule.check(question, cast("Ruleset", recording))
            found[rule.id] |= recording.parameters_read
        return judge(question, rules, ruleset)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hand, "judge", judge_and_record)
        patch.setattr(
            hand,
            "judge_meld",
            lambda meld, rules, going_out: judge_and_record(
                MeldOnTable(meld, going_out), RULES_OF_MELD, rules
            ),
        )
        for case in (*HANDS, *HOUSES):
            _counted(case)
            said = tuple(read_tally(text) for text in case.data["tallies"])
            rules = case.rules
            for table in pool(said, rules):
                counted = find(table, rules)
                for item in ITEMS:
                    recording = RecordingRuleset(rules)
                    if item.when(cast("Ruleset", recording)):
                        list(item.lines(counted, cast("Ruleset", recording)))
                    found[item.id] |= recording.parameters_read
    return found


def test_the_parameters_read_by_every_rule_and_item_are_recorded() -> None:
    assert set(really_read()) >= set(COUNTED)


@for_each(COUNTED)
def test_reads_names_every_parameter_that_is_read(which: str) -> None:
    """The sources of a finding are those of the parameters; one left out is a source left out."""
    said = {path for name in READS[which] for path in parameters(name)}
    assert not really_read()[which] - said


@for_each([rule for _, rules in CHAPTERS for rule in rules], lambda rule: rule.id)
def test_reads_names_every_parameter_that_decides_if_a_rule_exists(rule: Rule[Any]) -> None:
    recording = RecordingRuleset(library.ruleset("classic"))
    rule.when(cast("Ruleset", recording))
    said = {path for name in rule.reads for path in parameters(name)}
    assert recording.parameters_read <= said


def test_every_id_is_used_once() -> None:
    names = [each.id for each in EVERY]
    assert len(set(names)) == len(names)


@for_each(EVERY, lambda each: each.id)
def test_every_entry_has_a_wording_and_reads_existing_parameters(each: Any) -> None:
    assert each.says[0].isupper()
    assert each.says.endswith(".")
    assert all(parameters(name) for name in each.reads)
    assert len(set(each.reads)) == len(each.reads)
    assert each.chapter in {*(chapter for chapter, _ in CHAPTERS), CUSTOMS, SCORING}


def test_every_item_and_grade_has_a_name_on_a_sheet() -> None:
    assert len({item.name for item in ITEMS}) == len(ITEMS)
    assert {pay_parameter(grade) for grade in Grade} <= set(PARAMETERS)
    assert {f"canasta.{grade.value}" for grade in Grade} <= {item.id for item in ITEMS}


@given(tallies())
def test_every_line_of_a_sheet_is_an_item(tally: Tally) -> None:
    """Under every ruleset; and a sheet's total is the sum of its lines."""
    ids = {item.id for item in ITEMS}
    for name in sample(library.names(), 3):
        sheet = count(tally, library.ruleset(name))
        assert {line.item for line in sheet.lines} <= ids
        assert sheet.total == sum(line.points for line in sheet.lines)
        for line in sheet.lines:
            assert line_name(line, library.ruleset(name))
            assert line.each is None or line.points == line.each * (line.number or 0)


@for_each(HANDS, lambda case: case.id)
def test_every_finding_can_be_formatted_and_a_refusal_has_a_fix(case: Case) -> None:
    counted = _counted(case)
    verdicts = (*counted.sides, counted.table)
    for verdict in verdicts:
        for finding in verdict.findings:
            assert "{" not in message(finding)
            assert finding.ok or finding.reason.fix


def test_an_entry_is_found_by_its_id_or_an_unambiguous_prefix() -> None:
    assert entry("meld.wilds").id == "meld.wilds"
    assert entry("meld.natur").id == "meld.naturals"
    assert entry("meld.black-threes").id == "meld.black-threes"


@for_each_case(
    ("word", "near"),
    [("meld.wildz", "meld.wilds"), ("red-tree", "red-threes"), ("xyzzy", None), ("", None)],
)
def test_an_unknown_word_is_refused_with_similar_ids(word: str, near: str | None) -> None:
    with pytest.raises(NotUnderstood) as caught:
        entry(word)
    assert f"“{word}” is not a rule, parameter or scoring item" in caught.value.message
    assert ("Did you mean" in caught.value.message) is (near is not None)
    assert near is None or near in caught.value.message


@pytest.mark.parametrize(
    ("word", "found"),
    [("frozen", "pile.frozen"), ("Tier", "opening.tiers"), ("stock.empt", "stock.empty")],
)
def test_an_entry_is_found_by_a_part_that_no_other_name_has(word: str, found: str) -> None:
    assert entry(word).id == found


@pytest.mark.parametrize(
    ("word", "named"),
    [("meld.w", "meld.wilds"), ("concealed", "going-out.concealed"), ("wilds", "ranks.*.wilds")],
)
def test_a_part_of_several_names_lists_them(word: str, named: str) -> None:
    with pytest.raises(NotUnderstood, match="could be one of these") as caught:
        entry(word)
    assert f"\n  {named}: " in caught.value.message


def test_a_rule_is_explained_even_if_a_parameter_has_the_same_name() -> None:
    """People look up the id that a verdict names."""
    for each in entries():
        assert entry(each.id) == each
    assert entry("melds.max_wilds").chapter == "Parameters"


def test_the_rules_and_items_that_read_a_parameter_are_found() -> None:
    assert {each.id for each in readers("melds.max_wilds")} >= {"meld.wilds"}
    assert {"red-threes"} <= {each.id for each in readers("threes.red")}


@for_each(TOPICS.values(), lambda topic: topic.name)
def test_every_irregularity_has_a_wording_and_its_points(topic: Any) -> None:
    assert topic.says.endswith(".")
    assert penalty(topic.name, library.ruleset("classic")) is not None
    assert penalty(topic.name, library.ruleset("leaflet")) is None
    assert penalty("sneezing", library.ruleset("classic")) is None


def _result(*, ok: bool) -> RuleFinding:
    return RuleFinding(ok, lambda: Reason("yes" if ok else "no"))


def _check(answer: Answer) -> Rule[str]:
    return Rule("a.rule", "Words.", (), lambda _case, _rules: answer)


def test_a_verdict_keeps_every_reason_and_every_unknown_once() -> None:
    rules = library.ruleset("classic")
    good, bad, silent = _check(_result(ok=True)), _check(_result(ok=False)), _check(None)
    lost = _check(Unknown(Fact.OUT))
    verdict = judge("it", Topic(good, lost, silent, bad, lost), rules)
    assert [finding.ok for finding in verdict.findings] == [True, False]
    assert verdict.unknown == (Fact.OUT,)
    assert verdict.legal is False
    assert judge("it", Topic(good, lost), rules).legal is None
    assert judge("it", Topic(good, silent), rules).legal is True
    both = all_of((verdict, verdict), rules)
    assert (both.findings, both.unknown) == (verdict.findings, verdict.unknown)


def test_black_threes_are_undecided_if_going_out_is_unknown() -> None:
    meld = Meld(read_cards("3B3B3B"), USUAL_WILD_RANKS)
    verdict = judge(MeldOnTable(meld), RULES_OF_MELD, library.ruleset("classic"))
    assert (verdict.legal, verdict.unknown) == (None, (Fact.OUT,))


@for_each(library.names())
def test_the_deck_is_worth_the_sum_of_its_cards(name: str) -> None:
    deck = library.ruleset(name).deck
    by_hand = deck.jokers * 50 + 4 * deck.packs * (20 + 20 + 6 * 10 + 4 * 5) + 2 * deck.packs * 5
    assert everything(library.ruleset(name)) == by_hand
    assert (
        sum(in_packs(rank, library.ruleset(name)) for rank in Rank) == 52 * deck.packs + deck.jokers
    )
