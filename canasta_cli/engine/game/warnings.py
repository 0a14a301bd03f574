"""Warnings about hands that are possible but unlikely; they are computed whenever they are shown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from canasta_cli.engine.game.standing import Standing
from canasta_cli.engine.items import MINUS, has_melded, on_table, red_threes
from canasta_cli.engine.items import find as found_in
from canasta_cli.engine.points import deck_size, everything, grades, minimum, points_for
from canasta_cli.model.cards import Card, Rank, together
from canasta_cli.model.game import Out, Tally
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position  # few hands are recorded turn by turn


class HandWarning(NamedTuple):
    """A warning about a hand, counted from 1; ``side`` is ``None`` if it is about the whole hand."""

    id: str
    hand: int
    side: str | None
    message: str

    @property
    def key(self) -> str:
        """The name under which a note settles it, unique within its hand."""
        return f"{self.id}:{self.side}" if self.side else self.id


def all_warnings(stand: Standing) -> tuple[HandWarning, ...]:
    """Return the warnings about all hands of a game that no note has settled."""
    hands = range(1, len(stand.hands) + 1)
    return tuple(warning for number in hands for warning in warnings_of(stand, number))


def warnings_of(stand: Standing, number: int) -> tuple[HandWarning, ...]:
    """Return the warnings about a hand that no note has settled; none if it isn't recorded.

    A hand recorded turn by turn has none: its turns show how it ended, and each was judged.
    """
    if not 1 <= number <= len(stand.hands) or stand.game.hands[number - 1].played is not None:
        return ()
    found = _found(stand, number)
    return tuple(each for each in found if not stand.game.settled(number, each.key))


def _found(stand: Standing, number: int) -> Iterator[HandWarning]:
    game = stand.game
    tallies = game.without_awarded(game.hands[number - 1])
    if number > 1 and _same(tallies, game.without_awarded(game.hands[number - 2])):
        yield HandWarning("identical", number, None, f"identical to hand {number - 1}")
    stock = any(tally.stock for tally in tallies)
    ended = stock or any(tally.went_out for tally in tallies)
    # Of a score nothing else is known, so nothing is missing.
    scored = any(tally.score is not None for tally in tallies)
    if not scored and not any(tally.cards or tally.figures for tally in tallies):
        yield HandWarning("empty", number, None, "no melds and no cards left")
    elif not scored and not ended:
        says = "nobody went out. Add “out” to a side's tally, or “stock” if the stock ran out"
        yield HandWarning("nobody-out", number, None, says)
    for place, tally in enumerate(tallies):
        if tally.score is None:
            yield from _about_side(stand, number, place, tally, ended=ended)
        elif tally.score > (most := most_of_hand(stand.ruleset.book)):
            side = game.sides[place].name
            says = (
                f"{side} scored {points(tally.score)}; no hand of this game scores more than "
                f"{points(most)}"
            )
            yield HandWarning("above-maximum", number, side, says)


@lru_cache(maxsize=64)
def most_of_hand(book: Book) -> int:
    """Return points that no side can exceed in a hand, without awards.

    They are those of the whole deck in the best canastas with every bonus, or of a special hand.
    """
    ruleset = book.ruleset
    canastas = deck_size(ruleset) // ruleset.melds.canasta
    best = max((points_for(grade, ruleset) or 0 for grade in grades(ruleset)), default=0)
    threes = ruleset.threes
    bonuses = (
        max(threes.red, default=0),
        max(threes.black or threes.red, default=0) if threes.black_laid else 0,
        ruleset.out.bonus,
        ruleset.out.concealed or 0,
        *(collection.points for collection in ruleset.bonus.collections),
    )
    played = everything(ruleset) + canastas * best + sum(bonuses)
    return max([played, *(hand.points for hand in ruleset.special.hands)])


def unlisted(
    position: "Position", tallies: tuple[Tally, ...], number: int, names: Sequence[str]
) -> tuple[HandWarning, ...]:
    """Return warnings about what recorded turns show and a hand's tallies lack: red threes and melds.

    ``number`` is the hand, from 1, ``names`` are those of the sides. A side whose melds were counted, or
    of which only the score is known, is not asked for the cards of its melds.
    """
    found: list[HandWarning] = []
    for place, tally in enumerate(tallies):
        threes = position.threes[place].of(Rank.RED_THREE) - red_threes(tally)
        lacks = [Card(Rank.RED_THREE)] * max(threes, 0)
        if not tally.figures:
            melded, have = together(meld.cards for meld in position.melds[place]), tally.melded
            for rank, size in melded.by_rank().items():
                lacks += [Card(rank)] * (size - have.of(rank))
        if lacks and tally.score is None:
            cards = " ".join(card.symbol for card in lacks)
            says = f"the recorded turns of {names[place]} show {cards}, which its tally lacks"
            found.append(HandWarning("unlisted", number, names[place], says))
    return tuple(found)


def _same(tallies: tuple[Tally, ...], others: tuple[Tally, ...]) -> bool:
    """True if two hands have the same tallies, in whatever order their words were typed."""
    return all(map(_is_like, tallies, others))


def _is_like(one: Tally, other: Tally) -> bool:
    def rest(tally: Tally) -> Tally:
        return tally._replace(melds=(), left=(), feet=(), figures=(), awards=())

    return rest(one) == rest(other) and all(
        Counter(same) == Counter(others)
        for same, others in (
            (one.melds, other.melds),
            (one.left, other.left),
            (one.feet, other.feet),
            (one.figures, other.figures),
            (one.awards, other.awards),
        )
    )


def _about_side(
    stand: Standing, number: int, place: int, tally: Tally, *, ended: bool
) -> Iterator[HandWarning]:
    ruleset, side = stand.ruleset, stand.game.sides[place].name
    melded = on_table(tally, ruleset)
    needed = minimum(stand.hands[number - 1].before[place], number, ruleset).points
    if _too_little(tally, melded, needed, ruleset):
        says = f"{side} melded {count_of(melded, 'point')} but needed {points(needed)} to open"
        yield HandWarning("below-minimum", number, side, says)
    if ended and not tally.went_out and not (tally.left or tally.feet or tally.figure(MINUS)):
        says = f"{side} didn't go out, but no cards are listed as left"
        yield HandWarning("nothing-left", number, side, says)


def _too_little(tally: Tally, melded: int, needed: int, ruleset: Ruleset) -> bool:
    """True if the side melded less in the whole hand than its initial meld needs."""
    if ruleset.seats.alone or tally.out is Out.CONCEALED or tally.special is not None:
        return False
    found = found_in(tally, ruleset)
    if ruleset.opening.splash and found.canastas.total() > found.canastas[Grade.MIXED]:
        return False
    return has_melded(found) and melded < needed
