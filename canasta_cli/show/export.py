"""Export games: as CSV, as one HTML page, and as the tables of a database.

The command ``export`` calls it, and ``rules card`` for its page. ``journal/tables.py`` has the columns of the
tables, and writes them.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from canasta_cli.model.seats import names_in_hand
from canasta_cli.notation.csvfile import COLUMNS, FORMULA, HOUSE, write_players
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import by_name, tally_in_game_words
from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.layout import inert
from canasta_cli.show.sheet import line_name
from canasta_cli.show.standing import players_text, won
from canasta_cli.version import __version__
from canasta_cli.words import listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing
    from canasta_cli.model.game import Note, Tally


def _tally(tally: Tally, standing: Standing, *, typed: bool = False) -> str:
    return write_tally(tally_in_game_words(tally, standing.ruleset), typed=typed)


def to_csv(standings: Iterable[Standing]) -> str:
    """Format games as CSV: one row for each side in each hand."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for standing in (each.as_played for each in standings):
        game, rules = standing.game, standing.ruleset
        named = rules.base + (HOUSE if rules.house else "")
        for played in standing.hands:
            sitting = names_in_hand(game, played.number)
            columns = (game.sides, played.hand.tallies, played.points, played.after)
            for side, tally, scored, total in zip(*columns, strict=True):
                words = (
                    game.name,
                    game.date,
                    played.number,
                    played.dealer,
                    side.name,
                    write_players(sitting[player] for player in side.players),
                    _tally(tally, standing),
                    scored,
                    total,
                    "yes" if played.hand.by_force else "",
                    named,
                    game.ending.value if game.ending else "",
                )
                writer.writerow(map(_harmless, words))
    return text.getvalue()


def _harmless(cell: object) -> object:
    """Return a cell that no spreadsheet treats as a formula."""
    if not isinstance(cell, str):
        return cell
    shown = inert(cell)
    return f"'{shown}" if cell.startswith(FORMULA) else shown


def after_what(note: Note) -> str:
    """Format the place of a note in the game, or the hand that it is on."""
    if note.hand:
        return f"hand {note.hand}"
    if note.turn:
        return f"hand {note.after + 1}, after turn {note.turn}"
    return f"after hand {note.after}" if note.after else "before the first hand"


def after(standing: Standing) -> str:
    """Format who won, or each side's next initial meld and the dealer."""
    if standing.outcome.over:
        return won(standing)
    needs = (
        f"{asked(tier)} for {side.name}"
        for side, tier in zip(standing.game.sides, standing.minimums, strict=True)
    )
    return f"Next initial melds: {listed(needs)}. {standing.dealer} deals."


def to_html(standing: Standing) -> str:
    """Format a game as one self-contained HTML page: score pad, sheets, notes."""
    standing = standing.as_played
    return render_page(
        "score",
        "Canasta score",
        title=standing.game.name,
        subtitle=", ".join(filter(None, (standing.ruleset.title, standing.game.event))),
        date=standing.game.date,
        sides=[
            {
                "name": s.name,
                "players": players_text(s, standing.game),
                "total": points(total),
            }
            for s, total in zip(standing.game.sides, standing.totals, strict=True)
        ],
        hands=[_hand(played, standing) for played in standing.hands],
        after=after(standing),
        notes=[{"where": after_what(note), "text": note.text} for note in standing.game.notes],
        house=[name for name, _ in by_name(standing.ruleset.house, standing.ruleset)],
    )


def render_page(kind: str, subject: str, **values: object) -> str:
    """Render the page with the body and the style of this kind."""
    body = render(_template(f"{kind}.html"), version=__version__, **values)
    return page_of(str(values["title"]), subject, _template(f"{kind}.css"), body)


def render(template: str, **values: object) -> str:
    """Fill in a template of HTML; every text is escaped, and no letter in it is hidden."""
    from jinja2 import Environment

    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # What is marked as safe is not a plain text.
        finalize=lambda value: inert(value) if type(value) is str else value,
    )
    return environment.from_string(template).render(values)


def page_of(title: str, subject: str, css: str, body: str, script: str = "") -> str:
    """Make a page of a body; it allows no style and no script but its own."""
    css, script = f"\n{css}{_template('page.css')}", f"\n{script}" if script else ""
    return render(
        _template("page.html"),
        title=title,
        subject=subject,
        css=css,
        style=_hash(css),
        body=body,
        script=script,
        allowed=_hash(script) if script else "",
    )


def _hash(text: str) -> str:
    """Return the hash by which a policy of a page allows a style or a script."""
    from base64 import b64encode
    from hashlib import sha256

    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _template(file: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), file), encoding="utf-8") as opened:
        return opened.read()


def _hand(played: Played, standing: Standing) -> dict[str, Any]:
    return {
        "number": played.number,
        "dealer": played.dealer,
        "forced": played.hand.by_force,
        "points": [
            (points(scored), points(total))
            for scored, total in zip(played.points, played.after, strict=True)
        ],
        "sheets": [
            {
                "side": side.name,
                "tally": _tally(tally, standing, typed=True),
                "total": points(sheet.total),
                "lines": [
                    (line_name(line, standing.ruleset), points(line.points)) for line in sheet.lines
                ],
            }
            for side, tally, sheet in zip(
                standing.game.sides, played.hand.tallies, played.sheets, strict=True
            )
        ],
    }


# Games as the tables of a database: games, players, sides, hands, seats, scores and lines.


class GameTables:
    """The rows of all tables about some games, in the order of the games, hands and sides.

    ``person`` returns what is the same in all spellings of a name; a player has the first one.
    """

    def __init__(self, standings: Iterable[Standing], person: Callable[[str], str]) -> None:
        self.person = person
        self.people: dict[str, int] = {}
        self.rows: dict[str, list[tuple[object, ...]]] = {
            "games": [],
            "players": [],
            "sides": [],
            "hands": [],
            "seats": [],
            "scores": [],
            "lines": [],
        }
        for standing in standings:
            self._add_game(standing.as_played)

    def _add(self, table: str, *values: object) -> int:
        """Add a row with a number of its own, and return that."""
        rows = self.rows[table]
        texts = (inert(each) if isinstance(each, str) else each for each in values)
        rows.append((len(rows) + 1, *texts))
        return len(rows)

    def _player(self, name: str) -> int:
        key = self.person(name)
        if key not in self.people:
            self.people[key] = self._add("players", name)
        return self.people[key]

    def _add_game(self, standing: Standing) -> None:
        game, rules, outcome = standing.game, standing.ruleset, standing.outcome
        number = self._add(
            "games",
            game.name,
            game.date,
            game.event,
            rules.base,
            int(bool(rules.house)),
            rules.end.target,
            int(outcome.over),
            game.ending.value if game.ending else None,
        )
        totals = enumerate(zip(game.sides, standing.totals, strict=True))
        sides = [
            self._add("sides", number, place + 1, side.name, total, int(outcome.winner == place))
            for place, (side, total) in totals
        ]
        for played in standing.hands:
            self._add_hand(standing, played, number, sides)

    def _add_hand(self, standing: Standing, played: Played, game: int, sides: list[int]) -> None:
        from canasta_cli.engine.game.stats import who_played  # no other form needs it

        playing = who_played(standing, played.number)
        players = [(self._player(name), sides[place]) for name, place in playing]
        forced = int(played.hand.by_force)
        hand = self._add("hands", game, played.number, self._player(played.dealer), forced)
        self.rows["seats"] += [(hand, *seat) for seat in players]
        columns = (sides, played.hand.tallies, played.sheets, played.after)
        for side, tally, sheet, total in zip(*columns, strict=True):
            words = inert(_tally(tally, standing))
            self.rows["scores"].append((hand, side, words, sheet.total, total))
            for line in sheet.lines:
                name = line_name(line._replace(because=""), standing.ruleset)
                numbers = (line.number, line.each, line.points)
                self._add("lines", hand, side, line.item, name, line.because, *numbers)
