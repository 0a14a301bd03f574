"""Return verdicts as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.cards import Card, Cards
from canasta_cli.notation.cards import name_meld, write_cards
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.library import written
from canasta_cli.show.finding import (
    FINDING_KEYS,
    PARAMETER_KEYS,
    finding_json,
    house_json,
    value_json,
)
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.verdict import MOST_ASKED, bonus_needs, weak_values

if TYPE_CHECKING:
    from canasta_cli.engine.facts import Possibility
    from canasta_cli.engine.turn.judge import Ruling
    from canasta_cli.engine.turn.settle import Divide
    from canasta_cli.engine.view import Held

POSSIBILITY_KEYS = Keys(
    "A possibility",
    {
        "if": "Values of missing facts, by the names of their options; `allows it`, or not, where many do.",
        "legal": "The answer then; null if other facts are missing.",
        "findings": Object("The findings that refuse it.", FINDING_KEYS),
    },
)
AFTER_KEYS = Keys(
    "The table after a play",
    {
        "melds": "The side’s melds, in notation; null if unknown.",
        "hand": "The cards left in the player’s hand, in notation; null if unknown.",
        "frozen": "True if the pile is frozen; null if unknown.",
        "pile": "The number of cards in the pile; null if unknown.",
        "opened": "True if the side has made its initial meld; null if unknown.",
        "over": "True if the hand is over; null if unknown.",
    },
)
FOUND_KEYS = Keys(
    "A way to play",
    {
        "play": "The clauses of the turn, in notation.",
        "value": "The points of the cards melded.",
        "bonus": "The points for going out; null if unknown, or if the player does not go out.",
        "concealed": "True if the player goes out concealed; null if unknown or not asked.",
    },
)
VERDICT_KEYS = Keys(
    "A verdict (canasta check)",
    {
        "legal": "True or false; null if it depends on missing facts.",
        "ruleset": "The name of the ruleset.",
        "unknown": "The missing facts that could change the answer, by the names of their options.",
        "depends": Object("The cases, if it depends on missing facts.", POSSIBILITY_KEYS),
        "ways": Object(
            "Ways to play it that differ, if it leaves cards of the hand open; if it is illegal, "
            "the ways that are legal instead.",
            FOUND_KEYS,
        ),
        "more": "True if there are too many possible melds to try them all.",
        "assumes": "The facts about which something is assumed: `hand` (that it has the cards played, and "
        "no others if it must be used up, otherwise enough others), `melds` (that the side’s melds have "
        "nothing out of the ordinary that forbids the play).",
        "assuming": "What is assumed, in words; empty if nothing is.",
        "findings": Object("The findings of the rules.", FINDING_KEYS),
        "assumed": Object(
            "The values that decide the answer, or a refusal, and that no source about the game states. "
            "The rules are asked a limited number of times to find them; without limit with `--why`.",
            PARAMETER_KEYS,
        ),
        "value": "The points of the cards melded; null if unknown.",
        "canastas": "The grades of the canastas completed.",
        "bonus": "The points for going out or for the special hand; null if the play pays none.",
        "concealed": "True if the player goes out concealed; null if unknown or not asked.",
        "special": "The name of the special hand; null for none.",
        "house": "The house rules that decide it: their values by dotted name.",
        "after": Object("The table once the play is made.", AFTER_KEYS),
    },
)
SPECIAL_KEYS = Keys(
    "canasta check special",
    {"cards": "The cards of the hand, in notation."},
    (VERDICT_KEYS,),
)
DIFFERENCE_KEYS = Keys(
    "A difference between rulesets",
    {
        "rule": "The id of the rule whose findings differ; null if only points differ.",
        "refused_by": "The rulesets under which the rule refuses the play.",
        "allowed_by": "The rulesets under which it allows it.",
        "parameter": "The parameter behind it; null if there is no single one.",
        "values": "The value of the parameter under each ruleset, by the names of the rulesets.",
    },
)
UNDER_KEYS = Keys(
    "canasta check --under",
    {
        "answers": Object("A verdict for each ruleset.", VERDICT_KEYS),
        "differences": Object("Why they differ.", DIFFERENCE_KEYS),
    },
)


def ruling_json(
    ruling: Ruling, house: tuple[str, ...] | None = None, *, why: bool = False
) -> Mapping[str, Any]:
    """Return the JSON object that every ``canasta check`` prints.

    ``house`` are the house rules that decide it; if unknown, those that a refusal reads are named.
    With ``why``, all values are found that no source states and that decide it.
    """
    verdict = ruling.verdict
    if house is None:
        read = {path for finding in verdict.refused for path in finding.reads}
        house = tuple(path for path in verdict.ruleset.house if path in read)
    return {
        "legal": verdict.legal,
        "ruleset": verdict.ruleset.name,
        "unknown": [each.value for each in (*verdict.unknown, *bonus_needs(ruling))],
        "depends": [_possibility(each) for each in ruling.depends],
        "ways": [_found(each) for each in ruling.found],
        "more": ruling.more,
        "assumes": list(dict.fromkeys(fact.value for fact, _ in ruling.assumed)),
        "assuming": ruling.assuming,
        "findings": [finding_json(verdict, finding) for finding in verdict.findings],
        "assumed": [
            value_json(verdict.ruleset, name)
            for name in weak_values(ruling, None if why else MOST_ASKED)
        ],
        "value": ruling.value,
        "canastas": [grade.value for grade in ruling.canastas],
        "bonus": ruling.bonus,
        "concealed": ruling.concealed,
        "special": None if ruling.special is None else ruling.special.name,
        "house": house_json(verdict.ruleset, house),
        "after": _after(ruling),
    }


def _found(way: Ruling) -> Mapping[str, Any]:
    return {
        "play": write_turn(way.play.turn._replace(player=None)),
        "value": way.value,
        "bonus": way.bonus,
        "concealed": way.concealed,
    }


def _possibility(each: Possibility) -> Mapping[str, Any]:
    """Return a way to fill in the missing facts, and the answer then."""
    return {
        "if": {condition.fact.value: condition.given for condition in each.conditions},
        "legal": each.legal,
        "findings": [finding_json(each.verdict, finding) for finding in each.verdict.refused],
    }


def _after(ruling: Ruling) -> Mapping[str, Any]:
    after = ruling.after
    return {
        "melds": None if after.melds is None else [name_meld(meld) for meld in after.melds],
        "hand": _held(after.hand),
        "frozen": after.frozen,
        "pile": after.pile,
        "opened": after.opened,
        "over": after.over,
    }


def _held(held: Held) -> str | None:
    """The cards left in the hand; ``None`` if they are not all known."""
    if held.unseen != 0:
        return None
    return write_cards(Cards(Card(card.rank) for card in held.cards))


def under_json(
    rulings: tuple[Ruling, ...],
    differences: tuple[Divide, ...],
    houses: tuple[tuple[str, ...], ...],
    *,
    why: bool,
) -> Mapping[str, Any]:
    """Return the JSON object that ``--under`` prints; ``why`` as for each answer."""
    return {
        "answers": [
            ruling_json(ruling, house, why=why)
            for ruling, house in zip(rulings, houses, strict=True)
        ],
        "differences": [_difference_json(rulings, each) for each in differences],
    }


def _difference_json(rulings: tuple[Ruling, ...], each: Divide) -> Mapping[str, Any]:
    rulesets = [ruling.verdict.ruleset for ruling in rulings]
    path = each.parameter
    return {
        "rule": each.rule,
        "refused_by": list(each.refused),
        "allowed_by": list(each.allowed),
        "parameter": path,
        "values": {} if path is None else {rules.name: written(rules, path) for rules in rulesets},
    }


def special_json(cards: Cards, ruling: Ruling, *, why: bool) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta check special``: those of every check, and the cards."""
    return {**ruling_json(ruling, why=why), "cards": write_cards(cards)}
