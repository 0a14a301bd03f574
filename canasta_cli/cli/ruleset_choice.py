"""The ruleset of a command, from its options, the current game or the default; and house rules."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta_cli.cli.textfiles import read_file
from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules import library
from canasta_cli.rules.load import HEADERS, changed, house_table, load, near
from canasta_cli.rules.schema import PARAMETERS, Ruleset
from canasta_cli.untrusted import Unreadable, parse_toml

if TYPE_CHECKING:
    from canasta_cli.rules.house import Outcome


class Chosen(NamedTuple):
    """A ruleset, and the table of the game that it was taken from, if any."""

    ruleset: Ruleset
    table: Any | None = None

    @property
    def whence(self) -> str:
        """Name the ruleset, and the game and recorded turns that facts come from."""
        turns = self.table and self.table.game.deal is not None
        return f"{self.origin} and its recorded turns" if turns else self.origin

    @property
    def origin(self) -> str:
        """Name the ruleset, and the game that it comes from."""
        game = f", game {self.table.game.name}" if self.table else ""
        return self.ruleset.name + " rules" + game


def chosen(
    rules: str | None, house: Sequence[str], db: str | None = None, game: str | None = None
) -> Chosen:
    """Return the ruleset that the options name, else the current game's, else classic.

    With both a ruleset and a game, the table of that game is used under the other ruleset.
    """
    if rules is not None:
        named = with_house(by_name_or_file(rules), house)
        return Chosen(named, None if game is None else _current(db, game))
    table = _current(db, game)
    if table is not None:
        return Chosen(with_house(table.ruleset, house), table)
    return Chosen(with_house(library.ruleset(library.DEFAULT), house))


def used_house_rules(ruleset: Ruleset, answer: Callable[[Ruleset], "Outcome"]) -> tuple[str, ...]:
    """List the house rules that an answer turns on; none if the game they change is unknown."""
    if not ruleset.house or ruleset.base not in library.names():
        return ()
    from canasta_cli.rules.house import deciding

    return deciding(ruleset, library.ruleset(ruleset.base), answer)


def _current(db: str | None, game: str | None) -> Any | None:
    """Return the table of the named or current game; ``None`` if there is no current game."""
    from canasta_cli.journal.location import is_there, journal_file

    if game is None and not is_there(journal_file(db)):
        return None
    from canasta_cli.cli.database import open_scorebook
    from canasta_cli.scorekeeper.scorebook import load_game

    with open_scorebook(db) as book:
        if game is None and book.journal.current() is None:
            return None
        return load_game(book.journal, game)


def by_name_or_file(rules: str) -> Ruleset:
    """Load a ruleset by its name, or from a file."""
    if not _is_file(rules):
        return library.ruleset(rules)
    name = os.path.basename(rules).removesuffix(".toml")
    return load(read_file(rules), name, library.ruleset)


def _is_file(word: str) -> bool:
    return word.endswith(".toml") or os.sep in word or "/" in word


def with_house(ruleset: Ruleset, house: Sequence[str]) -> Ruleset:
    """Apply house rules to a ruleset: first the files, then every ``KEY=VALUE`` together."""
    typed: dict[str, object] = {}
    for change in house:
        key, equals, value = change.partition("=")
        if equals and not _is_file(key):
            if key.strip() in typed:
                raise NotUnderstood(
                    f"“{key.strip()}” is given twice", remedy="Give each house rule one value."
                )
            typed[key.strip()] = toml_value(key.strip(), value.strip(), ruleset)
        elif _is_file(change):
            ruleset = _with_file(ruleset, change)
        else:
            bare = key.strip() in PARAMETERS
            says = "has no value" if bare else f"is not a house rule.{_near(key)}"
            raise NotUnderstood(
                f"“{change}” {says}",
                remedy="Give KEY=VALUE or a file. Example: --house end.target=7500. "
                f"See the parameters with: canasta rules show {ruleset.base}",
            )
    try:
        return changed(ruleset, typed) if typed else ruleset
    except RulesetError as error:
        raise NotUnderstood(
            "\n".join(
                ("these house rules can't be used:", *(f"  {each}" for each in error.problems))
            ),
            remedy=error.remedy,
        ) from None


def _with_file(ruleset: Ruleset, file: str) -> Ruleset:
    text = read_file(file)
    try:
        return changed(ruleset, _only_parameters(house_table(text, file)), text)
    except RulesetError as error:
        says = f"the house rules in {file} can't be used:"
        raise RulesetError(says, error.problems, remedy=error.remedy) from None


def _near(key: str) -> str:
    return near(key, PARAMETERS)


def _only_parameters(table: dict[str, object]) -> dict[str, object]:
    """Drop the headers and sources: a file of house rules may be a whole ruleset file."""
    return {key: value for key, value in table.items() if key not in HEADERS}


def toml_value(key: str, text: str, ruleset: Ruleset) -> object:
    """Parse a value as typed: TOML, a list without its brackets, or a bare word."""
    if key not in PARAMETERS:
        raise NotUnderstood(
            f"there is no parameter “{key}”.{_near(key)}",
            remedy=f"To list them: canasta rules show {ruleset.base}",
        )
    for form in (text, f"[{text}]") if "," in text else (text,):
        try:
            return parse_toml(f"value = {form}")["value"]
        except Unreadable:
            continue
    return text
