"""Format rulesets: the list, one, the differences of two, an explained rule, penalties, and a file to edit.

The commands below ``rules`` call it, and the manual.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from canasta_cli.model.cards import Rank
from canasta_cli.rules import library, vocabulary
from canasta_cli.rules.book import CUSTOM, about, explaining, quotes
from canasta_cli.rules.groups import GROUPS, PARAMETERS, Ranks
from canasta_cli.rules.library import shown, written
from canasta_cli.rules.load import differences, used, uses
from canasta_cli.rules.names import Irregularity, behind, by_name, parameters, penalty
from canasta_cli.rules.schema import RULE, STATUSES, Origin, Ruleset, whole
from canasta_cli.show.finding import STATUS, keys_of
from canasta_cli.show.keys import Answer, key, optional
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text
from canasta_cli.words import as_sentence, count_of

if TYPE_CHECKING:
    from canasta_cli.engine.catalogue import Entry


def list_blocks(rulesets: tuple[Ruleset, ...]) -> Blocks:
    """Format the library: players, packs, target, and how many values have a source."""
    lines = (
        (
            rules.name,
            shown(rules, "seats.players"),
            shown(rules, "deck.packs"),
            shown(rules, "end.target")
            if rules.end.deals is None
            else count_of(rules.end.deals, "deal"),
            _known(rules),
            rules.title,
        )
        for rules in rulesets
    )
    return (
        Grid(("ruleset", "players", "packs", "to", "seen", ""), lines, (0, 5)),
        BLANK,
        Text("to: total, or number of deals, that ends the game."),
        Text("seen: how many of the values that a game uses were found in a source about it."),
        Text("?: undocumented; 3? are three such values. Set them before starting a game."),
        Text("Show one: canasta rules show NAME. Compare two: canasta rules diff A B."),
    )


def _counts(rules: Ruleset) -> dict[str, int]:
    """Count the statuses of the parameters that the game uses."""
    found = [rules.origin(path).status for path in used(rules)]
    return {status: found.count(status) for status in STATUSES}


def _known(rules: Ruleset) -> str:
    counts = _counts(rules)
    unknown = f" {counts['unknown']}?" if counts["unknown"] else ""
    return f"{counts['seen']}/{sum(counts.values())}{unknown}"


class RulesetInList(Answer):
    """A ruleset."""

    name: str = key("The name of the ruleset.")
    title: str = key("Its title.")
    about: str = key("What it is.", lambda it: it.about.strip())
    seats: int = key("The number of players.", lambda it: it.seats.players)
    packs: int = key("The number of packs.", lambda it: it.deck.packs)
    target: int | None = key(
        "The points that end the game; null for none.", lambda it: it.end.target
    )
    statuses: dict[str, int] = key("The number of its values by status.", _counts)


class ListAnswer(Answer, of="rules list"):
    """canasta rules list."""

    rulesets: Sequence[RulesetInList] = key("The rulesets.", RulesetInList.of_each)


def show_blocks(rules: Ruleset) -> Iterator[Block]:
    """Format every parameter of a ruleset, group by group, with its value and its source."""
    yield Text(f"{rules.name}: {rules.title}", Style.TITLE)
    if rules.description:
        yield Text(rules.description)
    described = ""
    for group, kind in GROUPS.items():
        yield BLANK
        yield Text((kind.__doc__ or group).rstrip("."), Style.TITLE)
        paths = (f"{group}.{name}" for name in kind.params)
        for name, path in by_name(paths, rules, sources=True):
            yield Text(f"{name} = {shown(rules, path)}")
            # The rows of a property of several ranks follow each other, and mean the same.
            if described != (described := PARAMETERS[path].says):
                yield Text(described, Style.QUIET, 4)
            yield Text(origin_text(rules.origin(path)), Style.QUIET, 4)


def origin_text(origin: Origin) -> str:
    """Format the origin of a value: ``seen (pagat, leaflet)``, ``assumed, no source: REASON``."""
    named = ", ".join(keys_of(origin.sources, origin.cited))
    words = {
        "inferred": "assumed" if named else "assumed, no source",
        "unknown": "undocumented",
        "house": "house rule",
    }
    keys = f" ({named})" if named else ""
    note = f"{'; ' if keys else ': '}{origin.note}" if origin.note else ""
    return f"{words.get(origin.status, origin.status)}{keys}{note}"


class QuoteOfSource(Answer):
    """A quote."""

    source: str = key("The key of the source.")
    section: str = key(
        "The heading above it; after `notes:`, a place in this project’s notes on the source."
    )
    text: str = key("At most twelve words; `…` stands for what is left out.")


class ParameterValue(Answer):
    """A parameter in a ruleset."""

    value: object = key("Its value; null if it is undocumented.")
    status: str = key(STATUS)
    sources: Sequence[str] = key("The sources that were read.")
    cited: Sequence[str] = key("Sources that are said to state it, but were not checked.")
    note: str | None = optional("A remark, only if there is one.")
    quotes: Sequence[QuoteOfSource] = key("What these sources say, word for word.")


class ShowAnswer(Answer, of="rules show"):
    """canasta rules show."""

    name: str = key("The name of the ruleset.")
    base: str = key("The packaged ruleset on which it is based.")
    title: str = key("Its title.")
    about: str = key("What it is.", lambda it: it.description)
    parameters: dict[str, ParameterValue] = key(
        "The parameters.",
        lambda it: {path: _parameter(it, path) for path in PARAMETERS},
        by=("dotted name",),
    )


class RuleFileAnswer(Answer, of="rules new"):
    """canasta rules new."""

    file: str = key("The file.")
    base: str = key("The ruleset on which it is based.", str)


class RuleCheckAnswer(Answer, of="rules check"):
    """canasta rules check."""

    ok: bool = key("True: a file with faults is an error.", lambda _: True)
    base: str = key("The ruleset on which it is based.", str)
    differing: Sequence[str] = key("The parameters that differ from it.")
    unknown: Sequence[str] = key("The undocumented parameters, to be set before a game starts.")


def _known_value(rules: Ruleset, path: str) -> object:
    """Return a value for JSON; ``None`` if it is undocumented."""
    return None if path in rules.unknown else written(rules, path)


def _parameter(rules: Ruleset, path: str) -> ParameterValue:
    return ParameterValue(
        rules.origin(path),
        value=_known_value(rules, path),
        quotes=QuoteOfSource.of_each(quotes(rules, path)),
    )


def diff_blocks(one: Ruleset, other: Ruleset) -> Blocks:
    """Format the parameters in which two rulesets differ, side by side."""
    paths = _apart(one, other)
    if not paths:
        return (Text(f"{one.name} and {other.name} have the same rules."),)
    lines = ((name, shown(one, path), shown(other, path)) for name, path in paths)
    return (Grid(("", one.name, other.name), lines, (0, 1, 2)),)


def _apart(one: Ruleset, other: Ruleset) -> list[tuple[str, str]]:
    """Return the parameters that differ, or that are documented in only one of two rulesets.

    Ranks that differ alike are joined: each name, and one of its parameters.
    """
    found = {*differences(one, other), *(set(one.unknown) ^ set(other.unknown))}
    return vocabulary.together(
        (path for path in PARAMETERS if path in found),
        PARAMETERS,
        lambda path: tuple((shown(rules, path), rules.value(path)) for rules in (one, other)),
    )


class ParameterDifference(Answer):
    """A differing parameter."""

    name: str = key("Its dotted name.")
    values: Sequence[object] = key(
        "Its values, in the order of the rulesets; null if undocumented."
    )


class DiffAnswer(Answer, of="rules diff"):
    """canasta rules diff."""

    rulesets: Sequence[str] = key(
        "The names of both rulesets.", lambda it: [rules.name for rules in it]
    )
    differences: Sequence[ParameterDifference] = key(
        "The parameters that differ.",
        lambda it: [
            ParameterDifference(None, name=name, values=[_known_value(rules, path) for rules in it])
            for name, path in _apart(*it)
        ],
    )


def contents_blocks(found: tuple[Entry, ...]) -> Iterator[Block]:
    """Format all rules and items by chapter."""
    for chapter, rows in groupby(found, lambda entry: entry.chapter):
        yield Text(chapter, Style.TITLE)
        for entry in rows:
            yield Text(entry.id, indent=2)
            yield Text(entry.says, Style.QUIET, 6)
        yield BLANK
    yield Text("Explain one: canasta rules explain ID")


class RuleInList(Answer):
    """A rule or scoring item."""

    id: str = key("Its id.")
    says: str = key("What it says.")
    reads: Sequence[str] = key("The parameters that it reads.")
    chapter: str = key("The chapter in which it is listed.")


class RuleListAnswer(Answer, of="rules explain"):
    """canasta rules explain."""

    rules: Sequence[RuleInList] = key("All of them.", RuleInList.of_each)


def explain_blocks(
    entry: Entry, rules: Ruleset, basis: str, others: tuple[Ruleset, ...]
) -> Iterator[Block]:
    """Format what holds under a ruleset as sentences with their sources, then the values of ``others``.

    ``basis`` names the ruleset, and the game from which it comes.
    """
    yield Text(f"{entry.id} ({basis})", Style.TITLE)
    # The choices of a parameter follow the one that holds; a rule needs no other words than the rulebook's.
    if not (entry.of_parameter or explaining(entry.id, rules)):
        yield from (Text(entry.says), BLANK)
    yield from _in_force(entry, rules)
    if entry.of_parameter:
        yield from (BLANK, Text(entry.says))
    # Rules that read several parameters rest on many quotes.
    if others or entry.of_parameter or not entry.reads:
        yield from _quoted(entry, rules)
    if others:
        yield from _compared(entry, others)
    if keys := _keys(entry, (rules, *others)):
        sources = library.sources()
        yield from (BLANK, Text("Sources", Style.TITLE))
        for key in keys:
            yield Text(f"{key}: {sources[key].title} ({sources[key].where})", indent=2)
    if not others:
        yield from (BLANK, Text(f"Other rulesets: canasta rules explain {entry.id} --all"))


def _in_force(entry: Entry, rules: Ruleset) -> Iterator[Block]:
    """Yield the sentences of the rulebook about an entry, each with the values that it states.

    A value without a sentence follows its description.
    """
    read = _paths(entry, (rules,))
    left = dict.fromkeys(path for path in read if len(entry.reads) == 1 or uses(rules, path))
    if not entry.reads:
        left[RULE + entry.id] = None
    places = {path: place for place, path in enumerate(left)}
    for sentence in sorted(
        about(left, rules),
        key=lambda each: (
            entry.id not in each.rules,
            min(places.get(path, len(left)) for path in each.states),
        ),
    ):
        named = dict.fromkeys((*sentence.states, *sentence.rests_on))
        stated = [path for path in named if path in left or path.startswith(CUSTOM)]
        yield Text(sentence.text)
        if sentence.example:
            yield Text(f"Example: {sentence.example}", indent=2)
        yield from _stated(stated, rules)
        left = {path: None for path in left if path not in stated}
    described = PARAMETERS[next(iter(left))].says if entry.of_parameter and left else ""
    for name, path in by_name(left, rules, sources=True):
        if path in PARAMETERS and described != (described := PARAMETERS[path].says):
            yield Text(as_sentence(described))
        yield from _stated([path], rules, name)


def _stated(paths: list[str], rules: Ruleset, name: str = "") -> Iterator[Block]:
    """Yield values with their sources, and the source of a rule that has no value."""
    for each, path in by_name(paths, rules, sources=True):
        origin = origin_text(rules.origin(path))
        if path in PARAMETERS:
            unused = "" if uses(rules, path) else " (this game has no use for it)"
            yield Text(f"{name or each} = {shown(rules, path)}{unused}", indent=4)
        yield Text(origin, Style.QUIET, 4)
        yield from _of_parts(path, rules, "", 4)


def _compared(entry: Entry, rulesets: tuple[Ruleset, ...]) -> Iterator[Block]:
    """Yield the values of each parameter in several rulesets."""
    for name, path in _read_by(entry, rulesets):
        says = PARAMETERS[path].says
        known = says.lower() in entry.says.lower()
        yield from (BLANK, Text(name if known else f"{name}: {says}", Style.TITLE))
        yield from _by_value(path, rulesets)
    if not entry.reads:
        yield from (BLANK, Text("Stated in", Style.TITLE))
        yield from _origins(RULE + entry.id, rulesets)


def _quoted(entry: Entry, rules: Ruleset) -> list[Block]:
    """Format what the sources say about the values of a ruleset, word for word."""
    lines = dict.fromkeys(
        Text(f"{quote.source}, “{quote.section}”: “{quote.text}”", indent=2)
        for name in _names(entry, (rules,))
        for quote in quotes(rules, name)
    )
    return [BLANK, Text("Quotes", Style.TITLE), *lines] if lines else []


def _names(entry: Entry, rulesets: tuple[Ruleset, ...]) -> Iterator[str]:
    """Yield the parameters that an entry reads, each followed by its parts; a rule that reads none itself."""
    if not entry.reads:
        yield RULE + entry.id
    for _, path in _read_by(entry, rulesets):
        yield path
        yield from dict.fromkeys(name for rules in rulesets for name in _parts(path, rules))


def _parts(path: str, rules: Ruleset) -> list[str]:
    """Return the parts of a value that have rows of their own."""
    return [name for name in rules.origins if name != path and whole(name) == path]


def _read_by(entry: Entry, rulesets: tuple[Ruleset, ...]) -> list[tuple[str, str]]:
    """Return the parameters that an entry reads; ranks with the same values are joined."""
    return vocabulary.together(
        _paths(entry, rulesets),
        PARAMETERS,
        lambda path: tuple((shown(rules, path), rules.origin(path)) for rules in rulesets),
    )


def _paths(entry: Entry, rulesets: tuple[Ruleset, ...]) -> dict[str, None]:
    """Return the parameters that an entry reads.

    Of a name of several ranks, only those with a rule of their own in one of the rulesets are
    shown; all of them if there are none.
    """
    paths: dict[str, None] = {}
    for name in entry.reads:
        found = {path for rules in rulesets for path in behind((name,), rules)}
        named = parameters(name)
        paths.update(dict.fromkeys(path for path in named if path in found or not found))
    return paths


def _by_value(path: str, rulesets: tuple[Ruleset, ...]) -> Iterator[Block]:
    """Format each value once, with its status and sources in each of the rulesets."""
    for value in dict.fromkeys(shown(rules, path) for rules in rulesets):
        having = tuple(rules for rules in rulesets if shown(rules, path) == value)
        yield Text(value, indent=2)
        for each in about((path,), having[0]):
            if each.states[0] == path:
                yield Text(each.text, indent=4)
        yield from _origins(path, having)
    for rules in rulesets:
        yield from _of_parts(path, rules, f" of {rules.name}", 6)


def _of_parts(path: str, rules: Ruleset, of: str, indent: int) -> list[Text]:
    """Format the origins of the parts of a value that have rows of their own."""
    return [
        Text(f"{name}{of}: {origin_text(rules.origin(name))}", Style.QUIET, indent)
        for name in _parts(path, rules)
    ]


def _origins(name: str, rulesets: tuple[Ruleset, ...]) -> list[Text]:
    """Format each origin of a value or rule once, with the rulesets that have it."""
    names: dict[str, list[str]] = {}
    for rules in rulesets:
        names.setdefault(origin_text(rules.origin(name)), []).append(rules.name)
    return [Text(f"{', '.join(names[text])}: {text}", Style.QUIET, 6) for text in names]


def _keys(entry: Entry, rulesets: tuple[Ruleset, ...]) -> list[str]:
    """List the sources of what an entry reads."""
    names = [*_names(entry, rulesets)]
    origins = (rules.origin(name) for rules in rulesets for name in names)
    keys = (key for origin in origins for key in (*origin.sources, *origin.cited))
    return list(dict.fromkeys(keys))


class SourceOfValue(Answer):
    """A source."""

    title: str = key("Its title.")
    where: str = key("Where to find it.")


class ExplainAnswer(RuleInList, of="rules explain"):
    """canasta rules explain ID."""

    ruleset: str = key("The ruleset of your game, or of `--rules`.")
    sentences: Sequence[str] = key("What holds under it, as sentences of the rulebook.")
    values: dict[str, ParameterValue] = key(
        "The parameters that it reads, under this ruleset.", by=("dotted name",)
    )
    parameters: dict[str, dict[str, ParameterValue]] = key(
        "The parameters that it reads.", by=("dotted name", "name of the ruleset")
    )
    sources: dict[str, SourceOfValue] = key("The sources of their values.", by=("key",))


def sentences_about(entry: Entry, rules: Ruleset) -> list[str]:
    """Return the sentences of the rulebook that state what an entry reads."""
    names = tuple(_paths(entry, (rules,))) or (RULE + entry.id,)
    return [each.text for each in about(names, rules)]


def explained(entry: Entry, rules: Ruleset, rulesets: tuple[Ruleset, ...]) -> ExplainAnswer:
    """Return the answer of ``canasta rules explain ID``."""
    sources = library.sources()
    return ExplainAnswer(
        entry,
        ruleset=rules.name,
        sentences=sentences_about(entry, rules),
        values={name: _parameter(rules, path) for name, path in _read_by(entry, (rules,))},
        parameters={
            name: {each.name: _parameter(each, path) for each in rulesets}
            for name, path in _read_by(entry, rulesets)
        },
        sources={each: SourceOfValue(sources[each]) for each in _keys(entry, (rules, *rulesets))},
    )


# Format the irregularities found in a source: what to do, and the penalty.


def penalties_blocks(
    topics: tuple[Irregularity, ...], rules: Ruleset, origin: str
) -> Iterator[Block]:
    """Format each irregularity: its penalty, what to do, and the sources."""
    yield Text(f"Irregularities ({origin})", Style.TITLE)
    for topic in topics:
        cost = penalty(topic.name, rules)
        price = "no points set" if cost is None else f"{count_of(cost, 'point')} against the side"
        yield Text(f"{topic.name}: {price}")
        yield Text(_todo(topic, rules), indent=2)
        yield Text(_read_in(topic, rules), Style.QUIET, 2)
    yield Text("In a tally, write penalty:NAME if points are set, otherwise penalty:POINTS.")
    yield Text("In a hand in play: canasta penalty SIDE NAME, or canasta penalty SIDE POINTS")


def _todo(topic: Irregularity, rules: Ruleset) -> str:
    """Return what the rulebook says about the points, and what else there is to do."""
    sentences = [each.text for each in about((topic.path,), rules)] if topic.path else []
    return " ".join((*sentences, topic.todo)).strip() or topic.says


def _origin(topic: Irregularity, rules: Ruleset) -> Origin | None:
    return rules.origin(topic.path) if topic.path else None


def _read_in(topic: Irregularity, rules: Ruleset) -> str:
    """Format the sources of what to do, and the origin of the points if it adds something."""
    origin = _origin(topic, rules)
    word = "source" if len(topic.sources) == 1 else "sources"
    text = f"{word}: {', '.join(topic.sources)}"
    if origin is None:
        return text
    if origin.status == "seen" and tuple(origin.sources) == tuple(topic.sources):
        return f"{text} ({origin.note})" if origin.note else text
    return f"{text}; points: {origin_text(origin)}"


class IrregularityInList(Answer):
    """An irregularity."""

    topic: str = key("Its name, as in `penalty:` of a tally.", lambda it: it[0].name)
    points: int | None = key(
        "The points that it costs; null if the ruleset has no price.",
        lambda it: penalty(it[0].name, it[1]),
    )
    todo: str = key("What to do.", lambda it: _todo(*it))
    parameter: str | None = key(
        "The parameter with its price; null if rulesets have none for it.", lambda it: it[0].path
    )
    sources: Sequence[str] = key("The sources that say what to do.", lambda it: it[0].sources)
    points_from: Sequence[str] = key(
        "The sources that state the points.",
        lambda it: origin.sources if (origin := _origin(*it)) else (),
    )


class PenaltiesAnswer(Answer, of="rules penalties"):
    """canasta rules penalties."""

    ruleset: str = key("The name of the ruleset.", lambda it: it[1].name)
    penalties: Sequence[IrregularityInList] = key(
        "The irregularities.", lambda it: [IrregularityInList((topic, it[1])) for topic in it[0]]
    )


# Format a file of house rules to edit: every parameter commented out, with its description.

# A key that TOML allows without quotes.
BARE = re.compile(r"[\w-]+", re.ASCII)
# Columns of a line in the file.
WIDTH = 100


def rule_file(rules: Ruleset) -> str:
    """Format a ruleset as a file; values that differ from its base are not commented out.

    Undocumented parameters are listed at the top, since a game can't start without them; the
    value on their line is only a placeholder.
    """
    base = library.ruleset(rules.base)
    lines = [
        f"# House rules based on {rules.base}. To change a value, remove the # before its name.",
        f'extends = "{rules.base}"',
        f"title = {toml_line(f'{rules.title} with house rules')}",
        *_to_fill_in(rules.unknown),
    ]
    for group, kind in GROUPS.items():
        head = ["", f"# {(kind.__doc__ or '').rstrip('.')}"]
        if group == vocabulary.GROUP:
            lines += [*head, *_ranks(rules, base)]
            continue
        lines += [*head, f"[{group}]"]
        for name in kind.params:
            path = f"{group}.{name}"
            lines += [*_describe("", path), *_value(rules, base, path, name)]
    return "\n".join(lines) + "\n"


def _ranks(rules: Ruleset, base: Ruleset) -> list[str]:
    """Format the ranks: each property is described once, and ranks that are alike share a table."""
    lines = ["# Properties of a rank, not all of which every rank can have:"]
    for name, each in Ranks.properties.items():
        lines += _describe(f"{name}: ", vocabulary.name_of(each.ranks[0].value, name))
    lines.append(
        "# A table for a range or several ranks sets each of them. Add a table for any rank:"
    )
    lines += ["#   [ranks.K]", "#   canasta = 1000"]
    alike: dict[tuple[object, ...], list[Rank]] = {}
    for rank in Rank:
        row = tuple(
            (name, rules.value(path), base.value(path), path in rules.unknown)
            for name in Ranks.properties
            if (path := vocabulary.name_of(rank.value, name)) in PARAMETERS
        )
        alike.setdefault(row, []).append(rank)
    for same in alike.values():
        named = vocabulary.write_ranks(same, Rank)
        lines += ["", f"[ranks.{named}]" if BARE.fullmatch(named) else f'[ranks."{named}"]']
        for name in Ranks.properties:
            path = vocabulary.name_of(same[0].value, name)
            if path in PARAMETERS:
                lines += _value(rules, base, path, name)
    return lines


def _describe(before: str, path: str) -> list[str]:
    """Format what a parameter means."""
    statement = PARAMETERS[path]
    allowed = f" ({statement.allowed})" if statement.allowed else ""
    text = before + statement.says + allowed
    return wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#   ")


def _value(rules: Ruleset, base: Ruleset, path: str, name: str) -> list[str]:
    """Format the value of a parameter, commented out if it is that of the base."""
    if path in rules.unknown:
        return [
            "# FILL IN: undocumented. Remove the # and set the value that you play with:",
            f"# {name} = {toml_line(written(rules, path))}",
        ]
    mark = "# " if base.value(path) == rules.value(path) else ""
    return [f"{mark}{name} = {toml_line(written(rules, path))}"]


def _to_fill_in(unknown: tuple[str, ...]) -> list[str]:
    if not unknown:
        return []
    return [
        "",
        "# These values are undocumented. Set each of them before starting a game; they are",
        "# marked FILL IN below:",
        *(f"#   {path}" for path in unknown),
    ]


def toml_line(value: object) -> str:
    """Format a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(toml_line(each) for each in value)}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {toml_line(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    return str(value)
