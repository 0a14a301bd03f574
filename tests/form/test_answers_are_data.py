"""An answer is data: a view formats it and asks nothing, and no value of the engine can ask again."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from form.test_layers import PACKAGE, run_time_imports

# What judges a play or searches for plays. A view gets its results.
JUDGES = (
    "canasta_cli.engine.turn.judge",
    "canasta_cli.engine.turn.settle",
    "canasta_cli.engine.movegen",
    "canasta_cli.engine.score",
    "canasta_cli.engine.game.verification",
    "canasta_cli.api",
)
JUDGING_NAMES = {
    "Step",
    "judge",
    "rule_on",
    "rule_on_turn",
    "table_after",
    "outlook",
    "frozen_against",
}
# Values that are no answers: rows of rules and of scores, which hold what they do, and the cards that come
# while a random hand is played.
ROWS = {"Rule", "Limit", "Checks", "ScoringItem", "Before"}


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _judging(tree: ast.Module) -> list[str]:
    """List the modules and functions that judge and that a module imports when it runs."""
    modules = [name for name in run_time_imports(tree) if name.startswith(JUDGES)]
    names = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("canasta_cli.engine")
        for alias in node.names
        if alias.name in JUDGING_NAMES
    ]
    return [*modules, *names]


def test_a_view_asks_no_rule() -> None:
    for path in (PACKAGE / "show").rglob("*.py"):
        assert _judging(_tree(path)) == [], path


def test_a_view_that_asks_a_rule_is_found() -> None:
    assert _judging(ast.parse("def f():\n    from canasta_cli.engine.turn.settle import settle"))
    assert _judging(ast.parse("from canasta_cli.engine.game.replay import Step, start")) == ["Step"]


def _functions(trees: list[ast.Module]) -> set[str]:
    """Return the names of types of functions: ``Callable``, and what is defined by it."""
    names = {"Callable", "partial", "lambda"}
    while True:
        more = {
            target.id
            for tree in trees
            for node in tree.body
            if isinstance(node, ast.Assign)
            and names & _words(node.value)
            and "[" in ast.unparse(node)
            for target in node.targets
            if isinstance(target, ast.Name) and not target.id.isupper()
        }
        if more <= names:
            return names
        names |= more


def _words(node: ast.AST) -> set[str]:
    """Return the names in an expression."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _annotated(annotation: ast.expr) -> set[str]:
    """Return the names in an annotation, which may be a text, or have one as a part."""
    texts = [each.value for each in ast.walk(annotation) if isinstance(each, ast.Constant)]
    parsed = [ast.parse(each, mode="eval") for each in texts if isinstance(each, str)]
    return _words(annotation).union(*map(_words, parsed))


def _asking_fields(trees: list[ast.Module]) -> Iterator[str]:
    """Yield the fields of named tuples that hold a function."""
    functions = _functions(trees)
    for tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef) or node.name in ROWS:
                continue
            if "NamedTuple" in {word for base in node.bases for word in _words(base)}:
                for field in node.body:
                    if isinstance(field, ast.AnnAssign) and functions & _annotated(
                        field.annotation
                    ):
                        yield f"{node.name}.{ast.unparse(field.target)}"


def test_no_value_of_the_engine_holds_a_function_that_asks() -> None:
    trees = [_tree(path) for path in (PACKAGE / "engine").rglob("*.py")]
    assert list(_asking_fields(trees)) == []


def test_a_value_that_holds_a_function_is_found() -> None:
    text = (
        "Ask = Callable[[int], int]\n"
        "Find = dict[str, Ask]\n"
        "class A(NamedTuple):\n    again: 'Callable[[int], bool] | None' = None\n    ask: Find\n    n: int"
    )
    assert list(_asking_fields([ast.parse(text)])) == ["A.again", "A.ask"]
