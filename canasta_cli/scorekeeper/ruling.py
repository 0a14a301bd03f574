"""The rules that game files were played by: made once for all files that name the same."""

from collections.abc import Mapping

from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

# What is found out about melds is kept with the rules it was found by; among many games the same
# rules have to be the same value, or it is found out again for each.
MOST = 64
MADE: dict[tuple[str, str], Ruleset] = {}


def ruled(name: str, house: Mapping[str, object]) -> Ruleset:
    """A ruleset of the library with house changes.

    Raises :class:`~canasta_cli.errors.CanastaError` for a name or a change that cannot be.
    """
    if not house:
        return library.ruleset(name)
    key = name, repr(house)
    if key not in MADE:
        if len(MADE) >= MOST:
            MADE.clear()
        MADE[key] = changed(library.ruleset(name), house)
    return MADE[key]
