"""The program as a process of its own: ``canasta``, and ``python -m canasta_cli``."""

import gc
import sys

# So many more objects before Python looks for cycles among them. With the 700 it comes with, a
# short command has every class and function looked at again and again while it is being loaded.
MANY = 50_000


def main() -> int:
    """Run one command and give its exit status; nothing that it made is looked through at the end."""
    gc.set_threshold(MANY)
    from canasta_cli.cli import main as command

    try:
        return command()
    finally:
        # The system takes the memory back in one piece.
        gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
