"""How any question is answered: rules as rows, asked all at once, and a verdict that keeps every reason."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from canasta_cli.rules.schema import Book, Origin, Ruleset

C = TypeVar("C")
Kinds = frozenset[object]
"""What there is about a case that rules may speak about."""


class Act(Enum):
    """Something a person can do about a reason; what is typed for it is not the engine's to say."""

    SHOW_LEFT = "show-left"
    END_HAND = "end-hand"
    NAME_UPCARD = "name-upcard"
    TAKE_BACK = "take-back"
    TAKE_TOP_ALONE = "take-top-alone"
    LAY_OFF_TOP = "lay-off-top"
    SEE_PENALTIES = "see-penalties"
    SEE_RULES = "see-rules"


class Do(NamedTuple):
    """An act, and the words that belong to it: cards, names."""

    act: Act
    words: str = ""


class Reason(NamedTuple):
    """What a check found, as facts. The sentence is made from ``says`` when somebody reads it.

    ``says`` holds ``{names}`` of ``facts``; ``needed`` and ``have`` are counts of cards, canastas or
    points where the rule is about a number. A reason that fails has a ``remedy`` in words, and
    perhaps something to ``do``; one that does not is a ``notice`` where it is worth a word all the
    same.
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
    """A fact about the table that a rule may need, by the name that answers give it."""

    HAND = "hand"
    OPENED = "opened"
    MELDS = "melds"
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
    """A parameter of which no source, and no house, gives the value that a rule would need."""

    value: str


Untold = Fact | Gap
"""What an answer would have needed."""


class Unknown(NamedTuple):
    """The check cannot say: this fact about the table was not told."""

    what: Fact


def _always(_: Ruleset) -> bool:
    return True


Answer = Reason | Unknown | None
"""What a rule says of a case; ``None`` where it has nothing to say."""


class Rule(NamedTuple, Generic[C]):
    """One rule for one kind of case.

    ``reads`` names the parameters that the check looks at; their sources are the rule's sources.
    The check gives ``None`` where the rule has nothing to say about the case. ``when`` says whether
    there is such a rule at all under a ruleset; ``about`` are the kinds of which a case must have
    one for the rule to be asked, where it is not about every case.
    """

    id: str
    says: str
    reads: tuple[str, ...]
    check: Callable[[C, Ruleset], Answer]
    when: Callable[[Ruleset], bool] = _always
    about: tuple[object, ...] = ()


class Topic(Generic[C]):
    """Rules that are asked together, in their order; ``kinds`` tells of which kinds a case is."""

    __slots__ = ("kinds", "rules")

    def __init__(self, *rules: Rule[C], kinds: Callable[[C], Kinds] | None = None) -> None:
        self.rules = rules
        self.kinds = kinds

    def __iter__(self) -> Iterator[Rule[C]]:
        return iter(self.rules)


@lru_cache(maxsize=10_000)
def _asked(topic: Topic[Any], kinds: Kinds, book: Book) -> tuple[Rule[Any], ...]:
    """The rules of a topic that may have something to say: the others are not asked every time."""
    return tuple(
        rule
        for rule in topic
        if rule.when(book.ruleset) and (not rule.about or not kinds.isdisjoint(rule.about))
    )


class Finding(NamedTuple):
    """What one rule found. ``says`` and ``reads`` are the rule's own words and parameters."""

    rule: str
    says: str
    reads: tuple[str, ...]
    reason: Reason

    @property
    def ok(self) -> bool:
        """Whether the rule allows it."""
        return self.reason.ok


class Verdict(NamedTuple):
    """Every finding about one question, and what some rule would have needed."""

    ruleset: Ruleset
    findings: tuple[Finding, ...]
    unknown: tuple[Untold, ...] = ()

    @property
    def refused(self) -> tuple[Finding, ...]:
        """The findings that stand against it."""
        return tuple(finding for finding in self.findings if not finding.ok)

    @property
    def legal(self) -> bool | None:
        """True, false, or ``None``: legal as far as known."""
        for finding in self.findings:
            if not finding.reason.ok:
                return False
        return None if self.unknown else True

    def origins(self, finding: Finding) -> tuple[tuple[str, Origin], ...]:
        """The parameters that a finding rests on, each with where its value comes from."""
        return tuple((path, self.ruleset.origins[path]) for path in finding.reads)


_NO_KIND: Kinds = frozenset()


def judge(case: C, topic: Topic[C], ruleset: Ruleset) -> Verdict:
    """Ask every rule of a topic about a case; nothing stops at the first answer."""
    findings: list[Finding] = []
    unknown: list[Untold] = []
    gaps = ruleset.unknown
    kinds = _NO_KIND if topic.kinds is None else topic.kinds(case)
    for rule in _asked(topic, kinds, ruleset.book):
        answer = rule.check(case, ruleset)
        if answer is None:
            continue
        if gaps and not set(gaps).isdisjoint(rule.reads):
            # The answer would rest on a value that stands in for one that nobody knows.
            missing = [Gap(path) for path in rule.reads if path in gaps]
            unknown += [gap for gap in missing if gap not in unknown]
        elif isinstance(answer, Reason):
            findings.append(Finding(rule.id, rule.says, rule.reads, answer))
        elif answer.what not in unknown:
            unknown.append(answer.what)
    return Verdict(ruleset, tuple(findings), tuple(unknown))


def together(verdicts: Iterable[Verdict], ruleset: Ruleset) -> Verdict:
    """Several verdicts as one: all their findings, in order, each once."""
    telling = [verdict for verdict in verdicts if verdict.findings or verdict.unknown]
    if len(telling) == 1:
        return telling[0]
    findings: list[Finding] = []
    unknown: list[Untold] = []
    for verdict in telling:
        findings += [finding for finding in verdict.findings if finding not in findings]
        unknown += [what for what in verdict.unknown if what not in unknown]
    return Verdict(ruleset, tuple(findings), tuple(unknown))
