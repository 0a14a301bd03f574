"""Games with books say so in every answer about a hand; others say canasta."""

import pytest
from command_line import fix_environment, run_line

from canasta_cli.rules import library
from canasta_cli.rules.game_words import canasta_name, canastas, has_books
from canasta_cli.rules.grades import Grade

SIDES = ("natural:2 mixed:2 wild:1 points:900 out", "7xK 888 left:44")
BOOKS = ("clean books", "dirty books", "wild books")
ANSWERS = (
    "canasta show 1",
    "canasta count 7xK 7x8+2 -r hand-and-foot",
    "canasta export --format html",
    'canasta check out KKK --discard 4 --melds "7xK 7x8" -r hand-and-foot',
    "canasta check meld 7xK --opened -r hand-and-foot",
    "canasta rules card hand-and-foot",
)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")


@pytest.fixture
def hand(capsys: pytest.CaptureFixture[str]) -> str:
    run_line("canasta new Ann Bob Cat Dan --rules hand-and-foot", capsys)
    return "\n".join(run_line(f'canasta hand "{SIDES[0]}" "{SIDES[1]}"', capsys))


def test_the_sheets_of_a_hand_name_books(hand: str) -> None:
    assert all(words in hand for words in BOOKS)
    assert "canasta" not in hand


@pytest.mark.parametrize("line", ANSWERS)
@pytest.mark.usefixtures("hand")
def test_other_answers_name_clean_and_dirty_books(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(run_line(line, capsys))
    assert "clean book" in text
    assert "natural canasta" not in text
    assert "mixed canasta" not in text


@pytest.mark.parametrize("name", library.names())
def test_each_game_has_one_word_for_its_canastas(name: str) -> None:
    ruleset = library.ruleset(name)
    word = "book" if has_books(ruleset) else "canasta"
    assert canasta_name(Grade.WILD, ruleset) == f"wild {word}"
    assert canastas(2, (Grade.RUN,), ruleset) == "2 sequences"


def test_grades_of_ranks_are_dirty_books_too() -> None:
    ruleset = library.ruleset("pennies-from-heaven")
    assert canastas(1, (Grade.SEVENS_MIXED,), ruleset) == "1 book of dirty sevens"
