"""Every legal turn of a known hand: ``moves``."""

from __future__ import annotations

import sys
from itertools import count, islice
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.fact_options import fact_options
from canasta_cli.cli.facts import read_facts
from canasta_cli.cli.options import (
    db_option,
    game_option,
    house_option,
    json_option,
    pager_option,
    print_long_answer,
    rules_option,
    stacked,
)
from canasta_cli.cli.ruleset_choice import choose_ruleset
from canasta_cli.engine.view import Held
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.rules.names import TURN, refuse_group
from canasta_cli.show.answer import Answer
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.cli.fact_options import FactOptions
    from canasta_cli.engine.movegen.legal_turns import Comes
    from canasta_cli.engine.view import View
    from canasta_cli.model.turn import Turn
    from canasta_cli.rules.schema import Ruleset


@click.command("moves")
@option("--drawn", metavar="CARDS", help="The cards drawn from the stock.")
@option(
    "--foot-cards",
    metavar="CARDS",
    help="The cards of the player's foot, if it has not been picked up yet.",
)
@option("--count", "only_count", is_flag=True, help="Show only the number of turns.")
@option("--limit", metavar="N", type=click.IntRange(1), help="Stop after N turns.")
@stacked(
    fact_options, rules_option, house_option, pager_option, game_option, db_option, json_option
)
def moves_command(
    drawn: str | None,
    foot_cards: str | None,
    only_count: bool,
    limit: int | None,
    **options: Unpack[FactOptions],
) -> int:
    """List every legal turn of a player whose cards are known.

    With --hand, give the cards held before the draw. --drawn lists turns that start with a draw;
    --pile lists turns that take the pile. Give both for all turns. Turns that lead to the same melds
    and the same discard are listed once: turns that draw before those that take the pile, then those that
    meld few cards first. A large hand has too many turns to try them all; then the first several
    thousand are listed. Without --melds, the side is assumed not to have opened,
    unless a hand is being recorded turn by turn: then its recorded turns give the missing facts.

    Examples:
      canasta moves --hand KK24 --drawn K --melds 777 --pile "5 9"
        Ann held two kings, a deuce and a four, and drew a king; her side has three sevens.
      canasta moves --hand KKQQ2 --drawn 5 --total 1500 --pile "4 K" --count
        How many turns are possible for a side with 1,500 points that has not opened?
    """
    from canasta_cli.engine.turn.settle import PAID
    from canasta_cli.show.suggestion import moves_blocks, moves_json

    choice = choose_ruleset(options["rules"], options["house"], options["db"], options["game"])
    facts = read_facts(options, choice.ruleset, choice.loaded)
    refuse_group(choice.ruleset, *TURN, besides=PAID)
    from canasta_cli.engine.movegen.legal_turns import Comes
    from canasta_cli.notation.turn import read_held

    cards = None if drawn is None else read_held(drawn)
    if cards is not None:
        _check_drawn(cards, facts.stock, choice.ruleset)
    facts = _complete(facts, options, cards or NO_CARDS)
    _check_begins(cards, facts)
    foot = None if foot_cards is None else read_held(foot_cards)
    if foot is not None:
        facts = facts.replace(foot=Held(foot))
    turns, is_complete = _listed(facts, choice.ruleset, Comes(cards, foot, foot), limit)
    answer = Answer(
        lambda: moves_blocks(
            turns,
            choice.basis,
            only_count=only_count,
            is_complete=is_complete,
            drawn=cards is not None or facts.stock == 0,
        ),
        lambda: moves_json(turns, only_count=only_count, is_complete=is_complete),
    )
    print_long_answer(answer, as_json=options["as_json"])
    return 0 if turns else 1


def _listed(
    facts: View, ruleset: Ruleset, comes: Comes, limit: int | None
) -> tuple[tuple[Turn, ...], bool]:
    """List the turns, up to a limit; false if there may be more. On a terminal, show their number."""
    from canasta_cli.cli.progress import Progress
    from canasta_cli.engine.movegen.legal_turns import moves
    from canasta_cli.engine.movegen.melds import Effort

    effort, number = Effort(), count(1)
    every = moves(facts, ruleset, comes, effort)
    watched = Progress(sys.stderr, sys.stderr).watch(
        every, lambda _: f"{count_of(next(number), 'legal turn')} so far", lambda _: False
    )
    turns = tuple(islice(watched, limit))
    is_complete = effort.is_complete and (len(turns) != limit or next(every, None) is None)
    return turns, is_complete


def _check_begins(cards: Cards | None, facts: View) -> None:
    """Check that the cards of a draw or of the pile are given."""
    if cards is None and facts.top is None and facts.stock == 0:
        raise NotUnderstood(
            "--pile is missing; the stock is empty, so a turn can only take the pile",
            fix='Give the pile. Example: --pile "9 4"',
        )
    if cards is None and facts.top is None:
        raise NotUnderstood(
            "--drawn and --pile are missing; a turn begins with one or the other",
            fix='Give the cards drawn or the pile. Example: --drawn 5, or --pile "9 4"',
        )


def _check_drawn(drawn: Cards, stock: int | None, ruleset: Ruleset) -> None:
    """Check the number of cards drawn: threes are replaced, and a stock may hold too few."""
    from canasta_cli.engine.points import kept

    if stock == 0:
        raise NotUnderstood(
            "the stock is empty, so no cards can be drawn",
            fix='Leave out --drawn; a turn can only take the pile. Example: --pile "9 4"',
        )
    needed, have = ruleset.deal.draw, len(kept(drawn, ruleset))
    if have == needed or (have < needed and stock is not None and stock <= len(drawn)):
        return
    threes = "" if have == len(drawn) else " apart from threes that are replaced"
    raise NotUnderstood(
        f"--drawn has {count_of(have, 'card')}{threes}; a draw is {count_of(needed, 'card')}",
        fix="Give every card drawn, with the replacement of each three. "
        f"Example: --drawn 3R{'56789'[:needed]}\n"
        "If the stock had too few, give the number of cards in it: --stock 1",
    )


def _complete(facts: View, options: FactOptions, drawn: Cards) -> View:
    """Fill in what every turn needs: melds, a total, and a stock; the hand must be given."""
    if facts.hand is None:
        raise NotUnderstood(
            "--hand is missing",
            fix="Give all the cards of the hand before the draw. Example: --hand KK24",
        )
    if facts.melds is None:
        if facts.has_opened:
            raise NotUnderstood(
                "the side has opened, but --melds is missing",
                fix='Give its melds. Example: --melds "7777 QQ2"',
            )
        facts = facts.replace(melds=(), opened=False)
    if facts.total is None and facts.minimum is None:
        facts = facts.replace(total=0, deal=facts.deal or 1)
    is_given = facts.partner_melds is not None or options["first_turn"]
    return facts.replace(
        fresh=facts.fresh if is_given or facts.fresh is not None else False,
        their_melds=facts.their_melds or (),
        stock=len(drawn) + 1 if facts.stock is None else facts.stock,
    )
