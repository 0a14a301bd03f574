"""Export games: as CSV, and as one HTML page with a chart of the totals.

The command ``export`` calls it, and ``rules card`` for its page.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from canasta_cli.model.seats import names_in_hand
from canasta_cli.notation.csvfile import COLUMNS, FORMULA, HOUSE, write_players
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import by_name, tally_in_game_words
from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.layout import inert, width
from canasta_cli.show.sheet import line_name
from canasta_cli.show.standing import players_text, won
from canasta_cli.values import NamedTuple
from canasta_cli.version import __version__
from canasta_cli.words import listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing
    from canasta_cli.model.game import Game, Note, Side, Tally


# Compute the chart of the totals hand by hand; the HTML page draws it.

# The page scales the chart: on a phone a unit is about two thirds of a pixel. Labels are at most
# LETTER units high there, and each of their letters at most LETTER_WIDTH wide.
WIDTH, HEIGHT = 480, 270
LEFT, RIGHT, TOP, BOTTOM = 100, 112, 16, 32
LETTER, LETTER_WIDTH = 18, 10
LONGEST_NAME = (RIGHT - 8) // LETTER_WIDTH
STEPS = (100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 100_000, 1_000_000)
MOST_LINES = 7


class Frame(NamedTuple):
    """The scales of the chart: hands from left to right, totals from bottom to top."""

    hands: int
    lowest: int
    highest: int

    def across(self, hand: int) -> float:
        """Return the horizontal position of a hand; hand 0 is the start."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / max(self.hands, 1), 1)

    def down(self, total: int) -> float:
        """Return the vertical position of a total."""
        share = (total - self.lowest) / max(self.highest - self.lowest, 1)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def chart(standing: Standing) -> dict[str, Any]:
    """Return the values that the page draws: the lines of the sides, the grid, the target."""
    places = range(len(standing.game.sides))
    totals_of_sides = [[0, *(played.after[at] for played in standing.hands)] for at in places]
    target = standing.ruleset.end.target
    every = [total for totals in totals_of_sides for total in totals]
    least, most = min(every), max((*every, target or 0))
    # The smallest round step that needs few lines.
    step = next((step for step in STEPS if (most - least) / step < MOST_LINES), STEPS[-1])
    lowest, highest = least // step * step, -(-most // step) * step
    frame = Frame(len(standing.hands), lowest, highest)
    grid = [(frame.down(at), points(at)) for at in range(lowest, highest + 1, step)]
    goal = None if target is None else frame.down(target)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        # The target is named in the place of numbers of the grid that are close to it.
        "grid": [
            (down, "" if goal is not None and abs(down - goal) < LETTER else words)
            for down, words in grid
        ],
        "hands": [(frame.across(hand), hand) for hand in _marked(len(standing.hands))],
        "target": None if goal is None else (goal, points(target or 0)),
        "lines": [
            {
                "name": _cut(inert(side.name)),
                "points": " ".join(
                    f"{frame.across(hand)},{frame.down(total)}" for hand, total in enumerate(totals)
                ),
                "end": (frame.across(len(standing.hands)), frame.down(totals[-1])),
                "label": label,
                "total": points(totals[-1]),
            }
            for side, totals, label in zip(
                standing.game.sides, totals_of_sides, _labels(totals_of_sides, frame), strict=True
            )
        ],
    }


def _cut(name: str) -> str:
    """Return a name as long as the space beside the chart."""
    if width(name) <= LONGEST_NAME:
        return name
    while width(name) >= LONGEST_NAME:
        name = name[:-1]
    return f"{name}…"


def _labels(totals_of_sides: list[list[int]], frame: Frame) -> list[float]:
    """Return the height of the label of each side's line: at its end, but apart from the others."""
    ends = [frame.down(totals[-1]) for totals in totals_of_sides]
    order = sorted(range(len(ends)), key=lambda side: ends[side])
    gap = min(LETTER, (HEIGHT - TOP - BOTTOM) / max(len(ends) - 1, 1))
    labels = list(ends)
    lowest = float(TOP)
    for side in order:
        labels[side] = max(ends[side], lowest)
        lowest = labels[side] + gap
    highest = float(HEIGHT - BOTTOM)
    for side in reversed(order):
        labels[side] = round(min(labels[side], highest), 1)
        highest = labels[side] - gap
    return labels


def _marked(hands: int) -> range:
    """Return the hands that are labelled: all, or at intervals that leave space for their numbers."""
    label = (len(str(hands)) + 1) * LETTER_WIDTH
    return range(0, hands + 1, max(1, -(-hands * label // (WIDTH - LEFT - RIGHT))))


# Export games: as CSV, and as one HTML page.


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


def _subtitle(standing: Standing) -> str:
    return ", ".join(filter(None, (standing.ruleset.title, standing.game.event)))


def after(standing: Standing) -> str:
    """Format who won, or each side's next initial meld and the dealer."""
    if standing.outcome.over:
        return won(standing)
    needs = (
        f"{asked(tier)} for {side.name}"
        for side, tier in zip(standing.game.sides, standing.minimums, strict=True)
    )
    return f"Next initial melds: {listed(needs)}. {standing.dealer} deals."


def _partners(side: Side, game: Game) -> str:
    """Name the players of a side; empty if it is named after its only player."""
    players = players_text(side, game)
    return "" if players == side.name else players


def to_html(standing: Standing) -> str:
    """Format a game as one self-contained HTML page: score pad, chart, sheets, notes."""
    standing = standing.as_played
    return render_page(
        "score",
        "Canasta score",
        title=inert(standing.game.name),
        subtitle=inert(_subtitle(standing)),
        date=inert(standing.game.date),
        sides=[
            {
                "name": inert(s.name),
                "players": inert(_partners(s, standing.game)),
                "total": points(total),
            }
            for s, total in zip(standing.game.sides, standing.totals, strict=True)
        ],
        hands=[_hand(played, standing) for played in standing.hands],
        after=inert(after(standing)),
        chart=chart(standing) if standing.hands else None,
        notes=[
            {"where": after_what(note), "text": inert(note.text)} for note in standing.game.notes
        ],
        house=[name for name, _ in by_name(standing.ruleset.house, standing.ruleset)],
    )


def render_page(kind: str, subject: str, **values: object) -> str:
    """Render the page with the body and the style of this kind."""
    body = render(_template(f"{kind}.html"), version=__version__, **values)
    return page_of(str(values["title"]), subject, _template(f"{kind}.css"), body)


def render(template: str, **values: object) -> str:
    """Fill in a template of HTML; every value is escaped."""
    from jinja2 import Environment

    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
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
        "dealer": inert(played.dealer),
        "forced": played.hand.by_force,
        "points": [
            (points(scored), points(total))
            for scored, total in zip(played.points, played.after, strict=True)
        ],
        "sheets": [
            {
                "side": inert(side.name),
                "tally": inert(_tally(tally, standing, typed=True)),
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
