"""Find what can't be so on a table as it is stated: facts that contradict each other, the deck or the ruleset.

The commands and the library refuse such a table, and a missing fact is only given values that pass.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.points import beyond_last, deck_size, grade, surpluses
from canasta_cli.engine.rule import RuleFinding
from canasta_cli.engine.turn.taking import freezes, frozen_against
from canasta_cli.engine.view import Drew, View, alone, like, without
from canasta_cli.model.cards import NO_CARDS, Card, Cards, MeldCards, Rank, meld_under, together
from canasta_cli.model.turn import Draw, LayThrees, Packet, StockEnds, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank
from canasta_cli.words import count_of, either


def as_typed(cards: Iterable[Card]) -> str:
    """Cards as a person would type them."""
    return "".join(card.symbol for card in cards)


def contradictions(turn: Turn, view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence for each contradiction on a table, or with a turn and the cards that it shows."""
    yield from _begun_otherwise(turn, view, ruleset)
    yield from _sides_melds(view)
    if view.opened is True and view.melds == ():
        yield "your side has no melds, so it has not opened"
    if view.canastas and view.has_opened is False:
        yield "your side has not opened, so it has no canastas"
    if view.melds is not None and view.canastas is not None:
        # Few questions give both.
        from canasta_cli.engine.items import merged

        melds = merged(view.melds, ruleset)
        have = sum(grade(meld, ruleset) is not None for meld in melds)
        if have != view.canastas:
            yield f"the melds include {count_of(have, 'canasta')}, not {view.canastas}"
    yield from _frozen_conflicts(view, ruleset)
    if (view.has_foot or view.partner_foot) and ruleset.deal.foot is None:
        yield "a foot is given, but these rules have none"
    if alone(ruleset) and (view.partner_melds or view.asked is not None):
        yield "a partner is given, but in these rules each player plays alone"
    if beyond := beyond_last(view.deal, ruleset):
        yield beyond
    yield from _no_such_minimum(view, ruleset)
    yield from _too_many(turn, view, ruleset)


def _begun_otherwise(turn: Turn, view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions between the beginning of a turn and the facts."""
    draws, take = bool(turn.draws), turn.take
    passes = StockEnds in map(type, turn.clauses) and not (draws or take)
    if passes and view.drew is not None:
        yield f"a player who passes takes no card, but this turn began with the {view.drew.value}"
    own, others = view.melds, view.partner_melds
    melded = alone(ruleset) and view.has_opened
    if own is not None and others is not None:
        melded = sum(meld.size for meld in own) > sum(meld.size for meld in others)
    if view.first_turn and melded and (passes or draws or take):
        yield "this is your first turn of the hand, so you have no melds of your own"
    if draws and view.drew is Drew.PILE:
        yield "the turn begins with a draw, not with the pile"


def illegal_melds(
    melds: Iterable[MeldCards], ruleset: Ruleset, *, going_out: bool | None = None
) -> Iterator[tuple[MeldCards, RuleFinding]]:
    """Yield the melds that can't be on a table, each with the finding against it.

    ``going_out`` is false for those of earlier turns: nobody has gone out.
    """
    for meld in melds:
        verdict = judge_meld(meld_under(ruleset.wild_ranks, meld), ruleset, going_out=going_out)
        if verdict.legal is False:
            yield meld, verdict.refused[0]


def divided(melds: Iterable[MeldCards], ruleset: Ruleset) -> Rank | None:
    """Return the first rank of which melds lie apart that the game has as one; ``None`` if there is none."""
    same = ruleset.melds.same_rank
    if same is SameRank.APART or ruleset.one_alone:
        return None
    unfinished: set[Rank] = set()
    for meld in [meld_under(ruleset.wild_ranks, each) for each in melds]:
        if meld.rank is None or (same is SameRank.AFTER_CANASTA and grade(meld, ruleset)):
            continue
        if meld.rank in unfinished:
            return meld.rank
        unfinished.add(meld.rank)
    return None


def _sides_melds(view: View) -> Iterator[str]:
    """Yield contradictions about the side's melds."""
    if view.opened is False and view.melds:
        yield "your side has melds, so it has opened"
    if view.opened is False and view.partner_melds:
        yield "your partner has melded, so your side has opened"
    for meld in view.partner_melds or () if view.melds is not None else ():
        if all(Counter(meld.cards) - Counter(each.cards) for each in view.melds or ()):
            named = as_typed(meld.cards)
            yield f"your partner's {named} is not among your side's melds"


def _no_such_minimum(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield a contradiction if no side ever needs the minimum that is given."""
    if view.minimum is None:
        return
    needs = dict.fromkeys(tier.points for tier in ruleset.opening.tiers)
    if view.minimum not in needs and "opening.tiers" not in ruleset.unknown:
        needed = either(str(points) for points in needs)
        yield f"the minimum is {view.minimum}, but in these rules a side needs {needed} to open"


def _frozen_conflicts(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions between a frozen pile and its cards; a top card may freeze it later."""
    if view.frozen and view.pile_size == 0:
        yield "the pile has no cards, so it is not frozen"
    if view.frozen is None or not view.known_pile:
        return
    freezing = next((card for card in view.known_pile if freezes(card, ruleset)), None)
    if view.frozen and frozen_against(view.replace(frozen=None), ruleset).frozen is False:
        yield "no card in the pile freezes it and your side has opened, so it is not frozen"
    if not view.frozen and freezing is not None and freezing is not view.known_pile[-1]:
        yield f"the pile has {freezing.rank.one}, so it is frozen"


def _too_many(turn: Turn, view: View, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradictions about cards that are given more often than the deck has them."""
    cards = _seen(turn, view)
    # The stock is given as it was before the draw.
    drawn = sum([draw.cards.size for draw in turn.draws]) if view.stock else 0
    stock = max((view.stock or 0) - drawn, 0)
    counts = dict(cards.by_rank())
    if view.red_threes:
        counts[Rank.RED_THREE] = counts.get(Rank.RED_THREE, 0) + view.red_threes
    for _, many, have, most in surpluses(counts, (), ruleset):
        yield f"that makes {have} {many}; the deck has {most}"
    every = deck_size(ruleset)
    if view.canastas and view.melds is None and view.canastas * ruleset.melds.canasta > every:
        least = count_of(view.canastas * ruleset.melds.canasta, "card")
        yield f"{count_of(view.canastas, 'canasta')} are at least {least}; the deck has {every}"
    if (given := len(cards) + stock) > every:
        yield f"that makes {count_of(given, 'card')}, including the stock; the deck has {every}"
    size = view.pile_size if view.buried else None
    if size is not None and size + len(cards) + stock - len(view.pile) > every:
        yield f"a pile of {count_of(size, 'card')} is too many; the deck has {every}"
    # Without sequences suits don't matter, and a wrong suit is not a contradiction.
    for _, many, have, most in surpluses({}, cards if ruleset.melds.runs else (), ruleset):
        yield f"that makes {have} {many}; the deck has {most}"


def _seen(turn: Turn, view: View) -> Cards:
    """Return all cards that a table and a turn show, each in one place."""
    melds = [*view.known_melds, *(view.their_melds or ())]
    melds += [meld for _, some in view.their_some for meld in some]
    melds += [*(view.more or ()), *(view.unfinished or ())]
    every = (
        view.held.cards,
        *(meld.cards for meld in melds),
        Cards(view.pile),
        _beside(turn, view),
    )
    return together(every)


def _beside(turn: Turn, view: View) -> Cards:
    """Return the cards that a turn shows besides those of the hand that are known."""
    if view.hand is not None:
        return together(each.cards for each in turn.clauses if isinstance(each, Draw | Packet))
    named = [each.cards for each in turn.clauses if isinstance(each, Draw | LayThrees)]
    return without(view.held.cards, together((turn.played, *named)))[1]


def seen_elsewhere(turn: Turn, view: View) -> Cards:
    """Return all cards that a table and a turn show, and so are not among unknown ones."""
    top = turn.take.top if turn.take else None
    hidden = (
        Cards((top,)) if top is not None and not any(like(top, c) for c in view.pile) else NO_CARDS
    )
    return _seen(turn, view) + hidden
