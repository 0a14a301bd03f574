"""Correct the rules of a whole game, and find the turns that a correction makes illegal.

The command ``change`` calls it, and amendments.
"""

from collections.abc import Iterator

from canasta_cli.engine.game.seating import Seating, seat, seating
from canasta_cli.engine.game.standing import Played, seats_in_play
from canasta_cli.engine.game.verification import gone_through
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.score import refusals_of_hand
from canasta_cli.errors import Refused
from canasta_cli.model.game import Tally
from canasta_cli.model.history import (
    Amended,
    HandDropped,
    LeftAmended,
    PenaltyDropped,
    RulesChanged,
    SidesSwapped,
    TurnAmended,
)
from canasta_cli.model.turn import Deal
from canasta_cli.rules import library
from canasta_cli.rules.load import differences, to_data
from canasta_cli.rules.names import refuse
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Reader,
    Scorebook,
    check_not_archived,
    load_game,
    preview,
    record,
)
from canasta_cli.values import NamedTuple

# Find the turns of later hands that an amendment makes illegal.

AmendedHand = Amended | SidesSwapped | TurnAmended | LeftAmended | PenaltyDropped | HandDropped
"""An entry that changes an earlier hand."""


class BrokenTurn(NamedTuple):
    """A turn that was legal before: its hand and number now, from 1, and the rule against it.

    One more than the number of turns means the cards shown at the end.
    """

    hand: int
    turn: int
    finding: Finding


class AmendmentEffects(NamedTuple):
    """The effects of an amendment on later hands.

    ``broken`` are turns that were legal before it, ``marks`` (hand and turn) all illegal ones.
    """

    broken: tuple[BrokenTurn, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()


def effects_of_amendment(
    loaded: LoadedGame,
    entry: AmendedHand,
) -> AmendmentEffects:
    """Return the effects of an amendment: with other totals, later initial melds need other points."""
    number = _first_hand(entry)
    dropped = 1 if isinstance(entry, HandDropped) else 0
    if not any(hand > number for hand, _, _ in _played(loaded)):
        return AmendmentEffects()
    after = {
        hand: seats for hand, _, seats in _played(preview(loaded, entry, loaded.records[-1].at))
    }
    broken: list[BrokenTurn] = []
    marks: list[tuple[int, int]] = []
    for hand, deal, seats in _played(loaded):
        now = hand - dropped
        if hand <= number or after[now] == seats:
            continue
        before = gone_through(deal.unforced, seats, loaded.ruleset).against
        for turn, finding in gone_through(deal.unforced, after[now], loaded.ruleset).against:
            marks.append((now, turn))
            if turn not in deal.marked and (turn, finding) not in before:
                broken.append(BrokenTurn(now, turn, finding))
    return AmendmentEffects(tuple(broken), tuple(dict.fromkeys(marks)))


def _first_hand(
    entry: AmendedHand,
) -> int:
    match entry:
        case Amended(number) | SidesSwapped(number):
            return number
        case _:
            return entry.hand


def _played(loaded: LoadedGame) -> Iterator[tuple[int, Deal, Seating]]:
    """Yield every hand recorded turn by turn: its number, its turns, and the seating."""
    game, standing = loaded.game, loaded.standing
    for each in standing.hands:
        played = game.hands[each.number - 1].played
        if played is not None:
            seats = seating(game, each.dealer, each.number, each.before, loaded.ruleset)
            yield each.number, played, seats
    if game.deal is not None:
        yield len(game.hands) + 1, game.deal, seats_in_play(standing, game.deal)


# Correct the rules of a whole game: count every hand again, and find what the new rules don't
# allow.

FIGURES, PENALTY = "tally.figures", "tally.penalty"


class RulesRequest(NamedTuple):
    """The rules that a game shall have.

    ``expected`` is the number of the game's newest entry, if the user was shown what changes.
    """

    ruleset: Ruleset
    forced: bool = False
    expected: int | None = None


class Problem(NamedTuple):
    """A place of the game that the new rules don't allow: its hand, turn and side, and the reason.

    ``turn`` is 0 for a tally or a deal, and one more than the last turn for the cards left.
    ``readable``: it can still be counted, so that it can be forced; ``new``: it was not
    forced before.
    """

    hand: int
    turn: int
    side: str
    finding: Finding
    readable: bool = True
    new: bool = True


class RulesChange(NamedTuple):
    """The result of a change of rules: its entry, every problem, and the game before and after.

    With a new problem it is accepted only if it is forced, with one that is not readable never.
    """

    entry: RulesChanged
    problems: tuple[Problem, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool

    @property
    def can_be_forced(self) -> bool:
        """True if every problem can be recorded as forced."""
        return all(problem.readable for problem in self.problems)

    @property
    def differing(self) -> tuple[str, ...]:
        """The parameters whose values change."""
        return differences(self.before.ruleset, self.after.ruleset)


def change_rules(
    book: Scorebook, name: str | None, request: RulesRequest, *, dry_run: bool = False
) -> RulesChange:
    """Change the rules of a game, with all its hands, if they allow everything in it.

    Raises :class:`~canasta_cli.errors.Refused` if nothing would change, and
    :class:`~canasta_cli.errors.NotUnderstood` for rules that the players don't fit.
    """
    ruleset = without_idle_house_rules(request.ruleset)

    def decide(reader: Reader) -> Decision[RulesChange]:
        before = load_game(reader, name)
        _check(before, ruleset, request.expected)
        after = preview(before, RulesChanged(to_data(ruleset)), before.records[-1].at)
        problems = tuple(_problems(before, after))
        marks = dict.fromkeys((each.hand, each.turn) for each in problems if each.readable)
        entry = RulesChanged(to_data(ruleset), tuple(marks))
        result = RulesChange(entry, problems, before, after, recorded=False, accepted=False)
        found = any(each.new for each in problems)
        accepted = result.can_be_forced and (request.forced or not found)
        return Decision(result._replace(accepted=accepted), before, entry if accepted else None)

    def done(result: RulesChange, after: LoadedGame, recorded: bool) -> RulesChange:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def without_idle_house_rules(ruleset: Ruleset) -> Ruleset:
    """Return rules in which a house rule that only repeats the packaged value is none."""
    if ruleset.base not in library.names():
        return ruleset
    packaged = library.ruleset(ruleset.base)
    idle = {
        path: packaged.origins[path]
        for path in ruleset.house
        if path not in packaged.unknown and packaged.value(path) == ruleset.value(path)
    }
    return ruleset._replace(origins={**ruleset.origins, **idle}) if idle else ruleset


def _check(loaded: LoadedGame, ruleset: Ruleset, expected: int | None) -> None:
    game = loaded.game
    check_not_archived(game)
    if expected not in (None, loaded.records[-1].number):
        raise Refused(
            f"game {game.name} has changed meanwhile",
            fix="Look at what the change of rules does now, and confirm it again.",
        )
    refuse(ruleset, ruleset.unknown)
    seat(game.players, game.sides, ruleset)
    if ruleset.name == loaded.ruleset.name and not differences(ruleset, loaded.ruleset):
        raise Refused(
            f"game {game.name} has these rules already: {ruleset.name}",
            fix="See them with: canasta rules show",
        )


def _problems(before: LoadedGame, after: LoadedGame) -> Iterator[Problem]:
    """Yield everything in a game that the new rules don't allow, forced or not."""
    for played in after.standing.hands:
        found = _of_tallies if played.hand.played is None else _of_turns
        yield from found(before, after, played)
    yield from _of_hand_in_play(before, after)


def _of_tallies(before: LoadedGame, after: LoadedGame, played: Played) -> Iterator[Problem]:
    was_forced = before.game.hands[played.number - 1].forced
    for side, finding in refusals_of_hand(after.game, played.hand.tallies, after.ruleset):
        readable = finding.rule != FIGURES
        yield Problem(played.number, 0, side, finding, readable, new=not was_forced)


def _of_turns(before: LoadedGame, after: LoadedGame, played: Played) -> Iterator[Problem]:
    deal, old = played.hand.played, before.game.hands[played.number - 1].played
    if deal is None or old is None:
        return
    seats = seating(after.game, played.dealer, played.number, played.before, after.ruleset)
    for turn, finding in gone_through(deal.unforced, seats, after.ruleset).against:
        yield Problem(played.number, turn, "", finding, turn > 0, turn not in old.marked)


def _of_hand_in_play(before: LoadedGame, after: LoadedGame) -> Iterator[Problem]:
    """Yield what the rules say against the turns of the hand in play, and penalties by name."""
    game, number = after.game, len(after.game.hands) + 1
    if game.deal is not None and before.game.deal is not None:
        seats = seats_in_play(after.standing, game.deal)
        marked = before.game.deal.marked
        for turn, finding in gone_through(game.deal.unforced, seats, after.ruleset).against:
            yield Problem(number, turn, "", finding, turn > 0, turn not in marked)
    if game.pending:
        tallies = game.with_pending((Tally(),) * len(game.sides))
        for side, finding in refusals_of_hand(game, tallies, after.ruleset):
            if finding.rule == PENALTY:
                yield Problem(number, 0, side, finding, readable=False)
