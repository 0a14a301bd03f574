"""Find lays that are illegal whatever else is laid, so that no search needs to try them."""

from canasta_cli.engine.asking import judge
from canasta_cli.engine.turn.adding import ADDING, BY_MELD, is_open
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.laying import LAYING
from canasta_cli.engine.view import View
from canasta_cli.model.turn import MeldDown, MeldOrLayOff, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import WildLock

ALONE = play_topic(*LAYING, *BY_MELD)
"""Rules whose refusal no other lay of the turn can lift."""
_LOCKED = play_topic(*LAYING, *ADDING)


class Barred:
    """A test for lays on one table that are illegal whatever else is laid; each is judged once."""

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self._known, self._ruleset = view, ruleset
        self._rules = _LOCKED if _locked(view, ruleset) else ALONE
        self._asked: dict[tuple[MeldOrLayOff, ...], bool] = {}

    def __call__(self, *melded: MeldOrLayOff) -> bool:
        """True if a rule refuses these lays."""
        if melded not in self._asked:
            play = Play(Turn((MeldDown(melded),) if melded else ()), self._known, self._ruleset)
            found = judge(play, self._rules, self._ruleset)
            self._asked[melded] = found.legal is False
        return self._asked[melded]


def _locked(view: View, ruleset: Ruleset) -> bool:
    """True if a wild meld keeps wild cards from others, and the hand has too few to finish it."""
    if ruleset.melds.wild_lock is WildLock.NONE or view.hand is None:
        return False
    wilds = ruleset.wild_ranks.count(view.hand)
    lying = [meld for meld in view.melds or () if is_open(meld, ruleset)]
    return bool(lying) and all(meld.size + wilds < ruleset.melds.canasta for meld in lying)
