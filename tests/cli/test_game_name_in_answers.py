"""Every answer about a game names it in its first line, so that a wrong game is noticed at once."""

from pathlib import Path

import pytest
from command_line import fix_environment, run_line

BEGUN = (
    "canasta new Ann Bob Cat Dan --name monday",
    "canasta new Ann Bob Cat Dan --name friday",
    "canasta penalty Us 100",
    'canasta hand "7xK out" "left:44"',
    "canasta use monday",
)
IN_FRIDAY = (
    'canasta hand "7xQ out" "left:1x5"',
    'canasta hand "KK" "left:1x5"',
    'canasta amend 1 "7xQ out" "left:1x5"',
    "canasta amend 1 Us-=penalty:100",
    "canasta undo",
    "canasta note rain",
    "canasta note --hand 1 rain",
    "canasta penalty Them 50",
    "canasta score",
    "canasta next",
    "canasta log",
    "canasta minimum",
    "canasta winner",
    "canasta deal --upcard 3R",
    "canasta deal --upcard 9",
)
PLAYED = (
    "canasta turn draw discard 4",
    "canasta turn draw meld KK discard 4",
    "canasta amend 2.1 draw discard 5",
    "canasta turn end stock --force",
    "canasta left Bob=1x4",
    "canasta left --force --dry-run",
    "canasta pile",
    "canasta melds",
    "canasta next",
)


@pytest.fixture
def _two_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    for line in BEGUN:
        run_line(line, capsys)


@pytest.mark.usefixtures("_two_games")
@pytest.mark.parametrize("line", IN_FRIDAY)
def test_an_answer_names_its_game_first(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = run_line(f"{line} -g friday", capsys)[0]
    assert not first.startswith("!"), first
    assert "friday" in first


@pytest.mark.usefixtures("_two_games")
def test_an_answer_about_a_hand_in_play_names_its_game_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_line("canasta deal --upcard 9 -g friday", capsys)
    run_line("canasta turn draw discard 6 -g friday", capsys)
    for line in PLAYED:
        first = run_line(f"{line} -g friday", capsys)[0]
        assert not first.startswith("!"), first
        assert "friday" in first, line


@pytest.mark.usefixtures("_two_games")
def test_redo_and_a_new_name_name_their_game_first(capsys: pytest.CaptureFixture[str]) -> None:
    run_line("canasta undo -g friday", capsys)
    assert "friday" in run_line("canasta redo -g friday", capsys)[0]
    assert "saturday" in run_line("canasta rename saturday -g friday", capsys)[0]
    assert "saturday" in run_line("canasta use saturday", capsys)[0]
