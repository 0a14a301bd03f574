"""What the pages of the site ask of the engine in the browser: disputes, and one file with games.

It runs in Pyodide, in a worker. A request and its answer are texts in JSON; nothing else crosses.
"""

import contextlib
import io
import json
import os
from collections.abc import Mapping
from typing import Any

from canasta_cli.api.book import open_scorebook
from canasta_cli.cli import main
from canasta_cli.cli.referee import Referee
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.errors import CanastaError, NotUnderstood, Refused
from canasta_cli.rules import library
from canasta_cli.scorekeeper.scorebook import load_game
from canasta_cli.untrusted import Unreadable, parse_json
from canasta_cli.web.game import QUESTIONS, WatchedGame, answer

FILE = "/games/canasta.db"
GAME_FILE = "/tmp/game.canasta.toml"  # noqa: S108 - of the browser's own folder, in memory
MOST_PLAYERS, LONGEST_NAME = 6, 100
WRITING = ("new", "again", "read", "record", "undo")


class Desk:
    """Answers requests about one file of games, and about disputes under any rules."""

    def __init__(self, file: str = FILE) -> None:
        self.file = file
        os.environ["CANASTA_DB"] = file
        self._referee = Referee()
        self._watched: WatchedGame | None = None

    def ask(self, request: str) -> str:
        """Answer ``{"name": …, "arguments": {…}}``: an ``answer``, or the sentence of an ``error``.

        ``wrote`` is true if the file has changed.
        """
        name = ""
        try:
            asked = parse_json(request)
            if not (isinstance(asked, dict) and isinstance(asked.get("arguments"), dict)):
                raise NotUnderstood("a request has a name and arguments")
            name = str(asked.get("name"))
            found = self._answer(name, asked["arguments"])
        except (CanastaError, Unreadable) as error:
            message = str(getattr(error, "message", error))
            return json.dumps({"error": f"{message[:1].upper()}{message[1:]}."})
        return json.dumps({"answer": found, "wrote": name in WRITING})

    def _answer(self, name: str, arguments: Mapping[str, Any]) -> object:
        if name == "check" and arguments.get("rules"):
            return self._judge(str(arguments["rules"]), arguments)
        if name in _ACTS:
            _ACTS[name](arguments)
            self._close()
            return {}
        watched = self._game()
        return {} if watched is None else self._about(watched, name, arguments)

    def _about(self, watched: WatchedGame, name: str, arguments: Mapping[str, Any]) -> object:
        watched.refresh()
        if name == "state":
            return watched.document
        if name == "check":
            return self._referee.check(watched, arguments)
        if name == "file":
            return {"name": watched.document["game"], "text": _exported()}
        if name not in QUESTIONS:
            raise NotUnderstood("there is no such question")
        found = answer(watched, name, arguments)
        watched.refresh()
        return found

    def _judge(self, name: str, arguments: Mapping[str, Any]) -> object:
        if name not in library.names():
            raise NotUnderstood("there are no such rules")
        rules = library.ruleset(name)
        return self._referee.answer(RulesetChoice(rules), arguments)

    def _game(self) -> WatchedGame | None:
        """Return the current game of the file; ``None`` if there is none yet."""
        if self._watched is None and os.path.exists(self.file):
            with open_scorebook(self.file) as book, contextlib.suppress(Refused):
                line = load_game(book.journal, None).line
                self._watched = WatchedGame(self.file, book.journal, line)
        return self._watched

    def _close(self) -> None:
        if self._watched is not None:
            self._watched.close()
        self._watched = None


def _run(*words: str) -> str:
    """Run a command, and return what it prints. Raises ``Refused`` with the first line of its error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([*words])
    if status:
        first = err.getvalue().partition("\n")[0].removeprefix("canasta: ")
        raise Refused(first.rstrip(".:") or "this can't be done")
    return out.getvalue()


def _new(arguments: Mapping[str, Any]) -> None:
    match arguments.get("rules"), arguments.get("players"):
        case str(rules), [*players] if 1 < len(players) <= MOST_PLAYERS:
            names = [each for each in players if isinstance(each, str) and each.strip()]
            if len(names) == len(players) and all(len(each) <= LONGEST_NAME for each in names):
                _run("new", "--rules", rules, "--", *names)
                return
    raise NotUnderstood("a game has two to six players with names")


def _exported() -> str:
    _run("export", "-o", GAME_FILE, "--force")
    with open(GAME_FILE, encoding="utf-8") as file:
        return file.read()


def _read(arguments: Mapping[str, Any]) -> None:
    with open(GAME_FILE, "w", encoding="utf-8") as file:
        file.write(str(arguments.get("text")))
    _run("import", GAME_FILE)


_ACTS = {"new": _new, "again": lambda _: _run("again"), "read": _read}
