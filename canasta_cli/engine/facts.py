"""The facts of the table: each is a row with its name, type, wording and representative values.

The options of the command line, the keyword arguments of the library and the words of answers are
derived from these rows. A question that lacks a fact is asked again under each of its values. The values
of a row stand for all others: any total of a tier needs the same points, and any frozen pile is taken
alike.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Literal

from canasta_cli.engine import fact_values as values
from canasta_cli.engine.fact_values import NO_OTHERS, ONLY_WILD, Value, Values, joined, no_values
from canasta_cli.engine.rule import Fact, Missing, Verdict
from canasta_cli.values import NamedTuple
from canasta_cli.words import either


def name_values(values: tuple[Value, ...], every: tuple[Value, ...]) -> str:
    """Name several values by the fewest things that are true of them and of no others."""
    left, ways = list(values), []
    others = [set(each.true) for each in every if each not in values]
    while left:
        true = left[0].true
        chosen = [way for size in (1, 2, 3) for way in combinations(true, size)]
        fitting = [way for way in chosen if not any(other.issuperset(way) for other in others)]
        # A value that nothing tells apart from others is named alone.
        way = max(fitting, key=lambda way: sum(each.has(way) for each in left), default=())
        ways.append(joined(way) if way else left[0].says)
        left = [each for each in left[1:] if not (way and each.has(way))]
    return either((ways[0], *[each.removeprefix("your side ") for each in ways[1:]]))


def name_total(values: tuple[Value, ...], _every: tuple[Value, ...]) -> str:
    """Name the totals of neighbouring tiers by their ends."""
    first, last = values[0].says.split(" and "), values[-1].says.split(" and ")
    ends = [first[0]] if first[0].endswith("or more") else []
    ends += [last[-1]] if last[-1].startswith("below") else []
    return "your side's total is " + " and ".join(ends)


def name_hands(values: tuple[Value, ...], every: tuple[Value, ...]) -> str:
    """Name several kinds of hands; a single wild card is a hand of only wild cards."""
    says, others = [each.says for each in values], [each.says for each in every]
    if ONLY_WILD in says and NO_OTHERS in others and NO_OTHERS not in says:
        says[says.index(ONLY_WILD)] += ", and more than one"
    return either([each for each in says if each != NO_OTHERS or ONLY_WILD not in says])


class Condition(NamedTuple):
    """A fact with one of its values, as a person would give it."""

    fact: Missing
    given: object


class Possibility(NamedTuple):
    """A way to fill in the missing facts, and the verdict then."""

    conditions: tuple[Condition, ...]
    verdict: Verdict
    forbidden: bool = False

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if facts are missing that have no representative values.

        What is ``forbidden`` is illegal although no rule was asked about it.
        """
        return False if self.forbidden else self.verdict.legal


Kind = Literal["cards", "card", "pile", "melds", "number", "flag", "answer", "choice", "play"]
"""The type of a fact; an answer is yes or no, and some are written with the cards of a play."""
About = Literal["player", "side", "pile", "other"]
"""The part of the table that a fact is about."""
Name = Callable[[tuple[Value, ...], tuple[Value, ...]], str]


class FactRow(NamedTuple):
    """A fact of the table.

    ``says`` is the fact in words, and ``limits`` says in addition which values it has, or when it
    matters. ``words`` are those of a flag, if it is true and if it is false, or of a choice.
    ``least`` is the smallest number. ``by`` are other facts that give this one as well; one that is not
    ``direct`` is given only by them. ``values`` are representative; ``name`` gets some of them, and all,
    and names these together. ``others`` are values out of the ordinary, which a firm answer must stand,
    or name.
    """

    fact: Fact
    kind: Kind
    about: About
    says: str
    limits: str = ""
    words: tuple[str, ...] = ()
    least: int | None = None
    by: tuple[Fact, ...] = ()
    direct: bool = True
    values: Values = no_values
    others: Values = no_values
    name: Name = name_values

    @property
    def keyword(self) -> str:
        """The name of the fact as an argument or attribute."""
        return self.fact.value.replace("-", "_")


FACTS: dict[Fact, FactRow] = {
    row.fact: row
    for row in (
        FactRow(
            Fact.HAND,
            "cards",
            "player",
            "all the cards in your hand",
            values=values.only_cards,
            others=values.other_hands,
            name=name_hands,
        ),
        FactRow(Fact.SHOWN, "cards", "player", "some of the cards in your hand"),
        FactRow(
            Fact.DREW,
            "choice",
            "player",
            "how this turn began",
            limits=": with a draw, or with the pile",
            words=("stock", "pile"),
            values=values.drew,
        ),
        FactRow(
            Fact.FIRST_TURN,
            "flag",
            "player",
            "whether this is your first turn of the hand",
            words=("first-turn", "later-turn"),
            values=values.choice(
                "first_turn",
                ("this is not your first turn", False),
                ("this is your first turn", True),
            ),
        ),
        FactRow(
            Fact.ASKED,
            "answer",
            "player",
            "your partner's answer to “May I go out?”",
            limits=", if you asked",
            words=("yes", "no"),
            values=values.choice(
                "asked", ("your partner says yes", True), ("your partner says no", False)
            ),
        ),
        FactRow(
            Fact.FOOT,
            "flag",
            "player",
            "whether you still have a foot to pick up",
            words=("foot", "no-foot"),
            values=values.foot,
            others=values.foot_of_game,
        ),
        FactRow(
            Fact.OUT,
            "flag",
            "player",
            "whether you go out",
            by=(Fact.HAND,),
            direct=False,
            values=values.out,
        ),
        FactRow(
            Fact.MELDS,
            "melds",
            "side",
            "your side's melds",
            values=values.melds,
            others=values.other_melds,
        ),
        FactRow(
            Fact.OPENED,
            "flag",
            "side",
            "whether your side has opened",
            limits=", if its melds are not given",
            words=("opened", "unopened"),
            values=values.opened,
        ),
        FactRow(
            Fact.TOTAL,
            "number",
            "side",
            "your side's total before this hand",
            by=(Fact.MINIMUM,),
            values=values.total,
            name=name_total,
        ),
        FactRow(
            Fact.MINIMUM,
            "number",
            "side",
            "the points your side needs to open",
            limits=", if its total is not given",
            least=0,
        ),
        FactRow(
            Fact.CANASTAS,
            "number",
            "side",
            "the number of your side's canastas",
            limits=", if its melds are not given",
            least=0,
        ),
        FactRow(
            Fact.RED_THREES,
            "number",
            "side",
            "the number of red threes your side has laid out",
            least=0,
            values=values.red_threes,
        ),
        FactRow(
            Fact.PARTNER_MELDS,
            "melds",
            "side",
            "the melds that others of your side laid down",
        ),
        FactRow(
            Fact.PARTNER_FOOT,
            "flag",
            "side",
            "whether your partner still has a foot",
            limits=", or has not played from it",
            words=("partner-foot", "no-partner-foot"),
            values=values.choice(
                "partner_foot",
                ("your partner has played from the foot", False),
                ("your partner still has a foot", True),
            ),
        ),
        FactRow(
            Fact.PILE,
            "pile",
            "pile",
            "the cards of the pile, top card last",
            values=values.pile,
        ),
        FactRow(
            Fact.TOP,
            "card",
            "pile",
            "the top card of the pile",
            limits=", if the others are unknown",
            values=values.top,
        ),
        FactRow(
            Fact.PILE_SIZE,
            "number",
            "pile",
            "the number of cards in the pile",
            least=0,
            values=values.pile_size,
        ),
        FactRow(
            Fact.FROZEN,
            "flag",
            "pile",
            "whether a card in the pile freezes it",
            words=("frozen", "not-frozen"),
            by=(Fact.PILE,),
            values=values.choice(
                "frozen", ("no card freezes the pile", False), ("a card freezes the pile", True)
            ),
        ),
        FactRow(
            Fact.STOCK,
            "number",
            "pile",
            "the number of cards left in the stock",
            least=0,
            values=values.stock,
        ),
        FactRow(
            Fact.THEIR_MELDS,
            "melds",
            "other",
            "the other side's melds",
            values=values.their_melds,
        ),
        FactRow(
            Fact.DEAL,
            "number",
            "other",
            "the number of this deal in the game",
            limits=", from 1",
            least=1,
            values=values.deal,
        ),
        FactRow(
            Fact.SUITS,
            "play",
            "other",
            "the suits of the cards",
            direct=False,
            values=values.suits,
        ),
        FactRow(
            Fact.DRAWN, "play", "other", "the card you draw", direct=False, values=values.drawn
        ),
    )
}
"""Every fact of the table, in the order in which they are listed.

The first value of each is the usual one: if all answers refuse a play, its reasons are given. A fact
that is given only by others may still be a question: the hand settles if the player goes out.
"""
