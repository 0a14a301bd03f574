"""Where a game stands: totals, the next initial-meld minimums, who deals, and whether it is over."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from canasta_cli.engine.counting.pooling import sheets
from canasta_cli.engine.counting.sheet import Sheet
from canasta_cli.engine.games.rotation import dealers_of, sitting_out
from canasta_cli.engine.plays.minimum import minimum
from canasta_cli.model.game import Game, Hand
from canasta_cli.rules.rewards import named
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Tie, Tier


class Outcome(NamedTuple):
    """Whether the game is over at some totals; ``winner`` is a place from 0, none for a tie.

    ``margin`` is the winner's distance to the next side, in points; 0 where nobody won.
    """

    over: bool
    winner: int | None
    margin: int


class Played(NamedTuple):
    """A hand as it counted: who dealt it, the points of each side, and how they came about.

    ``before`` are the totals of the sides when it began.
    """

    number: int
    dealer: str
    hand: Hand
    sheets: tuple[Sheet, ...]
    before: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each side, in the order of the game's sides."""
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def after(self) -> tuple[int, ...]:
        """The totals of the sides when it was over."""
        return tuple(map(sum, zip(self.before, self.points, strict=True)))


class Standing(NamedTuple):
    """A game as it stands. ``minimums`` are what each side's next initial meld asks for.

    ``dealer`` deals the next hand, or dealt the one that is being played; ``sitting_out`` does not
    play in it. ``to_target`` is how many
    points each side is short of the target, ``None`` in a game without one. ``ended_by`` is the
    first hand after which the game was over; after an amendment hands may have been played since.
    """

    game: Game
    ruleset: Ruleset
    hands: tuple[Played, ...]
    totals: tuple[int, ...]
    minimums: tuple[Tier, ...]
    dealer: str
    sitting_out: str | None
    outcome: Outcome
    ended_by: int | None
    to_target: tuple[int, ...] | None


class Place(NamedTuple):
    """The place of a hand in its game: who deals it, its number from 1, and the totals before it."""

    game: Game
    dealer: str
    number: int
    totals: tuple[int, ...]


Settle = Callable[[Hand, Place, Ruleset], Hand]


def outcome(totals: Iterable[int], hands: int, ruleset: Ruleset) -> Outcome:
    """Whether the game is over at these totals after so many hands, and who won."""
    totals = tuple(totals)
    first, second, *_ = sorted(totals, reverse=True)
    ended = _ended(first, hands, ruleset)
    if first == second:
        return Outcome(ended and ruleset.end.tie is Tie.DRAW, None, 0)
    return Outcome(ended, totals.index(first), first - second) if ended else Outcome(ended, None, 0)


def _ended(best: int, hands: int, ruleset: Ruleset) -> bool:
    if ruleset.end.deals is not None:
        return hands >= ruleset.end.deals
    return ruleset.end.target is not None and best >= ruleset.end.target


def standing(game: Game, ruleset: Ruleset, settle: Settle | None = None) -> Standing:
    """Count a game from its first hand on; ``settle`` gives a hand its tallies in another way."""
    dealers = dealers_of(game, ruleset)
    hands: list[Played] = []
    totals = (0,) * len(game.sides)
    for number, (hand, dealer) in enumerate(zip(game.hands, dealers, strict=False), start=1):
        place = Place(game, dealer, number, totals)
        told = (settle or _settled)(hand, place, ruleset)
        hands.append(Played(number, dealer, told, sheets(told.tallies, ruleset), totals))
        totals = hands[-1].after
    return Standing(
        game,
        ruleset,
        tuple(hands),
        totals,
        tuple(minimum(total, len(hands) + 1, ruleset) for total in totals),
        (game.deal and game.deal.dealer) or dealers[-1],
        sitting_out(game, len(hands) + 1, ruleset),
        _outcome(hands, totals, ruleset),
        _ended_by(hands, ruleset),
        _to_target(totals, ruleset),
    )


def under(stand: Standing, ruleset: Ruleset) -> Standing:
    """The same totals under other rules: what these ask next, and whether the game is over by them."""
    if ruleset is stand.ruleset:
        return stand
    return stand._replace(
        ruleset=ruleset,
        minimums=tuple(minimum(total, len(stand.hands) + 1, ruleset) for total in stand.totals),
        outcome=_outcome(stand.hands, stand.totals, ruleset),
        ended_by=_ended_by(stand.hands, ruleset),
        to_target=_to_target(stand.totals, ruleset),
    )


def _to_target(totals: tuple[int, ...], ruleset: Ruleset) -> tuple[int, ...] | None:
    target = ruleset.end.target
    return None if target is None else tuple(max(target - total, 0) for total in totals)


def _outcome(hands: Sequence[Played], totals: tuple[int, ...], ruleset: Ruleset) -> Outcome:
    """By the totals; but some special hands win the game, whatever they are."""
    for played in hands:
        if (place := _won_at_once(played, ruleset)) is not None:
            others = (total for at, total in enumerate(totals) if at != place)
            return Outcome(True, place, max(totals[place] - max(others), 0))
    return outcome(totals, len(hands), ruleset)


def _won_at_once(played: Played, ruleset: Ruleset) -> int | None:
    """The place of the side that won the game with a special hand, if one did."""
    for place, tally in enumerate(played.hand.tallies):
        hand = named(tally.special, ruleset.special.hands)
        if hand is not None and hand.wins:
            return place
    return None


def _settled(hand: Hand, place: Place, ruleset: Ruleset) -> Hand:
    """A hand with its tallies, which follow from the turns where it was recorded so."""
    if hand.played is None:
        return hand
    # Most games have no turns to replay.
    from canasta_cli.engine.games.played import seating, table_after, with_tallies

    seats = seating(place.game, place.dealer, place.number, place.totals, ruleset)
    return with_tallies(hand, hand.played, table_after(hand.played, seats, ruleset), ruleset)


def _ended_by(hands: Sequence[Played], ruleset: Ruleset) -> int | None:
    for played in hands:
        won = _won_at_once(played, ruleset) is not None
        if won or outcome(played.after, played.number, ruleset).over:
            return played.number
    return None
