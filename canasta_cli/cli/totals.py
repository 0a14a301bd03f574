"""The state of a game: ``score next minimum winner``, and ``canasta`` without a command."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli.command_classes import NegativeNumbersCommand, option
from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.options import (
    Number,
    db_option,
    game_option,
    house_option,
    json_option,
    print_answer,
    print_long_answer,
    reading,
    rules_option,
    stacked,
)
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.cli.ruleset_choice import RulesetChoice
    from canasta_cli.rules.schema import Ruleset


def welcome() -> int:
    """Show the current game with its totals and the next dealer, or how to start one."""
    from canasta_cli.show.layout import Text
    from canasta_cli.show.next import welcome_line
    from canasta_cli.show.standing import next_blocks

    with open_scorebook(None, snapshot=True) as book:
        if book.journal.current() is None:
            hello = (
                Text("There is no current game. Start one with the players in order of play:"),
                Text("canasta new Ann Bob Cat Dan", indent=2),
                Text("See a sample evening: canasta demo. All commands: canasta --help"),
            )
            print_answer(Answer(lambda: hello, dict), as_json=False)
            return 0
        from canasta_cli.scorekeeper.scorebook import load_game

        loaded = load_game(book.journal, None)
    title = welcome_line(loaded.game.name, loaded.ruleset.title)
    print_answer(Answer(lambda: (title, *next_blocks(loaded.standing)), dict), as_json=False)
    return 0


@click.command("score")
@reading
def score_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the score pad.

    It has a row for each hand. Below are the totals, the points each side needs to open, its distance
    to the target, and the next dealer.

    Examples:
      canasta score
      canasta score -g friday --json
    """
    from canasta_cli.scorekeeper.scorebook import load_game
    from canasta_cli.show.standing import score_blocks, score_json

    with open_scorebook(db, snapshot=True) as book:
        standing = load_game(book.journal, game).standing
    print_long_answer(
        Answer(lambda: score_blocks(standing), lambda: score_json(standing)), as_json=as_json
    )


@click.command("next")
@reading
def next_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the totals, the points each side needs to open, and the next dealer.

    Examples:
      canasta next
      canasta next --json
    """
    from canasta_cli.scorekeeper.scorebook import load_game
    from canasta_cli.show.standing import game_blocks, next_blocks, next_json

    with open_scorebook(db, snapshot=True) as book:
        standing = load_game(book.journal, game).standing
    answer = Answer(
        lambda: (*game_blocks(standing), *next_blocks(standing)), lambda: next_json(standing)
    )
    print_long_answer(answer, as_json=as_json)


@click.command("minimum", cls=NegativeNumbersCommand)
@click.argument("total", type=Number(), required=False)
@option(
    "--deal",
    type=click.IntRange(1),
    metavar="N",
    help="The number of the hand in the game, if the initial meld depends on it. Default: 1.",
)
@stacked(rules_option, house_option, game_option, db_option, json_option)
def minimum_command(
    total: int | None,
    deal: int | None,
    rules: str | None,
    house: tuple[str, ...],
    game: str | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Show the points a side needs to open.

    The points depend on the side's total before the hand. Without TOTAL, they are shown for each side
    of the current game. In games where they depend on the number of the hand instead, --deal is enough.

    Examples:
      canasta minimum 1640
        How many points must the initial meld of a side with 1,640 points have?
      canasta minimum -35
      canasta minimum --deal 3 -r hand-and-foot
      canasta minimum
    """
    from canasta_cli.cli.ruleset_choice import choose_ruleset
    from canasta_cli.engine.turn.minimum import beyond_last, minimum
    from canasta_cli.rules.names import refuse_group
    from canasta_cli.rules.vocabulary import Basis
    from canasta_cli.show.minimum import minimum_blocks, minimum_json

    choice = choose_ruleset(rules, house, db, game)
    refuse_group(choice.ruleset, "opening.basis", "opening.tiers")
    by_deal = choice.ruleset.opening.basis is Basis.DEAL
    if beyond := beyond_last(deal, choice.ruleset):
        raise NotUnderstood(
            beyond,
            fix=f"Give the number of one of them. Example: --deal {choice.ruleset.end.deals}",
        )
    if total is None and deal is not None and by_deal:
        total = 0
    if total is None:
        print_answer(_minimums_of_game(choice), as_json=as_json)
        return
    tier = minimum(total, deal or 1, choice.ruleset)
    answer = Answer(
        lambda: minimum_blocks(total, (deal or 1) if by_deal else None, tier, choice.origin),
        lambda: minimum_json(total, tier, choice.ruleset),
    )
    print_answer(answer, as_json=as_json)


def _minimums_of_game(choice: "RulesetChoice") -> Answer:
    """Return the points that each side of the current game needs to open."""
    if choice.loaded is None:
        raise NotUnderstood(
            "the total is missing", fix="Give the side's points. Example: canasta minimum 1640"
        )
    from canasta_cli.engine.game.standing import under
    from canasta_cli.show.minimum import minimums_blocks
    from canasta_cli.show.standing import next_json

    standing = under(choice.loaded.standing, choice.ruleset)
    return Answer(
        lambda: minimums_blocks(standing, choice.origin),
        lambda: {"ruleset": choice.ruleset.name, **next_json(standing)},
    )


def _check_number(totals: tuple[int, ...], rules: "Ruleset") -> None:
    sides = len(rules.seats.sides)
    if len(totals) != sides and "seats.sides" not in rules.unknown:
        raise NotUnderstood(
            f"{rules.name} has {count_of(sides, 'side')}, but {len(totals)} totals are given",
            fix="Give one total for each side, or another ruleset: -r three-player",
        )


@click.command("winner", cls=NegativeNumbersCommand)
@click.argument("totals", nargs=-1, type=Number(), metavar="[TOTAL...]")
@option(
    "--deal",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Number of hands played, if the game ends after a fixed number.",
)
@stacked(rules_option, house_option, game_option, db_option, json_option)
def winner_command(
    totals: tuple[int, ...],
    deal: int,
    rules: str | None,
    house: tuple[str, ...],
    game: str | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Show whether the game is over, and who has won by how many points.

    Examples:
      canasta winner 5230 5310
        Both sides have passed 5,000. Who won?
      canasta winner 4990 -120
    """
    from canasta_cli.cli.ruleset_choice import choose_ruleset
    from canasta_cli.engine.game.standing import outcome, under
    from canasta_cli.rules.names import refuse_group
    from canasta_cli.show.minimum import winner_blocks, winner_json

    if len(totals) == 1:
        raise NotUnderstood(
            "one total is not enough",
            fix="Give one for each side. Example: canasta winner 5230 5310",
        )
    choice = choose_ruleset(rules, house, db, game)
    refuse_group(choice.ruleset, "end")
    if totals:
        _check_number(totals, choice.ruleset)
        found = outcome(totals, deal, choice.ruleset)
        names = [str(number) for number in range(1, len(totals) + 1)]
    elif choice.loaded is not None:
        standing = under(choice.loaded.standing, choice.ruleset)
        totals, found = standing.totals, standing.outcome
        names = [side.name for side in standing.game.sides]
    else:
        raise NotUnderstood(
            "the totals are missing",
            fix="Give one for each side. Example: canasta winner 5230 5310",
        )
    answer = Answer(
        lambda: winner_blocks(totals, found, choice.ruleset, choice.origin),
        lambda: winner_json(found, names),
    )
    print_answer(answer, as_json=as_json)
