"""Other values that a parameter could have, to find out if an answer rests on the one it has."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from canasta_cli.errors import CanastaError
from canasta_cli.rules import library
from canasta_cli.rules.schema import Book, Ruleset

# Tried instead of a word, such as none: a limit that forbids much, a few cards, a hand of cards; two
# numbers; a penalty for cards held. The kind of the parameter takes what fits.
_INSTEAD: tuple[object, ...] = (1, 4, 11, [4, 3], {"over": 0, "points": 100})


def alternatives(path: str, ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """Return the ruleset with a few other values of one parameter: all words, lower and higher numbers."""
    return _alternatives(path, ruleset.book)


@lru_cache(maxsize=1_000)
def _alternatives(path: str, book: Book) -> tuple[Ruleset, ...]:
    ruleset = book.ruleset
    more = library.compiled_more(ruleset)
    others = other_values(path, ruleset) if more is None else more.OTHERS[path]
    return tuple([_with(path, value, ruleset) for value in others])


def other_values(path: str, ruleset: Ruleset) -> tuple[object, ...]:
    """Return other values of a parameter that its kind allows."""
    from canasta_cli.rules.declared import PARAMETERS

    kind = PARAMETERS[path].kind
    now = ruleset.value(path)
    values: list[object] = []
    for written in _candidates(kind.write(now), kind.choices):
        try:
            value = kind.read(written)
        except (ValueError, CanastaError):
            continue
        if value != now and value not in values:
            values.append(value)
    return tuple(values)


def _with(path: str, value: object, ruleset: Ruleset) -> Ruleset:
    group, _, name = path.partition(".")
    old = getattr(ruleset, group)
    return ruleset._replace(**{group: old.replace(name, value)})


def _candidates(written: object, choices: tuple[str, ...]) -> Iterator[object]:
    """Yield other values in the form of a file; some may not be allowed."""
    from canasta_cli.rules.kinds import NONE

    if isinstance(written, bool):
        yield not written
    elif isinstance(written, int):
        yield from (written - 1, written + 1, 0, NONE)
    elif isinstance(written, str):
        yield from _INSTEAD
    elif isinstance(written, Mapping):
        yield NONE
    elif isinstance(written, list):
        yield from ([], NONE)
        for factor in (0, 10):
            yield [_scaled(row, factor) for row in written]
    yield from choices


def _scaled(row: object, factor: int) -> object:
    """Return a row of a table with its number of points or canastas multiplied."""
    if isinstance(row, int):
        return row * factor
    if not isinstance(row, Mapping):
        return row
    return {
        key: value * factor if key in ("points", "count") and isinstance(value, int) else value
        for key, value in row.items()
    }
