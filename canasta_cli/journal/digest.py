"""The hash of an entry, which links it to the one before it; loads next to nothing."""

from functools import cache

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

BEFORE_ALL = "0" * 64
"""The previous hash of the first entry."""


def digest(previous: str, row: "Sequence[Any]") -> str:
    """Return the hash of an entry (id, game, number, at, what, data) after one with a given hash."""
    # Imported here: the shortest commands check a seal, and no entry.
    import json

    # As a JSON list, no two different entries give the same text.
    text = json.dumps((previous, *row), ensure_ascii=False, separators=(",", ":"))
    return str(sha256()(text.encode()).hexdigest())


@cache
def sha256() -> "Callable[[bytes], Any]":
    """Return SHA-256 without OpenSSL if Python has its own: OpenSSL takes a fifth of the start."""
    for name in ("_sha2", "_sha256"):
        try:
            found: Callable[[bytes], Any] = __import__(name).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256 as other

    return other
