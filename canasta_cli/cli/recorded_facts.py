"""Facts of the table from the recorded turns of the current game, unless options give them."""

from typing import TYPE_CHECKING

from canasta_cli.engine.known import Drew, Known

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import LoadedGame

# Facts about the same thing: if one of them is given, none of the others is taken from the
# recorded turns. The top card is not among them: it is compared with the recorded pile.
RELATED = (
    ("hand", "shown", "hand_size"),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "pile_size", "frozen"),
)
# Facts that change when the pile is taken.
WITH_PILE = ("hand", "shown", "hand_size", "melds", "pile", "pile_size", "top", "frozen")


def recorded_facts(
    loaded: "LoadedGame | None", seat: str | None, drew: Drew | None
) -> Known | None:
    """Return what a player knows from the recorded turns: the player named, else the next one.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if loaded is None or loaded.game.deal is None:
        return None
    from canasta_cli.engine.game.applying import applied, begun
    from canasta_cli.engine.game.position import known
    from canasta_cli.model.turn import Draw
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(loaded).position
    if seat in position.players:
        position = position._replace(to_play=position.players.index(seat))
    position = begun(position, loaded.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = applied(position, Draw(), loaded.ruleset)
    facts = known(position, loaded.ruleset)
    return facts._replace(**dict.fromkeys(WITH_PILE)) if drew is Drew.PILE else facts


def fill_in(given: Known, facts: Known) -> Known:
    """Fill the facts that are not given with the recorded ones."""
    names = set(Known._fields)
    for group in RELATED:
        if any(getattr(given, name) is not None for name in group):
            names -= {*group, *(("top",) if "pile" in group else ())}
    missing = {name: getattr(facts, name) for name in names if getattr(given, name) is None}
    return given._replace(**missing)
