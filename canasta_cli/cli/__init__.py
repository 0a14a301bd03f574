"""The command ``canasta``: which commands there are, and the one place where the program ends."""

import errno
import os
import sys

import click

from canasta_cli import __version__
from canasta_cli.cli.lazy import LazyGroup
from canasta_cli.errors import CanastaError

# Commands in the order of the manual: the module that holds each, and its help in one line, so
# that neither --help nor a TAB loads any of them. A test compares the lines with the commands.
COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("scoring", "Start a game and make it the current one."),
    "hand": ("scoring", "Record a finished hand and show where the game stands."),
    "count": ("scoring", "Count one side's tally without a game."),
    "score": ("totals", "Show the score pad."),
    "next": ("totals", "Show what the table needs next."),
    "deal": ("playing", "Begin a hand that is recorded turn by turn."),
    "turn": ("playing", "Record a turn."),
    "left": ("playing", "Close the hand that was played."),
    "pile": ("playing", "Show the discard pile and the stock."),
    "melds": ("playing", "Show each side's melds."),
    "minimum": ("totals", "Say what the initial meld asks of a side."),
    "winner": ("totals", "Say whether the game is over at some totals."),
    "check": ("checking", "Say whether a play is legal."),
    "suggest": ("suggesting", "Find ways to open, to go out, and cards to discard."),
    "moves": ("moving", "List every legal turn of a player whose cards are known, each once."),
    "undo": ("history", "Take back what was recorded last."),
    "redo": ("history", "Bring back what was taken back last."),
    "amend": ("history", "Record an earlier hand anew."),
    "penalty": ("history", "Record a penalty while a hand is being played."),
    "note": ("history", "Add a remark to the game."),
    "log": ("history", "Show what was recorded, when, and what of it was taken back."),
    "games": ("games", "List the games."),
    "use": ("games", "Make a game the current one."),
    "rename": ("games", "Give a game another name."),
    "archive": ("games", "Put a game away."),
    "stats": ("games", "Show statistics over all games."),
    "rules": ("rulebook", "Show, compare, explain and make rulesets."),
    "export": ("files", "Write a game to a file."),
    "import": ("files", "Read games from game files."),
    "verify": ("files", "Check game files."),
    "backup": ("files", "Copy the database to a file."),
    "doctor": ("upkeep", "Say which files are in use and whether they are sound."),
    "demo": ("upkeep", "Keep a whole evening in a throw-away database."),
    "man": ("upkeep", "Show a page of the manual."),
    "completion": ("upkeep", "Print the completion script of a shell."),
}

HELP = """Keep the score of Canasta, played with real cards.

\b
Examples:
  canasta new Ann Bob Cat Dan
  canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"
  canasta score

Without a command: the current game and what it needs next.
"""

INTERRUPTED = 130
CLOSED_PIPE = 141
BUG = 70
NO_ROOM = {errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="canasta")
@click.pass_context
def canasta(context: click.Context) -> int | None:
    """Answer a bare ``canasta`` with the current game."""
    if context.invoked_subcommand is None:
        from canasta_cli.cli.totals import welcome

        return welcome()
    return None


def main(arguments: list[str] | None = None) -> int:
    """Run one command and give its exit status. Every message of an error is written here."""
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
        # The library leaves so when nobody reads on.
        return _nobody_reads() if leaving.code == 1 else int(leaving.code or 0)
    except OSError as error:
        return _unwritten(error, arguments)
    except Exception:  # noqa: BLE001 - no traceback ever reaches a person
        return _bug(arguments)
    return result if isinstance(result, int) else 0


def _open_streams() -> None:
    """Where somebody closed a stream of ours, what is written to it goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _unwritten(error: OSError, arguments: list[str]) -> int:
    """The answer could not be written whole: nobody reads on, or there is no room for it."""
    if isinstance(error, BrokenPipeError):
        return _nobody_reads()
    if error.errno not in NO_ROOM:
        return _bug(arguments)
    sys.stderr.write(f"canasta: the answer cannot be written: {error.strerror}\n")
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
    """Have Python not complain once more, at its exit, that nobody reads on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE


def _tell(error: CanastaError | click.ClickException, arguments: list[str]) -> int:
    from canasta_cli.cli.failing import of_click, sentence

    known = of_click(error) if isinstance(error, click.ClickException) else error
    sys.stderr.write(sentence(known, as_json="--json" in arguments))
    return known.status
