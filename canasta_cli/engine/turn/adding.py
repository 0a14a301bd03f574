"""Rules ``meld.*`` that depend on melds on the table: added wild cards, locks, dead ranks."""

from itertools import dropwhile

from canasta_cli.engine.canastas import grade, has_canasta_of
from canasta_cli.engine.placement import Placement
from canasta_cli.engine.points import WILD, in_packs, points_of
from canasta_cli.engine.rule import Answer, Fact, Rule, Unknown, refusal
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.initial_meld import after_opening, from_hand, satisfies
from canasta_cli.model.cards import LayOff, Meld, Rank, Shape, WildRanks
from canasta_cli.model.turn import Join, MeldDown, MeldOrLayOff, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import DeadRank, Tier, WildLock, WildsIn
from canasta_cli.words import count_of


def _wild_sets(play: Play) -> tuple[Placement, ...]:
    """List the sets to which this play adds wild cards."""
    return tuple(
        each
        for each in play.placements
        if play.ruleset.wild_ranks.count(each.added)
        and each.after.shape is Shape.SET
        and not each.stray
    )


def _rule_of_five(play: Play, ruleset: Ruleset) -> Answer:
    needed = ruleset.melds.naturals_before_wild
    if needed is None or (play.opened is False and play.take is None):
        return None
    sets = _wild_sets(play)
    late = after_opening(sets, play, ruleset) if play.opened is False else sets
    short = [each for each in late if len(each.after.naturals) < needed]
    if not short:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    if play.view.melds is None:
        return Unknown(Fact.MELDS)
    have = len(short[0].after.naturals)
    return refusal(
        "{meld} has {have:natural card}; after the initial meld it needs {needed} "
        "before a wild card is added",
        {"meld": short[0].after},
        needed=needed,
        have=have,
        fix=f"keep the wild cards until the meld has {count_of(needed, 'natural card')}",
    )


def _opening_only(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse wild cards in melds of a rank that had none when they were opened."""
    when = ruleset.ranks.wilds
    for each in _wild_sets(play):
        rank = each.after.rank
        if rank is None or when[rank] is not WildsIn.OPENING:
            continue
        if (each.before is not None and each.before.wilds) or play.opened is False:
            continue
        if play.view.melds is None:
            return Unknown(Fact.OPENED if play.opened is None else Fact.MELDS)
        return refusal(
            "{meld}: a meld of {rank} may have wild cards only if it had one when it was first melded",
            {"meld": each.after, "rank": rank.many},
            fix=f"add no wild cards to the {rank.many}",
        )
    return None


def _wild_lock(play: Play, ruleset: Ruleset) -> Answer:
    lock = ruleset.melds.wild_lock
    if not any(is_locked(each, lock) for each in play.placements):
        return None
    if play.melds_missing:
        return Unknown(Fact.MELDS)
    lay_open = any(is_open(meld, ruleset) for meld in play.view.melds or ())
    melds = tuple(each.after for each in play.placements) if play.melds is None else play.melds
    still = next((meld for meld in melds if is_open(meld, ruleset)), None)
    if still is None or not (
        lay_open
        or lock is WildLock.DEUCES
        or _added_after(play)
        or _opened_with(still, play, ruleset)
    ):
        return None
    cards = "deuces" if lock is WildLock.DEUCES else "wild cards"
    return refusal(
        "until your wild meld {meld} is a canasta, {cards} may not be added to other melds",
        {"meld": still, "cards": cards},
        needed=ruleset.melds.canasta,
        have=still.size,
        fix=f"add the {cards} to it first, or keep them",
    )


def _added_after(play: Play) -> bool:
    """True if a side that has opened begins a wild meld, and then adds wild cards to other melds.

    The melds of an initial meld are laid down together, so that none of them comes after another.
    """
    if play.opened is False:
        return False
    wild_ranks = play.ruleset.wild_ranks
    melded = list(dropwhile(lambda lay: not is_wild(lay, wild_ranks), play.melded))
    return any(wild_ranks.count(lay.cards) and not is_wild(lay, wild_ranks) for lay in melded)


def is_wild(lay: MeldOrLayOff, wild_ranks: WildRanks) -> bool:
    """True if cards are laid as a meld of wild cards, or added to one."""
    if isinstance(lay, LayOff):
        return lay.onto.is_wild(wild_ranks)
    return lay.size == wild_ranks.count(lay.cards)


def _opened_with(wild: Meld, play: Play, ruleset: Ruleset) -> bool:
    """True if wild cards are added to sets only after the side opened with a wild meld this turn.

    That goes for wild cards from the pile and in sets that need the pile. The wild cards of the
    hand are assumed to be in the sets, if there are enough of them for both.
    """
    if play.take is None or play.opened is not False or play.hand.unseen != 0:
        return False
    ranks = ruleset.wild_ranks.wild
    sets = _wild_sets(play)
    in_sets = [sum(each.added.of(rank) for each in sets) for rank in ranks]
    own = [play.hand.of(rank) for rank in ranks]
    rest = [
        min(have - gone, wild.cards.of(rank))
        for have, gone, rank in zip(own, in_sets, ranks, strict=True)
    ]
    if (
        not after_opening(sets, play, ruleset)
        and min(rest) >= 0
        and sum(rest) >= ruleset.melds.smallest
    ):
        return False
    others = [each for each in from_hand(play, ruleset) if each.placement.after != wild]
    needed = play.tier.points if isinstance(play.tier, Tier) else 0
    without = play.counted - points_of(wild.cards, ruleset)
    return without < needed or not any(
        satisfies(each.own, each.placement.after, ruleset) for each in others
    )


def is_locked(each: Placement, lock: WildLock) -> bool:
    """True if cards that a lock may hold back are added to a meld that is not of wild cards."""
    deuces = lock is WildLock.DEUCES
    wild_ranks = each.after.wild_ranks
    cards = each.added.of(Rank.DEUCE) if deuces else wild_ranks.count(each.added)
    return cards > 0 and each.after.shape is not Shape.WILD


def is_open(meld: Meld, ruleset: Ruleset) -> bool:
    """True if a meld has only wild cards and is not a canasta yet."""
    return meld.shape is Shape.WILD and grade(meld, ruleset) is None


def _may_be_dead(each: Placement, ruleset: Ruleset) -> bool:
    """True if the deck has enough of the rank for the other side to have a canasta of it."""
    rank = each.after.rank
    if rank is None or each.after.shape is not Shape.SET:
        return False
    theirs = in_packs(rank, ruleset) - len(each.after.naturals)
    return theirs >= max(
        ruleset.melds.canasta - ruleset.melds.max_wilds, ruleset.melds.min_naturals
    )


def _dead(play: Play, ruleset: Ruleset) -> Answer:
    when = ruleset.melds.dead_rank
    asked = [
        each
        for each in play.placements
        if not each.stray and (when is DeadRank.CLOSED or each.before is None)
        if _may_be_dead(each, ruleset)
    ]
    if not asked:
        return None
    if play.view.their_melds is None:
        return Unknown(Fact.THEIR_MELDS)
    dead = [
        each.after.rank
        for each in asked
        if each.after.rank and has_canasta_of(each.after.rank, play.view.their_melds, ruleset)
    ]
    if not dead:
        return None
    return refusal(
        "{rank} are dead: the other side has a canasta of them",
        {"rank": dead[0].many},
        fix=f"keep the {dead[0].many} in your hand, or discard them",
    )


# These look at one meld at a time: no other meld of the turn can make it legal.
BY_MELD = play_topic(
    Rule(
        "meld.rule-of-five",
        "In some games, once a side has opened, wild cards may be added only to a meld with "
        "enough natural cards.",
        (WILD, "melds.naturals_before_wild"),
        _rule_of_five,
        when=lambda rules: rules.melds.naturals_before_wild is not None,
    ),
    Rule(
        "meld.opening-wilds",
        "In some games a meld of certain ranks may have wild cards only if it had one when it "
        "was first melded.",
        (WILD, "ranks.4-A,2.wilds"),
        _opening_only,
        when=lambda rules: WildsIn.OPENING in map(rules.ranks.wilds.get, rules.wild_ranks.natural),
    ),
    Rule(
        "meld.dead-rank",
        "In some games a canasta of one side closes its rank to the other side.",
        (WILD, "melds.dead_rank", "melds.canasta", "deck.packs"),
        _dead,
        when=lambda rules: rules.melds.dead_rank is not DeadRank.NEVER,
    ),
    about=(MeldDown, Take, Join),
)
ADDING = play_topic(
    *BY_MELD,
    Rule(
        "meld.wild-lock",
        "In some games, while a side's meld of wild cards or deuces is unfinished, they may not be "
        "added to its other melds.",
        (WILD, "melds.wild_lock", "melds.canasta"),
        _wild_lock,
        when=lambda rules: rules.melds.wild_lock is not WildLock.NONE,
    ),
    about=(MeldDown, Take, Join),
)
