"""Find the threes that are laid out face up and replaced, instead of being kept or melded."""

from canasta_cli.model.cards import NO_CARDS, Cards, Rank, fields_of
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LastRedThree

_RED = fields_of((Rank.RED_THREE,))
_BOTH = fields_of((Rank.RED_THREE, Rank.BLACK_THREE))


def is_laid_out(rank: Rank, ruleset: Ruleset, *, from_pile: bool = False) -> bool:
    """True if a card is laid out as soon as a player has it: red threes, in some games black ones.

    In some of those, only black threes from a pile that was taken (``from_pile``) are laid out.
    """
    return rank is Rank.RED_THREE or (
        rank is Rank.BLACK_THREE and _lays_black(ruleset, from_pile=from_pile)
    )


def _lays_black(ruleset: Ruleset, *, from_pile: bool) -> bool:
    threes = ruleset.threes
    return threes.black_laid and (from_pile or not threes.black_from_pile)


def laid_out(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that are laid out."""
    return cards.only(_BOTH if _lays_black(ruleset, from_pile=from_pile) else _RED)


def of_draw(named: Cards, stock: int | None, ruleset: Ruleset) -> tuple[Cards, Cards]:
    """Split the named cards of a draw into those laid out and those that stay in the hand.

    In some games a three that is the last card of the stock stays too: nothing can replace it.
    """
    if not named.has_threes:
        return NO_CARDS, named
    threes = laid_out(named, ruleset)
    last = ruleset.stock.last_red_three is LastRedThree.KEPT
    if last and ends_with_three(named, stock, ruleset):
        *others, three = threes
        return Cards(others), Cards((three,))
    return threes, kept(named, ruleset)


def ends_with_three(drawn: Cards, stock: int | None, ruleset: Ruleset) -> bool:
    """True if a draw brings nothing but threes and they are the last cards of the stock."""
    exhausted = stock is not None and 0 < stock <= len(drawn)
    return exhausted and not kept(drawn, ruleset)


def kept(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that stay in the hand."""
    threes = laid_out(cards, ruleset, from_pile=from_pile)
    return cards - threes if threes.size else cards
