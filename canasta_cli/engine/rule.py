"""Rules as rows, topics, findings and verdicts, and the asking of those rules that can apply.

Each topic of rules is written with it; a verdict keeps every reason.

A new rule is a check in its module, with ``@rule`` above it (its id, its sentence, the parameters that it
reads) and its name in a topic, such as ``PICKUP``; in ``tests/cases/`` are a case that it refuses and a
similar one that it allows. ``when`` selects the rulesets that have it, ``about`` the kinds of play that
it judges: it is asked only if both apply. One that only compares a count with a limit is a ``Limit``. The
sources of a rule that reads no parameter stand under ``[sources]`` in ``classic.toml``, as
``"rule.hand.holds"``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from sys import maxsize
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from canasta_cli.model.cards import Rank, Shape, Suit
from canasta_cli.rules.names import behind
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import Enum, NamedTuple, lazy

if TYPE_CHECKING:
    from canasta_cli.model.turn import Turn


# Rules, topics and verdicts: all rules of a topic are asked, and a verdict keeps every reason.

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
    """Why a rule allows or refuses something, as facts; formatted only when it is shown.

    ``says`` contains ``{names}`` of ``facts``, or ``{needed}`` and ``{have}``: counts of cards,
    canastas or points if the rule is about a number. A reason that fails has a ``fix`` in
    words, which may contain them too, and perhaps an act to ``do`` (its words too), or a legal turn to play
    ``instead``; one that passes is a ``notice`` if it is still worth mentioning. ``rests_on`` are
    parameters that decide it whatever value they have, ``unread`` those that the rule reads only
    about other plays.
    """

    says: str
    facts: Mapping[str, object] = {}
    needed: int | None = None
    have: int | None = None
    fix: str = ""
    notice: bool = False
    do: Do | None = None
    instead: "Turn | None" = None
    rests_on: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class Fact(Enum):
    """A fact about the table, as a rule may need it or a person may give it.

    Its value is its name in answers; ``engine.facts`` has a row for each.
    """

    HAND = "hand"
    SHOWN = "shown"
    OPENED = "opened"
    MELDS = "melds"
    PARTNER_MELDS = "partner-melds"
    TOTAL = "total"
    MINIMUM = "minimum"
    CANASTAS = "canastas"
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
    DRAWN = "drawn"
    THEIR_MELDS = "their-melds"
    STOCK = "stock"
    FOOT = "foot"
    PARTNER_FOOT = "partner-foot"
    OUT = "out"


class Gap(NamedTuple):
    """A parameter whose value a rule needs, and which neither a source nor a house rule gives."""

    value: str


Missing = Fact | Gap
"""A fact or value that an answer needs and that is missing."""


class Elsewhere(Enum):
    """What may be asked besides the cards in question: of a side's other melds, of the rest of the pile."""

    CANASTAS = "canastas"
    UNFINISHED = "unfinished"
    OTHERS = "others"
    THREES = "threes"


Key = Rank | Suit | Shape | Elsewhere
"""The melds of a side that are looked at: sets of a rank, sequences of a suit, wild cards, or others."""


class Part(NamedTuple):
    """The part of a missing fact that is looked at: the other side's kings, of all its melds."""

    fact: Fact
    key: Key


def fact_of(what: "Missing | Part") -> "Missing":
    """Return the fact of which a part is looked at; all others are whole."""
    return what.fact if isinstance(what, Part) else what


class Unknown(NamedTuple):
    """The answer of a check that can't decide, since a fact or the value of a parameter is missing.

    ``parts`` are the parts of the fact that are looked at, if it is not all of it.
    """

    what: Missing
    parts: tuple[Part, ...] = ()


def unknown_part(fact: Fact, *keys: Key) -> Unknown:
    """Return the answer of a check that lacks only parts of a fact."""
    return Unknown(fact, tuple([Part(fact, key) for key in keys]))


def _always(_: Ruleset) -> bool:
    return True


class Limit(NamedTuple, Generic[C]):
    """A count that a case must ``have``: at least and at most these; ``None`` if it doesn't apply."""

    have: Callable[[C, Ruleset], int | None]
    least: int = 0
    most: int = maxsize


class Rule(NamedTuple, Generic[C]):
    """One rule for one kind of case.

    ``reads`` names the parameters that the check looks at; their sources are the rule's sources.
    A name may stand for several ranks (``ranks.*.wilds``).
    The check returns ``None`` if the rule doesn't apply to the case. ``when`` is false for a
    ruleset that has no such rule at all. If ``about`` is not empty, the rule is asked only about
    what is of one of these kinds. A rule that only compares a count with a limit has it, bound to a
    ruleset once.
    """

    id: str
    says: str
    reads: tuple[str, ...]
    check: Callable[[C, Ruleset], "Answer"]
    when: Callable[[Ruleset], bool] = _always
    about: tuple[object, ...] = ()
    limit: Callable[[Ruleset], Limit[C]] | None = None


def rule(
    name: str,
    says: str,
    reads: tuple[str, ...] = (),
    *,
    when: Callable[[Ruleset], bool] = _always,
    about: tuple[object, ...] = (),
) -> "Callable[[Callable[[C, Ruleset], Answer]], Rule[C]]":
    """Make a check the rule with this id; the other values are those of :class:`Rule`."""
    return lambda check: Rule(name, says, reads, check, when, about)


class Topic(Generic[C]):
    """Rules that are asked together, in their order; ``kinds`` returns the kinds of what is judged.

    ``about`` is that of the rules that have none of their own.
    """

    __slots__ = ("kinds", "rules")

    def __init__(
        self,
        *rules: Rule[C],
        kinds: Callable[[Any], Kinds] = lambda _: frozenset(),
        about: tuple[object, ...] = (),
    ) -> None:
        self.rules = tuple(
            [rule._replace(about=about) if about and not rule.about else rule for rule in rules]
        )
        self.kinds = kinds

    def __iter__(self) -> Iterator[Rule[C]]:
        return iter(self.rules)


class RuleFinding:
    """The answer of one rule: ``rule``, ``says`` and ``reads`` are its id, words and parameters.

    ``ok`` is true if the rule allows it. A legal turn passes a dozen rules and nobody reads why, so
    the reason is built by ``why`` when it is first read. ``row`` is set by those who ask.
    """

    row: Rule[Any]
    ruleset: Ruleset | None = None

    def __init__(self, ok: bool, why: Callable[[], Reason]) -> None:
        self.ok = ok
        self._why = why

    def under(self, ruleset: Ruleset | None) -> "RuleFinding":
        """Return the finding as a part of a verdict under a ruleset."""
        return self._with(lambda: self.reason, ruleset)

    def with_names(self, names: Mapping[str, str]) -> "RuleFinding":
        """Return the finding with other names of players in its reason."""

        def why() -> Reason:
            facts = self.reason.facts.items()
            renamed = {key: names.get(v, v) if isinstance(v, str) else v for key, v in facts}
            return self.reason._replace(facts=renamed)

        return self._with(why, self.ruleset)

    def _with(self, why: Callable[[], Reason], ruleset: Ruleset | None) -> "RuleFinding":
        found = RuleFinding(self.ok, why)
        found.row, found.ruleset = self.row, ruleset
        return found

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.row.id

    @property
    def says(self) -> str:
        """The rule in words."""
        return self.row.says

    @lazy
    def reads(self) -> tuple[str, ...]:
        """The parameters that the rule reads; a verdict may be tried under a dozen rulesets without them."""
        ruleset, reason = self.ruleset, self.reason
        unread = reason.unread
        if ruleset is not None:
            unread += behind(unread, ruleset)  # the row may list them one by one
        reads = *[path for path in self.row.reads if path not in unread], *reason.rests_on
        return tuple(dict.fromkeys(reads)) if ruleset is None else behind(reads, ruleset)

    @lazy
    def reason(self) -> Reason:
        """Why the rule allows or refuses it."""
        return self._why()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RuleFinding)
            and (self.rule, self.ok) == (other.rule, other.ok)
            and self.reason == other.reason
        )

    def __hash__(self) -> int:
        return hash((self.rule, self.ok))

    def __repr__(self) -> str:
        return f"RuleFinding({self.rule}, {self.ok}, {self.reason})"


def finding(  # noqa: PLR0913 - the parts of a reason, each named
    ok: bool,
    says: str,
    facts: Mapping[str, object] | None = None,
    needed: int | None = None,
    have: int | None = None,
    fix: str = "",
    *,
    notice: bool = False,
    do: Do | None = None,
    rests_on: tuple[str, ...] = (),
    unread: tuple[str, ...] = (),
) -> RuleFinding:
    """Allow or refuse something, with a reason as in :class:`Reason`."""
    more = facts or {}, needed, have, fix, notice, do
    return RuleFinding(ok, lambda: Reason(says, *more, rests_on=rests_on, unread=unread))


refusal = partial(finding, False)
"""Refuse something, with a reason."""


def by_fact(holds: bool | None, fact: Fact, allowed: str, refused: str, fix: str) -> "Answer":
    """Allow or refuse what a fact alone decides, each in its words; unknown without the fact."""
    if holds is None:
        return Unknown(fact)
    return RuleFinding(holds, lambda: Reason(allowed if holds else refused, fix=fix))


def negated(holds: bool | None) -> bool | None:
    """Return the opposite; ``None`` is unknown."""
    return None if holds is None else not holds


Answer = RuleFinding | Unknown | None
"""The answer of a rule about a case; ``None`` if the rule doesn't apply to it."""
Check = Callable[[Any, Ruleset], Answer]


class LazyFindings:
    """The findings of a topic, built when they are first read; ``legal`` if all allow the case."""

    __slots__ = ("_asked", "_found", "legal")

    def __init__(self, legal: bool, asked: tuple[object, Topic[Any], Ruleset]) -> None:
        self.legal = legal
        self._asked = asked

    def __iter__(self) -> Iterator[RuleFinding]:
        if not hasattr(self, "_found"):
            judged, topic, ruleset = self._asked
            self._found = tuple(Findings(ruleset).ask(judged, topic).found)
        return iter(self._found)


class Judgement(NamedTuple):
    """All findings about one question, and the facts and values that rules were missing.

    ``found`` may have equal findings, about equal melds; ``findings`` has each once. ``parts`` are
    missing facts, or parts of them, that were looked at: with other values of them, the findings may be
    others.
    """

    ruleset: Ruleset
    found: "tuple[RuleFinding, ...] | LazyFindings"
    unknown: tuple[Missing, ...] = ()
    parts: tuple[Fact | Part, ...] = ()

    @property
    def findings(self) -> tuple[RuleFinding, ...]:
        """The findings, in order."""
        return self._once(self.found)

    @property
    def refused(self) -> tuple[RuleFinding, ...]:
        """The findings of the rules that refuse it."""
        against = [finding for finding in self.found if not finding.ok]
        return self._once(against) if against else ()

    @property
    def worth_saying(self) -> tuple[RuleFinding, ...]:
        """The findings that are worth a line although the play is legal."""
        plain = ("meld.", "hand.", "discard.card")
        return tuple(f for f in self.findings if f.reason.notice or not f.rule.startswith(plain))

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if it is legal on the known facts, but some are missing."""
        found = self.found
        if isinstance(found, LazyFindings):
            return found.legal
        for finding in found:
            if not finding.ok:
                return False
        return None if self.unknown else True

    def open_to(self, *unknown: Missing) -> "Judgement":
        """Return the verdict without refusals: only what is missing decides."""
        allowed = tuple([finding for finding in self.found if finding.ok])
        return self._replace(found=allowed, unknown=unknown, parts=())

    def _once(self, findings: Iterable[RuleFinding]) -> tuple[RuleFinding, ...]:
        once: list[RuleFinding] = []
        for finding in findings:
            if finding not in once:
                once.append(finding)
        return tuple([each.under(self.ruleset) for each in once])


# Ask the rules of a topic: those that a ruleset has and that can apply to what is judged.


@lru_cache(maxsize=10_000)
def _asked(topic: Topic[Any], kinds: Kinds, ruleset: Ruleset) -> tuple[Rule[Any], ...]:
    """Find the rules of a topic that a ruleset has and that can apply.

    If it has undocumented values, the rules have the parameters that they read there.
    """
    found: list[Rule[Any]] = []
    for rule in topic:
        if rule.when(ruleset) and not (rule.about and kinds.isdisjoint(rule.about)):
            if ruleset.unknown:
                rule = rule._replace(reads=behind(rule.reads, ruleset))  # noqa: PLW2901
            found.append(rule)
    return tuple(found)


class Checks(NamedTuple):
    """The rules of a topic that can apply, for an answer without findings.

    ``limits`` are those of the rules that only compare a count with a limit, ``others`` are the checks
    of the others.
    """

    limits: tuple[tuple[Callable[[Any, Ruleset], int | None], int, int], ...]
    others: tuple[Check, ...]


@lru_cache(maxsize=10_000)
def _checks(topic: Topic[Any], kinds: Kinds, ruleset: Ruleset) -> Checks:
    """Return the checks of the rules that can apply."""
    rules = _asked(topic, kinds, ruleset)
    # As plain tuples, which Python takes apart faster.
    limits = tuple([(*rule.limit(ruleset),) for rule in rules if rule.limit])
    return Checks(limits, tuple([rule.check for rule in rules if not rule.limit]))


@lru_cache(maxsize=10_000)
def checks_of(
    topics: tuple[Topic[Any], ...], kinds: tuple[object, ...], ruleset: Ruleset
) -> tuple[tuple[Topic[Any], Checks], ...]:
    """List the topics that have rules that can apply to cases of these kinds, with their checks."""
    every = [(topic, _checks(topic, frozenset(kinds), ruleset)) for topic in topics]
    return tuple([each for each in every if any(each[1])])


def legal_by(judged: object, checks: Checks, ruleset: Ruleset) -> bool | None:
    """True if every rule allows what is judged, false if one refuses it; no findings are kept.

    ``None`` if a rule lacks a fact. Undocumented values must be ruled out before.
    """
    legal = True
    limits, others = checks
    for have, least, most in limits:
        number = have(judged, ruleset)
        if number is not None and not least <= number <= most:
            legal = False
    for check in others:
        answer = check(judged, ruleset)
        if answer is None:
            continue
        if isinstance(answer, Unknown):
            return None
        if not answer.ok:
            legal = False
    return legal


class Findings:
    """The findings of the rules asked so far, and the facts and values that they lacked."""

    __slots__ = ("found", "parts", "ruleset", "unknown")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.found: list[RuleFinding] = []
        self.unknown: list[Missing] = []
        self.parts: list[Fact | Part] = []

    def ask(self, judged: object, topic: Topic[Any]) -> "Findings":
        """Ask every rule of a topic, and return all findings; a refusal doesn't stop the others."""
        ruleset, gaps = self.ruleset, self.ruleset.unknown
        for rule in _asked(topic, topic.kinds(judged), ruleset):
            answer = rule.check(judged, ruleset)
            if answer is None:
                continue
            if gaps and not frozenset(gaps).isdisjoint(rule.reads):
                # The answer would depend on a placeholder for an undocumented value.
                self.miss([Gap(path) for path in rule.reads if path in gaps])
            elif isinstance(answer, RuleFinding):
                answer.row = rule
                self.found.append(answer)
            else:
                self.miss((answer.what,), answer.parts)
        return self

    def miss(self, missing: Iterable[Missing], parts: "Iterable[Fact | Part]" = ()) -> None:
        """Add what rules lack, and the facts or parts of them that were looked at."""
        self.unknown += [what for what in missing if what not in self.unknown]
        self.parts += [part for part in parts if part not in self.parts]

    def add(self, others: "Judgement | Findings") -> None:
        """Add what other rules have found."""
        self.found += others.found
        if others.unknown or others.parts:
            self.miss(others.unknown, others.parts)

    def verdict(self) -> Judgement:
        """Return all of it as a verdict."""
        return Judgement(self.ruleset, tuple(self.found), tuple(self.unknown), tuple(self.parts))


def judge(judged: object, topic: Topic[Any], ruleset: Ruleset) -> Judgement:
    """Ask every rule of a topic; if some have a limit, the findings are built when they are read."""
    checks = _checks(topic, topic.kinds(judged), ruleset)
    if checks.limits and not ruleset.unknown:
        legal = legal_by(judged, checks, ruleset)
        if legal is not None:
            return Judgement(ruleset, LazyFindings(legal, (judged, topic, ruleset)))
    return Findings(ruleset).ask(judged, topic).verdict()


def verdict_of_all(verdicts: Iterable[Judgement], ruleset: Ruleset) -> Judgement:
    """Combine verdicts into one, in order."""
    findings = Findings(ruleset)
    for verdict in verdicts:
        findings.add(verdict)
    return findings.verdict()
