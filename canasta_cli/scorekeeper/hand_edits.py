"""Amend one thing of an earlier hand: words of a tally, the dealer, which side is which; or drop it."""

from collections.abc import Iterator

from canasta_cli.engine.game.standing import Played
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.score import refusals_of_hand
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.game import Hand, Tally
from canasta_cli.model.history import HandDropped, SidesSwapped
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.scorekeeper.amendment_effects import BrokenTurn, effects_of_amendment
from canasta_cli.scorekeeper.hands import HandInput, HandRecorded, decide_hand, finished_hand
from canasta_cli.scorekeeper.recording import Decision, check_not_archived, record
from canasta_cli.scorekeeper.scorebook import LoadedGame, Reader, Scorebook, load_game
from canasta_cli.scorekeeper.tally_edits import TallyEdit, edited
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

BOTH_SIDES = 2


class HandEdit(NamedTuple):
    """Changes of a finished hand, counted from 1; everything else of it stays as it is."""

    number: int
    edits: tuple[TallyEdit, ...] = ()
    dealer: str = ""
    forced: bool = False


class SidesSwap(NamedTuple):
    """The result of swapping the sides: its entry, and the game before and after.

    ``against`` are reasons against the hands, each with its hand and its side; ``broken`` are turns
    of later hands. With either of them it is recorded only if it is forced.
    """

    entry: SidesSwapped
    against: tuple[tuple[int, str, Finding], ...]
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def edit_hand(
    book: Scorebook, name: str | None, edit: HandEdit, *, dry_run: bool = False
) -> HandRecorded:
    """Amend words of the tallies of a hand, or its dealer.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that does not exist, or that was recorded
    turn by turn.
    """

    def decide(reader: Reader) -> Decision[HandRecorded]:
        before = load_game(reader, name)
        tallies = own_tallies(before, edit.number, dealer=bool(edit.dealer))
        names = [side.name for side in before.game.sides]
        for each in edit.edits:
            place = names.index(each.side)
            tallies[place] = edited(tallies[place], each, before.ruleset)
        given = HandInput(
            tuple(tallies), dealer=edit.dealer, forced=edit.forced, number=edit.number
        )
        return decide_hand(before, given)

    def done(result: HandRecorded, after: LoadedGame, recorded: bool) -> HandRecorded:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def own_tallies(loaded: LoadedGame, number: int, *, dealer: bool = False) -> list[Tally]:
    """Return the tallies of a finished hand, without penalties recorded separately.

    Raises :class:`~canasta_cli.errors.Refused` if its tallies follow from its turns; ``dealer``: if
    the dealer was to be changed.
    """
    game = loaded.game
    check_not_archived(game)
    if dealer and number == len(game.hands) + 1:
        raise _no_dealer_yet(loaded, number)
    hand = finished_hand(game, number)
    _check_tallied(hand, number, " TALLY" * len(game.sides), dealer=dealer)
    return list(game.without_awarded(hand))


def _no_dealer_yet(loaded: LoadedGame, number: int) -> Refused:
    """Say how to give another dealer to the hand in play, or to the next one."""
    deal = loaded.game.deal
    if deal is None:
        return Refused(
            f"hand {number} is not recorded yet; the next dealer is {loaded.standing.dealer}",
            fix="Give another dealer with the hand. Example: canasta hand --dealer "
            f"{loaded.game.players[0]}",
        )
    entries = len(deal.turns) + 1
    steps = f" {entries}" if entries > 1 else ""
    return Refused(
        f"hand {number} is in play, and the order of its turns follows from its dealer, {deal.dealer}",
        fix=f"Deal it again: canasta undo{steps}, then canasta deal --dealer PLAYER.",
    )


def _check_tallied(hand: Hand, number: int, tallies: str, *, dealer: bool = False) -> None:
    if hand.played is None:
        return
    if dealer:
        raise Refused(
            f"hand {number} was recorded turn by turn, and the order of its turns follows from the "
            f"dealer, {hand.dealer}",
            fix=f"Count it from tallies instead: canasta amend {number}{tallies} --dealer PLAYER",
        )
    raise Refused(
        f"hand {number} was recorded turn by turn, and its tallies follow from its turns",
        fix=f"Change a turn (canasta amend {number}.7 CLAUSE…) or the cards left "
        f"(canasta amend {number}.left PLAYER=CARDS),\n"
        f"or count it from tallies instead: canasta amend {number}{tallies}",
    )


def swap_sides(
    book: Scorebook,
    name: str | None,
    hands: tuple[int, int],
    *,
    forced: bool = False,
    dry_run: bool = False,
) -> SidesSwap:
    """Exchange the two sides' tallies in the hands from one number to another.

    Penalties recorded separately stay with their side. Raises
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist, or that was recorded turn
    by turn, and for a game of more than two sides.
    """

    def decide(reader: Reader) -> Decision[SidesSwap]:
        before = load_game(reader, name)
        _check_swap(before, *hands)
        against = tuple(_against(before, *hands))
        illegal = tuple(dict.fromkeys(number for number, _, _ in against))
        entry = SidesSwapped(*hands, illegal)
        broken, marks = effects_of_amendment(before, entry)
        entry = entry._replace(later=marks)
        accepted = forced or not (broken or _new(before, against))
        result = SidesSwap(
            entry, against, broken, before, before, recorded=False, accepted=accepted
        )
        return Decision(result, before, entry if accepted else None)

    def done(result: SidesSwap, after: LoadedGame, recorded: bool) -> SidesSwap:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _check_swap(loaded: LoadedGame, first: int, last: int) -> None:
    game = loaded.game
    check_not_archived(game)
    if first > last:
        raise NotUnderstood(
            f"{first}-{last} goes from a later hand to an earlier one",
            fix=f"Give the earlier hand first: canasta amend {last}-{first} --swap",
        )
    if len(game.sides) != BOTH_SIDES:
        raise Refused(
            f"game {game.name} has {count_of(len(game.sides), 'side')}: "
            f"{listed(side.name for side in game.sides)}; --swap exchanges two",
            fix=f'Give the tallies instead: canasta amend {first} {game.sides[0].name}="…" '
            f'{game.sides[1].name}="…"',
        )
    for number in range(first, last + 1):
        _check_tallied(finished_hand(game, number), number, " TALLY" * len(game.sides))


def _against(loaded: LoadedGame, first: int, last: int) -> Iterator[tuple[int, str, Finding]]:
    """Yield what the rules say against the hands with their sides swapped."""
    game = loaded.game
    for number in range(first, last + 1):
        old = game.hands[number - 1]
        whole = game.with_awards(old.awarded, game.without_awarded(old)[::-1])
        for side, finding in refusals_of_hand(game, whole, loaded.ruleset):
            yield number, side, finding


def _new(
    loaded: LoadedGame, against: tuple[tuple[int, str, Finding], ...]
) -> list[tuple[int, str, Finding]]:
    """Return the reasons against hands that were not forced before."""
    return [each for each in against if not loaded.game.hands[each[0] - 1].forced]


class DroppedHand(NamedTuple):
    """The result of dropping a hand: its entry, the hand, and the game before and after.

    ``accepted`` is true if it is recorded, or would be without a dry run: if it makes turns of later
    hands illegal (``broken``), only if it is forced.
    """

    entry: HandDropped
    dropped: Played
    broken: tuple[BrokenTurn, ...]
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool


def drop_hand(
    book: Scorebook, name: str | None, number: int, *, forced: bool = False, dry_run: bool = False
) -> DroppedHand:
    """Drop a finished hand, counted from 1; later hands get the number before theirs.

    Raises :class:`~canasta_cli.errors.Refused` for a hand that does not exist, and for one with
    penalties that were recorded separately.
    """

    def decide(reader: Reader) -> Decision[DroppedHand]:
        before = load_game(reader, name)
        check_not_archived(before.game)
        if finished_hand(before.game, number).awarded:
            raise Refused(
                f"hand {number} has penalties recorded separately, which would be lost",
                fix=f"Drop the penalties first: canasta amend {number} --drop-penalty 1",
            )
        broken, marks = effects_of_amendment(before, HandDropped(number))
        entry, accepted = HandDropped(number, marks), forced or not broken
        dropped = before.standing.hands[number - 1]
        result = DroppedHand(entry, dropped, broken, before, before, False, accepted)
        return Decision(result, before, entry if accepted else None)

    def done(result: DroppedHand, after: LoadedGame, recorded: bool) -> DroppedHand:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def shown_tallies(loaded: LoadedGame, number: int) -> dict[str, str]:
    """Return the tallies of a finished hand as people type them, by side."""
    sides = loaded.game.sides
    tallies = (tally_in_game_words(each, loaded.ruleset) for each in own_tallies(loaded, number))
    return {side.name: write_tally(each) for side, each in zip(sides, tallies, strict=True)}
