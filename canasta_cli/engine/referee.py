"""Whether a play is legal: every rule asked about it, and what it would come to."""

from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.adding import ADDING
from canasta_cli.engine.discarding import DISCARDING
from canasta_cli.engine.freezing import freezes, frozen_against
from canasta_cli.engine.going_out import GOING_OUT, GoingOut
from canasta_cli.engine.grading import grade, lacking
from canasta_cli.engine.holding import HOLDING, has_canastas
from canasta_cli.engine.known import Held, Known
from canasta_cli.engine.laying import LAYING
from canasta_cli.engine.leaving import LEAVING, concealed
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.opening import OPENING
from canasta_cli.engine.pickup import PICKUP
from canasta_cli.engine.play import Laid, Play, set_up, taken
from canasta_cli.engine.rule import Verdict, judge, together
from canasta_cli.engine.values import held
from canasta_cli.engine.withholding import WITHHOLDING
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, Portion


class After(NamedTuple):
    """The table if the play stands, as far as it is known."""

    melds: tuple[Meld, ...] | None
    hand: Held
    frozen: bool | None
    pile: int | None
    opened: bool | None
    over: bool | None


class Ruling(NamedTuple):
    """A verdict, and what the play comes to.

    ``value`` are the card points melded, ``canastas`` the grades completed, ``bonus`` what going
    out pays; ``concealed`` is ``None`` where it cannot be known whether it is.
    """

    play: Play
    verdict: Verdict
    value: int
    canastas: tuple[Grade, ...]
    concealed: bool | None
    bonus: int | None
    after: After


# In the order of their findings: how the turn begins and ends, the melds, and what is laid in all.
TURN = (*DISCARDING, *WITHHOLDING, *PICKUP)
LAID = (*LAYING, *ADDING, *OPENING, *HOLDING, *LEAVING)


def rule_on(
    turn: Turn, known: Known, ruleset: Ruleset, *, whole: bool = False, leaves: bool = False
) -> Ruling:
    """Judge a turn, or a part of one.

    ``whole``: the turn is told from its beginning, so that its order is judged too, and the hand
    is the one before the draw. ``leaves``: the question is whether the player may go out so.
    """
    play = set_up(turn, known, ruleset, whole=whole, leaves=leaves)
    hidden = concealed(play, ruleset)
    return Ruling(
        play=play,
        verdict=_verdict(play, ruleset),
        value=play.value,
        canastas=_completed(play, ruleset),
        concealed=hidden if play.goes_out else None,
        bonus=_bonus(play, hidden, ruleset),
        after=_after(play, ruleset),
    )


def verdict_on(turn: Turn, known: Known, ruleset: Ruleset) -> Verdict:
    """Only whether a part of a turn is legal, where nobody asks what it comes to."""
    return _verdict(set_up(turn, known, ruleset), ruleset)


def _verdict(play: Play, ruleset: Ruleset) -> Verdict:
    melds = (_as_it_lies(each, play, ruleset) for each in play.laid if not each.stray)
    turn, laid = judge(play, TURN, ruleset), judge(play, LAID, ruleset)
    return together((turn, *melds, laid, *_out(play, ruleset)), ruleset)


def _as_it_lies(laid: Laid, play: Play, ruleset: Ruleset) -> Verdict:
    """What the rules of melding say of a meld; unknown where it may join one that nobody told."""
    found = judge_meld(Lying(laid.after, play.goes_out), ruleset)
    rank = laid.after.rank
    if found.legal is not False or play.melds is not None or not play.known.opened or rank is None:
        return found
    for more in range(1, held(rank, ruleset) - len(laid.after.naturals) + 1):
        grown = Meld(laid.after.cards + Cards([Card(rank)] * more))
        if judge_meld(Lying(grown, play.goes_out), ruleset).legal:
            return Verdict(ruleset, (), ("melds",))
    return found


def _out(play: Play, ruleset: Ruleset) -> Iterator[Verdict]:
    if play.goes_out:
        have = max(play.canastas.total(), play.known.canastas or 0)
        enough = has_canastas(play, ruleset)
        missing = lacking(ruleset.out.needs, play.canastas)
        case = GoingOut(have, enough, play.known.red_threes, missing)
        yield judge(case, GOING_OUT, ruleset)


def _completed(play: Play, ruleset: Ruleset) -> tuple[Grade, ...]:
    """The grades of the canastas that this play makes."""
    return tuple(
        kind
        for each in play.laid
        if (kind := grade(each.after, ruleset)) is not None
        and not (each.before and grade(each.before, ruleset))
    )


def _bonus(play: Play, hidden: bool | None, ruleset: Ruleset) -> int | None:
    if not play.goes_out:
        return None
    return ruleset.out.bonus + (ruleset.out.concealed if hidden else 0)


def _pile_left(play: Play, ruleset: Ruleset) -> tuple[bool | None, int | None]:
    """Whether what is left of a pile taken is frozen, and how many cards that are."""
    known, whole = play.known, ruleset.pile.portion is Portion.WHOLE
    if whole and ruleset.pile.taken is None:
        return False, 0
    if known.pile is not None and play.take is not None:
        left = known.pile[: len(known.pile) - 1 - len(taken(play.take, known.pile, ruleset))]
        return any(freezes(card, ruleset) for card in left), len(left)
    size, most = known.cards_in_pile, ruleset.pile.taken
    if whole and size is not None and most is not None and size <= most:
        return False, 0
    return None, size - most if whole and size is not None and most is not None else None


def _after(play: Play, ruleset: Ruleset) -> After:
    frozen: bool | None
    pile: int | None
    if play.take is not None and play.take.whole:
        frozen, pile = _pile_left(play, ruleset)
    else:
        frozen, pile = frozen_against(play.known, ruleset).frozen, play.known.cards_in_pile
        if play.take is not None and pile is not None:
            pile -= 1
    if play.discard is not None and pile is not None:
        pile += len(play.discard.cards) or 1
    opened = True if play.laid else play.opened
    return After(play.melds, play.left, frozen, pile, opened, play.goes_out)
