"""Check the cases of play: each question is typed as written, and answered as in its source."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from casefiles import Case, cases
from looping import for_each

from canasta_cli.cli import main
from canasta_cli.engine.catalogue import CHAPTERS

pytestmark = pytest.mark.usefixtures("judged_once")

EVERY = cases("play/*.toml")
PLAYS = [case for case in EVERY if "error" not in case.data]
REFUSED = [case for case in EVERY if "error" in case.data]
LEGAL = {True: True, False: False, "unknown": None}
STATUS = {True: 0, False: 1, None: 6}
ALL_LISTED = "if these are all the rules that refuse it, name the key “refused”"
# Chapters tested by other cases.
ELSEWHERE = {"A side's tally", "All tallies of a hand", "A hand recorded turn by turn"}
# Rules that only support a play or give a notice, and never refuse.
NEVER_REFUSES = {
    "discard.card",
    "meld.apart",
    "meld.canasta-changes",
    "meld.same-rank",
    "opening.bonus-cards",
}
FINDING_KEYS = {"rule", "ok", "message", "needed", "have", "sources", "cited", "fix", "rests_on"}


Printed = tuple[int, str, str]


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Case], Printed]:
    """Return a function that asks the question of a case, and returns the exit status and what is printed.

    Each case has its own database, with what it wants recorded: every other fact is given in the question.
    """

    def asked(case: Case) -> Printed:
        monkeypatch.setenv("CANASTA_DB", str(tmp_path / f"{case.data['id']}.db"))
        for command in case.data.get("recorded", ()):
            assert main(shlex.split(command)) == 0, command
        capsys.readouterr()
        status = main([*shlex.split(case.data["ask"]), "--json"])
        return status, *capsys.readouterr()

    return asked


@for_each(PLAYS, lambda case: case.id)
def test_the_answer_is_that_of_the_source(
    case: Case, ask: Callable[[Case], Printed], capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer is as in the case: legal or not, for the reasons that it lists, with its points."""
    status, out, err = ask(case)
    assert out, err
    answer = json.loads(out)
    if case.data["ask"].startswith("suggest"):
        _suggested(case, status, answer)
        return
    if "divides" in case.data:
        found = [_difference(each) for each in answer["differences"]]
        assert found == case.data["divides"], case.data["says"]
        return
    if case.data["ask"] == "pile":
        assert answer["pile"]["may_take"] == case.data["takes"], case.data["says"]
        assert answer["pile"]["frozen"] is case.data.get("frozen", answer["pile"]["frozen"])
        return
    _judged(case, status, answer)
    if "condition" in case.data:
        assert answer["condition"] == case.data["condition"]
        main(shlex.split(case.data["ask"]))
        _check_conditions(answer["condition"], capsys.readouterr().out)
    for finding in answer["findings"]:
        _check_keys(finding)
    if answer["legal"] is None:
        _check_outcomes(answer)


def _check_conditions(condition: str, printed: str) -> None:
    """Check that an answer says its condition: in its first line, or in parts below it."""
    listed = re.findall(r"^  - (.*)$", printed, re.MULTILINE)
    if not listed:
        assert f"IT DEPENDS: {condition} (" in printed
        return
    answer = r"(il)?legal|you must take the pile"
    assert re.match(rf"IT DEPENDS: ({answer}) if (one of these|all of this) is true; ", printed)
    for each in listed:
        assert each in condition
        condition = condition.replace(each, "", 1)
    assert re.fullmatch(
        rf"({answer}) if [,and ]*(,? or (if )?[,and ]*)*; otherwise (not|(il)?legal|you may pass)",
        condition,
    )


def _judged(case: Case, status: int, answer: dict[str, Any]) -> None:
    why = [f["message"] for f in answer["findings"] if not f["ok"]]
    assert answer["legal"] is LEGAL[case.data["legal"]], (case.data["says"], why, answer["unknown"])
    assert status == STATUS[answer["legal"]]
    refused = {f["rule"] for f in answer["findings"] if not f["ok"]}
    if "refused_includes" in case.data:
        assert set(case.data["refused_includes"]) < refused, (case.data["says"], ALL_LISTED)
    else:
        assert set(case.data.get("refused", ())) == refused, case.data["says"]
    assert set(case.data.get("unknown", ())) <= set(answer["unknown"])
    assert not set(case.data.get("not_asked", ())) & set(answer["unknown"]), case.data["says"]
    for key in ("points", "bonus", "canastas", "assumes", "open"):
        if key in case.data:
            expected = None if case.data[key] == "unknown" else case.data[key]
            assert answer[key] == expected, case.data["says"]
    ways = [way["play"] for way in answer["ways"]]
    assert ways == case.data.get("ways", ways), case.data["says"]
    fixes = [finding["fix"] for finding in answer["findings"] if not finding["ok"]]
    assert fixes[:1] == [case.data.get("fix", fix) for fix in fixes[:1]], case.data["says"]
    if "over" in case.data:
        assert answer["after"]["over"] is LEGAL[case.data["over"]], case.data["says"]
    for key in ("needed", "have"):
        numbers = {
            f["rule"]: f[key] for f in answer["findings"] if f["rule"] in case.data.get(key, {})
        }
        assert numbers == case.data.get(key, {}), case.data["says"]
    after = case.data.get("after", {})
    assert {key: answer["after"][key] for key in after} == after, case.data["says"]
    mentioned = {finding["rule"] for finding in answer["findings"] if finding["ok"]}
    assert set(case.data.get("mentions", ())) <= mentioned, case.data["says"]
    assert not set(case.data.get("not_mentions", ())) & mentioned, case.data["says"]


def _check_outcomes(answer: dict[str, Any]) -> None:
    """An answer that depends names both outcomes and what decides, unless it says that it is open."""
    assert answer["open"] or {True, False} <= {each["legal"] for each in answer["witnesses"]}
    assert all(each["facts"] for each in answer["depends"])


@for_each(REFUSED, lambda case: case.id)
def test_a_question_that_cannot_be_answered_is_an_error(
    case: Case, ask: Callable[[Case], Printed]
) -> None:
    """The error says what is wrong with the question, as in the case."""
    status, out, err = ask(case)
    assert (status, out) == (2, "")
    assert case.data["error"] in json.loads(err)["error"], case.data["says"]


def _suggested(case: Case, status: int, answer: dict[str, Any]) -> None:
    assert set(case.data.get("unknown", ())) <= set(answer["unknown"]), case.data["says"]
    if "cards" in case.data:
        assert sorted(answer["cards"]) == sorted(case.data["cards"])
        assert answer["unsure"] == case.data.get("unsure", answer["unsure"])
        assert answer["refused"] == case.data.get("refused", answer["refused"])
        return
    legal = case.data["legal"]
    assert answer["possible"] is (None if legal == "unknown" else legal), case.data["says"]
    assert status == {True: 0, False: 1, None: 6}[answer["possible"]]
    for key in ("short", "refused", "special", "more"):
        if key in case.data:
            assert answer[key] == case.data[key], case.data["says"]
    ways = answer["ways"]
    if "points" in case.data:
        assert max(way["points"] for way in ways) == case.data["points"]
    if "ways" in case.data:
        assert [_way(way) for way in ways] == case.data["ways"], case.data["says"]
    if "best" in case.data:
        assert _way(answer["best"]) == case.data["best"], case.data["says"]


def _difference(each: dict[str, Any]) -> str:
    """Format what divides rulesets: a rule, its parameter and who refuses, or what changes the points."""
    if not each["rule"]:
        return str(each["parameter"])
    return f"{each['rule']} by {each['parameter']}: {' '.join(each['refused_by'])}"


def _way(way: dict[str, Any]) -> str:
    """Format a way as a person would type it, followed by its gain when going out."""
    takes = [f"take {way['takes']}"] if "takes" in way else []
    special = [f"special {way['special']}"] if "special" in way else []
    last = [f"discard {way['discard']}"] if "discard" in way else []
    gain = [f"= {'unknown' if way['gain'] is None else way['gain']}"] if "gain" in way else []
    return " ".join((*takes, *special, *way["melds"], *last, *gain))


def _check_keys(finding: dict[str, Any]) -> None:
    """A finding has all keys, a refusal has a fix, and its numbers explain it."""
    assert set(finding) == FINDING_KEYS
    assert finding["ok"] in (True, False)
    assert finding["ok"] or finding["fix"]
    # Numbers that are the same explain no refusal.
    assert finding["ok"] or finding["needed"] is None or finding["needed"] != finding["have"]


def test_every_rule_of_play_refuses_a_case() -> None:
    refused = {
        rule
        for case in PLAYS
        for key in ("refused", "refused_includes")
        for rule in case.data.get(key, ())
    }
    rules = {rule.id for name, rules in CHAPTERS if name not in ELSEWHERE for rule in rules}
    assert rules - NEVER_REFUSES - refused == set()
