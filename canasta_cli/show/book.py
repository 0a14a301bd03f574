"""Format the rulebook of a ruleset: its chapters with tables and sources, as Markdown and as a page.

The command ``rules book`` calls it. Sentences are those of ``rules/book.toml``, tables those of the
reference card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from canasta_cli.model.cards import FOUR_TO_ACE
from canasta_cli.notation.spoken import RANKS
from canasta_cli.rules import library
from canasta_cli.rules.book import (
    NOTES,
    Chapter,
    Quote,
    Sentence,
    addresses,
    best_for,
    chapters,
    games_named,
    in_book_words,
    named_in,
    people_say,
    questions,
    quotes,
)
from canasta_cli.rules.names import IRREGULARITIES
from canasta_cli.rules.schema import Ruleset, whole
from canasta_cli.show.card import (
    CardPart,
    PartOfCard,
    explained,
    in_words,
    marked,
    tables,
)
from canasta_cli.show.keys import Answer, key
from canasta_cli.show.layout import BLANK, Block, Style, Text, inert
from canasta_cli.values import NamedTuple
from canasta_cli.words import capitalized

# The parts of the reference card that end a chapter, by the name of its table.
_TABLES = {
    "values": ("Card values",),
    "tiers": ("To open",),
    "scoring": (
        "Canastas",
        "Threes laid out",
        "Going out",
        "Left at the end",
        "Special hands",
    ),
}


class ShownChapter(NamedTuple):
    """A chapter ready to be shown: its sentences with their marks, its tables, the keys of its sources."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[CardPart, ...] = ()
    sources: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """Return its place in a page; ``places`` are those of its sentences."""
        return slug(self.title)


def slug(title: str) -> str:
    """Return a title as the name of a place in a page."""
    return title.lower().replace(" ", "-")


Link = tuple[str, str]
"""A file beside a page, and the words that lead to it."""


class Rulebook(NamedTuple):
    """The rulebook of a ruleset."""

    name: str
    title: str
    about: str
    sections: tuple[ShownChapter, ...]
    marks: str

    def sources(self) -> list[library.Source]:
        """Return the sources of all chapters, in the order in which they are named."""
        known = library.sources()
        keys = dict.fromkeys(key for section in self.sections for key in section.sources)
        return [known[key] for key in keys if key in known]


def rulebook(rules: Ruleset) -> Rulebook:
    """Return the rulebook of a ruleset."""
    sections = tuple(_sections(rules))
    marks = explained(_texts(sections), rules)
    return Rulebook(rules.name, rules.title, rules.description, sections, marks)


def _sections(rules: Ruleset) -> Iterator[ShownChapter]:
    parts = {part.title: part for part in tables(rules)}
    places = addresses(rules)
    for chapter in chapters(rules):
        yield ShownChapter(
            chapter.title,
            tuple(_with_example(each, rules) for each in chapter.sentences),
            tuple(
                in_words(parts[title], rules)
                for title in _TABLES.get(chapter.table, ())
                if title in parts
            ),
            tuple(_sources(chapter, rules)),
            tuple(places[each] for each in chapter.sentences),
        )


def _with_example(sentence: Sentence, rules: Ruleset) -> str:
    text = marked(sentence, rules)
    return f"{text} Example: {sentence.example}" if sentence.example else text


def _sources(chapter: Chapter, rules: Ruleset) -> Iterable[str]:
    """Return the keys of the sources about this game that state what a chapter says."""
    names = dict.fromkeys(chapter.states())
    parts = (name for name in rules.origins if whole(name) in names)
    origins = (rules.origin(name) for name in (*names, *parts))
    stated = (origin for origin in origins if origin.status == "seen")
    return dict.fromkeys(key for origin in stated for key in origin.sources)


def _texts(sections: Iterable[ShownChapter]) -> Iterator[str]:
    """Yield every text that may end with a mark."""
    for section in sections:
        yield from section.sentences
        for part in section.tables:
            yield from part.texts


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
    text = "".join(f"{line.rstrip()}\n" for line in screen.getvalue().splitlines())
    # Tables come with blank lines of their own.
    return re.sub(r"\n{3,}", "\n\n", text)


def book_html(rules: Ruleset, links: tuple[Link, ...] = ()) -> str:
    """Format the rulebook of a ruleset as one self-contained HTML page; a site has links to its other pages.

    What a source states is shown in its own words when the sentence is opened.
    """
    from canasta_cli.show.export import render_page

    book, places = rulebook(rules), addresses(rules)
    return render_page(
        "book",
        "rules",
        links=links,
        title=book.title,
        name=book.name,
        about=book.about,
        sections=book.sections,
        drawn=drawn,
        quoted={place: [*quoted(each.rests_on, rules)] for each, place in places.items()},
        sources=book.sources(),
        marks=book.marks,
    )


def quoted(names: Iterable[str], rules: Ruleset) -> Iterator[tuple[Quote, library.Source]]:
    """Yield what the sources say about some parameters or rules, word for word, each with its source."""
    sources = library.sources()
    stated = [name for name in names if rules.origin(name).status == "seen"]
    for quote in dict.fromkeys(each for name in stated for each in quotes(rules, name)):
        if not quote.section.startswith(NOTES):
            yield quote, sources[quote.source]


def book_markdown(book: Rulebook) -> str:
    """Format a rulebook as Markdown."""
    return "".join(f"{line}\n" for line in _markdown(book))


def _markdown(book: Rulebook) -> Iterator[str]:
    yield f"# {_plain_markdown(book.title)}"
    if book.about:
        yield from ("", _plain_markdown(book.about))
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
    if book.marks:
        yield from ("", f"Marks: {book.marks}")
    if book.sources():
        yield from ("", "## Sources", "")
    for source in book.sources():
        yield f"- {source.key}: {source.title} ({source.where})"


# Cards named one after the other: “K K 2”, “2 2 joker”.
_CARD = "(?:[2-9TJQKA]|10|joker)"
_CARDS = re.compile(rf"(?<!\S)({_CARD}(?: {_CARD})+)(?![\w-])")


def drawn(sentence: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a sentence: a text, and the cards behind it, which a page draws."""
    text, mark, example = sentence.partition("Example: ")
    texts = _CARDS.split(example)
    texts[0] = f"{text}{mark}{texts[0]}"
    for at in range(0, len(texts), 2):
        yield texts[at], "".join(texts[at + 1 : at + 2]).split()


# Find what the rulebook says about words that people use: `joker`, `can I take the pile`.

FEW = 2
"""The most words that are looked for all together; a question has more."""
BEST = 4
"""The passages that answer a question."""


class Passage(NamedTuple):
    """A sentence of the rulebook, or a row of its tables, as a text to search.

    ``asks`` are the questions that players have about it, ``place`` is where it stands in a page, ``shown`` its
    text in ``chapter``, with its mark.
    """

    chapter: str
    text: str
    asks: str
    place: str
    shown: str


def passages(rules: Ruleset) -> Iterator[Passage]:
    """Yield the sentences of the rulebook, and the rows of its tables."""
    asked = [(row["asks"], {*named_in(row["of"])}) for _, row in questions()]
    also = people_say()["asked"]
    for chapter, section in zip(chapters(rules), _sections(rules), strict=True):
        sentences = zip(chapter.sentences, section.places, section.sentences, strict=True)
        for sentence, place, shown in sentences:
            about = [asks for asks, of in asked if not of.isdisjoint(sentence.states)]
            asks = " ".join((*about, *(also.get(path, "") for path in sentence.states)))
            yield Passage(section.title, sentence.text, asks, place, shown)
        for part in section.tables:
            for row in part.rows:
                asks = f"points worth {part.title} {' '.join(_ranks_in(row.label))}"
                label = f"to open {row.label}" if part.title == "To open" else row.label
                text = f"{capitalized(label)}: {row.value}."
                of = f"{row.label[:1].lower()}{row.label[1:]}"
                shown = f"{part.title}, {of}: {row.value}{row.mark}"
                yield Passage(section.title, text, asks, section.slug, shown)


def _ranks_in(label: str) -> Iterator[str]:
    """Yield the names of the ranks between two of a label: ``8-K``."""
    for first, last in re.findall(r"\b(\w+)-(\w)\b", label):
        lowest, highest = RANKS[first.lower()].order, RANKS[last.lower()].order
        yield from (rank.many for rank in FOUR_TO_ACE[lowest : highest + 1])


class Found(NamedTuple):
    """What the rulebook says about some words: sentences by chapter, with rows of its tables, and the marks.

    ``games`` are other rulesets, whose names have words that this rulebook doesn't.
    """

    words: str
    chapters: tuple[ShownChapter, ...]
    marks: str
    games: tuple[str, ...]


def mentions(words: str) -> Callable[[str], bool]:
    """Return what tells if a text has all of some words, or words that begin with them."""
    common = people_say()["common"].split()
    asked = [word for word in re.findall(r"\w+", words.lower()) if word not in common]
    stems = [re.escape(word.removesuffix("s") if len(word) > 3 else word) for word in asked]  # noqa: PLR2004
    has = [re.compile(rf"\b{stem}", re.IGNORECASE) for stem in stems]
    return lambda text: bool(has) and all(each.search(text) for each in has)


def found_in_book(words: str, rules: Ruleset) -> Found:
    """Return the chapter whose title has all of some words, else the passages that answer them best.

    For a few words, all passages that have them follow; for one, these alone.
    """
    fits, sections, every = mentions(words), tuple(_sections(rules)), tuple(passages(rules))
    kept = tuple(each._replace(tables=()) for each in sections if fits(each.title))
    if not kept:
        number = len(words.split())
        # One word is first taken for that of the rulebook which people mean with it.
        ways = (mentions(in_book_words(words)), fits) if number == 1 else (fits,)
        having_all = ([each for each in every if way(each.shown)] for way in ways)
        having = next(filter(None, having_all), []) if number <= FEW else []
        places = best_for(words, [f"{each.text} {each.asks}" for each in every])
        answers = [every[place] for place in islice(places, BEST)]
        found = having if having and number == 1 else [*dict.fromkeys((*answers, *having))]
        titles = dict.fromkeys(each.chapter for each in found)
        kept = tuple(
            ShownChapter(title, tuple(each.shown for each in found if each.chapter == title))
            for title in titles
        )
    games = games_named(words, library.names(), [each.text for each in every])
    asked = " ".join(words.replace("-", " ").split())
    return Found(asked, kept, explained(_texts(kept), rules), tuple(games))


def found_blocks(found: Found, basis: str, names: Sequence[str]) -> Iterator[Block]:
    """Format what the rulebook says about words, and the ``names`` that can be explained one by one."""
    yield Text(f"{found.words} ({basis})", Style.TITLE)
    words = {*found.words.lower().split()}
    for name in (each for each in IRREGULARITIES if words >= {*each.split("-")}):
        yield Text(f"What it costs: canasta rules penalties {name}")
    for chapter in found.chapters:
        yield from (BLANK, Text(chapter.title, Style.TITLE))
        yield from (Text(sentence, indent=2) for sentence in chapter.sentences)
    if found.marks:
        yield from (BLANK, Text(f"Marks: {found.marks}", Style.QUIET))
    if found.games:
        yield from (BLANK, Text(f"Other rulesets: {', '.join(found.games)}"))
        example = f"canasta rules book {found.games[0]}"
        if found.chapters:
            example = f"canasta rules explain {found.words} -r {found.games[0]}"
        yield Text(f"Example: {example}", Style.QUIET)
    if names:
        yield from (BLANK, Text(f"One by one, with sources: {', '.join(names)}"))
        yield Text(f"Example: canasta rules explain {names[0]} --all", Style.QUIET)
    if "penalt" in found.words:
        yield Text("All irregularities: canasta rules penalties")


class FoundChapter(Answer):
    """A chapter of the rulebook."""

    title: str = key("Its heading.")
    sentences: Sequence[str] = key("Its sentences with the words, and rows of its tables.")


class FoundAnswer(Answer, of="rules explain"):
    """canasta rules explain WORD."""

    words: str = key("The words.")
    ruleset: str = key("The ruleset of your game, or of `--rules`.")
    chapters: Sequence[FoundChapter] = key(
        "What the rulebook says about them.", lambda it: FoundChapter.of_each(it.chapters)
    )
    games: Sequence[str] = key("Other rulesets whose names have words that this rulebook doesn't.")
    names: Sequence[str] = key("The ids that may be meant, to be explained one by one.")


class BookChapter(Answer):
    """A chapter of a rulebook."""

    title: str = key("Its heading.")
    sentences: Sequence[str] = key(
        "What it says, one sentence or two for each rule; a mark ends what no source states.",
    )
    tables: Sequence[PartOfCard] = key(
        "Its tables, with remarks.", lambda it: PartOfCard.of_each(it.tables)
    )
    sources: Sequence[str] = key("The keys of the sources that state what it says.")


class BookAnswer(Answer, of="rules book"):
    """canasta rules book."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.name)
    title: str = key("Its title.")
    about: str = key("What the game is, in a few sentences.")
    chapters: Sequence[BookChapter] = key(
        "Its chapters.", lambda it: BookChapter.of_each(it.sections)
    )


def _plain_markdown(text: str) -> str:
    """Escape everything in a text that is special in Markdown or HTML, addresses included."""
    shown = inert(text).replace("\\", "\\\\").replace("&", "&amp;").replace("<", "&lt;")
    for mark in "`*_{}[]#|>~!":
        shown = shown.replace(mark, f"\\{mark}")
    # Some readers make links of bare addresses.
    return shown.replace("://", "\\://").replace("www.", "www\\.")
