"""Ask the engine about a play: the same steps for the library and for the command line.

Each fact is read, the facts become a view of the table, their contradictions are found, and the play is
judged under all values of the facts that are missing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.facts import Row
from canasta_cli.engine.game.conflicts import contradictions
from canasta_cli.engine.held import like, without
from canasta_cli.engine.question import Question
from canasta_cli.engine.rule import Unknown
from canasta_cli.engine.turn.minimum import required
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Card, Cards, together
from canasta_cli.model.melds import MeldCards
from canasta_cli.model.turn import Discard, Draw, LayThrees, Packet, ShowSpecial, Take, Turn
from canasta_cli.notation.melds import scan_melds
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.rules.vocabulary import Basis, Portion
from canasta_cli.words import count_of, either

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.engine.turn.judge import Ruling


Given = Mapping[str, Any]
"""The facts that were given, read, by name."""


def read_fact(row: Row, value: object) -> object:
    """Read the value of a fact.

    Raises ``ValueError`` if the fact can't have it, and ``NotationError`` for cards that can't be read.
    """
    if row.kind in _READERS:
        if isinstance(value, str):
            return _READERS[row.kind](value)
    elif row.kind == "number":
        if type(value) is int and (row.least is None or value >= row.least):
            return value
    elif value in row.words if row.kind == "choice" else isinstance(value, bool):
        return value
    raise ValueError


def must_be(row: Row) -> str:
    """Say what the value of a fact must be."""
    if row.kind == "number":
        return "a whole number" + (f" from {row.least} up" if row.least is not None else "")
    if row.kind == "choice":
        return either(f"“{word}”" for word in row.words)
    return _EXAMPLES.get(row.kind, "True or False")


def _cards(text: str) -> Cards:
    from canasta_cli.notation.deal import read_held  # most questions give no cards

    return read_held(text)


def _pile(text: str) -> tuple[Card, ...]:
    from canasta_cli.notation.cards import read_order

    return () if text.strip().lower() in ("", "none") else read_order(text)


def _card(text: str) -> Card:
    from canasta_cli.notation.cards import one_card

    card = one_card(text)
    if card is None:
        raise ValueError
    return card


def _melds(text: str) -> tuple[MeldCards, ...]:
    if text.strip().lower() in ("", "none"):
        return ()
    melds = scan_melds(text)
    whole = tuple(meld for meld in melds if isinstance(meld, MeldCards))
    if len(whole) < len(melds):
        raise ValueError
    return whole


_READERS: dict[str, Callable[[str], object]] = {
    "cards": _cards,
    "card": _card,
    "pile": _pile,
    "melds": _melds,
}
_EXAMPLES = {
    "cards": "cards, such as “KK24”",
    "card": "one card, such as “5”",
    "pile": "cards with the top card last, such as “9S 3B 5”",
    "melds": "whole melds, such as “7777 QQ2”, or “none”",
}


def view_of(given: Given) -> View:
    """Return the table as the facts give it; all else is unknown."""
    drew = {"drew": Drew(given["drew"])} if given.get("drew") else {}
    return View.of(**{name: value for name, value in given.items() if name != "out"} | drew)


def cards_played(turn: Turn) -> Cards:
    """Return the cards played in a turn, without the top card of the pile."""
    bunches = [lay.cards for lay in turn.melded]
    for clause in turn.clauses:
        if isinstance(clause, Take):
            bunches.append(clause.shown)
        elif isinstance(clause, Discard | Draw | LayThrees | ShowSpecial):
            bunches.append(clause.cards)
    return together(bunches)


def cards_gained(turn: Turn) -> Cards:
    """Return the named cards that a turn brings to the hand, besides the pile."""
    return together(each.cards for each in turn.clauses if isinstance(each, Draw | Packet))


def conflicts(
    given: Given, view: View, rules: Rules, played: Cards, gained: Cards
) -> Iterator[str]:
    """Yield a sentence for each contradiction between facts, or with the cards of a play.

    ``view`` is the table with the facts that are given, and perhaps with others. ``played`` are the
    cards of the play, ``gained`` those that it brings to the hand.
    """
    beside = gained if view.hand is not None else without(view.held.cards, played)[1]
    yield from _given_twice(given, view, rules)
    yield from contradictions(view, beside, rules)
    asks = required(view.replace(minimum=None), rules)
    if not (view.minimum is None or isinstance(asks, Unknown) or asks.points == view.minimum):
        by_deal = rules.opening.basis is Basis.DEAL
        where = f"in deal {view.deal}" if by_deal else f"at a total of {view.total:,}"
        yield f"the minimum is {view.minimum}, but {where} a side needs {asks.points} to open"


def _given_twice(given: Given, view: View, rules: Rules) -> Iterator[str]:
    """Yield contradictions between two facts about the same thing."""
    pile, top, size = given.get("pile"), given.get("top"), given.get("pile_size")
    whole = rules.pile.portion is Portion.WHOLE
    if whole and top is not None and view.top is not None and not like(top, view.top):
        yield f"the top card of the pile is {view.top.symbol}, not {top.symbol}"
    if pile is not None and size not in (None, len(pile)):
        yield f"the pile you gave has {count_of(len(pile), 'card')}, not {size}"
    if size == 0 and top is not None and not pile:
        yield "the pile has a top card, so it has at least 1 card"
    if given.get("hand") is not None and given.get("shown") is not None:
        yield "give either all cards of the hand or some of them, not both"


def ask(turn: Turn, view: View, rules: Rules, *, whole: bool, as_out: bool) -> "Ruling":
    """Judge a turn on a table of which some facts may be unknown.

    With ``whole`` the turn is given from its beginning, and the hand is the one before the draw;
    ``as_out``: it is asked as going out.
    """
    from canasta_cli.engine.turn.judge import rule_on
    from canasta_cli.engine.turn.settle import settle

    question = Question(turn, view, rules, out=as_out)
    if whole:
        from canasta_cli.engine.game.recorded_turn import rule_on_turn

        return settle(question, lambda asked: rule_on_turn(asked.turn, asked.view, asked.ruleset))
    return settle(
        question, lambda asked: rule_on(asked.turn, asked.view, asked.ruleset, as_out=as_out)
    )


def ask_at(table: "Position", turn: Turn, view: View, rules: Rules) -> "Ruling":
    """Judge a turn as the next one of a hand in play; ``view`` is what its player knows."""
    from canasta_cli.engine.game.replay import step
    from canasta_cli.engine.turn.settle import settle

    question = Question(turn, view, rules)
    return settle(question, lambda asked: step(table, asked.turn, asked.ruleset, asked.view).ruling)
