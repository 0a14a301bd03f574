"""Values that no source of a ruleset gives: refusing to guess them."""

from collections.abc import Iterable

from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.schema import PARAMETERS, Ruleset


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
