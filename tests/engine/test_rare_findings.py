"""Findings of rare plays: the numbers they give, and if they are worth a remark when recorded."""

from canasta_cli.engine.game.whole_turn import rule_on_turn
from canasta_cli.engine.rule import judge
from canasta_cli.engine.score import RULES_OF_TALLIES, HandTallies
from canasta_cli.engine.turn.going_out import in_words
from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.view import View
from canasta_cli.model.turn import ShowSpecial, Turn
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed

PAIRS = {"name": "pairs", "cards": "NN NN", "points": 100}
TRIPLET = {"name": "triplet", "cards": "NNN", "points": 100}


def _shown(cards: str) -> Turn:
    return Turn((ShowSpecial(read_cards(cards)),))


def test_a_special_hand_needs_no_certain_number_of_cards_if_they_differ_in_size() -> None:
    for hands, numbers in (([PAIRS], (4, 5)), ([PAIRS, TRIPLET], (None, None))):
        rules = changed(ruleset("modern-american"), {"special.hands": hands})
        verdict = rule_on(_shown("4455K"), View.of(), rules).verdict
        reasons = [f.reason for f in verdict.refused]
        assert [(reason.needed, reason.have) for reason in reasons] == [numbers]


def test_a_game_without_special_hands_names_none() -> None:
    (refused,) = rule_on(_shown("4455"), View.of(), ruleset("classic")).verdict.refused
    assert (refused.rule, refused.reason.fix) == ("special.hand", "meld and go out as usual")


def test_the_sets_of_a_special_hand_are_named() -> None:
    assert in_words("AA QQ WW NN NN") == "2 aces, 2 queens, 2 jokers, 2 natural pairs"
    assert in_words("NNNN DDD MMM 33") == (
        "1 natural set of 4, 1 wild set of 3, 3 wild cards, 2 threes"
    )
    assert in_words("A 2 3 W") == "one of each: A 2 3 W"


def test_a_three_that_ends_the_hand_is_worth_a_remark() -> None:
    last = View.of(stock=1, opened=True)
    verdict = rule_on_turn(read_turn("draw 3R"), last, ruleset("classic")).verdict
    assert [f.rule for f in verdict.findings if f.reason.notice] == ["stock.last-red-three"]


def test_a_player_who_passes_is_asked_for_the_top_card_first() -> None:
    verdict = rule_on_turn(read_turn("end stock"), View.of(stock=0), ruleset("classic")).verdict
    assert [fact.value for fact in verdict.unknown] == ["top"]


def test_the_first_of_two_players_alone_is_to_be_left_out_if_nobody_plays_alone() -> None:
    tallies = tuple(map(read_tally, ("KKK alone:Ann", "alone:Bob")))
    hand = HandTallies(tallies, (("Ann",), ("Bob",)))
    (refused,) = judge(hand, RULES_OF_TALLIES, ruleset("two-player")).refused
    assert (refused.rule, refused.reason.fix) == ("tally.alone", "leave out alone:Ann")
