"""Canasta with real cards: a score-keeper and move validator, as a command and as a library.

``import canasta_cli as canasta``; docs/library.md is a tour. A name of the library is loaded when it is
first used, so that importing the package costs nothing.
"""

from canasta_cli.version import __version__

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from canasta_cli.api.book import Book, Recorded
    from canasta_cli.api.errors import (
        ArgumentError,
        FactError,
        GameError,
        GameFileError,
        ImpossibleHand,
        MissingFact,
        RulesetError,
        UndefinedRules,
    )
    from canasta_cli.api.games import Game, Hand, Substitute, dump, load, load_all, loads
    from canasta_cli.api.plays import (
        Facts,
        cards,
        check,
        count,
        suggest_discard,
        suggest_opening,
        suggest_out,
    )
    from canasta_cli.api.positions import PartialTurn, Position, Turn
    from canasta_cli.api.rulesets import (
        Ruleset,
        explain,
        load_ruleset,
        minimum,
        ruleset,
        ruleset_names,
        winner,
    )
    from canasta_cli.errors import CanastaError, NotationError
    from canasta_cli.model.game import Side
    from canasta_cli.show.finding import Finding, Parameter
    from canasta_cli.show.hand import HandSide
    from canasta_cli.show.minimum import MinimumAnswer, WinnerAnswer
    from canasta_cli.show.rulesets import ExplainAnswer
    from canasta_cli.show.sheet import Count, Line
    from canasta_cli.show.standing import GameStanding, SideStanding
    from canasta_cli.show.suggestion import DiscardsAnswer, OpeningsAnswer, WaysAnswer
    from canasta_cli.show.verdict import Case, TableAfter, Verdict, WayToPlay
    from canasta_cli.show.verify import Difference

__all__ = [
    "ArgumentError",
    "Book",
    "CanastaError",
    "Case",
    "Count",
    "Difference",
    "DiscardsAnswer",
    "ExplainAnswer",
    "FactError",
    "Facts",
    "Finding",
    "Game",
    "GameError",
    "GameFileError",
    "GameStanding",
    "Hand",
    "HandSide",
    "ImpossibleHand",
    "Line",
    "MinimumAnswer",
    "MissingFact",
    "NotationError",
    "OpeningsAnswer",
    "Parameter",
    "PartialTurn",
    "Position",
    "Recorded",
    "Ruleset",
    "RulesetError",
    "Side",
    "SideStanding",
    "Substitute",
    "TableAfter",
    "Turn",
    "UndefinedRules",
    "Verdict",
    "WayToPlay",
    "WaysAnswer",
    "WinnerAnswer",
    "__version__",
    "cards",
    "check",
    "count",
    "dump",
    "explain",
    "load",
    "load_all",
    "load_ruleset",
    "loads",
    "minimum",
    "ruleset",
    "ruleset_names",
    "suggest_discard",
    "suggest_opening",
    "suggest_out",
    "winner",
]

# The names that each module defines; all others are in ``api.errors``.
_MODULES = {
    "errors": ("CanastaError", "NotationError"),
    "api.book": ("Book", "Recorded"),
    "api.games": ("Game", "Hand", "Substitute", "dump", "load", "load_all", "loads"),
    "api.plays": (
        *("Facts", "cards", "check", "count"),
        *("suggest_discard", "suggest_opening", "suggest_out"),
    ),
    "api.positions": ("PartialTurn", "Position", "Turn"),
    "model.game": ("Side",),
    "show.finding": ("Finding", "Parameter"),
    "show.hand": ("HandSide",),
    "show.minimum": ("MinimumAnswer", "WinnerAnswer"),
    "show.rulesets": ("ExplainAnswer",),
    "show.sheet": ("Count", "Line"),
    "show.standing": ("GameStanding", "SideStanding"),
    "show.suggestion": ("DiscardsAnswer", "OpeningsAnswer", "WaysAnswer"),
    "show.verdict": ("Case", "TableAfter", "Verdict", "WayToPlay"),
    "show.verify": ("Difference",),
    "api.rulesets": (
        *("Ruleset", "load_ruleset", "ruleset", "ruleset_names"),
        *("explain", "minimum", "winner"),
    ),
}


def _load(name: str) -> object:
    """Load a name of the library when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = next((each for each, names in _MODULES.items() if name in names), "api.errors")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:
    # Type checkers know the names from the imports above; this would make every other name valid.
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
