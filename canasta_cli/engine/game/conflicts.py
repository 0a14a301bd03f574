"""Facts given about the table that contradict each other."""

from collections import Counter
from collections.abc import Iterator

from canasta_cli.engine.known import Known, like
from canasta_cli.engine.points import in_packs, in_packs_like, packs
from canasta_cli.engine.score.figures import canastas
from canasta_cli.engine.turn.freezing import freezes, frozen_against
from canasta_cli.engine.turn.minimum import beyond_last
from canasta_cli.model.cards import NO_CARDS, Cards, Rank, together
from canasta_cli.model.tally import Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion
from canasta_cli.words import count_of


def contradictions(known: Known, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence for each contradiction; ``played`` are cards besides those given."""
    yield from _sides_melds(known)
    if known.opened is True and known.melds == ():
        yield "your side has no melds, so it has not opened"
    if known.canastas and known.has_opened is False:
        yield "your side has not opened, so it has no canastas"
    if known.melds is not None and known.canastas is not None:
        have = canastas(Tally(melds=known.melds), ruleset).total()
        if have != known.canastas:
            yield f"the melds include {count_of(have, 'canasta')}, not {known.canastas}"
    whole = ruleset.pile.portion is Portion.WHOLE
    if whole and known.pile and known.top and not like(known.top, known.pile[-1]):
        yield f"the top card of the pile is {known.pile[-1].symbol}, not {known.top.symbol}"
    if known.pile is not None and known.pile_size not in (None, len(known.pile)):
        yield f"the pile you gave has {count_of(len(known.pile), 'card')}, not {known.pile_size}"
    yield from _freezing(known, ruleset)
    if (known.foot or known.partner_foot) and ruleset.deal.foot is None:
        yield "a foot is given, but these rules have none"
    if beyond := beyond_last(known.deal, ruleset):
        yield beyond
    if known.hand is not None and known.shown is not None:
        yield "give either all cards of the hand or some of them, not both"
    yield from _too_many(known, played, ruleset)


def _sides_melds(known: Known) -> Iterator[str]:
    """Yield contradictions about the side's melds."""
    if known.opened is False and known.melds:
        yield "your side has melds, so it has opened"
    for meld in known.partner_melds or () if known.melds is not None else ():
        if all(Counter(meld.cards) - Counter(each.cards) for each in known.melds or ()):
            named = "".join(card.symbol for card in meld.cards)
            yield f"your partner's {named} is not among your side's melds"


def _freezing(known: Known, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions between a frozen pile and its cards; a top card may freeze it later."""
    if known.frozen is None or not known.pile:
        return
    freezing = next((card for card in known.pile if freezes(card, ruleset)), None)
    if known.frozen and frozen_against(known._replace(frozen=None), ruleset).frozen is False:
        yield "no card in the pile freezes it and your side has opened, so it is not frozen"
    if not known.frozen and freezing is not None and freezing is not known.pile[-1]:
        yield f"the pile has {freezing.rank.one}, so it is frozen"


def _too_many(known: Known, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions about cards that are given more often than the deck has them."""
    melds = (*(known.melds or ()), *(known.their_melds or ()))
    cards = together(
        (
            known.hand or known.shown or NO_CARDS,
            *(meld.cards for meld in melds),
            Cards(known.pile or ((known.top,) if known.top else ())),
            played,
        )
    )
    counts = Counter(cards.by_rank()) + Counter({Rank.RED_THREE: known.red_threes or 0})
    for rank, have in counts.items():
        if have > in_packs(rank, ruleset):
            yield f"that makes {have} {rank.many}; the deck has {in_packs(rank, ruleset)}"
    every = sum(packs(ruleset.book).values())
    if (told := len(cards) + (known.stock or 0)) > every:
        yield f"that makes {count_of(told, 'card')}, including the stock; the deck has {every}"
    size = known.pile_size if known.pile is None else None
    if size is not None and size + len(cards) + (known.stock or 0) - bool(known.top) > every:
        yield f"a pile of {count_of(size, 'card')} is too many; the deck has {every}"
    # Without sequences suits don't matter, and a wrong suit is not a contradiction.
    suited = Counter(card for card in cards if card.suit and ruleset.melds.runs)
    for card, have in suited.items():
        if have > in_packs_like(card, ruleset):
            yield f"that makes {have} × {card.symbol}; the deck has {in_packs_like(card, ruleset)}"
