"""A turn as text: ``draw meld KKK QQ2 discard 4``.

The words delimit, so a turn needs no punctuation and no quotes; any unambiguous prefix of a word
is accepted.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Suit
from canasta_cli.model.turn import Ask, Clause, StockEnds, Turn
from canasta_cli.notation.cards import scan_cards
from canasta_cli.notation.clauses import CLAUSES, EXAMPLE, ClauseRow, expected, row_of
from canasta_cli.notation.names import read_name, write_name
from canasta_cli.notation.reader import LONGEST_LINE, Token, whole, words


def read_turn(text: str) -> Turn:
    """Read a turn, with or without the player's name in front (``Ann: draw discard 4``).

    Text after a number sign (``# was slow``) is a note. Raises
    :class:`~canasta_cli.errors.NotationError`.
    """
    player, named, played = text.partition(": ")
    brief = named and len(text) <= LONGEST_LINE and _is_plain_name(player)
    clauses = _seen_before(played) if brief else None
    return Turn(clauses, player) if clauses else _read(text)


@lru_cache(maxsize=100)
def _is_plain_name(text: str) -> bool:
    return re.fullmatch(r'[^\s":,#\\]+', text) is not None


# Cached: most turns are a draw and a discard, and the same ones recur.
@lru_cache(maxsize=2_000)
def _seen_before(text: str) -> tuple[Clause, ...] | None:
    """Read the clauses of a turn without noting where its words are.

    ``None`` if there is a fault, a note, or anything between the clauses but spaces.
    """
    if not _MORE.isdisjoint(text) or "a " in text:
        return None
    parts, clauses = text.split(), []
    try:
        for row, start, end in _spans(parts):
            if row is None:
                return None
            clauses.append(_clause_seen_before(row, " ".join(parts[start:end])))
    except NotationError:
        return None
    return tuple(clauses)


def _read(text: str) -> Turn:
    tokens = list(words(text))
    sign = next((at for at, token in enumerate(tokens) if token.text.startswith("#")), len(tokens))
    remark = text[tokens[sign].start + 1 :].strip() if sign < len(tokens) else ""
    player, tokens = _player(tokens[:sign])
    return Turn(_all_clauses(text, tokens), player, remark)


def _all_clauses(text: str, tokens: list[Token]) -> tuple[Clause, ...]:
    """Read the clauses of a turn; ``text`` is the whole turn."""
    if "," in text:
        tokens = [part for token in tokens for part in _without_commas(token)]
    if not tokens:
        whole(text).fail("the turn is missing", expected=expected(), example=EXAMPLE)
    if "a " not in text:  # an article, unless it is an ace
        with suppress(NotationError):  # perhaps it has cards in words
            return tuple(_clauses(tokens))
    from canasta_cli.notation.spoken import as_written

    return tuple(_clauses(as_written(tokens)))


def _player(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    """Split off the player's name in front of a turn; it may have several words."""
    for at, token in enumerate(tokens):
        if (
            _row(token.text) is not None
            and token.text.lower() not in SPOKEN
            and not token.text.endswith(":")
        ):
            break
        if token.text.endswith(":") and len(token.text) > 1:
            words = [*(each.text for each in tokens[:at]), token.text[:-1]]
            name = read_name(words[0]) if at == 0 else " ".join(words)
            return name or None, tokens[at + 1 :]
    return None, tokens


def _without_commas(token: Token) -> Iterator[Token]:
    """Yield a word without commas that end it or separate clauses: ``draw,`` or ``AAA,discard``.

    Other commas are between cards, as in ``K,Q``; ``ask`` with a comma is the ace of spades and a king.
    """
    parts = list(re.finditer("[^,]+", token.text))
    if any(part[0].lower() in _WORDS for part in parts):
        for part in parts:
            yield token._replace(start=token.start + part.start(), end=token.start + part.end())
    elif parts and parts[-1][0].lower() != "ask":
        yield token._replace(end=token.start + parts[-1].end())
    elif parts:
        yield token


def write_turn(turn: Turn) -> str:
    """Format a turn canonically; :func:`read_turn` reads it back to an equal turn."""
    clauses = " ".join(row_of(clause).write(clause) for clause in turn.clauses)
    who = f"{write_name(turn.player)}: " if turn.player else ""
    return f"{who}{clauses}" + (f" # {turn.remark}" if turn.remark else "")


def _clauses(tokens: list[Token]) -> Iterator[Clause]:
    for row, start, end in _spans([token.text for token in tokens]):
        if row is None and start == 0 and _is_name(tokens):
            name = tokens[0].text
            tokens[0].fail(
                f"I don't understand “{name}”",
                expected="Write a colon after a player's name",
                example=f"{name}: draw discard 4",
            )
        if row is None:
            tokens[start].fail(
                f"I don't understand “{tokens[start].text}”",
                expected=expected(),
                example=EXAMPLE,
            )
        yield _clause(row, tokens[start:end])


def _is_name(tokens: list[Token]) -> bool:
    """True if a turn seems to begin with a player's name without its colon."""
    name, *rest = tokens
    if name.start or not rest or _could_be_cards(name.text):
        return False
    return name.text.isalpha() and _row(rest[0].text) is not None


def _spans(texts: list[str]) -> Iterator[tuple[ClauseRow | None, int, int]]:
    """Split the words of a turn into clauses: the row, and the places of the first word and the next."""
    at = 0
    while at < len(texts):
        row = _row(texts[at], at == 0)
        end = at + 1
        if row is not None and row.of in _ONE_WORD:
            end = min(at + 2, len(texts))
        elif row is not None:
            while end < len(texts) and _row(texts[end]) is None:
                end += 1
        yield row, at, end
        at = end


def _clause(row: ClauseRow, tokens: list[Token]) -> Clause:
    try:
        return _clause_seen_before(row, " ".join([token.text for token in tokens]))
    except NotationError:
        # Read it again: the cached error has no position in the line.
        try:
            return row.read(tokens[0], tokens[1:])
        except NotationError:
            _misspelt(tokens[1:])
            raise


@lru_cache(maxsize=2_000)
def _clause_seen_before(row: ClauseRow, text: str) -> Clause:
    first, *rest = words(text)
    return row.read(first, rest)


def _misspelt(tokens: list[Token]) -> None:
    """Raise an error for the first token that looks like a misspelt word of a turn."""
    from difflib import get_close_matches

    for token in tokens:
        if any(row.word == token.text.lower() for row in CLAUSES):
            return
        near = get_close_matches(token.text.lower(), [row.word for row in CLAUSES], 1, cutoff=0.7)
        if near and len(token.text) > 2:  # noqa: PLR2004 - shorter ones are cards
            token.fail(
                f"I don't understand “{token.text}”",
                expected=f"Did you mean {near[0]}? {expected()}",
                example=EXAMPLE,
            )


# The word after these may itself look like the first word of a clause.
_ONE_WORD = (Ask, StockEnds)


SPOKEN = {"drew": "draw", "took": "take", "melded": "meld", "discarded": "discard"}
"""Other forms of the words of a turn that are understood; they are never written."""
_WORDS = {row.word for row in CLAUSES if row.of is not Ask} | set(SPOKEN)
_SUITS = {suit.value for suit in Suit}
_MORE = frozenset('",#')
"""Characters of turns that are read with the places of their words."""


@lru_cache(maxsize=1_000)
def _row(word: str, first: bool = False) -> ClauseRow | None:
    """Return the clause that a word begins: by the whole word, or an unambiguous prefix of it.

    A prefix that could be cards or a suit counts only at the start of the turn: AS is the ace of
    spades, and S the sequence of spades in ``take 9S onto S``.
    """
    text = SPOKEN.get(word.lower(), word.lower())
    row = _beginning(text)
    if row is None or row.word == text:
        return row
    return row if first or not _could_be_cards(word) else None


def _beginning(text: str) -> ClauseRow | None:
    """Return the clause with this word, or the only one whose word has this prefix."""
    matching = [row for row in CLAUSES if row.word.startswith(text)]
    exact = [row for row in matching if row.word == text]
    return (exact or matching)[0] if exact or len(matching) == 1 else None


def _could_be_cards(word: str) -> bool:
    if len(word) == 1 and word.upper() in _SUITS:
        return True
    try:
        scan_cards(whole(word))
    except NotationError:
        return False
    return True
