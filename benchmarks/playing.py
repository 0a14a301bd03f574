"""Measure whole hands on one core, relative to a fixed loop: run by hand with ``make bench``."""

import time
from collections.abc import Callable
from random import Random

from canasta_cli.engine.game.random_play import play_out, random_deal, what_comes
from canasta_cli.engine.game.replay import Seating, replay, start
from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.movegen.legal_turns import moves
from canasta_cli.model.deal import Deal
from canasta_cli.model.game import Game, Hand, Side
from canasta_cli.model.tally import Tally
from canasta_cli.notation.gamefile import write_json
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.files import check_text, to_file

LOOP = 10**7
HANDS = 40
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
SEATS = Seating(PLAYERS, (0, 1, 0, 1), (0, 0), 1)
SIDES = (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan")))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _text(deal: Deal, rules: Ruleset) -> str:
    """Return a game file that contains one played hand."""
    hand = Hand((Tally(), Tally()), played=deal)
    game = Game("random", PLAYERS, SIDES, PLAYERS[-1], hands=(hand,))
    return write_json(to_file(standing(game, rules)))


def main() -> None:
    """Print how many hands are played in the time of the fixed loop, and per second."""
    rules = ruleset("classic")
    loop = min(_seconds(lambda: sum(range(LOOP))) for _ in range(3))
    mixes = [Random(seed).shuffle for seed in range(HANDS)]
    deals = [random_deal(SEATS, rules, mix) for mix in mixes]
    begun = time.perf_counter()
    played = [play_out(deal, SEATS, rules, mix) for deal, mix in zip(deals, mixes, strict=True)]
    playing = time.perf_counter() - begun
    turns = sum(len(deal.turns) for deal in played)
    judging = _seconds(lambda: [replay(deal, SEATS, rules) for deal in played])
    texts = [_text(deal, rules) for deal in played]
    checking = _seconds(lambda: [check_text(text, "random", "random") for text in texts])
    position = start(deals[0], SEATS, rules)
    found = list(moves(position.view(), rules, what_comes(position, rules)))
    listing = _seconds(lambda: list(moves(position.view(), rules, what_comes(position, rules))))
    rows = {
        "random hands played to the end": playing / HANDS,
        "hands replayed with every turn judged": judging / HANDS,
        "turns judged and applied": judging / turns,
        "recorded hands verified, from text to score": checking / HANDS,
        f"all {len(found)} legal turns in a first turn": listing,
    }
    print(f"fixed loop, sum(range({LOOP:,})): {loop:.3f} s")
    for name, each in rows.items():
        print(f"{name:44} {loop / each:12,.1f} per loop {1 / each:12,.1f} per second")


if __name__ == "__main__":
    main()
