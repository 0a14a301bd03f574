"""Rules ``meld.onto`` and ``threes.*``: where melded cards go on the table."""

from collections.abc import Iterator

from canasta_cli.engine.canastas import grade
from canasta_cli.engine.placement import beside
from canasta_cli.engine.points import WILD, is_laid_out
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, refusal
from canasta_cli.engine.turn.case import Kind, Play, play_topic
from canasta_cli.model.cards import Cards, LayOff, Meld, Onto, Rank, meld_under
from canasta_cli.model.turn import Join, LayThrees, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, LastRedThree, SameRank, ThreesHeld, canasta_name
from canasta_cli.words import count_of


def completed(play: Play, ruleset: Ruleset) -> tuple[Grade, ...]:
    """List the grades of the canastas that a play completes."""
    return tuple(
        kind
        for each in play.placements
        if (kind := grade(each.after, ruleset)) is not None
        and not (each.before and grade(each.before, ruleset))
    )


def _onto(play: Play, ruleset: Ruleset) -> Answer:
    strays = [each for each in play.placements if each.stray]
    if not strays:
        return None
    then = play.take.then if play.take else ()
    lay_offs = [lay for lay in (*then, *play.melded) if isinstance(lay, LayOff)]
    # Cards that may extend a sequence, if they had their suits, are strays too.
    astray = [lay for lay in lay_offs if any(each.added == lay.cards for each in strays)]
    if not astray:
        return None
    if play.melds_missing:
        return Unknown(Fact.MELDS)
    named = dict.fromkeys(_called(lay.onto) for lay in astray)
    return refusal(
        "your side has no {melds} on the table",
        {"melds": " and no ".join(named)},
        fix="lay off on one of your side's melds, or meld the cards as a new meld",
    )


_NTH = {2: "second", 3: "third", 4: "fourth"}


def _called(onto: Onto) -> str:
    """Name a meld as it was typed, in words."""
    nth = f"{_NTH.get(onto.which, 'further')} " if onto.which and onto.which > 1 else ""
    if onto.suit is not None:
        return f"{nth}sequence of that suit"
    return f"{nth}meld of {onto.rank.many if onto.rank else 'wild cards'}"


def _join(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to join sets of a rank if there aren't two, or if they can't be separate."""
    apart = ruleset.melds.same_rank is SameRank.APART
    joined = [each.after.rank for each in play.placements if each.joined]
    missing = [rank for rank in play.turn.joins if rank not in joined]
    if apart and missing and play.melds_missing:
        return Unknown(Fact.MELDS)
    if apart and not missing:
        return None
    return refusal(
        "your side doesn't have two sets of {rank} on the table"
        if apart
        else "{rank} are always one meld in this game, so there is nothing to join",
        {"rank": (missing or play.turn.joins)[0].many},
        fix="leave out the join",
    )


def _apart(play: Play, ruleset: Ruleset) -> Answer:
    """Mention a new set beside another of its rank: it may not be what was meant."""
    meld = beside(play.placements, play.view.melds or (), ruleset)
    rank = None if meld is None else meld.rank
    if rank is None:
        return None
    return Finding(
        True,
        lambda: Reason(
            "{meld} is a new set beside your other {rank}; to add the cards instead, write "
            "{symbol}: before them; to combine the sets, add join {symbol}",
            {"meld": meld, "rank": rank.many, "symbol": rank.value},
            notice=True,
        ),
    )


def _same_rank(play: Play, ruleset: Ruleset) -> Answer:
    """Ask for the melds if wild cards are melded with a rank that the side may have already."""
    melds = [
        meld_under(ruleset.wild_ranks, lay) for lay in play.melded if not isinstance(lay, LayOff)
    ]
    return Unknown(Fact.MELDS) if any(meld.wilds and meld.rank for meld in melds) else None


def _threes(play: Play, ruleset: Ruleset) -> Answer:
    laid = [clause for clause in play.turn.clauses if isinstance(clause, LayThrees)]
    unexpected = [
        card.rank.one
        for clause in laid
        for card in clause.cards
        if not is_laid_out(card.rank, ruleset, from_pile=play.took_pile)
    ]
    return Finding(
        not unexpected,
        lambda: Reason(
            "{unexpected} may not be laid out" if unexpected else "threes are laid out",
            {"unexpected": unexpected[0] if unexpected else ""},
            fix="lay out only red threes, or black threes of a pile that you take"
            if ruleset.threes.black_from_pile
            else "lay out only red threes; meld or discard the others",
        ),
    )


def _held(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to keep threes in the hand that must be laid out."""
    if not play.whole or play.goes_out or play.discard is None:
        return None
    kept = [rank for rank in (Rank.RED_THREE, Rank.BLACK_THREE) if _stays(rank, play, ruleset)]
    if play.drew_last_three and ruleset.stock.last_red_three is LastRedThree.KEPT:
        return None
    number = sum(play.left.of(rank) for rank in kept)
    unopened = (
        ruleset.threes.held is ThreesHeld.ONE and not play.placements and play.opened is not True
    )
    if number <= unopened:
        return None
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


def _stays(rank: Rank, play: Play, ruleset: Ruleset) -> bool:
    return bool(play.left.of(rank)) and is_laid_out(rank, ruleset)


def _finished(play: Play, ruleset: Ruleset) -> Answer:
    """Mention a canasta whose grade changes; never refuse it."""
    for each in play.placements:
        before = grade(each.before, ruleset) if each.before else None
        after = grade(each.after, ruleset)
        if before is not None and after is not None and before is not after:
            return Finding(
                True,
                lambda: Reason(
                    "the {before} {meld} becomes a {after}",
                    {
                        "before": canasta_name(before),
                        "meld": each.before,
                        "after": canasta_name(after),
                    },
                    notice=True,
                ),
            )
    return None


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
    if take is not None and take.top is not None and laid is not None:
        taken = Cards((take.top, *take.hand))
        lying = taken if laid.before is None else laid.before.cards + taken
        yield Meld(lying, play.ruleset.wild_ranks), laid.after


LAYING = play_topic(
    Rule(
        "meld.onto",
        "Cards are laid off only on melds of your own side.",
        (),
        _onto,
        about=(Kind.STRAYS,),
    ),
    Rule(
        "meld.apart",
        "In some games a side may have two separate sets of one rank.",
        ("melds.same_rank",),
        _apart,
        when=lambda rules: rules.melds.same_rank is SameRank.APART,
        about=(Kind.BESIDE,),
    ),
    Rule(
        "meld.join",
        "If sets of one rank may be separate, a player may join them in a turn.",
        ("melds.same_rank",),
        _join,
        about=(Join,),
    ),
    Rule(
        "meld.same-rank",
        "If a side has already melded a rank, further cards of it are added to that meld, and count "
        "for its limits together.",
        (WILD, "melds.same_rank"),
        _same_rank,
        when=lambda rules: rules.melds.same_rank is not SameRank.APART,
        about=(Kind.MELDS_MISSING,),
    ),
    Rule(
        "meld.canasta-changes",
        "A wild card added to a natural canasta makes it a mixed canasta.",
        (WILD, "bonus.natural", "bonus.mixed", "melds.canasta"),
        _finished,
        about=(Kind.ADDS_TO_CANASTA,),
    ),
    Rule(
        "meld.canasta-wilds",
        "In some games wild cards may not be added to a finished canasta.",
        (WILD, "melds.wilds_on_canasta", "melds.canasta"),
        _wilds_on_canasta,
        when=lambda rules: not rules.melds.wilds_on_canasta,
        about=(Kind.ADDS_TO_CANASTA, Take, Join),
    ),
    Rule(
        "threes.laid",
        "Red threes are laid out; black threes only in games that score them.",
        ("threes.lay_black",),
        _threes,
        about=(LayThrees,),
    ),
    Rule(
        "threes.kept",
        "A three that must be laid out may be kept in the hand only if the game allows it.",
        ("threes.held", "threes.lay_black", "stock.last_red_three"),
        _held,
        when=lambda rules: rules.threes.held is not ThreesHeld.ANY,
        about=(Kind.KEEPS_THREE,),
    ),
)
