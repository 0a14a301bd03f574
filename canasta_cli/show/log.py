"""Format the history of a game: its entries, their time, and whether they are undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.history import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Course,
    Dealt,
    Entry,
    HandTallied,
    LeftAmended,
    Noted,
    Record,
    Redone,
    Renamed,
    Shown,
    TurnAmended,
    Turned,
    Undone,
)
from canasta_cli.model.tally import Tally
from canasta_cli.notation.tally import write_tally
from canasta_cli.show.layout import Blocks, Style, Text, inert, short
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid
    from canasta_cli.model.game import Game, Hand

LONGEST = 300
_FORCED = " (forced)"


def entry_text(entry: Entry, game: Game) -> str:
    """Format an entry in one line."""
    match entry:
        case Began():
            text = f"{entry.name}: {listed(entry.players)}, {entry.ruleset['name']}"
        case HandTallied(hand):
            text = _hand(hand, game)
        case Dealt() | Turned() | Shown() | TurnAmended() | LeftAmended():
            text = _in_play(entry, game)
        case Amended(number, hand):
            text = f"hand {number} is now: {_hand(hand, game)}"
        case Awarded(side, award):
            text = f"{side}: {write_tally(Tally(awards=(award,)))}"
        case Noted(said):
            text = said
        case Renamed(name):
            text = f"renamed to {name}"
        case Archived(away):
            text = "archived" if away else "restored"
        case Undone(steps) | Redone(steps):
            text = count_of(steps, "entry", "entries")
    return text


def _in_play(entry: Dealt | Turned | Shown | TurnAmended | LeftAmended, game: Game) -> str:
    match entry:
        case Dealt(deal):
            return _deal(deal)
        case Turned(said):
            return _turn(said)
        case Shown(left, forced):
            return f"{left_text(left)}{_FORCED if forced else ''}"
        case TurnAmended(hand, number, said, others):
            also = f"; also forced: {_parts(hand, others, game)}" if others else ""
            return f"hand {hand}, turn {number} is now: {_turn(said)}{also}"
        case LeftAmended(hand, left, forced):
            return f"hand {hand} ended with: {left_text(left)}{_FORCED if forced else ''}"


def _parts(hand: int, others: tuple[int, ...], game: Game) -> str:
    """List turns of a hand; one more than its last turn means the cards left at the end."""
    played = game.hands[hand - 1].played if hand <= len(game.hands) else game.deal
    end = len(played.turns) + 1 if played else 0
    return listed("the cards left" if turn == end else f"turn {turn}" for turn in sorted(others))


# The notation of turns is loaded only if needed: most games are recorded hand by hand.
def _deal(deal: Deal) -> str:
    from canasta_cli.notation.deal import write_order

    up = f"upcard {write_order(deal.upcards)}" if deal.upcards else "upcard unknown"
    return up + (f", dealt by {deal.dealer}" if deal.dealer else "")


def left_text(left: tuple[PlayerCards, ...]) -> str:
    """Format the cards left at the end of a hand in one line."""
    from canasta_cli.notation.deal import write_player

    shown = ", ".join(f"{each.player}: {write_player(each) or 'none'}" for each in left)
    return shown or "no cards"


def _turn(said: TurnSaid) -> str:
    from canasta_cli.notation.turn import write_turn

    return f"{write_turn(said.turn)}{_FORCED if said.forced else ''}"


def _hand(hand: Hand, game: Game) -> str:
    tallies = (
        f"{side.name}: {write_tally(tally) or 'nothing'}"
        for side, tally in zip(game.sides, hand.tallies, strict=True)
    )
    return f"{' · '.join(tallies)}{_FORCED if hand.forced else ''}"


def _undone(record: Record, course: Course) -> bool:
    return not isinstance(record.entry, Undone | Redone) and record not in course.in_force


def _played(course: Course) -> Mapping[int, str]:
    """Map the numbers of entries to the turns in force as ``amend`` names them: ``1.5``."""
    hand, turn = 1, 0
    named: dict[int, str] = {}
    for record in course.in_force:
        if isinstance(record.entry, Turned):
            turn += 1
            named[record.number] = f"{hand}.{turn}"
        elif isinstance(record.entry, Dealt):
            turn = 0
        elif isinstance(record.entry, HandTallied | Shown):
            hand += 1
    return named


def log_blocks(
    records: tuple[Record, ...], course: Course, game: Game, local: Callable[[str], str]
) -> Blocks:
    """Format every entry, with undone ones marked; ``local`` formats a time in local time."""
    blocks: list[Text] = []
    played = _played(course)
    for record in records:
        name = f" {played[record.number]}" if record.number in played else ""
        undone = _undone(record, course)
        mark = " (undone)" if undone else ""
        style = Style.QUIET if undone else Style.PLAIN
        blocks.append(
            Text(
                f"{record.number:>3}  {local(record.at)}  {WORDS[type(record.entry)]}{name}{mark}",
                style,
            )
        )
        blocks.append(Text(short(inert(entry_text(record.entry, game)), LONGEST), style, 5))
    return tuple(blocks)


def log_json(records: tuple[Record, ...], course: Course, game: Game) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta log``."""
    played = _played(course)
    return {
        "game": game.name,
        "records": [
            {
                "number": record.number,
                "at": record.at,
                "what": WORDS[type(record.entry)],
                **({"turn": played[record.number]} if record.number in played else {}),
                "text": entry_text(record.entry, game),
                "undone": _undone(record, course),
            }
            for record in records
        ],
    }


def moved_blocks(word: str, records: tuple[Record, ...], game: Game) -> Blocks:
    """Format the entries that were undone or redone; ``word`` begins each line."""
    return tuple(
        Text(
            f"{word} {WORDS[type(record.entry)]} "
            f"({short(inert(entry_text(record.entry, game)), LONGEST)})"
        )
        for record in records
    )


def moved_json(records: tuple[Record, ...], game: Game) -> list[Mapping[str, Any]]:
    """Return the entries that were undone or redone as JSON."""
    return [
        {
            "number": record.number,
            "what": WORDS[type(record.entry)],
            "text": entry_text(record.entry, game),
        }
        for record in records
    ]
