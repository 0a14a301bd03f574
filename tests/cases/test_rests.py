"""Check the cases of what decides an answer: the parameters, their statuses, and the sources."""

import itertools
import json
import shlex
from typing import Any

import pytest
from casefiles import Case, cases
from looping import for_each, for_each_case

from canasta_cli.cli import main
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.library import written
from canasta_cli.rules.schema import STATUSES

RESTS = cases("rests/*.toml")


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


@for_each_case("case", RESTS, name=lambda case: case.id)
def test_an_answer_lists_what_decided_it(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is that of the case, and so are the values and sources on which it rests."""
    data, says = case.data, case.data["says"]
    answer = _answer(case, capsys)
    # What an answer rests on is worth asking only if the answer itself is right.
    assert answer["legal"] is data["legal"], says
    finding = _finding(case, answer)
    assert finding["ok"] or not data["legal"]
    rests_on = finding.get("rests_on", [])
    assert [row for row in data.get("rests_on", ()) if row not in rests_on] == [], says
    # The sources that state a value which the rule reads are cited.
    assert finding["sources"] == data.get("cites", finding["sources"]), says
    assumed = {row["name"] for row in answer["assumed"]}
    assert set(data.get("assumed", ())) <= assumed, says


def _about(ruleset: str, lines: list[str]) -> list[str]:
    """Return the lines about one ruleset, if the answer is about several."""
    start = next((at for at, line in enumerate(lines) if line.startswith(f"{ruleset}: ")), 0)
    indented = itertools.takewhile(lambda line: line.startswith(" "), lines[start + 1 :])
    return [line.strip() for line in indented]


PRINTED = [case for case in RESTS if {"prints", "prints_not"} & set(case.data)]


@for_each_case("case", PRINTED, name=lambda case: case.id)
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
        assert set(row) == {"name", "value", "status"}
        assert row["status"] in STATUSES
        if row["status"] != "house":
            assert written(case.rules, row["name"]) == row["value"]
            assert case.rules.origin(row["name"]).status == row["status"]
    assert set(case.data.get("assumed", ())) <= set(PARAMETERS)
