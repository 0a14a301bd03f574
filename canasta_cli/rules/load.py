"""Load rulesets from TOML and JSON, with all problems at once.

The library and the commands about rules call it; nothing is loaded from files anywhere else.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from canasta_cli.errors import NoLongerKept, NotUnderstood, RulesetError
from canasta_cli.model.cards import Rank
from canasta_cli.rules import vocabulary
from canasta_cli.rules.groups import CUT, GROUPS, OF_NATURAL_RANKS, PARAMETERS, Ranks
from canasta_cli.rules.names import NoParameter, by_name, parameters
from canasta_cli.rules.parameter import OFF, is_among
from canasta_cli.rules.schema import (
    CITED,
    FROM,
    HOUSE,
    RULE,
    STATED,
    STATUSES,
    Origin,
    Ruleset,
    part,
    read_origin,
    whole,
)
from canasta_cli.rules.vocabulary import (
    Basis,
    RankDiscard,
    WildLock,
    WildMelds,
)
from canasta_cli.untrusted import Unreadable, lines_of, parse_toml
from canasta_cli.values import NamedTuple
from canasta_cli.words import MOST_SHOWN, abridged, count_of, either, first_of

LONGEST_FILE = 200_000
HEADERS = ("title", "about", "extends", "main_sources", "sources")
# The base of a file without ``extends``; its values are the defaults of the schema.
ROOT = "classic"
LATER = "inferred: a parameter added after this game was recorded; its default"
"""The origin of a parameter in a game that was recorded without it."""

Problem = tuple[str, str]
"""The dotted key of a problem, and the error."""
Library = Callable[[str], Ruleset]
T = TypeVar("T")


class _Read(NamedTuple):
    """The values and origins read from a text, its rows of sources, and its problems."""

    values: dict[str, object]
    origins: dict[str, str]
    sources: Mapping[str, Any]
    main: list[str]
    problems: list[Problem]


def load(text: str, name: str, library: Library) -> Ruleset:
    """Load a ruleset file; ``library`` finds the ruleset that it extends.

    Raises :class:`~canasta_cli.errors.RulesetError` with every problem, each with its line.
    """
    table = parsed(text, name)
    parent = _parent(table, name, library)
    return _loaded(table, name, text, parent or library(ROOT))


def _loaded(
    table: Mapping[str, object], name: str, text: str, parent: Ruleset, *, own_game: bool = False
) -> Ruleset:
    read = _read(table)
    title, about = (
        _header(table, key, str, "expected text in quotes", read.problems)
        for key in ("title", "about")
    )
    ruleset = parent.with_values(read.values)._replace(name=name)
    # A game that extends no other one may have a row for any rule.
    rules = read.origins if own_game and "extends" not in table else parent.origins
    _check(ruleset, read.problems or misplaced(read.origins, ruleset, rules), text)
    origins = {
        path: write_origin(_inherited_origin(path, parent, read, own_game=own_game))
        for path in without_parts(parent.origins, read.origins)
    }
    origins |= read.origins
    result = ruleset._replace(title=title or parent.title, about=about, origins=origins)
    return _check(result, contradictions(result), text)


def packaged(text: str, name: str, library: Library) -> Ruleset:
    """Load a packaged ruleset, which is its own base."""
    table = parsed(text, name)
    defaults = from_data({"name": name, "values": {}, "origins": {}})
    defaults = defaults._replace(origins=dict.fromkeys(PARAMETERS, HOUSE))
    parent = _parent(table, name, library) or defaults
    return _loaded(table, name, text, parent._replace(base=name), own_game=True)


def changed(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """Apply house rules to a ruleset, by dotted name or in nested tables.

    Raises :class:`~canasta_cli.errors.RulesetError` with every problem, or ``NoLongerKept``.
    """
    read = _read(changes)
    _check(ruleset, read.problems)
    house = {
        path: HOUSE
        for path, value in read.values.items()
        if path in ruleset.unknown or ruleset.value(path) != value
    }
    origins = without_parts(ruleset.origins, house) | house
    result = ruleset.with_values(read.values)._replace(origins=origins)
    return _check(result, contradictions(result))


@lru_cache(maxsize=8)
def to_data(ruleset: Ruleset) -> Mapping[str, object]:
    """Convert a ruleset to JSON data, with every value and its origin."""
    rows = vocabulary.together(
        PARAMETERS, PARAMETERS, lambda path: (ruleset.value(path), ruleset.origins[path])
    )
    more = [(name, name) for name in ruleset.origins if name not in PARAMETERS]
    return {
        "name": ruleset.name,
        "base": ruleset.base,
        "title": ruleset.title,
        "about": ruleset.about,
        "values": {name: PARAMETERS[path].kind.write(ruleset.value(path)) for name, path in rows},
        "origins": {name: ruleset.origins[path] for name, path in (*rows, *more)},
    }


def from_data(data: Mapping[str, object]) -> Ruleset:
    """Load what :func:`to_data` returned.

    Raises :class:`~canasta_cli.errors.RulesetError` or :class:`~canasta_cli.errors.NoLongerKept`.
    """
    values, origins = data.get("values"), data.get("origins")
    name = str(data.get("name", ""))
    if not isinstance(values, Mapping) or not isinstance(origins, Mapping):
        raise RulesetError(f"the recorded rules “{name}” contain no values")
    problems: list[Problem] = []
    read = _values(values, problems)
    texts = read_texts(origins, "origins", problems)
    if problems:
        key, says = problems[0]
        if key in CUT:
            raise NoLongerKept(f"{key}: {says}")
        another = f"the recorded rules “{name}” are of another version of canasta"
        raise RulesetError(f"{another}: {key}: {says}")
    groups: dict[str, Any] = {group: kind() for group, kind in GROUPS.items()}
    defaults = Ruleset(
        name=name,
        base=str(data.get("base", name)),
        title=str(data.get("title", name)),
        about=str(data.get("about", "")),
        origins=dict.fromkeys(PARAMETERS, LATER) | texts,
        **groups,
    )
    return defaults.with_values(read)


def differences(one: Ruleset, other: Ruleset) -> tuple[str, ...]:
    """Return the parameters in which two rulesets differ, in the order of the schema."""
    return tuple(path for path in PARAMETERS if one.value(path) != other.value(path))


def parsed(text: str, name: str) -> dict[str, object]:
    """Parse a file of rules. Raises :class:`~canasta_cli.errors.RulesetError`."""
    if len(text) > LONGEST_FILE:
        raise RulesetError(
            f"“{name}” has {count_of(len(text), 'character')}; a ruleset may have {LONGEST_FILE:,}"
        )
    try:
        return parse_toml(text)
    except Unreadable as error:
        raise RulesetError(f"“{name}” is {error.what}", (error.problem,)) from None


def _parent(table: Mapping[str, object], name: str, library: Library) -> Ruleset | None:
    extends = table.get("extends")
    if extends is None:
        return None
    if not isinstance(extends, str):
        raise RulesetError(f"“{name}”: extends must be the name of one ruleset, in quotes")
    try:
        return library(extends)
    except NotUnderstood as error:
        says = f"“{name}” extends {abridged(extends)}, but {abridged(error.message)}"
        raise RulesetError(says) from None


def _header(
    table: Mapping[str, object], key: str, kind: type[T], says: str, problems: list[Problem]
) -> T:
    """Return a value at the head of a file, which is of one kind; empty if there is none."""
    value = table.get(key, kind())
    if isinstance(value, kind):
        return value
    problems.append((key, says))
    return kind()


def _read(table: Mapping[str, object]) -> _Read:
    problems: list[Problem] = []
    values = _values(_rows(table), problems)
    says = "expected a table of parameters and their sources"
    sources = _header(table, "sources", dict, says, problems)
    origins = {path: sources.get(_of_group(path), HOUSE) for path in values}
    origins |= read_texts(sources, "sources", problems)
    says = 'expected keys of sources, for example ["pagat"]'
    main: list[str] = _header(table, "main_sources", list, says, problems)
    if not all(isinstance(each, str) for each in main):
        problems.append(("main_sources", says))
    return _Read(values, origins, sources, main, problems)


def _of_group(path: str) -> str:
    """Name the general row for the group of a parameter."""
    return f"{path.partition('.')[0]}.*"


def _rows(table: Mapping[str, object]) -> dict[str, object]:
    """Return the values that a file sets, by dotted name."""
    rows: dict[str, object] = {}
    for key, value in table.items():
        if key in HEADERS:
            continue
        if not isinstance(value, Mapping) or key not in GROUPS:
            rows[key] = value
            continue
        for name, inner in value.items():
            # The group of ranks is a table of tables: one for each rank.
            if key == vocabulary.GROUP and isinstance(inner, Mapping):
                rows.update({vocabulary.name_of(name, each): inner[each] for each in inner})
            else:
                rows[f"{key}.{name}"] = inner
    return rows


def _values(rows: Mapping[str, object], problems: list[Problem]) -> dict[str, object]:
    """Read values by the names that the file gives them; a name may stand for several ranks."""
    named: dict[str, tuple[str, ...]] = {}
    read: dict[str, dict[str, object]] = {}
    for name, value in rows.items():
        if name in CUT:
            off, reason = CUT[name]
            problems += [] if value == off else [(name, reason)]
            continue
        try:
            named[name] = parameters(
                name, others=(*GROUPS, *HEADERS), hint=len(problems) < MOST_SHOWN
            )
            read[name] = _read_values(named[name], value)
        except NoParameter as error:
            group = f"expected the parameters of a group, below a line [{name}]"
            unknown = f"there is no such parameter{error}"
            problems.append((name, group if name in GROUPS else unknown))
        except ValueError as error:
            problems.append((name, str(error)))
    decided = _deciding({name: named[name] for name in read}, problems)
    return {path: read[name][path] for path, name in decided.items()}


def _deciding(
    named: Mapping[str, tuple[str, ...]], problems: list[Problem], table: str = ""
) -> dict[str, str]:
    """Map each parameter to the name that decides it; names that contradict each other are problems.

    A name of fewer ranks takes precedence: ``ranks.7.points`` over ``ranks.4-9.points``.
    """
    found: dict[str, str] = {}
    conflicts: dict[str, str] = {}
    for name in sorted(named, key=lambda each: -len(named[each])):
        for path in named[name]:
            other = found.get(path, name)
            if other != name and len(named[other]) == len(named[name]):
                conflicts.setdefault(f"{table}{name}", f"{other} sets {path} too")
            found[path] = name
    problems += conflicts.items()
    return found


def _read_values(paths: tuple[str, ...], value: object) -> dict[str, object]:
    """Read a value for several ranks, of which some may not be able to have it."""
    read: dict[str, object] = {}
    for path in paths:
        try:
            read[path] = _read_value(path, value)
        except ValueError as error:
            raise ValueError(f"for {path}, {error}" if read else str(error)) from None
    return read


def _read_value(path: str, value: object) -> object:
    """Read the value of a parameter. Raises ``ValueError`` with what is wrong and what is allowed."""
    kind = PARAMETERS[path].kind
    try:
        return kind.read(value)
    except ValueError as error:
        if kind.choices or kind.says in str(error):
            raise
        says = f"{error} (allowed: {kind.says}; example: {kind.example})"
        raise ValueError(says) from None


def _check(ruleset: Ruleset, found: Iterable[Problem], text: str = "") -> Ruleset:
    """Return a ruleset without problems; one that says that a feature is gone stands alone in the error."""
    if not (problems := list(found)):
        return ruleset

    lines = lines_of(text)
    says = [f"{_place(lines, key)}{key}: {problem}" for key, problem in problems]
    gone = [each for each, (key, _) in zip(says, problems, strict=True) if key in CUT]
    if gone:
        raise NoLongerKept(gone[0])
    raise RulesetError(
        f"the rules “{ruleset.name}” can't be used:",
        tuple(first_of(says, "problem")),
        fix=f"See the parameters with: canasta rules show {ruleset.base}",
    )


def _place(lines: Mapping[tuple[str, int, str], int], key: str) -> str:
    """Return the line of a key, or else of the innermost table that it is in."""
    words = key.split(".")
    for end in range(len(words), 0, -1):
        for at in range(end + 1):
            place = ".".join(words[:at]), 1, ".".join(words[at:end])
            if place in lines:
                return f"line {lines[place]}: "
    return ""


# Find the origin of a value that a ruleset takes from the ruleset it extends.


def _inherited_origin(path: str, parent: Ruleset, read: _Read, *, own_game: bool) -> Origin:
    """Return the origin of a value that a ruleset file neither sets nor lists by name.

    A general row may cover it (``pile.*``, or ``*``). ``own_game`` is true if the file describes a
    different game, not its parent with house rules. The value is *seen* only if one of the main sources,
    which describe the file's game, states it, and *cited* if one is only said to.
    """
    row = read.sources.get(_of_group(path), read.sources.get("*"))
    general = read_origin(row) if row and not path.startswith(RULE) else None
    origin = parent.origin(path)
    if general and (origin.status == "unknown" or general.status in ("house", "unknown")):
        return general
    if origin.status not in (*STATED, "inherited"):
        return general._replace(status=origin.status) if general else origin
    sources, cited = (
        tuple(key for key in keys if key in read.main) for keys in (origin.sources, origin.cited)
    )
    if sources or cited:
        return origin._replace(status="seen" if sources else CITED, sources=sources, cited=cited)
    if not general and not own_game:
        return origin
    giver = origin.giver or parent.name
    of = general or origin
    note = of.note.removeprefix(FROM + giver).removeprefix("; ")
    says = f"{FROM}{giver}" + (f"; {note}" if note else "")
    return Origin("inherited", of.sources, says, of.cited)


# Read the rows of `[sources]`: where the value of each parameter comes from.


def has_status(text: object) -> bool:
    """True if a text begins with a status."""
    return isinstance(text, str) and text.split(" ", 1)[0].rstrip(":") in STATUSES


def write_origin(origin: Origin) -> str:
    """Format an origin as :func:`read_origin` reads it."""
    note = f": {origin.note}" if origin.note else ""
    cited = (CITED, *origin.cited) if origin.cited else ()
    if origin.status == CITED:
        return " ".join(cited) + note
    return " ".join((origin.status, *origin.sources, *cited)) + note


def _general(key: str) -> tuple[str, ...]:
    """Return the parameters of a general row: all (``*``), or those of a group (``pile.*``)."""
    if key == "*":
        return tuple(PARAMETERS)
    group = key.removesuffix(".*")
    if group == key or group not in GROUPS:
        return ()
    return tuple(path for path in PARAMETERS if path.startswith(f"{group}."))


def _named(name: str, *, hint: bool) -> tuple[str, ...]:
    """Return what the row is about: parameters, a part of one (``opening.tiers[5]``), or a rule."""
    if name.startswith(RULE):
        return (name,)
    found = parameters(whole(name), hint=hint)
    if whole(name) == name:
        return found
    index = name.removeprefix(whole(name))
    if len(found) > 1 or not re.fullmatch(r"\[[1-9]\d{0,2}\]", index):
        raise NoParameter(": a part of a value is named like opening.tiers[2]")
    return (found[0] + index,)


def names_in_row(name: str) -> tuple[str, ...]:
    """Return what a row of ``[sources]`` is about. Raises :class:`~canasta_cli.rules.names.NoParameter`."""
    return _general(name) or _named(name, hint=False)


def read_texts(rows: Mapping[str, object], table: str, problems: list[Problem]) -> dict[str, str]:
    """Return the row of each parameter as text, from rows by the names that a file gives them."""
    named: dict[str, tuple[str, ...]] = {}
    for name, text in rows.items():
        if name in CUT:
            continue
        general = _general(name)
        try:
            found = () if general else _named(name, hint=len(problems) < MOST_SHOWN)
        except NoParameter as error:
            problems.append((f"{table}.{name}", f"there is no such parameter{error}"))
            continue
        if has_status(text):
            named[name] = found
        else:
            says = f"must start with {either(STATUSES)}, then keys of sources"
            problems.append((f"{table}.{name}", says))
    decided = _deciding(named, problems, f"{table}.")
    return {path: str(rows[name]) for path, name in decided.items()}


def without_parts(origins: Mapping[str, str], paths: Container[str]) -> dict[str, str]:
    """Return origins without those of parts of some parameters, whose values are other ones."""
    return {
        name: origin
        for name, origin in origins.items()
        if whole(name) == name or whole(name) not in paths
    }


def misplaced(origins: Mapping[str, str], ruleset: Ruleset, rules: Container[str]) -> list[Problem]:
    """List the rows of parts that values don't have, and of rules that are not among ``rules``."""
    problems: list[Problem] = []
    for name in origins:
        if name.startswith(RULE):
            if name not in rules:
                problems.append((f"sources.{name}", "there is no such rule"))
        elif whole(name) != name:
            value = PARAMETERS[whole(name)].kind.write(ruleset.value(whole(name)))
            parts = len(value) if isinstance(value, list) else 0
            if (part(name) or 0) > parts:
                says = f"{whole(name)} has {count_of(parts, 'part')}"
                problems.append((f"sources.{name}", says))
    return problems


# Contradictions between parameters, which no ruleset may contain.


def contradictions(rules: Ruleset) -> Iterator[Problem]:
    """Yield every contradiction in a ruleset: the parameter to report, and the error."""
    yield from _about_wild_cards(rules)
    yield from _about_seats(rules)
    packs, melds = rules.deck.packs, rules.melds
    if (values := len(rules.threes.red)) != 2 * packs:
        have = f"{count_of(packs, 'pack')} (deck.packs) {'has' if packs == 1 else 'have'}"
        threes = count_of(2 * packs, "red three")
        yield "threes.red", f"{have} {threes}, so {2 * packs} values are needed, not {values}"
    if melds.canasta < melds.smallest:
        yield "melds.canasta", "a canasta can't be smaller than the smallest meld (melds.smallest)"
    if melds.largest is not None and melds.largest < melds.canasta:
        yield "melds.largest", "the largest meld can't be smaller than a canasta (melds.canasta)"
    if (rules.end.target is None) == (rules.end.deals is None):
        says = "the game needs either a target or a number of deals (end.deals), and not both"
        yield "end.target", says
    if melds.wild_lock is not WildLock.NONE and not melds.wild_only:
        says = "wild cards can be locked only if they can form melds (melds.wild_only)"
        yield "melds.wild_lock", says
    starts = [tier.start for tier in rules.opening.tiers if tier.start is not None]
    if rules.opening.basis is Basis.DEAL and any(start < 2 for start in starts):
        says = "when the minimum goes by deal (opening.basis), the second tier must start at deal 2"
        yield "opening.tiers", f"{says} or later"


def _about_wild_cards(rules: Ruleset) -> Iterator[Problem]:
    if rules.wild_ranks.wild == (Rank.JOKER,) and not rules.deck.jokers:
        says = "the game has no wild cards: no rank is wild, and the deck has no jokers"
        yield "ranks.2.wild", f"{says} (deck.jokers)"
    if not rules.wild_ranks.natural:
        says = "at least one rank from four up to ace, or deuces, must not be wild"
        yield "ranks.2.wild", says
    for rank in Rank:
        if f"{rank.value}.wild" in Ranks.params and rank in rules.wild_ranks:
            for name in _kept_by(rank, rules)[:1]:
                says = f"{rank.many} can't be wild and have a rule of natural cards; leave out"
                yield f"ranks.{rank.value}.wild", f"{says} ranks.{rank.value}.{name}"
    if Rank.DEUCE not in rules.wild_ranks:
        if rules.melds.wild_as is WildMelds.DEUCES:
            says = "deuces can be melded as wild cards only if they are wild (ranks.2.wild)"
            yield "melds.wild_as", says
        if rules.melds.wild_lock is WildLock.DEUCES:
            says = "deuces can be locked as wild cards only if they are wild (ranks.2.wild)"
            yield "melds.wild_lock", says


def _kept_by(rank: Rank, rules: Ruleset) -> list[str]:
    """List the properties of natural ranks that a wild rank still has."""
    names = [
        name
        for name in OF_NATURAL_RANKS
        if getattr(rules.ranks, name)[rank] != Ranks.properties[name].off
    ]
    once_a_canasta = rules.ranks.discard[rank] in (RankDiscard.OWN, RankDiscard.BOTH)
    return [*names, "discard"] if once_a_canasta else names


def _about_seats(rules: Ruleset) -> Iterator[Problem]:
    sides, players = rules.seats.sides, rules.seats.players
    if sum(sides) != players:
        have = f"the sides have {count_of(sum(sides), 'player')}"
        yield "seats.sides", f"{have}, but the game has {players} (seats.players)"
    if len(sides) < 2:
        yield "seats.sides", "a game needs at least 2 sides"
    if rules.one_alone and sides != (1, 1, 1):
        says = "one player can play alone only if the sides are [1, 1, 1] (seats.sides)"
        yield "seats.partners", says
    if rules.one_sits_out and max(sides) != min(sides) + 1:
        says = "a player can sit out only if one side has one player more than the other"
        yield "seats.partners", says


# Find the parameters that a game uses, by the `when` of their declarations.


def uses(ruleset: Ruleset, path: str) -> bool:
    """True if a parameter can matter under a ruleset.

    An undocumented parameter counts as used: without its value, nothing shows that it is not.
    """
    when = PARAMETERS[path].when
    if when is None or path in ruleset.unknown:
        return True
    return any(
        (gate in ruleset.unknown or not is_among(ruleset.value(gate), when.unless))
        and (gate == path or uses(ruleset, gate))
        for gate in when.paths
    )


def acts(ruleset: Ruleset, path: str) -> bool:
    """True if a parameter has an effect under a ruleset, as the library says of a compiled one."""
    return uses(ruleset, path) and not is_among(ruleset.value(path), OFF)


def used(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the parameters that can matter under a ruleset, in the order of the schema.

    Ranks with the same value of a property, from the same sources, count as one parameter.
    """
    paths = (path for path in PARAMETERS if uses(ruleset, path))
    return tuple(path for _, path in by_name(paths, ruleset, sources=True))
