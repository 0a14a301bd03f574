"""The page of a game on a phone and on paper: numbers stay whole, hand sheets visible.

Checked by its structure; a browser draws it.
"""

import re
import shlex
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import record

from canasta_cli.cli import main

Pages = Callable[..., str]
NUMBER = re.compile(r"-?\d[\d,]*")
NAMES = ("Annabella", "Benjamin", "Catherine")


@pytest.fixture
def page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """The page of a game of three players, of two hands."""
    lines = (
        ("new", *NAMES, "--rules", "three-player-solo", "--name", "trio"),
        ("hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4", "888 left:WW"),
        ("hand", "777 left:1x4", "7xA 5552 out", "QQQ left:66"),
    )
    record(monkeypatch, tmp_path, *(shlex.join(["canasta", *words]) for words in lines))
    assert main(["export", "--format", "html"]) == 0
    return capsys.readouterr().out


class _Texts(HTMLParser):
    """Every text of a page, with the classes and tags around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.around: list[tuple[str, str]] = []
        self.found: list[tuple[str, list[str], list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.around.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.around.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            tags, classes = zip(*self.around, strict=True)
            self.found.append((data.strip(), list(tags), list(classes)))


def test_every_number_of_a_table_is_kept_whole(page: str) -> None:
    texts = _Texts(page)
    assert texts.around == []
    cells = [(text, classes) for text, tags, classes in texts.found if "td" in tags]
    numbers = [classes for text, classes in cells if NUMBER.fullmatch(text)]
    assert len(numbers) > 20
    assert all("number" in classes for classes in numbers)
    assert re.search(r"^\.number \{[^}]*white-space: nowrap", page, re.MULTILINE)


def test_the_date_is_kept_whole(page: str) -> None:
    assert '<span class="number">2026-11-21</span>' in page


def test_the_page_names_its_main_part_its_tables_and_their_rows(page: str) -> None:
    assert page.count("<main>") == page.count("</main>") == 1
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert len(tables) == 1 + 2 * 3
    for table in tables:
        assert re.match(r"<table[^>]*>\s*<caption>.*\S.*</caption>", table)
        rows = re.findall(r"<tr>.*?</tr>", table)
        assert all(re.match(r'<tr><th scope="(row|col)"', row) for row in rows)


def test_each_hand_has_the_running_totals_and_the_total_is_printed_once(page: str) -> None:
    rows = re.findall(r"<tr>.*?</tr>", page[page.index('<table class="pad">') :])
    cells = [re.findall(r">([^<>]+)<", row) for row in rows]
    assert [each for each in cells[2] if each.strip()] == [
        "2", "Annabella", "10", "930", "775", "830", "20", "-50"
    ]  # fmt: skip
    assert cells[3] == ["total", "930", "830", "-50"]
    # A foot would be printed again on each sheet of paper.
    assert "<tfoot" not in page


def test_the_title_of_a_hand_has_its_points(page: str) -> None:
    titles = [
        re.sub(r"<[^>]*>", "", each) for each in re.findall(r"<summary>(.*?)</summary>", page)
    ]
    assert titles == [
        "Hand 1, dealt by Catherine: Annabella 920, Benjamin 55, Catherine -70",
        "Hand 2, dealt by Annabella: Annabella 10, Benjamin 775, Catherine 20",
    ]


def test_hand_sheets_are_open_and_a_printer_shows_closed_ones_too(page: str) -> None:
    assert page.count("<details") == page.count("<details open>") == 2
    paper = page.partition("@media print {")[2].partition("\n}")[0]
    assert re.search(r"details::details-content \{[^}]*content-visibility: visible", paper)
    assert re.search(r"\.sheets table[^{]*\{[^}]*break-inside: avoid", paper)


def test_the_numbers_of_three_players_fit_a_phone(page: str) -> None:
    """Names break only if they are too long, so the numbers decide: 360 pixels, 9 for a letter."""
    phone = page.partition("@media (max-width: 30rem) {")[2].partition("\n")[0]
    assert "body { margin: 1rem auto; padding: 0 .75rem; }" in phone
    assert "th, td { padding: .3rem .25rem; }" in phone
    assert ".pad { font-size: .75rem; }" in phone
    assert re.search(r"^body \{[^}]*overflow-wrap: anywhere", page, re.MULTILINE)
    columns, space, margins = ("30!", "", *3 * ["-123,456"]), 2 * 4, 2 * 12
    assert sum(len(number) * 9 + space for number in columns) <= 360 - margins


def test_a_side_that_is_one_player_is_named_once(page: str) -> None:
    assert '<li><b>Annabella</b>: <span class="number">' in page


def test_the_style_for_paper_comes_after_the_one_for_screens(page: str) -> None:
    style = page[page.index("<style>") : page.index("</style>")]
    # A later rule for the same elements would win, on paper too.
    assert style.rstrip().endswith("}")
    assert (
        re.search(r"^(section|th|body)", style[style.index("@media print") :], re.MULTILINE) is None
    )
