"""Drop penalties that were recorded separately and stay with their hand."""

from canasta_cli.errors import Refused
from canasta_cli.model.game import Pending
from canasta_cli.model.history import PenaltyDropped
from canasta_cli.notation.tally import write_award
from canasta_cli.scorekeeper.amendment_effects import BrokenTurn, effects_of_amendment
from canasta_cli.scorekeeper.hands import finished_hand
from canasta_cli.scorekeeper.recording import Decision, check_not_archived, record
from canasta_cli.scorekeeper.scorebook import LoadedGame, Reader, Scorebook, load_game
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed


class DroppedPenalty(NamedTuple):
    """The result of dropping a penalty: its entry, the penalty, and the game afterwards.

    ``accepted`` is true if it is recorded, or would be without a dry run: if it makes turns of later
    hands illegal (``broken``), only if it is forced.
    """

    entry: PenaltyDropped
    penalty: Pending
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def drop_penalty(
    book: Scorebook,
    name: str | None,
    hand: int,
    number: int,
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> DroppedPenalty:
    """Drop a penalty of a hand, or of the next one; ``number`` counts those of the hand from 1.

    Raises :class:`~canasta_cli.errors.Refused` if there is no such penalty.
    """

    def decide(reader: Reader) -> Decision[DroppedPenalty]:
        loaded = load_game(reader, name)
        check_not_archived(loaded.game)
        penalty = _penalty(loaded, hand, number)
        broken, marks = effects_of_amendment(loaded, PenaltyDropped(hand, number))
        entry = PenaltyDropped(hand, number, marks)
        accepted = forced or not broken
        result = DroppedPenalty(
            entry, penalty, broken, loaded, loaded, recorded=False, accepted=accepted
        )
        return Decision(result, loaded, entry if accepted else None)

    def done(result: DroppedPenalty, after: LoadedGame, recorded: bool) -> DroppedPenalty:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _penalty(loaded: LoadedGame, hand: int, number: int) -> Pending:
    game = loaded.game
    awarded = game.awarded(hand)
    if 1 <= number <= len(awarded):
        return awarded[number - 1]
    if hand != len(game.hands) + 1:
        finished_hand(game, hand)
    if not awarded:
        raise Refused(
            f"hand {hand} has no penalties recorded separately",
            fix=f"If a tally has the penalty, change it with: canasta amend {hand} TALLY…",
        )
    known = (
        f"{at}. {write_award(each.award)} for {each.side}"
        for at, each in enumerate(awarded, start=1)
    )
    raise Refused(
        f"hand {hand} has only {count_of(len(awarded), 'penalty', 'penalties')} "
        "recorded separately",
        fix=f"Give its number: {listed(known)}.",
    )
