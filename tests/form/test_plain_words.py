"""Rejects phrases of the old private dialect, and counts that bypass the plural helper.

The phrases are whole ones that are never right here; single words that may be right in some place
(“so”, “lies”) are left to the reader of a change. Archaic ones are wrong in docstrings and comments too.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from looping import for_each

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "canasta_cli"

ARCHAIC = ("all the same", "anew", "otherwise than", "so many", "that which", "they who", "whoever")
BANNED = (
    *ARCHAIC,
    "as far as (is )?known",
    "as far as .{0,20}told",
    "brought back",
    "by force",
    "cannot all be( so)?",
    "cannot be so",
    "for want of",
    "has been said already",
    "in going out",
    r"(?<!there )is no (card|number|hand|word|text|rule|ruleset|game|meld|side|run|list|folder|special)\b",
    "look again",
    "makes the difference",
    "nobody (said|named|saw|told|knows)",
    "not told",
    "of them [0-9]",
    r"(?<!your )own (meld|run|side)s?",
    "packs hold",
    "put away",
    "remedy:",
    "rests on",
    "said to have",
    "taken back:",
    "taken out again",
    "tell (it|them|the table)",
    r"to mend\b",
    "two-hundredth",
    "untold",
    "what the house",
    "who goes out",
)
DIALECT = re.compile(
    rf"(?<!player )\b({'|'.join(BANNED)})",
    re.IGNORECASE,
)
OF_FORMER_TIMES = re.compile(rf"\b({'|'.join(ARCHAIC)})\b", re.IGNORECASE)
COUNTED = (
    "card|wild card|natural card|red three|black three|joker|deuce|canasta|sequence|meld|point|hand|"
    "foot|turn|game|side|player|partner|pack|tally|entry|record|file|process|parameter|rule|"
    "ruleset|difference|character|legal turn|house rule|problem"
)
PLURALS = "|".join(
    {"foot": "feet", "tally": "tallies", "entry": "entries", "process": "processes"}.get(
        noun, f"{noun}s"
    )
    for noun in COUNTED.split("|")
)
ONE_OF_MANY = re.compile(rf"(?<![\w.,/:×x-])1 ({PLURALS})\b")
# A value in a template, followed by a plural noun. A constant of the module is never 1.
BYPASS = re.compile(rf"\{{(?![A-Z_.]+\}})[^{{}}]*\}} ({PLURALS})\b|\w\(s\)")


def _is_documentation(tree: ast.Module) -> set[int]:
    """The ids of all docstrings, those of constants and attributes included."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _template(node: ast.JoinedStr) -> str:
    return "".join(
        str(part.value)
        if isinstance(part, ast.Constant)
        else f"{{{ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else ''}}}"
        for part in node.values
    )


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string of a module with a space in it, except docstrings."""
    tree = ast.parse(text)
    skipped = _is_documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in ast.walk(node) if part is not node}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, _template(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


@cache
def _sentences_of(path: Path) -> list[tuple[int, str]]:
    return list(sentences(path.read_text(encoding="utf-8")))


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@for_each(_modules(), _name)
def test_messages_are_plain_english(path: Path) -> None:
    found = [(line, sentence) for line, sentence in _sentences_of(path) if DIALECT.search(sentence)]
    assert not found


@for_each(_modules(), _name)
def test_docstrings_and_comments_have_no_archaic_phrase(path: Path) -> None:
    assert not OF_FORMER_TIMES.findall(path.read_text(encoding="utf-8"))


@for_each((ROOT / "tests" / "cases").rglob("*.toml"), _name)
def test_cases_have_no_archaic_phrase(path: Path) -> None:
    assert not OF_FORMER_TIMES.findall(path.read_text(encoding="utf-8"))


@for_each(_modules(), _name)
def test_counts_go_through_the_plural_helper(path: Path) -> None:
    found = [(line, sentence) for line, sentence in _sentences_of(path) if BYPASS.search(sentence)]
    assert not found


# Words that no name in these packages is made of; the engine and the model still have some.
PLAIN_PACKAGES = ("api", "cli", "man", "scorekeeper", "show", "journal", "notation", "web")
PRIVATE_WORDS = {
    *("anew", "desk", "foreseen", "lies", "lying", "mend", "mended", "mending", "retold", "room"),
    *("ruled", "said", "strange", "telling", "told", "untold", "whence", "whoever", "worded"),
}


def private_names(text: str) -> set[str]:
    """Return the names that a module defines and that contain a private word."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return {name for name in names if _words_of_name(name) & PRIVATE_WORDS}


def _words_of_name(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


@for_each(
    [path for package in PLAIN_PACKAGES for path in sorted((PACKAGE / package).rglob("*.py"))],
    _name,
)
def test_names_are_plain_english(path: Path) -> None:
    assert not private_names(path.read_text(encoding="utf-8"))
    assert not _words_of_name(path.stem) & PRIVATE_WORDS


def test_a_private_name_is_recognized() -> None:
    module = (
        "class HandSaid:\n    room = 1\n\ndef f(untold):\n    mended_turn = retell = [untold]\n"
    )
    assert private_names(module) == {"HandSaid", "room", "untold", "mended_turn"}


def _documents() -> list[Path]:
    return sorted(
        (
            *ROOT.glob("*.md"),
            *(ROOT / "docs").rglob("*.md"),
            *(ROOT / "man").rglob("*.[15]"),
            # Quotes are in the words of their sources.
            *(path for path in PACKAGE.rglob("*.toml") if path.parent.name != "quotes"),
            *(path for ending in ("html", "css", "js") for path in PACKAGE.rglob(f"*.{ending}")),
            *(ROOT / "examples").iterdir(),
            *(ROOT / "tests" / "golden" / "transcripts").rglob("*.txt"),
        )
    )


@for_each([each for each in _documents() if each.is_file()], _name)
def test_documents_and_answers_are_plain_english(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    found = [
        (number, line) for number, line in lines if DIALECT.search(line) or ONE_OF_MANY.search(line)
    ]
    assert not found


def test_the_dialect_is_recognized() -> None:
    dialect = (
        "“x” is no number",
        "LEGAL AS FAR AS KNOWN",
        "the packs hold 4",
        "Remedy: add 1 more.",
        "record an earlier hand anew",
        "lay it off on an own meld",
    )
    assert all(DIALECT.search(sentence) for sentence in dialect)
    assert not DIALECT.search("a player who goes out melds the whole hand")
    assert not DIALECT.search("Fix: add 1 natural card.")


def test_a_count_without_the_helper_is_recognized() -> None:
    module = (
        '"""One {x} cards."""\nx = 1\ny = f"you have {x} wild cards"\nz = "{have} hands left"\n'
    )
    found = [sentence for _, sentence in sentences(module) if BYPASS.search(sentence)]
    assert found == ["you have {x} wild cards", "{have} hands left"]
    assert ONE_OF_MANY.search("this leaves 1 cards")
    assert not ONE_OF_MANY.search("this leaves 11 cards")
    assert not BYPASS.search("at most {LONGEST_LINE} characters")
