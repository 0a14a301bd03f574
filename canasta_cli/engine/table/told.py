"""Facts told of the table that cannot all be so."""

from collections import Counter
from collections.abc import Iterator

from canasta_cli.engine.counting.figures import canastas
from canasta_cli.engine.known import Known, like
from canasta_cli.engine.plays.freezing import freezes, frozen_against
from canasta_cli.engine.values import in_packs, in_packs_like, packs
from canasta_cli.model.cards import NO_CARDS, Cards, Rank, together
from canasta_cli.model.tally import Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


def contradictions(known: Known, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """Facts that cannot all be so: each in a sentence. ``played`` are cards beside those told."""
    yield from _sides_melds(known)
    if known.opened is True and known.melds == ():
        yield "the side has no melds, so it has not opened"
    if known.canastas and known.has_opened is False:
        yield "a side that has not opened has no canastas"
    if known.melds is not None and known.canastas is not None:
        have = canastas(Tally(melds=known.melds), ruleset).total()
        if have != known.canastas:
            yield f"canastas among the melds: {have}, not {known.canastas}"
    whole = ruleset.pile.portion is Portion.WHOLE
    if whole and known.pile and known.top and not like(known.top, known.pile[-1]):
        yield f"the top card of the pile is {known.pile[-1].symbol}, not {known.top.symbol}"
    if known.pile is not None and known.pile_size not in (None, len(known.pile)):
        yield f"the pile as told has {len(known.pile)} cards, not {known.pile_size}"
    yield from _freezing(known, ruleset)
    if (known.foot or known.partner_foot) and ruleset.deal.foot is None:
        yield "a foot was told, and these rules deal none"
    last = ruleset.end.deals
    if last is not None and (known.deal or 0) > last:
        yield f"deal {known.deal} was told, and a game has {last}"
    if known.hand is not None and known.shown is not None:
        yield "all cards of the hand were told, and some of them as well: one of the two"
    yield from _too_many(known, played, ruleset)


def _sides_melds(known: Known) -> Iterator[str]:
    """Facts about the side's melds that cannot all be so."""
    if known.opened is False and known.melds:
        yield "the side has melds, so it has opened"
    for meld in known.partner_melds or () if known.melds is not None else ():
        if all(Counter(meld.cards) - Counter(each.cards) for each in known.melds or ()):
            named = "".join(card.symbol for card in meld.cards)
            yield f"the partner's {named} is not among the melds of the side"


def _freezing(known: Known, ruleset: Ruleset) -> Iterator[str]:
    """Whether the pile is frozen, told otherwise than by its cards; the top card may freeze it yet."""
    if known.frozen is None or not known.pile:
        return
    freezing = next((card for card in known.pile if freezes(card, ruleset)), None)
    if known.frozen and frozen_against(known._replace(frozen=None), ruleset).frozen is False:
        yield "no card that freezes lies in the pile, and the side has opened: it is not frozen"
    if not known.frozen and freezing is not None and freezing is not known.pile[-1]:
        yield f"{freezing.rank.one} lies in the pile, so it is frozen"


def _too_many(known: Known, played: Cards, ruleset: Ruleset) -> Iterator[str]:
    """More of a card than the packs hold, among everything that was told."""
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
            yield f"{have} {rank.many} were told; the packs hold {in_packs(rank, ruleset)}"
    every = sum(packs(ruleset.book).values())
    if (told := len(cards) + (known.stock or 0)) > every:
        yield f"{told} cards were told, those of the stock among them; the packs hold {every}"
    size = known.pile_size if known.pile is None else None
    if size is not None and size + len(cards) + (known.stock or 0) - bool(known.top) > every:
        yield f"the pile is told to have {size} cards; the packs hold {every} in all"
    # Where there are no runs nobody minds suits, and a suit told wrong is no dispute.
    suited = Counter(card for card in cards if card.suit and ruleset.melds.runs)
    for card, have in suited.items():
        if have > in_packs_like(card, ruleset):
            yield f"{have} times {card.symbol} was told; the packs hold {in_packs_like(card, ruleset)}"
