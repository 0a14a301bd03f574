"""Begin and end a hand that is recorded turn by turn: check the deal, then the cards left, and count the hand.

The commands ``deal`` and ``left`` call it, and corrections.
"""

from canasta_cli.engine.game.replay import start, tallies
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.game.verification import Closing, judge_deal, judge_left
from canasta_cli.engine.game.verification import DealtCase as DealtCards
from canasta_cli.engine.rule import Verdict
from canasta_cli.engine.score import count_hand_of
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.cards import Card
from canasta_cli.model.game import Tally, join
from canasta_cli.model.history import Dealt, Shown
from canasta_cli.model.seats import END
from canasta_cli.model.turn import Deal, PlayerCards
from canasta_cli.scorekeeper.hands import HandRecorded
from canasta_cli.scorekeeper.playing import HandInPlay, in_play
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Reader,
    Scorebook,
    check_not_archived,
    check_not_ended,
    check_not_over,
    load_sealed,
    pick_dealer,
    pick_seat,
    record,
)
from canasta_cli.values import NamedTuple

# Begin a hand that is recorded turn by turn, and check that the deck can deal it.


class DealInput(NamedTuple):
    """A deal as given; empty values follow from the game."""

    upcards: tuple[Card, ...] = ()
    dealer: str = ""


class DealRecorded(NamedTuple):
    """The result of a deal: the game, the verdict, and the hand that began, or ``None``."""

    game: str
    verdict: Verdict
    playing: HandInPlay | None
    recorded: bool


def record_deal(
    book: Scorebook, name: str | None, given: DealInput, *, dry_run: bool = False
) -> DealRecorded:
    """Begin a hand that is recorded turn by turn, if the deck can deal it.

    Raises :class:`~canasta_cli.errors.Refused` if no hand can begin now.
    """

    def decide(reader: Reader) -> Decision[DealRecorded]:
        loaded = load_sealed(reader, name)
        _may_deal(loaded)
        deal = Deal(_dealer(loaded, given), given.upcards)
        first = start(deal, seats_in_play(loaded.standing, deal), loaded.ruleset)
        verdict = judge_deal(DealtCards(deal, first), loaded.ruleset)
        entry = None if verdict.legal is False else Dealt(deal)
        return Decision(
            DealRecorded(loaded.game.name, verdict, None, recorded=False), loaded, entry
        )

    def done(result: DealRecorded, after: LoadedGame, recorded: bool) -> DealRecorded:
        return result._replace(playing=in_play(after), recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _dealer(loaded: LoadedGame, given: DealInput) -> str:
    """Return the dealer: the given one, else the next in turn.

    The name is recorded either way: an earlier hand's dealer may be amended, and the seats of
    this one must not change with it.
    """
    if not given.dealer:
        return loaded.standing.dealer
    return pick_dealer(given.dealer, loaded.game, len(loaded.game.hands) + 1, loaded.ruleset)


def _may_deal(loaded: LoadedGame) -> None:
    check_not_archived(loaded.game)
    check_not_over(loaded)
    if loaded.game.deal is not None:
        raise Refused(
            "a hand is already in play",
            fix="Go on with canasta turn, or undo its turns with canasta undo.",
        )


# Close the hand in play: check the cards that the players show, and count the hand.


class ClosedHand(NamedTuple):
    """The result of closing a hand: the verdict on the cards shown, and the hand as counted."""

    verdict: Verdict
    hand: HandRecorded


def record_left(
    book: Scorebook,
    name: str | None,
    left: tuple[PlayerCards, ...],
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> ClosedHand:
    """Close the hand in play with the cards that the players show, and count it.

    Raises :class:`~canasta_cli.errors.Refused` if no hand is in play.
    """

    def decide(reader: Reader) -> Decision[ClosedHand]:
        closed = _closed(reader, name, left, forced=forced)
        entry = _shown(closed, left, forced=forced) if closed.hand.accepted else None
        return Decision(closed, closed.hand.before, entry)

    def done(closed: ClosedHand, after: LoadedGame, recorded: bool) -> ClosedHand:
        return closed._replace(hand=closed.hand._replace(after=after, recorded=recorded))

    return record(book, name, decide, done, dry_run=dry_run)


def _shown(closed: ClosedHand, left: tuple[PlayerCards, ...], *, forced: bool) -> Shown:
    """Return the entry with the tallies as counted, forced if the rules don't allow it."""
    forced = forced and closed.verdict.legal is False
    shown = resolve_players(closed.hand.before, left, closed.hand.number)
    return Shown(shown, forced, closed.hand.tallies)


def resolve_players(
    loaded: LoadedGame, left: tuple[PlayerCards, ...], hand: int
) -> tuple[PlayerCards, ...]:
    """Return the cards shown at the end of a hand, with full names of the seats.

    Raises ``NotUnderstood`` for an unknown player.
    """
    known = tuple(
        each._replace(player=pick_seat(each.player, loaded.game, hand, END)) for each in left
    )
    twice = [each.player for each in known if [n.player for n in known].count(each.player) > 1]
    if twice:
        raise NotUnderstood(f"{twice[0]}'s cards are given twice", fix="Name each player once.")
    return known


def _closed(
    reader: Reader, name: str | None, left: tuple[PlayerCards, ...], *, forced: bool
) -> ClosedHand:
    playing = in_play(load_sealed(reader, name))
    check_not_archived(playing.loaded.game)
    check_not_ended(playing.loaded)
    game, ruleset = playing.loaded.game, playing.loaded.ruleset
    shown = resolve_players(playing.loaded, left, len(game.hands) + 1)
    verdict = judge_left(Closing(playing.position, shown), ruleset)
    counted = tallies(playing.position, shown, len(game.sides), ruleset)
    pending = game.with_pending((Tally(),) * len(game.sides))
    whole = tuple(join(pair) for pair in zip(counted, pending, strict=True))
    hand = HandRecorded(
        number=len(game.hands) + 1,
        tallies=counted,
        counted=count_hand_of(game, whole, ruleset),
        before=playing.loaded,
        after=playing.loaded,
        recorded=False,
        accepted=forced or verdict.legal is not False,
    )
    return ClosedHand(verdict, hand)
