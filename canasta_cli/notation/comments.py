"""Comments in the TOML text of a game file: they become notes of the game, each at its place."""

import re
from collections.abc import Iterator, Mapping

from canasta_cli.model.game import Game, Note

Lines = Mapping[tuple[str, int, str], int]

# Quoted strings are skipped whole, so that a # in them does not begin a comment.
_PARTS = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#(?P<words>[^\n]*)",
    re.DOTALL,
)


def remarks(text: str, lines: Lines, game: Game) -> tuple[Note, ...]:
    """Return the comments of a text as notes, each after the hand or turn that it follows.

    ``lines`` gives the lines of the keys in the text.
    """
    return tuple(_placed(line, words, lines, game) for line, words in _comments(text))


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield each comment that contains words, with its line, from 1."""
    line, seen = 1, 0
    for part in _PARTS.finditer(text):
        line += text.count("\n", seen, part.start())
        seen = part.start()
        words = (part["words"] or "").strip("# \t\r")
        if any(letter.isalnum() for letter in words):
            yield line, words


def _placed(line: int, words: str, lines: Lines, game: Game) -> Note:
    heads = [at for (table, _, key), at in lines.items() if table == "hands" and not key]
    number = sum(at <= line for at in heads)
    notes = lines.get(("notes", 1, ""))
    if notes is not None and notes < line:
        return Note(len(game.hands), words)
    if number == 0 or line in heads:
        return Note(max(number - 1, 0), words)
    played = game.hands[number - 1].played if number <= len(game.hands) else game.deal
    if played is None or _ended(number, line, lines):
        return Note(min(number, len(game.hands)), words)
    turns = range(1, len(played.turns) + 1)
    turn = sum(lines.get(("hands", number, f"turns.{at}"), line) <= line for at in turns)
    begun = lines.get(("hands", number, "turns"), line + 1) <= line
    return Note(number - 1, words, turn if begun else 0)


def _ended(number: int, line: int, lines: Lines) -> bool:
    """Return whether a line comes after the cards shown at the end of a hand."""
    return lines.get(("hands", number, "left"), line) < line
