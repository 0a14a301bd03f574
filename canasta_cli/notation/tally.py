"""A tally as text: ``7xK QQQ2 2x3R out``. One row for each kind of token, with its parser and formatter.

The commands, game files and the journal read and write tallies with it.

A new token is a row of ``TOKENS``, and a field of ``Tally`` in ``model/game.py``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from operator import ne
from typing import NoReturn

from canasta_cli.errors import NotationError, Unclear
from canasta_cli.model.cards import Cards, MeldCards, Rank
from canasta_cli.model.game import ALSO, BOOKS, Award, Figure, Out, Pending, Sign, Tally, join
from canasta_cli.notation.cards import (
    SIGN,
    SMALLEST,
    cards_or_none,
    counted,
    is_card,
    is_left,
    joined,
    scan_cards,
    scan_left,
    scan_meld,
    with_signs_apart,
    write_cards,
    write_meld,
)
from canasta_cli.notation.spoken import (
    DIGIT_RANKS,
    NUMBERS,
    STOPS,
    TOGETHER,
    Token,
    first_phrase,
    read_line,
    read_name,
    refuse_plural,
    whole,
    words,
    write_name,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import MINUS_SIGNS, closest, either, quoted, whole_number

# The words of grades of canastas before a number: players may write their own instead of the usual
# one.

EXAMPLE_FIGURES = "natural:1 mixed:2 points:345"

_OWN = {word: grade for grade, word in BOOKS.items()} | {
    other: grade for grade, words in ALSO.items() for word in words for other in (word, f"{word}s")
}


OF_ANY_KIND = ("canasta", "canastas", "book", "books")
_GRADES = {word for grade in _OWN.values() for word in (grade, f"{grade}s")} | _OWN.keys()


def is_grade(word: str) -> bool:
    """True for a word of a grade of canastas: ``clean``, ``naturals``."""
    return word in _GRADES


def grade_meant(word: str) -> str:
    """Return the usual word of a grade: ``natural`` for ``clean``, ``sevens-mixed`` for ``dirty-sevens``."""
    first, _, rank = word.partition("-")
    grade = _OWN.get(first, first)
    return f"{rank}-{grade}" if rank and grade == "mixed" else _OWN.get(word, word)


# Explain a word of a tally that is neither cards nor a token.

_ANY_NUMBER = r"[0-9][0-9,\s]*\Z"
_LETTERS = r"[a-zA-Z][a-zA-Z0-9-]*\Z"


def explain(token: Token) -> None:
    """Raise a clearer error if a word was probably not meant as cards.

    It is then a number or a grade, or begins or resembles a word of tallies. Raises
    :class:`~canasta_cli.errors.NotationError`, or nothing.
    """
    word, unknown = token.text.lower(), f"I don't understand “{token.text}”"
    if re.match(_ANY_NUMBER, word):
        token.fail(
            f"“{token.text}” is not a meld",
            expected="Write what a number counts before it, with a colon: "
            f"points:{re.sub('[^0-9]', '', word)} for card points",
            example=EXAMPLE_FIGURES,
        )
    if word in OF_ANY_KIND or is_grade(word):
        token.fail(
            unknown,
            expected="Write its cards, or the number of canastas after their kind and a colon",
            example="7xK",
        )
    if word in NUMBERS or not re.match(_LETTERS, word):
        return
    if row := _BY_KEY.get(f"{word}:"):
        _refuse_empty(token, row)
    # “talon” is not “alone”.
    like = [key for key in _BY_KEY if word[0] == key[0] or key[1:].startswith(word)]
    # A word with one wrong letter is meant before those that are only similar: “oot” is “out”, not “foot:”.
    close = [key for key in like if len(word) == len(key) and sum(map(ne, word, key)) == 1] or [
        key
        for key in like
        if closest(word, [key.rstrip(":")], short=True) or (word[2:] and key.startswith(word))
    ]
    if close:
        forms = [_BY_KEY[key].form for key in close]
        token.fail(unknown, expected=f"Did you mean {either(forms)}?", example=forms[0])


def _refuse_empty(token: Token, row: "TokenRow") -> NoReturn:
    token.fail(
        f"“{token.text}” has nothing after it",
        expected="Write its value after a colon",
        example=row.form,
    )


# A tally as text: `7xK QQQ2 2x3R out`. One row for each kind of token, with its parser and
# formatter.

EXAMPLE = '"7xK QQQ2 2x3R out"'
LARGEST_FIGURE = 1_000_000
_STOPS = frozenset(STOPS)
# Compiled on first use: most tallies need none of them.
_KEYED = r"([a-zA-Z][a-zA-Z-]+):"
_GROUP = r"[0-9]{3}\Z"
_BEFORE_GROUP = rf"[{MINUS_SIGNS}+]?[0-9]{{1,3}}(?:\s+[0-9]{{3}}){{0,2}}\Z"
# The meanings of digits after a key.
CARDS, POINTS, COUNT = "cards", "points", "count"
# Figures that every ruleset has, so that they may be written without a colon.
_FIGURE_WORDS = ("points", "minus")
_NOUNS = "|".join(rank.noun for rank in Rank)
_SEVERAL_NOUNS = "|".join(rank.many for rank in Rank)
_LEFT_IN_WORDS = (
    r"(?i)(?<!\S)(?:(left|foot): *|-)"
    rf"(?=(?:an? )?(?:{_NOUNS})\b|(?:{'|'.join(NUMBERS)}|\d\d?) (?:{_NOUNS}|{_SEVERAL_NOUNS})\b"
    r"|an? (?:10|[2-9TJQKAW])(?![^\s,]))"
)
_TOPIC = r"[a-zA-Z][a-zA-Z0-9-]*\Z"


class TokenRow(NamedTuple):
    """A kind of token: its form, its meaning, and how it is read and written.

    ``key`` is the word before the colon, or the word itself; it is empty for melds, red threes and
    figures. ``digits``: the meaning of digits after the key.
    """

    key: str
    form: str
    meaning: str
    read: Callable[[Token], Tally]
    write: Callable[[Tally], Iterator[str]]
    digits: str = ""


# Cached: one command reads a recorded hand several times.
@lru_cache(maxsize=10_000)
def read_tally(text: str, *, typed: bool = False) -> Tally:
    """Read one side's tally. Raises :class:`~canasta_cli.errors.NotationError`.

    In a ``typed`` one single cards can be one meld: ``K K K 2``. In files each of them is what it was.
    """
    return read_line(text, _tokens(text), _typed_tally if typed else _tally_of, TOGETHER)


def _typed_tally(tokens: Sequence[Token]) -> Tally:
    return _tally_of([*joined(_held_together(tokens), leads=True, rows=True)])


def _tokens(text: str) -> list[Token]:
    typed = words(text) if _STOPS.isdisjoint(text) else _without_stops(words(text))
    return [*(with_signs_apart(typed, _BY_KEY) if SIGN in text else typed)]


def _tally_of(tokens: Sequence[Token]) -> Tally:
    parts: list[Tally] = []
    otherwise = (Out.CONCEALED.value, "special")
    is_out_otherwise = any(token.text.lower().partition(":")[0] in otherwise for token in tokens)
    for key, word in _values(tokens):
        if word.text.lower() == Out.PLAIN.value and is_out_otherwise:
            continue  # out concealed, special:pairs out
        part = _read_token(word) if key is None else _read_value(key, word)
        _refuse_again(part, parts, key or word)
        parts.append(part)
    return join(tuple(parts))


def _held_together(tokens: Iterable[Token]) -> list[Token]:
    """Return words, with one or two cards after others that are left as one word: ``left K K 4``."""
    found: list[Token] = []
    after_key = holds = False
    for token in tokens:
        text = token.text.lower()
        cards = cards_or_none(token.text) if holds else ()
        if 0 < len(cards) < SMALLEST and all(card.rank is not Rank.RED_THREE for card in cards):
            found[-1] = whole(f"{found[-1].text}+{token.text}")
            continue
        key, _, value = text.partition(":")
        of_left = _BY_KEY.get(f"{key}:", _FIGURE).digits == CARDS
        held = value if of_left else text[1:] if is_left(text) else text if after_key else ""
        holds, after_key = bool(cards_or_none(held)), of_left and not value
        found.append(token)
    return found


def _values(tokens: Sequence[Token]) -> Iterator[tuple[Token | None, Token]]:
    """Yield each word, after the word before it of which it is the value: ``left JJ4``.

    The groups of a number are one word: ``score:10 000``. A group that can be cards stays apart.
    """
    last: tuple[Token | None, Token] | None = None
    key = None
    for token, following in zip(tokens, (*tokens[1:], None), strict=False):
        if last and following and _may_follow_its_cards(token, last[1], following):
            raise Unclear(
                f"“{token.text},” could belong to the cards before it or after it",
                fix="Write left: and the cards left, as in left:JJ4",
            )
        if key is None and following is not None and _takes_next(token, following):
            key = token
            continue
        if key is None and last and _is_group(token, *last) and not cards_or_none(token.text):
            last = last[0], last[1]._replace(end=token.end)
        else:
            if last:
                yield last
            last = key, token
        key = None
    if last:
        yield last


def _is_group(word: Token, key: Token | None, before: Token) -> bool:
    """True for three digits that can belong to the number before them: to points, never to a count."""
    if not re.match(_GROUP, word.text):
        return False
    name, digits, value = _parts(key, before)
    return (not name or name == SIGN or digits == POINTS) and bool(re.match(_BEFORE_GROUP, value))


def _parts(key: Token | None, word: Token) -> tuple[str, str, str]:
    """Return what stands before a value, the meaning of its digits, and the value: ``left:``, cards, ``45``."""
    name, colon, value = word.text.partition(":")
    if key is not None:
        name, colon, value = key.text.rstrip(":"), ":", word.text
    elif is_left(word.text):
        return SIGN, CARDS, word.text[1:]
    if not colon:
        return "", "", name
    digits = _BY_KEY.get(f"{name}:".lower(), _FIGURE).digits
    points = digits == COUNT and name.lower() in _FIGURE_WORDS
    return f"{name}:".lower(), POINTS if points else digits, value


# Cached: a hand is recorded with its tallies in its entry and in the summary.
@lru_cache(maxsize=1_000)
def write_tally(tally: Tally, *, typed: bool = False) -> str:
    """Format a tally canonically; :func:`read_tally` reads it back to an equal tally.

    ``typed``: as people may type it, without digits alone after ``left:``, or several cards alone: ``1x5``.
    """
    parts = [text for row in TOKENS for text in row.write(tally)]
    if not typed:
        return " ".join(parts)
    alone = sum(len(meld.cards) == 1 for meld in tally.melds) > 1
    return " ".join(f"1x{part}" if alone and is_card(part) else _typed(part) for part in parts)


def _typed(word: str) -> str:
    key, colon, cards = word.rpartition(":")
    is_unsure = is_number(word) or _BY_KEY.get(f"{key}:", _FIGURE).digits == CARDS
    return f"{key}{colon}{counted(cards)}" if is_unsure else word


def is_number(digits: str) -> bool:
    """True for digits of several ranks, which are not a meld: ``265``; ``456`` can lack its suit."""
    several = len(digits) == SMALLEST and {*digits} <= DIGIT_RANKS and len({*digits} - {"2"}) > 1
    return several and digits not in "456789"


def doubtful_digits(text: str) -> Iterator[tuple[str, str, Token]]:
    """Yield the digits that are cards but may be points, after what stands before them and its meaning.

    Those of cards left stand after ``left:``, ``foot:`` or a sign; after ``points:1`` they may be the end of
    the number, and after ``natural:1``, or if they are of several ranks, the card points.
    """
    before: tuple[Token | None, Token] = None, whole("")
    values = [*_values(_tokens(text))]
    for at, pair in enumerate(values):
        name, digits, value = _parts(*pair)
        token = pair[1].after(len(pair[1].text) - len(value))
        after = [word.text for _, word in values[at + 1 : at + 2]]
        if (
            digits == CARDS
            and value.isdecimal()
            and not (first_phrase([value, *after]) or any(map(is_card, after)))
        ):
            yield digits, name, token
        elif not name and value.isdecimal() and cards_or_none(token.text):
            name, digits, number = _parts(*before)
            is_count = digits == COUNT and whole_number(number) is not None
            if digits == POINTS and _is_group(token, *before):
                yield digits, f"{name}{number}", token
            elif is_count or is_number(value):
                yield COUNT, name * is_count, token
        before = pair


def with_plain_signs(text: str) -> str:
    """Return a tally as a person typed it, with plain signs before cards left, and without quotation marks.

    Cards left in words have no sign: ``left a king`` for ``left:a king``.
    """
    text = re.sub(rf"(?<!\S)[{MINUS_SIGNS}](?=\S|\s+\d\d)\s*", "-", text)
    if not text.isascii():
        text = re.sub(r"(?<!\S)[“„‘«](\S+)[“”’»](?!\S)", r"\1", text)
    return re.sub(_LEFT_IN_WORDS, lambda found: f"{found[1] or 'left'} ", text)


def is_word(text: str) -> bool:
    """True for a word that has its own meaning in a tally, and is never read as cards."""
    return text.lower() in _BY_KEY or _keyed(text) is not None


def _keyed(text: str) -> re.Match[str] | None:
    """Match a word with a colon at the beginning of a text."""
    return re.match(_KEYED, text) if ":" in text else None


def write_award(award: Award) -> str:
    """Format an award as the word of a tally: ``penalty:100``."""
    return f"{award.sign.value}:{award.topic if award.points is None else award.points}"


def take_back(hand: int, penalty: Pending) -> str:
    """Return the command that takes back a penalty recorded separately for a hand."""
    return f"canasta amend {hand} {quoted(penalty.side)}-={write_award(penalty.award)}"


def _refuse_again(part: Tally, before: list[Tally], token: Token) -> None:
    """Refuse to repeat a fact, such as how the side went out."""
    for is_given, says, expected, example in _ONCE:
        if is_given(part) and any(map(is_given, before)):
            token.fail(f"this tally already {says}", expected=expected, example=example)


def _without_stops(tokens: Iterator[Token]) -> Iterator[Token]:
    """Yield words without the stops that end or separate them; a name may contain some."""
    for token in chain.from_iterable(map(_at_commas, tokens)):
        text = token.text
        end = text if text.lower().startswith("alone:") else text.rstrip(STOPS) or text.rstrip(",")
        if end:
            yield token._replace(end=token.start + len(end))


def _at_commas(token: Token) -> list[Token]:
    """Split a word at its commas, if one of its parts is a word of a tally: ``7xK,QQQ2,out``."""
    ends = [match.end() for match in re.finditer(r",(?=[a-zA-Z]|\d+x)", token.text)]
    parts = [
        token._replace(start=token.start + start, end=token.start + end)
        for start, end in pairwise((0, *ends, len(token.text)))
    ]
    splits = '"' not in token.text and any(is_word(part.text.rstrip(",")) for part in parts[1:])
    return parts if splits else [token]


def _follows_its_cards(token: Token) -> bool:
    """True for ``left`` that ends a part of a line: ``two jacks left, out``."""
    if token.text.lower() != "left" or token.line[token.end : token.end + 1] != ",":
        return False
    return token.line[: token.start].rstrip()[-1:] not in ("", ",")


def _may_follow_its_cards(token: Token, before: Token, after: Token) -> bool:
    """True for ``KKK left, 444``."""
    is_left = _follows_its_cards(token)
    return bool(is_left and cards_or_none(before.text) and cards_or_none(after.text))


def _takes_next(token: Token, following: Token) -> bool:
    """True if a word needs a value, and the next word is it: ``left JJ4``, ``left: 2``.

    A word that could be cards is never read in this way.
    """
    word, after = token.text.lower(), following.text.lower()
    if f"{word.removesuffix(':')}:" in _BY_KEY:
        return not _follows_its_cards(token) and not is_word(after) and f"{after}:" not in _BY_KEY
    figure = word in _FIGURE_WORDS or (word.endswith(":") and re.fullmatch(_KEYED, word))
    return bool(figure) and whole_number(after) is not None


def _read_value(key: Token, value: Token) -> Tally:
    """Read a word and the value after it, as if they were one word."""
    name = key.text.lower().rstrip(":")
    row = _BY_KEY.get(f"{name}:")
    return _figure(name, value) if row is None else row.read(value)


def _read_token(token: Token) -> Tally:
    word = token.text.lower()
    if word in _BY_KEY and not word.endswith(":"):
        return _BY_KEY[word].read(token)
    if match := _keyed(token.text):
        row = _BY_KEY.get(f"{match[1].lower()}:", _FIGURE)
        if row.key and match.end() == len(token.text):
            _refuse_empty(token, row)
        return row.read(token.after(match.end()) if row is not _FIGURE else token)
    if is_left(word):
        return Tally(left=(scan_left(token),))
    if word in MINUS_SIGNS:
        (cards, *_) = (*token.line[token.end :].split(), "JJ4")
        token.fail(
            f"“{word}” stands alone",
            expected="Cards left follow their dash without a space",
            example=f"-{cards}",
        )
    try:
        return _read_meld(token)
    except NotationError:
        explain(token)
        raise


def _read_meld(token: Token) -> Tally:
    refuse_plural(token)
    meld = scan_meld(token)
    if not isinstance(meld, MeldCards):
        token.fail(
            f"“{token.text}” adds cards to a meld, but a tally lists whole melds",
            expected="Write all cards of the meld in one word",
            example="KKKW",
        )
    if all(card.rank is Rank.RED_THREE for card in meld.cards):
        return Tally(threes=meld.cards)
    return Tally(melds=(meld,))


def _read_left(token: Token) -> Cards:
    refuse_plural(token)
    try:
        return Cards(scan_cards(token))
    except NotationError:
        # Threes need a colour: “33” is cards without one, and never points.
        if (number := whole_number(token.text)) and {*token.text} != {"3"}:
            points = f"minus:{abs(number)}"
            token.fail(
                f"“{token.text}” can't be cards left",
                expected=f"Write card points left in hand as {points}",
                example=points,
            )
        raise


def _read_threes(token: Token) -> Tally:
    cards = scan_cards(token)
    if not all(card.rank.three for card in cards):
        token.fail(
            f"“{token.text}” has a card that is not a three",
            expected="After laid: write only threes",
            example="laid:3B3B",
        )
    return Tally(threes=Cards(cards))


def _number(token: Token, example: str, least: int = 0) -> int:
    number = whole_number(token.text)
    if number is None or not least <= number <= LARGEST_FIGURE:
        token.fail(
            f"“{token.text}” is not a valid number",
            expected=f"Write a whole number from {least:,} to {LARGEST_FIGURE:,}",
            example=example,
        )
    return number


def _read_award(sign: Sign) -> Callable[[Token], Tally]:
    def read(token: Token) -> Tally:
        if sign is Sign.PENALTY and re.match(_TOPIC, token.text):
            return Tally(awards=(Award(sign, topic=token.text.lower()),))
        if sign is Sign.BONUS and token.text.startswith("-"):
            against = _number(token.after(1), "penalty:20")
            return Tally(awards=(Award(Sign.PENALTY, points=against),))
        return Tally(awards=(Award(sign, points=_number(token, f"{sign.value}:100")),))

    return read


def _read_special(token: Token) -> Tally:
    if not re.match(_TOPIC, token.text):
        token.fail(
            f"“{token.text}” is not the name of a special hand",
            expected="Write special: and its name in the ruleset",
            example="special:pairs",
        )
    return Tally(special=token.text.lower())


def _read_name(token: Token) -> Tally:
    name = read_name(token.text)
    if not name:
        token.fail(
            "a name is missing", expected="Write alone: and a player's name", example="alone:Ann"
        )
    return Tally(alone=name)


def _read_figure(token: Token) -> Tally:
    name, _, number = token.text.partition(":")
    keys = [key.rstrip(":") for key in _BY_KEY if key.endswith(":")]
    if close := closest(name, keys, short=True):
        form = _BY_KEY[f"{close[0]}:"].form
        token.fail(f"I don't understand “{name}:”", expected=f"Did you mean {form}?", example=form)
    if not number:
        token.fail(
            f"“{token.text}” has no number after it",
            expected="Write a number after the colon, and no names",
            example=EXAMPLE_FIGURES,
        )
    return _figure(name, token.after(len(name) + 1))


def _figure(name: str, token: Token) -> Tally:
    if name.lower() == "points" and (whole_number(token.text) or 0) < 0:
        against = f"minus:{token.text[1:]}"
        token.fail(
            f"“{token.text}” can't be melded points, which are never negative",
            expected=f"Write points of cards left in hand as {against}",
            example=against,
        )
    number = _number(token, EXAMPLE_FIGURES)
    return Tally(figures=(Figure(grade_meant(name.lower()), number),))


def _read_score(token: Token) -> Tally:
    return Tally(score=_number(token, "score:-20", -LARGEST_FIGURE))


def _write_threes(rank: Rank, key: str = "") -> Callable[[Tally], Iterator[str]]:
    def write(tally: Tally) -> Iterator[str]:
        if threes := [card for card in tally.threes if card.rank is rank]:
            yield f"{key}{write_cards(Cards(threes))}"

    return write


def _write_awards(sign: Sign) -> Callable[[Tally], Iterator[str]]:
    return lambda tally: (write_award(award) for award in tally.awards if award.sign is sign)


def _when_out(out: Out) -> Callable[[Tally], Iterator[str]]:
    return lambda tally: iter((out.value,) if tally.out is out else ())


TOKENS: tuple[TokenRow, ...] = (
    TokenRow(
        "",
        "CARDS",
        "a meld with all its cards; seven or more cards are a canasta, and the ruleset decides its kind "
        "(natural, mixed and others)",
        _read_meld,
        lambda tally: (write_meld(meld) for meld in tally.melds),
    ),
    TokenRow("", "2x3R", "red threes laid out", _read_meld, _write_threes(Rank.RED_THREE)),
    TokenRow(
        "laid:",
        "laid:3B3B",
        "threes laid out on the table; needed only for black ones",
        _read_threes,
        _write_threes(Rank.BLACK_THREE, "laid:"),
    ),
    TokenRow(
        "left:",
        "left:JJ4",
        "cards left in hand, also written -JJ4; one token for each player if the ruleset counts each "
        "hand separately. Type a five as left:1x5: left:5 could be five cards",
        lambda token: Tally(left=(_read_left(token),)),
        lambda tally: (f"left:{write_cards(bunch)}" for bunch in tally.left),
        CARDS,
    ),
    TokenRow(
        "foot:",
        "foot:55K",
        "cards left in a foot that was never picked up",
        lambda token: Tally(feet=(_read_left(token),)),
        lambda tally: (f"foot:{write_cards(bunch)}" for bunch in tally.feet),
        CARDS,
    ),
    TokenRow(
        "",
        "natural:1",
        "numbers instead of cards: canastas of a kind (natural, clean, pure; mixed, dirty; sequence, …), card "
        "points (points), card points left in hand (minus), red threes (red) or black threes (black)",
        _read_figure,
        lambda tally: (f"{figure.name}:{figure.number}" for figure in tally.figures),
        COUNT,
    ),
    TokenRow(
        "score:",
        "score:1860",
        "the points of the whole hand, instead of cards and counts; can be negative. Penalties and "
        "bonuses in the tally come on top",
        _read_score,
        lambda tally: iter(() if tally.score is None else (f"score:{tally.score}",)),
        POINTS,
    ),
    TokenRow(
        "penalty:",
        "penalty:100",
        "points against the side, or the name of an irregularity with points in the ruleset",
        _read_award(Sign.PENALTY),
        _write_awards(Sign.PENALTY),
        POINTS,
    ),
    TokenRow(
        "bonus:",
        "bonus:50",
        "points for the side, set by the table",
        _read_award(Sign.BONUS),
        _write_awards(Sign.BONUS),
        POINTS,
    ),
    TokenRow(
        "special:",
        "special:pairs",
        "the side went out with a special hand",
        _read_special,
        lambda tally: iter((f"special:{tally.special}",) if tally.special else ()),
    ),
    TokenRow(
        "concealed",
        "concealed",
        "the side went out concealed: with a whole hand in one turn",
        lambda _: Tally(out=Out.CONCEALED),
        _when_out(Out.CONCEALED),
    ),
    TokenRow(
        "out",
        "out",
        "the side went out",
        lambda _: Tally(out=Out.PLAIN),
        _when_out(Out.PLAIN),
    ),
    TokenRow(
        "stock",
        "stock",
        "the stock ran out, so nobody went out; given once, in any side's tally",
        lambda _: Tally(stock=True),
        lambda tally: iter(("stock",) if tally.stock else ()),
    ),
    TokenRow(
        "alone:",
        "alone:Ann",
        "three players: Ann played alone this hand; given once, in that player's tally",
        _read_name,
        lambda tally: iter((f"alone:{write_name(tally.alone)}",) if tally.alone else ()),
    ),
)
_BY_KEY = {row.key: row for row in TOKENS if row.key}
# The facts that are given once: what gives them, what a tally says then, and the fix with its example.
_ONCE: tuple[tuple[Callable[[Tally], bool], str, str, str], ...] = (
    (
        lambda tally: tally.went_out,
        "says how the side went out",
        "Write only one of out, concealed and special:NAME",
        '"7xK QQQ2 concealed"',
    ),
    (
        lambda tally: bool(tally.alone),
        "says who played alone",
        "Write alone:NAME only once",
        '"7xK out alone:Ann"',
    ),
    (
        lambda tally: tally.stock,
        "says that the stock ran out",
        "Write stock only once",
        '"KKK stock left:JJ4"',
    ),
    (
        lambda tally: tally.score is not None,
        "has a score",
        "Write score: only once, with the points of the whole hand",
        "score:1860",
    ),
)
_FIGURE = next(row for row in TOKENS if row.read is _read_figure)
