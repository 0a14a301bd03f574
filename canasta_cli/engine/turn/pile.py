"""Find what is left of the pile when a turn has begun."""

from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.freezing import freezes, frozen_against
from canasta_cli.model.cards import Card
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class PileLeft(NamedTuple):
    """The pile on which a turn discards: its top card, its size, and if a card freezes it.

    ``None`` is unknown; for ``top`` it can also mean that there is no card.
    """

    top: Card | None
    size: int | None
    frozen: bool | None

    @property
    def lies(self) -> bool | None:
        """True if there is a pile at all; ``None`` if unknown."""
        return True if self.top is not None else None if self.size is None else self.size > 0


NOTHING_LEFT = PileLeft(None, 0, False)


def pile_left(play: Play, ruleset: Ruleset) -> PileLeft:
    """Return the pile as a play leaves it before the discard."""
    view, now = play.view, play.at_end
    if not play.took_pile:
        return PileLeft(view.top, view.pile_size, frozen_against(view, ruleset).frozen)
    if play.take is not None:
        frozen = None
        if now.known_pile is not None:
            frozen = any(freezes(card, ruleset) for card in now.pile)
        return PileLeft(now.top, now.pile_size, frozen)
    most, size = ruleset.pile.taken, view.pile_size
    if ruleset.pile.portion is Portion.PART:
        return PileLeft(None, None, None)
    if most is None or (size is not None and size <= most):
        return NOTHING_LEFT
    return PileLeft(None, None if size is None else size - most, None)
