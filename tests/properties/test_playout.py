"""Play random hands to the end, and check the properties that all of them have."""

from collections import Counter

import pytest
from exact import exact
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import EXAMPLES, SMALL, TRIED, hand_of, random_hand, seats_of, seeds
from replaying import replay

from canasta_cli.engine.game.position import Position, seen
from canasta_cli.engine.game.random_play import whole_deck
from canasta_cli.engine.game.replay import Step, table_after, tallies
from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.game.stats import figures
from canasta_cli.engine.game.verification import Closing, judge_left, verified
from canasta_cli.engine.score import count_hand_of
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.model.game import Hand
from canasta_cli.model.history import Shown
from canasta_cli.model.turn import Discard, RecordedTurn, Turn
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.gamefile import read_game, write_game, write_json
from canasta_cli.notation.tally import write_tally
from canasta_cli.scorekeeper.files import to_file


@pytest.mark.parametrize("name", TRIED)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_every_generated_turn_is_legal(name: str, seed: int) -> None:
    """No fact is missing, because every card is known."""
    _, _, deal, played = random_hand(name, seed)
    for recorded, one in zip(deal.turns, played.steps, strict=True):
        assert one.ruling.verdict.legal is True, (seed, recorded.turn, one.ruling.verdict.refused)


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_feet_bonus_cards_and_special_hands_follow_the_rules(name: str, seed: int) -> None:
    ruleset, _, deal, played = random_hand(name, seed)
    whole = _ranks(whole_deck(ruleset))
    for recorded, one in zip(deal.turns, played.steps, strict=True):
        assert one.ruling.verdict.legal is True, (seed, recorded.turn, one.ruling.verdict.refused)
        assert _ranks(seen(one.after)) == whole


@pytest.mark.parametrize("name", TRIED)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_no_card_appears_or_disappears(name: str, seed: int) -> None:
    ruleset, _, _, played = random_hand(name, seed)
    whole = _ranks(whole_deck(ruleset))
    for position in (played.start, *(one.after for one in played.steps)):
        assert _ranks(seen(position)) == whole
        assert position.stock == len(position.order or ())
        assert not any(hand.unseen for hand in position.hands)
        assert position.pile_size == len(position.pile)


def _ranks(cards: object) -> Counter[object]:
    return Counter(card.rank for card in cards)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", TRIED)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_judged_and_unjudged_turns_are_applied_alike(name: str, seed: int) -> None:
    """Both with all cards known, and with the hands unknown, as at a table."""
    ruleset, game, deal, _ = random_hand(name, seed)
    seats = seats_of(game, ruleset)
    for recorded in (deal, deal._replace(hands=(), stock=None)):
        assert replay(recorded, seats, ruleset).now == table_after(recorded, seats, ruleset)


@pytest.mark.parametrize("name", TRIED)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_played_hand_scores_like_its_tallies(name: str, seed: int) -> None:
    """A played hand is also possible as tallies, and its score is the sum of its lines."""
    ruleset, game, deal, played = random_hand(name, seed)
    left = deal.left or ()
    assert judge_left(Closing(played.now, left), ruleset).legal is True
    expected = tallies(played.now, left, ruleset)
    counted = count_hand_of(game, expected, ruleset)
    assert counted.possible, [v.refused for v in (*counted.sides, counted.table)]
    stand = standing(game._replace(hands=(hand_of(game, deal),)), ruleset)
    assert stand.totals == tuple(sheet.total for sheet in counted.sheets)


@pytest.mark.parametrize("name", TRIED)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_played_game_is_read_back_from_its_file(name: str, seed: int) -> None:
    ruleset, game, deal, _ = random_hand(name, seed)
    game = game._replace(hands=(hand_of(game, deal),))
    file = to_file(standing(game, ruleset))
    for text in (write_game(file), write_json(file)):
        read = read_game(text, "random")
        assert exact(read.game) == exact(file.game)
        assert verified(read.game, ruleset).differences == ()


@settings(max_examples=EXAMPLES * 3, deadline=None)
@given(seeds, st.data())
def test_an_altered_turn_is_refused_or_legal_too(seed: int, data: st.DataObject) -> None:
    """The altered turn is refused, unless it could be played too."""
    ruleset, game, deal, played = random_hand("classic", seed)
    at = data.draw(st.integers(0, len(deal.turns) - 1))
    turn = deal.turns[at].turn
    other = Discard(read_cards(data.draw(st.sampled_from("456789TJQKA2W"))))
    altered = Turn((*turn.clauses[:-1], other), turn.player)
    before: Position = played.steps[at - 1].after if at else played.start
    verdict = Step(before, altered, ruleset).ruling.verdict
    turns = (*deal.turns[:at], RecordedTurn(altered), *deal.turns[at + 1 :])
    found = verified(
        game._replace(hands=(hand_of(game, deal._replace(turns=turns)),)), ruleset
    ).differences
    if verdict.legal is False:
        assert found[0].turn == at + 1
    elif altered.clauses != turn.clauses:
        assert all(each.turn > at for each in found)


def test_a_turn_that_only_discards_face_down_is_refused() -> None:
    ruleset, _, _, played = random_hand("classic", 7)
    verdict = Step(played.start, Turn((Discard(),)), ruleset).ruling.verdict
    assert {finding.rule for finding in verdict.refused} == {"turn.order", "discard.down"}


def test_the_same_seed_gives_the_same_hand() -> None:
    again = random_hand.__wrapped__("classic", 7)
    assert random_hand("classic", 7)[2] == again[2]
    assert random_hand("classic", 7)[2] != random_hand("classic", 8)[2]


@pytest.mark.parametrize("name", [*TRIED, *SMALL])
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_the_tallies_stored_at_the_end_of_a_hand_count_like_its_turns(name: str, seed: int) -> None:
    """The journal keeps them as text; nobody replays the hand to count it."""
    ruleset, game, deal, played = random_hand(name, seed)
    left = deal.left or ()
    counted = tallies(played.now, left, ruleset)
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
