"""House rules are credited to the house, and only where they decide the answer."""

import json
import shlex

import pytest
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.rules import library
from canasta_cli.rules.library import Substance, about, deciding_house_rules, written
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

FOUR_WILDS = "check meld KKK2222 --hand KKK222245 --melds QQQ --house melds.max_wilds=4"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database without games."""
    monkeypatch.setenv("CANASTA_DB", f"{tmp_path}/none.db")


def _printed(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(shlex.split(line))
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "house"),
    [
        pytest.param(FOUR_WILDS, "melds.max_wilds = 4", id="a play that only the house allows"),
        pytest.param(
            "check meld KKK22 --hand KKK2245 --melds QQQ --house melds.max_wilds=1",
            "melds.max_wilds = 1",
            id="a play that only the house forbids",
        ),
        pytest.param(
            f"{FOUR_WILDS} --house end.target=7500", "melds.max_wilds = 4", id="one of two"
        ),
        pytest.param(
            "check meld KKK22 --hand KKK2245 --melds QQQ --house melds.max_wilds=4",
            "",
            id="legal without the house rule too",
        ),
        pytest.param(
            "count 7xK QQQ2 --house bonus.natural=600 --house bonus.mixed=400",
            "bonus.natural = 600",
            id="a bonus that was scored",
        ),
        pytest.param(
            "count 7xK --house melds.canasta=8",
            "melds.canasta = 8",
            id="a canasta that no longer is one",
        ),
        pytest.param(
            f"{FOUR_WILDS} -r classic --house melds.wild_ratio=half",
            "melds.wild_ratio = half",
            id="one takes back what the other allows",
        ),
        pytest.param(
            "check meld KK --hand KK456 --melds QQQQ --house melds.smallest=4",
            "melds.smallest = 4",
            id="illegal anyway, for another reason",
        ),
        pytest.param("count 7xK --house out.bonus=200", "", id="nobody went out"),
    ],
)
def test_an_answer_names_the_house_rules_that_decide_it(
    asked: str, house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = _printed(asked, capsys).splitlines()
    credited = [line.strip() for line in printed if "house rule" in line]
    path = house.partition(" = ")[0]
    assert len(credited) == bool(house)
    assert not house or credited[0].startswith(
        f"(house rule: {about(library.ruleset('classic'), path)[0]} ("
    )
    named = json.loads(_printed(f"{asked} --json", capsys))["house"]
    assert [f"{path} = {value}" for path, value in named.items()] == ([house] if house else [])


def test_each_of_several_rulesets_names_its_house_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = _printed(f"{FOUR_WILDS} --under classic,leaflet,cardgames-io", capsys).splitlines()
    credited = "  (house rule: maximum wild cards in a set (4))"
    # Other values that decide an answer, and no source states, have lines of their own.
    lines = [line for line in lines if "no source" not in line]
    assert lines[:5] == [
        "classic: LEGAL",
        credited,
        "leaflet: LEGAL",
        credited,
        "cardgames-io: ILLEGAL",
    ]
    printed = json.loads(_printed(f"{FOUR_WILDS} --under classic,cardgames-io --json", capsys))
    assert [each["house"] for each in printed["answers"]] == [{"melds.max_wilds": 4}, {}]


def test_a_finding_credits_the_house_among_its_sources(
    capsys: pytest.CaptureFixture[str],
) -> None:
    findings = json.loads(_printed(f"{FOUR_WILDS} --json", capsys))["findings"]
    (wilds,) = (each for each in findings if each["rule"] == "meld.wilds")
    assert "house" not in wilds["sources"]
    assert "house" in {each["status"] for each in wilds["rests_on"]}


def test_a_house_rule_that_others_need_counts_as_used() -> None:
    """Three packs need six values for red threes: neither can be taken back alone."""
    classic = library.ruleset("classic")
    red = [100, 200, 300, 400, 500, 1000]
    house = changed(classic, {"deck.packs": 3, "threes.red": red})
    assert deciding_house_rules(house, lambda rules: Substance(rules.end.target)) == house.house


def test_a_house_rule_that_fills_a_gap_is_used() -> None:
    mexicana = library.ruleset("mexicana")
    (gap,) = mexicana.unknown
    house = changed(mexicana, {gap: written(mexicana, gap)})
    assert deciding_house_rules(house, lambda rules: Substance(rules.unknown)) == (gap,)


def test_house_rules_as_assumed_are_taken_back_together() -> None:
    royal = library.ruleset("royal")
    house = changed(royal, {path: written(royal, path) for path in royal.unknown})
    asked: list[tuple[str, ...]] = []

    def answer(rules: Ruleset) -> Substance:
        asked.append(rules.unknown)
        return Substance("out.bonus" in rules.unknown)

    assert deciding_house_rules(house, lambda rules: answer(rules)._replace(result=0)) == ()
    assert len(asked) == 2
    assert deciding_house_rules(house, answer) == ("out.bonus",)
    assert len(asked) < len(house.house)


def test_house_rules_that_an_answer_names_are_taken_back_first() -> None:
    royal = library.ruleset("royal")
    house = changed(royal, {path: written(royal, path) for path in royal.unknown})
    asked: list[tuple[str, ...]] = []

    def answer(rules: Ruleset) -> Substance:
        asked.append(rules.unknown)
        lacks = tuple([path for path in ("out.bonus", "pile.lay_off") if path in rules.unknown])
        return Substance(bool(lacks), lacks=lacks)

    assert {*deciding_house_rules(house, answer)} == {"out.bonus", "pile.lay_off"}
    assert [len(each) for each in asked] == [0, len(house.house), 1, 1, len(house.house) - 2]


@for_each_case("house", ["bonus.natrual=600", "bonus.natural=many", "bonus", "melds.smallest=8"])
def test_a_bad_house_rule_points_to_the_ruleset_that_was_asked_about(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["count", "7xK", "-r", "samba", "--house", house])
    assert "canasta rules show samba" in capsys.readouterr().err
