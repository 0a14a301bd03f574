"""Melds that stand for others in questions whose melds are not given."""

from canasta_cli.engine.points import in_packs
from canasta_cli.model.cards import NATURALS, Card, Cards, Rank, Suit
from canasta_cli.model.melds import Meld
from canasta_cli.rules.grades import Grade
from canasta_cli.rules.schema import Ruleset

SHORTEST = 3


def sample_meld(rank: Rank, size: int, elsewhere: int, ruleset: Ruleset) -> Meld:
    """Return a meld of a rank, with deuces if the deck has too few cards besides those elsewhere."""
    naturals = min(size, max(in_packs(rank, ruleset) - elsewhere, 0))
    return Meld(Cards([Card(rank)] * naturals + [Card(Rank.DEUCE)] * (size - naturals)))


def sequence_beside(cards: Cards, suit: Suit) -> Meld | None:
    """Return a sequence of three cards that some cards extend; ``None`` if there is no room for one."""
    orders = [card.rank.order for card in cards if card.rank.natural]
    if not orders:
        return None
    below, above = NATURALS[: min(orders)][-SHORTEST:], NATURALS[max(orders) + 1 :][:SHORTEST]
    ranks = below if len(below) == SHORTEST else above
    return Meld(Cards(Card(rank, suit) for rank in ranks)) if len(ranks) == SHORTEST else None


def enough_canastas(besides: tuple[Rank, ...], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return canastas with which a side may go out, of other ranks than those ``besides``."""
    ranks = [rank for rank in NATURALS if rank not in besides]
    suits = list(Suit)
    melds: list[Meld] = []
    for need in ruleset.out.needs:
        grade = next(iter(need.of), Grade.NATURAL)
        for _ in range(need.number):
            if grade is Grade.RUN:
                melds.append(_sequence(suits.pop(), ruleset))
            elif (grade.general or grade) is Grade.WILD:
                melds.append(Meld(Cards([Card(grade.rank or Rank.DEUCE)] * ruleset.melds.canasta)))
            else:
                melds.append(_set(grade.rank or ranks.pop(), grade, ruleset))
    return tuple(melds)


def _set(rank: Rank, grade: Grade, ruleset: Ruleset) -> Meld:
    wilds = int((grade.general or grade) is Grade.MIXED)
    naturals = ruleset.melds.canasta - wilds
    return Meld(Cards([Card(rank)] * naturals + [Card(Rank.DEUCE)] * wilds))


def _sequence(suit: Suit, ruleset: Ruleset) -> Meld:
    return Meld(Cards(Card(rank, suit) for rank in NATURALS[: ruleset.melds.canasta]))
