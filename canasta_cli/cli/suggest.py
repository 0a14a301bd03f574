"""Suggestions for a known hand: ``suggest opening|out|discard``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli.command_classes import OrderedGroup, option
from canasta_cli.cli.judging import fact_options, read_facts
from canasta_cli.cli.options import (
    house_option,
    print_long_answer,
    reading,
    rules_option,
    searching,
    stacked,
)
from canasta_cli.cli.ruleset_choice import RulesetChoice, chosen_ruleset
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import Drew, View
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.model.turn import ShowSpecial, Turn
from canasta_cli.rules.names import GROUPS_OF_MELDING, refuse_group
from canasta_cli.show.layout import Style, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from canasta_cli.cli.judging import FactOptions
    from canasta_cli.engine.movegen.choices import Ways
    from canasta_cli.engine.rule import Missing
    from canasta_cli.show.answer import MakeText
    from canasta_cli.show.keys import Answer

    Notices = list[tuple[Missing, str]]
    """What an answer says about facts that are missing."""


question = stacked(fact_options, rules_option, house_option, reading)
all_option = option(
    "--all", "everything", is_flag=True, help="Show every way, not only the best (at most 200)."
)


@click.group("suggest", cls=OrderedGroup)
def suggest_command() -> None:
    """Find ways to open or go out, and list the cards you may discard.

    Examples:
      canasta suggest opening --hand AA2567844JK --total 1100
        Ann's side has 1,100 points. Can she open with these eleven cards?
      canasta suggest out --hand KKK774 --melds 77777
        Ann's side has five sevens. Can she go out?
    """


def _facts(options: FactOptions) -> tuple[RulesetChoice, View]:
    choice = chosen_ruleset(options)
    facts = read_facts(options, choice.ruleset, choice.loaded)
    refuse_group(choice.ruleset, "deck", *GROUPS_OF_MELDING, "opening", "out.needs")
    if facts.hand is None:
        raise NotUnderstood(
            "--hand is missing",
            fix="Give all the cards of the hand. Example: --hand AA2567844JK",
        )
    return choice, facts


def _about_suits(choice: RulesetChoice, facts: View) -> Notices:
    """Return a notice if sequences can't be tried, because suits are missing."""
    lacks = any(card.rank.four_to_ace and not card.suit for card in facts.hand or NO_CARDS)
    if not (choice.ruleset.melds.runs and lacks):
        return []
    notice = "Sequences were looked for only among cards with suits; write suits like this: 4H5H6H."
    return [(Fact.SUITS, notice)]


def _print_ways(
    ways: Callable[[], Ways], text: MakeText, answer: Callable[[Ways], Answer], notices: Notices
) -> None:
    """Print ways with the notices about them; the facts that are missing are named."""
    missing = tuple(fact for fact, _ in notices)

    def document() -> Answer:
        found = ways()
        return answer(found._replace(unknown=(*found.unknown, *missing)))

    below = tuple(Text(notice, Style.NOTICE) for _, notice in notices)
    print_long_answer(lambda: (*text(), *below), document)


def _check_can_open(facts: View) -> None:
    """Check that the side has not opened, and that a pile that was taken is known."""
    if facts.has_opened:
        raise NotUnderstood("the side has already opened", fix="It may now meld any legal meld.")
    if facts.drew is Drew.PILE and facts.top is None:
        raise NotUnderstood(
            "the turn began with the pile, but its top card is missing",
            fix="Give it, and the hand before that. Example: --top K",
        )


@suggest_command.command("opening")
@all_option
@question
def suggest_opening(everything: bool, **options: Unpack[FactOptions]) -> int:
    """Find the best ways to open: fewest cards, most points, fewest wild cards.

    If there is none, show how many points are missing. With --pile or --top, openings that take the
    pile are included; a special hand is shown too.

    Examples:
      canasta suggest opening --hand AA2567844JK --total 1100
        Ann's side has 1,100 points. Can she open with these eleven cards?
      canasta suggest opening --hand KKQQ2456789 --minimum 50 --top K --all
        List every way to open with 50 points, with or without the king on the pile.
    """
    from canasta_cli.engine.movegen.initial_melds import needed, openings, ways_to_open
    from canasta_cli.engine.rule import Unknown
    from canasta_cli.engine.turn.going_out import find_special
    from canasta_cli.engine.turn.judge import verdict_on
    from canasta_cli.engine.view import required
    from canasta_cli.show.suggestion import (
        OpeningsAnswer,
        OpeningsFound,
        openings_blocks,
    )

    choice, facts = _facts(options)
    _check_can_open(facts)
    hand = facts.hand or NO_CARDS
    shown = verdict_on(Turn((ShowSpecial(hand),)), facts.replace(opened=False), choice.ruleset)
    special = find_special(hand, choice.ruleset) if shown.legal is not False else None
    with searching():
        found = openings(facts, choice.ruleset, top=facts.top)
    missing_facts = shown.unknown if special else ()
    opens = OpeningsFound(needed(facts, choice.ruleset), found, special, missing_facts)
    every = partial(ways_to_open, facts, choice.ruleset, top=facts.top)
    notices = _about_suits(choice, facts)
    if isinstance(missing := required(facts, choice.ruleset), Unknown):
        what = missing.what.value
        given = "total" if what == "total" else "number of the hand"
        notice = (
            f"You gave no {given} (--{what} N or --minimum N), so this uses the highest minimum."
        )
        notices.append((missing.what, notice))
    _print_ways(
        every,
        lambda: openings_blocks(opens, choice.basis, every() if everything else None),
        lambda found: OpeningsAnswer((opens, found)),
        notices,
    )
    return 0 if opens.found.possible else 1


@suggest_command.command("out")
@all_option
@question
def suggest_out(everything: bool, **options: Unpack[FactOptions]) -> int:
    """Find the best ways to go out, with or without a discard, or with a special hand.

    The best way adds the most points, canastas included. With --pile, ways that take the pile are
    included, unless the turn began with a draw (--drew stock). Missing facts that the best way
    depends on are listed.

    Examples:
      canasta suggest out --hand KKK774 --melds 77777
        Ann's side has five sevens. Can she go out?
      canasta suggest out --hand 7xK+AAA --unopened --total 0 --all
        List every way to go out in the same turn as opening.
      canasta suggest out --hand KKK44 --melds "77777 555555" --pile "7 7 5 4"
        Does it help to take the pile?
    """
    from canasta_cli.engine.movegen.going_out import ways_out
    from canasta_cli.show.suggestion import WaysAnswer, out_blocks

    choice, facts = _facts(options)
    with searching():
        ways = ways_out(facts, choice.ruleset)
    _print_ways(
        lambda: ways,
        lambda: out_blocks(ways, choice.basis, everything=everything),
        WaysAnswer,
        _about_suits(choice, facts),
    )
    return 0 if ways.ways else 1


@suggest_command.command("discard")
@question
def suggest_discard(**options: Unpack[FactOptions]) -> int:
    """Find the cards of a hand that may be discarded.

    Examples:
      canasta suggest discard --hand 4K3R
        Ann holds a four, a king and a red three. Which of them may she discard?
    """
    from canasta_cli.engine.turn.judge import discards
    from canasta_cli.show.suggestion import discards_answer, discards_blocks

    choice, facts = _facts(options)
    found = discards(facts, choice.ruleset)
    cards = tuple(each for each in found if each.verdict.legal is not False)
    refused = () if cards else found
    print_long_answer(
        lambda: discards_blocks(cards, refused, choice.basis),
        lambda: discards_answer(cards, refused),
    )
    return 0 if cards else 1
