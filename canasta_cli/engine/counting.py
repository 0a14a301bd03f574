"""A tally to a sheet: one line for each item, with its count, its value and its reason."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from canasta_cli.engine.figures import (
    MINUS,
    POINTS,
    black_threes,
    canastas,
    has_melded,
    melds_of_grade,
    red_threes,
)
from canasta_cli.engine.grading import GRADINGS, lacking, pays
from canasta_cli.engine.irregularities import TOPICS, penalty
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import Card, Rank, together
from canasta_cli.model.tally import Out, Sign, Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Earned, Earning, Grade, Scale


class Line(NamedTuple):
    """One line of a sheet: so many, each worth so much where they are alike, points in all.

    ``because`` says in a few words what the line rests on (``kings, aces``).
    """

    item: str
    number: int | None
    each: int | None
    points: int
    because: str = ""


class Sheet(NamedTuple):
    """What one side scored in a hand, line by line."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points."""
        return sum(line.points for line in self.lines)


class Item(NamedTuple):
    """One thing that scores: its id, its words, the parameters it reads, and its lines."""

    id: str
    says: str
    reads: tuple[str, ...]
    lines: Callable[[Tally, Ruleset], Iterator[Line]]


def count(tally: Tally, ruleset: Ruleset) -> Sheet:
    """Count one side's tally, whether or not it can be; judging is another question."""
    return Sheet(tuple(line for item in ITEMS for line in item.lines(tally, ruleset)))


def _canastas(kind: Grade) -> Callable[[Tally, Ruleset], Iterator[Line]]:
    def lines(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
        number, each = canastas(tally, ruleset)[kind], pays(kind, ruleset)
        if not number or each is None:
            return
        ranks = [meld.rank for meld in melds_of_grade(tally, kind, ruleset)]
        because = ", ".join(rank.many for rank in ranks if rank)
        yield Line(f"canasta.{kind.value}", number, each, number * each, because)

    return lines


def earned(condition: Earned, tally: Tally, ruleset: Ruleset) -> bool:
    """Whether a side has what its threes need to count for it."""
    match condition.what:
        case Earning.NOTHING:
            return True
        case Earning.MELD:
            return has_melded(tally, ruleset)
        case Earning.CANASTAS:
            return canastas(tally, ruleset).total() >= condition.number
        case Earning.OUT_NEEDS:
            return not lacking(ruleset.out.needs, canastas(tally, ruleset))


def _laid(item: str, number: int, tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    if not number:
        return
    points = _on_scale(number, ruleset.threes.red)
    plus = earned(ruleset.threes.red_earned, tally, ruleset)
    sign = 1 if plus else -1
    each = ruleset.threes.red[0]
    alike = points == number * each
    because = "" if plus else "against the side: it has not earned them"
    yield Line(item, number, sign * each if alike else None, sign * points, because)


def _on_scale(number: int, scale: Scale) -> int:
    """Points for so many; beyond the end of the scale, more of them are worth no more."""
    return scale[min(number, len(scale)) - 1]


def _red_threes(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    return _laid("red-threes", red_threes(tally), tally, ruleset)


def _black_threes(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    if ruleset.threes.black_laid:
        yield from _laid("black-threes", black_threes(tally), tally, ruleset)


def _going_out(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    if tally.went_out:
        yield Line("going-out", 1, ruleset.out.bonus, ruleset.out.bonus)


def _concealed(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    if tally.out is Out.CONCEALED:
        yield Line("going-out.concealed", 1, ruleset.out.concealed, ruleset.out.concealed)


def _melded_cards(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    cards, figures = tally.melded, tally.figure(POINTS)
    if cards:
        yield Line("melds.cards", len(cards), None, worth(cards, ruleset))
    if figures:
        yield Line("melds.points", None, None, figures, "given in figures")


def _left(tally: Tally) -> tuple[Card, ...]:
    return tuple(together(tally.left))


def _hand_cards(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    cards, figures = tuple(_counted_left(tally, ruleset)), tally.figure(MINUS)
    if cards:
        yield Line("hand.cards", len(cards), None, -worth(cards, ruleset))
    if figures:
        yield Line("hand.points", None, None, -figures, "given in figures")


def _counted_left(tally: Tally, ruleset: Ruleset) -> Iterator[Card]:
    """Cards in hands that count at their value: those with a penalty of their own do not."""
    for card in _left(tally):
        if card.rank is Rank.RED_THREE:
            continue
        if card.rank is Rank.BLACK_THREE and ruleset.penalty.black_three_left is not None:
            continue
        yield card


def _foot_cards(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    cards = together(tally.feet)
    if cards:
        yield Line("foot.cards", len(cards), None, -worth(cards, ruleset))


def _red_threes_left(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.penalty.undeclared_red_three
    number = sum(card.rank is Rank.RED_THREE for card in (*_left(tally), *together(tally.feet)))
    if number and each is not None:
        yield Line("penalty.undeclared-red-three", number, -each, -number * each, "left in a hand")


def _black_threes_left(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    each = ruleset.penalty.black_three_left
    number = sum(card.rank is Rank.BLACK_THREE for card in _left(tally))
    if number and each is not None:
        yield Line("penalty.black-three-left", number, -each, -number * each)


def _named_penalties(tally: Tally, ruleset: Ruleset) -> Iterator[Line]:
    named = Counter(award.topic for award in tally.awards if award.topic is not None)
    for topic, number in named.items():
        each = penalty(topic, ruleset)
        if each is not None:
            yield Line(f"penalty.{topic}", number, -each, -number * each)


def _awards(sign: Sign) -> Callable[[Tally, Ruleset], Iterator[Line]]:
    factor = -1 if sign is Sign.PENALTY else 1

    def lines(tally: Tally, _: Ruleset) -> Iterator[Line]:
        for award in tally.awards:
            if award.sign is sign and award.points is not None:
                yield Line(sign.value, 1, None, factor * award.points, "given by the table")

    return lines


_CANASTA_WORDS = {
    Grade.NATURAL: "Natural canastas: without wild cards.",
    Grade.MIXED: "Mixed canastas: with wild cards.",
    Grade.RUN: "Canastas that are runs of one suit.",
    Grade.WILD: "Canastas of wild cards.",
    Grade.WILD_DEUCES: "Canastas of deuces only.",
    Grade.WILD_JOKERS: "Wild canastas with four jokers.",
    Grade.SEVENS: "Natural canastas of sevens.",
    Grade.ACES: "Natural canastas of aces.",
}
_PAYS = {row.grade: row.pays for row in GRADINGS}
_VALUES = tuple(f"deck.{name}" for name in ("joker", "deuce", "ace", "high", "low", "black_three"))

ITEMS: tuple[Item, ...] = (
    Item(
        "melds.cards",
        "All melded cards at their card values, those in canastas included.",
        _VALUES,
        _melded_cards,
    ),
    *(
        Item(
            f"canasta.{kind.value}",
            _CANASTA_WORDS[kind],
            (_PAYS[kind], "melds.canasta"),
            _canastas(kind),
        )
        for kind in Grade
    ),
    Item(
        "red-threes",
        "Red threes laid out: for the side if it has earned them, otherwise against it.",
        ("threes.red", "threes.red_earned"),
        _red_threes,
    ),
    Item(
        "black-threes",
        "Black threes laid out, where the game pays them like red ones.",
        ("threes.black_laid",),
        _black_threes,
    ),
    Item("going-out", "Going out.", ("out.bonus",), _going_out),
    Item(
        "going-out.concealed",
        "Going out concealed: the whole hand in one turn; besides the bonus for going out.",
        ("out.concealed",),
        _concealed,
    ),
    Item(
        "hand.cards", "Cards left in the side's hands, at their card values.", _VALUES, _hand_cards
    ),
    Item(
        "foot.cards",
        "Cards in a foot that was never picked up, at their card values.",
        _VALUES,
        _foot_cards,
    ),
    Item(
        "penalty.undeclared-red-three",
        "A red three kept in a hand to the end.",
        ("penalty.undeclared_red_three",),
        _red_threes_left,
    ),
    Item(
        "penalty.black-three-left",
        "A black three left in a hand, where the game makes it cost more than its value.",
        ("penalty.black_three_left",),
        _black_threes_left,
    ),
    Item(
        "penalty.named",
        "Irregularities recorded by name, at what the game makes them cost.",
        tuple(TOPICS.values()),
        _named_penalties,
    ),
    Item("penalty", "Points that the table takes from the side.", (), _awards(Sign.PENALTY)),
    Item("bonus", "Points that the table gives the side.", (), _awards(Sign.BONUS)),
)
