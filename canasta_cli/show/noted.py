"""Format a note that was added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import DRY, Blocks, Text, short

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import NoteRecorded


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
    from canasta_cli.show.warnings import warnings_json

    return {**said, "hand": hand, "settled": warnings_json(noted.settled)}
