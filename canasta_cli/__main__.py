"""The entry point of ``canasta`` and ``python -m canasta_cli``."""

import atexit
import gc
import os
import sys
from _thread import _count as other_threads

# Number of new objects before Python searches for reference cycles. With the default of 700, it
# would check every class and function again and again while a short command is loading.
OBJECTS_BETWEEN_COLLECTIONS = 50_000
BUG = 70
REFUSED = 4


def main() -> int:
    """Run one command and return its exit status; skip the search for cycles at exit."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        from canasta_cli.quick import quick_answer

        text = quick_answer(sys.argv[1:])
        if text is not None:
            return _print(text)
        from canasta_cli.late import unused_parts_late

        with unused_parts_late():
            import click  # noqa: F401
        from canasta_cli.cli import main as command

        return command()
    except MemoryError:
        return _last_words(b"canasta: there is not enough memory for this\n", REFUSED)
    except Exception:  # noqa: BLE001 - what reports bugs has failed; no traceback reaches a person
        return _last_words(b"canasta: this is a bug in canasta; it could not be reported\n")
    finally:
        # The operating system frees the memory at once.
        gc.freeze()


def _print(text: str) -> int:
    """Print an answer that is ready; what goes wrong is reported as by every command."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001 - users never see a traceback
        from canasta_cli.cli import main as command
        from canasta_cli.cli.error_messages import report_error
        from canasta_cli.cli.session import Session

        return report_error(error, sys.argv[1:], Session(command))
    return 0


def run() -> None:
    """Run one command and leave the process at once, unless something waits for its end.

    Python would first destroy every object of the program, which takes a tenth of a short command.
    """
    status = main()
    waiting = other_threads() > 0 or atexit._ncallbacks() > 0  # noqa: SLF001 - nothing else tells
    if waiting or sys.gettrace() or sys.getprofile():
        sys.exit(status)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        sys.exit(status)
    os._exit(status)


def _last_words(words: bytes, status: int = BUG) -> int:
    """Write past all of our own code, which may have no memory left to run; give the exit status."""
    try:
        os.write(2, words)
    except OSError:
        return status
    return status


if __name__ == "__main__":
    run()
