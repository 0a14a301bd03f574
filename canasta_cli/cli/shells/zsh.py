"""Completion in zsh, which quotes values itself."""

from canasta_cli.cli.shells.completion import PLAIN, Completion, asked, option_part
from canasta_cli.cli.shells.words import read_word, read_words

# The words before the current one are passed in single quotes, without the quotes that were typed.
# A reply is three lines: kind, value, description. `--option=` is removed from the word, so that
# files complete after it.
SCRIPT = """\
#compdef canasta

_canasta_completion() {
    local kind value help either_case='m:{[:lower:][:upper:]}={[:upper:][:lower:]}'
    local -a before response plain open described
    (( ! $+commands[canasta] )) && return 1

    before=("${(@Q)words[1,CURRENT-1]}")
    response=("${(@f)$(COMP_LINE="${(j: :)${(@qq)before}}" COMP_WORD="${QIPREFIX}${PREFIX}" \\
        _CANASTA_COMPLETE=zsh_complete canasta </dev/null 2>/dev/null)}")

    compset -P 1 '--*='
    for kind value help in "${response[@]}"; do
        if [[ "$kind" == plain ]]; then
            if [[ -n "$help" ]]; then
                described+=("${value//:/\\\\:}:$help")
            elif [[ "$value" == *= ]]; then
                open+=("$value")
            else
                plain+=("$value")
            fi
        elif [[ "$kind" == dir ]]; then
            _path_files -/
        elif [[ "$kind" == file ]]; then
            _path_files -f
        fi
    done

    (( $#described )) && _describe -V unsorted described -U
    (( $#open )) && compadd -M "$either_case" -S '' -V unsorted -a open
    (( $#plain )) && compadd -M "$either_case" -V unsorted -a plain
}

compdef _canasta_completion canasta
if (( ${+compstate} )); then
    # loaded by a TAB, not at the start
    _canasta_completion "$@"
fi
"""


class ZshCompletion(Completion):
    """Completion in zsh."""

    name = "zsh"
    file = "_canasta"
    script = SCRIPT

    def complete(self) -> str:
        """Return three lines for each item: kind, value without the option before it, description."""
        before = read_words(asked("COMP_LINE"))
        if not before[0].text:
            return ""
        incomplete = read_word(asked("COMP_WORD")).text
        items = self.get_completions([word.text for word in before[1:]], incomplete)
        size = len(option_part(incomplete))
        return "\n".join(
            f"{item.type}\n{item.value[size:] if item.type == PLAIN else ''}\n{item.help or ''}"
            for item in items
        )
