"""The program as a process of its own: ``canasta``, and ``python -m canasta_cli``."""

import gc
import os
import sys
from contextlib import suppress

# So many more objects before Python looks for cycles among them. With the 700 it comes with, a
# short command has every class and function looked at again and again while it is being loaded.
MANY = 50_000
BUG = 70


def main() -> int:
    """Run one command and give its exit status; nothing that it made is looked through at the end."""
    gc.set_threshold(MANY)
    try:
        from canasta_cli.cli import main as command

        return command()
    except MemoryError:
        return _last_words(b"canasta: there is not enough memory for this\n")
    except Exception:  # noqa: BLE001 - what reports bugs has failed; no traceback reaches a person
        return _last_words(b"canasta: a bug in the program, which could not be reported\n")
    finally:
        # The system takes the memory back in one piece.
        gc.freeze()


def _last_words(words: bytes) -> int:
    """Write past all of our own code, which may have no memory left to run; give the exit status."""
    with suppress(OSError):
        os.write(2, words)
    return BUG


if __name__ == "__main__":
    sys.exit(main())
