"""Who may watch, and what is answered to everybody else: hostile, half-sent and foreign requests."""

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import pytest
from looping import for_each
from sampling import sample
from serving import NAME, NEXT_HAND, Served, record, serving, states

pytest.importorskip("starlette", reason="the extra “serve” is not installed")
pytest.importorskip("uvicorn", reason="the extra “serve” is not installed")

from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.show.keys import Json
from canasta_cli.web import game, server
from canasta_cli.web.server import FOLDER, KINDS, LONGEST_BODY, MOST_ACCEPTED, MOST_OTHERS

SECONDS = 10.0
BODY = b'{"name": "state", "arguments": {}}'


# What those with the link get.


def test_the_page_comes_without_a_link_and_has_no_score(served: Served) -> None:
    status, headers, page = served.request("GET", "/", Authorization="")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert b"friday" not in page
    assert b"style=" not in page
    assert b"<script>" not in page


def test_every_file_that_the_page_names_is_served(served: Served) -> None:
    found, waiting = set[str](), [""]
    while waiting:
        name = waiting.pop()
        status, headers, text = served.request("GET", f"/{name}", Authorization="")
        assert status == 200, name
        assert headers["content-type"].startswith(KINDS[name.rpartition(".")[2] or "html"])
        found.add(name)
        named = re.findall(r'"(?:\./)?(\w+\.(?:css|js|svg))"', text.decode())
        waiting += set(named) - found
    assert found == {"", *os.listdir(FOLDER)} - {"page.html"}


def test_every_answer_has_the_headers_that_protect_it(served: Served) -> None:
    for path in ("/", "/page.js", "/nothing", "/ask", "/watch"):
        status, headers, _ = served.request("GET", path, Authorization="Bearer x")
        assert status in (200, 403, 404, 405)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "set-cookie" not in headers
        assert "server" not in headers


def test_a_question_is_answered(served: Served) -> None:
    assert served.ask("state")["game"] == "friday"


def test_a_reader_gets_the_state_and_then_each_change(served: Served, file: Path) -> None:
    with served.watch() as connection:
        found = states(connection)
        assert len(next(found)["hands"]) == 2
        began = time.monotonic()
        record(file, NEXT_HAND)
        assert len(next(found)["hands"]) == 3
        assert time.monotonic() - began < SECONDS
        record(file, "undo")
        assert len(next(found)["hands"]) == 2


@pytest.fixture
def long_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each state as long as that of a game with hundreds of hands."""
    plain = game.state_of

    def state_of(loaded: LoadedGame) -> Json:
        return {**plain(loaded), "more": "x" * 20_000}

    monkeypatch.setattr(game, "state_of", state_of)


def stop_reading(served: Served, file: Path, stack: ExitStack) -> None:
    """Let a reader in who reads nothing, and record so much that the server can't send it all."""
    stack.enter_context(served.watch(receive_buffer=2048))
    deadline = time.monotonic() + SECONDS
    for name in cycle(("a" * 60, "b" * 60)):
        record(file, f"rename {name}")
        connections = list(served.server.server_state.connections)
        waiting = [each.transport.get_write_buffer_size() for each in connections]
        if max(waiting, default=0) > 1 << 16:
            return
        assert time.monotonic() < deadline


@pytest.mark.usefixtures("long_states")
def test_all_readers_have_a_new_hand_though_one_never_reads(served: Served, file: Path) -> None:
    with ExitStack() as stack:
        stop_reading(served, file, stack)
        connections = [stack.enter_context(served.watch()) for _ in range(150)]
        readers = [states(connection) for connection in connections]
        assert {len(next(reader)["hands"]) for reader in readers} == {2}
        record(file, NEXT_HAND)
        # The last of the states before it may still be on its way.
        assert all(any(len(state["hands"]) == 3 for state in reader) for reader in readers)


@pytest.mark.usefixtures("long_states")
def test_the_server_ends_within_a_second_with_readers_and_one_who_never_reads(file: Path) -> None:
    with ExitStack() as stack:
        with serving(file) as served:
            connections = [stack.enter_context(served.watch()) for _ in range(40)]
            assert all(next(states(each)) for each in connections)
            stop_reading(served, file, stack)
            began = time.monotonic()
        assert time.monotonic() - began < 1


def test_the_address_is_the_same_after_a_restart(file: Path) -> None:
    with serving(file) as first:
        pass
    with serving(file, first.port) as second:
        assert (second.port, second.link) == (first.port, first.link)
        assert second.ask("state")["game"] == "friday"


# What everybody else gets.

FOREIGN = {
    "no link": {"Authorization": ""},
    "another link": {"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA"},
    "a link that is not text": {"Authorization": "Bearer \xff\xfe"},
    "another scheme": {"Authorization": "Basic QUFBOkFBQQ=="},
    "another host": {"Host": "evil.test"},
    "another port": {"Host": f"{NAME}:1"},
    "no port": {"Host": NAME},
    "localhost": {"Host": "localhost"},
    "a page elsewhere": {"Origin": "http://evil.test"},
    "a file": {"Origin": "null"},
    "a page on the same host": {"Origin": f"http://{NAME}"},
    "a page that says so": {"Sec_Fetch_Site": "cross-site"},
    "a neighbour": {"Sec_Fetch_Site": "same-site"},
}


@for_each(FOREIGN)
def test_a_foreign_request_is_refused_without_detail(what: str, served: Served) -> None:
    headers = FOREIGN[what]
    for method, path, sent in (("POST", "/ask", BODY), ("GET", "/watch", None)):
        status, _, answer = served.request(method, path, sent, **headers)
        assert (status, answer) == (403, b"refused\n")


def test_a_link_counts_only_as_a_whole(served: Served) -> None:
    link = served.link
    other = next(each for each in "AQZ" if each not in (link[0], link[-1]))
    wrong = (
        link[:-1],
        link[1:],
        link + other,
        link[:-1] + other,
        other + link[1:],
        link.swapcase(),
    )
    for each in (*(f"Bearer {each}" for each in wrong), link):
        assert served.request("POST", "/ask", BODY, Authorization=each)[0] == 403


def test_the_page_itself_is_for_its_own_name_only(served: Served) -> None:
    """A name of somebody else that leads here gets nothing (DNS rebinding)."""
    assert served.request("GET", "/", Host="evil.test")[0] == 403
    assert served.request("GET", "/", Host=f"127.0.0.1:{served.port}")[0] == 200


def test_a_request_of_the_page_itself_is_answered(served: Served) -> None:
    headers = {"Sec_Fetch_Site": "same-origin", "Origin": f"http://{served.host}"}
    assert served.request("POST", "/ask", BODY, **headers)[0] == 200


BODIES = {
    "not JSON": b"state",
    "not text": b"\xff\xfe\x00",
    "empty": b"",
    "a list": b"[1, 2]",
    "no name": b'{"arguments": {}}',
    "a key more": b'{"name": "state", "arguments": {}, "game": "other"}',
    "a key twice": b'{"name": "state", "name": "state", "arguments": {}}',
    "another question": b'{"name": "games", "arguments": {}}',
    "an empty name": b'{"name": "", "arguments": {}}',
    "a name of another type": b'{"name": {"state": 1}, "arguments": {}}',
    "a list of names": b'{"name": ["state"], "arguments": {}}',
    "null as a name": b'{"name": null, "arguments": {}}',
    "arguments of another type": b'{"name": "state", "arguments": "{}"}',
    "a list of arguments": b'{"name": "check", "arguments": []}',
    "null as arguments": b'{"name": "count", "arguments": null}',
    "half of a pair": b'{"name": "\\ud800", "arguments": {}}',
    "a long number": b'{"name": "state", "arguments": {"a": ' + b"9" * 8000 + b"}}",
    "deep": b'{"name": "state", "arguments": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}",
}


@for_each(BODIES)
def test_any_other_question_is_refused(what: str, served: Served) -> None:
    status, _, answer = served.request("POST", "/ask", BODIES[what])
    assert (status, answer) == (400, b"refused\n")


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    for size, expected in ((LONGEST_BODY, 200), (LONGEST_BODY + 1, 413), (10 * LONGEST_BODY, 413)):
        assert served.request("POST", "/ask", BODY.ljust(size))[0] == expected


@for_each(
    [
        "/state", "/ask/x", "/page", "/../server.py", "/page/../../game.py", "/%2e%2e/server.py",
        "/..%2fserver.py", "//etc/passwd", "/page.js/", "/games.db", "/?g=other", "/.git/config",
    ]
)  # fmt: skip
def test_nothing_else_can_be_read(path: str, served: Served) -> None:
    status, _, answer = served.request("GET", path)
    assert status == (200 if path == "/?g=other" else 404)
    assert b"friday" not in answer


@for_each(["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "POST"])
def test_the_page_can_only_be_read(method: str, served: Served) -> None:
    assert served.request(method, "/")[0] == 405


# Strangers shut nobody out.


BEGINNINGS = (
    "",
    "GET / HT",
    "GET /watch HTTP/1.1\r\nHost: ",
    "POST /ask HTTP/1.1\r\nHost: {0}\r\n",
    "POST /ask HTTP/1.1\r\nHost: {0}\r\nAuthorization: {1}\r\nContent-Length: 90\r\n\r\nx",
    "GET /watch HTTP/1.1\r\nHost: {0}\r\nAuthorization: {1}\r\nContent-Length: 90\r\n\r\n",
)
FLOOD = """
import contextlib, resource, socket, sys
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
port, *beginnings = sys.argv[1:]
half = []
for number in range(min(3000, most - 50)):
    half.append(socket.socket())
    half[-1].setblocking(False)
    half[-1].connect_ex(("127.0.0.1", int(port)))
    with contextlib.suppress(OSError):
        half[-1].send(beginnings[number % len(beginnings)].encode())
print(len(half), flush=True)
sys.stdin.read()
"""


@for_each(sample(["all", *BEGINNINGS], 3))
def test_thousands_of_half_sent_requests_shut_nobody_out(
    what: str, served: Served, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Of those who have not sent a whole request, only the newest are kept."""
    pytest.importorskip("resource", reason="this system has no limits of processes")
    chosen = BEGINNINGS if what == "all" else (what,)
    begun = (each.format(served.host, served.authorization) for each in chosen)
    command = (sys.executable, "-c", FLOOD, str(served.port), *begun)
    with served.watch() as reader:
        read = states(reader)
        assert next(read)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as flood:
            assert flood.stdout
            assert int(flood.stdout.readline()) > 900
            for _ in range(3):
                assert served.ask("state")["game"] == "friday"
            assert len(served.server.server_state.connections) <= MOST_OTHERS + MOST_ACCEPTED
        record(file, "penalty Us 5")
        assert next(read)
    assert not caplog.records


@for_each(BEGINNINGS)
def test_a_request_that_does_not_come_to_its_end_is_given_up(
    beginning: str, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS", 0.3)
    with served.connect() as connection:
        connection.sendall(beginning.format(served.host, served.authorization).encode())
        began = time.monotonic()
        while connection.recv(65536):
            pass
        assert time.monotonic() - began < SECONDS


def test_a_slow_phone_a_long_dispute_and_a_reader_are_served(
    served: Served, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS", 2.0)

    def judge(*_: object) -> Json:
        time.sleep(2.5)
        return {"judged": True}

    served.server.judge = judge
    with served.watch() as reader, served.connect() as slow:
        read = states(reader)
        assert len(next(read)["hands"]) == 2
        body = b'{"name": "check", "arguments": {}}'
        head = f"POST /ask HTTP/1.1\r\nHost: {served.host}\r\nAuthorization: {served.authorization}"
        text = f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        for at in range(0, len(text), 20):
            slow.sendall(text[at : at + 20])
            time.sleep(0.05)
        answer = b"".join(iter(lambda: slow.recv(65536), b""))
        assert b'"judged"' in answer
        record(file, NEXT_HAND)
        assert len(next(read)["hands"]) == 3


LINES = (
    b"\x00" * 100 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET  /  HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    b"POST /ask HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /ask HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)


def test_hostile_requests_leave_it_serving(
    served: Served, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """None of them gets anything but a refusal, and nothing is printed or logged about them."""
    capfd.readouterr()
    for line in LINES * 20:
        with served.connect() as connection:
            try:
                connection.sendall(line)
                connection.shutdown(socket.SHUT_WR)
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
            except ConnectionError:
                answer = b""
            assert b"friday" not in answer
            assert not answer or answer.split(b" ")[1] in (b"400", b"403", b"404")
    assert served.ask("state")["game"] == "friday"
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


def test_a_reader_who_leaves_is_forgotten(served: Served, file: Path) -> None:
    with served.watch() as connection:
        assert next(states(connection))
        assert served.server.readers == 1
    record(file, NEXT_HAND)
    deadline = time.monotonic() + SECONDS
    while served.server.readers and time.monotonic() < deadline:
        time.sleep(0.01)
    assert served.server.readers == 0
