"""The options that give facts of the table, the same for every question about a play."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, TypedDict

import click
from click.core import ParameterSource

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import OptionGroup
from canasta_cli.cli.options import Number, stacked
from canasta_cli.engine.view import Drew
from canasta_cli.errors import NotUnderstood

if TYPE_CHECKING:
    from click.parser import _OptionParser


class RulesetOptions(TypedDict):
    """The values of the options that choose a ruleset and a game, and of ``--json``."""

    rules: str | None
    house: tuple[str, ...]
    game: str | None
    db: str | None
    as_json: bool


class FactOptions(RulesetOptions):
    """The values of the options below; ``None`` for a fact that is not given."""

    hand: str | None
    shown: str | None
    drew: str | None
    first_turn: bool | None
    asked: str | None
    foot: bool | None
    seat: str | None
    melds: str | None
    opened: bool | None
    total: int | None
    minimum: int | None
    canastas: int | None
    red_threes: int | None
    partner_melds: str | None
    partner_foot: bool | None
    pile: str | None
    top: str | None
    pile_size: int | None
    frozen: bool | None
    stock: int | None
    their_melds: str | None
    deal: int | None


class FactOption(click.Option):
    """An option for a fact of the table. Given twice, it must have the same value both times."""

    group: OptionGroup

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


class PlayerOption(FactOption):
    """A fact about the player."""

    group = OptionGroup(
        "About the player",
        "Leave out what you don't know. A fact that is left out comes from the hand being recorded "
        "turn by turn, if there is one; otherwise it is unknown.",
    )


class SideOption(FactOption):
    """A fact about the player's side."""

    group = OptionGroup("About the side")


class PileOption(FactOption):
    """A fact about the pile or the stock."""

    group = OptionGroup("About the pile")


class OtherOption(FactOption):
    """Any other fact."""

    group = OptionGroup("Other facts")


_player = partial(click.option, cls=PlayerOption)
_side = partial(click.option, cls=SideOption)
_pile_option = partial(click.option, cls=PileOption)
_other = partial(click.option, cls=OtherOption)

fact_options = stacked(
    _player("--hand", metavar="CARDS", help="All the cards that the player holds."),
    _player("--shown", metavar="CARDS", help="Some of the cards that the player holds."),
    _player(
        "--drew",
        type=click.Choice([each.value for each in Drew], case_sensitive=False),
        help="How this turn began: with a draw, or with the pile.",
    ),
    _player(
        "--first-turn/--later-turn",
        default=None,
        help="Whether this is the player's first turn of the hand.",
    ),
    _player(
        "--asked",
        type=click.Choice(["yes", "no"], case_sensitive=False),
        help="The partner's answer to “May I go out?”, if asked.",
    ),
    _player(
        "--foot/--no-foot",
        default=None,
        help="Whether the player still has a foot to pick up.",
    ),
    _player(
        "--seat",
        metavar="PLAYER",
        shell_complete=completers.players,
        help="Which player of the current game this is; sets the side's total.",
    ),
    _side("--melds", metavar="MELDS|none", help="The side's melds on the table."),
    _side(
        "--opened/--unopened",
        default=None,
        help="Whether the side has opened, if its melds are not given.",
    ),
    _side("--total", type=Number(), metavar="N", help="The side's total before this hand."),
    _side(
        "--minimum",
        type=Number(0),
        metavar="N",
        help="The points the side needs to open, if its total is not given.",
    ),
    _side(
        "--canastas",
        type=Number(0),
        metavar="N",
        help="Number of the side's canastas, if its melds are not given.",
    ),
    _side(
        "--red-threes",
        type=Number(0),
        metavar="N",
        help="Number of red threes that the side has laid out.",
    ),
    _side(
        "--partner-melds",
        metavar="MELDS|none",
        help="The side's melds that the partner laid down.",
    ),
    _side(
        "--partner-foot/--no-partner-foot",
        default=None,
        help="Whether the partner has not yet picked up the foot and played from it.",
    ),
    _pile_option("--pile", metavar="CARDS", help="The discard pile, with its top card last."),
    _pile_option(
        "--top",
        metavar="CARD",
        help="The top card of the pile, if the others are unknown. Not needed for check pickup.",
    ),
    _pile_option(
        "--pile-size",
        type=Number(0),
        metavar="N",
        help="Number of cards in the pile.",
    ),
    _pile_option(
        "--frozen/--not-frozen",
        default=None,
        help="Whether a card in the pile freezes it.",
    ),
    _pile_option(
        "--stock",
        type=Number(0),
        metavar="N",
        help="Number of cards left in the stock.",
    ),
    _other("--their-melds", metavar="MELDS|none", help="The other side's melds."),
    _other(
        "--deal",
        type=Number(1),
        metavar="N",
        help="The number of this hand in the game, from 1.",
    ),
)
