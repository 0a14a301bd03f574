"""Every legal turn of a player whose cards are known: the generator, which asks the rules.

It lists what could be played, meld by meld, and gives what the rules let pass. Turns that come to
the same table and the same last card are one turn.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.fillings import Hand, Missing, Mix, fillings, in_order
from canasta_cli.engine.known import Known
from canasta_cli.engine.openings import points_needed
from canasta_cli.engine.pickup import PICKUP
from canasta_cli.engine.play import Play, set_up
from canasta_cli.engine.referee import rule_on, verdict_on
from canasta_cli.engine.rule import judge
from canasta_cli.engine.stock_end import takings
from canasta_cli.engine.threes import kept
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import Clause, Discard, Draw, GoOut, MeldDown, Take, Turn
from canasta_cli.rules.schema import Ruleset

Key = tuple[object, ...]


class Start(NamedTuple):
    """A turn that has begun, by a draw or with the pile: the cards and the melds to play from.

    ``shown`` are those of the cards that were in the hand before the pile was touched.
    """

    clause: Draw | Take
    hand: Hand
    shown: Hand
    melds: tuple[Meld, ...]


def moves(
    known: Known, ruleset: Ruleset, drawn: Cards | None = None, mix: Mix = in_order
) -> Iterator[Turn]:
    """The legal turns, each once, in canonical order unless ``mix`` gives another.

    ``known`` tells the whole table and the hand before the draw; ``drawn`` are the cards that the
    draw brings. Without them no turn begins from the stock. Raises ``ValueError`` where the hand or
    the side's melds are not known.
    """
    if known.hand is None or known.melds is None:
        raise ValueError("legal turns are those of a hand and of melds that are known")
    seen: set[Key] = set()
    starts = list(_starts(known, ruleset, drawn))
    mix(starts)
    if drawn is not None and drawn and not kept(drawn, ruleset):
        # The stock ended with a three: it is laid out, and the hand is over.
        yield Turn((Draw(drawn),))
    for start in starts:
        for turn, key in _from(start, known, ruleset, mix):
            if key not in seen:
                seen.add(key)
                yield turn


def _starts(known: Known, ruleset: Ruleset, drawn: Cards | None) -> Iterator[Start]:
    hand = _told(known.hand or NO_CARDS, ruleset)
    if drawn is not None and (kept(drawn, ruleset) or not drawn):
        after = hand + _told(kept(drawn, ruleset), ruleset)
        yield Start(Draw(drawn), after, after, known.melds or ())
    top = known.top_card
    if top is None:
        return
    under = _told(kept((known.pile or ())[:-1], ruleset), ruleset)
    for take in takings(top, known, ruleset):
        play = set_up(Turn((take,)), known, ruleset)
        if judge(play, PICKUP, ruleset).legal:
            own = hand - _told(take.hand, ruleset)
            yield Start(take, own + under, own, play.melds or ())


def _told(cards: Cards, ruleset: Ruleset) -> Hand:
    """Cards as the generator tells them apart: suits matter only where there are runs."""
    runs = ruleset.melds.runs
    return Counter(card if runs and card.rank.natural else Card(card.rank) for card in cards)


def _from(start: Start, known: Known, ruleset: Ruleset, mix: Mix) -> Iterator[tuple[Turn, Key]]:
    """The legal turns with one beginning, each with what it comes to."""
    missing = _missing(start, known, ruleset)
    for lays in fillings(start.hand, start.melds, ruleset, missing, mix):
        clauses: tuple[Clause, ...] = (start.clause, *((MeldDown(lays),) if lays else ()))
        if verdict_on(Turn(clauses), known, ruleset).legal is False:
            # No end of the turn mends what the rules refuse already.
            continue
        rest = start.hand - Counter(card for lay in lays for card in lay.cards)
        for end in _ends(rest, mix):
            turn = Turn((*clauses, end))
            ruling = rule_on(turn, known, ruleset, whole=True)
            if ruling.verdict.legal is not False:
                yield turn, _comes_to(ruling.play, end)


def _missing(start: Start, known: Known, ruleset: Ruleset) -> Missing:
    """What melds must come to for the rules to be worth asking: an opening, or the whole hand.

    Who goes out with the whole hand may need no minimum; the rules say so.
    """
    whole = start.hand.total() - 1
    if known.has_opened:
        return Missing(0, whole)
    needed = points_needed(known, ruleset)
    if isinstance(start.clause, Draw):
        return Missing(needed, whole)
    take = start.clause
    top = (take.top,) if take.top and ruleset.opening.top_counts else ()
    missing = needed - worth((*top, *take.hand), ruleset)
    return Missing(missing, whole, free=False, shown=start.shown)


def _comes_to(play: Play, end: Clause) -> Key:
    """What makes two turns one: how it began, the melds then, and the last card."""
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    return (play.took_pile, tuple(melds), end)


def _ends(rest: Hand, mix: Mix) -> list[Clause]:
    if not rest:
        return [GoOut()]
    cards = sorted(rest, key=lambda card: card.order)
    mix(cards)
    return [Discard(Cards((card,))) for card in cards]
