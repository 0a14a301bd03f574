"""The table during a turn: clauses change it in place; a copy, and the table before a clause, are found."""

import pytest
from hypothesis import given, settings
from looping import for_each_case
from random_hands import EXAMPLES, TRIED, random_hand, seeds

from canasta_cli.engine.table import Table, joinable
from canasta_cli.engine.view import EMPTY, UNKNOWN, Held, View
from canasta_cli.model.cards import NO_CARDS, USUAL_WILD_RANKS, Card, Cards, Meld, Rank
from canasta_cli.model.turn import Discard, Draw, TakeFoot
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.rules.library import ruleset


@pytest.mark.parametrize("name", TRIED)
@given(seed=seeds)
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_table_before_each_clause_is_found_again(name: str, seed: int) -> None:
    rules, _, deal, played = random_hand(name, seed)
    tables = (played.start, *(one.after for one in played.steps))
    for position, recorded in zip(tables, deal.turns, strict=False):
        table = position.table(rules)
        for clause in recorded.turn.clauses:
            before = table.copy()
            table.apply(clause)
            assert vars(table.before(type(clause))) == vars(before)


def test_a_clause_on_a_copy_leaves_the_table_as_it_is() -> None:
    nine, king = Card(Rank.NINE), Card(Rank.KING)
    view = View(held=View.of(hand=Cards((nine,))).held, stock=2, order=(king, nine))
    table = Table(view, ruleset("classic"))
    assert table.copy().apply(Draw()).cards == Cards((king,))
    assert (table.stock, table.held.cards) == (2, Cards((nine,)))
    assert Table(view.replace(order=None), ruleset("classic")).apply(Draw()) == Draw()


def test_the_table_before_a_clause_is_the_one_on_which_it_was_applied() -> None:
    nine, king = Card(Rank.NINE), Card(Rank.KING)
    view = View(held=View.of(hand=Cards((nine,))).held, stock=1, order=(king,))
    table = Table(view, ruleset("classic"))
    table.apply(Draw())
    table.apply(Discard(Cards((nine,))))
    assert (table.view.hand, table.view.pile) == (Cards((king,)), (nine,))
    before = table.before(Discard)
    assert (before.view.hand, before.pile, before.stock) == (Cards((nine, king)), (), 0)
    assert table.before(Draw).view.hand == Cards((nine,))
    assert table.before(Discard).played == NO_CARDS


@for_each_case(
    ("foot", "stock", "named"),
    [
        ("4466778899TK3R", "5AQ", "44566778899TK3R"),
        ("4466778899TK3R", "3R5AQ", "44566778899TK3R3R"),
        ("4466778899T3R3R", "3R5AQ", "44566778899TA3R3R3R"),
        ("4466778899T3R3R", "4AQ", "4466778899T3R3R"),
    ],
)
def test_a_known_stock_tells_the_cards_of_a_foot_from_the_replacements_of_its_threes(
    foot: str, stock: str, named: str
) -> None:
    order = read_order(stock)
    view = View(held=EMPTY, foot=Held(read_cards(foot)), stock=len(order), order=order)
    known = Table(view, ruleset("hand-and-foot"))
    unknown = Table(view.replace(foot=UNKNOWN), ruleset("hand-and-foot"))
    known.apply(TakeFoot())
    unknown.apply(TakeFoot(read_cards(named)))
    assert (unknown.held, unknown.threes, unknown.order) == (known.held, known.threes, known.order)


def test_sets_of_a_rank_can_be_joined_but_not_melds_of_threes_or_wild_cards() -> None:
    melds = tuple(
        Meld(read_cards(text), USUAL_WILD_RANKS)
        for text in ("KKK", "KKK2", "QQQ") + ("3B3B3B", "222") * 2
    )
    assert joinable(melds, ruleset("italian")) == ((), (Rank.KING,))
    assert joinable(melds, ruleset("classic")) == ((),)
