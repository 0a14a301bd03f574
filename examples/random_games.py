"""Print random games, one JSON document per line, as test data.

    python examples/random_games.py 1000 > games.jsonl
    canasta verify games.jsonl -j 0

The ruleset and the random seed may follow: ``random_games.py 1000 samba 42``.
"""

import json
import sys
from random import Random

import canasta_cli as canasta

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def random_game(name: str, rules: canasta.Ruleset, chance: Random) -> canasta.Game:
    """Play one hand with random legal turns, every card known, and return the game."""
    game = canasta.Game(PLAYERS[: rules.players], rules, name=name)
    position = game.shuffled(chance.shuffle)
    while (turn := position.random_turn(chance.shuffle)) is not None:
        position = position.after(turn)
    return game.with_played(position)


def one_line(game: canasta.Game) -> str:
    """Return a game as one line of JSON."""
    document = json.loads(canasta.dump(game, "json"))
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def main(arguments: list[str]) -> None:
    """Print random games. The arguments are the number of games, the ruleset and the seed."""
    number, name, seed = (*arguments, *("10", "classic", "1")[len(arguments) :])
    rules, chance = canasta.ruleset(name), Random(int(seed))
    for each in range(int(number)):
        print(one_line(random_game(f"random-{seed}-{each + 1}", rules, chance)))


if __name__ == "__main__":
    main(sys.argv[1:])
