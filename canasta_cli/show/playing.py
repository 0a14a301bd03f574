"""What came of a deal, of a turn, and of showing what was left."""

from collections.abc import Mapping
from typing import Any

from canasta_cli.engine.grading import grade
from canasta_cli.engine.position import without
from canasta_cli.notation.cards import write_cards
from canasta_cli.notation.melds import write_meld
from canasta_cli.notation.turn import write_turn
from canasta_cli.scorekeeper.mending import Amendment
from canasta_cli.scorekeeper.playing import Closed, DealRecorded, TurnRecorded
from canasta_cli.show.hand import hand_blocks, hand_json
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.show.standing import next_blocks as standing_blocks
from canasta_cli.show.table import cards, next_blocks, table_json
from canasta_cli.show.verdict import ruling_blocks, ruling_json, verdict_blocks
from canasta_cli.show.words import finding_json, listed, message, remedy

_DRY = Text("Not recorded (dry run).", Style.NOTICE)


def deal_blocks(result: DealRecorded) -> Blocks:
    """What was dealt, and who begins; or what stands against it."""
    now = result.now
    if now is None:
        head = Text("The cards cannot have been dealt so. Nothing was recorded.", Style.BAD)
        return (head, *verdict_blocks(result.verdict))
    position = now.position
    up = f"{position.pile[-1].symbol} is turned up" if position.pile else "nobody named the upcard"
    up = up if position.pile_size else "no card is turned up"
    dealer = position.players[-1]
    head = Text(f"Hand {now.seats.number}: {dealer} deals, {up}.", Style.TITLE)
    foot = position.feet[0].size
    each = cards(position.hands[0].size) + (f" and a foot of {foot}" if foot else "")
    dealt = Text(f"{each} each; stock: {cards(position.stock)}.")
    dry = () if result.recorded else (_DRY,)
    return (head, dealt, *dry, *next_blocks(position, now.table.ruleset))


def deal_json(result: DealRecorded) -> Mapping[str, Any]:
    """The keys of ``canasta deal``: the table as it lies, and what stands against it."""
    verdict = result.verdict
    return {
        **(table_json(result.now) if result.now else {}),
        "recorded": result.recorded,
        "deal": [finding_json(verdict, finding) for finding in verdict.refused],
    }


def turn_blocks(result: TurnRecorded) -> Blocks:
    """The turn and its verdict, what it changed, and who is next."""
    head = Text(f"Turn {result.number}, {write_turn(result.said.turn)}", Style.TITLE)
    ruling = ruling_blocks(result.ruling, f"game {result.before.table.game.name}")
    if result.ruling.verdict.legal is not False:
        # At the table nobody asks why a play is legal; canasta check turn tells.
        ruling = ruling[:1]
    return (head, *ruling, *_kept(result), *_changed(result), *_what_next(result))


def _kept(result: TurnRecorded) -> Blocks:
    if not result.stands:
        return (
            BLANK,
            Text("Not recorded. --force records it as it was played, and marks it.", Style.NOTICE),
        )
    marked = (Text("Recorded by force, and marked.", Style.NOTICE),) if result.said.forced else ()
    return marked if result.recorded else (*marked, _DRY)


def _changed(result: TurnRecorded) -> Blocks:
    """The melds that the turn made or added to, and the threes that it laid out."""
    if not result.stands:
        return ()
    play, before, after = result.ruling.play, result.before.position, result.after.position
    side = result.before.table.game.sides[before.side].name
    ruleset = result.before.table.ruleset
    lines: list[Block] = []
    if after.alone is not None and before.alone is None:
        others = [name for at, name in enumerate(after.players) if at != after.alone]
        says = f"{after.players[after.alone]} is alone; {listed(others)} are partners."
        lines.append(Text(says, indent=2))
    if play.takes_foot:
        lines.append(Text(f"{before.player} takes up the foot.", indent=2))
    if threes := without(after.threes[before.side], before.threes[before.side])[0]:
        lines.append(Text(f"{side} laid out {write_cards(threes)}", indent=2))
    for laid in play.laid:
        kind = grade(laid.after, ruleset)
        what = f": a {kind.value} canasta" if kind else ""
        lines.append(Text(f"{side} {write_meld(laid.after)}{what}", indent=2))
    return tuple(lines)


def _what_next(result: TurnRecorded) -> Blocks:
    if not result.recorded:
        return ()
    position = result.after.position
    table = f"Pile: {cards(position.pile_size)}. Stock: {cards(position.stock)}."
    return (Text(table), *next_blocks(position, result.after.table.ruleset))


def turn_json(result: TurnRecorded) -> Mapping[str, Any]:
    """The keys of ``canasta turn``."""
    return {
        "turn": result.number,
        "text": write_turn(result.said.turn),
        "recorded": result.recorded,
        "forced": result.said.forced,
        "verdict": ruling_json(result.ruling),
        "table": table_json(result.after),
    }


def amended_blocks(result: Amendment) -> Blocks:
    """A turn as it is read now, and what does not hold with it."""
    head = f"Hand {result.hand}, turn {result.number} is now: {write_turn(result.said.turn)}"
    blocks: list[Block] = [Text(head, Style.TITLE)]
    for number, finding in result.against:
        where = f"Turn {number}" if number <= result.turns else "The hands as they were shown"
        blocks.append(Text(f"{where}: {message(finding)}.", Style.BAD, 2))
        blocks.append(Text(f"rule {finding.rule}. Remedy: {remedy(finding)}.", Style.QUIET, 4))
    if not result.stands:
        says = "Not recorded: the hand would not hold. --force records it all the same."
        blocks.append(Text(says, Style.NOTICE))
    elif not result.recorded:
        blocks.append(_DRY)
    else:
        blocks += [BLANK, *standing_blocks(result.table.standing)]
    return tuple(blocks)


def amended_json(result: Amendment) -> Mapping[str, Any]:
    """The keys of ``canasta amend HAND.TURN``."""
    return {
        "hand": result.hand,
        "turn": result.number,
        "text": write_turn(result.said.turn),
        "recorded": result.recorded,
        "against": [
            {"turn": number, "rule": finding.rule, "message": message(finding)}
            for number, finding in result.against
        ],
    }


def closed_blocks(result: Closed) -> Blocks:
    """What stands against the hands as they were shown, or the hand as it counts."""
    if not result.hand.stands:
        return (
            Text("The hand cannot be closed so.", Style.BAD),
            *verdict_blocks(result.verdict),
            Text("Nothing was recorded. --force closes the hand all the same.", Style.NOTICE),
        )
    forced = result.verdict.legal is False and result.hand.recorded
    marked = (Text("Recorded by force, and marked.", Style.NOTICE),) if forced else ()
    return (*verdict_blocks(result.verdict), *marked, *hand_blocks(result.hand))


def closed_json(result: Closed) -> Mapping[str, Any]:
    """The keys of ``canasta left``: those of ``canasta hand``, and what was found."""
    verdict = result.verdict
    return {
        **hand_json(result.hand),
        "left": [finding_json(verdict, finding) for finding in verdict.refused],
    }
