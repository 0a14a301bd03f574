"""Games and files: ``export import verify backup``."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.options import (
    db_option,
    desk,
    dry_run_option,
    game_option,
    json_option,
    say_errors,
    stacked,
    tell,
)
from canasta_cli.cli.textfiles import read_file, write_file
from canasta_cli.errors import CanastaError, NotUnderstood, Refused, UnusableData
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.engine.games.standing import Standing
    from canasta_cli.scorekeeper.files import Checked

FORMATS = ("toml", "json", "csv", "md", "html")
ENDINGS = {"toml": ".canasta.toml", "json": ".json", "csv": ".csv", "md": ".md", "html": ".html"}


@click.command("export")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="The form; otherwise by the ending of the output file, otherwise toml.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write there; otherwise standard output.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="All games: CSV as one file, the others into the folder --output.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@stacked(game_option, db_option)
def export_command(
    form: str | None,
    output: str | None,
    everything: bool,
    force: bool,
    game: str | None,
    db: str | None,
) -> int:
    """Write a game to a file: as a game file, JSON, CSV, Markdown, or one page of HTML.

    Game files (toml, json) can be imported and verified; they hold the scores, which are checked
    and never trusted.

    \b
    Examples:
      canasta export -o friday.canasta.toml
      canasta export --format csv
      canasta export -o friday.html
      canasta export --all --format toml -o games
    """
    from canasta_cli.journal.location import journal_file, refuse_journal
    from canasta_cli.scorekeeper.desk import readable, table

    form = form or ("toml" if everything else _by_ending(output))
    errors: Sequence[CanastaError] = ()
    with desk(db) as here:
        if everything:
            tables, errors = readable(here.journal, here.journal.games())
        else:
            tables = [table(here.journal, game)]
    stands = [now.standing for now in tables]
    if everything and form != "csv":
        _into_folder(stands, form, output, force=force)
        say_errors(errors)
        return UnusableData.status if errors else 0
    text = _written(stands, form)
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        refuse_journal(output, journal_file(db))
        write_file(output, text, overwrite=force)
        click.echo(f"Written: {output}", err=True)
    say_errors(errors)
    return UnusableData.status if errors else 0


def _by_ending(output: str | None) -> str:
    if output is None:
        return "toml"
    found = next((form for form in FORMATS if output.lower().endswith(f".{form}")), None)
    if found is None and output != "-":
        raise NotUnderstood(
            f"the ending of {output} names no form",
            remedy=f"End it with one of .{', .'.join(FORMATS)}, or say --format.",
        )
    return found or "toml"


def _written(stands: Sequence["Standing"], form: str) -> str:
    if form in ("toml", "json"):
        from canasta_cli.notation.gamefile import write_game, write_json
        from canasta_cli.scorekeeper.files import to_file

        return (write_game if form == "toml" else write_json)(to_file(stands[0]))
    from canasta_cli.show.export import to_csv, to_html, to_markdown

    if form == "csv":
        return to_csv(stands)
    return (to_markdown if form == "md" else to_html)(stands[0])


def _into_folder(
    stands: Sequence["Standing"], form: str, folder: str | None, *, force: bool
) -> None:
    if folder is None:
        raise NotUnderstood(
            "all games go into a folder, one file each",
            remedy=f"Name it: canasta export --all --format {form} -o games",
        )
    from canasta_cli.scorekeeper.games import free_name

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} is no folder to write to: {error.strerror}") from None
    used: set[str] = set()
    for stand in stands:
        name = free_name(_file_name(stand.game.name), used)
        used.add(name)
        file = os.path.join(folder, name + ENDINGS[form])
        write_file(file, _written([stand], form), overwrite=force)
        click.echo(f"Written: {file}", err=True)


def _file_name(name: str) -> str:
    """A game's name as a file's name that every system can hold."""
    kept = "".join(letter if letter.isalnum() or letter in "-_ ." else "-" for letter in name)
    return kept.strip(" .")[:80] or "game"


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--as", "name", default="", metavar="NAME", help="Call the game so.")
@click.option(
    "--force",
    is_flag=True,
    help="Import it although scores or hands in it do not hold; such hands are marked.",
)
@stacked(dry_run_option, db_option, json_option)
def import_command(
    files: tuple[str, ...], name: str, force: bool, dry_run: bool, db: str | None, as_json: bool
) -> int:
    """Read games from game files (TOML or JSON), count them again, and keep them.

    A file in which a score differs from the count, or a hand cannot be, is shown with every
    difference and not imported; --force imports what people said, as it counts. The last game
    imported becomes the current one.

    \b
    Examples:
      canasta import friday.canasta.toml
      canasta import friday.json --as friday-again
    """
    from canasta_cli.scorekeeper.files import bring_in
    from canasta_cli.show.checked import checked_blocks, checked_json, reported
    from canasta_cli.show.layout import Text

    if name and len(files) > 1:
        raise NotUnderstood(
            f"{len(files)} games cannot all be called “{name}”",
            remedy="Import one file with --as, or several without.",
        )
    checked = [_checked(file) for file in files]
    with desk(db, create=not dry_run) as here:
        results = bring_in(here, checked, name, force=force, dry_run=dry_run)
    kept = [result.table.game.name for result in results if result.table]
    refused = [r.checked for r in results if r.checked.differences and not r.table]
    lines = [Text(f"Imported: {game}") for game in kept]
    if refused:
        lines.append(Text("What does not hold was not imported; --force imports it as it counts."))
    if dry_run:
        lines.append(Text("Nothing was recorded (dry run)."))
    reports = [reported(each) for each in checked]
    answer = Answer(
        lambda: (*checked_blocks(reports), *lines),
        lambda: {**checked_json(reports), "imported": kept},
    )
    tell(answer, as_json=as_json)
    return 1 if refused and not (dry_run and force) else 0


def _checked(file: str) -> "Checked":
    from canasta_cli.scorekeeper.files import check_text
    from canasta_cli.scorekeeper.job import Job

    job = Job(file, read_file(file))
    return check_text(job.text, job.where, job.name)


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(0),
    default=1,
    metavar="N",
    help="Check in N processes; 0 is one for each processor.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Check by the workers of the dask scheduler there; needs canasta-cli[cluster].",
)
@json_option
def verify_command(files: tuple[str, ...], jobs: int, cluster: str | None, as_json: bool) -> int:
    """Check game files: count every hand again and name everything that does not hold.

    A folder stands for the game files in it and in its folders (.canasta.toml, .json, .jsonl,
    .ndjson), but for those whose names begin with a dot. A file that ends in .jsonl or .ndjson holds
    one game in JSON on each line, and so may standard input; games in TOML on standard input are
    separated by a line +++. Such a game is named by the line on which it begins, and lines in it are
    counted from there.

    Several games are followed by how many of them hold. With --json, files that are named are
    answered by one document, or by one error if some cannot be read; where there is a folder or a
    stream, each game is a line of JSON with its file, line and ok (null for a game that could not be
    read), and the last line has the numbers.

    With -j or --cluster a game whose check ends its process is named like any other that does not
    hold, and all others are checked nevertheless.

    \b
    Examples:
      canasta verify friday.canasta.toml
      canasta verify games/*.canasta.toml --json
      canasta verify games -j 0
      canasta verify tournament.jsonl --json
      canasta verify archive.jsonl --cluster tcp://192.168.1.5:8786
    """
    from canasta_cli.cli.verifying import verify

    return verify(files, jobs, cluster, as_json=as_json)


@click.command("backup")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@stacked(db_option, json_option)
def backup_command(file: str, force: bool, db: str | None, as_json: bool) -> None:
    """Copy the database to a file, as it is at one moment, also while others write.

    The answer shows the head of the copy, the newest link of its chain of records; canasta-doctor(1)
    says what it is good for.

    \b
    Examples:
      canasta backup canasta-2026.db
    """
    from canasta_cli.journal.backup import backup
    from canasta_cli.show.health import head_json, head_text
    from canasta_cli.show.layout import Text

    with desk(db) as here:
        head = backup(here.journal, file, overwrite=force)
    done = Text(f"Copied to {file}.")
    lines = (done, Text(head_text(head))) if head else (done,)
    tell(Answer(lambda: lines, lambda: {"file": file, "head": head_json(head)}), as_json=as_json)
