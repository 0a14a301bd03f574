"""Facts of the table from the recorded turns of the current game, unless options give them."""

from typing import Any

from canasta_cli.engine.known import Drew, Known

# Facts about the same thing: if one of them is given, none of the others is taken from the
# recorded turns. The top card is not among them: it is compared with the recorded pile.
TOGETHER = (
    ("hand", "shown", "hand_size"),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "pile_size", "frozen"),
)
# Facts that change when the pile is taken.
WITH_PILE = ("hand", "shown", "hand_size", "melds", "pile", "pile_size", "top", "frozen")


def recorded(table: Any, seat: str | None, drew: Drew | None) -> Known | None:
    """Return what a player knows from the recorded turns: the player named, else the next one.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if table is None or table.game.deal is None:
        return None
    from canasta_cli.engine.game.applying import applied, begun
    from canasta_cli.engine.game.position import known
    from canasta_cli.model.turn import Draw
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(table).position
    if seat in position.players:
        position = position._replace(to_play=position.players.index(seat))
    position = begun(position, table.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = applied(position, Draw(), table.ruleset)
    facts = known(position, table.ruleset)
    return facts._replace(**dict.fromkeys(WITH_PILE)) if drew is Drew.PILE else facts


def filled(told: Known, facts: Known) -> Known:
    """Fill the facts that are not given with the recorded ones."""
    beside = set(Known._fields)
    for group in TOGETHER:
        if any(getattr(told, name) is not None for name in group):
            beside -= {*group, *(("top",) if "pile" in group else ())}
    missing = {name: getattr(facts, name) for name in beside if getattr(told, name) is None}
    return told._replace(**missing)
