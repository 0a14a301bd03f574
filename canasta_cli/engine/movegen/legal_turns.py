"""Generate every legal turn of a player whose cards are known.

The generator tries what could be played, meld by meld, and yields what the rules allow. Turns that
result in the same table and end with the same card are one turn.
"""

from collections.abc import Iterator

from canasta_cli.engine.movegen.effort import TURN, UNLIMITED, Effort
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.movegen.marks import ALONE, Barred
from canasta_cli.engine.movegen.starts import (
    Comes,
    Start,
    added_to,
    ends,
    requirements,
    with_pile,
)
from canasta_cli.engine.movegen.turn_melds import Parts, turn_melds
from canasta_cli.engine.placement import joinable
from canasta_cli.engine.points import ends_with_three
from canasta_cli.engine.rule import Fact, Verdict, judge
from canasta_cli.engine.turn.case import Play, view_under
from canasta_cli.engine.turn.discarding import FEET
from canasta_cli.engine.turn.judge import verdict_of
from canasta_cli.engine.turn.taking import PICKUP, distinguished, takings
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import NO_CARDS, Cards, together
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Draw,
    Join,
    MeldDown,
    MeldOrLayOff,
    ShowSpecial,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Exempt, FinalDiscard
from canasta_cli.values import NamedTuple

Key = tuple[object, ...]


def moves(
    view: View,
    ruleset: Ruleset,
    comes: Comes | None = None,
    effort: Effort | None = None,
) -> Iterator[Turn]:
    """Yield the legal turns, each once: stock before pile, few cards before many, low ranks first.

    ``view`` has the whole table, and the hand before the draw; ``comes`` has the cards of the
    draw: without them, no turn begins from the stock. The turns end when the ``effort`` is spent.
    Raises ``ValueError`` if the hand or the side's melds are unknown.
    """
    for play in plays(view, ruleset, comes or Comes(), effort or Effort(UNLIMITED)):
        yield play.turn


def plays(view: View, ruleset: Ruleset, comes: Comes, effort: Effort) -> Iterator[Play]:
    """Yield the legal turns as :func:`moves` does, each set up on the table."""
    if view.hand is None or view.melds is None:
        raise ValueError("the hand and the melds of the side must be known")
    view = view_under(ruleset, view)
    seen: set[Key] = set()
    begun = list(_starts(view, ruleset, comes))
    # Of turns with the same result, the one that joins no sets is listed.
    starts = [*begun, *(each for start in begun for each in _joined(start, view, ruleset))]
    for start in starts:
        for play, key in _from(start, view, ruleset, effort):
            if key not in seen:
                seen.add(key)
                yield play


def _starts(view: View, ruleset: Ruleset, comes: Comes) -> Iterator[Start]:
    if comes.drawn is not None:
        hand = added_to(distinguished(view.hand or NO_CARDS, ruleset), comes.drawn, ruleset)
        foot, extra = comes.foot_after_draw, comes.extra_after_draw
        yield Start((Draw(comes.drawn),), hand, hand, view.melds or (), foot, extra)
    takes = [take for take in takings(view, ruleset) if not _never_opens(take, view, ruleset)]
    for start, play in with_pile(takes, view, ruleset):
        stands = judge(play, PICKUP, ruleset).legal
        if stands and judge(play, ALONE, ruleset).legal is not False:
            yield start._replace(foot=comes.foot_after_pile, extra=comes.extra_after_pile)


def _never_opens(take: Take, view: View, ruleset: Ruleset) -> bool:
    """True if a side that has not opened can't do so with the top card of the pile.

    The search for that is short. Otherwise every choice of melds of a hand with a large pile would be
    tried, to find none. Going out may need no minimum, with the cards of the pile as well.
    """
    if take.top is None or view.has_opened or ruleset.opening.exempt is Exempt.ALWAYS:
        return False
    found = openings(view.replace(drew=Drew.PILE), ruleset, top=take.top)
    return not (found.possible or found.untried)


def _from(start: Start, view: View, ruleset: Ruleset, effort: Effort) -> Iterator[tuple[Play, Key]]:
    """Yield the legal turns with one beginning, each with its key."""
    barred: set[tuple[MeldOrLayOff, ...]] = set()
    # A turn that may open with the pile may need any of its melds.
    bars = Barred(start.on(view), ruleset) if view.has_opened is True or not start.take else None
    missing, playable = requirements(start, view, ruleset), start.playable(view, ruleset)
    for parts in turn_melds(playable, start.melds, ruleset, missing, barred, effort):
        effort.spend(TURN)
        melded = _melded(parts, start, view, ruleset)
        if melded is None:
            # No end of the turn makes legal what the rules refuse already.
            barred.update(
                melded for melded in parts if melded and bars is not None and bars(*melded)
            )
        elif melded.foot is not None:
            yield from _from(melded.foot, view, ruleset, effort)
        else:
            for end in _ended(melded, start, ruleset):
                effort.spend(TURN)
                yield end
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
    foot = None
    if start.foot is not None and view.has_foot:
        picked_up = Play(Turn((*clauses, TakeFoot(start.foot))), view, ruleset)
        foot = picked_up if judge(picked_up, FEET, ruleset).legal else None
    # A draw alone is not judged yet: if it is illegal, it is refused with the end of the turn.
    begun = len(clauses) > 1 or play.take is not None
    # The foot may make a refused beginning legal; more melds may make one with the foot legal.
    tried = (play,) if foot is None else (play, foot)
    if begun and all(verdict_of(each, ruleset).legal is False for each in tried):
        return None
    if foot is None or start.foot is None:
        return _Melded(play, rest)
    hand = added_to(rest, start.foot, ruleset)
    begun_again = Start((*clauses, TakeFoot(start.foot)), hand, hand, foot.melds or ())
    return _Melded(play, rest, begun_again)


def _ended(melded: _Melded, start: Start, ruleset: Ruleset) -> Iterator[tuple[Play, Key]]:
    """Yield the legal ends of a turn whose melds are laid."""
    whole, rest, view = melded.play.as_whole(), melded.rest, melded.play.view
    if ends_with_three(start.drawn, view.stock, ruleset):
        # The hand is over: such a turn has no discard.
        yield from _legal(whole, ruleset)
        return
    if whole.placements and not view.has_opened and start.extra:
        rest = added_to(rest, start.extra, ruleset)
    for end in ends(rest, ruleset):
        yield from _legal(whole.ended_with(end), ruleset)


def _joined(start: Start, view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield a beginning with each choice of sets of a rank that are joined before more is laid."""
    for ranks in joinable(start.melds, ruleset)[1:]:
        alone = Play(Turn(tuple(map(Join, ranks))), view.replace(melds=start.melds), ruleset)
        if judge(alone, ALONE, ruleset).legal is not False:
            yield start.joining(ranks, ruleset)


def _legal(play: Play, ruleset: Ruleset) -> Iterator[tuple[Play, Key]]:
    """Yield a whole turn with its key, if it is legal."""
    turn = listed(play, verdict_of(play, ruleset), ruleset)
    if turn is None:
        return
    if turn is not play.turn:
        play = Play(turn, play.view, ruleset, whole=True)
    yield play, _comes_to(play, turn.clauses[-1])


def listed(play: Play, verdict: Verdict, ruleset: Ruleset) -> Turn | None:
    """Return a judged turn as it is listed; ``None`` if it isn't.

    If a player must ask before going out, the answer is yes.
    """
    if verdict.legal is False:
        return None
    last, down = play.discard, ruleset.discard.final is FinalDiscard.FACE_DOWN
    if down and last is not None and bool(play.goes_out) is bool(last.cards):
        # The discard is face down when going out, and face up otherwise.
        return None
    if Fact.ASKED not in verdict.unknown:
        return play.turn
    first, *others = play.turn.clauses
    return Turn((first, Ask(yes=True), *others))


def _comes_to(play: Play, end: Clause) -> Key:
    """The key of a turn, equal for equal turns: its beginning, the melds after it, its end."""
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    began = None if play.take is None else (play.take.top, play.take.whole)
    return (began, tuple(melds), end)
