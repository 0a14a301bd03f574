"""Judge melds, pickups and discards in the classic games."""

from typing import NamedTuple

from oracles.going_out import goes_out
from oracles.melds import (
    NATURALS,
    Cards,
    Rules,
    Table,
    cards_laid,
    left_in_hand,
    melds_are_legal,
    opens,
    table_after,
    way_of,
    wilds,
)


class MeldOrLayOff(NamedTuple):
    """A question about melds and lay-offs before the discard."""

    melds: Table
    hand: Cards
    table: Table
    opened: bool
    minimum: int
    drew_stock: bool


def may_meld(asked: MeldOrLayOff, rules: Rules) -> bool:
    """True if exactly these cards may be laid from a hand."""
    way = way_of(asked.melds)
    rest = left_in_hand(asked.hand, way)
    out = goes_out(rest, 0, table_after(asked.table, way), rules)
    needed = 0 if out and asked.drew_stock and rules.exempt == "stock" else asked.minimum
    holds = len(rest) + len(cards_laid(way)) == len(asked.hand)
    enough = asked.opened or opens(way, rules, needed)
    return (
        holds
        and melds_are_legal(way, asked.table, rules, out)
        and enough
        and (out or len(rest) >= 2)
    )


class Pickup(NamedTuple):
    """A question about the pile: its top card is melded with cards, or laid off onto a meld.

    ``then`` are further melds, laid before the rest of the pile joins the hand.
    """

    top: str
    with_cards: Cards
    onto: str | None
    hand: Cards
    table: Table
    frozen: bool
    opened: bool
    minimum: int
    then: Table
    pile_size: int


def _may_claim(asked: Pickup, rules: Rules) -> bool:
    """True if the top card is taken in a legal way."""
    naturals, wild = asked.with_cards.count(asked.top), wilds(asked.with_cards)
    on_table = asked.table.get(asked.top, ())
    fits = asked.top in NATURALS and naturals + wild == len(asked.with_cards)
    if not fits or (asked.onto and (asked.onto != asked.top or not on_table)):
        return False
    mixed = rules.natural_wild and naturals and wild
    lay_off = rules.lay_off and asked.onto and (rules.onto_canasta or len(on_table) < rules.canasta)
    return naturals >= 2 or bool(asked.opened and not asked.frozen and (mixed or lay_off))


def may_take(asked: Pickup, rules: Rules) -> bool:
    """True if the pile may be taken. Its other cards count only as cards to discard or keep."""
    top, table, others = asked.top, asked.table, asked.pile_size - 1
    way = way_of({**asked.then, top: [top, *asked.with_cards, *asked.then.get(top, ())]})
    rest = left_in_hand([*asked.hand, top], way)
    holds = len(rest) + len(cards_laid(way)) == len(asked.hand) + 1
    alone = (not others, len(asked.hand) == 1)
    barred = any(alone) if rules.one_card_alone else all(alone)
    if not holds or not _may_claim(asked, rules) or barred:
        return False
    out = goes_out(rest, others, table_after(table, way), rules)
    first = rules.unopened == "frozen" and opens(way, rules, asked.minimum)
    keeps = out or len(rest) + others >= 2
    return (asked.opened or first) and keeps and melds_are_legal(way, table, rules, out)


def may_discard(card: str, hand: Cards, rules: Rules, may_go_out: bool) -> bool:
    """True if a player with this hand may discard a card, with all melds made."""
    keeps = len(hand) > 1 or may_go_out or not rules.needs
    return keeps and card in hand and card != "3R"
