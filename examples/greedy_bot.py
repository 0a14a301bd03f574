"""Let a bot play games of Canasta against random players; the ruleset and the number of games may follow.

    python examples/greedy_bot.py modern-american 100

The bot knows what its player sees, and no more. To try an idea of your own, change ``worth``.
"""

import sys
from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import canasta_cli as canasta

count, suggest = cache(canasta.count), cache(canasta.suggest_opening)


def worth(seen: canasta.Position, player: str, minimum: int) -> int:
    """Estimate how many points a side is ahead after a player's turn; it needs a minimum to open."""
    ahead = 60 * min(seen.sizes[player], 5)
    for side in seen.sides:
        sign, melds = 1 if player in side.players else -1, seen.melds[side.name]
        ahead += sign * count(" ".join((*melds, seen.threes[side.name])), seen.rules).points
        ahead += sign * 300 * bool(melds)
        for meld in map(canasta.cards, melds):
            ahead += sign * 6 * min(len(meld), 7) ** 2  # the nearer to a canasta, the better
            if sign < 0 and seen.pile and seen.pile[-1][0] == meld[0][0]:
                ahead -= 10 * seen.pile_size  # the next player may take the pile
    hand = seen.known_cards[player]
    if hand and not any(seen.melds[side.name] for side in seen.sides if player in side.players):
        # To open is worth most; before that, the points that are missing, and high cards.
        short = suggest(seen.rules, hand=hand, minimum=minimum).short
        ahead -= 1000 + 4 * short + 2 * count(f"left:{hand}", seen.rules).points
    numbers = Counter(card[0] for card in canasta.cards(hand))
    return ahead + sum(10 * min(n, 3) ** 2 + 10 * (card in "2W") for card, n in numbers.items())


def choose(seen: canasta.Position, drawn: str | None, minimum: int) -> str | None:
    """Return the best turn with the cards drawn; ``None`` if there is none, or drawing is better."""
    turns = (*islice(seen.legal_turns(drawn=drawn), 250), *((None,) if drawn == "none" else ()))
    after = {turn: seen.after(turn) if turn else seen for turn in turns}
    ahead = {turn: worth(table, seen.player, minimum) for turn, table in after.items()}
    return max(ahead, key=lambda turn: ahead[turn], default=None)


def play(game: canasta.Game, chance: Random) -> canasta.Game:
    """Play the next hand; the first side are bots."""
    table, minimum = game.shuffled(chance.shuffle), game.standing.sides[0].minimum or 0
    while not table.over:
        seen = table.seen_by(table.player)
        turn: str | None = seen.random_turn(chance.shuffle, drawn=table.next_draw)
        if seen.player in game.sides[0].players:
            turn = choose(seen, "none", minimum) or choose(seen, table.next_draw, minimum)
        table = table.after(turn or "end stock")
    return game.with_played(table)


if __name__ == "__main__":
    name, number = (*sys.argv[1:], *("classic", "10")[len(sys.argv) - 1 :])
    for seed in range(int(number)):
        game = canasta.Game(["Ann", "Bob", "Cat", "Dan"], canasta.ruleset(name))
        while not game.standing.over:
            game = play(game, Random(f"{seed} {len(game.hands)}"))
        print(f"game {seed + 1}: {game.standing.winner} won; the bots are {game.sides[0].name}")
