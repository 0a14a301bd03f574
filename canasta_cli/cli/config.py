"""Choose the defaults of a database: ``config``. What is chosen is in the database, and moves with it.

A new default is a ``Setting`` in ``SETTINGS``; commands that follow it read ``chosen`` in
``scorekeeper/scorebook.py``.
"""

import os
from collections.abc import Callable, Mapping

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.options import db_option, json_option, print_answer, stacked
from canasta_cli.cli.ruleset_choice import load_ruleset
from canasta_cli.cli.session import open_scorebook
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.library import DEFAULT, is_file
from canasta_cli.scorekeeper.scorebook import choose, chosen, pick
from canasta_cli.show.database import ConfigAnswer, ShownSetting, config_blocks
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed


class Setting(NamedTuple):
    """A default that can be chosen: its name, its meaning, its value while none is chosen.

    ``read`` returns the value to keep for the word typed.
    """

    name: str
    about: str
    usual: str
    read: Callable[[str], str]


def _read_rules(word: str) -> str:
    ruleset = load_ruleset(word)
    return os.path.abspath(word) if is_file(word) else ruleset.base


def _read_yes_no(word: str) -> str:
    return pick(word, ["yes", "no"], "value")


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "rules",
        "the ruleset of new games for its number of players, and of questions without a game.",
        DEFAULT,
        _read_rules,
    ),
    Setting("backups", "the database is backed up automatically.", "yes", _read_yes_no),
)


def _as_shown(setting: Setting, now: Mapping[str, str]) -> ShownSetting:
    origin = "database" if setting.name in now else "default"
    value = now.get(setting.name, setting.usual)
    return ShownSetting(setting.name, setting.about, value, origin)


def _completed(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    return [each.name for each in SETTINGS if each.name.startswith(typed)]


@click.command("config")
@click.argument("key", required=False, shell_complete=_completed)
@click.argument("value", nargs=-1, metavar="[VALUE]")
@option("--unset", is_flag=True, help="Go back to the default.")
@stacked(db_option, json_option)
def config_command(key: str | None, value: tuple[str, ...], unset: bool) -> None:
    """Show or choose the defaults for all games of the database.

    Each is shown with its origin. Options of a command and the rules of a game take precedence. House
    rules that you always play with belong in a file of rules: canasta man rules-file

    Examples:
      canasta config
      canasta config rules samba
        New games for four are Samba.
      canasta config rules ours.toml
      canasta config rules --unset
    """
    names = [each.name for each in SETTINGS]
    asked = SETTINGS
    if key is not None:
        name = pick(key, names, "setting", known=f"The settings are {listed(names)}.")
        asked = tuple(each for each in SETTINGS if each.name == name)
        if len(value) > 1:
            raise NotUnderstood(
                f"{name} has one value", fix=f"Example: canasta config {name} {value[0]}"
            )
    new = next(iter(value), None)
    if unset and (key is None or new is not None):
        raise NotUnderstood(
            "--unset needs a setting, and no value", fix="Example: canasta config rules --unset"
        )
    with open_scorebook(create=new is not None) as book:
        if unset or new is not None:
            (setting,) = asked
            choose(book.journal, setting.name, None if new is None else setting.read(new))
        now = chosen(book.journal)
    shown = [_as_shown(each, now) for each in asked]
    print_answer(lambda: config_blocks(shown), lambda: ConfigAnswer(shown))
