function _canasta_completion
    set -l before (string escape --style=url -- (commandline -opc))
    set -l response (env COMP_LINE="$before" COMP_WORD=(commandline -ct | string collect) \
        _CANASTA_COMPLETE=fish_complete canasta </dev/null 2>/dev/null)

    for line in $response
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case plain
                printf '%s\n' $parts[2]
            case dir file
                set -l option (string match -r -- '^--[^=]*=' $parts[2])
                set -l path (string replace -- "$option" '' $parts[2])
                set -l found (__fish_complete_path $path)
                test $parts[1] = dir; and set found (__fish_complete_directories $path)
                for each in $found
                    printf '%s\n' "$option$each"
                end
        end
    end
end

complete --no-files --keep-order --command canasta --arguments "(_canasta_completion)"
