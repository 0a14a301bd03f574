"""What the pages of the site ask of the engine in the browser: disputes, and one file with games.

It runs in Pyodide, in a worker. A question and its answer are texts in JSON; nothing else crosses.
"""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from click.testing import CliRunner

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
WRITING = ("run", "record", "undo")


class Desk:
    """Answers questions about one file of games, and about disputes under any rules."""

    def __init__(self, file: str = FILE) -> None:
        self.file = os.environ["CANASTA_DB"] = file
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
        if name == "export":
            return _run(["export"])
        if name == "run":  # after it, another game may be shown
            _run(arguments["words"], arguments.get("typed", ""))
            if self._watched is not None:
                self._watched.close()
                self._watched = None
            return {}
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
                if book.journal.current():
                    self._watched = WatchedGame(self.file, book.journal, book.load(None))
        if self._watched is not None:
            self._watched.refresh()
        return self._watched


def _run(words: Sequence[str], typed: str = "") -> str:
    """Run a command, and return its answer. Raises ``Refused`` with the first line of its error."""
    with CliRunner().isolation(typed) as (out, err, _):
        status = main([*words])
    if status:
        lines = err.getvalue().decode().splitlines()
        first = next((each for each in lines if not each.startswith("Warning: ")), "")
        problem = first.removeprefix("canasta: ").rstrip(".:") or "this can't be done"
        raise Refused(f"the file: {problem[3:]}" if problem.startswith("-: ") else problem)
    return out.getvalue().decode()
