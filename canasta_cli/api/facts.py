"""The facts of the table, as keyword arguments: their names, types and readers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypedDict

from canasta_cli.api.errors import FactError
from canasta_cli.model.cards import Card
from canasta_cli.model.melds import Meld
from canasta_cli.notation.deal import read_held, read_order
from canasta_cli.notation.melds import scan_meld
from canasta_cli.notation.reader import words
from canasta_cli.rules.load import near
from canasta_cli.words import count_of, either

Given = Mapping[str, Any]
"""The facts that were given, read, by name."""


class Facts(TypedDict, total=False):
    """The facts of the table; one that is left out, or ``None``, is unknown.

    Nothing is assumed about it, except about the hand: see ``Verdict.assumes``.

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

    hand: str | None
    shown: str | None
    drew: Literal["stock", "pile"] | None
    first_turn: bool | None
    asked: bool | None
    foot: bool | None
    out: bool | None
    melds: str | None
    opened: bool | None
    total: int | None
    minimum: int | None
    canastas: int | None
    red_threes: int | None
    partner_melds: str | None
    partner_foot: bool | None
    pile: str | None
    top: str | None
    pile_size: int | None
    frozen: bool | None
    stock: int | None
    their_melds: str | None
    deal: int | None


class Kind(NamedTuple):
    """The kind of a fact: how its value is read, and an example; ``read`` raises ``ValueError``."""

    read: Callable[[Any], object]
    says: str


def _text(read: Callable[[str], object], says: str) -> Kind:
    def checked(value: object) -> object:
        if not isinstance(value, str):
            raise ValueError
        return read(value)

    return Kind(checked, says)


def _number(least: int | None = None) -> Kind:
    def checked(value: object) -> object:
        if type(value) is not int or (least is not None and value < least):
            raise ValueError
        return value

    return Kind(checked, "a whole number" + (f" from {least} up" if least is not None else ""))


def _yes_or_no(value: object) -> object:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _one_of(*values: str) -> Kind:
    def checked(value: object) -> object:
        if value not in values:
            raise ValueError
        return value

    return Kind(checked, either(f"“{value}”" for value in values))


def _pile(text: str) -> tuple[Card, ...]:
    return () if text.strip().lower() in ("", "none") else read_order(text)


def _top(text: str) -> Card:
    cards = read_order(text)
    if len(cards) != 1:
        raise ValueError
    return cards[0]


def _melds(text: str) -> tuple[Meld, ...]:
    if text.strip().lower() in ("", "none"):
        return ()
    melds = [scan_meld(token) for token in words(text)]
    whole = tuple(meld for meld in melds if isinstance(meld, Meld))
    if len(whole) < len(melds):
        raise ValueError
    return whole


CARDS = _text(read_held, "cards, such as “KK24”")
PILE = _text(_pile, "cards with the top card last, such as “9S 3B 5”")
TOP = _text(_top, "one card, such as “5”")
MELDS = _text(_melds, "whole melds, such as “7777 QQ2”, or “none”")
FLAG = Kind(_yes_or_no, "True or False")
COUNT = _number(0)

KINDS: dict[str, Kind] = {
    "hand": CARDS,
    "shown": CARDS,
    "drew": _one_of("stock", "pile"),
    "first_turn": FLAG,
    "asked": FLAG,
    "foot": FLAG,
    "out": FLAG,
    "melds": MELDS,
    "opened": FLAG,
    "total": _number(),
    "minimum": COUNT,
    "canastas": COUNT,
    "red_threes": COUNT,
    "partner_melds": MELDS,
    "partner_foot": FLAG,
    "pile": PILE,
    "top": TOP,
    "pile_size": COUNT,
    "frozen": FLAG,
    "stock": COUNT,
    "their_melds": MELDS,
    "deal": _number(1),
}


def read_facts(facts: Mapping[str, object]) -> Given:
    """Read facts as they were given.

    Raises :class:`FactError` for a name or value that can't be right, and ``NotationError`` for cards
    that can't be read.
    """
    for name in facts:
        if name not in KINDS:
            known = count_of(len(KINDS), "fact")
            raise FactError(
                f"there is no fact “{name}”.{near(name, KINDS)}",
                f"canasta_cli.Facts lists all {known}.",
            )
    return {name: read_fact(name, value) for name, value in facts.items() if value is not None}


def read_fact(name: str, value: object) -> Any:
    """Read the value of one fact; raises as :func:`read_facts` does."""
    kind = KINDS[name]
    try:
        return kind.read(value)
    except ValueError:
        raise FactError(f"{name} must be {kind.says}, not {value!r}") from None


def check_agree(conflicts: Iterable[str]) -> None:
    """Raise :class:`FactError` if there are contradictions, each a sentence."""
    found = tuple(conflicts)
    if found:
        raise FactError(
            "\n".join(("these facts contradict each other:", *(f"  {each}" for each in found))),
            "Correct one, or leave out what you aren't sure of.",
        )
