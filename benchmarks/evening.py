"""An evening of played hands, as a game file: random legal turns until somebody goes out."""

import sys
from itertools import count
from pathlib import Path
from random import Random

from canasta_cli.engine.game.random_play import random_deal
from canasta_cli.engine.game.standing import seating, standing
from canasta_cli.model.game import Game, Hand, Side, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal
from canasta_cli.notation.gamefile import write_json
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import from_data, to_data
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.files import to_file

# Whole hands are played by a module of the tests.
sys.path.append(str(Path(__file__).parent.parent / "tests"))
from playing_out import play_out

HANDS = 6
TURNS = range(38, 43)
"""The turns of a hand: about forty."""

PLAYERS = ("Ann", "Bob", "Cat", "Dan")
SIDES = (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan")))


def evening(hands: int = HANDS) -> str:
    """Return a game file in JSON whose hands have about forty turns each; the game is not over."""
    rules = _endless(ruleset("classic"))
    played: tuple[Hand, ...] = ()
    for number in range(1, hands + 1):
        game = Game("evening", PLAYERS, SIDES, PLAYERS[-1], hands=played)
        now = standing(game, rules)
        seats = seating(game, now.dealer, number, now.totals, rules)
        played = (*played, Hand((Tally(), Tally()), played=_hand(seats, rules, number)))
    return write_json(to_file(standing(game._replace(hands=played), rules)))


def _endless(rules: Ruleset) -> Ruleset:
    """Return rules under which six hands never end the game."""
    data = to_data(rules)
    values = data["values"]
    assert isinstance(values, dict)  # noqa: S101 - as to_data writes it
    return from_data({**data, "values": {**values, "end.target": 1_000_000}})


def _hand(seats: Seating, rules: Ruleset, number: int) -> Deal:
    """Return the first random hand of the usual length."""
    deals = (played_at_random(seats, rules, seed) for seed in count(1000 * number))
    return next(deal for deal in deals if len(deal.turns) in TURNS)


def played_at_random(seats: Seating, rules: Ruleset, seed: int) -> Deal:
    """Deal a hand at random, and play it to its end with random legal turns."""
    chance = Random(seed)
    return play_out(random_deal(seats, rules, chance.shuffle), seats, rules, chance.choice)
