"""The pages of section 1, read off the commands: words, parameters and examples."""

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import click

from canasta_cli.cli import BUG, COMMANDS, canasta
from canasta_cli.errors import Refused, UnusableData
from canasta_cli.man.facts import ARGUMENTS, DATABASES, ENVIRONMENT, EXIT, NO
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    Usage,
    literal,
    see,
)

EVENING = ("new", "hand", "next", "minimum", "note", "undo", "amend", "score", "log", "export")
FORMATS = ("notation", "rules", "game")

MANY = 12
COMMON = 3
LONGEST_CODE = 66
_SHELL_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


class Words(NamedTuple):
    """A docstring taken apart: its first sentence, its paragraphs, and the examples."""

    summary: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]


def words_of(command: click.Command) -> Words:
    """The words of a command."""
    paragraphs: list[str] = []
    examples: tuple[str, ...] = ()
    for block in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = block.strip("\b\n").splitlines()
        if lines and lines[0].strip() == "Examples:":
            examples = tuple(line.strip() for line in lines[1:])
        elif lines:
            paragraphs.append(" ".join(line.strip() for line in lines))
    summary = paragraphs[0].split(". ")[0].rstrip(".") if paragraphs else ""
    return Words(summary, tuple(paragraphs), examples)


def examples(words: Words) -> Code:
    """The examples, each on as many lines as the page asks for; a shell reads them as one."""
    return Code(tuple(line for example in words.examples for line in _broken(example)))


def _broken(example: str) -> Iterator[str]:
    line = ""
    for word in _SHELL_WORD.findall(example):
        if line and len(line) + len(word) + 1 > LONGEST_CODE:
            yield f"{line} \\"
            line = "   "
        line += f" {word}" if line else word
    yield line


def root() -> click.Context:
    """The context of the program itself."""
    return click.Context(canasta, info_name=PROGRAM, **canasta.context_settings)


def commands(context: click.Context) -> Iterator[click.Context]:
    """The context of each command of a group, in the order of the manual."""
    group = context.command
    assert isinstance(group, click.Group)  # noqa: S101 - only groups are asked
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None  # noqa: S101 - a listed command exists
        yield click.Context(command, context, info_name=name, **command.context_settings)


def main_page() -> Page:
    """The page of the program as a whole."""
    context = root()
    words = words_of(canasta)
    found = tuple(commands(context))
    first = {each.info_name: words_of(each.command).examples[0] for each in found}
    return Page(
        PROGRAM,
        1,
        _lower(words.summary),
        (
            Section(
                "Synopsis",
                (Usage(PROGRAM), Usage(PROGRAM, ("<COMMAND>", "[<OPTIONS>]", "[<ARGUMENTS>]"))),
            ),
            Section(
                "Description",
                (
                    *map(Paragraph, words.paragraphs),
                    Paragraph(
                        "What is recorded is kept in one file, entry after entry. Nothing in it is "
                        "changed or deleted: what was recorded wrongly is taken back or recorded "
                        "anew, and the log shows both. Every answer ends with what the table needs "
                        "next. Cards and melds are written as canasta-notation(5) tells."
                    ),
                    Paragraph(
                        "Names of games, sides, players and rulesets may be shortened to any "
                        "beginning that fits only one of them."
                    ),
                ),
            ),
            Section(
                "An evening",
                (
                    Code(tuple(first[name] for name in EVENING)),
                    Paragraph("To see one with its answers: `canasta demo`"),
                ),
            ),
            Section(
                "Commands",
                (
                    *(Item(f"`{PROGRAM} {name}`", short) for name, (_, short) in COMMANDS.items()),
                    Paragraph(
                        f"Each has a page of its own: `{PROGRAM} man hand`, or {PROGRAM}-hand(1)."
                    ),
                ),
            ),
            Section("Options", tuple(_options(context))),
            Section(
                "Common options",
                (
                    Paragraph("Many commands take these; the page of each says which."),
                    *_common(found),
                ),
            ),
            Section("Exit status", _exit(tuple(EXIT))),
            Section(
                "Environment",
                tuple(Item(literal(name), says) for name, says in ENVIRONMENT.items()),
            ),
            Section(
                "Files",
                (
                    *(Item(literal(file), says) for file, says in DATABASES.items()),
                    Item("<NAME>`.canasta.toml`", "A game as a file; see canasta-game(5)."),
                    Item("<NAME>`.toml`", "Rules of the house; see canasta-rules(5)."),
                    Paragraph("Which files are in use: `canasta doctor`"),
                ),
            ),
            see(
                *(f"{PROGRAM}-{name}(1)" for name in ("new", "hand", "rules")),
                *(f"{PROGRAM}-{name}(5)" for name in FORMATS),
            ),
        ),
    )


def command_pages() -> Iterator[Page]:
    """A page for each command."""
    for context in commands(root()):
        yield _page(context)


def _page(context: click.Context) -> Page:
    name = context.info_name or ""
    command = context.command
    inner = tuple(commands(context)) if isinstance(command, click.Group) else ()
    words = words_of(command)
    shared = _shared(inner)
    sections = (
        Section("Synopsis", tuple(map(_usage, (context, *inner)))),
        Section("Description", tuple(map(Paragraph, words.paragraphs))),
        Section("Commands", tuple(block for each in inner for block in _inner(each, shared))),
        Section("Options of all of them", shared),
        Section("Arguments", tuple(_arguments(context))),
        Section("Options", tuple(_options(context))),
        Section("Examples", (examples(words),)),
        Section("Exit status", _exit(_statuses((context, *inner)), name)),
        see(*_companions(name), *_formats((context, *inner))),
    )
    title = _lower(COMMANDS[name][1])
    return Page(f"{PROGRAM}-{name}", 1, title, tuple(each for each in sections if each.blocks))


def _shared(inner: tuple[click.Context, ...]) -> tuple[Item, ...]:
    """The options that all commands within a command have, where they are many."""
    every = [[item for item in _options(each) if "`--help`" not in item.term] for each in inner]
    shared = [item for item in (every[0] if every else []) if all(item in one for one in every)]
    return tuple(shared) if len(shared) > MANY else ()


def _inner(context: click.Context, shared: tuple[Item, ...]) -> Iterator[Block]:
    """A command within a command: a part of its page."""
    words = words_of(context.command)
    yield Subheading(context.command_path)
    yield from map(Paragraph, words.paragraphs)
    yield from _arguments(context)
    own = (item for item in _options(context) if "`--help`" not in item.term)
    yield from (item for item in own if item not in shared)
    yield examples(words)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _parameters(context: click.Context) -> tuple[list[click.Option], list[click.Argument]]:
    found = context.command.get_params(context)
    return (
        [each for each in found if isinstance(each, click.Option)],
        [each for each in found if isinstance(each, click.Argument)],
    )


def _usage(context: click.Context) -> Usage:
    options, arguments = _parameters(context)
    words = [
        f"[{_option(each.opts[-1:], each, context)}]" + ("..." if each.multiple else "")
        for each in options
        if each.name != "help" and "--help" not in each.opts
    ]
    if len(words) > MANY:
        words = ["[<OPTION>...]"]
    words += [_argument(each, context) for each in arguments]
    if isinstance(context.command, click.Group):
        words.append("[<COMMAND>]")
    return Usage(context.command_path, tuple(words))


def _option(names: list[str], option: click.Option, context: click.Context) -> str:
    place = "" if option.is_flag or option.count else f" {_place(option.make_metavar(context))}"
    return ", ".join(map(literal, names)) + place


def _argument(argument: click.Argument, context: click.Context) -> str:
    metavar = argument.make_metavar(context)
    inner = _bare(metavar)
    return metavar.replace(inner, _place(inner))


def _bare(metavar: str) -> str:
    """Without the brackets around all of it, which say that it may be left out."""
    return metavar[1:-1] if metavar.startswith("[") and metavar.endswith("]") else metavar


def _place(metavar: str) -> str:
    """A word in capitals stands for something else; a choice is typed as it stands."""
    if metavar[:1] in "[{":
        choices = metavar.strip("[]{}").split("|")
        return "{" + "|".join(map(literal, choices)) + "}"
    return f"<{metavar}>"


def _arguments(context: click.Context) -> Iterator[Item]:
    path = context.command_path.removeprefix(f"{PROGRAM} ")
    for argument in _parameters(context)[1]:
        metavar = _bare(argument.make_metavar(context))
        yield Item(_place(metavar), ARGUMENTS[path, argument.name or ""])


def _options(context: click.Context) -> Iterator[Item]:
    for option in _parameters(context)[0]:
        record = option.get_help_record(context)
        if record:
            names = sorted(option.opts, key=len)
            yield Item(_option(names, option, context), record[1].replace("  [", " ["))


def _common(found: tuple[click.Context, ...]) -> Iterator[Item]:
    items = [item for context in found for item in _options(context)]
    counts = Counter(items)
    return (item for item, count in counts.items() if COMMON <= count < len(found))


def _statuses(found: tuple[click.Context, ...]) -> tuple[int, ...]:
    """The exit statuses that a command may have, by what it answers and what it reads."""
    says_no = found[0].info_name in NO
    reads = any(
        parameter.name == "db" or "FILE" in parameter.make_metavar(each)
        for each in found
        for parameter in each.command.get_params(each)
    )
    maybe = {1: says_no, UnusableData.status: reads, Refused.status: reads, BUG: False}
    return tuple(status for status in EXIT if maybe.get(status, True))


def _exit(statuses: tuple[int, ...], name: str = "") -> tuple[Item, ...]:
    says = {**EXIT, 1: NO[name]} if name and 1 in statuses else EXIT
    return tuple(Item(literal(str(status)), says[status]) for status in statuses)


def _companions(name: str) -> Iterator[str]:
    """The program, and the commands that belong with one."""
    yield f"{PROGRAM}(1)"
    for other, (module, _) in COMMANDS.items():
        if other != name and module == COMMANDS[name][0]:
            yield f"{PROGRAM}-{other}(1)"


def _formats(found: tuple[click.Context, ...]) -> tuple[str, ...]:
    """The pages of section 5 that tell what a command reads or writes."""
    names = {each.name for context in found for each in context.command.get_params(context)}
    module = COMMANDS[found[0].info_name or ""][0]
    wanted = {
        "notation": bool(names & {"tally", "tallies", "lays", "turn", "hand"}),
        "rules": bool(names & {"rules", "house"}),
        "game": module == "files" and bool(names & {"files", "form"}),
    }
    return tuple(f"{PROGRAM}-{name}(5)" for name, yes in wanted.items() if yes)
