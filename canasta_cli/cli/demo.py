"""A sample evening of Canasta, played in a temporary database."""

import os
import shlex
import sys
import tempfile
from collections.abc import Callable

import click

from canasta_cli.man.page import wrap_command
from canasta_cli.show.answer import fill
from canasta_cli.show.layout import narrow_columns

# Six red threes: an example of a hand that is refused.
REFUSED = ("hand", "6666662 8888888 AAA2 4x3R out", "QQQ KK2 left:AA7 2x3R")
LINES: tuple[tuple[str, ...], ...] = (
    ("new", "Ann", "Bob", "Cat", "Dan", "--name", "demo"),
    ("hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
    ("hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"),
    ("note", "Bob found the ace of hearts under the table"),
    REFUSED,
    ("hand", "6666662 8888888 AAA2 4x3R out", "QQQ KK2 left:AA7"),
    ("minimum",),
    ("hand", "TTTTT22 777 left:9W", "5555555 999992W KKKK 3x3B 3R out"),
    ("hand", "7xJ AAAA2 QQQQQ22 444 out", "7777 88822 left:A"),
    ("amend", "5", "7xJ AAAA2 QQQQQ22 444 3R out", "7777 88822 left:A"),
    ("hand", "KKKKKK2 9999 55522 out", "7xA TTT2 2x3R left:QJ"),
    ("score",),
    ("log",),
)
END = "That was a demonstration; nothing was kept. To start your own game: canasta new Ann Bob"
# The length of a line without a narrow screen.
LONGEST = 1000


def run(command: Callable[[list[str]], int]) -> int:
    """Run the lines with ``command`` in order; print each as it would be typed, then its answer.

    Stop at the first line with an unexpected exit status, and return a status other than 0.
    """
    columns = narrow_columns(sys.stdout) or LONGEST
    with tempfile.TemporaryDirectory(prefix="canasta-demo-") as folder:
        # The answers follow each other, so none of them waits in a pager of its own.
        settings = {"CANASTA_DB": os.path.join(folder, "demo.db"), "PAGER": "cat"}
        before = {name: os.environ.pop(name) for name in settings if name in os.environ}
        os.environ |= settings
        try:
            for line in LINES:
                for part in wrap_command(f"$ canasta {' '.join(map(_quoted, line))}", columns):
                    click.secho(part, bold=True)
                status = command(list(line))
                if status != (1 if line == REFUSED else 0):
                    return status or 1
                click.echo()
        finally:
            for name in settings:
                del os.environ[name]
            os.environ |= before
    for part in fill(END, columns):
        click.echo(part)
    return 0


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else shlex.quote(word)
