"""The engine as the library needs it: facts of the table, plays, hands, tallies, games and game files.

Only the other modules of the library call it.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from canasta_cli.api import asking
from canasta_cli.api.asking import Given, Inquiry, answered, view_of
from canasta_cli.api.errors import FactError, GameError, MissingFact
from canasta_cli.engine import catalogue, points
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.game import random_play
from canasta_cli.engine.game import standing as standings
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import Step, follow, holdings, start, tallies
from canasta_cli.engine.game.seen import SeenHand, due_cards, seen_hand
from canasta_cli.engine.game.standing import Standing as Totals
from canasta_cli.engine.game.standing import first_dealer, seat, seats_in_play, standing
from canasta_cli.engine.game.verification import Closing, DealtCase, judge_deal, judge_left
from canasta_cli.engine.items import check_spelling
from canasta_cli.engine.movegen import going_out
from canasta_cli.engine.movegen.legal_turns import Begun, Comes, Steps, listed, moves
from canasta_cli.engine.rule import Judgement
from canasta_cli.engine.score import (
    HandCount,
    behind,
    count_hand_of,
    count_one_side,
    outcome_of,
)
from canasta_cli.engine.turn import judge as judging
from canasta_cli.engine.turn.domains import ample_hand
from canasta_cli.engine.turn.judge import is_certain
from canasta_cli.engine.turn.judge import verdict_of as judged
from canasta_cli.engine.view import Question, View, kept
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Cards
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Clause, Deal, GoOut, PlayerCards, StockEnds, Turn
from canasta_cli.rules import library
from canasta_cli.rules.library import deciding_house_rules
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.scorekeeper import playing
from canasta_cli.scorekeeper.files import STDIN, Games, Job, check_text, to_file
from canasta_cli.show.finding import Finding, fix_in_words
from canasta_cli.show.sheet import Count, count_answer
from canasta_cli.show.verdict import Verdict, verdict_of
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
# module of the library imports the engine. What comes out are answers, values of the model and of the
# library, or a `Table`, `Seen`, `Asked`, `Seats`, `TurnChoices` or `PartOfTurn` that the library only
# passes back in.

Table = Position
Seen = SeenHand
Asked = View
due = due_cards
next_step = Step
turn_meant = playing.turn_meant
Seats = Seating
dealt_at_random = random_play.random_deal
Shuffle = Callable[[list[Any]], None]
"""A function that reorders a list in place, such as ``random.Random(7).shuffle``."""


# Suggestions, and questions about totals and rules.

ways_out = going_out.ways_out
discards = judging.discards
minimum, beyond_last = points.minimum, points.beyond_last
outcome = standings.outcome
entry = catalogue.entry

# Questions about a play


def judge(turn: Turn, given: Given, rules: Rules, *, whole: bool) -> Verdict:
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
    return verdict_of(ruling)


# Hands in play


def seats_of(game: Game, deal: Deal, rules: Rules) -> Seats:
    """Return the seats of the hand that begins now, from the player after the dealer on."""
    return seats_in_play(standing(game, rules), deal)


def first_table(game: Game, deal: Deal, rules: Rules) -> tuple[Table, tuple[Finding, ...]]:
    """Return the table before the first turn, and the reasons why it can't be dealt like this."""
    table = start(deal, seats_of(game, deal, rules), rules)
    return table, Finding.of_each(judge_deal(DealtCase(deal, table), rules).refused)


def table_after(table: Table, turn: Turn, rules: Rules) -> Table:
    """Return the table after a turn, legal or not."""
    return follow(table, turn, rules)[0]


def seen_by(game: Game, deal: Deal, rules: Rules, player: str) -> Seen:
    """Return a hand in play without the cards that a player has not seen."""
    return seen_hand(deal, seats_of(game, deal, rules), rules, player)


def next_draw(table: Table, rules: Rules) -> Cards | None:
    """Return the cards that a draw would bring now; ``None`` if they are unknown, or if there is none."""
    return random_play.what_comes(table.at_start(rules), rules).drawn


def judge_here(table: Table, turn: Turn, rules: Rules) -> Verdict:
    """Judge a turn on the table of a hand in play."""
    question = Question(turn, table.seat(turn).view(), rules)
    return verdict_of(answered(Inquiry(question, table=table, as_played=True)))


class TurnChoices(NamedTuple):
    """The table, its facts and the cards to come, from which the player whose turn it is chooses.

    ``ends``: the player may end the hand, since the stock is empty.
    """

    table: Position
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
    ends = not table.stock and judge_here(table, END, rules).legal is True
    return TurnChoices(table, facts, comes, ends)


END = Turn((StockEnds(),))


def legal_turns(chosen: TurnChoices, rules: Rules) -> Iterator[Turn]:
    """Yield every legal turn."""
    yield from moves(chosen.facts, rules, chosen.comes)
    if chosen.ends:
        yield END


PartOfTurn = Begun


def steps(
    chosen: TurnChoices, rules: Rules, begun: PartOfTurn | None = None
) -> Iterator[tuple[Clause | None, PartOfTurn | None, Turn]]:
    """Yield what can come next in a turn: a clause, the part of the turn, and its text form.

    The part is ``None`` if the turn is whole then.
    """
    every = Steps(chosen.facts, rules, chosen.comes.drawn, lambda: chosen.comes)
    for clause, then in every.first() if begun is None else every.next(begun):
        if isinstance(then, Turn):
            yield clause, None, then
        else:
            yield clause, then, Turn(then.clauses(rules))
    if begun is None and chosen.ends:
        yield END.clauses[0], None, END


def random_turn(
    chosen: TurnChoices, rules: Rules, shuffle: Shuffle
) -> tuple[Turn | None, Table | None]:
    """Return a legal turn chosen at random, with the table after it if that was found on the way.

    The turn is ``None`` if there is none.
    """

    def choose(values: Sequence[Any]) -> Any:
        places = [*range(len(values))]
        shuffle(places)
        return values[places[0]]

    def accepted(proposed: Turn) -> tuple[Turn, Table | None] | None:
        after, one = follow(chosen.table, proposed, rules)
        if one is None:
            return proposed, after
        legal = is_certain(one.play, rules)
        verdict = Judgement(rules, ()) if legal else judged(one.play, rules)
        turn = listed(one.play, verdict, rules)
        return None if turn is None else (turn, after if turn is one.play.turn else None)

    comes = chosen.comes
    steps = Steps(chosen.facts, rules, comes.drawn, lambda: comes)
    found = random_play.random_turn(steps, choose, accepted, may_end=chosen.ends)
    return found or (END if chosen.ends else None, None)


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
    against = Finding.of_each(judge_left(Closing(table, shown), rules).refused)
    return Closed(tallies(table, shown, len(table.totals), rules), shown, against)


# Tallies, games and game files.

CountedGame = Totals
counted = standing
file_of = to_file


def count_side(tally: Tally, rules: Rules) -> tuple[Count, tuple[str, ...]]:
    """Count one side's tally; also return the undefined parameters on which the count depends."""
    check_spelling(tally, rules)
    counted = count_one_side(tally, rules)
    house = deciding_house_rules(
        rules, library.ruleset(rules.base), lambda each: outcome_of(count_one_side(tally, each))
    )
    return count_answer(counted, house, {}), behind(counted, rules)


def reasons_against(game: Game, given: tuple[Tally, ...], rules: Rules) -> tuple[Finding, ...]:
    """Return the reasons why the tallies of all sides of a hand can't be right."""
    for side, tally in zip(game.sides, given, strict=True):
        check_spelling(tally, rules, side.name)
    return _against(count_hand_of(game, given, rules))


def _against(counted: HandCount) -> tuple[Finding, ...]:
    return Finding.of_each(found for each in counted.verdicts for found in each.refused)


def seated(players: tuple[str, ...], sides: tuple[Side, ...], rules: Rules) -> Game:
    """Return a game that begins with these players. Raises ``GameError`` if they don't fit."""
    try:
        found = seat(players, sides, rules)
    except NotUnderstood as error:
        raise GameError(error.message) from None
    return Game("", players, found, first_dealer(players, found, rules))


def differences_in(text: str) -> tuple[Difference, ...]:
    """Count a game file again, and return everything in it that contradicts its rules."""
    return Difference.of_each(differences_of(check_text(text, "", ""), fix_in_words))


GameText = Job
"""The text of a game with its place, or with the error of reading it."""


def games_in(name: str) -> Iterator[GameText]:
    """Yield the games of a file or folder."""
    # For the command line, a dash is standard input.
    return iter(Games([os.path.join(os.curdir, name) if name == STDIN else name]))
