"""Each file from a stranger is handled within 512 MB and 5 s of processor time, as a process of its own.

Alone, and several among good ones under ``-j 2``, where all the others are still checked.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hostile_files import GAMES, GOOD, RULES, STREAMS, Hostile
from sampling import sample, tries

resource = pytest.importorskip("resource", reason="this system has no limits of processes")

MEMORY = 512 << 20
SECONDS = 5
LONGEST_ANSWER = 100_000
# Of a machine that runs other things too, processor time is longer than on a quiet one.
HARD_SECONDS = 4 * SECONDS
AT_ONCE = tries(3, 6)  # hostile files
# Each file was read alone before; ``make endurance`` reads all of them among others too.
LISTS = None if "EVERY_HOSTILE" in os.environ else 1  # for each exit status


class Ended(NamedTuple):
    """How a process and its children ended."""

    status: int
    out: str
    err: str
    seconds: float


def _limited() -> None:
    """Runs in the child: what its own children are given, too."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (HARD_SECONDS, HARD_SECONDS))


def _run(*arguments: str, text: Path | None = None) -> Ended:
    with (
        open(text or os.devnull, "rb") as stdin,
        open("out", "wb") as out,
        open("err", "wb") as err,
    ):
        process = subprocess.Popen(
            [sys.executable, "-m", "canasta_cli", *arguments],
            stdin=stdin,
            stdout=out,
            stderr=err,
            preexec_fn=_limited,  # noqa: PLW1509 - no thread runs here
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Ended(
        process.returncode,
        Path("out").read_text(encoding="utf-8"),
        Path("err").read_text(encoding="utf-8"),
        used.ru_utime + used.ru_stime,
    )


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def _harmless(ended: Ended, status: int) -> None:
    assert ended.status == status, ended.err[-2000:]
    assert "Traceback" not in ended.err
    assert "bug" not in ended.err
    assert len(ended.err) < LONGEST_ANSWER
    assert ended.seconds < SECONDS


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8", errors="surrogatepass", newline="")


@pytest.mark.parametrize("name", sample(GAMES, 4))
def test_a_hostile_game_file_does_no_harm(name: str) -> None:
    file = GAMES[name]
    _write(f"hostile{file.ending}", file.make())
    _harmless(_run("verify", f"hostile{file.ending}"), file.status)


def _together() -> list[list[Hostile]]:
    """Return hostile game files, a few in each list, that have the same status alone."""
    by_status: dict[int, list[Hostile]] = {}
    for file in GAMES.values():
        by_status.setdefault(file.status, []).append(file)
    return [
        files[at : at + AT_ONCE]
        for files in by_status.values()
        for at in range(0, len(files), AT_ONCE)[:LISTS]
    ]


@pytest.mark.parametrize("files", _together(), ids=lambda files: str(files[0].status))
def test_files_among_hostile_ones_are_checked(files: list[Hostile]) -> None:
    Path("games").mkdir()
    good = [f"games/{name}.canasta.toml" for name in ("a", "n", "z")]
    hostile = [f"games/{'kp'[at % 2]}{at}{file.ending}" for at, file in enumerate(files)]
    for name in good:
        _write(name, GOOD)
    for name, file in zip(hostile, files, strict=True):
        _write(name, file.make())
    among = _run("verify", "games", "-j", "2")
    assert among.status == files[0].status
    assert among.seconds < SECONDS * len(files)
    assert "Traceback" not in among.err
    assert all(f"{name}: ok" in among.out for name in good)
    assert all(name in among.out + among.err for name in hostile)


@pytest.mark.parametrize("file", ["one key of 40,000 parts", "an integer of 5,000 digits"])
def test_an_import_names_the_rejected_file(file: str) -> None:
    _write("bad.canasta.toml", GAMES[file].make())
    _write("good.canasta.toml", GOOD)
    ended = _run("import", "good.canasta.toml", "bad.canasta.toml")
    _harmless(ended, 3)
    assert "bad.canasta.toml" in ended.err


@pytest.mark.parametrize("name", sample(RULES, 3))
def test_a_hostile_ruleset_is_rejected(name: str) -> None:
    _write("mine.toml", RULES[name])
    for line in (
        ("rules", "check", "mine.toml"),
        ("count", "KKK", "-r", "mine.toml"),
    ):
        ended = _run(*line)
        _harmless(ended, 3)
        assert "mine" in ended.err
        assert len(ended.err) < 10_000


@pytest.mark.parametrize("name", sample(STREAMS, 2))
def test_a_stream_is_not_kept_in_memory(name: str) -> None:
    make, status = STREAMS[name]
    Path("stream").write_bytes(make())
    _harmless(_run("verify", "-", text=Path("stream")), status)


def test_an_unreadable_house_rule_is_rejected() -> None:
    ended = _run("count", "KKK", "-r", "classic", "--house", f"end.target={'1' * 5000}")
    _harmless(ended, 2)
