"""Help pages of the commands, and the command ``man``, which shows them and the pages of the manual.

A command's docstring has its description and its examples.
"""

import inspect
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator

import click

from canasta_cli.cli.command_classes import COMMON, LazyGroup, OptionGroup, option
from canasta_cli.cli.options import may_page, pager_option, quietly
from canasta_cli.errors import NotUnderstood
from canasta_cli.man.page import (
    FIXED,
    PROGRAM,
    USUAL_COLUMNS,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    as_help,
    as_text,
    descriptions,
    literal,
)
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


def _options(context: click.Context) -> list[click.Option]:
    found = context.command.get_params(context)
    return [each for each in found if isinstance(each, click.Option)]


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
    usage = (f"Usage: {context.command_path}", *context.command.collect_usage_pieces(context))
    yield first
    yield Section("Example", words.examples[:1])
    whole = " ".join(each.replace(" ", FIXED) for each in usage)
    yield Section("", (Paragraph(whole, len(usage[0]) + 1),))
    yield from paragraphs
    for heading, rows in _command_rows(context):
        yield Section(heading, tuple(Item(name, line) for name, line in rows))


def _details(context: click.Context) -> Iterator[Section]:
    yield Section("Arguments", tuple(_argument_items(context)))
    groups = ((getattr(each, "help_group", group_of(each)), each) for each in _options(context))
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

OFTEN = 3


def manual_of(program: click.Context) -> dict[str, Page]:
    """Return the pages of the manual by their names for ``canasta man``; ``rules`` is a command there."""
    # Imported here: help pages need none of it.
    from canasta_cli.man.formats import game_page, json_page, notation_page, rules_page

    return {
        PROGRAM: main_page(program),
        "notation": notation_page(parse_docstring(inner(program, "hand").command).examples),
        "facts": facts_page(program),
        "rules-file": rules_page(),
        "game": game_page(),
        "json": json_page(each.command_path.partition(" ")[2] for each in every_command(program)),
    }


def root(program: click.Group) -> click.Context:
    """Return a context of the program itself."""
    return click.Context(program, info_name=PROGRAM, **program.context_settings)


def _group(context: click.Context) -> click.Group:
    group = context.command
    assert isinstance(group, click.Group)  # noqa: S101 - only groups are asked
    return group


def inner(context: click.Context, name: str) -> click.Context:
    """Return the context of a command of a group."""
    command = _group(context).get_command(context, name)
    assert command is not None  # noqa: S101 - the name is one of its commands
    return click.Context(command, context, info_name=name, **command.context_settings)


def commands(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of each command of a group, in their order."""
    return (inner(context, name) for name in _group(context).list_commands(context))


def every_command(program: click.Context) -> Iterator[click.Context]:
    """Yield the context of each command, and of those within it."""
    for each in commands(program):
        yield each
        if isinstance(each.command, click.Group):
            yield from commands(each)


def main_page(program: click.Context) -> Page:
    """Return the page of the whole program."""
    from canasta_cli.man.formats import read_page

    found = tuple(commands(program))
    shared = Counter(item for each in found for item in _option_items(each))
    listed: list[Block] = []
    for heading, rows in _command_rows(program):
        listed.append(Subheading(heading))
        listed += (Item(f"`{PROGRAM} {name}`", line) for name, line in rows)
    parts = {
        "description": map(Paragraph, parse_docstring(program.command).paragraphs),
        "commands": listed,
        "options": _option_items(program),
        # Those that mean the same in several commands, but are not of all.
        "common": (item for item, number in shared.items() if OFTEN <= number < len(found)),
    }
    return read_page(PROGRAM, parts)._replace(name=PROGRAM, section=1)


def facts_page(program: click.Context) -> Page:
    """Return the page about the facts of the table, which every question about a play can give."""
    from canasta_cli.man.formats import read_page

    turn = inner(inner(program, "check"), "turn")
    facts = (
        (group_of(each), _item(each, turn))
        for each in _options(turn)
        if hasattr(each, "help_group")
    )
    page = read_page("facts", {})
    return page._replace(sections=(*page.sections, *_sections(facts)))


def _sections(options: Iterable[tuple[OptionGroup, Item]]) -> Iterator[Section]:
    """Yield a section for each group of options: the command's own first, those of many commands last."""
    groups: dict[OptionGroup, list[Item]] = {OWN: []}
    for group, item in options:
        groups.setdefault(group, []).append(item)
    common = groups.pop(COMMON, [])
    for group, items in {**groups, COMMON: common}.items():
        if items:
            note = (Paragraph(group.note),) if group.note else ()
            yield Section(group.heading, (*note, *items))


def _place(metavar: str) -> str:
    """Mark a placeholder, or the literal alternatives of a choice."""
    if metavar[:1] in "[{":
        choices = metavar.strip("[]{}").split("|")
        return "{" + "|".join(map(literal, choices)) + "}"
    return f"<{metavar}>"


def _argument_items(context: click.Context) -> Iterator[Item]:
    path = context.command_path.removeprefix(f"{PROGRAM} ")
    for argument in context.command.get_params(context):
        if isinstance(argument, click.Argument):
            term = without_brackets(argument.make_metavar(context))
            yield Item(_place(term), descriptions()[f"{path} {argument.name}"])


def _option_items(context: click.Context) -> Iterator[Item]:
    return (_item(each, context) for each in _options(context))


def _item(option: click.Option, context: click.Context) -> Item:
    names = [*sorted(option.opts, key=len), *option.secondary_opts]
    place = "" if option.is_flag or option.count else f" {_place(option.make_metavar(context))}"
    return Item(", ".join(map(literal, names)) + place, option.help or "")


# The command `man`.


def _shown(program: click.Context) -> dict[str, Page | None]:
    """Return the pages by their names, and for each command ``None``: its help page is shown."""
    return {**dict.fromkeys(_group(program).list_commands(program)), **manual_of(program)}


@quietly
def pages(context: click.Context) -> Iterable[str]:
    """Offer the pages, and the commands."""
    return _shown(context.find_root())


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
    from canasta_cli.scorekeeper.scorebook import pick

    program = context.find_root()
    shown = _shown(program)
    name = pick(page or PROGRAM, [*shown], "page", known="To list the pages: canasta man --help")
    found = shown[name]
    columns = min(shutil.get_terminal_size().columns, USUAL_COLUMNS)
    with may_page():
        click.echo(as_text(found, columns).rstrip() if found else help_page(inner(program, name)))
