"""Comments in the TOML text of a game file: remarks of the game, at the place where they stand."""

import re
from collections.abc import Iterator, Mapping

from canasta_cli.model.game import Game, Note

Lines = Mapping[tuple[str, int, str], int]

# Texts in quotes are passed over whole, so that a # in them begins no comment.
_PARTS = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#(?P<words>[^\n]*)",
    re.DOTALL,
)


def remarks(text: str, lines: Lines, game: Game) -> tuple[Note, ...]:
    """What the comments of a text say, each after the hand or the turn that it stands at.

    ``lines`` are where the keys of the text stand.
    """
    return tuple(_placed(line, words, lines, game) for line, words in _comments(text))


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Each comment that says something, and its line, from 1."""
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
    """Whether a line comes after what was shown at the end of a hand."""
    return lines.get(("hands", number, "left"), line) < line
