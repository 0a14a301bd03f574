"""With --why an answer has everything that it has without: reasons, fixes, assumptions and sources."""

import re
import shlex
from collections.abc import Iterator

import pytest
from casefiles import Case, cases
from looping import for_each_case
from sampling import sample

from canasta_cli.cli import main
from canasta_cli.rules.groups import GROUPS

pytestmark = pytest.mark.usefixtures("judged_once")

ASKED = [
    case
    for case in cases("play/*.toml")
    if case.data["ask"].startswith("check ")
    and not {"error", "recorded"} & set(case.data)
    and "--under" not in case.data["ask"]
]
# Every question would take minutes; these are all kinds of questions, and some of the rest.
SAMPLE = sample(ASKED[::5], 3)
NAMED = [
    "check meld K22 --opened",
    "check meld 99 --opened",
    "check pickup 5 --with 22 --not-frozen --opened",
    "check pickup 5 --with 52 --frozen --opened",
    "check discard 3R",
    "check discard 3R -r samba",
    "check meld KKK --opened -r samba",
    "check pickup 5 --with 55 --opened --not-frozen -r samba",
    "check meld KKK -r chilean",
    "check meld 567",
    "check pickup 7 --onto 7 --melds 7x7 --not-frozen --hand 4456 --pile-size 5",
]
NO_REASON = ("To decide, add ", "To finish the turn", "Sources: ", "(", "= ")
"""How lines begin that are no sentences of their own with --why: options, and what is listed with a rule."""

NAME = re.compile(rf"\b(?:{'|'.join(GROUPS)})\.[a-z*0-9]")
"""The name of a parameter, as in pile.lay_off."""


def _printed(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(shlex.split(line))
    return capsys.readouterr().out


def _sentences(plain: str) -> Iterator[str]:
    """Yield the reasons, fixes and assumptions of a plain answer, and each value and source that it names."""
    head, *lines = map(str.strip, plain.splitlines())
    yield head
    for line in lines:
        if line.startswith("Assuming "):
            # The options that decide may stand on the same line.
            yield line.partition(". To decide, add ")[0].removesuffix(".") + "."
        elif not line.startswith(NO_REASON):
            yield re.sub(r"; \d+ more ways?\.$", "", line)
        elif line.startswith("("):
            # Values are in words here, and by name with --why.
            yield line[1:-1].partition(": ")[0]
        elif line.startswith("Sources: "):
            named = re.sub(r" and \d+ more$", "", line.removeprefix("Sources: "))
            yield from re.split(r", | and ", named)


def _check(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare both answers; the plain one names no parameter but in an option that can be typed."""
    plain, why = _printed(line, capsys), _printed(f"{line} --why", capsys)
    missing = [each for each in _sentences(plain) if each not in why]
    assert missing == [], f"{line}\n{plain}\n{why}"
    assert not NAME.search(re.sub(r"--house \S+", "", plain)), f"{line}\n{plain}"


@for_each_case("line", NAMED)
def test_a_question_with_why_keeps_what_the_plain_answer_says(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", "/nowhere/none.db")
    _check(line, capsys)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.id)
def test_why_keeps_all_that_the_plain_answer_says(
    case: Case, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", "/nowhere/none.db")
    _check(case.data["ask"], capsys)


@for_each_case("line", NAMED)
def test_every_refusal_and_every_way_it_depends_on_cites_a_source_or_says_that_it_has_none(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", "/nowhere/none.db")
    lines = [each.strip() for each in _printed(line, capsys).splitlines()]
    known = [each for each in lines if each.startswith(("Sources: ", "("))]
    assert 1 <= len(known) <= 2, lines


LEGAL = [case.data["ask"] for case in ASKED if case.data["legal"] is True]


def test_every_legal_play_cites_a_source_or_says_that_it_has_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", "/nowhere/none.db")
    known = re.compile(r"^  (Sources: |\()|^NOT FINISHED", re.MULTILINE)
    assert [line for line in LEGAL if not known.search(_printed(line, capsys))] == []
