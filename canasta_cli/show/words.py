"""Numbers and lists in words, once for every answer."""

from collections.abc import Iterable


def points(number: int) -> str:
    """A number of points, thousands apart: ``1,640``."""
    return f"{number:,}"


def listed(words: Iterable[str]) -> str:
    """Several things in a row: ``Ann, Bob and Cat``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
