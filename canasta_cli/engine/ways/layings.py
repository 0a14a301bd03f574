"""What the cards of one rank can give to a play: melds and lay-offs beside each other, listed whole.

Ways to open and ways to go out choose from this list, rank by rank.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from canasta_cli.engine.melds.grading import grade
from canasta_cli.engine.melds.melding import Lying, judge_meld
from canasta_cli.engine.melds.placing import Laid, lay_down, place_of
from canasta_cli.engine.melds.unfinished import MELDS as UNFINISHED
from canasta_cli.engine.melds.unfinished import costly, price
from canasta_cli.engine.plays.of_hand import OfHand
from canasta_cli.engine.values import value, worth
from canasta_cli.engine.ways.marks import Marks, marks
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Lay
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Grade, ThreeMelds

WILDS = (Rank.DEUCE, Rank.JOKER)
GRADES = tuple(Grade)
Group = tuple[Rank, ...]
"""The ranks that a set may be of: one, or none where it is of wild cards alone."""
Share = tuple[int, ...]
"""How many cards of each rank of a group, deuces and jokers."""


class Taking(NamedTuple):
    """A meld that the top card of the pile is part of, and the cards of the hand shown with it."""

    meld: Meld
    shown: Cards


class Laying(NamedTuple):
    """What a group gives to a play: lays, the cards of the hand in them, and what lies then.

    ``canastas`` are those of the group's melds then, whoever laid them, each as its place among the
    grades; ``costs`` is what the unfinished ones cost if the hand ends so. ``taking`` is the meld that
    the top card of the pile is part of, where it is.
    """

    lays: tuple[Lay, ...]
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
    """The groups of ranks that make sets under a ruleset, wild cards last."""
    threes: tuple[Group, ...] = ((Rank.BLACK_THREE,), (Rank.RED_THREE,))
    if ruleset.melds.threes is ThreeMelds.TOGETHER:
        threes = ((Rank.BLACK_THREE, Rank.RED_THREE),)
    return (*((rank,) for rank in NATURALS), *threes, ())


def lying_of(group: Group, melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """The melds on the table that cards of a group may be laid off on."""
    if not group:
        return tuple(meld for meld in melds if meld.shape is Shape.WILD)
    if len(group) > 1:
        return tuple(meld for meld in melds if meld.shape is Shape.THREES)
    return tuple(meld for meld in melds if meld.rank in group and meld.shape is not Shape.RUN)


class _Down(NamedTuple):
    """Lays, the melds of the group then, and the cards that are left of it."""

    lays: tuple[Lay, ...]
    after: tuple[Meld, ...]
    left: Share


@lru_cache(maxsize=10_000)
def layings(
    group: Group, lying: tuple[Meld, ...], have: Share, book: Book, *, whole: bool = False
) -> tuple[Laying, ...]:
    """Every way to lay some of so many cards, none first; few cards before many.

    ``whole``: all natural cards are laid. Two ways that come to the same melds are one: the one that
    adds less to what lay there.
    """
    found: dict[frozenset[tuple[Meld, int]], tuple[Lay, ...]] = {}
    every = _lays(group, lying, have, book)
    wanted = (each for each in every if not (whole and any(each.left[: len(group)])))
    for lays, after, _ in sorted(wanted, key=lambda down: laid_off(down.lays)):
        found.setdefault(frozenset(Counter(after).items()), lays)
    listed = (laying(lays, lying, book.ruleset) for lays in found.values())
    return tuple(sorted((each for each in listed if each is not None), key=_order))


def laid_off(lays: tuple[Lay, ...]) -> int:
    """How many of some lays add to a meld that lies there."""
    return sum(isinstance(lay, LayOff) for lay in lays)


def _order(found: Laying) -> tuple[int, int, int, list[tuple[int, list[int]]]]:
    each = [(len(lay.cards), [card.order for card in lay.cards]) for lay in found.lays]
    return found.cards, found.deuces + found.jokers, len(found.lays), each


def laying(lays: tuple[Lay, ...], lying: tuple[Meld, ...], ruleset: Ruleset) -> Laying | None:
    """Lays as they would lie; none if a new meld would join another, or no meld is there to join."""
    if not lays and not lying:
        return NOTHING
    laid, table = set_down(lays, lying, ruleset)
    if table is None:
        return None
    cards = Cards(card for lay in lays for card in lay.cards)
    own = tuple(OfHand(each, Meld(each.added)) for each in laid)
    return Laying(
        lays,
        len(cards),
        cards.of(Rank.DEUCE),
        cards.of(Rank.JOKER),
        worth(cards, ruleset),
        tuple(GRADES.index(kind) for meld in table if (kind := grade(meld, ruleset)) is not None),
        sum(
            each * len(costly(kinds, table, ruleset))
            for kinds, what in UNFINISHED
            if (each := price(what, ruleset)) is not None
        ),
        marks(own, table, ruleset),
    )


def set_down(
    lays: tuple[Lay, ...], lying: tuple[Meld, ...], ruleset: Ruleset
) -> tuple[tuple[Laid, ...], tuple[Meld, ...] | None]:
    """Each lay as it comes to lie, and all the melds then; none where it does not lie as it says."""
    laid, table = lay_down(lays, lying, ruleset)
    new = [each for each in laid if each.before is None]
    said = [lay for lay in lays if isinstance(lay, Meld)]
    if len(new) != len(said) or any(each.stray for each in laid):
        return (), None
    return laid, table


def with_top(found: Laying, at: int, top: Card, shown: Cards, ruleset: Ruleset) -> Laying:
    """The same where the meld in one place has the top card of the pile, and not one of the hand.

    ``shown`` are cards of that meld with which the pile is taken.
    """
    melds = tuple(Meld(lay.cards) for lay in found.lays)
    own = list(melds[at].cards)
    own.remove(top)
    of_hand = (*melds[:at], Meld(Cards(own)), *melds[at + 1 :])
    laid = (Laid(None, meld.cards, meld) for meld in melds)
    uncounted = 0 if ruleset.opening.top_counts else value(top.rank, ruleset)
    return found._replace(
        cards=found.cards - 1,
        deuces=found.deuces - (top.rank is Rank.DEUCE),
        jokers=found.jokers - (top.rank is Rank.JOKER),
        points=found.points - uncounted,
        marks=marks(tuple(map(OfHand, laid, of_hand)), melds, ruleset),
        taking=Taking(melds[at], shown),
    )


def _lays(group: Group, lying: tuple[Meld, ...], have: Share, book: Book) -> Iterator[_Down]:
    """What can be laid off, and what melded beside it."""
    new = _new_melds(group, have, book)
    for offs in _lay_offs(group, lying, have, book):
        yield from _beside(new, offs, book.ruleset)


def _lay_offs(group: Group, lying: tuple[Meld, ...], have: Share, book: Book) -> list[_Down]:
    """Every choice of what goes onto the melds that lie there, nothing among them."""
    found = [_Down((), (), have)]
    for at, meld in enumerate(lying):
        name = _name(at, lying)
        found = [more for each in found for more in _onto(meld, name, group, each, book)]
    return found


def _onto(meld: Meld, name: Onto, group: Group, before: _Down, book: Book) -> Iterator[_Down]:
    """What has been laid off before, and what can go onto one meld more."""
    for share in product(*(range(number + 1) for number in before.left)):
        cards = _cards(group, share)
        after = Meld(meld.cards + cards)
        if not cards:
            yield before._replace(after=(*before.after, meld))
        elif _may_lie(after, book):
            lays = (*before.lays, LayOff(name, cards))
            yield _Down(lays, (*before.after, after), _less(before.left, share))


def _name(at: int, lying: tuple[Meld, ...]) -> Onto:
    """What a meld on the table is called: its rank, and which of several of that rank."""
    alike = [place for place, meld in enumerate(lying) if meld.rank is lying[at].rank]
    return Onto(lying[at].rank, which=alike.index(at) + 1 if len(alike) > 1 else None)


def _new_melds(group: Group, have: Share, book: Book) -> tuple[tuple[Share, Meld], ...]:
    """Every meld that cards of a group can make, many cards before few."""
    every = product(*(range(number + 1) for number in have))
    own = len(group) or len(WILDS)
    melds = ((share, Meld(_cards(group, share))) for share in every if any(share[:own]))
    lying = ((share, meld) for share, meld in melds if _may_lie(meld, book))
    return tuple(sorted(lying, key=lambda each: -len(each[1].cards)))


def _beside(new: tuple[tuple[Share, Meld], ...], down: _Down, ruleset: Ruleset) -> Iterator[_Down]:
    """What is down, and every choice of new melds that may stand beside it, none among them.

    Great ones come first: where a second meld of a rank waits for a canasta, it is there then.
    """
    yield down
    for at, (share, meld) in enumerate(new):
        if any(wants > has for wants, has in zip(share, down.left, strict=True)):
            continue
        if place_of(meld, list(down.after), ruleset) is None:
            left = _less(down.left, share)
            more = _Down((*down.lays, meld), (*down.after, meld), left)
            yield from _beside(new[at:], more, ruleset)


def _less(have: Share, share: Share) -> Share:
    return tuple(has - takes for has, takes in zip(have, share, strict=True))


def _cards(group: Group, share: Share) -> Cards:
    kinds = zip((*group, *WILDS), share, strict=True)
    return Cards(Card(rank) for rank, number in kinds for _ in range(number)) or NO_CARDS


def _may_lie(meld: Meld, book: Book) -> bool:
    """Whether a meld may lie, if only in going out."""
    return judge_meld(Lying(meld, going_out=True), book.ruleset).legal is not False
