"""Refuse to guess undocumented values of a ruleset."""

from collections.abc import Iterable

from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.names import parameters
from canasta_cli.rules.schema import Ruleset

# The parameters of melding, and of a whole turn: groups, and properties of ranks.
MELDING = ("melds", "ranks.*.points", "ranks.*.wilds")
_DISCARDING = ("discard", "ranks.*.discard", "ranks.*.last_discard", "ranks.*.empty_pile")
TURN = ("deck", *MELDING, "opening", "pile", "ranks.*.pile", *_DISCARDING, "out")


MOST_EXPLAINED = 4
"""Rules that an error explains; of more, it gives only the names."""


def refuse(ruleset: Ruleset, missing: Iterable[str]) -> None:
    """Raise :class:`~canasta_cli.errors.NotUnderstood`, naming each value, if any are missing."""
    missing = tuple(missing)
    if not missing:
        return
    # Loaded here, since most rulesets are documented.
    from canasta_cli.rules.declared import PARAMETERS

    head = f"these rules of {ruleset.name} are undocumented; set them as house rules:"
    one = f"--house {missing[0]}=…"
    many = f"{one} for each, or a file made with: canasta rules new mine.toml --from {ruleset.base}"
    if len(missing) <= MOST_EXPLAINED:
        lines = [f"  {path}: {PARAMETERS[path].says}" for path in missing]
    else:
        lines = [f"  {', '.join(missing)}"]
        many += f"\nWhat they mean: canasta rules show {ruleset.base}"
    raise NotUnderstood("\n".join((head, *lines)), fix=f"Add {one if len(missing) == 1 else many}")


def refuse_group(ruleset: Ruleset, *groups: str, besides: tuple[str, ...] = ()) -> None:
    """Raise the same error if values of some groups or parameters are undocumented.

    ``besides``: parameters of these groups that may be undocumented.
    """
    if not ruleset.unknown:
        return
    named = {path for name in groups if "." in name for path in parameters(name)}
    asked = (path for path in ruleset.unknown if path in named or path.split(".")[0] in groups)
    refuse(ruleset, (path for path in asked if path not in besides))
