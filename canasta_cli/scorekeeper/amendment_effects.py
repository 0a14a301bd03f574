"""Find the turns of later hands that an amendment makes illegal."""

from collections.abc import Iterator

from canasta_cli.engine.game.seating import Seating, seating
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.game.verification import gone_through
from canasta_cli.engine.rule import Finding
from canasta_cli.model.history import (
    Amended,
    HandDropped,
    LeftAmended,
    PenaltyDropped,
    SidesSwapped,
    TurnAmended,
)
from canasta_cli.model.turn import Deal
from canasta_cli.scorekeeper.recording import preview
from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.values import NamedTuple

AmendedHand = Amended | SidesSwapped | TurnAmended | LeftAmended | PenaltyDropped | HandDropped
"""An entry that changes an earlier hand."""


class BrokenTurn(NamedTuple):
    """A turn that was legal before: its hand and number now, from 1, and the rule against it.

    One more than the number of turns means the cards shown at the end.
    """

    hand: int
    turn: int
    finding: Finding


class AmendmentEffects(NamedTuple):
    """The effects of an amendment on later hands.

    ``broken`` are turns that were legal before it, ``marks`` (hand and turn) all illegal ones.
    """

    broken: tuple[BrokenTurn, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()


def effects_of_amendment(
    loaded: LoadedGame,
    entry: AmendedHand,
) -> AmendmentEffects:
    """Return the effects of an amendment: with other totals, later initial melds need other points."""
    number = _first_hand(entry)
    dropped = 1 if isinstance(entry, HandDropped) else 0
    if not any(hand > number for hand, _, _ in _played(loaded)):
        return AmendmentEffects()
    after = {
        hand: seats for hand, _, seats in _played(preview(loaded, entry, loaded.records[-1].at))
    }
    broken: list[BrokenTurn] = []
    marks: list[tuple[int, int]] = []
    for hand, deal, seats in _played(loaded):
        now = hand - dropped
        if hand <= number or after[now] == seats:
            continue
        before = gone_through(deal.unforced, seats, loaded.ruleset).against
        for turn, finding in gone_through(deal.unforced, after[now], loaded.ruleset).against:
            marks.append((now, turn))
            if turn not in deal.marked and (turn, finding) not in before:
                broken.append(BrokenTurn(now, turn, finding))
    return AmendmentEffects(tuple(broken), tuple(dict.fromkeys(marks)))


def _first_hand(
    entry: AmendedHand,
) -> int:
    match entry:
        case Amended(number) | SidesSwapped(number):
            return number
        case _:
            return entry.hand


def _played(loaded: LoadedGame) -> Iterator[tuple[int, Deal, Seating]]:
    """Yield every hand recorded turn by turn: its number, its turns, and the seating."""
    game, standing = loaded.game, loaded.standing
    for each in standing.hands:
        played = game.hands[each.number - 1].played
        if played is not None:
            seats = seating(game, each.dealer, each.number, each.before, loaded.ruleset)
            yield each.number, played, seats
    if game.deal is not None:
        yield len(game.hands) + 1, game.deal, seats_in_play(standing, game.deal)
