"""The cards with which the pile is taken, and the meld that the top card joins."""

from canasta_cli.engine.melds.placement import Placement
from canasta_cli.engine.turn.case import Play
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.melds import Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun, RankOnPile, WildTop

PAIR = 2
FEW = {0: "none", 1: "one", 2: "two"}


def pair_suffices(naturals: int, wilds: int, *, frozen: bool, ruleset: Ruleset) -> bool:
    """True if cards of the hand take the pile: a natural pair, or one natural and one wild card."""
    mixed = naturals > 0 and wilds > 0 and ruleset.pile.natural_wild
    return naturals >= PAIR or (mixed and not frozen)


def matching(top: Card, hand: Cards, ruleset: Ruleset) -> int:
    """Count the hand's cards that match the top card; all wild cards if any may take a wild one."""
    if top.rank in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        return ruleset.wild_ranks.count(hand)
    return hand.of(top.rank)


def meld_joined(play: Play) -> Placement | None:
    """The side's meld to which the top card is added; ``None`` if there is none, or it is unknown."""
    taking = play.taking
    return taking if taking is not None and taking.before is not None else None


def on_sequence(play: Play) -> bool:
    """True if the top card alone is added to a sequence of the side."""
    joined = meld_joined(play)
    onto = play.take.onto if play.take else None
    return bool((joined and joined.after.shape is Shape.RUN) or (onto and onto.suit))


def blocks(top: Card, ruleset: Ruleset) -> bool:
    """True if the pile can't be taken while this card is on top."""
    if top.rank in ruleset.wild_ranks:
        return ruleset.pile.wild_top is WildTop.BLOCKS
    return top.rank.three or ruleset.ranks.pile[top.rank] is not RankOnPile.NONE


def pair_of(top: Card, ruleset: Ruleset) -> str:
    """Name the cards that make a pair with the top card: natural kings, deuces."""
    return f"{'natural ' * (top.rank in ruleset.wild_ranks.natural)}{top.rank.many}"


def may_lay_off(play: Play, ruleset: Ruleset) -> bool:
    """True if the top card alone may be laid off, on a set or on a sequence."""
    runs = ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER
    if meld_joined(play) is not None or (play.take and play.take.onto):
        return runs if on_sequence(play) else ruleset.pile.lay_off
    return runs or ruleset.pile.lay_off
