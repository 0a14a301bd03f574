"""The state of one run of the program, passed to its commands."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_cli.journal.store import Committed


class Session:
    """One run of the program; click passes it to every command as the object of its context.

    ``opened`` lists the databases that were opened, ``recorded`` what was recorded in them, each in
    order. ``run`` runs another command line and returns its exit status.
    """

    def __init__(self, run: Callable[[list[str]], int]) -> None:
        self.run = run
        self.opened: list[str] = []
        self.recorded: list[Committed] = []
