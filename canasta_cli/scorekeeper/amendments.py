"""Amend what was recorded: a turn, the cards left, words of a tally, the dealer, a penalty, or a whole hand.

The command ``amend`` calls it.
"""

from collections.abc import Iterator, Sequence

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import replay, tallies
from canasta_cli.engine.game.seating import Seating, seating
from canasta_cli.engine.game.standing import Played, seats_in_play
from canasta_cli.engine.game.verification import Closing, gone_through, judge_left
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.score import refusals_of_hand
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.game import Hand, Pending, Tally
from canasta_cli.model.history import (
    HandDropped,
    LeftAmended,
    PenaltyDropped,
    SidesSwapped,
    TurnAmended,
)
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn, Turn
from canasta_cli.notation.tally import write_award, write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.scorekeeper.dealing import resolve_players
from canasta_cli.scorekeeper.hands import HandInput, HandRecorded, decide_hand, finished_hand
from canasta_cli.scorekeeper.rules_change import BrokenTurn, effects_of_amendment
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Reader,
    Scorebook,
    check_not_archived,
    load_game,
    pick,
    record,
)
from canasta_cli.scorekeeper.tallies import TallyEdit, edited
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, quoted

# Amend a turn recorded earlier, or the cards left at the end, and find what becomes illegal.


class TurnCorrection(NamedTuple):
    """A corrected turn, with the number of its hand and its own, both counted from 1."""

    hand: int
    number: int
    turn: Turn
    forced: bool = False


class LeftCorrection(NamedTuple):
    """The corrected cards left at the end of a hand, which is counted from 1."""

    hand: int
    left: tuple[PlayerCards, ...]
    forced: bool = False


class Amendment(NamedTuple):
    """The result of an amendment: its entry, and the turns of the hand that it makes illegal.

    ``against`` has these turns, each with the rule against it; ``broken`` are turns of later hands.
    """

    entry: TurnAmended | LeftAmended
    against: tuple[tuple[int, Finding], ...]
    turns: int
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool
    broken: tuple[BrokenTurn, ...] = ()


def amend_played(
    book: Scorebook,
    name: str | None,
    correction: TurnCorrection | LeftCorrection,
    *,
    dry_run: bool = False,
) -> Amendment:
    """Amend a turn, or the cards left, if nothing becomes illegal, or if it is forced.

    Raises :class:`~canasta_cli.errors.Refused` for a turn that does not exist, and for the cards
    left in a hand that is not over.
    """

    def decide(reader: Reader) -> Decision[Amendment]:
        loaded = load_game(reader, name)
        check_not_archived(loaded.game)
        result = (
            _turn(loaded, correction)
            if isinstance(correction, TurnCorrection)
            else _left(loaded, correction)
        )
        broken, marks = effects_of_amendment(loaded, result.entry)
        accepted = result.accepted and (correction.forced or not broken)
        entry = result.entry._replace(later=marks)
        result = result._replace(entry=entry, broken=broken, accepted=accepted)
        return Decision(result, result.after, result.entry if result.accepted else None)

    def done(result: Amendment, after: LoadedGame, recorded: bool) -> Amendment:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _turn(loaded: LoadedGame, correction: TurnCorrection) -> Amendment:
    deal, seats = _recorded(loaded, correction.hand)
    at = correction.number - 1
    if not 0 <= at < len(deal.turns):
        raise Refused(
            f"there is no turn {correction.number} in hand {correction.hand}: "
            f"it has {count_of(len(deal.turns), 'turn')}",
            fix="See the turns with: canasta log",
        )
    player = correction.turn.player or deal.turns[at].turn.player or ""
    player = pick(player, list(loaded.game.players), "player", NotUnderstood)
    given = RecordedTurn(correction.turn._replace(player=player))
    corrected = deal._replace(turns=(*deal.turns[:at], given, *deal.turns[at + 1 :]))
    before = gone_through(deal.unforced, seats, loaded.ruleset).against
    now, after = gone_through(corrected.unforced, seats, loaded.ruleset)
    marked = deal.marked - {correction.number}
    against = tuple(
        (turn, finding)
        for turn, finding in after
        if turn == correction.number or (turn not in marked and (turn, finding) not in before)
    )
    # Exactly the turns that are illegal now are forced.
    turns = tuple(dict.fromkeys(turn for turn, _ in after if turn))
    given = given.with_mark(forced=correction.number in turns)
    others = tuple(turn for turn in turns if turn != correction.number)
    counted = _tallies(now, deal.left, loaded)
    entry = TurnAmended(correction.hand, correction.number, given, others, tallies=counted)
    accepted = correction.forced or not against
    return Amendment(
        entry, against, len(deal.turns), loaded, loaded, recorded=False, accepted=accepted
    )


def _left(loaded: LoadedGame, correction: LeftCorrection) -> Amendment:
    deal, seats = _recorded(loaded, correction.hand)
    if deal.left is None:
        raise Refused(
            f"hand {correction.hand} is not over yet",
            fix="Finish it, then record the cards left: canasta left PLAYER=CARDS",
        )
    shown = resolve_players(loaded, correction.left)
    after = replay(deal, seats, loaded.ruleset).now
    refused = judge_left(Closing(after, shown), loaded.ruleset).refused
    against = tuple((len(deal.turns) + 1, finding) for finding in refused)
    counted = _tallies(after, shown, loaded)
    forced = correction.forced and bool(against)
    entry = LeftAmended(correction.hand, shown, forced, tallies=counted)
    accepted = correction.forced or not against
    return Amendment(
        entry, against, len(deal.turns), loaded, loaded, recorded=False, accepted=accepted
    )


def _tallies(
    position: Position, left: Sequence[PlayerCards] | None, loaded: LoadedGame
) -> tuple[Tally, ...]:
    """Return the tallies of a hand that is over; none for the hand in play."""
    if left is None:
        return ()
    return tallies(position, left, len(loaded.game.sides), loaded.ruleset)


def _recorded(loaded: LoadedGame, hand: int) -> tuple[Deal, Seating]:
    game = loaded.game
    if game.deal is not None and hand == len(game.hands) + 1:
        return game.deal, seats_in_play(loaded.standing, game.deal)
    if not 1 <= hand <= len(game.hands):
        raise Refused(f"there is no hand {hand}", fix="See the hands with: canasta score")
    played = game.hands[hand - 1].played
    if played is None:
        raise Refused(
            f"hand {hand} was not recorded turn by turn",
            fix="Amend it with a tally for each side: "
            f"canasta amend {hand}{' TALLY' * len(game.sides)}",
        )
    counted = loaded.standing.hands[hand - 1]
    return played, seating(game, counted.dealer, hand, counted.before, loaded.ruleset)


# Amend one thing of an earlier hand: words of a tally, the dealer, which side is which; or drop it.

BOTH_SIDES = 2


class HandEdit(NamedTuple):
    """Changes of a finished hand, counted from 1; everything else of it stays as it is."""

    number: int
    edits: tuple[TallyEdit, ...] = ()
    dealer: str = ""
    forced: bool = False


class SidesSwap(NamedTuple):
    """The result of swapping the sides: its entry, and the game before and after.

    ``against`` are reasons against the hands, each with its hand and its side; ``broken`` are turns
    of later hands. With either of them it is recorded only if it is forced.
    """

    entry: SidesSwapped
    against: tuple[tuple[int, str, Finding], ...]
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def edit_hand(
    book: Scorebook, name: str | None, edit: HandEdit, *, dry_run: bool = False
) -> HandRecorded:
    """Amend words of the tallies of a hand, or its dealer.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that does not exist, or that was recorded
    turn by turn.
    """

    def decide(reader: Reader) -> Decision[HandRecorded]:
        before = load_game(reader, name)
        tallies = own_tallies(before, edit.number, dealer=bool(edit.dealer))
        names = [side.name for side in before.game.sides]
        for each in edit.edits:
            place = names.index(each.side)
            tallies[place] = edited(tallies[place], each, before.ruleset)
        given = HandInput(
            tuple(tallies), dealer=edit.dealer, forced=edit.forced, number=edit.number
        )
        return decide_hand(before, given)

    def done(result: HandRecorded, after: LoadedGame, recorded: bool) -> HandRecorded:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def own_tallies(loaded: LoadedGame, number: int, *, dealer: bool = False) -> list[Tally]:
    """Return the tallies of a finished hand, without penalties recorded separately.

    Raises :class:`~canasta_cli.errors.Refused` if its tallies follow from its turns; ``dealer``: if
    the dealer was to be changed.
    """
    game = loaded.game
    check_not_archived(game)
    if dealer and number == len(game.hands) + 1:
        raise _no_dealer_yet(loaded, number)
    hand = finished_hand(game, number)
    _check_tallied(hand, number, " TALLY" * len(game.sides), dealer=dealer)
    return list(game.without_awarded(hand))


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


def _check_tallied(hand: Hand, number: int, tallies: str, *, dealer: bool = False) -> None:
    if hand.played is None:
        return
    if dealer:
        raise Refused(
            f"hand {number} was recorded turn by turn, and the order of its turns follows from the "
            f"dealer, {hand.dealer}",
            fix=f"Count it from tallies instead: canasta amend {number}{tallies} --dealer PLAYER",
        )
    raise Refused(
        f"hand {number} was recorded turn by turn, and its tallies follow from its turns",
        fix=f"Change a turn (canasta amend {number}.7 CLAUSE…) or the cards left "
        f"(canasta amend {number}.left PLAYER=CARDS),\n"
        f"or count it from tallies instead: canasta amend {number}{tallies}",
    )


def swap_sides(
    book: Scorebook,
    name: str | None,
    hands: tuple[int, int],
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> SidesSwap:
    """Exchange the two sides' tallies in the hands from one number to another.

    Penalties recorded separately stay with their side. Raises
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist, or that was recorded turn
    by turn, and for a game of more than two sides.
    """

    def decide(reader: Reader) -> Decision[SidesSwap]:
        before = load_game(reader, name)
        _check_swap(before, *hands)
        against = tuple(_against(before, *hands))
        illegal = tuple(dict.fromkeys(number for number, _, _ in against))
        entry = SidesSwapped(*hands, illegal)
        broken, marks = effects_of_amendment(before, entry)
        entry = entry._replace(later=marks)
        accepted = forced or not (broken or _new(before, against))
        result = SidesSwap(
            entry, against, broken, before, before, recorded=False, accepted=accepted
        )
        return Decision(result, before, entry if accepted else None)

    def done(result: SidesSwap, after: LoadedGame, recorded: bool) -> SidesSwap:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _check_swap(loaded: LoadedGame, first: int, last: int) -> None:
    game = loaded.game
    check_not_archived(game)
    if first > last:
        raise NotUnderstood(
            f"{first}-{last} goes from a later hand to an earlier one",
            fix=f"Give the earlier hand first: canasta amend {last}-{first} --swap",
        )
    if len(game.sides) != BOTH_SIDES:
        raise Refused(
            f"game {game.name} has {count_of(len(game.sides), 'side')}: "
            f"{listed(side.name for side in game.sides)}; --swap exchanges two",
            fix=f'Give the tallies instead: canasta amend {first} {quoted(game.sides[0].name)}="…" '
            f'{quoted(game.sides[1].name)}="…"',
        )
    for number in range(first, last + 1):
        _check_tallied(finished_hand(game, number), number, " TALLY" * len(game.sides))


def _against(loaded: LoadedGame, first: int, last: int) -> Iterator[tuple[int, str, Finding]]:
    """Yield what the rules say against the hands with their sides swapped."""
    game = loaded.game
    for number in range(first, last + 1):
        old = game.hands[number - 1]
        whole = game.with_awards(old.awarded, game.without_awarded(old)[::-1])
        for side, finding in refusals_of_hand(game, whole, loaded.ruleset):
            yield number, side, finding


def _new(
    loaded: LoadedGame, against: tuple[tuple[int, str, Finding], ...]
) -> list[tuple[int, str, Finding]]:
    """Return the reasons against hands that were not forced before."""
    return [each for each in against if not loaded.game.hands[each[0] - 1].forced]


class DroppedHand(NamedTuple):
    """The result of dropping a hand: its entry, the hand, and the game before and after.

    ``accepted`` is true if it is recorded, or would be without a dry run: if it makes turns of later
    hands illegal (``broken``), only if it is forced.
    """

    entry: HandDropped
    dropped: Played
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def drop_hand(
    book: Scorebook, name: str | None, number: int, *, forced: bool = False, dry_run: bool = False
) -> DroppedHand:
    """Drop a finished hand, counted from 1; later hands get the number before theirs.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that does not exist, and for one with
    penalties that were recorded separately.
    """

    def decide(reader: Reader) -> Decision[DroppedHand]:
        before = load_game(reader, name)
        check_not_archived(before.game)
        if finished_hand(before.game, number).awarded:
            raise Refused(
                f"hand {number} has penalties recorded separately, which would be lost",
                fix=f"Drop the penalties first: canasta amend {number} --drop-penalty 1",
            )
        broken, marks = effects_of_amendment(before, HandDropped(number))
        entry, accepted = HandDropped(number, marks), forced or not broken
        dropped = before.standing.hands[number - 1]
        result = DroppedHand(entry, dropped, broken, before, before, False, accepted)
        return Decision(result, before, entry if accepted else None)

    def done(result: DroppedHand, after: LoadedGame, recorded: bool) -> DroppedHand:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def shown_tallies(loaded: LoadedGame, number: int) -> dict[str, str]:
    """Return the tallies of a finished hand as people type them, by side."""
    sides = loaded.game.sides
    tallies = (tally_in_game_words(each, loaded.ruleset) for each in own_tallies(loaded, number))
    return {side.name: write_tally(each) for side, each in zip(sides, tallies, strict=True)}


# Drop penalties that were recorded separately and stay with their hand.


class DroppedPenalty(NamedTuple):
    """The result of dropping a penalty: its entry, the penalty, and the game afterwards.

    ``accepted`` is true if it is recorded, or would be without a dry run: if it makes turns of later
    hands illegal (``broken``), only if it is forced.
    """

    entry: PenaltyDropped
    penalty: Pending
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def drop_penalty(
    book: Scorebook,
    name: str | None,
    hand: int,
    number: int,
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> DroppedPenalty:
    """Drop a penalty of a hand, or of the next one; ``number`` counts those of the hand from 1.

    Raises :class:`~canasta_cli.errors.Refused` if there is no such penalty.
    """

    def decide(reader: Reader) -> Decision[DroppedPenalty]:
        loaded = load_game(reader, name)
        check_not_archived(loaded.game)
        penalty = _penalty(loaded, hand, number)
        broken, marks = effects_of_amendment(loaded, PenaltyDropped(hand, number))
        entry = PenaltyDropped(hand, number, marks)
        accepted = forced or not broken
        result = DroppedPenalty(
            entry, penalty, broken, loaded, loaded, recorded=False, accepted=accepted
        )
        return Decision(result, loaded, entry if accepted else None)

    def done(result: DroppedPenalty, after: LoadedGame, recorded: bool) -> DroppedPenalty:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _penalty(loaded: LoadedGame, hand: int, number: int) -> Pending:
    game = loaded.game
    awarded = game.awarded(hand)
    if 1 <= number <= len(awarded):
        return awarded[number - 1]
    if hand != len(game.hands) + 1:
        finished_hand(game, hand)
    if not awarded:
        raise Refused(
            f"hand {hand} has no penalties recorded separately",
            fix=f"If a tally has the penalty, change it with: canasta amend {hand} TALLY…",
        )
    known = (
        f"{at}. {write_award(each.award)} for {each.side}"
        for at, each in enumerate(awarded, start=1)
    )
    raise Refused(
        f"hand {hand} has only {count_of(len(awarded), 'penalty', 'penalties')} "
        "recorded separately",
        fix=f"Give its number: {listed(known)}.",
    )
