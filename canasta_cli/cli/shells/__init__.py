"""Completion in bash, zsh, fish and PowerShell: the scripts, and answers quoted for each shell.

Click's own classes insert values unchanged. Names are text from other people, so here each value is
quoted: the completed line passes exactly that name and executes nothing.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_cli.cli.shells.completion import Completion


def by_name() -> "dict[str, type[Completion]]":
    """Return the completion class of each shell."""
    from canasta_cli.cli.shells.bash import BashCompletion
    from canasta_cli.cli.shells.fish import FishCompletion
    from canasta_cli.cli.shells.powershell import PowerShellCompletion
    from canasta_cli.cli.shells.zsh import ZshCompletion

    kinds = (BashCompletion, ZshCompletion, FishCompletion, PowerShellCompletion)
    return {kind.name: kind for kind in kinds}


def scripts() -> dict[str, str]:
    """Return the completion script of each shell, by the name of its file in the source."""
    return {kind.file: kind.script for kind in by_name().values()}


def register() -> None:
    """Replace the completion classes of click by these."""
    from click.shell_completion import add_completion_class

    for kind in by_name().values():
        add_completion_class(kind)
