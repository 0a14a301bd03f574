"""The standing of a game: dealers, sitting out, totals, minimums, the end, checks, statistics."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.engine.game.standing import (
    Outcome,
    Standing,
    first_dealer,
    outcome,
    seat,
    standing,
)
from canasta_cli.engine.game.stats import PlayerStats, figures, grouped
from canasta_cli.engine.game.stats import stats as stats_of
from canasta_cli.engine.game.verification import verified
from canasta_cli.engine.items import pool, sheets
from canasta_cli.engine.points import minimum
from canasta_cli.engine.score import count_hand_of
from canasta_cli.model.game import Arrival, Ending, Game, Hand
from canasta_cli.model.turn import Deal
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.finding import message

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
CLASSIC = library.ruleset("classic")
BIG = "7xK bonus:4500 out"


def hand(*tallies: str, dealer: str | None = None, claimed: tuple[int, ...] = ()) -> Hand:
    """Build a hand from tallies as they are typed."""
    return Hand(tuple(read_tally(text) for text in tallies), dealer, claimed)


def game(rules: Ruleset, *hands: Hand, players: tuple[str, ...] = (), name: str = "g") -> Game:
    """Build a game of a ruleset with its usual sides and its usual first dealer."""
    players = players or NAMES[: rules.seats.players]
    sides = seat(players, (), rules)
    return Game(name, players, sides, first_dealer(players, sides, rules), hands=hands)


def _dealers(stand: Standing) -> list[str]:
    return [*(played.dealer for played in stand.hands), stand.dealer]


def test_players_deal_in_turn() -> None:
    stand = standing(game(CLASSIC, *[hand("", "")] * 5), CLASSIC)
    assert _dealers(stand) == ["Dan", "Ann", "Bob", "Cat", "Dan", "Ann"]
    assert stand.sitting_out is None


def test_the_deal_continues_after_a_dealer_out_of_turn() -> None:
    hands = (hand("", ""), hand("", "", dealer="Cat"), hand("", ""))
    assert _dealers(standing(game(CLASSIC, *hands), CLASSIC)) == ["Dan", "Cat", "Dan", "Ann"]


def test_one_of_the_larger_side_of_five_players_sits_out_in_turn_and_does_not_deal() -> None:
    rules = library.ruleset("five-player")
    for count in range(7):
        stand = standing(game(rules, *[hand("", "")] * count), rules)
        larger = max(stand.game.sides, key=lambda side: len(side.players)).players
        assert stand.sitting_out == larger[-1 - count % 3]
        assert stand.dealer != stand.sitting_out


def test_a_special_hand_may_win_the_game_at_once() -> None:
    """The totals make no difference."""
    rules = library.ruleset("modern-american-league")
    first = standing(game(rules, hand("special:dream-four", "")), rules)
    assert first.totals == (8500, 0)
    assert first.outcome == Outcome(over=True, winner=0, margin=8500)
    lower = standing(
        game(rules, hand("points:40 penalty:3000", ""), hand("special:dream-five", "")), rules
    )
    assert lower.totals[0] < 8500
    assert lower.outcome == Outcome(over=True, winner=0, margin=lower.totals[0])
    assert lower.ended_by == 2
    paid = standing(game(rules, hand("special:quads", "")), rules)
    assert not paid.outcome.over


def test_a_special_hand_wins_by_what_it_has_more_than_the_best_of_two_other_sides() -> None:
    league = library.ruleset("modern-american-league")
    rules = changed(
        league, {"seats.players": 3, "seats.sides": [1, 1, 1], "seats.partners": "alone"}
    )
    stand = standing(game(rules, hand("special:dream-four", "points:40 penalty:900", "")), rules)
    assert stand.totals[1] < stand.totals[2] == 0
    assert stand.outcome == Outcome(over=True, winner=0, margin=8500)


MINIMUMS: tuple[tuple[dict[str, object], int, int, int], ...] = (
    ({}, -5, 1, 15),
    ({}, 0, 1, 50),
    ({}, 1495, 9, 50),
    ({}, 1500, 1, 90),
    ({}, 3000, 1, 120),
    ({"opening.basis": "deal", "opening.tiers": [{"points": 50}, {"from": 3, "points": 90}]},
     9000, 2, 50),
    ({"opening.basis": "deal", "opening.tiers": [{"points": 50}, {"from": 3, "points": 90}]},
     -10, 3, 90),
    ({"opening.tiers": [{"points": 90}]}, 9000, 1, 90),
)  # fmt: skip


@for_each_case(("house", "total", "deal", "points"), MINIMUMS)
def test_the_minimum_depends_on_the_total_or_on_the_deal(
    house: dict[str, object], total: int, deal: int, points: int
) -> None:
    assert minimum(total, deal, changed(CLASSIC, house)).points == points


PLAY_ON: dict[str, object] = {"end.tie": "play-on"}
DEALS: dict[str, object] = {"end.target": "none", "end.deals": 4}
ENDS: tuple[tuple[dict[str, object], tuple[int, ...], int, Outcome], ...] = (
    ({}, (4995, 4990), 9, Outcome(False, None, 0)),
    ({}, (5000, 4990), 1, Outcome(True, 0, 10)),
    ({}, (5230, 5310), 1, Outcome(True, 1, 80)),
    ({}, (5000, 5000), 1, Outcome(True, None, 0)),
    ({}, (100, 100), 1, Outcome(False, None, 0)),
    ({}, (0, 6000, 5990), 1, Outcome(True, 1, 10)),
    (PLAY_ON, (5000, 5000), 1, Outcome(False, None, 0)),
    (PLAY_ON, (5000, 5005), 1, Outcome(True, 1, 5)),
    (DEALS, (9000, 100), 3, Outcome(False, None, 0)),
    (DEALS, (100, -100), 4, Outcome(True, 0, 200)),
    (DEALS, (100, 100), 4, Outcome(True, None, 0)),
    (DEALS | PLAY_ON, (100, 100), 4, Outcome(False, None, 0)),
    (DEALS | PLAY_ON, (100, 105), 5, Outcome(True, 1, 5)),
)


@for_each_case(("house", "totals", "hands", "found"), ENDS)
def test_a_game_ends_at_its_target_or_after_its_deals(
    house: dict[str, object], totals: tuple[int, ...], hands: int, found: Outcome
) -> None:
    assert outcome(totals, hands, changed(CLASSIC, house)) == found


@given(st.lists(st.integers(-2000, 9000), min_size=2, max_size=4), st.integers(0, 6))
def test_only_the_highest_total_wins(totals: list[int], hands: int) -> None:
    for house in ({}, PLAY_ON, DEALS, DEALS | PLAY_ON):
        found = outcome(totals, hands, changed(CLASSIC, house))
        if found.winner is None:
            assert found.margin == 0
        else:
            assert found.over
            assert totals[found.winner] == max(totals)
            assert totals.count(max(totals)) == 1
            assert found.margin > 0


def test_a_game_without_a_target_has_no_points_left_to_it() -> None:
    rules = changed(CLASSIC, DEALS)
    assert standing(game(rules), rules).to_target is None
    assert standing(game(CLASSIC, hand("KKK", BIG)), CLASSIC).to_target == (4970, 0)


ALONE = library.ruleset("three-player")


def test_partners_for_a_hand_share_all_but_their_own_threes() -> None:
    said = tuple(
        read_tally(text) for text in ("KKK alone:Ann 3R", "AAAA 3R red:1 points:5", "AAA left:4")
    )
    ann, bob, cat = pool(said, ALONE)
    assert ann == said[0]
    assert bob.melds == cat.melds
    assert (len(bob.threes), bob.figure("red")) == (1, 1)
    assert (len(cat.threes), cat.figure("red")) == (0, 0)
    assert bob.figure("points") == cat.figure("points") == 5


def test_tallies_are_pooled_only_if_a_player_is_alone_and_the_rules_have_it() -> None:
    said = (read_tally("KKK"), read_tally("AAA"), read_tally("left:4"))
    assert pool(said, ALONE) == said
    named = (read_tally("KKK alone:Ann"), *said[1:])
    assert pool(named, library.ruleset("three-player-solo")) == named
    assert [sheet.total for sheet in sheets(named, ALONE)] == [30, 55, 55]


ALONE_REFUSED: tuple[tuple[str, tuple[str, str, str], str], ...] = (
    ("twice", ("alone:Ann", "alone:Bob", ""), "2 tallies name who played alone"),
    ("nobody", ("7xK 7xQ out", "", ""), "no tally names who played alone"),
    ("wrong", ("alone:Bob", "", ""), "the tally of Ann has alone:Bob"),
)


@pytest.mark.parametrize(("case", "tallies", "says"), ALONE_REFUSED)
def test_the_player_who_was_alone_is_named_once_and_in_their_own_tally(
    case: str, tallies: tuple[str, str, str], says: str
) -> None:
    counted = count_hand_of(game(ALONE), tuple(map(read_tally, tallies)), ALONE)
    assert [message(finding) for finding in counted.table.refused] == [says], case


def test_a_hand_in_which_nobody_went_out_needs_no_player_alone() -> None:
    counted = count_hand_of(game(ALONE), tuple(map(read_tally, ("KKK", "", ""))), ALONE)
    assert counted.possible


# The claims of a file, compared with a replay.
def test_a_correct_game_has_no_differences() -> None:
    fine = game(CLASSIC, hand("7xK out", "AAA", claimed=(670, 60)), hand("", ""))
    assert verified(fine, CLASSIC).differences == ()


def test_a_wrong_score_is_reported_with_both_numbers() -> None:
    (found,) = verified(
        game(CLASSIC, hand("7xK out", "AAA", claimed=(670, 65))), CLASSIC
    ).differences
    assert (found.hand, found.side, found.what) == (1, "Them", "score")
    assert (found.expected, found.found) == (60, 65)


def test_an_impossible_hand_is_reported_with_its_rules_unless_it_was_forced() -> None:
    impossible = hand("KK", "7xK 2x3R left:KK out")
    found = verified(game(CLASSIC, impossible), CLASSIC).differences
    assert [(each.side, each.finding.rule if each.finding else "") for each in found] == [
        ("Us", "meld.smallest"),
        (None, "tally.packs"),
    ]
    assert verified(game(CLASSIC, impossible._replace(forced=True)), CLASSIC).differences == ()


def test_a_wrong_score_of_a_forced_hand_is_still_reported() -> None:
    forced = hand("KK", "", claimed=(25, 0))._replace(forced=True)
    (found,) = verified(game(CLASSIC, forced), CLASSIC).differences
    assert (found.expected, found.found) == (20, 25)


def test_hands_after_the_end_are_correct_and_do_not_move_the_end() -> None:
    """After an amendment, a game may have been over earlier than the players knew."""
    over = game(CLASSIC, hand("", ""), hand(BIG, ""), hand("", ""))
    assert verified(over, CLASSIC).differences == ()
    assert standing(over, CLASSIC).ended_by == 2
    assert standing(game(CLASSIC, hand("", "")), CLASSIC).ended_by is None


def test_a_hand_that_ends_the_game_is_correct() -> None:
    assert verified(game(CLASSIC, hand("", ""), hand(BIG, "")), CLASSIC).differences == ()


def test_sides_that_do_not_fit_the_rules_are_reported_before_anything_is_counted() -> None:
    wrong = game(CLASSIC, hand("KK", ""))
    (found,) = verified(wrong, library.ruleset("two-player")).differences
    assert found.hand == 0
    assert found.what == "two-player is for 2 players; 4 are named"


def stats(games: tuple[Standing, ...], only: tuple[str, ...] = ()) -> tuple[PlayerStats, ...]:
    """Return the statistics of some games."""
    return stats_of(map(figures, games), only)


# Statistics over three games: two finished, one begun, of four players in changing partnerships.
def _three_games() -> tuple[Standing, ...]:
    one = game(CLASSIC, hand("KKK", "AAA"), hand(BIG, "QQQ left:4"), name="one")
    other = game(
        CLASSIC,
        hand("7xA concealed", "KKK"),
        hand("", BIG),
        players=("Ann", "Bob", "Dan", "Cat"),
        name="other",
    )
    begun = game(CLASSIC, hand("7xQ out", ""), name="begun")
    return tuple(standing(each, CLASSIC) for each in (one, other, begun))


def test_a_player_has_the_results_of_the_sides_they_played_on() -> None:
    found = {each.player: each for each in stats(_three_games())}
    ann = found["Ann"]
    assert (ann.games, ann.finished, ann.won, ann.hands) == (3, 2, 1, 5)
    assert (ann.out, ann.concealed) == (3, 1)
    assert ann.best is not None
    assert (ann.best.game, ann.best.number, ann.best.points) == ("one", 2, 5170)
    assert ann.points == 30 + 5170 + 840 + 0 + 670
    assert ann.average == ann.points / 5
    assert sum(ann.canastas.values()) == 3
    cat = found["Cat"]
    assert (cat.won, cat.points) == (2, 30 + 5170 + 30 + 5170 + 670)


def test_players_are_sorted_by_wins_then_points_then_name() -> None:
    assert [each.player for each in stats(_three_games())] == ["Cat", "Ann", "Bob", "Dan"]


@for_each_case("name", NAMES[:4])
def test_statistics_of_one_player_are_those_among_all(name: str) -> None:
    every, found = stats(_three_games()), stats(_three_games(), (name,))
    assert found == tuple(each for each in every if each.player == name)


def test_a_hand_does_not_count_for_the_player_who_sits_out() -> None:
    rules = library.ruleset("five-player")
    stand = standing(game(rules, *[hand("KKK", "AAA")] * 3), rules)
    larger = max(stand.game.sides, key=lambda side: len(side.players)).players
    played = {each.player: each.hands for each in stats((stand,))}
    assert played == {name: 2 if name in larger else 3 for name in NAMES[:5]}


def test_a_game_without_a_finished_hand_does_not_count() -> None:
    empty = standing(game(CLASSIC, players=("Ann", "Bob", "Cat", "Eve")), CLASSIC)
    assert stats(()) == stats((empty,)) == ()
    assert stats((*_three_games(), empty)) == stats(_three_games())
    groups = grouped(map(figures, (*_three_games(), empty)), lambda each: each.ruleset)
    assert [each.games for each in groups] == [3]


def test_a_game_does_not_count_for_a_substitute_who_came_after_its_last_hand() -> None:
    over = game(CLASSIC, hand(BIG, "QQQ left:4"), players=("Ann", "Bob", "Eve", "Dan"))
    came = over._replace(
        first_players=("Ann", "Bob", "Cat", "Dan"), arrivals=(Arrival(2, 2, "Eve"),)
    )
    found = stats((standing(came, CLASSIC),))
    assert {each.player: each.finished for each in found} == {
        "Ann": 1,
        "Bob": 1,
        "Cat": 0,
        "Dan": 1,
    }


def test_a_drawn_game_is_finished_and_nobody_won_it() -> None:
    drawn = standing(game(CLASSIC, hand("points:5000", "points:5000")), CLASSIC)
    assert {(each.finished, each.won) for each in stats((drawn,))} == {(1, 0)}


def test_a_game_that_is_stopped_at_a_tie_has_no_winner() -> None:
    even, ahead = hand("KKK out", "KKK"), hand("KKK out", "")
    for played, won in ((even, None), (ahead, 0)):
        stopped = game(changed(CLASSIC, {"out.bonus": 0}), played)._replace(ending=Ending.LEADER)
        found = standing(stopped, changed(CLASSIC, {"out.bonus": 0})).outcome
        assert (found.over, found.winner) == (True, won)


def test_a_special_hand_that_wins_from_behind_wins_by_nothing() -> None:
    rules = library.ruleset("modern-american-league")
    shown = hand("special:dream-four", "bonus:9000")
    found = standing(game(rules, shown), rules).outcome
    assert (found.over, found.winner, found.margin) == (True, 0, 0)


@pytest.mark.parametrize("ending", tuple(Ending))
def test_a_game_that_its_players_ended_is_finished_if_the_leader_won(ending: Ending) -> None:
    one = game(CLASSIC, hand("7xK out", "left:44"))._replace(ending=ending)
    found = figures(standing(one, CLASSIC))
    assert (found.over, found.ending) == (True, None if ending is Ending.LEADER else ending)


def test_the_dealer_of_the_hand_in_play_may_be_another_than_the_next_in_turn() -> None:
    one = game(CLASSIC, hand("7xK out", "left:44"))
    assert standing(one, CLASSIC).dealer == "Ann"
    assert standing(one._replace(deal=Deal(dealer="Cat")), CLASSIC).dealer == "Cat"
    assert standing(one._replace(deal=Deal()), CLASSIC).dealer == "Ann"


def test_a_game_counts_once_for_a_player_who_sat_on_both_sides() -> None:
    one = figures(standing(game(CLASSIC, hand("7xK out", "left:44")), CLASSIC))
    ann = one.players[0]
    both = one._replace(players=(*one.players, ann._replace(place=1 - ann.place)))
    found = {each.player: each for each in stats_of([both])}
    assert (found["Ann"].games, found["Ann"].hands) == (1, 2)
