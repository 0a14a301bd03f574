"""Apply turns to the table, legal or not."""

from typing import NamedTuple

from canasta_cli.engine.game.packets import due, foot_is_due, handed, with_bonus_waiting
from canasta_cli.engine.game.partners import parted
from canasta_cli.engine.game.position import (
    Ending,
    How,
    Position,
    changed,
    without,
)
from canasta_cli.engine.known import like
from canasta_cli.engine.threes import ends_with_three, is_laid_out, kept, laid_out, of_draw
from canasta_cli.engine.turn.bonus_cards import bonus_due, extra_cards_after
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.course import taken
from canasta_cli.engine.turn.going_out import concealed
from canasta_cli.model.cards import NO_CARDS, Card, Cards, together
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    LayThrees,
    MeldDown,
    Packet,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion, StockEnd


class InTurn(NamedTuple):
    """The table during a turn.

    ``of_pile`` are the threes laid out from a pile that was taken: they are not replaced, nor are
    others until a foot or bonus cards are picked up. It is ``None`` while threes are replaced.
    """

    now: Position
    of_pile: Cards | None = None


def after(position: Position, play: Play, ruleset: Ruleset) -> Position:
    """Return the table after a play."""
    table = InTurn(position)
    extra_after = extra_cards_after(play.turn, play.known, ruleset)
    for at, clause in enumerate(play.turn.clauses):
        table = follow(table, clause, ruleset)
        if at == extra_after:
            more = from_stock(table.now, ruleset.opening.extra_cards, NO_CARDS, ruleset)
            table = table._replace(now=more)
    now = table.now
    if _earns_bonus(play, now.stock, ruleset):
        now = with_bonus_waiting(now, position.to_play, ruleset)
    if play.laid:
        now = now._replace(melds=changed(now.melds, now.team, _melds(play)))
    now = _ended(position, now, play, ruleset)
    return parted(now, play, position.to_play, ruleset)


def begun(position: Position, ruleset: Ruleset) -> Position:
    """Return the table at the start of a turn, with a due foot or due bonus cards in the hand."""
    return before_draw(position, Turn(()), ruleset)


def before_draw(position: Position, turn: Turn, ruleset: Ruleset) -> Position:
    """Return the table before the draw of a turn, with what came to the hand before it."""
    table = InTurn(position)
    for clause in due(position, turn, ruleset).clauses:
        if isinstance(clause, Draw):
            break
        table = follow(table, clause, ruleset)
    return table.now


def follow(table: InTurn, clause: Clause, ruleset: Ruleset) -> InTurn:
    """Return the table after one more clause of a turn."""
    now, of_pile = table
    match clause:
        case Draw(cards):
            now = drawn(now, cards, ruleset)
        case TakeBonus() | TakeFoot():
            now, of_pile = _packet(now, clause, ruleset), None
        case Take():
            lying = now.threes[now.side]
            now = _taken(now, clause, ruleset)
            of_pile, _ = without(now.threes[now.side], lying)
        case LayThrees(cards):
            now = _laid(now, cards, ruleset, of_pile)
        case MeldDown(lays):
            now = now.with_hand(now.holding.minus(together(lay.cards for lay in lays)))
        case ShowSpecial(cards):
            now = now.with_hand(now.holding.minus(cards))
        case Discard(cards):
            now = _discarded(now, cards)
        case _:
            pass
    return InTurn(now, of_pile)


def applied(position: Position, clause: Clause, ruleset: Ruleset) -> Position:
    """Return the table after the first clause of a turn."""
    return follow(InTurn(position), clause, ruleset).now


def drawn(now: Position, named: Cards, ruleset: Ruleset) -> Position:
    """Return the table after the draw of a turn; ``named`` are the known cards drawn."""
    return from_stock(now, ruleset.deal.draw, named, ruleset)


def from_stock(now: Position, number: int, named: Cards, ruleset: Ruleset) -> Position:
    """Return the table after the player whose turn it is gets ``number`` cards from the stock.

    ``named`` are the known ones. Threes among them are laid out, and replaced while the stock
    lasts.
    """
    if now.order is not None:
        return _from_order(now, number, ruleset)
    threes, own = of_draw(named, now.stock, ruleset)
    gone = min(number + len(threes), now.stock)
    came = max(gone - len(threes), len(own))
    now = now._replace(stock=now.stock - gone).with_threes(threes)
    return now.with_hand(now.holding.plus(own, came - len(own)))


def _from_order(now: Position, number: int, ruleset: Ruleset) -> Position:
    """Draw cards from a known stock until ``number`` of them stay in the hand."""
    order = now.order or ()
    came = off_the_top(order, number, ruleset)
    threes, own = of_draw(Cards(came), len(order), ruleset)
    hands = changed(now.hands, now.to_play, now.holding.plus(own))
    now = now._replace(hands=hands, order=order[len(came) :], stock=now.stock - len(came))
    return now.with_threes(threes)


def off_the_top(order: tuple[Card, ...], number: int, ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards drawn from a known stock until ``number`` of them stay in the hand."""
    stay = 0
    for at, card in enumerate(order):
        if stay == number:
            return order[:at]
        stay += not is_laid_out(card, ruleset)
    return order


def _packet(now: Position, packet: Packet, ruleset: Ruleset) -> Position:
    """Add a foot or bonus cards to the hand; threes among them are laid out and replaced.

    Cards named for an unknown foot, or for unknown bonus cards, may be such replacements.
    """
    now, waiting = handed(now, packet)
    named = packet.cards if waiting.unseen else waiting.cards
    threes, own = laid_out(named, ruleset), tuple(kept(named, ruleset))
    fits = max(waiting.size - len(threes), 0)
    of_it, later = Cards(own[:fits]), Cards(own[fits:])
    now = now.with_hand(now.holding.plus(of_it, fits - len(of_it))).with_threes(threes)
    return from_stock(now, len(threes), later, ruleset) if threes or later else now


def _earns_bonus(play: Play, stock: int, ruleset: Ruleset) -> bool:
    """True if a turn that leaves this stock earns bonus cards; going out never does."""
    if play.goes_out or play.turn.goes_out:
        return False
    due_now = bonus_due(play.known, stock, ruleset, melds=bool(play.laid), takes=play.took_pile)
    return due_now is True


def _laid(now: Position, cards: Cards, ruleset: Ruleset, of_pile: Cards | None) -> Position:
    """Lay out threes: those of the hand are replaced from the stock, those of a taken pile are not.

    Threes from the known part of the pile, or from a known stock, are laid out already.
    """
    lying = now.threes[now.side] if now.order is not None else of_pile or NO_CARDS
    cards, _ = without(cards, lying)
    now = now.with_hand(now.holding.minus(cards)).with_threes(cards)
    return from_stock(now, len(cards), NO_CARDS, ruleset) if of_pile is None else now


def _taken(now: Position, take: Take, ruleset: Ruleset) -> Position:
    now = now.with_hand(now.holding.minus(take.shown))
    if not take.whole:
        return now._replace(pile=now.pile[:-1])
    at_bottom = _at_bottom(now, take, ruleset)
    under = now.pile if at_bottom else taken(take, now.pile, ruleset)
    left = now.pile[: max(len(now.pile) - 1 - len(under), 0)]
    unseen = max(now.buried - 1, 0) if at_bottom else now.buried
    if left or ruleset.pile.portion is Portion.PART:
        unseen = 0
    elif ruleset.pile.taken is not None:
        unseen = min(unseen, ruleset.pile.taken - 1 - len(under))
    now = now.with_threes(laid_out(under, ruleset, of_pile=True))
    now = now.with_hand(now.holding.plus(kept(under, ruleset, of_pile=True), unseen))
    buried = now.buried - unseen - (min(now.buried, 1) if at_bottom else 0)
    return now._replace(pile=left, buried=buried)


def _at_bottom(now: Position, take: Take, ruleset: Ruleset) -> bool:
    """True if the card that is melded is an unnamed one at the bottom of the pile."""
    if not now.pile or take.top is None:
        return not now.pile
    deep = ruleset.pile.portion is Portion.PART and now.buried > 0
    return deep and not any(like(card, take.top) for card in now.pile)


def _discarded(now: Position, cards: Cards) -> Position:
    if not cards and not now.holding.unseen and now.holding.size == 1:
        # The last card of a known hand is known even if it is face down.
        cards = now.holding.cards
    if not cards:
        # Face down: the top card is unknown from now on.
        rest = now.holding._replace(unseen=max(now.holding.unseen - 1, 0))
        return now.with_hand(rest)._replace(pile=(), buried=now.pile_size + 1)
    hands = changed(now.hands, now.to_play, now.holding.minus(cards))
    return now._replace(hands=hands, pile=(*now.pile, *cards))


def _melds(play: Play) -> tuple[Meld, ...]:
    """List the side's melds; cards laid off on no known meld are separate melds."""
    strays = (each.after for each in play.laid if each.stray)
    return (*(play.melds or ()), *strays)


def _ended(position: Position, now: Position, play: Play, ruleset: Ruleset) -> Position:
    """Return the table with the next player's turn, or with the end of the hand."""
    me = position.to_play
    ending = None
    if play.turn.goes_out or not _goes_on(now, ruleset):
        shown = play.turn.special.cards if play.turn.special else NO_CARDS
        ending = Ending(How.OUT, me, bool(concealed(play, ruleset)), shown)
    elif _stock_ended(position, now, play, ruleset):
        ending = Ending(How.STOCK)
    return now._replace(
        begun=changed(now.begun, me, True),
        melded=changed(now.melded, me, now.melded[me] or bool(play.laid)),
        asked=now.asked | {me} if Ask in play.kinds else now.asked,
        to_play=(me + 1) % len(now.players),
        turns=now.turns + 1,
        ending=position.ending or ending,
    )


def _goes_on(now: Position, ruleset: Ruleset) -> bool:
    """True if the player has cards to go on with, if only in the next turn."""
    return bool(now.holding.size or now.waiting.size) or foot_is_due(now, ruleset)


def _stock_ended(position: Position, now: Position, play: Play, ruleset: Ruleset) -> bool:
    if StockEnds in play.kinds:
        return True
    if now.stock:
        return False
    return ruleset.stock.end is StockEnd.TURN or last_card_was_three(position, play.turn, ruleset)


def last_card_was_three(position: Position, turn: Turn, ruleset: Ruleset) -> bool:
    """True if the draw of a turn emptied the stock with a three that could not be replaced."""
    draw = next((clause for clause in turn.clauses if isinstance(clause, Draw)), None)
    if draw is None:
        return False
    start = before_draw(position, turn, ruleset)
    came = draw.cards or Cards(off_the_top(start.order or (), ruleset.deal.draw, ruleset))
    return ends_with_three(came, start.stock, ruleset)
