"""The engine as the library needs it for plays and hands; ``backend_games`` is the same for games.

``asking`` has the steps that the command line takes as well, and ``facts`` the table of facts; no
other module of the library imports the engine. What comes out are values of the model and of the
library, or a ``Table``, ``Seats`` or ``Choices`` that the library only passes back in.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from canasta_cli.api.asking import Given, ask, ask_at, view_of
from canasta_cli.api.errors import FactError, MissingFact
from canasta_cli.api.values import Case, Finding, Parameter
from canasta_cli.engine.fact_values import ample_hand
from canasta_cli.engine.game import random_play
from canasta_cli.engine.game.position import How, Position
from canasta_cli.engine.game.random_play import Before
from canasta_cli.engine.game.replay import Replayer, apply, holdings, start, tallies
from canasta_cli.engine.game.seating import Seating
from canasta_cli.engine.game.standing import seats_in_play, standing
from canasta_cli.engine.game.verification import Closing, Dealt, judge_deal, judge_left
from canasta_cli.engine.movegen.legal_turns import Comes, listed, moves
from canasta_cli.engine.points import kept
from canasta_cli.engine.rule import Act, Missing, Verdict
from canasta_cli.engine.rule import Finding as Found
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.judge import Ruling, verdict_of
from canasta_cli.engine.view import Question, View
from canasta_cli.model.cards import Card, Cards, Meld
from canasta_cli.model.game import Game, Tally
from canasta_cli.model.turn import Deal, GoOut, PlayerCards, StockEnds, Turn
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.library import written
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.show.finding import message, sources
from canasta_cli.show.verdict import weak_values
from canasta_cli.values import NamedTuple

Table = Position
Seats = Seating
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


def finding_of(found: Found, rules: Rules) -> Finding:
    """Return a finding with its sentence, its fix, and the parameters behind it."""
    reason = found.reason
    fix = None
    if not found.ok:
        does = "" if reason.do is None else _ACTS.get(reason.do.act, "")
        fix = reason.fix + (does.format(words=reason.do.words) if reason.do else "")
        fix = fix if reason.instead is None else write_turn(reason.instead)
    return Finding(
        found.rule,
        found.ok,
        message(found),
        reason.needed,
        reason.have,
        tuple(sources(found, rules)),
        fix,
        _parameters(found.rests_on, rules),
    )


def _parameters(names: tuple[str, ...], rules: Rules) -> tuple[Parameter, ...]:
    return tuple(Parameter(p, written(rules, p), rules.origin(p).status) for p in names)


def refusals(verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings of the rules that refuse something."""
    return tuple(finding_of(found, verdict.ruleset) for found in verdict.refused)


# Questions about a play


class Judged:
    """The answer about a play, with its findings formatted only when they are read."""

    __slots__ = ("_ruling",)

    def __init__(self, ruling: Ruling) -> None:
        self._ruling = ruling

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if missing facts decide it."""
        return self._ruling.verdict.legal

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the missing facts and undefined parameters that decide the answer."""
        return _unknown(self._ruling.verdict)

    @property
    def depends(self) -> tuple[Case, ...]:
        """The answer for each way to fill in the missing facts that decide it."""
        return tuple(
            Case(
                {name_of(each.fact): each.given for each in way.conditions},
                way.legal,
                _unknown(way.verdict),
                tuple(finding_of(found, way.verdict.ruleset) for found in way.verdict.findings),
            )
            for way in self._ruling.depends
        )

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to play what the question leaves open, each as a turn."""
        return tuple(write_turn(way.play.turn) for way in self._ruling.found)

    @property
    def condition(self) -> str:
        """The condition under which the play is legal, in words; empty if it has no short one."""
        return self._ruling.condition

    @property
    def assumes(self) -> tuple[str, ...]:
        """The names of the facts that are assumed."""
        return tuple(dict.fromkeys(name_of(fact) for fact, _ in self._ruling.assumed))

    @property
    def assuming(self) -> str:
        """What is assumed, in words."""
        return self._ruling.assuming

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all rules that apply."""
        verdict = self._ruling.verdict
        return tuple(finding_of(found, verdict.ruleset) for found in verdict.findings)

    @property
    def assumed(self) -> tuple[Parameter, ...]:
        """The values that decide the answer and that no source about the game states."""
        return _parameters(weak_values(self._ruling), self._ruling.verdict.ruleset)

    @property
    def points(self) -> int:
        """The card points melded."""
        return self._ruling.value

    @property
    def canastas(self) -> tuple[str, ...]:
        """The grades of the canastas completed."""
        return tuple(grade.value for grade in self._ruling.canastas)

    @property
    def bonus(self) -> int | None:
        """The points for going out; ``None`` if unknown, or if the player does not go out."""
        return self._ruling.bonus


def name_of(missing: Missing) -> str:
    """Return the keyword argument for a fact, or the dotted name of an undefined parameter."""
    return missing.value if "." in missing.value else missing.value.replace("-", "_")


def _unknown(verdict: Verdict) -> tuple[str, ...]:
    """Return the names of the facts that decide a verdict; none if it is decided."""
    return () if verdict.legal is not None else tuple(map(name_of, verdict.unknown))


def judge(turn: Turn, given: Given, rules: Rules, *, whole: bool) -> Judged:
    """Judge a turn on a table of which some facts are given, as :func:`ask` does.

    Raises ``FactError`` if the player is not to go out, and the play uses up the hand.
    """
    view, out = view_of(given), given.get("out")
    if out and not turn.goes_out:
        turn = turn._replace(clauses=(*turn.clauses, GoOut()))
    if out is False and view.hand is None:
        view = view.replace(held=ample_hand(Question(turn, view, rules)))
    ruling = ask(turn, view, rules, whole=whole, as_out=turn.goes_out)
    if out is False and ruling.play.goes_out:
        raise FactError(
            "with this play the player goes out, but out is False", "Leave this fact out."
        )
    return Judged(ruling)


# Hands in play


def seats_of(game: Game, deal: Deal, rules: Rules) -> Seats:
    """Return the seats of the hand that begins now, from the player after the dealer on."""
    return seats_in_play(standing(game, rules), deal)


def dealt_at_random(seats: Seats, rules: Rules, shuffle: Shuffle) -> Deal:
    """Deal every card at random."""
    return random_play.random_deal(seats, rules, shuffle)


def first_table(deal: Deal, seats: Seats, rules: Rules) -> tuple[Table, tuple[Finding, ...]]:
    """Return the table before the first turn, and the reasons why it can't be dealt like this."""
    table = start(deal, seats, rules)
    return table, refusals(judge_deal(Dealt(deal, table), rules))


def judge_here(table: Table, turn: Turn, rules: Rules) -> Judged:
    """Judge a turn on the table of a hand in play."""
    return Judged(ask_at(table, turn, table.seat(turn).view(), rules, as_played=True))


def next_table(table: Table, turn: Turn, rules: Rules) -> Table:
    """Return the table after a turn, legal or not."""
    return apply(Replayer(table, rules), turn).position


class Choices(NamedTuple):
    """What the player whose turn it is can choose from."""

    facts: View
    comes: Comes
    ends: bool


def choices(table: Table, rules: Rules, drawn: Cards | None) -> Choices:
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
    return Choices(facts, comes, ends)


END = Turn((StockEnds(),))


def legal_turns(chosen: Choices, rules: Rules) -> Iterator[Turn]:
    """Yield every legal turn."""
    yield from moves(chosen.facts, rules, chosen.comes)
    if chosen.ends:
        yield END


def random_turn(chosen: Choices, rules: Rules, shuffle: Shuffle) -> Turn | None:
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


class Seen(NamedTuple):
    """What can be seen of a table: of each player by name, and of each side in their order.

    ``hands`` has the known cards of each player, and the number of unknown ones.
    """

    player: str
    over: bool
    out: str | None
    hands: dict[str, tuple[Cards, int]]
    melds: tuple[tuple[Meld, ...], ...]
    threes: tuple[Cards, ...]
    pile: tuple[Card, ...]
    pile_size: int
    stock: int


def seen(table: Table) -> Seen:
    """Return what can be seen of a table."""
    hands = zip(table.players, table.hands, strict=True)
    end = table.ending
    out = end.player if end and end.how is How.OUT else None
    return Seen(
        table.player,
        end is not None,
        None if out is None else table.players[out],
        {player: (hand.cards, hand.unseen or 0) for player, hand in hands},
        table.melds,
        table.threes,
        table.pile,
        table.pile_size,
        table.stock,
    )


class Closed(NamedTuple):
    """A hand that is over: the tallies, the cards left, and the reasons why these can't be right."""

    tallies: tuple[Tally, ...]
    left: tuple[PlayerCards, ...]
    against: tuple[Finding, ...]


def closed(table: Table, left: tuple[PlayerCards, ...], rules: Rules) -> Closed:
    """Count a hand that is over; ``left`` are the cards of players whose cards are unknown."""
    shown = tuple(each for each in holdings(table, left) if each.cards or each.foot)
    against = refusals(judge_left(Closing(table, shown), rules))
    return Closed(tallies(table, shown, len(table.totals), rules), shown, against)
