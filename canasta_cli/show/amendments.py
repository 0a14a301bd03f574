"""Format amendments and changed rules: what is corrected, and what is illegal with it.

``corrections`` calls it, which formats every correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.rule import Act
from canasta_cli.model.history import (
    Amended,
    Entry,
    HandDropped,
    LeftAmended,
    PenaltyDropped,
    RulesChanged,
    SidesSwapped,
    TurnAmended,
)
from canasta_cli.notation.tally import take_back, write_tally
from canasta_cli.notation.turn import write_hands, write_turn
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.library import shown, written
from canasta_cli.rules.load import differences
from canasta_cli.rules.names import by_name, penalty, tally_in_game_words
from canasta_cli.show.finding import ADVICE, BrokenRule, finding_blocks
from canasta_cli.show.hand import HandAnswer, how_to_record, side_titles, turns_lost
from canasta_cli.show.keys import Answer, Json, absent, key, optional
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.show.log import amendment_as_played, hands_text, left_text, played_in
from canasta_cli.show.sheet import against_blocks, running_count, sheet_blocks
from canasta_cli.show.standing import (
    ChangedValue,
    GameStanding,
    PenaltyOfSide,
    WarningInHand,
    award_text,
    awards_blocks,
    changes,
    hand_warnings,
    length_blocks,
    penalties_of,
)
from canasta_cli.words import capitalized, count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import HandWarning
    from canasta_cli.scorekeeper.corrections import Corrected, Illegal


# Format what is corrected.


def head(result: Corrected, *, brief: bool = False) -> Blocks:
    """Format what is corrected."""
    entry = amendment_as_played(result.entry, result.before.game)
    game = result.before.game.name
    match entry:
        case Amended():
            return _amended_head(result, brief=brief)
        case TurnAmended(hand, number):
            becomes = "is now" if result.recorded else "would be"
            text = f"Hand {hand} of {game}, turn {number} {becomes}: {_part_text(entry)}"
            return (Text(text, Style.TITLE), _before(result, entry))
        case LeftAmended(hand):
            become = "are now" if result.recorded else "would be"
            text = f"Hand {hand} of {game}: the cards left {become}: {_part_text(entry)}"
            return (Text(text, Style.TITLE), _before(result, entry))
        case SidesSwapped(first, last):
            names = listed(result.before.game.side_names)
            verb = _verb(result, "Swapped", "Would swap")
            text = f"{verb} {names} in {hands_text(first, last)} of {game}"
        case HandDropped(hand):
            verb = _verb(result, "Dropped", "Would drop")
            scored = ", ".join(f"{side} {points(each)}" for side, each in _points_of(result, hand))
            text = f"{verb} hand {hand} of {game}: {scored}"
        case PenaltyDropped(hand, number):
            award = result.before.game.awarded(hand)[number - 1]
            verb = _verb(result, "Dropped", "Would drop", " from")
            text = f"{verb} hand {hand} of {game}: {award_text(award, result.before.ruleset)}"
        case RulesChanged():
            old, new = result.before.ruleset, result.after.ruleset
            text = f"Game {game}: {new.title} instead of {old.title}"
            if new.name == old.name:
                text = f"Game {game}, {new.title}: house rules changed"
            return (Text(text, Style.TITLE), *_parameters(result), *_house_rules_lost(result))
        case _:
            return ()
    return (Text(text, Style.TITLE),)


def _part_text(entry: Entry) -> str:
    """Format the turn, or the cards left, of an amendment of them."""
    if isinstance(entry, TurnAmended):
        return write_turn(entry.recorded.turn)
    return left_text(entry.left) if isinstance(entry, LeftAmended) else ""


def _before(result: Corrected, entry: TurnAmended | LeftAmended) -> Text:
    """Format the turn, or the cards left, as they were before an amendment of them."""
    game = result.before.game
    if played := played_in(game, entry.hand):
        if isinstance(entry, TurnAmended):
            entry = entry._replace(recorded=played.turns[entry.number - 1])
        else:
            entry = entry._replace(left=played.left or ())
    return Text(f"Before: {_part_text(amendment_as_played(entry, game))}", indent=2)


def _verb(result: Corrected, done: str, would: str, after: str = "") -> str:
    """Return the verb for what is recorded, would be, or is refused."""
    if not result.accepted:
        return f"Not {done.lower()}{after or ':'}"
    return f"{done if result.recorded else would}{after}"


def _amended_head(result: Corrected, *, brief: bool) -> Blocks:
    """Format the title of an amended hand, and the sheets that change."""
    hand, rules = result.hand, result.before.ruleset
    game, sheets = result.before.game, hand.counted.sheets
    dealer = result.now.standing.as_played.hands[hand.number - 1].dealer
    dry = "" if result.recorded else " (not recorded)"
    title = f"Hand {hand.number} of {game.name}, amended, dealt by {dealer}{dry}"
    blocks: list[Block] = [Text(title, Style.TITLE)]
    if not result.accepted:
        return (*blocks, Text(running_count(game.side_names, sheets)), BLANK)
    old = result.before.standing.hands[hand.number - 1].sheets
    if brief or old == sheets:
        return tuple(blocks)
    titles = side_titles(game.side_names, hand.tallies, rules)
    for name, before, after in zip(titles, old, sheets, strict=True):
        blocks += () if before == after else sheet_blocks(name, after, rules)
    return (*blocks, BLANK)


def _points_of(result: Corrected, hand: int) -> Iterator[tuple[str, int]]:
    """Yield the name of each side, and its points in a hand before the correction."""
    scored = result.before.standing.hands[hand - 1].points
    return zip(result.before.game.side_names, scored, strict=True)


# Format what is illegal with a correction: in what is corrected, and what only follows from it.

# More differing parameters, or more problems with other rules, than these are only counted.
MOST_LISTED = 8


def reasons(result: Corrected) -> Iterator[Block]:
    """Yield what is illegal: in what is corrected, then the turns that only follow from it."""
    yield from _against(result)
    if result.broken:
        text = "These turns would become illegal:"
        if result.recorded:
            text = "These turns are now illegal, and marked as forced:"
        yield Text(text, Style.NOTICE)
        yield from _reasons(result, result.broken, with_fix=False)


def _against(result: Corrected) -> Iterator[Block]:
    """Yield the reasons against what is corrected."""
    found = result.against
    if found and isinstance(result.entry, Amended):
        names = result.before.game.side_names
        yield from against_blocks(result.hand.counted, names, forced=result.recorded)
    elif found and isinstance(result.entry, RulesChanged):
        yield from _against_rules(result, [each for each in found if each.new or not each.readable])
        if result.accepted and (hands := sorted({each.hand for each in found if not each.new})):
            were = listed(map(str, hands))
            text = f"Still marked as forced: hand{'s' * (len(hands) > 1)} {were}."
            yield Text(text, Style.NOTICE)
    else:
        yield from _reasons(result, found, with_fix=True)


def _against_rules(result: Corrected, found: Sequence[Illegal]) -> Iterator[Block]:
    """Yield what changed rules don't allow, and was not marked before."""
    if not found:
        return
    marked = "Marked" if result.recorded else "Would be marked"
    head = Text(f"{marked} as forced, since these rules don't allow it:", Style.NOTICE)
    if not result.accepted:
        head = Text("These rules don't allow what was recorded:", Style.BAD)
    yield from (head, *_reasons(result, found[:MOST_LISTED], with_fix=False))
    if (more := len(found) - MOST_LISTED) > 0:
        yield Text(f"and {count_of(more, 'more problem')}", indent=2)


def _reasons(result: Corrected, found: Iterable[Illegal], *, with_fix: bool) -> Iterator[Block]:
    """Yield reasons, each with its place; what can't be recorded by force is shown with its fix."""
    hands, show_left = len(result.after.game.hands), ADVICE[Act.SHOW_LEFT].typed
    for each in found:
        fix = with_fix or not each.readable or _in_same_hand(each, result)
        for block in finding_blocks(each.finding, _place(each, result), with_fix=fix):
            # The cards left of a finished hand can only be amended.
            left = f"canasta amend {each.hand}.left" if each.hand <= hands else show_left
            line = block.line.replace(show_left, left)
            yield Text(line, block.style, block.indent)


def _in_same_hand(illegal: Illegal, result: Corrected) -> bool:
    """Return whether a turn is illegal in the hand of which a turn, or the end, is amended."""
    entry = result.entry
    return isinstance(entry, TurnAmended | LeftAmended) and illegal.hand == entry.hand


def _place(illegal: Illegal, result: Corrected) -> str:
    hand = f"Hand {illegal.hand}"
    if illegal.side:
        return f"{hand}, {illegal.side}"
    if not illegal.turn:
        return hand
    game = result.after.game
    played = played_in(game, illegal.hand)
    end = played is not None and illegal.turn > len(played.turns)
    turn = "the cards left" if end else f"turn {illegal.turn}"
    if _in_same_hand(illegal, result):
        return capitalized(turn)
    return f"{hand}, {turn}"


def advice(result: Corrected) -> Text:
    """Say how to record a correction that is refused."""
    first = next((each for each in result.illegal if not each.readable), None)
    if isinstance(result.entry, Amended) and result.against:
        text = f"Not recorded. {how_to_record(result.hand.counted, result.before.ruleset)}"
    elif first is None:
        marks = "those turns" if result.broken and not result.against else ""
        marks = "these hands and turns" if isinstance(result.entry, RulesChanged) else marks
        also = f" and mark {marks}" if marks else ""
        turn = f"canasta amend {result.illegal[0].hand}.TURN"
        wrong = f"If a turn is wrong instead: {turn}. " * isinstance(result.entry, LeftAmended)
        text = f"Not recorded. {wrong}To record it anyway{also}, add --force."
    else:
        hand = f"hand {first.hand} can't be counted under these rules"
        text = f"Not recorded: {hand}. Correct it first: {_correcting(result, first)}"
    return Text(text, Style.NOTICE)


def _correcting(result: Corrected, illegal: Illegal) -> str:
    """Return the command that corrects what can't be counted under changed rules."""
    game, hand = result.before.game, illegal.hand
    for each in game.pending if hand > len(game.hands) else ():
        topic = each.award.topic
        if topic and each.side == illegal.side and penalty(topic, result.after.ruleset) is None:
            return take_back(hand, each)
    played = hand <= len(game.hands) and game.hands[hand - 1].played
    return f"canasta amend {hand}{'.TURN' if played else ''}"


# Format what else a correction does, and the difference of both standings.


def remarks(result: Corrected) -> Blocks:
    """Format what stays with the hand, the new numbers of hands, and its warnings."""
    entry, game = result.entry, result.after.game
    match entry:
        case Amended(hand) | TurnAmended(hand) | LeftAmended(hand) | PenaltyDropped(hand):
            awards = game.awarded(hand) if result.hands else ()
            blocks = awards_blocks(awards, hand, result.after.ruleset, amended=True)
            if isinstance(entry, Amended):
                lost = turns_lost(result.before.game, game, hand, recorded=result.recorded)
                blocks += (*lost, *_tallies(result, entry))
        case SidesSwapped() if any(game.awarded(number) for number in result.hands):
            text = "Penalties that were recorded separately stay with their side."
            blocks = (Text(text, Style.NOTICE),)
        case HandDropped(hand) if hand < (last := len(result.before.game.hands)):
            blocks = (_renumbered(hand, last),)
        case RulesChanged():
            return (*_recounted(result), *length_blocks(result.after.ruleset))
        case _:
            blocks = ()
    return (*blocks, *hand_warnings(_warnings(result), recorded=result.recorded))


def _recounted(result: Corrected) -> Iterator[Text]:
    """Yield what a change of the rules, and the first one, does to hands that are counted already."""
    game, history = result.before.game, result.before.history.in_force
    if game.hands and not any(each.kind is RulesChanged for each in history):
        verb = "are" if result.recorded else "would be"
        yield Text(f"The hands already played {verb} counted again, under these rules.")
    if changes(result):
        before, after = result.before.standing.hands, result.after.standing.hands
        other = sum(one.points != two.points for one, two in zip(before, after, strict=True))
        number = f"{other} of {count_of(len(after), 'hand')}" if other else "No hand"
        verb = "count" if other > 1 else "counts"
        yield Text(f"{number} {verb} differently.")


def _warnings(result: Corrected) -> tuple[HandWarning, ...]:
    """Return the warnings about the hands that are corrected."""
    standing = result.now.standing
    return tuple(each for hand in result.hands for each in standing.warnings_of(hand))


def _tallies(result: Corrected, entry: Amended) -> Blocks:
    """Format the tallies that an amendment replaces."""
    game, rules = result.before.game, result.before.ruleset
    old = game.hands[entry.number - 1]
    if old.played is not None:
        return ()
    both = zip(game.sides, game.without_awarded(old), entry.hand.tallies, strict=True)
    return tuple(
        Text(
            f"{side.name} {when}: {write_tally(tally_in_game_words(tally, rules), typed=True) or 'nothing'}"
        )
        for side, before, after in both
        if before != after
        for when, tally in (("before", before), ("now", after))
    )


def _renumbered(dropped: int, last: int) -> Text:
    """Format the new numbers of the hands after one that is dropped."""
    verb = "becomes" if dropped + 1 == last else "become"
    before, after = hands_text(dropped + 1, last), hands_text(dropped, last - 1)
    text = f"{capitalized(before)} {verb} {after}; the dealers stay."
    return Text(text, Style.NOTICE)


# Format the rules that change.


def _differing(result: Corrected) -> list[tuple[str, str]]:
    """Return the parameters whose values change, by their names in the new rules."""
    old, new = result.before.ruleset, result.after.ruleset
    return list(by_name(differences(old, new), new))


def _parameters(result: Corrected) -> Blocks:
    old, new = result.before.ruleset, result.after.ruleset
    named = _differing(result)
    if len(named) > MOST_LISTED:
        diff = f"canasta rules diff {old.base} {new.base}"
        more = f". See them with: {diff}" if old.base != new.base else ""
        return (Text(f"{count_of(len(named), 'rule')} differ{more}"),)
    return tuple(
        Text(f"{_in_words(name, path)}: {shown(new, path)} (before: {shown(old, path)})")
        for name, path in named
    )


def _in_words(name: str, path: str) -> str:
    """Name a parameter as its description begins; ``name`` may join several ranks."""
    words = PARAMETERS[path].says.partition(":")[0].removeprefix("whether ")
    ranks = f" ({name.split('.')[1]})" if name.startswith("ranks.") else ""
    return f"{capitalized(words)}{ranks}"


def _house_rules_lost(result: Corrected) -> Blocks:
    """Format the house rules of the game that other rules do not keep."""
    old, new = result.before.ruleset, result.after.ruleset
    if old.name == new.name:
        return ()
    return tuple(
        Text(
            "No longer in force: the house rule "
            f"“{_in_words(name, path)}: {shown(old, path)}” ({name})",
            Style.NOTICE,
        )
        for name, path in by_name(old.house, old)
        if old.value(path) != new.value(path)
    )


# The JSON keys of amendments and of changed rules.


def amendment_answer(result: Corrected) -> Answer:
    """Return the answer of a correction."""
    match result.entry:
        case Amended():
            return _amended_hand(result)
        case RulesChanged():
            return RulesChangeAnswer(result)
        case _:
            return _amended(result)


def _broken_rules(found: Iterable[Illegal], *place: str) -> list[BrokenRule]:
    """Return reasons; ``place`` are the keys that say where each is."""
    return [
        BrokenRule(
            each.finding, **{name: where for name in place if (where := getattr(each, name))}
        )
        for each in found
    ]


def _changed_values(result: Corrected) -> list[ChangedValue]:
    return [ChangedValue(each) for each in changes(result) if each.before != each.after]


def _amended_hand(result: Corrected) -> HandAnswer:
    """Return the answer of ``canasta hand``, with what else changes."""
    broken = _broken_rules(result.broken, "hand", "turn")
    also: Json = {"broken": broken} if broken else {}
    return HandAnswer(result.hand, **also, changes=_changed_values(result))


class AmendedAnswer(GameStanding, about=lambda it: it.now.standing, of="amend"):
    """canasta amend, other than tallies."""

    hand: int = key("The number of the hand.", lambda it: _hand_of(it.entry))
    turn: int | None = optional("The number of the turn, only if a turn was amended.", absent)
    text: str | None = optional("The turn, in notation, only if a turn was amended.", absent)
    left: dict[str, str] | None = optional(
        "The cards left, in notation, by the names of the players; only if they were amended.",
        absent,
    )
    points: dict[str, int] | None = optional(
        "The points that the hand scored for each side, by the names of the sides; only if it was "
        "dropped. Later hands have the number before theirs.",
        absent,
    )
    penalty: PenaltyOfSide | None = optional(
        "The penalty that was dropped, only if one was.", absent
    )
    recorded: bool = key("True if it was recorded.")
    against: Sequence[BrokenRule] = key(
        "The rules that the correction breaks.",
        lambda it: _broken_rules(
            (*it.against, *(each for each in it.broken if _in_same_hand(each, it))),
            "hand",
            "turn",
            "side",
        ),
    )
    broken: Sequence[BrokenRule] = key(
        "The rules that later turns now break.",
        lambda it: _broken_rules(
            (each for each in it.broken if not _in_same_hand(each, it)), "hand", "turn"
        ),
    )
    warnings: Sequence[WarningInHand] = key(
        "The warnings about the hand.", lambda it: WarningInHand.of_each(_warnings(it))
    )
    penalties: Sequence[PenaltyOfSide] = key(
        "The penalties recorded separately that are counted with the hand.",
        lambda it: penalties_of(
            it.now.game.awarded(_hand_of(it.entry)) if it.hands else (), it.now.ruleset
        ),
    )
    changes: Sequence[ChangedValue] = key("What the correction changes.", _changed_values)


def _hand_of(
    entry: TurnAmended | LeftAmended | PenaltyDropped | HandDropped | SidesSwapped,
) -> int:
    return entry.first if isinstance(entry, SidesSwapped) else entry.hand


def _amended(result: Corrected) -> AmendedAnswer:
    """Return the answer of an amendment; of a turn and of cards left with the names of that time."""
    match amendment_as_played(result.entry, result.before.game):
        case TurnAmended(_, number, given):
            return AmendedAnswer(result, turn=number, text=write_turn(given.turn))
        case LeftAmended(_, left):
            return AmendedAnswer(result, left=write_hands(left))
        case HandDropped(hand):
            return AmendedAnswer(result, points=dict(_points_of(result, hand)))
        case PenaltyDropped(hand, number):
            dropped = result.before.game.awarded(hand)[number - 1]
            return AmendedAnswer(result, penalty=PenaltyOfSide((dropped, result.now.ruleset)))
    return AmendedAnswer(result)


class ChangedParameter(Answer):
    """A changed parameter."""

    before: object = key("The value before the change.")
    after: object = key("The value after it.")


class RulesChangeAnswer(GameStanding, about=lambda it: it.now.standing, of="change"):
    """canasta change."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.after.ruleset.name)
    instead_of: str = key(
        "The name of the ruleset before the change.", lambda it: it.before.ruleset.name
    )
    parameters: dict[str, ChangedParameter] = key(
        "The values that differ.",
        lambda it: {
            name: ChangedParameter(
                None, before=written(it.before.ruleset, p), after=written(it.after.ruleset, p)
            )
            for name, p in _differing(it)
        },
        by=("dotted name",),
    )
    recorded: bool = key("True if it was recorded.")
    against: Sequence[BrokenRule] = key(
        "The rules that recorded hands break then.",
        lambda it: _broken_rules(it.illegal, "hand", "turn", "side"),
    )
    changes: Sequence[ChangedValue] = key("What the correction changes.", _changed_values)
