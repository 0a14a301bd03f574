"""The options that give facts of the table, the same for every question about a play."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from click.decorators import FC

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import Option, OptionGroup, option
from canasta_cli.cli.options import Number, stacked
from canasta_cli.engine.facts import FACTS, Row
from canasta_cli.engine.rule import Fact
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.verdict import METAVARS, options_of

if TYPE_CHECKING:
    from typing import TypedDict

    from click.parser import _OptionParser

    from canasta_cli.api.backend import Facts

    class RulesetOptions(TypedDict):
        """The values of the options that choose a ruleset and a game, and of ``--json``."""

        rules: str | None
        house: tuple[str, ...]
        game: str | None
        db: str | None
        as_json: bool

    class FactOptions(RulesetOptions, Facts):
        """The values of the options below; ``None`` for a fact that is not given."""

        seat: str | None


class FactOption(Option):
    """An option for a fact of the table. Given twice, it must have the same value both times."""

    @property
    def group(self) -> OptionGroup:
        """The heading under which the option is listed."""
        return GROUPS[_ABOUT[self.name or ""]]

    def add_to_parser(self, parser: "_OptionParser", ctx: click.Context) -> None:
        """Keep every value that is given, not only the last."""
        if not self.is_flag:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append")
            return
        for opts, const in ((self.opts, True), (self.secondary_opts, False)):
            parser.add_option(
                obj=self, opts=opts, dest=self.name, action="append_const", const=const
            )

    def consume_value(
        self, ctx: click.Context, opts: Mapping[str, click.Parameter]
    ) -> tuple[object, ParameterSource]:
        """Return the one value that is given; raise an error for different values."""
        given: object = opts.get(self.name)  # typed as a parameter, but it is a list of values
        if not isinstance(given, list):
            return super().consume_value(ctx, opts)
        if len(set(given)) > 1 and not ctx.resilient_parsing:
            raise NotUnderstood(
                f"these options contradict each other: {self._conflict(given)}",
                fix=CORRECT_ONE,
            )
        return super().consume_value(ctx, {**opts, str(self.name): given[0]})

    def _conflict(self, given: list[object]) -> str:
        if self.is_flag:
            return f"{self.opts[0]} and {self.secondary_opts[0]}"
        return " and ".join(f"{self.opts[0]} {each}" for each in dict.fromkeys(given))


CORRECT_ONE = "Correct one, or leave out what you aren't sure of."


GROUPS = {
    "player": OptionGroup(
        "About you",
        "Leave out what you don't know. A fact that is left out comes from the hand being recorded "
        "turn by turn, if there is one; otherwise it is unknown.",
    ),
    "side": OptionGroup("About your side"),
    "pile": OptionGroup("About the pile"),
    "other": OptionGroup("Other facts"),
}
# What the help of an option says about the command line alone.
REMARKS = {Fact.TOP: " Not needed for check pickup."}


_ABOUT = {"seat": "player", **{row.keyword: row.about for row in FACTS.values()}}


def _type(row: Row) -> Number | click.Choice[str] | None:
    if row.kind == "number":
        return Number(row.least)
    choice = row.kind != "flag" and row.words
    return click.Choice(row.words, case_sensitive=False) if choice else None


def _is_yes(_: click.Context, __: click.Parameter, answer: str | None) -> bool | None:
    """Return the answer yes or no as true or false."""
    return None if answer is None else answer == "yes"


def _option(row: Row) -> Callable[[FC], FC]:
    """Return the option of a fact."""
    return option(
        "/".join(options_of(row)),
        cls=FactOption,
        type=_type(row),
        callback=_is_yes if row.kind == "answer" else None,
        default=None,
        metavar=METAVARS.get(row.kind),
        help=f"{row.says[:1].upper()}{row.says[1:]}{row.limits}.{REMARKS.get(row.fact, '')}",
    )


fact_options = stacked(
    *(_option(row) for row in FACTS.values() if row.direct),
    option(
        "--seat",
        cls=FactOption,
        metavar="PLAYER",
        shell_complete=completers.players,
        help="Which player of the current game you are; sets your side's total.",
    ),
)
