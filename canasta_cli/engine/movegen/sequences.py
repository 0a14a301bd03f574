"""List the sequences that a hand can lay, new or added to those of the side, and the cards left."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Onto,
    Shape,
    Suit,
    together,
)
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LongRuns
from canasta_cli.values import NamedTuple


class Runs(NamedTuple):
    """Some sequences, or none, and the cards of the hand that are not in them."""

    melded: tuple[MeldOrLayOff, ...]
    rest: Cards


class _Open(NamedTuple):
    """A sequence of the side that may grow: its name, and the rank order of its two ends."""

    onto: Onto
    first: int
    last: int


def run_choices(hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset) -> Iterator[Runs]:
    """Yield every choice of sequences that a hand can lay, none first; only that in other games.

    Cards without a suit are in no sequence.
    """
    yield Runs((), hand)
    if not ruleset.melds.runs:
        return
    for melded in _in_suits(list(_by_suit(hand, ruleset).items()), melds, ruleset):
        if melded:
            yield Runs(melded, hand - together(lay.cards for lay in melded))


def random_runs(
    hand: Cards,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    choose: Callable[[Sequence[Any]], Any],
    *,
    greedy: bool,
) -> Runs:
    """Choose sequences at random, long ones if ``greedy``.

    Every choice of :func:`run_choices` can be the one.
    """
    melded: list[MeldOrLayOff] = []
    for suit, counts in _by_suit(hand, ruleset).items():
        for run in _of_suit(suit, melds):
            melded += _random_lay_off(suit, counts, run, ruleset, _most if greedy else choose)
        while windows := _every_window(counts, ruleset):
            if not (greedy or choose((True, False))):
                break
            chosen = max(windows, key=lambda each: each[1]) if greedy else choose(windows)
            melded.append(MeldCards(_laid(suit, counts, *chosen)))
    return Runs(tuple(melded), hand - together(lay.cards for lay in melded))


def _by_suit(hand: Cards, ruleset: Ruleset) -> dict[Suit, list[int]]:
    """Count the cards of each suit that can be in sequences, by the order of their ranks."""
    own: dict[Suit, list[int]] = {suit: [0] * len(FOUR_TO_ACE) for suit in Suit}
    for card in hand:
        if card.suit is not None and card.rank in ruleset.wild_ranks.sequential:
            own[card.suit][card.rank.order] += 1
    return own


def _every_window(counts: list[int], ruleset: Ruleset) -> list[tuple[int, int]]:
    """List the sequences that some cards of a suit can make, by start and size."""
    smallest = ruleset.melds.smallest
    if len(counts) - counts.count(0) < smallest:
        return []
    found, longest, in_a_row = [], _longest(ruleset), 0
    for start in range(len(counts) - 1, -1, -1):
        in_a_row = in_a_row + 1 if counts[start] else 0
        found += [(start, size) for size in range(smallest, min(in_a_row, longest) + 1)]
    return found


def _most(numbers: Sequence[int]) -> int:
    """Choose the last of some rising numbers."""
    return numbers[-1]


def _random_lay_off(
    suit: Suit,
    counts: list[int],
    run: _Open,
    ruleset: Ruleset,
    choose: Callable[[Sequence[Any]], Any],
) -> Iterator[LayOff]:
    """Yield the cards laid off on a sequence, if any are, and remove them from the hand."""
    longest = _longest(ruleset) - (run.last - run.first + 1)
    low = choose(range(_in_a_row(counts[: run.first][::-1], longest) + 1))
    high = choose(range(_in_a_row(counts[run.last + 1 :], longest - low) + 1))
    if low or high:
        below = _laid(suit, counts, run.first - low, low)
        yield LayOff(run.onto, below + _laid(suit, counts, run.last + 1, high))


def _in_a_row(counts: list[int], most: int) -> int:
    """Count the ranks of which there are cards, up to a gap."""
    near = counts[: max(most, 0)]
    return next((at for at, number in enumerate(near) if not number), len(near))


def _laid(suit: Suit, counts: list[int], start: int, size: int) -> Cards:
    """Remove cards in sequence from a hand, and return them."""
    for at in range(start, start + size):
        counts[at] -= 1
    return Cards(Card(rank, suit) for rank in FOUR_TO_ACE[start : start + size])


def _in_suits(
    own: list[tuple[Suit, list[int]]], melds: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield every choice in some suits, lazily, since a large hand has thousands.

    In each suit, lay-offs on its sequences come first, then new sequences of the rest.
    """
    if not own:
        yield ()
        return
    (suit, counts), *others = own
    for offs, left in _lay_offs(suit, counts, _of_suit(suit, melds), ruleset):
        for new in _new_runs(suit, left, ruleset, (0, 0)):
            for more in _in_suits(others, melds, ruleset):
                yield (*offs, *new, *more)


def _longest(ruleset: Ruleset) -> int:
    closed = ruleset.melds.long_runs is LongRuns.NEVER
    return ruleset.melds.canasta if closed else len(FOUR_TO_ACE)


def _of_suit(suit: Suit, melds: tuple[Meld, ...]) -> list[_Open]:
    runs = [meld for meld in melds if meld.shape is Shape.RUN and meld.suit is suit]
    places = [[card.rank.order for card in run.cards] for run in runs]
    return [
        _Open(Onto(suit=suit, which=which if len(runs) > 1 else None), min(place), max(place))
        for which, place in enumerate(places, start=1)
    ]


def _lay_offs(
    suit: Suit, counts: list[int], runs: list[_Open], ruleset: Ruleset
) -> Iterator[tuple[tuple[LayOff, ...], list[int]]]:
    """Yield every choice of lay-offs on the sequences of one suit, and what is left of the cards."""
    if not runs:
        yield (), counts
        return
    run, *others = runs
    longest = _longest(ruleset) - (run.last - run.first + 1)
    for low in range(_in_a_row(counts[: run.first][::-1], longest) + 1):
        for high in range(_in_a_row(counts[run.last + 1 :], longest - low) + 1):
            left = list(counts)
            cards = _laid(suit, left, run.first - low, low) + _laid(suit, left, run.last + 1, high)
            own = (LayOff(run.onto, cards),) if cards else ()
            for more, rest in _lay_offs(suit, left, others, ruleset):
                yield (*own, *more), rest


def _new_runs(
    suit: Suit, counts: list[int], ruleset: Ruleset, least: tuple[int, int]
) -> Iterator[tuple[MeldCards, ...]]:
    """Yield every choice of sequences, none included, each once and rising by start and size."""
    yield ()
    for window in sorted(_every_window(counts, ruleset)):
        if window >= least:
            left = list(counts)
            run = MeldCards(_laid(suit, left, *window))
            for more in _new_runs(suit, left, ruleset, window):
                yield (run, *more)
