"""Rules ``meld.*``: which cards make a meld."""

from collections.abc import Callable
from functools import lru_cache

from canasta_cli.engine.melds import threes as melding_threes
from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Finding,
    Reason,
    Rule,
    Topic,
    Unknown,
    Verdict,
    judge,
    refusal,
)
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Meld, MeldOnTable, Shape, unsuited_run
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import LongRuns, WildMelds, WildRatio, WildsIn
from canasta_cli.words import count_of

FOUR = 4


def _kind(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    meld = case.meld
    if meld.shape is Shape.RUN:
        return _run(meld, ruleset)
    ranks = {card.rank for card in meld.naturals}
    if any(rank.three for rank in ranks):
        return refusal(
            "{meld} mixes threes with other cards",
            {"meld": meld},
            fix="meld the threes separately",
        )
    if ruleset.melds.runs and unsuited_run(meld.cards, ruleset.wild_ranks):
        return Unknown(Fact.SUITS)
    if ruleset.melds.runs and meld.suit is not None:
        return _no_run(meld)
    return refusal(
        "{meld} has {have} ranks; a set has one rank, a sequence one suit"
        if ruleset.melds.runs
        else "{meld} has {have} ranks; a meld has one",
        {"meld": meld},
        needed=1,
        have=len(ranks),
        fix=(
            "meld cards of one rank, or consecutive cards of one suit without wild cards"
            if ruleset.melds.runs
            else "write each rank as a separate meld"
        ),
    )


def _run(meld: Meld, ruleset: Ruleset) -> Answer:
    if ruleset.melds.runs:
        return Finding(True, lambda: Reason("{meld} is a sequence of one suit", {"meld": meld}))
    return refusal(
        "{meld} is a sequence; these rules allow only sets of one rank",
        {"meld": meld},
        fix="meld cards of one rank",
    )


def _no_run(meld: Meld) -> Answer:
    return refusal(
        "{meld} is not a sequence: a sequence has no wild cards"
        if meld.wilds
        else "{meld} is not a sequence: its cards are not consecutive",
        {"meld": meld},
        fix="meld cards of one rank, or consecutive cards of one suit without wild cards",
    )


def _long_runs(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    have, most = case.meld.size, ruleset.melds.canasta
    when = ruleset.melds.long_runs
    if have <= most:
        return None
    if when is LongRuns.GOING_OUT and case.going_out is None:
        return Unknown(Fact.OUT)
    return Finding(
        when is LongRuns.GOING_OUT and bool(case.going_out),
        lambda: Reason(
            "{meld} has {have:card}; a sequence may have at most {needed}"
            + (", except in the turn in which you go out" if when is LongRuns.GOING_OUT else ""),
            {"meld": case.meld},
            needed=most,
            have=have,
            fix="start another sequence with the extra cards, or keep them",
        ),
    )


def _smallest(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    have, needed = case.meld.size, ruleset.melds.smallest
    return Finding(
        have >= needed,
        lambda: Reason(
            "{meld} has {have:card}; a meld needs at least {needed}",
            {"meld": case.meld},
            needed,
            have,
            f"add {count_of(needed - have, 'card')}",
        ),
    )


def _largest(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    most = ruleset.melds.largest
    if case.meld.shape is Shape.WILD:
        most = ruleset.melds.largest_wild if most is None else most
    if most is None:
        return None
    have = case.meld.size
    return Finding(
        have <= most,
        lambda: Reason(
            "{meld} has {have:card}; a meld may have at most {needed}",
            {"meld": case.meld},
            most,
            have,
            f"leave out {count_of(have - most, 'card')}",
        ),
    )


def _as_set(meld: Meld, ruleset: Ruleset) -> tuple[int, int] | None:
    """Count the natural and wild cards of a set; ``None`` for other melds.

    Deuces count as natural if they are melded as a rank.
    """
    if meld.shape is Shape.SET:
        return len(meld.naturals), meld.wilds
    if ruleset.melds.wild_as is not WildMelds.DEUCES:
        return None
    deuces = meld.cards.of(Rank.DEUCE)
    return deuces, meld.size - deuces


def _naturals(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    counts = _as_set(case.meld, ruleset)
    if counts is None:
        return None
    have, needed = counts[0], ruleset.melds.min_naturals
    return Finding(
        have >= needed,
        lambda: Reason(
            "{meld} has {have:natural card}; a meld needs at least {needed}",
            {"meld": case.meld},
            needed,
            have,
            f"add {count_of(needed - have, 'natural card')}",
        ),
    )


def _wilds(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    counts = _as_set(case.meld, ruleset)
    if counts is None:
        return None
    have, most = counts[1], ruleset.melds.max_wilds
    return Finding(
        have <= most,
        lambda: Reason(
            "{meld} has {have:wild card}; a meld may have at most {needed}",
            {"meld": case.meld},
            most,
            have,
            f"leave out {count_of(have - most, 'wild card')}",
        ),
    )


# Wild cards that a set may have, from its natural cards and the wild cards in it now.
_RATIOS: dict[WildRatio, Callable[[int, int], int]] = {
    WildRatio.FREE: lambda _naturals, wilds: wilds,
    WildRatio.NOT_MORE: lambda naturals, _wilds: naturals,
    WildRatio.FEWER: lambda naturals, _wilds: max(naturals - 1, 0),
    WildRatio.HALF: lambda naturals, _wilds: naturals // 2,
    WildRatio.HALF_TO_FOUR: lambda naturals, _wilds: max(naturals // 2, 3 * (naturals >= FOUR)),
    WildRatio.FOUR: lambda naturals, wilds: wilds if naturals >= FOUR else 0,
    WildRatio.BY_SIZE: lambda naturals, wilds: min(max((naturals + wilds - 1) // 2, 1), 3),
}


def wilds_allowed(naturals: int, wilds: int, ratio: WildRatio) -> int:
    """Count the wild cards that a set with ``naturals`` natural cards may have, by the ratio alone.

    ``wilds`` counts those in the set now: one ratio depends on the size of the whole meld.
    """
    return _RATIOS[ratio](naturals, wilds)


def _ratio(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    naturals, have = _as_set(case.meld, ruleset) or (0, 0)
    if not have:
        return None
    most = wilds_allowed(naturals, have, ruleset.melds.wild_ratio)
    return Finding(
        have <= most,
        lambda: Reason(
            "{meld} has {have:wild card}; {naturals:natural card} {allow} {needed} here",
            {
                "meld": case.meld,
                "naturals": naturals,
                "allow": f"allow{'s' * (naturals == 1)}{' only' * (have > most > 0)}",
                "needed": most or "none",
            },
            needed=most,
            have=have,
            fix="add natural cards, or leave out wild cards",
        ),
    )


def _wild_only(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    return Finding(
        ruleset.melds.wild_only,
        lambda: Reason(
            "{meld} has only wild cards"
            + ("" if ruleset.melds.wild_only else "; that is not a meld here"),
            {"meld": case.meld},
            fix="meld them with at least "
            f"{count_of(ruleset.melds.min_naturals, 'natural card')} of one rank",
        ),
    )


def _natural_only(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    rank = case.meld.rank
    if rank is None or not case.meld.wilds or ruleset.ranks.wilds[rank] is not WildsIn.NEVER:
        return None
    return refusal(
        "{meld} has {have:wild card}; a meld of {rank} may have none",
        {"meld": case.meld, "rank": rank.many},
        needed=0,
        have=case.meld.wilds,
        fix="leave out the wild cards",
    )


_LIKE_SETS = (Shape.SET, Shape.WILD)
_NOT_THREES = tuple(shape for shape in Shape if shape is not Shape.THREES)
_OF_SHAPE = {shape: frozenset((shape,)) for shape in Shape}

MELDING = Topic[MeldOnTable](
    Rule(
        "meld.kind",
        "A meld is cards of one rank, with or without wild cards. "
        "Some games also allow sequences of one suit.",
        (WILD, "melds.runs"),
        _kind,
        about=(Shape.RUN, Shape.NOTHING),
    ),
    Rule(
        "meld.long-runs",
        "A sequence is complete when it is a canasta, unless the game lets it grow.",
        ("melds.long_runs", "melds.canasta"),
        _long_runs,
        when=lambda rules: rules.melds.long_runs is not LongRuns.ALWAYS,
        about=(Shape.RUN,),
    ),
    Rule(
        "meld.smallest",
        "A meld has a minimum size.",
        ("melds.smallest",),
        _smallest,
        about=_NOT_THREES,
    ),
    Rule(
        "meld.largest",
        "A meld may have a maximum size.",
        (WILD, "melds.largest", "melds.largest_wild"),
        _largest,
        when=lambda rules: (rules.melds.largest, rules.melds.largest_wild) != (None, None),
    ),
    Rule(
        "meld.naturals",
        "A set (a meld of one rank) needs a minimum number of natural cards.",
        (WILD, "melds.min_naturals", "melds.wild_as"),
        _naturals,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wilds",
        "A set (a meld of one rank) may have only a limited number of wild cards.",
        (WILD, "melds.max_wilds", "melds.wild_as"),
        _wilds,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wild-ratio",
        "In some games the natural cards of a set limit its wild cards.",
        (WILD, "melds.wild_ratio", "melds.wild_as"),
        _ratio,
        when=lambda rules: rules.melds.wild_ratio is not WildRatio.FREE,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wild-only",
        "Only some games allow melds of wild cards alone.",
        (WILD, "melds.wild_only", "melds.min_naturals"),
        _wild_only,
        about=(Shape.WILD,),
    ),
    Rule(
        "meld.pure-ranks",
        "In some games certain ranks are melded without wild cards.",
        (WILD, "ranks.4-A,2.wilds"),
        _natural_only,
        when=lambda rules: WildsIn.NEVER in map(rules.ranks.wilds.get, rules.wild_ranks.natural),
        about=(Shape.SET,),
    ),
    Rule(
        "meld.red-threes",
        "Red threes are laid out, not melded, except in games with melds of threes.",
        ("melds.threes",),
        melding_threes.red_threes,
        about=(Shape.THREES, Shape.NOTHING),
    ),
    Rule(
        "meld.threes",
        "In some games threes of either colour are melded like any rank.",
        ("melds.threes",),
        melding_threes.threes,
        when=melding_threes.as_a_rank,
        about=(Shape.THREES,),
    ),
    Rule(
        "meld.black-threes",
        "Black threes may be melded only when the game allows it, usually only when going out.",
        ("melds.black_threes", "melds.threes", "threes.lay_black"),
        melding_threes.black_threes,
        about=(Shape.THREES,),
    ),
    Rule(
        "meld.threes.smallest",
        "Threes that are melded like any rank have the minimum size of other melds.",
        ("melds.smallest", "melds.threes"),
        _smallest,
        about=(Shape.THREES,),
        when=melding_threes.as_a_rank,
    ),
    Rule(
        "meld.black-threes.smallest",
        "A meld of black threes has the minimum size of other melds.",
        ("melds.smallest", "melds.threes", "melds.black_threes"),
        _smallest,
        about=(Shape.THREES,),
        # Where they are never melded, more of them would not help.
        when=melding_threes.sometimes_melded,
    ),
    Rule(
        "meld.black-threes.wild",
        "Black threes may be melded with wild cards only if the game allows it.",
        (WILD, "ranks.3B.wilds"),
        melding_threes.black_threes_wild,
        about=(Shape.THREES,),
    ),
    kinds=lambda lying: _OF_SHAPE[lying.meld.shape],
)


def judge_meld(lying: MeldOnTable, ruleset: Ruleset) -> Verdict:
    """Ask every rule ``meld.*`` about one meld. Verdicts are cached per ruleset."""
    return _found(lying, ruleset.book)


@lru_cache(maxsize=100_000)
def _found(lying: MeldOnTable, book: Book) -> Verdict:
    return judge(lying, MELDING, book.ruleset)
