"""The words of a game for its canastas: games with a foot have books, clean ones and dirty ones."""

import re

from canasta_cli.model.cards import Rank
from canasta_cli.model.game import BOOKS, Tally
from canasta_cli.rules import grades
from canasta_cli.rules.grades import Grade
from canasta_cli.rules.schema import Ruleset

# A grade stands before a canasta or a rank. Compiled on first use: few games have books.
_GRADE = (
    r"\b(?:natural|mixed)(?=(?:(?:,| or| and) (?:natural|mixed|wild))* canastas?\b)"
    rf"|\bmixed(?= (?:{'|'.join(rank.many for rank in Rank)})\b)"
)
_CANASTA = r"\bcanasta(?=s?\b)"
COLOURS = {Grade.NATURAL: "red book", Grade.MIXED: "black book"}
"""Other names of books that players type."""


def has_books(ruleset: Ruleset) -> bool:
    """True if the players of a game call its canastas books: games with a foot."""
    return ruleset.deal.foot is not None


def in_game_words(phrase: str, ruleset: Ruleset) -> str:
    """Return a phrase with canastas in the words of the game: ``2 clean books``.

    Natural cards stay natural: two natural fives are no book.
    """
    if not has_books(ruleset):
        return phrase
    return re.sub(_CANASTA, "book", re.sub(_GRADE, lambda found: BOOKS[found[0]], phrase))


def canastas(count: int, of: tuple[Grade, ...], ruleset: Ruleset) -> str:
    """Format a number of canastas in the words of the game: ``2 natural or mixed canastas``."""
    return in_game_words(grades.canastas(count, of), ruleset)


def canasta_name(grade: Grade, ruleset: Ruleset) -> str:
    """Return the name of one canasta in the words of the game: ``natural canasta``, ``dirty book``."""
    return in_game_words(grades.canasta_name(grade), ruleset)


def grade_name(grade: Grade, ruleset: Ruleset) -> str:
    """Return the name of a grade in the words of the game: ``natural``, ``dirty``."""
    name = grades.grade_name(grade)
    return BOOKS.get(name, in_game_words(name, ruleset)) if has_books(ruleset) else name


def figure_word(name: str, ruleset: Ruleset) -> str:
    """Return the word of a figure in a tally, in the words of the game: ``clean``, ``dirty-sevens``."""
    try:
        grade = Grade(name)
    except ValueError:  # card points, threes
        return name
    return grade_name(grade, ruleset).replace(" ", "-")


def tally_in_game_words(tally: Tally, ruleset: Ruleset) -> Tally:
    """Return a tally with its figures in the words of the game; it is written for people only."""
    if not tally.figures:
        return tally
    figures = (figure._replace(name=figure_word(figure.name, ruleset)) for figure in tally.figures)
    return tally._replace(figures=tuple(figures))
