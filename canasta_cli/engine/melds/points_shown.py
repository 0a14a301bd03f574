"""Count the points that a turn that takes the pile can show from the hand, before picking it up."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import points_of
from canasta_cli.engine.view import Held
from canasta_cli.model.cards import Card, Cards, LayOff, Meld, WildRanks, meld_under
from canasta_cli.model.turn import MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import SameRank

Wilds = tuple[int, ...]
"""The number of cards of each wild rank."""


def points_counted(turn: Turn, take: Take | None, hand: Held, ruleset: Ruleset) -> int:
    """The card points that count for the initial meld: with the top card, and from the hand."""
    if take is None:
        return sum([points_of(lay.cards, ruleset) for lay in turn.melded])
    with_top = _points_with_top(take, ruleset)
    return with_top + (points_from_hand(turn, take, hand, ruleset) if turn.take else 0)


def _points_with_top(take: Take, ruleset: Ruleset) -> int:
    """Card points of the meld that takes the pile, as far as they count for the initial meld."""
    top = points_of((take.top,), ruleset) if take.top and ruleset.opening.top_counts else 0
    if ruleset.opening.pair_counts:
        return top + points_of(take.shown, ruleset)
    # What is only added to the pair doesn't count either: it must be a meld of its own.
    return top + sum(points_alone(tuple(lay.cards), ruleset) for lay in take.then)


def points_from_hand(turn: Turn, take: Take, hand: Held, ruleset: Ruleset) -> int:
    """The card points melded from the hand: if a meld needs the pile, what is a meld without it.

    The wild cards of the hand are counted where they count most, since they look the same as
    those of the pile.
    """
    if hand.unseen is None:
        return sum(points_of(lay.cards, ruleset) for lay in turn.melded)
    melded = turn.melded
    most = _worth_in_order(melded, melded, take, hand, ruleset)
    if ruleset.melds.same_rank is SameRank.APART and len(melded) > 1:
        # If there are two sets of a rank, the cards of the hand may be in either.
        most = max(most, _worth_in_order(melded, melded[::-1], take, hand, ruleset))
    return most


def _worth_in_order(
    melded: tuple[MeldOrLayOff, ...],
    first: tuple[MeldOrLayOff, ...],
    take: Take,
    hand: Held,
    ruleset: Ruleset,
) -> int:
    """The same points if the natural cards of the hand fill the lays in the order of ``first``."""
    held = hand.minus(take.shown)
    wild_ranks = ruleset.wild_ranks
    shown, unseen = _naturals(first, held, wild_ranks)
    if first is not melded:
        shown.reverse()
    have = tuple([held.of(rank) + unseen for rank in wild_ranks.wild])
    none = (0,) * len(have)
    fixed, best, lying = 0, {none: 0}, 1 + len(take.hand)
    for naturals, lay in shown:
        base: tuple[Card, ...] = ()
        counts = ruleset.opening.pair_counts
        if (
            counts
            and take.top
            and _joins_top(take.top, naturals, lay, wild_ranks)
            and _is_added(lay, lying, ruleset)
        ):
            base, lying = (take.top, *take.hand), lying + len(lay.cards)
        if not wild_ranks.count(lay.cards):
            fixed += _counts(naturals, none, base, ruleset)
            continue
        further: dict[Wilds, int] = {}
        for used, counted in best.items():
            for now in _more(used, wild_ranks.each(lay.cards), have):
                given = tuple([after - before for after, before in zip(now, used, strict=True)])
                points = counted + _counts(naturals, given, base, ruleset)
                further[now] = max(further.get(now, 0), points)
        best = further
    return fixed + max(best.values())


def _naturals(
    melded: tuple[MeldOrLayOff, ...], held: Held, wild_ranks: WildRanks
) -> tuple[list[tuple[tuple[Card, ...], MeldOrLayOff]], int]:
    """Find the natural cards of the hand in each lay, and the number of unseen cards left."""
    naturals = [[card for card in lay.cards if card.rank not in wild_ranks] for lay in melded]
    owns, unseen = own_cards(naturals, held)
    return list(zip(owns, melded, strict=True)), unseen or 0


def own_cards(bunches: list[list[Card]], held: Held) -> tuple[list[tuple[Card, ...]], int | None]:
    """Find the cards of a hand in each bunch, no card twice, and the number of unseen cards left.

    A hand of unknown size may have all the cards.
    """
    rest, unseen = dict(held.cards.by_rank()), held.unseen
    owns = []
    for cards in bunches:
        own = []
        for card in cards:
            if rest.get(card.rank, 0) > 0:
                rest[card.rank] -= 1
            elif unseen is None or unseen > 0:
                unseen = None if unseen is None else unseen - 1
            else:
                continue
            own.append(card)
        owns.append(tuple(own))
    return owns, unseen


def _more(used: Wilds, laid: Wilds, have: Wilds) -> Iterator[Wilds]:
    """Yield the wild cards used in all if a lay gets some of those in it, or none."""
    each = zip(used, laid, have, strict=True)
    return product(*[range(some, some + min(more, most - some) + 1) for some, more, most in each])


def _joins_top(
    top: Card, naturals: tuple[Card, ...], lay: MeldOrLayOff, wild_ranks: WildRanks
) -> bool:
    """True if the cards of the hand can join the meld that takes the top card."""
    if isinstance(lay, LayOff):
        if top.rank in wild_ranks:
            return lay.onto.is_wild(wild_ranks)
        return lay.onto.suit is None and lay.onto.rank is top.rank
    return {card.rank for card in naturals} == {top.rank}


def _is_added(lay: MeldOrLayOff, lying: int, ruleset: Ruleset) -> bool:
    """True if cards of its rank join the meld that takes the pile, which has ``lying`` cards."""
    if isinstance(lay, LayOff) or ruleset.melds.same_rank is SameRank.MERGED:
        return True
    if ruleset.melds.same_rank is SameRank.AFTER_CANASTA:
        return lying < ruleset.melds.canasta
    return meld_is_legal(meld_under(ruleset.wild_ranks, lay), ruleset, going_out=True) is False


def _counts(
    naturals: tuple[Card, ...], wilds: Wilds, base: tuple[Card, ...], ruleset: Ruleset
) -> int:
    """The points of cards of the hand in a lay: alone, or with the meld that takes the pile."""
    kinds = zip(ruleset.wild_ranks.wild, wilds, strict=True)
    own = (*naturals, *[Card(rank) for rank, number in kinds for _ in range(number)])
    return max(points_alone((*base, *own), ruleset) - points_of(base, ruleset), 0)


def points_alone(cards: tuple[Card, ...], ruleset: Ruleset) -> int:
    """The most points that these cards make as a meld of their own; wild cards may be left out."""
    return _alone(cards, ruleset.book)


# The search for ways to take the pile asks about the same cards again and again.
@lru_cache(maxsize=50_000)
def _alone(cards: tuple[Card, ...], book: Book) -> int:
    ruleset = book.ruleset
    wild_ranks, values = ruleset.wild_ranks, ruleset.ranks.points
    naturals = [card for card in cards if card.rank not in wild_ranks]
    wilds = [card for card in cards if card.rank in wild_ranks]
    wilds.sort(key=lambda card: (values[card.rank], card.order))
    # Those worth most come last: the first legal meld is the best.
    for waiting in range(len(wilds) + 1):
        meld = Meld(Cards((*naturals, *wilds[waiting:])), wild_ranks)
        if meld.cards and meld_is_legal(meld, ruleset, going_out=True):
            return points_of(meld.cards, ruleset)
    return 0
