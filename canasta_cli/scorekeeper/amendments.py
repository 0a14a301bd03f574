"""Amend a turn recorded earlier, or the cards left at the end; find the turns this makes illegal."""

from typing import NamedTuple

from canasta_cli.engine.games.differences import gone_through
from canasta_cli.engine.games.played import Seating, replay, seating, seats_in_play
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.table.closing import Closing, judge_left
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid
from canasta_cli.model.entry import LeftAmended, TurnAmended
from canasta_cli.model.turn import Turn
from canasta_cli.scorekeeper.amendment_effects import Broken, later
from canasta_cli.scorekeeper.closing import named
from canasta_cli.scorekeeper.recording import Decision, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, pick, table
from canasta_cli.words import count_of


class TurnMended(NamedTuple):
    """A corrected turn, with the number of its hand and its own, both counted from 1."""

    hand: int
    number: int
    turn: Turn
    forced: bool = False


class LeftMended(NamedTuple):
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
    table: Table
    recorded: bool
    stands: bool
    broken: tuple[Broken, ...] = ()


def amend_played(
    desk: Desk, name: str | None, mended: TurnMended | LeftMended, *, dry_run: bool = False
) -> Amendment:
    """Amend a turn, or the cards left, if nothing becomes illegal with it, or by force.

    Raises :class:`~canasta_cli.errors.Refused` for a turn that does not exist, and for the cards
    left in a hand that is not over.
    """

    def decide(reader: Reader) -> Decision[Amendment]:
        now = table(reader, name)
        check_here(now.game)
        result = _turn(now, mended) if isinstance(mended, TurnMended) else _left(now, mended)
        broken, marks = later(now, result.entry)
        stands = result.stands and (mended.forced or not broken)
        entry = result.entry._replace(later=marks)
        result = result._replace(entry=entry, broken=broken, stands=stands)
        return Decision(result, result.table, result.entry if result.stands else None)

    def done(result: Amendment, after: Table, recorded: bool) -> Amendment:
        return result._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _turn(now: Table, mended: TurnMended) -> Amendment:
    deal, seats = _recorded(now, mended.hand)
    at = mended.number - 1
    if not 0 <= at < len(deal.turns):
        raise Refused(
            f"there is no turn {mended.number} in hand {mended.hand}: "
            f"it has {count_of(len(deal.turns), 'turn')}",
            remedy="See the turns with: canasta log",
        )
    player = mended.turn.player or deal.turns[at].turn.player or ""
    player = pick(player, list(now.game.players), "player", NotUnderstood)
    said = TurnSaid(mended.turn._replace(player=player))
    anew = deal._replace(turns=(*deal.turns[:at], said, *deal.turns[at + 1 :]))
    before, after = (
        gone_through(each.unforced, seats, now.ruleset).against for each in (deal, anew)
    )
    marked = deal.marked - {mended.number}
    against = tuple(
        (turn, finding)
        for turn, finding in after
        if turn == mended.number or (turn not in marked and (turn, finding) not in before)
    )
    # Forced is each turn that is illegal with it, and no other.
    turns = tuple(dict.fromkeys(turn for turn, _ in after if turn))
    said = said._replace(forced=mended.number in turns)
    others = tuple(turn for turn in turns if turn != mended.number)
    entry = TurnAmended(mended.hand, mended.number, said, others)
    stands = mended.forced or not against
    return Amendment(entry, against, len(deal.turns), now, recorded=False, stands=stands)


def _left(now: Table, mended: LeftMended) -> Amendment:
    deal, seats = _recorded(now, mended.hand)
    if deal.left is None:
        raise Refused(
            f"hand {mended.hand} is not over yet",
            remedy="Finish it, then record the cards left: canasta left PLAYER=CARDS",
        )
    shown = named(now, mended.left)
    after = replay(deal, seats, now.ruleset).now
    refused = judge_left(Closing(after, shown), now.ruleset).refused
    against = tuple((len(deal.turns) + 1, finding) for finding in refused)
    entry = LeftAmended(mended.hand, shown, mended.forced and bool(against))
    stands = mended.forced or not against
    return Amendment(entry, against, len(deal.turns), now, recorded=False, stands=stands)


def _recorded(now: Table, hand: int) -> tuple[Deal, Seating]:
    game = now.game
    if game.deal is not None and hand == len(game.hands) + 1:
        return game.deal, seats_in_play(now.standing, game.deal)
    if not 1 <= hand <= len(game.hands):
        raise Refused(f"there is no hand {hand}", remedy="See the hands with: canasta score")
    played = game.hands[hand - 1].played
    if played is None:
        raise Refused(
            f"hand {hand} was not recorded turn by turn",
            remedy="Amend it with a tally for each side: "
            f"canasta amend {hand}{' TALLY' * len(game.sides)}",
        )
    counted = now.standing.hands[hand - 1]
    return played, seating(game, counted.dealer, hand, counted.before, now.ruleset)
