"""Melds and lay-offs of a hand, in rare games and positions."""

import sys
from collections.abc import Callable
from typing import TypeVar

import pytest
from playing_out import moves

from canasta_cli.engine.movegen import initial_melds
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.movegen.melds import layings, shares
from canasta_cli.engine.view import View
from canasta_cli.model.cards import NO_CARDS, USUAL_WILD_RANKS, Card, Meld, Rank
from canasta_cli.model.turn import MeldDown, Turn
from canasta_cli.notation.cards import read_cards, write_meld
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed

T = TypeVar("T")
CLASSIC = ruleset("classic")


def _melds(turn: Turn) -> str:
    laid = [clause for clause in turn.clauses if isinstance(clause, MeldDown)]
    return " ".join(write_meld(lay) for clause in laid for lay in clause.melded)


def test_threes_are_laid_off_on_a_meld_of_both_colours() -> None:
    melds = tuple(Meld(read_cards(text), USUAL_WILD_RANKS) for text in ("3B3B3R", "7xK"))
    known = View.of(hand=read_cards("3B3R555"), melds=melds, opened=True)
    ways = ways_out(known, ruleset("royal")).ways
    laid = {" ".join(map(write_meld, way.melds)) for way in ways}
    assert laid == {"555 3B:3B3R", "55 3B:3B3R", "555 3B:3R"}


@pytest.mark.parametrize(
    ("threes", "expected"),
    [
        ("by-colour", {"3R3R3R", "3B3B3B 3R3R3R"}),
        ("together", {"3R3R3R", "3B3R3R3R", "3B3B3R3R3R", "3B3B3B3R3R3R"}),
    ],
)
def test_turns_meld_threes_where_they_are_a_rank(threes: str, expected: set[str]) -> None:
    """The red ones are all melded, since none may be kept in the hand."""
    known = View.of(
        hand=read_cards("3B3B3B3R3R3R4"),
        melds=(Meld(read_cards("KKK"), USUAL_WILD_RANKS),),
        pile=(Card(Rank.FIVE),),
        their_melds=(),
        stock=30,
        total=0,
        deal=1,
    )
    rules = changed(CLASSIC, {"melds.threes": threes})
    assert {_melds(turn) for turn in moves(known, rules, read_cards("9"))} == expected


def test_melds_of_a_rank_that_may_not_be_joined_each_take_cards() -> None:
    """In games where players become partners, two melds of a rank may stay separate."""
    melds = tuple(Meld(read_cards(text), USUAL_WILD_RANKS) for text in ("KKK22", "KK222"))
    kings = next(
        share
        for share in shares({Card(Rank.KING): 1}, melds, CLASSIC)
        if share.group == (Rank.KING,)
    )
    found = layings(kings.group, melds, kings.own, kings.wilds, CLASSIC, 10)
    laid = [[write_meld(lay) for lay in laying.melded] for laying in found]
    assert sorted(laid) == [[], ["K1:K"], ["K2:K"]]


def test_answers_that_are_forgotten_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(initial_melds, "MOST_ANSWERS_KEPT", 1)
    hands = ("KKKAAA4567", "QQQ22J4567", "777W4569TJ", "4567")
    views = [View.of(hand=read_cards(hand), minimum=90, melds=()) for hand in hands]
    once = [openings(view, CLASSIC) for view in views]
    assert [openings(view, CLASSIC) for view in views] == once
    assert [each.possible for each in once] == [True, False, False, False]


def test_a_hand_without_cards_lays_nothing() -> None:
    assert [share.can_lay for share in shares({}, (), CLASSIC)] == [False] * 13
    known = View.of(hand=NO_CARDS, minimum=50, melds=())
    assert openings(known, CLASSIC).short == 50


def test_all_ways_to_lay_a_large_group_are_listed_without_the_melds_that_are_too_large() -> None:
    """A natural card and as many wild cards as there are make thousands of melds of 8 cards or more."""
    rules = ruleset("hand-and-foot")
    hand = {Card(Rank.KING): 12, Card(Rank.DEUCE): 20, Card(Rank.JOKER): 10}
    kings = next(share for share in shares(hand, (), rules) if share.group == (Rank.KING,))
    assert len(kings.own) == 1
    found, calls = _with_calls(
        lambda: layings(kings.group, (), kings.own, kings.wilds, rules, 10_000)
    )
    assert len(found) == 141
    assert calls < 20_000


def _with_calls(job: Callable[[], T]) -> tuple[T, int]:
    """Return the answer of a job, and the number of calls of functions."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    given = sys.getprofile()
    sys.setprofile(count)
    try:
        answer = job()
    finally:
        sys.setprofile(given)
    return answer, calls
