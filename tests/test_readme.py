"""Run the commands of the README and compare their output with it.

``UPDATE_TRANSCRIPTS=1 pytest tests/test_readme.py`` updates the README.
"""

import os
import re
import runpy
from pathlib import Path
from xml.dom.minidom import parseString

import pytest
from command_line import fix_environment, run_line

from canasta_cli.cli import canasta
from canasta_cli.cli.command_classes import LazyGroup

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
FIRST_SCREEN = 40


def _printed(block: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return a block with its commands, each followed by its current output."""
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            printed = [each.removeprefix("! ") for each in run_line(line[2:], capsys)]
            lines += [line, *(each for each in printed if not re.fullmatch(r"\[\d+\]", each))]
    return "\n".join(lines) + "\n"


def test_the_evening_prints_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All blocks are run in order, in one database."""
    text = README.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    fix_environment(monkeypatch, str(tmp_path / "evening.db"))
    today = [_printed(block, capsys) for block in BLOCK.findall(text)]
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        blocks = iter(today)
        README.write_text(BLOCK.sub(lambda _: next(blocks), text), encoding="utf-8")
        return
    assert today == BLOCK.findall(text)


PICTURES = runpy.run_path(str(README.parent / "docs" / "pictures.py"))


def test_the_pictures_show_what_the_program_prints() -> None:
    folder, drawn = PICTURES["FOLDER"], PICTURES["drawn"]()
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        for name, text in drawn.items():
            (folder / name).write_text(text, encoding="utf-8")
        return
    committed = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    assert committed == drawn, "run `make pictures`"


def test_every_picture_is_shown_with_words_for_those_who_do_not_see_it() -> None:
    shown = re.findall(
        r"!\[([^\]]+)\]\(docs/pictures/([^)]+)\)", README.read_text(encoding="utf-8")
    )
    assert {name for _, name in shown} == {file.name for file in PICTURES["FOLDER"].iterdir()}


def test_a_picture_keeps_columns_styles_and_special_characters() -> None:
    line = "  \x1b[1;31m<no> & 猫\x1b[0m    \x1b[2m× 5\x1b[0m"
    found = [*PICTURES["pieces"](line)]
    assert found == [(2, "<no> & 猫", "1;31"), (15, "× 5", "2")]
    drawn = PICTURES["svg"](PICTURES["PICTURES"][0], [line])
    assert 'class="b r">&lt;no&gt; &amp; 猫</text>' in drawn
    assert parseString(drawn).getElementsByTagName("svg")  # noqa: S318 - our own text


def test_every_command_that_the_readme_speaks_of_exists() -> None:
    assert isinstance(canasta, LazyGroup)
    named = set(re.findall(r"[`$] ?canasta ([a-z]+)", README.read_text(encoding="utf-8")))
    assert named - {"as"} <= set(canasta.lazy)


def test_the_two_commands_are_in_the_first_screen() -> None:
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    assert "make demo" in screen
    assert "make test" in screen
