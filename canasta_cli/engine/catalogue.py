"""List every rule and scoring item, and find them by id or parameter."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from canasta_cli.engine.game.replay import RULES_OF_RECORDED_TURN
from canasta_cli.engine.game.verification import RULES_OF_CARDS_LEFT, RULES_OF_DEAL
from canasta_cli.engine.game.whole_turn import STOCK_END
from canasta_cli.engine.items import ITEMS, ScoringItem
from canasta_cli.engine.melds import RULES_OF_GOING_OUT, RULES_OF_MELD
from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Rule
from canasta_cli.engine.score import RULES_OF_SIDE, RULES_OF_TALLIES
from canasta_cli.engine.turn.discarding import DISCARDING, DRAWING, FEET, OTHER_DISCARDS
from canasta_cli.engine.turn.going_out import HOLDING, LEAVING, SPECIAL
from canasta_cli.engine.turn.laying import ADDING, LAYING
from canasta_cli.engine.turn.opening import OPENING
from canasta_cli.engine.turn.taking import PICKUP
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules import book
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.names import TOPICS, NoParameter, parameters
from canasta_cli.rules.vocabulary import EVERY, GROUP, name_of, split
from canasta_cli.values import NamedTuple
from canasta_cli.words import did_you_mean, first_of

SCORING = "Scoring"
PARAMETERS_CHAPTER = "Parameters"
CUSTOMS = "At the table"


class Entry(NamedTuple):
    """A rule or a scoring item in the catalogue."""

    id: str
    says: str
    reads: tuple[str, ...]
    chapter: str = SCORING

    @property
    def of_parameter(self) -> bool:
        """True for a parameter, or one of several ranks."""
        return self.chapter == PARAMETERS_CHAPTER


_MELDS = (WILD, "melds.canasta", "melds.same_rank")
# Items that differ only in their rank.
FAMILIES = (
    Entry(
        "canasta.RANK",
        "Natural canastas of one rank, in games that score them separately: canasta.sevens.",
        ("ranks.4-A,2.canasta", WILD, "melds.canasta"),
    ),
    Entry(
        "canasta.wild-RANK",
        "Wild canastas of one rank, in games where it is wild and that score them separately: "
        "canasta.wild-fours.",
        ("ranks.4-A.canasta", "bonus.wild_out_only", WILD, "melds.canasta"),
    ),
    Entry(
        "canasta.RANK-mixed",
        "Mixed canastas of one rank, in games that score them separately: canasta.sevens-mixed.",
        ("ranks.4-A,2.canasta_mixed", WILD, "melds.canasta"),
    ),
    Entry(
        "unfinished.RANK",
        "Unfinished melds of one rank, in games where they cost points: unfinished.sevens.",
        ("ranks.4-A,2.unfinished", "ranks.4-A,2.unfinished_mixed", *_MELDS),
    ),
    Entry(
        "unfinished.wild-RANK",
        "Unfinished wild melds of one rank, in games where it is wild and where they cost points: "
        "unfinished.wild-fours.",
        ("ranks.4-A.unfinished", "ranks.2,W.unfinished", "ranks.2,W.canasta_from", *_MELDS),
    ),
    Entry(
        "unfinished.RANK-held",
        "Each hand with too many cards of one rank, in games where it costs points: "
        "unfinished.sevens-held.",
        ("ranks.*.held",),
    ),
    Entry(
        "penalty.RANK-left",
        "Cards of one rank left in a hand or foot, in games where they cost other points than their "
        "values: penalty.black-three-left.",
        ("ranks.4-A,3B,2,W.left",),
    ),
)


CHAPTERS: tuple[tuple[str, Iterable[Rule[Any]]], ...] = (
    ("Melds", (*RULES_OF_MELD, *LAYING, *ADDING)),
    ("The initial meld", OPENING),
    ("The discard pile", PICKUP),
    ("The turn", (*DRAWING, *DISCARDING, *OTHER_DISCARDS, *HOLDING, *FEET)),
    ("Going out", (*RULES_OF_GOING_OUT, *LEAVING)),
    ("Special hands", SPECIAL),
    (
        "A hand recorded turn by turn",
        (*RULES_OF_DEAL, *RULES_OF_RECORDED_TURN, *STOCK_END, *RULES_OF_CARDS_LEFT),
    ),
    ("A side's tally", RULES_OF_SIDE),
    ("All tallies of a hand", RULES_OF_TALLIES),
)
# Of more names that an unclear one may mean, only these are listed.
MOST_MEANT = 12


def entries() -> tuple[Entry, ...]:
    """List all entries by chapter."""
    rules = (
        Entry(rule.id, rule.says, rule.reads, chapter)
        for chapter, rules in CHAPTERS
        for rule in rules
    )
    customs = (Entry(name, says, (), CUSTOMS) for name, says in book.customs().items())
    return (*rules, *customs, *_scoring())


def _scoring() -> Iterator[Entry]:
    """Yield the scoring items; those that are alike, one for each rank, are listed as one."""
    families = {family.id: family for family in FAMILIES}
    for item in ITEMS:
        if not item.family:
            yield _entry(item)
        elif item.family in families:
            yield families.pop(item.family)


def _entry(item: ScoringItem) -> Entry:
    says = item.says or TOPICS[item.id.removeprefix("penalty.")].says
    return Entry(item.id, says, item.reads)


def entry(word: str) -> Entry:
    """Find the entry with an id, or the only one whose id has this beginning or this part.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, naming those that may be meant, if there is none.
    """
    found = meant(word)
    if len(found) == 1:
        return found[0]
    if found:
        lines = (f"  {each.id}: {_summary(each.says)}" for each in found)
        raise NotUnderstood(
            "\n".join(
                (f"“{word}” could be one of these:", *first_of([*lines], "name", MOST_MEANT))
            ),
            fix="Type the whole name.",
        )
    near = did_you_mean(word, (*PARAMETERS, *_listed()))
    raise NotUnderstood(f"“{word}” is not a rule, parameter or scoring item.{near}")


def meant(word: str) -> tuple[Entry, ...]:
    """Return the entries that a word may mean: the one with this id, else those of which it is a part."""
    # If a rule has the name of a parameter, the rule is shown: verdicts name it.
    listed = _listed()
    if found := listed.get(word) or _parameter(word):
        return (found,)
    names = _meant(word.lower(), tuple(dict.fromkeys((*PARAMETERS, *listed))))
    return tuple(filter(None, (listed.get(name) or _parameter(name) for name in names)))


def _listed() -> dict[str, Entry]:
    return {each.id: each for each in (*map(_entry, ITEMS), *entries())}


def _meant(word: str, names: tuple[str, ...]) -> list[str]:
    """List the names that begin with a word, else those with it between dots, else anywhere in it."""
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name.lower().startswith(word),
        lambda name: word in name.lower().split("."),
        lambda name: word in name.lower(),
    )
    found = next((found for test in tests if word and (found := [*filter(test, names)])), [])
    return list(dict.fromkeys(found if word.startswith(GROUP) else map(_of_every_rank, found)))


def _of_every_rank(name: str) -> str:
    """Name a property of ranks once for all of them."""
    part = split(name)
    return name_of(EVERY, part[1]) if part and name in PARAMETERS else name


def _summary(says: str) -> str:
    """Cut a description down to its first sentence, without the values it lists."""
    text = says.partition(". ")[0].partition(":")[0].rstrip(".")
    return f"{text[:1].lower()}{text[1:]}"


def _parameter(name: str) -> Entry | None:
    """Return a parameter, or one of several ranks, with the rules that read it; ``None``: unknown."""
    try:
        paths = parameters(name, hint=False)
    except NoParameter:
        return None
    return Entry(name, _read_by(paths, PARAMETERS[paths[0]].says), (name,), PARAMETERS_CHAPTER)


def _read_by(paths: tuple[str, ...], says: str) -> str:
    readers_of = dict.fromkeys(each.id for path in paths for each in readers(path))
    names = ", ".join(readers_of)
    return f"{says[:1].upper()}{says[1:]}." + (f" Used by {names}." if names else "")


def readers(path: str) -> tuple[Entry, ...]:
    """List the rules and scoring items that read a parameter."""
    return tuple(each for each in entries() if any(path in parameters(name) for name in each.reads))
