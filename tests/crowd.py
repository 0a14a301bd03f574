"""Several processes use one database at once, and are stopped and killed: no answered entry may be missing.

``python tests/endurance.py crowd -n SECONDS`` runs it.
"""

import io
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from canasta_cli.cli import main as canasta
from canasta_cli.files import remove_leftovers
from canasta_cli.journal.file import VARIABLE

AT_ONCE = 3
LINES = (
    "note {new}", "note {new}", "note {new}", "new Ann Bob --name {new}", "rename {new}",
    "import {folder}/game.toml --as {new}", "export -o {folder}/game.toml --force", "next", "doctor",
    "backup {folder}/copy.db --force",
    "restore {folder}/copy.db --yes", "finish --abandon", "undo", "restore 1 --yes", "restore",
)  # fmt: skip
"""Commands; what is ``new`` must be in an entry once the command has answered."""


class Crowd(NamedTuple):
    """How many commands were answered and processes killed, and what was wrong."""

    answers: int
    kills: int
    wrong: list[str]


def crowd(folder: Path, seconds: float, seed: int) -> Crowd:
    """Run random commands in several processes for some time, and look for what they recorded."""
    os.environ[VARIABLE] = str(folder / "canasta.db")
    _run("new Ann Bob Cat Dan")
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    chance, end, kills, said = random.Random(seed), time.monotonic() + seconds, 0, b""
    running: list[int] = []
    numbers = count(seed * 100_000)
    while time.monotonic() < end:
        while len(running) < AT_ONCE:
            running.append(_started(partial(_use, folder, next(numbers), writer)))
        time.sleep(chance.uniform(0.05, 1))
        with suppress(BlockingIOError):
            said += os.read(reader, 2**20)
        process = chance.choice(running)
        if chance.random() < 1 / 3:
            os.kill(process, signal.SIGSTOP)
            time.sleep(chance.uniform(0.1, 1))
            os.kill(process, signal.SIGCONT)
        else:
            running.remove(process)
            kills += _killed(process)
    kills += sum(map(_killed, running))
    with suppress(BlockingIOError):
        said += os.read(reader, 2**20)
    answers = [json.loads(line) for line in said.splitlines()]
    return Crowd(len(answers), kills, [*_wrong(folder, answers)])


def _started(work: Callable[[], None]) -> int:
    process = os.fork()
    if not process:
        try:
            work()
        finally:
            os._exit(1)
    return process


def _killed(process: int) -> int:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return 1


def _use(folder: Path, number: int, answers: int) -> None:
    """Give random commands, and report each answer."""
    chance = random.Random(number)
    for each in count():
        new = f"new-{number}-{each}"
        line = chance.choice(LINES)
        status, text = _run(line.format(folder=folder, new=new))
        if "{new}" not in line or status:
            new = ""
        os.write(answers, f"{json.dumps([line, new, status, text[-900:]])}\n".encode())


def _run(line: str) -> tuple[int, str]:
    remove_leftovers.cache_clear()
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        status = canasta(line.split())
    return status, printed.getvalue()


def _wrong(folder: Path, answers: list[tuple[str, str, int, str]]) -> list[str]:
    """Return the answered entries that are neither in the database nor in one kept by a restore.

    Return also what the doctor complained of, and what is called a bug.
    """
    wrong = [
        text
        for line, _, status, text in answers
        if "a bug in canasta" in text or (line == "doctor" and status)
    ]
    databases = [folder / "canasta.db", *folder.glob("canasta-replaced-*.db")]
    backups = (folder / "canasta.db.backups").glob("canasta-*.db")
    wrong += [text for file in backups for status, text in [_run(f"doctor --db {file}")] if status]
    there = ""
    for database in databases:
        with closing(sqlite3.connect(database)) as opened:
            there += "".join(data for (data,) in opened.execute("SELECT data FROM journal"))
        wrong += [text for status, text in [_run(f"doctor --db {database}")] if status]
    return wrong + [new for _, new, *_ in answers if new and f'"{new}"' not in there]
