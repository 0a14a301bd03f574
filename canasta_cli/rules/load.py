"""Load rulesets from TOML and JSON, with ``extends`` and house rules; report all problems at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules.inheriting import inherited_origin
from canasta_cli.rules.schema import GROUPS, PARAMETERS, STATUSES, Origin, Ruleset, build
from canasta_cli.untrusted import Unreadable, parse_toml
from canasta_cli.words import MOST_SHOWN, abridged, count_of, either, first_of

LONGEST_FILE = 200_000
HEADERS = ("title", "about", "extends", "main_sources", "sources")
HOUSE = Origin("house")
# The base of a file without ``extends``; its values are the defaults of the schema.
ROOT = "classic"
_LATER = "inferred: a parameter added after this game was recorded; its default"

Library = Callable[[str], Ruleset]


class Origins(Mapping[str, Origin]):
    """The recorded origins of values, each parsed on access."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def __getitem__(self, path: str) -> Origin:
        return _read_origin(self._texts[path])

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class _Problem(NamedTuple):
    """A problem: the dotted key, and the error."""

    key: str
    says: str


class _Read(NamedTuple):
    """The values and origins read from a text, and its problems.

    ``general`` has the origins in general rows, of parameters without a row of their own.
    """

    values: dict[str, object]
    origins: dict[str, Origin]
    general: dict[str, Origin]
    main: tuple[str, ...]
    problems: list[_Problem]


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
    if parent is not None:
        origins = {
            path: inherited_origin(
                path, parent, row=read.general.get(path), main=read.main, own_game=own_game
            )
            for path in PARAMETERS
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
        origins | house | filled,
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
    return {
        "name": ruleset.name,
        "base": ruleset.base,
        "title": ruleset.title,
        "about": ruleset.about,
        "values": {path: written(ruleset, path) for path in PARAMETERS},
        "origins": {path: _write_origin(ruleset.origins[path]) for path in PARAMETERS},
    }


def from_data(data: Mapping[str, object]) -> Ruleset:
    """Load what :func:`to_data` returned. Raises :class:`~canasta_cli.errors.RulesetError`."""
    values, origins = data.get("values"), data.get("origins")
    name = str(data.get("name", ""))
    if not isinstance(values, Mapping) or not isinstance(origins, Mapping):
        raise RulesetError(f"the recorded rules “{name}” contain no values")
    problems: list[_Problem] = []
    read: dict[str, object] = {}
    for path, value in values.items():
        _read_value(path, value, read, problems)
    texts = {path: str(text) for path, text in origins.items()}
    for path, text in texts.items():
        if _status(text) not in STATUSES:
            problems.append(
                _Problem(f"origins.{path}", f"“{text}” must start with {either(STATUSES)}")
            )
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


def written(ruleset: Ruleset, path: str) -> object:
    """Return a parameter's value as TOML and JSON data."""
    return PARAMETERS[path].kind.write(ruleset.value(path))


def shown(ruleset: Ruleset, path: str) -> str:
    """Format a parameter's value for people, or ``?`` if it is unknown."""
    return "?" if path in ruleset.unknown else assumed(ruleset, path)


def assumed(ruleset: Ruleset, path: str) -> str:
    """Format a parameter's value for people, even one that stands in for an unknown value."""
    return PARAMETERS[path].kind.show(ruleset.value(path))


def differences(one: Ruleset, other: Ruleset) -> tuple[str, ...]:
    """Return the parameters in which two rulesets differ, in the order of the schema."""
    return tuple(path for path in PARAMETERS if one.value(path) != other.value(path))


def near(word: str, words: Iterable[str], *, before: str = "") -> str:
    """Return “ Did you mean …?” with the closest of some words, or an empty string.

    ``before`` is put before the word.
    """
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), list(words), n=1, cutoff=0.6)
    return f" Did you mean “{before}{found[0]}”?" if found else ""


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


def _words(table: Mapping[str, object], key: str, problems: list[_Problem]) -> str:
    value = table.get(key, "")
    if isinstance(value, str):
        return value
    problems.append(_Problem(key, "expected text in quotes"))
    return ""


def _read(table: Mapping[str, object]) -> _Read:
    values: dict[str, object] = {}
    origins: dict[str, Origin] = {}
    problems: list[_Problem] = []
    for key, value in table.items():
        if key == "sources":
            continue
        if key in HEADERS:
            continue
        if isinstance(value, Mapping) and key in GROUPS:
            for name, inner in value.items():
                _read_value(f"{key}.{name}", inner, values, problems)
        else:
            _read_value(key, value, values, problems)
    general: dict[str, Origin] = {}
    origins.update(dict.fromkeys(values, HOUSE))
    sources = table.get("sources", {})
    if isinstance(sources, Mapping):
        groups = _general_origins(sources, *(f"{group}.*" for group in GROUPS))
        general = _general_origins(sources, "*") | groups
        origins.update({path: groups[path] for path in values if path in groups})
        _read_origins(sources, origins, problems)
    else:
        problems.append(_Problem("sources", "expected a table of parameters and their sources"))
    return _Read(values, origins, general, _keys(table, "main_sources", problems), problems)


def _keys(table: Mapping[str, object], key: str, problems: list[_Problem]) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    problems.append(_Problem(key, 'expected keys of sources, for example ["pagat"]'))
    return ()


def _read_value(
    path: str, value: object, values: dict[str, object], problems: list[_Problem]
) -> None:
    statement = PARAMETERS.get(path)
    if statement is None:
        names = [*PARAMETERS, *GROUPS, *HEADERS]
        # A near miss takes a millisecond to find, so it is looked for only where it is shown.
        similar = near(path, names) if len(problems) < MOST_SHOWN else ""
        group = f"expected the parameters of a group, below a line [{path}]"
        unknown = f"there is no such parameter.{similar}"
        problems.append(_Problem(path, group if path in GROUPS else unknown))
        return
    try:
        values[path] = statement.kind.read(value)
    except ValueError as error:
        kind = statement.kind
        known = kind.choices or kind.says in str(error)
        problems.append(
            _Problem(
                path,
                f"{error}" if known else f"{error} (allowed: {kind.says}; example: {kind.example})",
            )
        )


def _general(key: str) -> tuple[str, ...]:
    """Return the parameters of a general row: all (``*``), or those of a group (``pile.*``)."""
    if key == "*":
        return tuple(PARAMETERS)
    if not key.endswith(".*"):
        return ()
    return tuple(path for path in PARAMETERS if path.startswith(key.removesuffix("*")))


def _general_origins(sources: Mapping[str, object], *keys: str) -> dict[str, Origin]:
    """Read general rows, for parameters without a row of their own.

    A ``*`` row applies only to parameters that the file doesn't set; a group row (``pile.*``) to all
    parameters of the group.
    """
    found: dict[str, Origin] = {}
    for key in keys:
        text = sources.get(key)
        if isinstance(text, str) and _status(text) in STATUSES:
            found.update(dict.fromkeys(_general(key), _read_origin(text)))
    return found


def _read_origins(
    sources: Mapping[str, object], origins: dict[str, Origin], problems: list[_Problem]
) -> None:
    for path, text in sources.items():
        general = _general(path)
        if path not in PARAMETERS and not general:
            similar = near(path, PARAMETERS) if len(problems) < MOST_SHOWN else ""
            problems.append(_Problem(f"sources.{path}", f"there is no such parameter.{similar}"))
        elif not isinstance(text, str) or _status(text) not in STATUSES:
            problems.append(
                _Problem(
                    f"sources.{path}",
                    f"must start with {either(STATUSES)}, then keys of sources",
                )
            )
        elif not general:
            origins[path] = _read_origin(text)


def _status(text: str) -> str:
    return text.split(" ", 1)[0].rstrip(":")


def _read_origin(text: str) -> Origin:
    head, _, note = text.partition(": ")
    status, *keys = head.rstrip(":").split() or ["unknown"]
    return Origin(status, tuple(keys), note)


def _write_origin(origin: Origin) -> str:
    note = f": {origin.note}" if origin.note else ""
    return " ".join((origin.status, *origin.sources)) + note


def _consistent(ruleset: Ruleset, text: str) -> Ruleset:
    from canasta_cli.rules.contradictions import contradictions

    problems = [_Problem(path, says) for path, says in contradictions(ruleset)]
    if problems:
        raise _broken(ruleset.name, problems, text, ruleset.base)
    return ruleset


def _broken(name: str, problems: list[_Problem], text: str, base: str = ROOT) -> RulesetError:
    from canasta_cli.places import lines_of  # needed only for problems

    lines = lines_of(text)
    says = [f"{_place(lines, problem.key)}{problem.key}: {problem.says}" for problem in problems]
    return RulesetError(
        f"the rules “{name}” can't be used:",
        tuple(first_of(says, "problem")),
        remedy=f"See the parameters with: canasta rules show {base}",
    )


def _place(lines: Mapping[tuple[str, int, str], int], key: str) -> str:
    group, _, name = key.partition(".")
    for place in ((group, 1, name), ("", 1, key), ("", 1, group), (group, 1, "")):
        if place in lines:
            return f"line {lines[place]}: "
    return ""
