"""Options that many commands share, their completion, the printing of an answer, and hints below it.

Every command uses it.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

import click
from click.decorators import FC

from canasta_cli.cli.command_classes import CommonOption, ScriptOption, option
from canasta_cli.cli.session import current_session, on_terminal, open_scorebook, paged, warn
from canasta_cli.errors import CanastaError
from canasta_cli.show.layout import Style, Text, formatted
from canasta_cli.words import whole_number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from canasta_cli.scorekeeper.amendments import Prepare
    from canasta_cli.scorekeeper.corrections import Corrected
    from canasta_cli.scorekeeper.hands import HandRecorded, Sent
    from canasta_cli.scorekeeper.scorebook import LoadedGame, Once, Repeated, Scorebook
    from canasta_cli.show.layout import Block, Blocks, MakeJson, MakeText


# Shell completion of names from the database and the library. Never fails, never creates a file.

Completer = Callable[[click.Context, click.Parameter, str], list[str]]
T = TypeVar("T")
FileCompleter = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]


# A shell inserts what is offered unchanged, and names are text from other people: only names that no
# shell reads as anything else are offered. Cards or a value are to follow an equals sign.
PLAIN = r"\w[\w.-]*=?"


def quietly(names: Callable[[click.Context], Iterable[str]]) -> Completer:
    """Return a completer of plain names; after an error it offers nothing, since Tab shows no message."""

    def complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        begun = incomplete.lower()
        try:
            with context.scope(cleanup=False):  # for the session, which has noted --db
                fitting = [word for word in names(context) if word.lower().startswith(begun)]
        except Exception:  # noqa: BLE001 - the command itself will report the error
            return []
        return [word for word in fitting if re.fullmatch(PLAIN, word)]

    return complete


def _or_files(names: Completer) -> "FileCompleter":
    """Return a completer that offers files if no name fits: the shells complete either."""

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[str]]":
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name) for name in names(context, parameter, incomplete)]
        return found or [CompletionItem(incomplete, type="file")]

    return complete


def read_game(game: str | None) -> "LoadedGame":
    """Return a game as it is now, the current one without a name."""
    with open_scorebook(snapshot=True) as book:
        return book.load(game)


def _load(context: click.Context) -> "LoadedGame":
    return read_game(context.params.get("game"))


@quietly
def games(_: click.Context) -> Iterable[str]:
    """Offer the games."""
    with open_scorebook(snapshot=True) as book:
        return [line.name for line in book.journal.listed()]


@quietly
def all_players(_: click.Context) -> Iterable[str]:
    """Offer the players of all games."""
    from canasta_cli.scorekeeper.people import known_people

    with open_scorebook(snapshot=True) as book:
        return [person.name for person in known_people(book.journal).values()]


@quietly
def players_and_sides(context: click.Context) -> Iterable[str]:
    """Offer the players of all games, and the sides of the game."""
    people = all_players(context, click.Argument(["player"]), "")
    with suppress(CanastaError):
        people += _load(context).game.side_names
    return people


# The players and the sides of the game, also each to be followed by cards or a tally.
players = quietly(lambda context: _load(context).game.players)
holders = quietly(lambda context: [f"{name}=" for name in _load(context).game.players])
side_names = quietly(lambda context: _load(context).game.side_names)
sides = quietly(lambda context: [f"{name}=" for name in _load(context).game.side_names])


@_or_files
@quietly
def rulesets(_: click.Context) -> Iterable[str]:
    """Offer the rulesets."""
    from canasta_cli.rules.library import names

    return names()


@quietly
def parameters(_: click.Context) -> Iterable[str]:
    """Offer the parameters, each to be followed by a value."""
    from canasta_cli.rules.groups import PARAMETERS

    return [f"{path}=" for path in PARAMETERS]


@quietly
def topics(_: click.Context) -> Iterable[str]:
    """Offer the irregularities."""
    from canasta_cli.rules.names import TOPICS

    return TOPICS


@quietly
def entries(_: click.Context) -> Iterable[str]:
    """Offer the rules, scoring items and parameters."""
    from canasta_cli.engine.catalogue import entries

    return [entry.id for entry in entries()]


# Options that many commands share, and how to print an answer with them.


LAST = "last"
"""Stands for the number of the last hand, or the newest entry."""


class Number(click.IntRange):
    """A whole number; thousands separators are understood, as in answers."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the number without its separators; the library passes it as text."""
        number = whole_number(str(value))
        if number is None:
            self.fail(f"{value!r} is not a valid integer.", param, ctx)
        return super().convert(number, param, ctx)


class NumberOrLast(click.IntRange):
    """A whole number from 1; ``last`` is read as another number."""

    def __init__(self, last: int) -> None:
        super().__init__(1)
        self.last = last

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the number; the library passes it as text."""
        is_last = str(value).lower() == LAST
        return self.last if is_last else super().convert(value, param, ctx)


_NO_PAGER = "canasta.no_pager"


_common = partial(click.option, cls=CommonOption)


def _noted(name: str) -> Callable[[click.Context, click.Parameter, T], T]:
    """Return a callback that notes an option, if it is given, as an attribute of the session."""

    def note(_: click.Context, __: click.Parameter, value: T) -> T:
        if value is not None and value is not False:
            setattr(current_session(), name, value)
        return value

    return note


json_option = _common(
    "--json",
    "as_json",
    is_flag=True,
    expose_value=False,
    callback=_noted("as_json"),
    help="Print the answer as JSON.",
)


named_game_option = partial(_common, "-g", "--game", metavar="NAME", shell_complete=games)
game_option = named_game_option(
    callback=_noted("game"), help="The game to use. Default: the current one."
)


db_option = _common(
    "--db",
    expose_value=False,
    callback=_noted("db"),
    metavar="FILE",
    help="The database. Default: CANASTA_DB, else a file in your data folder.",
)
ruleset_option = partial(option, "-r", "--rules", metavar="NAME|FILE", shell_complete=rulesets)
rules_option = ruleset_option(
    cls=CommonOption,
    help="The ruleset. Default: the current game's, else that of canasta config.",
)
house_option = _common(
    "--house",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=parameters,
    help="A house rule. Can be repeated.",
)
target_option = option(
    "--target",
    type=Number(1),
    metavar="N",
    help="The points that end the game; the same as --house end.target=N.",
)
dry_run_option = _common(
    "-n",
    "--dry-run",
    is_flag=True,
    expose_value=False,
    callback=_noted("dry_run"),
    help="Show what would be recorded, but record nothing.",
)
pager_option = _common(
    "--no-pager",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, refused: context.meta.update({_NO_PAGER: refused}),
    help="Print a long answer at once, instead of showing it in a pager.",
)
force_option = _common("--force", is_flag=True, help="Record it anyway, and mark it as forced.")
overwrite_option = option("--force", is_flag=True, help="Overwrite the file if it exists.")


def stacked(*options: Callable[[FC], FC]) -> Callable[[FC], FC]:
    """Combine several options into one decorator, in the order in which the help shows them.

    All commands share the options, since creating them takes much of the time of a short command.
    """
    made = click.Command(None)
    for each in reversed(options):
        each(cast("FC", made))

    def decorate(function: FC) -> FC:
        # As click's own decorators do: a function keeps its parameters until a command is made of it.
        if isinstance(function, click.Command):
            function.params += made.params
        else:
            function.__dict__.setdefault("__click_params__", []).extend(made.params)
        return function

    return decorate


reading = stacked(pager_option, game_option, db_option, json_option)
listing = stacked(pager_option, db_option, json_option)
recording = stacked(dry_run_option, db_option, json_option)
writing = stacked(game_option, recording)
forcing = stacked(force_option, writing)


dealer_option = partial(option, "--dealer", default="", metavar="PLAYER", shell_complete=players)


def date_option(default: str = "") -> Callable[[FC], FC]:
    """Return the option for the day of a game, as text; empty without it."""

    def one_day(_: click.Context, __: click.Parameter, text: str) -> str:
        from canasta_cli.notation.dates import one_day as day

        return day(text) if text else ""

    says = f"The day of the game, such as 2026-09-12.{default}"
    return option("--date", default="", metavar="DAY", callback=one_day, help=says)


def missing(name: str) -> click.MissingParameter:
    """Return the error for an argument of the command that was not given."""
    context = click.get_current_context()
    argument = next(each for each in context.command.params if each.name == name)
    return click.MissingParameter(ctx=context, param=argument)


as_hand_option = click.option(
    "--as-hand",
    cls=ScriptOption,
    type=Number(1),
    metavar="N",
    help="Record it only as hand N; if another hand is due, refuse it.",
)
key_option = click.option(
    "--key",
    cls=ScriptOption,
    metavar="TEXT",
    help="Record it only once, however often it is sent with this key.",
)


def sent_once(as_hand: int | None, key: str | None) -> "Sent | None":
    """Return how a script sends a request; ``None`` for one without these options."""
    if as_hand is None and key is None:
        return None
    from canasta_cli.scorekeeper.hands import Sent

    return Sent(as_hand, key)


def print_already(repeated: "Repeated") -> int:
    """Answer a request that was recorded before with the same key; return the exit status."""
    from canasta_cli.scorekeeper.hands import already
    from canasta_cli.show.hand import RepeatedAnswer, already_blocks

    found = already(repeated)
    print_answer(lambda: already_blocks(found), lambda: RepeatedAnswer(found))
    return 0


def with_target(house: tuple[str, ...], target: int | None) -> tuple[str, ...]:
    """Add what ``--target`` means to the house rules that were typed."""
    return house if target is None else (*house, f"end.target={target}")


def print_answer(text: "MakeText", json: "MakeJson") -> None:
    """Print an answer; on a terminal, say that it is being searched for if that takes long."""
    _print(text, json, as_json=current_session().as_json)


def show(*blocks: "Block") -> None:
    """Print what is only for people, also between their answers to questions."""
    if blocks:
        _print(lambda: blocks, dict, as_json=False)


def _print(text: "MakeText", json: "MakeJson", *, as_json: bool) -> None:
    with searching():
        printed = formatted(partial(_addressed, text), json, as_json=as_json)
    sys.stdout.write(printed)


def _addressed(text: "MakeText") -> "Blocks":
    """Add the options ``--game`` and ``--db`` to the commands that an answer suggests."""
    add = current_session().addressed
    return tuple(
        Text(add(each.line), each.style, each.indent) if isinstance(each, Text) else each
        for each in text()
    )


def print_correction(result: "Corrected") -> int:
    """Print what an entry corrects, and return the exit status."""
    from canasta_cli.show.corrections import correction_answer, correction_blocks

    print_answer(lambda: correction_blocks(result), lambda: correction_answer(result))
    return 0 if result.accepted else 1


def correct_if_agreed(
    book: "Scorebook",
    prepare: "Prepare",
    shown: "Corrected",
    agrees: Callable[[], bool],
    *,
    once: "Once | None" = None,
) -> int:
    """Show what a correction does, and make it if the user agrees; return the exit status.

    What the rules refuse is then forced.
    """
    from canasta_cli.scorekeeper.amendments import correct
    from canasta_cli.show.corrections import agreed_blocks, preview_blocks

    show(*preview_blocks(shown))
    if not agrees():
        return nothing_recorded()
    # Another terminal may change the game meanwhile, or make another one the current one.
    name, seen = shown.before.game.name, shown.before.records[-1].number
    forced = not shown.accepted
    result = correct(book, name, prepare, forced=forced, once=once, expected=seen)
    show(*agreed_blocks(result))
    return 0


def nothing_recorded() -> int:
    """Say that nothing was recorded, since the user did not agree; return the exit status."""
    warn("Nothing was recorded.\n")
    return 1


SECONDS_IN_SILENCE = 1.0
"""Seconds after which a terminal says that a search goes on."""
SEARCHING, CLEAR = b"Searching. Ctrl-C stops.", b"\r\x1b[K"


@contextmanager
def searching() -> Iterator[None]:
    """Say on a terminal that a search goes on, once it takes long, until its end."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.name == "nt":
        yield
        return
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():  # it is for a page
        yield
        return

    shown: list[int] = []
    before = signal.signal(
        signal.SIGALRM, lambda _, __: shown.append(os.write(sys.stderr.fileno(), SEARCHING))
    )
    # The prompt of `canasta serve` has a timer of its own, which goes on afterwards.
    due = signal.setitimer(signal.ITIMER_REAL, SECONDS_IN_SILENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *due)
        signal.signal(signal.SIGALRM, before)
        if shown:
            os.write(sys.stderr.fileno(), CLEAR)


def print_long_answer(text: "MakeText", json: "MakeJson") -> None:
    """Print an answer, in a pager if it is longer than the screen."""
    with may_page():
        print_answer(text, json)


def may_page() -> AbstractContextManager[None]:
    """Return a context whose output goes to a pager if it is long, unless the user refused one."""
    if click.get_current_context().meta.get(_NO_PAGER) or not on_terminal():
        return nullcontext()
    return paged()


# What to type next: quiet lines below an answer, for people at a terminal.


def hint(*lines: str) -> None:
    """Print what to type next, if somebody reads it."""
    if on_terminal():
        show(*(Text(line, Style.QUIET) for line in lines))


AFTER_DEAL = ("Type the turns: canasta turn", "To count the whole hand instead: canasta hand")
"""What to type once a hand is recorded turn by turn."""


def after_hand(result: "HandRecorded") -> tuple[str, ...]:
    """List how to correct a recorded hand, and how to go on after the end of the game."""
    if not result.recorded:
        return ()
    hand, game = result.number, result.after.game
    amend, undo = f"To correct it: canasta amend {hand}", "To undo it: canasta undo"
    end = after_end(result.after)
    if game.hands[hand - 1].played:
        turn = f"{amend}.TURN (see canasta log), or canasta amend {hand}.left"
        three = f"If a red three is missing, add it to a turn: canasta amend {hand}.TURN"
        return (turn, three, undo, *end)
    return (f"{amend}{' (swap sides: --swap)' if game.has_two_sides else ''}. {undo}", *end)


def after_end(loaded: "LoadedGame") -> tuple[str, ...]:
    """List how to go on after the end of a game: to resume it, or to begin another one."""
    if not loaded.standing.outcome.over:
        return ()
    resume = (f"To resume it: {loaded.resuming}",) if loaded.resuming else ()
    return (*resume, "To play again with the same people: canasta again")


def to_go_on(book: "Scorebook", loaded: "LoadedGame") -> tuple[str, ...]:
    """Return how to go on: with the next hand, which may be half typed, its next turn, or a new game."""
    from canasta_cli.scorekeeper.hands import POINTS, half_typed
    from canasta_cli.show.next import AFTER_HAND

    if loaded.standing.outcome.over:
        return after_end(loaded)
    turn = ("To go on: canasta turn",) if loaded.game.deal else ()
    if form := half_typed(book.journal, loaded):
        number, option = loaded.game.next_hand, " --points" if form == POINTS else ""
        return (*turn, f"Hand {number} is half typed. To continue: canasta hand{option}")
    return turn or (AFTER_HAND.line,)
