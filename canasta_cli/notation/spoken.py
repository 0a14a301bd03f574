"""Words of a line with their positions, and cards in words as symbols: ``three kings and a joker``.

Every module here that reads text calls it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import NoReturn, TypeVar

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Rank
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of

# Words with their positions, so that a message can point at them.

T = TypeVar("T")

EXPECTED = "Cards: A K Q J T 9-4, 2 (deuce), W (joker), 3R, 3B"
EXAMPLE = "KKK2"
LONGEST_TYPED = 20_000
_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+')


class Token(NamedTuple):
    """A word of a line: ``line[start:end]``."""

    line: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The word as typed."""
        return self.line[self.start : self.end]

    def after(self, count: int) -> "Token":
        """Return the rest of the word after its first ``count`` characters."""
        return self._replace(start=min(self.start + count, self.end))

    def fail(
        self,
        message: str,
        *,
        expected: str = EXPECTED,
        example: str = EXAMPLE,
        at: int = 0,
        length: int | None = None,
        kind: type[NotationError] = NotationError,
    ) -> NoReturn:
        """Raise an error about ``length`` characters of the word from ``at`` (default: all of them)."""
        start = self.start + at
        end = self.end if length is None else min(start + length, self.end)
        raise kind(
            message, text=self.line, start=start, end=end, expected=expected, example=example
        )


def words(line: str) -> Iterator[Token]:
    """Yield the words of a line; a part in double quotes keeps its spaces."""
    check_length(line)
    for match in _WORD.finditer(line):
        yield Token(line, match.start(), match.end())


def check_length(line: str, most: int = LONGEST_TYPED) -> None:
    """Raise :class:`~canasta_cli.errors.NotationError` for a line of more than ``most`` characters."""
    if len(line) > most:
        whole(line[:40]).fail(
            f"the line is too long: {len(line):,} of at most {count_of(most, 'character')}",
            expected="Write a shorter line",
            example='"7xK QQQ2 2x3R out"',
        )


def whole(text: str) -> Token:
    """Return a whole line as one token."""
    return Token(text, 0, len(text))


# A player's name inside a line: as it is, or in double quotes if it is more than a plain word.

_PLAIN_NAME = r'[^\s":,#\\]+\Z'


def read_name(text: str) -> str:
    """Read a word as a name; empty if it is not one."""
    if not text.startswith('"'):
        return text
    import json  # few names are quoted

    try:
        name = json.loads(text, strict=False)
    except ValueError:
        return ""
    return name if isinstance(name, str) else ""


def write_name(name: str) -> str:
    """Format a name as one word; :func:`read_name` reads it back."""
    if name.isalnum() or re.match(_PLAIN_NAME, name):
        return name
    import json

    return json.dumps(name, ensure_ascii=False)


# Cards in words: `a ten`, `two kings`, `black three`, `four aces and a joker`.

RANKS = {rank.value.lower(): rank for rank in Rank if not rank.three}
RANKS |= {"10": Rank.TEN, "*": Rank.JOKER, "🃏": Rank.JOKER}
"""The ranks by their symbols, in lower case."""
DIGIT_RANKS = frozenset("2456789")
"""The digits that are cards without a colour."""
COUNTED_FROM = 7
"""The number of cards of one kind from which they are counted: ``7xK``."""
ARTICLES = ("a", "an", "one")
"""In lower case: A is an ace."""


def may_have_words(line: str) -> bool:
    """Return whether a line may have cards in words that are also symbols.

    The letter ``a`` alone is an article, unless it is an ace, and after a number ``8s`` are eights, not a
    spade, unless other cards have suits.
    """
    if "a " in line:
        return True
    texts = line.replace(",", " ").split()
    # The pattern takes as long to compile as a short line takes to read.
    has_plural = any(text.endswith("s") and len(text) <= len("10's") for text in texts)
    return has_plural and re.search(_COUNTED_PLURAL, line) is not None


def plural_of(word: str) -> Rank | None:
    """Return the rank of which a word is the plural, in symbols: ``8s``, ``K's``. ``None`` if it isn't one."""
    symbol = word[:-1].removesuffix("'").removesuffix("’") if word.endswith("s") else ""
    return RANKS.get(symbol.lower())


def refuse_plural(token: Token) -> None:
    """Raise an error for a plural in symbols without a number; where other cards have suits it is a spade."""
    rank = plural_of(token.text)
    if rank and not has_suits(token.line.replace(",", " ").split()):
        spade = f". The {rank.noun} of spades is {rank.value}S"
        how_many(token, rank.many, f"7x{rank.value}", spade if rank is not Rank.JOKER else "")


def has_article(words: Sequence[str]) -> bool:
    """True for an article and one word, where one card is expected: ``a 7``."""
    return [word in ARTICLES for word in words] == [True, False]


_AND = ("and", "plus", "&", "+")
STOPS = ",;."
"""What may end a word that something follows; a phone writes a full stop for two spaces."""
QUOTES = "“”„‘’'"
"""Quotation marks of phones, and those that not every shell takes away."""
TOGETHER = (*_AND, "with")
"""Words between cards of a tally; in a turn, “with” stands before the cards that take the pile."""
COLOURS = {"black": Rank.BLACK_THREE, "red": Rank.RED_THREE}
THREE, _SEVERAL_THREES = ("3", "three"), ("threes", "3s", "3's", "3’s")
THREES = (*THREE, *_SEVERAL_THREES)
NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
# The small s is what tells eights from the eight of spades.
_NUMBERED_RANK = rf"(?i:(?:\d{{1,2}}|{'|'.join(NUMBERS)}|red|black)\s+(?:10|[2-9akqjtw]))"
_COUNTED_PLURAL = rf"(?<![^\s,]){_NUMBERED_RANK}['’]?s(?![^\s,])"
_MOST_DIGITS = 2
_TIMES = r"(1?\d) ?[x×] "
# A king of hearts.
_LONGEST_PHRASE = 4
SUIT_NAMES = {name: name[0].upper() for name in ("clubs", "diamonds", "hearts", "spades")}
_LEFT = ("left", "foot:", "-")
_CARDS = r"(?:\d+x)?(?:(?:10|[4-9tjqka2w]|3[rb])[cdhs]?)+"
_WILD = r"(?:\d+x)?[2w]+"
_LETTERS_OF_CARDS = r"[\dx×akqjtwrbcdhs♣♦♥♠*🃏:+]+"
_SUITS = "cdhs♣♦♥♠"


class Phrase(NamedTuple):
    """Cards in words: the cards in symbols, and how many words they took."""

    symbols: str
    words: int


def read_line(
    line: str,
    tokens: list[Token],
    read: Callable[[list[Token]], T],
    together: Sequence[str] = _AND,
) -> T:
    """Read the words of a line; if that fails, once more with symbols for cards in words."""
    if not may_have_words(line):
        with suppress(NotationError):
            return read(tokens)
    return read(as_written(tokens, together))


def as_written(tokens: Sequence[Token], together: Sequence[str] = _AND) -> list[Token]:
    """Replace cards in words by their symbols.

    “and” is left out. Deuces and jokers after it belong to the cards before it, as in ``three kings and
    a joker``; so do all cards after ``left``. Cards ``on the kings`` are laid off there. Nothing is replaced
    in a line that could mean something else: ``a k and q``. ``together``: the words that are read as “and”.
    """
    tokens = [each for each in map(_without_stops, tokens) if each.end > each.start] or list(tokens)
    texts = [token.text.rstrip(STOPS) for token in tokens]
    found: list[Token] = []
    articles = unsure = joins = False
    at, plurals = 0, not has_suits(texts)
    while at < len(tokens):
        phrase = first_phrase(texts[at : at + _LONGEST_PHRASE], plurals=plurals)
        text = texts[at]
        if phrase and found and _may_be_of_all(phrase, found[-1]):
            phrase = None
        token = whole(phrase.symbols) if phrase else tokens[at]
        at += phrase.words if phrase else 1
        if text.lower() == "the":
            continue
        if text.lower() in together:
            joins = bool(found)
            continue
        following = [each.lower() for each in texts[at : at + 1]]
        if phrase is None and text in ARTICLES and following and following[0] not in together:
            laid_off = _named_after(texts[at + 1 : at + 1 + _LONGEST_PHRASE]) is not None
            is_article = text == "an" or laid_off or (joins and following[0] in DIGIT_RANKS)
            articles, unsure = articles or is_article, unsure or not is_article
            continue
        articles = articles or text == "an" or (phrase is not None and text in ARTICLES)
        if onto := _named_after(texts[at : at + _LONGEST_PHRASE]):
            found += _laid_off(token, tokens[at], onto.symbols)
            at += onto.words
        elif joins and _belongs(token.text, found):
            found.append(_with_those_before(found, token))
        else:
            found.append(token)
        joins = False
    return tokens if not found or (unsure and not articles) else found


def has_suits(texts: Sequence[str]) -> bool:
    """True if cards have suits: then ``2`` and ``8s`` are two cards. Spades of one rank may be plurals."""
    spades = set[str]()
    for before, text in pairwise(("", *texts)):
        if _has_suit(text) and number_of_word(before) is None:
            spades.add(text.lower())
            if len(spades) > 1 or not text.lower().endswith("s"):
                return True
    return False


def _has_suit(text: str) -> bool:
    """True for a card with its suit: ``10C``, ``k♥``."""
    card = text.lower()
    return RANKS.get(card[:-1], Rank.JOKER) is not Rank.JOKER and card[-1] in _SUITS


def _may_be_of_all(phrase: Phrase, before: Token) -> bool:
    """True if the suit of a card in words may be that of the cards before it too: ``8 9 10 of hearts``."""
    has_suit = phrase.symbols[-1] in SUIT_NAMES.values()
    return has_suit and _symbol(before.text).lower() in RANKS


def _with_those_before(found: list[Token], token: Token) -> Token:
    """Return a word joined to the cards before it, which are taken from ``found``: ``K K K and 2``."""
    cards = _symbol(found.pop().text)
    parts = [cards, _symbol(token.text)]
    while found and cards.lower() in RANKS and _symbol(found[-1].text).lower() == cards.lower():
        parts.insert(0, found.pop().text)
    return whole("+".join(map(_symbol, parts)))


def _without_stops(token: Token) -> Token:
    """Return a word without quotation marks, and without the stops that end it; a name may contain some."""
    text = token.text
    if ":" in text or (text[0] not in QUOTES and text[-1] not in STOPS + QUOTES):
        return token
    after = text.lstrip(QUOTES)
    bare = after.rstrip(STOPS + QUOTES)
    start = token.end - len(after)
    return token._replace(start=start, end=start + len(bare))


def _laid_off(token: Token, on: Token, rank: str) -> list[Token]:
    """Return cards with the meld on which they are laid off; after a pile that is taken stands ``onto``."""
    cards = _symbol(token.text)
    if on.text.lower() == "onto":
        return [token, on, whole(rank)]
    if not re.fullmatch(_CARDS, cards, re.IGNORECASE):
        return [token, whole("onto"), whole(rank)]
    return [whole(f"{rank}:{cards}")]


def _named_after(texts: Sequence[str]) -> Phrase | None:
    """Read the meld on which cards are laid off: ``on the kings``; ``None`` if a line goes on otherwise."""
    if len(texts) < 2 or texts[0].lower() not in ("on", "onto", "to"):  # noqa: PLR2004 - the rank after it
        return None
    words = 2 + (texts[1].lower() in ("the", "my", "our") and len(texts) > 2)  # noqa: PLR2004
    name, is_meld = texts[words - 1], texts[0].lower() != "to"
    rank = _counted_name(name, COUNTED_FROM) or (RANKS.get(name.lower()) if is_meld else None)
    return Phrase(rank.value, words) if rank else None


def _belongs(text: str, before: Sequence[Token]) -> bool:
    """True if a word after “and” goes with the cards before it."""
    left = any(token.text.lower().startswith(_LEFT) for token in before[-2:])
    after_cards = left or re.fullmatch(_LETTERS_OF_CARDS, _symbol(before[-1].text), re.IGNORECASE)
    return bool(
        after_cards and re.fullmatch(_CARDS if left else _WILD, _symbol(text), re.IGNORECASE)
    )


def _symbol(text: str) -> str:
    rank = ranks_named(1).get(text.lower())
    return text if rank is None else rank.value


def how_many(token: Token, many: str, short: str, other: str = "") -> NoReturn:
    """Raise the error about a plural without a number."""
    number = f"{short.partition('x')[0]} {many}"
    expected = f"Write {number}, or {short}{other}"
    token.fail(f"“{token.text}”: how many?", expected=expected, example=number)


def first_phrase(texts: Sequence[str], *, plurals: bool = True) -> Phrase | None:
    """Read cards in words at the front of a line; ``None`` if it begins with something else.

    ``plurals``: after a number ``8s`` are eights.
    """
    is_short = len(texts[0]) <= len("10x")
    times = is_short and re.match(_TIMES, " ".join(texts[:3]), re.IGNORECASE)
    if not times:
        return _phrase(texts, plurals=plurals)
    spaces = times[0].count(" ")
    rest = texts[spaces:]
    phrase = _phrase((times[1], *rest)) or Phrase(f"{times[1]}x{_symbol(rest[0])}", 2)
    return phrase._replace(words=phrase.words + spaces - 1)


def _phrase(texts: Sequence[str], *, plurals: bool = True) -> Phrase | None:
    first = int(texts[0] in ARTICLES)
    match [each.lower() for each in texts[first : first + 3]]:
        case [name, "of", suit] if suit in SUIT_NAMES:
            symbol = "1x3" if name in THREE else _symbol(name)  # 3D could be a count of something
            if symbol.lower() in (*RANKS, "1x3"):
                return Phrase(f"{symbol}{SUIT_NAMES[suit]}", first + 3)
    count = number_of_word(texts[0])
    at = 0 if count is None else 1
    rank = COLOURS.get(texts[at].lower()) if at < len(texts) else None
    if rank is not None:
        at += 1
        known = at < len(texts) and texts[at].lower() in THREES
        if known and count is None and texts[at].lower() in _SEVERAL_THREES:
            how_many(whole(" ".join(texts[: at + 1])), rank.many, f"2x{rank.value}")
    else:
        if count is not None and at < len(texts):
            rank = _counted_name(texts[at], count if plurals or not plural_of(texts[at]) else 1)
        known = rank is not None
    if rank is None or not known:
        return None
    is_number = rank.value.isdecimal()  # a five left is never 5 of something
    single = count in (None, 1) and not is_number
    return Phrase(rank.value if single else f"{count or 1}x{rank.value}", at + 1)


def number_of_word(text: str) -> int | None:
    """Return the number that a word is: 1 for an article; ``None`` for other words."""
    if text in ARTICLES:
        return 1
    if text.lower() in NUMBERS:
        return NUMBERS.index(text.lower()) + 1
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) else None


def _counted_name(word: str, count: int) -> Rank | None:
    """Return the rank that a word names after a number."""
    return ranks_named(count).get(word.lower()) or (plural_of(word) if count > 1 else None)


@cache
def ranks_named(count: int) -> dict[str, Rank]:
    """Return the ranks by their words, for one card or for several; threes need a colour."""
    ranks = [rank for rank in Rank if not rank.three]
    if count > 1:
        return {rank.many: rank for rank in ranks} | {"twos": Rank.DEUCE}
    return {rank.noun: rank for rank in ranks} | {"two": Rank.DEUCE}
