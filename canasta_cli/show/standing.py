"""Format the standing of a game: the score pad, and what the players need next."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.names import by_name
from canasta_cli.rules.vocabulary import asked
from canasta_cli.show.awards import AWARD_KEYS, award_text, awards_json
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Blocks, Grid, Style, Text
from canasta_cli.show.minimum import NEEDS_KEYS, tier_json
from canasta_cli.show.next import deal_line, game_line, next_document, sides_grid
from canasta_cli.show.warnings import WARNING_KEYS
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing
    from canasta_cli.model.turn import Deal


def game_blocks(standing: Standing) -> Blocks:
    """Format the name of the game, for the first line of an answer."""
    return (game_line(standing.game.name),)


def next_blocks(standing: Standing) -> Blocks:
    """Format totals, initial melds and dealer, or who won."""
    return (*_sides(standing), *_pending(standing), *_played_on(standing), *_after(standing))


def _sides(standing: Standing) -> Blocks:
    names = (side.name for side in standing.game.sides)
    if standing.outcome.over:
        return (sides_grid(names, standing.totals, None, None, None),)
    to_open = map(asked, standing.minimums)
    target = standing.ruleset.end.target
    return (sides_grid(names, standing.totals, to_open, target, standing.to_target),)


def _pending(standing: Standing) -> Blocks:
    """Format penalties and bonuses that count with the hand in play, or with the next."""
    return tuple(
        Text(
            f"Counts with hand {len(standing.hands) + 1}: {award_text(each)}",
            Style.NOTICE,
        )
        for each in standing.game.pending
    )


def _played_on(standing: Standing) -> Blocks:
    """Format a remark on hands recorded after the end, which an amendment can move."""
    last = len(standing.hands)
    if standing.ended_by is None or standing.ended_by == last:
        return ()
    first = standing.ended_by + 1
    since = f"hand {last} is" if last == first else f"hands {first} to {last} are"
    text = f"The game was over after hand {standing.ended_by}; {since} counted too."
    return (Text(text, Style.NOTICE),)


def _after(standing: Standing) -> Blocks:
    if standing.outcome.over:
        return (Text(won(standing), Style.GOOD),)
    if standing.game.deal is not None:
        return (Text(_playing(standing, standing.game.deal)),)
    number = len(standing.hands) + 1
    cards = standing.ruleset.deal.cards
    return (deal_line(number, standing.dealer, cards, standing.sitting_out),)


def _playing(standing: Standing, deal: Deal) -> str:
    """Format the state of the hand that is being recorded turn by turn."""
    from canasta_cli.engine.game.replay import table_after  # most games have no turns
    from canasta_cli.engine.game.standing import seats_in_play

    seats, dealer = seats_in_play(standing, deal), deal.dealer or standing.dealer
    number = seats.number
    position = table_after(deal, seats, standing.ruleset)
    turns = count_of(position.turns, "turn")
    if position.ending is not None:
        return (
            f"Hand {number}, dealt by {dealer}, is over after {turns}. "
            "Record the cards left in the hands: canasta left"
        )
    return f"Hand {number}, dealt by {dealer}, is in play: {turns}; {position.player} is next."


def _playing_json(standing: Standing, deal: Deal) -> Mapping[str, Any]:
    from canasta_cli.engine.game.replay import table_after
    from canasta_cli.engine.game.standing import seats_in_play

    position = table_after(deal, seats_in_play(standing, deal), standing.ruleset)
    over = position.ending is not None
    return {
        "dealer": deal.dealer or standing.dealer,
        "turns": position.turns,
        "over": over,
        "player": None if over else position.player,
    }


def won(standing: Standing) -> str:
    """Format who won and by how much, as a sentence."""
    winner, margin = standing.outcome.winner, standing.outcome.margin
    if winner is None:
        best = max(standing.totals)
        level = [
            side.name
            for side, total in zip(standing.game.sides, standing.totals, strict=True)
            if total == best
        ]
        return f"The game is over: a draw between {listed(level)} at {points(best)}."
    side = standing.game.sides[winner]
    players = f" ({listed(side.players)})" if side.players != (side.name,) else ""
    return f"The game is over: {side.name}{players} won by {points(margin)}."


SIDE_KEYS = Keys(
    "A side",
    {
        "name": "The name of the side.",
        "total": "Its running total.",
        "minimum": "The points that its next initial meld needs.",
        "needs": Object("All that it needs, only if that is more than points.", NEEDS_KEYS),
        "to_target": "The points that it still needs to reach the target; null without a target.",
    },
)
PLAYING_KEYS = Keys(
    "A hand in play",
    {
        "dealer": "Who dealt.",
        "turns": "The number of turns played.",
        "over": "True if the hand is over, and only the cards left are missing.",
        "player": "Whose turn it is; null if the hand is over.",
    },
)
NEXT_KEYS = Keys(
    "canasta next",
    {
        "game": "The name of the game.",
        "dealer": "Who deals the next hand, or dealt the one that is being played.",
        "sides": Object("The sides.", SIDE_KEYS),
        "over": "True if the game is over.",
        "winner": "The name of the side that has won; null for a tie, and before the game is over.",
        "sitting_out": "The player who does not play in the next hand, only if there is one.",
        "next_hand": "The number of the next hand.",
        "pending": Object("Penalties that will be counted with the next hand.", AWARD_KEYS),
        "playing": Object(
            "The hand that is being recorded turn by turn; null for none.", PLAYING_KEYS
        ),
    },
)


def next_json(standing: Standing) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta next``."""
    game, (over, winner, _) = standing.game, standing.outcome
    sides = [
        {"name": side.name, "total": total, **tier_json(tier), "to_target": short}
        for side, total, tier, short in zip(
            game.sides,
            standing.totals,
            standing.minimums,
            standing.to_target or repeat(None, len(game.sides)),
            strict=True,
        )
    ]
    return next_document(
        game.name,
        standing.dealer,
        sides,
        len(standing.hands) + 1,
        standing.sitting_out,
        over=over,
        winner=None if winner is None else game.sides[winner].name,
        pending=awards_json(game.pending),
        playing=None if game.deal is None else _playing_json(standing, game.deal),
    )


def score_blocks(standing: Standing) -> Blocks:
    """Format the score pad: a row for each hand, a column for each side, and what comes next."""
    game = standing.game
    event = f", {game.event}" if game.event else ""
    changed = len(by_name(standing.ruleset.house, standing.ruleset))
    house = f", {count_of(changed, 'house rule')}" if changed else ""
    title = Text(f"Game {game.name}, {standing.ruleset.title}{house}{event}", Style.TITLE)
    if not standing.hands:
        return (title, *_who(standing), BLANK, *next_blocks(standing))
    # Other commands use this module too, and need no warnings.
    from canasta_cli.engine.game.warnings import all_warnings
    from canasta_cli.show.warnings import score_warnings

    rows = [
        (
            f"{played.number}{'!' if played.hand.by_force else ''}",
            played.dealer,
            *((_alone(played),) if standing.ruleset.seats.alone else ()),
            *(points(each) for each in played.points),
        )
        for played in standing.hands
    ]
    alone = ("alone",) if standing.ruleset.seats.alone else ()
    rows.append(("total", "", *("" for _ in alone), *(points(total) for total in standing.totals)))
    heads = ("hand", "dealer", *alone, *(side.name for side in game.sides))
    pad = Grid(heads, tuple(rows), left=(0, 1, 2) if alone else (0, 1))
    below = (*_forced(standing), *score_warnings(all_warnings(standing)))
    return (title, *_who(standing), BLANK, pad, *below, BLANK, *next_blocks(standing))


def _alone(played: Played) -> str:
    return next((tally.alone for tally in played.hand.tallies if tally.alone), "")


def _who(standing: Standing) -> Blocks:
    return tuple(
        Text(f"{side.name}: {listed(side.players)}", Style.QUIET)
        for side in standing.game.sides
        if side.players != (side.name,)
    )


def _forced(standing: Standing) -> Blocks:
    if not any(played.hand.by_force for played in standing.hands):
        return ()
    return (Text("Hands marked ! were recorded with --force.", Style.NOTICE),)


HAND_POINTS_KEYS = Keys(
    "A side’s points in a hand",
    {"name": "The name of the side.", "points": "The result of the hand."},
)
PLAYED_KEYS = Keys(
    "A hand in canasta score",
    {
        "hand": "The number of the hand.",
        "dealer": "Who dealt.",
        "sides": Object("The sides.", HAND_POINTS_KEYS),
        "tallies": "The tallies, in notation, by the names of the sides.",
        "forced": "True if it was recorded against the rules.",
        "warnings": Object("The warnings about the hand.", WARNING_KEYS),
    },
)
SCORE_KEYS = Keys(
    "canasta score",
    {
        "ruleset": "The name of the ruleset.",
        "hands": Object("The hands.", PLAYED_KEYS),
    },
    (NEXT_KEYS,),
)
MINIMUMS_KEYS = Keys("canasta minimum", {"ruleset": "The name of the ruleset."}, (NEXT_KEYS,))
PENALTY_KEYS = Keys("canasta penalty", {"recorded": "True if it was recorded."}, (NEXT_KEYS,))


def score_json(standing: Standing) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta score``: every hand, and the keys of ``next``."""
    from canasta_cli.engine.game.warnings import warnings_of
    from canasta_cli.notation.tally import write_tally
    from canasta_cli.show.warnings import warnings_json

    return {
        "game": standing.game.name,
        "ruleset": standing.ruleset.name,
        "hands": [
            {
                "hand": played.number,
                "dealer": played.dealer,
                "sides": [
                    {"name": side.name, "points": scored}
                    for side, scored in zip(standing.game.sides, played.points, strict=True)
                ],
                "tallies": {
                    side.name: write_tally(tally)
                    for side, tally in zip(standing.game.sides, played.hand.tallies, strict=True)
                },
                "forced": played.hand.by_force,
                "warnings": warnings_json(warnings_of(standing, played.number)),
            }
            for played in standing.hands
        ],
        **next_json(standing),
    }
