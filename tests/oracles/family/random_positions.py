"""Generate random positions with few cards in games beyond the classic ones."""

from collections import Counter
from random import Random

from oracles.family.melds import (
    CANASTA,
    RANKS,
    WILD,
    Meld,
    Melds,
    is_legal_meld,
    is_run,
    kind_of,
    rank,
)
from oracles.family.random_questions import deck, draw, random_meld
from oracles.family.turn_rules import TurnRules
from oracles.family.turns import Cards, Position

TOTALS = (-200, 0, 0, 0, 700, 1200, 1500, 3000, 5000)
TALL = (7000, 7500, 8000, 9000, 10_000)
ANSWERS = (None, None, None, None, None, None, True, False)


def random_position(rng: Random, rules: TurnRules) -> Position:
    """Return a random position of a few cards, sometimes of a whole special hand."""
    make = _whole_hand if rules.special and rng.random() < 0.08 else _position
    return make(rng, rules)


def _position(rng: Random, rules: TurnRules) -> Position:
    pack = deck(rules.game) + ["3B"] * (0 if rules.game.black_out or rules.black_laid else 6)
    table = _table(rng, rules, pack)
    foot = None
    near = _near(rng, table, rules)
    if rules.foot and rng.random() < 0.6:
        foot = _with_three(rng, _some(rng, pack, near, rng.choice((1, 2, 3, 4))), rules)
        near = _hungry(table) or near if rng.random() < 0.5 else near
    hand = _hand(rng, rules, pack, table, near)
    own = [*map(rank, hand)] * 2
    pile = _pile(rng, rules, pack, own if rng.random() < 0.6 else [*near, *own])
    drawn = _some(rng, pack, near if foot else [*near, *own], rules.draws)
    return Position(
        hand=tuple(hand),
        drawn=_with_three(rng, drawn, rules),
        table=table,
        pile=pile,
        total=rng.choice((*TOTALS, *TALL) if len(rules.steps) > 4 else TOTALS),
        deal=rng.choice((1, 1, 1, 2, 3, 4)),
        theirs=_theirs(rng, rules, (*hand, *drawn, *pile, *(c for meld in table for c in meld))),
        foot=foot,
        partner_foot=rng.random() < 0.15,
        asked=rng.choice(ANSWERS),
        first=rng.random() < 0.3,
        stock=rng.choice((40, 40, 12, 10, 9, 8)) if rules.bonus_stock else 40,
        reds=rng.choice((0, 1, 2, 3, 9)),
    )


def _table(rng: Random, rules: TurnRules, pack: list[str]) -> Melds:
    """Return none to four melds, sometimes enough to go out, or one card short of that."""
    game, table = rules.game, list[Meld]()
    ready = list(game.ready) if rng.random() < 0.4 else []
    whole = 2 if not ready and rng.random() < 0.25 else 0
    more = rng.choice((0, 0, 1, 1, 2, 3)) if not ready else rng.choice((0, 1, 2))
    for n in range(more + len(ready) + whole):
        meld = random_meld(rng, game)
        if (n < whole or rng.random() < 0.35) and not is_run(meld):
            meld = (*meld, *[meld[0]] * (CANASTA - len(meld)))
        if ready:
            meld = tuple(ready.pop()[rng.random() < 0.2 :])
        held = Counter(map(rank, pack) if not is_run(meld) else pack)
        alone = game.same == "apart" or all(kind_of(meld) != kind_of(other) for other in table)
        if is_legal_meld(meld, game, out=False) and not Counter(meld) - held and alone:
            table.append(meld)
            for card in meld:
                pack.remove(next(c for c in pack if card in (c, rank(c))))
    return tuple(table)


def _near(rng: Random, table: Melds, rules: TurnRules) -> list[str]:
    """Return ranks to prefer, the likelier ones more often."""
    if not table and (rules.game.contains or rules.by_deal):
        # Opening needs many points.
        return [*rng.sample("89TJQKA", 2) * 4, *("AA22WWWW" if rules.game.contains else "A2")]
    near = [rank(card) for meld in table for card in (meld[0], meld[-1])] * 2
    near += rng.sample(RANKS, rng.choice((1, 2, 2, 3))) * 3
    if rules.game.wild_melds and rng.random() < 0.3:
        near += [*WILD] * 4
    return [*near, *rng.choice(("", "2W", "222WW", ["3B"] * 9, "7", "A"))]


def _hungry(table: Melds) -> list[str]:
    """Return the ranks that can be added to the melds on the table."""
    return [rank(card) for meld in table if len(meld) < CANASTA for card in (meld[0], meld[-1])]


def _some(rng: Random, pack: list[str], near: list[str], number: int) -> list[str]:
    """Take ``number`` cards from the pack, most of them of preferred ranks."""
    cards: list[str] = []
    for _ in range(number):
        wanted = rng.choice(near) if rng.random() < 0.85 else None
        fits = [card for card in pack if wanted in {None, rank(card)}] or pack
        cards += draw(rng, pack, fits.__contains__, 1)
    return cards


def _hand(
    rng: Random, rules: TurnRules, pack: list[str], table: Melds, near: list[str]
) -> list[str]:
    """Return one to eight cards: more if the side has not opened, sometimes with a sequence."""
    size = rng.choice((1, 2, 2, 3, 4, 5, 6) if table else (3, 5, 6, 7, 8))
    run = _run(rng, pack, table) if rules.game.suits and rng.random() < 0.6 else []
    return (run + _some(rng, pack, near, size))[: max(size, 2)]


def _run(rng: Random, pack: list[str], table: Melds) -> list[str]:
    """Return consecutive cards of one suit, often next to a sequence on the table."""
    runs = [meld for meld in table if is_run(meld)]
    suit = rng.choice(runs)[0][1:] if runs and rng.random() < 0.6 else rng.choice("CDHS")
    first, size = rng.randint(0, 7), rng.choice((3, 3, 4, 5))
    wanted = {f"{each}{suit}" for each in RANKS[first : first + size]}
    return draw(rng, pack, wanted.__contains__, size)


def _pile(rng: Random, rules: TurnRules, pack: list[str], near: list[str]) -> Cards:
    """Return none to four cards; sometimes more than are taken, if only some of the pile is."""
    sizes = (0, 1, 1, 2, 2, 3, 4)
    pile = _some(rng, pack, near, rng.choice((*sizes, 8, 9) if rules.comes < 9 else sizes))
    if rng.random() < 0.6:
        pile = [card for card in pile[:-1] if card not in WILD] + pile[-1:]
    if pile and not rules.by_deal and not rules.no_pile and rng.random() < 0.05:
        pile.insert(0, "3R")
    return tuple(pile)


def _with_three(rng: Random, cards: list[str], rules: TurnRules) -> Cards:
    """Return the cards, sometimes with an added three that is laid out and replaced."""
    if rng.random() < 0.1:
        cards.append("3B" if rules.black_laid and rng.random() < 0.5 else "3R")
    return tuple(cards)


def _theirs(rng: Random, rules: TurnRules, seen: Cards) -> Cards:
    """Return ranks in which the other side can have five cards, enough for a canasta."""
    if rules.keeps_sevens:
        return rng.choice(((), ("7",)))
    counts = Counter(map(rank, seen))
    can = [each for each in RANKS if 0 < counts[each] <= 4 * rules.game.packs - 5]
    return tuple(rng.sample(can, min(len(can), rng.choice((0, 0, 1, 2)))))


def _whole_hand(rng: Random, rules: TurnRules) -> Position:
    """Return a position whose hand and drawn card are a special hand, or all but one card of it."""
    ranks = rng.sample(RANKS, len(RANKS))
    cards: list[str] = []
    for each in rng.choice([each for each in rules.special if " " in each]).split():
        wild = each[0] in "DM" or (each[0] == "S" and rng.random() < 0.2)
        one = rng.choice(WILD) if wild else ranks.pop() if each[0] in "NS" else each[0]
        cards += [rng.choice(WILD) if each[0] == "M" else one for _ in each]
    if rng.random() < 0.4:
        cards[rng.randrange(len(cards))] = rng.choice([*ranks, *WILD])
    rng.shuffle(cards)
    return Position(tuple(cards[1:]), (cards[0],), pile=(rng.choice(RANKS),), first=True)
