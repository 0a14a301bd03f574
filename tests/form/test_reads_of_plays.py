"""Record the parameters that rules of play and of recorded hands read while all cases run.

``make test`` asks a sample: a rule that names too much is found only by all of them.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from casefiles import cases
from cases.test_turns import TURNS, replayed
from looping import for_each
from recording_ruleset import RecordingRuleset
from sampling import EVERY, sample

from canasta_cli.cli import main
from canasta_cli.engine import melds as melding
from canasta_cli.engine import rule as rules_of
from canasta_cli.engine.catalogue import CHAPTERS
from canasta_cli.engine.melds import RULES_OF_MELD
from canasta_cli.engine.points import PAID, VALUED, WILD
from canasta_cli.engine.rule import Checks, Kinds, Rule, RuleFinding, Topic
from canasta_cli.rules import library
from canasta_cli.rules.names import parameters
from canasta_cli.rules.schema import Ruleset

# A canasta is one whatever grades are paid: such a rule names only the size of a canasta.
GRADES = {path for name in (*PAID, "ranks.*.canasta_from") for path in parameters(name)}
# The rules of melding decide which melds are legal.
MAY_LIE = {path for each in RULES_OF_MELD for path in each.reads}
FREEZING = {"pile.always_frozen", "pile.unopened", "pile.wild_freezes", "ranks.*.pile"}
# Parameters that a rule reads only by asking other rules, which name them: in its own answer they
# would be a remote reason.
BESIDE: dict[str, set[str]] = {
    # Where sequences are melds, only cards of the same suit are own cards.
    "opening.minimum": {"out.needs", "out.red_threes", "melds.runs"},
    "opening.contains": {"melds.runs"},
    "turn.complete": {"deal.draw", "deal.foot", "deal.foot_when"} | {"threes.lay_black"},
    "meld.rule-of-five": MAY_LIE | {"opening.pair_counts"},
    "meld.wild-lock": MAY_LIE | set(VALUED) | {"opening.pair_counts", "opening.contains"},
    "meld.dead-rank": {"deck.jokers", "melds.max_wilds", "melds.min_naturals"},
    "discard.wild-on-wild": FREEZING,
    "discard.empty-pile": FREEZING,
    # Which cards would take the pile is only for the words of the reason.
    "pile.frozen": {"pile.natural_wild"},
    "pile.onto": FREEZING | {"pile.natural_wild"},
}
# These set up a part of the turn, or ask every rule about taking the pile.
ASK_OTHERS = {"foot.when", "stock.forced-take"}
CHECKED = [
    rule
    for chapter, rules in CHAPTERS
    if "tall" not in chapter.lower()
    for rule in rules
    if rule.id not in ASK_OTHERS
]

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.canasta.toml"))


@cache
def _read() -> dict[str, set[str]]:
    """Map each rule to the parameters it looked at, over cases of plays and recorded hands.

    The example games also judge what was dealt and what was left.
    """
    found: dict[str, set[str]] = defaultdict(set)
    asked = rules_of._asked  # noqa: SLF001 - where every rule passes

    def watched(rule: Rule[Any]) -> Callable[[Any, Ruleset], Any]:
        def check(case: object, ruleset: Ruleset) -> Any:
            recording = RecordingRuleset(ruleset)
            try:
                answer = rule.check(case, cast("Ruleset", recording))
                if isinstance(answer, RuleFinding):
                    _reason = answer.reason
                return answer
            finally:
                found[rule.id] |= recording.parameters_read

        return check

    def recording(topic: Topic[Any], kinds: Kinds, ruleset: Ruleset) -> tuple[Rule[Any], ...]:
        found = asked(topic, kinds, ruleset)
        if isinstance(cast("object", ruleset), RecordingRuleset):
            return found
        return tuple([rule._replace(check=watched(rule)) for rule in found])

    def recording_checks(topic: Topic[Any], kinds: Kinds, ruleset: Ruleset) -> Checks:
        rules = recording(topic, kinds, ruleset)
        return Checks((), tuple([rule.check for rule in rules]))

    # A verdict that an earlier test left in the cache would not read anything again.
    melding._judged.cache_clear()  # noqa: SLF001
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules_of, "_asked", recording)
        patch.setattr(rules_of, "_checks", recording_checks)
        patch.setenv("CANASTA_DB", "/nowhere/none.db")
        for case in sample(cases("play/*.toml"), 6):
            main(shlex.split(case.data["ask"]))
        for case in TURNS:
            _verdicts = [one.ruling.verdict for one in replayed(case).steps]
        for file in EXAMPLES:
            main(["verify", str(file)])
    return dict(found)


@for_each(CHECKED, lambda rule: rule.id)
def test_reads_names_every_parameter_that_is_read(rule: Rule[Any]) -> None:
    """The sources of a finding are those of the parameters; one left out is a source left out."""
    read = _read().get(rule.id, set())
    said = {path for name in (*rule.reads, *BESIDE.get(rule.id, ())) for path in parameters(name)}
    assert not read - said - GRADES


# Parameters that are read before a rule is asked, when a play is set up or a hand is dealt. Also
# parameters whose sources are those of the rule, although it applies whatever their value: that the
# partner's answer binds, that the stock is drawn from until it is empty, that a turn ends with a
# discard.
BEFORE: dict[str, set[str]] = {
    # A meld knows which of its cards are wild.
    **{
        f"meld.{name}": {WILD}
        for name in ("largest", "naturals", "wilds", "wild-ratio", "wild-only", "black-threes.wild")
    },
    "opening.minimum": {"opening.basis"},
    "opening.canastas": {"opening.basis"},
    "packet.count": {"talon.cards"},
    "bonus.when": {"talon.cards"},
    "stock.last-red-three": {"threes.lay_black"},
    "turn.suits": {"melds.runs"},
    "stock.order": {"threes.lay_black", "stock.last_red_three"},
    "discard.empty-pile": {"pile.take"},
    "discard.wild-on-wild": {"pile.take"},
    "hand.keep": {"opening.extra_cards", "deal.foot"},
    "hand.keep-opening": {f"talon.{name}" for name in ("cards", "stock", "with_pile", "aside")}
    | {"talon.spares_card"},
    "opening.bonus-cards": {f"talon.{name}" for name in ("stock", "with_pile", "aside")},
    "foot.due": {"deal.foot"},
    "stock.empty": {"stock.end"},
    "stock.left": {"stock.end"},
    "discard.missing": {"discard.final"},
    "discard.card": {"discard.wild"},
    "out.asked": {"out.asking"},
    "out.must": {"out.asking"},
    "deal.hands": {"deal.cards"},
    "deal.feet": {"deal.foot"},
    "deal.upcard": {"deal.upcard", "deal.black_upcard"},
    "deal.count": {"deck.packs", "deck.jokers", "melds.runs"},
    "deal.stock": {"deck.packs", "deck.jokers"},
    "left.count": {"deal.cards", "deal.foot"},
    "left.cards": {"deck.packs", "deck.jokers"},
}


ALL_CASES = pytest.mark.skipif(not EVERY, reason="EVERY=1 is not set")


@ALL_CASES
@for_each(CHECKED, lambda rule: rule.id)
def test_reads_names_no_parameter_that_is_not_read(rule: Rule[Any]) -> None:
    """A finding would name it as a reason, and be undecided if its value is undocumented."""
    read = set(_read().get(rule.id, set()))
    for name in library.names():
        recording = RecordingRuleset(library.ruleset(name))
        rule.when(cast("Ruleset", recording))
        read |= recording.parameters_read
    unread = {name for name in rule.reads if read.isdisjoint(parameters(name))}
    assert not unread - BEFORE.get(rule.id, set())


@ALL_CASES
def test_the_parameters_read_by_every_rule_are_recorded() -> None:
    """At least one case asks each rule; otherwise it would seem to read nothing."""
    assert {rule.id for rule in CHECKED} <= set(_read())
