"""The command ``canasta``: the list of its commands, and the one place that handles errors."""

import errno
import os
import sys

import click

from canasta_cli import __version__
from canasta_cli.cli.lazy import LazyGroup
from canasta_cli.errors import CanastaError

# Commands in the order of the manual: the module of each, and its help in one line, so that
# neither --help nor a TAB loads any of them. A test compares the lines with the commands.
COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("scoring", "Start a game and make it the current one."),
    "hand": ("scoring", "Record a finished hand and show the new totals."),
    "count": ("scoring", "Count one side's tally without a game."),
    "score": ("totals", "Show the score pad."),
    "next": ("totals", "Show what the table needs next."),
    "deal": ("playing", "Start a hand that is recorded turn by turn."),
    "turn": ("playing", "Record a turn."),
    "left": ("playing", "Record the cards left in hand, and count the hand."),
    "pile": ("playing", "Show the discard pile and the stock."),
    "melds": ("playing", "Show each side's melds."),
    "minimum": ("totals", "Show the points a side needs to open."),
    "winner": ("totals", "Show whether the game is over at these totals."),
    "check": ("checking", "Check whether a play is legal."),
    "suggest": ("suggesting", "Find ways to open or go out, and cards to discard."),
    "moves": ("moving", "List every legal turn of a player whose cards are known."),
    "undo": ("history", "Undo the newest entry."),
    "redo": ("history", "Redo what was undone last."),
    "amend": ("history", "Correct an earlier hand."),
    "penalty": ("history", "Record a penalty during a hand."),
    "note": ("history", "Add a note to the game."),
    "log": ("history", "Show the journal."),
    "games": ("games", "List the games."),
    "use": ("games", "Make a game the current one."),
    "rename": ("games", "Rename a game."),
    "archive": ("games", "Archive a game."),
    "stats": ("games", "Show statistics over all games."),
    "rules": ("rulebook", "Show, compare, explain and write rulesets."),
    "export": ("files", "Write a game to a file."),
    "import": ("files", "Import games from game files."),
    "verify": ("files", "Check game files."),
    "backup": ("files", "Copy the database to a file."),
    "doctor": ("upkeep", "Check the database and show which files are in use."),
    "demo": ("upkeep", "Play a sample evening in a temporary database."),
    "man": ("upkeep", "Show a page of the manual."),
    "completion": ("upkeep", "Print the completion script for a shell."),
}
# Where a new part of that list begins, and its heading.
HEADINGS: dict[str, str] = {
    "new": "Keep score",
    "deal": "Record a hand turn by turn",
    "minimum": "Settle a dispute",
    "undo": "Correct and annotate",
    "games": "Several games",
    "rules": "Rules and files",
    "doctor": "The program itself",
}

HELP = """Keep the score of Canasta played with real cards, and settle disputes.

Without a command: show the current game and what it needs next.

Examples:
  canasta new Ann Bob Cat Dan
    Start a game: Ann and Cat play against Bob and Dan.
  canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"
    Record a finished hand and show the new totals.
  canasta check pickup 5 --with 55 --frozen --opened
    May a frozen pile with a five on top be taken with two fives?
"""

INTERRUPTED = 130
CLOSED_PIPE = 141
BUG = 70
NO_ROOM = {errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    headings=HEADINGS,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="canasta")
@click.pass_context
def canasta(context: click.Context) -> int | None:
    """Show the current game if no command is given."""
    if context.invoked_subcommand is None:
        from canasta_cli.cli.totals import welcome

        return welcome()
    return None


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status. Every error message is written here."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    try:
        result = canasta.main(arguments, prog_name="canasta", standalone_mode=False)
        sys.stdout.flush()
    except (CanastaError, click.ClickException) as error:
        return _tell(error, arguments)
    except (click.Abort, KeyboardInterrupt):
        sys.stderr.write("\n")
        return INTERRUPTED
    except SystemExit as leaving:
        # Raised by click if the reader closed the pipe.
        return _nobody_reads() if leaving.code == 1 else int(leaving.code or 0)
    except OSError as error:
        return _unwritten(error, arguments)
    except Exception:  # noqa: BLE001 - users never see a traceback
        return _bug(arguments)
    return result if isinstance(result, int) else 0


def _open_streams() -> None:
    """Open the null device in place of a standard stream that is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _unwritten(error: OSError, arguments: list[str]) -> int:
    """Handle an answer that could not be written in full: a closed pipe or a full disk."""
    if isinstance(error, BrokenPipeError):
        return _nobody_reads()
    if error.errno not in NO_ROOM:
        return _bug(arguments)
    sys.stderr.write(f"canasta: can't write the answer: {error.strerror}\n")
    _nobody_reads()
    return CanastaError.status


def _bug(arguments: list[str]) -> int:
    from canasta_cli.cli.damage import damage
    from canasta_cli.cli.failing import report_bug

    damaged = damage()
    if damaged:
        return _tell(damaged, arguments)
    sys.stderr.write(report_bug(arguments))
    return BUG


def _nobody_reads() -> int:
    """Keep Python from reporting the closed pipe again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE


def _tell(error: CanastaError | click.ClickException, arguments: list[str]) -> int:
    from canasta_cli.cli.failing import of_click, sentence

    known = of_click(error) if isinstance(error, click.ClickException) else error
    sys.stderr.write(sentence(known, as_json="--json" in arguments))
    return known.status
