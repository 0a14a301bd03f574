"""The rulebook of a ruleset: its rules as sentences for players, and the quotes of sources behind them.

``book.toml`` has the sentences, each beside the parameters that it states. Reference cards take their
remarks from it as well.

A sentence is filled in by ``_filled``; ``rules explain`` finds it by its parameters (``about``), ``check
--why`` by its rules (``explaining``). A new one is a row of its chapter, and names its subject, since it
is also shown alone.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import log
from typing import Any

from canasta_cli.model.cards import Rank
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.load import names_in_row, uses
from canasta_cli.rules.names import grade_name, has_books, in_game_words, parameters
from canasta_cli.rules.parameter import NONE, texts_in
from canasta_cli.rules.schema import RULE, Ruleset, whole
from canasta_cli.rules.vocabulary import Grade, WildsIn, needs_in_words, split
from canasta_cli.values import NamedTuple
from canasta_cli.words import ValueInTemplate, either, listed, points

_ANY_OTHER = "*"
CUSTOM = f"{RULE}table."
"""How the name of a rule begins that no program can judge, such as who cuts the pack.

It has a sentence only in games of which a source states it, or of one that they are based on.
"""


class Sentence(NamedTuple):
    """A sentence of the rulebook, and the parameters or rules that it states.

    ``example`` is what the sentence comes to with cards that are named, or empty.

    ``unknown`` is true if no source gives their value: then the sentence says what is to be agreed on.
    ``on_card`` is the part of the reference card in which it also stands, if it does. ``rules`` are the
    ids of the rules of play that it explains. ``rests_on`` are the parameters or rules whose sources
    are its own: those that it states, or others from which it follows.
    """

    text: str
    states: tuple[str, ...]
    unknown: bool = False
    on_card: str = ""
    rules: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    example: str = ""


class Chapter(NamedTuple):
    """A chapter: its title, its sentences, and the table that follows them, if there is one.

    ``table`` is its name, ``lists`` are the parameters that it shows.
    """

    title: str
    sentences: tuple[Sentence, ...]
    table: str = ""
    lists: tuple[str, ...] = ()

    def states(self) -> tuple[str, ...]:
        """Return the parameters and rules that the chapter states."""
        stated = [path for each in self.sentences for path in each.states]
        return tuple(dict.fromkeys((*stated, *self.lists)))


@lru_cache(maxsize=64)
def chapters(rules: Ruleset) -> tuple[Chapter, ...]:
    """Return the chapters that a ruleset has something to say in."""
    asked = set[str]()
    found = (
        Chapter(
            each["title"],
            tuple(one for row in each["sentence"] for one in _sentences(row, rules, asked)),
            each.get("table", ""),
            used_in(each.get("lists", ""), rules),
        )
        for each in texts_in("book.toml")["chapter"]
    )
    return tuple(chapter for chapter in found if chapter.sentences)


def sentences(rules: Ruleset) -> list[Sentence]:
    """List the sentences of all chapters of a ruleset."""
    return [each for chapter in chapters(rules) for each in chapter.sentences]


def about(names: Container[str], rules: Ruleset) -> list[Sentence]:
    """List the sentences of a ruleset that state any of some parameters or rules."""
    return [each for each in sentences(rules) if any(path in names for path in each.states)]


def explaining(rule: str, rules: Ruleset) -> list[Sentence]:
    """List the sentences of a ruleset that explain a rule of play, by its id."""
    return [each for each in sentences(rules) if rule in each.rules]


def addresses(rules: Ruleset) -> dict[Sentence, str]:
    """Return the place of each sentence in a page: its first rule or parameter, numbered if it has several."""
    found: dict[Sentence, str] = {}
    used = Counter[str]()
    for sentence in sentences(rules):
        name = (*sentence.rules, *sentence.states)[0].removeprefix(RULE)
        used[name] += 1
        found[sentence] = name if used[name] == 1 else f"{name}-{used[name]}"
    return found


def customs() -> dict[str, str]:
    """Return the first sentence of each rule that no program can judge, by its name."""
    found: dict[str, str] = {}
    for chapter in texts_in("book.toml")["chapter"]:
        for row in chapter["sentence"]:
            name = row.get("by", row["of"])
            if name.startswith(CUSTOM):
                found.setdefault(name.removeprefix(RULE), row["says"])
    return found


def questions() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the questions that players have, each with the title of its chapter."""
    for chapter in texts_in("book.toml")["chapter"]:
        for row in chapter.get("question", ()):
            yield chapter["title"], row


def _sentences(row: Mapping[str, Any], rules: Ruleset, asked: set[str]) -> Iterator[Sentence]:
    """Yield what a row of the file says under a ruleset: for ranks, one sentence for each value.

    Undocumented parameters are ``asked`` for once, although several rows may be about them.
    """
    if not _holds(row, rules):
        return
    on_card = row.get("card", "")
    names = row["of"].split()
    explains = (
        *row.get("rule", "").split(),
        *(name.removeprefix(RULE) for name in names if name.startswith(RULE)),
    )
    if names[0].startswith(CUSTOM) and rules.origin(names[0]).status == "inferred":
        return
    first, also = used_in(names[0], rules), used_in(" ".join(names[1:]), rules)
    by = tuple(row.get("by", "").split())
    unknown = [path for path in (*first, *also) if path in rules.unknown]
    for path in unknown if asked.isdisjoint(unknown) else ():
        asked.add(path)
        text = f"Undocumented, to be agreed on: {_described(path)} ({path})."
        yield Sentence(text, (path,), True, on_card)
    if any(path in unknown for path in also):
        return
    known = [path for path in first if path not in unknown]
    for (word, _), paths in _alike(known, rules).items():
        if template := template_for(word, row["says"]):
            text = _filled(template, paths, rules)
            states = (*paths, *also)
            example = _example(word, row.get("example", {}), rules)
            yield Sentence(text, states, False, on_card, explains, by or states, example)


def _example(word: str, row: Mapping[str, Any], rules: Ruleset) -> str:
    """Return the example for a value, if there is one that holds; undocumented rules have none."""
    holds = bool(row) and not rules.unknown and row.get("of", word) == word and _holds(row, rules)
    return _filled(row["says"], [], rules) if holds else ""


def _described(path: str) -> str:
    """Describe a parameter, one of a rank in the words of that rank."""
    rank = Rank(part[0]) if (part := split(path)) else Rank.JOKER
    says = PARAMETERS[path].says.replace("a card of this rank", rank.one)
    return says.replace("card of this rank", rank.noun).replace("this rank", rank.many)


def named_in(names: str) -> Iterator[str]:
    """Yield the parameters that names with blanks between them stand for, and rules by their names."""
    for name in names.split():
        yield from (name,) if name.startswith(RULE) else parameters(name)


def used_in(names: str, rules: Ruleset) -> tuple[str, ...]:
    """Return those of some parameters and rules that a ruleset uses."""
    return tuple(path for path in named_in(names) if path.startswith(RULE) or uses(rules, path))


def _alike(paths: list[str], rules: Ruleset) -> dict[tuple[str, str], list[str]]:
    """Group parameters that share a sentence: by the word for their value, and by their status.

    A value that no source states would otherwise put its mark on those that a source does state.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for path in paths:
        key = word_of(path, rules), rules.origin(path).status
        found.setdefault(key, []).append(path)
    return found


def word_of(path: str, rules: Ruleset) -> str:
    """Return a value as a word: as a ruleset file has it; empty for a rule without a value."""
    if path == "partners":
        number = max(rules.seats.sides) - 1 + rules.one_alone - rules.one_sits_out
        return ("none", "one", "several")[min(number, 2)]
    if path.startswith(RULE):
        return ""
    if path == "base":
        return rules.base
    written = library.written(rules, path)
    return str(written).lower() if isinstance(written, bool) else str(written)


def template_for(word: str, says: str | Mapping[str, str]) -> str:
    """Return the sentence for a value as a word, of those that a row has by value; empty for none."""
    if isinstance(says, str):
        return says
    return says.get(word, "" if word == NONE else says.get(_ANY_OTHER, ""))


def _holds(row: Mapping[str, Any], rules: Ruleset) -> bool:
    """Return true if the conditions of a row hold: ``melds.runs=true``, ``melds.largest=melds.canasta``."""

    def met(conditions: str) -> bool:
        for condition in conditions.split():
            path, _, word = condition.partition("=")
            named = used_in(path, rules) if split(path) else (path,)
            word = word_of(word, rules) if word in PARAMETERS else word
            if any(word_of(each, rules) != word for each in named):
                return False
        return True

    return ("if" not in row or met(row["if"])) and not ("unless" in row and met(row["unless"]))


# Fill in the values of a sentence: {deal.cards:card} is “11 cards”.

# Words for those who score together, and in games without partners for a player.
_OF_SIDES = {
    "side": "side",
    "its": "its",
    "your": "your side's",
    "your_side": "your side",
    "has": "has",
    "opens": "opens",
}
_OF_PLAYERS = {
    "side": "player",
    "its": "their",
    "your": "your",
    "your_side": "you",
    "has": "have",
    "opens": "open",
}


def _filled(template: str, paths: list[str], rules: Ruleset) -> str:
    ranks = [Rank(part[0]) for path in paths if (part := split(path))]
    values: dict[str, object] = {group: _Group(group, rules) for group in rules._fields}
    # Beside a foot, a hand is the cards that a player holds.
    values["hand"] = "deal" if has_books(rules) else "hand"
    partners = word_of("partners", rules)
    values["partner"] = "a partner" if partners == "several" else "your partner"
    values |= _OF_PLAYERS if partners == "none" else _OF_SIDES
    values["scorer"] = "player" if rules.one_alone else values["side"]
    if ranks:
        values |= {
            "one": either(rank.one for rank in ranks),
            "many": listed(rank.many for rank in ranks),
            "any": either(rank.many for rank in ranks),
            "value": ValueInTemplate(rules.value(paths[0]), str),
        }
    text = in_game_words(template.format_map(values), rules)
    return text[0].upper() + text[1:]


class _Group:
    """The values of one group of a ruleset, each formatted when a template names it."""

    def __init__(self, group: str, rules: Ruleset) -> None:
        self._group, self._rules = group, rules

    def __getattr__(self, name: str) -> ValueInTemplate:
        value = getattr(getattr(self._rules, self._group), name)
        return ValueInTemplate(
            value, lambda each: _in_words(f"{self._group}.{name}", each, self._rules)
        )


def _in_words(path: str, value: Any, rules: Ruleset) -> str:
    """Format a value that no noun follows."""
    if isinstance(value, int):
        return points(value)
    if path == "out.needs":
        return needs_in_words(value)
    if value and isinstance(value[0], Grade):
        return either(_melds_of(each, rules) for each in value)
    words = PARAMETERS[path].kind.show(value)
    return f"a {words[2:]}" if words.startswith("1 ") else words


def _melds_of(grade: Grade, rules: Ruleset) -> str:
    """Name the cards of melds that can become canastas of a grade: ``natural aces``."""
    if grade is Grade.WILD:
        return "wild cards"
    natural = grade.rank and rules.ranks.wilds[grade.rank] is not WildsIn.NEVER
    return f"{'natural ' if natural else ''}{grade_name(grade, rules)}"


# The texts that answer a question in people's words: ``how many points to go down``.
#
# ``search.toml`` has these words beside those of the rulebook. The pages of the site search in a similar way.

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
# A rare word counts more, and each further time that it stands in a text less:
# https://en.wikipedia.org/wiki/Okapi_BM25
_AGAIN, _OF_LENGTH = 1.2, 0.5


def people_say() -> Mapping[str, Any]:
    """Return the words of people: ``common`` ones, ``said``, ``meant`` and ``asked``."""
    return texts_in("search.toml")


def _words_of(text: str) -> list[str]:
    """Return the words of a text without endings and common words; ``for three`` is one word."""
    found = re.findall(r"\w+", re.sub(r",(?=\d{3})", "", text.lower()))
    around = zip(("", *found), found, (*found[1:], ""), strict=False)
    words = [f"{_bare(each[1])}player" if _are_seats(*each) else _bare(each[1]) for each in around]
    common = people_say()["common"].split()
    return [re.sub(r"(?<=...)(ed|ing|e)$", "", each) for each in words if each not in common]


def _bare(word: str) -> str:
    """Return a word without the ending of its plural, and a number as a digit."""
    bare = re.sub(r"(?<=..)(?<![su])s$", "", word)
    return str(_NUMBERS.index(bare) + 1) if bare in _NUMBERS else bare


def _are_seats(before: str, word: str, after: str) -> bool:
    """True for a number of players, and not for threes."""
    number = word in _NUMBERS[1:] or word in tuple("234567")
    return number and (before == "for" or after in ("player", "players"))


def _meant(text: str) -> list[str]:
    """Return the words of a text, those of people in the words of the rulebook."""
    meant = people_say()["meant"]
    return [other for word in _words_of(text) for other in meant.get(word, word).split()]


def in_book_words(question: str) -> str:
    """Return a question with the words of the rulebook where people use others."""
    text = question.lower()
    for row in people_say()["said"]:
        text = re.sub(row["people"], row["book"], text)
    return text


def best_for(question: str, texts: Sequence[str]) -> Iterator[int]:
    """Yield the places of the texts that have words of a question, the best one first."""
    words, asked = [_meant(text) for text in texts], _meant(in_book_words(question))
    usual = sum(map(len, words)) / max(len(texts), 1)
    having = {word: sum(word in each for each in words) for word in asked}
    weights = {word: log(1 + len(texts) / (1 + number)) for word, number in having.items()}

    def fit(each: list[str]) -> float:
        times = {word: each.count(word) for word in weights}
        slow = _AGAIN * (1 - _OF_LENGTH + _OF_LENGTH * len(each) / usual)
        rare = sum(weights[word] * number / (number + slow) for word, number in times.items())
        return rare and (_AGAIN + 1) * rare + len({*pairwise(asked)} & {*pairwise(each)})

    scores = [fit(each) for each in words]
    order = sorted(range(len(texts)), key=lambda place: -scores[place])
    return (place for place in order if scores[place])


def games_named(question: str, games: Iterable[str], texts: Sequence[str]) -> Iterator[str]:
    """Yield the games whose names have a word of a question that no text has: ``two players``."""
    new = {*_words_of(question)}.difference(*map(_words_of, texts))
    return (name for name in games if not new.isdisjoint(_words_of(name)))


# The quotes behind the values of packaged rulesets: what each source says, word for word.
#
# ``quotes/SOURCE.toml`` has a table for each ruleset, with a row for each line of its ``[sources]``.

NOTES = "notes:"
"""How the section begins if the quote is from this project's notes on a source, not from its text."""


class Quote(NamedTuple):
    """The words of a source about a value: the heading above it, and at most twelve of its words."""

    source: str
    section: str
    text: str


@cache
def quote_rows(source: str) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return the rows of a source by ruleset: the section and the quote of each."""
    try:
        return texts_in(f"quotes/{source}.toml")
    except FileNotFoundError:
        return {}


@cache
def _quotes(source: str, ruleset: str) -> Mapping[str, Quote]:
    """Return the quotes of a source by the names of parameters, parts and rules."""
    rows = quote_rows(source).get(ruleset, {})
    # A row about fewer ranks takes precedence.
    named = sorted(((names_in_row(row), row) for row in rows), key=lambda each: -len(each[0]))
    return {name: Quote(source, *rows[row]) for names, row in named for name in names}


def quotes(rules: Ruleset, name: str) -> Iterator[Quote]:
    """Yield the quotes of the sources that state a value, its part, or a rule."""
    for source in rules.origin(name).sources:
        for ruleset in _lineage(rules.base):
            found = _quotes(source, ruleset)
            quote = found.get(name) or found.get(whole(name))
            if quote is not None:
                yield quote
                break


@cache
def _lineage(name: str) -> tuple[str, ...]:
    """Return a packaged ruleset and those that it extends, one after the other."""
    parent = library.extends(name)
    return (name,) if parent is None else (name, *_lineage(parent))
