"""Imports go down: each layer imports only those below it, and each module imports on its own."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "canasta_cli"

# The parts of the package that each part may import. Parts of one layer never import each other.
FLOORS: dict[str, set[str]] = {
    "errors": set(),
    "places": set(),
    "words": set(),
    "untrusted": {"words"},
    "outfiles": set(),
    "model": {"errors", "words"},
    "notation": {"errors", "words", "places", "untrusted", "model"},
    "rules": {"errors", "words", "places", "untrusted", "model"},
    "engine": {"errors", "words", "model", "rules"},
    "journal": {"errors", "words", "outfiles", "model", "notation"},
    "scorekeeper": {"errors", "words", "model", "notation", "rules", "engine", "journal"},
    "show": {"errors", "words", "model", "notation", "rules", "engine", "scorekeeper"},
    "cli": {
        "errors",
        "words",
        "untrusted",
        "outfiles",
        "model",
        "notation",
        "rules",
        "engine",
        "journal",
        "scorekeeper",
        "show",
        "man",
    },
    "man": {
        "errors",
        "words",
        "untrusted",
        "model",
        "notation",
        "rules",
        "engine",
        "scorekeeper",
        "show",
        "cli",
    },
}
# The layers of the engine: each may import those before it, and the base modules.
ROOMS = ("melds", "view", "turn", "score", "movegen", "game")
GROUND = {"rule", "sparse", "held", "gaps", "points", "handful", "threes"}
# Libraries, and the only parts that may import them.
LIBRARIES: dict[str, set[str]] = {
    "click": {"cli", "man"},
    "rich": {"show"},
    "sqlite3": {"journal"},
    "sqlite_utils": {"journal"},
    "platformdirs": {"journal"},
    "jinja2": {"show"},
    "tomli_w": {"notation"},
    "random": set(),
    "datetime": {"cli"},
    "time": {"journal", "cli"},
    "concurrent": {"scorekeeper"},
    "multiprocessing": {"scorekeeper"},
    "distributed": {"scorekeeper"},
}


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _part(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "package" if first in ("__init__", "__main__") else first


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def strays(part: str, imports: set[str]) -> set[str]:
    """Return the parts of the package that a module of ``part`` imports and must not."""
    own = {name.split(".")[1] for name in imports if name.startswith("canasta_cli.")}
    return own - {part, "__version__"} - FLOORS[part]


@pytest.mark.parametrize("path", _modules(), ids=_name)
def test_imports_go_down(path: Path) -> None:
    if _part(path) != "package":
        assert not strays(_part(path), _imports(path))


def rooms_above(room: str, imports: set[str]) -> set[str]:
    """Return the parts of the engine that a module in a layer or base module imports and must not."""
    before = ROOMS[: ROOMS.index(room) + 1] if room in ROOMS else ()
    names = (name.split(".") for name in imports if name.startswith("canasta_cli.engine."))
    return {parts[2] for parts in names} - {*before, *GROUND}


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").rglob("*.py")), ids=_name)
def test_the_rooms_of_the_engine_know_those_before_them(path: Path) -> None:
    room = path.relative_to(PACKAGE / "engine").parts[0].removesuffix(".py")
    if room != "catalogue":  # the list of all rules
        assert room in {*ROOMS, *GROUND, "__init__"}
        assert not rooms_above(room, _imports(path))


def test_a_step_up_or_sideways_is_found() -> None:
    assert rooms_above("melds", {"canasta_cli.engine.movegen.legal_turns"}) == {"movegen"}
    assert rooms_above("rule", {"canasta_cli.engine.melds.validate"}) == {"melds"}
    assert strays("model", {"canasta_cli.engine.rule"}) == {"engine"}
    assert strays("notation", {"canasta_cli.rules.schema", "canasta_cli.model.cards"}) == {"rules"}


@pytest.mark.parametrize("path", _modules(), ids=_name)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    outside = {name.split(".")[0] for name in _imports(path)}
    strangers = {
        name for name in outside if name in LIBRARIES and _part(path) not in LIBRARIES[name]
    }
    assert not strangers


@pytest.mark.parametrize("floor", ["model", "notation", "rules", "engine"])
def test_the_engine_prints_nothing_and_names_no_ruleset(floor: str) -> None:
    names = {file.stem for file in (PACKAGE / "rules" / "rulesets").glob("*.toml")} - {"sources"}
    for path in (PACKAGE / floor).rglob("*.py"):
        tree = ast.parse(path.read_text())
        calls = [
            n.func.id
            for n in ast.walk(tree)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        ]
        assert "print" not in calls
        if floor == "engine":
            words = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
            assert not words & names, path


def test_texts_from_strangers_are_parsed_in_one_place() -> None:
    """Others parse what the program itself wrote: its packaged rulesets, its journal, its names."""
    parsing = {
        _name(path).removeprefix("canasta_cli.")
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and node.attr in ("load", "loads")
        and isinstance(node.value, ast.Name)
        and node.value.id in ("json", "tomllib")
    }
    own = {"rules.library", "journal.entries", "journal.unlisted", "notation.names"}
    own |= {"cli.shells.powershell"}  # the words that our own script in the shell passes on
    assert parsing == {"untrusted", *own}


def test_each_module_imports_alone() -> None:
    """No module needs another to be imported first; all are tried in one fresh interpreter."""
    names = [_name(path) for path in _modules() if path.name != "__main__.py"]
    code = (
        "import sys, importlib\n"
        f"for name in {names!r}:\n"
        "    for old in [m for m in sys.modules if m.startswith('canasta_cli')]:\n"
        "        del sys.modules[old]\n"
        "    importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


HEAVY = {
    "rich",
    "sqlite_utils",
    "jinja2",
    "tomli_w",
    "importlib.metadata",
    "importlib.resources",
    "asyncio",
    "concurrent.futures",
    "multiprocessing",
    "distributed",
    "http.server",
    "hypothesis",
}


def _loaded(arguments: list[str], environment: dict[str, str]) -> set[str]:
    code = (
        "import sys\n"
        "from canasta_cli.cli import main\n"
        f"main({arguments!r})\n"
        "sys.stderr.write('\\n'.join(sys.modules))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return set(run.stderr.split("\n"))


@pytest.fixture
def evening(tmp_path: Path) -> dict[str, str]:
    """An environment with a game of one hand."""
    environment = {"CANASTA_DB": str(tmp_path / "canasta.db"), "PATH": "/usr/bin:/bin"}
    for line in (
        ["new", "Ann", "Bob", "Cat", "Dan"],
        ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
    ):
        _loaded(line, environment)
    return environment


STATELESS = [
    ["count", "7xK", "out", "-r", "classic"],
    ["count", "7xK", "out", "-r", "classic", "--json"],
    ["minimum", "1640", "-r", "classic"],
    ["winner", "5230", "5310", "-r", "classic"],
    ["check", "meld", "KKK", "QQ2", "-r", "classic"],
    ["check", "turn", "draw", "meld", "KKK", "QQ2", "discard", "4", "-r", "classic"],
    ["suggest", "opening", "--hand", "AA2567844JK", "-r", "classic"],
    ["suggest", "discard", "--hand", "4K3R", "-r", "classic"],
]
STATEFUL = [
    ["next"],
    ["score", "--json"],
    ["log"],
    ["undo"],
    ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
]


@pytest.mark.parametrize("arguments", STATELESS, ids=" ".join)
def test_a_stateless_answer_loads_no_storage_and_no_colour(
    arguments: list[str], evening: dict[str, str]
) -> None:
    loaded = _loaded(arguments, evening)
    assert not loaded & (HEAVY | {"sqlite3", "platformdirs", "canasta_cli.journal"})


@pytest.mark.parametrize("arguments", STATEFUL, ids=" ".join)
def test_a_short_command_on_a_game_loads_nothing_heavy(
    arguments: list[str], evening: dict[str, str]
) -> None:
    loaded = _loaded(arguments, evening)
    assert not loaded & (HEAVY | {"tomllib", "platformdirs"})


# Modules that a short command must not load, although its modules use them in other cases.
SPARED: dict[str, set[str]] = {
    "minimum 1640 -r classic": {"engine.score.items", "engine.game.standing", "notation.tally"},
    "next": {"model.deal", "model.turn", "engine.rule", "engine.score.count"},
    "log": {"model.deal", "model.turn", "notation.turn", "engine.rule"},
    "undo": {"model.deal", "model.turn", "notation.turn", "engine.rule"},
    "hand QQQ AAA": {"model.deal", "model.turn", "notation.turn", "engine.turn.special_hands"},
    "count 7xK out -r classic": {"model.turn", "engine.turn.special_hands", "engine.game.standing"},
    "check meld KKK -r classic": {
        "engine.movegen.initial_melds",
        "engine.game.recorded_turn",
        "engine.score.items",
    },
    "suggest opening --hand AA2567844JK -r classic": {
        "engine.score.count",
        "engine.score.items",
    },
    "turn draw discard 4": {
        "engine.movegen.initial_melds",
        "engine.game.cards_left",
        "engine.game.deal",
        "engine.score.count",
    },
}


@pytest.mark.parametrize("line", SPARED)
def test_a_short_command_is_spared_what_others_need(line: str, evening: dict[str, str]) -> None:
    if line.startswith("turn"):
        _loaded(["deal", "--upcard", "9"], evening)
    loaded = _loaded(line.split(), evening)
    assert "canasta_cli.rules.schema" in loaded
    assert not loaded & {f"canasta_cli.{name}" for name in SPARED[line]}


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["plain", "json"])
def test_checking_one_file_loads_no_workers(more: list[str], evening: dict[str, str]) -> None:
    file = PACKAGE.parent / "examples" / "friday.canasta.toml"
    loaded = _loaded(["verify", str(file), *more], evening)
    assert not loaded & (HEAVY | WORKERS)


WORKERS = {f"canasta_cli.scorekeeper.{name}" for name in ("bulk", "processes", "cluster")}


@pytest.mark.parametrize("arguments", [*STATELESS, *STATEFUL], ids=" ".join)
def test_a_command_loads_nothing_that_only_completion_needs(
    arguments: list[str], evening: dict[str, str]
) -> None:
    loaded = _loaded(arguments, evening)
    assert not loaded & {"canasta_cli.cli.shells", "click.shell_completion"}


def test_help_and_completion_load_no_command(evening: dict[str, str]) -> None:
    commands = {
        f"canasta_cli.cli.{name}" for name in ("scoring", "totals", "history", "files", "games")
    }
    assert not _loaded(["--help"], evening) & commands


def test_the_program_ends_without_looking_through_what_it_made() -> None:
    code = (
        "import gc, sys\n"
        "from canasta_cli.__main__ import main\n"
        "sys.argv = ['canasta', '--version']\n"
        "status = main()\n"
        "sys.exit(status or not gc.get_freeze_count())\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
