"""One game to be checked, as text, with the place it came from."""

import os
from typing import NamedTuple

ENDINGS = (".canasta.toml", ".toml", ".canasta.json", ".json", ".jsonl", ".ndjson")


class Job(NamedTuple):
    """The text of one game, and where it begins: a file, and of a stream also the line.

    ``trouble`` says why there is no text to check, where there is none; ``remedy`` what to do.
    """

    file: str
    text: str
    line: int | None = None
    trouble: str = ""
    remedy: str = ""

    @property
    def where(self) -> str:
        """The place as it is told: ``friday.canasta.toml``, ``games.jsonl:12``."""
        return place(self.file, self.line)

    @property
    def name(self) -> str:
        """What the game is called if its text does not say: as its file, without the ending."""
        name = os.path.basename(self.file)
        for ending in ENDINGS:
            name = name.removesuffix(ending)
        return name


def place(file: str, line: int | None) -> str:
    """A file, and a line of it where there is one."""
    return f"{file}:{line}" if line else file
