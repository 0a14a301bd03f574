"""Standard streams: no character, full disk or closed pipe ends a command with a traceback."""

import codecs
import os
import sys
from contextlib import suppress
from typing import TextIO

# Substitutes for characters that a stream can't encode; any other is written as \x, \u or \U.
SUBSTITUTES = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "×": "x", "·": "-", "…": "...", "–": "-", "—": "-",
    "−": "-", "→": "->", "↵": "/", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "�": "?",
}  # fmt: skip
HANDLER = "canasta.substitute"


def open_streams() -> None:
    """Open the null device for each closed stream, and make the others write any character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    codecs.register_error(HANDLER, _substitute)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=HANDLER)


def _substitute(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace one character; this is an error handler for :mod:`codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    end = error.start + 1
    found = SUBSTITUTES.get(error.object[error.start])
    if found is not None:
        return found, end
    one = UnicodeEncodeError(error.encoding, error.object, error.start, end, error.reason)
    return codecs.backslashreplace_errors(one)


def warn(text: str) -> None:
    """Write to standard error at once; drop a message that can't be written."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr)


def flush_or_silence() -> None:
    """Write the text that standard output still buffers, or drop it if it can't be written."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence(sys.stdout)


def silence(stream: TextIO) -> None:
    """Send a broken stream to the null device, so that Python can close it without an error."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()


def on_terminal() -> bool:
    """Return whether questions can be asked: both input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()
