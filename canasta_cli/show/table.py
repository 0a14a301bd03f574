"""The table while a hand is being played: melds, pile, stock, hands, what comes next; a deal and a turn.

The commands of a hand recorded turn by turn call it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.facts import all_of
from canasta_cli.engine.points import grade, minimum
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.going_out import holds
from canasta_cli.engine.turn.taking import PAIR
from canasta_cli.engine.view import without
from canasta_cli.model.turn import PlayerCards, Take, Turn
from canasta_cli.notation.cards import name_meld, write_cards, write_order
from canasta_cli.notation.turn import write_player, write_turn
from canasta_cli.rules.names import canasta_name, in_game_words
from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.finding import Finding, fix, message
from canasta_cli.show.keys import Answer, key
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Grid, Style, Text
from canasta_cli.show.next import game_line
from canasta_cli.show.verdict import (
    Verdict,
    notices,
    ruling_blocks,
    verdict_answer,
    verdict_blocks,
)
from canasta_cli.words import count_of, either, listed

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.playing import DealRecorded, HandInPlay, TurnRecorded


# The table while a hand is being played: melds, pile, stock, hands, and what comes next.


def table_blocks(playing: HandInPlay) -> Blocks:
    """Format the whole table: melds, hands, pile and stock, and who is next."""
    return (*_melds(playing), *_pile_and_stock(playing))


def melds_blocks(playing: HandInPlay) -> Blocks:
    """Format each side's melds, and the number of cards in each hand."""
    return (game_line(playing.loaded.game.name), *_melds(playing))


def _melds(playing: HandInPlay) -> Iterator[Block]:
    position, rules = playing.position, playing.loaded.ruleset
    for place, side in enumerate(playing.loaded.game.sides):
        laid = position.melds[place]
        yield Text(f"{side.name}{_state(place, position)}", Style.TITLE)
        rows = []
        for meld in laid:
            kind = grade(meld, rules)
            size = count_of(len(meld.cards), "card")
            rows.append((name_meld(meld), canasta_name(kind, rules) if kind else size))
        if rows:
            yield Grid(("", ""), rows, left=(0, 1), indent=2)
        if position.threes[place]:
            yield Text(f"laid out: {write_cards(position.threes[place])}", indent=2)
    yield Text("Hands", Style.TITLE)
    hands = (
        (player, count_of(hand.at_least, "card"), "; ".join(_packets(position, at)))
        for at, (player, hand) in enumerate(zip(position.players, position.hands, strict=True))
    )
    yield Grid(("", "", ""), hands, left=(0, 1, 2), indent=2)


def _state(place: int, position: Position) -> str:
    """Format the state of a side: if it has opened, and its partner for this hand."""
    alone = position.alone is not None and position.sides[position.alone] == place
    if position.alone is None or alone:
        opened = "" if position.melds[place] else ": not opened yet"
        return (", playing alone" if alone else "") + opened
    player = position.sides.index(place)
    team = position.teams[player]
    partner = next(
        name
        for at, name in enumerate(position.players)
        if at != player and position.teams[at] == team
    )
    return f", with {partner}" + ("" if position.melds[team] else ": not opened yet")


def _packets(position: Position, at: int) -> Iterator[str]:
    """Yield what is known of a player's hand, and the bonus cards and foot to pick up."""
    hand = position.hands[at]
    if named := write_cards(hand.cards):
        if hand.unseen and len(hand.cards) == 1:
            named = f"including {next(iter(hand.cards)).rank.one}"
        elif hand.unseen:
            named = f"including {listed(card.symbol for card in hand.cards)}"
        yield named
    if bonus := position.bonus[at].size:
        yield count_of(bonus, "bonus card")
    if foot := position.feet[at].size:
        yield f"a foot of {count_of(foot, 'card')}"


def held_blocks(position: Position, player: str) -> Blocks:
    """Format what is known of a player's hand, as the head of a question about it."""
    return (Text(f"{player}: {', '.join(_holding(position, position.players.index(player)))}."),)


def _holding(position: Position, at: int) -> Iterator[str]:
    """Yield the number of cards in a player's hand, and what is known of it."""
    yield count_of(position.hands[at].at_least, "card")
    yield from _packets(position, at)


def known_left_blocks(position: Position) -> Blocks:
    """Format the cards of the players whose hands are known, in front of questions about the others."""
    asked_for = {player for player, _ in position.hidden}
    packets = zip(position.players, position.hands, position.bonus, position.feet, strict=True)
    known = [
        f"{player} {write_player(PlayerCards(player, hand.cards + bonus.cards, foot.cards), typed=True)}"
        for player, hand, bonus, foot in packets
        if player not in asked_for and (hand.cards or bonus.cards or foot.cards)
    ]
    return (Text(f"Known: {', '.join(known)}", Style.QUIET),) if known and asked_for else ()


def pile_blocks(playing: HandInPlay) -> Blocks:
    """Format the pile and the stock, and if the next player may take the pile."""
    return (game_line(playing.loaded.game.name), *_pile_and_stock(playing))


def _pile_and_stock(playing: HandInPlay) -> Blocks:
    position = playing.position
    pile = Text(f"Pile: {_pile(position)}.")
    stock = Text(f"Stock: {count_of(position.stock, 'card')}.")
    return (pile, stock, *next_blocks(playing))


def _pile(position: Position) -> str:
    if not position.pile_size:
        return "empty"
    named = write_order(position.pile)
    unseen = f"{count_of(position.buried, 'unknown card')}, then " if position.buried else ""
    if not position.pile:
        return count_of(position.pile_size, "unknown card")
    return f"{count_of(position.pile_size, 'card')}, from the bottom: {unseen}{named}"


def next_blocks(playing: HandInPlay) -> Blocks:
    """Format who is next and if they may take the pile, or how the hand ended."""
    position = playing.position
    if position.ending is not None:
        hidden = (f"{player}=…" + ("/…" if foot else "") for player, foot in position.hidden)
        left = " ".join(("canasta left", *hidden))
        record = Text(f"Record the cards left in the hands: {left}")
        return (Text(ended(position), Style.GOOD), record)
    comes = _comes(position, playing.loaded.ruleset)
    text = f"Next: {position.player}{comes}. {_outlook(playing)}"
    return (Text(text, Style.TITLE),)


def _comes(position: Position, ruleset: Ruleset) -> str:
    """Format what the next player picks up as the turn begins."""
    if position.foot_is_due(ruleset):
        return ", who picks up the foot"
    size = position.waiting.size
    return f", who picks up {count_of(size, 'bonus card')}" if size else ""


def ended(position: Position) -> str:
    """Format how the hand ended, as a sentence."""
    ending = position.ending
    if ending is None or ending.player is None:
        left = f"it was ended with {count_of(position.stock, 'card')} in the stock"
        return f"The hand is over: {left if position.stock else 'the stock is empty'}."
    how = "went out concealed" if ending.concealed else "went out"
    if ending.shown:
        how = "showed a special hand"
    return f"The hand is over: {position.players[ending.player]} {how}."


def _outlook(playing: HandInPlay) -> str:
    seen, position, ruleset = playing.outlook, playing.position, playing.loaded.ruleset
    if seen.top is None:
        return "The pile is empty." if not position.pile_size else "The top card is unknown."
    frozen = playing.frozen
    # If every pile is frozen, it need not be repeated with each card.
    state = frozen.because if frozen.frozen and not ruleset.pile.always_frozen else ""
    if frozen.unopened:
        state = f"frozen until {position.player}'s side opens"
    if not seen.ways:
        nobody = "" if position.hand.unseen else f"{position.player} doesn't have the cards for it"
        everywhere = "the cards needed are all on the table or in other hands"
        if 0 < position.hand.at_least < PAIR and not position.waiting.size:
            everywhere = f"{position.player} has {count_of(position.hand.at_least, 'card')}"
        against = message(seen.against) if seen.against else nobody or everywhere
        return f"The pile can't be taken: {against}."
    needs = _to_open(position, ruleset)
    opens = f" and an initial meld of at least {needs}" if needs else ""
    pile = f"The pile (top card {seen.top.symbol})"
    may = f"may be taken {_ways(seen.ways)}{opens}."
    return f"{pile} is {state}. It {may}" if state else f"{pile} {may}"


def _to_open(position: Position, ruleset: Ruleset) -> str:
    """Format what the side of the player whose turn it is needs to open; empty if it has opened."""
    if position.melds[position.team]:
        return ""
    tier = minimum(position.totals[position.side], position.deal, ruleset)
    return asked(tier) if tier.canastas else count_of(tier.points, "point")


def _ways(takes: Sequence[Take]) -> str:
    """Format the ways to take the pile: ``with 77, 72 or 7W, or by laying it off (onto 7)``."""
    words = [write_turn(Turn((take,))).split(" ", 2)[2] for take in takes]
    pairs = [word.removeprefix("with ") for word in words if word.startswith("with ")]
    others = [
        f"by laying off the top card ({word})" for word in words if not word.startswith("with ")
    ]
    return ", or ".join(([f"with {either(pairs)}"] if pairs else []) + others)


def _named(position: Position, player: int | None) -> str | None:
    return None if player is None else position.players[player]


class PileOnTable(Answer):
    """The pile."""

    cards: str = key(
        "The known cards, in notation, top card last.", lambda it: write_order(it.position.pile)
    )
    unnamed: int = key("The number of cards below them.", lambda it: it.position.buried)
    size: int = key("The number of cards.", lambda it: it.position.pile_size)
    frozen: bool | None = key(
        "True if it is frozen for the player whose turn it is; null if unknown.",
        lambda it: it.frozen.frozen,
    )
    may_take: Sequence[str] = key(
        "The ways to take it, in notation.",
        lambda it: [
            write_turn(Turn((take,))) for take in (() if it.position.ending else it.outlook.ways)
        ],
    )


class MeldsOfSide(Answer):
    """A side’s cards on the table."""

    name: str = key("The name of the side.", lambda it: it[0].name)
    melds: Sequence[str] = key("Its melds, in notation.", lambda it: list(map(name_meld, it[1])))
    threes: str = key(
        "The threes that it has laid out, in notation.", lambda it: write_cards(it[2])
    )


class HeldByPlayer(Answer):
    """A player’s cards."""

    player: str = key("The name of the player.", lambda it: it[0])
    size: int | None = key(
        "The number of cards in the hand; null if unknown.", lambda it: it[1].size
    )
    known: str = key("Those that are known, in notation.", lambda it: write_cards(it[1].cards))
    foot: int | None = key(
        "The number of cards in the foot; null if unknown.", lambda it: it[2].size
    )
    bonus_cards: int | None = key(
        "The number of bonus cards; null if unknown.", lambda it: it[3].size
    )


class TableAnswer(Answer, of=("pile", "melds")):
    """The table (canasta pile, canasta melds)."""

    game: str = key("The name of the game.", lambda it: it.loaded.game.name)
    hand: int = key("The number of the hand.", lambda it: it.seats.number)
    turns: int = key("The number of turns played.", lambda it: it.position.turns)
    player: str | None = key(
        "Whose turn it is; null if the hand is over.",
        lambda it: None if it.position.ending else it.position.player,
    )
    pile: PileOnTable = key("The discard pile.", PileOnTable)
    stock: int | None = key(
        "The number of cards in the stock; null if unknown.", lambda it: it.position.stock
    )
    sides: Sequence[MeldsOfSide] = key(
        "The sides.",
        lambda it: MeldsOfSide.of_each(
            zip(it.loaded.game.sides, it.position.melds, it.position.threes, strict=True)
        ),
    )
    held: Sequence[HeldByPlayer] = key(
        "The cards that each player holds.",
        lambda it: HeldByPlayer.of_each(
            zip(
                it.position.players,
                it.position.hands,
                it.position.feet,
                it.position.bonus,
                strict=True,
            )
        ),
    )
    over: bool = key("True if the hand is over.", lambda it: it.position.ending is not None)
    ended: str | None = key(
        "How it ended; null if it goes on.",
        lambda it: it.position.ending and it.position.ending.how,
    )
    out: str | None = key(
        "The player who went out; null for nobody.",
        lambda it: _named(it.position, it.position.ending and it.position.ending.player),
    )
    concealed: bool = key(
        "True if that player went out concealed.",
        lambda it: bool(it.position.ending and it.position.ending.concealed),
    )
    alone: str | None = key(
        "The player who plays alone; null for nobody.",
        lambda it: _named(it.position, it.position.alone),
    )


# Format a deal, and a turn of a hand that is recorded turn by turn.


def turn_blocks(result: TurnRecorded) -> Iterator[Block]:
    """Format the turn and its verdict, what it changed, and who is next."""
    game = result.before.loaded.game
    number = f"{game.next_hand}.{result.number}"
    yield Text(f"Turn {number} of {game.name}, {write_turn(result.given.turn)}", Style.TITLE)
    ruling = ruling_blocks(result.ruling, f"game {game.name}")
    if result.ruling.verdict.legal is not False:
        # Reasons for a legal play are shown by canasta check turn.
        verdict = result.ruling.verdict
        ruling = (*ruling[:1], *_undecided(result), *notices(verdict))
    yield from ruling
    if any(each.rule == holds.id for each in result.ruling.verdict.refused):
        yield Text(_held(result), indent=2)
    yield from _recording(result)
    yield from _changed(result)
    if result.recorded:
        position = result.after.position
        pile, stock = count_of(position.pile_size, "card"), count_of(position.stock, "card")
        yield Text(f"Pile: {pile}. Stock: {stock}.")
        yield from next_blocks(result.after)


def _undecided(result: TurnRecorded) -> Blocks:
    """Say when a turn is illegal that depends on cards, or an answer, that the table can't see."""
    ruling, unknown = result.settled, result.ruling.verdict.unknown
    if ruling is None or ruling.verdict.legal is not None:
        return ()
    illegal = [all_of(premises) for legal, premises in ruling.ways if legal is False]
    says = ruling.condition or f"illegal if {either(illegal)}"
    asked = " To record that: ask yes" if Fact.ASKED in unknown else ""
    words = in_game_words(f"It is {says}.{asked}", ruling.verdict.ruleset)
    return (Text(words, Style.NOTICE, 2),)


def _recording(result: TurnRecorded) -> Blocks:
    if not result.accepted:
        text = "Not recorded. To record it as it was played, add --force."
        return (BLANK, Text(text, Style.NOTICE))
    if not result.recorded:
        return (DRY,)
    if result.given.forced:
        return (Text("Recorded with --force; the log marks it (forced).", Style.NOTICE),)
    return ()


def _changed(result: TurnRecorded) -> Iterator[Block]:
    """Format the melds that the turn made or added to, and the threes that it laid out."""
    if not result.accepted:
        return
    play, after = result.ruling.play, result.after.position
    # With --force, a player may have played out of turn.
    before = result.before.position.seat(result.given.turn)
    side = result.before.loaded.game.sides[before.side].name
    ruleset = result.before.loaded.ruleset
    if after.alone is not None and before.alone is None:
        others = [name for at, name in enumerate(after.players) if at != after.alone]
        text = f"{after.players[after.alone]} plays alone; {listed(others)} are partners."
        yield Text(text, indent=2)
    if play.takes_foot:
        yield Text(f"{before.player} picks up the foot.", indent=2)
    if threes := without(after.threes[before.side], before.threes[before.side])[0]:
        yield Text(f"{side} laid out {write_cards(threes)}", indent=2)
    for laid in play.placements:
        kind = grade(laid.after, ruleset)
        what = f": a {canasta_name(kind, ruleset)}" if kind else ""
        yield Text(f"{side} {name_meld(laid.after)}{what}", indent=2)


def live_turn_blocks(result: TurnRecorded) -> Blocks:
    """Format a turn that was typed into a dialogue, in a few lines: what it is, and what it changed."""
    position, verdict = result.after.position, result.ruling.verdict
    forced = " (forced)" if result.given.forced else ""
    turn = write_turn(result.given.turn._replace(player=None, remark=""))
    counts = f"pile {position.pile_size}, stock {position.stock}"
    return (
        Text(f"= {turn}{forced} · {counts}", Style.GOOD, 2),
        *(() if forced else _undecided(result)),
        *notices(verdict),
        *_changed(result),
    )


def live_table_blocks(playing: HandInPlay) -> Blocks:
    """Format what the player whose turn it is needs to know: cards to pick up, and the pile."""
    position, ruleset = playing.position, playing.loaded.ruleset
    comes = _comes(position, ruleset).removeprefix(", who ")
    pile = _outlook(playing)
    return (Text(f"{position.player} {comes}. {pile}" if comes else pile, Style.TITLE),)


def refused_turn(result: TurnRecorded) -> tuple[str, str]:
    """Return the deciding reason against a turn typed at the prompt, and how to make it legal.

    That it isn't finished is the reason only if there is no other.
    """
    first = min(result.ruling.verdict.refused, key=lambda each: each.rule == "turn.complete")
    return message(first), _held(result, "") if first.rule == holds.id else fix(first) or ""


def _held(result: TurnRecorded, typed: str = "canasta ") -> str:
    """Say what a player holds, since when that is known, and which command corrects it.

    ``typed`` stands in front of a command; nothing does at the prompt of turns.
    """
    before = result.before
    position = before.position.seat(result.given.turn)
    since = before.known_since(position.to_play)
    known, turn = "", f"{before.number}.TURN (see {typed}log)"
    if since <= position.turns:
        known = ", all known since the deal"
    if since in range(1, position.turns + 1):
        recorded = before.deal.turns[since - 1].turn._replace(player=None)
        known = f", all known since turn {since} ({write_turn(recorded)})"
        turn = f"{before.number}.{since}, or an earlier turn"
    held = ", ".join(_holding(position, position.to_play))
    return f"Before this turn {position.player} had {held}{known}. If that is wrong: {typed}amend {turn}"


class TurnAnswer(Answer, of="turn"):
    """canasta turn."""

    turn: int = key("The number of the turn.", lambda it: it.number)
    text: str = key("The turn, in notation.", lambda it: write_turn(it.given.turn))
    recorded: bool = key("True if it was recorded.")
    forced: bool = key("True if it was recorded against the rules.", lambda it: it.given.forced)
    verdict: Verdict = key("The verdict on the turn.", lambda it: verdict_answer(it.ruling))
    table: TableAnswer = key("The table after it.", lambda it: TableAnswer(it.after))


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
    return (head, dealt, *dry, *next_blocks(playing))


class DealAnswer(TableAnswer, about=lambda it: it.playing, of="deal"):
    """canasta deal."""

    recorded: bool = key("True if it was recorded.")
    findings: Sequence[Finding] = key(
        "The findings that refuse the deal.", lambda it: Finding.of_each(it.verdict.refused)
    )


class RefusedDealAnswer(Answer, of="deal"):
    """canasta deal, refused."""

    recorded: bool = key("True if it was recorded.")
    findings: Sequence[Finding] = key(
        "The findings that refuse the deal.", lambda it: Finding.of_each(it.verdict.refused)
    )


def deal_answer(result: DealRecorded) -> Answer:
    """Return the answer of ``canasta deal``."""
    return RefusedDealAnswer(result) if result.playing is None else DealAnswer(result)
