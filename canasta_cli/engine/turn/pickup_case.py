"""A play that takes the pile, as the rules ``pile.*`` see it."""

from canasta_cli.engine.turn.case import Play
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.melds import Shape
from canasta_cli.model.turn import Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun, RankOnPile, WildTop

PAIR = 2


class Taking:
    """A play that takes the pile, perhaps without melding its top card.

    ``joined`` is the side's meld to which the top card is added; ``None`` if there is none, or if it is
    unknown. ``on_sequence`` is true if that is a sequence.
    """

    def __init__(self, play: Play, take: Take) -> None:
        self.play, self.take, self.view = play, take, play.view
        taking, onto = play.taking, take.onto
        self.joined = taking if taking is not None and taking.before is not None else None
        self.on_sequence = (self.joined is not None and self.joined.after.shape is Shape.RUN) or (
            onto is not None and onto.suit is not None
        )


class Pickup(Taking):
    """A play that takes the pile by melding its top card."""

    def __init__(self, play: Play, take: Take, top: Card) -> None:
        super().__init__(play, take)
        self.top = top


def taking(play: Play) -> Taking | None:
    """Find the case of a play; ``None`` if it doesn't take the pile."""
    return None if play.take is None else Taking(play, play.take)


def pickup(play: Play) -> Pickup | None:
    """Find the case of a play; ``None`` if it doesn't meld the top card of the pile."""
    take = play.take
    return None if take is None or take.top is None else Pickup(play, take, take.top)


def taken_alone(case: Taking, ruleset: Ruleset) -> bool:
    """True if the top card is added to a sequence and so must be taken without the pile."""
    return ruleset.pile.onto_run is OntoRun.ALONE and case.on_sequence


def blocks(top: Card, ruleset: Ruleset) -> bool:
    """True if the pile can't be taken while this card is on top."""
    if top.rank in ruleset.wild_ranks:
        return ruleset.pile.wild_top is WildTop.BLOCKS
    return top.rank.three or ruleset.ranks.pile[top.rank] is not RankOnPile.NONE


def pair_suffices(naturals: int, wilds: int, *, frozen: bool, ruleset: Ruleset) -> bool:
    """True if cards of the hand take the pile: a natural pair, or one natural and one wild card."""
    mixed = naturals > 0 and wilds > 0 and ruleset.pile.natural_wild
    return naturals >= PAIR or (mixed and not frozen)


def matching(top: Card, hand: Cards, ruleset: Ruleset) -> int:
    """Count the hand's cards that match the top card; all wild cards if any may take a wild one."""
    if top.rank in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        return ruleset.wild_ranks.count(hand)
    return hand.of(top.rank)


def may_lay_off(case: Taking, ruleset: Ruleset) -> bool:
    """True if the top card alone may be laid off, on a set or on a sequence."""
    runs = ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER
    if case.joined is not None or case.take.onto:
        return runs if case.on_sequence else ruleset.pile.lay_off
    return runs or ruleset.pile.lay_off
