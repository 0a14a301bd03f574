"""Completion for all shells: the values to offer, each as one whole word."""

import os
import sys

from click.shell_completion import CompletionItem, ShellComplete

from canasta_cli.show.layout import inert

PLAIN = "plain"


def option_part(word: str) -> str:
    """Return the part of ``--option=VALUE`` up to the equals sign; empty for any other word."""
    name, sign, _ = word.partition("=")
    return name + sign if sign and name.startswith("--") else ""


def _can_be_written(value: str) -> bool:
    """Return whether standard output can encode a value; a replacement character might be a quote."""
    try:
        value.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Completion(ShellComplete):
    """Completion with this program's own scripts; each value is a whole word."""

    script: str
    file: str
    """The name of the script's file in the source."""
    ascii_reply = False
    """Whether the reply is ASCII with escapes, so that any value can be written."""

    def source(self) -> str:
        """Return the script, which already contains the name of the program."""
        return self.script

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """Return the completions of the last word, without values that can't be typed."""
        option = option_part(incomplete)
        if "=" in incomplete and not option and incomplete.startswith("-"):
            return []  # `-g=NAME`: the equals sign would be part of the name
        if option and incomplete.startswith(f"{option}-"):
            return []  # click would offer options instead of values
        items = super().get_completions(list(args), incomplete)
        return [
            CompletionItem(option + item.value, help=item.help) if item.type == PLAIN else item
            for item in items
            if item.type != PLAIN or self._is_offered(item.value)
        ]

    def _is_offered(self, value: str) -> bool:
        """Return whether a value can be typed and written exactly.

        Control and direction characters and line breaks can't.
        """
        exact = self.ascii_reply or _can_be_written(value)
        return bool(value) and inert(value) == value and exact


def asked(variable: str) -> str:
    """Return the value passed by the current scripts, or an empty text if another script calls."""
    return os.environ.get(variable, "")
