"""Format the findings of rules, and the house rules that decide an answer, always the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.rule import Act
from canasta_cli.model.cards import Cards, LayOff, MeldCards
from canasta_cli.notation.cards import name_meld, write_cards
from canasta_cli.rules.library import written
from canasta_cli.rules.names import by_name, in_game_words
from canasta_cli.rules.schema import HOUSE, RULE, STATED
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Do, Finding, Verdict
    from canasta_cli.rules.schema import Origin, Ruleset


MOST_SOURCES = 3


def _written(value: object) -> object:
    if isinstance(value, MeldCards | LayOff):
        return name_meld(value)
    if isinstance(value, Cards):
        return write_cards(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _Count(value)
    return value


class _Count(int):
    """A number in a sentence: ``{have}`` is ``1,640``, ``{have:wild card}`` ``2 wild cards``.

    A plural that is not the noun with an s follows a bar: ``{have:foot|feet}``.
    """

    def __format__(self, noun: str) -> str:
        """Format the number, with its noun if there is one."""
        return count_of(int(self), *noun.split("|")) if noun else points(int(self))


def message(finding: Finding) -> str:
    """Format the sentence of a finding, without its capital and full stop."""
    reason = finding.reason
    facts = {"needed": reason.needed, "have": reason.have, **reason.facts}
    text = reason.says.format_map({name: _written(value) for name, value in facts.items()})
    return _in_game_words(text, finding)


def _in_game_words(text: str, finding: Finding) -> str:
    return text if finding.ruleset is None else in_game_words(text, finding.ruleset)


def fix(finding: Finding) -> str | None:
    """Return what would have made it legal; ``None`` if it is legal."""
    if finding.ok:
        return None
    reason = finding.reason
    if reason.instead is not None:
        from canasta_cli.notation.turn import write_turn  # few refusals name a turn

        return write_turn(reason.instead._replace(player=None))
    text = _in_game_words(reason.fix, finding)
    return text if reason.do is None else f"{text}: {_typed(reason.do)}"


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
"""The command or option for each act that a rule may advise."""


def _typed(do: Do) -> str:
    return f"{TYPED[do.act]} {do.words}".rstrip()


def finding_blocks(
    finding: Finding,
    ruleset: Ruleset,
    where: str = "",
    *,
    with_fix: bool = True,
    every_source: bool = False,
) -> Blocks:
    """Format a finding as every answer shows it: its sentence, its fix, its rule and sources.

    ``where`` begins the sentence of a finding about one side or turn of several; without ``with_fix``
    the fix is left out.
    """
    text = f"{where}: {message(finding)}." if where else sentence(finding)
    shown = evidence(_origins(finding, ruleset), every_source=every_source)
    rule = Text(f"rule {finding.rule}" + (f" ({shown})" if shown else ""), Style.QUIET, 4)
    fix = () if finding.ok or not with_fix else (Text(fix_line(finding), indent=4),)
    return (Text(text, indent=2), *fix, rule)


def sentence(finding: Finding) -> str:
    """Format a finding as a sentence of its own."""
    text = message(finding)
    return f"{text[:1].upper()}{text[1:]}."


def fix_line(finding: Finding) -> str:
    """Format the line below a refusal: what would have made it legal."""
    return f"Fix: {fix(finding)}."


STATUS = (
    "`seen` if a source states it, `cited` if one is said to, but was not checked; else `inherited`, "
    "`inferred`, `house` or `unknown`."
)
PARAMETER_KEYS = Keys(
    "A deciding parameter",
    {
        "parameter": "Its dotted name; with a number, from 1, if only this part of a list decides.",
        "value": "Its value in the ruleset, or that of the part.",
        "status": STATUS,
    },
)
FINDING_KEYS = Keys(
    "A finding",
    {
        "rule": "The id of the rule; see `canasta rules explain`.",
        "ok": "False if the rule refuses the play.",
        "message": "A sentence, without its capital and full stop.",
        "needed": "The number that the rule needs; null if it needs none.",
        "have": "The number found instead; null if there is none.",
        "sources": "The sources that state a deciding value.",
        "cited": "Sources that are said to state a deciding value, but were not checked.",
        "fix": "What would have made it legal; null if it is legal.",
        "rests_on": Object("The parameters that decided it.", PARAMETER_KEYS),
    },
)
BROKEN_KEYS = Keys(
    "A rule broken in a game",
    {
        "hand": "The number of the hand.",
        "turn": "The number of the turn; the number after the last stands for the cards left.",
        "side": "The side that it is about; null for none.",
        "rule": "The id of the rule.",
        "message": "A sentence, without its capital and full stop.",
    },
)


def finding_json(verdict: Verdict, finding: Finding) -> Mapping[str, Any]:
    """Return a finding with all of its JSON keys."""
    return {
        "rule": finding.rule,
        "ok": finding.ok,
        "message": message(finding),
        "needed": finding.reason.needed,
        "have": finding.reason.have,
        "sources": _keys(_origins(finding, verdict.ruleset), cited=False),
        "cited": _keys(_origins(finding, verdict.ruleset), cited=True),
        "fix": fix(finding),
        "rests_on": [value_json(verdict.ruleset, name) for name in finding.rests_on],
    }


def value_json(ruleset: Ruleset, name: str) -> Mapping[str, Any]:
    """Return a deciding value, or a part of one, with the status of its evidence."""
    return {
        "parameter": name,
        "value": written(ruleset, name),
        "status": ruleset.origin(name).status,
    }


def keys_of(read: Iterable[str], cited: Iterable[str]) -> list[str]:
    """Name sources: those that were read, then ``KEY (not checked)`` for those that were not."""
    named = list(dict.fromkeys(read))
    return [*named, *(f"{key} (not checked)" for key in dict.fromkeys(cited) if key not in named)]


def some_sources(keys: list[str]) -> str:
    """Name the first sources, and count the others: ``pagat, leaflet, bicycle and 4 more``."""
    rest = len(keys) - MOST_SOURCES
    return listed([*keys[:MOST_SOURCES], *([f"{rest} more"] if rest > 0 else [])])


def stating(finding: Finding, ruleset: Ruleset) -> list[str]:
    """Name the sources of the values that decided a finding, also those that were not checked."""
    origins = _origins(finding, ruleset)
    return keys_of(_keys(origins, cited=False), _keys(origins, cited=True))


def sources(finding: Finding, ruleset: Ruleset) -> list[str]:
    """List the sources that state a value which decided a finding, each once.

    The first is ``house`` if a house rule decided it.
    """
    return _sources(_origins(finding, ruleset))


def _sources(origins: Sequence[Origin]) -> list[str]:
    house = any(origin.status == HOUSE for origin in origins)
    return [*([HOUSE] if house else []), *_keys(origins, cited=False)]


def evidence(origins: Sequence[Origin], *, every_source: bool) -> str:
    """Name the evidence of some values: house rules, sources, and how others are known."""
    keys = keys_of(_sources(origins), _keys(origins, cited=True))
    named = ", ".join(keys) if every_source or not keys else some_sources(keys)
    others = dict.fromkeys(status_words(origin) for origin in origins)
    return "; ".join(part for part in (named, *others) if part)


def status_words(origin: Origin) -> str:
    """Say in words how a value is known that no source states; empty for others and house rules."""
    if origin.status == "inherited":
        return f"as in {origin.giver}" if origin.giver else "inherited"
    return {"inferred": "assumed", "unknown": "undocumented"}.get(origin.status, "")


def _origins(finding: Finding, ruleset: Ruleset) -> list[Origin]:
    """List the origins of what decided a finding; of a rule that reads no parameter, its own."""
    names = finding.rests_on if finding.reads else (RULE + finding.rule,)
    return [ruleset.origin(name) for name in names]


def _keys(origins: Iterable[Origin], *, cited: bool) -> list[str]:
    """List the sources that were read about a deciding value, or that are only cited, each once."""
    stated = [each for each in origins if each.status in STATED]
    keys = [key for each in stated for key in (each.cited if cited else each.sources)]
    return list(dict.fromkeys(keys))


def house_blocks(ruleset: Ruleset, paths: tuple[str, ...]) -> Blocks:
    """Format house rules as one line: ``(house rule: end.target = 7,500)``; none if there are none."""
    if not paths:
        return ()
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.load import shown

    values = ", ".join(f"{name} = {shown(ruleset, path)}" for name, path in by_name(paths, ruleset))
    return (Text(f"(house rule: {values})", Style.NOTICE, 2),)


def house_json(ruleset: Ruleset, paths: tuple[str, ...]) -> Mapping[str, object]:
    """Return the values of house rules by dotted name."""
    return {name: written(ruleset, path) for name, path in by_name(paths, ruleset)}
