"""Around the table: ``doctor demo man completion``."""

import sys

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import db_option, desk, json_option, stacked, tell
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command("doctor")
@click.option("--rebuild", is_flag=True, help="Write the summary tables anew from the records.")
@stacked(db_option, json_option)
def doctor_command(rebuild: bool, db: str | None, as_json: bool) -> int:
    """Say which files are in use and whether they are sound: versions, and every record.

    Every record carries the hash of the one before it, so that one that was altered afterwards is
    found and named.

    \b
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
