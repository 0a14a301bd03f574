"""Compare the searches with asking the rules about everything that can be laid, by house rules.

Results are compared by the melds on the table after them, as the rules place them.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings, turn_of, ways_to_open
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.judge import Ruling, rule_on
from canasta_cli.engine.turn.stated import contradictions
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Card, Cards, LayOff, Meld, Onto, Rank, Shape
from canasta_cli.model.turn import Clause, Discard, GoOut, Join, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.notation.cards import read_cards
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank, ThreeMelds

WILD: dict[str, object] = {"melds.wild_only": True, "bonus.wild": 500, "melds.canasta": 4}
NINES: dict[str, object] = {"ranks.9.wild": True, "ranks.9.points": 30}
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"pile.unopened": "open"},
    {"pile.unopened": "open", "opening.top_counts": False, "melds.min_naturals": 1},
    {"pile.unopened": "open", "pile.natural_wild": False},
    {"melds.black_threes": "always", "ranks.3B.wilds": "any"},
    {"ranks.3B.wilds": "any", "melds.canasta": 3, "discard.final": "required"},
    WILD,
    {"opening.wilds": False, "melds.canasta": 4},
    {**WILD, "melds.same_rank": "apart", "opening.contains": "three-naturals"},
    {**WILD, "melds.same_rank": "after-canasta", "melds.canasta": 3},
    {**WILD, "melds.wild_lock": "deuces", "opening.contains": "natural"},
    {**WILD, "pile.wild_top": "same", "melds.largest": 5, "opening.contains": "natural-or-wild"},
    {**WILD, "pile.wild_top": "wild", "opening.splash": True, "opening.top_counts": False},
    {"melds.same_rank": "apart", "melds.canasta": 4, "out.finished": ["natural"]},
    {"melds.threes": "together", "melds.canasta": 4},
    NINES,
    {**NINES, **WILD, "pile.wild_top": "wild", "pile.unopened": "open"},
    {**NINES, "ranks.2.wild": False, "opening.contains": "natural", "melds.canasta": 4},
    {**NINES, "ranks.2.wild": False, "ranks.5.wild": True, "melds.canasta": 4},
)
RANKS = (Rank.KING, Rank.FIVE, Rank.ACE, Rank.BLACK_THREE)
Table = tuple[Meld, ...]
EXAMPLES = int(os.environ.get("EXAMPLES", "15"))
every_house = pytest.mark.parametrize("house", HOUSES, ids=str)


def _question(generator: random.Random, rules: Ruleset) -> tuple[View, Card | None]:
    ranks = generator.sample(RANKS, 2)
    choice = [*ranks, *ranks, Rank.DEUCE, Rank.JOKER, Rank.NINE]
    if rules.melds.threes is not ThreeMelds.NONE:
        choice += [Rank.RED_THREE, Rank.BLACK_THREE]
    hand = [Card(generator.choice(choice)) for _ in range(generator.choice((5, 6, 7)))]
    known = View.of(
        hand=Cards(hand),
        minimum=generator.choice((15, 30, 50, 90)),
        opened=False,
        melds=(),
        frozen=generator.choice((False, False, True)),
        pile_size=generator.choice((1, 3)),
    )
    tops = (*ranks, Rank.DEUCE, Rank.JOKER)
    return known, Card(generator.choice(tops)) if generator.random() < 0.5 else None


def _melds(have: Counter[Rank], rules: Ruleset) -> list[Meld]:
    """List everything that could be a meld of a rank, of threes, or of wild cards alone."""
    wilds = rules.wild_ranks.wild
    threes = (Rank.BLACK_THREE, Rank.RED_THREE)
    kinds = [*((rank,) for rank in have if rank in rules.wild_ranks.natural), threes, ()]
    found = []
    for kind in kinds:
        ranks = (*kind, *wilds)
        for counts in product(*(range(have[rank] + 1) for rank in ranks)):
            cards = Cards(Card(r) for r, n in zip(ranks, counts, strict=True) for _ in range(n))
            if len(cards) > 2 and (not kind or any(counts[: len(kind)])):
                found.append(Meld(cards, rules.wild_ranks))
    return sorted(found, key=lambda meld: -len(meld.cards))


def _families(every: list[Meld], have: Counter[Rank]) -> Iterator[Table]:
    """Yield every choice of melds, also with the same one several times; large ones first."""
    yield ()
    for at, meld in enumerate(every):
        used = Counter(card.rank for card in meld.cards)
        if used <= have:
            for more in _families(every[at:], have - used):
                yield (meld, *more)


def _with_top(melds: Table, top: Card) -> Iterator[Turn]:
    """Yield the turns that take the pile and make these melds."""
    for at, meld in enumerate(melds):
        if top not in tuple(meld.cards):
            continue
        rest = list(meld.cards)
        rest.remove(top)
        then = (*melds[:at], *melds[at + 1 :])
        yield Turn((Take(top, Cards(rest), then=then),))
        alike = Cards(card for card in rest if card == top)
        if 0 < len(alike) < len(rest):
            added = LayOff(Onto(meld.rank), Cards(card for card in rest if card != top))
            yield Turn((Take(top, alike, then=(added, *then)),))


def _on_table(ruling: Ruling) -> frozenset[tuple[Meld, int]]:
    return frozenset(Counter(ruling.play.melds or ()).items())


def _openings(known: View, top: Card | None, rules: Ruleset) -> Iterator[tuple[Turn, Ruling]]:
    """Yield every turn that opens, with its ruling."""
    hand = Counter(card.rank for card in known.hand or ())
    for melds in _families(_melds(hand, rules), hand):
        turn = Turn((MeldDown(melds),))
        view = known.replace(buried=None) if top is None else known
        yield turn, rule_on(turn, view, rules)
    if top is not None:
        have = hand + Counter((top.rank,))
        for melds in _families(_melds(have, rules), have):
            for turn in _with_top(melds, top):
                yield turn, rule_on(turn, known, rules)


def _sure(ruling: Ruling) -> bool:
    """True if something opens for certain, not only if a pile that may be frozen isn't."""
    laid = ruling.play.placements and ruling.verdict.legal is not False
    return bool(laid) and Fact.FROZEN not in ruling.verdict.unknown


@every_house
def test_the_search_finds_exactly_the_openings_that_the_rules_allow(
    house: dict[str, object],
) -> None:
    rules, generator = changed(ruleset("classic"), house), random.Random(7)
    for _ in range(EXAMPLES):
        known, top = _question(generator, rules)
        allowed = [(t, r) for t, r in _openings(known, top, rules) if _sure(r)]
        found = openings(known, rules, top=top)
        assert found.possible == bool(allowed), known.hand
        if found.fewest_cards and found.most_points and found.fewest_wilds:
            hand = len(known.hand or ())
            used = [hand - r.play.left.cards.size for _, r in allowed]
            assert found.fewest_cards.cards == min(used)
            assert found.most_points.value == max(r.play.counted for _, r in allowed)
            assert found.fewest_wilds.wilds == min(_wilds(t, r) for t, r in allowed)
        every = ways_to_open(known, rules, top=top)
        expected = {(t.take is not None, _on_table(r)) for t, r in allowed}
        tables = [
            (way.takes is not None, _on_table(rule_on(turn_of(way), known, rules)))
            for way in every.ways
        ]
        assert len(set(tables)) == len(tables)
        assert every.more or set(tables) == expected, (known, top)


def _wilds(turn: Turn, ruling: Ruling) -> int:
    top, wild_ranks = turn.take.top if turn.take else None, ruling.play.ruleset.wild_ranks
    laid = sum(wild_ranks.count(each.added) for each in ruling.play.placements)
    return laid - bool(top and top.rank in wild_ranks)


LYING = ("KKK", "KKKK", "KK2", "KKKK2W", "555", "5555", "AAA", "AA2", "222W", "22W")


def _spot(generator: random.Random, rules: Ruleset) -> View:
    """A random hand of a side with melds, some of them of one rank if the rules allow it."""
    merged = rules.melds.same_rank is SameRank.MERGED
    melds: list[Meld] = []
    for text in generator.sample(LYING, generator.choice((1, 2, 3))):
        meld = Meld(read_cards(text), rules.wild_ranks)
        alone = all(meld.rank is not other.rank for other in melds)
        if meld_is_legal(meld, rules) and (alone or not merged):
            melds.append(meld)
    choice = (Rank.KING, Rank.KING, Rank.FIVE, Rank.ACE, Rank.DEUCE, Rank.JOKER, Rank.BLACK_THREE)
    hand = [Card(generator.choice(choice)) for _ in range(generator.choice((1, 2, 4, 5, 6)))]
    return View.of(
        hand=Cards(hand),
        melds=tuple(melds),
        partner_melds=tuple(melds),
        opened=bool(melds),
        their_melds=(Meld(read_cards("5555"), rules.wild_ranks),)
        if generator.random() < 0.3
        else (),
        minimum=30,
        drew=generator.choice((Drew.STOCK, Drew.PILE)),
    )


def _onto(
    on_table: Table, have: Counter[Rank]
) -> Iterator[tuple[tuple[MeldOrLayOff, ...], Counter[Rank]]]:
    """Yield every choice of lay-offs on some melds, and the cards that are left."""
    named = [Onto(meld.rank) for meld in on_table]
    several = [named.count(onto) > 1 for onto in named]
    which = [1 + named[:at].count(onto) for at, onto in enumerate(named)]
    called = [
        onto._replace(which=number) if many else onto
        for onto, many, number in zip(named, several, which, strict=True)
    ]

    def from_one(
        at: int, left: Counter[Rank]
    ) -> Iterator[tuple[tuple[MeldOrLayOff, ...], Counter[Rank]]]:
        if at == len(on_table):
            yield (), left
            return
        rank = on_table[at].rank
        ranks = (*((rank,) if rank else ()), *on_table[at].wild_ranks.wild)
        for counts in product(*(range(left[each] + 1) for each in ranks)):
            share = Counter(dict(zip(ranks, counts, strict=True)))
            cards = Cards(Card(each) for each in share.elements())
            for more, rest in from_one(at + 1, left - share):
                yield (*([LayOff(called[at], cards)] if cards else []), *more), rest

    return from_one(0, have)


def _goings_out(known: View, rules: Ruleset) -> Iterator[tuple[Rank | None, Ruling]]:
    """Yield the last card of every turn that uses up the hand, and its ruling."""
    for joins in _joins(known.melds or (), rules):
        yield from _with_joins(joins, known, rules)


def _joins(melds: tuple[Meld, ...], rules: Ruleset) -> list[tuple[Rank, ...]]:
    """List every choice of ranks whose sets can be joined."""
    on_table = Counter(meld.rank for meld in melds if meld.shape is Shape.SET and meld.rank)
    apart = rules.melds.same_rank is SameRank.APART
    several = [rank for rank, number in on_table.items() if number > 1 and apart]
    return [each for n in range(len(several) + 1) for each in combinations(several, n)]


def _put_together(melds: tuple[Meld, ...], ranks: tuple[Rank, ...]) -> tuple[Meld, ...]:
    for rank in ranks:
        same = [meld for meld in melds if meld.rank is rank]
        others = [meld for meld in melds if meld.rank is not rank]
        melds = (
            *others,
            Meld(Cards(card for meld in same for card in meld.cards), same[0].wild_ranks),
        )
    return melds


def _with_joins(
    joins: tuple[Rank, ...], known: View, rules: Ruleset
) -> Iterator[tuple[Rank | None, Ruling]]:
    hand = Counter(card.rank for card in known.hand or ())
    for offs, left in _onto(_put_together(known.melds or (), joins), hand):
        for melds in _families(_melds(left, rules), left):
            rest = left - Counter(card.rank for meld in melds for card in meld.cards)
            if rest.total() > 1:
                continue
            lays = (*offs, *melds)
            last = next(iter(rest.elements()), None)
            end: Clause = Discard(Cards((Card(last),))) if last else GoOut()
            turn = Turn((*map(Join, joins), *((MeldDown(lays),) if lays else ()), end))
            yield last, rule_on(turn, known, rules, as_out=True)


@every_house
def test_the_search_finds_exactly_the_ways_out_that_the_rules_allow(
    house: dict[str, object],
) -> None:
    rules, generator = changed(ruleset("classic"), house), random.Random(11)
    for _ in range(2 * EXAMPLES):
        known = _spot(generator, rules)
        if next(contradictions(Turn(()), known, rules), None):
            continue
        expected = {
            (last, _on_table(ruling))
            for last, ruling in _goings_out(known, rules)
            if ruling.verdict.legal is not False
        }
        found = ways_out(known, rules)
        tables = []
        for way in found.ways:
            end: Clause = Discard(Cards((way.discard,))) if way.discard else GoOut()
            down = (MeldDown(way.melds),) if way.melds else ()
            turn = Turn((*map(Join, way.joins), *down, end))
            ruling = rule_on(turn, known, rules, as_out=True)
            tables.append((way.discard.rank if way.discard else None, _on_table(ruling)))
        assert len(set(tables)) == len(tables)
        assert found.more or set(tables) == expected, known
        gains = [way.gain for way in found.ways]
        assert gains == sorted(gains, reverse=True), known
