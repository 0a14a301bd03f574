"""Correct the rules of a whole game: ``change``."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import option
from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.options import forcing, print_answer, ruleset_option
from canasta_cli.cli.streams import on_terminal, warn
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.rules_change import RulesChange, RulesRequest
    from canasta_cli.scorekeeper.scorebook import Scorebook


@click.command("change")
@ruleset_option(
    "The right ruleset; the game's house rules must be given again. Default: the game's rules."
)
@option(
    "--house",
    multiple=True,
    metavar="KEY=VALUE|FILE",
    shell_complete=completers.parameters,
    help="A house rule, or a file of them. Can be repeated.",
)
@option(
    "--target",
    type=click.IntRange(1),
    metavar="N",
    help="The points that end the game; the same as --house end.target=N.",
)
@option("-y", "--yes", is_flag=True, help="Change the rules without asking.")
@forcing
def change_command(
    rules: str | None,
    house: tuple[str, ...],
    target: int | None,
    yes: bool,
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Correct the rules of the whole game: its ruleset, a house rule, or the target.

    Every hand is counted again, and the answer shows what changes. On a terminal the program then
    asks whether to change the rules; scripts need --yes. Hands and turns that the new rules don't
    allow are listed: --force records the change and marks them. A hand that can't be counted under
    the new rules must be corrected first. canasta undo restores the old rules.

    Examples:
      canasta change --rules samba
        The game is Samba, not Classic Canasta.
      canasta change --target 3000
        The game ends at 3,000 points.
      canasta change --house out.bonus=200 --dry-run
        Show what a higher bonus for going out would change.
    """
    from canasta_cli.scorekeeper.rules_change import change_rules

    if target is not None:
        house = (*house, f"end.target={target}")
    if rules is None and not house:
        raise NotUnderstood(
            "the new rules are missing",
            fix="Give a ruleset, a house rule or the target. Example: canasta change --rules samba",
        )
    with open_scorebook(db) as book:
        request = _request(book, game, rules, house)._replace(forced=force)
        if yes or dry_run:
            result = change_rules(book, game, request, dry_run=dry_run)
            return _print(result, as_json=as_json)
        if as_json or not on_terminal():
            raise Refused(
                "a change of rules needs a confirmation",
                fix="To make it without a question, add --yes; to see what it changes, --dry-run.",
            )
        return _confirm(book, game, request)


def _request(
    book: "Scorebook", game: str | None, rules: str | None, house: tuple[str, ...]
) -> "RulesRequest":
    from canasta_cli.cli.ruleset_choice import load_ruleset, with_house
    from canasta_cli.scorekeeper.rules_change import RulesRequest
    from canasta_cli.scorekeeper.scorebook import load_game

    loaded = load_game(book.journal, game)
    ruleset = load_ruleset(rules) if rules else loaded.ruleset
    return RulesRequest(with_house(ruleset, house), expected=loaded.records[-1].number)


def _print(result: "RulesChange", *, as_json: bool, asked: bool = False) -> int:
    from canasta_cli.show.amendments import rules_change_blocks, rules_change_json

    answer = Answer(
        lambda: rules_change_blocks(result, asked=asked), lambda: rules_change_json(result)
    )
    print_answer(answer, as_json=as_json)
    return 0 if result.accepted else 1


def _confirm(book: "Scorebook", game: str | None, request: "RulesRequest") -> int:
    """Show what a change of rules does, and make it if the user agrees."""
    from canasta_cli.cli.prompts import agree
    from canasta_cli.scorekeeper.rules_change import change_rules
    from canasta_cli.show.amendments import changed_blocks, question

    shown = change_rules(book, game, request, dry_run=True)
    if _print(shown, as_json=False, asked=True):
        return 1
    if not agree(question(shown), default=False):
        warn("Nothing was recorded.\n")
        return 1
    result = change_rules(book, game, request)
    print_answer(Answer(lambda: changed_blocks(result), dict), as_json=False)
    return 0
