"""A game as recorded: :class:`Game`, and the game files that :func:`load` reads and :func:`dump` writes."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import BinaryIO, Literal, TextIO

from canasta_cli.api.errors import (
    GameError,
    GameFileError,
    ImpossibleHand,
    checked,
)
from canasta_cli.api.positions import (
    Position,
    Shuffle,
    Turn,
    begin,
    begin_shuffled,
    read_deal,
    resume,
    seated_game,
    turns_of,
)
from canasta_cli.api.rulesets import Ruleset, inside
from canasta_cli.engine.game.standing import Played, Standing, standing
from canasta_cli.engine.items import check_spelling
from canasta_cli.engine.score import HandCount, count_hand_of
from canasta_cli.errors import CanastaError, UnusableData
from canasta_cli.files import Path, name_of_file, read_text
from canasta_cli.model.game import Game as Record
from canasta_cli.model.game import Hand as HandRecord
from canasta_cli.model.game import Side
from canasta_cli.model.seats import names_in_hand, players_at, seated, substitutes, with_seats_named
from canasta_cli.notation.gamefile import read_game, write_game, write_json
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import with_house_rules
from canasta_cli.scorekeeper.files import STDIN, Games, Job, check_text, to_file
from canasta_cli.show.finding import Finding, fix_in_words
from canasta_cli.show.hand import HandSide, sides_of_hand
from canasta_cli.show.standing import GameStanding
from canasta_cli.show.verify import Difference, differences_of
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed


class Substitute(NamedTuple):
    """A player who takes the seat of another from a hand on, counted from 1."""

    hand: int
    player: str
    instead_of: str


class Hand:
    """A finished hand of a game; ``number`` counts from 1.

    ``turns`` are its turns if it was recorded turn by turn, otherwise empty. Iterating over it plays
    them again: it yields each turn with the position before it.

    >>> from random import Random
    >>> from canasta_cli import Game, ruleset
    >>> game, shuffle = Game(["Ann", "Bob"], ruleset("two-player")), Random(7).shuffle
    >>> position = game.shuffled(shuffle)
    >>> while not position.over:
    ...     position = position.after(position.random_turn(shuffle))
    >>> for position, turn in game.with_played(position).hands[0]:
    ...     assert position.check(turn).legal
    """

    def __init__(self, game: "Game", played: Played) -> None:
        rules, record = inside(game.rules), game._record  # noqa: SLF001 - of the same module
        self.number, self.dealer = played.number, played.dealer
        self.sides = HandSide.of_each(sides_of_hand(record, played, rules))
        self._game, self._deal = game, played.hand.played
        self.turns = turns_of(self._deal) if self._deal else ()

    def __iter__(self) -> Iterator[tuple[Position, Turn]]:
        if self._deal is None:
            return
        record = self._game._record  # noqa: SLF001 - of the same module
        before = record._replace(hands=record.hands[: self.number - 1], pending=(), deal=None)
        before = with_seats_named(before, names_in_hand(record, self.number))
        deal = self._deal._replace(dealer=self.dealer, turns=(), left=())
        position = resume(self._game.rules, before, deal)
        for turn in self.turns:
            yield position, turn
            position = position.after(turn)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.number, self.dealer, self.sides))

    def __repr__(self) -> str:
        points = ", ".join(f"{side.name} {side.points}" for side in self.sides)
        return f"<Hand {self.number}: {points}>"

    @property
    def _values(self) -> tuple[object, ...]:
        return self.number, self.dealer, self.sides, self._deal


class Game:
    """A game: its players, its rules, and the hands so far. It never changes: methods return new games.

    ``players`` are in order of play, so that partners sit opposite each other. ``sides`` maps the names
    of sides to their players; without it they follow from the rules. ``dealer`` deals first: by
    default the last player. ``date`` is any text, such as ``2026-11-21``; ``event`` names a club
    evening or a tournament. Two games are equal if their game files are.

    >>> from canasta_cli import Game, ruleset
    >>> game = Game(["Ann", "Bob", "Cat", "Dan"], ruleset("classic"))
    >>> game = game.with_hand("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")
    >>> for side in game.standing.sides:
    ...     print(side.name, side.total, side.minimum)
    Us 920 50
    Them 55 50
    >>> game.standing.dealer
    'Ann'
    """

    @checked
    def __init__(  # noqa: PLR0913 - what a game file begins with
        self,
        players: Sequence[str],
        rules: Ruleset,
        *,
        sides: Mapping[str, Sequence[str]] | None = None,
        dealer: str = "",
        name: str = "game",
        date: str = "",
        event: str = "",
    ) -> None:
        named = tuple(Side(side, tuple(members)) for side, members in (sides or {}).items())
        record = seated_game(tuple(players), named, rules)
        self._rules = rules
        dealer = dealer or record.dealer
        self._record = record._replace(name=name, dealer=dealer, date=date, event=event)
        _check_player(self._record.dealer, self._record)
        self._text: str | None = None

    @classmethod
    def _of(cls, record: Record, rules: Ruleset, text: str | None = None) -> "Game":
        game = cls.__new__(cls)
        game._rules, game._record, game._text = rules, record, text  # noqa: SLF001 - its own
        return game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self._rules

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._record.name

    @property
    def date(self) -> str:
        """The date of the game, as written in its file; empty if there is none."""
        return self._record.date

    @property
    def event(self) -> str:
        """The event: a club evening, a tournament; empty if there is none."""
        return self._record.event

    @property
    def ending(self) -> str:
        """How the players ended the game early, as in its file: ``leader``; empty if they did not."""
        return self._record.ending.value if self._record.ending else ""

    @property
    def players(self) -> tuple[str, ...]:
        """The players in order of play; after substitutes came, those who play the next hand."""
        return self._record.players

    @property
    def substitutes(self) -> tuple[Substitute, ...]:
        """Those who took the seats of others, by hand."""
        return tuple(
            Substitute(each.hand, each.player, left) for each, left in substitutes(self._record)
        )

    @checked
    def players_in(self, hand: int) -> tuple[str, ...]:
        """Return who played a hand, counted from 1; in order of play.

        >>> from canasta_cli import Game, ruleset
        >>> Game(["Ann", "Bob"], ruleset("two-player")).players_in(1)
        ('Ann', 'Bob')
        """
        last = self._record.next_hand
        if not 1 <= hand <= last:
            raise GameError(f"there is no hand {hand}", f"The next hand is {last}.")
        return players_at(self._record, hand)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides with their players, in the order of the score pad."""
        return self._record.sides

    @cached_property
    def _counted(self) -> Standing:
        return standing(self._record, inside(self._rules))

    @cached_property
    def standing(self) -> GameStanding:
        """The standing: totals, next initial melds and dealer, and the winner if the game is over."""
        return GameStanding(self._counted)

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The finished hands, each with the points of each side line by line.

        After substitutes came, a hand has the names of those who played it.
        """
        return tuple(Hand(self, played) for played in self._counted.as_played.hands)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Everything that contradicts the rules: wrong scores, impossible tallies, illegal turns.

        Empty if the game is right.
        """
        text = dump(self) if self._text is None else self._text
        return differences_of(check_text(text, "", ""), fix_in_words)

    @checked
    def with_in_play(self, position: Position) -> "Game":
        """Return the game with a hand in play, which began with :meth:`deal`, so that it can be saved.

        Raises :class:`GameError` if the hand is over or is not the next one of this game.
        """
        deal = position._in_play(self._record)  # noqa: SLF001 - of the library itself
        return Game._of(self._record._replace(deal=deal), self._rules)

    @property
    def in_play(self) -> Position | None:
        """The hand that is being played; ``None`` between two hands."""
        deal = self._record.deal
        return None if deal is None else resume(self._rules, self._record, deal)

    @checked
    def with_hand(self, *tallies: str, dealer: str = "", force: bool = False) -> "Game":
        """Return the game with one more hand; give a tally for each side, in the order of ``sides``.

        Raises :class:`ImpossibleHand` if the hand can't be right; with ``force`` it is added anyway,
        and marked. Raises :class:`GameError` if the game is over.
        """
        if len(tallies) != len(self._record.sides):
            raise GameError(
                f"{count_of(len(tallies), 'tally', 'tallies')} for "
                f"{count_of(len(self._record.sides), 'side')}",
                f"Give one for each of {listed(self._record.side_names)}.",
            )
        read = self._record.with_pending(tuple(read_tally(text) for text in tallies))
        for side, tally in zip(self.sides, read, strict=True):
            check_spelling(tally, inside(self._rules), side.name)
        against = reasons_against(count_hand_of(self._record, read, inside(self._rules)))
        if against and not force:
            raise ImpossibleHand("this hand can't be right:", against)
        return self._with(HandRecord(read, forced=bool(against)), dealer)

    @checked
    def with_played(self, position: Position, left: Mapping[str, str] | None = None) -> "Game":
        """Return the game with a hand played turn by turn, which began with :meth:`deal`.

        ``left`` are the cards left in the hands of players whose cards are not known, or only their
        points. Illegal turns are added too; ``differences`` lists them.

        Raises :class:`ImpossibleHand` if the hand is not over, or cards are missing or wrong.
        """
        deal = position._finished(self._record, left)  # noqa: SLF001 - of the library itself
        hand = HandRecord(self._record.with_pending(), played=deal._replace(dealer=None))
        return self._with(hand, deal.dealer or "")

    @checked
    def deal(
        self,
        *,
        upcard: str = "",
        hands: Mapping[str, str] | None = None,
        stock: str | None = None,
        dealer: str | None = None,
    ) -> Position:
        """Deal the next hand, to be played turn by turn; the arguments are those of ``Position.deal``.

        ``dealer`` is needed only for a deal out of turn.
        """
        self._check_goes_on(dealer or "")
        deal = read_deal(upcard, hands, stock)._replace(dealer=dealer)
        return begin(self._rules, self._record, deal)

    @checked
    def shuffled(self, shuffle: Shuffle) -> Position:
        """Deal the next hand at random, with every card known; see ``Position.shuffled``."""
        self._check_goes_on("")
        return begin_shuffled(self._rules, self._record, shuffle)

    def _with(self, hand: HandRecord, dealer: str) -> "Game":
        self._check_goes_on(dealer)
        hand = hand._replace(dealer=dealer or self.standing.dealer, awarded=self._record.pending)
        hands = (*self._record.hands, hand)
        after = self._record._replace(hands=hands, pending=(), deal=None)
        return Game._of(seated(after), self._rules)

    def _check_goes_on(self, dealer: str) -> None:
        if dealer:
            _check_player(dealer, self._record)
        if self.standing.over:
            raise GameError(f"game {self.name} is over")

    @cached_property
    def _wrong_claims(self) -> tuple[object, ...]:
        """The scores that its file claims, where they are wrong."""
        wrong = (each for each in self.differences if each.expected is not None)
        return tuple((each.hand, each.side, each.found) for each in wrong)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (dump(self), self._wrong_claims) == (dump(other), other._wrong_claims)

    def __hash__(self) -> int:
        return hash((self.name, self.players, len(self._record.hands)))

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[Record, Ruleset, str | None]]:
        return Game._of, (self._record, self._rules, self._text)

    def __repr__(self) -> str:
        totals = ", ".join(f"{side.name} {side.total}" for side in self.standing.sides)
        return f"<Game {self.name!r}: {totals}>"


def reasons_against(counted: HandCount) -> tuple[Finding, ...]:
    """Return the reasons why the tallies of all sides of a hand can't be right."""
    return Finding.of_each(found for each in counted.verdicts for found in each.refused)


def _check_player(name: str, record: Record) -> None:
    if name not in record.players:
        raise GameError(f"“{name}” is not a player", f"The players are {listed(record.players)}.")


@checked
def load(file: Path | TextIO | BinaryIO) -> Game:
    """Read a game from a game file, in TOML or JSON: by its name, or open.

    The scores in the file are claims: the game counts its hands again, and ``differences`` lists what
    is wrong. Raises :class:`GameFileError` if the file can't be read.
    """
    name = name_of_file(file)
    try:
        text = read_text(file)
    except UnusableData as error:
        raise GameFileError(error.message, error.fix) from None
    return _placed(text, Job(name, text).name, name)


@checked
def load_all(path: Path) -> Iterator[Game]:
    """Read every game of a file with many games, one at a time, or of a folder of game files.

    In a file whose name ends in ``.jsonl`` each line is a game; any other file is one game. Raises
    :class:`GameFileError`, with the line, when it comes to a game that can't be read.
    """
    name = os.fspath(path)
    # For the command line, a dash is standard input.
    for job in Games([os.path.join(os.curdir, name) if name == STDIN else name]):
        if job.error:
            raise GameFileError(job.error, job.fix)
        yield _placed(job.text, job.name, job.where)


def _placed(text: str, name: str, where: str) -> Game:
    """Read a game from text; an error names the place."""
    try:
        return loads(text, name)
    except GameFileError as error:
        raise GameFileError(f"{where}: {error.message}", error.fix) from None


@checked
def loads(text: str, name: str = "game") -> Game:
    """Read a game from the text of a game file; ``name`` is used if the text gives none.

    >>> from canasta_cli import Game, dump, loads, ruleset
    >>> game = Game(["Ann", "Bob"], ruleset("two-player"), name="tea")
    >>> loads(dump(game.with_hand("7xK 7xQ out", "AAA"))).standing.sides[0].total
    1240
    """
    try:
        file = read_game(text, name)
        rules = Ruleset(with_house_rules(file.rules, file.house))
        seated_game(file.game.players, file.game.sides, rules)
    except CanastaError as error:
        raise GameFileError(error.message) from None
    return Game._of(file.game, rules, text)  # noqa: SLF001 - of the same module


@checked
def dump(game: Game, form: Literal["toml", "json"] = "toml") -> str:
    """Return a game as the text of a game file, with the points of every hand.

    >>> from canasta_cli import Game, dump, ruleset
    >>> game = Game(["Ann", "Bob"], ruleset("two-player"), name="tea")
    >>> print(dump(game.with_hand("7xK 7xQ out", "AAA")))  # doctest: +ELLIPSIS
    canasta = 1
    rules = "two-player"
    name = "tea"
    players = ["Ann", "Bob"]
    ...
    """
    write = {"toml": write_game, "json": write_json}[form]
    return write(to_file(game._counted))  # noqa: SLF001 - of the same module
