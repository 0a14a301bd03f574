"""A hand that is half typed when the terminal closes is offered again, and only where it belongs."""

import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import Answers, answering, fix_environment

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.scorekeeper.hands import HAND as HAND_FORM
from canasta_cli.scorekeeper.hands import empty_draft
from canasta_cli.scorekeeper.scorebook import load_game

HAND = ("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")
HALF = ("7xK QQQ2", "2", "", "AAA 5555")
OFFER = "Continue hand 1 from what was typed? yes / no (Enter: yes)"
KEPT = "What you typed is kept. To continue or drop it: canasta hand"


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type ``canasta hand`` in a new game, and then these answers; Ctrl-D after the last."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    capsys.readouterr()
    return answering(monkeypatch, capsys, "hand")


def points(game: str | None = None) -> list[tuple[int, ...]]:
    """Return the points of the hands of a game."""
    with open_scorebook(None) as book:
        return [each.points for each in load_game(book.journal, game).standing.hands]


def drafts() -> list[str]:
    """Return the names of what is kept beside the entries."""
    with open_scorebook(None) as book:
        return [*book.journal.settings("typed ")]


def test_what_was_typed_is_offered_and_continued(ask: Answers) -> None:
    status, _, err = ask(*HALF)
    assert status == 130
    assert KEPT in err
    status, out, _ = ask("", "", "JJ4", "")
    assert status == 0
    assert OFFER in out
    assert "  Canastas, points or cards: 7xK QQQ2\n  Red threes: 2\n  Left in hands: none\n" in out
    assert "AAA 5555\n  = AAA 5555 · Us 820, Them 80\n  Red threes: " in out
    assert points() == [(920, 55)]
    assert drafts() == []
    assert "Continue" not in ask()[1]


def test_the_way_back_and_a_changed_mind_are_continued_too(ask: Answers) -> None:
    ask("7xQ", "back", "7xK QQQ2", "none", "", "AAA 5555", "", "JJ4", "us", "", "2")
    status, out, _ = ask("", "", "concealed", "yes")
    assert status == 0
    assert points() == [(1020, 55)]
    # The answers as they are now, each once.
    assert "7xQ" not in out
    assert out.count("Canastas, points or cards: ") == 2


def test_a_declined_offer_is_not_made_again(ask: Answers) -> None:
    ask(*HALF)
    assert ask("no")[0] == 130
    assert drafts() == []
    assert OFFER not in ask("7xK")[1]


def test_a_line_of_cards_that_has_no_in_it_drops_nothing(ask: Answers) -> None:
    ask(*HALF)
    _, out, _ = ask("JJ4, no, JJ5")
    assert "Please answer yes or no." in out
    assert drafts()


def test_a_draft_is_shown_once_without_what_was_typed_again(ask: Answers) -> None:
    ask("7xQ", "3", "back", "back", *HALF)
    out = ask("no")[1]
    assert "Typed: 7xK QQQ2 · 2 · none · AAA 5555\n" in out
    assert "Dropped.\n" in out


def test_an_answer_that_does_not_save_keeps_what_was_typed(ask: Answers) -> None:
    assert ask(" / ".join(HAND), "no")[0] == 1
    assert ask("yes", "yes")[0] == 0
    assert points() == [(920, 55)]


def test_after_no_a_hand_is_offered_as_any_other(ask: Answers) -> None:
    ask(" / ".join(HAND), "no")
    assert KEPT in ask("yes")[2]
    assert OFFER in ask("yes", "no")[1]
    assert OFFER in ask("yes", "us", "7xA")[1]
    assert OFFER in ask()[1]


def test_it_is_not_offered_in_another_game(ask: Answers) -> None:
    ask(*HALF)
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "saturday"])
    assert OFFER not in ask()[1]
    _, _, err = ask("7xA", arguments=("-g", "saturday"))
    assert "canasta hand -g saturday\n" in err
    assert OFFER in ask("", arguments=("-g", "friday"))[1]


def test_the_command_that_continues_names_a_game_that_is_not_current(ask: Answers) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "saturday"])
    assert f"{KEPT} -g friday\n" in ask("7xA", arguments=("-g", "friday"))[2]


def test_it_is_not_offered_in_another_database_of_this_name(
    ask: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(*HALF)
    monkeypatch.setattr("canasta_cli.cli.session.now", lambda: "2026-11-28T19:15:00+00:00")
    database = tmp_path / "canasta.db"
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT * FROM setting WHERE name LIKE 'typed%'").fetchall()
    database.unlink()
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    with sqlite3.connect(database) as connection:
        connection.executemany("INSERT INTO setting VALUES (?, ?)", rows)
    assert OFFER not in ask()[1]


def test_a_hand_recorded_elsewhere_meanwhile_is_named_and_dropped(ask: Answers) -> None:
    ask(*HALF)
    main(["hand", *HAND])
    _, out, _ = ask()
    assert "Another hand was recorded meanwhile; what you had typed is dropped:" in out
    assert "7xK QQQ2 · 2 · none · AAA 5555" in out.replace("\n", " ")
    assert "Continue" not in out
    assert "recorded meanwhile" not in ask()[1]


def test_it_is_offered_again_for_the_same_hand_only(ask: Answers) -> None:
    main(["hand", *HAND])
    ask(*HALF)
    main(["undo"])
    assert "Continue" not in ask("AAA")[1]
    main(["redo"])
    assert "Continue hand 2 from what was typed?" in ask("")[1]


@pytest.mark.parametrize("dropped", ["1", "2"])
def test_it_is_offered_as_the_hand_that_is_next_after_one_was_dropped(
    dropped: str, ask: Answers
) -> None:
    main(["hand", *HAND])
    main(["hand", "QQQ out", "AAA", "--force"])
    ask("7xA")
    main(["amend", dropped, "--drop"])
    status, out, _ = ask("", "", "", "left:1x4", "yes")
    assert "Continue hand 2 from what was typed?" in out
    assert "= 7xA · Us" in out
    assert len(points()) == 2
    assert (status, drafts()) == (0, [])
    assert "Continue" not in ask()[1]


def test_it_is_named_and_dropped_if_the_hand_before_it_was_undone_and_typed_again(
    ask: Answers,
) -> None:
    main(["hand", *HAND])
    ask("7xA")
    main(["undo"])
    main(["hand", *HAND])
    out = ask()[1]
    assert "Continue" not in out
    words = "Another hand was recorded meanwhile; what you had typed is dropped: 7xA"
    assert words in " ".join(out.split())
    assert drafts() == []


def test_a_database_that_takes_nothing_stops_no_dialogue(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    from canasta_cli.errors import Refused
    from canasta_cli.journal.store import Writing

    def full(*_: object) -> None:
        raise Refused("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Writing, "set", full)
        status, _, err = ask(*HALF)
    assert status == 130
    assert "kept" not in err
    assert OFFER not in ask()[1]


def test_a_writer_next_door_stops_no_dialogue(ask: Answers, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "canasta.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    start = time.monotonic()
    assert ask(*HALF)[0] == 130
    assert time.monotonic() - start < 9
    other.close()


def test_a_damaged_draft_is_ignored(ask: Answers, tmp_path: Path) -> None:
    for value in ("", "[]", '{"before": {}}', '{"before": 1, "lines": 2}', "7"):
        ask("no" if drafts() else "7xK")
        with sqlite3.connect(tmp_path / "canasta.db") as connection:
            connection.execute("UPDATE setting SET value = ? WHERE name LIKE 'typed%'", (value,))
        assert OFFER not in ask()[1]
    assert main(["doctor"]) == 0


def test_lines_that_can_no_longer_be_read_are_asked_again(ask: Answers) -> None:
    ask(*HALF)
    with open_scorebook(None) as book:
        ((name, value),) = book.journal.settings("typed ").items()
        book.journal.keep(name, value.replace('"2"', '"two hundred"'))
    _, out, _ = ask("", "1")
    assert "Canastas, points or cards: 7xK QQQ2\n  = 7xK QQQ2 · Us 620" in out
    assert "= 1 red three · Us 720" in out
    assert "AAA" not in out.partition(OFFER)[2]


def test_of_two_terminals_neither_overwrites_what_the_other_has_typed(ask: Answers) -> None:
    with open_scorebook(None) as book:
        loaded = load_game(book.journal, None)
        first = empty_draft(book.journal, loaded, HAND_FORM, 0)
        first.keep(["7xK"])
        second = empty_draft(book.journal, loaded, HAND_FORM, 0)
        second.keep(["7xA"])
        first.keep(["7xK", "2"])
        second.keep(["7xA", "1"])
    assert len(drafts()) == 2
    _, out, _ = ask("no", "")
    assert f"Typed: 7xK · 2\n{OFFER}" in out
    assert f"Typed: 7xA · 1\n{OFFER}" in out
    assert "  Canastas, points or cards: 7xA\n  Red threes: 1\n  = 1 red three · Us 740" in out
    assert len(drafts()) == 1


@pytest.mark.parametrize("command", [(), ("next",)])
def test_what_waits_to_be_continued_is_named_with_the_totals(
    command: tuple[str, ...], ask: Answers
) -> None:
    line = "Hand 1 is half typed. To continue: canasta hand\n"
    assert line not in ask(command=command)[1]
    ask(*HALF)
    assert ask(command=command)[1].endswith(line)
    main(["finish", "--unfinished"])
    assert line not in ask(command=command)[1]
    main(["undo"])
    assert ask(command=command)[1].endswith(line)
    main(["hand", *HAND])
    assert "half typed" not in ask(command=command)[1]


def test_a_draft_survives_a_backup_and_changes_no_export(ask: Answers, tmp_path: Path) -> None:
    main(["export", "-o", str(tmp_path / "before.toml")])
    ask(*HALF)
    main(["export", "-o", str(tmp_path / "after.toml")])
    assert (tmp_path / "before.toml").read_text() == (tmp_path / "after.toml").read_text()
    assert main(["doctor"]) == 0
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    ask("no")
    assert main(["restore", str(tmp_path / "copy.db"), "--yes"]) == 0
    assert OFFER in ask("")[1]


# A real terminal, and real ends.

COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
START = "import sys; from canasta_cli.cli import main; sys.exit(main())"


class Typing:
    """A command on a pseudo-terminal of which it is the session leader."""

    def __init__(self, database: Path, *command: str) -> None:
        environment = {**os.environ, "CANASTA_DB": str(database), "TERM": "dumb", "COLUMNS": "80"}
        self.screen = ""
        self.pid, self.terminal = pty.fork()
        if not self.pid:  # pragma: no cover - another process
            arguments = [sys.executable, "-c", START, *command]
            os.execve(sys.executable, arguments, environment)  # noqa: S606 - our own program

    def type(self, *lines: str) -> None:
        """Type lines, each after a prompt."""
        for line in lines:
            self.wait_for_prompt()
            os.write(self.terminal, f"{line}\n".encode())
        self.wait_for_prompt()

    def wait_for_prompt(self) -> None:
        """Wait for a prompt that was not there before."""
        shown = ""
        end = time.monotonic() + 60
        while not COLOURS.sub("", shown).endswith((": ", "> ")):
            assert time.monotonic() < end, self.screen + shown
            if select.select([self.terminal], [], [], 0.1)[0]:
                shown += os.read(self.terminal, 4096).decode()
        self.screen += COLOURS.sub("", shown)

    def close(self) -> None:
        """Close the terminal, as a window does; the system sends SIGHUP."""
        os.close(self.terminal)
        self.ended()

    def kill(self) -> None:
        """Kill the command at once, as a power cut does."""
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.terminal)
        self.ended()

    def ended(self) -> None:
        """Wait for the end of the command."""
        os.waitpid(self.pid, 0)


@pytest.mark.parametrize("end", ["close", "kill"])
def test_a_hand_outlives_its_terminal(end: str, tmp_path: Path) -> None:
    database = tmp_path / "canasta.db"
    environment = {**os.environ, "CANASTA_DB": str(database)}
    begin = [sys.executable, "-c", START, "new", "Ann", "Bob", "Cat", "Dan"]
    subprocess.run(begin, env=environment, check=True, capture_output=True)
    first = Typing(database, "hand")
    first.type(*HALF)
    getattr(first, end)()
    again = Typing(database, "hand")
    again.type("")
    assert OFFER.partition("?")[0] in again.screen
    assert "AAA 5555 · Us 820, Them 80" in again.screen
    assert again.screen.rstrip().endswith("Red threes:")
    again.kill()


def test_a_file_moved_meanwhile_takes_what_was_typed_with_it(tmp_path: Path) -> None:
    database, elsewhere = tmp_path / "canasta.db", tmp_path / "elsewhere.db"
    environment = {**os.environ, "CANASTA_DB": str(database)}
    begin = [sys.executable, "-c", START, "new", "Ann", "Bob", "Cat", "Dan"]
    subprocess.run(begin, env=environment, check=True, capture_output=True)
    first = Typing(database, "hand")
    first.type("7xK QQQ2", "2")
    shutil.move(database, elsewhere)
    first.kill()
    again = Typing(elsewhere, "hand")
    again.type("")
    assert "= 2 red threes" in again.screen
    again.kill()


def test_a_hand_that_is_not_saved_is_kept_and_says_so(ask: Answers) -> None:
    status, out, err = ask(" / ".join(HAND), "no")
    assert (status, out.count("Save?")) == (1, 1)
    assert err.index(KEPT) < err.index("Nothing was recorded.")
    assert "Hand 1 is half typed." in "".join(ask(command=("next",))[1:])
