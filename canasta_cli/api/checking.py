"""Check a play against the rules: :func:`check` and its :class:`Verdict`."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Unpack

from canasta_cli.api import backend
from canasta_cli.api.asking import conflicts, view_of
from canasta_cli.api.errors import checked
from canasta_cli.api.facts import Facts, check_agree, read_facts
from canasta_cli.api.rulesets import Ruleset, inside
from canasta_cli.api.values import Case, Finding, Parameter
from canasta_cli.model.turn import Draw, StockEnds, Take
from canasta_cli.notation.turn import read_turn


class Verdict:
    """The answer about a play: legal, illegal, or dependent on facts that were not given.

    A verdict has three values, so it can't be used as a condition: compare ``legal``.
    """

    def __init__(
        self, judged: backend.Judged, rules: Ruleset, again: Callable[[], "Verdict"]
    ) -> None:
        self._judged = judged
        self._again = again
        self.rules = rules
        """The rules under which the play was judged."""

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if it depends on the facts in ``unknown``.

        Facts that were not given don't matter if the answer is the same under all their values.
        """
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
        """The answer for each way to fill in the facts in ``unknown``, if ``legal`` is ``None``.

        The values of a fact are representative: one total for each requirement of the initial meld.
        An undocumented parameter of the rules has its dotted name.
        """
        return self._judged.depends

    @property
    def ways(self) -> tuple[str, ...]:
        """Ways to play what the question leaves open in a given hand, each as a turn.

        The first of those that differ in how the pile is taken, or how the player goes out. If a play
        that names its cards is illegal, they are legal ways to take the pile instead.

        >>> from canasta_cli import check, ruleset
        >>> check("take 5", ruleset("classic"), hand="55468", melds="777", frozen=False).ways
        ('take 5 with 55',)
        """
        return self._judged.ways

    @property
    def condition(self) -> str:
        """The condition for the play to be legal, in words, if ``legal`` is ``None``.

        It reads “legal if …; otherwise not”, or “illegal if …; otherwise legal”; about passing with an
        empty stock, it says when “you must take the pile” and when “you may pass”. It is empty if one
        sentence can't say it.
        """
        return self._judged.condition

    @property
    def assumes(self) -> tuple[str, ...]:
        """The names of facts that the answer assumes, ``"hand"`` and ``"melds"``; never if it is no.

        A hand is assumed to have the cards played: no others if the player goes out or ends the turn
        without a discard, otherwise enough others to go on. Melds are assumed to have nothing out of
        the ordinary that forbids the play.
        """
        return self._judged.assumes

    @cached_property
    def assumed(self) -> tuple[Parameter, ...]:
        """The values that decide it and that no source about this game states.

        With another value of one of them, the answer would be different. ``opening.tiers[5]`` is the
        fifth part of a list. House rules are among them; if ``legal`` is ``None``, it is empty.
        """
        return self._judged.assumed

    @property
    def assuming(self) -> str:
        """What the answer assumes, in words; empty if it assumes nothing."""
        return self._judged.assuming

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

    def __reduce__(self) -> tuple[Callable[[], "Verdict"], tuple[()]]:
        """Copy to another process by asking again there."""
        return self._again, ()

    def __repr__(self) -> str:
        return f"<Verdict legal={self.legal} under {self.rules.name}>"


@checked
def check(play: str, rules: Ruleset, **facts: Unpack[Facts]) -> Verdict:
    """Check whether a play is legal: a whole turn, or a part of one after the draw.

    The facts of the table are keyword arguments, listed in :class:`Facts`; one that is left out is
    unknown. Raises ``NotationError`` for a play that can't be read, and ``FactError`` for facts that
    don't exist, can't be right or contradict each other. Values of a :class:`Position` can be given as
    they are: ``melds=position.melds["Us"], pile=position.pile``.

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
    check_agree(conflicts(given, view_of(given), inside(rules), turn))
    whole = any(isinstance(each, Draw | Take | StockEnds) for each in turn.clauses)
    judged = backend.judge(turn, given, inside(rules), whole=whole)
    return Verdict(judged, rules, partial(check, play, rules, **facts))
