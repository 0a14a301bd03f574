"""Every legal turn of a player whose cards are known: the generator, which asks the rules.

It lists what could be played, meld by meld, and gives what the rules let pass. Turns that come to
the same table and the same last card are one turn.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from canasta_cli.engine.known import Known
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.openings import points_needed
from canasta_cli.engine.pickup import PICKUP
from canasta_cli.engine.play import Play, set_up
from canasta_cli.engine.referee import rule_on
from canasta_cli.engine.rule import Book, judge
from canasta_cli.engine.stock_end import takings
from canasta_cli.engine.threes import kept
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Clause, Discard, Draw, GoOut, Lay, MeldDown, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank

Hand = Counter[Card]
Key = tuple[object, ...]
Mix = Callable[[list[Any]], None]
"""Puts the branches of the generator into another order."""


def in_order(_: list[Any]) -> None:
    """The canonical order: the stock before the pile, few cards before many, low ranks first."""


class Start(NamedTuple):
    """A turn that has begun, by a draw or with the pile: the cards and the melds to play from."""

    clause: Draw | Take
    hand: Hand
    melds: tuple[Meld, ...]


class Slot(NamedTuple):
    """A meld that cards may go to: one that lies there, or a new one of a rank or of wild cards."""

    rank: Rank | None
    lying: Cards = NO_CARDS
    which: int | None = None


def moves(
    known: Known, ruleset: Ruleset, drawn: Cards | None = None, mix: Mix = in_order
) -> Iterator[Turn]:
    """The legal turns, each once, in canonical order unless ``mix`` gives another.

    ``known`` tells the whole table and the hand before the draw; ``drawn`` are the cards that the
    draw brings. Without them no turn begins from the stock. Raises ``ValueError`` where the hand or
    the side's melds are not known.
    """
    if known.hand is None or known.melds is None:
        raise ValueError("legal turns are those of a hand and of melds that are known")
    seen: set[Key] = set()
    starts = list(_starts(known, ruleset, drawn))
    mix(starts)
    if drawn is not None and drawn and not kept(drawn, ruleset):
        # The stock ended with a three: it is laid out, and the hand is over.
        yield Turn((Draw(drawn),))
    for start in starts:
        for turn, key in _from(start, known, ruleset, mix):
            if key not in seen:
                seen.add(key)
                yield turn


def _starts(known: Known, ruleset: Ruleset, drawn: Cards | None) -> Iterator[Start]:
    hand = _told(known.hand or NO_CARDS, ruleset)
    if drawn is not None and (kept(drawn, ruleset) or not drawn):
        yield Start(Draw(drawn), hand + _told(kept(drawn, ruleset), ruleset), known.melds or ())
    top = known.top_card
    if top is None:
        return
    under = _told(kept((known.pile or ())[:-1], ruleset), ruleset)
    for take in takings(top, known, ruleset):
        play = set_up(Turn((take,)), known, ruleset)
        if judge(play, PICKUP, ruleset).legal:
            yield Start(take, hand - _told(take.hand, ruleset) + under, play.melds or ())


def _told(cards: Cards, ruleset: Ruleset) -> Hand:
    """Cards as the generator tells them apart: suits matter only where there are runs."""
    runs = ruleset.melds.runs
    return Counter(card if runs and card.rank.natural else Card(card.rank) for card in cards)


def _from(start: Start, known: Known, ruleset: Ruleset, mix: Mix) -> Iterator[tuple[Turn, Key]]:
    """The legal turns with one beginning, each with what it comes to."""
    short = _short_of_opening(start, known, ruleset)
    for lays in _filled(_slots(start, ruleset, mix), start.hand, Book(ruleset), mix):
        if short(lays):
            continue
        clauses: tuple[Clause, ...] = (start.clause, *((MeldDown(lays),) if lays else ()))
        if rule_on(Turn(clauses), known, ruleset, whole=True).verdict.legal is False:
            # No end of the turn mends what the rules refuse already.
            continue
        rest = start.hand - Counter(card for lay in lays for card in lay.cards)
        for end in _ends(rest, mix):
            turn = Turn((*clauses, end))
            ruling = rule_on(turn, known, ruleset, whole=True)
            if ruling.verdict.legal is not False:
                yield turn, _comes_to(ruling.play, end)


def _short_of_opening(
    start: Start, known: Known, ruleset: Ruleset
) -> Callable[[tuple[Lay, ...]], bool]:
    """Whether melds are worth too little to open a side, so that the rules need not be asked.

    Who goes out with the whole hand may need no minimum: such melds are left to the rules.
    """
    if known.has_opened:
        return lambda _: False
    needed = points_needed(known, ruleset)
    take = start.clause if isinstance(start.clause, Take) else None
    begun = worth((take.top, *take.hand), ruleset) if take and take.top else 0
    most = start.hand.total()

    def short(lays: tuple[Lay, ...]) -> bool:
        if not lays and take is None:
            return False
        cards = [card for lay in lays for card in lay.cards]
        return begun + worth(cards, ruleset) < needed and len(cards) < most - 1

    return short


def _comes_to(play: Play, end: Clause) -> Key:
    """What makes two turns one: how it began, the melds then, and the last card."""
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    return (play.took_pile, tuple(melds), end)


def _ends(rest: Hand, mix: Mix) -> list[Clause]:
    if not rest:
        return [GoOut()]
    cards = sorted(rest, key=lambda card: card.order)
    mix(cards)
    return [Discard(Cards((card,))) for card in cards]


def _slots(start: Start, ruleset: Ruleset, mix: Mix) -> list[Slot]:
    """Everywhere that cards of the hand may go, melds that lie there first."""
    apart = ruleset.melds.same_rank is SameRank.APART
    slots: list[Slot] = []
    for rank in (*NATURALS, Rank.BLACK_THREE, None):
        lying = [meld.cards for meld in start.melds if _is_of(meld, rank)]
        for which, cards in enumerate(lying, start=1):
            slots.append(Slot(rank, cards, which if len(lying) > 1 else None))
        held = sum(n for card, n in start.hand.items() if card.rank is rank)
        if held and (apart or not lying):
            slots += [Slot(rank)] * (max(held // ruleset.melds.smallest, 1) if apart else 1)
        if rank is None and ruleset.melds.wild_only and (apart or not lying):
            slots.append(Slot(None))
    mix(slots)
    return slots


def _is_of(meld: Meld, rank: Rank | None) -> bool:
    if rank is None:
        return meld.shape is Shape.WILD
    return meld.rank is rank and meld.shape is not Shape.RUN


def _filled(slots: list[Slot], hand: Hand, book: Book, mix: Mix) -> Iterator[tuple[Lay, ...]]:
    """Every way to lay cards of a hand, each place by itself as the rules of melding allow it."""
    if not slots:
        yield ()
        return
    slot, *others = slots
    options = list(_options(slot, hand, book))
    mix(options)
    for cards in options:
        rest = hand - Counter(cards)
        lay = _lay(slot, Cards(cards)) if cards else None
        for more in _filled(others, rest, book, mix):
            yield (lay, *more) if lay else more


def _lay(slot: Slot, cards: Cards) -> Lay:
    return LayOff(Onto(slot.rank, which=slot.which), cards) if slot.lying else Meld(cards)


def _options(slot: Slot, hand: Hand, book: Book) -> Iterator[tuple[Card, ...]]:
    """The cards of a hand that a place may take, few before many; first none."""
    own = {card: n for card, n in hand.items() if card.rank is slot.rank}
    wild = {card: n for card, n in hand.items() if card.rank.wild}
    return iter(_choices(slot, tuple(own.items()), tuple(wild.items()), book))


@lru_cache(maxsize=50_000)
def _choices(
    slot: Slot, own: tuple[tuple[Card, int], ...], wild: tuple[tuple[Card, int], ...], book: Book
) -> tuple[tuple[Card, ...], ...]:
    found = []
    for counts in product(*(range(n + 1) for _, n in (*own, *wild))):
        cards = tuple(
            card for (card, _), n in zip((*own, *wild), counts, strict=True) for _ in range(n)
        )
        if not cards or _fits(slot, cards, book):
            found.append(cards)
    return tuple(sorted(found, key=lambda cards: (len(cards), [card.order for card in cards])))


def _fits(slot: Slot, cards: tuple[Card, ...], book: Book) -> bool:
    """Whether the place may take the cards, if only in going out."""
    meld = Meld(slot.lying + Cards(cards))
    return judge_meld(Lying(meld, going_out=True), book.ruleset).legal is True
