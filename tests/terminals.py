"""Type into a shell in a pseudo-terminal; wait for its prompts, not for the clock."""

import contextlib
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from canasta_cli.cli.command_classes import script

ROOT = Path(__file__).parent.parent
# Seconds after which a step has failed; a loaded machine needs a few.
PATIENCE = 120
# Makes the terminal on standard input the controlling one, then replaces itself by the shell.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; "
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
)
PROMPT = re.compile(rb"<(\d+)>")
# Fish 4 and later ask for the kind of terminal.
QUESTION, ANSWER = b"\x1b[0c", b"\x1b[?62c"


class Shell(NamedTuple):
    """A shell: its arguments, the file of its completion script in the folder above, and its first lines.

    After these its prompts are numbered: <1>, <2>.
    """

    arguments: tuple[str, ...]
    script: str
    start: tuple[str, ...]


SHELLS: dict[str, Shell] = {
    "bash": Shell(
        ("bash", "--noprofile", "--norc", "-i"),
        "canasta.bash",
        (
            "bind 'set enable-bracketed-paste off'; bind 'set bell-style none'",
            "source ../canasta.bash",
            "n=0; PROMPT_COMMAND='n=$((n+1))'; PS1='<$n>'",
        ),
    ),
    "zsh": Shell(
        ("zsh", "-f", "-i"),
        "_canasta",
        (
            "fpath=(${PWD:h} $fpath)",
            "autoload -Uz compinit; compinit -u -D; unsetopt beep",
            "n=0; precmd() { n=$((n+1)) }; setopt prompt_subst; PS1='<$n>'",
        ),
    ),
    "fish": Shell(
        ("fish", "--no-config", "-i"),
        "canasta.fish",
        (
            "source ../canasta.fish",
            "set -g n 0; function count --on-event fish_prompt; set n (math $n + 1); end",
            "function fish_prompt; echo -n '<'$n'>'; end",
        ),
    ),
}
# The program `canasta` for the shell: it completes, or stores its arguments.
PROGRAM = """\
#!/bin/sh
if [ -n "$_CANASTA_COMPLETE" ]; then
    exec {python} -m canasta_cli "$@"
fi
exec {python} -c {note} "$@"
"""
NOTE = (
    "import json, os, sys; new = os.environ['RECEIVED'] + '.new'; "
    "file = open(new, 'w'); json.dump(sys.argv[1:], file); file.close(); "
    "os.replace(new, os.environ['RECEIVED'])"
)


class Terminal:
    """A shell that waits for its next line; the program only stores its arguments."""

    def __init__(self, name: str, place: Path, database: Path) -> None:
        self.name, shell = name, SHELLS[name]
        self.received, self.folder = place / "received", place / "folder"
        programs = place / "programs"
        programs.mkdir()
        self.folder.mkdir()
        program = programs / "canasta"
        program.write_text(
            PROGRAM.format(python=shlex.quote(sys.executable), note=shlex.quote(NOTE))
        )
        program.chmod(0o755)
        (place / shell.script).write_text(script(name))
        environment = {
            "PATH": os.pathsep.join((str(programs), os.environ["PATH"])),
            "HOME": str(place),
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
            "INPUTRC": os.devnull,
            "HISTFILE": os.devnull,
            "CANASTA_DB": str(database),
            "RECEIVED": str(self.received),
            "PYTHONPATH": str(ROOT),
        }
        self.master, slave = os.openpty()
        _widen(slave)
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, shutil.which(name) or name, *shell.arguments[1:]],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=self.folder,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.screen, self.prompt = b"", 0
        self._send("; ".join(shell.start) + "\r")
        self._next_prompt()

    def typed(self, keys: str) -> list[str]:
        """Type a line and return the arguments with which the program is called."""
        self._send(keys + "\r")
        self._until(self.received.exists, f"the program to be called by {keys!r}")
        self._next_prompt()
        arguments: list[str] = json.loads(self.received.read_text())
        self.received.unlink()
        return arguments

    def close(self) -> None:
        """End the shell and its terminal."""
        os.close(self.master)
        self.process.kill()
        self.process.wait()

    def _send(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def _next_prompt(self) -> None:
        """Wait for a prompt with a new number; a redrawn prompt has an old one."""
        self._until(lambda: self._newest() > self.prompt, f"a prompt after <{self.prompt}>")
        self.prompt = self._newest()

    def _newest(self) -> int:
        return max((int(number) for number in PROMPT.findall(self.screen)), default=0)

    def _until(self, reached: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > end or self.process.poll() is not None:
                shown = self.screen.decode(errors="replace")
                raise AssertionError(f"waited too long for {what}; on the screen:\n{shown}")
            self._read()

    def _read(self) -> None:
        """Read the output of the shell, or wait for it for a moment."""
        if not select.select([self.master], [], [], 0.02)[0]:
            return
        with contextlib.suppress(OSError):
            shown = os.read(self.master, 65536)
            self.screen += shown
            if QUESTION in shown:
                os.write(self.master, ANSWER)


def _widen(terminal: int) -> None:
    import termios

    with contextlib.suppress(termios.error):
        termios.tcsetwinsize(terminal, (50, 2000))
