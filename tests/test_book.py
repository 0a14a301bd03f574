"""A book of the library: the games of a database, and hands that are recorded once."""

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import fix_environment
from journal_fixtures import faults_of
from make_fixtures import FOLDER, run

import canasta_cli as canasta

HAND = ("7xK QQQ2 out", "AAA left:JJ4")
OTHER = ("KKK left:1x4", "7x9 out")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> canasta.Book:
    """Two games without a hand."""
    database = tmp_path / "canasta.db"
    fix_environment(monkeypatch, str(database))
    for name in ("friday", "monday"):
        run("new", "Ann", "Bob", "Cat", "Dan", "--name", name)
    return canasta.Book(database)


def test_it_lists_the_games_and_has_them_as_the_library_does(book: canasta.Book) -> None:
    assert [*book.games] == ["friday", "monday"]
    book.record_hand("friday", *HAND)
    game = book.game("friday")
    assert (game.name, game.rules.name, len(game.hands)) == ("friday", "classic", 1)
    assert canasta.loads(canasta.dump(game)).standing == game.standing == book.standing("friday")
    assert [side.total for side in book.standing("fri").sides] == [720, 35]
    run("delete", "monday")
    assert [*book.games] == ["friday"]


def test_it_sees_what_the_command_records_and_the_reverse(book: canasta.Book) -> None:
    run("hand", *HAND, "-g", "friday", "--key", "a", "--as-hand", "1")
    assert book.record_hand("friday", *HAND, key="a", as_hand=1).already == "recorded"
    assert book.record_hand("friday", *OTHER, key="b", as_hand=2).hand == 2
    again = run("hand", *OTHER, "-g", "friday", "--key", "b", "--as-hand", "2")
    assert again.startswith("Already recorded as hand 2 of friday.")


def test_a_hand_is_recorded_once_with_its_key(book: canasta.Book) -> None:
    first = book.record_hand("friday", *HAND, as_hand=1, key="a")
    assert (first.hand, first.already, first.standing.next_hand) == (1, "", 2)
    again = book.record_hand("friday", *HAND, as_hand=1, key="a")
    assert again == first._replace(already="recorded")
    book.undo("friday")
    undone = book.record_hand("friday", *HAND, as_hand=1, key="a")
    assert (undone.hand, undone.already, undone.standing.next_hand) == (1, "undone", 1)


def test_undo_is_done_once_and_only_for_the_hand_that_is_meant(book: canasta.Book) -> None:
    for hand in (1, 2):
        book.record_hand("friday", *HAND, as_hand=hand)
    with pytest.raises(canasta.GameError, match="is hand 2, not hand 1; nothing was undone"):
        book.undo("friday", as_hand=1)
    for already in ("", "recorded"):
        found = book.undo("friday", as_hand=2, key="u")
        assert (found.hand, found.already, found.standing.next_hand) == (2, already, 2)
    run("note", "rain", "-g", "friday")
    with pytest.raises(canasta.GameError, match="is “note”, not hand 1"):
        book.undo("friday", as_hand=1)
    assert book.undo("friday").hand is None
    assert book.undo("friday").hand == 1
    with pytest.raises(canasta.GameError, match="nothing to undo in game friday: it has no hand 1"):
        book.undo("friday", as_hand=1)


def test_an_undo_that_was_sent_again_after_a_redo_undoes_nothing(book: canasta.Book) -> None:
    book.record_hand("friday", *HAND)
    book.undo("friday", as_hand=1, key="u")
    run("redo", "-g", "friday")
    assert book.undo("friday", as_hand=1, key="u").already == "recorded"
    assert book.standing("friday").next_hand == 2


def test_a_hand_has_its_warnings(book: canasta.Book) -> None:
    assert book.record_hand("friday", *HAND).warnings == ()
    (warning,) = book.record_hand("friday", *HAND).warnings
    assert "identical" in warning


def test_a_hand_that_can_not_be_right_is_recorded_only_by_force(book: canasta.Book) -> None:
    with pytest.raises(canasta.ImpossibleHand) as refused:
        book.record_hand("friday", "KK out", "", key="a")
    assert len(refused.value.findings) == 2
    assert book.standing("friday").next_hand == 1
    assert book.record_hand("friday", "KK out", "", key="a", force=True).hand == 1


def test_a_player_alone_is_found_by_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "three.db"))
    run("new", "Ann", "Bob", "Cat", "-r", "three-player", "--name", "three")
    book = canasta.Book(tmp_path / "three.db")
    book.record_hand("three", "7xK 7xQ out alone:an", "AAA", "555")
    assert "alone:Ann" in book.game("three").hands[0].sides[0].tally


Ask = Callable[[canasta.Book], object]
REFUSED: tuple[tuple[Ask, type[canasta.CanastaError], str], ...] = (
    (lambda book: book.game("sunday"), canasta.GameError, "there is no game “sunday”"),
    (lambda book: book.record_hand("friday", "KKK"), canasta.GameError, "1 tally for 2 sides"),
    (lambda book: book.record_hand("friday", "KZ", ""), canasta.NotationError, "not a card"),
    (lambda book: book.record_hand("friday", *HAND, as_hand=2), canasta.GameError, "is 1, not 2"),
    (lambda book: book.record_hand("friday", *HAND, key="é"), canasta.GameError, "in a key"),
    (lambda book: book.record_hand("friday", *HAND, dealer="Zoe"), canasta.GameError, "Zoe"),
    (lambda book: book.record_hand("friday", 1, 2), canasta.ArgumentError, "must be text"),  # type: ignore[arg-type]
    (lambda book: book.undo("friday"), canasta.GameError, "nothing to undo"),
    (lambda book: canasta.Book(book.path + "x").games, canasta.GameError, "there is no file"),
    (lambda _: canasta.Book(__file__).games, canasta.GameFileError, "not a database"),
    (lambda _: canasta.Book(7), canasta.ArgumentError, "path must be"),  # type: ignore[arg-type]
)


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    REFUSED,
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_errors_are_those_of_the_library(
    ask: Ask, error: type[canasta.CanastaError], says: str, book: canasta.Book
) -> None:
    with pytest.raises(error, match=says) as raised:
        ask(book)
    assert type(raised.value) is error
    assert not [word for word in ("canasta ", "--") if word in str(raised.value)]
    assert book.standing("friday").next_hand == 1


def test_a_database_of_an_older_format_is_shown_as_it_is_and_converted_by_a_hand(
    tmp_path: Path,
) -> None:
    database = tmp_path / "canasta.db"
    shutil.copyfile(FOLDER / "canasta-3-22.db", database)
    before, book = database.read_bytes(), canasta.Book(database)
    assert [side.total for side in book.standing("stopped").sides] == [670, -10]
    assert database.read_bytes() == before
    for already in ("", "recorded"):
        assert book.record_hand("stopped", *HAND, as_hand=2, key="a").already == already
    (copy,) = (tmp_path / "canasta.db.backups").iterdir()
    assert copy.read_bytes() == before
    assert faults_of(str(database)) == ()


def test_a_book_can_be_sent_to_another_process(book: canasta.Book) -> None:
    assert pickle.loads(pickle.dumps(book)).games == book.games  # noqa: S301 - our own


def test_the_database_is_backed_up_before_the_first_entry_of_a_day(book: canasta.Book) -> None:
    folder = Path(f"{book.path}.backups")
    before = len(list(folder.iterdir()))
    for _ in range(3):
        book.record_hand("friday", *HAND)
    assert len(list(folder.iterdir())) == before + 1
