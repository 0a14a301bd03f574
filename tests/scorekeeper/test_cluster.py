"""Checking games on a dask.distributed scheduler with its own workers."""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import crashing_jobs
import pytest

from canasta_cli import __version__
from canasta_cli.cli import files, main
from canasta_cli.errors import Refused
from canasta_cli.scorekeeper import workers as module
from canasta_cli.scorekeeper.workers import cluster

GAME = {
    "canasta": 1,
    "rules": "two-player",
    "players": ["A", "B"],
    "sides": {"A": ["A"], "B": ["B"]},
    "hands": [{"A": "7xK out 7xQ", "B": ""}],
}
PATIENCE = 120
# Warnings of the library are not ours to fix.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(autouse=True)
def no_old_clients() -> Iterator[None]:
    """Collect the clients of a test after it.

    If one is collected while another starts, in a thread that holds the library's lock, the library
    waits for that lock forever.
    """
    yield
    gc.collect()


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment where workers find the test jobs, and a game may kill only two of them."""
    return {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent.parent),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        # How long the results of a dead worker are requested.
        "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s",
        "DASK_TEMPORARY_DIRECTORY": str(folder),
    }


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End a process of the cluster; one that was stopped in a test may not end by itself."""
    running.terminate()
    try:
        running.wait(PATIENCE / 4)
    except subprocess.TimeoutExpired:
        running.kill()


def _cluster(folder: Path, stack: ExitStack) -> tuple["subprocess.Popen[bytes]", str]:
    """Start a scheduler with two worker processes, which are restarted when they die."""
    distributed = pytest.importorskip("distributed")
    file = folder / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    lines = (
        ["scheduler", *common, "--host", "127.0.0.1", "--port", "0"],
        ["worker", *common, "--nworkers", "2", "--nthreads", "1", "--host", "127.0.0.1"],
    )
    processes = []
    for kind, *options in lines:
        running = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options],
                cwd=folder,
                env=_environment(folder),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        processes.append(running)
        stack.callback(_end, running)
        begun = time.monotonic()
        while not file.exists():
            assert time.monotonic() < begun + PATIENCE, "the scheduler does not begin"
            time.sleep(0.05)
    address: str = json.loads(file.read_text(encoding="utf-8"))["address"]
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    return processes[0], address


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two worker processes."""
    with ExitStack() as stack:
        yield _cluster(tmp_path_factory.mktemp("cluster"), stack)[1]


def _lines(*names: str) -> None:
    lines = [json.dumps({**GAME, "name": name}) for name in names]
    Path("games.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_a_cluster_gives_the_answer_of_one_process(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    _lines(*map(str, range(100)), "(1, 2)", "['x']")
    assert main(["verify", "games.jsonl", "--cluster", address]) == 0
    printed = capsys.readouterr()
    assert main(["verify", "games.jsonl"]) == 0
    assert printed == capsys.readouterr()


def test_a_game_that_kills_workers_ends_the_check_and_is_named(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(files, "report_of", crashing_jobs.report_of)
    monkeypatch.chdir(tmp_path)
    _lines("a", "b", "c", crashing_jobs.POISON, "d")
    assert main(["verify", "games.jsonl", "--cluster", address]) == 4
    printed = capsys.readouterr()
    # A result that a dying worker still held is calculated again, and may die with the next.
    done = printed.out.splitlines()
    assert done == [f"games.jsonl:{line}: ok (1 hand, two-player)" for line in (1, 2)][: len(done)]
    message, fix = printed.err.splitlines()
    assert message.startswith("canasta: the workers stopped (KilledWorker) while they checked")
    assert message.endswith(f" games.jsonl:{len(done) + 1} to 5")
    assert fix == "Run the command again with -j 1."


def test_where_the_scheduler_ends_the_check_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SECONDS", 1)
    monkeypatch.setattr(files, "report_of", crashing_jobs.report_of)
    monkeypatch.chdir(tmp_path)
    _lines(*["good"] * 5, *[crashing_jobs.SLOW] * 20)
    with ExitStack() as stack:
        scheduler, address = _cluster(tmp_path, stack)
        Timer(5, scheduler.kill).start()
        assert main(["verify", "games.jsonl", "--cluster", address]) == 4
    assert "canasta: the workers stopped (" in capsys.readouterr().err


def test_workers_of_another_version_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__version__", "99")
    message = rf"not all workers at .* have canasta-cli 99 \(found: {__version__}\)"
    with pytest.raises(Refused, match=message), cluster(address):
        pass


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "SECONDS", 0.2)
    with pytest.raises(Refused, match="no scheduler answers at 127"), cluster("127.0.0.1:9"):
        pass
    with pytest.raises(Refused, match="answers at nonsense://x: unknown"), cluster("nonsense://x"):
        pass


def test_a_missing_library_is_reported_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["verify", "x.jsonl", "--cluster", "tcp://127.0.0.1:8786"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "canasta: --cluster needs the library “distributed”, which is not installed\n"
        f"To install: {sys.executable} -m pip install distributed\n"
    )
