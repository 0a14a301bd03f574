"""Read the rows of ``[sources]``: where the value of each parameter comes from."""

import re
from collections.abc import Container, Mapping

from canasta_cli.rules.declared import GROUPS, PARAMETERS
from canasta_cli.rules.names import NoParameter, deciding, parameters
from canasta_cli.rules.schema import CITED, RULE, STATUSES, Origin, part, read_origin, whole
from canasta_cli.words import MOST_SHOWN, count_of, either

Problem = tuple[str, str]
"""The dotted key of a problem, and the error."""


def has_status(text: object) -> bool:
    """Return true if a text begins with a status."""
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


def general_origins(sources: Mapping[str, object], *keys: str) -> dict[str, Origin]:
    """Read general rows, for parameters without a row of their own.

    A ``*`` row applies only to parameters that the file doesn't set; a group row (``pile.*``) to all
    parameters of the group.
    """
    found: dict[str, Origin] = {}
    for key in keys:
        text = sources.get(key)
        if isinstance(text, str) and has_status(text):
            found.update(dict.fromkeys(_general(key), read_origin(text)))
    return found


def group_origins(sources: Mapping[str, object]) -> dict[str, Origin]:
    """Read the rows of groups (``pile.*``)."""
    return general_origins(sources, *(f"{group}.*" for group in GROUPS))


def read_origins(
    sources: Mapping[str, object], origins: dict[str, Origin], problems: list[Problem]
) -> None:
    """Read the rows of parameters into ``origins``; general rows are only checked."""
    found = read_texts(sources, "sources", problems)
    origins.update({path: read_origin(text) for path, text in found.items()})


def _named(name: str, *, hint: bool) -> tuple[str, ...]:
    """Return what the row is about: parameters, a part of one (``opening.tiers[5]``), or a rule."""
    if name.startswith(RULE):
        return (name,)
    found = parameters(whole(name), hint=hint)
    if whole(name) == name:
        return found
    if len(found) > 1 or not re.fullmatch(r"\[[1-9]\d{0,2}\]", name.removeprefix(whole(name))):
        raise NoParameter(": a part of a value is named like opening.tiers[2]")
    return (name,)


def names_in_row(name: str) -> tuple[str, ...]:
    """Return what a row of ``[sources]`` is about. Raises :class:`~canasta_cli.rules.names.NoParameter`."""
    return _general(name) or _named(name, hint=False)


def read_texts(rows: Mapping[str, object], table: str, problems: list[Problem]) -> dict[str, str]:
    """Return the row of each parameter as text, from rows by the names that a file gives them."""
    named: dict[str, tuple[str, ...]] = {}
    for name, text in rows.items():
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
    decided, conflicts = deciding(named)
    problems += [(f"{table}.{name}", says) for name, says in conflicts]
    return {path: str(rows[name]) for path, name in decided.items()}


def without_parts(origins: Mapping[str, Origin], paths: Container[str]) -> dict[str, Origin]:
    """Return origins without those of parts of some parameters, whose values are other ones."""
    return {
        name: origin
        for name, origin in origins.items()
        if whole(name) == name or whole(name) not in paths
    }


def misplaced(
    origins: Mapping[str, Origin], values: Mapping[str, object], rules: Container[str]
) -> list[Problem]:
    """List the rows of parts that values don't have, and of rules that are not among ``rules``."""
    problems: list[Problem] = []
    for name in origins:
        if name.startswith(RULE):
            if name not in rules:
                problems.append((f"sources.{name}", "there is no such rule"))
        elif whole(name) != name:
            value = PARAMETERS[whole(name)].kind.write(values[whole(name)])
            parts = len(value) if isinstance(value, list) else 0
            if (part(name) or 0) > parts:
                says = f"{whole(name)} has {count_of(parts, 'part')}"
                problems.append((f"sources.{name}", says))
    return problems
