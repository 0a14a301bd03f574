"""Irregularities: their names in a tally, their costs, and what the sources say to do.

Scoring, tallies, lists and the card of rules read it.
"""

from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple

KEPT_RED_THREE = "undeclared-red-three"


class Irregularity(NamedTuple):
    """An irregularity: the name that players type, the parameter with its cost, and what to do.

    ``path`` is ``None`` if no source gives a cost. ``sources`` are those of ``todo``. ``words``
    describe it if its parameter doesn't. ``short`` names it on a sheet if its name doesn't read well there.
    """

    name: str
    path: str | None
    todo: str
    sources: tuple[str, ...]
    words: str = ""
    short: str = ""

    @property
    def label(self) -> str:
        """The irregularity on a sheet, in a list or on a card."""
        return self.short or self.name.replace("-", " ")

    @property
    def says(self) -> str:
        """Describe the irregularity in the words of its parameter, or of what to do."""
        # Loaded here, since few answers describe a penalty.
        from canasta_cli.rules.declared import PARAMETERS

        words = self.words or (PARAMETERS[self.path].says if self.path else self.todo)
        return f"{words[0].upper()}{words[1:]}."


# Only what a source says; printed rules known only from memory are left out.
_READ: tuple[Irregularity, ...] = (
    Irregularity(
        KEPT_RED_THREE,
        "ranks.3R.left",
        "a red three that a player still holds when the hand ends costs the side points; some tables "
        "let a forgotten one be laid out at the player's next turn",
        ("parlett", "kartenspiele"),
        "each red three that a player still holds at the end of the hand",
    ),
    Irregularity(
        "cannot-go-out",
        "penalty.cannot_go_out",
        "a player whose partner said yes and who can't go out pays the penalty",
        ("parlett",),
    ),
    Irregularity(
        "out-against-no",
        "penalty.out_against_no",
        "a player who tries to go out although the partner said no pays the penalty",
        ("parlett",),
        short="going out after the partner's no",
    ),
    Irregularity(
        "illegal-take",
        "penalty.illegal_take",
        "a player who takes the pile without a legal use for its top card pays the penalty",
        ("parlett",),
    ),
    Irregularity(
        "exposed-card",
        None,
        "the four-player rules have a penalty for cards shown by accident (the two-player game has "
        "none), but its amount is undocumented: agree on one, and write penalty:POINTS",
        ("rummy-games-two", "bicycle-two"),
    ),
    Irregularity(
        "insufficient-opening",
        None,
        "the four-player rules have a penalty for an initial meld below the minimum (the two-player "
        "game has none), but its amount is undocumented: take back the melds, or agree on points",
        ("rummy-games-two", "bicycle-two"),
    ),
    Irregularity(
        "wrong-deal",
        None,
        "if hands have the wrong number of cards, deal again",
        ("gamerules-answers",),
    ),
    Irregularity(
        "draw-out-of-turn",
        None,
        "no official penalty is known: agree on one, or play on with the drawn card face up",
        ("gamerules-answers",),
    ),
)
IRREGULARITIES: dict[str, Irregularity] = {topic.name: topic for topic in _READ}
TOPICS: dict[str, Irregularity] = {topic.name: topic for topic in _READ if topic.path is not None}


def penalty(topic: str, ruleset: Ruleset) -> int | None:
    """Points that an irregularity costs; ``None`` if the ruleset gives no cost."""
    found = TOPICS.get(topic)
    value = ruleset.value(found.path) if found and found.path else None
    return value if isinstance(value, int) else None
