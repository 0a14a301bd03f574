"""Format the results of checking and importing game files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.seats import substitutes
from canasta_cli.show.finding import fix, message
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.verification import Mismatch
    from canasta_cli.engine.rule import RuleFinding
    from canasta_cli.model.game import Arrival
    from canasta_cli.scorekeeper.files import CheckedFile


class Report(NamedTuple):
    """The result of checking one game, in words and numbers, so that it can be sent between processes.

    ``game`` describes the game, ``by_force`` are its forced hands; ``error`` is the reason if
    nothing could be checked.
    """

    file: str
    line: int | None = None
    game: str = ""
    differences: tuple[Difference, ...] = ()
    error: str = ""
    fix: str = ""
    by_force: tuple[int, ...] = ()

    @property
    def where(self) -> str:
        """The origin of the game as printed: its file, and its line in a stream."""
        return f"{self.file}:{self.line}" if self.line else self.file

    @property
    def is_correct(self) -> bool:
        """True if the game was read and has no differences."""
        return not self.differences and not self.error


def report_on(checked: CheckedFile) -> Report:
    """Return the report of a file that was checked."""
    hands = len(checked.game.hands)
    deal = checked.game.deal
    turns = len(deal.turns) if deal else 0
    in_play = f" and {count_of(turns, 'turn')} of hand {hands + 1}" if turns else ""
    game = f"{count_of(hands, 'hand')}{in_play}, {checked.ruleset.name}"
    forced = [number for number, hand in enumerate(checked.game.hands, 1) if hand.by_force]
    forced += [hands + 1] if deal is not None and deal.by_force else []
    return Report(checked.file, None, game, differences_of(checked), by_force=tuple(forced))


def differences_of(
    checked: CheckedFile, fix: Callable[[RuleFinding], str | None] = fix
) -> tuple[Difference, ...]:
    """Return the differences of a file in its order; ``fix`` formats how to correct each."""
    return tuple(
        Difference(each, fix=(each.finding and fix(each.finding)) or None)
        for each in sorted(checked.differences, key=lambda each: each.line or 0)
    )


def reports_blocks(reports: Iterable[Report]) -> Blocks:
    """Format a line for each game that was read, and below it every difference."""
    return tuple(block for report in reports for block in _blocks(report))


def preview_blocks(tables: Sequence[CheckedFile]) -> Blocks:
    """Format a row for each game of a table, its substitutes, and what the rules refuse in it."""
    heads = ("date", "game", "rules", "hands", "points")
    rows = (
        (
            each.game.date,
            each.game.name,
            each.ruleset.name,
            points(len(each.game.hands)),
            ", ".join(
                f"{side.name} {points(total)}"
                for side, total in zip(each.game.sides, each.standing.totals, strict=True)
            )
            if each.standing
            else "?",
        )
        for each in tables
    )
    came = (
        Text(f"{game}: {player} plays for {left} from hand {hand} on.", Style.NOTICE)
        for game, (hand, _, player), left in substitutes_in(tables)
    )
    wrong = reports_blocks(report_on(each) for each in tables if each.differences)
    return (Grid(heads, rows, (0, 1, 2, 4)), *came, *wrong)


def substitutes_in(games: Iterable[CheckedFile]) -> list[tuple[str, Arrival, str]]:
    """List the substitutes, each with the name of the game, and of the player whose seat it was."""
    return [(each.game.name, *came) for each in games for came in substitutes(each.game)]


def _blocks(report: Report) -> Iterable[Block]:
    forced = ""
    if report.by_force:
        forced = f"; forced: {listed(f'hand {hand}' for hand in report.by_force)}"
    what = f" ({report.game}{forced})" if report.game else ""
    if report.is_correct:
        yield Text(f"{report.where}: ok{what}", Style.GOOD)
        return
    # A difference is between two numbers; anything else is an error in the game.
    only_scores = all(difference.expected is not None for difference in report.differences)
    number = count_of(len(report.differences), "difference" if only_scores else "problem")
    yield Text(f"{report.where}: {number}{what}", Style.BAD)
    for difference in report.differences:
        where = f"line {difference.line}: " if difference.line else ""
        yield Text(where + difference.message, indent=2)
        if difference.fix:
            yield Text(f"Fix: {difference.fix} (rule {difference.rule}).", Style.QUIET, 4)


def sentence(each: Mismatch) -> str:
    """Format a difference: its place, the points in the file, the points counted."""
    where = f"hand {each.hand}" if each.hand else ""
    where += f", {each.side}" if each.side else ""
    where += f", turn {each.turn}" if each.turn else ""
    where += ": " if where else ""
    if each.finding:
        return f"{where}{message(each.finding)}"
    if each.expected is None or each.found is None:
        return f"{where}{each.what}"
    off = each.found - each.expected
    says, count = points(each.found), points(each.expected)
    way = f"{points(abs(off))} {'too many' if off > 0 else 'too few'}"
    return f"{where}the file says {says}, the count is {count} ({way})"


class Difference(Answer):
    """A difference in a game file."""

    message: str = key("What differs, in a sentence without its full stop.", sentence)
    hand: int = key("The number of the hand; 0 for the game itself.")
    turn: int = key(
        "The number of the turn; 0 for a tallied hand or the deal; that after the last stands for the "
        "cards left."
    )
    side: str | None = key("The side that it is about; null for all.")
    expected: int | None = key("What the program counts; null if it is not a number.")
    found: int | None = key("What the file says; null if it is not a number.")
    rule: str | None = key(
        "The id of the rule that is broken; null for none.",
        lambda it: it.finding and it.finding.rule,
    )
    fix: str | None = key("How to correct it; null if unknown.")
    line: int | None = key("The line of the file; null if unknown.")


class FileReport(Answer):
    """A game file."""

    file: str = key(
        "The file; `-` for standard input. Of a CSV table also the line where the game begins: `a.csv:2`."
    )
    ok: bool = key("True if there is no difference.", lambda it: it.is_correct)
    by_force: Sequence[int] = optional(
        "The numbers of hands recorded against the rules, only if there are any."
    )
    differences: Sequence[Difference] = key("The differences.")


class FilesAnswer(Answer, of="verify"):
    """canasta verify with single files."""

    ok: bool = key(
        "True if there is no difference.", lambda it: all(each.is_correct for each in it)
    )
    files: Sequence[FileReport] = key("The files.", FileReport.of_each)


class SubstituteInGame(Answer):
    """A substitute in an imported game."""

    game: str = key("The name of the game.", lambda it: it[0])
    player: str = key("The name of the substitute.", lambda it: it[1].player)
    instead_of: str = key("Who played before.", lambda it: it[2])
    hand: int = key("The hand from which on it holds.", lambda it: it[1].hand)


class ImportAnswer(FilesAnswer, of="import"):
    """canasta import."""

    imported: Sequence[str] = key("The names of the games imported.")
    substitutes: Sequence[SubstituteInGame] = key("The substitutes in the games that were read.")


LINE = "The line of a file with a game on each line; null for other files."


class GameInStreamAnswer(FileReport, of="verify"):
    """canasta verify, one game of many."""

    line: int | None = key(LINE)


class UnreadGameAnswer(Answer, of="verify"):
    """canasta verify, an unread game."""

    file: str = key("The file; `-` for standard input.")
    line: int | None = key(LINE)
    ok: None = key("Null.", absent)
    error: str = key("Why the game can’t be read.")
    fix: str | None = optional("How to correct that, only if known.")


def report_answer(report: Report) -> Answer:
    """Return the answer of ``canasta verify`` about one game of many."""
    return UnreadGameAnswer(report) if report.error else GameInStreamAnswer(report)


class SummaryAnswer(Answer, of="verify"):
    """canasta verify, last line for many."""

    ok: bool = key("True if there is no difference.", lambda it: it.correct == it.games)
    games: int = key("The number of games.")
    files: int = key("The number of files.")
    hold: int = key("The number of games without a difference.", lambda it: it.correct)
    differ: int = key("The number of games with differences.")
    unread: int = key("The number of games that can’t be read.")


class VerifySummary(NamedTuple):
    """The number of games checked so far, and their results."""

    games: int = 0
    correct: int = 0
    unread: int = 0

    @property
    def differ(self) -> int:
        """The number of games that were read and have differences."""
        return self.games - self.correct - self.unread

    def plus(self, report: Report) -> VerifySummary:
        """Return the sum with one more report."""
        return VerifySummary(
            self.games + 1, self.correct + report.is_correct, self.unread + bool(report.error)
        )


def summary_blocks(total: VerifySummary, files: int) -> Blocks:
    """Format the line at the end of many games."""
    good = total.correct == total.games
    # Always all three numbers, so that programs find them too.
    line = (
        f"{count_of(total.games, 'game')} in {count_of(files, 'file')}: {points(total.correct)} ok, "
        f"{points(total.differ)} with differences, {points(total.unread)} unreadable"
    )
    return (Text(line, Style.GOOD if good else Style.BAD),)
