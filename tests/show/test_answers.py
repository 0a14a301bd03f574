"""Answers in states that an ordinary evening doesn't reach."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.rules.vocabulary import Tier
from canasta_cli.show.games import stats_blocks
from canasta_cli.show.minimum import MinimumAnswer
from canasta_cli.words import as_sentence, listed
from canasta_cli.words import points as said_points

WON = "7xK out bonus:5000"
STEEP = (
    "opening.tiers=[{ points = 50 }, { from = 100, points = 200, canastas = 1, of = ['mixed'] }]"
)


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own folder and database."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command and return all its output."""

    def run(*arguments: str) -> str:
        capsys.readouterr()
        main(list(arguments))
        return "".join(capsys.readouterr())

    return run


def begin(*more: str) -> None:
    """Start a game with four players."""
    assert main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday", *more]) == 0


ENDED: tuple[tuple[tuple[str, ...], tuple[str, str], str, str], ...] = (
    ((), (WON, ""), "The game is over: Us (Ann and Cat) won by 5,670.", "1 hand, Us won"),
    (
        (),
        ("bonus:5000", "bonus:5000"),
        "The game is over: a draw between Us and Them at 5,000.",
        "1 hand, drawn",
    ),
    (("--house", "end.tie=play-on"), ("bonus:5000", "bonus:5000"), "Hand 2: Ann deals", "1 hand"),
    (
        ("--house", "end.target=none", "--house", "end.deals=1"),
        ("7xK out", ""),
        "The game is over: Us (Ann and Cat) won by 670.",
        "1 hand, Us won",
    ),
)


@pytest.mark.parametrize(("rules", "hand", "sentence", "state"), ENDED)
def test_the_end_of_a_game_is_said_wherever_the_game_is(
    rules: tuple[str, ...],
    hand: tuple[str, str],
    sentence: str,
    state: str,
    says: Callable[..., str],
) -> None:
    begin(*rules)
    assert sentence in says("hand", *hand)
    for command in ("next", "score"):
        assert sentence in says(command)
    assert state in says("games")
    if sentence.startswith("The game is over"):
        assert sentence.split("(", maxsplit=1)[0] in says("export", "--format", "html")
        assert json.loads(says("games", "--json"))["games"][0]["over"]


def test_a_page_says_when_each_note_was_made(says: Callable[..., str]) -> None:
    begin()
    for line in (
        ("note", "the cards are new"),
        ("deal", "--upcard", "9"),
        ("turn", "draw", "discard", "4"),
        ("note", "Cat showed a king"),
        ("hand", "7xK out", "", "--stop-turns"),
        ("note", "rain"),
        ("note", "Dan dealt", "--hand", "1"),
    ):
        says(*line)
    page = says("export", "--format", "html")
    for place in ("before the first hand", "hand 1, after turn 1", "after hand 1", "hand 1"):
        assert place in page


WINNERS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("5230", "5310"), "The game is over: the side with 5,310 wins by 80"),
    (("5000", "5000"), "The game is over: a draw at 5,000"),
    (("4990", "-5"), "the leader needs 10 more"),
    (("5000", "5000", "--house", "end.tie=play-on"), "play goes on after a tie at 5,000"),
    (
        ("1", "2", "--house", "end.target=none", "--house", "end.deals=3", "--deal", "2"),
        "it ends after 3 hands",
    ),
    (
        ("1", "2", "--house", "end.target=none", "--house", "end.deals=3", "--deal", "3"),
        "The game is over: the side with 2 wins by 1",
    ),
)


@pytest.mark.parametrize(("arguments", "sentence"), WINNERS, ids=lambda each: str(each)[:30])
def test_a_winner_is_said_in_a_sentence(
    arguments: tuple[str, ...], sentence: str, says: Callable[..., str]
) -> None:
    assert sentence in says("winner", "-r", "classic", *arguments)


def test_an_initial_meld_may_ask_for_canastas(says: Callable[..., str]) -> None:
    begin("--house", STEEP)
    says("hand", "7xK out", "")
    assert "1 mixed canasta and 200 points" in says("next")
    asked = json.loads(says("next", "--json"))["sides"][0]
    assert asked["minimum"] == 200
    assert asked["needs"] == {"canastas": 1, "points": 200, "of": ["mixed"]}
    found = MinimumAnswer(Tier(None, 0, 2), ruleset="classic", total=0).to_json()
    assert found["minimum"] == 0
    assert found["needs"] == {"canastas": 2, "points": 0}


def test_what_has_no_target_shows_no_distance(says: Callable[..., str]) -> None:
    begin("--house", "end.target=none", "--house", "end.deals=3")
    assert says("next").splitlines()[1].split() == ["total", "to", "open"]
    says("hand", "KKK", "")


def test_who_sits_out_is_said(says: Callable[..., str]) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "Eve"])
    assert "sits out" in says("next")
    assert json.loads(says("next", "--json"))["sitting_out"]


def test_the_log_tells_every_kind_of_record(says: Callable[..., str]) -> None:
    begin()
    for line in (
        ["hand", "KKK", "", "--dealer", "Bob"],
        ["hand", "KK", "", "--force"],
        ["amend", "1", "AAA", ""],
        ["note", "a remark"],
        ["rename", "christmas"],
        ["undo"],
        ["redo"],
        ["undo", "2"],
    ):
        assert main(line) == 0
    log = says("log")
    for words in (
        "friday: Ann, Bob, Cat and Dan, classic",
        "Us: KKK · Them: nothing",
        "Us: KK · Them: nothing (forced)",
        "hand 1 is now: Us: AAA",
        "a remark",
        "renamed to christmas",
        "1 entry",
        "2 entries",
        "(undone)",
    ):
        assert words in log
    found = json.loads(says("log", "--json"))["records"]
    assert [record["what"] for record in found] == [
        "new", "hand", "hand", "amend", "note", "rename", "undo", "redo", "undo",
    ]  # fmt: skip
    assert [record["number"] for record in found if record["undone"]] == [5, 6]


def test_statistics_without_a_game_say_how_to_begin(says: Callable[..., str]) -> None:
    assert "No games yet" in says("stats")
    (line,) = stats_blocks(())
    assert "canasta new" in getattr(line, "line", "")


def test_a_database_without_a_game_is_as_good_as_none(says: Callable[..., str]) -> None:
    main(["new", "Ann", "Bob", "--name", " "])
    assert "With 1,500 points, you need 90 to open (classic rules)" in says("minimum", "1500")
    assert "the total is missing" in says("minimum")
    assert "the totals are missing" in says("winner")
    assert "There is no current game" in says()


def test_a_game_that_can_no_longer_be_read_is_a_fault_that_the_doctor_names(
    says: Callable[..., str],
) -> None:
    begin()
    with closing(sqlite3.connect("canasta.db", isolation_level=None)) as connection:
        rows = connection.execute("select name, tbl_name from sqlite_master where type = 'trigger'")
        triggers = rows.fetchall()
        for name, _ in triggers:
            connection.execute(f"drop trigger {name}")
        (journal,) = {table for _, table in triggers}
        text = connection.execute(f"select data from {journal}").fetchone()[0]  # noqa: S608
        data = json.loads(text)
        data["ruleset"]["values"]["end.target"] = "far"
        connection.execute(f"update {journal} set data = ?", (json.dumps(data),))  # noqa: S608
    assert "can't read game friday" in says("doctor")
    assert main(["score"]) == 3
    assert "entry 1 of" in says("score")


def test_small_words() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob", "Cat"]) == "Ann, Bob and Cat"
    assert said_points(-1640) == "-1,640"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the pile is empty", "The pile is empty."),
        ("KKW has 1 natural card", "KKW has 1 natural card."),
        ("which ones?", "Which ones?"),
        ("it is Dan's turn.", "It is Dan's turn."),
    ],
)
def test_a_sentence_begins_with_a_capital_and_ends_once(text: str, sentence: str) -> None:
    assert as_sentence(text) == sentence
