"""Find other values of the rules: what an undocumented value could be, and the game without a house rule.

The engine asks it about undocumented values, commands and library about house rules.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from canasta_cli.errors import CanastaError
from canasta_cli.rules import library
from canasta_cli.rules.schema import HOUSE, Origin, Ruleset
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.rules.parameter import AnyKind


# Tried instead of a word, such as none: a limit that forbids much, a few cards, two numbers, a penalty
# for cards held. The kind of the parameter takes what fits.
_INSTEAD: tuple[object, ...] = (1, 4, 11, [4, 3], {"over": 0, "points": 100})


@lru_cache(maxsize=1_000)
def alternatives(path: str, ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """Return the ruleset with a few other values of a parameter: all words, and the nearest numbers.

    Each could be a house rule: it contradicts no other value. If others must change with it, as the red threes
    with the packs, such values count nevertheless.
    """
    from canasta_cli.rules.groups import PARAMETERS
    from canasta_cli.rules.load import contradictions

    kind, now = PARAMETERS[path].kind, ruleset.value(path)
    values: list[object] = []
    for written in _candidates(kind.write(now), kind):
        try:
            value = kind.read(written)
        except (ValueError, CanastaError):
            continue
        if value not in (now, *values):
            values.append(value)
    others = tuple([_with(path, value, ruleset) for value in values])
    before = [*contradictions(ruleset)]
    return tuple([each for each in others if [*contradictions(each)] == before]) or others


def _with(path: str, value: object, ruleset: Ruleset) -> Ruleset:
    group, _, name = path.partition(".")
    changed = ruleset._replace(**{group: getattr(ruleset, group).replace(name, value)})
    return changed._replace(origins={**ruleset.origins, path: Origin(HOUSE)})


def _candidates(written: object, kind: "AnyKind") -> Iterator[object]:
    """Yield other values in the form of a file; some may not be allowed."""
    from canasta_cli.rules.parameter import NONE

    if isinstance(written, bool):
        yield not written
    elif isinstance(written, int):
        yield from (0, written - 1, written + 1, NONE)
    elif isinstance(written, str):
        yield from (*_INSTEAD, *kind.ends[:1])
    elif isinstance(written, Mapping):
        yield NONE
    elif isinstance(written, list):
        yield from ([], NONE, [_nothing(row) for row in written])
    yield from kind.choices


def _nothing(row: object) -> object:
    """Return a row of a table with no points or canastas."""
    if isinstance(row, Mapping):
        return {key: 0 if key in ("points", "count") else value for key, value in row.items()}
    return 0 if isinstance(row, int) else row


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
    from canasta_cli.rules.load import changed

    taken_back = changed(ruleset, {path: library.written(base, path)})
    return taken_back._replace(origins={**ruleset.origins, path: base.origins[path]})
