"""A game begins with people who are known: the same again, and names that are spelled alike."""

from pathlib import Path

import pytest
from command_line import Answers, answering, fix_environment

from canasta_cli.cli import beginning, main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.errors import UnusableData
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Game
from canasta_cli.scorekeeper import people
from canasta_cli.scorekeeper.scorebook import load_game

FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type ``canasta new`` and then these answers, after a first game; Ctrl-D after the last."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", *FOUR, "--name", "friday", "--side", "Reds=Ann,Cat"])
    capsys.readouterr()
    return answering(monkeypatch, capsys, "new")


def game(name: str | None = None) -> Game:
    """Return a game."""
    with open_scorebook(None) as book:
        return load_game(book.journal, name).game


def test_the_same_four_play_again_with_other_words_about_the_game(new: Answers) -> None:
    status, _, err = new("", arguments=("--name", "saturday", "--dealer", "cat", "--event", "club"))
    assert (status, err) == (0, "")
    found = game()
    assert (found.name, found.event, found.dealer) == ("saturday", "club", "Cat")
    assert [side.name for side in found.sides] == ["Reds", "Them"]


@pytest.mark.parametrize("given", ["--rules=poker", "--house=out.bonos=200"])
def test_what_can_never_be_begun_is_refused_before_it_is_asked_for(
    given: str, new: Answers
) -> None:
    status, out, _ = new(arguments=("--rules", "samba", given))
    assert status == 2
    assert "Who plays?" not in out


def test_a_number_is_refused_where_it_is_typed_as_a_name(new: Answers) -> None:
    typed = ("4 players", "Ann - Bob", "Ann Cat Bob Dan", "", "")
    status, out, _ = new(*typed, arguments=("--rules", "classic"))
    assert status == 0
    assert "“4” is not the name of a player" in out
    assert "“-” is not the name of a player" in out
    assert game().players == ("Ann", "Cat", "Bob", "Dan")


def test_rules_without_players_ask_for_the_players(new: Answers) -> None:
    status, _, err = new("Ann Cat Bob Dan", "", "", arguments=("--rules", "samba"))
    assert (status, err) == (0, "")
    assert game().players == ("Ann", "Cat", "Bob", "Dan")
    with open_scorebook(None) as book:
        assert load_game(book.journal, None).ruleset.base == "samba"


@pytest.mark.parametrize(
    ("seats", "sides"),
    [
        ("Ann,Bob,Cat,Dan", {"Reds": ("Ann", "Cat"), "Them": ("Bob", "Dan")}),
        ("Dan,Cat,Bob,Ann", {"Reds": ("Ann", "Cat"), "Them": ("Bob", "Dan")}),
        ("Dan,Cat,Ann,Bob", {"Reds": ("Dan", "Ann"), "Them": ("Cat", "Bob")}),
    ],
)
@pytest.mark.usefixtures("new")
def test_other_seats_keep_the_names_of_the_sides(
    seats: str, sides: dict[str, tuple[str, ...]]
) -> None:
    assert main(["again", "--seats", seats]) == 0
    assert {side.name: side.players for side in game().sides} == sides
    assert ",".join(game().players) == seats


@pytest.mark.usefixtures("new")
def test_other_seats_rename_sides_that_are_called_after_their_players() -> None:
    main(["new", "A", "B", "C", "D", "E", "F", "--rules", "six-player-three-teams"])
    assert [side.name for side in game().sides] == ["A+D", "B+E", "C+F"]
    assert main(["again", "--seats", "A,B,C,E,D,F"]) == 0
    assert [side.name for side in game().sides] == ["A+E", "B+D", "C+F"]


@pytest.mark.usefixtures("new")
def test_the_dealer_follows_the_last_one_of_a_finished_game() -> None:
    main(["hand", "--points", "6000", "20"])
    assert main(["again"]) == 0
    assert game().dealer == "Ann"


def test_the_hand_that_ends_a_game_names_the_command_for_the_next(new: Answers) -> None:
    line = "To play again with the same people: canasta again"
    assert line not in new(command=("hand",), arguments=("--points", "100", "20"))[1]
    assert line in new(command=("hand",), arguments=("--points", "6000", "20"))[1]


def test_a_known_name_keeps_its_spelling_wherever_it_is_typed(new: Answers) -> None:
    arguments = ("ANN", "bob", "cat", "dan", "--side", "Us=bob,DAN", "--dealer", "bob")
    status, _, err = new(arguments=arguments)
    assert (status, err) == (0, "")
    assert game().players == FOUR
    assert game().dealer == "Bob"
    assert game().sides[0].players == ("Bob", "Dan")


def test_a_name_that_was_a_slip_is_put_right_wherever_it_is_typed(new: Answers) -> None:
    arguments = ("Anne", "Bob", "Cat", "Eve", "--side", "Us=Anne,Eve", "--dealer", "Anne")
    assert new("y", arguments=arguments)[0] == 0
    assert game().players == ("Ann", "Bob", "Cat", "Eve")
    assert game().dealer == "Ann"
    assert game().sides[0].players == ("Ann", "Eve")


def test_two_people_whose_names_are_alike_may_sit_at_one_table(new: Answers) -> None:
    status, out, err = new(arguments=("Anne", "Ann", "Cat", "Dan"))
    assert (status, err) == (0, "")
    assert "Is it" not in out


def test_a_warning_lets_nothing_of_a_name_through(
    new: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    del new
    main(["new", "Ann\x1b", "Bob", "Cat", "Dan"])
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.usefixtures("new")
def test_long_names_and_names_of_other_scripts_play_again() -> None:
    players = ["x" * 200, "שרה", 'O\'Neil "Jr"', "a;b"]
    assert main(["new", *players]) == 0
    assert main(["again", "--seats", ",".join(reversed(players))]) == 0
    assert game().players == tuple(reversed(players))


def test_a_game_begins_even_if_the_people_of_the_others_cannot_be_read(
    new: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(beginning, "known_people", _damaged)
        status, _, _ = new(arguments=("ann", "Bob", "Cat", "Dan"))
    assert status == 0
    assert game().players[0] == "ann"


def _damaged(journal: Journal) -> tuple[people.Person, ...]:
    raise UnusableData(f"{journal.path} is damaged")


def test_a_game_begun_elsewhere_while_the_question_is_open_stays(
    new: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    from canasta_cli.cli import form

    ask = form.ask

    def meanwhile(prompt: str, line: str = "") -> str:
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin.isatty", lambda: False)
            main(["new", "Eve", "Fay", "--name", "2026-11-21"])
        return ask(prompt, line)

    monkeypatch.setattr(form, "ask", meanwhile)
    assert new("")[0] == 0
    assert game("2026-11-21").players == ("Eve", "Fay")
    assert game().players == FOUR


def test_the_target_is_a_house_rule(new: Answers) -> None:
    new(command=("new", "A", "B", "--name", "a", "--target", "3000"))
    with open_scorebook(None) as book:
        rules = load_game(book.journal, "a").ruleset
    assert (rules.house, rules.value("end.target")) == (("end.target",), 3000)


@pytest.mark.parametrize(("known", "typed"), [("Zoë", "Zoe"), ("Zoe", "ZOË"), ("Åke", "ake")])
def test_names_that_differ_only_by_accents_and_case_may_be_one_person(
    known: str, typed: str, new: Answers
) -> None:
    assert new(command=("new", known, "Mia", "Tom", "Lee"))[0] == 0
    status, out, _ = new("yes", command=("new", "Mia", typed, "Tom", "Lee"))
    assert status == 0
    assert f"New player {typed}; you know {known}. Is it {known}?" in out
    assert game().players == ("Mia", known, "Tom", "Lee")


def test_a_game_of_a_number_of_hands_says_so_and_how_to_play_more(new: Answers) -> None:
    rules = ("--rules", "hand-and-foot")
    lasts = "The game lasts 4 hands."
    assert lasts in new(command=("new", *FOUR, *rules))[1]
    assert lasts not in new(command=("new", *FOUR))[1]
    assert lasts in new(command=("change", *rules, "--yes"))[1]
    for scored in ("100", "110", "120", "130"):
        new(command=("hand", "--points", scored, "50"))
    status, _, err = new(command=("hand", "--points", "100", "50"))
    assert status != 0
    assert "canasta again" in err
    assert "To play more hands: canasta change --house end.deals=N" in err
    assert new(command=("change", "--house", "end.deals=5", "--yes"))[0] == 0
    assert new(command=("hand", "--points", "140", "50"))[0] == 0


def test_a_game_has_the_day_that_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    assert main(["new", "Ann", "Bob", "Cat", "Dan", "--date", "2025-12-31"]) == 0
    assert "Game 2025-12-31" in capsys.readouterr().out
    assert main(["new", "Ann", "Bob", "--date", "2025-12"]) == 2
    assert "“2025-12” is not one day" in capsys.readouterr().err
