"""Comments in the TOML text of a game file: they become notes of the game, each at its place."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from canasta_cli.model.game import Game, Note
from canasta_cli.untrusted import QUOTED

Lines = Mapping[tuple[str, int, str], int]

# Quoted strings are skipped whole, so that a # in them does not begin a comment.
_PARTS = re.compile(rf"{QUOTED}|#(?P<words>[^\n]*+)", re.DOTALL)


def remarks(text: str, lines: Lines, game: Game) -> tuple[Note, ...]:
    """Return the comments of a text as notes, each after the hand or turn that it follows.

    ``lines`` gives the lines of the keys in the text.
    """
    places = _Places(lines, game)
    return tuple(places.note(line, words) for line, words in _comments(text))


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield each comment that contains words, with its line, from 1."""
    line, seen = 1, 0
    for part in _PARTS.finditer(text):
        line += text.count("\n", seen, part.start())
        seen = part.start()
        words = (part["words"] or "").strip("# \t\r")
        if any(letter.isalnum() for letter in words):
            yield line, words


class _Places:
    """The lines of hands and turns in a text, sorted once, since there may be very many comments."""

    def __init__(self, lines: Lines, game: Game) -> None:
        self.lines = lines
        self.game = game
        self.heads = sorted(
            at for (table, _, key), at in lines.items() if table == "hands" and not key
        )
        self.turns: dict[int, tuple[int, list[int]]] = {}

    def note(self, line: int, words: str) -> Note:
        """Return a comment as a note, after the hand or turn on its line or above it."""
        game, lines = self.game, self.lines
        number = bisect_right(self.heads, line)
        notes = lines.get(("notes", 1, ""))
        if notes is not None and notes < line:
            return Note(len(game.hands), words)
        if number == 0 or self.heads[number - 1] == line:
            return Note(max(number - 1, 0), words)
        played = game.hands[number - 1].played if number <= len(game.hands) else game.deal
        if played is None or self._ended(number, line):
            return Note(min(number, len(game.hands)), words)
        begun = lines.get(("hands", number, "turns"), line + 1) <= line
        return Note(number - 1, words, self._turn(number, len(played.turns), line) if begun else 0)

    def _turn(self, number: int, turns: int, line: int) -> int:
        """Return how many turns of a hand come before the end of a line; turns without a line all do."""
        if number not in self.turns:
            at = (self.lines.get(("hands", number, f"turns.{turn + 1}")) for turn in range(turns))
            known = sorted(place for place in at if place is not None)
            self.turns[number] = (turns - len(known), known)
        placeless, known = self.turns[number]
        return placeless + bisect_right(known, line)

    def _ended(self, number: int, line: int) -> bool:
        """Return whether a line comes after the cards shown at the end of a hand."""
        return self.lines.get(("hands", number, "left"), line) < line
