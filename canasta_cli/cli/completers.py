"""Shell completion of names from the database and the library. Never fails, never creates a file."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from canasta_cli.scorekeeper.scorebook import LoadedGame

Completer = Callable[[click.Context, click.Parameter, str], list[str]]
FileCompleter = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]


def _matching(words: Iterable[str], parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the words that begin with the typed text.

    An argument that begins with a hyphen would be parsed as an option, so it is not offered.
    """
    fitting = [word for word in words if word.lower().startswith(incomplete.lower())]
    if isinstance(parameter, click.Argument):
        return [word for word in fitting if not word.startswith("-")]
    return fitting


def _quietly(names: Callable[[click.Context], Iterable[str]]) -> Completer:
    """Return a completer that offers nothing after an error, since Tab can't show messages."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        try:
            return _matching(names(context), parameter, incomplete)
        except Exception:  # noqa: BLE001 - the command itself will report the error
            return []

    return complete


def _games(context: click.Context) -> list[str]:
    from canasta_cli.cli.database import open_scorebook

    with open_scorebook(context.params.get("db"), snapshot=True) as book:
        return [line.name for line in book.journal.games()]


def _load(context: click.Context) -> "LoadedGame":
    from canasta_cli.cli.database import open_scorebook
    from canasta_cli.scorekeeper.scorebook import load_game

    with open_scorebook(context.params.get("db"), snapshot=True) as book:
        return load_game(book.journal, context.params.get("game"))


def _players(context: click.Context) -> list[str]:
    return list(_load(context).game.players)


def _holders(context: click.Context) -> list[str]:
    return [f"{player}=" for player in _players(context)]


def _sides(context: click.Context) -> list[str]:
    return [f"{side.name}=" for side in _load(context).game.sides]


def _all_players(context: click.Context) -> list[str]:
    from canasta_cli.cli.database import open_scorebook
    from canasta_cli.scorekeeper.scorebook import load_uncounted

    with open_scorebook(context.params.get("db"), snapshot=True) as book:
        games = [load_uncounted(book.journal, line.name) for line in book.journal.games()]
    return sorted({player for game in games for player in game.players})


def _rulesets(_: click.Context) -> Iterable[str]:
    from canasta_cli.rules.library import names

    return names()


def _parameters(_: click.Context) -> Iterable[str]:
    from canasta_cli.rules.declared import PARAMETERS

    return [f"{path}=" for path in PARAMETERS]


def _side_names(context: click.Context) -> list[str]:
    return [side.name for side in _load(context).game.sides]


def _topics(_: click.Context) -> Iterable[str]:
    from canasta_cli.rules.names import TOPICS

    return TOPICS


def _entries(_: click.Context) -> Iterable[str]:
    from canasta_cli.engine.catalogue import entries

    return [entry.id for entry in entries()]


def _or_files(names: Completer) -> "FileCompleter":
    """Return a completer that also offers files if no name fits or the word looks like a file."""

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[str]]":
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name) for name in names(context, parameter, incomplete)]
        if not found or "/" in incomplete or "." in incomplete:
            found.append(CompletionItem(incomplete, type="file"))
        return found

    return complete


games = _quietly(_games)
players = _quietly(_players)
all_players = _quietly(_all_players)
sides = _quietly(_sides)
holders = _quietly(_holders)
rulesets = _or_files(_quietly(_rulesets))
parameters = _or_files(_quietly(_parameters))
entries = _quietly(_entries)
topics = _quietly(_topics)
side_names = _quietly(_side_names)


def _pages(context: click.Context) -> Iterable[str]:
    from canasta_cli.cli.manual import manual_in

    return manual_in(context).names()


pages = _quietly(_pages)
