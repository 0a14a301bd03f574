"""The library answers every case of play that it can be asked as the command line does."""

import shlex
from functools import cache
from itertools import chain
from typing import Any

import click
import pytest
from casefiles import FILES, Case, cases
from looping import for_each_case
from sampling import sample, tries

import canasta_cli as canasta
from canasta_cli.api.plays import KEYWORDS
from canasta_cli.api.rulesets import inside
from canasta_cli.cli import canasta as program
from canasta_cli.cli.check import check_command
from canasta_cli.cli.manual import root
from canasta_cli.cli.ruleset_choice import parse_value

pytestmark = pytest.mark.usefixtures("judged_once")

LEFT_OUT = ("then", "top_only", "without_top")
SUITS = ("C", "D", "H", "S")
LEGAL = {True: True, False: False, "unknown": None}


def _play(question: str, given: dict[str, Any]) -> str | None:
    """Return the play in a question of the command line as a turn; ``None`` if it has no such form."""
    match question:
        case "turn":
            return " ".join(given["turn"])
        case "meld":
            return f"meld {' '.join(given['melded'])}"
        case "discard" if given["cards"] not in (("none",), ("nothing",)):
            return f"discard {' '.join(given['cards'])}"
        case "out":
            melds = f"meld {' '.join(given['melded'])} " if given["melded"] else ""
            last = f"discard {given['last']} " if given["last"] else ""
            return f"{melds}{last}out"
        case "pickup" if _is_take(given):
            hand = f" with {given['hand_cards']}" if given["hand_cards"] else ""
            onto = f" onto {given['onto']}" if given["onto"] else ""
            return f"take {given['card'][0]}{hand}{onto}"
        case _:
            return None


def _is_take(given: dict[str, Any]) -> bool:
    """True if a question about the pile has the form of a turn, without words among its cards."""
    plain = len(given["card"]) == 1
    return plain and not any(map(given.get, LEFT_OUT))


def _is_asked(case: Case) -> bool:
    """True if the library may have the question of a case."""
    is_check = case.data["ask"].startswith("check ")
    return is_check and case.data.keys().isdisjoint({"error", "recorded"})


@cache
def _rules(name: str) -> canasta.Ruleset:
    return canasta.load_ruleset(FILES[name]) if name in FILES else canasta.ruleset(name)


def _asked(case: Case) -> tuple[str, canasta.Ruleset, dict[str, Any]] | None:
    """Return the play, the rules and the facts of a case; ``None`` if the library has no such question."""
    words = shlex.split(case.data["ask"])[1:]
    assert isinstance(check_command, click.Group)
    assert isinstance(program, click.Group)
    command = check_command.commands[words[0]]
    given = command.make_context(words[0], words[1:], parent=root(program)).params
    play = None if given["under"] else _play(words[0], given)
    if play is None:
        return None
    rules = _rules(case.data["rules"])
    if "house" in case.data:
        rules = rules.with_house(case.data["house"])
    house = {}
    for change in given["house"]:
        path, _, value = change.partition("=")
        house[path] = parse_value(path, value, inside(rules))
    rules = rules.with_house(house) if house else rules
    # In a turn, a card laid off on a sequence is taken alone if the rules allow only that.
    if given.get("onto") in SUITS and rules["pile.onto_run"] == "alone":
        return None
    facts = {name: given[name] for name in KEYWORDS if given.get(name) is not None}
    return play, rules, facts


MAYBE_ASKED = [case for case in cases("play/*.toml") if _is_asked(case)]
NAMES = sorted({case.file for case in MAYBE_ASKED})


@cache
def _asked_of(file: str) -> list[tuple[Case, tuple[str, canasta.Ruleset, dict[str, Any]]]]:
    """Return the cases of a file that the library is asked, read once and only when a test needs them."""
    some = [case for case in MAYBE_ASKED if case.file == file]
    return [(case, asked) for case in some if (asked := _asked(case))]


def test_most_cases_can_be_asked() -> None:
    assert all(map(_asked_of, NAMES))
    assert sum(len(_asked_of(file)) for file in NAMES) > 800


@for_each_case("file", NAMES)
def test_the_library_answers_the_cases_of_a_file(file: str) -> None:
    for case, (play, rules, facts) in _asked_of(file):
        verdict = canasta.check(play, rules, **facts)
        assert verdict.legal is LEGAL[case.data["legal"]], case.id
        refused = {finding.rule for finding in verdict.refusals}
        assert set(case.data.get("refused", refused)) == refused, case.id
        assert set(case.data.get("refused_includes", ())) <= refused, case.id
        assert verdict.points == case.data.get("value", verdict.points), case.id
        assert verdict.condition == case.data.get("condition", verdict.condition), case.id
        if verdict.legal is None:
            # If it is decided, the command line names the facts that decide the bonus.
            named = {name.replace("_", "-") for name in verdict.unknown}
            expected = {name.replace("_", "-") for name in case.data.get("unknown", ())}
            assert expected <= named, case.id


def _again(play: str, rules: canasta.Ruleset, facts: dict[str, Any]) -> bool | str | None:
    """Ask once more with other facts; return the answer, or the contradiction between the facts."""
    try:
        return canasta.check(play, rules, **facts).legal
    except canasta.FactError as error:
        return str(error)


def test_a_verdict_depends_on_facts_as_they_can_be_given() -> None:
    """Each case of a verdict is the answer to the same question with the facts of the case."""
    answered = 0
    for case, (play, rules, facts) in sample(chain.from_iterable(map(_asked_of, NAMES)), 3):
        for filled in canasta.check(play, rules, **facts).depends:
            if not filled.facts.keys() <= KEYWORDS.keys() or filled.legal is None:
                continue  # suits, a card that is drawn, or a search that was cut off
            known = {**facts, **filled.facts}
            if "hand" in filled.facts:
                known.pop("shown", None)  # all cards include some of them
            assert _again(play, rules, known) is filled.legal, (case.id, filled.facts)
            answered += 1
    assert answered > tries(50, 100)
