"""Change one side's tally, and name its figures in the words of a ruleset.

The forms of ``hand`` and ``amend`` call it.
"""

from collections.abc import Mapping

from canasta_cli.engine.items import BLACK, MINUS, POINTS, RED, check_spelling
from canasta_cli.engine.points import grades, in_packs
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.game import ALSO, BOOKS, Figure, Tally, join
from canasta_cli.notation.cards import check_digit_before_rank, write_cards
from canasta_cli.notation.tally import LARGEST_FIGURE, write_tally
from canasta_cli.rules import names
from canasta_cli.rules.names import COLOURS, canastas, has_books, tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, grade_name
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, listed, quoted

# Parts of a tally: the words that two tallies have in common, and what is probably mistyped.

_SEVERAL = ("melds", "threes", "left", "feet", "awards", "figures")
# The other fields of a tally: facts that it states at most once.
_FACTS = {name: Tally._field_defaults[name] for name in Tally._fields if name not in _SEVERAL}
# Threes can be counted as cards or as a number.
_THREES = ((RED, Rank.RED_THREE), (BLACK, Rank.BLACK_THREE))
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
    for name, rank in _THREES:
        cards, number = tally.threes.of(rank), tally.figure(name)
        if cards and number and not (before.threes.of(rank) and before.figure(name)):
            every = cards + number
            raise NotUnderstood(
                f"{side}“{rank.value * cards}” and “{name}:{number}” are both {rank.many}",
                fix=f"Leave out {name}:{number}. For {every} {rank.many} write {name}:{every} alone.",
            )
    for meld in tally.melds:
        if meld not in before.melds:
            check_digit_before_rank(meld.cards, side)
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


# Change one side's tally: replace it, add words to it, or remove words from it.


class Operator(Enum):
    """The way in which a tally changes."""

    REPLACE = "="
    ADD = "+="
    REMOVE = "-="


class TallyEdit(NamedTuple):
    """A change of one side's tally."""

    side: str
    operator: Operator
    words: Tally


def edited(tally: Tally, edit: TallyEdit, ruleset: Ruleset) -> Tally:
    """Return a tally after a change.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for a fact that is there already, and for
    words that are not there.
    """
    if edit.operator is Operator.REPLACE:
        return edit.words
    name = quoted(edit.side)
    if edit.operator is Operator.ADD:
        twice, new = stated_twice(tally, edit.words), stated_twice(edit.words, tally)
        if twice != NOTHING:
            old = _text(twice, ruleset)
            change = f"To change it: {name}-={old} {name}+={_text(new, ruleset)}"
            raise NotUnderstood(
                f"the tally of {edit.side} already has “{old}”",
                fix="Leave it out." if new == twice else change,
            )
        return added(tally, edit.words)
    rest, missing = without(tally, edit.words)
    if missing != NOTHING:
        known = _text(tally, ruleset) or "none"
        raise NotUnderstood(
            f"the tally of {edit.side} doesn't have the word “{_text(missing, ruleset)}”",
            fix=f"Its words: {known}. To change one of them: {name}-=OLD {name}+=NEW",
        )
    return rest


def _text(tally: Tally, ruleset: Ruleset) -> str:
    return write_tally(tally_in_game_words(tally, ruleset), typed=True)


def added(tally: Tally, words: Tally) -> Tally:
    """Return a tally with more words; numbers of the same thing add up.

    If there are threes as cards and also as a number, all of them become a number. Raises
    :class:`~canasta_cli.errors.NotUnderstood` for a sum that can't be written.
    """
    both = join((tally, words))
    threes, figures = both.threes, [*both.figures]
    for name, rank in _THREES:
        cards = Cards(card for card in threes if card.rank is rank)
        if cards and both.figure(name):
            threes -= cards
            figures.append(Figure(name, len(cards)))
    both = both._replace(threes=threes, figures=tuple(figures))
    sums = {figure.name: both.figure(figure.name) for figure in figures}
    for name, number in sums.items():
        if number > LARGEST_FIGURE:
            raise NotUnderstood(
                f"{name}:{number} is too large a number", fix=f"The largest is {LARGEST_FIGURE:,}."
            )
    return both._replace(figures=tuple(Figure(*each) for each in sums.items()))


def without(tally: Tally, words: Tally) -> tuple[Tally, Tally]:
    """Remove whole words from a tally; return the rest, and the words that it doesn't have."""
    rest, missing = _words_of(tally), list[Tally]()
    for word in _words_of(words):
        (rest.remove if word in rest else missing.append)(word)
    return join(tuple(rest)), join(tuple(missing))


def _words_of(tally: Tally) -> list[Tally]:
    """Return each word of a tally as a tally; each three is a word, however it was written."""
    facts = {name: getattr(tally, name) for name in _FACTS if _states(tally, name)}
    return [
        *(Tally(melds=(meld,)) for meld in tally.melds),
        *(Tally(threes=Cards((three,))) for three in tally.threes),
        *(Tally(left=(cards,)) for cards in tally.left),
        *(Tally(feet=(cards,)) for cards in tally.feet),
        *(Tally(awards=(award,)) for award in tally.awards),
        *(Tally(figures=(figure,)) for figure in tally.figures),
        *(Tally()._replace(**{name: fact}) for name, fact in facts.items()),
    ]


# The figures of a tally in the words of a ruleset, for forms.


class Field(NamedTuple):
    """A figure that a tally can have, and its name in the words of a ruleset.

    ``also`` are other words by which players may call it, the first of them the shortest. ``most`` is the
    largest possible number, if there is one.
    """

    name: str
    one: str
    many: str
    also: tuple[str, ...] = ()
    most: int | None = None


def fields(ruleset: Ruleset) -> tuple[Field, ...]:
    """List the figures that a tally can have under a ruleset, in the order of a table at the end."""
    return (
        *canasta_fields(ruleset),
        Field(POINTS, "card point melded", "card points melded"),
        *three_fields(ruleset),
        Field(MINUS, "card point left", "card points left"),
    )


def canasta_fields(ruleset: Ruleset) -> tuple[Field, ...]:
    """List the kinds of canasta that a ruleset scores."""
    return tuple(_canasta(grade, ruleset) for grade in grades(ruleset))


def _canasta(grade: Grade, ruleset: Ruleset) -> Field:
    one, many = (canastas(number, (grade,), ruleset).partition(" ")[2] for number in (1, 2))
    also = [names.grade_name(grade, ruleset), grade_name(grade), grade.value]
    also += (*((BOOKS[grade.value],) if grade.value in BOOKS else ()), *ALSO.get(grade.value, ()))
    also += [COLOURS[grade]] if has_books(ruleset) and grade in COLOURS else []
    return Field(grade.value, one, many, tuple(dict.fromkeys(also)))


def three_fields(ruleset: Ruleset) -> tuple[Field, ...]:
    """List the threes that are laid out under a ruleset: the red ones, and in some games the black ones."""
    laid = {RED: Rank.RED_THREE} | ({BLACK: Rank.BLACK_THREE} if ruleset.black_laid else {})
    return tuple(
        Field(name, rank.noun, rank.many, most=in_packs(rank, ruleset))
        for name, rank in laid.items()
    )


def with_figures(numbers: Mapping[str, int]) -> Tally:
    """Return a tally of figures alone, by their names; those that are 0 are left out."""
    return Tally(figures=tuple(Figure(name, number) for name, number in numbers.items() if number))
