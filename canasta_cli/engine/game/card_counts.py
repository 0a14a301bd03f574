"""Count every known card against the deck."""

from collections import Counter
from collections.abc import Iterator

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.points import in_packs_like
from canasta_cli.engine.points import packs as packs_of
from canasta_cli.engine.view import EMPTY
from canasta_cli.model.cards import Card, Cards, together
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class Surplus(NamedTuple):
    """A card with too many copies: how many are known, and how many the deck has.

    It has no suit if there are too many of its rank.
    """

    card: Card
    have: int
    most: int


def surplus(position: Position, ruleset: Ruleset, before: Position | None = None) -> Surplus | None:
    """Find the first card with too many copies, and with more than on the table ``before``."""
    for found in _surpluses(seen(position), ruleset):
        earlier = 0 if before is None else _copies(found.card, seen(before))
        if found.have > earlier:
            return found
    return None


def _surpluses(known: Cards, ruleset: Ruleset) -> Iterator[Surplus]:
    for rank, most in packs_of(ruleset.book).items():
        if known.of(rank) > most:
            yield Surplus(Card(rank), known.of(rank), most)
    if ruleset.melds.runs:
        for card, have in Counter(known).items():
            if have > in_packs_like(card, ruleset):
                yield Surplus(card, have, in_packs_like(card, ruleset))


def _copies(card: Card, known: Cards) -> int:
    return known.of(card.rank) if card.suit is None else sum(each == card for each in known)


def seen(position: Position) -> Cards:
    """Return every known card on the table and in hands."""
    melds = [meld.cards for side in position.melds for meld in side]
    packets = (*position.hands, *position.feet, *position.bonus, *position.aside)
    held = [packet.cards for packet in packets if packet is not EMPTY]
    shown = () if position.ending is None else (position.ending.shown,)
    in_order = Cards(position.pile + (position.order or ()))
    return together([*melds, *position.threes, *held, *shown, in_order])
