"""Imports point one way: each layer imports only those below it, and no two modules import each other.

Imports inside functions, and those for the type checker, count like all others.
"""

import ast
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import click
import pytest
from compiling import compiled_more, compiled_text
from sampling import sample

from canasta_cli.cli import COMMANDS, main
from canasta_cli.cli import canasta as program
from canasta_cli.rules import library

PACKAGE = Path(__file__).parents[2] / "canasta_cli"

# The parts of the package that each part may import. Parts of one layer never import each other.
LAYERS: dict[str, set[str]] = {
    "errors": set(),
    "version": set(),
    "words": set(),
    "untrusted": {"words"},
    "files": {"errors", "untrusted"},
    "values": set(),
    "late": set(),
    "model": {"errors", "words"},
    "notation": {"errors", "words", "untrusted", "model"},
    "rules": {"errors", "words", "untrusted", "model"},
    "engine": {"errors", "words", "model", "rules"},
    "journal": {"errors", "words", "files", "model", "notation"},
    "scorekeeper": {
        "errors",
        "words",
        "untrusted",
        "files",
        "model",
        "notation",
        "rules",
        "engine",
        "journal",
    },
    "show": {"errors", "words", "model", "notation", "rules", "engine", "scorekeeper"},
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
    },
    "api": {
        "errors",
        "words",
        "files",
        "model",
        "notation",
        "rules",
        "engine",
        "journal",
        "scorekeeper",
        "show",
    },
    "web": {
        "errors",
        "words",
        "values",
        "notation",
        "api",
        "untrusted",
        "model",
        "rules",
        "engine",
        "journal",
        "scorekeeper",
        "show",
    },
    "envs": {"api"},
    "quick": {"journal", "show"},
    "cli": {
        "web",
        "late",
        "api",
        "quick",
        "errors",
        "words",
        "untrusted",
        "files",
        "model",
        "notation",
        "rules",
        "engine",
        "journal",
        "scorekeeper",
        "show",
        "man",
    },
}
# The layers of the engine: each may import those before it, and the base modules.
ENGINE_LAYERS = (
    "melds",
    "view",
    "table",
    "facts",
    "items",
    "turn",
    "score",
    "movegen",
    "game",
)
ENGINE_BASE = {"rule", "points"}
# Libraries, and the only parts that may import them.
LIBRARIES: dict[str, set[str]] = {
    "click": {"cli"},
    "sqlite3": {"journal"},
    "platformdirs": {"journal"},
    "jinja2": {"show"},
    "rich": {"show"},
    "tomli_w": {"notation"},
    "random": set(),
    "datetime": {"cli", "api"},
    "time": {"journal", "cli"},
    "concurrent": {"scorekeeper", "web"},
    "multiprocessing": {"scorekeeper"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "asyncio": {"web"},
    "socket": {"web", "cli"},
    "segno": {"cli"},
    "numpy": {"envs"},
    "gymnasium": {"envs"},
    "pettingzoo": {"envs"},
}


MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _part(path: Path) -> str:
    """Return the part of the package that a module belongs to; entry points belong to the top."""
    if path.name == "__main__.py":
        return "cli"
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "package" if first == "__init__" else first


@cache
def _imports(path: Path) -> set[str]:
    """Return the names of everything that a module imports, and of the modules it takes it from."""
    found: set[str] = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def forbidden(part: str, imports: set[str]) -> set[str]:
    """Return the parts of the package that a module of ``part`` imports and must not."""
    own = {name.split(".")[1] for name in imports if name.startswith("canasta_cli.")}
    return own - {part, "version", "__version__", "values"} - LAYERS[part]


def test_a_module_imports_only_lower_layers() -> None:
    for path in MODULES:
        if _part(path) != "package":
            assert not forbidden(_part(path), _imports(path)), path


def forbidden_in_engine(layer: str, imports: set[str]) -> set[str]:
    """Return the parts of the engine that a module of one of its layers imports and must not."""
    before = ENGINE_LAYERS[: ENGINE_LAYERS.index(layer) + 1] if layer in ENGINE_LAYERS else ()
    names = (name.split(".") for name in imports if name.startswith("canasta_cli.engine."))
    return {parts[2] for parts in names} - {*before, *ENGINE_BASE}


def test_a_module_of_the_engine_imports_only_lower_layers_of_it() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        layer = path.relative_to(PACKAGE / "engine").parts[0].removesuffix(".py")
        if layer != "catalogue":  # the list of all rules
            assert layer in {*ENGINE_LAYERS, *ENGINE_BASE, "__init__"}, path
            assert not forbidden_in_engine(layer, _imports(path)), path


def test_an_import_of_a_higher_layer_or_a_sibling_is_found() -> None:
    assert forbidden_in_engine("melds", {"canasta_cli.engine.movegen.legal_turns"}) == {"movegen"}
    assert forbidden_in_engine("rule", {"canasta_cli.engine.melds"}) == {"melds"}
    assert forbidden("model", {"canasta_cli.engine.rule"}) == {"engine"}
    assert forbidden("notation", {"canasta_cli.rules.schema", "canasta_cli.model.cards"}) == {
        "rules"
    }


def imported_modules(tree: ast.Module, modules: set[str]) -> set[str]:
    """Return those of some modules that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in modules else node.module for name in names}
    return found & modules


def _graph() -> dict[str, set[str]]:
    """Return the modules that each module imports; the program loads its commands by their names."""
    names = {_name(path) for path in MODULES}
    graph = {_name(path): imported_modules(_tree(path), names) for path in MODULES}
    graph["canasta_cli.cli"] |= {f"canasta_cli.cli.{module}" for module, _ in COMMANDS.values()}
    return graph


def circles(graph: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """Return every largest set of modules that all import each other, directly or through others."""
    reached: dict[str, set[str]] = {}
    for module in graph:
        found: set[str] = set()
        waiting = [module]
        while waiting:
            new = graph[waiting.pop()] - found
            found |= new
            waiting += new
        reached[module] = found
    return {
        frozenset(other for other in found if module in reached[other])
        for module, found in reached.items()
        if module in found
    }


def test_no_modules_import_each_other() -> None:
    graph = _graph()
    assert not circles(graph)


def test_a_circle_through_a_function_or_a_type_is_found() -> None:
    texts = {
        "p": "",
        "p.a": "import p.b",
        "p.b": "def f():\n    from p import c",
        "p.c": "if TYPE_CHECKING:\n    from p.a import A",
        "p.d": "from p.a import B\nfrom p import x",
    }
    graph = {name: imported_modules(ast.parse(text), set(texts)) for name, text in texts.items()}
    assert graph["p.d"] == {"p.a", "p"}
    assert circles(graph) == {frozenset({"p.a", "p.b", "p.c"})}


def run_time_imports(tree: ast.Module) -> set[str]:
    """Return the modules that a module imports when it runs, so not for types only."""
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    return {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in for_types
    }


def test_a_view_formats_results_and_runs_no_work() -> None:
    """What makes the results, and the workers that do it, are known to a view as types only."""
    for path in (PACKAGE / "show").rglob("*.py"):
        used = run_time_imports(_tree(path))
        assert not [name for name in used if name.startswith("canasta_cli.scorekeeper")], path


def test_an_import_for_types_only_is_recognized() -> None:
    text = "from a import b\nif TYPE_CHECKING:\n    from c import d\ndef f():\n    from e import g"
    assert run_time_imports(ast.parse(text)) == {"a", "e"}


def test_a_library_is_imported_only_by_its_own_layers() -> None:
    misplaced = {
        (name, _name(path))
        for path in MODULES
        for name in {name.split(".")[0] for name in _imports(path)} & LIBRARIES.keys()
        if _part(path) not in LIBRARIES[name]
    }
    assert not misplaced


def test_only_the_command_that_serves_knows_the_page() -> None:
    """Its libraries are an extra, and loading them takes longer than a short answer."""
    outside = [path for path in MODULES if _part(path) != "web"]
    using = {_name(path) for path in outside if any("canasta_cli.web" in n for n in _imports(path))}
    assert using == {"canasta_cli.cli.serving", "canasta_cli.cli.referee"}
    assert not _loaded("serve --help", {}) & HEAVY


def test_sqlite_utils_only_writes_exports() -> None:
    """Loading it takes longer than recording a hand; its plugins are programs of others."""
    using = {_name(path) for path in MODULES if "sqlite_utils" in _imports(path)}
    assert using == {"canasta_cli.journal.tables"}
    calls = [
        [word.arg for word in node.keywords if ast.unparse(word.value) == "False"]
        for node in ast.walk(_tree(PACKAGE / "journal" / "tables.py"))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Database"
    ]
    assert calls == [["execute_plugins"]]


def test_values_and_choices_are_those_that_are_defined_fast() -> None:
    for slow in ("typing.NamedTuple", "enum.Enum"):
        found = [_name(path) for path in MODULES if slow in _imports(path)]
        assert found == ["canasta_cli.values"]


LONGEST_MODULE = 800
LONGEST_FUNCTION = 40
LONGEST_PAGE = 1_200
"""The lines of HTML, CSS and JavaScript on the phones of watchers and recorders."""


def long_functions(tree: ast.Module) -> list[str]:
    """Return the functions of a module that are too long, without counting their docstrings."""
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = []
    for node in functions:
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if ast.get_docstring(node) is not None:
            lines -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
        if lines > LONGEST_FUNCTION:
            found.append(node.name)
    return found


def test_modules_and_functions_are_short() -> None:
    for path in MODULES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE, path
        assert not long_functions(_tree(path)), path


def test_the_page_on_the_phones_is_small() -> None:
    texts = [each.read_text(encoding="utf-8") for each in (PACKAGE / "web" / "page").iterdir()]
    assert sum(len(text.splitlines()) for text in texts) <= LONGEST_PAGE


def test_a_long_function_is_found() -> None:
    lines = "    x = 1\n"
    documented = f'def f():\n    """A.\n\n    B.\n    """\n{lines * (LONGEST_FUNCTION - 1)}'
    assert not long_functions(ast.parse(documented))
    assert long_functions(ast.parse(documented + lines)) == ["f"]


def test_the_engine_prints_nothing_and_names_no_ruleset() -> None:
    names = {file.stem for file in (PACKAGE / "rules" / "rulesets").glob("*.toml")} - {"sources"}
    for path in MODULES:
        if _part(path) in ("model", "notation", "rules", "engine"):
            calls = [
                n.func.id
                for n in ast.walk(_tree(path))
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
            ]
            assert "print" not in calls, path
        if _part(path) == "engine":
            words = {n.value for n in ast.walk(_tree(path)) if isinstance(n, ast.Constant)}
            assert not words & names, path


def _typed() -> tuple[set[str], set[str]]:
    """Return the names of all commands, and the long names of all options."""
    commands: dict[str, click.Command] = {}

    def add(group: click.Group) -> None:
        context = click.Context(group)
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            assert found is not None
            commands[name] = found
            if isinstance(found, click.Group):
                add(found)

    assert isinstance(program, click.Group)
    add(program)
    options = {
        name
        for command in commands.values()
        for option in command.params
        for name in (*option.opts, *option.secondary_opts)
        if name.startswith("--")
    }
    return set(commands), options


def typed_words(text: str, commands: set[str], options: set[str]) -> set[str]:
    """Return what a text says to type: a command after the program's name, or an option."""
    called = re.findall(r"\bcanasta ([a-z]+)\b", text)
    return {*commands.intersection(called), *options.intersection(re.findall(r"--[a-z-]+", text))}


def test_the_engine_names_no_command_and_no_option() -> None:
    commands, options = _typed()
    assert {"check", "explain"} <= commands
    assert {"--hand", "--no-foot"} <= options
    for path in (PACKAGE / "engine").rglob("*.py"):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not typed_words(node.value, commands, options), (path, node.lineno)


def test_a_named_command_or_option_is_found() -> None:
    found = typed_words(
        "see canasta rules, or give --hand --x; a canasta of", {"rules"}, {"--hand"}
    )
    assert found == {"rules", "--hand"}


def test_untrusted_texts_are_parsed_in_one_place() -> None:
    """Others parse what the program itself wrote: its packaged rulesets, its journal, its names."""
    parsing = {
        _name(path).removeprefix("canasta_cli.")
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute)
        and node.attr in ("load", "loads")
        and isinstance(node.value, ast.Name)
        and node.value.id in ("json", "tomllib")
    }
    own = {"rules.library", "notation.spoken"}
    own |= {"journal.entries", "journal.store"}
    assert parsing == {"untrusted", *own}


EXTRAS = ("segno", "starlette", "uvicorn", "numpy", "gymnasium", "pettingzoo")


def test_each_module_imports_alone() -> None:
    """No module needs another to be imported first; every third is tried, or all, in one fresh interpreter.

    The libraries of extras may not be installed.
    """
    names = sample([_name(path) for path in MODULES if path.name != "__main__.py"], 3)
    code = (
        "import sys, importlib\n"
        f"for name in {names!r}:\n"
        "    for old in [m for m in sys.modules if m.startswith('canasta_cli')]:\n"
        "        del sys.modules[old]\n"
        "    try:\n"
        "        importlib.import_module(name)\n"
        "    except ModuleNotFoundError as missing:\n"
        f"        if missing.name not in {EXTRAS!r}:\n"
        "            raise\n"
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
    "http.server",
    "hypothesis",
    "starlette",
    "uvicorn",
    "segno",
    "canasta_cli.web",
}


def _loaded(line: str, environment: dict[str, str], before: str = "") -> set[str]:
    """Return the modules that are loaded after a command."""
    command = [sys.executable, "-c", _program(line, before)]
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return set(run.stderr.split("\n"))


def _loaded_on_a_terminal(
    line: str, environment: dict[str, str], before: str
) -> tuple[bytes, set[str]]:
    """Return what a command prints on a terminal, and the modules that are loaded after it."""
    master, terminal = os.openpty()
    command = [sys.executable, "-c", _program(line, before)]
    environment = {**environment, "TERM": "xterm"}
    run = subprocess.run(
        command, stdout=terminal, stderr=subprocess.PIPE, text=True, check=True, env=environment
    )
    # An answer ends with a line, so this never waits if there is one.
    printed = os.read(master, 65536) if select.select([master], [], [], 10)[0] else b""
    os.close(terminal)
    os.close(master)
    return printed, set(run.stderr.split("\n"))


def _program(line: str, before: str) -> str:
    return (
        "import sys\n"
        f"{before}\n"
        "from canasta_cli.cli import main\n"
        f"main({shlex.split(line)!r})\n"
        "sys.stderr.write('\\n'.join(sys.modules))\n"
    )


DEAL = "deal --upcard 9"
EVENING = ("new Ann Bob Cat Dan", "hand '7xK QQQ2 2x3R out' 'AAA 5555 left:JJ4'")
# What is recorded before a command, besides the evening.
RECORDED = {"redo": "undo", "pile": DEAL, "melds": DEAL, "turn": DEAL}


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A database with a game of one hand, and with one more entry."""
    folder = tmp_path_factory.mktemp("evening")
    found = {}
    for more in ("", *RECORDED.values()):
        found[more] = folder / f"{more or 'evening'}.db"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CANASTA_DB", str(found[more]))
            for line in (*EVENING, *filter(None, [more])):
                assert main(shlex.split(line)) == 0
    return found


@pytest.fixture
def evening(line: str, databases: Mapping[str, Path], tmp_path: Path) -> dict[str, str]:
    """An environment with a game of one hand, and with what a command needs before it."""
    before = RECORDED.get(line.partition(" ")[0], "")
    shutil.copyfile(databases[before], tmp_path / "canasta.db")
    return {"CANASTA_DB": str(tmp_path / "canasta.db"), "PATH": "/usr/bin:/bin"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Code that finds the compiled rulesets, as in an installed program."""
    folder = tmp_path_factory.mktemp("rulesets")
    (folder / "compiled").mkdir()
    rules = library.ruleset(library.DEFAULT)
    texts = {"": compiled_text(rules), "_more": compiled_more(rules)}
    for ending, text in texts.items():
        (folder / "compiled" / f"{rules.name}{ending}.py").write_text(text, encoding="utf-8")
    return f"import canasta_cli.rules.rulesets as found\nfound.__path__.append({str(folder)!r})"


STORAGE = {"sqlite3", "difflib", "textwrap", "canasta_cli.journal"}
NEVER = HEAVY | {"platformdirs", "tomllib", "canasta_cli.cli.upkeep", "click.shell_completion"}
# The parts of the package that none of them needs: an installed program has compiled rulesets.
NEVER |= {f"canasta_cli.rules.{name}" for name in ("groups", "parameter", "load")}
NEVER |= {"canasta_cli.untrusted"}
# Short commands, each with modules of the package that it does not need, although others do.
STATELESS: dict[str, set[str]] = {
    "count 7xK out -r classic": {"model.turn", "engine.turn.going_out", "engine.game.standing"},
    "minimum 1640 -r classic": {"engine.items", "engine.game.standing", "notation.tally"},
    "winner 5230 5310 -r classic": set(),
    "check meld KKK QQ2 -r classic": {
        "cli.disputes",
        "engine.movegen.initial_melds",
        "engine.game.replay",
        "engine.items",
    },
    "check pickup 5 --with 55 --frozen --opened -r classic": {"engine.game.replay", "engine.items"},
    "check turn draw meld KKK QQ2 discard 4 -r classic": set(),
    "suggest opening --hand AA2567844JK -r classic": {"engine.score", "engine.items"},
    "suggest discard --hand 4K3R -r classic": set(),
}
STATEFUL: dict[str, set[str]] = {
    "next": {"model.turn", "engine.rule", "engine.score"},
    "score": set(),
    "log": {"model.turn", "notation.turn", "engine.rule"},
    "undo": {"model.turn", "notation.turn", "engine.rule"},
    "hand '7xK QQQ2 2x3R out' 'AAA 5555 left:JJ4'": set(),
    "hand QQQ AAA": {"model.turn", "notation.turn", "engine.turn.going_out"},
    "turn draw discard 4": {
        "engine.movegen.initial_melds",
        "engine.game.verification",
        "engine.score",
    },
}
UNUSED = STATELESS | STATEFUL
ON_A_TERMINAL = (*UNUSED, "new Ann Bob --name x", DEAL, "pile", "melds", "redo", "")


@pytest.mark.parametrize("more", ["", " --json"], ids=["plain", "json"])
@pytest.mark.parametrize("line", UNUSED)
def test_a_short_command_loads_only_what_it_needs(
    line: str, more: str, evening: dict[str, str], installed: str
) -> None:
    loaded = _loaded(line + more, evening, installed)
    assert "canasta_cli.rules.schema" in loaded
    assert not loaded & NEVER
    assert line not in STATELESS or not loaded & STORAGE
    assert more or not loaded & {f"canasta_cli.{name}" for name in UNUSED[line]}


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
@pytest.mark.parametrize("line", ON_A_TERMINAL)
def test_an_answer_on_a_terminal_loads_nothing_heavy(
    line: str, evening: dict[str, str], installed: str
) -> None:
    printed, loaded = _loaded_on_a_terminal(line, evening, installed)
    assert printed
    assert b"\x1b[" in printed or not line.startswith(("next", "score", "check", "hand"))
    assert not loaded & HEAVY


@pytest.mark.parametrize("more", ["", " --json"], ids=["plain", "json"])
def test_the_first_command_in_a_new_file_loads_nothing_heavy(
    more: str, tmp_path: Path, installed: str
) -> None:
    file = tmp_path / "canasta.db"
    loaded = _loaded(f"new Ann Bob Cat Dan{more}", {"CANASTA_DB": str(file)}, installed)
    assert file.exists()
    assert "sqlite3" in loaded
    assert not loaded & HEAVY


WORKERS = {"canasta_cli.scorekeeper.workers"}


@pytest.mark.parametrize("more", ["", " --json"], ids=["plain", "json"])
def test_checking_one_file_loads_no_workers(more: str, tmp_path: Path) -> None:
    file = PACKAGE.parent / "examples" / "friday.canasta.toml"
    loaded = _loaded(f"verify {shlex.quote(str(file))}{more}", {"CANASTA_DB": str(tmp_path)})
    assert not loaded & (HEAVY | WORKERS)


def test_help_and_completion_load_no_command() -> None:
    modules = ("scoring", "playing", "history", "files", "games")
    commands = {f"canasta_cli.cli.{name}" for name in modules}
    assert not _loaded("--help", {}) & commands
    words = {"COMP_WORDS": "canasta\nche", "COMP_CWORD": "1"}
    loaded = _loaded("", {"_CANASTA_COMPLETE": "bash_complete", **words})
    assert "click.shell_completion" in loaded
    assert not loaded & (commands | HEAVY | {"canasta_cli.cli.error_messages"})


def test_the_program_ends_without_a_search_for_reference_cycles() -> None:
    code = (
        "import gc, sys\n"
        "from canasta_cli.__main__ import main\n"
        "sys.argv = ['canasta', '--version']\n"
        "status = main()\n"
        "sys.exit(status or not gc.get_freeze_count())\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


# What the library returns of a game in play or a ruleset, beside the value that it wraps: what these show
# depends on who looks, so they are no answers.
LIVE = {"Game", "Hand", "Position", "Ruleset", "RulesetError", "Turn"}


def test_a_name_of_a_class_means_one_thing() -> None:
    modules = list(PACKAGE.rglob("*.py"))
    names = [
        node.name
        for path in modules
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert {name for name in names if names.count(name) > 1} == LIVE
