"""Which threes are laid out face up and replaced, instead of being held or melded."""

from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.rules.schema import Ruleset


def is_laid_out(card: Card, ruleset: Ruleset) -> bool:
    """Whether a card is laid out as soon as somebody has it: red threes, black ones in some games."""
    if card.rank is Rank.RED_THREE:
        return True
    return card.rank is Rank.BLACK_THREE and ruleset.threes.black_laid


def laid_out(cards: Cards | tuple[Card, ...], ruleset: Ruleset) -> Cards:
    """Those of some cards that are laid out."""
    return Cards(card for card in cards if is_laid_out(card, ruleset))


def kept(cards: Cards | tuple[Card, ...], ruleset: Ruleset) -> Cards:
    """Those of some cards that stay in the hand."""
    return Cards(card for card in cards if not is_laid_out(card, ruleset))
