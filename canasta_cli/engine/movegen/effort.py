"""Bound the work that one question may take.

Work is counted, not timed, so that the same question always has the same answer.
"""

MOST_EFFORT = 35_000
"""The work that one question may take: about two seconds. A card of a way that is judged is 1."""
UNLIMITED = 10**18
TURN = 4
"""The work of a turn, or of a choice of melds for one."""
MOST_RUNS = 400
"""The number of choices of sequences searched: more than a hand without a large pile has."""
MOST_LAYINGS = 1_500
"""The number of ways to lay the cards of a group, for each number of wild cards, that going out tries:
of more, every second or third one."""
MOST_OF_GROUP = 2_000
"""The number of ways to lay some cards of one group, as several melds, that are listed."""


class Effort:
    """The work that a search may still do. Once it is spent, the search stops with what it has found.

    ``is_cut`` is true if the search left something out for another reason.
    """

    __slots__ = ("_most", "is_cut", "spent")

    def __init__(self, most: int = MOST_EFFORT) -> None:
        self._most, self.spent, self.is_cut = most, 0, False

    def spend(self, work: int) -> None:
        """Count some work."""
        self.spent += work

    @property
    def is_spent(self) -> bool:
        """True if the search has to stop."""
        return self.spent >= self._most

    @property
    def is_complete(self) -> bool:
        """True if everything was tried."""
        return not (self.is_spent or self.is_cut)
