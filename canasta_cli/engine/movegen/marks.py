"""Find what the rules of a whole play ask about melds, before the play is put together.

A mark stands for everything that they ask about, besides canastas and points. Two choices of melds with
the same number of cards, the same canastas and the same marks are equal to the rules, so a search may
ask about one of them for all. A lay is barred if it is illegal whatever else is laid.
"""

from collections.abc import Iterable, Iterator

from canasta_cli.engine.canastas import grade, open_melds
from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.rule import judge
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.laying import ADDING, BY_MELD, LAYING, is_locked, is_open
from canasta_cli.engine.turn.opening import CardsFromHand, satisfies, splashes
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Meld
from canasta_cli.model.turn import MeldDown, MeldOrLayOff, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, WildLock
from canasta_cli.values import Enum

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


class Mark(Enum):
    """A property of melds that a rule of opening, of adding or of going out asks about."""

    LAST = "may be melded only in the turn in which you go out"
    CONTAINED = "is what the initial meld must contain"
    SPLASH = "opens without a minimum"
    UNFINISHED = "must be finished before going out"
    LOCKING = "keeps wild cards from other melds until it is finished"
    LOCKED = "has wild cards that another meld may keep from it"
    ADDED = "adds to a meld that lay there, so that nothing is concealed"
    OWN = "would be a canasta without what lay there"
    WEAK = "could not lie without what lay there"

    __hash__ = object.__hash__


Marks = frozenset[Mark]


def _marks_of(each: CardsFromHand, ruleset: Ruleset) -> Iterator[Mark]:
    """Yield the marks of one meld laid, without those that no rule of the game asks about."""
    placement, wild_lock = each.placement, ruleset.melds.wild_lock
    if meld_is_legal(placement.after, ruleset, going_out=False) is False:
        yield Mark.LAST
    if ruleset.opening.contains is not Contains.ANYTHING and satisfies(
        each.own, placement.after, ruleset
    ):
        yield Mark.CONTAINED
    if placement.before is None and splashes(each.own, ruleset):
        yield Mark.SPLASH
    if wild_lock is not WildLock.NONE and is_locked(placement, wild_lock):
        yield Mark.LOCKED
    if ruleset.out.concealed > 0:
        alone = Meld(placement.added, ruleset.wild_ranks)
        if placement.before is not None:
            yield Mark.ADDED
        if grade(alone, ruleset) is not None:
            yield Mark.OWN
        if meld_is_legal(alone, ruleset, going_out=True) is not True:
            yield Mark.WEAK


def marks(laid: Iterable[CardsFromHand], lying: tuple[Meld, ...], ruleset: Ruleset) -> Marks:
    """Find the marks of the melds laid, and of all melds on the table after that."""
    found = {mark for each in laid for mark in _marks_of(each, ruleset)}
    if open_melds(lying, ruleset):
        found.add(Mark.UNFINISHED)
    if ruleset.melds.wild_lock is not WildLock.NONE and any(is_open(m, ruleset) for m in lying):
        found.add(Mark.LOCKING)
    return frozenset(found)
