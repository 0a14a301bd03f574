"""The representative values of the facts of the table, for a question that lacks them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import grade, in_packs, lacking, open_melds
from canasta_cli.engine.table import Table, add_to_table, sequence_beside
from canasta_cli.engine.view import EMPTY, UNKNOWN, Drew, Held, Question, View, without
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Rank,
    Shape,
    Suit,
)
from canasta_cli.model.turn import (
    Clause,
    Draw,
    MeldDown,
    MeldOrLayOff,
    StockEnds,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import EmptyPile, Grade, WildsIn, canastas
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed

PLENTY = 20
"""Cards of a stock that lasts, or of a hand that can go on."""


class Value(NamedTuple):
    """A representative value of a fact: the condition in words, as a plain value, and in a view.

    ``says`` continues “legal if”; ``given`` is the value as a person would give it. ``excluded`` says
    what a play assumes that this value forbids; it is empty for usual values. ``turn`` and ``ruleset``
    are those with this value, if it belongs to them. ``true`` is what can be said of it to tell it apart
    from others.
    """

    says: str
    given: object
    view: View
    excluded: str = ""
    turn: Turn | None = None
    ruleset: Ruleset | None = None
    true: tuple[str, ...] = ()

    @property
    def label(self) -> str | tuple[str, ...]:
        """What tells it apart from other values."""
        return self.true or self.says

    def has(self, features: Iterable[str]) -> bool:
        """True if all this is true of the value."""
        return all(each in self.true for each in features)

    def asked(self, question: Question) -> Question:
        """Return the question with this value."""
        turn, ruleset = self.turn or question.turn, self.ruleset or question.ruleset
        return question._replace(view=self.view, turn=turn, ruleset=ruleset)


Values = Callable[[Question], Iterable[Value]]


def no_values(_: Question) -> Iterable[Value]:
    """No values: the fact is not assumed, or it follows from others."""
    return ()


def joined(true: tuple[str, ...]) -> str:
    """Say several things of a side: what it has, what it has not, and what follows for going out."""
    every = [each.removeprefix(_HAS) for each in true if each.startswith(_HAS)]
    none = [each for each in every if each.startswith("no ")]
    some = [each for each in every if each not in none]
    says = [listed(each) for each in (some, none) if each]
    out = [each for each in true if not each.startswith(_HAS)]
    if not says:
        return listed(out)
    then = [each.replace("your side then has", "then").removeprefix("your side ") for each in out]
    comma = "," if len(every) > 1 else ""
    return _HAS + f"{comma} and ".join((", but ".join(says), *then))


def choice(name: str, *values: tuple[object, ...]) -> Values:
    """Return the values of an attribute, the usual one first: in words, as given, and if not equal."""

    def each(question: Question) -> Iterator[Value]:
        for says, given, *inside in values:
            view = question.view.replace(**{name: inside[0] if inside else given})
            yield Value(str(says), given, view)

    return each


OPENED = "your side has opened"
NATURAL_TOP = "a natural card is on the pile"
TOP = "the top card"
TOP_RANK = f"{TOP}'s rank"


def opened(question: Question) -> Iterable[Value]:
    """Opened, and without melds if these are unknown."""
    view = question.view
    yield Value(OPENED, True, view.replace(opened=True))
    if view.melds is None:
        yield Value("your side has not opened", False, view.replace(opened=False, melds=()))


_HAS = "your side has "
CAN_GO_OUT = "the canastas it needs to go out"
_TOO_FEW = "your side lacks canastas that it needs to go out"
ENOUGH = _HAS + CAN_GO_OUT
COMPLETES_NONE = "these cards complete no canasta"
Some = tuple[Meld, ...]


def melds(question: Question) -> Iterator[Value]:
    """No melds, others than of the ranks in question, one of these ranks, a canasta of it."""
    for melds in (*_melds(question), *_canasta(question)):
        yield from _value_of_melds(question, melds)


def other_melds(question: Question) -> Iterator[Value]:
    """All melds of the side that may matter, also those that a person would mention."""
    if question.view.melds is None and question.view.has_opened is not False:
        for melds in _melds(question):
            yield from _value_of_melds(question, melds)
        out = question.uses_up_hand or question.leaves_one_card
        enough = _canastas_to_go_out(question) if out else ()
        if held := _of_held(question, others=True):
            every = (*held, *_needed(question))
            yield from _value_of_melds(question, every, f"{_HAS}canastas of all your other ranks")
        for says, melds, excluded in _out_of_the_ordinary(question):
            yield from _value_of_melds(question, melds, says, excluded)
            if out and excluded:
                yield from _value_of_melds(question, (*enough, *melds), says, excluded)
        if out:
            yield from _when_used_up(question, enough)


def _value_of_melds(
    question: Question, melds: Some, says: str = "", excluded: str = ""
) -> Iterator[Value]:
    """Yield the value with legal melds; if the number of canastas is given, others make it up."""
    number, opened, ruleset = question.view.canastas, question.view.opened, question.ruleset
    if (opened and not melds) or not all(meld_is_legal(meld, ruleset) for meld in melds):
        return
    more = 0 if number is None else number - sum(bool(grade(each, ruleset)) for each in melds)
    if more < 0 or (number and not melds):
        return
    natural = [rank for rank in ruleset.wild_ranks.natural if rank not in question.ranks]
    free = [rank for rank in natural if all(meld.rank is not rank for meld in melds)] or natural
    asked = any(Grade.NATURAL in need.of for need in ruleset.out.needs)
    kind = Grade.MIXED if asked else Grade.NATURAL
    melds += tuple([_set(free[-1 - at % len(free)], kind, ruleset) for at in range(more)])
    true = tuple(_true_of_melds(question, melds))
    view = question.view.replace(melds=melds, opened=bool(melds))
    yield Value(says or joined(true), _written(melds), view, excluded, true=true)


def _melds(question: Question) -> Iterator[Some]:
    """Yield the usual melds of a side, except for a canasta of the rank in question."""
    ranks, smallest = question.ranks, question.ruleset.melds.smallest
    if question.view.opened is None:
        yield ()
    yield (_meld(question, _other_rank(question), smallest),)
    if ranks and _room(question, ranks[0], smallest):
        yield (_meld(question, ranks[0], _size_before(question, ranks[0])),)
    yield from _of_ranks(question)
    for _, _, meld in _sequences(question):
        yield (meld,)
    if question.uses_up_hand or question.leaves_one_card:
        enough, wild = _canastas_to_go_out(question), _wild_if_added_to(question)
        yield from [enough, (*enough, *wild)] if wild else [enough]


def _canasta(question: Question) -> Iterator[Some]:
    """Yield a canasta of the rank in question; if cards join it, its wild cards would be mentioned."""
    size, rank = question.ruleset.melds.canasta, next(iter(question.ranks), None)
    meld = _meld(question, rank or _other_rank(question), size)
    joins = rank is None or not question.turn.discard or question.added_to(rank)
    if rank is None or (not (meld.wilds and joins) and _room(question, rank, size)):
        yield (meld,)


def _other_rank(question: Question) -> Rank:
    """A rank that is not in question, of which a side may have a natural meld."""
    natural, size = question.ruleset.wild_ranks.natural, question.ruleset.melds.smallest
    others = (rank for rank in natural if rank not in question.ranks)
    return next((rank for rank in others if not _meld(question, rank, size).wilds), natural[0])


def _of_ranks(question: Question) -> Iterator[Some]:
    """Yield melds of several ranks in question, with the wild card that some need, and two sets to join."""
    ranks, ruleset, wild = question.ranks, question.ruleset, _wild_if_added_to(question)
    every = [_meld(question, rank, _size_before(question, rank)) for rank in ranks]
    yield from [(each,) for each in (*every[1:2], *wild)]
    if len(every) + len(wild) > 1:
        yield (*every, *wild)
    for rank in ranks:
        if _wilds_if_opened_with(rank, ruleset):
            added = question.added_to(rank).of(rank)
            naturals = max((ruleset.melds.naturals_before_wild or 0) - added, 2)
            yield (_of(rank, naturals, 1, ruleset),)
    for rank in question.turn.joins:
        yield (_of(rank, ruleset.melds.smallest, 0, ruleset),) * 2


def _has(holds: bool, what: str, otherwise: str) -> str:
    return _HAS + (what if holds else otherwise)


def _true_of_melds(question: Question, melds: Some) -> Iterator[str]:
    """Yield what is true of a side with some melds, and may decide the question."""
    yield _has(bool(melds), "melds", "no melds")
    for rank in question.ranks:
        yield from _true_of_rank(question, rank, [meld for meld in melds if meld.rank is rank])
    if question.adds_to_wild:
        wild = any(meld.shape is Shape.WILD for meld in melds)
        yield _has(wild, "a meld of wild cards", "no meld of wild cards")
    for rank in question.turn.joins:
        sets = sum(meld.rank is rank for meld in melds)
        yield _has(sets > 1, f"two sets of {rank.many}", f"fewer than two sets of {rank.many}")
    for suit, cards, meld in _sequences(question):
        what = "sequence that can take " + "".join(card.symbol for card in cards)
        there = any(each.shape is Shape.RUN and each.suit is suit for each in melds)
        yield _has(there, f"a {what}, such as {_written((meld,))}", f"no {what}")
    others = (Shape.RUN, Shape.WILD) if question.adds_to_wild else (Shape.RUN,)
    if all(each.rank not in question.ranks and each.shape not in others for each in melds):
        yield _HAS + _none_to_join(question)
    if question.uses_up_hand or question.leaves_one_card:
        yield _says_enough(question) if _may_go_out(question, melds) else _TOO_FEW


def _true_of_rank(question: Question, rank: Rank, melds: list[Meld]) -> Iterator[str]:
    """Yield what is true of a side with these melds of a rank in question."""
    ruleset, passes = question.ruleset, StockEnds in question.kinds
    what = f"meld of {TOP_RANK}" if passes else rank.many
    yield _has(bool(melds), f"a {what}" if passes else what, f"no {what}")
    canasta = any(meld.size >= ruleset.melds.canasta for meld in melds)
    what = f"canasta of {TOP_RANK if passes else rank.many}"
    yield _has(canasta, f"a {what}", f"no {what}")
    size = _size_before(question, rank)
    if size > ruleset.melds.smallest and TakeFoot not in question.kinds:
        naturals = any(len(meld.naturals) >= size for meld in melds)
        what = count_of(size, "natural card", f"natural {rank.many}")
        yield _has(naturals, what, f"fewer than {what}")
    if _wilds_if_opened_with(rank, ruleset):
        wilds = any(meld.wilds for meld in melds)
        yield _has(wilds, f"{rank.many} with a wild card", f"no wild card with {rank.many}")


def _none_to_join(question: Question) -> str:
    """Name the melds of which a side has none that the cards in question can join."""
    if StockEnds in question.kinds:
        return f"no meld that can take {TOP}"
    runs = ["sequence that can take them" for _ in islice(_sequences(question), 1)]
    wild = ["meld of wild cards"] if question.adds_to_wild else []
    return f"no {either([*(rank.many for rank in question.ranks), *runs, *wild] or ['melds'])}"


def _may_go_out(question: Question, melds: Some) -> bool:
    """True if a side has the canastas that it needs to go out after the play."""
    ruleset = question.ruleset
    table = Table(question.view.replace(melds=melds), ruleset)
    for clause in question.turn.clauses:
        table.apply(clause)
    _, after = add_to_table(table.melded, melds, ruleset)
    grades = Counter(kind for meld in after if (kind := grade(meld, ruleset)))
    return not lacking(ruleset.out.needs, grades)


def _says_enough(question: Question) -> str:
    """Say that a side may go out; if its number of canastas is given, which must be among them."""
    if question.turn.melded or question.turn.take:
        return f"your side then has {CAN_GO_OUT}"
    needs = [need for need in question.ruleset.out.needs if need.of]
    if question.view.canastas is None or not needs:
        return ENOUGH
    kinds = [canastas(need.number, need.of) for need in needs]
    if len(needs) == 1 and needs[0].number == 1:
        return f"one of the canastas is a {kinds[0].partition(' ')[2]}"
    return f"the canastas include {listed(kinds)}"


def _out_of_the_ordinary(question: Question) -> Iterator[tuple[str, Some, str]]:
    """Yield melds of the ranks played that have wild cards, or no room; and unfinished melds.

    Each with words for it, and what a play assumes if it forbids the play; and with melds of the
    other ranks if these need any.
    """
    ruleset = question.ruleset
    lay_ranks = question.ranks if question.turn.melded or question.turn.take else ()
    for rank in lay_ranks:
        needed = _needed(question, rank)
        few = "at most 1 wild card" if _wilds_if_opened_with(rank, ruleset) else "no wild cards"
        for meld in _with_wild_cards(rank, ruleset):
            if not _room(question, rank, meld.size):
                break
            says = f"your side's {rank.many} have {count_of(meld.wilds, 'wild card')}"
            yield says, (meld, *needed), f"your side's {rank.many} have {few}"
        if ruleset.melds.largest is None:
            meld = _meld(question, rank, ruleset.melds.canasta)
            what = f"canasta of {rank.many}"
            yield f"{_HAS}a {what}", (meld, *needed), f"{_HAS}no {what}"
            continue
        most = ruleset.melds.largest - question.added_to(rank).size
        meld = _meld(question, rank, max(most + 1, ruleset.melds.smallest))
        says = f"your side has more than {count_of(max(most, 0), rank.noun, rank.many)}"
        yield says, (meld, *needed), f"your side's {rank.many} leave room for these cards"
    if ruleset.melds.wild_only and lay_ranks:
        what = "unfinished meld of wild cards"
        yield f"{_HAS}an {what}", (_wild_meld(ruleset),), f"{_HAS}no {what}"


def _needed(question: Question, besides: Rank | None = None) -> Some:
    """Return melds of the other ranks than one, if the cards of any can't be laid without a meld."""
    ruleset = question.ruleset
    ranks = [each for each in question.ranks if each is not besides and question.added_to(each)]
    added = [Meld(question.added_to(rank), ruleset.wild_ranks) for rank in ranks]
    if all(meld_is_legal(meld, ruleset) for meld in added):
        return ()
    return tuple([_meld(question, rank, _size_before(question, rank)) for rank in ranks])


def _when_used_up(question: Question, enough: Some) -> Iterator[Value]:
    """Yield melds that decide if a player goes out: that are completed, or must be canastas first."""
    ruleset = question.ruleset
    smallest, canasta = ruleset.melds.smallest, ruleset.melds.canasta
    ranks = question.ranks if question.turn.melded or question.turn.take else ()
    singles = [(rank,) for rank in ranks] if len(ranks) > 1 else []
    for some in (ranks, *singles) if ranks else ():
        if (completed := _completed(question, some, enough)) is not None:
            says = f"these cards complete {listed(f'a canasta of {rank.many}' for rank in some)}"
            yield from _value_of_melds(question, completed, says, COMPLETES_NONE)
        says = f"{_HAS}{listed(rank.many for rank in some)} and {CAN_GO_OUT}"
        for size in range(smallest, canasta):
            if not all(_room(question, rank, size) for rank in some):
                break
            melds = (*enough, *[_meld(question, rank, size) for rank in some])
            yield from _value_of_melds(question, melds, says, COMPLETES_NONE)
    for meld in _unfinished(ruleset):
        what = "unfinished meld that must be a canasta"
        yield from _value_of_melds(
            question, (*enough, meld), f"{_HAS}an {what}", f"{_HAS}no {what}"
        )


def _completed(question: Question, ranks: tuple[Rank, ...], enough: Some) -> Some | None:
    """Return the canastas needed to go out, but short melds instead of those that the play completes."""
    ruleset, rest, short = question.ruleset, list(enough), []
    for rank in ranks:
        added = question.added_to(rank)
        size = ruleset.melds.canasta - added.size
        if 0 < size < ruleset.melds.smallest:
            return None
        before = _meld(question, rank, max(size, 0))
        kind = grade(Meld(before.cards + added, ruleset.wild_ranks), ruleset)
        alike = [each for each in rest if grade(each, ruleset) is kind] or rest
        if alike:
            rest.remove(alike[0])
        short += [before] if size > 0 else []
    return (*rest, *short)


def _with_wild_cards(rank: Rank, ruleset: Ruleset) -> Iterator[Meld]:
    """Yield the smallest legal meld of a rank with each number of wild cards."""
    sizes = range(max(ruleset.melds.min_naturals, 1), ruleset.melds.canasta + 1)
    for wilds in range(1, ruleset.melds.max_wilds + 1):
        every = (_of(rank, naturals, wilds, ruleset) for naturals in sizes)
        yield from islice((meld for meld in every if meld_is_legal(meld, ruleset)), 1)


def _unfinished(ruleset: Ruleset) -> Iterator[Meld]:
    """Yield an unfinished meld that keeps a side from going out, if the game has any."""
    ranks = (*ruleset.wild_ranks.natural, *ruleset.wild_ranks.wild)
    some = [_of(rank, ruleset.melds.smallest, 0, ruleset) for rank in ranks]
    yield from open_melds(some, ruleset)[:1]


def _room(question: Question, rank: Rank, size: int) -> bool:
    """True if a meld of a size can take the cards of a rank that are played."""
    largest = question.ruleset.melds.largest
    return largest is None or size + question.added_to(rank).size <= largest


def _sequences(question: Question) -> Iterator[tuple[Suit, Cards, Meld]]:
    """Yield the suits and cards that are added to sequences, each with a sequence that takes them."""
    for suit, cards in _on_sequences(question):
        if meld := sequence_beside(cards, suit, question.ruleset):
            yield suit, cards, meld


def _on_sequences(question: Question) -> Iterator[tuple[Suit, Cards]]:
    """Yield the suits of the sequences to which cards are or may be added, with the cards."""
    turn, top = question.turn, question.view.top
    if StockEnds in question.kinds and question.ruleset.melds.runs and top and top.suit:
        yield top.suit, Cards((top,))
    take = turn.take
    if take is not None and take.top is not None:
        if take.onto is not None and take.onto.suit:
            yield take.onto.suit, Cards((take.top, *take.hand))
        elif take.onto is None and not take.shown:
            yield from _too_few(Cards((take.top,)), question.ruleset)
    for lay in turn.melded:
        if not isinstance(lay, LayOff):
            yield from _too_few(lay.cards, question.ruleset)
        elif lay.onto.suit:
            yield lay.onto.suit, lay.cards


def _too_few(cards: Cards, ruleset: Ruleset) -> Iterator[tuple[Suit, Cards]]:
    """Yield cards that are too few for a new meld, but may continue a sequence of their suit."""
    suits = {card.suit for card in cards}
    (suit,) = suits if len(suits) == 1 else (None,)
    if ruleset.melds.runs and suit is not None and cards.size < ruleset.melds.smallest:
        yield suit, cards


def _size_before(question: Question, rank: Rank) -> int:
    """The size of a meld to which cards are added: one that they complete if a foot follows.

    Otherwise it is the smallest one that has enough natural cards for the wild cards among them.
    """
    ruleset = question.ruleset
    smallest, canasta = ruleset.melds.smallest, ruleset.melds.canasta
    if TakeFoot in question.kinds:
        return max(canasta - question.played.of(rank), smallest)
    added = question.added_to(rank)
    for size in range(smallest, canasta):
        after = Meld(_meld(question, rank, size).cards + added, ruleset.wild_ranks)
        enough = not after.wilds or len(after.naturals) >= (ruleset.melds.naturals_before_wild or 0)
        if enough and meld_is_legal(after, ruleset):
            return size
    return smallest


def _wilds_if_opened_with(rank: Rank, ruleset: Ruleset) -> bool:
    """True if melds of a rank may have wild cards only if they had one from the start."""
    return ruleset.ranks.wilds[rank] is WildsIn.OPENING


def _written(melds: tuple[Meld, ...]) -> str:
    """Melds as a person would type them."""
    return " ".join("".join(card.symbol for card in meld.cards) for meld in melds) or "none"


def _meld(question: Question, rank: Rank, size: int) -> Meld:
    """Return a meld of a rank, with wild cards if the deck has too few cards besides those elsewhere."""
    view, take = question.view, question.turn.take
    elsewhere = max(question.played.of(rank), view.held.of(rank))
    pile = view.pile or (() if take is None or take.top is None else (take.top,))
    on_table = (*(view.melds or ()), *(view.their_melds or ()))
    elsewhere += Cards(pile).of(rank) + sum([meld.cards.of(rank) for meld in on_table])
    naturals = min(size, max(in_packs(rank, question.ruleset) - elsewhere, 0))
    return _of(rank, naturals, size - naturals, question.ruleset)


def _of_held(question: Question, *, others: bool = False) -> Some:
    """Canastas of the ranks from which a card is discarded, or ``others`` that may permit it."""
    ruleset, discard, hand = question.ruleset, question.turn.discard, question.view.hand
    if discard is None or hand is None or (others and ruleset.discard.empty_pile is EmptyPile.FREE):
        return ()
    held = without(hand, question.played)[0] + discard.cards
    ranks = [rank for rank in held.by_rank() if not (others and discard.cards.of(rank))]
    every = [_meld(question, rank, ruleset.melds.canasta) for rank in ranks]
    return tuple([meld for meld in every if meld.rank and meld_is_legal(meld, ruleset)])


def their_melds(question: Question) -> Iterable[Value]:
    """No canasta of the other side, one of a rank in question, and those of all ranks held."""
    view, size, ranks = question.view, question.ruleset.melds.canasta, question.ranks
    named = either(rank.many for rank in ranks) if ranks else "any rank"
    yield Value(f"the other side has no canasta of {named}", "none", view.replace(their_melds=()))
    every, some = _of_held(question), list[tuple[str, Some]]()
    some += [(f"a canasta of {rank.many}", (_meld(question, rank, size),)) for rank in ranks]
    if any(meld.rank not in ranks for meld in every):
        some.append(("canastas of all your ranks", every))
    for what, melds in some:
        yield Value(f"the other side has {what}", _written(melds), view.replace(their_melds=melds))


def total(question: Question) -> Iterable[Value]:
    """One total for each tier of the initial meld."""
    tiers = question.ruleset.opening.tiers
    starts = [tier.start for tier in tiers[1:] if tier.start is not None]
    lowest = (starts[0] if starts else 0) - 5
    for total, below in zip((lowest, *starts), (*starts, None), strict=True):
        upper = "" if below is None else f"below {below:,}"
        lower = "" if total == lowest else f"{total:,} or more"
        says = " and ".join(each for each in (lower, upper) if each)
        yield Value(says, total, question.view.replace(total=total))


def deal(question: Question) -> Iterable[Value]:
    """One deal for each tier of the initial meld."""
    for tier in question.ruleset.opening.tiers:
        deal = tier.start or 1
        yield Value(f"it is deal {deal}", deal, question.view.replace(deal=deal))


def top(question: Question) -> Iterable[Value]:
    """A natural card, a wild card, and a rank of which the hand has a pair."""
    view = question.view
    under = None if view.buried is None else max(view.buried - 1, 0)
    held = (view.hand or NO_CARDS).by_rank().items()
    natural, wild = question.ruleset.wild_ranks.natural, a_wild_card(question.ruleset)
    takes = [rank for rank, number in held if rank in natural and number > 1]
    tops = {NATURAL_TOP: natural[0], "a wild card is on the pile": wild.rank}
    tops |= {f"{rank.one} is on the pile": rank for rank in takes[:1]}
    for says, rank in tops.items():
        yield Value(says, rank.value, view.replace(pile=(Card(rank),), buried=under))


def pile_size(question: Question) -> Iterable[Value]:
    """Enough cards to go on, fewer, and none."""
    view, least = question.view, len(question.view.pile)
    for size in (PLENTY, 2, 1, 0):
        if size >= least:
            some = "at least three cards" if size > 2 else "at most two cards"
            true = (
                f"the pile has {'several cards' if size > 1 else 'at most one card'}",
                f"the pile has {some}",
                *{0: ("the pile is empty",), 1: ("the pile has 1 card",)}.get(size, ()),
            )
            yield Value(listed(true), size, view.replace(buried=size - least), true=true)


def pile(question: Question) -> Iterable[Value]:
    """A natural and a wild card left on the pile by a turn that took a part of it."""
    view, ruleset, most = question.view, question.ruleset, question.ruleset.pile.take
    if view.pile or not isinstance(most, int):
        return
    natural, wild = Card(ruleset.wild_ranks.natural[0]), a_wild_card(ruleset)
    size = max(view.pile_size or 0, most + 1)
    for card, says in ((natural, "a natural card"), (wild, "a wild card")):
        cards = (*[card] * (size - most), *[natural] * most)
        given = "".join(each.symbol for each in cards)
        yield Value(f"{says} is left on the pile", given, view.replace(pile=cards, buried=0))


def suits(question: Question) -> Iterable[Value]:
    """The suit of the sequence for all cards that are written without one, and other suits."""
    turn, melds = question.turn, question.view.melds or ()
    runs = [lay.onto.suit for lay in turn.melded if isinstance(lay, LayOff)]
    runs += [turn.take.onto.suit if turn.take and turn.take.onto else None]
    runs += [meld.suit for meld in melds if meld.shape is Shape.RUN]
    suit = next((each for each in runs if each), Suit.HEARTS)
    others = [each for each in Suit if each is not suit]
    for says, some in (("the suits fit the sequence", [suit]), ("they don't", others)):
        given = "".join(each.value for each in some)
        yield Value(says, given, question.view, turn=_in_suits(turn, some))


def _in_suits(turn: Turn, suits: list[Suit]) -> Turn:
    """Return a turn with suits for the cards that have none, in order; sets keep theirs."""

    def named(cards: Iterable[Card], beside: Iterable[Card] = ()) -> Cards:
        every = (*cards, *beside)
        given = next((card.suit for card in every if card.suit), None)
        chosen = cycle([given] if given and len(suits) == 1 else suits)
        return Cards(
            card if card.suit or not card.rank.four_to_ace else Card(card.rank, next(chosen))
            for card in cards
        )

    def laid(lay: MeldOrLayOff) -> MeldOrLayOff:
        several = len({card.rank for card in lay.cards}) > 1 or lay.cards.size == 1
        if isinstance(lay, LayOff):
            return lay._replace(cards=named(lay.cards)) if several or lay.onto.suit else lay
        return MeldCards(named(lay.cards)) if several else lay

    def suited(clause: Clause) -> Clause:
        if isinstance(clause, MeldDown):
            return clause._replace(melded=tuple([laid(lay) for lay in clause.melded]))
        if isinstance(clause, Take) and clause.top is not None:
            (top,) = named((clause.top,), clause.hand)
            return clause._replace(top=top, hand=named(clause.hand, (top,)))
        return clause

    return turn._replace(clauses=tuple(map(suited, turn.clauses)))


def drawn(question: Question) -> Iterator[Value]:
    """Natural cards of another rank, wild cards, and cards of a rank in question."""
    stock, draw = question.view.stock, question.ruleset.deal.draw
    number = draw if stock is None else min(draw, stock)
    others = Card(_other_rank(question)), a_wild_card(question.ruleset)
    kinds = [*zip(("natural card", "wild card"), ("", ""), others, strict=True)]
    kinds += [(rank.noun, rank.many, Card(rank)) for rank in question.ranks[:1]]
    for noun, many, card in kinds:
        cards = Cards([card] * number)
        clauses = [
            each._replace(cards=cards) if isinstance(each, Draw) else each
            for each in question.turn.clauses
        ]
        turn = question.turn._replace(clauses=tuple(clauses))
        says = f"you draw {count_of(number, noun, many)}"
        yield Value(says, card.symbol * number, question.view, turn=turn)


def red_threes(question: Question) -> Iterable[Value]:
    """All red threes of the deck, and none."""
    view, most = question.view, question.ruleset.deck.packs * 2
    yield Value("your side has enough red threes", most, view.replace(red_threes=most))
    yield Value("your side has no red threes", 0, view.replace(red_threes=0))


foot = choice(
    "foot",
    ("you have picked up your foot", False, EMPTY),
    ("you still have a foot", True, UNKNOWN),
)
drew = choice(
    "drew",
    ("you drew from the stock", "stock", Drew.STOCK),
    ("you took the pile", "pile", Drew.PILE),
)
stock = choice("stock", ("the stock has cards left", PLENTY), ("the stock is empty", 0))


def foot_of_game(question: Question) -> Iterable[Value]:
    """The values of a foot, if the game has one and nothing is given about it."""
    given = question.view.foot is not None or question.ruleset.deal.foot is None
    return () if given else foot(question)


def out(question: Question) -> Iterable[Value]:
    """A hand that the play uses up, and one that can go on."""
    yield Value("you go out", True, question.view.replace(held=exact_hand(question)))
    yield Value("you don't go out", False, question.view.replace(held=ample_hand(question)))


def other_hands(question: Question) -> Iterator[Value]:
    """Hands that are used up by the play, or have only cards that restrict the next ones."""
    shown, played = question.view.held.cards, question.played
    if question.view.held.unseen is not None:
        return
    if question.uses_up_hand:
        yield _hand(question, "you have other cards", ample_hand(question), ALL_YOUR_CARDS)
        return
    if not (played.size or question.turn.take):
        return
    if not without(shown, played)[0].size:
        if played.size:
            yield _hand(question, NO_OTHERS, exact_hand(question))
        if not question.turn.discard:
            one = exact_hand(question)
            one = Held(one.cards, (one.unseen or 0) + 1)
            yield _hand(question, "you have one other card", one)
    if question.turn.draws or not played.size:
        return
    yield from list(only_cards(question))[1:]


def only_cards(question: Question) -> Iterator[Value]:
    """Several other cards, only wild cards besides those known, only cards of the same rank."""
    shown, wild_ranks = question.view.held.cards, question.ruleset.wild_ranks
    known = shown + without(question.played, shown)[0]
    others = [rank for rank in wild_ranks.natural if rank not in question.ranks]
    ranks = {card.rank for card in known}
    every = [([Card(rank) for rank in others[:4]], "you have other natural cards")]
    wild = ranks <= set(wild_ranks.wild)
    says = ONLY_WILD if wild else "your other cards are all wild"
    every.append(([a_wild_card(question.ruleset)] * 2, says))
    if len(ranks) == 1 and not wild:
        (rank,) = ranks
        every.append(([Card(rank)] * 2, f"you hold only {rank.many}"))
    for more, says in every:
        yield _hand(question, says, Held(known + Cards(more)))


NO_OTHERS = "you have no other cards"
ONLY_WILD = "you hold only wild cards"


ENOUGH_CARDS = "you hold enough other cards"
ALL_YOUR_CARDS = "these are all your cards"


def _hand(question: Question, says: str, held: Held, excluded: str = ENOUGH_CARDS) -> Value:
    """Return the value with a hand; ``given`` is an example of it."""
    cards = held.cards if held.unseen == 0 else question.played
    natural = [rank for rank in question.ruleset.wild_ranks.natural if not cards.of(rank)]
    more = [Card(rank) for rank in natural[: max((held.size or 0) - cards.size, 0)][:4]]
    given = "".join(card.symbol for card in (*cards, *more))
    return Value(says, given, question.view.replace(held=held), excluded)


def exact_hand(question: Question) -> Held:
    """The hand of a player who has nothing left after the play."""
    shown, discard = question.view.held.cards, question.turn.discard
    hidden = int(discard is not None and not discard.cards)
    drawn = sum([question.ruleset.deal.draw for _ in question.turn.draws])
    return Held(shown, max(question.played.size + hidden - shown.size - drawn, 0))


def ample_hand(question: Question) -> Held:
    """A hand that has the cards played, and enough others to go on."""
    return Held(question.view.held.cards, question.played.size + PLENTY)


def _of(rank: Rank, naturals: int, wilds: int, ruleset: Ruleset) -> Meld:
    """Return a meld of one rank, with wild cards."""
    cards = [Card(rank)] * naturals + [a_wild_card(ruleset)] * wilds
    return Meld(Cards(cards), ruleset.wild_ranks)


def _wild_meld(ruleset: Ruleset) -> Meld:
    """Return the smallest meld of wild cards."""
    return _of(ruleset.wild_ranks.wild[0], ruleset.melds.smallest, 0, ruleset)


def _wild_if_added_to(question: Question) -> Some:
    """The smallest meld of wild cards, if cards are added to one."""
    return (_wild_meld(question.ruleset),) if question.adds_to_wild else ()


def a_wild_card(ruleset: Ruleset) -> Card:
    """Return a wild card that stands for any other: a deuce in most games."""
    return Card(ruleset.wild_ranks.wild[0])


def _canastas_to_go_out(question: Question) -> Some:
    """Return canastas with which a side may go out, of ranks that are not played, nor one card left."""
    ruleset, natural = question.ruleset, question.ruleset.wild_ranks.natural
    held = question.view.held.cards.by_rank() if question.leaves_one_card else ()
    ranks = [rank for rank in natural if rank not in (*question.ranks, *held)]
    suits = list(Suit)
    melds: list[Meld] = []
    graded = sum(need.number for need in ruleset.out.needs if need.of)
    for need in ruleset.out.needs:
        kind = next(iter(need.of), Grade.NATURAL)
        for _ in range(need.number - (0 if need.of else graded)):
            if kind is Grade.RUN:
                melds.append(_long_sequence(suits.pop(), ruleset))
            elif (kind.general or kind) is Grade.WILD:
                rank = kind.rank or ruleset.wild_ranks.wild[0]
                melds.append(_of(rank, ruleset.melds.canasta, 0, ruleset))
            else:
                rank = kind.rank or (ranks.pop() if ranks else natural[0])
                melds.append(_set(rank, kind, ruleset))
    return tuple(melds)


def _set(rank: Rank, grade: Grade, ruleset: Ruleset) -> Meld:
    wilds = int((grade.general or grade) is Grade.MIXED)
    return _of(rank, ruleset.melds.canasta - wilds, wilds, ruleset)


def _long_sequence(suit: Suit, ruleset: Ruleset) -> Meld:
    """Return a sequence that is a canasta, low cards first; with wild cards if there is no other."""
    size, wild_ranks = ruleset.melds.canasta, ruleset.wild_ranks
    every = [
        Meld(Cards(Card(rank, suit) for rank in FOUR_TO_ACE[start : start + size]), wild_ranks)
        for start in range(max(len(FOUR_TO_ACE) - size, 0) + 1)
    ]
    return min(every, key=lambda meld: meld.wilds)
