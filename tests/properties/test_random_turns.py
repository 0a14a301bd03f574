"""Turns proposed at random: those that are legal are the listed ones, and each of them is proposed."""

from functools import partial
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from playing_out import moves, random_step
from random_hands import EXAMPLES, RULESETS, SMALL, random_hand, seeds
from sample_table import table
from sampling import sample

from canasta_cli.engine.game import random_play
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.random_play import (
    MOST_PROPOSED,
    propose,
    random_deal,
)
from canasta_cli.engine.game.replay import Step, start
from canasta_cli.engine.movegen.legal_turns import Steps, listed
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.judge import verdict_of
from canasta_cli.engine.view import EMPTY, UNKNOWN, Held, View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Meld
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Discard, Draw, TakeFoot, Turn
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset

MOST_CARDS, MOST_TURNS, MOST_POSITIONS = 4, 60, 3
# The rarest turn of such a hand is one of some fifty thousand proposals.
TRIES = 400_000


def _steps(position: Position, rules: Ruleset) -> Steps:
    return Steps(position.view(), rules, position.next_draw(rules))


def _result(turn: Turn, view: View, rules: Ruleset) -> object:
    """What distinguishes a turn from others: its beginning, the melds after it, its end."""
    play = Play(turn, view, rules, whole=True)
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    return play.take.top, play.take.whole, tuple(melds), turn.clauses[-1]


def _legal(turn: Turn | None, view: View, rules: Ruleset) -> Turn | None:
    if turn is None:
        return None
    play = Play(turn, view, rules, whole=True)
    return listed(play, verdict_of(play))


def _proposes_what_is_legal(steps: Steps, seed: int) -> None:
    """Propose turns until each legal one was proposed, if these are few."""
    view, rules, choose = steps.view, steps.ruleset, Random(seed).choice
    result = partial(_result, view=view, rules=rules)
    turns = list(islice(moves(view, rules, steps.drawn), MOST_TURNS + 1))
    if len(turns) > MOST_TURNS:
        return
    expected, found = set(map(result, turns)), set()
    for at in range(TRIES):
        turn = _legal(propose(steps, choose, eager=at % 2 == 1), view, rules)
        if turn is not None:
            found.add(result(turn))
        if found >= expected:
            break
    assert found == expected, (seed, view)


@pytest.mark.parametrize("name", sample([*RULESETS, *SMALL], 3))
@settings(max_examples=max(EXAMPLES // 3, 1), deadline=None)
@given(seeds)
def test_a_small_hand_is_proposed_exactly_its_legal_turns(name: str, seed: int) -> None:
    rules, _, _, played = random_hand(name, seed | 1)
    positions = [one.after.at_start(rules) for one in played.steps if one.after.ending is None]
    small = [each for each in positions if 0 < each.hand.cards.size <= MOST_CARDS]
    for position in small[:MOST_POSITIONS]:
        _proposes_what_is_legal(_steps(position, rules), seed)


# Hands for which rare turns are legal: going out with black threes, a foot, a special hand, extra cards
# for opening, sequences, sets joined, wild cards alone, a discard face down.
RARE: tuple[tuple[str, str, str, str, dict[str, str]], ...] = (
    ("classic", "3B3B3BK", "7777777 KKK", "K", {}),
    ("classic", "3B3B3B", "7777777 KKK", "4", {}),
    ("hand-and-foot", "K9", "KKKK 9999", "K9", {"foot": "4456"}),
    ("modern-american-pagat", "445566778899T", "", "T", {}),
    ("mexicana", "99KKKA", "", "9", {"stock": "3H44567788TTJJQQ"}),
    ("samba", "4H5H6H", "KCKDKH", "9C", {}),
    ("samba", "5H6H", "7H8H9H KCKDKHW KCKSKH", "TH KD", {}),
    ("pennies-from-heaven", "KKK", "KKKK", "4 5", {"foot": "4468"}),
    ("bolivia", "222", "KCKDKH 4H5H6H7H8H9HTH", "W 4C", {}),
    ("modern-american-pagat", "K", "7777777 KKKK QQQQQQQ", "K", {}),
    ("albany", "K", "7777777 KKK", "K", {}),
)


@pytest.mark.parametrize(("name", "hand", "melds", "drawn", "packets"), RARE)
def test_rare_turns_are_proposed(
    name: str, hand: str, melds: str, drawn: str, packets: dict[str, str]
) -> None:
    rules, cards = ruleset(name), read_cards(drawn)
    laid = tuple(Meld(read_cards(each), USUAL_WILD_RANKS) for each in melds.split())
    foot = Held(read_cards(packets["foot"])) if "foot" in packets else EMPTY
    order = (*cards, *read_cards(packets["stock"])) if "stock" in packets else None
    view = table(read_cards(hand), laid).replace(foot=foot, order=order)
    assert 1 < len(list(islice(moves(view, rules, cards), MOST_TURNS + 1))) <= MOST_TURNS
    _proposes_what_is_legal(Steps(view, rules, cards), 1)


CLASSIC = ruleset("classic")


def test_nothing_is_proposed_without_a_draw_if_the_cards_take_no_pile() -> None:
    lying = table(read_cards("4557"), ())
    for pile in ((), read_order("J"), read_order("7"), read_order("5 W")):
        steps = Steps(lying.replace(pile=pile, buried=0), CLASSIC, None)
        assert propose(steps, Random(1).choice) is None
    view = lying.replace(pile=read_order("W 5"), buried=0, opened=True)
    steps = Steps(view, CLASSIC, None)
    proposed = [propose(steps, Random(seed).choice) for seed in range(40)]
    assert any(proposed)
    assert all(each.take for each in proposed if each is not None)


def test_a_turn_is_found_even_if_no_proposal_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "MOST_PROPOSED", 0)
    seats, chance = Seating(("Ann", "Bob", "Cat", "Dan"), (0, 1, 0, 1), (0, 0), 1), Random(1)
    position = start(random_deal(seats, CLASSIC, chance.shuffle), seats, CLASSIC)
    turn, after = random_step(position, CLASSIC, chance.choice)
    assert [type(clause) for clause in turn.clauses] == [Draw, Discard]
    assert Step(position, turn, CLASSIC).after == after


def test_no_turn_is_proposed_that_picks_up_an_unknown_foot() -> None:
    rules, drawn = ruleset("hand-and-foot"), read_cards("K9")
    melds = tuple(Meld(read_cards(each), USUAL_WILD_RANKS) for each in ("KKKK", "9999"))
    view = table(read_cards("K9"), melds)
    for foot, picks_up in ((UNKNOWN, False), (Held(read_cards("4456")), True)):
        steps = Steps(view.replace(foot=foot), rules, drawn)
        proposed = [propose(steps, Random(seed).choice, eager=True) for seed in range(100)]
        kinds = [set(map(type, turn.clauses)) for turn in proposed if turn is not None]
        assert any(TakeFoot in each for each in kinds) is picks_up


def _with_a_large_pile() -> tuple[View, Ruleset]:
    """Return a table on which no choice of melds opens with the pile, and there are millions."""
    pile = read_order("584A5J8956589J9JA5985ATAKQ7Q77J6TK8KA4TQTK7")
    view = table(read_cards("46777TTJKAA2WW"), ())
    return view.replace(pile=pile, buried=0, stock=0), ruleset("modern-american")


def test_a_side_that_can_not_open_with_a_large_pile_does_not_take_it() -> None:
    view, rules = _with_a_large_pile()
    assert list(moves(view, rules)) == []


def test_a_player_who_may_end_the_hand_tries_few_ways_to_take_the_pile() -> None:
    view, rules = _with_a_large_pile()
    tried: list[Turn] = []

    def refused(turn: Turn) -> None:
        tried.append(turn)

    steps, choose = Steps(view, rules, None), Random(1).choice
    for _ in range(20):
        assert random_play.random_turn(steps, choose, refused, may_end=True) is None
    # Half of the time the hand is ended at once.
    assert 0 < len(tried) <= 20 * MOST_PROPOSED
