"""Compare suggested openings and ways to go out with a brute-force oracle, beyond the classic games."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sampling import tries

from canasta_cli.engine.movegen.choices import Way, Ways
from canasta_cli.engine.movegen.going_out import ways_out as found_out
from canasta_cli.engine.movegen.initial_melds import openings as best_openings
from canasta_cli.engine.movegen.initial_melds import ways_to_open
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import (
    USUAL_WILD_RANKS,
    Card,
    Cards,
    LayOff,
    Meld,
    Rank,
    Shape,
    Suit,
    together,
)
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.library import ruleset
from oracles.family.games import GAMES, STOCK
from oracles.family.going_out import ways_out
from oracles.family.melds import Question, comparable, is_legal_meld, is_run, wilds
from oracles.family.openings import openings
from oracles.family.random_questions import random_opening, random_out
from oracles.family.scoring import GAMES as SCORED
from oracles.family.scoring import score

EXAMPLES = settings(max_examples=tries(8, 15, "EXAMPLES"), deadline=None)
every_game = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(0, 2**32)
SYMBOLS = {rank.value for rank in Rank}


def _card(text: str) -> Card:
    return Card(Rank(text)) if text in SYMBOLS else Card(Rank(text[0]), Suit(text[1]))


def _cards(texts: Iterable[str]) -> Cards:
    return Cards(map(_card, texts))


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards in the oracle's form: with suits in a sequence."""
    texts = tuple(card.rank.value + (card.suit.value if card.suit else "") for card in cards)
    return comparable(texts)


def _known(question: Question) -> View:
    table = tuple(Meld(_cards(meld), USUAL_WILD_RANKS) for meld in question.table)
    tiers = {4: 7000, 3: 9000}
    return View.of(
        hand=_cards(question.hand),
        melds=table,
        opened=bool(table),
        minimum=None if question.kinds else question.minimum,
        total=tiers.get(len(question.kinds)),
        their_melds=tuple(
            Meld(_cards([*[rank] * 5, "2", "2"]), USUAL_WILD_RANKS) for rank in question.theirs
        ),
        drew=None if question.top else Drew.STOCK if question.drew_stock else Drew.PILE,
        pile_size=1,
        stock=STOCK,
        red_threes=question.reds,
        foot=False,
        partner_foot=False,
    )


def _listed(ways: Ways) -> list[tuple[bool, tuple[tuple[str, ...], ...]]]:
    return [
        (way.takes is not None, tuple(sorted(_texts(meld.cards) for meld in way.melds)))
        for way in ways.ways
    ]


@every_game
@EXAMPLES
@example(seed=152)  # the pile is taken with the smaller of two melds of a rank
@given(seed=seeds)
def test_engine_and_oracle_agree_on_openings(name: str, seed: int) -> None:
    """Every way is listed once, and no other; the best ways are correct."""
    question = random_opening(random.Random(seed), GAMES[name])
    known, top = _known(question), _card(question.top) if question.top else None
    expected = openings(question, GAMES[name])
    found = ways_to_open(known, ruleset(name), top=top)
    listed = _listed(found)
    assert len(set(listed)) == len(listed)
    assert set(listed) <= expected, (question, set(listed) - expected)
    assert found.more or set(listed) == expected, (question, expected - set(listed))
    order = [(way.cards, -way.value, way.wilds) for way in found.ways]
    assert order == sorted(order)
    best = best_openings(known, ruleset(name), top=top)
    assert best.possible == bool(expected)
    if best.fewest_cards and best.fewest_wilds:
        assert best.fewest_cards == found.ways[0]
        cards = [sum(map(len, melds)) - taken for taken, melds in expected]
        assert best.fewest_cards.cards == min(cards)


def _melds_after(known: View, lays: tuple[MeldOrLayOff, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the melds of the side after a way is laid, each lay-off on the meld that it names."""
    table = [list(meld.cards) for meld in known.melds or ()]
    for lay in lays:
        if not isinstance(lay, LayOff):
            table.append(list(lay.cards))
            continue
        named = [cards for cards in table if _is_named_by(cards, lay)]
        assert len(named) == 1 or lay.onto.which
        named[(lay.onto.which or 1) - 1].extend(lay.cards)
    return tuple(sorted(_texts(cards) for cards in table))


def _is_named_by(cards: list[Card], lay: LayOff) -> bool:
    run = is_run(tuple(card.rank.value + (card.suit.value if card.suit else "") for card in cards))
    naturals = {card.rank for card in cards if card.rank not in USUAL_WILD_RANKS}
    if lay.onto.suit is not None:
        return run and cards[0].suit is lay.onto.suit
    return not run and naturals == ({lay.onto.rank} if lay.onto.rank else set())


@every_game
@EXAMPLES
@example(seed=8208)  # sets are joined to a canasta
@example(seed=216434)  # two equal sequences on the table
@given(seed=seeds)
def test_engine_and_oracle_agree_on_ways_to_go_out(name: str, seed: int) -> None:
    """Every way is listed once, and no other, the one with the highest gain first."""
    question = random_out(random.Random(seed), GAMES[name])
    known = _known(question)
    expected = {
        way
        for each in _with_sets_joined(question, name)
        for way in ways_out(each, GAMES[name])
        if each is question or all(is_legal_meld(meld, GAMES[name], out=True) for meld in way[0])
    }
    found = found_out(known, ruleset(name))
    listed = [
        (
            _melds_after(_joined(known, way.joins), way.melds),
            way.discard.rank.value if way.discard else "",
        )
        for way in found.ways
    ]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= expected, (question, set(listed) - expected)
    assert found.more or set(listed) == expected, (question, expected - set(listed))
    earned = [way.gain for way in found.ways]
    assert earned == sorted(earned, reverse=True)
    if name in SCORED:
        melds = (_melds_after(_joined(known, way.joins), way.melds) for way in found.ways)
        before = score(_tally(question.table), SCORED[name])
        counted = [
            score(_tally(after, _how(way, name)), SCORED[name]) - before
            for way, after in zip(found.ways, melds, strict=True)
        ]
        assert earned == counted, question


def _with_sets_joined(question: Question, name: str) -> Iterator[Question]:
    """Yield the table and, if sets may be apart, the table with each choice of ranks joined."""
    ranks = [{card for card in meld if card not in "2W"} for meld in question.table]
    sets = [min(own) if len(own) == 1 and own <= SYMBOLS else "" for own in ranks]
    several = [rank for rank in sorted({*sets} - {""}) if sets.count(rank) > 1]
    for number in range(len(several) + 1 if GAMES[name].same == "apart" else 1):
        for chosen in combinations(several, number):
            table = [
                meld for meld, rank in zip(question.table, sets, strict=True) if rank not in chosen
            ]
            for rank in chosen:
                same = [meld for meld, own in zip(question.table, sets, strict=True) if own == rank]
                same.sort(key=lambda meld: (len(meld) >= 7, -wilds(meld)))
                if len(same[-1]) >= 7 and any(map(wilds, same[:-1])):
                    break  # a canasta takes no wild cards
                table.append(comparable(tuple(card for meld in same for card in meld)))
            else:
                yield replace(question, table=tuple(table)) if chosen else question


def _joined(known: View, ranks: Iterable[Rank]) -> View:
    """Return the table with the sets of some ranks joined."""
    melds = list(known.melds or ())
    for rank in ranks:
        same = [meld for meld in melds if meld.rank is rank and meld.shape is Shape.SET]
        melds = [meld for meld in melds if meld not in same]
        melds.append(Meld(together(meld.cards for meld in same), USUAL_WILD_RANKS))
    return known.replace(melds=tuple(melds))


def _tally(melds: Iterable[Iterable[str]], *how: str) -> str:
    return " ".join("".join(meld) for meld in melds) + "".join(f" {word}" for word in how)


def _how(way: Way, name: str) -> str:
    """Return how a side went out, by its points; plainly, if it is unknown if it is concealed."""
    return "out" if way.bonuses[0] == SCORED[name].out else "concealed"


def test_random_questions_have_many_answers() -> None:
    """The comparison finds nothing if most questions have no answer."""
    opening, out = tries(4, 16), tries(3, 11)
    for name, game in GAMES.items():
        opened = (openings(random_opening(random.Random(n), game), game) for n in range(60))
        ended = (ways_out(random_out(random.Random(n), game), game) for n in range(150))
        # No more questions are asked than it takes to find these.
        assert len([*islice(filter(None, opened), opening)]) == opening, name
        assert len([*islice(filter(None, ended), out)]) == out, name
