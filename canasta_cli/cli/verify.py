"""The command ``verify``: check games here or with workers, print each result, then a summary."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from canasta_cli.cli.gamesources import Games
from canasta_cli.cli.options import print_answer, report_errors
from canasta_cli.cli.progress import Progress
from canasta_cli.cli.textfiles import unusable
from canasta_cli.errors import NotUnderstood, UnusableData
from canasta_cli.show.answer import Answer
from canasta_cli.show.verify import (
    Report,
    Sum,
    checked_blocks,
    checked_json,
    lost,
    report_json,
    report_of,
    sum_blocks,
    sum_json,
)

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.bulk import Workers
    from canasta_cli.scorekeeper.job import Job

Reports = Generator[Report, None, None]


def verify(files: Sequence[str], jobs: int, cluster: str | None, *, as_json: bool) -> int:
    """Check all games of some files, folders and streams, print the results, and return the status."""
    if cluster and jobs != 1:
        raise NotUnderstood("-j and --cluster can't be used together", remedy="Give one of them.")
    games = Games(files)
    print_all = _print_stream if games.many else _print_files
    with closing(_reports(games, jobs, cluster)) as reports:
        return print_all(games, reports, as_json=as_json)


def _reports(games: Games, jobs: int, cluster: str | None) -> Reports:
    """Check all games in order; the code for workers is loaded only if they are used."""
    if cluster:
        from canasta_cli.scorekeeper.cluster import cluster as connected

        with connected(cluster) as workers:
            yield from _by(workers, games)
    elif jobs == 1:
        yield from map(partial(check_safely, report_of), games)
    else:
        from canasta_cli.scorekeeper.processes import processes

        yield from _by(processes(jobs), games)


def _by(workers: "Workers", games: Games) -> Reports:
    from canasta_cli.scorekeeper.bulk import Task, run_all

    task = Task(partial(check_safely, report_of), lost, _size)
    with closing(run_all(workers, task, games)) as reports:
        yield from reports


def check_safely(check: "Callable[[Job], Report]", job: "Job") -> Report:
    """Check a game; a bug in the program is the result of this one game, and ends no other check."""
    try:
        return check(job)
    except MemoryError:
        error = "checking this game needs more memory than there is"
    except Exception:  # noqa: BLE001 - of any class: all other games are to be checked
        from canasta_cli.cli.error_messages import write_bug_log

        file = write_bug_log(["verify", job.where])
        error = "a bug in canasta ended the check of this game"
        error += f"; the details are in {file}" if file else ""
    return Report(job.file, job.line, trouble=f"{job.where}: {error}")


def _size(job: "Job") -> int:
    return len(job.text)


class _Summary:
    """Reports as they arrive, added up, with a progress line if there is a terminal."""

    def __init__(self, reports: Iterable[Report]) -> None:
        self.total = Sum()
        self.reports = reports

    def __iter__(self) -> Iterator[Report]:
        watched = Progress(sys.stderr, sys.stdout).watch(self.reports, self._add, _is_error)
        with closing(watched):
            yield from watched

    def _add(self, report: Report) -> str:
        self.total = self.total.plus(report)
        return f"{self.total.games:,} checked, {self.total.games - self.total.hold:,} with errors"

    @property
    def status(self) -> int:
        """Return the exit status for all reports together."""
        if self.total.unread:
            return UnusableData.status
        return 1 if self.total.differ else 0


def _is_error(report: Report) -> bool:
    return bool(report.trouble)


def _print_files(games: Games, reports: Iterable[Report], *, as_json: bool) -> int:
    """Report named files: first those that could be read, in one answer, then the others as errors."""
    summing = _Summary(reports)
    read: list[Report] = []
    unread: list[Report] = []
    for report in summing:
        if report.trouble:
            unread.append(report)
        elif as_json:
            read.append(report)
        else:
            _print_report(report)
    if as_json and read and not unread:
        print_answer(Answer(lambda: (), lambda: checked_json(read)), as_json=True)
    elif not as_json and summing.total.games > max(1, summing.total.unread):
        _print_summary(games, summing.total, as_json=False)
    if unread:
        raise unusable((report.trouble, report.remedy) for report in unread)
    return summing.status


def _print_stream(games: Games, reports: Iterable[Report], *, as_json: bool) -> int:
    """Report any number of games, each as it arrives, and keep only the counts."""
    summing = _Summary(reports)
    remedy = ""
    for report in summing:
        if as_json or not report.trouble:
            _print_report(report, as_json=as_json)
            continue
        # Don't repeat the fix of the previous error.
        again, remedy = report.remedy == remedy, report.remedy
        report_errors([UnusableData(report.trouble, remedy="" if again else remedy)])
    _print_summary(games, summing.total, as_json=as_json)
    return summing.status


def _print_report(report: Report, *, as_json: bool = False) -> None:
    print_answer(
        Answer(lambda: checked_blocks([report]), lambda: report_json(report)), as_json=as_json
    )


def _print_summary(games: Games, total: Sum, *, as_json: bool) -> None:
    print_answer(
        Answer(lambda: sum_blocks(total, games.files), lambda: sum_json(total, games.files)),
        as_json=as_json,
    )
