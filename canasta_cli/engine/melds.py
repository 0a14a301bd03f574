"""Rules ``meld.*``: which cards make a meld, and melds of threes; and ``out.*``: the canastas needed to go out.

The rules of a turn, the tallies and the search for turns ask it.

A rule that only compares a count with a limit is made and worded by ``_limited``. Canastas that are
missing to go out: ``canastas_needed``; which ones: ``lacking`` in ``engine/points.py``.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from canasta_cli.engine.points import WILD, lacking
from canasta_cli.engine.rule import (
    Answer,
    Elsewhere,
    Fact,
    Judgement,
    Limit,
    Reason,
    Rule,
    RuleFinding,
    Topic,
    Unknown,
    judge,
    refusal,
    rule,
    unknown_part,
)
from canasta_cli.model.cards import (
    Card,
    Cards,
    Meld,
    MeldOnTable,
    Rank,
    Shape,
    unpacked,
    unsuited_run,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    BlackThrees,
    Grade,
    LongRuns,
    Need,
    ThreeMelds,
    WildMelds,
    WildRatio,
    WildsIn,
    canastas,
    least,
    needs_in_words,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of

_LIKE_SETS = (Shape.SET, Shape.WILD)
# Check melds of threes, for some of the rules `meld.*`.


@rule(
    "meld.red-threes",
    "Red threes are laid out, not melded, except in games with melds of threes.",
    ("melds.threes",),
    about=(Shape.THREES, Shape.NOTHING),
)
def red_threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse a red three in a meld, except in games with melds of threes."""
    meld = case.meld
    if not meld.cards.of(Rank.RED_THREE) or as_a_rank(ruleset):
        return None
    return refusal(
        "{meld} has a red three; red threes are laid out, never melded",
        {"meld": meld},
        fix="lay them out face up; in a tally, as a word of their own: 2x3R",
    )


def as_a_rank(ruleset: Ruleset) -> bool:
    """True if threes are melded like any rank."""
    return ruleset.melds.threes is not ThreeMelds.NONE


def sometimes_melded(ruleset: Ruleset) -> bool:
    """True if black threes may be melded, although threes are not melded like any rank."""
    return not as_a_rank(ruleset) and ruleset.melds.black_threes is not BlackThrees.NEVER


@rule(
    "meld.threes",
    "In some games threes of either colour are melded like any rank.",
    ("melds.threes",),
    when=as_a_rank,
    about=(Shape.THREES,),
)
def threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse a meld of both colours if each colour is melded separately."""
    meld = case.meld
    apart = ruleset.melds.threes is ThreeMelds.BY_COLOUR and meld.rank is None
    return RuleFinding(
        not apart,
        lambda: Reason(
            "{meld} has red and black threes; each colour is melded separately"
            if apart
            else "{meld} are threes",
            {"meld": meld},
            fix="meld the threes of each colour separately",
        ),
    )


@rule(
    "meld.black-threes",
    "Black threes may be melded only when the game allows it, usually only in the turn in which the "
    "player goes out.",
    ("melds.black_threes", "melds.threes", "threes.lay_black"),
    about=(Shape.THREES,),
)
def black_threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse melded black threes at a moment that the game doesn't allow."""
    meld, going_out = case
    if not meld.cards.of(Rank.BLACK_THREE) or as_a_rank(ruleset):
        return None
    when = ruleset.melds.black_threes
    if when is BlackThrees.GOING_OUT and going_out is None:
        return Unknown(Fact.OUT)
    allowed = when is BlackThrees.ALWAYS or (when is BlackThrees.GOING_OUT and bool(going_out))
    says = {
        BlackThrees.NEVER: "black threes may not be melded",
        BlackThrees.GOING_OUT: "black threes may be melded only in the turn in which you go out",
        BlackThrees.ALWAYS: "black threes may be melded",
    }[when]
    return RuleFinding(
        allowed,
        lambda: Reason(
            "{meld}: " + says,
            {"meld": meld},
            fix=(
                "lay them out face up, one by one; in a tally: black:1"
                if ruleset.black_laid
                else "meld them in the turn in which you go out, or discard them one by one"
                if when is BlackThrees.GOING_OUT
                else "discard them one by one"
            ),
        ),
    )


@rule(
    "meld.black-threes.wild",
    "Black threes may be melded with wild cards only if the game allows it.",
    (WILD, "ranks.3B.wilds"),
    about=(Shape.THREES,),
)
def black_threes_wild(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse wild cards with black threes unless the game allows them."""
    meld = case.meld
    if meld.rank is not Rank.BLACK_THREE or not meld.wilds:
        return None
    allowed = ruleset.ranks.wilds[meld.rank] is WildsIn.ANY
    return RuleFinding(
        allowed,
        lambda: Reason(
            "{meld}: black threes may be melded with wild cards"
            if allowed
            else "{meld}: black threes may not be melded with wild cards",
            {"meld": meld},
            fix="leave out the wild cards",
        ),
    )


# Rules `meld.*`: which cards make a meld.

FOUR = 4


@rule(
    "meld.kind",
    "A meld is cards of one rank, with or without wild cards. "
    "Some games also allow sequences of one suit.",
    (WILD, "melds.runs"),
    about=(Shape.RUN, Shape.NOTHING),
)
def _kind(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    meld = case.meld
    if meld.shape is Shape.RUN:
        return _run(meld, ruleset)
    if meld.cards.has_threes:
        return refusal(
            "{meld} mixes threes with other cards",
            {"meld": meld},
            fix="meld the threes separately",
        )
    if ruleset.melds.runs and unsuited_run(meld.cards, ruleset.wild_ranks):
        return Unknown(Fact.SUITS)
    if ruleset.melds.runs and meld.suit is not None:
        return _no_run(meld)
    return RuleFinding(False, lambda: _several_ranks(meld, ruleset))


def _several_ranks(meld: Meld, ruleset: Ruleset) -> Reason:
    apart = _apart(meld)
    says = "{meld} has {have} ranks; a meld has one"
    fix = "correct the mistyped card, or write each rank as a separate meld"
    if apart:
        fix += ": {first} {second}"
    if ruleset.melds.runs:
        says = "{meld} has {have} ranks; a set has one rank, a sequence one suit"
        fix = "meld cards of one rank, or consecutive cards of one suit without wild cards"
    return Reason(
        says,
        {"meld": meld, **dict(zip(("first", "second"), apart, strict=False))},
        needed=1,
        have=len({card.rank for card in meld.naturals}),
        fix=fix,
    )


TWO = 2


def _apart(meld: Meld) -> tuple[Cards, ...]:
    """Return the cards of two ranks that were probably meant as two melds, wild ones with the fewer."""
    ranks = Counter(card.rank for card in meld.naturals)
    if len(ranks) != TWO or min(ranks.values()) < TWO:
        return ()
    fewer = min(ranks, key=lambda rank: ranks[rank])
    return tuple(
        Cards(
            each
            for each in meld.cards
            if each.rank is rank or (rank is fewer and each.rank not in ranks)
        )
        for rank in ranks
    )


def _run(meld: Meld, ruleset: Ruleset) -> Answer:
    if ruleset.melds.runs:
        return RuleFinding(True, lambda: Reason("{meld} is a sequence of one suit", {"meld": meld}))
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


@rule(
    "meld.long-runs",
    "A sequence is complete when it is a canasta, unless the game lets it grow.",
    ("melds.runs", "melds.long_runs", "melds.canasta"),
    when=lambda rules: rules.melds.runs and rules.melds.long_runs is not LongRuns.ALWAYS,
    about=(Shape.RUN,),
)
def _long_runs(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    have, most = case.meld.size, ruleset.melds.canasta
    when = ruleset.melds.long_runs
    if have <= most:
        return None
    if when is LongRuns.GOING_OUT and case.going_out is None:
        return Unknown(Fact.OUT)
    return RuleFinding(
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


def _limited(
    name: str,
    says: str,
    reads: tuple[str, ...],
    noun: str,
    limit: Callable[[Ruleset], Limit[MeldOnTable]],
    **row: Any,
) -> Rule[MeldOnTable]:
    """Make a rule that compares the number of some cards in a meld with a limit."""

    def check(case: MeldOnTable, ruleset: Ruleset) -> Answer:
        count, least, most = limit(ruleset)
        have = count(case, ruleset)
        if have is None:
            return None
        return RuleFinding(
            least <= have <= most,
            lambda: Reason(
                f"{{meld}} has {{have:{noun}}}; a meld "
                + ("needs at least {needed}" if least else "may have at most {needed}"),
                {"meld": case.meld},
                least or most,
                have,
                f"add {count_of(least - have, noun)}{_or_onto(case.meld)}"
                if least
                else f"leave out {count_of(have - most, noun)}",
            ),
        )

    return Rule(name, says, reads, check, limit=limit, **row)


def _or_onto(meld: Meld) -> str:
    """Wild cards alone are meant for a meld on the table more often than for one of their own."""
    return (
        ""
        if meld.naturals
        else ", or write them with their meld: KKK2, three kings and a deuce (in a turn also K:2)"
    )


def _size(case: MeldOnTable, _: Ruleset) -> int:
    return case.meld.size


def _smallest(ruleset: Ruleset) -> Limit[MeldOnTable]:
    return Limit(_size, least=ruleset.melds.smallest)


def _size_of_black(case: MeldOnTable, _: Ruleset) -> int | None:
    return case.meld.size if case.meld.cards.of(Rank.BLACK_THREE) else None


def _size_of_wild(case: MeldOnTable, _: Ruleset) -> int | None:
    return case.meld.size if case.meld.shape is Shape.WILD else None


def _largest(ruleset: Ruleset) -> Limit[MeldOnTable]:
    most, of_wild = ruleset.melds.largest, ruleset.melds.largest_wild or 0
    return Limit(_size_of_wild, most=of_wild) if most is None else Limit(_size, most=most)


def _naturals(case: MeldOnTable, ruleset: Ruleset) -> int | None:
    """Count the natural cards of a set; deuces too if they are melded as a rank; else ``None``."""
    meld = case.meld
    if meld.shape is Shape.SET:
        return meld.size - meld.wilds
    return meld.cards.of(Rank.DEUCE) if ruleset.melds.wild_as is WildMelds.DEUCES else None


def _wilds(case: MeldOnTable, ruleset: Ruleset) -> int | None:
    """Count the wild cards of a set that are not natural; ``None`` for other melds."""
    meld = case.meld
    if meld.shape is Shape.SET:
        return meld.wilds
    naturals = _naturals(case, ruleset)
    return None if naturals is None else meld.size - naturals


# Wild cards that a set may have, from its natural cards and the wild cards in it now.
_RATIOS: dict[WildRatio, Callable[[int, int], int]] = {
    WildRatio.FREE: lambda _naturals, wilds: wilds,
    WildRatio.NOT_MORE: lambda naturals, _wilds: naturals,
    WildRatio.FEWER: lambda naturals, _wilds: max(naturals - 1, 0),
    WildRatio.HALF: lambda naturals, _wilds: naturals // 2,
    WildRatio.HALF_TO_FOUR: lambda naturals, _wilds: max(naturals // 2, 3 * (naturals >= FOUR)),
    WildRatio.FOUR: lambda naturals, wilds: wilds if naturals >= FOUR else 0,
    WildRatio.BY_SIZE: lambda naturals, wilds: min((naturals + wilds - 1) // 2, 3),
}


def wilds_allowed(naturals: int, wilds: int, ratio: WildRatio) -> int:
    """Count the wild cards that a set with ``naturals`` natural cards may have, by the ratio alone.

    ``wilds`` counts those in the set now: one ratio depends on the size of the whole meld.
    """
    return _RATIOS[ratio](naturals, wilds)


@rule(
    "meld.wild-ratio",
    "In some games the natural cards of a set limit its wild cards.",
    (WILD, "melds.wild_ratio", "melds.wild_as"),
    when=lambda rules: rules.melds.wild_ratio is not WildRatio.FREE,
    about=_LIKE_SETS,
)
def _ratio(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    naturals, have = _naturals(case, ruleset), _wilds(case, ruleset)
    if naturals is None or not have:
        return None
    most = wilds_allowed(naturals, have, ruleset.melds.wild_ratio)
    return RuleFinding(
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


@rule(
    "meld.wild-only",
    "Only some games allow melds of wild cards alone.",
    (WILD, "melds.wild_only", "melds.min_naturals"),
    about=(Shape.WILD,),
)
def _wild_only(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    return RuleFinding(
        ruleset.melds.wild_only,
        lambda: Reason(
            "{meld} has only wild cards"
            + ("" if ruleset.melds.wild_only else "; that is not a meld here"),
            {"meld": case.meld},
            fix="meld them with at least "
            f"{count_of(ruleset.melds.min_naturals, 'natural card')} of one rank",
        ),
    )


@rule(
    "meld.pure-ranks",
    "In some games certain ranks are melded without wild cards.",
    (WILD, "ranks.4-A,2.wilds"),
    when=lambda rules: WildsIn.NEVER in map(rules.ranks.wilds.get, rules.wild_ranks.natural),
    about=(Shape.SET,),
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


_NOT_THREES = tuple(shape for shape in Shape if shape is not Shape.THREES)
_WITH_SUITS = (Shape.RUN, Shape.NOTHING)
_OF_SHAPE = {shape: frozenset((shape,)) for shape in Shape}

RULES_OF_MELD = Topic[MeldOnTable](
    _kind,
    _long_runs,
    _limited(
        "meld.smallest",
        "A meld has a minimum size.",
        ("melds.smallest",),
        "card",
        _smallest,
        about=_NOT_THREES,
    ),
    _limited(
        "meld.largest",
        "A meld may have a maximum size.",
        (WILD, "melds.largest", "melds.largest_wild", "melds.wild_only"),
        "card",
        _largest,
        when=lambda rules: (
            rules.melds.largest is not None
            or (rules.melds.wild_only and rules.melds.largest_wild is not None)
        ),
    ),
    _limited(
        "meld.naturals",
        "A set (a meld of one rank) needs a minimum number of natural cards.",
        (WILD, "melds.min_naturals", "melds.wild_as"),
        "natural card",
        lambda rules: Limit(_naturals, least=rules.melds.min_naturals),
        about=_LIKE_SETS,
    ),
    _limited(
        "meld.wilds",
        "A set (a meld of one rank) may have only a limited number of wild cards.",
        (WILD, "melds.max_wilds", "melds.wild_as"),
        "wild card",
        lambda rules: Limit(_wilds, most=rules.melds.max_wilds),
        about=_LIKE_SETS,
    ),
    _ratio,
    _wild_only,
    _natural_only,
    red_threes,
    threes,
    black_threes,
    _limited(
        "meld.threes.smallest",
        "Threes that are melded like any rank have the minimum size of other melds.",
        ("melds.smallest", "melds.threes"),
        "card",
        _smallest,
        about=(Shape.THREES,),
        when=as_a_rank,
    ),
    _limited(
        "meld.black-threes.smallest",
        "A meld of black threes has the minimum size of other melds.",
        ("melds.smallest", "melds.threes", "melds.black_threes"),
        "card",
        lambda rules: Limit(_size_of_black, least=rules.melds.smallest),
        about=(Shape.THREES,),
        # Where they are never melded, more of them would not help.
        when=sometimes_melded,
    ),
    black_threes_wild,
    kinds=lambda case: _OF_SHAPE[case.meld.shape],
)


def judge_meld(meld: Meld, ruleset: Ruleset, *, going_out: bool | None = None) -> Judgement:
    """Ask every rule ``meld.*`` about one meld on the table. Verdicts are cached per ruleset.

    ``going_out`` is true if the side goes out in the same turn; ``None`` if that is unknown.
    """
    return _judged(meld.cards.packed, going_out, ruleset)


def meld_is_legal(meld: Meld, ruleset: Ruleset, *, going_out: bool | None = None) -> bool | None:
    """True if every rule about melds allows one; ``None`` if that is unknown."""
    # Suits matter only in sequences: without them, the same few melds recur.
    cards = meld.cards if meld.shape in _WITH_SUITS else meld.cards.without_suits()
    return _judged(cards.packed, going_out, ruleset).legal


def may_grow_legal(meld: Meld, more: int, ruleset: Ruleset, *, going_out: bool | None) -> bool:
    """True if a meld may be legal with further cards of its rank, at most ``more``."""
    cards = [Card(meld.rank)] * more if meld.rank else []
    ends = range(1, len(cards) + 1)
    grown = [Meld(meld.cards + Cards(cards[:end]), ruleset.wild_ranks) for end in ends]
    return any(meld_is_legal(each, ruleset, going_out=going_out) is not False for each in grown)


# Packed cards are found faster than melds.
@lru_cache(maxsize=100_000)
def _judged(packed: int, going_out: bool | None, ruleset: Ruleset) -> Judgement:
    meld = Meld(Cards(unpacked(packed)), ruleset.wild_ranks)
    return judge(MeldOnTable(meld, going_out), RULES_OF_MELD, ruleset)


# Rules `out.canastas` and `out.red-threes`: the needs for going out, in a tally or a play.


class GoingOut(NamedTuple):
    """A side that goes out: the number of its canastas, and if they are the ones it needs.

    ``enough`` is ``None`` if the side's melds are unknown; ``red_threes`` counts those that it has
    laid out; ``missing`` are the canastas still needed, if the game asks for certain grades.
    """

    have: int
    enough: bool | None
    red_threes: int | None = None
    missing: tuple[Need, ...] = ()


def with_canastas(counts: Counter[Grade], red_threes: int, ruleset: Ruleset) -> GoingOut:
    """Build the case of a side whose canastas are known, including those of the same turn."""
    missing = lacking(ruleset.out.needs, counts)
    return GoingOut(counts.total(), not missing, red_threes, missing)


@rule(
    "out.canastas",
    "A side may go out only with the canastas that the game asks for; "
    "they may be completed in the same turn.",
    ("out.needs",),
)
def canastas_needed(case: GoingOut, ruleset: Ruleset) -> Answer:
    """Refuse to go out without the canastas that the game asks for."""
    if case.enough is None:
        return unknown_part(Fact.MELDS, Elsewhere.CANASTAS)
    needs = ruleset.out.needs
    words = needs_in_words(needs)
    kinds = ", ".join(
        canastas(need.number, need.of)
        for need in case.missing
        if need.of and case.have and not case.enough
    )
    # If canastas of certain grades are missing, their number alone does not explain it.
    fewest = least(needs)
    counted = case.enough or case.have < fewest
    return RuleFinding(
        case.enough,
        lambda: Reason(
            "to go out, a side needs {needs}; this side has {have}"
            + ("; still needed: {missing}" if kinds else ""),
            {"needs": words, "have": case.have or "none", "missing": kinds},
            needed=fewest if counted else None,
            have=case.have if counted else None,
            fix="complete what is still needed before going out"
            if kinds
            else f"complete {words}{',' if ',' in words else ''} before going out",
        ),
    )


@rule(
    "out.red-threes",
    "In some games a side may go out only with as many red threes as it has canastas.",
    ("out.red_threes", "out.needs"),
    when=lambda rules: rules.out.red_threes,
)
def _red_threes_needed(case: GoingOut, ruleset: Ruleset) -> Answer:
    if case.red_threes is None:
        return Unknown(Fact.RED_THREES)
    # Whatever unknown melds are, a side goes out with the canastas that this takes.
    needed = max(case.have, least(ruleset.out.needs) if case.enough is None else 0)
    return RuleFinding(
        case.red_threes >= needed,
        lambda: Reason(
            "to go out, a side needs as many red threes as canastas"
            + ("" if needed == case.have else ", so at least {needed}")
            + "; this side has {have:red three}"
            + (" and {needed:canasta}" if needed == case.have else ""),
            needed=needed,
            have=case.red_threes,
            fix="wait for a red three, and keep a card until then",
        ),
    )


RULES_OF_GOING_OUT = Topic[GoingOut](canastas_needed, _red_threes_needed)
