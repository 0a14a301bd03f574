"""A change of the rules of a whole game: what is forced, what is refused, what undo restores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import CanastaError, NotUnderstood, Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Redone, RulesChanged, Undone
from canasta_cli.notation.cards import read_order
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_hands, read_turn
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.amendments import change_rules, correct, without_idle_house_rules
from canasta_cli.scorekeeper.corrections import Corrected, undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandInput, record_hand
from canasta_cli.scorekeeper.health import examine
from canasta_cli.scorekeeper.playing import record_deal, record_left, record_turn
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
CLASSIC, SAMBA = library.ruleset("classic"), library.ruleset("samba")
NO_WILDS = changed(CLASSIC, {"melds.max_wilds": 0})


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A game of Classic Canasta."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        begin_game(book, Proposal(("Ann", "Bob", "Cat", "Dan"), CLASSIC, name="friday"))
        yield book


def _hand(book: Scorebook, *tallies: str) -> None:
    record_hand(book, None, HandInput(tuple(map(read_tally, tallies)), forced=True))


def _change(book: Scorebook, ruleset: Ruleset, *, force: bool = False) -> Corrected:
    return correct(book, None, change_rules(ruleset), forced=force)


def _totals(book: Scorebook) -> tuple[int, ...]:
    return load_game(book.journal, None).standing.totals


def test_every_hand_counts_under_the_new_rules_and_undo_restores_the_old_ones(
    book: Scorebook,
) -> None:
    _hand(book, "7xK 7xQ 3R3R3R3R out", "left:4")
    before = load_game(book.journal, None)
    result = _change(book, SAMBA)
    assert (result.accepted, result.recorded, result.illegal) == (True, True, ())
    after = load_game(book.journal, None)
    assert after.ruleset == result.after.ruleset
    assert after.ruleset.name == "samba"
    assert after.standing.totals != before.standing.totals
    assert book.journal.games()[0].ruleset == "samba"
    undo_or_redo(book, None, Undone(1))
    again = load_game(book.journal, None)
    assert (again.ruleset.name, again.standing.totals) == ("classic", before.standing.totals)
    assert book.journal.games()[0].ruleset == "classic"
    undo_or_redo(book, None, Redone(1))
    assert load_game(book.journal, None).standing.totals == after.standing.totals
    assert examine(book, "").faults == ()


def test_a_dry_run_changes_nothing(book: Scorebook) -> None:
    _hand(book, "7xK 7xQ out", "left:4")
    result = correct(book.trial, None, change_rules(SAMBA))
    assert (result.accepted, result.recorded) == (True, False)
    assert result.after.ruleset.name == "samba"
    assert load_game(book.journal, None).ruleset.name == "classic"


def test_what_the_new_rules_do_not_allow_needs_force_and_is_marked(book: Scorebook) -> None:
    _hand(book, "7xK 7xQ out", "left:4")
    _hand(book, "7xK QQQ2 7xA out", "left:4")
    refused = _change(book, NO_WILDS)
    assert not refused.recorded
    assert {(each.hand, each.side, each.readable) for each in refused.illegal} == {(2, "Us", True)}
    assert load_game(book.journal, None).ruleset.name == "classic"
    assert _change(book, NO_WILDS, force=True).recorded
    assert [hand.forced for hand in load_game(book.journal, None).game.hands] == [False, True]


def test_a_mark_without_a_reason_is_removed_and_one_with_a_reason_needs_no_force(
    book: Scorebook,
) -> None:
    _hand(book, "H:4-T 7xK out", "left:4")
    _hand(book, "KK 7xQ 7xA out", "left:4")
    assert [hand.forced for hand in load_game(book.journal, None).game.hands] == [True, True]
    result = _change(book, SAMBA)
    assert result.recorded
    assert isinstance(result.entry, RulesChanged)
    assert result.entry.forced == ((2, 0),)
    assert [hand.forced for hand in load_game(book.journal, None).game.hands] == [False, True]


def test_a_hand_with_words_that_the_new_rules_lack_is_refused_even_by_force(
    book: Scorebook,
) -> None:
    _change(book, library.ruleset("bolivia"))
    _hand(book, "wild:1 run:1 natural:1 points:700 out", "left:4")
    result = _change(book, CLASSIC, force=True)
    assert (result.recorded, result.can_be_forced) == (False, False)
    assert {(each.hand, each.side) for each in result.illegal} == {(1, "Us")}


@pytest.mark.parametrize("over", [True, False])
def test_turns_are_judged_again(book: Scorebook, over: bool) -> None:
    record_deal(book, None, read_order("9"))
    for turn in ("draw meld KKK QQ2 discard 4", "draw discard 5"):
        assert record_turn(book, None, read_turn(turn)).recorded
    if over:
        record_turn(book, None, read_turn("end stock"), forced=True)
        left = {"Ann": "AAAA5", "Bob": "44445555668", "Cat": "99988877TJQ", "Dan": "TTT666JJJ88"}
        assert record_left(book, None, read_hands(left)).hand.recorded
    result = _change(book, NO_WILDS)
    assert not result.recorded
    assert {(each.hand, each.turn) for each in result.illegal if each.new} == {(1, 1)}
    assert _change(book, NO_WILDS, force=True).recorded
    game = load_game(book.journal, None).game
    deal = game.hands[0].played if over else game.deal
    assert deal is not None
    assert deal.marked == ({1, 3} if over else {1})


def test_rules_that_the_game_has_or_that_do_not_fit_are_refused(book: Scorebook) -> None:
    cases: tuple[tuple[Ruleset, type[CanastaError], str], ...] = (
        (CLASSIC, Refused, "game friday has these rules already: classic"),
        (changed(CLASSIC, {"end.target": 5000}), Refused, "has these rules already"),
        (library.ruleset("two-player"), NotUnderstood, "two-player is for 2 players"),
        (library.ruleset("six-player"), NotUnderstood, "is for 6 players"),
    )
    for ruleset, error, says in cases:
        with pytest.raises(error, match=says):
            _change(book, ruleset)


def test_what_was_shown_is_what_is_changed(book: Scorebook) -> None:
    """A hand recorded in another terminal between the question and the answer is not overlooked."""
    seen = load_game(book.journal, None).records[-1].number
    _hand(book, "7xK out", "left:4")
    with pytest.raises(Refused, match="game friday has changed meanwhile"):
        correct(book, None, change_rules(SAMBA), expected=seen)


def test_a_house_rule_that_repeats_the_packaged_value_is_none() -> None:
    other = changed(CLASSIC, {"end.target": 3000, "out.bonus": 200})
    back = without_idle_house_rules(changed(other, {"end.target": 5000}))
    assert back.house == ("out.bonus",)
    assert back.origins["end.target"] == CLASSIC.origins["end.target"]
