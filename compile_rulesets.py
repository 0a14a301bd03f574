"""Compile a ruleset to Python modules, which load much faster than its file and its declarations.

The build writes them into the wheel: ``NAME.py`` with the ruleset, and ``NAME_more.py`` with what only some
answers need. ``canasta_cli/rules/library.py`` reads them; a checkout has none, and reads the files.
"""

from canasta_cli.rules.groups import GROUPS, PARAMETERS
from canasta_cli.rules.library import about, acts, shown, written
from canasta_cli.rules.load import to_data
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LARGEST_VALUE, Group, split
from canasta_cli.values import Enum

_IMPORTS = """\
from canasta_cli.model.cards import Rank
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import *
"""


def compiled_text(ruleset: Ruleset) -> str:
    """Return the module of a ruleset.

    ``DATA`` is what a game records of its rules. A game may have other values for ``NUMBERS``, which
    may be any number from 1 on, and for ``FLAGS``. The parameters in ``IDLE`` have no effect.
    """
    groups = [f"{name}={_group(getattr(ruleset, name))}" for name in GROUPS]
    values = [f"{name}={getattr(ruleset, name)!r}" for name in ("name", "base", "title", "about")]
    rows = ",\n    ".join((*values, *groups, "origins=ORIGINS"))
    idle = tuple(path for path in PARAMETERS if not acts(ruleset, path))
    return (
        f"{_IMPORTS}\nORIGINS = {ruleset.origins!r}\nRULES = Ruleset(\n    {rows},\n)\n"
        f"DATA = {to_data(ruleset)!r}\n"
        f"NUMBERS = {_reading(1, LARGEST_VALUE)!r}\nFLAGS = {_reading(False, True)!r}\n"
        f"IDLE = {idle!r}\n"
    )


def _reading(*values: object) -> tuple[str, ...]:
    """Return the parameters, other than of ranks, that read some values as they are."""

    def reads(path: str, value: object) -> bool:
        try:
            return PARAMETERS[path].kind.read(value) is value
        except ValueError:
            return False

    paths = (path for path in PARAMETERS if split(path) is None)
    return tuple(path for path in paths if all(reads(path, each) for each in values))


def compiled_more(ruleset: Ruleset) -> str:
    """Return the module of what only some answers need.

    ``WRITTEN`` are the values as JSON data, ``SHOWN`` as text, and ``ABOUT`` the descriptions.
    """
    values = {path: written(ruleset, path) for path in PARAMETERS}
    texts = {path: shown(ruleset, path) for path in PARAMETERS}
    described = {path: about(ruleset, path) for path in PARAMETERS}
    return f"WRITTEN = {values!r}\nSHOWN = {texts!r}\nABOUT = {described!r}\n"


def _group(group: Group) -> str:
    """Return the expression of a group, without the class that declares its parameters."""
    return (
        f"Group({', '.join(f'{name}={_expression(value)}' for name, value in vars(group).items())})"
    )


def _expression(value: object) -> str:
    """Return the Python expression of a value of a parameter."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, dict):
        rows = (f"{_expression(key)}: {_expression(each)}" for key, each in value.items())
        return f"{{{', '.join(rows)}}}"
    if isinstance(value, tuple):
        name = "" if type(value) is tuple else type(value).__name__
        return f"{name}({''.join(f'{_expression(each)}, ' for each in value)})"
    return repr(value)
