"""Play random hands to the end, and check the properties that all of them have."""

import os
from collections import Counter
from functools import lru_cache
from random import Random

import pytest
from casefiles import FILES, rules_named
from exact import exact
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_cli.cli.ruleset_choice import with_house
from canasta_cli.engine.game.position import Position, seen
from canasta_cli.engine.game.random_play import packs, play_out, random_deal
from canasta_cli.engine.game.recorded_turn import Step
from canasta_cli.engine.game.replay import Replay, replay, table_after, tallies
from canasta_cli.engine.game.seating import Seating, seat, seating
from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.game.stats import figures
from canasta_cli.engine.game.verification import Closing, differences, judge_left
from canasta_cli.engine.score import count_hand_of
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.model.game import Game, Hand, Tally
from canasta_cli.model.history import Shown
from canasta_cli.model.turn import Deal, Discard, RecordedTurn, Turn
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.gamefile import read_game, write_game, write_json
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules import library
from canasta_cli.rules.schema import Origin, Ruleset
from canasta_cli.scorekeeper.files import to_file

EXAMPLES = int(os.environ.get("EXAMPLES", "3"))
RULESETS = (*library.names(), *FILES)
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
seeds = st.integers(0, 2**32)


def _game(ruleset: Ruleset) -> Game:
    players = NAMES[: ruleset.seats.players]
    return Game("random", players, seat(players, (), ruleset), players[-1])


def _seats(game: Game, ruleset: Ruleset) -> Seating:
    return seating(game, game.dealer, 1, (0,) * len(game.sides), ruleset)


def _filled(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset with every undocumented value set as a house rule to its placeholder."""
    origins = {
        path: Origin("house") if origin.status == "unknown" else origin
        for path, origin in ruleset.origins.items()
    }
    return ruleset._replace(origins=origins)


@lru_cache(4)
def _played(
    name: str, seed: int, house: tuple[str, ...] = ()
) -> tuple[Ruleset, Game, Deal, Replay]:
    ruleset = with_house(_filled(rules_named(name)), house)
    game = _game(ruleset)
    seats, chance = _seats(game, ruleset), Random(seed)
    dealt = random_deal(seats, ruleset, chance.shuffle)
    # Some players meld all they can, and reach feet and the end.
    deal = play_out(dealt, seats, ruleset, chance.choice, eager=seed % 2 == 1)
    return ruleset, game, deal, replay(deal, seats, ruleset)


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_every_generated_turn_is_legal(name: str, seed: int) -> None:
    """No fact is missing, because every card is known."""
    _, _, deal, played = _played(name, seed)
    for recorded, one in zip(deal.turns, played.steps, strict=True):
        assert one.ruling.verdict.legal is True, (seed, recorded.turn, one.ruling.verdict.refused)


# Small hands and short canastas, so that feet, bonus cards and special hands occur in every few hands;
# also piles that are taken in part.
SMALL = {
    "hand-and-foot": (
        "deal.cards=4",
        "deal.foot=4",
        "opening.tiers=[{points=15}]",
        "melds.canasta=4",
        "out.needs=1",
    ),
    "pennies-from-heaven": ("deal.cards=6", "melds.canasta=4", "opening.tiers=[{points=15}]"),
    "modern-american": (
        "deal.cards=6",
        "opening.tiers=[{points=15}]",
        'special.hands=[{name="pairs", cards="NN NN NN N", points=1000}]',
    ),
    "fours": ("pile.wild_top=wild", "melds.wild_only=true", "pile.unopened=open"),
    "classic": ("pile.take=part", "pile.wild_top=wild", "melds.wild_only=true"),
    "modern-american-league": ("deal.cards=6", "opening.tiers=[{points=15}]", "melds.canasta=4"),
}


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_feet_bonus_cards_and_special_hands_follow_the_rules(name: str, seed: int) -> None:
    ruleset, _, deal, played = _played(name, seed, SMALL[name])
    whole = _ranks(packs(ruleset))
    for recorded, one in zip(deal.turns, played.steps, strict=True):
        assert one.ruling.verdict.legal is True, (seed, recorded.turn, one.ruling.verdict.refused)
        assert _ranks(seen(one.after)) == whole


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_no_card_appears_or_disappears(name: str, seed: int) -> None:
    ruleset, _, _, played = _played(name, seed)
    whole = _ranks(packs(ruleset))
    for position in (played.start, *(one.after for one in played.steps)):
        assert _ranks(seen(position)) == whole
        assert position.stock == len(position.order or ())
        assert not any(hand.unseen for hand in position.hands)
        assert position.pile_size == len(position.pile)


def _ranks(cards: object) -> Counter[object]:
    return Counter(card.rank for card in cards)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_judged_and_unjudged_turns_are_applied_alike(name: str, seed: int) -> None:
    """Both with all cards known, and with the hands unknown, as at a table."""
    ruleset, game, deal, _ = _played(name, seed)
    seats = _seats(game, ruleset)
    for recorded in (deal, deal._replace(hands=(), stock=None)):
        assert replay(recorded, seats, ruleset).now == table_after(recorded, seats, ruleset)


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_played_hand_scores_like_its_tallies(name: str, seed: int) -> None:
    """A played hand is also possible as tallies, and its score is the sum of its lines."""
    ruleset, game, deal, played = _played(name, seed)
    left = deal.left or ()
    assert judge_left(Closing(played.now, left), ruleset).legal is True
    expected = tallies(played.now, left, len(game.sides), ruleset)
    counted = count_hand_of(game, expected, ruleset)
    assert counted.possible, [v.refused for v in (*counted.sides, counted.table)]
    stand = standing(game._replace(hands=(_hand(game, deal),)), ruleset)
    assert stand.totals == tuple(sheet.total for sheet in counted.sheets)


def _hand(game: Game, deal: Deal) -> Hand:
    return Hand((Tally(),) * len(game.sides), played=deal)


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_played_game_is_read_back_from_its_file(name: str, seed: int) -> None:
    ruleset, game, deal, _ = _played(name, seed)
    game = game._replace(hands=(_hand(game, deal),))
    file = to_file(standing(game, ruleset))
    for text in (write_game(file), write_json(file)):
        read = read_game(text, "random")
        assert exact(read.game) == exact(file.game)
        assert differences(read.game, ruleset) == ()


@settings(max_examples=EXAMPLES * 3, deadline=None)
@given(seeds, st.data())
def test_an_altered_turn_is_refused_or_legal_too(seed: int, data: st.DataObject) -> None:
    """The altered turn is refused, unless it could be played too."""
    ruleset, game, deal, played = _played("classic", seed)
    at = data.draw(st.integers(0, len(deal.turns) - 1))
    turn = deal.turns[at].turn
    other = Discard(read_cards(data.draw(st.sampled_from("456789TJQKA2W"))))
    altered = Turn((*turn.clauses[:-1], other), turn.player)
    before: Position = played.steps[at - 1].after if at else played.start
    verdict = Step(before, altered, ruleset).ruling.verdict
    turns = (*deal.turns[:at], RecordedTurn(altered), *deal.turns[at + 1 :])
    found = differences(game._replace(hands=(_hand(game, deal._replace(turns=turns)),)), ruleset)
    if verdict.legal is False:
        assert found[0].turn == at + 1
    elif altered.clauses != turn.clauses:
        assert all(each.turn > at for each in found)


def test_a_turn_that_only_discards_face_down_is_refused() -> None:
    ruleset, _, _, played = _played("classic", 7)
    verdict = Step(played.start, Turn((Discard(),)), ruleset).ruling.verdict
    assert {finding.rule for finding in verdict.refused} == {"turn.order", "discard.down"}


def test_the_same_seed_gives_the_same_hand() -> None:
    again = _played.__wrapped__("classic", 7)
    assert _played("classic", 7)[2] == again[2]
    assert _played("classic", 7)[2] != _played("classic", 8)[2]


@pytest.mark.parametrize("name", [*RULESETS, *SMALL])
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_the_tallies_stored_at_the_end_of_a_hand_count_like_its_turns(name: str, seed: int) -> None:
    """The journal keeps them as text; nobody replays the hand to count it."""
    ruleset, game, deal, played = _played(name, seed, SMALL.get(name, ()))
    left = deal.left or ()
    counted = tallies(played.now, left, len(game.sides), ruleset)
    shown = from_row(*to_row(Shown(left, tallies=counted)))
    assert isinstance(shown, Shown)
    replayed, stored = (
        standing(
            game._replace(hands=(Hand((), game.dealer, played=deal, from_turns=each),)), ruleset
        )
        for each in ((), shown.tallies)
    )
    assert stored.hands[0].sheets == replayed.hands[0].sheets
    assert list(map(write_tally, shown.tallies)) == list(map(write_tally, counted))
    assert figures(stored) == figures(replayed)
