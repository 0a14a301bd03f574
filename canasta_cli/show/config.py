"""Format the defaults of a database, each with where it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_cli.show.keys import Answer, key
from canasta_cli.show.layout import BLANK, Blocks, Grid, Style, Text
from canasta_cli.values import NamedTuple


class ShownSetting(NamedTuple):
    """A setting: its meaning, its value, and where that comes from."""

    name: str
    about: str
    value: str
    origin: str


class SettingInList(Answer):
    """A setting of canasta config."""

    name: str = key("The name of the setting.")
    value: str = key("Its value.")
    origin: str = key("`database`, or `default`.")


class ConfigAnswer(Answer, of="config"):
    """canasta config."""

    settings: Sequence[SettingInList] = key("The settings.", SettingInList.of_each)


def config_blocks(settings: Sequence[ShownSetting]) -> Blocks:
    """Format the settings as a table, with the meaning of each below it."""
    rows = tuple((each.name, each.value, each.origin) for each in settings)
    meanings = (Text(f"{each.name}: {each.about}", Style.QUIET) for each in settings)
    return (Grid(("setting", "value", "from"), rows, (0, 1, 2)), BLANK, *meanings)
