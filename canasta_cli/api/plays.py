"""Check a play against the rules, count a tally, and suggest what a hand can play.

:func:`check`, :func:`count`, :func:`suggest_opening` and others, with :class:`Facts` of the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack

from canasta_cli.api import asking
from canasta_cli.api.asking import (
    Given,
    Inquiry,
    answered,
    cannot_open,
    conflicts,
    discards,
    every_opening,
    every_way_out,
    openings_found,
    view_of,
    with_top_taken,
)
from canasta_cli.api.errors import FactError, MissingFact, UndefinedRules, checked
from canasta_cli.api.rulesets import Ruleset, check_defined, inside
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.items import check_spelling
from canasta_cli.engine.score import count_one_side, outcome_of, undocumented_in
from canasta_cli.engine.turn.domains import ample_hand
from canasta_cli.engine.view import Question, View
from canasta_cli.model.cards import together
from canasta_cli.model.turn import Draw, GoOut, StockEnds, Take
from canasta_cli.model.turn import Turn as Played
from canasta_cli.notation.cards import scan_melds
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import deciding_house_rules
from canasta_cli.rules.names import GROUPS_OF_SUGGESTIONS
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.show.sheet import Count, count_answer
from canasta_cli.show.suggestion import DiscardsAnswer, OpeningsAnswer, WaysAnswer, discards_answer
from canasta_cli.show.verdict import Verdict, verdict_answer
from canasta_cli.words import count_of, did_you_mean

# The facts of the table, as keyword arguments: their names, types and readers.

Texts = str | Sequence[str]


class Facts(TypedDict, total=False):
    """The facts of the table; one that is left out, or ``None``, is unknown.

    A no is never based on an assumption about it, and a yes names it: see ``Verdict.assumes``. Cards and
    melds are one text or several, as a position has them.

    About the player:

    - ``hand``: all cards of the hand; for a turn from its beginning, those before the draw
    - ``shown``: some of the cards of the hand
    - ``drew``: ``"stock"`` or ``"pile"``, how the turn began
    - ``first_turn``: whether this is the player's first turn of the hand
    - ``asked``: the partner's answer to “May I go out?”
    - ``foot``: whether the player still has a foot to pick up
    - ``out``: whether the player goes out with this play; true is the same as a play that ends with
      “out”

    About the side:

    - ``melds``: its melds, or ``"none"``
    - ``opened``: whether it has opened, if its melds are not given
    - ``total``: its total before this hand
    - ``minimum``: the points it needs to open, if its total is not given
    - ``canastas``: the number of its canastas, if its melds are not given
    - ``red_threes``: the number of red threes that it has laid out
    - ``partner_melds``: those of its melds that the partner laid down, or ``"none"``
    - ``partner_foot``: whether the partner still has a foot, or has not played from it

    About the pile and the rest of the table:

    - ``pile``: its cards, the top card last, or ``"none"``
    - ``top``: its top card, if the others are unknown
    - ``pile_size``: the number of its cards
    - ``frozen``: whether a card in it freezes it
    - ``stock``: the number of cards left in the stock
    - ``their_melds``: the melds of the other side, or ``"none"``
    - ``deal``: the number of this deal in the game, from 1
    """

    hand: Texts | None
    shown: Texts | None
    drew: Literal["stock", "pile"] | None
    first_turn: bool | None
    asked: bool | None
    foot: bool | None
    out: bool | None
    melds: Texts | None
    opened: bool | None
    total: int | None
    minimum: int | None
    canastas: int | None
    red_threes: int | None
    partner_melds: Texts | None
    partner_foot: bool | None
    pile: Texts | None
    top: str | None
    pile_size: int | None
    frozen: bool | None
    stock: int | tuple[int, ...] | None
    their_melds: Texts | None
    deal: int | None


KEYWORDS = {row.keyword: row for row in FACTS.values() if row.kind != "play"}
"""The facts by their keyword arguments; the others are written with the cards of a play."""


def read_facts(facts: Mapping[str, object]) -> Given:
    """Read facts as they were given.

    Raises :class:`FactError` for a name or value that can't be right, and ``NotationError`` for cards
    that can't be read.
    """
    for name in facts:
        if name not in KEYWORDS:
            known = count_of(len(KEYWORDS), "fact")
            raise FactError(
                f"there is no fact “{name}”.{did_you_mean(name, KEYWORDS)}",
                f"canasta_cli.Facts lists all {known}.",
            )
    return {name: read_fact(name, value) for name, value in facts.items() if value is not None}


def read_fact(name: str, value: object) -> Any:
    """Read the value of one fact; raises as :func:`read_facts` does."""
    row = KEYWORDS[name]
    try:
        return asking.read_fact(row, value)
    except ValueError:
        raise FactError(f"{name} must be {asking.must_be(row)}, not {value!r}") from None


def check_agree(conflicts: Iterable[str]) -> None:
    """Raise :class:`FactError` if there are contradictions, each a sentence."""
    found = tuple(conflicts)
    if found:
        raise FactError(
            "\n".join(("these facts contradict each other:", *(f"  {each}" for each in found))),
            "Correct one, or leave out what you aren't sure of.",
        )


# Cards as values: `cards`.


@checked
def cards(text: str) -> tuple[str, ...]:
    """Return each of some cards as its symbol, in the order of the notation: of a hand, of melds, of a turn.

    Raises ``NotationError`` for cards that can't be read.

    >>> from canasta_cli import cards
    >>> cards("7x8+2W")
    ('8', '8', '8', '8', '8', '8', '8', '2', 'W')
    """
    return tuple(card.symbol for card in together(lay.cards for lay in scan_melds(text)))


# Check a play against the rules: `check`.


@checked
def check(play: str, rules: Ruleset, **facts: Unpack[Facts]) -> Verdict:
    """Check whether a play is legal: a whole turn, or a part of one after the draw.

    The facts of the table are keyword arguments, listed in :class:`Facts`; one that is left out is
    unknown. Raises ``NotationError`` for a play that can't be read, and ``FactError`` for facts that
    don't exist, can't be right or contradict each other. Values of a :class:`Position` can be given as
    they are: ``melds=position.melds["Us"], pile=position.pile``.

    >>> from canasta_cli import check, ruleset
    >>> rules = ruleset("classic")
    >>> verdict = check("draw meld KKK QQ2 discard 4", rules, total=1640, opened=False)
    >>> verdict.legal
    False
    >>> verdict.refusals[0].message
    'your melds are worth 70 points; you need 90 to open'
    >>> verdict.refusals[0].fix
    'meld 20 more points in the same turn'
    """
    turn = read_turn(play)
    given = with_top_taken(read_facts(facts), turn, inside(rules))
    check_agree(conflicts(given, view_of(given), inside(rules), turn))
    whole = any(isinstance(each, Draw | Take | StockEnds) for each in turn.clauses)
    return judge(turn, given, inside(rules), whole=whole)


def judge(turn: Played, given: Given, rules: Rules, *, whole: bool) -> Verdict:
    """Judge a turn on a table of which some facts are given.

    Raises ``FactError`` if the player is not to go out, and the play uses up the hand.
    """
    view, out = view_of(given), given.get("out")
    if out and not turn.goes_out:
        turn = turn._replace(clauses=(*turn.clauses, GoOut()))
    if out is False and view.hand is None:
        view = view.replace(held=ample_hand(Question(turn, view, rules)))
    ruling = answered(Inquiry(Question(turn, view, rules, out=turn.goes_out), whole=whole))
    if out is False and ruling.play.goes_out:
        raise FactError(
            "with this play the player goes out, but out is False", "Leave this fact out."
        )
    return verdict_answer(ruling)


# Count one side's tally: `count`.


@checked
def count(tally: str, rules: Ruleset) -> Count:
    """Count the points of one side's tally, line by line.

    A tally that can't be right is counted too; then ``findings`` says why. Raises ``NotationError``
    for a tally that can't be read, and ``UndefinedRules`` if its points depend on undefined rules.

    >>> from canasta_cli import count, ruleset
    >>> counted = count("7xK QQQ2 2x3R out", ruleset("classic"))
    >>> counted.points
    920
    >>> for line in counted.lines:
    ...     print(line.points, line.name)
    120 melded cards
    500 natural canastas (kings)
    200 red threes
    100 going out
    """
    read, within = read_tally(tally), inside(rules)
    check_spelling(read, within)
    counted = count_one_side(read, within)
    if undefined := undocumented_in(counted, within):
        raise UndefinedRules(rules.name, undefined)
    house = deciding_house_rules(within, lambda each: outcome_of(count_one_side(read, each)))
    return count_answer(counted, house, {})


# Suggest what a hand can play.


@checked
def suggest_opening(rules: Ruleset, **facts: Unpack[Facts]) -> OpeningsAnswer:
    """Find the ways to open with a ``hand``; the other facts are those of :func:`check`.

    If neither ``minimum`` nor what it depends on is given, the highest that the hand can meet counts,
    otherwise the lowest.

    Raises :class:`MissingFact` without a hand, and :class:`FactError` if the side has opened.
    """
    view = _view(rules, facts)
    if found := cannot_open(view):
        wrong, fix, missing = found
        raise MissingFact(missing.value, wrong, fix) if missing else FactError(wrong, fix)
    opens = openings_found(view, inside(rules))
    return OpeningsAnswer((opens, every_opening(view, inside(rules))))


@checked
def suggest_out(rules: Ruleset, **facts: Unpack[Facts]) -> WaysAnswer:
    """Find the ways to go out with a ``hand``, best first; facts and errors are the same."""
    view = _view(rules, facts)
    return WaysAnswer(every_way_out(view, inside(rules)))


@checked
def suggest_discard(rules: Ruleset, **facts: Unpack[Facts]) -> DiscardsAnswer:
    """Find the cards of a ``hand`` that may be discarded; facts and errors are the same."""
    return discards_answer(discards(_view(rules, facts), inside(rules)))


def _view(rules: Ruleset, facts: Mapping[str, object]) -> View:
    """Return the table as the facts give it, with a hand."""
    check_defined(rules, *GROUPS_OF_SUGGESTIONS)
    given = read_facts(facts)
    view = view_of(given)
    check_agree(conflicts(given, view, inside(rules)))
    if view.hand is None:
        raise MissingFact("hand", "the hand is missing", "Give all of its cards.")
    return view
