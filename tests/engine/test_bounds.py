"""Every question about a hand takes a bounded amount of work, whatever the hand."""

from collections import Counter
from random import Random
from time import process_time

import pytest

from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.movegen.legal_turns import Comes, moves
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.points import packs
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import Card, Cards, Meld, Suit
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset

MOST_LOOPS = 64  # of process time: four times the bound, since the machine may be busy


def large_hand(rules: Ruleset, size: int, mix: Random, *, wild: bool) -> tuple[Cards, Cards]:
    """Return a random hand from the deck, without threes, and the rest; ``wild``: all wild cards."""
    deck = [
        Card(rank, list(Suit)[at % 4] if rank.four_to_ace else None)
        for rank, number in packs(rules.book).items()
        for at in range(0 if rank.three else number)
    ]
    mix.shuffle(deck)
    if wild:
        deck.sort(key=lambda card: card.rank not in rules.wild_ranks)
    return Cards(deck[:size]), Cards(deck[size:])


def beside(rest: Cards, rules: Ruleset) -> tuple[Meld, ...]:
    """Return a meld of three cards of each rank of which there are as many."""
    held = Counter(rest.by_rank())
    ranks = [rank for rank in rules.wild_ranks.natural if held[rank] >= 3]
    return tuple([Meld(Cards([Card(rank)] * 3), rules.wild_ranks) for rank in ranks])


def loops(seconds: float) -> float:
    """Return a time of the processor as a number of loops."""
    start = process_time()
    sum(range(10**7))
    return seconds / (process_time() - start)


@pytest.mark.parametrize("name", ["classic", "samba", "hand-and-foot"])
@pytest.mark.parametrize("wild", [False, True])
def test_a_question_about_a_large_hand_is_bounded(name: str, wild: bool) -> None:
    rules = ruleset(name)
    hand, rest = large_hand(rules, 40, Random(name), wild=wild)
    start = process_time()
    ways_out(View(held=Held(hand), melds=beside(rest, rules), opened=True), rules)
    openings(View(held=Held(hand), melds=(), opened=False, total=0), rules)
    assert loops(process_time() - start) < MOST_LOOPS


def test_a_search_that_stops_says_so_and_gives_the_same_turns_again() -> None:
    rules = ruleset("classic")
    hand, rest = large_hand(rules, 30, Random(1), wild=False)
    known = View(held=Held(hand), melds=(), opened=True, total=0, stock=2, fresh=False)
    known = known.replace(their_melds=(), deal=1)

    def listed(most: int) -> tuple[list[object], bool]:
        effort = Effort(most)
        return list(moves(known, rules, Comes(Cards(list(rest)[:1])), effort)), effort.is_complete

    some, complete = listed(2_000)
    more, _ = listed(4_000)
    assert not complete
    assert some
    assert some == listed(2_000)[0] == more[: len(some)]
    assert len(more) > len(some)


def test_a_search_without_effort_finds_nothing_and_says_that_not_all_was_tried() -> None:
    rules = ruleset("classic")
    known = View(held=Held(Cards([Card(rules.wild_ranks.natural[0])] * 4)), melds=(), opened=True)
    ways = ways_out(known, rules, effort=Effort(0))
    assert not ways.ways
    assert ways.untried
