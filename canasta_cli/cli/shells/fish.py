"""Completion in fish, which quotes values itself and selects among them."""

from urllib.parse import unquote

from canasta_cli.cli.shells.completion import PLAIN, Completion, asked, option_part
from canasta_cli.cli.shells.words import read_word

# The words before the current one are passed without their quotes and URL-encoded, so that they
# contain no spaces. A reply is a kind, a comma and the value, then a tab and a description if there is
# one. Files are offered after the typed `--option=`, since fish compares whole words.
SCRIPT = """\
function _canasta_completion
    set -l before (string escape --style=url -- (commandline -opc))
    set -l response (env COMP_LINE="$before" COMP_WORD=(commandline -ct | string collect) \\
        _CANASTA_COMPLETE=fish_complete canasta </dev/null 2>/dev/null)

    for line in $response
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case plain
                printf '%s\\n' $parts[2]
            case dir file
                set -l option (string match -r -- '^--[^=]*=' $parts[2])
                set -l path (string replace -- "$option" '' $parts[2])
                set -l found (__fish_complete_path $path)
                test $parts[1] = dir; and set found (__fish_complete_directories $path)
                for each in $found
                    printf '%s\\n' "$option$each"
                end
        end
    end
end

complete --no-files --keep-order --command canasta --arguments "(_canasta_completion)"
"""
# The characters that a backslash escapes in single quotes. Fish does not quote a tilde at the
# beginning of an unquoted word, and would expand it.
ESCAPED = "\\'"


class FishCompletion(Completion):
    """Completion in fish."""

    name = "fish"
    file = "canasta.fish"
    script = SCRIPT

    def complete(self) -> str:
        """Return one line for each item."""
        before = [unquote(word) for word in asked("COMP_LINE").split()]
        if not before:
            return ""
        word = asked("COMP_WORD")
        incomplete = read_word(word, escapes=ESCAPED).text
        option = option_part(incomplete)
        items = self.get_completions(before[1:], incomplete)
        return "\n".join(
            f"{item.type},{'' if item.type == PLAIN else option}{item.value}"
            + (f"\t{item.help}" if item.help else "")
            for item in items
            if not item.value.startswith("~") or word.startswith(("'", '"'))
        )
