"""Format the results of checking and importing game files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.finding import fix, message
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.files import CheckedFile, PlacedDifference


class DifferenceText(NamedTuple):
    """A difference in words, with its numbers and its rule if there are any."""

    line: int | None
    what: str
    expected: int | None = None
    found: int | None = None
    rule: str = ""
    fix: str = ""


class Report(NamedTuple):
    """The result of checking one game, in words and numbers, so that it can be sent by a worker.

    ``game`` describes the game, ``by_force`` are its forced hands; ``error`` is the reason if
    nothing could be checked.
    """

    file: str
    line: int | None = None
    game: str = ""
    differences: tuple[DifferenceText, ...] = ()
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


def crash_report(file: str, line: int | None) -> Report:
    """Report a game whose check crashed its process every time."""
    crashed = DifferenceText(None, "checking this game crashed its process")
    return Report(file, line, differences=(crashed,))


def report_on(checked: CheckedFile) -> Report:
    """Return the report of a file that was checked."""
    hands = len(checked.game.hands)
    deal = checked.game.deal
    turns = len(deal.turns) if deal else 0
    in_play = f" and {count_of(turns, 'turn')} of hand {hands + 1}" if turns else ""
    game = f"{count_of(hands, 'hand')}{in_play}, {checked.ruleset.name}"
    forced = [number for number, hand in enumerate(checked.game.hands, 1) if hand.by_force]
    forced += [hands + 1] if deal is not None and deal.by_force else []
    differences = tuple(
        sorted(map(_in_words, checked.differences), key=lambda difference: difference.line or 0)
    )
    return Report(checked.file, None, game, differences, by_force=tuple(forced))


def _in_words(placed: PlacedDifference) -> DifferenceText:
    each = placed.difference
    rule = each.finding
    return DifferenceText(
        placed.line,
        sentence(placed),
        each.expected,
        each.found,
        rule.rule if rule else "",
        (rule and fix(rule)) or "",
    )


def reports_blocks(reports: Iterable[Report]) -> Blocks:
    """Format a line for each game that was read, and below it every difference."""
    return tuple(block for report in reports for block in _blocks(report))


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
        yield Text(
            f"line {difference.line}: {difference.what}" if difference.line else difference.what,
            indent=2,
        )
        if difference.rule:
            yield Text(f"Fix: {difference.fix} (rule {difference.rule}).", Style.QUIET, 4)


def sentence(placed: PlacedDifference) -> str:
    """Format a difference: its place, the points in the file, the points counted."""
    each = placed.difference
    where = f"hand {each.hand}" if each.hand else ""
    where += f", {each.side}" if each.side else ""
    where += f", turn {each.turn}" if each.turn else ""
    where += ": " if where else ""
    if each.finding:
        return f"{where}{message(each.finding)}"
    if each.expected is None or each.found is None:
        return f"{where}{each.what}"
    off = each.found - each.expected
    way = "too many" if off > 0 else "too few"
    return (
        f"{where}the file says {points(each.found)}, the count is {points(each.expected)} "
        f"({points(abs(off))} {way})"
    )


DIFFERENCE_KEYS = Keys(
    "A difference in a game file",
    {
        "line": "The line of the file; null if unknown.",
        "what": "What differs.",
        "expected": "What the program counts; null if it is not a number.",
        "found": "What the file says; null if it is not a number.",
        "rule": "The id of the rule, only if one is broken.",
    },
)
FILE_KEYS = Keys(
    "A game file",
    {
        "file": "The file; `-` for standard input.",
        "ok": "True if there is no difference.",
        "by_force": "The numbers of hands recorded against the rules, only if there are any.",
        "differences": Object("The differences.", DIFFERENCE_KEYS),
    },
)
FILES_KEYS = Keys(
    "canasta verify with single files",
    {"ok": "True if there is no difference.", "files": Object("The files.", FILE_KEYS)},
)
IMPORT_KEYS = Keys(
    "canasta import",
    {"imported": "The names of the games imported."},
    (FILES_KEYS,),
)
STREAM_KEYS = Keys(
    "canasta verify, one game of many",
    {
        "ok": "True if there is no difference; null if the game can’t be read.",
        "line": "The line of a file with a game on each line; null for other files.",
        "error": "Why the game can’t be read, only if so.",
        "fix": "How to correct that, only if known.",
    },
    (FILE_KEYS,),
)
SUMMARY_KEYS = Keys(
    "canasta verify, last line for many",
    {
        "ok": "True if there is no difference.",
        "games": "The number of games.",
        "files": "The number of files.",
        "hold": "The number of games without a difference.",
        "differ": "The number of games with differences.",
        "unread": "The number of games that can’t be read.",
    },
)


def reports_json(reports: Iterable[Report]) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta verify`` for files that are named."""
    files = [_keys(report) for report in reports]
    return {"ok": all(each["ok"] for each in files), "files": files}


def report_json(report: Report) -> Mapping[str, Any]:
    """Return the JSON keys of one game among many; ``ok`` is null if it can't be read."""
    where = {"file": report.file, "line": report.line}
    if report.error:
        fix = {"fix": report.fix} if report.fix else {}
        return {**where, "ok": None, "error": report.error, **fix}
    return {**where, **_keys(report)}


def _keys(report: Report) -> Mapping[str, Any]:
    return {
        "file": report.file,
        "ok": report.is_correct,
        **({"by_force": report.by_force} if report.by_force else {}),
        "differences": [_difference(difference) for difference in report.differences],
    }


def _difference(difference: DifferenceText) -> Mapping[str, Any]:
    rule = {"rule": difference.rule} if difference.rule else {}
    return {
        "line": difference.line,
        "what": difference.what,
        "expected": difference.expected,
        "found": difference.found,
        **rule,
    }


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
    return (Text(summary_line(total, files), Style.GOOD if good else Style.BAD),)


def summary_line(total: VerifySummary, files: int) -> str:
    """Format a sum: always all three numbers, so that programs find them too."""
    return (
        f"{count_of(total.games, 'game')} in {count_of(files, 'file')}: {points(total.correct)} ok, "
        f"{points(total.differ)} with differences, {points(total.unread)} unreadable"
    )


def summary_json(total: VerifySummary, files: int) -> Mapping[str, Any]:
    """Return the same as the last line of JSON."""
    return {
        "ok": total.correct == total.games,
        "games": total.games,
        "files": files,
        "hold": total.correct,
        "differ": total.differ,
        "unread": total.unread,
    }
