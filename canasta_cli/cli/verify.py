"""The command ``verify``: check games here or with workers, print each result, then a summary."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from canasta_cli.cli.options import print_answer, report_errors
from canasta_cli.cli.progress import Progress
from canasta_cli.errors import CanastaError, NotUnderstood, UnusableData
from canasta_cli.files import join_errors
from canasta_cli.scorekeeper.files import Games
from canasta_cli.show.answer import Answer
from canasta_cli.show.verify import (
    Report,
    Summary,
    crash_report,
    report_json,
    report_on,
    reports_blocks,
    reports_json,
    summary_blocks,
    summary_json,
)

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.files import Job
    from canasta_cli.scorekeeper.workers import Workers

Reports = Generator[Report, None, None]


def verify(
    files: Sequence[str], jobs: int, cluster: str | None, *, recursive: bool, as_json: bool
) -> int:
    """Check all games of some files, folders and streams, print the results, and return the status."""
    if cluster and jobs != 1:
        raise NotUnderstood("-j and --cluster can't be used together", fix="Give one of them.")
    games = Games(files, recursive=recursive)
    print_all = _print_stream if games.many else _print_files
    with closing(_reports(games, jobs, cluster)) as reports:
        return print_all(games, reports, as_json=as_json)


def _reports(games: Games, jobs: int, cluster: str | None) -> Reports:
    """Check all games in order; the code for workers is loaded only if they are used."""
    if cluster:
        from canasta_cli.scorekeeper.workers import cluster as connected

        with connected(cluster) as workers:
            yield from _with_workers(workers, games)
    elif jobs == 1:
        yield from map(partial(check_safely, report_of), games)
    else:
        from canasta_cli.scorekeeper.workers import processes

        yield from _with_workers(processes(jobs), games)


def _with_workers(workers: "Workers", games: Games) -> Reports:
    from canasta_cli.scorekeeper.workers import Task, run_all

    task = Task(partial(check_safely, report_of), lost, _size)
    with closing(run_all(workers, task, games)) as reports:
        yield from reports


def report_of(job: "Job") -> Report:
    """Check one game, and report it even if it can't be read."""
    from canasta_cli.scorekeeper.files import check_text

    if job.error:
        return Report(job.file, job.line, error=job.error, fix=job.fix)
    try:
        checked = check_text(job.text, job.where, job.name)
    except CanastaError as error:
        return Report(job.file, job.line, error=error.message, fix=error.fix)
    return report_on(checked)._replace(file=job.file, line=job.line)


def lost(job: "Job") -> Report:
    """Return the report of a game whose check crashed its process every time."""
    return crash_report(job.file, job.line)


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
    return Report(job.file, job.line, error=f"{job.where}: {error}")


def _size(job: "Job") -> int:
    return len(job.text)


class _Counting:
    """Reports as they arrive, counted, with a progress line if there is a terminal."""

    def __init__(self, reports: Iterable[Report]) -> None:
        self.total = Summary()
        self.reports = reports

    def __iter__(self) -> Iterator[Report]:
        watched = Progress(sys.stderr, sys.stdout).watch(self.reports, self._add, _is_error)
        with closing(watched):
            yield from watched

    def _add(self, report: Report) -> str:
        self.total = self.total.plus(report)
        return (
            f"{self.total.games:,} checked, {self.total.games - self.total.correct:,} with errors"
        )

    @property
    def status(self) -> int:
        """Return the exit status for all reports together."""
        if self.total.unread:
            return UnusableData.status
        return 1 if self.total.differ else 0


def _is_error(report: Report) -> bool:
    return bool(report.error)


def _print_files(games: Games, reports: Iterable[Report], *, as_json: bool) -> int:
    """Report named files: first those that could be read, in one answer, then the others as errors."""
    counting = _Counting(reports)
    read: list[Report] = []
    unreadable: list[Report] = []
    for report in counting:
        if report.error:
            unreadable.append(report)
        elif as_json:
            read.append(report)
        else:
            _print_report(report)
    if as_json and read and not unreadable:
        print_answer(Answer(lambda: (), lambda: reports_json(read)), as_json=True)
    elif not as_json and counting.total.games > max(1, counting.total.unread):
        _print_summary(games, counting.total, as_json=False)
    if unreadable:
        raise join_errors((report.error, report.fix) for report in unreadable)
    return counting.status


def _print_stream(games: Games, reports: Iterable[Report], *, as_json: bool) -> int:
    """Report any number of games, each as it arrives, and keep only the counts."""
    counting = _Counting(reports)
    fix = ""
    for report in counting:
        if as_json or not report.error:
            _print_report(report, as_json=as_json)
            continue
        # Don't repeat the fix of the previous error.
        again, fix = report.fix == fix, report.fix
        report_errors([UnusableData(report.error, fix="" if again else fix)])
    _print_summary(games, counting.total, as_json=as_json)
    return counting.status


def _print_report(report: Report, *, as_json: bool = False) -> None:
    print_answer(
        Answer(lambda: reports_blocks([report]), lambda: report_json(report)), as_json=as_json
    )


def _print_summary(games: Games, total: Summary, *, as_json: bool) -> None:
    print_answer(
        Answer(
            lambda: summary_blocks(total, games.files), lambda: summary_json(total, games.files)
        ),
        as_json=as_json,
    )
