"""Completion without a terminal: which names are offered, and that no shell reads them as anything else."""

import shutil
import subprocess
from pathlib import Path

import click
import pytest
from command_line import fix_environment
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.cli import canasta, main
from canasta_cli.cli.command_classes import SHELLS, script
from canasta_cli.cli.options import PLAIN, quietly
from canasta_cli.quick import COMPLETING


@pytest.fixture(autouse=True)
def games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A database with two games."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    for name in ("r=s:t@u", "friday"):
        assert main(["new", "Ann", "Bob", "--name", name]) == 0
    capsys.readouterr()


# Each is one word of a command line, and may stand anywhere in it.
NAMES = ("friday", "F", "_x", "2026-11-28", "three.two", "Zoé", "Ян", "Ann=", "end.target=")
OTHERS = (
    *("", "-x", "--force", ".", "..", "=x", "~", "~ann", "a b", "a\tb", "a\n", "x=y", "x==", "a:b"),
    *(
        "a,b",
        "a/b",
        "a'b",
        'a"b',
        "a`b",
        "$a",
        "a;b",
        "a&b",
        "a|b",
        "a*",
        "a?",
        "[a]",
        "{a,b}",
        "!a",
    ),
    *(
        "#a",
        "a\\",
        "^a",
        "a%b",
        "a+b",
        "a@b",
        "(a)",
        "<a",
        "a>",
        "a\x1b",
        "a\u202eb",
        "e\u0301",
        "‘a’",
    ),
)


@for_each_case("name", [*NAMES, *OTHERS])
def test_only_plain_names_are_offered(name: str) -> None:
    offered = quietly(lambda _: [name])(click.Context(canasta), canasta.params[0], "")
    assert offered == ([name] if name in NAMES else [])


def test_an_offer_begins_with_what_is_typed_in_any_case() -> None:
    complete = quietly(lambda _: ["Friday", "monday"])
    assert complete(click.Context(canasta), canasta.params[0], "fR") == ["Friday"]


@pytest.mark.parametrize("shell", SHELLS)
@given(names=st.lists(st.from_regex(PLAIN, fullmatch=True), min_size=1, max_size=20))
def test_a_shell_reads_each_plain_name_as_it_is(shell: str, names: list[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    option = {"bash": "--norc", "zsh": "-f", "fish": "--no-config"}[shell]
    line = f"printf '%s\\n' {' '.join(names)}"
    run = subprocess.run([shell, option, "-c", line], check=True, capture_output=True)
    assert run.stdout.decode().split("\n")[:-1] == names


def _answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> tuple[int, str]:
    """Return the exit status and the answer to the script of bash."""
    words = line.split(" ")
    monkeypatch.setenv(COMPLETING, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    status = main([])
    printed = capsys.readouterr()
    assert printed.err == ""
    return status, printed.out


LINES = (
    ("canasta use ", "plain,friday\n"),
    ("canasta use FRI", "plain,friday\n"),
    ("canasta use r", "\n"),
    ("canasta -- use fri", "plain,friday\n"),
    ("canasta score --game fri", "plain,friday\n"),
    ("canasta new Bob A", "plain,Ann\n"),
    ("canasta hand An", "plain,Ann=\n"),
    ("canasta config b", "plain,backups\n"),
    ("canasta new --house end.targ", "plain,end.target=\n"),
    ("canasta new --rules ./rules", "file,./rules\n"),
    ("canasta nothing x", "\n"),
    ("canasta score --nothing x", "\n"),
    # nothing is offered after an equals sign: the replies to the three words of bash would be wrong
    ("canasta new --rules = cl", ""),
    ("canasta new --rules =", ""),
    ("canasta new --rules=cl", ""),
    ("canasta new -r = cl", ""),
    ("canasta new --house end.target = cl", ""),
    ("canasta hand Ann = A", ""),
    ("canasta hand Ann=7xK A", "plain,Ann=\n"),
)


@for_each_case(("line", "answer"), LINES)
def test_a_tab_is_answered(
    line: str,
    answer: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _answer(monkeypatch, capsys, line) == (0, answer)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_that_is_named_has_a_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    printed = capsys.readouterr().out
    assert printed == script(shell)
    assert f"{COMPLETING}={shell}_complete" in printed
