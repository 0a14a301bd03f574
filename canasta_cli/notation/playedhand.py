"""A played hand as a table of a game file: upcard, turns, cards left at the end."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Card
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn
from canasta_cli.notation.cards import read_order, write_order
from canasta_cli.notation.deal import read_player, read_player_left, write_hands
from canasta_cli.notation.turn import read_turn, write_turn

PLAYED_KEYS = ("upcard", "turns", "left", "hands", "stock")
MOST_TURNS = 2_000
MOST_TURNS_OF_A_GAME = 10_000  # each is replayed, which takes a third of a millisecond

Fault = Callable[[str, str], None]
V = TypeVar("V")


def is_played(table: Mapping[str, Any]) -> bool:
    """Return whether a hand of a game file is recorded turn by turn."""
    return any(key in table for key in PLAYED_KEYS)


def write_played(deal: Deal) -> dict[str, Any]:
    """Format the keys of a played hand, in the order of play."""
    table: dict[str, Any] = {}
    if deal.upcards:
        table["upcard"] = write_order(deal.upcards)
    if deal.hands:
        table["hands"] = write_hands(deal.hands)
    if deal.stock is not None:
        table["stock"] = write_order(deal.stock)
    table["turns"] = [write_turn(given.turn) for given in deal.turns]
    if deal.by_force:
        table["forced"] = sorted(deal.marked)
    if deal.left is not None:
        table["left"] = write_hands(deal.left)
    return table


def read_played(table: Mapping[str, Any], players: tuple[str, ...], fault: Fault) -> Deal:
    """Read the hand of a table; ``fault`` is called with each fault and its key."""
    dealer, forced = table.get("dealer"), _forced(table.get("forced", []), fault)
    turns = _turns(table.get("turns", []), forced, fault)
    texts = table.get("turns", [])
    after = len(texts) + 1 if isinstance(texts, list) else 0
    if unknown := sorted(number for number in forced if not 1 <= number <= after):
        fault(f"forced: there is no turn {unknown[0]}", "forced")
    if "score" in table and "left" not in table:
        fault("score is given but left is missing, so the hand is still in play", "score")
    return Deal(
        dealer=dealer if isinstance(dealer, str) else None,
        upcards=_order(table.get("upcard", ""), "upcard", fault) or (),
        turns=turns,
        left=_hands(table["left"], "left", players, fault) if "left" in table else None,
        hands=_hands(table.get("hands", {}), "hands", players, fault),
        stock=_order(table["stock"], "stock", fault) if "stock" in table else None,
        left_forced="left" in table and after in forced,
    )


def _order(text: object, key: str, fault: Fault) -> tuple[Card, ...] | None:
    if not isinstance(text, str):
        fault(f"{key} must be cards in quotes", key)
        return None
    return _read(partial(read_order, text), key, fault)


def _hands(
    table: object, key: str, players: tuple[str, ...], fault: Fault
) -> tuple[PlayerCards, ...]:
    if not isinstance(table, Mapping):
        fault(f'{key} must be a table of cards: {key} = {{ Ann = "A4" }}', key)
        return ()
    found = []
    reader = read_player_left if key == "left" else read_player
    for player, text in table.items():
        if player not in players:
            fault(f"{key}: “{player}” is not a player", key)
        elif not isinstance(text, str):
            fault(f"{key}: the cards of {player} must be in quotes", key)
        elif (held := _read(partial(reader, player, text), key, fault)) is not None:
            found.append(held)
    return tuple(found)


def _forced(numbers: object, fault: Fault) -> set[int]:
    if isinstance(numbers, list) and all(type(number) is int for number in numbers):
        return set(numbers)
    fault("forced must be a list of turn numbers: [3]", "forced")
    return set()


def _turns(texts: object, forced: set[int], fault: Fault) -> tuple[RecordedTurn, ...]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        fault('turns must be lines in quotes: ["Bob: draw discard 4"]', "turns")
        return ()
    if len(texts) > MOST_TURNS:
        fault(f"too many turns: {len(texts):,} (at most {MOST_TURNS:,})", "turns")
        return ()
    turns: list[RecordedTurn] = []
    for number, text in enumerate(texts, start=1):
        try:
            turns.append(RecordedTurn(read_turn(text), number in forced))
        except NotationError as error:
            fault(f"turn {number}: {_problem(error)}", f"turns.{number}")
    return tuple(turns)


def _read(read: Callable[[], V], key: str, fault: Fault) -> V | None:
    try:
        return read()
    except NotationError as error:
        fault(_problem(error), key)
        return None


def _problem(error: NotationError) -> str:
    return f"{error.message} (character {error.start + 1}). {error.fix}"
