"""Format a recorded hand: its cards, its sheets, the standing after it, and everything recorded about it.

The commands ``hand`` and ``show`` call it, and others that end or correct a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.history import WORDS, Turned
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.rules.vocabulary import MOST_PACKS
from canasta_cli.show.finding import BrokenRule
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text
from canasta_cli.show.log import EntryInLog, LoggedEntry, entry_text, record_blocks, records_of
from canasta_cli.show.sheet import (
    Line,
    TallyFinding,
    against,
    against_blocks,
    lines_of,
    running_count,
    sheet_blocks,
)
from canasta_cli.show.standing import (
    PLAYED_BY,
    ChangedValue,
    GameStanding,
    PenaltyOfSide,
    SideStanding,
    WarningInHand,
    awards_blocks,
    hand_warnings,
    next_blocks,
    penalties_of,
    played_by,
    sides_of,
)
from canasta_cli.words import count_of, listed, points, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played
    from canasta_cli.engine.items import Sheet
    from canasta_cli.engine.score import HandCount
    from canasta_cli.model.game import Game, Pending, Tally
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.hands import Already, HandRecorded, HandReview
    from canasta_cli.scorekeeper.playing import ClosedHand


# Format a recorded hand: the sheet of each side, and the standing after it.


def side_titles(
    names: tuple[str, ...], tallies: tuple[Tally, ...], ruleset: Ruleset
) -> tuple[str, ...]:
    """Return the sides' names; if one player played alone, with who was alone and who were partners."""
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.one_alone or alone is None:
        return names
    partners = [name for name in names if name != names[alone]]
    return tuple(
        f"{name} (with {listed(each for each in partners if each != name)})"
        if name in partners
        else f"{name} (alone)"
        for name in names
    )


def _title(result: HandRecorded) -> Text:
    number = result.number
    hands = result.after.standing.hands
    dealer = hands[number - 1].dealer if number <= len(hands) else result.before.standing.dealer
    dry = "" if result.recorded else " (not recorded)"
    game = result.before.game.name
    return Text(f"Hand {number} of {game}, dealt by {dealer}{dry}", Style.TITLE)


def turns_lost(before: Game, after: Game, number: int, *, recorded: bool) -> Blocks:
    """Format a remark on the turns of a hand that is counted from its tallies instead."""
    in_play = number > len(before.hands)
    played = before.deal if in_play else before.hands[number - 1].played
    if played is None or not played.turns or after.hands[number - 1].played is not None:
        return ()
    text = f"counted from its tallies instead of its {count_of(len(played.turns), 'turn')}"
    if not recorded:
        return (Text(f"This hand would be {text}.", Style.NOTICE),)
    text = f"This hand is now {text}. The log keeps them. To undo it: canasta undo"
    one_turn = "" if in_play else ". To change a single turn: canasta amend HAND.TURN"
    return (Text(text + one_turn, Style.NOTICE),)


def hand_blocks(result: HandRecorded, *, seen: bool = False) -> Iterator[Block]:
    """Format the sheet of each side, then totals, initial melds and dealer.

    Of a hand that is refused only the points are shown, so that the reason is on the screen; also of
    one whose points were ``seen`` item by item before it was saved.
    """
    game, counted, names = result.before.game, result.counted, result.before.game.side_names
    seen = seen and result.accepted and counted.possible and not game.pending
    yield _title(result)
    if seen or not result.accepted:
        yield Text(running_count(names, counted.sheets))
    else:
        titles = side_titles(names, result.tallies, result.before.ruleset)
        for title, sheet in zip(titles, counted.sheets, strict=True):
            yield from sheet_blocks(title, sheet, result.before.ruleset)
    if not seen:
        ruleset = result.after.ruleset
        yield from awards_blocks(_awards(result), result.number, ruleset, amended=False)
        yield BLANK
    if not counted.possible:
        yield from against_blocks(counted, names, forced=result.recorded)
        yield BLANK
    if result.accepted:
        yield from turns_lost(game, result.after.game, result.number, recorded=result.recorded)
        yield from hand_warnings(result.warnings, recorded=result.recorded)
        yield from next_blocks(result.after.standing)
    else:
        yield Text(f"Not recorded. {how_to_record(counted, result.before.ruleset)}")


def with_packs(ruleset: Ruleset, packs: int) -> str:
    """Return the house rules for more packs: their number, and the values that depend on it.

    Jokers are as many for each pack as before. Each red three more pays as much as the last one alone did,
    and all of them the same in addition.
    """
    before, jokers, red = ruleset.deck.packs, ruleset.deck.jokers, ruleset.threes.red
    step = red[-2] - red[-3] if len(red) > 2 else red[0]  # noqa: PLR2004 - two in one pack
    threes = 2 * (packs - before)
    *more, last = [red[-2] + step * number for number in range(1, threes + 2)]
    scale = [*red[:-1], *more, last + red[-1] - more[0]]
    house = {
        "deck.packs": packs,
        "deck.jokers": jokers + jokers // before * (packs - before),
        "threes.red": f"[{', '.join(map(str, scale))}]",
    }
    return " ".join(f"--house {quoted(f'{path}={value}')}" for path, value in house.items())


def how_to_record(counted: HandCount, ruleset: Ruleset) -> str:
    """Say how to record a hand that is refused."""
    if counted.beyond_deck and not counted.senseless:
        if ruleset.deck.packs == MOST_PACKS:
            return "Count the cards again."
        return f"If you play with more packs: canasta change {with_packs(ruleset, ruleset.deck.packs + 1)}"
    advice = "To record it anyway, add --force."
    if counted.senseless:
        advice = (
            "These rules don't have some of the words; correct them (--force can't record them)."
        )
    return f"{advice} For other rules: canasta change"


def _awards(result: HandRecorded) -> tuple[Pending, ...]:
    """Return the penalties recorded separately that count with the hand."""
    return result.before.game.awarded(result.number)


class SideOfHand(SideStanding, about=lambda it: it[0]):
    """A side with its sheet."""

    points: int = key("The result of the hand.", lambda it: it[1].total)
    lines: Sequence[Line] = key("How it comes about.", lambda it: lines_of(it[1], it[2]))


def _sides(result: HandRecorded) -> tuple[SideOfHand, ...]:
    sides = sides_of(result.after.standing)
    return SideOfHand.of_each(
        (side, sheet, result.after.ruleset)
        for side, sheet in zip(sides, result.counted.sheets, strict=True)
    )


class HandAnswer(GameStanding, about=lambda it: it.after.standing, of=("hand", "left", "amend")):
    """canasta hand, left and amend."""

    hand: int = key("The number of the hand.", lambda it: it.number)
    recorded: bool = key("True if it was recorded.")
    legal: bool = key("False if the hand can’t be right.", lambda it: it.counted.possible)
    findings: Sequence[TallyFinding] = key(
        "What is wrong with it.",
        lambda it: TallyFinding.of_each(against(it.counted, it.before.game.side_names)),
    )
    warnings: Sequence[WarningInHand] = key(
        "The warnings about the hand.", lambda it: WarningInHand.of_each(it.warnings)
    )
    penalties: Sequence[PenaltyOfSide] = key(
        "The penalties that are counted with the hand.",
        lambda it: penalties_of(_awards(it), it.after.ruleset),
    )
    sides: Sequence[SideOfHand] = key("The sides, with their sheets of this hand.", _sides)
    broken: Sequence[BrokenRule] | None = optional(
        "The later turns that the rules do not allow after the correction, only if there are any.",
        absent,
    )
    changes: Sequence[ChangedValue] | None = optional(
        "What a correction changes (`amend`).", absent
    )


def already_blocks(found: Already) -> Blocks:
    """Say that a request was recorded before, and what became of it, then the game as it is now."""
    game, then = found.loaded.game.name, found.then
    text = f"{'Recorded' if then else 'Already recorded'} as {found.text} of {game}{then}."
    again = " To record it again, send it with another key." if then else ""
    head = (Text(text, Style.TITLE), Text(f"Nothing was recorded now.{again}", Style.NOTICE))
    return (*head, BLANK, *next_blocks(found.loaded.standing))


class RepeatedAnswer(
    GameStanding, about=lambda it: it.loaded.standing, of=("hand", "turn", "amend")
):
    """canasta hand, turn and amend, repeated."""

    recorded: bool = key("False: nothing is recorded a second time.", lambda _: False)
    already: str = key(
        "What became of the entry with this key: `recorded`, `undone` or `dropped`.",
        lambda it: it.state.value,
    )
    entry: int = key("The number of that entry in the log.")
    hand: int | None = key(
        "The number of the hand that it is about, as it is now, or as it was before it was undone or "
        "dropped; null if a hand was dropped with it.",
        lambda it: it.place and it.place.hand,
    )
    turn: int | None = optional(
        "The number of the turn, only if it is about one.", lambda it: it.place and it.place.turn
    )


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
    title, *rest = hand_blocks(result.hand)
    if result.verdict.legal is False and result.hand.recorded:
        uncounted = (
            f" Not counted: the cards of {listed(result.missing)}." if result.missing else ""
        )
        mark = f"Recorded with --force; the log marks it (forced).{uncounted}"
        rest = [Text(mark, Style.NOTICE), *rest]
    return (title, *verdict_blocks(result.verdict), *rest)


def closed_hand_answer(result: ClosedHand) -> HandAnswer:
    """Return the answer of ``canasta left``: that of ``canasta hand``, with the reasons."""
    hand = HandAnswer(result.hand)
    against = TallyFinding.of_each(("", finding) for finding in result.verdict.refused)
    return HandAnswer(
        result.hand, legal=hand.legal and not against, findings=(*against, *hand.findings)
    )


# Format one hand of a game: its cards, its sheets, and everything recorded about it.


def review_blocks(review: HandReview, local: Callable[[str], str]) -> Iterator[Block]:
    """Format a hand: dealer, cards, sheets, totals, penalties, warnings and history."""
    game, played = review.loaded.game, review.played
    number, rules = played.number, review.loaded.ruleset
    yield Text(f"Hand {number} of {game.name}, dealt by {played.dealer}", Style.TITLE)
    if players := played_by(game, number):
        yield Text(f"Played by {listed(players)}", Style.QUIET)
    if review.turns is not None:
        turns = f"Recorded turn by turn: {count_of(review.turns, 'turn')}"
        yield Text(f"{turns}, listed by canasta log", Style.QUIET)
    columns = (played.before, played.points, played.after)
    totals = zip(
        review.loaded.game.side_names, *(map(points, each) for each in columns), strict=True
    )
    yield from _sheets_in_review(review)
    yield BLANK
    yield Grid(("", "before", "hand", "total"), totals)
    yield from awards_blocks(game.awarded(number), number, rules, amended=False)
    yield from _forced(review)
    yield from hand_warnings(review.warnings)
    yield BLANK
    yield from _history(review, local)


def _sheets_in_review(review: HandReview) -> Iterator[Block]:
    """Format the tally of each side, and its sheet."""
    tallies = review.played.hand.tallies
    titles = side_titles(review.loaded.game.side_names, tallies, review.loaded.ruleset)
    for name, tally, sheet in zip(titles, tallies, review.played.sheets, strict=True):
        title, *lines = sheet_blocks(name, sheet, review.loaded.ruleset)
        text = write_tally(tally_in_game_words(tally, review.loaded.ruleset), typed=True)
        yield title
        if text:
            yield Text(text, indent=2)
        yield from lines


def _forced(review: HandReview) -> Iterable[Block]:
    """Format what the rules don't allow in the hand, if it was recorded by force."""
    hand = review.played.hand
    if hand.played is not None:
        marked = sorted(hand.played.marked)
        if not marked:
            return ()
        end = len(hand.played.turns) + 1
        parts = listed("the cards left" if at == end else f"turn {at}" for at in marked)
        return (Text(f"Against the rules of this game: {parts}.", Style.NOTICE),)
    if review.counted.possible:
        return ()
    return against_blocks(review.counted, review.loaded.game.side_names, forced=True)


def _history(review: HandReview, local: Callable[[str], str]) -> Iterator[Block]:
    """Format the entries about the hand, apart from its turns."""
    yield Text("History", Style.TITLE)
    for record, undone in review.history:
        if not isinstance(record.entry, Turned):
            text = entry_text(record.entry, review.loaded.game, review.loaded.ruleset)
            words = WORDS[type(record.entry)], text
            yield from record_blocks(record, words, local(record.at), undone=undone)
    amend = f"canasta amend {review.played.number}"
    parts = "" if review.turns is None else f".TURN, or {amend}.left"
    yield Text(f"To correct it: {amend}{parts}", Style.QUIET)


class HandSide(Answer):
    """A side in canasta show."""

    name: str = key("The name of the side.", lambda it: it[0])
    tally: str = key("Its tally, in notation.", lambda it: write_tally(it[1], typed=True))
    points: int = key("The result of the hand.", lambda it: it[2].total)
    total: int = key("Its running total after the hand.", lambda it: it[3])
    lines: Sequence[Line] = key("How it comes about.", lambda it: lines_of(it[2], it[4]))


def sides_of_hand(
    game: Game, played: Played, ruleset: Ruleset
) -> Iterator[tuple[str, Tally, Sheet, int, Ruleset]]:
    """Yield each side's name with its tally, its sheet, its total after the hand, and the rules."""
    columns = zip(game.side_names, played.hand.tallies, played.sheets, played.after, strict=True)
    return ((*column, ruleset) for column in columns)


class ReviewAnswer(Answer, of="show"):
    """canasta show."""

    game: str = key("The name of the game.", lambda it: it.loaded.game.name)
    ruleset: str = key("The name of the ruleset.", lambda it: it.loaded.ruleset.name)
    hand: int = key("The number of the hand.", lambda it: it.played.number)
    dealer: str = key("Who dealt.", lambda it: it.played.dealer)
    players: Sequence[str] = optional(
        PLAYED_BY, lambda it: played_by(it.loaded.game, it.played.number)
    )
    sides: Sequence[HandSide] = key(
        "The sides.",
        lambda it: HandSide.of_each(sides_of_hand(it.loaded.game, it.played, it.loaded.ruleset)),
    )
    turns: int | None = key(
        "The number of turns; null for a hand that was not recorded turn by turn."
    )
    forced: bool = key(
        "True if it was recorded against the rules.", lambda it: it.played.hand.by_force
    )
    findings: Sequence[TallyFinding] = key(
        "What is wrong with the tallies.",
        lambda it: TallyFinding.of_each(
            [] if it.turns is not None else against(it.counted, it.loaded.game.side_names)
        ),
    )
    penalties: Sequence[PenaltyOfSide] = key(
        "The penalties that are counted with the hand.",
        lambda it: penalties_of(it.loaded.game.awarded(it.played.number), it.loaded.ruleset),
    )
    warnings: Sequence[WarningInHand] = key(
        "The warnings about the hand.", lambda it: WarningInHand.of_each(it.warnings)
    )
    history: Sequence[EntryInLog] = key(
        "The entries about the hand, its turns included.",
        lambda it: records_of((LoggedEntry(*each) for each in it.history), it.loaded.game),
    )
