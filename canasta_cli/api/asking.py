"""Ask the engine about a play, and find facts that contradict each other: the same for library and commands.

The library and the command line call it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.facts import FactRow
from canasta_cli.engine.rule import Fact, Judgement, Missing, Unknown
from canasta_cli.engine.turn.case import view_under
from canasta_cli.engine.turn.stated import contradictions, divided, illegal_melds
from canasta_cli.engine.view import MELDS, Drew, Question, View, like, required
from canasta_cli.model.cards import NO_CARDS, Card, Cards, MeldCards, Rank
from canasta_cli.model.turn import (
    Discard,
    ShowSpecial,
    Turn,
)
from canasta_cli.notation.cards import (
    is_none,
    one_card,
    read_held,
    read_order,
    scan_melds,
    write_meld,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Portion
from canasta_cli.show.finding import message
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.engine.movegen.choices import Ways
    from canasta_cli.engine.turn.judge import DiscardVerdict, Ruling
    from canasta_cli.show.suggestion import OpeningsFound


# Ask the engine about a play: the same steps for the library and for the command line.
#
# Each fact is read, the facts become a view of the table, their contradictions are found, and the
# play is judged under all values of the facts that are missing.

NOTHING = Turn(())
Given = Mapping[str, Any]
"""The facts that were given, read, by name."""


def read_fact(row: FactRow, value: object) -> object:
    """Read the value of a fact.

    Cards and melds are one text or several. Raises ``ValueError`` if the fact can't have the value, and
    ``NotationError`` for cards that can't be read.
    """
    if row.kind in _TEXTS:
        if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            value = " ".join(value)
        if isinstance(value, str):
            read, _ = _TEXTS[row.kind]
            return read(value)
    elif row.kind == "number":
        number = whole_number(value)
        if number is not None and (row.least is None or number >= row.least):
            return number
    elif row.kind == "choice":
        if value in row.words:
            return value
    elif is_truth(value):
        return bool(value)
    raise ValueError


def is_truth(value: object) -> bool:
    """True for True and False of any library, such as numpy; numbers are not."""
    return type(value).__name__ in ("bool", "bool_")


def whole_number(value: object) -> int | None:
    """Return a whole number of any library, such as numpy; ``None`` for other values."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return index(value)


def must_be(row: FactRow) -> str:
    """Say what the value of a fact must be."""
    if row.kind == "number":
        return "a whole number" + (f" from {row.least} up" if row.least is not None else "")
    if row.kind == "choice":
        return either(f"“{word}”" for word in row.words)
    return _TEXTS[row.kind][1] if row.kind in _TEXTS else "True or False"


def _pile(text: str) -> tuple[Card, ...]:
    return () if is_none(text) else read_order(text)


def _card(text: str) -> Card:
    card = one_card(text)
    if card is None:
        raise ValueError
    return card


def _melds(text: str) -> tuple[MeldCards, ...]:
    melds = () if is_none(text) else scan_melds(text)
    whole = tuple(meld for meld in melds if isinstance(meld, MeldCards))
    if len(whole) < len(melds):
        raise ValueError
    return whole


_TEXTS: dict[str, tuple[Callable[[str], object], str]] = {
    "cards": (read_held, "cards, such as “KK24”"),
    "card": (_card, "one card, such as “5”"),
    "pile": (_pile, "cards with the top card last, such as “9S 3B 5”"),
    "melds": (_melds, "whole melds, such as “7777 QQ2”, or “none”"),
}
"""The kinds of facts that are texts: how each is read, and what it must be."""


def view_of(given: Given) -> View:
    """Return the table as the facts give it; all else is unknown."""
    drew = {"drew": Drew(given["drew"])} if given.get("drew") else {}
    return View.of(**{name: value for name, value in given.items() if name != "out"} | drew)


def with_top_taken(given: Given, turn: Turn, rules: Ruleset) -> Given:
    """Add the top card of the pile if a turn takes it; a part of the pile may be taken from below it."""
    top = turn.take and turn.take.top
    known = {"pile", "top"} & given.keys() or rules.pile.take is Portion.PART
    return given if top is None or known else {**given, "top": top}


def conflicts(given: Given, view: View, rules: Ruleset, turn: Turn = NOTHING) -> Iterator[str]:
    """Yield a sentence for each contradiction between facts, or with the play in question.

    ``view`` is the table with the facts that are given, and perhaps with others.
    """
    yield from _given_twice(given, view, rules, turn)
    yield from contradictions(turn, view, rules)
    yield from _illegal_melds(given, rules)
    asks = required(view.replace(minimum=None), rules)
    if not (view.minimum is None or isinstance(asks, Unknown) or asks.points == view.minimum):
        by_deal = rules.opening.basis is Basis.DEAL
        where = f"in deal {view.deal}" if by_deal else f"with a total of {view.total:,}"
        yield f"the minimum is {view.minimum}, but {where} a side needs {asks.points} to open"


def _illegal_melds(given: Given, rules: Ruleset) -> Iterator[str]:
    """Yield a sentence for each meld that is given and can't be one; players let the recorded ones stand."""
    for name in MELDS:
        for meld, why in illegal_melds(given.get(name) or (), rules, going_out=False):
            yield f"{write_meld(meld)} can't be a meld on the table: {message(why)}"
        # The melds of the others may be those of several sides.
        _, *others = rules.seats.sides
        of_one = name == "melds" or (name == "their_melds" and len(others) == 1)
        rank = divided(given.get(name) or (), rules) if of_one else None
        if rank is not None:
            yield f"all {rank.many} of a side are one meld in this game: give them as one"


def _given_twice(given: Given, view: View, rules: Ruleset, turn: Turn) -> Iterator[str]:
    """Yield contradictions between two facts about the same thing."""
    pile, top, size = given.get("pile"), given.get("top"), given.get("pile_size")
    whole = rules.pile.take is not Portion.PART
    for each in dict.fromkeys((top, turn.take and turn.take.top)) if whole else ():
        if each is not None and view.top is not None and not like(each, view.top):
            yield f"the top card of the pile is {view.top.symbol}, not {each.symbol}"
    if pile is not None and size not in (None, len(pile)):
        yield f"the pile you gave has {count_of(len(pile), 'card')}, not {size}"
    if size == 0 and top is not None and not pile:
        yield "the pile has a top card, so it has at least 1 card"
    if given.get("hand") is not None and given.get("shown") is not None:
        yield "give either all cards of the hand or some of them, not both"


class Inquiry(NamedTuple):
    """A question about a play, and how it is judged.

    With ``whole`` the turn is given from its beginning, and the hand is the one before the draw.
    At a ``table`` the turn is the next one of a hand in play; ``as_played``: it is to be made as it is, so
    it leaves no cards open.
    """

    question: Question
    whole: bool = False
    table: "Position | None" = None
    as_played: bool = False


def answered(inquiry: Inquiry, *, with_ways: bool = True) -> "Ruling":
    """Answer a question, with a search for the cards that it leaves open, and perhaps all ways to play them."""
    turn, view, ruleset, out = inquiry.question
    question = Question(turn, view_under(ruleset, view), ruleset, out)
    from canasta_cli.engine.turn.settle import settle, with_last_card

    once = partial(_once, inquiry)
    ask = once if inquiry.as_played else with_last_card(once)
    if inquiry.question.may_leave_cards_open and not inquiry.as_played:
        from canasta_cli.engine.movegen.open_plays import search

        return search(question, ask, with_ways=with_ways)
    return settle(question, ask)


def _once(inquiry: Inquiry, asked: Question) -> "Ruling":
    """Judge a play on the facts of a question, as it is asked in an inquiry."""
    if inquiry.table is not None:
        from canasta_cli.engine.game.replay import Step

        return Step(inquiry.table, asked.turn, asked.ruleset, asked.view).ruling
    if inquiry.whole:
        from canasta_cli.engine.game.whole_turn import rule_on_turn

        return rule_on_turn(asked.turn, asked.view, asked.ruleset)
    from canasta_cli.engine.turn.judge import rule_on

    return rule_on(asked.turn, asked.view, asked.ruleset, as_out=asked.out)


# Find what a hand can play: the same steps for `canasta suggest` and for the library.


def missing_suits(view: View, rules: Ruleset) -> tuple[Missing, ...]:
    """Return the fact that is missing to try all sequences, if one is."""
    lacks = any(card.rank.four_to_ace and not card.suit for card in view.hand or NO_CARDS)
    return (Fact.SUITS,) if rules.melds.runs and lacks else ()


def missing_for_opening(view: View, rules: Ruleset) -> tuple[Missing, ...]:
    """Return the facts that are missing to try all openings, and to know the minimum."""
    needs = required(view, rules)
    return (*missing_suits(view, rules), *((needs.what,) if isinstance(needs, Unknown) else ()))


def cannot_open(view: View) -> tuple[str, str, Missing | None] | None:
    """Return why the side can't be asked to open, the fix, and the missing fact; ``None`` if it can."""
    if view.has_opened:
        return "the side has already opened", "It may now meld any legal meld.", None
    if view.drew is Drew.PILE and view.top is None:
        wrong = "the turn began with the pile, but its top card is missing"
        return wrong, "Give it, and the hand before that.", Fact.TOP
    return None


def openings_found(view: View, rules: Ruleset) -> "OpeningsFound":
    """Return the best ways to open, and the special hand that the whole hand is."""
    from canasta_cli.engine.movegen.initial_melds import needed, openings
    from canasta_cli.engine.turn.going_out import find_special
    from canasta_cli.engine.turn.judge import rule_on
    from canasta_cli.show.suggestion import OpeningsFound

    view, hand = _with_minimum(view, rules), view.hand or NO_CARDS
    special_hand = Turn((ShowSpecial(hand),))
    shown = rule_on(special_hand, view.replace(opened=False), rules).verdict
    special = find_special(hand, rules) if shown.legal is not False else None
    found = openings(view, rules, top=view.top)
    return OpeningsFound(needed(view, rules), found, special, shown.unknown if special else ())


def _with_minimum(view: View, rules: Ruleset) -> View:
    """Return the table with a minimum: if none is known, the highest that the hand can meet, or the lowest."""
    from canasta_cli.engine.movegen.initial_melds import openings

    if not isinstance(required(view, rules), Unknown):
        return view
    every = sorted({tier.points for tier in rules.opening.tiers}, reverse=True)
    tables = [view.replace(minimum=each) for each in every]
    met = (each for each in tables if openings(each, rules, top=view.top).possible)
    return next(met, tables[-1])


def every_opening(view: View, rules: Ruleset) -> "Ways":
    """Return the ways to open, and the facts that are missing."""
    from canasta_cli.engine.movegen.initial_melds import ways_to_open

    def find(table: View) -> "Ways":
        return ways_to_open(_with_minimum(table, rules), rules, top=table.top)

    ways = _in_suits(find, view, rules)
    # Without a way at the lowest minimum, no total has one.
    needs = required(view, rules) if ways.ways else None
    return ways._replace(
        unknown=(*ways.unknown, *((needs.what,) if isinstance(needs, Unknown) else ()))
    )


def every_way_out(view: View, rules: Ruleset) -> "Ways":
    """Return the ways to go out, and the facts that are missing."""
    from canasta_cli.engine.movegen.going_out import ways_out

    return _in_suits(lambda table: ways_out(table, rules), view, rules)


def _in_suits(find: "Callable[[View], Ways]", view: View, rules: Ruleset) -> "Ways":
    """Return the ways of a hand; the suits are missing if its cards lack some with which there are more."""
    ways, missing = find(view), missing_suits(view, rules)
    if missing and not (ways.ways or any(find(each).ways for each in view.in_each_suit(rules))):
        return ways
    return ways._replace(unknown=(*ways.unknown, *missing))


def discards(view: View, rules: Ruleset) -> "tuple[DiscardVerdict, ...]":
    """List the ranks of a hand in their order, with the verdicts on discarding each of them."""
    from canasta_cli.engine.turn.judge import DiscardVerdict

    def verdict(rank: Rank) -> Judgement:
        turn = Turn((Discard(Cards((Card(rank),))),))
        return answered(Inquiry(Question(turn, view, rules))).verdict

    ranks = (view.hand or NO_CARDS).by_rank()
    return tuple([DiscardVerdict(rank, verdict(rank)) for rank in ranks])
