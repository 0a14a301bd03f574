"""Penalties recorded separately: they stay with their hand until they are dropped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Award, Sign
from canasta_cli.notation.cards import read_order
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, drop_penalty, replace_hand
from canasta_cli.scorekeeper.corrections import redo, undo
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandInput, record_hand, record_penalty
from canasta_cli.scorekeeper.playing import DealInput, record_deal, record_turn
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
HAND = ("7xK out", "left:44 penalty:50")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """One hand with a penalty in its tally and three recorded separately."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="friday"))
        _fine(book, "Them", 100)
        _fine(book, "Us", 200)
        _fine(book, "Them", 300)
        _record(book, *HAND)
        yield book


def _fine(book: Scorebook, side: str, points: int) -> None:
    record_penalty(book, None, side, Award(Sign.PENALTY, points))


def _record(book: Scorebook, *tallies: str) -> None:
    record_hand(book, None, HandInput(tuple(map(read_tally, tallies))))


def _amend(book: Scorebook, number: int, *tallies: str) -> None:
    correct(book, None, replace_hand(number, tuple(map(read_tally, tallies))))


def _totals(book: Scorebook) -> tuple[int, ...]:
    return load_game(book.journal, None).standing.totals


def test_a_penalty_is_dropped_by_its_number_and_the_others_stay(book: Scorebook) -> None:
    assert _totals(book) == (470, -460)
    assert correct(book, None, drop_penalty(1, 1)).recorded
    assert _totals(book) == (470, -360)
    correct(book, None, drop_penalty(1, 2))
    assert _totals(book) == (470, -60)
    correct(book, None, drop_penalty(1, 1))
    assert _totals(book) == (670, -60)


def test_a_dropped_penalty_stays_dropped_when_the_hand_is_amended(book: Scorebook) -> None:
    correct(book, None, drop_penalty(1, 1))
    _amend(book, 1, "7xK out", "left:4")
    assert _totals(book) == (470, -305)


def test_undo_brings_a_dropped_penalty_back_and_redo_drops_it_again(book: Scorebook) -> None:
    correct(book, None, drop_penalty(1, 3))
    undo(book, None, 1)
    assert _totals(book) == (470, -460)
    redo(book, None, 1)
    assert _totals(book) == (470, -160)


def test_dropping_a_penalty_appends_an_entry(book: Scorebook) -> None:
    before = load_game(book.journal, None).records
    assert not correct(book.trial, None, drop_penalty(1, 1)).recorded
    assert load_game(book.journal, None).records == before
    correct(book, None, drop_penalty(1, 1))
    assert load_game(book.journal, None).records[:-1] == before


def test_a_penalty_for_the_next_hand_can_be_dropped_before_it_is_recorded(book: Scorebook) -> None:
    _fine(book, "Us", 500)
    correct(book, None, drop_penalty(2, 1))
    assert load_game(book.journal, None).game.pending == ()
    _record(book, *HAND)
    assert _totals(book) == (470 + 670, -460 - 60)


@pytest.mark.parametrize(
    ("hand", "number", "says"),
    [
        (1, 4, "hand 1 has only 3 penalties recorded separately"),
        (2, 1, "hand 2 has no penalties recorded separately"),
        (3, 1, "there is no hand 3"),
        (0, 1, "there is no hand 0"),
    ],
)
def test_a_penalty_that_does_not_exist_is_refused(
    hand: int, number: int, says: str, book: Scorebook
) -> None:
    with pytest.raises(Refused, match=says):
        correct(book, None, drop_penalty(hand, number))


def test_dropping_a_penalty_needs_force_if_a_later_turn_becomes_illegal(book: Scorebook) -> None:
    begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="monday"))
    _fine(book, "Us", 100)
    _record(book, "7xK 7xQ 3x3R out", "left:44")
    record_deal(book, None, DealInput(read_order("9")))
    record_turn(book, None, read_turn("draw discard 4"))
    assert record_turn(book, None, read_turn("draw meld AAA discard 5")).recorded
    refused = correct(book, None, drop_penalty(1, 1))
    assert not refused.recorded
    assert not refused.accepted
    assert [(each.hand, each.turn) for each in refused.broken] == [(2, 2)]
    assert _totals(book)[0] == 1440
    assert correct(book, None, drop_penalty(1, 1), forced=True).recorded
    deal = load_game(book.journal, None).game.deal
    assert _totals(book)[0] == 1540
    assert deal is not None
    assert deal.marked == {2}
