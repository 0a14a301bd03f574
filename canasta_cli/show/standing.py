"""Format the standing of a game: the score pad, and what the table needs next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.awards import award_text, awarded_json
from canasta_cli.show.layout import BLANK, Blocks, Grid, Style, Text
from canasta_cli.show.minimum import tier_json
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing
    from canasta_cli.model.deal import Deal


def game_blocks(stand: Standing) -> Blocks:
    """Format the name of the game, for the first line of an answer."""
    return (Text(f"Game {stand.game.name}", Style.TITLE),)


def next_blocks(stand: Standing) -> Blocks:
    """Format totals, initial melds and dealer, or who won."""
    return (*_sides(stand), *_pending(stand), *_played_on(stand), *_after(stand))


def _sides(stand: Standing) -> Blocks:
    heads: tuple[str, ...] = ("", "total")
    columns = [
        [side.name for side in stand.game.sides],
        [points(total) for total in stand.totals],
    ]
    if not stand.outcome.over:
        heads = (*heads, "to open")
        columns.append([asked(tier) for tier in stand.minimums])
        if stand.to_target:
            heads = (*heads, f"to {points(stand.ruleset.end.target or 0)}")
            columns.append([points(short) for short in stand.to_target])
    return (Grid(heads, tuple(zip(*columns, strict=True))),)


def _pending(stand: Standing) -> Blocks:
    """Format penalties and bonuses that count with the hand in play, or with the next."""
    return tuple(
        Text(
            f"Counts with hand {len(stand.hands) + 1}: {award_text(each)}",
            Style.NOTICE,
        )
        for each in stand.game.pending
    )


def _played_on(stand: Standing) -> Blocks:
    """Format a remark on hands recorded after the end, which an amendment can move."""
    last = len(stand.hands)
    if stand.ended_by is None or stand.ended_by == last:
        return ()
    first = stand.ended_by + 1
    since = f"hand {last} is" if last == first else f"hands {first} to {last} are"
    says = f"The game was over after hand {stand.ended_by}; {since} counted too."
    return (Text(says, Style.NOTICE),)


def _after(stand: Standing) -> Blocks:
    if stand.outcome.over:
        return (Text(won(stand), Style.GOOD),)
    sits = f"; {stand.sitting_out} sits out" if stand.sitting_out else ""
    cards = stand.ruleset.deal.cards
    number = len(stand.hands) + 1
    deal = f"Hand {number}: {stand.dealer} deals, {count_of(cards, 'card')} each{sits}."
    if stand.game.deal is not None:
        deal = _playing(stand, stand.game.deal)
    return (Text(deal),)


def _playing(stand: Standing, deal: Deal) -> str:
    """Format the state of the hand that is being recorded turn by turn."""
    from canasta_cli.engine.game.replay import (  # most games have no turns
        seats_in_play,
        table_after,
    )

    seats, dealer = seats_in_play(stand, deal), deal.dealer or stand.dealer
    number = seats.number
    position = table_after(deal, seats, stand.ruleset)
    turns = count_of(position.turns, "turn")
    if position.ending is not None:
        return (
            f"Hand {number}, dealt by {dealer}, is over after {turns}. "
            "Record the cards left in the hands: canasta left"
        )
    return f"Hand {number}, dealt by {dealer}, is in play: {turns}; {position.player} is next."


def _playing_json(stand: Standing, deal: Deal) -> Mapping[str, Any]:
    from canasta_cli.engine.game.replay import seats_in_play, table_after

    position = table_after(deal, seats_in_play(stand, deal), stand.ruleset)
    over = position.ending is not None
    return {
        "dealer": deal.dealer or stand.dealer,
        "turns": position.turns,
        "over": over,
        "next": None if over else position.player,
    }


def won(stand: Standing) -> str:
    """Format who won and by how much, as a sentence."""
    winner, margin = stand.outcome.winner, stand.outcome.margin
    if winner is None:
        best = max(stand.totals)
        level = [
            side.name
            for side, total in zip(stand.game.sides, stand.totals, strict=True)
            if total == best
        ]
        return f"The game is over: a draw between {listed(level)} at {points(best)}."
    side = stand.game.sides[winner]
    players = f" ({listed(side.players)})" if side.players != (side.name,) else ""
    return f"The game is over: {side.name}{players} won by {points(margin)}."


def next_json(stand: Standing) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta next``."""
    winner = stand.outcome.winner
    return {
        "game": stand.game.name,
        "dealer": stand.dealer,
        "sides": [
            {"name": side.name, "total": total, **tier_json(tier)}
            for side, total, tier in zip(
                stand.game.sides, stand.totals, stand.minimums, strict=True
            )
        ],
        "over": stand.outcome.over,
        "winner": None if winner is None else stand.game.sides[winner].name,
        **({"sitting_out": stand.sitting_out} if stand.sitting_out else {}),
        "next_hand": len(stand.hands) + 1,
        "pending": awarded_json(stand.game.pending),
        "playing": None if stand.game.deal is None else _playing_json(stand, stand.game.deal),
    }


def score_blocks(stand: Standing) -> Blocks:
    """Format the score pad: a row for each hand, a column for each side, and what comes next."""
    game = stand.game
    event = f", {game.event}" if game.event else ""
    changed = len(stand.ruleset.house)
    house = f", {count_of(changed, 'house rule')}" if changed else ""
    title = Text(f"Game {game.name}, {stand.ruleset.title}{house}{event}", Style.TITLE)
    if not stand.hands:
        return (title, *_who(stand), BLANK, *next_blocks(stand))
    # Other commands use this module too, and need no warnings.
    from canasta_cli.engine.game.warnings import all_warnings
    from canasta_cli.show.warnings import score_warnings

    rows = [
        (
            f"{played.number}{'!' if played.hand.by_force else ''}",
            played.dealer,
            *((_alone(played),) if stand.ruleset.seats.alone else ()),
            *(points(each) for each in played.points),
        )
        for played in stand.hands
    ]
    alone = ("alone",) if stand.ruleset.seats.alone else ()
    rows.append(("total", "", *("" for _ in alone), *(points(total) for total in stand.totals)))
    heads = ("hand", "dealer", *alone, *(side.name for side in game.sides))
    pad = Grid(heads, tuple(rows), left=(0, 1, 2) if alone else (0, 1))
    below = (*_forced(stand), *score_warnings(all_warnings(stand)))
    return (title, *_who(stand), BLANK, pad, *below, BLANK, *next_blocks(stand))


def _alone(played: Played) -> str:
    return next((tally.alone for tally in played.hand.tallies if tally.alone), "")


def _who(stand: Standing) -> Blocks:
    return tuple(
        Text(f"{side.name}: {listed(side.players)}", Style.QUIET)
        for side in stand.game.sides
        if side.players != (side.name,)
    )


def _forced(stand: Standing) -> Blocks:
    if not any(played.hand.by_force for played in stand.hands):
        return ()
    return (Text("Hands marked ! were recorded with --force.", Style.NOTICE),)


def score_json(stand: Standing) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta score``: every hand, and the keys of ``next``."""
    from canasta_cli.engine.game.warnings import warnings_of
    from canasta_cli.show.warnings import warnings_json

    return {
        "game": stand.game.name,
        "ruleset": stand.ruleset.name,
        "hands": [
            {
                "hand": played.number,
                "dealer": played.dealer,
                "sides": [
                    {"name": side.name, "score": score}
                    for side, score in zip(stand.game.sides, played.points, strict=True)
                ],
                **({"forced": True} if played.hand.by_force else {}),
                "warnings": warnings_json(warnings_of(stand, played.number)),
            }
            for played in stand.hands
        ],
        **next_json(stand),
    }
