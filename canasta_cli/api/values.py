"""The plain values in the library's answers."""

from collections.abc import Mapping

from canasta_cli.values import NamedTuple


class Parameter(NamedTuple):
    """A parameter of the rules on which a finding rests, or a part of its value: ``opening.tiers[5]``.

    ``status`` says how well its value is known: ``seen`` in a source, ``cited`` from a source that was
    not checked, ``inherited`` from the game that the rules extend, ``inferred`` without a source,
    ``house`` for a house rule, or ``unknown``.
    """

    name: str
    value: object
    status: str


class Finding(NamedTuple):
    """The result of one rule: ``ok`` is false if the rule refuses the play.

    ``message`` is a sentence without its full stop. ``needed`` and ``have`` are the numbers that the
    rule compares, ``None`` if it compares none. ``fix`` says what would be legal; it is ``None`` if the
    play is. ``sources`` are keys of the sources that state the rule, first ``house`` if a house rule
    does. ``rests_on`` are the parameters that decided it.
    """

    rule: str
    ok: bool
    message: str
    needed: int | None
    have: int | None
    sources: tuple[str, ...]
    fix: str | None
    rests_on: tuple[Parameter, ...]


class Case(NamedTuple):
    """The answer if some missing facts were as in ``facts``, by the names of the facts.

    ``unknown`` are facts that could still change it; then ``legal`` is ``None``.
    """

    facts: Mapping[str, object]
    legal: bool | None
    unknown: tuple[str, ...]
    findings: tuple[Finding, ...]


class Line(NamedTuple):
    """One line of a score: ``number`` things at ``each`` points make ``points``.

    ``item`` is a stable id, ``name`` is for people and says what was counted: ``natural canastas
    (kings)``. ``each`` is ``None`` if the things differ in points, ``number`` if nothing is counted.
    """

    item: str
    name: str
    number: int | None
    each: int | None
    points: int


class Count(NamedTuple):
    """The points of one side's tally, line by line.

    ``findings`` are the reasons why the tally can't be right; empty if it can.
    """

    points: int
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]


class Side(NamedTuple):
    """Players who score together."""

    name: str
    players: tuple[str, ...]


class HandSide(NamedTuple):
    """The result of one side in a hand; ``tally`` is its tally as text."""

    name: str
    tally: str
    points: int
    lines: tuple[Line, ...]


class SideStanding(NamedTuple):
    """One side's place in a game.

    ``minimum`` are the points of its next initial meld, ``to_target`` those it still needs to win;
    ``None`` in a game without a target.
    """

    name: str
    players: tuple[str, ...]
    total: int
    minimum: int
    to_target: int | None


class Standing(NamedTuple):
    """The standing of a game.

    ``dealer`` deals the next hand, which has the number ``hand``. ``winner`` is the name of a side, or
    ``None`` while the game goes on and after a draw; ``margin`` is its lead in points.
    """

    sides: tuple[SideStanding, ...]
    hand: int
    dealer: str
    over: bool
    winner: str | None
    margin: int


class Difference(NamedTuple):
    """Something in a game that contradicts its rules, or a score that was counted differently.

    ``hand`` counts from 1, 0 is the game itself; ``turn`` too, 0 is a tallied hand or the deal, and
    one more than the last turn stands for the cards left. ``expected`` and ``found`` are points if a
    score is wrong, ``rule`` is the id of the rule that is broken, or empty. ``line`` is the place in
    the game's file, ``None`` if it has none.
    """

    message: str
    hand: int
    turn: int
    side: str | None
    expected: int | None
    found: int | None
    rule: str
    fix: str
    line: int | None
