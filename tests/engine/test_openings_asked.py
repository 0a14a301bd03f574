"""The search for openings beside asking the rules about everything that can be laid, by house rules."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from canasta_cli.engine.known import Known
from canasta_cli.engine.openings import openings, points_needed, turn_of
from canasta_cli.engine.referee import rule_on
from canasta_cli.engine.ways import Way
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"pile.unopened": "open"},
    {"pile.unopened": "open", "opening.top_counts": False, "melds.min_naturals": 1},
    {"pile.unopened": "open", "pile.natural_wild": False},
    {"melds.black_threes": "always", "melds.black_threes_wild": True},
    {"melds.black_threes_wild": True, "melds.canasta": 3, "discard.final": "required"},
    {"melds.wild_only": True, "bonus.wild": 500, "melds.canasta": 4},
    {"opening.wilds": False, "melds.canasta": 4},
)
RANKS = (Rank.KING, Rank.FIVE, Rank.ACE, Rank.BLACK_THREE)


def _question(generator: random.Random) -> tuple[Known, Card | None]:
    ranks = generator.sample(RANKS, 2)
    choice = (*ranks, *ranks, Rank.DEUCE, Rank.JOKER, Rank.NINE)
    hand = [Card(generator.choice(choice)) for _ in range(generator.choice((5, 6, 7)))]
    known = Known(
        hand=Cards(hand),
        minimum=generator.choice((15, 30, 50, 90)),
        opened=False,
        melds=(),
        frozen=generator.choice((False, False, True)),
        pile_size=generator.choice((1, 3)),
    )
    return known, Card(generator.choice(ranks)) if generator.random() < 0.5 else None


def _melds(rank: Rank | None, have: Counter[Rank]) -> Iterator[Meld]:
    """Everything that could be called a meld of a rank, or of wild cards alone; nothing first."""
    naturals, deuces, jokers = have[rank] if rank else 0, have[Rank.DEUCE], have[Rank.JOKER]
    for number, two, wild in product(range(naturals + 1), range(deuces + 1), range(jokers + 1)):
        cards = [Card(rank)] * number if rank else []
        if number or not rank or not two + wild:
            cards += [Card(Rank.DEUCE)] * two + [Card(Rank.JOKER)] * wild
            yield Meld(Cards(cards))


def _laid(have: Counter[Rank], takes: Card | None) -> Iterator[Way]:
    ranks: tuple[Rank | None, ...] = (*(rank for rank in have if not rank.wild), None)
    for chosen in product(*(tuple(_melds(rank, have)) for rank in ranks)):
        melds = tuple(meld for meld in chosen if meld.cards)
        used = Counter(card.rank for meld in melds for card in meld.cards)
        if melds and used <= have and (takes is None or used[takes.rank]):
            wilds = used[Rank.DEUCE] + used[Rank.JOKER]
            yield Way(melds, 0, used.total() - (takes is not None), wilds, takes)


def _allowed(known: Known, top: Card | None, rules: Ruleset) -> Iterator[Way]:
    """Every way to open, with the points that the rules count for it."""
    hand = Counter(card.rank for card in known.hand or ())
    needed = points_needed(known, rules)
    for takes in dict.fromkeys((None, top)):
        have = hand + Counter((takes.rank,) if takes else ())
        told = known if takes else known._replace(pile_size=None)
        for way in _laid(have, takes):
            ruling = rule_on(turn_of(way), told, rules)
            if ruling.verdict.legal is not False and ruling.play.counted >= needed:
                yield way._replace(value=ruling.play.counted)


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_no_opening_is_missed_and_none_is_made_up(house: dict[str, object]) -> None:
    rules, generator = changed(ruleset("classic"), house), random.Random(7)
    for _ in range(15):
        known, top = _question(generator)
        found, allowed = openings(known, rules, top=top), tuple(_allowed(known, top, rules))
        assert found.possible == bool(allowed), known.hand
        if found.fewest_cards and found.most_points and found.fewest_wilds:
            assert found.fewest_cards.cards == min(way.cards for way in allowed)
            assert found.most_points.value == max(way.value for way in allowed)
            assert found.fewest_wilds.wilds == min(way.wilds for way in allowed)
