"""A hand that was recorded twice is dropped, and can be restored."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Award, Sign
from canasta_cli.model.history import Redone, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, drop_hand, edit_hand
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandInput, record_hand, record_penalty
from canasta_cli.scorekeeper.playing import record_deal, record_turn
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """Three hands; Us lost 200 points in the second one."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="friday"))
        for points in (1000, -200, 600):
            _record(book, f"score:{points}")
        yield book


def _record(book: Scorebook, tally: str) -> None:
    record_hand(book, None, HandInput((read_tally(tally), read_tally("score:5"))))


def _hands(book: Scorebook) -> list[tuple[int, str]]:
    hands = load_game(book.journal, None).standing.hands
    return [(played.points[0], played.dealer) for played in hands]


def test_later_hands_get_the_number_before_theirs_and_keep_their_dealer(book: Scorebook) -> None:
    result = correct(book, None, drop_hand(2))
    assert result.recorded
    assert _hands(book) == [(1000, "Dan"), (600, "Bob")]
    _record(book, "score:15")
    assert _hands(book)[2] == (15, "Cat")


def test_a_hand_is_compared_with_itself_under_its_other_number(book: Scorebook) -> None:
    assert correct(book, None, drop_hand(2)).same_hands == ((1, 1), (3, 2))
    assert undo_or_redo(book, None, Undone(1)).same_hands == ((1, 1), (2, 3))


def test_undo_restores_a_dropped_hand_and_redo_drops_it_again(book: Scorebook) -> None:
    before = _hands(book)
    correct(book, None, drop_hand(1))
    undo_or_redo(book, None, Undone(1))
    assert _hands(book) == before
    undo_or_redo(book, None, Redone(1))
    assert _hands(book) == before[1:]


def test_a_dry_run_drops_nothing(book: Scorebook) -> None:
    result = correct(book.trial, None, drop_hand(3))
    assert (result.recorded, result.accepted) == (False, True)
    assert result.after.standing.totals == (800, 10)
    assert len(_hands(book)) == 3


def test_turns_that_become_illegal_have_to_be_forced(book: Scorebook) -> None:
    record_deal(book, None)
    # At 1,400 points 60 are enough to open; at 1,600 they are not.
    record_turn(book, None, read_turn("draw discard 5"))
    record_turn(book, None, read_turn("draw meld AAA discard 4"))
    assert not correct(book, None, drop_hand(2)).accepted
    assert len(_hands(book)) == 3
    result = correct(book, None, drop_hand(2), forced=True)
    assert [(broken.hand, broken.turn) for broken in result.broken] == [(3, 2)]
    deal = load_game(book.journal, None).game.deal
    assert deal is not None
    assert deal.marked == {2}


def test_a_hand_with_separate_penalties_stays(book: Scorebook) -> None:
    record_penalty(book, None, "Us", Award(Sign.PENALTY, 100))
    _record(book, "score:0")
    with pytest.raises(Refused, match="would be lost"):
        correct(book, None, drop_hand(4))


@pytest.mark.parametrize("number", [0, 4])
def test_a_hand_that_does_not_exist_is_refused(number: int, book: Scorebook) -> None:
    with pytest.raises(Refused, match=f"there is no hand {number}"):
        correct(book, None, drop_hand(number))


def test_another_dealer_for_a_hand_that_is_not_over_gets_its_way(book: Scorebook) -> None:
    for fix in ("canasta hand --dealer Ann", "canasta undo, then", "canasta undo 2, then"):
        with pytest.raises(Refused) as refused:
            correct(book, None, edit_hand(4, (), "Ann"))
        assert fix in str(refused.value.fix)
        if "hand" in fix:
            record_deal(book, None)
        else:
            record_turn(book, None, read_turn("draw discard 5"))
