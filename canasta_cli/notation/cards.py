"""Cards as text: ``KKK2``, ``K K K 2``, ``KHKSKD2``, ``3xK+2``, ``H13`` are all valid."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import FOUR_TO_ACE, Card, Cards, Rank, Suit, three
from canasta_cli.notation.reader import Token, check_length, whole
from canasta_cli.values import NamedTuple

EXPECTED = "Cards: A K Q J T 9-4, 2 (deuce), W (joker), 3R, 3B"
EXAMPLE = "KKK2"
COUNTED_FROM = 7
_MOST = 99

_SUITS = {"c": Suit.CLUBS, "d": Suit.DIAMONDS, "h": Suit.HEARTS, "s": Suit.SPADES}
_SUITS |= {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}
_SUITS |= {"♧": Suit.CLUBS, "♢": Suit.DIAMONDS, "♡": Suit.HEARTS, "♤": Suit.SPADES}
_RANKS = {rank.value.lower(): rank for rank in Rank if not rank.three}
_RANKS |= {"10": Rank.TEN, "*": Rank.JOKER, "🃏": Rank.JOKER}
_NUMBERED = {"1": Rank.ACE, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING} | {
    symbol: rank for symbol, rank in _RANKS.items() if rank is not Rank.JOKER
}
# Ranks as words. Threes need a colour. The letters of “jack” are cards too, which nobody writes so.
_WORDS = {rank.noun: rank for rank in Rank if not rank.three}
_SYMBOLS = {
    card.symbol: card
    for card in [
        *[Card(rank) for rank in Rank],
        *[Card(rank, suit) for rank in (*FOUR_TO_ACE, Rank.DEUCE) for suit in Suit],
        *[three(suit) for suit in Suit],
    ]
}
# Compiled on first use: most cards need none of them.
_COUNT = r"(\d+)[x×]"
_JOKER_WORD = r"(?:jokers?|jkr)"
_SEPARATORS = " ,+\t\ufe0e\ufe0f"


class _Scan(NamedTuple):
    """A card that was read, and how many characters it took."""

    card: Card
    length: int


def read_cards(text: str) -> Cards:
    """Read a line of cards in any accepted format.

    Raises :class:`~canasta_cli.errors.NotationError` for the first card that can't be read.
    """
    cards = read_order(text)
    if not cards:
        whole(text).fail("cards are missing", expected=EXPECTED, example=EXAMPLE)
    return Cards(cards)


def read_order(text: str) -> tuple[Card, ...]:
    """Read cards in their order, as in a pile or a stock, possibly none.

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    check_length(text)
    if "a " not in text:  # an article, unless it is an ace
        try:
            words = text.replace(",", " ").split()
            return tuple([card for word in words for card in _seen_before(word)])
        except NotationError:
            pass  # Read it again: the cached error has no position in the line.
    from canasta_cli.notation.spoken import as_written  # few people type cards in words

    found = re.finditer(r"[^\s,]+", text)
    tokens = [Token(text, match.start(), match.end()) for match in found]
    return tuple([card for token in as_written(tokens) for card in scan_cards(token)])


def one_card(text: str) -> Card | None:
    """Read a card, with or without an article: ``7``, ``a ten``. ``None`` if it is not one card.

    Raises :class:`~canasta_cli.errors.NotationError` for what can't be read.
    """
    article, space, card = text.strip().partition(" ")
    alone = article in ("a", "an") and space and " " not in card.strip()
    cards = read_order(card if alone else text)
    return cards[0] if len(cards) == 1 else None


def scan_cards(token: Token) -> Sequence[Card]:
    """Read the cards of one word, in the order in which they were typed."""
    try:
        return _seen_before(token.line[token.start : token.end])
    except NotationError:
        # Read it again: the cached error has no position in the line.
        return _scan(token)


# Cached: a recorded stock lists each card, and the same few recur in every hand.
@lru_cache(maxsize=2_000)
def _seen_before(word: str) -> tuple[Card, ...]:
    if rank := _WORDS.get(word.lower()):
        return (Card(rank),)
    return _symbols_in(word) or tuple(_scan(whole(word)))


def _symbols_in(word: str) -> tuple[Card, ...] | None:
    """Read a word of nothing but the symbols with which cards are written; ``None`` otherwise."""
    cards: list[Card] = []
    at, end = 0, len(word)
    while at < end:
        card = _SYMBOLS.get(word[at : at + 2]) or _SYMBOLS.get(word[at])
        if card is None:
            return None
        cards.append(card)
        at += len(card.symbol)
    return tuple(cards)


def _scan(token: Token) -> list[Card]:
    text = token.text
    lower = text.lower()
    suit_first = text[:1].lower() in _SUITS
    cards: list[Card] = []
    at = 0
    while at < len(text):
        if text[at] in _SEPARATORS:
            at += 1
            continue
        count, length = _count(token, at) if text[at].isdigit() else (1, 0)
        at += length
        if at == len(text):
            token.fail(
                f"“{text}” is a count without a card",
                expected="Write the card after the count",
                example="7xK",
            )
        opens = suit_first or _suit_opens(text, at, counted=length > 0)
        scan = _card(token, lower, at, suit_first=opens)
        cards.extend([scan.card] * count)
        at += scan.length
    if not cards:
        token.fail("cards are missing", expected=EXPECTED, example=EXAMPLE)
    return cards


def _suit_opens(text: str, at: int, *, counted: bool) -> bool:
    return counted and text[at : at + 1].lower() in _SUITS


def _count(token: Token, at: int) -> tuple[int, int]:
    """Return the count before a card (``7x``) and its length; 1 and 0 if there is none."""
    match = re.compile(_COUNT, re.IGNORECASE).match(token.text, at)
    if not match:
        return 1, 0
    count = int(match[1]) if len(match[1]) <= len(str(_MOST)) else _MOST + 1
    if not 0 < count <= _MOST:
        token.fail(
            f"“{match[0]}” is not a valid count of cards",
            at=at,
            length=len(match[0]),
            expected=f"Write a count from 1x to {_MOST}x. Between a card and a count write +: 555+2xW",
            example="555+2xW",
        )
    return count, len(match[0])


def _card(token: Token, text: str, at: int, *, suit_first: bool) -> _Scan:
    """Read one card of a word; ``text`` is the word in lower case."""
    if text[at] == "j" and (match := re.compile(_JOKER_WORD).match(text, at)):
        return _Scan(Card(Rank.JOKER), len(match[0]))
    if suit_first and text[at] not in ("w", "*", "🃏"):
        return _suit_then_rank(token, text, at)
    return _rank_then_suit(token, text, at)


def _rank_then_suit(token: Token, text: str, at: int) -> _Scan:
    if text.startswith("3", at):
        return _three(token, at)
    symbol = "10" if text.startswith("10", at) else text[at : at + 1]
    rank = _RANKS.get(symbol)
    if rank is None:
        token.fail(_not_a_card(token, at), at=at, length=1, expected=EXPECTED, example=EXAMPLE)
    end = at + len(symbol)
    suit = _SUITS.get(text[end : end + 1])
    if suit is None or rank is Rank.JOKER:
        return _Scan(Card(rank), len(symbol))
    return _Scan(Card(rank, suit), len(symbol) + 1)


def _three(token: Token, at: int) -> _Scan:
    mark = token.text[at + 1 : at + 2].lower()
    if mark in _SUITS:
        return _Scan(three(_SUITS[mark]), 2)
    if mark in ("r", "b"):
        return _Scan(Card(Rank.RED_THREE if mark == "r" else Rank.BLACK_THREE), 2)
    token.fail(
        "a three needs its colour",
        at=at,
        length=1,
        expected="Write 3R (red) or 3B (black), or its suit: 3H 3D 3C 3S",
        example="2x3R",
    )


def _suit_then_rank(token: Token, text: str, at: int) -> _Scan:
    suit = _SUITS.get(text[at])
    if suit is None:
        number = text[at - 1 : at + 1]
        if number[:1] == "1" and number.isdigit() and text[at - 2] in _SUITS:
            token.fail(
                f"“{number}” is not a rank",
                at=at - 1,
                length=2,
                expected="After a suit, ranks go from 1 (ace) to 13 (king)",
                example="H13",
            )
        if text[at] not in _RANKS and not text[at].isdigit():
            token.fail(_not_a_card(token, at), at=at, length=1, expected=EXPECTED, example=EXAMPLE)
        token.fail(
            f"“{token.text}” starts with a suit and a card; “{token.text[at]}” after it is not a suit",
            at=at,
            length=1,
            expected="Write each suit (C D H S) before its rank, from 1 (ace) to 13 (king)",
            example="C6C6H7D8",
        )
    rest = text[at + 1 :].lstrip("\ufe0e\ufe0f")
    skipped = len(text) - at - len(rest)
    for length in (2, 1):
        symbol = rest[:length]
        if len(symbol) == length and symbol in _NUMBERED:
            return _Scan(Card(_NUMBERED[symbol], suit), skipped + length)
        if symbol == "3":
            return _Scan(three(suit), skipped + 1)
    token.fail(
        f"“{token.text[at : at + 2]}” is not a card",
        at=at,
        length=2,
        expected=EXPECTED,
        example=EXAMPLE,
    )


def _not_a_card(token: Token, at: int) -> str:
    letter = token.text[at]
    where = f" in “{token.text}”" if len(token.text) > 1 else ""
    if letter in ("0", "1"):
        return f"“{letter}”{where} is not a card: a ten is T or 10, an ace is A"
    return f"“{letter}”{where} is not a card"


def write_cards(cards: Iterable[Card]) -> str:
    """Format cards in the order given, which is canonical for a bunch.

    Seven or more of one card are counted (``7xK+2W``).
    """
    parts: list[str] = []
    plain = ""
    for card, same in groupby(cards):
        count = len(list(same))
        if count < COUNTED_FROM:
            plain += card.symbol * count
            continue
        parts.extend(part for part in (plain, f"{count}x{card.symbol}") if part)
        plain = ""
    return "+".join((*parts, *((plain,) if plain else ())))


def write_order(cards: Iterable[Card]) -> str:
    """Format cards in their order; :func:`read_order` reads them back."""
    return " ".join(card.symbol for card in cards)
