"""The words of grades of canastas before a number: players may write their own instead of the usual one."""

from canasta_cli.model.game import ALSO, BOOKS

EXAMPLE = "natural:1 mixed:2 points:345"

_OWN = {word: grade for grade, word in BOOKS.items()} | {
    other: grade for grade, words in ALSO.items() for word in words for other in (word, f"{word}s")
}


_GRADES = {word for grade in _OWN.values() for word in (grade, f"{grade}s")} | _OWN.keys()


def is_grade(word: str) -> bool:
    """True for a word of a grade of canastas: ``clean``, ``naturals``."""
    return word in _GRADES


def grade_meant(word: str) -> str:
    """Return the usual word of a grade: ``natural`` for ``clean``, ``sevens-mixed`` for ``dirty-sevens``."""
    first, _, rank = word.partition("-")
    grade = _OWN.get(first, first)
    return f"{rank}-{grade}" if rank and grade == "mixed" else _OWN.get(word, word)
