"""A turn as text: ``draw meld KKK QQ2 discard 4``. One row for each clause, its reading and its writing.

The words delimit, so a turn needs no punctuation and no quotes; an unambiguous beginning of a word
will do.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Cards, Suit
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    LayThrees,
    MeldDown,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.notation.cards import scan_cards, write_cards
from canasta_cli.notation.melds import scan_meld, scan_onto, write_meld, write_onto
from canasta_cli.notation.names import read_name, write_name
from canasta_cli.notation.reader import Token, whole, words

EXAMPLE = "draw meld KKK QQ2 discard 4"
C = TypeVar("C", bound=Clause)


class ClauseRow(NamedTuple):
    """One clause: the word that begins it, its form, its meaning, and both directions."""

    word: str
    form: str
    says: str
    of: type[Clause]
    read: Callable[[Token, list[Token]], Clause]
    write: Callable[[Clause], str]


# Most turns are a draw and a discard, which are said again and again.
@lru_cache(maxsize=10_000)
def read_turn(text: str) -> Turn:
    """Read a turn, with or without its player's name in front (``Ann: draw discard 4``).

    What stands behind a number sign (``# was slow``) is a remark. Raises
    :class:`~canasta_cli.errors.NotationError`.
    """
    tokens = list(words(text))
    sign = next((at for at, token in enumerate(tokens) if token.text.startswith("#")), len(tokens))
    remark = text[tokens[sign].start + 1 :].strip() if sign < len(tokens) else ""
    tokens = tokens[:sign]
    player, tokens = _player(tokens)
    if not tokens:
        whole(text).fail("there is no turn here", expected=_expected(), example=EXAMPLE)
    return Turn(tuple(_clauses(tokens)), player, remark)


def _player(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    """The player's name in front of a turn, which may be of several words, and the rest."""
    for at, token in enumerate(tokens):
        if _row(token) is not None and not token.text.endswith(":"):
            break
        if token.text.endswith(":") and len(token.text) > 1:
            words = [*(each.text for each in tokens[:at]), token.text[:-1]]
            name = read_name(words[0]) if at == 0 else " ".join(words)
            return name or None, tokens[at + 1 :]
    return None, tokens


def write_turn(turn: Turn) -> str:
    """The canonical form; :func:`read_turn` reads it back to an equal turn."""
    clauses = " ".join(_row_of(clause).write(clause) for clause in turn.clauses)
    who = f"{write_name(turn.player)}: " if turn.player else ""
    return f"{who}{clauses}" + (f" # {turn.remark}" if turn.remark else "")


def _clauses(tokens: list[Token]) -> Iterator[Clause]:
    at = 0
    while at < len(tokens):
        row = _row(tokens[at], first=at == 0)
        if row is None:
            tokens[at].fail(
                f"“{tokens[at].text}” is no word that begins a clause",
                expected=_expected(),
                example=EXAMPLE,
            )
        end = at + 1
        if row.of in _ONE_WORD:
            end = min(at + 2, len(tokens))
        else:
            while end < len(tokens) and _row(tokens[end]) is None:
                end += 1
        yield row.read(tokens[at], tokens[at + 1 : end])
        at = end


# The one word behind these may itself look like the beginning of a clause.
_ONE_WORD = (Ask, StockEnds)


_SUITS = {suit.value for suit in Suit}


def _row(token: Token, *, first: bool = False) -> ClauseRow | None:
    """The clause that a word begins: the word itself, or an unambiguous beginning of it.

    What could be cards or a suit is a beginning only at the start of the turn: AS is the ace of
    spades, and S the run of spades in ``take 9S onto S``.
    """
    text = token.text.lower()
    row = _beginning(text)
    if row is None or row.word == text:
        return row
    return row if first or not _could_be_cards(token) else None


@lru_cache(maxsize=1_000)
def _beginning(text: str) -> ClauseRow | None:
    """The clause whose word this is, or the only one whose word begins so."""
    matching = [row for row in CLAUSES if row.word.startswith(text)]
    exact = [row for row in matching if row.word == text]
    return (exact or matching)[0] if exact or len(matching) == 1 else None


def _could_be_cards(token: Token) -> bool:
    if len(token.text) == 1 and token.text.upper() in _SUITS:
        return True
    try:
        scan_cards(token)
    except NotationError:
        return False
    return True


def _expected() -> str:
    return f"one of {', '.join(row.word for row in CLAUSES)}"


def _nothing(token: Token, rest: list[Token]) -> None:
    if rest:
        rest[0].fail(
            f"“{rest[0].text}” is not expected after {token.text}",
            expected=_expected(),
            example=EXAMPLE,
        )


def _some(token: Token, rest: list[Token], example: str) -> None:
    if not rest:
        token.fail(f"cards are missing after “{token.text}”", expected="cards", example=example)


def _cards(tokens: list[Token]) -> Cards:
    return Cards(card for token in tokens for card in scan_cards(token))


def _read_draw(_: Token, rest: list[Token]) -> Clause:
    return Draw(_cards(rest))


def _read_take(token: Token, rest: list[Token]) -> Clause:
    example = "take 5 with 55"
    _some(token, rest, example)
    top = scan_cards(rest[0])
    if len(top) != 1:
        rest[0].fail(
            f"“{rest[0].text}”: the pile has one top card", expected="one card", example=example
        )
    if len(rest) == 1:
        return Take(top[0])
    word, cards = rest[1].text.lower(), rest[2:]
    _some(rest[1], cards, example)
    if word and "with".startswith(word):
        return Take(top[0], _cards(cards))
    if word and "onto".startswith(word):
        _nothing(rest[1], cards[1:])
        return Take(top[0], onto=scan_onto(cards[0]))
    rest[1].fail(
        f"“{rest[1].text}” does not say how the top card is melded",
        expected="with CARDS from the hand, or onto a meld of the side",
        example=example,
    )


def _read_ask(token: Token, rest: list[Token]) -> Clause:
    answers = {"yes": True, "y": True, "no": False, "n": False}
    if len(rest) != 1 or rest[0].text.lower() not in answers:
        (rest[0] if rest else token).fail(
            "the partner's answer is missing", expected="ask yes or ask no", example="draw ask yes"
        )
    return Ask(answers[rest[0].text.lower()])


def _read_meld(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "meld KKK QQ2")
    return MeldDown(tuple(scan_meld(each) for each in rest))


def _read_lay(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "lay 3R")
    return LayThrees(_cards(rest))


def _read_discard(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "discard 4")
    if len(rest) == 1 and rest[0].text.lower() == "down":
        return Discard()
    return Discard(_cards(rest))


def _read_special(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "special A23R456789TJQKW")
    return ShowSpecial(_cards(rest))


def _read_out(token: Token, rest: list[Token]) -> Clause:
    _nothing(token, rest)
    return GoOut()


def _read_end(token: Token, rest: list[Token]) -> Clause:
    if len(rest) != 1 or not "stock".startswith(rest[0].text.lower()):
        token.fail("what ends is missing", expected="end stock", example="end stock")
    return StockEnds()


def _typed(kind: type[C], write: Callable[[C], str]) -> Callable[[Clause], str]:
    """A writer of one kind of clause as a writer of any: the table gives each its own."""

    def written(clause: Clause) -> str:
        if not isinstance(clause, kind):
            raise TypeError(f"{clause} is no {kind.__name__}")
        return write(clause)

    return written


def _with_cards(word: str, cards: Cards) -> str:
    return f"{word} {write_cards(cards)}" if cards else word


def _write_take(clause: Take) -> str:
    top = clause.top.symbol if clause.top else ""
    if clause.onto is not None:
        return f"take {top} onto {write_onto(clause.onto)}"
    return f"take {top} with {write_cards(clause.hand)}" if clause.hand else f"take {top}"


CLAUSES: tuple[ClauseRow, ...] = (
    ClauseRow(
        "draw",
        "draw [CARDS]",
        "from the stock; cards named only where they are known",
        Draw,
        _read_draw,
        _typed(Draw, lambda clause: _with_cards("draw", clause.cards)),
    ),
    ClauseRow(
        "take",
        "take CARD with CARDS, take CARD onto RANK",
        "the pile: its top card melded with cards from the hand, or laid off on a meld of the side",
        Take,
        _read_take,
        _typed(Take, _write_take),
    ),
    ClauseRow(
        "bonus",
        "bonus [CARDS]",
        "bonus cards for having opened, as the next turn begins; they come unasked, and are said "
        "only where cards are named",
        TakeBonus,
        lambda _, rest: TakeBonus(_cards(rest)),
        _typed(TakeBonus, lambda clause: _with_cards("bonus", clause.cards)),
    ),
    ClauseRow(
        "foot",
        "foot [CARDS]",
        "the player's second packet is taken up; as a turn begins with no hand it need not be said",
        TakeFoot,
        lambda _, rest: TakeFoot(_cards(rest)),
        _typed(TakeFoot, lambda clause: _with_cards("foot", clause.cards)),
    ),
    ClauseRow(
        "ask",
        "ask yes, ask no",
        "“may I go out?” and the partner's binding answer",
        Ask,
        _read_ask,
        _typed(Ask, lambda clause: f"ask {'yes' if clause.yes else 'no'}"),
    ),
    ClauseRow(
        "meld",
        "meld MELD...",
        "any number of melds and lay-offs",
        MeldDown,
        _read_meld,
        _typed(MeldDown, lambda clause: f"meld {' '.join(write_meld(lay) for lay in clause.lays)}"),
    ),
    ClauseRow(
        "lay",
        "lay 3R",
        "threes laid out outside the draw",
        LayThrees,
        _read_lay,
        _typed(LayThrees, lambda clause: f"lay {write_cards(clause.cards)}"),
    ),
    ClauseRow(
        "discard",
        "discard CARD, discard down",
        "ends the turn",
        Discard,
        _read_discard,
        _typed(
            Discard,
            lambda clause: f"discard {write_cards(clause.cards) if clause.cards else 'down'}",
        ),
    ),
    ClauseRow(
        "special",
        "special CARDS",
        "the whole hand is shown as a special hand, and the play ends",
        ShowSpecial,
        _read_special,
        _typed(ShowSpecial, lambda clause: f"special {write_cards(clause.cards)}"),
    ),
    ClauseRow(
        "out",
        "out",
        "the turn ends the hand without a discard",
        GoOut,
        _read_out,
        _typed(GoOut, lambda _: "out"),
    ),
    ClauseRow(
        "end",
        "end stock",
        "nobody can or will go on: the hand ends",
        StockEnds,
        _read_end,
        _typed(StockEnds, lambda _: "end stock"),
    ),
)


def _row_of(clause: Clause) -> ClauseRow:
    return next(row for row in CLAUSES if isinstance(clause, row.of))
