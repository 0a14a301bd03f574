"""Format a deal, and a turn of a hand that is recorded turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.canastas import grade
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import without
from canasta_cli.notation.cards import name_meld, write_cards
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.names import canasta_name
from canasta_cli.show.finding import FINDING_KEYS, finding_json
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text
from canasta_cli.show.table import TABLE_KEYS, next_blocks, table_json
from canasta_cli.show.verdict import notices, ruling_blocks, verdict_blocks
from canasta_cli.show.verdict_json import VERDICT_KEYS, ruling_json
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Missing
    from canasta_cli.scorekeeper.dealing import DealRecorded
    from canasta_cli.scorekeeper.playing import TurnRecorded


def turn_blocks(result: TurnRecorded) -> Blocks:
    """Format the turn and its verdict, what it changed, and who is next."""
    game = result.before.loaded.game
    number = f"{len(game.hands) + 1}.{result.number}"
    head = Text(f"Turn {number} of {game.name}, {write_turn(result.given.turn)}", Style.TITLE)
    ruling = ruling_blocks(result.ruling, f"game {game.name}")
    if result.ruling.verdict.legal is not False:
        # Reasons for a legal play are shown by canasta check turn.
        verdict = result.ruling.verdict
        ruling = (*ruling[:1], *_missing_facts(verdict.unknown), *notices(verdict))
    return (head, *ruling, *_recording(result), *_changed(result), *_what_next(result))


def _missing_facts(unknown: tuple[Missing, ...]) -> Blocks:
    """Format the facts that a verdict depends on and the table can't see."""
    if not unknown:
        return ()
    from canasta_cli.engine.facts import FACTS

    # The rules of a game are all defined, so that nothing but facts is missing.
    facts = listed(
        FACTS[what].says + (" (write ask yes)" if what is Fact.ASKED else "")
        for what in unknown
        if isinstance(what, Fact)
    )
    return (Text(f"It depends on what the table can't see: {facts}.", Style.NOTICE, 2),)


def _recording(result: TurnRecorded) -> Blocks:
    if not result.accepted:
        return (
            BLANK,
            Text("Not recorded. To record it as it was played, add --force.", Style.NOTICE),
        )
    if not result.recorded:
        return (DRY,)
    if result.given.forced:
        return (Text("Recorded with --force; the log marks it (forced).", Style.NOTICE),)
    return ()


def _changed(result: TurnRecorded) -> Blocks:
    """Format the melds that the turn made or added to, and the threes that it laid out."""
    if not result.accepted:
        return ()
    play, after = result.ruling.play, result.after.position
    # With --force, a player may have played out of turn.
    before = result.before.position.seat(result.given.turn)
    side = result.before.loaded.game.sides[before.side].name
    ruleset = result.before.loaded.ruleset
    lines: list[Block] = []
    if after.alone is not None and before.alone is None:
        others = [name for at, name in enumerate(after.players) if at != after.alone]
        text = f"{after.players[after.alone]} plays alone; {listed(others)} are partners."
        lines.append(Text(text, indent=2))
    if play.takes_foot:
        lines.append(Text(f"{before.player} picks up the foot.", indent=2))
    if threes := without(after.threes[before.side], before.threes[before.side])[0]:
        lines.append(Text(f"{side} laid out {write_cards(threes)}", indent=2))
    for laid in play.placements:
        kind = grade(laid.after, ruleset)
        what = f": a {canasta_name(kind, ruleset)}" if kind else ""
        lines.append(Text(f"{side} {name_meld(laid.after)}{what}", indent=2))
    return tuple(lines)


def _what_next(result: TurnRecorded) -> Blocks:
    if not result.recorded:
        return ()
    position = result.after.position
    table = (
        f"Pile: {count_of(position.pile_size, 'card')}. Stock: {count_of(position.stock, 'card')}."
    )
    return (Text(table), *next_blocks(position, result.after.loaded.ruleset))


TURN_KEYS = Keys(
    "canasta turn",
    {
        "turn": "The number of the turn.",
        "text": "The turn, in notation.",
        "recorded": "True if it was recorded.",
        "forced": "True if it was recorded against the rules.",
        "verdict": Object("The verdict on the turn.", VERDICT_KEYS),
        "table": Object("The table after it.", TABLE_KEYS),
    },
)


def turn_json(result: TurnRecorded) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta turn``."""
    return {
        "turn": result.number,
        "text": write_turn(result.given.turn),
        "recorded": result.recorded,
        "forced": result.given.forced,
        "verdict": ruling_json(result.ruling),
        "table": table_json(result.after),
    }


def deal_blocks(result: DealRecorded) -> Blocks:
    """Format the deal and who begins, or the reasons against the deal."""
    playing = result.playing
    if playing is None:
        head = Text(f"Game {result.game}: not recorded. This deal can't be right.", Style.BAD)
        return (head, *verdict_blocks(result.verdict))
    position = playing.position
    up = f"upcard {position.pile[-1].symbol}" if position.pile else "upcard unknown"
    up = up if position.pile_size else "no upcard"
    dealer = position.players[-1]
    head = Text(f"Hand {playing.seats.number} of {result.game}: {dealer} deals, {up}.", Style.TITLE)
    foot = position.feet[0].size
    each = count_of(position.hands[0].at_least, "card") + (f" and a foot of {foot}" if foot else "")
    dealt = Text(f"{each} each; stock: {count_of(position.stock, 'card')}.")
    dry = () if result.recorded else (DRY,)
    return (head, dealt, *dry, *next_blocks(position, playing.loaded.ruleset))


DEAL_KEYS = Keys(
    "canasta deal",
    {
        "recorded": "True if it was recorded.",
        "findings": Object("The findings that refuse the deal.", FINDING_KEYS),
    },
    (TABLE_KEYS,),
)


def deal_json(result: DealRecorded) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta deal``: the table, and the reasons against the deal."""
    verdict = result.verdict
    return {
        **(table_json(result.playing) if result.playing else {}),
        "recorded": result.recorded,
        "findings": [finding_json(verdict, finding) for finding in verdict.refused],
    }
