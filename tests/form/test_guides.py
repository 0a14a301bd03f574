"""The guide, the docstrings of modules and the stops of a dispute tell readers of the code what is true."""

import ast
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import pytest
from command_line import fix_environment

import canasta_cli
from canasta_cli.cli import main

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "canasta_cli"
# Where the package is installed, if it is; otherwise the same.
RUNNING = Path(canasta_cli.__file__).parent
GUIDE = ROOT / "CONTRIBUTING.md"
DISPUTE = ROOT / "docs" / "a-dispute-stop-by-stop.md"
PAGES = [
    GUIDE,
    DISPUTE,
    ROOT / "docs" / "decisions.md",
    ROOT / "docs" / "engine.md",
    ROOT / "tests" / "README.md",
]
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def _package() -> str:
    return "\n".join(map(_text, MODULES))


@cache
def _docstring(module: Path) -> str:
    """Return the docstring of a module in one line, its marks like those of a page."""
    text = ast.get_docstring(ast.parse(_text(module))) or ""
    return " ".join(text.split()).replace("``", "`")


def _defines(name: str, text: str) -> bool:
    """True if a text defines the last part of a name, or has it as a value of a choice."""
    last = name.rpartition(".")[2]
    return bool(
        re.search(rf"\b(?:def|class) {last}\b|\b{last}\b[^=\n(]* = |Fact\.{last}\b", text)
        or re.search(rf"^    {last}: ", text, re.MULTILINE)
    )


def _named_places(text: str) -> list[tuple[str, str]]:
    """List the names that a text gives with their files: “`undo` in `scorekeeper/corrections.py`”."""
    names = r"((?:`[\w.]+`(?:,| and) )*`[\w.]+`)"
    files = r"`((?:\w+/)?[\w/]+\.(?:py|toml|md))`"
    found = re.findall(rf"{names}(?:, whose \w+)? in {files}", " ".join(text.split()))
    return [(name, file) for named, file in found for name in re.findall(r"`([\w.]+)`", named)]


def _file(name: str, beside: Path) -> Path | None:
    """Return the file that a text names, from the package, the repository, or beside the text."""
    places = (PACKAGE / name, ROOT / name, beside.parent / name)
    return next((place for place in places if place.exists()), None)


def test_functions_are_where_guide_and_docstrings_say() -> None:
    texts = [(page, _text(page)) for page in PAGES]
    texts += [(module, _docstring(module)) for module in MODULES]
    places = [(text, *place) for text, words in texts for place in _named_places(words)]
    for text, name, named in places:
        file = _file(named, text)
        assert file is not None, (text, named)
        assert file.suffix != ".py" or _defines(name, _text(file)), (text, name, named)
    assert len(places) >= 40


def test_names_that_guide_and_docstrings_give_exist() -> None:
    named = r"`((?:_(?!_)|[A-Z]+[a-z])\w+(?:\.\w+)?)`"
    names = [name for page in PAGES for name in re.findall(named, _text(page))]
    names += [name for module in MODULES for name in re.findall(named, _docstring(module))]
    assert [name for name in dict.fromkeys(names) if not _defines(name, _package())] == []
    assert len(names) >= 40


def test_private_names_in_a_docstring_are_those_of_its_module() -> None:
    for module in MODULES:
        words = _docstring(module)
        elsewhere = {name for name, _ in _named_places(words)}
        for name in set(re.findall(r"`(_(?!_)\w+)`", words)) - elsewhere:
            assert _defines(name, _text(module)), (module, name)


def test_files_that_guide_and_docstrings_name_exist() -> None:
    named = r"`((?:[\w-]+/)+(?:(?:README|[a-z_][\w-]*)\.(?:py|toml|md|txt))?)`"
    texts = [(page, _text(page)) for page in PAGES]
    texts += [(module, _docstring(module)) for module in MODULES]
    lost = [
        (text, name)
        for text, words in texts
        for name in re.findall(named, words)
        if _file(name, text) is None
    ]
    assert lost == []


def test_the_guide_is_short_and_names_every_folder() -> None:
    text = _text(GUIDE)
    assert len(text.encode()) <= 4096
    folders = {module.parent.relative_to(PACKAGE).parts[0] for module in PACKAGE.glob("*/*.py")}
    assert {name for name in folders if f"{name}/" not in text} == set()


def test_the_commits_to_imitate_are_in_the_history() -> None:
    """An archive of the sources has no history; a shallow clone has too little of it."""
    subjects = re.findall(r"“([A-Z][^”]{30,})”", _text(GUIDE))
    assert len(subjects) == 3
    git = ("git", "-C", str(ROOT), "log", "--format=%s")
    if not (ROOT / ".git").exists():
        pytest.skip("no history")
    history = subprocess.run(git, capture_output=True, text=True, check=True).stdout.splitlines()
    if len(history) < 1_000:
        pytest.skip("a shallow history")
    assert {" ".join(each.split()) for each in subjects} <= set(history)


# The dispute: the values that the page shows are those at the end of each function's first call.

STOP = re.compile(
    r"^## \d\. [^\n]*: `([\w.]+)` in `([\w/]+\.py)`\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
SHOWN = re.compile(r"^>>> (.*)\n(.*)$", re.MULTILINE)


class _Stops:
    """Evaluates expressions in functions when their first call ends."""

    def __init__(self, wanted: dict[tuple[str, str], list[str]]) -> None:
        self.wanted = wanted
        self.found: dict[tuple[str, str], list[str]] = {}

    def __call__(self, frame: FrameType, event: str, returned: object) -> None:
        code: CodeType = frame.f_code
        stop = code.co_qualname, code.co_filename.removeprefix(f"{RUNNING}{os.sep}")
        if event == "return" and stop in self.wanted and stop not in self.found:
            names = {**frame.f_globals, **frame.f_locals, "__return__": returned}
            self.found[stop] = [repr(eval(each, names)) for each in self.wanted[stop]]  # noqa: S307


def test_the_dispute_has_these_values_at_its_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _text(DISPUTE)
    pages = {(name, file): dict(SHOWN.findall(shown)) for name, file, shown in STOP.findall(text)}
    assert len(pages) == 7
    command = re.search(r"^\$ canasta (.*)$", text, re.MULTILINE)
    assert command is not None
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    stops = _Stops({stop: [*shown] for stop, shown in pages.items()})
    before = sys.getprofile()
    sys.setprofile(stops)
    try:
        main(shlex.split(command[1]))
    finally:
        sys.setprofile(before)
    assert [*stops.found] == [each for each in stops.found if each in pages]
    assert {stop: stops.found.get(stop) for stop in pages} == {
        stop: [*shown.values()] for stop, shown in pages.items()
    }
