"""Ask every question in ``answers/`` again, and compare each answer: rules and numbers, not their words.

Cases with the answers of sources are in ``tests/cases``; these questions only show that no answer changes
without notice. Most were found by changing the engine, one condition or limit at a time, and keeping those
whose answers differed then. A paragraph is a question and its answer: its ruleset, its house rules, and a
play or the tallies of a hand (``-`` is empty), separated by bars; the facts of the table; and the answer,
indented. Numbers are what there is and what is needed.

``make test`` asks every sixth. ``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_answers.py`` updates the
files; read the difference before you commit it.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from casefiles import rules_named
from sampling import sample

from canasta_cli.api import plays
from canasta_cli.api.asking import conflicts, view_of
from canasta_cli.cli.ruleset_choice import with_house
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import RuleFinding
from canasta_cli.engine.score import count_hand
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.view import MELDS
from canasta_cli.model.turn import Draw, StockEnds, Take
from canasta_cli.notation.cards import write_cards, write_meld
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.verdict import name_of

FOLDER = Path(__file__).parent / "answers"
KINDS = {row.keyword: row.kind for row in FACTS.values()}
LEGAL = {True: "legal", False: "illegal", None: "it depends"}
FEW = 4
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
cached_rules = cache(lambda name, house: with_house(rules_named(name), house))


def _value(name: str, text: str) -> object:
    """Read a fact as it is written in a question."""
    if KINDS[name] == "number":
        numbers = [int(each) for each in text.split("+")]
        return numbers if len(numbers) > 1 else numbers[0]
    return text == "yes" if KINDS[name] in ("flag", "answer") else text


def _ask(play: str, facts: str, rules: Ruleset) -> Ruling:
    turn = read_turn(play)
    pairs = [fact.split("=") for fact in facts.split(" | ") if fact]
    given = plays.read_facts({name: _value(name, text) for name, text in pairs})
    # Some of the melds are those that players let stand in a recorded hand.
    others = {name: value for name, value in given.items() if name not in MELDS}
    assert not list(conflicts(others, view_of(given), rules, turn))
    whole = any(isinstance(each, Draw | Take | StockEnds) for each in turn.clauses)
    ruling: Ruling = plays.judge(turn, given, rules, whole=whole).subject
    return ruling


def _rule(found: RuleFinding) -> str:
    numbers = found.reason.have, found.reason.needed
    return found.rule if numbers == (None, None) else f"{found.rule} {numbers[0]} of {numbers[1]}"


def _about_play(ruling: Ruling) -> Iterator[str]:
    """Yield the lines of an answer: by which rules, what decides it, and the table after the play."""
    verdict, after = ruling.verdict, ruling.after
    yield LEGAL[verdict.legal]
    for word, ok in (("refused", False), ("allowed", True)):
        if rules := [_rule(each) for each in verdict.findings if each.ok is ok]:
            yield f"{word} by {', '.join(rules)}"
    if verdict.legal is None:
        yield f"missing: {', '.join(map(name_of, verdict.unknown))}"
        ways = [
            f"{LEGAL[legal]} if {' and '.join(each.says for each in premises)}"
            for legal, premises in ruling.ways
        ]
        yield ruling.condition or "; ".join(ways) or "nothing decides it"
    if ruling.assumed:
        yield f"assumes: {ruling.assuming}"
    hand = f"{write_cards(after.hand.cards) or 'no card'} and {after.hand.unseen} unseen"
    melds = "unknown" if after.melds is None else " ".join(map(write_meld, after.melds)) or "none"
    yield f"then hand: {hand}, melds: {melds}"
    yield f"opened: {after.opened}, pile: {after.pile}, frozen: {after.frozen}, over: {after.over}"
    completed = "".join(f", {grade.value}" for grade in ruling.canastas)
    pays = "".join(f", {pay} for going out" for pay in ruling.bonuses)
    yield f"{ruling.value} points{completed}{pays}" + ", freezes" * ruling.freezes
    if ruling.found:
        found = [write_turn(way.play.turn) for way in ruling.found[:FEW]]
        yield f"ways: {', '.join(found)}" + ", and more" * (ruling.more or len(ruling.found) > FEW)


def _about_hand(tallies: str, rules: Ruleset) -> Iterator[str]:
    """Yield the lines of each side's sheet, and the rules that refuse a tally."""
    names = iter(NAMES)
    players = tuple(tuple(next(names) for _ in range(size)) for size in rules.seats.sides)
    read = tuple(read_tally(text.removeprefix("-")) for text in tallies.split(" / "))
    counted = count_hand(read, players, rules)
    for sheet, verdict in zip(counted.sheets, counted.sides, strict=True):
        lines = [f"{each.item} {each.number} × {each.each} = {each.points}" for each in sheet.lines]
        yield ", ".join([f"{sheet.total}", *lines])
        yield from [f"refused by {_rule(each)}" for each in verdict.refused]
    yield from [f"together refused by {_rule(each)}" for each in counted.table.refused]


def _answer(paragraph: str) -> str:
    """Return a paragraph with the answer of now."""
    question, *others = paragraph.splitlines()
    facts = "".join(others[:1] if others and not others[0].startswith(" ") else ())
    name, *house, asked = question.split(" | ")
    rules = cached_rules(name, tuple(house))
    lines = _about_hand(asked, rules) if " / " in asked else _about_play(_ask(asked, facts, rules))
    given = [facts] if facts else []
    return "\n".join([question, *given, *(f"  {line}" for line in lines)])


def _differences(paragraphs: Iterable[str], answer: Callable[[str], str]) -> Iterator[str]:
    for each in paragraphs:
        now = answer(each)
        if now != each:
            yield f"{each}\nis now answered:\n{now}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_every_answer_is_as_it_was(file: Path) -> None:
    paragraphs = sample(file.read_text(encoding="utf-8").strip().split("\n\n"), 6)
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        file.write_text("\n\n".join(map(_answer, paragraphs)) + "\n", encoding="utf-8")
        return
    different = list(_differences(paragraphs, _answer))
    assert not different, f"{len(different)} of {len(paragraphs)}:\n" + "\n\n".join(different[:3])
