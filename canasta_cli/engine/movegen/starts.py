"""The beginning of a turn, what its melds must come to, and the clauses that can end it."""

from collections.abc import Iterable, Iterator
from functools import cache

from canasta_cli.engine.movegen.offers import needed as needed_to_open
from canasta_cli.engine.placement import add_to_table
from canasta_cli.engine.points import kept, points_of
from canasta_cli.engine.turn.case import Play, points_alone
from canasta_cli.engine.turn.taking import distinguished, hand_with_pile, in_suits
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Meld, Rank
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldOrLayOff,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Exempt, FinalDiscard
from canasta_cli.values import NamedTuple


class Comes(NamedTuple):
    """The cards that come to the player in the turn, including threes and their replacements.

    They are the cards of the draw; those of the foot, if it is picked up in a turn that began with
    a draw, or with the pile; and the extra cards that opening brings in such a turn. ``None`` is
    unknown: turns in which one of these cards is played are not listed.
    """

    drawn: Cards | None = None
    foot_after_draw: Cards | None = None
    foot_after_pile: Cards | None = None
    extra_after_draw: Cards | None = None
    extra_after_pile: Cards | None = None


class Start(NamedTuple):
    """The beginning of a turn, before more is melded, with the cards and melds to play on from.

    ``shown`` are the cards that were in the hand before the pile was taken. ``foot`` are the cards
    that the foot will bring, ``extra`` those that opening will.
    """

    clauses: tuple[Clause, ...]
    hand: Cards
    shown: Cards
    melds: tuple[Meld, ...]
    foot: Cards | None = None
    extra: Cards | None = None

    @property
    def take(self) -> Take | None:
        """How the turn takes the pile, if it does."""
        first = self.clauses[0] if self.clauses else None
        return first if isinstance(first, Take) else None

    @property
    def own(self) -> Cards:
        """The hand before the pile was taken."""
        return self.shown + self.take.hand if self.take else self.shown

    @property
    def drawn(self) -> Cards:
        """The cards drawn in a turn that begins from the stock; otherwise none."""
        first = self.clauses[0]
        return first.cards if isinstance(first, Draw) else NO_CARDS

    def playable(self, view: View, ruleset: Ruleset) -> Cards:
        """The cards of the hand that can be melded: no wild cards if the side opens without them."""
        if view.has_opened or ruleset.opening.wilds:
            return self.hand
        return Cards([card for card in self.hand if card.rank not in ruleset.wild_ranks])

    def joining(self, ranks: tuple[Rank, ...], ruleset: Ruleset) -> "Start":
        """Return the beginning with the sets of some ranks joined before more is laid."""
        joins, (_, melds) = map(Join, ranks), add_to_table(ranks, self.melds, ruleset)
        return self._replace(clauses=(*self.clauses, *joins), melds=melds)

    def on(self, view: View) -> View:
        """Return a table with the cards and melds to play on from."""
        # The melds on the table then don't show if the side had opened before this turn.
        return view.replace(held=Held(self.hand), melds=self.melds, opened=view.has_opened)


def with_pile(takes: Iterable[Take], view: View, ruleset: Ruleset) -> Iterator[tuple[Start, Play]]:
    """Yield the beginnings that take the pile in some ways, with each choice of suits in the hand."""
    hand = distinguished(view.hand or NO_CARDS, ruleset)
    for taking in takes:
        for take in in_suits(taking, hand, ruleset):
            play = Play(Turn((take,)), view, ruleset)
            own, rest = hand_with_pile(take, hand, view, ruleset)
            melds = play.melds or tuple(each.after for each in play.placements)
            yield Start((take,), rest, own, melds), play


def added_to(hand: Cards, more: Cards, ruleset: Ruleset) -> Cards:
    """Return a hand with cards that came to it, without threes that are laid out."""
    return hand + distinguished(kept(more, ruleset), ruleset)


class Missing(NamedTuple):
    """The requirements still to be met: ``points`` to lay, or the whole hand, ``cards`` in number.

    ``or_all`` is true if the whole hand is enough without the points, ``all_of_it`` if nothing less
    is enough, since some cards may be melded only when going out. Only cards that can be shown
    from ``shown`` have points; ``None`` is the whole hand. ``free`` is true if laying nothing is
    allowed as well.
    """

    points: int
    cards: int
    free: bool = True
    or_all: bool = True
    all_of_it: bool = False
    shown: Cards | None = None

    @property
    def nothing(self) -> bool:
        """True if enough has been laid."""
        whole = self.cards <= 0
        return (whole or not self.all_of_it) and (self.points <= 0 or (self.or_all and whole))

    def without(self, points: int, cards: int, *, only_out: bool = False) -> "Missing":
        """Return what is missing once cards are laid, perhaps some that are only when going out."""
        return self._replace(
            points=self.points - points,
            cards=self.cards - cards,
            all_of_it=self.all_of_it or only_out,
        )

    def counted(self, melded: tuple[MeldOrLayOff, ...], ruleset: Ruleset) -> int:
        """The most points that sets of a group can count for the initial meld."""
        return sum(
            [
                points_of(self.seen(lay.cards), ruleset)
                if isinstance(lay, LayOff)
                else points_alone(tuple(self.seen(lay.cards)), ruleset)
                for lay in melded
            ]
        )

    def seen(self, cards: Cards) -> Cards:
        """Keep the cards that were in the hand before the pile was taken."""
        return cards if self.shown is None else cards - (cards - self.shown)


def _most_alike(own: Cards, ruleset: Ruleset) -> int:
    """The most cards of one rank that are not wild."""
    ranks = own.by_rank().items()
    return max([number for rank, number in ranks if rank not in ruleset.wild_ranks], default=0)


def _may_contain(start: Start, ruleset: Ruleset) -> bool:
    """True if the hand has the cards that the initial meld must contain."""
    wanted, least, own = ruleset.opening.contains, ruleset.melds.smallest, start.own
    if wanted is Contains.ANYTHING or _may_splash(own, ruleset):
        return True
    wilds = wanted is Contains.NATURAL_OR_WILD and ruleset.wild_ranks.count(own) >= least
    return wilds or _most_alike(own, ruleset) >= least


def requirements(start: Start, view: View, ruleset: Ruleset) -> Missing:
    """Return the requirements on melds before the rules are asked: an initial meld, or the whole hand.

    A player who goes out with the whole hand may need no minimum; the rules decide that.
    """
    if view.has_opened or isinstance(start.clauses[-1], TakeFoot):
        return Missing(0, start.hand.size - 1)
    missing = _missing_to_open(start, view, ruleset)
    if _may_contain(start, ruleset):
        return missing
    return missing._replace(cards=start.hand.size + 1, all_of_it=True)


def _missing_to_open(start: Start, view: View, ruleset: Ruleset) -> Missing:
    whole = start.hand.size - 1
    needed, exempt = needed_to_open(view, ruleset).points, ruleset.opening.exempt
    if _may_splash(start.own, ruleset):
        needed = 0
    take = start.take
    if take is None:
        return Missing(needed, whole, or_all=exempt is not Exempt.NEVER)
    top = (take.top,) if take.top and ruleset.opening.top_counts else ()
    pair = take.hand if ruleset.opening.pair_counts else NO_CARDS
    missing = needed - points_of((*top, *pair), ruleset)
    always = exempt is Exempt.ALWAYS
    return Missing(missing, whole, free=False, or_all=always, shown=start.shown)


def _may_splash(own: Cards, ruleset: Ruleset) -> bool:
    """True if there may be cards for a whole canasta, which opens without a minimum."""
    most = max(_most_alike(own, ruleset), ruleset.wild_ranks.count(own))
    return ruleset.opening.splash and most >= ruleset.melds.canasta


def ends(rest: Cards, ruleset: Ruleset) -> list[Discard | GoOut]:
    """List the clauses that can end a turn with these cards left."""
    if not rest.size:
        return [GoOut()]
    found: list[Discard | GoOut] = [discard_of(card) for card in dict.fromkeys(rest)]
    return [*found, Discard()] if may_be_face_down(rest, ruleset) else found


def may_be_face_down(rest: Cards, ruleset: Ruleset) -> bool:
    """True if the last of these cards may be discarded face down."""
    return rest.size == 1 and ruleset.discard.final is FinalDiscard.FACE_DOWN


@cache
def discard_of(card: Card) -> Discard:
    """Return the discard of a card, always the same one."""
    return Discard(Cards((card,)))
