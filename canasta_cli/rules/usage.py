"""Find the parameters that a game uses, by the ``when`` of their declarations."""

from canasta_cli.rules.declared import PARAMETERS
from canasta_cli.rules.names import by_name
from canasta_cli.rules.schema import Ruleset


def uses(ruleset: Ruleset, path: str) -> bool:
    """Return true if a parameter can matter under a ruleset.

    An undocumented parameter counts as used: without its value, nothing shows that it is not.
    """
    when = PARAMETERS[path].when
    if when is None or path in ruleset.unknown:
        return True
    return any(
        (gate in ruleset.unknown or ruleset.value(gate) not in when.unless)
        and (gate == path or uses(ruleset, gate))
        for gate in when.paths
    )


def used(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the parameters that can matter under a ruleset, in the order of the schema.

    Ranks with the same value of a property, from the same sources, count as one parameter.
    """
    paths = (path for path in PARAMETERS if uses(ruleset, path))
    return tuple(path for _, path in by_name(paths, ruleset, sources=True))
