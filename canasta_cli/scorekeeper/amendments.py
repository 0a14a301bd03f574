"""Correct what was recorded: a hand, a turn, the cards left, which side is which, a penalty, or the rules.

The commands ``amend`` and ``change`` call it. Each prepares one entry, and all of them are judged in the
same way: by the game before and after that entry.

What a correction makes illegal is found by ``correct`` for every kind. A new one is an entry in
``model/history.py``, a function here that prepares it, and a headline in ``head`` in
``show/amendments.py``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from canasta_cli.engine.game.replay import table_after, tallies
from canasta_cli.engine.game.standing import seat, seating, seats_in_play
from canasta_cli.engine.game.verification import gone_through, named_as_then
from canasta_cli.engine.score import count_hand_of
from canasta_cli.errors import NoLongerKept, NotUnderstood, Refused
from canasta_cli.journal.store import Reader
from canasta_cli.model.game import Game, Hand, Pending, Tally
from canasta_cli.model.history import (
    Amended,
    Correction,
    Entry,
    HandDropped,
    LeftAmended,
    Marks,
    PenaltyDropped,
    RulesChanged,
    SidesSwapped,
    TurnAmended,
)
from canasta_cli.model.seats import (
    Seating,
    as_played,
    as_seated,
    cards_with_names,
    names_in_hand,
    turn_with_names,
)
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn, Turn
from canasta_cli.notation.tally import take_back, write_award, write_tally
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules import library
from canasta_cli.rules.load import differences, to_data
from canasta_cli.rules.names import refuse, tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.corrections import Corrected, Illegal, own_hands
from canasta_cli.scorekeeper.hands import check_tallies, finished_hand
from canasta_cli.scorekeeper.playing import resolve_players, text_of_left, turn_meant
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Once,
    Scorebook,
    completed,
    load_game,
    pick_dealer,
    pick_seat,
    preview,
    record,
)
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit, edited
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.rule import RuleFinding

# Find what a correction makes illegal.


Prepare = Callable[[LoadedGame], Correction]
"""A function that makes the entry of a correction of a game, without marks of what is illegal with it."""
P = ParamSpec("P")
E = TypeVar("E", bound=Correction)


def _prepared(
    make: Callable[Concatenate[LoadedGame, P], E],
) -> Callable[P, Callable[[LoadedGame], E]]:
    """Return a function that takes the correction alone, and the game when the entry is made."""
    return lambda *args, **kwargs: lambda before: make(before, *args, **kwargs)


def correct(
    book: Scorebook,
    name: str | None,
    prepare: Prepare,
    *,
    forced: bool = False,
    once: Once | None = None,
    expected: int | None = None,
) -> Corrected:
    """Make a correction, if nothing becomes illegal with it or if it is forced.

    ``expected`` is the number of the game's newest entry, if the user was shown what changes. Raises
    :class:`~canasta_cli.errors.Refused` if it is another one, or for a correction that changes nothing,
    :class:`~canasta_cli.scorekeeper.scorebook.Repeated` if it has a key that an entry has already, and
    what ``prepare`` raises.
    """

    def decide(reader: Reader) -> Decision[Corrected]:
        before = load_game(reader, name)
        if expected not in (None, before.records[-1].number):
            raise Refused(
                f"game {before.game.name} has changed meanwhile",
                fix="Look at what the correction does now, and make it again.",
            )
        result = _effects(before, prepare(before), forced=forced)
        return Decision(result, before, result.entry if result.accepted else None)

    return record(book, name, decide, completed, once=once)


def _effects(before: LoadedGame, entry: Correction, *, forced: bool) -> Corrected:
    """Find what an entry makes illegal, and mark it in the entry.

    Raises :class:`~canasta_cli.errors.Refused` if the same is recorded already, with the same marks.
    """
    draft = Corrected(entry, before, preview(before, entry, before.records[-1].at))
    illegal = tuple(_illegal(draft))
    accepted = all(each.readable and forced for each in illegal if each.new)
    entry = _marked(entry, illegal)
    if isinstance(entry, RulesChanged):
        # Nothing is counted under rules that lack its words, even if the hand was forced.
        accepted = accepted and all(each.readable for each in illegal)
    elif _recorded(entry.after(before.game)) == _recorded(before.game):
        raise Refused(
            "nothing changed; nothing was recorded", fix="See what is recorded with: canasta log"
        )
    return draft._replace(entry=entry, illegal=illegal, accepted=accepted)


def _recorded(game: Game) -> tuple[object, ...]:
    """Return what a correction can change, without what was entered or claimed before it, or an order."""
    hands = tuple(
        hand._replace(
            claimed=(), entered=(), tallies=tuple(tally.unordered for tally in hand.tallies)
        )
        for hand in game.hands
    )
    return hands, game.pending, game.deal


def _illegal(draft: Corrected) -> Iterator[Illegal]:
    """Yield what the rules don't allow in the hands that an entry changes.

    A hand recorded by its tallies changes only if the entry is about it. One that was recorded turn by
    turn also does with other seats: their totals decide which initial melds its turns need.
    """
    entry, hands = draft.entry, len(draft.after.game.hands)
    own, was, now = own_hands(entry, draft.after.game), _played(draft.before), _played(draft.after)
    dropped = entry.hand if isinstance(entry, HandDropped) else None
    for number in range(1, hands + 2):
        old = number if dropped is None or number < dropped else number + 1
        if number in now:
            if number in own or now[number].seats != was[old].seats:
                yield from _illegal_turns(draft, number, was[old], now[number])
        elif number in own and number <= hands:
            yield from _illegal_tallies(draft, number)
    if isinstance(entry, RulesChanged):
        yield from _illegal_tallies(draft, hands + 1)


class _SeatedHand(NamedTuple):
    """A hand recorded turn by turn, and its seats."""

    deal: Deal
    seats: Seating


def _played(loaded: LoadedGame) -> dict[int, _SeatedHand]:
    """Return every hand recorded turn by turn, by its number."""
    game, standing = loaded.game, loaded.standing
    found: dict[int, _SeatedHand] = {}
    for each in standing.hands:
        played = game.hands[each.number - 1].played
        if played is not None:
            seats = seating(game, each.dealer, each.number, each.before, loaded.ruleset)
            found[each.number] = _SeatedHand(played, seats)
    if game.deal is not None:
        seats = seats_in_play(standing, game.deal)
        found[game.next_hand] = _SeatedHand(game.deal, seats)
    return found


def _illegal_turns(
    draft: Corrected, number: int, was: _SeatedHand, now: _SeatedHand
) -> Iterator[Illegal]:
    marked, found = was.deal.marked, _against(now, draft.after)
    is_marked = all(turn in marked for turn, _ in found)
    known = () if is_marked else _against(was, draft.before)
    changes_rules = isinstance(draft.entry, RulesChanged)
    in_own = number in own_hands(draft.entry, draft.after.game)
    replaced = _replaced_turn(draft.entry, now.deal) if in_own else None
    as_then = named_as_then(found, draft.after.game, number)
    for (turn, finding), (_, shown) in zip(found, as_then, strict=True):
        own = changes_rules or turn == replaced
        new = turn == replaced or (turn not in marked and (turn, finding) not in known)
        readable = turn > 0 or not changes_rules
        yield Illegal(number, turn, "", shown, own, new, readable)


def _against(hand: _SeatedHand, loaded: LoadedGame) -> "tuple[tuple[int, RuleFinding], ...]":
    """Return what the rules say against the turns of a hand, forced or not."""
    return gone_through(hand.deal.unforced, hand.seats, loaded.ruleset).against


def _replaced_turn(entry: Entry, deal: Deal) -> int | None:
    """Return the turn of a hand that an entry replaces; one more than the last is its end."""
    match entry:
        case TurnAmended():
            return entry.number
        case LeftAmended():
            return len(deal.turns) + 1
        case _:
            return None


FIGURES, PENALTY = "tally.figures", "tally.penalty"


def _illegal_tallies(draft: Corrected, number: int) -> Iterator[Illegal]:
    """Yield what the rules say against the tallies of a hand, or against penalties that count with the next."""
    if isinstance(draft.entry, PenaltyDropped):
        return
    game, is_next = draft.after.game, number == draft.after.game.next_hand
    tallies = game.with_pending() if is_next else game.hands[number - 1].tallies
    is_new = is_next or isinstance(draft.entry, Amended)
    new = is_new or not draft.before.game.hands[number - 1].forced
    for side, finding in count_hand_of(game, tallies, draft.after.ruleset).refused(game.side_names):
        readable = not is_next and finding.rule != FIGURES
        if not is_next or finding.rule == PENALTY:
            yield Illegal(number, 0, side, finding, own=True, new=new, readable=readable)


def _marked(entry: Correction, illegal: tuple[Illegal, ...]) -> Correction:
    """Return the entry with marks of all that is illegal with it, and of nothing else."""
    own = _marks(each for each in illegal if each.own)
    if isinstance(entry, RulesChanged):
        return entry._replace(forced=own)
    later = tuple(mark for mark in _marks(each for each in illegal if not each.own) if mark[1])
    if isinstance(entry, TurnAmended | LeftAmended):
        same_hand = tuple(turn for hand, turn in later if hand == entry.hand)
        later = tuple(mark for mark in later if mark[0] != entry.hand)
    match entry:
        case Amended():
            entry = entry._replace(hand=entry.hand._replace(forced=bool(own)))
        case SidesSwapped():
            entry = entry._replace(forced=tuple(hand for hand, _ in own))
        case TurnAmended():
            given = entry.recorded.with_mark(forced=bool(own))
            entry = entry._replace(recorded=given, others=same_hand)
        case LeftAmended():
            # The marks of its turns stay as they are.
            entry = entry._replace(forced=bool(own))
    return entry._replace(later=later)


def _marks(illegal: Iterator[Illegal]) -> Marks:
    return tuple(dict.fromkeys((each.hand, each.turn) for each in illegal if each.readable))


# Amend a hand: all its tallies, words of some of them, or its dealer; or exchange its sides, or drop it.


@_prepared
def replace_hand(
    before: LoadedGame, number: int, tallies: tuple[Tally, ...], dealer: str = ""
) -> Amended:
    """Replace a finished hand, counted from 1, by a tally for each side.

    A hand that was recorded turn by turn is then counted from its tallies. Raises
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist.
    """
    old = finished_hand(before.game, number)
    check_tallies(before, tallies, old.tallies)
    if dealer:
        dealer = pick_dealer(dealer, before.game, number, before.ruleset)
    return Amended(number, Hand(tallies, dealer or old.dealer))


@_prepared
def edit_hand(
    before: LoadedGame, number: int, edits: tuple[TallyEdit, ...], dealer: str = ""
) -> Amended | PenaltyDropped:
    """Amend words of the tallies of a hand, or its dealer; or take back a separate penalty.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that was recorded turn by turn, and for one that
    does not exist.
    """
    game = before.game
    penalty = _separate_penalty(game, number, edits)
    if penalty is not None:
        return penalty
    # Edited with the names of that time, which a message then has.
    own = list(_as_played(game, own_tallies(before, number, dealer=bool(dealer)), number))
    words = _as_played(game, (each.words for each in edits), number)
    changes = [each._replace(words=typed) for each, typed in zip(edits, words, strict=True)]
    # A word is removed first: another one can replace it.
    for each in sorted(changes, key=lambda change: change.operator is Operator.ADD):
        place = game.side_names.index(each.side)
        own[place] = edited(own[place], each, before.ruleset)
    seated = as_seated(game, Hand(tuple(own), None), number).tallies
    return replace_hand(number, seated, dealer)(before)


def _separate_penalty(game: Game, number: int, edits: Sequence[TallyEdit]) -> PenaltyDropped | None:
    """Return the entry that takes back a penalty recorded separately; ``None`` if none is removed.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if something else is to be changed with it, and for
    one that neither the tally nor the penalties of its side have.
    """
    separate, hands = game.awarded(number), game.hands[number - 1 : number]
    removed = [
        Pending(edit.side, award)
        for edit in edits
        if edit.operator is Operator.REMOVE
        for award in edit.words.awards
    ]
    for each in removed:
        if each in separate:
            if len(edits) == 1 and edits[0].words == Tally(awards=(each.award,)):
                return PenaltyDropped(number, separate.index(each) + 1)
            raise NotUnderstood(
                f"“{write_award(each.award)}” was recorded separately",
                fix=f"Take it back with a command of its own: {take_back(number, each)}",
            )
        of_side = [pending for pending in separate if pending.side == each.side]
        place = game.side_names.index(each.side)
        if of_side and not any(each.award in hand.tallies[place].awards for hand in hands):
            raise NotUnderstood(
                f"{each.side} has no {write_award(each.award)} in hand {number}",
                fix="\n".join(f"To take back: {take_back(number, known)}" for known in of_side),
            )
    return None


def _as_played(game: Game, tallies: Iterable[Tally], number: int) -> tuple[Tally, ...]:
    """Return tallies of a hand, from 1, with the names of those who played it."""
    return as_played(game, Hand(tuple(tallies), None), number).tallies


def own_tallies(loaded: LoadedGame, number: int, *, dealer: bool = False) -> list[Tally]:
    """Return the tallies of a finished hand, without penalties recorded separately.

    Raises :class:`~canasta_cli.errors.Refused` if its tallies follow from its turns; ``dealer`` was to be
    changed.
    """
    game = loaded.game
    if dealer and number == game.next_hand:
        raise _no_dealer_yet(loaded, number)
    return list(game.without_awarded(_tallied_hand(game, number, dealer=dealer)))


def shown_tallies(loaded: LoadedGame, number: int) -> dict[str, str]:
    """Return the tallies of a finished hand as people type them, by side, with the names of that time."""
    game, ruleset = loaded.game, loaded.ruleset
    own = _as_played(game, own_tallies(loaded, number), number)
    words = (write_tally(tally_in_game_words(each, ruleset), typed=True) for each in own)
    return {side.name: text for side, text in zip(game.sides, words, strict=True)}


def _no_dealer_yet(loaded: LoadedGame, number: int) -> Refused:
    """Say how to give another dealer to the hand in play, or to the next one."""
    deal = loaded.game.deal
    if deal is None:
        return Refused(
            f"hand {number} is not recorded yet; the next dealer is {loaded.standing.dealer}",
            fix="Give another dealer with the hand. Example: canasta hand --dealer "
            f"{loaded.game.players[0]}",
        )
    entries = len(deal.turns) + 1
    steps = f" {entries}" if entries > 1 else ""
    return Refused(
        f"hand {number} is in play, and the order of its turns follows from its dealer, {deal.dealer}",
        fix=f"Deal it again: canasta undo{steps}, then canasta deal --dealer PLAYER.",
    )


def _tallied_hand(game: Game, number: int, *, dealer: bool = False) -> Hand:
    """Return a finished hand, unless its tallies follow from its turns."""
    hand = finished_hand(game, number)
    if hand.played is None:
        return hand
    instead = f"Count it from tallies instead: canasta amend {number}{' TALLY' * len(game.sides)}"
    if dealer:
        raise Refused(
            f"hand {number} was recorded turn by turn, and the order of its turns follows from the "
            f"dealer, {hand.dealer}",
            fix=f"{instead} --dealer PLAYER",
        )
    turns = (
        f"Change a turn, or add a red three to it: canasta amend {number}.TURN (see canasta log)"
    )
    left = f"Change the cards left: canasta amend {number}.left PLAYER=CARDS"
    raise Refused(
        f"hand {number} was recorded turn by turn, and its tallies follow from its turns",
        fix=f"{turns}\n{left}\n{instead}",
    )


@_prepared
def swap_sides(before: LoadedGame, number: int) -> SidesSwapped:
    """Exchange the two sides' tallies of a hand.

    Penalties recorded separately stay with their side. Raises
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist, or that was recorded turn
    by turn, and for a game of more than two sides.
    """
    game = before.game
    if not game.has_two_sides:
        raise Refused(
            f"game {game.name} has {count_of(len(game.sides), 'side')}: "
            f"{listed(game.side_names)}; --swap exchanges two",
            fix=f'Give the tallies instead: canasta amend {number} {quoted(game.sides[0].name)}="…" '
            f'{quoted(game.sides[1].name)}="…"',
        )
    _tallied_hand(game, number)
    return SidesSwapped(number, number)


@_prepared
def drop_hand(before: LoadedGame, number: int) -> HandDropped:
    """Drop a finished hand, counted from 1; later hands get the number before theirs.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that does not exist, for one with penalties
    that were recorded separately, and for one between two changes of seats that come to an exchange.
    """
    awarded = finished_hand(before.game, number).awarded
    if awarded:
        raise Refused(
            f"hand {number} has penalties recorded separately, which would be lost",
            fix=f"Take them back first: {take_back(number, awarded[0])}",
        )
    entry = HandDropped(number)
    try:
        entry.after(before.game)
    except NoLongerKept as error:
        raise Refused(
            f"without hand {number}, {error.message}",
            fix=f"Correct the hand instead: canasta amend {number}",
        ) from None
    return entry


# Amend a turn recorded earlier, or the cards left at the end.


@_prepared
def amend_turn(before: LoadedGame, hand: int, number: int, new: Turn | str) -> TurnAmended:
    """Amend a turn of a hand, both counted from 1. Raises ``Refused`` for one that does not exist."""
    deal, seats = _recorded_turns(before, hand)
    at, recorded = number - 1, _recorded_turn(deal, hand, number)
    earlier = deal._replace(turns=deal.turns[:at], left=None)
    position = table_after(earlier, seats, before.ruleset).seat(recorded)
    seat_then = partial(pick_seat, game=before.game, hand=hand)
    turn = new
    if isinstance(turn, str):
        turn = turn_meant(turn, position, before.ruleset, seat_then)
    given = RecordedTurn(turn._replace(player=turn.player or recorded.player))
    counted: tuple[Tally, ...] = ()
    if deal.left is not None:
        corrected = deal._replace(turns=(*deal.turns[:at], given, *deal.turns[at + 1 :]))
        now = table_after(corrected, seats, before.ruleset)
        counted = tallies(now, deal.left, before.ruleset)
    return TurnAmended(hand, number, given, (), tallies=counted)


def _recorded_turn(deal: Deal, hand: int, number: int) -> Turn:
    if not 1 <= number <= len(deal.turns):
        raise Refused(
            f"there is no turn {number} in hand {hand}: it has {count_of(len(deal.turns), 'turn')}",
            fix="See the turns with: canasta log",
        )
    return deal.turns[number - 1].turn


def recorded_text(before: LoadedGame, hand: int, number: int | None) -> str:
    """Return a turn of a hand as text, or the cards left at its end, with the names of that time.

    Raises ``Refused`` like their amending.
    """
    deal, _ = _recorded_turns(before, hand)
    names = names_in_hand(before.game, hand)
    if number is not None:
        _recorded_turn(deal, hand, number)
        return write_turn(turn_with_names(deal.turns[number - 1], names).turn)
    return text_of_left(cards_with_names(_left_of(deal, hand), names))


def _left_of(deal: Deal, hand: int) -> Sequence[PlayerCards]:
    if deal.left is None:
        raise Refused(
            f"hand {hand} is not over yet",
            fix="Finish it, then record the cards left: canasta left PLAYER=CARDS",
        )
    return deal.left


@_prepared
def amend_left(before: LoadedGame, hand: int, left: tuple[PlayerCards, ...]) -> LeftAmended:
    """Amend the cards that some players had left at the end of a hand; those of the others stay.

    Raises ``Refused`` for a hand that is not over.
    """
    deal, seats = _recorded_turns(before, hand)
    recorded, position = _left_of(deal, hand), table_after(deal, seats, before.ruleset)
    given = {each.player: each for each in (*recorded, *resolve_players(before, left, hand))}
    shown = tuple(given[player] for player in position.players if player in given)
    return LeftAmended(hand, shown, tallies=tallies(position, shown, before.ruleset))


def _recorded_turns(loaded: LoadedGame, hand: int) -> _SeatedHand:
    game = loaded.game
    found = _played(loaded).get(hand)
    if found is not None:
        return found
    finished_hand(game, hand)
    raise Refused(
        f"hand {hand} was not recorded turn by turn",
        fix="Amend it with a tally for each side: "
        f"canasta amend {hand}{' TALLY' * len(game.sides)}",
    )


# Correct the rules of a whole game: every hand is counted again.


@_prepared
def change_rules(before: LoadedGame, ruleset: Ruleset) -> RulesChanged:
    """Change the rules of a game, with all its hands.

    Raises :class:`~canasta_cli.errors.Refused` if nothing would change, and
    :class:`~canasta_cli.errors.NotUnderstood` for rules that the players don't fit.
    """
    ruleset, game = without_idle_house_rules(ruleset), before.game
    refuse(ruleset, ruleset.unknown)
    seat(game.players, game.sides, ruleset)
    if ruleset.name == before.ruleset.name and not differences(ruleset, before.ruleset):
        raise Refused(
            f"game {game.name} has these rules already: {ruleset.name}",
            fix="See them with: canasta rules show",
        )
    return RulesChanged(to_data(ruleset))


def without_idle_house_rules(ruleset: Ruleset) -> Ruleset:
    """Return rules in which a house rule that only repeats the packaged value is none."""
    if ruleset.base not in library.names():
        return ruleset
    packaged = library.ruleset(ruleset.base)
    idle = {
        path: packaged.origins[path]
        for path in ruleset.house
        if path not in packaged.unknown and packaged.value(path) == ruleset.value(path)
    }
    return ruleset._replace(origins={**ruleset.origins, **idle}) if idle else ruleset
