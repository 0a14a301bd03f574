"""Cards in words: ``a ten``, ``two kings``, ``black three``, ``four aces and a joker``."""

import re
from collections.abc import Sequence
from functools import cache

from canasta_cli.model.cards import Rank
from canasta_cli.notation.reader import Token, whole
from canasta_cli.values import NamedTuple

ARTICLES = ("a", "an")
"""In lower case: A is an ace."""
_AND = "and"
_COLOURS = {"black": Rank.BLACK_THREE, "red": Rank.RED_THREE}
_THREES = ("3", "three", "threes")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOST_DIGITS = 2
_LEFT = ("left", "foot:", "-")
_CARDS = r"(?:\d+x)?(?:(?:10|[4-9tjqka2w]|3[rb])[cdhs]?)+"
_WILD = r"(?:\d+x)?[2w]+"


class Phrase(NamedTuple):
    """Cards in words: the cards in symbols, and how many words they took."""

    symbols: str
    words: int


def as_written(tokens: Sequence[Token]) -> list[Token]:
    """Replace cards in words by their symbols.

    “and” is left out. Deuces and jokers after it belong to the cards before it, as in ``three kings and
    a joker``; so do all cards after ``left``. Nothing is replaced in a line that could mean something
    else: ``a k and q``.
    """
    texts = [token.text.rstrip(",") for token in tokens]
    found: list[Token] = []
    articles = unsure = joins = False
    at = 0
    while at < len(tokens):
        phrase = first_phrase(texts[at:])
        token, text = whole(phrase.symbols) if phrase else tokens[at], texts[at]
        at += phrase.words if phrase else 1
        if text.lower() == _AND:
            joins = bool(found)
            continue
        articles = articles or text == "an" or (phrase is not None and text in ARTICLES)
        if phrase is None and text in ARTICLES and at < len(texts) and texts[at].lower() != _AND:
            unsure = True
            continue
        if joins and _belongs(token.text, found):
            token = whole(f"{_symbol(found.pop().text)}+{_symbol(token.text)}")
        found.append(token)
        joins = False
    return list(tokens) if unsure and not articles else found


def _belongs(text: str, before: Sequence[Token]) -> bool:
    """True if a word after “and” goes with the cards before it."""
    left = any(token.text.lower().startswith(_LEFT) for token in before[-2:])
    return bool(re.fullmatch(_CARDS if left else _WILD, _symbol(text), re.IGNORECASE))


def _symbol(text: str) -> str:
    rank = _names(1).get(text.lower())
    return text if rank is None else rank.value


def first_phrase(texts: Sequence[str]) -> Phrase | None:
    """Read cards in words at the front of a line; ``None`` if it begins with something else."""
    count = _count(texts[0])
    at = 0 if count is None else 1
    rank = _COLOURS.get(texts[at].lower()) if at < len(texts) else None
    if rank is not None:
        at += 1
        known = at < len(texts) and texts[at].lower() in _THREES
    else:
        rank = None if count is None or at == len(texts) else _names(count).get(texts[at].lower())
        known = rank is not None
    if rank is None or not known:
        return None
    return Phrase(rank.value if count in (None, 1) else f"{count}x{rank.value}", at + 1)


def _count(text: str) -> int | None:
    """Return the number that a word is: 1 for an article; ``None`` for other words."""
    if text in ARTICLES:
        return 1
    if text.lower() in NUMBERS:
        return NUMBERS.index(text.lower()) + 1
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) else None


@cache
def _names(count: int) -> dict[str, Rank]:
    """Return the ranks by their words, for one card or for several; threes need a colour."""
    ranks = [rank for rank in Rank if not rank.three]
    if count > 1:
        return {rank.many: rank for rank in ranks} | {"twos": Rank.DEUCE}
    return {rank.noun: rank for rank in ranks} | {"two": Rank.DEUCE}
