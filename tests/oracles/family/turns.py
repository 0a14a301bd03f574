"""Find every move of a turn in games beyond the classic ones by brute force.

Written from the printed rules, without code of the program. ``oracles.family.melds`` knows which melds are
legal, and what opening and going out require; this module adds the draw, the pile, the foot and the
discard. A turn is followed in the order of play: melds made before the pile or the foot joins the hand
must be legal without those cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from oracles.family.melds import (
    CANASTA,
    ORDER,
    RANKS,
    WILD,
    Meld,
    Melds,
    Placement,
    Question,
    after,
    comparable,
    is_legal_meld,
    is_run,
    kind_of,
    kinds,
    may_be_placed,
    placements,
    rank,
)
from oracles.family.requirements import may_go_out, opens
from oracles.family.special_hands import is_special
from oracles.family.turn_rules import TurnRules

Cards = tuple[str, ...]
SPECIAL = "special"
DOWN = "face down"


@dataclass(frozen=True)
class Position:
    """A player to move: the hand before the draw, the cards to draw, the side's melds.

    The top card of the pile is the last one. ``theirs`` are the ranks of the other side's canastas.
    ``foot`` are the cards of the player's foot, ``None`` if there is none to pick up; with
    ``partner_foot`` the partner still has one. ``asked`` is the partner's answer, if the player
    asked. ``first`` marks this player's first turn, ``stock`` is the number of cards in the stock
    before the draw, ``reds`` the number of the side's red threes.
    """

    hand: Cards
    drawn: Cards
    table: Melds = ()
    pile: Cards = ()
    total: int = 0
    deal: int = 1
    theirs: Cards = ()
    foot: Cards | None = None
    partner_foot: bool = False
    asked: bool | None = None
    first: bool = False
    stock: int = 40
    reds: int = 0


class Move(NamedTuple):
    """The result of a turn: pile or stock, the side's melds, the foot picked up, the last card.

    There is no last card if everything was melded; a card discarded face down has no rank here. In
    games with sequences suits matter: ``kept`` are then the cards that stay in the hand.
    """

    taken: bool
    table: Melds
    foot: bool
    last: str | None
    kept: Cards = ()


class State(NamedTuple):
    """A turn in progress: the melds of the side, and the hand.

    With ``foot``, the foot was picked up. With ``short``, the initial meld is enough only if the
    player goes out.
    """

    table: Melds
    hand: Cards
    foot: bool = False
    short: bool = False


def moves(position: Position, rules: TurnRules) -> set[Move]:
    """Return every distinct move that some legal turn leads to."""
    found = {
        Move(taken, state.table, state.foot, last, _staying(state.hand, last, rules))
        for taken, laid in (
            (False, _by_drawing(position, rules)),
            (True, _by_taking(position, rules)),
        )
        for state in _with_foot(set(laid), position, rules)
        for last in _ends(state, position, rules, taken=taken)
    }
    whole = (*position.hand, *without_threes(position.drawn, rules))
    if not position.table and is_special(whole, rules.special):
        found.add(Move(taken=False, table=(), foot=False, last=SPECIAL))
    return found


def _staying(hand: Cards, last: str | None, rules: TurnRules) -> Cards:
    """Return the cards that stay in the hand, in games where suits matter."""
    if not rules.game.suits:
        return ()
    return tuple(sorted((Counter(hand) - Counter([last or DOWN])).elements()))


def without_threes(cards: Iterable[str], rules: TurnRules) -> Cards:
    """Return the cards without the threes that are laid out."""
    laid_out = {"3R", "3B"} if rules.black_laid else {"3R"}
    return tuple(card for card in cards if card not in laid_out)


def _state(table: Melds, hand: Iterable[str], *, foot: bool, short: bool) -> State:
    """Return a state in canonical order, so that equivalent states are equal."""
    return State(tuple(sorted(map(comparable, table))), tuple(sorted(hand)), foot, short)


def minimum(position: Position, rules: TurnRules) -> tuple[int, tuple[str, ...]]:
    """Return the points needed to open, and the kinds of canasta of which one is required."""
    at = position.deal if rules.by_deal else position.total
    _, points, canastas = max(step for step in rules.steps if at >= step[0])
    return points, canastas


def _question(position: Position, rules: TurnRules, table: Melds, top: str | None) -> Question:
    points, canastas = minimum(position, rules)
    return Question(
        position.hand, table, points, canastas, top, top is None, position.theirs, position.reds
    )


def _left(hand: Cards, laid: Placement, left: Counter[str]) -> set[Cards]:
    """Return every choice of cards left in hand; a set may take any card of its rank."""
    rest = Counter(hand) - Counter(card for card in laid.cards if card not in ORDER)
    held: dict[str, list[str]] = {}
    for card in rest.elements():
        held.setdefault(rank(card), []).append(card)
    choices = (set(combinations(sorted(held[what]), n)) for what, n in left.items() if n)
    return {tuple(card for some in chosen for card in some) for chosen in product(*choices)}


def _melding(state: State, position: Position, rules: TurnRules) -> Iterator[State]:
    """Yield everything that a side may lay after opening, including nothing.

    Melds that are legal only when going out are included, and checked at the end of the turn.
    """
    question = _question(position, rules, state.table, None)
    for laid, left in placements(state.hand, state.table, rules.game):
        if may_be_placed(laid, question, rules.game, out=True):
            for hand in _left(state.hand, laid, left):
                table = after(laid, state.table)
                yield _state(table, hand, foot=state.foot, short=state.short)


def _opening(
    hand: Cards, position: Position, rules: TurnRules, taken: Meld | None = None
) -> Iterator[State]:
    """Yield every opening from a hand; ``taken`` is the meld that takes the pile."""
    question = _question(position, rules, (), rank(position.pile[-1]) if taken else None)
    claimed: Melds = (taken,) if taken else ()
    for laid, left in placements(hand, claimed, rules.game):
        first = Placement((), after(laid, claimed))
        claim = first.new[0] if taken else None
        if not first.new:
            yield _state((), hand, foot=False, short=False)
        elif may_be_placed(first, question, rules.game, out=True):
            for short in (False, True):
                if opens(first, question, rules.game, taken=claim, out=short):
                    for rest in _left(hand, laid, left):
                        yield _state(first.new, rest, foot=False, short=short)
                    break


def _by_drawing(position: Position, rules: TurnRules) -> Iterator[State]:
    """Yield the turns that draw and lay anything, before the foot."""
    hand = (*position.hand, *without_threes(position.drawn, rules))
    if position.table:
        return _melding(State(position.table, hand), position, rules)
    return _opening(hand, position, rules)


def _frozen(position: Position, rules: TurnRules) -> bool:
    """True if only a natural pair takes the pile."""
    return rules.always_frozen or not position.table or not {*WILD, "3R"}.isdisjoint(position.pile)


def _claims(position: Position, rules: TurnRules) -> Iterator[Cards]:
    """Yield the cards of the hand that can take the top card; none if it is laid off."""
    top = rank(position.pile[-1])
    same = sorted(card for card in position.hand if rank(card) == top)
    if top in WILD:
        yield from set(combinations(same, 2)) if rules.game.wild_top else ()
        return
    closed = not position.table and not rules.game.takes_unopened
    alone = rules.one_card_rule and len(position.hand) == len(position.pile) == 1
    if closed or alone or top in rules.game.blocked or top not in RANKS:
        return
    yield from set(combinations(same, 2))
    if not _frozen(position, rules):
        if rules.natural_wild:
            yield from product(set(same), {*position.hand} & {*WILD})
        if rules.lay_off:
            yield ()


def _onto(position: Position, rules: TurnRules, claim: Cards) -> Iterator[tuple[int | None, Cards]]:
    """Yield each meld that the top card and its claim may join, ``None`` for a new one, and the cards."""
    top = position.pile[-1]
    own = "wild" if top in WILD else rank(top)
    cards = comparable((rank(top), *map(rank, claim)))
    if claim:
        yield None, cards
    for at, meld in enumerate(position.table):
        open_ = claim or len(meld) < CANASTA or rules.onto_canasta
        if open_ and kind_of(meld) == own:
            yield at, cards
        elif not claim and len(meld) < CANASTA and is_run((*meld, top)) and is_run(meld):
            yield at, (top,)


def _claimed(position: Position, rules: TurnRules, claim: Cards) -> Iterator[Melds]:
    """Yield the table after the top card is melded."""
    for at, cards in _onto(position, rules, claim):
        onto = tuple(cards if at == n else () for n in range(len(position.table)))
        laid = Placement(onto, (cards,) if at is None else ())
        if may_be_placed(
            laid, _question(position, rules, position.table, None), rules.game, out=False
        ):
            yield after(laid, position.table)


def _by_taking(position: Position, rules: TurnRules) -> Iterator[State]:
    """Yield the turns that take the pile and lay anything more, before the foot.

    The top card is melded first, and a side that has not opened opens, before the rest of the pile
    joins the hand.
    """
    if not position.pile:
        return
    aside = {"3R", "3B"} if rules.black_aside or rules.black_laid else {"3R"}
    comes = tuple(card for card in position.pile[:-1][1 - rules.comes :] if card not in aside)
    begun = set()
    for claim in _claims(position, rules):
        hand = tuple((Counter(position.hand) - Counter(claim)).elements())
        for table in _claimed(position, rules, claim):
            if position.table:
                begun.add(_state(table, hand, foot=False, short=False))
            else:
                begun |= set(_opening(hand, position, rules, taken=table[0]))
    for table, hand, _, short in begun:
        yield from _melding(State(table, (*hand, *comes), short=short), position, rules)


def _with_foot(states: set[State], position: Position, rules: TurnRules) -> Iterator[State]:
    """Yield the same turns; those that pick up the foot continue with its cards."""
    if position.foot is None:
        yield from states
        return
    foot, made = without_threes(position.foot, rules), kinds(position.table, rules.game).total()
    for state in states:
        due = not state.hand
        if rules.foot == "canasta":
            due = kinds(state.table, rules.game).total() > made
        if due:
            begun = State(state.table, (*state.hand, *foot), foot=True, short=state.short)
            yield from _melding(begun, position, rules)
        else:
            yield state


def _ends(
    state: State, position: Position, rules: TurnRules, *, taken: bool
) -> Iterator[str | None]:
    """Yield each way to end the turn now: a discard, or ``None`` when going out without one."""
    if taken and not position.table and not _stays_first(state, position, rules):
        return
    waits = rules.foot == "hand" and position.foot is not None and not state.foot
    may = (
        not waits
        and position.asked is not False
        and not (rules.partner_foot and position.partner_foot)
        and may_go_out(
            Placement(((),) * len(state.table), ()), _question_of(state, position), rules.game
        )
        and not _first_with_more(state, position, rules)
    )
    if (
        not state.hand
        and may
        and not rules.game.must_discard
        and _melds_are_legal(state, rules, out=True)
    ):
        yield None
    last = len(state.hand) == 1
    down = DOWN if rules.face_down else ""
    goes_on = len(state.hand) > 1 or _may_be_used_up(state, position, rules, taken=taken)
    for out, can in ((True, last and may), (False, goes_on and not (last and may))):
        if (
            can
            and _melds_are_legal(state, rules, out=out)
            and (out or not (state.short or position.asked))
        ):
            for card in set(state.hand):
                if _goes(card, state, position, rules, taken, out):
                    yield (out and down) or card


def _question_of(state: State, position: Position) -> Question:
    return Question(state.hand, state.table, theirs=position.theirs, reds=position.reds)


def _first_with_more(state: State, position: Position, rules: TurnRules) -> bool:
    """True if this is an initial meld that brings extra cards into the hand."""
    return rules.game.extra_cards and not position.table and bool(state.table)


def _melds_are_legal(state: State, rules: TurnRules, *, out: bool) -> bool:
    """True if every meld is legal at the end; black threes and long sequences only when going out."""
    return all(is_legal_meld(meld, rules.game, out=out) for meld in state.table)


def _stays_first(state: State, position: Position, rules: TurnRules) -> bool:
    """True if all melds of a turn that opened with the pile are legal as an initial meld.

    Their points were checked before the rest of the pile was taken.
    """
    top = rank(position.pile[-1])
    taken = next(meld for meld in state.table if top in meld)
    question = Question(position.hand, (), 0, (), top, drew_stock=False)
    return opens(Placement((), state.table), question, rules.game, taken=taken, out=False)


def _may_be_used_up(state: State, position: Position, rules: TurnRules, *, taken: bool) -> bool:
    """True if a player may keep no card after the discard without going out."""
    if rules.foot == "hand" and position.foot is not None and not state.foot:
        return True
    opens = not position.table and bool(state.table)
    if opens and rules.game.extra_cards:
        return True
    stock = position.stock - (0 if taken else len(position.drawn))
    due = stock >= rules.bonus_stock and (rules.game.spared_with_pile or not taken)
    return opens and rules.game.spared and due


def _goes(
    card: str, state: State, position: Position, rules: TurnRules, taken: bool, out: bool
) -> bool:
    """True if a card may be discarded."""
    if not _ever_goes(card, state, position, rules, out):
        return False
    barred = _barred_without_pile(state, position, rules)
    pile_remains = len(position.pile) > rules.comes if taken else bool(position.pile)
    if pile_remains or out or rank(card) not in barred:
        return True
    others = [each for each in state.hand if _ever_goes(each, state, position, rules, out)]
    # Aces and sevens that are not dead are discarded before dead ranks.
    dead = rules.no_pile_dead and rank(card) not in rules.no_pile
    if dead and any(rank(each) in rules.no_pile for each in others):
        return False
    return rules.relief and all(rank(each) in barred for each in others)


def _ever_goes(card: str, state: State, position: Position, rules: TurnRules, out: bool) -> bool:
    """True if a card may be discarded if there is a pile."""
    what = rank(card)
    if what == "3R" or (
        what == "3B" and (rules.black_laid or (rules.black_later and position.first))
    ):
        return False
    if out:
        return what not in rules.game.never_last
    alone = all(rank(each) == what or {what, each} <= {*WILD} for each in state.hand)
    if what in WILD:
        laid = sum(map(len, state.table)) > sum(map(len, position.table))
        return rules.wild_discard == "any" or (
            alone and not (laid and rules.wild_discard == "none-laid")
        )
    sevens = "7" in position.theirs and kinds(state.table, rules.game)["sevens"] > 0
    return not (what == "7" and rules.keeps_sevens) or sevens or alone


def _barred_without_pile(state: State, position: Position, rules: TurnRules) -> set[str]:
    """Return the ranks that may not be discarded if there is no pile."""
    dead = {kind_of(meld) for meld in state.table if len(meld) >= CANASTA} | {*position.theirs}
    return {*rules.no_pile} | (dead if rules.no_pile_dead else set())
