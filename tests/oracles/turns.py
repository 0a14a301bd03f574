"""Find every legal turn in the classic games by brute force."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from oracles.melds import (
    NATURALS,
    ORDER,
    WILD,
    Cards,
    Rules,
    Table,
    Way,
    cards_laid,
    is_legal_meld,
    points_to_open,
    table_after,
    ways_to_meld,
    wilds,
)
from oracles.melds import RULES as RULES_OF_PLAY

BELOW_ZERO = 15


@dataclass(frozen=True)
class TurnRules(Rules):
    """Rules of a whole turn, besides the rules of melds."""

    black_three_freezes: bool = False
    red_three_freezes: bool = True
    one_card_rule: bool = True
    last_discard: bool = False
    wild_on_wild: bool = True


# In these games two cards are drawn, so turns are different.
_TWO_DRAWN = ("two-player", "three-player")
# Two sources don't mention a player with one card and a pile of one card.
_ONE_CARD_ALLOWED = ("cardgames-io", "leaflet")
_BLACK_FREEZES = ("gamerules", "bicycle")
RULES = {
    name: TurnRules(
        **asdict(rules),
        black_three_freezes=name in _BLACK_FREEZES,
        red_three_freezes=name != "leaflet",
        one_card_rule=name not in _ONE_CARD_ALLOWED,
    )
    for name, rules in RULES_OF_PLAY.items()
    if name not in _TWO_DRAWN
}


@dataclass(frozen=True)
class Position:
    """A player to move: the hand before the draw, the card to draw, the side's melds.

    The top card of the pile is the last one. A side has opened if it has melds; a ``fresh`` player
    has not melded in this hand.
    """

    hand: tuple[str, ...]
    drawn: str
    table: Table = field(default_factory=dict)
    pile: tuple[str, ...] = ()
    total: int = 0
    fresh: bool = True


class Move(NamedTuple):
    """The result of a turn: pile or stock, the side's melds, the discarded card."""

    taken: bool
    table: Way
    last: str | None


def melds_of(table: Table) -> Way:
    """Return a table in a form that can be compared: natural cards, deuces, jokers."""
    return frozenset((rank, tuple(sorted(cards, key=ORDER.index))) for rank, cards in table.items())


def moves(position: Position, rules: TurnRules) -> set[Move]:
    """Return every distinct move that some legal turn leads to."""
    return {*_by_drawing(position, rules), *_by_taking(position, rules)}


def minimum(total: int, rules: Rules) -> int:
    """Return the points that a side with this total needs to open."""
    return max((points for least, points in rules.steps if total >= least), default=BELOW_ZERO)


def frozen(position: Position, rules: TurnRules) -> bool:
    """True if the pile is frozen, for all or for a side that has not opened."""
    freezing = {*WILD}
    freezing |= {"3B"} if rules.black_three_freezes else set()
    freezing |= {"3R"} if rules.red_three_freezes else set()
    return not position.table or not freezing.isdisjoint(position.pile)


def without(cards: Cards, fewer: Cards) -> list[str]:
    """Return the cards without some of them."""
    return list((Counter(cards) - Counter(fewer)).elements())


def _exempt(position: Position, rules: TurnRules, *, taken: bool, out: bool) -> bool:
    """True if a player who goes out at once, with the required canasta, needs no minimum."""
    when = rules.exempt == "always" or (rules.exempt == "stock" and not taken)
    return when and out and position.fresh


def _ends(
    rest: Cards, after: Table, position: Position, rules: TurnRules, *, taken: bool
) -> Iterator[tuple[str | None, bool]]:
    """Yield each way to end a turn with these cards in hand: the discard or none, and whether it goes out.

    Melded black threes require going out; the last card may be used only if the side may go out.
    """
    may_go_out = sum(len(meld) >= rules.canasta for meld in after.values()) >= rules.needs
    if not rest and may_go_out and not rules.last_discard:
        yield None, True
    out = len(rest) == 1
    onto_wild = not taken and position.pile[-1:] in {("2",), ("W",)}
    for card in set(rest):
        fits = rules.wild_on_wild or not onto_wild or card not in WILD
        if fits and (may_go_out if out else "3B" not in after):
            yield card, out


def _by_drawing(position: Position, rules: TurnRules) -> Iterator[Move]:
    """Yield the moves that draw, lay anything, and discard."""
    held = [*position.hand, position.drawn]
    for way in ways_to_meld(held, position.table, rules, going_out=True):
        after, cards = table_after(position.table, way), cards_laid(way)
        first = way and not position.table
        short = first and points_to_open(cards, rules) < minimum(position.total, rules)
        if first and wilds(cards) and not rules.opening_wilds:
            continue
        for last, out in _ends(without(held, cards), after, position, rules, taken=False):
            if not short or _exempt(position, rules, taken=False, out=out):
                yield Move(taken=False, table=melds_of(after), last=last)


def _claims(position: Position, rules: TurnRules) -> list[tuple[str, ...]]:
    """Return the cards of the hand that can take the top card; none if it is laid off."""
    if not position.pile or position.pile[-1] not in NATURALS:
        return []
    if not position.table and rules.unopened == "never":
        return []
    alone = (len(position.hand) == 1, len(position.pile) == 1)
    if rules.one_card_rule and (any(alone) if rules.one_card_alone else all(alone)):
        return []
    top = position.pile[-1]
    claims: list[tuple[str, ...]] = [(top, top)]
    if not frozen(position, rules):
        claims += [(top, wild) for wild in WILD if rules.natural_wild]
        on_table = len(position.table.get(top, ()))
        if rules.lay_off and on_table and (rules.onto_canasta or on_table < rules.canasta):
            claims += [()]
    return [claim for claim in claims if not Counter(claim) - Counter(position.hand)]


def _taken(position: Position, rules: TurnRules) -> Iterator[tuple[Table, list[str], int]]:
    """Yield each way to take the pile: the table, the hand with the pile, the points that count.

    The top card is melded with its claim, and a side that has not opened makes its initial meld,
    before the rest of the pile joins the hand. Anything else can be laid afterwards; a meld must be
    legal at the end of the turn.
    """
    under = [card for card in position.pile[:-1] if card != "3R"]
    for claim in _claims(position, rules):
        top = position.pile[-1]
        shown = table_after(position.table, frozenset({(top, (top, *claim))}))
        left = without(position.hand, claim)
        firsts: list[Way] = [frozenset()]
        if not position.table:
            firsts = list(ways_to_meld(left, shown, rules, going_out=True))
        for first in firsts:
            held = [*without(left, cards_laid(first)), *under]
            counted = points_to_open([top, *claim, *cards_laid(first)], rules)
            yield table_after(shown, first), held, counted


def _by_taking(position: Position, rules: TurnRules) -> Iterator[Move]:
    """Yield the moves that take the pile, lay anything more, and discard."""
    for table, held, counted in _taken(position, rules):
        short = not position.table and counted < minimum(position.total, rules)
        if short and rules.exempt != "always":
            continue
        for way in ways_to_meld(held, table, rules, going_out=True):
            after = table_after(table, way)
            if not is_legal_meld(after[position.pile[-1]], rules):
                continue
            wild = any(wilds(cards) for cards in after.values())
            if not position.table and wild and not rules.opening_wilds:
                continue
            for last, out in _ends(
                without(held, cards_laid(way)), after, position, rules, taken=True
            ):
                if not short or _exempt(position, rules, taken=True, out=out):
                    yield Move(taken=True, table=melds_of(after), last=last)
