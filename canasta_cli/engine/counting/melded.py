"""Rules ``tally.*`` about what a side melded: what it cannot have melded, or left unfinished."""

from canasta_cli.engine.counting.tallying import SideTally
from canasta_cli.engine.melds.grading import merged
from canasta_cli.engine.melds.unfinished import open_melds
from canasta_cli.engine.rule import Reason, Rule, Topic
from canasta_cli.model.melds import Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank


def _same_rank(case: SideTally, ruleset: Ruleset) -> Reason | None:
    short = [
        meld.rank
        for meld in case.pooled.melds
        if meld.shape is Shape.SET and meld.size < ruleset.melds.canasta
    ]
    twice = next((rank for rank in short if rank and short.count(rank) > 1), None)
    if twice is None:
        return None
    return Reason(
        False,
        "two melds of {rank}, and neither is a canasta",
        {"rank": twice.many},
        remedy="write them as one meld; a second of a rank comes when the first is a canasta",
    )


def _finished(case: SideTally, ruleset: Ruleset) -> Reason | None:
    if not case.tally.went_out or case.tally.special is not None:
        return None
    found = open_melds(merged(case.pooled.melds, ruleset), ruleset)
    return Reason(
        not found,
        "the side went out with an unfinished meld: {meld}"
        if found
        else "no meld that must be finished is open",
        {"meld": found[0] if found else ""},
        remedy="it is finished before the side goes out",
    )


def _special_melds(case: SideTally, ruleset: Ruleset) -> Reason | None:
    if case.tally.special is None:
        return None
    return Reason(
        not case.pooled.melds,
        "a special hand is shown by a side that melded nothing",
        remedy="leave the melds out, or write out instead of special:",
    )


def _feet(case: SideTally, ruleset: Ruleset) -> Reason | None:
    have = len(case.tally.feet)
    if not have:
        return None
    most = case.players
    if case.tally.went_out:
        most = 0 if ruleset.out.partner_foot else most - 1
    return Reason(
        have <= most,
        "feet that were never taken up (foot:): {have}, where this side can have {needed}",
        {"have": have, "needed": most},
        needed=most,
        have=have,
        remedy="one foot: for each player who did not take it up; write other cards as left:",
    )


MELDED = Topic[SideTally](
    Rule(
        "tally.same-rank",
        "Where a second meld of a rank may come after a canasta, only one of them is unfinished.",
        ("melds.same_rank", "melds.canasta"),
        _same_rank,
        when=lambda rules: rules.melds.same_rank is SameRank.AFTER_CANASTA,
    ),
    Rule(
        "tally.finished",
        "In some games a side does not go out while certain melds are unfinished.",
        ("out.finished", "melds.canasta", "melds.same_rank"),
        _finished,
        when=lambda rules: bool(rules.out.finished),
    ),
    Rule(
        "tally.feet",
        "A foot is left only by a player who did not go out; in some games nobody of the side that "
        "goes out leaves one.",
        ("deal.foot", "out.partner_foot", "seats.sides"),
        _feet,
        when=lambda rules: rules.deal.foot is not None,
    ),
    Rule(
        "tally.special-melds",
        "A side that shows a special hand has melded nothing.",
        ("special.hands",),
        _special_melds,
        when=lambda rules: bool(rules.special.hands),
    ),
)
