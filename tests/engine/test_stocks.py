"""Several stocks: from which of them a draw takes its cards, and what is left of each."""

from itertools import pairwise
from random import Random

import pytest
from casefiles import FILES, rules_named
from random_hands import game_of, random_hand, seats_of

import canasta_cli as canasta
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import start
from canasta_cli.engine.table import Table, ways_to_draw
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Cards, StockName
from canasta_cli.model.turn import Deal, Draw
from canasta_cli.notation.cards import read_cards, read_order, write_order
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.load import changed

LEFT, MIDDLE, RIGHT = StockName.LEFT, StockName.MIDDLE, StockName.RIGHT
EACH, ANY = rules_named("two-stocks"), rules_named("either-stock")


def _table(order: str, stocks: tuple[int, ...], **house: object) -> Table:
    cards = read_order(order)
    view = View(melds=(), opened=False, stock=len(cards), order=cards, stocks=stocks)
    rules = ANY if len(stocks) == 3 else EACH
    return Table(view, changed(rules, dict(house)) if house else rules)


@pytest.mark.parametrize(
    ("stocks", "came", "left"),
    [
        ((LEFT,), "45", "6789TJ"),
        ((MIDDLE,), "78", "4569TJ"),
        ((LEFT, RIGHT), "4T", "56789J"),
        ((RIGHT, LEFT), "4T", "56789J"),
        ((), "45", "6789TJ"),
    ],
)
def test_the_named_stocks_give_the_cards(
    stocks: tuple[StockName, ...], came: str, left: str
) -> None:
    table = _table("456789TJ", (3, 3, 2))
    assert table.apply(Draw(stocks=stocks)).cards == read_cards(came)
    assert (write_order(table.order or ()), table.stock) == (" ".join(left), 6)
    assert sum(table.stocks) == 6


def test_one_card_comes_from_each_stock_if_none_is_named() -> None:
    table = _table("4567", (2, 2))
    table.apply(Draw())
    assert (table.held.cards, table.stocks) == (read_cards("46"), (1, 1))


def test_a_three_is_replaced_from_the_stock_named_last() -> None:
    table = _table("3R456", (2, 2))
    table.apply(Draw(stocks=(LEFT, RIGHT)))
    assert (table.held.cards, table.threes, table.stocks) == (
        read_cards("56"),
        read_cards("3R"),
        (1, 0),
    )


def test_a_stock_that_runs_out_is_followed_by_the_next() -> None:
    table = _table("4567", (1, 3))
    table.apply(Draw(stocks=(LEFT,)))
    assert (table.held.cards, table.stocks) == (read_cards("45"), (0, 2))
    table.apply(Draw())
    assert (table.held.cards.size, table.stocks, table.stock) == (4, (0, 0), 0)
    assert table.apply(Draw()).cards.size == 0


def test_bonus_cards_are_set_aside_from_the_stocks() -> None:
    table = _table("4567", (2, 2))
    assert table.set_aside(3).cards == read_cards("467")
    assert (table.stocks, table.order, table.stock) == ((1, 0), tuple(read_order("5")), 1)


def test_the_sizes_alone_are_enough() -> None:
    view = View(melds=(), opened=False, stock=9, stocks=(4, 5))
    table = Table(view, EACH)
    table.apply(Draw(read_cards("3RKQ"), (LEFT, RIGHT)))
    assert (table.stocks, table.stock, table.held.cards) == ((3, 3), 6, read_cards("KQ"))
    before = table.before(Draw)
    assert (before.stocks, before.stock) == ((4, 5), 9)


def test_the_ways_to_draw_follow_from_the_rules_and_the_stocks_left() -> None:
    one = changed(ANY, {"deal.draw_from": "one"})
    each = changed(ANY, {"deal.draw_from": "each"})
    assert ways_to_draw((1, 1, 1), one) == ((LEFT,), (MIDDLE,), (RIGHT,))
    assert ways_to_draw((1, 1, 1), each) == ((LEFT, MIDDLE), (LEFT, RIGHT), (MIDDLE, RIGHT))
    assert ways_to_draw((1, 0, 1), each) == ((LEFT, RIGHT),)
    assert ways_to_draw((0, 0, 5), each) == ((RIGHT,),)
    assert ways_to_draw((0, 5, 5), ANY) == ((MIDDLE,), (MIDDLE, RIGHT), (RIGHT,))
    assert ways_to_draw((0, 0, 0), ANY) == ()


@pytest.mark.parametrize("name", ["two-stocks", "either-stock"])
def test_the_stocks_are_what_is_left_after_every_turn_of_a_random_hand(name: str) -> None:
    rules, game, deal, played = random_hand(name, 3)
    for position in (played.start, *(step.after for step in played.steps)):
        assert sum(position.stocks) == position.stock == len(position.order or ())
    sizes = [step.after.stocks for step in played.steps]
    assert all(
        now <= before
        for earlier, later in pairwise(sizes)
        for before, now in zip(earlier, later, strict=True)
    )
    unknown = start(deal._replace(stock=None), seats_of(game, rules), rules)
    assert unknown.stocks == played.start.stocks


def test_random_hands_draw_from_every_stock() -> None:
    _, _, deal, _ = random_hand("either-stock", 3)
    drawn = {name for each in deal.turns for draw in each.turn.draws for name in draw.stocks}
    assert drawn == {LEFT, MIDDLE, RIGHT}


def test_a_game_with_one_stock_has_no_sizes() -> None:
    rules = rules_named("classic")
    position: Position = start(Deal(), seats_of(game_of(rules), rules), rules)
    assert (position.stocks, position.view().stocks, position.stock) == ((), (), 63)


def _library_position(name: str) -> canasta.Position:
    rules = canasta.load_ruleset(FILES[name])
    hands = {"Ann": "KK445567899"}
    stock = "T J Q 4 5 6 7 8 9 T J Q K A 4 5 6 7"
    players = ["Ann", "Bob", "Cat", "Dan"]
    return canasta.Position.deal(rules, players, upcard="9", hands=hands, stock=stock)


def test_legal_turns_name_the_stocks_and_have_the_cards_that_come() -> None:
    position = _library_position("either-stock")
    turns = list(map(str, position.legal_turns()))
    assert "draw from left TJ discard T" in turns
    assert "draw from left right TK discard T" in turns
    assert len(turns) == len(set(turns))
    assert {
        turn.partition(" discard")[0].rsplit(" ", 1)[0] for turn in turns if "meld" not in turn
    } == {
        f"draw from {names}"
        for names in ("left", "left middle", "left right", "middle", "middle right", "right")
    }
    assert all(position.check(turn).legal for turn in turns)


def test_a_random_turn_of_the_library_names_the_stocks() -> None:
    position = _library_position("either-stock")
    random = Random(5)
    turns = {str(position.random_turn(random.shuffle)) for _ in range(20)}
    assert any(turn.startswith("draw from middle") for turn in turns)
    assert all(position.check(turn).legal for turn in turns)


def test_a_written_draw_names_its_stocks_before_its_cards() -> None:
    _, _, deal, _ = random_hand("either-stock", 3)
    first = next(each.turn for each in deal.turns if each.turn.draws)
    assert write_turn(first).startswith(f"{first.player}: draw from ")
    assert Draw(Cards(read_cards("K")), (LEFT,)) != Draw(read_cards("K"))


def test_a_deck_that_is_too_small_for_the_deal_leaves_empty_stocks() -> None:
    rules = changed(EACH, {"deck.packs": 1, "deal.cards": 30, "threes.red": [100, 200]})
    position = start(Deal(), seats_of(game_of(rules), rules), rules)
    assert (position.stock < 0, position.stocks) == (True, (0, 0))
    table = position.table(rules)
    assert table.apply(Draw(stocks=(LEFT,))).cards.size == 0


def test_a_position_of_the_library_has_the_size_of_each_stock() -> None:
    position = _library_position("either-stock")
    assert (position.stock, position.stocks) == (18, (6, 6, 6))
    assert position.after("draw from left right discard 4").stocks == (5, 6, 5)
