"""The figures of a tally, what a side has earned by them, and the scoring items that make its sheet.

``score`` counts with it; statistics and forms ask for the figures, answers format the lines of a sheet.

What a canasta pays: ``_canasta_item``, by ``[bonus]`` in the file of a ruleset (``Bonus`` in
``rules/groups.py``). Going out concealed: ``_concealed``. Red threes of a side that hasn't melded:
``_laid``, which asks ``why_deducted``. A new item is a function that yields its lines, with ``@item`` above it,
its name in ``ITEMS``, and cases in ``tests/cases/scoring/``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from canasta_cli.engine.points import (
    OF_ONE_RANK,
    VALUED,
    WILD,
    WILD_MELDS,
    Unfinished,
    costs,
    grade,
    grades,
    is_priced,
    lacking,
    pay_parameter,
    points_for,
    points_of,
)
from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Cards, Meld, MeldCards, Rank, Shape, meld_under, together
from canasta_cli.model.game import Figure, Out, Sign, Tally, join
from canasta_cli.rules.names import KEPT_RED_THREE, TOPICS, Irregularity, figure_word, penalty
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    Collection,
    Earned,
    Earning,
    Grade,
    Need,
    SameRank,
    Scale,
    named,
    needs_in_words,
)
from canasta_cli.rules.vocabulary import canastas as canastas_in_words
from canasta_cli.values import NamedTuple
from canasta_cli.words import did_you_mean, listed

# Figures in a tally, totals of cards and figures together, and what a side has earned by them.

POINTS = "points"
MINUS = "minus"
RED = "red"
BLACK = "black"
_EVERY = (*(each.value for each in Grade), POINTS, MINUS, RED, BLACK)


def figure_names(ruleset: Ruleset) -> dict[str, str]:
    """Map the names of figures under a ruleset to their meanings."""
    black = {BLACK: "black threes laid out"} if ruleset.black_laid else {}
    return {
        **{each.value: canastas_in_words(2, (each,))[2:] for each in grades(ruleset)},
        POINTS: "card points of melded cards not listed as cards",
        MINUS: "card points left in hands not listed as cards",
        RED: "red threes laid out",
        **black,
    }


def check_spelling(tally: Tally, ruleset: Ruleset, side: str = "") -> None:
    """Raise :class:`~canasta_cli.errors.NotationError` for a figure that no ruleset knows.

    A figure of another ruleset is not misspelled; the rules of this game reject it later.
    """
    for figure in tally.figures:
        if figure.name not in _EVERY:
            names = tuple(figure_word(name, ruleset) for name in figure_names(ruleset))
            raise _misspelled(figure, names, f"{side}: " if side else "")


def _misspelled(figure: Figure, names: tuple[str, ...], side: str) -> NotationError:
    found = did_you_mean(figure.name, names)
    return NotationError(
        f"{side}“{figure.name}:” is not a word of a tally.{found}",
        text=f"{figure.name}:{figure.number}",
        start=0,
        end=len(figure.name),
        expected=f"The figures are {listed(f'{name}:' for name in names)}",
        example=f"{names[0]}:1 {names[1]}:2 points:345",
    )


def merged(melds: Iterable[MeldCards], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return melds as they are on the table: one for each rank if the ruleset merges them.

    In games where players become partners during a hand, no source says what happens to melds
    that would be illegal as one: they stay separate.
    """
    every = tuple([meld_under(ruleset.wild_ranks, meld) for meld in melds])
    if ruleset.melds.same_rank is not SameRank.MERGED:
        return every
    by_rank: dict[Rank | int, list[Meld]] = {}
    for place, meld in enumerate(every):
        by_rank.setdefault(place if meld.rank is None else meld.rank, []).append(meld)
    return tuple(meld for same in by_rank.values() for meld in _as_one(same, ruleset))


def _as_one(same: list[Meld], ruleset: Ruleset) -> Iterable[Meld]:
    if len(same) == 1:
        return same
    whole = Meld(together(meld.cards for meld in same), ruleset.wild_ranks)
    if ruleset.one_alone:
        # Most counts need no rules of melding.
        from canasta_cli.engine.melds import meld_is_legal

        if meld_is_legal(whole, ruleset, going_out=True) is False:
            return same
    return (whole,)


class GradedTally(NamedTuple):
    """A tally with the grade of each canasta among its merged melds, and the canastas by grade."""

    tally: Tally
    graded: tuple[tuple[Meld, Grade], ...]
    canastas: Counter[Grade]


def find(tally: Tally, ruleset: Ruleset) -> GradedTally:
    """Merge and grade the melds of a tally, and add the canastas given in figures."""
    graded = tuple(
        (meld, kind)
        for meld in merged(tally.melds, ruleset)
        if (kind := grade(meld, ruleset)) is not None
    )
    counts = Counter(kind for _, kind in graded)
    if tally.figures:
        for kind in grades(ruleset):
            if number := tally.figure(kind.value):
                counts[kind] += number
    return GradedTally(tally, graded, counts)


def canastas(tally: Tally, ruleset: Ruleset) -> Counter[Grade]:
    """Count a side's canastas by grade, in cards and in figures."""
    return find(tally, ruleset).canastas


def red_threes(tally: Tally) -> int:
    """Count the red threes that a side laid out."""
    return tally.threes.of(Rank.RED_THREE) + tally.figure(RED)


def black_threes(tally: Tally) -> int:
    """Count the black threes that a side laid out outside melds."""
    return tally.threes.of(Rank.BLACK_THREE) + tally.figure(BLACK)


def has_melded(found: GradedTally) -> bool:
    """True if a side has at least one meld."""
    return bool(found.tally.melds) or found.tally.figure(POINTS) > 0 or bool(found.canastas)


def on_table(tally: Tally, ruleset: Ruleset) -> int:
    """Card points of a side's melds, in cards and in figures."""
    return points_of(tally.melded, ruleset) + tally.figure(POINTS)


def in_hands(tally: Tally, ruleset: Ruleset) -> int:
    """Card points left in a side's hands and feet, in cards and in figures."""
    left = sum(points_of(bunch, ruleset) for bunch in (*tally.left, *tally.feet))
    return left + tally.figure(MINUS)


def canastas_for(condition: Earned, ruleset: Ruleset) -> tuple[Need, ...]:
    """Return the canastas that meet a condition; none if canastas don't decide."""
    match condition.what:
        case Earning.CANASTAS:
            return (Need(condition.number, condition.of),)
        case Earning.OUT_NEEDS:
            return ruleset.out.needs
        case _:
            return ()


def why_deducted(condition: Earned, found: GradedTally, ruleset: Ruleset) -> str:
    """Say why a side's threes, or melded cards, are deducted: what it lacks; empty if it has earned them."""
    if condition.what is Earning.NOTHING:
        return ""
    if condition.what is Earning.NEVER:
        return "deducted"
    if condition.what is Earning.MELD:
        return "" if has_melded(found) else "deducted: no meld"
    needs = canastas_for(condition, ruleset)
    if not lacking(needs, found.canastas):
        return ""
    return f"deducted: {'no canasta' if needs == (Need(1),) else f'needs {needs_in_words(needs)}'}"


def pool(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Tally, ...]:
    """Return the tallies as they count: players who were not alone share all but their threes.

    A tally that has only a score keeps it.
    """
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.one_alone or alone is None:
        return tallies
    shared = (tally for place, tally in enumerate(tallies) if place != alone)
    partners = join(tuple(tally for tally in shared if tally.score is None))
    return tuple(
        tally if place == alone or tally.score is not None else _with_own_threes(partners, tally)
        for place, tally in enumerate(tallies)
    )


def _with_own_threes(partners: Tally, own: Tally) -> Tally:
    """Return the partners' shared tally with one player's own threes, which are personal."""
    shared = (figure for figure in partners.figures if figure.name not in (RED, BLACK))
    personal = (figure for figure in own.figures if figure.name in (RED, BLACK))
    return partners._replace(threes=own.threes, figures=(*shared, *personal))


# The sheet of a side, its lines, and the scoring items that make the lines.


class SheetLine(NamedTuple):
    """One line of a sheet: a number of things, the points for each, and the points in all.

    ``each`` is ``None`` if the things differ in points. ``because`` names in a few words what is
    counted (``kings, aces``). ``item`` is the id of the scoring item, set by :func:`count`.
    """

    number: int | None
    each: int | None
    points: int
    because: str = ""
    item: str = ""


def charged(number: int, each: int | None) -> Iterator[SheetLine]:
    """Yield the line of things that cost points each, if there are any and the game charges for them."""
    if number and each is not None:
        yield SheetLine(number, -each, -number * each)


class Sheet(NamedTuple):
    """The score of one side in a hand, line by line."""

    lines: tuple[SheetLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points."""
        return sum(line.points for line in self.lines)


def _always(_: Ruleset) -> bool:
    return True


class ScoringItem(NamedTuple):
    """A scoring item: its id, name on a sheet, words, parameters that it reads, and lines.

    ``when`` is false for a ruleset that has no such item. Items that are alike, one for each rank,
    have the ``family`` by which they are listed: ``canasta.RANK``. ``says`` is empty for an
    irregularity, which is described by its parameter (:attr:`Irregularity.says`).
    """

    id: str
    name: str
    says: str
    reads: tuple[str, ...]
    lines: Callable[[GradedTally, Ruleset], Iterator[SheetLine]]
    when: Callable[[Ruleset], bool] = _always
    family: str = ""


def item(
    name: str,
    label: str,
    says: str,
    reads: tuple[str, ...] = (),
    *,
    when: Callable[[Ruleset], bool] = _always,
    family: str = "",
) -> Callable[[Callable[[GradedTally, Ruleset], Iterator[SheetLine]]], ScoringItem]:
    """Make a function that yields lines the scoring item with this id and name on a sheet."""
    return lambda lines: ScoringItem(name, label, says, reads, lines, when, family)


# Count a tally into a sheet: one line for each item, with its count, value and reason.


@lru_cache(maxsize=1_000)
def count(tally: Tally, ruleset: Ruleset) -> Sheet:
    """Count one side's tally, even an impossible one; judging it is a separate step."""
    if tally.score is not None:
        tally = Tally(awards=tally.awards, score=tally.score)
    found = find(tally, ruleset)
    special = named(tally.special, ruleset.special.hands) is not None
    items = _items(ruleset, special=special)
    return Sheet(
        tuple(line._replace(item=item.id) for item in items for line in item.lines(found, ruleset))
    )


def sheets(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Sheet, ...]:
    """Count a sheet for each tally of a hand, even an impossible one."""
    return tuple(count(tally, ruleset) for tally in pool(tallies, ruleset))


@lru_cache(maxsize=128)
def _items(ruleset: Ruleset, *, special: bool) -> tuple[ScoringItem, ...]:
    """List the items of a ruleset; ``special``: those that count with a special hand."""
    return tuple(
        item for item in (ITEMS_OF_SPECIAL_HAND if special else ITEMS) if item.when(ruleset)
    )


# Scoring items beyond the classic game: canasta collections, special hands, unfinished melds.


@item(
    "collections",
    "canasta collections",
    "Several canastas of a side together, in games that score them together.",
    ("bonus.collections",),
)
def _collections(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    """Yield the best collection of each size, since the same canastas are not paid twice."""
    best: dict[int, Collection] = {}
    for row in ruleset.bonus.collections:
        other = best.get(row.size)
        if not lacking(row.needs, found.canastas) and (not other or other.points < row.points):
            best[row.size] = row
    for row in best.values():
        yield SheetLine(1, row.points, row.points, needs_in_words(row.needs))


@item(
    "special", "special hand", "A special hand. The side scores nothing else.", ("special.hands",)
)
def _special(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    hand = named(found.tally.special, ruleset.special.hands)
    if hand is not None:
        yield SheetLine(1, hand.points, hand.points, hand.name)


@item(
    "unfinished.short-run",
    "short sequences",
    "A sequence that is short at the end, in games where that costs points.",
    (WILD, "unfinished.short_run", "unfinished.short_run_below"),
    when=lambda rules: rules.unfinished.short_run is not None,
)
def _short_runs(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    number = sum(
        meld.size < ruleset.unfinished.short_run_below
        for meld in found.tally.melds
        if meld_under(ruleset.wild_ranks, meld).shape is Shape.RUN
    )
    return charged(number, ruleset.unfinished.short_run)


def _unfinished(what: Unfinished, reads: tuple[str, ...] = (), family: str = "") -> ScoringItem:
    @item(
        what.name,
        what.says,
        f"{what.says[0].upper()}{what.says[1:]} at the end of the hand.",
        (*what.prices.values(), *reads, WILD, "melds.canasta", "melds.same_rank"),
        when=lambda rules: is_priced(what, rules),
        family=family,
    )
    def lines(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
        if prices := costs(what, merged(found.tally.melds, ruleset), ruleset):
            each = -prices[0] if len(set(prices)) == 1 else None
            yield SheetLine(len(prices), each, -sum(prices))

    return lines


def _held_item(rank: Rank) -> ScoringItem:
    @item(
        f"unfinished.{rank.many.replace(' ', '-')}-held",
        f"{rank.many} left in a hand",
        f"Each hand with more {rank.many} left than the game allows costs points.",
        (f"ranks.{rank.value}.held",),
        when=lambda rules: rules.ranks.held[rank] is not None,
        family="unfinished.RANK-held",
    )
    def lines(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
        if held := ruleset.ranks.held[rank]:
            number = sum(hand.of(rank) > held.over for hand in found.tally.left)
            yield from charged(number, held.points)

    return lines


# Scoring items of every game, and those of canastas for each grade.


def _laid(
    number: int, scale: Scale, condition: Earned, found: GradedTally, ruleset: Ruleset
) -> Iterator[SheetLine]:
    if not number:
        return
    # The last value of the scale also counts for more.
    points = scale[min(number, len(scale)) - 1]
    because, spared = why_deducted(condition, found, ruleset), ruleset.threes.spared
    if because and spared is not None:
        because = why_deducted(Earned(Earning.CANASTAS, spared), found, ruleset)
        if not because:
            yield SheetLine(number, None, 0, "not counted")
            return
    sign = -1 if because else 1
    each = scale[0]
    alike = points == number * each
    yield SheetLine(number, sign * each if alike else None, sign * points, because)


@item(
    "red-threes",
    "red threes",
    "Red threes laid out: added if the side has earned them, otherwise deducted.",
    ("threes.red", "threes.red_earned", "threes.spared", "out.needs"),
)
def _red_threes(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    threes = ruleset.threes
    number = red_threes(found.tally)
    return _laid(number, threes.red, threes.red_earned, found, ruleset)


@item(
    "black-threes",
    "black threes laid out",
    "Black threes laid out, in games that score them: like red threes, or on a separate scale.",
    (
        "threes.lay_black",
        "threes.black",
        "threes.black_earned",
        "threes.red",
        "threes.red_earned",
        "threes.spared",
        "out.needs",
    ),
)
def _black_threes(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    if not ruleset.black_laid:
        return
    threes = ruleset.threes
    own = threes.black is not None
    scale = threes.red if threes.black is None else threes.black
    condition = threes.black_earned if own else threes.red_earned
    number = black_threes(found.tally)
    yield from _laid(number, scale, condition, found, ruleset)


@item("going-out", "going out", "The bonus for going out.", ("out.bonus",))
def _going_out(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    if found.tally.went_out:
        yield SheetLine(1, ruleset.out.bonus, ruleset.out.bonus)


@item(
    "going-out.concealed",
    "going out concealed",
    "Going out concealed: the whole hand in one turn; in addition to the bonus for going out.",
    ("out.concealed",),
)
def _concealed(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    if found.tally.out is Out.CONCEALED and ruleset.out.concealed:
        yield SheetLine(1, ruleset.out.concealed, ruleset.out.concealed)


_EARNED_MELDS = ("melds.earned", "out.needs")


def _melded(line: SheetLine, found: GradedTally, ruleset: Ruleset) -> SheetLine:
    """Return a line of melded cards or points, deducted if the side has not earned them."""
    because = why_deducted(ruleset.melds.earned, found, ruleset)
    return line._replace(points=-line.points, because=because) if because else line


@item(
    "melds.cards",
    "melded cards",
    "All melded cards at their card values, including those in canastas.",
    (*VALUED, *_EARNED_MELDS),
)
def _melded_cards(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    if cards := found.tally.melded:
        line = SheetLine(len(cards), None, points_of(cards, ruleset))
        yield _melded(line, found, ruleset)


@item(
    "melds.points",
    "card points melded",
    "Card points of melded cards that were given as a number.",
    _EARNED_MELDS,
)
def _melded_points(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
    if points := found.tally.figure(POINTS):
        yield _melded(SheetLine(None, None, points), found, ruleset)


@item(
    "hand.points",
    "card points left",
    "Card points left in the side's hands that were given as a number.",
)
def _points_left(found: GradedTally, _: Ruleset) -> Iterator[SheetLine]:
    if points := found.tally.figure(MINUS):
        yield SheetLine(None, None, -points)


def _cards_left(left: Iterable[Cards], ruleset: Ruleset) -> Iterator[SheetLine]:
    """Yield the line of cards left at their value, without those with a penalty of their own."""
    own = ruleset.ranks.left
    kept = [card for card in together(left) if card.rank is not Rank.RED_THREE]
    if cards := [card for card in kept if own[card.rank] is None]:
        yield SheetLine(len(cards), None, -points_of(cards, ruleset))


def _irregularity(topic: Irregularity) -> ScoringItem:
    """Count an irregularity named in the tally, or seen in it: a red three kept in a hand."""

    @item(f"penalty.{topic.name}", topic.label, "", (topic.path,))
    def lines(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
        number = sum(award.topic == topic.name for award in found.tally.awards)
        if topic.name == KEPT_RED_THREE:
            number += together((*found.tally.left, *found.tally.feet)).of(Rank.RED_THREE)
        return charged(number, penalty(topic.name, ruleset))

    return lines


@item(
    "score",
    "points of the hand",
    "The points of a whole hand that was recorded without its cards. Nothing else counts, except "
    "penalties and bonuses.",
)
def _score(found: GradedTally, _: Ruleset) -> Iterator[SheetLine]:
    if (points := found.tally.score) is not None:
        yield SheetLine(None, None, points)


def _awards(sign: Sign, says: str) -> ScoringItem:
    factor = -1 if sign is Sign.PENALTY else 1

    @item(sign.value, sign.value, says)
    def lines(found: GradedTally, _: Ruleset) -> Iterator[SheetLine]:
        for award in found.tally.awards:
            if award.sign is sign and award.points is not None:
                yield SheetLine(1, None, factor * award.points)

    return lines


_CANASTA_WORDS = {
    Grade.NATURAL: ("natural canastas", "Canastas without wild cards."),
    Grade.MIXED: ("mixed canastas", "Canastas with wild cards."),
    Grade.RUN: ("sequences", "Canastas that are sequences of one suit."),
    Grade.WILD: ("wild canastas", "Canastas of wild cards."),
    Grade.WILD_DEUCES: ("canastas of deuces", "Canastas of deuces only, in most games."),
    Grade.WILD_JOKERS: (
        "wild canastas of jokers",
        "Wild canastas with four jokers, in most games.",
    ),
    Grade.DEUCES: (
        "natural canastas of deuces",
        "Natural canastas of deuces, if they aren't wild.",
    ),
    Grade.THREES: ("canastas of threes", "Canastas of threes, in games that allow them."),
}
WILD_GRADES = tuple([grade for grade in Grade if Grade.WILD in (grade, grade.general)])
# The adjective of a grade of one rank, and the family of its item.
_OF_ONE_RANK: dict[Grade | None, tuple[str, str]] = {
    Grade.NATURAL: ("natural ", "canasta.RANK"),
    Grade.MIXED: ("mixed ", "canasta.RANK-mixed"),
    Grade.WILD: ("wild ", "canasta.wild-RANK"),
}
_LEFT_VALUES = (*VALUED, "ranks.4-A,3B,2,W.left")


def _canasta_item(kind: Grade) -> ScoringItem:
    def lines(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
        number = found.canastas[kind]
        each = points_for(kind, ruleset) if number else None
        if each is None:
            return
        ranks = [meld.rank for meld, graded in found.graded if graded is kind]
        because = "" if kind.rank else ", ".join(rank.many for rank in ranks if rank)
        if kind in WILD_GRADES and ruleset.bonus.wild_out_only and not found.tally.went_out:
            each, because = 0, "counts only for the side that goes out"
        yield SheetLine(number, each, number * each, because)

    reads = [pay_parameter(kind), WILD, "melds.canasta"]
    if kind in WILD_GRADES:
        reads.append("bonus.wild_out_only")
        if kind.rank in (Rank.DEUCE, Rank.JOKER):
            reads.append(f"ranks.{kind.rank.value}.canasta_from")
    adjective, family = _OF_ONE_RANK.get(kind.general, ("", ""))
    of = f"canastas of {kind.rank.many if kind.rank else ''}"
    natural = kind.general is Grade.NATURAL
    words = of if natural else f"{adjective}{of}", f"{adjective.capitalize()}{of}."
    return ScoringItem(
        f"canasta.{kind.value}",
        *_CANASTA_WORDS.get(kind, words),
        tuple(reads),
        lines,
        when=lambda rules: points_for(kind, rules) is not None,
        family="" if kind in (Grade.WILD_DEUCES, Grade.WILD_JOKERS) else family,
    )


def _left_item(rank: Rank) -> ScoringItem:
    @item(
        f"penalty.{rank.noun.replace(' ', '-')}-left",
        f"{rank.many} left",
        f"{rank.one[0].upper()}{rank.one[1:]} left in a hand or foot, in games where it costs another "
        "number of points than its value.",
        (f"ranks.{rank.value}.left",),
        when=lambda rules: rules.ranks.left[rank] is not None,
        family="penalty.RANK-left",
    )
    def lines(found: GradedTally, ruleset: Ruleset) -> Iterator[SheetLine]:
        left = together((*found.tally.left, *found.tally.feet))
        return charged(left.of(rank), ruleset.ranks.left[rank])

    return lines


ITEMS: tuple[ScoringItem, ...] = (
    _score,
    _melded_cards,
    _melded_points,
    *(_canasta_item(kind) for kind in Grade),
    _red_threes,
    _black_threes,
    _collections,
    *(_unfinished(what, family="unfinished.RANK") for what in OF_ONE_RANK),
    *(
        _unfinished(
            what,
            ("ranks.2,W.unfinished", "ranks.2,W.canasta_from"),
            "unfinished.wild-RANK" if what in WILD_MELDS[2:-1] else "",
        )
        for what in WILD_MELDS
    ),
    _short_runs,
    *(_held_item(rank) for rank in Rank if rank is not Rank.RED_THREE),
    _special,
    _going_out,
    _concealed,
    ScoringItem(
        "hand.cards",
        "cards left in hands",
        "Cards left in the side's hands, at their card values.",
        _LEFT_VALUES,
        lambda found, ruleset: _cards_left(found.tally.left, ruleset),
    ),
    _points_left,
    ScoringItem(
        "foot.cards",
        "cards left in a foot",
        "Cards in a foot that was never picked up, at their card values.",
        _LEFT_VALUES,
        lambda found, ruleset: _cards_left(found.tally.feet, ruleset),
    ),
    *(_left_item(rank) for rank in Rank if rank is not Rank.RED_THREE),
    *map(_irregularity, TOPICS.values()),
    _awards(Sign.PENALTY, "Points that the players agreed to take from the side."),
    _awards(Sign.BONUS, "Points that the players agreed to give the side."),
)
# All that a side scores if it showed a special hand.
ITEMS_OF_SPECIAL_HAND = tuple(item for item in ITEMS if item.id in ("special", "penalty", "bonus"))
