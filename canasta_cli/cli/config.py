"""Choose the defaults of options: ``config``. What is chosen is in the database, and moves with it.

A new default is a ``Setting`` in ``SETTINGS``; commands that follow it read ``chosen`` in
``scorekeeper/scorebook.py``.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.options import db_option, json_option, print_answer, stacked
from canasta_cli.cli.ruleset_choice import load_ruleset, usual_ruleset, with_house
from canasta_cli.cli.session import open_scorebook, warn
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.library import DEFAULT, is_file
from canasta_cli.scorekeeper.games import check_side_name
from canasta_cli.scorekeeper.scorebook import choose, chosen, pick
from canasta_cli.show.answer import colour_variable
from canasta_cli.show.config import ConfigAnswer, ShownSetting, config_blocks
from canasta_cli.show.layout import inert
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, quoted

if TYPE_CHECKING:
    from canasta_cli.journal.store import Journal

Words = Sequence[str]
Chosen = Mapping[str, Words]

# The settings: a row for each. Each is the default of an option.


class Setting(NamedTuple):
    """A default that can be chosen: its name, its meaning, and its words while none are chosen.

    ``read`` returns the words to keep for those typed, given all that is chosen already. A variable of
    the environment may decide instead: ``decided`` returns its name, and yes or no.
    """

    name: str
    about: str
    usual: tuple[str, ...]
    read: "Callable[[Words, Chosen], Words]"
    decided: "Callable[[], tuple[str, bool]]" = lambda: ("", False)


def _read_rules(words: Words, others: Chosen) -> Words:
    word = _only(words, "rules samba")
    ruleset = load_ruleset(word)
    found = [os.path.abspath(word) if is_file(word) else ruleset.base]
    if found == others.get("rules", [DEFAULT]):
        usual_ruleset({**others, "rules": found})
    return found


def _read_house(words: Words, others: Chosen) -> Words:
    found = [os.path.abspath(word) if is_file(word) else word for word in words]
    with_house(usual_ruleset({**others, "house": ()}), found)
    return found


def _read_sides(words: Words, others: Chosen) -> Words:
    names = [word.strip() for word in words]
    for name in names:
        check_side_name(name)
        if "=" in name:
            raise NotUnderstood(
                f"“{name}” can't be a side's name here: only names are chosen, not players",
                fix="Example: canasta config sides Reds Blues",
            )
    if len(names) < 2 or len({name.casefold() for name in names}) < len(names):  # noqa: PLR2004
        raise NotUnderstood(
            "give two different names", fix="Example: canasta config sides Reds Blues"
        )
    if len(names) > 2:  # noqa: PLR2004
        ruleset = usual_ruleset(others)
        if len(names) != len(ruleset.seats.sides):
            sides = count_of(len(ruleset.seats.sides), "side")
            raise NotUnderstood(
                f"these are {len(names)} names; {ruleset.name} has {sides}",
                fix="Example: canasta config sides Reds Blues. "
                "For more sides, choose their ruleset first: canasta config rules NAME",
            )
    return names


def _read_yes_no(words: Words, _: Chosen) -> Words:
    return [pick(_only(words, "colour no"), ["yes", "no"], "value")]


def _only(words: Words, example: str) -> str:
    if len(words) > 1:
        raise NotUnderstood(
            f"one value is expected, not {listed(words)}", fix=f"Example: canasta config {example}"
        )
    return words[0]


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "rules",
        "the ruleset of new games for its number of players, and of questions without a game.",
        (DEFAULT,),
        _read_rules,
    ),
    Setting("house", "the house rules of that ruleset.", (), _read_house),
    Setting(
        "sides", "the names of the sides in new games of partners.", ("Us", "Them"), _read_sides
    ),
    Setting(
        "colour",
        "answers on a terminal have colours.",
        ("yes",),
        _read_yes_no,
        colour_variable,
    ),
    Setting(
        "points",
        "canasta hand, and amend with bare numbers, take the points of each side, not cards.",
        ("no",),
        _read_yes_no,
    ),
    Setting(
        "backups",
        "the database is backed up automatically.",
        ("yes",),
        _read_yes_no,
    ),
)


def _as_shown(setting: Setting, now: Chosen) -> ShownSetting:
    value, origin = now.get(setting.name, setting.usual), "default"
    if setting.name in now:
        origin = "database"
    variable, yes = setting.decided()
    if variable:
        value, origin = ("yes" if yes else "no",), variable
    return ShownSetting(setting.name, setting.about, value, origin)


def _completed(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    return [each.name for each in SETTINGS if each.name.startswith(typed)]


def _choose(journal: "Journal", setting: Setting, typed: Words) -> Words:
    """Choose what is typed, or drop the choice; return the house rules dropped with their ruleset."""
    before = chosen(journal)
    words = setting.read(typed, before) if typed else ()
    choices, dropped = {setting.name: words}, before.get("house", ())
    now, then = words or setting.usual, before.get(setting.name, setting.usual)
    if setting.name != "rules" or list(now) == list(then):
        dropped = ()
    elif dropped:
        choices["house"] = ()
    choose(journal, choices)
    return dropped


@click.command("config")
@click.argument("key", required=False, shell_complete=_completed)
@click.argument("value", nargs=-1)
@option("--unset", is_flag=True, help="Go back to the default.")
@stacked(db_option, json_option)
def config_command(key: str | None, value: tuple[str, ...], unset: bool) -> None:
    """Show or choose the defaults of options, for all games of the database.

    Each is shown with its origin. Options of a command and the rules of a game take precedence. House
    rules belong to the ruleset: choosing another one drops them.

    Examples:
      canasta config
      canasta config rules samba
        New games for four are Samba.
      canasta config house end.target=7500 out.bonus=200
      canasta config sides Reds Blues
      canasta config points yes
        From now on, hand 1860 -20 records points.
      canasta config colour --unset
    """
    names = [each.name for each in SETTINGS]
    asked = SETTINGS
    if key is not None:
        known = f"The settings are {listed(names)}."
        name = pick(key, names, "setting", known=known)
        asked = tuple(each for each in SETTINGS if each.name == name)
    if unset and (key is None or value):
        raise NotUnderstood(
            "--unset needs a setting, and no value", fix="Example: canasta config rules --unset"
        )
    dropped: Words = ()
    with open_scorebook(create=bool(value)) as book:
        if unset or value:
            (setting,) = asked
            dropped = _choose(book.journal, setting, value)
        now = chosen(book.journal)
    shown = [_as_shown(each, now) for each in asked]
    if dropped:
        again = " ".join(map(quoted, dropped))
        warn(
            f"Dropped, since they belong to the ruleset before: {inert(listed(dropped))}.\n"
            f"To choose them again: canasta config house {inert(again)}\n"
        )
    print_answer(lambda: config_blocks(shown), lambda: ConfigAnswer(shown))
