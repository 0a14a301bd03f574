"""The engine as the library needs it: facts of the table, plays, hands, tallies, games and game files.

Only the other modules of the library call it.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from canasta_cli.api import asking
from canasta_cli.api.asking import Given, Inquiry, answered, explained, view_of
from canasta_cli.api.errors import (
    Case,
    Count,
    FactError,
    Finding,
    GameError,
    Line,
    MissingFact,
    Parameter,
)
from canasta_cli.engine.facts import FACTS, Possibility
from canasta_cli.engine.game import random_play
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.random_play import Before
from canasta_cli.engine.game.replay import Step, holdings, start, tallies
from canasta_cli.engine.game.standing import Standing as Totals
from canasta_cli.engine.game.standing import first_dealer, seat, seats_in_play, standing
from canasta_cli.engine.game.verification import Closing, DealtCase, judge_deal, judge_left
from canasta_cli.engine.items import Sheet, check_spelling
from canasta_cli.engine.movegen.legal_turns import Comes, listed, moves
from canasta_cli.engine.rule import Act, Missing, Verdict
from canasta_cli.engine.rule import Finding as Found
from canasta_cli.engine.score import HandCount, behind, count_hand_of, count_one_side
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.domains import ample_hand
from canasta_cli.engine.turn.judge import Ruling, verdict_of
from canasta_cli.engine.view import Question, View, kept
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Cards
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, GoOut, PlayerCards, StockEnds, Turn
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.library import written
from canasta_cli.rules.names import in_game_words
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.scorekeeper.files import STDIN, Games, Job, check_text, to_file
from canasta_cli.show.finding import filled, message, origins_of, sources
from canasta_cli.show.sheet import line_name
from canasta_cli.show.verify import Difference, differences_of
from canasta_cli.values import NamedTuple
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


def read_facts(facts: Mapping[str, object]) -> asking.Given:
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


# Plays and hands.
#
# `asking` has the steps that the command line takes as well, and `engine.facts` the facts; no other
# module of the library imports the engine. What comes out are values of the model and of the
# library, or a `Table`, `Seats` or `TurnChoices` that the library only passes back in, or what was `Judged`,
# which the library's `Verdict` reads and the command line formats.

Table = Position
Seats = Seating
Judged = tuple[Inquiry, Ruling]
dealt_at_random = random_play.random_deal
Shuffle = Callable[[list[Any]], None]
"""A function that reorders a list in place, such as ``random.Random(7).shuffle``."""

# How to do what a rule advises, in the words of the library; an act without words needs none.
_ACTS = {
    Act.END_HAND: ": end stock",
    Act.NAME_UPCARD: ": {words}",
    Act.TAKE_BACK: ", start again from an earlier position",
    Act.LAY_OFF_TOP: ": onto {words}",
    Act.SEE_PENALTIES: " the parameters penalty.*",
    Act.SEE_RULES: ": the parameter special.hands",
}


# Findings


def findings(every: Iterable[Found]) -> tuple[Finding, ...]:
    """Return findings, each with its sentence, its fix, and the parameters behind it."""
    return tuple(map(_finding, every))


def _finding(found: Found) -> Finding:
    return Finding(
        found.rule,
        found.ok,
        message(found),
        found.reason.needed,
        found.reason.have,
        tuple(sources(origins_of(found))),
        fix_of(found),
        _parameters(found.rests_on, found.ruleset) if found.ruleset else (),
    )


def fix_of(found: Found) -> str | None:
    """Return what would have made it legal, in the words of the library; ``None`` if it is legal."""
    reason = found.reason
    if found.ok:
        return None
    if reason.instead is not None:
        return write_turn(reason.instead)
    does = _ACTS.get(reason.do.act, "").format(words=reason.do.words) if reason.do else ""
    return filled(reason.fix, found) + does


def _parameters(names: tuple[str, ...], rules: Rules) -> tuple[Parameter, ...]:
    return tuple(Parameter(p, written(rules, p), rules.origin(p).status) for p in names)


# Questions about a play


def name_of(missing: Missing) -> str:
    """Return the keyword argument for a fact, or the dotted name of an undefined parameter."""
    return missing.value if "." in missing.value else missing.value.replace("-", "_")


def unknown(verdict: Verdict) -> tuple[str, ...]:
    """Return the names of the facts that decide a verdict; none if it is decided."""
    return () if verdict.legal is not None else tuple(map(name_of, verdict.unknown))


def condition(ruling: Ruling) -> str:
    """Return the condition of an answer in the words of its game, as the command line says it."""
    return in_game_words(ruling.condition, ruling.verdict.ruleset)


def cases(ways: Iterable[Possibility]) -> tuple[Case, ...]:
    """Return the answer for each way to fill in missing facts."""
    return tuple(
        Case(
            {name_of(each.fact): each.given for each in way.conditions},
            way.legal,
            unknown(way.verdict),
            findings(way.verdict.findings),
        )
        for way in ways
    )


def assumed_values(inquiry: Inquiry, ruling: Ruling) -> tuple[Parameter, ...]:
    """Return the values that decide an answer and that no source about the game states."""
    return _parameters(explained(inquiry, ruling).unstated or (), ruling.verdict.ruleset)


def judge(turn: Turn, given: Given, rules: Rules, *, whole: bool) -> tuple[Inquiry, Ruling]:
    """Judge a turn on a table of which some facts are given; return the question and the answer.

    Raises ``FactError`` if the player is not to go out, and the play uses up the hand.
    """
    view, out = view_of(given), given.get("out")
    if out and not turn.goes_out:
        turn = turn._replace(clauses=(*turn.clauses, GoOut()))
    if out is False and view.hand is None:
        view = view.replace(held=ample_hand(Question(turn, view, rules)))
    inquiry = Inquiry(Question(turn, view, rules, out=turn.goes_out), whole=whole)
    ruling = answered(inquiry)
    if out is False and ruling.play.goes_out:
        raise FactError(
            "with this play the player goes out, but out is False", "Leave this fact out."
        )
    return inquiry, ruling


# Hands in play


def seats_of(game: Game, deal: Deal, rules: Rules) -> Seats:
    """Return the seats of the hand that begins now, from the player after the dealer on."""
    return seats_in_play(standing(game, rules), deal)


def first_table(game: Game, deal: Deal, rules: Rules) -> tuple[Table, tuple[Finding, ...]]:
    """Return the table before the first turn, and the reasons why it can't be dealt like this."""
    table = start(deal, seats_of(game, deal, rules), rules)
    return table, findings(judge_deal(DealtCase(deal, table), rules).refused)


def judge_here(table: Table, turn: Turn, rules: Rules) -> tuple[Inquiry, Ruling]:
    """Judge a turn on the table of a hand in play; return the question and the answer."""
    question = Question(turn, table.seat(turn).view(), rules)
    inquiry = Inquiry(question, table=table, as_played=True)
    return inquiry, answered(inquiry)


def next_table(table: Table, turn: Turn, rules: Rules) -> Table:
    """Return the table after a turn, legal or not."""
    return Step(table, turn, rules).after


class TurnChoices(NamedTuple):
    """The facts and the cards to come, from which the player whose turn it is chooses.

    ``ends``: the player may end the hand, since the stock is empty.
    """

    facts: View
    comes: Comes
    ends: bool


def choices(table: Table, rules: Rules, drawn: Cards | None) -> TurnChoices:
    """Return what the player whose turn it is can choose from.

    ``drawn`` are the cards of the draw, empty for turns without one; ``None`` if they follow from the
    stock. Raises ``MissingFact`` if the hand, or the cards drawn, are unknown.
    """
    table = table.at_start(rules)
    facts = table.view()
    if facts.hand is None:
        raise MissingFact("hand", f"the cards of {table.player} are unknown", "Deal them in hands.")
    comes = _drawn(random_play.what_comes(table, rules), drawn, table, rules)
    ends = not table.stock and judge_here(table, END, rules)[1].verdict.legal is True
    return TurnChoices(facts, comes, ends)


END = Turn((StockEnds(),))


def legal_turns(chosen: TurnChoices, rules: Rules) -> Iterator[Turn]:
    """Yield every legal turn."""
    yield from moves(chosen.facts, rules, chosen.comes)
    if chosen.ends:
        yield END


def random_turn(chosen: TurnChoices, rules: Rules, shuffle: Shuffle) -> Turn | None:
    """Return a legal turn chosen at random; ``None`` if there is none."""

    def choose(values: Sequence[Any]) -> Any:
        places = [*range(len(values))]
        shuffle(places)
        return values[places[0]]

    def accepted(proposed: Turn) -> Turn | None:
        play = Play(proposed, facts, rules, whole=True)
        return listed(play, verdict_of(play, rules), rules)

    facts, comes = chosen.facts, chosen.comes
    before = Before(facts, rules, comes.drawn, lambda: comes)
    turn = random_play.random_turn(before, choose, accepted, may_end=chosen.ends)
    return END if turn is None and chosen.ends else turn


def _drawn(comes: Comes, drawn: Cards | None, table: Table, rules: Rules) -> Comes:
    """Return the cards that come with the turn, with those of the draw."""
    if drawn is None:
        if comes.drawn is None and table.stock:
            raise MissingFact(
                "drawn",
                "the cards drawn are unknown",
                "Give them, or drawn=“none” for the turns that take the pile.",
            )
        return comes
    have, needed = len(kept(drawn, rules)), min(rules.deal.draw, table.stock)
    if drawn and have != needed and (have > needed or table.stock > len(drawn)):
        raise FactError(
            f"drawn has {have} that stay in the hand; here a draw gives {needed}",
            "Give every card drawn, with the replacement of each three that is laid out.",
        )
    return comes._replace(drawn=drawn or None)


def player_out(table: Table) -> str | None:
    """Return the player who went out; ``None`` if nobody has."""
    out = table.ending.player if table.ending else None
    return None if out is None else table.players[out]


class Closed(NamedTuple):
    """A hand that is over: the tallies, the cards left, and the reasons why these can't be right."""

    tallies: tuple[Tally, ...]
    left: tuple[PlayerCards, ...]
    against: tuple[Finding, ...]


def closed(table: Table, left: tuple[PlayerCards, ...], rules: Rules) -> Closed:
    """Count a hand that is over; ``left`` are the cards of players whose cards are unknown."""
    shown = tuple(each for each in holdings(table, left) if any(each[1:]) or each in left)
    against = findings(judge_left(Closing(table, shown), rules).refused)
    return Closed(tallies(table, shown, len(table.totals), rules), shown, against)


# Tallies, games and game files.

CountedGame = Totals
Recount = Difference
counted = standing
file_of = to_file


def count_side(tally: Tally, rules: Rules) -> tuple[Count, tuple[str, ...]]:
    """Count one side's tally; also return the undefined parameters on which the count depends."""
    check_spelling(tally, rules)
    counted = count_one_side(tally, rules)
    (sheet,) = counted.sheets
    return Count(sheet.total, lines_of(sheet, rules), _against(counted)), behind(counted, rules)


def reasons_against(game: Game, given: tuple[Tally, ...], rules: Rules) -> tuple[Finding, ...]:
    """Return the reasons why the tallies of all sides of a hand can't be right."""
    for side, tally in zip(game.sides, given, strict=True):
        check_spelling(tally, rules, side.name)
    return _against(count_hand_of(game, given, rules))


def _against(counted: HandCount) -> tuple[Finding, ...]:
    return findings(found for each in counted.verdicts for found in each.refused)


def lines_of(sheet: Sheet, rules: Rules) -> tuple[Line, ...]:
    """Return the lines of a sheet, with their names in the words of the game."""
    return tuple(
        Line(each.item, line_name(each, rules), each.number, each.each, each.points)
        for each in sheet.lines
    )


def seated(players: tuple[str, ...], sides: tuple[Side, ...], rules: Rules) -> Game:
    """Return a game that begins with these players. Raises ``GameError`` if they don't fit."""
    try:
        found = seat(players, sides, rules)
    except NotUnderstood as error:
        raise GameError(error.message) from None
    return Game("", players, found, first_dealer(players, found, rules))


def differences_in(text: str) -> tuple[Difference, ...]:
    """Count a game file again, and return everything in it that contradicts its rules."""
    return differences_of(check_text(text, "", ""), fix_of)


GameText = Job
"""The text of a game with its place, or with the error of reading it."""


def games_in(name: str) -> Iterator[GameText]:
    """Yield the games of a file or folder."""
    # For the command line, a dash is standard input.
    return iter(Games([os.path.join(os.curdir, name) if name == STDIN else name]))
