"""List everything that the cards of one rank can be laid as: combinations of melds and lay-offs.

The searches for ways to open and to go out choose from this list, rank by rank.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from canasta_cli.engine.melds.canastas import grade
from canasta_cli.engine.melds.placement import Placement, add_to_table, place_of
from canasta_cli.engine.melds.points_shown import points_alone
from canasta_cli.engine.melds.unfinished import cost
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.movegen.marks import Marks, marks
from canasta_cli.engine.points import points_of, value
from canasta_cli.engine.turn.cards_from_hand import CardsFromHand
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, MeldOnTable, Onto, Shape
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.grades import Grade
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import ThreeMelds

WILDS = (Rank.DEUCE, Rank.JOKER)
GRADES = tuple(Grade)
Group = tuple[Rank, ...]
"""The ranks of a set: one, both threes in some games, or none for wild cards alone."""
Share = tuple[int, ...]
"""The number of cards of each rank of a group, of deuces, and of jokers."""


class Taking(NamedTuple):
    """A meld with the top card of the pile, and the cards of the hand shown with that card."""

    meld: Meld
    shown: Cards


class Laying(NamedTuple):
    """One way to lay cards of a group: the lays, the cards of the hand in them, and the result.

    ``canastas`` are all canastas of the group after it, each as its index among the grades;
    ``costs`` are the penalties for unfinished melds if the hand ends like that. ``taking`` is the
    meld with the top card of the pile, if it has it.
    """

    melded: tuple[MeldOrLayOff, ...]
    cards: int
    deuces: int
    jokers: int
    points: int
    canastas: tuple[int, ...]
    costs: int
    marks: Marks
    taking: Taking | None = None


NOTHING = Laying((), 0, 0, 0, 0, (), 0, frozenset())


def groups(ruleset: Ruleset) -> tuple[Group, ...]:
    """List the groups of ranks that make sets under a ruleset, wild cards last."""
    threes: tuple[Group, ...] = ((Rank.BLACK_THREE,), (Rank.RED_THREE,))
    if ruleset.melds.threes is ThreeMelds.TOGETHER:
        threes = ((Rank.BLACK_THREE, Rank.RED_THREE),)
    return (*((rank,) for rank in NATURALS), *threes, ())


def lying_of(group: Group, melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Find the melds on the table that cards of a group may be laid off on."""
    if not group:
        return tuple(meld for meld in melds if meld.shape is Shape.WILD)
    if len(group) > 1:
        return tuple(meld for meld in melds if meld.shape is Shape.THREES)
    return tuple(meld for meld in melds if meld.rank in group and meld.shape is not Shape.RUN)


class _Down(NamedTuple):
    """Lays, the melds of the group after them, and the cards of the group that are left."""

    melded: tuple[MeldOrLayOff, ...]
    after: tuple[Meld, ...]
    left: Share


@lru_cache(maxsize=10_000)
def layings(
    group: Group, lying: tuple[Meld, ...], have: Share, book: Book, *, whole: bool = False
) -> tuple[Laying, ...]:
    """List every way to lay some of the cards of a group, none first, few cards before many.

    ``whole``: all natural cards are laid. Of ways that result in the same melds, only the one with
    the fewest lay-offs is listed.
    """
    found: dict[frozenset[tuple[Meld, int]], tuple[MeldOrLayOff, ...]] = {}
    every = _lays(group, lying, have, book)
    wanted = (each for each in every if not (whole and any(each.left[: len(group)])))
    for melded, after, _ in sorted(wanted, key=lambda down: laid_off(down.melded)):
        found.setdefault(frozenset(Counter(after).items()), melded)
    listed = (laying(melded, lying, book.ruleset) for melded in found.values())
    return tuple(sorted((each for each in listed if each is not None), key=_order))


def laid_off(melded: tuple[MeldOrLayOff, ...]) -> int:
    """Count the lays that add to a meld on the table."""
    return sum(isinstance(lay, LayOff) for lay in melded)


def _order(found: Laying) -> tuple[int, int, int, list[tuple[int, list[int]]]]:
    each = [(len(lay.cards), [card.order for card in lay.cards]) for lay in found.melded]
    return found.cards, found.deuces + found.jokers, len(found.melded), each


def laying(
    melded: tuple[MeldOrLayOff, ...], lying: tuple[Meld, ...], ruleset: Ruleset
) -> Laying | None:
    """Evaluate lays; ``None`` if a new meld would join another, or a lay-off finds no meld."""
    if not melded and not lying:
        return NOTHING
    laid, table = set_down(melded, lying, ruleset)
    if table is None:
        return None
    cards = Cards(card for lay in melded for card in lay.cards)
    own = tuple(CardsFromHand(each, Meld(each.added)) for each in laid)
    return Laying(
        melded,
        len(cards),
        cards.of(Rank.DEUCE),
        cards.of(Rank.JOKER),
        points_of(cards, ruleset),
        tuple(GRADES.index(kind) for meld in table if (kind := grade(meld, ruleset)) is not None),
        cost(table, ruleset),
        marks(own, table, ruleset),
    )


def set_down(
    melded: tuple[MeldOrLayOff, ...], lying: tuple[Meld, ...], ruleset: Ruleset
) -> tuple[tuple[Placement, ...], tuple[Meld, ...] | None]:
    """Return the melds made or changed by lays, and all melds.

    The latter are ``None`` if a new meld would join another, or a lay-off finds no meld.
    """
    laid, table = add_to_table(melded, lying, ruleset)
    new = [each for each in laid if each.before is None]
    recorded = [lay for lay in melded if isinstance(lay, Meld)]
    if len(new) != len(recorded) or any(each.stray for each in laid):
        return (), None
    return laid, table


def with_top(found: Laying, at: int, top: Card, shown: Cards, ruleset: Ruleset) -> Laying:
    """Return the laying with one card replaced by the top card of the pile, in the meld at ``at``.

    ``shown`` are cards of that meld with which the pile is taken.
    """
    melds = tuple(Meld(lay.cards) for lay in found.melded)
    taken = (top,) if ruleset.opening.pair_counts else (top, *shown)
    own = Cards((Counter(melds[at].cards) - Counter(taken)).elements())
    of_hand = (*melds[:at], Meld(own), *melds[at + 1 :])
    laid = (Placement(None, meld.cards, meld) for meld in melds)
    uncounted = 0 if ruleset.opening.top_counts else value(top.rank, ruleset)
    if not ruleset.opening.pair_counts:
        rest = points_of(own, ruleset) - points_alone(tuple(own), ruleset) if own else 0
        uncounted += points_of(shown, ruleset) + rest
    return found._replace(
        cards=found.cards - 1,
        deuces=found.deuces - (top.rank is Rank.DEUCE),
        jokers=found.jokers - (top.rank is Rank.JOKER),
        points=found.points - uncounted,
        marks=marks(tuple(map(CardsFromHand, laid, of_hand)), melds, ruleset),
        taking=Taking(melds[at], shown),
    )


def _lays(group: Group, lying: tuple[Meld, ...], have: Share, book: Book) -> Iterator[_Down]:
    """Yield every choice of lay-offs, with every choice of new melds beside them."""
    new = _new_melds(group, have, book)
    for offs in _lay_offs(group, lying, have, book):
        yield from _beside(new, offs, book.ruleset)


def _lay_offs(group: Group, lying: tuple[Meld, ...], have: Share, book: Book) -> list[_Down]:
    """List every choice of lay-offs on the melds on the table, including none."""
    found = [_Down((), (), have)]
    for at, meld in enumerate(lying):
        name = _name(at, lying)
        found = [more for each in found for more in _onto(meld, name, group, each, book)]
    return found


def _onto(meld: Meld, name: Onto, group: Group, before: _Down, book: Book) -> Iterator[_Down]:
    """Yield the earlier lay-offs, with every choice of cards for one more meld."""
    for share in product(*(range(number + 1) for number in before.left)):
        cards = _cards(group, share)
        after = Meld(meld.cards + cards)
        if not cards:
            yield before._replace(after=(*before.after, meld))
        elif _may_lie(after, book):
            melded = (*before.melded, LayOff(name, cards))
            yield _Down(melded, (*before.after, after), _less(before.left, share))


def _name(at: int, lying: tuple[Meld, ...]) -> Onto:
    """Name a meld on the table: its rank, and its number among several of that rank."""
    alike = [place for place, meld in enumerate(lying) if meld.rank is lying[at].rank]
    return Onto(lying[at].rank, which=alike.index(at) + 1 if len(alike) > 1 else None)


def _new_melds(group: Group, have: Share, book: Book) -> tuple[tuple[Share, Meld], ...]:
    """List every meld that cards of a group can make, many cards before few."""
    every = product(*(range(number + 1) for number in have))
    own = len(group) or len(WILDS)
    melds = ((share, Meld(_cards(group, share))) for share in every if any(share[:own]))
    lying = ((share, meld) for share, meld in melds if _may_lie(meld, book))
    return tuple(sorted(lying, key=lambda each: -len(each[1].cards)))


def _beside(new: tuple[tuple[Share, Meld], ...], down: _Down, ruleset: Ruleset) -> Iterator[_Down]:
    """Yield the lays with every choice of separate new melds beside them, including none.

    Large melds come first: if a second meld of a rank must wait for a canasta, it exists then.
    """
    yield down
    for at, (share, meld) in enumerate(new):
        if any(wants > has for wants, has in zip(share, down.left, strict=True)):
            continue
        if place_of(meld, list(down.after), ruleset) is None:
            left = _less(down.left, share)
            more = _Down((*down.melded, meld), (*down.after, meld), left)
            yield from _beside(new[at:], more, ruleset)


def _less(have: Share, share: Share) -> Share:
    return tuple(has - takes for has, takes in zip(have, share, strict=True))


def _cards(group: Group, share: Share) -> Cards:
    kinds = zip((*group, *WILDS), share, strict=True)
    return Cards(Card(rank) for rank, number in kinds for _ in range(number)) or NO_CARDS


def _may_lie(meld: Meld, book: Book) -> bool:
    """True if a meld may be legal, if only when going out."""
    return judge_meld(MeldOnTable(meld, going_out=True), book.ruleset).legal is not False
