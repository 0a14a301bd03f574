"""Judge a question about a play under the ruleset in use, or under several, and print the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from canasta_cli.api.asking import ask, ask_at
from canasta_cli.cli.facts import given_facts, read_facts
from canasta_cli.cli.options import print_long_answer
from canasta_cli.cli.ruleset_choice import (
    RulesetChoice,
    choose_ruleset,
    choose_several,
    deciding_house_rules,
)
from canasta_cli.engine.turn.judge import Ruling, rule_on_special
from canasta_cli.engine.turn.settle import answer
from canasta_cli.engine.view import Question
from canasta_cli.errors import DEPENDS
from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.model.turn import ShowSpecial, Turn
from canasta_cli.show.answer import Answer
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.cli.fact_options import FactOptions
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.scorebook import LoadedGame
    from canasta_cli.show.layout import Blocks

    class CheckOptions(FactOptions):
        """The values of the options of a question about a play."""

        under: str | None
        strict: bool
        why: bool


class Dispute(NamedTuple):
    """A play that is asked about.

    ``whole``: it is a turn from its beginning. ``as_out``: it is asked as going out. ``special``:
    cards that are asked about as a special hand. ``stock``: its cards, unless they are given.
    """

    turn: Turn = Turn(())
    whole: bool = False
    as_out: bool = False
    special: Cards = NO_CARDS
    stock: int | None = None


class Preview:
    """The answer to a question that is asked without printing it."""

    ruling: Ruling
    choice: RulesetChoice


def answer_dispute(dispute: Dispute, options: CheckOptions) -> int:
    """Judge a play under the ruleset, or under several, print the answer, and return the status.

    If the context of the command is a :class:`Preview`, it gets the answer, and nothing is printed.
    """

    def judge(choice: RulesetChoice) -> Ruling:
        return _judge(dispute, options, choice)

    if options["under"] is not None:
        return _side_by_side(judge, options)
    choice = _choose(options)
    ruling = judge(choice)
    preview = click.get_current_context().obj
    if isinstance(preview, Preview):
        preview.ruling, preview.choice = ruling, choice
        return 0
    house = _deciding_house_rules(choice, judge)
    print_long_answer(_answer(dispute, ruling, choice, options, house), as_json=options["as_json"])
    return _status((ruling,), options)


def _answer(
    dispute: Dispute,
    ruling: Ruling,
    choice: RulesetChoice,
    options: CheckOptions,
    house: tuple[str, ...],
) -> Answer:
    """Return the answer as text, short or with every reason, and as JSON."""

    def briefly() -> Blocks:
        from canasta_cli.show.verdict import brief_blocks

        return brief_blocks(ruling, choice.basis, house)

    def with_every_reason() -> Blocks:
        from canasta_cli.show.verdict import ruling_blocks, special_blocks

        if dispute.special:
            return special_blocks(ruling, choice.basis)
        return ruling_blocks(ruling, choice.basis, house)

    def document() -> Mapping[str, object]:
        from canasta_cli.show.verdict import ruling_json, special_json

        if dispute.special:
            return special_json(dispute.special, ruling, why=options["why"])
        return ruling_json(ruling, house, why=options["why"])

    return Answer(with_every_reason if options["why"] else briefly, document)


def _judge(dispute: Dispute, options: CheckOptions, choice: RulesetChoice) -> Ruling:
    """Judge a play on the table that the options and the recorded turns describe."""
    turn, rules, loaded = dispute.turn, choice.ruleset, choice.loaded
    if dispute.whole and turn.ended and loaded is not None and loaded.game.deal is not None:
        return _judge_recorded(turn, options, loaded, rules)
    play = Turn((ShowSpecial(dispute.special),)) if dispute.special else turn
    drawn = not dispute.whole and turn.take is None
    facts = read_facts(options, rules, loaded, play, drawn=drawn)
    if facts.stock is None and dispute.stock is not None:
        facts = facts.replace(stock=dispute.stock)
    if dispute.special:
        shows = options["hand"] is not None or options["shown"] is not None
        return answer(
            Question(turn, facts, rules, out=dispute.as_out),
            lambda asked: rule_on_special(dispute.special, asked.view, asked.ruleset, given=shows),
        )
    return ask(turn, facts, rules, whole=dispute.whole, as_out=dispute.as_out)


def _choose(options: CheckOptions) -> RulesetChoice:
    return choose_ruleset(options["rules"], options["house"], options["db"], options["game"])


def _status(rulings: tuple[Ruling, ...], options: CheckOptions) -> int:
    """Return 1 if a play is illegal under one of the rulesets, else 6 if it depends (strict: 1), else 0."""
    answers = [ruling.verdict.legal for ruling in rulings]
    if False in answers:
        return 1
    return (1 if options["strict"] else DEPENDS) if None in answers else 0


def _deciding_house_rules(
    choice: RulesetChoice, judge: Callable[[RulesetChoice], Ruling]
) -> tuple[str, ...]:
    """List the house rules that decide an answer."""
    return deciding_house_rules(
        choice.ruleset, lambda ruleset: judge(choice._replace(ruleset=ruleset)).outcome
    )


def _side_by_side(judge: Callable[[RulesetChoice], Ruling], options: CheckOptions) -> int:
    """Print the answers of several rulesets, and why they differ."""
    from canasta_cli.engine.turn.settle import compare
    from canasta_cli.show.verdict import under_blocks, under_json

    choices = choose_several(
        _choose(options), options["under"] or "", options["house"], options["rules"]
    )
    answers = tuple(judge(choice) for choice in choices)
    houses = tuple(_deciding_house_rules(choice, judge) for choice in choices)
    differences = compare(answers)
    answer = Answer(
        lambda: under_blocks(answers, differences, houses, why=options["why"]),
        lambda: under_json(answers, differences, houses, why=options["why"]),
    )
    print_long_answer(answer, as_json=options["as_json"])
    return _status(answers, options)


def _judge_recorded(
    turn: Turn, options: CheckOptions, loaded: LoadedGame, ruleset: Ruleset
) -> Ruling:
    """Judge a finished turn as the next one of the recorded hand, with the facts that are given."""
    from canasta_cli.scorekeeper.playing import in_play, with_player

    playing = in_play(loaded)
    seat = options["seat"] if turn.player is None else turn.player
    turn = with_player(turn._replace(player=seat), playing)
    given = given_facts(options, loaded, ruleset, turn)
    view = given.filled_in(playing.position.seat(turn).view())
    return ask_at(playing.position, turn, view, ruleset)
