"""Ranks in the names of parameters: ``ranks.7.wilds``, ``ranks.4-7.points``, ``ranks.*.left``.

A name may stand for several ranks: a range from four up to ace, several ranks or ranges with commas
between them, or ``*`` for every rank that can have the property.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator

from canasta_cli.model.cards import FOUR_TO_ACE, Rank

GROUP = "ranks"
EVERY = "*"
_ALSO = {
    Rank.TEN: ("10",),
    Rank.ACE: ("1",),
    Rank.BLACK_THREE: ("3",),
    Rank.DEUCE: ("two", "twos"),
}
_OF = {rank.value: rank for rank in Rank}
_SYMBOLS = " ".join(rank.value for rank in FOUR_TO_ACE)
_OTHERS = ", ".join(rank.value for rank in Rank if rank not in FOUR_TO_ACE)
_ALL = f"Ranks: {_SYMBOLS}, {_OTHERS}, ranges such as 4-7, and {EVERY} for all"


def name_of(ranks: str, name: str) -> str:
    """Return the name of a property of some ranks: ``ranks.4-7.points``."""
    return f"{GROUP}.{ranks}.{name}"


def split(path: str) -> tuple[str, str] | None:
    """Split a name into its ranks and its property; ``None`` if it is not a property of ranks."""
    group, _, rest = path.partition(".")
    ranks, dot, name = rest.rpartition(".")
    return (ranks, name) if group == GROUP and dot else None


def read_ranks(text: str) -> tuple[Rank, ...]:
    """Parse ranks, in the order of their names. Raises ``ValueError`` for an unknown rank or range."""
    if text == EVERY:
        return tuple(Rank)
    found: dict[Rank, None] = {}
    for part in text.split(","):
        found.update(dict.fromkeys(_range(part.strip())))
    return tuple(found)


def _range(text: str) -> tuple[Rank, ...]:
    first, dash, last = text.partition("-")
    ends = _rank(first), _rank(last if dash else first)
    if not dash:
        return ends[:1]
    if not all(rank.four_to_ace for rank in ends) or ends[0].order >= ends[1].order:
        raise ValueError(f"“{text}” is not a range; a range goes up, such as 4-7 or 8-A")
    return FOUR_TO_ACE[ends[0].order : ends[1].order + 1]


def _rank(text: str) -> Rank:
    if text in _OF:
        return _OF[text]
    meant = rank_meant(text)
    hint = f" Did you mean “{meant}”?" if meant else ""
    raise ValueError(f"“{text}” is not a rank.{hint} {_ALL}")


def rank_meant(text: str) -> str:
    """Return the symbol of the rank that a word names (``kings``, ``10``, ``k``), or an empty string."""
    word = text.lower()
    for rank in Rank:
        if word in (rank.value.lower(), rank.noun, rank.many, *_ALSO.get(rank, ())):
            return str(rank.value)
    return ""


def write_ranks(ranks: Iterable[Rank], every: Iterable[Rank]) -> str:
    """Format ranks: with ranges, or as ``*`` if they are all the ranks that have the property."""
    ordered = sorted(ranks, key=lambda rank: rank.order)
    if len(ordered) > 1 and set(ordered) == set(every):
        return EVERY
    return ",".join(_runs(ordered))


def _runs(ranks: list[Rank]) -> Iterator[str]:
    while ranks:
        size = next(
            (at for at in range(1, len(ranks)) if not _follows(ranks[at - 1], ranks[at])),
            len(ranks),
        )
        first, last = ranks[0].value, ranks[size - 1].value
        yield first if size == 1 else f"{first}-{last}"
        ranks = ranks[size:]


def _follows(lower: Rank, higher: Rank) -> bool:
    return higher.four_to_ace and higher.order == lower.order + 1


def together(
    paths: Iterable[str], every: Iterable[str], alike: Callable[[str], Hashable]
) -> list[tuple[str, str]]:
    """Join the ranks with the same value of a property: each name, and one of its parameters.

    ``alike`` is equal for parameters that may share a name; ``every`` are all parameters.
    """
    having: dict[str, list[Rank]] = {}
    for path in every:
        if part := split(path):
            having.setdefault(part[1], []).append(_OF[part[0]])
    joined: dict[Hashable, list[str]] = {}
    for path in paths:
        part = split(path)
        joined.setdefault((part[1], alike(path)) if part else path, []).append(path)
    return [(_joined(same, having), same[0]) for same in joined.values()]


def _joined(same: list[str], having: dict[str, list[Rank]]) -> str:
    parts = [part for path in same if (part := split(path))]
    if not parts:
        return same[0]
    name = parts[0][1]
    return name_of(write_ranks((_OF[ranks] for ranks, _ in parts), having[name]), name)
