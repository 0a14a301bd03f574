"""Rules ``tally.*``: what all sides together can't have at the end of a hand."""

from collections import Counter

from canasta_cli.engine.points import (
    VALUED,
    everything,
    in_packs,
    in_packs_like,
)
from canasta_cli.engine.rule import Answer, Rule, Topic, refusal
from canasta_cli.engine.score.figures import (
    BLACK,
    RED,
    in_hands,
    on_table,
)
from canasta_cli.model.cards import Rank, together
from canasta_cli.model.game import Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed


class HandTallies(NamedTuple):
    """All sides' tallies, with the players of each side."""

    tallies: tuple[Tally, ...]
    players: tuple[tuple[str, ...], ...]


def _one_out(case: HandTallies, ruleset: Ruleset) -> Answer:
    out = sum(tally.went_out for tally in case.tallies)
    if out <= 1:
        return None
    return refusal(
        "{have:side} went out; only one can",
        needed=1,
        have=out,
        fix="keep “out” or “concealed” only for the side that ended the hand",
    )


def _stock(case: HandTallies, ruleset: Ruleset) -> Answer:
    stock = any(tally.stock for tally in case.tallies)
    if not stock or not any(tally.went_out for tally in case.tallies):
        return None
    return refusal(
        "the stock ran out and a side went out; a hand ends in only one of these ways",
        fix="keep “stock” only if nobody went out",
    )


def _packs(case: HandTallies, ruleset: Ruleset) -> Answer:
    cards = together(tally.cards for tally in case.tallies)
    counts = Counter(cards.by_rank())
    counts[Rank.RED_THREE] += sum(tally.figure(RED) for tally in case.tallies)
    counts[Rank.BLACK_THREE] += sum(tally.figure(BLACK) for tally in case.tallies)
    over = [
        (f"{have} {rank.many}", in_packs(rank, ruleset))
        for rank, have in counts.items()
        if have > in_packs(rank, ruleset)
    ]
    over += [
        (f"{have} × {card.symbol}", in_packs_like(card, ruleset))
        for card, have in Counter(card for card in cards if card.suit).items()
        if have > in_packs_like(card, ruleset)
    ]
    if not over:
        return None
    return refusal(
        "that makes {over}",
        {
            "over": "; the deck has ".join(map(str, over[0]))
            if len(over) == 1
            else listed(f"{cards} (the deck has {most})" for cards, most in over)
        },
        fix="count the cards on the table and in the hands again",
    )


def _points(case: HandTallies, ruleset: Ruleset) -> Answer:
    have = sum(on_table(tally, ruleset) + in_hands(tally, ruleset) for tally in case.tallies)
    most = everything(ruleset)
    if have <= most:
        return None
    return refusal(
        "that makes {have:card point}; the whole deck is worth {needed}",
        needed=most,
        have=have,
        fix="give only card values in points: and minus:, without bonuses and red threes",
    )


def _alone(case: HandTallies, ruleset: Ruleset) -> Answer:
    named = [
        (tally.alone, place) for place, tally in enumerate(case.tallies) if tally.alone is not None
    ]
    # A score needs no partners: it is the player's own.
    out = any(tally.went_out and tally.score is None for tally in case.tallies)
    if not named and not (ruleset.seats.alone and out):
        return None
    if not ruleset.seats.alone:
        return refusal(
            "no player plays alone under these rules",
            fix=f"leave out alone:{named[0][0]}",
        )
    if len(named) > 1:
        return refusal(
            "{have:tally|tallies} name who played alone",
            needed=1,
            have=len(named),
            fix="only one player plays alone: write it once, in that player's tally",
        )
    if not named:
        return refusal(
            "no tally names who played alone",
            fix="add alone:NAME to the tally of the player who took the pile first, or who went out "
            "if nobody took it",
        )
    name, place = named[0]
    if name in case.players[place]:
        return None
    return refusal(
        "{owner}'s tally has alone:{name}",
        {"name": name, "owner": case.players[place][0]},
        fix="move it to the tally of the player who played alone",
    )


TABLE = Topic[HandTallies](
    Rule("tally.one-out", "A hand ends when one player goes out.", (), _one_out),
    Rule("tally.stock", "A hand ends with an empty stock only if nobody goes out.", (), _stock),
    Rule(
        "tally.packs",
        "No card can appear more often than the deck has it.",
        ("deck.packs", "deck.jokers"),
        _packs,
    ),
    Rule(
        "tally.points",
        "Melds and hands together are worth no more than the whole deck.",
        ("deck.packs", "deck.jokers", *VALUED),
        _points,
    ),
    Rule(
        "tally.alone",
        "In games where one player plays alone each hand, a tally names that player: "
        "the first to take the pile, or who went out if nobody took it.",
        ("seats.partners",),
        _alone,
    ),
)
