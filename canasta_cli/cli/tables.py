"""Tables in CSV: the rules of their games, and the question before ``import`` records them.

The command ``import`` calls it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from canasta_cli.cli.options import house_option, ruleset_option, show, stacked
from canasta_cli.cli.session import open_scorebook, warn
from canasta_cli.errors import CanastaError, UnusableData
from canasta_cli.show.verify import preview_blocks
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.files import CheckedFile

table_options = stacked(
    ruleset_option(
        "The ruleset of a CSV table. Default: the one it names, else that of “canasta new”."
    ),
    house_option,
)


def table_reader(
    rules: str | None, house: Sequence[str]
) -> "Callable[[str, str], list[CheckedFile]]":
    """Return the function that checks the games in the text of a table, as the options say.

    Players are spelled as in the games of the database, which has the default ruleset too.
    """
    from canasta_cli.cli.ruleset_choice import load_ruleset, with_house
    from canasta_cli.notation.csvfile import HOUSE
    from canasta_cli.scorekeeper.files import check_table

    chosen = with_house(load_ruleset(rules), house) if rules else None

    def check(text: str, file: str) -> "list[CheckedFile]":
        spelled, defaults = _known()

        def ruleset(name: str, players: int) -> "Ruleset":
            found = _ruleset_of_table(name, players, defaults, given=bool(house or chosen))
            # A game of an export without house rules had none.
            own = () if name and not name.endswith(HOUSE) else house
            return chosen or with_house(found, own)

        return check_table(text, file, spelled, ruleset)

    return check


def _known() -> "tuple[Callable[[str], str], dict[str, list[str]]]":
    """Return what spells a name as in the games of a database, else as first seen, and its defaults."""
    from canasta_cli.scorekeeper.people import known_people
    from canasta_cli.scorekeeper.scorebook import chosen, person_key

    known: dict[str, str] = {}
    with open_scorebook(is_new=True) as book:
        defaults = chosen(book.journal)
        with suppress(CanastaError):  # a damaged game doesn't keep a table from being read
            known = {person_key(each.name): each.name for each in known_people(book.journal)}
    return lambda name: known.setdefault(person_key(name), name), defaults


def _ruleset_of_table(
    named: str, players: int, defaults: "dict[str, list[str]]", *, given: bool
) -> "Ruleset":
    """Return the ruleset that a table names, else that of a new game for its number of players.

    ``given``: its house rules, which a table only mentions, are given.
    """
    from canasta_cli.cli.beginning import usual_for
    from canasta_cli.notation.csvfile import HOUSE
    from canasta_cli.rules.library import ruleset

    if named.endswith(HOUSE) and not given:
        raise UnusableData(
            "the table doesn't list the house rules of its game",
            fix="Give them: --house KEY=VALUE. Games without house rules keep their rules. "
            "Or import a game file.",
        )
    return ruleset(named.removesuffix(HOUSE)) if named else usual_for(players, defaults)


def agreed(tables: "Sequence[CheckedFile]", ready: int) -> bool:
    """Show the games of tables, and ask if those that are ready are to be imported."""
    from canasta_cli.cli.form import agree

    show(*preview_blocks(tables))
    says = "yes: add these games to the database. no: import nothing."
    wanted = agree(f"Import {count_of(ready, 'game')}?", default=True, says=says)
    if not wanted:
        warn("Nothing was imported.\n")
    return wanted
