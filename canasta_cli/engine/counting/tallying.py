"""Rules ``tally.*``: what a side, and what all sides together, cannot have at the end of a hand."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.counting.figures import (
    BLACK,
    MINUS,
    POINTS,
    RED,
    figure_names,
    in_hands,
    on_table,
)
from canasta_cli.engine.counting.irregularities import TOPICS, penalty
from canasta_cli.engine.melds.grading import GRADINGS, grades
from canasta_cli.engine.melds.suits import suits_told
from canasta_cli.engine.rule import Reason, Rule, Topic
from canasta_cli.engine.values import VALUED, everything, in_packs, in_packs_like, unit_of_points
from canasta_cli.model.cards import Rank, together
from canasta_cli.model.tally import Tally
from canasta_cli.rules.rewards import named
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import canastas as words

PAID = tuple(row.pays for row in GRADINGS)


class SideTally(NamedTuple):
    """One side's tally, and how many players the side has in play.

    ``pooled`` is what counts for the side: more than its own where partners for a hand pool.
    """

    tally: Tally
    pooled: Tally
    players: int


class HandTallies(NamedTuple):
    """All sides' tallies, with the players of each side."""

    tallies: tuple[Tally, ...]
    players: tuple[tuple[str, ...], ...]


def _near(word: str, words: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # costs a millisecond, and only mistakes need it

    found = get_close_matches(word, words, n=1, cutoff=0.6)
    return f"did you mean “{found[0]}”? " if found else ""


def _figures(case: SideTally, ruleset: Ruleset) -> Reason | None:
    names = tuple(figure_names(ruleset))
    strange = [figure.name for figure in case.tally.figures if figure.name not in names]
    if not strange:
        return None
    return Reason(
        False,
        "these rules know no figure “{name}:”",
        {"name": strange[0]},
        remedy=f"{_near(strange[0], names)}the figures are {', '.join(names)}",
    )


def _steps(case: SideTally, ruleset: Ruleset) -> Reason | None:
    step = unit_of_points(ruleset)
    numbers = [case.tally.figure(POINTS), case.tally.figure(MINUS)]
    numbers += [award.points for award in case.tally.awards if award.points is not None]
    odd = [number for number in numbers if number % step]
    if not odd:
        return None
    return Reason(
        False,
        "{points} is not a multiple of {step}, as all card points are",
        {"points": odd[0], "step": step},
        remedy=f"count again: {odd[0] - odd[0] % step} or {odd[0] - odd[0] % step + step}",
    )


def _canasta_points(case: SideTally, ruleset: Ruleset) -> Reason | None:
    in_figures = sum(case.pooled.figure(kind.value) for kind in grades(ruleset))
    if not in_figures:
        return None
    least = in_figures * ruleset.melds.canasta * ruleset.deck.low
    have = case.pooled.figure(POINTS)
    return Reason(
        have >= least,
        "{canastas} in figures; the cards of so many are worth {needed} points or more, "
        "and points: says {have}",
        {"canastas": words(in_figures), "needed": least, "have": have},
        needed=least,
        have=have,
        remedy="give the card points of all melded cards, those of the canastas included: "
        f"points:{least} or more",
    )


def _hands(case: SideTally, ruleset: Ruleset) -> Reason | None:
    hands = len(case.tally.left)
    if not hands:
        return None
    most = case.players - (1 if case.tally.went_out else 0)
    return Reason(
        hands <= most,
        "hands with cards left (left:): {have}, where this side can have {needed}",
        {"have": hands, "needed": most},
        needed=most,
        have=hands,
        remedy="one left: for each player who still holds cards; who goes out holds none",
    )


def _red_three_left(case: SideTally, ruleset: Ruleset) -> Reason | None:
    have = sum(bunch.of(Rank.RED_THREE) for bunch in (*case.tally.left, *case.tally.feet))
    if not have:
        return None
    return Reason(
        ruleset.penalty.undeclared_red_three is not None,
        "{have} red threes were kept in a hand",
        {"have": have},
        have=have,
        remedy="a red three is laid out as soon as it is held: write it as a word of its own, 3R",
    )


def _black_laid(case: SideTally, ruleset: Ruleset) -> Reason | None:
    if not case.tally.threes.of(Rank.BLACK_THREE):
        return None
    return Reason(
        ruleset.threes.black_laid,
        "black threes are laid out apart from melds",
        remedy="these rules lay out only red threes: write melded black threes as 3B3B3B, "
        "held ones with left:",
    )


def _foot(case: SideTally, ruleset: Ruleset) -> Reason | None:
    if not case.tally.feet:
        return None
    return Reason(
        ruleset.deal.foot is not None,
        "a foot is counted (foot:)",
        remedy="these rules deal no foot: write cards held as left:55K",
    )


def _special(case: SideTally, ruleset: Ruleset) -> Reason | None:
    if case.tally.special is None:
        return None
    names = tuple(hand.name for hand in ruleset.special.hands)
    known = named(case.tally.special, ruleset.special.hands) is not None
    return Reason(
        known,
        "“{name}” is a special hand" if known else "these rules know no special hand “{name}”",
        {"name": case.tally.special},
        remedy=f"{_near(case.tally.special, names)}the special hands are {', '.join(names)}"
        if names
        else "write out or concealed",
    )


def _topics(case: SideTally, ruleset: Ruleset) -> Reason | None:
    named = [award.topic for award in case.tally.awards if award.topic is not None]
    strange = [topic for topic in named if penalty(topic, ruleset) is None]
    if not named:
        return None
    known = tuple(topic for topic in TOPICS if penalty(topic, ruleset) is not None)
    return Reason(
        not strange,
        "these rules put no number to the irregularity “{name}”",
        {"name": strange[0] if strange else named[0]},
        remedy=(
            f"{_near(strange[0], known) if strange else ''}"
            f"{'known: ' + ', '.join(known) + '; ' if known else ''}"
            "or write the points that the table agrees on: penalty:100"
        ),
    )


SIDE = Topic[SideTally](
    Rule(
        "tally.figures",
        "A figure is a canasta grade that the game pays, or points, minus, red, black.",
        (*PAID, "threes.black_laid"),
        _figures,
    ),
    Rule(
        "tally.suits",
        "A run is told with its suit, where runs are melds.",
        ("melds.runs",),
        lambda case, ruleset: suits_told(case.pooled.melds, ruleset),
    ),
    Rule(
        "tally.steps",
        "All points are multiples of what every card is a multiple of: of five, as a rule.",
        VALUED,
        _steps,
    ),
    Rule(
        "tally.canasta-points",
        "The cards of a canasta are worth at least its size in the lowest cards.",
        ("melds.canasta", "deck.low", *PAID),
        _canasta_points,
    ),
    Rule(
        "tally.hands",
        "Cards are left only in the hands of players who did not go out.",
        ("seats.sides",),
        _hands,
    ),
    Rule(
        "tally.red-threes-left",
        "A red three is never kept; one found in a hand at the end costs what the game says.",
        ("penalty.undeclared_red_three",),
        _red_three_left,
    ),
    Rule(
        "tally.black-laid",
        "Black threes are laid out apart from melds only where the game pays them so.",
        ("threes.black_laid",),
        _black_laid,
    ),
    Rule("tally.foot", "A foot exists only where one is dealt.", ("deal.foot",), _foot),
    Rule(
        "tally.special",
        "A special hand is one that the game names.",
        ("special.hands",),
        _special,
    ),
    Rule(
        "tally.penalty",
        "A penalty by name is an irregularity that the game puts a number to.",
        tuple(topic.path for topic in TOPICS.values() if topic.path),
        _topics,
    ),
)


def _one_out(case: HandTallies, ruleset: Ruleset) -> Reason | None:
    out = sum(tally.went_out for tally in case.tallies)
    if not out:
        return None
    return Reason(
        out == 1,
        "{have} tallies say that they went out; a hand ends when the first does",
        {"have": out},
        needed=1,
        have=out,
        remedy="leave out (or concealed) with the side that ended the hand",
    )


def _packs(case: HandTallies, ruleset: Ruleset) -> Reason | None:
    cards = together(tally.cards for tally in case.tallies)
    counts = Counter(cards.by_rank())
    counts[Rank.RED_THREE] += sum(tally.figure(RED) for tally in case.tallies)
    counts[Rank.BLACK_THREE] += sum(tally.figure(BLACK) for tally in case.tallies)
    over = [
        f"{have} {rank.many} where the packs hold {in_packs(rank, ruleset)}"
        for rank, have in counts.items()
        if have > in_packs(rank, ruleset)
    ]
    over += [
        f"{have} times {card.symbol} where the packs hold {in_packs_like(card, ruleset)}"
        for card, have in Counter(card for card in cards if card.suit).items()
        if have > in_packs_like(card, ruleset)
    ]
    if not over:
        return None
    return Reason(
        False,
        "all tallies together count {over}",
        {"over": ", ".join(over)},
        remedy="count the cards on the table and in the hands again",
    )


def _points(case: HandTallies, ruleset: Ruleset) -> Reason | None:
    have = sum(on_table(tally, ruleset) + in_hands(tally, ruleset) for tally in case.tallies)
    most = everything(ruleset)
    if have <= most:
        return None
    return Reason(
        False,
        "all melds and hands together count {have} card points; the packs hold {needed}",
        {"have": have, "needed": most},
        needed=most,
        have=have,
        remedy="points: and minus: are card values only, without bonuses and red threes",
    )


def _alone(case: HandTallies, ruleset: Ruleset) -> Reason | None:
    named = [
        (tally.alone, place) for place, tally in enumerate(case.tallies) if tally.alone is not None
    ]
    out = any(tally.went_out for tally in case.tallies)
    if not ruleset.seats.alone:
        if not named:
            return None
        return Reason(
            False,
            "nobody plays alone under these rules (alone:{name})",
            {"name": named[0][0]},
            remedy="leave alone: out",
        )
    if len(named) > 1:
        return Reason(
            False,
            "{have} tallies say who was alone",
            {"have": len(named)},
            needed=1,
            have=len(named),
            remedy="one player is alone: say it once, in that player's tally",
        )
    if not named:
        return Reason(
            not out,
            "nobody was alone" if not out else "somebody went out, so somebody was alone",
            remedy="say who took the pile first, or who went out if nobody took it: alone:NAME",
        )
    name, place = named[0]
    return Reason(
        name in case.players[place],
        "{owner}'s tally says alone:{name}",
        {"name": name, "owner": case.players[place][0]},
        remedy="say it in the tally of the player who was alone",
    )


TABLE = Topic[HandTallies](
    Rule("tally.one-out", "A hand ends when one player goes out.", (), _one_out),
    Rule(
        "tally.packs",
        "No card is there more often than the packs hold it.",
        ("deck.packs", "deck.jokers"),
        _packs,
    ),
    Rule(
        "tally.points",
        "Melds and hands together are not worth more than the packs.",
        ("deck.packs", "deck.jokers", *VALUED),
        _points,
    ),
    Rule(
        "tally.alone",
        "Where one player is alone each hand, the tally says who: "
        "the first to take the pile, or who went out if nobody took it.",
        ("seats.alone",),
        _alone,
    ),
)
