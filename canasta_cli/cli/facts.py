"""The facts of the table, from the options and from the recorded turns of the current game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_cli.api.asking import NOTHING, Given, conflicts, must_be, read_fact, view_of
from canasta_cli.cli.fact_options import CORRECT_ONE
from canasta_cli.engine.facts import FACTS, Row
from canasta_cli.engine.view import UNKNOWN, Drew, View
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.verdict import options_of
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.cli.fact_options import FactOptions
    from canasta_cli.model.cards import Cards
    from canasta_cli.model.turn import Turn
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.scorebook import LoadedGame

ABOUT_PILE = frozenset({"pile", "pile_size", "frozen"})
BY_OPTIONS = "these options contradict each other:"
CONFLICT_WITH_TURNS = "this doesn't fit the recorded turns:"


def read_facts(
    options: FactOptions,
    ruleset: Ruleset,
    loaded: LoadedGame | None,
    turn: Turn = NOTHING,
    *,
    drawn: bool = False,
) -> View:
    """Read the facts of the table from the options and from the recorded turns.

    ``turn``: the play in question. ``drawn``: the player has drawn, and the recorded turns don't show it yet.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if two facts contradict each other.
    """
    given, seat = _read(options, loaded)
    found, top = _view(given), given.get("top")
    drew = found.drew or (Drew.STOCK if drawn else None)
    facts = recorded_facts(loaded, seat, drew)
    size = [] if facts is None else _size_conflicts(found.hand, facts, drew, ruleset)
    alone = found if top is None or "pile" in vars(found) else found.replace(pile=(top,))
    found = alone if facts is None else found.filled_in(facts)
    if not found.pile and top is not None:
        found = found.replace(pile=(top,))
    against = [*conflicts(given, found, ruleset, turn), *size]
    if against:
        among_options = facts is None or any(conflicts(given, alone, ruleset, turn))
        head = BY_OPTIONS if among_options else CONFLICT_WITH_TURNS
        holds = None if facts is None else _size(facts)
        _refuse(against, head, _fix_of_size(holds, drew) if against == size else CORRECT_ONE)
    return found


def given_facts(
    options: FactOptions, loaded: LoadedGame | None, ruleset: Ruleset, turn: Turn
) -> View:
    """Return the facts that the options alone give, and the total of the side of a player's seat."""
    given, _ = _read(options, loaded)
    view = _view(given)
    _refuse([*conflicts(given, view, ruleset, turn)], BY_OPTIONS, CORRECT_ONE)
    return view


def _refuse(against: list[str], head: str, fix: str) -> None:
    """Raise an error if there are contradictions."""
    if against:
        raise NotUnderstood("\n".join((head, *(f"  {each}" for each in against))), fix=fix)


def _read(options: FactOptions, loaded: LoadedGame | None) -> tuple[Given, str | None]:
    """Read the facts that the options give, and the name of the player; a seat gives a total."""
    given = {
        row.keyword: _read_value(row, value)
        for row in FACTS.values()
        if row.direct and (value := options.get(row.keyword)) is not None
    }
    if options["seat"] is None:
        return given, None
    seat, total = _seat(options["seat"], loaded)
    return {"total": total, **given}, seat


def _read_value(row: Row, value: object) -> object:
    try:
        return read_fact(row, value)
    except ValueError:
        (option,) = options_of(row)
        raise NotUnderstood(f"{option} must be {must_be(row)}, not “{value}”") from None


def _view(given: Given) -> View:
    """Return the table as the facts give it; the top card alone is not a fact about the pile."""
    if ABOUT_PILE.isdisjoint(given):
        given = {name: value for name, value in given.items() if name != "top"}
    return view_of(given)


def _size_conflicts(
    hand: Cards | None, facts: View, drew: Drew | None, ruleset: Ruleset
) -> list[str]:
    """Compare the size of the given hand with that of the recorded turns, before or after the draw."""
    size = _size(facts)
    if hand is None or size is None or len(hand) == size:
        return []
    if drew is Drew.STOCK and len(hand) == size - ruleset.deal.draw:
        return []
    return [f"--hand gives {count_of(len(hand), 'card')}, but this player holds {size}"]


def _size(facts: View) -> int | None:
    """Return the size of the hand by the recorded turns."""
    return facts.held.size


def _fix_of_size(size: int | None, drew: Drew | None) -> str:
    """Format the fix for a hand of another size than that of the recorded turns."""
    drawn = f", or add --drew {Drew.STOCK.value} if the player has drawn" if drew is None else ""
    return f"Give all {count_of(size or 0, 'card')}, or use --shown for some of them{drawn}."


def _seat(word: str, loaded: LoadedGame | None) -> tuple[str, int]:
    """Return the player of the current game with this name or prefix, and the total of the side."""
    from canasta_cli.scorekeeper.scorebook import pick

    if loaded is None:
        raise NotUnderstood(
            "--seat needs a current game, and there is none",
            fix="Give the side's total instead: --total N",
        )
    game = loaded.game
    player = pick(word, list(game.players), "player", NotUnderstood)
    return player, loaded.standing.totals[game.sides.index(game.side(player))]


def recorded_facts(loaded: LoadedGame | None, seat: str | None, drew: Drew | None) -> View | None:
    """Return what a player knows from the recorded turns: the player named, else the next one.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if loaded is None or loaded.game.deal is None:
        return None
    from canasta_cli.model.turn import Draw
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(loaded).position
    if seat in position.players:
        position = position.replace(to_play=position.players.index(seat))
    position = position.at_start(loaded.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = position.after_clause(Draw(), loaded.ruleset)
    view = position.view()
    if drew is Drew.PILE:
        return view.with_pile(None).replace(held=UNKNOWN, melds=None)
    return view
