"""Canasta with real cards: a score-keeper and move validator, as a command and as a library.

``import canasta_cli as canasta``; docs/library.md is a tour. A name of the library is loaded when it is
first used, so that importing the package costs nothing.
"""

from canasta_cli.version import __version__

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from canasta_cli.api.backend import Facts
    from canasta_cli.api.errors import (
        ArgumentError,
        CanastaError,
        Case,
        Count,
        Difference,
        FactError,
        Finding,
        GameError,
        GameFileError,
        HandSide,
        ImpossibleHand,
        Line,
        MissingFact,
        NotationError,
        Parameter,
        RulesetError,
        Side,
        SideStanding,
        Standing,
        Substitute,
        UndefinedRules,
    )
    from canasta_cli.api.games import Game, Hand, dump, load, load_all, loads
    from canasta_cli.api.positions import Position, Turn, Verdict, check, count
    from canasta_cli.api.rulesets import Ruleset, load_ruleset, ruleset, ruleset_names

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
    "Substitute",
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
    "Verdict": "positions",
    "check": "positions",
    "count": "positions",
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
    "Facts": "backend",
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
    "Case": "errors",
    "Count": "errors",
    "Difference": "errors",
    "Finding": "errors",
    "HandSide": "errors",
    "Line": "errors",
    "Parameter": "errors",
    "Side": "errors",
    "SideStanding": "errors",
    "Standing": "errors",
    "Substitute": "errors",
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
