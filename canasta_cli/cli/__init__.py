"""Run the command ``canasta``: the list of its commands, and its entry point, which ``__main__`` calls.

``beginning``, ``scoring``, ``playing``, ``history``, ``amend``: commands about a game.
``games``: commands about all games and their players. ``check``, ``suggest``: about plays.
``rules``, ``files``, ``upkeep``: commands about rulesets, game files, and the program itself.
``serving``: the score on phones.
``options``, ``command_classes``, ``ruleset_choice``: what commands share.
``judging``, ``hand_arguments``: facts of a hand, and tallies.
``form``, ``guided``, ``guided_answers``, ``guided_examples``, ``disputes``: forms on a terminal, of a hand
and of a dispute.
``session``, ``error_messages``: one run, and what it says if an error ends it.
``manual``: help and the manual.
"""

import os
import re
import sys

import click

from canasta_cli import __version__
from canasta_cli.cli.command_classes import HELP_OPTION, LazyGroup, Option
from canasta_cli.cli.session import Session, from_keyboard, if_read, open_streams, warn
from canasta_cli.quick import COMPLETING

# Commands in the order of the manual: the module of each, and its help in one line, so that
# neither --help nor a TAB loads any of them. A test compares the lines with the commands.
COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("beginning", "Start a game and make it the current one."),
    "again": ("beginning", "Start a game with the people, sides and rules of the last one."),
    "hand": ("scoring", "Record a finished hand and show the new totals."),
    "count": ("scoring", "Count one side's tally without a game."),
    "score": ("scoring", "Show the score pad."),
    "serve": ("serving", "Show the score on the phones around the table."),
    "show": (
        "history",
        "Show one hand: its cards, its points, its warnings, and when it was changed.",
    ),
    "next": (
        "scoring",
        "Show the totals, the points each side needs to open, and the next dealer.",
    ),
    "deal": ("playing", "Start a hand that is recorded turn by turn."),
    "turn": ("playing", "Record a turn."),
    "left": ("playing", "Record the cards that players still hold, and score the hand."),
    "pile": ("playing", "Show the discard pile and the stock."),
    "melds": ("playing", "Show each side's melds."),
    "minimum": ("scoring", "Show the points a side needs to open."),
    "winner": ("scoring", "Show whether the game is over, and who has won."),
    "check": ("check", "Check whether a play is legal."),
    "suggest": ("suggest", "Find ways to open or go out, and list the cards you may discard."),
    "undo": ("history", "Undo the newest entry."),
    "redo": ("history", "Redo what was undone last."),
    "amend": ("amend", "Correct an earlier hand."),
    "change": ("history", "Correct the rules of the whole game."),
    "penalty": ("history", "Record a penalty during a hand."),
    "note": ("history", "Add a note to the game."),
    "log": ("history", "Show the log: everything recorded in the game."),
    "games": ("games", "List the games."),
    "use": ("games", "Make a game the current one."),
    "rename": ("games", "Rename a game."),
    "players": ("games", "List the people who play, and give them other names."),
    "sub": ("games", "Record that a substitute takes a player's seat."),
    "finish": ("games", "End a game early: the side that leads wins."),
    "delete": ("games", "Delete a game: lists and statistics no longer show it."),
    "stats": ("games", "Show statistics over all games."),
    "rules": ("rules", "Show, compare, explain and write rulesets."),
    "export": ("files", "Write a game to a file."),
    "import": ("files", "Import games from game files."),
    "verify": ("files", "Check game files."),
    "backup": ("files", "Copy the database to a file."),
    "restore": (
        "files",
        "List the automatic backups, or put a backup in the place of the database.",
    ),
    "config": ("upkeep", "Show or choose the defaults for all games of the database."),
    "doctor": ("upkeep", "Check the database and show which files are in use."),
    "demo": ("upkeep", "Play a sample evening in a temporary database."),
    "man": ("manual", "Show a page of the manual."),
    "completion": ("command_classes", "Print the completion script for a shell."),
}
# Where a new part of that list begins, and its heading.
HEADINGS: dict[str, str] = {
    "new": "Keep score",
    "deal": "Record a hand turn by turn",
    "minimum": "Settle a dispute",
    "undo": "Correct and annotate",
    "games": "Several games",
    "rules": "Rules and files",
    "config": "The program itself",
}

HELP = """Keep the score of Canasta played with real cards, and settle disputes.

Without a command: show the current game with its totals, the points each side needs to open,
and the next dealer. Commands can be shortened: canasta sc is canasta score.

All games are in one database, a file in your data folder (canasta doctor names it). The option
--db FILE of a command names another one, and the variable CANASTA_DB does so for all commands.

Examples:
  canasta new Ann Bob Cat Dan
    Start a game: Ann and Cat play against Bob and Dan.
  canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"
    Record a finished hand and show the new totals.
  canasta check pickup 5 --with 55 --frozen --opened
    May a frozen pile with a five on top be taken with two fives?
"""


class Program(LazyGroup):
    """The program with all its commands."""

    lazy = COMMANDS
    headings = HEADINGS
    alone = ("next",)

    def help_page(self, context: click.Context) -> str:
        """Render the help page of a command."""
        from canasta_cli.cli.manual import help_page

        return help_page(context)


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        click.echo(f"canasta, version {__version__}", color=context.color)
        context.exit()


VERSION = Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)


@click.group(
    cls=Program,
    help=HELP,
    invoke_without_command=True,
    add_help_option=False,
    params=[VERSION, HELP_OPTION],
)
@click.pass_context
def canasta(context: click.Context) -> int | None:
    """Show the current game if no command is given."""
    if context.invoked_subcommand is None:
        from canasta_cli.cli.scoring import welcome

        return welcome()
    return None


# A line that ends in `NAME=VALUE`, in one word or in the three of bash. After an equals sign click takes
# VALUE for the next argument in bash, and in zsh would replace the whole word by the value.
AFTER_EQUALS = r"=\n?\S*$"


def _complete(session: Session) -> int:
    """Answer the completion script of a shell, or print it, as click asks by a variable; return the status.

    Click would do so too, and then end the program with an exception, whose report takes a tenth of it.
    """
    from click.shell_completion import shell_complete

    if re.search(AFTER_EQUALS, os.environ.get("COMP_WORDS", "")):
        return 0
    return shell_complete(canasta, {"obj": session}, "canasta", COMPLETING, os.environ[COMPLETING])


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = from_keyboard(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] in (["help"], ["version"]):
        arguments = [*arguments[1:], f"--{arguments[0]}"]
    session = Session(main, canasta)
    open_streams()
    try:
        if os.environ.get(COMPLETING):
            return _complete(session)
        result = canasta.main(arguments, prog_name="canasta", standalone_mode=False, obj=session)
        with if_read():
            sys.stdout.flush()
        if session.remarks:
            from canasta_cli.cli.error_messages import format_warning

            warn(format_warning(*session.remarks))
    except BaseException as error:  # noqa: BLE001 - users never see a traceback
        from canasta_cli.cli.error_messages import report_error

        return report_error(error, arguments, session)
    return result if isinstance(result, int) else 0
