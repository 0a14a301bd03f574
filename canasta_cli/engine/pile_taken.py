"""What taking the pile, or a part of it, brings to the hand."""

from canasta_cli.engine.held import like
from canasta_cli.model.cards import Card
from canasta_cli.model.turn import Take
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class Taken(NamedTuple):
    """What taking the pile brings: the known cards besides the one melded, the number of others.

    ``left`` and ``buried`` are what is left of the pile. ``None`` is unknown.
    """

    under: tuple[Card, ...]
    unseen: int | None
    left: tuple[Card, ...] = ()
    buried: int | None = 0


def pile_taken(take: Take, pile: tuple[Card, ...], buried: int | None, ruleset: Ruleset) -> Taken:
    """Find what comes to the hand with the top card of the pile, and what is left of the pile.

    ``pile`` are its known cards, on ``buried`` unknown ones.
    """
    most = ruleset.pile.taken
    if ruleset.pile.portion is Portion.PART:
        return _part_taken(take, pile, buried)
    under = pile[max(len(pile) - (most or len(pile)), 0) : max(len(pile) - 1, 0)]
    if buried is None:
        return Taken(under, None, (), 0 if most is None else None)
    # The card that is melded may be the only one, and unknown.
    melded = 0 if pile else min(buried, 1)
    unseen = buried - melded
    left = pile[: max(len(pile) - 1 - len(under), 0)]
    if left:
        unseen = 0
    elif most is not None:
        unseen = min(unseen, most - 1 - len(under))
    return Taken(under, unseen, left, buried - unseen - melded)


def _part_taken(take: Take, pile: tuple[Card, ...], buried: int | None) -> Taken:
    """The same in games where a card deeper in the pile may be melded and those above it taken."""
    if buried is None:
        return Taken((), None, (), None)
    top = take.top
    if top is None:
        return Taken(pile[:-1] if pile else (), 0, (), max(buried - (not pile), 0))
    at = next((p for p in reversed(range(len(pile))) if like(pile[p], top)), None)
    if at is not None:
        return Taken(pile[at + 1 :], 0, pile[:at], buried)
    if buried > 1 and not pile:
        # Nobody knows how deep the card that is melded lies.
        return Taken((), None, (), None)
    if buried:
        # The card that is melded is an unknown one below the known ones.
        return Taken(pile, 0, (), buried - 1)
    return Taken((), 0, pile[:-1], buried)
