"""Let four bots play one hand of Canasta against each other, and print every turn and the score.

    python examples/random_bot.py
    python examples/random_bot.py samba 42

The ruleset and the random seed may follow, as in the second line. To try an idea of your own, change
``choose``: a bot may read everything on the table from ``position``, or pick from
``position.legal_turns()``.
"""

import sys
from random import Random

import canasta_cli as canasta

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def choose(position: canasta.Position, chance: Random) -> str:
    """Return the turn that a bot plays: any legal one."""
    turn = position.random_turn(chance.shuffle)
    if turn is None:
        raise RuntimeError(f"{position.player} has no legal turn")
    return turn


def play(game: canasta.Game, chance: Random) -> canasta.Game:
    """Play the next hand of a game to its end, and return the game with it."""
    position = game.shuffled(chance.shuffle)
    while not position.over:
        turn = choose(position, chance)
        print(f"{position.player}: {turn}")
        position = position.after(turn)
    print(f"{position.out} went out." if position.out else "The stock ran out.")
    return game.with_played(position)


def main(arguments: list[str]) -> None:
    """Play a hand. The arguments are the ruleset and the random seed."""
    name, seed = (*arguments, *("classic", "1")[len(arguments) :])
    rules = canasta.ruleset(name)
    game = play(canasta.Game(PLAYERS[: rules.players], rules), Random(int(seed)))
    for side in game.hands[-1].sides:
        print(f"\n{side.name}: {side.points}")
        for line in side.lines:
            print(f"{line.points:8} {line.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
