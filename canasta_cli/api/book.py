"""The games of a database: :class:`Book`, for programs that show the score and record, such as a page."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Literal

from canasta_cli.api.errors import GameError, GameFileError, ImpossibleHand, checked
from canasta_cli.api.games import Game, reasons_against
from canasta_cli.api.rulesets import Ruleset
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood, Refused, UnusableData
from canasta_cli.files import Path
from canasta_cli.journal.copies import back_up_before_conversion
from canasta_cli.journal.file import is_there
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Tally
from canasta_cli.model.history import Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.scorekeeper import hands
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.hands import Sent, already, check_undoes_hand, keyed, newest_hand
from canasta_cli.scorekeeper.health import summarise_all
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Repeated,
    Scorebook,
    load_uncounted,
    pick_seat,
)
from canasta_cli.show.standing import GameStanding
from canasta_cli.values import NamedTuple


class Recorded(NamedTuple):
    """The result of a request to a :class:`Book`.

    ``hand`` is the number of the hand that was recorded or undone, from 1; ``None`` if another entry was
    undone. ``standing`` is that of the game now. ``already`` is empty for a request that was recorded now.
    If an entry had its key already, nothing was recorded, and it says what became of that entry:
    ``recorded``, ``undone`` or ``dropped``. ``warnings`` are sentences about the hand, such as that it is
    identical to the one before.
    """

    hand: int | None
    standing: GameStanding
    already: Literal["", "recorded", "undone", "dropped"] = ""
    warnings: tuple[str, ...] = ()


class Book:
    """The games of a database, as ``canasta`` keeps them; ``path`` is its file, which must exist.

    It may be used by several threads and processes at once, and beside the command: each call opens the
    file, sees all that was recorded before, and records completely or not at all. Games are found as the
    command finds them: by their name, or an unambiguous beginning of it.

    Requests that are sent again after their answer was lost are recorded once if they have a ``key``: 1 to
    64 printable characters of ASCII, made up before the first attempt. ``as_hand`` is the number of the
    hand that a request is meant for: if another hand is due, nothing is recorded.

    All methods raise :class:`GameError` for what the game doesn't allow now, for an unknown game, and
    while another program has been writing for 10 seconds; and :class:`GameFileError` for a file that
    can't be used.
    """

    @checked
    def __init__(self, path: Path) -> None:
        self._path = os.path.abspath(os.fspath(path))

    @property
    def path(self) -> str:
        """The whole path of the database."""
        return self._path

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games, in the order in which they began, without those that were deleted."""
        with self._opened() as book:
            return tuple(line.name for line in book.journal.listed())

    @checked
    def game(self, game: str) -> Game:
        """Return a game as it is now, with its rules and its hands."""
        with self._opened() as book, book.journal.snapshot():
            return _game(book.load(game))

    @checked
    def standing(self, game: str) -> GameStanding:
        """Return the standing of a game as it is now."""
        return self.game(game).standing

    @checked
    def record_hand(
        self,
        game: str,
        *tallies: str,
        as_hand: int | None = None,
        key: str | None = None,
        dealer: str = "",
        force: bool = False,
    ) -> Recorded:
        """Record the next hand of a game; give a tally for each side, in the order of the game's sides.

        ``dealer`` is needed only for a hand dealt out of turn. Raises :class:`ImpossibleHand` if the hand
        can't be right; with ``force`` it is recorded anyway, and marked. Raises :class:`GameError` if
        another hand is due than ``as_hand``, and if the key stands for another request.
        """
        read = tuple(map(read_tally, tallies))
        with self._opened() as book:
            given = hands.HandInput(
                _with_seats(book, game, read), dealer, force, sent=Sent(as_hand, key)
            )
            try:
                result = hands.record_hand(book, game, given)
            except Repeated as repeated:
                return _repeated(repeated)
        after = _game(result.after)
        if not result.accepted:
            raise ImpossibleHand("this hand can't be right:", reasons_against(result.counted))
        warnings = tuple(warning.message for warning in result.warnings)
        return Recorded(result.number, after.standing, warnings=warnings)

    @checked
    def undo(self, game: str, *, as_hand: int | None = None, key: str | None = None) -> Recorded:
        """Undo the newest entry of a game; with ``as_hand`` only if it recorded that hand.

        Raises :class:`GameError` if the newest entry is another one, and if the key stands for another
        request.
        """
        with self._opened() as book:
            try:
                result = undo_or_redo(
                    book,
                    game,
                    Undone(1),
                    check=lambda loaded: check_undoes_hand(loaded, as_hand),
                    once=keyed(key, "undo", as_hand),
                )
            except Repeated as repeated:
                return _repeated(repeated)._replace(hand=as_hand)
        return Recorded(newest_hand(result.before), _game(result.after).standing)

    @contextmanager
    def _opened(self) -> Iterator[Scorebook]:
        """Open the database for one request; errors are those of the library."""
        try:
            with open_scorebook(self._path) as book:
                yield book
        except NotationError:
            raise
        except (Refused, NotUnderstood) as error:
            raise GameError(error.message, _fix(error)) from None
        except UnusableData as error:
            raise GameFileError(error.message, _fix(error)) from None

    def __repr__(self) -> str:
        return f"<Book {self._path}>"


@contextmanager
def open_scorebook(path: str) -> Iterator[Scorebook]:
    """Open a database that exists; one of an older version is converted with its first entry."""
    if not is_there(path):
        raise Refused(f"there is no file {path}")
    with Journal.open(path) as journal:
        journal.before_migration = lambda older: back_up_before_conversion(older, _now())
        journal.after_migration = summarise_all
        yield Scorebook(journal, _now, _local)


def _fix(error: CanastaError) -> str:
    """Return the fix of an error without the lines that name a command or an option."""
    lines = error.fix.splitlines()
    return "\n".join(each for each in lines if "canasta " not in each and "--" not in each)


def _now() -> str:
    """Return the current time as the journal records it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _local(at: str) -> str:
    """Format a recorded time in local time: by its day, automatic backups are made."""
    return datetime.fromisoformat(at).astimezone().isoformat(" ", "minutes")


def _game(loaded: LoadedGame) -> Game:
    """Return a game of the database as the library has it."""
    return Game._of(loaded.game, Ruleset(loaded.ruleset))  # noqa: SLF001 - of the library itself


def _with_seats(book: Scorebook, game: str, tallies: tuple[Tally, ...]) -> tuple[Tally, ...]:
    """Return tallies in which the player who played alone has the name of the seat."""
    if not any(tally.alone for tally in tallies):
        return tallies
    record = load_uncounted(book.journal, game)
    hand = record.next_hand
    return tuple(
        tally._replace(alone=pick_seat(tally.alone, record, hand)) if tally.alone else tally
        for tally in tallies
    )


def _repeated(repeated: Repeated) -> Recorded:
    """Return the answer to a request that was recorded before."""
    found = already(repeated)
    hand = found.place.hand if found.place else None
    return Recorded(hand, _game(found.loaded).standing, found.state.value)
