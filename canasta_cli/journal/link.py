"""The hash of an entry, which links it to the one before it."""

import json

from canasta_cli.journal.digest import sha256

BEFORE_ALL = "0" * 64
"""The previous hash of the first entry."""


def digest(previous: str, row: tuple[int, int, int, str, str, str]) -> str:
    """Return the hash of an entry (id, game, number, at, what, data) after one with a given hash."""
    # As a JSON list, no two different entries give the same text.
    text = json.dumps((previous, *row), ensure_ascii=False, separators=(",", ":"))
    return str(sha256()(text.encode()).hexdigest())
