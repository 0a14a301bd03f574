"""Processor time relative to a fixed loop, and tables of figures with their targets."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from statistics import mean
from typing import NamedTuple

from peers import RECORDED

LOOP = 10**7
ROUNDS = 3
EVERY = 0.1
"""Seconds of work after which the fixed loop is timed again."""


class Target(NamedTuple):
    """What a figure should be: at least ``value``, or with ``below`` less than it."""

    value: float
    below: bool = False

    def met(self, figure: float) -> bool:
        """True if a figure reaches the target."""
        return figure < self.value if self.below else figure >= self.value


class Row(NamedTuple):
    """A figure with its unit and target; ``None`` if it was not measured, then ``remark`` says why."""

    name: str
    unit: str
    figure: float | None
    target: Target | None = None
    remark: str = ""

    @property
    def met(self) -> bool | None:
        """True or false; ``None`` without a figure or a target."""
        if self.figure is None or self.target is None:
            return None
        return self.target.met(self.figure)


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def loop_seconds() -> float:
    """Return the processor time of the fixed loop."""
    return seconds(lambda: sum(range(LOOP)))


def per_loop(works: Iterable[Callable[[], object]], pieces: int = 1) -> float:
    """Return how many pieces of work are done in the time of the fixed loop.

    Each of the ``works`` does a number of ``pieces``. The loop is timed again and again between them,
    so that both meet the same load and the same speed of the processor.
    """
    loops, spent, since, done = [loop_seconds()], 0.0, 0.0, 0
    for work in works:
        took = seconds(work)
        spent, since, done = spent + took, since + took, done + pieces
        if since > EVERY:
            loops.append(loop_seconds())
            since = 0.0
    return done * mean(loops) / spent


def _number(figure: float) -> str:
    """Format a figure with three digits, or as a whole number if it has more."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"  # noqa: PLR2004 - three digits


def _cells(row: Row) -> tuple[str, str, str, str]:
    """Format a row: its name, target, figure, and whether the target is met."""
    sign = "<" if row.target and row.target.below else "≥"
    target = f"{sign} {_number(row.target.value)} {row.unit}" if row.target else ""
    figure = row.remark if row.figure is None else f"{_number(row.figure)} {row.unit}"
    return row.name, target, figure, {True: "met", False: "missed", None: ""}[row.met]


def as_text(rows: Iterable[Row], loop: float) -> Iterator[str]:
    """Yield the lines of a table for people, each as soon as it is measured."""
    yield f"fixed loop, sum(range({LOOP:,})): {loop:.3f} s"
    for row in rows:
        name, target, figure, met = _cells(row)
        yield f"{name:54} {target:>19} {figure:>17}  {met}".rstrip()
    yield "other programs, when they were measured:"
    for peer in RECORDED:
        yield f"{peer.work:54} {peer.figure:>28,} per loop  {peer.program} ({peer.measured})"


def as_markdown(rows: Iterable[Row], loop: float) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield "| work | target | figure | |"
    yield "| --- | --- | --- | --- |"
    for row in rows:
        yield f"| {' | '.join(_cells(row))} |"
    for peer in RECORDED:
        figure = f"{peer.figure:,} per loop"
        yield f"| {peer.work}: {peer.program} | | {figure} | measured {peer.measured} |"
    yield f"\nThe fixed loop took {loop:.3f} s."


def as_json(rows: Iterable[Row], loop: float) -> Iterator[str]:
    """Yield one JSON document."""
    table = [
        {
            "work": row.name,
            "unit": row.unit,
            "figure": row.figure,
            "target": row.target and row.target.value,
            "met": row.met,
            "remark": row.remark,
        }
        for row in rows
    ]
    peers = [peer._asdict() for peer in RECORDED]
    yield json.dumps({"loop": loop, "rows": table, "peers": peers}, indent=2)
