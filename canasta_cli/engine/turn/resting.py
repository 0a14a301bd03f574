"""Find on what an answer rests: ask the question again under other values of the rules, one at a time.

This takes many times as long as the answer. So only the library's ``assumed``, and the commands about a
play if reasons are asked for, call it; a plain answer names the parameters that its rules read.
"""

from collections.abc import Callable
from functools import cache

from canasta_cli.engine.rule import Judgement, RuleFinding
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.settle import Ask, Settled, settle
from canasta_cli.engine.view import Question
from canasta_cli.rules.alternatives import deciding, resting
from canasta_cli.rules.schema import STATED, Ruleset, whole

Find = Callable[[Question, Ask], Ruling]
"""Answers a question: about the turn as it is (``settle``), or with a search for what it leaves open."""
MOST_ASKED_AGAIN = 100
"""How many times the rules are asked under one other value."""
MOST_IN_ALL = 2_000
"""After how many times no other value is tried: what is left rests on all that its rule reads."""
IMPOSSIBLE = (ArithmeticError, LookupError, ValueError)
"""Errors of a table that was dealt by other rules: it has no bonus cards aside, or no foot."""


def explained(
    ruling: Ruling,
    question: Question,
    ask: Ask,
    find: Find = settle,
    *,
    only_refusals: bool = False,
) -> Ruling:
    """Return an answer with what decided each finding, and with the ``unstated`` values that decide it.

    The question is the one that was answered, with the same ways to ask and to find. If it is about the
    refusals only, the values stay as they are.
    """
    again = _Again(ruling, question, ask, find)
    verdict = again.with_decided(lambda finding: not (only_refusals and finding.ok))
    ruling = ruling._replace(verdict=verdict)
    return ruling if only_refusals else ruling._replace(unstated=again.unstated(ruling))


class _Again:
    """Asks a question under other rulesets; the findings, and the answer, are tried under the same ones."""

    def __init__(self, ruling: Ruling, question: Question, ask: Ask, find: Find) -> None:
        self._ruling, self._verdict = ruling, ruling.verdict
        self._asked = 0
        # A way that was found is legal; whether there are others doesn't matter.
        play = question._replace(turn=ruling.play.turn)

        def counted(question: Question) -> Ruling:
            self._asked += 1
            return ask(question)

        @cache
        def settled(ruleset: Ruleset) -> Settled:
            return Settled(play._replace(ruleset=ruleset), counted, MOST_ASKED_AGAIN)

        @cache
        def legal(ruleset: Ruleset) -> bool | None:
            if self._is_over():
                return ruling.verdict.legal
            if find is settle or ruling.verdict.legal:
                other = settled(ruleset)
                answer = other.legal
                return ruling.verdict.legal if other.is_cut_off else answer
            search = find(question._replace(ruleset=ruleset), counted)
            # A search that is not complete under another ruleset says nothing against the answer.
            return ruling.verdict.legal if search.more else search.verdict.legal

        self._settled, self._legal = settled, legal

    def _is_over(self) -> bool:
        return self._asked > MOST_IN_ALL

    def with_decided(self, asked: Callable[[RuleFinding], bool]) -> Judgement:
        """Return the verdict with what decided each finding that is ``asked`` about, refusals first."""
        verdict = self._verdict
        found = [*verdict.found]
        for at, each in sorted(enumerate(found), key=lambda each: each[1].ok):
            if asked(each) and not self._is_over():
                decided = self.decided(each.under(verdict.ruleset))
                found[at] = each.under(verdict.ruleset, None if self._is_over() else decided)
        return verdict._replace(found=tuple(found))

    def decided(self, finding: RuleFinding) -> tuple[str, ...]:
        """Return the parameters, or parts of them, with another value of which a finding would differ.

        They are all that the rule reads if that can't be found out.
        """
        found = self._deciding(finding, certain=True)
        if not (found or finding.ok):
            found = self._deciding(finding, certain=False)
        # A list may have no single part that decides: a hand is none of the special hands.
        only = finding.reads if not finding.ok and len(finding.reads) == 1 else ()
        return tuple(dict.fromkeys((*finding.reason.rests_on, *found))) or only

    def _deciding(self, finding: RuleFinding, *, certain: bool) -> tuple[str, ...]:
        """List the parameters, or parts, with another value of which a finding would be different.

        A refusal turns on one if the rule would not refuse; if that need not be ``certain``, also if
        the rule would lack a fact. What is allowed turns on it if the rule would refuse, or would not
        apply and the answer would be different.
        """

        def turns(ruleset: Ruleset) -> bool:
            try:
                return not self._is_over() and self._turned(
                    finding, self._settled(ruleset), certain=certain
                )
            except IMPOSSIBLE:
                return False

        found = (deciding(path, self._verdict.ruleset, turns) for path in finding.reads)
        return tuple([name for names in found for name in names])

    def _turned(self, finding: RuleFinding, other: Settled, *, certain: bool) -> bool:
        # The same rule may have judged other melds of the play.
        meld = finding.reason.facts.get("meld")
        same = [
            each.ok
            for each in other.found
            if each.rule == finding.rule and each.reason.facts.get("meld") == meld
        ]
        if not finding.ok:
            return all(same) and (bool(same) or not (certain and other.unknown))
        # Without what allowed it, an illegal play does not become legal: another rule decided that.
        gone = not same and self._verdict.legal is not False
        return False in same or (gone and other.legal is not self._verdict.legal)

    def unstated(self, ruling: Ruling) -> tuple[str, ...]:
        """Find what decides an answer and is not stated by a source, or is needed for a refusal.

        What decides the reason that is shown comes first. An answer that depends on missing facts names
        what decides it in its possibilities.
        """
        verdict, rules = ruling.verdict, ruling.verdict.ruleset
        shown = verdict.refused or verdict.worth_saying[-1:]
        decided = [name for finding in shown for name in finding.rests_on]
        found = dict.fromkeys(name for name in decided if rules.origin(name).status not in STATED)
        if verdict.legal is not None:
            first = [path for finding in reversed(verdict.findings) for path in finding.reads]
            found |= dict.fromkeys(resting(self._legal, rules, first=first))
        in_part = {whole(name) for name in found if whole(name) != name}
        return tuple([name for name in found if name not in in_part])
