"""The entry point of ``canasta`` and ``python -m canasta_cli``."""

import gc
import os
import sys
from contextlib import suppress

# Number of new objects before Python searches for reference cycles. With the default of 700, it
# would check every class and function again and again while a short command is loading.
MANY = 50_000
BUG = 70


def main() -> int:
    """Run one command and return its exit status; skip the search for cycles at exit."""
    gc.set_threshold(MANY)
    try:
        from canasta_cli.cli import main as command

        return command()
    except MemoryError:
        return _last_words(b"canasta: there is not enough memory for this\n")
    except Exception:  # noqa: BLE001 - what reports bugs has failed; no traceback reaches a person
        return _last_words(b"canasta: this is a bug in canasta; it could not be reported\n")
    finally:
        # The operating system frees the memory at once.
        gc.freeze()


def _last_words(words: bytes) -> int:
    """Write past all of our own code, which may have no memory left to run; give the exit status."""
    with suppress(OSError):
        os.write(2, words)
    return BUG


if __name__ == "__main__":
    sys.exit(main())
