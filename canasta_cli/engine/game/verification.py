"""Check a recorded game: count every score again, and judge every hand."""

from collections.abc import Iterator, Mapping

from canasta_cli.engine.game.cards_left import Closing, judge_left
from canasta_cli.engine.game.deal import Dealt, judge_deal
from canasta_cli.engine.game.plain_turns import Replayer
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import follow, start, step, with_tallies
from canasta_cli.engine.game.seating import Seating, seat, seating
from canasta_cli.engine.game.standing import Place, Standing, seats_in_play, standing
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.score import count_hand_of
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.turn import Deal
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class Difference(NamedTuple):
    """An error in a recorded game.

    ``hand`` counts from 1, 0 is the game itself; ``side`` is ``None`` if it is not of one side.
    ``turn`` is the turn of a hand recorded turn by turn, from 1; one more than the last turn stands
    for the cards shown at the end. ``expected`` and ``found`` are points if a score is wrong;
    ``finding`` is the finding of a rule that refuses a tally or a turn.
    """

    hand: int
    side: str | None
    what: str
    expected: int | None = None
    found: int | None = None
    finding: Finding | None = None
    turn: int = 0


class Verified(NamedTuple):
    """Everything in a game that contradicts its rules, from the first hand on.

    ``standing`` is the game counted again, with every turn replayed; ``None`` if its players do not
    fit the rules.
    """

    differences: tuple[Difference, ...]
    standing: Standing | None


def differences(game: Game, ruleset: Ruleset) -> tuple[Difference, ...]:
    """List everything in a game that contradicts its rules, from the first hand on."""
    return verified(game, ruleset).differences


def verified(game: Game, ruleset: Ruleset) -> Verified:
    """Count a game again, and judge every hand."""
    seats = tuple(_seats(game, ruleset))
    if seats:
        return Verified(seats, None)
    found: dict[int, GoneThrough] = {}

    def played(hand: Hand, place: Place, ruleset: Ruleset) -> Hand:
        """Replay a hand once, for both its tallies and the findings against its turns."""
        if hand.played is None:
            return hand
        seats = seating(game, place.dealer, place.number, place.totals, ruleset)
        found[place.number] = gone_through(hand.played, seats, ruleset)
        return with_tallies(hand, hand.played, found[place.number].now, ruleset)

    stand = standing(game, ruleset, played)
    return Verified((*_hands(stand, found), *_in_play(stand)), stand)


class GoneThrough(NamedTuple):
    """A hand checked turn by turn: the table at its end, and the findings against each turn.

    Turn 0 is the deal; one more than the last turn stands for the cards shown at the end.
    """

    now: Position
    against: tuple[tuple[int, Finding], ...]


def _seats(game: Game, ruleset: Ruleset) -> Iterator[Difference]:
    try:
        seat(game.players, game.sides, ruleset)
    except NotUnderstood as error:
        yield Difference(0, None, error.message)


def _hands(stand: Standing, found: Mapping[int, GoneThrough]) -> Iterator[Difference]:
    names = [side.name for side in stand.game.sides]
    for played in stand.hands:
        if played.hand.played is not None:
            yield from _differences(played.number, found[played.number].against)
        elif not played.hand.forced:
            counted = count_hand_of(stand.game, played.hand.tallies, stand.ruleset)
            verdicts = (
                *zip(names, counted.sides, strict=True),
                (None, counted.table),
            )
            for name, verdict in verdicts:
                for finding in verdict.refused:
                    yield Difference(played.number, name, "", finding=finding)
        for name, points, claimed in zip(names, played.points, played.hand.claimed, strict=False):
            if claimed is not None and claimed != points:
                yield Difference(played.number, name, "score", points, claimed)


def _in_play(stand: Standing) -> Iterator[Difference]:
    """Check the hand that is not over yet."""
    deal = stand.game.deal
    if deal is not None:
        seats = seats_in_play(stand, deal)
        yield from _differences(seats.number, gone_through(deal, seats, stand.ruleset).against)


def gone_through(deal: Deal, seats: Seating, ruleset: Ruleset) -> GoneThrough:
    """Check the deal of a hand, its turns and the cards shown at its end, unless forced."""
    table = Replayer(start(deal, seats, ruleset), ruleset)
    found = [(0, finding) for finding in judge_deal(Dealt(deal, table.position), ruleset).refused]
    for number, recorded in enumerate(deal.turns, 1):
        if not follow(table, recorded.turn):
            one = step(table.position, recorded.turn, ruleset)
            table = Replayer(one.after, ruleset)
            if not recorded.forced:
                found += [(number, finding) for finding in one.refused]
    now = table.position
    if deal.left is not None and not deal.left_forced:
        closing = judge_left(Closing(now, deal.left), ruleset)
        found += [(len(deal.turns) + 1, finding) for finding in closing.refused]
    return GoneThrough(now, tuple(found))


def _differences(hand: int, against: tuple[tuple[int, Finding], ...]) -> Iterator[Difference]:
    for turn, finding in against:
        yield Difference(hand, None, "", finding=finding, turn=turn)
