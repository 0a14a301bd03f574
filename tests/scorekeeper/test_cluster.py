"""Checking games on a dask.distributed scheduler with its own workers."""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import crashing_jobs
import pytest

from canasta_cli import __version__
from canasta_cli.cli import files, main
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.scorekeeper import workers as module
from canasta_cli.scorekeeper.workers import Task, cluster, run_all

TASK = Task(crashing_jobs.work, crashing_jobs.lost, len)
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


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two worker processes, which are restarted when they die."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    lines = (
        ["scheduler", *common, "--host", "127.0.0.1", "--port", "0"],
        ["worker", *common, "--nworkers", "2", "--nthreads", "1", "--host", "127.0.0.1"],
    )
    with ExitStack() as stack:
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
            stack.callback(_end, running)
            begun = time.monotonic()
            while not file.exists():
                assert time.monotonic() < begun + PATIENCE, "the scheduler does not begin"
                time.sleep(0.05)
        yield json.loads(file.read_text(encoding="utf-8"))["address"]


def test_all_results_arrive_although_a_worker_is_killed(address: str, tmp_path: Path) -> None:
    words = [f"word {number}" for number in range(600)]
    mark = tmp_path / "died"
    words[300] = f"{crashing_jobs.ONCE}{mark}"
    with cluster(address) as engine:
        assert list(run_all(engine, TASK, words)) == [word.upper() for word in words]
    assert mark.exists()


def test_a_game_that_kills_workers_is_reported(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(files, "report_of", crashing_jobs.report_of)
    monkeypatch.chdir(tmp_path)
    names = ["a", "b", "c", crashing_jobs.POISON, "d"]
    lines = [json.dumps({**GAME, "name": name}) for name in names]
    Path("games.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", "games.jsonl", "--cluster", address]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.splitlines() == [
        *(f"games.jsonl:{line}: ok (1 hand, two-player)" for line in (1, 2, 3)),
        "games.jsonl:4: 1 problem",
        "  checking this game crashed its process",
        "games.jsonl:5: ok (1 hand, two-player)",
        "5 games in 1 file: 4 ok, 1 with differences, 0 unreadable",
    ]


def test_workers_of_another_version_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__version__", "99")
    with pytest.raises(Refused, match=rf"\({__version__}\); this is 99"), cluster(address):
        pass


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "SECONDS", 0.2)
    with pytest.raises(Refused, match="no scheduler answers at 127"), cluster("127.0.0.1:9"):
        pass
    with pytest.raises(NotUnderstood, match="is not the address"), cluster("nonsense://x"):
        pass


def test_a_scheduler_that_never_answers_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "SECONDS", 0.2)
    monkeypatch.setattr(module, "SLACK", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        assert main(["verify", "x.jsonl", "--cluster", address]) == 4
    assert capsys.readouterr().err.startswith(f"canasta: no scheduler answers at {address}\n")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system can't stop a process")
def test_a_scheduler_that_stops_answering_is_given_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(address, set_as_default=False) as client:
        scheduler = client.run_on_scheduler(os.getpid)
    monkeypatch.setattr(module, "SECONDS", 1)
    try:
        with cluster(address) as engine:
            results = run_all(engine, TASK, map(str, range(100_000)))
            assert next(results)
            os.kill(scheduler, signal.SIGSTOP)
            with pytest.raises(Refused, match="does not answer"):
                list(results)
    finally:
        os.kill(scheduler, signal.SIGCONT)


def test_a_missing_library_is_reported_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["verify", "x.jsonl", "--cluster", "tcp://127.0.0.1:8786"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "canasta: --cluster needs the library “distributed”, which is not installed\n"
        "Install it: python -m pip install 'canasta-cli[cluster]'\n"
    )
