"""Options that many commands share, and how to print an answer with them."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import COMMON
from canasta_cli.cli.streams import warn
from canasta_cli.errors import CanastaError
from canasta_cli.show.answer import Answer, Manner, emit

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


class CommonOption(click.Option):
    """An option that many commands share; help pages list it after the command's own options."""

    group = COMMON


def _common(*names: str, **settings: Any) -> Callable[[Any], Any]:
    return click.option(*names, cls=CommonOption, **settings)


json_option = _common("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
game_option = _common(
    "-g",
    "--game",
    metavar="NAME",
    shell_complete=completers.games,
    help="The game to use. Default: the current one.",
)
db_option = _common(
    "--db",
    metavar="FILE",
    help="The database. Default: CANASTA_DB, else a file in your data folder.",
)
rules_option = _common(
    "-r",
    "--rules",
    metavar="NAME|FILE",
    shell_complete=completers.rulesets,
    help="The ruleset. Default: the current game's, else classic.",
)
house_option = _common(
    "--house",
    multiple=True,
    metavar="KEY=VALUE|FILE",
    shell_complete=completers.parameters,
    help="A house rule, or a file of them. Can be repeated.",
)
dry_run_option = _common(
    "-n", "--dry-run", is_flag=True, help="Show what would be recorded, but record nothing."
)
force_option = _common("--force", is_flag=True, help="Record it anyway, and mark it as forced.")


def stacked(*options: Callable[[Any], Any]) -> Decorator[Any]:
    """Combine several options into one decorator, in the order in which the help shows them."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


reading = stacked(game_option, db_option, json_option)
writing = stacked(game_option, dry_run_option, db_option, json_option)


def manner(*, as_json: bool) -> Manner:
    """Choose JSON, plain text or colour; colour only if the terminal and the environment allow it."""
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
    """Report what could not be read on standard error, next to an answer about the rest."""
    if errors:
        from canasta_cli.cli.error_messages import sentence

        for error in errors:
            warn(sentence(error, as_json=as_json))
