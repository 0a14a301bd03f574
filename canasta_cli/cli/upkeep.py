"""The program itself: ``doctor`` and ``demo``, and the defaults of a database.

A new default is a ``Setting`` in ``SETTINGS``; commands that follow it read ``chosen`` of
the journal.
"""

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.options import (
    db_option,
    json_option,
    may_page,
    pager_option,
    print_answer,
    print_long_answer,
    stacked,
)
from canasta_cli.cli.ruleset_choice import load_ruleset
from canasta_cli.cli.session import Session, database, local, open_scorebook
from canasta_cli.errors import NotUnderstood, UnusableData
from canasta_cli.files import is_database
from canasta_cli.man.page import wrap_command
from canasta_cli.rules.library import DEFAULT, is_file
from canasta_cli.scorekeeper.scorebook import choose, pick
from canasta_cli.show.database import (
    ConfigAnswer,
    HealthAnswer,
    Setting,
    config_blocks,
    health_blocks,
    way_out_text,
)
from canasta_cli.show.layout import fill, narrow_columns
from canasta_cli.words import listed

_ANOTHER_KIND = (
    "If it is a file of another kind, name the database: --db FILE\n"
    "If it was the database, see “If the database is damaged” in: canasta man"
)


@click.command("doctor")
@option(
    "--rebuild",
    is_flag=True,
    help="Rebuild summary tables, triggers and views from the entries.",
)
@stacked(pager_option, db_option, json_option)
def doctor_command(rebuild: bool) -> int:
    """Check the database and show which files are in use.

    It also shows the versions of the program and of the database. It checks the tables, columns,
    triggers and views, the hash of every entry, that the summary tables match the entries, and that
    the tallies stored with hands recorded turn by turn are those that their turns give; and that
    something can be recorded now. --rebuild never changes an entry.

    Every entry contains a hash of itself and of the entry before it. The chain shows entries that were
    changed, removed or added without new hashes. The hashes use no secret key, so it can't show that
    they were all computed again, that the file was replaced by an older copy, or who recorded an
    entry and when. A copy that nobody else can change shows the first two: canasta restore COPY
    --dry-run names the entries that only one of them has.

    Examples:
      canasta doctor
      canasta doctor --rebuild
    """
    from canasta_cli.cli.session import now
    from canasta_cli.journal.upkeep import check_bytes
    from canasta_cli.scorekeeper import health as book_health

    file = database()
    try:
        seen = check_bytes(file)
        with open_scorebook(examine=True) as book:
            if rebuild and not book.journal.is_new:
                book_health.rebuild(book)
            health = book_health.diagnose(book, file, seen)
    except UnusableData as error:
        # Sending people to the doctor doesn't help here.
        other = "" if "canasta doctor" in error.fix else error.fix
        if os.path.isfile(file) and os.path.getsize(file) and not is_database(file):
            other = _ANOTHER_KIND
        backup = book_health.sound_backup(file, now(), local)
        raise UnusableData(error.message, fix=way_out_text(backup, other)) from error
    print_long_answer(lambda: health_blocks(health), lambda: HealthAnswer(health))
    return 0 if health.is_sound else 1


@click.command("demo")
@pager_option
@click.pass_obj
def demo_command(session: Session) -> int:
    """Play a sample evening in a temporary database.

    Every command is shown as you would type it, with its answer.

    Examples:
      canasta demo
    """
    with may_page():
        return play_evening(session.run)


# A sample evening, played in a temporary database.

# Six red threes: an example of a hand that is refused.
REFUSED_HAND = ("hand", "6666662 8888888 AAA2 4x3R out", "QQQ KK2 left:AA7 2x3R")
LINES: tuple[tuple[str, ...], ...] = (
    ("new", "Ann", "Bob", "Cat", "Dan", "--name", "demo"),
    ("hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
    ("hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"),
    ("note", "Bob found the ace of hearts under the table"),
    REFUSED_HAND,
    ("hand", "6666662 8888888 AAA2 4x3R out", "QQQ KK2 left:AA7"),
    ("minimum",),
    ("hand", "TTTTT22 777 left:9W", "5555555 999992W KKKK 3x3B 3R out"),
    ("hand", "7xJ AAAA2 QQQQQ22 444 out", "7777 88822 left:A"),
    ("amend", "5", "7xJ AAAA2 QQQQQ22 444 3R out", "7777 88822 left:A"),
    ("hand", "KKKKKK2 9999 55522 out", "7xA TTT2 2x3R left:QJ"),
    ("score",),
    ("log",),
)
END = "That was a demonstration; nothing was kept. To start your own game: {} new Ann Bob"
# The length of a line without a narrow screen.
WIDTH_OF_A_FILE = 1000


def play_evening(command: Callable[[list[str]], int]) -> int:
    """Run the lines with ``command`` in order; print each as it would be typed, then its answer.

    Stop at the first line with an unexpected exit status, and return a status other than 0.
    """
    columns = narrow_columns(sys.stdout) or WIDTH_OF_A_FILE
    with tempfile.TemporaryDirectory(prefix="canasta-demo-") as folder:
        # The answers follow each other, so none of them waits in a pager of its own.
        settings = {"CANASTA_DB": os.path.join(folder, "demo.db"), "PAGER": "cat"}
        before = {name: os.environ.pop(name) for name in settings if name in os.environ}
        os.environ |= settings
        try:
            for line in LINES:
                for part in wrap_command(f"$ canasta {' '.join(map(_quoted, line))}", columns):
                    click.secho(part, bold=True)
                status = command(list(line))
                if status != (1 if line == REFUSED_HAND else 0):
                    return status or 1
                click.echo()
        finally:
            for name in settings:
                del os.environ[name]
            os.environ |= before
    for part in fill(END.format(_program()), columns):
        click.echo(part)
    return 0


def _program() -> str:
    """The name that starts the program: that with which it was started, if a shell doesn't find it alone."""
    started = sys.argv[0]
    alone = os.path.basename(started) != "canasta" or shutil.which("canasta")
    return "canasta" if alone else started


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else shlex.quote(word)


# The defaults of a database. What is chosen is in the database, and moves with it.


def _read_rules(word: str) -> str:
    ruleset = load_ruleset(word)
    return os.path.abspath(word) if is_file(word) else ruleset.base


def _read_yes_no(word: str) -> str:
    return pick(word, ["yes", "no"], "value")


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "rules",
        "the ruleset of new games for its number of players, and of questions without a game.",
        DEFAULT,
        _read_rules,
    ),
    Setting(
        "backups",
        "yes if the database is backed up automatically, no if it is not.",
        "yes",
        _read_yes_no,
    ),
)


def _completed(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    return [each.name for each in SETTINGS if each.name.startswith(typed)]


@click.command("config")
@click.argument("key", required=False, shell_complete=_completed)
@click.argument("value", required=False)
@option("--unset", is_flag=True, help="Go back to the default.")
@stacked(db_option, json_option)
def config_command(key: str | None, value: str | None, unset: bool) -> None:
    """Show or choose the defaults for all games of the database.

    Each is shown with its origin. Options of a command and the rules of a game take precedence. House
    rules that you always play with belong in a file of rules: canasta man rules-file

    Examples:
      canasta config
      canasta config rules samba
        New games for four are Samba.
      canasta config rules ours.toml
      canasta config rules --unset
    """
    names = [each.name for each in SETTINGS]
    asked = SETTINGS
    if key is not None:
        name = pick(key, names, "setting", known=f"The settings are {listed(names)}.")
        asked = tuple(each for each in SETTINGS if each.name == name)
    if unset and (key is None or value is not None):
        raise NotUnderstood(
            "--unset needs a setting, and no value", fix="Example: canasta config rules --unset"
        )
    with open_scorebook(create=value is not None) as book:
        if unset or value is not None:
            (setting,) = asked
            choose(book.journal, setting.name, None if value is None else setting.read(value))
        now = book.journal.chosen()
    shown = [each._replace(chosen=now.get(each.name)) for each in asked]
    print_answer(lambda: config_blocks(shown), lambda: ConfigAnswer(shown))
