"""Format numbers, counts and lists for sentences; the one place that chooses singular or plural."""

from collections.abc import Iterable


def points(number: int) -> str:
    """Format a number with thousands separators: ``1,640``."""
    return f"{number:,}"


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun: ``1 game``, ``2 games``.

    Give ``plural`` if it isn't the noun plus s.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def listed(words: Iterable[str]) -> str:
    """Join words with commas and “and”: ``Ann, Bob and Cat``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def either(words: Iterable[str]) -> str:
    """Join words with commas and “or”: ``natural, mixed or wild``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
