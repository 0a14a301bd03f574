"""The site of the rulebook: every page opens from a file, on a phone, in print and with a screen reader."""

import json
import re
import tomllib
from collections.abc import Iterable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import website
from nodejs import NEEDS_NODE, answered

from canasta_cli.rules import library
from canasta_cli.rules.book import NOTES, chapters, questions, quotes
from canasta_cli.show.card import MARKS
from canasta_cli.version import __version__

ROOT = Path(__file__).parent.parent
QUESTIONS = [*questions()]
SOURCES = {each.where for each in library.sources().values()}
NAMES = library.names()
# Elements that need no end, and those that load something from elsewhere.
VOID = {"meta", "input", "br"}
LOADING = {"img", "link", "iframe", "object", "embed", "video", "audio", "source", "base", "form"}


class _Page(HTMLParser):
    """What a page has: its headings, landmarks, places, links and table headers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def of(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]

    def places(self) -> list[str]:
        return [place for _, attributes in self.tags if (place := attributes.get("id"))]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return dict(website.rulebook())


@pytest.fixture(scope="module")
def pages(texts: dict[str, str]) -> dict[str, _Page]:
    return {name: _Page(text) for name, text in texts.items()}


def test_every_variant_has_a_page_and_a_card(pages: dict[str, _Page]) -> None:
    of_variants = {f"{before}{name}.html" for name in NAMES for before in ("", "card-")}
    assert set(pages) == of_variants | {"index.html", "compare.html", "two.html"}


def test_the_pages_are_written_into_a_folder(texts: dict[str, str], tmp_path: Path) -> None:
    website.write(tmp_path / "book", texts.items())
    written = {
        file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "book").iterdir()
    }
    assert written == texts


def test_every_link_leads_to_a_place_that_exists(pages: dict[str, _Page]) -> None:
    lost = []
    for name, page in pages.items():
        for link in page.of("a"):
            if link["href"] in SOURCES:
                continue
            file, _, place = (link["href"] or "").partition("#")
            there = pages.get(file or name)
            if there is None or (place and place not in there.places()):
                lost.append((name, link["href"]))
    assert lost == []
    for name in set(pages) - {"index.html"}:
        assert "index.html" in [link["href"] for link in pages[name].of("a")]


def _different(texts: dict[str, str], one: str, other: str) -> dict[str, list[str]]:
    """Return the questions that two variants answer differently, each with their answers."""
    run = f"""{website.read("book/two.js")}
    const data = {_data(texts["two.html"])};
    const at = (title) => data.games.indexOf(title);
    console.log(JSON.stringify(differing(data, at({one!r}), at({other!r}))));
    """
    return {each["asks"]: each["answers"] for each in answered(run)}


@NEEDS_NODE
def test_an_answer_that_no_source_states_keeps_its_mark_beside_another_variant(
    texts: dict[str, str],
) -> None:
    answers = _different(texts, "Classic Canasta", "Classic as in the leaflet")
    asks = "May you take a pile of one card with one card in your hand?"
    assert [each[-1] for each in answers[asks]] == [".", "*"]
    assert "What does a side need to go out?" not in answers


def test_what_a_source_states_is_quoted_in_its_words_with_a_link(texts: dict[str, str]) -> None:
    for name, path in (("classic", "pile.one_card"), ("samba", "deal.draw")):
        rules = library.ruleset(name)
        of_texts = [each for each in quotes(rules, path) if not each.section.startswith(NOTES)]
        assert of_texts
        for quote in of_texts:
            where = library.sources()[quote.source].where
            quoted = f'<blockquote><p>“{quote.text}”</p><cite>{quote.section}, <a href="{where}"'
            assert quoted.replace("'", "&#39;") in texts[f"{name}.html"], (name, path)


@NEEDS_NODE
def test_two_variants_are_compared_by_the_questions_that_they_answer_differently(
    texts: dict[str, str],
) -> None:
    answers = _different(texts, "Classic Canasta", "Samba")
    assert answers["How many cards do you draw?"] == [
        "You draw 1 card from the stock.",
        "You draw 2 cards from the stock.",
    ]
    assert "Which cards are wild?" not in answers
    assert _different(texts, "Samba", "Samba") == {}


def test_undocumented_variants_stand_apart_after_the_others(texts: dict[str, str]) -> None:
    _, _, little_known = texts["index.html"].partition(website.LITTLE_KNOWN)
    listed = set(re.findall(r'<li><a href="([\w-]+)\.html', little_known))
    assert listed == {name for name in NAMES if library.ruleset(name).unknown}


def test_the_list_leads_to_every_page(pages: dict[str, _Page]) -> None:
    assert {link["href"] for link in pages["index.html"].of("a")} == set(pages) - {"index.html"}


def test_a_place_has_its_name_alone(pages: dict[str, _Page]) -> None:
    for name, page in pages.items():
        assert len(page.places()) == len(set(page.places())), name


def test_headings_are_in_order_and_the_first_is_the_title(pages: dict[str, _Page]) -> None:
    for name, page in pages.items():
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
        assert levels[0] == 1, name
        assert levels.count(1) == 1, name
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_landmarks_language_and_the_width_of_a_phone_are_given(
    pages: dict[str, _Page], texts: dict[str, str]
) -> None:
    for name, page in pages.items():
        assert page.of("html") == [{"lang": "en"}], name
        assert len(page.of("main")) == len(page.of("footer")) == 1, name
        assert any(each.get("name") == "viewport" for each in page.of("meta")), name
        assert all(each.get("aria-label") for each in page.of("nav")), name
        assert f"canasta {__version__}" in texts[name], name


def test_every_table_has_headers_with_their_scope(pages: dict[str, _Page]) -> None:
    for name, page in pages.items():
        assert {each.get("scope") for each in page.of("th")} <= {"row", "col"}, name
        assert len(page.of("thead")) == len(page.of("table")), name


def test_a_wide_table_scrolls_by_itself(pages: dict[str, _Page]) -> None:
    regions = [each for each in pages["compare.html"].of("div") if each.get("class") == "scroll"]
    assert len(regions) == len(pages["compare.html"].of("table")) == len(QUESTIONS)
    assert all(each.get("tabindex") == "0" and each.get("aria-labelledby") for each in regions)


def test_nothing_is_loaded_from_elsewhere(pages: dict[str, _Page], texts: dict[str, str]) -> None:
    for name, page in pages.items():
        assert not page.of(*LOADING), name
        assert not any("src" in attributes for _, attributes in page.tags), name
        assert "url(" not in texts[name], name
        assert "default-src 'none'" in texts[name], name
        outside = [link for link in page.of("a") if "://" in (link["href"] or "")]
        assert all(link["href"] in SOURCES and link["rel"] == "noreferrer" for link in outside), (
            name
        )


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = [int(pair, 16) / 255 for pair in re.findall("..", colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_stands_out_from_the_paper_by_day_by_night_and_in_print(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        roots = re.findall(r":root \{([^}]*)\}", text)
        assert len(roots) == len(("day", "night", "print")), name
        for root in roots:
            colours = {
                part: each * (2 if len(each) == len("000") else 1)
                for part, each in re.findall(r"--(\w+): #(\w+)", root)
            }
            paper = _luminance(colours["paper"])
            for part in ("ink", "quiet"):
                darker, lighter = sorted((paper, _luminance(colours[part])))
                assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (name, root, part)


def test_every_question_is_answered_for_every_variant(texts: dict[str, str]) -> None:
    sections = texts["compare.html"].split("<section>")[1:]
    assert len(sections) == len(QUESTIONS)
    for section in sections:
        # A link to the page of each variant.
        assert sorted(re.findall(r'href="([\w-]+)\.html', section)) == sorted(NAMES)
        assert '<th scope="row"></th>' not in section


NEITHER = (
    "Undocumented",
    "You can&#39;t take the pile to open.",
    "You can&#39;t take it at all.",
    "There are no partners to ask.",
)
"""Answers to a question of yes or no that say why it is none."""


def test_a_question_of_yes_or_no_has_the_word_first(texts: dict[str, str]) -> None:
    found = 0
    for section in texts["compare.html"].split("<section>")[1:]:
        if re.search(r"<h3[^>]*>(May|Must|Is|Are|Does) ", section):
            for answer in re.findall(r'<th scope="row">(.*?)</th>', section):
                found += 1
                words = ("Yes", "No", "Only when", "Only with", *NEITHER)
                assert answer.startswith(words), answer
    assert found > len(QUESTIONS)


def test_every_mark_is_explained_where_it_stands(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        body = text.partition("<body>")[2].partition('<script type="application/json"')[0]
        for mark, words in MARKS.items():
            used = re.search(rf"[\w.)>]{re.escape(mark)}(?=[,<]|\s*</)", body)
            if used and mark in "*^":
                assert f"{mark} {words.partition(' the ')[0]}" in body, name


def test_an_answer_is_not_marked_for_values_that_the_game_does_not_use(
    texts: dict[str, str],
) -> None:
    asked = texts["compare.html"].partition("laying off its top card?")[2]
    answer = re.search(r"No: only two natural cards take it\..*?</tr>", asked)
    assert answer
    assert "Pagat&#39;s current page</a>, " in answer[0]


def _data(text: str) -> str:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return found[1]


def test_the_search_has_every_sentence_and_the_place_of_it(
    pages: dict[str, _Page], texts: dict[str, str]
) -> None:
    data = json.loads(_data(texts["index.html"]))
    games = [game["name"] for game in data["games"]]
    found = set()
    for each in data["sentences"]:
        for game, place in each["places"]:
            assert place in pages[f"{games[game]}.html"].places()
            found.add((games[game], each["text"]))
    sentences = {
        (name, sentence.text)
        for name in NAMES
        for chapter in chapters(library.ruleset(name))
        for sentence in chapter.sentences
    }
    assert found >= sentences
    assert {text for game, text in found - sentences if game == "classic"} == {
        *("Joker: 50.", "Ace, deuce: 20.", "8-K: 10.", "4-7, black three: 5."),
        *("To open total below 0: 15.", "To open from 0: 50.", "To open from 1,500: 90."),
        *("To open from 3,000: 120.", "Natural canasta: 500.", "Mixed canasta: 300."),
        *("Each red three: 100.", "4 red threes together: 800.", "Each red three left: -500."),
        *("Going out: 100.", "Concealed, in addition: 100."),
    }


ASKED = {
    "May I take a pile of one card with one card in my hand, in Samba?": (
        "You may not take a pile of one card if you hold only one card.",
        "Samba",
    ),
    "one card pile samba": (
        "You may not take a pile of one card if you hold only one card.",
        "Samba",
    ),
    "how many wild cards hand and foot": (
        "A set has at most 2 wild cards.",
        "Hand and Foot, four players",
    ),
    "can I discard a joker": ("Wild cards may be discarded.", "Classic Canasta"),
    "tie": ("If the totals are equal, the game is drawn.", "Classic Canasta"),
    "add to a closed canasta bolivia": (
        "No wild card may be added to a finished canasta; natural cards of its rank may.",
        "Bolivia",
    ),
    "two melds of one rank in bolivia": (
        (
            "A side may have more than one set of a rank, and several melds of wild cards. Sets of a rank "
            "may be joined in a turn of the side, finished canastas too. The limits for wild cards hold "
            "for the joined set, and a finished canasta takes in only cards that could be laid off on it."
        ),
        "Bolivia",
    ),
}


def _ranked(asked: Iterable[str], data: str) -> list[list[dict[str, Any]]]:
    """Return what the search of the page finds for each question, the best first."""
    run = f"""{website.read("book/search.js")}
    const data = {data};
    const asked = {json.dumps([*asked])};
    const found = asked.map((question) => rank(question, data, 3).map((each) =>
      ({{ text: each.text, games: each.places.map(([game]) => data.games[game].title) }})));
    console.log(JSON.stringify(found));
    """
    ranked: list[list[dict[str, Any]]] = answered(run)
    return ranked


@NEEDS_NODE
def test_a_question_finds_its_sentence_first(texts: dict[str, str]) -> None:
    ranked = _ranked(ASKED, _data(texts["index.html"]))
    for (question, (sentence, game)), (best, *_) in zip(ASKED.items(), ranked, strict=True):
        assert (best["text"], game in best["games"]) == (sentence, True), question


@NEEDS_NODE
def test_the_words_of_people_find_the_answer_among_the_first_three(texts: dict[str, str]) -> None:
    """Of 117 questions, at most two are not answered there."""
    asked = tomllib.loads((ROOT / "tests" / "searched.toml").read_text(encoding="utf-8"))
    ranked = _ranked(asked, _data(texts["index.html"]))
    missed = [
        question
        for (question, words), found in zip(asked.items(), ranked, strict=True)
        if not any(words in each["text"] for each in found)
    ]
    assert len(asked) == 122
    assert len(missed) <= 2, missed
