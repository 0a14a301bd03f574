"""Statistics of partners: each hand of a side counts once, also if one of three partners sits out."""

from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.game.stats import figures, of_partners, stats
from canasta_cli.model.game import Game, Hand, Side
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
    for number in range(len(HANDS) + 1):
        stand = standing(_game(number), ruleset("five-player"))
        found = {each.player: each for each in stats([of_partners(figures(stand))]).players}
        for name, total in (("Ann+Cat", stand.totals[0]), ("Bob+Dan+Eve", stand.totals[1])):
            assert (found[name].hands, found[name].points) == (number, total)
            assert found[name].points_only == (number >= 3)
    assert found["Ann+Cat"].out == 2
    assert (found["Bob+Dan+Eve"].out, found["Bob+Dan+Eve"].concealed) == (1, 1)
    assert found["Ann+Cat"].canastas.total() == found["Bob+Dan+Eve"].canastas.total() == 2


def test_a_player_alone_is_no_partnership() -> None:
    game = Game("duel", ("Ann", "Bob"), (Side("Ann", ("Ann",)), Side("Bob", ("Bob",))), "Ann")
    assert stats([of_partners(figures(standing(game, ruleset("two-player"))))]).players == ()
