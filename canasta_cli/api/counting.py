"""Count one side's tally: :func:`count`."""

from canasta_cli.api import backend_games
from canasta_cli.api.errors import UndefinedRules, checked
from canasta_cli.api.rulesets import Ruleset, inside
from canasta_cli.api.values import Count
from canasta_cli.notation.tally import read_tally


@checked
def count(tally: str, rules: Ruleset) -> Count:
    """Count the points of one side's tally, line by line.

    A tally that can't be right is counted too; then ``findings`` says why. Raises ``NotationError``
    for a tally that can't be read, and ``UndefinedRules`` if its points depend on undefined rules.

    >>> from canasta_cli import count, ruleset
    >>> counted = count("7xK QQQ2 2x3R out", ruleset("classic"))
    >>> counted.points
    920
    >>> for line in counted.lines:
    ...     print(line.points, line.name)
    120 melded cards
    500 natural canastas (kings)
    200 red threes
    100 going out
    """
    counted, undefined = backend_games.count_side(read_tally(tally), inside(rules))
    if undefined:
        raise UndefinedRules(rules.name, undefined)
    return counted
