"""The melds that a side may have if they are not given: all that deck, ruleset and cards seen allow.

``domains`` puts them beside the values of other facts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from operator import eq, ge, le
from sys import maxsize

from canasta_cli.engine.facts import Premise
from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import deck_size, grade, in_packs, is_one_of, lacking, open_melds
from canasta_cli.engine.rule import Fact, Part
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.stated import as_typed, seen_elsewhere
from canasta_cli.engine.view import Question, View, alone, key_of
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Onto,
    Rank,
    Shape,
    Suit,
    together,
)
from canasta_cli.model.turn import MeldDown, StockEnds, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, SameRank, WildMelds
from canasta_cli.values import NamedTuple, lazy
from canasta_cli.words import count_of

Melds = tuple[Meld, ...]
Assumption = Premise | str
"""What an answer assumes, in words; those about melds of a rank are joined with others."""
LEAVE_ROOM = "your side's {} leave room for these cards"


class Value(NamedTuple):
    """A value of a missing fact: in words that continue “legal if”, as a person gives it, and in a question.

    ``claims`` are the words: what is true of this value alone, then what is true of others too.
    ``unusual`` says what an answer assumes that leaves this value out; it
    is empty for usual values. ``melds`` are those of a value of melds; sequences ``serve`` if they
    take the cards of the play. Values with the same ``key`` are the same on other tables.
    """

    claims: tuple[str, ...]
    given: object
    asked: Question
    unusual: Assumption = ""
    melds: Melds = ()
    serve: bool = False
    key: object = None

    @property
    def says(self) -> str:
        """What is true of this value, and of no other; empty if it has no words of its own."""
        return self.claims[0] if self.claims else ""


def value_of(
    question: Question, says: str | Iterable[str], given: object, **facts: object
) -> Value:
    """Return a value with the facts of the table that it gives."""
    claims = (says,) if isinstance(says, str) else tuple(says)
    return Value(claims, given, question.knowing(**facts))


Every = Sequence[Value]
Values = Iterator[Value]


Claims = Sequence[tuple[str, int]]
"""What may be said of some values, each with the set of those of which it is true."""


# The melds of a side: those of one rank, suit or kind at a time.

MELDED, NO_CANASTA = "melded {}", "no canasta of {}"
HAS = {Fact.MELDS: "your side has {}", Fact.THEIR_MELDS: "the other side has {}"}
"""The sentence for what a side has; one of the two above may be put into it, and then a rank."""


def melds_of(part: Part, question: Question) -> Values:
    """Yield every value of the melds of a side of one rank, suit or kind."""
    key, view, ruleset = part.key, question.view, question.ruleset
    if part.fact is Fact.THEIR_MELDS:
        for melds in _possible_melds(part, question):
            known = question.knowing(their_some=(*view.their_some, (key, melds)))
            yield Value((), write(melds), known, melds=melds)
    else:
        partners = [meld for meld in view.partner_melds or () if key_of(meld) is key]
        # The melds of partners are those of the side. Before a player's first meld, the side has just
        # what the partners have laid.
        least = sum(meld.size for meld in partners)
        for melds in _possible_melds(part, question):
            if has_none_of_own(question) and sum(meld.size for meld in melds) != least:
                continue
            if all(any(one.cards.has(meld.cards) for one in melds) for meld in partners):
                known = question.knowing(some=(*view.some, (key, melds)))
                known = known.knowing(opened=True) if melds else known
                if _has_at_most_the_canastas(known):
                    takes = isinstance(key, Suit) and _takes(known)
                    unusual = _unusual(melds, question)
                    same = melds if _by_jokers(key, ruleset) else None
                    yield Value((), write(melds), known, unusual, melds, takes, same)


def has_none_of_own(question: Question) -> bool:
    """True if the player has melded nothing in this hand: it is the first turn, and it is known who melded."""
    view = question.view
    return bool(view.first_turn) and (alone(question.ruleset) or view.partner_melds is not None)


def _takes(question: Question) -> bool:
    """True if all cards of the play can be added to the melds of a table, or make new ones.

    For a player who passes it is the top card of the pile.
    """
    turn, view, ruleset, _ = question
    top = view.top
    if StockEnds in question.kinds and top is not None:
        turn = Turn((MeldDown((LayOff(Onto(suit=top.suit), Cards((top,))),)),))
    laid = Play(turn, view, ruleset).placements
    return all(not each.stray and may_lie(each.after, ruleset) for each in laid)


def _has_at_most_the_canastas(question: Question) -> bool:
    """True if the known melds have no more canastas than the side is given to have."""
    view = question.view
    if view.canastas is None:
        return True
    melds = (*view.known_melds, *_partners_elsewhere(view))
    return sum(grade(meld, question.ruleset) is not None for meld in melds) <= view.canastas


def _partners_elsewhere(view: View) -> list[Meld]:
    """Return the partner's melds that are not among those of the ranks, suits and kinds that are known."""
    known = {key for key, _ in view.some}
    return [meld for meld in view.partner_melds or () if key_of(meld) not in known]


def _possible_melds(part: Part, question: Question) -> Iterator[Melds]:
    """Yield all melds that a side may have of a rank, a suit or a kind, none first."""
    ruleset, key = question.ruleset, part.key
    own = part.fact is Fact.MELDS
    left = Left(question, key if own else None)
    partners = question.view.partner_melds or () if own else ()
    lie = [meld for meld in partners if key_of(meld) is key]
    yield ()
    found: Iterator[Meld] = iter(())
    if isinstance(key, Suit):
        found = _sequences(key, left, ruleset)
    elif isinstance(key, Rank):
        found = _sets(key, left, ruleset, [card for meld in lie for card in meld.cards])
    elif key is Shape.WILD:
        # Of several, only the last can grow.
        found = _wild_melds(left, ruleset, lie[-1].cards if lie else ())
    elif key is Shape.THREES:
        threes = (Rank.BLACK_THREE, Rank.RED_THREE)
        found = (_set(rank, n, (), ruleset) for rank in threes for n in range(1, left.of(rank) + 1))
    every = [meld for meld in found if meld.size <= left.number and may_lie(meld, ruleset)]
    yield from [(meld,) for meld in every]
    if own and isinstance(key, Rank | Suit) and _several(key, question):
        # Two melds may be alike.
        pairs = combinations([*every, *every], 2)
        yield from _that_are_left(pairs, left)
    elif len(lie) > 1:
        *closed, last = lie
        grown = [(*closed, meld) for meld in every if meld.cards.has(last.cards)]
        more = [(*closed, last, meld) for meld in every]
        yield from _that_are_left([(*closed, last), *grown, *more], left)


def _that_are_left(several: Iterable[Melds], left: "Left") -> Iterator[Melds]:
    """Yield the melds of which the cards are left, each once."""
    yield from dict.fromkeys(
        melds for melds in several if left.has(together(meld.cards for meld in melds))
    )


def may_lie(meld: Meld, ruleset: Ruleset) -> bool:
    """True if a meld is legal under the values that stand for undocumented ones."""
    return meld_is_legal(meld, ruleset.all_filled) is True


def _several(key: Rank | Suit, question: Question) -> bool:
    """True if the question is about several melds of one rank or suit, or may be beside that of a partner."""
    ontos = [onto for onto in question.ontos if key in (onto.rank, onto.suit)]
    partners = [meld for meld in question.view.partner_melds or () if meld.rank is key]
    second = question.ruleset.melds.same_rank is not SameRank.MERGED
    beside = second and ontos and any(grade(meld, question.ruleset) for meld in partners)
    return (
        bool(beside) or any((onto.which or 1) > 1 for onto in ontos) or key in question.turn.joins
    )


class Left:
    """The cards of the deck that are not seen anywhere else, except in the melds that are asked for."""

    def __init__(self, question: Question, but: object = None) -> None:
        self.question, self.ruleset, view = question, question.ruleset, question.view
        known = {key for key, _ in view.some} | {but}
        partners = () if view.melds is not None else view.partner_melds or ()
        others = [meld.cards for meld in partners if key_of(meld) not in known]
        self.every = together((seen_elsewhere(question.turn, view), *others))
        self.seen = self.every.by_rank()

    @lazy
    def suited(self) -> Counter[Card]:
        """The cards that are seen with their suits."""
        return Counter([card for card in self.every if card.suit is not None])

    @lazy
    def number(self) -> int:
        """The number of all cards that are neither seen nor in the stock or the pile."""
        view = self.question.view
        hidden = (view.stock or 0) + (view.buried or 0)
        return max(deck_size(self.ruleset) - self.every.size - hidden, 0)

    def of(self, rank: Rank) -> int:
        """Count the cards of a rank."""
        return max(in_packs(rank, self.ruleset) - self.seen.get(rank, 0), 0)

    def cards(self, ranks: Iterable[Rank], most: int = maxsize) -> list[Card]:
        """Return the cards that are left of some ranks, at most ``most`` of each."""
        return [Card(rank) for rank in ranks for _ in range(min(self.of(rank), most))]

    def has(self, cards: Cards) -> bool:
        """True if these cards are left; the deck has one of each suit in a pack."""
        packs = self.ruleset.deck.packs
        return all(self.of(rank) >= number for rank, number in cards.by_rank().items()) and all(
            self.suited[card] + number <= packs
            for card, number in Counter(cards).items()
            if card.suit is not None
        )

    def wild(self, number: int, first: Iterable[Card] = ()) -> list[Card]:
        """Return a number of wild cards, fewer if there are not enough; some of them may come ``first``."""
        every = Counter({Card(rank): self.of(rank) for rank in self.ruleset.wild_ranks.wild})
        return [*first, *(every - Counter(first)).elements()][:number]


def _sets(rank: Rank, left: Left, ruleset: Ruleset, there: Sequence[Card]) -> Iterator[Meld]:
    """Yield sets with each number of natural and wild cards, those first that are known to be there."""
    smallest, largest = ruleset.melds.smallest, ruleset.melds.largest
    # Longer melds than these can take no cards that these can't; that of a partner may be longer.
    longest = largest or max(ruleset.melds.canasta + 3, len(there))
    most = min(left.of(rank), longest)
    wild_ones = left.wild(longest, [card for card in there if card.rank in ruleset.wild_ranks])
    wild_ones = wild_ones[: min(ruleset.melds.max_wilds, longest)]
    for naturals in range(1, most + 1):
        for wilds in range(len(wild_ones) + 1):
            if smallest <= naturals + wilds <= (largest or most + len(wild_ones)):
                yield _set(rank, naturals, wild_ones[:wilds], ruleset)


def _set(rank: Rank, naturals: int, wilds: Iterable[Card], ruleset: Ruleset) -> Meld:
    return Meld(Cards([*[Card(rank)] * naturals, *wilds]), ruleset.wild_ranks)


def _wild_melds(left: Left, ruleset: Ruleset, there: Iterable[Card]) -> Iterator[Meld]:
    """Yield a meld of wild cards of each size, with those that are known to be there."""
    most = ruleset.melds.largest or ruleset.melds.largest_wild or ruleset.melds.canasta + 1
    every = [left.wild(most, there)]
    if _by_jokers(Shape.WILD, ruleset):
        deuces, jokers = left.cards([Rank.DEUCE]), left.cards([Rank.JOKER])
        every = [[*jokers[:number], *deuces][:most] for number in range(len(jokers) + 1)]
    for cards in every:
        for size in range(ruleset.melds.smallest, len(cards) + 1):
            yield Meld(Cards(cards[:size]), ruleset.wild_ranks)


def _by_jokers(key: object, ruleset: Ruleset) -> bool:
    """True for melds of wild cards in which only the jokers are wild, so that their number matters."""
    return key is Shape.WILD and ruleset.melds.wild_as is WildMelds.DEUCES


def _sequences(suit: Suit, left: Left, ruleset: Ruleset, least: int = 0) -> Iterator[Meld]:
    """Yield the sequences of a suit, those of the fewest cards first."""
    for size in range(least or ruleset.melds.smallest, len(FOUR_TO_ACE) + 1):
        for start in range(len(FOUR_TO_ACE) - size + 1):
            cards = Cards([Card(rank, suit) for rank in FOUR_TO_ACE[start : start + size]])
            meld = Meld(cards, ruleset.wild_ranks)
            if meld.shape is Shape.RUN and left.has(cards):
                yield meld


def _unusual(melds: Melds, question: Question) -> Assumption:
    """Say what an answer assumes that leaves out melds which a person would mention."""
    ruleset = question.ruleset
    for meld in melds:
        if meld.shape is Shape.WILD and grade(meld, ruleset) is None:
            return "your side has no unfinished meld of wild cards"
        if meld.shape is not Shape.SET or meld.rank is None:
            continue
        ranks, added = (meld.rank.many,), question.added_to(meld.rank).size
        if not question.turn.melded and question.may_leave_cards_open:
            added = max(added, question.view.held.of(meld.rank))
        largest, canasta = ruleset.melds.largest, ruleset.melds.canasta
        if not added:
            continue
        if largest is not None and meld.size + added > largest:
            return Premise(LEAVE_ROOM, ranks)
        if meld.size >= canasta:
            return f"your side has no canasta of {meld.rank.many}"
        if meld.size + added >= canasta:
            return f"these cards complete no canasta of {meld.rank.many}"
        if meld.wilds:
            return Premise("your side's {} have no wild cards", ranks)
    return ""


class _Noun(NamedTuple):
    """Melds of a rank, a suit or a kind in words: after “no” and after “of”; ``how`` a side has ``some``."""

    none: str
    of: str
    some: str
    how: str = "{}"


def _noun(key: object, example: str) -> _Noun:
    if isinstance(key, Rank) and not example:
        return _Noun(key.many, key.many, key.many, MELDED)
    kinds: dict[object, str] = {Shape.WILD: "wild cards", Shape.THREES: "threes"}
    noun = f"meld of {kinds.get(key, example)}"
    if isinstance(key, Suit):
        noun = f"sequence of {example or key.name.lower()}"
    return _Noun(noun, example, f"a {noun}")


def name_melds(
    part: Part, values: Every, every: Every, question: Question, example: str
) -> Premise:
    """Name the melds of a rank, a suit or a kind by what is true of them and of no others.

    A rank or suit that stands for others is named as the ``example`` of them.
    """
    noun, has = _noun(part.key, example), HAS[part.fact]
    if not any(each.melds for each in values):
        return Premise(has, (f"no {noun.none}",))
    if isinstance(part.key, Suit):
        return _name_sequences(has, noun, values, every)
    return _name_sets(part, noun, values, every, question)


def _name_sets(part: Part, noun: _Noun, values: Every, every: Every, question: Question) -> Premise:
    """Name melds by bounds that fit exactly; else by what they take, or by examples."""
    has, key, ruleset = HAS[part.fact], part.key, question.ruleset
    wanted = mask([each in values for each in every])
    none = mask([not each.melds for each in every])
    some = mask([bool(each.melds) for each in every])
    if wanted == some:
        return Premise(has.format(noun.how), (noun.some,))
    others = (some | none) & ~wanted
    graded = _graded(some, every, ruleset) if isinstance(key, Rank) else []
    if wanted & none and graded and others == graded[0][1] > 0:
        return Premise(has.format(NO_CANASTA), (noun.of,))
    limits = _with_pairs([*_limits(key, every, ruleset)])
    found = covering(wanted & ~none, [*graded, *limits])
    if len(found) != 1 and isinstance(key, Rank):
        taking = mask([_take(each.melds, question.added_to(key), ruleset) for each in every])
        if wanted == taking:
            such = f"that can take these cards (such as {write(values[0].melds)})"
            return Premise(has, (f"{noun.how.format(noun.some)} {such}",))
        if others == taking:
            return Premise(has, (f"no {noun.none} that can take these cards",))
    if not 0 < len(found) <= MOST_PIECES:
        return such_as(has, values)
    # After “no kings or” comes “kings with …”, not “melded kings with …”.
    subject = noun.some if wanted & none else noun.how.format(noun.some)
    claims = [bound.format(subject, noun.of) for bound, _ in found]
    return Premise(has, (*[f"no {noun.none}"] * bool(wanted & none), *claims))


def _take(melds: Melds, cards: Cards, ruleset: Ruleset) -> bool:
    """True if cards can be added to one of some sets."""
    return any(may_lie(Meld(meld.cards + cards, ruleset.wild_ranks), ruleset) for meld in melds)


def such_as(has: str, values: Every) -> Premise:
    """Name melds by examples."""
    examples = [write(each.melds) for each in values if each.melds][:MOST_PIECES]
    return Premise(has, tuple(examples), exact=False)


def _name_sequences(has: str, noun: _Noun, values: Every, every: Every) -> Premise:
    """Name the sequences that take the cards of the play, or all others."""
    takes, begins = values[0].serve, any(each.serve for each in every if not each.melds)
    alike = sum(each.serve is takes for each in every)
    if any(each.serve is not takes for each in values) or len(values) != alike:
        return such_as(has, values)
    if takes is begins:
        # Without a sequence, the cards may begin one.
        says = f"no {noun.none}{', or one' * takes} that can take these cards"
    else:
        can = "can" if takes else "can't"
        says = f"{noun.some} that {can} take these cards (such as {values[0].given})"
    return Premise(has, (says,))


_Counted = dict[str, Callable[[Meld], int]]
_SIZE: _Counted = {"card": lambda meld: meld.size}
_SETS: _Counted = {
    "wild card": lambda meld: meld.wilds,
    "natural card": lambda meld: len(meld.naturals),
    **_SIZE,
}
_BY_JOKERS: _Counted = {Rank.JOKER.noun: lambda meld: meld.cards.of(Rank.JOKER), **_SIZE}
_BOUNDS: dict[str, Callable[[int, int], bool]] = {"exactly": eq, "at most": le, "at least": ge}


def _graded(some: int, every: Every, ruleset: Ruleset) -> Claims:
    """List what may be true of ``some`` values, those with melds: they are canastas, or others."""
    canastas = mask([any(grade(meld, ruleset) for meld in each.melds) for each in every])
    wild = mask([any(meld.wilds for meld in each.melds) for each in every])
    return [
        ("a canasta of {1}", canastas),
        ("{0}, but no canasta of them", some & ~canastas),
        ("a natural canasta of {1}", canastas & ~wild),
        ("a mixed canasta of {1}", canastas & wild),
    ]


def _limits(key: object, every: Every, ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    """Yield what may be true of the numbers of cards in melds."""
    counts = _SETS if isinstance(key, Rank) else _BY_JOKERS if _by_jokers(key, ruleset) else _SIZE
    for what, count in counts.items():
        have = [max(map(count, each.melds), default=None) for each in every]
        for number in sorted({each for each in have if each is not None}):
            for how, holds in _BOUNDS.items():
                true_of = mask([each is not None and holds(each, number) for each in have])
                if number:
                    in_all = " in all" * (what == "card")
                    yield f"with {how} {count_of(number, what)}{in_all}", true_of
                elif holds is not ge:
                    yield f"without {what}s", true_of


def mask(holds: Iterable[bool]) -> int:
    """Return a set of values as an integer, with a bit for each that belongs to it."""
    return sum([1 << at for at, each in enumerate(holds) if each])


def _with_pairs(limits: Claims) -> Iterator[tuple[str, int]]:
    """Yield limits of melds, and two of them together if both may be true."""
    yield from [(f"{{0}} {one}", true_of) for one, true_of in limits]
    for (one, first), (other, second) in combinations(limits, 2):
        if first & second:
            yield f"{{0}} {one} and {other.removeprefix('with ')}", first & second


def covering(wanted: int, claims: Claims) -> Claims:
    """Find few claims that are true of exactly these values; none if there are none."""
    for each in claims:
        if each[1] == wanted:
            return [each]
    # None fits alone. Join some with “or”, the one that covers most of the rest first: not always the fewest.
    found, left = list[tuple[str, int]](), wanted
    within = [each for each in claims if not each[1] & ~wanted]
    while left:
        best = max(within, key=lambda each: (each[1] & left).bit_count(), default=("", 0))
        if not best[1] & left:
            return []
        found.append(best)
        left &= ~best[1]
    return found


MOST_PIECES = 3
"""Maximum number of bounds by which a group of melds is named."""


# Name numbers by their bounds.


def spans(at: int, number: int) -> list[tuple[int, int]]:
    """List the first and last place of every run of places that has one, the shortest first."""
    every = [(low, high) for low in range(at + 1) for high in range(at, number)]
    return sorted(every, key=lambda ends: ends[1] - ends[0])


def counted(number: int, numbers: Sequence[int], says: str, noun: str, none: str = "") -> list[str]:
    """List what may be said of a number, by bounds; 0 alone may have words of its own."""

    def words(low: int, high: int) -> str:
        if high == numbers[-1]:
            return f"at least {count_of(low, noun)}"
        if low == high:
            return count_of(low, noun)
        return f"{'at most' if low == numbers[0] else f'{low} to'} {count_of(high, noun)}"

    ends = spans(numbers.index(number), len(numbers))
    every = [says.format(words(numbers[low], numbers[high])) for low, high in ends]
    return [none, *every] if none and not number else every


# What else is asked of a side's melds: canastas besides those of the ranks in question, unfinished melds.


CANASTAS_NEEDED = {
    has: f"your side {has} the canastas it needs to go out"
    for has in ("has", "then has", "doesn't have")
}


def canastas_elsewhere(question: Question) -> Values:
    """Yield the canastas of other ranks, of each kind that the needs for going out name.

    First those with which the side has all that it needs after the play; the fewest first.
    """
    turn, every = question.turn, list(_every_canastas_elsewhere(question))
    numbers = sorted({len(melds) for melds, *_ in every})
    has = "then has" if turn.melded or turn.take or not turn.clauses[:-1] else "has"
    for melds, known, enough in sorted(every, key=lambda each: (not each[2], len(each[0]))):
        claims = counted(len(melds), numbers, "your side has {} elsewhere", "canasta")
        by_number = question.ruleset.out.red_threes and question.view.red_threes
        if not by_number:
            # More than it needs don't matter.
            claims.insert(0, CANASTAS_NEEDED[has if enough else "doesn't have"])
        key = None if by_number else enough
        yield Value(tuple(claims), write(melds), known, melds=melds, key=key)


def _every_canastas_elsewhere(question: Question) -> Iterator[tuple[Melds, Question, bool]]:
    """Yield canastas of other ranks, in a question, and whether they are enough to go out."""
    view, ruleset = question.view, question.ruleset
    partners = _partners_elsewhere(view)
    there = tuple([meld for meld in partners if grade(meld, ruleset) is not None])
    had = sum(grade(meld, ruleset) is not None for meld in (*view.known_melds, *there))
    given = None if view.canastas is None else max(view.canastas - had, 0)
    needs = ruleset.out.needs
    kinds = list(dict.fromkeys(kind for need in needs for kind in need.of))
    if given is not None or any(not need.of for need in needs) or not kinds:
        # A need that names no kind is met by any canasta; one that no other need asks for stands for it.
        others = [each for each in (Grade.NATURAL, Grade.MIXED) if each not in kinds]
        kinds += others[:1] or [Grade.NATURAL]
    # More canastas than are needed may need more red threes.
    beyond = view.red_threes + 1 if ruleset.out.red_threes and view.red_threes else 0
    most = max(beyond, *[need.number for need in needs]) if given is None else given
    limit = max(beyond, sum(need.number for need in needs))
    for counts in product(range(most + 1), repeat=len(kinds)):
        number = sum(counts)
        too_many = number > limit if given is None else number != given
        if too_many or (number and has_none_of_own(question)):
            continue
        every = [kind for kind, number in zip(kinds, counts, strict=True) for _ in range(number)]
        melds = _canastas(every, question)
        if melds is not None:
            melds += there
            known = question.knowing(more=melds, opened=True if melds else view.opened)
            has = Play(question.turn, known.view, ruleset).canastas
            yield melds, known, not lacking(needs, has)


def _canastas(kinds: Iterable[Grade], question: Question) -> Melds | None:
    """Return canastas of these kinds, of ranks that are not looked at; ``None`` if there are too few."""
    ruleset, left, view = question.ruleset, Left(question), question.view
    there = [key_of(meld) for meld in view.partner_melds or ()]
    looked_at: set[object] = {*there, *[key for key, _ in view.some]}
    hand = view.held.cards.by_rank()
    free = [r for r in reversed(ruleset.wild_ranks.natural) if r not in looked_at]
    # Examples use up ranks of which the play and the hand have no cards, as far as there are any.
    free.sort(key=lambda rank: (rank in question.ranks, rank in hand))
    suits = [suit for suit in Suit if suit not in looked_at]
    size, melds = ruleset.melds.canasta, list[Meld]()
    wild_cards = left.wild(len(free) * size)
    for kind in kinds:
        general = kind.general or kind
        if kind is Grade.RUN:
            runs = (run for suit in suits for run in _sequences(suit, left, ruleset, size))
            found = [*islice(runs, 1)]
            suits = [suit for suit in suits if not found or suit is not found[0].suit]
        elif general is Grade.WILD:
            cards = [card for card in wild_cards if kind.rank in (None, card.rank)][:size]
            wild_cards = list((Counter(wild_cards) - Counter(cards)).elements())
            found = [Meld(Cards(cards), ruleset.wild_ranks)]
        else:
            wilds = int(general is Grade.MIXED)
            ranks = [r for r in free if kind.rank in (None, r)]
            found = []
            for rank in ranks:
                for more in range(wilds, ruleset.melds.max_wilds * wilds + 1):
                    if left.of(rank) >= size - more and len(wild_cards) >= more and not found:
                        found = [_set(rank, size - more, wild_cards[:more], ruleset)]
                        wild_cards = wild_cards[more:]
            free = [rank for rank in free if not found or rank is not found[0].rank]
        graded = [m for m in found if (it := grade(m, ruleset)) and is_one_of(it, (kind,))]
        if not graded or not may_lie(graded[0], ruleset):
            return None
        melds += graded
    return tuple(melds)


def unfinished_elsewhere(question: Question) -> Values:
    """Yield no unfinished meld that must be a canasta first, and one."""
    view, ruleset = question.view, question.ruleset
    what = "unfinished meld that must be a canasta"
    none = f"your side has no {what}"
    yield value_of(question, none, "none", unfinished=())
    if has_none_of_own(question):
        return
    looked_at = {key for key, _ in view.some}
    smallest = ruleset.melds.smallest
    ranks = [rank for rank in ruleset.wild_ranks.natural if rank not in looked_at]
    some = [_set(rank, smallest, (), ruleset) for rank in ranks]
    if Shape.WILD not in looked_at:
        wild_ones = [Card(rank) for rank in ruleset.wild_ranks.wild]
        some += [Meld(Cards([card] * smallest), ruleset.wild_ranks) for card in wild_ones]
    left = Left(question)
    found = tuple([meld for meld in open_melds(some, ruleset) if left.has(meld.cards)])[:1]
    if found:
        known = question.knowing(unfinished=found, opened=True)
        yield Value((f"your side has an {what}",), write(found), known, none, found)


def other_melds(question: Question) -> Values:
    """Yield melds besides those that are known: none that take a card of the hand, then some that may."""
    hand, ruleset = question.view.held.cards, question.ruleset
    there, left = all_melds(question, own=True), Left(question)
    possible = list(any_meld(question))
    taking = [meld for meld in possible if meld.rank and hand.of(meld.rank)]
    # A card may also complete a canasta.
    size = ruleset.melds.canasta - 1
    ranks = [meld.rank for meld in taking if meld.rank and left.of(meld.rank) >= size]
    short = [_set(rank, size, (), ruleset) for rank in ranks]
    # One meld stands for all that take only wild cards.
    taking += [meld for meld in possible if meld not in taking][:1]
    full = tuple(_full(there, question))
    several = [(full, ()), (there, ()), *[(there, (meld,)) for meld in (*taking, *short)]]
    some, none = [
        f"your side has {each}other melds that take the cards left" for each in ("", "no ")
    ]
    completed = "the cards left complete another canasta of your side"
    for melds, others in dict.fromkeys([*several, (there, tuple(taking))]):
        every = (*melds, *others)
        whole = question.knowing(melds=every, some=(), more=None, unfinished=None)
        claims = (some,) if others else (none,) if melds == full else (some, none)
        if others and others[0] in short:
            claims = (some, completed)
        yield Value(claims, write(every), whole, melds=others)


def _full(melds: Iterable[Meld], question: Question) -> Iterator[Meld]:
    """Yield melds; canastas that are examples of any are full of wild cards."""
    view, ruleset, left = question.view, question.ruleset, Left(question)
    size, most = ruleset.melds.canasta, ruleset.melds.max_wilds
    wild_ones = left.wild(sum([left.of(rank) for rank in ruleset.wild_ranks.wild]))
    named = any(need.of for need in ruleset.out.needs)
    for meld in melds:
        known = meld in view.known_melds or any(
            meld.cards.has(each.cards) for each in view.partner_melds or ()
        )
        full = meld
        if not (known or named) and meld.rank and grade(meld, ruleset) and len(wild_ones) >= most:
            cards, wild_ones = wild_ones[:most], wild_ones[most:]
            full = _set(meld.rank, size - most, cards, ruleset)
        yield full if may_lie(full, ruleset) else meld


def write(melds: Iterable[MeldCards]) -> str:
    """Melds as a person would type them."""
    return " ".join(as_typed(meld.cards) for meld in melds) or "none"


def all_melds(question: Question, *, own: bool) -> Melds:
    """Return the smallest melds of a side that have all that is known of them."""
    view, ruleset = question.view, question.ruleset
    if not own:
        return tuple([meld for _, melds in view.their_some for meld in melds])
    melds = [*view.known_melds, *(view.more or ()), *(view.unfinished or ())]
    for meld in view.partner_melds or ():
        if not any(each.cards.has(meld.cards) for each in melds):
            melds.append(meld)
    missing = (view.canastas or 0) - sum(grade(meld, ruleset) is not None for meld in melds)
    melds += _canastas([Grade.NATURAL] * max(missing, 0), question) or ()
    if view.opened and not melds:
        melds += islice(any_meld(question), 1)
    return tuple(melds)


def any_meld(question: Question) -> Iterator[Meld]:
    """Yield melds of ranks that are not in question."""
    ruleset, left = question.ruleset, Left(question)
    looked_at = {key for key, _ in question.view.some} | {*question.ranks}
    size = ruleset.melds.smallest
    for rank in reversed(ruleset.wild_ranks.natural):
        if rank not in looked_at and left.of(rank) >= size:
            yield _set(rank, size, (), ruleset)
