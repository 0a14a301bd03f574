"""The clauses of a turn as text: one row for each, with its word, parser and formatter."""

from collections.abc import Callable
from typing import TypeVar

from canasta_cli.model.cards import Cards
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    LayThrees,
    MeldDown,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
)
from canasta_cli.notation.cards import scan_cards, write_cards
from canasta_cli.notation.melds import scan_meld, scan_onto, write_meld, write_onto
from canasta_cli.notation.reader import Token
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

EXAMPLE = "draw meld KKK QQ2 discard 4"
C = TypeVar("C", bound=Clause)


class ClauseRow(NamedTuple):
    """A clause: its first word, its form, its meaning, and how it is read and written."""

    word: str
    form: str
    meaning: str
    of: type[Clause]
    read: Callable[[Token, list[Token]], Clause]
    write: Callable[[Clause], str]


def expected() -> str:
    """Return the sentence that lists the clauses of a turn."""
    return f"The clauses of a turn are {listed(row.word for row in CLAUSES)}"


def _nothing(token: Token, rest: list[Token]) -> None:
    if rest:
        rest[0].fail(
            f"I don't understand “{rest[0].text}” after “{token.text}”",
            expected=expected(),
            example=EXAMPLE,
        )


def _some(token: Token, rest: list[Token], example: str) -> None:
    if not rest:
        token.fail(f"“{token.text}” is incomplete", expected="Complete it", example=example)


def _cards(tokens: list[Token]) -> Cards:
    return Cards(card for token in tokens for card in scan_cards(token))


def _read_draw(_: Token, rest: list[Token]) -> Clause:
    return Draw(_cards(rest))


def _without_article(tokens: list[Token]) -> list[Token]:
    """Leave out an article in front of the last of two words, where one card is expected: ``a 7``."""
    return (
        tokens[1:] if [token.text in ("a", "an") for token in tokens] == [True, False] else tokens
    )


def _is_word(tokens: list[Token], *words: str) -> bool:
    """True if the only token is a beginning of one of these words."""
    return len(tokens) == 1 and any(word.startswith(tokens[0].text.lower()) for word in words)


def _read_take(token: Token, rest: list[Token]) -> Clause:
    example = "take 5 with 55"
    _some(token, rest, example)
    if len(rest) == 2 or _is_word(rest[2:3], "with", "onto"):  # noqa: PLR2004 - a card and its article
        rest = [*_without_article(rest[:2]), *rest[2:]]
    top = scan_cards(rest[0])
    if len(top) != 1:
        rest[0].fail(
            f"“{rest[0].text}” is not one card",
            expected="Name the top card of the pile",
            example=example,
        )
    if len(rest) == 1:
        return Take(top[0])
    word, cards = rest[1].text.lower(), rest[2:]
    if any(each.startswith(word) for each in ("with", "onto")):
        _some(rest[1], cards, example)
    if word and "with".startswith(word):
        at = next((n for n, each in enumerate(cards) if each.text.lower() == "onto"), len(cards))
        onto = cards[at + 1 :]
        if at < len(cards):
            _some(cards[at], onto, example)
            _nothing(cards[at], onto[1:])
        return Take(top[0], _cards(cards[:at]), scan_onto(onto[0]) if onto else None)
    if word and "onto".startswith(word):
        _nothing(rest[1], cards[1:])
        return Take(top[0], onto=scan_onto(cards[0]))
    rest[1].fail(
        f"I don't understand “{rest[1].text}”",
        expected="Write “with” and cards from your hand, or “onto” and a meld on the table",
        example=example,
    )


def _read_ask(token: Token, rest: list[Token]) -> Clause:
    answers = {"yes": True, "y": True, "no": False, "n": False}
    if len(rest) != 1 or rest[0].text.lower() not in answers:
        (rest[0] if rest else token).fail(
            "the partner's answer must be yes or no",
            expected="Write ask yes or ask no",
            example="draw ask yes",
        )
    return Ask(answers[rest[0].text.lower()])


def _read_meld(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "meld KKK QQ2")
    return MeldDown(tuple(scan_meld(each) for each in rest))


def _read_join(token: Token, rest: list[Token]) -> Clause:
    example = "join 4"
    _some(token, rest, example)
    _nothing(token, rest[1:])
    onto = scan_onto(rest[0])
    if onto.rank is None or onto.which is not None:
        rest[0].fail(
            f"“{rest[0].text}” is not a rank",
            expected="Name the rank of the sets to combine",
            example=example,
        )
    return Join(onto.rank)


def _read_lay(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "lay 3R")
    return LayThrees(_cards(rest))


def _read_discard(token: Token, rest: list[Token]) -> Clause:
    _some(token, rest, "discard 4")
    rest = _without_article(rest)
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
        token.fail(
            "“end” must be followed by “stock”", expected="Write end stock", example="end stock"
        )
    return StockEnds()


def _typed(kind: type[C], write: Callable[[C], str]) -> Callable[[Clause], str]:
    """Adapt a formatter of one kind of clause to any clause; the table gives each its own."""

    def written(clause: Clause) -> str:
        if not isinstance(clause, kind):
            raise TypeError(f"{clause} is not a {kind.__name__}")
        return write(clause)

    return written


def _with_cards(word: str, cards: Cards) -> str:
    return f"{word} {write_cards(cards)}" if cards else word


def _write_take(clause: Take) -> str:
    top = clause.top.symbol if clause.top else ""
    cards = f" with {write_cards(clause.hand)}" if clause.hand else ""
    onto = f" onto {write_onto(clause.onto)}" if clause.onto is not None else ""
    then = f" meld {' '.join(map(write_meld, clause.then))}" if clause.then else ""
    return f"take {top}{cards}{onto}{then}"


CLAUSES: tuple[ClauseRow, ...] = (
    ClauseRow(
        "draw",
        "draw [CARDS]",
        "draw from the stock; name the cards only if they are known",
        Draw,
        _read_draw,
        _typed(Draw, lambda clause: _with_cards("draw", clause.cards)),
    ),
    ClauseRow(
        "take",
        "take CARD with CARDS, take CARD onto RANK",
        "take the pile: meld its top card with cards from your hand, or lay it off on one of your "
        "side's melds; in games with separate sets of a rank, take CARD with CARDS onto RANK adds these "
        "cards to an existing set",
        Take,
        _read_take,
        _typed(Take, _write_take),
    ),
    ClauseRow(
        "bonus",
        "bonus [CARDS]",
        "pick up your bonus cards at the start of the turn after you opened; write it only to name "
        "the cards",
        TakeBonus,
        lambda _, rest: TakeBonus(_cards(rest)),
        _typed(TakeBonus, lambda clause: _with_cards("bonus", clause.cards)),
    ),
    ClauseRow(
        "foot",
        "foot [CARDS]",
        "pick up the foot; not needed if the turn begins with an empty hand",
        TakeFoot,
        lambda _, rest: TakeFoot(_cards(rest)),
        _typed(TakeFoot, lambda clause: _with_cards("foot", clause.cards)),
    ),
    ClauseRow(
        "ask",
        "ask yes, ask no",
        "your partner's binding answer to “May I go out?”",
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
        _typed(
            MeldDown, lambda clause: f"meld {' '.join(write_meld(lay) for lay in clause.melded)}"
        ),
    ),
    ClauseRow(
        "join",
        "join RANK",
        "combine your side's separate sets of a rank",
        Join,
        _read_join,
        _typed(Join, lambda clause: f"join {clause.rank.value}"),
    ),
    ClauseRow(
        "lay",
        "lay 3R",
        "lay out threes that you didn't draw in this turn",
        LayThrees,
        _read_lay,
        _typed(LayThrees, lambda clause: f"lay {write_cards(clause.cards)}"),
    ),
    ClauseRow(
        "discard",
        "discard CARD, discard down",
        "end the turn with a discard; down means face down",
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
        "show your whole hand as a special hand, which ends the hand",
        ShowSpecial,
        _read_special,
        _typed(ShowSpecial, lambda clause: f"special {write_cards(clause.cards)}"),
    ),
    ClauseRow(
        "out",
        "out",
        "end the hand without a discard",
        GoOut,
        _read_out,
        _typed(GoOut, lambda _: "out"),
    ),
    ClauseRow(
        "end",
        "end stock",
        "end the hand because nobody can or will go on",
        StockEnds,
        _read_end,
        _typed(StockEnds, lambda _: "end stock"),
    ),
)


def row_of(clause: Clause) -> ClauseRow:
    """Return the row of a clause's kind."""
    return next(row for row in CLAUSES if isinstance(clause, row.of))
