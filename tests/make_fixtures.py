"""Write the game files and the database in ``tests/golden/fixtures`` with the program itself.

    python tests/make_fixtures.py

A file that exists is never written again: it is that of the version that made it, which every later
version must be able to read. To add a game, add its commands to ``evenings.txt``; for a new version of
the database, only run it. A new kind of entry gets commands in one of the games, which must not change the
game's totals, and a database of its own, whose name has the number of kinds.
"""

import re
import shlex
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from canasta_cli.cli import main
from canasta_cli.journal.schema import VERSION
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import WORDS, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.hands import (
    HAND,
    HandInput,
    Sent,
    empty_draft,
    entry_before_next_hand,
    keyed,
    record_hand,
)
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

FOLDER = Path(__file__).parent / "golden" / "fixtures"
EVENINGS, RULES = FOLDER / "evenings.txt", FOLDER / "ours.toml"
ENDINGS = (".canasta.toml", ".canasta.json", ".csv")
NOW = "2026-11-21T20:15:00+00:00"
TYPED = ("ours", "7xK QQQ", "left:4")
"""A game, and the lines typed into the form of its next hand."""
SENT = ("stopped", "Bob", "7xK out", "left:44")
"""A game, who recorded its next hand on a page, and undid it, and the tallies of that hand."""


def games() -> list[str]:
    """Return the names of the games, in the order in which they begin."""
    return re.findall(
        r"^canasta new .*--name (\S+)", EVENINGS.read_text(encoding="utf-8"), re.MULTILINE
    )


def run(*words: str) -> str:
    """Run a command, which must succeed, and return what it prints."""
    # CSV is written as bytes, which a stream of text alone can't take.
    printed = BytesIO()
    with redirect_stdout(TextIOWrapper(printed, "utf-8", newline="\n")) as stream:
        status = main(list(words))
        stream.flush()
    text = printed.getvalue().decode()
    if status:
        raise SystemExit(f"{shlex.join(words)}: status {status}\n{text}")
    return text


def database_name() -> str:
    """Return the name of the database of this version, with the number of its kinds of entries."""
    return f"canasta-{VERSION}-{len(WORDS)}.db"


def record(database: str) -> None:
    """Record all games in a database, a hand that Bob sent and undid, and half a hand that was typed."""
    for line in EVENINGS.read_text(encoding="utf-8").splitlines():
        if line.startswith("canasta "):
            words = [str(RULES) if word == RULES.name else word for word in shlex.split(line)]
            run(*words[1:], "--db", database)
    with Journal.open(database, create=False) as journal:
        book, sent = Scorebook(journal, lambda: NOW), Sent(key="bob-1", recorder=SENT[1])
        record_hand(book, SENT[0], HandInput(tuple(map(read_tally, SENT[2:])), sent=sent))
        undo_or_redo(book, SENT[0], Undone(1), once=keyed("bob-2", "undo", recorder=SENT[1]))
        loaded = load_game(journal, TYPED[0])
        empty_draft(journal, loaded, HAND, entry_before_next_hand(loaded)).keep(TYPED[1:])


def write(folder: Path) -> None:
    """Write each game that has no file yet, in each format, and the database of this version."""
    with TemporaryDirectory() as place:
        database = str(Path(place) / "canasta.db")
        with patch("canasta_cli.cli.session.now", lambda: NOW):
            record(database)
        copy = folder / database_name()
        if not copy.exists():
            run("backup", str(copy), "--db", database)
        for game in games():
            for file in (folder / f"{game}{ending}" for ending in ENDINGS):
                if not file.exists():
                    run("export", "-g", game, "-o", str(file), "--db", database)


if __name__ == "__main__":
    write(FOLDER)
