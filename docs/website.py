"""Write the site: ten disputes with the answers of the books, the referee in the browser, and the rulebook.

``make site`` writes static files to ``build/site``, for any web server; ``make book`` writes the rulebook alone
to ``build/book``. The disputes and the rulebook open from the folder, too; the referee needs a server, since it
runs the engine in the browser (Pyodide, whose files come from its package at npm).
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import click
import tomli_w

import canasta_cli
from canasta_cli.rules import book, library
from canasta_cli.rules.book import Sentence, named_in, template_for, word_of
from canasta_cli.rules.load import uses
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.book import Link, book_html, passages, quoted, slug
from canasta_cli.show.card import ASSUMED, INHERITED, UNKNOWN, card_html, explained, marked, summary
from canasta_cli.show.export import page_of, render
from canasta_cli.version import __version__

DOCS = Path(__file__).parent
BUILD = DOCS.parent / "build"
PACKAGE = Path(canasta_cli.__path__[0])
PYODIDE = "pyodide@314.0.7"
LITTLE_KNOWN = "Little known: parts of their rules are undocumented"
UNDOCUMENTED = "Undocumented; to be agreed on."
NOT_USED = "not in this game"
DEPENDS = "It depends on the book."
CLASSIC = ("classic", "cardgames-io", "leaflet", "gamerules", "bicycle")
HEADS = {"*": "Yes.", "false": "No.", "none": "It depends."}
MARKS = explained((ASSUMED, INHERITED, UNKNOWN))
MOST_QUOTES = 3
# The pages that run the engine, and their titles.
WITH_ENGINE = {"referee": "Is this play legal?", "score": "Score pad"}

Row = Mapping[str, Any]
"""A question about some parameters or rules, ``of`` which it is.

``otherwise`` is the answer for a game that has no sentence about them; without it, their values are. ``heads``
are answers in a word, such as yes, by the value of the first parameter.
"""
K = TypeVar("K")
V = TypeVar("V")


def read(name: str | Path) -> str:
    """Return the text of a file of this folder."""
    return (DOCS / name).read_text(encoding="utf-8")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values of each key."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def page(title: str, template: str, script: str = "", /, **values: Any) -> str:
    """Make a page of a template, in the style of the rulebook and the one beside the template."""
    body = render(read(template), title=title, version=__version__, **values)
    styles = read(PACKAGE / "show" / "book.css") + read(Path(template).parent / "site.css")
    return page_of(title, "canasta", styles, body, script)


def sentences_for(row: Row, rules: Ruleset) -> list[Sentence]:
    """Return the answer of a ruleset: the sentences of which the first subject is asked about."""
    of = tuple(named_in(row["of"]))
    if found := [each for each in book.about(of, rules) if each.states[0] in of]:
        return found
    if "otherwise" in row:
        of = book.used_in(row["of"], rules)
        return [Sentence(row["otherwise"], of, rests_on=of)]
    words = (library.shown(rules, path) if uses(rules, path) else NOT_USED for path in of)
    return [Sentence("; ".join(words), of, rests_on=of)]


def answer(row: Row, rules: Ruleset) -> dict[str, Any]:
    """Return the answer of a game, and its ``page`` at the place of the answer.

    ``head`` is the answer in a word, empty where undocumented rules decide; ``says`` has marks.
    """
    said, places = sentences_for(row, rules), book.addresses(rules)
    place = next((f"#{places[one]}" for one in said if one in places), "")
    marks = (marked(one, rules).removeprefix(one.text) for one in said)
    texts = (UNDOCUMENTED if one.unknown or one.text == "?" else one.text for one in said)
    word = word_of(next(named_in(row["of"])), rules)
    is_open = any(one.unknown or one.text == row.get("otherwise") for one in said)
    return {
        "name": rules.name,
        "title": rules.title,
        "page": f"{rules.name}.html{place}",
        "mark": next(filter(None, marks), ""),
        "head": "" if is_open else template_for(word, row.get("heads", {})),
        "text": " ".join(dict.fromkeys(texts)),
        "says": " ".join(marked(each, rules) for each in said),
    }


# The rulebook: a page and a card for each variant, a comparison, and a search.


def rulebook(*above: Link) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, which links to those ``above``."""
    games = [*map(library.ruleset, library.names())]
    yield "index.html", _index(games, above)
    chapters: dict[str, list[tuple[int, str, dict[str, list[Any]]]]] = {}
    asked: list[dict[str, Any]] = []
    for number, (title, row) in enumerate(book.questions(), 1):
        answers = [answer(row, each) for each in games]
        texts = [". ".join(filter(None, (each["head"], each["text"]))) for each in answers]
        by_text = grouped(zip(texts, answers, strict=True))
        chapters.setdefault(title, []).append((number, row["asks"], by_text))
        of, marks = [[*by_text].index(text) for text in texts], [each["mark"] for each in answers]
        asked.append({"asks": row["asks"], "texts": [*by_text], "of": of, "marks": marks})
    values = {"chapters": chapters, "slug": slug, "marks": MARKS}
    yield "compare.html", page("All variants by question", "book/compare.html", **values)
    data, script = {"games": [each.title for each in games], "asked": asked}, read("book/two.js")
    yield (
        "two.html",
        page("Where two variants differ", "book/two.html", script, data=data, marks=MARKS),
    )
    first, last = (*above, ("index.html", "All variants")), ("compare.html", "Compare by question")
    for each in games:
        rules, card = f"{each.name}.html", f"card-{each.name}.html"
        yield rules, book_html(each, (*first, (card, "Card"), last))
        yield card, card_html(each, (*first, (rules, "Rules"), last))


def _index(games: list[Ruleset], above: tuple[Link, ...]) -> str:
    """Return the first page: a search, whose data has every passage once, and a list."""
    headings = library.headings()
    families = grouped(
        (LITTLE_KNOWN if each.unknown else headings[each.name], each)
        for each in sorted(games, key=lambda rules: bool(rules.unknown))
    )
    found = grouped(
        (each.text, (each.asks, [at, each.place]))
        for at, rules in enumerate(games)
        for each in passages(rules)
    )
    data = {
        "games": [{"name": each.name, "title": each.title} for each in games],
        "sentences": [
            {"text": text, "asks": having[0][0], "places": [place for _, place in having]}
            for text, having in found.items()
        ],
        "words": book.people_say(),
    }
    return page(
        "Canasta rulebook",
        "book/index.html",
        read("book/search.js"),
        families=families,
        summary=summary,
        number=len(games),
        data=data,
        marks=explained(text for each in games for text in summary(each)),
        above=above,
    )


# The disputes, and all pages of the site.


def disputes() -> list[dict[str, Any]]:
    """Return the ten disputes, each with its answers: by book, and for all other games."""
    games = [each for each in map(library.ruleset, library.names()) if not each.unknown]
    return [_answered(row, games) for row in tomllib.loads(read("site/disputes.toml"))["dispute"]]


def _answered(row: Row, games: list[Ruleset]) -> dict[str, Any]:
    answers = {each.name: _answer(row, each) for each in games}
    books = [answers.pop(name) for name in CLASSIC]
    heads = {each["head"] for each in books}
    return {
        **row,
        # The address goes on with what asks the referee about the same thing.
        "link": f"#{quote(json.dumps(['classic', row['referee']]))}" if "referee" in row else "",
        "head": heads.pop() if len(heads) == 1 else DEPENDS,
        "books": books,
        "others": grouped(((each["head"], each["text"]), each) for each in answers.values()),
        "marks": explained(each["says"] for each in (*books, *answers.values())),
    }


def _answer(row: Row, rules: Ruleset) -> dict[str, Any]:
    """Return what one game answers: yes or no by the engine, and why by its rulebook."""
    of = [*named_in(row["of"])]
    word = word_of(of[0], rules)
    if "play" in row:
        verdict = canasta_cli.check(row["play"], canasta_cli.ruleset(rules.name), **row["facts"])
        word = str(verdict.legal).lower()
    head = template_for(word, HEADS | row.get("heads", {}))
    return {**answer(row, rules), "head": head, "quotes": [*islice(quoted(of, rules), MOST_QUOTES)]}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page of the site."""
    found, games = disputes(), [*map(library.ruleset, library.names())]
    title = "Who is right? Disputes at Canasta"
    yield "index.html", page(title, "site/index.html", disputes=found, games=len(games))
    for each in found:
        yield f"disputes/{each['name']}.html", page(each["asks"], "site/dispute.html", **each)
    yield from ((f"rules/{name}", text) for name, text in rulebook(("../index.html", "Disputes")))
    for name, title in WITH_ENGINE.items():
        body = render(read(f"site/{name}.html"), games=games)
        yield f"{name}.html", render(read("site/engine.html"), name=name, title=title, body=body)


# Write the files.


def write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write texts to files in a folder, by their paths in it."""
    for name, text in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def write_engine(file: Path) -> None:
    """Pack what the pages run in the browser: the package without its manual, and what it needs there.

    Rulesets that a build has compiled are left out: they would be most of what a browser loads.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(DOCS / "site" / "desk.py", "desk.py")
        for folder in (PACKAGE, *(Path(each.__path__[0]) for each in (click, tomli_w))):
            for each in sorted(folder.rglob("*.*")):
                inside = each.relative_to(folder.parent)
                unused = inside.parts[1] == "man" or inside.parent.name == "compiled"
                if each.suffix in (".py", ".toml", ".txt") and not unused:
                    packed.write(each, inside)


def fetch_pyodide(folder: Path) -> None:
    """Fetch Pyodide's package with npm, and keep the files that a page loads."""
    if shutil.which("npm") is None:
        sys.exit(
            "make site needs npm, which brings the files of Pyodide. Install Node.js with npm, and try again."
        )
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", "--silent", PYODIDE]
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - fixed words
    shutil.unpack_archive(next(folder.glob("pyodide-*.tgz")), folder, filter="data")


def write_site(folder: Path = BUILD / "site", pyodide: Path = BUILD / "pyodide") -> None:
    """Write every file into a folder."""
    if not (pyodide / "package").exists():
        fetch_pyodide(pyodide)
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, pages())
    unused = shutil.ignore_patterns("pyodide.js", "package.json", "*.html", "*.map", "*.md", "*.ts")
    shutil.copytree(pyodide / "package", folder / "pyodide", ignore=unused)
    # The site's own files come after those of the phone page: its ask.js reaches the engine, not a server.
    others = shutil.ignore_patterns("*.html", "*.py", "*.toml")
    for parts in (PACKAGE / "web" / "page", DOCS / "site"):
        shutil.copytree(parts, folder, ignore=others, dirs_exist_ok=True)
    write_engine(folder / "canasta.zip")
    write_service_worker(folder)


def write_service_worker(folder: Path) -> None:
    """Write what keeps the site for use without a network: one cache for each build, replaced as a whole."""
    (folder / "offline.js").unlink(missing_ok=True)
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    build = hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]
    names = [each.relative_to(folder).as_posix() for each in files]
    head = f"const BUILD = {json.dumps(build)};\nconst FILES = {json.dumps(names)};\n"
    write(folder, [("offline.js", head + read("site/offline.js"))])


if __name__ == "__main__":
    if sys.argv[1:] == ["book"]:
        write(BUILD / "book", rulebook())
    else:
        write_site()
