"""What the pages of the site ask of the engine in the browser: disputes, and one file with games.

It runs in Pyodide, in a worker. A question and its answer are texts in JSON; nothing else crosses.
"""

import contextlib
import io
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canasta_cli.api.book import Book, open_scorebook
from canasta_cli.cli import main
from canasta_cli.cli.referee import Referee
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.errors import CanastaError, NotUnderstood, Refused
from canasta_cli.rules import library
from canasta_cli.untrusted import Unreadable
from canasta_cli.web.game import WatchedGame, answer
from canasta_cli.words import as_sentence

FILE = "/games/canasta.db"
GAME_FILE = "/tmp/game.canasta.toml"  # noqa: S108 - of the browser's own folder, in memory
CHOOSING = ("new", "again", "import", "use", "delete")
WRITING = (*CHOOSING, "record", "undo")


class Desk:
    """Answers questions about one file of games, and about disputes under any rules."""

    def __init__(self, file: str = FILE) -> None:
        self.file = file
        os.environ["CANASTA_DB"] = file
        self._referee = Referee()
        self._watched: WatchedGame | None = None

    def ask(self, question: str) -> str:
        """Answer ``{"name": …, "arguments": {…}}``: an ``answer``, or the sentence of an ``error``.

        ``wrote`` is true if the file has changed.
        """
        asked = json.loads(question)
        try:
            found = self._answer(asked["name"], asked["arguments"])
        except (CanastaError, Unreadable) as error:
            return json.dumps({"error": as_sentence(str(error))})
        return json.dumps({"answer": found, "wrote": asked["name"] in WRITING})

    def _answer(self, name: str, arguments: Mapping[str, Any]) -> object:
        if name in CHOOSING:
            _run(name, *_words(name, arguments))
            if self._watched is not None:
                self._watched.close()
                self._watched = None
            return {}
        if name == "export":
            _run(name, "-o", GAME_FILE, "--force")
            return Path(GAME_FILE).read_text(encoding="utf-8")
        if rules := arguments.get("rules"):
            if rules not in library.names():
                raise NotUnderstood("there are no such rules")
            return self._referee.answer(RulesetChoice(library.ruleset(rules)), arguments)
        watched = self._game()
        state = {} if watched is None else watched.document
        if name == "games":
            every = Book(self.file).games if os.path.exists(self.file) else ()
            return [each for each in every if each != state.get("game")]
        if watched is None or name == "state":
            return state
        check = self._referee.check
        return check(watched, arguments) if name == "check" else answer(watched, name, arguments)

    def _game(self) -> WatchedGame | None:
        """Return the current game of the file, as it is now; ``None`` if there is none yet."""
        if self._watched is None and os.path.exists(self.file):
            with open_scorebook(self.file) as book:
                if line := book.journal.current():
                    self._watched = WatchedGame(self.file, book.journal, line)
        if self._watched is not None:
            self._watched.refresh()
        return self._watched


def _words(command: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return what stands behind a command after which another game may be shown."""
    if command == "new":
        return ["--rules", arguments["rules"], "--", *arguments["players"]]
    if command == "import":
        Path(GAME_FILE).write_text(arguments["text"], encoding="utf-8")
        return [GAME_FILE]
    return [arguments["game"]] if command in ("use", "delete") else []


def _run(*words: str) -> None:
    """Run a command. Raises ``Refused`` with the first line of its error."""
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        status = main([*words])
    if status:
        lines = [each for each in err.getvalue().splitlines() if not each.startswith("Warning: ")]
        first = "".join(lines[:1]).removeprefix("canasta: ").replace(GAME_FILE, "the file")
        raise Refused(first.rstrip(".:") or "this can't be done")
