"""The command ``completion``: print the script with which a shell completes commands, or install it.

Both the scripts and the answers to them are click's own; ``options`` has the names that are offered.
"""

import os
from collections.abc import Mapping

import click
from click.shell_completion import get_completion_class

from canasta_cli.cli.command_classes import CommonOption, option
from canasta_cli.cli.options import show
from canasta_cli.errors import NotUnderstood
from canasta_cli.quick import COMPLETING
from canasta_cli.show.layout import Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, quoted

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


# Find the user's folder for a shell's completion scripts, and how the shell reads it.


class ScriptPlace(NamedTuple):
    """The file of a completion script, and what the user does so that the shell reads it."""

    file: str
    activate: tuple[str, ...]


def users_shell(environment: Mapping[str, str]) -> str:
    """Return the shell that the user logs in with. Raises :class:`NotUnderstood` for any other."""
    name = os.path.basename(environment.get("SHELL", ""))
    if name not in SHELLS:
        found = f"your shell is “{name}”" if name else "SHELL is not set"
        raise NotUnderstood(
            f"can't tell for which shell: {found}",
            fix="Name it: canasta completion bash --install (or zsh, fish)",
        )
    return name


def place(shell: str, environment: Mapping[str, str]) -> ScriptPlace:
    """Return the place of a shell's script."""
    home = os.path.expanduser("~")
    data = environment.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    if shell == "bash":
        own = environment.get("BASH_COMPLETION_USER_DIR") or os.path.join(data, "bash-completion")
        file = os.path.join(own, "completions", "canasta")
        return ScriptPlace(
            file,
            (
                "New bash sessions use it if the package bash-completion is installed.",
                f"Otherwise add to ~/.bashrc: source {quoted(file)}",
            ),
        )
    if shell == "zsh":
        folder = os.path.join(data, "zsh", "site-functions")
        startup = os.path.join(environment.get("ZDOTDIR") or "~", ".zshrc")
        return ScriptPlace(
            os.path.join(folder, "_canasta"),
            (
                f"Add to {startup}, before any other line with compinit, then start a new zsh:",
                f"fpath=({quoted(folder)} $fpath); autoload -Uz compinit; compinit",
            ),
        )
    config = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    file = os.path.join(config, "fish", "completions", "canasta.fish")
    return ScriptPlace(file, ("New fish sessions use it.",))


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@option("--install", is_flag=True, help="Write the script to your shell's own folder.")
@option(
    "-n",
    "--dry-run",
    cls=CommonOption,
    is_flag=True,
    help="With --install: show what would be written, and where.",
)
def completion_command(shell: str | None, install: bool, dry_run: bool) -> None:
    """Print the completion script for a shell, or install it.

    The shell must read the script when it starts. After that, the Tab key completes commands,
    options, and names that consist of letters, digits and the characters - _ . only. --install
    writes the script to the folder where your shell looks for it, and shows what else is needed;
    without a name it takes your login shell.

    Examples:
      canasta completion --install
      canasta completion zsh --install --dry-run
      canasta completion bash >> ~/.bashrc
        Add the script to a start-up file instead.
    """
    if install:
        _install_completion(shell, dry_run=dry_run)
        return
    if dry_run:
        raise NotUnderstood("--dry-run is only for --install", fix="Add --install.")
    if shell is None:
        raise NotUnderstood(
            "the shell is missing", fix=f"Name it ({either(SHELLS)}), or add --install."
        )
    click.echo(script(shell), nl=False)


def _install_completion(shell: str | None, *, dry_run: bool) -> None:
    from canasta_cli.files import write_file, write_folder

    name = shell or users_shell(os.environ)
    target = place(name, os.environ)
    if not dry_run:
        write_folder(os.path.dirname(target.file))
        write_file(target.file, script(name), overwrite=True)
    head = f"Completion for {name} {'would be written' if dry_run else 'written'}: {target.file}"
    lines = tuple(map(Text, (head, *target.activate)))
    show(*lines)
