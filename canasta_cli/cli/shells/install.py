"""Find the user's folder for a shell's completion scripts, and how the shell reads it."""

import os
from collections.abc import Mapping

from canasta_cli.errors import NotUnderstood
from canasta_cli.values import NamedTuple

INSTALLABLE = ("bash", "zsh", "fish")


class Place(NamedTuple):
    """The file of a completion script, and what the user does so that the shell reads it."""

    file: str
    activate: tuple[str, ...]


def users_shell(environment: Mapping[str, str]) -> str:
    """Return the shell that the user logs in with. Raises :class:`NotUnderstood` for any other."""
    name = os.path.basename(environment.get("SHELL", ""))
    if name not in INSTALLABLE:
        found = f"your shell is “{name}”" if name else "SHELL is not set"
        raise NotUnderstood(
            f"can't tell for which shell: {found}",
            fix="Name it: canasta completion bash --install (or zsh, fish)",
        )
    return name


def place(shell: str, environment: Mapping[str, str]) -> Place:
    """Return the place of a shell's script. Raises :class:`NotUnderstood` if it has none."""
    home = os.path.expanduser("~")
    data = environment.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    config = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    if shell == "bash":
        own = environment.get("BASH_COMPLETION_USER_DIR") or os.path.join(data, "bash-completion")
        file = os.path.join(own, "completions", "canasta")
        return Place(
            file,
            (
                "New bash sessions use it if the package bash-completion is installed.",
                f"Otherwise add to ~/.bashrc: source {_quoted(file)}",
            ),
        )
    if shell == "zsh":
        folder = os.path.join(data, "zsh", "site-functions")
        startup = os.path.join(environment.get("ZDOTDIR") or "~", ".zshrc")
        return Place(
            os.path.join(folder, "_canasta"),
            (
                f"Add to {startup}, before any other line with compinit, then start a new zsh:",
                f"fpath=({_quoted(folder)} $fpath); autoload -Uz compinit; compinit",
            ),
        )
    if shell == "fish":
        file = os.path.join(config, "fish", "completions", "canasta.fish")
        return Place(file, ("New fish sessions use it.",))
    raise NotUnderstood(
        f"{shell} has no folder for completion scripts",
        fix=f"Add the script to your profile: canasta completion {shell} >> $PROFILE",
    )


def _quoted(path: str) -> str:
    from shlex import quote

    return quote(path)
