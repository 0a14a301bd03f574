"""Large hands of a ruleset's deck, and every kind of question that is asked about them."""

from collections import Counter
from collections.abc import Callable
from itertools import chain, zip_longest
from random import Random

from playing_out import moves

from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings, ways_to_open
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.movegen.open_plays import search
from canasta_cli.engine.points import packs
from canasta_cli.engine.turn.judge import Ruling, rule_on
from canasta_cli.engine.view import Held, Question, View
from canasta_cli.model.cards import Card, Cards, Meld, Suit
from canasta_cli.model.turn import GoOut, Take, Turn
from canasta_cli.rules.schema import Ruleset

FEW = 12  # cards of a hand beside a large pile
SHAPES = ("random", "wild", "pairs")
RULESETS = (
    "classic",
    "three-player",
    "six-player",
    "modern-american-pagat",
    "hand-and-foot",
    "pennies-from-heaven",
    "samba",
    "bolivia",
    "brazilian",
    "cuban",
    "sevens",
    "italian",
)


def large_hand(rules: Ruleset, size: int, mix: Random, shape: str) -> tuple[Cards, Cards]:
    """Return a hand from the deck, without threes, and the rest of the deck.

    It is a random one, one with all wild cards, or one with the same number of each rank.
    """
    deck = [
        Card(rank, list(Suit)[at % 4] if rank.four_to_ace else None)
        for rank, number in packs(rules).items()
        for at in range(0 if rank.three else number)
    ]
    mix.shuffle(deck)
    if shape == "wild":
        deck.sort(key=lambda card: card.rank not in rules.wild_ranks)
    elif shape == "pairs":
        ranks = dict.fromkeys(card.rank for card in deck)
        alike = zip_longest(*[[card for card in deck if card.rank is rank] for rank in ranks])
        deck = [card for card in chain(*alike) if card is not None]
    return Cards(deck[:size]), Cards(deck[size:])


def beside(rest: Cards, rules: Ruleset) -> tuple[Meld, ...]:
    """Return a meld of three cards of each rank of which there are as many."""
    held = Counter(rest.by_rank())
    ranks = [rank for rank in rules.wild_ranks.natural if held[rank] >= 3]
    return tuple([Meld(Cards([Card(rank)] * 3), rules.wild_ranks) for rank in ranks])


def _opened(hand: Cards, rest: Cards, rules: Ruleset) -> View:
    return View(held=Held(hand), melds=beside(rest, rules), opened=True, total=0, asked=True)


def _unopened(hand: Cards) -> View:
    return View(held=Held(hand), melds=(), opened=False, total=0, asked=True)


def _at_a_pile(view: View, rest: Cards) -> View:
    known = view.replace(pile=tuple(rest)[:1], buried=0, red_threes=0, their_melds=(), stock=9)
    return known.replace(first_turn=False, fresh=False, deal=1)


def _check(view: View, rules: Ruleset, effort: Effort, turn: Turn) -> object:
    def ask(asked: Question) -> Ruling:
        return rule_on(asked.turn, asked.view, asked.ruleset, as_out=asked.out)

    return search(Question(turn, view, rules, out=turn.goes_out), ask, effort)


def _moves(view: View, rest: Cards, rules: Ruleset, effort: Effort) -> object:
    """Count the legal turns; the partner was not asked, so that turns don't have to go out."""
    comes = Cards(list(rest)[1 : 1 + rules.deal.draw])
    return sum(1 for _ in moves(view.replace(asked=None), rules, comes, effort))


Asked = Callable[[Cards, Cards, Ruleset, Effort], object]
QUESTIONS: dict[str, Asked] = {
    "suggest out": lambda hand, rest, rules, effort: ways_out(
        _opened(hand, rest, rules), rules, effort=effort
    ),
    "suggest out unopened": lambda hand, _, rules, effort: ways_out(
        _unopened(hand), rules, effort=effort
    ),
    "suggest opening": lambda hand, rest, rules, effort: openings(
        _at_a_pile(_unopened(hand), rest), rules, top=next(iter(rest)), effort=effort
    ),
    "suggest opening --all": lambda hand, rest, rules, effort: ways_to_open(
        _at_a_pile(_unopened(hand), rest), rules, top=next(iter(rest)), effort=effort
    ),
    "check out": lambda hand, rest, rules, effort: _check(
        _opened(hand, rest, rules), rules, effort, Turn((GoOut(),))
    ),
    "check pickup": lambda hand, rest, rules, effort: _check(
        _at_a_pile(_unopened(hand), rest), rules, effort, Turn((Take(next(iter(rest))),))
    ),
    "moves": lambda hand, rest, rules, effort: _moves(
        _at_a_pile(_opened(hand, rest, rules), rest), rest, rules, effort
    ),
    "moves unopened": lambda hand, rest, rules, effort: _moves(
        _at_a_pile(_unopened(hand), rest), rest, rules, effort
    ),
    "moves at a large pile": lambda hand, rest, rules, effort: _moves(
        _at_a_pile(_unopened(Cards(list(hand)[:FEW])), rest).replace(pile=tuple(hand)[FEW:]),
        rest,
        rules,
        effort,
    ),
}
