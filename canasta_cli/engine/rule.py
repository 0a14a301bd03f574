"""Rules, topics and verdicts: all rules of a topic are asked, and a verdict keeps every reason."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from canasta_cli.rules.schema import Book, Origin, Ruleset

C = TypeVar("C")
Kinds = frozenset[object]
"""The kinds of a case, which decide the rules that are asked about it."""


class Act(Enum):
    """Something a person can do about a reason; the front end knows what to type for it."""

    SHOW_LEFT = "show-left"
    END_HAND = "end-hand"
    NAME_UPCARD = "name-upcard"
    TAKE_BACK = "take-back"
    TAKE_TOP_ALONE = "take-top-alone"
    LAY_OFF_TOP = "lay-off-top"
    SEE_PENALTIES = "see-penalties"
    SEE_RULES = "see-rules"


class Do(NamedTuple):
    """An act, and the words that go with it: cards, names."""

    act: Act
    words: str = ""


class Reason(NamedTuple):
    """The result of a check, as facts; its sentence is formatted only when it is shown.

    ``says`` contains ``{names}`` of ``facts``; ``needed`` and ``have`` are counts of cards,
    canastas or points if the rule is about a number. A reason that fails has a ``remedy`` in
    words, and perhaps an act to ``do``; one that passes is a ``notice`` if it is still worth
    mentioning.
    """

    ok: bool
    says: str
    facts: Mapping[str, object] = {}
    needed: int | None = None
    have: int | None = None
    remedy: str = ""
    notice: bool = False
    do: Do | None = None


class Fact(Enum):
    """A fact about the table that a rule may need; its value is its name in answers."""

    HAND = "hand"
    OPENED = "opened"
    MELDS = "melds"
    PARTNER_MELDS = "partner-melds"
    TOTAL = "total"
    DEAL = "deal"
    FROZEN = "frozen"
    PILE = "pile"
    PILE_SIZE = "pile-size"
    DREW = "drew"
    ASKED = "asked"
    TOP = "top"
    FIRST_TURN = "first-turn"
    RED_THREES = "red-threes"
    SUITS = "suits"
    THEIR_MELDS = "their-melds"
    STOCK = "stock"
    FOOT = "foot"
    PARTNER_FOOT = "partner-foot"
    OUT = "out"

    __hash__ = object.__hash__


class Gap(NamedTuple):
    """A parameter whose value a rule needs, and which neither a source nor a house rule gives."""

    value: str


Untold = Fact | Gap
"""A fact or value that an answer needs and that is missing."""


class Unknown(NamedTuple):
    """The answer of a check that can't decide, since facts about the table are missing."""

    what: Fact
    also: tuple[Fact, ...] = ()


def _always(_: Ruleset) -> bool:
    return True


Answer = Reason | Unknown | None
"""The answer of a rule about a case; ``None`` if the rule doesn't apply to it."""


class Rule(NamedTuple, Generic[C]):
    """One rule for one kind of case.

    ``reads`` names the parameters that the check looks at; their sources are the rule's sources.
    The check returns ``None`` if the rule doesn't apply to the case. ``when`` is false for a
    ruleset that has no such rule at all. If ``about`` is not empty, the rule is asked only about
    cases that have one of these kinds.
    """

    id: str
    says: str
    reads: tuple[str, ...]
    check: Callable[[C, Ruleset], Answer]
    when: Callable[[Ruleset], bool] = _always
    about: tuple[object, ...] = ()


class Topic(Generic[C]):
    """Rules that are asked together, in their order; ``kinds`` returns the kinds of a case."""

    __slots__ = ("kinds", "rules")

    def __init__(self, *rules: Rule[C], kinds: Callable[[C], Kinds] | None = None) -> None:
        self.rules = rules
        self.kinds = kinds

    def __iter__(self) -> Iterator[Rule[C]]:
        return iter(self.rules)


@lru_cache(maxsize=10_000)
def _asked(topic: Topic[Any], kinds: Kinds, book: Book) -> tuple[Rule[Any], ...]:
    """List the rules of a topic that can apply, so that the others are not asked every time."""
    return tuple(
        rule
        for rule in topic
        if rule.when(book.ruleset) and (not rule.about or not kinds.isdisjoint(rule.about))
    )


class Finding(NamedTuple):
    """The reason found by one rule; ``says`` and ``reads`` are the rule's words and parameters."""

    rule: str
    says: str
    reads: tuple[str, ...]
    reason: Reason

    @property
    def ok(self) -> bool:
        """True if the rule allows it."""
        return self.reason.ok


class Verdict(NamedTuple):
    """All findings about one question, and the facts and values that rules were missing."""

    ruleset: Ruleset
    findings: tuple[Finding, ...]
    unknown: tuple[Untold, ...] = ()

    @property
    def refused(self) -> tuple[Finding, ...]:
        """The findings of the rules that refuse it."""
        return tuple(finding for finding in self.findings if not finding.ok)

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if it is legal on the known facts, but some are missing."""
        for finding in self.findings:
            if not finding.reason.ok:
                return False
        return None if self.unknown else True

    def origins(self, finding: Finding) -> tuple[tuple[str, Origin], ...]:
        """List the parameters that a finding depends on, each with the origin of its value."""
        return tuple((path, self.ruleset.origins[path]) for path in finding.reads)


_NO_KIND: Kinds = frozenset()


def judge(case: C, topic: Topic[C], ruleset: Ruleset) -> Verdict:
    """Ask every rule of a topic about a case; a refusal doesn't stop the others."""
    findings: list[Finding] = []
    unknown: list[Untold] = []
    gaps = ruleset.unknown
    kinds = _NO_KIND if topic.kinds is None else topic.kinds(case)
    for rule in _asked(topic, kinds, ruleset.book):
        answer = rule.check(case, ruleset)
        if answer is None:
            continue
        if gaps and not set(gaps).isdisjoint(rule.reads):
            # The answer would depend on a placeholder for an undocumented value.
            missing = [Gap(path) for path in rule.reads if path in gaps]
            unknown += [gap for gap in missing if gap not in unknown]
        elif isinstance(answer, Reason):
            findings.append(Finding(rule.id, rule.says, rule.reads, answer))
        else:
            unknown += [what for what in (answer.what, *answer.also) if what not in unknown]
    return Verdict(ruleset, tuple(findings), tuple(unknown))


def together(verdicts: Iterable[Verdict], ruleset: Ruleset) -> Verdict:
    """Combine verdicts into one: all their findings, in order, each once."""
    telling = [verdict for verdict in verdicts if verdict.findings or verdict.unknown]
    if len(telling) == 1:
        return telling[0]
    findings: list[Finding] = []
    unknown: list[Untold] = []
    for verdict in telling:
        findings += [finding for finding in verdict.findings if finding not in findings]
        unknown += [what for what in verdict.unknown if what not in unknown]
    return Verdict(ruleset, tuple(findings), tuple(unknown))
