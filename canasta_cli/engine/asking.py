"""Ask the rules of a topic: those that a ruleset has and that can apply to what is judged."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from canasta_cli.engine.rule import (
    Check,
    Finding,
    Gap,
    Kinds,
    Missing,
    Rule,
    Topic,
    Unknown,
    Unread,
    Verdict,
)
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.names import behind
from canasta_cli.rules.schema import Book, Ruleset


@lru_cache(maxsize=1_000)
def _of_game(topic: Topic[Any], book: Book) -> tuple[Rule[Any], ...]:
    """List the rules of a topic that a ruleset has.

    If it has undocumented values, the rules have the parameters that they read there.
    """
    ruleset = book.ruleset
    rules = tuple([rule for rule in topic if rule.when(ruleset)])
    if not ruleset.unknown:
        return rules
    return tuple([rule._replace(reads=behind(rule.reads, ruleset)) for rule in rules])


class Asked(NamedTuple):
    """The rules of a topic that can apply, with the finders of their cases.

    ``limits`` are those of the rules that only compare a count with a limit, ``by_case`` are the checks
    of the others; both are empty if the ruleset has undocumented values.
    """

    rules: tuple[tuple["Check", Callable[[Any], Any] | None, Rule[Any]], ...]
    limits: tuple[tuple[Callable[[Any, Ruleset], int | None], int, int], ...]
    by_case: tuple[tuple[Callable[[Any], Any] | None, tuple["Check", ...]], ...]


@lru_cache(maxsize=10_000)
def _asked(topic: Topic[Any], kinds: Kinds, book: Book) -> Asked:
    """Find the rules of a topic that can apply, so that the others are not asked every time."""
    every = _of_game(topic, book)
    rules = [rule for rule in every if not rule.about or not kinds.isdisjoint(rule.about)]
    rows = tuple([(rule.check, rule.case, rule) for rule in rules])
    if book.ruleset.unknown:
        return Asked(rows, (), ())
    # As plain tuples, which Python takes apart faster.
    limits = tuple([(*rule.limit(book.ruleset),) for rule in rules if rule.limit])
    checked = [rule for rule in rules if not rule.limit]
    finders = dict.fromkeys(rule.case for rule in checked)
    by_case = tuple(
        [(case, tuple([rule.check for rule in checked if rule.case is case])) for case in finders]
    )
    return Asked(rows, limits, by_case)


@lru_cache(maxsize=10_000)
def silent(topics: tuple[Topic[Any], ...], kinds: tuple[object, ...], book: Book) -> bool:
    """True if no rule of these topics is about cases of these kinds; ``None`` stands for no kind."""
    return not any(_asked(topic, frozenset(kinds), book).rules for topic in topics)


_NO_KIND: Kinds = frozenset()


def _legal(judged: object, asked: Asked, ruleset: Ruleset) -> bool | None:
    """True if every rule allows what is judged, false if one refuses it; no findings are kept.

    ``None`` if a rule lacks a fact. Undocumented values must be ruled out before.
    """
    legal = True
    _, limits, by_case = asked
    for have, least, most in limits:
        number = have(judged, ruleset)
        if number is not None and not least <= number <= most:
            legal = False
    for find, checks in by_case:
        case = judged if find is None else find(judged)
        if case is None:
            continue
        for check in checks:
            answer = check(case, ruleset)
            if answer is None:
                continue
            if isinstance(answer, Unknown):
                return None
            if not answer.ok:
                legal = False
    return legal


def allowed(judged: object, topic: Topic[Any], ruleset: Ruleset) -> bool:
    """True if every rule of a topic allows what is judged, for certain."""
    if ruleset.unknown:
        return False
    kinds = _NO_KIND if topic.kinds is None else topic.kinds(judged)
    return _legal(judged, _asked(topic, kinds, ruleset.book), ruleset) is True


class Findings:
    """What the rules asked so far have found, and the facts and values that they were missing."""

    __slots__ = ("found", "ruleset", "unknown")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.found: list[Finding] = []
        self.unknown: list[Missing] = []

    def ask(self, judged: object, topic: Topic[Any]) -> None:
        """Ask every rule of a topic; a refusal doesn't stop the others."""
        ruleset, gaps = self.ruleset, self.ruleset.unknown
        cases: dict[Callable[[Any], Any] | None, Any] = {None: judged}
        kinds = _NO_KIND if topic.kinds is None else topic.kinds(judged)
        for check, find, rule in _asked(topic, kinds, ruleset.book).rules:
            if find not in cases:
                cases[find] = find(judged) if find else judged
            case = cases[find]
            answer = None if case is None else check(case, ruleset)
            if answer is None:
                continue
            if gaps and not frozenset(gaps).isdisjoint(rule.reads):
                # The answer would depend on a placeholder for an undocumented value.
                self._miss([Gap(path) for path in rule.reads if path in gaps])
            elif isinstance(answer, Finding):
                answer.row = rule
                self.found.append(answer)
            else:
                self._miss((answer.what, *answer.also))

    def _miss(self, missing: Iterable[Missing]) -> None:
        self.unknown += [what for what in missing if what not in self.unknown]

    def add(self, others: "Verdict | Findings") -> None:
        """Add what other rules have found."""
        self.found += others.found
        if others.unknown:
            self._miss(others.unknown)

    def verdict(self, again: Callable[[Ruleset], Verdict] | None = None) -> Verdict:
        """Return all of it as a verdict; ``again`` asks the same under another ruleset."""
        return Verdict(self.ruleset, tuple(self.found), tuple(self.unknown), again)


def judge(judged: object, topic: Topic[Any], ruleset: Ruleset) -> Verdict:
    """Ask every rule of a topic; if some have a limit, the findings are built when they are read."""
    kinds = _NO_KIND if topic.kinds is None else topic.kinds(judged)
    asked = _asked(topic, kinds, ruleset.book)
    if asked.limits and (legal := _legal(judged, asked, ruleset)) is not None:
        return Verdict(ruleset, Unread(legal, (_findings, judged, topic, ruleset)))
    findings = Findings(ruleset)
    findings.ask(judged, topic)
    return findings.verdict()


def _findings(judged: object, topic: Topic[Any], ruleset: Ruleset) -> tuple[Finding, ...]:
    findings = Findings(ruleset)
    findings.ask(judged, topic)
    return tuple(findings.found)


def together(verdicts: Iterable[Verdict], ruleset: Ruleset) -> Verdict:
    """Combine verdicts into one, in order."""
    findings = Findings(ruleset)
    for verdict in verdicts:
        findings.add(verdict)
    return findings.verdict()
