"""A game that is imported although it is recorded already: known as a copy, and counted once in statistics."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began
from canasta_cli.notation.gamefile import write_game
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.files import check_text, import_games, to_file
from canasta_cli.scorekeeper.games import (
    Proposal,
    begin_game,
    delete_game,
    list_games,
)
from canasta_cli.scorekeeper.hands import HandInput, record_hand
from canasta_cli.scorekeeper.people import figures_for_stats
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
HANDS = (("7xK QQQ2 out", "AAA 5555 left:JJ4"), ("AAA 5555 left:JJ4", "7xQ KKK2 out"))
Edit = Callable[[str], str]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A book with the game friday of two hands."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        four = ("Jonas", "Bob", "Cat", "Dan")
        begin_game(book, Proposal(four, library.ruleset("classic"), name="friday"))
        for hand in HANDS:
            _record(book, "friday", hand)
        yield book


def _record(book: Scorebook, game: str, hand: tuple[str, ...]) -> None:
    assert record_hand(book, game, HandInput(tuple(map(read_tally, hand)))).recorded


def _text(book: Scorebook, name: str = "friday") -> str:
    return write_game(to_file(load_game(book.journal, name).standing))


def _imported(book: Scorebook, text: str, name: str) -> str:
    """Import a file under a name, and return the name of its original."""
    return import_games(book, [check_text(text, "file", "").renamed(name)])[0].original


def _counted(book: Scorebook) -> list[str]:
    """Return the games that count in statistics, by their best hands."""
    games, errors = list_games(book.journal, book.journal.listed())
    assert not errors
    return [game.players[0].best.game for game in figures_for_stats(games) if game.players[0].best]


@pytest.mark.parametrize(
    "edit",
    [
        str,
        lambda text: text.replace("Jonas", "Jonah"),
        lambda text: text.replace("Jonas", "Jonah").replace("Bob", "Rob"),
        lambda text: text[: text.rindex("[[hands]]")],
        lambda text: text.replace('name = "friday"', 'name = "x"\nevent = "club"'),
    ],
    ids=["same", "a name", "two names", "one hand less", "an event"],
)
def test_a_copy_is_known_whatever_its_names_are(edit: Edit, book: Scorebook) -> None:
    assert _imported(book, edit(_text(book)), "copy") == "friday"
    assert _counted(book) == ["friday"]
    assert _imported(book, _text(book, "copy"), "copy of the copy") == "friday"
    began = load_game(book.journal, "copy of the copy").records[0].entry
    assert isinstance(began, Began)
    assert began.original == 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("2026-11-21", "2026-11-20"),
        lambda text: text.replace("7xK", "7xA").split("score")[0],
        lambda text: text[: text.index("[[hands]]")],
        lambda text: text.replace("Jonas", "A").replace("Bob", "B").replace("Cat", "C"),
    ],
    ids=["another day", "another hand", "no hand", "other people"],
)
def test_another_game_is_no_copy(edit: Edit, book: Scorebook) -> None:
    assert _imported(book, edit(_text(book)), "other") == ""


def test_with_one_hand_in_common_a_copy_has_the_same_people(book: Scorebook) -> None:
    one_hand = _text(book)
    one_hand = one_hand[: one_hand.rindex("[[hands]]")]
    other_people = one_hand.replace("Jonas", "Eve")
    assert _imported(book, other_people, "another table") == ""
    assert _imported(book, one_hand, "copy") == "friday"


def test_the_copy_that_was_continued_counts(book: Scorebook) -> None:
    _imported(book, _text(book), "copy")
    _record(book, "copy", HANDS[0])
    assert [hands.players[0].hands for hands in _figures(book)] == [3]


def _figures(book: Scorebook) -> list:  # type: ignore[type-arg]
    return figures_for_stats(list_games(book.journal, book.journal.listed())[0])


def test_without_its_original_the_copy_counts(book: Scorebook) -> None:
    _imported(book, _text(book), "copy")
    delete_game(book, "friday")
    assert _counted(book) == ["copy"]


def test_games_of_one_import_are_not_copies_of_each_other(book: Scorebook) -> None:
    one = _text(book).replace('name = "friday"', 'name = "early"').replace("Jonas", "Ann")
    one = one.replace("2026-11-21", "2026-11-20")
    shorter = one[: one.rindex("[[hands]]")].replace('name = "early"', 'name = "late"')
    files = [check_text(text, "file", "") for text in (shorter, one)]
    assert [each.original for each in import_games(book, files)] == ["", ""]
    again = [each.renamed(f"{each.game.name} again") for each in files]
    assert [each.original for each in import_games(book, again)] == ["late", "late"]
