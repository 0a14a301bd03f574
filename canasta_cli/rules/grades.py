"""Grades of canastas, a hierarchy: a canasta of natural aces is an aces canasta and a natural one."""

from canasta_cli.model.cards import Rank
from canasta_cli.model.game import ALSO
from canasta_cli.values import Enum
from canasta_cli.words import count_of, either

_RANKS = {rank.many: rank for rank in Rank}
_MIXED, _WILD = "-mixed", "wild-"


class Grade(Enum):
    """A grade of canasta that a ruleset may score separately.

    ``general`` is the grade that includes it, if there is one, ``rank`` the rank of a grade of one
    rank: natural (``sevens``), mixed (``sevens-mixed``), or wild (``wild-deuces``). Which of these a
    rank can have depends on the wild ranks.
    """

    NATURAL = "natural"
    MIXED = "mixed"
    RUN = "run"
    WILD = "wild"
    WILD_DEUCES = "wild-deuces"
    WILD_JOKERS = "wild-jokers"
    WILD_FOURS = "wild-fours"
    WILD_FIVES = "wild-fives"
    WILD_SIXES = "wild-sixes"
    WILD_SEVENS = "wild-sevens"
    WILD_EIGHTS = "wild-eights"
    WILD_NINES = "wild-nines"
    WILD_TENS = "wild-tens"
    WILD_JACKS = "wild-jacks"
    WILD_QUEENS = "wild-queens"
    WILD_KINGS = "wild-kings"
    WILD_ACES = "wild-aces"
    FOURS = "fours"
    FOURS_MIXED = "fours-mixed"
    FIVES = "fives"
    FIVES_MIXED = "fives-mixed"
    SIXES = "sixes"
    SIXES_MIXED = "sixes-mixed"
    SEVENS = "sevens"
    SEVENS_MIXED = "sevens-mixed"
    EIGHTS = "eights"
    EIGHTS_MIXED = "eights-mixed"
    NINES = "nines"
    NINES_MIXED = "nines-mixed"
    TENS = "tens"
    TENS_MIXED = "tens-mixed"
    JACKS = "jacks"
    JACKS_MIXED = "jacks-mixed"
    QUEENS = "queens"
    QUEENS_MIXED = "queens-mixed"
    KINGS = "kings"
    KINGS_MIXED = "kings-mixed"
    ACES = "aces"
    ACES_MIXED = "aces-mixed"
    DEUCES = "deuces"
    DEUCES_MIXED = "deuces-mixed"
    THREES = "threes"

    _value_: str
    rank: Rank | None
    general: "Grade | None"

    def __init__(self, word: str) -> None:
        """Find the rank and the general grade by the word."""
        grades = type(self).__members__
        self.rank = _RANKS.get(word.removesuffix(_MIXED).removeprefix(_WILD))
        name = "WILD" if word.startswith(_WILD) else "MIXED" if word.endswith(_MIXED) else "NATURAL"
        self.general = grades[name] if self.rank else None

    __hash__ = object.__hash__


GENERAL = tuple(grade for grade in Grade if grade.general is None)
OF_RANKS: dict[tuple[Rank, Grade], Grade] = {
    (grade.rank, grade.general): grade for grade in Grade if grade.rank and grade.general
}
_ADJECTIVES = (Grade.NATURAL, Grade.MIXED, Grade.RUN, Grade.WILD)


def grade_name(grade: Grade) -> str:
    """Return the printed name of a grade of canasta; a run is a ``sequence``."""
    if grade is Grade.RUN:
        return ALSO[grade.value][0]
    if grade.rank and grade.general is Grade.MIXED:
        return f"mixed {grade.rank.many}"
    return str(grade.value).replace("-", " ")


def canastas(count: int, of: tuple[Grade, ...] = ()) -> str:
    """Format a number of canastas: ``2 natural or mixed canastas``, ``1 sequence``."""
    if of == (Grade.RUN,):
        return count_of(count, "sequence")
    return count_of(count, _of_grades("canasta", of), _of_grades("canastas", of))


def _of_grades(noun: str, of: tuple[Grade, ...]) -> str:
    kinds = [grade_name(grade) for grade in of if grade in _ADJECTIVES]
    cards = [
        grade_name(grade)
        for grade in of
        if grade not in _ADJECTIVES and grade is not Grade.WILD_JOKERS
    ]
    phrases = [f"{either(kinds)} {noun}"] if kinds else []
    phrases += [f"{noun} of {either(cards)}"] if cards else []
    # Most of its cards are deuces, so it is not simply one of jokers.
    phrases += [f"wild {noun} of jokers"] if Grade.WILD_JOKERS in of else []
    return either(phrases) if phrases else noun


def canasta_name(grade: Grade) -> str:
    """Return the printed name of one canasta: ``natural canasta``, ``sequence``."""
    return canastas(1, (grade,)).partition(" ")[2]
