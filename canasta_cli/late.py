"""Load a module of the standard library when one of its names is first used, no matter who imports it.

click imports seven modules at its top for options that this program lacks, and for threads. Loading those
takes a tenth of the time of a short command.
"""

import os
import sys
from _thread import RLock, _local
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

_LOADING = RLock()


class _Late(ModuleType):
    """A module that loads itself when a name is missing.

    The standard library's ``LazyLoader`` can't be used: its modules load when they are imported again.
    """

    def __getattr__(self, name: str) -> object:
        # Python asks for it when a name is imported from a module. Only packages have it.
        if name != "__path__":
            _load(self)
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None


def _load(module: ModuleType) -> None:
    with _LOADING:
        spec = module.__spec__ if isinstance(module, _Late) else None
        if spec is not None and spec.loader is not None and spec.loader_state is None:
            # A name that is missing while it loads is missing.
            spec.loader_state = True
            spec.loader.exec_module(module)
            module.__class__ = ModuleType


def load_late(name: str, **known: object) -> None:
    """Make a module load when one of its names is first read, unless it is loaded already.

    ``known`` are names that can be read before.
    """
    spec = None if name in sys.modules else find_spec(name)
    if spec is not None:
        module = sys.modules[name] = module_from_spec(spec)
        module.__dict__.update(known)
        module.__class__ = _Late


@contextmanager
def unused_parts_late() -> Iterator[None]:
    """While click is imported, make the modules that it imports in vain load late.

    The names that it takes from them are stand-ins, which load the module when they are used. Nobody who
    imports these modules afterwards sees them.
    """
    load_late("inspect")
    # In Python 3.11, uuid asks for the name of the system, and needs nothing else.
    if hasattr(os, "uname"):
        load_late("platform", system=lambda: os.uname().sysname)
    load_late("threading", local=_local)
    names = {"datetime": ("datetime",), "gettext": ("gettext", "ngettext"), "uuid": ("UUID",)}
    stand_ins = {
        module: {name: _StandIn(name, (), {"__module__": module}) for name in taken}
        for module, taken in names.items()
    }
    for module, known in stand_ins.items():
        load_late(module, **known)
    try:
        yield
    finally:
        for module, known in stand_ins.items():
            for name, value in known.items():
                if vars(sys.modules[module]).get(name) is value:
                    delattr(sys.modules[module], name)


def _real(stand_in: type) -> Any:
    module = sys.modules[stand_in.__module__]
    _load(module)
    return getattr(module, stand_in.__name__)


class _StandIn(type):
    """A class that acts as the class or the function of a module, which is loaded when it is needed."""

    def __getattr__(cls, name: str) -> object:
        # Those who ask any class for a name of this form know that classes may lack it.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_real(cls), name)

    def __call__(cls, *arguments: Any, **options: Any) -> object:
        return _real(cls)(*arguments, **options)

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, _real(cls))
