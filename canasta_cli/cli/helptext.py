"""Help pages: what a command does, one example, then its options in named groups.

Lines break only between words. An example that is too long for the terminal continues after a
backslash, so that it can be pasted into a shell as it stands. Below about 60 columns the words of an
option go under it instead of beside it.
"""

import inspect
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator

import click

from canasta_cli.cli.command_classes import COMMON, LazyGroup, OptionGroup
from canasta_cli.man.page import PROGRAM, unmarked, wrap_command
from canasta_cli.values import NamedTuple

INDENT = 2
WIDEST = 100
# In two columns the first is at most this wide, and the second at least that.
WIDEST_TERM = 24
NARROWEST_TEXT = 24

OWN = OptionGroup("Options")
CARDS = (
    ("KKK2", "Three kings and a deuce, which is wild."),
    ("7xK", "Seven kings."),
    ("T", "A ten."),
    ("W", "A joker."),
    ("3R, 3B", "A red three, a black three."),
)
WRITTEN_AS_CARDS = re.compile(r"\b(CARDS?|MELDS?|TALLY|TOKEN|CLAUSE|TURN)\b")
Rows = list[tuple[str, str]]


class Example(NamedTuple):
    """A command line that works, and its meaning in plain words; empty if it needs none."""

    line: str
    meaning: str = ""


class Docstring(NamedTuple):
    """A docstring in parts: its first sentence, its paragraphs with that sentence, its examples."""

    summary: str
    paragraphs: tuple[str, ...]
    examples: tuple[Example, ...]


def parse_docstring(command: click.Command) -> Docstring:
    """Parse the docstring of a command.

    Below the line ``Examples:`` each line that begins with the program's name is an example, and
    the lines after it are its meaning.
    """
    paragraphs: list[str] = []
    examples: list[Example] = []
    for block in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = [line.strip() for line in block.splitlines()]
        if lines and lines[0] == "Examples:":
            for line in lines[1:]:
                if line.startswith("canasta"):
                    examples.append(Example(line))
                else:
                    last = examples.pop()
                    examples.append(last._replace(meaning=f"{last.meaning} {line}".strip()))
        elif lines:
            paragraphs.append(" ".join(lines))
    summary = paragraphs[0].split(". ")[0].rstrip(".") if paragraphs else ""
    return Docstring(summary, tuple(paragraphs), tuple(examples))


def help_page(context: click.Context) -> str:
    """Render the help page of a command for the terminal that is in use."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return "\n\n".join("\n".join(part) for part in _parts(context, width) if part)


def _parts(context: click.Context, width: int) -> Iterator[list[str]]:
    """Yield the parts of a page in their order; an empty line goes between them."""
    command = context.command
    words = parse_docstring(command)
    yield _filled(words.paragraphs[0], width)
    first, *more = words.examples
    yield ["Example:", *_example(first, width)]
    yield _usage(context, width)
    for paragraph in words.paragraphs[1:]:
        yield _filled(paragraph, width)
    arguments = _arguments(context)
    groups = _options(context)
    column = _column([*arguments, *(row for rows in groups.values() for row in rows)], width)
    yield _section("Arguments", arguments, column, width)
    commands = _commands(context)
    aligned = _column([row for _, rows in commands for row in rows], width)
    for heading, rows in commands:
        yield _section(heading, rows, aligned, width)
    for group, rows in groups.items():
        yield _section(group.heading, rows, column, width, note=group.note)
    if _takes_cards(command):
        cards = _section("How cards are written", list(CARDS), _column(list(CARDS), width), width)
        yield [*cards, *_filled("More: canasta man notation", width, INDENT)]
    if more:
        lines = (line for example in more for line in _example(example, width))
        yield ["More examples:", *lines]


def _filled(text: str, width: int, indent: int = 0, hanging: int = 0) -> list[str]:
    """Fill lines of at most ``width`` with the words of a text; no word is broken."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _usage(context: click.Context, width: int) -> list[str]:
    pieces = context.command.collect_usage_pieces(context)
    return _filled(" ".join(("Usage:", context.command_path, *pieces)), width, hanging=2 * INDENT)


def _example(example: Example, width: int) -> Iterator[str]:
    for line in wrap_command(example.line, width - INDENT):
        yield f"{' ' * INDENT}{line}"
    yield from _filled(example.meaning, width, 2 * INDENT)


def _section(
    heading: str, rows: Rows, column: int | None, width: int, *, note: str = ""
) -> list[str]:
    """Render terms with their words: beside them from ``column`` on, or under them if ``None``."""
    lines = [f"{heading}:", *_filled(note, width, INDENT)]
    for term, words in rows:
        if column is None:
            lines += [*_filled(term, width, INDENT), *_filled(words, width, 3 * INDENT)]
            continue
        filled = _filled(words, width, column)
        if INDENT + len(term) < column - 1 and filled:
            filled[0] = f"{' ' * INDENT}{term}".ljust(column) + filled[0].lstrip()
            lines += filled
        else:
            lines += [f"{' ' * INDENT}{term}", *filled]
    return lines if rows else []


def _column(rows: Iterable[tuple[str, str]], width: int) -> int | None:
    """Return the column at which words begin beside their terms, or ``None`` if there is too little space."""
    longest = max((len(term) for term, _ in rows if len(term) <= WIDEST_TERM), default=0)
    column = INDENT + longest + INDENT
    return column if width - column >= NARROWEST_TEXT else None


def _arguments(context: click.Context) -> Rows:
    """Return the arguments with their words, which the manual has too."""
    from canasta_cli.man.page import ARGUMENTS

    path = context.command_path.removeprefix(f"{PROGRAM} ")
    return [
        (
            without_brackets(parameter.make_metavar(context)),
            unmarked(ARGUMENTS[path, parameter.name or ""]),
        )
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Argument)
    ]


def without_brackets(metavar: str) -> str:
    """Remove the brackets around a whole metavar; they mark it as optional."""
    return metavar[1:-1] if metavar.startswith("[") and metavar.endswith("]") else metavar


def _options(context: click.Context) -> dict[OptionGroup, Rows]:
    """Return the options by their groups: the command's own first, those of many commands last.

    An option whose ``help_group`` is ``None`` is only in the manual.
    """
    groups: dict[OptionGroup, Rows] = {OWN: []}
    common: Rows = []
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        if isinstance(option, click.Option) and record:
            group = getattr(option, "help_group", group_of(option))
            if group is not None:
                rows = common if group == COMMON else groups.setdefault(group, [])
                rows.append((record[0], option.help or ""))
    return {**groups, COMMON: common}


def group_of(option: click.Option) -> OptionGroup:
    """Return the group of an option in a help page and in the manual."""
    group = getattr(option, "group", OWN)
    assert isinstance(group, OptionGroup)  # noqa: S101 - only this program defines groups
    return group


def _commands(context: click.Context) -> list[tuple[str, Rows]]:
    """Return the commands of a group, each with its help in one line, under headings."""
    group = context.command
    if isinstance(group, LazyGroup):
        return group.parts()
    if not isinstance(group, click.Group):
        return []
    found = ((name, group.get_command(context, name)) for name in group.list_commands(context))
    return [
        ("Commands", [(name, f"{parse_docstring(each).summary}.") for name, each in found if each])
    ]


def _takes_cards(command: click.Command) -> bool:
    """True if a command, or one of its commands, takes cards in the notation."""
    if isinstance(command, click.Group):
        return any(map(_takes_cards, command.commands.values()))
    return any(WRITTEN_AS_CARDS.search(each.metavar or "") for each in command.params)
