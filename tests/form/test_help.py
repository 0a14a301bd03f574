"""Help pages fit any terminal: what the command does, one example, then its options in groups."""

import re
import shlex
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import product

import click
import pytest
from looping import for_each

from canasta_cli.cli import canasta, main, manual
from canasta_cli.cli.judging import USUAL_FACTS
from canasta_cli.cli.manual import Docstring, commands, every_command, parse_docstring, root
from canasta_cli.engine.facts import FACTS
from canasta_cli.man.page import Code, wrap_command
from canasta_cli.show.depending import options_of

WIDTHS = (40, 60, 80, 120)
COMMON = "Common options:"
ABOUT = ("About you", "About your side", "About the pile", "Other facts")
PROGRAM = root(canasta)
SHARED = {"--json", "--db", "--game", "--dry-run", "--help"}


@cache
def _page(context: click.Context, width: int) -> str:
    """Return the page as ``--help`` prints it."""
    with pytest.MonkeyPatch.context() as terminal, redirect_stdout(StringIO()) as printed:
        terminal.setenv("COLUMNS", str(width))
        assert main([*context.command_path.split()[1:], "--help"]) == 0
    return printed.getvalue()


PAGE = for_each(
    product((PROGRAM, *every_command(PROGRAM)), WIDTHS),
    lambda each: f"{each[0].command_path}, {each[1]} columns",
)
Page = tuple[click.Context, int]


def _sources(context: click.Context) -> list[str]:
    """Return every text of a command that its page must have, without its examples' lines."""
    words = parse_docstring(context.command)
    options = [
        each
        for each in context.command.get_params(context)
        if isinstance(each, click.Option) and getattr(each, "help_group", USUAL_FACTS) is not None
    ]
    return [
        *words.paragraphs,
        *(example.meaning for example in words.examples),
        *(option.help or "" for option in options),
        *(name for option in options for name in option.opts),
    ]


@PAGE
def test_no_line_is_longer_than_the_terminal(at: Page) -> None:
    _, width = at
    lines = _page(*at).splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert [line for line in lines if line != line.rstrip()] == []


@PAGE
def test_no_word_is_broken_and_none_is_missing(at: Page) -> None:
    """The words of each text follow each other on the page, whatever the lines."""
    context, _ = at
    filled = f" {' '.join(_page(*at).split())} ".replace(",", "")
    for text in filter(None, _sources(context)):
        assert f" {' '.join(text.split())} ".replace(",", "") in filled, text


@PAGE
def test_the_first_lines_say_what_the_command_does(at: Page) -> None:
    context, _ = at
    first = _page(*at).split("\n\n", maxsplit=1)[0]
    assert " ".join(first.split()) == parse_docstring(context.command).paragraphs[0]
    assert re.match(r"[A-Z][a-z]+[ ,]", first)


@PAGE
def test_an_example_comes_second_and_can_be_pasted(at: Page) -> None:
    """A shell joins lines at a backslash; the joined line is the original example."""
    context, _ = at
    page = _page(*at)
    assert page.split("\n\n")[1].startswith("Example:\n  canasta ")
    joined = re.sub(r" \\\n +", " ", page)
    for (line,), _ in parse_docstring(context.command).examples:
        assert f"\n  {line}\n" in joined
        assert shlex.split(line)


@PAGE
def test_options_of_many_commands_come_after_the_others(at: Page) -> None:
    own, common = _page(*at).split(COMMON)
    assert not re.findall(
        rf"^  .*(?:{'|'.join(SHARED)})\b", own.partition("Usage:")[2], re.MULTILINE
    )
    assert "--help" in common


@pytest.mark.parametrize("line", ["check meld", "check turn", "suggest discard"])
def test_a_help_page_has_five_facts_and_the_manual_has_all(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert main([*line.split(), "--help"]) == 0
    page = capsys.readouterr().out
    headings = re.findall(r"^(\S.*):$", page, re.MULTILINE)
    assert headings[headings.index("Common options") - 1] == USUAL_FACTS.heading
    facts = page.split(f"{USUAL_FACTS.heading}:")[1].split("Common options:")[0]
    assert len(re.findall(r"^  --", facts, re.MULTILINE)) == 5
    assert main(["man", "facts"]) == 0
    manual = capsys.readouterr().out
    assert all(f"\n{heading.upper()}\n" in manual for heading in ABOUT)
    assert [
        row.keyword for row in FACTS.values() if row.direct and options_of(row)[0] not in manual
    ] == []


def test_a_group_lists_every_command_with_what_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["--help"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    for context in commands(PROGRAM):
        assert (
            f" {context.info_name} {parse_docstring(context.command).summary.split(':')[0][:9]}"
            in page
        )


def test_a_help_page_asks_for_no_more_than_the_terminal_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines stay readable in a very wide terminal."""
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["verify", "--help"]) == 0
    longest = max(map(len, capsys.readouterr().out.splitlines()))
    assert longest <= manual.WIDEST


def test_a_line_is_continued_between_words_and_an_option_keeps_its_value() -> None:
    line = 'canasta hand "7xK 2" "AAA" --dealer Bob'
    assert list(wrap_command(line, 80)) == [line]
    assert list(wrap_command(line, 38)) == ['canasta hand "7xK 2" "AAA" \\', "    --dealer Bob"]
    assert list(wrap_command(line, 23)) == [
        'canasta hand "7xK 2" \\',
        '    "AAA" \\',
        "    --dealer Bob",
    ]


def test_a_docstring_is_parsed() -> None:
    command = click.Command(
        "x",
        help="Do it. Twice.\n\n    More\n    words.\n\n"
        "    Examples:\n      canasta x\n        Do it\n        now.\n      canasta x y\n",
    )
    assert parse_docstring(command) == Docstring(
        "Do it",
        ("Do it. Twice.", "More words."),
        (Code(("canasta x",), "Do it now."), Code(("canasta x y",))),
    )
