"""Rules ``meld.*``: what a meld may be, whoever lays it and however it came about."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from canasta_cli.engine.melds import melding_threes
from canasta_cli.engine.rule import Answer, Fact, Reason, Rule, Topic, Unknown, Verdict, judge
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Meld, Shape, unsuited_run
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import LongRuns, WildMelds, WildRatio, WildsIn

FOUR = 4


class Lying(NamedTuple):
    """A meld as it lies, or would lie, on the table.

    ``going_out`` is whether the side goes out in the same turn; ``None`` where that is not known.
    """

    meld: Meld
    going_out: bool | None = None


def _kind(case: Lying, ruleset: Ruleset) -> Answer:
    meld = case.meld
    if meld.shape is Shape.RUN:
        return _run(meld, ruleset)
    ranks = {card.rank for card in meld.naturals}
    if any(rank.three for rank in ranks):
        return Reason(
            False,
            "{meld} mixes threes with other cards",
            {"meld": meld},
            remedy="meld threes apart from other ranks",
        )
    if ruleset.melds.runs and unsuited_run(meld.cards):
        return Unknown(Fact.SUITS)
    if ruleset.melds.runs and meld.suit is not None:
        return _no_run(meld)
    return Reason(
        False,
        "{meld} holds {have} ranks; a set is of one rank, and a run of one suit"
        if ruleset.melds.runs
        else "{meld} holds {have} ranks; a meld is of one rank",
        {"meld": meld, "have": len(ranks)},
        needed=1,
        have=len(ranks),
        remedy=(
            "lay cards of one rank, or a run of one suit without gaps or wild cards"
            if ruleset.melds.runs
            else "write each rank as a meld of its own"
        ),
    )


def _run(meld: Meld, ruleset: Ruleset) -> Answer:
    if ruleset.melds.runs:
        return Reason(True, "{meld} is a run of one suit", {"meld": meld})
    return Reason(
        False,
        "{meld} is a run; these rules know only sets of one rank",
        {"meld": meld},
        remedy="meld cards of one rank",
    )


def _no_run(meld: Meld) -> Answer:
    return Reason(
        False,
        "{meld} is no run: a run holds no wild cards"
        if meld.wilds
        else "{meld} is no run: its cards do not follow each other, each once",
        {"meld": meld},
        remedy="lay cards of one rank, or a run of one suit without gaps or wild cards",
    )


def _long_runs(case: Lying, ruleset: Ruleset) -> Answer:
    have, most = case.meld.size, ruleset.melds.canasta
    when = ruleset.melds.long_runs
    if have <= most:
        return None
    if when is LongRuns.GOING_OUT and case.going_out is None:
        return Unknown(Fact.OUT)
    return Reason(
        when is LongRuns.GOING_OUT and bool(case.going_out),
        "{meld} has {have} cards; a run is closed with {needed}"
        + (", but for the turn in which one goes out" if when is LongRuns.GOING_OUT else ""),
        {"meld": case.meld, "have": have, "needed": most},
        needed=most,
        have=have,
        remedy="begin another run with the cards over, or keep them",
    )


def _smallest(case: Lying, ruleset: Ruleset) -> Answer:
    have, needed = case.meld.size, ruleset.melds.smallest
    return Reason(
        have >= needed,
        "{meld}: a meld has {needed} cards or more, and this has {have}",
        {"meld": case.meld, "have": have, "needed": needed},
        needed,
        have,
        "" if have >= needed else f"add {needed - have} more",
    )


def _largest(case: Lying, ruleset: Ruleset) -> Answer:
    most = ruleset.melds.largest
    if case.meld.shape is Shape.WILD:
        most = ruleset.melds.largest_wild if most is None else most
    if most is None:
        return None
    have = case.meld.size
    return Reason(
        have <= most,
        "{meld} has {have} cards; a meld has at most {needed}",
        {"meld": case.meld, "have": have, "needed": most},
        most,
        have,
        ""
        if have <= most
        else f"leave {have - most} of them out; where the pile is taken with them, draw instead",
    )


def _as_set(meld: Meld, ruleset: Ruleset) -> tuple[int, int] | None:
    """Naturals and wild cards of a set; deuces are naturals where they are melded as a rank."""
    if meld.shape is Shape.SET:
        return len(meld.naturals), meld.wilds
    if ruleset.melds.wild_as is not WildMelds.DEUCES:
        return None
    deuces = meld.cards.of(Rank.DEUCE)
    return deuces, meld.size - deuces


def _naturals(case: Lying, ruleset: Ruleset) -> Answer:
    counts = _as_set(case.meld, ruleset)
    if counts is None:
        return None
    have, needed = counts[0], ruleset.melds.min_naturals
    return Reason(
        have >= needed,
        "{meld}: natural cards {have}, and a meld needs {needed}",
        {"meld": case.meld, "have": have, "needed": needed},
        needed,
        have,
        "" if have >= needed else f"add natural cards: {needed - have} more",
    )


def _wilds(case: Lying, ruleset: Ruleset) -> Answer:
    counts = _as_set(case.meld, ruleset)
    if counts is None:
        return None
    have, most = counts[1], ruleset.melds.max_wilds
    return Reason(
        have <= most,
        "{meld} holds {have} wild cards; a meld holds at most {needed}",
        {"meld": case.meld, "have": have, "needed": most},
        most,
        have,
        "" if have <= most else f"leave {have - most} of the wild cards out",
    )


# By the naturals of a set and the wild cards in it now: how many it may carry.
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
    """How many wild cards a set of so many naturals may carry by the ratio alone.

    ``wilds`` counts those in the set now: one ratio goes by the size of the whole meld.
    """
    return _RATIOS[ratio](naturals, wilds)


def _ratio(case: Lying, ruleset: Ruleset) -> Answer:
    naturals, have = _as_set(case.meld, ruleset) or (0, 0)
    if not have:
        return None
    most = wilds_allowed(naturals, have, ruleset.melds.wild_ratio)
    return Reason(
        have <= most,
        "{meld}: {naturals} naturals carry {needed} wild cards here, and it holds {have}",
        {"meld": case.meld, "naturals": naturals, "needed": most, "have": have},
        needed=most,
        have=have,
        remedy="add naturals, or leave wild cards out",
    )


def _wild_only(case: Lying, ruleset: Ruleset) -> Answer:
    return Reason(
        ruleset.melds.wild_only,
        "{meld} is wild cards alone" + ("" if ruleset.melds.wild_only else ", which is no meld"),
        {"meld": case.meld},
        remedy=f"put them with {ruleset.melds.min_naturals} naturals or more of one rank",
    )


def _pure(ruleset: Ruleset) -> list[Rank]:
    """The ranks that take no wild card."""
    wilds_in = {Rank.SEVEN: ruleset.melds.sevens_wild, Rank.ACE: ruleset.melds.aces_wild}
    return [rank for rank, when in wilds_in.items() if when is WildsIn.NEVER]


def _natural_only(case: Lying, ruleset: Ruleset) -> Answer:
    rank = case.meld.rank
    if rank is None or not case.meld.wilds or rank not in _pure(ruleset):
        return None
    return Reason(
        False,
        "{meld}: {rank} are melded without wild cards",
        {"meld": case.meld, "rank": rank.many},
        needed=0,
        have=case.meld.wilds,
        remedy="leave the wild cards out",
    )


_LIKE_SETS = (Shape.SET, Shape.WILD)
_OF_SHAPE = {shape: frozenset((shape,)) for shape in Shape}

MELDING = Topic[Lying](
    Rule(
        "meld.kind",
        "A meld is cards of one rank, with or without wild cards. Some games know runs of one suit too.",
        ("melds.runs",),
        _kind,
        about=(Shape.RUN, Shape.NOTHING),
    ),
    Rule(
        "meld.long-runs",
        "A run is closed when it is a canasta, but where the game lets it grow.",
        ("melds.long_runs", "melds.canasta"),
        _long_runs,
        when=lambda rules: rules.melds.long_runs is not LongRuns.ALWAYS,
        about=(Shape.RUN,),
    ),
    Rule("meld.smallest", "A meld has a smallest size.", ("melds.smallest",), _smallest),
    Rule(
        "meld.largest",
        "A meld may have a largest size.",
        ("melds.largest", "melds.largest_wild"),
        _largest,
        when=lambda rules: (rules.melds.largest, rules.melds.largest_wild) != (None, None),
    ),
    Rule(
        "meld.naturals",
        "A set holds a number of natural cards at least.",
        ("melds.min_naturals", "melds.wild_as"),
        _naturals,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wilds",
        "A set holds a number of wild cards at most.",
        ("melds.max_wilds", "melds.wild_as"),
        _wilds,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wild-ratio",
        "How many wild cards a set may hold goes in some games by its natural cards.",
        ("melds.wild_ratio", "melds.wild_as"),
        _ratio,
        when=lambda rules: rules.melds.wild_ratio is not WildRatio.FREE,
        about=_LIKE_SETS,
    ),
    Rule(
        "meld.wild-only",
        "Wild cards alone are a meld only in some games.",
        ("melds.wild_only", "melds.min_naturals"),
        _wild_only,
        about=(Shape.WILD,),
    ),
    Rule(
        "meld.pure-ranks",
        "In some games sevens or aces are melded without wild cards.",
        ("melds.sevens_wild", "melds.aces_wild"),
        _natural_only,
        when=lambda rules: bool(_pure(rules)),
        about=(Shape.SET,),
    ),
    Rule(
        "meld.red-threes",
        "A red three is laid out and not melded, but where threes make melds.",
        ("melds.threes",),
        melding_threes.red_threes,
        about=(Shape.THREES, Shape.NOTHING),
    ),
    Rule(
        "meld.threes",
        "In some games threes of both colours are melded like any rank.",
        ("melds.threes",),
        melding_threes.threes,
        when=melding_threes.as_a_rank,
        about=(Shape.THREES,),
    ),
    Rule(
        "meld.black-threes",
        "Black threes are melded at the moments that the game allows, mostly only in going out.",
        ("melds.black_threes", "melds.threes", "threes.black_laid"),
        melding_threes.black_threes,
        about=(Shape.THREES,),
    ),
    Rule(
        "meld.black-threes.wild",
        "Wild cards go with black threes only where the game says so.",
        ("melds.black_threes_wild",),
        melding_threes.black_threes_wild,
        about=(Shape.THREES,),
    ),
    kinds=lambda lying: _OF_SHAPE[lying.meld.shape],
)


def judge_meld(lying: Lying, ruleset: Ruleset) -> Verdict:
    """Ask every rule of melding about a meld. What was found is kept, for every ruleset apart."""
    return _found(lying, ruleset.book)


@lru_cache(maxsize=100_000)
def _found(lying: Lying, book: Book) -> Verdict:
    return judge(lying, MELDING, book.ruleset)
