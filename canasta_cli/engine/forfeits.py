"""Scoring items beyond the classic game: special hands, and what was left unfinished."""

from collections.abc import Callable, Iterator

from canasta_cli.engine.figures import Found
from canasta_cli.engine.grading import merged
from canasta_cli.engine.sheet import Item, Line
from canasta_cli.engine.special import named
from canasta_cli.engine.unfinished import HANDS, MELDS, Unfinished, costly, many, price
from canasta_cli.model.cards import Rank
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade


def _special(found: Found, ruleset: Ruleset) -> Iterator[Line]:
    hand = named(found.tally.special, ruleset) if found.tally.special else None
    if hand is not None:
        yield Line("special", 1, hand.points, hand.points, hand.name)


def _open_melds(grade: Grade, what: Unfinished) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        each = price(what, ruleset)
        if each is None:
            return
        if number := len(costly(grade, merged(found.tally.melds, ruleset), ruleset)):
            yield Line(what.name, number, -each, -number * each)

    return lines


def _held_cards(rank: Rank, what: Unfinished) -> Callable[[Found, Ruleset], Iterator[Line]]:
    def lines(found: Found, ruleset: Ruleset) -> Iterator[Line]:
        each = price(what, ruleset)
        if each is not None and (number := many(rank, found.tally.left)):
            yield Line(what.name, number, -each, -number * each)

    return lines


FORFEITS: tuple[Item, ...] = (
    *(
        Item(
            what.name,
            what.says,
            f"A meld left below a canasta: {what.says}.",
            (what.path, "unfinished.wild_jokers", "melds.canasta", "melds.same_rank")
            if grade is Grade.WILD
            else (what.path, "melds.canasta", "melds.same_rank"),
            _open_melds(grade, what),
        )
        for grade, what in MELDS
    ),
    *(
        Item(
            what.name,
            what.says,
            f"Three {rank.many} or more that one player still holds, whatever their number.",
            (what.path,),
            _held_cards(rank, what),
        )
        for rank, what in HANDS
    ),
    Item(
        "special",
        "special hand",
        "A special hand: what it pays, and nothing else of the side.",
        ("special.hands",),
        _special,
    ),
)
