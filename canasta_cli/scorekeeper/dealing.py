"""Begin a hand that is recorded turn by turn, and check that it can be dealt like this."""

from typing import NamedTuple

from canasta_cli.engine.games.played import seats_in_play, start
from canasta_cli.engine.rule import Verdict
from canasta_cli.engine.table.dealing import Dealt as DealtCards
from canasta_cli.engine.table.dealing import judge_deal
from canasta_cli.errors import Refused
from canasta_cli.model.cards import Card
from canasta_cli.model.deal import Deal
from canasta_cli.model.entry import Dealt
from canasta_cli.scorekeeper.playing import InPlay, in_play
from canasta_cli.scorekeeper.recording import Decision, check_goes_on, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, pick_dealer, table


class DealSaid(NamedTuple):
    """A deal as given; empty values follow from the game."""

    upcards: tuple[Card, ...] = ()
    dealer: str = ""


class DealRecorded(NamedTuple):
    """The result of a deal: the game, the verdict, and the hand that began, or ``None``."""

    game: str
    verdict: Verdict
    now: InPlay | None
    recorded: bool


def record_deal(
    desk: Desk, name: str | None, said: DealSaid, *, dry_run: bool = False
) -> DealRecorded:
    """Begin a hand that is recorded turn by turn, if the deck can deal it.

    Raises :class:`~canasta_cli.errors.Refused` if no hand can begin now.
    """

    def decide(reader: Reader) -> Decision[DealRecorded]:
        now = table(reader, name)
        _may_deal(now)
        deal = Deal(_dealer(now, said), said.upcards)
        first = start(deal, seats_in_play(now.standing, deal), now.ruleset)
        verdict = judge_deal(DealtCards(deal, first), now.ruleset)
        entry = None if verdict.legal is False else Dealt(deal)
        return Decision(DealRecorded(now.game.name, verdict, None, recorded=False), now, entry)

    def done(result: DealRecorded, after: Table, recorded: bool) -> DealRecorded:
        return result._replace(now=in_play(after), recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _dealer(now: Table, said: DealSaid) -> str:
    """Return the dealer: the given one, otherwise the next in turn.

    The name is recorded either way: an earlier hand's dealer may be amended, and the seats of
    this one must not change with it.
    """
    if not said.dealer:
        return now.standing.dealer
    return pick_dealer(said.dealer, now.game, len(now.game.hands) + 1, now.ruleset)


def _may_deal(now: Table) -> None:
    check_here(now.game)
    check_goes_on(now)
    if now.game.deal is not None:
        raise Refused(
            "a hand is already in play",
            remedy="Go on with canasta turn, or undo its turns with canasta undo.",
        )
