"""A hand begins that is recorded turn by turn: whether it could have been dealt so."""

from typing import NamedTuple

from canasta_cli.engine.games.played import seats_in_play, start
from canasta_cli.engine.rule import Verdict
from canasta_cli.engine.table.dealing import Dealt as DealtCards
from canasta_cli.engine.table.dealing import judge_deal
from canasta_cli.errors import Refused
from canasta_cli.model.cards import Card
from canasta_cli.model.deal import Deal
from canasta_cli.model.history import Dealt
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, pick_dealer, table
from canasta_cli.scorekeeper.playing import InPlay, in_play
from canasta_cli.scorekeeper.recording import Decision, check_goes_on, check_here, record


class DealSaid(NamedTuple):
    """A deal as somebody says it; what is empty follows from the game."""

    upcards: tuple[Card, ...] = ()
    dealer: str = ""


class DealRecorded(NamedTuple):
    """What came of a deal: the verdict on it, and the hand that began; none where none did."""

    verdict: Verdict
    now: InPlay | None
    recorded: bool


def record_deal(
    desk: Desk, name: str | None, said: DealSaid, *, dry_run: bool = False
) -> DealRecorded:
    """Begin a hand that is recorded turn by turn; one that no packs can deal is not begun.

    Raises :class:`~canasta_cli.errors.Refused` where none can begin now.
    """

    def decide(reader: Reader) -> Decision[DealRecorded]:
        now = table(reader, name)
        _may_deal(now)
        deal = Deal(_dealer(now, said), said.upcards)
        first = start(deal, seats_in_play(now.standing, deal), now.ruleset)
        verdict = judge_deal(DealtCards(deal, first), now.ruleset)
        entry = None if verdict.legal is False else Dealt(deal)
        return Decision(DealRecorded(verdict, None, recorded=False), now, entry)

    def done(result: DealRecorded, after: Table, recorded: bool) -> DealRecorded:
        return result._replace(now=in_play(after), recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _dealer(now: Table, said: DealSaid) -> str:
    """Who deals: as somebody says, otherwise by turns.

    It is recorded by name either way: an earlier hand's dealer may be mended, and the seats of this
    one must not move with it.
    """
    if not said.dealer:
        return now.standing.dealer
    return pick_dealer(said.dealer, now.game, len(now.game.hands) + 1, now.ruleset)


def _may_deal(now: Table) -> None:
    check_here(now.game)
    check_goes_on(now)
    if now.game.deal is not None:
        raise Refused(
            "a hand is being played already",
            remedy="Go on with canasta turn; canasta undo takes turns back.",
        )
