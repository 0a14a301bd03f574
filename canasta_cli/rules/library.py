"""Packaged rulesets by name, their sources, the rules of game files, and rulesets with other values.

Code that needs a ruleset by its name asks here.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.rules.schema import HOUSE, Ruleset, part, whole
from canasta_cli.rules.vocabulary import LARGEST_VALUE, read_ranks, split
from canasta_cli.values import NamedTuple
from canasta_cli.words import did_you_mean, listed, points, quoted

if TYPE_CHECKING:
    from canasta_cli.rules.parameter import AnyKind

# The packaged rulesets by name, and their sources.

_FOLDER = os.path.join(os.path.dirname(__file__), "rulesets")
_ENDING = ".toml"
_COMPILED = "canasta_cli.rules.rulesets.compiled"
DEFAULT = "classic"


class Source(NamedTuple):
    """A source of rules: its key, its title, and where to find it."""

    key: str
    title: str
    where: str


FAMILIES = ("classic", "modern-american-pagat", "hand-and-foot", "samba")
"""The families of games for four, each by the ruleset from which the others of it differ."""


@cache
def headings() -> dict[str, str]:
    """Return the names of the rulesets, each with the heading of those among which it is listed."""
    found, heading = dict[str, str](), ""
    for line in _text("order.txt").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        else:
            found[line] = heading
    return found


@cache
def names() -> tuple[str, ...]:
    """Return the names of the rulesets: the classic family by players, then the rest."""
    return tuple(headings())


@cache
def ruleset(name: str) -> Ruleset:
    """Return a packaged ruleset by its name, or by an unambiguous beginning of it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an unknown or ambiguous name.
    """
    found = name if name in names() else _beginning(name)
    module = _compiled(found)
    if module is not None:
        rules: Ruleset = module.RULES
        return rules
    # A checkout has no compiled rulesets.
    from canasta_cli.rules.load import packaged

    return packaged(_text(found + _ENDING), found, ruleset)


def is_file(word: str) -> bool:
    """True if a word names a file, not a packaged ruleset."""
    return word.endswith(_ENDING) or os.sep in word or "/" in word


def recorded(data: Mapping[str, object]) -> Ruleset:
    """Load the rules that were recorded with a game.

    Raises :class:`~canasta_cli.errors.RulesetError`. Most games have those of a packaged ruleset, or
    with simple house rules; for others, the declarations of the parameters are loaded.
    """
    name = data.get("name")
    module = _compiled(name) if isinstance(name, str) and name in names() else None
    rules = None if module is None else _changed(module, data)
    if rules is not None:
        return rules
    from canasta_cli.rules.load import from_data

    return from_data(data)


def _changed(module: ModuleType, data: Mapping[str, object]) -> Ruleset | None:
    """Return a compiled ruleset as it was recorded; ``None`` if a change has to be parsed."""
    rules: Ruleset = module.RULES
    packaged: Mapping[str, object] = module.DATA
    if packaged == data:
        return rules
    tables = {key: packaged[key] for key in ("values", "origins")}
    changes, origins = (_changes(table, data.get(key)) for key, table in tables.items())
    if changes is None or origins is None or {**data, **tables} != packaged:
        return None
    for path, value in changes.items():
        is_number = type(value) is int and 0 < value <= LARGEST_VALUE
        if not (
            is_number if path in module.NUMBERS else path in module.FLAGS and type(value) is bool
        ):
            return None
    if any(text != HOUSE or path not in rules.origins for path, text in origins.items()):
        return None
    rules = rules.with_values(changes)
    return rules._replace(origins={**module.ORIGINS, **dict.fromkeys(origins, HOUSE)})


def _changes(before: object, now: object) -> dict[str, object] | None:
    """Map the keys that changed to their values now; ``None`` if the keys are others than before."""
    if not isinstance(before, dict) or not isinstance(now, dict) or before.keys() != now.keys():
        return None
    return {key: now[key] for key, value in before.items() if value != now[key]}


_MORE = "_more"
"""How the name of the module ends that has what only some answers need of a compiled ruleset."""


def _compiled_of(rules: Ruleset, ending: str = "") -> ModuleType | None:
    """Return what was compiled of a ruleset; ``None`` if it is not a compiled one."""
    module = _compiled(rules.name) if rules.name in names() else None
    return _compiled(rules.name + ending) if module and module.RULES is rules else None


def written(ruleset: Ruleset, path: str) -> object:
    """Return a parameter's value, or a part of it, as TOML and JSON data."""
    at = part(path)
    if at is not None:
        rows = written(ruleset, whole(path))
        return rows[at - 1] if isinstance(rows, list) else None
    more = _compiled_of(ruleset, _MORE)
    if more is not None:
        value: object = more.WRITTEN[path]
        return value
    from canasta_cli.rules.groups import PARAMETERS

    return PARAMETERS[path].kind.write(ruleset.value(path))


def shown(ruleset: Ruleset, path: str) -> str:
    """Format a parameter's value, or a part of it, for people: ``?`` if it is unknown."""
    if part(path) is not None:
        return _plain(written(ruleset, path))
    more = _compiled_of(ruleset, _MORE)
    if more is not None:
        text: str = more.SHOWN[path]
        return text
    from canasta_cli.rules.groups import PARAMETERS

    return "?" if path in ruleset.unknown else PARAMETERS[path].kind.show(ruleset.value(path))


def acts(ruleset: Ruleset, path: str) -> bool:
    """True if a parameter has an effect under a ruleset: it can matter, and its value is not “none”.

    Values without an effect are those that mean that a game does not have something, such as none, never,
    no and 0, and those that leave everything free. They need not be named as long as one with an effect
    can have decided.
    """
    module = _compiled_of(ruleset)
    if module is not None:
        return path not in module.IDLE
    from canasta_cli.rules.load import acts

    return acts(ruleset, path)


def in_words(ruleset: Ruleset, path: str, name: str = "") -> tuple[str, str]:
    """Say what a parameter is about, and its value: ``maximum wild cards in a set`` and ``2``.

    ``name`` stands for the parameter of several ranks, if they have the same value.
    """
    what, options = about(ruleset, whole(path))
    named = split(name or path)
    if named is not None:
        ranks = listed([rank.many for rank in read_ranks(named[0])])
        what = re.sub(r"\b(?:a card|cards|a meld) of this rank\b|\bthis rank\b", ranks, what)
    value = shown(ruleset, path)
    found = re.search(rf"(?:^|, ){re.escape(value)} \(([^()]*)\)", options)
    return what, found[1] if found else value


def about(ruleset: Ruleset, path: str) -> tuple[str, str]:
    """Return the description of a parameter, and that of its values."""
    more = _compiled_of(ruleset, _MORE)
    if more is not None:
        texts: tuple[str, str] = more.ABOUT[path]
        return texts
    from canasta_cli.rules.groups import PARAMETERS

    head, _, options = PARAMETERS[path].says.partition(": ")
    return re.sub(r" \([^()]*\)", "", head), options


def _plain(row: object) -> str:
    """Format a row of a table: ``from 1,500, points 90``."""
    if isinstance(row, Mapping):
        return ", ".join(f"{key} {_plain(value)}" for key, value in row.items())
    if isinstance(row, list):
        return " and ".join(map(_plain, row))
    return points(row) if isinstance(row, int) and not isinstance(row, bool) else str(row)


@cache
def _compiled(name: str) -> ModuleType | None:
    """Load a module that the build compiled; ``None`` in a checkout."""
    from importlib import import_module

    try:
        return import_module(f"{_COMPILED}.{name}")
    except ModuleNotFoundError:
        return None


# Words that people write beside what a ruleset is called, and numbers of players.
_BESIDE_NAMES = ("for", "and", "with", "the", "player", "players", "people", "rules")
_AS_WORDS = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}


def matching(word: str) -> list[str]:
    """Return the names of the rulesets with a word in their name or title, in the usual order."""
    text, part = " ".join(word.lower().split()), "-".join(word.lower().split())
    found = [
        each for each in names() if text and (part in each or text in ruleset(each).title.lower())
    ]
    asked = [_AS_WORDS.get(each, each) for each in re.findall(r"\w+", text)]
    asked = [each for each in asked if each not in _BESIDE_NAMES]
    return found or [each for each in names() if asked and {*asked} <= words_of_name(each)]


def words_of_name(name: str) -> set[str]:
    """Return the words of the name and title of a ruleset, but for the number of its sides."""
    text = re.sub(r"\w+[ -](sides|pairs|teams)\b", "", f"{name} {ruleset(name).title}".lower())
    return {*re.findall(r"\w+", text)}


def _beginning(name: str) -> str:
    word = "-".join(name.lower().split())
    found = [each for each in names() if word and each.startswith(word)]
    if len(found) == 1 or word in found:
        return word if word in found else found[0]
    # Another part of a name is no beginning: one ruleset is not chosen by it.
    found = found or matching(name)
    if found:
        raise NotUnderstood(
            f"“{name}” {'could be one of these' if found[1:] else 'is part of a name'}: {', '.join(found)}",
            fix=f"Type the full name. See what each one is: canasta rules {quoted(name)}",
        )
    raise NotUnderstood(
        f"there is no ruleset “{name}”.{did_you_mean(name, names())}",
        fix="To list them: canasta rules",
    )


def in_a_line(rules: Ruleset) -> str:
    """Describe a ruleset by its title and one sentence."""
    return f"{rules.title}. {rules.description.partition('. ')[0].rstrip('.')}."


def _text(name: str) -> str:
    """Return the text of a file in the folder of rulesets."""
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
        return file.read()


def extends(name: str) -> str | None:
    """Return the ruleset that a packaged one extends; ``None`` for the first, and for others."""
    import tomllib

    if name not in names():
        return None
    parent: str | None = tomllib.loads(_text(name + _ENDING)).get("extends")
    return parent


@cache
def sources() -> dict[str, Source]:
    """Return every source by its key."""
    import tomllib

    return {
        key: Source(key, entry["title"], entry.get("where", ""))
        for key, entry in tomllib.loads(_text("sources.toml")).items()
    }


# The rules of game files, created once for all files with the same rules.

# Results about melds are cached with their rules: if many games have the same rules, these must be
# the same value, or the results are computed again for each.
MOST_CACHED = 64
CACHE: dict[tuple[str, str], Ruleset] = {}


def with_house_rules(name: str, house: Mapping[str, object]) -> Ruleset:
    """Return a ruleset of the library with house rules.

    Raises :class:`~canasta_cli.errors.CanastaError` for an unknown name or an invalid change.
    """
    if not house:
        return ruleset(name)
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.load import changed

    key = name, repr(house)
    if key not in CACHE:
        if len(CACHE) >= MOST_CACHED:
            CACHE.clear()
        CACHE[key] = changed(ruleset(name), house)
    return CACHE[key]


# Rulesets with other values: what an undocumented value could be, and the game without a house rule.

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
    origins = {**ruleset.origins, path: HOUSE}
    others = tuple([ruleset.with_values({path: each})._replace(origins=origins) for each in values])
    before = [*contradictions(ruleset)]
    return tuple([each for each in others if [*contradictions(each)] == before]) or others


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


class Substance(NamedTuple):
    """The substance of an answer: its result, and the reasons against what was asked about.

    ``lacks`` names undocumented parameters that decide it.
    """

    result: object
    refusals: tuple[object, ...] = ()
    lacks: tuple[str, ...] = ()

    def turns_on_more_than(self, other: "Substance") -> bool:
        """True if the result, or one of the reasons, is not there in another answer."""
        return self.result != other.result or any(
            each not in other.refusals for each in self.refusals
        )


def deciding_house_rules(rules: Ruleset, answer: Callable[[Ruleset], Substance]) -> tuple[str, ...]:
    """List the house rules without which the answer would be different; none if their game is unknown.

    Each is taken back by itself. A house rule that can't be
    taken back alone, since the others need it, counts too. One that only adds reasons when it is
    taken back does not count. Those that say what would be assumed without them are taken back
    together: an answer that is the same without all of them is the same without one, and one that
    is not names those to take back by themselves.
    """
    if not rules.house or rules.base not in names():
        return ()
    base, given = ruleset(rules.base), answer(rules)

    def deciding(*paths: str) -> Iterator[str]:
        lacks: tuple[str, ...] = ()
        try:
            if not paths or not given.turns_on_more_than(
                then := answer(_without(paths, rules, base))
            ):
                return
            lacks = then.lacks
        except CanastaError:
            pass
        if len(paths) == 1:
            yield paths[0]
            return
        named = [path for path in paths if path in lacks]
        for path in named:
            yield from deciding(path)
        others = [path for path in paths if path not in named]
        half = 0 if named else len(others) // 2
        yield from (*deciding(*others[:half]), *deciding(*others[half:]))

    assumed = [
        path
        for path in rules.house
        if path in base.unknown and rules.value(path) == base.value(path)
    ]
    others = [path for path in rules.house if path not in assumed]
    found = {*deciding(*assumed)}.union(*map(deciding, others))
    return tuple([path for path in rules.house if path in found])


def _without(paths: Iterable[str], ruleset: Ruleset, base: Ruleset) -> Ruleset:
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.load import changed

    taken_back = changed(ruleset, {path: written(base, path) for path in paths})
    return taken_back._replace(
        origins={**ruleset.origins, **{path: base.origins[path] for path in paths}}
    )
