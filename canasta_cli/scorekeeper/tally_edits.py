"""Change one side's tally: replace it, add words to it, or remove words from it."""

from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Meld, MeldCards, Shape, meld_under
from canasta_cli.model.game import Tally, join
from canasta_cli.model.tally_parts import stated_twice, without
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import Enum, NamedTuple

# Fewer cards are not a meld by themselves, so they are added to one.
SMALLEST_MELD = 3


class Operator(Enum):
    """The way in which a tally changes."""

    REPLACE = "="
    ADD = "+="
    REMOVE = "-="


class TallyEdit(NamedTuple):
    """A change of one side's tally."""

    side: str
    operator: Operator
    words: Tally


def edited(tally: Tally, edit: TallyEdit, ruleset: Ruleset) -> Tally:
    """Return a tally after a change.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for a fact that is there already, and for
    words that are not there.
    """
    if edit.operator is Operator.REPLACE:
        return edit.words
    if edit.operator is Operator.ADD:
        return _added(tally, edit, ruleset)
    rest, missing = without(tally, edit.words)
    if missing != Tally():
        raise NotUnderstood(
            f"{edit.side}'s tally doesn't have “{_text(missing, ruleset)}”",
            fix=f"The tally is: {_text(tally, ruleset) or 'empty'}",
        )
    return rest


def _text(tally: Tally, ruleset: Ruleset) -> str:
    return write_tally(tally_in_game_words(tally, ruleset))


def _added(tally: Tally, edit: TallyEdit, ruleset: Ruleset) -> Tally:
    words, wild_ranks = edit.words, ruleset.wild_ranks
    twice = stated_twice(tally, words)
    if twice != Tally():
        raise NotUnderstood(
            f"{edit.side}'s tally already has “{_text(twice, ruleset)}”",
            fix=f'Remove it first, or give the whole tally: {edit.side}="{_text(tally, ruleset)}"',
        )
    melds = list(tally.melds)
    new = []
    for meld in words.melds:
        part = meld_under(wild_ranks, meld)
        fitting = [
            at for at, each in enumerate(melds) if _is_part(part, meld_under(wild_ranks, each))
        ]
        if meld.size < SMALLEST_MELD and len(fitting) == 1:
            melds[fitting[0]] = MeldCards(melds[fitting[0]].cards + meld.cards)
        else:
            new.append(meld)
    return join((tally._replace(melds=tuple(melds)), words._replace(melds=tuple(new))))


def _is_part(part: Meld, meld: Meld) -> bool:
    """Return whether cards can be part of a meld: natural cards of its rank, or wild cards."""
    return part.shape is Shape.WILD or (meld.shape is Shape.SET and part.rank is meld.rank)
