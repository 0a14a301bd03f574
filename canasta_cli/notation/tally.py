"""A tally as text: ``7xK QQQ2 2x3R out``. One row for each form of token, its reading and its writing."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.model.tally import Award, Figure, Out, Sign, Tally, join
from canasta_cli.notation.cards import scan_cards, write_cards
from canasta_cli.notation.melds import scan_meld, write_meld
from canasta_cli.notation.names import read_name, write_name
from canasta_cli.notation.reader import Token, words

EXAMPLE = '"7xK QQQ2 2x3R out"'
LARGEST = 1_000_000
_KEYED = re.compile(r"([a-z][a-z-]+):", re.IGNORECASE | re.ASCII)
# Compiled when they are first needed: most tallies need none of them.
_NUMBER = r"[0-9]{1,7}\Z"
_TOPIC = r"[a-zA-Z][a-zA-Z0-9-]*\Z"


class Row(NamedTuple):
    """One form of token: how it is written, what it means, and both directions.

    ``key`` is the word before the colon, or the word itself; melds, red threes and figures have none.
    """

    key: str
    form: str
    says: str
    read: Callable[[Token], Tally]
    write: Callable[[Tally], Iterator[str]]


# A recorded hand is read several times in one command, and a tally never changes.
@lru_cache(maxsize=10_000)
def read_tally(text: str) -> Tally:
    """Read one side's tally. Raises :class:`~canasta_cli.errors.NotationError`."""
    tally = Tally()
    for token in words(text):
        tally = _with(tally, _read_token(token), token)
    return tally


def write_tally(tally: Tally) -> str:
    """The canonical form; :func:`read_tally` reads it back to an equal tally."""
    return " ".join(text for row in TOKENS for text in row.write(tally))


def _with(tally: Tally, part: Tally, token: Token) -> Tally:
    """Add what one token says; what a side can say only once is refused the second time."""
    if part.went_out and tally.went_out:
        token.fail(
            f"“{token.text}”: how this side went out has been said already",
            expected="one of out, concealed, special:NAME",
            example='"7xK QQQ2 concealed"',
        )
    if part.alone and tally.alone:
        token.fail(
            f"“{token.text}”: who was alone has been said already",
            expected="alone:NAME once",
            example='"7xK out alone:Ann"',
        )
    return join((tally, part))


def _read_token(token: Token) -> Tally:
    word = token.text.lower()
    if word in _BY_KEY and not word.endswith(":"):
        return _BY_KEY[word].read(token)
    if match := _KEYED.match(token.text):
        row = _BY_KEY.get(f"{match[1].lower()}:", _FIGURE)
        return row.read(token.after(match.end()) if row is not _FIGURE else token)
    try:
        return _read_laid(token)
    except NotationError:
        _hint(token)
        raise


def _hint(token: Token) -> None:
    """A word that is nearly one of a tally's own is not meant as cards."""
    from difflib import get_close_matches

    if not re.match(_TOPIC, token.text):
        return
    words = [key for key in _BY_KEY if get_close_matches(token.text.lower(), [key.rstrip(":")])]
    if words:
        forms = [_BY_KEY[key].form for key in words]
        token.fail(
            f"“{token.text}” is neither cards nor a word of a tally",
            expected=f"perhaps {' or '.join(forms)}",
            example=EXAMPLE,
        )


def _read_laid(token: Token) -> Tally:
    laid = scan_meld(token)
    if not isinstance(laid, Meld):
        token.fail(
            f"“{token.text}” adds cards to a meld; at the end of a hand the whole meld is counted",
            expected="the meld with all its cards in one word",
            example="KKKW",
        )
    if all(card.rank is Rank.RED_THREE for card in laid.cards):
        return Tally(threes=laid.cards)
    return Tally(melds=(laid,))


def _read_threes(token: Token) -> Tally:
    cards = scan_cards(token)
    if not all(card.rank.three for card in cards):
        token.fail(
            f"“{token.text}”: only threes are laid out apart from melds",
            expected="threes",
            example="laid:3B3B",
        )
    return Tally(threes=Cards(cards))


def _number(token: Token, example: str) -> int:
    if not re.match(_NUMBER, token.text) or int(token.text) > LARGEST:
        token.fail(
            f"“{token.text}” is no number of points or cards",
            expected=f"a whole number from 0 to {LARGEST:,}",
            example=example,
        )
    return int(token.text)


def _read_award(sign: Sign) -> Callable[[Token], Tally]:
    def read(token: Token) -> Tally:
        if sign is Sign.PENALTY and re.match(_TOPIC, token.text):
            return Tally(awards=(Award(sign, topic=token.text.lower()),))
        return Tally(awards=(Award(sign, points=_number(token, f"{sign.value}:100")),))

    return read


def _read_special(token: Token) -> Tally:
    if not re.match(_TOPIC, token.text):
        token.fail(
            f"“{token.text}” is no name of a special hand",
            expected="special: and the name that the ruleset gives it",
            example="special:pairs",
        )
    return Tally(special=token.text.lower())


def _read_name(token: Token) -> Tally:
    name = read_name(token.text)
    if not name:
        token.fail("a name is missing", expected="alone: and a player's name", example="alone:Ann")
    return Tally(alone=name)


def _read_figure(token: Token) -> Tally:
    from difflib import get_close_matches

    name, _, _ = token.text.partition(":")
    keys = [key.rstrip(":") for key in _BY_KEY if key.endswith(":")]
    if close := get_close_matches(name.lower(), keys, n=1, cutoff=0.75):
        form = _BY_KEY[f"{close[0]}:"].form
        token.fail(f"“{name}:” is no word of a tally", expected=f"perhaps {form}", example=EXAMPLE)
    number = _number(token.after(len(name) + 1), "natural:1 mixed:2 points:345")
    return Tally(figures=(Figure(name.lower(), number),))


def _write_threes(tally: Tally) -> Iterator[str]:
    red = Cards(card for card in tally.threes if card.rank is Rank.RED_THREE)
    if red:
        yield write_cards(red)


def _write_black_threes(tally: Tally) -> Iterator[str]:
    black = Cards(card for card in tally.threes if card.rank is Rank.BLACK_THREE)
    if black:
        yield f"laid:{write_cards(black)}"


def _write_awards(sign: Sign) -> Callable[[Tally], Iterator[str]]:
    return lambda tally: (
        f"{sign.value}:{award.topic if award.points is None else award.points}"
        for award in tally.awards
        if award.sign is sign
    )


def _when_out(out: Out) -> Callable[[Tally], Iterator[str]]:
    return lambda tally: iter((out.value,) if tally.out is out else ())


TOKENS: tuple[Row, ...] = (
    Row(
        "",
        "CARDS",
        "a meld with all its cards; seven or more are a canasta, graded by the ruleset",
        _read_laid,
        lambda tally: (write_meld(meld) for meld in tally.melds),
    ),
    Row("", "2x3R", "red threes laid out", _read_laid, _write_threes),
    Row(
        "laid:",
        "laid:3B3B",
        "threes laid out apart from melds; needed for black ones",
        _read_threes,
        _write_black_threes,
    ),
    Row(
        "left:",
        "left:AA4W",
        "cards left in a hand of this side; one token for each player where the ruleset counts by hand",
        lambda token: Tally(left=(Cards(scan_cards(token)),)),
        lambda tally: (f"left:{write_cards(bunch)}" for bunch in tally.left),
    ),
    Row(
        "foot:",
        "foot:55K",
        "cards left in a foot that was never picked up",
        lambda token: Tally(feet=(Cards(scan_cards(token)),)),
        lambda tally: (f"foot:{write_cards(bunch)}" for bunch in tally.feet),
    ),
    Row(
        "",
        "natural:1",
        "a count instead of cards: a canasta grade, or points, minus, red, black",
        _read_figure,
        lambda tally: (f"{figure.name}:{figure.number}" for figure in tally.figures),
    ),
    Row(
        "penalty:",
        "penalty:100",
        "points against the side, or the name of an irregularity that the ruleset values",
        _read_award(Sign.PENALTY),
        _write_awards(Sign.PENALTY),
    ),
    Row(
        "bonus:",
        "bonus:50",
        "points that the table gives the side",
        _read_award(Sign.BONUS),
        _write_awards(Sign.BONUS),
    ),
    Row(
        "special:",
        "special:pairs",
        "this side went out with a special hand",
        _read_special,
        lambda tally: iter((f"special:{tally.special}",) if tally.special else ()),
    ),
    Row(
        "concealed",
        "concealed",
        "this side went out with a whole hand in one turn",
        lambda _: Tally(out=Out.CONCEALED),
        _when_out(Out.CONCEALED),
    ),
    Row(
        "out",
        "out",
        "this side went out",
        lambda _: Tally(out=Out.PLAIN),
        _when_out(Out.PLAIN),
    ),
    Row(
        "alone:",
        "alone:Ann",
        "three players: Ann played alone this hand; said once, in her own tally",
        _read_name,
        lambda tally: iter((f"alone:{write_name(tally.alone)}",) if tally.alone else ()),
    ),
)
_BY_KEY = {row.key: row for row in TOKENS if row.key}
_FIGURE = next(row for row in TOKENS if row.read is _read_figure)
