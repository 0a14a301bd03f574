"""The reference card of each ruleset says what its parameters say, on one page of any width."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.engine.points import grades, points_for
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.show.card import UNKNOWN, CardAnswer, card_blocks, card_html, marks, parts
from canasta_cli.show.layout import plain, width

NAMES = library.names()
PAPER = 66
NONE = "none"


def _text(rules: object, columns: int = 80) -> str:
    return "\n".join(plain(card_blocks(rules, columns)))  # type: ignore[arg-type]


@for_each_case("columns", [80, 40])
@for_each_case("name", NAMES)
def test_a_card_fits_the_screen(name: str, columns: int) -> None:
    lines = _text(library.ruleset(name), columns).splitlines()
    assert [line for line in lines if width(line) > columns] == []


@for_each_case("name", NAMES)
def test_a_card_is_short_enough_for_a_page_of_two_columns(name: str) -> None:
    assert len(_text(library.ruleset(name)).splitlines()) <= 2 * PAPER


@for_each_case("name", NAMES)
def test_a_card_has_the_bonus_of_every_canasta_that_the_engine_pays(name: str) -> None:
    rules = library.ruleset(name)
    rows = next(part.rows for part in parts(rules) if part.title in ("Canastas", "Books"))
    known = [row.value for row in rows if row.value != UNKNOWN]
    paid = [f"{points_for(grade, rules):,}" for grade in grades(rules)]
    assert set(known) <= {*paid, *(f"{each.points:,}" for each in rules.bonus.collections)}
    if not rules.unknown:
        assert set(paid) <= set(known)


# A value for each parameter of the card that differs from the value in the ruleset.
CHANGES: tuple[tuple[str, str, object], ...] = (
    ("classic", "deck.jokers", 6),
    ("classic", "deal.cards", 13),
    ("classic", "deal.draw", 2),
    ("classic", "deal.foot", 11),
    ("classic", "end.target", 7500),
    ("hand-and-foot", "end.deals", 5),
    ("classic", "ranks.K.points", 15),
    ("classic", "ranks.3B.points", 100),
    ("classic", "ranks.7.canasta", 1500),
    ("classic", "ranks.7.canasta_mixed", 1000),
    ("classic", "ranks.7.unfinished", 1500),
    ("classic", "ranks.7.unfinished_mixed", 1500),
    ("classic", "ranks.7.held", {"over": 3, "points": 500}),
    ("classic", "ranks.3B.left", 100),
    ("classic", "ranks.3R.left", 100),
    ("classic", "melds.earned", 1),
    ("classic", "opening.tiers", [{"points": 60}]),
    ("hand-and-foot", "opening.basis", "total"),
    ("classic", "opening.contains", "three-naturals"),
    ("classic", "opening.wilds", False),
    ("classic", "opening.mixed_canasta", False),
    ("classic", "opening.top_counts", False),
    ("classic", "opening.pair_counts", False),
    ("classic", "opening.splash", True),
    ("classic", "opening.exempt", "always"),
    ("classic", "opening.extra_cards", 2),
    ("modern-american", "talon.cards", [5, 4]),
    ("modern-american", "talon.stock", 9),
    ("classic", "bonus.natural", 600),
    ("classic", "bonus.mixed", 200),
    ("samba", "bonus.run", 2000),
    ("uruguay", "bonus.wild", 1000),
    ("uruguay", "bonus.wild_out_only", True),
    ("classic", "bonus.collections", [{"points": 2000, "needs": 5}]),
    ("classic", "threes.red", [50, 100, 150, 200]),
    ("classic", "threes.red_earned", 2),
    ("classic", "threes.spared", 3),
    ("classic", "threes.lay_black", "always"),
    ("cuban", "threes.black", [7, 14, 21, 100]),
    ("cuban", "threes.black_earned", "meld"),
    ("classic", "out.needs", 2),
    ("classic", "out.bonus", 300),
    ("classic", "out.concealed", 200),
    ("classic", "out.red_threes", True),
    ("classic", "out.finished", ["mixed"]),
    ("classic", "out.asking", "required"),
    ("hand-and-foot", "out.partner_foot", False),
    ("classic", "discard.final", "required"),
    ("uruguay", "unfinished.wild", 1000),
    ("samba", "unfinished.short_run", 1000),
    ("brazilian", "unfinished.short_run_below", 6),
    ("classic", "special.hands", [{"name": "pairs", "cards": "NN NN", "points": 2500}]),
    ("classic", "penalty.illegal_take", 75),
    ("classic", "penalty.cannot_go_out", NONE),
    ("classic", "penalty.out_against_no", 10),
)


@for_each_case(
    ("name", "path", "value"),
    CHANGES,
)
def test_another_value_changes_the_card(name: str, path: str, value: object) -> None:
    rules = library.ruleset(name)
    new = changed(rules, {path: value})
    marked = {row.mark for part in parts(new) for row in part.rows}
    text = _text(new)
    without_marks = re.sub(r" *#.*", "", text)
    assert without_marks != re.sub(r" *#.*", "", _text(rules))
    if value not in (NONE, False):
        assert "#" in marked or "#" in text


@for_each_case("name", NAMES)
def test_marks_are_used_and_explained(name: str) -> None:
    rules = library.ruleset(name)
    lines = _text(rules).splitlines()
    explained = marks(rules, parts(rules))
    body = "\n".join(line for line in lines if line != explained)
    assert ("undocumented" in explained) == ("?" in body)
    assert ("assumed" in explained) == ("*" in body)
    assert bool(rules.unknown) >= ("?" in body)


@pytest.mark.parametrize(
    ("name", "explained"),
    [
        ("classic", ""),
        ("cardgames-io", "^ as in classic; no source about cardgames-io mentions it"),
        (
            "hand-and-foot-six",
            "^ as in hand-and-foot; no source about hand-and-foot-six mentions it",
        ),
    ],
)
def test_the_explanation_names_the_game_that_this_one_is_based_on(
    name: str, explained: str
) -> None:
    rules = library.ruleset(name)
    assert marks(rules, parts(rules)).partition("^")[1:] == explained.partition("^")[1:]
    house = changed(rules, {"deal.cards": 12})._replace(name="mine")
    assert explained in marks(house, parts(house))


LABELS = (
    ("samba", "sequence of 7 cards", "1,500"),
    ("modern-american-pagat", "wild canasta with 4 jokers", "2,500"),
    ("modern-american-pagat", "unfinished wild meld with 4 jokers", "-2,500"),
    ("pennies-from-heaven", "wild book", "1,000"),
    ("classic", "pile taken without a meld", "-50"),
)


@for_each_case(("name", "label", "value"), LABELS)
def test_a_label_says_what_earns_or_costs_the_points(name: str, label: str, value: str) -> None:
    rows = [row for part in parts(library.ruleset(name)) for row in part.rows]
    assert (label, value) in [(row.label, row.value) for row in rows]


def test_a_label_follows_the_jokers_that_a_house_rule_asks_for() -> None:
    rules = library.ruleset("modern-american-pagat")
    for number, label in (
        (3, "wild canasta with 3 jokers"),
        (None, "wild canasta of jokers alone"),
    ):
        card = parts(changed(rules, {"ranks.W.canasta_from": number or NONE}))
        assert label in [row.label for part in card for row in part.rows]


def test_a_special_hand_is_described_in_words_with_all_its_cards() -> None:
    for name in NAMES:
        rules = library.ruleset(name)
        labels = [row.label for part in parts(rules) for row in part.rows]
        for hand in rules.special.hands:
            (label,) = [each for each in labels if each.startswith(f"{hand.name}: ")]
            assert not re.search(r"[NDMS]{2}|\b[NDMS]\b", label), (name, label)
            assert hand.made in label or re.search(r"\d", label), (name, label)


class _Page(HTMLParser):
    """The cells of a page with their classes, and the tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "line", "polyline"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append((dict(attrs).get("class") or "", ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            kind, text = self.cells[-1]
            self.cells[-1] = kind, text + data


@for_each_case("name", NAMES)
def test_the_page_has_every_value_and_breaks_no_number(name: str) -> None:
    rules = library.ruleset(name)
    source = card_html(rules)
    page = _Page()
    page.feed(source)
    assert page.open == []
    rows = [row for part in parts(rules) for row in part.rows]
    assert [text for kind, text in page.cells if kind == "number"] == [row.value for row in rows]
    assert all(kind == "number" for kind, text in page.cells if re.fullmatch(r"-?[\d,]+", text))
    assert re.search(r"\.number \{[^}]*white-space: nowrap", source)
    assert re.search(r"section \{[^}]*break-inside: avoid", source)


def test_json_has_the_parts_of_the_card() -> None:
    rules = library.ruleset("classic")
    shown = CardAnswer(rules).to_json()
    assert [part["title"] for part in shown["parts"]] == [part.title for part in parts(rules)]
    assert {"label": "joker", "value": "50", "mark": ""} in shown["parts"][0]["rows"]


def test_the_title_of_a_file_is_text_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    file = tmp_path / "mine.toml"
    file.write_text('title = "<script>alert(1)</script>"\nextends = "classic"\n', encoding="utf-8")
    assert main(["rules", "card", str(file), "--html"]) == 0
    page = capsys.readouterr().out
    assert "<script" not in page
    assert "&lt;script&gt;" in page
