"""The entry point of ``canasta`` and ``python -m canasta_cli``."""

import gc
import sys

# Number of new objects before Python searches for reference cycles. With the default of 700, it
# would check every class and function again and again while a short command is loading.
MANY = 50_000


def main() -> int:
    """Run one command and return its exit status; skip the search for cycles at exit."""
    gc.set_threshold(MANY)
    from canasta_cli.cli import main as command

    try:
        return command()
    finally:
        # The operating system frees the memory at once.
        gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
