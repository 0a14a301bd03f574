"""Options that many commands share, and how to print an answer with them."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import cast

import click
from click.decorators import FC

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import CommonOption, option
from canasta_cli.cli.streams import on_terminal, warn
from canasta_cli.errors import CanastaError
from canasta_cli.show.answer import Answer, emit, output_format


class Number(click.IntRange):
    """A whole number; thousands separators are understood, as in answers."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the number without its separators; the library passes it as text."""
        text = str(value)
        if "," in text and re.fullmatch(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+", text):
            value = int(text.replace(",", ""))
        return super().convert(value, param, ctx)


_NO_PAGER = "canasta.no_pager"


def _refuse_pager(context: click.Context, _: click.Parameter, refused: bool) -> None:
    if refused:
        context.meta[_NO_PAGER] = True


_common = partial(click.option, cls=CommonOption)
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
pager_option = _common(
    "--no-pager",
    is_flag=True,
    expose_value=False,
    callback=_refuse_pager,
    help="Print a long answer at once, instead of showing it in a pager.",
)
force_option = _common("--force", is_flag=True, help="Record it anyway, and mark it as forced.")


def stacked(*options: Callable[[FC], FC]) -> Callable[[FC], FC]:
    """Combine several options into one decorator, in the order in which the help shows them.

    All commands share the options, since creating them takes much of the time of a short command.
    """
    made = click.Command(None)
    for each in reversed(options):
        each(cast("FC", made))

    def decorate(function: FC) -> FC:
        # As click's own decorators do: a function keeps its parameters until a command is made of it.
        if isinstance(function, click.Command):
            function.params += made.params
        else:
            function.__dict__.setdefault("__click_params__", []).extend(made.params)
        return function

    return decorate


reading = stacked(pager_option, game_option, db_option, json_option)
writing = stacked(game_option, dry_run_option, db_option, json_option)
forcing = stacked(force_option, writing)


def dealer_option(says: str) -> Callable[[FC], FC]:
    """Return the option for the player who deals a hand of the current game."""
    return option(
        "--dealer", default="", metavar="PLAYER", shell_complete=completers.players, help=says
    )


def ruleset_option(says: str) -> Callable[[FC], FC]:
    """Return the option for the ruleset of a game, with its own help."""
    return option(
        "-r", "--rules", metavar="NAME|FILE", shell_complete=completers.rulesets, help=says
    )


def print_answer(answer: Answer, *, as_json: bool) -> None:
    """Print an answer."""
    emit(answer, output_format(as_json=as_json))


def print_long_answer(answer: Answer, *, as_json: bool) -> None:
    """Print an answer, in a pager if it is longer than the screen."""
    if as_json:
        print_answer(answer, as_json=True)
        return
    with may_page():
        print_answer(answer, as_json=False)


def may_page() -> AbstractContextManager[None]:
    """Return a context whose output goes to a pager if it is long, unless the user refused one."""
    if _NO_PAGER in click.get_current_context().meta or not on_terminal():
        return nullcontext()
    from canasta_cli.cli.pager import paged

    return paged()


def report_errors(errors: Sequence[CanastaError], *, as_json: bool = False) -> None:
    """Report errors on standard error, next to an answer about everything else."""
    if errors:
        from canasta_cli.cli.error_messages import format_error

        for error in errors:
            warn(format_error(error, as_json=as_json))
