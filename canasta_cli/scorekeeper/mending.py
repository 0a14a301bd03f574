"""A turn recorded earlier, read otherwise: what of its hand does not hold any longer."""

from typing import NamedTuple

from canasta_cli.engine.closing import Closing, judge_left
from canasta_cli.engine.played import Replay, Seating, replay, seating
from canasta_cli.engine.rule import Finding
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.deal import Deal, TurnSaid
from canasta_cli.model.history import TurnAmended
from canasta_cli.model.turn import Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, pick, table
from canasta_cli.scorekeeper.playing import seats_of
from canasta_cli.scorekeeper.recording import Decision, check_here, record


class TurnMended(NamedTuple):
    """A turn as it is to be read: of which hand, and which turn of it, both counted from 1."""

    hand: int
    number: int
    turn: Turn
    forced: bool = False


class Amendment(NamedTuple):
    """A turn that was mended, and what of the hand does not hold with it: turn and finding."""

    hand: int
    number: int
    said: TurnSaid
    against: tuple[tuple[int, Finding], ...]
    turns: int
    table: Table
    recorded: bool
    stands: bool


def amend_turn(
    desk: Desk, name: str | None, mended: TurnMended, *, dry_run: bool = False
) -> Amendment:
    """Have a turn read otherwise. It stands if the hand holds as well with it, or by force.

    Raises :class:`~canasta_cli.errors.Refused` for a turn that is not there.
    """

    def decide(reader: Reader) -> Decision[Amendment]:
        result = _amended(reader, name, mended)
        entry = TurnAmended(mended.hand, mended.number, result.said)
        return Decision(result, result.table, entry if result.stands else None)

    def done(result: Amendment, after: Table, recorded: bool) -> Amendment:
        return result._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _amended(reader: Reader, name: str | None, mended: TurnMended) -> Amendment:
    now = table(reader, name)
    check_here(now.game)
    deal, seats = _recorded(now, mended.hand)
    at = mended.number - 1
    if not 0 <= at < len(deal.turns):
        raise Refused(
            f"there is no turn {mended.number} in hand {mended.hand}: it has {len(deal.turns)}",
            remedy="See them with: canasta log",
        )
    player = mended.turn.player or deal.turns[at].turn.player or ""
    player = pick(player, list(now.game.players), "player", NotUnderstood)
    said = TurnSaid(mended.turn._replace(player=player), mended.forced)
    anew = deal._replace(turns=(*deal.turns[:at], said, *deal.turns[at + 1 :]))
    before = _faults(replay(deal, seats, now.ruleset), deal, now.ruleset)
    after = _faults(replay(anew, seats, now.ruleset), anew, now.ruleset)
    against = tuple(each for each in after if each not in before)
    return Amendment(
        hand=mended.hand,
        number=mended.number,
        said=said,
        against=against,
        turns=len(deal.turns),
        table=now,
        recorded=False,
        stands=mended.forced or not against,
    )


def _faults(played: Replay, deal: Deal, ruleset: Ruleset) -> tuple[tuple[int, Finding], ...]:
    """What the rules refuse of a hand, turn by turn, and last of what was shown at its end."""
    both = enumerate(zip(played.steps, deal.turns, strict=True), start=1)
    found = [
        (number, finding)
        for number, (one, said) in both
        if not said.forced
        for finding in one.ruling.verdict.refused
    ]
    if deal.left is not None:
        refused = judge_left(Closing(played.now, deal.left), ruleset).refused
        found += [(len(deal.turns) + 1, finding) for finding in refused]
    return tuple(found)


def _recorded(now: Table, hand: int) -> tuple[Deal, Seating]:
    game = now.game
    if game.deal is not None and hand == len(game.hands) + 1:
        return game.deal, seats_of(now, game.deal)
    played = game.hands[hand - 1].played if 1 <= hand <= len(game.hands) else None
    if played is None:
        raise Refused(
            f"hand {hand} was not recorded turn by turn",
            remedy="Amend a tallied hand with its tallies: "
            f"canasta amend {hand}{' TALLY' * len(game.sides)}",
        )
    dealer = now.standing.hands[hand - 1].dealer
    totals = tuple(
        sum(each.points[place] for each in now.standing.hands[: hand - 1])
        for place in range(len(game.sides))
    )
    return played, seating(game, dealer, hand, totals, now.ruleset)
