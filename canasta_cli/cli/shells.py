"""The command ``completion``: print the script with which a shell completes commands.

Both the scripts and the answers to them are click's own; ``options`` has the names that are offered.
"""

import click
from click.shell_completion import get_completion_class

from canasta_cli.quick import COMPLETING

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
