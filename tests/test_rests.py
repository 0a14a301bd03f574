"""Check the cases of what decides an answer: the parameters, their statuses, and the sources."""

import itertools
import json
import shlex
from typing import Any

import pytest
from casefiles import Case, cases
from looping import for_each

from canasta_cli.cli import main
from canasta_cli.rules.declared import PARAMETERS
from canasta_cli.rules.library import written
from canasta_cli.rules.schema import STATUSES

RESTS = cases("rests/*.toml")


def _having(*keys: str) -> list[Any]:
    """Return the cases with one of these keys as parameters."""
    return [pytest.param(case, id=case.id) for case in RESTS if set(keys) & set(case.data)]


@pytest.fixture(autouse=True)
def no_games(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database without games: every fact is given in the question."""
    monkeypatch.setenv("CANASTA_DB", f"{tmp_path}/none.db")


def _answer(case: Case, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return the answer under the ruleset of the case, which may be one of several."""
    main([*shlex.split(case.data["ask"]), "--json", "--why"])
    printed = json.loads(capsys.readouterr().out)
    answers = {each["ruleset"]: each for each in printed.get("answers", [printed])}
    found: dict[str, Any] = answers[case.data["rules"]]
    return found


def _finding(case: Case, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the finding of the rule that the case names."""
    (found,) = (each for each in answer["findings"] if each["rule"] == case.data["rule"])
    one: dict[str, Any] = found
    return one


@pytest.mark.parametrize("case", RESTS, ids=lambda case: case.id)
def test_the_answer_is_that_of_the_case(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """What an answer rests on is worth asking only if the answer itself is right."""
    answer = _answer(case, capsys)
    assert answer["legal"] is case.data["legal"], case.data["says"]
    finding = _finding(case, answer)
    assert finding["ok"] or not case.data["legal"]


@pytest.mark.parametrize("case", _having("rests_on"))
def test_the_json_lists_what_decided_it(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    finding = _finding(case, _answer(case, capsys))
    rests_on = finding.get("rests_on", [])
    for row in case.data["rests_on"]:
        assert row in rests_on, case.data["says"]
    others = {row["parameter"] for row in rests_on} & set(case.data.get("not_on", ()))
    assert not others, case.data["says"]


@pytest.mark.parametrize("case", _having("cites"))
def test_only_sources_that_state_a_deciding_value_are_cited(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    finding = _finding(case, _answer(case, capsys))
    assert finding["sources"] == case.data["cites"], case.data["says"]


@pytest.mark.parametrize("case", _having("assumed"))
def test_the_json_lists_the_values_without_a_source_that_decide(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assumed = {row["parameter"] for row in _answer(case, capsys)["assumed"]}
    assert set(case.data["assumed"]) <= assumed, case.data["says"]


def _about(ruleset: str, lines: list[str]) -> list[str]:
    """Return the lines about one ruleset, if the answer is about several."""
    start = next((at for at, line in enumerate(lines) if line.startswith(f"{ruleset}: ")), 0)
    indented = itertools.takewhile(lambda line: line.startswith(" "), lines[start + 1 :])
    return [line.strip() for line in indented]


@pytest.mark.parametrize("case", _having("prints", "prints_not"))
def test_the_text_says_what_is_assumed_or_a_house_rule(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    main(shlex.split(case.data["ask"]))
    lines = _about(case.data["rules"], capsys.readouterr().out.splitlines())
    if "prints" in case.data:
        assert case.data["prints"] in lines, case.data["says"]
    if "prints_not" in case.data:
        assert not any(line.startswith(case.data["prints_not"]) for line in lines)


@for_each(RESTS, lambda case: case.id)
def test_a_case_names_parameters_with_the_values_and_statuses_of_its_ruleset(case: Case) -> None:
    for row in case.data.get("rests_on", ()):
        assert set(row) == {"parameter", "value", "status"}
        assert row["status"] in STATUSES
        if row["status"] != "house":
            assert written(case.rules, row["parameter"]) == row["value"]
            assert case.rules.origin(row["parameter"]).status == row["status"]
    assert {*case.data.get("not_on", ()), *case.data.get("assumed", ())} <= set(PARAMETERS)
