"""Penalties recorded separately: they stay with their hand until they are taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import CanastaError, NotUnderstood, Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Award, Sign
from canasta_cli.model.history import Redone, Undone
from canasta_cli.notation.cards import read_order
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, edit_hand, replace_hand
from canasta_cli.scorekeeper.corrections import Corrected, undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandInput, record_hand, record_penalty
from canasta_cli.scorekeeper.playing import record_deal, record_turn
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit

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


def _removal(side: str, words: str) -> TallyEdit:
    return TallyEdit(side, Operator.REMOVE, read_tally(words))


def _take_back(
    book: Scorebook, side: str, words: str, hand: int = 1, *, forced: bool = False
) -> Corrected:
    return correct(book, None, edit_hand(hand, (_removal(side, words),)), forced=forced)


def _totals(book: Scorebook) -> tuple[int, ...]:
    return load_game(book.journal, None).standing.totals


def test_a_penalty_is_taken_back_by_its_word_and_the_others_stay(book: Scorebook) -> None:
    assert _totals(book) == (470, -460)
    assert _take_back(book, "Them", "penalty:100").recorded
    assert _totals(book) == (470, -360)
    _take_back(book, "Them", "penalty:300")
    assert _totals(book) == (470, -60)
    _take_back(book, "Us", "penalty:200")
    assert _totals(book) == (670, -60)


def test_the_penalty_in_a_tally_is_a_word_of_it(book: Scorebook) -> None:
    _take_back(book, "Them", "penalty:50")
    assert _totals(book) == (470, -410)
    assert load_game(book.journal, None).game.awarded(1)[2:]


def test_a_penalty_by_its_name_is_taken_back(book: Scorebook) -> None:
    record_penalty(book, None, "Us", Award(Sign.PENALTY, topic="illegal-take"))
    _take_back(book, "Us", "penalty:illegal-take", 2)
    assert load_game(book.journal, None).game.pending == ()


def test_one_of_two_equal_penalties_stays(book: Scorebook) -> None:
    _fine(book, "Us", 40)
    _fine(book, "Us", 40)
    _take_back(book, "Us", "penalty:40", 2)
    assert len(load_game(book.journal, None).game.pending) == 1


def test_a_penalty_taken_back_does_not_return_when_the_hand_is_amended(book: Scorebook) -> None:
    _take_back(book, "Them", "penalty:100")
    _amend(book, 1, "7xK out", "left:4")
    assert _totals(book) == (470, -305)


def test_undo_brings_a_penalty_back_and_redo_takes_it_back_again(book: Scorebook) -> None:
    _take_back(book, "Them", "penalty:300")
    undo_or_redo(book, None, Undone(1))
    assert _totals(book) == (470, -460)
    undo_or_redo(book, None, Redone(1))
    assert _totals(book) == (470, -160)


def test_taking_a_penalty_back_appends_an_entry(book: Scorebook) -> None:
    before = load_game(book.journal, None).records
    assert not _take_back(book.trial, "Them", "penalty:100").recorded
    assert load_game(book.journal, None).records == before
    _take_back(book, "Them", "penalty:100")
    assert load_game(book.journal, None).records[:-1] == before


def test_a_penalty_for_the_next_hand_can_be_taken_back_before_it_is_recorded(
    book: Scorebook,
) -> None:
    _fine(book, "Us", 500)
    _take_back(book, "Us", "penalty:500", 2)
    assert load_game(book.journal, None).game.pending == ()
    _record(book, *HAND)
    assert _totals(book) == (470 + 670, -460 - 60)


def test_a_penalty_of_a_hand_recorded_turn_by_turn_can_be_taken_back(book: Scorebook) -> None:
    _fine(book, "Us", 500)
    record_deal(book, None, read_order("9"))
    _take_back(book, "Us", "penalty:500", 2)
    assert load_game(book.journal, None).game.pending == ()


@pytest.mark.parametrize(
    ("hand", "side", "words", "error", "says"),
    [
        (1, "Us", "penalty:100", NotUnderstood, "Us has no penalty:100 in hand 1"),
        (1, "Us", "bonus:50", NotUnderstood, "Us has no bonus:50 in hand 1"),
        (1, "Them", "penalty:100 penalty:300", NotUnderstood, "“penalty:100” was recorded separately"),
        (1, "Them", "penalty:100 left:44", NotUnderstood, "“penalty:100” was recorded separately"),
        (2, "Us", "penalty:200", Refused, "there is no hand 2"),
        (3, "Us", "penalty:200", Refused, "there is no hand 3"),
        (0, "Us", "penalty:200", Refused, "there is no hand 0"),
    ],
)  # fmt: skip
def test_a_penalty_that_does_not_exist_is_refused(
    hand: int, side: str, words: str, error: type[CanastaError], says: str, book: Scorebook
) -> None:
    with pytest.raises(error, match=says):
        _take_back(book, side, words, hand)


def test_another_change_with_a_penalty_names_the_command_for_the_penalty(book: Scorebook) -> None:
    edits = (_removal("Us", "penalty:200"), TallyEdit("Us", Operator.ADD, read_tally("3R")))
    with pytest.raises(NotUnderstood) as refused:
        correct(book, None, edit_hand(1, edits))
    assert refused.value.fix.endswith("canasta amend 1 Us-=penalty:200")


def test_taking_a_penalty_back_needs_force_if_a_later_turn_becomes_illegal(book: Scorebook) -> None:
    begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="monday"))
    _fine(book, "Us", 100)
    _record(book, "7xK 7xQ 3x3R out", "left:44")
    record_deal(book, None, read_order("9"))
    record_turn(book, None, read_turn("draw discard 4"))
    assert record_turn(book, None, read_turn("draw meld AAA discard 5")).recorded
    refused = _take_back(book, "Us", "penalty:100")
    assert not refused.recorded
    assert not refused.accepted
    assert [(each.hand, each.turn) for each in refused.broken] == [(2, 2)]
    assert _totals(book)[0] == 1440
    assert _take_back(book, "Us", "penalty:100", forced=True).recorded
    deal = load_game(book.journal, None).game.deal
    assert _totals(book)[0] == 1540
    assert deal is not None
    assert deal.marked == {2}


def test_another_penalty_than_those_of_the_side_names_the_command_for_each(book: Scorebook) -> None:
    _fine(book, "Us", 40)
    record_penalty(book, None, "Us", Award(Sign.PENALTY, topic="illegal-take"))
    with pytest.raises(NotUnderstood, match="Us has no penalty:50 in hand 2") as refused:
        _take_back(book, "Us", "penalty:50", 2)
    assert refused.value.fix.splitlines() == [
        "To take back: canasta amend 2 Us-=penalty:40",
        "To take back: canasta amend 2 Us-=penalty:illegal-take",
    ]
