"""Explain a word of a tally that is neither cards nor a token."""

import re
from collections.abc import Mapping
from difflib import get_close_matches

from canasta_cli.notation.cards import EXPECTED
from canasta_cli.notation.figures import EXAMPLE, is_grade
from canasta_cli.notation.reader import Token
from canasta_cli.words import either

_NUMBER = r"[0-9][0-9,]*\Z"
_LETTERS = r"[a-zA-Z][a-zA-Z0-9-]*\Z"
# Shorter words are read as cards only.
_WORD = 3
_CARD_LETTERS = "AKQJTW"


def explain(token: Token, forms: Mapping[str, str]) -> None:
    """Raise a clearer error if a word was probably not meant as cards.

    It is then a number or a grade, resembles a word of tallies, or has few letters that are cards.
    ``forms`` are the words of tallies with an example of each. Raises
    :class:`~canasta_cli.errors.NotationError`, or nothing.
    """
    word, unknown = token.text.lower(), f"I don't understand “{token.text}”"
    if set(word) == {"3"}:
        token.fail(
            "a three needs its colour",
            expected="Write 3R (red) or 3B (black)",
            example=f"{len(word)}x3R" if len(word) > 1 else "3R",
        )
    if re.match(_NUMBER, word):
        token.fail(
            f"“{token.text}” is not a meld",
            expected="Write what a number counts before it, with a colon",
            example=EXAMPLE,
        )
    if is_grade(word):
        token.fail(
            unknown,
            expected="Write the number of canastas after the word and a colon",
            example=f"{word.removesuffix('s')}:2",
        )
    if not re.match(_LETTERS, word):
        return
    close = [form for key, form in forms.items() if get_close_matches(word, [key.rstrip(":")])]
    if close:
        token.fail(unknown, expected=f"Did you mean {either(close)}?", example=close[0])
    if word.isalpha() and len(word) >= _WORD and not _mostly_cards(word):
        token.fail(unknown, expected=EXPECTED, example="7xK QQQ2")


def _mostly_cards(word: str) -> bool:
    """True if more than half of the letters are cards, so that a mistyped card is likely."""
    return 2 * sum(letter.upper() in _CARD_LETTERS for letter in word) > len(word)
