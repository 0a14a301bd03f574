"""Run the commands of the README, the tutorial and the how-to guides, and compare their output.

``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_readme.py`` updates the documents.
"""

import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from xml.dom.minidom import parseString

import pytest
from command_line import fix_environment, run_dialogue, run_line, typed_in

from canasta_cli.cli import canasta
from canasta_cli.cli.command_classes import LazyGroup

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
# Their readers type along: the screens are those of a terminal, with its hints and questions.
TYPED_ALONG = {README, DOCS / "tutorial.md"}
GUIDES = [
    DOCS / "tutorial.md",
    DOCS / "a-dispute-stop-by-stop.md",
    *sorted((DOCS / "how-to").glob("*.md")),
]
DOCUMENTS = pytest.mark.parametrize(
    "file",
    [
        README,
        ROOT / "CONTRIBUTING.md",
        ROOT / "benchmarks" / "README.md",
        ROOT / "tests" / "README.md",
        *sorted(DOCS.rglob("*.md")),
    ],
    ids=lambda file: file.relative_to(ROOT).as_posix(),
)
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
# Commands that come before a block and are not shown: the games of an example.
BEFORE = re.compile(r"(?<=<!-- before\n).*?(?=-->)", re.DOTALL)
FIRST_SCREEN = 40


COMMAND = re.compile(r"^(\$ .*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, which may go on in further lines, and what it printed."""


def _printed(
    block: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    on_terminal: bool,
) -> str:
    """Return a block with its commands, each followed by its current output.

    A command whose prompts have answers is always run on a terminal.
    """
    lines: list[str] = []
    for shown, screen in COMMAND.findall(block):
        typed = shown[2:].replace("\n> ", "\n")
        if typed.startswith("sqlite-utils "):
            printed = _queried(*shlex.split(typed)[1:])
        elif (answers := typed_in(screen.splitlines())) or on_terminal:
            printed = run_dialogue(typed, answers, monkeypatch, capsys)
        else:
            printed = [each.removeprefix("! ") for each in run_line(typed, capsys)]
        lines += [shown, *(each for each in printed if not re.fullmatch(r"\[\d+\]", each))]
    return "\n".join(lines) + "\n"


def _queried(*words: str) -> list[str]:
    command = [sys.executable, "-m", "sqlite_utils", *words]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return [line.rstrip() for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    "file", [README, *GUIDES], ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_the_commands_print_what_the_document_shows(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All blocks of a document are run in order, in one database, also those in comments."""
    text = file.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    fix_environment(monkeypatch, str(tmp_path / "evening.db"))
    today = []
    for block in re.findall(rf"{BEFORE.pattern}|{BLOCK.pattern}", text, re.DOTALL):
        screen = _printed(block, monkeypatch, capsys, on_terminal=file in TYPED_ALONG)
        if block in BEFORE.findall(text):
            assert "canasta: " not in screen
        else:
            today.append(screen.replace(str(tmp_path), "/home/ann"))
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        blocks = iter(today)
        file.write_text(BLOCK.sub(lambda _: next(blocks), text), encoding="utf-8")
        return
    assert today == BLOCK.findall(text)


@DOCUMENTS
def test_no_command_is_shown_that_is_not_run(file: Path) -> None:
    """A block that names a command of the program is one of those that are run."""
    shown = BEFORE.sub("", file.read_text(encoding="utf-8"))
    others = re.findall(r"```(?!console\n)(\w*)\n(.*?)```", shown, re.DOTALL)
    assert [text for _, text in others if re.search(r"^(\$ )?canasta ", text, re.MULTILINE)] == []


@DOCUMENTS
def test_every_link_of_a_document_leads_somewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link:
            continue
        name, _, place = link.partition("#")
        there = (file.parent / name).resolve() if name else file
        if not there.exists() or (place and place not in _places(there)):
            lost.append(link)
    assert lost == []


def _places(file: Path) -> set[str]:
    """Return the places of a document that its headings make."""
    heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_page_of_the_documents_is_in_their_list() -> None:
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([^)\s]+)\)", text))


PICTURES = runpy.run_path(str(README.parent / "docs" / "pictures.py"))


def test_the_pictures_show_what_the_program_prints() -> None:
    folder, drawn = PICTURES["FOLDER"], PICTURES["drawn"]()
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        for name, text in drawn.items():
            (folder / name).write_text(text, encoding="utf-8")
        return
    committed = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.svg")}
    assert committed == drawn, "run `make pictures`"


def test_every_picture_is_shown_with_words_for_those_who_do_not_see_it() -> None:
    """Each is shown in two colour schemes; the words are at the light one."""
    text = README.read_text(encoding="utf-8")
    dark = re.findall(
        r'<source media="\(prefers-color-scheme: dark\)" srcset="docs/pictures/([^"]+)">', text
    )
    light = re.findall(r'<img alt="[^"]+" src="docs/pictures/([^"]+)"', text)
    assert [name.replace("-dark.", ".") for name in dark] == light
    assert {*dark, *light} == {file.name for file in PICTURES["FOLDER"].iterdir()}


def test_a_picture_keeps_columns_styles_and_special_characters() -> None:
    line = "  \x1b[1;31m<no> & 猫\x1b[0m    \x1b[2m× 5\x1b[0m"
    found = [*PICTURES["pieces"](line)]
    assert found == [(2, "<no> & 猫", "1;31"), (15, "× 5", "2")]
    drawn = PICTURES["svg"](PICTURES["PICTURES"][0], [line], PICTURES["SCHEMES"][""])
    assert 'class="b r">&lt;no&gt; &amp; 猫</text>' in drawn
    assert parseString(drawn).getElementsByTagName("svg")  # noqa: S318 - our own text


@DOCUMENTS
def test_every_command_that_a_document_speaks_of_exists(file: Path) -> None:
    assert isinstance(canasta, LazyGroup)
    named = set(re.findall(r"[`$] ?canasta ([a-z]+)", file.read_text(encoding="utf-8")))
    assert named - {"as"} <= set(canasta.lazy)


def test_the_two_commands_are_in_the_first_screen() -> None:
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    assert "make demo" in screen
    assert "make test" in screen
