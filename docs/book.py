"""Write the rulebook as a site: a page and a card for each variant, a comparison, and a search.

``make book`` writes it to ``build/book``. Every page opens from a file and needs no server.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from canasta_cli import show
from canasta_cli.rules import library
from canasta_cli.rules.book import (
    Sentence,
    about,
    addresses,
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
from canasta_cli.version import __version__

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "book"
PARTS = Path(__file__).parent / "book"
TITLE = "Canasta rulebook"
LITTLE_KNOWN = "Little known: parts of their rules are undocumented"
UNDOCUMENTED = "Undocumented; to be agreed on."
NOT_USED = "not in this game"
MARKS = explained((ASSUMED, INHERITED, UNKNOWN))
QUESTIONS = tuple(questions())

Row = Mapping[str, Any]
"""A question about some parameters or rules, ``of`` which it is.

``otherwise`` is the answer for a game that has no sentence about them; without it, their values are. ``heads``
are answers in a word, such as yes, by the value of the first parameter.
"""


def answer(row: Row, rules: Ruleset) -> tuple[Sentence, ...]:
    """Return the answer of a ruleset: the sentences of which the first subject is asked about."""
    of = tuple(named_in(row["of"]))
    if found := tuple(each for each in about(of, rules) if each.states[0] in of):
        return found
    if "otherwise" in row:
        stated = used_in(row["of"], rules)
        return (Sentence(row["otherwise"], stated, rests_on=stated),)
    words = (library.shown(rules, path) if uses(rules, path) else NOT_USED for path in of)
    return (Sentence("; ".join(words), of, rests_on=of),)


def game_with(said: Iterable[Sentence], rules: Ruleset) -> dict[str, str]:
    """Return a game with an answer: its page, at the place of the answer, and the mark of that."""
    said, places = [*said], addresses(rules)
    place = next((f"#{places[one]}" for one in said if one in places), "")
    ends = (marked(one, rules).removeprefix(one.text) for one in said)
    page = f"{rules.name}.html{place}"
    return {"page": page, "title": rules.title, "mark": next(filter(None, ends), "")}


def pages(*above: Link) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, which links to those ``above``."""
    games = [library.ruleset(name) for name in library.names()]
    asked = [(title, row, [_answered(row, each) for each in games]) for title, row in QUESTIONS]
    yield "index.html", _index(games, above)
    yield "compare.html", _comparison(asked)
    yield "two.html", _two(asked, games)
    first, last = (*above, ("index.html", "All variants")), ("compare.html", "Compare by question")
    for each in games:
        rules, card = f"{each.name}.html", f"card-{each.name}.html"
        yield rules, book_html(each, (*first, (card, "Card"), last))
        yield card, card_html(each, (*first, (rules, "Rules"), last))


def page(title: str, template: Path, script: str = "", **values: Any) -> str:
    """Make a page of a template, in the style of the rulebook and the one beside the template."""
    body = render(read(template), title=title, version=__version__, **values)
    styles = (Path(show.__path__[0]) / "book.css", template.parent / "site.css")
    return page_of(title, "canasta", "".join(map(read, styles)), body, script)


def read(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text(encoding="utf-8")


# The first page: a search and a list.


def _index(games: list[Ruleset], above: tuple[Link, ...]) -> str:
    families: dict[str, list[Ruleset]] = {}
    for each in sorted(games, key=lambda rules: bool(rules.unknown)):
        heading = LITTLE_KNOWN if each.unknown else library.headings()[each.name]
        families.setdefault(heading, []).append(each)
    return page(
        TITLE,
        PARTS / "index.html",
        read(PARTS / "search.js"),
        families=families,
        summary=summary,
        number=len(games),
        data=search_data(games),
        marks=explained(text for each in games for text in summary(each)),
        above=above,
    )


def search_data(games: list[Ruleset]) -> dict[str, Any]:
    """Return every passage once, with the places that have it, and the words of people."""
    found: dict[str, dict[str, Any]] = {}
    for at, rules in enumerate(games):
        for each in passages(rules):
            entry = {"text": each.text, "asks": each.asks, "places": []}
            found.setdefault(each.text, entry)["places"].append([at, each.place])
    named = [{"name": each.name, "title": each.title} for each in games]
    return {"games": named, "sentences": [*found.values()], "words": people_say()}


# The comparison by question: each with its chapter, and the answers of all variants.

Answered = tuple[str, dict[str, str]]
"""The text of an answer, and the game."""
Asked = list[tuple[str, Row, list[Answered]]]


def _answered(row: Row, rules: Ruleset) -> Answered:
    """Return the answer of a variant, after a word for it, unless undocumented rules decide."""
    said = answer(row, rules)
    texts = (UNDOCUMENTED if one.unknown or one.text == "?" else one.text for one in said)
    head = template_for(word_of(next(named_in(row["of"])), rules), row.get("heads", {}))
    if any(one.unknown or one.text == row.get("otherwise") for one in said):
        head = ""
    text = ". ".join(filter(None, (head, " ".join(dict.fromkeys(texts)))))
    return text, game_with(said, rules)


def _comparison(asked: Asked) -> str:
    rows = []
    for number, (title, row, answers) in enumerate(asked, 1):
        found: dict[str, list[dict[str, str]]] = {}
        for text, game in answers:
            found.setdefault(text, []).append(game)
        rows.append((title, number, row["asks"], found))
    by_chapter = groupby(rows, key=lambda row: row[0])
    return page(
        "All variants by question",
        PARTS / "compare.html",
        chapters=[(title, slug(title), [*rows]) for title, rows in by_chapter],
        marks=MARKS,
    )


def _two(asked: Asked, games: list[Ruleset]) -> str:
    """Return the page on which two variants are compared, with the answers of all."""
    rows = []
    for _, row, answers in asked:
        texts = [*dict.fromkeys(text for text, _ in answers)]
        of, marks = (
            [texts.index(text) for text, _ in answers],
            [game["mark"] for _, game in answers],
        )
        rows.append({"asks": row["asks"], "texts": texts, "of": of, "marks": marks})
    data = {"games": [each.title for each in games], "asked": rows}
    template, script = PARTS / "two.html", read(PARTS / "two.js")
    return page("Where two variants differ", template, script, data=data, marks=MARKS)


def write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write texts to files in a folder, by their paths in it."""
    for name, text in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else FOLDER, pages())
