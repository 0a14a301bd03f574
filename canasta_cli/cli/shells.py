"""Completion in bash, zsh, fish and PowerShell: answers quoted for each shell, and where its script goes.

The scripts are in the folder ``completions``. The entry point registers these classes when a shell asks;
the command ``completion`` prints and installs a script.
"""

import json
import os
import re
import sys
from collections.abc import Mapping
from urllib.parse import unquote

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

from canasta_cli.cli.command_classes import CommonOption, option
from canasta_cli.cli.options import show
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.layout import Text, inert
from canasta_cli.values import NamedTuple
from canasta_cli.words import quoted

# Click's own classes insert values unchanged. Names are text from other people, so here each value
# is quoted: the completed line passes exactly that name and executes nothing.


SCRIPTS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "completions")


def by_name() -> "dict[str, type[Completion]]":
    """Return the completion class of each shell."""
    kinds = (BashCompletion, ZshCompletion, FishCompletion, PowerShellCompletion)
    return {kind.name: kind for kind in kinds}


def register() -> None:
    """Replace the completion classes of click by these."""
    for kind in by_name().values():
        add_completion_class(kind)


# Split an unfinished command line into words, as a shell would.

# The characters that a backslash escapes in double quotes.
DOUBLE = '\\"$`'
# ASCII characters without special meaning anywhere in a word.
PLAIN_LETTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=@%+,"
)


def is_plain(letter: str) -> bool:
    """True if a character needs no quoting in bash."""
    return letter in PLAIN_LETTERS or not letter.isascii()


class Word(NamedTuple):
    """A word: ``raw`` as typed, ``text`` as the program would receive it.

    ``quote`` is the quote that is still open, or empty. A word is ``exact`` if the shell expands
    nothing in it, so that ``text`` is certain.
    """

    raw: str
    text: str
    quote: str
    exact: bool


class _Reader:
    """A reader of one line; a backslash escapes the characters ``escapes`` in single quotes."""

    def __init__(self, line: str, escapes: str) -> None:
        self.line, self.escapes = line, escapes
        self.at = 0

    def word(self, *, whole: bool) -> Word:
        """Read up to the next unquoted space, or with ``whole`` up to the end."""
        start, text, quote, exact = self.at, "", "", True
        while self.at < len(self.line):
            letter = self.line[self.at]
            if not quote and letter.isspace() and not whole:
                break
            self.at += 1
            if letter == quote:
                quote = ""
            elif not quote and letter in "'\"":
                quote = letter
            elif letter == "\\" and self._escapes(quote):
                text += self.line[self.at : self.at + 1]
                self.at += 1
            else:
                exact = exact and _is_literal(letter, quote)
                text += letter
        return Word(self.line[start : self.at], text, quote, exact)

    def _escapes(self, quote: str) -> bool:
        """True if a backslash here escapes the next character."""
        if not quote:
            return True
        following = self.line[self.at : self.at + 1]
        return bool(following) and following in (DOUBLE if quote == '"' else self.escapes)


def _is_literal(letter: str, quote: str) -> bool:
    if quote:
        return quote == "'" or letter not in "$`!"
    return is_plain(letter) or letter.isspace()


def read_word(raw: str, *, escapes: str = "") -> Word:
    """Read one word, which may end inside quotes."""
    return _Reader(raw, escapes).word(whole=True)


def read_words(line: str) -> list[Word]:
    """Read the words of a line with the quoting rules of bash.

    The last word is the one being typed; it is empty after a space.
    """
    reader = _Reader(line, "")
    words: list[Word] = []
    while True:
        while reader.at < len(line) and line[reader.at].isspace():
            reader.at += 1
        words.append(reader.word(whole=False))
        if reader.at >= len(line):
            return words


# Completion for all shells: the values to offer, each as one whole word.

PLAIN_VALUE = "plain"


def option_part(word: str) -> str:
    """Return the part of ``--option=VALUE`` up to the equals sign; empty for any other word."""
    name, sign, _ = word.partition("=")
    return name + sign if sign and name.startswith("--") else ""


def _can_be_written(value: str) -> bool:
    """True if standard output can encode a value; a replacement character might be a quote."""
    try:
        value.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Completion(ShellComplete):
    """Completion with this program's own scripts; each value is a whole word."""

    file: str
    """The name of the script's file in the package."""
    ascii_reply = False
    """True if the reply is ASCII with escapes, so that any value can be written."""

    def source(self) -> str:
        """Return the script, which already contains the name of the program."""
        return self.script()

    @classmethod
    def script(cls) -> str:
        """Return the script of the shell."""
        with open(os.path.join(SCRIPTS, cls.file), encoding="utf-8") as file:
            return file.read()

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """Return the completions of the last word, without values that can't be typed."""
        option = option_part(incomplete)
        if "=" in incomplete and not option and incomplete.startswith("-"):
            return []  # `-g=NAME`: the equals sign would be part of the name
        if option and incomplete.startswith(f"{option}-"):
            return []  # click would offer options instead of values
        items = super().get_completions(list(args), incomplete)
        return [
            CompletionItem(option + item.value, help=item.help)
            if item.type == PLAIN_VALUE
            else item
            for item in items
            if item.type != PLAIN_VALUE or self._is_offered(item.value)
        ]

    def _is_offered(self, value: str) -> bool:
        """True if a value can be typed and written exactly.

        Control and direction characters and line breaks can't.
        """
        exact = self.ascii_reply or _can_be_written(value)
        return bool(value) and inert(value) == value and exact


# Completion in bash, which inserts replies unchanged.

# Bash replaces only the end of the current word, after the last break (COMP_WORDBREAKS: a colon, an
# equals sign, …) or the open quote. The second argument of the function is that end, and the replies
# are quoted for its place. Older versions than 4.4 have no `nosort` and get no completion.


def _unquoted(text: str) -> str:
    return "".join(letter if is_plain(letter) else f"\\{letter}" for letter in text)


def _single(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _double(text: str) -> str:
    """Escape text for double quotes; for an exclamation mark, close them and use single quotes."""
    quoted = "".join(f"\\{letter}" if letter in DOUBLE else letter for letter in text)
    return quoted.replace("!", "\"'!'\"")


def _common(texts: list[str]) -> str:
    """Return the longest common prefix."""
    first, last = min(texts), max(texts)
    size = next(
        (at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), None
    )
    return first[:size]


class _Place:
    """The place at which replies are inserted: after ``kept``, the part of the word that stays."""

    def __init__(self, kept: Word) -> None:
        self.kept = kept
        # Readline replaces an open quote by the same quote.
        self.opening = kept.quote if kept.raw.endswith(kept.quote) else ""

    def reply(self, rest: str) -> str:
        """Quote the part of the completed value that follows the part that stays."""
        if self.kept.quote == "'":
            return self.opening + _single(rest)[1:]
        if self.kept.quote:
            return f'{self.opening}{_double(rest)}"'
        return _unquoted(rest)

    def parted(self, common: str, rest: str) -> str:
        """Quote the common prefix and the rest separately, so that replies share exactly the prefix."""
        if self.kept.quote:
            return f'{self.opening}{_double(common)}"{_single(rest)}""'
        return _unquoted(common) + _single(rest)

    def replies(self, values: list[str]) -> list[str]:
        """Quote the values so that their common prefix, which bash inserts, never ends within a quote."""
        made = [self.reply(value) for value in values]
        if len(made) < 2 or self.kept.quote == "'":  # noqa: PLR2004 - one alone, or no backslash
            return made
        same = _common(made)
        if (len(same) - len(same.rstrip("\\"))) % 2:
            size = len(_common(values))
            made[0] = self.parted(values[0][:size], values[0][size:])
        return made


class BashCompletion(Completion):
    """Completion in bash 4.4 or newer."""

    name = "bash"
    file = "canasta.bash"

    def complete(self) -> str:
        """Return one line for each reply, and one for each option of the completion."""
        *before, last = read_words(os.environ.get("COMP_LINE", ""))
        replaced = os.environ.get("COMP_WORD", "")
        if not before or not last.raw.endswith(replaced):
            return ""
        items = self.get_completions([word.text for word in before[1:]], last.text)
        kept = read_word(last.raw[: len(last.raw) - len(replaced)])
        values = [
            item.value[len(kept.text) :]
            for item in items
            if item.type == PLAIN_VALUE and kept.exact and item.value.startswith(kept.text)
        ]
        lines = [f"{PLAIN_VALUE},{reply}" for reply in _Place(kept).replies(values)]
        if values and all(value.endswith("=") for value in values):
            lines.append("nospace")
        return "\n".join([*lines, *(item.type for item in items if item.type != PLAIN_VALUE)])


# Completion in fish, which quotes values itself and selects among them.

# The words before the current one are passed without their quotes and URL-encoded, so that they
# contain no spaces. A reply is a kind, a comma and the value, then a tab and a description if there is
# one. Files are offered after the typed `--option=`, since fish compares whole words.
# The characters that a backslash escapes in single quotes. Fish does not quote a tilde at the
# beginning of an unquoted word, and would expand it.
ESCAPED = "\\'"


class FishCompletion(Completion):
    """Completion in fish."""

    name = "fish"
    file = "canasta.fish"

    def complete(self) -> str:
        """Return one line for each item."""
        before = [unquote(word) for word in os.environ.get("COMP_LINE", "").split()]
        if not before:
            return ""
        word = os.environ.get("COMP_WORD", "")
        incomplete = read_word(word, escapes=ESCAPED).text
        option = option_part(incomplete)
        items = self.get_completions(before[1:], incomplete)
        return "\n".join(
            f"{item.type},{'' if item.type == PLAIN_VALUE else option}{item.value}"
            + (f"\t{item.help}" if item.help else "")
            for item in items
            if not item.value.startswith("~") or word.startswith(("'", '"'))
        )


# Completion in PowerShell, which replaces the whole word, including its quotes.

# Words and replies are JSON in ASCII, so that no code page of the console can change a name. Versions
# before 7.3 change a double quote, or a backslash at the end, when they pass it to a program: there
# such names are not offered.

# Words that need no quotes; a hyphen at the beginning splits a word at its first dot or colon.
BARE = re.compile(r"[A-Za-z0-9][\w./=-]*|--?[A-Za-z0-9][\w=-]*", re.ASCII)
OPEN = re.compile(r"[A-Za-z0-9][\w /-]*=", re.ASCII)
# PowerShell treats typographic quotes like plain ones.
SINGLE = re.compile("['‘’‚‛]")


def _quoted(word: str) -> str:
    if BARE.fullmatch(word):
        return word
    if OPEN.fullmatch(word):  # cards will follow, and nothing can follow a closing quote
        return word.replace(" ", "` ")
    return "'" + SINGLE.sub(lambda found: found[0] * 2, word) + "'"


class PowerShellCompletion(Completion):
    """Completion in Windows PowerShell 5.1 and PowerShell 7."""

    name = "powershell"
    file = "canasta.ps1"
    ascii_reply = True

    def complete(self) -> str:
        """Return the items as JSON: kind, word, quoted word, description."""
        words = json.loads(os.environ.get("COMP_LINE") or "[]")
        items = self.get_completions(words[1:-1], words[-1]) if words else []
        return json.dumps(
            [
                {
                    "type": item.type,
                    "word": item.value,
                    "text": _quoted(item.value) if item.type == PLAIN_VALUE else "",
                    "help": item.help or item.value,
                }
                for item in items
            ]
        )


# Completion in zsh, which quotes values itself.

# The words before the current one are passed in single quotes, without the quotes that were typed.
# A reply is three lines: kind, value, description. `--option=` is removed from the word, so that
# files complete after it.


class ZshCompletion(Completion):
    """Completion in zsh."""

    name = "zsh"
    file = "_canasta"

    def complete(self) -> str:
        """Return three lines for each item: kind, value without the option before it, description."""
        before = read_words(os.environ.get("COMP_LINE", ""))
        if not before[0].text:
            return ""
        incomplete = read_word(os.environ.get("COMP_WORD", "")).text
        items = self.get_completions([word.text for word in before[1:]], incomplete)
        size = len(option_part(incomplete))
        return "\n".join(
            f"{item.type}\n{item.value[size:] if item.type == PLAIN_VALUE else ''}\n{item.help or ''}"
            for item in items
        )


# Find the user's folder for a shell's completion scripts, and how the shell reads it.

INSTALLABLE = ("bash", "zsh", "fish")


class ScriptPlace(NamedTuple):
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


def place(shell: str, environment: Mapping[str, str]) -> ScriptPlace:
    """Return the place of a shell's script. Raises :class:`NotUnderstood` if it has none."""
    home = os.path.expanduser("~")
    data = environment.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    config = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
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
    if shell == "fish":
        file = os.path.join(config, "fish", "completions", "canasta.fish")
        return ScriptPlace(file, ("New fish sessions use it.",))
    raise NotUnderstood(
        f"{shell} has no folder for completion scripts",
        fix=f"Add the script to your profile: canasta completion {shell} >> $PROFILE",
    )


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(by_name())), required=False)
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
    options and names. --install writes the script to the folder where your shell looks for it, for
    bash, zsh and fish, and shows what else is needed; without a name it takes your login shell.

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
            "the shell is missing",
            fix="Name it (bash, zsh, fish or powershell), or add --install.",
        )
    click.echo(by_name()[shell].script(), nl=False)


def _install_completion(shell: str | None, *, dry_run: bool) -> None:
    from canasta_cli.files import write_file, write_folder

    name = shell or users_shell(os.environ)
    target = place(name, os.environ)
    if not dry_run:
        write_folder(os.path.dirname(target.file))
        write_file(target.file, by_name()[name].script(), overwrite=True)
    head = f"Completion for {name} {'would be written' if dry_run else 'written'}: {target.file}"
    lines = tuple(map(Text, (head, *target.activate)))
    show(*lines)
