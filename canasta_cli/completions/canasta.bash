_canasta_completion() {
    local line response
    response=$(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$2" \
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
