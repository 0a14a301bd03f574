"""Generate every legal turn of a player whose cards are known.

The generator tries what could be played, meld by meld, and yields what the rules allow. Turns that
result in the same table and end with the same card are one turn.
"""

from collections.abc import Iterator

from canasta_cli.engine.held import Held
from canasta_cli.engine.melds.placement import Placement, add_to_table, joinable
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.movegen.barred import ALONE, Barred
from canasta_cli.engine.movegen.initial_melds import points_needed
from canasta_cli.engine.movegen.turn_melds import (
    Missing,
    Mix,
    Parts,
    Trying,
    in_order,
    turn_melds,
)
from canasta_cli.engine.points import points_of
from canasta_cli.engine.rule import Fact, judge
from canasta_cli.engine.threes import ends_with_three, kept
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.foot import FEET
from canasta_cli.engine.turn.judge import verdict_of
from canasta_cli.engine.turn.pickup import PICKUP
from canasta_cli.engine.turn.pickup_options import distinguished, hand_with_pile, in_suits, takings
from canasta_cli.engine.under import view_under
from canasta_cli.engine.view import View
from canasta_cli.model.cards import NO_CARDS, Cards, together
from canasta_cli.model.melds import Meld, MeldOnTable
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    MeldOrLayOff,
    ShowSpecial,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Exempt, FinalDiscard

Key = tuple[object, ...]
RUNS_TRIED = 5
"""The number of choices of sequences tried for each choice of melds that the rules may refuse."""


class Comes(NamedTuple):
    """The cards that come to the player in the turn, including threes and their replacements.

    They are the cards of the draw; those of the foot, if it is picked up in a turn that began with
    a draw, or with the pile; and the extra cards that opening brings in such a turn. ``None`` is
    unknown: turns in which one of these cards is played are not listed.
    """

    drawn: Cards | None = None
    foot_after_draw: Cards | None = None
    foot_after_pile: Cards | None = None
    extra_after_draw: Cards | None = None
    extra_after_pile: Cards | None = None


class Start(NamedTuple):
    """The beginning of a turn, before more is melded, with the cards and melds to play on from.

    ``shown`` are the cards that were in the hand before the pile was taken. ``foot`` are the cards
    that the foot will bring, ``extra`` those that opening will.
    """

    clauses: tuple[Clause, ...]
    hand: Cards
    shown: Cards
    melds: tuple[Meld, ...]
    foot: Cards | None = None
    extra: Cards | None = None


def moves(
    view: View,
    ruleset: Ruleset,
    comes: Comes | None = None,
    mix: Mix = in_order,
    patience: int | None = None,
) -> Iterator[Turn]:
    """Yield the legal turns, each once, in canonical order unless ``mix`` gives another.

    With ``patience``, a beginning is given up once the rules have refused that number of choices of
    melds: for callers that want some turn, and not all of them.

    ``known`` has the whole table, and the hand before the draw; ``comes`` has the cards of the
    draw: without them, no turn begins from the stock. Raises ``ValueError`` if the hand or the
    side's melds are unknown.
    """
    for play in plays(view, ruleset, comes or Comes(), mix, patience):
        yield play.turn


def plays(
    view: View, ruleset: Ruleset, comes: Comes, mix: Mix, patience: int | None = None
) -> Iterator[Play]:
    """Yield the legal turns as :func:`moves` does, each set up on the table."""
    if view.hand is None or view.melds is None:
        raise ValueError("the hand and the melds of the side must be known")
    view = view_under(ruleset, view)
    seen: set[Key] = set()
    begun = list(_starts(view, ruleset, comes))
    # Of turns with the same result, the one that joins no sets is listed.
    starts = [*begun, *(each for start in begun for each in _joined(start, view, ruleset))]
    mix(starts)
    for start in starts:
        for play, key in _from(start, view, ruleset, mix, patience):
            if key not in seen:
                seen.add(key)
                yield play


def _starts(view: View, ruleset: Ruleset, comes: Comes) -> Iterator[Start]:
    hand, drawn = distinguished(view.hand or NO_CARDS, ruleset), comes.drawn
    if drawn is not None:
        after = hand + distinguished(kept(drawn, ruleset), ruleset)
        foot, extra = comes.foot_after_draw, comes.extra_after_draw
        yield Start((Draw(drawn),), after, after, view.melds or (), foot, extra)
    for taking in takings(view, ruleset):
        for take in in_suits(taking, hand, ruleset):
            play = Play(Turn((take,)), view, ruleset)
            stands = judge(play, PICKUP, ruleset).legal
            if stands and judge(play, ALONE, ruleset).legal is not False:
                own, rest = hand_with_pile(take, hand, view, ruleset)
                # The meld that takes the pile can be legal, perhaps with more natural cards.
                if all(_can_lie(each, rest, ruleset) for each in play.placements):
                    foot, extra = comes.foot_after_pile, comes.extra_after_pile
                    yield Start((take,), rest, own, play.melds or (), foot, extra)


def _can_lie(laid: Placement, rest: Cards, ruleset: Ruleset) -> bool:
    """True if a meld can be legal, if only with more natural cards of the hand."""
    return any(
        judge_meld(MeldOnTable(meld, True), ruleset).legal for meld in _grown(laid.after, rest)
    )


def _grown(meld: Meld, rest: Cards) -> Iterator[Meld]:
    """Yield a meld, then the same with one, two and more natural cards of its rank."""
    yield meld
    more = [card for card in rest if card.rank is meld.rank]
    for number in range(1, len(more) + 1):
        yield Meld(meld.cards + Cards(more[:number]), meld.wild_ranks)


def _from(
    start: Start, view: View, ruleset: Ruleset, mix: Mix, patience: int | None
) -> Iterator[tuple[Play, Key]]:
    """Yield the legal turns with one beginning, each with its key."""
    barred: set[tuple[MeldOrLayOff, ...]] = set()
    bars = _bars(start, view, ruleset)
    refused = 0
    trying = Trying(mix, barred, None if patience is None else patience * RUNS_TRIED)
    missing, playable = _missing(start, view, ruleset), _playable(start, view, ruleset)
    for parts in turn_melds(playable, start.melds, ruleset, missing, trying):
        melded = _melded(parts, start, view, ruleset)
        if melded is None:
            # No end of the turn makes legal what the rules refuse already.
            barred.update(
                melded for melded in parts if melded and bars is not None and bars(*melded)
            )
            refused += 1
            if refused == patience:
                return
        elif melded.foot is not None:
            yield from _from(melded.foot, view, ruleset, mix, patience)
        else:
            yield from _ended(melded, start, ruleset, mix)
    if ruleset.special.hands and isinstance(start.clauses[-1], Draw):
        shown = Turn((*start.clauses, ShowSpecial(start.hand)))
        yield from _legal(Play(shown, view, ruleset, whole=True), ruleset)


class _Melded(NamedTuple):
    """A play with its melds, and the cards left; the start of the rest if it picks up the foot."""

    play: Play
    rest: Cards
    foot: Start | None = None


def _melded(parts: Parts, start: Start, view: View, ruleset: Ruleset) -> _Melded | None:
    """Lay a choice of melds; ``None`` if the rules refuse it."""
    melded = tuple([lay for part in parts for lay in part])
    clauses: tuple[Clause, ...] = (*start.clauses, *((MeldDown(melded),) if melded else ()))
    play = Play(Turn(clauses), view, ruleset)
    rest = start.hand - together(lay.cards for lay in melded)
    foot = _with_foot(start, clauses, view, ruleset)
    # A draw alone is not judged yet: if it is illegal, it is refused with the end of the turn.
    begun = len(clauses) > 1 or play.take is not None
    # The foot may make a refused beginning legal; more melds may make one with the foot legal.
    tried = (play,) if foot is None else (play, foot)
    if begun and all(verdict_of(each, ruleset).legal is False for each in tried):
        return None
    if foot is None or start.foot is None:
        return _Melded(play, rest)
    hand = rest + distinguished(kept(start.foot, ruleset), ruleset)
    begun_again = Start((*clauses, TakeFoot(start.foot)), hand, hand, foot.melds or ())
    return _Melded(play, rest, begun_again)


def _with_foot(
    start: Start, clauses: tuple[Clause, ...], view: View, ruleset: Ruleset
) -> Play | None:
    """Pick up the foot if these melds allow it and its cards are known; otherwise ``None``."""
    if start.foot is None or not view.has_foot:
        return None
    play = Play(Turn((*clauses, TakeFoot(start.foot))), view, ruleset)
    return play if judge(play, FEET, ruleset).legal else None


def _ended(melded: _Melded, start: Start, ruleset: Ruleset, mix: Mix) -> Iterator[tuple[Play, Key]]:
    """Yield the legal ends of a turn whose melds are laid."""
    whole, rest, view = melded.play.as_whole(), melded.rest, melded.play.view
    if ends_with_three(_drawn(start), view.stock, ruleset):
        # The hand is over: such a turn has no discard.
        yield from _legal(whole, ruleset)
        return
    if whole.placements and not view.has_opened and start.extra:
        rest += distinguished(kept(start.extra, ruleset), ruleset)
    for end in _ends(rest, ruleset, mix):
        yield from _legal(whole.ended_with(end), ruleset)


def _joined(start: Start, view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield a beginning with each choice of sets of a rank that are joined before more is laid.

    Sets that can't be legal as one, whatever is added, are not joined.
    """
    for ranks in joinable(start.melds, ruleset)[1:]:
        joins = tuple([Join(rank) for rank in ranks])
        laid, melds = add_to_table(ranks, start.melds, ruleset)
        alone = Play(Turn(joins), view.replace(melds=start.melds), ruleset)
        refused = judge(alone, ALONE, ruleset).legal is False
        if not refused and all(_can_lie(each, start.hand, ruleset) for each in laid):
            yield start._replace(clauses=(*start.clauses, *joins), melds=melds)


def _bars(start: Start, view: View, ruleset: Ruleset) -> Barred | None:
    """Return a test for lays of refused choices; ``None`` if the turn may open with the pile."""
    if view.has_opened is not True and isinstance(start.clauses[0], Take):
        return None
    then = view.replace(held=Held(start.hand), melds=start.melds, opened=view.has_opened)
    return Barred(then, ruleset)


def _own(start: Start) -> Cards:
    """The hand before the pile was taken."""
    take = start.clauses[0]
    return start.shown + take.hand if isinstance(take, Take) else start.shown


def _most_alike(own: Cards, ruleset: Ruleset) -> int:
    """The most cards of one rank that are not wild."""
    ranks = own.by_rank().items()
    return max([number for rank, number in ranks if rank not in ruleset.wild_ranks], default=0)


def _may_contain(start: Start, ruleset: Ruleset) -> bool:
    """True if the hand has the cards that the initial meld must contain."""
    wanted, least, own = ruleset.opening.contains, ruleset.melds.smallest, _own(start)
    if wanted is Contains.ANYTHING or _may_splash(own, ruleset):
        return True
    wilds = wanted is Contains.NATURAL_OR_WILD and ruleset.wild_ranks.count(own) >= least
    return wilds or _most_alike(own, ruleset) >= least


def _drawn(start: Start) -> Cards:
    """The cards drawn in a turn that begins from the stock; otherwise none."""
    first = start.clauses[0]
    return first.cards if isinstance(first, Draw) else NO_CARDS


def _playable(start: Start, view: View, ruleset: Ruleset) -> Cards:
    """The cards of the hand that can be melded: no wild cards if the side may not open with any."""
    if view.has_opened or ruleset.opening.wilds:
        return start.hand
    return Cards([card for card in start.hand if card.rank not in ruleset.wild_ranks])


def _legal(play: Play, ruleset: Ruleset) -> Iterator[tuple[Play, Key]]:
    """Yield a whole turn with its key, if it is legal."""
    verdict = verdict_of(play, ruleset)
    if verdict.legal is False:
        return
    last, down = play.discard, ruleset.discard.final is FinalDiscard.FACE_DOWN
    if down and last is not None and bool(play.goes_out) is bool(last.cards):
        # The discard is face down when going out, and face up otherwise.
        return
    if Fact.ASKED in verdict.unknown:
        # If a player must ask before going out, the turn is listed with a yes.
        first, *others = play.turn.clauses
        asked = Turn((first, Ask(yes=True), *others))
        play = Play(asked, play.view, ruleset, whole=True)
    yield play, _comes_to(play, play.turn.clauses[-1])


def _missing(start: Start, view: View, ruleset: Ruleset) -> Missing:
    """The requirements on melds before the rules are asked: an initial meld, or the whole hand.

    A player who goes out with the whole hand may need no minimum; the rules decide that.
    """
    if view.has_opened or isinstance(start.clauses[-1], TakeFoot):
        return Missing(0, start.hand.size - 1)
    missing = _missing_to_open(start, view, ruleset)
    if _may_contain(start, ruleset):
        return missing
    return missing._replace(cards=start.hand.size + 1, all_of_it=True)


def _missing_to_open(start: Start, view: View, ruleset: Ruleset) -> Missing:
    whole = start.hand.size - 1
    needed, exempt = points_needed(view, ruleset), ruleset.opening.exempt
    if _may_splash(_own(start), ruleset):
        needed = 0
    take = start.clauses[0]
    if not isinstance(take, Take):
        return Missing(needed, whole, or_all=exempt is not Exempt.NEVER)
    top = (take.top,) if take.top and ruleset.opening.top_counts else ()
    pair = take.hand if ruleset.opening.pair_counts else NO_CARDS
    missing = needed - points_of((*top, *pair), ruleset)
    always = exempt is Exempt.ALWAYS
    return Missing(missing, whole, free=False, or_all=always, shown=start.shown)


def _may_splash(own: Cards, ruleset: Ruleset) -> bool:
    """True if there may be cards for a whole canasta, which opens without a minimum."""
    most = max(_most_alike(own, ruleset), ruleset.wild_ranks.count(own))
    return ruleset.opening.splash and most >= ruleset.melds.canasta


def _comes_to(play: Play, end: Clause) -> Key:
    """The key of a turn, equal for equal turns: its beginning, the melds after it, its end."""
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    began = None if play.take is None else (play.take.top, play.take.whole)
    return (began, tuple(melds), end)


def _ends(rest: Cards, ruleset: Ruleset, mix: Mix) -> Iterator[Discard | GoOut]:
    if not rest:
        yield GoOut()
        return
    cards = list(dict.fromkeys(rest))
    mix(cards)
    for card in cards:
        yield Discard(Cards((card,)))
    if ruleset.discard.final is FinalDiscard.FACE_DOWN and rest.size == 1:
        yield Discard()
