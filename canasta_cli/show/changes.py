"""Format how a correction changes a game: points, totals, who leads, initial melds, dealers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.keys import Keys
from canasta_cli.show.layout import Blocks, Grid, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing

Value = int | str | bool | None


class Change(NamedTuple):
    """A value before and after a correction.

    ``hand`` is its hand, from 1, and ``side`` its side, if it is about one; ``texts`` are both
    values for people, empty if another line shows them.
    """

    what: str
    before: Value
    after: Value
    texts: tuple[str, str]
    hand: int | None = None
    side: str | None = None

    @property
    def shown(self) -> bool:
        """Return whether people see a difference."""
        return self.texts[0] != self.texts[1]

    @property
    def name(self) -> str:
        """The name of the value: ``hand 3, Us``."""
        hand = f"hand {self.hand}" if self.hand else ""
        what = _NAMES.get(self.what, "")
        return ", ".join(word for word in (hand, what, self.side) if word)


_NAMES = {
    "total": "total",
    "minimum": "to open",
    "dealer": "dealer",
    "next_dealer": "next dealer",
    "leader": "lead",
    "over": "game",
}
_STATES = {True: "over", False: "goes on"}


def changes(before: Standing, after: Standing, dropped: int = 0) -> tuple[Change, ...]:
    """List everything that differs between two standings of one game.

    ``dropped`` is a hand, from 1, that only the first has.
    """
    kept = tuple(hand for hand in before.hands if hand.number != dropped)
    every = (
        *_by_hand(kept, after),
        *_by_side(before, after),
        *_of_game(before, after),
    )
    return tuple(each for each in every if each.before != each.after or each.shown)


def _by_hand(before: tuple[Played, ...], after: Standing) -> Iterator[Change]:
    names = [side.name for side in after.game.sides]
    for one, other in zip(before, after.hands, strict=False):
        yield Change("dealer", one.dealer, other.dealer, (one.dealer, other.dealer), other.number)
        for name, old, new in zip(names, one.points, other.points, strict=True):
            yield Change("points", old, new, (points(old), points(new)), other.number, name)


def _by_side(before: Standing, after: Standing) -> Iterator[Change]:
    for place, side in enumerate(after.game.sides):
        old, new = before.totals[place], after.totals[place]
        yield Change("total", old, new, (points(old), points(new)), side=side.name)
    if before.outcome.over or after.outcome.over:
        return
    for place, side in enumerate(after.game.sides):
        one, other = before.minimums[place], after.minimums[place]
        texts = asked(one), asked(other)
        yield Change("minimum", one.points, other.points, texts, side=side.name)


def _of_game(before: Standing, after: Standing) -> Iterator[Change]:
    (old, by), (new, by_now) = _leader(before), _leader(after)
    yield Change("leader", old, new, (_lead(old, by), _lead(new, by_now)))
    yield Change("lead", by, by_now, ("", ""))
    if not (before.outcome.over or after.outcome.over):
        yield Change("next_dealer", before.dealer, after.dealer, (before.dealer, after.dealer))
    over, over_now = before.outcome.over, after.outcome.over
    yield Change("over", over, over_now, (_STATES[over], _STATES[over_now]))


def _leader(standing: Standing) -> tuple[str | None, int]:
    """Return the side with the highest total and its lead; ``None`` if two have the same."""
    first, second, *_ = sorted(standing.totals, reverse=True)
    if first == second:
        return None, 0
    return standing.game.sides[standing.totals.index(first)].name, first - second


def _lead(side: str | None, by: int) -> str:
    return "nobody" if side is None else f"{side} by {points(by)}"


def changes_blocks(before: Standing, after: Standing, dropped: int = 0) -> Blocks:
    """Format everything that differs, with both values; ``dropped`` as in :func:`changes`."""
    every = changes(before, after, dropped)
    rows = tuple((each.name, *each.texts) for each in every if each.shown)
    if not rows:
        return (Text("No points change."),)
    return (Grid(("", "before", "after"), rows),)


CHANGE_KEYS = Keys(
    "A change",
    {
        "what": "What changes: `points`, `total`, `minimum`, `dealer`, `next_dealer`, `leader`, `lead` "
        "or `over`.",
        "hand": "The number of the hand, only if it is about one.",
        "side": "The name of the side, only if it is about one.",
        "before": "The value before the correction.",
        "after": "The value after it.",
    },
)


def changes_json(before: Standing, after: Standing, dropped: int = 0) -> list[Mapping[str, Any]]:
    """Return the same as JSON."""
    return [
        {
            "what": each.what,
            **({"hand": each.hand} if each.hand else {}),
            **({"side": each.side} if each.side else {}),
            "before": each.before,
            "after": each.after,
        }
        for each in changes(before, after, dropped)
        if each.before != each.after
    ]
