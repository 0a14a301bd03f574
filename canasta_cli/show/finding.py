"""A finding of the rules in words, once for every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.rule import Act
from canasta_cli.model.cards import Cards
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.notation.cards import write_cards
from canasta_cli.notation.melds import write_meld
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Do, Finding, Verdict
    from canasta_cli.rules.schema import Ruleset


def _written(value: object) -> object:
    if isinstance(value, Meld | LayOff):
        return write_meld(value)
    if isinstance(value, Cards):
        return write_cards(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return points(value)
    return value


def message(finding: Finding) -> str:
    """The sentence of a finding, its facts written out."""
    facts = {name: _written(value) for name, value in finding.reason.facts.items()}
    return finding.reason.says.format_map(facts)


def remedy(finding: Finding) -> str | None:
    """What would have made it legal; ``None`` where nothing stands against it."""
    if finding.ok:
        return None
    reason = finding.reason
    return reason.remedy if reason.do is None else f"{reason.remedy}: {_typed(reason.do)}"


TYPED: dict[Act, str] = {
    Act.SHOW_LEFT: "canasta left",
    Act.END_HAND: "canasta turn end stock --force",
    Act.NAME_UPCARD: "canasta deal --upcard",
    Act.TAKE_BACK: "canasta undo",
    Act.TAKE_TOP_ALONE: "--top-only",
    Act.LAY_OFF_TOP: "--onto",
    Act.SEE_PENALTIES: "canasta rules penalties",
    Act.SEE_RULES: "canasta rules show",
}
"""What is typed for whatever a rule may advise."""


def _typed(do: Do) -> str:
    return f"{TYPED[do.act]} {do.words}".rstrip()


def finding_blocks(
    finding: Finding, ruleset: Ruleset, where: str = "", *, mend: bool = True
) -> Blocks:
    """A finding as every answer shows it: what it says, its rule and sources, and what would mend it.

    ``where`` begins the sentence, for a finding about one side or one turn of several.
    """
    said = message(finding)
    text = f"{where}: {said}" if where else f"{said[:1].upper()}{said[1:]}"
    keys = sources(finding, ruleset)
    rule = f"rule {finding.rule}" + (f", read in {', '.join(keys)}" if keys else "")
    told = (Text(f"{text}.", indent=2), Text(rule, Style.QUIET, 4))
    if finding.ok or not mend:
        return told
    return (*told, Text(f"Remedy: {remedy(finding)}.", indent=4))


def finding_json(verdict: Verdict, finding: Finding) -> Mapping[str, Any]:
    """A finding with all of its keys."""
    return {
        "rule": finding.rule,
        "ok": finding.ok,
        "message": message(finding),
        "needed": finding.reason.needed,
        "have": finding.reason.have,
        "source": sources(finding, verdict.ruleset),
        "remedy": remedy(finding),
    }


def sources(finding: Finding, ruleset: Ruleset) -> list[str]:
    """The keys of the sources that a finding rests on, each once."""
    keys = (key for path in finding.reads for key in ruleset.origins[path].sources)
    return list(dict.fromkeys(keys))
