"""The errors that the library raises; all of them are kinds of ``CanastaError``.

``str(error)`` is what is wrong, followed by the fix if there is one. Text that can't be read as cards,
melds, a tally or a turn raises ``NotationError``, which also knows the place in the text.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from canasta_cli.errors import CanastaError, NotationError
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.api.values import Finding

__all__ = [
    "CanastaError",
    "FactError",
    "GameError",
    "GameFileError",
    "ImpossibleHand",
    "MissingFact",
    "NotationError",
    "RulesetError",
    "UndefinedRules",
]


class _WithFix(CanastaError):
    """An error whose text includes its fix.

    ``fix`` is how to correct the call; empty if there is no simple way.
    """

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message, fix=fix)

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.message, self.fix)))


class RulesetError(_WithFix):
    """A ruleset that doesn't exist, or rules that can't be used; ``problems`` lists every fault."""

    def __init__(self, message: str, problems: Iterable[str] = (), fix: str = "") -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join((message, *(f"  {each}" for each in self.problems))), fix)


class UndefinedRules(RulesetError):
    """Rules that no source states and no house rule sets; ``parameters`` names them."""

    def __init__(self, name: str, parameters: tuple[str, ...]) -> None:
        self.parameters = parameters
        super().__init__(
            f"these rules of {name} are undefined: {listed(parameters)}",
            fix=f"Set them as house rules: with_house({{{parameters[0]!r}: …}}).",
        )


class FactError(_WithFix):
    """Facts of the table that don't exist, have a wrong value, or contradict each other."""


class MissingFact(_WithFix):
    """A fact that the answer needs and that was not given; ``fact`` is its name."""

    def __init__(self, fact: str, message: str, fix: str = "") -> None:
        self.fact = fact
        super().__init__(message, fix)


class GameError(_WithFix):
    """Players, hands or positions that don't fit the game."""


class ImpossibleHand(GameError):
    """A hand that can't be right under the rules; ``findings`` has every reason."""

    def __init__(self, message: str, findings: "tuple[Finding, ...]") -> None:
        self.findings = findings
        reasons = (f"  {each.message}" for each in findings)
        super().__init__("\n".join((message, *reasons)))


class GameFileError(_WithFix):
    """A game file that can't be read."""
