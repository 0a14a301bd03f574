"""Deal and choose turns at random: turns are proposed, legal or not, and the rules judge them.

Only the library calls it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.verification import begins_pile
from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.movegen.legal_turns import (
    Comes,
    Start,
    added_to,
    discard_of,
    ends,
    may_be_face_down,
    moves,
    requirements,
)
from canasta_cli.engine.movegen.melds import Group, group_of, groups_by_rank, name_of, random_runs
from canasta_cli.engine.points import grade, points_of
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.table import Table, add_to_table, drawn_from, joinable
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.taking import distinguished, hand_with_pile, in_suits, takings
from canasta_cli.engine.view import View, ends_with_three
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Rank,
    Suit,
    three,
    together,
    unpacked,
)
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import (
    Deal,
    Discard,
    Draw,
    GoOut,
    MeldDown,
    MeldOrLayOff,
    PlayerCards,
    ShowSpecial,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen, SameRank, Upcard
from canasta_cli.values import NamedTuple

# Propose a turn at random: one that the hand and the table can make, legal or not.
#
# The rules judge what is proposed. Every legal turn of a player whose cards are known can be
# proposed.

Choose = Callable[[Sequence[Any]], Any]
"""Choose one of some values at random, such as ``random.Random(7).choice``."""
COIN = (True, False)
PROPOSED_FREELY, MOST_PROPOSED = 30, 500
"""The number of turns proposed before the simplest ones are tried, and in all."""
RARELY, MOSTLY = (True, False, False, False), (True, True, True, False)


class Before(NamedTuple):
    """The table before a turn.

    ``drawn`` are the cards of the draw if there is one; ``comes`` finds all cards that the turn can
    bring, and is asked only if the others matter.
    """

    view: View
    ruleset: Ruleset
    drawn: Cards | None
    comes: Callable[[], Comes]


def proposals(
    before: Before, choose: Choose, most: int = MOST_PROPOSED, *, eager: bool = False
) -> Iterator[Turn]:
    """Yield turns that may be legal, as :func:`propose` does, after ``most`` tries no more.

    Few are refused. After some refusals all turns that only draw and discard are among them.
    """
    view, ruleset, drawn, _ = before
    if drawn is None and not any(takings(view, ruleset)):
        return
    for at in range(most):
        turn = propose(before, choose, eager=eager)
        if turn is not None:
            yield turn
        if at == PROPOSED_FREELY and drawn is not None:
            hand = added_to(distinguished(view.hand or NO_CARDS, ruleset), drawn, ruleset)
            yield from [Turn((Draw(drawn), end)) for end in ends(hand, ruleset)]


def propose(before: Before, choose: Choose, *, eager: bool = False) -> Turn | None:
    """Return a turn that may be legal; ``None`` if this choice leads to none.

    An ``eager`` player lays as much as possible most of the time.
    """
    view, ruleset, drawn, comes = before
    start = _start(view, ruleset, drawn, choose)
    if start is None:
        return None
    clauses, rest = start.clauses, start.hand
    shown = ruleset.special.hands and start.drawn.size and choose(RARELY)
    if shown and find_special(rest, ruleset) is not None:
        return Turn((*clauses, ShowSpecial(rest)))
    greedy = choose(MOSTLY if eager else RARELY)
    melded = _melded(start, view, ruleset, choose, greedy=greedy)
    if melded is None:
        return None
    if melded:
        clauses, rest = (*clauses, MeldDown(melded)), rest - _cards_of(melded)
        if ruleset.opening.extra_cards and not view.has_opened:
            extra = comes().extra_after_draw if start.drawn.size else comes().extra_after_pile
            rest = added_to(rest, extra or NO_CARDS, ruleset)
    if view.has_foot and _picks_up_foot(start, melded, rest, view, ruleset):
        foot = comes().foot_after_draw if start.drawn.size else comes().foot_after_pile
        if foot is None:
            return None
        rest = added_to(rest, foot, ruleset)
        melds = add_to_table(melded, start.melds, ruleset)[1]
        melded = _lays(rest, melds, ruleset, choose, greedy=greedy)
        rest -= _cards_of(melded)
        clauses = (*clauses, TakeFoot(foot), *((MeldDown(melded),) if melded else ()))
    if ends_with_three(start.drawn, view.stock, ruleset):
        return Turn(clauses)
    return Turn((*clauses, _end(rest, ruleset, choose)))


def _end(rest: Cards, ruleset: Ruleset, choose: Choose) -> Discard | GoOut:
    """Discard one of the cards left, if there are any."""
    if not rest.size:
        return GoOut()
    if may_be_face_down(rest, ruleset) and choose(COIN):
        return Discard()
    return discard_of(choose(unpacked(rest.packed)))


def _start(view: View, ruleset: Ruleset, drawn: Cards | None, choose: Choose) -> Start | None:
    """Begin with a draw, or by taking the pile; join sets in some games."""
    hand = distinguished(view.hand or NO_CARDS, ruleset)
    start = _taking(hand, view, ruleset, choose) if drawn is None or choose(COIN) else None
    if start is None and drawn is not None:
        own = added_to(hand, drawn, ruleset)
        start = Start((Draw(drawn),), own, own, view.melds or ())
    if start is None or ruleset.melds.same_rank is not SameRank.APART:
        return start
    ranks = choose(joinable(start.melds, ruleset))
    return start.joining(ranks, ruleset) if ranks else start


def _taking(hand: Cards, view: View, ruleset: Ruleset, choose: Choose) -> Start | None:
    """Begin by taking the pile; ``None`` if the cards don't allow it."""
    ways = list(takings(view, ruleset))
    if not ways:
        return None
    take = choose(ways)
    if ruleset.melds.runs:
        take = choose(list(in_suits(take, hand, ruleset)))
    shown, own = hand_with_pile(take, hand, view, ruleset)
    cards = Cards((take.top, *take.hand))
    first = MeldCards(cards) if take.onto is None else LayOff(take.onto, cards)
    melds = add_to_table((first,), view.melds or (), ruleset)[1]
    return Start((take,), own, shown, melds)


def _melded(
    start: Start, view: View, ruleset: Ruleset, choose: Choose, *, greedy: bool
) -> tuple[MeldOrLayOff, ...] | None:
    """Choose melds and lay-offs; ``None`` if no turn goes on like this."""
    if view.has_opened:
        nothing = not greedy and choose(COIN)
        return () if nothing else _lays(start.hand, start.melds, ruleset, choose, greedy=greedy)
    if not greedy and start.drawn.size and choose(COIN):
        return ()
    missing, hand = requirements(start, view, ruleset), start.playable(view, ruleset)
    most = missing.without(points_of(missing.seen(hand), ruleset), hand.size)
    if most.nothing:
        melded = _lays(hand, start.melds, ruleset, choose, greedy=greedy)
        cards = _cards_of(melded)
        if missing.without(points_of(missing.seen(cards), ruleset), cards.size).nothing:
            return melded
    return () if missing.free or missing.points <= 0 else None


def _cards_of(melded: tuple[MeldOrLayOff, ...]) -> Cards:
    return together([lay.cards for lay in melded])


def _picks_up_foot(
    start: Start, melded: tuple[MeldOrLayOff, ...], rest: Cards, view: View, ruleset: Ruleset
) -> bool:
    """True if a player who has a foot picks it up after these melds."""
    if ruleset.deal.foot_when is FootWhen.HAND:
        return not rest.size
    melds = add_to_table(melded, start.melds, ruleset)[1]
    return _canastas(melds, ruleset) > _canastas(view.melds or (), ruleset)


def _canastas(melds: tuple[Meld, ...], ruleset: Ruleset) -> int:
    return sum([grade(meld, ruleset) is not None for meld in melds])


def _lays(
    hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset, choose: Choose, *, greedy: bool
) -> tuple[MeldOrLayOff, ...]:
    """Choose melds and lay-offs of a hand: sequences, then sets of the rest."""
    runs: tuple[MeldOrLayOff, ...] = ()
    if ruleset.melds.runs:
        runs, hand = random_runs(hand, melds, ruleset, choose, greedy=greedy)
    return (*runs, *_Sets(hand, melds, ruleset, choose, greedy=greedy).chosen())


class _Sets:
    """A random choice of sets of a hand, group by group."""

    def __init__(
        self,
        hand: Cards,
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        choose: Choose,
        *,
        greedy: bool,
    ) -> None:
        self.ruleset, self.choose, self.greedy = ruleset, choose, greedy
        self.smallest, self.left = ruleset.melds.smallest, hand.size
        self.several = ruleset.melds.same_rank is not SameRank.MERGED
        of_rank = groups_by_rank(ruleset)
        self.own: dict[Group, list[Card]] = {(): []}
        for card in hand:
            if card.rank in of_rank:
                self.own.setdefault(of_rank[card.rank], []).append(card)
        self.wilds = self.own[()]
        self.on_table: dict[Group, list[Meld]] = {}
        for meld in melds:
            group = group_of(meld, ruleset)
            if group is not None:
                self.on_table.setdefault(group, []).append(meld)
        self.found: list[MeldOrLayOff] = []
        self.last: list[MeldOrLayOff] = []

    def chosen(self) -> list[MeldOrLayOff]:
        """Choose melds and lay-offs; with those that are legal only when going out, if that is near."""
        few = self.smallest - len(self.wilds)
        every = [
            group
            for group, cards in self.own.items()
            if len(cards) >= few or group in self.on_table
        ]
        if self.wilds:
            every += [group for group in self.on_table if group not in self.own]
        if every:
            # The first groups get more of the wild cards.
            at = self.choose(range(len(every)))
            for group in (*every[at:], *every[:at]):
                if self.greedy or self.choose(COIN):
                    self._lay(group)
        last = sum([lay.cards.size for lay in self.last])
        return self.found + self.last if last and self.left - last <= 1 else self.found

    def _lay(self, group: Group) -> None:
        """Choose the melds and lay-offs of a group."""
        cards, on_table = self.own.get(group, []), self.on_table.get(group, [])
        wilds = self.wilds if group else []
        places: list[int | None] = [*range(len(on_table))]
        if (self.several or not on_table) and len(cards) + len(wilds) >= self.smallest:
            places.append(None)
        while places:
            place = self.choose(places) if len(places) > 1 else places[0]
            self._add(cards, wilds, place, on_table)
            if place is not None:
                places.remove(place)
            if not self.several or not (cards or wilds) or not self.choose(COIN):
                return

    def _add(
        self, cards: list[Card], wilds: list[Card], place: int | None, on_table: list[Meld]
    ) -> None:
        """Lay some cards as a new meld, or on one of the melds on the table, if they can be."""
        choose, meld = self.choose, None if place is None else on_table[place]
        least = 0 if meld else max(1, self.smallest - len(wilds))
        if len(cards) < least:
            return
        naturals = len(cards) if self.greedy else choose(range(least, len(cards) + 1))
        number = max(self.smallest - (meld.size if meld else 0) - naturals, 0)
        if number < len(wilds) and choose(COIN):
            number = choose(range(number, len(wilds) + 1))
        if not naturals and not number:
            return
        own, own_left = self._some(cards, naturals)
        wild, wilds_left = self._some(wilds, number)
        share, wild_ranks = Cards((*own, *wild)), self.ruleset.wild_ranks
        after = Meld(meld.cards + share if meld else share, wild_ranks)
        verdict = judge_meld(after, self.ruleset)
        if verdict.legal is False:
            return
        cards[:], wilds[:] = own_left, wilds_left
        lay = after if meld is None else LayOff(name_of(on_table.index(meld), on_table), share)
        if Fact.OUT in verdict.unknown:
            self.last.append(lay)
        else:
            self.found.append(lay)
            self.left -= share.size

    def _some(self, cards: list[Card], number: int) -> tuple[list[Card], list[Card]]:
        """Choose a number of cards; return them and the others."""
        if not number or number == len(cards) or cards[0] is cards[-1]:
            return cards[:number], cards[number:]
        rest = list(cards)
        return [rest.pop(self.choose(range(len(rest)))) for _ in range(number)], rest


# Deal at random, and choose turns with the generator of legal turns.
#
# Randomness is passed in: a function that reorders a list, and one that chooses one of several
# values.

Shuffle = Callable[[list[Card]], None]
"""Reorders a list in place, such as ``random.Random(7).shuffle``."""
T = TypeVar("T")


def packs(ruleset: Ruleset) -> list[Card]:
    """List all cards of the deck, in order."""
    cards = [Card(Rank.JOKER)] * ruleset.deck.jokers
    for suit in Suit:
        ranks = (rank for rank in Rank if rank is not Rank.JOKER and not rank.three)
        one = [*(Card(rank, suit) for rank in ranks), three(suit)]
        cards += one * ruleset.deck.packs
    return sorted(cards, key=lambda card: card.order)


def random_deal(seats: Seating, ruleset: Ruleset, shuffle: Shuffle) -> Deal:
    """Deal with every card known: the hands, the cards turned up, and the stock in order."""
    cards = packs(ruleset)
    shuffle(cards)
    hands = []
    for player in seats.players:
        hand, foot = Cards(cards[: ruleset.deal.cards]), ruleset.deal.foot or 0
        del cards[: len(hand)]
        hands.append(PlayerCards(player, hand, Cards(cards[:foot])))
        del cards[:foot]
    return Deal(upcards=_upcards(cards, ruleset), hands=tuple(hands), stock=tuple(cards))


def _upcards(cards: list[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """Turn up cards of the stock, and remove them from it."""
    if ruleset.deal.upcard is Upcard.NONE:
        return ()
    turned = [cards.pop(0)]
    while not begins_pile(turned[-1], ruleset):
        if ruleset.deal.upcard is Upcard.BURIED:
            cards.append(turned.pop())
        turned.append(cards.pop(0))
    return tuple(turned)


def random_turn(
    before: Before,
    choose: Choose,
    accepted: Callable[[Turn], T | None],
    *,
    may_end: bool,
    eager: bool = False,
) -> T | None:
    """Return a legal turn chosen at random, as ``accepted`` returns it; ``None`` if there is none.

    ``accepted`` returns ``None`` for a turn that a rule refuses. A player who ``may_end`` the hand,
    since the stock is empty, does so half of the time, and if no turn is found soon; then it is
    ``None`` too.
    """
    if may_end and choose(COIN):
        return None
    for turn in proposals(
        before, choose, PROPOSED_FREELY if may_end else MOST_PROPOSED, eager=eager
    ):
        found = accepted(turn)
        if found is not None:
            return found
    first = None if may_end else next(moves(before.view, before.ruleset, before.comes()), None)
    return None if first is None else accepted(first)


def what_comes(position: Position, ruleset: Ruleset) -> Comes:
    """The cards that the player's turn can bring if the stock and the foot are known."""
    drawn = position.next_draw(ruleset)
    if not position.foot.size and not ruleset.opening.extra_cards:
        return Comes(drawn)
    table = position.table(ruleset)
    foot_after_pile, extra_after_pile = table.coming(TakeFoot()), _extra_cards(table)
    table.apply(Draw())
    foot_after_draw, extra_after_draw = table.coming(TakeFoot()), _extra_cards(table)
    return Comes(drawn, foot_after_draw, foot_after_pile, extra_after_draw, extra_after_pile)


def _extra_cards(table: Table) -> Cards | None:
    """The extra cards that opening brings, with threes and their replacements, if they are known."""
    if table.order is None:
        return None
    return drawn_from(table.order, table.ruleset.opening.extra_cards, table.ruleset)
