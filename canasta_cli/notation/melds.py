"""Melds as text: a set ``KKK2``, a sequence ``4H5H6H`` or ``H:4-T``, a lay-off ``K:W``."""

import re
from collections.abc import Iterable
from contextlib import suppress

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Onto,
    Rank,
    Suit,
    is_run,
)
from canasta_cli.notation.cards import COUNTED_FROM, scan_cards, write_cards
from canasta_cli.notation.reader import Token, whole, words

EXPECTED = "Melds: KKK2 (set), 4H5H6H or H:4-T (sequence), 222W (wild cards), K:W (onto the kings)"
EXAMPLE = "KKKK22W"
SMALLEST = 3
"""The fewest cards of a word that is a meld of its own."""
# Compiled on first use: most melds have no colon. ASCII excludes letters of other alphabets.
_LETTERS = re.IGNORECASE | re.ASCII
_RANGE = r"([cdhs♣♦♥♠]):(10|[4-9tjqka])-(10|[4-9tjqka])\Z"
_ONTO = r"(3b|10|[4-9tjqka2w*]|[cdhs♣♦♥♠])([1-9])?:"
_SUITS = dict(zip("cdhs♣♦♥♠", (*Suit, *Suit), strict=True))
_RANKS = {rank.value.lower(): rank for rank in FOUR_TO_ACE} | {
    "10": Rank.TEN,
    "3b": Rank.BLACK_THREE,
    "2": Rank.DEUCE,
}


def read_meld(text: str) -> MeldCards | LayOff:
    """Read one meld or lay-off. Raises :class:`~canasta_cli.errors.NotationError`."""
    return scan_meld(whole(text))


def scan_melds(line: str) -> tuple[MeldCards | LayOff, ...]:
    """Read several melds and lay-offs, with spaces, or commas between whole melds: ``7xK,999``."""
    if "a " not in line:  # an article, unless it is an ace
        with suppress(NotationError):  # perhaps it has cards in words
            return _melds(words(line))
    from canasta_cli.notation.spoken import as_written

    return _melds(as_written(tuple(words(line))))


def _melds(tokens: Iterable[Token]) -> tuple[MeldCards | LayOff, ...]:
    return tuple([scan_meld(part) for token in tokens for part in _separated(token)])


def _separated(token: Token) -> list[Token]:
    """Split a word at its commas, if these are between melds and not between cards: ``K,K,K``."""
    parts = [
        token._replace(start=token.start + part.start(), end=token.start + part.end())
        for part in re.finditer("[^,]+", token.text)
    ]
    try:
        melds = len(parts) > 1 and all(scan_meld(part).cards.size >= SMALLEST for part in parts)
    except NotationError:
        melds = False
    return parts if melds else [token]


def scan_meld(token: Token) -> MeldCards | LayOff:
    """Read one word as a meld or lay-off."""
    if ":" not in token.text:
        return MeldCards(Cards(scan_cards(token)))
    if match := re.match(_RANGE, token.text, _LETTERS):
        return MeldCards(_range(token, match))
    if match := re.match(_ONTO, token.text, _LETTERS):
        return LayOff(_onto(match), Cards(scan_cards(token.after(match.end()))))
    return MeldCards(Cards(scan_cards(token)))


def _range(token: Token, match: re.Match[str]) -> Cards:
    suit = _SUITS[match[1].lower()]
    first, last = _RANKS[match[2].lower()].order, _RANKS[match[3].lower()].order
    if first >= last:
        token.fail(
            f"“{token.text}” does not go from a lower card to a higher one",
            expected="Write the lower card first (fours are low, aces are high)",
            example="H:4-T",
        )
    return Cards(Card(rank, suit) for rank in FOUR_TO_ACE[first : last + 1])


def scan_onto(token: Token) -> Onto:
    """Read the name of a meld on the table: ``K``, ``K2``, ``H`` (a sequence), ``W``; a colon may follow."""
    match = re.fullmatch(_ONTO, token.text.removesuffix(":") + ":", _LETTERS)
    if match is None:
        token.fail(
            f"“{token.text}” is not the name of a meld on the table",
            expected="Write its rank (K), the suit of a sequence (H), or W for the wild meld",
            example="onto K",
        )
    return _onto(match)


def _onto(match: re.Match[str]) -> Onto:
    mark, which = match[1].lower(), int(match[2]) if match[2] else None
    if mark in _RANKS:
        return Onto(rank=_RANKS[mark], which=which)
    if mark in _SUITS:
        return Onto(suit=_SUITS[mark], which=which)
    return Onto(which=which)


def write_meld(meld: MeldCards | LayOff) -> str:
    """Format a meld or lay-off canonically, whatever is wild in it."""
    if isinstance(meld, LayOff):
        return f"{write_onto(meld.onto)}:{write_cards(meld.cards)}"
    cards = tuple(meld.cards)
    if len(cards) >= COUNTED_FROM and cards[0].suit and is_run(meld.cards):
        return f"{cards[0].suit.value}:{cards[0].rank.value}-{cards[-1].rank.value}"
    return write_cards(cards)


def name_meld(meld: MeldCards | LayOff) -> str:
    """Format a meld or lay-off for people: if it is known which cards are wild, these come last."""
    if isinstance(meld, Meld) and meld.naturals and meld.wilds:
        return write_cards(meld.in_order)
    return write_meld(meld)


def write_onto(onto: Onto) -> str:
    """Format the name of a meld on the table: ``K``, ``K2``, ``H``, ``W``."""
    mark = onto.rank.value if onto.rank else onto.suit.value if onto.suit else "W"
    return f"{mark}{onto.which or ''}"
