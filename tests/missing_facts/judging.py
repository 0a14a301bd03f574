"""The properties: each yields what is wrong with one answer, shrunk to the fewest facts."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from missing_facts.games import rank
from missing_facts.questions import HOUSE, NO_OPTIONS, Answer, Case, Question, chain, statements
from missing_facts.sentences import RANK_OF, Seen, Truth, all_hold, cards_of, decides
from missing_facts.tables import Facts, Play, another_table

RANKS_NAMED = re.compile("|".join(RANK_OF))
NUMBER = re.compile(r"\d[\d,]*")


class Failure(NamedTuple):
    """What is wrong with an answer: its kind, and the lines that show it, each with its answer."""

    what: str
    kind: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n    ".join((f"{self.what} ({self.kind})", *self.lines))


def shown(question: Question, facts: Facts, answer: Answer | None = None) -> str:
    """Return a question as typed, with its answer."""
    found = question.ask(facts) if answer is None else answer
    return f"{question.line(facts)}\n        {found.in_words}"


PATIENCE = 10
"""Seconds of work to make a failure smaller."""
Test = Callable[[Facts, Facts], bool]
"""True if some facts, and these with others, still show what is wrong."""


def shrink(question: Question, facts: Facts, more: Facts, fails: Test) -> tuple[Facts, Facts]:
    """Leave out facts, and cards of those that are left, as long as the test fails and there is time."""
    end, changed = process_time() + PATIENCE, True
    while changed:
        changed = False
        for few, many in _smaller(question.play, facts, more):
            if process_time() > end:
                break
            if fails(few, many):
                facts, more, changed = few, many, True
                break
    return facts, more


def _smaller(play: Play, facts: Facts, more: Facts) -> Iterator[tuple[Facts, Facts]]:
    for name, value in facts.items():
        less = {key: each for key, each in facts.items() if key != name}
        yield less, more
        if name not in more:
            yield less, {**more, name: value}
    for name in more:
        yield facts, {key: each for key, each in more.items() if key != name}
    for name, value in {**facts, **more}.items():
        for simpler in _simpler(play, name, value):
            yield (
                {**facts, name: simpler} if name in facts else facts,
                {**more, name: simpler} if name in more else more,
            )


def _simpler(play: Play, name: str, value: Any) -> Iterator[object]:
    """Yield a fact with fewer cards or melds, or fewer rules of the house; a hand has the cards played."""
    if name in ("melds", "their_melds", "partner_melds") and value != "none":
        melds = value.split()
        for at in range(len(melds)):
            yield " ".join(melds[:at] + melds[at + 1 :]) or "none"
    elif name == "pile" and value != "none":
        cards = value.split()
        for at in range(len(cards) - 1):
            yield " ".join(cards[:at] + cards[at + 1 :])
    elif name in ("hand", "shown"):
        cards = cards_of(value)
        needed = Counter(map(rank, play.hand)) if name == "hand" else Counter[str]()
        for at in range(len(cards) if len(cards) > 1 else 0):
            left = cards[:at] + cards[at + 1 :]
            if needed <= Counter(map(rank, [*left, *play.drawn])):
                yield "".join(left)
    elif name == HOUSE and len(value) > 1:
        half = len(value) // 2
        yield from (value[:half], value[half:])
        for at in range(len(value)):
            yield value[:at] + value[at + 1 :]


def joined(facts: Facts, more: Facts) -> Facts:
    """State more facts; a whole hand replaces the cards shown."""
    found = {**facts, **more}
    if "hand" in found:
        found.pop("shown", None)
    return found


def _names(facts: Facts) -> str:
    return " ".join(sorted(facts)) or "nothing"


def _said(legal: bool | None) -> str:
    return {True: "LEGAL", False: "ILLEGAL", None: "IT DEPENDS"}[legal]


def turned(question: Question, facts: Facts, whole: Facts, what: str) -> Failure:
    """Return the failure of a firm answer that is another one with more facts."""
    first, second = question.ask(facts), question.ask(whole)
    more = {name: value for name, value in whole.items() if name not in facts}

    def fails(few: Facts, many: Facts) -> bool:
        before = question.ask(few)
        if before.refused or before.legal is not first.legal or before.assumes != first.assumes:
            return False
        after = question.ask(joined(few, many))
        return not after.refused and after.legal is second.legal

    few, many = shrink(question, facts, more, fails)
    kind = f"{question.play.kind}: {_said(first.legal)}, then {_said(second.legal)} with {_names(many)}"
    return Failure(what, kind, (shown(question, few), shown(question, joined(few, many))))


def refused(question: Question, facts: Facts) -> Failure:
    """Return the failure of facts of a table that are refused."""

    def fails(few: Facts, _: Facts) -> bool:
        return bool(question.ask(few).refused)

    few, _ = shrink(question, facts, {}, fails)
    return Failure("refused", f"{question.play.kind}: {_names(few)}", (shown(question, few),))


def untrue_case(question: Question, facts: Facts, case: Case, found: Answer) -> Failure:
    """Return the failure of an ``if`` that gives another answer, or that can't be stated."""
    names = set(case.facts)

    def wrong(few: Facts) -> tuple[Case, Answer] | None:
        for each in question.ask(few).cases:
            if set(each.facts) == names:
                asked = typed_case(question, few, each)
                if bool(asked.refused) is bool(found.refused) and asked.legal is not each.legal:
                    return each, asked
        return None

    few, _ = shrink(question, facts, {}, lambda few, _: wrong(few) is not None)
    each, asked = wrong(few) or (case, found)
    how = "can't be stated" if found.refused else f"{_said(each.legal)} is {_said(asked.legal)}"
    what = "an if that can't be stated" if found.refused else "an if with another answer"
    return Failure(
        what,
        f"{question.play.kind}: {' '.join(sorted(names))}: {how}",
        (
            shown(question, few),
            f"    if {each.facts}: {_said(each.legal)}; typed: {asked.in_words}",
        ),
    )


def typed_case(question: Question, facts: Facts, case: Case) -> Answer:
    """Return the answer with the facts of a case."""
    return question.ask(joined(facts, case.facts))


# Needed: two complete tables on which the answers differ.


PLAINEST: Facts = {"partner_melds": "none", "their_melds": "none", "red_threes": 0, "stock": 20}
"""What is tried for a fact if its value on a table doesn't agree with the others."""


def witnesses(
    question: Question, facts: Facts, answer: Answer, truth: Answer, rng: Random, tries: int
) -> bool:
    """True if two complete tables with these facts have different answers.

    One is the table of the question. The other is looked for among tables at random, with the facts of the
    ways that the answer names.
    """
    wanted = not truth.legal
    cases = [case.facts for case in answer.cases if case.legal is wanted]
    for at in range(tries):
        other = another_table(question.game, question.play, rng)
        if other is None:
            continue
        start = [*cases, {}][at % (len(cases) + 1)]
        found = question.ask(completed(question, facts, {**facts, **start}, other, rng))
        if not found.refused and found.legal is wanted and not found.assumes:
            return True
    return False


def completed(question: Question, facts: Facts, start: Facts, other: Facts, rng: Random) -> Facts:
    """State every other fact, of the table of the question or of another one, that agrees with the rest."""
    start = {**{name: fact for name, fact in question.facts.items() if name in NO_OPTIONS}, **start}
    names = [name for name in other if name not in start and name != "asked"]
    chosen: Facts = {}
    for name in names:
        own = name in question.facts and rng.random() < 0.25
        chosen[name] = question.facts[name] if own else other[name]
    if "partner_melds" in facts and "melds" not in facts:
        of_both = start if "melds" in start else chosen
        melds = [*str(facts["partner_melds"]).split(), *str(of_both["melds"]).split()]
        of_both["melds"] = " ".join(dict.fromkeys(m for m in melds if m != "none")) or "none"
    if "shown" in facts:
        hand = str(start.get("hand", chosen.get("hand")))
        missing = Counter(cards_of(str(facts["shown"]))) - Counter(cards_of(hand))
        (start if "hand" in start else chosen)["hand"] = hand + "".join(missing.elements())
    found = joined(start, chosen)
    if not question.ask(found).refused:
        return found
    found = joined(start, {name: chosen[name] for name in chosen if name == "hand"})
    rng.shuffle(names)
    for name in names:
        for value in (chosen[name], *([PLAINEST[name]] if name in PLAINEST else [])):
            if not question.ask({**found, name: value}).refused:
                found = {**found, name: value}
                break
    return found


def _untrue_witnesses(question: Question, facts: Facts, answer: Answer) -> str:
    """Say what is wrong with the witnesses of an answer; empty if nothing is."""
    if {case.legal for case in answer.witnesses} != {True, False}:
        return f"    the witnesses are {[_said(case.legal) for case in answer.witnesses]}"
    for case in answer.witnesses:
        whole = {**facts, **case.facts}
        for name in ("shown",) * ("hand" in case.facts):
            whole.pop(name, None)
        found = question.ask(whole)
        if found.refused or found.legal is not case.legal or found.assumes:
            return f"    witness: {question.line(whole)}\n        {found.in_words}"
    return ""


# All properties of one question.


class Effort(NamedTuple):
    """How much is tried for one question.

    ``steps`` facts are stated one after the other; ``ifs`` of an answer are typed; ``tries`` tables are looked
    at for one with another answer.
    """

    steps: int = 3
    ifs: int = 2
    tries: int = 30


WHOLE = Effort(6, 99, 60)


class Judge:
    """Asks a question with more and more facts; yields what is wrong, and counts what was tried."""

    def __init__(self, question: Question, truth: Answer, rng: Random, effort: Effort) -> None:
        self.effort = effort
        self.question, self.truth, self.rng = question, truth, rng
        self.seen = Seen(question.game, question.play, question.facts)
        self.every = statements(question, rng)
        self.counts = Counter[str](questions=1)

    def as_assumed(self, answer: Answer) -> Truth:
        """True if the table is as an answer assumes."""
        return all_hold(answer.assuming, self.seen) if answer.assuming else True

    def failures(self) -> Iterator[Failure]:
        """Yield what is wrong with the answers along one chain of facts."""
        if self.truth.assumes:
            yield self._failure("assumes with every fact", self.question.facts)
        before: Facts | None = None
        for facts in chain(self.every, self.rng, self.effort.steps):
            answer = self.question.ask(facts)
            self.counts["answers"] += 1
            if answer.refused:
                yield refused(self.question, facts)
                continue
            yield from self._of(facts, answer, before)
            if answer.legal is None:
                yield from self._of_open(facts, answer)
            before = facts if answer.legal is not None and self.as_assumed(answer) else None

    def _failure(self, what: str, facts: Facts) -> Failure:
        said = self.question.ask(facts)
        kind = f"{self.question.play.kind}: {_said(said.legal)}"
        return Failure(what, kind, (shown(self.question, facts, said),))

    def _of(self, facts: Facts, answer: Answer, before: Facts | None) -> Iterator[Failure]:
        """Yield what is wrong with a firm answer, or with one after a firm one."""
        self.counts[f"{_said(answer.legal)}{' as assumed' * bool(answer.assumes)}"] += 1
        # A player who may not pass must take the pile, if nothing unusual is in the way.
        if answer.legal is (self.question.play.kind == "pass") and answer.assumes:
            yield self._failure("a no that assumes", facts)
        as_assumed = self.as_assumed(answer)
        if answer.assuming and as_assumed is None:
            self.counts["assumptions not read"] += 1
        if answer.legal is (not self.truth.legal) and as_assumed:
            what = "unsound as assumed" if answer.assumes else "unsound"
            yield turned(self.question, facts, joined(self.every, self.question.facts), what)
        elif before is not None and self.question.ask(before).legal is not answer.legal:
            yield turned(self.question, before, facts, "not monotone")

    def _of_open(self, facts: Facts, answer: Answer) -> Iterator[Failure]:
        """Yield what is wrong with an answer that depends."""
        self.counts["open"] += answer.open
        done = set[tuple[object, ...]]()
        for case in self.rng.sample(answer.cases, min(self.effort.ifs, len(answer.cases))):
            found = typed_case(self.question, facts, case)
            key = (*sorted(case.facts), bool(found.refused))
            self.counts["ifs"] += 1
            if (found.refused or found.legal is not case.legal) and key not in done:
                done.add(key)
                yield untrue_case(self.question, facts, case, found)
        if answer.condition:
            self.counts["conditions"] += 1
            decided = decides(answer.condition, self.seen)
            self.counts["conditions not read"] += decided is None
            if decided is (not self.truth.legal) and self.as_assumed(answer):
                yield untrue_condition(self.question, facts, answer)
        yield from self._of_witnesses(facts, answer)

    def _of_witnesses(self, facts: Facts, answer: Answer) -> Iterator[Failure]:
        """Yield what is wrong with the two tables of an answer, or that no two tables differ."""
        if answer.open:
            return
        if answer.witnesses:
            self.counts["with witnesses"] += 1
            if says := _untrue_witnesses(self.question, facts, answer):
                lines = (shown(self.question, facts, answer), says)
                yield Failure("witnesses that are none", self.question.play.kind, lines)
            return
        if not self.effort.tries:
            return
        tries = self.effort.tries
        if not witnesses(self.question, facts, answer, self.truth, self.rng, tries):
            yield unneeded(self.question, facts, self.truth, self.rng, tries)


def untrue_condition(question: Question, facts: Facts, answer: Answer) -> Failure:
    """Return the failure of a condition that a table contradicts."""

    def fails(few: Facts, _: Facts) -> bool:
        said = question.ask(few)
        return said.condition == answer.condition and said.assuming == answer.assuming

    few, _ = shrink(question, facts, {}, fails)
    kind = f"{question.play.kind}: {_without_ranks(answer.condition)}"
    lines = (shown(question, few), shown(question, question.facts))
    return Failure("a condition that isn't so", kind, lines)


def _without_ranks(sentence: str) -> str:
    return NUMBER.sub("N", RANKS_NAMED.sub("RANKS", sentence))


def unneeded(question: Question, facts: Facts, truth: Answer, rng: Random, tries: int) -> Failure:
    """Return the failure of an answer that depends, though every table found has the same answer."""
    few, end = facts, process_time() + PATIENCE
    for name in facts:
        if process_time() > end:
            break
        less = {key: value for key, value in few.items() if key != name}
        said = question.ask(less)
        if said.refused or said.legal is not None or said.open:
            continue
        if not witnesses(question, less, said, truth, rng, tries):
            few = less
    said = question.ask(few)
    kind = f"{question.play.kind}: always {_said(truth.legal)}; {_without_ranks(said.condition)}"
    return Failure("no two witnesses", kind, (shown(question, few, said),))
