"""Rules ``tally.*``: what one side can't have at the end of a hand."""

from collections.abc import Sequence

from canasta_cli.engine.canastas import PAID, grades, merged, open_melds
from canasta_cli.engine.points import (
    VALUED,
    WILD,
    least_of_canasta,
    unit_of_points,
)
from canasta_cli.engine.rule import Answer, Rule, Topic, refusal
from canasta_cli.engine.score.figures import (
    MINUS,
    POINTS,
    figure_names,
)
from canasta_cli.model.cards import Rank, Shape, meld_under, unsuited_run
from canasta_cli.model.game import Tally
from canasta_cli.rules.names import TOPICS, figure_word, penalty
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank, named
from canasta_cli.rules.vocabulary import canastas as words
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed


class SideTally(NamedTuple):
    """One side's tally, and the number of its players in play.

    ``pooled`` is what counts for the side: with partners for one hand, the tallies of both.
    """

    tally: Tally
    pooled: Tally
    players: int


def _choices(word: str, names: Sequence[str], what: str) -> str:
    """List the names that are allowed instead of a word, after the one that it may mean."""
    from difflib import get_close_matches  # costs a millisecond, and only mistakes need it

    found = get_close_matches(word, names, n=1, cutoff=0.6)
    known = f"{what} are {listed(names)}"
    return f"did you mean “{found[0]}”? The {known}" if found else f"the {known}"


def _figures(case: SideTally, ruleset: Ruleset) -> Answer:
    names = tuple(figure_names(ruleset))
    unexpected = [figure.name for figure in case.tally.figures if figure.name not in names]
    if not unexpected:
        return None
    word, *words = (figure_word(name, ruleset) for name in (unexpected[0], *names))
    return refusal(
        "“{name}:” can't be counted in this game",
        {"name": word},
        fix=_choices(word, words, "words for counts"),
    )


def _steps(case: SideTally, ruleset: Ruleset) -> Answer:
    step = unit_of_points(ruleset)
    numbers = [case.tally.figure(POINTS), case.tally.figure(MINUS), case.tally.score or 0]
    numbers += [award.points for award in case.tally.awards if award.points is not None]
    odd = [number for number in numbers if number % step]
    if not odd:
        return None
    return refusal(
        "{points} is not a multiple of {step}; all card points are",
        {"points": odd[0], "step": step},
        fix=f"count again; perhaps {odd[0] - odd[0] % step} or {odd[0] - odd[0] % step + step}",
    )


def _score(case: SideTally, ruleset: Ruleset) -> Answer:
    tally = case.tally
    if tally.score is None or not (tally.cards or tally.figures or tally.special):
        return None
    return refusal(
        "“score:{score}” is the whole hand; nothing else can be counted with it",
        {"score": tally.score},
        fix="leave out the score, or the cards and counts; "
        "out, stock, penalty: and bonus: may stay",
    )


def _canasta_points(case: SideTally, ruleset: Ruleset) -> Answer:
    counts = {grade: case.pooled.figure(grade.value) for grade in grades(ruleset)}
    in_figures = sum(counts.values())
    least = sum(each * least_of_canasta(grade, ruleset) for grade, each in counts.items())
    have = case.pooled.figure(POINTS)
    if not in_figures or have >= least:
        return None
    return refusal(
        "“points:{have}” is too low; the cards of {canastas} are worth at least {needed}",
        {"canastas": words(in_figures)},
        needed=least,
        have=have,
        fix="give the card points of all melded cards, including those in canastas: "
        f"points:{least} or more",
    )


def _hands(case: SideTally, ruleset: Ruleset) -> Answer:
    hands, most = len(case.tally.left), case.players - (1 if case.tally.went_out else 0)
    if hands <= most:
        return None
    return refusal(
        "this tally has “left:” {have:time}; at most {needed:player} of this side can have cards left"
        if most
        else "a player who goes out has no cards left, and nobody else is on this side",
        needed=most,
        have=hands,
        fix="write “left:” once for each player with cards left; a player who goes out has none",
    )


def _red_three_left(case: SideTally, ruleset: Ruleset) -> Answer:
    have = sum(bunch.of(Rank.RED_THREE) for bunch in (*case.tally.left, *case.tally.feet))
    if not have or ruleset.ranks.left[Rank.RED_THREE] is not None:
        return None
    return refusal(
        "this side has {have:red three} left in hand",
        have=have,
        fix="if it was laid out, write it as a separate word: 3R",
    )


def _black_laid(case: SideTally, ruleset: Ruleset) -> Answer:
    if ruleset.threes.black_laid or not case.tally.threes.of(Rank.BLACK_THREE):
        return None
    return refusal(
        "black threes are not laid out under these rules",
        fix="write melded black threes as 3B3B3B, those left in a hand as left:3B",
    )


def _foot(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.tally.feet or ruleset.deal.foot is not None:
        return None
    return refusal("these rules have no foot", fix="write cards left in a hand as left:55K")


def _special(case: SideTally, ruleset: Ruleset) -> Answer:
    name = case.tally.special
    if name is None or named(name, ruleset.special.hands) is not None:
        return None
    names = tuple(hand.name for hand in ruleset.special.hands)
    return refusal(
        "“{name}” is not a special hand of these rules",
        {"name": name},
        fix=_choices(name, names, "special hands") if names else "write out or concealed instead",
    )


def _suits(case: SideTally, ruleset: Ruleset) -> Answer:
    """Refuse a meld that can only be a sequence and lacks its suit."""
    wild_ranks = ruleset.wild_ranks
    unsuited = [meld for meld in case.pooled.melds if unsuited_run(meld.cards, wild_ranks)]
    if not unsuited:
        return None
    return refusal(
        "{meld} can only be a sequence, and its suit is missing",
        {"meld": unsuited[0]},
        fix="name the suit: 4H5H6H, or H:4-T for a sequence of hearts from four to ten",
    )


def _topics(case: SideTally, ruleset: Ruleset) -> Answer:
    given = [award.topic for award in case.tally.awards if award.topic is not None]
    unexpected = [topic for topic in given if penalty(topic, ruleset) is None]
    if not unexpected:
        return None
    known = tuple(topic for topic in TOPICS if penalty(topic, ruleset) is not None)
    agreed = "write the points that you agree on: penalty:100"
    return refusal(
        "these rules give no penalty for “{name}”",
        {"name": unexpected[0]},
        fix=f"{_choices(unexpected[0], known, 'penalties')}; or {agreed}" if known else agreed,
    )


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
    if not found:
        return None
    return refusal(
        "{meld} is unfinished; the side could not go out with it",
        {"meld": found[0]},
        fix="check the cards of the meld, or who went out",
    )


def _special_melds(case: SideTally, ruleset: Ruleset) -> Answer:
    if case.tally.special is None or not case.pooled.melds:
        return None
    return refusal(
        "a side that shows a special hand has no melds",
        fix="leave out the melds, or write out instead of special:",
    )


def _feet(case: SideTally, ruleset: Ruleset) -> Answer:
    have, most = len(case.tally.feet), case.players
    if case.tally.went_out:
        most = 0 if ruleset.out.partner_foot else most - 1
    if have <= most:
        return None
    return refusal(
        "a side that goes out can have {needed:foot|feet} left; this side has {have}"
        if case.tally.went_out
        else "this side has {have:foot|feet} left; it can have {needed}",
        needed=most,
        have=have,
        fix="write one foot: for each player who didn't pick it up; write other cards as left:",
    )


SIDE = Topic[SideTally](
    Rule(
        "tally.figures",
        "A tally may give numbers for the kinds of canasta that the game scores, for card points, and "
        "for red or black threes.",
        (WILD, *PAID, "threes.lay_black", "deal.foot"),
        _figures,
    ),
    Rule(
        "tally.suits",
        "In games with sequences, a sequence is written with its suit.",
        (WILD, "melds.runs"),
        _suits,
        when=lambda rules: rules.melds.runs,
    ),
    Rule(
        "tally.steps",
        "All card points are multiples of five in most games.",
        VALUED,
        _steps,
    ),
    Rule(
        "tally.score",
        "A score is the result of a whole hand: cards and counts are not added to it.",
        (),
        _score,
    ),
    Rule(
        "tally.canasta-points",
        "The cards of a canasta are worth at least as much as the lowest cards that make one; a mixed "
        "canasta has a wild card.",
        (WILD, "melds.canasta", *VALUED, *PAID),
        _canasta_points,
    ),
    Rule(
        "tally.hands",
        "Only players who did not go out have cards left.",
        ("seats.sides",),
        _hands,
    ),
    Rule(
        "tally.red-threes-left",
        "Red threes are not kept in the hand; one left at the end costs what the game says.",
        ("ranks.3R.left",),
        _red_three_left,
    ),
    Rule(
        "tally.black-laid",
        "Black threes are laid out outside melds only in games that score them.",
        ("threes.lay_black",),
        _black_laid,
    ),
    Rule("tally.foot", "Only some games deal a foot.", ("deal.foot",), _foot),
    Rule(
        "tally.special",
        "A special hand is one that the game names.",
        ("special.hands",),
        _special,
    ),
    Rule(
        "tally.penalty",
        "A penalty can be given by name only if the game sets its points.",
        tuple(topic.path for topic in TOPICS.values() if topic.path),
        _topics,
    ),
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
