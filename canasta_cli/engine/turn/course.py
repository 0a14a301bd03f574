"""Follow a hand through a turn, stage by stage: the cards that come to it and leave it.

A stage ends when more cards come to the hand: the pile, the foot, or the extra cards for opening.
A card can be played only if it is in the hand by then.
"""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.known import Held, Known, held_by, like
from canasta_cli.engine.threes import kept, laid_out, of_draw
from canasta_cli.engine.turn.bonus_cards import extra_cards_after
from canasta_cli.model.cards import NO_CARDS, Card, Cards, together
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    LayThrees,
    MeldDown,
    ShowSpecial,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class Stage(NamedTuple):
    """The hand in a stage of a turn, and the cards that are played from it."""

    held: Held
    played: Cards = NO_CARDS

    @property
    def left(self) -> Held:
        """The hand after the stage."""
        return self.held.minus(self.played)


class Course(NamedTuple):
    """The stages of a turn, at least one; ``stock`` is what is left of it, ``None`` if unknown."""

    stages: tuple[Stage, ...]
    stock: int | None


def course(turn: Turn, known: Known, ruleset: Ruleset) -> Course:
    """Follow a turn, from the known table before it."""
    now = _Course(known)
    extra_after = extra_cards_after(turn, known, ruleset)
    for at, clause in enumerate(turn.clauses):
        now.follow(clause, ruleset)
        if at == extra_after:
            now.opened(ruleset)
    return Course(now.stages(), now.stock)


class _Course:
    """The hand and the stock after some clauses of a turn."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.before: list[Stage] = []
        self.held = held_by(known)
        self.played: list[Cards] = []
        self.stock = known.stock
        self.of_pile: Cards | None = None

    def follow(self, clause: Clause, ruleset: Ruleset) -> None:
        """Follow one more clause."""
        match clause:
            case Draw(cards):
                self.draw(cards, ruleset)
            case Take():
                self.take(clause, ruleset)
            case TakeFoot(cards):
                if self.played:
                    self.go_on()
                self.packet(cards, ruleset.deal.foot, ruleset)
            case TakeBonus(cards):
                self.packet(cards, self.known.bonus, ruleset)
            case LayThrees(cards):
                self.lay(cards)
            case MeldDown(lays):
                self.played += [lay.cards for lay in lays]
            case Discard(cards) | ShowSpecial(cards):
                self.played.append(cards)
            case _:
                pass

    def stages(self) -> tuple[Stage, ...]:
        """List the stages until now."""
        return (*self.before, Stage(self.held, together(self.played)))

    def go_on(self) -> None:
        """Begin a new stage with what is left."""
        self.before.append(Stage(self.held, together(self.played)))
        self.held, self.played = self.before[-1].left, []

    def draw(self, cards: Cards, ruleset: Ruleset) -> None:
        """Draw cards from the stock; named threes are replaced by unseen cards."""
        _, own = of_draw(cards, self.stock, ruleset)
        named = len(own)
        came = max(self._off_stock(ruleset.deal.draw, len(cards) - named), named)
        self.held = self.held.plus(own, came - named)

    def take(self, take: Take, ruleset: Ruleset) -> None:
        """Take the pile, from which threes are laid out and not replaced."""
        self.played.append(take.shown)
        self.go_on()
        under, unseen = under_top(take, self.known, ruleset)
        self.of_pile = laid_out(under, ruleset, of_pile=True)
        self.held = self.held.plus(kept(under, ruleset, of_pile=True), unseen)

    def packet(self, cards: Cards, size: int | None, ruleset: Ruleset) -> None:
        """Add a foot or bonus cards to the hand; named threes are replaced by unseen cards."""
        own = kept(cards, ruleset)
        threes = len(cards) - len(own)
        replaced = self._off_stock(threes, 0)
        self.of_pile = None
        unseen = None if size is None else max(size - threes + replaced - len(own), 0)
        self.held = self.held.plus(own, unseen)

    def opened(self, ruleset: Ruleset) -> None:
        """Add the extra cards for opening; perhaps none if the turn may not be the opening."""
        extra = self.known.extra or NO_CARDS
        own = kept(extra, ruleset)
        came = self._off_stock(ruleset.opening.extra_cards, len(extra) - len(own))
        self.go_on()
        unseen = None if self.known.has_opened is None else max(came - len(own), 0)
        self.held = self.held.plus(own, unseen)

    def lay(self, threes: Cards) -> None:
        """Lay out threes: those of the hand are replaced by unseen cards.

        Those of a pile are not replaced, and the known ones are laid out already.
        """
        if self.of_pile is None:
            self.held = self.held.plus(NO_CARDS, self._off_stock(len(threes), 0))
            self.played.append(threes)
        else:
            self.played.append(Cards((Counter(threes) - Counter(self.of_pile)).elements()))

    def _off_stock(self, number: int, gone: int) -> int:
        """Take ``number`` cards off the stock, or as many as it has, after ``gone`` others."""
        if self.stock is None:
            return number
        came = min(number, max(self.stock - gone, 0))
        self.stock = max(self.stock - gone, 0) - came
        return came


def under_top(take: Take, known: Known, ruleset: Ruleset) -> tuple[tuple[Card, ...], int | None]:
    """Find the cards that come to the hand besides the one melded: known ones, unseen ones.

    The number of unseen ones is ``None`` if it is unknown.
    """
    if not take.whole:
        return (), 0
    if known.pile is not None:
        return taken(take, known.pile, ruleset), 0
    size = known.cards_in_pile
    if size is None or ruleset.pile.portion is Portion.PART:
        return (), None
    return (), max(min(size, ruleset.pile.taken or size) - 1, 0)


def taken(take: Take, pile: tuple[Card, ...], ruleset: Ruleset) -> tuple[Card, ...]:
    """List the cards of a pile that come to the hand, without the one that is melded."""
    at = len(pile) - 1
    if ruleset.pile.portion is Portion.PART and take.top is not None:
        top = take.top
        at = next((p for p in reversed(range(len(pile))) if like(pile[p], top)), at)
        return pile[at + 1 :]
    return pile[max(len(pile) - (ruleset.pile.taken or len(pile)), 0) : at]
