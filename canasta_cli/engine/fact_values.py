"""The representative values of the facts of the table, for a question that lacks them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import grade, in_packs, open_melds
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
    MeldDown,
    MeldOrLayOff,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.rules.alternatives import alternatives
from canasta_cli.rules.library import written
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, WildsIn, canastas
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed

PLENTY = 20
"""Cards of a stock that lasts, or of a hand that can go on."""


class Value(NamedTuple):
    """A representative value of a fact: the condition in words, as a plain value, and in a view.

    ``says`` continues “legal if”; ``given`` is the value as a person would give it. ``excluded`` says
    what a play assumes that this value forbids; it is empty for usual values. ``turn`` and ``ruleset``
    are those with this value, if it belongs to them.
    """

    says: str
    given: object
    view: View
    excluded: str = ""
    turn: Turn | None = None
    ruleset: Ruleset | None = None

    def asked(self, question: Question) -> Question:
        """Return the question with this value."""
        turn, ruleset = self.turn or question.turn, self.ruleset or question.ruleset
        return question._replace(view=self.view, turn=turn, ruleset=ruleset)


Values = Callable[[Question], Iterable[Value]]


def no_values(_: Question) -> Iterable[Value]:
    """No values: the fact is not assumed, or it follows from others."""
    return ()


def flag(name: str, *, usual: bool, usual_says: str, other_says: str) -> Values:
    """Return the two values of an attribute that is true or false, the usual one first."""

    def values(question: Question) -> Iterable[Value]:
        for value, says in ((usual, usual_says), (not usual, other_says)):
            yield Value(says, value, question.view.replace(**{name: value}))

    return values


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


_YOUR_SIDE = "your side has "
_NO_MELDS = "your side has no melds"
ENOUGH = "your side has the canastas it needs to go out"
_CANASTA = "your side has a canasta"
_TOO_FEW = "your side lacks canastas that it needs to go out"


def melds(question: Question) -> Iterable[Value]:
    """No melds, others than of the ranks in question, one of these ranks, a canasta of it."""
    return _with_canastas(_melds(question), question)


def _with_canastas(values: Iterable[Value], question: Question) -> Iterator[Value]:
    """Yield the values of legal melds with the number of canastas that is given, others making it up."""
    number, ruleset = question.view.canastas, question.ruleset
    natural = [rank for rank in ruleset.wild_ranks.natural if rank not in question.ranks]
    asked = any(Grade.NATURAL in need.of for need in ruleset.out.needs)
    for value in values:
        melds = value.view.melds or ()
        if not all(meld_is_legal(meld, ruleset) for meld in melds):
            continue
        more = 0 if number is None else number - sum(bool(grade(each, ruleset)) for each in melds)
        if more < 0 or (number and not melds):
            continue
        free = [rank for rank in natural if all(meld.rank is not rank for meld in melds)] or natural
        kind = Grade.MIXED if asked else Grade.NATURAL
        melds += tuple([_set(free[-1 - at % len(free)], kind, ruleset) for at in range(more)])
        fitting = value._replace(given=_written(melds), view=value.view.replace(melds=melds))
        yield fitting if more else value


def _melds(question: Question) -> Iterator[Value]:
    view, ranks, melds = question.view, question.ranks, question.ruleset.melds
    wild_ranks = question.ruleset.wild_ranks
    others = (each for each in wild_ranks.natural if each not in ranks)
    other = next(
        (each for each in others if not _meld(question, each, melds.smallest).wilds),
        wild_ranks.natural[0],
    )
    named, some = either(rank.many for rank in ranks) if ranks else "", ""
    without = f"your side has no {named}" if ranks else "your side has melds"
    if StockEnds in question.kinds and ranks:
        named, some = f"meld of {TOP_RANK}", "a "
        without = f"your side has no {f'meld that can take {TOP}' if melds.runs else named}"
    if view.opened is None:
        yield Value(_NO_MELDS, "none", view.replace(melds=(), opened=False))
    yield _with_melds(question, without, other, melds.smallest)
    if ranks and _room(question, ranks[0], melds.smallest):
        says = some + (named if len(ranks) == 1 else ranks[0].many)
        size = _size_before(question, ranks[0])
        if not question.takes_foot and size > melds.smallest:
            says = count_of(size, "natural card", f"natural {ranks[0].many}")
        yield _with_melds(question, _YOUR_SIDE + says, ranks[0], size)
    yield from _of_ranks(question)
    yield from _sequences(question)
    of = named.removeprefix("meld of ")
    canasta = f"{_CANASTA} of {of}" if ranks else _CANASTA
    # A canasta that needs wild cards would be mentioned.
    natural = not ranks or not _meld(question, ranks[0], melds.canasta).wilds
    if natural and (not ranks or _room(question, ranks[0], melds.canasta)):
        yield _with_melds(question, canasta, ranks[0] if ranks else other, melds.canasta)
    if question.uses_up_hand or question.leaves_one_card:
        enough = enough_canastas(ranks, question.ruleset)
        says = ENOUGH if view.canastas is None else _among_canastas(question.ruleset)
        yield Value(says, _written(enough), view.replace(melds=enough, opened=True))


def _of_ranks(question: Question) -> Iterator[Value]:
    """Yield melds of several ranks in question, with the wild card that some need, and two sets to join."""
    view, ranks, melds = question.view, question.ranks, question.ruleset.melds
    wild_ranks = question.ruleset.wild_ranks
    if len(ranks) > 1:
        every = [_meld(question, rank, _size_before(question, rank)) for rank in ranks]
        yield _laid(question, f"your side has {ranks[1].many}", (every[1],))
        says = f"your side has {listed(rank.many for rank in ranks)}"
        yield _laid(question, says, tuple(every))
    for rank in ranks:
        if _wilds_if_opened_with(rank, question.ruleset):
            cards = [Card(rank), Card(rank), a_wild_card(question.ruleset)]
            opened = Meld(Cards(cards), wild_ranks)
            says = f"your side has {rank.many} with a wild card"
            yield Value(says, _written((opened,)), view.replace(melds=(opened,), opened=True))
    for rank in question.turn.joins:
        one = Meld(Cards([Card(rank)] * melds.smallest), wild_ranks)
        says = f"your side has two sets of {rank.many}"
        yield Value(says, _written((one, one)), view.replace(melds=(one, one), opened=True))


def _among_canastas(ruleset: Ruleset) -> str:
    """Say which canastas must be among those whose number is given."""
    needs = [need for need in ruleset.out.needs if need.of]
    kinds = [canastas(need.number, need.of) for need in needs]
    if len(needs) == 1 and needs[0].number == 1:
        return f"one of the canastas is a {kinds[0].partition(' ')[2]}"
    return f"the canastas include {listed(kinds)}" if kinds else ENOUGH


def other_melds(question: Question) -> Iterator[Value]:
    """All melds of the side that may matter, also those that a person would mention."""
    if question.view.melds is None and question.view.has_opened is not False:
        values = [each for each in _melds(question) if not each.says.startswith(_CANASTA)]
        yield from _with_canastas((*values, *_out_of_the_ordinary(question)), question)


def _out_of_the_ordinary(question: Question) -> Iterator[Value]:
    """Yield melds of the ranks played that have wild cards, or no room; and unfinished melds."""
    ruleset = question.ruleset
    lay_ranks = question.ranks if question.turn.melded or question.turn.take else ()
    for rank in lay_ranks:
        for meld in _with_wild_cards(rank, ruleset):
            if not _room(question, rank, meld.size):
                break
            says = f"your side's {rank.many} have {count_of(meld.wilds, 'wild card')}"
            yield _laid(question, says, (meld,), f"your side's {rank.many} have no wild cards")
        if ruleset.melds.largest is None:
            meld = _meld(question, rank, ruleset.melds.canasta)
            excluded = f"your side has no canasta of {rank.many}"
            yield _laid(question, f"{_CANASTA} of {rank.many}", (meld,), excluded)
            continue
        most = ruleset.melds.largest - question.added_to(rank).size
        meld = _meld(question, rank, max(most + 1, ruleset.melds.smallest))
        says = f"your side has more than {count_of(max(most, 0), rank.noun, rank.many)}"
        excluded = f"your side's {rank.many} leave room for these cards"
        yield _laid(question, says, (meld,), excluded)
    if ruleset.melds.wild_only and lay_ranks:
        wild = (Meld(Cards([a_wild_card(ruleset)] * ruleset.melds.smallest), ruleset.wild_ranks),)
        says = "your side has an unfinished meld of wild cards"
        yield _laid(question, says, wild, "your side has no unfinished meld of wild cards")
    if question.uses_up_hand or question.leaves_one_card:
        yield from _when_used_up(question, lay_ranks)


def _when_used_up(question: Question, ranks: tuple[Rank, ...]) -> Iterator[Value]:
    """Yield melds that decide if a player goes out: that are completed, or must be canastas first."""
    ruleset = question.ruleset
    enough = enough_canastas(question.ranks, ruleset)
    smallest, canasta = ruleset.melds.smallest, ruleset.melds.canasta
    for rank in ranks[:1]:
        short = canasta - question.added_to(rank).size
        if short >= smallest:
            says = f"these cards complete a canasta of {rank.many}"
            yield _laid(question, says, (_meld(question, rank, short),), COMPLETES_NONE)
        if short <= 0 and len(enough) > 1:
            says = "your side has all but one of the canastas it needs to go out"
            yield _laid(question, says, enough[1:])
    for size in range(smallest, canasta) if ranks else ():
        if not all(_room(question, rank, size) for rank in ranks):
            break
        melds = tuple([_meld(question, rank, size) for rank in ranks])
        says = f"your side has {listed(rank.many for rank in ranks)} and {ENOUGH[14:]}"
        yield _laid(question, says, (*enough, *melds), COMPLETES_NONE)
    for meld in _unfinished(ruleset):
        says = "your side has an unfinished meld that must be a canasta"
        excluded = "your side has no unfinished meld that must be a canasta"
        yield _laid(question, says, (*enough, meld), excluded)


COMPLETES_NONE = "these cards complete no canasta"


def _laid(question: Question, says: str, melds: tuple[Meld, ...], excluded: str = "") -> Value:
    view = question.view.replace(melds=melds, opened=True)
    return Value(says, _written(melds), view, excluded)


def _with_wild_cards(rank: Rank, ruleset: Ruleset) -> Iterator[Meld]:
    """Yield the smallest legal meld of a rank with each number of wild cards."""
    wild, least = a_wild_card(ruleset), ruleset.melds.min_naturals
    for wilds in range(1, ruleset.melds.max_wilds + 1):
        sizes = range(max(least, 1), ruleset.melds.canasta + 1)
        every = (Meld(Cards([Card(rank)] * n + [wild] * wilds), ruleset.wild_ranks) for n in sizes)
        yield from islice((meld for meld in every if meld_is_legal(meld, ruleset)), 1)


def _unfinished(ruleset: Ruleset) -> Iterator[Meld]:
    """Yield an unfinished meld that keeps a side from going out, if the game has any."""
    sizes = ruleset.melds.smallest
    some = [
        Meld(Cards([Card(rank)] * sizes), ruleset.wild_ranks)
        for rank in (*ruleset.wild_ranks.natural, *ruleset.wild_ranks.wild)
    ]
    yield from open_melds(some, ruleset)[:1]


def _room(question: Question, rank: Rank, size: int) -> bool:
    """True if a meld of a size can take the cards of a rank that are played."""
    largest = question.ruleset.melds.largest
    return largest is None or size + question.added_to(rank).size <= largest


def _sequences(question: Question) -> Iterator[Value]:
    """Yield a sequence beside the cards that are added to one."""
    for suit, cards in _on_sequences(question):
        if meld := sequence_beside(cards, suit, question.ruleset):
            melds = (meld,)
            new, example = "".join(card.symbol for card in cards), _written(melds)
            says = f"your side has a sequence that can take {new}, such as {example}"
            yield Value(says, _written(melds), question.view.replace(melds=melds, opened=True))


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
    if question.takes_foot:
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


def _with_melds(question: Question, says: str, rank: Rank, size: int) -> Value:
    meld = _meld(question, rank, size)
    return Value(says, _written((meld,)), question.view.replace(melds=(meld,), opened=True))


def _written(melds: tuple[Meld, ...]) -> str:
    """Melds as a person would type them."""
    return " ".join("".join(card.symbol for card in meld.cards) for meld in melds)


def _meld(question: Question, rank: Rank, size: int) -> Meld:
    view, take = question.view, question.turn.take
    elsewhere = max(question.played.of(rank), view.held.of(rank))
    pile = view.pile or (() if take is None or take.top is None else (take.top,))
    on_table = (*(view.melds or ()), *(view.their_melds or ()))
    elsewhere += Cards(pile).of(rank) + sum([meld.cards.of(rank) for meld in on_table])
    return sample_meld(rank, size, elsewhere, question.ruleset)


def name_melds(says: tuple[str, ...], every: tuple[str, ...]) -> str:
    """Name several of the values of melds by what they have in common."""
    if without := _without_canastas(says, every):
        return without
    others = [each for each in says if " no " in each or each == "your side has melds"]
    if others and says == tuple(each for each in every if each != _NO_MELDS):
        return "your side has melds"
    if says == every[:2] and says[0] == _NO_MELDS and " no " in says[1]:
        return says[1]
    if ENOUGH in says and all("canasta" in each for each in says):
        return ENOUGH
    if len(says) > 1 and ENOUGH not in says and says == every[every.index(says[0]) :]:
        return says[0]
    return either((says[0], *(each.removeprefix(_YOUR_SIDE) for each in says[1:])))


def _without_canastas(says: tuple[str, ...], every: tuple[str, ...]) -> str:
    """Name all the values before a canasta of the rank in question, or before enough canastas.

    Returns an empty text for other values.
    """
    canasta = next((each for each in every if each.startswith(_CANASTA)), "")
    before = every[: every.index(canasta)] if canasta else ()
    if ENOUGH in every and len(says) > 1 and says in (before, every[:-1]):
        return _TOO_FEW
    what = canasta.removeprefix("your side has a ")
    if len(says) > 1 and says == before:
        return f"your side has no {what}"
    if len(says) > 1 and says == before[1:] and before[0] == _NO_MELDS:
        return f"your side has melds, but no {what}"
    return ""


def their_melds(question: Question) -> Iterable[Value]:
    """No canasta of the other side, one of a rank in question, and those of all ranks held."""
    view, size = question.view, question.ruleset.melds.canasta
    ranks = question.ranks
    named = either(rank.many for rank in ranks) if ranks else "any rank"
    says = f"the other side has no canasta of {named}"
    yield Value(says, "none", view.replace(their_melds=()))
    for rank in ranks:
        meld = _meld(question, rank, size)
        says = f"the other side has a canasta of {rank.many}"
        yield Value(says, _written((meld,)), view.replace(their_melds=(meld,)))
    natural = question.ruleset.wild_ranks.natural
    held = [rank for rank in (view.hand or NO_CARDS).by_rank() if rank in natural]
    if len(held) > 1 and question.discards:
        every = tuple([_meld(question, rank, size) for rank in held])
        says = "the other side has canastas of all your ranks"
        yield Value(says, _written(every), view.replace(their_melds=every))


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


def name_total(says: tuple[str, ...], _every: tuple[str, ...]) -> str:
    """Name the totals of neighbouring tiers by their ends."""
    first, last = says[0].split(" and "), says[-1].split(" and ")
    ends = [first[0]] if first[0].endswith("or more") else []
    ends += [last[-1]] if last[-1].startswith("below") else []
    return "your side's total is " + " and ".join(ends)


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
    """Several cards, one and none."""
    view, least = question.view, len(question.view.pile)
    sizes = {
        PLENTY: "the pile has several cards",
        1: "the pile has one card",
        0: "the pile is empty",
    }
    for size, says in sizes.items():
        if size >= least:
            yield Value(says, size, view.replace(buried=size - least))


def drew(question: Question) -> Iterable[Value]:
    """A draw from the stock, and the pile."""
    view = question.view
    yield Value("you drew from the stock", "stock", view.replace(drew=Drew.STOCK))
    yield Value("you took the pile", "pile", view.replace(drew=Drew.PILE))


def pile(question: Question) -> Iterable[Value]:
    """A natural and a wild card left on the pile by a turn that took a part of it."""
    view, ruleset, most = question.view, question.ruleset, question.ruleset.pile.taken
    if view.pile or most is None:
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


def gap_values(path: str, question: Question) -> Iterator[Value]:
    """The value that stands for an undocumented one, then others that it may have."""
    # Loaded here, since most rulesets have no undocumented values.
    from canasta_cli.rules.load import assumed

    filled = question.ruleset.filled(path)
    others = [
        each for each in alternatives(path, filled) if _is_near(each.value(path), filled, path)
    ]
    for each in (filled, *others):
        yield Value(
            f"{path} is {assumed(each, path)}", written(each, path), question.view, ruleset=each
        )


def _is_near(value: object, ruleset: Ruleset, path: str) -> bool:
    """True unless a value is a number that no game would have instead of the one that stands for it."""
    now = ruleset.value(path)
    if isinstance(value, bool) or not isinstance(value, int) or not isinstance(now, int):
        return True
    return value == 0 or abs(value - now) <= 1


def stock(question: Question) -> Iterable[Value]:
    """A stock that lasts, and an empty one."""
    view = question.view
    yield Value("the stock has cards left", PLENTY, view.replace(stock=PLENTY))
    yield Value("the stock is empty", 0, view.replace(stock=0))


def red_threes(question: Question) -> Iterable[Value]:
    """All red threes of the deck, and none."""
    view, most = question.view, question.ruleset.deck.packs * 2
    yield Value("your side has enough red threes", most, view.replace(red_threes=most))
    yield Value("your side has no red threes", 0, view.replace(red_threes=0))


def foot(question: Question) -> Iterable[Value]:
    """A foot that has been picked up, and one that waits."""
    view = question.view
    yield Value("you have picked up your foot", False, view.replace(foot=EMPTY))
    yield Value("you still have a foot", True, view.replace(foot=UNKNOWN))


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
    if not (played.size or question.turn.take) or without(shown, played)[0].size:
        return
    if played.size:
        yield _hand(question, NO_OTHERS, exact_hand(question))
    if not question.discards:
        one = exact_hand(question)
        one = Held(one.cards, (one.unseen or 0) + 1)
        yield _hand(question, "you have one other card", one)
    if question.turn.draws or not played.size:
        return
    yield from list(only_cards(question))[1:]


def only_cards(question: Question) -> Iterator[Value]:
    """Several other cards, only wild cards besides those played, only cards of the same rank."""
    played, wild_ranks = question.played, question.ruleset.wild_ranks
    others = [rank for rank in wild_ranks.natural if rank not in question.ranks]
    ranks = {card.rank for card in played}
    every = [([Card(rank) for rank in others[:4]], "you have other natural cards")]
    wild = ranks <= set(wild_ranks.wild)
    says = ONLY_WILD if wild else "your other cards are all wild"
    every.append(([a_wild_card(question.ruleset)] * 2, says))
    if len(ranks) == 1 and not wild:
        (rank,) = ranks
        every.append(([Card(rank)] * 2, f"you hold only {rank.many}"))
    for more, says in every:
        yield _hand(question, says, Held(played + Cards(more)))


NO_OTHERS = "you have no other cards"
ONLY_WILD = "you hold only wild cards"


def name_hands(says: tuple[str, ...], _every: tuple[str, ...]) -> str:
    """Name several kinds of hands; a single wild card is a hand of only wild cards."""
    return either([each for each in says if each != NO_OTHERS or ONLY_WILD not in says])


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


SHORTEST = 3


def sample_meld(rank: Rank, size: int, elsewhere: int, ruleset: Ruleset) -> Meld:
    """Return a meld of a rank, with wild cards if the deck has too few cards besides those elsewhere."""
    naturals = min(size, max(in_packs(rank, ruleset) - elsewhere, 0))
    wilds = [a_wild_card(ruleset)] * (size - naturals)
    return Meld(Cards([Card(rank)] * naturals + wilds), ruleset.wild_ranks)


def a_wild_card(ruleset: Ruleset) -> Card:
    """Return a wild card that stands for any other: a deuce in most games."""
    return Card(ruleset.wild_ranks.wild[0])


def sequence_beside(cards: Cards, suit: Suit, ruleset: Ruleset) -> Meld | None:
    """Return a sequence of three cards that some cards extend; ``None`` if there is no room for one."""
    orders = [card.rank.order for card in cards if card.rank.four_to_ace]
    if not orders:
        return None
    below, above = FOUR_TO_ACE[: min(orders)][-SHORTEST:], FOUR_TO_ACE[max(orders) + 1 :][:SHORTEST]
    melds = [_sequence(ranks, suit, ruleset) for ranks in (below, above)]
    return next((meld for meld in melds if meld.size == SHORTEST and not meld.wilds), None)


def enough_canastas(besides: tuple[Rank, ...], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return canastas with which a side may go out, of other ranks than those ``besides``."""
    natural = ruleset.wild_ranks.natural
    ranks = [rank for rank in natural if rank not in besides]
    suits = list(Suit)
    melds: list[Meld] = []
    graded = sum(need.number for need in ruleset.out.needs if need.of)
    for need in ruleset.out.needs:
        kind = next(iter(need.of), Grade.NATURAL)
        for _ in range(need.number - (0 if need.of else graded)):
            if kind is Grade.RUN:
                melds.append(_long_sequence(suits.pop(), ruleset))
            elif (kind.general or kind) is Grade.WILD:
                card = Card(kind.rank) if kind.rank else a_wild_card(ruleset)
                melds.append(Meld(Cards([card] * ruleset.melds.canasta), ruleset.wild_ranks))
            else:
                rank = kind.rank or (ranks.pop() if ranks else natural[0])
                melds.append(_set(rank, kind, ruleset))
    return tuple(melds)


def _set(rank: Rank, grade: Grade, ruleset: Ruleset) -> Meld:
    wilds = int((grade.general or grade) is Grade.MIXED)
    naturals = ruleset.melds.canasta - wilds
    cards = Cards([Card(rank)] * naturals + [a_wild_card(ruleset)] * wilds)
    return Meld(cards, ruleset.wild_ranks)


def _long_sequence(suit: Suit, ruleset: Ruleset) -> Meld:
    """Return a sequence that is a canasta, low cards first; with wild cards if there is no other."""
    size = ruleset.melds.canasta
    every = [
        _sequence(FOUR_TO_ACE[start : start + size], suit, ruleset)
        for start in range(max(len(FOUR_TO_ACE) - size, 0) + 1)
    ]
    return min(every, key=lambda meld: meld.wilds)


def _sequence(ranks: tuple[Rank, ...], suit: Suit, ruleset: Ruleset) -> Meld:
    return Meld(Cards(Card(rank, suit) for rank in ranks), ruleset.wild_ranks)
