"""A turn as text: ``draw meld KKK QQ2 discard 4``, one row for each clause; and the cards of each player.

The commands, game files and the journal read and write turns with it.

A new clause is a row of ``CLAUSES`` with its parser and formatter, a class in ``model/turn.py``, and a
function in ``engine/table.py``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NoReturn

from canasta_cli.errors import SEVERAL_STOCKS, NotationError, StockNamed
from canasta_cli.model.cards import NO_CARDS, Cards, Suit
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    LayThrees,
    MeldDown,
    PlayerCards,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.notation.cards import (
    cards_or_none,
    check_articles,
    check_number_before_rank,
    counted,
    is_card,
    joined,
    read_held,
    scan_cards,
    scan_meld,
    scan_onto,
    write_cards,
    write_meld,
    write_onto,
)
from canasta_cli.notation.spoken import (
    ARTICLES,
    LONGEST_TYPED,
    STOPS,
    Token,
    as_written,
    first_phrase,
    has_article,
    may_have_words,
    number_of_word,
    read_line,
    read_name,
    whole,
    words,
    write_name,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import MINUS_SIGNS, closest, count_of, listed, whole_number

# The clauses of a turn as text: one row for each, with its word, parser and formatter.

EXAMPLE = "draw meld KKK QQ2 discard 4"


class ClauseRow(NamedTuple):
    """A clause: its word, its form, its meaning, its class, and how what follows the word is read and written.

    ``example``: something must follow the word, as it does there.
    """

    word: str
    form: str
    meaning: str
    of: type[Clause]
    read_rest: Callable[[Token, list[Token]], Clause]
    write_rest: Callable[[Any], str]
    example: str = ""

    def read(self, word: Token, rest: list[Token]) -> Clause:
        """Read the clause. Raises :class:`~canasta_cli.errors.NotationError`."""
        if self.example:
            _some(word, rest, self.example)
        return self.read_rest(word, rest)

    def write(self, clause: Clause) -> str:
        """Format a clause of this kind."""
        rest = self.write_rest(clause)
        return f"{self.word} {rest}" if rest else self.word


def expected() -> str:
    """Return the sentence that lists the clauses of a turn."""
    return f"The clauses of a turn are {listed(row.word for row in CLAUSES)}"


_MEANT = dict.fromkeys(
    ("pass", "passes", "passed", "stock"), "If nobody can go on, write end stock. "
) | dict.fromkeys(
    ("pick", "picks", "picked", "top"), "Write take for the pile, draw for the stock. "
)
"""The clauses to write for words of play that are none, or several."""


def _meant(word: str) -> str:
    """Return what may be meant by a word that begins no clause; empty if nothing is near."""
    near = closest(word, [row.word for row in CLAUSES], short=True)
    did_you_mean = f"Did you mean {near[0]}? " if near and len(word) > 2 else ""  # noqa: PLR2004 - else cards
    return _MEANT.get(word.lower(), did_you_mean)


def _refuse(token: Token, after: str = "") -> NoReturn:
    says = f"I don't understand “{token.text}”{after}"
    token.fail(says, expected=_meant(token.text) + expected(), example=EXAMPLE)


def _nothing(token: Token, rest: list[Token]) -> None:
    if rest:
        _refuse(rest[0], f" after “{token.text}”")


def _some(token: Token, rest: list[Token], example: str) -> None:
    if not rest:
        token.fail(f"“{token.text}” is incomplete", expected="Complete it", example=example)


def cards_in(tokens: list[Token]) -> Cards:
    """Read the cards of several words."""
    return Cards(card for token in tokens for card in scan_cards(token))


def _read_draw(_: Token, rest: list[Token]) -> Clause:
    if rest and rest[0].text.lower() == "from":  # earlier versions wrote from which stock
        rest[0].fail(
            SEVERAL_STOCKS,
            expected="Leave out the name of a stock",
            example=EXAMPLE,
            kind=StockNamed,
        )
    return Draw(cards_in(rest))


def _without_article(tokens: list[Token]) -> list[Token]:
    return tokens[has_article([token.text for token in tokens]) :]


def _is_word(tokens: list[Token], *words: str) -> bool:
    """True if the only token is a beginning of one of these words."""
    return len(tokens) == 1 and any(word.startswith(tokens[0].text.lower()) for word in words)


_TAKE = "take 5 with 55"


def _read_take(_: Token, rest: list[Token]) -> Clause:
    if len(rest) == 2 or _is_word(rest[2:3], "with", "onto"):  # noqa: PLR2004 - a card and its article
        rest = [*_without_article(rest[:2]), *rest[2:]]
    if rest[0].text.lower() in ("with", "onto"):
        rest[0].fail(
            "the top card of the pile is missing",
            expected="Name it after “take”",
            example=_TAKE,
        )
    top = scan_cards(rest[0])
    if len(top) != 1:
        rest[0].fail(
            f"“{rest[0].text}” is not one card",
            expected="Name the top card of the pile before the cards that go with it",
            example=_TAKE,
        )
    if len(rest) == 1:
        return Take(top[0])
    cards = rest[2:]
    word = next((each for each in ("with", "onto") if _is_word(rest[1:2], each)), "")
    if word:
        _some(rest[1], cards, _TAKE)
    if word == "with":
        at = next((n for n, each in enumerate(cards) if each.text.lower() == "onto"), len(cards))
        onto = cards[at + 1 :]
        if at < len(cards):
            _some(cards[at], onto, _TAKE)
            _nothing(cards[at], onto[1:])
        return Take(top[0], cards_in(cards[:at]), scan_onto(onto[0]) if onto else None)
    if word == "onto":
        _nothing(rest[1], cards[1:])
        return Take(top[0], onto=scan_onto(cards[0]))
    rest[1].fail(
        f"I don't understand “{rest[1].text}”",
        expected="Write “with” and cards from your hand, or “onto” and a meld on the table",
        example=_TAKE,
    )


_ANSWERS = {"yes": True, "y": True, "no": False, "n": False}


def _read_ask(token: Token, rest: list[Token]) -> Clause:
    answer, *more = rest or [token]  # in short, the answer alone
    if more or answer.text.lower() not in _ANSWERS:
        answer.fail(
            "the partner's answer must be yes or no",
            expected="Write ask yes or ask no",
            example="draw ask yes",
        )
    return Ask(_ANSWERS[answer.text.lower()])


_JOIN = "join 4"


def _read_join(token: Token, rest: list[Token]) -> Clause:
    _nothing(token, rest[1:])
    onto = scan_onto(rest[0])
    if onto.rank is None or onto.which is not None:
        rest[0].fail(
            f"“{rest[0].text}” is not a rank",
            expected="Name the rank of the sets to combine",
            example=_JOIN,
        )
    return Join(onto.rank)


def _read_discard(_: Token, rest: list[Token]) -> Clause:
    rest = _without_article(rest)
    if len(rest) == 1 and rest[0].text.lower() == "down":
        return Discard()
    return Discard(cards_in(rest))


def _read_out(token: Token, rest: list[Token]) -> Clause:
    _nothing(token, rest)
    return GoOut()


def _read_end(token: Token, rest: list[Token]) -> Clause:
    if len(rest) != 1 or not "stock".startswith(rest[0].text.lower()):
        token.fail(
            "“end” must be followed by “stock”", expected="Write end stock", example="end stock"
        )
    return StockEnds()


def _write_cards_of(clause: Any) -> str:
    return write_cards(clause.cards)


def _write_take(clause: Take) -> str:
    top = clause.top.symbol if clause.top else ""
    cards = f" with {write_cards(clause.hand)}" if clause.hand else ""
    onto = f" onto {write_onto(clause.onto)}" if clause.onto is not None else ""
    then = f" meld {' '.join(map(write_meld, clause.then))}" if clause.then else ""
    return f"{top}{cards}{onto}{then}"


CLAUSES: tuple[ClauseRow, ...] = (
    ClauseRow(
        "draw",
        "draw [CARDS]",
        "draw from the stock; name the cards only if they are known",
        Draw,
        _read_draw,
        _write_cards_of,
    ),
    ClauseRow(
        "take",
        "take CARD with CARDS, take CARD onto RANK",
        "take the pile: meld its top card with cards from your hand, or lay it off on one of your "
        "side's melds; in games with separate sets of a rank, take CARD with CARDS onto RANK adds these "
        "cards to an existing set",
        Take,
        _read_take,
        _write_take,
        _TAKE,
    ),
    ClauseRow(
        "bonus",
        "bonus [CARDS]",
        "pick up your bonus cards at the start of the turn after you opened; write it only to name "
        "the cards. After the last meld it names cards that came unseen, under the pile or for opening",
        TakeBonus,
        lambda _, rest: TakeBonus(cards_in(rest)),
        _write_cards_of,
    ),
    ClauseRow(
        "foot",
        "foot [CARDS]",
        "pick up the foot; not needed if the turn begins with an empty hand",
        TakeFoot,
        lambda _, rest: TakeFoot(cards_in(rest)),
        _write_cards_of,
    ),
    ClauseRow(
        "ask",
        "ask yes, ask no",
        "your partner's binding answer to “May I go out?”",
        Ask,
        _read_ask,
        lambda clause: "yes" if clause.yes else "no",
    ),
    ClauseRow(
        "meld",
        "meld MELD...",
        "any number of melds and lay-offs",
        MeldDown,
        lambda _, rest: MeldDown(tuple(map(scan_meld, rest))),
        lambda clause: " ".join(map(write_meld, clause.melded)),
        "meld KKK QQ2",
    ),
    ClauseRow(
        "join",
        "join RANK",
        "combine your side's separate sets of a rank",
        Join,
        _read_join,
        lambda clause: clause.rank.value,
        _JOIN,
    ),
    ClauseRow(
        "lay",
        "lay 3R",
        "lay out threes that you didn't draw in this turn",
        LayThrees,
        lambda _, rest: LayThrees(cards_in(rest)),
        _write_cards_of,
        "lay 3R",
    ),
    ClauseRow(
        "discard",
        "discard CARD, discard down",
        "end the turn with a discard; down means face down",
        Discard,
        _read_discard,
        lambda clause: write_cards(clause.cards) or "down",
        "discard 4",
    ),
    ClauseRow(
        "special",
        "special CARDS",
        "show your whole hand as a special hand, which ends the hand",
        ShowSpecial,
        lambda _, rest: ShowSpecial(cards_in(rest)),
        _write_cards_of,
        "special A23R456789TJQKW",
    ),
    ClauseRow(
        "out",
        "out",
        "end the hand: without a discard, or after the last card was discarded",
        GoOut,
        _read_out,
        lambda _: "",
    ),
    ClauseRow(
        "end",
        "end stock",
        "end the hand because nobody can or will go on",
        StockEnds,
        _read_end,
        lambda _: "stock",
    ),
)


def row_of(clause: Clause) -> ClauseRow:
    """Return the row of a clause's kind."""
    return next(row for row in CLAUSES if isinstance(clause, row.of))


# A turn as text: `draw meld KKK QQ2 discard 4`.
#
# The words delimit, so a turn needs no punctuation and no quotes; any unambiguous prefix of a word
# is accepted.


def read_turn(text: str, *, typed: bool = False) -> Turn:
    """Read a turn, with or without the player's name in front (``Ann: draw discard 4``).

    Text after a number sign (``# was slow``) is a note. In a ``typed`` one single cards can be one meld:
    ``meld K K K 2``. Raises :class:`~canasta_cli.errors.NotationError`.
    """
    player, named, played = text.partition(": ")
    brief = named and len(text) <= LONGEST_TYPED and _is_plain_name(player)
    clauses = _seen_before(played) if brief and not typed else None
    if clauses:
        return Turn(clauses, player)
    name, tokens, remark = without_player_and_note(text)
    return Turn(_all_clauses(text, tokens, typed=typed), name, remark)


@lru_cache(maxsize=100)
def _is_plain_name(text: str) -> bool:
    return re.fullmatch(r'[^\s":,#\\]+', text) is not None


# Cached: most turns are a draw and a discard, and the same ones recur.
@lru_cache(maxsize=2_000)
def _seen_before(text: str) -> tuple[Clause, ...] | None:
    """Read the clauses of a turn without noting where its words are.

    ``None`` if there is a fault, a note, or anything between the clauses but spaces.
    """
    if not _MORE.isdisjoint(text) or may_have_words(text):
        return None
    parts, clauses = text.split(), []
    try:
        for row, start, end in clause_spans(parts):
            if row is None:
                return None
            clauses.append(_clause_seen_before(row, " ".join(parts[start:end])))
    except NotationError:
        return None
    return tuple(clauses)


def without_player_and_note(text: str) -> tuple[str | None, list[Token], str]:
    """Split a turn into the player's name, if it is given, the words, and the note after them."""
    tokens = list(words(text))
    sign = next((at for at, token in enumerate(tokens) if token.text.startswith("#")), len(tokens))
    remark = text[tokens[sign].start + 1 :].strip() if sign < len(tokens) else ""
    return *_player(tokens[:sign]), remark


def _all_clauses(text: str, tokens: list[Token], *, typed: bool) -> tuple[Clause, ...]:
    """Read the clauses of a turn; ``text`` is the whole turn."""
    tokens = clause_words(tokens)
    if not tokens:
        whole(text).fail("the turn is missing", expected=expected(), example=EXAMPLE)
    return read_line(text, tokens, lambda words: tuple(_clauses(words, typed=typed)))


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


def clause_words(tokens: Sequence[Token], draw: int | None = None) -> list[Token]:
    """Return the words of clauses without commas between them, and without words that add nothing.

    These are ``the``, ``then``, ``and`` before a clause, ``a card`` after a draw, the discard pile that is
    taken, and the partner who is asked. Another number of cards than a ``draw`` gives is refused.
    """
    found: list[Token] = []
    clause: ClauseRow | None = None
    tokens = list(_with_phrases(tokens))
    for token, following in zip(tokens, (*tokens[1:], None), strict=False):
        after = following.text.lower() if following else ""
        for part in _without_stops(token, after):
            before = [SPOKEN.get(each.text.lower(), each.text.lower()) for each in found[-2:]]
            word = part.text.lower()
            if word in ("card", "cards") and "draw" in before:
                number = before[-1] != "draw" and number_of_word(found[-1].text)
                if draw and (number or before[-1] == "no") and number != draw:
                    _refuse_number(found[-1], draw)
                del found[len(found) - bool(number) :]
            elif not (
                word in _FILLERS
                or (word == "discard" and after.rstrip(STOPS) in _PILE)
                or (part.text in ARTICLES and before[-1:] == ["discard"] and after[:1].isdigit())
                or (word in _PILE and before[-1:] == ["take"])
                or (word == "partner" and before[-1:] == ["ask"])
                or (word in ("and", "&") and after.rstrip(STOPS) in _WORDS)
            ):
                clause = _row(part.text) or clause
                melds = clause is not None and clause.of is MeldDown
                found.append(whole("and") if melds and word == "with" else part)
    return found


def _with_phrases(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the words of a turn, those of one verb as one: ``lay down``, ``pick up the pile``."""
    at = 0
    while at < len(tokens):
        spoken = [token.text.lower() for token in tokens[at : at + _LONGEST_VERB]]
        verbs = {n: " ".join(spoken[:n]).rstrip(STOPS) for n in range(len(spoken), 1, -1)}
        lengths = (n for n, verb in verbs.items() if verb in SPOKEN)
        length = next(lengths, 1)
        yield tokens[at]._replace(end=tokens[at + length - 1].end)
        at += length


def _refuse_number(number: Token, draw: int) -> NoReturn:
    number.fail(
        f"“{number.text}” is not the number of cards drawn: a draw is {count_of(draw, 'card')}",
        expected="Leave it out. A red three that was replaced is named: draw 3R",
        example="draw discard 4",
    )


def check_number_drawn(text: str, draw: int, *, is_on_table: bool = True) -> None:
    """Refuse numbers that are not read as such: ``draw 5 cards``, ``draw 2``, ``draw a 4``, ``with 2 K``.

    A turn that ``is_on_table`` can lay off ``4 K``, one card each, as recorded turns are written.
    """
    tokens = clause_words(without_player_and_note(text)[1], draw)
    written = [token.text for token in as_written(tokens)]
    for at, each in enumerate(written, 1):
        if (row := _row(each)) and row.of is Draw:
            check_articles(written[at : at + 2], key="draw ")
    for row, start, end in clause_spans(written):
        takes = row is not None and row.of is Take
        if takes or (row is not None and row.of is MeldDown and not is_on_table):
            typed = " ".join(written[start + 1 : end])
            check_number_before_rank(typed, melds=not takes, takes=takes)
    for at, (word, number) in enumerate(pairwise(tokens), 1):
        row, texts = _row(word.text), [each.text for each in tokens[at : at + 3]]
        is_drawn = row is not None and row.of is Draw and number_of_word(number.text) == draw > 1
        if is_drawn and not (first_phrase(texts) or any(map(cards_or_none, texts[1:2]))):
            number.fail(
                f"“{number.text}” after “{word.text}” doesn't count the cards drawn",
                expected=f"Leave it out: a draw is {count_of(draw, 'card')}. For the card: draw 1x{draw}",
                example="draw discard 4",
            )


def _without_stops(token: Token, following: str) -> Iterator[Token]:
    """Yield a word without stops that end it or commas that separate clauses: ``draw.`` or ``AAA,discard``.

    Other commas are between cards, as in ``K,Q``; ``ask`` with a comma is the ace of spades and a king,
    unless an answer follows.
    """
    text = token.text.rstrip(".;") or token.text
    token = token._replace(end=token.start + len(text))
    if "," not in text:
        yield token
        return
    parts = list(re.finditer("[^,]+", token.text))
    is_asked = following.rstrip(STOPS) in _ANSWERS
    if any(part[0].lower() in _WORDS for part in parts):
        for part in parts:
            yield token._replace(start=token.start + part.start(), end=token.start + part.end())
    elif parts and (is_asked or parts[-1][0].lower() != "ask"):
        yield token._replace(end=token.start + parts[-1].end())
    elif parts:
        yield token


def write_turn(turn: Turn) -> str:
    """Format a turn canonically; :func:`read_turn` reads it back to an equal turn."""
    clauses = " ".join(row_of(clause).write(clause) for clause in turn.clauses)
    who = f"{write_name(turn.player)}: " if turn.player else ""
    return f"{who}{clauses}" + (f" # {turn.remark}" if turn.remark else "")


def _clauses(tokens: list[Token], *, typed: bool) -> Iterator[Clause]:
    for row, start, end in clause_spans([token.text for token in tokens]):
        if row is None and start == 0 and _is_name(tokens):
            name, colon = tokens[0].text, "a colon after a player's name"
            is_name = name.lower() not in _PRONOUNS
            tokens[0].fail(
                f"I don't understand “{name}”",
                expected=f"Write {colon}" if is_name else f"Leave it out, or write {colon}",
                example=f"{name if is_name else 'Ann'}: draw discard 4",
            )
        if row is None:
            _refuse(tokens[start])
        part = tokens[start:end]
        yield read_clause(row, [*joined(part, rows=True)] if typed and row.of is MeldDown else part)


def _is_name(tokens: list[Token]) -> bool:
    """True if a turn seems to begin with a player's name without its colon."""
    name, *rest = tokens
    if name.start or not rest or _could_be_cards(name.text):
        return False
    return name.text.isalpha() and _row(rest[0].text) is not None


def clause_spans(
    texts: list[str], marked: Callable[[str], ClauseRow | None] | None = None
) -> Iterator[tuple[ClauseRow | None, int, int]]:
    """Split the words of a turn into clauses: the row, and the places of the first word and the next.

    Words without a row are none of a turn. In a short turn they are cards; there, ``marked`` returns the
    row of which a word is the mark.
    """
    marks = {at: row for at, text in enumerate(texts) if marked and (row := marked(text))}
    at = 0
    while at < len(texts):
        first = at == 0 and not (marked and is_card(texts[at]))
        row = marks.get(at) or _row_at(texts, at, first=first)
        end = at + 1
        if row is not None and (row.of in _ONE_WORD or (marked and row.of is Join)):
            end = min(at + (1 if at in marks else 2), len(texts))
        elif row is not None or marked:
            while end < len(texts) and end not in marks and _row_at(texts, end) is None:
                end += 1
        yield row, at, end
        at = end


def read_clause(row: ClauseRow, tokens: list[Token]) -> Clause:
    """Read the words of one clause."""
    try:
        return _clause_seen_before(row, " ".join([row.word, *[each.text for each in tokens[1:]]]))
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
    for token in tokens:
        if any(row.word == token.text.lower() for row in CLAUSES):
            return
        if _meant(token.text):
            _refuse(token)


# The word after these may itself look like the first word of a clause.
_ONE_WORD = (Ask, StockEnds)


SPOKEN = {"drew": "draw", "took": "take", "melded": "meld", "discarded": "discard", "asked": "ask"}
SPOKEN |= {f"{word}s": word for word in ("draw", "take", "meld", "discard", "ask")}
SPOKEN |= dict.fromkeys(("throw", "throws", "threw"), "discard")
SPOKEN |= {f"{throw} away": "discard" for throw in ("throw", "throws", "threw")}
SPOKEN |= dict.fromkeys(("add", "adds", "added", "play", "plays", "played"), "meld")
SPOKEN |= dict.fromkeys(("put", "puts", "put down", "puts down"), "meld")
SPOKEN |= {f"{lay} {off}": "meld" for lay in ("lay", "lays", "laid") for off in ("down", "off")}
_PILE = ("pile", "pack", "it")
_PICKS = ("pick up", "picks up", "picked up")
SPOKEN |= {
    f"{pick} {the}{pile}": "take"
    for pick in _PICKS
    for the in ("", "the ", "discard ", "the discard ")
    for pile in _PILE
}
SPOKEN |= {
    f"{take} {the}foot": "foot"
    for take in (*_PICKS, "take", "takes", "took")
    for the in ("", "the ", "my ")
}
"""Other forms of the words of a turn that are understood; they are never written."""
_LONGEST_VERB = 5
_FILLERS = ("the", "my", "then", "go", "goes", "went", "has", "is", "i", "face")
_PRONOUNS = ("he", "she", "it", "we", "you", "they")
_WORDS = {row.word for row in CLAUSES if row.of is not Ask} | set(SPOKEN)
_SUITS = {suit.value for suit in Suit}
_MORE = frozenset('",#')
"""Characters of turns that are read with the places of their words."""


def _row_at(texts: list[str], at: int, *, first: bool = False) -> ClauseRow | None:
    """Return the clause that a word begins; ``ASK`` are two cards if neither yes nor no follows."""
    word, following = texts[at], texts[at + 1 : at + 2]
    row = _row(word, first)
    asks = row is not None and row.of is Ask and following and following[0].lower() in ("yes", "no")
    return None if word in ("ASK", "ASKS") and not (asks or first) else row


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
    return (len(word) == 1 and word.upper() in _SUITS) or bool(cards_or_none(word))


# Cards of a played hand by player, as plain values.

MINUS = "minus:"
MORE_THAN_POINTS = 1_000_000


def read_player(player: str, text: str) -> PlayerCards:
    """Read the cards of one player: the hand, and after a slash the foot (``A4/KK5``).

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    hand, _, foot = text.partition("/")
    return PlayerCards(player, read_held(hand), read_held(foot))


def read_player_left(player: str, text: str) -> PlayerCards:
    """Read the cards that a player has left at the end, or only their points (``minus:45``, ``-45``).

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    token = whole(text.strip())
    sign = next((each for each in (MINUS, *MINUS_SIGNS) if token.text.lower().startswith(each)), "")
    if not sign:
        return read_player(player, text)
    number = token.after(len(sign))
    points = whole_number(number.text)
    if points is None or not 0 <= points < MORE_THAN_POINTS:
        number.fail(
            f"“{number.text}” is not a number of points",
            expected=f"After {sign} write the card points left",
            example="Bob=minus:45",
        )
    return PlayerCards(player, NO_CARDS, points=points)


def write_player(held: PlayerCards, *, typed: bool = False) -> str:
    """Format the cards of one player; :func:`read_player_left` reads them back.

    ``typed``: as people may type it, without a hand of digits alone: ``1x5``.
    """
    if held.points is not None:
        return f"{MINUS}{held.points}"
    hand = write_cards(held.cards)
    foot = f"/{write_cards(held.foot)}" if held.foot else ""
    return (counted(hand) if typed and not foot else hand) + foot


def read_hands(table: Mapping[str, str]) -> tuple[PlayerCards, ...]:
    """Read the cards of each player. Raises :class:`~canasta_cli.errors.NotationError`."""
    return tuple(read_player(player, text) for player, text in table.items())


def read_left(table: Mapping[str, str]) -> tuple[PlayerCards, ...]:
    """Read what each player has left at the end. Raises :class:`~canasta_cli.errors.NotationError`."""
    return tuple(read_player_left(player, text) for player, text in table.items())


def write_hands(hands: Iterable[PlayerCards]) -> dict[str, str]:
    """Format the cards of each player, by the player's name; :func:`read_left` reads them back."""
    return {each.player: write_player(each) for each in hands}
