"""The people who play: ``players``, ``players rename|merge``, and ``sub``."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli import options
from canasta_cli.cli.beginning import known_spelling
from canasta_cli.cli.command_classes import AskedArgument, CommonOption, OrderedGroup, option
from canasta_cli.cli.options import (
    Number,
    db_option,
    dry_run_option,
    hint,
    json_option,
    pager_option,
    print_answer,
    print_long_answer,
    stacked,
    writing,
)
from canasta_cli.cli.session import on_terminal, open_scorebook
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import Scorebook


@click.group("players", cls=OrderedGroup, invoke_without_command=True)
@stacked(pager_option, db_option, json_option)
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
@stacked(pager_option, db_option, json_option)
def list_players() -> None:
    """List the people who play: their games, the last date, and names that may mean one person.

    Examples:
      canasta players list
      canasta players list --json
    """
    from canasta_cli.scorekeeper.people import known_people, pairs_alike
    from canasta_cli.show.games import PeopleAnswer, people_blocks

    with open_scorebook(snapshot=True) as book:
        people = known_people(book.journal)
    alike = tuple(pairs_alike(people))
    print_long_answer(lambda: people_blocks(people, alike), lambda: PeopleAnswer((people, alike)))
    hint(*(("If somebody takes another's seat: canasta sub OLD NEW",) if people else ()))


@players_command.command("rename")
@click.argument("player", metavar="NAME", shell_complete=options.players_and_sides)
@click.argument("name", metavar="NEW_NAME")
@click.option(
    "-g",
    "--game",
    cls=CommonOption,
    metavar="NAME",
    shell_complete=options.games,
    help="Only in this game. Default: a player in all games, a side in the current one.",
)
@stacked(dry_run_option, db_option, json_option)
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
@stacked(dry_run_option, db_option, json_option)
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
    from canasta_cli.scorekeeper.people import rename_player
    from canasta_cli.show.games import PlayerRenamedAnswer, renamed_blocks

    with open_scorebook() as book:
        merge = merge or (game is None and on_terminal() and _is_same(book, player, name))
        result = rename_player(book, game, player, name, merge=merge)
    print_answer(lambda: renamed_blocks(result), lambda: PlayerRenamedAnswer(result))


def _is_same(book: "Scorebook", player: str, name: str) -> bool:
    """Ask if a player and another one who has the new name are one person, unless they can't be."""
    from canasta_cli.cli.form import agree
    from canasta_cli.scorekeeper.people import known_people
    from canasta_cli.scorekeeper.scorebook import person_key

    people = {person_key(each.name): each for each in known_people(book.journal)}
    old, new = people.get(person_key(player)), people.get(person_key(name))
    if old is None or new is None or {*old.games} & {*new.games}:
        return False
    played = f"{new.name} already played in {count_of(len(new.games), 'game')}"
    question = f"{played}. Are {old.name} and {new.name} one person?"
    return agree(question, default=True, says=f"yes: {old.name} becomes {new.name} in all games.")


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
    from canasta_cli.scorekeeper.people import substitute as substituted
    from canasta_cli.show.games import SubstituteAnswer, substitute_blocks

    if player is None or substitute is None:
        player, substitute, game = _asked_names(player, substitute, game)
    name = known_spelling((substitute,))(substitute)
    with open_scorebook() as book:
        result = substituted(book, game, (player, name), start)
    print_answer(lambda: substitute_blocks(result), lambda: SubstituteAnswer(result))


def _asked_names(
    player: str | None, substitute: str | None, game: str | None
) -> tuple[str, str, str]:
    """Ask who leaves, and who comes; return both with the name of the game."""
    from canasta_cli.cli.form import FormChoice, FormField, ask_missing, some_text
    from canasta_cli.model.seats import players_at
    from canasta_cli.scorekeeper.scorebook import load_game

    with open_scorebook(snapshot=True) as book:
        loaded = load_game(book.journal, game)
    names = players_at(loaded.game, len(loaded.game.hands) + 1)
    found = ask_missing(
        {"player": player, "substitute": substitute},
        FormField(
            "player",
            "Who leaves?",
            "The substitute has this player's seat from the next hand on.",
            choices=tuple([FormChoice(name, name) for name in names]),
        ),
        FormField("substitute", "Who plays instead?", "The name of a person.", some_text),
    )
    return found["player"], found["substitute"], loaded.game.name
