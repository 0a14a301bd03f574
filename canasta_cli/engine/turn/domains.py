"""The values that a missing fact may have: all that the deck, the ruleset and the cards seen allow.

``settle`` branches on them. A value that a person would mention is marked: an answer may assume that it
isn't so. These assumptions, in ``Value.unusual``, are all that an answer may assume.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, permutations, product
from sys import maxsize

from canasta_cli.engine.facts import Premise
from canasta_cli.engine.points import grade
from canasta_cli.engine.rule import Elsewhere, Fact, Key, Part
from canasta_cli.engine.turn.meld_domains import (
    LEAVE_ROOM,
    MOST_PIECES,
    Assumption,
    Every,
    Left,
    Value,
    Values,
    canastas_elsewhere,
    counted,
    covering,
    has_none_of_own,
    mask,
    melds_of,
    name_melds,
    other_melds,
    spans,
    such_as,
    unfinished_elsewhere,
    value_of,
)
from canasta_cli.engine.turn.stated import as_typed, contradictions
from canasta_cli.engine.turn.taking import freezes
from canasta_cli.engine.view import EMPTY, UNKNOWN, Drew, Held, Question, laid_out, without
from canasta_cli.model.cards import (
    Card,
    Cards,
    LayOff,
    MeldCards,
    Rank,
    Shape,
    Suit,
    together,
)
from canasta_cli.model.turn import (
    Clause,
    Draw,
    MeldDown,
    MeldOrLayOff,
    NoDiscard,
    StockEnds,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import EmptyPile, ForcedTake, Portion
from canasta_cli.words import count_of, either, listed

PLENTY = 20
"""Cards of a stock that lasts, or of a hand that can go on."""


def summed_up(assumed: Iterable[Assumption]) -> tuple[str, ...]:
    """Join assumptions that say the same of several ranks; of a rank's wild cards, keep the strictest."""
    others = sorted((each for each in assumed if isinstance(each, str)), key=len)
    of_ranks = [each for each in assumed if isinstance(each, Premise)]
    ranks, limited = dict[str, list[str]](), set[str]()
    for how, (rank,), *_ in sorted(of_ranks, key=lambda each: len(each.says)):
        if how != LEAVE_ROOM:
            if rank in limited:
                continue
            limited.add(rank)
        ranks.setdefault(how, []).append(rank)
    return (*others, *[how.format(listed(some)) for how, some in ranks.items()])


def domain(what: Fact | Part, question: Question) -> tuple[Value, ...]:
    """Return every value of a missing fact, the usual ones first; none if it follows from others."""
    find = DOMAINS.get(what.key if isinstance(what, Part) else what)
    if find is None:
        return tuple(melds_of(what, question)) if isinstance(what, Part) else ()
    every = tuple(find(question))
    # If no value can be stated, the facts given are at odds with the deck: then none is left out.
    return tuple(filter(_is_possible, every)) or every


def _is_possible(value: Value) -> bool:
    """True if a person could state a value."""
    return not any(contradictions(*value.asked[:3]))


def name(
    what: object, values: Every, every: Every, question: Question, example: str = ""
) -> Premise:
    """Name some values by the fewest claims that are true of them and of no others.

    A rank or suit that stands for others is named as the ``example`` of them.
    """
    if isinstance(what, Part) and isinstance(what.key, Rank | Shape | Suit):
        return name_melds(what, values, every, question, example)
    if what is Fact.TOP:
        return Premise(_name_tops(values, every, question.ruleset))
    if what is Fact.HAND and StockEnds in question.kinds:
        return _name_hands_to_pass(values, example)
    claims = list(dict.fromkeys(says for each in every for says in each.claims))
    # Of claims that are true of the same values, the first is said.
    first = {mask([says in each.claims for each in every]): says for says in reversed(claims)}
    wanted = mask([each in values for each in every])
    few = covering(wanted, [(says, true_of) for true_of, says in first.items()])
    found = [says for says in claims if says in dict(few)]
    if not found and values[0].melds:
        return such_as("your side has {} elsewhere", values)
    # Numbers are named in their order.
    least = {says: min(_number(each) for each in every if says in each.claims) for says in found}
    found = sorted(found, key=least.__getitem__)
    return Premise("{}", tuple(found or dict.fromkeys(each.claims[-1] for each in values)))


def _number(value: Value) -> int:
    """Return the number that a value counts; 0 if it counts none."""
    if isinstance(value.given, int) and len(value.claims) > 1:
        return value.given
    return len(value.melds)


def assumption(what: object, value: Value, kept: Every) -> Assumption:
    """Say what an answer assumes that leaves a value out; ``kept`` are the values of which it is true."""
    if not (isinstance(what, Part) and isinstance(what.key, Rank) and value.melds):
        return value.unusual
    most = max((meld.wilds for each in kept for meld in each.melds), default=0)
    if any(meld.wilds > most for meld in value.melds):
        few = f"at most {count_of(most, 'wild card')}" if most else "no wild cards"
        whose = "your side's" if what.fact is Fact.MELDS else "the other side's"
        return Premise(f"{whose} {{}} have {few}", (what.key.many,))
    return value.unusual


# The hand: which cards a player holds besides those that are known.

ENOUGH_CARDS = "you hold enough other cards"
ALL_YOUR_CARDS = "these are all your cards"
CAN_PLAY_ALL = "you can play all your cards"
NO_OTHERS = "you have no other cards"
ONE_OTHER = "you have one other card"
AT_MOST_ONE = "you have at most one other card"
OTHER_NATURALS = "you have other natural cards"
ONLY_WILD = "you hold only wild cards"
MORE_WILD = f"{ONLY_WILD}, and more than one"
NONE_OR_WILD = f"{NO_OTHERS} or {ONLY_WILD}"
ALL_WILD = "all wild"
OPENS_WITH_PILE = "you can open with the pile"


def exact_hand(question: Question) -> Held:
    """The hand of a player who has nothing left after the play."""
    shown, discard = question.view.held.cards, question.turn.discard
    spare, missing = without(shown, question.played)
    # A card that is shown and not played is the one that is discarded face down.
    hidden = int(discard is not None and not discard.cards and not spare.size)
    if not (hidden or question.turn.draws):
        return Held(shown + missing)
    # A card that is named where it is drawn is played only if the play has it; a red three is replaced.
    named = together(draw.cards for draw in question.turn.draws)
    _, missing = without(named, missing)
    unnamed = len([draw for draw in question.turn.draws if not draw.cards])
    ruleset = question.ruleset
    drawn = unnamed * ruleset.deal.draw + laid_out(named, ruleset).size
    return Held(shown, max(missing.size + hidden - drawn, 0))


def ample_hand(question: Question) -> Held:
    """A hand that has the cards played, and enough others to go on."""
    return Held(question.view.held.cards, question.played.size + PLENTY)


def _hands(question: Question) -> Values:
    """Yield a hand that goes on, or is used up; and hands whose other cards restrict what is played."""
    view, turn = question.view, question.turn
    if StockEnds in question.kinds:
        yield from _hands_to_pass(question)
        return
    shown, played = view.held.cards, question.played
    if view.hand is not None:
        return
    if view.held.unseen is not None:
        yield from _others_alike(question)
        return
    if question.uses_up_hand:
        # Asked as going out, the usual hand has nothing left; otherwise it has enough to go on.
        goes_out = ALL_YOUR_CARDS if played.size or shown.size else CAN_PLAY_ALL
        yield _hand(question, goes_out, exact_hand(question), "")
        if turn.discard and not (turn.discard.cards or turn.draws):
            yield from _last_cards(question)
        yield _hand(question, "you have other cards", ample_hand(question), goes_out)
        return
    alike = bool(played.size)
    says = (ENOUGH_CARDS, OTHER_NATURALS) if alike else ENOUGH_CARDS
    yield _hand(question, says, ample_hand(question), "")
    exact, others = exact_hand(question), without(shown, played)[0].size
    # A player who has melded the whole hand before ends the turn without a discard.
    may_be_used_up = bool(played.size) or NoDiscard in question.kinds
    if may_be_used_up or turn.take:
        if may_be_used_up and not others:
            yield _hand(question, (NO_OTHERS, NONE_OR_WILD, AT_MOST_ONE), exact)
        if others < 2 and not turn.discard:
            more = Held(exact.cards, (exact.unseen or 0) + 1 - others)
            yield _hand(question, (ONE_OTHER, AT_MOST_ONE), more)
    if alike:
        yield from _others_alike(
            question, (MORE_WILD, NONE_OR_WILD) if not others else (ONLY_WILD,)
        )


def _last_cards(question: Question) -> Values:
    """Yield each card that may be laid face down as the last one."""
    left = Left(question)
    known = question.played + without(question.view.held.cards, question.played)[0]
    for rank in Rank:
        if left.of(rank) and known.size == question.played.size:
            held, one = Held(known + Cards([Card(rank)])), rank.one
            yield _hand(question, f"your last card is {one}", held, f"your last card is not {one}")


def _others_alike(question: Question, only_wild: tuple[str, ...] = (ONLY_WILD,)) -> Values:
    """Yield several other natural cards, only wild cards besides those known, only cards of the same rank."""
    shown, wild_ranks = question.view.held.cards, question.ruleset.wild_ranks
    # Some rules bend for a hand whose other cards are all alike: of wild cards only, or of one rank
    # that is kept, it may discard what it otherwise may not.
    known = shown + without(question.played, shown)[0]
    alike = _restricted(question)
    others = [rank for rank in wild_ranks.natural if rank not in (*question.ranks, *alike)]
    ranks = {card.rank for card in known}
    wild = ranks <= set(wild_ranks.wild)
    left = Left(question)
    # Each rank may be closed, so that one is enough if it decides.
    one = bool(alike) and question.ruleset.discard.empty_pile is EmptyPile.DEAD
    natural = [Card(rank) for rank in (others[:1] * 2 if one else others[:4])]
    widest = (f"your other cards are {_all_of(alike)}",) if len(alike) > 1 else ()
    every = [(natural, (OTHER_NATURALS,))]
    all_wild = only_wild if wild else (f"your other cards are {ALL_WILD}",)
    every.append((left.wild(2), (*all_wild, *widest)))
    if len(ranks) == 1 and not wild:
        (rank,) = ranks
        same = [Card(rank)] * min(left.of(rank), 2)
        every.append((same, (f"you hold only {rank.many}", *(widest if rank in alike else ()))))
    if widest:
        more = [*left.wild(1), *(Card(rank) for rank in alike if left.of(rank))]
        every.append((more, widest))
    drawn = _unnamed(question)
    for cards, claims in every:
        if not cards or len(cards) < drawn:
            continue
        if drawn:
            question = question._replace(turn=_that_draws(cards[:drawn], question.turn))
        yield _hand(question, claims, Held(known + Cards(cards[drawn:])))


def _unnamed(question: Question) -> int:
    """Count the cards that a turn draws and doesn't name."""
    stock, draw = question.view.stock, question.ruleset.deal.draw
    number = draw if stock is None else min(draw, stock)
    return number if any(not each.cards for each in question.turn.draws) else 0


def _that_draws(cards: Iterable[Card], turn: Turn) -> Turn:
    """Return a turn that names the cards it draws."""
    named = [Draw(Cards(cards)) if isinstance(each, Draw) else each for each in turn.clauses]
    return turn._replace(clauses=tuple(named))


def _restricted(question: Question) -> list[Rank]:
    """List the ranks that may be all of a hand, so that one of them is discarded although it may not be."""
    discard, ruleset, view = question.turn.discard, question.ruleset, question.view
    ranks = {card.rank for card in discard.cards} if discard else set[Rank | None]()
    natural, rules = ruleset.wild_ranks.natural, ruleset.discard
    if ranks and rules.empty_pile_relief:
        barred = {rank for rank in natural if not ruleset.ranks.empty_pile[rank]}
        ranks |= barred if ranks & barred else set()
        theirs = [*(view.their_melds or ()), *[m for _, some in view.their_some for m in some]]
        if rules.empty_pile is not EmptyPile.FREE:
            melds = (*view.known_melds, *(view.partner_melds or ()), *theirs)
            ranks |= {each.rank for each in melds if grade(each, ruleset)}
    return [rank for rank in natural if rank in ranks]


def _all_of(ranks: list[Rank]) -> str:
    return either([ALL_WILD, *[rank.many for rank in ranks]])


def _hands_to_pass(question: Question) -> Values:
    """Yield hands with each number of cards like the top card and of wild cards that may take the pile.

    Their keys are equal for different top cards.
    """
    view, left, ruleset = question.view, Left(question), question.ruleset
    top, shown = view.top, view.held.cards
    if top is None:
        return
    others = [rank for rank in ruleset.wild_ranks.natural if rank is not top.rank and left.of(rank)]
    like = 0 if top.rank in ruleset.wild_ranks else left.of(top.rank)
    # Two cards take the pile, like ones or wild ones: a third of a kind changes nothing.
    for wilds, same in product(range(3), range(min(like, 2) + 1)):
        cards = left.wild(wilds) + [Card(top.rank)] * same
        has = [count_of(same, "{one}", "{many}")] if same else []
        has += [count_of(wilds, "wild card")] if wilds else []
        says = f"you hold {listed(has) if has else 'no wild cards or {many}'}"
        # A player must keep a card: enough others to go on, one to discard, and none.
        for more in (4, 1, 0):
            held = Held(shown + Cards([*cards, *(Card(rank) for rank in others[:more])]))
            few = f"{says} and {count_of(more, 'other card') if more else 'no other cards'}"
            if held.cards.size:
                value = _hand(question, few if more < 4 else says, held, ENOUGH_CARDS * (more < 4))
                yield value._replace(key=(wilds, same, more))
    if not view.has_opened and top.rank not in ruleset.wild_ranks:
        aces = [Card(rank) for rank in reversed(others)][:3]
        cards = [Card(top.rank)] * min(like, 3)
        cards += [card for card in aces for _ in range(min(left.of(card.rank), 5))]
        value = _hand(question, OPENS_WITH_PILE, Held(shown + Cards(cards)), "")
        yield value._replace(key=OPENS_WITH_PILE)


def _name_hands_to_pass(hands: Every, example: str) -> Premise:
    """Name hands by the cards that may take the pile: those of the top card's rank, and wild cards."""
    rank = hands[0].asked.view.pile[-1].rank
    one, many = (f"card{s} of {example}" for s in ("", "s")) if example else (rank.noun, rank.many)
    says = [each.says.format(one=one, many=many) for each in hands[:MOST_PIECES]]
    return Premise("{}", tuple(says), exact=len(hands) <= MOST_PIECES)


def _hand(
    question: Question,
    says: str | tuple[str, ...],
    held: Held,
    unusual: str = ENOUGH_CARDS,
) -> Value:
    """Return the value with a hand."""
    known = value_of(question, says, hand_as_given(held, question), held=held)
    return known._replace(unusual=unusual)


def hand_as_given(held: Held, question: Question) -> str:
    """Return an example of a hand, as a player gives it."""
    cards = held.cards if held.unseen == 0 else question.played
    if held.size is not None and held.size < cards.size:
        # The others are drawn: first those that the turn names.
        own = without(cards, together(draw.cards for draw in question.turn.draws))[0]
        others = without(cards if own.size < held.size else own, held.cards)[0]
        cards = Cards([*held.cards, *others][: held.size])
    left, every = Left(question), question.ruleset.wild_ranks.natural
    natural = sorted(filter(left.of, every), key=lambda rank: cards.of(rank) > 0)
    wanted = max((held.size or 0) - cards.size, 0)
    more = [Card(rank) for rank in natural[: min(wanted, left.number, 4)]]
    return as_typed((*cards, *more))


def _out(question: Question) -> Values:
    """Yield a hand that the play uses up, and one that can go on."""
    yield value_of(question, "you go out", True, held=exact_hand(question))
    yield value_of(question, "you don't go out", False, held=ample_hand(question))


def _drawn(question: Question) -> Values:
    """Yield natural cards of another rank, wild cards, and cards of the ranks in question."""
    number, left, ruleset = _unnamed(question), Left(question), question.ruleset
    special = dict.fromkeys((*question.ranks, *_restricted(question)))
    others = [rank for rank in ruleset.wild_ranks.natural if rank not in special]
    natural = [rank for rank in others if left.of(rank) >= number][:1]
    kinds = [("natural card", "", [Card(rank)] * number) for rank in natural]
    kinds += [("wild card", "", left.wild(number))]
    kinds += [(rank.noun, rank.many, [Card(rank)] * min(left.of(rank), number)) for rank in special]
    for noun, many, cards in kinds:
        if len(cards) == number:
            turn = _that_draws(cards, question.turn)
            given = as_typed(cards)
            says = f"you draw {count_of(number, noun, many)}"
            yield value_of(question._replace(turn=turn), says, given)


# The pile: its top card, its size, and threes among its cards.


def _tops(question: Question) -> Values:
    """Yield every card that may be on top, with its suit if that may decide."""
    view, ruleset, left = question.view, question.ruleset, Left(question)
    under = None if view.buried is None else max(view.buried - 1, 0)
    if view.top is not None:
        yield from _suits_of_top(view.top, question)
        return
    suited = ruleset.melds.runs and StockEnds in question.kinds
    ranks = [
        *_natural_tops(question),
        *ruleset.wild_ranks.wild,
        Rank.BLACK_THREE,
        Rank.RED_THREE,
    ]
    for rank in ranks:
        for suit in Suit if suited and rank.four_to_ace else (None,):
            if left.of(rank):
                card = Card(rank, suit)
                yield value_of(question, (), card.symbol, pile=(card,), buried=under)


def _suits_of_top(top: Card, question: Question) -> Values:
    """Yield the top card in each suit; if nothing tells these apart, one stands for all."""
    view = question.view
    for suit in (Suit.HEARTS,) if view.melds is None else Suit:
        card = Card(top.rank, suit)
        yield value_of(question, (), card.symbol, pile=(*view.pile[:-1], card))


def _natural_tops(question: Question) -> tuple[Rank, ...]:
    """Return the natural ranks that may be on top; one for all if nothing tells them apart."""
    view, ruleset = question.view, question.ruleset
    natural = ruleset.wild_ranks.natural
    melds = view.some or view.partner_melds or view.their_melds
    nothing = view.melds is None and not (melds or view.held.cards.size)
    lay_off = ruleset.stock.forced_take is ForcedTake.LAY_OFF and not ruleset.melds.runs
    alike = len({(ruleset.ranks.pile[rank], ruleset.ranks.wilds[rank]) for rank in natural}) == 1
    return natural[:1] if nothing and lay_off and alike and StockEnds in question.kinds else natural


def _name_tops(values: Every, every: Every, ruleset: Ruleset) -> str:
    """Name top cards: natural or wild ones, or by their ranks."""

    def ranks(some: Every) -> list[Rank]:
        return list(dict.fromkeys(each.asked.view.pile[-1].rank for each in some))

    there, others = ranks(values), ranks([each for each in every if each not in values])
    if set(there) & set(others):
        return either([str(each.given) for each in values]) + " is on the pile"
    natural = [rank for rank in ranks(every) if rank in ruleset.wild_ranks.natural]
    if natural in (there, others):
        return f"{'a' if there == natural else 'no'} natural card is on the pile"
    if len(there) > len(others):
        return f"no {either([rank.noun for rank in others])} is on the pile"
    return f"{either([rank.one for rank in there])} is on the pile"


def _pile_sizes(question: Question) -> Values:
    """Yield enough cards to go on, fewer, and none."""
    least = len(question.view.pile)
    # Where only some cards of a pile are taken, it matters if it has more than these.
    most = question.ruleset.pile.take
    sizes = {PLENTY, 0, 1, 2, 3} | ({most - 1, most, most + 1} if isinstance(most, int) else set())
    every = sorted(size for size in sizes if size >= least)
    for size in every if question.uses_up_hand else every[::-1]:
        says = counted(size, every, "the pile has {}", "card", none="the pile is empty")
        yield value_of(question, says, size, buried=size - least)


def _threes_in_pile(question: Question) -> Values:
    """Yield a pile without threes among its unknown cards, and with each number of them."""
    view, left = question.view, Left(question)
    buried = view.buried or 0
    # Threes that come with the pile are laid out: the hand gets fewer cards from it.
    top = view.pile or ((question.turn.take.top,) if question.turn.take else ())
    natural = left.cards(question.ruleset.wild_ranks.natural, 3)
    others = [*_freezing(left), *natural]
    frees = view.frozen is False and freezes(Card(Rank.RED_THREE), question.ruleset)
    every = range(1 if frees else min(buried, left.of(Rank.RED_THREE)) + 1)
    for number in every:
        cards = [*[Card(Rank.RED_THREE)] * number, *others[: buried - number], *top]
        given = as_typed(filter(None, cards))
        none = "the pile has no red threes"
        says = counted(number, every, "the pile has {}", "red three", none)
        value = value_of(question, says, given, threes_in_pile=number)
        yield value._replace(unusual=none if number else "", key=number)


def _freezing(left: Left) -> list[Card]:
    """Return a card that freezes the pile, if it is given as frozen."""
    frozen, ruleset = left.question.view.frozen, left.ruleset
    return [card for card in left.wild(1) if frozen and freezes(card, ruleset)]


def _piles(question: Question) -> Values:
    """Yield the cards under the top one that come with it; or those left by a turn that took a part."""
    view, ruleset, most = question.view, question.ruleset, question.ruleset.pile.take
    take = question.turn.take
    if most is Portion.PART and take and take.top:
        yield from _piles_by_depth(take.top, question)
        return
    least = most + 1 if isinstance(most, int) else maxsize
    size = least if view.pile_size is None else view.pile_size
    if size < least and take and take.top:
        yield from _piles_that_come(take.top, question)
    if view.pile or size < least or not isinstance(most, int):
        return
    natural, left = Card(ruleset.wild_ranks.natural[0]), Left(question)
    tops = [(natural, "a natural card"), *((card, "a wild card") for card in left.wild(1))]
    others = left.cards(ruleset.wild_ranks.natural[1:], 2)
    for card, says in tops:
        cards = (*others[most : size - 1], card, *others[:most])
        yield _pile((f"{says} is left on the pile",), cards, question)


def _pile(claims: Iterable[str], cards: Sequence[Card], question: Question) -> Value:
    """Return the value with a pile of which all cards are known, the top card last."""
    given = as_typed(cards)
    return value_of(question, claims, given, pile=tuple(cards), buried=0)


def _piles_that_come(top: Card, question: Question) -> Values:
    """Yield piles under whose top card is any natural card, or only cards that restrict a discard."""
    view, left = question.view, Left(question)
    ruleset, threes = question.ruleset, view.threes_in_pile or 0
    number, alike = (view.pile_size or 0) - 1 - threes, _restricted(question)
    # Those that must be discarded before others come first.
    ranks = sorted(
        ruleset.wild_ranks.natural,
        key=lambda rank: (rank in alike, ruleset.ranks.empty_pile[rank]),
    )
    wild, same, natural = left.wild(number), left.cards(alike), left.cards(ranks)
    widest = [f"are {_all_of(alike)}"] if alike else []
    every = [(["include other natural cards"], natural), ([f"are {ALL_WILD}", *widest], wild)]
    every += [(widest, [*same, *wild])] if alike else []
    for words, cards in every:
        if 0 < number <= len(cards):
            pile = (*[Card(Rank.RED_THREE)] * threes, *cards[:number], top)
            yield _pile([f"the cards under the top card {each}" for each in words], pile, question)


def _piles_by_depth(top: Card, question: Question) -> Values:
    """Yield piles in which a card that is melded lies at each depth."""
    view, left = question.view, Left(question)
    natural = [rank for rank in question.ruleset.wild_ranks.natural if rank is not top.rank]
    others = [*_freezing(left), *left.cards(natural, 2)]
    depths = range(view.pile_size or 0)
    for above in depths:
        cards = others[: len(depths) - 1]
        cards.insert(len(cards) - above, top)
        says = counted(above, depths, "{} above it in the pile", "card")
        yield _pile(says, cards, question)._replace(key=above)


def _red_threes(question: Question) -> Values:
    """Yield each number of red threes, the highest first."""
    numbers = range(Left(question).of(Rank.RED_THREE) + 1)
    for number in reversed(numbers):
        none = "your side has no red threes"
        says = counted(number, numbers, "your side has {}", "red three", none)
        yield value_of(question, says, number, red_threes=number)


def _stocks(question: Question) -> Values:
    """Yield a stock with cards, and an empty one; also one with few, where a card or bonus cards are drawn."""
    more = question.ruleset.opening.extra_cards and StockEnds not in question.kinds
    unusual = "the stock has enough cards" if more else ""
    # A turn ends the hand if it draws nothing but red threes, each replaced from the stock.
    threes = sum([draw.cards.of(Rank.RED_THREE) for draw in question.turn.draws])
    few = max(2 if more else 0, threes)
    # The cards that a turn names were there to be drawn.
    drawn = sum([draw.cards.size for draw in question.turn.draws])
    talon, draw = question.ruleset.talon, question.ruleset.deal.draw
    before = sum([each.cards.size or draw for each in question.turn.draws])
    enough = talon.stock + before if talon.cards else 0
    too_few = [enough - 1] if enough > few + 1 else []
    for number in (PLENTY, 0, *too_few, *range(few, 0, -1)):
        if number < drawn:
            continue
        many = (
            f"at least {count_of(few + 1, 'card')}"
            if number == PLENTY
            else count_of(number, "card")
        )
        says = [f"the stock has {many}"] if few and number else []
        says += ["the stock has cards left" if number else "the stock is empty"]
        if too_few:
            bound = "at least" if number == PLENTY else "fewer than"
            says += [f"the stock has {bound} {count_of(enough, 'card')}"]
        value = value_of(question, says, number, stock=number)
        yield value._replace(unusual=unusual if number < PLENTY else "")


# The total, the deal, and what is yes or no.


def _totals(question: Question) -> Values:
    """Yield one total for each tier of the initial meld."""
    tiers = question.ruleset.opening.tiers
    starts = [tier.start for tier in tiers[1:] if tier.start is not None]
    # Any total below the first limit will do; points are multiples of five.
    lowest = (starts[0] if starts else 0) - 5
    lower = ["", *[f"{start:,} or more" for start in starts]]
    upper = [*[f"below {start:,}" for start in starts], ""]
    for at, total in enumerate((lowest, *starts)):
        ends = [(lower[low], upper[high]) for low, high in spans(at, len(lower))]
        says = [f"your side's total is {' and '.join(filter(None, each))}" for each in ends]
        yield value_of(question, says, total, total=total)


def _deals(question: Question) -> Values:
    """Yield one deal for each tier of the initial meld."""
    for tier in question.ruleset.opening.tiers:
        deal = tier.start or 1
        yield value_of(question, f"it is deal {deal}", deal, deal=deal)


OPENED = "your side has opened"


def _opened(question: Question) -> Iterable[Value]:
    """Yield a side that has opened, and one that has not, and so has no melds."""
    view = question.view
    none = has_none_of_own(question) and not view.partner_melds
    values = [] if none else [value_of(question, OPENED, True, opened=True)]
    if not view.known_melds:
        not_opened = "your side has not opened"
        values.append(value_of(question, not_opened, False, opened=False, melds=()))
    # A person who gives the total asks about the initial meld.
    given = view.total is not None or view.minimum is not None
    return values[::-1] if given else values


def _choice(name: str, *values: tuple[object, ...]) -> Callable[[Question], Iterable[Value]]:
    """Return the values of an attribute: in words, as given, and if not equal."""

    def each(question: Question) -> Values:
        for says, given, *inside in values:
            facts = {name: inside[0] if inside else given}
            yield value_of(question, str(says), given, **facts)

    return each


def _feet(question: Question) -> Iterable[Value]:
    """Yield a player who has picked up the foot, and one who hasn't: first, if the turn picks it up."""
    values = list(_foot(question))
    return values[::-1] if TakeFoot in question.kinds else values


_foot = _choice(
    "foot",
    ("you have picked up your foot", False, EMPTY),
    ("you still have a foot", True, UNKNOWN),
)


# The suits of cards that are played.


def _suits(question: Question) -> Values:
    """Yield suits for cards without one: one for all sequences, others for each, and some that don't fit."""
    turn = question.turn
    runs = [onto.suit for onto in question.ontos]
    runs += [meld.suit for meld in question.view.known_melds if meld.shape is Shape.RUN]
    first = next((each for each in runs if each), Suit.HEARTS)
    others = [each for each in Suit if each is not first]
    fits, misfits = "the suits fit the sequence", "the suits don't fit the sequence"
    sizes = _sequences(turn)
    # Of a single card whose suit nothing tells apart, one suit stands for all.
    known = question.view.held.cards
    alike = not runs and question.view.melds is None and not any(card.suit for card in known)

    def value(suits: list[Suit], *claims: str, fit: bool = True) -> Value:
        given = "".join(each.value for each in suits)
        suited = _in_suits(turn, suits, fit=fit)
        return value_of(question._replace(turn=suited), claims, given)._replace(key=given)

    runs_or_cards = [lay.cards for lay in question.lays if _in_sequence((*lay.cards,))]
    if alike and sum(cards.size for cards in runs_or_cards) + (turn.take is not None) <= 1:
        yield value([first])
        return
    for suit in (first, *others):
        claims = (fits,) if suit is first else (f"the suit is {suit.name.lower()}", fits)
        yield value([suit], *claims)
    if 1 < len(sizes) <= MOST_SEQUENCES:
        table = [each for each in dict.fromkeys(runs) if each]
        every = [*permutations(table, len(sizes))]
        # The packs may have too few cards for all of them in one suit.
        if not _is_possible(value([first])):
            every.append((first, *others)[: len(sizes)])
        for apart in dict.fromkeys(every):
            yield value(_of_each(sizes, apart), fits)
        if held := _as_held(question, sizes):
            yield value(held, "the suits are those in your hand", fits)
    yield value(others, misfits, fit=False)
    if len(sizes) > 1:
        # The same three cards of other suits may be more than the packs have.
        yield value([*others, first], misfits, fit=False)


MOST_SEQUENCES = 4
"""Sequences of one turn of which each gets a suit of its own."""


def _sequences(turn: Turn) -> list[int]:
    """Count the cards without suits of each sequence that is melded; none if one takes the pile."""
    lays = [lay for lay in turn.melded if isinstance(lay, MeldCards)] if turn.take is None else []
    return [
        len([card for card in lay.cards if card.rank.four_to_ace and not card.suit])
        for lay in lays
        if _in_sequence((*lay.cards,))
    ]


def _of_each(sizes: list[int], suits: Iterable[Suit]) -> list[Suit]:
    """Return a suit for each card, if each sequence has one."""
    return [suit for suit, size in zip(suits, sizes, strict=True) for _ in range(size)]


def _as_held(question: Question, sizes: list[int]) -> list[Suit] | None:
    """Return a suit for each card, so that the hand has them all."""
    for suits in product(Suit, repeat=len(sizes)):
        found = _of_each(sizes, suits)
        melded = _in_suits(question.turn, found).melded
        # Those of sets have no suits here, whatever the hand has.
        cards = Cards(card for lay in melded for card in lay.cards if card.suit)
        if len({*suits}) > 1 and question.view.held.cards.has(cards):
            return found
    return None


def _in_sequence(cards: tuple[Card, ...]) -> bool:
    """A set may have any suits; several ranks, or one card laid off, may be part of a sequence."""
    return len(cards) == 1 or len({card.rank for card in cards if card.rank.four_to_ace}) > 1


def _in_suits(turn: Turn, suits: list[Suit], *, fit: bool = True) -> Turn:
    """Return a turn with suits for the cards that have none, one after the other; sets keep theirs.

    If they ``fit``, cards that are laid off on a sequence have its suit.
    """
    following = cycle(suits)

    def named(
        cards: Iterable[Card], suit: Suit | None = None, beside: Iterable[Card] = ()
    ) -> Cards:
        given = next((card.suit for card in (*cards, *beside) if card.suit), suit)
        chosen = cycle([given]) if given and fit else following
        return Cards(
            card if card.suit or not card.rank.four_to_ace else Card(card.rank, next(chosen))
            for card in cards
        )

    def laid(lay: MeldOrLayOff) -> MeldOrLayOff:
        if isinstance(lay, LayOff):
            return lay if lay.onto.rank else lay._replace(cards=named(lay.cards, lay.onto.suit))
        return MeldCards(named(lay.cards)) if _in_sequence((*lay.cards,)) else lay

    def suited(clause: Clause) -> Clause:
        if isinstance(clause, MeldDown):
            return clause._replace(melded=tuple([laid(lay) for lay in clause.melded]))
        if isinstance(clause, Take) and clause.top and _in_sequence((clause.top, *clause.hand)):
            (top,) = named((clause.top,), beside=clause.hand)
            return clause._replace(top=top, hand=named(clause.hand, beside=(top,)))
        return clause

    return turn._replace(clauses=tuple(map(suited, turn.clauses)))


DOMAINS: dict[Fact | Key, Callable[[Question], Iterable[Value]]] = {
    Fact.HAND: _hands,
    Fact.DREW: _choice(
        "drew",
        ("you drew from the stock", "stock", Drew.STOCK),
        ("you took the pile", "pile", Drew.PILE),
    ),
    Fact.FIRST_TURN: _choice(
        "first_turn", ("this is not your first turn", False), ("this is your first turn", True)
    ),
    Fact.ASKED: _choice("asked", ("your partner says yes", True), ("your partner says no", False)),
    Fact.FOOT: _feet,
    Fact.OUT: _out,
    Fact.OPENED: _opened,
    Fact.TOTAL: _totals,
    Fact.RED_THREES: _red_threes,
    Fact.PARTNER_FOOT: _choice(
        "partner_foot",
        ("your partner has played from the foot", False),
        ("your partner still has a foot", True),
    ),
    Fact.PILE: _piles,
    Fact.TOP: _tops,
    Fact.PILE_SIZE: _pile_sizes,
    Fact.FROZEN: _choice(
        "frozen", ("no card freezes the pile", False), ("a card freezes the pile", True)
    ),
    Fact.STOCK: _stocks,
    Fact.DEAL: _deals,
    Fact.SUITS: _suits,
    Fact.DRAWN: _drawn,
    Elsewhere.CANASTAS: canastas_elsewhere,
    Elsewhere.UNFINISHED: unfinished_elsewhere,
    Elsewhere.OTHERS: other_melds,
    Elsewhere.THREES: _threes_in_pile,
}
