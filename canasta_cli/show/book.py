"""Format the rulebook of a ruleset: its chapters with tables and sources, as Markdown and as a page.

The command ``rules book`` calls it. Sentences are those of ``rules/book.toml``, tables those of the
reference card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from canasta_cli.rules import library
from canasta_cli.rules.book import Chapter, chapters, lacking, titles
from canasta_cli.rules.names import in_game_words
from canasta_cli.rules.schema import whole
from canasta_cli.show.card import (
    MARKS,
    CardPart,
    CardRow,
    PartKeys,
    explained,
    marked,
    tables,
)
from canasta_cli.show.keys import Keys, key
from canasta_cli.show.layout import inert, plain_markdown
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset

# The parts of the reference card that end a chapter, by the name of its table.
_TABLES = {
    "values": ("Card values",),
    "tiers": ("To open",),
    "scoring": (
        *("Canastas", "Threes laid out", "Going out", "Left at the end"),
        "Special hands",
    ),
}
NOT_HERE = "Not in this game."


class ShownChapter(NamedTuple):
    """A chapter ready to be shown: its sentences with their marks, its tables, the keys of its sources."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[CardPart, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """Return its place in a page; its sentences are numbered from 1 after it."""
        return slug(self.title)


def slug(title: str) -> str:
    """Return a title as the name of a place in a page."""
    return title.lower().replace(" ", "-")


Link = tuple[str, str]
"""A file beside a page, and the words that lead to it."""


class Rulebook(NamedTuple):
    """The rulebook of a ruleset; ``beside`` is the title of the game with which it is compared."""

    name: str
    title: str
    about: str
    sections: tuple[ShownChapter, ...]
    beside: str = ""

    def sources(self) -> Mapping[str, library.Source]:
        """Return the sources of all chapters by their keys, in the order in which they are named."""
        known = library.sources()
        keys = dict.fromkeys(key for section in self.sections for key in section.sources)
        return {key: known[key] for key in keys if key in known}


def rulebook(rules: Ruleset, beside: Ruleset | None = None) -> Rulebook:
    """Return the rulebook of a ruleset, or in what it differs from another ruleset."""
    about, sections = " ".join(rules.about.split()), tuple(_sections(rules))
    if beside is None:
        return Rulebook(rules.name, rules.title, about, sections)
    own = {each.title: each for each in sections}
    others = {each.title: each for each in _sections(beside)}
    absent = lacking(rules, beside)
    differing = (
        _unlike(own[title], others.get(title), absent.get(title, ()), rules)
        if title in own
        else ShownChapter(title, (NOT_HERE,))
        for title in titles()
        if title in own or title in others
    )
    kept = tuple(each for each in differing if each.sentences or each.tables)
    return Rulebook(rules.name, rules.title, about, kept, beside.title)


def _sections(rules: Ruleset) -> Iterator[ShownChapter]:
    parts = {part.title: part for part in tables(rules)}
    for chapter in chapters(rules):
        yield ShownChapter(
            chapter.title,
            tuple(marked(each, rules) for each in chapter.sentences),
            tuple(parts[title] for title in _TABLES.get(chapter.table, ()) if title in parts),
            tuple(_sources(chapter, rules)),
        )


def _sources(chapter: Chapter, rules: Ruleset) -> Iterable[str]:
    """Return the keys of the sources about this game that state what a chapter says."""
    names = dict.fromkeys(chapter.states())
    parts = (name for name in rules.origins if whole(name) in names)
    origins = (rules.origin(name) for name in (*names, *parts))
    stated = (origin for origin in origins if origin.status == "seen")
    return dict.fromkeys(key for origin in stated for key in origin.sources)


def _unlike(
    section: ShownChapter, other: ShownChapter | None, absent: tuple[str, ...], rules: Ruleset
) -> ShownChapter:
    """Return in what a chapter differs from that of another ruleset, whose ``absent`` sentences it lacks."""
    if other is None:
        return section
    words = {_without_mark(each) for each in other.sentences}
    parts = {part.title: part for part in section.tables}
    theirs = {part.title: part for part in other.tables}
    found = (
        _unlike_part(parts.get(title, CardPart(title)), theirs.get(title), rules)
        for title in dict.fromkeys((*parts, *theirs))
    )
    return section._replace(
        sentences=(
            *(each for each in section.sentences if _without_mark(each) not in words),
            *(f"{NOT_HERE[:-1]}: {each}" for each in absent),
        ),
        tables=tuple(part for part in found if part.rows or part.notes),
    )


def _unlike_part(part: CardPart, other: CardPart | None, rules: Ruleset) -> CardPart:
    """Return the rows and remarks in which a table differs; a row that it lacks has no value."""
    if other is None:
        return part
    if part.title in _TABLES["tiers"]:
        # A scale makes sense only as a whole.
        return part if part.rows != other.rows else CardPart(part.title)
    theirs = [row._replace(label=in_game_words(row.label, rules)) for row in other.rows]
    rows = {(row.label, row.value) for row in theirs}
    labels = {row.label for row in part.rows}
    notes = {_without_mark(note) for note in other.notes}
    return part._replace(
        rows=(
            *(row for row in part.rows if (row.label, row.value) not in rows),
            *(CardRow(row.label, "–") for row in theirs if row.label not in labels),
        ),
        notes=tuple(note for note in part.notes if _without_mark(note) not in notes),
    )


def _without_mark(text: str) -> str:
    return text.rstrip("".join(MARKS))


def _heading(book: Rulebook) -> str:
    return f"{book.title}: what differs from {book.beside}" if book.beside else book.title


def _texts(book: Rulebook) -> Iterator[str]:
    """Yield every text that may end with a mark."""
    for section in book.sections:
        yield from section.sentences
        for part in section.tables:
            yield from part.notes
            yield from (row.mark or row.value for row in part.rows)


def book_on_screen(book: Rulebook, columns: int, *, colour: bool) -> str:
    """Format a rulebook for a terminal of some columns."""
    # Loaded here: rich takes longer to load than a short answer.
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    screen = StringIO()
    system: Literal["standard"] | None = "standard" if colour else None
    console = Console(file=screen, width=columns, color_system=system, force_terminal=colour)
    console.print(Markdown(book_markdown(book)))
    return "".join(f"{line.rstrip()}\n" for line in screen.getvalue().splitlines())


def book_html(book: Rulebook, links: tuple[Link, ...] = ()) -> str:
    """Format a rulebook as one self-contained HTML page; a site has links to its other pages."""
    from canasta_cli.show.export import render_page

    return render_page("book", "rules", links=links, **_values(book))


def book_markdown(book: Rulebook) -> str:
    """Format a rulebook as Markdown."""
    return "".join(f"{line}\n" for line in _markdown(book))


def _markdown(book: Rulebook) -> Iterator[str]:
    yield f"# {plain_markdown(_heading(book))}"
    if book.about and not book.beside:
        yield from ("", plain_markdown(book.about))
    for section in book.sections:
        yield from ("", f"## {section.title}", "")
        yield from (f"- {inert(each)}" for each in section.sentences)
        for part in section.tables:
            if part.rows:
                yield from ("", f"| {part.title} | points |", "| --- | ---: |")
                yield from (f"| {row.label} | {row.value}{row.mark} |" for row in part.rows)
            yield ""
            yield from (f"- {note}" for note in part.notes)
        if section.sources:
            yield from ("", f"Sources: {', '.join(section.sources)}")
    if explanation := explained(_texts(book)):
        yield from ("", f"Marks: {explanation}")
    if book.sources():
        yield from ("", "## Sources", "")
    for source in book.sources().values():
        yield f"- {source.key}: {source.title} ({source.where})"


def _values(book: Rulebook) -> dict[str, Any]:
    """Return the values of the page."""
    return {
        "title": inert(_heading(book)),
        "name": inert(book.name),
        "about": "" if book.beside else inert(book.about),
        "sections": book.sections,
        "sources": [source._asdict() for source in book.sources().values()],
        "marks": explained(_texts(book)),
    }


class SectionKeys(Keys):
    """A chapter of a rulebook."""

    title: str = key("Its heading.")
    sentences: list[str] = key(
        "What it says, one sentence or two for each rule; a mark ends what no source states.",
    )
    tables: list[PartKeys] = key("Its tables, with remarks.")
    sources: list[str] = key("The keys of the sources that state what it says.")


class BookKeys(Keys, of="rules book"):
    """canasta rules book."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.name)
    title: str = key("Its title.")
    about: str = key("What the game is, in a few sentences.")
    compared_with: str | None = key(
        "The title of the ruleset with which it is compared; else null.",
        lambda it: it.beside or None,
    )
    chapters: list[SectionKeys] = key("Its chapters.", lambda it: it.sections)
