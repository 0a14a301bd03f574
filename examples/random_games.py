"""Print random games, one JSON document per line: test data, and an example of the library.

    python examples/random_games.py 1000 > games.jsonl
    canasta verify games.jsonl -j 0

The ruleset and the random seed may follow: ``random_games.py 1000 samba 42``.
"""

import json
import sys
from random import Random

from canasta_cli.engine.game.random_play import play_out, random_deal
from canasta_cli.engine.game.replay import seating
from canasta_cli.engine.game.seating import seat
from canasta_cli.engine.game.standing import standing
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.tally import Tally
from canasta_cli.notation.gamefile import write_json
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.files import to_file

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def random_game(name: str, rules: Ruleset, chance: Random) -> str:
    """Play a random hand with every card known, and return the game as one line of JSON."""
    players = PLAYERS[: rules.seats.players]
    game = Game(name, players, seat(players, (), rules), players[-1])
    seats = seating(game, game.dealer, 1, (0,) * len(game.sides), rules)
    deal = random_deal(seats, rules, chance.shuffle)
    played = play_out(deal, seats, rules, chance.shuffle)
    hand = Hand((Tally(),) * len(game.sides), played=played)
    text = write_json(to_file(standing(game._replace(hands=(hand,)), rules)))
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


def main(arguments: list[str]) -> None:
    """Print random games. The arguments are the number of games, the ruleset and the seed."""
    number, name, seed = (*arguments, *("10", "classic", "1")[len(arguments) :])
    rules, chance = ruleset(name), Random(int(seed))
    for each in range(int(number)):
        print(random_game(f"random-{seed}-{each + 1}", rules, chance))


if __name__ == "__main__":
    main(sys.argv[1:])
