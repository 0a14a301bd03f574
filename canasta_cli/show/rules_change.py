"""Format a change of the rules of a game: what differs, and what the new rules don't allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.library import written
from canasta_cli.rules.load import shown
from canasta_cli.rules.names import by_name
from canasta_cli.show.changes import CHANGE_KEYS, changes, changes_blocks, changes_json
from canasta_cli.show.finding import BROKEN_KEYS, finding_blocks, message
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text
from canasta_cli.show.standing import NEXT_KEYS, next_blocks, next_json
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.rules_change import Problem, RulesChange

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


VALUES_KEYS = Keys(
    "A changed parameter",
    {"before": "The value before the change.", "after": "The value after it."},
)
RULES_CHANGE_KEYS = Keys(
    "canasta change",
    {
        "ruleset": "The name of the ruleset.",
        "instead_of": "The name of the ruleset before the change.",
        "parameters": Object("The values that differ.", VALUES_KEYS, ("dotted name",)),
        "recorded": "True if it was recorded.",
        "against": Object("The rules that recorded hands break then.", BROKEN_KEYS),
        "changes": Object("What the correction changes.", CHANGE_KEYS),
    },
    (NEXT_KEYS,),
)


def rules_change_json(result: RulesChange) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta change``."""
    old, new = result.before.ruleset, result.after.ruleset
    return {
        **next_json(result.after.standing),
        "ruleset": new.name,
        "instead_of": old.name,
        "parameters": {
            name: {"before": written(old, path), "after": written(new, path)}
            for name, path in by_name(result.differing, new)
        },
        "recorded": result.recorded,
        "against": [
            {
                "hand": each.hand,
                "turn": each.turn or None,
                "side": each.side or None,
                "rule": each.finding.rule,
                "message": message(each.finding),
            }
            for each in result.problems
        ],
        "changes": changes_json(result.before.standing, result.after.standing),
    }
