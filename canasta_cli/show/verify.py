"""Format the results of checking and importing game files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from canasta_cli.errors import CanastaError
from canasta_cli.scorekeeper.files import CheckedFile, PlacedDifference, check_text
from canasta_cli.scorekeeper.job import Job, place
from canasta_cli.show.finding import message, remedy
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.words import count_of, listed, points

ENDED = "checking this game crashed its process"


class Worded(NamedTuple):
    """A difference in words, with its numbers and its rule if there are any."""

    line: int | None
    what: str
    expected: int | None = None
    found: int | None = None
    rule: str = ""
    remedy: str = ""


class Report(NamedTuple):
    """The result of checking one game, in words and numbers, so that workers can send it.

    ``game`` describes the game, ``by_force`` are its forced hands; ``trouble`` is the reason if
    nothing could be checked.
    """

    file: str
    line: int | None = None
    game: str = ""
    differences: tuple[Worded, ...] = ()
    trouble: str = ""
    remedy: str = ""
    by_force: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Return whether the game was read and has no differences."""
        return not self.differences and not self.trouble


def report_of(job: Job) -> Report:
    """Check one game, and report it even if it can't be read."""
    if job.trouble:
        return Report(job.file, job.line, trouble=job.trouble, remedy=job.remedy)
    try:
        checked = check_text(job.text, job.where, job.name)
    except CanastaError as error:
        return Report(job.file, job.line, trouble=error.message, remedy=error.remedy)
    return reported(checked)._replace(file=job.file, line=job.line)


def lost(job: Job) -> Report:
    """Return the report of a game whose check crashed its process every time."""
    return Report(job.file, job.line, differences=(Worded(None, ENDED),))


def reported(checked: CheckedFile) -> Report:
    """Return the report of a file that was checked."""
    hands = len(checked.game.hands)
    deal = checked.game.deal
    turns = len(deal.turns) if deal else 0
    in_play = f" and {count_of(turns, 'turn')} of hand {hands + 1}" if turns else ""
    game = f"{count_of(hands, 'hand')}{in_play}, {checked.ruleset.name}"
    forced = [number for number, hand in enumerate(checked.game.hands, 1) if hand.by_force]
    forced += [hands + 1] if deal is not None and deal.by_force else []
    differences = tuple(sorted(map(_told, checked.differences), key=lambda told: told.line or 0))
    return Report(checked.file, None, game, differences, by_force=tuple(forced))


def _told(placed: PlacedDifference) -> Worded:
    each = placed.difference
    rule = each.finding
    return Worded(
        placed.line,
        sentence(placed),
        each.expected,
        each.found,
        rule.rule if rule else "",
        (rule and remedy(rule)) or "",
    )


def checked_blocks(reports: Iterable[Report]) -> Blocks:
    """Format a line for each game that was read, and below it every difference."""
    return tuple(block for report in reports for block in _blocks(report))


def _blocks(report: Report) -> Iterable[Block]:
    where = place(report.file, report.line)
    forced = ""
    if report.by_force:
        forced = f"; forced: {listed(f'hand {hand}' for hand in report.by_force)}"
    what = f" ({report.game}{forced})" if report.game else ""
    if report.holds:
        yield Text(f"{where}: ok{what}", Style.GOOD)
        return
    # A difference is between two numbers; anything else is an error in the game.
    only_scores = all(told.expected is not None for told in report.differences)
    number = count_of(len(report.differences), "difference" if only_scores else "problem")
    yield Text(f"{where}: {number}{what}", Style.BAD)
    for told in report.differences:
        yield Text(f"line {told.line}: {told.what}" if told.line else told.what, indent=2)
        if told.rule:
            yield Text(f"Fix: {told.remedy} (rule {told.rule}).", Style.QUIET, 4)


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


def checked_json(reports: Iterable[Report]) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta verify`` for files that are named."""
    files = [_keys(report) for report in reports]
    return {"ok": all(each["ok"] for each in files), "files": files}


def report_json(report: Report) -> Mapping[str, Any]:
    """Return the JSON keys of one game among many; ``ok`` is null if it can't be read."""
    where = {"file": report.file, "line": report.line}
    if report.trouble:
        remedy = {"remedy": report.remedy} if report.remedy else {}
        return {**where, "ok": None, "error": report.trouble, **remedy}
    return {**where, **_keys(report)}


def _keys(report: Report) -> Mapping[str, Any]:
    return {
        "file": report.file,
        "ok": report.holds,
        **({"by_force": report.by_force} if report.by_force else {}),
        "differences": [_difference(told) for told in report.differences],
    }


def _difference(told: Worded) -> Mapping[str, Any]:
    rule = {"rule": told.rule} if told.rule else {}
    return {
        "line": told.line,
        "what": told.what,
        "expected": told.expected,
        "found": told.found,
        **rule,
    }


class Sum(NamedTuple):
    """The number of games checked so far, and their results."""

    games: int = 0
    hold: int = 0
    unread: int = 0

    @property
    def differ(self) -> int:
        """The number of games that were read and have differences."""
        return self.games - self.hold - self.unread

    def plus(self, report: Report) -> Sum:
        """Return the sum with one more report."""
        return Sum(self.games + 1, self.hold + report.holds, self.unread + bool(report.trouble))


def sum_blocks(total: Sum, files: int) -> Blocks:
    """Format the line at the end of many games."""
    good = total.hold == total.games
    return (Text(sum_line(total, files), Style.GOOD if good else Style.BAD),)


def sum_line(total: Sum, files: int) -> str:
    """Format a sum: always all three numbers, so that programs find them too."""
    return (
        f"{count_of(total.games, 'game')} in {count_of(files, 'file')}: {points(total.hold)} ok, "
        f"{points(total.differ)} with differences, {points(total.unread)} unreadable"
    )


def sum_json(total: Sum, files: int) -> Mapping[str, Any]:
    """Return the same as the last line of JSON."""
    return {
        "ok": total.hold == total.games,
        "games": total.games,
        "files": files,
        "hold": total.hold,
        "differ": total.differ,
        "unread": total.unread,
    }
