"""Answer over HTTP whether the discard pile may be taken.

    python examples/pickup_api.py
    curl localhost:8000 -d '{"play": "take 5 with 55", "frozen": true, "opened": true}'

``play`` is the play, ``rules`` the ruleset (default: classic); every other name is a fact of the table,
as in ``canasta_cli.Facts``. The answer is that of ``canasta check --json``: ``legal`` is true, false or null,
``findings`` are the reasons with their fixes, ``depends`` the answers under each value of the missing facts.

``application`` is a WSGI application, so any Python web server can run it.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import make_server

import canasta_cli as canasta

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

PORT = 8000
LONGEST = 10_000


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question. Raises ``CanastaError`` if the library can't understand it."""
    facts = dict(question)
    play, rules = str(facts.pop("play", "")), str(facts.pop("rules", "classic"))
    verdict = canasta.check(play, canasta.ruleset(rules), **facts)
    return verdict.to_json()


def respond(body: bytes) -> tuple[str, dict[str, Any]]:
    """Return the status and the answer for the body of a request."""
    try:
        question = json.loads(body)
    except ValueError:
        question = None
    if not isinstance(question, dict):
        return "400 Bad Request", {"error": "send a question as a JSON object"}
    try:
        return "200 OK", answer(question)
    except canasta.CanastaError as error:
        return "400 Bad Request", {"error": str(error)}


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer one request."""
    length = min(int(environ.get("CONTENT_LENGTH") or 0), LONGEST)
    status, found = respond(environ["wsgi.input"].read(length))
    start_response(status, [("Content-Type", "application/json; charset=utf-8")])
    return [json.dumps(found, ensure_ascii=False).encode()]


if __name__ == "__main__":
    with make_server("localhost", PORT, application) as server:
        print(f"Waiting for questions on port {PORT}.")
        server.serve_forever()
