"""The parts of a tally as fields of a form: which ones a ruleset has, and the tally of their values.

Values are plain: numbers, texts and truths. Every front end asks for them in its own way.
"""

from collections.abc import Callable, Mapping

from canasta_cli.engine.canastas import grades
from canasta_cli.engine.figures import BLACK, MINUS, POINTS, RED
from canasta_cli.engine.points import in_packs
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.model.game import ALSO, Award, Figure, Out, Sign, Tally, join
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import names
from canasta_cli.rules.names import COLOURS, canastas, has_books
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, grade_name
from canasta_cli.values import NamedTuple

Value = str | int | bool

# The kinds of fields: a number of things, points, melds as cards, the cards of one or more hands, one
# of some words, yes or no, the name of a player.
COUNT, CARD_POINTS, MELDS, HANDS = "count", "points", "melds", "hands"
CHOICE, TRUTH, PLAYER = "choice", "truth", "player"
SPECIAL = "special:"


class Field(NamedTuple):
    """One part of a tally.

    ``name`` is its key for :func:`tally`, ``kind`` one of the kinds above, ``one`` and ``many`` its
    name in the words of the ruleset. ``also`` are other words by which players may call it,
    the first of them the shortest, ``choices`` the values of a choice. ``most`` is the largest
    possible number, if there is one.
    """

    name: str
    kind: str
    one: str
    many: str
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    most: int | None = None


def fields(ruleset: Ruleset) -> tuple[Field, ...]:
    """List the parts that a tally can have under a ruleset, in the order of a table at the end."""
    threes = [_threes(RED, Rank.RED_THREE, ruleset)]
    if ruleset.threes.black_laid:
        threes.append(_threes(BLACK, Rank.BLACK_THREE, ruleset))
    feet = (
        (Field("foot", HANDS, "cards left in a foot", "cards left in feet"),)
        if ruleset.deal.foot is not None
        else ()
    )
    alone = (
        (Field("alone", PLAYER, "who played alone", "who played alone"),)
        if ruleset.seats.alone
        else ()
    )
    special = (f"{SPECIAL}{hand.name}" for hand in ruleset.special.hands)
    return (
        Field("melds", MELDS, "meld", "melds"),
        *(_canasta(grade, ruleset) for grade in grades(ruleset)),
        Field(POINTS, CARD_POINTS, "card point melded", "card points melded"),
        *threes,
        Field("left", HANDS, "cards left in hand", "cards left in hands"),
        *feet,
        Field(MINUS, CARD_POINTS, "card point left", "card points left"),
        Field("out", CHOICE, "going out", "going out", choices=(*_OUT, *special)),
        Field("stock", TRUTH, "the stock ran out", "the stock ran out"),
        *alone,
        Field("penalty", CARD_POINTS, "penalty point", "penalty points"),
        Field("bonus", CARD_POINTS, "bonus point", "bonus points"),
        Field("score", CARD_POINTS, "point of the hand", "points of the hand"),
    )


def _canasta(grade: Grade, ruleset: Ruleset) -> Field:
    one, many = (canastas(number, (grade,), ruleset).partition(" ")[2] for number in (1, 2))
    also = [names.grade_name(grade, ruleset), grade_name(grade), grade.value]
    also += ALSO.get(grade.value, ())
    also += [COLOURS[grade]] if has_books(ruleset) and grade in COLOURS else []
    return Field(grade.value, COUNT, one, many, tuple(dict.fromkeys(also)))


def _threes(name: str, rank: Rank, ruleset: Ruleset) -> Field:
    return Field(name, COUNT, rank.noun, rank.many, (name,), most=in_packs(rank, ruleset))


def tally(values: Mapping[str, Value]) -> Tally:
    """Return the tally of some fields, by name; fields without a value may be left out or empty.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an unknown field or a value of the wrong
    kind, and :class:`~canasta_cli.errors.NotationError` for cards that can't be read.
    """
    return join(tuple(_part(name, value) for name, value in values.items() if value != ""))


def _part(name: str, value: Value) -> Tally:
    if name in _TEXTS:
        return _TEXTS[name](str(value))
    if name == "stock":
        return Tally(stock=bool(value))
    try:
        number = int(value)
    except ValueError:
        number = -1
    if name == "score":
        return Tally(score=number)
    if number < 0:
        raise NotUnderstood(
            f"“{value}” is not a number of {name}", fix="Give a whole number from 0 on."
        )
    if name in _AWARDS:
        return Tally(awards=(Award(_AWARDS[name], number),) if number else ())
    return Tally(figures=(Figure(name, number),) if number else ())


def _out(value: str) -> Tally:
    if value.startswith(SPECIAL):
        return read_tally(value)
    if value not in _OUT:
        raise NotUnderstood(f"“{value}” is not a way of going out", fix="Give out or concealed.")
    return Tally(out=Out(value))


_OUT = tuple(out.value for out in Out)
_AWARDS = {sign.value: sign for sign in Sign}
_TEXTS: Mapping[str, Callable[[str], Tally]] = {
    "melds": read_tally,
    "left": lambda value: Tally(left=_bunches(value)),
    "foot": lambda value: Tally(feet=_bunches(value)),
    "out": _out,
    "alone": lambda value: Tally(alone=value),
}


def _bunches(value: str) -> tuple[Cards, ...]:
    """Read the cards of several hands, with spaces between the hands."""
    return tuple(read_cards(word) for word in value.split())
