"""The hash function of the journal."""

from functools import cache

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


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
