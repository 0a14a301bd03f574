"""List every rule and scoring item, and find them by id or parameter."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from canasta_cli.engine.game.cards_left import LEFT
from canasta_cli.engine.game.deal import DEAL
from canasta_cli.engine.game.recorded_turn import TURN
from canasta_cli.engine.game.stock_end import STOCK_END
from canasta_cli.engine.melds.validate import MELDING
from canasta_cli.engine.rule import Rule
from canasta_cli.engine.score.items import ITEMS
from canasta_cli.engine.score.meld_rules import MELDED
from canasta_cli.engine.score.tally_rules import SIDE, TABLE
from canasta_cli.engine.turn.adding import ADDING
from canasta_cli.engine.turn.canastas_needed import GOING_OUT
from canasta_cli.engine.turn.discard import DISCARDING
from canasta_cli.engine.turn.discard_restrictions import WITHHOLDING
from canasta_cli.engine.turn.draw import DRAWING
from canasta_cli.engine.turn.foot import FEET
from canasta_cli.engine.turn.going_out import LEAVING
from canasta_cli.engine.turn.hand import HOLDING
from canasta_cli.engine.turn.initial_meld import OPENING
from canasta_cli.engine.turn.laying import LAYING
from canasta_cli.engine.turn.pickup import PICKUP
from canasta_cli.engine.turn.special_hands import SPECIAL
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.schema import PARAMETERS
from canasta_cli.words import either

CHAPTERS: tuple[tuple[str, Iterable[Rule[Any]]], ...] = (
    ("Melds", (*MELDING, *LAYING, *ADDING)),
    ("The initial meld", OPENING),
    ("The discard pile", PICKUP),
    ("The turn", (*DRAWING, *DISCARDING, *WITHHOLDING, *HOLDING, *FEET)),
    ("Going out", (*GOING_OUT, *LEAVING)),
    ("Special hands", SPECIAL),
    ("A hand recorded turn by turn", (*DEAL, *TURN, *STOCK_END, *LEFT)),
    ("A side's tally", (*SIDE, *MELDED)),
    ("All tallies of a hand", TABLE),
)
SCORING = "Scoring"


class Entry(NamedTuple):
    """A rule or a scoring item in the catalogue."""

    id: str
    says: str
    reads: tuple[str, ...]
    chapter: str


def entries() -> tuple[Entry, ...]:
    """List all entries by chapter."""
    rules = (
        Entry(rule.id, rule.says, rule.reads, chapter)
        for chapter, rules in CHAPTERS
        for rule in rules
    )
    items = (Entry(item.id, item.says, item.reads, SCORING) for item in ITEMS)
    return (*rules, *items)


def entry(word: str) -> Entry:
    """Find the entry with an id.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, naming similar ids, if there is none.
    """
    from difflib import get_close_matches

    # If a rule has the name of a parameter, the rule is shown: verdicts name it.
    known = {each.id: each for each in (*_parameters(), *entries())}
    if word in known:
        return known[word]
    starting = [name for name in known if word and name.startswith(word.lower())]
    if len(starting) == 1:
        return known[starting[0]]
    close = starting[:5] or get_close_matches(word, known, n=3, cutoff=0.5)
    hint = f" Did you mean {either(f'“{name}”' for name in close)}?" if close else ""
    raise NotUnderstood(
        f"“{word}” is not a rule, parameter or scoring item.{hint}",
        remedy="To list them: canasta rules explain",
    )


def _parameters() -> tuple[Entry, ...]:
    """List the parameters, each with the rules that read it."""
    return tuple(
        Entry(path, _read_by(path, statement.says), (path,), "Parameters")
        for path, statement in PARAMETERS.items()
    )


def _read_by(path: str, says: str) -> str:
    names = ", ".join(each.id for each in readers(path))
    return f"{says[:1].upper()}{says[1:]}." + (f" Used by {names}." if names else "")


def readers(path: str) -> tuple[Entry, ...]:
    """List the rules and scoring items that read a parameter."""
    return tuple(each for each in entries() if path in each.reads)
