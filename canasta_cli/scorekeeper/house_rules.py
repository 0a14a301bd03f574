"""The rules of game files, created once for all files with the same rules."""

from collections.abc import Mapping

from canasta_cli.rules import library
from canasta_cli.rules.schema import Ruleset

# Results about melds are cached with their rules: if many games have the same rules, these must be
# the same value, or the results are computed again for each.
MOST_CACHED = 64
CACHE: dict[tuple[str, str], Ruleset] = {}


def with_house_rules(name: str, house: Mapping[str, object]) -> Ruleset:
    """Return a ruleset of the library with house rules.

    Raises :class:`~canasta_cli.errors.CanastaError` for an unknown name or an invalid change.
    """
    if not house:
        return library.ruleset(name)
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.load import changed

    key = name, repr(house)
    if key not in CACHE:
        if len(CACHE) >= MOST_CACHED:
            CACHE.clear()
        CACHE[key] = changed(library.ruleset(name), house)
    return CACHE[key]
