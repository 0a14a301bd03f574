"""A game as a document of plain values: the same for TOML and JSON files."""

from collections.abc import Mapping
from typing import Any, Literal

from canasta_cli.errors import UnusableData
from canasta_cli.model.game import Game, Hand, Note, Pending, Side, Tally
from canasta_cli.notation.handtable import (
    HAND_KEYS,
    Reading,
    Where,
    read_hand,
    tally_in,
    write_hand,
)
from canasta_cli.notation.playedhand import MOST_TURNS_OF_A_GAME
from canasta_cli.notation.tally import write_tally
from canasta_cli.values import NamedTuple
from canasta_cli.words import first_of

VERSION = 1
HEAD = (
    "canasta",
    "rules",
    "house",
    "name",
    "date",
    "event",
    "players",
    "dealer",
    "sides",
    "pending",
)
MOST_HANDS = 10_000
MOST_PLAYERS = 12

_EXAMPLE = "See canasta man game, or export a game for an example."


class GameFile(NamedTuple):
    """A game as read from a file: the game, the name of its ruleset, and the house rules.

    ``where`` returns the line of a key, given the table, the key, and which table of that name,
    from 1.
    """

    game: Game
    rules: str
    house: Mapping[str, object]
    where: Where


def game_of(document: Mapping[str, Any], where: Where, name: str) -> GameFile:
    """Return the game in a document; ``name`` is used if the document gives none.

    Raises :class:`~canasta_cli.errors.UnusableData` with every fault.
    """
    reading = Reading(where)
    if not _version(document, reading):
        raise UnusableData(f"{reading.problems[0]}", fix=_EXAMPLE)
    unknown = [key for key in document if key not in (*HEAD, "hands", "notes")]
    for key in unknown:
        reading.fault(f"“{key}” is not a key of game files", "", key)
    players = _names(document.get("players"), "players", reading)
    sides = _sides(document, players, reading)
    house = document.get("house", {})
    if not isinstance(house, Mapping):
        reading.fault("house must be a table of parameters", "", "house")
        house = {}
    hands = _hands(document.get("hands", []), sides, players, reading)
    over, last = _over(hands, reading)
    game = Game(
        name=_text(document, "name", reading) or name,
        players=players,
        sides=sides,
        dealer=_dealer(document, players, reading),
        date=_text(document, "date", reading),
        event=_text(document, "event", reading),
        hands=over,
        notes=_notes(document.get("notes", []), reading),
        pending=_pending(document.get("pending", {}), sides, reading),
    )
    rules = _text(document, "rules", reading) or "classic"
    if reading.problems:
        shown = first_of(reading.problems, "problem")
        raise UnusableData(
            "\n".join(("not a valid game file:", *(f"  {each}" for each in shown))),
            fix=_EXAMPLE,
        )
    return GameFile(_in_play(game, last) if last else game, rules, house, where)


def document_of(file: GameFile) -> dict[str, Any]:
    """Return a game as a document, with the ``claimed`` points of its hands."""
    game = file.game
    document: dict[str, Any] = {"canasta": VERSION, "rules": file.rules}
    if file.house:
        document["house"] = dict(file.house)
    document["name"] = game.name
    document |= {key: value for key, value in (("date", game.date), ("event", game.event)) if value}
    document["players"] = list(game.players)
    if game.dealer:
        document["dealer"] = game.dealer
    document["sides"] = {side.name: list(side.players) for side in game.sides}
    document["hands"] = [write_hand(hand, game.sides) for hand in game.hands]
    if game.deal is not None:
        awards = game.with_pending((Tally(),) * len(game.sides))
        unfinished = Hand(awards, game.deal.dealer, played=game.deal)
        document["hands"].append(write_hand(unfinished, game.sides))
    elif game.pending:
        awarded = zip(game.sides, game.with_pending((Tally(),) * len(game.sides)), strict=True)
        document["pending"] = {
            side.name: write_tally(tally) for side, tally in awarded if tally.awards
        }
    if game.notes:
        document["notes"] = [_note_table(note) for note in game.notes]
    return document


def _note_table(note: Note) -> dict[str, Any]:
    table: dict[str, Any] = {"after": note.after}
    if note.turn:
        table["turn"] = note.turn
    if note.hand:
        table["hand"] = note.hand
        if note.settles is not None:
            table["settles"] = list(note.settles)
    return {**table, "text": note.text}


def _version(document: Mapping[str, Any], reading: Reading) -> bool:
    version = document.get("canasta")
    if version is None:
        reading.fault("not a game file: the line canasta = 1 is missing")
    elif version != VERSION or isinstance(version, bool):
        reading.fault(
            f"the game file has version {version}; this program reads version {VERSION}",
            "",
            "canasta",
        )
    return not reading.problems


def _pending(table: object, sides: tuple[Side, ...], reading: Reading) -> tuple[Pending, ...]:
    """Return the awards for a hand of which nothing else is recorded yet."""
    names = [side.name for side in sides]
    if not isinstance(table, Mapping) or not set(table) <= set(names):
        reading.fault('pending must be a table of sides: Them = "penalty:100"', "pending")
        return ()
    found = {name: tally_in(text, name, "pending", None, reading) for name, text in table.items()}
    for name, tally in found.items():
        if tally != Tally(awards=tally.awards):
            reading.fault(
                f"{name}: pending may contain only penalties and bonuses", "pending", name
            )
    return tuple(Pending(name, award) for name, tally in found.items() for award in tally.awards)


def _text(document: Mapping[str, Any], key: str, reading: Reading) -> str:
    value = document.get(key, "")
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    if isinstance(value, str):
        return value
    reading.fault(f"{key} must be text in quotes", "", key)
    return ""


def _names(value: object, what: str, reading: Reading, table: str = "") -> tuple[str, ...]:
    if (
        isinstance(value, list)
        and 0 < len(value) <= MOST_PLAYERS
        and all(isinstance(name, str) and name for name in value)
    ):
        if len(set(value)) == len(value):
            return tuple(value)
        reading.fault(f"{what}: a name appears twice", table, what)
        return ()
    reading.fault(f'{what} must be a list of names: ["Ann", "Bob"]', table, what)
    return ()


def _sides(
    document: Mapping[str, Any], players: tuple[str, ...], reading: Reading
) -> tuple[Side, ...]:
    table = document.get("sides")
    if not isinstance(table, Mapping) or not table:
        reading.fault('sides must be a table: Us = ["Ann", "Cat"]', "sides")
        return ()
    sides = tuple(
        Side(str(name), _names(members, str(name), reading, "sides"))
        for name, members in table.items()
    )
    for side in sides:
        if side.name in HAND_KEYS:
            reading.fault(f"“{side.name}” can't be a side's name", "sides", side.name)
    seated = [player for side in sides for player in side.players]
    if players and sorted(seated) != sorted(players):
        reading.fault("the players in “sides” must be those in “players”", "sides")
    return sides


def _dealer(document: Mapping[str, Any], players: tuple[str, ...], reading: Reading) -> str:
    hands = document.get("hands", [])
    first = hands[0] if isinstance(hands, list) and hands and isinstance(hands[0], Mapping) else {}
    dealer = document.get("dealer", first.get("dealer", ""))
    if "dealer" in document and players and dealer not in players:
        reading.fault(f"dealer “{dealer}” is not a player", "", "dealer")
    return str(dealer)


def _hands(
    tables: object, sides: tuple[Side, ...], players: tuple[str, ...], reading: Reading
) -> tuple[Hand, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        reading.fault("hands must be tables: [[hands]]", "", "hands")
        return ()
    if len(tables) > MOST_HANDS:
        reading.fault(f"too many hands: {len(tables):,} (at most {MOST_HANDS:,})", "", "hands")
        return ()
    lists = (table.get("turns") for table in tables)
    turns = sum(len(each) for each in lists if isinstance(each, list))
    if turns > MOST_TURNS_OF_A_GAME:
        reading.fault(f"too many turns: {turns:,} (at most {MOST_TURNS_OF_A_GAME:,})")
        return ()
    return tuple(
        read_hand(table, which, sides, players, reading)
        for which, table in enumerate(tables, start=1)
    )


def _over(hands: tuple[Hand, ...], reading: Reading) -> tuple[tuple[Hand, ...], Hand | None]:
    """Split off the hand still in play: only the last may be."""
    going_on = [which for which, hand in enumerate(hands) if hand.played and not hand.played.closed]
    for which in going_on:
        if which < len(hands) - 1:
            message = f"hand {which + 1}: left (the cards left at the end) is missing"
            reading.fault(message, "hands", "", which + 1)
    return (hands[:-1], hands[-1]) if len(hands) - 1 in going_on else (hands, None)


def _in_play(game: Game, hand: Hand) -> Game:
    """Return the game with a hand in play, and the awards made during it."""
    pending = (
        Pending(side.name, award)
        for side, tally in zip(game.sides, hand.tallies, strict=True)
        for award in tally.awards
    )
    deal = hand.played._replace(dealer=hand.dealer) if hand.played else None
    return game._replace(deal=deal, pending=tuple(pending))


def _notes(tables: object, reading: Reading) -> tuple[Note, ...]:
    notes: list[Note] = []
    for which, table in enumerate(tables if isinstance(tables, list) else [tables], start=1):
        row: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
        after, turn, text = row.get("after", 0), row.get("turn", 0), row.get("text")
        hand, settles = row.get("hand", 0), _settles(row)
        counts = all(type(count) is int and count >= 0 for count in (after, turn, hand))
        if isinstance(text, str) and counts and settles is not False:
            notes.append(Note(after, text, turn, hand, settles))
        else:
            reading.fault(
                "a note needs text and after (the number of hands before it), and may have turn, "
                "or hand and settles",
                "notes",
                "",
                which,
            )
    return tuple(notes)


def _settles(row: Mapping[str, Any]) -> tuple[str, ...] | Literal[False] | None:
    """Return the warnings that a note on a hand settles; ``False`` for a fault.

    ``None`` means all warnings about the hand.
    """
    if not row.get("hand"):
        return False if "settles" in row else ()
    settles = row.get("settles")
    if settles is None:
        return None
    if isinstance(settles, list) and all(isinstance(each, str) for each in settles):
        return tuple(settles)
    return False
