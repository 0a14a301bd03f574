"""What to type next: quiet lines below an answer, for people at a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_cli.cli.options import print_answer
from canasta_cli.cli.streams import on_terminal
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Style, Text

if TYPE_CHECKING:
    from canasta_cli.engine.game.warnings import HandWarning
    from canasta_cli.scorekeeper.hands import HandRecorded


def hint(*lines: str, as_json: bool) -> None:
    """Print what to type next, if somebody reads it."""
    if lines and not as_json and on_terminal():
        blocks = tuple(Text(line, Style.QUIET) for line in lines)
        print_answer(Answer(lambda: blocks, dict), as_json=False)


def option_for(game: str | None) -> str:
    """Return the option with which the next command concerns the same game; empty for the current one."""
    return f" -g {_quoted(game)}" if game else ""


def after_new(name: str, before: str | None) -> tuple[str, ...]:
    """List what to type in a new game; ``before`` is the game that was current."""
    back = (f"Back to {before}: canasta use {_quoted(before)}",) if before else ()
    return (
        "After the hand: canasta hand. On one line: canasta hand --help",
        *(f"{name} is now the current game. {each}" for each in back),
    )


def after_deal(game: str | None) -> tuple[str, ...]:
    """List what to type once a hand is recorded turn by turn."""
    option = option_for(game)
    return (
        f"Each turn: canasta turn{option} draw discard 4",
        f"At the end: canasta left{option}",
        f"To count the whole hand instead: canasta hand{option}",
    )


def after_hand(result: "HandRecorded", game: str | None) -> tuple[str, ...]:
    """List how to settle the warnings about a recorded hand, and how to correct it."""
    from canasta_cli.engine.game.warnings import warnings_of

    if not result.recorded:
        return ()
    option, hand = option_for(game), result.number
    found = warnings_of(result.after.standing, hand)
    if hand <= len(result.before.game.hands):  # an amended hand was not entered twice
        found = tuple(each for each in found if each.id != "identical")
    fixes = (line for each in found for line in _fixes(each, option))
    last = (f"To correct it: canasta amend {hand}{option}. To take it back: canasta undo{option}",)
    return (*fixes, *last)


def _fixes(warning: "HandWarning", option: str) -> Iterator[str]:
    amend = f"canasta amend {warning.hand}{option}"
    if warning.id == "identical":
        yield f"If it was entered twice: canasta undo{option}"
    elif warning.id == "nothing-left" and warning.side:
        yield f"Cards left: {amend} {_quoted(warning.side)}+=left:JJ4"


def after_undo(game: str | None) -> tuple[str, ...]:
    """Return how to restore what was undone."""
    return (f"To restore it: canasta redo{option_for(game)}",)


def _quoted(word: str) -> str:
    import shlex  # few answers have a hint

    return shlex.quote(word)
