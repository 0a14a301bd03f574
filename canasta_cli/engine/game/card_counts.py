"""Count every known card against the deck."""

from collections import Counter

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.held import EMPTY
from canasta_cli.engine.points import in_packs_like
from canasta_cli.engine.points import packs as packs_of
from canasta_cli.model.cards import Card, Cards, together
from canasta_cli.rules.schema import Ruleset


def surplus(position: Position, ruleset: Ruleset) -> tuple[Card, int, int] | None:
    """Find the first card with too many copies: the card, copies known, copies in the deck."""
    known = seen(position)
    for rank, most in packs_of(ruleset.book).items():
        have = known.of(rank)
        if have > most:
            return Card(rank), have, most
    if not ruleset.melds.runs:
        return None
    for card, have in Counter(known).items():
        if have > in_packs_like(card, ruleset):
            return card, have, in_packs_like(card, ruleset)
    return None


def seen(position: Position) -> Cards:
    """Return every known card on the table and in hands."""
    melds = [meld.cards for side in position.melds for meld in side]
    packets = (*position.hands, *position.feet, *position.bonus, *position.aside)
    held = [packet.cards for packet in packets if packet is not EMPTY]
    shown = () if position.ending is None else (position.ending.shown,)
    in_order = Cards(position.pile + (position.order or ()))
    return together([*melds, *position.threes, *held, *shown, in_order])
