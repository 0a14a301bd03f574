"""The chain of hashes through all entries: find its newest link, and an earlier one."""

from collections.abc import Iterator

from canasta_cli.errors import NotUnderstood
from canasta_cli.journal.digest import BEFORE_ALL, digest
from canasta_cli.journal.schema import sqlite_errors
from canasta_cli.journal.store import Reading
from canasta_cli.values import NamedTuple

SHORT = 12
"""How many digits of a hash are shown, and are enough to ask for it."""


class Head(NamedTuple):
    """The newest entry of a journal: its hash, and its number among all entries."""

    hash: str
    entry: int

    @property
    def short(self) -> str:
        """The digits that are shown."""
        return self.hash[:SHORT]


def read_head(text: str) -> str:
    """Parse a hash, or the beginning of one, as the user noted it.

    Raises :class:`~canasta_cli.errors.NotUnderstood`.
    """
    digits = text.strip().lower()
    if SHORT <= len(digits) <= len(BEFORE_ALL) and not set(digits) - set("0123456789abcdef"):
        return digits
    raise NotUnderstood(
        f"“{text}” is not a head: a head has {SHORT} to {len(BEFORE_ALL)} digits 0–9 and a–f",
        fix="Copy it from “head:” in an earlier answer. "
        "Example: canasta doctor --since 3f9a0c5d7e21",
    )


def head(reading: Reading) -> Head | None:
    """Return the newest entry; ``None`` if there is none or it can't be read."""
    with sqlite_errors(reading.path, reading.seconds):
        row = reading.connection.execute(
            "SELECT id, hash FROM journal ORDER BY id DESC LIMIT 1"
        ).fetchone()
    if row is None or not isinstance(row[0], int) or not isinstance(row[1], str):
        return None
    return Head(row[1], row[0])


def entry_of(reading: Reading, digits: str) -> int | None:
    """Return the number of the entry whose hash begins with some digits; ``None`` if there is none.

    Every hash is computed again from the first entry on; the stored hashes prove nothing.
    """
    return next((entry for entry, found in _links(reading) if found.startswith(digits)), None)


def _links(reading: Reading) -> Iterator[tuple[int, str]]:
    previous = BEFORE_ALL
    with sqlite_errors(reading.path, reading.seconds):
        rows = reading.connection.execute(
            "SELECT id, game, number, at, what, data FROM journal ORDER BY id"
        )
        for row in rows:
            try:
                previous = digest(previous, row)
            except (TypeError, ValueError):
                # A blob was never in the chain, so no later entry can be traced to a head.
                return
            yield row[0], previous
