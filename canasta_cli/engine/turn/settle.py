"""Answer a question that lacks facts: ask it under their values, and see if that matters."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from canasta_cli.engine.fact_values import (
    NATURAL_TOP,
    OPENED,
    TOP_RANK,
    Value,
    ample_hand,
    exact_hand,
)
from canasta_cli.engine.facts import FACTS, Condition, Possibility
from canasta_cli.engine.question import Question
from canasta_cli.engine.rule import Fact, Missing, Verdict
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.view import View
from canasta_cli.model.turn import Turn
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import listed

MOST_FACTS = 4
"""The number of missing facts whose values are combined."""
Ask = Callable[[View], Ruling]


class _Node(NamedTuple):
    """A missing fact, and what follows from each of its values: another node, or an answer."""

    fact: Fact
    branches: "tuple[tuple[Value, _Node | Possibility], ...]"


class _Search:
    """Asks a question under every combination of values of the facts that it lacks."""

    def __init__(self, question: Question, ask: Ask) -> None:
        self.question, self.ask = question, ask
        self.assumes_hand = False
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
        self, view: View, conditions: tuple[Condition, ...], passed: frozenset[Fact]
    ) -> "_Node | Possibility":
        """Return the tree of answers from a view on; facts in ``passed`` are not asked again."""
        verdict = self.ask(view).verdict
        if verdict.legal is not None:
            self.answers.append(verdict)
            return Possibility(conditions, verdict)
        missing = [
            what for what in verdict.unknown if isinstance(what, Fact) and what not in passed
        ]
        question = self.question._replace(view=view)
        if Fact.HAND in missing and view.hand is not None:
            # The hand is given: what is missing are the cards that come with the pile.
            missing = [Fact.PILE_SIZE if what is Fact.HAND else what for what in missing]
            missing = [what for what in missing if what not in passed]
        elif Fact.HAND in missing and Fact.OUT not in missing:
            self.assumes_hand = True
            hand = exact_hand if question.uses_up_hand else ample_hand
            then = view.replace(held=hand(question))
            return self.node(then, conditions, passed | {Fact.HAND})
        if (
            question.uses_up_hand
            and view.canastas is None
            and {Fact.MELDS, Fact.OPENED} <= set(missing)
        ):
            missing.remove(Fact.OPENED)  # the melds show it
        rows = [FACTS[fact] for fact in missing if fact in FACTS]
        row = next((row for row in rows if list(row.values(question))), None)
        if row is None or len(conditions) == MOST_FACTS:
            return Possibility(conditions, verdict)
        branches = [
            (
                value,
                self.node(
                    value.view, (*conditions, _condition(row.fact, value)), passed | {row.fact}
                ),
            )
            for value in row.values(question)
        ]
        return _simplified(_Node(row.fact, tuple(branches)))


def _condition(fact: Fact, value: Value) -> Condition:
    return Condition(fact, value.says, value.given)


def _simplified(node: _Node) -> "_Node | Possibility":
    """Return the node, or what follows from all of its values if that is the same."""
    first = node.branches[0][1]
    shape = _shape(first)
    return first if all(_shape(then) == shape for _, then in node.branches[1:]) else node


def _shape(node: "_Node | Possibility") -> object:
    """What a tree answers, whatever the reasons."""
    if isinstance(node, Possibility):
        return node.legal if node.legal is not None else node.verdict.unknown
    return node.fact, tuple((value.says, _shape(then)) for value, then in node.branches)


def settle(question: Question, ask: Ask) -> Ruling:
    """Answer a question: yes or no if the missing facts don't matter, otherwise what decides it.

    The verdict then misses only the facts that decide it.
    """
    ruling = ask(question.view)
    if ruling.verdict.legal is not None:
        return ruling
    search = _Search(question, ask)
    tree = search.node(question.view, (), frozenset())
    if isinstance(tree, Possibility):
        found = ruling.verdict._replace(unknown=tree.verdict.unknown)
        if tree.legal is False:
            found = search.refusal
        return ruling._replace(
            verdict=found, assumes_hand=search.assumes_hand, used_up=question.uses_up_hand
        )
    deciding = tuple(dict.fromkeys(_deciding(tree)))
    return ruling._replace(
        verdict=ruling.verdict._replace(unknown=deciding),
        depends=tuple(_possibilities(tree, ())),
        condition=_in_words(tree, ruling.answers),
        ways=tuple(_ways(tree, ())),
        assumes_hand=search.assumes_hand,
        used_up=question.uses_up_hand,
    )


Judge = Callable[[Turn, View], Ruling]
Settle = Callable[[Question, Judge], Ruling]


def _as_it_is(question: Question, judge: Judge) -> Ruling:
    """Settle a question about the turn as it is asked."""
    return settle(question, partial(judge, question.turn))


def answer(
    question: Question, ask: Callable[[Turn, View, Ruleset], Ruling], find: Settle = _as_it_is
) -> Ruling:
    """Answer a question, so that it can be asked again under another ruleset.

    ``find`` settles it: about the turn as it is, or with a search for what it leaves open.
    """
    asked = 0

    def settled(rules: Ruleset) -> Ruling:
        def judge(turn: Turn, view: View) -> Ruling:
            nonlocal asked
            asked += 1
            return ask(turn, view, rules)

        return find(question._replace(ruleset=rules), judge)

    # Cached: the findings, and the answer as a whole, are tried under the same other rulesets.
    verdict_under = cache(lambda book: settled(book.ruleset).verdict)
    ruling = settled(question.ruleset)
    found = ruling.verdict._replace(again=lambda rules: verdict_under(rules.book))
    return ruling._replace(verdict=found, asked=asked)


def _deciding(node: "_Node | Possibility") -> Iterator[Missing]:
    if isinstance(node, Possibility):
        yield from node.verdict.unknown if node.legal is None else ()
        return
    yield node.fact
    for _, then in node.branches:
        yield from _deciding(then)


def _possibilities(
    node: "_Node | Possibility", conditions: tuple[Condition, ...]
) -> Iterator[Possibility]:
    """Yield the answers with the conditions that are left in a simplified tree."""
    if isinstance(node, Possibility):
        yield node._replace(conditions=conditions)
        return
    for value, then in node.branches:
        yield from _possibilities(then, (*conditions, _condition(node.fact, value)))


def _in_words(node: "_Node | Possibility", answers: Mapping[bool | None, str]) -> str:
    """Say when the play is legal, if one combination of conditions decides it; otherwise nothing."""
    for answer in (True, False):
        conditions = _only_way(node, legal=answer)
        if conditions is not None:
            other = answers[not answer].replace("illegal", "not")
            return f"{answers[answer]} if {listed(conditions)}; otherwise {other}"
    return ""


def _only_way(node: "_Node | Possibility", *, legal: bool) -> tuple[str, ...] | None:
    """The conditions of the only way through a tree to an answer; ``None`` if there are several."""
    found = list(_ways(node, ()))
    leading = [says for answer, says in found if answer is legal]
    if len(leading) != 1 or any(answer is None for answer, _ in found):
        return None
    return leading[0]


def _shortened(says: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the conditions that others include: a side that has melds has opened."""
    others = tuple([each for each in says if each != OPENED])
    if any(each.startswith("your side has ") and " no" not in each for each in others):
        says = others
    if any(each.endswith(TOP_RANK) for each in says):
        says = tuple([each for each in says if each != NATURAL_TOP])
    return says


def _ways(
    node: "_Node | Possibility", says: tuple[str, ...]
) -> Iterator[tuple[bool | None, tuple[str, ...]]]:
    """Yield the answers in a tree with their conditions; values that lead to the same are one."""
    if isinstance(node, Possibility):
        yield node.legal, _shortened(says)
        return
    every = tuple([value.says for value, _ in node.branches])
    groups: dict[object, list[int]] = {}
    for at, (_, then) in enumerate(node.branches):
        groups.setdefault(_shape(then), []).append(at)
    for places in groups.values():
        some = tuple([every[at] for at in places])
        then = node.branches[places[0]][1]
        yield from _ways(then, (*says, FACTS[node.fact].name(some, every)))
