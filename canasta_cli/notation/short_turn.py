"""A turn in short, as it is typed at a table: ``4``, ``66 AA2 4``, ``p66 4``.

What is typed on a terminal is read with it; files and the journal have turns in full.

``read_turns`` reads all that it can be, without the table; ``turn_meant`` in ``scorekeeper/playing.py``
keeps what the rules allow; ``choose_turn`` in ``cli/playing.py`` asks if several are left.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise, product, takewhile
from typing import TypeVar

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Cards, Onto, Rank
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    LayThrees,
    MeldDown,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
    is_begun,
)
from canasta_cli.notation.cards import (
    SMALLEST,
    cards_or_none,
    check_articles,
    check_number_before_rank,
    is_card,
    joined,
    read_order,
    scan_cards,
    scan_meld,
    scan_onto,
)
from canasta_cli.notation.spoken import NUMBERS, Token, as_written, read_line, whole, words
from canasta_cli.notation.turn import (
    CLAUSES,
    ClauseRow,
    cards_in,
    clause_spans,
    clause_words,
    read_clause,
    read_turn,
    without_player_and_note,
)

W = TypeVar("W")

# A turn in short: `4` draws and discards a four, `66 AA2 4` melds before that, `p66 4` takes the pile.
#
# Cards without a word can mean several turns; the rules show which of them can be played.

MARKS: dict[str, type[Clause]] = {"p": Take, "y": Ask, "n": Ask}
"""Letters that are words of a short turn, also directly before cards: the pile, the partner's yes and no."""
_MARKS = frozenset(("pile", "pil", "pi", "pack", "p", "yes", "y", "no", "n"))
_PIECE = "((?:10|[2-9TJQKAWHDCS])[1-9]?:)|(?:[0-9]{1,2}x)?(?:10|[2-9TJQKAW])[HDCSRB]?"
"""The name of a meld on the table, or a card, inside a word."""
_LETTERS = re.IGNORECASE | re.ASCII


def is_mark(word: str) -> bool:
    """True if a word is a mark of a short turn: ``p``, ``pile``, ``y``."""
    return word.lower() in _MARKS


@lru_cache(maxsize=1_000)
def _marked(word: str) -> ClauseRow | None:
    """Return the clause of which a word is the mark."""
    kind = MARKS[word[0].lower()] if is_mark(word) else None
    return next((row for row in CLAUSES if row.of is kind), None)


def _around_cards(token: Token) -> list[Token]:
    """Split the marks before cards, and ``o`` after them, from these cards: ``p66``, ``yKKK4o``."""
    # “two” is not a ten and a joker to go out, nor “pack” an ace and a king that take the pile.
    word = token.text.lower()
    may_be_split = word.startswith(("y", "n", "p")) or word.endswith(("o", "ou", "out"))
    if not may_be_split or word in NUMBERS or word in _MARKS:
        return [token]
    found = re.fullmatch(f"([yn]?)(pack|p|)((?:{_PIECE}|,)+)(o|ou|out)?", token.text, _LETTERS)
    spans = [found.span(group) for group in (1, 2, 3, 5) if found[group]] if found else []
    at = token.start
    return [token._replace(start=at + start, end=at + end) for start, end in spans] or [token]


def _apart(token: Token) -> Iterator[Token]:
    """Split a word where cards of another rank begin: ``66AA24`` is 66, AA2 and 4.

    Cards of one suit stay together, since they may be a sequence; deuces and jokers stay with the cards
    before them.
    """
    pieces = list(re.finditer(_PIECE, token.text, _LETTERS))
    if "".join([piece[0] for piece in pieces]) != token.text.replace(",", ""):
        yield token
        return
    starts: list[int] = []
    last: Card | Onto | None = None
    for piece in pieces:
        card = None if piece[1] else scan_cards(whole(piece[0]))[0]
        joins = card is not None and last is not None and _joins(card, last)
        if not joins:
            starts.append(token.start + piece.start())
        if card is None or not (joins and card.rank in USUAL_WILD_RANKS):
            last = card or scan_onto(whole(piece[1]))
    for start, end in pairwise((*starts, token.end)):
        yield token._replace(start=start, end=end)


def _joins(card: Card, last: Card | Onto) -> bool:
    """True if a card can belong to the same meld as the one before it, or to the meld named before it."""
    same_suit = card.suit is not None and card.suit is last.suit
    return card.rank in USUAL_WILD_RANKS or card.rank is last.rank or same_suit


Clauses = tuple[Clause, ...]
_PICKS_UP = (Draw, TakeBonus, TakeFoot)
"""Clauses after which cards can be those picked up, or those played next."""


def read_turns(text: str, top: Card | None) -> tuple[Turn, ...]:
    """Read a turn in short or in full: every turn that the text can mean, the most likely one first.

    Cards without a word are melds, and a last card alone is discarded. A turn that doesn't say how it
    begins can begin with a draw. After ``p``, or ``take``, stand the cards that go with ``top``, the top
    card of the pile. A card is never the beginning of a word: T is a ten, and ``ta`` takes the pile. Raises
    :class:`~canasta_cli.errors.NotationError`.
    """
    player, tokens, remark = without_player_and_note(text)
    tokens = clause_words(tokens)
    if not tokens:
        return (read_turn(text),)
    try:
        found = read_line(text, tokens, partial(_short_turns, top=top))
    except NotationError as error:
        first = _around_cards(tokens[0])[0].text
        try:
            found = [read_turn(text).clauses]
        except NotationError as in_full:
            short = first[0].isdigit() or cards_or_none(first[:2])
            is_word = next(clause_spans([first], _marked))[0] is not None
            is_short = short and not is_word and error.message != in_full.message
            # The reading that went further is more likely to be the one that was meant.
            is_further = error.start > in_full.start
            raise (error if is_mark(first) or is_short or is_further else in_full) from None
    found += [(Draw(), *clauses) for clauses in found if not is_begun(clauses)]
    return tuple(Turn(clauses, player, remark) for clauses in dict.fromkeys(found))


def _short_turns(tokens: list[Token], top: Card | None) -> list[Clauses]:
    """Return the clauses of each turn that words can mean."""
    found: list[Clauses] = [()]
    tokens = [part for token in tokens for part in _around_cards(token)]
    spans = [*clause_spans([token.text for token in tokens], _marked)]
    for at, (row, start, end) in enumerate(spans):
        later = [row and row.of for row, *_ in spans[at + 1 :]]
        # “out” can also stand after the last discard.
        part, last, begun = tokens[start:end], later in ([], [GoOut]), is_begun(found[0])
        ways: list[Clauses]
        if row is None:
            ways = _each_way(partial(_without_word, last=last, begun=begun), part)
        elif row.of is Take:
            ways = _ways_to_take(row, part, top, last=last)
        elif row.of in _PICKS_UP and part[1:] and (last or _are_melds(part[1:])):
            word = () if row.of is Draw else (row.read(part[0], []),)
            more = _without_word(part[1:], last=last, begun=begun)
            as_melds, as_cards = [(*word, *way) for way in more], _in_full(row, part)
            first = any(map(_is_no_meld, part[1:]))
            ways = [*as_cards, *as_melds] if first else [*as_melds, *as_cards]
            ways = [*_drawn_first(part[1:]), *ways] if row.of is Draw and not last else ways
        elif row.of is Ask and not begun and Take not in later:
            ways = [(Draw(), read_clause(row, part))]
        elif row.of is MeldDown:
            read = [read_clause(row, [*joined(part, rows=rows)]) for rows in (False, True)]
            ways = [(clause,) for clause in dict.fromkeys(read)]
        else:
            ways = [(read_clause(row, part),)]
        found = [(*before, *way) for before in found for way in ways]
    return [*map(_in_order, found)]


def _are_melds(tokens: list[Token]) -> bool:
    """True for more cards than a draw gives, or cards that are laid off: ``draw KKK discard 4``."""
    cards = [card for token in tokens for card in cards_or_none(token.text)]
    laid_off = any(":" in token.text for token in tokens)
    return laid_off or len([card for card in cards if not card.rank.three]) >= SMALLEST


def _is_no_meld(token: Token) -> bool:
    """True for cards of several ranks that can't be a sequence either: ``KKK4``."""
    cards = [card for card in cards_or_none(token.text) if card.rank not in USUAL_WILD_RANKS]
    return len({card.rank for card in cards}) > 1 and not any(card.suit for card in cards)


def _drawn_first(tokens: list[Token]) -> Iterator[Clauses]:
    """Yield cards that are named as drawn, and the melds after them: ``5 KKK``."""
    drawn = [*takewhile(lambda token: not _are_melds([token]), tokens)]
    if drawn and len(drawn) < len(tokens):
        with suppress(NotationError):
            for way in _melds_and_discard(tokens[len(drawn) :], last=False):
                yield Draw(cards_in(drawn)), *way


def _in_order(clauses: Clauses) -> Clauses:
    """Return clauses with ``out`` once, and the partner's answer after the pile is taken."""
    match clauses:
        case (*rest, GoOut() as out, GoOut()):
            return _in_order((*rest, out))
        case (Ask() as asked, Take() as take, *rest):
            return (take, asked, *rest)
    return clauses


def _each_way(read: Callable[[list[Token]], Iterable[W]], tokens: list[Token]) -> list[W]:
    """Return what words can mean as they are, and with cards of different ranks apart."""
    ways = list[W]()
    with suppress(NotationError):
        apart = [part for token in tokens for part in _apart(token)]
        ways += read(apart) if len(apart) > len(tokens) else ()
    try:
        return [*read(tokens), *ways]
    except NotationError:
        if not ways:
            raise
        return ways


def _without_word(tokens: list[Token], *, last: bool, begun: bool) -> Iterator[Clauses]:
    """Yield the clauses that cards without a word can mean; threes in front may be laid out."""
    for number in dict.fromkeys((_threes(tokens, RED_THREES), _threes(tokens, ALL_THREES))):
        threes = cards_in(tokens[:number])
        starts: list[Clauses] = [(LayThrees(threes),)] if threes else [()]
        if not begun:
            starts = [(Draw(threes),), *((*start, Draw()) for start in starts if start)]
        for start in starts:
            for end in _melds_and_discard(tokens[number:], last=last):
                yield *start, *end


RED_THREES = {Rank.RED_THREE}
ALL_THREES = {Rank.RED_THREE, Rank.BLACK_THREE}


def _threes(tokens: list[Token], ranks: set[Rank]) -> int:
    """Count the words in front that are threes of some ranks."""
    each = ({card.rank for card in cards_or_none(token.text)} for token in tokens)
    return len([*takewhile(lambda found: found and found <= ranks, each)])


def _melds_and_discard(tokens: list[Token], *, last: bool) -> Iterator[Clauses]:
    """Yield melds, and at the end of a turn the discard, or going out without one."""

    def melds(words: list[Token]) -> list[Clauses]:
        # A wild card in front may be laid off, or belong to the cards after it; cards in a row likewise.
        ways = [
            tuple(map(scan_meld, joined(words, leads=leads, rows=rows)))
            for leads, rows in product((False, True), repeat=2)
        ]
        return [(MeldDown(melded),) if melded else () for melded in dict.fromkeys(ways)]

    if last and tokens and is_card(tokens[-1].text):
        yield from ((*way, Discard(cards_in(tokens[-1:]))) for way in melds(tokens[:-1]))
    else:
        yield from melds(tokens)
    if last and tokens:
        yield from ((*way, GoOut()) for way in melds(tokens))


def _in_full(row: ClauseRow, tokens: list[Token]) -> list[Clauses]:
    """Return the clause that words are in full; none if they are not."""
    with suppress(NotationError):
        return [(read_clause(row, tokens),)]
    return []


def _ways_to_take(
    row: ClauseRow, tokens: list[Token], top: Card | None, *, last: bool
) -> list[Clauses]:
    """Return the ways to take the pile that ``take`` and the words after it can mean."""
    ways: list[Clauses] = []
    in_full = _in_full(row, tokens)
    if (
        in_full
        and not last
        and all(each.is_one_meld for (each,) in in_full if isinstance(each, Take))
    ):
        return in_full
    for cards in _without_top(tokens, top):
        for take, rest in _each_way(partial(_short_takes, top=top), cards):
            with suppress(NotationError):
                ways += [(take, *way) for way in _without_word(rest, last=last, begun=True)]
    if not ways and not in_full and top is None:
        tokens[0].fail(
            "the top card of the pile is unknown",
            expected="Name the card that is taken",
            example="take 6 with 66 discard 4",
        )
    return [*ways, *in_full] or [(read_clause(row, tokens),)]


def _without_top(tokens: list[Token], top: Card | None) -> list[list[Token]]:
    """Return the words after ``take``, and without the first if it can name the top card: ``take 9 99``."""
    _, *cards = tokens
    found = [cards]
    named = top and cards[1:] and not is_mark(tokens[0].text) and cards_or_none(cards[0].text)
    if top and named == (top,) and _goes_with(cards[1], top):
        found.insert(is_card(cards[1].text), cards[1:])
    return found


def taken_with(text: str, top: Card | None) -> Take:
    """Read the cards that take the pile with its top card, and melds that are shown with them: ``KK QQW``.

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    check_articles(text.split(), key="")
    check_number_before_rank(text, melds=False, takes=True)
    whole_text = Take(top, Cards(read_order(text)))
    if whole_text.is_one_meld:
        return whole_text
    for take, rest in _each_way(partial(_short_takes, top=top), as_written([*words(text)])):
        with suppress(NotationError):
            melds = tuple(scan_meld(token) for token in joined(rest))
            if (
                take.hand
                and take.is_one_meld
                and all(each.cards.size >= SMALLEST for each in melds)
            ):
                return take._replace(then=melds)
    return whole_text


def _is_glued(token: Token) -> bool:
    """True for cards directly after a mark: in ``p55`` the fives are those that take the pile."""
    return token.start > 0 and not token.line[token.start - 1].isspace()


def _goes_with(token: Token, top: Card) -> bool:
    """True for cards that can all be melded with the top card of the pile as a set."""
    named = cards_or_none(token.text)
    return bool(named) and all(
        card.rank is top.rank or card.rank in USUAL_WILD_RANKS for card in named
    )


def _takes_with(
    cards: list[Token], top: Card, joins: Callable[[str], bool]
) -> Iterator[tuple[Take, list[Token]]]:
    """Yield the pile taken with the first word and those that join it, then with fewer.

    9 9 are two nines with it, before they are one that goes with it and one to meld.
    """
    joined = [*takewhile(lambda each: joins(each.text) and _goes_with(each, top), cards)]
    for number in range(max(len(joined), 1), 0, -1):
        yield Take(top, cards_in(cards[:number])), cards[number:]


def _short_takes(rest: list[Token], top: Card | None) -> Iterator[tuple[Take, list[Token]]]:
    """Yield the ways to take the pile that words after ``take`` can mean, and the words after each."""
    texts = [token.text.lower() for token in rest]
    if texts[1:2] in (["with"], ["onto"]) and is_card(texts[0]):
        top, rest = cards_or_none(texts[0])[0], rest[1:]
    if top is None:
        return
    word = rest[0].text.lower() if rest else ""
    named = cards_or_none(word)
    if word == "with" and len(rest) > 1:
        yield from _takes_with(rest[1:], top, bool)
    elif word == "onto" and len(rest) > 1:
        yield Take(top, onto=scan_onto(rest[1])), rest[2:]
    elif named and [token.text.lower() for token in rest[1:2]] == ["onto"] and rest[2:]:
        yield Take(top, Cards(named), scan_onto(rest[2])), rest[3:]
    else:
        if named:
            yield from _takes_with(rest, top, is_card)
        if len(named) > 1 and _is_glued(rest[0]) and not _goes_with(rest[0], top):
            return
        ontos = (Onto(top.rank), *((Onto(suit=top.suit),) if top.suit else ()))
        for onto in ontos:
            if [card.rank for card in named] == [top.rank]:
                yield Take(top, onto=onto), rest[1:]
            yield Take(top, onto=onto), rest
