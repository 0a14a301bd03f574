"""The people of all games: who they are, when they played last, and spellings that may mean one person."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.journal.schema import GameLine
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Award, Side, Sign
from canasta_cli.model.history import Awarded, PlayerRenamed, Redone, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper import people
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.files import check_text, import_games
from canasta_cli.scorekeeper.games import Proposal, begin_game, same_again
from canasta_cli.scorekeeper.hands import HandInput, add_note, record_hand, record_penalty
from canasta_cli.scorekeeper.people import (
    Person,
    known_people,
    rename_player,
    similar_people,
    similar_to_known,
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
    names = [(person.name, person.games) for person in known_people(book.journal).values()]
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
    ann, bob, *_ = known_people(book.journal).values()
    assert ann == Person("ANN", ("friday", "monday"), "2026-11-21", ("ANN", "ann"))
    assert bob.name == "bob"


def test_one_name_in_two_encodings_of_an_accent_is_one_person(book: Scorebook) -> None:
    _begin(book, "friday", "Jose\u0301", "Bob", "Cat", "Dan")
    _begin(book, "monday", "Jos\u00e9", "Bob", "Cat", "Dan")
    assert len(known_people(book.journal)) == 4


class _Counted(str):
    """A name that counts how often any such name is looked up."""

    __slots__ = ()
    looked_up = 0

    def __hash__(self) -> int:
        _Counted.looked_up += 1
        return str.__hash__(self)


def test_the_games_of_a_person_are_collected_without_copying_them(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [(GameLine(at, _Counted(at)), ("Ann", "Bob")) for at in range(100)]
    monkeypatch.setattr(people, "_seated", lambda _: games)
    assert [len(each.games) for each in known_people(book.journal).values()] == [100, 100]
    assert _Counted.looked_up <= 2 * 2 * len(games)


@pytest.mark.parametrize(("typed", "known"), [("Anne", "Ann"), ("Jonas", "Jonah"), ("ANN", "")])
def test_people_are_similar_if_only_a_letter_or_two_differ(typed: str, known: str) -> None:
    known_names = [Person(name, (), "", (name,)) for name in ("Ann", "Jonah", "Dan", "Zoe")]
    assert [each.name for each in similar_people(typed, known_names)] == [known] * bool(known)


@pytest.mark.parametrize(
    ("players", "similar"),
    [
        (("Karla", "Bob"), [("Karla", "Carla")]),
        (("Karla", "Carla"), []),  # in one game they are two people
        (("carla", "Bob"), []),
    ],
)
def test_a_new_player_is_compared_with_those_who_are_not_in_the_game(
    players: tuple[str, ...], similar: list[tuple[str, str]]
) -> None:
    known = {"carla": Person("Carla", (), "", ("friday",))}
    assert [*similar_to_known(players, known)] == similar


@pytest.mark.parametrize("game", ["friday", "monday"])
def test_a_new_name_in_all_games_is_undone_in_all(game: str, book: Scorebook) -> None:
    for name in ("friday", "monday"):
        _begin(book, name, "Ann", "Bob", "Cat", "Dan")
    add_note(book, "monday", "a long evening")
    renamed = rename_player(book, None, "Ann", "Anna")
    assert {each.game.name for each in renamed.games} == {"friday", "monday"}
    for move, player in ((Undone(1), "Ann"), (Redone(1), "Anna"), (Undone(1), "Ann")):
        undo_or_redo(book, game, move)
        names = {load_game(book.journal, each).game.players[0] for each in ("friday", "monday")}
        assert names == {player}


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
        undo_or_redo(book, "one", Undone(1))
        yield book


def _people_of(book: Scorebook, *names: str) -> dict[str, tuple[str, ...]]:
    """Return the games of some people."""
    people = known_people(book.journal).values()
    return {each.name: each.games for each in people if each.name in names}


def test_a_merge_that_was_undone_is_redone_in_all_games(clubs: Scorebook) -> None:
    assert _people_of(clubs, "Jonas", "Jonah") == {"Jonas": ("one", "two"), "Jonah": ("three",)}
    _begin(clubs, "four", "Ann", "Bob", "Cat", "Dan")
    add_note(clubs, "two", "a long evening")
    assert undo_or_redo(clubs, "two", Redone(1)).also == ("one",)
    assert _people_of(clubs, "Jonas", "Jonah") == {"Jonah": ("one", "two", "three")}


def _points(book: Scorebook) -> None:
    tallies = (read_tally("score:500"), read_tally("score:300"))
    assert record_hand(book, "two", HandInput(tallies)).recorded


def test_a_merge_is_not_redone_in_some_games_only(clubs: Scorebook) -> None:
    _points(clubs)
    before = _people_of(clubs, "Jonas", "Jonah")
    with pytest.raises(Refused, match="game two has newer entries") as caught:
        undo_or_redo(clubs, "one", Redone(1))
    assert "canasta players rename Jonas Jonah -g one" in caught.value.fix
    assert _people_of(clubs, "Jonas", "Jonah") == before


@pytest.mark.parametrize("name", ["Jonas", "Jonah"])
def test_a_merge_is_redone_in_the_games_of_that_time(name: str, clubs: Scorebook) -> None:
    _begin(clubs, "four", "Ann", name, "Cat", "Dan")
    assert undo_or_redo(clubs, "one", Redone(1)).also == ("two",)
    found = _people_of(clubs, "Jonas", "Jonah")
    assert [who for who, games in found.items() if "four" in games] == [name]
    assert set(found["Jonah"]) >= {"one", "two", "three"}


def test_a_new_spelling_is_redone_beside_games_that_have_it_already(book: Scorebook) -> None:
    _begin(book, "friday", "jonas", "Bob", "Cat", "Dan")
    _begin(book, "monday", "Jonas", "Bob", "Cat", "Dan")
    rename_player(book, None, "jonas", "Jonas")
    undo_or_redo(book, "friday", Undone(1))
    undo_or_redo(book, "friday", Redone(1))
    assert _people_of(book, "Jonas") == {"Jonas": ("friday", "monday")}


def test_a_name_of_somebody_in_the_same_game_is_refused_without_a_merge_as_the_fix(
    book: Scorebook,
) -> None:
    _begin(book, "friday", "Jonas", "Bob", "Jonah", "Dan")
    with pytest.raises(Refused, match="there is already a player Jonah") as caught:
        rename_player(book, None, "Jonas", "Jonah")
    assert "merge" not in caught.value.fix


FINE = Award(Sign.PENALTY, 50)
SIDES = (Side("Mia/Tom", ("Mia", "Tom")), Side("Zoe/Lee", ("Zoe", "Lee")))


def _begin_with_sides(book: Scorebook, name: str, sides: tuple[Side, ...] = SIDES) -> None:
    begin_game(book, Proposal(("Mia", "Zoe", "Tom", "Lee"), CLASSIC, sides, name))


def _side_names(book: Scorebook, name: str) -> tuple[str, ...]:
    return load_game(book.journal, name).game.side_names


def test_a_side_follows_its_players_in_one_entry_which_undo_takes_back(book: Scorebook) -> None:
    _begin_with_sides(book, "friday")
    _begin_with_sides(book, "monday", (Side("Us", ("Mia", "Tom")), Side("Them", ("Zoe", "Lee"))))
    record_penalty(book, "friday", "Zoe/Lee", FINE)
    renamed = rename_player(book, None, "Zoe", "Zoë")
    assert renamed.sides == {"Zoe/Lee": "Zoë/Lee"}
    assert _side_names(book, "friday") == ("Mia/Tom", "Zoë/Lee")
    assert _side_names(book, "monday") == ("Us", "Them")
    assert load_game(book.journal, "friday").game.pending[0].side == "Zoë/Lee"
    undo_or_redo(book, "monday", Undone(1))
    assert _side_names(book, "friday") == ("Mia/Tom", "Zoe/Lee")
    assert load_game(book.journal, "friday").game.pending[0].side == "Zoe/Lee"


def test_a_side_follows_a_merge_too(book: Scorebook) -> None:
    _begin(book, "monday", "Zoë", "Bob", "Cat", "Dan")
    _begin_with_sides(book, "friday")
    rename_player(book, None, "Zoe", "Zoë", merge=True)
    assert _side_names(book, "friday") == ("Mia/Tom", "Zoë/Lee")


def test_penalties_after_a_rename_of_an_earlier_version_still_count(book: Scorebook) -> None:
    """An entry that names no sides leaves them as they were."""
    _begin_with_sides(book, "friday")
    with book.journal.writing() as writing:
        game = load_game(writing, "friday").line.id
        writing.append(game, PlayerRenamed("Zoe", "Zoë"), AT)
        writing.append(game, Awarded("Zoe/Lee", FINE), AT)
    tallies = (read_tally("score:300"),) * 2
    assert record_hand(book, "friday", HandInput(tallies)).recorded
    loaded = load_game(book.journal, "friday")
    assert (loaded.game.side_names, loaded.standing.totals) == (("Mia/Tom", "Zoe/Lee"), (300, 250))


def test_a_side_is_renamed_in_the_current_game_and_its_penalties_stay_with_it(
    book: Scorebook,
) -> None:
    for name in ("monday", "friday"):
        _begin(book, name, "Ann", "Bob", "Cat", "Dan")
    record_penalty(book, "friday", "Us", FINE)
    renamed = rename_player(book, None, "us", "Kitchen")
    assert (renamed.old, renamed.sides) == ("Us", {"Us": "Kitchen"})
    assert [_side_names(book, name)[0] for name in ("monday", "friday")] == ["Us", "Kitchen"]
    tallies = (read_tally("score:500"), read_tally("score:300"))
    assert record_hand(book, "friday", HandInput(tallies)).recorded
    assert load_game(book.journal, "friday").standing.totals == (450, 300)
    undo_or_redo(book, "friday", Undone(2))
    assert _side_names(book, "friday") == ("Us", "Them")


def test_a_side_named_as_its_players_with_a_plus_is_renamed_too(book: Scorebook) -> None:
    _begin_with_sides(book, "friday", (Side("Mia+Tom", ("Mia", "Tom")), Side("B", ("Zoe", "Lee"))))
    rename_player(book, "friday", "Mia+Tom", "Kitchen")
    assert _side_names(book, "friday") == ("Kitchen", "B")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Us", "Them", "“Them” can't be a side's name"),
        ("Us", "them", "“them” can't be a side's name"),
        ("Us", "Bob", "“Bob” can't be a side's name"),
        ("Us", "ann", "“ann” can't be a side's name"),
        ("Ann", "us", "“Us” can't be a side's name"),
        ("Ann", "Ann=Cat", "“Ann=Cat” can't be a name: “=” and “,” separate names"),
        ("Us", "Ann,Cat", "“Ann,Cat” can't be a name: “=” and “,” separate names"),
        ("Us", "score", "“score” can't be a side's name"),
        ("Us", " ", "a new name is empty"),
        ("We", "Kitchen", "there is no player “We”"),
    ],
)
def test_a_rename_gives_no_name_that_something_else_has(
    old: str, new: str, says: str, book: Scorebook
) -> None:
    _begin(book, "friday", "Ann", "Bob", "Cat", "Dan")
    for game in (None, "friday"):
        with pytest.raises(NotUnderstood, match=says):
            rename_player(book, game, old, new)
    assert _side_names(book, "friday") == ("Us", "Them")


def test_a_game_whose_file_calls_a_side_like_a_player_can_be_renamed(book: Scorebook) -> None:
    file = """canasta = 1
players = ["Ann", "Bob", "Cat", "Dan=Dora,D"]
[sides]
Ann = ["Ann", "Cat"]
Them = ["Bob", "Dan=Dora,D"]
"""
    import_games(book, [check_text(file, "file", "friday")])
    rename_player(book, "friday", "Bob", "Rob")
    rename_player(book, "friday", "Ann", "Eve")
    assert _side_names(book, "friday") == ("Eve", "Them")
    with pytest.raises(NotUnderstood, match="“Dan=Dora,D” can't be a name"):
        begin_game(book, same_again(load_game(book.journal, "friday")))
    rename_player(book, "friday", "Dan=Dora,D", "Dan")
    with pytest.raises(NotUnderstood, match="“Eve” can't be a side's name"):
        begin_game(book, same_again(load_game(book.journal, "friday")))


def test_a_substitute_is_not_called_like_a_side(book: Scorebook) -> None:
    _begin(book, "friday", "Ann", "Bob", "Cat", "Dan")
    with pytest.raises(NotUnderstood, match="“Us” can't be a side's name"):
        substitute(book, None, ("Ann", "us"))
    with pytest.raises(NotUnderstood, match="“Eve,Fay” can't be a name"):
        substitute(book, None, ("Ann", "Eve,Fay"))


def test_the_name_of_a_player_goes_before_that_of_a_side(book: Scorebook) -> None:
    sides = (Side("Bob", ("Mia", "Tom")), Side("B", ("Zoe", "Lee")))
    _begin(book, "monday", "Ann", "Bob", "Cat", "Dan")
    _begin_with_sides(book, "friday", sides)
    assert [each.game.name for each in rename_player(book, None, "Bob", "Rob").games] == ["monday"]
    assert rename_player(book, "friday", "Bob", "Attic").sides == {"Bob": "Attic"}
