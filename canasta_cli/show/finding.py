"""Format the findings of rules, and the house rules that decide an answer, always the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.rule import Act, Reason, RuleFinding
from canasta_cli.model.cards import Cards, LayOff, MeldCards
from canasta_cli.notation.cards import counted, name_meld, write_cards
from canasta_cli.rules.library import acts, in_words, written
from canasta_cli.rules.names import by_name, in_game_words
from canasta_cli.rules.schema import HOUSE, RULE, STATED, Origin, Ruleset
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import ValueInTemplate, as_sentence, listed, points, shortened

if TYPE_CHECKING:
    from canasta_cli.model.turn import Turn

MOST_SOURCES = 3
SHORT = 60
"""Maximum length of a value that decides an answer, in characters."""


def _written(value: object) -> object:
    if isinstance(value, MeldCards | LayOff):
        return name_meld(value)
    if isinstance(value, Cards):
        return write_cards(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return ValueInTemplate(value, points)
    return value


def message(finding: RuleFinding) -> str:
    """Format the sentence of a finding, without its capital and full stop."""
    return filled(finding.reason.says, finding)


def filled(text: str, finding: RuleFinding) -> str:
    """Return a text with the facts of a finding, in the words of the game."""
    text = _with_facts(text, finding.reason)
    return text if finding.ruleset is None else in_game_words(text, finding.ruleset)


def _with_facts(text: str, reason: Reason, *, typed: bool = False) -> str:
    facts = {"needed": reason.needed, "have": reason.have, **reason.facts}
    shown = {name: _written(value) for name, value in facts.items()}
    if typed:  # a lone 5 left in a hand could be typed for a number of cards
        shown |= {
            name: counted(write_cards(value))
            for name, value in facts.items()
            if isinstance(value, Cards)
        }
    return text.format_map(shown)


def clauses_of(turn: Turn) -> str:
    """Format a turn without its player."""
    from canasta_cli.notation.turn import write_turn  # few answers name a turn

    return write_turn(turn._replace(player=None))


def fix(finding: RuleFinding) -> str | None:
    """Return what would have made it legal; ``None`` if it is legal."""
    if finding.ok:
        return None
    reason = finding.reason
    if reason.instead is not None:
        return clauses_of(reason.instead)
    text, do = filled(reason.fix, finding), reason.do
    if do is None:
        return text
    return f"{text}: {ADVICE[do.act].typed} {_with_facts(do.words, reason, typed=True)}".rstrip()


def fix_in_words(finding: RuleFinding) -> str | None:
    """Return what would have made it legal, without commands of the program; ``None`` if it is legal."""
    if finding.ok:
        return None
    reason = finding.reason
    if reason.instead is not None:
        return fix(finding)
    does = ADVICE[reason.do.act].in_words.format(words=reason.do.words) if reason.do else ""
    return filled(reason.fix, finding) + does


class Advice(NamedTuple):
    """A command or an option for an act, and words for it without either; ``{words}`` are those of the act."""

    typed: str
    in_words: str = ""


ADVICE: dict[Act, Advice] = {
    Act.SHOW_LEFT: Advice("canasta left"),
    Act.END_HAND: Advice("canasta turn end stock --force", ": end stock"),
    Act.NAME_UPCARD: Advice("canasta deal --upcard", ": {words}"),
    Act.TAKE_BACK: Advice("canasta undo", ", take the turn back"),
    Act.TAKE_TOP_ALONE: Advice("--top-only"),
    Act.LAY_OFF_TOP: Advice("--onto", ": onto {words}"),
    Act.SEE_PENALTIES: Advice(
        "canasta rules penalties. To record it in a hand in play: canasta penalty SIDE cannot-go-out",
        " the parameters penalty.*",
    ),
    Act.SEE_RULES: Advice("canasta rules show", ": the parameter special.hands"),
}
"""The end of the fix of a rule that advises an act."""


def reasons_blocks(
    findings: Iterable[RuleFinding],
    *,
    with_fix: bool = True,
    every_source: bool = False,
    rulebook: bool = False,
) -> Iterator[Block]:
    """Yield the findings of one answer; with what the rulebook says, once for each rule."""
    read: set[str] = set()
    for finding in findings:
        *says, rule = finding_blocks(finding, with_fix=with_fix, every_source=every_source)
        yield from says
        if rulebook and finding.ruleset and finding.rule not in read:
            # Loaded here, since only a long answer has it.
            from canasta_cli.rules.book import explaining

            found = " ".join(each.text for each in explaining(finding.rule, finding.ruleset))
            yield from [Text(f"Rulebook: {found}", indent=4)] if found else []
            read.add(finding.rule)
        yield rule


def finding_blocks(
    finding: RuleFinding, where: str = "", *, with_fix: bool, every_source: bool = False
) -> tuple[Text, ...]:
    """Format a finding as every answer shows it: its sentence, its fix, its rule and sources.

    ``where`` begins the sentence of a finding about one side or turn of several; without ``with_fix``
    the fix is left out.
    """
    text = f"{where}: {message(finding)}." if where else sentence(finding)
    known = evidence(_known(finding), every_source=every_source)
    rule = Text(f"rule {finding.rule}" + (f" ({known})" if known else ""), Style.QUIET, 4)
    fix = () if finding.ok or not with_fix else (Text(fix_line(finding), indent=4),)
    return (Text(text, indent=2), *fix, rule)


def sentence(finding: RuleFinding) -> str:
    """Format a finding as a sentence of its own."""
    return as_sentence(message(finding))


def fix_line(finding: RuleFinding, *, guided: bool = False) -> str:
    """Format the line below a refusal: what would have made it legal; in a dialogue without options."""
    do = finding.reason.do
    is_option = do is not None and ADVICE[do.act].typed.startswith("--")
    return f"Fix: {fix_in_words(finding) if guided and is_option else fix(finding)}."


STATUS = (
    "`seen` if a source states it, `cited` if one is said to, but was not checked; else `inherited`, "
    "`inferred`, `house` or `unknown`."
)


class NamedParameter(NamedTuple):
    """A parameter of a ruleset, by its name."""

    ruleset: Ruleset
    name: str


class Parameter(Answer):
    """A parameter."""

    name: str = key("Its dotted name.")
    value: object = key("Its value in the ruleset.", lambda it: written(it.ruleset, it.name))
    status: str = key(STATUS, lambda it: it.ruleset.origin(it.name).status)


class Finding(Answer):
    """A finding."""

    rule: str = key("The id of the rule; see `canasta rules explain`.")
    ok: bool = key("False if the rule refuses the play.")
    message: str = key("A sentence, without its capital and full stop.", message)
    needed: int | None = key(
        "The number that the rule needs; null if it needs none.", lambda it: it.reason.needed
    )
    have: int | None = key(
        "The number found instead; null if there is none.", lambda it: it.reason.have
    )
    sources: Sequence[str] = key(
        "The sources that state the rule, or a parameter in `rests_on`.",
        lambda it: _keys(origins_of(it), cited=False),
    )
    cited: Sequence[str] = key(
        "Sources that are said to state one of them, but were not checked.",
        lambda it: _keys(origins_of(it), cited=True),
    )
    fix: str | None = key("What would have made it legal; null if it is legal.", fix_in_words)
    rests_on: Sequence[Parameter] = key(
        "The parameters that the rule reads.",
        lambda it: [Parameter(NamedParameter(it.ruleset, name)) for name in it.reads],
    )


class BrokenRule(Answer):
    """A rule broken in a game."""

    hand: int | None = optional("The number of the hand.", absent)
    turn: int | None = optional(
        "The number of the turn, only if it is about one; that after the last stands for the cards left.",
        absent,
    )
    side: str | None = optional("The side that it is about, only if it is about one.", absent)
    rule: str = key("The id of the rule.")
    message: str = key("A sentence, without its capital and full stop.", message)


def keys_of(read: Iterable[str], cited: Iterable[str]) -> list[str]:
    """Name sources: those that were read, then ``KEY (cited, not read)`` for those that others cite."""
    named = list(dict.fromkeys(read))
    return [
        *named,
        *(f"{key} (cited, not read)" for key in dict.fromkeys(cited) if key not in named),
    ]


def some_of(names: list[str], most: int = MOST_SOURCES) -> str:
    """Name the first of some sources or values, and count the others: ``pagat, leaflet and 4 more``."""
    rest = len(names) - most
    return listed([*names[:most], *([f"{rest} more"] if rest > 0 else [])])


def stating(finding: RuleFinding) -> list[str]:
    """Name the sources of the rule of a finding, also those that were not checked."""
    origins = _known(finding)
    return keys_of(_keys(origins, cited=False), _keys(origins, cited=True))


def evidence(origins: Sequence[Origin], *, every_source: bool) -> str:
    """Name the evidence of some values: house rules, sources, and how others are known."""
    house = [HOUSE] if any(origin.status == HOUSE for origin in origins) else []
    keys = keys_of([*house, *_keys(origins, cited=False)], _keys(origins, cited=True))
    named = ", ".join(keys) if every_source or not keys else some_of(keys)
    others = dict.fromkeys(status_words(origin) for origin in origins)
    return "; ".join(part for part in (named, *others) if part)


def status_words(origin: Origin) -> str:
    """Say in words how a value is known that no source states; empty for others and house rules."""
    if origin.status == "inherited":
        return f"as in {origin.giver}" if origin.giver else "inherited"
    return {"inferred": "assumed", "unknown": "undocumented"}.get(origin.status, "")


def origins_of(finding: RuleFinding) -> list[Origin]:
    """List the origins of what a finding rests on: its rule's own, if it has one, and its parameters'."""
    rules = finding.ruleset
    return [] if rules is None else [rules.origin(name) for name in _own(finding) + finding.reads]


def unstated(finding: RuleFinding) -> tuple[str, ...]:
    """List what the rule of a finding rests on and no source about the game states.

    Of its parameters, those are listed that have an effect; all of them if none is stated: then it may
    be refused since the game does not have something. Without parameters to list, it is the rule itself,
    if no source states it.
    """
    rules = finding.ruleset
    if rules is None:
        return ()
    weak = tuple([name for name in finding.reads if rules.origin(name).status not in STATED])
    if weak:
        house = [name for name in weak if rules.origin(name).status == HOUSE]
        found = tuple([name for name in weak if name in house or acts(rules, name)])
        if found or weak == finding.reads:
            return found or weak
    return tuple([name for name in _own(finding) if rules.origin(name).status not in STATED])


def _known(finding: RuleFinding) -> list[Origin]:
    """List the origins of all that the rule of a finding rests on, without what has no effect."""
    rules = finding.ruleset
    if rules is None:
        return []
    weak, every = unstated(finding), (rules.origin(n) for n in _own(finding) + finding.reads)
    return [*(each for each in every if each.status in STATED), *map(rules.origin, weak)]


def _own(finding: RuleFinding) -> tuple[str, ...]:
    """Return the row of the rule of a finding itself, if it has one or reads no parameter."""
    own = RULE + finding.rule
    has_one = finding.ruleset is not None and own in finding.ruleset.origins
    return (own,) if has_one or not finding.reads else ()


def _keys(origins: Iterable[Origin], *, cited: bool) -> list[str]:
    """List the sources that were read about a value, or that are only cited, each once."""
    stated = [each for each in origins if each.status in STATED]
    keys = [key for each in stated for key in (each.cited if cited else each.sources)]
    return list(dict.fromkeys(keys))


def house_blocks(ruleset: Ruleset, paths: tuple[str, ...]) -> Blocks:
    """Format house rules as one line: ``(house rule: total that ends the game (7,500))``; none for none."""
    values = ", ".join(listed_values(ruleset, paths))
    return (Text(f"(house rule: {values})", Style.NOTICE, 2),) if paths else ()


def listed_values(ruleset: Ruleset, paths: Iterable[str]) -> list[str]:
    """Return parameters with their values in words; ranks with the same value are joined."""
    found = [in_words(ruleset, path, name) for name, path in by_name(paths, ruleset)]
    return [f"{what} ({shortened(value, SHORT)})" for what, value in found]


def house_values(ruleset: Ruleset, paths: tuple[str, ...]) -> dict[str, object]:
    """Return the values of house rules by dotted name."""
    return {name: written(ruleset, path) for name, path in by_name(paths, ruleset)}
