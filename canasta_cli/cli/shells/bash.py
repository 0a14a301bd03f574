"""Completion in bash, which inserts replies unchanged."""

from canasta_cli.cli.shells.completion import PLAIN, Completion, asked
from canasta_cli.cli.shells.words import DOUBLE, Word, is_plain, read_word, read_words

# Bash replaces only the end of the current word, after the last break (COMP_WORDBREAKS: a colon, an
# equals sign, …) or the open quote. The second argument of the function is that end, and the replies
# are quoted for its place. Older versions than 4.4 have no `nosort` and get no completion.
SCRIPT = """\
_canasta_completion() {
    local line response
    response=$(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$2" \\
        _CANASTA_COMPLETE=bash_complete "$1" </dev/null 2>/dev/null)
    COMPREPLY=()
    while IFS= read -r line; do
        case "$line" in
            plain,*) COMPREPLY+=("${line#plain,}") ;;
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            nospace) compopt -o nospace ;;
        esac
    done <<< "$response"
}

if ((BASH_VERSINFO[0] > 4 || (BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] >= 4))); then
    complete -o nosort -F _canasta_completion canasta
fi
"""


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
    script = SCRIPT

    def complete(self) -> str:
        """Return one line for each reply, and one for each option of the completion."""
        *before, last = read_words(asked("COMP_LINE"))
        replaced = asked("COMP_WORD")
        if not before or not last.raw.endswith(replaced):
            return ""
        items = self.get_completions([word.text for word in before[1:]], last.text)
        kept = read_word(last.raw[: len(last.raw) - len(replaced)])
        values = [
            item.value[len(kept.text) :]
            for item in items
            if item.type == PLAIN and kept.exact and item.value.startswith(kept.text)
        ]
        lines = [f"{PLAIN},{reply}" for reply in _Place(kept).replies(values)]
        if values and all(value.endswith("=") for value in values):
            lines.append("nospace")
        return "\n".join([*lines, *(item.type for item in items if item.type != PLAIN)])
