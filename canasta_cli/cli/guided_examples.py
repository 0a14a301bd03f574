"""The examples and the help of the questions about a hand, in the words of the ruleset.

The forms of ``hand`` and ``amend`` call it.
"""

from collections.abc import Sequence
from itertools import groupby

from canasta_cli.engine.score import count_hand
from canasta_cli.model.cards import FOUR_TO_ACE, USUAL_WILD_RANKS
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.tallies import canasta_fields
from canasta_cli.show.layout import Block, Style, Text

# Hands that show the notation; each game has the first one that its rules allow.
_LINES = (
    ("7xK QQQ2 2x3R out", "AAA -JJ4"),
    ("7xK QQQ2 2x3R", "AAA -JJ4"),
    ("7xK QQQ 2x3R", "AAA -JJ4"),
    ("KKKK QQQ 3R", "AAA -JJ4"),
)

_CARDS_OF_SEQUENCE = 7
"""Cards in the example of a sequence."""


def example_of(ruleset: Ruleset, players: Sequence[Sequence[str]]) -> str:
    """Return examples of the first answer about a side."""
    kinds = canasta_fields(ruleset)
    return f"1 {kinds[0].also[0]} 265, or {_melds_of_example(example_line(ruleset, players))}"


def _melds_of_example(line: str) -> str:
    """Return the melds of an example, which come first in it."""
    return " ".join(line.split()[:2])


def example_line(ruleset: Ruleset, players: Sequence[Sequence[str]]) -> str:
    """Return all tallies of a hand on one line, as an example that the rules allow."""
    rest = [""] * (len(players) - 2)
    lines = [(*line, *rest) for line in _LINES]
    if ruleset.one_alone:
        lines = [(f"{first} alone:{players[0][0]}", *others) for first, *others in lines]
    seated = tuple(map(tuple, players))
    possible = (
        line for line in lines if count_hand(tuple(map(read_tally, line)), seated, ruleset).possible
    )
    return " / ".join(next(possible, lines[-1])).rstrip()


def _cards(ruleset: Ruleset) -> str:
    wild = ruleset.wild_ranks
    if wild is USUAL_WILD_RANKS:
        return "Cards: A K Q J T 9-4, 2 deuce, W joker"
    return f"Cards: A K Q J T 9-4 2 W; wild: {' '.join(rank.value for rank in wild.wild)}"


def _sequence(ruleset: Ruleset) -> str:
    """Return an example of a sequence: the longest one without a wild rank, from the low cards up."""
    sequential = ruleset.wild_ranks.sequential
    parts = (list(part) for each, part in groupby(FOUR_TO_ACE, sequential.__contains__) if each)
    ranks = max(parts, key=len)[:_CARDS_OF_SEQUENCE]
    cards = f"{ranks[0].value}-{ranks[-1].value}"
    return f" H:{cards} ({cards} of hearts)"


def help_blocks(
    ruleset: Ruleset, players: Sequence[Sequence[str]], *, of_side: bool = False
) -> tuple[Block, ...]:
    """Return a few lines about the answers under a ruleset; ``of_side``: about the tally of one side."""
    line = example_line(ruleset, players)
    one = f"All in one tally: {line.split(' / ')[0]}" if of_side else f"One line: {line}"
    return tuple(Text(each, Style.QUIET, 2) for each in (*_forms(ruleset, line), one))


def _forms(ruleset: Ruleset, line: str) -> tuple[str, ...]:
    """Return lines about cards, melds, counts, threes and special hands; ``line`` is an example of a hand."""
    kinds = canasta_fields(ruleset)
    counts = " ".join(f"{number} {kind.also[0]}" for number, kind in enumerate(kinds[:2], start=1))
    others = ", ".join(kind.also[0] for kind in kinds[2:])
    black = ", then black ones: 2 1" if ruleset.black_laid else ": 2"
    foot = ", foot 55K" if ruleset.deal.foot is not None else ""
    special = ", ".join(f"special:{hand.name}" for hand in ruleset.special.hands)
    return (
        _cards(ruleset),
        f"Melds: {_melds_of_example(line)}{_sequence(ruleset) if ruleset.melds.runs else ''}",
        f"Or counted: {counts} 265{f'; also {others}' if others else ''}",
        f"Red threes{black}. Left: JJ4{foot}; or -25",
        *([f"Shown at once: {special}"] if special else []),
    )
