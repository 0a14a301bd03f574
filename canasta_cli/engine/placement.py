"""Find the meld that cards join, by rank, name or suit, and return the melds after that.

Views, the rules of a turn and the search for turns ask it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from canasta_cli.engine.canastas import grade
from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    Onto,
    Rank,
    Shape,
    meld_under,
    together,
)
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank, ThreeMelds
from canasta_cli.values import NamedTuple


class Placement(NamedTuple):
    """A meld that a play makes or adds to: the meld before, the cards added, the meld after.

    ``stray`` marks a lay-off for which no meld is known on the table. ``joined`` marks several sets
    joined into one; ``before`` is then a canasta among them, or else any of them.
    """

    before: Meld | None
    added: Cards
    after: Meld
    stray: bool = False
    joined: bool = False


def add_to_table(
    melded: Iterable[MeldOrLayOff | Rank], on_table: tuple[Meld, ...], ruleset: Ruleset
) -> tuple[tuple[Placement, ...], tuple[Meld, ...]]:
    """Lay everything down in order; return each meld made or changed, and all melds after that.

    A rank among the lays joins the sets of that rank that are on the table by then.
    """
    table, wild_ranks = list(on_table), ruleset.wild_ranks
    laid: dict[int, Placement] = {}
    strays: list[Placement] = []
    for given in melded:
        if isinstance(given, Rank):
            _join(given, table, laid, ruleset)
            continue
        lay = in_suit(given, ruleset)
        place = place_of(lay, table, ruleset)
        if place is None and (isinstance(lay, LayOff) or undecided(lay, table, ruleset)):
            strays.append(Placement(None, lay.cards, Meld(lay.cards, wild_ranks), stray=True))
            continue
        if place is None:
            place = len(table)
            table.append(lay if isinstance(lay, Meld) else Meld(lay.cards, wild_ranks))
            laid[place] = Placement(None, lay.cards, table[place])
            continue
        before = table[place]
        table[place] = Meld(before.cards + lay.cards, wild_ranks)
        earlier = laid.get(place)
        laid[place] = (
            Placement(before, lay.cards, table[place])
            if earlier is None
            else earlier._replace(added=earlier.added + lay.cards, after=table[place])
        )
    return (*laid.values(), *strays), tuple([meld for meld in table if meld.size])


def adds_to_canasta(placements: Iterable[Placement], ruleset: Ruleset) -> bool:
    """True if cards are added to a meld that is a canasta already."""
    least = ruleset.melds.canasta
    return any([each.before is not None and each.before.size >= least for each in placements])


def beside(
    placements: Iterable[Placement], melds: tuple[Meld, ...], ruleset: Ruleset
) -> Meld | None:
    """Find the first new set laid beside another of its rank, in games that allow it."""
    if ruleset.melds.same_rank is not SameRank.APART:
        return None
    for each in placements:
        new, rank = each.before is None and not each.stray, each.after.rank
        if new and any(meld.rank is rank and meld.shape is Shape.SET for meld in melds):
            return each.after
    return None


def joinable(melds: tuple[Meld, ...], ruleset: Ruleset) -> tuple[tuple[Rank, ...], ...]:
    """List every choice of ranks whose sets a side may join, no ranks first."""
    if ruleset.melds.same_rank is not SameRank.APART:
        return ((),)
    every = [meld.rank for meld in melds if meld.shape is Shape.SET]
    if len(every) == len(set(every)):
        return ((),)
    sets = Counter(every)
    ranks = [rank for rank, number in sets.items() if rank is not None and number > 1]
    return tuple([each for number in range(len(ranks) + 1) for each in combinations(ranks, number)])


def _join(rank: Rank, table: list[Meld], laid: dict[int, Placement], ruleset: Ruleset) -> None:
    """Join the sets of a rank, if there are several; empty melds are left in the other places."""
    places = [at for at, meld in enumerate(table) if meld.rank is rank and meld.shape is Shape.SET]
    if len(places) < 2:
        return
    whole = Meld(together(table[at].cards for at in places), ruleset.wild_ranks)
    lay_there = [laid[at].before if at in laid else table[at] for at in places]
    # The others are added to a canasta among them, preferably the one with the fewest wild cards.
    before = max(
        (meld for meld in lay_there if meld is not None),
        key=lambda meld: (meld.size >= ruleset.melds.canasta, -meld.wilds),
        default=None,
    )
    added = together(laid[at].added for at in places if at in laid)
    for at in places:
        laid.pop(at, None)
        table[at] = Meld(NO_CARDS, ruleset.wild_ranks)
    table[places[0]] = whole
    laid[places[0]] = Placement(before, added, whole, joined=True)


def place_of(lay: Meld | LayOff, table: list[Meld], ruleset: Ruleset) -> int | None:
    """The index of the meld that a lay joins; ``None`` if it makes a new one or finds no meld."""
    if isinstance(lay, LayOff):
        found = _named(lay.onto, table, ruleset)
        if lay.onto.which is not None:
            return found[lay.onto.which - 1] if lay.onto.which <= len(found) else None
        return _best(found, lay, table, ruleset)
    places = _joinable(lay, table, ruleset)
    apart = ruleset.melds.same_rank is SameRank.APART
    # Cards that are a legal meld alone make a new one; others can only join one on the table.
    if apart and meld_is_legal(lay, ruleset, going_out=True) is not False:
        return None
    return _best(places, lay, table, ruleset)


def _joinable(lay: Meld, table: list[Meld], ruleset: Ruleset) -> list[int]:
    """List the indices of the melds that cards can join without naming one."""
    if lay.shape is Shape.WILD and ruleset.melds.same_rank is not SameRank.APART:
        wild = [place for place, meld in enumerate(table) if meld.shape is Shape.WILD]
        return _open(wild, table, ruleset)
    if ruleset.melds.runs and lay.shape is Shape.RUN:
        return [place for place, meld in enumerate(table) if _continues(lay.cards, meld)]
    after = ruleset.melds.same_rank is SameRank.AFTER_CANASTA
    if lay.shape is Shape.THREES and ruleset.melds.threes is ThreeMelds.TOGETHER:
        threes = [place for place, meld in enumerate(table) if meld.shape is Shape.THREES]
        return _open(threes, table, ruleset) if after else threes
    if lay.rank is None or lay.shape not in (Shape.SET, Shape.THREES):
        return []
    same = [place for place, meld in enumerate(table) if meld.rank is lay.rank]
    if not same and ruleset.melds.runs:
        same = [place for place, meld in enumerate(table) if _continues(lay.cards, meld)]
    return _open(same, table, ruleset) if after else same


def _open(places: list[int], table: list[Meld], ruleset: Ruleset) -> list[int]:
    """Keep the indices of the melds that are not canastas yet."""
    return [place for place in places if len(table[place].cards) < ruleset.melds.canasta]


def _best(found: list[int], lay: Meld | LayOff, table: list[Meld], ruleset: Ruleset) -> int | None:
    """The first meld to which the cards may be added, preferably one that is not a canasta."""
    if len(found) <= 1:
        return found[0] if found else None

    def against(place: int) -> tuple[bool, bool]:
        after = Meld(table[place].cards + lay.cards, ruleset.wild_ranks)
        allowed = meld_is_legal(after, ruleset, going_out=False) is not False
        return not allowed, grade(table[place], ruleset) is not None

    return min(found, key=against)


def in_suit(lay: MeldOrLayOff, ruleset: Ruleset) -> Meld | LayOff:
    """Return a lay by the rules of a game, with the suits of its cards that its name gives."""
    if not isinstance(lay, LayOff):
        return meld_under(ruleset.wild_ranks, lay)
    return lay if lay.onto.suit is None else lay._replace(cards=cards_of(lay))


def cards_of(lay: MeldOrLayOff) -> Cards:
    """Return the cards of a lay: those laid off on a sequence named by its suit have that suit."""
    suit = lay.onto.suit if isinstance(lay, LayOff) else None
    if suit is None:
        return lay.cards
    return Cards(
        [
            Card(card.rank, card.suit or suit) if card.rank.four_to_ace else card
            for card in lay.cards
        ]
    )


def undecided(lay: MeldOrLayOff, table: list[Meld], ruleset: Ruleset) -> bool:
    """True if a single card without a suit would extend a sequence if it had its suit."""
    if isinstance(lay, LayOff) or not ruleset.melds.runs or len(lay.cards) != 1:
        return False
    (card,) = lay.cards
    return card.suit is None and any(
        _continues(Cards((Card(card.rank, meld.suit),)), meld) for meld in table
    )


def runs_for(card: Card, melds: tuple[Meld, ...]) -> Iterator[Onto]:
    """Yield the names of the sequences that a card extends."""
    runs = [meld for meld in melds if meld.shape is Shape.RUN and meld.suit is card.suit]
    for which, run in enumerate(runs, start=1):
        if _continues(Cards((card,)), run):
            yield Onto(suit=card.suit, which=which if len(runs) > 1 else None)


def _continues(cards: Cards, meld: Meld) -> bool:
    """True if cards added to a sequence make a longer one."""
    if meld.shape is not Shape.RUN or not cards.all_of(meld.suit):
        return False
    return Meld(meld.cards + cards, meld.wild_ranks).shape is Shape.RUN


def _named(onto: Onto, table: list[Meld], ruleset: Ruleset) -> list[int]:
    """List the indices of the melds with a name."""
    rank, suit = onto.rank, onto.suit
    if rank is not None and rank not in ruleset.wild_ranks:
        found = [place for place, meld in enumerate(table) if meld.rank is rank]
        if rank.three:
            threes = enumerate(table)
            found += [at for at, meld in threes if meld.shape is Shape.THREES and meld.rank is None]
        return sorted(found)
    if suit is None:
        return [place for place, meld in enumerate(table) if meld.shape is Shape.WILD]
    runs = enumerate(table)
    return [place for place, meld in runs if meld.shape is Shape.RUN and meld.suit is suit]
