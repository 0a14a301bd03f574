"""The closed little languages in which a ruleset says what a number alone cannot say.

Each kind of value knows how to read itself from TOML or JSON, how to write itself back, and how
to say itself to a person.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar, cast

NONE = "none"
LARGEST = 1_000_000
MOST_ROWS = 64
LONGEST_QUOTE = 60


class Grade(Enum):
    """A kind of canasta that a ruleset may pay for apart from the others."""

    NATURAL = "natural"
    MIXED = "mixed"
    RUN = "run"
    WILD = "wild"
    WILD_DEUCES = "wild-deuces"
    WILD_JOKERS = "wild-jokers"
    SEVENS = "sevens"
    ACES = "aces"


class WildRatio(Enum):
    """How many wild cards a set may hold beside its naturals, limits by number apart."""

    FREE = "free"
    NOT_MORE = "not-more"
    FEWER = "fewer"
    HALF = "half"
    HALF_TO_FOUR = "half-to-four"
    BY_SIZE = "by-size"


class SameRank(Enum):
    """What becomes of a second meld of a rank that the side has melded already."""

    MERGED = "merged"
    APART = "apart"


class BlackThrees(Enum):
    """When black threes may be melded."""

    NEVER = "never"
    GOING_OUT = "going-out"
    ALWAYS = "always"


class Basis(Enum):
    """What the initial meld goes by: the side's total before the hand, or the number of the deal."""

    TOTAL = "total"
    DEAL = "deal"


class Exempt(Enum):
    """When a player who goes out with the whole hand in one turn needs no minimum."""

    NEVER = "never"
    STOCK = "stock"
    ALWAYS = "always"


class Unopened(Enum):
    """What the pile is to a side that has not opened."""

    FROZEN = "frozen"
    NEVER = "never"
    OPEN = "open"


class BlackThreePile(Enum):
    """What a black three does to the pile: blocks it while on top, or freezes it as well."""

    BLOCKS = "blocks"
    FREEZES = "freezes"


class OneCard(Enum):
    """When a pile may not be taken for want of cards: with one card in both, in either, never."""

    BOTH = "both"
    EITHER = "either"
    ALLOWED = "allowed"


class FinalDiscard(Enum):
    """Whether going out takes a discard."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class Asking(Enum):
    """Whether a player asks the partner before going out."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NONE = "none"


class AskWhen(Enum):
    """When a player may ask: after drawing or taking, or before that as well."""

    AFTER = "after"
    EITHER = "either"


class ConcealedLayOff(Enum):
    """Whether laying off on a partner's meld spoils a concealed going out."""

    SPOILS = "spoils"
    FORGIVEN = "forgiven"
    ALLOWED = "allowed"


class StockEnd(Enum):
    """What happens when the stock is used up."""

    PLAY_ON = "play-on"
    TURN = "turn"


class ForcedTake(Enum):
    """When a player must take the pile because there is no stock."""

    NEVER = "never"
    LAY_OFF = "lay-off"
    ANY = "any"


class LastRedThree(Enum):
    """What a player may still do who draws a red three as the last card of the stock."""

    NOTHING = "nothing"
    MELD = "meld"


class Tie(Enum):
    """What equal totals at the end of the game mean."""

    DRAW = "draw"
    PLAY_ON = "play-on"


class Earning(Enum):
    """What a side must have achieved for its threes to count for it and not against it."""

    NOTHING = "nothing"
    MELD = "meld"
    CANASTAS = "canastas"
    OUT_NEEDS = "out-needs"


class Earned(NamedTuple):
    """An achievement: ``canastas`` with how many, the others without a number."""

    what: Earning
    number: int = 0


class Need(NamedTuple):
    """So many (``number``) canastas, of certain grades; of any where ``of`` is empty."""

    number: int
    of: tuple[Grade, ...] = ()


class Tier(NamedTuple):
    """What an initial meld asks for from a total (or deal) on; ``start`` is none for the lowest.

    ``points`` are card points. A tier may ask for canastas as well as, or instead of, points.
    """

    start: int | None
    points: int
    canastas: int = 0
    of: tuple[Grade, ...] = ()


Scale = tuple[int, ...]
T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class Kind(NamedTuple, Generic[T]):
    """A kind of value: its words, an example in TOML, and the ways in and out.

    ``read`` raises ``ValueError`` with what is wrong; ``write`` gives what JSON and TOML can hold.
    """

    says: str
    example: str
    read: Callable[[object], T]
    write: Callable[[T], object]
    show: Callable[[T], str]
    choices: tuple[str, ...] = ()


def _whole(value: object, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"a whole number is expected, not {plain(value)}")
    if not lowest <= value <= highest:
        raise ValueError(f"{value:,} is outside {lowest:,} to {highest:,}")
    return value


def plain(value: object) -> str:
    """A TOML value as a message quotes it, short."""
    text = f"“{value}”" if isinstance(value, str) else str(value).lower()
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def whole(lowest: int = 0, highest: int = LARGEST) -> Kind[int]:
    """A whole number within bounds."""
    return Kind(
        f"a whole number from {lowest:,} to {highest:,}",
        str(max(lowest, 1)),
        lambda value: _whole(value, lowest, highest),
        lambda value: value,
        lambda value: f"{value:,}",
    )


def whole_or_none(lowest: int = 0, highest: int = LARGEST) -> Kind[int | None]:
    """A whole number within bounds, or the word ``none``."""
    return Kind(
        f'a whole number from {lowest:,} to {highest:,}, or "{NONE}"',
        str(max(lowest, 1)),
        lambda value: None if value == NONE else _whole(value, lowest, highest),
        lambda value: NONE if value is None else value,
        lambda value: NONE if value is None else f"{value:,}",
    )


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"true or false is expected, not {plain(value)}")
    return value


FLAG: Kind[bool] = Kind(
    "true or false",
    "true",
    _flag,
    lambda value: value,
    lambda value: "yes" if value else "no",
    ("true", "false"),
)


def _member(kind: type[E], value: object) -> E:
    for member in kind:
        if member.value == value:
            return member
    raise ValueError(f"{plain(value)} is not one of {', '.join(str(m.value) for m in kind)}")


def choice(kind: type[E]) -> Kind[E]:
    """One of the words of an enumeration."""
    names = tuple(str(member.value) for member in kind)
    return Kind(
        f"one of {', '.join(names)}",
        f'"{names[0]}"',
        lambda value: _member(kind, value),
        lambda value: value.value,
        lambda value: str(value.value),
        names,
    )


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_ROWS:
        raise ValueError(f"a list of 1 to {MOST_ROWS} {what} is expected, not {plain(value)}")
    return list(value)


def _read_scale(value: object) -> Scale:
    return tuple(_whole(each, 0, LARGEST) for each in _list(value, "numbers"))


SCALE: Kind[Scale] = Kind(
    "the points for one, for two, for three … together",
    "[100, 200, 300, 800]",
    _read_scale,
    list,
    lambda value: " · ".join(f"{count}: {points:,}" for count, points in enumerate(value, 1)),
)
SIZES: Kind[tuple[int, ...]] = Kind(
    "a list of numbers",
    "[2, 2]",
    lambda value: tuple(_whole(each, 1, 12) for each in _list(value, "numbers")),
    list,
    lambda value: " against ".join(map(str, value)),
)


def _table(value: object, allowed: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError(f"a table with {', '.join(allowed)} is expected, not {plain(value)}")
    strange = [str(key) for key in value if key not in allowed]
    if strange:
        raise ValueError(f"“{strange[0]}” is not one of {', '.join(allowed)}")
    return cast("Mapping[str, object]", value)


def _grades(value: object) -> tuple[Grade, ...]:
    return tuple(_member(Grade, each) for each in _list(value, "grades of canasta"))


def _read_need(value: object) -> Need:
    table = _table(value, ("count", "of"))
    return Need(_whole(table.get("count", 1), 0, 20), _grades(table["of"]) if "of" in table else ())


def _read_needs(value: object) -> tuple[Need, ...]:
    if isinstance(value, int) and not isinstance(value, bool):
        return (Need(_whole(value, 0, 20)),)
    return tuple(_read_need(each) for each in _list(value, "needs"))


def _write_need(need: Need) -> dict[str, object]:
    of = {"of": [grade.value for grade in need.of]} if need.of else {}
    return {"count": need.number, **of}


def canastas(count: int, of: tuple[Grade, ...] = ()) -> str:
    """So many canastas in words: ``2 natural or mixed canastas``."""
    grades = " or ".join(grade.value for grade in of)
    return f"{count} {grades + ' ' if grades else ''}canasta{'' if count == 1 else 's'}"


NEEDS: Kind[tuple[Need, ...]] = Kind(
    "how many canastas, and of which grades",
    '[{ count = 2 }, { count = 1, of = ["run"] }]',
    _read_needs,
    lambda value: [_write_need(need) for need in value],
    lambda value: " and ".join(canastas(need.number, need.of) for need in value),
)


def _read_tier(value: object) -> Tier:
    table = _table(value, ("from", "points", "canastas", "of"))
    return Tier(
        _whole(table["from"], 0, LARGEST) if "from" in table else None,
        _whole(table.get("points", 0), 0, LARGEST),
        _whole(table.get("canastas", 0), 0, 20),
        _grades(table["of"]) if "of" in table else (),
    )


def _read_tiers(value: object) -> tuple[Tier, ...]:
    tiers = tuple(_read_tier(each) for each in _list(value, "tiers"))
    if tiers[0].start is not None or any(tier.start is None for tier in tiers[1:]):
        raise ValueError("the first tier, and only that, goes without “from”")
    starts = [tier.start for tier in tiers[1:] if tier.start is not None]
    if starts != sorted(set(starts)):
        raise ValueError("the tiers are expected in rising order of “from”")
    return tiers


def _write_tier(tier: Tier) -> dict[str, object]:
    table: dict[str, object] = {} if tier.start is None else {"from": tier.start}
    table["points"] = tier.points
    if tier.canastas:
        table["canastas"] = tier.canastas
    if tier.of:
        table["of"] = [grade.value for grade in tier.of]
    return table


def asked(tier: Tier) -> str:
    """What a tier asks for, in words: ``90``, or ``1 canasta and 200 points``."""
    if not tier.canastas:
        return f"{tier.points:,}"
    points = f" and {tier.points:,} points" if tier.points else ""
    return f"{canastas(tier.canastas, tier.of)}{points}"


def _show_tiers(tiers: tuple[Tier, ...]) -> str:
    lowest, *others = tiers
    rest = (f"from {tier.start:,}: {asked(tier)}" for tier in others)
    return " · ".join((f"below: {asked(lowest)}" if others else asked(lowest), *rest))


TIERS: Kind[tuple[Tier, ...]] = Kind(
    "what is asked for, the lowest tier first, each other one with the total it begins at",
    "[{ points = 15 }, { from = 0, points = 50 }]",
    _read_tiers,
    lambda value: [_write_tier(tier) for tier in value],
    _show_tiers,
)


def _read_earned(value: object) -> Earned:
    if isinstance(value, int) and not isinstance(value, bool):
        return Earned(Earning.CANASTAS, _whole(value, 1, 20))
    what = _member(Earning, value)
    return Earned(what, 1 if what is Earning.CANASTAS else 0)


def _show_earned(value: Earned) -> str:
    if value.what is Earning.CANASTAS:
        return canastas(value.number)
    return {
        Earning.NOTHING: "nothing",
        Earning.MELD: "a meld",
        Earning.OUT_NEEDS: "what going out needs",
    }[value.what]


EARNED: Kind[Earned] = Kind(
    "nothing, meld, out-needs, or a number of canastas",
    '"meld"',
    _read_earned,
    lambda value: value.number if value.what is Earning.CANASTAS else value.what.value,
    _show_earned,
)
AnyKind = Kind[Any]
