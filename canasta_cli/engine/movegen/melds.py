"""Generate all that cards can be laid as: melds, sequences and lay-offs; and bound the effort of a search.

All searches of this folder begin with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations

from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.points import points_of, points_to_open
from canasta_cli.engine.table import Placement, in_suit, name_of, place_of
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    Rank,
    Shape,
    Suit,
    fields_of,
    together,
)
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LongRuns, SameRank, ThreeMelds
from canasta_cli.values import NamedTuple

# Bound the work that one question may take.
#
# Work is counted, not timed, so that the same question always has the same answer.

MOST_EFFORT = 35_000
"""The work that one question may take: about two seconds. A card of a way that is judged is 1."""
UNLIMITED = 10**18
COST_OF_TURN = 4
"""The work of a turn, or of a choice of melds for one."""
OF_GROUP = 16
"""The ways to lay some cards of one group, as several melds, take no more than this part of the work."""


class Effort:
    """The work that a search may still do. Once it is spent, the search stops with what it has found.

    ``is_complete`` is false if the search left something out.
    """

    __slots__ = ("_whole", "is_complete", "most", "paid", "spent")

    def __init__(self, most: int = MOST_EFFORT, *, whole: "Effort | None" = None) -> None:
        self.most, self.spent, self.is_complete = most, 0, True
        self._whole = whole
        self.paid: set[object] = set() if whole is None else whole.paid
        """What was paid for already, and costs nothing when it is needed again."""

    def pay(self, work: int) -> bool:
        """Count some work before it is done; if too little is left, all of that is spent: false."""
        enough = work <= self.left
        self.spend(work if enough else self.left)
        self.is_complete &= enough
        return enough

    def spend(self, work: int) -> None:
        """Count some work."""
        self.spent += work
        if self._whole is not None:
            self._whole.spend(work)

    @property
    def left(self) -> int:
        """The work that may still be done."""
        return max(self.most - self.spent, 0)

    def stops(self) -> bool:
        """True if the search has to stop here, and to leave out the rest."""
        if self.left:
            return False
        self.is_complete = False
        return True

    def part(self, number: int) -> "Effort":
        """Return a part of what is left, for a search before another one."""
        return Effort(self.left // number, whole=self)


# Generate melds and lay-offs: everything that some cards of a hand can be laid as.
#
# The searches for initial melds, ways to go out and legal turns choose from these lists, one for
# each group of ranks: the cards of different groups compete only for wild cards. Their numbers are
# packed into one integer. A bunch is within another if `most - part & guard == guard`, where `most`
# has the guard bits set.

# A number has fifteen bits, and a guard above them, which a subtraction clears if there are too few cards.
_WIDTH = 16


@lru_cache(maxsize=64)
def wild_cards(ruleset: Ruleset) -> tuple[Card, ...]:
    """List a card of each wild rank of a ruleset, without a suit, in the order of the ranks."""
    return tuple([Card(rank) for rank in ruleset.wild_ranks.wild])


def pack(numbers: Iterable[int]) -> int:
    """Pack the numbers of cards of each wild rank."""
    packed = shift = 0
    for number in numbers:
        packed += number << shift
        shift += _WIDTH
    return packed


def guard_of(kinds: int) -> int:
    """Return the guard bits of packed numbers of some wild ranks: the highest bit of each."""
    return pack([1 << _WIDTH - 1] * kinds)


Group = tuple[Rank, ...]
"""The ranks of a set: one, both threes in some games, or none for wild cards alone."""
Numbers = tuple[int, ...]


class Laying:
    """One way to lay cards of a group.

    ``melded`` are the melds and lay-offs, ``laid`` the melds that they make or change, ``melds`` all
    melds of the group after that. ``cards`` counts the cards laid, ``wilds`` the wild ones among them,
    and ``spent`` has those of each wild rank, packed; ``points`` are the card values,
    and ``to_open`` those that count for an initial meld.
    """

    __slots__ = (
        "cards",
        "laid",
        "melded",
        "melds",
        "points",
        "ruleset",
        "spent",
        "to_open",
        "wilds",
    )

    def __init__(
        self,
        melded: tuple[MeldOrLayOff, ...],
        laid: tuple[Placement, ...],
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
    ) -> None:
        self.melded, self.laid, self.melds, self.ruleset = melded, laid, melds, ruleset
        cards = together([lay.cards for lay in melded])
        wilds = ruleset.wild_ranks.each(cards)
        self.cards, self.wilds, self.spent = cards.size, sum(wilds), pack(wilds)
        self.points, self.to_open = points_of(cards, ruleset), points_to_open(cards, ruleset)


@lru_cache(maxsize=64)
def groups(ruleset: Ruleset) -> tuple[Group, ...]:
    """List the groups of ranks that make sets under a ruleset, wild cards last."""
    threes: dict[ThreeMelds, tuple[Group, ...]] = {
        ThreeMelds.NONE: ((Rank.BLACK_THREE,),),
        ThreeMelds.BY_COLOUR: ((Rank.BLACK_THREE,), (Rank.RED_THREE,)),
        ThreeMelds.TOGETHER: ((Rank.BLACK_THREE, Rank.RED_THREE),),
    }
    sets = [(rank,) for rank in ruleset.wild_ranks.natural]
    return (*sets, *threes[ruleset.melds.threes], ())


@lru_cache(maxsize=64)
def groups_by_rank(ruleset: Ruleset) -> Mapping[Rank, Group]:
    """Find the group of each rank that has one."""
    found: dict[Rank, Group] = dict.fromkeys(ruleset.wild_ranks.wild, ())
    return found | {rank: group for group in groups(ruleset) for rank in group}


def group_of(meld: Meld, ruleset: Ruleset) -> Group | None:
    """Find the group whose cards may be laid off on a meld; ``None`` for a sequence."""
    of_rank = groups_by_rank(ruleset)
    if meld.rank is not None:
        return of_rank.get(meld.rank)
    found = {of_rank.get(card.rank) for card in meld.naturals} or {()}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=10_000)
def by_group(melds: tuple[Meld, ...], ruleset: Ruleset) -> Mapping[Group | None, tuple[Meld, ...]]:
    """List the melds of each group, and all sequences."""
    found: dict[Group | None, tuple[Meld, ...]] = {}
    for meld in melds:
        group = group_of(meld, ruleset)
        found[group] = (*found.get(group, ()), meld)
    return found


def contains(melds: tuple[Meld, ...], others: tuple[Meld, ...], on_table: int) -> bool:
    """True if melds of a group have all cards of others: the first ``on_table`` are the same ones."""
    before = zip(melds[:on_table], others, strict=False)
    if not all(each.cards.has(other.cards) for each, other in before):
        return False
    new = others[on_table:]
    return not new or any(
        all(each.cards.has(other.cards) for each, other in zip(some, new, strict=True))
        for some in permutations(melds[on_table:], len(new))
    )


@lru_cache(maxsize=20_000)
def layings(  # noqa: PLR0913 - the cards, the table, and how many of them
    group: Group,
    on_table: tuple[Meld, ...],
    own: tuple[tuple[Card, int], ...],
    wilds: Numbers,
    ruleset: Ruleset,
    most: int,
    *,
    whole: bool = False,
) -> "tuple[Laying, ...]":
    """List all ways to lay some of the cards of a group, none first, few cards before many.

    ``own`` are the cards of its ranks, all of which are laid if it is to be ``whole``; ``wilds`` are those
    of each wild rank. Melds that are legal only when going out are listed too. Of ways that result in the
    same melds, only the one with the fewest lay-offs is listed. If there are more than ``most`` ways to
    lay some cards, :class:`Some` are listed.
    """
    kinds = (*own, *zip(wild_cards(ruleset), wilds, strict=True))
    hand = Cards([card for card, number in kinds for _ in range(number)])
    every = [Melded(hand, on_table, (NO_CARDS,) * len(on_table))]
    seen = {every[0].key(len(on_table))}
    # The list grows while it is gone through.
    for melded in every:
        for more in _additions(group, melded.hand, melded.melds, ruleset):
            then = melded.adding(more)
            key = then.key(len(on_table))
            if key not in seen and len(seen) <= most:
                seen.add(key)
                every.append(then)
    if whole:
        every = [each for each in every if each.hand.size == ruleset.wild_ranks.count(each.hand)]
    listed = _listed(
        [each.laying(on_table, ruleset) for each in every], [card for card, _ in kinds]
    )
    return Some(listed) if len(seen) > most else listed


def _listed(every: "list[Laying]", kinds: list[Card]) -> "tuple[Laying, ...]":
    """List each result once, with the fewest lay-offs that reach it."""

    def order(cards: Cards) -> tuple[int, list[int]]:
        every = tuple(cards)
        return len(every), [-every.count(kind) for kind in kinds]

    def order_of(laying: Laying) -> tuple[int, list[int], int, list[tuple[int, list[int]]]]:
        each = [order(lay.cards) for lay in laying.melded]
        return *order(together([lay.cards for lay in laying.melded])), len(each), each

    found: dict[object, Laying] = {}
    for laying in sorted(every, key=lambda each: lay_offs_in(each.melded)):
        found.setdefault(tuple(sorted([meld.cards.packed for meld in laying.melds])), laying)
    return tuple(sorted(found.values(), key=order_of))


class _Addition(NamedTuple):
    """Cards added to the meld at some place, or to none as a new meld, and the meld after that."""

    place: int | None
    cards: Cards
    after: Meld


class Melded(NamedTuple):
    """Melds of a side, with the cards that a hand has added to each, and the hand that is left.

    The melds on the table before come first, then new ones.
    """

    hand: Cards
    melds: tuple[Meld, ...]
    added: tuple[Cards, ...]

    def plus(self, lay: MeldOrLayOff, ruleset: Ruleset) -> "Melded":
        """Return this with more cards melded, as a new meld or added to one."""
        place = place_of(in_suit(lay, ruleset), list(self.melds), ruleset)
        cards = lay.cards if place is None else self.melds[place].cards + lay.cards
        return self.adding(_Addition(place, lay.cards, Meld(cards, ruleset.wild_ranks)))

    def adding(self, more: "_Addition") -> "Melded":
        """Return this with cards added to one of the melds, or as a new one."""
        place, cards, after = more
        if place is None:
            melds, added = (*self.melds, after), (*self.added, cards)
        else:
            melds = (*self.melds[:place], after, *self.melds[place + 1 :])
            cards += self.added[place]
            added = (*self.added[:place], cards, *self.added[place + 1 :])
        return Melded(self.hand - more.cards, melds, added)

    def key(self, old: int) -> tuple[object, ...]:
        """The key of the melds; the order of those after the first ``old`` ones doesn't matter."""
        cards = [meld.cards.packed for meld in self.melds]
        return tuple(cards[:old]), tuple(sorted(cards[old:]))

    def lays(self, on_table: tuple[Meld, ...]) -> list[tuple[MeldOrLayOff, Placement]]:
        """List what was added, one lay for each meld, to those on the table first; large new ones first."""
        old = len(on_table)
        new = sorted(self.melds[old:], key=lambda meld: -meld.size)
        return [
            (
                LayOff(name_of(at, on_table), cards),
                Placement(on_table[at], cards, self.melds[at]),
            )
            for at, cards in enumerate(self.added[:old])
            if cards.size
        ] + [(meld, Placement(None, meld.cards, meld)) for meld in new]

    def laying(self, on_table: tuple[Meld, ...], ruleset: Ruleset) -> "Laying":
        """Return what was added to the melds of a group, or to sequences, as a laying."""
        # Many hands can lay the same cards, whatever else they have.
        return _laying(self._replace(hand=NO_CARDS), on_table, ruleset)


@lru_cache(maxsize=20_000)
def _laying(melded: Melded, on_table: tuple[Meld, ...], ruleset: Ruleset) -> Laying:
    lays = melded.lays(on_table)
    laid = tuple([placement for _, placement in lays])
    new = [each.after for each in laid if each.before is None]
    melds = (*melded.melds[: len(on_table)], *new)
    return Laying(tuple([lay for lay, _ in lays]), laid, melds, ruleset)


def lay_offs_in(melded: tuple[MeldOrLayOff, ...]) -> int:
    """Count the lays that add to a meld on the table."""
    return sum([isinstance(lay, LayOff) for lay in melded])


class Some(tuple[Laying, ...]):
    """Some of the ways to lay cards of a group: there are too many to list them all."""

    __slots__ = ()


@lru_cache(maxsize=10_000)
def _shares_of(have: Numbers, size: int) -> tuple[Numbers, ...]:
    """List every part of some cards with this number of cards, those with more of the first kinds first."""
    if not have:
        return () if size else ((),)
    first, *others = have
    rest = tuple(others)
    return tuple(
        [
            (number, *share)
            for number in range(min(first, size), -1, -1)
            for share in _shares_of(rest, size - number)
        ]
    )


# Share out a hand to the groups of ranks that make sets, beside the melds that they can join.

Counts = Mapping[Card, int]
"""Cards of a hand with their numbers; without suits if the suits of sets don't matter."""


class Share(NamedTuple):
    """The part of a hand that a group can lay: the cards of its ranks, and the wild cards.

    ``own`` are its cards with their numbers, ``on_table`` the melds on the table that they can join.
    """

    group: Group
    on_table: tuple[Meld, ...]
    own: tuple[tuple[Card, int], ...]
    wilds: Numbers

    @property
    def can_lay(self) -> bool:
        """True if there are cards to lay."""
        return bool(self.own) or (any(self.wilds) and (not self.group or bool(self.on_table)))

    def whole(self, ruleset: Ruleset, effort: Effort) -> tuple[Laying, ...]:
        """List what all natural cards can be laid as, with wild cards, as far as the effort allows."""
        cards = (self.group, self.on_table, self.own, self.wilds)
        found = layings(*cards, ruleset, effort.most // OF_GROUP, whole=True)
        effort.is_complete &= not isinstance(found, Some)
        return found


def shares(hand: Counts, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[Share]:
    """Share out a hand, beside the melds of the side, to the groups in their order."""
    wilds = tuple([hand.get(card, 0) for card in wild_cards(ruleset)])
    own: dict[Group | None, tuple[tuple[Card, int], ...]] = {}
    for card, number in hand.items():
        group = groups_by_rank(ruleset).get(card.rank)
        own[group] = (*own.get(group, ()), (card, number))
    on_table = by_group(melds, ruleset)
    # Wild cards are shared out to all groups.
    own[()] = ()
    return [Share(g, on_table.get(g, ()), own.get(g, ()), wilds) for g in groups(ruleset)]


# List the sequences that a hand can lay, new or added to those of the side, and the cards left.


def run_choices(
    hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[tuple[Laying, Cards]]:
    """Yield every choice of sequences that a hand can lay, none first, and the cards left.

    In other games that is only none. Cards without a suit are in no sequence.
    """
    runs = tuple([meld for meld in melds if meld.shape is Shape.RUN])
    every = [Melded(hand, runs, (NO_CARDS,) * len(runs))]
    seen = {every[0].key(len(runs))}
    for melded in every:
        yield melded.laying(runs, ruleset), melded.hand
        lays = _next_in_runs(melded.hand, melded.melds, ruleset) if ruleset.melds.runs else []
        for then in [melded.plus(lay, ruleset) for lay in lays]:
            key = then.key(len(runs))
            if key not in seen:
                seen.add(key)
                every.append(then)


def _by_suit(hand: Cards, ruleset: Ruleset) -> dict[Suit, list[int]]:
    """Count the cards of each suit that can be in sequences, by the order of their ranks."""
    own: dict[Suit, list[int]] = {suit: [0] * len(FOUR_TO_ACE) for suit in Suit}
    for card in hand:
        if card.suit is not None and card.rank in ruleset.wild_ranks.sequential:
            own[card.suit][card.rank.order] += 1
    return own


# List what a hand can meld next: the smallest melds, and single cards added to a meld.
#
# A larger meld is laid card by card: in every game, a legal meld that is not one of the smallest is
# legal without one of its cards too.


def _smallest(ruleset: Ruleset) -> int:
    """The size of the smallest melds: of any, if it is undocumented."""
    return 1 if "melds.smallest" in ruleset.unknown else ruleset.melds.smallest


def next_groups(
    hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset
) -> list[tuple[Group | None, tuple[Meld, ...]]]:
    """List the groups of which a hand may meld something, with their melds; ``None`` for sequences."""
    on_table = by_group(melds, ruleset)
    sets = [(group, on_table.get(group, ())) for group in _groups_to_meld(hand, on_table, ruleset)]
    return [(None, melds), *sets] if ruleset.melds.runs else [*sets]


def next_lays(
    group: Group | None, hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset
) -> Sequence[MeldOrLayOff]:
    """List the smallest melds of a group, and the cards that a hand can add to its melds."""
    if group is None:
        return _next_in_runs(hand, melds, ruleset)
    return _next_in_group(group, hand.only(_fields(ruleset)[group]), melds, ruleset)


def _groups_to_meld(
    hand: Cards, on_table: Mapping[Group | None, tuple[Meld, ...]], ruleset: Ruleset
) -> list[Group]:
    """List the groups of which a hand may meld something: first those of which it has more than wild cards."""
    wilds, smallest = ruleset.wild_ranks.count(hand), _smallest(ruleset)
    sizes = {group: hand.within(fields) for group, fields in _fields(ruleset).items()}
    found = [
        group
        for group, size in sizes.items()
        if size > (wilds if group else 0) and (size >= smallest or group in on_table)
    ]
    if wilds:
        found += [group for group in on_table if group is not None and group not in found]
    return found


def layable(hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset) -> Cards:
    """Keep the cards that may be melded beside those of a side; not all of them can."""
    if ruleset.melds.runs:
        return hand
    fields = 0
    for group in _groups_to_meld(hand, by_group(melds, ruleset), ruleset):
        fields |= _fields(ruleset)[group]
    return hand.only(fields)


@lru_cache(maxsize=64)
def _fields(ruleset: Ruleset) -> Mapping[Group, int]:
    """Find the mask of the ranks of each group, and of the wild ranks; in the order of the ranks."""
    wild = ruleset.wild_ranks.wild
    in_order = sorted(groups(ruleset), key=lambda group: (group or wild)[0].order)
    return {group: fields_of((*group, *wild)) for group in in_order}


@lru_cache(maxsize=50_000)
def _next_in_group(
    group: Group, have: Cards, on_table: tuple[Meld, ...], ruleset: Ruleset
) -> tuple[MeldOrLayOff, ...]:
    """List the smallest sets of a group, and single cards added to one on the table."""
    return tuple(
        [
            after if place is None else LayOff(name_of(place, on_table), cards)
            for place, cards, after in _additions(group, have, on_table, ruleset)
        ]
    )


def _additions(
    group: Group, have: Cards, on_table: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[_Addition]:
    """Yield the same, with the place on the table instead of the name of the meld."""
    kinds, table = Counter(have), list(on_table)
    for one in [Cards((card,)) for card in kinds]:
        for place, meld in enumerate(on_table):
            after = _legal_set(meld.cards + one, ruleset)
            if after is not None:
                yield _Addition(place, one, after)
    if on_table and _joins(group, on_table, ruleset):
        return
    for share in _shares_of(tuple(kinds.values()), _smallest(ruleset)):
        each = zip(kinds, share, strict=True)
        cards = Cards([card for card, number in each for _ in range(number)])
        new = _legal_set(cards, ruleset)
        if (
            new is not None
            and (new.naturals or not group)
            and place_of(new, table, ruleset) is None
        ):
            yield _Addition(None, cards, new)


def _joins(group: Group, on_table: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """True if no new meld of a group can be laid beside those on the table: it joins one of them."""
    same_rank, size = ruleset.melds.same_rank, ruleset.melds.canasta
    if same_rank is SameRank.MERGED and group:
        return True
    return same_rank is not SameRank.APART and any([meld.size < size for meld in on_table])


@lru_cache(maxsize=50_000)
def _legal_set(cards: Cards, ruleset: Ruleset) -> Meld | None:
    """Return the set that some cards make; ``None`` if it is illegal, when going out too."""
    # Suits don't matter in sets.
    alike = Meld(cards.without_suits(), ruleset.wild_ranks)
    return None if judge_meld(alike, ruleset).legal is False else Meld(cards, ruleset.wild_ranks)


@cache
def _each_of(suit: Suit) -> tuple[Cards, ...]:
    """Return each card of a suit that sequences can have, by itself."""
    return tuple([Cards((Card(rank, suit),)) for rank in FOUR_TO_ACE])


def _next_in_runs(hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[MeldOrLayOff]:
    """List the shortest sequences of a hand, and the cards that make one of the side longer."""
    found = list[MeldOrLayOff]()
    closed = ruleset.melds.long_runs is LongRuns.NEVER
    longest = ruleset.melds.canasta if closed else len(FOUR_TO_ACE)
    for suit, counts in _by_suit(hand, ruleset).items():
        cards = _each_of(suit)
        for place, run in enumerate(melds):
            of_suit = run.shape is Shape.RUN and run.suit is suit
            if of_suit and run.size < longest:
                first, *_, last = [card.rank.order for card in run.naturals]
                ends = [at for at in (first - 1, last + 1) if 0 <= at < len(counts)]
                found += [LayOff(name_of(place, melds), cards[at]) for at in ends if counts[at]]
        size = ruleset.melds.smallest
        for start in range(len(counts) - size + 1):
            if all(counts[start : start + size]):
                run = Meld(together(cards[start : start + size]), ruleset.wild_ranks)
                if place_of(run, list(melds), ruleset) is None:
                    found.append(run)
    return found
