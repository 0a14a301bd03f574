"""Tests, in one folder for each kind of evidence.

- ``cases``: questions and hands with the answers of their sources, as data, and the tests that ask them
- ``oracles``: the engine compared with programs that share no code with it
- ``properties``: what holds for every hand, text or question, tried with random ones
- ``faults``: killed processes, damaged and hostile files, full disks, several programs at once
- ``golden``: output word by word, and files that every version reads
- ``form``: modules, messages, help, manual, rulesets and rules as rows; one loop for each of their
  properties, which names every one that is wrong (``for_each`` in ``looping.py``)
- all others: unit tests, in the folder of the package that they test, or here for its single modules

A module here that is no test helps tests of several folders. The files of tests are kept in memory where
the system offers that: databases wait for a disk otherwise.
"""

import gc
import marshal
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import CodeType
from typing import Any, cast

import jinja2
import pytest
from hypothesis import settings
from sampling import tries

from canasta_cli.__main__ import OBJECTS_BETWEEN_COLLECTIONS
from canasta_cli.api.asking import Inquiry
from canasta_cli.engine.movegen import open_plays
from canasta_cli.engine.turn import settle
from canasta_cli.rules import load
from canasta_cli.rules.library import MOST_CACHED
from canasta_cli.rules.schema import Ruleset

MEMORY = "/dev/shm"  # noqa: S108 - a folder of its own is made there
ENOUGH = 2 << 30  # bytes

if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
# Tests never read the database of the user who runs them, and don't depend on their terminal.
HOME = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = HOME.name
for name in ("CANASTA_DB", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)
# The program is started hundreds of times: it is compiled once, not each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A run in the background of a script ignores Ctrl-C; the programs that it starts must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Properties without a number of their own; where CI is set, the same cases in every run.
settings.register_profile("tests", settings(), max_examples=tries(40, 100))
settings.load_profile("tests")


def pytest_collection_finish() -> None:
    """Look for garbage as seldom as the program does, and never among the tests themselves."""
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


@pytest.fixture(autouse=True, scope="session")
def recorded_rules_are_read_once() -> Iterator[None]:
    """Read equal rules of recorded games once in a run: an installed program has them compiled."""
    read: dict[bytes, Ruleset] = {}
    from_data = load.from_data

    def once(data: Mapping[str, object]) -> Ruleset:
        # This form of equal data is equal, and three times as fast to write as JSON.
        key = marshal.dumps(cast("dict[str, Any]", data), 0)
        if key not in read:
            if len(read) >= MOST_CACHED:
                read.clear()
            read[key] = from_data(data)
        return read[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(load, "from_data", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def templates_are_compiled_once() -> Iterator[None]:
    """Compile each template of a page once in a run: the program writes only one page."""
    compiled: dict[str, CodeType] = {}
    compile_template = jinja2.Environment.compile

    def once(environment: jinja2.Environment, source: str) -> CodeType:
        if source not in compiled:
            compiled[source] = compile_template(environment, source)
        return compiled[source]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jinja2.Environment, "compile", once)
        yield


JUDGED: dict[object, object] = {}
"""The rulings on the questions of tests that share them."""


@pytest.fixture
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge each question once in a run, for tests of how it is asked, and of how the answer is shown.

    Questions at a table in play are judged each time.
    """
    for module, name in ((settle, "settle"), (open_plays, "search")):
        monkeypatch.setattr(module, name, partial(_judged_once, getattr(module, name)))


def _judged_once(judge: Callable[..., object], *asked: object, **more: object) -> object:
    question, ask, *effort = asked
    inquiry = ask.args[0] if isinstance(ask, partial) else None
    if effort or not isinstance(inquiry, Inquiry) or inquiry.table is not None:
        return judge(*asked, **more)
    key = judge, question, inquiry, *more.items()
    if key not in JUDGED:
        JUDGED[key] = judge(*asked, **more)
    return JUDGED[key]
