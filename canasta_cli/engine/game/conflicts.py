"""Facts given about the table that contradict each other."""

from collections import Counter
from collections.abc import Iterator

from canasta_cli.engine.canastas import grade, merged
from canasta_cli.engine.points import in_packs, in_packs_like, packs
from canasta_cli.engine.turn.minimum import beyond_last
from canasta_cli.engine.turn.taking import freezes, frozen_against
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Cards, Rank, together
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of, either


def contradictions(view: View, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence for each contradiction; ``played`` are cards besides those given."""
    yield from _sides_melds(view)
    if view.opened is True and view.melds == ():
        yield "your side has no melds, so it has not opened"
    if view.canastas and view.has_opened is False:
        yield "your side has not opened, so it has no canastas"
    if view.melds is not None and view.canastas is not None:
        melds = merged(view.melds, ruleset)
        have = sum(grade(meld, ruleset) is not None for meld in melds)
        if have != view.canastas:
            yield f"the melds include {count_of(have, 'canasta')}, not {view.canastas}"
    yield from _frozen_conflicts(view, ruleset)
    if (view.has_foot or view.partner_foot) and ruleset.deal.foot is None:
        yield "a foot is given, but these rules have none"
    if alone(ruleset) and (view.partner_melds or view.asked is not None):
        yield "a partner is given, but in these rules each player plays alone"
    if beyond := beyond_last(view.deal, ruleset):
        yield beyond
    yield from _no_such_minimum(view, ruleset)
    yield from _too_many(view, played, ruleset)


def alone(ruleset: Ruleset) -> bool:
    """True if no player has a partner in any hand."""
    return max(ruleset.seats.sides) == 1 and not ruleset.seats.alone


def _sides_melds(view: View) -> Iterator[str]:
    """Yield contradictions about the side's melds."""
    if view.opened is False and view.melds:
        yield "your side has melds, so it has opened"
    if view.opened is False and view.partner_melds:
        yield "your partner has melded, so your side has opened"
    for meld in view.partner_melds or () if view.melds is not None else ():
        if all(Counter(meld.cards) - Counter(each.cards) for each in view.melds or ()):
            named = "".join(card.symbol for card in meld.cards)
            yield f"your partner's {named} is not among your side's melds"


def _no_such_minimum(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield a contradiction if no side ever needs the minimum that is given."""
    needs = dict.fromkeys(tier.points for tier in ruleset.opening.tiers)
    if view.minimum not in (None, *needs) and "opening.tiers" not in ruleset.unknown:
        needed = either(str(points) for points in needs)
        yield f"the minimum is {view.minimum}, but in these rules a side needs {needed} to open"


def _frozen_conflicts(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions between a frozen pile and its cards; a top card may freeze it later."""
    if view.frozen and view.pile_size == 0:
        yield "the pile has no cards, so it is not frozen"
    if view.frozen is None or not view.known_pile:
        return
    freezing = next((card for card in view.known_pile if freezes(card, ruleset)), None)
    if view.frozen and frozen_against(view.replace(frozen=None), ruleset).frozen is False:
        yield "no card in the pile freezes it and your side has opened, so it is not frozen"
    if not view.frozen and freezing is not None and freezing is not view.known_pile[-1]:
        yield f"the pile has {freezing.rank.one}, so it is frozen"


def _too_many(view: View, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions about cards that are given more often than the deck has them."""
    melds = (*(view.melds or ()), *(view.their_melds or ()))
    cards = together(
        (
            view.held.cards,
            *(meld.cards for meld in melds),
            Cards(view.pile),
            played,
        )
    )
    counts = Counter(cards.by_rank()) + Counter({Rank.RED_THREE: view.red_threes or 0})
    for rank, have in counts.items():
        if have > in_packs(rank, ruleset):
            yield f"that makes {have} {rank.many}; the deck has {in_packs(rank, ruleset)}"
    every = sum(packs(ruleset.book).values())
    if (given := len(cards) + (view.stock or 0)) > every:
        yield f"that makes {count_of(given, 'card')}, including the stock; the deck has {every}"
    size = view.pile_size if view.buried else None
    if size is not None and size + len(cards) + (view.stock or 0) - len(view.pile) > every:
        yield f"a pile of {count_of(size, 'card')} is too many; the deck has {every}"
    # Without sequences suits don't matter, and a wrong suit is not a contradiction.
    suited = Counter(card for card in cards if card.suit and ruleset.melds.runs)
    for card, have in suited.items():
        if have > in_packs_like(card, ruleset):
            yield f"that makes {have} × {card.symbol}; the deck has {in_packs_like(card, ruleset)}"
