"""A finding of the rules in words, once for every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.cards import Cards
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.notation.cards import write_cards
from canasta_cli.notation.melds import write_meld
from canasta_cli.show.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Finding, Verdict


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
    return None if finding.ok else finding.reason.remedy


def finding_json(verdict: Verdict, finding: Finding) -> Mapping[str, Any]:
    """A finding with all of its keys."""
    return {
        "rule": finding.rule,
        "ok": finding.ok,
        "message": message(finding),
        "needed": finding.reason.needed,
        "have": finding.reason.have,
        "source": sources(verdict, finding),
        "remedy": remedy(finding),
    }


def sources(verdict: Verdict, finding: Finding) -> list[str]:
    """The keys of the sources that a finding rests on, each once."""
    keys = (key for _, source in verdict.origins(finding) for key in source.sources)
    return list(dict.fromkeys(keys))
