"""What all commands share: groups that load them late, help pages, negative numbers, and completion."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import click
from click.parser import _OptionParser

from canasta_cli.cli.session import on_terminal, paged
from canasta_cli.errors import NotUnderstood
from canasta_cli.quick import COMPLETING
from canasta_cli.values import NamedTuple
from canasta_cli.words import either

if TYPE_CHECKING:
    from types import TracebackType

    from click.parser import _ParsingState
    from click.shell_completion import CompletionItem


class OptionGroup(NamedTuple):
    """A heading in a help page for some of a command's options, and a note below the heading.

    An option belongs to it through an attribute ``group``; options without one come first.
    """

    heading: str
    note: str = ""


COMMON = OptionGroup("Common options")


class Option(click.Option):
    """An option whose help is one line.

    click would load a module for help in several lines, which takes longer than to parse a command.
    """

    if not TYPE_CHECKING:  # for type checkers, it takes what click's own takes

        def __init__(
            self,
            *arguments: object,
            help: str,  # noqa: A002 - click's name
            **attributes: object,
        ) -> None:
            super().__init__(*arguments, **attributes)
            self.help = help


class AskedArgument(click.Argument):
    """An argument that the command asks for on a terminal if it is missing; empty then."""

    def value_is_missing(self, value: object) -> bool:
        """Return whether a missing value is an error: where nobody can be asked."""
        return super().value_is_missing(value) and not on_terminal()


class CommonOption(Option):
    """An option that many commands share; help pages list it after the command's own options."""

    group = COMMON

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """List the short name with the long ones too.

        Otherwise click, on its way to the short names, looks for long ones that are similar, which
        takes as long as judging a play.
        """
        super().add_to_parser(parser, ctx)
        short, names = parser._short_opt, parser._long_opt  # noqa: SLF001 - click has no other way
        names.update({name: short[name] for name in self.opts if name in short})


class ScriptOption(Option):
    """An option that only scripts need; help pages list it apart from those that people type."""

    group = OptionGroup("For scripts")


option = partial(click.option, cls=Option)


def _show_help(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        with paged():
            click.echo(context.get_help(), color=context.color)
        context.exit()


HELP_OPTION = CommonOption(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)
"""The help option of every command. click would look for translations of its own."""


def with_help(command: click.Command) -> click.Command:
    """Add the help option and the help pages of this program to a command."""
    if HELP_OPTION not in command.params:
        command.add_help_option = False
        command.context_class = HelpContext
        command.params.append(HELP_OPTION)
    return command


class HelpContext(click.Context):
    """A context that renders ``--help`` as the program does, and is named in every usage error."""

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: "TracebackType | None",
    ) -> bool | None:
        """Note the command in a usage error of its parser, which click leaves out."""
        if isinstance(exc_value, click.UsageError) and exc_value.ctx is None:
            exc_value.ctx = self
        return super().__exit__(exc_type, exc_value, tb)

    def get_help(self) -> str:
        """Render the help page of the command in the width of the terminal."""
        program = self.find_root().command
        assert isinstance(program, LazyGroup)  # noqa: S101 - it contains all other commands
        return program.help_page(self)


class AbbreviatedGroup(click.Group):
    """A group whose commands can be called by any beginning of their name that no other one has."""

    context_class = HelpContext

    alone: tuple[str, ...] = ()
    """The command that is meant by ``--json`` without one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Pass ``--json`` in front of a command on to it."""
        if args[:1] == ["--json"] and (words := args[1:] or self.alone):
            args = [words[0], "--json", *words[1:]]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command by its name, or by the beginning of its name; return its full name.

        Raises :class:`~canasta_cli.errors.NotUnderstood` for the beginning of several names.
        """
        word, names = args[0], self.list_commands(ctx)
        found = [name for name in names if word and name.startswith(word)]
        if word not in names and len(found) > 1 and not ctx.resilient_parsing:
            raise NotUnderstood(
                f"“{word}” could be {either(found)}",
                fix=f"Type one more letter. See all commands: {ctx.command_path} --help",
            )
        full = found[0] if len(found) == 1 else word
        return super().resolve_command(ctx, [full, *args[1:]])


class LazyGroup(AbbreviatedGroup, ABC):
    """A group that knows each command's module and its help in one line, and loads it when it runs.

    ``headings``: for the first command of each part of the list, the heading of that part.
    """

    lazy: Mapping[str, tuple[str, str]]
    headings: Mapping[str, str]

    @abstractmethod
    def help_page(self, context: click.Context) -> str:
        """Render the help page of any command of the program."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every name, in the order of the manual."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module of a command; its object there is named ``NAME_command``."""
        if cmd_name not in self.lazy:
            return None
        module = importlib.import_module(f"canasta_cli.cli.{self.lazy[cmd_name][0]}")
        found = getattr(module, f"{cmd_name}_command")
        assert isinstance(found, click.Command)  # noqa: S101 - the table above is ours
        return with_help(found)

    def parts(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the commands under their headings, each with its help in one line."""
        found: list[tuple[str, list[tuple[str, str]]]] = []
        for name, (_, line) in self.lazy.items():
            if name in self.headings:
                found.append((self.headings[name], []))
            found[-1][1].append((name, line))
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Complete a command's name from the table."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=line)
            for name, (_, line) in self.lazy.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


class OrderedGroup(AbbreviatedGroup):
    """A group that keeps its commands in the order in which they are defined."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every name, in the order of the manual."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, with the help pages of this program."""
        found = super().get_command(ctx, cmd_name)
        return None if found is None else with_help(found)


class _Parser(_OptionParser):
    """A parser that takes words with a minus sign, followed by one of some letters, as arguments."""

    def __init__(self, ctx: click.Context, after_minus: str) -> None:
        super().__init__(ctx)
        self.after_minus = after_minus

    def _process_opts(self, arg: str, state: "_ParsingState") -> None:
        if arg[1] in self.after_minus:
            state.largs.append(arg)
        else:
            super()._process_opts(arg, state)


class NegativeNumbersCommand(click.Command):
    """A command that accepts ``-35`` as an argument, and the operator in ``Us -= JJ``."""

    after_minus = "0123456789="

    def make_parser(self, ctx: click.Context) -> _OptionParser:
        """Return the parser of the command."""
        parser = _Parser(ctx, self.after_minus)
        for each in self.get_params(ctx):
            each.add_to_parser(parser, ctx)
        return parser


class CardsCommand(NegativeNumbersCommand):
    """A command whose arguments may also be cards with a minus sign: ``-JJ4``."""

    after_minus = f"{NegativeNumbersCommand.after_minus}AKQJTWakqjtw"


# The script with which a shell completes commands: click's own. ``options`` has the names that are offered.

SHELLS = ("bash", "zsh", "fish")
# Click's script, found by zsh as a function, completes at the first TAB and only registers its own
# function at the second one, which has to complete too.
ZSH_AGAIN = """
if (( ${+compstate} )) && [[ $zsh_eval_context[-1] != loadautofunc ]]; then
    _canasta_completion "$@"
fi
"""


def script(shell: str) -> str:
    """Return the completion script of one of the :data:`SHELLS`."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click knows each of them
    source = kind(click.Command("canasta"), {}, "canasta", COMPLETING).source()
    return source + (ZSH_AGAIN if shell == "zsh" else "")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the completion script for a shell.

    The shell must read the script when it starts: see the examples. After that, the Tab key completes
    commands, options, and names that consist of letters, digits and the characters - _ . only.

    Examples:
      canasta completion bash >> ~/.bashrc
      canasta completion zsh >> ~/.zshrc
        Below the line that runs compinit.
      canasta completion fish >> ~/.config/fish/config.fish
    """
    click.echo(script(shell), nl=False)
