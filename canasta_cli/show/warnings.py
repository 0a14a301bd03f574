"""Format warnings about hands, and notes, which settle them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

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


def _line(says: str) -> Text:
    return Text(f"Warning: {says}.", Style.NOTICE)


def _fix(warning: HandWarning, game: str = "") -> Text:
    """Format how to settle a warning; ``game`` is the option that names its game."""
    return Text(
        "Fix: correct the hand with canasta amend, or say why it is right: "
        f'canasta note{game} --hand {warning.hand} "…"'
    )


def warnings_json(warnings: Iterable[HandWarning]) -> list[Mapping[str, Any]]:
    """Return warnings as JSON."""
    return [each._asdict() for each in warnings]


def game_warnings_json(warnings: Iterable[GameWarning]) -> list[Mapping[str, Any]]:
    """Return the warnings about several games as JSON, each with its game."""
    return [{"game": game, **each._asdict()} for game, each in warnings]


def noted_blocks(noted: NoteRecorded, text: str, hand: int | None) -> Blocks:
    """Format the note, and the warnings that it settles."""
    where = f", hand {hand}" if hand else ""
    hides = "No longer shown" if noted.recorded else "Would no longer be shown"
    settled = (Text(f"{hides}: {each.message}.") for each in noted.settled)
    dry = () if noted.recorded else (DRY,)
    verb = "Noted" if noted.recorded else "Would note"
    return (Text(f"{verb} in {noted.after.game.name}{where}: {short(text)}"), *settled, *dry)


def noted_json(noted: NoteRecorded, text: str, hand: int | None) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta note``."""
    said = {"game": noted.after.game.name, "note": text, "recorded": noted.recorded}
    if hand is None:
        return said
    return {**said, "hand": hand, "settled": warnings_json(noted.settled)}
