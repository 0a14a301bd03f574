"""Count every known card against the deck."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.held import EMPTY
from canasta_cli.engine.points import in_packs_like
from canasta_cli.engine.points import packs as packs_of
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.rules.schema import Ruleset


def surplus(position: Position, ruleset: Ruleset) -> tuple[Card, int, int] | None:
    """Find the first card with too many copies: the card, copies known, copies in the deck."""
    packs = packs_of(ruleset.book)
    for rank, have in _ranks(position).items():
        if have > packs[rank]:
            return Card(rank), have, packs[rank]
    if not ruleset.melds.runs:
        return None
    for card, have in Counter([card for card in seen(position) if card.suit]).items():
        if have > in_packs_like(card, ruleset):
            return card, have, in_packs_like(card, ruleset)
    return None


def _ranks(position: Position) -> Mapping[Rank, int]:
    """Count the known cards of each rank; counts of unchanged bunches are cached."""
    counts: dict[Rank, int] = {}
    for bunch in _bunches(position):
        for rank, number in bunch.by_rank().items():
            counts[rank] = counts.get(rank, 0) + number
    for card in position.pile + (position.order or ()):
        rank = card.rank
        counts[rank] = counts[rank] + 1 if rank in counts else 1
    return counts


def seen(position: Position) -> Iterator[Card]:
    """Yield every known card on the table and in hands."""
    bunches = chain.from_iterable(_bunches(position))
    return chain(bunches, position.pile, position.order or ())


def _bunches(position: Position) -> list[Cards]:
    melds = [meld.cards for side in position.melds for meld in side]
    packets = (*position.hands, *position.feet, *position.bonus, *position.aside)
    held = [packet.cards for packet in packets if packet is not EMPTY]
    shown = () if position.ending is None else (position.ending.shown,)
    return [*melds, *position.threes, *held, *shown]
