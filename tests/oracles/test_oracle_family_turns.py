"""Compare the generator of legal turns with a brute-force oracle, beyond the classic games."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looping import for_each
from playing_out import moves
from sampling import sample, tries

from canasta_cli.cli.ruleset_choice import with_house
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Cards, Meld, Rank, Suit
from canasta_cli.model.turn import TakeFoot, Turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset
from oracles.family import turns as oracle
from oracles.family.fixed_positions import FIXED
from oracles.family.melds import comparable
from oracles.family.random_positions import random_position
from oracles.family.turn_rules import RULES
from oracles.family.turns import DOWN, SPECIAL, Move, Position, without_threes

EXAMPLES = settings(max_examples=tries(8, 15, "EXAMPLES"), deadline=None)
COUNTS = tomllib.loads((Path(__file__).parent / "counts" / "family.toml").read_text())["count"]
SYMBOLS = {rank.value for rank in Rank}
every_game = pytest.mark.parametrize("name", RULES)
seeds = st.integers(0, 2**32)


class Found(NamedTuple):
    """A turn that was listed: its result, and its melds with the suits of all their cards."""

    move: Move
    melds: tuple[tuple[str, ...], ...]


def _card(text: str) -> Card:
    return Card(Rank(text)) if text in SYMBOLS else Card(Rank(text[0]), Suit(text[1]))


def _cards(texts: Iterable[str]) -> Cards:
    return Cards(map(_card, texts))


def _known(position: Position) -> View:
    table = tuple(Meld(_cards(meld), USUAL_WILD_RANKS) for meld in position.table)
    return View.of(
        hand=_cards(position.hand),
        melds=table,
        partner_melds=table,
        their_melds=tuple(
            Meld(_cards([*[rank] * 5, "2", "2"]), USUAL_WILD_RANKS) for rank in position.theirs
        ),
        opened=bool(table),
        total=position.total,
        deal=position.deal,
        pile=tuple(map(_card, position.pile)),
        pile_size=len(position.pile),
        stock=position.stock,
        first_turn=position.first,
        asked=position.asked,
        red_threes=position.reds,
        foot=position.foot is not None,
        partner_foot=position.partner_foot,
        bonus=0,
    )


def _rules(name: str, position: Position) -> Ruleset:
    """Return the ruleset, with the size of the dealt foot set to that of the position."""
    if position.foot is None:
        return ruleset(name)
    return with_house(
        ruleset(name), [f"deal.foot={len(without_threes(position.foot, RULES[name]))}"]
    )


def _kept(position: Position, play: Play, last: str | None) -> tuple[str, ...]:
    """Return the cards that stay in the hand, in a game without a foot."""
    came = position.pile if play.took_pile else position.drawn
    held = Counter(
        (*position.hand, *(card for card in came if card != "3R"), *chain(*position.table))
    )
    held -= Counter(card.symbol for meld in play.melds or () for card in meld.cards)
    return tuple(sorted((held - Counter([last or DOWN])).elements()))


def _found(turn: Turn, position: Position, known: View, name: str) -> Found:
    if turn.special:
        return Found(Move(taken=False, table=(), foot=False, last=SPECIAL), ())
    play = Play(turn, known, _rules(name, position), whole=True)
    melds = tuple(sorted(tuple(card.symbol for card in meld.cards) for meld in play.melds or ()))
    last = "".join(card.symbol for card in play.discard.cards) or DOWN if play.discard else None
    foot = any(isinstance(clause, TakeFoot) for clause in turn.clauses)
    kept = _kept(position, play, last) if RULES[name].game.suits else ()
    return Found(
        Move(play.took_pile, tuple(sorted(map(comparable, melds))), foot, last, kept), melds
    )


def _listed(position: Position, name: str, *, foot_known: bool = True) -> set[Move]:
    """Return the moves of all listed turns, and check that none is listed twice."""
    known = _known(position)
    if position.foot is not None and foot_known:
        # Its threes are laid out, and what replaces them has come already.
        foot = _cards(without_threes(position.foot, RULES[name]))
        known = known.replace(foot=Held(foot))
    turns = moves(known, _rules(name, position), _cards(position.drawn))
    # Joined sets are tested with the oracle of ways to go out.
    found = [_found(turn, position, known, name) for turn in turns if not turn.joins]
    assert len(found) == len(set(found))
    return {each.move for each in found}


@every_game
@EXAMPLES
@given(seed=seeds)
def test_engine_and_oracle_agree_on_legal_turns(name: str, seed: int) -> None:
    """Each move is listed once, and no other; if the foot's cards are unknown, those that don't pick it up."""
    position = random_position(Random(seed), RULES[name])
    found, expected = _listed(position, name), oracle.moves(position, RULES[name])
    assert found == expected, (position, expected ^ found)
    if position.foot is not None:
        without = {move for move in expected if not move.foot}
        assert _listed(position, name, foot_known=False) == without, position


def _position(count: dict[str, Any]) -> Position:
    """Parse a published position, with cards separated by spaces."""
    keys = {key: count[key] for key in count.keys() - {"name", "ruleset", "moves"}}
    lines = {key: tuple(value.split()) for key, value in keys.items() if isinstance(value, str)}
    return Position(
        **keys | lines | {"table": tuple(tuple(meld.split()) for meld in keys["table"])}
    )


@for_each(COUNTS, lambda each: f"{each['ruleset']}:{each['name']}")
def test_the_published_counts_are_correct(count: dict[str, Any]) -> None:
    position, name = _position(count), count["ruleset"]
    assert len(oracle.moves(position, RULES[name])) == count["moves"]
    assert len(_listed(position, name)) == count["moves"]


def test_all_fixed_positions_are_published() -> None:
    fixed = [(ruleset, name, position) for ruleset, of in FIXED.items() for name, position in of]
    assert fixed == [(each["ruleset"], each["name"], _position(each)) for each in COUNTS]


@pytest.mark.parametrize("name", sample(RULES, 3))
def test_random_positions_have_many_moves(name: str) -> None:
    """The random positions include pickups, openings, feet and ways to go out."""
    rules, seen = RULES[name], Counter[str]()
    least = Counter(many=8, takes=4, out=1, opens=1)
    least.update(foot=3 * bool(rules.foot), special=3 * bool(rules.special))
    for seed in range(150):
        position = random_position(Random(seed), rules)
        found = oracle.moves(position, rules)
        seen["many"] += len(found) > 10
        seen["opens"] += not position.table and any(move.table for move in found)
        seen["takes"] += any(move.taken for move in found)
        seen["foot"] += any(move.foot for move in found)
        seen["special"] += any(move.last == SPECIAL for move in found)
        if position.asked is not False and not seen["out"]:
            stays = oracle.moves(replace(position, asked=False), rules)
            seen["out"] += bool({move for move in found if move.last != SPECIAL} - stays)
        if seen >= least:
            break
    assert seen >= least, seen
    assert bool(seen["foot"]) is bool(rules.foot), seen
    assert bool(seen["special"]) is bool(rules.special), seen
