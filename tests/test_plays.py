"""Questions of play as cases: typed as written, and answered as in their source."""

import json
import shlex
from typing import Any

import pytest
from casefiles import Case, cases

from canasta_cli.cli import main
from canasta_cli.engine.catalogue import CHAPTERS

EVERY = cases("play/*.toml")
PLAYS = [case for case in EVERY if "error" not in case.says]
REFUSED = [case for case in EVERY if "error" in case.says]
LEGAL = {True: True, False: False, "unknown": None}
# Chapters tested by other cases.
ELSEWHERE = {"A side's tally", "All tallies of a hand", "A hand recorded turn by turn"}
# Rules that only support a play or give a notice, and never refuse.
NEVER_REFUSES = {"meld.apart", "meld.canasta-changes", "meld.same-rank", "opening.bonus-cards"}


@pytest.fixture(autouse=True)
def nowhere(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database without games: every fact is given in the question."""
    monkeypatch.setenv("CANASTA_DB", f"{tmp_path}/none.db")


def _asked(case: Case, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """Ask the question of a case, after the commands that it wants recorded before."""
    for command in case.says.get("recorded", ()):
        assert main(shlex.split(command)) == 0, command
    capsys.readouterr()
    status = main([*shlex.split(case.says["ask"]), "--json"])
    printed = capsys.readouterr()
    assert printed.out, printed.err
    answer: dict[str, Any] = json.loads(printed.out)
    return status, answer


def _expected(case: Case) -> Any:
    """Mark a case that is answered wrongly until the engine is rebuilt, with the reason."""
    why = case.says.get("wrong_now")
    return pytest.param(case, marks=pytest.mark.xfail(strict=True, reason=why)) if why else case


@pytest.mark.parametrize("case", [*map(_expected, PLAYS)], ids=lambda case: case.id)
def test_plays(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is as in the case, by at least the rules that it names, with its points."""
    status, answer = _asked(case, capsys)
    why = [f["message"] for f in answer.get("findings", ()) if not f["ok"]]
    if case.says["ask"].startswith("suggest"):
        _suggested(case, status, answer)
        return
    if "divides" in case.says:
        found = [f"{each['rule']}: {' '.join(each['refused'])}" for each in answer["differences"]]
        assert found == case.says["divides"], case.says["says"]
        return
    if case.says["ask"].startswith("moves"):
        assert answer["turns"] == case.says["turns"], case.says["says"]
        return
    assert answer["legal"] is LEGAL[case.says["legal"]], (case.says["says"], why, answer["unknown"])
    assert status == (1 if answer["legal"] is False else 0)
    refused = {f["rule"] for f in answer["findings"] if not f["ok"]}
    assert set(case.says.get("refused", ())) <= refused, case.says["says"]
    assert set(case.says.get("unknown", ())) <= set(answer["unknown"])
    assert not set(case.says.get("not_asked", ())) & set(answer["unknown"]), case.says["says"]
    for key in ("value", "bonus"):
        if key in case.says:
            told = None if case.says[key] == "unknown" else case.says[key]
            assert answer[key] == told, case.says["says"]
    if "over" in case.says:
        assert answer["after"]["over"] is LEGAL[case.says["over"]], case.says["says"]
    mentioned = {finding["rule"] for finding in answer["findings"] if finding["ok"]}
    assert set(case.says.get("mentions", ())) <= mentioned, case.says["says"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
def test_questions_that_have_no_answer(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """The error says what is wrong with the question, as in the case."""
    status = main([*shlex.split(case.says["ask"]), "--json"])
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert case.says["error"] in json.loads(printed.err)["error"], case.says["says"]


def _suggested(case: Case, status: int, answer: dict[str, Any]) -> None:
    assert set(case.says.get("unknown", ())) <= set(answer["unknown"]), case.says["says"]
    if "cards" in case.says:
        assert sorted(answer["cards"]) == sorted(case.says["cards"])
        assert answer["unsure"] == case.says.get("unsure", answer["unsure"])
        assert answer["refused"] == case.says.get("refused", answer["refused"])
        return
    assert answer["possible"] is case.says["legal"], case.says["says"]
    assert status == (0 if answer["possible"] else 1)
    for key in ("short", "refused", "special", "more"):
        if key in case.says:
            assert answer[key] == case.says[key], case.says["says"]
    ways = answer["ways"]
    if "value" in case.says:
        assert max(way["value"] for way in ways) == case.says["value"]
    if "ways" in case.says:
        assert [_way(way) for way in ways] == case.says["ways"], case.says["says"]
    if "best" in case.says:
        assert _way(answer["best"]) == case.says["best"], case.says["says"]


def _way(way: dict[str, Any]) -> str:
    """Format a way as a person would type it, followed by its gain when going out."""
    takes = [f"take {way['takes']}"] if "takes" in way else []
    special = [f"special {way['special']}"] if "special" in way else []
    last = [f"discard {way['discard']}"] if "discard" in way else []
    gain = [f"= {'unknown' if way['gain'] is None else way['gain']}"] if "gain" in way else []
    return " ".join((*takes, *special, *way["melds"], *last, *gain))


@pytest.mark.parametrize("case", PLAYS, ids=lambda case: case.id)
def test_a_failed_finding_has_all_its_keys_and_a_remedy(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    _, answer = _asked(case, capsys)
    for finding in answer.get("findings", ()):
        assert set(finding) == {"rule", "ok", "message", "needed", "have", "source", "remedy"}
        assert finding["ok"] or finding["remedy"]


def test_every_rule_of_play_refuses_in_some_case() -> None:
    refused = {rule for case in PLAYS for rule in case.says.get("refused", ())}
    rules = {rule.id for name, rules in CHAPTERS if name not in ELSEWHERE for rule in rules}
    assert rules - NEVER_REFUSES - refused == set()
