"""Change one side's tally, and see its parts as fields of a form.

The forms of ``hand`` and ``amend`` call it.
"""

from collections.abc import Callable, Mapping

from canasta_cli.engine.items import BLACK, MINUS, POINTS, RED, check_spelling
from canasta_cli.engine.points import grades, in_packs
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Meld, MeldCards, Rank, Shape, meld_under
from canasta_cli.model.game import ALSO, Award, Figure, Out, Sign, Tally, join
from canasta_cli.notation.cards import read_cards, write_cards, write_meld
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules import names
from canasta_cli.rules.names import COLOURS, canastas, has_books, tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, SameRank, grade_name
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, either, listed, quoted

# Parts of a tally: the words that two tallies have in common, and a tally without some words.

_SEVERAL = ("melds", "threes", "left", "feet", "awards", "figures")
# The other fields of a tally: facts that it states at most once.
_FACTS = {name: Tally._field_defaults[name] for name in Tally._fields if name not in _SEVERAL}
_OUT_FIELDS = ("out", "special")
NOTHING = Tally()


def stated_twice(tally: Tally, words: Tally) -> Tally:
    """Return the facts of a tally that other words state too, such as how the side went out."""
    names = [name for name in _FACTS if _states(tally, name) and _states(words, name)]
    if tally.went_out and words.went_out:
        names += _OUT_FIELDS
    facts = {name: getattr(tally, name) for name in names}
    return Tally()._replace(**facts)


def check_typed(tally: Tally, ruleset: Ruleset, side: str = "", before: Tally = NOTHING) -> None:
    """Refuse what is probably mistyped, unless the tally ``before`` a change has it, as files may.

    That is a figure that no ruleset knows, threes as cards and also as a number, and a set in which some
    cards of a rank have a suit where suits don't matter: ``QQQS`` has three cards, not four.
    """
    check_spelling(tally, ruleset, side)
    side = f"{side}: " if side else ""
    for name, rank in ((RED, Rank.RED_THREE), (BLACK, Rank.BLACK_THREE)):
        cards, number = tally.threes.of(rank), tally.figure(name)
        if cards and number and not (before.threes.of(rank) and before.figure(name)):
            every = cards + number
            raise NotUnderstood(
                f"{side}“{rank.value * cards}” and “{name}:{number}” are both {rank.many}",
                fix=f"Leave out {name}:{number}. For {every} {rank.many} write {name}:{every} alone.",
            )
    for meld in tally.melds if not ruleset.melds.runs else ():
        plain = {card.rank for card in meld.cards if not card.suit}
        suited = [each.symbol for each in meld.cards if each.suit and each.rank in plain]
        if suited and meld not in before.melds:
            have = f"{listed(dict.fromkeys(suited))} {'have' if suited[1:] else 'has'}"
            without = write_cards(Cards(Card(card.rank) for card in meld.cards))
            raise NotUnderstood(
                f"{side}{write_cards(meld.cards)} is {count_of(len(meld.cards), 'card')}, "
                f"of which only {have} a suit",
                fix=f"Suits don't matter in these rules: write {without}, or the card that is missing.",
            )


def _states(tally: Tally, name: str) -> bool:
    return bool(getattr(tally, name) != _FACTS[name])


def without(tally: Tally, words: Tally) -> tuple[Tally, Tally]:
    """Remove words from a tally; return the rest, and the words that it doesn't have."""
    melds, no_melds = _without_bunches(_cards_of(tally), _cards_of(words))
    left, no_left = _without_bunches(tally.left, words.left)
    feet, no_feet = _without_bunches(tally.feet, words.feet)
    figures, no_figures = _without_figures(tally, words)
    awards = list(tally.awards)
    no_awards: list[Award] = []
    for award in words.awards:
        (awards.remove if award in awards else no_awards.append)(award)
    facts = {name: getattr(words, name) for name in _FACTS}
    wrong = {name: fact for name, fact in facts.items() if fact != getattr(tally, name)}
    rest = tally._replace(
        melds=tuple(map(MeldCards, melds)),
        threes=tally.threes - words.threes,
        left=left,
        feet=feet,
        awards=tuple(awards),
        figures=figures,
        **{name: none for name, none in _FACTS.items() if name not in wrong},
    )
    missing = Tally(
        melds=tuple(map(MeldCards, no_melds)),
        threes=words.threes - tally.threes,
        left=no_left,
        feet=no_feet,
        awards=tuple(no_awards),
        figures=no_figures,
    )._replace(**wrong)
    return rest, missing


def _cards_of(tally: Tally) -> tuple[Cards, ...]:
    return tuple(meld.cards for meld in tally.melds)


def _without_bunches(
    bunches: tuple[Cards, ...], words: tuple[Cards, ...]
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Remove whole bunches, or cards from the only bunch that has them."""
    rest, missing = list(bunches), []
    for cards in words:
        having = [at for at, each in enumerate(rest) if each.has(cards)]
        equal = [at for at in having if rest[at] == cards]
        if equal or len(having) == 1:
            at = (equal or having)[0]
            rest[at] -= cards
        else:
            missing.append(cards)
    return tuple(cards for cards in rest if cards != NO_CARDS), tuple(missing)


def _without_figures(tally: Tally, words: Tally) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Subtract figures: ``points:20`` from ``points:120`` leaves ``points:100``."""
    rest, missing = list(tally.figures), []
    for name in dict.fromkeys(figure.name for figure in words.figures):
        have, number = tally.figure(name), words.figure(name)
        if not any(figure.name == name for figure in rest) or have < number:
            missing.append(Figure(name, number))
            continue
        place = next(at for at, figure in enumerate(rest) if figure.name == name)
        rest = [figure for figure in rest if figure.name != name]
        if have > number:
            rest.insert(place, Figure(name, have - number))
    return tuple(rest), tuple(missing)


# Change one side's tally: replace it, add words to it, or remove words from it.

# Fewer cards are not a meld by themselves, so they are added to one; so are all in games that merge sets.
SMALLEST_MELD = 3


class Operator(Enum):
    """The way in which a tally changes."""

    REPLACE = "="
    ADD = "+="
    REMOVE = "-="


class TallyEdit(NamedTuple):
    """A change of one side's tally; ``player`` is the seat of the player, if one was named."""

    side: str
    operator: Operator
    words: Tally
    player: str = ""


def edited(tally: Tally, edit: TallyEdit, ruleset: Ruleset, recorded: Tally) -> Tally:
    """Return a tally after a change; ``recorded`` is the tally before the changes that come with it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for a fact that is there already, and for
    words that are not there.
    """
    if edit.operator is Operator.REPLACE:
        return edit.words
    if edit.operator is Operator.ADD:
        return _added(tally, edit, ruleset, recorded)
    rest, missing = without(tally, edit.words)
    if missing != Tally():
        raise NotUnderstood(
            f"the tally of {edit.side} doesn't have “{_text(missing, ruleset)}”",
            fix=f"The tally is: {_text(tally, ruleset) or 'empty'}",
        )
    return rest


def _text(tally: Tally, ruleset: Ruleset) -> str:
    return write_tally(tally_in_game_words(tally, ruleset))


def _added(tally: Tally, edit: TallyEdit, ruleset: Ruleset, recorded: Tally) -> Tally:
    words, wild_ranks = edit.words, ruleset.wild_ranks
    twice = stated_twice(tally, words)
    if twice != Tally():
        raise NotUnderstood(
            f"the tally of {edit.side} already has “{_text(twice, ruleset)}”",
            fix=f'Remove it first, or give the whole tally: {edit.side}="{_text(tally, ruleset)}"',
        )
    melds = list(tally.melds)
    # Two sets of a rank are one meld on the table.
    merges = ruleset.melds.same_rank is SameRank.MERGED and not ruleset.seats.alone
    new = []
    for meld in words.melds:
        part = meld_under(wild_ranks, meld)
        fitting = [
            at for at, each in enumerate(melds) if _is_part(part, meld_under(wild_ranks, each))
        ]
        # A card that replaces another one goes to the meld that has lost it.
        fitting = [at for at in fitting if melds[at] not in recorded.melds] or fitting
        joins = meld.size < SMALLEST_MELD or (merges and part.shape is Shape.SET)
        if joins and len(fitting) == 1:
            melds[fitting[0]] = MeldCards(melds[fitting[0]].cards + meld.cards)
        elif joins and fitting:
            first, name = melds[fitting[0]].cards, quoted(edit.side)
            change = f"{name}-={write_cards(first)} {name}+={write_cards(first + meld.cards)}"
            every = either(write_meld(melds[at]) for at in fitting)
            raise NotUnderstood(
                f"{edit.side}: {write_meld(meld)} could be added to {every}",
                fix=f"Remove that meld, and add it with its new cards. Example: {change}",
            )
        else:
            new.append(meld)
    return join((tally._replace(melds=tuple(melds)), words._replace(melds=tuple(new))))


def _is_part(part: Meld, meld: Meld) -> bool:
    """True if cards can be part of a meld: natural cards of its rank, or wild cards."""
    return part.shape is Shape.WILD or (meld.shape is Shape.SET and part.rank is meld.rank)


# The parts of a tally as fields of a form: which ones a ruleset has, and the tally of their values.
#
# Values are plain: numbers, texts and truths. Every front end asks for them in its own way.

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
        Field("out", CHOICE, "going out", "going out", choices=(*_OUT_WORDS, *special)),
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
    if value not in _OUT_WORDS:
        raise NotUnderstood(f"“{value}” is not a way of going out", fix="Give out or concealed.")
    return Tally(out=Out(value))


_OUT_WORDS = tuple(out.value for out in Out)
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
