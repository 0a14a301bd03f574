"""Several games side by side: ``games use rename finish delete stats``; and the people: ``players sub``."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import AskedArgument, OrderedGroup, option
from canasta_cli.cli.options import (
    Number,
    date_option,
    hint,
    listing,
    missing,
    named_game_option,
    nothing_recorded,
    print_answer,
    print_long_answer,
    read_game,
    recording,
    stacked,
    to_go_on,
    writing,
)
from canasta_cli.cli.session import current_session, on_terminal, open_scorebook
from canasta_cli.errors import CanastaError, NotUnderstood, UnusableData
from canasta_cli.model.game import Ending
from canasta_cli.show.layout import DRY, Text
from canasta_cli.words import points, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.stats import GameFigures
    from canasta_cli.scorekeeper.games import Selection
    from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook
    from canasta_cli.show.layout import TwoForms

selecting = stacked(
    option(
        "--player",
        "with_players",
        multiple=True,
        metavar="NAME",
        shell_complete=options.all_players,
        help="Only games in which this player plays. Can be repeated.",
    ),
    option(
        "--since", default="", metavar="DATE", help="Only games from this day, month or year on."
    ),
    option("--until", default="", metavar="DATE", help="Only games up to this day, month or year."),
    option(
        "-r",
        "--rules",
        metavar="NAME",
        shell_complete=options.rulesets,
        help="Only games with this ruleset.",
    ),
    listing,
)


def _selection(players: Sequence[str], since: str, until: str, rules: str | None) -> "Selection":
    """Return the games that the options select. Raises :class:`~canasta_cli.errors.NotUnderstood`."""
    from canasta_cli.notation.dates import first_day, last_day
    from canasta_cli.scorekeeper.games import Selection

    first, last = since and first_day(since), until and last_day(until)
    if first and last and last < first:
        raise NotUnderstood(
            f"--until {until} is before --since {since}", fix="Exchange them, or leave one out."
        )
    return Selection(tuple(players), first, last, rules or "")


@click.command("games")
@selecting
def games_command(with_players: tuple[str, ...], since: str, until: str, rules: str | None) -> int:
    """List the games, or some of them.

    Each line shows a game's ruleset, its sides with their totals, and the number of hands. The
    current game is marked with an asterisk. With --since or --until, it also shows the date; games
    without a date are left out then.

    Examples:
      canasta games
      canasta games --json
      canasta games --player Ann --since 2026-09
        The games of Ann from September 2026 on.
    """
    from canasta_cli.scorekeeper.games import ALL_GAMES, list_games
    from canasta_cli.scorekeeper.scorebook import to_go_on
    from canasta_cli.show.games import GamesAnswer, games_blocks

    selection = _selection(with_players, since, until, rules)
    with open_scorebook(snapshot=True) as book:
        further = to_go_on(book.journal)
        found, errors = list_games(book.journal, book.journal.listed())
    games = selection.among(found)
    selected, dated = selection != ALL_GAMES, bool(since or until)
    if games or current_session().as_json or not errors:
        print_long_answer(
            lambda: games_blocks(games, selected=selected, dated=dated),
            lambda: GamesAnswer(games),
        )
        if not all(game.current for game in games):
            hint(further)
    return _reported(errors)


def _reported(errors: Sequence[CanastaError]) -> int:
    """Report games that can't be read, beside the answer about the others; return the exit status."""
    if not errors:
        return 0
    from canasta_cli.cli.error_messages import report_errors

    report_errors(errors)
    return UnusableData.status


@click.command("use")
@click.argument("name", shell_complete=options.games)
@recording
def use_command(name: str) -> None:
    """Make a game the current one.

    Commands without -g use the current game.

    Examples:
      canasta use friday
    """
    from canasta_cli.scorekeeper.games import use_game
    from canasta_cli.show.games import BegunAnswer, begun_blocks

    with open_scorebook() as book:
        loaded = use_game(book, name)
        lines = to_go_on(book, loaded)
    print_answer(
        lambda: begun_blocks(loaded.standing, recorded=not book.dry_run),
        lambda: BegunAnswer(loaded.standing, recorded=not book.dry_run),
    )
    if not book.dry_run:
        hint(*lines)


@click.command("rename")
@click.argument("name", nargs=-1, metavar="[NEW_NAME]")
@date_option()
@writing
def rename_command(name: tuple[str, ...], date: str, game: str | None) -> None:
    """Rename a game, or correct its date.

    A player or a side gets another name with canasta players rename.

    Examples:
      canasta rename christmas
        The current game gets the name christmas.
      canasta rename christmas -g friday
      canasta rename --date 2026-11-20
        It was played on the day before.
    """
    from canasta_cli.scorekeeper.games import rename_game
    from canasta_cli.show.games import RenamedAnswer

    if not name and not date:
        raise missing("name")
    given, more = next(iter(name), None), name[1:]
    if given and more:
        old, new = quoted(given), quoted(" ".join(more))
        raise NotUnderstood(
            "canasta rename takes one name, the new name of a game",
            fix=f"To rename a player or a side: canasta players rename {old} {new}\n"
            f"To rename a game: canasta rename {new} -g {old}",
        )
    with open_scorebook() as book:
        after = rename_game(book, game, given, date).game
    would = book.dry_run
    parts = [f"{'Would rename' if would else 'Renamed'} to “{after.name}”."] if name else []
    when = "would be" if would else "is now"
    parts += [f"The date of {after.name} {when} {after.date}."] if date else []
    print_answer(
        lambda: (Text(" ".join(parts)), *((DRY,) if would else ())),
        lambda: RenamedAnswer(after, recorded=not would),
    )


@click.command("finish")
@option("--unfinished", is_flag=True, help="Nobody wins; the hands still count in statistics.")
@option("--abandon", is_flag=True, help="Nobody wins, and statistics leave the game out.")
@writing
def finish_command(unfinished: bool, abandon: bool, game: str | None) -> None:
    """End a game early: the side that leads wins.

    On a terminal, it asks how the game ends, unless an option says it. No more hands can be recorded,
    and a hand in play doesn't count. Hands can still be corrected; canasta undo resumes the game. A game
    that was ended early can be ended in another way.

    Examples:
      canasta finish
        It is late: the side that leads has won.
      canasta finish --unfinished
        Nobody wins; the hands played still count.
    """
    from canasta_cli.scorekeeper.games import finish_game
    from canasta_cli.show.games import FinishedAnswer, finished_blocks

    if unfinished and abandon:
        raise NotUnderstood(
            "--unfinished and --abandon contradict each other", fix="Give one of them."
        )
    ending = Ending.UNFINISHED if unfinished else Ending.ABANDONED if abandon else Ending.LEADER
    with open_scorebook() as book:
        if ending is Ending.LEADER and on_terminal():
            playing = book.load(game)
            # Another terminal may make another game the current one meanwhile.
            game, ending = playing.game.name, _choose_ending(playing)
        loaded = finish_game(book, game, ending)
    print_answer(
        lambda: finished_blocks(loaded, recorded=not book.dry_run),
        lambda: FinishedAnswer(loaded.standing, recorded=not book.dry_run),
    )


def _choose_ending(loaded: "LoadedGame") -> Ending:
    """Ask how a game ends; one that is over, or has no finished hand, is not asked about.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if none of the endings is meant.
    """
    game, totals = loaded.game, loaded.standing.totals
    if loaded.standing.outcome.over or not game.hands:
        return Ending.LEADER
    from canasta_cli.cli.playing import choose_number

    best, second, *_ = ordered = sorted(totals, reverse=True)
    leader = f"{game.sides[totals.index(best)].name} wins ({' to '.join(map(points, ordered))})"
    if best == second:
        leader = f"a draw at {points(best)}"
    endings = {
        leader: Ending.LEADER,
        "unfinished": Ending.UNFINISHED,
        "abandoned": Ending.ABANDONED,
    }
    says = "unfinished: nobody wins; the hands still count in statistics. abandoned: they don't."
    question = f"How does {game.name} end?"
    number = choose_number(question, [*endings], says, enter=leader, usual=1)
    if not number:
        raise NotUnderstood("nothing was recorded", fix="To go on with the game: canasta")
    return [*endings.values()][number - 1]


@click.command("delete")
@click.argument("name", required=False, shell_complete=options.games)
@recording
def delete_command(name: str | None) -> int:
    """Delete a game: lists and statistics no longer show it.

    Its entries stay in the database, and the answer shows the command that restores it. To remove a
    game or a name for good, delete the games that have it, write the others to files with
    canasta export --all --format toml -o FOLDER, and import the files into a new database with
    canasta import FOLDER/* --db FILE.

    Examples:
      canasta delete friday
        The answer shows how to restore it.
    """
    from canasta_cli.scorekeeper.games import delete_game
    from canasta_cli.scorekeeper.scorebook import to_go_on
    from canasta_cli.show.games import DeletedAnswer, deleted_blocks

    with open_scorebook() as book:
        name = name or _confirm_deletion(book)
        if not name:
            return nothing_recorded()
        loaded = delete_game(book, name)
        further = to_go_on(book.journal)
    print_answer(
        lambda: deleted_blocks(loaded, further, recorded=not book.dry_run),
        lambda: DeletedAnswer(loaded, recorded=not book.dry_run),
    )
    return 0


def _confirm_deletion(book: "Scorebook") -> str:
    """Ask about the current game; return its name, or an empty string if the answer is no.

    Raises :class:`~canasta_cli.errors.NotUnderstood` without a terminal.
    """
    from canasta_cli.cli.form import agree
    from canasta_cli.scorekeeper.scorebook import find

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        line = book.journal.current()
        example = f"canasta delete {quoted(line.name if line else 'friday')}"
        raise NotUnderstood("the game's name is missing", fix=f"Name it. Example: {example}")
    name = find(book.journal, None).name
    says = "A deleted game is in no list and counts in no statistics; canasta undo restores it."
    return name if agree(f"Delete {name}?", default=False, says=says) else ""


@click.command("stats")
@click.argument("players", nargs=-1, metavar="[PLAYER...]", shell_complete=options.all_players)
@option(
    "--by",
    type=click.Choice(("player", "partnership", "ruleset", "season")),
    default="player",
    help="What to compare. Default: player.",
)
@selecting
def stats_command(
    players: tuple[str, ...],
    by: str,
    with_players: tuple[str, ...],
    since: str,
    until: str,
    rules: str | None,
) -> int:
    """Show statistics over all games: wins, averages and canastas, of each player or of partners.

    A season is a year, from January on. With --since, it begins each year on that day: after --since
    2025-09, the seasons begin on the first of September. For any other period, give --since and
    --until. Games without a date are listed as No date.

    Examples:
      canasta stats
      canasta stats Ann Bob
        Only Ann and Bob.
      canasta stats --since 2026-09 --until 2026-12
        Who is ahead since September?
      canasta stats --by season --rules classic
    """
    from canasta_cli.scorekeeper.games import ALL_GAMES, list_games, spellings
    from canasta_cli.scorekeeper.people import figures_for_stats
    from canasta_cli.scorekeeper.scorebook import pick
    from canasta_cli.show.games import NO_GAMES, NO_HAND_MATCHES, NO_HANDS

    selection = _selection(with_players, since, until, rules)
    with open_scorebook(snapshot=True) as book:
        games, errors = list_games(book.journal, book.journal.listed())
    known = sorted(spellings(games).values())
    only = tuple(pick(player, known, "player") for player in players)
    figures = figures_for_stats(games, selection)
    selected = only or selection != ALL_GAMES
    empty = NO_HAND_MATCHES if selected else NO_HANDS if games else NO_GAMES
    print_long_answer(*_compared(figures, only, by, selection.since, empty))
    return _reported(errors)


def _compared(
    games: Sequence["GameFigures"], only: tuple[str, ...], by: str, since: str, empty: "Text"
) -> "TwoForms":
    """Return the statistics by what they compare; seasons begin on the day ``since`` of each year."""
    from canasta_cli.engine.game.stats import grouped, name_of, of_partners, stats
    from canasta_cli.notation.dates import season_of
    from canasta_cli.show.games import GroupsAnswer, StatsAnswer, groups_blocks, stats_blocks

    if by == "partnership":
        mine = {name_of(side) for game in games for side in game.sides if {*side} & {*only}}
        found = stats(map(of_partners, games), tuple(mine) or only)
        return lambda: stats_blocks(found, "Partners", empty=empty), lambda: StatsAnswer(found)
    if by == "player":
        found = stats(games, only)
        return lambda: stats_blocks(found, empty=empty), lambda: StatsAnswer(found)

    def name(game: "GameFigures") -> str:
        return game.ruleset if by == "ruleset" else season_of(game.date, since)

    groups = grouped(games, name, only)
    return lambda: groups_blocks(groups, empty=empty), lambda: GroupsAnswer(groups)


# The people who play: other names for them, and substitutes.


@click.group("players", cls=OrderedGroup, invoke_without_command=True)
@listing
@click.pass_context
def players_command(context: click.Context) -> None:
    """List the people who play, and give them other names.

    Without a command: list them. Upper and lower case are one person.

    Examples:
      canasta players
      canasta players rename Jonas Jonah
      canasta players merge Jonah Jonas
    """
    if context.invoked_subcommand is None:
        context.invoke(list_players)


@players_command.command("list")
@listing
def list_players() -> None:
    """List the people who play: their games, the last date, and names that may mean one person.

    Examples:
      canasta players list
      canasta players list --json
    """
    from canasta_cli.scorekeeper.people import known_people, pairs_alike
    from canasta_cli.show.games import PeopleAnswer, people_blocks

    with open_scorebook(snapshot=True) as book:
        people = tuple(known_people(book.journal).values())
    alike = tuple(pairs_alike(people))
    print_long_answer(lambda: people_blocks(people, alike), lambda: PeopleAnswer((people, alike)))
    if people:
        hint("If somebody takes another's seat: canasta sub OLD NEW")


@players_command.command("rename")
@click.argument("player", metavar="NAME", shell_complete=options.players_and_sides)
@click.argument("name", metavar="NEW_NAME")
@named_game_option(
    help="Only in this game. Default: a player in all games, a side in the current one."
)
@recording
def rename_player_command(player: str, name: str, game: str | None) -> None:
    """Rename a player in all games, or in one game; or a side in one game.

    Earlier hands show the new name too; the log shows both. A side that is named after its players is
    renamed with them. canasta undo undoes the rename in all games at once; if one of them has newer
    entries, undo those first, or rename again.

    Examples:
      canasta players rename Jonas Jonah
        A side that is called Jonas/Cat is then called Jonah/Cat.
      canasta players rename Us Kitchen
        A side of the current game.
      canasta players rename Jonas Jonah -g friday
    """
    _rename(player, name, game)


@players_command.command("merge")
@click.argument("name", metavar="NAME", shell_complete=options.all_players)
@click.argument("player", metavar="OTHER", shell_complete=options.all_players)
@recording
def merge_players_command(name: str, player: str) -> None:
    """Merge two names of one person: the first name replaces the other in all games.

    Two people who both played in one game can't be merged. canasta undo undoes the merge in all games at
    once.

    Examples:
      canasta players merge Jonah Jonas
        Jonas was Jonah, misspelled.
    """
    _rename(player, name, None, merge=True)


def _rename(player: str, name: str, game: str | None, *, merge: bool = False) -> None:
    """Give a player another name; ``merge`` joins two names of one person."""
    from canasta_cli.cli.beginning import check_words
    from canasta_cli.scorekeeper.people import rename_player
    from canasta_cli.show.games import PlayerRenamedAnswer, renamed_blocks

    if not merge:
        check_words((name,), "Example: canasta players rename Jonas Jonah")
    with open_scorebook() as book:
        result = rename_player(book, game, player, name, merge=merge)
    print_answer(lambda: renamed_blocks(result), lambda: PlayerRenamedAnswer(result))


@click.command("sub")
@click.argument("player", shell_complete=options.players, cls=AskedArgument)
@click.argument("substitute", shell_complete=options.all_players, cls=AskedArgument)
@option(
    "--from",
    "start",
    type=Number(1),
    metavar="HAND",
    help="The first hand of the substitute. Default: the next one.",
)
@writing
def sub_command(
    player: str | None, substitute: str | None, start: int | None, game: str | None
) -> None:
    """Record that a substitute takes a player's seat. On a terminal, it asks for missing names.

    From then on, the substitute's name is used. Earlier hands keep the names of those who played them, in
    the score pad, in exports and in statistics, and so does a hand in play: it is played by those who were
    dealt its cards. A substitute may leave in the same way.

    Examples:
      canasta sub Cat Eve
        Eve plays for Cat from the next hand on.
      canasta sub Bob Gus --from 2
        Gus came before the second hand.
    """
    from canasta_cli.cli.beginning import check_words, known_spelling
    from canasta_cli.scorekeeper.people import substitute as substituted
    from canasta_cli.show.games import SubstituteAnswer, substitute_blocks

    if player is None or substitute is None:
        player, substitute, game = _asked_names(player, substitute, game)
    check_words((substitute,), _EXAMPLE_OF_SUB)
    name = known_spelling((substitute,))(substitute)
    with open_scorebook() as book:
        result = substituted(book, game, (player, name), start)
    print_answer(lambda: substitute_blocks(result), lambda: SubstituteAnswer(result))


_EXAMPLE_OF_SUB = "Example: canasta sub Cat Eve"


def _asked_names(
    player: str | None, substitute: str | None, game: str | None
) -> tuple[str, str, str]:
    """Ask who leaves, and who comes; return both with the name of the game."""
    from canasta_cli.cli.beginning import check_words
    from canasta_cli.cli.form import FormChoice, FormField, ask_missing
    from canasta_cli.model.seats import players_at

    loaded = read_game(game)
    names = players_at(loaded.game, loaded.game.next_hand)

    def new_name(typed: str) -> str:
        check_words((typed,), _EXAMPLE_OF_SUB)
        return typed

    found = ask_missing(
        {"player": player, "substitute": substitute},
        FormField(
            "player",
            "Who leaves?",
            "The substitute has this player's seat from the next hand on.",
            choices=tuple([FormChoice(name, name) for name in names]),
        ),
        FormField("substitute", "Who plays instead?", "The name of a person.", new_name),
    )
    return found["player"], found["substitute"], loaded.game.name
