"""The program itself: ``doctor demo man completion``."""

import os
import sys

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import CommonOption, option
from canasta_cli.cli.options import (
    db_option,
    json_option,
    may_page,
    pager_option,
    print_answer,
    print_long_answer,
    stacked,
)
from canasta_cli.cli.session import Session, current_session, open_scorebook
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Blocks, Text

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command("doctor")
@option(
    "--rebuild",
    is_flag=True,
    help="Rebuild summary tables, triggers and views from the entries.",
)
@option(
    "--salvage",
    metavar="NEW.db",
    help="Write every entry that can still be read to a new database.",
)
@option("--since", metavar="HEX", help="Check that an earlier head is still in the database.")
@stacked(pager_option, db_option, json_option)
def doctor_command(
    rebuild: bool, salvage: str | None, since: str | None, db: str | None, as_json: bool
) -> int:
    """Check the database and show which files are in use.

    It also shows the versions of the program and of the database. It checks the tables, columns,
    triggers and views, the hash of every entry, that the summary tables match the entries, and that
    the tallies stored with hands recorded turn by turn are those that their turns give. If nothing is
    wrong, it tries to record a note in every game, and rolls that back: “No problems
    found” means that the next entry can be recorded. --rebuild never changes an entry.

    Every entry contains a hash of itself and of the entry before it. The newest hash is the head:
    “head: 3f9a0c5d7e21 at entry 12”. canasta-backup(1) shows it too. The chain shows
    entries that were changed, removed or added without new hashes. The hashes use no secret key, so
    it can't show that they were all computed again, that the file was replaced by an older copy, or
    who recorded an entry and when. To detect a recomputed or replaced file, keep a head where nobody
    else can change it, on paper or with another player: --since HEX checks that every entry up to
    that head is still the same. It says nothing about later entries.

    --salvage reads a damaged database, whatever is left of it, and does not change it. The new
    database has every entry that can be read; a note stands for each entry of a game that can't.
    Entries that don't fit without the missing ones are set aside, and listed. Its first entry records
    all this, with the old head, so that canasta doctor still explains it later.

    Examples:
      canasta doctor
      canasta doctor --rebuild
      canasta doctor --salvage saved.db
      canasta doctor --since 3f9a0c5d7e21
    """
    from canasta_cli.errors import NotUnderstood, UnusableData
    from canasta_cli.journal.location import is_there, journal_file
    from canasta_cli.journal.store import read_head
    from canasta_cli.scorekeeper import health as book_health
    from canasta_cli.show.health import REPAIRS, HealthKeys, health_blocks

    file = journal_file(db)
    if salvage is not None:
        if rebuild or since:
            raise NotUnderstood(
                "--salvage writes another database, and only that",
                fix="Leave --rebuild and --since out.",
            )
        return _salvage(file, salvage, as_json=as_json)
    digits = "" if since is None else read_head(since)
    if not is_there(file):
        health = book_health.examine(None, file, digits)
    else:
        try:
            with open_scorebook(db, examine=True) as book:
                if rebuild and not book.journal.is_new:
                    book_health.rebuild(book)
                health = book_health.examine(book, file, digits)
        except UnusableData as error:
            # To send people to the doctor is no help here.
            fix = REPAIRS if "canasta doctor" in error.fix else error.fix
            raise UnusableData(error.message, fix=fix) from error
    print_long_answer(
        Answer(lambda: _addressed(health_blocks(health)), lambda: HealthKeys.json(health)),
        as_json=as_json,
    )
    return 0 if health.is_sound else 1


def _addressed(blocks: Blocks) -> Blocks:
    """Add the option ``--db`` to the commands that an answer suggests."""
    add = current_session().addressed
    return tuple(
        Text(add(each.line), each.style, each.indent) if isinstance(each, Text) else each
        for each in blocks
    )


def _salvage(file: str, target: str, *, as_json: bool) -> int:
    from canasta_cli.cli.session import now
    from canasta_cli.scorekeeper.health import salvage
    from canasta_cli.show.health import SalvageKeys, salvage_blocks

    found = salvage(file, target, now())
    current_session().recorded.append(f"saved to {target}")
    print_answer(
        Answer(lambda: _addressed(salvage_blocks(found)), lambda: SalvageKeys.json(found)),
        as_json=as_json,
    )
    return 1 if found.loss.lacks else 0


@click.command("demo")
@pager_option
@click.pass_obj
def demo_command(session: Session) -> int:
    """Play a sample evening in a temporary database.

    Every command is shown as you would type it, with its answer.

    Examples:
      canasta demo
    """
    from canasta_cli.cli.demo import run

    with may_page():
        return run(session.run)


@click.command("man")
@click.argument("page", required=False, shell_complete=options.pages)
@option("--roff", is_flag=True, help="Print the roff source of the page, for man.")
@option("--schema", is_flag=True, help="Print the JSON Schema of all answers (page json).")
@pager_option
@click.pass_context
def man_command(context: click.Context, page: str | None, roff: bool, schema: bool) -> None:
    """Show a page of the manual: the name of a command, or notation, rules-file, game or json.

    Examples:
      canasta man hand
      canasta man notation
        How are cards, melds, turns and tallies written?
      canasta man json --schema
        The keys of all JSON answers, for programs that check them.
      canasta man
    """
    from canasta_cli.cli.manual import manual_in
    from canasta_cli.man.manual import USUAL, as_roff, as_text
    from canasta_cli.man.page import PROGRAM
    from canasta_cli.show.layout import screen

    if schema:
        _print_schema(page or "json")
        return
    found = manual_in(context).find(page or PROGRAM)
    if roff:
        click.echo(as_roff(found), nl=False)
        return
    size = screen(sys.stdout)
    columns = min(size[0], USUAL.width) if size else USUAL.width
    with may_page():
        click.echo(as_text(found, columns), nl=False)


def _print_schema(page: str) -> None:
    from canasta_cli.errors import NotUnderstood
    from canasta_cli.man.answers import json_schema
    from canasta_cli.words import json_text

    if page != "json":
        raise NotUnderstood("--schema is only for the page json", fix="canasta man json --schema")
    click.echo(json_text(json_schema(), indent=2))


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@option("--install", is_flag=True, help="Write the script to your shell's own folder.")
@option(
    "-n",
    "--dry-run",
    cls=CommonOption,
    is_flag=True,
    help="With --install: show what would be written, and where.",
)
def completion_command(shell: str | None, install: bool, dry_run: bool) -> None:
    """Print the completion script for a shell, or install it.

    The shell must read the script when it starts. After that, the Tab key completes commands,
    options and names. --install writes the script to the folder where your shell looks for it, for
    bash, zsh and fish, and shows what else is needed; without a name it takes your login shell.

    Examples:
      canasta completion --install
      canasta completion zsh --install --dry-run
      canasta completion bash >> ~/.bashrc
        Add the script to a start-up file instead.
    """
    from canasta_cli.cli.shells import by_name
    from canasta_cli.errors import NotUnderstood

    if install:
        _install_completion(shell, dry_run=dry_run)
        return
    if dry_run:
        raise NotUnderstood("--dry-run is only for --install", fix="Add --install.")
    if shell is None:
        raise NotUnderstood(
            "the shell is missing",
            fix="Name it (bash, zsh, fish or powershell), or add --install.",
        )
    click.echo(by_name()[shell].script(), nl=False)


def _install_completion(shell: str | None, *, dry_run: bool) -> None:
    from canasta_cli.cli.shells import by_name, place, users_shell
    from canasta_cli.files import write_file, write_folder

    name = shell or users_shell(os.environ)
    target = place(name, os.environ)
    if not dry_run:
        write_folder(os.path.dirname(target.file))
        write_file(target.file, by_name()[name].script(), overwrite=True)
    head = f"Completion for {name} {'would be written' if dry_run else 'written'}: {target.file}"
    lines = tuple(map(Text, (head, *target.activate)))
    print_answer(Answer(lambda: lines, dict), as_json=False)
