"""Format on what an answer depends: the headline, the conditions below it, and the options that decide.

``verdict`` formats the rest of an answer about a play.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from canasta_cli.engine.facts import FACTS, FactRow, all_of, any_of
from canasta_cli.engine.rule import Fact, Missing, Reason, RuleFinding
from canasta_cli.rules.names import in_game_words
from canasta_cli.show.finding import message, reasons_blocks
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import capitalized, count_of, either, listed

if TYPE_CHECKING:
    from canasta_cli.engine.facts import Premises
    from canasta_cli.engine.turn.judge import Ruling
    from canasta_cli.rules.schema import Ruleset

    Way = tuple[bool | None, Premises]
    """An answer, with what must be true for it."""


# Format the missing facts of the table, with the options that give them.

_IN_PLAY = {Fact.SUITS: "4H5H6H or H:4-T", Fact.DRAWN: "draw K"}
"""Examples of the facts that are written with the cards of a play."""
METAVARS = {
    "cards": "CARDS",
    "card": "CARD",
    "pile": "CARDS",
    "melds": "MELDS|none",
    "number": "N",
}
"""The values of an option in a help page, for each type of fact that has no words."""
_EXAMPLES = {
    **METAVARS,
    "pile": '"9 3B 5"',
    "melds": '"7777 QQ2" (or none)',
}


def options_of(row: FactRow) -> list[str]:
    """List the options that give a fact, by their names alone."""
    if not row.direct:
        return [option for fact in row.by for option in options_of(FACTS[fact])]
    if row.kind == "flag":
        return [f"--{word}" for word in row.words]
    return [f"--{row.fact.value}"]


def name_with_options(fact: Fact) -> str:
    """Format a missing fact in words, with every option that gives it: “your side's melds: --melds …”."""
    row = FACTS[fact]
    if row.kind == "play":
        return f"{row.says}: {_IN_PLAY[fact]}"
    needs = "" if row.direct else f"; give {either(FACTS[other].says for other in row.by)}"
    every = (*([row] if row.direct else []), *(FACTS[other] for other in row.by))
    return f"{row.says}{needs}: {either(each for row in every for each in _examples(row))}"


def _examples(row: FactRow) -> list[str]:
    """List what can be typed to give a fact."""
    if row.kind == "flag":
        return options_of(row)
    return [f"--{row.fact.value} {value}" for value in row.words or (_EXAMPLES[row.kind],)]


def options_in_words(fact: Fact) -> str:
    """Format the options that give a missing fact, as briefly as possible."""
    row = FACTS[fact]
    return f"{row.says} ({_IN_PLAY[fact]})" if row.kind == "play" else either(options_of(row))


def missing_blocks(unknown: tuple[Missing, ...]) -> Blocks:
    """Format the missing facts, each with the option that gives it."""
    lines: list[Text] = []
    for what in dict.fromkeys(unknown):
        if not isinstance(what, Fact):
            from canasta_cli.rules.groups import PARAMETERS

            says = f"--house {what.value}=… ({PARAMETERS[what.value].says})"
            lines.append(Text(f"an undocumented rule: {says}", indent=2))
        # With all cards of the hand, it is known if the player goes out.
        elif what is not Fact.HAND or Fact.OUT not in unknown:
            lines.append(Text(name_with_options(what), indent=2))
    return (Text("It depends on:"), *lines) if unknown else ()


# Format the headline, and the conditions that are too long for it.

WORDS = {
    True: ("LEGAL", Style.GOOD),
    False: ("ILLEGAL", Style.BAD),
    None: ("IT DEPENDS", Style.NOTICE),
}
MOST_IN_HEADLINE = 2
"""Maximum number of conditions in a headline; on a narrow screen one more of those that must all be true."""
LONGEST_HEADLINE = 100
"""Maximum length of several conditions in a headline, in characters."""
MOST_WAYS = 3
"""Maximum number of ways in which an answer is shown to depend on missing facts."""


def lacks_end(ruling: Ruling) -> bool:
    """True for a whole turn that is legal so far, and has no end."""
    return bool(ruling.verdict.legal and ruling.play.whole and not ruling.play.turn.ended)


def headline(ruling: Ruling, *, narrow: bool = False) -> tuple[str, str]:
    """Return the verdict in words, with what decides it if it depends and is short."""
    word, style = WORDS[ruling.verdict.legal]
    if lacks_end(ruling):
        return "NOT FINISHED; legal so far", style
    if not ruling.alternatives:
        if first := _first_ways(ruling):
            return f"{word}: {_any_of(ruling, first)}", style
        unknown = ruling.verdict.unknown if ruling.verdict.legal is None else ()
        only = unknown[0] if len(unknown) == 1 else None
        return f"{word} on {FACTS[only].says}" if isinstance(only, Fact) else word, style
    condition = any_of(ruling.alternatives)
    if _is_long(ruling, narrow=narrow):
        each = "one of these" if len(ruling.alternatives) > 1 else "all of this"
        condition = f"{each} is true"
    # On a narrow screen the line below says what is otherwise.
    otherwise = "" if narrow else ruling.otherwise
    says = f"{word}: {ruling.answers[ruling.allow]} if {condition}{otherwise}"
    return in_game_words(says, ruling.verdict.ruleset), style


def _is_long(ruling: Ruling, *, narrow: bool) -> bool:
    """True if the conditions of an answer are listed below its headline."""
    number = sum(map(len, ruling.alternatives))
    if narrow and len(ruling.alternatives) == 1:
        return number > MOST_IN_HEADLINE + 1
    long = number > MOST_IN_HEADLINE or len(ruling.condition) > LONGEST_HEADLINE
    return number > 1 and long


def conditions(ruling: Ruling, most: int | None = None, *, narrow: bool = False) -> Blocks:
    """List the conditions that are too long for the headline; of ways, the first of them."""
    if ruling.alternatives:
        if not _is_long(ruling, narrow=narrow):
            return ()
        several, rules = ruling.alternatives, ruling.verdict.ruleset
        every = map(all_of, several if len(several) > 1 else [(each,) for each in several[0]])
        return tuple([Text(f"- {in_game_words(each, rules)}", indent=2) for each in every])
    first, others = _first_ways(ruling), _other_ways(ruling)[:most]
    says = [f"{'also ' if first and way[0] else ''}{_any_of(ruling, [way])}." for way in others]
    return tuple([Text(capitalized(each), indent=2) for each in says])


def _first_ways(ruling: Ruling) -> list[Way]:
    """List the ways for the headline: those with fewest conditions by which a play is legal."""
    first: list[Way] = []
    for way in _ways(ruling):
        more = [*first, way]
        long = sum(len(says) for _, says in more) > MOST_IN_HEADLINE
        if not way[0] or long or len(_any_of(ruling, more)) > LONGEST_HEADLINE:
            break
        first = more
    return first


def _other_ways(ruling: Ruling) -> list[Way]:
    """List the ways below the headline; where every way is decided, the legal ones say it all."""
    first, ways = _first_ways(ruling), _ways(ruling)
    legal = [way for way in ways if way[0]]
    return [way for way in (legal if legal and _is_known(ruling) else ways) if way not in first]


def _is_known(ruling: Ruling) -> bool:
    """True if every way is decided, so that a play is illegal but by the legal ones."""
    return all(legal is not None for legal, _ in ruling.ways)


def _ways(ruling: Ruling) -> list[Way]:
    """List the ways to fill in the missing facts: those that are legal first, or need little."""
    ways = ruling.ways if ruling.depends else ()
    return sorted(ways, key=lambda way: (way[0] is not True, len(way[1])))


def _any_of(ruling: Ruling, ways: list[Way]) -> str:
    """Format an answer with the conditions of ways that lead to it."""
    says = any_of(premises for _, premises in ways)
    return in_game_words(f"{ruling.answers[ways[0][0]]} if {says}", ruling.verdict.ruleset)


def assumed(ruling: Ruling) -> tuple[Text, ...]:
    """Say in one line what the answer assumes."""
    if not ruling.assumed:
        return ()
    says = in_game_words(ruling.assuming, ruling.verdict.ruleset)
    return (Text(f"Assuming {says}.", Style.QUIET, 2),)


# Format what decides an answer, and the reason against it.


def depending(ruling: Ruling, *, narrow: bool, guided: bool) -> Blocks:
    """Format the reason where an answer depends on something, and the options that decide it."""
    options = () if ruling.more else _options(ruling, narrow=narrow, guided=guided)
    reason = against(ruling) if _then(ruling) else None
    return (*(_otherwise(ruling, reason) if reason else ()), *options)


def _then(ruling: Ruling) -> str:
    """Return the word before the reason against a play that depends on missing facts, if it says which."""
    if not ruling.alternatives:
        shown = [*_first_ways(ruling), *_other_ways(ruling)[:MOST_WAYS]]
        all_legal = [way for way in _ways(ruling) if way[0]]
        return "Otherwise" if shown and shown == all_legal and _is_known(ruling) else ""
    if len(ruling.alternatives) > 1 and not ruling.allow:
        return ""  # each has a reason of its own
    return {"legal": "Otherwise", "illegal": "Then"}.get(ruling.answers[ruling.allow], "")


def against(ruling: Ruling) -> RuleFinding | None:
    """Return the reason against a play that depends on missing facts, if some make it illegal."""
    refused = [each.verdict.refused for each in ruling.depends if each.legal is False]
    return refused[0][0] if refused else None


def depending_because(ruling: Ruling) -> Blocks:
    """Format the reason against a play that depends on missing facts, with its rule and sources."""
    reason = against(ruling)
    if reason is None:
        return ()
    _, *rule = reasons_blocks([reason], with_fix=False, every_source=True, rulebook=True)
    return (*_otherwise(ruling, reason), *rule)


def _otherwise(ruling: Ruling, reason: RuleFinding) -> Blocks:
    """Format the reason against a play that depends on missing facts in one line."""
    if reason.rule == MINIMUM and Fact.TOTAL in ruling.verdict.unknown:
        needed = _needed_to_open(reason.reason, ruling.verdict.ruleset)
        # Of several ways to play it, some may meld more.
        this = "" if ruling.found else f"; this is {reason.reason.have}"
        return (Text(f"{needed}{this}.", indent=2),)
    example = ", for example" if ruling.reasons_differ else ""
    when = f"{_then(ruling) or 'Where it is illegal'}{example}"
    return (Text(f"{when}: {message(reason)}.", indent=2),)


MINIMUM = "opening.minimum"
"""The rule about the points of an initial meld."""


def _needed_to_open(reason: Reason, rules: Ruleset) -> str:
    """Say how many points a side needs to open by its total."""
    tiers = rules.opening.tiers
    at = [tier.points for tier in tiers].index(reason.needed or 0)
    others = [
        f"{tier.points} below {f'{above.start:,}' if above.start else 'zero'}"
        for tier, above in pairwise(tiers[: at + 1])
    ]
    others += [f"more from {tier.start:,}" for tier in tiers[at + 1 : at + 2] if tier.start]
    needed = count_of(reason.needed or 0, "point")
    return f"To open you need {needed} ({', '.join(others)})"


def _options(ruling: Ruling, *, narrow: bool, guided: bool) -> Blocks:
    """Format in one line the options that decide an answer, with what it assumes if there is room.

    After ``guided`` questions they are the facts in words.
    """
    says = "" if narrow else "".join(f"{each.line} " for each in assumed(ruling))
    unknown = (*ruling.verdict.unknown, *ruling.bonus_needs)
    # With the melds of a side, it is known if it has opened.
    known = {Fact.OPENED} if Fact.MELDS in unknown else set()
    missing = [each for each in unknown if each not in known]
    if guided:
        facts = [FACTS[each].says for each in missing if isinstance(each, Fact)]
        return (Text(f"{says}It depends on {listed(facts)}.", Style.QUIET, 2),) if facts else ()
    options = dict.fromkeys(
        options_in_words(each) if isinstance(each, Fact) else f"--house {each.value}=…"
        for each in missing
    )
    if Fact.TOP in missing and ruling.play.view.top is not None:
        options["--top with its suit"] = options.pop("--top")
    more = len(_other_ways(ruling)) - MOST_WAYS
    ways = f" {count_of(more, 'more way')}: --why." if more > 0 and not ruling.alternatives else ""
    return (Text(f"{says}To decide, add {listed(options)}.{ways}", Style.QUIET, 2),)
