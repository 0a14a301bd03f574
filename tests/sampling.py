"""What ``make test`` tries of large sets: a sample by a fixed rule, and all of it where ``EVERY`` is set.

Continuous integration and ``make endurance`` set it; to update golden files is to try all of them.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")
EVERY = "EVERY" in os.environ or "UPDATE_TRANSCRIPTS" in os.environ


def sample(cases: Iterable[Case], step: int) -> list[Case]:
    """Return the first of each ``step`` cases."""
    return [*cases][:: 1 if EVERY else step]


def tries(few: int, whole: int, name: str = "") -> int:
    """Return how many to try: what an environment variable says, or else a few or the whole."""
    return int(os.environ.get(name, whole if EVERY else few))
