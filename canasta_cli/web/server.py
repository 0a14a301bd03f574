"""Serve the page of one game, and push the score to every reader at once, in a thread of its own.

Everybody who has a link may watch, and with some links record; others get the page without a score, or a short
refusal.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, ClassVar

import uvicorn
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, Router
from uvicorn.protocols.http.h11_impl import H11Protocol

from canasta_cli.errors import CanastaError
from canasta_cli.untrusted import Unreadable, parse_json
from canasta_cli.web.game import QUESTIONS, Arguments, WatchedGame, answer
from canasta_cli.words import json_text

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from canasta_cli.show.keys import Json

# Limits: what strangers send costs little, and shuts nobody out.

LONGEST_BODY = 16 * 1024  # bytes
MOST_READERS = 500  # a program may have open 1,024 files on many systems
MOST_DISPUTES = 20  # that wait while one is judged
MOST_OTHERS = 400  # connections that are no reader's; of more, the oldest one is closed
MOST_ACCEPTED = 64  # at a time: then the requests of those before are read
SECONDS = 15  # for a connection to send its request, from a phone at the end of the garden too
# Seconds between signs of life, by which a page sees that it is connected.
BEAT = 10
RARELY = 5  # of the looks at the file, only each fifth is one while it can't be read

HEADERS = {
    "Cache-Control": "no-store",
    # A connection is for one request, so that none can be held half-sent after another one.
    "Connection": "close",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer."""

FOLDER = os.path.join(os.path.dirname(__file__), "page")
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
"""The types of the files of the page, by the endings of their names; nothing else can be read."""
PAGE = "page.html"
WATCH, ASK, RECORD = "/watch", "/ask", "/pad"
JUDGING = "judging"
"""The name of the thread that judges disputes."""


# Who may ask.


def guarded(app: ASGIApp, hosts: Iterable[str]) -> ASGIApp:
    """Refuse requests for another name than ``hosts``, as a page elsewhere could send them.

    These are the names and addresses that were printed, each with the port.
    """
    own = frozenset(hosts)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        origin = headers.get("origin", f"http://{host}").lower()
        site = headers.get("sec-fetch-site", "none")
        is_own = host in own and origin == f"http://{host}" and site in ("same-origin", "none")
        await (app if is_own else refusal(403))(scope, receive, send)

    return answer


def refusal(status: int) -> Response:
    """Return a refusal without any detail."""
    return PlainTextResponse("refused\n", status)


class Connection(H11Protocol):
    """A connection of this process, of which only those of readers may last.

    One whose request doesn't come to its end is closed after some time, and of too many the oldest one at once:
    half-sent requests shut nobody out.
    """

    others: ClassVar[dict[H11Protocol, None]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and close the oldest one of too many."""
        super().connection_made(transport)
        self.limit = self.loop.call_later(SECONDS, transport.abort)
        self.others[self] = None
        if len(self.others) > MOST_OTHERS:
            oldest = next(iter(self.others))
            del self.others[oldest]
            oldest.transport.abort()

    def handle_events(self) -> None:
        """Read what has come; a whole request has time for its answer."""
        super().handle_events()
        if self.cycle is None:
            return
        if not self.cycle.more_body:
            self.limit.cancel()
            # A request without the right to watch is refused later, and its connection closed.
            if self.scope["path"] == WATCH:
                self.others.pop(self, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.limit.cancel()
        self.others.pop(self, None)
        super().connection_lost(exc)


# The server.


class Server(uvicorn.Server):
    """Answers requests about a game, in a thread, from :meth:`begin` to :meth:`end`.

    ``listening`` is a socket bound to an address, ``hosts`` are the names by which it may be called,
    ``links`` the secrets of people who may record, by their names, and of those who watch, under no name.
    ``judge`` answers a dispute.
    """

    def __init__(
        self,
        watched: WatchedGame,
        listening: socket.socket,
        hosts: Iterable[str],
        links: Mapping[str, str],
        judge: Callable[[WatchedGame, Arguments], Json],
    ) -> None:
        super().__init__(
            uvicorn.Config(
                guarded(Router(self._routes(), redirect_slashes=False), hosts),
                loop="asyncio",
                http=Connection,
                ws="none",
                backlog=MOST_ACCEPTED,
                lifespan="off",
                # A log of requests, or of a stranger's faults in them, would fill the terminal.
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                headers=[*HEADERS.items()],
                h11_max_incomplete_event_size=LONGEST_BODY,
            )
        )
        self.watched, self.listening = watched, listening
        self.hosts, self.links = hosts, links
        self.judge = judge
        self._disputes, self._judging = 0, asyncio.Lock()
        self.readers = 0
        self.failed: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        # False once no request is answered any more.
        self.is_alive = self._thread.is_alive
        self._news = asyncio.Event()
        self._event = b""

    def begin(self) -> None:
        """Start, and return once requests are answered, or ``failed`` says why they will not be."""
        self._thread.start()
        while self.is_alive() and not self.started:
            self._thread.join(0.01)

    def end(self) -> None:
        """Send the readers away, and return within a second."""
        self.should_exit = True
        if self.is_alive():
            self._thread.join(0.9)

    def end_link(self, recorder: str) -> None:
        """End the link of somebody who records, and soon send that phone away; called from another thread."""
        self.links = {name: link for name, link in self.links.items() if name != recorder}
        self._event = b""

    def _run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # They are for the thread of the terminal: only there do they end the wait for a line.
            signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGALRM))
        try:
            self.run([self.listening])
        except Exception as error:  # noqa: BLE001 - the thread of the command reports it
            self.failed = error
        finally:
            self.watched.close()

    async def on_tick(self, counter: int) -> bool:
        """Look at the file ten times a second, as often as uvicorn asks."""
        if counter % RARELY == 0 or not self.watched.trouble:
            self._look()
        return await super().on_tick(counter)

    def _look(self) -> None:
        """Look at the file, and wake the readers if it has changed; all of them send the same bytes."""
        if self.watched.refresh() or not self._event:
            self._event = f"data: {json_text(self.watched.document)}\n\n".encode()
            self._news.set()
            self._news = asyncio.Event()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send the readers away, and soon close the connections of those who don't read."""
        self._news.set()
        asyncio.get_running_loop().call_later(0.4, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        self.force_exit = True
        for connection in [*self.server_state.connections]:
            connection.transport.abort()

    # What is asked.

    def _routes(self) -> list[Route]:
        names = [name for name in os.listdir(FOLDER) if name.rpartition(".")[2] in KINDS]
        paths = {"/" if name == PAGE else f"/{name}": name for name in names} | {RECORD: PAGE}
        files = [Route(path, _file(name), methods=["GET"]) for path, name in paths.items()]
        return [*files, Route(ASK, self._ask, methods=["POST"]), Route(WATCH, self._watch)]

    async def _ask(self, request: Request) -> Response:
        """Answer a question: ``{"name": "state", "arguments": {}}``."""
        person, body = self._person(request), b""
        if person is None:
            return refusal(403)
        try:
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_BODY:
                    return refusal(413)
            match parse_json(body.decode()):
                case {"name": str(name), "arguments": dict(arguments), **more} if not more:
                    return await self._answer(name, arguments, person, request)
            return refusal(400)
        except (UnicodeDecodeError, Unreadable, ClientDisconnect):
            return refusal(400)
        except CanastaError:  # the file can't be read just now
            return refusal(503)

    async def _answer(
        self, name: str, arguments: Arguments, person: str, request: Request
    ) -> Response:
        if name == "check":
            return await self._judged(arguments, request)
        if name == "state":
            self._look()  # what was recorded just before is in it
            return _document(self.watched.document)
        if name not in QUESTIONS:
            return refusal(400)
        if not person:
            return refusal(403)
        # In another thread: it may wait for a program that writes.
        return _document(await asyncio.to_thread(answer, self.watched, name, arguments, person))

    def _person(self, request: Request) -> str | None:
        """Return the name of the recorder whose link a request has, empty for watchers; ``None`` without one.

        It is compared with all links, in constant time.
        """
        given, found = request.headers.get("authorization", "").encode(), None
        for name, link in self.links.items():
            if hmac.compare_digest(given, f"Bearer {link}".encode()):
                found = name
        return found

    async def _judged(self, arguments: Arguments, request: Request) -> Response:
        """Judge a dispute after those before it, in a thread that nobody waits for at the end."""
        if self._disputes > MOST_DISPUTES:
            return refusal(503)
        done: Future[Json] = Future()
        done.set_running_or_notify_cancel()

        def judge() -> None:
            try:
                done.set_result(self.judge(self.watched, arguments))
            except Exception as error:  # noqa: BLE001 - raised where the verdict is awaited
                done.set_exception(error)

        self._disputes += 1
        try:
            async with self._judging:
                # Nobody waits behind a page that has left.
                if await request.is_disconnected():
                    return refusal(400)
                threading.Thread(target=judge, name=JUDGING, daemon=True).start()
                return _document(await asyncio.wrap_future(done))
        finally:
            self._disputes -= 1

    async def _watch(self, request: Request) -> Response:
        """Send the state now and after each change, as server-sent events."""
        person = self._person(request)
        if person is None:
            return refusal(403)
        if self.readers >= MOST_READERS:
            return refusal(503)
        return StreamingResponse(self._events(person), media_type="text/event-stream")

    async def _events(self, person: str) -> AsyncIterator[bytes]:
        """Yield the newest state until a link ends; a reader who is slow misses those in between."""
        self.readers += 1
        sent = b""
        try:
            while not self.should_exit and person in self.links:
                news, event = self._news, self._event
                if event is not sent:
                    sent = event
                    yield event
                    continue
                try:
                    await asyncio.wait_for(news.wait(), BEAT)
                except TimeoutError:
                    yield b":\n\n"
        finally:
            self.readers -= 1


def _document(found: Json) -> Response:
    return Response(json_text(found), media_type="application/json")


def _file(name: str) -> Response:
    """Return a file of the page as it is sent."""
    with open(os.path.join(FOLDER, name), "rb") as file:
        return Response(file.read(), media_type=KINDS[name.rpartition(".")[2]])
