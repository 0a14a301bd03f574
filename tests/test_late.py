"""Modules that are loaded when one of their names is first read."""

import subprocess
import sys
from types import ModuleType

import pytest

from canasta_cli.late import load_late

NAME = "colorsys"
"""A small module of the standard library that nothing here uses."""


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    load_late(NAME)
    return sys.modules[NAME]


def test_a_module_loads_when_a_name_is_read(late: ModuleType) -> None:
    import colorsys

    assert colorsys is late
    assert "rgb_to_hsv" not in vars(late)
    assert colorsys.rgb_to_hsv(1, 1, 1) == (0.0, 0.0, 1)
    assert "rgb_to_hsv" in vars(late)
    assert type(late) is ModuleType


def test_a_name_is_imported_from_it(late: ModuleType) -> None:
    from colorsys import hsv_to_rgb

    assert hsv_to_rgb is late.hsv_to_rgb


def test_a_name_that_it_lacks_is_missing(late: ModuleType) -> None:
    for _ in range(2):
        with pytest.raises(AttributeError, match="module 'colorsys' has no attribute 'stranger'"):
            _ = late.stranger


def test_a_loaded_module_stays_as_it_is_and_an_unknown_one_stays_unknown() -> None:
    load_late("sys")
    assert sys.modules["sys"] is sys
    load_late("no_such_module")
    assert "no_such_module" not in sys.modules


@pytest.mark.parametrize(
    "line", ["count 7xK -r classic", "check pickup 5 --with 55 --frozen --opened", "rules", "undo"]
)
def test_a_command_leaves_it_unloaded_and_usable(
    line: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    code = (
        "import sys\n"
        "from canasta_cli.__main__ import main\n"
        f"sys.argv = ['canasta', *{line.split()!r}]\n"
        "main()\n"
        "assert 'dis' not in sys.modules and 'uuid' in sys.modules\n"
        "assert 'getnode' not in vars(sys.modules['uuid'])\n"
        "assert 'Thread' not in vars(sys.modules['threading'])\n"
        # A group of commands asks for a word of its help.
        f"assert ('Catalog' in vars(sys.modules['gettext'])) is {line == 'rules'}\n"
        "import inspect, os, platform, threading\n"
        "assert threading.current_thread() is threading.main_thread()\n"
        "assert inspect.cleandoc(' a') == 'a' and 'dis' in sys.modules\n"
        "before = platform.system()\n"
        "assert 'uname' not in vars(platform)\n"
        "assert platform.uname().system == platform.system() == before\n"
    )
    environment = {"CANASTA_DB": str(tmp_path_factory.mktemp("late") / "x.db"), "PATH": "/bin"}
    environment |= {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def _run(code: str) -> None:
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/bin", "LANGUAGE": "C"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


IMPORT = """
import sys
from canasta_cli.late import unused_parts_late
with unused_parts_late():
    import click
"""


def test_the_parts_of_click_that_have_stand_ins_work() -> None:
    _run(
        f"{IMPORT}"
        "date = click.DateTime().convert('2026-11-21', None, None)\n"
        "assert click.DateTime().convert(date, None, None) is date\n"
        "text = '12345678123456781234567812345678'\n"
        "name = click.UUID.convert(text, None, None)\n"
        "assert click.UUID.convert(name, None, None) is name\n"
        "assert click.core._('x') == 'x' and click.core.ngettext('x', 'y', 2) == 'y'\n"
        "import datetime, gettext, uuid\n"
        "assert type(date) is datetime.datetime and type(name) is uuid.UUID\n"
    )


def test_nobody_else_sees_a_stand_in() -> None:
    _run(
        f"{IMPORT}"
        "from datetime import datetime\n"
        "from gettext import gettext\n"
        "from uuid import UUID\n"
        "assert datetime(2026, 11, 21).year == 2026 and issubclass(datetime, object)\n"
        "assert type(datetime) is type(UUID) is type and gettext.__module__ == 'gettext'\n"
    )


def test_a_class_that_is_a_stand_in_is_created_and_asked_as_the_real_one() -> None:
    _run(
        f"{IMPORT}"
        "stand_in = click.types.datetime\n"
        "assert not hasattr(stand_in, '__no_such_name__')\n"
        "assert 'date' not in vars(sys.modules['datetime'])\n"
        "assert isinstance(stand_in(2026, 11, 21), stand_in)\n"
        "assert not isinstance(7, stand_in)\n"
    )


def test_modules_that_are_loaded_already_keep_their_names() -> None:
    _run(
        "import datetime, gettext, uuid\n"
        f"{IMPORT}"
        "assert click.types.datetime is datetime.datetime and uuid.UUID and gettext.gettext\n"
    )
