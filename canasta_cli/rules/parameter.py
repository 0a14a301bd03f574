"""Declare parameters: the kinds of their values, how each is read, written back and shown, and their groups.

Only the declarations and the reader of ruleset files use it, so a short command never loads it.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, cast, dataclass_transform

from canasta_cli.model.cards import Rank
from canasta_cli.rules.vocabulary import (
    GENERAL,
    LARGEST_VALUE,
    ByRank,
    Collection,
    Earned,
    Earning,
    EmptyPile,
    Grade,
    Group,
    HeldPenalty,
    Need,
    Portion,
    Scale,
    SpecialHand,
    Tier,
    asked,
    canastas,
    grade_name,
    name_of,
    needs_in_words,
)
from canasta_cli.untrusted import parse_toml
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, listed

# The kinds of value of a parameter: how each is read, written back, and shown to people.

NONE = "none"
OR_NONE = f', or "{NONE}"'
MOST_ROWS = 64
LONGEST_QUOTE = 60

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
R = TypeVar("R", bound=tuple[Any, ...])


class Kind(NamedTuple, Generic[T]):
    """A kind of value: its description, an example in TOML, and conversions.

    ``read`` raises ``ValueError`` with the problem; ``write`` returns JSON and TOML data. ``ends`` are
    the lowest and the highest number that it may be.
    """

    says: str
    example: str
    read: Callable[[object], T]
    write: Callable[[T], object]
    show: Callable[[T], str]
    choices: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()


AnyKind = Kind[Any]


def plain(value: object) -> str:
    """Format a TOML value for a message, shortened if it is long."""
    text = f"“{value}”" if isinstance(value, str) else str(value).lower()
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def whole(lowest: int = 0, highest: int = LARGEST_VALUE, or_else: str = "") -> Kind[int]:
    """Return the kind of a whole number within bounds; ``or_else`` says what else may be there."""
    says = f"a whole number from {lowest:,} to {highest:,}{or_else}"

    def read(value: object) -> int:
        given = plain(value)
        if type(value) is int:
            if lowest <= value <= highest:
                return value
            given = f"{value:,}"
        raise ValueError(f"expected {says}, not {given}")

    return Kind(
        says,
        str(max(lowest, 1)),
        read,
        lambda value: value,
        lambda value: f"{value:,}",
        ends=(lowest, highest),
    )


def whole_or_none(lowest: int = 0, highest: int = LARGEST_VALUE) -> Kind[int | None]:
    """Return the kind of a whole number within bounds, or the word ``none``."""
    return or_none(whole(lowest, highest, OR_NONE))


def or_none(kind: Kind[T]) -> Kind[T | None]:
    """Return a kind whose values may also be the word ``none``, as its description says."""
    return Kind(
        kind.says,
        kind.example,
        lambda value: None if value == NONE else kind.read(value),
        lambda value: NONE if value is None else kind.write(value),
        lambda value: NONE if value is None else kind.show(value),
        ends=kind.ends,
    )


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, not {plain(value)}")
    return value


FLAG: Kind[bool] = Kind(
    "true or false",
    "true",
    _flag,
    lambda value: value,
    lambda value: "yes" if value else "no",
    ("true", "false"),
)


def _member(members: Iterable[E], value: object, words: Iterable[str]) -> E:
    for member in members:
        if member.value == value:
            return member
    raise ValueError(f"{plain(value)} is not one of {', '.join(words)}")


def choice(kind: type[E], *only: E) -> Kind[E]:
    """Return the kind of a word of an enumeration, or of ``only`` some of its words."""
    members = only or tuple(kind)
    names = tuple(str(member.value) for member in members)
    return Kind(
        f"one of {', '.join(names)}",
        f'"{names[0]}"',
        lambda value: _member(members, value, names),
        lambda value: value.value,
        lambda value: str(value.value),
        names,
    )


def list_of(kind: Kind[T], what: str) -> Kind[tuple[T, ...]]:
    """Return the kind of a list that is not empty; ``what`` names its items in an error."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_ROWS:
            raise ValueError(f"expected a list of 1 to {MOST_ROWS} {what}, not {plain(value)}")
        return tuple(map(kind.read, value))

    return Kind(
        f"a list of {what}",
        f"[{kind.example}]",
        read,
        lambda rows: [kind.write(row) for row in rows],
        lambda rows: " · ".join(map(kind.show, rows)),
    )


def or_empty(kind: Kind[tuple[T, ...]]) -> Kind[tuple[T, ...]]:
    """Return a kind of list that may also be empty, or the word ``none``, as its description says."""
    return kind._replace(
        read=lambda value: () if value in (NONE, []) else kind.read(value),
        write=lambda rows: kind.write(rows) or NONE,
        show=lambda rows: kind.show(rows) or NONE,
    )


def table_of(
    make: Callable[..., R],
    keys: Mapping[str, AnyKind],
    usual: Mapping[str, object],
    left_out: Mapping[str, object],
) -> Kind[R]:
    """Return the kind of a table with some keys, in the order of the fields of a named tuple.

    A key that is missing has its ``usual`` value, or one that is also ``left_out`` when it is written.
    """
    values = {**usual, **left_out}

    def read(value: object) -> R:
        if not isinstance(value, Mapping):
            raise ValueError(f"expected a table with the keys {listed(keys)}, not {plain(value)}")
        for key in value:
            if key not in keys:
                raise ValueError(f"“{key}” is not one of {', '.join(keys)}")
        for key in keys:
            if key not in value and key not in values:
                raise ValueError(f"“{key}” is missing")
        return make(
            *(kind.read(value[key]) if key in value else values[key] for key, kind in keys.items())
        )

    def write(row: R) -> dict[str, object]:
        return {
            key: keys[key].write(value)
            for key, value in zip(keys, row, strict=True)
            if key not in left_out or value != left_out[key]
        }

    return Kind("a table", "{}", read, write, str)


POINTS = whole()
SCALE: Kind[Scale] = list_of(POINTS, "numbers")._replace(
    says="the points for one, two, three … together",
    example="[100, 200, 300, 800]",
    show=lambda value: " · ".join(f"{count}: {each:,}" for count, each in enumerate(value, 1)),
)
SCALE_OR_NONE = or_none(SCALE._replace(says=f"{SCALE.says}{OR_NONE}", example="[5, 10, 15, 100]"))
SIZES = list_of(whole(1, 12), "numbers")._replace(
    example="[2, 2]", show=lambda value: " against ".join(map(str, value))
)


def _read_two(value: object) -> tuple[int, int]:
    first, *others = list_of(whole(1, 20), "numbers").read(value)
    if len(others) != 1:
        raise ValueError(f"expected a list of two numbers, not {plain(value)}")
    return first, others[0]


TWO_OR_NONE = or_none(
    Kind(
        f"a list of two numbers from 1 to 20{OR_NONE}",
        "[4, 3]",
        _read_two,
        list,
        lambda value: f"{value[0]}, then {value[1]}",
    )
)


def choice_or_whole(kind: type[E], lowest: int, highest: int) -> Kind[E | int]:
    """Return the kind of a word of an enumeration, or of a number of cards within bounds."""
    words, numbers = choice(kind), whole(lowest, highest)

    def read(value: object) -> E | int:
        if type(value) is int:
            return numbers.read(value)
        try:
            return words.read(value)
        except ValueError as error:
            raise ValueError(f"{error}, nor {numbers.says}") from None

    return Kind(
        f"{words.says}, or {numbers.says}",
        str(max(lowest, 5)),
        read,
        lambda value: value if isinstance(value, int) else words.write(value),
        lambda value: count_of(value, "card") if isinstance(value, int) else words.show(value),
        words.choices,
        numbers.ends,
    )


TAKE = choice_or_whole(Portion, 1, 99)
EMPTY_PILE = choice_or_whole(EmptyPile, 1, 20)


def _read_grade(value: object) -> Grade:
    names = [grade.value for grade in GENERAL]
    a_rank = f"{Grade.SEVENS.value}, {Grade.SEVENS_MIXED.value} or those of another rank"
    return _member(Grade, value, (*names, a_rank))


_GRADES: Kind[tuple[Grade, ...]] = list_of(
    Kind("", '"wild"', _read_grade, lambda grade: grade.value, grade_name), "kinds of canasta"
)
GRADES = or_empty(
    _GRADES._replace(
        says=f"{_GRADES.says}{OR_NONE}", show=lambda value: ", ".join(map(grade_name, value))
    )
)
_COUNT = whole(0, 20)
_NEED = table_of(Need, {"count": _COUNT, "of": _GRADES}, {"count": 1}, {"of": ()})
_SEVERAL_NEEDS = list_of(_NEED, "canasta requirements")


def _read_needs(value: object) -> tuple[Need, ...]:
    if type(value) is int:
        value = [{"count": value}]
    return _SEVERAL_NEEDS.read(value)


NEEDS = _SEVERAL_NEEDS._replace(
    says="how many canastas, and of which kinds",
    example='[{ count = 2 }, { count = 1, of = ["run"] }]',
    read=_read_needs,
    show=needs_in_words,
)
_SEVERAL_TIERS = list_of(
    table_of(
        Tier,
        {"from": POINTS, "points": POINTS, "canastas": _COUNT, "of": _GRADES},
        {"points": 0},
        {"from": None, "canastas": 0, "of": ()},
    ),
    "tiers",
)


def _read_tiers(value: object) -> tuple[Tier, ...]:
    tiers = _SEVERAL_TIERS.read(value)
    if tiers[0].start is not None or any(tier.start is None for tier in tiers[1:]):
        raise ValueError("every tier except the first needs “from”, and the first must not have it")
    starts = [tier.start for tier in tiers[1:] if tier.start is not None]
    if starts != sorted(set(starts)):
        raise ValueError("the tiers must be in rising order of “from”")
    return tiers


def _show_tiers(tiers: tuple[Tier, ...]) -> str:
    lowest, *others = tiers
    rest = (f"from {tier.start:,}: {asked(tier)}" for tier in others)
    return " · ".join(
        (f"below {others[0].start:,}: {asked(lowest)}" if others else asked(lowest), *rest)
    )


TIERS = _SEVERAL_TIERS._replace(
    says="a list of ranges, lowest first; “from” is the total where a range starts",
    example="[{ points = 15 }, { from = 0, points = 50 }]",
    read=_read_tiers,
    show=_show_tiers,
)


_CONDITIONS = {
    Earning.NOTHING: "nothing",
    Earning.NEVER: "never",
    Earning.MELD: "a meld",
    Earning.OUT_NEEDS: "the canastas needed to go out",
}
"""The conditions other than canastas, as they are shown."""


def _read_earned(value: object) -> Earned:
    if isinstance(value, Mapping):
        need = _NEED.read(value)
        return Earned(Earning.CANASTAS, max(need.number, 1), need.of)
    if type(value) is int:
        return Earned(Earning.CANASTAS, whole(1, 20).read(value))
    what = choice(Earning).read(value)
    return Earned(what, 1 if what is Earning.CANASTAS else 0)


def _write_earned(value: Earned) -> object:
    if value.what is not Earning.CANASTAS:
        return value.what.value
    return _NEED.write(Need(value.number, value.of)) if value.of else value.number


def _show_earned(value: Earned) -> str:
    if value.what is Earning.CANASTAS:
        return canastas(value.number, value.of)
    return _CONDITIONS[value.what]


EARNED: Kind[Earned] = Kind(
    "one of nothing (they always count for it), meld, out-needs (the canastas needed to go out), never (they "
    "always count against it), or a number of canastas",
    '"meld"',
    _read_earned,
    _write_earned,
    _show_earned,
)
HELD = or_none(
    table_of(HeldPenalty, {"over": whole(0, 48), "points": POINTS}, {}, {})._replace(
        says=f"the most cards without a penalty, and its points{OR_NONE}",
        example="{ over = 2, points = 1500 }",
        show=lambda value: f"{value.points:,} for more than {value.over}",
    )
)
_COLLECTION = table_of(
    Collection, {"points": POINTS, "needs": NEEDS}, {"points": 0, "needs": (Need(1),)}, {}
)
COLLECTIONS = or_empty(
    list_of(
        _COLLECTION._replace(show=lambda row: f"{NEEDS.show(row.needs)}: {row.points:,}"),
        "collections",
    )._replace(
        says=f"a list: points, and the canastas that a side needs for them{OR_NONE}",
        example='[{ points = 2000, needs = [{ count = 5, of = ["natural"] }] }]',
    )
)


def _text(pattern: str, what: str) -> Kind[str]:
    """Return the kind of a text that has a pattern; ``what`` describes it in an error."""

    def read(value: object) -> str:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        raise ValueError(f"expected {what}, not {plain(value)}")

    return Kind(what, "", read, str, str)


_SPECIAL_HANDS: Kind[tuple[SpecialHand, ...]] = list_of(
    table_of(
        SpecialHand,
        {
            "name": _text(r"[a-z][a-z0-9-]*", "a name in lower-case letters"),
            # The words of a special hand, see SpecialHand.
            "cards": _text(
                r"(?:([2-9TJQKAWNDMS])\1*(?: (?!$)|$))+", "sets of cards such as AA DD NNN"
            ),
            "points": POINTS,
            "wins": FLAG,
        },
        {"points": 0},
        {"wins": False},
    )._replace(
        show=lambda hand: (
            f"{hand.name} ({hand.made}): {hand.points:,}{' and the game' if hand.wins else ''}"
        )
    ),
    "special hands",
)


def _read_specials(value: object) -> tuple[SpecialHand, ...]:
    hands = _SPECIAL_HANDS.read(value)
    if len({hand.name for hand in hands}) < len(hands):
        raise ValueError("two special hands have the same name")
    return hands


SPECIALS = or_empty(
    _SPECIAL_HANDS._replace(
        says="a list; “cards” has a word for each set, with a letter for each card: a rank (A to 4, 2, W), "
        "3 (a three), N (natural cards of one rank), D (only deuces or only jokers), M (any wild cards), S "
        "(like N or D); for example AA NNN is two aces and three natural cards of one rank; or "
        f'"{NONE}"',
        example='[{ name = "pairs", cards = "NN NN NN NN NN NN NN", points = 2500 }]',
        read=_read_specials,
    )
)


# Parameters, and the groups that hold them.

OFF = (None, False, 0, (), "none", "never", "nothing", "anything", "any", "free")
"""The values, some as words, that mean that a game doesn't have something, or that all of it is free."""


def is_among(value: object, values: tuple[object, ...]) -> bool:
    """True if a value, or the word for it, is one of some values."""
    return value in values or getattr(value, "value", value) in values


class UsedIf(NamedTuple):
    """When games use a parameter: if one of ``paths`` has a value that is not among ``unless``.

    A path may be the parameter's own: then the game doesn't use it if it is off.
    """

    paths: tuple[str, ...]
    unless: tuple[object, ...] = OFF


def used_if(*paths: str, unless: object = OFF) -> UsedIf:
    """Declare when games use a parameter; ``unless`` is a value, or by default all that mean off."""
    return UsedIf(paths, OFF if unless is OFF else (unless,))


@cache
def texts_in(file: str) -> Mapping[str, Any]:
    """Return the texts of a TOML file beside this module."""
    with open(os.path.join(os.path.dirname(__file__), file), encoding="utf-8") as text:
        return parse_toml(text.read())


class Param(NamedTuple):
    """A parameter; ``when`` tells which games use it; ``None``: all. ``name`` is its dotted name."""

    default: object
    kind: AnyKind
    when: UsedIf | None = None
    name: str = ""

    @property
    def says(self) -> str:
        """Describe the parameter; those of ranks share the description of their property."""
        group, _, name = self.name.partition(".")
        return str(texts_in("parameters.toml")[group][name.rpartition(".")[2]])

    @property
    def allowed(self) -> str:
        """Describe the values that are allowed; empty if the description does so."""
        says = self.says
        if self.kind.choices and all(choice in says for choice in self.kind.choices):
            return ""
        if self.kind.says in says:
            return ""
        # The description says what is counted: “cards in a meld (from 1 to 10)”.
        # Points have the largest bound.
        most, number = f"{LARGEST_VALUE:,}", count_of(LARGEST_VALUE, "point")
        return self.kind.says.removeprefix("a whole number ").replace(most, number)


class Property(NamedTuple):
    """A property of ranks: a parameter for each of ``ranks``.

    ``off`` is the value of a rank like all others, but for those that are ``unlike``; games don't use
    an ``optional`` property of a rank for which it is off. ``defaults`` are the defaults of ranks with
    another one, ``kinds`` the kinds of ranks that can't have every value, and ``when`` tells otherwise
    which games use it.
    """

    kind: AnyKind
    ranks: tuple[Rank, ...]
    off: object
    optional: bool = False
    defaults: Mapping[Rank, object] = {}
    kinds: Mapping[Rank, AnyKind] = {}
    when: Mapping[Rank, UsedIf] = {}
    unlike: Mapping[Rank, object] = {}

    def of(self, rank: Rank, name: str) -> Param:
        """Return the parameter of one rank; ``name`` is the property's."""
        own = UsedIf((name_of(rank.value, name),), (self.off,)) if self.optional else None
        return Param(
            self.defaults.get(rank, self.off),
            self.kinds.get(rank, self.kind),
            self.when.get(rank, own),
        )


def of_ranks(  # noqa: PLR0913 - a declaration, in which each argument is named
    kind: Kind[T],
    *,
    ranks: tuple[Rank, ...],
    off: object,
    optional: bool = False,
    defaults: Mapping[Rank, object] = {},
    kinds: Mapping[Rank, AnyKind] = {},
    when: Mapping[Rank, UsedIf] = {},
    unlike: Mapping[Rank, object] = {},
) -> ByRank[T]:
    """Declare a property of ranks; its group turns the declaration into parameters."""
    found = Property(kind, ranks, off, optional, defaults, kinds, when, unlike)
    return cast("ByRank[T]", found)


def param(kind: Kind[T], *, default: object, when: UsedIf | None = None) -> T:
    """Declare a parameter; its group turns the declaration into a field."""
    return cast("T", Param(default, kind, when))


def switch(*, default: T, when: UsedIf | None = None) -> T:
    """Declare a parameter that is a flag or a choice: its default tells of which kind it is."""
    kind: AnyKind = FLAG if isinstance(default, bool) else choice(cast("type[Enum]", type(default)))
    return cast("T", Param(default, kind, when))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(param, switch))
class Declared(Group):
    """A group whose class declares its parameters, and that begins with their defaults.

    ``groups`` are all, in the order of declaration.
    """

    groups: ClassVar[dict[str, type["Declared"]]] = {}
    params: ClassVar[dict[str, Param]] = {}

    def __init_subclass__(cls, group: str) -> None:
        Declared.groups[group] = cls
        declared = {name: each for name, each in vars(cls).items() if isinstance(each, Param)}
        cls.params = declared or cls.params

    def __init__(self) -> None:
        super().__init__(**{name: each.default for name, each in self.params.items()})
