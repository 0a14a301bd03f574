"""Help pages, and the manual: both are built from the commands, with their options and examples.

A command's docstring has its description and its examples. The command ``man`` shows a page of the manual.
"""

import inspect
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import click

from canasta_cli.cli.command_classes import COMMON, LazyGroup, OptionGroup, option
from canasta_cli.cli.options import may_page, pager_option, quietly
from canasta_cli.errors import (
    BUG,
    DEPENDS,
    AnswerLost,
    AnswerUnwritten,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.man.page import (
    EXIT,
    PROGRAM,
    USUAL_COLUMNS,
    Block,
    Code,
    Item,
    Manual,
    Page,
    Paragraph,
    Section,
    Subheading,
    Usage,
    as_help,
    as_text,
    descriptions,
    literal,
)
from canasta_cli.show.layout import screen
from canasta_cli.values import NamedTuple
from canasta_cli.words import json_text

OWN = OptionGroup("Options")


class Docstring(NamedTuple):
    """A docstring in parts: its first sentence, its paragraphs with that sentence, its examples."""

    summary: str
    paragraphs: tuple[str, ...]
    examples: tuple[Code, ...]


def parse_docstring(command: click.Command) -> Docstring:
    """Parse the docstring of a command.

    Below the line ``Examples:`` each line that begins with the program's name is an example, and
    the lines after it are its meaning.
    """
    paragraphs: list[str] = []
    examples: list[Code] = []
    for block in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = [line.strip() for line in block.splitlines()]
        if lines and lines[0] == "Examples:":
            for line in lines[1:]:
                if line.startswith("canasta"):
                    examples.append(Code((line,)))
                else:
                    last = examples.pop()
                    examples.append(last._replace(meaning=f"{last.meaning} {line}".strip()))
        elif lines:
            paragraphs.append(" ".join(lines))
    summary = paragraphs[0].split(". ")[0].rstrip(".") if paragraphs else ""
    return Docstring(summary, tuple(paragraphs), tuple(examples))


def group_of(option: click.Option) -> OptionGroup:
    """Return the group of an option in a help page and in the manual."""
    group = getattr(option, "group", OWN)
    assert isinstance(group, OptionGroup)  # noqa: S101 - only this program defines groups
    return group


def _parameters(context: click.Context) -> tuple[list[click.Option], list[click.Argument]]:
    found = context.command.get_params(context)
    return (
        [each for each in found if isinstance(each, click.Option)],
        [each for each in found if isinstance(each, click.Argument)],
    )


def without_brackets(metavar: str) -> str:
    """Remove the brackets around a whole metavar; they mark it as optional."""
    return metavar[1:-1] if metavar.startswith("[") and metavar.endswith("]") else metavar


# A help page: what a command does, one example, then its options in named groups.

WIDEST = 100
CARDS = Code(
    (
        "KKK2    Three kings and a deuce, which is wild.",
        "7xK     Seven kings.",
        "T       A ten.",
        "W       A joker.",
        "3R, 3B  A red three, a black three.",
        "More: canasta man notation",
    )
)
WRITTEN_AS_CARDS = re.compile(r"(?<!\.)\b(CARDS?|MELDS?|TALLY|TOKEN|CLAUSE|TURN)\b")


def help_page(context: click.Context) -> str:
    """Render the help page of a command for the terminal that is in use."""
    columns = min(shutil.get_terminal_size().columns, WIDEST)
    return "\n\n".join(as_help(part, columns) for part in (_summary(context), _details(context)))


def _summary(context: click.Context) -> Iterator[Section]:
    words = parse_docstring(context.command)
    first, *paragraphs = (Section("", (Paragraph(each),)) for each in words.paragraphs)
    pieces = context.command.collect_usage_pieces(context)
    yield first
    yield Section("Example", words.examples[:1])
    yield Section("", (Usage(f"Usage: {context.command_path}", tuple(pieces)),))
    yield from paragraphs
    for heading, rows in _command_rows(context):
        yield Section(heading, tuple(Item(name, line) for name, line in rows))


def _details(context: click.Context) -> Iterator[Section]:
    options = _parameters(context)[0]
    yield Section("Arguments", tuple(_argument_items(context)))
    groups = ((getattr(each, "help_group", group_of(each)), each) for each in options)
    yield from _sections((group, _item(each, context)) for group, each in groups if group)
    if _takes_cards(context.command):
        yield Section("How cards are written", (CARDS,))
    yield Section("More examples", parse_docstring(context.command).examples[1:])


def _command_rows(context: click.Context) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the commands of a group, each with its help in one line, under headings."""
    group = context.command
    if isinstance(group, LazyGroup):
        return group.parts()
    if not isinstance(group, click.Group):
        return []
    found = ((each.info_name or "", parse_docstring(each.command)) for each in commands(context))
    return [("Commands", [(name, f"{words.summary}.") for name, words in found])]


def _takes_cards(command: click.Command) -> bool:
    """True if a command, or one of its commands, takes cards in the notation."""
    if isinstance(command, click.Group):
        return any(map(_takes_cards, command.commands.values()))
    return any(WRITTEN_AS_CARDS.search(each.metavar or "") for each in command.params)


# The manual.

EVENING = ("new", "hand", "next", "minimum", "note", "undo", "amend", "score", "log", "export")

MANY = 12
OFTEN = 3
SHARED = "All of these commands take the options in this section and in the following ones."


@cache
def manual_of(program: LazyGroup) -> "Manual":
    """Return the manual of the program: itself, its commands in order, and the formats."""
    # Imported here: help pages need none of it.
    from canasta_cli.man.formats import game_page, json_page, notation_page, rules_page

    context = root(program)
    hand = next(each for each in commands(context) if each.info_name == "hand")
    return Manual(
        (
            main_page(program),
            *(_page(each, program) for each in commands(context)),
            notation_page(parse_docstring(hand.command).examples),
            _facts_page(context),
            rules_page(),
            game_page(),
            json_page(_with_subcommands(context)),
        )
    )


def manual_in(context: click.Context) -> "Manual":
    """Return the manual of the program in which a command runs."""
    program = context.find_root().command
    assert isinstance(program, LazyGroup)  # noqa: S101 - it contains all other commands
    return manual_of(program)


def root(program: click.Group) -> click.Context:
    """Return a context of the program itself."""
    return click.Context(program, info_name=PROGRAM, **program.context_settings)


def commands(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of each command of a group, in the order of the manual."""
    group = context.command
    assert isinstance(group, click.Group)  # noqa: S101 - only groups are asked
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None  # noqa: S101 - a listed command exists
        yield click.Context(command, context, info_name=name, **command.context_settings)


def _with_subcommands(context: click.Context) -> Iterator[str]:
    """Yield every command, and those within it, in the order of the manual."""
    for each in commands(context):
        yield each.info_name or ""
        for inner in commands(each) if isinstance(each.command, click.Group) else ():
            yield f"{each.info_name} {inner.info_name}"


def main_page(program: LazyGroup) -> Page:
    """Return the page of the whole program."""
    from canasta_cli.man.formats import read_page

    context, found = root(program), tuple(commands(root(program)))
    words = parse_docstring(program)
    first = {each.info_name: parse_docstring(each.command).examples[0].lines for each in found}
    blocks: list[Block] = []
    for heading, rows in program.parts():
        blocks.append(Subheading(heading))
        blocks += (Item(f"`{PROGRAM} {name}`", line) for name, line in rows)
    shared = Counter(item for each in found for _, item in _options(each))
    arguments = ("<COMMAND>", "[<OPTIONS>]", "[<ARGUMENTS>]")
    parts: dict[str, str | Iterable[Block]] = {
        "summary": _lower(words.summary),
        "synopsis": (Usage(PROGRAM), Usage(PROGRAM, arguments)),
        "description": map(Paragraph, words.paragraphs),
        "evening": (Code(tuple(line for name in EVENING for line in first[name])),),
        "commands": blocks,
        "options": (item for _, item in _options(context)),
        # Those that mean the same in several commands, but are not of all.
        "common": (item for item, number in shared.items() if OFTEN <= number < len(found)),
        "exit": _exit(tuple(EXIT)),
    }
    return read_page(PROGRAM, parts, section=1)


def _page(context: click.Context, program: LazyGroup) -> Page:
    """Return the page of a command."""
    name = context.info_name or ""
    command = context.command
    inner = tuple(commands(context)) if isinstance(command, click.Group) else ()
    words = parse_docstring(command)
    # The options that all commands within the command share, if there are many.
    first, *others = [[item for _, item in _options(each)] for each in inner] or [[]]
    shared = tuple(item for item in first if all(item in each for each in others))
    shared = shared if len(shared) > MANY else ()
    listed = _options(inner[0] if shared else context)
    options = (pair for pair in listed if not shared or pair[1] in shared)
    references = (*_companions(name, program), *_formats((context, *inner)))
    sections = (
        Section("Synopsis", tuple(map(_usage, (context, *inner)))),
        Section("Description", tuple(map(Paragraph, words.paragraphs))),
        Section("Commands", tuple(block for each in inner for block in _inner(each, shared))),
        Section("Arguments", tuple(_argument_items(context))),
        *_sections(options, SHARED if shared else ""),
        Section("Examples", words.examples),
        Section("Exit status", _exit(_statuses((context, *inner)), name)),
        Section("See also", (Paragraph(", ".join(references)),)),
    )
    title = _lower(program.lazy[name][1])
    return Page(f"{PROGRAM}-{name}", 1, title, tuple(each for each in sections if each.blocks))


def _facts_page(context: click.Context) -> Page:
    """Return the page about the facts of the table, which every question about a play can give."""
    from canasta_cli.man.formats import read_page

    check = next(each for each in commands(context) if each.info_name == "check")
    turn = next(each for each in commands(check) if each.info_name == "turn")
    facts = (
        (group_of(each), _item(each, turn))
        for each in _parameters(turn)[0]
        if hasattr(each, "help_group")
    )
    synopsis = Usage(f"{PROGRAM} check", ("<QUESTION>", "[<OPTION>...]"))
    page = read_page(f"{PROGRAM}-facts", {"synopsis": (synopsis,)})
    *first, last = page.sections
    options = (each for each in _sections(facts) if each.blocks)
    return page._replace(sections=(*first, *options, last))


def _sections(options: Iterable[tuple[OptionGroup, Item]], note: str = "") -> Iterator[Section]:
    """Yield a section for each group of options: the command's own first, those of many commands last.

    ``note`` goes before the first of them.
    """
    groups: dict[OptionGroup, list[Item]] = {OWN: []}
    for group, item in options:
        groups.setdefault(group, []).append(item)
    common = groups.pop(COMMON, [])
    for group, items in {**groups, COMMON: common}.items():
        description = note if group == OWN else group.note
        yield Section(group.heading, (*((Paragraph(description),) if description else ()), *items))


def _inner(context: click.Context, shared: tuple[Item, ...]) -> Iterator[Block]:
    """Yield the part of a page for a command within a command."""
    words = parse_docstring(context.command)
    yield Subheading(context.command_path)
    yield from map(Paragraph, words.paragraphs)
    yield from _argument_items(context)
    own = (item for _, item in _options(context) if "`--help`" not in item.term)
    yield from (item for item in own if item not in shared)
    yield from words.examples


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _usage(context: click.Context) -> Usage:
    words = ["[<OPTION>...]"]
    for argument in _parameters(context)[1]:
        metavar = argument.make_metavar(context)
        inner = without_brackets(metavar)
        words.append(metavar.replace(inner, _place(inner)))
    if isinstance(context.command, click.Group):
        words.append("[<COMMAND>]")
    return Usage(context.command_path, tuple(words))


def _place(metavar: str) -> str:
    """Mark a placeholder, or the literal alternatives of a choice."""
    if metavar[:1] in "[{":
        choices = metavar.strip("[]{}").split("|")
        return "{" + "|".join(map(literal, choices)) + "}"
    return f"<{metavar}>"


def _argument_items(context: click.Context) -> Iterator[Item]:
    path = context.command_path.removeprefix(f"{PROGRAM} ")
    for argument in _parameters(context)[1]:
        term = without_brackets(argument.make_metavar(context))
        yield Item(_place(term), descriptions("Arguments")[f"{path} {argument.name}"])


def _options(context: click.Context) -> Iterator[tuple[OptionGroup, Item]]:
    """Yield each option of a command with its group."""
    return ((group_of(each), _item(each, context)) for each in _parameters(context)[0])


def _item(option: click.Option, context: click.Context) -> Item:
    names = [*sorted(option.opts, key=len), *option.secondary_opts]
    place = "" if option.is_flag or option.count else f" {_place(option.make_metavar(context))}"
    return Item(", ".join(map(literal, names)) + place, option.help or "")


def _statuses(found: tuple[click.Context, ...]) -> tuple[int, ...]:
    """Return the exit statuses that a command can have, from its answers and the files it reads."""
    says_no = found[0].info_name in descriptions("Status 1")
    reads = any(
        parameter.name == "db" or "FILE" in parameter.make_metavar(each)
        for each in found
        for parameter in each.command.get_params(each)
    )
    records = any(each.name == "dry_run" for each in found[0].command.get_params(found[0]))
    maybe = {
        1: says_no,
        UnusableData.status: reads,
        Refused.status: reads,
        AnswerLost.status: records,
        DEPENDS: found[0].info_name in ("check", "suggest"),
        BUG: False,
        AnswerUnwritten.status: False,
    }
    return tuple(status for status in EXIT if maybe.get(status, True))


def _exit(statuses: tuple[int, ...], name: str = "") -> tuple[Item, ...]:
    description = {**EXIT, 1: descriptions("Status 1")[name]} if name and 1 in statuses else EXIT
    return tuple(Item(literal(str(status)), description[status]) for status in statuses)


def _companions(name: str, program: LazyGroup) -> Iterator[str]:
    """Yield the references to the program and to the commands below the same heading of its list."""
    yield f"{PROGRAM}(1)"
    below = next(found for _, rows in program.parts() if name in (found := dict(rows)))
    yield from (f"{PROGRAM}-{other}(1)" for other in below if other != name)


def _formats(found: tuple[click.Context, ...]) -> tuple[str, ...]:
    """Return the pages of section 5 about the formats that a command reads or writes."""
    names = {each.name for context in found for each in context.command.get_params(context)}
    wanted = {
        "notation": bool(names & {"tally", "tallies", "melded", "turn", "hand"}),
        "facts": "partner_melds" in names,
        "rules": bool(names & {"rules", "house"}),
        "game": "files" in names or found[0].info_name == "export",
        "json": "as_json" in names,
    }
    return tuple(f"{PROGRAM}-{name}(5)" for name, yes in wanted.items() if yes)


# The command `man`.


@quietly
def pages(context: click.Context) -> Iterable[str]:
    """Offer the pages."""
    return manual_in(context).names()


@click.command("man")
@click.argument("page", required=False, shell_complete=pages)
@option("--schema", is_flag=True, help="Print the JSON Schema of all answers (page json).")
@pager_option
@click.pass_context
def man_command(context: click.Context, page: str | None, schema: bool) -> None:
    """Show a page of the manual: the name of a command, or notation, facts, rules-file, game or json.

    Examples:
      canasta man hand
      canasta man notation
        How are cards, melds, turns and tallies written?
      canasta man json --schema
        The keys of all JSON answers, for programs that check them.
      canasta man
    """
    if schema:
        from canasta_cli.man.formats import json_schema

        if page not in (None, "json"):
            only = "--schema is only for the page json"
            raise NotUnderstood(only, fix="canasta man json --schema")
        click.echo(json_text(json_schema(), indent=2))
        return
    found = manual_in(context).find(page or PROGRAM)
    size = screen(sys.stdout)
    columns = min(size[0], USUAL_COLUMNS) if size else USUAL_COLUMNS
    with may_page():
        click.echo(as_text(found, columns), nl=False)
