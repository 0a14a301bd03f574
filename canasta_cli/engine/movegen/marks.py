"""Mark melds with everything that the rules of a whole play ask about, besides canastas and points.

Two choices of melds with the same number of cards, the same canastas and the same marks are equal
to the rules, so a search may ask about one of them for all.
"""

from collections.abc import Callable
from functools import lru_cache

from canasta_cli.engine.melds.canastas import grade, open_melds
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.turn.adding import is_locked, is_open
from canasta_cli.engine.turn.initial_meld import CardsFromHand, satisfies, splashes
from canasta_cli.enums import Enum
from canasta_cli.model.melds import Meld, MeldOnTable
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Contains, WildLock


class Mark(Enum):
    """A property of melds that a rule of opening, of adding or of going out asks about."""

    LAST = "may be melded only when going out"
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


class Asked(NamedTuple):
    """A mark, a test if a ruleset asks for it, and a test if a meld that is laid has it."""

    mark: Mark
    asks: Callable[[Ruleset], bool]
    bears: Callable[[CardsFromHand, Ruleset], bool]


def _lies_alone(cards: Meld, ruleset: Ruleset) -> bool:
    return judge_meld(MeldOnTable(cards, going_out=True), ruleset).legal is True


ASKED: tuple[Asked, ...] = (
    Asked(
        Mark.LAST,
        lambda _: True,
        lambda each, ruleset: (
            judge_meld(MeldOnTable(each.placement.after, False), ruleset).legal is False
        ),
    ),
    Asked(
        Mark.CONTAINED,
        lambda ruleset: ruleset.opening.contains is not Contains.ANYTHING,
        lambda each, ruleset: satisfies(each.own, each.placement.after, ruleset),
    ),
    Asked(
        Mark.SPLASH,
        lambda ruleset: ruleset.opening.splash,
        lambda each, ruleset: each.placement.before is None and splashes(each.own, ruleset),
    ),
    Asked(
        Mark.LOCKED,
        lambda ruleset: ruleset.melds.wild_lock is not WildLock.NONE,
        lambda each, ruleset: is_locked(each.placement, ruleset.melds.wild_lock),
    ),
    Asked(
        Mark.ADDED,
        lambda ruleset: ruleset.out.concealed > 0,
        lambda each, _: each.placement.before is not None,
    ),
    Asked(
        Mark.OWN,
        lambda ruleset: ruleset.out.concealed > 0,
        lambda each, ruleset: (
            grade(Meld(each.placement.added, ruleset.wild_ranks), ruleset) is not None
        ),
    ),
    Asked(
        Mark.WEAK,
        lambda ruleset: ruleset.out.concealed > 0,
        lambda each, ruleset: (
            not _lies_alone(Meld(each.placement.added, ruleset.wild_ranks), ruleset)
        ),
    ),
)


@lru_cache(maxsize=64)
def _asked(book: Book) -> tuple[Asked, ...]:
    """List the marks that a ruleset asks for."""
    return tuple([row for row in ASKED if row.asks(book.ruleset)])


def marks(laid: tuple[CardsFromHand, ...], lying: tuple[Meld, ...], ruleset: Ruleset) -> Marks:
    """Find the marks of the melds laid, and of all melds on the table after that."""
    found = {row.mark for row in _asked(ruleset.book) for each in laid if row.bears(each, ruleset)}
    if open_melds(lying, ruleset):
        found.add(Mark.UNFINISHED)
    if ruleset.melds.wild_lock is not WildLock.NONE and any(is_open(m, ruleset) for m in lying):
        found.add(Mark.LOCKING)
    return frozenset(found)
