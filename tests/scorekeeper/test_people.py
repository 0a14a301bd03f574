"""The people of all games: who they are, when they played last, and spellings that may mean one person."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.corrections import redo, undo
from canasta_cli.scorekeeper.games import Proposal, archive_game, begin_game
from canasta_cli.scorekeeper.hands import HandInput, add_note, record_hand
from canasta_cli.scorekeeper.people import (
    Person,
    known_people,
    rename_player,
    similar_people,
    substitute,
)
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
CLASSIC = library.ruleset("classic")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A book with an empty database and a fixed clock."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        yield Scorebook(journal, lambda: AT)


def _begin(book: Scorebook, name: str, *players: str) -> None:
    begin_game(book, Proposal(players, CLASSIC, name=name))


def test_the_people_of_all_games_are_listed_by_name_with_their_games(book: Scorebook) -> None:
    _begin(book, "friday", "Ann", "Bob", "Cat", "Dan")
    _begin(book, "monday", "Ann", "Zoe", "Cat", "Dan")
    names = [(person.name, person.games) for person in known_people(book.journal)]
    both = ("friday", "monday")
    assert names == [
        ("Ann", both),
        ("Bob", ("friday",)),
        ("Cat", both),
        ("Dan", both),
        ("Zoe", ("monday",)),
    ]


def test_names_that_differ_only_in_case_are_one_person_spelled_as_in_the_newest_game(
    book: Scorebook,
) -> None:
    _begin(book, "friday", "ann", "Bob", "Cat", "Dan")
    _begin(book, "monday", "ANN", "bob", "Cat", "Dan")
    ann, bob, *_ = known_people(book.journal)
    assert ann == Person("ANN", ("friday", "monday"), "2026-11-21", ("ANN", "ann"))
    assert bob.name == "bob"


def test_one_name_in_two_encodings_of_an_accent_is_one_person(book: Scorebook) -> None:
    _begin(book, "friday", "Jose\u0301", "Bob", "Cat", "Dan")
    _begin(book, "monday", "Jos\u00e9", "Bob", "Cat", "Dan")
    assert len(known_people(book.journal)) == 4


@pytest.mark.parametrize(("typed", "known"), [("Anne", "Ann"), ("Jonas", "Jonah"), ("ANN", "")])
def test_people_are_similar_if_only_a_letter_or_two_differ(typed: str, known: str) -> None:
    people = [Person(name, (), "", (name,)) for name in ("Ann", "Jonah", "Dan", "Zoe")]
    assert [each.name for each in similar_people(typed, people)] == [known] * bool(known)


@pytest.mark.parametrize("game", ["friday", "monday"])
def test_a_new_name_in_all_games_is_undone_in_archived_games_too(
    game: str, book: Scorebook
) -> None:
    for name in ("friday", "monday"):
        _begin(book, name, "Ann", "Bob", "Cat", "Dan")
    add_note(book, "monday", "a long evening")
    archive_game(book, "monday", away=True)
    renamed = rename_player(book, None, "Ann", "Anna")
    assert {each.game.name for each in renamed.games} == {"friday", "monday"}
    for move, player in ((undo, "Ann"), (redo, "Anna"), (undo, "Ann")):
        move(book, game, 1)
        names = {load_game(book.journal, each).game.players[0] for each in ("friday", "monday")}
        assert names == {player}
    assert load_game(book.journal, "monday").game.archived
    with pytest.raises(Refused, match="game monday is archived"):
        undo(book, "monday", 1)


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[Scorebook]:
    """A book with a clock that goes on, and the merge of Jonas and Jonah undone; Jonas is in two games."""
    times = (f"2026-11-21T20:{number // 60:02}:{number % 60:02}+00:00" for number in count())
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: next(times))
        _begin(book, "one", "Jonas", "Bob", "Cat", "Dan")
        _begin(book, "two", "Ann", "Bob", "Jonas", "Dan")
        _begin(book, "three", "Ann", "Bob", "Jonah", "Dan")
        rename_player(book, None, "Jonas", "Jonah", merge=True)
        undo(book, "one", 1)
        yield book


def _people_of(book: Scorebook, *names: str) -> dict[str, tuple[str, ...]]:
    """Return the games of some people."""
    return {each.name: each.games for each in known_people(book.journal) if each.name in names}


def test_a_merge_that_was_undone_is_redone_in_all_games(clubs: Scorebook) -> None:
    assert _people_of(clubs, "Jonas", "Jonah") == {"Jonas": ("one", "two"), "Jonah": ("three",)}
    _begin(clubs, "four", "Ann", "Bob", "Cat", "Dan")
    add_note(clubs, "two", "a long evening")
    assert redo(clubs, "two", 1).also == ("one",)
    assert _people_of(clubs, "Jonas", "Jonah") == {"Jonah": ("one", "two", "three")}


def _points(book: Scorebook) -> None:
    tallies = (read_tally("score:500"), read_tally("score:300"))
    assert record_hand(book, "two", HandInput(tallies)).recorded


CAME_MEANWHILE: tuple[tuple[Callable[[Scorebook], object], str, str], ...] = (
    (_points, "Jonas also plays in two", "canasta players merge Jonah Jonas"),
    (
        lambda book: _begin(book, "four", "Ann", "jonas", "Cat", "Dan"),
        "Jonas also plays in four",
        "canasta players merge Jonah Jonas",
    ),
    (
        lambda book: _begin(book, "four", "Ann", "Jonah", "Cat", "Dan"),
        "Jonah has played in four since",
        "canasta players merge Jonah Jonas",
    ),
    (
        lambda book: substitute(book, "three", ("Ann", "Jonas")),
        "Jonas also plays in three",
        "canasta players rename Jonas NEW_NAME",
    ),
)


@pytest.mark.parametrize(("meanwhile", "says", "fix"), CAME_MEANWHILE)
def test_a_merge_is_not_redone_in_some_games_only_or_for_somebody_else(
    meanwhile: Callable[[Scorebook], object], says: str, fix: str, clubs: Scorebook
) -> None:
    meanwhile(clubs)
    before = _people_of(clubs, "Jonas", "Jonah")
    with pytest.raises(Refused, match=says) as caught:
        redo(clubs, "one", 1)
    assert fix in caught.value.fix
    assert _people_of(clubs, "Jonas", "Jonah") == before


def test_a_rename_to_a_name_that_somebody_got_meanwhile_is_not_redone(book: Scorebook) -> None:
    later = iter(("2026-11-21T20:16:00+00:00", "2026-11-21T20:17:00+00:00"))
    _begin(book, "friday", "Jonas", "Bob", "Cat", "Dan")
    rename_player(book, None, "Jonas", "Jonah")
    undo(book, "friday", 1)
    _begin(book._replace(now=lambda: next(later)), "monday", "Jonah", "Bob", "Cat", "Dan")
    with pytest.raises(Refused, match="Jonah has played in monday since"):
        redo(book, "friday", 1)


def test_a_new_spelling_is_redone_beside_games_that_have_it_already(book: Scorebook) -> None:
    _begin(book, "friday", "jonas", "Bob", "Cat", "Dan")
    _begin(book, "monday", "Jonas", "Bob", "Cat", "Dan")
    rename_player(book, None, "jonas", "Jonas")
    undo(book, "friday", 1)
    redo(book, "friday", 1)
    assert _people_of(book, "Jonas") == {"Jonas": ("friday", "monday")}


def test_a_name_of_somebody_in_the_same_game_is_refused_without_a_merge_as_the_fix(
    book: Scorebook,
) -> None:
    _begin(book, "friday", "Jonas", "Bob", "Jonah", "Dan")
    with pytest.raises(Refused, match="there is already a player Jonah") as caught:
        rename_player(book, None, "Jonas", "Jonah")
    assert "merge" not in caught.value.fix
