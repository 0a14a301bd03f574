"""Exit statuses and errors: interrupts, closed pipes and bugs; never a traceback."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from command_line import fix_environment
from looping import for_each, for_each_case

from canasta_cli import __version__
from canasta_cli.cli import COMMANDS, canasta, error_messages, main
from canasta_cli.cli.options import Completer
from canasta_cli.errors import CanastaError, NotationError, Refused, RulesetError, UnusableData
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.scorekeeper.playing import SeveralTurns, TableMoved
from canasta_cli.show.layout import inert, width


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own database and its own folder for bug logs."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def _raising(error: BaseException) -> Callable[..., None]:
    def emit(*_: object, **__: object) -> None:
        raise error

    return emit


ENDINGS: tuple[tuple[BaseException, int], ...] = (
    (KeyboardInterrupt(), 130),
    (click.Abort(), 130),
    (EOFError(), 130),
    (ZeroDivisionError("oh"), 70),
    (RecursionError("deep"), 70),
    (Refused("no"), 4),
    (UnusableData("no"), 3),
    (RulesetError("no", ("a", "b")), 3),
    (click.UsageError("No."), 2),
    (click.BadParameter("No."), 2),
    (
        NotationError("no", text="KZ", start=1, end=2, expected="cards", example="K"),
        2,
    ),
)


@for_each_case(("error", "status"), ENDINGS)
def test_every_ending_has_its_status_and_no_traceback(
    error: BaseException,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("canasta_cli.cli.options.formatted", _raising(error))
    assert main(["minimum", "100", "-r", "classic"]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert "no" not in printed.err.lower() or printed.err.startswith("canasta: ")


def test_a_fault_of_the_program_is_one_line_and_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("canasta_cli.cli.options.formatted", _raising(ZeroDivisionError("oh")))
    assert main(["minimum", "100", "-r", "classic"]) == 70
    (line,) = capsys.readouterr().err.splitlines()
    (log,) = tmp_path.glob("canasta-*.log")
    assert line.endswith(f"this is a bug in canasta; the details are in {log}")
    text = log.read_text(encoding="utf-8")
    assert __version__ in text
    assert "arguments: ['minimum', '100', '-r', 'classic']" in text
    assert "ZeroDivisionError: oh" in text


def test_a_fault_where_no_log_can_be_written_is_still_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    monkeypatch.setattr("canasta_cli.cli.options.formatted", _raising(ZeroDivisionError("oh")))
    assert main(["minimum", "100", "-r", "classic"]) == 70
    (line,) = capsys.readouterr().err.splitlines()
    assert "ZeroDivisionError('oh')" in line


# Commands that write in different ways: directly, or as an answer longer or shorter than a buffer.
LONG = (["--help"], ["man", "hand"], ["rules", "show", "classic"], ["rules", "explain"], ["rules"])


@for_each_case("arguments", LONG, name=" ".join)
def test_a_closed_pipe_ends_a_command_with_0(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(arguments) == 0
        monkeypatch.undo()


def test_where_nobody_reads_on_nothing_is_said_about_it(tmp_path: Path) -> None:
    code = "import sys; from canasta_cli.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "CANASTA_DB": str(tmp_path / "a.db")},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(10) == 0


GAME = ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"]
ERRORS: tuple[tuple[list[str], int, str], ...] = (
    (["count", "KKZ"], 2, "token"),
    (["hand", "KKZ", "", "-g", "friday"], 2, "place"),
    (["count"], 2, "error"),
    (["count", "--nonsense", "x", "--rool", "y"], 2, "error"),
    (["nonsense"], 2, "fix"),
    (["hnad", "x"], 2, "fix"),
    (["minimum", "many"], 2, "fix"),
    (["rules", "show", "clasic"], 2, "fix"),
    (["rules", "nonsense"], 2, "fix"),
    (["rules", "explain", "nonsense"], 2, "fix"),
    (["rules", "check", "missing.toml"], 3, "fix"),
    (["rules", "check", "broken.toml"], 3, "error"),
    (["verify", "missing.canasta.toml"], 3, "fix"),
    (["verify", "missing.canasta.toml", "broken.toml"], 3, "error"),
    (["verify", "good.canasta.toml", "missing.canasta.toml"], 3, "fix"),
    (["import", "broken.toml"], 3, "error"),
    (["import", "good.canasta.toml"], 4, "fix"),
    (["next", "-g", "monday"], 4, "fix"),
    (["undo"], 4, "fix"),
    (["redo", "-g", "friday"], 4, "fix"),
    (["amend", "9", "", ""], 4, "fix"),
    (["winner", "5"], 2, "fix"),
    (["new", "Ann", "--rules", "classic"], 2, "fix"),
    ([*GAME], 4, "fix"),
    (["new", "A", "B", "C", "D", "--house", "end.targt=5"], 2, "fix"),
    (["new", "A", "B", "C", "D", "--house", "end.target=-5"], 2, "fix"),
    (["stats", "Zoe"], 2, "fix"),
    (["note", " "], 2, "fix"),
    (["note", "\udcff"], 2, "fix"),
    (["backup", "/nowhere/at/all.db"], 4, "error"),
    (["next", "--db", "broken.toml"], 3, "error"),
)


@for_each_case(("line", "status", "key"), ERRORS)
def test_an_error_in_json_is_one_object_on_standard_error_and_nothing_else(
    line: list[str],
    status: int,
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.toml").write_text("canasta = [ 1\n" * 40, encoding="utf-8")
    assert main(GAME) == 0
    assert main(["export", "-o", "good.canasta.toml"]) == 0
    capsys.readouterr()
    assert main([*line, "--json"]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    facts = json.loads(printed.err)
    assert key in facts
    assert facts["error"]
    assert facts.pop("schema") == 3
    assert all(isinstance(value, str) for value in facts.values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["--json"], ["next", "--json"]),
        (["--json", "nex"], ["next", "--json"]),
        (["--json", "minimum", "1640"], ["minimum", "1640", "--json"]),
        (["--json", "check", "meld", "KKK"], ["check", "meld", "KKK", "--json"]),
        (["check", "--json", "meld", "KKK"], ["check", "meld", "KKK", "--json"]),
        (["--json", "rules", "list"], ["rules", "list", "--json"]),
    ],
    ids=str,
)
def test_json_may_stand_in_front_of_a_command(
    before: list[str], after: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GAME) == 0
    capsys.readouterr()
    assert main(before) == main(after)
    one, other = capsys.readouterr().out.splitlines()
    assert one == other


@for_each_case(("line", "status", "key"), ERRORS)
def test_an_error_for_a_person_begins_with_the_program_and_has_no_traceback(
    line: list[str],
    status: int,
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.toml").write_text("canasta = [ 1\n" * 40, encoding="utf-8")
    main(GAME)
    main(["export", "-o", "good.canasta.toml"])
    capsys.readouterr()
    assert main(line) == status
    printed = capsys.readouterr()
    assert printed.err.startswith("canasta: "), key
    assert "Traceback" not in printed.err
    assert printed.out == "" or line[:2] == ["verify", "good.canasta.toml"]


MARKED: tuple[tuple[str, str, int], ...] = (
    ("KKZ", "Z", 4),
    ("K" * 200 + "Z", "Z", 2 + error_messages.EXCERPT // 2),
    ("left:", "left:", 2),
    ("\x1b[31mK", "\x1b", 2),
    ("東東Z", "東", 2),
)


@for_each_case(("text", "token", "column"), MARKED)
def test_the_mark_stands_under_the_token(
    text: str, token: str, column: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", "-r", "classic", "--", text]) == 2
    lines = capsys.readouterr().err.splitlines()
    mark = next(line for line in lines if re.fullmatch(r" *\^+", line))
    assert mark.index("^") == column
    assert width(lines[lines.index(mark) - 1]) <= error_messages.EXCERPT + 4
    assert lines[lines.index(mark) - 1][column:].startswith(inert(token))


def test_every_kind_of_error_has_a_status_of_its_own_kind() -> None:
    """The errors of the library are no errors of commands, and have no status of their own."""
    every = [kind for kind in _kinds(CanastaError) if ".api." not in kind.__module__]
    found = {kind.__name__: kind.status for kind in every}
    assert found == {
        "CanastaError": 4,
        "NotUnderstood": 2,
        "NotInstalled": 2,
        "NotationError": 2,
        "StockNamed": 2,
        SeveralTurns.__name__: 2,
        "Unclear": 2,
        TableMoved.__name__: 4,
        "AnswerLost": 5,
        "AnswerUnwritten": 74,
        "UnusableData": 3,
        "NoLongerKept": 3,
        "RulesetError": 3,
        "Refused": 4,
    }


def _kinds(kind: type[CanastaError]) -> list[type[CanastaError]]:
    return [kind, *(each for below in kind.__subclasses__() for each in _kinds(below))]


def test_an_error_without_a_remedy_is_shown_without_one() -> None:
    assert Refused("no").facts() == {"error": "no"}
    assert error_messages.format_error(Refused("no"), as_json=False) == "canasta: no\n"
    assert error_messages.format_error(Refused(""), as_json=False) == "canasta: \n"
    assert error_messages.from_click(click.UsageError("No such thing")).fix.endswith(
        "canasta --help"
    )


@for_each(COMMANDS)
def test_every_command_has_help_that_begins_with_its_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert COMMANDS[name][1].rstrip(".") in words


def test_a_bare_canasta_says_how_to_begin_and_then_where_the_game_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    assert "There is no current game" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    main(GAME)
    capsys.readouterr()
    assert main([]) == 0
    assert "Game friday, Classic Canasta" in capsys.readouterr().out


def test_arguments_are_those_of_the_process_unless_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["canasta", "--version"])
    assert main() == 0
    assert __version__ in capsys.readouterr().out


QUESTIONS: tuple[list[str], ...] = (
    ["score"], ["next"], ["log"], ["games"], ["stats"], ["minimum"], ["minimum", "50"], ["winner"],
    ["winner", "1", "2"], ["count", "7xK"], ["rules"], ["rules", "show", "classic"], ["doctor"],
    ["export"], ["undo"], ["redo"], ["note", "x"], ["use", "x"], ["rename", "x"],
    ["hand", "", ""], ["amend", "1", "", ""], ["backup", "b.db"], [], ["man"], ["export", "--all",
    "--format", "csv"], ["new", "Ann", "Bob", "Cat", "Dan", "--dry-run"], ["next", "-g", "x"],
    ["doctor", "--rebuild"],
)  # fmt: skip


@for_each_case("line", QUESTIONS, name=" ".join)
def test_without_a_game_nothing_but_a_new_game_makes_a_file(
    line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "folder" / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    assert main(line) in (0, 2, 4)
    assert not (tmp_path / "folder").exists()


def test_a_game_is_not_used_before_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    assert main(["use", "x"]) == 4
    assert "there is no game “x”. There are no games yet." in capsys.readouterr().err.replace(
        "\n", " "
    )


# Completion.
@pytest.fixture
def games() -> None:
    """Two games with different players."""
    main([*GAME[:-2], "--name", "friday", "--side", "Reds=Ann,Cat"])
    main(["new", "Eve", "Fay", "--name", "monday"])


def _offered(*words: str) -> list[str]:
    """Return the completions for the last of the words."""
    from click.shell_completion import ShellComplete

    found = ShellComplete(canasta, {}, "canasta", "_CANASTA_COMPLETE")
    items = found.get_completions(list(words[:-1]), words[-1])
    return [item.value for item in items if item.type != "file"]


OFFERED: tuple[tuple[tuple[str, ...], list[str]], ...] = (
    (("sc",), ["score"]),
    (("--vers",), ["--version"]),
    (("use", ""), ["friday", "monday"]),
    (("next", "-g", "FR"), ["friday"]),
    (("delete", "m"), ["monday"]),
    (("finish", "-g", "m"), ["monday"]),
    (("players", ""), ["list", "rename", "merge"]),
    (("players", "rename", "b"), ["Bob"]),
    (("players", "merge", "Ann", "b"), ["Bob"]),
    (("sub", "-g", "friday", "a"), ["Ann"]),
    (("sub", "-g", "friday", "Ann", "e"), ["Eve"]),
    (("stats", ""), ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]),
    (("stats", "a"), ["Ann"]),
    (("hand", "-g", "friday", ""), ["Reds=", "Them="]),
    (("hand", ""), ["Eve=", "Fay="]),
    (("amend", "1", "E"), ["Eve="]),
    (("left", "-g", "friday", ""), ["Ann=", "Bob=", "Cat=", "Dan="]),
    (("rules", "show", "six"), ["six-player", "six-player-three-teams"]),
    (("new", "-r", "lea"), ["leaflet"]),
    (("new", "--house", "end."), [f"{path}=" for path in PARAMETERS if path.startswith("end.")]),
    (("rules", "explain", "meld.natur"), ["meld.naturals"]),
    (("man", "not"), ["notation", "note"]),
    (("completion", "f"), ["fish"]),
    (("export", "--format", "h"), ["html"]),
)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(("words", "offered"), OFFERED, ids=lambda each: " ".join(each)[:30])
def test_a_tab_offers_what_may_stand_there(words: tuple[str, ...], offered: list[str]) -> None:
    assert sorted(_offered(*words)) == sorted(offered)


@pytest.mark.usefixtures("games")
def test_a_dealer_is_offered_among_the_players() -> None:
    assert _offered("hand", "-g", "friday", "--dealer", "") == ["Ann", "Bob", "Cat", "Dan"]


@for_each_case("state", ["broken", "missing", "folder"])
@for_each_case("line", [row[0] for row in OFFERED], name=" ".join)
def test_a_tab_never_fails_and_never_creates(
    line: tuple[str, ...],
    state: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "other" / "canasta.db"
    monkeypatch.setenv("CANASTA_DB", str(file))
    if state != "missing":
        file.parent.mkdir()
    if state == "broken":
        file.write_bytes(b"no database at all" * 100)
    if state == "folder":
        file.mkdir()
    _offered(*line)
    assert capsys.readouterr() == ("", "")
    assert file.parent.exists() is (state != "missing")


def test_a_completion_offers_nothing_where_something_is_wrong() -> None:
    from canasta_cli.cli.options import quietly

    def failing_names(_: click.Context) -> list[str]:
        raise ZeroDivisionError

    complete: Completer = quietly(failing_names)
    context = click.Context(canasta)
    assert complete(context, canasta.params[0], "") == []


def test_standard_input_is_read_under_the_name_of_a_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        b'canasta = 1\nrules = "two-player"\nplayers = ["A", "B"]\n[sides]\nA = ["A"]\nB = ["B"]\n'
    )
    stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(text)))
    monkeypatch.setattr(sys, "stdin", stream)
    assert main(["verify", "-"]) == 0
    assert "-: ok (0 hands, two-player)" in capsys.readouterr().out
