"""The table as the turns of the current game tell it, where nobody tells it otherwise."""

from typing import Any

from canasta_cli.engine.known import Drew, Known

# Facts that tell of the same thing: whoever tells one of them tells it anew. The top card alone
# does not: it is held against the pile that was recorded.
TOGETHER = (
    ("hand", "shown", "hand_size"),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "pile_size", "frozen"),
)
# What the taking of the pile changes.
WITH_PILE = ("hand", "shown", "hand_size", "melds", "pile", "pile_size", "top", "frozen")


def recorded(table: Any, seat: str | None, drew: Drew | None) -> Known | None:
    """What the recorded turns tell a player: the one named, otherwise who is next.

    ``drew``: with what has come to the hand since. How the pile was taken nobody told, so after that
    neither the hand nor the melds are those of the record.
    """
    if table is None or table.game.deal is None:
        return None
    from canasta_cli.engine.table.applying import applied, begun
    from canasta_cli.engine.table.position import known
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
    """What was told, and of the rest what was recorded."""
    beside = set(Known._fields)
    for group in TOGETHER:
        if any(getattr(told, name) is not None for name in group):
            beside -= {*group, *(("top",) if "pile" in group else ())}
    missing = {name: getattr(facts, name) for name in beside if getattr(told, name) is None}
    return told._replace(**missing)
