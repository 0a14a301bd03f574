"""Which ruleset a command goes by: a name, a file, the current game's, or the classic one; and house rules."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from canasta_cli.cli.textfiles import read_file
from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules import library
from canasta_cli.rules.load import changed, house_table, load, near
from canasta_cli.rules.schema import PARAMETERS, Ruleset
from canasta_cli.untrusted import Unreadable, parse_toml


class Chosen(NamedTuple):
    """A ruleset, and the game it was taken from, if it was."""

    ruleset: Ruleset
    table: Any | None = None

    @property
    def whence(self) -> str:
        """Where the ruleset comes from, as the end of a sentence."""
        game = f", from game {self.table.game.name}" if self.table else ""
        if self.table and self.table.game.deal is not None:
            game += " and its recorded turns"
        return f"by {self.ruleset.name}{game}"


def chosen(
    rules: str | None, house: Sequence[str], db: str | None = None, game: str | None = None
) -> Chosen:
    """The ruleset that the options name, otherwise the current game's, otherwise classic.

    Who names both a ruleset and a game asks about the table of that game under other rules.
    """
    if rules is not None:
        named = with_house(by_name_or_file(rules), house)
        return Chosen(named, None if game is None else _current(db, game))
    table = _current(db, game)
    if table is not None:
        return Chosen(with_house(table.ruleset, house), table)
    return Chosen(with_house(library.ruleset(library.DEFAULT), house))


def _current(db: str | None, game: str | None) -> Any | None:
    """The table of the current game, if there is a database and a game in it."""
    from canasta_cli.journal.location import is_there, journal_file

    if game is None and not is_there(journal_file(db)):
        return None
    from canasta_cli.cli.options import desk
    from canasta_cli.scorekeeper.desk import table

    with desk(db) as here:
        if game is None and here.journal.current() is None:
            return None
        return table(here.journal, game)


def by_name_or_file(rules: str) -> Ruleset:
    """A ruleset of the library, or of a file that the person made."""
    if not _is_file(rules):
        return library.ruleset(rules)
    name = os.path.basename(rules).removesuffix(".toml")
    return load(read_file(rules), name, library.ruleset)


def _is_file(word: str) -> bool:
    return word.endswith(".toml") or os.sep in word or "/" in word


def with_house(ruleset: Ruleset, house: Sequence[str]) -> Ruleset:
    """The ruleset with house rules: first the files of them, then every ``KEY=VALUE`` together."""
    typed: dict[str, object] = {}
    for change in house:
        key, equals, value = change.partition("=")
        if equals and not _is_file(key):
            if key.strip() in typed:
                raise NotUnderstood(
                    f"“{key.strip()}” is told twice", remedy="Give each house rule one value."
                )
            typed[key.strip()] = toml_value(key.strip(), value.strip())
        elif _is_file(change):
            ruleset = _with_file(ruleset, change)
        else:
            bare = key.strip() in PARAMETERS
            says = "has no value" if bare else f"is no house rule.{_near(key)}"
            raise NotUnderstood(
                f"“{change}” {says}",
                remedy="Expected KEY=VALUE or a file. Example: --house end.target=7500",
            )
    try:
        return changed(ruleset, typed) if typed else ruleset
    except RulesetError as error:
        raise NotUnderstood(
            "\n".join(("these house rules cannot be:", *(f"  {each}" for each in error.problems))),
            remedy=error.remedy,
        ) from None


def _with_file(ruleset: Ruleset, file: str) -> Ruleset:
    text = read_file(file)
    try:
        return changed(ruleset, _only_parameters(house_table(text, file)), text)
    except RulesetError as error:
        says = f"the house rules of {file} cannot be used"
        raise RulesetError(says, error.problems, remedy=error.remedy) from None


def _near(key: str) -> str:
    return near(key, PARAMETERS)


def _only_parameters(table: dict[str, object]) -> dict[str, object]:
    """A house file may be a whole ruleset file: its headers and sources are left aside."""
    return {
        key: value
        for key, value in table.items()
        if key not in ("title", "about", "extends", "sources")
    }


def toml_value(key: str, text: str) -> object:
    """A value as somebody types it: TOML, a list without its brackets, or a bare word."""
    if key not in PARAMETERS:
        raise NotUnderstood(
            f"there is no parameter “{key}”.{_near(key)}",
            remedy="See them with: canasta rules show classic",
        )
    for form in (text, f"[{text}]") if "," in text else (text,):
        try:
            return parse_toml(f"value = {form}")["value"]
        except Unreadable:
            continue
    return text
