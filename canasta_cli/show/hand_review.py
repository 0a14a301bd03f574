"""Format one hand of a game: its cards, its sheets, and everything recorded about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.history import WORDS, Turned
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.show.awards import AWARD_KEYS, awards_blocks, awards_json
from canasta_cli.show.hand import side_titles
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text
from canasta_cli.show.log import RECORD_KEYS, entry_text, record_blocks
from canasta_cli.show.sheet import (
    SHEET_KEYS,
    TALLY_FINDING_KEYS,
    against_blocks,
    against_json,
    sheet_blocks,
    sheet_json,
)
from canasta_cli.show.warnings import WARNING_KEYS, hand_warnings, warnings_json
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hand_review import HandReview


def review_blocks(review: HandReview, local: Callable[[str], str]) -> Blocks:
    """Format a hand: dealer, cards, sheets, totals, penalties, warnings and history."""
    game, number = review.loaded.game, review.played.number
    title = f"Hand {number} of {game.name}, dealt by {review.played.dealer}"
    awards = awards_blocks(game.awarded(number), number, amended=False)
    return (
        Text(title, Style.TITLE),
        *_turns(review),
        *_sheets(review),
        BLANK,
        _totals(review),
        *awards,
        *_forced(review),
        *hand_warnings(review.warnings),
        BLANK,
        *_history(review, local),
    )


def _names(review: HandReview) -> tuple[str, ...]:
    return tuple(side.name for side in review.loaded.game.sides)


def _turns(review: HandReview) -> Blocks:
    if review.turns is None:
        return ()
    turns = f"Recorded turn by turn: {count_of(review.turns, 'turn')}"
    return (Text(f"{turns}, listed by canasta log", Style.QUIET),)


def _sheets(review: HandReview) -> Blocks:
    """Format the tally of each side, and its sheet."""
    tallies = review.played.hand.tallies
    titles = side_titles(_names(review), tallies, review.loaded.ruleset)
    blocks: list[Block] = []
    for name, tally, sheet in zip(titles, tallies, review.played.sheets, strict=True):
        title, *lines = sheet_blocks(name, sheet, review.loaded.ruleset)
        text = write_tally(tally_in_game_words(tally, review.loaded.ruleset))
        blocks += (title, *((Text(text, indent=2),) if text else ()), *lines)
    return tuple(blocks)


def _totals(review: HandReview) -> Grid:
    played = review.played
    columns = (played.before, played.points, played.after)
    rows = zip(_names(review), *(map(points, column) for column in columns), strict=True)
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
    return against_blocks(review.counted, _names(review), forced=True)


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
    rows = zip(_names(review), played.hand.tallies, played.sheets, played.after, strict=True)
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
        "findings": against_json(review.counted, _names(review)) if tallied else [],
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
