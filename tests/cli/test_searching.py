"""A search that takes long says so on a terminal, and stops at once for Ctrl-C."""

import os
import signal
import subprocess
import sys

import pytest

from canasta_cli.cli import options

HAND = "KKKKKQQQQQJJJJJTTTTT99999888887777766666555554444422WW"
CODE = f"""
import sys
from canasta_cli.cli import main, options
options.SECONDS_IN_SILENCE = 0.01
sys.exit(main([*sys.argv[1:], '--hand', '{HAND}', '-r', 'samba', '--no-pager']))
"""
# Once the terminal has said that it goes on, it does so for ever.
ENDLESS = """
import os, time
from canasta_cli.engine.movegen.melds import Effort
write, spend, said = os.write, Effort.spend, []
def keep(number, text):
    said.append(text)
    return write(number, text)
def spend_all_time(effort, work):
    while said:
        time.sleep(0.01)
    spend(effort, work)
os.write, Effort.spend = keep, spend_all_time
"""
pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")


class Running:
    """A question that is being answered, with its standard error on a terminal."""

    def __init__(self, *question: str, code: str = CODE) -> None:
        self.master, terminal = os.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-c", code, *question],
            stdout=subprocess.PIPE,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm", "CANASTA_DB": "/nowhere/none.db"},
        )
        os.close(terminal)

    def said(self) -> bytes:
        """Wait for something on the terminal."""
        return os.read(self.master, 4096)


@pytest.mark.parametrize("question", [("suggest", "out"), ("check", "out")], ids=" ".join)
def test_a_terminal_says_that_a_search_goes_on_until_there_is_an_answer(
    question: tuple[str, ...],
) -> None:
    running = Running(*question)
    assert running.said().startswith(options.SEARCHING)
    printed, _ = running.program.communicate()
    assert running.said().endswith(options.CLEAR)
    assert b"samba rules" in printed


def test_an_interrupt_ends_a_search_at_once() -> None:
    running = Running("suggest", "out", code=ENDLESS + CODE)
    assert running.said().startswith(options.SEARCHING)
    running.program.send_signal(signal.SIGINT)
    printed, _ = running.program.communicate()
    assert (running.program.returncode, printed) == (130, b"")
