"""Facts of the table from the recorded turns of the current game, unless options give them."""

from typing import Any

from canasta_cli.engine.held import UNKNOWN
from canasta_cli.engine.view import Drew, View

# Facts about the same thing: if one of them is given, none of the others is taken from the
# recorded turns. The top card is not among them: it is compared with the recorded pile.
TOGETHER = (
    ("held",),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "buried", "frozen"),
    ("stock", "order"),
)


def recorded(table: Any, seat: str | None, drew: Drew | None) -> View | None:
    """Return what a player knows from the recorded turns: the player named, else the next one.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if table is None or table.game.deal is None:
        return None
    from canasta_cli.model.turn import Draw
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(table).position
    if seat in position.players:
        position = position._replace(to_play=position.players.index(seat))
    position = position.at_start(table.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = position.after_clause(Draw(), table.ruleset)
    view = position.view()
    if drew is Drew.PILE:
        return view.with_pile(None).replace(held=UNKNOWN, melds=None)
    return view


def filled(given: View, facts: View) -> View:
    """Fill the facts that are not given with the recorded ones."""
    missing = dict(vars(facts))
    for group in TOGETHER:
        if any(name in vars(given) for name in group):
            for name in group:
                missing.pop(name, None)
    return given.replace(
        **{name: fact for name, fact in missing.items() if name not in vars(given)}
    )
