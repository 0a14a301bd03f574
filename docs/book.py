"""Write the rulebook as a site: a page and a card for each variant, a comparison, and a search.

``make book`` writes it to ``build/book``. Every page opens from a file and needs no server.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from canasta_cli import show
from canasta_cli.rules import library
from canasta_cli.rules.book import (
    Chapter,
    Sentence,
    about,
    addresses,
    chapters,
    named_in,
    people_say,
    questions,
    template_for,
    used_in,
    word_of,
)
from canasta_cli.rules.load import uses
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.book import Link, book_html, passages, slug
from canasta_cli.show.card import ASSUMED, INHERITED, UNKNOWN, card_html, explained, marked, summary
from canasta_cli.show.export import page_of, render
from canasta_cli.show.layout import inert
from canasta_cli.version import __version__

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "book"
PARTS = Path(__file__).parent / "book"
TITLE = "Canasta rulebook"
LITTLE_KNOWN = "Little known: parts of their rules are undocumented"
UNDOCUMENTED = "Undocumented; to be agreed on."
NOT_USED = "not in this game"
MARKS = explained((ASSUMED, INHERITED, UNKNOWN))


class Question(NamedTuple):
    """A question about some parameters or rules, by which games are compared, and its chapter.

    ``otherwise`` is the answer for a game that has no sentence about them; empty: their values are.
    ``heads`` are answers in a word, such as yes, by the value of the first parameter.
    """

    asks: str
    of: tuple[str, ...]
    otherwise: str = ""
    chapter: str = ""
    heads: Mapping[str, str] = {}

    def answer(self, rules: Ruleset, book: Iterable[Chapter]) -> tuple[Sentence, ...]:
        """Return the answer of a ruleset, whose book is given since it answers many questions.

        It is the sentences whose subject is asked about, the first that they state.
        """
        if found := tuple(each for each in about(self.of, book) if each.states[0] in self.of):
            return found
        if self.otherwise:
            stated = used_in(" ".join(self.of), rules)
            return (Sentence(self.otherwise, stated, rests_on=stated),)
        words = (library.shown(rules, path) if uses(rules, path) else NOT_USED for path in self.of)
        return (Sentence("; ".join(words), self.of, rests_on=self.of),)

    def head(self, rules: Ruleset, answer: Iterable[Sentence]) -> str:
        """Return the word with which an answer begins; empty if it has none, or undocumented rules decide."""
        if any(each.unknown or each.text == self.otherwise for each in answer):
            return ""
        return template_for(word_of(self.of[0], rules), self.heads)


def question(row: Mapping[str, Any], chapter: str = "") -> Question:
    """Return a question from its row in a file."""
    names, heads = tuple(named_in(row["of"])), row.get("heads", {})
    return Question(row["asks"], names, row.get("otherwise", ""), chapter, heads)


QUESTIONS = tuple(question(row, chapter) for chapter, row in questions())


class Variant:
    """A ruleset with its chapters, which many questions read."""

    def __init__(self, name: str) -> None:
        self.rules = library.ruleset(name)
        self.book = chapters(self.rules)
        self.name, self.title = name, inert(self.rules.title)
        self.summary = ", ".join(summary(self.rules))
        self.places = addresses(self.book)

    def answer(self, question: Question) -> tuple[tuple[Sentence, ...], dict[str, str]]:
        """Return the sentences that answer a question, and the game: its page, and the mark of its answer."""
        found = question.answer(self.rules, self.book)
        place = next((f"#{self.places[one]}" for one in found if one in self.places), "")
        ends = (marked(one, self.rules).removeprefix(one.text) for one in found)
        page, mark = f"{self.name}.html{place}", next(filter(None, ends), "")
        return found, {"page": page, "title": self.title, "mark": mark}


def pages(*above: Link) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, which links to those ``above``."""
    variants = [Variant(name) for name in library.names()]
    yield "index.html", _index(variants, above)
    yield "compare.html", _comparison(variants)
    yield "two.html", _two(variants)
    first, last = (*above, ("index.html", "All variants")), ("compare.html", "Compare by question")
    for each in variants:
        rules, card = f"{each.name}.html", f"card-{each.name}.html"
        yield rules, book_html(each.rules, (*first, (card, "Card"), last))
        yield card, card_html(each.rules, (*first, (rules, "Rules"), last))


def page(title: str, template: Path, script: str = "", **values: Any) -> str:
    """Make a page of a template, in the style of the rulebook and the one beside the template."""
    body = render(read(template), title=title, version=__version__, **values)
    styles = (Path(show.__path__[0]) / "book.css", template.parent / "site.css")
    return page_of(title, "canasta", "".join(map(read, styles)), body, script)


def read(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text(encoding="utf-8")


# The first page: a search and a list.


def _index(variants: list[Variant], above: tuple[Link, ...]) -> str:
    families: dict[str, list[Variant]] = {}
    for each in sorted(variants, key=lambda variant: bool(variant.rules.unknown)):
        heading = LITTLE_KNOWN if each.rules.unknown else library.headings()[each.name]
        families.setdefault(heading, []).append(each)
    return page(
        TITLE,
        PARTS / "index.html",
        read(PARTS / "search.js"),
        families=families,
        number=len(variants),
        data=search_data(variants),
        marks=explained(each.summary for each in variants),
        above=above,
    )


def search_data(variants: list[Variant]) -> dict[str, Any]:
    """Return every passage once, with the places that have it, and the words of people."""
    found: dict[str, dict[str, Any]] = {}
    for at, variant in enumerate(variants):
        for each in passages(variant.rules):
            entry = {"text": each.text, "asks": each.asks, "places": []}
            found.setdefault(each.text, entry)["places"].append([at, each.place])
    games = [{"name": each.name, "title": each.title} for each in variants]
    return {"games": games, "sentences": list(found.values()), "words": people_say()}


# The comparison by question.


def _comparison(variants: list[Variant]) -> str:
    answered = [
        (number, each, _answers(each, variants)) for number, each in enumerate(QUESTIONS, 1)
    ]
    by_chapter = groupby(answered, key=lambda row: row[1].chapter)
    return page(
        "All variants by question",
        PARTS / "compare.html",
        chapters=[(title, slug(title), [*rows]) for title, rows in by_chapter],
        marks=MARKS,
    )


def _two(variants: list[Variant]) -> str:
    """Return the page on which two variants are compared, with the answers of all."""
    asked: list[dict[str, Any]] = []
    for question in QUESTIONS:
        answers = _answers(question, variants)
        said = {game["title"]: at for at, each in enumerate(answers) for game in each["games"]}
        marks = {game["title"]: game["mark"] for each in answers for game in each["games"]}
        texts, of = [each["text"] for each in answers], [said[each.title] for each in variants]
        ends = [marks[each.title] for each in variants]
        asked.append({"asks": question.asks, "texts": texts, "of": of, "marks": ends})
    data = {"games": [each.title for each in variants], "asked": asked}
    template, script = PARTS / "two.html", read(PARTS / "two.js")
    return page("Where two variants differ", template, script, data=data, marks=MARKS)


def _answers(question: Question, variants: list[Variant]) -> list[dict[str, Any]]:
    """Group the variants by their answer; each has the mark of what no source states."""
    found: dict[str, list[dict[str, str]]] = {}
    for each in variants:
        answer, game = each.answer(question)
        texts = (UNDOCUMENTED if one.unknown or one.text == "?" else one.text for one in answer)
        says = (question.head(each.rules, answer), " ".join(dict.fromkeys(texts)))
        found.setdefault(". ".join(filter(None, says)), []).append(game)
    return [{"text": text, "games": games} for text, games in found.items()]


def write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write texts to files in a folder, by their paths in it."""
    for name, text in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def main(folder: Path = FOLDER) -> None:
    """Write every page into a folder."""
    write(folder, pages())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
