"""The names of parameters: those that a name stands for, and one name for several ranks."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from canasta_cli.model.cards import Rank
from canasta_cli.rules import ranks
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import either


class NoParameter(ValueError):
    """A name that is not a parameter's; the message continues “there is no such parameter”."""


def parameters(name: str, *, others: Iterable[str] = (), hint: bool = True) -> tuple[str, ...]:
    """Return the parameters that a name stands for: one, or one for each of several ranks.

    Raises :class:`NoParameter`; ``others`` are names that may be meant besides those of parameters.
    Without ``hint``, no similar name is looked for: that takes a millisecond.
    """
    # Loaded here and below, since rules name only parameters that exist.
    from canasta_cli.rules.declared import PARAMETERS
    from canasta_cli.rules.groups_ranks import Ranks

    if name in PARAMETERS:
        return (name,)
    parts = ranks.split(name)
    if parts is None:
        raise NoParameter(_similar(name, others) if hint else "")
    of, key = parts
    try:
        named = ranks.read_ranks(of)
    except ValueError as error:
        raise NoParameter(f": {error}") from None
    found = Ranks.properties.get(key)
    if found is None:
        before = ranks.name_of(of, "")
        raise NoParameter(_after(near(key, Ranks.properties, before=before)) if hint else "")
    if of == ranks.EVERY:
        named = found.ranks
    lacking = [rank for rank in named if rank not in found.ranks]
    if lacking:
        having = ranks.write_ranks(found.ranks, ()).split(",")
        raise NoParameter(f": {lacking[0].many} have no {key}; only {either(having)} can have it")
    return tuple(ranks.name_of(rank.value, key) for rank in named)


def deciding(
    named: Mapping[str, tuple[str, ...]],
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Map each parameter to the name that decides it, and list the names that contradict each other.

    A name of fewer ranks takes precedence: ``ranks.7.points`` over ``ranks.4-9.points``.
    """
    found: dict[str, str] = {}
    conflicts: dict[str, str] = {}
    for name in sorted(named, key=lambda each: -len(named[each])):
        for path in named[name]:
            other = found.get(path, name)
            if other != name and len(named[other]) == len(named[name]):
                conflicts.setdefault(name, f"{other} sets {path} too")
            found[path] = name
    return found, list(conflicts.items())


def _similar(name: str, others: Iterable[str]) -> str:
    """Return the end of a message about an unknown name of a single parameter."""
    from canasta_cli.rules.declared import PARAMETERS
    from canasta_cli.rules.groups_ranks import Ranks

    group, _, rest = name.partition(".")
    if group == ranks.GROUP and rest:
        key = rest if rest in Ranks.properties else "points"
        example = ranks.name_of(ranks.rank_meant(rest) or "K", key)
        return f": expected a rank and its property, for example {example}"
    if rank := ranks.rank_meant(name):
        return f". Did you mean a property of a rank, such as “{ranks.name_of(rank, 'points')}”?"
    return _after(near(name, [*PARAMETERS, *others]))


def _after(hint: str) -> str:
    return f".{hint}" if hint else ""


def near(word: str, words: Iterable[str], *, before: str = "") -> str:
    """Return “ Did you mean …?” with the closest of some words, or an empty string.

    ``before`` is put before the word.
    """
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), list(words), n=1, cutoff=0.6)
    return f" Did you mean “{before}{found[0]}”?" if found else ""


def joined(paths: Iterable[str], alike: Callable[[str], Hashable]) -> list[tuple[str, str]]:
    """Join the ranks whose parameters are ``alike``: each name, and one parameter that it stands for.

    Other parameters keep their names.
    """
    from canasta_cli.rules.declared import PARAMETERS

    return ranks.together(paths, PARAMETERS, alike)


def by_name(
    paths: Iterable[str], ruleset: Ruleset, *, sources: bool = False
) -> list[tuple[str, str]]:
    """Join the ranks for which a ruleset has the same value: each name, and one of its parameters.

    With ``sources``, they are joined only if their values also have the same origin. Undocumented
    values are never joined, since each must be set.
    """

    def alike(path: str) -> Hashable:
        if path in ruleset.unknown:
            return path
        return ruleset.value(path), ruleset.origins[path] if sources else None

    return ranks.together(paths, ruleset.origins, alike)


def behind(reads: Iterable[str], ruleset: Ruleset) -> tuple[str, ...]:
    """List the parameters that names stand for under a ruleset.

    A name of several ranks stands only for those with a rule of their own.
    """
    found: dict[str, None] = {}
    for name in reads:
        found.update(dict.fromkeys(_standing_for(name, ruleset)))
    return tuple(found)


def _standing_for(name: str, ruleset: Ruleset) -> Iterator[str]:
    parts = ranks.split(name)
    if name in ruleset.origins or parts is None:
        yield name
        return
    of, key = parts
    for rank in ranks.read_ranks(of):
        path = ranks.name_of(rank.value, key)
        if path in ruleset.origins and _set(path, ruleset):
            yield path


def _set(path: str, ruleset: Ruleset) -> bool:
    """Return true if a rank has a value of its own, or an undocumented one."""
    _, rank, name = path.split(".")
    usual = ruleset.ranks.usual[name][Rank(rank)]
    return ruleset.value(path) != usual or path in ruleset.unknown
