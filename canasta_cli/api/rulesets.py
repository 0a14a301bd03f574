"""Rulesets: packaged ones by name, those in files, house rules; and answers about totals and rules."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import BinaryIO, TextIO

from canasta_cli.api.errors import FactError, GameError, RulesetError, UndefinedRules, checked
from canasta_cli.engine import points
from canasta_cli.engine.catalogue import entry
from canasta_cli.engine.game.standing import outcome
from canasta_cli.errors import RulesetError as Unusable
from canasta_cli.errors import UnusableData
from canasta_cli.files import Path, name_of_file, read_text
from canasta_cli.rules import library, load
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.names import undocumented
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.show.minimum import MinimumAnswer, WinnerAnswer, winner_answer
from canasta_cli.show.rulesets import ExplainAnswer, explained
from canasta_cli.words import count_of, did_you_mean


class Ruleset(Mapping[str, object]):
    """The rules of one game: a mapping of every parameter, by its dotted name, to its value.

    Values are plain: numbers, texts, booleans, lists and dictionaries, as in a ruleset file.

    >>> rules = ruleset("classic")
    >>> rules.name, rules.title, rules.players
    ('classic', 'Classic Canasta', 4)
    >>> rules["end.target"]
    5000
    """

    __slots__ = ("_rules",)

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self._rules.name

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._rules.title

    @property
    def players(self) -> int:
        """The number of players."""
        return self._rules.seats.players

    @property
    def house(self) -> dict[str, object]:
        """The house rules: the parameters that they set, with their values."""
        return {path: self[path] for path in self._rules.house}

    @property
    def undefined(self) -> tuple[str, ...]:
        """The parameters whose values no source states; a game can't begin before they are set."""
        return self._rules.unknown

    @checked
    def with_house(self, house: Mapping[str, object]) -> "Ruleset":
        """Return the same rules with house rules, by dotted name or in nested tables.

        Raises :class:`RulesetError` for an unknown parameter or a value that can't be used.

        >>> ruleset("classic").with_house({"end.target": 7500}).house
        {'end.target': 7500}
        """
        return Ruleset(_usable(lambda: load.changed(self._rules, house)))

    def __getitem__(self, parameter: str) -> object:
        return library.written(self._rules, parameter)

    def __iter__(self) -> Iterator[str]:
        return iter(PARAMETERS)

    def __len__(self) -> int:
        return len(PARAMETERS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"


@checked
def ruleset(name: str, house: Mapping[str, object] | None = None) -> Ruleset:
    """Return a packaged ruleset by its name, with house rules if there are any.

    Raises :class:`RulesetError` for an unknown name or a house rule that can't be used.

    >>> ruleset("samba", house={"end.target": 7500})["end.target"]
    7500
    """
    found = _packaged(name)
    return found.with_house(house) if house else found


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the packaged rulesets, the classic game first.

    >>> ruleset_names()[:2]
    ('classic', 'cardgames-io')
    """
    return library.names()


@checked
def load_ruleset(file: Path | TextIO | BinaryIO) -> Ruleset:
    """Read a ruleset from a TOML file, by its name or open; it may extend a packaged one.

    Raises :class:`RulesetError` with every fault of the file, each with its line.
    """
    try:
        text = read_text(file)
    except UnusableData as error:
        raise RulesetError(error.message, fix=error.fix) from None
    name = os.path.basename(name_of_file(file)).removesuffix(".toml")
    return Ruleset(_usable(lambda: load.load(text, name, library.ruleset)))


@checked
def minimum(total: int, rules: Ruleset, *, deal: int = 1) -> MinimumAnswer:
    """Return the points that a side needs to open: by its total, in some games by the number of the deal."""
    check_defined(rules, "opening.basis", "opening.tiers")
    _check_deal(deal, rules, lowest=1)
    tier = points.minimum(total, deal, inside(rules))
    return MinimumAnswer(tier, ruleset=rules.name, total=total)


@checked
def winner(totals: Sequence[int], rules: Ruleset, *, deal: int = 0) -> WinnerAnswer:
    """Return whether a game is over at the totals of its sides, after ``deal`` deals, and who has won.

    The winner is the number of a side, from 1, as text; ``Game.standing`` has its name.
    """
    check_defined(rules, "end")
    _check_deal(deal, rules, lowest=0)
    sides = len(inside(rules).seats.sides)
    if len(totals) != sides:
        have = f"{rules.name} has {count_of(sides, 'side')}, not {len(totals)}"
        raise GameError(have, "Give one total for each side.")
    names = [str(number) for number in range(1, sides + 1)]
    return winner_answer(outcome(totals, deal, inside(rules)), names)


@checked
def explain(name: str, rules: Ruleset) -> ExplainAnswer:
    """Explain a rule, a parameter or a scoring item: what holds, the values, and their sources."""
    return explained(entry(name), inside(rules), (inside(rules),))


def _check_deal(deal: int, rules: Ruleset, *, lowest: int) -> None:
    """Check that a game has a deal of this number, or can have had this number of deals."""
    last = inside(rules).end.deals
    too_low = f"deal must be at least {lowest}, not {deal}" if deal < lowest else ""
    if wrong := too_low or points.beyond_last(deal, inside(rules)):
        numbers = f"from {lowest} up" if last is None else f"from {lowest} to {last}"
        raise FactError(wrong, f"Give a number {numbers}.")


def check_defined(rules: Ruleset, *groups: str) -> None:
    """Raise :class:`UndefinedRules` if values of some groups or parameters, or any at all, are undefined."""
    if undefined := undocumented(inside(rules), *groups) if groups else rules.undefined:
        raise UndefinedRules(rules.name, undefined)


def inside(rules: Ruleset) -> Rules:
    """Return the rules that a ruleset wraps."""
    return rules._rules  # noqa: SLF001 - the library's own wrapper


@cache
def _packaged(name: str) -> Ruleset:
    if name not in library.names():
        nearest = did_you_mean(name, library.names())
        fix = "canasta_cli.ruleset_names() lists the rulesets."
        raise RulesetError(f"there is no ruleset “{name}”.{nearest}", fix=fix)
    return Ruleset(library.ruleset(name))


def _usable(made: Callable[[], Rules]) -> Rules:
    """Return the rules that are made; raise the library's error if they can't be used."""
    try:
        return made()
    except Unusable as error:
        raise RulesetError(error.message.partition("\n")[0], error.problems) from None
