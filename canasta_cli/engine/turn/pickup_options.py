"""A play that takes the pile, as the rules see it, and the ways of taking it that the cards may allow."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from canasta_cli.engine.canastas import grade
from canasta_cli.engine.placement import Placement, cards_of, runs_for
from canasta_cli.engine.points import kept
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.pile import frozen_against
from canasta_cli.engine.view import View, under_top
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Onto, Rank, Shape
from canasta_cli.model.turn import Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun, Portion, RankOnPile, SameRank, WildTop
from canasta_cli.values import lazy

PAIR = 2


class Taking:
    """A play that takes the pile, perhaps without melding its top card."""

    def __init__(self, play: Play, take: Take) -> None:
        self.play, self.take = play, take

    @lazy
    def joined(self) -> Placement | None:
        """The side's meld to which the top card is added, if it is known."""
        taking = self.play.taking
        return taking if taking is not None and taking.before is not None else None

    @property
    def on_sequence(self) -> bool:
        """True if the top card is added to a sequence."""
        if self.joined is not None and self.joined.after.shape is Shape.RUN:
            return True
        return self.take.onto is not None and self.take.onto.suit is not None

    @property
    def view(self) -> View:
        """The table before the turn."""
        return self.play.view


class Pickup(Taking):
    """A play that takes the pile by melding its top card."""

    def __init__(self, play: Play, take: Take, top: Card) -> None:
        super().__init__(play, take)
        self.top = top

    def too_few_held(self, ruleset: Ruleset, *, frozen: bool) -> Cards | None:
        """All cards of a hand that has no pair to show; ``None`` if it has, or if some are shown."""
        own = None if self.take.hand else self.view.hand
        if own is None:
            return None
        naturals, wilds = matching(self.top, own, ruleset), ruleset.wild_ranks.count(own)
        return None if pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset) else own


def taking(play: Play) -> Taking | None:
    """Find the case of a play; ``None`` if it doesn't take the pile."""
    return None if play.take is None else Taking(play, play.take)


def pickup(play: Play) -> Pickup | None:
    """Find the case of a play; ``None`` if it doesn't meld the top card of the pile."""
    take = play.take
    return None if take is None or take.top is None else Pickup(play, take, take.top)


def taken_alone(case: Taking, ruleset: Ruleset) -> bool:
    """True if the top card is added to a sequence and so must be taken without the pile."""
    return ruleset.pile.onto_run is OntoRun.ALONE and case.on_sequence


def blocks(top: Card, ruleset: Ruleset) -> bool:
    """True if the pile can't be taken while this card is on top."""
    if top.rank in ruleset.wild_ranks:
        return ruleset.pile.wild_top is WildTop.BLOCKS
    return ruleset.ranks.pile[top.rank] is not RankOnPile.NONE


def pair_suffices(naturals: int, wilds: int, *, frozen: bool, ruleset: Ruleset) -> bool:
    """True if cards of the hand take the pile: a natural pair, or one natural and one wild card."""
    mixed = naturals > 0 and wilds > 0 and ruleset.pile.natural_wild
    return naturals >= PAIR or (mixed and not frozen)


def matching(top: Card, hand: Cards, ruleset: Ruleset) -> int:
    """Count the hand's cards that match the top card; all wild cards if any may take a wild one."""
    if top.rank in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        return ruleset.wild_ranks.count(hand)
    return hand.of(top.rank)


def may_lay_off(case: Taking, ruleset: Ruleset) -> bool:
    """True if the top card alone may be laid off, on a set or on a sequence."""
    runs = ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER
    if case.joined is not None or case.take.onto:
        return runs if case.on_sequence else ruleset.pile.lay_off
    return runs or ruleset.pile.lay_off


def as_taken(turn: Turn, ruleset: Ruleset) -> Turn:
    """Return a turn whose top card has the suit of the sequence on which it is laid off.

    It is taken alone, if that is the rule: the turn as it is written doesn't say if the rest of the
    pile comes with it.
    """
    take = turn.take
    onto = None if take is None else take.onto
    if take is None or take.top is None or onto is None or onto.suit is None:
        return turn
    (top,), hand = (cards_of(LayOff(onto, each)) for each in (Cards((take.top,)), take.hand))
    whole = take.whole and ruleset.pile.onto_run is not OntoRun.ALONE
    taken = take._replace(top=top, hand=hand, whole=whole)
    return turn._replace(clauses=tuple(taken if each is take else each for each in turn.clauses))


def takings(view: View, ruleset: Ruleset, *, ruled_out: bool = False) -> Iterator[Take]:
    """Yield the ways to take the pile that a hand may allow: pairs, wild cards, or onto a meld.

    ``ruled_out``: also those that the pile as it is rules out, so that the rules can give the reason. If
    values are undocumented, only the rules know what they rule out.
    """
    ruled_out = ruled_out or bool(ruleset.unknown)
    for top in _tops(view, ruleset):
        if ruled_out or not blocks(top, ruleset):
            yield from _with(top, view, ruleset, ruled_out=ruled_out)


def in_suits(take: Take, hand: Cards, ruleset: Ruleset) -> Iterator[Take]:
    """Yield a way to take the pile with each choice of suits in the hand."""
    naturals = [card for card in take.hand if card.rank not in ruleset.wild_ranks]
    wilds = [card for card in take.hand if card.rank in ruleset.wild_ranks]
    held = [card for card in hand if naturals and card.rank is naturals[0].rank]
    for chosen in sorted(set(combinations(Cards(held), len(naturals))), key=str):
        yield take._replace(hand=Cards((*chosen, *wilds)))


def distinguished(cards: Iterable[Card], ruleset: Ruleset) -> Cards:
    """Drop the suits that don't matter: only natural cards in games with sequences keep theirs."""
    bunch = cards if isinstance(cards, Cards) else Cards(cards)
    return bunch.without_suits(ruleset.wild_ranks.suited if ruleset.melds.runs else 0)


def hand_with_pile(take: Take, hand: Cards, view: View, ruleset: Ruleset) -> tuple[Cards, Cards]:
    """Return the hand after it took the pile this way, without and with the cards of the pile."""
    own = hand - distinguished(take.hand, ruleset)
    under = kept(Cards(under_top(take, view, ruleset)), ruleset, from_pile=True)
    return own, own + distinguished(under, ruleset)


def _tops(view: View, ruleset: Ruleset) -> tuple[Card, ...]:
    """List the cards that may be melded: the top one, or any if those above it are taken too."""
    top = view.top
    if ruleset.pile.portion is Portion.WHOLE or not view.known_pile:
        return () if top is None else (top,)
    # Of several equal cards, the uppermost is the one that is named.
    suited = ruleset.melds.runs
    given = {card if suited else card.rank: card for card in view.known_pile}
    return tuple(reversed(given.values()))


def _pairs(top: Rank, ruleset: Ruleset) -> Iterator[tuple[Rank, Rank]]:
    """Yield pairs that may take a card: two like it, any wild cards if it is wild, one of both."""
    wilds = [wild for wild in ruleset.wild_ranks.wild if wild is not top]
    yield top, top
    if top in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        yield from combinations_with_replacement(wilds, 2)
    for wild in wilds:
        yield top, wild


def _with(top: Card, view: View, ruleset: Ruleset, *, ruled_out: bool) -> Iterator[Take]:
    held, rank, pile = view.hand, top.rank, ruleset.pile
    own = None if held is None else held.of(rank)
    sets = [meld for meld in view.melds or () if meld.rank is rank]
    runs = ruleset.melds.runs and pile.onto_run is not OntoRun.NEVER
    if own == 0 and not (sets or runs or rank in ruleset.wild_ranks):
        return
    frozen = not ruled_out and frozen_against(view, ruleset).frozen is True
    for pair in _pairs(rank, ruleset):
        if held is None or all(held.of(each) >= pair.count(each) for each in pair):
            cards = _pair(pair)
            wilds = ruleset.wild_ranks.count(cards)
            naturals = matching(top, cards, ruleset)
            if ruled_out or pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset):
                yield Take(top, cards)
    for which, meld in enumerate(sets, start=1):
        onto = Onto(rank, which=which if len(sets) > 1 else None)
        finished = not pile.onto_canasta and grade(meld, ruleset) is not None
        if ruled_out or (pile.lay_off and not (frozen or finished)):
            yield Take(top, NO_CARDS, onto=onto)
        if ruleset.melds.same_rank is SameRank.APART and (own is None or own > 1):
            # In other games a pair joins the set on the table without naming it.
            yield Take(top, _pair((rank, rank)), onto=onto)
    if runs and (pile.onto_run is OntoRun.ALONE or not frozen):
        for onto in runs_for(top, view.melds or ()):
            yield Take(top, NO_CARDS, onto=onto, whole=pile.onto_run is OntoRun.PILE)


@cache
def _pair(ranks: tuple[Rank, Rank]) -> Cards:
    return Cards(map(Card, ranks))
