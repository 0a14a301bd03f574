"""The facts of the table, as keyword arguments: their names, types and readers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from canasta_cli.api import asking
from canasta_cli.api.errors import FactError
from canasta_cli.engine.facts import FACTS
from canasta_cli.rules.names import near
from canasta_cli.words import count_of

Texts = str | Sequence[str]


class Facts(TypedDict, total=False):
    """The facts of the table; one that is left out, or ``None``, is unknown.

    A no is never based on an assumption about it, and a yes names it: see ``Verdict.assumes``. Cards and
    melds are one text or several, as a position has them.

    About the player:

    - ``hand``: all cards of the hand; for a turn from its beginning, those before the draw
    - ``shown``: some of the cards of the hand
    - ``drew``: ``"stock"`` or ``"pile"``, how the turn began
    - ``first_turn``: whether this is the player's first turn of the hand
    - ``asked``: the partner's answer to “May I go out?”
    - ``foot``: whether the player still has a foot to pick up
    - ``out``: whether the player goes out with this play; true is the same as a play that ends with
      “out”

    About the side:

    - ``melds``: its melds, or ``"none"``
    - ``opened``: whether it has opened, if its melds are not given
    - ``total``: its total before this hand
    - ``minimum``: the points it needs to open, if its total is not given
    - ``canastas``: the number of its canastas, if its melds are not given
    - ``red_threes``: the number of red threes that it has laid out
    - ``partner_melds``: those of its melds that the partner laid down, or ``"none"``
    - ``partner_foot``: whether the partner still has a foot, or has not played from it

    About the pile and the rest of the table:

    - ``pile``: its cards, the top card last, or ``"none"``
    - ``top``: its top card, if the others are unknown
    - ``pile_size``: the number of its cards
    - ``frozen``: whether a card in it freezes it
    - ``stock``: the number of cards left in the stock
    - ``their_melds``: the melds of the other side, or ``"none"``
    - ``deal``: the number of this hand in the game, from 1
    """

    hand: Texts | None
    shown: Texts | None
    drew: Literal["stock", "pile"] | None
    first_turn: bool | None
    asked: bool | None
    foot: bool | None
    out: bool | None
    melds: Texts | None
    opened: bool | None
    total: int | None
    minimum: int | None
    canastas: int | None
    red_threes: int | None
    partner_melds: Texts | None
    partner_foot: bool | None
    pile: Texts | None
    top: str | None
    pile_size: int | None
    frozen: bool | None
    stock: int | None
    their_melds: Texts | None
    deal: int | None


KEYWORDS = {row.keyword: row for row in FACTS.values() if row.kind != "play"}
"""The facts by their keyword arguments; the others are written with the cards of a play."""


def read_facts(facts: Mapping[str, object]) -> asking.Given:
    """Read facts as they were given.

    Raises :class:`FactError` for a name or value that can't be right, and ``NotationError`` for cards
    that can't be read.
    """
    for name in facts:
        if name not in KEYWORDS:
            known = count_of(len(KEYWORDS), "fact")
            raise FactError(
                f"there is no fact “{name}”.{near(name, KEYWORDS)}",
                f"canasta_cli.Facts lists all {known}.",
            )
    return {name: read_fact(name, value) for name, value in facts.items() if value is not None}


def read_fact(name: str, value: object) -> Any:
    """Read the value of one fact; raises as :func:`read_facts` does."""
    row = KEYWORDS[name]
    try:
        return asking.read_fact(row, value)
    except ValueError:
        raise FactError(f"{name} must be {asking.must_be(row)}, not {value!r}") from None


def check_agree(conflicts: Iterable[str]) -> None:
    """Raise :class:`FactError` if there are contradictions, each a sentence."""
    found = tuple(conflicts)
    if found:
        raise FactError(
            "\n".join(("these facts contradict each other:", *(f"  {each}" for each in found))),
            "Correct one, or leave out what you aren't sure of.",
        )
