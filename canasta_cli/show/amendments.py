"""Format corrections: of a turn, the cards left, a penalty, or the rules of a whole game.

The commands ``amend`` and ``change`` call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from canasta_cli.engine.game.warnings import warnings_of
from canasta_cli.model.history import TurnAmended
from canasta_cli.notation.turn import write_hands, write_turn
from canasta_cli.rules.library import written
from canasta_cli.rules.load import shown
from canasta_cli.rules.names import by_name
from canasta_cli.show.finding import BrokenKeys, broken_json, finding_blocks
from canasta_cli.show.keys import Json, Keys, absent, key, optional
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text
from canasta_cli.show.log import hands_text, left_text
from canasta_cli.show.standing import (
    AwardKeys,
    ChangeKeys,
    NextKeys,
    WarningKeys,
    award_text,
    awards_blocks,
    changes,
    changes_blocks,
    changes_json,
    next_blocks,
)
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.model.history import LeftAmended
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.amendments import Amendment, DroppedHand, DroppedPenalty, SidesSwap
    from canasta_cli.scorekeeper.rules_change import BrokenTurn, Problem, RulesChange


# Format amendments: of a turn, of the cards left, and a penalty that was dropped.


def amended_blocks(result: Amendment) -> Blocks:
    """Format the amended entry, and the turns that are illegal with it."""
    hand, game = result.entry.hand, result.after.game
    head = _head(result.entry, game.name, accepted=result.accepted)
    blocks: list[Block] = [Text(head, Style.TITLE)]
    own = result.entry.number if isinstance(result.entry, TurnAmended) else result.turns + 1
    headed = False
    for number, finding in result.against:
        if not headed and own != number <= result.turns:
            blocks.append(_broken_head(forced=result.recorded))
            headed = True
        where = f"Turn {number}" if number <= result.turns else "The cards left"
        blocks += finding_blocks(finding, result.after.ruleset, where)
    broken = broken_blocks(result.broken, result.after.ruleset, forced=result.recorded)
    blocks += broken[1:] if headed else broken
    if not result.accepted:
        text = "Not recorded. To record it anyway, add --force."
        if not result.against:
            text = "Not recorded. To record it anyway and mark those turns, add --force."
        return (*blocks, Text(text, Style.NOTICE))
    if hand <= len(game.hands):
        blocks += awards_blocks(game.awarded(hand), hand, amended=True)
    blocks += () if result.recorded else (DRY,)
    return (*blocks, *_after(result))


def _after(result: Amendment | DroppedPenalty | SidesSwap) -> Blocks:
    """Format what an amendment changes, then totals, initial melds and dealer."""
    before, after = result.before.standing, result.after.standing
    return (BLANK, *changes_blocks(before, after), BLANK, *next_blocks(after))


def broken_blocks(broken: tuple[BrokenTurn, ...], ruleset: Ruleset, *, forced: bool) -> Blocks:
    """Format turns of later hands that an amendment makes illegal, each with the reason."""
    if not broken:
        return ()
    blocks: list[Block] = [_broken_head(forced=forced)]
    for hand, turn, finding in broken:
        blocks += finding_blocks(finding, ruleset, f"Hand {hand}, turn {turn}", with_fix=False)
    return tuple(blocks)


def _broken_head(*, forced: bool) -> Text:
    """Format the line before the turns that an amendment makes illegal."""
    text = (
        "These turns are now illegal, and marked as forced:"
        if forced
        else "These turns would become illegal:"
    )
    return Text(text, Style.NOTICE)


def _head(entry: TurnAmended | LeftAmended, game: str, *, accepted: bool) -> str:
    hand = f"Hand {entry.hand} of {game}"
    if isinstance(entry, TurnAmended):
        becomes = "is now" if accepted else "would be"
        return f"{hand}, turn {entry.number} {becomes}: {write_turn(entry.recorded.turn)}"
    become = "are now" if accepted else "would be"
    return f"{hand}: the cards left {become}: {left_text(entry.left)}"


class AmendedKeys(Keys):
    """canasta amend HAND.TURN and HAND.left."""

    hand: int = key("The number of the hand.", lambda it: it.entry.hand)
    turn: int = optional("The number of the turn, only if a turn was amended.", absent)
    text: str = optional("The turn, in notation, only if a turn was amended.", absent)
    left: dict[str, str] = optional(
        "The cards left, in notation, by the names of the players; only if they were amended.",
        absent,
    )
    recorded: bool = key("True if it was recorded.")
    against: list[BrokenKeys] = key(
        "The rules that the correction breaks.",
        lambda it: [BrokenKeys.json(each, turn=turn) for turn, each in it.against],
    )
    broken: list[BrokenKeys] = key(
        "The rules that later turns now break.", lambda it: broken_json(it.broken)
    )
    warnings: list[WarningKeys] = key(
        "The warnings about the hand.",
        lambda it: WarningKeys.many(warnings_of(it.after.standing, it.entry.hand)),
    )
    penalties: list[AwardKeys] = key(
        "The penalties that are counted with the hand.",
        lambda it: AwardKeys.many(it.after.game.awarded(it.entry.hand)),
    )
    changes: list[ChangeKeys] = key(
        "What the correction changes.",
        lambda it: changes_json(it.before.standing, it.after.standing),
    )


def amended_json(result: Amendment) -> Json:
    """Return the JSON keys of ``canasta amend HAND.TURN`` and ``canasta amend HAND.left``."""
    entry = result.entry
    if isinstance(entry, TurnAmended):
        return AmendedKeys.json(result, turn=entry.number, text=write_turn(entry.recorded.turn))
    return AmendedKeys.json(result, left=write_hands(entry.left))


def dropped_blocks(result: DroppedPenalty) -> Blocks:
    """Format the penalty that was dropped, those that stay, and the standing."""
    hand, game = result.entry.hand, result.after.game
    verb = "Dropped from" if result.recorded else "Would drop from"
    verb = verb if result.accepted else "Not dropped from"
    head = Text(f"{verb} hand {hand} of {game.name}: {award_text(result.penalty)}", Style.TITLE)
    blocks: list[Block] = [head]
    blocks += broken_blocks(result.broken, result.after.ruleset, forced=result.recorded)
    if not result.accepted:
        text = "Not recorded. To record it anyway and mark those turns, add --force."
        return (*blocks, Text(text, Style.NOTICE))
    blocks += () if result.recorded else (DRY,)
    if hand <= len(game.hands):
        blocks += awards_blocks(game.awarded(hand), hand, amended=True)
    return (*blocks, *_after(result))


class DroppedKeys(Keys):
    """canasta amend HAND --drop-penalty."""

    next = NextKeys.part(lambda it: it.after.standing)
    hand: int = key("The number of the hand.", lambda it: it.entry.hand)
    penalty: AwardKeys = key("The penalty that was dropped.", lambda it: AwardKeys.json(it.penalty))
    recorded: bool = key("True if it was recorded.")
    penalties: list[AwardKeys] = key(
        "The penalties that are still counted with the hand.",
        lambda it: AwardKeys.many(it.after.game.awarded(it.entry.hand)),
    )
    broken: list[BrokenKeys] = key(
        "The rules that later turns now break.", lambda it: broken_json(it.broken)
    )
    warnings: list[WarningKeys] = key(
        "The warnings about the hand.",
        lambda it: WarningKeys.many(warnings_of(it.after.standing, it.entry.hand)),
    )
    changes: list[ChangeKeys] = key(
        "What the correction changes.",
        lambda it: changes_json(it.before.standing, it.after.standing),
    )


def dropped_hand_blocks(result: DroppedHand) -> Blocks:
    """Format the hand that was dropped, the new numbers of later hands, and what follows."""
    hand, game, last = result.entry.hand, result.after.game, len(result.before.game.hands)
    verb = "Dropped" if result.recorded else "Would drop" if result.accepted else "Not dropped:"
    sides = zip(game.sides, result.dropped.points, strict=True)
    scored = ", ".join(f"{side.name} {points(scored)}" for side, scored in sides)
    blocks: list[Block] = [Text(f"{verb} hand {hand} of {game.name}: {scored}", Style.TITLE)]
    blocks += broken_blocks(result.broken, result.after.ruleset, forced=result.recorded)
    if not result.accepted:
        text = "Not recorded. To record it anyway and mark those turns, add --force."
        return (*blocks, Text(text, Style.NOTICE))
    blocks += () if result.recorded else (DRY,)
    if hand < last:
        verb = "becomes" if hand + 1 == last else "become"
        text = (
            f"{hands_text(hand + 1, last)} {verb} {hands_text(hand, last - 1)}; the dealers stay."
        )
        blocks.append(Text(f"{text[:1].upper()}{text[1:]}", Style.NOTICE))
    before, after = result.before.standing, result.after.standing
    return (*blocks, BLANK, *changes_blocks(before, after, hand), BLANK, *next_blocks(after))


class DroppedHandKeys(Keys):
    """canasta amend HAND --drop."""

    next = NextKeys.part(lambda it: it.after.standing)
    dropped: int = key(
        "The number of the hand that was dropped; later hands have the number before theirs.",
        lambda it: it.entry.hand,
    )
    points: dict[str, int] = key(
        "The points that it scored for each side, by the names of the sides.",
        lambda it: {
            side.name: scored
            for side, scored in zip(it.after.game.sides, it.dropped.points, strict=True)
        },
    )
    recorded: bool = key("True if it was recorded.")
    broken: list[BrokenKeys] = key(
        "The rules that later turns now break.", lambda it: broken_json(it.broken)
    )
    changes: list[ChangeKeys] = key(
        "What the correction changes.",
        lambda it: changes_json(it.before.standing, it.after.standing, it.entry.hand),
    )


def swapped_blocks(result: SidesSwap) -> Blocks:
    """Format the hands whose sides were swapped, and what follows from it."""
    entry, game = result.entry, result.after.game
    verb = "Swapped" if result.recorded else "Would swap" if result.accepted else "Not swapped:"
    names = listed(side.name for side in game.sides)
    where = f"{hands_text(entry.first, entry.last)} of {game.name}"
    blocks: list[Block] = [Text(f"{verb} {names} in {where}", Style.TITLE)]
    for number, side, finding in result.against:
        place = f"Hand {number}, {side}" if side else f"Hand {number}"
        blocks += finding_blocks(finding, result.after.ruleset, place)
    blocks += broken_blocks(result.broken, result.after.ruleset, forced=result.recorded)
    if not result.accepted:
        return (*blocks, Text("Not recorded. To record it anyway, add --force.", Style.NOTICE))
    blocks += () if result.recorded else (DRY,)
    if any(game.awarded(number) for number in range(entry.first, entry.last + 1)):
        text = "Penalties that were recorded separately stay with their side."
        blocks.append(Text(text, Style.NOTICE))
    return (*blocks, *_after(result))


def _swapped_hands(result: SidesSwap) -> list[int]:
    return list(range(result.entry.first, result.entry.last + 1))


def _warnings_about_hands(result: SidesSwap) -> list[Json]:
    standing, hands = result.after.standing, _swapped_hands(result)
    return WarningKeys.many(each for hand in hands for each in warnings_of(standing, hand))


class SwappedKeys(Keys):
    """canasta amend HAND --swap."""

    next = NextKeys.part(lambda it: it.after.standing)
    swapped: list[int] = key("The numbers of the hands whose sides were swapped.", _swapped_hands)
    recorded: bool = key("True if it was recorded.")
    against: list[BrokenKeys] = key(
        "The rules that the hands break then.",
        lambda it: [
            BrokenKeys.json(each, hand=hand, side=side or None) for hand, side, each in it.against
        ],
    )
    broken: list[BrokenKeys] = key(
        "The rules that later turns now break.", lambda it: broken_json(it.broken)
    )
    warnings: list[WarningKeys] = key("The warnings about the hands.", _warnings_about_hands)
    changes: list[ChangeKeys] = key(
        "What the correction changes.",
        lambda it: changes_json(it.before.standing, it.after.standing),
    )


# Format a change of the rules of a game: what differs, and what the new rules don't allow.

# More differing parameters, or more problems, than these are only counted.
MOST_LISTED = 8


def rules_change_blocks(result: RulesChange, *, asked: bool = False) -> Blocks:
    """Format what the change does: the rules that differ, every hand, and the totals.

    ``asked``: a question follows, so that it is clear that nothing is recorded yet.
    """
    blocks: list[Block] = [_title(result), *_parameters(result), *_dropped(result)]
    blocks += _against(result)
    if not result.accepted:
        return (*blocks, Text(_advice(result), Style.NOTICE))
    blocks += [BLANK, *_hands(result), BLANK, *next_blocks(result.after.standing)]
    return (*blocks, *(() if result.recorded or asked else (DRY,)))


def question(result: RulesChange) -> str:
    """Format the question whether to change the rules."""
    return f"Change the rules of {result.before.game.name}?"


def changed_blocks(result: RulesChange) -> Blocks:
    """Format the answer after the user was shown what changes, and agreed."""
    name = result.after.game.name
    return (Text(f"The rules of {name} are changed. To take it back: canasta undo"),)


def _title(result: RulesChange) -> Text:
    old, new = result.before.ruleset, result.after.ruleset
    name = result.before.game.name
    if new.name == old.name:
        return Text(f"Game {name}, {new.title}: other house rules", Style.TITLE)
    return Text(f"Game {name}: {new.title} instead of {old.title}", Style.TITLE)


def _parameters(result: RulesChange) -> Blocks:
    old, new = result.before.ruleset, result.after.ruleset
    named = by_name(result.differing, new)
    if len(named) > MOST_LISTED:
        diff = f"canasta rules diff {old.base} {new.base}"
        more = f". See them with: {diff}" if old.base != new.base else ""
        return (Text(f"{count_of(len(named), 'rule')} differ{more}"),)
    return tuple(
        Text(f"{name}: {shown(new, path)} (before: {shown(old, path)})") for name, path in named
    )


def _dropped(result: RulesChange) -> Blocks:
    """Format the house rules of the game that other rules do not keep."""
    old, new = result.before.ruleset, result.after.ruleset
    if old.name == new.name:
        return ()
    return tuple(
        Text(f"No longer in force: the house rule {name} = {shown(old, path)}", Style.NOTICE)
        for name, path in by_name(old.house, old)
        if old.value(path) != new.value(path)
    )


def _place(problem: Problem, result: RulesChange) -> str:
    hand = f"Hand {problem.hand}"
    if problem.side:
        return f"{hand}, {problem.side}"
    if not problem.turn:
        return hand
    game = result.after.game
    played = game.hands[problem.hand - 1].played if problem.hand <= len(game.hands) else game.deal
    end = played is not None and problem.turn > len(played.turns)
    return f"{hand}, the cards left" if end else f"{hand}, turn {problem.turn}"


def _against(result: RulesChange) -> Blocks:
    if not result.problems:
        return ()
    if result.accepted:
        marked = "Marked" if result.recorded else "Would be marked"
        head = Text(f"{marked} as forced, since these rules don't allow it:", Style.NOTICE)
    else:
        head = Text("These rules don't allow what was recorded:", Style.BAD)
    blocks: list[Block] = [head]
    for problem in result.problems[:MOST_LISTED]:
        place = _place(problem, result)
        blocks += finding_blocks(
            problem.finding, result.after.ruleset, place, with_fix=not problem.readable
        )
    if (more := len(result.problems) - MOST_LISTED) > 0:
        blocks.append(Text(f"and {count_of(more, 'more problem')}", indent=2))
    return tuple(blocks)


def _advice(result: RulesChange) -> str:
    first = next((each for each in result.problems if not each.readable), None)
    if first is None:
        return "Not recorded. To record it anyway and mark these hands and turns, add --force."
    if first.hand > len(result.before.game.hands):
        fix = f"canasta amend {first.hand} --drop-penalty N"
    else:
        fix = f"canasta amend {first.hand}"
    return f"Not recorded: hand {first.hand} can't be counted under these rules. Correct it first: {fix}"


def _hands(result: RulesChange) -> Blocks:
    before, after = result.before.standing, result.after.standing
    pairs = zip(before.hands, after.hands, strict=True)
    other = sum(one.points != two.points for one, two in pairs)
    if not (other or changes(before, after)):
        return (Text("No points change."),)
    number = f"{other} of {count_of(len(after.hands), 'hand')}" if other else "No hand"
    verb = "count" if other > 1 else "counts"
    return (Text(f"{number} {verb} differently."), *changes_blocks(before, after))


class ValuesKeys(Keys):
    """A changed parameter."""

    before: object = key("The value before the change.")
    after: object = key("The value after it.")


def _differing_values(result: RulesChange) -> Mapping[str, Json]:
    old, new = result.before.ruleset, result.after.ruleset
    return {
        name: {"before": written(old, path), "after": written(new, path)}
        for name, path in by_name(result.differing, new)
    }


class RulesChangeKeys(Keys):
    """canasta change."""

    next = NextKeys.part(lambda it: it.after.standing)
    ruleset: str = key("The name of the ruleset.", lambda it: it.after.ruleset.name)
    instead_of: str = key(
        "The name of the ruleset before the change.", lambda it: it.before.ruleset.name
    )
    parameters: dict[str, ValuesKeys] = key(
        "The values that differ.", _differing_values, by=("dotted name",)
    )
    recorded: bool = key("True if it was recorded.")
    against: list[BrokenKeys] = key(
        "The rules that recorded hands break then.",
        lambda it: [
            BrokenKeys.json(
                each.finding, hand=each.hand, turn=each.turn or None, side=each.side or None
            )
            for each in it.problems
        ],
    )
    changes: list[ChangeKeys] = key(
        "What the correction changes.",
        lambda it: changes_json(it.before.standing, it.after.standing),
    )
