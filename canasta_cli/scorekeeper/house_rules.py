"""The rules of game files: made once for all files with the same rules."""

from collections.abc import Mapping

from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

# Results about melds are cached with their rules: if many games have the same rules, these must be
# the same value, or the results are computed again for each.
MOST = 64
MADE: dict[tuple[str, str], Ruleset] = {}


def ruled(name: str, house: Mapping[str, object]) -> Ruleset:
    """Return a ruleset of the library with house rules.

    Raises :class:`~canasta_cli.errors.CanastaError` for an unknown name or an invalid change.
    """
    if not house:
        return library.ruleset(name)
    key = name, repr(house)
    if key not in MADE:
        if len(MADE) >= MOST:
            MADE.clear()
        MADE[key] = changed(library.ruleset(name), house)
    return MADE[key]
