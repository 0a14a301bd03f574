"""Write the site: ten disputes with the answers of the books, the referee in the browser, and the rulebook.

``make site`` writes static files to ``build/site``, for any web server. The disputes and the rulebook open
from the folder, too; the referee needs a server, since it runs the engine in the browser (Pyodide, whose
files come from its package at npm).
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import book
import click
import tomli_w

import canasta_cli
from canasta_cli.rules import library
from canasta_cli.rules.book import named_in, word_of
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.book import quoted
from canasta_cli.show.card import explained, marked
from canasta_cli.show.export import render

PARTS = Path(__file__).parent / "site"
FOLDER = book.ROOT / "build" / "site"
TITLE = "Who is right? Disputes at Canasta"
PYODIDE = "pyodide@314.0.7"
CLASSIC = ("classic", "cardgames-io", "leaflet", "gamerules", "bicycle")
HEADS = {"true": "Yes.", "false": "No.", "none": "It depends."}
DEPENDS = "It depends on the book."
MOST_QUOTES = 3
# The pages that run the engine, and their titles.
WITH_ENGINE = {"referee": "Is this play legal?", "score": "Score pad"}


def disputes() -> list[dict[str, Any]]:
    """Return the ten disputes, each with its answers: by book, and for all other games."""
    games = [each for each in map(library.ruleset, library.names()) if not each.unknown]
    rows = tomllib.loads(book.read(PARTS / "disputes.toml"))["dispute"]
    return [_answered(row, games) for row in rows]


def _answered(row: book.Row, games: list[Ruleset]) -> dict[str, Any]:
    answers = {each.name: _answer(row, each) for each in games}
    books = [answers.pop(name) for name in CLASSIC]
    heads = {each["head"] for each in books}
    others: dict[tuple[str, str], list[dict[str, str]]] = {}
    for each in answers.values():
        others.setdefault((each["head"], each["plain"]), []).append(each)
    return {
        **row,
        # The address goes on with what asks the referee about the same thing.
        "link": f"#{quote(json.dumps(['classic', row['referee']]))}" if "referee" in row else "",
        "head": heads.pop() if len(heads) == 1 else DEPENDS,
        "books": books,
        "others": others,
        "marks": explained(each["says"] for each in (*books, *answers.values())),
    }


def _answer(row: book.Row, rules: Ruleset) -> dict[str, Any]:
    """Return what one game answers: yes or no by the engine, and why by its rulebook."""
    of, said = [*named_in(row["of"])], book.answer(row, rules)
    word = word_of(of[0], rules)
    if "play" in row:
        verdict = canasta_cli.check(row["play"], canasta_cli.ruleset(rules.name), **row["facts"])
        word = str(verdict.legal).lower()
    heads = {**HEADS, **row.get("heads", {})}
    return {
        **book.game_with(said, rules),
        "name": rules.name,
        "head": heads.get(word, heads["true"]),
        "says": " ".join(marked(each, rules) for each in said),
        "plain": " ".join(each.text for each in said),
        "quotes": [*islice(quoted(of, rules), MOST_QUOTES)],
    }


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    found, games = disputes(), [library.ruleset(name) for name in library.names()]
    yield "index.html", book.page(TITLE, PARTS / "index.html", disputes=found, games=len(games))
    for each in found:
        dispute = book.page(each["asks"], PARTS / "dispute.html", **each)
        yield f"disputes/{each['name']}.html", dispute
    yield from ((f"rules/{name}", text) for name, text in book.pages(("../index.html", "Disputes")))
    for name, title in WITH_ENGINE.items():
        body = render(book.read(PARTS / f"{name}.html"), games=games)
        engine = book.read(PARTS / "engine.html")
        yield f"{name}.html", render(engine, name=name, title=title, body=body)


def write_engine(file: Path) -> None:
    """Pack what the pages run in the browser: the package without its manual, and what it needs there.

    Rulesets that a build has compiled are left out: they would be most of what a browser loads.
    """
    packages = {Path(each.__path__[0]): each.__name__ for each in (canasta_cli, click, tomli_w)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(PARTS / "desk.py", "desk.py")
        for folder, name in packages.items():
            for each in sorted(folder.rglob("*")):
                inside = each.relative_to(folder)
                unused = inside.parts[0] == "man" or inside.parent.name == "compiled"
                if each.suffix in (".py", ".toml", ".txt") and not unused:
                    packed.write(each, f"{name}/{inside}")


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


def main(folder: Path = FOLDER, pyodide: Path = FOLDER.parent / "pyodide") -> None:
    """Write every file into a folder."""
    if not (pyodide / "package").exists():
        fetch_pyodide(pyodide)
    shutil.rmtree(folder, ignore_errors=True)
    book.write(folder, pages())
    unused = shutil.ignore_patterns("pyodide.js", "package.json", "*.html", "*.map", "*.md", "*.ts")
    shutil.copytree(pyodide / "package", folder / "pyodide", ignore=unused)
    # The site's own files come after those of the phone page: its ask.js reaches the engine, not a server.
    others = shutil.ignore_patterns("*.html", "*.py", "*.toml")
    for parts in (Path(canasta_cli.__path__[0], "web", "page"), PARTS):
        shutil.copytree(parts, folder, ignore=others, dirs_exist_ok=True)
    write_engine(folder / "canasta.zip")
    write_service_worker(folder)


def write_service_worker(folder: Path) -> None:
    """Write what keeps the site for use without a network: one cache for each build, replaced as a whole."""
    files = sorted(
        each for each in folder.rglob("*") if each.is_file() and each.name != "offline.js"
    )
    build = hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]
    names = [each.relative_to(folder).as_posix() for each in files]
    head = f"const BUILD = {json.dumps(build)};\nconst FILES = {json.dumps(names)};\n"
    (folder / "offline.js").write_text(head + book.read(PARTS / "offline.js"), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
