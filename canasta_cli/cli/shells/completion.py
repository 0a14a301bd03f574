"""The completion that all shells share: which values are offered, each as one whole word."""

import os
from typing import Any

from click.shell_completion import CompletionItem, ShellComplete

from canasta_cli.show.layout import inert

PLAIN = "plain"


def option_part(word: str) -> str:
    """The part of ``--option=VALUE`` up to the equals sign; empty for any other word."""
    name, sign, _ = word.partition("=")
    return name + sign if sign and name.startswith("--") else ""


def _is_offered(value: str) -> bool:
    """Check that a value can stand on a line: no control or direction characters, no line breaks."""
    return bool(value) and inert(value) == value


class Completion(ShellComplete):
    """Completion with scripts of our own, in which each value is a whole word."""

    script: str

    def source(self) -> str:
        """The script; it names the program, so nothing is filled in."""
        return self.script

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """Find what may stand for the last word, without values that cannot be typed."""
        option = option_part(incomplete)
        if incomplete.startswith("-") and "=" in incomplete and not option:
            return []  # `-g=NAME`, where the sign would belong to the name
        items = super().get_completions(list(args), incomplete)
        return [
            CompletionItem(option + item.value, help=item.help) if item.type == PLAIN else item
            for item in items
            if item.type != PLAIN or _is_offered(item.value)
        ]


def asked(variable: str) -> str:
    """The text that a script of ours passes; empty if another script, or an older one, asks."""
    return os.environ.get(variable, "")
