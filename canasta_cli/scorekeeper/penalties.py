"""Drop penalties that were recorded separately and stay with their hand."""

from typing import NamedTuple

from canasta_cli.errors import Refused
from canasta_cli.model.entry import PenaltyDropped
from canasta_cli.model.game import Pending
from canasta_cli.notation.tally import write_award
from canasta_cli.scorekeeper.amendment_effects import Broken, later
from canasta_cli.scorekeeper.hands import finished_hand
from canasta_cli.scorekeeper.recording import Decision, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, table
from canasta_cli.words import count_of, listed


class Dropped(NamedTuple):
    """The result of dropping a penalty: its entry, the penalty, and the table afterwards.

    ``stands`` is true if it is recorded, or would be without a dry run: if it makes turns of later
    hands illegal (``broken``), only by force.
    """

    entry: PenaltyDropped
    penalty: Pending
    broken: tuple[Broken, ...]
    table: Table
    recorded: bool
    stands: bool


def drop_penalty(
    desk: Desk,
    name: str | None,
    hand: int,
    number: int,
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> Dropped:
    """Drop a penalty of a hand, or of the next one; ``number`` counts those of the hand from 1.

    Raises :class:`~canasta_cli.errors.Refused` if there is no such penalty.
    """

    def decide(reader: Reader) -> Decision[Dropped]:
        now = table(reader, name)
        check_here(now.game)
        penalty = _penalty(now, hand, number)
        broken, marks = later(now, PenaltyDropped(hand, number))
        entry = PenaltyDropped(hand, number, marks)
        stands = forced or not broken
        result = Dropped(entry, penalty, broken, now, recorded=False, stands=stands)
        return Decision(result, now, entry if stands else None)

    def done(result: Dropped, after: Table, recorded: bool) -> Dropped:
        return result._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _penalty(now: Table, hand: int, number: int) -> Pending:
    game = now.game
    awarded = game.awarded(hand)
    if 1 <= number <= len(awarded):
        return awarded[number - 1]
    if hand != len(game.hands) + 1:
        finished_hand(game, hand)
    if not awarded:
        raise Refused(
            f"hand {hand} has no penalties recorded separately",
            remedy=f"If a tally has the penalty, change it with: canasta amend {hand} TALLY…",
        )
    known = (
        f"{at}. {write_award(each.award)} for {each.side}"
        for at, each in enumerate(awarded, start=1)
    )
    raise Refused(
        f"hand {hand} has only {count_of(len(awarded), 'penalty', 'penalties')} "
        "recorded separately",
        remedy=f"Give its number: {listed(known)}.",
    )
