"""Read and write game files: a game as a document of plain values, hand by hand, and its text in TOML or JSON.

The library and the score-keeper call it for files and streams.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar

from canasta_cli.errors import (
    MID_HAND,
    NoLongerKept,
    NotationError,
    StockNamed,
    UnusableData,
)
from canasta_cli.model.cards import Card
from canasta_cli.model.game import Arrival, Ending, Game, Hand, Note, Pending, Side, Tally
from canasta_cli.model.seats import (
    as_begun,
    as_seated,
    check_seats,
    everyone,
    players_at,
    seated,
    substitutes,
    with_arrival,
)
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn
from canasta_cli.notation.cards import read_order, write_order
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.notation.turn import (
    read_player,
    read_player_left,
    read_turn,
    write_hands,
    write_turn,
)
from canasta_cli.untrusted import LONGEST_TEXT, Unreadable, lines_of, parse_json, parse_toml
from canasta_cli.values import NamedTuple
from canasta_cli.words import MOST_SHOWN, abridged, either, json_text, toml_text

# A played hand as a table of a game file: upcard, turns, cards left at the end.

PLAYED_KEYS = ("upcard", "turns", "left", "hands", "stock")
MOST_TURNS = 2_000
MOST_TURNS_OF_A_GAME = 10_000  # each is replayed, which takes a third of a millisecond

Fault = Callable[..., None]
"""Add a fault: what is wrong, the key that has it, and perhaps the part of the table."""
V = TypeVar("V")


def _given(**values: object) -> dict[str, Any]:
    """Return a table in which the keys without a value are left out."""
    return {key: value for key, value in values.items() if value is not None}


def write_played(deal: Deal) -> dict[str, Any]:
    """Format the keys of a played hand, in the order of play."""
    return _given(
        upcard=write_order(deal.upcards) or None,
        hands=write_hands(deal.hands) or None,
        stock=None if deal.stock is None else write_order(deal.stock),
        turns=[write_turn(given.turn) for given in deal.turns],
        forced=sorted(deal.marked) or None,
        left=None if deal.left is None else write_hands(deal.left),
    )


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
        left=_cards_of_players(table["left"], "left", players, fault) if "left" in table else None,
        hands=_cards_of_players(table.get("hands", {}), "hands", players, fault),
        stock=_order(table["stock"], "stock", fault) if "stock" in table else None,
        left_forced="left" in table and after in forced,
    )


def _order(text: object, key: str, fault: Fault) -> tuple[Card, ...] | None:
    if not isinstance(text, str):
        fault(f"{key} must be cards in quotes", key)
        return None
    return _read(partial(read_order, text), key, fault)


def _cards_of_players(
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
            problem = _problem(error)
            fault(type(problem)(f"turn {number}: {problem}"), f"turns.{number}")
    return tuple(turns)


def _read(read: Callable[[], V], key: str, fault: Fault, part: str = "") -> V | None:
    try:
        return read()
    except NotationError as error:
        fault(_problem(error), key, part)
        return None


def _problem(error: NotationError) -> str | NoLongerKept:
    if isinstance(error, StockNamed):
        return NoLongerKept(error.message)
    return f"{error.message} (character {error.start + 1}). {error.fix}"


# A hand as a table of a game file: a tally for each side, or its turns; with its faults.

TALLIED_KEYS = ("dealer", "score", "forced")
HAND_KEYS = (*TALLIED_KEYS, *PLAYED_KEYS)

Where = Callable[[str, str, int], int | None]
"""Return the line of a key, given the table, the key, and which table of that name, from 1."""


class DocumentReading:
    """The faults found in a file, each with its line; they are reported together.

    Reading ends when there are more than can be shown: a file from a stranger may have a million.
    """

    def __init__(self, where: Where) -> None:
        """Begin without faults; ``where`` finds the lines."""
        self.where = where
        self.problems: list[str] = []

    def fault(
        self, problem: str | NoLongerKept, key: str = "", table: str = "", which: int = 1
    ) -> None:
        """Add a fault, with the line of its key if that is known; raise one that is the only one to say."""
        line = self.where(table, key, which)
        message = f"line {line}: " * bool(line) + abridged(str(problem))
        if isinstance(problem, NoLongerKept):
            raise NoLongerKept(message)
        self.problems.append(message)
        if len(self.problems) > MOST_SHOWN:
            raise self.error()

    def error(self) -> UnusableData:
        """Return the error that lists the faults."""
        more = ["and more problems"] * (len(self.problems) > MOST_SHOWN)
        lines = ("not a valid game file:", *self.problems[:MOST_SHOWN], *more)
        return UnusableData("\n  ".join(lines), fix=_EXAMPLE)


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
    reading: DocumentReading,
) -> Hand:
    """Read the hand of a table; ``which`` is its number from 1. Faults are added to ``reading``.

    If it was recorded turn by turn, a side's name has only the table's awards.
    """
    fault, names = _faults_in(reading, "hands", which), [side.name for side in sides]
    for key in table:
        if key not in (*HAND_KEYS, *names):
            fault(f"“{key}” is not a side of this game", key)
    dealer, forced = table.get("dealer"), table.get("forced", False)
    if dealer is not None and dealer not in players:
        fault(f"dealer “{dealer}” is not a player", "dealer")
    tallies = tuple(_tally_of(table.get(name, ""), name, fault) for name in names)
    if not any(key in table for key in PLAYED_KEYS):
        if not isinstance(forced, bool):
            fault("forced must be true or false", "forced")
        claimed = _claimed(table, names, fault)
        return Hand(tallies, dealer, claimed, forced is True)
    for name, tally in zip(names, tallies, strict=True):
        if tally != Tally(awards=tally.awards):
            says = "only penalties and bonuses belong here; the cards follow from the turns"
            fault(f"{name}: {says}", name)
    deal = read_played(table, players, fault)
    claimed = _claimed(table, names, fault)
    return Hand(tallies, deal.dealer, claimed, played=deal._replace(dealer=None))


def _faults_in(reading: DocumentReading, table: str, which: int = 1) -> Fault:
    """Return the function that adds a fault in a table: what is wrong, its key, and the part of the table."""
    place = f"hand {which}" if table == "hands" else table

    def fault(problem: str | NoLongerKept, key: str, part: str = "") -> None:
        where = f"{place}, {part}" if part else place
        reading.fault(type(problem)(f"{where}: {problem}"), key, table, which)

    return fault


def _tally_of(text: object, side: str, fault: Fault) -> Tally:
    if isinstance(text, str):
        return _read(partial(read_tally, text), side, fault, side) or Tally()
    fault(f"{side} must be a tally in quotes", side)
    return Tally()


def _claimed(hand: Mapping[str, Any], names: list[str], fault: Fault) -> tuple[int | None, ...]:
    table = hand.get("score", {})
    if not isinstance(table, Mapping):
        fault("score must be a table of points", "score")
        return ()
    for name, points in table.items():
        if name not in names:
            fault(f"“{name}” is not a side of this game", "score", "score")
        elif type(points) is not int:
            fault(f"{name}'s score must be a whole number", "score")
    return tuple(table.get(name) for name in names) if table else ()


# A game as a document of plain values: the same for TOML and JSON files.

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
    "ending",
    "substitutes",
)
MOST_HANDS = 10_000
MOST_COUNT = 1_000_000
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

    Raises :class:`~canasta_cli.errors.UnusableData` with its faults.
    """
    reading = DocumentReading(where)
    if not _version(document, reading):
        raise UnusableData(f"{reading.problems[0]}", fix=_EXAMPLE)
    unknown = [key for key in document if key not in (*HEAD, "hands", "notes")]
    for key in unknown:
        reading.fault(f"“{key}” is not a key of game files", key)
    players = _names(document.get("players"), "players", reading)
    sides = _sides(document, players, reading)
    house = document.get("house", {})
    if not isinstance(house, Mapping):
        reading.fault("house must be a table of parameters", "house")
        house = {}
    begun = _begun(document, players, sides, reading)
    hands = _hands(document.get("hands", []), sides, everyone(begun), reading)
    hands = tuple(as_seated(begun, hand, which) for which, hand in enumerate(hands, start=1))
    over, last = _over(hands, reading)
    game = begun._replace(
        name=_text(document, "name", reading) or name,
        dealer=_dealer(document, players, reading),
        date=_text(document, "date", reading),
        event=_text(document, "event", reading),
        hands=over,
        notes=_notes(document.get("notes", []), reading),
        pending=_pending(document.get("pending", {}), sides, reading),
        ending=_ending(document, reading),
    )
    rules = _text(document, "rules", reading) or "classic"
    if reading.problems:
        raise reading.error()
    return GameFile(seated(_in_play(game, last) if last else game), rules, house, where)


def document_of(file: GameFile) -> dict[str, Any]:
    """Return a game as a document, with the ``claimed`` points of its hands."""
    game = as_begun(file.game)
    awards = game.with_pending()
    hands = [write_hand(hand, game.sides) for hand in game.hands]
    pending: dict[str, str] = {}
    if game.deal is not None:
        unfinished = Hand(awards, game.deal.dealer, played=game.deal)
        hands.append(write_hand(unfinished, game.sides))
    else:
        awarded = zip(game.sides, awards, strict=True)
        pending = {side.name: write_tally(tally) for side, tally in awarded if tally.awards}
    return _given(
        canasta=VERSION,
        rules=file.rules,
        house=dict(file.house) or None,
        name=game.name,
        date=game.date or None,
        event=game.event or None,
        ending=game.ending.value if game.ending else None,
        players=list(game.players),
        dealer=game.dealer or None,
        sides={side.name: list(side.players) for side in game.sides},
        substitutes=(
            [
                {"hand": came.hand, "player": came.player, "instead_of": left}
                for came, left in substitutes(file.game)
            ]
            or None
        ),
        hands=hands,
        pending=pending or None,
        notes=[_note_table(note) for note in game.notes] or None,
    )


def _note_table(note: Note) -> dict[str, Any]:
    return _given(
        after=note.after,
        turn=note.turn or None,
        hand=note.hand or None,
        settles=list(note.settles) if note.hand and note.settles is not None else None,
        text=note.text,
    )


def _version(document: Mapping[str, Any], reading: DocumentReading) -> bool:
    version = document.get("canasta")
    if version is None:
        reading.fault("not a game file: the line canasta = 1 is missing")
    elif version != VERSION or isinstance(version, bool):
        says = f"the game file has version {version}; this program reads version {VERSION}"
        reading.fault(says, "canasta")
    return not reading.problems


def _begun(
    document: Mapping[str, Any],
    players: tuple[str, ...],
    sides: tuple[Side, ...],
    reading: DocumentReading,
) -> Game:
    """Return a game without hands, with its substitutes; its seats are named after those who began it."""
    game, last = Game("", players, sides, "", first_players=players), dict[int, int]()
    tables, hands = document.get("substitutes", []), document.get("hands", [])
    for which, table in enumerate(tables if isinstance(tables, list) else [tables], start=1):
        row: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
        problem: str | NoLongerKept
        hand, came, left = _count(row.get("hand")), row.get("player"), row.get("instead_of")
        # Several may come with one hand, in any order.
        sitting = players_at(game, hand - 1) if hand else ()
        if "turn" in row:
            problem = NoLongerKept(f"hand {hand}: {MID_HAND}")
        elif not isinstance(came, str) or not came or left not in sitting or came == left:
            problem = "a substitute needs hand, player, and instead_of (who sat there)"
        elif isinstance(hands, list) and hand > len(hands) + 1:
            problem = f"hand {hand}, from which {came} plays, is missing"
        elif game.arrivals and hand < game.arrivals[-1].hand:
            problem = "substitutes must be in the order of play"
        else:
            game = with_arrival(game, Arrival(hand, sitting.index(left), came))
            last[hand] = which
            continue
        reading.fault(problem, "", "substitutes", which)
    for hand, which in last.items():
        try:
            check_seats(game, hand)
        except NoLongerKept as error:
            reading.fault(error, "", "substitutes", which)
    return game


def _count(value: object) -> int:
    """Return a count from 1, or 0 if it is none."""
    return value if type(value) is int and 0 < value < MOST_COUNT else 0


def _ending(document: Mapping[str, Any], reading: DocumentReading) -> Ending | None:
    value, known = document.get("ending"), [each.value for each in Ending]
    if value in known:
        return Ending(value)
    if value is not None:
        reading.fault(f"ending must be {either(known)}", "ending")
    return None


def _pending(
    table: object, sides: tuple[Side, ...], reading: DocumentReading
) -> tuple[Pending, ...]:
    """Return the awards for a hand of which nothing else is recorded yet."""
    names = [side.name for side in sides]
    if not isinstance(table, Mapping) or not set(table) <= set(names):
        reading.fault('pending must be a table of sides: Them = "penalty:100"', table="pending")
        return ()
    fault = _faults_in(reading, "pending")
    found = {name: _tally_of(text, name, fault) for name, text in table.items()}
    for name, tally in found.items():
        if tally != Tally(awards=tally.awards):
            says = "pending may contain only penalties and bonuses"
            reading.fault(f"{name}: {says}", name, "pending")
    return tuple(Pending(name, award) for name, tally in found.items() for award in tally.awards)


def _text(document: Mapping[str, Any], key: str, reading: DocumentReading) -> str:
    value = document.get(key, "")
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    if isinstance(value, str):
        return value
    reading.fault(f"{key} must be text in quotes", key)
    return ""


def _names(value: object, what: str, reading: DocumentReading, table: str = "") -> tuple[str, ...]:
    problem = f'{what} must be a list of names: ["Ann", "Bob"]'
    if (
        isinstance(value, list)
        and 0 < len(value) <= MOST_PLAYERS
        and all(isinstance(name, str) and name for name in value)
    ):
        if len(set(value)) == len(value):
            return tuple(value)
        problem = f"{what}: a name appears twice"
    reading.fault(problem, what, table)
    return ()


def _sides(
    document: Mapping[str, Any], players: tuple[str, ...], reading: DocumentReading
) -> tuple[Side, ...]:
    table = document.get("sides")
    if not isinstance(table, Mapping) or not table:
        reading.fault('sides must be a table: Us = ["Ann", "Cat"]', table="sides")
        return ()
    sides = tuple(
        Side(str(name), _names(members, str(name), reading, "sides"))
        for name, members in table.items()
    )
    for side in sides:
        if side.name in HAND_KEYS:
            reading.fault(f"“{side.name}” can't be a side's name", side.name, "sides")
    seated = [player for side in sides for player in side.players]
    if players and sorted(seated) != sorted(players):
        reading.fault("the players in “sides” must be those in “players”", table="sides")
    return sides


def _dealer(document: Mapping[str, Any], players: tuple[str, ...], reading: DocumentReading) -> str:
    hands = document.get("hands", [])
    first = hands[0] if isinstance(hands, list) and hands and isinstance(hands[0], Mapping) else {}
    dealer = document.get("dealer", first.get("dealer", ""))
    if "dealer" in document and players and dealer not in players:
        reading.fault(f"dealer “{dealer}” is not a player", "dealer")
    return str(dealer)


def _hands(
    tables: object, sides: tuple[Side, ...], players: tuple[str, ...], reading: DocumentReading
) -> tuple[Hand, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        reading.fault("hands must be tables: [[hands]]", "hands")
        return ()
    if len(tables) > MOST_HANDS:
        reading.fault(f"too many hands: {len(tables):,} (at most {MOST_HANDS:,})", "hands")
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


def _over(
    hands: tuple[Hand, ...], reading: DocumentReading
) -> tuple[tuple[Hand, ...], Hand | None]:
    """Split off the hand still in play: only the last may be."""
    going_on = [which for which, hand in enumerate(hands) if hand.played and not hand.played.closed]
    for which in going_on:
        if which < len(hands) - 1:
            message = f"hand {which + 1}: left (the cards left at the end) is missing"
            reading.fault(message, "", "hands", which + 1)
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


def _notes(tables: object, reading: DocumentReading) -> tuple[Note, ...]:
    notes: list[Note] = []
    for which, table in enumerate(tables if isinstance(tables, list) else [tables], start=1):
        row: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
        after, turn, text = row.get("after", 0), row.get("turn", 0), row.get("text")
        hand, settles = row.get("hand", 0), _settles(row)
        counts = all(type(count) is int and count >= 0 for count in (after, turn, hand))
        if isinstance(text, str) and counts and settles is not False:
            notes.append(Note(after, text, turn, hand, settles))
        else:
            says = (
                "a note needs text and after (the number of hands before it), and may have turn, "
            )
            reading.fault(f"{says}or hand and settles", "", "notes", which)
    return tuple(notes)


def _settles(row: Mapping[str, Any]) -> tuple[str, ...] | Literal[False] | None:
    """Return the warnings that a note on a hand settles: ``None`` for all, ``False`` for a fault."""
    if not row.get("hand"):
        return False if "settles" in row else ()
    settles = row.get("settles")
    if settles is None:
        return None
    if isinstance(settles, list) and all(isinstance(each, str) for each in settles):
        return tuple(settles)
    return False


# Read and write the text of `.canasta.toml` game files, and of the same in JSON.


def read_game(text: str, name: str) -> GameFile:
    """Read a game file in TOML or JSON; ``name`` is used if the file gives none.

    Raises :class:`~canasta_cli.errors.UnusableData` with its faults, each with its line.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return game_of(_json(text), lambda _table, _key, _which: None, name)
    document = _toml(text)
    lines = lines_of(text)

    def where(table: str, key: str, which: int) -> int | None:
        """Return the line of a key, else of the list that contains it, else of its table."""
        keys = (key, key.partition(".")[0], "")
        return next((lines[table, which, k] for k in keys if (table, which, k) in lines), None)

    return game_of(document, where, name)


def _json(text: str) -> dict[str, Any]:
    try:
        document = parse_json(text)
    except Unreadable as error:
        raise UnusableData(str(error)) from None
    return document if isinstance(document, dict) else {}


def _toml(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except Unreadable as error:
        if len(text) <= LONGEST_TEXT and not re.search(_BEGINS, text):
            fix = "A game file is TOML or JSON, as canasta export writes it."
            fix += "\nTo check a table in CSV: canasta import FILE.csv --dry-run"
            raise UnusableData("not a game file", fix=fix) from None
        raise UnusableData(str(error)) from None


# A key of the first table of a game file.
_BEGINS = r"""(?m)^[ \t]*["']?(?:canasta|rules|name|players|date|dealer)["']?[ \t]*="""


def write_game(file: GameFile) -> str:
    """Format a game as the text of a game file, hand by hand."""
    document = document_of(file)
    tables = {key: document.pop(key) for key in ("house", "sides", "pending") if key in document}
    rows = {key: document.pop(key, []) for key in ("substitutes", "hands", "notes")}
    blocks = [_block("", document), *(_block(f"[{key}]", table) for key, table in tables.items())]
    blocks += [_block(f"[[{key}]]", row) for key, several in rows.items() for row in several]
    return toml_text("\n\n".join(blocks) + "\n")


def write_json(file: GameFile) -> str:
    """Format the same document as JSON."""
    return json_text(document_of(file), indent=2) + "\n"


def _block(head: str, table: dict[str, Any]) -> str:
    lines = [f"{_key(key)} = {_literal(value)}" for key, value in table.items()]
    return "\n".join([head, *lines] if head else lines)


def _key(key: str) -> str:
    return _dumps({key: 0}).removesuffix(" = 0")


def _literal(value: object) -> str:
    """Format a value on one line; the TOML writer would spread lists and tables over several.

    Each turn has a line of its own.
    """
    if isinstance(value, list) and any(" " in each for each in value if isinstance(each, str)):
        return "\n".join(("[", *(f"  {_literal(each)}," for each in value), "]"))
    if isinstance(value, list):
        return f"[{', '.join(_literal(each) for each in value)}]"
    if isinstance(value, dict):
        rows = (f"{_key(key)} = {_literal(each)}" for key, each in value.items())
        return f"{{ {', '.join(rows)} }}"
    return _dumps({"x": value}).removeprefix("x = ")


def _dumps(table: dict[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(table).rstrip("\n")
