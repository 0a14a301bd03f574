"""Completion without a terminal: parsing the line, and quoting replies for each shell."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fix_environment
from hypothesis import given
from hypothesis import strategies as st

from canasta_cli.cli import canasta, main
from canasta_cli.cli.shells import ESCAPED, _common, _Place, _quoted, by_name, read_word, read_words
from canasta_cli.quick import COMPLETING
from canasta_cli.show.layout import inert

ROOT = Path(__file__).parent.parent.parent
KINDS = by_name()


@pytest.fixture(autouse=True)
def games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A database with two games."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    for name in ("r=s:t@u", "friday$(touch x)"):
        assert main(["new", "Ann", "Bob", "--name", name]) == 0
    capsys.readouterr()


def _answer(monkeypatch: pytest.MonkeyPatch, shell: str, line: str, word: str = "") -> str:
    """Return the answer of the program to the script of a shell."""
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_WORD", word)
    return KINDS[shell](canasta, {}, "canasta", COMPLETING).complete()


# Parsing a line.
WORDS: tuple[tuple[str, list[str], str, bool], ...] = (
    ("canasta use fri", ["canasta", "use", "fri"], "", True),
    ("canasta  use ", ["canasta", "use", ""], "", True),
    ("canasta 'a b' \"c d\"e", ["canasta", "a b", "c de"], "", True),
    ("canasta 'it'\\''s", ["canasta", "it's"], "'", True),
    ('canasta "a\\"b\\c', ["canasta", 'a"b\\c'], '"', True),
    ("canasta a\\ b\\", ["canasta", "a b"], "", True),
    ("canasta 'a\\", ["canasta", "a\\"], "'", True),
    ("canasta a$b", ["canasta", "a$b"], "", False),
    ('canasta "a`b', ["canasta", "a`b"], '"', False),
    ("canasta 'a$b", ["canasta", "a$b"], "'", True),
    ("canasta ~", ["canasta", "~"], "", False),
    ("", [""], "", True),
)


@pytest.mark.parametrize(("line", "texts", "quote", "exact"), WORDS, ids=repr)
def test_a_line_is_read_as_a_shell_reads_it(
    line: str, texts: list[str], quote: str, exact: bool
) -> None:
    words = read_words(line)
    assert [word.text for word in words] == texts
    assert (words[-1].quote, words[-1].exact) == (quote, exact)


def test_fish_quotes_inside_single_quotes() -> None:
    assert read_word("'it\\'s", escapes=ESCAPED).text == "it's"
    assert read_word("'it\\'s").text == "it\\s"


def test_known_players_and_settings_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Ann" in _answer(monkeypatch, "bash", "canasta new Bob A", "A")
    assert "colour" in _answer(monkeypatch, "bash", "canasta config c", "c")
    assert "rules" not in _answer(monkeypatch, "bash", "canasta config c", "c")


# Replies to bash.
NAMES = st.text(st.characters(codec="utf-8"), min_size=1).filter(lambda name: inert(name) == name)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@given(
    names=st.lists(NAMES | st.text(" ab'\"$`\\;*!(){}~#", min_size=1), min_size=1, max_size=5),
    quote=st.sampled_from(["", "'", '"', "x:", "x='", "'y'\"", '"y"\'']),
)
def test_bash_reads_each_reply_as_its_name(names: list[str], quote: str) -> None:
    kept = read_word(quote)
    place = _Place(kept)
    stays = quote.removesuffix(place.opening)
    words = [stays + reply for reply in place.replies(names)]
    script = f"printf '%s\\0' {' '.join(words)}"
    run = subprocess.run(["bash", "--norc", "-c", script], check=True, capture_output=True)
    assert run.stdout.decode().split("\0")[:-1] == [kept.text + name for name in names]


@given(
    names=st.sets(st.text("a'\"$`\\; ", min_size=1), min_size=2), quote=st.sampled_from(["", '"'])
)
def test_the_replies_never_share_half_a_quote(names: set[str], quote: str) -> None:
    shared = _common(_Place(read_word(quote)).replies(sorted(names)))
    assert (len(shared) - len(shared.rstrip("\\"))) % 2 == 0


BASH = (
    ("canasta use fri", "fri", "plain,friday\\$\\(touch\\ x\\)"),
    ("canasta use 'fri", "fri", "plain,'friday$(touch x)'"),
    ('canasta use "fri', "fri", 'plain,"friday\\$(touch x)"'),
    ("canasta score --game=fri", "fri", "plain,friday\\$\\(touch\\ x\\)"),
    ("canasta score -g r=s:", "", "plain,t@u"),
    ("canasta score -g r=s:t@", "@", "plain,@u"),
    ("canasta hand An", "An", "plain,Ann=\nnospace"),
    ("canasta new -r ./x", "./x", "file"),
    # nothing is offered: the words do not match, or the shell would expand the part that stays
    ("canasta use fri", "day", ""),
    ("canasta use $r=s:", "", ""),
    ("canasta score -g=fri", "fri", ""),
    ("canasta", "canasta", ""),
    ("canasta use nothing", "nothing", ""),
)


@pytest.mark.parametrize(("line", "word", "answer"), BASH, ids=[row[0] for row in BASH])
def test_a_reply_to_bash_continues_what_stays(
    line: str, word: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _answer(monkeypatch, "bash", line, word) == answer


# The other shells.
def test_zsh_gets_values_without_the_option_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = _answer(monkeypatch, "zsh", "'canasta' 'score'", "--game='fri")
    assert answer == "plain\nfriday$(touch x)\n"


def test_fish_gets_whole_words_with_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _answer(monkeypatch, "fish", "canasta score", "--game=fri")
    assert answer == "plain,--game=friday$(touch x)"
    assert _answer(monkeypatch, "fish", "canasta", "sco") == "plain,score\tShow the score pad."
    assert _answer(monkeypatch, "fish", "canasta new", "--house=./x") == "file,--house=./x"


def test_powershell_gets_quoted_words_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["new", "Ann", "Bob", "--name", "Fridä’s"]) == 0
    answer = _answer(monkeypatch, "powershell", json.dumps(["canasta", "score", "--game=fri"]))
    assert answer.isascii()
    words = {item["word"]: item["text"] for item in json.loads(answer)}
    assert words == {
        "--game=friday$(touch x)": "'--game=friday$(touch x)'",
        "--game=Fridä’s": "'--game=Fridä’’s'",
    }


QUOTED = (
    ("friday", "friday"),
    ("--game=friday", "--game=friday"),
    ("--game=fri.day", "'--game=fri.day'"),
    ("a b", "'a b'"),
    ("it's ‘so’", "'it''s ‘‘so’’'"),
    ("$(x)", "'$(x)'"),
    ("`x", "'`x'"),
    ("a;b", "'a;b'"),
    ("*", "'*'"),
    ("a,b", "'a,b'"),
    ("@x", "'@x'"),
    ("Us=", "Us="),
    ("Our side=", "Our` side="),
    ("Our $x=", "'Our $x='"),
)


@pytest.mark.parametrize(("word", "quoted"), QUOTED, ids=[row[0] for row in QUOTED])
def test_a_word_is_quoted_for_powershell(word: str, quoted: str) -> None:
    assert _quoted(word) == quoted


@pytest.mark.parametrize("shell", KINDS)
def test_a_script_of_an_earlier_version_gets_no_completions(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(COMPLETING, f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", "canasta\nuse\nfri")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert main([]) == 0
    assert capsys.readouterr().out.strip() in ("", "[]")


def test_a_name_that_looks_like_an_option_is_offered_only_as_a_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["new", "Ann", "Bob", "--name=--force"]) == 0
    assert "--force" not in _answer(monkeypatch, "fish", "canasta use", "")
    assert "plain,--game=--force" in _answer(monkeypatch, "fish", "canasta score", "--game=")
    assert not _answer(monkeypatch, "fish", "canasta score", "--game=-")


def test_a_name_that_the_output_cannot_encode_is_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A substitute could be a quote, after which the shell would execute the rest of the name."""
    assert main(["new", "Ann", "Bob", "--name", "x”;touch x;“"]) == 0
    typed = json.dumps(["canasta", "use", "x"])
    assert "touch" in _answer(monkeypatch, "fish", "canasta use", "x")
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert not _answer(monkeypatch, "bash", 'canasta use "x', "x")
        assert not _answer(monkeypatch, "zsh", "'canasta' 'use'", "x")
        assert not _answer(monkeypatch, "fish", "canasta use", "x")
        assert "touch" in _answer(monkeypatch, "powershell", typed)
        monkeypatch.undo()


# A script for PowerShell: complete the line, then run it with a program that prints its arguments.
COMPLETE = """
. $env:SCRIPT
foreach ($line in (ConvertFrom-Json $env:TYPED_LINES)) {
    $found = [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null)
    $text = $found.CompletionMatches[0].CompletionText
    $line = $line.Substring(0, $found.ReplacementIndex) + $text
    Invoke-Expression $line
}
"""
PROGRAM = """\
#!/bin/sh
[ -n "$_CANASTA_COMPLETE" ] && exec "$PYTHON" -m canasta_cli "$@"
exec "$PYTHON" -c 'import json, sys; print(json.dumps(sys.argv[1:]))' "$@"
"""


@pytest.mark.skipif(shutil.which("pwsh") is None, reason="pwsh is not installed")
def test_powershell_passes_each_completed_name_exactly(tmp_path: Path) -> None:
    program = tmp_path / "canasta"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    names = ["a b", "c'd", "e$(touch x)", "g`touch x`", "h;touch x", "i*", "l!", "s‘é’", "t~"]
    for name in names:
        assert main(["new", "Ann", "Bob", "--name", name]) == 0
    typed = [f"canasta score {start}{name[0]}" for name in names for start in ("-g ", "--game='")]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(tmp_path), os.environ["PATH"])),
        "SCRIPT": str(ROOT / "canasta_cli" / "completions" / "canasta.ps1"),
        "TYPED_LINES": json.dumps(typed),
        "PYTHON": sys.executable,
    }
    run = subprocess.run(
        ["pwsh", "-NoProfile", "-NonInteractive", "-Command", COMPLETE],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    received = [json.loads(line) for line in run.stdout.splitlines()]
    expected = [["score", *words] for name in names for words in (["-g", name], [f"--game={name}"])]
    assert received == expected
    assert not (tmp_path / "x").exists()
