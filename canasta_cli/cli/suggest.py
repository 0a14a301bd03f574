"""Suggestions for a known hand: ``suggest opening|out|discard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli.command_classes import OrderedGroup, option
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
from canasta_cli.cli.ruleset_choice import RulesetChoice, choose_ruleset
from canasta_cli.engine.view import Drew, View
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.rules.names import MELDING, refuse_group
from canasta_cli.show.answer import Answer

question = stacked(
    fact_options, rules_option, house_option, pager_option, game_option, db_option, json_option
)
all_option = option(
    "--all", "everything", is_flag=True, help="Show every way, not only the best (at most 200)."
)

if TYPE_CHECKING:
    from canasta_cli.cli.fact_options import FactOptions
    from canasta_cli.engine.movegen.choices import Ways


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
    choice = choose_ruleset(options["rules"], options["house"], options["db"], options["game"])
    facts = read_facts(options, choice.ruleset, choice.loaded)
    refuse_group(choice.ruleset, "deck", *MELDING, "opening", "out.needs")
    if facts.hand is None:
        raise NotUnderstood(
            "--hand is missing",
            fix="Give all the cards of the hand. Example: --hand AA2567844JK",
        )
    return choice, facts


def _with_suits_notice(answer: Answer, choice: RulesetChoice, facts: View) -> Answer:
    """Add a notice if sequences could not be tried, because suits are missing."""
    if not (choice.ruleset.melds.runs and _lacks_suits(facts.hand or NO_CARDS)):
        return answer
    from canasta_cli.show.suggestion import with_notice

    notice = "Sequences were looked for only among cards with suits; write suits like this: 4H5H6H."
    return with_notice(answer, notice, "suits")


def _lacks_suits(cards: Cards) -> bool:
    """True if a card that could be in a sequence is given without its suit."""
    return any(card.rank.four_to_ace and not card.suit for card in cards)


def _missing_minimum(choice: RulesetChoice, facts: View) -> tuple[str, str] | None:
    """Return the fact that decides the initial meld, and its option, if it is missing."""
    from canasta_cli.engine.rule import Unknown
    from canasta_cli.engine.turn.minimum import required

    asked = required(facts, choice.ruleset)
    return (asked.what.value, f"--{asked.what.value} N") if isinstance(asked, Unknown) else None


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
    from canasta_cli.engine.turn.going_out import find_special, judge_special
    from canasta_cli.show.suggestion import (
        OpeningsFound,
        openings_blocks,
        openings_json,
        with_notice,
    )

    choice, facts = _facts(options)
    _check_can_open(facts)
    hand = facts.hand or NO_CARDS
    shown = judge_special(hand, facts.replace(opened=False), choice.ruleset)
    special = find_special(hand, choice.ruleset) if shown.legal is not False else None
    opens = OpeningsFound(
        needed(facts, choice.ruleset),
        openings(facts, choice.ruleset, top=facts.top),
        special,
        shown.unknown if special else (),
    )

    def every() -> Ways:
        return ways_to_open(facts, choice.ruleset, top=facts.top)

    answer = Answer(
        lambda: openings_blocks(opens, choice.basis, every() if everything else None),
        lambda: openings_json(opens, every()),
    )
    answer = _with_suits_notice(answer, choice, facts)
    if missing := _missing_minimum(choice, facts):
        what, option = missing
        given = "total" if what == "total" else "number of the hand"
        notice = f"You gave no {given} ({option} or --minimum N), so this uses the highest minimum."
        answer = with_notice(answer, notice, what)
    print_long_answer(answer, as_json=options["as_json"])
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
    from canasta_cli.show.suggestion import out_blocks, out_json

    choice, facts = _facts(options)
    ways = ways_out(facts, choice.ruleset)
    answer = Answer(
        lambda: out_blocks(ways, choice.basis, everything=everything), lambda: out_json(ways)
    )
    print_long_answer(_with_suits_notice(answer, choice, facts), as_json=options["as_json"])
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
    from canasta_cli.show.suggestion import discards_blocks, discards_json

    choice, facts = _facts(options)
    found = discards(facts, choice.ruleset)
    cards = tuple(each for each in found if each.verdict.legal is not False)
    refused = () if cards else found
    answer = Answer(
        lambda: discards_blocks(cards, refused, choice.basis), lambda: discards_json(cards, refused)
    )
    print_long_answer(answer, as_json=options["as_json"])
    return 0 if cards else 1
