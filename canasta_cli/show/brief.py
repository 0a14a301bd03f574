"""Format a verdict for the table: the answer, the reason that decides it, its fix, and its sources."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from canasta_cli.engine.rule import Fact
from canasta_cli.model.cards import LayOff, meld_under
from canasta_cli.show.facts import options_in_words
from canasta_cli.show.finding import (
    fix_line,
    message,
    sentence,
    some_sources,
    stating,
)
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.show.screen import narrow_columns
from canasta_cli.show.verdict import (
    MOST_FOUND,
    assumed,
    assumptions,
    findings_to_show,
    found_blocks,
    freezing_blocks,
    headline,
    points_of_play,
    special_headline,
)
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.engine.facts import Possibility
    from canasta_cli.engine.rule import Finding, Missing
    from canasta_cli.engine.turn.judge import Ruling

MOST_WAYS = 3
"""Maximum number of ways in which an answer is shown to depend on missing facts."""
MOST_LINES = 2
"""Maximum number of lines about values that no source states, or about sources."""
WHY = "--why"


def brief_blocks(ruling: Ruling, basis: str, house: tuple[str, ...]) -> Blocks:
    """Format the answer of a ``canasta check``; ``house`` are the house rules that decide it."""
    verdict, narrow = ruling.verdict, bool(narrow_columns(sys.stdout))
    if ruling.special is not None or ruling.play.turn.special is not None:
        head = special_headline(ruling, basis)
    else:
        word, style = headline(ruling)
        # On a narrow screen the line below says what is otherwise.
        word = word.partition("; otherwise")[0] if narrow else word
        hidden = verdict.legal is False or bool(ruling.depends or ruling.condition)
        points = "" if hidden else points_of_play(ruling)
        head = Text(f"{word}{points} ({basis})", style)
    ways, freezing = found_blocks(ruling, MOST_FOUND), freezing_blocks(ruling)
    if verdict.legal is None:
        return (head, *ways, *freezing, *_depending(ruling, narrow=narrow), *_weak(ruling, house))
    found = verdict.refused or _worth_saying(ruling)
    reasons: list[Block] = [*freezing, *(Text(sentence(each), indent=2) for each in found[:1])]
    reasons += [Text(fix_line(each), indent=2) for each in found[:1] if not each.ok]
    if verdict.refused:
        # Only what decides the reason that is shown.
        ruling = ruling._replace(verdict=verdict._replace(found=found[:1]))
    weak = _weak(ruling, house)
    stated = _stated(ruling, found) if len(weak) < MOST_LINES else ()
    return (head, *assumed(ruling), *ways, *reasons, *weak, *stated)


def _worth_saying(ruling: Ruling) -> tuple[Finding, ...]:
    """List the findings about a legal play that are worth saying: remarks, else the last one."""
    found = findings_to_show(ruling.verdict)
    return tuple([each for each in found if each.reason.notice]) or found[-1:]


def _weak(ruling: Ruling, house: tuple[str, ...]) -> Blocks:
    """Name the house rules or assumed values that decide an answer, in two lines at most."""
    return assumptions(ruling, house, brief=True)[:MOST_LINES]


def _stated(ruling: Ruling, found: tuple[Finding, ...]) -> Blocks:
    """Name the sources of the deciding reason, and say if there are other reasons, in one line."""
    parts = []
    rules = ruling.verdict.ruleset
    keys = stating(found[0], rules) if found else []
    if keys:
        parts.append(f"Sources: {some_sources(keys)}")
    others = len(ruling.verdict.refused) - 1
    if others > 0:
        parts.append(f"{count_of(others, 'more reason')}: {WHY}")
    return (Text(" · ".join(parts), Style.QUIET, 2),) if parts else ()


def _depending(ruling: Ruling, *, narrow: bool) -> Blocks:
    """Format what an answer depends on: the ways or the reason, and the options that decide it."""
    options = () if ruling.more else _options(ruling, narrow=narrow)
    if ruling.depends and not ruling.condition:
        return (*_ways(ruling), *options)
    both = _new_or_added(ruling)
    if both:
        return (*both, *options)
    against = next((each for each in ruling.depends if each.legal is False), None)
    then = {"legal": "Otherwise", "illegal": "Then"}.get(ruling.condition.partition(" ")[0])
    if against is None or then is None:
        return options
    return (Text(f"{then}: {_reason(against)}.", indent=2), *options)


def _reason(against: Possibility) -> str:
    return message(against.verdict.refused[0])


def _ways(ruling: Ruling) -> Blocks:
    """Format the ways to fill in the missing facts: how it is legal, then those with few conditions."""
    ways = sorted(ruling.ways, key=lambda way: (way[0] is not True, len(way[1])))
    shown = [
        f"{ruling.answers[legal]} if {listed(conditions)}" for legal, conditions in ways[:MOST_WAYS]
    ]
    return tuple(Text(each, indent=2) for each in shown)


def _new_or_added(ruling: Ruling) -> Blocks:
    """Format both answers about cards that are a new meld, or are added to one of their rank."""
    melded = ruling.play.turn.melded
    if len(melded) != 1 or isinstance(melded[0], LayOff):
        return ()
    rank = meld_under(ruling.verdict.ruleset.wild_ranks, melded[0]).rank
    against = [each for each in ruling.depends if each.legal is False]
    if rank is None or ruling.verdict.unknown != (Fact.MELDS,) or not against:
        return ()
    if not ruling.condition.endswith(f"has {rank.many}; otherwise not"):
        return ()
    return (
        Text(f"As a new meld: illegal. {sentence(against[0].verdict.refused[0])}", indent=2),
        Text(f"Added to {rank.many}: legal.", indent=2),
    )


def _options(ruling: Ruling, *, narrow: bool) -> Blocks:
    """Format in one line the options that decide an answer, with what it assumes if there is room."""
    says = "" if narrow else "".join(f"{each.line} " for each in assumed(ruling))
    unknown = (*ruling.verdict.unknown, *ruling.bonus_needs)
    # With the melds of a side, it is known if it has opened.
    known = {Fact.OPENED} if Fact.MELDS in unknown else set()
    names = list(dict.fromkeys(_option(each) for each in unknown if each not in known))
    more = len(ruling.ways) - MOST_WAYS
    ways = f" {count_of(more, 'more way')}: {WHY}." if more > 0 and not ruling.condition else ""
    return (Text(f"{says}To decide, add {listed(names)}.{ways}", Style.QUIET, 2),)


def _option(missing: Missing) -> str:
    if isinstance(missing, Fact):
        return options_in_words(missing)
    return f"--house {missing.value}=…"
