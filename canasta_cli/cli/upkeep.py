"""Around the table: ``doctor demo man completion``."""

import sys

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import db_option, desk, json_option, stacked, tell
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command("doctor")
@click.option(
    "--rebuild", is_flag=True, help="Write everything again that follows from the records."
)
@click.option(
    "--since", metavar="HEX", help="Check that an earlier head is still in the chain of records."
)
@stacked(db_option, json_option)
def doctor_command(rebuild: bool, since: str | None, db: str | None, as_json: bool) -> int:
    """Say which files are in use and whether they are sound: versions, and every record.

    The doctor compares the file with one that canasta makes (tables, columns, triggers, views),
    every record with its hash, and the summary tables with what the records say. If nothing is
    wrong it records a remark in every game and takes it back, so “No problems found” means that the
    next entry can be recorded. With --rebuild the summary tables, triggers and views are made again
    from the records; the records themselves are never changed.

    Every record carries a hash of itself and of the record before it. The newest hash is the head:
    “head: 3f9a0c5d7e21 at entry 12”. canasta-backup(1) shows it too. Without a key, such a chain
    shows records that were changed, removed or added by somebody who left the hashes alone. It
    can't show that somebody computed all hashes again after a change, or put an older copy of the
    file in place, and not who wrote a record or when. For that, keep the head where nobody else can
    change it, on paper or with another player: --since HEX tells whether every record up to
    that head is still as it was then. It says nothing about the records after it.

    \b
    Examples:
      canasta doctor
      canasta doctor --rebuild
      canasta doctor --since 3f9a0c5d7e21
    """
    from canasta_cli.errors import UnusableData
    from canasta_cli.journal.chain import read_head
    from canasta_cli.journal.location import is_there, journal_file
    from canasta_cli.scorekeeper import health as desk_health
    from canasta_cli.show.health import health_blocks, health_json

    file = journal_file(db)
    digits = "" if since is None else read_head(since)
    if not is_there(file):
        health = desk_health.examine(None, file, digits)
    else:
        try:
            with desk(db, examine=True) as here:
                if rebuild and not here.journal.is_new:
                    desk_health.rebuild(here)
                health = desk_health.examine(here, file, digits)
        except UnusableData as error:
            # To send people to the doctor is no help here.
            remedy = "Put a backup in its place, or name another file: --db FILE"
            if "canasta doctor" not in error.remedy:
                remedy = error.remedy
            raise UnusableData(error.message, remedy=remedy) from error
    tell(Answer(lambda: health_blocks(health), lambda: health_json(health)), as_json=as_json)
    return 0 if health.is_sound else 1


@click.command("demo")
def demo_command() -> None:
    """Keep a whole evening in a throw-away database, each line as a person would type it.

    \b
    Examples:
      canasta demo
    """
    from canasta_cli.cli.demo import run

    run()


@click.command("man")
@click.argument("page", required=False, shell_complete=completing.pages)
@click.option("--roff", is_flag=True, help="The source of the page, for man.")
def man_command(page: str | None, roff: bool) -> None:
    """Show a page of the manual: of a command, or notation, rules-file, game.

    \b
    Examples:
      canasta man
      canasta man hand
      canasta man notation
    """
    from canasta_cli.man import as_roff, as_text, find_page

    found = find_page(page or "canasta")
    text = as_roff(found) if roff else as_text(found)
    if sys.stdout.isatty() and not roff:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the completion script of a shell, for the shell to read at its start.

    \b
    Examples:
      canasta completion bash > ~/.local/share/bash-completion/completions/canasta
      canasta completion fish > ~/.config/fish/completions/canasta.fish
    """
    click.echo(completion_script(shell), nl=False)


def completion_script(shell: str) -> str:
    """The script that teaches a shell to ask the program for what a TAB may offer."""
    from click.shell_completion import get_completion_class

    from canasta_cli.cli import canasta

    kind = get_completion_class(shell)
    if kind is None:
        raise NotUnderstood(f"no completion is known for {shell}", remedy=f"One of {SHELLS}")
    return kind(canasta, {}, "canasta", "_CANASTA_COMPLETE").source().rstrip("\n") + "\n"
