"""Numbers and lists in words, once for every answer."""

from collections.abc import Iterable


def points(number: int) -> str:
    """A number of points, thousands apart: ``1,640``."""
    return f"{number:,}"


def many(number: int, what: str, several: str = "") -> str:
    """So many of something: ``1 game``, ``2 games``; ``several`` where its plural is another."""
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"


def listed(words: Iterable[str]) -> str:
    """Several things in a row: ``Ann, Bob and Cat``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
