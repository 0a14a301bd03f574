"""A group whose help and completion load none of its commands."""

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """Commands by name: the module of this package that holds each, and its help in one line."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name, in the order of the manual."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module that holds a command; its object there is called as the command is."""
        if cmd_name not in self.lazy:
            return None
        module = importlib.import_module(f"canasta_cli.cli.{self.lazy[cmd_name][0]}")
        found = getattr(module, f"{cmd_name}_command")
        assert isinstance(found, click.Command)  # noqa: S101 - the table above is ours
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, short) in self.lazy.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete a command's name from the table."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=short)
            for name, (_, short) in self.lazy.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


class Listed(click.Group):
    """A group whose commands keep the order in which they were made."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name, in the order of the manual."""
        return list(self.commands)
