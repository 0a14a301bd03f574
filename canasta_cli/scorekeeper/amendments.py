"""Amend a turn recorded earlier, or the cards left at the end, and find what becomes illegal."""

from collections.abc import Sequence

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import replay, tallies
from canasta_cli.engine.game.seating import Seating, seating
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.game.verification import Closing, gone_through, judge_left
from canasta_cli.engine.rule import Finding
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.game import Tally
from canasta_cli.model.history import LeftAmended, TurnAmended
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn, Turn
from canasta_cli.scorekeeper.amendment_effects import BrokenTurn, effects_of_amendment
from canasta_cli.scorekeeper.closing import resolve_players
from canasta_cli.scorekeeper.recording import Decision, check_not_archived, record
from canasta_cli.scorekeeper.scorebook import LoadedGame, Reader, Scorebook, load_game, pick
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of


class TurnCorrection(NamedTuple):
    """A corrected turn, with the number of its hand and its own, both counted from 1."""

    hand: int
    number: int
    turn: Turn
    forced: bool = False


class LeftCorrection(NamedTuple):
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
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool
    broken: tuple[BrokenTurn, ...] = ()


def amend_played(
    book: Scorebook,
    name: str | None,
    correction: TurnCorrection | LeftCorrection,
    *,
    dry_run: bool = False,
) -> Amendment:
    """Amend a turn, or the cards left, if nothing becomes illegal, or if it is forced.

    Raises :class:`~canasta_cli.errors.Refused` for a turn that does not exist, and for the cards
    left in a hand that is not over.
    """

    def decide(reader: Reader) -> Decision[Amendment]:
        loaded = load_game(reader, name)
        check_not_archived(loaded.game)
        result = (
            _turn(loaded, correction)
            if isinstance(correction, TurnCorrection)
            else _left(loaded, correction)
        )
        broken, marks = effects_of_amendment(loaded, result.entry)
        accepted = result.accepted and (correction.forced or not broken)
        entry = result.entry._replace(later=marks)
        result = result._replace(entry=entry, broken=broken, accepted=accepted)
        return Decision(result, result.after, result.entry if result.accepted else None)

    def done(result: Amendment, after: LoadedGame, recorded: bool) -> Amendment:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _turn(loaded: LoadedGame, correction: TurnCorrection) -> Amendment:
    deal, seats = _recorded(loaded, correction.hand)
    at = correction.number - 1
    if not 0 <= at < len(deal.turns):
        raise Refused(
            f"there is no turn {correction.number} in hand {correction.hand}: "
            f"it has {count_of(len(deal.turns), 'turn')}",
            fix="See the turns with: canasta log",
        )
    player = correction.turn.player or deal.turns[at].turn.player or ""
    player = pick(player, list(loaded.game.players), "player", NotUnderstood)
    given = RecordedTurn(correction.turn._replace(player=player))
    corrected = deal._replace(turns=(*deal.turns[:at], given, *deal.turns[at + 1 :]))
    before = gone_through(deal.unforced, seats, loaded.ruleset).against
    now, after = gone_through(corrected.unforced, seats, loaded.ruleset)
    marked = deal.marked - {correction.number}
    against = tuple(
        (turn, finding)
        for turn, finding in after
        if turn == correction.number or (turn not in marked and (turn, finding) not in before)
    )
    # Exactly the turns that are illegal now are forced.
    turns = tuple(dict.fromkeys(turn for turn, _ in after if turn))
    given = given.with_mark(forced=correction.number in turns)
    others = tuple(turn for turn in turns if turn != correction.number)
    counted = _tallies(now, deal.left, loaded)
    entry = TurnAmended(correction.hand, correction.number, given, others, tallies=counted)
    accepted = correction.forced or not against
    return Amendment(
        entry, against, len(deal.turns), loaded, loaded, recorded=False, accepted=accepted
    )


def _left(loaded: LoadedGame, correction: LeftCorrection) -> Amendment:
    deal, seats = _recorded(loaded, correction.hand)
    if deal.left is None:
        raise Refused(
            f"hand {correction.hand} is not over yet",
            fix="Finish it, then record the cards left: canasta left PLAYER=CARDS",
        )
    shown = resolve_players(loaded, correction.left)
    after = replay(deal, seats, loaded.ruleset).now
    refused = judge_left(Closing(after, shown), loaded.ruleset).refused
    against = tuple((len(deal.turns) + 1, finding) for finding in refused)
    counted = _tallies(after, shown, loaded)
    forced = correction.forced and bool(against)
    entry = LeftAmended(correction.hand, shown, forced, tallies=counted)
    accepted = correction.forced or not against
    return Amendment(
        entry, against, len(deal.turns), loaded, loaded, recorded=False, accepted=accepted
    )


def _tallies(
    position: Position, left: Sequence[PlayerCards] | None, loaded: LoadedGame
) -> tuple[Tally, ...]:
    """Return the tallies of a hand that is over; none for the hand in play."""
    if left is None:
        return ()
    return tallies(position, left, len(loaded.game.sides), loaded.ruleset)


def _recorded(loaded: LoadedGame, hand: int) -> tuple[Deal, Seating]:
    game = loaded.game
    if game.deal is not None and hand == len(game.hands) + 1:
        return game.deal, seats_in_play(loaded.standing, game.deal)
    if not 1 <= hand <= len(game.hands):
        raise Refused(f"there is no hand {hand}", fix="See the hands with: canasta score")
    played = game.hands[hand - 1].played
    if played is None:
        raise Refused(
            f"hand {hand} was not recorded turn by turn",
            fix="Amend it with a tally for each side: "
            f"canasta amend {hand}{' TALLY' * len(game.sides)}",
        )
    counted = loaded.standing.hands[hand - 1]
    return played, seating(game, counted.dealer, hand, counted.before, loaded.ruleset)
