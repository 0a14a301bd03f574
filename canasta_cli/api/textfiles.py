"""Read the text of a file, up to the longest that a game or ruleset may have."""

import os
from collections.abc import Callable

from canasta_cli.errors import CanastaError
from canasta_cli.untrusted import LONGEST_TEXT

Path = str | os.PathLike[str]


def read_text(path: Path, error: Callable[[str], CanastaError]) -> str:
    """Read a file in UTF-8; ``error`` makes the error to raise if that fails."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read(LONGEST_TEXT + 1)
    except UnicodeDecodeError:
        raise error(f"{os.fspath(path)} is not valid UTF-8") from None
    except OSError as reason:
        says = (reason.strerror or str(reason)).lower()
        raise error(f"can't read {os.fspath(path)}: {says}") from reason
    except ValueError:
        # A null character, or half of a surrogate pair.
        raise error(f"{os.fspath(path)!r} is not a file name") from None
    if len(text) > LONGEST_TEXT:
        raise error(f"{os.fspath(path)} is larger than {LONGEST_TEXT:,} characters")
    return text
