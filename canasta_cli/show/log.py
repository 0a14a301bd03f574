"""The entries of a game as text and as JSON.

The command ``log`` prints all, ``show`` those of a hand, corrections the ones that are undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.errors import UnusableData
from canasta_cli.model.game import Ending, Game, Hand
from canasta_cli.model.history import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Deleted,
    Entry,
    Finished,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlaceInLog,
    PlayerRenamed,
    Record,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Turned,
    Undone,
    dropped_penalties,
    places,
)
from canasta_cli.model.seats import (
    as_played,
    cards_with_names,
    names_in_hand,
    turn_with_names,
)
from canasta_cli.notation.cards import write_order
from canasta_cli.notation.tally import write_award, write_tally
from canasta_cli.rules.library import shown
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.show.keys import Answer, key, optional
from canasta_cli.show.layout import Blocks, Style, Text, inert, short
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.scorebook import LoadedGame


# Format the history of a game: its entries, their time, and whether they are undone.

LONGEST = 300


def entry_text(entry: Entry, game: Game, ruleset: Ruleset | None = None) -> str:
    """Format an entry in one line: tallies in the words of the ruleset, or without one in notation."""
    return _TEXTS[type(entry)](amendment_as_played(entry, game), game, ruleset)


def moved_text(entry: Entry, game: Game, ruleset: Ruleset, *, undone: bool) -> str:
    """Format an entry that was undone or redone: of an amendment undone, the version that holds again.

    Return nothing for an entry that its name describes.
    """
    match entry:
        case Deleted() | SidesSwapped():
            return ""
        case Amended(number) if undone and number <= len(game.hands):
            hand = as_played(game, game.hands[number - 1], number)
            again = f"it is again: {_hand(hand, game, ruleset)}"
            return "its turns count again" if hand.played is not None else again
        case TurnAmended(hand, number) if undone and (played := played_in(game, hand)):
            names = names_in_hand(game, hand)
            return f"it is again: {_turn(turn_with_names(played.turns[number - 1], names))}"
        case RulesChanged() if undone:
            return f"they are again: {_rules(ruleset)}"
    return entry_text(entry, game, ruleset)


def amendment_as_played(entry: Entry, game: Game) -> Entry:
    """Return an amendment with the names of those who played the hand that it is about."""
    if not game.arrivals:
        return entry
    match entry:
        case Amended(number, hand):
            return entry._replace(hand=as_played(game, hand, number))
        case TurnAmended(hand, _, given):
            names = names_in_hand(game, hand)
            return entry._replace(recorded=turn_with_names(given, names))
        case LeftAmended(hand, left):
            names = names_in_hand(game, hand)
            return entry._replace(left=cards_with_names(left, names))
        case _:
            return entry


def hands_text(first: int, last: int) -> str:
    """Format the numbers of some hands: ``hand 2``, ``hands 2 and 3``, ``hands 2 to 4``."""
    if first >= last:
        return f"hand {first}"
    return f"hands {first} {'and' if last == first + 1 else 'to'} {last}"


def rules_text(recorded: Mapping[str, object]) -> str:
    """Format recorded rules by name, with their house rules: ``classic, end.target = 3,000``."""
    from canasta_cli.rules.load import from_data  # few entries have rules

    try:
        return _rules(from_data(recorded))
    except UnusableData:
        return str(recorded.get("name", ""))


def _rules(rules: Ruleset) -> str:
    return ", ".join((rules.name, *(f"{path} = {shown(rules, path)}" for path in rules.house)))


def left_text(left: Sequence[PlayerCards]) -> str:
    """Format the cards left at the end of a hand in one line."""
    from canasta_cli.notation.turn import write_player

    shown = ", ".join(f"{each.player}: {write_player(each, typed=True) or 'none'}" for each in left)
    return shown or "no cards"


def played_in(game: Game, hand: int) -> Deal | None:
    """Return the turns of a hand, finished or in play; ``None`` if it has none."""
    return game.hands[hand - 1].played if hand <= len(game.hands) else game.deal


def _hand(hand: Hand, game: Game, ruleset: Ruleset | None) -> str:
    shown = hand.tallies
    if ruleset is not None:
        shown = tuple(tally_in_game_words(tally, ruleset) for tally in shown)
    tallies = (
        f"{side.name}: {write_tally(tally, typed=True) or 'nothing'}"
        for side, tally in zip(game.sides, shown, strict=True)
    )
    return f"{' · '.join(tallies)}{_forced(hand)}"


# The notation of turns is loaded only if needed: most games are recorded hand by hand.
def _turn(given: RecordedTurn) -> str:
    from canasta_cli.notation.turn import write_turn

    return f"{write_turn(given.turn)}{_forced(given)}"


def _deal(deal: Deal) -> str:
    up = f"upcard {write_order(deal.upcards)}" if deal.upcards else "no upcard recorded"
    return up + (f", dealt by {deal.dealer}" if deal.dealer else "")


def _forced(recorded: Hand | RecordedTurn | Shown | LeftAmended) -> str:
    return " (forced)" if recorded.forced else ""


def _also_forced(entry: TurnAmended, game: Game) -> str:
    """List the other turns that an amendment forced; one more than the last means the cards left."""
    played = played_in(game, entry.hand)
    end = len(played.turns) + 1 if played else 0
    turns = ("the cards left" if at == end else f"turn {at}" for at in sorted(entry.others or ()))
    return f"; also forced: {listed(turns)}" if entry.others else ""


_TEXTS: dict[type[Entry], Callable[[Any, Game, Ruleset | None], str]] = {
    Began: lambda it, *_: f"{it.name}: {listed(it.players)}, {it.ruleset['name']}",
    HandTallied: lambda it, *game: (
        _hand(it.hand, *game) + ("; its turns no longer count" if it.stopped else "")
    ),
    Dealt: lambda it, *_: _deal(it.deal),
    Turned: lambda it, *_: _turn(it.recorded),
    Shown: lambda it, *_: left_text(it.left) + _forced(it),
    Amended: lambda it, *game: (
        f"hand {it.number} is now: {_hand(it.hand, *game)}"
        + (f", dealt by {it.hand.dealer}" if it.hand.dealer else "")
    ),
    TurnAmended: lambda it, game, _: (
        f"turn {it.hand}.{it.number} is now: {_turn(it.recorded)}{_also_forced(it, game)}"
    ),
    LeftAmended: lambda it, *_: f"hand {it.hand} ended with: {left_text(it.left)}{_forced(it)}",
    SidesSwapped: lambda it, *_: f"sides swapped in {hands_text(it.first, it.last)}",
    HandDropped: lambda it, *_: f"hand {it.hand}",
    RulesChanged: lambda it, *_: f"rules are now: {rules_text(it.ruleset)}",
    Awarded: lambda it, *_: f"{it.side}: {write_award(it.award)}",
    PenaltyDropped: lambda it, *_: f"hand {it.hand}, penalty {it.number}",
    Noted: lambda it, *_: f"hand {it.hand}: {it.text}" if it.hand else it.text,
    Renamed: lambda it, *_: (
        f"renamed to {it.name}{', since another game got its name' if it.aside else ''}"
        * bool(it.name)
        + "; " * bool(it.name and it.date)
        + f"date {it.date}" * bool(it.date)
    ),
    PlayerRenamed: lambda it, *_: (
        f"{'side ' * (it.name in it.sides)}{it.player} is now {it.name}"
        f"{', in all games' if it.everywhere else ''}"
    ),
    Substituted: lambda it, *_: (
        f"{it.arrival.player} for {it.instead_of} from hand {it.arrival.hand} on"
    ),
    Archived: lambda it, *_: "archived" if it.away else "restored",
    Finished: lambda it, *_: "the leader wins" if it.ending is Ending.LEADER else it.ending.value,
    Deleted: lambda *_: "lists and statistics no longer show the game",
    Undone: lambda it, *_: count_of(it.steps, "entry", "entries"),
    Redone: lambda it, *_: count_of(it.steps, "entry", "entries"),
}


class LoggedEntry(NamedTuple):
    """An entry with the hand and turn that it is about, and what became of it.

    ``dropped``: it is a penalty that was dropped.
    """

    record: Record
    undone: bool = False
    place: PlaceInLog | None = None
    dropped: bool = False

    @property
    def turn(self) -> str:
        """The turn that was played, as ``amend`` names it, ``1.5``; empty for other entries."""
        return self.place.name if self.place and isinstance(self.record.entry, Turned) else ""

    @property
    def played(self) -> str:
        """The hand or turn that was played: ``3``, ``1.5``, or that it was dropped; else empty."""
        if not isinstance(self.record.entry, HandTallied):
            return self.turn
        return self.place.name if self.place else "(dropped)" * (not self.undone)

    @property
    def counts(self) -> str:
        """The hand with which a penalty counts, in parentheses; empty for other entries."""
        if self.place is None or not isinstance(self.record.entry, Awarded):
            return ""
        return f" ({'dropped from' if self.dropped else 'counts in'} hand {self.place.name})"


def _logged(loaded: LoadedGame) -> Iterator[LoggedEntry]:
    in_force = loaded.history.in_force
    numbers = {record.number for record in in_force}
    numbered, dropped = places(in_force), dropped_penalties(in_force)
    for record in loaded.records:
        number = record.number
        undone = record.kind not in (Undone, Redone) and number not in numbers
        yield LoggedEntry(record, undone, numbered.get(number), number in dropped)


def log_blocks(loaded: LoadedGame, local: Callable[[str], str]) -> Blocks:
    """Format every entry, with undone ones marked; ``local`` formats a time in local time."""
    game = loaded.game
    blocks = [Text(f"Game {game.name}", Style.TITLE)]
    for each in _logged(loaded):
        record = each.record
        what = f"{WORDS[record.kind]} {each.played}".rstrip()
        text = f"{entry_text(record.entry, game, loaded.ruleset)}{each.counts}"
        blocks += record_blocks(record, (what, text), local(record.at), undone=each.undone)
    return tuple(blocks)


def record_blocks(
    record: Record, words: tuple[str, str], at: str, *, undone: bool
) -> tuple[Text, Text]:
    """Format an entry in two lines: its number, time and kind, and who sent it, then its text."""
    what, text = words
    style = Style.QUIET if undone else Style.PLAIN
    by = f", by {record.recorder}" if record.recorder else ""
    mark = " (undone)" if undone else ""
    return (
        Text(f"{record.number:>3}  {at}  {what}{by}{mark}", style),
        Text(short(inert(text), LONGEST), style, 5),
    )


class EntryInLog(Answer):
    """An entry."""

    number: int = key("Its number in the journal.", lambda it: it.record.number)
    at: str = key("When it was recorded, in UTC.", lambda it: it.record.at)
    what: str = key("Its kind.", lambda it: WORDS[it.record.kind])
    hand: int | None = optional(
        "The number of the hand that it is about, the first of several; only for an entry in force, and not "
        "in `canasta show`.",
        lambda it: it.place and it.place.hand,
    )
    turn: str | None = optional("The turn as `canasta amend` names it, `1.5`; only for a turn.")
    dropped: bool = optional("True, only for a penalty that was dropped.")
    text: str = key("Its text.")
    undone: bool = key("True if it was undone.")
    recorder: str | None = optional(
        "Who sent it, only for an entry from a page of `canasta serve --record NAME`.",
        lambda it: it.record.recorder or None,
    )


class LogAnswer(Answer, of="log"):
    """canasta log."""

    game: str = key("The name of the game.", lambda it: it.game.name)
    records: Sequence[EntryInLog] = key("The entries.", lambda it: records_of(_logged(it), it.game))


def records_of(logged: Iterable[LoggedEntry], game: Game) -> list[EntryInLog]:
    """Return entries of a game with their texts."""
    return [EntryInLog(each, text=entry_text(each.record.entry, game)) for each in logged]
