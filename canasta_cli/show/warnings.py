"""Format warnings about hands, and notes, which settle them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import DRY, Blocks, Style, Text, short

if TYPE_CHECKING:
    from canasta_cli.engine.game.warnings import HandWarning
    from canasta_cli.scorekeeper.hands import NoteRecorded
    from canasta_cli.scorekeeper.health import GameWarning


def hand_warnings(warnings: Iterable[HandWarning]) -> Blocks:
    """Format the warnings about the hand that an answer is about."""
    return tuple(_line(each.message) for each in warnings)


def score_warnings(warnings: tuple[HandWarning, ...]) -> Blocks:
    """Format the warnings about all hands of a game, and how to settle them."""
    lines = tuple(_line(f"hand {each.hand}: {each.message}") for each in warnings)
    return (*lines, _fix(warnings[0])) if warnings else ()


def doctor_warnings(warnings: tuple[GameWarning, ...]) -> Blocks:
    """Format the warnings about all hands of all games, and how to settle them."""
    lines = tuple(_line(f"{game}, hand {each.hand}: {each.message}") for game, each in warnings)
    if not warnings:
        return ()
    from shlex import quote

    game, first = warnings[0]
    return (*lines, _fix(first, f" -g {quote(game)}"))


def _line(text: str) -> Text:
    return Text(f"Warning: {text}.", Style.NOTICE)


def _fix(warning: HandWarning, game: str = "") -> Text:
    """Format how to settle a warning; ``game`` is the option that names its game."""
    return Text(
        "Fix: correct the hand with canasta amend, or say why it is right: "
        f'canasta note{game} --hand {warning.hand} "…"'
    )


WARNING_KEYS = Keys(
    "A warning",
    {
        "id": "Its name, the same in every version.",
        "hand": "The number of the hand.",
        "side": "The side that it is about; null for all.",
        "message": "A sentence, without its capital and full stop.",
        "game": "The name of the game (`canasta doctor`).",
    },
)


def warnings_json(warnings: Iterable[HandWarning]) -> list[Mapping[str, Any]]:
    """Return warnings as JSON."""
    return [each._asdict() for each in warnings]


def game_warnings_json(warnings: Iterable[GameWarning]) -> list[Mapping[str, Any]]:
    """Return the warnings about several games as JSON, each with its game."""
    return [{"game": game, **each._asdict()} for game, each in warnings]


def note_blocks(result: NoteRecorded, text: str, hand: int | None) -> Blocks:
    """Format the note, and the warnings that it settles."""
    where = f", hand {hand}" if hand else ""
    hides = "No longer shown" if result.recorded else "Would no longer be shown"
    settled = (Text(f"{hides}: {each.message}.") for each in result.settled)
    dry = () if result.recorded else (DRY,)
    verb = "Noted" if result.recorded else "Would note"
    return (Text(f"{verb} in {result.after.game.name}{where}: {short(text)}"), *settled, *dry)


NOTE_KEYS = Keys(
    "canasta note",
    {
        "game": "The name of the game.",
        "note": "The text.",
        "recorded": "True if it was recorded.",
        "hand": "The number of the hand, only with --hand.",
        "settled": Object("The warnings that the note settles, only with --hand.", WARNING_KEYS),
    },
)


def note_json(result: NoteRecorded, text: str, hand: int | None) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta note``."""
    given = {"game": result.after.game.name, "note": text, "recorded": result.recorded}
    if hand is None:
        return given
    return {**given, "hand": hand, "settled": warnings_json(result.settled)}
