"""Layings that some rule stands against by themselves, so that no search need try them."""

from canasta_cli.engine.adding import BY_MELD
from canasta_cli.engine.known import Known
from canasta_cli.engine.laying import LAYING
from canasta_cli.engine.layings import Laying
from canasta_cli.engine.play import play_topic, set_up
from canasta_cli.engine.rule import judge
from canasta_cli.model.turn import Lay, MeldDown, Turn
from canasta_cli.rules.schema import Ruleset

_ALONE = play_topic(*LAYING, *BY_MELD)


class Barred:
    """Asks about each laying once, on one table: whatever is laid beside it does not mend it."""

    def __init__(self, known: Known, ruleset: Ruleset) -> None:
        self._known, self._ruleset = known, ruleset
        self._asked: dict[tuple[Lay, ...], bool] = {}

    def __call__(self, laying: Laying) -> bool:
        """Whether a rule stands against it."""
        lays = laying.lays
        if lays not in self._asked:
            play = set_up(Turn((MeldDown(lays),) if lays else ()), self._known, self._ruleset)
            found = judge(play, _ALONE, self._ruleset)
            self._asked[lays] = found.legal is False
        return self._asked[lays]
