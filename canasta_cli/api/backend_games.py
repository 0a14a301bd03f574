"""The engine as the library needs it for tallies, games and game files; see ``backend``."""

import os
from collections.abc import Iterator, Mapping

from canasta_cli.api.backend import finding_of, refusals
from canasta_cli.api.errors import GameError
from canasta_cli.api.values import (
    Count,
    Difference,
    Finding,
    HandSide,
    Line,
    SideStanding,
    Standing,
)
from canasta_cli.engine.figures import check_spelling
from canasta_cli.engine.game.seating import first_dealer, seat
from canasta_cli.engine.game.standing import Played, standing
from canasta_cli.engine.game.standing import Standing as Totals
from canasta_cli.engine.items import Sheet
from canasta_cli.engine.score import HandCount, behind, count_hand_of, count_one_side
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.model.turn import Deal
from canasta_cli.notation.gamefile import GameFile
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.library import with_house_rules
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.scorekeeper.files import STDIN, Games, Job, check_text, to_file
from canasta_cli.show.sheet import line_name
from canasta_cli.show.verify import sentence

CountedGame = Totals


def count_side(tally: Tally, rules: Rules) -> tuple[Count, tuple[str, ...]]:
    """Count one side's tally; also return the undefined parameters on which the count depends."""
    check_spelling(tally, rules)
    counted = count_one_side(tally, rules)
    (sheet,) = counted.sheets
    return Count(sheet.total, _lines(sheet, rules), _against(counted)), behind(counted, rules)


def reasons_against(game: Game, given: tuple[Tally, ...], rules: Rules) -> tuple[Finding, ...]:
    """Return the reasons why the tallies of all sides of a hand can't be right."""
    for side, tally in zip(game.sides, given, strict=True):
        check_spelling(tally, rules, side.name)
    return _against(count_hand_of(game, given, rules))


def _against(counted: HandCount) -> tuple[Finding, ...]:
    return tuple(finding for each in counted.verdicts for finding in refusals(each))


def _lines(sheet: Sheet, rules: Rules) -> tuple[Line, ...]:
    return tuple(
        Line(each.item, line_name(each, rules), each.number, each.each, each.points)
        for each in sheet.lines
    )


def seated(players: tuple[str, ...], sides: tuple[Side, ...], rules: Rules) -> Game:
    """Return a game that begins with these players. Raises ``GameError`` if they don't fit."""
    try:
        found = seat(players, sides, rules)
    except NotUnderstood as error:
        raise GameError(error.message) from None
    return Game("", players, found, first_dealer(players, found, rules))


def counted(game: Game, rules: Rules) -> CountedGame:
    """Count all hands of a game."""
    return standing(game, rules)


def standing_of(found: CountedGame) -> Standing:
    """Return the standing of a counted game."""
    sides, winner = found.game.sides, found.outcome.winner
    to_target = found.to_target or (None,) * len(sides)
    columns = zip(sides, found.totals, found.minimums, to_target, strict=True)
    return Standing(
        tuple(
            SideStanding(side.name, side.players, total, tier.points, left)
            for side, total, tier, left in columns
        ),
        len(found.hands) + 1,
        found.dealer,
        found.outcome.over,
        None if winner is None else sides[winner].name,
        found.outcome.margin,
    )


CountedHand = tuple[int, str, tuple[HandSide, ...], Deal | None]
"""The number, the dealer, the result of each side, and the turns of a hand."""


def hands_of(found: CountedGame) -> tuple[CountedHand, ...]:
    """Return the finished hands of a counted game."""
    return tuple(_hand(played, found.game.sides, found.ruleset) for played in found.hands)


def _hand(played: Played, sides: tuple[Side, ...], rules: Rules) -> CountedHand:
    columns = zip(sides, played.hand.tallies, played.sheets, strict=True)
    results = tuple(
        HandSide(side.name, write_tally(tally), sheet.total, _lines(sheet, rules))
        for side, tally, sheet in columns
    )
    return played.number, played.dealer, results, played.hand.played


def file_of(found: CountedGame) -> GameFile:
    """Return a counted game as it is written to a file."""
    return to_file(found)


def differences_in(text: str) -> Iterator[Difference]:
    """Count a game file again, and yield everything in it that contradicts its rules."""
    checked = check_text(text, "", "")
    for placed in sorted(checked.differences, key=lambda each: each.line or 0):
        each = placed.difference
        found = each.finding and finding_of(each.finding, checked.ruleset)
        yield Difference(
            sentence(placed),
            each.hand,
            each.turn,
            each.side,
            each.expected,
            each.found,
            found.rule if found else "",
            (found and found.fix) or "",
            placed.line,
        )


def rules_of_file(name: str, house: Mapping[str, object]) -> Rules:
    """Return the rules that a game file names: the same value for all files with the same rules."""
    return with_house_rules(name, house)


def name_of_file(path: str) -> str:
    """Return the name of a game whose file gives none."""
    return Job(path, "").name


def games_in(name: str) -> Iterator[Job]:
    """Yield the games of a file or folder, each with its place, or with the error of reading it."""
    # For the command line, a dash is standard input.
    return iter(Games([os.path.join(os.curdir, name) if name == STDIN else name]))
