"""Turns chosen step by step: each path ends with a legal turn, and together they reach every one."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from playing_out import moves
from random_hands import EXAMPLES, SMALL, TRIED, random_hand, seeds
from sample_table import table

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import Step
from canasta_cli.engine.movegen.legal_turns import Begun, Steps
from canasta_cli.engine.movegen.legal_turns import Step as NextStep
from canasta_cli.engine.turn.case import Play
from canasta_cli.model.cards import Meld
from canasta_cli.model.turn import Turn
from canasta_cli.notation.cards import read_cards, read_order, scan_melds
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset

MOST_TURNS, MOST_POSITIONS, MOST_STEPS = 150, 3, 2_000
PATHS = 10


def _positions(name: str, seed: int) -> Iterator[tuple[Position, Ruleset]]:
    """Yield positions of a random hand, in a random order."""
    rules, _, _, played = random_hand(name, seed)
    positions = [played.start, *(one.after for one in played.steps)]
    Random(seed).shuffle(positions)
    for each in positions:
        if each.ending is None:
            yield each.at_start(rules), rules


def _steps(position: Position, rules: Ruleset) -> Steps:
    return Steps(position.view(), rules, position.next_draw(rules))


def _result(turn: Turn, steps: Steps) -> object:
    """What distinguishes a turn from others: its beginning, the melds after it, its end."""
    play = Play(turn, steps.view, steps.ruleset, whole=True)
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    return play.take.top, play.take.whole, tuple(melds), turn.clauses[-1]


def _every_turn(steps: Steps) -> Iterator[Turn]:
    """Yield the turns at the end of all paths; different ways to the same melds are followed once."""
    seen: set[object] = set()
    open_steps: list[Iterable[NextStep]] = [steps.first()]
    while open_steps:
        for _, then in open_steps.pop():
            if isinstance(then, Turn):
                yield then
                continue
            key = then.start.clauses, then.now.added, tuple([meld.cards for meld in then.melds])
            if key not in seen:
                seen.add(key)
                open_steps.append(steps.next(then))


@pytest.mark.parametrize("name", [*TRIED, *SMALL])
@settings(max_examples=max(EXAMPLES // 3, 1), deadline=None)
@given(seeds)
def test_all_paths_together_reach_exactly_the_legal_turns(name: str, seed: int) -> None:
    compared = 0
    for position, rules in _positions(name, seed):
        steps = _steps(position, rules)
        turns = list(islice(moves(position.view(), rules, steps.drawn), MOST_TURNS + 1))
        if 0 < len(turns) <= MOST_TURNS:
            reached = {_result(turn, steps) for turn in _every_turn(steps)}
            assert reached == {_result(turn, steps) for turn in turns}, (seed, position)
            compared += 1
        if compared == MOST_POSITIONS:
            break


def _random_path(steps: Steps, chance: Random) -> Turn | None:
    """Choose steps at random up to a whole turn; ``None`` if there is no legal turn."""
    options = list(steps.first())
    if not options:
        return None
    while True:
        assert 0 < len(options) <= MOST_STEPS, options
        _, then = chance.choice(options)
        if isinstance(then, Turn):
            return then
        options = list(steps.next(then))


@pytest.mark.parametrize("name", [*TRIED, *SMALL])
@settings(max_examples=max(EXAMPLES // 3, 1), deadline=None)
@given(seeds)
def test_every_path_ends_with_a_legal_turn(name: str, seed: int) -> None:
    chance = Random(seed)
    for position, rules in islice(_positions(name, seed), PATHS):
        steps = _steps(position, rules)
        turn = _random_path(steps, chance)
        if turn is None:
            assert next(moves(position.view(), rules, steps.drawn), None) is None
        else:
            assert Step(position, turn, rules).ruling.verdict.legal is True, (seed, turn)


HARD = {
    "more natural cards in the same turn lift a refusal": (
        *("modern-american-pagat", "5567W2", "5555 QQQQQ", ""),
        *("draw K", "meld 5:2, meld 5:W, meld Q:W"),
    ),
    "sets joined in the turn may get a wild card with which they are a canasta": (
        *("samba", "JDJDQCQHADKD2", "AAW AAA 666", ""),
        *("draw K, join A", "meld A:2, meld A:AD"),
    ),
    "cards of the pile make a meld of which more cards count for opening": (
        *("hand-and-foot", "5666788899TJA", "", "A W 2 3S 9 8 J 5 6"),
        *("take 6 with 66, meld 882", "meld 999, meld 8:8"),
    ),
    "an opening is found beside a large pile": (
        *(
            "modern-american-pagat",
            "466779TJAAAWW",
            "",
            " ".join(["4 4 5 5 7 7 8 8 9 9 T T"] * 4) + " 6",
        ),
        *("", "draw K, take 6 with 66"),
    ),
}
"""Rules, hand, melds of the side, pile; the steps chosen; some of those that can come next."""


@pytest.mark.parametrize("why", HARD)
def test_a_step_is_offered_if_the_turn_can_be_finished(why: str) -> None:
    name, hand, melds, pile, chosen, wanted = HARD[why]
    rules = ruleset(name)
    lying = tuple([Meld(each.cards, rules.wild_ranks) for each in scan_melds(melds)])
    view = table(read_cards(hand), lying).replace(pile=read_order(pile), buried=0)
    steps = Steps(view, rules, read_cards("K"))
    options = list(steps.first())
    for clause in filter(None, chosen.split(", ")):
        then = dict(options)[read_turn(clause).clauses[0]]
        assert isinstance(then, Begun)
        options = list(steps.next(then))
    assert {read_turn(each).clauses[0] for each in wanted.split(", ")} <= set(dict(options))
