"""Find and load games, append one entry to a game's history, and keep summaries and settings.

All that record or show a game go through it.

``record`` decides in one transaction, and refuses there what was sent with the same key before;
``append_in`` appends an entry; ``recording`` asks ``backed_up`` in ``journal/copies.py`` for an automatic
backup around it. ``summary`` keeps what ``canasta next`` shows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from json import dumps, loads
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from canasta_cli.engine.game.standing import (
    Standing,
    check_dealer,
    standing,
    standing_after,
)
from canasta_cli.errors import CanastaError, NoLongerKept, NotUnderstood, Refused, UnusableData
from canasta_cli.journal.copies import backed_up, has_backups
from canasta_cli.journal.file import FORMER
from canasta_cli.journal.schema import (
    DELETED,
    DOCTOR,
    OVER,
    GameLine,
    HandSummary,
    NextSummary,
    PlayerSummary,
    SealedSummary,
    SideSummary,
    Summary,
)
from canasta_cli.journal.store import CHOSEN, Journal, Reader, Writing
from canasta_cli.model.game import Game
from canasta_cli.model.history import (
    ONWARD,
    Entry,
    Finished,
    History,
    Record,
    Redone,
    Renamed,
    Undone,
    changes_rules,
    game_of,
    read_history,
)
from canasta_cli.model.seats import names_in_hand, who_sat
from canasta_cli.rules.library import recorded
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, asked
from canasta_cli.values import NamedTuple
from canasta_cli.words import abridged, did_you_mean, either, listed, plain_letters, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.stats import PlayerFigures

# Find and load games, match names, and update the summaries of games.

LoadRules = Callable[[Mapping[str, object]], Ruleset]

# How many known names a message lists.
MOST_NAMES_LISTED = 12


class Scorebook(NamedTuple):
    """The journal of the games, and a clock.

    ``now`` returns the time as it is recorded (ISO 8601, UTC); ``local`` formats a recorded time in
    local time, the date first. In a dry run, requests are answered as usual, but nothing is recorded.
    """

    journal: Journal
    now: Callable[[], str]
    local: Callable[[str], str] = str
    dry_run: bool = False

    @property
    def trial(self) -> Self:
        """The same book for a dry run."""
        return self._replace(dry_run=True)

    def load(self, name: str | None, *, deleted: bool = False) -> "LoadedGame":
        """Load a game as :func:`load_game` does."""
        return load_game(self.journal, name, deleted=deleted)


class LoadedGame(NamedTuple):
    """A game: its line in the journal, all its entries, what is in force of them, its rules, and its standing.

    ``sealed`` are the figures that its finished hands had when they were last counted, if the standing
    has its totals from there.
    """

    line: GameLine
    records: tuple[Record, ...]
    history: History
    ruleset: Ruleset
    standing: Standing
    sealed: SealedSummary | None = None

    @property
    def game(self) -> Game:
        """The game after its entries in force."""
        return self.standing.game

    @property
    def resuming(self) -> str:
        """The command that resumes a game that the players ended early; empty for any other game."""
        if self.game.ending is None:
            return ""
        kinds = [record.kind for record in self.history.undoable]
        steps = len(kinds) - kinds.index(Finished)
        return f"canasta undo{f' {steps}' if steps > 1 else ''} -g {quoted(self.game.name)}"


def load_game(reader: Reader, name: str | None, *, deleted: bool = False) -> LoadedGame:
    """Load the game with a name, or the current one. Raises :class:`~canasta_cli.errors.Refused`.

    ``deleted``: also one that was deleted.
    """
    return load_listed(reader, find(reader, name, deleted=deleted))


def load_sealed(reader: Reader, name: str | None) -> LoadedGame:
    """Load a game as :func:`load_game` does, with totals from the summary if it is sealed.

    Its finished hands are counted when they are looked at, which is rarely needed to record something.
    """
    line = find(reader, name)
    # The entries and the seal are of one moment.
    with reader.snapshot():
        return load_listed(reader, line, sealed=reader.sealed(line))


def load_listed(
    reader: Reader,
    line: GameLine,
    rules: LoadRules = recorded,
    sealed: SealedSummary | None = None,
) -> LoadedGame:
    """Load the game of a line of the journal's list; ``rules`` loads the recorded ruleset."""
    return load_records(reader.records(line.id), line, rules, sealed)


def load_records(
    records: tuple[Record, ...],
    line: GameLine,
    rules: LoadRules = recorded,
    sealed: SealedSummary | None = None,
) -> LoadedGame:
    """Load a game from its history. Raises :class:`~canasta_cli.errors.UnusableData`."""
    try:
        history = read_history(records)
        ruleset = rules(history.rules)
        game = history.game
    except NoLongerKept as error:
        raise NoLongerKept(f"game {line.name}: {error.message}") from error
    except CanastaError as error:
        raise UnusableData(error.message, fix=DOCTOR) from error
    except (ValueError, LookupError) as error:
        raise _incomplete(line, error) from error
    # Figures are not added to those of players who left.
    if sealed is None or len(sealed.seats) > len(game.players):
        return LoadedGame(line, records, history, ruleset, standing(game, ruleset))
    now = standing_after(game, ruleset, sealed.hands, sealed.totals)
    return LoadedGame(line, records, history, ruleset, now, sealed)


def rules_once() -> LoadRules:
    """Return a function that loads recorded rulesets, each only once for all games that have it."""
    loaded: dict[str, Ruleset] = {}

    def rules(data: Mapping[str, object]) -> Ruleset:
        key = dumps(data, sort_keys=True)
        if key not in loaded:
            loaded[key] = recorded(data)
        return loaded[key]

    return rules


def _incomplete(line: GameLine, error: Exception | str) -> UnusableData:
    return UnusableData(
        f"the entries of game {line.name} are incomplete: {error}",
        fix="See what is missing with: canasta doctor",
    )


def check_newest(reader: Reader, loaded: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.UnusableData` if a game lacks its newest entries."""
    last = loaded.records[-1].number
    if last < (reader.newest_number(loaded.line.id) or 0):
        raise _incomplete(loaded.line, f"those after entry {last} are missing")


def load_uncounted(reader: Reader, name: str | None) -> Game:
    """Load a game without counting its hands. Raises :class:`~canasta_cli.errors.Refused`."""
    line = find(reader, name)
    try:
        return game_of(reader.records(line.id))
    except (ValueError, LookupError) as error:
        raise _incomplete(line, error) from error


def find(reader: Reader, name: str | None, *, deleted: bool = False) -> GameLine:
    """Find a game by its name or an unambiguous prefix; without a name, the current one.

    Raises :class:`~canasta_cli.errors.Refused` if there is none, or if it was ``deleted``.
    """
    line = _found(reader, name)
    if line.deleted and not deleted:
        restore = f"To restore it: canasta undo -g {quoted(line.name)}"
        # The current game was perhaps deleted on purpose; a user who names one wants that one.
        fixes = [restore, to_go_on(reader)] if name else [to_go_on(reader), restore]
        raise Refused(f"game {line.name} was deleted", fix="\n".join(fixes))
    return line


def to_go_on(reader: Reader) -> str:
    """Return how to go on with another game: with the newest that is not over, or a new one."""
    lines = reader.listed()
    others = [line for line in lines if not line.current]
    if not others:
        return "To start one: canasta new Ann Bob Cat Dan"
    what = "one" if others == [*lines] else "another"
    return f"To use {what}: canasta use {quoted(newest(others).name)}"


def newest(lines: Iterable[GameLine]) -> GameLine:
    """Return the newest of some games, if possible one that is not over."""
    return max(lines, key=lambda line: (not line.over, line.id))


def _found(reader: Reader, name: str | None) -> GameLine:
    if name is None:
        line = reader.current(deleted=True)
        if line is None:
            raise Refused("there is no current game", fix=_without_current(reader))
        return line
    name = in_utf8(name)
    line = reader.find(name)
    if line is not None:
        return line
    lines = reader.listed()
    found = pick(name, [line.name for line in lines], "game", Refused)
    return next(line for line in lines if line.name == found)


def _without_current(reader: Reader) -> str:
    """Return what to do without a current game; if the database is gone, go back to a backup."""
    begin = "Start one: canasta new Ann Bob Cat Dan"
    if reader.is_new and has_backups(reader.path):
        return f"The database is gone, but has backups: canasta restore\n{begin}"
    return f"{begin}\nOr choose one listed by canasta games: canasta use NAME"


def in_utf8(word: str) -> str:
    """Return a word from the command line as the UTF-8 that it is, where Python took it for ASCII."""
    if word.isascii():
        return word
    try:
        return word.encode(errors="surrogateescape").decode()
    except UnicodeError:
        return word


def person_key(name: str) -> str:
    """Return what is the same in all spellings of a name that differ only in case."""
    from unicodedata import normalize

    return normalize("NFC", name).casefold()


def pick(
    word: str,
    names: list[str],
    what: str,
    error: type[Refused | NotUnderstood] = NotUnderstood,
    *,
    known: str = "",
) -> str:
    """Return one of some names: an exact match, one in another case, or by an unambiguous prefix.

    A prefix needs no accents, spaces and signs: ``anne m`` is Anne-Marie.
    Raises ``error`` with the nearest name if none matches; ``known`` replaces its list of names.
    """
    word = in_utf8(word)
    if word in names:
        return word
    typed = plain_letters(word)
    for matching in (
        [name for name in names if plain_letters(name) == typed],
        [name for name in names if word and plain_letters(name).startswith(typed)],
    ):
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise error(f"“{word}” could be {either(matching)}", fix="Type the full name.")
    if not known:
        known = _known(names, what)
    raise error(f"there is no {what} “{word}”.{did_you_mean(word, names)}", fix=known)


def _known(names: list[str], what: str) -> str:
    """Format the names that can be picked, at most MOST_NAMES_LISTED of them."""
    if len(names) <= 1:
        return f"The only {what} is {names[0]}." if names else f"There are no {what}s yet."
    more = [f"{len(names) - MOST_NAMES_LISTED} more"] if len(names) > MOST_NAMES_LISTED else []
    return f"The {what}s are {listed([*names[:MOST_NAMES_LISTED], *more])}."


def dealer_of_next(loaded: LoadedGame, word: str) -> str:
    """Return the dealer of the next hand: the one that a word names; without a word, the next in turn.

    The name is recorded either way: an earlier hand's dealer may be amended, and the seats of
    this one must not change with it.
    """
    if not word:
        return loaded.standing.dealer
    return pick_dealer(word, loaded.game, loaded.game.next_hand, loaded.ruleset)


def pick_dealer(word: str, game: Game, hand: int, ruleset: Ruleset) -> str:
    """Return the player that ``word`` names as dealer of hand number ``hand``, from 1."""
    dealer = pick_seat(word, game, hand)
    check_dealer(dealer, game, hand, ruleset)
    return dealer


def pick_seat(word: str, game: Game, hand: int) -> str:
    """Return the seat of a player, by its name now, who may have left after that hand."""
    seats = {name: seat for seat, name in names_in_hand(game, hand).items()}
    others = [player for player in game.players if player not in seats]
    found = pick(word, [*seats, *others], "player")
    return seats.get(found, found)


def pick_side(word: str, game: Game) -> str:
    """Return the name of a side, found by its name, or by those of its players or of one of them."""
    for side in game.sides:
        if len(side.players) > 1 and word.lower() == listed(side.players).lower():
            return side.name
    names = game.side_names
    sides = {player: side.name for side in game.sides for player in side.players}
    found = {name: sides[seat] for name, seat in who_sat(game) if seat in sides}
    found |= sides | {name: name for name in names}
    words = [*names, *(player for player in found if player not in names)]
    also = "; a player's name works too" if len(words) > len(names) else ""
    known = f"The sides are {listed(names)}{also}."
    return found[pick(word, words, "side", known=known)]


def with_record(loaded: LoadedGame, record: Record) -> LoadedGame:
    """Return a game after one more entry."""
    records = (*loaded.records, record)
    if changes_rules(records):
        return load_records(records, loaded.line)
    history, sealed = read_history(records), loaded.sealed
    game, more = history.game, loaded._replace(records=records, history=history)
    if sealed is not None and record.kind in ONWARD:
        now = standing_after(game, loaded.ruleset, sealed.hands, sealed.totals)
        return more._replace(standing=now)
    return more._replace(standing=standing(game, loaded.ruleset), sealed=None)


# Bring the summary of a game in the journal up to date with its entries.


def summarise(writing: Writing, loaded: LoadedGame) -> None:
    """Bring the journal's summary of a game up to date with its entries.

    What is sealed of its finished hands stays as it is.
    """
    writing.summarise(loaded.line.id, summary(loaded))


def summary(loaded: LoadedGame) -> Summary:
    """Return a game's totals and scores, for programs that read the database directly."""
    standing, game, sealed = loaded.standing, loaded.game, loaded.sealed
    since = sealed.hands if sealed else 0
    winner = standing.outcome.winner
    return Summary(
        name=game.name,
        ruleset=loaded.ruleset.name,
        players=", ".join(game.players),
        started=game.date,
        over=OVER[standing.outcome.ending] if standing.outcome.over else 0,
        archived=DELETED if game.deleted else int(game.archived),
        winner=None if winner is None else game.sides[winner].name,
        sides=tuple(
            SideSummary(
                place=place,
                side=side.name,
                total=standing.totals[place],
                minimum=asked(standing.minimums[place]),
                to_target=standing.to_target[place] if standing.to_target else None,
            )
            for place, side in enumerate(game.sides)
        ),
        hands=tuple(_hands(standing, since)) if len(standing.hands) > since else (),
        seats=tuple(_seats(standing, sealed)),
        next=next_summary(standing),
        since=since,
    )


def next_summary(standing: Standing) -> NextSummary | None:
    """Return what is shown between two hands, without a title if anything else is shown too.

    ``None`` if the game is over, or was after an earlier hand.
    """
    game, rules = standing.game, standing.ruleset
    if standing.ended_by is not None or standing.outcome.over or game.deleted:
        return None
    unusual = (
        game.deal is not None or game.pending or any(tier.canastas for tier in standing.minimums)
    )
    return NextSummary(
        title="" if unusual else rules.title,
        target=rules.end.target,
        hand=len(standing.hands) + 1,
        dealer=standing.dealer,
        sitting_out=standing.sitting_out,
        cards=rules.deal.cards,
    )


def _seats(standing: Standing, sealed: SealedSummary | None) -> Iterator[PlayerSummary]:
    """Yield the figures of each player, in order of play: those that are sealed, and of later hands."""
    # Imported here, since turns and questions need no figures.
    from canasta_cli.engine.game.stats import added, figures

    sitting = len(standing.game.players)
    players = figures(standing, sealed.hands if sealed else 0).players
    for number, each in enumerate(players):
        seat = number if number < sitting else FORMER + number
        if sealed:
            each = added((figures_of(standing.game.name, sealed.seats[seat]), each))  # noqa: PLW2901
        grades = {grade.value: number for grade, number in each.canastas.items()}
        yield PlayerSummary(
            seat,
            each.place,
            each.player,
            each.hands,
            each.points,
            each.out,
            each.concealed,
            each.points_only,
            dumps(grades, sort_keys=True, separators=(",", ":")),
            each.best and each.best.points,
            each.best and each.best.number,
        )


def figures_of(game: str, row: PlayerSummary) -> "PlayerFigures":
    """Return a player's figures from the summary of a game.

    Raises ``ValueError``, ``TypeError`` or ``AttributeError`` for canastas that canasta did not write.
    """
    from canasta_cli.engine.game.stats import Best, PlayerFigures

    best = None
    if row.best is not None and row.best_hand is not None:
        best = Best(row.best, game, row.best_hand)
    return PlayerFigures(
        row.player,
        row.place,
        row.hands,
        row.points,
        _canastas(row.canastas),
        row.went_out,
        row.concealed,
        row.points_only,
        best,
    )


@lru_cache(maxsize=10_000)
def _canastas(text: str) -> Counter[Grade]:
    return Counter({Grade(name): int(number) for name, number in loads(text).items()})


def _hands(standing: Standing, since: int) -> Iterator[HandSummary]:
    """Yield the points and the total of each side after each finished hand but the first ones."""
    # Imported here: not needed before the first hand is over.
    from canasta_cli.notation.tally import write_tally

    for played in (each.as_played(standing.game) for each in standing.hands[since:]):
        for place, side in enumerate(standing.game.sides):
            yield HandSummary(
                hand=played.number,
                dealer=played.dealer,
                place=place,
                side=side.name,
                points=played.points[place],
                total=played.after[place],
                tally=write_tally(played.hand.tallies[place]),
                forced=played.hand.by_force,
            )


# Append one entry to a game's history, and return the game after it.

R = TypeVar("R")


class Recordable(Protocol):
    """A result that has the game after it, and whether it was recorded."""

    def _replace(self, *, after: LoadedGame, recorded: bool) -> Self: ...


C = TypeVar("C", bound=Recordable)


def completed(result: C, after: LoadedGame, recorded: bool) -> C:
    """Return a result with the game after its entry."""
    return result._replace(after=after, recorded=recorded)


class Decision(NamedTuple, Generic[R]):
    """The result of a check, the game it was made with, and the entry to append, or ``None``.

    ``also`` are entries of other games, which are recorded with it or not at all.
    """

    result: R
    before: LoadedGame
    entry: Entry | None
    also: "tuple[tuple[LoadedGame, Entry], ...]" = ()


class Once(NamedTuple):
    """The key of a request, which is recorded only once in a game, what is asked, as text, and who asks."""

    key: str
    request: str
    recorder: str = ""


class Repeated(Exception):
    """A request with a key that an entry of the game has already; nothing is recorded.

    ``loaded`` is the game as it is now, ``number`` that of the entry. ``same``: it came from the same
    request; otherwise the key stands for something else.
    """

    def __init__(self, loaded: LoadedGame, once: Once, number: int, request: str) -> None:
        """Compare the request with the one that was sent with the key."""
        super().__init__(once.key)
        self.loaded, self.once, self.number = loaded, once, number
        self.same = request == once.request


def recording(book: Scorebook, at: str) -> AbstractContextManager[Writing]:
    """Open a transaction for entries, with a backup of the database before or after it if one is due."""
    return backed_up(book.journal, at, book.local)


def record(
    book: Scorebook,
    name: str | None,
    decide: Callable[[Reader], Decision[R]],
    done: Callable[[R, LoadedGame, bool], R],
    *,
    once: Once | None = None,
) -> R:
    """Check a request against a game and append its entry, with no other writer in between.

    ``decide`` makes the check; ``done`` completes its result with the game after the entry, and
    whether it was recorded. Raises :class:`Repeated` if an entry has the key of the request already.
    """
    at = book.now()
    # Raises for an unknown game before a file is created.
    find(book.journal, name, deleted=True)
    # The key and the game are of one moment: else what another program records between them would be taken
    # for another request.
    with book.journal.snapshot() if book.dry_run else recording(book, at) as reader:
        if once and (found := reader.keyed(find(reader, name).id, once.key)):
            raise Repeated(load_game(reader, name), once, *found)
        result, before, entry, also = decide(reader)
        if entry is None:
            return result
        if not isinstance(reader, Writing):
            after = preview(before, entry, at)
            _check_name(reader, after)
            return done(result, after, False)
        for other, its_entry in also:
            append_in(reader, other, its_entry, at)
        after = append_in(reader, before, entry, at)
        if once is not None:
            reader.keep_key(after.line.id, after.records[-1].number, *once)
        return done(result, after, True)


def check_not_over(loaded: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that is over."""
    check_not_ended(loaded)
    if loaded.standing.outcome.over:
        more = "\nTo play more hands: canasta change --house end.deals=N"
        raise Refused(
            f"game {loaded.game.name} is over",
            fix="Start the next one with canasta again or canasta new, "
            f"or correct a hand with canasta amend {len(loaded.game.hands)} or canasta undo."
            + (more if loaded.ruleset.end.deals else ""),
        )


def check_not_ended(loaded: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that the players ended early."""
    if loaded.resuming:
        raise Refused(
            f"game {loaded.game.name} is over: canasta finish ended it",
            fix=f"To resume it: {loaded.resuming}\n"
            "To start the next one: canasta again, or canasta new",
        )


def append(
    book: Scorebook,
    name: str | None,
    make: Callable[[LoadedGame], Entry],
) -> LoadedGame:
    """Append one entry to a game's history and return the game after it.

    ``make`` gets the game before it, and raises if the entry is not allowed.
    """

    def decide(reader: Reader) -> Decision[LoadedGame]:
        loaded = load_sealed(reader, name)
        return Decision(loaded, loaded, make(loaded))

    return record(book, name, decide, lambda _, after, __: after)


def preview(loaded: LoadedGame, entry: Entry, at: str) -> LoadedGame:
    """Return the game as it would be with one more entry."""
    return with_record(loaded, Record(loaded.records[-1].number + 1, at, entry))


def append_in(writing: Writing, loaded: LoadedGame, entry: Entry, at: str) -> LoadedGame:
    """Append an entry inside a transaction that has loaded the game already."""
    renames = any(each.kind is Renamed for each in loaded.records)
    if isinstance(entry, Renamed) or (renames and isinstance(entry, Undone | Redone)):
        # First, so that the newest entry is that of this game.
        renamed = game_of((*loaded.records, Record(loaded.records[-1].number + 1, at, entry)))
        if renamed.name != loaded.line.name:
            make_way(writing, renamed.name, at)
    after = with_record(loaded, writing.append(loaded.line.id, entry, at))
    _check_name(writing, after)
    if _is_summary_changed(loaded, after):
        summarise(writing, after)
    else:
        writing.cover(after.line.id, after.game.name, next_summary(after.standing))
    return after


def _is_summary_changed(before: LoadedGame, after: LoadedGame) -> bool:
    """True if the summary changed; not by a turn or a note."""
    old, new = before.game, after.game
    return before.ruleset is not after.ruleset or (
        old._replace(notes=(), pending=(), deal=None)
        != new._replace(notes=(), pending=(), deal=None)
    )


def refuse_taken(name: str, lines: Iterable[GameLine], fix: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a game that was not deleted has a name already."""
    if any(line.name == name and not line.deleted for line in lines):
        raise Refused(f"there is already a game “{abridged(name)}”", fix=fix)


def make_way(writing: Writing, name: str, at: str) -> None:
    """Give a deleted game that has a name another one, so that a game can get the name."""
    line = writing.find(name)
    if line is not None and line.deleted:
        other = free_name(name, {each.name for each in writing.games()})
        append_in(writing, load_listed(writing, line), Renamed(other, aside=True), at)
        writing.aside.append((name, other))


def free_name(stem: str, taken: set[str]) -> str:
    """Return a name that no game has: the stem, or the stem with a number."""
    number = 1
    name = stem
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name


def _check_name(reader: Reader, after: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if the game would get the name of another one."""
    if after.game.name == after.line.name:
        return
    others = {line.name for line in reader.listed() if line.id != after.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would get the name “{after.game.name}”, which another game has",
            fix="Rename the other game first: canasta rename NEW -g OLD",
        )


# Defaults, chosen with `canasta config`.


def choose(journal: Journal, name: str, value: str | None) -> None:
    """Choose the value of a setting; ``None`` drops the choice."""
    if journal.is_new and not value:
        return
    with journal.writing() as writing:
        writing.set(CHOSEN + name, dumps([value], ensure_ascii=False) if value else None)
