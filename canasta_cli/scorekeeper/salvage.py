"""Write every entry that a damaged database still has to a sound one, and record what is missing."""

import os
from collections.abc import Sequence
from contextlib import suppress

from canasta_cli.errors import CanastaError, Refused
from canasta_cli.journal.backup import write_checked
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.journal.location import is_there
from canasta_cli.journal.salvage import SALVAGED, Linked, Loss, Row, find_rows, loss_row
from canasta_cli.journal.store import Journal, name_begun
from canasta_cli.journal.summary import GameLine
from canasta_cli.model.history import Noted, Record, Renamed
from canasta_cli.scorekeeper.games import free_name
from canasta_cli.scorekeeper.health import summarise_all, wrong_tallies
from canasta_cli.scorekeeper.scorebook import LoadedGame, LoadRules, load_records, rules_once
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

__all__ = ["Loss", "Salvage", "salvage"]


class Salvage(NamedTuple):
    """The database that was written, its games and entries, and what it lacks."""

    target: str
    games: int
    entries: int
    loss: Loss


def salvage(path: str, target: str, at: str) -> Salvage:
    """Write every entry of a database that can be read to a new one, with a new chain of hashes.

    Entries keep their games and their numbers there. A note stands for each missing one, so that an undo
    after it still undoes the same. Of a game that can't be read with all its entries, the first ones are
    kept, and the others are set aside in the record of what is missing.

    Raises :class:`~canasta_cli.errors.Refused` if there is no entry, or the target can't be written.
    """
    if not is_there(path):
        raise Refused(f"there is no database {path}", fix="Name one: --db FILE")
    if os.path.lexists(target) and not os.path.samefile(path, target):
        raise Refused(f"{target} already exists", fix="Name another file.")
    rows, newest, names = find_rows(path)
    valid = [row for row in rows if _is_valid(row)]
    if not valid:
        raise Refused(
            f"no entry of {path} can be read", fix="Restore a backup: canasta restore FILE"
        )
    games = _Games(valid, names)
    there = {row.id for row in valid}
    lacks = [
        f"{what} {_numbers(numbers)}."
        for what, numbers in (
            ("Could not be read:", [each for each in range(1, newest + 1) if each not in there]),
            (
                "Changed after they were recorded:",
                [each.id for each in valid if not each.is_intact],
            ),
        )
        if numbers
    ]
    loss = Loss(rows[-1].hash, rows[-1].id, (*lacks, *games.lacks))

    def fill(part: str) -> None:
        with Journal.open(part, create=True) as journal, journal.writing() as writing:
            writing.link([loss_row(loss, at), *(row for _, row in sorted(games.placed))])
            if found := summarise_all(writing):
                last = valid[-1].game
                writing.make_current(last if last in found else max(found))

    write_checked(target, fill, path)
    return Salvage(target, len(games.names), len(valid), loss)


class _Games:
    """The entries of all games that can be kept, and in sentences what is missing.

    ``placed`` has each entry after its number among all entries, and its number in its game.
    """

    def __init__(self, rows: list[Row], known: dict[int, str]) -> None:
        self.known = known
        self.names: set[str] = set()
        self.lacks: list[str] = []
        self.placed: list[tuple[tuple[int, int], Linked]] = []
        rules = rules_once()
        for game in sorted({row.game for row in rows}):
            mine = sorted((row for row in rows if row.game == game), key=lambda row: row.number)
            if game:
                self._place(mine, rules)
            else:
                # Of earlier salvages; this one comes first.
                self.placed += (((row.id, 0), (0, row.number + 1, *row[3:6])) for row in mine)
        there = {row.game for row in rows}
        gone = [str(name) for game, name in known.items() if game not in there]
        self.lacks += [f"Nothing is left of game {name}." for name in gone]

    def _place(self, rows: list[Row], rules: LoadRules) -> None:
        """Keep as many entries of a game as can be read together."""
        filled, lost = _filled(rows)
        loaded: LoadedGame | None = None
        count = len(filled)
        while count and (loaded := _load([row for _, row in filled[:count]], rules)) is None:
            count -= 1
        began = next((row.data for row in rows if row.what == "new"), None)
        unread = self.known.get(rows[0].game, f"#{rows[0].game}")
        name = loaded.game.name if loaded else name_begun(began) or unread
        if lost:
            self.lacks.append(f"Game {name} lacks its {_numbers(lost)}; check its score.")
        self.lacks += (
            f"Set aside, since it no longer fits: game {name}, entry {number}, {at}: {what} {data}"
            for _, (_, number, at, what, data) in filled[count:]
            if number not in lost
        )
        self.placed += filled[:count]
        if loaded and name in self.names:
            name = free_name(name, self.names)
            (place, _), (game, number, at, *_) = filled[count - 1]
            row = (game, number + 1, at, *to_row(Renamed(name)))
            self.placed.append(((place, number + 1), row))
        if loaded:
            self.names.add(name)


def _numbers(numbers: Sequence[int]) -> str:
    """Format the numbers of entries, those in a row as a range: ``entries 3 and 5–7``."""
    ranges: list[tuple[int, int]] = []
    for each in numbers:
        is_next = bool(ranges) and each == ranges[-1][1] + 1
        ranges.append((ranges.pop()[0] if is_next else each, each))
    words = listed(f"{first}" if first == last else f"{first}–{last}" for first, last in ranges)
    return f"{'entry' if len(numbers) == 1 else 'entries'} {words}"


def _is_valid(row: Row) -> bool:
    if row.what == SALVAGED:
        return row.game == 0
    with suppress(CanastaError):
        from_row(row.what, row.data)
        return row.game > 0
    return False


def _filled(rows: list[Row]) -> tuple[list[tuple[tuple[int, int], Linked]], list[int]]:
    """Return the entries of a game with a note for each missing one, and the numbers of those."""
    there = {row.number: row for row in rows}
    filled: list[tuple[tuple[int, int], Linked]] = []
    lost: list[int] = []
    for number in range(max(there), 0, -1):
        row = there.get(number)
        if row is None:
            lost.insert(0, number)
            (place, _), (game, _, at, *_) = filled[-1]
            note = Noted(f"Entry {number} could not be read when the database was salvaged.")
            filled.append(((place, number), (game, number, at, *to_row(note))))
        else:
            filled.append(((row.id, number), row[1:6]))
    return filled[::-1], lost


def _load(rows: list[Linked], rules: LoadRules) -> LoadedGame | None:
    """Load a game from some entries; ``None`` if they don't make one, or not the tallies they say."""
    if rows[0][3] != "new":
        return None
    line = GameLine(rows[0][0], "", "", "", "", False, None, False, False)
    try:
        loaded = load_records(
            tuple(Record(number, at, from_row(what, data)) for _, number, at, what, data in rows),
            line,
            rules,
        )
        return None if wrong_tallies(loaded) else loaded
    except Exception:  # noqa: BLE001 - whatever the entries are, others are kept
        return None
