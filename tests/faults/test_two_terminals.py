"""Two terminals rename players, bring substitutes, and finish and delete games at the same time."""

import random
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from canasta_cli.errors import CanastaError
from canasta_cli.journal.store import Journal
from canasta_cli.journal.upkeep import faults
from canasta_cli.model.game import Ending, Side
from canasta_cli.model.history import Redone, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game, delete_game, finish_game
from canasta_cli.scorekeeper.hands import HandInput, record_hand
from canasta_cli.scorekeeper.people import rename_player, substitute
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
GAMES = ("friday", "monday")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
SIDES = ("Ann/Cat", "Us", "We", "They")
TALLIES = tuple(map(read_tally, ("7xK out", "AAA left:44")))


def _steps(
    book: Scorebook, chance: random.Random, begun: list[str]
) -> tuple[Callable[[], object], ...]:
    """Return functions that take one random step each; names of new games are added to ``begun``."""

    def game() -> str:
        return chance.choice(GAMES)

    def two() -> tuple[str, str]:
        first, second = chance.sample(NAMES, 2)
        return first, second

    def begin() -> None:
        name = game()
        begin_game(book, Proposal(NAMES[:4], library.ruleset("classic"), name=name))
        begun.append(name)

    return (
        lambda: record_hand(book, game(), HandInput(TALLIES)),
        lambda: rename_player(book, None, *two()),
        lambda: rename_player(book, game(), *two()),
        lambda: rename_player(book, game(), chance.choice(SIDES), chance.choice(SIDES)),
        lambda: substitute(book, game(), two()),
        lambda: undo_or_redo(book, game(), Undone(1)),
        lambda: undo_or_redo(book, game(), Redone(1)),
        lambda: finish_game(book, game(), Ending.UNFINISHED),
        lambda: delete_game(book, game()),
        begin,
    )


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_and_every_game_can_be_read(seed: int, tmp_path: Path) -> None:
    path = str(tmp_path / "canasta.db")
    recorded: list[int] = []
    begun: list[str] = []
    unexpected: list[BaseException] = []
    with Journal.open(path, create=True) as journal:
        for name in GAMES:
            sides = (Side("Ann/Cat", ("Ann", "Cat")), Side("They", ("Bob", "Dan")))
            proposal = Proposal(NAMES[:4], library.ruleset("classic"), sides, name)
            begin_game(Scorebook(journal, lambda: AT), proposal)

    def terminal(number: int) -> None:
        chance = random.Random(f"{seed} {number}")
        done = 0
        with Journal.open(path, create=False) as journal:
            steps = _steps(Scorebook(journal, lambda: AT), chance, begun)
            for _ in range(25):
                try:
                    chance.choice(steps)()
                    done += 1
                except CanastaError:
                    continue
                except BaseException as error:  # noqa: BLE001 - shown by the test
                    unexpected.append(error)
                    return
        recorded.append(done)

    threads = [Thread(target=terminal, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unexpected
    with Journal.open(path, create=False) as journal:
        journal.check_links()
        assert not list(faults(journal))
        # A rename in all games is an entry in each.
        assert journal.size() >= len(GAMES) + sum(recorded)
        names = [line.name for line in journal.games()]
        # A name can be used again only once its game was deleted, which depends on who comes first.
        assert len({*names}) == len(names) == len(GAMES) + len(begun)
        for name in GAMES:
            game = load_game(journal, name, deleted=True).game
            assert len({name.casefold() for name in game.players}) == len(game.players)
            assert len({name.casefold() for name in game.side_names}) == len(game.sides)
