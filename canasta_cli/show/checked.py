"""What came of checking game files, and of bringing them in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from canasta_cli.errors import CanastaError
from canasta_cli.scorekeeper.files import Checked, Placed, check_text
from canasta_cli.scorekeeper.job import Job, place
from canasta_cli.show.finding import message, remedy
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.words import count_of, listed, points

ENDED = "the check of this game ended its process"


class Worded(NamedTuple):
    """A difference in words, and the numbers and the rule behind them where there are any."""

    line: int | None
    what: str
    expected: int | None = None
    found: int | None = None
    rule: str = ""
    remedy: str = ""


class Report(NamedTuple):
    """What came of checking one game, in plain words and numbers, since it may come from afar.

    ``game`` is what was checked, in words, ``by_force`` the hands of it that stand by force;
    ``trouble`` says why nothing was, where nothing was.
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
        """Whether the game was read and nothing in it differs."""
        return not self.differences and not self.trouble


def report_of(job: Job) -> Report:
    """Check one game. It is always answered, also if it cannot be read."""
    if job.trouble:
        return Report(job.file, job.line, trouble=job.trouble, remedy=job.remedy)
    try:
        checked = check_text(job.text, job.where, job.name)
    except CanastaError as error:
        return Report(job.file, job.line, trouble=error.message, remedy=error.remedy)
    return reported(checked)._replace(file=job.file, line=job.line)


def lost(job: Job) -> Report:
    """What is reported of a game whose check ended the process that checked it, every time."""
    return Report(job.file, job.line, differences=(Worded(None, ENDED),))


def reported(checked: Checked) -> Report:
    """A file that was checked, as a report."""
    hands = len(checked.game.hands)
    deal = checked.game.deal
    in_play = f" and {count_of(len(deal.turns), 'turn')} of the next" if deal else ""
    game = f"{count_of(hands, 'hand')}{in_play}, {checked.ruleset.name}"
    forced = [number for number, hand in enumerate(checked.game.hands, 1) if hand.by_force]
    forced += [hands + 1] if deal is not None and deal.by_force else []
    differences = tuple(map(_told, checked.differences))
    return Report(checked.file, None, game, differences, by_force=tuple(forced))


def _told(placed: Placed) -> Worded:
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
    """A line for each game that was read, and under it every difference."""
    return tuple(block for report in reports for block in _blocks(report))


def _blocks(report: Report) -> Iterable[Block]:
    where = place(report.file, report.line)
    forced = ""
    if report.by_force:
        hands = "hands" if len(report.by_force) > 1 else "hand"
        forced = f"; {hands} {listed([str(hand) for hand in report.by_force])} by force"
    what = f" ({report.game}{forced})" if report.game else ""
    if report.holds:
        yield Text(f"{where}: holds{what}", Style.GOOD)
        return
    number = count_of(len(report.differences), "difference")
    yield Text(f"{where}: does not hold, {number}{what}", Style.BAD)
    for told in report.differences:
        yield Text(f"line {told.line}: {told.what}" if told.line else told.what, indent=2)
        if told.rule:
            yield Text(f"rule {told.rule}. Remedy: {told.remedy}.", Style.QUIET, 4)


def sentence(placed: Placed) -> str:
    """A difference in words: where, what was expected, what was found, by how much."""
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
        f"{where}counted {points(each.expected)}, the file says {points(each.found)} "
        f"({points(abs(off))} {way})"
    )


def checked_json(reports: Iterable[Report]) -> Mapping[str, Any]:
    """The keys of ``canasta verify`` for files that are named."""
    files = [_keys(report) for report in reports]
    return {"ok": all(each["ok"] for each in files), "files": files}


def report_json(report: Report) -> Mapping[str, Any]:
    """The keys of one game among many; ``ok`` is null for one that could not be read."""
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
    """How many games were checked so far, and what came of them."""

    games: int = 0
    hold: int = 0
    unread: int = 0

    @property
    def differ(self) -> int:
        """How many were read and do not hold."""
        return self.games - self.hold - self.unread

    def plus(self, report: Report) -> Sum:
        """The sum with one more report."""
        return Sum(self.games + 1, self.hold + report.holds, self.unread + bool(report.trouble))


def sum_blocks(total: Sum, files: int) -> Blocks:
    """The line at the end of many games."""
    good = total.hold == total.games
    return (Text(sum_line(total, files), Style.GOOD if good else Style.BAD),)


def sum_line(total: Sum, files: int) -> str:
    """A sum in words: always all three numbers, so that a program finds them too."""
    return (
        f"{count_of(total.games, 'game')} in {count_of(files, 'file')}: {points(total.hold)} "
        f"hold{'s' if total.hold == 1 else ''}, {points(total.differ)} "
        f"do{'es' if total.differ == 1 else ''} not, {points(total.unread)} could not be read"
    )


def sum_json(total: Sum, files: int) -> Mapping[str, Any]:
    """The same, as the last line of JSON."""
    return {
        "ok": total.hold == total.games,
        "games": total.games,
        "files": files,
        "hold": total.hold,
        "differ": total.differ,
        "unread": total.unread,
    }
