"""Suggestions for a known hand: ``suggest opening|out|discard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.api.asking import (
    cannot_open,
    discards,
    every_opening,
    every_way_out,
    missing_for_opening,
    openings_found,
)
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
from canasta_cli.engine.rule import Fact, Missing
from canasta_cli.errors import DEPENDS, NotUnderstood
from canasta_cli.rules.names import GROUPS_OF_SUGGESTIONS, refuse_group
from canasta_cli.show.layout import Style, Text

if TYPE_CHECKING:
    from canasta_cli.cli.judging import FactOptions
    from canasta_cli.engine.view import View


question = stacked(fact_options, rules_option, house_option, reading)
all_option = option(
    "--all", "everything", is_flag=True, help="Show every way, not only the best (at most 200)."
)


_STATUS = {True: 0, False: 1, None: DEPENDS}


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
    refuse_group(choice.ruleset, *GROUPS_OF_SUGGESTIONS)
    if facts.hand is None:
        raise NotUnderstood(
            "--hand is missing",
            fix="Give all the cards of the hand. Example: --hand AA2567844JK",
        )
    return choice, facts


def _notice(missing: Missing, *, possible: bool = True) -> Text:
    """Say what a missing fact means for ways that are found without it, or if there are none."""
    if missing is Fact.SUITS:
        text = (
            "Sequences were looked for only among cards with suits; write suits like this: 4H5H6H."
        )
    else:
        given = "total" if missing is Fact.TOTAL else "number of the deal"
        options = f"--{missing.value} N or --minimum N"
        which = "highest minimum that this hand can meet" if possible else "lowest minimum"
        text = f"You gave no {given} ({options}), so this uses the {which}."
    return Text(text, Style.NOTICE)


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
    from canasta_cli.show.suggestion import OpeningsAnswer, openings_blocks

    choice, facts = _facts(options)
    if against := cannot_open(facts):
        wrong, fix, missing = against
        raise NotUnderstood(wrong, fix=f"{fix} Example: --top K" if missing else fix)
    with searching():
        opens = openings_found(facts, choice.ruleset)
        found = every_opening(facts, choice.ruleset)
    below = [
        _notice(each, possible=opens.found.possible)
        for each in missing_for_opening(facts, choice.ruleset)
    ]
    print_long_answer(
        lambda: (*openings_blocks(opens, choice.basis, found if everything else None), *below),
        lambda: OpeningsAnswer((opens, found)),
    )
    return _STATUS[found.possible]


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
    from canasta_cli.show.suggestion import WaysAnswer, out_blocks

    choice, facts = _facts(options)
    with searching():
        found = every_way_out(facts, choice.ruleset)
    below = [_notice(Fact.SUITS)] if found.ways and Fact.SUITS in found.unknown else []
    print_long_answer(
        lambda: (*out_blocks(found, choice.basis, everything=everything), *below),
        lambda: WaysAnswer(found),
    )
    return _STATUS[found.possible]


@suggest_command.command("discard")
@question
def suggest_discard(**options: Unpack[FactOptions]) -> int:
    """Find the cards of a hand that may be discarded.

    Examples:
      canasta suggest discard --hand 4K3R
        Ann holds a four, a king and a red three. Which of them may she discard?
    """
    from canasta_cli.show.suggestion import discards_answer, discards_blocks

    choice, facts = _facts(options)
    found = discards(facts, choice.ruleset)
    print_long_answer(lambda: discards_blocks(found, choice.basis), lambda: discards_answer(found))
    answers = {each.verdict.legal for each in found}
    return _STATUS[True if True in answers else None if None in answers else False]
