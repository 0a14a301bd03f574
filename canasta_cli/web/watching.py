"""What a page may ask about one game: from values to documents of JSON.

They have public facts only: what was recorded of finished hands, and whose turn it is. Nothing here reads the
cards of a hand in play, the pile or the stock.
"""

from typing import Any

from canasta_cli.engine.game.standing import Played
from canasta_cli.engine.items import ITEMS
from canasta_cli.errors import CanastaError, UnusableData
from canasta_cli.journal.file import identity
from canasta_cli.journal.schema import GameLine
from canasta_cli.journal.store import Journal, Reader
from canasta_cli.model.history import hands_by_entry, read_history
from canasta_cli.rules.vocabulary import asked
from canasta_cli.scorekeeper.games import game_of_link
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_listed
from canasta_cli.show.hand import side_titles
from canasta_cli.show.keys import Json
from canasta_cli.show.layout import inert
from canasta_cli.show.sheet import line_name
from canasta_cli.show.standing import ScoreAnswer, players_text, sides_of, won

# The state of a game: the answer of `canasta score`, and what a page needs in words.


def state_of(loaded: LoadedGame) -> Json:
    """Return what everybody at the table may see of a game."""
    game, standing, hands = loaded.game, loaded.standing, loaded.standing.as_played.hands
    state = ScoreAnswer(loaded).to_json()
    for side, shown, total in zip(game.sides, state["sides"], sides_of(standing), strict=True):
        who = players_text(side, game)
        shown["who"] = "" if who == side.name else who
        shown["to_open"] = total.needs and asked(total.needs)
    for played, shown in zip(hands, state["hands"], strict=True):
        shown["alone"] = next((each.alone for each in played.hand.tallies if each.alone), "")
    ended = standing.outcome.over or game.ending
    last = _last_hand(loaded, hands[-1], state["hands"][-1]) if hands else None
    return {**state, "last": last, "result": won(standing) if ended else ""}


def _last_hand(loaded: LoadedGame, played: Played, shown: Json) -> Json:
    """Return a hand with the lines of all sheets, in their order, each with the points of each side."""
    order = {item.id: place for place, item in enumerate(ITEMS)}
    found: dict[tuple[int, str], list[int | None]] = {}
    for place, sheet in enumerate(played.sheets):
        for line in sheet.lines:
            name = order[line.item], line_name(line, loaded.ruleset)
            row = found.setdefault(name, [None] * len(played.sheets))
            row[place] = (row[place] or 0) + line.points  # a side can have several penalties
    titles = side_titles(loaded.game.side_names, played.hand.tallies, loaded.ruleset)
    lines = [{"name": name[1], "points": found[name]} for name in sorted(found)]
    hands = hands_by_entry(read_history(loaded.records).in_force)
    by = (each.recorder for each in loaded.records if hands.get(each.number) == played.number)
    return {**shown, "titles": [*titles], "lines": lines, "recorder": next(by, "")}


def inert_document(value: Any) -> Any:
    """Return a document in which no name can reverse a line, or differ from another one unseen."""
    if isinstance(value, str):
        return inert(value)
    if isinstance(value, list):
        return [inert_document(each) for each in value]
    if isinstance(value, dict):
        return {inert(name): inert_document(each) for name, each in value.items()}
    return value


# A game that is watched.

MOST_PATIENCE = 0.2
"""Seconds to wait for another program that writes; the page shows the last score meanwhile."""


def first_entry(reader: Reader, line: GameLine) -> str:
    """Return the hash of the first entry of a game, by which it is known in every copy of its file."""
    (found,) = reader.row("SELECT hash FROM journal WHERE game = ? AND number = 1", line.id)
    return str(found)


class WatchedGame:
    """Answers what pages ask about one game of a file, all in one thread.

    The game is the one to which the ``link`` of watchers belongs, so that the page goes on with the next game.
    If the link is not kept, it is known by its first entry: it may get another name, and the file may be
    replaced by a backup. ``first_entries`` are those of all games that were served, the newest last.
    ``loaded`` is the game when it could last be read, and ``trouble`` why it can't be read now.
    """

    def __init__(self, path: str, journal: Journal, line: GameLine, link: str = "") -> None:
        self.path, self.link = path, link
        self.first_entries = [first_entry(journal, line)]
        self.loaded: LoadedGame | None = None
        self.trouble = ""
        self.document: Json = {}
        self._journal: Journal | None = None
        self._file: tuple[int, int] | None = None
        self._version: int | None = None

    def refresh(self) -> bool:
        """Read the game if its file has changed; return whether the document is another one now.

        If it has not, this takes some microseconds.
        """
        trouble, before = "", self.document
        try:
            if not self._is_newer():
                return False
            self.loaded = self._load()
            self.document = inert_document(state_of(self.loaded))
        except CanastaError as error:
            trouble, self._version = error.message, None
        self.document = {**self.document, "trouble": bool(trouble)}
        self.trouble = trouble
        return self.document != before

    def _is_newer(self) -> bool:
        """True if somebody has written to the file, or put another one in its place."""
        found = identity(self.path)
        if found is None:
            raise UnusableData(f"{self.path} is no longer there")
        if self._journal is None or found != self._file:
            self.close()
            self._journal = Journal.open(self.path, create=False, seconds=MOST_PATIENCE)
            self._file, self._version = found, None
        (version,) = self._journal.row("PRAGMA data_version")
        before, self._version = self._version, int(version)
        return self._version != before

    def _load(self) -> LoadedGame:
        journal = self._journal
        assert journal is not None  # noqa: S101 - it was opened just before
        with journal.snapshot():
            line = self.find_line(journal)
            if (first := first_entry(journal, line)) not in self.first_entries:
                self.first_entries.append(first)
            return load_listed(journal, line)

    def find_line(self, reader: Reader, first: str = "") -> GameLine:
        """Find the game in its file, or one that was served before, by its ``first`` entry.

        Raises :class:`~canasta_cli.errors.UnusableData`.
        """
        game = game_of_link(reader, self.link) if self.link and not first else None
        if game is None:
            first = first or self.first_entries[-1]
            row = reader.row("SELECT game FROM journal WHERE hash = ? AND number = 1", first)
            game = row and row[0]
        line = reader.with_id(game)
        if line is None or line.deleted:
            raise UnusableData(f"the game was deleted, or is not in {self.path}")
        return line

    def close(self) -> None:
        """Close the file."""
        if self._journal is not None:
            self._journal.close()
