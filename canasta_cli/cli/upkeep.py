"""The program itself: ``doctor demo man completion``."""

import sys

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import db_option, desk, json_option, stacked, tell
from canasta_cli.show.answer import Answer

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command("doctor")
@click.option("--rebuild", is_flag=True, help="Rebuild the summary tables from the journal.")
@stacked(db_option, json_option)
def doctor_command(rebuild: bool, db: str | None, as_json: bool) -> int:
    """Check the database and show which files are in use.

    The versions in use are shown too. Every entry of the journal contains the hash of the one before
    it, so an entry that was changed later is found and named.

    Examples:
      canasta doctor
      canasta doctor --rebuild
    """
    from canasta_cli.journal.location import is_there, journal_file
    from canasta_cli.scorekeeper import health as desk_health
    from canasta_cli.show.health import health_blocks, health_json

    file = journal_file(db)
    if is_there(file):
        with desk(db) as here:
            if rebuild:
                desk_health.rebuild(here)
            health = desk_health.examine(here, file)
    else:
        health = desk_health.examine(None, file)
    tell(Answer(lambda: health_blocks(health), lambda: health_json(health)), as_json=as_json)
    return 1 if health.faults else 0


@click.command("demo")
def demo_command() -> int:
    """Play a sample evening in a temporary database.

    Every command is shown as you would type it, with its answer.

    Examples:
      canasta demo
    """
    from canasta_cli.cli.demo import run

    return run()


@click.command("man")
@click.argument("page", required=False, shell_complete=completing.pages)
@click.option("--roff", is_flag=True, help="Print the roff source of the page, for man.")
def man_command(page: str | None, roff: bool) -> None:
    """Show a page of the manual: the name of a command, or notation, rules-file or game.

    Examples:
      canasta man hand
      canasta man notation
        How are cards, melds, turns and tallies written?
      canasta man
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
    """Print the completion script for a shell.

    The shell must read the script when it starts. After that, the Tab key completes commands,
    options and names.

    Examples:
      canasta completion bash >> ~/.bashrc
      canasta completion zsh >> ~/.zshrc
      canasta completion fish >> ~/.config/fish/config.fish
    """
    click.echo(completion_script(shell), nl=False)


def completion_script(shell: str) -> str:
    """Return the script with which a shell asks this program for completions."""
    from canasta_cli.cli import COMPLETING, canasta
    from canasta_cli.cli.shells import by_name

    return by_name()[shell](canasta, {}, "canasta", COMPLETING).source()
