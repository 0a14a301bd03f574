"""Tables in CSV: what spreadsheets write, what people type, and an export read back."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import fix_environment, on_terminal
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.game.stats import figures, stats
from canasta_cli.errors import UnusableData
from canasta_cli.model.game import Arrival, Game, Hand, Side
from canasta_cli.notation import csvfile
from canasta_cli.notation.csvfile import read_table
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset
from canasta_cli.show.export import to_csv
from canasta_cli.untrusted import MOST_ROWS

PLAIN = "date,Ann & Cat,Bob & Dan\n2026-01-09,1860,-20\n2026-01-09,35,1200\n"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a database is made when something is recorded."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def games(text: str) -> list[Game]:
    """Return the games of a table."""
    return [read.game for read in read_table(text, "old")]


def test_partners_sit_opposite_each_other() -> None:
    (game,) = games(PLAIN)
    assert game.players == ("Ann", "Bob", "Cat", "Dan")
    assert [side.players for side in game.sides] == [("Ann", "Cat"), ("Bob", "Dan")]
    assert (game.name, game.date) == ("2026-01-09", "2026-01-09")
    assert [tally.score for hand in game.hands for tally in hand.tallies] == [1860, -20, 35, 1200]


@for_each_case(
    "change",
    [
        lambda text: f"\ufeff{text}",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace(",", ";"),
        lambda text: text.replace(",", "\t"),
        lambda text: text.replace("date,Ann & Cat,Bob & Dan", 'DATE,"Ann, Cat","Bob, Dan"'),
        lambda text: text.replace("date,Ann & Cat,Bob & Dan", "Date;Ann, Cat;Bob, Dan").replace(
            "2026-01-09,", "2026-01-09;"
        ).replace("0,-20", "0;-20").replace("35,1", "35;1"),
        lambda text: text.replace("-20", "−20"),
        lambda text: text.replace("1860", '"1,860"').replace("1200", '"1,200"'),
        lambda text: text.replace("1860", "1.860"),
        lambda text: text.replace("1860", "1\u202f860"),
        lambda text: text.replace("1860", "1'860"),
        lambda text: text.replace("2026-01-09", "09.01.2026"),
        lambda text: text.replace("2026-01-09", "2026/1/9"),
        lambda text: f"\n{text}\n,,\n",
        lambda text: text.replace("\n", ",\n"),
        lambda text: text.replace("1860", " 1860 "),
        lambda text: text.replace(" & ", " and "),
    ],
)  # fmt: skip
def test_what_spreadsheets_write_is_read(change: Callable[[str], str]) -> None:
    (game,) = games(change(PLAIN))
    assert game == games(PLAIN)[0]


def test_a_row_for_each_side_is_the_same_as_a_column_for_each() -> None:
    rows = [
        "date,points,players", "2026-01-09,1860,Ann+Cat", "2026-01-09,-20,Bob/Dan",
        "2026-01-09,1200,Dan; Bob", "2026-01-09,35,Cat and Ann",
    ]  # fmt: skip
    assert games("\n".join(rows)) == games(PLAIN)


@pytest.mark.parametrize(
    ("dates", "day"),
    [
        (["1/2/2026", "13/2/2026"], "2026-02-01"),
        (["1/2/2026", "1/13/2026"], "2026-01-02"),
        (["2/2/2026"], "2026-02-02"),
    ],
)
def test_the_other_dates_show_which_number_is_the_day(dates: list[str], day: str) -> None:
    rows = "".join(f"{date},5,10\n" for date in dates)
    assert games(f"date,Ann,Bob\n{rows}")[0].date == day


def test_dates_in_two_orders_are_refused_where_the_second_begins() -> None:
    with pytest.raises(UnusableData, match=r"line 4, column 1 .*another way"):
        games("date,Ann,Bob\n13/1/2026,5,5\n2/1/2026,5,5\n1/13/2026,5,5\n")


@for_each_case("number", ["x", "1,20", "0,500", "1,2000", "1e3", "٣", "--5", "1.000,5"])
def test_what_is_not_a_whole_number_is_refused(number: str) -> None:
    with pytest.raises(UnusableData, match=r"^line 2, column 2 .*point"):
        games(f'date,Ann,Bob,Cat\n2026-01-09,"{number}",5,5\n')


def test_a_player_who_was_away_is_not_in_the_game() -> None:
    first, second = games("date,Ann,Bob,Cat\n2026-01-09,5,10,15\n2026-01-16,5,,15\n")
    assert first.players == ("Ann", "Bob", "Cat")
    assert second.players == ("Ann", "Cat")


def test_a_total_of_all_sides_is_not_counted() -> None:
    table = "date,Ann & Cat,Bob & Dan,Total\n2026-01-09,1860,-20,1840\n2026-01-09,35,1200,1235\n"
    assert games(table) == games(PLAIN)


REFUSED = {
    "a column of sides beside a column for each": (
        "date,Ann & Cat,Bob & Dan,side\n2026-09-12,1100,500,Us\n2026-09-12,500,300,Them\n",
        "line 1, column 4 (side): each other column is that of a side",
    ),
    "sides without their players": (
        "date,side,points\n2026-09-12,Us,5\n2026-09-12,Them,5\n",
        "line 1: no column has the players",
    ),
    "sides in the headings": (
        "date,Us,Them\n2026-09-12,5,5\n",
        "line 2, column 2 (Us): “Us” is a side, and not its players",
    ),
    "sides in the place of players": (
        "date,players,points\n2026-09-12,we,5\n2026-09-12,they,5\n",
        "line 2, column 2 (players): “we” is a side, and not its players",
    ),
    "a total that is not that of its line": (
        "date,Ann & Cat,Bob & Dan,total\n2026-09-12,1100,500,9999\n",
        "line 2, column 4 (total): the points in this line add up to 1,600, not to 9,999",
    ),
    "thousands after the mark of decimals": (
        "date;Ann;Bob\n2026-09-12;1.107,00;1,107\n",
        "line 2, column 3 (Bob): “1,107”, but another number has decimals after “,”",
    ),
    "decimals after two marks": (
        "date;Ann;Bob\n2026-09-12;1.107,00;1,107.00\n",
        "line 2, column 3 (Bob): “1,107.00”, but another number has decimals after “,”",
    ),
    "a fraction after the mark of decimals": (
        "date;Ann;Bob\n2026-09-12;1.107,00;1,5\n",
        "line 2, column 3 (Bob): “1,5” is not a whole number",
    ),
}


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED)
def test_a_table_that_can_be_read_in_two_ways_is_refused(text: str, says: str) -> None:
    with pytest.raises(UnusableData, match=f"^{re.escape(says)}") as caught:
        games(text)
    assert caught.value.fix


@for_each_case(
    ("numbers", "points"),
    [
        ("1.107,00;920,00", [1107, 920]),
        ("920,00;1.107,00", [920, 1107]),
        ("920,00;-55,00", [920, -55]),
        ("1.107,00;1.107", [1107, 1107]),
        ("120.0;1,107.00", [120, 1107]),
        ("120.0;1107", [120, 1107]),
    ],
)
def test_decimals_of_nothing_are_read_in_one_way_in_a_table(
    numbers: str, points: list[int]
) -> None:
    (game,) = games(f"date;Ann;Bob\n2026-09-12;{numbers}\n")
    assert [tally.score for tally in game.hands[0].tallies] == points


def test_a_row_without_points_of_one_side_does_not_join_the_next_one() -> None:
    with pytest.raises(UnusableData, match="line 2: fewer than two sides"):
        games("date,Ann,Bob\n2026-01-09,5,\n2026-01-09,,5\n")


def test_two_columns_of_one_side_are_refused() -> None:
    with pytest.raises(
        UnusableData, match=r"^line 2: one side has points in two columns"
    ) as caught:
        games("date,Ann & Cat,Cat & Ann,Bob & Dan\n2026-01-09,5,5,10\n")
    assert caught.value.fix


def test_a_side_that_is_missing_where_seats_changed_is_refused() -> None:
    text = OF_A_GAME + "club,2026-01-09,2,Dan,Ann,Dan,7xK out,670,two-player,\n"
    with pytest.raises(UnusableData, match=r"^line 4: "):
        games(text)


def test_a_long_name_is_kept() -> None:
    name = "n" * 200
    assert games(f"date,{name},Bob\n2026-01-09,5,5\n")[0].players == (name, "Bob")


def test_a_table_of_too_many_rows_is_refused() -> None:
    with pytest.raises(UnusableData, match="over a limit: more than"):
        games("date,Ann,Bob\n" + "2026-01-09,5,5\n" * (MOST_ROWS + 1))


def test_the_line_of_a_fault_counts_the_lines_in_quotes() -> None:
    with pytest.raises(UnusableData, match=r"^line 4, column 3"):
        games('date,dealer,Ann,Bob\n2026-01-09,"two\nlines",5,5\n2026-01-09,,x,5\n')


def test_a_binary_file_is_refused(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (database / "a.csv").write_bytes(b"date,M\xfcller,Bob\n2026-01-09,5,5\n")
    assert main(["import", "a.csv"]) == 3
    assert "“CSV UTF-8”" in capsys.readouterr().err
    assert not (database / "canasta.db").exists()


@pytest.mark.parametrize(
    "name",
    [
        "=CMD()",
        "+x",
        "-x",
        "@x",
        "'x",
        'a "b"',
        '"Bob"',
        "x;y",
        "Ann, the elder",
        '", "',
        "Ann\tB",
        "名",
    ],
)
@pytest.mark.usefixtures("database")
def test_an_export_is_read_back(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    sides = {"Us": [name, "Cat"], "Them": ["Bob", "Dan"]}
    begun = {"canasta": 1, "players": [name, "Bob", "Cat", "Dan"], "sides": sides}
    Path("game.json").write_text(json.dumps(begun), encoding="utf-8")
    for words in (
        ("import", "game.json", "--as", name),
        ("hand", "-g", name, "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
        ("penalty", "-g", name, "Us", "100"),
        ("hand", "-g", name, "--points", "Us=1860", "Them=-20"),
        ("export", "-g", name, "-o", "a.csv"),
        ("import", "a.csv", "--as", "again"),
    ):
        assert main(list(words)) == 0, words
    capsys.readouterr()
    for game in (name, "again"):
        assert main(["export", "-g", game, "--format", "csv"]) == 0
    first, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert first == list(csvfile.COLUMNS)
    half = len(rows) // 2
    assert [row[1:] for row in rows[:half]] == [row[1:] for row in rows[half + 1 :]]
    assert half == 4


@pytest.mark.parametrize("option", [(), ("--unfinished",), ("--abandon",)])
@pytest.mark.usefixtures("database")
def test_an_export_keeps_substitutes_and_how_the_game_ended(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    hand = ("hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")
    for words in (
        ("new", "Ann", "Bob", "Cat", "Dan", "--name", "club"),
        hand,
        ("sub", "Cat", "Eve"),
        hand,
        ("sub", "Ann", "Cat"),  # she takes another seat of her side
        hand,
        ("finish", *option),
        ("export", "--format", "csv", "-o", "a.csv"),
        ("import", "a.csv", "--as", "again"),
    ):
        assert main(list(words)) == 0, words
    capsys.readouterr()
    for game in ("club", "again"):
        assert main(["export", "-g", game]) == 0
    first, again = capsys.readouterr().out.replace('"again"', '"club"').split("canasta = 1")[1:]
    assert first == again
    assert first.count("[[substitutes]]") == 2


@pytest.mark.parametrize("came", ["Eve", "=Eve", "Eve, the elder"])
def test_several_substitutes_who_come_with_one_hand_are_read_back(came: str) -> None:
    rules = ruleset("classic")
    tallies = (read_tally("7xK out"), read_tally("AAA left:4"))
    game = Game(
        "club",
        (came, "Ann", "Cat", "Dan"),
        (Side("Us", (came, "Cat")), Side("Them", ("Ann", "Dan"))),
        "Dan",
        hands=(Hand(tallies),) * 3,
        first_players=("Ann", "Bob", "Cat", "Dan"),
        arrivals=(Arrival(2, 0, came), Arrival(2, 1, "Ann")),  # who deals hand 2
    )
    before = standing(game, rules)
    (read,) = read_table(to_csv([before]), "")
    again = standing(read.game, rules)
    assert again.totals == before.totals
    assert stats([figures(again)]) == stats([figures(before)])
    assert [each.dealer for each in again.hands] == [each.dealer for each in before.hands]
    assert to_csv([again]) == to_csv([before])


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (("Eve, Bob", "Bob, Dan"), "Bob would have two seats from hand 2 on"),
        (("Bob, Cat", "Ann, Dan"), "Bob and Ann would exchange their seats with hand 2"),
    ],
)
def test_a_person_has_one_seat_and_keeps_it(players: tuple[str, str], says: str) -> None:
    us, them = players
    text = (
        "game,hand,side,players,points,tally\n"
        'club,1,Us,"Ann, Cat",670,\nclub,1,Them,"Bob, Dan",55,\n'
        f'club,2,Us,"{us}",100,\nclub,2,Them,"{them}",100,\n'
    )
    with pytest.raises(UnusableData, match=f"line 4: {says}"):
        games(text)


OF_A_GAME = (
    "game,date,hand,dealer,side,players,tally,points,rules,ending\n"
    "club,2026-01-09,1,Dan,Ann,Ann,7xK out,670,two-player,unfinished\n"
    "club,2026-01-09,1,Dan,Dan,Dan,AAA left:4,55,two-player,unfinished\n"
)


@for_each_case(
    ("old", "new", "where"),
    [
        ("unfinished", "abandoned", "line 3, column 10 (ending): “unfinished”, but “abandoned” in"),
        (
            "two-player",
            "classic",
            "line 3, column 9 (rules): “two-player”, but “classic” in line 2",
        ),
        ("1,Dan", "1,Ann", "line 3, column 4 (dealer): “Dan”, but “Ann” in line 2"),
        ("unfinished", "late", "line 2, column 10 (ending): “late” is not an ending"),
    ],
)
def test_rows_that_contradict_each_other_are_refused(old: str, new: str, where: str) -> None:
    with pytest.raises(UnusableData, match=f"^{re.escape(where)}"):
        games(OF_A_GAME.replace(old, new, 1))


@pytest.mark.parametrize(("old", "new"), [("unfinished", ""), ("two-player", ""), ("1,Dan", "1,")])
def test_what_is_the_same_in_all_rows_may_be_left_out_in_some(old: str, new: str) -> None:
    (whole,) = read_table(OF_A_GAME, "")
    (found,) = read_table(OF_A_GAME.replace(old, new, 1), "")
    assert (found.game, found.rules) == (whole.game, whole.rules)


def test_an_export_of_an_earlier_version_has_no_ending(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (database / "a.csv").write_text(
        "game,date,hand,dealer,side,players,tally,points,total,forced,rules\n"
        'club,2026-01-09,1,Dan,Us,"Ann, Cat",7xK out,670,670,,classic\n'
        'club,2026-01-09,1,Dan,Them,"Bob, Dan",AAA left:4,55,55,,classic\n',
        encoding="utf-8",
    )
    assert main(["import", "a.csv"]) == 0
    (database / "b.csv").write_text(
        (database / "a.csv").read_text().replace("rules", "rules,ending").replace("c\n", "c,late\n")
    )
    assert main(["import", "b.csv", "--as", "b"]) == 3
    assert "“late” is not an ending" in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "recorded"), [("", True), ("y", True), ("n", False)])
def test_a_terminal_is_asked_before_a_table_is_recorded(
    answer: str,
    recorded: bool,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (database / "a.csv").write_text(PLAIN, encoding="utf-8")
    with on_terminal(monkeypatch, answer):
        assert main(["import", "a.csv"]) == (0 if recorded else 1)
    out = capsys.readouterr().out
    assert out.count("Ann+Cat 1,895, Bob+Dan 1,180") == 1
    assert "Import 1 game?" in out
    assert (database / "canasta.db").exists() is recorded


@pytest.mark.parametrize(
    "text",
    [
        "date,ann & cat,bob & dan\n2026-01-09,1860,-20\n",
        "date,dealer,players,points\n2026-01-09,dan,ANN+CAT,1860\n2026-01-09,dan,bob+Dan,-20\n",
    ],
)
@pytest.mark.usefixtures("database")
def test_a_known_player_keeps_the_spelling(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "first"])
    Path("a.csv").write_text(text, encoding="utf-8")
    assert main(["import", "a.csv"]) == 0
    capsys.readouterr()
    main(["stats", "--json"])
    main(["export", "--format", "csv"])
    found, *rows = capsys.readouterr().out.splitlines()
    assert {each["player"] for each in json.loads(found)["players"]} == {"Ann", "Bob", "Cat", "Dan"}
    players = {row["players"] for row in csv.DictReader(io.StringIO("\n".join(rows)))}
    assert players == {"Ann, Cat", "Bob, Dan"}


def test_one_spelling_of_a_name_is_enough_for_a_table(database: Path) -> None:
    rows = "2026-01-09,Ann,5\n2026-01-09,Bob,5\n2026-01-09,ann,5\n2026-01-09,bob,5\n"
    (database / "a.csv").write_text(f"date,players,points\n{rows}", encoding="utf-8")
    assert main(["import", "a.csv", "--dry-run"]) == 0


def test_a_column_of_a_player_or_a_score_has_another_name_in_an_export() -> None:
    (game,) = games("date,player,score\n2026-01-09,Ann,1200\n2026-01-09,Bob,300\n")
    assert game.players == ("Ann", "Bob")
    assert [tally.score for tally in game.hands[0].tallies] == [1200, 300]


def test_the_columns_of_a_row_about_one_side_are_added_up() -> None:
    (game,) = games("date,player,books,cards\n2026-01-09,Ann,500,120.0\n2026-01-09,Bob,300,-50\n")
    assert [tally.score for tally in game.hands[0].tallies] == [620, 250]


def test_a_table_of_tallies_needs_no_points() -> None:
    (game,) = games("date,players,tally\n2026-01-09,Ann,7xK out\n2026-01-09,Bob,QQQ\n")
    assert game.hands[0].tallies == (read_tally("7xK out"), read_tally("QQQ"))
    assert game.hands[0].claimed == (None, None)


@pytest.mark.parametrize("first", ["Total", "sum:", "TOTALS"])
def test_a_row_with_the_sums_is_left_out(first: str) -> None:
    assert games(f"{PLAIN}{first},1895,1180\n") == games(PLAIN)


def test_a_player_called_total_is_no_sum() -> None:
    table = "players,points,date\n"
    for hand in ((1200, 300), (-20, 35)):
        table += "".join(
            f"{who},{n},2026-01-09\n" for who, n in zip(("Ann", "Total"), hand, strict=True)
        )
    (game,) = games(table)
    assert game.players == ("Ann", "Total")
    assert [[tally.score for tally in hand.tallies] for hand in game.hands] == [
        [1200, 300],
        [-20, 35],
    ]


def test_a_date_in_the_future_is_named(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (database / "late.csv").write_text(PLAIN.replace("2026-01-09", "2999-01-09"))
    assert main(["import", "late.csv"]) == 0
    assert "Warning: 2999-01-09 is in the future." in capsys.readouterr().err
