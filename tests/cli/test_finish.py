"""End a game early: a terminal asks how it ends."""

import pytest
from command_line import Answers, in_a_game


@pytest.fixture
def ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> Answers:
    """Type ``canasta finish`` on a terminal, in a game with one hand."""
    return in_a_game(
        monkeypatch, capsys, tmp_path, 'canasta hand "7xK QQQ2 out" "AAA 5555 left:JJ4"'
    )


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "Us (Ann and Cat) won by"),
        ("1", "Us (Ann and Cat) won by"),
        ("2", "it was left unfinished"),
        ("abandoned", "it was abandoned"),
    ],
)
def test_a_terminal_asks_how_the_game_ends(answer: str, says: str, ask: Answers) -> None:
    status, out, _ = ask(answer, command=("finish",))
    assert status == 0
    assert "How does friday end? (Enter: Us wins (" in out
    assert "  2 unfinished\n  3 abandoned\n" in out
    assert says in out


def test_back_ends_nothing(ask: Answers) -> None:
    status, _, err = ask("back", command=("finish",))
    assert status == 2
    assert "nothing was recorded" in err


@pytest.mark.parametrize("option", ["--unfinished", "--abandon"])
def test_an_option_or_an_end_before_is_not_asked_about(option: str, ask: Answers) -> None:
    assert "How does" not in ask(command=("finish", option))[1]
    status, out, _ = ask(command=("finish",))
    assert (status, "How does" in out) == (0, False)
    assert "won by" in out
