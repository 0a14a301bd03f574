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
    ("error", "says"),
    [
        ("MemoryError", "canasta: there is not enough memory for this\n"),
        ("ValueError", "canasta: this is a bug in canasta; it could not be reported\n"),
    ],
)
def test_where_the_report_of_a_bug_fails_one_line_is_written(error: str, says: str) -> None:
    broken = PROGRAM.format(module="error_messages", name="report_bug", error=error)
    bug = "from canasta_cli.cli import totals\ntotals.print_answer = lambda *_, **__: 1 // 0\n"
    run = subprocess.run(
        [sys.executable, "-c", bug + broken], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (70, "", says)
