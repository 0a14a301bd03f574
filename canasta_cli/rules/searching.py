"""Find the texts that answer a question in people's words: ``how many points to go down``.

``search.toml`` has these words beside those of the rulebook. The pages of the site search in a similar way.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Any

from canasta_cli.rules.parameter import texts_in

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
# A rare word counts more, and each further time that it stands in a text less:
# https://en.wikipedia.org/wiki/Okapi_BM25
_AGAIN, _OF_LENGTH = 1.2, 0.5


def people_say() -> Mapping[str, Any]:
    """Return the words of people: ``common`` ones, ``said`` as patterns, and ``meant`` for another word."""
    return texts_in("search.toml")


def words_of(text: str) -> list[str]:
    """Return the words of a text without endings and common words; ``for three`` is one word."""
    found = re.findall(r"\w+", re.sub(r",(?=\d{3})", "", text.lower()))
    words = [re.sub(r"(?<=..)(?<![su])s$", "", word) for word in found]
    words = [str(_NUMBERS.index(each) + 1) if each in _NUMBERS else each for each in words]
    pairs = zip(("", *words), words, (*words[1:], ""), strict=False)
    words = [
        f"{word}player" if _are_seats(*each) else word
        for word, each in zip(words, pairs, strict=True)
    ]
    common = people_say()["common"].split()
    return [re.sub(r"(?<=...)(ed|ing|e)$", "", each) for each in words if each not in common]


def _are_seats(before: str, word: str, after: str) -> bool:
    return word in tuple("234567") and (before == "for" or after == "player")


def asked_for(question: str) -> list[str]:
    """Return the words of a question in those of the rulebook."""
    text = question.lower()
    for row in people_say()["said"]:
        text = re.sub(row["people"], row["book"], text)
    return _meant(text)


def _meant(text: str) -> list[str]:
    meant = people_say()["meant"]
    return [meant.get(word, word) for word in words_of(text)]


def best(question: str, texts: Sequence[str]) -> Iterator[int]:
    """Yield the places of the texts that have words of a question, the best one first."""
    words = [_meant(text) for text in texts]
    asked = asked_for(question)
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
