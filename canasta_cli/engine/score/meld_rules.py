"""Rules ``tally.*`` about melds that a side can't have, or can't have left unfinished."""

from canasta_cli.engine.melds.canastas import merged
from canasta_cli.engine.melds.unfinished import open_melds
from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Answer, Finding, Reason, Rule, Topic, refusal
from canasta_cli.engine.score.tally_rules import SideTally
from canasta_cli.model.melds import Shape, meld_under
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank


def _same_rank(case: SideTally, ruleset: Ruleset) -> Answer:
    short = [
        meld.rank
        for meld in (meld_under(ruleset.wild_ranks, each) for each in case.pooled.melds)
        if meld.shape is Shape.SET and meld.size < ruleset.melds.canasta
    ]
    twice = next((rank for rank in short if rank and short.count(rank) > 1), None)
    if twice is None:
        return None
    return refusal(
        "there are two melds of {rank}, and neither is a canasta",
        {"rank": twice.many},
        fix="write them as one meld; a second meld of a rank may start when the first is a canasta",
    )


def _finished(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.tally.went_out or case.tally.special is not None:
        return None
    found = open_melds(merged(case.pooled.melds, ruleset), ruleset)
    return Finding(
        not found,
        lambda: Reason(
            "{meld} is unfinished; the side could not go out with it"
            if found
            else "no meld is unfinished that must be a canasta",
            {"meld": found[0] if found else ""},
            fix="check the cards of the meld, or who went out",
        ),
    )


def _special_melds(case: SideTally, ruleset: Ruleset) -> Answer:
    if case.tally.special is None:
        return None
    return Finding(
        not case.pooled.melds,
        lambda: Reason(
            "a side that shows a special hand has no melds",
            fix="leave out the melds, or write out instead of special:",
        ),
    )


def _feet(case: SideTally, ruleset: Ruleset) -> Answer:
    have = len(case.tally.feet)
    if not have:
        return None
    most = case.players
    if case.tally.went_out:
        most = 0 if ruleset.out.partner_foot else most - 1
    return Finding(
        have <= most,
        lambda: Reason(
            "a side that goes out can have {needed:foot|feet} left; this side has {have}"
            if case.tally.went_out
            else "this side has {have:foot|feet} left; it can have {needed}",
            needed=most,
            have=have,
            fix="write one foot: for each player who didn't pick it up; write other cards as left:",
        ),
    )


MELDED = Topic[SideTally](
    Rule(
        "tally.same-rank",
        "If a side may start a second meld of a rank after a canasta, only one of them can be "
        "unfinished.",
        (WILD, "melds.same_rank", "melds.canasta"),
        _same_rank,
        when=lambda rules: rules.melds.same_rank is SameRank.AFTER_CANASTA,
    ),
    Rule(
        "tally.finished",
        "In some games a side may not go out while certain melds are unfinished.",
        (WILD, "out.finished", "melds.canasta", "melds.same_rank"),
        _finished,
        when=lambda rules: bool(rules.out.finished),
    ),
    Rule(
        "tally.feet",
        "Only a player who did not go out can have a foot left; in some games, no player of the "
        "side that goes out can.",
        ("deal.foot", "out.partner_foot", "seats.sides"),
        _feet,
        when=lambda rules: rules.deal.foot is not None,
    ),
    Rule(
        "tally.special-melds",
        "A side that shows a special hand has no melds.",
        ("special.hands",),
        _special_melds,
        when=lambda rules: bool(rules.special.hands),
    ),
)
