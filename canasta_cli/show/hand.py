"""Format a recorded hand: its cards, its sheets, the standing after it, and everything recorded about it.

The commands ``hand`` and ``show`` call it, and others that end or correct a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.game.warnings import warnings_of
from canasta_cli.model.history import WORDS, Turned
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.show.finding import BROKEN_KEYS
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text
from canasta_cli.show.log import RECORD_KEYS, entry_text, record_blocks
from canasta_cli.show.sheet import (
    SHEET_KEYS,
    TALLY_FINDING_KEYS,
    against_blocks,
    against_json,
    running_count,
    sheet_blocks,
    sheet_json,
)
from canasta_cli.show.standing import (
    AWARD_KEYS,
    CHANGE_KEYS,
    NEXT_KEYS,
    SIDE_KEYS,
    WARNING_KEYS,
    awards_blocks,
    awards_json,
    hand_warnings,
    next_blocks,
    next_json,
    warnings_json,
)
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.warnings import HandWarning
    from canasta_cli.model.game import Game, Pending, Tally
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.dealing import ClosedHand
    from canasta_cli.scorekeeper.hands import HandRecorded, HandReview


# Format a recorded hand: the sheet of each side, and the standing after it.


def _names_of_sides(result: HandRecorded) -> tuple[str, ...]:
    return tuple(side.name for side in result.before.game.sides)


def side_titles(
    names: tuple[str, ...], tallies: tuple[Tally, ...], ruleset: Ruleset
) -> tuple[str, ...]:
    """Return the sides' names; if one player played alone, with who was alone and who were partners."""
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.seats.alone or alone is None:
        return names
    return tuple(
        f"{name} (alone)"
        if place == alone
        else f"{name} (with {listed(n for p, n in enumerate(names) if p not in (place, alone))})"
        for place, name in enumerate(names)
    )


def _title(result: HandRecorded) -> Text:
    number = result.number
    hands = result.after.standing.hands
    dealer = hands[number - 1].dealer if number <= len(hands) else result.before.standing.dealer
    dry = "" if result.recorded else " (not recorded)"
    game = result.before.game.name
    return Text(f"Hand {number} of {game}, dealt by {dealer}{dry}", Style.TITLE)


def turns_lost(before: Game, after: Game, number: int) -> Blocks:
    """Format a remark on the turns of a hand that is now recorded by tallies."""
    in_play = number > len(before.hands)
    played = before.deal if in_play else before.hands[number - 1].played
    if played is None or not played.turns or after.hands[number - 1].played is not None:
        return ()
    one = len(played.turns) == 1
    turns = f"{count_of(len(played.turns), 'turn')} {'stays' if one else 'stay'} in the log"
    text = (
        f"This hand is now counted from its tallies; its {turns}, but "
        f"{'does' if one else 'do'} not count. To get {'it' if one else 'them'} back: canasta undo"
    )
    return (Text(text if in_play else f"{text}. {_ONE_TURN}", Style.NOTICE),)


_ONE_TURN = "To change a single turn: canasta amend HAND.TURN"


def _turns_lost(result: HandRecorded) -> Blocks:
    return turns_lost(result.before.game, result.after.game, result.number)


def hand_blocks(result: HandRecorded) -> Blocks:
    """Format the sheet of each side, then totals, initial melds and dealer.

    Of a hand that is refused only the points are shown, so that the reason is on the screen.
    """
    blocks: list[Block] = [_title(result), *_sheets(result)]
    blocks += awards_blocks(_awards(result), result.number, amended=False)
    blocks.append(BLANK)
    if not result.counted.possible:
        names = _names_of_sides(result)
        blocks += (*against_blocks(result.counted, names, forced=result.recorded), BLANK)
    if result.accepted:
        blocks += (*_turns_lost(result), *hand_warnings(_warnings(result)))
        return (*blocks, *next_blocks(result.after.standing))
    advice = (
        "These rules don't have some of the words; correct them (--force can't record them)."
        if result.counted.senseless
        else "To record it anyway, add --force."
    )
    return (*blocks, Text(f"Not recorded. {advice}"))


def _sheets(result: HandRecorded) -> Blocks:
    names, sheets = _names_of_sides(result), result.counted.sheets
    if not result.accepted:
        return (Text(running_count(names, sheets)),)
    rules = result.before.ruleset
    titles = side_titles(names, result.tallies, rules)
    return tuple(
        block
        for name, sheet in zip(titles, sheets, strict=True)
        for block in sheet_blocks(name, sheet, rules)
    )


def saved_blocks(result: HandRecorded) -> Blocks:
    """Format a hand whose points were shown item by item before it was saved: only their sums."""
    if not (result.accepted and result.counted.possible) or result.before.game.pending:
        return hand_blocks(result)
    return (
        _title(result),
        Text(running_count(_names_of_sides(result), result.counted.sheets)),
        *_turns_lost(result),
        *hand_warnings(_warnings(result)),
        *next_blocks(result.after.standing),
    )


def _awards(result: HandRecorded) -> tuple[Pending, ...]:
    """Return the penalties recorded separately that count with the hand."""
    return result.before.game.awarded(result.number)


def _warnings(result: HandRecorded) -> tuple[HandWarning, ...]:
    """Return the warnings about the hand; none if it is not recorded."""
    if not result.accepted:
        return ()
    return (*result.unlisted, *warnings_of(result.after.standing, result.number))


HAND_SIDE_KEYS = Keys("A side with its sheet", {}, (SIDE_KEYS, SHEET_KEYS))
HAND_KEYS = Keys(
    "canasta hand, left and amend",
    {
        "hand": "The number of the hand.",
        "recorded": "True if it was recorded.",
        "legal": "False if the hand can’t be right.",
        "findings": Object("What is wrong with it.", TALLY_FINDING_KEYS),
        "warnings": Object("The warnings about the hand.", WARNING_KEYS),
        "penalties": Object("The penalties that are counted with the hand.", AWARD_KEYS),
        "sides": Object("The sides, with their sheets of this hand.", HAND_SIDE_KEYS),
        "broken": Object(
            "The later turns that the rules do not allow after the correction, only if there are any.",
            BROKEN_KEYS,
        ),
        "changes": Object("What a correction changes (`amend`).", CHANGE_KEYS),
    },
    (NEXT_KEYS,),
)


def hand_json(result: HandRecorded) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta hand``: the hand, and the keys of ``next``.

    Each side has its sheet as well: its ``points`` in the hand, with their lines.
    """
    standing = next_json(result.after.standing)
    return {
        **standing,
        "hand": result.number,
        "recorded": result.recorded,
        "legal": result.counted.possible,
        "findings": against_json(result.counted, _names_of_sides(result)),
        "warnings": warnings_json(_warnings(result)),
        "penalties": awards_json(_awards(result)),
        "sides": [
            {**side, **sheet_json(sheet)}
            for side, sheet in zip(standing["sides"], result.counted.sheets, strict=True)
        ],
    }


def closed_hand_blocks(result: ClosedHand) -> Blocks:
    """Format the reasons against the cards left, or the hand as counted."""
    # Only a hand that was recorded turn by turn needs it.
    from canasta_cli.show.verdict import verdict_blocks

    head = f"Hand {result.hand.number} of {result.hand.before.game.name}"
    if not result.hand.accepted:
        return (
            Text(f"{head}: the cards left can't be right.", Style.BAD),
            *verdict_blocks(result.verdict),
            Text("Not recorded. To record it anyway, add --force.", Style.NOTICE),
        )
    forced = result.verdict.legal is False and result.hand.recorded
    marked = (
        (Text("Recorded with --force; the log marks it (forced).", Style.NOTICE),) if forced else ()
    )
    title, *rest = hand_blocks(result.hand)
    return (title, *verdict_blocks(result.verdict), *marked, *rest)


def closed_hand_json(result: ClosedHand) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta left``: those of ``canasta hand``, and the reasons."""
    from canasta_cli.show.finding import finding_json

    verdict, hand = result.verdict, hand_json(result.hand)
    against = [{"side": None, **finding_json(verdict, each)} for each in verdict.refused]
    return {
        **hand,
        "legal": hand["legal"] and not against,
        "findings": [*against, *hand["findings"]],
    }


# Format one hand of a game: its cards, its sheets, and everything recorded about it.


def review_blocks(review: HandReview, local: Callable[[str], str]) -> Blocks:
    """Format a hand: dealer, cards, sheets, totals, penalties, warnings and history."""
    game, number = review.loaded.game, review.played.number
    title = f"Hand {number} of {game.name}, dealt by {review.played.dealer}"
    awards = awards_blocks(game.awarded(number), number, amended=False)
    return (
        Text(title, Style.TITLE),
        *_turns(review),
        *_sheets_in_review(review),
        BLANK,
        _totals(review),
        *awards,
        *_forced(review),
        *hand_warnings(review.warnings),
        BLANK,
        *_history(review, local),
    )


def _names_in_review(review: HandReview) -> tuple[str, ...]:
    return tuple(side.name for side in review.loaded.game.sides)


def _turns(review: HandReview) -> Blocks:
    if review.turns is None:
        return ()
    turns = f"Recorded turn by turn: {count_of(review.turns, 'turn')}"
    return (Text(f"{turns}, listed by canasta log", Style.QUIET),)


def _sheets_in_review(review: HandReview) -> Blocks:
    """Format the tally of each side, and its sheet."""
    tallies = review.played.hand.tallies
    titles = side_titles(_names_in_review(review), tallies, review.loaded.ruleset)
    blocks: list[Block] = []
    for name, tally, sheet in zip(titles, tallies, review.played.sheets, strict=True):
        title, *lines = sheet_blocks(name, sheet, review.loaded.ruleset)
        text = write_tally(tally_in_game_words(tally, review.loaded.ruleset))
        blocks += (title, *((Text(text, indent=2),) if text else ()), *lines)
    return tuple(blocks)


def _totals(review: HandReview) -> Grid:
    played = review.played
    columns = (played.before, played.points, played.after)
    rows = zip(_names_in_review(review), *(map(points, column) for column in columns), strict=True)
    return Grid(("", "before", "hand", "total"), tuple(rows))


def _forced(review: HandReview) -> Blocks:
    """Format what the rules don't allow in the hand, if it was recorded by force."""
    hand = review.played.hand
    if hand.played is not None:
        marked = sorted(hand.played.marked)
        if not marked:
            return ()
        end = len(hand.played.turns) + 1
        parts = listed("the cards left" if at == end else f"turn {at}" for at in marked)
        return (Text(f"Recorded with --force: {parts}.", Style.NOTICE),)
    if review.counted.possible:
        return ()
    return against_blocks(review.counted, _names_in_review(review), forced=True)


def _history(review: HandReview, local: Callable[[str], str]) -> Blocks:
    """Format the entries about the hand, apart from its turns."""
    blocks: list[Block] = [Text("History", Style.TITLE)]
    for record, undone in review.history:
        if not isinstance(record.entry, Turned):
            text = entry_text(record.entry, review.loaded.game, review.loaded.ruleset)
            words = WORDS[type(record.entry)], text
            blocks += record_blocks(record, words, local(record.at), undone=undone)
    change = f"To correct it: canasta amend {review.played.number}"
    return (*blocks, Text(change if review.turns is None else f"{change}.TURN", Style.QUIET))


REVIEW_SIDE_KEYS = Keys(
    "A side in canasta show",
    {
        "name": "The name of the side.",
        "tally": "Its tally, in notation.",
        "total": "Its running total after the hand.",
    },
    (SHEET_KEYS,),
)
REVIEW_KEYS = Keys(
    "canasta show",
    {
        "game": "The name of the game.",
        "ruleset": "The name of the ruleset.",
        "hand": "The number of the hand.",
        "dealer": "Who dealt.",
        "sides": Object("The sides.", REVIEW_SIDE_KEYS),
        "turns": "The number of turns; null for a hand that was not recorded turn by turn.",
        "forced": "True if it was recorded against the rules.",
        "findings": Object("What is wrong with the tallies.", TALLY_FINDING_KEYS),
        "penalties": Object("The penalties that are counted with the hand.", AWARD_KEYS),
        "warnings": Object("The warnings about the hand.", WARNING_KEYS),
        "history": Object("The entries about the hand, apart from its turns.", RECORD_KEYS),
    },
)


def review_json(review: HandReview) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta show``."""
    game, played = review.loaded.game, review.played
    rows = zip(
        _names_in_review(review), played.hand.tallies, played.sheets, played.after, strict=True
    )
    tallied = review.turns is None
    return {
        "game": game.name,
        "ruleset": review.loaded.ruleset.name,
        "hand": played.number,
        "dealer": played.dealer,
        "sides": [
            {
                "name": name,
                "tally": write_tally(tally),
                "points": sheet.total,
                "total": total,
                "lines": sheet_json(sheet)["lines"],
            }
            for name, tally, sheet, total in rows
        ],
        "turns": review.turns,
        "forced": played.hand.by_force,
        "findings": against_json(review.counted, _names_in_review(review)) if tallied else [],
        "penalties": awards_json(game.awarded(played.number)),
        "warnings": warnings_json(review.warnings),
        "history": [
            {
                "number": record.number,
                "at": record.at,
                "what": WORDS[type(record.entry)],
                "text": entry_text(record.entry, game),
                "undone": undone,
            }
            for record, undone in review.history
        ],
    }
