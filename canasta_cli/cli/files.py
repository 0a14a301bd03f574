"""Games in files: ``export import verify backup restore``."""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.command_classes import CommonOption, option
from canasta_cli.cli.options import (
    db_option,
    game_option,
    house_option,
    json_option,
    may_page,
    overwrite_option,
    pager_option,
    print_answer,
    recording,
    ruleset_option,
    show,
    stacked,
)
from canasta_cli.cli.session import (
    current_session,
    database,
    if_read,
    local,
    on_terminal,
    open_scorebook,
    warn,
)
from canasta_cli.errors import CanastaError, NotUnderstood, Refused, UnusableData
from canasta_cli.files import join_errors, read_file, write_file, write_folder
from canasta_cli.journal.copies import backups_of
from canasta_cli.journal.file import is_file, is_there, refuse_journal
from canasta_cli.journal.schema import NAME_ANOTHER
from canasta_cli.journal.store import Journal
from canasta_cli.notation.csvfile import HOUSE
from canasta_cli.notation.dates import day_of
from canasta_cli.notation.gamefile import write_game, write_json
from canasta_cli.rules.library import ruleset
from canasta_cli.scorekeeper.files import (
    CheckedFile,
    Games,
    Job,
    check_table,
    check_text,
    import_games,
    is_table,
    load_whole,
    to_file,
)
from canasta_cli.scorekeeper.scorebook import Scorebook, check_newest, free_name, person_key
from canasta_cli.show.layout import Block, Text, inert
from canasta_cli.show.verify import (
    FilesAnswer,
    ImportAnswer,
    Report,
    SubstituteInGame,
    SummaryAnswer,
    VerifySummary,
    preview_blocks,
    report_answer,
    report_on,
    reports_blocks,
    substitutes_in,
    summary_blocks,
)
from canasta_cli.words import abridged, count_of, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.health import Restoring


# The command `verify`: check games in one process or several, print each result, then a summary.

Reports = Generator[Report, None, None]


def verify(files: Sequence[str], jobs: int) -> int:
    """Check all games of some files, folders and streams, print the results, and return the status.

    Each is printed as it comes, and only the counts are kept; but in JSON single files are one answer.
    """
    games = Games(files)
    as_json = current_session().as_json
    total, read, fix = VerifySummary(), list[Report](), ""
    with closing(_reports(games, jobs)) as reports:
        for report in reports:
            total = total.plus(report)
            if as_json and not games.many:
                read.append(report)
            elif as_json or not report.error:
                with if_read():
                    print_answer(lambda: reports_blocks([report]), lambda: report_answer(report))  # noqa: B023
            else:
                from canasta_cli.cli.error_messages import report_errors

                # Don't repeat the fix of the previous error.
                again, fix = report.fix == fix, report.fix
                report_errors([UnusableData(report.error, fix="" if again else fix)])
    if read:
        if total.unread:
            raise join_errors((report.error, report.fix) for report in read if report.error)
        print_answer(lambda: (), lambda: FilesAnswer(read))
    elif games.many or total.games > max(1, total.unread):
        with if_read():
            print_answer(
                lambda: summary_blocks(total, games.files),
                lambda: SummaryAnswer(total, files=games.files),
            )
    return UnusableData.status if total.unread else 1 if total.differ else 0


def _reports(games: Games, jobs: int) -> Reports:
    """Check all games in order; the code for several processes is loaded only if they are used."""
    check = partial(check_safely, report_of)
    if jobs == 1:
        yield from map(check, games)
        return
    from canasta_cli.scorekeeper.workers import check_all

    yield from check_all(check, games, jobs)


def report_of(job: Job) -> Report:
    """Check one game. Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read."""
    checked = check_text(job.text, job.where, job.name)
    return report_on(checked)._replace(file=job.file, line=job.line)


def check_safely(check: Callable[[Job], Report], job: Job) -> Report:
    """Check a game, and report it even if it can't be read.

    A bug in the program is the result of this one game, and ends no other check.
    """
    error, fix = job.error, job.fix
    try:
        if not error:
            return check(job)
    except CanastaError as problem:
        error, fix = problem.message, problem.fix
    except MemoryError:
        error = f"{job.where}: checking this game needs more memory than there is"
        fix = "Check it alone."
    except Exception:  # noqa: BLE001 - of any class: all other games are to be checked
        from canasta_cli.cli.error_messages import write_bug_log

        file = write_bug_log(["verify", job.where])
        error = f"{job.where}: a bug in canasta ended the check of this game"
        error += f"; the details are in {file}" if file else ""
        fix = "Please report it; the other games were checked."
    return Report(job.file, job.line, error=error, fix=fix)


# Games in files: `export import verify backup restore`.

ENDINGS = {
    "toml": ".canasta.toml",
    "json": ".json",
    "csv": ".csv",
    "html": ".html",
    "sqlite": ".sqlite",
}
ALL_IN_ONE = ("csv", "sqlite")
"""The formats of which one file has any number of games."""


@click.command("export")
@option(
    "--format",
    "form",
    type=click.Choice(tuple(ENDINGS)),
    help="Format. Default: from the file name, else toml.",
)
@option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write to this file. Default: print it.",
)
@option(
    "--all",
    "everything",
    is_flag=True,
    help="Export all games: as CSV or SQLite into one file, otherwise one file for each game in the "
    "folder given with --output.",
)
@overwrite_option
@stacked(pager_option, game_option, db_option)
def export_command(
    form: str | None, output: str | None, everything: bool, force: bool, game: str | None
) -> int:
    """Write a game to a file: a game file (TOML or JSON), CSV, HTML or SQLite.

    Game files can be imported and verified. They include the scores, which are always counted
    again on import. A CSV table keeps the hands and how the game ended: not the notes or the turns. A
    database of SQLite has the same as tables, with every line of the score sheets, for other programs.
    A game is written only if all its entries are intact; of a damaged database, --all writes those that
    are whole, and names the others.

    Examples:
      canasta export -o friday.canasta.toml
        Write the current game to a game file.
      canasta export --format csv
      canasta export -o friday.html
      canasta export --all --format toml -o games
        Write every game to a file of its own in the folder games.
      canasta export --all --format sqlite -o games.db
    """
    form = form or _form_of(output, everything=everything)
    errors: list[CanastaError] = []
    damage = _damage_of_file() if everything else ""
    with open_scorebook(snapshot=True, examine=bool(damage)) as book:
        if everything:
            standings, errors = load_whole(book.journal, damage)
        else:
            loaded = book.load(game)
            standings = [loaded.standing]
            check_newest(book.journal, loaded)
            try:
                book.journal.check_links(loaded.line.id)
            except UnusableData as error:
                # The game itself is whole.
                errors.append(error)
    if everything and form not in ALL_IN_ONE:
        _into_folder(standings, form, output, force=force)
    elif form == "sqlite":
        _to_database(standings, output, force=force)
    elif output is None or output == "-":
        text = _format_game(standings, form)
        # A game file is always UTF-8; on a terminal, missing characters are substituted.
        with may_page():
            click.echo(text if sys.stdout.isatty() else text.encode(), sys.stdout, nl=False)
    else:
        refuse_journal(output, database())
        write_file(output, _format_game(standings, form), overwrite=force)
        _report_written(output)
    if errors:
        from canasta_cli.cli.error_messages import report_errors

        address = current_session().addressed
        report_errors([join_errors((error.message, address(error.fix)) for error in errors)])
    return UnusableData.status if errors else 0


def _damage_of_file() -> str:
    """Return what is wrong with the bytes of the database, or keeps it from being opened; empty if nothing."""
    from canasta_cli.journal.upkeep import look_at

    if damage := look_at(database()).damage:
        return f"{database()} {damage}"
    try:
        with open_scorebook():
            return ""
    except UnusableData as error:
        return error.message


def _ending(file: str) -> str | None:
    """Return the format that belongs to the ending of a file's name, or ``None``."""
    return next((form for form in ENDINGS if file.lower().endswith(f".{form}")), None)


def _form_of(output: str | None, *, everything: bool) -> str:
    """Return the format of an export that names none."""
    found = _ending(output or "")
    if everything:
        return found if found in ALL_IN_ONE else "toml"
    if found is None and output not in (None, "-"):
        raise NotUnderstood(
            f"can't tell the format from “{output}”; add --format",
            fix="The formats: toml and json (game files), csv (a table), html (a page), "
            "sqlite (a database). Example: --format toml",
        )
    return found or "toml"


def _format_game(standings: Sequence["Standing"], form: str) -> str:
    if form in ("toml", "json"):
        return (write_game if form == "toml" else write_json)(to_file(standings[0]))
    from canasta_cli.show.export import to_csv, to_html

    return to_csv(standings) if form == "csv" else to_html(standings[0])


def _to_database(standings: Sequence["Standing"], output: str | None, *, force: bool) -> None:
    if output is None or output == "-":
        raise NotUnderstood(
            "a database can't be printed",
            fix="Name a file. Example: canasta export --format sqlite -o games.db",
        )
    from canasta_cli.journal.tables import write_tables
    from canasta_cli.show.export import GameTables

    refuse_journal(output, database())
    write_tables(output, GameTables(standings, person_key).rows, overwrite=force)
    _report_written(output)


def _into_folder(
    standings: Sequence["Standing"], form: str, folder: str | None, *, force: bool
) -> None:
    if folder is None:
        raise NotUnderstood(
            "--all writes one file for each game, and needs a folder",
            fix=f"Name a folder. Example: canasta export --all --format {form} -o games",
        )
    if (named := _ending(folder)) and not os.path.isdir(folder):
        example = f"canasta export --all --format {named} -o games"
        raise NotUnderstood(
            f"“{folder}” is a file name; --all writes one file per game into a folder",
            fix=f"Name a folder. Example: {example}",
        )
    write_folder(folder)
    used: set[str] = set()
    for standing in standings:
        name = free_name(_file_name(standing.game.name), used)
        used.add(name)
        file = os.path.join(folder, name + ENDINGS[form])
        write_file(file, _format_game([standing], form), overwrite=force)
        _report_written(file)


def _report_written(file: str) -> None:
    warn(f"Written: {inert(file)}\n")
    if file.endswith(".toml") and not file.endswith(".canasta.toml"):
        warn("In a folder, verify and import skip it:\nits name doesn't end in .canasta.toml\n")


def _file_name(name: str) -> str:
    """Turn a game's name into a file name that is valid on every system."""
    kept = "".join(letter if letter.isalnum() or letter in "-_ ." else "-" for letter in name)
    return kept.strip(" .")[:80] or "game"


# Tables in CSV: the rules of their games, and the question before `import` records them.

table_options = stacked(
    ruleset_option(
        help="The ruleset of a CSV table. Default: the one it names, else that of “canasta new”."
    ),
    house_option,
)


def table_reader(
    rules: str | None, house: Sequence[str]
) -> "Callable[[str, str], list[CheckedFile]]":
    """Return the function that checks the games in the text of a table, as the options say.

    Players are spelled as in the games of the database, which has the default ruleset too.
    """
    from canasta_cli.cli.ruleset_choice import load_ruleset, with_house

    chosen = with_house(load_ruleset(rules), house) if rules else None

    def check(text: str, file: str) -> "list[CheckedFile]":
        spelled, defaults = _known()

        def ruleset(name: str, players: int) -> "Ruleset":
            found = _ruleset_of_table(name, players, defaults, given=bool(house or chosen))
            # A game of an export without house rules had none.
            own = () if name and not name.endswith(HOUSE) else house
            return chosen or with_house(found, own)

        return check_table(text, file, spelled, ruleset)

    return check


def _known() -> "tuple[Callable[[str], str], dict[str, str]]":
    """Return what spells a name as in the games of a database, else as first seen, and its defaults."""
    from canasta_cli.scorekeeper.people import known_people

    known: dict[str, str] = {}
    with open_scorebook(is_new=True) as book:
        defaults = book.journal.chosen()
        with suppress(CanastaError):  # a damaged game doesn't keep a table from being read
            known = {key: each.name for key, each in known_people(book.journal).items()}
    return lambda name: known.setdefault(person_key(name), name), defaults


def _ruleset_of_table(
    named: str, players: int, defaults: "dict[str, str]", *, given: bool
) -> "Ruleset":
    """Return the ruleset that a table names, else that of a new game for its number of players.

    ``given``: its house rules, which a table only mentions, are given.
    """
    from canasta_cli.cli.beginning import usual_for

    if named.endswith(HOUSE) and not given:
        raise UnusableData(
            "the table doesn't list the house rules of its game",
            fix="Give them: --house KEY=VALUE. Games without house rules keep their rules. "
            "Or import a game file.",
        )
    return ruleset(named.removesuffix(HOUSE)) if named else usual_for(players, defaults)


def agreed(tables: "Sequence[CheckedFile]", ready: int) -> bool:
    """Show the games of tables, and ask if those that are ready are to be imported."""
    from canasta_cli.cli.form import agree

    show(*preview_blocks(tables))
    says = "yes: add these games to the database. no: import nothing."
    wanted = agree(f"Import {count_of(ready, 'game')}?", default=True, says=says)
    if not wanted:
        warn("Nothing was imported.\n")
    return wanted


_files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(), metavar="FILE..."
)


@click.command("import")
@_files_argument
@option("--as", "name", default="", metavar="NAME", help="Import the game under this name.")
@option(
    "--force",
    is_flag=True,
    help="Also import games with differences, with the recounted scores; mark impossible hands.",
)
@table_options
@recording
def import_command(
    files: tuple[str, ...],
    name: str,
    force: bool,
    rules: str | None,
    house: tuple[str, ...],
) -> int:
    """Import games from game files, or from a table in CSV.

    Every hand is recounted. A game with a wrong score or an impossible hand is not imported, and
    every difference is shown; --force imports it with the recounted scores. The last game imported
    becomes the current one.

    A CSV table (.csv, .tsv) is an export of canasta, or has the points of each hand: the first row has the
    headings, and each other row is a hand, with the date and the points of each side, whose players
    its heading names, such as Ann & Cat. Or each row is one side in one hand, in the columns date,
    players, and points or tally; without these, its other columns are added up. The hands of one date
    are one game, unless a column game says otherwise. A last row of sums is left out; a column total must
    have the sum of its row, or, with a row for each side, the sum so far.
    All dates are written in one way, such as 2026-09-12. The program shows the games that it found;
    on a terminal it asks before it imports them. An export keeps who played each hand, and how the game
    ended; notes, turns, and a hand in play are only in game files.

    Examples:
      canasta import friday.canasta.toml
      canasta import friday.json --as friday-again
      canasta import evenings.csv --dry-run
        Show what the table has, but record nothing.
      canasta import old.csv --rules samba
    """
    table = table_reader(rules, house)
    if (rules or house) and not any(map(is_table, files)):
        raise NotUnderstood(
            "--rules and --house are only for CSV tables",
            fix="Name a file that ends in .csv, or leave them out.",
        )
    games = _all_checked(files, table)
    if name and len(games) > 1:
        raise NotUnderstood(
            f"two games can't have the same name “{name}”",
            fix="Import one game with --as, or several games without it.",
        )
    games = [game.renamed(name or game.game.name) for game in games]
    tables = [game for game in games if game.table]
    ready = [game for game in tables if force or not game.differences]
    dry_run = current_session().dry_run
    asked = bool(ready) and on_terminal() and not dry_run
    if asked and not agreed(tables, len(ready)):
        return 1
    with open_scorebook(create=True) as book:
        _warn_of_days_to_come(tables, book.local(book.now())[:10])
        _warn_of_similar_names(games, book)
        results = import_games(book, games, force=force)
    refused = any(each.differences and not each.recorded for each in results)
    _print_imported(results, () if asked else tables, refused=refused)
    return 1 if refused and not (dry_run and force) else 0


def _warn_of_similar_names(games: Sequence[CheckedFile], book: Scorebook) -> None:
    """Warn of new players whose names are similar to those of known ones."""
    from canasta_cli.cli.beginning import warn_of_similar
    from canasta_cli.scorekeeper.people import known_people, similar_to_known

    known = known_people(book.journal)
    found = (similar_to_known(game.game.players, known) for game in games)
    for player, name in dict.fromkeys(chain.from_iterable(found)):
        warn_of_similar(player, name)


Tables = Sequence[CheckedFile]
MOST_NAMED = 10
"""The imported games that an answer names."""


def _warn_of_days_to_come(tables: Tables, today: str) -> None:
    """Warn below the answer about games of a table that are later than today."""
    later = sorted({each.game.date for each in tables if day_of(each.game.date) > today})
    if later:
        several = f"{count_of(len(later), 'date')}, the first {later[0]}, are"
        days = f"{later[0]} is" if len(later) == 1 else several
        current_session().remarks.append(f"Warning: {days} in the future.")


def _print_imported(results: Tables, shown: Tables, *, refused: bool) -> None:
    """Print a report on each game of a game file, a grid of those ``shown``, and the outcome."""
    reports = [report_on(each) for each in results]
    kept = [each.game.name for each in results if each.recorded]
    came = substitutes_in(results)
    print_answer(
        lambda: (
            *reports_blocks(report_on(each) for each in results if not each.table),
            *(preview_blocks(shown) if shown else ()),
            *_outcome(kept, refused),
        ),
        lambda: ImportAnswer(reports, imported=kept, substitutes=SubstituteInGame.of_each(came)),
    )


def _outcome(kept: Sequence[str], refused: bool) -> Iterator[Text]:
    yield from (Text(f"Imported: {abridged(game)}") for game in kept[:MOST_NAMED])
    if len(kept) > MOST_NAMED:
        yield Text(f"Imported: {count_of(len(kept) - MOST_NAMED, 'more game')}")
    if refused:
        yield Text("Not imported: games with differences. To import them, add --force.")
    if current_session().dry_run:
        yield Text("Nothing was recorded (dry run).")


def _all_checked(files: Sequence[str], table: Callable[[str, str], Tables]) -> list[CheckedFile]:
    """Check the games of all files; one error names every file that can't be read."""
    checked: list[CheckedFile] = []
    errors: list[CanastaError] = []
    for file in files:
        try:
            job = Job(file, read_file(file))
            if is_table(file):
                checked += table(job.text, file)
            else:
                checked.append(check_text(job.text, job.where, job.name))
        except CanastaError as error:
            if is_table(file) and error.message.endswith("UTF-8"):
                error.fix = "Save it in the spreadsheet as “CSV UTF-8”."
            errors.append(error)
    if errors:
        raise join_errors((error.message, error.fix) for error in errors)
    return checked


@click.command("verify")
@_files_argument
@option(
    "-j",
    "--jobs",
    type=click.IntRange(0),
    default=1,
    metavar="N",
    help="Check in N processes; 0 means one for each processor. Default: 1.",
)
@json_option
def verify_command(files: tuple[str, ...], jobs: int) -> int:
    """Check game files: recount every hand and report every difference.

    For a folder, all game files in it and below it are checked (.canasta.toml, .json, .jsonl,
    .ndjson), except those whose names begin with a dot.

    A .jsonl or .ndjson file has one JSON game on each line, and so may standard input. Reports identify
    a game in such a stream by its line.

    If there are several games, a summary is printed at the end. With --json, the answer for single
    files is one JSON document, or one error if a file can't be read; for folders and streams it is
    one line of JSON for each game, with its file, line and ok (null for a game that can't be read),
    and the summary on the last line.

    If a process of -j dies, the check ends with the names of the games in progress.

    Examples:
      canasta verify friday.canasta.toml
        Are the scores in this file right?
      canasta verify games/*.canasta.toml --json
      canasta verify games -j 0
        Check a whole folder, with all processors.
      canasta verify tournament.jsonl --json
    """
    return verify(files, jobs)


@click.command("backup")
@click.argument("file", type=click.Path(), metavar="FILE")
@overwrite_option
@stacked(db_option, json_option)
def backup_command(file: str, force: bool) -> None:
    """Copy the database to a file.

    The copy is consistent even if another process is writing at the same time. It is checked before
    it gets its name: a damaged database is not copied, and an existing file stays as it was. --force
    does not overwrite a copy with entries that the database lacks. To put a copy back: canasta restore

    Examples:
      canasta backup canasta-2026.db
      canasta backup /media/stick/canasta.db --force
        Bring the copy on a stick up to date.
    """
    from canasta_cli.journal.backup import backup
    from canasta_cli.show.database import BackupAnswer

    if os.path.isdir(file) or not os.path.basename(file):
        example = quoted(os.path.join(file, "canasta.db"))
        raise Refused(
            f"{file} names a folder", fix=f"Name a file. Example: canasta backup {example}"
        )
    with open_scorebook() as book:
        backup(book.journal, file, overwrite=force)
    current_session().recorded.append(f"copied to {file}")
    print_answer(lambda: [Text(f"Copied to {file}.")], lambda: BackupAnswer(file))


RESTORES = "The backup takes the place of the database, which is kept beside it under another name."


@click.command("restore")
@click.argument("file", type=click.Path(), required=False, metavar="[FILE|NUMBER]")
@option("-y", "--yes", is_flag=True, help="Restore the backup without asking.")
@option(
    "-n",
    "--dry-run",
    cls=CommonOption,
    is_flag=True,
    help="Only compare the backup with the database.",
)
@stacked(db_option, json_option)
def restore_command(file: str | None, yes: bool, dry_run: bool) -> int:
    """List the automatic backups, or put a backup in the place of the database.

    The program makes backups by itself, in a folder beside the database (when: canasta man). Without a
    file they are listed, the newest first, with what each holds; the number in front stands for it.

    The backup is checked, and the answer shows, game by game, which entries only the backup or only the
    database has. On a terminal the program then asks; scripts need --yes. The database as it was is
    kept beside it, also if it is damaged: canasta-replaced-20261121T201500Z.db. To go back to it,
    restore that file, which is in the list too.

    Examples:
      canasta restore
      canasta restore 1
        Go back to the newest automatic backup.
      canasta restore canasta-2026.db --dry-run
        What does the backup have, and what does it lack?
    """
    from canasta_cli.cli.session import now
    from canasta_cli.scorekeeper.health import compare, put_back
    from canasta_cli.show.database import RestoreAnswer, restored_blocks, restoring_blocks

    if file is None:
        return _list_backups(yes=yes)
    file = _file_of(file)

    def answer(blocks: Callable[["Restoring"], "Iterable[Block]"] = restoring_blocks) -> None:
        print_answer(lambda: blocks(restoring), lambda: RestoreAnswer(restoring))

    is_file(database())  # raises if a folder is in the way
    with _open_backup(file) as source:
        restoring = compare(source, database())
        if dry_run or not yes:
            if not dry_run and not on_terminal():
                raise Refused(
                    "to restore a backup needs a confirmation",
                    fix="To do it without a question, add --yes; to see what it changes, --dry-run.",
                )
            answer()
            if dry_run:
                return 0
            if not _agreed_to_restore():
                return 1
        restoring = put_back(source, restoring, now())
    current_session().recorded.append(f"restored {file}")
    answer(restored_blocks if not yes else restoring_blocks)
    return 0


def _open_backup(file: str) -> "Journal":
    """Open a backup; the error for a file of another kind doesn't name ``--db``, which is what is replaced."""
    try:
        return Journal.open(file, examine=True)
    except UnusableData as error:
        if error.fix.startswith(NAME_ANOTHER):
            damaged = f"\nIf it was one: canasta doctor --db {quoted(file)}"
            error.fix = _RESTORABLE + damaged * ("doctor" in error.fix)
        raise


_RESTORABLE = "Give a backup. To list the automatic ones: canasta restore"


def _agreed_to_restore() -> bool:
    from canasta_cli.cli.form import agree

    try:
        agreed = agree("Restore this backup?", default=False, says=RESTORES)
    except click.Abort:
        warn("\nNothing was restored.\n")
        raise
    if not agreed:
        warn("Nothing was restored.\n")
    return agreed


def _list_backups(*, yes: bool) -> int:
    from canasta_cli.cli.session import now
    from canasta_cli.journal.backup import list_backups
    from canasta_cli.show.database import BackupsAnswer, backups_blocks

    if yes:
        raise NotUnderstood(
            "--yes needs a backup",
            fix="See which there are: canasta restore. Example: canasta restore 1 --yes",
        )
    path = database()
    found = tuple(list_backups(path, now(), local))
    print_answer(lambda: backups_blocks(found, path), lambda: BackupsAnswer(found))
    return 0


MOST_DIGITS = 4
"""The longest number of a backup."""


def _file_of(word: str) -> str:
    """Return the file of a backup; a number stands for one in the list, unless a file is called so."""
    from canasta_cli.cli.session import now

    if os.path.isdir(word):
        fix = "To list the automatic backups: canasta restore. Or name a file."
        raise Refused(f"{word} is a folder", fix=fix)
    if is_there(word):
        return word
    if not word.isdecimal() or len(word) > MOST_DIGITS:
        raise UnusableData(f"there is no file {word}", fix="Check its name and folder.")
    found = backups_of(database(), now())
    if not 1 <= int(word) <= len(found):
        raise Refused(
            f"there is no backup {word} in the list, which has {len(found)}",
            fix="See which there are: canasta restore",
        )
    return found[int(word) - 1].file
