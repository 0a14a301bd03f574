"""A sample evening of Canasta, played in a temporary database."""

import os
import shlex
import tempfile
from collections.abc import Callable

import click

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


def run(command: Callable[[list[str]], int]) -> int:
    """Run the lines with ``command`` in order; print each as it would be typed, then its answer.

    Stop at the first line with an unexpected exit status, and return a status other than 0.
    """
    with tempfile.TemporaryDirectory(prefix="canasta-demo-") as folder:
        before = os.environ.get("CANASTA_DB")
        os.environ["CANASTA_DB"] = os.path.join(folder, "demo.db")
        try:
            for line in LINES:
                click.secho(f"$ canasta {' '.join(_quoted(word) for word in line)}", bold=True)
                status = command(list(line))
                if status != (1 if line == REFUSED else 0):
                    return status or 1
                click.echo()
        finally:
            if before is None:
                del os.environ["CANASTA_DB"]
            else:
                os.environ["CANASTA_DB"] = before
    click.echo(
        "That was a demonstration; nothing was kept. To start your own game: canasta new Ann Bob"
    )
    return 0


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else shlex.quote(word)
