"""Check that everything recorded is intact, and that the next entry can be recorded."""

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from canasta_cli import __version__
from canasta_cli.engine.games.warnings import HandWarning, all_warnings
from canasta_cli.errors import CanastaError, Refused
from canasta_cli.journal.chain import Head, entry_of, head
from canasta_cli.journal.check import faults
from canasta_cli.journal.schema import VERSION
from canasta_cli.journal.shape import Fault, is_restorable, restore
from canasta_cli.journal.summary import GameLine
from canasta_cli.journal.summary_check import summary_faults
from canasta_cli.journal.trial import Trial, try_to_record
from canasta_cli.journal.unlisted import journal_lines
from canasta_cli.rules import library
from canasta_cli.rules.load import differences
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, summarise, summary, table_of

if TYPE_CHECKING:
    from canasta_cli.journal.summary import Summary

__all__ = ["GameWarning", "Head", "Health", "Since", "examine", "rebuild"]


class Since(NamedTuple):
    """An earlier head that was asked about, and the entry that has it; ``None`` if none has."""

    head: str
    entry: int | None


class GameWarning(NamedTuple):
    """A warning about a hand, with the name of its game."""

    game: str
    warning: HandWarning


class Health(NamedTuple):
    """The files in use, their contents, and every fault in them.

    ``notices`` are no faults: rulesets of the library that have changed since a game began.
    ``barred`` is what keeps anything from being recorded though no record is at fault: a file that
    may only be read, a full disk. ``warnings`` are about unlikely hands.
    """

    program: str
    database: str
    exists: bool = True
    version: int = VERSION
    games: int = 0
    records: int = 0
    faults: tuple[Fault, ...] = ()
    notices: tuple[str, ...] = ()
    warnings: tuple[GameWarning, ...] = ()
    barred: str = ""
    head: Head | None = None
    since: Since | None = None

    @property
    def is_sound(self) -> bool:
        """Return whether nothing is wrong, and a head that was asked about is there."""
        return not self.faults and (self.since is None or self.since.entry is not None)


def examine(desk: Desk | None, file: str, since: str = "") -> Health:
    """Examine the database; without one there is nothing to find.

    ``since``: the digits of an earlier head, in lower case.
    """
    if desk is None or desk.journal.is_new:
        health = Health(__version__, file, exists=False)
        return health._replace(since=Since(since, None) if since else None)
    journal = desk.journal
    found = list(faults(journal))
    asked = Since(since, None) if since else None
    with journal.as_it_is():
        if not is_restorable(journal):
            # Without the table of records there is nothing to go on with.
            return Health(__version__, file, faults=tuple(found), since=asked)
        names: dict[int, str] = {}
        summaries: dict[int, Summary] = {}
        notices: list[str] = []
        warnings: list[GameWarning] = []
        for line in journal_lines(journal):
            names[line.id] = line.name
            now = _table(journal, line, found)
            if now is not None:
                summaries[line.id] = summary(now)
                notices += _notices(now)
                warnings += (GameWarning(line.name, each) for each in all_warnings(now.standing))
        found += summary_faults(journal, names, summaries)
        # What is damaged is not written to, not even for a moment.
        trial = Trial() if found else try_to_record(journal, summaries, desk.now())
        return Health(
            program=__version__,
            database=file,
            games=len(names),
            records=journal.size(),
            faults=(*found, *trial.faults),
            notices=tuple(notices),
            warnings=tuple(warnings),
            barred=trial.barred,
            head=head(journal),
            since=Since(since, entry_of(journal, since)) if since else None,
        )


def _table(reader: Reader, line: GameLine, found: list[Fault]) -> Table | None:
    """A game as its records tell it; if they do not, a fault is added."""
    try:
        return table_of(reader, line)
    except CanastaError as error:
        found.append(Fault(f"can't read game {line.name}: {error.message}"))
    except Exception as error:  # noqa: BLE001 - whatever is in the file, the others are examined
        found.append(
            Fault(f"can't read game {line.name}: its entries contradict each other: {error!r}")
        )
    return None


def rebuild(desk: Desk) -> None:
    """Make everything again that follows from the records, from the records alone.

    Nothing is done if the journal's own table is not as canasta makes it. A game that cannot be read
    gets no summary.
    """
    with desk.journal.as_it_is(), desk.journal.writing() as writing:
        if not is_restorable(writing):
            return
        restore(writing)
        lines = journal_lines(writing)
        for line in lines:
            now = _table(writing, line, [])
            if now is not None:
                # Two games of one name: the second gets no summary, and the doctor says so.
                with suppress(Refused):
                    summarise(writing, now)
        if lines and writing.current_id() not in {line.id for line in lines}:
            writing.make_current(writing.latest_game())


def _notices(now: Table) -> list[str]:
    """Return a notice if the library's ruleset has changed since the game began; the game keeps its own."""
    rules = now.ruleset
    if rules.house or rules.name not in library.names():
        return []
    differing = differences(library.ruleset(rules.name), rules)
    if not differing:
        return []
    began = f"game {now.game.name} uses {rules.name} as it was when the game began"
    return [f"{began}; changed since then: {', '.join(differing)}"]
