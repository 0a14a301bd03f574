"""One game to check, as text, with its origin."""

import os

from canasta_cli.namedtuples import NamedTuple

ENDINGS = (".canasta.toml", ".toml", ".canasta.json", ".json", ".jsonl", ".ndjson")


class Job(NamedTuple):
    """The text of one game, and where it begins: a file, and in a stream also the line.

    ``error`` is the reason if there is no text to check; ``fix`` is how to fix that.
    """

    file: str
    text: str
    line: int | None = None
    error: str = ""
    fix: str = ""

    @property
    def where(self) -> str:
        """The origin as printed: ``friday.canasta.toml``, ``games.jsonl:12``."""
        return place(self.file, self.line)

    @property
    def name(self) -> str:
        """The name of the game if its text gives none: the file name without its extension."""
        name = os.path.basename(self.file)
        for ending in ENDINGS:
            name = name.removesuffix(ending)
        return name


def place(file: str, line: int | None) -> str:
    """Format a file name, with the line if there is one."""
    return f"{file}:{line}" if line else file
