"""Entries are appended and read, and games listed; nothing is changed or partly written."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from journal_fixtures import begin

from canasta_cli.errors import NotUnderstood, Refused, UnusableData
from canasta_cli.journal.schema import DELETED, GameLine, Summary
from canasta_cli.journal.store import Journal, Writing
from canasta_cli.model.game import Award, Hand, Sign, Tally
from canasta_cli.model.history import (
    Amended,
    Archived,
    Began,
    Entry,
    HandTallied,
    Noted,
    Record,
    Redone,
    Renamed,
    Undone,
)
from canasta_cli.notation.tally import read_tally

Make = Callable[..., Began]
HAND = Hand((read_tally("7xK QQQ2 2x3R out"), read_tally("AAA left:45W")), "Bob", (None, 45), True)
ENTRIES: tuple[Entry, ...] = (
    HandTallied(HAND),
    Amended(1, HAND._replace(dealer=None, claimed=(), forced=False)),
    Noted("rain\n\x1b[31m =cmd() \u202e" + "x" * 10_000),
    Renamed("Freitag “3”"),
    Archived(away=True),
    Archived(away=False),
    Undone(2),
    Redone(1),
)


def test_every_kind_of_entry_is_kept(path: str, began: Make, at: str) -> None:
    with Journal.open(path, create=True) as journal, journal.writing() as writing:
        game = begin(writing, began(), at)
        returned = tuple(writing.append(game, entry, at) for entry in ENTRIES)
        assert writing.records(game)[1:] == returned
    expected = tuple(Record(number, at, entry) for number, entry in enumerate(ENTRIES, start=2))
    assert returned == expected
    with Journal.open(path, create=False) as journal:
        assert journal.records(game) == (Record(1, at, began()), *expected)


def test_games_are_listed_in_the_order_in_which_they_began(
    journal: Journal, began: Make, at: str
) -> None:
    with journal.writing() as writing:
        first = begin(writing, began("friday"), at)
        second = begin(writing, began("a saturday"), at)
        assert writing.current() is None
        writing.make_current(first)
        writing.make_current(second)
        assert [line.name for line in writing.games()] == ["friday", "a saturday"]
    players = "Ann, Bob, Cat, Dan"
    expected = GameLine(second, "a saturday", "classic", players, "2026-01-31", False, None, True)
    assert journal.find("a saturday") == journal.current() == journal.games()[1] == expected
    assert journal.find("A Saturday") is None
    assert journal.find("caf\udce9") is None


def test_a_game_that_the_summary_lacks_is_found(journal: Journal, began: Make, at: str) -> None:
    with journal.writing() as writing:
        begin(writing, began(), at)
        writing.connection.execute("DELETE FROM summary_game WHERE name = 'friday'")
    assert journal.find("friday") is not None
    assert journal.find("sunday") is None


def test_the_links_of_one_game_are_checked_without_reading_the_others(
    journal: Journal, began: Make, at: str
) -> None:
    with journal.writing() as writing:
        for name in ("friday", "saturday", "sunday"):
            begin(writing, began(name), at)
    game = journal.find("friday")
    assert game is not None
    steps: list[str] = []
    journal.connection.set_trace_callback(steps.append)
    journal.check_links(game.id)
    journal.connection.set_trace_callback(None)
    (query,) = [each for each in steps if "FROM journal" in each]
    plan = journal.connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
    assert not [step for *_, step in plan if step.startswith("SCAN journal")]


def test_the_entries_of_each_game_are_numbered_from_one(
    journal: Journal, began: Make, at: str
) -> None:
    with journal.writing() as writing:
        games = [begin(writing, began(name), at) for name in ("friday", "saturday")]
        numbers = [writing.append(game, Noted("x"), at).number for game in games * 2]
    assert numbers == [2, 2, 3, 3]
    assert [len(journal.records(game)) for game in games] == [3, 3]


def test_a_summary_replaces_the_one_before(
    journal: Journal, began: Make, summary: Callable[..., Summary], at: str
) -> None:
    with journal.writing() as writing:
        game = begin(writing, began(), at)
        writing.summarise(game, summary())
        writing.summarise(game, summary("sunday")._replace(hands=(), archived=DELETED))
    line = journal.games()[0]
    assert (line.name, line.over, line.winner, line.deleted) == ("sunday", True, "We", True)
    assert journal.connection.execute("SELECT count(*) FROM summary_hand").fetchone() == (0,)
    assert journal.connection.execute("SELECT count(*) FROM summary_side").fetchone() == (2,)


def test_a_name_belongs_to_one_game(
    journal: Journal, began: Make, summary: Callable[..., Summary], at: str
) -> None:
    with journal.writing() as writing:
        begin(writing, began("friday"), at)
        second = begin(writing, began("saturday"), at)
    with (
        pytest.raises(Refused, match="there is already a game “friday”"),
        journal.writing() as writing,
    ):
        begin(writing, began("friday"), at)
    with (
        pytest.raises(Refused, match="there is already a game “friday”"),
        journal.writing() as writing,
    ):
        _rename(writing, second, summary("friday"), at)
    assert [line.name for line in journal.games()] == ["friday", "saturday"]
    assert len(journal.records(second)) == 1


def _fail(writing: Writing, began: Began, at: str, error: type[BaseException]) -> None:
    writing.make_current(begin(writing, began, at))
    raise error


def _lose(writing: Writing, began: Began, at: str) -> None:
    begin(writing, began, at)
    writing.connection.execute("ROLLBACK")


def _rename(writing: Writing, game: int, summary: Summary, at: str) -> None:
    writing.append(game, Renamed(summary.name), at)
    writing.summarise(game, summary)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_error_takes_everything_back(
    journal: Journal, began: Make, at: str, error: type[BaseException]
) -> None:
    with pytest.raises(error), journal.writing() as writing:
        _fail(writing, began(), at, error)
    assert journal.games() == ()
    assert journal.current() is None
    with journal.writing() as writing:
        assert begin(writing, began(), at) == 1


def test_a_transaction_that_ended_by_itself_needs_no_end(
    journal: Journal, began: Make, at: str
) -> None:
    """For example, SQLite ends one if the disk is full."""
    with (
        pytest.raises(UnusableData, match="no transaction is active"),
        journal.writing() as writing,
    ):
        _lose(writing, began(), at)
    assert journal.games() == ()


def test_an_unknown_game_has_no_records_and_takes_none(journal: Journal, at: str) -> None:
    assert journal.records(7) == ()
    with pytest.raises(Refused, match="no game with the id 7"), journal.writing() as writing:
        writing.append(7, Noted("x"), at)


def test_what_could_not_be_read_again_is_not_recorded(
    journal: Journal, began: Make, at: str
) -> None:
    with journal.writing() as writing:
        game = begin(writing, began(), at)
    unreadable = HandTallied(Hand((Tally(awards=(Award(Sign.BONUS, points=10**9),)),)))
    with pytest.raises(UnusableData), journal.writing() as writing:
        writing.append(game, unreadable, at)
    with pytest.raises(NotUnderstood), journal.writing() as writing:
        writing.append(game, Noted("caf\udce9"), at)
    assert len(journal.records(game)) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET data = '{}' WHERE id = 1",
        "DELETE FROM journal WHERE id = 1",
        "DELETE FROM journal",
        "REPLACE INTO journal SELECT id, 9, 9, at, what, '{}', previous, hash FROM journal",
        "REPLACE INTO journal SELECT 9, game, number, at, what, '{}', previous, hash FROM journal",
    ],
)
def test_the_journal_only_grows(journal: Journal, began: Make, at: str, statement: str) -> None:
    with journal.writing() as writing:
        begin(writing, began(), at)
    before = journal.connection.execute("SELECT * FROM journal").fetchall()
    with (
        closing(sqlite3.connect(journal.path, isolation_level=None)) as other,
        pytest.raises(sqlite3.IntegrityError, match="the journal only grows"),
    ):
        other.execute(statement)
    assert journal.connection.execute("SELECT * FROM journal").fetchall() == before


def test_readers_do_not_wait_for_a_writer_and_a_writer_gives_up(
    journal: Journal, began: Make, at: str
) -> None:
    with Journal.open(journal.path, create=True) as other, other.writing() as writing:
        begin(writing, began(), at)
        assert journal.games() == ()
        with pytest.raises(Refused, match=r"canasta\.db is busy"), journal.writing():
            pytest.fail("two are writing at once")
    assert len(journal.games()) == 1


def test_a_record_that_cannot_be_read_is_named(journal: Journal, began: Make, at: str) -> None:
    with journal.writing() as writing:
        game = begin(writing, began(), at)
    journal.connection.execute(
        "INSERT INTO journal VALUES (2, ?, 2, '', 'dance', '{}', '', '')", (game,)
    )
    with pytest.raises(
        UnusableData,
        match=r"can't read entry 2 of this game in .*canasta\.db: “dance” is not a kind",
    ):
        journal.records(game)


def test_text_that_is_none_is_unusable(journal: Journal, began: Make, at: str) -> None:
    with journal.writing() as writing:
        game = begin(writing, began(), at)
    journal.connection.execute(
        "INSERT INTO journal VALUES (2, ?, 2, '', 'note', CAST(x'ff' AS TEXT), '', '')", (game,)
    )
    with pytest.raises(UnusableData, match="can't be used"):
        journal.records(game)
