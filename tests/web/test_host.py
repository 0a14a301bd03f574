"""The terminal that serves: a prompt for the same game, and the board above it."""

import http.client
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, cast

import pytest
from serving import NEXT_HAND, record
from terminals import TAKE_TERMINAL

from canasta_cli.cli import serving
from canasta_cli.cli.serving import SECONDS_BETWEEN_LOOKS, Host

if TYPE_CHECKING:
    from canasta_cli.web.server import Server

pytest.importorskip("starlette", reason="the extra “serve” is not installed")
pytest.importorskip("segno", reason="the extra “serve” is not installed")
pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="there are no pseudo-terminals here"
)

LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/(?:pad)?#([\w-]{22})")
PATIENCE = 60  # seconds after which a server that prints nothing more is killed


class Terminal:
    """A terminal in which ``canasta serve`` runs; what it shows is text without colours."""

    def __init__(self, *arguments: str, columns: int = 80, background: bool = False) -> None:
        self.master, terminal = os.openpty()
        import termios

        termios.tcsetwinsize(terminal, (24, columns))
        command = (sys.executable, "-m", "canasta_cli", "serve", "--port", "0", *arguments)
        shell = ("sh", "-mc", f"{shlex.join(command)} & echo job $!; wait")
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *(shell if background else command)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm", "INPUTRC": os.devnull, "NO_COLOR": "1"},
            start_new_session=True,
        )
        os.close(terminal)
        self.alarm = Timer(PATIENCE, self.process.kill)
        self.alarm.start()
        self.shown, self.looked_at = "", 0

    def type(self, keys: str) -> None:
        """Type keys, Enter as a carriage return."""
        os.write(self.master, keys.encode())

    def until(self, words: str, after: str = "") -> str:
        """Wait until words are shown, then others after them; return what is new on the screen."""
        new = ""
        for each in filter(None, (words, after)):
            while (end := self.shown.find(each, self.looked_at)) < 0:
                self._read()
            new += self.shown[self.looked_at : end + len(each)]
            self.looked_at = end + len(each)
        return new

    def _read(self) -> None:
        try:
            read = os.read(self.master, 65536)
        except OSError:
            read = b""
        assert read, f"it has ended: {self.shown[self.looked_at :]}"
        text = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", read.decode(errors="replace"))
        self.shown += text.replace("\r\n", "\n")

    def ask(self, link: str, name: str = "state", **arguments: object) -> Any:
        """Ask as a page with a link does; return the answer, or the status of a refusal."""
        port = LINK.findall(self.shown)[0][0]
        body = json.dumps({"name": name, "arguments": arguments}).encode()
        with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)) as server:
            server.request("POST", "/ask", body, {"Authorization": f"Bearer {link}"})
            answer = server.getresponse()
            return json.loads(answer.read()) if answer.status == 200 else answer.status

    def ended(self) -> int:
        """Wait for the end; return the exit status."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.close()

    def close(self) -> None:
        """End the program and the terminal."""
        self.alarm.cancel()
        for job in re.findall(r"job (\d+)", self.shown):
            os.kill(int(job), signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


Open = Callable[..., Terminal]


@pytest.fixture
def start(file: Path) -> Iterator[Open]:  # noqa: ARG001 - it sets the environment
    """Start the command in a terminal, and wait for its prompt."""
    terminals = list[Terminal]()

    def started(*arguments: str, columns: int = 80, background: bool = False) -> Terminal:
        terminals.append(Terminal(*arguments, columns=columns, background=background))
        terminals[-1].until("?: help", "" if background else "> ")
        return terminals[-1]

    yield started
    for terminal in terminals:
        terminal.close()


def test_a_typed_line_is_a_command_about_the_game(start: Open, file: Path) -> None:
    record(file, "new Eve Fay --name duel")
    terminal = start("-g", "friday")
    terminal.type(f"{NEXT_HAND}\r")
    assert "Hand 3 of friday, dealt by Bob" in terminal.until("Hand 4: Cat deals", "> ")
    terminal.type("canasta Amend 3 —swap\r")
    assert "hand 3" in terminal.until("Us", "> ").lower()
    terminal.type("score\r")
    # The answers have shown the score, so the board is not printed between them.
    assert "watching" not in terminal.until("Hand 4: Cat deals", "> ")
    terminal.type("undo\r")
    assert "Undone: swapped sides of hand 3 of friday" in terminal.until("Hand 4: Cat deals", "> ")


def test_what_can_not_be_done_is_one_message(start: Open) -> None:
    terminal = start()
    messages = {
        "": "> ",
        "new Ann Bob": "There is no command “new”.",
        "7xK out / AAA": "There is no command “7xk”.",
        "serve": "There is no command “serve”.",
        'hand "7xK': "A quotation mark has no second one.",
        "hand KK out / 5": "Not recorded.",
        "undo friday": "must be a whole number",
        "revoke Bob": "There are no recorders yet.",
        "?": "again: begin the next game",
        "hand --help": "Record a finished hand",
    }
    for line, says in messages.items():
        terminal.type(f"{line}\r")
        terminal.until(says)
    terminal.type("next\r")
    terminal.until("Hand 3: Bob deals", "> ")


def test_the_board_is_printed_above_the_prompt_and_never_over_a_half_typed_line(
    start: Open, file: Path
) -> None:
    terminal = start(columns=40)
    record(file, "note 'not the score'", NEXT_HAND)
    board = terminal.until("Hand 4: Cat deals", "> ")
    assert "friday, hand 3: Us 1,900, Them 25" in " ".join(board.split())
    assert max(map(len, board.splitlines())) <= 40
    record(file, "undo")
    terminal.until("Hand 3: Bob deals", "> ")
    record(file, NEXT_HAND)
    terminal.until("Hand 4: Cat deals", "> ")
    terminal.type("sco")
    terminal.until("sco")
    record(file, "undo")
    ((_, link),) = LINK.findall(terminal.shown)
    while len(terminal.ask(link)["hands"]) != 2:
        time.sleep(0.01)
    time.sleep(3 * SECONDS_BETWEEN_LOOKS)
    terminal.type("re\r")
    assert terminal.until("\n") == "re\n"
    assert "watching" in terminal.until("Hand 3: Bob deals", "?: help")


def test_what_others_record_during_a_dialogue_is_shown_after_it(start: Open, file: Path) -> None:
    terminal = start()
    terminal.type("hand\r")
    terminal.until("Us (Ann and Cat)", ": ")
    record(file, NEXT_HAND)
    terminal.type("\x03")
    assert "friday, hand 3: Us 1,900" in terminal.until("Hand 4: Cat deals", "> ")


def test_in_the_background_there_is_no_prompt_but_the_board(start: Open, file: Path) -> None:
    terminal = start(background=True)
    terminal.type("score\r")
    record(file, NEXT_HAND)
    shown = terminal.until("Hand 4: Cat deals", "?: help")
    assert "hand   dealer" not in shown
    ((_, link),) = LINK.findall(terminal.shown)
    assert terminal.ask(link)["game"] == "friday"


@pytest.mark.parametrize("keys", ["\x03", "half\x03", "\x04", "quit\r", "exit\r"])
def test_it_ends_at_the_prompt(keys: str, start: Open) -> None:
    terminal = start()
    terminal.type(keys)
    assert terminal.ended() == 0


def test_a_revoked_link_ends_at_once_and_is_another_one_at_the_next_start(start: Open) -> None:
    terminal = start("--record", "Bob", "--record", "Dan Lee")
    watching, bobs, dans = (link for _, link in LINK.findall(terminal.shown))
    assert terminal.ask(bobs)["next_hand"] == 3
    terminal.type("revoke bob\r")
    terminal.until("Bob's address has ended.", "> ")
    assert (terminal.ask(bobs), terminal.ask(bobs, "count")) == (403, 403)
    assert terminal.ask(watching)["game"] == "friday"
    assert terminal.ask(dans)["next_hand"] == 3
    terminal.type("revoke Bob\r")
    terminal.until("The only recorder is Dan Lee.", "> ")
    terminal.type("phones\r")
    again = terminal.until("Only this machine can open it.", "> ")
    assert [link for _, link in LINK.findall(again)] == [watching, dans]
    other = start("--record", "Bob", "--record", "Dan Lee")
    after = [link for _, link in LINK.findall(other.shown)]
    assert (after[0], after[2]) == (watching, dans)
    assert after[1] != bobs


def test_again_moves_the_phones_on_once_the_game_is_over(start: Open) -> None:
    terminal = start("--record", "Bob")
    watching, bobs = (link for _, link in LINK.findall(terminal.shown))
    first = terminal.ask(bobs)["first"]
    terminal.type("again --name other\r")
    terminal.until("The phones stay with friday, which is not over.", "> ")
    terminal.type("finish\r")
    terminal.until("How does", "> ")
    terminal.type("\r")
    terminal.until("won by", "> ")
    terminal.type("again --name saturday\r")
    terminal.until("saturday", "> ")
    while terminal.ask(watching)["game"] != "saturday":
        time.sleep(0.01)
    state = terminal.ask(bobs)
    assert (state["next_hand"], state["closed"]) == (1, "")
    late = {"tallies": ["score:50", "score:5"], "hand": 3, "key": "a", "game": first}
    assert terminal.ask(bobs, "record", **late)["result"] == "refused"
    assert (
        terminal.ask(bobs, "record", **{**late, "hand": 1, "game": state["first"]})["result"]
        == "recorded"
    )
    assert "saturday, hand 1: Us 50, Them 5" in terminal.until("Hand 2: ", "> ")


def test_a_look_that_is_due_as_a_line_ends_does_not_end_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The timer goes on, and a signal on its way must find somebody who takes it."""
    before = signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr(serving, "can_edit", lambda: True)
    monkeypatch.setattr(serving, "ask", lambda _: "score")
    monkeypatch.setenv("TERM", "xterm")
    try:
        assert Host(cast("Server", object()))._ask() == "score"  # noqa: SLF001
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
