"""The people of all games: who they are, when they played last, and spellings that may mean one person."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.rules import library
from canasta_cli.scorekeeper.corrections import redo, undo
from canasta_cli.scorekeeper.games import Proposal, archive_game, begin_game
from canasta_cli.scorekeeper.hands import add_note
from canasta_cli.scorekeeper.people import Person, known_people, rename_player, similar_people
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
