"""The manual and the help are complete, current and correct."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from looping import for_each, for_each_case

from canasta_cli.cli import COMMANDS, canasta
from canasta_cli.cli.hand_arguments import SEPARATOR, read_shown, split_line
from canasta_cli.cli.manual import every_command, manual_of, parse_docstring, root
from canasta_cli.errors import (
    BUG,
    DEPENDS,
    INTERRUPTED,
    AnswerLost,
    AnswerUnwritten,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.journal.file import VARIABLE, journal_file
from canasta_cli.man.page import Block, Code, Item, Page, as_roff, as_text, descriptions
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, LayOff, Rank, Shape, Suit, meld_under
from canasta_cli.notation.cards import read_cards, read_meld
from canasta_cli.notation.gamefile import HAND_KEYS, HEAD, read_game, write_game
from canasta_cli.notation.tally import TOKENS, read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.load import HEADERS, load
from canasta_cli.rules.schema import STATUSES
from canasta_cli.scorekeeper.files import check_text, to_file

ROOT = Path(__file__).parents[2]
REMEDY = "run `make man`"
CHECKERS = {
    "man": ("man", "--warnings=w", "-l"),
    "mandoc": ("mandoc", "-T", "lint", "-W", "style"),
}
# Pages have no date on purpose; they have a version.
BORNE = "missing date"


MANUAL = manual_of(root(canasta))
EVERY = [*every_command(root(canasta))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    *(line for context in EVERY for (line,), _ in parse_docstring(context.command).examples),
    *re.findall(r"^ {11}(canasta .*)", as_text(MANUAL["canasta"]), re.MULTILINE),
    *dict.fromkeys(re.findall(r"`(canasta [a-z](?:(?! --help)[^`])*)`", README)),
]
COMMAND = for_each(EVERY, lambda context: context.command_path)
PAGE = for_each(MANUAL.values(), lambda page: page.file)


def _text(word: str) -> str:
    return " ".join(as_text(MANUAL[word]).split())


def _blocks(word: str, heading: str) -> tuple[Block, ...]:
    """Return the blocks of a section of a page."""
    return next(each.blocks for each in MANUAL[word].sections if each.heading == heading)


def _terms(word: str, heading: str) -> list[str]:
    """Return the terms that a section of a page describes, without their markup."""
    blocks = _blocks(word, heading)
    return [each.term.strip("`") for each in blocks if isinstance(each, Item)]


# Committed files


@PAGE
def test_the_committed_page_is_the_generated_one(page: Page) -> None:
    file = ROOT / "man" / page.file
    assert file.is_file(), REMEDY
    assert file.read_text(encoding="utf-8") == as_roff(page), REMEDY


def test_no_page_is_committed_that_is_no_longer_one() -> None:
    lying = {file.relative_to(ROOT / "man").as_posix() for file in (ROOT / "man").rglob("*.*")}
    assert lying == {page.file for page in MANUAL.values()}, REMEDY


def test_nothing_committed_tells_where_it_was_made() -> None:
    for place in {str(ROOT), str(Path.home())} - {"/"}:
        assert [name for name, page in MANUAL.items() if place in as_roff(page)] == []


# Commands and their help


@COMMAND
def test_a_command_says_what_it_does(context: click.Context) -> None:
    words = parse_docstring(context.command)
    assert words.summary
    assert re.fullmatch(r"[A-Z].*[.]", words.paragraphs[0])


@COMMAND
def test_a_command_has_examples(context: click.Context) -> None:
    examples = parse_docstring(context.command).examples
    assert examples
    for (line,), _ in examples:
        assert line.startswith(context.command_path)


@COMMAND
def test_every_option_has_help(context: click.Context) -> None:
    for parameter in context.command.get_params(context):
        if isinstance(parameter, click.Option):
            assert re.fullmatch(r"[A-Z].*[.]", parameter.help or ""), parameter.opts


@for_each(COMMANDS)
def test_the_list_of_commands_says_what_the_command_says(name: str) -> None:
    """The line of the list is the beginning of the first sentence of the docstring."""
    command = canasta.get_command(root(canasta), name)
    assert command is not None
    line = COMMANDS[name][1].removesuffix(".")
    assert re.match(rf"{re.escape(line)}(?!\w)", parse_docstring(command).summary)


def test_every_argument_is_described_and_no_other() -> None:
    arguments = {
        f"{context.command_path.removeprefix('canasta ')} {parameter.name}"
        for context in EVERY
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Argument)
    }
    assert set(descriptions()) == arguments


@for_each(EXAMPLES)
def test_an_example_is_a_line_that_can_be_typed(line: str) -> None:
    """It is parsed as the program parses it, but not run."""
    typed, _, _ = line.partition(" >> ")
    program, *words = shlex.split(typed)
    assert program == "canasta"
    context = root(canasta)
    command: click.Command = canasta
    while isinstance(command, click.Group) and words:
        name, found, rest = command.resolve_command(context, words)
        assert found is not None
        context = found.make_context(name, rest, parent=context)
        command, words = found, list(context._protected_args) + context.args  # noqa: SLF001
    assert words == []
    for key in ("tally", "tallies"):
        said = context.params.get(key, ())
        _, part_of_hand, part = str(context.params.get("number", "")).partition(".")
        if said and part_of_hand:
            assert read_shown(said) if part == "left" else read_turn(" ".join(said)).clauses
            continue
        if SEPARATOR in said:
            said = split_line(" ".join(said))
        score = "score:" if said and context.params.get("scores") else ""
        for text in (" ".join(said),) if key == "tally" else said:
            assert read_tally(score + (text.partition("=")[2] or text)) is not None


# Pages


@PAGE
def test_a_page_as_text_fits_its_columns(page: Page) -> None:
    for line in as_text(page).splitlines():
        assert len(line) <= 80 or "http" in line
        assert line == line.rstrip()


@PAGE
def test_a_page_as_text_shows_no_mark_of_a_placeholder(page: Page) -> None:
    assert not re.search(r"<\w|\w>|\{\w+\]", as_text(page))


@PAGE
def test_a_page_names_only_pages_that_exist(page: Page) -> None:
    known = {f"{each.name}({each.section})" for each in MANUAL.values()}
    assert set(re.findall(r"\bcanasta(?:-[a-z]+)?\([1-8]\)", as_text(page))) <= known


@PAGE
def test_the_source_of_a_page_is_ascii(page: Page) -> None:
    assert as_roff(page).isascii()


@pytest.mark.parametrize("tool", [tool for tool in CHECKERS if shutil.which(tool)])
def test_the_formatter_has_no_complaint(tool: str) -> None:
    complaints = []
    for file in sorted((ROOT / "man").rglob("*.[15]")):
        done = subprocess.run(
            [*CHECKERS[tool], str(file)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "MANWIDTH": "80"},
        )
        said = done.stderr + (done.stdout if tool == "mandoc" else "")
        complaints += [line for line in said.splitlines() if BORNE not in line]
    assert complaints == []


# The pages are correct


def test_the_files_that_the_manual_names_are_those_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert "/".join(Path(journal_file(None)).parts[-2:]) in _text("canasta")
    assert VARIABLE in _text("canasta")


def test_the_exit_statuses_of_the_manual_are_those_in_use() -> None:
    kinds = (NotUnderstood, UnusableData, Refused, AnswerLost, AnswerUnwritten)
    statuses = {0, 1, DEPENDS, BUG, INTERRUPTED, *(kind.status for kind in kinds)}
    assert _terms("canasta", "Exit status") == [str(each) for each in sorted(statuses)]


ALSO_READ: dict[Rank, tuple[str, ...]] = {
    Rank.TEN: ("10",),
    Rank.JOKER: ("*", "🃏", "joker", "jkr"),
    Rank.BLACK_THREE: ("3S", "3C"),
    Rank.RED_THREE: ("3H", "3D"),
}
SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def test_every_card_that_the_manual_names_is_read_so() -> None:
    page = _text("notation")
    for rank in Rank:
        also = ALSO_READ.get(rank, ())
        assert f"Also accepted: {' '.join(also)}." in page or not also
        assert rank.value in _terms("notation", "Cards")[0 if rank.four_to_ace else slice(None)]
        for form in (rank.value, *also):
            (card,) = read_cards(form)
            assert card.rank is rank
    for suit, sign in SIGNS.items():
        forms = f"K{suit.value}", f"K{sign}"
        assert f"{' or '.join(forms)} ({suit.name.lower()})" in page
        assert [*read_cards(forms[0]), *read_cards(forms[1])] == [Card(Rank.KING, suit)] * 2
    assert set(SIGNS) == set(Suit)


@for_each_case(
    ("form", "shape"),
    [
        ("KKKK22W", Shape.SET),
        ("4xK+2x2+W", Shape.SET),
        ("4H5H6H", Shape.RUN),
        ("H:4-T", Shape.RUN),
        ("222WW", Shape.WILD),
        ("3x3B", Shape.THREES),
    ],
)
def test_every_meld_that_the_manual_names_is_one(form: str, shape: Shape) -> None:
    assert form in _terms("notation", "Melds")
    meld = read_meld(form)
    assert not isinstance(meld, LayOff)
    assert meld_under(USUAL_WILD_RANKS, meld).shape is shape


def test_every_form_of_token_is_on_the_page() -> None:
    for row in TOKENS:
        assert row.form in _text("notation")
        assert row.form == "CARDS" or read_tally(row.form) is not None


def test_every_parameter_status_source_and_ruleset_is_on_the_page() -> None:
    text = _text("rules-file")
    for path, statement in PARAMETERS.items():
        name = path.rpartition(".")[2]
        assert f" {name} " in text or f" {name}\n" in text
        assert statement.says[1:] in text
    assert [name for name in library.names() if f" {name} " not in text] == []
    assert [key for key in library.sources() if f" {key} " not in text] == []
    assert _terms("rules-file", "Sources") == list(STATUSES)
    assert _terms("rules-file", "Header") == list(HEADERS)


def test_the_example_of_a_ruleset_is_one() -> None:
    (example,) = _blocks("rules-file", "Example")
    assert isinstance(example, Code)
    rules = load("\n".join(example.lines), "example", library.ruleset)
    assert rules.house


def test_the_example_of_a_game_is_one_and_holds() -> None:
    (code,) = (each for each in _blocks("game", "Example") if isinstance(each, Code))
    text = "".join(f"{line}\n" for line in code.lines)
    read = read_game(text, "example")
    assert read.game.hands
    assert read.game.notes
    assert read.house
    checked = check_text(text, "example", "example")
    assert not checked.differences
    assert checked.standing is not None
    assert write_game(to_file(checked.standing)) == text
    assert _terms("game", "The game") == list(HEAD)
    assert _terms("game", "Hands") == ["<SIDE>", *HAND_KEYS]
