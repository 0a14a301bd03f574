"""Load a module of the standard library when one of its names is first read, whoever imports it."""

import sys
from _thread import RLock
from importlib.util import find_spec, module_from_spec
from types import ModuleType

UNUSED = "inspect"
"""A module that click imports and few commands use: loading it takes half as long as bare Python."""

_LOADING = RLock()


class _Late(ModuleType):
    """A module that loads itself when a name is missing.

    The standard library's ``LazyLoader`` can't be used: its modules load when they are imported again.
    """

    def __getattr__(self, name: str) -> object:
        with _LOADING:
            spec = self.__spec__
            if spec is not None and spec.loader is not None and spec.loader_state is None:
                # A name that is missing while it loads is missing.
                spec.loader_state = True
                spec.loader.exec_module(self)
                self.__class__ = ModuleType  # type: ignore[assignment]
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None


def load_late(name: str) -> None:
    """Make a module load when one of its names is first read, unless it is loaded already."""
    spec = None if name in sys.modules else find_spec(name)
    if spec is not None:
        module = sys.modules[name] = module_from_spec(spec)
        module.__class__ = _Late
