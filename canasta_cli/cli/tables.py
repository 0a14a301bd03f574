"""Tables in CSV: the options that say how ``import`` reads them, and the question before it records.

The command ``import`` calls it.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.options import house_option, print_answer, ruleset_option, stacked
from canasta_cli.cli.session import warn
from canasta_cli.errors import NotUnderstood, UnusableData
from canasta_cli.show.answer import Answer
from canasta_cli.show.verify import preview_blocks
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.files import CheckedFile

table_options = stacked(
    option(
        "--column",
        "columns",
        multiple=True,
        metavar="PURPOSE=HEADING",
        help="The column of a CSV table for: game, date, hand, dealer, side, players, points, total or "
        "rules. Give points once for each side if each has a column.",
    ),
    option(
        "--date-order",
        "order",
        type=click.Choice(("dmy", "mdy")),
        default=None,
        help="The order of day and month in the dates of a CSV table.",
    ),
    option(
        "--side",
        "sides",
        multiple=True,
        metavar="NAME=A,B",
        help="The players of a side that a CSV table only names. Can be repeated.",
    ),
    ruleset_option(
        "The ruleset of a CSV table. Default: the one it names, else that of “canasta new”."
    ),
    house_option,
)


def table_reader(
    columns: Sequence[str],
    order: str,
    sides: Sequence[str],
    rules: str | None,
    house: Sequence[str],
) -> "Callable[[str, str], list[CheckedFile]]":
    """Return the function that checks the games in the text of a table, as the options say.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for a mistake in the options.
    """
    from canasta_cli.cli.beginning import parse_side
    from canasta_cli.cli.ruleset_choice import load_ruleset, with_house
    from canasta_cli.notation.csvfile import TableOptions
    from canasta_cli.scorekeeper.files import check_table

    options = TableOptions(tuple(map(_column, columns)), tuple(map(parse_side, sides)), order)
    chosen = with_house(load_ruleset(rules), house) if rules else None

    def ruleset(named: str, players: int) -> "Ruleset":
        return chosen or with_house(_ruleset_of_table(named, players), house)

    return lambda text, file: check_table(text, file, options, ruleset)


def _column(text: str) -> tuple[str, str]:
    """Parse a purpose and the heading of its column. Raises :class:`NotUnderstood`."""
    from canasta_cli.notation.csvfile import COLUMNS

    purpose, _, heading = map(str.strip, text.partition("="))
    if purpose not in COLUMNS or not heading:
        wrong = "has an unknown purpose" if heading else "names no heading"
        raise NotUnderstood(
            f"--column {text} {wrong}",
            fix=f"Example: --column date=Datum. The purposes: {', '.join(COLUMNS)}.",
        )
    return purpose, heading


def _ruleset_of_table(named: str, players: int) -> "Ruleset":
    """Return the ruleset that a table names, else the first for its number of players."""
    from canasta_cli.notation.csvfile import HOUSE
    from canasta_cli.rules.library import ruleset
    from canasta_cli.scorekeeper.games import ruleset_for

    if named.endswith(HOUSE):
        raise UnusableData(
            "the table has a game with house rules, but not which",
            fix=f"Give the rules: --rules {named.removesuffix(HOUSE)} --house KEY=VALUE. "
            "Or import a game file.",
        )
    return ruleset(named) if named else ruleset_for(players)


def agreed(tables: "Sequence[CheckedFile]", ready: int) -> bool:
    """Show the games of tables, and ask if those that are ready are to be imported."""
    from canasta_cli.cli.form import agree

    print_answer(Answer(lambda: preview_blocks(tables), dict), as_json=False)
    wanted = agree(f"Import {count_of(ready, 'game')}?", default=True)
    if not wanted:
        warn("Nothing was imported.\n")
    return wanted
