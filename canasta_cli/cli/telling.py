"""What is known about the table, told by the same options to every question about a play."""

from collections.abc import Callable
from typing import Any

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import stacked
from canasta_cli.cli.recorded import filled, recorded
from canasta_cli.engine.known import Drew, Known
from canasta_cli.engine.plays.initial_meld import asked_of
from canasta_cli.engine.rule import Unknown
from canasta_cli.engine.table.position import without
from canasta_cli.engine.table.told import contradictions
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import Meld
from canasta_cli.notation.deal import read_held, read_order
from canasta_cli.notation.melds import scan_meld
from canasta_cli.notation.reader import words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis
from canasta_cli.words import count_of

Told = dict[str, Any]


class FactOption(click.Option):
    """An option that tells a fact: told twice it must be told alike, where others take the last word."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Keep all that is told, and not the last of it alone."""
        if not self.is_flag:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append")
            return
        for opts, const in ((self.opts, True), (self.secondary_opts, False)):
            parser.add_option(
                obj=self, opts=opts, dest=self.name, action="append_const", const=const
            )

    def consume_value(self, ctx: click.Context, opts: Any) -> Any:
        """The one thing that was told."""
        told = opts.get(self.name)
        if not isinstance(told, list):
            return super().consume_value(ctx, opts)
        if len(set(told)) > 1 and not ctx.resilient_parsing:
            raise NotUnderstood(
                f"{self._twice(told)} cannot both be so",
                remedy="Tell it once, or leave out what is not certain.",
            )
        return super().consume_value(ctx, {**opts, str(self.name): told[0]})

    def _twice(self, told: list[Any]) -> str:
        if self.is_flag:
            return f"{self.opts[0]} and {self.secondary_opts[0]}"
        return " and ".join(f"{self.opts[0]} {each}" for each in dict.fromkeys(told))


def _fact(*names: str, **settings: Any) -> Callable[[Any], Any]:
    return click.option(*names, cls=FactOption, **settings)


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    _fact("--hand", metavar="CARDS", help="All the cards that the player holds."),
    _fact("--shown", metavar="CARDS", help="Some of the cards that the player holds."),
    _fact("--melds", metavar="MELDS|none", help="The side's melds on the table."),
    _fact(
        "--opened/--unopened",
        default=None,
        help="Whether the side has melded, where its melds are not told.",
    ),
    _fact("--total", type=int, metavar="N", help="The side's total before this hand."),
    _fact("--minimum", type=click.IntRange(0), metavar="N", help="The initial meld it needs."),
    _fact("--pile", metavar="CARDS", help="The discard pile, its top card last."),
    _fact(
        "--pile-size", type=click.IntRange(0), metavar="N", help="How many cards lie in the pile."
    ),
    _fact("--top", metavar="CARD", help="The top card of the pile, where only that is known."),
    _fact("--frozen/--not-frozen", default=None, help="Whether a card in the pile freezes it."),
    _fact("--stock", type=click.IntRange(0), metavar="N", help="Cards left in the stock."),
    _fact("--drew", type=click.Choice([each.value for each in Drew]), help="How this turn began."),
    _fact(
        "--first-turn/--later-turn",
        default=None,
        help="Whether this player has had no turn in this hand before.",
    ),
    _fact("--asked", type=click.Choice(["yes", "no"]), help="The partner's answer, if asked."),
    _fact(
        "--partner-melds", metavar="MELDS|none", help="Those of the side's melds that others laid."
    ),
    _fact("--their-melds", metavar="MELDS|none", help="The other side's melds."),
    _fact(
        "--canastas",
        type=click.IntRange(0),
        metavar="N",
        help="How many canastas the side has, where its melds are not told.",
    ),
    _fact(
        "--red-threes",
        type=click.IntRange(0),
        metavar="N",
        help="How many red threes the side has laid out.",
    ),
    _fact("--foot/--no-foot", default=None, help="Whether the player still has a foot to take up."),
    _fact(
        "--partner-foot/--no-partner-foot",
        default=None,
        help="Whether the partner still has one, or has not played from it.",
    ),
    _fact("--deal", type=click.IntRange(1), metavar="N", help="Which deal of the game it is."),
    _fact(
        "--seat",
        metavar="PLAYER",
        shell_complete=completing.players,
        help="Who plays, in the current game: his side's total then counts.",
    ),
)
told = stacked(*_OPTIONS)


def known(
    options: Told, ruleset: Ruleset, table: Any | None, played: Cards, *, drawn: bool = False
) -> Known:
    """What the options tell of the table; ``played`` are the cards of the play itself.

    ``drawn``: the question is asked after the draw, which no recorded turn tells yet.

    Raises :class:`~canasta_cli.errors.NotUnderstood` where two facts cannot both be so.
    """
    seat = None if options["seat"] is None else _seat(options["seat"], table)
    total = options["total"]
    if seat is not None and total is None:
        total = _total_of(seat, table)
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
    facts = recorded(table, seat, drew)
    size = [] if facts is None else _sizes(found.hand, facts, drew, ruleset)
    found = found if facts is None else filled(found, facts)
    beside = NO_CARDS if found.hand is not None else _beside(played, found.shown or NO_CARDS)
    total_differs = _minimum_and_total(found, ruleset)
    if wrong := [*contradictions(found, beside, ruleset), *total_differs, *size]:
        raise NotUnderstood(
            "\n".join(("these facts cannot all be so:", *(f"  {each}" for each in wrong))),
            remedy="Tell the table again, or leave out what is not certain.",
        )
    return found


def _sizes(hand: Cards | None, facts: Known, drew: Drew | None, ruleset: Ruleset) -> list[str]:
    """A hand told of another size than the recorded turns make it, before the draw or after it."""
    size = facts.hand_size if facts.hand is None else len(facts.hand)
    if hand is None or size is None or len(hand) == size:
        return []
    if drew is Drew.STOCK and len(hand) == size - ruleset.deal.draw:
        return []
    told = f"the hand as told has {count_of(len(hand), 'card')}, and by the recorded turns it has {size}"
    after = f"; after the draw: --drew {Drew.STOCK.value}" if drew is None else ""
    return [f"{told} (some of its cards: --shown{after})"]


def _beside(played: Cards, shown: Cards) -> Cards:
    """The cards of a play that are not among those told of the hand, a suit not named being any."""
    return without(shown, played)[1]


def _minimum_and_total(found: Known, ruleset: Ruleset) -> list[str]:
    asks = asked_of(found._replace(minimum=None), ruleset)
    if found.minimum is None or isinstance(asks, Unknown) or asks.points == found.minimum:
        return []
    by_deal = ruleset.opening.basis is Basis.DEAL
    where = f"in deal {found.deal}" if by_deal else f"at a total of {found.total:,}"
    return [f"{where} the initial meld is {asks.points}, not {found.minimum}"]


def _seat(word: str, table: Any | None) -> str:
    """The player of the current game whom a word names."""
    from canasta_cli.scorekeeper.desk import pick

    if table is None:
        raise NotUnderstood(
            "--seat names a player of the current game, and there is none",
            remedy="Give the side's total: --total N",
        )
    return pick(word, list(table.game.players), "player", NotUnderstood)


def _total_of(player: str, table: Any) -> int:
    game, totals = table.game, table.standing.totals
    return int(totals[game.sides.index(game.side(player))])


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
            f"{option} are melds as they lie, each whole", remedy=f'Example: {option} "7777 QQ2"'
        )
    return tuple(meld for meld in melds if isinstance(meld, Meld))
