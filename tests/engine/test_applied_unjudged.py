"""A turn that is applied without being judged leaves the table that a judged one leaves."""

from canasta_cli.engine.games.played import Seating, replay, table_after
from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.deal import read_order
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset


def test_bonus_cards_go_by_the_stock_after_threes_were_replaced() -> None:
    """The draw takes two cards off a stock of ten, so that fewer than nine are left to earn them."""
    rules = ruleset("modern-american-pagat")
    seats = Seating(("Ann", "Bob", "Cat", "Dan"), (0, 1, 0, 1), (0, 0), 1)
    hands = (
        PlayerCards("Ann", read_cards("AAAAQQQKKJ456")),
        *(PlayerCards(name, read_cards("4455667788995")) for name in ("Bob", "Cat", "Dan")),
    )
    deal = Deal(
        hands=hands,
        stock=read_order("3S K 3C A J J 2 Q J 4"),
        turns=(TurnSaid(read_turn("draw meld AAAA QQQ KKK discard J")),),
    )
    judged = replay(deal, seats, rules).now
    assert judged == table_after(deal, seats, rules)
    assert judged.stock == 8
    assert not any(bonus.size for bonus in judged.bonus)
