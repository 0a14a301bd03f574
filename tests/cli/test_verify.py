"""Checking any number of games: their sources, the reports, and the exit status."""

import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import crashing_jobs
import pytest

from canasta_cli import files
from canasta_cli.cli import files as cli_files
from canasta_cli.cli import main
from canasta_cli.scorekeeper import files as scorekeeper_files
from canasta_cli.scorekeeper.files import Games

TOML = 'canasta = 1\nrules = "two-player"\nplayers = ["A", "B"]\n[sides]\nA = ["A"]\nB = ["B"]\n'
GAME = {
    "canasta": 1,
    "rules": "two-player",
    "players": ["A", "B"],
    "sides": {"A": ["A"], "B": ["B"]},
}
LINE = json.dumps(GAME)
PRETTY = json.dumps(GAME, indent=2)
WRONG_JSON = json.dumps({**GAME, "hands": [{"A": "KKK", "score": {"A": 1}}]})
WRONG = TOML + '[[hands]]\nA = "KKK"\nscore = { A = 1 }\n'
PROGRAM = [sys.executable, "-c", "import sys; from canasta_cli.cli import main; sys.exit(main())"]


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | bytes], None]:
    """Replace standard input."""

    def put(text: str | bytes) -> None:
        raw = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(raw))))

    return put


Typed = Callable[[str | bytes], None]


def _places(*names: str) -> list[str]:
    return [job.where for job in Games(names)]


STREAMS: dict[str, tuple[str, list[str]]] = {
    "one game in TOML": (TOML, ["-"]),
    "one with a byte order mark": (f"\ufeff{TOML}", ["-"]),
    "one game in JSON": (PRETTY, ["-"]),
    "one below empty lines": (f"\n\n{PRETTY}", ["-"]),
    "nothing": ("", ["-"]),
    "JSON with lists on lines of their own": ('{"hands": [\n{"A": ""}\n]}', ["-"]),
    "a document on one line": (LINE, ["-:1"]),
    "JSON lines": (f"{LINE}\n\n{LINE}\r\n{LINE}", ["-:1", "-:3", "-:4"]),
    "JSON lines with a byte order mark": (f"\ufeff{LINE}\n{LINE}", ["-:1", "-:2"]),
    "JSON lines, the first broken": (f"{LINE[:-1]}\n{LINE}\n", ["-:1", "-:2"]),
    "JSON lines, the first cut off": (f"{LINE[:20]}\n{LINE}\n", ["-"]),
    "JSON lines, the second broken": (f"{LINE}\nnonsense\n{LINE}\n", ["-:1", "-:2", "-:3"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "places"), STREAMS.values(), ids=STREAMS)
def test_standard_input_holds_one_game_or_many(text: str, places: list[str], typed: Typed) -> None:
    typed(text)
    games = Games(["-"])
    assert [job.where for job in games] == places
    assert games.many == (places != ["-"])
    assert games.files == 1


def test_single_games_beside_a_folder_are_many(typed: Typed) -> None:
    _tree("g/a.json")
    for text in (TOML, PRETTY):
        typed(text)
        games = Games(["g", "-"])
        assert [job.where for job in games] == ["g/a.json", "-"]
        assert games.many


def test_empty_lines_are_counted_however_they_are_read(typed: Typed) -> None:
    typed(f"\n{LINE}\n" + " \r\n\t\n" * 20_000 + f"  {LINE}\n" + "\n" * 20_000 + LINE)
    assert _places("-") == ["-:2", "-:40003", "-:60004"]


def test_the_games_of_a_stream_are_all_checked(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(f'{LINE}\n{WRONG_JSON}\n{{"nonsense"\n\n{LINE}')
    assert main(["verify", "-"]) == 3
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "-:1: ok (0 hands, two-player)",
        "-:2: 1 difference (1 hand, two-player)",
        "  hand 1, A: the file says 1, the count is 30 (29 too few)",
        "-:5: ok (0 hands, two-player)",
        "4 games in 1 file: 2 ok, 1 with differences, 1 unreadable",
    ]
    assert printed.err.startswith("canasta: -:3: not valid JSON: ")


def test_lines_of_a_single_game_are_those_of_the_input(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("\n\n" + WRONG)
    assert main(["verify", "-"]) == 1
    assert "  line 11: hand 1, A" in capsys.readouterr().out


@pytest.mark.parametrize("text", [TOML, PRETTY])
def test_a_single_game_on_standard_input_is_answered_by_one_document(
    text: str, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(text)
    assert main(["verify", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": 3,
        "ok": True,
        "files": [{"file": "-", "ok": True, "differences": []}],
    }


def test_what_is_no_text_or_too_long_spares_the_rest(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta_cli.untrusted.LONGEST_TEXT", 1000)
    monkeypatch.setattr(scorekeeper_files, "LONGEST_LINE_IN_BYTES", 4000)
    lines = [LINE, "{" + "x" * 1000 + "}", LINE, "{" + "x" * 20_000 + "}", LINE]
    raw = "\n".join(lines).encode() + b'\n{"\xff"}\n' + LINE.encode()
    Path("a.jsonl").write_bytes(raw)
    for name in ("a.jsonl", "-"):
        typed(raw)
        jobs = [*Games([name])]
        assert all(job.fix for job in jobs if job.error)
        assert [(job.line, job.error) for job in jobs] == [
            (1, ""),
            (2, f"{name}:2 is larger than 1,000 characters"),
            (3, ""),
            (4, f"{name}:4 is larger than 1,000 characters"),
            (5, ""),
            (6, f"{name}:6 is not valid UTF-8"),
            (7, ""),
        ]
    for alone in (2000 * "x = 1\n", "{\n" + 2000 * '"x": 1,\n', 2000 * "\n"):
        typed(alone)
        assert [bool(job.error) for job in Games(["-"])] == [True]


def _tree(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(TOML if name.endswith("toml") else LINE, encoding="utf-8")


def test_a_folder_stands_for_its_game_files_in_order() -> None:
    _tree("g/b.json", "g/a.canasta.toml", "g/a/z.canasta.json", "g/A.JSONL", "g/a/b/c.ndjson")
    _tree("g/house.toml", "g/notes.txt", "g/.hidden.json", "g/.git/x.json", "elsewhere/x.json")
    Path("g/link").symlink_to("../elsewhere")
    assert _places("g") == [
        "g/A.JSONL:1",
        "g/a.canasta.toml",
        "g/b.json",
        "g/a/z.canasta.json",
        "g/a/b/c.ndjson:1",
    ]
    assert _places("g/house.toml", "g/.hidden.json") == ["g/house.toml", "g/.hidden.json"]


def test_a_missing_name_is_reported_before_anything_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _tree("g/a.json")
    searched: list[str] = []

    def walk(folder: str, **_: object) -> Iterator[tuple[str, list[str], list[str]]]:
        searched.append(folder)
        return iter(())

    monkeypatch.setattr(os, "walk", walk)
    games = iter(Games(["g", "4455668899QQKK"]))
    assert next(games).error == "there is no file 4455668899QQKK"
    assert searched == []
    assert [*games] == [
        (
            "g",
            "",
            None,
            "there is no game file in g",
            "Names of game files end in .canasta.toml, .json, .jsonl, .ndjson.",
        )
    ]
    assert searched == ["g"]


def test_a_link_to_nothing_in_a_folder_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    _tree("g/a.json", "g/z.json")
    Path("g/gone.json").symlink_to("nowhere")
    assert main(["verify", "g"]) == 3
    printed = capsys.readouterr()
    assert "3 games in 3 files: 2 ok, 0 with differences, 1 unreadable" in printed.out
    assert "g/gone.json" in printed.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_that_are_deleted_after_they_were_listed_are_errors(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _tree("g/a.json", "g/b.json", "g/c.json", "g/sub/d.json")
    read = files.read_file

    def reading(path: str) -> str:
        text = read(path)
        shutil.rmtree("g")
        return text

    monkeypatch.setattr(scorekeeper_files, "read_file", reading)
    assert main(["verify", "g", "-j", jobs]) == 3
    printed = capsys.readouterr()
    assert "g/a.json: ok" in printed.out
    for gone in ("g/b.json", "g/c.json", "g/sub"):
        assert gone in printed.err
    assert "1 ok, 0 with differences, 3 unreadable" in printed.out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for() -> None:
    _tree("g/a.json")
    os.mkfifo("g/pipe.json")
    assert [(job.file, job.error) for job in Games(["g"])] == [("g/a.json", "")]


def test_a_folder_that_cannot_be_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _tree("g/a.json")

    def refuse(_: object) -> None:
        raise PermissionError(13, "Permission denied", "g")

    monkeypatch.setattr(os, "scandir", refuse)
    (job,) = Games(["g"])
    assert job.error == "can't read g: permission denied"


def test_a_game_is_called_as_its_file() -> None:
    _tree("g/friday.canasta.toml", "g/saturday.json", "g/year.jsonl")
    assert [job.name for job in Games(["g"])] == ["friday", "saturday", "year"]


def _stream(file: str, number: int, names: Callable[[int], str] = str) -> None:
    lines = (json.dumps({**GAME, "name": names(each)}) for each in range(number))
    Path(file).write_text("\n".join(lines), encoding="utf-8")


def test_processes_give_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    _stream("a.jsonl", 300)
    _tree("g/a.json", "g/b.canasta.toml")
    Path("g/c.json").write_text("{", encoding="utf-8")
    printed = []
    for jobs in ([], ["-j", "2"], ["-j", "0"]):
        for more in ([], ["--json"]):
            assert main(["verify", "a.jsonl", "g", *jobs, *more]) == 3
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1] == printed[2]
    assert "303 games in 4 files: 302 ok, 0 with differences, 1 unreadable" in printed[0].out


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_a_process_that_dies_is_one_error_after_the_games_before(
    more: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_files, "report_of", crashing_jobs.report_of)
    _stream("a.jsonl", 40, lambda number: crashing_jobs.POISON if number == 20 else "good")
    assert main(["verify", "a.jsonl", "-j", "2", *more]) == 4
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert 12 <= len(lines) <= 20
    if more:
        error = json.loads(printed.err)
        message, fix = error["error"], error["fix"]
    else:
        message, fix = printed.err.removeprefix("canasta: ").splitlines()
    begun = "a process stopped while these games were checked: "
    assert message.startswith(begun)
    games = message.removeprefix(begun).split(", ")
    assert games[0] == f"a.jsonl:{len(lines) + 1}"
    assert "a.jsonl:21" in games
    assert fix == "Run the command again with -j 1."


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bug_in_the_program_is_the_result_of_one_game(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_files, "report_of", crashing_jobs.report_of)
    monkeypatch.setattr(tempfile, "tempdir", str(Path.cwd()))
    monkeypatch.setenv("TMPDIR", str(Path.cwd()))
    names = {4: crashing_jobs.BUG, 6: crashing_jobs.HUNGRY}
    _stream("a.jsonl", 10, lambda number: names.get(number, "good"))
    assert main(["verify", "a.jsonl", "-j", jobs, "--json"]) == 3
    printed = capsys.readouterr()
    assert printed.err == ""
    *games, numbers = map(json.loads, printed.out.splitlines())
    assert [game["ok"] for game in games] == [
        None if number in names else True for number in range(10)
    ]
    (log,) = Path.cwd().glob("canasta-*.log")
    bug = "a.jsonl:5: a bug in canasta ended the check of this game; the details are in "
    assert games[4]["error"] == f"{bug}{log}"
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
    assert games[6]["error"] == "a.jsonl:7: checking this game needs more memory than there is"
    assert numbers["unread"] == 2


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([LINE, LINE], 0),
        ([LINE, WRONG_JSON], 1),
        ([WRONG_JSON, "{", LINE], 3),
        (["{", WRONG_JSON], 3),
    ],
)
def test_unreadable_counts_more_than_wrong_and_wrong_more_than_right(
    lines: list[str], status: int
) -> None:
    for number, line in enumerate(lines):
        Path(f"{number}.json").write_text(line, encoding="utf-8")
    Path("all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", *(f"{number}.json" for number in range(len(lines)))]) == status
    assert main(["verify", "all.jsonl"]) == status


# Endings


@pytest.fixture
def busy() -> Iterator[subprocess.Popen[str]]:
    """A running program with two worker processes, in a process group of its own.

    A shell that starts the tests in the background makes them ignore Ctrl-C, and so all that they start.
    """
    given = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield from _busy()
    finally:
        signal.signal(signal.SIGINT, given)


def _busy() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*PROGRAM, "verify", "-", "-j", "2", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"{LINE}\n" * 400)
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["ok"]
        yield running
        with suppress(BrokenPipeError):
            running.stdin.close()


def _ended(running: subprocess.Popen[str]) -> int:
    """Wait until a program and all of its processes have ended; return its exit status.

    Every one of them holds the pipe of its output, which ends with the last: no clock decides. If
    one of them goes on for ever, the time limit of the whole run says where.
    """
    assert running.stdout is not None
    running.stdout.read()
    return running.wait()


def test_ctrl_c_ends_all_processes_and_says_nothing(busy: subprocess.Popen[str]) -> None:
    os.killpg(busy.pid, signal.SIGINT)
    assert _ended(busy) == 130
    assert busy.stderr is not None
    assert busy.stderr.read().strip() == ""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_where_the_program_is_killed_its_processes_end(
    how: signal.Signals, busy: subprocess.Popen[str]
) -> None:
    os.kill(busy.pid, how)
    assert _ended(busy) == -how


def test_where_nobody_reads_on_the_processes_end(busy: subprocess.Popen[str]) -> None:
    assert busy.stdout is not None
    assert busy.stdin is not None
    assert busy.stderr is not None
    busy.stdout.close()
    with suppress(BrokenPipeError):
        busy.stdin.write(f"{LINE}\n" * 4000)
        busy.stdin.close()
    assert busy.wait(60) == 0
    assert busy.stderr.read() == ""
    # Its processes can't be waited for by their output, which is closed.
    with suppress(ProcessLookupError):
        while True:
            os.killpg(busy.pid, 0)
            time.sleep(0.01)


def test_a_file_that_differs_is_not_passed_by_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    wrong = {**GAME, "hands": [{"A": "KKK", "score": {"A": 1}}]}
    games.write_text(f"{LINE}\n" * 400 + json.dumps(wrong) + "\n")
    code = f"set -o pipefail; {shlex.join([*PROGRAM, 'verify', str(games)])} | grep -q ok"
    assert subprocess.run(["bash", "-c", code], timeout=60, check=False).returncode == 1
