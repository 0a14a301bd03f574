"""A correction after which everything is as it was records nothing, and says so."""

import shlex
from pathlib import Path

import pytest
from command_line import answering, record

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.scorekeeper.scorebook import load_game

Capture = pytest.CaptureFixture[str]
GAME = (
    "canasta new Ann Bob Cat Dan --name friday",
    'canasta hand "7xK QQQ2 3R out" "AAA 5555 left:4JJ"',
    'canasta hand "KK out" "left:K" --force',
    'canasta hand "AAA left:K stock" "AAA left:K stock"',
    "canasta note --hand 3 midnight",
    "canasta deal --upcard 9",
    "canasta turn draw discard 5",
    "canasta turn draw discard 6",
    "canasta turn --force end stock",
    "canasta left --force Ann=44 Bob=K",
    "canasta deal",
    "canasta turn 4",
)


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(monkeypatch, tmp_path, *GAME)


def _entries() -> int:
    with open_scorebook(None) as book:
        return len(load_game(book.journal, None).records)


@pytest.mark.parametrize(
    "line",
    [
        'amend 1 "7xK QQQ2 3R out" "AAA 5555 left:JJ4"',
        'amend 1 Us="KKKKKKK QQQ2 3R out"',
        'amend 1 "QQQ2 3R 7xK out" "5555 AAA left:J4J"',
        "amend 1 Us-=3R Us+=3R",
        "amend 1 --dealer Dan",
        "amend 1 Us+=out Us-=out",
        'amend 2 "KK out" "left:K"',
        'amend 2 "KK out" "left:K" --force',
        "amend 3 --swap",
        "amend 4.1 draw discard 5",
        "amend 4.1 5 --force",
        "amend 4.3 end stock",
        "amend 4.left Ann=44",
        "amend 4.left Bob=K Ann=44 --force",
        "amend 5.1 4",
    ],
)
@pytest.mark.parametrize("also", ["", " --dry-run", " --json"])
def test_nothing_is_recorded_if_nothing_changes(line: str, also: str, capsys: Capture) -> None:
    before = _entries()
    status = main(shlex.split(line + also))
    assert "nothing changed; nothing was recorded" in capsys.readouterr().err
    assert (status, _entries()) == (4, before)


@pytest.mark.parametrize("typed", ["QQQ2 7xK out", "KKKKKKK QQQ2 3R out", "QQQ2 7xK 1x3R out"])
def test_the_form_takes_the_same_tally_in_other_words_for_the_same(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    ask, same = answering(monkeypatch, capsys, "amend", "1"), "3R" in typed
    answers = () if same else ("no",)
    status, out, err = ask(typed, "", *answers)
    assert ("Nothing was changed." in err) is same
    assert ("Save?" in out) is not same
    assert status == (0 if same else 1)


def test_a_tally_that_only_settles_again_what_a_note_settled_changes_nothing(
    capsys: Capture,
) -> None:
    assert main(["amend", "3", "Us=AAA left:K stock"]) == 4
    capsys.readouterr()
    main(["score"])
    assert "Warning: hand 3" not in capsys.readouterr().out
