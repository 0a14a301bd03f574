"""Points for many cards at once: several canastas together, and special hands."""

from canasta_cli.rules.vocabulary import Need, least
from canasta_cli.values import NamedTuple


class Collection(NamedTuple):
    """Several canastas of a side that score points together."""

    points: int
    needs: tuple[Need, ...]

    @property
    def size(self) -> int:
        """The number of canastas it takes."""
        return least(self.needs)


class SpecialHand(NamedTuple):
    """A whole hand shown at once: its name, its cards, its points.

    ``made`` has one word for each set, one letter repeated for each card: a rank (``AA``), ``3`` for
    a three of either colour, ``N`` for natural cards of one rank, ``D`` for deuces or jokers alike,
    ``M`` for wild cards in any mix, ``S`` for natural cards of one rank or, in one word at most,
    wild cards alike. No two words have the same rank. A hand that ``wins`` wins the game as well.
    """

    name: str
    made: str
    points: int
    wins: bool = False


def named(name: str | None, hands: tuple[SpecialHand, ...]) -> SpecialHand | None:
    """Return the special hand with a name, or ``None``."""
    return next((hand for hand in hands if hand.name == name), None)
