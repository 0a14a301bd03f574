"""List the ways of taking the pile that the cards may allow; the rules decide which are legal."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from canasta_cli.engine.melds.canastas import grade
from canasta_cli.engine.melds.placement import runs_for
from canasta_cli.engine.points import kept
from canasta_cli.engine.turn.pickup_case import blocks, matching, pair_suffices
from canasta_cli.engine.turn.pile import frozen_against
from canasta_cli.engine.view import View, under_top
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import Onto, Shape
from canasta_cli.model.turn import Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun, Portion, SameRank, WildTop


def as_taken(turn: Turn, ruleset: Ruleset) -> Turn:
    """Return a turn with the top card taken alone onto a sequence, if that is the rule.

    The turn as it is written doesn't say if the rest of the pile comes with it.
    """
    take = turn.take
    if take is None or take.onto is None or take.onto.suit is None:
        return turn
    if ruleset.pile.onto_run is not OntoRun.ALONE:
        return turn
    alone = take._replace(whole=False)
    return turn._replace(clauses=tuple(alone if each is take else each for each in turn.clauses))


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
    """Yield a way to take the pile with each choice of suits in the hand, if suits matter."""
    if not ruleset.melds.runs:
        yield take
        return
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
    sets = [meld for meld in view.melds or () if meld.rank is rank and meld.shape is not Shape.RUN]
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
