"""List every rule and scoring item, and find them by id or parameter."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from canasta_cli.engine.game.cards_left import LEFT
from canasta_cli.engine.game.deal import DEAL
from canasta_cli.engine.game.recorded_turn import TURN
from canasta_cli.engine.game.stock_end import STOCK_END
from canasta_cli.engine.melds.validate import MELDING
from canasta_cli.engine.rule import Rule
from canasta_cli.engine.score.families import FAMILIES
from canasta_cli.engine.score.items import ITEMS
from canasta_cli.engine.score.meld_rules import MELDED
from canasta_cli.engine.score.sheet import Item
from canasta_cli.engine.score.table_rules import TABLE
from canasta_cli.engine.score.tally_rules import SIDE
from canasta_cli.engine.turn.adding import ADDING
from canasta_cli.engine.turn.canastas_needed import GOING_OUT
from canasta_cli.engine.turn.discard import DISCARDING
from canasta_cli.engine.turn.discard_restrictions import RESTRICTIONS
from canasta_cli.engine.turn.draw import DRAWING
from canasta_cli.engine.turn.foot import FEET
from canasta_cli.engine.turn.going_out import LEAVING
from canasta_cli.engine.turn.hand import HOLDING
from canasta_cli.engine.turn.initial_meld import OPENING
from canasta_cli.engine.turn.laying import LAYING
from canasta_cli.engine.turn.pickup import PICKUP
from canasta_cli.engine.turn.special_hands import SPECIAL
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.names import NoParameter, parameters
from canasta_cli.rules.schema import PARAMETERS
from canasta_cli.words import either

CHAPTERS: tuple[tuple[str, Iterable[Rule[Any]]], ...] = (
    ("Melds", (*MELDING, *LAYING, *ADDING)),
    ("The initial meld", OPENING),
    ("The discard pile", PICKUP),
    ("The turn", (*DRAWING, *DISCARDING, *RESTRICTIONS, *HOLDING, *FEET)),
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
    return (*rules, *_scoring())


def _scoring() -> Iterator[Entry]:
    """Yield the scoring items; those that are alike, one for each rank, are listed as one."""
    families = {family.id: family for family in FAMILIES}
    for item in ITEMS:
        if not item.family:
            yield _entry(item)
        elif item.family in families:
            yield Entry(*families.pop(item.family), SCORING)


def _entry(item: Item) -> Entry:
    return Entry(item.id, item.says, item.reads, SCORING)


def entry(word: str) -> Entry:
    """Find the entry with an id.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, naming similar ids, if there is none.
    """
    from difflib import get_close_matches

    # If a rule has the name of a parameter, the rule is shown: verdicts name it.
    listed = {each.id: each for each in (*map(_entry, ITEMS), *entries())}
    known = dict.fromkeys((*PARAMETERS, *listed))
    starting = [name for name in known if word and name.startswith(word.lower())]
    only = starting[0] if len(starting) == 1 else word
    found = listed.get(word) or _parameter(word) or listed.get(only) or _parameter(only)
    if found:
        return found
    close = starting[:5] or get_close_matches(word, known, n=3, cutoff=0.5)
    hint = f" Did you mean {either(f'“{name}”' for name in close)}?" if close else ""
    raise NotUnderstood(
        f"“{word}” is not a rule, parameter or scoring item.{hint}",
        remedy="To list them: canasta rules explain",
    )


def _parameter(name: str) -> Entry | None:
    """Return a parameter, or one of several ranks, with the rules that read it; ``None``: unknown."""
    try:
        paths = parameters(name, hint=False)
    except NoParameter:
        return None
    return Entry(name, _read_by(paths, PARAMETERS[paths[0]].says), (name,), "Parameters")


def _read_by(paths: tuple[str, ...], says: str) -> str:
    readers_of = dict.fromkeys(each.id for path in paths for each in readers(path))
    names = ", ".join(readers_of)
    return f"{says[:1].upper()}{says[1:]}." + (f" Used by {names}." if names else "")


def readers(path: str) -> tuple[Entry, ...]:
    """List the rules and scoring items that read a parameter."""
    return tuple(each for each in entries() if any(path in parameters(name) for name in each.reads))
