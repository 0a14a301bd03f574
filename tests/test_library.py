"""The public library: loaded only when it is used, and equal to the command line in its answers."""

import ast
import doctest
import importlib
import io
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from looping import for_each_case

import canasta_cli as canasta
from canasta_cli.api.plays import KEYWORDS
from canasta_cli.cli import main
from canasta_cli.cli.check import check_turn
from canasta_cli.rules.groups import PARAMETERS

ROOT = Path(__file__).parent.parent
MODULES = sorted(path.stem for path in (ROOT / "canasta_cli" / "api").glob("[a-z]*.py"))
NAMES = ("Ann", "Bob", "Cat", "Dan")
CLASSIC = canasta.ruleset("classic")
TERMINAL = (
    "--",
    "PLAYER=",
    *(f"canasta {word}" for word in ("check", "deal", "games", "left", "man", "new", "rules")),
    *(f"canasta {word}" for word in ("amend", "score", "suggest", "turn", "undo", "use")),
)


def test_importing_the_package_loads_nothing_else() -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import canasta_cli\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["canasta_cli", "canasta_cli.version"]


def test_a_question_loads_no_terminal_and_no_storage() -> None:
    code = (
        "import sys, canasta_cli as canasta\n"
        "rules = canasta.ruleset('classic')\n"
        "canasta.check('meld KKK', rules).findings\n"
        "canasta.Game(['Ann', 'Bob', 'Cat', 'Dan'], rules).with_hand('7xK out', '').standing\n"
        "print(*sorted(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert not loaded & {"click", "rich", "jinja2", "sqlite_utils", "platformdirs", "random"}


def test_every_public_name_is_found_where_type_checkers_find_it() -> None:
    tree = ast.parse(Path(canasta.__file__).read_text(encoding="utf-8"))
    homes = {
        each.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        if each.name != "import_module"
    }
    assert set(homes) == set(canasta.__all__)
    for name, home in homes.items():
        assert getattr(canasta, name) is getattr(importlib.import_module(home), name)
    assert set(canasta.__all__) <= set(dir(canasta))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        getattr(canasta, "chekc")  # noqa: B009 - a type checker would refuse the plain form


def test_the_package_is_typed() -> None:
    assert (ROOT / "canasta_cli" / "py.typed").exists()


@for_each_case("name", MODULES)
def test_the_examples_in_the_docstrings_are_right(name: str) -> None:
    module = importlib.import_module(f"canasta_cli.api.{name}")
    assert doctest.testmod(module).failed == 0


# Rulesets


def test_a_ruleset_is_a_mapping_of_its_parameters() -> None:
    assert list(CLASSIC) == list(PARAMETERS)
    assert len(CLASSIC) == len(PARAMETERS)
    assert CLASSIC["seats.sides"] == [2, 2]
    assert CLASSIC.title == "Classic Canasta"
    assert CLASSIC.house == {}
    assert repr(CLASSIC) == "<Ruleset classic>"
    assert canasta.ruleset("chilean").undefined[0] == "seats.players"
    with pytest.raises(KeyError):
        CLASSIC["end.goal"]


def test_house_rules_change_a_ruleset() -> None:
    rules = canasta.ruleset("samba", house={"end.target": 7500, "out": {"bonus": 300}})
    assert rules.house == {"out.bonus": 300, "end.target": 7500}
    assert rules.name == "samba"


def test_a_ruleset_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "classic"\n[end]\ntarget = 3000\n', encoding="utf-8")
    rules = canasta.load_ruleset(file)
    assert (rules.name, rules["end.target"]) == ("ours", 3000)


def test_open_files_are_read_as_files_are(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "classic"\n[end]\ntarget = 3000\n', encoding="utf-8")
    with file.open(encoding="utf-8") as opened:
        rules = canasta.load_ruleset(opened)
    assert (rules, rules.name) == (canasta.load_ruleset(file), "ours")
    game = _game().with_hand("7xK out", "AAA")
    assert canasta.load(io.StringIO(canasta.dump(game))) == game
    assert canasta.load(io.BytesIO(canasta.dump(game).encode())) == game
    with pytest.raises(canasta.GameFileError, match="<text> is larger than"):
        canasta.load(io.StringIO("#" * 4_000_001))
    with pytest.raises(canasta.ArgumentError, match="must be text, a path or an open file, not 5"):
        canasta.load(5)  # type: ignore[arg-type]  # what the message is about


class Whole:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 1640


class bool_:  # noqa: N801 - the name that numpy gives it
    """False, as numpy has it."""

    def __bool__(self) -> bool:
        return False


def test_whole_numbers_and_truth_values_of_other_libraries_are_such() -> None:
    facts: dict[str, Any] = {"total": Whole(), "opened": bool_()}
    verdict = canasta.check("draw meld KKK QQ2 discard 4", CLASSIC, **facts)
    assert verdict.refusals[0].needed == 90


def test_every_fault_of_a_ruleset_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "classic"\n[end]\ngoal = 3000\ntarget = "far"\n', encoding="utf-8")
    with pytest.raises(canasta.RulesetError) as error:
        canasta.load_ruleset(str(file))
    assert len(error.value.problems) == 2
    assert error.value.problems[0].startswith("line 3: end.goal: there is no such parameter")


# Checks


def test_the_facts_are_the_options_of_the_command() -> None:
    assert isinstance(check_turn, click.Command)
    named = {name for option in check_turn.params for name in (option.name or "",)}
    others = {"turn", "rules", "under", "house", "game", "db", "as_json", "strict", "why"}
    others |= {"help", "no_pager"}
    # A question of the command line is about going out if it is “check out”.
    assert set(KEYWORDS) - {"out"} == named - others
    assert set(KEYWORDS) == set(canasta.Facts.__annotations__)


def test_a_verdict_has_its_reasons_with_all_their_parts() -> None:
    verdict = canasta.check("take 5 with 5W", CLASSIC, opened=True, pile="9 2 5", hand="5W468")
    assert verdict.legal is False
    (refusal,) = verdict.refusals
    assert refusal.rule == "pile.frozen"
    assert (refusal.needed, refusal.have) == (2, 1)
    assert refusal.fix == "show two natural fives from your hand, or draw"
    assert "pagat" in refusal.sources
    rests = {each.name: (each.value, each.status) for each in refusal.rests_on}
    assert rests["pile.wild_freezes"] == (True, "seen")
    assert verdict.unknown == ()
    assert verdict.depends == ()


def test_a_house_rule_is_named_among_the_sources() -> None:
    rules = CLASSIC.with_house({"melds.max_wilds": 1})
    verdict = canasta.check("meld KK22", rules, opened=True, hand="KK22567")
    assert ("melds.max_wilds", 1, "house") in [
        (each.name, each.value, each.status) for each in verdict.refusals[0].rests_on
    ]


def test_a_legal_play_says_what_it_brings() -> None:
    verdict = canasta.check(
        "meld 7xK AAA out", CLASSIC, hand="7xK+AAA", opened=False, total=0, partner_melds="none"
    )
    assert verdict.legal is True
    assert verdict.refusals == ()
    assert (verdict.points, verdict.canastas, verdict.bonus) == (130, ("natural",), 200)
    assert repr(verdict).startswith("<Verdict legal=True ruleset='classic'")


def test_a_verdict_is_not_a_condition() -> None:
    with pytest.raises(TypeError, match=r"verdict\.legal"):
        bool(canasta.check("discard 4", CLASSIC, hand="45", opened=True, melds="777"))


def test_a_special_hand_may_only_be_shown_after_a_draw() -> None:
    rules, hand = canasta.ruleset("modern-american-pagat"), "445566778899TT"
    facts: dict[str, Any] = {"hand": hand, "melds": "none"}
    assert canasta.check(f"special {hand}", rules, **facts).unknown == ("drew",)
    for drew, legal in (("stock", True), ("pile", False)):
        assert canasta.check(f"special {hand}", rules, **{**facts, "drew": drew}).legal is legal


DEPENDENT: list[tuple[str, dict[str, Any], str]] = [
    ("take 5 with 55", {"total": 0}, "legal if your side has opened; otherwise not"),
    (
        "take 5 with 5W",
        {"opened": True, "hand": "5WKKK"},
        "legal if no card freezes the pile; otherwise not",
    ),
    (
        "meld KKK QQ2",
        {"hand": "KKKQQ2456", "melds": "none"},
        "legal if your side's total is below 1,500; otherwise not",
    ),
    (
        "meld 3B3B3B",
        {"opened": True, "melds": "7xK"},
        "legal if you go out; otherwise not",
    ),
]


@for_each_case(("play", "facts", "condition"), DEPENDENT)
def test_each_case_of_a_verdict_is_the_answer_to_its_facts(
    play: str, facts: dict[str, Any], condition: str
) -> None:
    verdict = canasta.check(play, CLASSIC, **facts)
    assert verdict.legal is None
    assert verdict.condition == condition
    assert {True, False} == {case.legal for case in verdict.depends}
    for case in verdict.depends:
        # A hand shows if the player goes out.
        assert set(case.facts) == {"hand" if it == "out" else it for it in verdict.unknown}
        again = canasta.check(play, CLASSIC, **{**facts, **case.facts})
        assert again.legal is case.legal
        assert case.unknown == ()
        assert {each.rule for each in again.refusals} == {each.rule for each in case.findings}


def test_facts_that_change_nothing_are_not_unknown() -> None:
    verdict = canasta.check("end stock", CLASSIC, stock=20)
    assert (verdict.legal, verdict.unknown, verdict.depends) == (False, (), ())


def test_the_suits_of_a_sequence_have_representative_values() -> None:
    verdict = canasta.check("meld 456", canasta.ruleset("samba"), opened=True, hand="456789")
    assert (verdict.legal, verdict.unknown) == (None, ("suits",))
    assert [case.legal for case in verdict.depends] == [True, False]
    assert verdict.condition == "legal if the suits fit the sequence; otherwise not"


ASSUMED: list[tuple[str, dict[str, Any], bool, tuple[str, ...]]] = [
    ("discard 3B", {}, True, ("hand",)),
    ("meld 7xK AAA out", {"shown": "KK", "total": 0, "opened": False}, True, ("hand",)),
    ("draw meld 7xK AAA out", {"total": 0, "opened": False}, True, ("hand",)),
    ("draw meld KKK discard 4", {"melds": "QQQ"}, True, ("hand",)),
    ("draw meld KKK discard 4", {"melds": "QQQ", "hand": "KKK"}, False, ()),
    ("draw meld KKK discard 4", {"melds": "QQQ", "hand": "KKK56789"}, True, ()),
]


@for_each_case(("play", "facts", "legal", "assumes"), ASSUMED)
def test_a_hand_that_is_not_given_is_assumed_to_make_the_play(
    play: str, facts: dict[str, Any], legal: bool, assumes: tuple[str, ...]
) -> None:
    verdict = canasta.check(play, CLASSIC, **facts)
    assert (verdict.legal, verdict.unknown, verdict.assumes) == (legal, (), assumes)


def test_a_part_of_a_turn_that_asks_comes_after_the_draw() -> None:
    facts: dict[str, Any] = {"hand": "KKK", "melds": "7xQ"}
    assert canasta.check("ask yes meld KKK out", CLASSIC, **facts).legal is True
    whole = canasta.check("ask yes draw meld KKK out", CLASSIC, **facts | {"hand": "KK"})
    assert [each.rule for each in whole.refusals] == ["out.asking"]


@pytest.mark.parametrize("melds", ["7xQ", "QQQ"])
def test_going_out_is_a_fact_or_a_clause(melds: str) -> None:
    by_fact = canasta.check("meld KKK discard 4", CLASSIC, melds=melds, out=True)
    by_clause = canasta.check("meld KKK discard 4 out", CLASSIC, melds=melds)
    assert by_fact.legal is by_clause.legal is (melds == "7xQ")
    assert by_fact.findings == by_clause.findings
    assert by_fact.bonus == by_clause.bonus == 100
    staying = canasta.check("meld KKK discard 4", CLASSIC, melds=melds, out=False)
    assert (staying.legal, staying.bonus) == (True, None)


@pytest.mark.parametrize(("play", "hand"), [("meld KKK out", None), ("meld KKK", "KKK")])
def test_a_player_who_uses_up_the_hand_goes_out(play: str, hand: str | None) -> None:
    with pytest.raises(canasta.FactError, match="out is False"):
        canasta.check(play, CLASSIC, melds="7xQ", hand=hand, out=False)


def test_a_turn_of_a_position_depends_on_what_the_table_does_not_show() -> None:
    """Nobody has seen the upcard, so the pile under the five may be frozen."""
    position = canasta.Position.deal(CLASSIC, NAMES)
    position = position.after("draw meld KKKK AAA discard 9").after("draw discard 5")
    verdict = position.check("take 5 with 5W discard 6")
    assert (verdict.legal, verdict.unknown) == (None, ("frozen",))
    assert verdict.condition == "legal if no card freezes the pile; otherwise not"
    assert [(case.facts, case.legal) for case in verdict.depends] == [
        ({"frozen": False}, True),
        ({"frozen": True}, False),
    ]


def test_the_cases_follow_the_deal_where_the_minimum_does() -> None:
    rules = canasta.ruleset("hand-and-foot")
    verdict = canasta.check("meld KKK QQQ AAA", rules, opened=False, foot=False, hand="KKKQQQAAA45")
    assert [(case.facts["deal"], case.legal) for case in verdict.depends] == [
        (1, True),
        (4, False),
    ]


WRONG_FACTS: list[tuple[dict[str, object], str]] = [
    ({"opend": True}, "there is no fact “opend”. Did you mean “opened”?"),
    ({"hand": 3}, "hand must be cards, such as “KK24”, not 3"),
    ({"melds": "K:KK"}, "melds must be whole melds"),
    ({"top": "55"}, "top must be one card"),
    ({"stock": -1}, "stock must be a whole number from 0 up, not -1"),
    ({"stock": True}, "stock must be a whole number from 0 up, not True"),
    ({"total": "0"}, "total must be a whole number, not '0'"),
    ({"opened": 1}, "opened must be True or False, not 1"),
    ({"drew": "foot"}, "drew must be “stock” or “pile”, not 'foot'"),
    ({"opened": True, "melds": "none"}, "your side has no melds, so it has not opened"),
    (
        {"minimum": 50, "total": 1640},
        "the minimum is 50, but with a total of 1,640 a side needs 90 to open",
    ),
    ({"red_threes": 9}, "that makes 9 red threes; the deck has 4"),
    ({"hand": "KKK", "shown": "KK"}, "give either all cards of the hand or some of them"),
]


@for_each_case(("facts", "says"), WRONG_FACTS)
def test_wrong_and_contradictory_facts_are_errors(facts: dict[str, object], says: str) -> None:
    with pytest.raises(canasta.FactError) as error:
        canasta.check("meld KKK", CLASSIC, **facts)  # type: ignore[arg-type]
    assert says in str(error.value)


def test_a_fact_that_is_none_is_unknown() -> None:
    without = canasta.check("meld KKK", CLASSIC)
    assert canasta.check("meld KKK", CLASSIC, opened=None, pile=None).unknown == without.unknown


def test_facts_agree_with_the_cards_of_the_play() -> None:
    """Nine kings: one is drawn, four are in the hand, four are melded by the other side."""
    with pytest.raises(canasta.FactError, match="9 kings"):
        canasta.check("draw K discard 4", CLASSIC, hand="KKKK4", their_melds="KKKK")


def test_a_card_above_the_one_taken_is_not_known_to_be_missing() -> None:
    """Where a part of the pile is taken, the card that is melded may lie below others."""

    def legal(name: str, top: str | None = None) -> bool | None:
        rules, play = canasta.ruleset(name), "take 5 with 55 discard K"
        return canasta.check(
            play, rules, hand="5577", melds="777", frozen=False, pile_size=3, top=top
        ).legal

    assert legal("albany") is not False
    assert legal("albany", top="5") is False
    # In Jonola the top card itself is melded.
    with pytest.raises(canasta.FactError, match="the top card of the pile is K, not 5"):
        legal("jonola", top="K")


def test_an_undefined_rule_is_one_of_the_unknown_facts() -> None:
    rules = canasta.ruleset("mexicana")
    assert rules.undefined == ("threes.red",)
    with pytest.raises(canasta.UndefinedRules) as error:
        canasta.count("7xK 3R", rules)
    assert error.value.parameters == ("threes.red",)
    assert canasta.count("7xK", rules).points == 570


def test_a_tally_that_can_not_be_right_is_counted_with_the_reasons() -> None:
    counted = canasta.count("KK 5x3R", CLASSIC)
    assert {finding.rule for finding in counted.findings} >= {"meld.smallest", "tally.packs"}
    assert counted.points == sum(line.points for line in counted.lines)


def test_one_tally_of_three_players_is_that_of_the_one_who_played_alone() -> None:
    assert canasta.count("7xK 7xQ out", canasta.ruleset("three-player")).findings == ()


# Positions


def _position(**cards: str) -> canasta.Position:
    return canasta.Position.deal(CLASSIC, NAMES, upcard="J", hands=cards)


def _paths(plays: tuple[canasta.PartialTurn, ...]) -> Iterator[canasta.PartialTurn]:
    for turn in plays:
        yield from [turn] if turn.whole else _paths(turn.plays())


def test_all_steps_together_lead_to_the_legal_turns() -> None:
    position = _position(Ann="KKK45678999")
    paths = list(_paths(position.plays(drawn="K")))
    assert {*paths} == {*position.legal_turns(drawn="K")}
    assert all(position.check(turn).legal for turn in paths)


def test_a_step_is_left_out_if_the_turn_can_not_be_finished_after_it() -> None:
    """Kings alone are worth 30 or 40 points, and the side needs 50."""
    (draw,) = _position(Ann="KKK45678999").plays(drawn="K")
    kings = next(turn for turn in draw.plays() if turn.step == "meld KKK")
    assert (str(kings), kings.whole) == ("draw K meld KKK", False)
    assert [turn.step for turn in kings.plays()] == ["meld 999", "meld K:K"]
    last = next(turn for turn in draw.plays() if turn.step == "discard 4")
    assert (last.whole, last.plays()) == (True, ())


def test_steps_are_refused_like_legal_turns() -> None:
    with pytest.raises(canasta.MissingFact, match="the cards drawn are unknown"):
        _position(Ann="KK445567899").plays()
    assert _position(Ann="KK445567899").plays(drawn="none") == ()


def test_the_legal_turns_are_those_that_the_rules_allow() -> None:
    position = _position(Ann="KK445567899")
    turns = list(position.legal_turns(drawn="K"))
    assert len(turns) == len(set(turns)) == 7
    assert all(position.check(turn).legal for turn in turns)
    assert position.check("draw K discard J").legal is False
    assert list(position.legal_turns(drawn="none")) == []


def test_a_random_turn_is_one_of_the_legal_ones() -> None:
    position = _position(Ann="KKKQQQAA445")
    turns = [position.random_turn(Random(seed).shuffle, drawn="A") for seed in range(40)]
    assert len(set(turns)) > 10
    assert all(position.check(turn or "").legal for turn in turns)


@for_each_case("name", ["classic", "samba", "hand-and-foot", "modern-american"])
def test_a_turn_chosen_at_random_leads_to_the_same_table_as_its_text(name: str) -> None:
    chance = Random(4)
    names = NAMES[: canasta.ruleset(name).players]
    position = canasta.Position.shuffled(canasta.ruleset(name), names, chance.shuffle)
    while not position.over:
        turn = position.random_turn(chance.shuffle)
        assert turn is not None
        copied = position.after(str(turn))
        position = position.after(turn)
        assert position == copied


def test_a_side_that_must_meld_and_can_not_has_no_turn() -> None:
    position = _position(Ann="KK445567899")
    assert position.random_turn(Random(1).shuffle, drawn="none") is None


def test_the_turns_of_unknown_cards_are_a_missing_fact() -> None:
    with pytest.raises(canasta.MissingFact, match="the cards of Ann are unknown") as error:
        _position(Bob="KK445567899").legal_turns(drawn="4")
    assert error.value.fact == "hand"
    with pytest.raises(canasta.MissingFact) as error:
        _position(Ann="KK445567899").legal_turns()
    assert error.value.fact == "drawn"


def test_the_cards_drawn_are_as_many_as_a_draw_gives() -> None:
    position = _position(Ann="KK445567899")
    assert next(position.legal_turns(drawn="3R K")).startswith("draw K3R")
    with pytest.raises(canasta.FactError, match="drawn has 2"):
        position.legal_turns(drawn="KK")


def test_a_turn_is_applied_without_being_judged() -> None:
    position = _position(Ann="KK445567899")
    assert position.check("draw meld KK discard 4").legal is False
    after = position.after("draw meld KK discard 4")
    assert after.turns == ("Ann: draw meld KK discard 4",)
    assert after.pile == ("J", "4")
    assert position.turns == ()
    with pytest.raises(canasta.GameError, match="“Eve” is not a player"):
        position.after("Eve: draw discard 4")


def test_a_position_shows_the_table() -> None:
    position = _position(Ann="KKKKQQQAA44").after("draw 3R4 meld KKKK AA4 discard 4")
    assert position.players == NAMES
    assert (position.player, position.over, position.out) == ("Bob", False, None)
    assert position.hands == {"Ann": "4QQQ", "Bob": None, "Cat": None, "Dan": None}
    assert position.sizes == {"Ann": 4, "Bob": 11, "Cat": 11, "Dan": 11}
    assert position.melds["Them"] == ()
    assert position.threes == {"Us": "3R", "Them": ""}
    assert position.pile_size == 2
    assert [side.players for side in position.sides] == [("Ann", "Cat"), ("Bob", "Dan")]
    assert repr(position) == "<Position after 1 turn: Bob to play>"


def test_a_foot_is_counted_until_it_is_picked_up() -> None:
    rules, names = canasta.ruleset("hand-and-foot"), ["Ann", "Bob", "Cat", "Dan"]
    deal = canasta.Position.shuffled(rules, names, Random(3).shuffle)
    assert deal.feet == deal.seen_by("Ann").feet == dict.fromkeys(names, 13)
    begun = deal.after("draw foot discard 4")
    assert begun.feet == begun.seen_by("Cat").feet == {**deal.feet, "Ann": 0}
    assert set(_position().feet.values()) == {0}


def test_what_one_player_sees_has_the_own_cards_and_what_lies_on_the_table() -> None:
    hands = {"Ann": "3RKKKKQQQAA44", "Bob": "3R3R"}
    position = _position(**hands).after("draw T meld KKKK discard 4")
    ann, bob = position.seen_by("Ann"), position.seen_by("Bob")
    assert ann == position
    assert (ann.hands["Ann"], bob.hands["Ann"], bob.sizes["Ann"]) == ("4TQQQAA", None, 7)
    assert ann.threes == bob.threes == {"Us": "3R", "Them": "3R3R"}
    assert (ann.turns[0].drawn, bob.turns[0].drawn) == ("T", "")
    assert (ann.stock, ann.sizes["Bob"]) == (63 - 4, 11)
    assert bob.seen_by("Ann").hands["Ann"] is None
    assert (bob.next_draw, position.next_draw) == (None, None)
    with pytest.raises(canasta.GameError, match="“Eve” is not a player"):
        position.seen_by("Eve")


def test_a_hand_is_dealt_with_all_its_cards_or_only_its_red_threes() -> None:
    for cards in ("3RKKKKQQQAA4", "3RKKKKQQQAA44", "3R3R"):
        assert _position(Ann=cards).sizes["Ann"] == 11
    for cards in ("KKKKQQQAA4", "3RKKK", "3RKKKKQQQAA444", ""):
        with pytest.raises(canasta.ImpossibleHand, match="Ann was dealt"):
            _position(Ann=cards)
    with pytest.raises(canasta.ImpossibleHand, match="Bob was dealt 12 cards"):
        canasta.Position.deal(CLASSIC, NAMES, hands={"Bob": "3RKKKKQQQAA44"}, stock="K")


def test_who_deals_knows_what_a_draw_brings() -> None:
    dealt = canasta.Position.shuffled(CLASSIC, NAMES, Random(12).shuffle)
    drawn = dealt.next_draw
    assert drawn
    seen = dealt.seen_by("Ann")
    assert seen.next_draw is None
    with pytest.raises(canasta.MissingFact, match="the cards drawn are unknown"):
        seen.legal_turns()
    assert list(seen.legal_turns(drawn=drawn)) == list(dealt.legal_turns())
    other = "K" if drawn == "4" else "4"
    for wanted in (dealt.legal_turns, dealt.plays):
        with pytest.raises(canasta.FactError, match=f"a draw gives {drawn} here, not {other}"):
            wanted(drawn=other)


@pytest.mark.parametrize("name", ["hand-and-foot", "modern-american"])
def test_a_player_sees_the_cards_picked_up_as_the_turn_begins(name: str) -> None:
    position = _begun(name, seed=12, turns=0)
    shuffle, picked_up = Random(12).shuffle, 0
    while (turn := position.random_turn(shuffle)) is not None:
        seen, after = position.seen_by(position.player), position.after(turn)
        if seen.sizes[seen.player] > position.sizes[seen.player]:
            picked_up += 1
            assert seen.hands[seen.player] is not None
            assert turn in seen.legal_turns(drawn=position.next_draw)
            assert seen.after(turn) == after.seen_by(position.player)
            assert seen.check(turn).legal
        position = after
    assert picked_up


def test_a_turn_in_short_is_the_one_that_the_rules_allow() -> None:
    position = _position(Ann="JJKKKK4567A")
    assert position.turn("pJJ KKKK 4") == "Ann: take J with JJ meld KKKK discard 4"
    assert position.turn("draw discard A") == "draw discard A"
    with pytest.raises(canasta.NotationError, match="don't understand “X”"):
        position.turn("X")
    melded = _position(Ann="QQQAAA24567").after("draw meld QQQ AAA discard 4")
    for turn in ("draw discard 5", "draw discard 6", "draw discard 7"):
        melded = melded.after(turn)
    several = "could be “draw meld Q:2 discard 5” or “draw meld A:2 discard 5”"
    with pytest.raises(canasta.CanastaError, match=several):
        melded.turn("2 5")


def test_cards_that_can_not_be_dealt_are_refused() -> None:
    with pytest.raises(canasta.ImpossibleHand, match="dealt 2 cards") as error:
        _position(Ann="KK")
    assert error.value.findings[0].rule == "deal.hands"
    with pytest.raises(canasta.GameError, match="“Eve” is not a player"):
        _position(Eve="KK445567899")
    with pytest.raises(canasta.GameError, match="for 4 players; 3 are named"):
        canasta.Position.deal(CLASSIC, NAMES[:3])
    with pytest.raises(canasta.UndefinedRules):
        canasta.Position.deal(canasta.ruleset("chilean"), NAMES)


def _played(rules: canasta.Ruleset, seed: int) -> canasta.Position:
    shuffle = Random(seed).shuffle
    position = canasta.Position.shuffled(
        rules, ("Ann", "Bob", "Cat", "Dan")[: rules.players], shuffle
    )
    while not position.over:
        position = position.after(position.random_turn(shuffle) or "")
    return position


@for_each_case("name", ["classic", "two-player", "samba", "hand-and-foot"])
def test_a_hand_is_played_to_its_end_and_counted(name: str) -> None:
    rules = canasta.ruleset(name)
    position = _played(rules, 5)
    assert list(position.legal_turns()) == []
    assert position.random_turn(Random(1).shuffle) is None
    game = canasta.Game(position.players, rules).with_hand(*position.tallies())
    assert [side.total for side in game.standing.sides] == [
        canasta.count(tally, rules).points for tally in position.tallies()
    ]


def test_a_hand_that_is_not_over_has_no_tallies() -> None:
    with pytest.raises(canasta.ImpossibleHand, match="the hand is not over"):
        _position().tallies()


def test_the_cards_left_may_be_points_alone() -> None:
    game = _game()
    position = game.deal(upcard="9").after("draw meld 7xK AAA2 discard 4")
    left = {"Bob": "minus:45", "Cat": "minus:0", "Dan": "-20"}
    assert position.tallies(left) == ("7xK AAA2 concealed", "minus:65")
    played = game.with_played(position, left)
    assert canasta.loads(canasta.dump(played)).hands == played.hands
    assert played.standing.sides[1].total == -65
    with pytest.raises(canasta.ImpossibleHand, match="43"):
        position.tallies(left | {"Bob": "minus:43"})
    with pytest.raises(canasta.ImpossibleHand, match="missing: Dan 11"):
        position.tallies({"Bob": "minus:45", "Cat": "minus:0"})


# Games


def _game() -> canasta.Game:
    return canasta.Game(NAMES, CLASSIC)


def test_a_game_has_its_hands_and_its_standing() -> None:
    game = _game().with_hand("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")
    (hand,) = game.hands
    assert (hand.number, hand.dealer, hand.turns) == (1, "Dan", ())
    assert [(side.name, side.points) for side in hand.sides] == [("Us", 920), ("Them", 55)]
    assert hand.sides[1].tally == "AAA 5555 left:4JJ"
    standing = game.standing
    assert (standing.next_hand, standing.dealer, standing.over, standing.winner) == (
        2,
        "Ann",
        False,
        None,
    )
    assert standing.sides[0].to_json() == {
        "name": "Us",
        "players": ["Ann", "Cat"],
        "total": 920,
        "minimum": 50,
        "to_target": 4080,
    }
    assert repr(game) == "<Game 'game': Us 920, Them 55>"


def test_a_game_ends_with_a_winner() -> None:
    rules = canasta.ruleset("classic", house={"end.target": 500})
    game = canasta.Game(NAMES, rules).with_hand("7xK out", "AAA")
    assert (game.standing.over, game.standing.winner, game.standing.margin) == (True, "Us", 610)
    with pytest.raises(canasta.GameError, match="is over"):
        game.with_hand("7xK out", "AAA")


def test_an_impossible_hand_is_refused_or_forced() -> None:
    with pytest.raises(canasta.ImpossibleHand, match="KK has 2 cards") as error:
        _game().with_hand("KK out", "AAA")
    assert error.value.findings[0].rule == "meld.smallest"
    game = _game().with_hand("KK out", "AAA", force=True)
    assert game.standing.sides[0].total > 0


def test_a_game_refuses_what_does_not_fit() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: canasta.Game(["Ann", "Ann", "Bob", "Cat"], CLASSIC),
        lambda: canasta.Game(NAMES, CLASSIC, dealer="Eve"),
        lambda: canasta.Game(NAMES, CLASSIC, sides={"Us": ["Ann"]}),
        lambda: _game().with_hand("KKK"),
        lambda: _game().with_hand("KKK out", "AAA", dealer="Eve"),
        lambda: _game().deal(dealer="Eve"),
        lambda: _game().with_played(_played(CLASSIC, 1)),
    ]
    for make in wrong:
        with pytest.raises(canasta.GameError):
            make()


def test_sides_and_dealer_can_be_named() -> None:
    sides = {"Reds": ["Ann", "Bob"], "Blues": ["Cat", "Dan"]}
    game = canasta.Game(NAMES, CLASSIC, sides=sides, dealer="Bob", name="friday")
    assert game.sides == (("Reds", ("Ann", "Bob")), ("Blues", ("Cat", "Dan")))
    assert (game.name, game.standing.dealer) == ("friday", "Bob")
    assert (game.date, game.event) == ("", "")
    assert game.players == NAMES
    assert game.with_hand("7xK out", "AAA", dealer="Cat").standing.dealer == "Dan"


def test_a_played_hand_keeps_its_turns_in_the_file() -> None:
    game = _game().with_hand("7xK 7xQ out", "AAA")
    shuffle = Random(3).shuffle
    position = game.shuffled(shuffle)
    assert position.player == "Bob"
    while not position.over:
        position = position.after(position.random_turn(shuffle) or "")
    game = game.with_played(position)
    assert game.hands[1].turns == position.turns
    again = canasta.loads(canasta.dump(game))
    assert again.standing == game.standing
    assert again.hands == game.hands
    assert again.differences == game.differences == ()


def test_a_hand_with_unknown_cards_needs_those_left() -> None:
    game = _game()
    position = game.deal(upcard="9", dealer="Cat")
    assert position.player == "Dan"
    for turn in (
        "draw meld 7xJ KKK discard Q",
        "draw discard 4",
        "draw discard 5",
        "draw discard 6",
        "draw meld KK out",
    ):
        position = position.after(turn)
    assert position.over
    assert position.out == "Dan"
    with pytest.raises(canasta.ImpossibleHand, match="are missing: Ann 11, Bob 11 and Cat 11"):
        game.with_played(position)
    left = {"Ann": "44455566677", "Bob": "8889999TTTT", "Cat": "4445566778A"}
    assert game.with_played(position, left).standing.sides[1].total == 610


def test_an_illegal_turn_that_was_played_is_a_difference() -> None:
    game = _game()
    position = game.deal(upcard="9").after("draw meld 7xJ 444 QQ out")
    left = {"Bob": "55566677888", "Cat": "999TTTKKA56", "Dan": "4445566778A"}
    with pytest.raises(canasta.ImpossibleHand):
        game.with_played(position, {"Bob": "4"})
    game = game.with_played(position, left)
    assert "meld.smallest" in {difference.rule for difference in game.differences}


def test_a_game_file_is_read_from_a_path() -> None:
    file = ROOT / "examples" / "friday.canasta.toml"
    game = canasta.load(file)
    assert (game.name, game.date, game.event) == ("friday", "2026-11-21", "Friday evening")
    assert game.rules.name == "classic"
    assert game.differences == ()
    assert game.in_play is None
    assert canasta.dump(game) == file.read_text(encoding="utf-8")
    assert canasta.loads(canasta.dump(game, "json")).standing == game.standing


def test_a_wrong_score_is_a_difference() -> None:
    text = (ROOT / "examples" / "friday.canasta.toml").read_text(encoding="utf-8")
    game = canasta.loads(text.replace("Us = 920", "Us = 930"))
    (difference,) = game.differences
    assert (difference.hand, difference.side, difference.line) == (1, "Us", 17)
    assert (difference.expected, difference.found) == (920, 930)
    assert game.hands[0].sides[0].points == 920


def test_an_illegal_turn_is_a_difference() -> None:
    text = (ROOT / "examples" / "turns.canasta.toml").read_text(encoding="utf-8")
    game = canasta.loads(text.replace("take 4 with 44", "take 4 with 42"))
    assert game.differences[0].rule == "pile.frozen"
    assert game.differences[0].turn == 2
    assert game.differences[0].fix


def test_a_hand_in_play_is_found_in_its_file() -> None:
    text = (ROOT / "examples" / "turns.canasta.toml").read_text(encoding="utf-8")
    game = canasta.loads(text[: text.index("left =")])
    position = game.in_play
    assert position is not None
    assert (position.over, len(position.turns)) == (True, 9)
    left = {"Bob": "59TT", "Cat": "6", "Dan": "6699TTK"}
    assert game.with_played(position, left).hands == canasta.loads(text).hands


@for_each_case(
    "text",
    [
        "",
        "canasta = 2",
        "{",
        'canasta = 1\nrules = "clasic"\nplayers = ["Ann"]\n[sides]\nUs=["Ann"]',
    ],
)
def test_a_file_that_is_no_game_is_an_error(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.canasta.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(canasta.GameFileError) as error:
        canasta.load(file)
    assert str(error.value).startswith(str(file))


def test_files_that_can_not_be_read_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(canasta.GameFileError, match="there is no file"):
        canasta.load(tmp_path / "none.toml")
    file = tmp_path / "game.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(canasta.GameFileError, match="not valid UTF-8"):
        canasta.load(file)
    monkeypatch.setattr("canasta_cli.untrusted.LONGEST_TEXT", 10)
    file.write_text("# a long comment", encoding="utf-8")
    with pytest.raises(canasta.RulesetError, match="larger than 10 characters"):
        canasta.load_ruleset(file)


# The words of errors and fixes


def _fixes() -> list[str]:
    """Return a fix for each thing that the command line would have to type."""
    over = _played(CLASSIC, 1)
    samba, modern = canasta.ruleset("samba"), canasta.ruleset("modern-american")
    dealt = _position()
    plays = [
        over.check("draw discard 4"),
        dealt.check("take 4 with 44"),
        dealt.check("draw discard 8xK"),
        canasta.check("take 6H with 6H2", samba, opened=True, melds="H:4-T"),
        canasta.check("special 4455667788TTJJ", modern, opened=False, drew="stock"),
        canasta.check("draw ask yes discard 4", CLASSIC, hand="4QQ", melds="7xK"),
    ]
    fixes = [finding.fix or "" for verdict in plays for finding in verdict.refusals]
    wrong: list[Callable[[], object]] = [
        lambda: canasta.Position.deal(CLASSIC, NAMES, upcard="W"),
        lambda: canasta.Position.deal(CLASSIC, NAMES, upcard="9 9"),
        dealt.tallies,
        lambda: canasta.Game(NAMES, CLASSIC).deal(upcard="9").tallies({"Ann": "4"}),
    ]
    for make in wrong:
        with pytest.raises(canasta.ImpossibleHand) as error:
            make()
        fixes += [finding.fix or "" for finding in error.value.findings]
    return fixes


def test_fixes_speak_no_words_of_the_terminal() -> None:
    fixes = _fixes()
    assert fixes
    for fix in fixes:
        assert fix
        assert not any(word in fix for word in TERMINAL), fix
        assert not fix.endswith((":", "type", "see", "mistyped")), fix


def test_errors_speak_no_words_of_the_terminal(tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.write_text("[nothing]\nx = 1", encoding="utf-8")
    wrong: list[Callable[[], object]] = [
        lambda: canasta.ruleset("clasic"),
        lambda: canasta.ruleset("classic", house={"end.goal": 1}),
        lambda: canasta.load_ruleset(empty),
        lambda: canasta.load(empty),
        lambda: canasta.Game(["Ann", "", "Cat", "Dan"], CLASSIC),
        lambda: canasta.Game(NAMES, CLASSIC, sides={"Us": ["Ann", "Ann"], "Them": ["Bob"]}),
        lambda: canasta.Game(NAMES, canasta.ruleset("chilean")),
        lambda: canasta.check("meld KKK discrad 4", CLASSIC),
        lambda: canasta.check("draw", CLASSIC, hand="KX"),
        lambda: canasta.count("7xK out out", CLASSIC),
        lambda: canasta.count("natual:1", CLASSIC),
        lambda: _position().legal_turns(),
    ]
    for make in wrong:
        with pytest.raises(canasta.CanastaError) as error:
            make()
        parts = (str(error.value), *(str(each) for each in error.value.facts().values()))
        assert not any(word in part for part in parts for word in TERMINAL), parts


@for_each_case(
    ("call", "says"),
    [
        (lambda: canasta.Game(5, CLASSIC), "players must be a list of texts, not 5"),  # type: ignore[arg-type]
        (lambda: canasta.Game("ABCD", CLASSIC), "players must be a list of texts, not 'ABCD'"),
        (
            lambda: canasta.winner("ab", CLASSIC),  # type: ignore[arg-type]
            "totals must be a list of whole numbers, not 'ab'",
        ),
        (lambda: canasta.Game(NAMES, "classic"), "rules must be a Ruleset, not 'classic'"),  # type: ignore[arg-type]
        (lambda: canasta.check(5, CLASSIC), "play must be text, not 5"),  # type: ignore[arg-type]
        (lambda: canasta.count(b"KKK", CLASSIC), "tally must be text, not b'KKK'"),  # type: ignore[arg-type]
        (lambda: canasta.load(5), "file must be text, a path or an open file, not 5"),  # type: ignore[arg-type]
        (lambda: canasta.ruleset(["classic"]), "name must be text, not ['classic']"),  # type: ignore[arg-type]
        (lambda: canasta.dump(3), "game must be a Game, not 3"),  # type: ignore[arg-type]
        (
            lambda: canasta.dump(canasta.Game(NAMES, CLASSIC), "xml"),  # type: ignore[arg-type]
            "form must be “toml” or “json”, not 'xml'",
        ),
        (
            lambda: canasta.Game(NAMES, CLASSIC).with_hand(3, 4),  # type: ignore[arg-type]
            "tallies must be text, not 3",
        ),
        (
            lambda: canasta.Position.deal(CLASSIC, NAMES, hands={"Ann": 5}),  # type: ignore[dict-item]
            "hands must be a dictionary with text for each name or None, not {'Ann': 5}",
        ),
        (
            lambda: canasta.Position.shuffled(CLASSIC, NAMES, 5),  # type: ignore[arg-type]
            "shuffle must be a function, not 5",
        ),
    ],
)
def test_an_argument_of_another_type_is_an_error_of_the_library(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(canasta.ArgumentError) as error:
        call()
    assert str(error.value) == says
    assert isinstance(error.value, TypeError)


@pytest.mark.parametrize("path", ["\x00", "\ud800"])
def test_a_path_that_can_not_be_one_is_an_error_of_the_library(path: str) -> None:
    with pytest.raises(canasta.GameFileError, match="is not a file name"):
        canasta.load(path)
    with pytest.raises(canasta.RulesetError, match="is not a file name"):
        canasta.load_ruleset(path)


def test_a_game_has_a_date_and_an_event() -> None:
    game = canasta.Game(NAMES, CLASSIC, date="2026-11-21", event="Thursday club")
    again = canasta.loads(canasta.dump(game))
    assert (again.date, again.event) == ("2026-11-21", "Thursday club")


def _begun(name: str, seed: int, turns: int = 1_000) -> canasta.Position:
    """Return a hand of random turns, with every card known."""
    shuffle = Random(seed).shuffle
    rules = canasta.ruleset(name)
    names = [f"P{number}" for number in range(rules.players)]
    position = canasta.Game(names, rules).shuffled(shuffle)
    while not position.over and len(position.turns) < turns:
        turn = position.random_turn(shuffle)
        assert turn is not None
        position = position.after(turn)
    return position


@for_each_case("name", ["classic", "samba", "hand-and-foot", "two-player"])
def test_the_values_of_a_position_are_facts_of_a_question(name: str) -> None:
    """A question with what the position shows gets the answer of the position itself."""
    position = _begun(name, seed=3, turns=12)
    side = next(side.name for side in position.sides if position.player in side.players)
    others = [melds for each, melds in position.melds.items() if each != side]
    for turn in islice(position.legal_turns(), 200):
        if turn.takes_pile or "draw" not in turn.split():
            continue
        verdict = canasta.check(
            turn,
            position.rules,
            hand=position.hands[position.player],
            melds=position.melds[side],
            their_melds=[meld for melds in others for meld in melds],
            pile=position.pile,
            stock=position.stock,
            total=0,
            deal=1,
        )
        assert verdict.legal is not False, (turn, verdict.refusals)


def test_games_and_positions_that_are_equal_compare_equal() -> None:
    rules = canasta.ruleset("two-player")
    game = canasta.Game(["Ann", "Bob"], rules)
    assert game == canasta.Game(["Ann", "Bob"], canasta.ruleset("two-player", {"end.target": 5000}))
    assert game != canasta.Game(["Ann", "Bob"], rules, event="club")
    assert hash(game) == hash(canasta.loads(canasta.dump(game)))
    one, other = (game.deal(upcard="9").after("draw discard 4") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != other.after("draw discard 5")
    assert game.with_hand("7xK 7xQ out", "AAA") != game.with_hand("7xK 7xQ out", "555")


def test_a_claim_that_is_wrong_makes_games_different() -> None:
    right = canasta.Game(["Ann", "Bob"], canasta.ruleset("two-player")).with_hand(
        "7xK 7xQ out", "AAA"
    )
    text = canasta.dump(right)
    assert canasta.loads(text) == right
    assert canasta.loads(text.replace("1240", "1250")) != right


def test_rulesets_are_hashed_by_their_values() -> None:
    changed = [canasta.ruleset("samba", {"end.target": 7500}) for _ in range(2)]
    assert len({*changed, canasta.ruleset("samba"), canasta.ruleset("samba")}) == 2


def _copied(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - made here


def test_values_of_the_library_can_be_pickled() -> None:
    position = _begun("classic", seed=5, turns=9)
    game = canasta.Game(["P0", "P1", "P2", "P3"], position.rules).with_in_play(position)
    turn = next(position.legal_turns())
    verdict = position.check(turn)
    asked = canasta.check("take 5 with 5W", CLASSIC, opened=True, hand="5W468")
    for value in (position.rules, position, game, turn):
        assert _copied(value) == value
    for each in (verdict, asked):
        again = _copied(each)
        assert (again.legal, again.findings) == (each.legal, each.findings)
        assert (again.condition, again.depends) == (each.condition, each.depends)


@for_each_case("name", ["classic", "samba", "hand-and-foot", "modern-american"])
def test_a_hand_in_play_is_saved_and_loaded(name: str) -> None:
    position = _begun(name, seed=11, turns=14)
    names = [f"P{number}" for number in range(position.rules.players)]
    game = canasta.Game(names, position.rules).with_in_play(position)
    again = canasta.loads(canasta.dump(game))
    assert again == game
    assert again.in_play == position
    assert again.in_play is not None
    turn = next(position.legal_turns())
    assert again.in_play.after(turn) == position.after(turn)


def test_only_the_next_hand_that_is_not_over_is_in_play() -> None:
    game = canasta.Game(["P0", "P1"], canasta.ruleset("two-player"))
    with pytest.raises(canasta.GameError, match="this hand is over"):
        game.with_in_play(_begun("two-player", seed=2))
    with pytest.raises(canasta.GameError, match="doesn't continue the game"):
        game.with_hand("7xK 7xQ out", "").with_in_play(_begun("two-player", seed=2, turns=3))


@pytest.mark.parametrize("name", ["classic", "samba", "hand-and-foot"])
def test_a_recorded_hand_is_played_again_as_positions(name: str) -> None:
    position = _begun(name, seed=7)
    names = [f"P{number}" for number in range(position.rules.players)]
    game = canasta.Game(names, position.rules).with_played(position)
    (hand,) = game.hands
    seen = list(hand)
    assert [turn for _, turn in seen] == list(position.turns)
    before, last = seen[-1]
    assert before.after(last) == position
    assert all(table.check(turn).legal for table, turn in seen[:6])


def test_a_tallied_hand_has_no_turns_to_play_again() -> None:
    (hand,) = (
        canasta.Game(["Ann", "Bob"], canasta.ruleset("two-player"))
        .with_hand("7xK 7xQ out", "")
        .hands
    )
    assert list(hand) == []


def test_a_turn_is_text_with_its_parts() -> None:
    turn = canasta.Turn("cat: draw 3R meld KKK QQ2 discard 9c")
    assert turn == "cat: draw 3R meld KKK QQ2 discard 9C"
    assert (turn.player, turn.drawn, turn.melds, turn.discard) == (
        "cat",
        "3R",
        ("KKK", "QQ2"),
        "9C",
    )
    assert not turn.takes_pile
    assert not turn.goes_out
    took = canasta.Turn("take 5 with 55 out")
    assert (took.drawn, took.takes_pile, took.discard, took.goes_out) == (None, True, None, True)


def test_a_turn_says_how_it_takes_the_pile_and_where_it_lays_off() -> None:
    new = canasta.Turn("take 5 with 55 meld K2:K2 AAA discard 4")
    onto = canasta.Turn("take 5 onto 5 discard 4")
    assert (new.taken_with, new.taken_onto) == ("55", None)
    assert (onto.taken_with, onto.taken_onto) == ("", "5")
    drawn = canasta.Turn("draw discard 4")
    assert (drawn.taken_with, drawn.taken_onto) == (None, None)
    assert (new.lay_offs, drawn.lay_offs) == ((("K2", "K2"),), ())


def test_cards_are_a_tuple_of_their_symbols() -> None:
    assert canasta.cards("2x8+W") == ("8", "8", "W")
    assert canasta.cards("H:4-6 K2:K") == ("4H", "5H", "6H", "K")
    with pytest.raises(canasta.NotationError, match="is not a card"):
        canasta.cards("KX")


def test_a_file_with_many_games_is_read_one_game_at_a_time(tmp_path: Path) -> None:
    games = [canasta.Game(NAMES, CLASSIC, name=name) for name in ("tea", "cake")]
    lines = [canasta.dump(game, "json").replace("\n", " ") for game in games]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([*lines, "{}"]), encoding="utf-8")
    found = canasta.load_all(file)
    assert [next(found), next(found)] == games
    with pytest.raises(canasta.GameFileError, match=r"games\.jsonl:3: "):
        next(found)
    (tmp_path / "one.canasta.toml").write_text(canasta.dump(games[0]), encoding="utf-8")
    assert list(canasta.load_all(tmp_path / "one.canasta.toml")) == games[:1]
    with pytest.raises(canasta.GameFileError, match="there is no file"):
        next(canasta.load_all(tmp_path / "none.jsonl"))


def _printed(line: list[str], capsys: pytest.CaptureFixture[str]) -> object:
    """Return the document that a command prints, without its version."""
    assert main([*line, "--json"]) in (0, 1, 6)
    document = json.loads(capsys.readouterr().out)
    del document["schema"]
    return document


SUGGESTIONS: list[tuple[str, Callable[..., Any], str, dict[str, Any]]] = [
    ("opening", canasta.suggest_opening, "classic", {"hand": "AA2567844JK", "total": 1100}),
    ("opening", canasta.suggest_opening, "classic", {"hand": "KKQ24W56789", "top": "K"}),
    ("opening", canasta.suggest_opening, "samba", {"hand": "4H5H6HKKK2", "minimum": 50}),
    ("opening", canasta.suggest_opening, "samba", {"hand": "456KKK2W"}),
    ("opening", canasta.suggest_opening, "hand-and-foot", {"hand": "AAA2567844JK"}),
    ("opening", canasta.suggest_opening, "modern-american", {"hand": "A23R456789TJQKW"}),
    ("out", canasta.suggest_out, "classic", {"hand": "KKK774", "melds": "77777"}),
    ("out", canasta.suggest_out, "samba", {"hand": "456KKK", "melds": "7777777 8888888"}),
    ("out", canasta.suggest_out, "classic", {"hand": "4K", "melds": "none", "total": 0}),
    ("discard", canasta.suggest_discard, "classic", {"hand": "4K3R"}),
    ("discard", canasta.suggest_discard, "modern-american", {"hand": "3R"}),
]


@for_each_case(("what", "suggest", "name", "facts"), SUGGESTIONS)
def test_a_suggestion_is_the_answer_of_the_command(
    what: str,
    suggest: Callable[..., Any],
    name: str,
    facts: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = [word for fact, each in facts.items() for word in (f"--{fact}", str(each))]
    printed = _printed(["suggest", what, "-r", name, *options], capsys)
    assert suggest(canasta.ruleset(name), **facts).to_json() == printed


TOTALS: list[tuple[str, list[str], Callable[[canasta.Ruleset], Any]]] = [
    ("classic", ["minimum", "1640"], lambda rules: canasta.minimum(1640, rules)),
    ("pennies-from-heaven", ["minimum", "0"], lambda rules: canasta.minimum(0, rules)),
    (
        "hand-and-foot",
        ["minimum", "0", "--deal", "3"],
        lambda rules: canasta.minimum(0, rules, deal=3),
    ),
    ("classic", ["winner", "5230", "5310"], lambda rules: canasta.winner([5230, 5310], rules)),
    ("classic", ["winner", "9", "9"], lambda rules: canasta.winner([9, 9], rules)),
    (
        "hand-and-foot",
        ["winner", "9", "8", "--deal", "4"],
        lambda rules: canasta.winner([9, 8], rules, deal=4),
    ),
    (
        "samba",
        ["rules", "explain", "meld.wilds"],
        lambda rules: canasta.explain("meld.wilds", rules),
    ),
    (
        "classic",
        ["rules", "explain", "opening.tiers"],
        lambda rules: canasta.explain("opening.tiers", rules),
    ),
]


@for_each_case(("name", "line", "answer"), TOTALS)
def test_an_answer_about_totals_or_a_rule_is_that_of_the_command(
    name: str,
    line: list[str],
    answer: Callable[[canasta.Ruleset], Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answer(canasta.ruleset(name)).to_json() == _printed([*line, "-r", name], capsys)


@for_each_case(
    ("ask", "wrong", "fix"),
    [
        (
            lambda rules: canasta.minimum(0, rules, deal=0),
            "deal must be at least 1, not 0",
            "Give a number from 1 to 4.",
        ),
        (
            lambda rules: canasta.minimum(0, rules, deal=5),
            "deal 5 is given, but a game has 4 deals",
            "Give a number from 1 to 4.",
        ),
        (
            lambda rules: canasta.winner([9, 8], rules, deal=-1),
            "deal must be at least 0, not -1",
            "Give a number from 0 to 4.",
        ),
        (
            lambda rules: canasta.winner([9, 8], rules, deal=5),
            "deal 5 is given, but a game has 4 deals",
            "Give a number from 0 to 4.",
        ),
        (
            lambda _: canasta.minimum(0, CLASSIC, deal=-1),
            "deal must be at least 1, not -1",
            "Give a number from 1 up.",
        ),
    ],
)
def test_a_deal_that_no_game_has_is_refused(
    ask: Callable[[canasta.Ruleset], Any], wrong: str, fix: str
) -> None:
    with pytest.raises(canasta.FactError) as caught:
        ask(canasta.ruleset("hand-and-foot"))
    assert (caught.value.message, caught.value.fix) == (wrong, fix)
    assert not canasta.winner([9, 8], canasta.ruleset("hand-and-foot")).over


def test_a_suggestion_that_lacks_a_fact_names_it() -> None:
    rules = canasta.ruleset("classic")
    with pytest.raises(canasta.MissingFact, match="the hand is missing") as caught:
        canasta.suggest_discard(rules)
    assert caught.value.fact == "hand"
    with pytest.raises(canasta.FactError, match="already opened"):
        canasta.suggest_opening(rules, hand="KKK", melds="777")
    with pytest.raises(canasta.MissingFact, match="its top card is missing\nGive it") as caught:
        canasta.suggest_opening(rules, hand="KKK", drew="pile")
    assert caught.value.fact == "top"
    with pytest.raises(canasta.FactError, match="contradict"):
        canasta.suggest_out(rules, hand="KKK", opened=True, melds="none")
    with pytest.raises(canasta.UndefinedRules, match=r"melds\.min_naturals"):
        canasta.suggest_out(canasta.ruleset("chilean"), hand="KKK")
    with pytest.raises(canasta.UndefinedRules, match=r"end\.target"):
        canasta.winner([1, 2], canasta.ruleset("chilean"))
    with pytest.raises(canasta.GameError, match="classic has 2 sides, not 3"):
        canasta.winner([1, 2, 3], rules)
    with pytest.raises(canasta.CanastaError, match="“frozn” is not a rule"):
        canasta.explain("frozn", rules)
