"""Check a play against the rules: :func:`check` and its :class:`Verdict`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Unpack

from canasta_cli.api import backend
from canasta_cli.api.facts import Facts, Given, check_agree, read_fact, read_facts
from canasta_cli.api.rulesets import Ruleset, inside
from canasta_cli.api.values import Case, Finding
from canasta_cli.model.cards import Cards, together
from canasta_cli.model.turn import (
    Discard,
    Draw,
    LayThrees,
    Packet,
    ShowSpecial,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.notation.turn import read_turn

MOST_TRIED = 4
"""The most missing facts that are filled in together to find the cases of a verdict."""

Cases = Callable[[], Iterator[Case]]


class Verdict:
    """The answer about a play: legal, illegal, or dependent on facts that were not given.

    A verdict has three values, so it can't be used as a condition: compare ``legal``.
    """

    def __init__(
        self, judged: backend.Judged, rules: Ruleset, cases: Cases = lambda: iter(())
    ) -> None:
        self._judged = judged
        self._cases = cases
        self.rules = rules
        """The rules under which the play was judged."""

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if it depends on the facts in ``unknown``."""
        return self._judged.legal

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all rules that apply to the play, also of those that allow it."""
        return self._judged.findings

    @property
    def refusals(self) -> tuple[Finding, ...]:
        """The findings of the rules that refuse the play."""
        return tuple(finding for finding in self.findings if not finding.ok)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the facts that decide it, if ``legal`` is ``None``.

        ``suits`` are written with the cards of a sequence. An undefined parameter of the rules is
        named with its group: ``out.bonus``.
        """
        return self._judged.unknown

    @cached_property
    def depends(self) -> tuple[Case, ...]:
        """The answer for each way to fill in the missing facts, if ``legal`` is ``None``.

        An unknown hand is assumed to be one that can make the play: with its cards, and enough others
        unless the player goes out.
        """
        return tuple(self._cases()) if self.legal is None else ()

    @property
    def points(self) -> int:
        """The card points melded."""
        return self._judged.points

    @property
    def canastas(self) -> tuple[str, ...]:
        """The kinds of the canastas that the play completes: ``natural``, ``mixed`` and others."""
        return self._judged.canastas

    @property
    def bonus(self) -> int | None:
        """The points for going out; ``None`` if unknown, or if the player does not go out."""
        return self._judged.bonus

    def __bool__(self) -> bool:
        raise TypeError(
            "a verdict may be undecided: compare verdict.legal with True, False or None"
        )

    def __repr__(self) -> str:
        return f"<Verdict legal={self.legal} under {self.rules.name}>"


def check(play: str, rules: Ruleset, **facts: Unpack[Facts]) -> Verdict:
    """Check whether a play is legal: a whole turn, or a part of one after the draw.

    The facts of the table are keyword arguments, listed in :class:`Facts`; one that is left out is
    unknown. Raises ``NotationError`` for a play that can't be read, and ``FactError`` for facts that
    don't exist, can't be right or contradict each other.

    >>> from canasta_cli import check, ruleset
    >>> rules = ruleset("classic")
    >>> verdict = check("draw meld KKK QQ2 discard 4", rules, total=1640, opened=False)
    >>> verdict.legal
    False
    >>> verdict.refusals[0].message
    'your melds are worth 70 points; you need 90 to open'
    >>> verdict.refusals[0].fix
    'meld 20 more points in the same turn'
    """
    turn = read_turn(play)
    given = read_facts(facts)
    if turn.take and turn.take.top and not {"pile", "top"} & given.keys():
        given = {**given, "top": turn.take.top}
    check_agree(backend.conflicts(given, _played(turn), _brought(turn), inside(rules)))
    whole = any(isinstance(each, Draw | Take | StockEnds) for each in turn.clauses)
    return Question(turn, rules, whole).answer(given)


class Question:
    """A play under some rules, asked on tables of which more and more is known."""

    def __init__(self, turn: Turn, rules: Ruleset, whole: bool) -> None:
        self.turn = turn
        self.rules = rules
        self.whole = whole

    def answer(self, given: Given) -> Verdict:
        """Return the verdict on these facts."""
        return Verdict(self._judged(given), self.rules, lambda: self._cases(given))

    def _judged(self, given: Given) -> backend.Judged:
        return backend.judge(self.turn, given, inside(self.rules), whole=self.whole)

    def _cases(self, given: Given) -> Iterator[Case]:
        """Yield the answers for each way to fill in the missing facts."""
        if "hand" not in given:
            given = backend.with_enough(self.turn, _played(self.turn), given, whole=self.whole)
        yield from self._filled(given, {})

    def _filled(self, given: Given, filled: Mapping[str, object]) -> tuple[Case, ...]:
        """Fill in the first missing fact that has a few possible values, then the others.

        Values that lead to the same answer are not told apart.
        """
        judged = self._judged(given)
        case = Case(filled, judged.legal, judged.unknown, judged.findings)
        name = next((each for each in judged.unknown if self._values(each)), None)
        if judged.legal is not None or name is None or len(filled) == MOST_TRIED:
            return (case,)
        cases = tuple(
            found
            for value in self._values(name)
            for found in self._filled(
                {**given, name: read_fact(name, value)}, {**filled, name: value}
            )
        )
        answers = {found.legal for found in cases}
        if answers == {None}:
            return (case,)
        return cases if len(answers) > 1 else (cases[0]._replace(facts=filled),)

    def _values(self, name: str) -> tuple[object, ...]:
        """Return values of a fact among which the rules may tell; empty if there are too many."""
        if name == "total" and self.rules["opening.basis"] == "total":
            return _starts(self.rules)
        if name == "deal":
            return _starts(self.rules)
        return VALUES.get(name, ())


_BOTH = (False, True)
VALUES: dict[str, tuple[object, ...]] = {
    "asked": _BOTH,
    "drew": ("stock", "pile"),
    "first_turn": _BOTH,
    "foot": _BOTH,
    "frozen": _BOTH,
    "opened": _BOTH,
    "partner_foot": _BOTH,
    "red_threes": (0, 1),
    "stock": (0, 30),
}
"""Values of facts that the rules tell apart."""


def _starts(rules: Ruleset) -> tuple[int, ...]:
    """Return the totals, or the deals, from which each requirement for the initial meld counts."""
    tiers = rules["opening.tiers"]
    rows = tiers if isinstance(tiers, list) else []
    starts = [row.get("from") for row in rows if isinstance(row, dict)]
    first = min((each for each in starts if each is not None), default=1) - 1
    return tuple(first if each is None else each for each in starts)


def _played(turn: Turn) -> Cards:
    """Return the cards played in a turn, without the top card of the pile."""
    bunches = [lay.cards for lay in turn.lays]
    for clause in turn.clauses:
        if isinstance(clause, Take):
            bunches.append(clause.shown)
        elif isinstance(clause, Discard | Draw | LayThrees | ShowSpecial):
            bunches.append(clause.cards)
    return together(bunches)


def _brought(turn: Turn) -> Cards:
    """Return the named cards that a turn brings to the hand, besides the pile."""
    return together(each.cards for each in turn.clauses if isinstance(each, Draw | Packet))
