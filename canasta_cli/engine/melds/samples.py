"""Melds that stand for others in questions whose melds are not given."""

from canasta_cli.engine.points import in_packs
from canasta_cli.model.cards import FOUR_TO_ACE, Card, Cards, Rank, Suit
from canasta_cli.model.melds import Meld
from canasta_cli.rules.grades import Grade
from canasta_cli.rules.schema import Ruleset

SHORTEST = 3


def sample_meld(rank: Rank, size: int, elsewhere: int, ruleset: Ruleset) -> Meld:
    """Return a meld of a rank, with wild cards if the deck has too few cards besides those elsewhere."""
    naturals = min(size, max(in_packs(rank, ruleset) - elsewhere, 0))
    wilds = [a_wild_card(ruleset)] * (size - naturals)
    return Meld(Cards([Card(rank)] * naturals + wilds), ruleset.wild_ranks)


def a_wild_card(ruleset: Ruleset) -> Card:
    """Return a wild card that stands for any other: a deuce in most games."""
    return Card(ruleset.wild_ranks.wild[0])


def sequence_beside(cards: Cards, suit: Suit, ruleset: Ruleset) -> Meld | None:
    """Return a sequence of three cards that some cards extend; ``None`` if there is no room for one."""
    orders = [card.rank.order for card in cards if card.rank.four_to_ace]
    if not orders:
        return None
    below, above = FOUR_TO_ACE[: min(orders)][-SHORTEST:], FOUR_TO_ACE[max(orders) + 1 :][:SHORTEST]
    melds = [_sequence(ranks, suit, ruleset) for ranks in (below, above)]
    return next((meld for meld in melds if meld.size == SHORTEST and not meld.wilds), None)


def enough_canastas(besides: tuple[Rank, ...], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return canastas with which a side may go out, of other ranks than those ``besides``."""
    natural = ruleset.wild_ranks.natural
    ranks = [rank for rank in natural if rank not in besides]
    suits = list(Suit)
    melds: list[Meld] = []
    for need in ruleset.out.needs:
        grade = next(iter(need.of), Grade.NATURAL)
        for _ in range(need.number):
            if grade is Grade.RUN:
                melds.append(_long_sequence(suits.pop(), ruleset))
            elif (grade.general or grade) is Grade.WILD:
                card = Card(grade.rank) if grade.rank else a_wild_card(ruleset)
                melds.append(Meld(Cards([card] * ruleset.melds.canasta), ruleset.wild_ranks))
            else:
                rank = grade.rank or (ranks.pop() if ranks else natural[0])
                melds.append(_set(rank, grade, ruleset))
    return tuple(melds)


def _set(rank: Rank, grade: Grade, ruleset: Ruleset) -> Meld:
    wilds = int((grade.general or grade) is Grade.MIXED)
    naturals = ruleset.melds.canasta - wilds
    cards = Cards([Card(rank)] * naturals + [a_wild_card(ruleset)] * wilds)
    return Meld(cards, ruleset.wild_ranks)


def _long_sequence(suit: Suit, ruleset: Ruleset) -> Meld:
    """Return a sequence that is a canasta, low cards first; with wild cards if there is no other."""
    size = ruleset.melds.canasta
    every = [
        _sequence(FOUR_TO_ACE[start : start + size], suit, ruleset)
        for start in range(max(len(FOUR_TO_ACE) - size, 0) + 1)
    ]
    return min(every, key=lambda meld: meld.wilds)


def _sequence(ranks: tuple[Rank, ...], suit: Suit, ruleset: Ruleset) -> Meld:
    return Meld(Cards(Card(rank, suit) for rank in ranks), ruleset.wild_ranks)
