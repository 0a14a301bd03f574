"""A page of the manual as a value, the markup in its text, and text that no command contains itself.

All pages are made with it, and help pages.
"""

import re
from collections.abc import Iterator

from canasta_cli.errors import (
    BUG,
    DEPENDS,
    INTERRUPTED,
    AnswerLost,
    AnswerUnwritten,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.values import Enum, NamedTuple

# A page of the manual as a value, and the four kinds of markup in its text.
#
# In text, ` `back quotes` ` mark what is typed literally, `<NAME>` marks a placeholder, and options
# and references to other pages are recognized by their form.

PROGRAM = "canasta"


class MarkupStyle(Enum):
    """Typographic style of a piece of text."""

    PLAIN = "plain"
    LITERAL = "literal"
    PLACE = "place"


class Piece(NamedTuple):
    """Text of one style."""

    style: MarkupStyle
    words: str


class Paragraph(NamedTuple):
    """Text that is filled to the width of the page."""

    words: str


class Item(NamedTuple):
    """A term and its description."""

    term: str
    description: str


class Code(NamedTuple):
    """Lines that are not filled (commands, or a file), and their meaning; empty for none."""

    lines: tuple[str, ...]
    meaning: str = ""


class Usage(NamedTuple):
    """A command and the arguments and options that may follow it."""

    command: str
    words: tuple[str, ...] = ()


class Subheading(NamedTuple):
    """A heading within a section."""

    title: str


Block = Paragraph | Item | Code | Usage | Subheading


class Section(NamedTuple):
    """A section under its heading."""

    heading: str
    blocks: tuple[Block, ...]


class Page(NamedTuple):
    """A page: its name (``canasta-hand``), its section of the manual, its title and its sections."""

    name: str
    section: int
    title: str
    sections: tuple[Section, ...]

    @property
    def reference(self) -> str:
        """Return the reference that other pages use: ``canasta-hand(1)``."""
        return f"{self.name}({self.section})"

    @property
    def file(self) -> str:
        """Return the file of the page, relative to the folder of the manual."""
        return f"man{self.section}/{self.name}.{self.section}"


_MARKS = re.compile(
    r"`(?P<literal>[^`]+)`"
    r"|<(?P<place>[A-Z][A-Z_|=,. ]*)>"
    rf"|(?P<page>\b{PROGRAM}(?:-[a-z]+)?)(?=\([15]\))"
    r"|(?P<option>(?<![\w-])--[a-z][a-z-]+)"
)


def pieces(words: str) -> Iterator[Piece]:
    """Split text into pieces by style, without the markup."""
    at = 0
    for match in _MARKS.finditer(words):
        if match.start() > at:
            yield Piece(MarkupStyle.PLAIN, words[at : match.start()])
        found = match[match.lastgroup or 0]
        yield Piece(MarkupStyle.PLACE if match.lastgroup == "place" else MarkupStyle.LITERAL, found)
        at = match.end()
    if at < len(words):
        yield Piece(MarkupStyle.PLAIN, words[at:])


def unmarked(words: str) -> str:
    """Remove the markup from text; a literal part with spaces is put in quotes."""
    return "".join(
        f"“{piece.words}”"
        if piece.style is MarkupStyle.LITERAL and " " in piece.words
        else piece.words
        for piece in pieces(words)
    )


def literal(text: str) -> str:
    """Mark text that is typed literally."""
    return f"`{text}`"


def as_sentence(description: str) -> str:
    """Turn a description without a full stop into a sentence."""
    return f"{description[0].upper()}{description[1:]}."


def see_also(*references: str) -> Section:
    """Return the section that refers to other pages."""
    return Section("See also", (Paragraph(", ".join(references)),))


# A word of a command line, quotes included; an option stays with its value.
_SHELL_WORD = re.compile(r'(?:--?[a-z][a-z-]* (?!-))?(?:[^\s"]|"[^"]*")+')


def wrap_command(line: str, width: int) -> Iterator[str]:
    """Split a command line into lines of at most ``width``, with a backslash at each break."""
    whole = ""
    for word in _SHELL_WORD.findall(line):
        if whole and len(whole) + len(word) + len("  \\") > width:
            yield f"{whole} \\"
            whole = "   "
        whole += f" {word}" if whole else word
    yield whole


# Text of the manual that no command contains itself.

# Descriptions of the arguments, by command and parameter name; help pages show them too.
ARGUMENTS: dict[tuple[str, str], str] = {
    ("new", "players"): "The players in order of play.",
    ("hand", "tallies"): "One side's cards at the end of the hand, in quotes. A side or one of its "
    "players can be named in front: `Us=7xK`.",
    (
        "count",
        "tally",
    ): "One side's tally: its melds, red threes and cards left, and whether it went out.",
    ("show", "number"): "The number of a finished hand. Default: the last one.",
    ("minimum", "total"): "A side's points before the hand; can be negative.",
    ("winner", "totals"): "The points of each side. Default: those of the current game.",
    ("check meld", "melded"): "A meld (`KKK2`) or a lay-off (`K:W`: a joker on the kings).",
    ("check pickup", "card"): "The top card of the pile.",
    (
        "check discard",
        "cards",
    ): "The card; `down`: one card face down; `none`: a turn without a discard.",
    ("check out", "melded"): "Melds and lay-offs with which the player goes out.",
    ("check special", "cards"): "The cards of the hand.",
    ("check turn", "turn"): "The clauses of the turn: `draw`, `meld KKK`, `discard 4`.",
    (
        "turn",
        "clauses",
    ): "The clauses of the turn: `draw`, `meld KKK`, `discard 4`. The player's name can go in front.",
    (
        "left",
        "hands",
    ): "A player and the cards left in hand: `Bob=A4`, `Cat=none`; with a foot that "
    "was never picked up: `Bob=A4/KK5`; or only the points of the cards: `Bob=minus:45`.",
    ("undo", "steps"): "Number of entries. Default: 1.",
    ("redo", "steps"): "Number of entries. Default: 1.",
    ("amend", "number"): "A hand (`2`), one of its turns (`2.7`), the cards left in hand "
    "(`2.left`), or with --swap several hands (`2-4`).",
    ("amend", "tallies"): "Words to add to a side's tally (`Us+=3R`) or to remove from it "
    "(`Us-=out`), its new tally (`Us=7xK`), the new tallies of all sides, the new turn, or the new "
    "cards left in hand.",
    ("penalty", "side"): "The side, or one of its players.",
    ("penalty", "what"): "The name of an irregularity, or a number of points.",
    ("note", "text"): "The text of the note.",
    ("use", "name"): "The name of the game, or an unambiguous prefix of it.",
    ("rename", "name"): "The new name.",
    (
        "archive",
        "name",
    ): "The name of the game. Without it, on a terminal, the program asks about the current one.",
    ("stats", "players"): "Show only these players. Default: all.",
    ("rules show", "name"): "A ruleset's name, or a file. Default: the current game's rules.",
    ("rules card", "name"): "A ruleset's name, or a file. Default: the current game's rules.",
    ("rules book", "name"): "A ruleset's name, or a file. Default: the current game's rules.",
    ("rules explain", "rule"): "A rule, a scoring item or a parameter. Default: list all of them.",
    ("rules diff", "one"): "A ruleset's name, or a file.",
    ("rules diff", "other"): "A ruleset's name, or a file.",
    ("rules penalties", "topic"): "The name of an irregularity. Default: all of them.",
    ("rules new", "file"): "The file to write.",
    ("rules check", "file"): "A ruleset file.",
    ("import", "files"): "Game files. A single `-` is standard input.",
    (
        "verify",
        "files",
    ): "Game files, folders, or streams of games. A single `-` is standard input.",
    ("backup", "file"): "The file to write, or a folder for dated copies.",
    ("restore", "file"): "A copy made by canasta backup, or before a conversion.",
    ("man", "page"): "The name of the page. Default: the page about the whole program.",
    ("completion", "shell"): "The shell. Default with --install: your login shell.",
}
EXIT: dict[int, str] = {
    0: "Yes, or done.",
    1: "A clear no, with its reasons: an illegal play, a hand that can't be right, a game file with "
    "differences, a damaged database.",
    NotUnderstood.status: "Not understood: an unknown option or name, unreadable cards.",
    UnusableData.status: "Unusable data: a damaged database or one from a newer version, an "
    "unreadable game file or ruleset.",
    Refused.status: "Refused in the current state: an unknown or finished game, nothing to undo, an "
    "existing file, a file that can't be written, a busy database.",
    AnswerLost.status: "Recorded, but the answer could not be written; standard error shows the entry. "
    "Do not record it again.",
    DEPENDS: "IT DEPENDS: neither yes nor no, because a fact that decides it is missing.",
    BUG: "A bug in the program; the message gives the path of a log file.",
    AnswerUnwritten.status: "The answer could not be written, for example because the disk is full; "
    "nothing was recorded.",
    INTERRUPTED: "Interrupted with Ctrl-C.",
}
# Meanings of status 1, for each command that can end with it.
NO: dict[str, str] = {
    "check": "The play is illegal, under at least one of the rulesets asked.",
    "suggest": "There is no such way, or no such card.",
    "moves": "There is no legal turn.",
    "hand": "The hand can't be right, or you chose not to save it; nothing was recorded.",
    "count": "The tally can't be right; the answer says why.",
    "deal": "These cards can't be dealt, and nothing was recorded; the answer says why.",
    "turn": "The turn is illegal, and nothing was recorded; the answer says why.",
    "left": "The cards left in hand can't be right, and nothing was recorded; the answer says why.",
    "amend": "The change can't be right, and nothing was recorded; the answer says why.",
    "change": "The new rules don't allow what was recorded, or you answered no; nothing was recorded.",
    "archive": "You answered no, and nothing was recorded.",
    "import": "A game has differences and was not imported; the answer lists them.",
    "verify": "All games could be read, but a game has differences; the answer lists them.",
    "restore": "You answered no, and nothing was restored.",
    "doctor": "Something is damaged, or the head is not in the database; the answer reports it.",
}
ENVIRONMENT: dict[str, str] = {
    "CANASTA_DB": "The database, if --db is not given.",
    "NO_COLOR": "If set to anything, output has no colour.",
    "CLICOLOR_FORCE": "If set and not 0, output is coloured even without a terminal.",
    "FORCE_COLOR": "The same, if set to anything.",
    "TERM": "If `dumb`, output has no colour.",
    "COLUMNS": "The width of the screen; below 60, answers have a narrow layout. Default: that of the "
    "terminal.",
    "LINES": "The height of the screen. Default: that of the terminal.",
    "PAGER": "The program that shows an answer longer than the screen, if the command records "
    "nothing, and long help. Default: less. Empty or `cat`: no pager.",
    "LESS": "The options of less. Default: FRX, and a prompt that names two keys.",
}
DATABASES: dict[str, str] = {
    "~/.local/share/canasta-score/canasta.db": "The database on Linux; in <XDG_DATA_HOME>, if set.",
    "~/Library/Application Support/canasta-score/canasta.db": "The database on macOS.",
    r"%LOCALAPPDATA%\canasta-score\canasta.db": "The database on Windows.",
}
