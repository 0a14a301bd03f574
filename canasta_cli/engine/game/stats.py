"""Statistics of players over many games: wins, averages, canastas; of each player or of partners."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from canasta_cli.engine.game.standing import Played, Standing, sitting_out
from canasta_cli.engine.items import canastas, pool
from canasta_cli.model.game import Ending, Game, Out
from canasta_cli.model.seats import names_in_hand, who_sat
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.values import NamedTuple


class Best(NamedTuple):
    """The hand in which a player's side scored most."""

    points: int
    game: str
    number: int


class PlayerStats(NamedTuple):
    """One player's statistics over all games; points and canastas are those of the player's sides.

    ``games`` counts those in which the player has a finished hand, ``finished`` those of them that ended
    while the player sat there. ``out`` and ``concealed`` count how often the player's side went out.
    ``points_only`` are hands of which only the points are known, so that their canastas are not counted.
    """

    player: str
    games: int
    finished: int
    won: int
    hands: int
    points: int
    canastas: Counter[Grade]
    out: int
    concealed: int
    points_only: int
    best: Best | None

    @property
    def average(self) -> float:
        """Points per hand."""
        return self.points / self.hands


class StatsGroup(NamedTuple):
    """The statistics of the games that have something in common, such as their ruleset or season."""

    name: str
    games: int
    players: tuple[PlayerStats, ...]


class PlayerFigures(NamedTuple):
    """One player's figures in one game, as in :class:`PlayerStats`; ``place`` is the side's index."""

    player: str
    place: int
    hands: int
    points: int
    canastas: Counter[Grade]
    out: int
    concealed: int
    points_only: int
    best: Best | None


class GameFigures(NamedTuple):
    """The figures of one game: the index of the side that won, the players, and more.

    ``ending``: it ended without being played to its end. ``sides`` are the names of the players of each side
    at the end, ``totals`` the points of each, in the order of ``side_names``. ``players`` begin with these, in
    order of play; those who left before follow. ``hands`` is the number of finished hands; ``date`` is as the
    game has it, empty if it has none. ``current``: it is used by default.
    """

    name: str
    over: bool
    ending: Ending | None
    winner: int | None
    side_names: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    players: tuple[PlayerFigures, ...]
    totals: tuple[int, ...]
    hands: int
    ruleset: str
    date: str
    current: bool = False


def figures(stand: Standing, since: int = 0) -> GameFigures:
    """Compute the figures of a game, or only of its hands after the first ``since``."""
    hands = [
        (who_played(stand, played.number), _of_hand(played, stand))
        for played in stand.hands[since:]
    ]
    players = [
        added(
            [
                PlayerFigures(name, place, 0, 0, Counter(), 0, 0, 0, None),
                *[sides[place] for them, sides in hands if (name, place) in them],
            ]
        )
        for name, place in _everyone(stand.game)
    ]
    over, winner, _, ending = stand.outcome
    return GameFigures(
        name=stand.game.name,
        over=over,
        ending=None if ending is Ending.LEADER else ending,
        winner=winner,
        side_names=stand.game.side_names,
        sides=tuple(side.players for side in stand.game.sides),
        players=tuple(players),
        totals=stand.totals,
        hands=len(stand.game.hands),
        ruleset=stand.ruleset.name,
        date=stand.game.date,
    )


Places = Sequence[tuple[str, int]]
"""Names of players, each with the index of the side."""


def _everyone(game: Game) -> Places:
    """Return all who sat in a game: first those who sit there now."""
    places = {name: at for at, side in enumerate(game.sides) for name in side.players}
    # A changed journal may have players who are on no side.
    sat = ((name, places[seat]) for name, seat in who_sat(game) if seat in places)
    return list(dict.fromkeys(sat))


def who_played(stand: Standing, number: int) -> Places:
    """Return who played a hand, each with the place of a side."""
    out = sitting_out(stand.game, number, stand.ruleset)
    names = names_in_hand(stand.game, number)
    return [
        (names[seat], place)
        for place, side in enumerate(stand.game.sides)
        for seat in side.players
        if seat in names and seat != out
    ]


def _of_hand(played: Played, stand: Standing) -> list[PlayerFigures]:
    """Return the figures of one hand: of each side, those of a player without a name."""
    tallies = pool(played.hand.tallies, stand.ruleset)
    return [
        PlayerFigures(
            "",
            place,
            1,
            points,
            canastas(tally, stand.ruleset),
            int(tally.went_out),
            int(tally.out is Out.CONCEALED),
            int(tally.score is not None),
            Best(points, stand.game.name, played.number),
        )
        for place, (tally, points) in enumerate(zip(tallies, played.points, strict=True))
    ]


def stats(games: Iterable[GameFigures], only: tuple[str, ...] = ()) -> tuple[PlayerStats, ...]:
    """Compute the statistics of the players of some games, or of ``only`` those named.

    A game counts for those who have a finished hand in it. Who won most games comes first.
    """
    games = tuple(map(_of_those_who_played, games))
    by_player: dict[str, list[tuple[GameFigures, PlayerFigures]]] = {}
    for game in games:
        for each in game.players:
            if not only or each.player in only:
                by_player.setdefault(each.player, []).append((game, each))
    players = [_player(name, mine) for name, mine in by_player.items()]
    return tuple(sorted(players, key=lambda each: (-each.won, -each.points, each.player)))


def _of_those_who_played(game: GameFigures) -> GameFigures:
    played = {(each.player, each.place): each for each in game.players if each.hands}
    sides = (
        tuple(name for name in side if (name, place) in played)
        for place, side in enumerate(game.sides)
    )
    return game._replace(sides=tuple(sides), players=tuple(played.values()))


def of_partners(game: GameFigures) -> GameFigures:
    """Return a game of which each side with partners is one player, named after them: ``Ann+Cat``."""
    sides = [(place, side) for place, side in enumerate(game.sides) if len(side) > 1]
    partners = tuple(each for place, side in sides for each in _partners(game, place, side))
    return game._replace(sides=tuple((name_of(side),) for side in game.sides), players=partners)


def name_of(side: Iterable[str]) -> str:
    """Name partners as one player, in whatever order they sit."""
    return "+".join(sorted(side))


def _partners(game: GameFigures, place: int, side: tuple[str, ...]) -> Iterator[PlayerFigures]:
    """Yield the figures of partners as one player, and of each substitute with the partner who stayed.

    If both seats of a side changed hands, all hands count for those who sat there at the end.
    """
    mine = [each for each in game.players if each.place == place]
    stayed = next((each for each in mine if each.hands == game.hands), None)
    if stayed is None or len(side) > 2:
        yield _one_player(game, place, name_of(side))
        return
    for each in mine:
        if each is not stayed and each.hands:
            yield each._replace(player=name_of((stayed.player, each.player)))


def _one_player(game: GameFigures, place: int, name: str) -> PlayerFigures:
    found = added([each for each in game.players if each.place == place])
    # Each hand is among the figures of all partners who played it; with five players one sits out.
    at_once = max(1, found.hands // max(1, game.hands))
    return found._replace(
        player=name,
        hands=game.hands,
        points=game.totals[place],
        canastas=Counter({grade: n // at_once for grade, n in found.canastas.items()}),
        out=found.out // at_once,
        concealed=found.concealed // at_once,
        points_only=found.points_only // at_once,
    )


def grouped(
    games: Iterable[GameFigures],
    name: Callable[[GameFigures], str],
    only: tuple[str, ...] = (),
) -> tuple[StatsGroup, ...]:
    """Compute the statistics of the games of each ``name``, in the order of the names."""
    by_name: dict[str, list[GameFigures]] = {}
    for game in games:
        if game.hands:
            by_name.setdefault(name(game), []).append(game)
    groups = (
        StatsGroup(each, len(by_name[each]), stats(by_name[each], only)) for each in sorted(by_name)
    )
    return tuple(group for group in groups if group.players)


def _player(name: str, games: list[tuple[GameFigures, PlayerFigures]]) -> PlayerStats:
    mine = [each for _, each in games]
    return PlayerStats(
        name,
        # A substitute may have played on both sides of a game.
        len({id(game) for game, _ in games}),
        sum(_finished(game, each) for game, each in games),
        sum(game.winner == each.place and _finished(game, each) for game, each in games),
        *added(mine)[2:],
    )


def _finished(game: GameFigures, each: PlayerFigures) -> bool:
    """True if a game was played to its end, and a player sat there then."""
    return game.over and game.ending is None and each.player in game.sides[each.place]


def added(several: Sequence[PlayerFigures]) -> PlayerFigures:
    """Return the sum of some figures, of which there is one at least, as those of the first player."""
    return several[0]._replace(
        hands=sum(each.hands for each in several),
        points=sum(each.points for each in several),
        canastas=sum((each.canastas for each in several), Counter[Grade]()),
        out=sum(each.out for each in several),
        concealed=sum(each.concealed for each in several),
        points_only=sum(each.points_only for each in several),
        # The first one of equal hands.
        best=max(
            (each.best for each in several if each.best),
            key=lambda best: best.points,
            default=None,
        ),
    )
