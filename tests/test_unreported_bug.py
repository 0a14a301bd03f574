"""A program that can't even report its own bug says one line, and shows no traceback."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from canasta_cli.__main__ import main
from canasta_cli.cli import {module}
def fail(*_, **__):
    raise {error}
{module}.{name} = fail
sys.argv = ["canasta", "minimum", "1640", "-r", "classic"]
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        ("MemoryError", 4, "canasta: there is not enough memory for this\n"),
        ("ValueError", 70, "canasta: this is a bug in canasta; it could not be reported\n"),
    ],
)
def test_where_the_report_of_a_bug_fails_one_line_is_written(
    error: str, status: int, says: str
) -> None:
    broken = PROGRAM.format(module="error_messages", name="report_bug", error=error)
    bug = "from canasta_cli.cli import scoring as totals\ntotals.print_answer = lambda *_, **__: 1 // 0\n"
    run = subprocess.run(
        [sys.executable, "-c", bug + broken], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (status, "", says)


def test_running_out_of_memory_is_refused_with_one_line() -> None:
    broken = PROGRAM.format(module="scoring", name="print_answer", error="MemoryError")
    run = subprocess.run(
        [sys.executable, "-c", broken], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (4, "")
    assert "there is not enough memory for this" in run.stderr
