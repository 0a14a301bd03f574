"""Compare the generator of legal turns with a brute-force oracle in the classic games."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looping import for_each_case
from playing_out import moves
from sampling import tries

from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Cards, Meld
from canasta_cli.model.turn import Discard, GoOut, Turn
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset
from oracles import turns as oracle
from oracles.fixed_positions import position_of
from oracles.melds import ORDER
from oracles.random_positions import random_position
from oracles.turns import RULES, Move, Position

EXAMPLES = tries(20, 40, "EXAMPLES")
COUNTS = tomllib.loads((Path(__file__).parent / "counts" / "classic.toml").read_text())["count"]
# Run the longest counts manually: EXAMPLES=1000 pytest tests/oracles/test_oracle_turns.py
MOST = 500 if EXAMPLES < 1_000 else 100_000


def _known(position: Position) -> tuple[View, Cards]:
    melds = tuple(
        Meld(read_cards(" ".join(cards)), USUAL_WILD_RANKS) for cards in position.table.values()
    )
    pile = read_order(" ".join(position.pile))
    known = View.of(
        hand=read_cards(" ".join(position.hand)),
        melds=melds,
        partner_melds=melds if position.fresh else (),
        their_melds=(),
        opened=bool(melds),
        total=position.total,
        deal=1,
        pile=pile,
        pile_size=len(pile),
        stock=30,
        first_turn=position.fresh and not melds,
    )
    return known, read_cards(position.drawn)


def _move(turn: Turn, known: View, rules: Ruleset) -> Move:
    play = Play(turn, known, rules, whole=True)
    table = frozenset(
        (str(meld.rank.value if meld.rank else ""), _sorted(meld)) for meld in play.melds or ()
    )
    last = next(iter(play.discard.cards)).symbol if play.discard else None
    return Move(play.took_pile, table, last)


def _sorted(meld: Meld) -> tuple[str, ...]:
    return tuple(sorted((card.symbol for card in meld.cards), key=ORDER.index))


def _generated(position: Position, rules: Ruleset) -> list[Move]:
    known, drawn = _known(position)
    return [_move(turn, known, rules) for turn in moves(known, rules, drawn)]


@for_each_case(
    ("count", "name", "moves"),
    [
        (count, name, moves)
        for count in COUNTS
        for name, moves in count["moves"].items()
        if moves <= MOST
    ],
    lambda row: f"{row[1]}:{row[0]['name']}",
)
def test_the_published_counts_are_correct(count: dict[str, Any], name: str, moves: int) -> None:
    position = position_of(
        count["hand"],
        count["drawn"],
        " / ".join(count["table"]),
        count["pile"],
        count["total"],
        fresh=count["fresh"],
    )
    found = _generated(position, ruleset(name))
    assert len(found) == len(set(found)) == moves


SEEN = (
    "turn",
    "discard",
    "goes_out",
    "ended",
    "kinds",
    "left",
    "stages",
    "at_end",
    "placements",
    "melds",
)
"""What the rules see of a play that its last clause may change."""


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 2**32))
def test_ending_a_play_gives_the_same_as_the_whole_turn(name: str, seed: int) -> None:
    known, drawn = _known(random_position(Random(seed), RULES[name]))
    rules = ruleset(name)
    for turn in moves(known, rules, drawn):
        *begun, end = turn.clauses
        if isinstance(end, Discard | GoOut):
            part = Play(Turn(tuple(begun)), known, rules, whole=True)
            assert part.kinds
            ended, whole = part.as_whole(end), Play(turn, known, rules, whole=True)
            assert [getattr(ended, name) for name in SEEN] == [
                getattr(whole, name) for name in SEEN
            ]
            assert vars(ended.table) == vars(whole.table)


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 2**32))
def test_engine_and_oracle_agree_on_legal_turns(name: str, seed: int) -> None:
    position = random_position(Random(seed), RULES[name])
    found = _generated(position, ruleset(name))
    expected = oracle.moves(position, RULES[name])
    assert len(found) == len(set(found))
    assert set(found) == expected, (position, expected ^ set(found))
