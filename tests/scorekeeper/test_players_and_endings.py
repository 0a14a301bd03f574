"""Random renames, merges, substitutes, hands, undo, redo, ends and deletions, against a simple model.

The model keeps whole states of a few plain values on a stack, and knows nothing of entries.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from canasta_cli.errors import CanastaError
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Ending
from canasta_cli.model.history import WORDS, Redone, Undone
from canasta_cli.model.seats import players_at
from canasta_cli.notation.gamefile import read_game, write_game
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.files import check_text, import_games, to_file
from canasta_cli.scorekeeper.games import (
    Proposal,
    begin_game,
    delete_game,
    finish_game,
    list_games,
)
from canasta_cli.scorekeeper.hands import HandInput, record_hand
from canasta_cli.scorekeeper.people import (
    figures_for_stats,
    known_people,
    rename_player,
    substitute,
)
from canasta_cli.scorekeeper.playing import record_deal
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
CLASSIC = library.ruleset("classic")
GAMES = ("friday", "monday")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "ann", 'Gus, "x"', "\u05d3\u05df", "x" * 200)
TALLIES = ("7xK QQQ2 out", "AAA 5555 left:JJ4")
STEPS = 30


class State(NamedTuple):
    """A game as the model knows it: who played each hand, who plays the next, and how it ended.

    If a hand is in play, ``players`` are those who play it, and ``following`` those after it.
    """

    players: tuple[str, ...]
    following: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    ending: Ending | None = None
    deleted: bool = False


class Model:
    """The states of one game, those that were undone, and the shared number of each step."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.states = [State(players)]
        self.undone: list[State] = []
        self.shared: list[int] = [0]
        self.shared_undone: list[int] = []

    @property
    def now(self) -> State:
        """The game as it is."""
        return self.states[-1]

    def to(self, state: State, shared: int = 0) -> None:
        """Add a state; ``shared`` is the number of a step in several games."""
        self.states.append(state)
        self.shared.append(shared)
        self.undone.clear()
        self.shared_undone.clear()

    def back(self) -> int:
        """Undo the newest step, and return its shared number."""
        self.undone.append(self.states.pop())
        self.shared_undone.append(self.shared.pop())
        return self.shared_undone[-1]

    def forth(self) -> int:
        """Redo the step undone last, and return its shared number."""
        self.states.append(self.undone.pop())
        self.shared.append(self.shared_undone.pop())
        return self.shared[-1]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A book whose clock never stops."""
    ticks = iter(range(10_000))
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        yield Scorebook(journal, lambda: f"2026-11-21T20:15:00.{next(ticks):06}+00:00")


def _people(state: State) -> set[str]:
    return {*state.players, *state.following, *(name for hand in state.hands for name in hand)}


def _renamed(state: State, old: str, new: str) -> State:
    def other(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if name.casefold() == old.casefold() else name for name in names)

    return state._replace(
        players=other(state.players),
        following=other(state.following),
        hands=tuple(map(other, state.hands)),
    )


class Play:
    """Random steps of the program and of the model; a step that the program refuses changes neither."""

    def __init__(self, book: Scorebook, chance: random.Random) -> None:
        self.book, self.chance = book, chance
        self.models = {name: Model(("Ann", "Bob", "Cat", "Dan")) for name in GAMES}
        self.number = 0
        for name in GAMES:
            begin_game(book, Proposal(("Ann", "Bob", "Cat", "Dan"), CLASSIC, name=name))

    def step(self) -> None:
        """Take one step."""
        steps: tuple[Callable[[str], Callable[[], None]], ...] = (
            self._hand, self._hand, self._deal, self._rename, self._rename_everywhere, self._merge,
            self._sub, self._sub, self._undo, self._undo, self._redo, self._finish, self._delete,
        )  # fmt: skip
        game = self.chance.choice(GAMES)
        try:
            then = self.chance.choice(steps)(game)
        except CanastaError:
            return
        then()

    def _hand(self, game: str) -> Callable[[], None]:
        tallies = tuple(read_tally(text) for text in TALLIES)
        model, now = self.models[game], self.models[game].now
        record_hand(self.book, game, HandInput(tallies, stop_turns=bool(now.following)))
        after = now._replace(
            players=now.following or now.players, following=(), hands=(*now.hands, now.players)
        )
        return lambda: model.to(after)

    def _deal(self, game: str) -> Callable[[], None]:
        record_deal(self.book, game)
        model, now = self.models[game], self.models[game].now
        return lambda: model.to(now._replace(following=now.players))

    def _rename(self, game: str) -> Callable[[], None]:
        old, new = self.chance.sample(NAMES, 2)
        done = rename_player(self.book, game, old, new)
        model = self.models[game]
        return lambda: model.to(_renamed(model.now, done.old, new))

    def _rename_everywhere(self, _: str) -> Callable[[], None]:
        old, new = self.chance.sample(NAMES, 2)
        return self._in_all(rename_player(self.book, None, old, new))

    def _merge(self, _: str) -> Callable[[], None]:
        old, new = self.chance.sample(NAMES, 2)
        return self._in_all(rename_player(self.book, None, old, new, merge=True))

    def _in_all(self, done: object) -> Callable[[], None]:
        self.number += 1
        number = self.number

        def then() -> None:
            for loaded in done.games:  # type: ignore[attr-defined]
                model = self.models[loaded.game.name]
                model.to(_renamed(model.now, done.old, done.new), number)  # type: ignore[attr-defined]

        return then

    def _sub(self, game: str) -> Callable[[], None]:
        model, now = self.models[game], self.models[game].now
        start = self.chance.choice((None, *range(1, len(now.hands) + 3)))
        two = self.chance.choice((*now.players, *now.following)), self.chance.choice(NAMES)
        came = substitute(self.book, game, two, start).entry
        start, seat, player = came.arrival

        def then() -> None:
            # Until the next one who took the seat.
            by_hand = [*now.hands, now.players, *([now.following] if now.following else [])]
            later = load_game(self.book.journal, game, deleted=True).game.arrivals
            until = min(
                (each.hand for each in later if each.seat == seat and each.hand > start),
                default=len(by_hand) + 1,
            )
            for at in range(start - 1, until - 1):
                by_hand[at] = (*by_hand[at][:seat], player, *by_hand[at][seat + 1 :])
            played = len(now.hands)
            after = State(
                by_hand[played],
                by_hand[played + 1] if now.following else (),
                tuple(by_hand[:played]),
                now.ending,
                now.deleted,
            )
            model.to(after)

        return then

    def _undo(self, game: str) -> Callable[[], None]:
        undo_or_redo(self.book, game, Undone(1))

        def then() -> None:
            shared = self.models[game].back()
            for name, model in self.models.items():
                if shared and name != game and model.shared[-1] == shared:
                    model.back()

        return then

    def _redo(self, game: str) -> Callable[[], None]:
        undo_or_redo(self.book, game, Redone(1))

        def then() -> None:
            shared = self.models[game].forth()
            for name, model in self.models.items():
                if shared and name != game and model.shared_undone[-1:] == [shared]:
                    model.forth()

        return then

    def _finish(self, game: str) -> Callable[[], None]:
        ending = self.chance.choice(list(Ending.__members__.values()))
        finish_game(self.book, game, ending)
        model = self.models[game]
        return lambda: model.to(model.now._replace(ending=ending))

    def _delete(self, game: str) -> Callable[[], None]:
        delete_game(self.book, game)
        model = self.models[game]
        return lambda: model.to(model.now._replace(deleted=True))


def _state(loaded: LoadedGame) -> State:
    game = loaded.game
    last = len(game.hands) + 1
    hands = tuple(players_at(game, number) for number in range(1, last))
    following = players_at(game, last + 1) if game.deal else ()
    return State(game.players, following, hands, game.ending, game.deleted)


@pytest.mark.parametrize("seed", range(12))
def test_random_steps_leave_what_the_model_has(seed: int, book: Scorebook) -> None:
    play = Play(book, random.Random(seed))
    for _ in range(STEPS):
        play.step()
        for name, model in play.models.items():
            loaded = load_game(book.journal, name, deleted=True)
            assert _state(loaded) == model.now
    _check_lists(book, play)
    for name, model in play.models.items():
        if not model.now.deleted:
            _check_file(book, name)


def _check_lists(book: Scorebook, play: Play) -> None:
    """Compare the lists of games and people, from the summaries, with the model."""
    shown = {name: model.now for name, model in play.models.items() if not model.now.deleted}
    games, errors = list_games(book.journal, book.journal.listed())
    assert not errors
    with patch.object(Journal, "counted_games", lambda _: {}):
        assert list_games(book.journal, book.journal.listed()) == (games, [])
    assert {game.name: game.over for game in games} == {
        name: state.ending is not None or game_over(book, name) for name, state in shown.items()
    }
    played = {name.casefold() for state in shown.values() for name in _people(state)}
    assert played <= known_people(book.journal).keys()
    hands: dict[str, int] = {}
    for state in shown.values():
        for names in state.hands if state.ending is not Ending.ABANDONED else ():
            for name in names:
                hands[name.casefold()] = hands.get(name.casefold(), 0) + 1
    counted: dict[str, int] = {}
    for figures in figures_for_stats(games):
        for each in figures.players:
            key = each.player.casefold()
            counted[key] = counted.get(key, 0) + each.hands
    assert {name: number for name, number in counted.items() if number} == hands


def game_over(book: Scorebook, name: str) -> bool:
    """True if the game's rules ended it."""
    return load_game(book.journal, name).standing.outcome.over


def _check_file(book: Scorebook, name: str) -> None:
    """Write a game to a file, read it, and import it: the same game, and the same text."""
    loaded = load_game(book.journal, name)
    text = write_game(to_file(loaded.standing))
    read = read_game(text, "").game
    assert (read.players, read.ending) == (loaded.game.players, loaded.game.ending)
    assert [hand.tallies for hand in read.hands] == [hand.tallies for hand in loaded.game.hands]
    checked = check_text(text, "file", "")
    import_games(book, [checked.renamed(f"copy of {name}")])
    copy = load_game(book.journal, f"copy of {name}")
    assert _state(copy) == _state(loaded)
    again = write_game(to_file(copy.standing))
    assert again.replace(f"copy of {name}", name) == text


def test_the_model_is_not_trivial(book: Scorebook) -> None:
    """Several kinds of steps succeed in one run."""
    play = Play(book, random.Random(3))
    for _ in range(3 * STEPS):
        play.step()
    records = [
        record for name in GAMES for record in load_game(book.journal, name, deleted=True).records
    ]
    assert {"hand", "deal", "sub", "undo", "redo", "rename player", "finish"} <= {
        WORDS[record.kind] for record in records
    }
