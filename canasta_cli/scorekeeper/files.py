"""Import and export games: the scores in a file are always counted again."""

from collections.abc import Iterable, Iterator, Sequence

from canasta_cli.engine.game.seating import dealers_of, first_dealer
from canasta_cli.engine.game.standing import Standing
from canasta_cli.engine.game.verification import Difference, verified
from canasta_cli.errors import CanastaError, Refused, UnusableData
from canasta_cli.journal.store import Writing
from canasta_cli.journal.summary import GameLine
from canasta_cli.model.game import Game, Hand, Note, Tally
from canasta_cli.model.history import (
    Archived,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandTallied,
    Noted,
    Shown,
    Turned,
)
from canasta_cli.model.turn import Deal
from canasta_cli.notation.gamefile import GameFile, read_game
from canasta_cli.rules import library
from canasta_cli.rules.declared import PARAMETERS
from canasta_cli.rules.library import with_house_rules, written
from canasta_cli.rules.load import differences as parameters_that_differ
from canasta_cli.rules.load import to_data
from canasta_cli.rules.names import by_name, refuse
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.games import check_name, record_game
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook
from canasta_cli.values import NamedTuple
from canasta_cli.words import abridged

# The hand and turn, from 1, of everything that the rules forbid; turn 0 for a tallied hand.
Illegal = set[tuple[int, int]]


class PlacedDifference(NamedTuple):
    """A difference, and its line in the file; ``None`` if unknown."""

    line: int | None
    difference: Difference


class CheckedFile(NamedTuple):
    """A file that was read and counted again; ``standing`` as in ``Verified``."""

    file: str
    game: Game
    ruleset: Ruleset
    differences: tuple[PlacedDifference, ...]
    standing: Standing | None = None


class Imported(NamedTuple):
    """The result of an import; ``loaded`` is ``None`` if the game was not imported."""

    checked: CheckedFile
    loaded: LoadedGame | None


def to_file(standing: Standing) -> GameFile:
    """Return a game as its file has it, with the dealer and the scores of every hand."""
    hands = tuple(
        _as_given(played.hand)._replace(dealer=played.dealer, claimed=played.points)
        for played in standing.hands
    )
    base = standing.ruleset.base
    house = {}
    if base in library.names():
        packaged = library.ruleset(base)
        differing = parameters_that_differ(packaged, standing.ruleset)
        paths = tuple(path for path in PARAMETERS if path in (*differing, *packaged.unknown))
        named = by_name(paths, standing.ruleset)
        house = {name: written(standing.ruleset, path) for name, path in named}
    return GameFile(standing.game._replace(hands=hands), base, house, lambda _t, _k, _w: None)


def _as_given(hand: Hand) -> Hand:
    """Return a hand as its file has it: a played hand has only awards besides its turns."""
    if hand.played is None:
        return hand
    awards = tuple(Tally(awards=tally.awards) for tally in hand.tallies)
    return hand._replace(tallies=awards, from_turns=())


def check_text(text: str, file: str, name: str) -> CheckedFile:
    """Read the text of a game file and count everything again.

    Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read.
    """
    try:
        read = read_game(text, name)
        ruleset = _ruleset(read)
    except CanastaError as error:
        message = "\n".join(map(abridged, error.message.splitlines()))
        raise UnusableData(f"{file}: {message}", fix=error.fix) from None
    found, standing = verified(read.game, ruleset)
    placed = tuple(_place(each, read) for each in found)
    return CheckedFile(file, read.game, ruleset, placed, standing)


def _ruleset(read: GameFile) -> Ruleset:
    rules = with_house_rules(read.rules, read.house)
    refuse(rules, rules.unknown)
    return rules


def _place(difference: Difference, read: GameFile) -> PlacedDifference:
    if difference.hand == 0:
        return PlacedDifference(read.where("sides", "", 1), difference)
    key = "score" if difference.expected is not None else difference.side or ""
    if difference.turn:
        turns = _turns_of(read.game, difference.hand)
        key = f"turns.{difference.turn}" if difference.turn <= turns else "left"
    return PlacedDifference(read.where("hands", key, difference.hand), difference)


def _turns_of(game: Game, hand: int) -> int:
    """Return the number of turns of a played hand."""
    deals = (*(each.played for each in game.hands), game.deal)
    deal = deals[hand - 1]
    return len(deal.turns) if deal else 0


def import_games(
    book: Scorebook,
    files: Sequence[CheckedFile],
    name: str = "",
    *,
    force: bool = False,
    dry_run: bool = False,
) -> tuple[Imported, ...]:
    """Record the games of files without differences, or all if forced; the last becomes current.

    All of them or none: raises :class:`~canasta_cli.errors.Refused` if a name is taken, by a
    recorded game or by another file.
    """
    imported = {
        at: _with_dealers(checked)._replace(name=name or checked.game.name)
        for at, checked in enumerate(files)
        if _is_imported(checked, force=force)
    }
    _check_free(imported.values(), book.journal.games())
    loaded: dict[int, LoadedGame] = {}
    if imported and not dry_run:
        when = book.now()
        with book.journal.writing() as writing:
            _check_free(imported.values(), writing.games())
            for at, game in imported.items():
                loaded[at] = _record(writing, game, files[at], when)
    return tuple(Imported(checked, loaded.get(at)) for at, checked in enumerate(files))


def _is_imported(checked: CheckedFile, *, force: bool) -> bool:
    seated = all(placed.difference.hand for placed in checked.differences)
    return not checked.differences or (force and seated)


def _record(writing: Writing, game: Game, checked: CheckedFile, at: str) -> LoadedGame:
    """Record a game with all its entries, and count it once."""
    began = Began(
        name=game.name,
        players=game.players,
        sides=game.sides,
        dealer=game.dealer or first_dealer(game.players, game.sides, checked.ruleset),
        ruleset=to_data(checked.ruleset),
        date=game.date,
        event=game.event,
    )
    illegal = {
        (placed.difference.hand, placed.difference.turn)
        for placed in checked.differences
        if _is_illegal(placed)
    }
    return record_game(writing, began, _entries(game, illegal), checked.ruleset, at)


def _with_dealers(checked: CheckedFile) -> Game:
    """Return the game with the dealer of every hand named, so that none changes with another.

    Hands recorded turn by turn have the tallies that were computed from their turns.
    """
    game = checked.game
    *dealers, now = dealers_of(game, checked.ruleset)
    counted = checked.standing.hands if checked.standing else ()
    hands = (
        hand._replace(dealer=dealer, from_turns=played.hand.from_turns)
        for hand, dealer, played in zip(game.hands, dealers, counted, strict=True)
    )
    deal = game.deal and game.deal._replace(dealer=game.deal.dealer or now)
    return game._replace(hands=tuple(hands), deal=deal)


def _is_illegal(placed: PlacedDifference) -> bool:
    return placed.difference.finding is not None


def _check_free(games: Iterable[Game], lines: Iterable[GameLine]) -> None:
    taken = {line.name for line in lines}
    for game in games:
        check_name(game.name, "game's name")
        if game.name in taken:
            raise Refused(
                f"there is already a game “{abridged(game.name)}”",
                fix="Import it under another name: canasta import FILE --as NAME",
            )
        taken.add(game.name)


def _entries(game: Game, illegal: Illegal) -> list[Entry]:
    """Return the entries that lead to this game, with notes at their hands."""
    game = game._replace(notes=tuple(_placed(game)))
    entries: list[Entry] = _notes(game, 0, 0)
    for number, hand in enumerate(game.hands, start=1):
        if hand.played is None:
            entries.append(HandTallied(_as_tallied(hand, forced=(number, 0) in illegal)))
        else:
            entries += _played(game, number, hand, illegal)
        entries += _notes(game, number, 0)
    if game.deal is not None:
        entries += _dealt(game, len(game.hands) + 1, game.deal, illegal)
    entries += [Awarded(each.side, each.award) for each in game.pending]
    return [*entries, *((Archived(away=True),) if game.archived else ())]


def _placed(game: Game) -> Iterator[Note]:
    """Yield the notes; one at a missing turn moves to the end of the turns or hands."""
    turns = [len(hand.played.turns) if hand.played else 0 for hand in game.hands]
    turns.append(len(game.deal.turns) if game.deal else 0)
    for note in game.notes:
        after = min(note.after, len(game.hands))
        yield note._replace(after=after, turn=min(note.turn, turns[after]))


def _notes(game: Game, after: int, turn: int) -> list[Entry]:
    notes = (note for note in game.notes if (note.after, note.turn) == (after, turn))
    return [Noted(note.text, note.hand, note.settles) for note in notes]


def _dealt(game: Game, number: int, deal: Deal, illegal: Illegal) -> list[Entry]:
    """Return the entries of a deal and its turns, with the notes made between them."""
    entries: list[Entry] = [Dealt(deal._replace(turns=(), left=None))]
    for turn, given in enumerate(deal.turns, start=1):
        forced = given.forced or (number, turn) in illegal
        entries.append(Turned(given.with_mark(forced=forced)))
        entries += _notes(game, number - 1, turn)
    return entries


def _played(game: Game, number: int, hand: Hand, illegal: Illegal) -> list[Entry]:
    deal = hand.played
    if deal is None:
        return []
    entries = _dealt(game, number, deal._replace(dealer=hand.dealer), illegal)
    for side, tally in zip(game.sides, hand.tallies, strict=True):
        entries += [Awarded(side.name, award) for award in tally.awards]
    forced = deal.left_forced or (number, len(deal.turns) + 1) in illegal
    return [*entries, Shown(deal.left or (), forced, hand.from_turns)]


def _as_tallied(hand: Hand, *, forced: bool) -> Hand:
    return hand._replace(claimed=(), forced=hand.forced or forced)
