"""What could be played: ``suggest opening|out|discard``."""

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
from canasta_cli.engine.suits import without_suits
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.rules.vocabulary import Basis
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Style, Text

question = stacked(told, rules_option, house_option, game_option, db_option, json_option)
all_option = click.option("--all", "everything", is_flag=True, help="Every way, not only the best.")


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


def _noticing(answer: Answer, rule: Chosen, facts: Known) -> Answer:
    """Say so where runs could not be looked for, since suits were not told."""
    if not without_suits(facts.hand or NO_CARDS, rule.ruleset):
        return answer
    notice = Text("Cards told without a suit were put in no run: 4H5H6H names suits.", Style.NOTICE)
    return Answer(lambda: (*answer.text(), notice), lambda: {**answer.json(), "unknown": ["suits"]})


def _with_minimum(answer: Answer, rule: Chosen, facts: Known) -> Answer:
    """Say so where nobody told what the initial meld asks for, and the most was taken."""
    by_deal = rule.ruleset.opening.basis is Basis.DEAL
    told = facts.deal is not None if by_deal else facts.total is not None
    if told or facts.minimum is not None:
        return answer
    option, missing = ("--deal N", "deal") if by_deal else ("--total N", "total")
    says = f"Not told: {option} or --minimum N; this is the most that any initial meld asks for."
    return Answer(
        lambda: (*answer.text(), Text(says, Style.NOTICE)),
        lambda: {**answer.json(), "unknown": [*answer.json().get("unknown", ()), missing]},
    )


@suggest_command.command("opening")
@all_option
@question
def suggest_opening(everything: bool, **options: object) -> int:
    """Find the ways to open: fewest cards, most points, fewest wild cards; or how much is short.

    With the top card of the pile (--pile or --top), also those that take it.

    \b
    Examples:
      canasta suggest opening --hand AA2567844JK --total 1100
      canasta suggest opening --hand KKQQ2456789 --minimum 50 --top K --all
    """
    from canasta_cli.engine.openings import openings, points_needed, ways_to_open
    from canasta_cli.engine.ways import Way
    from canasta_cli.show.suggestion import openings_blocks, openings_json

    rule, facts = _facts(options)
    if facts.has_opened:
        raise NotUnderstood(
            "the side has opened already", remedy="Any legal meld will do from here on."
        )
    found = openings(facts, rule.ruleset, top=facts.top_card)
    needed = points_needed(facts, rule.ruleset)

    def every() -> tuple[Way, ...]:
        return ways_to_open(facts, rule.ruleset, top=facts.top_card)

    answer = Answer(
        lambda: openings_blocks(found, needed, rule.whence, every() if everything else None),
        lambda: openings_json(found, every()),
    )
    answer = _with_minimum(_noticing(answer, rule, facts), rule, facts)
    tell(answer, as_json=bool(options["as_json"]))
    return 0 if found.possible else 1


@suggest_command.command("out")
@all_option
@question
def suggest_out(everything: bool, **options: object) -> int:
    """Find the ways to go out with the whole hand, with or without a discard.

    \b
    Examples:
      canasta suggest out --hand KKK774 --melds 77777
      canasta suggest out --hand 7xK+AAA --unopened --total 0 --all
    """
    from canasta_cli.engine.ways_out import ways_out
    from canasta_cli.show.suggestion import out_blocks, out_json

    rule, facts = _facts(options)
    ways = ways_out(facts, rule.ruleset)
    answer = Answer(
        lambda: out_blocks(ways, rule.whence, everything=everything), lambda: out_json(ways)
    )
    tell(_noticing(answer, rule, facts), as_json=bool(options["as_json"]))
    return 0 if ways else 1


@suggest_command.command("discard")
@question
def suggest_discard(**options: object) -> int:
    """Find the cards of a hand that may be discarded.

    \b
    Examples:
      canasta suggest discard --hand 4K3R
    """
    from canasta_cli.engine.referee import discards
    from canasta_cli.show.suggestion import discards_blocks, discards_json

    rule, facts = _facts(options)
    ranks = discards(facts, rule.ruleset)
    answer = Answer(lambda: discards_blocks(ranks, rule.whence), lambda: discards_json(ranks))
    tell(answer, as_json=bool(options["as_json"]))
    return 0 if ranks else 1
