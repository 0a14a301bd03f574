"""A hand as a table of a game file: a tally for each side, or its turns; with its faults."""

from collections.abc import Callable, Mapping
from typing import Any

from canasta_cli.errors import NotationError
from canasta_cli.model.game import Hand, Side, Tally
from canasta_cli.notation.playedhand import PLAYED_KEYS, is_played, read_played, write_played
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.words import abridged

TALLIED_KEYS = ("dealer", "score", "forced")
HAND_KEYS = (*TALLIED_KEYS, *PLAYED_KEYS)

Where = Callable[[str, str, int], int | None]
"""Return the line of a key, given the table, the key, and which table of that name, from 1."""


class Reading:
    """The faults found in a file, each with its line; they are reported together."""

    def __init__(self, where: Where) -> None:
        """Begin without faults; ``where`` finds the lines."""
        self.where = where
        self.problems: list[str] = []

    def fault(self, message: str, table: str = "", key: str = "", which: int = 1) -> None:
        """Add a fault, with the line of its key if that is known."""
        line = self.where(table, key, which)
        message = abridged(message)
        self.problems.append(f"line {line}: {message}" if line else message)


def write_hand(hand: Hand, sides: tuple[Side, ...]) -> dict[str, Any]:
    """Format a hand as a table, with its sides by name."""
    table: dict[str, Any] = {"dealer": hand.dealer} if hand.dealer else {}
    if hand.played is not None:
        table |= write_played(hand.played)
    for side, tally in zip(sides, hand.tallies, strict=True):
        text = write_tally(tally)
        if text or hand.played is None:
            table[side.name] = text
    if hand.forced:
        table["forced"] = True
    claimed = zip(sides, hand.claimed, strict=False)
    score = {side.name: points for side, points in claimed if points is not None}
    if score:
        table["score"] = score
    return table


def read_hand(
    table: Mapping[str, Any],
    which: int,
    sides: tuple[Side, ...],
    players: tuple[str, ...],
    reading: Reading,
) -> Hand:
    """Read the hand of a table; ``which`` is its number from 1. Faults are added to ``reading``."""
    names = [side.name for side in sides]
    for key in table:
        if key not in (*HAND_KEYS, *names):
            reading.fault(f"hand {which}: “{key}” is not a side of this game", "hands", key, which)
    dealer = table.get("dealer")
    if dealer is not None and dealer not in players:
        reading.fault(f"hand {which}: dealer “{dealer}” is not a player", "hands", "dealer", which)
    if is_played(table):
        return _played(table, which, sides, players, reading)
    forced = table.get("forced", False)
    if not isinstance(forced, bool):
        reading.fault(f"hand {which}: forced must be true or false", "hands", "forced", which)
    return Hand(
        tallies=tuple(
            tally_in(table.get(name, ""), name, "hands", which, reading) for name in names
        ),
        dealer=dealer,
        claimed=_claimed(table.get("score", {}), names, which, reading),
        forced=forced is True,
    )


def _played(
    table: Mapping[str, Any],
    which: int,
    sides: tuple[Side, ...],
    players: tuple[str, ...],
    reading: Reading,
) -> Hand:
    """Read a hand recorded turn by turn; a side's name has only the table's awards."""

    def fault(message: str, key: str) -> None:
        reading.fault(f"hand {which}: {message}", "hands", key, which)

    names = [side.name for side in sides]
    tallies = tuple(tally_in(table.get(name, ""), name, "hands", which, reading) for name in names)
    for name, tally in zip(names, tallies, strict=True):
        if tally != Tally(awards=tally.awards):
            fault(
                f"{name}: only penalties and bonuses belong here; the cards follow from the turns",
                name,
            )
    deal = read_played(table, players, fault)
    return Hand(
        tallies=tallies,
        dealer=deal.dealer,
        claimed=_claimed(table.get("score", {}), names, which, reading),
        played=deal._replace(dealer=None),
    )


def tally_in(text: object, side: str, table: str, which: int | None, reading: Reading) -> Tally:
    """Read a side's tally in a table; ``which`` is the number of its hand, or ``None``."""
    place = f"hand {which}" if which else table
    if not isinstance(text, str):
        reading.fault(f"{place}: {side} must be a tally in quotes", table, side, which or 1)
        return Tally()
    try:
        return read_tally(text)
    except NotationError as error:
        reading.fault(
            f"{place}, {side}: {error.message} (character {error.start + 1}). {error.fix}",
            table,
            side,
            which or 1,
        )
        return Tally()


def _claimed(
    table: object, names: list[str], which: int, reading: Reading
) -> tuple[int | None, ...]:
    if not isinstance(table, Mapping):
        reading.fault(f"hand {which}: score must be a table of points", "hands", "score", which)
        return ()
    for name, points in table.items():
        if name not in names:
            reading.fault(
                f"hand {which}, score: “{name}” is not a side of this game", "hands", "score", which
            )
        elif isinstance(points, bool) or not isinstance(points, int):
            reading.fault(
                f"hand {which}: {name}'s score must be a whole number", "hands", "score", which
            )
    return tuple(table.get(name) for name in names) if table else ()
