"""Load a module of the standard library when one of its names is first read, whoever imports it."""

import os
import sys
from _thread import RLock
from importlib.util import find_spec, module_from_spec
from types import ModuleType

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


def load_late(name: str, **known: object) -> None:
    """Make a module load when one of its names is first read, unless it is loaded already.

    ``known`` are names that can be read before.
    """
    spec = None if name in sys.modules else find_spec(name)
    if spec is not None:
        module = sys.modules[name] = module_from_spec(spec)
        module.__dict__.update(known)
        module.__class__ = _Late


def load_unused_late() -> None:
    """Make the modules that click imports in vain load late."""
    load_late("inspect")
    # In Python 3.11, uuid asks for the name of the system, and needs nothing else.
    if hasattr(os, "uname"):
        load_late("platform", system=_system)


def _system() -> str:
    """Return the name of the system, as ``platform.system`` does where there is ``os.uname``."""
    return os.uname().sysname
