"""The site: ten disputes answered by the books, and the referee in a browser without a server of ours."""

import json
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import website

import canasta_cli
from canasta_cli.cli.referee import Referee
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.rules import library

# What each of the five books on the classic game answers, read in the books.
ANSWERS = {
    "frozen-pile": ["No."] * 5,
    "black-three-on-top": ["No."] * 5,
    "pile-of-one-card": ["No.", "Yes.", "Yes.", "No.", "No."],
    "wild-card-on-a-canasta": ["Yes."] * 5,
    "red-threes-without-a-meld": ["Yes."] * 5,
    "permission-to-go-out": ["Yes: the answer is binding."] * 5,
    "two-cards-left": ["No."] * 5,
    "empty-stock": ["Yes.", "No.", "Yes.", "Yes.", "Yes."],
    "a-tie": [
        "Nobody: the game is drawn.",
        "Nobody yet: another hand is played.",
        *["Nobody: the game is drawn."] * 3,
    ],
    "opening-with-the-pile": ["No."] * 5,
}
# What the worker's Python is asked: a wrong request, a dispute, and a game as a file.
ASK_IN_WORKER = """
import json, sys, tomllib
sys.path.insert(0, {0!r})
from desk import Desk
desk = Desk({1!r})
def ask(name, **arguments):
    return json.loads(desk.ask(json.dumps(dict(name=name, arguments=arguments))))
print(ask("check", rules="../etc", answers=[])["error"])
found = ask("check", rules="classic", answers=["1", "5", "5W"])["answer"]
print(len(found["answered"]), found["question"] is not None)
def run(*words, typed=""):
    return ask("run", words=words, typed=typed)
run("new", "--rules", "classic", "--", "Ann", "Bob", "Cat", "Dan")
file = ask("export")["answer"]
print(tomllib.loads(file)["sides"])
(first,) = [tomllib.loads(file)["name"]]
run("new", "--rules", "two-player", "--", "Eve", "Fay")
print(ask("games")["answer"] == [first], run("import", "-", typed=file)["error"].startswith("There is already"))
print(run("use", first)["wrote"], ask("state")["answer"]["game"] == first)
run("delete", first)
print(run("import", "-", typed=file)["wrote"], run("import", "-", typed="x")["error"])
"""


@pytest.fixture(scope="module")
def disputes() -> list[dict[str, Any]]:
    return website.disputes()


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(website.pages())


def test_each_dispute_has_the_answer_of_each_book(disputes: list[dict[str, Any]]) -> None:
    found = {each["name"]: [book["head"] for book in each["books"]] for each in disputes}
    assert found == ANSWERS
    for each in disputes:
        heads = set(ANSWERS[each["name"]])
        assert each["head"] == (heads.pop() if len(heads) == 1 else website.DEPENDS)


def test_the_guide_answers_the_same_disputes_in_the_same_way(
    disputes: list[dict[str, Any]],
) -> None:
    guide = (Path(website.__file__).parent / "how-to/ten-disputes.md").read_text("utf-8")
    sections = re.findall(r"## \d+\. (.*)\n\n(.*)\n[^#]*?```console\n\$.*\n(\w+)", guide)
    assert [asks for asks, _, _ in sections] == [each["asks"] for each in disputes]
    for each, (_, says, verdict) in zip(disputes, sections, strict=True):
        assert says.startswith(ANSWERS[each["name"]][0].removesuffix("."))
        if "play" in each:
            answer = canasta_cli.check(
                each["play"], canasta_cli.ruleset("classic"), **each["facts"]
            )
            assert verdict == ("LEGAL" if answer.legal else "ILLEGAL")


def test_a_book_is_quoted_for_what_it_says_itself(disputes: list[dict[str, Any]]) -> None:
    """What no source about a game states has a mark, and no words of another book beside it."""
    for each in disputes:
        for book in each["books"]:
            assert not (book["mark"] and book["quotes"] and len(each["of"].split()) == 1)
    quoted = [book for each in disputes for book in each["books"] if book["quotes"]]
    assert len(quoted) >= 30


def test_a_dispute_leads_to_the_same_dispute_at_the_referee(pages: dict[str, str]) -> None:
    choice = RulesetChoice(library.ruleset("classic"))
    for name in set(ANSWERS) - {"red-threes-without-a-meld"}:
        (link,) = re.findall(r'referee\.html#([^"]+)"', pages[f"disputes/{name}.html"])
        rules, *answers = json.loads(unquote(link))
        found = Referee().answer(choice, {"answers": answers})
        assert rules == "classic"
        assert found["answered"] == [f"Which dispute? {answers[0]}"]


class _Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a":
            self.links.append(found.get("href") or "")
        if place := found.get("id"):
            self.places.add(place)


def test_every_link_leads_to_a_place_or_to_a_source(pages: dict[str, str]) -> None:
    read = {name: _Links(text) for name, text in pages.items()}
    lost = []
    for name, page in read.items():
        for link in page.links:
            file, _, place = link.partition("#")
            path = (Path("/") / name).parent / file
            there = str(Path(re.sub(r"/[^/]+/\.\./", "/", str(path))).relative_to("/"))
            if link.startswith("http"):
                continue
            there = there if file else name
            # Behind the referee's address stands a question.
            is_place = place and there != "referee.html"
            if there not in read or (is_place and place not in read[there].places):
                lost.append((name, link))
    assert lost == []


def test_a_page_of_the_rulebook_is_small_and_a_rule_has_an_address(pages: dict[str, str]) -> None:
    assert max(len(text) for name, text in pages.items() if name.startswith("rules/")) < 1_000_000
    assert 'id="pile.frozen"' in pages["rules/classic.html"]
    assert all(
        len(text.encode()) <= 120_000
        for name, text in pages.items()
        if name.startswith("rules/") and name not in ("rules/index.html", "rules/compare.html")
    )


def test_without_npm_the_command_says_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="needs npm"):
        website.write_site(tmp_path / "site", tmp_path / "pyodide")
    assert not (tmp_path / "site").exists()


def test_what_is_packed_for_the_browser_answers_like_the_package(tmp_path: Path) -> None:
    """Run from the packed file alone, by a Python that finds nothing else of the project."""
    website.write_engine(tmp_path / "canasta.zip")
    with zipfile.ZipFile(tmp_path / "canasta.zip") as packed:
        packed.extractall(tmp_path / "unpacked")
        assert not any("/man/" in name for name in packed.namelist())
    assert (tmp_path / "canasta.zip").stat().st_size < 1_500_000
    run = ASK_IN_WORKER.format(str(tmp_path / "unpacked"), str(tmp_path / "games.db"))
    done = subprocess.run(
        [shutil.which("python3") or "python3", "-S", "-I", "-c", run],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "There are no such rules.",
        "3 True",
        "{'Us': ['Ann', 'Cat'], 'Them': ['Bob', 'Dan']}",
        "True True",
        "True True",
        "True The file: not a game file.",
    ]


def test_the_service_worker_keeps_every_file(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    for name in ("index.html", "rules/classic.html"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    website.write_service_worker(tmp_path)
    before = (tmp_path / "offline.js").read_text(encoding="utf-8")
    assert json.loads(re.search(r"FILES = (\[.*\]);", before)[1]) == [  # type: ignore[index]
        "index.html",
        "rules/classic.html",
    ]
    (tmp_path / "offline.js").unlink()
    (tmp_path / "index.html").write_text("changed", encoding="utf-8")
    website.write_service_worker(tmp_path)
    assert (tmp_path / "offline.js").read_text(encoding="utf-8") != before
