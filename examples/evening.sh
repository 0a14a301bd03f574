#!/bin/sh
# Play an evening at the table, from the first deal to the export. Run it anywhere:
#   sh examples/evening.sh
# It stores its game in a temporary folder, which it deletes at the end.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CANASTA_DB="$folder/evening.db"

canasta new Ann Bob Cat Dan --name friday
canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"
canasta hand "888 999W left:KK7" "7xA JJJJJ22 TTT 3R out"
canasta note "Bob found the ace of hearts under the table"
canasta hand "6666662 8888888 AAA2 4x3R out" "QQQ KK2 left:AA7"

# Ann counts her queens again: there were four. Correct hand 1; the old version stays in the log.
canasta amend 1 "7xK QQQQ2 2x3R out" "AAA 5555 left:JJ4"
canasta score
canasta log

# Every score in the game file can be recounted on any machine.
canasta export -o "$folder/friday.canasta.toml"
canasta verify "$folder/friday.canasta.toml"
