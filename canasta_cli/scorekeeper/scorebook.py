"""Find and load games, match names, and update the summaries of games."""

from collections.abc import Callable, Iterable, Mapping
from json import dumps
from typing import Protocol

from canasta_cli.engine.game.seating import check_dealer
from canasta_cli.engine.game.standing import Counted, Standing, standing, standing_after
from canasta_cli.errors import CanastaError, NotUnderstood, Refused, UnusableData
from canasta_cli.journal.schema import DOCTOR
from canasta_cli.journal.store import Journal
from canasta_cli.journal.summary import GameLine, SealedSummary
from canasta_cli.model.game import Game
from canasta_cli.model.history import ONWARD, Record, changes_rules, game_of, rules_of
from canasta_cli.rules.library import recorded
from canasta_cli.rules.names import near
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, listed

LoadRules = Callable[[Mapping[str, object]], Ruleset]

# How many known names a message lists.
MANY = 12


class Scorebook(NamedTuple):
    """The journal of the games, and a clock.

    ``now`` returns the time as it is recorded (ISO 8601, UTC); ``local`` formats a recorded time in
    local time, the date first.
    """

    journal: Journal
    now: Callable[[], str]
    local: Callable[[str], str] = str


class Reader(Protocol):
    """Read-only queries on the journal, usable inside or outside a transaction."""

    def games(self) -> tuple[GameLine, ...]:
        """Return every game, in the order in which they began."""

    def find(self, name: str) -> GameLine | None:
        """Return the game with exactly this name."""

    def current(self) -> GameLine | None:
        """Return the game that is used by commands without a name."""

    def newest(self) -> GameLine | None:
        """Return the game of the newest entry of the whole journal."""

    def records(self, game: int) -> tuple[Record, ...]:
        """Return the history of a game."""

    def check_links(self, game: int | None = None) -> None:
        """Check the hashes of a game's entries and the newest link; without a game, of all entries."""

    def sealed(self, line: GameLine) -> SealedSummary | None:
        """Return the figures of a game if they are sealed after its newest entry."""


class LoadedGame(NamedTuple):
    """A game: its line in the journal, its history, its rules, and its standing.

    ``sealed`` are the figures that its finished hands had when they were last counted, if the standing
    has its totals from there.
    """

    line: GameLine
    records: tuple[Record, ...]
    ruleset: Ruleset
    standing: Standing
    sealed: SealedSummary | None = None

    @property
    def game(self) -> Game:
        """The game after its entries in force."""
        return self.standing.game


def load_game(reader: Reader, name: str | None) -> LoadedGame:
    """Load the game with a name, or the current one. Raises :class:`~canasta_cli.errors.Refused`."""
    return load_listed(reader, find(reader, name))


def load_sealed(reader: Reader, name: str | None) -> LoadedGame:
    """Load a game as :func:`load_game` does, with totals from the summary if it is sealed.

    Its finished hands are counted when they are looked at, which is rarely needed to record something.
    """
    line = find(reader, name)
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
        ruleset = rules(rules_of(records))
        game = game_of(records)
    except CanastaError as error:
        raise UnusableData(error.message, fix=DOCTOR) from error
    except (ValueError, LookupError) as error:
        raise _incomplete(line, error) from error
    if sealed is None or not _fits(sealed, records, game):
        return LoadedGame(line, records, ruleset, standing(game, ruleset))
    now = standing_after(game, ruleset, Counted(sealed.hands, sealed.totals))
    return LoadedGame(line, records, ruleset, now, sealed)


def _fits(sealed: SealedSummary, records: tuple[Record, ...], game: Game) -> bool:
    """Return whether figures are those of a game; another program may just have written to it."""
    numbers = sealed.covers, sealed.hands, len(sealed.totals), len(sealed.seats)
    return numbers == (records[-1].number, len(game.hands), len(game.sides), len(game.players))


def rules_once() -> LoadRules:
    """Return a function that loads recorded rulesets, each only once for all games that have it."""
    loaded: dict[str, Ruleset] = {}

    def rules(data: Mapping[str, object]) -> Ruleset:
        key = dumps(data, sort_keys=True)
        if key not in loaded:
            loaded[key] = recorded(data)
        return loaded[key]

    return rules


def _incomplete(line: GameLine, error: Exception) -> UnusableData:
    return UnusableData(
        f"the entries of game {line.name} are incomplete: {error}",
        fix="See what is missing with: canasta doctor",
    )


def load_readable(
    reader: Reader, lines: Iterable[GameLine]
) -> tuple[list[LoadedGame], list[CanastaError]]:
    """Load several games; return them, and the errors of those that can't be read.

    One damaged game does not affect the others.
    """
    loaded: list[LoadedGame] = []
    errors: list[CanastaError] = []
    rules = rules_once()
    for line in lines:
        try:
            loaded.append(load_listed(reader, line, rules))
        except CanastaError as error:
            errors.append(UnusableData(f"game {line.name}: {error.message}", fix=error.fix))
    return loaded, errors


def load_uncounted(reader: Reader, name: str | None) -> Game:
    """Load a game without counting its hands. Raises :class:`~canasta_cli.errors.Refused`."""
    line = find(reader, name)
    try:
        return game_of(reader.records(line.id))
    except (ValueError, LookupError) as error:
        raise _incomplete(line, error) from error


def find(reader: Reader, name: str | None) -> GameLine:
    """Find a game by its name or an unambiguous prefix; without a name, the current one."""
    if name is None:
        line = reader.current()
        if line is None:
            raise Refused(
                "there is no current game",
                fix="Start one: canasta new Ann Bob Cat Dan\n"
                "Or choose one listed by canasta games: canasta use NAME",
            )
        return line
    name = _in_utf8(name)
    line = reader.find(name)
    if line is not None:
        return line
    lines = reader.games()
    found = pick(name, [line.name for line in lines], "game", Refused)
    return next(line for line in lines if line.name == found)


def _in_utf8(word: str) -> str:
    """Return a word from the command line as the UTF-8 that it is, where Python took it for ASCII."""
    if word.isascii():
        return word
    try:
        return word.encode(errors="surrogateescape").decode()
    except UnicodeError:
        return word


def pick(
    word: str,
    names: list[str],
    what: str,
    error: type[Refused | NotUnderstood],
    *,
    known: str = "",
) -> str:
    """Return one of some names: an exact match, one in another case, or by an unambiguous prefix.

    Raises ``error`` with the nearest name if none matches; ``known`` replaces its list of names.
    """
    word = _in_utf8(word)
    if word in names:
        return word
    lower = word.lower()
    for matching in (
        [name for name in names if name.lower() == lower],
        [name for name in names if word and name.lower().startswith(lower)],
    ):
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise error(f"“{word}” could be {either(matching)}", fix="Type the full name.")
    if not known:
        known = _known(names, what)
    raise error(f"there is no {what} “{word}”.{near(word, names)}", fix=known)


def _known(names: list[str], what: str) -> str:
    """Format the names that can be picked, at most MANY of them."""
    if len(names) <= 1:
        return f"The only {what} is {names[0]}." if names else f"There are no {what}s yet."
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return f"The {what}s are {', '.join(names[:MANY])}{more}."


def pick_dealer(word: str, game: Game, hand: int, ruleset: Ruleset) -> str:
    """Return the player that ``word`` names as dealer of hand number ``hand``, from 1."""
    dealer = pick(word, list(game.players), "player", NotUnderstood)
    check_dealer(dealer, game, hand, ruleset)
    return dealer


def pick_side(word: str, game: Game) -> str:
    """Return the name of a side, found by its name or by the name of one of its players."""
    names = [side.name for side in game.sides]
    players = {player: side.name for side in game.sides for player in side.players}
    words = [*names, *(player for player in players if player not in names)]
    also = "; a player's name works too" if len(words) > len(names) else ""
    known = f"The sides are {listed(names)}{also}."
    found = pick(word, words, "side", NotUnderstood, known=known)
    return found if found in names else players[found]


def with_record(loaded: LoadedGame, record: Record) -> LoadedGame:
    """Return a game after one more entry; only hands that it changes are counted again."""
    records = (*loaded.records, record)
    if changes_rules(records):
        return reload(loaded.line, records, loaded.ruleset)
    game, sealed = game_of(records), loaded.sealed
    if sealed is not None and record.kind in ONWARD:
        now = standing_after(game, loaded.ruleset, Counted(sealed.hands, sealed.totals))
        return loaded._replace(records=records, standing=now)
    now = standing(game, loaded.ruleset, earlier=loaded.standing)
    return loaded._replace(records=records, standing=now, sealed=None)


def reload(line: GameLine, records: tuple[Record, ...], ruleset: Ruleset) -> LoadedGame:
    """Return a game counted from its first hand on, under the rules in force now."""
    if changes_rules(records):
        ruleset = recorded(rules_of(records))
    return LoadedGame(line, records, ruleset, standing(game_of(records), ruleset))
