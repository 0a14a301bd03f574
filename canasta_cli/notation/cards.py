"""Cards and melds as text: ``KKK2``, ``3xK+2``, ``4H5H6H``, ``K:W``, or in words.

Every layer that reads or writes cards calls it.
"""

import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NoReturn

from canasta_cli.errors import NotationError, Unclear
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    NO_CARDS,
    USUAL_WILD_RANKS,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Onto,
    Rank,
    Suit,
    is_run,
    three,
)
from canasta_cli.notation.spoken import (
    COLOURS,
    COUNTED_FROM,
    DIGIT_RANKS,
    NUMBERS,
    RANKS,
    STOPS,
    SUIT_NAMES,
    THREES,
    TOGETHER,
    Token,
    as_written,
    check_length,
    has_article,
    how_many,
    may_have_words,
    number_of_word,
    ranks_named,
    read_line,
    whole,
    words,
)
from canasta_cli.values import NamedTuple

# Cards as text: `KKK2`, `K K K 2`, `KHKSKD2`, `3xK+2`, `H13` are all valid.

_SHORTEST_WORD = 3
_CARD_LETTERS = "akqjtw"
_MOST_TIMES = 99

_SUITS = {"c": Suit.CLUBS, "d": Suit.DIAMONDS, "h": Suit.HEARTS, "s": Suit.SPADES}
_SUITS |= {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}
_SUITS |= {"♧": Suit.CLUBS, "♢": Suit.DIAMONDS, "♡": Suit.HEARTS, "♤": Suit.SPADES}
_NUMBERED = {"1": Rank.ACE, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING} | {
    symbol: rank for symbol, rank in RANKS.items() if rank is not Rank.JOKER
}
# Ranks as words. Threes need a colour. The letters of “jack” are cards too, which nobody writes so.
_WORDS = {rank.noun: rank for rank in Rank if not rank.three}
# Words without a number: those of “jacks” are cards as well.
_MANY = frozenset(rank.many for rank in Rank if not rank.three)
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
_ONE = "|".join(name for name in _WORDS if name not in NUMBERS)
_COUNT_OF_ONE = (
    rf"(?i)(?:^|[,:;.]|\b(?:left|and|with)\b)\s*(([2-9]|10|{'|'.join(NUMBERS[1:])}) ({_ONE}))\b"
)
# Words of a tally that stand at the beginning of cards.
_BEFORE_CARDS = r"(?i)^(?:left:|foot:|-)"
_STARRED = r"([2-9])\*(10|[4-9TJQKA])"
_JOKER_WORD = r"(?:jokers?|jkr)"
_NONE = ("", "none", "nothing", "no cards", "0")
_NO = ("no", "-", "zero", "nil", "nope", "no thanks")
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
        whole(text).fail("cards are missing")
    return Cards(cards)


def read_held(text: str) -> Cards:
    """Read the cards of a hand, possibly none. Raises :class:`~canasta_cli.errors.NotationError`."""
    return NO_CARDS if is_none(text) else read_cards(text)


def is_none(text: str, *, is_answer: bool = False) -> bool:
    """True for a text that stands for no cards, or no melds; an answer has more words for them."""
    return text.strip().lower() in (*_NONE, *_NO * is_answer)


def read_order(text: str) -> tuple[Card, ...]:
    """Read cards in their order, as in a pile or a stock, possibly none.

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    check_length(text)
    if not may_have_words(text):
        try:
            words = text.replace(",", " ").split()
            return tuple([card for word in words for card in _seen_before(word)])
        except NotationError:
            pass  # Read it again: the cached error has no position in the line.

    found = re.finditer(r"[^\s,]+", text)
    tokens = [Token(text, match.start(), match.end()) for match in found]
    return tuple([card for token in as_written(tokens) for card in scan_cards(token)])


def one_card(text: str) -> Card | None:
    """Read a card, with or without an article: ``7``, ``a ten``, ``black``. ``None`` if it is not one card.

    Raises :class:`~canasta_cli.errors.NotationError` for what can't be read.
    """
    if rank := COLOURS.get(text.strip().lower()):
        return Card(rank)
    typed = text.split()
    cards = read_order(typed[1] if has_article(typed) else text)
    return cards[0] if len(cards) == 1 else None


def scan_cards(token: Token) -> Sequence[Card]:
    """Read the cards of one word, in the order in which they were typed."""
    try:
        return _seen_before(token.line[token.start : token.end])
    except NotationError:
        # Read it again: the cached error has no position in the line.
        return _scan(token)


@lru_cache(maxsize=2_000)
def cards_or_none(word: str) -> Sequence[Card]:
    """Return the cards that a word is; none if it isn't cards."""
    try:
        return scan_cards(whole(word))
    except NotationError:
        return ()


def is_card(word: str) -> bool:
    """Return whether a word is one card, and so never the beginning of another word: ``st`` is a ten."""
    return len(cards_or_none(word)) == 1


def check_articles(held: Sequence[str], *, key: str = "left:") -> None:
    """Refuse ``a 4`` among the words of cards: it can be a four, or an ace and a four."""
    for article, card in pairwise(held):
        if article == "a" and is_card(card) and card.lower() not in _WORDS:
            raise Unclear(
                f"“{article} {card}” could be one card, or an ace and another",
                fix=f"Write {key}1x{card.upper()} for one card, or {key}A{card.upper()} for both",
            )


def check_counts(text: str, *, takes: bool = False) -> None:
    """Refuse ``2 joker`` where no card stands before it: it can be two jokers, or two cards.

    Cards that ``takes`` the pile can be a nine and a joker: ``9 joker``.
    """
    if found := re.search(_COUNT_OF_ONE, text):
        number, rank = number_of_word(found[2]), _WORDS[found[3].lower()]
        if not (takes and _is_pair(number, rank)):
            _refuse_count(found[1], number, rank, "{}+{}")


def _is_pair(number: int | None, rank: Rank) -> bool:
    """True for a digit of natural cards before a wild one."""
    return rank in USUAL_WILD_RANKS and number is not None and number > SMALLEST


def check_digit_before_rank(cards: Iterable[Card], side: str = "") -> None:
    """Refuse two cards that can be a number and its rank: ``7A`` for seven aces; ``9CTC`` are two cards."""
    ranks = [card.rank for card in cards if card.rank is not Rank.JOKER and not card.suit]
    numbers = [rank for rank in ranks if rank.value in "456789"]
    named = [rank for rank in ranks if rank.value in "TJQKA"]
    if (len(ranks), len(numbers), len(named)) == (2, 1, 1):
        number, rank = numbers[0].value, named[0]
        raise Unclear(
            f"{side}{number} and {named[0].value} are two ranks",
            fix=f"For {number} {rank.many} write {number}x{rank.value}",
        )


def check_number_before_rank(text: str, *, melds: bool = True, takes: bool = False) -> None:
    """Refuse ``7*K`` too, and ``4 K`` unless cards beside it show that it is a list of cards: ``4 5 K``.

    A word of three cards or more can be a meld beside it, except among cards that are not ``melds``.
    """
    check_counts(text, takes=takes)
    most = SMALLEST - 1 if melds else sys.maxsize
    typed = ["", *text.replace(",", " , ").split(), ""]
    is_beside = [0 < len(cards_or_none(word)) <= most for word in typed]
    for word in typed:
        if starred := re.fullmatch(_STARRED, word, re.IGNORECASE):
            _refuse_count(word, int(starred[1]), RANKS[starred[2].lower()], "{}+W+{}")
    for at, (word, second) in enumerate(pairwise(typed)):
        first = re.sub(_BEFORE_CARDS, "", word)
        number, rank = number_of_word(first), RANKS.get(second.lower().rstrip(STOPS))
        may_be_card = first == "3" or is_card(first)
        if number is None or rank is None or rank is RANKS.get(first) or not may_be_card:
            continue
        # Two digits are two cards: nobody counts fives as “4 5”.
        if rank.value in DIGIT_RANKS or (takes and _is_pair(number, rank)):
            continue
        if 1 < number < len(NUMBERS) and not (is_beside[at - 1] or is_beside[at + 2]):
            key = word.removesuffix(first)
            around = {typed[at - 1].lower(), typed[at + 2].lower()}
            apart = melds and not key and around.isdisjoint(("left", "foot"))
            _refuse_count(f"{word} {second}", number, rank, "1x{} 1x{}" if apart else "{}+{}", key)


def _refuse_count(
    typed: str, number: int | None, rank: Rank, cards: str, key: str = ""
) -> NoReturn:
    one = Rank.RED_THREE.value if number == 3 else number  # noqa: PLR2004 - a three needs its colour
    several = "three cards" if "W" in cards else "two cards"
    written = f"{key}{cards.format(one, rank.value)}"
    raise Unclear(
        f"“{typed}” could be {rank.many}, or {several}",
        fix=f"Write {key}{number}x{rank.value} for {rank.many}, or {written} for {several}",
    )


# Cached: a recorded stock lists each card, and the same few recur in every hand.
@lru_cache(maxsize=2_000)
def _seen_before(word: str) -> tuple[Card, ...]:
    if rank := _WORDS.get(word.lower()):
        return (Card(rank),)
    symbols = None if word.lower() in _MANY else _symbols_in(word)
    return symbols or tuple(_scan(whole(word)))


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
    if lower in _MANY:
        _refuse_word(token)
    suit_first = text[:1].lower() in _SUITS
    cards: list[Card] = []
    at = 0
    joined = False
    while at < len(text):
        if text[at] in _SEPARATORS:
            at, joined = at + 1, False
            continue
        count, length = _count(token, at) if text[at].isdigit() else (1, 0)
        at += length
        if at == len(text):
            token.fail(
                f"“{text}” is a count without a card",
                expected="Write the card after the count",
                example="7xK",
            )
        opens = suit_first or (length > 0 and lower[at] in _SUITS)
        scan = _card(token, lower, at, suit_first=opens)
        if length:
            _check_count(token, at - length, at, scan, joined=joined)
        cards.extend([scan.card] * count)
        at, joined = at + scan.length, not length
    if not cards:
        token.fail("cards are missing")
    return cards


def _count(token: Token, at: int) -> tuple[int, int]:
    """Return the count before a card (``7x``) and its length; 1 and 0 if there is none."""
    match = re.compile(_COUNT, re.IGNORECASE).match(token.text, at)
    if not match:
        return 1, 0
    count = int(match[1]) if len(match[1]) <= len(str(_MOST_TIMES)) else _MOST_TIMES + 1
    if not 0 < count <= _MOST_TIMES:
        last = token.start + match.end() == token.end
        # Cards and a letter that is none: 777X.
        if last and len(match[1]) > len(str(_MOST_TIMES)):
            at = match.end() - 1
            _refuse_letter(token, at)
        token.fail(
            f"“{match[0]}” is not a valid count of cards",
            at=at,
            length=len(match[0]),
            expected=f"Write a count from 1x to {_MOST_TIMES}x. Between a card and a count write +: 555+2xW",
            example="555+2xW",
        )
    return count, len(match[0])


def _check_count(token: Token, start: int, at: int, scan: _Scan, *, joined: bool) -> None:
    """Refuse a count ``joined`` to cards before it, or to more of its card: ``5x55`` may be a mistyped 5555."""
    text, end = token.text, at + scan.length
    before, counted, card = text[:start].rstrip("+"), text[start:end], text[at:end]
    if joined or text[end : end + len(card)].lower() == card.lower():
        # What stands behind has not been read yet, and may be no card.
        rest = re.sub(rf"(?i)^(?:{re.escape(card)})+", "", text[end:])
        after = rest if cards_or_none(rest) else "…" * bool(rest)
        apart = "+".join(filter(None, (before, counted, after)))
        token.fail(
            f"“{text}” has a count next to other cards",
            expected=f"Write {apart}, or each card, as in {card * SMALLEST}",
            example=apart.removesuffix("+…"),
        )


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
    rank = RANKS.get(symbol)
    if rank is None:
        _refuse_letter(token, at)
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
    _refuse_three(token, at)


def _refuse_three(token: Token, at: int = 0) -> NoReturn:
    is_digit = token.text[at] == "3"
    rank = RANKS.get(token.text[at + 1 : at + 2].lower()) if is_digit else None
    meant = f". For three {rank.many}: 3x{rank.value}" if rank else ""
    token.fail(
        "a three needs its colour",
        at=at,
        length=1 if is_digit else None,
        expected=f"Write 3R (red) or 3B (black), or its suit: 3H 3D 3C 3S{meant}",
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
        if text[at] not in RANKS and not text[at].isdigit():
            _refuse_letter(token, at)
        if token.text.isalpha() and len(token.text) == _SHORTEST_WORD:  # a name: Cat
            token.fail(f"I don't understand “{token.text}”")
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
    _refuse_word(token)
    token.fail(f"“{token.text[at : at + 2]}” is not a card", at=at, length=2)


def _refuse_letter(token: Token, at: int) -> NoReturn:
    """Raise the error for a letter that is not a card, or for the word that it is part of."""
    _refuse_word(token)
    letter = token.text[at]
    where = f" in “{token.text}”" if len(token.text) > 1 else ""
    says = f"“{letter}”{where} is not a card"
    if letter in ("0", "1"):
        says += ": a ten is T or 10, an ace is A"
    elif letter in "xX×":
        says += ": a count is written 7xK"
    token.fail(says, at=at, length=1)


def _refuse_word(token: Token) -> None:
    """Raise an error about a whole word, if it is one rather than cards with a mistake."""
    word = token.text.lower()
    if word in THREES:
        _refuse_three(token)
    if rank := ranks_named(COUNTED_FROM).get(word):
        how_many(token, word, f"7x{rank.value}")
    if word in NUMBERS:
        example = f"{token.text} king{'s' * (word != NUMBERS[0])}"
        token.fail(f"“{token.text}” of what?", expected=f"Write {example}", example=example)
    if word == "of" or f"{word.removesuffix('s')}s" in SUIT_NAMES:
        expected = "Write the suit after each card, or a sequence as H:4-T"
        token.fail(f"I don't understand “{token.text}”", expected=expected, example="4H5H6H")
    cards = sum(letter in _CARD_LETTERS for letter in word)
    shortest = _SHORTEST_WORD if token.text.isupper() else 2  # KZ is cards with a mistake
    if word.isalpha() and len(word) >= shortest and 2 * cards <= len(word):
        token.fail(f"I don't understand “{token.text}”")


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
        counts = (min(count - before, _MOST_TIMES) for before in range(0, count, _MOST_TIMES))
        parts += (*((plain,) if plain else ()), *(f"{each}x{card.symbol}" for each in counts))
        plain = ""
    return "+".join((*parts, *((plain,) if plain else ())))


def counted(cards: str) -> str:
    """Return cards as text that can be nothing else: ``4+5`` for ``45``, ``2x4`` for ``44``."""
    if not cards.isdecimal() or len(cards) > _LONGEST_POINTS:
        return cards
    rest = cards.lstrip(cards[0])
    same = len(cards) - len(rest)
    return f"{cards[:same]}+{rest}" if rest else f"{same}x{cards[0]}"


def write_order(cards: Iterable[Card]) -> str:
    """Format cards in their order; :func:`read_order` reads them back."""
    return " ".join(card.symbol for card in cards)


# Cards left in hand, written short: a minus sign stands for `left:`, as in `AAA -JJ4`.

SIGN = "-"
# Card points end in these digits.
_POINTS = ("0", "5")
_LONGEST_POINTS = 4


def with_signs_apart(
    tokens: Iterable[Token], keys: Container[str], *, melds: bool = True
) -> Iterator[Token]:
    """Split words before each sign: ``5555-JJ4`` are two words.

    A word with a colon stays whole, and so does a value: a word after one of the ``keys``, with
    its colon or without. One card before a sign is no meld, but may begin a sequence: ``4H-TH``.
    """
    key = ""
    for token in tokens:
        text = token.text
        whole_word = f"{key}:" in keys or ":" in text
        signs = [] if whole_word else [at for at in range(1, len(text) - 1) if text[at] == SIGN]
        first = cards_or_none(text[: signs[0]]) if melds and signs else ()
        if len(first) == 1 and not first[0].rank.three:
            fix = (
                "Write left: before cards left, as in left:JJ4. "
                "In games with sequences, H:4-T are hearts from four to ten"
            )
            token.fail(f"“{text}” has one card before the sign", expected=fix, example="left:JJ4")
        for start, end in pairwise((0, *signs, len(text))):
            yield token._replace(start=token.start + start, end=token.start + end)
        key = text.lower().removesuffix(":")


def is_left(text: str) -> bool:
    """True for a word of cards left in hand, with their sign."""
    return text.startswith(SIGN) and len(text) > 1


def scan_left(token: Token) -> Cards:
    """Read cards left in hand, after their sign. Refuses digits that could be points: ``-25``."""
    digits = token.text[1:]
    if digits.isdecimal() and len(digits) > 1 and digits.endswith(_POINTS):
        cards = set(digits.replace("10", "")) <= DIGIT_RANKS
        token.fail(
            f"“{token.text}” could be {'cards or ' if cards else ''}points",
            expected=f"Write {f'left:{digits} for cards, ' if cards else ''}minus:{digits} for points",
            example=f"{'left' if cards else 'minus'}:{digits}",
        )
    return Cards(scan_cards(token.after(1)))


# Melds as text: a set `KKK2`, a sequence `4H5H6H` or `H:4-T`, a lay-off `K:W`.

SMALLEST = 3
"""The fewest cards of a word that is a meld of its own."""
_FEWEST_NATURAL = 2
# Compiled on first use: most melds have no colon. ASCII excludes letters of other alphabets. In a class of
# letters, the signs of the suits would take three times as long to compile.
_LETTERS = re.IGNORECASE | re.ASCII
_RANGE = r"([cdhs]|♣|♦|♥|♠):(10|[4-9tjqka])-(10|[4-9tjqka])\Z"
_ONTO = r"(3b|10|[4-9tjqka2w*cdhs]|♣|♦|♥|♠)([1-9])?:"
_SUITS_OF_SEQUENCES = dict(zip("cdhs♣♦♥♠", (*Suit, *Suit), strict=True))
_RANKS_OF_MELDS = {rank.value.lower(): rank for rank in FOUR_TO_ACE} | {
    "10": Rank.TEN,
    "3b": Rank.BLACK_THREE,
    "2": Rank.DEUCE,
}


def read_meld(text: str) -> MeldCards | LayOff:
    """Read one meld or lay-off. Raises :class:`~canasta_cli.errors.NotationError`."""
    return scan_meld(whole(text))


def scan_melds(line: str) -> tuple[MeldCards | LayOff, ...]:
    """Read several melds and lay-offs, with spaces, or commas between whole melds: ``7xK,999``."""
    return read_line(line, [*words(line)], _melds, TOGETHER)


def scan_typed_melds(line: str) -> tuple[MeldCards | LayOff, ...]:
    """Do the same for a line that was typed, where ``7 K`` and ``7*K`` can be seven kings."""
    check_number_before_rank(line)
    return scan_melds(line)


def _melds(tokens: Iterable[Token]) -> tuple[MeldCards | LayOff, ...]:
    return tuple(map(scan_meld, joined(tokens, leads=True, rows=True)))


def joined(tokens: Iterable[Token], *, leads: bool = False, rows: bool = False) -> Iterator[Token]:
    """Yield the words of melds: those of single cards that make one meld as one word, ``K K K 2``.

    A word of several melds is split at its commas. Cards of a rank belong together, and deuces and jokers to
    those before them; ``1xK`` is a meld of its own. If a wild card ``leads``, it belongs to those after it,
    though it may also be laid off on a wild meld. ``rows``: three cards of a suit in a row are one meld, and
    not laid off each on its own: ``4h 5h 6h``.
    """
    typed, at = [*tokens], 0
    cards = [scan_cards(token)[0] if _is_bare_card(token) else None for token in typed]
    while at < len(typed):
        before = cards_or_none(typed[at - 1].text) if at else ()
        opens = leads and all(card.rank is Rank.RED_THREE for card in before)
        end = _end_of_meld(cards, at, opens=opens, rows=rows)
        if end - at > 1:
            yield whole("+".join(card.symbol for card in cards[at:end] if card))
        else:
            yield from _separated(typed[at])
        at = end


def _end_of_meld(cards: Sequence[Card | None], at: int, *, opens: bool, rows: bool) -> int:
    """Return the end of the single cards from a place on that are one meld; ``opens``: no cards before it."""
    first = cards[at]
    if first is None:
        return at + 1
    wild = () if first.rank is Rank.RED_THREE else USUAL_WILD_RANKS.wild
    row = _end(cards, at + 1, lambda place: _in_row(cards[place - 1], cards[place]))
    if rows and row - at >= SMALLEST:
        return row
    end = _end(cards, at, lambda place: _is_ranked(cards[place], first.rank, *wild))
    if not opens or first.rank not in wild or end - at >= SMALLEST:
        return end
    following = cards[end] if end < len(cards) else None
    if following is None or following.rank.three:
        return end
    naturals = _end(cards, end, lambda place: _is_ranked(cards[place], following.rank)) - end
    enough = naturals >= _FEWEST_NATURAL
    return _end_of_meld(cards, end, opens=False, rows=rows) if enough else end


def _end(cards: Sequence[Card | None], at: int, goes_on: Callable[[int], bool]) -> int:
    return next((place for place in range(at, len(cards)) if not goes_on(place)), len(cards))


def _in_row(card: Card | None, following: Card | None) -> bool:
    """Return whether a card comes after another in the row of its suit."""
    if card is None or following is None or not {card.rank, following.rank} <= {*FOUR_TO_ACE}:
        return False
    same_suit = card.suit is not None and card.suit is following.suit
    return same_suit and following.rank.order == card.rank.order + 1


def _is_ranked(card: Card | None, *ranks: Rank) -> bool:
    return card is not None and card.rank in ranks


def _is_bare_card(token: Token) -> bool:
    return is_card(token.text) and "x" not in token.text.lower()


def _separated(token: Token) -> list[Token]:
    """Split a word at its commas, if these are between melds and not between cards: ``K,K,K``."""
    if "," not in token.text:
        return [token]
    parts = [
        token._replace(start=token.start + part.start(), end=token.start + part.end())
        for part in re.finditer("[^,]+", token.text)
    ]
    try:
        melds = [*map(scan_meld, parts)]
    except NotationError:
        return [token]
    whole_melds = (isinstance(each, LayOff) or each.cards.size >= SMALLEST for each in melds)
    return parts if len(parts) > 1 and all(whole_melds) else [token]


def scan_meld(token: Token) -> MeldCards | LayOff:
    """Read one word as a meld or lay-off."""
    if ":" not in token.text:
        return MeldCards(Cards(scan_cards(token)))
    if "-" in token.text and (match := re.match(_RANGE, token.text, _LETTERS)):
        return MeldCards(_range(token, match))
    if match := re.match(_ONTO, token.text, _LETTERS):
        return LayOff(_onto(match), Cards(scan_cards(token.after(match.end()))))
    return MeldCards(Cards(scan_cards(token)))


def _range(token: Token, match: re.Match[str]) -> Cards:
    suit = _SUITS_OF_SEQUENCES[match[1].lower()]
    first, last = _RANKS_OF_MELDS[match[2].lower()].order, _RANKS_OF_MELDS[match[3].lower()].order
    if first >= last:
        token.fail(
            f"“{token.text}” does not go from a lower card to a higher one",
            expected="Write the lower card first (fours are low, aces are high)",
            example="H:4-T",
        )
    return Cards(Card(rank, suit) for rank in FOUR_TO_ACE[first : last + 1])


def scan_onto(token: Token) -> Onto:
    """Read the name of a meld on the table: ``K``, ``K2``, ``kings``, ``H`` (a sequence), ``W``, ``K:``."""
    name = re.sub(r"(?i)^(?:the|my|our)\s+", "", token.text.removesuffix(":"))
    rank = (ranks_named(1) | ranks_named(COUNTED_FROM)).get(name.lower())
    match = re.fullmatch(_ONTO, f"{rank.value if rank else name}:", _LETTERS)
    if match is None:
        token.fail(
            f"“{token.text}” is not the name of a meld on the table",
            expected="Write its rank (K), the suit of a sequence (H), or W for the wild meld",
            example="onto K",
        )
    return _onto(match)


def _onto(match: re.Match[str]) -> Onto:
    mark, which = match[1].lower(), int(match[2]) if match[2] else None
    if mark in _RANKS_OF_MELDS:
        return Onto(rank=_RANKS_OF_MELDS[mark], which=which)
    if mark in _SUITS_OF_SEQUENCES:
        return Onto(suit=_SUITS_OF_SEQUENCES[mark], which=which)
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
