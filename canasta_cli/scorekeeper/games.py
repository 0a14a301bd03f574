"""Begin, rename, finish, delete and select games; their links; list all of them, and count their statistics.

The commands about games call it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_cli.engine.game.standing import (
    CHOOSE_RULESET,
    first_dealer,
    seat,
    standing,
)
from canasta_cli.engine.game.stats import GameFigures, figures
from canasta_cli.errors import CanastaError, NotUnderstood, Refused, UnusableData
from canasta_cli.journal.file import FORMER
from canasta_cli.journal.schema import CountedGame, GameLine
from canasta_cli.journal.store import Journal, Reader, Writing
from canasta_cli.model.game import Ending, Game, Side
from canasta_cli.model.history import (
    Began,
    Deleted,
    Entry,
    Finished,
    Record,
    Renamed,
    read_history,
)
from canasta_cli.model.seats import as_begun, named_after_players
from canasta_cli.notation.dates import day_of
from canasta_cli.notation.gamefile import HAND_KEYS
from canasta_cli.rules.library import FAMILIES, in_a_line, names, ruleset
from canasta_cli.rules.load import to_data
from canasta_cli.rules.names import refuse
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Scorebook,
    append,
    check_not_over,
    figures_of,
    free_name,
    in_utf8,
    load_game,
    load_listed,
    make_way,
    person_key,
    pick,
    pick_dealer,
    recording,
    refuse_taken,
    rules_once,
    summarise,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import abridged, count_of

# Begin, choose, rename, finish and delete games.


class Proposal(NamedTuple):
    """A game to begin; empty values follow from the rest.

    ``follows`` is the game, by its id, whose links it gets: the one before, if that is over.
    """

    players: tuple[str, ...]
    ruleset: Ruleset
    sides: tuple[Side, ...] = ()
    name: str = ""
    dealer: str = ""
    event: str = ""
    date: str = ""
    follows: int | None = None


def ruleset_for(players: int) -> Ruleset:
    """Return the first ruleset of the library for a number of players.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if there is none.
    """
    for name in rulesets_for(players):
        return ruleset(name)
    raise NotUnderstood(
        f"there is no ruleset for {count_of(players, 'player')}",
        fix="See how many each one is for: canasta rules. Example: canasta new Ann Bob Cat Dan",
    )


def usual_games(players: int) -> Iterator[tuple[str, str]]:
    """Yield the rulesets to choose from for a number of players: each name, and a sentence about it.

    All their values are known. For four they are one of each family; those who play another one know its name.
    """
    found = rulesets_for(players)
    for name in [each for each in found if each in FAMILIES] or found:
        yield name, in_a_line(ruleset(name))


def rulesets_for(players: int) -> list[str]:
    """Return the names of the rulesets in the library for a number of players of which all values are known."""
    found = [(name, ruleset(name)) for name in names()]
    return [name for name, each in found if each.seats.players == players and not each.unknown]


def begin_game(book: Scorebook, proposal: Proposal) -> LoadedGame:
    """Begin a game, make it the current one, and return it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for names that do not fit the ruleset,
    :class:`~canasta_cli.errors.Refused` if the name of the game is taken.
    """
    at = book.now()
    date = proposal.date or book.local(at)[:10]
    sides, dealer = seated(proposal)
    with book.journal.snapshot() if book.dry_run else recording(book, at) as reader:
        began = _began(proposal, sides, dealer, date, reader.games())
        if not isinstance(reader, Writing):
            return _loaded(0, (Record(1, at, began),), proposal.ruleset)
        make_way(reader, began.name, at)
        loaded = record_game(reader, began, (), proposal.ruleset, at)
        if proposal.follows is not None:
            _move_links(reader, proposal.follows, loaded.line.id)
        return loaded


def seated(proposal: Proposal) -> tuple[tuple[Side, ...], str]:
    """Return the sides and the first dealer of a game; errors as of :func:`begin_game`."""
    for name in (*proposal.players, *(side.name for side in proposal.sides)):
        check_name(name, "name")
    refuse(proposal.ruleset, proposal.ruleset.unknown)
    try:
        sides = seat(proposal.players, proposal.sides, proposal.ruleset)
    except NotUnderstood as error:
        players = len(proposal.players)
        others = rulesets_for(players)
        if others and error.fix == CHOOSE_RULESET:
            error.fix = f"Rulesets for {count_of(players, 'player')}: {', '.join(others)}."
        raise
    refuse_clash(
        clashes(sides, proposal.players), "Name the side in canasta new: --side Reds=Ann,Cat"
    )
    dealer = first_dealer(proposal.players, sides, proposal.ruleset)
    if proposal.dealer:
        game = Game("", proposal.players, sides, dealer)
        dealer = pick_dealer(proposal.dealer, game, 1, proposal.ruleset)
    return sides, dealer


def same_again(last: LoadedGame, seats: str = "") -> Proposal:
    """Propose a game with the people, sides and rules of another one; its next dealer deals first.

    ``seats`` are the names in another order of play, with commas. Partners who still sit opposite each
    other keep the name of their side. A side that was named after its players is named after those who
    play now. Who had a substitute at the end of that game may be named instead. If that game is over, phones go
    on with the new one.
    """
    game, rules = last.game, last.ruleset
    follows = last.line.id if last.standing.outcome.over else None
    before = named_after_players(as_begun(game).sides, game.sides)
    if not seats:
        dealer = last.standing.dealer
        return Proposal(game.players, rules, before, dealer=dealer, follows=follows)
    came = dict(zip(game.first_players or game.players, game.players, strict=True))
    players = _read_seats(seats, came)
    sides = seat(players, (), rules)
    if len(sides) < len(players):  # partners
        sides = named_after_players(before, sides)
    if {frozenset(side.players) for side in sides} == {frozenset(s.players) for s in before}:
        sides = before
    dealer = last.standing.dealer
    if dealer not in players:  # the one for whom the dealer came deals
        dealer = next(first for first, now in came.items() if now == dealer)
    return Proposal(players, rules, sides, dealer=dealer, follows=follows)


def _read_seats(text: str, came: Mapping[str, str]) -> tuple[str, ...]:
    """Read names with commas between them.

    ``came`` has who sat in each seat at the end, by who began there: either may be named.
    """
    names = list(dict.fromkeys((*came.values(), *came)))
    found = [pick(name.strip(), names, "player") for name in text.split(",")]
    # Players who changed seats are those of the end.
    players = [
        first if first in found and now not in found and first not in came.values() else now
        for first, now in came.items()
    ]
    for player in (*players, *found):
        if found.count(player) != 1:
            wrong = "is named twice" if player in found else "is missing"
            raise NotUnderstood(
                f"{player} {wrong} in --seats {text}",
                fix=f"Name each player once: {','.join(players)}",
            )
    return tuple(found)


def record_game(
    writing: Writing,
    began: Began,
    entries: Sequence[Entry],
    rules: Ruleset,
    at: str,
) -> LoadedGame:
    """Record a whole game, make it the current one, and return it; its name is free."""
    game, records = writing.begin(began, entries, at)
    loaded = _loaded(game, records, rules)
    summarise(writing, loaded)
    writing.make_current(game)
    return loaded


def clashes(sides: Sequence[Side], players: Sequence[str]) -> list[str]:
    """List the names of sides that another side or a player has, or that are words of game files.

    A side may be called like the only player in it.
    """
    keys = [person_key(side.name) for side in sides]
    return [
        side.name
        for side, key in zip(sides, keys, strict=True)
        if side.name in HAND_KEYS
        or keys.count(key) > 1
        or key in (person_key(each) for each in players if side.players != (each,))
    ]


def refuse_clash(names: Iterable[str], fix: str) -> None:
    """Refuse the first of some names of sides. Raises :class:`~canasta_cli.errors.NotUnderstood`."""
    for name in names:
        raise NotUnderstood(
            f"“{abridged(name)}” can't be a side's name: a player, another side or game files use it",
            fix=fix,
        )


def check_name(name: str, what: str) -> None:
    """Reject a name that no file could contain, or, of a person or a side, no command could.

    Raises :class:`~canasta_cli.errors.NotUnderstood`.
    """
    if not name.strip():
        raise NotUnderstood(f"a {what} is empty", fix="Type at least one letter or digit.")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise NotUnderstood(
            f"a {what} is not valid UTF-8",
            fix="Type it again, in a terminal set to UTF-8.",
        ) from None
    if what != "game's name" and not {*"=,"}.isdisjoint(name):
        raise NotUnderstood(
            f"“{abridged(name)}” can't be a name: “=” and “,” separate names",
            fix="Sides: canasta new Ann Bob Cat Dan --side Us=Ann,Cat. Later: canasta players rename OLD NEW",
        )
    if name[0] in "“„«" and name[-1] in "“”»":
        raise NotUnderstood(
            f"“{abridged(name[1:-1])}” has quotation marks around it",
            fix='Leave them out. Straight ones keep several words together: "Anne Marie"',
        )
    if person_key(name) in ("nobody", "none"):
        raise NotUnderstood(
            f"“{name}” stands for no one, so it can't be a name",
            fix="If a player is missing, end the game: canasta finish. Then begin another: canasta new",
        )


def _began(
    proposal: Proposal,
    sides: tuple[Side, ...],
    dealer: str,
    date: str,
    others: tuple[GameLine, ...],
) -> Began:
    name = proposal.name or free_name(date, {line.name for line in others})
    check_name(name, "game's name")
    refuse_taken(name, others, "Give another name: --name NAME")
    return Began(
        name=name,
        players=proposal.players,
        sides=sides,
        dealer=dealer,
        ruleset=to_data(proposal.ruleset),
        date=date,
        event=proposal.event,
    )


def _loaded(number: int, records: tuple[Record, ...], rules: Ruleset) -> LoadedGame:
    """Return a new game, which is the current one."""
    history = read_history(records)
    game = history.game
    line = GameLine(number, game.name, rules.name, ", ".join(game.players), game.date, current=True)
    return LoadedGame(line, records, history, rules, standing(game, rules))


def use_game(book: Scorebook, name: str) -> LoadedGame:
    """Make a game the current one. Raises :class:`~canasta_cli.errors.Refused`."""
    loaded = book.load(name)
    if book.dry_run:
        return loaded
    with book.journal.writing() as writing:
        loaded = load_game(writing, name)
        writing.make_current(loaded.line.id)
        return loaded


def rename_game(
    book: Scorebook, name: str | None, new_name: str | None, date: str = ""
) -> LoadedGame:
    """Rename a game, or correct its date: without a new name, it keeps its own.

    Raises :class:`~canasta_cli.errors.Refused` if the name is taken.
    """
    if new_name is not None:
        new_name = in_utf8(new_name)
        check_name(new_name, "game's name")
        refuse_taken(new_name, book.journal.games(), "Choose another name.")
    return append(book, name, lambda _: Renamed(new_name or "", date=date))


def finish_game(book: Scorebook, name: str | None, ending: Ending) -> LoadedGame:
    """End a game before its rules do, or change how it was ended.

    Raises :class:`~canasta_cli.errors.Refused` if it is over.
    """

    def finished(loaded: LoadedGame) -> Finished:
        if loaded.standing.outcome.ending in (None, ending):
            check_not_over(loaded)
        if ending is Ending.LEADER and not loaded.game.hands:
            raise Refused(
                f"game {loaded.game.name} has no finished hand, so no side leads",
                fix="Give it up with canasta finish --abandon, or delete it: canasta delete",
            )
        return Finished(ending)

    return append(book, name, finished)


def delete_game(book: Scorebook, name: str | None) -> LoadedGame:
    """Hide a game from everything but its log, until that is undone."""
    return append(book, name, lambda _: Deleted())


# The links of a game: the secrets in the addresses under which phones watch it, or record in it.
#
# They are kept beside the entries as they are, not as hashes, since the addresses are printed again at each
# start. Those who can read the database know the score anyway, and may be able to write to it.

LETTERS = 22
"""The letters of a link: 128 bits."""


def link_of(
    journal: Journal, game: int, recorder: str = "", *, renew: bool = False
) -> tuple[str, bool]:
    """Return a link of a game, by its id, and whether it will be the same at the next start.

    It lets people watch; that of a ``recorder``, by name, lets that person record too. A new one to watch ends
    all those of recorders.
    """
    from secrets import token_urlsafe  # only serve needs it

    kept = links(journal, game)
    if len(found := kept.get(recorder, "")) == LETTERS and found.isascii() and not renew:
        return found, True
    for former in kept if renew and not recorder else ():
        journal.keep(_link(game, former), None)
    new = token_urlsafe(16)
    return new, journal.keep(_link(game, recorder), new)


def links(reader: Reader, game: int) -> dict[str, str]:
    """Return the links of those who may record in a game, by name, and of those who watch, under no name."""
    watch = _link(game)
    found = {watch: reader.settings(watch).get(watch, ""), **reader.settings(f"{watch} ")}
    return {name.removeprefix(watch).lstrip(): link for name, link in found.items() if link}


def game_of_link(reader: Reader, link: str) -> int | None:
    """Return the id of the game that a link lets people watch; ``None`` if it is not kept."""
    for name, kept in reader.settings(_LINK).items():
        game = name.removeprefix(_LINK)
        if kept == link and game.isdecimal():
            return int(game)
    return None


def end_link(journal: Journal, game: int, recorder: str) -> bool:
    """End the link of somebody who records, and return whether that was possible at once."""
    return journal.keep(_link(game, recorder), None)


def _move_links(writing: Writing, before: int, after: int) -> None:
    """Move the links of a game to the one that follows it; those that a deleted one got before, too."""
    name = f"{_FOLLOWED}{before}"
    number = writing.settings(name).get(name, "")
    former = writing.with_id(int(number)) if number.isdecimal() else None
    for game in (*((former.id,) if former and former.deleted else ()), before):
        for recorder, link in links(writing, game).items():
            writing.set(_link(game, recorder), None)
            writing.set(_link(after, recorder), link)
            writing.set(name, str(after))


_LINK, _FOLLOWED = "link ", "followed "


def _link(game: int, recorder: str = "") -> str:
    """Return the name under which a link is kept."""
    return f"{_LINK}{game} {recorder}".rstrip()


# List all games with their figures: from the summary where it is up to date, otherwise counted.


def list_games(
    journal: Journal, lines: Iterable[GameLine]
) -> tuple[list[GameFigures], list[CanastaError]]:
    """Return the figures of games, in their order, and the errors of those that can't be read."""
    counted = journal.counted_games()
    games: list[GameFigures] = []
    errors: list[CanastaError] = []
    rules = rules_once()
    for line in lines:
        listed = _from_summary(line, counted[line.id]) if line.id in counted else None
        try:
            games.append(listed or _from_entries(load_listed(journal, line, rules)))
        except CanastaError as error:
            errors.append(error_of(error, line.name))
    return games, errors


def error_of(error: CanastaError, game: str) -> CanastaError:
    """Return an error with the name of its game."""
    name = f"game {game}: "
    return UnusableData(name + error.message.removeprefix(name), fix=error.fix)


def spellings(games: Iterable[GameFigures]) -> dict[str, str]:
    """Return the newest spelling of each player of some games, by what all spellings have in common."""
    return {person_key(each.player): each.player for game in games for each in game.players}


class Selection(NamedTuple):
    """The games of interest: those of all these players, from one day to another, with these rules.

    ``since`` and ``until`` are days as in :mod:`canasta_cli.notation.dates`. Whatever is empty
    selects all games; a game without a date is in no period.
    """

    players: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    ruleset: str = ""

    def among(self, games: Sequence[GameFigures]) -> list[GameFigures]:
        """Return the games selected. Raises :class:`~canasta_cli.errors.NotUnderstood` for unknown names."""
        known = sorted(spellings(games).values())
        picked = (pick(player, known, "player") for player in self.players)
        people = set(map(person_key, picked))
        rulesets = sorted({*names(), *(game.ruleset for game in games)})
        ruleset = self.ruleset and pick(self.ruleset, rulesets, "ruleset")
        return [
            game
            for game in games
            if people <= {person_key(each.player) for each in game.players}
            and ruleset in ("", game.ruleset)
            and self._includes(day_of(game.date))
        ]

    def _includes(self, day: str) -> bool:
        in_period = bool(day) and self.since <= day and (not self.until or day <= self.until)
        return in_period or not (self.since or self.until)


ALL_GAMES = Selection()


def _from_entries(loaded: LoadedGame) -> GameFigures:
    return figures(loaded.standing)._replace(current=loaded.line.current)


def _from_summary(line: GameLine, counted: CountedGame) -> GameFigures | None:
    """Return a game as its summary has it; ``None`` if the summary is not as canasta writes it."""
    names = tuple(name for name, _ in counted.sides)
    if line.winner is not None and line.winner not in names:
        return None
    members: list[list[str]] = [[] for _ in names]
    for each in counted.players:
        if each.seat < FORMER:
            members[each.place].append(each.player)
    try:
        players = tuple(figures_of(line.name, each) for each in counted.players)
    except (ValueError, TypeError, AttributeError):
        return None
    return GameFigures(
        name=line.name,
        over=line.over,
        ending=line.ending,
        winner=None if line.winner is None else names.index(line.winner),
        side_names=names,
        sides=tuple(map(tuple, members)),
        players=players,
        totals=tuple(total for _, total in counted.sides),
        hands=counted.hands,
        ruleset=line.ruleset,
        date=line.started,
        current=line.current,
    )
