"""The people who play: list them, give them other names, and record substitutes.

The commands ``players`` and ``sub`` call it, ``new`` and ``stats``, and the completion of names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from canasta_cli.engine.game.stats import GameFigures
from canasta_cli.errors import CanastaError, NoLongerKept, NotUnderstood, Refused
from canasta_cli.journal.schema import GameLine
from canasta_cli.journal.store import Reader
from canasta_cli.model import seats
from canasta_cli.model.game import Arrival, Ending, Game
from canasta_cli.model.history import PlayerRenamed, Substituted
from canasta_cli.model.seats import everyone, players_at
from canasta_cli.scorekeeper.games import (
    ALL_GAMES,
    Selection,
    check_name,
    clashes,
    refuse_clash,
    spellings,
)
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Scorebook,
    check_not_over,
    completed,
    find,
    in_utf8,
    load_game,
    load_listed,
    load_uncounted,
    person_key,
    pick,
    record,
    rules_once,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import abridged, closest, count_of, listed, plain_letters, quoted

# List the people of all games.


class Person(NamedTuple):
    """A person, with the spelling of the newest game; names that differ only in case are one person.

    ``games`` are the names of their games, oldest first, ``last`` is the latest date of a game, and
    ``spellings`` are all spellings, the newest first.
    """

    name: str
    games: tuple[str, ...]
    last: str
    spellings: tuple[str, ...]


def known_people(reader: Reader) -> dict[str, Person]:
    """Return the people of all games by what all spellings of a name have in common, sorted by it.

    Games that can't be read are left out.
    """
    dates: dict[str, dict[str, str]] = {}
    spellings: dict[str, dict[str, None]] = {}
    for line, names in _seated(reader):
        for name in names:
            key = person_key(name)
            dates.setdefault(key, {})[line.name] = line.started
            spelled = spellings.setdefault(key, {})
            spelled.pop(name, None)
            spelled[name] = None
    people: dict[str, Person] = {}
    for key, games in sorted(dates.items()):
        names = tuple(reversed(spellings[key]))
        people[key] = Person(names[0], tuple(games), max(games.values()), names)
    return people


def _seated(reader: Reader) -> Iterator[tuple[GameLine, tuple[str, ...]]]:
    """Yield every game with all who played in it, from the summary where it is up to date."""
    counted = reader.counted_games()
    for line in reader.listed():
        try:
            if line.id in counted:
                yield line, tuple(each.player for each in counted[line.id].players)
            else:
                yield line, everyone(load_uncounted(reader, line.name))
        except CanastaError:
            continue


def similar_people(name: str, people: Iterable[Person]) -> tuple[Person, ...]:
    """Return the people whose names are similar to a name apart from accents, the most similar first."""
    key = person_key(name)
    others = [(plain_letters(each.name), each) for each in people if person_key(each.name) != key]
    close = closest(plain_letters(name), dict(others), short=True, most=3)
    return tuple(each for found in close for plain, each in others if plain == found)


def similar_to_known(
    players: Iterable[str], known: Mapping[str, Person]
) -> Iterator[tuple[str, str]]:
    """Yield the new players of a game whose names are similar to one that is known, with that name.

    People who play in the same game are several.
    """
    here = {person_key(player): player for player in players}
    others = [person for key, person in known.items() if key not in here]
    for key, player in here.items():
        alike = similar_people(player, others) if key not in known else ()
        if alike:
            yield player, alike[0].name


def pairs_alike(people: Iterable[Person]) -> Iterator[tuple[Person, Person]]:
    """Yield pairs of people who may be one: spelled alike, and never in one game.

    The first of them has more games.
    """
    people = tuple(people)
    for at, person in enumerate(people):
        for other in similar_people(person.name, people[at + 1 :]):
            if not set(person.games) & set(other.games):
                most, least = sorted((person, other), key=lambda each: -len(each.games))
                yield most, least


def figures_for_stats(
    games: Sequence[GameFigures], selection: Selection = ALL_GAMES
) -> list[GameFigures]:
    """Return the figures of the games selected that count in statistics.

    Each person has one spelling, the newest in all games. An abandoned game doesn't count.
    """
    chosen = [game for game in selection.among(games) if game.ending is not Ending.ABANDONED]
    names = spellings(games)

    def spelled(name: str) -> str:
        return names.get(person_key(name), name)

    return [
        each._replace(
            sides=tuple(tuple(map(spelled, side)) for side in each.sides),
            players=tuple(one._replace(player=spelled(one.player)) for one in each.players),
        )
        for each in chosen
    ]


# Give a person another name: in one game, or in all games at once, with one entry in each. Or a side.


class PlayersRenamed(NamedTuple):
    """The result of a rename, ``everywhere`` or not: the names, and the games before it.

    The game that ``undo`` needs is the first. ``sides`` maps the names of the sides that have another one
    to the new names.
    """

    old: str
    new: str
    games: tuple[LoadedGame, ...]
    sides: Mapping[str, str]
    everywhere: bool = False
    recorded: bool = False


def rename_player(
    book: Scorebook,
    game: str | None,
    player: str,
    name: str,
    *,
    merge: bool = False,
) -> PlayersRenamed:
    """Give a person another name, in one game or, without its name, in all games; or a side of one game.

    The name of a side follows that of its player. ``merge``: the name is that of another person, and both
    are one. Raises :class:`~canasta_cli.errors.Refused` if both played in one game, or if the name is in
    use.
    """
    name = in_utf8(name)
    check_name(name, "new name")

    def decide(reader: Reader) -> Decision[PlayersRenamed]:
        side = None if merge else _with_side(reader, game, player)
        if side:
            old, new, found = side[1], name, list(_renames_side(*side, name))
        else:
            old, new = _names_of(reader, game, player, name, merge=merge)
            found = list(_renames(reader, game, old, new))
        if not found:
            raise Refused(
                f"{abridged(new)} is spelled like that already",
                fix="See the names with: canasta players",
            )
        for loaded, renamed in found:
            _check_sides(loaded.game, renamed.after(loaded.game))
        # The entry of the current game is the newest one, so that undo needs no name.
        found.sort(key=lambda each: not each[0].line.current)
        (first, entry), *others = found
        games, everywhere = tuple(loaded for loaded, _ in found), not side and game is None
        result = PlayersRenamed(old, new, games, dict(_sides_renamed(found)), everywhere)
        return Decision(result, first, entry, tuple(others))

    def done(result: PlayersRenamed, _: LoadedGame, recorded: bool) -> PlayersRenamed:
        return result._replace(recorded=recorded)

    # Raises for an unknown player before a file is created.
    first = decide(book.journal).before.game.name
    return record(book, first, decide, done)


def _sides_renamed(
    found: Iterable[tuple[LoadedGame, PlayerRenamed]],
) -> Iterator[tuple[str, str]]:
    """Yield the sides that have another name after the entries of some games: both names of each."""
    for loaded, entry in found:
        names = loaded.game.side_names, entry.after(loaded.game).side_names
        yield from ((was, now) for was, now in zip(*names, strict=True) if was != now)


def _with_side(reader: Reader, game: str | None, word: str) -> tuple[LoadedGame, str] | None:
    """Return the game, or the current one, and the side in it that a word names, unless it names a player."""
    line, key = find(reader, game) if game else reader.current(), person_key(in_utf8(word))
    if line is None or (not game and key in known_people(reader)):
        return None
    loaded = load_listed(reader, line)
    side = next((each for each in loaded.game.side_names if person_key(each) == key), None)
    plays = key in map(person_key, everyone(loaded.game))
    return None if side is None or plays else (loaded, side)


def _renames_side(
    loaded: LoadedGame, side: str, new: str
) -> Iterator[tuple[LoadedGame, PlayerRenamed]]:
    """Yield the game with the entry that renames a side of it, unless it has that name."""
    names = tuple(new if each == side else each for each in loaded.game.side_names)
    if side != new:
        yield loaded, PlayerRenamed(side, new, sides=names)


def _names_of(
    reader: Reader, game: str | None, player: str, name: str, *, merge: bool
) -> tuple[str, str]:
    """Return the name that a person has, and the new one, as the person who has it spells it."""
    if game is not None:
        return _pick_renamed(reader, game, player, everyone(load_game(reader, game).game)), name
    people = known_people(reader)
    names = [person.name for person in people.values()]
    if merge:
        old = pick(player, names, "player")
        new = pick(name, names, "player")
        if new == old:
            raise NotUnderstood(
                f"{old} can't be merged with {old}",
                fix="Name two: canasta players merge Jonah Jonas",
            )
        return old, new
    old = _pick_renamed(reader, None, player, names)
    other = people.get(person_key(name))
    if other is not None and other.name != old:
        joining = f"canasta players merge {quoted(other.name)} {quoted(old)}"
        fix = f"If both are one person, {abridged(other.name)} stays: {joining}"
        if {*other.games} & {*people[person_key(old)].games}:
            fix = f"Choose another name: canasta players rename {quoted(old)} NEW_NAME"
        raise Refused(
            f"there is already a player {abridged(other.name)}, in {count_of(len(other.games), 'game')}",
            fix=fix,
        )
    return old, name


def _pick_renamed(reader: Reader, game: str | None, word: str, names: Iterable[str]) -> str:
    """Return the player whom a word names; the error also lists the sides, which can be renamed too."""
    try:
        return pick(word, list(names), "player")
    except NotUnderstood as error:
        with suppress(CanastaError):
            game_now = load_uncounted(reader, game)
            error.fix += f"\nThe sides in {game_now.name} are {listed(game_now.side_names)}."
        raise


def _renames(
    reader: Reader, game: str | None, old: str, new: str
) -> Iterator[tuple[LoadedGame, PlayerRenamed]]:
    """Yield the games in which a person has another name than the new one, with their entries."""
    if game is not None:
        loaded = load_game(reader, game)
        yield from _renames_in(loaded, old, new, everywhere=False)
        return
    rules = rules_once()
    for line, names in tuple(_seated(reader)):
        if person_key(old) in map(person_key, names):
            with suppress(NoLongerKept), reader.snapshot():
                loaded = load_listed(reader, line, rules, reader.sealed(line))
                yield from _renames_in(loaded, old, new, everywhere=True)


def _renames_in(
    loaded: LoadedGame, old: str, new: str, *, everywhere: bool
) -> Iterator[tuple[LoadedGame, PlayerRenamed]]:
    """Yield the game with its entry, unless the person has that name in it."""
    names = {person_key(each): each for each in everyone(loaded.game)}
    spelled, other = names[person_key(old)], names.get(person_key(new))
    if other not in (None, spelled):
        raise Refused(
            f"{abridged(old)} and {abridged(str(other))} both played in {loaded.game.name}, "
            "so they are two people",
            fix=f"See them with: canasta score -g {quoted(loaded.game.name)}",
        )
    if spelled == new:
        return
    sides = seats.side_names_after(loaded.game, spelled, new)
    if sides == seats.rename_player(loaded.game, spelled, new).side_names:
        sides = ()
    yield loaded, PlayerRenamed(spelled, new, everywhere, sides)


def _check_sides(before: Game, after: Game) -> None:
    """Refuse a new name that clashes with another; names that clash in a file can change."""
    names = clashes(after.sides, after.players)
    if len(names) > len(clashes(before.sides, before.players)):
        refuse_clash(names, "Choose another name.")


# Record that a substitute takes a player's seat.


class SubstituteCame(NamedTuple):
    """The result of a substitution: its entry, the game after it, and whether it was recorded."""

    entry: Substituted
    after: LoadedGame
    recorded: bool = False


def substitute(
    book: Scorebook,
    game: str | None,
    players: tuple[str, str],
    start: int | None = None,
) -> SubstituteCame:
    """Give the seat of the first of two ``players`` to the second, from a hand on, counted from 1.

    By default, it is the next hand: a hand in play keeps those who were dealt its cards. Raises
    :class:`~canasta_cli.errors.Refused` for a hand that has not come or, in a game that is over, does not
    come any more, or if the substitute sits there already.
    """
    came = in_utf8(players[1])
    check_name(came, "player's name")

    def decide(reader: Reader) -> Decision[SubstituteCame]:
        loaded = load_game(reader, game)
        hand = _start(loaded, start)
        sitting = players_at(loaded.game, hand)
        # Typed in the order of “Eve for Bob”.
        turned = came in sitting and players[0] not in sitting
        known = f"To let {players[0]} play for {came}: canasta sub {came} {players[0]}"
        leaves = pick(players[0], list(sitting), "player", known=known if turned else "")
        arrival = Arrival(hand, sitting.index(leaves), _spelled(reader, loaded, came))
        _check_apart(loaded.game, Substituted(arrival, leaves))
        entry = _with_side_names(Substituted(arrival, leaves), loaded.game)
        if came not in everyone(loaded.game):  # somebody may sit in for a side that has their name
            _check_sides(loaded.game, entry.after(loaded.game))
        return Decision(SubstituteCame(entry, loaded), loaded, entry)

    return record(book, game, decide, completed)


def _start(loaded: LoadedGame, start: int | None) -> int:
    """Return the hand from which a substitute plays."""
    game = loaded.game
    last, in_play = game.next_hand, game.deal is not None
    following = last + in_play
    hand = start or following
    if hand >= following:
        check_not_over(loaded)
    if hand > following:
        raise Refused(
            f"hand {hand} can't have a substitute yet: hand {last} is {'in play' if in_play else 'next'}",
            fix=f"Give an earlier one. Example: --from {following}",
        )
    return hand


def _spelled(reader: Reader, loaded: LoadedGame, name: str) -> str:
    """Return a name as the person is spelled in this game, or else in the newest one."""
    known = {key: person.name for key, person in known_people(reader).items()}
    known.update({person_key(each): each for each in everyone(loaded.game)})
    return known.get(person_key(name), name)


def _with_side_names(entry: Substituted, game: Game) -> Substituted:
    """Return the entry with the names of the sides, if it changes them before anything is played.

    Later, a side keeps the name under which it has scored.
    """
    if game.hands or game.deal or entry.arrival.hand != 1:
        return entry
    after = entry.after(game)
    names = tuple(side.name for side in seats.named_after_players(game.sides, after.sides))
    is_new = names != after.side_names and len(set(map(person_key, names))) == len(names)
    return entry._replace(sides=names) if is_new else entry


def _check_apart(game: Game, entry: Substituted) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a person would sit in two seats, or two exchange theirs."""
    hand, player = entry.arrival.hand, entry.arrival.player
    sitting = players_at(game, hand)
    why = f"{abridged(player)} sits at the table already"
    if player not in sitting:
        try:
            entry.after(game)
        except NoLongerKept as error:
            why = abridged(error.message)
        else:
            return
    raise Refused(why, fix=f"In hand {hand}, the players are {listed(sitting)}.")
