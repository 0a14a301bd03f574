"""What the manual has to say that no command says itself."""

from canasta_cli.cli import BUG, INTERRUPTED
from canasta_cli.errors import NotUnderstood, Refused, UnusableData

# What the arguments mean: a command line itself can say so only of options.
ARGUMENTS: dict[tuple[str, str], str] = {
    ("new", "players"): "The players in order of play.",
    ("hand", "tallies"): "What a side has at the end of the hand, in the words of "
    "canasta-notation(5); in quotes, since there are spaces in it. In front of it may stand the "
    'side, or one of its players: `Us="7xK out"`.',
    (
        "count",
        "tally",
    ): "What a side has at the end of a hand, in the words of canasta-notation(5).",
    ("minimum", "total"): "A side’s points before the hand; they may be negative.",
    ("winner", "totals"): "The points of each side; without them, those of the current game.",
    ("check meld", "lays"): "Melds and lay-offs: `KKK2`, `K:W`.",
    ("check pickup", "card"): "The top card of the pile.",
    ("check discard", "cards"): "The card, or `none` for a turn that ends without a discard.",
    ("check out", "lays"): "What is melded and laid off in going out.",
    ("check special", "cards"): "The cards of the hand.",
    ("check turn", "turn"): "The clauses of the turn; see canasta-notation(5).",
    (
        "turn",
        "clauses",
    ): "The clauses of the turn, with the player’s name in front where it shall be "
    "checked; see canasta-notation(5).",
    ("left", "hands"): "A player and the cards that are left in the hand: `Bob=A4`, `Cat=none`; "
    "with a foot never taken up, `Bob=A4/KK5`.",
    ("undo", "steps"): "How many entries; one, if no number is given.",
    ("redo", "steps"): "How many entries; one, if no number is given.",
    (
        "amend",
        "number",
    ): "The number of the hand, as the score pad shows it; or of a turn in it: `2.7`.",
    ("amend", "tallies"): "What each side had, as for canasta-hand(1); or the turn, as for "
    "canasta-turn(1).",
    ("penalty", "side"): "The side, or one of its players.",
    (
        "penalty",
        "what",
    ): "An irregularity that the ruleset puts a number to, or a number of points.",
    ("note", "text"): "The remark.",
    ("use", "name"): "The game, or an unmistakable beginning of its name.",
    ("rename", "name"): "The new name.",
    ("archive", "name"): "The game; otherwise the current one.",
    ("stats", "players"): "Only these players; otherwise all.",
    ("rules show", "name"): "A ruleset of the list, or a file; otherwise the current game's.",
    (
        "rules explain",
        "rule",
    ): "The rule, the scoring item or the parameter; otherwise all rules are listed.",
    ("rules diff", "one"): "A ruleset of the list, or a file.",
    ("rules diff", "other"): "A ruleset of the list, or a file.",
    ("rules penalties", "topic"): "The irregularity; otherwise all are listed.",
    ("rules new", "file"): "The file to write.",
    ("rules check", "file"): "A ruleset file; see canasta-rules(5).",
    ("import", "files"): "Game files; see canasta-game(5). A single `-` is standard input.",
    (
        "verify",
        "files",
    ): "Game files, see canasta-game(5), folders of them, and streams of games. A "
    "single `-` is standard input.",
    ("backup", "file"): "The file to write.",
    ("man", "page"): "The page; otherwise the one about the program as a whole.",
    ("completion", "shell"): "The shell.",
}
EXIT: dict[int, str] = {
    0: "Yes, or done.",
    1: "A clear no, and the answer says why: a hand that cannot be, a file that does not hold, a "
    "fault in the database.",
    NotUnderstood.status: "Not understood: an unknown option or name, cards that cannot be read.",
    UnusableData.status: "Data that cannot be used: a database that is no database or comes from a "
    "newer version, a broken game file or ruleset.",
    Refused.status: "Refused because of the state of things: an unknown game, a finished one, "
    "nothing to undo, a file in the way, a busy database.",
    BUG: "A fault in the program itself; the message names a file that says more.",
    INTERRUPTED: "Interrupted with Ctrl-C.",
}
# What a no is the answer to, for each command that can say it.
NO: dict[str, str] = {
    "check": "The play is illegal, under some ruleset at least where several were asked.",
    "suggest": "There is no such way, or no such card.",
    "moves": "There is no legal turn.",
    "hand": "The hand cannot be, or you said no to it, and nothing was recorded.",
    "count": "The tally cannot be; the answer says why.",
    "deal": "No packs can deal so, and nothing was recorded; the answer says why.",
    "turn": "No rule allows the turn, and nothing was recorded; the answer says why.",
    "left": "The hand cannot be closed so, and nothing was recorded; the answer says why.",
    "amend": "The hand cannot be, and nothing was recorded; the answer says why.",
    "import": "A file does not hold, and was not imported; the answer says what differs.",
    "verify": "A game does not hold, and all could be read; the answer says what differs, and where.",
    "doctor": "Something is not sound, or the head is not in the chain; the answer names it.",
}
ENVIRONMENT: dict[str, str] = {
    "CANASTA_DB": "The database, where --db does not name one.",
    "NO_COLOR": "If it is set to anything, nothing is coloured.",
    "CLICOLOR_FORCE": "If it is set and not 0, answers are coloured even where they do not go to a "
    "terminal.",
    "FORCE_COLOR": "The same, if it is set to anything.",
    "TERM": "If it is `dumb`, nothing is coloured.",
    "COLUMNS": "The width of coloured answers and of the help, instead of the terminal’s own.",
    "PAGER": "The program that shows a page of `canasta man` on a terminal.",
}
DATABASES: dict[str, str] = {
    "~/.local/share/canasta-score/canasta.db": "The database on Linux; in <XDG_DATA_HOME>, where "
    "that is set.",
    "~/Library/Application Support/canasta-score/canasta.db": "The database on macOS.",
    r"%LOCALAPPDATA%\canasta-score\canasta.db": "The database on Windows.",
}
