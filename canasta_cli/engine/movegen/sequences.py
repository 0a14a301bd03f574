"""List the sequences that a hand can lay, new or added to those of the side, and the cards left."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from canasta_cli.model.cards import FOUR_TO_ACE, Card, Cards, Suit, together
from canasta_cli.model.melds import LayOff, Meld, MeldCards, Onto, Shape
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LongRuns


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
    for melded in _in_suits(tuple(Suit), hand, melds, ruleset):
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
    own: dict[Suit, list[int]] = {suit: [0] * len(FOUR_TO_ACE) for suit in Suit}
    for card in hand:
        if card.suit is not None and card.rank in ruleset.wild_ranks.sequential:
            own[card.suit][card.rank.order] += 1
    for suit, counts in own.items():
        for run in _of_suit(suit, melds):
            melded += _random_lay_off(suit, counts, run, ruleset, _most if greedy else choose)
        while windows := _every_window(counts, ruleset):
            if not (greedy or choose((True, False))):
                break
            chosen = max(windows, key=lambda each: each[1]) if greedy else choose(windows)
            melded.append(MeldCards(_laid(suit, counts, *chosen)))
    return Runs(tuple(melded), hand - together(lay.cards for lay in melded))


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
    return next((at for at, number in enumerate(counts[:most]) if not number), len(counts[:most]))


def _laid(suit: Suit, counts: list[int], start: int, size: int) -> Cards:
    """Remove cards in sequence from a hand, and return them."""
    for at in range(start, start + size):
        counts[at] -= 1
    return _cards(suit, start, size)


def _in_suits(
    suits: tuple[Suit, ...], hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield every choice in some suits, lazily, since a large hand has thousands."""
    if not suits:
        yield ()
        return
    for melded in _in_suit(suits[0], hand, melds, ruleset):
        for others in _in_suits(suits[1:], hand, melds, ruleset):
            yield (*melded, *others)


def _longest(ruleset: Ruleset) -> int:
    closed = ruleset.melds.long_runs is LongRuns.NEVER
    return ruleset.melds.canasta if closed else len(FOUR_TO_ACE)


def _in_suit(
    suit: Suit, hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield every choice in one suit: lay-offs on its sequences, and new sequences of the rest."""
    held = Counter(card.rank for card in hand if card.suit is suit)
    counts = [held[rank] if rank in ruleset.wild_ranks.sequential else 0 for rank in FOUR_TO_ACE]
    for offs in _lay_offs(suit, counts, _of_suit(suit, melds), ruleset):
        left = list(counts)
        for off in offs:
            for card in off.cards:
                left[card.rank.order] -= 1
        for windows in _windows(left, ruleset.melds.smallest, _longest(ruleset), (0, 0)):
            yield (*offs, *(MeldCards(_cards(suit, start, size)) for start, size in windows))


def _of_suit(suit: Suit, melds: tuple[Meld, ...]) -> list[_Open]:
    runs = [meld for meld in melds if meld.shape is Shape.RUN and meld.suit is suit]
    places = [[card.rank.order for card in run.cards] for run in runs]
    return [
        _Open(Onto(suit=suit, which=which if len(runs) > 1 else None), min(place), max(place))
        for which, place in enumerate(places, start=1)
    ]


def _lay_offs(
    suit: Suit, counts: list[int], runs: list[_Open], ruleset: Ruleset
) -> Iterator[tuple[LayOff, ...]]:
    """Yield every choice of lay-offs on the sequences of one suit, including none."""
    if not runs:
        yield ()
        return
    run, *others = runs
    for low in range(run.first + 1):
        if low and not counts[run.first - low]:
            break
        for high in range(len(FOUR_TO_ACE) - run.last):
            if high and not counts[run.last + high]:
                break
            if run.last - run.first + 1 + low + high > _longest(ruleset):
                break
            cards = _cards(suit, run.first - low, low) + _cards(suit, run.last + 1, high)
            left = list(counts)
            for card in cards:
                left[card.rank.order] -= 1
            own = (LayOff(run.onto, cards),) if cards else ()
            for rest in _lay_offs(suit, left, others, ruleset) if min(left) >= 0 else ():
                yield (*own, *rest)


def _windows(
    counts: list[int], smallest: int, longest: int, least: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every choice of sequences by start and size, none included, each once and rising."""
    yield ()
    for start in range(least[0], len(counts)):
        for size in range(smallest, min(longest, len(counts) - start) + 1):
            if not counts[start + size - 1] or not all(counts[start : start + size]):
                break
            if (start, size) < least:
                continue
            left = [n - (start <= at < start + size) for at, n in enumerate(counts)]
            for rest in _windows(left, smallest, longest, (start, size)):
                yield ((start, size), *rest)


def _cards(suit: Suit, start: int, size: int) -> Cards:
    return Cards(Card(rank, suit) for rank in FOUR_TO_ACE[start : start + size])
