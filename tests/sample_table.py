"""A table with every fact that a turn needs, for tests to change."""

from canasta_cli.engine.view import View
from canasta_cli.model.cards import Cards, Meld


def table(hand: Cards, melds: tuple[Meld, ...]) -> View:
    """Return a table with this hand and melds laid by the partner, where nothing restricts play."""
    return View.of(
        hand=hand,
        melds=melds,
        partner_melds=melds,
        their_melds=(),
        opened=bool(melds),
        total=0,
        deal=1,
        stock=40,
        foot=False,
        partner_foot=False,
    )
