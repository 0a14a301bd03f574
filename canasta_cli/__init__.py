"""Canasta with real cards: a score-keeper and move validator, as a command and as a library.

``import canasta_cli as canasta``; docs/library.md is a tour. A name of the library is loaded when it is
first used, so that importing the package costs nothing.
"""

from canasta_cli.version import __version__

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from canasta_cli.api.checking import Verdict, check
    from canasta_cli.api.counting import count
    from canasta_cli.api.errors import (
        ArgumentError,
        CanastaError,
        FactError,
        GameError,
        GameFileError,
        ImpossibleHand,
        MissingFact,
        NotationError,
        RulesetError,
        UndefinedRules,
    )
    from canasta_cli.api.facts import Facts
    from canasta_cli.api.games import Game, Hand, dump, load, load_all, loads
    from canasta_cli.api.positions import Position, Turn
    from canasta_cli.api.rulesets import Ruleset, load_ruleset, ruleset, ruleset_names
    from canasta_cli.api.values import (
        Case,
        Count,
        Difference,
        Finding,
        HandSide,
        Line,
        Parameter,
        Side,
        SideStanding,
        Standing,
    )

__all__ = [
    "ArgumentError",
    "CanastaError",
    "Case",
    "Count",
    "Difference",
    "FactError",
    "Facts",
    "Finding",
    "Game",
    "GameError",
    "GameFileError",
    "Hand",
    "HandSide",
    "ImpossibleHand",
    "Line",
    "MissingFact",
    "NotationError",
    "Parameter",
    "Position",
    "Ruleset",
    "RulesetError",
    "Side",
    "SideStanding",
    "Standing",
    "Turn",
    "UndefinedRules",
    "Verdict",
    "__version__",
    "check",
    "count",
    "dump",
    "load",
    "load_all",
    "load_ruleset",
    "loads",
    "ruleset",
    "ruleset_names",
]

# The module of ``canasta_cli.api`` in which each name is defined.
_HOMES = {
    "Verdict": "checking",
    "check": "checking",
    "count": "counting",
    "ArgumentError": "errors",
    "CanastaError": "errors",
    "FactError": "errors",
    "GameError": "errors",
    "GameFileError": "errors",
    "ImpossibleHand": "errors",
    "MissingFact": "errors",
    "NotationError": "errors",
    "RulesetError": "errors",
    "UndefinedRules": "errors",
    "Facts": "facts",
    "Game": "games",
    "Hand": "games",
    "dump": "games",
    "load": "games",
    "load_all": "games",
    "loads": "games",
    "Position": "positions",
    "Turn": "positions",
    "Ruleset": "rulesets",
    "load_ruleset": "rulesets",
    "ruleset": "rulesets",
    "ruleset_names": "rulesets",
    "Case": "values",
    "Count": "values",
    "Difference": "values",
    "Finding": "values",
    "HandSide": "values",
    "Line": "values",
    "Parameter": "values",
    "Side": "values",
    "SideStanding": "values",
    "Standing": "values",
}


def _load(name: str) -> object:
    """Load a name of the library when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.api.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:
    # Type checkers know the names from the imports above; this would make every other name valid.
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
