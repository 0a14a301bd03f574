"""Warnings about unlikely tallies: each is given once, and never for a normal tally."""

import pytest

from canasta_cli.engine.games.doubts import doubts
from canasta_cli.engine.games.seating import seat
from canasta_cli.engine.games.standing import standing
from canasta_cli.model.game import Game
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset

FOUR = ("Ann", "Bob", "Cat", "Dan")
THREE = ("Ann", "Bob", "Cat")


def _doubts(name: str, *tallies: str) -> list[str]:
    rules = ruleset(name)
    players = THREE if rules.seats.players == 3 else FOUR
    before = standing(Game("friday", players, seat(players, (), rules), players[-1]), rules)
    return list(doubts(before, tuple(map(read_tally, tallies))))


@pytest.mark.parametrize(
    ("name", "tallies", "doubted"),
    [
        ("classic", ("7xK out", "left:44"), ""),
        ("classic", ("7xK out", "444 left:44"), "Them melded 15 points but needed 50 to open"),
        ("classic", ("7x4 concealed", "left:44"), ""),  # these need no minimum
        ("classic", ("7xK out", "AAA"), "Them didn't go out, but no cards are listed as left"),
        ("classic", ("", ""), "no melds and no cards left"),
        ("three-player", ("7xK out", "444 left:44", "left:5"), ""),  # partners share their melds
        ("modern-american", ("special:pairs", "left:44"), ""),
    ],
)
def test_unlikely_tallies_give_a_warning(name: str, tallies: tuple[str, ...], doubted: str) -> None:
    found = _doubts(name, *tallies)
    assert bool(found) == bool(doubted), found
    assert all(doubted in each for each in found)
