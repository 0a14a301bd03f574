"""Every command that an answer suggests concerns the game and the database that were named."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import canasta, main
from canasta_cli.cli.session import OF_DATABASE, OF_GAME, Session

NO_DATABASE = {
    "rules", "rules list", "rules diff", "rules new", "rules check", "verify", "demo", "man", "completion"
}  # fmt: skip
CONTEXT = click.Context(canasta)


def commands(group: click.Group = canasta, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield each command that can be called, with the names of its parameters."""
    for name in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, name)
        assert command is not None
        path = f"{before}{name}"
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield path, {str(parameter.name) for parameter in command.params}
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} ")


COMMANDS = tuple(commands())


@for_each_case(("path", "parameters"), COMMANDS)
def test_every_command_that_opens_a_database_can_be_given_one(
    path: str, parameters: set[str]
) -> None:
    assert ("db" in parameters) is (path not in NO_DATABASE)


@for_each_case(("path", "parameters"), COMMANDS)
def test_every_command_with_the_options_is_given_them(path: str, parameters: set[str]) -> None:
    assert bool(re.match(rf"(?:{'|'.join(OF_DATABASE)})\b", path)) is ("db" in parameters)
    is_of_game = bool(re.match(rf"(?:{'|'.join(OF_GAME)})\b", path))
    assert is_of_game is ("game" in parameters and path not in ("use", "delete"))


@for_each_case(
    ("text", "expected"),
    [
        ("To undo it: canasta undo", "To undo it: canasta undo -g x"),
        ("canasta amend 3. Or: canasta undo", "canasta amend -g x 3. Or: canasta undo -g x"),
        ("canasta amend 3. Or: canasta undo -g x", "canasta amend -g x 3. Or: canasta undo -g x"),
        ("canasta use y", "canasta use y"),
        ("See canasta hand --help", "See canasta hand --help"),
        ("canasta check pickup 9 \\\n  -g x", "canasta check pickup 9 \\\n  -g x"),
    ],
)  # fmt: skip
def test_the_option_is_added_to_each_command_once(text: str, expected: str) -> None:
    session = Session(lambda _: 0)
    session.game = "x"
    assert session.addressed(text) == expected


LINES = (
    'hand "7xK QQQ2 2x3R" "AAA 5555 left:JJ4"', "score", "show 1", "next", "log", "penalty Us 50", "show 2",
    'amend 1 Us="7xK QQQ2" --dry-run', "amend 9 Us=out", "turn 4", "deal --upcard 9", "turn 4", "turn 9 9 9 9",
    "hand KKK AAA", "left Ann=1x4", "show 2", "pile", "melds", "undo", "redo", "redo", "sub Ann Eve",
    "finish", "hand KKK AAA", "undo", "amend 1", "amend 1 --drop", "deal", "note hello", "note hello --hand 7",
    "check pickup 9", "suggest out", "rename monday", "change", "players rename Eve Eva",
)  # fmt: skip


@pytest.mark.parametrize("terminal", [False, True])
def test_an_answer_about_another_game_suggests_commands_for_it(
    terminal: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "other"])
    capsys.readouterr()
    name = "friday"
    for line in LINES:
        arguments = [*shlex.split(line), "-g", name]
        if terminal:
            with monkeypatch.context() as patched:
                patched.setattr("sys.stdin.isatty", lambda: True)
                patched.setattr("sys.stdout.isatty", lambda: True)
                patched.setattr("builtins.input", _ctrl_d)
                main(arguments)
        else:
            main(arguments)
        name = "monday" if line.startswith("rename") else name
        printed = capsys.readouterr()
        text = " ".join(f"{printed.out}\n{printed.err}".split())
        for found in re.finditer(rf"canasta (?:{'|'.join(OF_GAME)})\b(?:(?!canasta ).)*", text):
            assert f" -g {name}" in found[0] or " ended it" in found[0], (line, found[0])


def _ctrl_d(_: str = "") -> str:
    raise EOFError
