"""``canasta serve``: the address that it prints, its QR code, and how it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from serving import NEXT_HAND, record

from canasta_cli.cli import main
from canasta_cli.cli.serving import own_addresses, qr_lines
from canasta_cli.errors import Refused

pytest.importorskip("starlette", reason="the extra “serve” is not installed")
pytest.importorskip("segno", reason="the extra “serve” is not installed")

ADDRESS = re.compile(r"http://([\d.]+):(\d+)/#([\w-]{22})\n")


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(file: Path) -> Iterator[Start]:  # noqa: ARG001 - it sets the environment
    """Start the command; what is still running after the test is killed."""
    running = []

    def started(*arguments: str) -> "subprocess.Popen[str]":
        command = (sys.executable, "-m", "canasta_cli", "serve", "--port", "0", *arguments)
        process = subprocess.Popen(
            command,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


def address_of(process: "subprocess.Popen[str]") -> "re.Match[str]":
    """Wait for the address that a server prints."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := ADDRESS.fullmatch(line):
            return found
    raise AssertionError(process.stderr and process.stderr.read())


def test_it_prints_an_address_that_answers_and_ends_with_an_interrupt(start: Start) -> None:
    process = start()
    host, port, _ = address_of(process).groups()
    assert host == "127.0.0.1"
    with urllib.request.urlopen(f"http://{host}:{port}/") as page:
        assert b"Canasta" in page.read()
    assert process.stdout
    assert process.stderr
    assert "For phones: canasta serve --lan" in process.stdout.readline()
    assert process.stdout.readline() == "Ctrl-C stops.\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert (process.stdout.read(), process.stderr.read()) == ("", "\n")


def test_the_address_stays_until_a_new_one_is_asked_for(start: Start) -> None:
    links = [address_of(start(*more))[3] for more in ((), (), ("--new-links",), ())]
    assert links[0] == links[1] != links[2] == links[3]


def test_each_game_has_its_own_address_and_is_kept(start: Start, file: Path) -> None:
    record(file, "new Eve Fay --name duel")
    first, second = address_of(start("-g", "friday"))[3], address_of(start("-g", "duel"))[3]
    assert first != second == address_of(start())[3]


def test_those_who_record_have_addresses_of_their_own(start: Start) -> None:
    process = start("--record", "Bob", "--record", " Dan", "--record", "Bob")
    watching = address_of(process)
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(4)]
    assert lines[::2] == [
        f"Everybody who has this one can record hands; give it only to {name}:\n"
        for name in ("Bob", "Dan")
    ]
    links = {line.rstrip().rpartition("/pad#")[2] for line in lines[1::2]}
    assert len({*links, watching[3]}) == 3


def test_what_is_wrong_with_an_address_is_one_message(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        wrong = {
            (
                "--port",
                port,
            ): f"canasta: can't serve at 127.0.0.1, port {port}: Address already in use",
            ("--host", "192.0.2.1"): "canasta: can't serve at 192.0.2.1, port 8470: ",
            ("--host", "x" * 70): f"canasta: can't serve at {'x' * 70}, port 8470: ",
            ("--lan", "--host", "127.0.0.1"): "canasta: --lan serves at all addresses",
            ("--record", ""): "canasta: “” is not a name of 1 to 40 letters",
            ("-g", "monday"): "canasta: there is no game “monday”",
        }
        for arguments, says in wrong.items():
            capsys.readouterr()
            assert main(["serve", *arguments, "--db", str(file)]) != 0
            said = capsys.readouterr().err
            assert said.startswith(says)
            if "can't serve" in says:
                assert ("another port" in said) is ("--port" in arguments)
                assert ("not an address of this machine" in said) is ("--host" in arguments)


def test_without_its_libraries_it_says_how_to_install_them(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    capsys.readouterr()
    assert main(["serve", "--db", str(file)]) == 2
    said = capsys.readouterr().err
    assert f"To install: {sys.executable} -m pip install starlette uvicorn segno" in said


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", offline)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: ("home", [], ["127.0.1.1"]))
    with pytest.raises(Refused, match="has no address in a network"):
        own_addresses()
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: ("home", [], ["192.0.2.5"]))
    assert own_addresses() == ("192.0.2.5",)


# The QR code.

LINK = "http://192.168.178.123:8470/#k7QmB2cD3eF4gH5iJ6kL7m"


def drawn(lines: Sequence[str]) -> list[list[bool]]:
    """Return the dark modules of a code that was drawn in half blocks."""
    halves = {" ": (True, True), "▄": (True, False), "▀": (False, True), "█": (False, False)}
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    return [[halves[sign][half] for sign in line] for line in plain for half in (0, 1)]


@pytest.mark.parametrize(("columns", "border"), [(80, 4), (40, 4), (36, 2)])
def test_the_code_is_that_of_the_address_with_a_border(columns: int, border: int) -> None:
    import segno

    lines = qr_lines(LINK, columns, coloured=True)
    modules = drawn(lines)
    code = segno.make(LINK, error="l", boost_error=False, micro=False)
    expected = [[bool(each) for each in row] for row in code.matrix_iter(border=border)]
    assert modules[: len(expected)] == expected
    assert all(len(row) <= columns for row in modules)
    assert all(line.startswith("\x1b[38;5;231;48;5;16m") for line in lines)


def test_a_code_that_does_not_fit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert qr_lines(LINK, 30, coloured=True) == []
    assert "\x1b" not in "".join(qr_lines(LINK, 40, coloured=False))
    with open(os.devnull, "w", encoding="ascii") as plain, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", plain)
        assert qr_lines(LINK, 80, coloured=True) == []


# On a terminal, the score is printed again.


def test_the_board_is_printed_again_on_a_terminal(file: Path) -> None:
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    import threading

    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "40", "NO_COLOR": ""}
    command = (sys.executable, "-m", "canasta_cli", "serve", "--port", "0")
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as process:
        os.close(terminal)
        # A server that prints nothing more would be waited for without an end.
        alarm = threading.Timer(30, process.kill)
        alarm.start()
        shown = b""
        while b"Bob deals" not in shown:
            shown += os.read(master, 65536)
        assert "█▀".encode() in shown
        assert (
            max(map(len, drawn([each for each in shown.decode().splitlines() if "█▀" in each])))
            <= 40
        )
        record(file, "note 'not the score'", NEXT_HAND)
        while b"Cat deals" not in shown:
            shown += os.read(master, 65536)
        alarm.cancel()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    os.close(master)
    text = re.sub(r"\x1b\[[\d;]*m", "", shown.decode())
    assert "friday, hand 3: Us 1,900, Them 25" in " ".join(text.split())
    assert text.count("deals, 11 cards each") == 2
