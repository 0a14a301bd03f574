"""The facts of the table: the same options for every question about a play."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, TypedDict

import click
from click.core import ParameterSource

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import OptionGroup
from canasta_cli.cli.options import stacked
from canasta_cli.cli.recorded_facts import fill_in, recorded_facts
from canasta_cli.engine.game.conflicts import contradictions
from canasta_cli.engine.game.position import without
from canasta_cli.engine.known import Drew, Known
from canasta_cli.engine.rule import Unknown
from canasta_cli.engine.turn.requirements import asked_of
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import Meld
from canasta_cli.notation.deal import read_held, read_order
from canasta_cli.notation.melds import scan_meld
from canasta_cli.notation.reader import words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from click.parser import _OptionParser

    from canasta_cli.scorekeeper.scorebook import LoadedGame


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
                remedy=CORRECT_ONE,
            )
        return super().consume_value(ctx, {**opts, str(self.name): given[0]})

    def _conflict(self, given: list[object]) -> str:
        if self.is_flag:
            return f"{self.opts[0]} and {self.secondary_opts[0]}"
        return " and ".join(f"{self.opts[0]} {each}" for each in dict.fromkeys(given))


CORRECT_ONE = "Correct one, or leave out what you aren't sure of."
CONFLICT_WITH_TURNS = "this doesn't fit the recorded turns:"


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
        type=click.Choice([each.value for each in Drew]),
        help="How this turn began: with a draw, or with the pile.",
    ),
    _player(
        "--first-turn/--later-turn",
        default=None,
        help="Whether this is the player's first turn of the hand.",
    ),
    _player(
        "--asked",
        type=click.Choice(["yes", "no"]),
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
    _side("--total", type=int, metavar="N", help="The side's total before this hand."),
    _side(
        "--minimum",
        type=click.IntRange(0),
        metavar="N",
        help="The points the side needs to open, if its total is not given.",
    ),
    _side(
        "--canastas",
        type=click.IntRange(0),
        metavar="N",
        help="Number of the side's canastas, if its melds are not given.",
    ),
    _side(
        "--red-threes",
        type=click.IntRange(0),
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
        type=click.IntRange(0),
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
        type=click.IntRange(0),
        metavar="N",
        help="Number of cards left in the stock.",
    ),
    _other("--their-melds", metavar="MELDS|none", help="The other side's melds."),
    _other(
        "--deal",
        type=click.IntRange(1),
        metavar="N",
        help="The number of this hand in the game, from 1.",
    ),
)


def read_facts(
    options: FactOptions,
    ruleset: Ruleset,
    loaded: "LoadedGame | None",
    played: Cards,
    *,
    drawn: bool = False,
    gained: Cards = NO_CARDS,
) -> Known:
    """Read the facts of the table from the options and from the recorded turns.

    ``played``: the cards of the play in question; ``gained``: those that the play brings to the hand.
    ``drawn``: the player has drawn, and the recorded turns don't show it yet.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if two facts contradict each other.
    """
    seat, total = None, options["total"]
    if options["seat"] is not None:
        seat, total_of_seat = _seat(options["seat"], loaded)
        total = total_of_seat if total is None else total
    found = Known(
        hand=_cards(options["hand"]),
        shown=_cards(options["shown"]),
        melds=_melds(options["melds"], "--melds"),
        partner_melds=_melds(options["partner_melds"], "--partner-melds"),
        their_melds=_melds(options["their_melds"], "--their-melds"),
        opened=options["opened"],
        canastas=options["canastas"],
        total=total,
        minimum=options["minimum"],
        deal=options["deal"],
        pile=_pile(options["pile"]),
        pile_size=options["pile_size"],
        top=_one_card(options["top"]),
        frozen=options["frozen"],
        stock=options["stock"],
        drew=Drew(options["drew"]) if options["drew"] else None,
        first_turn=options["first_turn"],
        red_threes=options["red_threes"],
        asked=None if options["asked"] is None else options["asked"] == "yes",
        foot=options["foot"],
        partner_foot=options["partner_foot"],
    )
    drew = found.drew or (Drew.STOCK if drawn else None)
    facts = recorded_facts(loaded, seat, drew)
    size = [] if facts is None else _size_conflicts(found.hand, facts, drew, ruleset)
    given, found = found, found if facts is None else fill_in(found, facts)
    if conflicts := [*_conflicts(found, played, gained, ruleset), *size]:
        among_options = facts is None or _conflicts(given, played, gained, ruleset)
        head = "these options contradict each other:" if among_options else CONFLICT_WITH_TURNS
        holds = None if facts is None else _size(facts)
        raise NotUnderstood(
            "\n".join((head, *(f"  {each}" for each in conflicts))),
            remedy=_fix_of_size(holds, drew) if conflicts == size else CORRECT_ONE,
        )
    return found


def _conflicts(found: Known, played: Cards, gained: Cards, ruleset: Ruleset) -> list[str]:
    """List the contradictions between facts, and between them and the cards of the play."""
    beside = gained if found.hand is not None else _not_shown(played, found.shown or NO_CARDS)
    return [*contradictions(found, beside, ruleset), *_minimum_and_total(found, ruleset)]


def _size_conflicts(
    hand: Cards | None, facts: Known, drew: Drew | None, ruleset: Ruleset
) -> list[str]:
    """Compare the size of the given hand with that of the recorded turns, before or after the draw."""
    size = _size(facts)
    if hand is None or size is None or len(hand) == size:
        return []
    if drew is Drew.STOCK and len(hand) == size - ruleset.deal.draw:
        return []
    return [f"--hand gives {count_of(len(hand), 'card')}, but this player holds {size}"]


def _size(facts: Known) -> int | None:
    """Return the size of the hand by the recorded turns."""
    return facts.hand_size if facts.hand is None else len(facts.hand)


def _fix_of_size(size: int | None, drew: Drew | None) -> str:
    """Format the fix for a hand of another size than that of the recorded turns."""
    drawn = f", or add --drew {Drew.STOCK.value} if the player has drawn" if drew is None else ""
    return f"Give all {count_of(size or 0, 'card')}, or use --shown for some of them{drawn}."


def _not_shown(played: Cards, shown: Cards) -> Cards:
    """Return the played cards that are not among ``shown``; a card without a suit matches any suit."""
    return without(shown, played)[1]


def _minimum_and_total(found: Known, ruleset: Ruleset) -> list[str]:
    asks = asked_of(found._replace(minimum=None), ruleset)
    if found.minimum is None or isinstance(asks, Unknown) or asks.points == found.minimum:
        return []
    by_deal = ruleset.opening.basis is Basis.DEAL
    where = f"in deal {found.deal}" if by_deal else f"at a total of {found.total:,}"
    return [f"--minimum is {found.minimum}, but {where} a side needs {asks.points} to open"]


def _seat(word: str, loaded: "LoadedGame | None") -> tuple[str, int]:
    """Return the player of the current game with this name or prefix, and the total of the side."""
    from canasta_cli.scorekeeper.scorebook import pick

    if loaded is None:
        raise NotUnderstood(
            "--seat needs a current game, and there is none",
            remedy="Give the side's total instead: --total N",
        )
    game = loaded.game
    player = pick(word, list(game.players), "player", NotUnderstood)
    return player, loaded.standing.totals[game.sides.index(game.side(player))]


def _cards(text: str | None) -> Cards | None:
    if text is None:
        return None
    return read_held(text)


def _pile(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return () if text.strip().lower() in ("", "none") else read_order(text)


def _one_card(text: str | None) -> Card | None:
    cards = _pile(text)
    if cards is not None and len(cards) != 1:
        raise NotUnderstood(
            f"“{text}” is not one card", remedy="The pile has one top card. Example: --top 5"
        )
    return cards[0] if cards else None


def _melds(text: str | None, option: str) -> tuple[Meld, ...] | None:
    if text is None:
        return None
    if text.strip().lower() in ("", "none"):
        return ()
    melds = tuple(scan_meld(token) for token in words(text))
    if not all(isinstance(meld, Meld) for meld in melds):
        raise NotUnderstood(
            f"{option} takes whole melds, not lay-offs", remedy=f'Example: {option} "7777 QQ2"'
        )
    return tuple(meld for meld in melds if isinstance(meld, Meld))
