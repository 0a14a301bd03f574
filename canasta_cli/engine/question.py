"""A play that is asked about, on a table of which some facts are missing."""

from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Cards, LayOff, Rank
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    MeldDown,
    NoDiscard,
    StockEnds,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen
from canasta_cli.values import NamedTuple


class Question(NamedTuple):
    """A play that is asked about, on a table of which some facts are missing.

    ``out`` is true if it is asked as going out.
    """

    turn: Turn
    view: View
    ruleset: Ruleset
    out: bool = False

    @property
    def kinds(self) -> set[type[Clause]]:
        """The kinds of the clauses of the turn."""
        return {type(clause) for clause in self.turn.clauses}

    @property
    def uses_up_hand(self) -> bool:
        """True if the play makes sense only if no other cards are left in the hand."""
        kinds = self.kinds
        discard, foot = self.turn.discard, self.ruleset.deal.foot_when is FootWhen.HAND
        return (
            self.out
            or self.turn.goes_out
            or (NoDiscard in kinds and self.played.size > 0)
            or Ask(yes=True) in self.turn.clauses
            or (discard is not None and not discard.cards)
            or (TakeFoot in kinds and foot)
        )

    @property
    def may_leave_cards_open(self) -> bool:
        """True if cards of the hand are known, and the play may be meant to be found among them."""
        kinds = self.kinds
        about = self.out or self.turn.goes_out or Take in kinds or StockEnds in kinds
        return about and self.view.held.cards.size > 0

    @property
    def leaves_one_card(self) -> bool:
        """True if the hand is known to have at most one card besides those played."""
        size = self.view.held.size
        return size is not None and size - self.played.size <= 1

    @property
    def discards(self) -> bool:
        """True if the play discards a card."""
        return self.turn.discard is not None

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The natural ranks that are melded or taken, each once; else those discarded.

        If the player passes, it is that of the top card of the pile.
        """
        cards: list[Card] = []
        for clause in self.turn.clauses:
            if isinstance(clause, Take):
                cards += [*((clause.top,) if clause.top else ()), *clause.shown]
        for lay in self.turn.melded:
            cards += lay.cards
            if isinstance(lay, LayOff) and lay.onto.rank:
                cards.append(Card(lay.onto.rank))
        if not cards and self.turn.discard is not None:
            cards += self.turn.discard.cards
        if StockEnds in self.kinds and self.view.top is not None:
            cards.append(self.view.top)
        natural = self.ruleset.wild_ranks.natural
        return tuple(dict.fromkeys(card.rank for card in cards if card.rank in natural))

    def added_to(self, rank: Rank) -> int:
        """Count the cards that go to the meld of a rank, if the side has one."""
        lays = [
            lay.cards
            for lay in self.turn.melded
            if (lay.onto.rank is rank if isinstance(lay, LayOff) else lay.cards.of(rank))
        ]
        take = self.turn.take
        if take is not None and take.top is not None and take.top.rank is rank:
            lays.append(Cards((take.top, *take.hand)))
        return sum([cards.size for cards in lays])

    @property
    def played(self) -> Cards:
        """The cards that leave the hand, until a foot is picked up."""
        cards: list[Card] = []
        for clause in self.turn.clauses:
            if isinstance(clause, TakeFoot):
                break
            if isinstance(clause, Take):
                cards += clause.shown
            elif isinstance(clause, Discard):
                cards += clause.cards
            elif isinstance(clause, MeldDown):
                cards += [card for lay in clause.melded for card in lay.cards]
        return Cards(cards)
