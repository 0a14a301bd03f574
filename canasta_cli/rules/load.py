"""Load rulesets from TOML and JSON, with ``extends`` and house rules; report all problems at once."""

from collections.abc import Callable, Mapping

from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules import ranks
from canasta_cli.rules.declared import GROUPS, PARAMETERS, build
from canasta_cli.rules.former import in_names_of_today, texts_in_names_of_today
from canasta_cli.rules.inheriting import inherited_origin
from canasta_cli.rules.names import NoParameter, deciding, joined, parameters
from canasta_cli.rules.origins import (
    Problem,
    general_origins,
    group_origins,
    misplaced,
    read_origins,
    read_texts,
    without_parts,
    write_origin,
)
from canasta_cli.rules.schema import Origin, Origins, Ruleset, whole
from canasta_cli.untrusted import Unreadable, parse_toml
from canasta_cli.values import NamedTuple
from canasta_cli.words import MOST_SHOWN, abridged, count_of, first_of

LONGEST_FILE = 200_000
HEADERS = ("title", "about", "extends", "main_sources", "sources")
HOUSE = Origin("house")
# The base of a file without ``extends``; its values are the defaults of the schema.
ROOT = "classic"
_LATER = "inferred: a parameter added after this game was recorded; its default"

Library = Callable[[str], Ruleset]


class _Read(NamedTuple):
    """The values and origins read from a text, and its problems.

    ``general`` has the origins in general rows, of parameters without a row of their own.
    """

    values: dict[str, object]
    origins: dict[str, Origin]
    general: dict[str, Origin]
    main: tuple[str, ...]
    problems: list[Problem]


def load(text: str, name: str, library: Library) -> Ruleset:
    """Load a ruleset file; ``library`` finds the ruleset that it extends.

    Raises :class:`~canasta_cli.errors.RulesetError` with every problem, each with its line.
    """
    table = _parsed(text, name)
    parent = _parent(table, name, library)
    return _loaded(table, name, text, parent or library(ROOT))


def _loaded(
    table: Mapping[str, object],
    name: str,
    text: str,
    parent: Ruleset | None,
    *,
    own_game: bool = False,
) -> Ruleset:
    read = _read(table)
    title, about = (_words(table, key, read.problems) for key in ("title", "about"))
    if read.problems:
        raise _broken(name, read.problems, text, parent.base if parent else ROOT)
    values, origins = _inherited(parent)
    rules = read.origins if parent is None else origins
    if problems := misplaced(read.origins, values | read.values, rules):
        raise _broken(name, problems, text, parent.base if parent else ROOT)
    if parent is not None:
        origins = {
            path: inherited_origin(
                path, parent, row=read.general.get(whole(path)), main=read.main, own_game=own_game
            )
            for path in without_parts(origins, read.origins)
        }
    ruleset = build(
        values | read.values,
        origins | read.origins,
        name=name,
        base=parent.base if parent else name,
        title=title or (parent.title if parent else name),
        about=about,
    )
    return _consistent(ruleset, text)


def packaged(text: str, name: str, library: Library) -> Ruleset:
    """Load a packaged ruleset, which is its own base."""
    table = _parsed(text, name)
    parent = _parent(table, name, library)
    return _loaded(table, name, text, parent, own_game=True)._replace(base=name)


def changed(ruleset: Ruleset, changes: Mapping[str, object], text: str = "") -> Ruleset:
    """Apply house rules to a ruleset, by dotted name or in nested tables.

    Raises :class:`~canasta_cli.errors.RulesetError` with every problem.
    """
    read = _read(changes)
    if read.problems:
        raise _broken(ruleset.name, read.problems, text, ruleset.base)
    values, origins = _inherited(ruleset)
    house = {path: HOUSE for path, value in read.values.items() if values[path] != value}
    filled = {path: HOUSE for path in read.values if path in ruleset.unknown}
    result = build(
        values | read.values,
        without_parts(origins, house) | house | filled,
        name=ruleset.name,
        base=ruleset.base,
        title=ruleset.title,
        about=ruleset.about,
    )
    return _consistent(result, text)


def house_table(text: str, name: str) -> dict[str, object]:
    """Parse a file of house rules. Raises :class:`~canasta_cli.errors.RulesetError`."""
    return _parsed(text, name)


def to_data(ruleset: Ruleset) -> dict[str, object]:
    """Convert a ruleset to JSON data, with every value and its origin."""
    rows = joined(PARAMETERS, lambda path: (ruleset.value(path), ruleset.origins[path]))
    more = [(name, name) for name in ruleset.origins if name not in PARAMETERS]
    return {
        "name": ruleset.name,
        "base": ruleset.base,
        "title": ruleset.title,
        "about": ruleset.about,
        "values": {name: PARAMETERS[path].kind.write(ruleset.value(path)) for name, path in rows},
        "origins": {name: write_origin(ruleset.origins[path]) for name, path in (*rows, *more)},
    }


def from_data(data: Mapping[str, object]) -> Ruleset:
    """Load what :func:`to_data` returned. Raises :class:`~canasta_cli.errors.RulesetError`."""
    values, origins = data.get("values"), data.get("origins")
    name = str(data.get("name", ""))
    if not isinstance(values, Mapping) or not isinstance(origins, Mapping):
        raise RulesetError(f"the recorded rules “{name}” contain no values")
    problems: list[Problem] = []
    read = _values(in_names_of_today(values), problems)
    texts = read_texts(texts_in_names_of_today(origins, values), "origins", problems)
    if problems:
        raise _broken(name, problems, "")
    known = Origins(dict.fromkeys(PARAMETERS, _LATER) | texts)
    return build(
        read,
        known,
        name=name,
        base=str(data.get("base", name)),
        title=str(data.get("title", name)),
        about=str(data.get("about", "")),
    )


def shown(ruleset: Ruleset, path: str) -> str:
    """Format a parameter's value for people, or ``?`` if it is unknown."""
    return "?" if path in ruleset.unknown else assumed(ruleset, path)


def assumed(ruleset: Ruleset, path: str) -> str:
    """Format a parameter's value for people, even one that stands in for an unknown value."""
    return PARAMETERS[path].kind.show(ruleset.value(path))


def differences(one: Ruleset, other: Ruleset) -> tuple[str, ...]:
    """Return the parameters in which two rulesets differ, in the order of the schema."""
    return tuple(path for path in PARAMETERS if one.value(path) != other.value(path))


def _parsed(text: str, name: str) -> dict[str, object]:
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


def _inherited(parent: Ruleset | None) -> tuple[dict[str, object], dict[str, Origin]]:
    if parent is None:
        defaults = {path: statement.default for path, statement in PARAMETERS.items()}
        return defaults, dict.fromkeys(PARAMETERS, HOUSE)
    return {path: parent.value(path) for path in PARAMETERS}, dict(parent.origins)


def _words(table: Mapping[str, object], key: str, problems: list[Problem]) -> str:
    value = table.get(key, "")
    if isinstance(value, str):
        return value
    problems.append((key, "expected text in quotes"))
    return ""


def _read(table: Mapping[str, object]) -> _Read:
    problems: list[Problem] = []
    rows = _rows(table)
    values = _values(in_names_of_today(rows), problems)
    general: dict[str, Origin] = {}
    origins = dict.fromkeys(values, HOUSE)
    sources = table.get("sources", {})
    if isinstance(sources, Mapping):
        groups = group_origins(sources)
        general = general_origins(sources, "*") | groups
        origins.update({path: groups[path] for path in values if path in groups})
        read_origins(texts_in_names_of_today(sources, rows), origins, problems)
    else:
        problems.append(("sources", "expected a table of parameters and their sources"))
    return _Read(values, origins, general, _keys(table, "main_sources", problems), problems)


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
            if key == ranks.GROUP and isinstance(inner, Mapping):
                rows.update({ranks.name_of(name, each): inner[each] for each in inner})
            else:
                rows[f"{key}.{name}"] = inner
    return rows


def _keys(table: Mapping[str, object], key: str, problems: list[Problem]) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    problems.append((key, 'expected keys of sources, for example ["pagat"]'))
    return ()


def _values(rows: Mapping[str, object], problems: list[Problem]) -> dict[str, object]:
    """Read values by the names that the file gives them; a name may stand for several ranks."""
    named: dict[str, tuple[str, ...]] = {}
    read: dict[str, dict[str, object]] = {}
    for name, value in rows.items():
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
    decided, conflicts = deciding({name: named[name] for name in read})
    problems += conflicts
    return {path: read[name][path] for path, name in decided.items()}


def _read_values(paths: tuple[str, ...], value: object) -> dict[str, object]:
    """Read a value for several ranks, of which some may not be able to have it."""
    read = {paths[0]: _read_value(paths[0], value)}
    for path in paths[1:]:
        try:
            read[path] = _read_value(path, value)
        except ValueError as error:
            raise ValueError(f"for {path}, {error}") from None
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


def _consistent(ruleset: Ruleset, text: str) -> Ruleset:
    from canasta_cli.rules.contradictions import contradictions

    problems = list(contradictions(ruleset))
    if problems:
        raise _broken(ruleset.name, problems, text, ruleset.base)
    return ruleset


def _broken(name: str, problems: list[Problem], text: str, base: str = ROOT) -> RulesetError:
    from canasta_cli.untrusted import lines_of  # needed only for problems

    lines = lines_of(text)
    says = [f"{_place(lines, key)}{key}: {problem}" for key, problem in problems]
    return RulesetError(
        f"the rules “{name}” can't be used:",
        tuple(first_of(says, "problem")),
        fix=f"See the parameters with: canasta rules show {base}",
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
