"""Applying a turn without judging it leaves the same table as judging it."""

import pytest
from looping import for_each_case
from replaying import replay

from canasta_cli.engine.game.position import HandEnding
from canasta_cli.engine.game.replay import Step, start, table_after
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, Draw, PlayerCards, RecordedTurn
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed

SEATS = Seating(("Ann", "Bob", "Cat", "Dan"), (0, 1, 0, 1), (0, 0), 1)


def test_bonus_cards_depend_on_the_stock_left_after_threes_are_replaced() -> None:
    """The draw takes two cards off a stock of ten, and bonus cards need nine that are left."""
    rules = ruleset("modern-american-pagat")
    hands = (
        PlayerCards("Ann", read_cards("AAAAQQQKKJ456")),
        *(PlayerCards(name, read_cards("4455667788995")) for name in ("Bob", "Cat", "Dan")),
    )
    deal = Deal(
        hands=hands,
        stock=read_order("3S K 3C A J J 2 Q J 4"),
        turns=(RecordedTurn(read_turn("draw meld AAAA QQQ KKK discard J")),),
    )
    judged = replay(deal, SEATS, rules).now
    assert judged == table_after(deal, SEATS, rules)
    assert judged.stock == 8
    assert not any(bonus.size for bonus in judged.bonus)


def test_a_three_from_an_unnamed_pile_is_added_to_those_laid_out() -> None:
    """The side has a three already, which is not the one from the pile."""
    rules = ruleset("classic")
    lines = ("draw 3R discard 4", "draw discard 5", "draw discard 6", "draw discard 9")
    last = "take 9 with 99 meld AA2 lay 3R discard 8"
    deal = Deal(turns=tuple(RecordedTurn(read_turn(line)) for line in (*lines, last)))
    played = replay(deal, SEATS, rules)
    now = played.now
    assert played.steps[-1].ruling.verdict.legal is not False
    assert now.threes[0] == read_cards("3R3R")
    assert now.hands[0].size == played.steps[-1].ruling.after.hand.size


def test_a_draw_after_bonus_cards_is_the_next_card_of_the_stock() -> None:
    """The three among the bonus cards was replaced before; the card drawn comes after that."""
    rules = ruleset("modern-american-pagat")
    others = (PlayerCards(name, read_cards("4455667788995")) for name in ("Bob", "Cat", "Dan"))
    hands = (PlayerCards("Ann", read_cards("AAAAQQQKKJ456")), *others)
    lines = ("draw meld AAAA QQQ KKK discard J", *("draw discard 4",) * 3)
    stock = read_order("K 3H T T J T T J Q A Q J T T J Q A K A")
    deal = Deal(hands=hands, stock=stock, turns=tuple(RecordedTurn(read_turn(x)) for x in lines))
    now = replay(deal, SEATS, rules).now
    turn = read_turn("bonus draw discard 5")
    drawn = next(each for each in now.play(turn, rules).turn.clauses if isinstance(each, Draw))
    for said in (turn, turn._replace(clauses=(turn.clauses[0], drawn, turn.clauses[-1]))):
        assert not Step(now, said, rules).ruling.verdict.refused


@for_each_case(("name", "kept"), [("modern-american-pagat", "3R"), ("classic", "")])
@for_each_case("line", ["draw", "draw 3R"])
def test_a_red_three_as_the_last_card_of_the_stock_is_kept_in_some_games(
    name: str, kept: str, line: str
) -> None:
    names = SEATS.players
    hands = tuple(PlayerCards(each, read_cards("4455667788995")) for each in names)
    deal = Deal(hands=hands, stock=read_order("3R"), turns=(RecordedTurn(read_turn(line)),))
    played = replay(deal, SEATS, ruleset(name))
    assert played.now.hands[0].cards == read_cards(f"4455667788995{kept}")
    assert played.now.threes[0] == (NO_CARDS if kept else read_cards("3R"))
    assert played.now.ending == HandEnding()
    assert played.now == table_after(deal, SEATS, ruleset(name))
    assert played.steps[0].ruling.after.hand.size == len(read_cards(f"4455667788995{kept}"))


@pytest.mark.parametrize(("drawn", "kept"), [("3R3R", "3R"), ("3R4", "4")])
def test_the_last_red_three_is_kept_only_if_a_draw_brings_only_threes(
    drawn: str, kept: str
) -> None:
    """If a draw of two cards empties the stock, a three is kept only if both are threes."""
    rules = changed(ruleset("samba"), {"stock.last_red_three": "kept"})
    draw = Draw(read_cards(drawn))
    position = start(Deal(), SEATS, rules).replace(stock=2)
    now = position.begun_with((draw,), rules)
    assert now.hands[0].cards == read_cards(kept)
    assert now.threes[0] == read_cards("3R")


def test_a_foot_that_only_a_canasta_brings_does_not_keep_a_hand_going_that_is_used_up() -> None:
    """The turn is against the rules, but a player without cards can't play on."""
    rules = ruleset("pennies-from-heaven")
    others = (PlayerCards(name, read_cards("4455667788995")) for name in ("Bob", "Cat", "Dan"))
    hands = (PlayerCards("Ann", read_cards("KKK4"), foot=read_cards("QQQQQQQQQQQ")), *others)
    turn = RecordedTurn(read_turn("draw KJ meld KKKK J discard 4"))
    now = table_after(Deal(hands=hands, turns=(turn,)), SEATS, rules)
    assert now.feet[0].size
    assert now.ending == HandEnding(0, concealed=False, shown=NO_CARDS)
