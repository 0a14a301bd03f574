"""Find the parameters on which an answer rests: those read, those whose other values change it, house rules.

The engine asks it for the parameters of a finding.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from canasta_cli.errors import CanastaError
from canasta_cli.model.cards import Rank
from canasta_cli.rules import library
from canasta_cli.rules.schema import HOUSE, STATED, Origin, Ruleset, part, part_of, whole
from canasta_cli.rules.vocabulary import LARGEST_VALUE, Group, name_of, split
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.rules.parameter import AnyKind


# Record the parameters that are read while something is judged: no other can decide the answer.

Reads = dict[str, None]
"""The names of parameters, in the order in which they were read first."""


class _ByRank(dict[Rank, object]):
    """The values of a property of ranks, which records the ranks that are asked for."""

    def __init__(self, values: Mapping[Rank, object], name: str, reads: Reads) -> None:
        super().__init__(values)
        self._name, self._reads = name, reads

    def __getitem__(self, rank: Rank) -> object:
        value = super().__getitem__(rank)
        self._reads[name_of(rank.value, self._name)] = None
        return value

    def get(self, rank: Rank, default: object = None) -> object:
        self._reads[name_of(rank.value, self._name)] = None
        return super().get(rank, default)

    def values(self) -> Any:
        return [self[rank] for rank in self]

    def items(self) -> Any:
        return [(rank, self[rank]) for rank in self]


class _Recorded:
    """A group of values, which records the parameters that are asked for."""

    def __init__(self, group: Group, name: str, reads: Reads) -> None:
        self._group, self._name, self._reads = group, name, reads

    def __getattr__(self, attribute: str) -> object:
        value = getattr(self._group, attribute)
        if isinstance(value, Mapping) and attribute != "usual":
            value = _ByRank(value, attribute, self._reads)
        else:
            self._reads[f"{self._name}.{self._group.derived.get(attribute, attribute)}"] = None
        # What is recorded once need not be recorded again.
        vars(self)[attribute] = value
        return value

    def get(self, name: str) -> object:
        self._reads[f"{self._name}.{name}"] = None
        return self._group.get(name)


def recording(ruleset: Ruleset) -> tuple[Ruleset, Reads]:
    """Return a ruleset with the same values, and the parameters that will have been read in it."""
    reads: Reads = {}
    groups = {
        name: cast("Any", _Recorded(value, name, reads))
        for name, value in ruleset._asdict().items()
        if isinstance(value, Group)
    }
    recorded = ruleset._replace(**groups)
    vars(recorded)["unknown"] = ruleset.unknown
    return recorded, reads


# Other values that a parameter could have, to find out if an answer rests on the one it has.

# Tried instead of a word, such as none: a limit that forbids much, a few cards, a hand of cards; two
# numbers; a penalty for cards held. The kind of the parameter takes what fits.
_INSTEAD: tuple[object, ...] = (1, 4, 11, [4, 3], {"over": 0, "points": 100})


_FACTORS = (0, 100, 10)


@lru_cache(maxsize=1_000)
def alternatives(path: str, ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """Return the ruleset with a few other values of one parameter: all words, lower and higher numbers.

    Of a part of a value (``opening.tiers[5]``), only this part is other, or missing.
    """
    more = library.compiled_more(ruleset)
    others = other_values(path, ruleset) if more is None else more.OTHERS[path]
    return tuple([_with(whole(path), value, ruleset) for value in others])


def other_values(path: str, ruleset: Ruleset) -> tuple[object, ...]:
    """Return other values of a parameter that its kind allows; for an unknown one, also its placeholder."""
    from canasta_cli.rules.declared import PARAMETERS

    kind = PARAMETERS[whole(path)].kind
    now = ruleset.value(whole(path))
    values: list[object] = []
    at = part(path)
    written_now = kind.write(now)
    others = _candidates(written_now, kind) if at is None else _varied(written_now, at - 1)
    for written in others:
        try:
            value = kind.read(written)
        except (ValueError, CanastaError):
            continue
        if (value != now or whole(path) in ruleset.unknown) and value not in values:
            values.append(value)
    return tuple(values)


@lru_cache(maxsize=1_000)
def parts(path: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Name the parts of a value that is a list of several; none for any other value."""
    written = library.written(ruleset, path)
    names = (
        [part_of(path, at + 1) for at in range(len(written))] if isinstance(written, list) else []
    )
    return tuple(names) if len(names) > 1 else ()


def deciding(path: str, ruleset: Ruleset, turns: Callable[[Ruleset], bool]) -> tuple[str, ...]:
    """Return the parameter if an answer turns with another value of it, otherwise nothing.

    If another value of a part alone is enough, only such parts are returned.
    """

    def turning(name: str) -> bool:
        return any(turns(other) for other in alternatives(name, ruleset))

    found = tuple([each for each in parts(path, ruleset) if turning(each)])
    return found or ((path,) if turning(path) else ())


def resting(
    answer: Callable[[Ruleset], object], ruleset: Ruleset, *, first: Iterable[str] = ()
) -> tuple[str, ...]:
    """Find the values that decide an answer and that no source about the game states.

    ``first`` are tried before the others.
    """
    rules, reads = recording(ruleset)
    given = answer(rules)

    def turns(other: Ruleset) -> bool:
        try:
            return answer(other) != given
        except (ArithmeticError, LookupError, ValueError):
            # The table was dealt by other rules: it has no bonus cards aside, or no foot.
            return False

    found: list[str] = []
    earlier = [path for path in first if path in reads]
    # What a rank can do is rarely in dispute.
    for path in sorted(dict.fromkeys((*earlier, *reads)), key=lambda path: split(path) is not None):
        names = (path, *parts(path, ruleset)) if path in ruleset.origins else ()
        if any(_unstated(name, ruleset) for name in names):
            decide = deciding(path, ruleset, turns)
            found += [name for name in decide if _unstated(name, ruleset)]
    return tuple(found)


def _unstated(name: str, ruleset: Ruleset) -> bool:
    return ruleset.origin(name).status not in STATED


def _with(path: str, value: object, ruleset: Ruleset) -> Ruleset:
    group, _, name = path.partition(".")
    changed = ruleset._replace(**{group: getattr(ruleset, group).replace(name, value)})
    if path in ruleset.unknown:
        return changed._replace(origins={**ruleset.origins, path: Origin(HOUSE)})
    # Finding them takes longer than judging most plays.
    vars(changed)["unknown"] = ruleset.unknown
    return changed


def _candidates(written: object, kind: "AnyKind") -> Iterator[object]:
    """Yield other values in the form of a file; some may not be allowed."""
    from canasta_cli.rules.parameter import NONE

    if isinstance(written, bool):
        yield not written
    elif isinstance(written, int):
        lowest, highest = kind.ends or (0, LARGEST_VALUE)
        yield from (min(highest, 10 * written + 10), lowest, written - 1, written + 1, NONE)
    elif isinstance(written, str):
        yield from (*_INSTEAD, *kind.ends[:1])
    elif isinstance(written, Mapping):
        yield NONE
    elif isinstance(written, list):
        yield from ([], NONE)
        for factor in _FACTORS:
            yield [_scaled(row, factor) for row in written]
    yield from kind.choices


def _varied(rows: object, at: int) -> Iterator[object]:
    """Yield a table with one row other than it is, or without it."""
    if isinstance(rows, list):
        for factor in _FACTORS:
            yield [*rows[:at], _scaled(rows[at], factor), *rows[at + 1 :]]
        yield [*rows[:at], *rows[at + 1 :]]


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


# Find the house rules on which an answer turns.


class Substance(NamedTuple):
    """The substance of an answer: its result, and the reasons against what was asked about."""

    result: object
    refusals: tuple[object, ...] = ()

    def turns_on_more_than(self, other: "Substance") -> bool:
        """True if the result, or one of the reasons, is not there in another answer."""
        return self.result != other.result or any(
            each not in other.refusals for each in self.refusals
        )


def deciding_house_rules(
    ruleset: Ruleset, base: Ruleset, answer: Callable[[Ruleset], Substance]
) -> tuple[str, ...]:
    """List the house rules without which the answer would be different.

    ``base`` is the game without them; each is taken back by itself. A house rule that can't be
    taken back alone, since the others need it, counts too. One that only adds reasons when it is
    taken back does not count.
    """
    if not ruleset.house:
        return ()
    given = answer(ruleset)

    def decides(path: str) -> bool:
        try:
            return given.turns_on_more_than(answer(_without(path, ruleset, base)))
        except CanastaError:
            return True

    return tuple(path for path in ruleset.house if decides(path))


def _without(path: str, ruleset: Ruleset, base: Ruleset) -> Ruleset:
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.library import written
    from canasta_cli.rules.load import changed

    taken_back = changed(ruleset, {path: written(base, path)})
    return taken_back._replace(origins={**ruleset.origins, path: base.origins[path]})
