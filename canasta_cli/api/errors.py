"""The errors that the library raises, and the check of its arguments.

All other modules of the library use them.
"""

import functools
import inspect
import os
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Literal,
    TextIO,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from canasta_cli.errors import CanastaError
from canasta_cli.words import abridged, either, listed

if TYPE_CHECKING:
    from canasta_cli.show.finding import Finding

# The errors that the library raises, and the check of its arguments that raises one of them.
#
# All are kinds of `CanastaError`.
#
# `str(error)` is what is wrong, followed by the fix if there is one. Text that can't be read as
# cards, melds, a tally or a turn raises `NotationError`, which also knows the place in the text.


class _WithFix(CanastaError):
    """An error whose text includes its fix.

    ``fix`` is how to correct the call; empty if there is no simple way.
    """

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message, fix=fix)

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.message, self.fix)))


class ArgumentError(_WithFix, TypeError):
    """An argument of a type that the library can't use."""


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

    def __init__(self, message: str, findings: "Sequence[Finding]") -> None:
        self.findings = findings
        reasons = (f"  {each.message}" for each in findings)
        super().__init__("\n".join((message, *reasons)))


class GameFileError(_WithFix):
    """A game file that can't be read."""


F = TypeVar("F", bound=Callable[..., Any])
Kind = tuple[str, Callable[[Any], bool]]
"""A type in words, and the test for its values."""

_SHORT = 60
_FUNCTION = get_origin(Callable[[], None])
_WORDS = {
    object: "a value",
    str: "text",
    int: "a whole number",
    type(None): "None",
    os.PathLike: "a path",
    TextIO: "an open file",
    BinaryIO: "an open file",
}
_METHODS: dict[object, str] = {int: "__index__", TextIO: "read", BinaryIO: "read"}
"""What a value must have where those of other libraries serve as well."""


def checked(function: F) -> F:
    """Have a public function check the types of its arguments against their annotations.

    It then raises :class:`ArgumentError` for an argument of another type. Keyword arguments that
    are collected in a dictionary are left to the function.
    """
    signature = inspect.signature(function)
    parameters = signature.parameters
    in_order = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters.values())
    several = {name for name, p in parameters.items() if p.kind is p.VAR_POSITIONAL}

    @functools.cache
    def kinds() -> Mapping[str, Kind]:
        """Return the types of the arguments; annotations may name classes that are defined later."""
        annotated = get_type_hints(function)
        collected = {name for name, p in parameters.items() if p.kind is p.VAR_KEYWORD}
        return {
            name: _kind(expected)
            for name, expected in annotated.items()
            if name in parameters and name not in collected
        }

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        # Binding takes longer than many a function; most calls give a few arguments in order.
        if in_order and not keywords and len(args) <= len(parameters):
            given = dict(zip(parameters, args, strict=False))
        else:
            given = signature.bind(*args, **keywords).arguments
        types_of = kinds()
        for name, value in given.items():
            if name in types_of:
                words, fits = types_of[name]
                for each in value if name in several else (value,):
                    if not fits(each):
                        found = abridged(repr(each), _SHORT)
                        raise ArgumentError(f"{name} must be {words}, not {found}")
        return function(*args, **keywords)

    return call  # type: ignore[return-value]  # it has the signature of the function


def _kind(expected: Any) -> Kind:
    """Return an annotation in words with its test; a text is not a list of texts."""
    origin, parts = get_origin(expected), get_args(expected)
    if origin in (Union, types.UnionType):
        kinds = [_kind(part) for part in parts]
        words = either(dict.fromkeys(words for words, _ in kinds))
        return words, lambda value: any(fits(value) for _, fits in kinds)
    if origin is Literal:
        return either(f"“{part}”" for part in parts), lambda value: value in parts
    if origin is Mapping:
        (_, fits_key), (words, fits_value) = map(_kind, parts)
        return (
            f"a dictionary with {words} for each name",
            lambda value: (
                isinstance(value, Mapping)
                and all(fits_key(key) and fits_value(each) for key, each in value.items())
            ),
        )
    if origin is Sequence:
        ((words, fits_part),) = map(_kind, parts)
        return (
            f"a list of {words.removeprefix('a ')}s",
            lambda value: (
                isinstance(value, Sequence)
                and not isinstance(value, str | bytes)
                and all(map(fits_part, value))
            ),
        )
    if origin is _FUNCTION:
        return "a function", callable
    plain = origin or expected
    method = _METHODS.get(plain, "")
    return (
        _WORDS.get(plain, f"a {plain.__name__}"),
        lambda value: hasattr(value, method) if method else isinstance(value, plain),
    )
