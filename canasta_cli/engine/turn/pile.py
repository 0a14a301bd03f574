"""Find what is left of the pile when a turn has begun."""

from typing import NamedTuple

from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.course import taken
from canasta_cli.engine.turn.freezing import freezes, frozen_against
from canasta_cli.model.cards import Card
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
    known, take = play.known, play.take
    if not play.took_pile:
        frozen = frozen_against(known, ruleset).frozen
        return PileLeft(known.top_card, known.cards_in_pile, frozen)
    whole = ruleset.pile.portion is Portion.WHOLE
    most = 1 if take is not None and not take.whole else ruleset.pile.taken
    size = known.cards_in_pile
    if whole and (most is None or (size is not None and size <= most)):
        return NOTHING_LEFT
    if take is not None and known.pile is not None:
        under = taken(take, known.pile, ruleset) if take.whole else ()
        left = known.pile[: len(known.pile) - 1 - len(under)]
        top = left[-1] if left else None
        return PileLeft(top, len(left), any(freezes(card, ruleset) for card in left))
    if whole and size is not None and most is not None:
        return PileLeft(None, size - most, None)
    return PileLeft(None, None, None)
