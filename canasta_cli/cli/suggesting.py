"""What could be played: ``suggest opening|out|discard``."""

from collections.abc import Mapping
from typing import Any

import click

from canasta_cli.cli.choosing import Chosen, chosen
from canasta_cli.cli.lazy import Listed
from canasta_cli.cli.options import (
    db_option,
    game_option,
    house_option,
    json_option,
    rules_option,
    stacked,
    tell,
)
from canasta_cli.cli.telling import Told, known, told
from canasta_cli.engine.gaps import refuse_group
from canasta_cli.engine.known import Known
from canasta_cli.engine.melds.suits import without_suits
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Style, Text

question = stacked(told, rules_option, house_option, game_option, db_option, json_option)
all_option = click.option(
    "--all", "everything", is_flag=True, help="Every way, not only the best; at most 200 of them."
)


@click.group("suggest", cls=Listed, context_settings={"max_content_width": 100})
def suggest_command() -> None:
    """Find ways to open, to go out, and cards to discard, from the cards of a hand.

    \b
    Examples:
      canasta suggest opening --hand AA2567844JK --total 1100
      canasta suggest out --hand KKK774 --melds 77777
    """


def _facts(options: Told) -> tuple[Chosen, Known]:
    rule = chosen(options["rules"], options["house"], options["db"], options["game"])
    facts = known(options, rule.ruleset, rule.table, NO_CARDS)
    refuse_group(rule.ruleset, "deck", "melds", "opening", "out.needs")
    if facts.hand is None:
        raise NotUnderstood(
            "the cards of the hand are missing",
            remedy="Tell them all: --hand AA2567844JK",
        )
    return rule, facts


def _adding(answer: Answer, notice: str, unknown: str) -> Answer:
    """The answer with what it could not know."""

    def keys() -> Mapping[str, Any]:
        found = answer.json()
        return {**found, "unknown": [*found["unknown"], unknown]}

    return Answer(lambda: (*answer.text(), Text(notice, Style.NOTICE)), keys)


def _noticing(answer: Answer, rule: Chosen, facts: Known) -> Answer:
    """Say so where runs could not be looked for, since suits were not told."""
    if not without_suits(facts.hand or NO_CARDS, rule.ruleset):
        return answer
    says = "Cards told without a suit were put in no run: 4H5H6H names suits."
    return _adding(answer, says, "suits")


def _untold_minimum(rule: Chosen, facts: Known) -> tuple[str, str] | None:
    """What would tell what the initial meld asks for, and its option, where nobody told."""
    from canasta_cli.engine.plays.initial_meld import asked_of
    from canasta_cli.engine.rule import Unknown

    asked = asked_of(facts, rule.ruleset)
    return (asked.what.value, f"--{asked.what.value} N") if isinstance(asked, Unknown) else None


@suggest_command.command("opening")
@all_option
@question
def suggest_opening(everything: bool, **options: object) -> int:
    """Find the ways to open: fewest cards, most points, fewest wild cards; or how much is short.

    With the top card of the pile (--pile or --top), also those that take it. Where the whole hand is
    a special hand, that is said as well.

    \b
    Examples:
      canasta suggest opening --hand AA2567844JK --total 1100
      canasta suggest opening --hand KKQQ2456789 --minimum 50 --top K --all
    """
    from canasta_cli.engine.plays.special import find_special, judge_special
    from canasta_cli.engine.ways.openings import needed, openings, ways_to_open
    from canasta_cli.engine.ways.ways import Ways
    from canasta_cli.show.suggestion import OpeningsFound, openings_blocks, openings_json

    rule, facts = _facts(options)
    if facts.has_opened:
        raise NotUnderstood(
            "the side has opened already", remedy="Any legal meld will do from here on."
        )
    hand = facts.hand or NO_CARDS
    shown = judge_special(hand, facts._replace(opened=False), rule.ruleset)
    special = find_special(hand, rule.ruleset) if shown.legal is not False else None
    opens = OpeningsFound(
        needed(facts, rule.ruleset),
        openings(facts, rule.ruleset, top=facts.top_card),
        special,
        shown.unknown if special else (),
    )

    def every() -> Ways:
        return ways_to_open(facts, rule.ruleset, top=facts.top_card)

    answer = Answer(
        lambda: openings_blocks(opens, rule.whence, every() if everything else None),
        lambda: openings_json(opens, every()),
    )
    answer = _noticing(answer, rule, facts)
    if untold := _untold_minimum(rule, facts):
        what, option = untold
        says = (
            f"Not told: {option} or --minimum N; this is the most that any initial meld asks for."
        )
        answer = _adding(answer, says, what)
    tell(answer, as_json=bool(options["as_json"]))
    return 0 if opens.found.possible else 1


@suggest_command.command("out")
@all_option
@question
def suggest_out(everything: bool, **options: object) -> int:
    """Find the ways to go out with the whole hand, with or without a discard, or as a special hand.

    The best is the one that adds most to the side's sheet, canastas included. With the cards of the
    pile (--pile), also those that take it, unless the card was drawn already (--drew stock). What the
    best rests on and nobody told is named, with the option that tells it.

    \b
    Examples:
      canasta suggest out --hand KKK774 --melds 77777
      canasta suggest out --hand 7xK+AAA --unopened --total 0 --all
      canasta suggest out --hand KKK44 --melds "77777 555555" --pile "7 7 5 4"
    """
    from canasta_cli.engine.ways.ways_out import ways_out
    from canasta_cli.show.suggestion import out_blocks, out_json

    rule, facts = _facts(options)
    ways = ways_out(facts, rule.ruleset)
    answer = Answer(
        lambda: out_blocks(ways, rule.whence, everything=everything), lambda: out_json(ways)
    )
    tell(_noticing(answer, rule, facts), as_json=bool(options["as_json"]))
    return 0 if ways.ways else 1


@suggest_command.command("discard")
@question
def suggest_discard(**options: object) -> int:
    """Find the cards of a hand that may be discarded.

    \b
    Examples:
      canasta suggest discard --hand 4K3R
    """
    from canasta_cli.engine.ways.discards import discards
    from canasta_cli.show.suggestion import discards_blocks, discards_json

    rule, facts = _facts(options)
    cards = discards(facts, rule.ruleset)
    answer = Answer(lambda: discards_blocks(cards, rule.whence), lambda: discards_json(cards))
    tell(answer, as_json=bool(options["as_json"]))
    return 0 if cards else 1
