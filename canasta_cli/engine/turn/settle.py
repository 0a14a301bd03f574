"""Answer a question that lacks facts: find those that matter; and find why rulesets answer differently.

The library and the commands about a play call it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice

from canasta_cli.engine.fact_values import (
    ALL_YOUR_CARDS,
    ENOUGH_CARDS,
    NATURAL_TOP,
    OPENED,
    TOP_RANK,
    Value,
    ample_hand,
    exact_hand,
    no_values,
)
from canasta_cli.engine.facts import FACTS, Condition, Possibility, name_values
from canasta_cli.engine.rule import Fact, Finding, Missing, Verdict
from canasta_cli.engine.turn.judge import Assumed, Ruling
from canasta_cli.engine.view import Question, View
from canasta_cli.model.turn import Turn
from canasta_cli.rules.alternatives import alternatives
from canasta_cli.rules.library import written
from canasta_cli.rules.schema import Ruleset, whole
from canasta_cli.values import NamedTuple, lazy
from canasta_cli.words import listed

# Answer a question that lacks facts: ask it under their values, and see if that matters.

MOST_FACTS = 4
"""The number of missing facts whose values are combined."""
_TESTED = tuple([row for row in FACTS.values() if row.others is not no_values])
"""The facts that have values out of the ordinary."""
Ask = Callable[[Question], Ruling]


class _Node(NamedTuple):
    """A missing fact or value, and what follows from each of its values: another node, or an answer."""

    fact: Missing
    branches: "tuple[_Branch, ...]"


_Branch = tuple[Value, "_Node | Possibility"]
_Way = tuple[bool | None, tuple[str, ...]]
"""An answer, with its conditions in words."""


class _Search:
    """Asks a question under every combination of values of the facts that it lacks.

    With ``usual`` only the usual value of each fact is asked about; if it is ``wide``, also about those
    out of the ordinary. ``assumed`` says what the answers assume, each with its fact.
    """

    def __init__(self, ask: Ask, *, usual: bool = False, wide: bool = False) -> None:
        self.ask, self.wide = ask, wide
        self.assumed: dict[str, Fact] = {}
        self.most = 1 if usual else None
        self.hand = ""
        self.answers: list[Verdict] = []

    @property
    def refusal(self) -> Verdict:
        """The verdict on a play that every answer refuses: with the reasons that all of them give.

        If they have none in common, it is that under the usual values.
        """
        usual = self.answers[0]
        common = tuple(
            each for each in usual.refused if all(each in other.refused for other in self.answers)
        )
        return usual._replace(found=common) if common else usual

    def node(
        self,
        question: Question,
        passed: frozenset[Missing] = frozenset(),
        verdict: Verdict | None = None,
        depth: int = 0,
    ) -> "_Node | Possibility":
        """Return the tree of answers to a question; facts in ``passed`` are not asked again.

        ``verdict`` is the one on the question as it is, if it has been asked. ``depth`` is the number of
        facts whose values were combined so far.
        """
        verdict = self.ask(question).verdict if verdict is None else verdict
        if verdict.legal is not None:
            self.answers.append(verdict)
            found = Possibility((), verdict)
            return self.beyond(question, found, passed) if self.wide else found
        missing = _still_missing(question, verdict, passed)
        if {Fact.HAND, Fact.OUT} & {*missing} == {Fact.HAND} and question.view.held.size is None:
            out = question.uses_up_hand
            self.hand = ALL_YOUR_CARDS if out else ENOUGH_CARDS
            view = question.view.replace(held=(exact_hand if out else ample_hand)(question))
            return self.node(question._replace(view=view), passed, depth=depth)
        rows = ((fact, self.values(fact, question)) for fact in missing)
        fact, values = next(((fact, values) for fact, values in rows if values), (None, ()))
        if fact is None or depth == MOST_FACTS:
            return Possibility((), verdict)
        known, depth = passed | {fact}, depth + (len(values) > 1)
        branches = [
            (value, self.node(value.asked(question), known, depth=depth))
            for value in values[: self.most]
        ]
        if self.wide and isinstance(fact, Fact):
            branches += self.unusual(question, fact, branches, passed)
        return _simplified(_Node(fact, tuple(branches)))

    def unusual(
        self, question: Question, fact: Fact, usual: "list[_Branch]", passed: frozenset[Missing]
    ) -> "Iterator[_Branch]":
        """Yield the values out of the ordinary that have other answers than usual ones like them.

        If such a value forbids what is usually allowed, that is assumed not to be so.
        """
        known, passed = list(usual), passed | {fact}
        others = [
            (value, self.node(value.asked(question), passed))
            for value in FACTS[fact].others(question)
        ]
        # Refusals come last: what they need may be allowed only for another value out of the ordinary.
        for value, then in sorted(others, key=lambda other: _only_answer(other[1]) is False):
            alike = [_shape(each) for other, each in known if other.label == value.label]
            if _shape(then) in alike:
                continue
            if alike and value.excluded and _only_answer(then) is False:
                self.assumed[value.excluded] = fact
            else:
                known.append((value, then))
                yield value, then

    def values(self, what: Missing, question: Question) -> tuple[Value, ...]:
        """Return the values of what is missing; of a parameter, one for each answer."""
        if isinstance(what, Fact):
            return tuple(FACTS[what].values(question))
        usual, *others = _gap_values(what.value, question)
        first = self.filled(usual.asked(question))
        differs = (each for each in others if self.filled(each.asked(question)) is not first)
        for other in islice(differs, 1):
            says = other.says.replace(" is ", " is not ", 1)
            return usual._replace(says=says), other
        return (usual,)

    def filled(self, question: Question) -> bool | None:
        """Answer a question with the values that stand for all undocumented ones."""
        ruleset = question.ruleset.filled(*question.ruleset.unknown)
        try:
            return self.ask(question._replace(ruleset=ruleset)).verdict.legal
        except (ArithmeticError, LookupError, ValueError):
            return None

    def beyond(
        self,
        question: Question,
        usual: Possibility,
        passed: frozenset[Missing] = frozenset(),
        *,
        assume: bool = True,
    ) -> "_Node | Possibility":
        """Ask again under values out of the ordinary, with those that a firm answer doesn't stand.

        A yes may assume that some don't hold; unless it is to ``assume`` them, these are not asked about.
        """
        tree: _Node | Possibility = usual
        search = _Search(self.ask)
        for row in _TESTED:
            if row.fact in passed:
                continue

            def branch(value: Value, fact: Fact = row.fact) -> _Branch:
                return value, search.node(value.asked(question), passed | {fact})

            against = [
                each
                for value in row.others(question)
                if (assume or not (usual.legal and value.excluded))
                and _shape((each := branch(value))[1]) != usual.legal
            ]
            if usual.legal:
                self.assumed |= {value.excluded: row.fact for value, _ in against if value.excluded}
                against = [(value, then) for value, then in against if not value.excluded]
            if against:
                usually = [branch(value) for value in row.values(question)]
                if all(_shape(then) != usual.legal for _, then in usually):
                    # The answer is that about a hand that is assumed.
                    usually = [(value, usual) for value, _ in usually[:1]]
                against = list(search.unusual(question, row.fact, usually, passed))
                self.assumed |= search.assumed
                self.hand = search.hand or self.hand
                stands = [(v, tree if _shape(then) == usual.legal else then) for v, then in usually]
                tree = _simplified(_Node(row.fact, (*stands, *against)))
        return tree


def _gap_values(path: str, question: Question) -> Iterator[Value]:
    """The value that stands for an undocumented one, then others that it may have."""
    # Loaded here, since most rulesets have no undocumented values.
    from canasta_cli.rules.load import assumed

    filled = question.ruleset.filled(path)
    others = [
        each for each in alternatives(path, filled) if _is_near(each.value(path), filled, path)
    ]
    for each in (filled, *others):
        yield Value(
            f"{path} is {assumed(each, path)}", written(each, path), question.view, ruleset=each
        )


def _is_near(value: object, ruleset: Ruleset, path: str) -> bool:
    """True unless a value is a number that no game would have instead of the one that stands for it."""
    now = ruleset.value(path)
    if isinstance(value, bool) or not isinstance(value, int) or not isinstance(now, int):
        return True
    return value == 0 or abs(value - now) <= 1


def _still_missing(
    question: Question, verdict: Verdict, passed: frozenset[Missing]
) -> list[Missing]:
    """List what is missing, without the facts in ``passed``, in the order in which it is asked."""
    missing = [what for what in verdict.unknown if what not in passed]
    if Fact.HAND in missing and question.view.hand is not None:
        # The hand is given: what is missing are the cards of the draw, or those that come with the pile.
        unnamed = any(not draw.cards for draw in question.turn.draws)
        came = Fact.DRAWN if unnamed else Fact.PILE_SIZE
        missing = [came if what is Fact.HAND else what for what in missing]
        missing = [what for what in missing if what not in passed]
    if question.uses_up_hand and {Fact.MELDS, Fact.OPENED} <= set(missing):
        missing.remove(Fact.OPENED)  # the melds show it
    # Other cards of the hand matter only if all else is known.
    return sorted(missing, key=lambda what: what in (Fact.HAND, Fact.DRAWN))


def _simplified(node: _Node) -> "_Node | Possibility":
    """Return the node, or what follows from all of its values if that is the same."""
    first = node.branches[0][1]
    shape = _shape(first)
    return first if all(_shape(then) == shape for _, then in node.branches[1:]) else node


def _shape(node: "_Node | Possibility") -> object:
    """The answers of a tree, whatever the reasons."""
    if isinstance(node, Possibility):
        return node.legal if node.legal is not None else node.verdict.unknown
    return node.fact, tuple((value.says, _shape(then)) for value, then in node.branches)


def _only_answer(node: "_Node | Possibility") -> bool | None:
    """The one answer of a tree, true or false; ``None`` if missing facts decide it."""
    return node.legal if isinstance(node, Possibility) else None


class _Settled:
    """The answer to a question that may lack facts, found out as far as it is read.

    No is never said on an assumption, and yes only with the assumption beside it. ``first`` is the
    ruling on the question as it is.
    """

    def __init__(self, question: Question, ask: Ask) -> None:
        # Cached: the searches, and the values of several facts, lead to the same tables.
        @cache
        def ask_about(turn: Turn, view: View, ruleset: Ruleset) -> Ruling:
            return ask(Question(turn, view, ruleset, question.out))

        def ask_once(asked: Question) -> Ruling:
            return ask_about(asked.turn, asked.view, asked.ruleset)

        self._question, self._ask = question, ask_once
        self._search = _Search(ask_once)
        self.first = ask_once(question)

    @lazy
    def _usual(self) -> "_Node | Possibility":
        """The answers under the usual values of the missing facts."""
        return self._search.node(self._question, verdict=self.first.verdict)

    def _beyond(self, *, assume: bool) -> "tuple[_Node | Possibility, Assumed]":
        usual = self._usual
        if isinstance(usual, Possibility) and usual.legal is not None:
            search = _Search(self._ask)
            tree = search.beyond(self._question, usual, assume=assume)
        elif assume:
            search = _Search(self._ask, wide=True)
            tree = search.node(self._question, verdict=self.first.verdict)
        else:
            return usual, ()
        depends = _only_answer(tree) is None
        assumed = {search.hand: Fact.HAND} if search.hand and depends else {}
        every = (assumed | search.assumed).items()
        return tree, tuple([(fact, says) for says, fact in every])

    @lazy
    def tested(self) -> "tuple[_Node | Possibility, Assumed]":
        """The answers, under unusual values too, and what they assume."""
        return self._beyond(assume=True)

    @lazy
    def legal(self) -> bool | None:
        """True or false; ``None`` if missing facts decide it."""
        return _only_answer(self._beyond(assume=False)[0])

    @lazy
    def verdict(self) -> Verdict:
        """The verdict, which misses only the facts that decide it."""
        verdict, (tree, _) = self.first.verdict, self.tested
        if not isinstance(tree, Possibility) or tree.legal is None:
            unknown = tuple(dict.fromkeys(_deciding(_possibilities(tree))))
            # Its refusals depend on what is missing.
            allowed = tuple([each for each in verdict.found if each.ok])
            return verdict._replace(found=allowed, unknown=unknown)
        if verdict.legal is not None:
            return verdict if verdict.legal is tree.legal else tree.verdict
        found = verdict._replace(unknown=()) if tree.legal else self._search.refusal
        # The reasons are those under values that undocumented rules may have; they stay so.
        return found._replace(ruleset=self._question.ruleset)

    @property
    def unknown(self) -> tuple[Missing, ...]:
        """The missing facts that decide it."""
        return self.verdict.unknown

    @lazy
    def found(self) -> Iterable[Finding]:
        """The findings: those about the question as it is, unless every answer refuses it."""
        verdict = self.first.verdict
        refused = verdict.legal is False
        if verdict.legal is None:
            usual = _Search(self._ask, usual=True).node(self._question, verdict=verdict)
            refused = _only_answer(usual) is False
        return self.verdict.found if refused else verdict.found


def settle(question: Question, ask: Ask) -> Ruling:
    """Answer a question: yes or no if the missing facts don't matter, otherwise what decides it."""
    settled = _Settled(question, ask)
    ruling, (tree, assumed) = settled.first, settled.tested
    ruling = ruling._replace(verdict=settled.verdict)
    if _only_answer(tree) is not None:
        return ruling._replace(assumed=assumed)
    depends, ways = tuple(_possibilities(tree)), tuple(_ways(tree, ()))
    if all(Fact.HAND in [each.fact for each in one.conditions] for one in depends):
        # Every answer says what the hand is.
        assumed = tuple([each for each in assumed if each[0] is not Fact.HAND])
    return ruling._replace(
        depends=depends,
        condition=_in_words(ways, ruling.answers),
        ways=tuple([way for way in ways if way[1]]),
        assumed=assumed,
    )


def answer(
    question: Question, ask: Ask, find: Callable[[Question, Ask], Ruling] = settle
) -> Ruling:
    """Answer a question, so that it can be asked again under another ruleset.

    ``find`` settles it: about the turn as it is, or with a search for what it leaves open. A search that
    is not complete under another ruleset says nothing against the answer.
    """
    number = 0

    def counted(asked: Question) -> Ruling:
        nonlocal number
        number += 1
        return ask(asked)

    ruling = find(question, counted)
    play = question._replace(turn=ruling.play.turn)

    # Cached: the findings, and the answer as a whole, are tried under the same other rulesets.
    @cache
    def settled_under(ruleset: Ruleset) -> _Settled:
        return _Settled(play._replace(ruleset=ruleset), ask)

    @cache
    def answer_under(ruleset: Ruleset) -> bool | None:
        # A way that was found is legal; whether there are others doesn't matter.
        if find is settle or ruling.verdict.legal:
            return settled_under(ruleset).legal
        other = find(question._replace(ruleset=ruleset), ask)
        return ruling.verdict.legal if other.more else other.verdict.legal

    found = ruling.verdict._replace(again=settled_under)
    return ruling._replace(
        verdict=found,
        again=answer_under,
        asked=number + ruling.asked,
    )


def _deciding(answers: Iterable[Possibility]) -> Iterator[Missing]:
    """Yield what the answers depend on: the facts of their conditions, and those still missing."""
    for each in answers:
        yield from [condition.fact for condition in each.conditions]
        yield from each.verdict.unknown if each.legal is None else ()


def _possibilities(
    node: "_Node | Possibility", conditions: tuple[Condition, ...] = ()
) -> Iterator[Possibility]:
    """Yield the answers with the conditions that are left in a simplified tree."""
    if isinstance(node, Possibility):
        yield node._replace(conditions=conditions)
        return
    for value, then in node.branches:
        yield from _possibilities(then, (*conditions, Condition(node.fact, value.given)))


def _in_words(ways: tuple[_Way, ...], answers: Mapping[bool | None, str]) -> str:
    """Say when the play is legal, if one combination of conditions decides it; otherwise nothing."""
    found = [answer for answer, _ in ways]
    for legal, conditions in sorted(ways, key=lambda way: not way[0]):
        if found.count(legal) == 1 and None not in found:
            other = answers[not legal].replace("illegal", "not")
            return f"{answers[legal]} if {listed(conditions)}; otherwise {other}"
    return ""


def _shortened(says: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the conditions that others include: a side that has melds has opened."""
    others = tuple([each for each in says if each != OPENED])
    if any(each.startswith("your side has ") and " no" not in each for each in others):
        says = others
    if any(each.endswith(TOP_RANK) for each in says):
        says = tuple([each for each in says if each != NATURAL_TOP])
    return says


def _ways(node: "_Node | Possibility", says: tuple[str, ...]) -> Iterator[_Way]:
    """Yield the answers in a tree with their conditions; values that lead to the same are one."""
    if isinstance(node, Possibility):
        yield node.legal, _shortened(says)
        return
    every = tuple([value for value, _ in node.branches])
    groups: dict[object, list[int]] = {}
    for at, (_, then) in enumerate(node.branches):
        groups.setdefault(_shape(then), []).append(at)
    for places in groups.values():
        some = tuple([every[at] for at in places])
        then = node.branches[places[0]][1]
        name = FACTS[node.fact].name if isinstance(node.fact, Fact) else name_values
        yield from _ways(then, (*says, name(some, every)))


# Find why several rulesets answer one question differently.

# The parameters that decide if going out is concealed, and what it pays.
CONCEALED = ("out.concealed_lay_off", "out.concealed_pile")
BONUS = "out.bonus"
PAID = (*CONCEALED, "out.concealed", BONUS)


class Divide(NamedTuple):
    """A rule whose findings differ, and its parameter that tells the rulesets apart.

    ``refused`` names the rulesets under which the rule refuses the play, ``allowed`` the others.
    ``rule`` is ``None`` if they allow the play and only the pay for going out differs.
    """

    rule: str | None
    parameter: str | None
    refused: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def compare(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """List every rule on which the rulesets disagree, in the order of the findings."""
    return (*_rules(rulings), *_pay(rulings))


def _rules(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    verdicts = [ruling.verdict for ruling in rulings]
    if len({verdict.legal for verdict in verdicts}) < 2:
        return ()
    findings = [finding for verdict in verdicts for finding in verdict.refused]
    reads = {finding.rule: finding.reads for finding in findings}
    against = [{finding.rule for finding in verdict.refused} for verdict in verdicts]
    found = []
    for rule, every in reads.items():
        # Other parameters may differ as well, and decide nothing here.
        decided = {whole(name) for each in findings if each.rule == rule for name in each.rests_on}
        paths = tuple(path for path in every if path in decided)
        judged = list(zip(rulings, against, strict=True))
        refused = [ruling for ruling, rules in judged if rule in rules]
        allowed = [ruling for ruling, rules in judged if rule not in rules]
        path = _parting(paths, refused, allowed) or _differing(paths, rulings)
        found.append(Divide(rule, path, _names(refused), _names(allowed)))
    return tuple(found)


def _pay(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """Name the difference in pay among the rulesets that allow the play, if there is one."""
    allowed = tuple(ruling for ruling in rulings if ruling.verdict.legal is not False)
    if len({ruling.bonuses for ruling in allowed}) < 2:
        return ()
    return (Divide(None, _differing(_paying(allowed), allowed), (), _names(allowed)),)


def _paying(rulings: tuple[Ruling, ...]) -> tuple[str, ...]:
    """List the parameters that can make the pay for a play different."""
    if any(ruling.special for ruling in rulings):
        return ("special.hands",)
    hidden = {ruling.concealed for ruling in rulings}
    if hidden == {False}:
        return (BONUS,)
    return PAID if len(hidden) > 1 else PAID[len(CONCEALED) :]


def _names(rulings: list[Ruling] | tuple[Ruling, ...]) -> tuple[str, ...]:
    return tuple(ruling.verdict.ruleset.name for ruling in rulings)


def _parting(paths: tuple[str, ...], one: list[Ruling], other: list[Ruling]) -> str | None:
    """The first of the parameters that has no value in both groups of rulesets."""
    apart = (path for path in paths if _values(path, one).isdisjoint(_values(path, other)))
    return next(apart, None)


def _differing(paths: tuple[str, ...], rulings: tuple[Ruling, ...]) -> str | None:
    """The first of the parameters for which the rulesets have different values."""
    return next((path for path in paths if len(_values(path, rulings)) > 1), None)


def _values(path: str, rulings: list[Ruling] | tuple[Ruling, ...]) -> set[object]:
    return {ruling.verdict.ruleset.value(path) for ruling in rulings}
