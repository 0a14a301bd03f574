"""What a hand may lay when it opens: without the pile, and with its top card in one of the melds."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from canasta_cli.engine.movegen.choices import Form, Option, form_of, option_of
from canasta_cli.engine.movegen.marks import Barred, marks
from canasta_cli.engine.movegen.melds import Group, Laying, Some, groups, layings, pack
from canasta_cli.engine.movegen.ways import Taking
from canasta_cli.engine.points import points_of, value
from canasta_cli.engine.rule import Fact, judge
from canasta_cli.engine.turn.case import Play, points_alone
from canasta_cli.engine.turn.minimum import highest, required
from canasta_cli.engine.turn.opening import CardsFromHand
from canasta_cli.engine.turn.taking import PICKUP
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import Card, Cards, Meld
from canasta_cli.model.turn import Take, Turn
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Tier
from canasta_cli.values import NamedTuple

V = TypeVar("V")
MOST_KEPT = 20_000
"""The number of answers of one kind that are kept for other hands."""


class Offer(NamedTuple):
    """A laying that a hand may choose, as it is and as the search sees it."""

    laying: Laying
    option: Option
    taking: Taking | None = None


class Offers(NamedTuple):
    """What a hand may choose from in one group, and its form; ``is_cut`` if there is more."""

    offers: tuple[Offer, ...]
    form: Form
    is_cut: bool = False


class Kept(dict[object, V]):
    """Answers that hold for other hands too; all are forgotten when there are too many."""

    def keep(self, key: object, answer: V) -> V:
        """Keep an answer, and return it."""
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = answer
        return answer


def needed(view: View, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld; the highest minimum if they are unknown."""
    asked = required(view, ruleset)
    return asked if isinstance(asked, Tier) else Tier(None, highest(ruleset))


class Table:
    """A table on which a side may open: what it offers a hand, it offers to every hand.

    ``view`` is the table without the hand, ``needed`` the minimum in points. ``verdicts`` and
    ``answers`` are those of the search.
    """

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self.view, self.ruleset = view, ruleset
        self.needed = needed(view, ruleset).points
        self.verdicts: Kept[Any] = Kept()
        self.answers: Kept[Any] = Kept()

    def offers(self, hand: Cards, pile: "Pile | None" = None) -> list[Offers]:
        """List what a hand may choose from, without the groups that can lay nothing.

        With a ``pile``, the top card is in a meld that takes it.
        """
        wilds, found = self.wilds(hand), []
        for group in groups(self.ruleset.book):
            if pile is not None and pile.is_for(group):
                have = hand + Cards((pile.top,))
                own = tuple([have.of(rank) for rank in group])
                every = self._of_group(group, own, self.wilds(have)).offers
                taking = [offer for each in every for offer in pile.taking(each.laying)]
                found.append(_as_offers(taking))
                continue
            own = (hand.of(group[0]),) if len(group) == 1 else tuple(map(hand.of, group))
            if not group or any(own):
                each = self._of_group(group, own, wilds)
                if each.form.melded:
                    found.append(each)
        return found

    def wilds(self, hand: Cards) -> tuple[int, ...]:
        """Count the wild cards of each rank that may be laid: none if a side opens without them."""
        wilds = self.ruleset.wild_ranks.each(hand)
        return wilds if self.ruleset.opening.wilds else (0,) * len(wilds)

    def _of_group(self, group: Group, own: tuple[int, ...], wilds: tuple[int, ...]) -> Offers:
        """List the layings of a group, except those that a rule refuses by themselves."""
        every = _offers(group, own, wilds, self.ruleset.book)
        if not self.view.their_melds:
            # For an opening, such a rule depends only on the other side's melds.
            return every
        hand = Cards([Card(r) for r, n in zip(group, own, strict=True) for _ in range(n)])
        barred = Barred(self.view.replace(held=Held(hand)), self.ruleset)
        return _as_offers([each for each in every.offers if not barred(*each.laying.melded)])


@lru_cache(maxsize=20_000)
def _offers(group: Group, own: tuple[int, ...], wilds: tuple[int, ...], book: Book) -> Offers:
    counts = [(Card(rank), number) for rank, number in zip(group, own, strict=True) if number]
    every = layings(group, (), tuple(counts), wilds, book)
    return _as_offers([_offer(each) for each in every])._replace(is_cut=isinstance(every, Some))


def _offer(laying: Laying) -> Offer:
    return Offer(laying, option_of(laying))


def only(laying: Laying) -> Offers:
    """Return a laying as the only one of its group."""
    return _as_offers([_offer(laying)])


def _as_offers(offers: list[Offer]) -> Offers:
    return Offers(tuple(offers), form_of(tuple([each.option for each in offers])))


@lru_cache(maxsize=16)
def _table(facts: tuple[tuple[str, Any], ...], book: Book) -> Table:
    return Table(View(**dict(facts)), book.ruleset)


def table_of(view: View, ruleset: Ruleset) -> Table:
    """Return the table of a view without its hand, always the same one for the same facts."""
    facts = vars(view) | {"opened": False, "melds": (), "partner_melds": None}
    facts.pop("held", None)
    return _table(tuple(facts.items()), ruleset.book)


class Pile:
    """The pile with the top card with which a hand may take it, and what the rules say to that."""

    def __init__(self, top: Card, view: View, ruleset: Ruleset) -> None:
        self.top, self._view, self._ruleset = top, view, ruleset
        self._takes: dict[Take, bool] = {}

    def is_for(self, group: Group) -> bool:
        """True if the top card can be in a meld of a group."""
        return self.top.rank in group or (not group and self.top.rank in self._ruleset.wild_ranks)

    def taking(self, laying: Laying) -> Iterator[Offer]:
        """Yield a laying with the top card in each of its melds that take the pile with it."""
        for at, lay in enumerate(laying.melded):
            shown = self._shown(lay.cards)
            if shown is not None:
                yield self._with_top(laying, at, shown)

    def _shown(self, cards: Cards) -> Cards | None:
        """The cards of a meld that surely take its top card from the pile; ``None`` if none do.

        If other wild cards can't take a wild card, they are added to the ones that do.
        """
        rest, top = cards - Cards((self.top,)), self.top
        if rest.size == cards.size:
            return None
        alike = Cards([card for card in rest if card.rank is top.rank])
        every = [rest, alike]
        if not self._ruleset.opening.pair_counts and alike.size > 1:
            # As few as take the pile, so that the others may count.
            every.insert(0, Cards([top, top]))
        return next((shown for shown in every if self._may_take(Take(top, shown))), None)

    def _may_take(self, take: Take) -> bool:
        if take not in self._takes:
            play = Play(Turn((take,)), self._view, self._ruleset)
            verdict = judge(play, PICKUP, self._ruleset)
            # A pile that may be frozen counts as frozen.
            self._takes[take] = verdict.legal is not False and Fact.FROZEN not in verdict.unknown
        return self._takes[take]

    def _with_top(self, laying: Laying, at: int, shown: Cards) -> Offer:
        """Return the laying with one card replaced by the top card, in the meld at ``at``.

        ``shown`` are cards of that meld with which the pile is taken.
        """
        top, opening, ruleset = self.top, self._ruleset.opening, self._ruleset
        wild_ranks = ruleset.wild_ranks
        wild = top.rank in wild_ranks
        own = laying.melds[at].cards - Cards((top,))
        if not opening.pair_counts:
            own -= shown
        uncounted = 0 if opening.top_counts else value(top.rank, ruleset)
        if not opening.pair_counts:
            alone = points_alone(tuple(own), ruleset) if own else 0
            uncounted += points_of((*shown, *own), ruleset) - alone
        of_hand = [CardsFromHand(each, each.after) for each in laying.laid]
        of_hand[at] = CardsFromHand(laying.laid[at], Meld(own, wild_ranks))
        found = option_of(laying)
        with_top = Option(
            found.naturals - (not wild),
            found.wilds - wild,
            found.spent - pack(wild_ranks.each(Cards((top,)))),
            found.points - uncounted,
            found.bare - uncounted + (value(top.rank, ruleset) if wild else 0),
            found.result._replace(marks=marks(of_hand, laying.melds, ruleset)),
        )
        return Offer(laying, with_top, Taking(laying.melds[at], shown))
