"""Mistakes on the command line: a mistyped option or word, a missing name."""

import json
from pathlib import Path

import click
import pytest
from command_line import fix_environment, on_terminal
from looping import for_each_case

from canasta_cli.cli import main, upkeep
from canasta_cli.cli.command_classes import OrderedGroup

NEW = ("new", "Ann", "Bob", "Cat", "Dan", "--name", "friday")


@pytest.fixture(autouse=True)
def settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Give every test its own folder, database and game."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    assert main(list(NEW)) == 0
    capsys.readouterr()


MISTYPED: tuple[tuple[list[str], str], ...] = (
    (["hand", "--hnad"], "no such option --hnad."),
    (["hand", "--forec", "KK", "AAA"], "no such option --forec. Did you mean “--force”?"),
    (["hand", "--gaem=friday", "KK", "AAA"], "no such option --gaem. Did you mean “--game”?"),
    (["hand", "KK", "AAA", "-z"], "no such option -z."),
    (["change", "--date", "2024-02-03"], "no such option --date."),
    (["hand", "-nz", "KK", "AAA"], "no such option -z."),
    (["hand", "-g", "friday", "--jsno"], "no such option --jsno. Did you mean “--json”?"),
    (["count", "--jsno", "7xK"], "no such option --jsno. Did you mean “--json”?"),
    (["amend", "1", "--delaer", "Bob"], "no such option --delaer. Did you mean “--dealer”?"),
    (["minimum", "--detl", "3"], "no such option --detl. Did you mean “--deal”?"),
    (["winner", "--jsno", "-5", "-20"], "no such option --jsno. Did you mean “--json”?"),
    (["penalty", "Them", "100", "--dry"], "no such option --dry. Did you mean “--dry-run”?"),
    (["stats", "--season"], "no such option --season."),
    (["score", "--jsno"], "no such option --jsno. Did you mean “--json”?"),
    (
        ["check", "pickup", "5", "--unfrozen"],
        "no such option --unfrozen. Did you mean “--not-frozen”?",
    ),
    (
        ["check", "pickup", "5", "--not-open"],
        "no such option --not-open. Did you mean “--unopened”?",
    ),
    (["check", "pickup", "5", "--isfrozen"], "no such option --isfrozen. Did you mean “--frozen”?"),
    (["rules", "book", "--undr", "samba"], "no such option --undr."),
    (["check", "meld", "KKK", "--undr", "samba"], "no such option --undr. Did you mean “--under”?"),
    (["hand", "-dealer", "Bob", "KK"], "no such option -dealer. Did you mean “--dealer”?"),
    (["check", "meld", "KKK", "-hand", "KK"], "no such option -hand. Did you mean “--hand”?"),
    (["check", "meld", "KKK", "-opened"], "no such option -opened. Did you mean “--opened”?"),
    (["--vresion"], "no such option --vresion. Did you mean “--version”?"),
)


@for_each_case(("line", "message"), MISTYPED)
def test_a_mistyped_option_is_named_with_the_nearest_one(
    line: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    assert capsys.readouterr().err.startswith(f"canasta: {message}\n")


MISUSED: tuple[tuple[list[str], str], ...] = (
    (["turn"], "the turn is missing\nExample: canasta turn draw discard 4"),
    (["check", "turn"], "the turn is missing\nExample: canasta check turn draw"),
    (["new"], "the players are missing\nExample: canasta new Ann Bob Cat Dan"),
    (["rules", "diff", "classic"], "the second ruleset is missing\nExample: canasta rules diff"),
    (
        ["score", "tuesday"],
        "I don't understand “tuesday” here\nIf it is a game: canasta score -g tuesday\nSee the help: ",
    ),
    (
        ["score", "on", "tuesday"],
        "I don't understand “on tuesday” here\nIf it is a game: canasta score -g 'on tuesday'",
    ),
    (
        ["undo", "please"],
        "the number of entries must be a whole number, not “please”\nExample: canasta undo 2",
    ),
    (
        ["change", "3000"],
        "I don't understand “3000” here\nIf it is a game: canasta change -g 3000\nExample: canasta change -",
    ),
    *(
        (line.split(), f"I don't understand “{word}” here\n{fix}\nExample: ")
        for line, word, fix in (
            ("sub Eve for Bob", "Bob", "Write only the names: canasta sub PLAYER SUBSTITUTE"),
            (
                "players merge Ann into Anna",
                "Anna",
                "Write only the names: canasta players merge NAME OTHER",
            ),
            (
                "players rename Ann to Anna",
                "Anna",
                "Write only the names: canasta players rename NAME NEW_NAME",
            ),
        )
    ),
    (["undo", "0"], "the number of entries must be at least 1, not 0\nExample: canasta undo 2"),
    (
        ["undo", "-3"],
        "“-3” is a negative number, which makes no sense here\nExample: canasta undo 2",
    ),
    (
        ["minimum", "1e3"],
        ("the total must be a whole number, not “1e3”\nExample: canasta minimum 1640"),
    ),
    (
        ["minimum", "--deal", "third"],
        "--deal must be a whole number, not “third”\nExample: canasta minimum --deal 3",
    ),
    (
        ["minimum", "--deal", "0"],
        "--deal must be at least 1, not 0\nExample: canasta minimum --deal 3",
    ),
    (
        ["minimum", "--deal"],
        "--deal needs a value\nExample: canasta minimum --deal 3",
    ),
    (["score", "--json=yes"], "--json takes no value\nExample: canasta score -g friday --json"),
    (
        ["check", "meld", "K", "--stock", "-1"],
        "--stock must be at least 0, not -1\nExample: --stock 5",
    ),
    (
        ["check", "pickup", "5", "--with"],
        "--with needs a value\nExample: canasta check pickup 5 --with",
    ),
    (
        ["check", "meld", "K", "--drew", "it's"],
        "--drew must be stock or pile, not “it's”\nExample: --drew stock",
    ),
    (
        ["check", "nothing"],
        (
            "there is no command “nothing”. Write meld, pickup, discard, out, pass, special or turn.\n"
            "Example: canasta check "
        ),
    ),
    (["hand", "--dealer"], "--dealer needs a value\nExample: --dealer Ann"),
    (
        ["check", "meld", "KKK,", "unopened"],
        (
            "I don't understand “unopened”\n"
            "  KKK, unopened\n       ^^^^^^^^\n“unopened” is an option: write --unopened.\n"
        ),
    ),
    (
        ["change", "target", "3000"],
        "I don't understand “target 3000” here\n“target” is an option: write --target.\n",
    ),
    (
        ["deal", "Upcard", "9"],
        "I don't understand “Upcard 9” here\n“Upcard” is an option: write --upcard.\n",
    ),
    (["hand", "265", "445"], "“265 445” could be points of the whole hand, or of cards\n"),
    (["amend", "1", "swap"], "“swap” names no side\n“swap” is an option: write --swap.\n"),
    (["amend", "1", "drop"], "“drop” names no side\n“drop” is an option: write --drop.\n"),
    (
        ["check", "meld", "KKK", "total", "500"],
        (
            "“o” in “total” is not a card\n"
            "  KKK total 500\n      ^^^^^\n“total” is an option: write --total.\n"
        ),
    ),
    (
        ["suggest", "opening", "KKKQQQ2"],
        (
            "I don't understand “KKKQQQ2” here\n"
            "If it is the hand: canasta suggest opening --hand KKKQQQ2\n"
        ),
    ),
    (["check", "meld", "KKK", "--hand"], "--hand needs a value\nExample: --hand KK7"),
    (["next", "-g"], "-g needs a value\nExample: --game friday"),
    (
        ["completion", "tcsh"],
        "the shell must be bash, zsh or fish, not “tcsh”\nExample: canasta completion bash",
    ),
    (
        ["rules", "penalties", "x"],
        "there is no irregularity “x”.\nThe irregularities are undeclared",
    ),
)


@for_each_case(
    ("line", "fixed"),
    [
        (["new", "-Ann", "Bob", "-n"], ["new", "-n", "--", "-Ann", "Bob"]),
        (["note", "-20 for Bob", "-g", "friday"], ["note", "-g", "friday", "--", "-20 for Bob"]),
        (["note", "--hand=1", "-20"], ["note", "--hand=1", "--", "-20"]),
        (["players", "rename", "Ann", "-Anna"], ["players", "rename", "--", "Ann", "-Anna"]),
        (["sub", "Ann", "-Eve"], ["sub", "--", "Ann", "-Eve"]),
        (["left", "-Ann=4"], ["left", "--", "-Ann=4"]),
        (["rename", "-5"], ["rename", "--", "-5"]),
    ],
)
def test_an_argument_with_a_minus_sign_in_front_stands_after_two_of_them(
    line: list[str], fixed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    fix = "If it is not an option, write -- in front of it, after all options.\n"
    assert main(line) == 2
    assert f"begins with a minus sign, as options do\n{fix}" in capsys.readouterr().err
    main(fixed)
    assert "begins with a minus sign" not in capsys.readouterr().err


@for_each_case(
    ("line", "fix"),
    [
        (["stats", "-g", "live"], "To see one game: canasta score -g friday"),
        (["games", "--game=game one"], "To see one game: canasta score -g friday"),
        (
            ["delete", "-g", "friday"],
            "Name the game without an option. Example: canasta delete friday",
        ),
        (["use", "-g"], "Name the game without an option. Example: canasta use friday"),
        (["players", "-g", "live"], "Example: canasta players rename Jonas Jonah"),
        (
            ["change", "--date", "2026-11-20"],
            "To change the day of a game: canasta rename --date DAY",
        ),
        (["change", "--side", "Us=Ann,Cat"], "To rename a side: canasta players rename OLD NEW"),
    ],
)
def test_an_option_of_other_commands_is_answered_with_what_works(
    line: list[str], fix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    option = line[1].partition("=")[0]
    assert capsys.readouterr().err.startswith(f"canasta: no such option {option}.\n{fix}\n")


@pytest.mark.parametrize(
    ("word", "meant"),
    [("pickup", "check pickup"), ("penalties", "rules penalties"), ("hnad", "hand")],
)
def test_a_command_of_a_group_is_found_without_its_group(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == 2
    assert f"there is no command “{word}”. Did you mean “{meant}”?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "command"), [("sc --help", "score"), ("h -h", "hand"), ("che pi -h", "check pickup")]
)
def test_a_command_is_found_by_a_beginning_that_no_other_has(
    line: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*command.split(), "--help"])
    whole = capsys.readouterr()
    assert main(line.split()) == 0
    assert capsys.readouterr() == whole


def test_a_beginning_of_several_commands_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["re"]) == 2
    assert "“re” could be redo, rename or restore" in capsys.readouterr().err
    assert main(["check", "p"]) == 2
    assert "“p” could be pickup or pass" in capsys.readouterr().err


def test_a_whole_name_is_never_a_beginning() -> None:
    group = OrderedGroup(commands=[click.Command("out"), click.Command("outlook")])
    context = click.Context(group)
    assert group.resolve_command(context, ["out"])[0] == "out"
    assert group.resolve_command(context, ["outl"])[0] == "outlook"


@for_each_case(("line", "message"), MISUSED)
def test_a_usage_error_is_a_plain_sentence(
    line: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    assert capsys.readouterr().err.startswith(f"canasta: {message}")


@for_each_case("line", ["minimum", "use", "count 7xK -r", "", "stats --since", "man"])
def test_a_very_long_word_is_shown_by_its_ends(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*line.split(), f"a{'K' * 5000}z"]) in (2, 4)
    message, _, _ = capsys.readouterr().err.partition("\n")
    assert "“aKKK" in message
    assert " … " in message
    assert "KKKz”" in message
    assert len(message) < 300


def test_an_argument_that_can_be_missing_is_called_by_a_noun() -> None:
    """All are: by their names in the table, else by the names of their parameters."""
    from canasta_cli.cli.error_messages import SUBJECTS
    from canasta_cli.man.page import descriptions

    optional = {"hands", "topic", "key", "value", "words"}
    names = {each.split()[-1] for each in descriptions()} - optional
    assert names - set(SUBJECTS) == {
        "card", "cards", "name", "page", "player", "players", "rule", "shell", "side", "substitute", "tally",
        "text", "total", "turn",
    }  # fmt: skip


UNDERSTOOD: tuple[list[str], ...] = (
    ["minimum", "-35"],
    ["minimum", "-r", "leaflet", "-35", "--json"],
    ["winner", "-5", "-20", "-r", "classic"],
    ["hand", "-gfriday", "-n", "7xK out", "AAA"],
    ["hand", "-ng", "friday", "--dealer", "Dan", "7xK out", "AAA"],
    ["hand", "--game=friday", "--dry-run", "--", "7xK out", "AAA"],
    ["hand", "--help"],
)


@for_each_case("line", UNDERSTOOD, name=" ".join)
def test_numbers_and_options_are_understood(line: list[str]) -> None:
    assert main(line) == 0


def test_values_of_options_and_words_after_two_dashes_are_not_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["hand", "-g", "--x", "KK", "AAA"]) == 4
    assert "there is no game “--x”" in capsys.readouterr().err
    assert main(["count", "--", "--x"]) == 2
    assert "option" not in capsys.readouterr().err


SPELLED = (
    ("wilds:1", "classic", "is not a word of a tally.\n"),  # classic has no “wild” to suggest
    ("wild:1x", "classic", ""),
    ("naturals:2", "classic", "Did you mean “natural”?"),
    ("point:50", "samba", "Did you mean “points”?"),
)


@for_each_case(("tally", "rules", "message"), SPELLED)
def test_an_unknown_word_of_a_tally_is_a_spelling_error(
    tally: str, rules: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (["count", tally, "-r", rules], ["hand", tally, "AAA", "--force"]):
        assert main(line) == 2
        assert message in capsys.readouterr().err
    assert main(["count", tally, "-r", rules, "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["token"] in tally


def test_a_figure_of_another_ruleset_is_rejected_by_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["count", "wild:1", "-r", "classic"]) == 1
    assert "wild:" in capsys.readouterr().out


# Missing names.
def _deleted() -> list[str]:
    from canasta_cli.cli.session import open_scorebook

    with open_scorebook(None) as book:
        return [line.name for line in book.journal.games() if line.deleted]


def test_without_a_terminal_a_game_is_deleted_only_by_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["delete"]) == 2
    assert "Example: canasta delete friday" in capsys.readouterr().err
    assert main(["delete", "--json"]) == 2
    assert "canasta delete friday" in json.loads(capsys.readouterr().err)["fix"]
    assert _deleted() == []


@pytest.mark.parametrize(("answer", "status", "deleted"), [("y", 0, ["friday"]), ("n", 1, [])])
def test_on_a_terminal_the_program_asks_about_the_current_game(
    answer: str,
    status: int,
    deleted: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with on_terminal(monkeypatch, answer):
        assert main(["delete"]) == status
    printed = capsys.readouterr()
    assert _deleted() == deleted
    assert printed.err == ("" if deleted else "Nothing was recorded.\n")


# Files.
@pytest.mark.parametrize("file", ["all.html", "all.json", "all.canasta.toml"])
def test_exporting_all_games_rejects_a_file_name(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--format", "html"]):
        assert main(["export", "--all", "-o", file, *more]) == 2
        assert "Example: canasta export --all --format" in capsys.readouterr().err
    assert not (tmp_path / file).exists()


def test_all_games_go_into_one_csv_file(tmp_path: Path) -> None:
    assert main(["export", "--all", "-o", "all.csv"]) == 0
    assert (tmp_path / "all.csv").read_text(encoding="utf-8").startswith("game,date,")


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    (tmp_path / "2026.html").mkdir()
    assert main(["export", "--all", "-o", "2026.html", "--format", "html"]) == 0
    assert [each.name for each in (tmp_path / "2026.html").iterdir()] == ["friday.html"]


# The demonstration.
@pytest.mark.parametrize("line", [("hand", "KK", ""), ("nonsense",), ("hand", "7xK")], ids=" ".join)
def test_the_demonstration_fails_if_one_of_its_commands_fails(
    line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upkeep, "LINES", (upkeep.LINES[0], line, ("score",)))
    assert main(["demo"]) != 0
    assert "$ canasta score" not in capsys.readouterr().out


def test_the_demonstration_fails_if_its_impossible_hand_is_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upkeep, "REFUSED_HAND", upkeep.LINES[1])
    assert main(["demo"]) != 0


def test_the_last_hand_and_the_newest_entry_need_no_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["amend", "last", "Us+=3R"]) != 0
    assert main(["hand", "7xK out", "AAA"]) == main(["hand", "KKK", "AAA -JJ4"]) == 0
    assert main(["amend", "last", "Us+=3R"]) == 0
    assert "Us now: KKK 3R" in capsys.readouterr().out
    assert main(["show", "Last"]) == 0
    assert "Hand 2" in capsys.readouterr().out
    assert main(["undo", "last"]) == 0
    assert "Undone: amendment of hand 2" in capsys.readouterr().out
    assert main(["amend", "2", "Them-JJ4"]) == main(["undo", "none"]) == 2
    assert "“Them” has no “+=” or “=” after it" in capsys.readouterr().err


def test_a_ruleset_after_the_players_is_not_one_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Ann", "Bob", "Cat", "Dan", "samba"]) == 2
    assert "For these rules: -r samba. For a player of that name: Samba" in capsys.readouterr().err
    assert main(["new", "Ann", "Bob", "Cat", "Joker"]) == 0


@for_each_case(
    ("line", "wrong"),
    [
        ("4 players", "4"),
        ("Ann Bob Cat Dan 3000", "3000"),
        ("Ann Cat - Bob Dan", "-"),
        ("Us: Ann Cat Them: Bob Dan", "Us:"),
    ],
)
def test_a_number_a_sign_or_a_heading_is_not_a_player(
    line: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", *line.split()]) == 2
    assert f"“{wrong}” is not the name of a player\nGive only the names" in capsys.readouterr().err
    assert main(["new", "Ann2", "🦊"]) == 0


@for_each_case(
    ("line", "name"),
    [("players rename Ann", "7"), ("sub Ann", "12"), ("players rename Us", "Team:")],
)
def test_a_number_is_no_new_name_either(
    line: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*line.split(), name]) == 2
    error = capsys.readouterr().err
    assert f"“{name}” is not the name of a player\nExample: canasta " in error


def test_a_penalty_may_be_named_before_its_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalty", "100", "Us"]) == main(["penalty", "Us", "100"]) == 0
    assert main(["penalty", "Us", "-100"]) == 0  # as it stands on a score sheet
    capsys.readouterr()
    assert main(["log"]) == 0
    assert capsys.readouterr().out.count("Us: penalty:100") == 3
