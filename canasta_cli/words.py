"""Format numbers, counts and lists for sentences; the one place that chooses singular or plural."""

from collections.abc import Iterable, Sequence


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


MOST_SHOWN = 50
LONGEST_SHOWN = 500


def abridged(text: str, most: int = LONGEST_SHOWN) -> str:
    """Cut the middle out of a long text; its two ends are the most useful."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"


def shortened(text: str, most: int) -> str:
    """Join the words of a text with single spaces, and cut it after a word if it is too long."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    from textwrap import shorten  # takes as long to load as a verdict

    return shorten(text, most, placeholder=" …")


def first_of(lines: Sequence[str], noun: str, most: int = MOST_SHOWN) -> list[str]:
    """Return the first of many lines, each abridged, and a line that counts the rest."""
    more = len(lines) - most
    rest = [f"and {count_of(more, f'more {noun}')}"] if more > 0 else []
    return [*map(abridged, lines[:most]), *rest]
