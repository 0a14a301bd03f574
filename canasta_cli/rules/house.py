"""Find the house rules on which an answer turns."""

from collections.abc import Callable

from canasta_cli.errors import CanastaError
from canasta_cli.rules.load import changed, written
from canasta_cli.rules.schema import Ruleset


def deciding(
    ruleset: Ruleset, base: Ruleset, answer: Callable[[Ruleset], object]
) -> tuple[str, ...]:
    """List the house rules without which the answer would be different.

    ``base`` is the game without them; each is taken back by itself. A house rule that can't be
    taken back alone, since the others need it, counts too.
    """
    if not ruleset.house:
        return ()
    given = answer(ruleset)

    def decides(path: str) -> bool:
        try:
            return answer(_without(path, ruleset, base)) != given
        except CanastaError:
            return True

    return tuple(path for path in ruleset.house if decides(path))


def _without(path: str, ruleset: Ruleset, base: Ruleset) -> Ruleset:
    taken_back = changed(ruleset, {path: written(base, path)})
    return taken_back._replace(origins={**ruleset.origins, path: base.origins[path]})
