"""Games with books say so in every answer about a hand; others say canasta."""

import pytest
from command_line import fix_environment, run_line
from looping import for_each_case

from canasta_cli.engine.items import figure_names
from canasta_cli.model.game import Figure, Tally
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules import library
from canasta_cli.rules.names import (
    canasta_name,
    canastas,
    figure_word,
    has_books,
    tally_in_game_words,
)
from canasta_cli.rules.vocabulary import Grade

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


@for_each_case("name", library.names())
def test_each_game_has_one_word_for_its_canastas(name: str) -> None:
    ruleset = library.ruleset(name)
    word = "book" if has_books(ruleset) else "canasta"
    assert canasta_name(Grade.WILD, ruleset) == f"wild {word}"
    assert canastas(2, (Grade.RUN,), ruleset) == "2 sequences"


PEOPLE = ("show", "log", "undo", "export --format csv", "export --format html")
PROGRAMS = ("show --json", "log --json", "score --json", "export", "export --format json")


@pytest.mark.parametrize("line", PEOPLE)
@pytest.mark.usefixtures("hand")
def test_people_read_tallies_in_the_words_of_their_game(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(run_line(f"canasta {line}", capsys))
    assert "clean:2 dirty:2 wild:1 points:900 out" in text


@pytest.mark.parametrize("line", PROGRAMS)
@pytest.mark.usefixtures("hand")
def test_programs_read_canonical_tallies(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(run_line(f"canasta {line}", capsys))
    assert "natural:2 mixed:2 wild:1 points:900 out" in text


def test_sequences_of_samba_are_counted_and_shown_by_their_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_line("canasta new Ann Bob Cat Dan --rules samba", capsys)
    run_line('canasta hand "sambas:3 points:200 out" "minus:20"', capsys)
    assert "  sequence:3 points:200 out" in run_line("canasta show", capsys)
    run_line("canasta amend 1 Us-=sambas:3 Us+=sambas:2", capsys)
    assert "  points:200 sequence:2 out" in run_line("canasta show", capsys)


@for_each_case("name", library.names())
def test_each_word_of_a_game_is_read_as_the_figure_that_it_stands_for(name: str) -> None:
    ruleset = library.ruleset(name)
    figures = tuple(
        Figure(word, number) for number, word in enumerate(figure_names(ruleset), start=1)
    )
    given = Tally(figures=figures)
    assert read_tally(write_tally(tally_in_game_words(given, ruleset))) == given


def test_a_wrong_word_is_answered_with_the_words_of_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = " ".join(run_line("canasta count books:2 -r hand-and-foot", capsys))
    assert "The figures are clean:, dirty:, wild:" in lines
    assert "for example clean:1 dirty:2 points:345" in lines
    lines = " ".join(run_line("canasta count sevens:2 -r hand-and-foot", capsys))
    assert "the words for counts are clean, dirty, wild" in lines


def test_grades_of_ranks_are_dirty_books_too() -> None:
    ruleset = library.ruleset("pennies-from-heaven")
    assert canastas(1, (Grade.SEVENS_MIXED,), ruleset) == "1 book of dirty sevens"
    assert figure_word("sevens-mixed", ruleset) == "dirty-sevens"
