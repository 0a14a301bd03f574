"""Serve a game in this process, and read it as a page does; ``canasta_cli.web`` has what is tested."""

import http.client
import json
import shlex
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta_cli.cli import main
from canasta_cli.cli.referee import Referee
from canasta_cli.journal.store import Journal
from canasta_cli.scorekeeper.games import link_of
from canasta_cli.scorekeeper.scorebook import load_listed
from canasta_cli.web.game import WatchedGame

if TYPE_CHECKING:
    from canasta_cli.web.server import Server

NAME = "phone.test"
"""A name that is not local, as that of a laptop in a house."""
FRIDAY = "new Ann Bob Cat Dan --name friday"
EVENING = (
    FRIDAY,
    "hand '7xK QQQ2 2x3R out' 'AAA 5555 left:JJ4'",
    "hand '888 999W left:KK7' '7xA JJJJJ22 TTT 3R out'",
)
NEXT_HAND = "hand '6666662 8888888 AAA2 4x3R out' 'QQQ KK2 left:AA7'"


def record(file: Path, *lines: str) -> None:
    """Run commands on a database, as on the terminal of the person who keeps the score."""
    for line in lines:
        assert main([*shlex.split(line), "--db", str(file)]) == 0, line


def watched(file: Path) -> WatchedGame:
    """Return the current game of a database, as it is read for pages."""
    with Journal.open(str(file), create=False) as journal:
        line = journal.current()
        assert line is not None
        loaded = load_listed(journal, line)
        return WatchedGame(str(file), journal, loaded, link_of(journal, line.id)[0])


class Served(NamedTuple):
    """A server, its port, and the secrets of its links: to watch, and for Bob, who records."""

    server: "Server"
    port: int
    link: str
    bobs: str

    @property
    def address(self) -> str:
        """The address to watch, under the name that is not local."""
        return f"http://{NAME}:{self.port}/#{self.link}"

    @property
    def recording(self) -> str:
        """The address with which Bob records."""
        return f"http://{NAME}:{self.port}/pad#{self.bobs}"

    @property
    def host(self) -> str:
        """The name and port that every request must have."""
        return f"{NAME}:{self.port}"

    @property
    def authorization(self) -> str:
        """The header of those who may watch."""
        return f"Bearer {self.link}"

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request with the right host and link unless ``headers`` has others; return the answer."""
        sent = {"Host": self.host, "Authorization": self.authorization}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()

    def ask(self, name: object = "state", arguments: object = None) -> Any:
        """Return the answer to a question."""
        body = json.dumps({"name": name, "arguments": arguments or {}}).encode()
        status, _, answer = self.request("POST", "/ask", body)
        assert status == 200
        return json.loads(answer)

    def connect(self, receive_buffer: int = 0) -> socket.socket:
        """Return a connection to the server; a small buffer is soon full if nobody reads."""
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def watch(self, receive_buffer: int = 0) -> socket.socket:
        """Return a connection that has asked for the stream of states."""
        connection = self.connect(receive_buffer)
        lines = (
            "GET /watch HTTP/1.1",
            f"Host: {self.host}",
            f"Authorization: {self.authorization}",
        )
        connection.sendall("\r\n".join((*lines, "", "")).encode())
        return connection


def states(connection: socket.socket) -> Iterator[Any]:
    """Yield the states that a stream sends, until it ends; no state for long is a fault."""
    with connection.makefile("rb") as stream:
        for line in stream:
            assert not line.startswith(b":"), "only a sign of life"
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


@contextmanager
def serving(file: Path, port: int = 0) -> Iterator[Served]:
    """Serve the current game of a database at a port, or at any that is free."""
    from canasta_cli.web.server import Server

    with Journal.open(str(file), create=False) as journal:
        line = journal.current()
        assert line is not None
        links = {name: link_of(journal, line.id, name)[0] for name in ("", "Bob")}
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Small buffers, so that a reader who doesn't read is soon noticed.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listening.bind(("127.0.0.1", port))
    port = listening.getsockname()[1]
    hosts = (f"127.0.0.1:{port}", f"{NAME}:{port}")
    server = Server(watched(file), listening, hosts, links, Referee().check)
    server.begin()
    try:
        yield Served(server, port, links[""], links["Bob"])
    finally:
        server.end()
        assert not server.is_alive()
        if server.failed:
            raise server.failed
