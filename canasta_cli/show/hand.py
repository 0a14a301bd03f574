"""What came of saying a hand: both sheets, and where the game stands then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.show.sheet import against_blocks, against_json, sheet_blocks, sheet_json
from canasta_cli.show.standing import next_blocks, next_json

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import HandRecorded


def _names(result: HandRecorded) -> tuple[str, ...]:
    return tuple(side.name for side in result.before.game.sides)


def _titles(result: HandRecorded) -> tuple[str, ...]:
    """The sides' names; where one player was alone, who was, and who were partners."""
    names, tallies = _names(result), result.tallies
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not result.before.ruleset.seats.alone or alone is None:
        return names
    return tuple(
        f"{name} (alone)"
        if place == alone
        else f"{name} (with {', '.join(n for p, n in enumerate(names) if p not in (place, alone))})"
        for place, name in enumerate(names)
    )


def _title(result: HandRecorded) -> Text:
    number = result.number
    hands = result.after.standing.hands
    dealer = hands[number - 1].dealer if number <= len(hands) else result.before.standing.dealer
    amended = " amended" if number <= len(result.before.game.hands) else ""
    dry = "" if result.recorded else " (not recorded)"
    game = result.before.game.name
    return Text(f"Hand {number} of {game}{amended}, dealt by {dealer}{dry}", Style.TITLE)


def _turns_lost(result: HandRecorded) -> Blocks:
    """A word about the turns of a hand that is told by its tallies from now on."""
    hands = result.before.game.hands
    played = hands[result.number - 1].played if result.number <= len(hands) else None
    if played is None or not played.turns:
        return ()
    says = (
        f"The hand is told by its tallies now, without its {len(played.turns)} turns. "
        "canasta undo brings them back; one turn is mended with canasta amend HAND.TURN."
    )
    return (Text(says, Style.NOTICE),)


def hand_blocks(result: HandRecorded) -> Blocks:
    """The sheets, side after side; then totals, minimums and dealer."""
    blocks: list[Block] = [_title(result)]
    for name, sheet in zip(_titles(result), result.counted.sheets, strict=True):
        blocks.extend(sheet_blocks(name, sheet))
    blocks.append(BLANK)
    if not result.counted.possible:
        blocks.extend(against_blocks(result.counted, _names(result), forced=result.stands))
        blocks.append(BLANK)
    if result.broken:
        from canasta_cli.show.mending import broken_blocks  # only an amendment breaks any

        blocks.extend(broken_blocks(result.broken, result.before.ruleset, forced=result.stands))
    if result.stands:
        blocks.extend(_turns_lost(result))
        blocks.extend(Text(f"Look again: {doubt}.", Style.NOTICE) for doubt in result.doubts)
        blocks.extend(next_blocks(result.after.standing))
    else:
        anyhow = (
            "Mend the words that these rules do not know; --force cannot."
            if result.counted.senseless
            else "--force records it, and marks those turns."
            if result.broken and result.counted.possible
            else "If the table decided so all the same: --force"
        )
        blocks.append(Text(f"Nothing was recorded. {anyhow}"))
    return tuple(blocks)


def _broken_json(result: HandRecorded) -> Mapping[str, Any]:
    if not result.broken:
        return {}
    from canasta_cli.show.mending import broken_json

    return {"broken": broken_json(result.broken)}


def hand_json(result: HandRecorded) -> Mapping[str, Any]:
    """The keys of ``canasta hand``: the hand, and the keys of ``next``.

    A side's ``total`` is what it scored in the hand, ``game_total`` what it has in the game.
    """
    stand = next_json(result.after.standing)
    return {
        **stand,
        "hand": result.number,
        "recorded": result.recorded,
        "legal": result.counted.possible,
        "findings": against_json(result.counted, _names(result)),
        "doubts": list(result.doubts),
        **_broken_json(result),
        "sides": [
            {**side, "game_total": side["total"], **sheet_json(sheet)}
            for side, sheet in zip(stand["sides"], result.counted.sheets, strict=True)
        ],
    }
