"""Values that no source of a ruleset gives: what an answer would rest on, and refusing to guess."""

from collections.abc import Iterable

from canasta_cli.engine.counting import ITEMS
from canasta_cli.engine.hand import HandCount
from canasta_cli.engine.sheet import Sheet
from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.schema import PARAMETERS, Ruleset


def behind(counted: HandCount, ruleset: Ruleset) -> tuple[str, ...]:
    """The unknown values that the count of a hand rests on, or that its judging would."""
    read = {what for side in counted.sides for what in side.unknown}
    for sheet in counted.sheets:
        read.update(behind_sheet(sheet, ruleset))
    return tuple(path for path in ruleset.unknown if path in read)


def behind_sheet(sheet: Sheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The unknown values that one side's sheet rests on."""
    if not ruleset.unknown:
        return ()
    reads = {item.id: item.reads for item in ITEMS}
    read = {path for line in sheet.lines for path in reads[line.item]}
    return tuple(path for path in ruleset.unknown if path in read)


def refuse(ruleset: Ruleset, missing: Iterable[str]) -> None:
    """Refuse to go on with unknown values, each named with its words.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, if there is any.
    """
    missing = tuple(missing)
    if not missing:
        return
    named = (f"  {path}: {PARAMETERS[path].says}" for path in missing)
    one = f"--house {missing[0]}=…"
    many = f"{one} for each, or in a file: canasta rules new mine.toml --from {ruleset.base}"
    raise NotUnderstood(
        "\n".join((f"no source gives these values of {ruleset.name}; the house decides:", *named)),
        remedy=f"Say how your table plays: {one if len(missing) == 1 else many}",
    )


def refuse_group(ruleset: Ruleset, *groups: str) -> None:
    """Refuse to go on if any value of some groups, or any of some values, is unknown."""
    refuse(
        ruleset,
        (path for path in ruleset.unknown if path in groups or path.split(".")[0] in groups),
    )
