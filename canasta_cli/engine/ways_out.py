"""Ways to go out: how the wild cards of a hand go to its ranks and to the table, judged by the rules."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from canasta_cli.engine.known import Known
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.placing import place_of
from canasta_cli.engine.referee import rule_on
from canasta_cli.engine.run_ways import run_choices
from canasta_cli.engine.ways import MOST_RUNS, MOST_WAYS, WILDS, Way, cards_of
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Clause, Discard, GoOut, Lay, MeldDown, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank


class Share(NamedTuple):
    """What one meld, new or on the table, gets of a hand: nothing, or one lay."""

    deuces: int
    jokers: int
    lays: tuple[Lay, ...]


class Spot(NamedTuple):
    """Where wild cards can go: to all naturals of a rank, alone, or onto a meld on the table."""

    rank: Rank | None
    naturals: int = 0
    onto: Onto | None = None


def ways_out(known: Known, ruleset: Ruleset) -> tuple[Way, ...]:
    """Every way to go out with the whole hand, the one that scores most first.

    Searches how the wild cards go to the ranks, with and without a discard; the rules judge each.
    """
    if not known.hand:
        return ()
    found: list[Way] = []
    for runs in islice(run_choices(known.hand, known.melds or (), ruleset), MOST_RUNS):
        hand = Counter(card.rank for card in runs.rest)
        choices: tuple[Rank | None, ...] = (None, *hand)
        for discard in choices:
            rest = hand - Counter((discard,) if discard else ())
            for melds in _spread(rest, list(known.melds or ()), ruleset):
                way = _out((*runs.lays, *melds), discard, known, ruleset)
                if way is not None:
                    found.append(way)
                if len(found) >= MOST_WAYS:
                    return _ranked(found)
    return _ranked(found)


def _ranked(found: list[Way]) -> tuple[Way, ...]:
    return tuple(sorted(found, key=lambda way: (-(way.bonus or 0) - way.value, way.wilds)))


def _out(
    melds: tuple[Lay, ...], discard: Rank | None, known: Known, ruleset: Ruleset
) -> Way | None:
    last: Clause = Discard(Cards((Card(discard),))) if discard else GoOut()
    clauses: tuple[Clause, ...] = (MeldDown(melds), last) if melds else (last,)
    ruling = rule_on(Turn(clauses), known, ruleset, leaves=True)
    if ruling.verdict.legal is False:
        return None
    return Way(
        melds,
        ruling.value,
        sum(len(meld.cards) for meld in melds),
        sum(meld.cards.wilds for meld in melds),
        discard=Card(discard) if discard else None,
        bonus=ruling.bonus,
    )


def _spread(hand: Counter[Rank], table: list[Meld], ruleset: Ruleset) -> Iterator[tuple[Lay, ...]]:
    """Every way to lay a whole hand: all naturals of a rank together, the wild cards spread."""
    deuces, jokers = (hand[rank] for rank in WILDS)
    spots = [_shares(spot, table, deuces, jokers, ruleset) for spot in _spots(hand, table)]
    # Where the naturals of one rank can be laid in no way, nothing else matters.
    return _spread_over(spots, deuces, jokers) if all(spots) else iter(())


def _spread_over(spots: list[list[Share]], deuces: int, jokers: int) -> Iterator[tuple[Lay, ...]]:
    if not spots:
        if deuces + jokers == 0:
            yield ()
        return
    shares, *rest = spots
    for share in shares:
        if share.deuces <= deuces and share.jokers <= jokers:
            for others in _spread_over(rest, deuces - share.deuces, jokers - share.jokers):
                yield (*share.lays, *others)


def _spots(hand: Counter[Rank], table: list[Meld]) -> Iterator[Spot]:
    """Every meld that the hand can make or add to."""
    lying = {meld.rank for meld in table}
    for rank in Rank:
        if not rank.wild and hand[rank]:
            yield Spot(rank, hand[rank])
        elif rank in lying:
            yield Spot(rank, onto=Onto(rank))
    if any(meld.shape is Shape.WILD for meld in table):
        yield Spot(None, onto=Onto())
    yield Spot(None)


def _shares(
    spot: Spot, table: list[Meld], deuces: int, jokers: int, ruleset: Ruleset
) -> list[Share]:
    """What can go to a meld, as far as the rules of melding let it lie then."""
    found = []
    for two in range(deuces + 1):
        for wild in range(jokers + 1):
            cards = cards_of(spot.rank if spot.naturals else None, spot.naturals, two, wild)
            if not cards:
                found.append(Share(0, 0, ()))
                continue
            lays = _lays(spot, cards, table, ruleset)
            found += [Share(two, wild, (lay,)) for lay in lays if _may_lie(lay, table, ruleset)]
    return found


def _lays(spot: Spot, cards: Cards, table: list[Meld], ruleset: Ruleset) -> Iterator[Lay]:
    """As the meld it is, or laid off; where sets of a rank may lie apart, as either."""
    if spot.onto is not None:
        yield LayOff(spot.onto, cards)
        return
    yield Meld(cards)
    apart = ruleset.melds.same_rank is SameRank.APART
    if apart and spot.rank is not None and any(meld.rank is spot.rank for meld in table):
        yield LayOff(Onto(spot.rank), cards)


def _may_lie(lay: Lay, table: list[Meld], ruleset: Ruleset) -> bool:
    """Whether the meld that a lay makes, or adds to, may lie so in the turn that goes out."""
    place = place_of(lay, table, ruleset)
    before = NO_CARDS if place is None else table[place].cards
    after = Lying(Meld(before + lay.cards), going_out=True)
    return judge_meld(after, ruleset).legal is not False
