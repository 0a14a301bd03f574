"""Every shared option, once; and the desk and the manner of answering that they stand for."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from canasta_cli.cli import completing
from canasta_cli.cli.damage import opened
from canasta_cli.errors import CanastaError
from canasta_cli.show.answer import Answer, Manner, emit

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]

json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
game_option = click.option(
    "-g",
    "--game",
    metavar="NAME",
    shell_complete=completing.games,
    help="The game; otherwise the current one.",
)
db_option = click.option(
    "--db",
    metavar="FILE",
    help="The database; otherwise CANASTA_DB, otherwise one in your data folder.",
)
rules_option = click.option(
    "-r",
    "--rules",
    metavar="NAME|FILE",
    shell_complete=completing.rulesets,
    help="The ruleset; otherwise the current game's, otherwise classic.",
)
house_option = click.option(
    "--house",
    multiple=True,
    metavar="KEY=VALUE|FILE",
    shell_complete=completing.parameters,
    help="A house rule, or a file of them; may be given several times.",
)
dry_run_option = click.option(
    "-n", "--dry-run", is_flag=True, help="Show what would be recorded, and record nothing."
)
force_option = click.option(
    "--force",
    is_flag=True,
    help="Record it although the rules say that it cannot be; it is marked.",
)


def stacked(*options: Callable[[Any], Any]) -> Decorator[Any]:
    """Several options as one decorator, in the order in which the help shows them."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


reading = stacked(game_option, db_option, json_option)
writing = stacked(game_option, dry_run_option, db_option, json_option)


def manner(*, as_json: bool) -> Manner:
    """How to answer: in colour only where the terminal, and the person, want it."""
    if as_json:
        return Manner.JSON
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Manner.PLAIN
    if os.environ.get("CLICOLOR_FORCE", "0") != "0" or os.environ.get("FORCE_COLOR"):
        return Manner.COLOUR
    return Manner.COLOUR if sys.stdout.isatty() else Manner.PLAIN


def tell(answer: Answer, *, as_json: bool) -> None:
    """Print an answer."""
    emit(answer, manner(as_json=as_json))


def say_errors(errors: Sequence[CanastaError], *, as_json: bool = False) -> None:
    """Say on standard error what could not be used, beside an answer about the rest."""
    if errors:
        from canasta_cli.cli.failing import sentence

        for error in errors:
            sys.stderr.write(sentence(error, as_json=as_json))


def now() -> str:
    """The time, as records keep it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def desk(db: str | None, *, create: bool = False, examine: bool = False) -> Iterator[Any]:
    """The desk over the database that the options name; a question creates no file.

    ``examine`` opens also a journal that has lost its version.
    """
    from canasta_cli.journal.location import journal_file
    from canasta_cli.journal.store import Journal
    from canasta_cli.scorekeeper.desk import Desk

    file = journal_file(db)
    opened.append(file)
    with Journal.open(file, create=create, examine=examine) as journal:
        yield Desk(journal, now)
