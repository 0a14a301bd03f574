"""The facts of the table: each is a row with its name, type and wording.

The options of the command line, the keyword arguments of the library and the words of answers are
derived from these rows.

A new fact is a member of ``Fact`` in ``engine/rule.py`` and a row here; an attribute of ``View``; its
values in ``engine/turn/domains.py``; a key of ``Facts`` in ``api/plays.py``, for type checkers; and a
question in ``cli/disputes.py``. Options are read into a ``View`` by
``api/asking.py``.
"""

from collections.abc import Iterable
from typing import Literal

from canasta_cli.engine.rule import Fact, Judgement, Missing
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, listed


class Condition(NamedTuple):
    """A fact with one of its values, as a person would give it."""

    fact: Missing
    given: object


class Premise(NamedTuple):
    """What must be true for an answer: the sentence ``how``, with one of the claims if there are any.

    ``fact`` is the missing one that it is about. It is ``exact`` if it is true of the values that lead to
    the answer and of no others; otherwise the claims are examples of them. ``example`` are the words for a
    rank or suit that stands for others. It is ``opened`` if it is true only of a side with melds.
    """

    how: str
    claims: tuple[str, ...] = ()
    exact: bool = True
    fact: Missing | None = None
    example: str = ""
    opened: bool = False

    @property
    def says(self) -> str:
        """The words, which continue “legal if”."""
        says = self.how.format(either(self.claims)) if self.claims else self.how
        return says if self.exact else f"{says}, for example"


Premises = tuple[Premise, ...]
"""What must all be true for an answer."""


def any_of(alternatives: Iterable[Premises]) -> str:
    """Format premises of which each is enough for an answer."""
    return ", or if ".join(map(all_of, alternatives))


def all_of(premises: Premises) -> str:
    """Format premises that must all be true for an answer."""
    return listed(each.says for each in premises)


class Possibility(NamedTuple):
    """A way to fill in the missing facts, and the verdict then, for which ``premises`` must be true."""

    conditions: tuple[Condition, ...]
    verdict: Judgement
    premises: Premises = ()

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if facts are still missing."""
        return self.verdict.legal


Kind = Literal["cards", "card", "pile", "melds", "number", "flag", "answer", "choice", "play"]
"""The type of a fact; an answer is yes or no, and some are written with the cards of a play."""
About = Literal["player", "side", "pile", "other"]
"""The part of the table that a fact is about."""


class FactRow(NamedTuple):
    """A fact of the table.

    ``says`` is the fact in words, and ``limits`` says in addition which values it has, or when it
    matters. ``words`` are those of a flag, if it is true and if it is false, or of a choice.
    ``least`` is the smallest number. ``by`` are other facts that give this one as well; one that is not
    ``direct`` is given only by them.
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
        ),
        FactRow(Fact.SHOWN, "cards", "player", "some of the cards in your hand"),
        FactRow(
            Fact.DREW,
            "choice",
            "player",
            "how this turn began",
            limits=": with a draw, or with the pile",
            words=("stock", "pile"),
        ),
        FactRow(
            Fact.FIRST_TURN,
            "flag",
            "player",
            "whether this is your first turn of the hand",
            words=("first-turn", "later-turn"),
        ),
        FactRow(
            Fact.ASKED,
            "answer",
            "player",
            "your partner's answer to “May I go out?”",
            limits=", if you asked",
            words=("yes", "no"),
        ),
        FactRow(
            Fact.FOOT,
            "flag",
            "player",
            "whether you still have a foot to pick up",
            words=("foot", "no-foot"),
        ),
        FactRow(
            Fact.OUT,
            "flag",
            "player",
            "whether you go out",
            by=(Fact.HAND,),
            direct=False,
        ),
        FactRow(
            Fact.MELDS,
            "melds",
            "side",
            "your side's melds",
        ),
        FactRow(
            Fact.OPENED,
            "flag",
            "side",
            "whether your side has opened",
            limits=", if its melds are not given",
            words=("opened", "unopened"),
        ),
        FactRow(
            Fact.TOTAL,
            "number",
            "side",
            "your side's total before this hand",
            by=(Fact.MINIMUM,),
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
        ),
        FactRow(
            Fact.PILE,
            "pile",
            "pile",
            "the cards of the pile",
            limits=", top card last",
        ),
        FactRow(
            Fact.TOP,
            "card",
            "pile",
            "the top card of the pile",
            limits=", if the others are unknown",
        ),
        FactRow(
            Fact.PILE_SIZE,
            "number",
            "pile",
            "the number of cards in the pile",
            least=0,
        ),
        FactRow(
            Fact.FROZEN,
            "flag",
            "pile",
            "whether a card in the pile freezes it",
            words=("frozen", "not-frozen"),
            by=(Fact.PILE,),
        ),
        FactRow(
            Fact.STOCK,
            "number",
            "pile",
            "the number of cards left in the stock",
            least=0,
        ),
        FactRow(
            Fact.THEIR_MELDS,
            "melds",
            "other",
            "the other side's melds",
        ),
        FactRow(
            Fact.DEAL,
            "number",
            "other",
            "the number of this deal in the game",
            limits=", from 1",
            least=1,
        ),
        FactRow(
            Fact.SUITS,
            "play",
            "other",
            "the suits of the cards",
            direct=False,
        ),
        FactRow(Fact.DRAWN, "play", "other", "the card you draw", direct=False),
    )
}
"""Every fact of the table, in the order in which they are listed.

A fact that is given only by others may still be a question: the hand settles if the player goes out.
"""
