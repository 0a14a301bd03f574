"""Other wild ranks: a game in which two ranks are exchanged is the same game with other names.

If fours are wild and deuces are not, and their values are exchanged too, then every hand with its fours
and deuces exchanged is judged and scored as before. So the games whose answers are known are the oracle.
"""

import os
from collections.abc import Callable
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from casefiles import FILES, rules_named
from hypothesis import given, settings
from hypothesis import strategies as st
from playing_out import moves
from random_hands import filled, random_hand, seats_of
from random_hands import seeds as seeds_of_hands
from replaying import replay

from canasta_cli.engine.game.replay import tallies
from canasta_cli.engine.items import count
from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.points import grade
from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.view import View
from canasta_cli.model.cards import (
    USUAL_WILD_RANKS,
    Card,
    Cards,
    Meld,
    MeldCards,
    Rank,
    WildRanks,
    wild_ranks,
)
from canasta_cli.model.turn import RecordedTurn
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS, Ranks
from canasta_cli.rules.library import written
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import UnderUpcard, WildLock, WildMelds

EXAMPLES = int(os.environ.get("EXAMPLES", "4"))
FOUR, DEUCE = Rank.FOUR, Rank.DEUCE
seeds = st.integers(0, 2**32)


def _other(rank: Rank) -> Rank:
    return {FOUR: DEUCE, DEUCE: FOUR}.get(rank, rank)


def exchanged(value: Any) -> Any:
    """Return cards, or values that consist of cards, with fours and deuces exchanged."""
    kinds: dict[type, Callable[[Any], Any]] = {
        Rank: _other,
        Card: lambda card: Card(_other(card.rank), card.suit),
        Cards: lambda cards: Cards(map(exchanged, cards)),
        MeldCards: lambda meld: MeldCards(exchanged(meld.cards)),
        RecordedTurn: lambda recorded: RecordedTurn(exchanged(recorded.turn)),
        list: lambda parts: [*map(exchanged, parts)],
        tuple: lambda parts: getattr(type(parts), "_make", tuple)(map(exchanged, parts)),
        dict: lambda parts: {key: exchanged(each) for key, each in parts.items()},
    }
    return next((change(value) for kind, change in kinds.items() if isinstance(value, kind)), value)


def _with_exchanged_ranks(ruleset: Ruleset) -> Ruleset:
    """Return the rules with the properties of fours and deuces exchanged."""
    house = {}
    for name, each in Ranks.properties.items():
        if FOUR in each.ranks and DEUCE in each.ranks:
            for rank in (FOUR, DEUCE):
                house[f"ranks.{rank.value}.{name}"] = written(
                    ruleset, f"ranks.{_other(rank).value}.{name}"
                )
    return changed(ruleset, house)


def _alike(ruleset: Ruleset) -> bool:
    """True if no other parameter than those of ranks depends on fours or deuces."""
    named = " ".join(str(written(ruleset, path)) for path in PARAMETERS if "ranks." not in path)
    return (
        not ruleset.melds.runs
        and ruleset.melds.wild_as is WildMelds.ANY
        and ruleset.melds.wild_lock is not WildLock.DEUCES
        and ruleset.deal.under_upcard is not UnderUpcard.RANK
        and ruleset.ranks.canasta_from[DEUCE] is None
        and "deuces" not in named
        and not any(set(hand.made) & {"2", "4"} for hand in ruleset.special.hands)
    )


GAMES = [name for name in library.names() if _alike(library.ruleset(name))]
OTHER = {name: _with_exchanged_ranks(filled(library.ruleset(name))) for name in GAMES}


def test_many_games_can_be_played_with_exchanged_ranks() -> None:
    assert len(GAMES) > 15
    fours = rules_named("fours")
    assert fours.wild_ranks is OTHER["classic"].wild_ranks is wild_ranks((FOUR, Rank.JOKER))
    assert (fours.ranks, fours.melds) == (OTHER["classic"].ranks, OTHER["classic"].melds)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=max(EXAMPLES // 3, 1), deadline=None)
@given(seeds_of_hands)
def test_a_hand_with_exchanged_ranks_is_judged_and_scored_as_before(name: str, seed: int) -> None:
    ruleset, game, deal, before = random_hand(name, seed)
    other = OTHER[name]
    after = replay(exchanged(deal), seats_of(game, ruleset), other)
    for one, same in zip(before.steps, after.steps, strict=True):
        assert same.ruling.verdict.legal is True, same.ruling.verdict.refused
        assert same.ruling.value == one.ruling.value
    left = deal.left or ()
    expected = tallies(before.now, left, ruleset)
    found = tallies(after.now, exchanged(left), other)
    totals = [count(tally, ruleset).total for tally in expected]
    assert [count(tally, other).total for tally in found] == totals


@pytest.mark.parametrize("name", GAMES)
def test_a_meld_with_exchanged_ranks_is_judged_and_graded_as_before(name: str) -> None:
    ruleset, other = filled(library.ruleset(name)), OTHER[name]
    ranks = (FOUR, Rank.KING, DEUCE, Rank.JOKER, Rank.BLACK_THREE)
    for size in (2, 3, 4, 7):
        for cards in combinations_with_replacement(map(Card, ranks), size):
            meld = Meld(Cards(cards), ruleset.wild_ranks)
            same = Meld(exchanged(meld.cards), other.wild_ranks)
            for out in (True, False, None):
                legal = meld_is_legal(meld, ruleset, going_out=out)
                assert meld_is_legal(same, other, going_out=out) is legal, cards
            assert (grade(meld, ruleset) is None) is (grade(same, other) is None)
            assert (meld.naturals == ()) is (same.naturals == ())
            assert (meld.wilds, meld.shape) == (same.wilds, same.shape)


def _hand(chance: Random, size: int) -> Cards:
    """Return a hand of few ranks, with wild cards."""
    ranks = chance.sample([FOUR, Rank.FIVE, Rank.KING, Rank.ACE, Rank.SEVEN], 3)
    return Cards(Card(chance.choice([*ranks, *ranks, DEUCE, Rank.JOKER])) for _ in range(size))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_ways_to_open_with_exchanged_ranks_are_as_good_as_before(name: str, seed: int) -> None:
    chance = Random(seed)
    ruleset, other = filled(library.ruleset(name)), OTHER[name]
    hand, minimum = _hand(chance, chance.randint(7, 12)), chance.choice((15, 50, 90, 120))
    views = [
        View.of(hand=each, melds=(), opened=False, minimum=minimum, their_melds=(), total=0, deal=1)
        for each in (hand, exchanged(hand))
    ]
    before, after = openings(views[0], ruleset), openings(views[1], other)
    assert after.short == before.short
    for one, same in zip(before[:3], after[:3], strict=True):
        assert (one is None) is (same is None)
        if one is not None and same is not None:
            assert (same.value, same.cards, same.wilds) == (one.value, one.cards, one.wilds)


@pytest.mark.parametrize("name", ["classic", "cuban", "hand-and-foot-bicycle", "uruguay"])
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_turns_with_exchanged_ranks_are_those_of_before(name: str, seed: int) -> None:
    """Legal turns, each judged, and the ways out by what they earn."""
    chance = Random(seed)
    ruleset, other = filled(library.ruleset(name)), OTHER[name]
    hand, drawn = _hand(chance, 5), Cards((Card(chance.choice((FOUR, DEUCE, Rank.KING))),))
    facts = {
        "hand": hand,
        "melds": tuple(MeldCards(Cards(map(Card, each))) for each in ([Rank.KING] * 6, [FOUR] * 3)),
        "partner_melds": (),
        "their_melds": (),
        "total": 0,
        "stock": 20,
        "pile": (Card(Rank.NINE), Card(chance.choice((FOUR, DEUCE, Rank.KING)))),
        "red_threes": 4,
        "first_turn": False,
        "deal": 2,
        "foot": False,
    }
    view, same = View.of(**facts), View.of(**exchanged(facts))
    turns = list(moves(view, ruleset, drawn))
    others = list(moves(same, other, exchanged(drawn)))
    assert len(others) == len(turns)
    for turn in turns:
        assert rule_on(exchanged(turn), same, other).verdict.legal is not False, turn
    gains = [way.gain for way in ways_out(view, ruleset).ways]
    assert [way.gain for way in ways_out(same, other).ways] == gains


@pytest.mark.parametrize("ranks", [(FOUR, Rank.JOKER), (Rank.NINE, DEUCE, Rank.JOKER)], ids=str)
def test_a_question_about_melds_is_answered_by_the_rules_that_are_asked(
    ranks: tuple[Rank, ...],
) -> None:
    """Melds are given before the rules are: which of their cards are wild is not known by then."""
    wild: WildRanks = wild_ranks(ranks)
    rules = rules_named("fours" if FOUR in ranks else "wild-nines")
    assert rules.wild_ranks is wild is not USUAL_WILD_RANKS
    wilds = Cards([Card(Rank.KING)] * 3 + [Card(ranks[0])] * 2)
    view = View.of(hand=Cards(map(Card, (Rank.ACE, Rank.SIX, ranks[0]))), melds=(MeldCards(wilds),))
    found = openings(view.replace(opened=False), rules)
    assert not found.possible
    (listed, *_) = moves(view.replace(total=0, stock=9), rules, Cards([Card(Rank.KING)]))
    assert listed.discard is not None


def test_every_ruleset_of_the_tests_is_used() -> None:
    assert set(FILES) == {
        "kings",
        "nines",
        "fours",
        "wild-nines",
        "concealed",
        "concealed-samba",
    }
