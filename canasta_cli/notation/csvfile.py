"""Read a table of scores in CSV, with a row for each side in each hand or a column for each side.

An export of this program is such a table; so are the tables that people keep, with points and no cards.

A new column has its name in ``COLUMNS`` and its value at the same place in ``to_csv`` in
``show/export.py``; ``read_table`` reads it. Its name is then a heading, and no longer a side's name.
Substitutes have no column: ``_with_substitutes`` reads them from the players of a hand.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, zip_longest

from canasta_cli.errors import NoLongerKept, NotationError, UnusableData
from canasta_cli.model.game import Arrival, Ending, Game, Hand, Side, Tally
from canasta_cli.model.seats import as_seated, check_seats, players_at, seated, with_arrival
from canasta_cli.notation.dates import day_of
from canasta_cli.notation.gamefile import HAND_KEYS, GameFile
from canasta_cli.notation.tally import read_tally
from canasta_cli.untrusted import Unreadable, parse_csv
from canasta_cli.values import NamedTuple
from canasta_cli.words import abridged, count_of, either, listed, points, whole_number

COLUMNS = (
    "game", "date", "hand", "dealer", "side", "players", "tally", "points", "total", "forced", "rules",
    "ending",
)  # fmt: skip
"""The columns of an export. A table needs points or tallies, and a game or a date.

An export has the players and the dealer of each hand as they were named then, so that substitutes are
known.
"""
ALIASES = {"player": "players", "score": "points"}
"""Headings that people write, by the columns that they are if there is no other with its name."""
MANY_HANDS = 5
"""In this many hands the points of all sides hardly rise from hand to hand."""
SUMS = ("sum", "total", "totals")
# Headings of points that are deducted, perhaps without their sign.
_AGAINST = re.compile(r"(?i)\b(?:left|minus|deduct\w*|penalt\w*)\b")
"""The first words of a row that adds up those above it: it is left out, since totals are counted."""
NAMES_OF_SIDES = ("us", "them", "we", "they")
"""Names of sides, which people write where players are needed."""
HOUSE = " with house rules"
"""Follows the ruleset of a game with house rules, which an export doesn't list."""
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
"""The beginnings of a formula in spreadsheets: an export puts an apostrophe before them."""

_PARTNERS = re.compile(r"\s*[,;&+/]\s*|\s+and\s+")
_DECIMALS = re.compile(r"([.,])0{1,2}\Z")
_DATE = re.compile(r"([0-9]{1,4})([-./])([0-9]{1,2})\2([0-9]{1,4})")


def write_players(names: Iterable[str]) -> str:
    """Return the cell of an export with the players of a side: ``Ann, "Cat, the elder"``."""
    return ", ".join(
        '"{}"'.format(name.replace('"', '""')) if "," in name or name.startswith('"') else name
        for name in names
    )


def _read_players(cell: str) -> Sequence[str] | None:
    """Return the players in a cell of an export; ``None`` if it is not written as in one."""
    with suppress(csv.Error):
        names = next(csv.reader([cell], skipinitialspace=True), [])
        if write_players(names) == cell:
            return names
    return None


class _Row(NamedTuple):
    """A row: its first line, and its cells."""

    line: int
    cells: list[str]


class _Score(NamedTuple):
    """One side in one hand: its place in the table, its tally, and the points that the table has."""

    line: int
    side: Side
    tally: Tally
    points: int | None
    total: int | None


class _Hand(NamedTuple):
    """The cells of a row that are about a hand, by purpose, and the scores found in it, by side."""

    line: int
    about: dict[str, str]
    scores: dict[str, _Score]


def read_table(text: str, name: str, spelled: Callable[[str], str] = str) -> tuple[GameFile, ...]:
    """Return the games of a table; the rules are empty where it doesn't name them.

    ``spelled`` returns the spelling of a player's name; an export has its own. Raises
    :class:`~canasta_cli.errors.UnusableData` with the first fault, its line and its column.
    """
    try:
        rows = [_Row(line, cells) for line, cells in parse_csv(text) if any(map(str.strip, cells))]
    except Unreadable as error:
        raise UnusableData(f"{error.what}: {error.problem}", fix=_EXAMPLE) from None
    table = _Table(rows, spelled)
    games: dict[str, list[_Hand]] = {}
    for hand in table.hands():
        key = hand.about.get("game") or hand.about.get("date") or name
        games.setdefault(key, []).append(hand)
    if not games:
        raise _fault(table.head.line, ": there are no rows below it", _EXAMPLE)
    return tuple(_game(key, hands, table) for key, hands in games.items())


_ENDINGS = {ending.value: ending for ending in Ending}
_EXAMPLE = "The first line names the columns. Example: date,Ann & Cat,Bob & Dan"


def _fault(line: int, says: str, fix: str = "") -> UnusableData:
    return UnusableData(f"line {line:,}{abridged(says)}", fix=fix)


class _Table:
    """The rows of a table, and the place of the column for each purpose."""

    def __init__(self, rows: Sequence[_Row], spelled: Callable[[str], str]) -> None:
        if not rows:
            raise UnusableData("the table is empty", fix=_EXAMPLE)
        self.head, self.rows = rows[0], rows[1:]
        self.names = [cell.strip() for cell in self.head.cells]
        self.places = self._places()
        self.exported = {"tally", "points"} <= self.places.keys()
        # In a row about one side, a player may be called Total.
        every = self.rows
        if not self.places.keys() & {"side", "players"}:
            self.rows = [row for row in every if not _adds_up(row)]
        others = [] if {"tally", "points"} & self.places.keys() else self._others()
        of_one = {"players"} & self.places.keys()
        self.parts, self.wide = (others, []) if of_one else ([], others)
        self.spelled = str if self.exported else spelled
        self.seen: dict[tuple[str, frozenset[str]], Side] = {}
        for found, what, heading in (
            (others or {"tally", "points"} & self.places.keys(), "points", "points"),
            ({"date", "game"} & self.places.keys(), "the date", "date"),
            (self.wide or of_one, "the players", "players"),
        ):
            if not found:
                fix = f"Write “{heading}” above that column, in the first line."
                raise _fault(self.head.line, f": no column has {what}", fix)
        if self.wide and "side" in self.places:
            says = "each other column is that of a side"
            fix = "Remove this column; or name the players of each side in a column “players”."
            raise self.fault(self.head, self.places["side"], says, fix)
        self._check_cells()
        self.decimal = self._decimal()
        self.dates = self._dates() if "date" in self.places else {}
        self._check_sums(every)

    def _places(self) -> dict[str, int]:
        lower = [name.lower() for name in self.names]
        lower = [ALIASES[name] if ALIASES.get(name, name) not in lower else name for name in lower]
        twice = next((name for name in filter(None, lower) if lower.count(name) > 1), "")
        if twice:
            raise _fault(self.head.line, f": two columns are named “{twice}”")
        return {purpose: lower.index(purpose) for purpose in COLUMNS if purpose in lower}

    def _others(self) -> list[int]:
        """Return the columns without another purpose: each is a side."""
        return [
            place
            for place, name in enumerate(self.names)
            if name and place not in self.places.values()
        ]

    def fault(self, row: _Row | _Hand, place: int, says: str, fix: str = "") -> UnusableData:
        """Return the error about a cell."""
        return _fault(row.line, f", column {place + 1} ({self.names[place]}): {says}", fix)

    def common(self, rows: Sequence[_Hand], purpose: str) -> str:
        """Return what a column has in some rows; it may be empty in some of them, or in all."""
        filled = [row for row in rows if row.about.get(purpose)]
        for row in filled:
            if row.about[purpose] != filled[0].about[purpose]:
                says = f"“{row.about[purpose]}”, but “{filled[0].about[purpose]}” in line {filled[0].line:,}"
                fix = f"Write the same {purpose} in both lines, or leave one empty."
                raise self.fault(row, self.places[purpose], says, fix)
        return filled[0].about[purpose] if filled else ""

    def cell(self, row: _Row, purpose: str) -> str:
        """Return a cell as it was before the export made it harmless; empty if there is none."""
        place = self.places.get(purpose)
        text = row.cells[place].strip() if place is not None else ""
        return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA) else text

    def hands(self) -> Iterator[_Hand]:
        """Yield each row with what it says of a hand."""
        for row in self.rows:
            about = {purpose: self.cell(row, purpose) for purpose in self.places}
            about |= {"date": self.dates[row.line]} if row.line in self.dates else {}
            if about.get("dealer"):
                about["dealer"] = self.spelled(about["dealer"])
            if self.exported and about.get("ending", "") not in ("", *_ENDINGS):
                says, fix = f"“{about['ending']}” is not an ending", f"Write {either(_ENDINGS)}."
                raise self.fault(row, self.places["ending"], says, fix)
            if self.wide:
                filled = [place for place in self.wide if row.cells[place].strip()]
                if len(filled) <= 1:
                    raise _fault(row.line, ": fewer than two sides have points")
                scores = [self._score(row, place, self.names[place]) for place in filled]
                self._check_sum(row, sum(score.points or 0 for score in scores))
            else:
                side, players = self.cell(row, "side"), self.cell(row, "players")
                scores = [self._score(row, None, players, side)]
            by_side = {score.side.name: score for score in scores}
            if len(by_side) < len(scores):
                twice = ": one side has points in two columns"
                raise _fault(row.line, twice, "Name the players of a side in one heading only.")
            yield _Hand(row.line, about, by_side)

    def _check_cells(self) -> None:
        for row in self.rows:
            if any(row.cells[len(self.names) :]) or len(row.cells) < len(self.names):
                cells = count_of(len(row.cells), "cell")
                says = f" has {cells}; there are {count_of(len(self.names), 'column')}"
                raise _fault(row.line, says, "Check the separators and quotation marks.")

    def _check_sums(self, every: Sequence[_Row]) -> None:
        """Refuse a row of sums beside which the points above it add up to something else."""
        for place in self.wide:
            whole = since = 0
            for row in every:
                number = self._whole_number("".join(row.cells[place : place + 1]).strip())
                if not _adds_up(row):
                    whole, since = whole + (number or 0), since + (number or 0)
                    continue
                if number not in (None, whole, since):
                    says = f"the points above add up to {points(since)}, not to {points(number)}"
                    raise self.fault(row, place, says, "Correct the points, or this line.")
                since = 0

    def _side(self, row: _Row, place: int, players: str, given: str) -> Side:
        """Return a side, the same one if its players are named in another order."""
        split = _read_players(players) if self.exported else _PARTNERS.split(players)
        if split is None:
            says, fix = f"“{players}” is not a list of players", 'Example: Ann, "Cat, the elder"'
            raise self.fault(row, self.places["players"], says, fix)
        names = tuple(filter(None, (player.strip() for player in split)))
        if not self.exported and any(each.lower() in NAMES_OF_SIDES for each in names):
            fix = "Name the players of each side. Example: Ann & Cat"
            raise self.fault(row, place, f"“{players}” is a side, and not its players", fix)
        names = tuple(map(self.spelled, names))
        name = given or "+".join(names)
        if not name or name in HAND_KEYS:
            says = f"“{name}” can't be a side's name: game files use that word"
            raise self.fault(row, place, says if name else "the side has no name")
        side = Side(name, names or (self.spelled(name),))
        if self.exported:
            return side
        return self.seen.setdefault((given, frozenset(side.players)), side)

    def _score(self, row: _Row, place: int | None, players: str, name: str = "") -> _Score:
        """Return the score of a side: in a column of its own, or in those of a row about one side."""
        own = [self.places[each] for each in ("side", "players") if each in self.places]
        side = self._side(row, own[0] if place is None else place, players, name)
        # A total beside a column for each side is the total of none: _check_sum.
        has_total = not self.wide and self.cell(row, "total")
        total = self._number(row, self.places["total"]) if has_total else None
        columns = [place] if place is not None else self.parts
        if "points" in self.places:
            columns = [self.places["points"]]
        number = sum([self._number(row, each) for each in columns]) if columns else None
        if "tally" in self.places:
            tally = self._tally(row, self.places["tally"], self.cell(row, "tally"))
        else:
            tally = self._tally(row, columns[0], f"score:{number}")
        return _Score(row.line, side, tally, number, total)

    def _check_sum(self, row: _Row, added: int) -> None:
        """Refuse a total beside a column for each side that isn't the sum of its row."""
        if self.cell(row, "total"):
            place = self.places["total"]
            total = self._number(row, place)
            if total != added:
                says = f"the points in this line add up to {points(added)}, not to {points(total)}"
                fix = "Correct the points; or remove the column if it has something else."
                raise self.fault(row, place, says, fix)

    def _tally(self, row: _Row, place: int, text: str) -> Tally:
        try:
            return read_tally(text)
        except NotationError as error:
            raise self.fault(row, place, error.message, error.fix) from None

    def _decimal(self) -> str:
        """Return the mark before decimals: ``,`` if a number is ``1.107,00``, or all are like ``920,00``.

        It is empty if no number shows it.
        """
        columns = [*self.wide, *self.parts]
        columns += [self.places[each] for each in ("points", "total") if each in self.places]
        cells = [row.cells[place].strip() for row in self.rows for place in columns]
        marks = {text: _DECIMALS.search(text) for text in filter(None, cells)}
        sure = [
            found[1] for text, found in marks.items() if found and whole_number(text) is not None
        ]
        same = {found and found[1] for found in marks.values()}
        return sure[0] if sure else (same.pop() or "") if len(same) == 1 else ""

    def _whole_number(self, text: str) -> int | None:
        """Read a number of points as the others of the table are written."""
        decimals = _DECIMALS.search(text)
        if not self.decimal or self.decimal not in text:
            return None if self.decimal and decimals else whole_number(text)
        whole = text[: decimals.start()] if decimals else text
        return None if self.decimal in whole else whole_number(whole)

    def _number(self, row: _Row, place: int) -> int:
        text = row.cells[place].strip()
        number = self._whole_number(text)
        if number is None:
            says = f"“{text}” is not a whole number of points" if text else "the points are missing"
            fix = "Remove the column if it is not that of a side." if self.wide else ""
            fix = "Remove the column if it has no points." if self.parts else fix
            if whole_number(text) is not None:
                says = f"“{text}”, but another number has decimals after “{self.decimal}”"
                fix = "Write all numbers in one way."
            raise self.fault(row, place, says, fix)
        if number > 0 and place in self.parts and _AGAINST.search(self.names[place]):
            says = f"are the {points(number)} deducted?"
            fix = f"If so, write -{number}. If they count for the side, rename the column."
            raise self.fault(row, place, says, fix)
        return number

    def _dates(self) -> dict[int, str]:
        """Return the dates of all rows by their lines; all are written in one way."""
        place = self.places["date"]
        if self.exported:
            return {row.line: self.cell(row, "date") for row in self.rows}
        found: list[tuple[_Row, dict[str, str]]] = []
        forms: set[str] = set()
        for row in self.rows:
            text = self.cell(row, "date")
            readings = _readings(text)
            if not readings:
                says = f"“{text}” is not a date" if text else "the date is missing"
                raise self.fault(row, place, says, "Write it like 2026-09-12 or 12.09.2026.")
            forms = forms & readings.keys() if forms else set(readings)
            if not forms:
                says = f"“{text}” is written in another way than the dates above it"
                raise self.fault(row, place, says, "Write all dates in one way, like 2026-09-12.")
            found.append((row, readings))
        for row, readings in found:
            if len({readings[each] for each in forms}) > 1:
                says = f"{listed(readings[each] for each in sorted(forms))}: which one is meant?"
                raise self.fault(row, place, says, "Write all dates like 2026-09-12.")
        return {row.line: readings[min(forms)] for row, readings in found}


def _adds_up(row: _Row) -> bool:
    """True for a row with the sums of those above it."""
    first = next((cell.strip() for cell in row.cells if cell.strip()), "")
    return first.rstrip(":").lower() in SUMS


def _readings(text: str) -> dict[str, str]:
    """Return the days that a date can be, by the ways in which it can be written."""
    found = _DATE.fullmatch(text)
    if found is None:
        return {}
    first, mark, second, third = found.groups()
    parts = {"ymd": (first, second, third), "dmy": (third, second, first)}
    # With points between them the day comes before the month everywhere.
    parts |= {"mdy": (third, first, second)} if mark != "." else {}
    return {
        form + mark: day
        for form, (year, month, date) in parts.items()
        if len(year) == len("2026") and (day := day_of(f"{year}-{month:0>2}-{date:0>2}"))
    }


def _joined(rows: list[_Hand], table: _Table) -> list[_Hand]:
    """Join the rows of each hand: a new one begins with another number, or a side that it has."""
    hands: list[_Hand] = []
    for row in rows:
        number = row.about.get("hand", "")
        new = not hands or number != hands[-1].about.get("hand", "")
        if new or hands[-1].scores.keys() & row.scores.keys():
            hands.append(row)
        else:
            hands[-1].about["dealer"] = table.common((hands[-1], row), "dealer")
            hands[-1].about["forced"] = hands[-1].about.get("forced") or row.about.get("forced", "")
            hands[-1].scores.update(row.scores)
    return hands


def _game(name: str, rows: list[_Hand], table: _Table) -> GameFile:
    rules, ending = table.common(rows, "rules"), table.common(rows, "ending")
    hands = rows if table.wide else _joined(rows, table)
    sides, about = tuple(score.side for score in hands[0].scores.values()), hands[0].about
    in_turn = zip_longest(*(side.players for side in sides))
    players = tuple(player for each in in_turn for player in each if player is not None)
    game = Game(
        name,
        players,
        sides,
        dealer="",
        first_players=players,
        date=about.get("date", ""),
        ending=_ENDINGS.get(ending) if table.exported else None,
    )
    totals = dict.fromkeys((side.name for side in sides), 0)
    for number, hand in enumerate(hands, start=1):
        if hand.about.get("hand", "") not in ("", str(number)):
            says = f": its hand is {hand.about['hand']}, but it is hand {number} of the game"
            raise _fault(hand.line, says)
        if table.exported:
            game = _with_substitutes(game, hand, number)
        else:
            _check_players(hand, sides)
        _check_sides(hand, game, number)
        for side, score in hand.scores.items():
            totals[side] += score.points or 0
            if score.points is not None and score.total not in (None, totals[side]):
                says = f": the points of {side} add up to {points(totals[side])}"
                raise _fault(score.line, f"{says}, not to {points(score.total or 0)}")
    if not table.exported:
        _check_rise(hands)
    played = (as_seated(game, _hand(hand, sides), at) for at, hand in enumerate(hands, start=1))
    game = seated(game._replace(hands=tuple(played)))

    def where(_table: str, key: str, which: int) -> int | None:
        hand = hands[which - 1]
        return hand.scores[key].line if key in hand.scores else hand.line

    return GameFile(game, rules, {}, where)


def _check_rise(hands: Sequence[_Hand]) -> None:
    """Refuse a game in which every side has more points in each hand than before: these are totals."""
    scores = [[score.points for score in hand.scores.values()] for hand in hands]
    rises = (
        now is not None and before is not None and now > before
        for earlier, later in pairwise(scores)
        for before, now in zip(earlier, later, strict=True)
    )
    if len(hands) >= MANY_HANDS and all(rises):
        says = ": the points of all sides rise with each hand, so they are totals"
        raise _fault(hands[-1].line, says, "Write the points of each hand.")


def _with_substitutes(game: Game, hand: _Hand, number: int) -> Game:
    """Return a game with those who play a hand in the seats of others."""
    before = players_at(game, number)
    for side in (each for each in game.sides if each.name in hand.scores):
        now = hand.scores[side.name].side.players
        if len(now) != len(side.players):
            _check_players(hand, game.sides)
        for seat, player in zip(map(game.players.index, side.players), now, strict=True):
            if before[seat] != player:
                game = with_arrival(game, Arrival(number, seat, player))
    try:
        check_seats(game, number)
    except NoLongerKept as error:
        raise _fault(hand.line, f": {error.message}") from None
    return game


def _check_players(hand: _Hand, sides: tuple[Side, ...]) -> None:
    """Refuse a hand in which a side has other players than in the first of its game."""
    for side in sides:
        if side.name in hand.scores and hand.scores[side.name].side != side:
            fix = "Import its game file instead: canasta export -o FILE.canasta.toml"
            raise _fault(hand.line, f": {side.name} has other players than before", fix)


def _check_sides(hand: _Hand, game: Game, number: int) -> None:
    """Refuse a hand with other sides than the first of its game, or without one of them."""
    names = [side.name for side in game.sides]
    if other := [name for name in hand.scores if name not in names]:
        fix = "Name the games of one day in a column “game”."
        raise _fault(hand.line, f": {other[0]} is not a side of game {game.name}", fix)
    dealer = hand.about.get("dealer", "")
    if dealer and dealer not in players_at(game, number):
        raise _fault(hand.line, f": the dealer {dealer} is not a player of game {game.name}")
    if missing := [name for name in names if name not in hand.scores]:
        raise _fault(hand.line, f": there are no points for {missing[0]}")


def _hand(hand: _Hand, sides: tuple[Side, ...]) -> Hand:
    scores = [hand.scores[side.name] for side in sides]
    return Hand(
        tuple(score.tally for score in scores),
        dealer=hand.about.get("dealer") or None,
        claimed=tuple(score.points for score in scores),
        forced=bool(hand.about.get("forced")),
    )
