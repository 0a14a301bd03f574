"""Find the house rules on which an answer turns."""

from collections.abc import Callable

from canasta_cli.errors import CanastaError
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class Outcome(NamedTuple):
    """What an answer comes to: its result, and the reasons against what was asked about."""

    result: object
    refusals: tuple[object, ...] = ()

    def turns_on_more_than(self, other: "Outcome") -> bool:
        """Return true if the result, or one of the reasons, is not there in another outcome."""
        return self.result != other.result or any(
            each not in other.refusals for each in self.refusals
        )


def deciding(
    ruleset: Ruleset, base: Ruleset, answer: Callable[[Ruleset], Outcome]
) -> tuple[str, ...]:
    """List the house rules without which the answer would be different.

    ``base`` is the game without them; each is taken back by itself. A house rule that can't be
    taken back alone, since the others need it, counts too. One that only adds reasons when it is
    taken back does not count.
    """
    if not ruleset.house:
        return ()
    given = answer(ruleset)

    def decides(path: str) -> bool:
        try:
            return given.turns_on_more_than(answer(_without(path, ruleset, base)))
        except CanastaError:
            return True

    return tuple(path for path in ruleset.house if decides(path))


def _without(path: str, ruleset: Ruleset, base: Ruleset) -> Ruleset:
    # Loaded here, since most games have no house rules.
    from canasta_cli.rules.library import written
    from canasta_cli.rules.load import changed

    taken_back = changed(ruleset, {path: written(base, path)})
    return taken_back._replace(origins={**ruleset.origins, path: base.origins[path]})
