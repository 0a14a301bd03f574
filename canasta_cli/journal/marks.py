"""The marks by which a file is known as a journal of this version, and its address for SQLite.

The shortest commands load this module, so it loads nothing but ``os``.
"""

import os

APPLICATION = 0x43414E53
"""``CANS``: marks a file as a journal of this program."""

VERSION = 3
"""The number of migrations that a file of this version has had."""

_ASCII = 0x80


def address(path: str, mode: str) -> str:
    """Return the URI of a file, with the mode in which SQLite opens it."""
    place = os.path.abspath(path).replace(os.sep, "/")
    slash = "" if place.startswith("/") else "/"
    # Two slashes in front, or a path that begins with two of its own would be taken for a host name.
    return f"file://{slash}{_quoted_path(place)}?mode={mode}"


def _quoted_path(place: str) -> str:
    """Escape a path for a URI, also one with bytes that are not text."""
    if place.isascii() and not any(sign in place for sign in "%?#"):
        return place
    return "".join(
        chr(byte) if byte < _ASCII and chr(byte) not in "%?#" else f"%{byte:02x}"
        for byte in os.fsencode(place)
    )


def is_writable(path: str) -> bool:
    """Return whether SQLite can write to a file and create the files that it keeps beside it."""
    whole = os.path.realpath(path)
    return os.access(whole, os.W_OK) and os.access(os.path.dirname(whole), os.W_OK)
