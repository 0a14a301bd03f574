"""Change one side's tally, and name its figures in the words of a ruleset.

The forms of ``hand`` and ``amend`` call it.
"""

from collections.abc import Mapping

from canasta_cli.engine.items import BLACK, MINUS, POINTS, RED, check_spelling
from canasta_cli.engine.points import grades, in_packs
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Meld, MeldCards, Rank, Shape, meld_under
from canasta_cli.model.game import ALSO, Award, Figure, Tally, join
from canasta_cli.notation.cards import write_cards, write_meld
from canasta_cli.notation.tally import write_tally
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
    also += ALSO.get(grade.value, ())
    also += [COLOURS[grade]] if has_books(ruleset) and grade in COLOURS else []
    return Field(grade.value, one, many, tuple(dict.fromkeys(also)))


def three_fields(ruleset: Ruleset) -> tuple[Field, ...]:
    """List the threes that are laid out under a ruleset: the red ones, and in some games the black ones."""
    laid = {RED: Rank.RED_THREE} | ({BLACK: Rank.BLACK_THREE} if ruleset.threes.black_laid else {})
    return tuple(
        Field(name, rank.noun, rank.many, most=in_packs(rank, ruleset))
        for name, rank in laid.items()
    )


def with_figures(numbers: Mapping[str, int]) -> Tally:
    """Return a tally of figures alone, by their names; those that are 0 are left out."""
    return Tally(figures=tuple(Figure(name, number) for name, number in numbers.items() if number))
