"""Rules ``meld.*`` and ``threes.*`` about melds on the table: where cards go, wild cards, locks, dead ranks.

A player melds any number of sets, or sequences where the game has them, and adds cards to those of their
side, never to the other side's. What varies is whether a side may have two melds of a rank, whether
a finished canasta takes more cards, and when wild cards may be added.

A meld refused for its cards alone: ``engine/melds.py``. Which meld laid cards join: ``add_to_table`` in
``engine/table.py``. ``judge`` asks these rules, and the search for turns marks melds with them.
"""

from collections.abc import Iterable, Iterator
from itertools import dropwhile

from canasta_cli.engine.points import WILD, grade, has_canasta_of, in_packs, points_of
from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Unknown,
    finding,
    refusal,
    rule,
    unknown_part,
)
from canasta_cli.engine.table import Placement, beside
from canasta_cli.engine.turn.case import CaseKind, Play, play_topic
from canasta_cli.engine.turn.opening import after_opening, from_hand, satisfies
from canasta_cli.engine.view import is_laid_out, key_of
from canasta_cli.model.cards import Cards, LayOff, Meld, Onto, Rank, Shape, WildRanks, meld_under
from canasta_cli.model.turn import Join, LayThrees, MeldDown, MeldOrLayOff, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    DeadRank,
    Grade,
    LaidBlack,
    LastRedThree,
    SameRank,
    ThreesHeld,
    Tier,
    WildLock,
    WildsIn,
    canasta_name,
)
from canasta_cli.words import count_of, either

# Rules `meld.onto` and `threes.*`: where melded cards go on the table.


def completed(play: Play, ruleset: Ruleset) -> tuple[Grade, ...]:
    """List the grades of the canastas that a play completes."""
    return tuple(
        kind
        for each in play.placements
        if (kind := grade(each.after, ruleset)) is not None
        and not (each.before and grade(each.before, ruleset))
    )


@rule("meld.onto", "Cards are laid off only on melds of your own side.", about=(CaseKind.STRAYS,))
def _onto(play: Play, ruleset: Ruleset) -> Answer:
    strays = [each for each in play.placements if each.stray]
    lay_offs = [lay for lay in (*play.take.then, *play.melded) if isinstance(lay, LayOff)]
    # Those that are laid off on a sequence have its suit.
    added = [each.added.by_rank() for each in strays]
    astray = [lay for lay in lay_offs if lay.cards.by_rank() in added]
    if not astray:
        # A card that would extend a sequence, if it had its suit, is a stray too.
        loose = [lay for lay in play.melded if not isinstance(lay, LayOff)]
        return Unknown(Fact.SUITS) if any(lay.cards.by_rank() in added for lay in loose) else None
    names = {key for lay in astray for key in (lay.onto.rank, lay.onto.suit)}
    keys = [key for key in play.unplaced if key in names or isinstance(key, Shape)]
    # One that certainly has no meld is enough to refuse, whatever the others have.
    there = {None, *keys, *[meld.suit or meld.rank for meld in play.known_melds]}
    sure = [lay for lay in astray if (lay.onto.suit or lay.onto.rank) not in there]
    if keys and (not sure or any(isinstance(key, Shape) for key in keys)):
        return unknown_part(Fact.MELDS, *keys)
    first, *others = dict.fromkeys(_called(lay.onto) for lay in sure or astray)
    if all(each.startswith(_MELD_OF) for each in (first, *others)):
        others = [each.removeprefix(_MELD_OF) for each in others]
    return refusal(
        "your side has no {melds} on the table",
        {"melds": either([first, *others])},
        fix="lay off on one of your side's melds, or meld the cards as a new meld",
    )


_MELD_OF = "meld of "
_NTH = {2: "second", 3: "third", 4: "fourth"}


def _called(onto: Onto) -> str:
    """Name a meld as it was typed, in words."""
    nth = f"{_NTH.get(onto.which, 'further')} " if onto.which and onto.which > 1 else ""
    if onto.suit is not None:
        return f"{nth}sequence of {onto.suit.name.lower()}"
    return f"{nth}{_MELD_OF}{onto.rank.many if onto.rank else 'wild cards'}"


@rule(
    "meld.join",
    "If sets of one rank may be separate, a player may join them in a turn.",
    ("melds.same_rank",),
    about=(Join,),
)
def _join(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to join sets of a rank if there aren't two, or if they can't be separate."""
    apart = ruleset.melds.same_rank is SameRank.APART
    joined = [each.after.rank for each in play.placements if each.joined]
    missing = [rank for rank in play.turn.joins if rank not in joined]
    if apart and any(rank in play.unplaced for rank in missing):
        return unknown_part(Fact.MELDS, *[rank for rank in missing if rank in play.unplaced])
    if apart and not missing:
        return None
    return refusal(
        "your side doesn't have two sets of {rank} on the table"
        if apart
        else "{rank} are always one meld in this game, so there is nothing to join",
        {"rank": (missing or play.turn.joins)[0].many},
        fix="leave out the join",
    )


@rule(
    "meld.apart",
    "In some games a side may have two separate sets of one rank.",
    ("melds.same_rank",),
    when=lambda rules: rules.melds.same_rank is SameRank.APART,
    about=(CaseKind.BESIDE,),
)
def _apart(play: Play, ruleset: Ruleset) -> Answer:
    """Mention a new set beside another of its rank: it may not be what was meant."""
    meld = beside(play.placements, play.view.known_melds, ruleset)
    rank = None if meld is None else meld.rank
    if rank is None:
        return None
    return finding(
        True,
        "{meld} is a new set beside your other {rank}; to add the cards instead, write "
        "{symbol}: before them; to combine the sets, add join {symbol}",
        {"meld": meld, "rank": rank.many, "symbol": rank.value},
        notice=True,
    )


@rule(
    "meld.same-rank",
    "If a side has already melded a rank, further cards of it are added to that meld, and count "
    "for its limits together.",
    (WILD, "melds.same_rank"),
    when=lambda rules: rules.melds.same_rank is not SameRank.APART,
    about=(CaseKind.MELDS_MISSING,),
)
def _same_rank(play: Play, ruleset: Ruleset) -> Answer:
    """Ask for the melds if wild cards are melded with a rank that the side may have already."""
    if not play.unplaced:
        return None
    melds = [
        meld_under(ruleset.wild_ranks, lay) for lay in play.melded if not isinstance(lay, LayOff)
    ]
    wilds = any(meld.wilds and meld.rank for meld in melds)
    return unknown_part(Fact.MELDS, *play.unplaced) if wilds else None


@rule(
    "threes.laid",
    "Red threes are laid out; black threes only in games that score them.",
    ("threes.lay_black",),
    about=(LayThrees,),
)
def _threes(play: Play, ruleset: Ruleset) -> Answer:
    laid = [clause for clause in play.turn.clauses if isinstance(clause, LayThrees)]
    unexpected = [
        card.rank.one
        for clause in laid
        for card in clause.cards
        if not is_laid_out(card.rank, ruleset, from_pile=play.took_pile)
    ]
    return finding(
        not unexpected,
        "{unexpected} may not be laid out" if unexpected else "threes are laid out",
        {"unexpected": unexpected[0] if unexpected else ""},
        fix="lay out only red threes, or black threes of a pile that you take"
        if ruleset.threes.lay_black is LaidBlack.FROM_PILE
        else "lay out only red threes; meld or discard the others",
    )


@rule(
    "threes.kept",
    "A three that must be laid out may be kept in the hand only if the game allows it.",
    ("threes.held", "threes.lay_black", "stock.last_red_three"),
    when=lambda rules: rules.threes.held is not ThreesHeld.ANY,
    about=(CaseKind.KEEPS_THREE,),
)
def _held(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to keep threes in the hand that must be laid out."""
    if not play.whole or play.goes_out or play.discard is None:
        return None
    kept = [
        rank
        for rank in (Rank.RED_THREE, Rank.BLACK_THREE)
        if play.left.of(rank) and is_laid_out(rank, ruleset)
    ]
    if play.drew_last_three and ruleset.stock.last_red_three is LastRedThree.KEPT:
        return None
    number = sum(play.left.of(rank) for rank in kept)
    unopened = (
        ruleset.threes.held is ThreesHeld.ONE and not play.placements and play.opened is not True
    )
    if number <= unopened:
        return Unknown(Fact.OPENED) if number and play.opened is None else None
    return refusal(
        "you would keep {threes}; you may keep {most}",
        {
            "threes": count_of(number, kept[0].noun),
            "most": "one" if unopened else "none",
        },
        needed=int(unopened),
        have=number,
        fix=f"lay them out before drawing: lay {kept[0].value}",
    )


@rule(
    "meld.canasta-changes",
    "A wild card added to a natural canasta makes it a mixed canasta.",
    (WILD, "bonus.natural", "bonus.mixed", "melds.canasta", "melds.wilds_on_canasta"),
    when=lambda rules: rules.melds.wilds_on_canasta,
    about=(CaseKind.ADDS_TO_CANASTA,),
)
def _finished(play: Play, ruleset: Ruleset) -> Answer:
    """Mention a canasta whose grade changes; never refuse it."""
    for each in play.placements:
        before = grade(each.before, ruleset) if each.before else None
        after = grade(each.after, ruleset)
        if before is not None and after is not None and before is not after:
            return finding(
                True,
                "the {before} {meld} becomes a {after}",
                {
                    "before": canasta_name(before),
                    "meld": each.before,
                    "after": canasta_name(after),
                },
                notice=True,
            )
    return None


@rule(
    "meld.canasta-wilds",
    "In some games wild cards may not be added to a finished canasta.",
    (WILD, "melds.wilds_on_canasta", "melds.canasta"),
    when=lambda rules: not rules.melds.wilds_on_canasta,
    about=(CaseKind.ADDS_TO_CANASTA, Take, Join),
)
def _wilds_on_canasta(play: Play, ruleset: Ruleset) -> Answer:
    laid = [(each.before, each.after) for each in play.placements]
    for before, after in (*laid, *_once_taken(play)):
        if before is not None and grade(before, ruleset) and after.wilds > before.wilds:
            return refusal(
                "{meld} is a finished canasta; wild cards may not be added to it",
                {"meld": before},
                fix="add the wild cards to a meld that is not a canasta yet, or keep them",
            )
    return None


def _once_taken(play: Play) -> Iterator[tuple[Meld, Meld]]:
    """Yield the meld that took the pile, as it was then and as it is in the end."""
    take, laid = play.take, play.taking
    if take.top is not None and laid is not None:
        taken = Cards((take.top, *take.hand))
        whole = taken if laid.before is None else laid.before.cards + taken
        yield Meld(whole, play.ruleset.wild_ranks), laid.after


LAYING = play_topic(_onto, _apart, _join, _same_rank, _finished, _wilds_on_canasta, _threes, _held)


# Rules `meld.*` that depend on melds on the table: added wild cards, locks, dead ranks.


def placed(laid: Iterable[Placement], play: Play) -> tuple[Placement, ...]:
    """Keep the melds of which the one before, if there is one, is known."""
    return tuple([each for each in laid if not (each.stray or key_of(each.after) in play.unplaced)])


def _wild_sets(play: Play) -> tuple[Placement, ...]:
    """List the sets to which this play adds wild cards."""
    return tuple(
        each
        for each in play.placements
        if play.ruleset.wild_ranks.count(each.added)
        and each.after.shape is Shape.SET
        and not each.stray
    )


@rule(
    "meld.rule-of-five",
    "In some games, once a side has opened, wild cards may be added only to a meld with "
    "enough natural cards.",
    (WILD, "melds.naturals_before_wild"),
    when=lambda rules: rules.melds.naturals_before_wild is not None,
)
def _rule_of_five(play: Play, ruleset: Ruleset) -> Answer:
    needed = ruleset.melds.naturals_before_wild
    if needed is None or (play.opened is False and not play.takes):
        return None
    sets = placed(_wild_sets(play), play)
    late = after_opening(sets, play, ruleset) if play.opened is False else sets
    short = [each for each in late if len(each.after.naturals) < needed]
    if not short:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    have = len(short[0].after.naturals)
    return refusal(
        "{meld} has {have:natural card}; after the initial meld it needs {needed} "
        "before a wild card is added",
        {"meld": short[0].after},
        needed=needed,
        have=have,
        fix=f"keep the wild cards until the meld has {count_of(needed, 'natural card')}",
    )


@rule(
    "meld.opening-wilds",
    "In some games a meld of certain ranks may have wild cards only from the start, when the side "
    "opens.",
    (WILD, "ranks.4-A,2.wilds"),
    when=lambda rules: WildsIn.OPENING in map(rules.ranks.wilds.get, rules.wild_ranks.natural),
)
def _opening_only(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse wild cards in melds of a rank that had none when they were opened."""
    when = ruleset.ranks.wilds
    for each in placed(_wild_sets(play), play):
        rank = each.after.rank
        if rank is None or when[rank] is not WildsIn.OPENING:
            continue
        if (each.before is not None and each.before.wilds) or play.opened is False:
            continue
        if play.opened is None:
            return Unknown(Fact.OPENED)
        return refusal(
            "{meld}: a meld of {rank} may have wild cards only from the start, when your side opens",
            {"meld": each.after, "rank": rank.many},
            fix=f"add no wild cards to the {rank.many}",
        )
    return None


@rule(
    "meld.wild-lock",
    "In some games, while a side's meld of wild cards or deuces is unfinished, they may not be "
    "added to its other melds.",
    (WILD, "melds.wild_lock", "melds.canasta"),
    when=lambda rules: rules.melds.wild_lock is not WildLock.NONE,
)
def _wild_lock(play: Play, ruleset: Ruleset) -> Answer:
    lock = ruleset.melds.wild_lock
    if not any(is_locked(each, lock) for each in play.placements):
        return None
    before = play.view.melds_of(Shape.WILD)
    if before is None:
        return unknown_part(Fact.MELDS, Shape.WILD)
    lay_open = any(is_open(meld, ruleset) for meld in before)
    still = next((meld for meld in play.known_melds if is_open(meld, ruleset)), None)
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
    if not play.takes or play.opened is not False or play.hand.unseen != 0:
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


@rule(
    "meld.dead-rank",
    "In some games a canasta of one side closes its rank to the other side.",
    (WILD, "melds.dead_rank", "melds.canasta", "deck.packs"),
    when=lambda rules: rules.melds.dead_rank is not DeadRank.NEVER,
)
def _dead(play: Play, ruleset: Ruleset) -> Answer:
    when = ruleset.melds.dead_rank
    asked = [
        each
        for each in placed(play.placements, play)
        if when is DeadRank.CLOSED or each.before is None
        if _may_be_dead(each, ruleset)
    ]
    if not asked:
        return None
    ranks = [each.after.rank for each in asked if each.after.rank]
    theirs = {rank: play.view.their_melds_of(rank) for rank in ranks}
    dead = [rank for rank in ranks if has_canasta_of(rank, theirs[rank] or (), ruleset)]
    if not dead:
        missing = [rank for rank, melds in theirs.items() if melds is None]
        return unknown_part(Fact.THEIR_MELDS, *missing) if missing else None
    return refusal(
        "{rank} are dead: the other side has a canasta of them",
        {"rank": dead[0].many},
        fix=f"keep the {dead[0].many} in your hand, or discard them",
        unread=("deck.packs",),
    )


# These look at one meld at a time: no other meld of the turn can make it legal.
BY_MELD = play_topic(_rule_of_five, _opening_only, _dead, about=(MeldDown, Take, Join))
ADDING = play_topic(*BY_MELD, _wild_lock, about=(MeldDown, Take, Join))
