"""What a game in play says already, and so is not asked in a dispute: the points that every side needs."""

from collections.abc import Callable
from pathlib import Path

import command_line
import pytest

Lines = Callable[[str], list[str]]
FIRST = "IT DEPENDS: legal if your side has opened; otherwise not (classic rules, game friday)"


@pytest.fixture
def friday(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Lines:
    command_line.fix_environment(monkeypatch, str(tmp_path / "canasta.db"))

    def lines(line: str) -> list[str]:
        return command_line.run_line(f"canasta {line}", capsys)

    lines("new Ann Bob Cat Dan --name friday")
    return lines


def test_all_sides_need_the_same_points(friday: Lines) -> None:
    head, otherwise, *_ = friday("check meld KK2")
    assert head == FIRST
    assert otherwise == "  Otherwise: your melds are worth 40 points; you need 50 to open."


def test_each_side_needs_other_points(friday: Lines) -> None:
    friday("hand '7xK 7xQ 7xA out' 444")
    assert "your side's total is below 0" in friday("check meld KK2")[0]


def test_what_is_given_stands(friday: Lines) -> None:
    assert "you need 90 to open" in friday("check meld KK2 --total 1600")[1]
    assert "you need 120 to open" in friday("check meld KK2 --minimum 120")[1]
    house = "--house 'opening.tiers=[{points=60}]'"
    assert "you need 60 to open" in friday(f"check meld KK2 {house}")[1]
