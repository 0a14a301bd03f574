"""Begin a hand that is recorded turn by turn, and check that the deck can deal it."""

from canasta_cli.engine.game.replay import start
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.game.verification import Dealt as DealtCards
from canasta_cli.engine.game.verification import judge_deal
from canasta_cli.engine.rule import Verdict
from canasta_cli.errors import Refused
from canasta_cli.model.cards import Card
from canasta_cli.model.history import Dealt
from canasta_cli.model.turn import Deal
from canasta_cli.scorekeeper.playing import HandInPlay, in_play
from canasta_cli.scorekeeper.recording import Decision, check_not_archived, check_not_over, record
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Reader,
    Scorebook,
    load_sealed,
    pick_dealer,
)
from canasta_cli.values import NamedTuple


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
