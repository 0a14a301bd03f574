"""Names and notes may contain anything: printed safely everywhere, kept exactly in JSON and TOML."""

import csv
import html.parser
import io
import json
import os
import re
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from command_line import fix_environment
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.show.layout import BLANK, Grid, Text, _visible, inert, plain, short, width

Run = Callable[..., str]
NAMES = {
    "markup": "[bold]x[/] [link=http://a]b[/link]",
    "escape": "\x1b[31mred\x1b]0;title\x07",
    "eight-bit": "\x9b31mred\x7f",
    "directions": "a\u202eb\u2066c\u200fd\u061ce",
    "unseen": "a\u200bb\u2060c\ufeffd\u00ade\u200df\U000e0041g",
    "lines": "one\ntwo\r\nthree\x0bfour\u2028five\u2029six",
    "long": "y" * 10_000,
    "formula": "=cmd()",
    "plus": "+1",
    "at": "@SUM(A1)",
    "minus": "-1+2",
    "tab": "\t=cmd()",
    "wide": "＝cmd()",
    "wide plus": "＋1",
    "wide minus": "－1",
    "wide at": "＠SUM(A1)",
    "html": "<script>alert(1)</script>&amp;\"'",
    "markdown": "| a | `b` ![x](http://y) # *c* _d_",
    "template": "{{ 7*7 }}{% if x %}",
}
names = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
FORBIDDEN = {"Cc", "Cf", "Zl", "Zp", "Cs"}
EVERY = ("score", "next", "log", "games", "stats", "minimum", "winner", "doctor", "")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed, and return its output."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))

    def run(*arguments: str) -> str:
        status = main(list(arguments))
        printed = capsys.readouterr()
        assert status == 0, printed.err
        return printed.out

    return run


_played: dict[str, bytes] = {}


def _play(run: Run, name: str) -> None:
    """Give the database a game in which everything that can have a name has this name."""
    file = Path(os.environ["CANASTA_DB"])
    if name in _played:
        file.write_bytes(_played[name])
        return
    _record(run, name)
    _played[name] = file.read_bytes()


def _record(run: Run, name: str) -> None:
    plain_side = "=" not in name and "," not in name
    side = f"{name}={name}1,{name}3"
    players = [f"{name.strip()}1", "Bob", f"{name.strip()}3", "Dan"]
    if plain_side:
        run("new", f"--name={name}", f"--event={name}", f"--side={side}", "--", *players)
    else:  # only a file can have such names of players
        sides = {"Us": players[::2], "Them": players[1::2]}
        game = {"canasta": 1, "name": name, "event": name, "players": players, "sides": sides}
        file = Path(os.environ["CANASTA_DB"]).with_name("game.json")
        file.write_text(json.dumps(game), encoding="utf-8")
        run("import", str(file))
    run("hand", "7xK out", "AAA", f"--dealer={name.strip()}3")
    run("note", "--", name)


def _strangers(text: str) -> set[str]:
    """Return the characters that could control a terminal or reverse a line."""
    return {c for c in text if unicodedata.category(c) in FORBIDDEN and c != "\n"}


@names
def test_plain_answers_let_nothing_through(name: str, run: Run) -> None:
    _play(run, name)
    for line in EVERY:
        assert not _strangers(run(*line.split())), line


@names
def test_answers_in_colour_let_nothing_through_but_their_own_colours(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(run, name)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    for line in ("score", "next", "log", "games", "stats"):
        printed = re.sub(r"\x1b\[[0-9;]*m", "", run(*line.split()))
        assert not _strangers(printed), line
        if name.startswith("[bold]") and line != "next":
            assert "[bold]x[/]" in printed, line


def test_the_html_page_allows_only_its_own_style(run: Run) -> None:
    _play(run, "friday")
    page = run("export", "--format", "html")
    style = page.partition("<style>")[2].partition("</style>")[0]
    known = b64encode(sha256(style.encode()).digest()).decode()
    assert (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'sha256-{known}'; base-uri 'none'; form-action 'none'\">"
    ) in page
    assert page.count("<style") == 1
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script|javascript:|https?://", page)


class _Page(html.parser.HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the tag, and check that it runs nothing."""
        self.tags.append(tag)
        assert not any(key.startswith("on") for key, _ in attrs)

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.words += data


@names
def test_a_page_of_html_shows_a_name_as_words(name: str, run: Run) -> None:
    _play(run, name)
    page = _Page()
    text = run("export", "--format", "html")
    page.feed(text)
    assert not _strangers(text)
    assert not {"script", "img", "link", "iframe", "object"} & set(page.tags)
    assert inert(name) in page.words


@names
def test_no_cell_of_a_csv_is_a_formula_or_steers_a_terminal(name: str, run: Run) -> None:
    _play(run, name)
    text = run("export", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 2
    for row in rows:
        assert not any(cell.startswith(tuple("=+@＝＋－＠\t\r\n")) for cell in row.values())
        assert not any(re.match(r"-(?!\d+$)", cell) for cell in row.values())
    if name.startswith(tuple("=+-@＝＋－＠")):
        assert rows[0]["game"] == f"'{name}"
    assert not _strangers(text)


@names
@pytest.mark.parametrize("form", ["toml", "json"])
def test_game_files_keep_a_name_exactly(name: str, form: str, run: Run, tmp_path: Path) -> None:
    """Exporting, importing and exporting again gives the same file and the same names."""
    _play(run, name)
    file = tmp_path / f"game.{form}"
    run("export", "-o", str(file))
    assert main(["import", str(file), "--db", str(tmp_path / "other.db")]) == 0
    run("log")
    again = run("export", "--format", form, "--db", str(tmp_path / "other.db"))
    assert again.encode() == file.read_bytes()
    assert not _strangers(again)
    log = json.loads(run("log", "--json", "--db", str(tmp_path / "other.db")))
    assert log["game"] == name
    assert log["records"][-1]["text"] == name


@names
def test_json_keeps_a_name_exactly_in_escapes(name: str, run: Run) -> None:
    _play(run, name)
    for line in EVERY[:-1]:
        assert not _strangers(run(*line.split(), "--json")), line
    assert json.loads(run("next", "--json"))["game"] == name
    assert json.loads(run("log", "--json"))["records"][-1]["text"] == name
    assert json.loads(run("games", "--json"))["games"][0]["name"] == name


@names
def test_a_message_lets_nothing_through(
    name: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    _play(run, name)
    for line in (
        ["next", f"--game={name}zz"],
        ["count", "--", name],
        ["hand", "--", name, name],
        ["stats", "--", name],
        ["man", "--", name],
        ["--", name],
    ):
        assert main(line) != 0
        assert not _strangers("".join(capsys.readouterr())), line
        assert main([*line[:1], "--json", *line[1:]]) != 0
        assert not _strangers("".join(capsys.readouterr())), line


@names
def test_the_reported_name_of_a_written_file_is_inert(
    name: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _play(run, "friday")
    file = str(tmp_path / name.replace("/", "")[:50])
    for line in (
        ["export", f"--output={file}", "--format", "csv"],
        ["export", "--all", "--format", "html", f"--output={file}-all"],
        ["backup", f"{file}.db"],
        ["rules", "new", f"{file}.toml"],
    ):
        assert main(line) == 0
        assert not _strangers("".join(capsys.readouterr())), line


@given(st.text())
def test_inert_text_is_inert_and_stays_so(text: str) -> None:
    assert inert(inert(text)) == inert(text)
    assert len(inert(text)) == len(text)
    assert not {c for c in inert(text) if unicodedata.category(c) in {"Cc", "Zl", "Zp", "Cs"}}
    assert not {c for c in inert(text) if unicodedata.bidirectional(c) in _TURNING}


_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(max_size=100), st.integers(1, 60))
def test_a_short_text_is_no_longer_than_it_may_be(text: str, most: int) -> None:
    assert len(short(text, most)) <= most
    assert short(text, most).rstrip("…") in text


def test_a_line_of_a_grid_stands_straight_under_wide_letters() -> None:
    grid = Grid(("", "n"), (("東京", "1"), ("é\u0301x", "22"), ("plain", "3")), indent=1)
    lines = list(plain((grid,)))
    assert [width(line) for line in lines] == [width(lines[0])] * 4


@for_each_case(
    ("text", "columns"),
    [
        ("Владимир", 8),
        ("東京", 4),
        ("e\u0301", 1),
        ("สวัสดี", 4),
        ("नमस्ते", 4),
        ("👩\u200d👩\u200d👧", 2),
        ("❤\ufe0f Ann", 6),
    ],
)
def test_marks_and_joined_signs_take_no_column_of_their_own(text: str, columns: int) -> None:
    assert width(text) == columns


def test_empty_lines_and_empty_grids_print_nothing_of_their_own() -> None:
    assert list(plain((BLANK, Text("x", indent=2), Grid(("", ""), ())))) == ["", "  x"]


def test_what_is_made_visible_is_what_python_does_not_print() -> None:
    """Printable text is shown unchanged, without checking each character."""
    assert not [code for code in _visible() if chr(code).isprintable()]
