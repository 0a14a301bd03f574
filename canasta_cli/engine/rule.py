"""How any question is answered: rules as rows, asked all at once, and a verdict that keeps every reason."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from canasta_cli.rules.schema import Origin, Ruleset

C = TypeVar("C")


class Reason(NamedTuple):
    """What a check found, as facts. The sentence is made from ``says`` when somebody reads it.

    ``says`` and ``remedy`` hold ``{names}`` of ``facts``; ``needed`` and ``have`` are counts of
    cards, canastas or points where the rule is about a number. A reason that fails has a remedy.
    """

    ok: bool
    says: str
    facts: Mapping[str, object] = {}
    needed: int | None = None
    have: int | None = None
    remedy: str = ""


class Unknown(NamedTuple):
    """The check cannot say: this fact about the table was not told."""

    what: str


class Rule(NamedTuple, Generic[C]):
    """One rule for one kind of case.

    ``reads`` names the parameters that the check looks at; their sources are the rule's sources.
    The check gives ``None`` where the rule has nothing to say about the case.
    """

    id: str
    says: str
    reads: tuple[str, ...]
    check: Callable[[C, Ruleset], Reason | Unknown | None]


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
    """Every finding about one question, and the facts that some rule would have needed."""

    ruleset: Ruleset
    findings: tuple[Finding, ...]
    unknown: tuple[str, ...] = ()

    @property
    def refused(self) -> tuple[Finding, ...]:
        """The findings that stand against it."""
        return tuple(finding for finding in self.findings if not finding.ok)

    @property
    def legal(self) -> bool | None:
        """True, false, or ``None``: legal as far as known."""
        if self.refused:
            return False
        return None if self.unknown else True

    def origins(self, finding: Finding) -> tuple[tuple[str, Origin], ...]:
        """The parameters that a finding rests on, each with where its value comes from."""
        return tuple((path, self.ruleset.origins[path]) for path in finding.reads)


def judge(case: C, rules: Iterable[Rule[C]], ruleset: Ruleset) -> Verdict:
    """Ask every rule about a case; nothing stops at the first answer."""
    findings: list[Finding] = []
    unknown: list[str] = []
    gaps = ruleset.unknown
    for rule in rules:
        answer = rule.check(case, ruleset)
        if answer is None:
            continue
        if gaps and not set(gaps).isdisjoint(rule.reads):
            # The answer would rest on a value that stands in for one that nobody knows.
            unknown += [path for path in rule.reads if path in gaps and path not in unknown]
        elif isinstance(answer, Reason):
            findings.append(Finding(rule.id, rule.says, rule.reads, answer))
        elif answer.what not in unknown:
            unknown.append(answer.what)
    return Verdict(ruleset, tuple(findings), tuple(unknown))


def together(verdicts: Iterable[Verdict], ruleset: Ruleset) -> Verdict:
    """Several verdicts as one: all their findings, in order, each once."""
    findings: list[Finding] = []
    unknown: list[str] = []
    for verdict in verdicts:
        findings += [finding for finding in verdict.findings if finding not in findings]
        unknown += [what for what in verdict.unknown if what not in unknown]
    return Verdict(ruleset, tuple(findings), tuple(unknown))
