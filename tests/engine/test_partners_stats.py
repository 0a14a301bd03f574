"""Statistics of partners: each hand of a side counts once, also if one of three partners sits out."""

from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.game.stats import figures, of_partners, stats
from canasta_cli.model.game import Arrival, Ending, Game, Hand, Side
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset

SIDES = (Side("Reds", ("Ann", "Cat")), Side("Them", ("Bob", "Dan", "Eve")))
HANDS = (
    ("7xK out", "AAA"),
    ("left:4", "7777777 7xQ concealed"),
    ("score:500", "score:-20"),
    ("7xK out", "KKK"),
)


def _game(number: int) -> Game:
    players = ("Ann", "Bob", "Cat", "Dan", "Eve")
    hands = tuple(Hand(tuple(map(read_tally, tallies))) for tallies in HANDS[:number])
    return Game("five", players, SIDES, "Dan", hands=hands)


def test_a_side_of_three_of_whom_one_sits_out_has_each_hand_once() -> None:
    for number in range(1, len(HANDS) + 1):
        stand = standing(_game(number), ruleset("five-player"))
        found = {each.player: each for each in stats([of_partners(figures(stand))])}
        for name, total in (("Ann+Cat", stand.totals[0]), ("Bob+Dan+Eve", stand.totals[1])):
            assert (found[name].hands, found[name].points) == (number, total)
            assert found[name].points_only == (number >= 3)
    assert found["Ann+Cat"].out == 2
    assert (found["Bob+Dan+Eve"].out, found["Bob+Dan+Eve"].concealed) == (1, 1)
    assert found["Ann+Cat"].canastas.total() == found["Bob+Dan+Eve"].canastas.total() == 2


def test_a_player_alone_is_no_partnership() -> None:
    game = Game("duel", ("Ann", "Bob"), (Side("Ann", ("Ann",)), Side("Bob", ("Bob",))), "Ann")
    assert stats([of_partners(figures(standing(game, ruleset("two-player"))))]) == ()


def test_hands_of_a_substitute_count_for_that_pair_and_the_game_for_those_at_its_end() -> None:
    sides = (Side("Us", ("Ann", "Cat")), Side("Them", ("Eve", "Dan")))
    hands = tuple(Hand(tuple(map(read_tally, tallies))) for tallies in HANDS[:3])
    game = Game(
        "sub",
        ("Ann", "Eve", "Cat", "Dan"),
        sides,
        "Dan",
        hands=hands,
        ending=Ending.LEADER,
        first_players=("Ann", "Bob", "Cat", "Dan"),
        arrivals=(Arrival(2, 1, "Eve"),),
    )
    stand = standing(game, ruleset("classic"))
    found = {each.player: each for each in stats([of_partners(figures(stand))])}
    assert {name: each.hands for name, each in found.items()} == {
        "Ann+Cat": 3,
        "Bob+Dan": 1,
        "Dan+Eve": 2,
    }
    assert {name: each.finished for name, each in found.items()} == {
        "Ann+Cat": 1,
        "Bob+Dan": 0,
        "Dan+Eve": 1,
    }
    assert found["Bob+Dan"].points + found["Dan+Eve"].points == stand.totals[1]


def test_a_player_who_came_after_the_last_hand_neither_won_nor_lost() -> None:
    game = Game(
        "late",
        ("Ann", "Eve"),
        (Side("Ann", ("Ann",)), Side("Bob", ("Eve",))),
        "Ann",
        hands=(Hand(tuple(map(read_tally, HANDS[0]))),),
        ending=Ending.LEADER,
        first_players=("Ann", "Bob"),
        arrivals=(Arrival(2, 1, "Eve"),),
    )
    found = {each.player: each for each in stats([figures(standing(game, ruleset("two-player")))])}
    assert {name: each.finished for name, each in found.items()} == {"Ann": 1, "Bob": 0}


def test_hands_of_a_substitute_in_a_side_of_three_count_for_the_whole_side() -> None:
    players = ("Ann", "Gus", "Cat", "Dan", "Eve", "Fay")
    game = Game(
        "six",
        players,
        (Side("Us", ("Ann", "Cat", "Eve")), Side("Them", ("Gus", "Dan", "Fay"))),
        "Fay",
        hands=tuple(Hand(tuple(map(read_tally, tallies))) for tallies in HANDS[:2]),
        first_players=("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"),
        arrivals=(Arrival(2, 1, "Gus"),),
    )
    found = stats([of_partners(figures(standing(game, ruleset("six-player"))))])
    assert {each.player: each.hands for each in found} == {"Ann+Cat+Eve": 2, "Dan+Fay+Gus": 2}
