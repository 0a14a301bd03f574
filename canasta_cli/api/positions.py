"""Check a play against the rules, count a tally, suggest what a hand can play, and follow a hand in play.

:func:`check`, :func:`count`, :func:`suggest_opening` and others, and :class:`Position`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Self, Unpack

from canasta_cli.api import backend
from canasta_cli.api.asking import (
    cannot_open,
    conflicts,
    every_opening,
    missing_suits,
    openings_found,
    view_of,
    with_top_taken,
)
from canasta_cli.api.backend import Facts, check_agree, read_fact, read_facts
from canasta_cli.api.errors import (
    FactError,
    GameError,
    ImpossibleHand,
    MissingFact,
    UndefinedRules,
    checked,
)
from canasta_cli.api.rulesets import Ruleset, check_defined, inside, playable
from canasta_cli.model.cards import Cards, LayOff, together
from canasta_cli.model.game import Game as Record
from canasta_cli.model.game import Side
from canasta_cli.model.turn import Clause, Deal, Draw, Packet, RecordedTurn, StockEnds, Take
from canasta_cli.model.turn import Turn as Played
from canasta_cli.notation.cards import read_order, scan_melds, write_cards, write_meld, write_onto
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.notation.turn import read_hands, read_left, read_turn, write_turn
from canasta_cli.rules.names import GROUPS_OF_SUGGESTIONS
from canasta_cli.show.sheet import Count
from canasta_cli.show.suggestion import DiscardsAnswer, OpeningsAnswer, WaysAnswer, discards_answer
from canasta_cli.show.verdict import Verdict
from canasta_cli.words import count_of

# Cards as values: `cards`.


@checked
def cards(text: str) -> tuple[str, ...]:
    """Return each of some cards as its symbol, in the order of the notation: of a hand, of melds, of a turn.

    Raises ``NotationError`` for cards that can't be read.

    >>> from canasta_cli import cards
    >>> cards("7x8+2W")
    ('8', '8', '8', '8', '8', '8', '8', '2', 'W')
    """
    return tuple(card.symbol for card in together(lay.cards for lay in scan_melds(text)))


# Check a play against the rules: `check`.


@checked
def check(play: str, rules: Ruleset, **facts: Unpack[Facts]) -> Verdict:
    """Check whether a play is legal: a whole turn, or a part of one after the draw.

    The facts of the table are keyword arguments, listed in :class:`Facts`; one that is left out is
    unknown. Raises ``NotationError`` for a play that can't be read, and ``FactError`` for facts that
    don't exist, can't be right or contradict each other. Values of a :class:`Position` can be given as
    they are: ``melds=position.melds["Us"], pile=position.pile``.

    >>> from canasta_cli import check, ruleset
    >>> rules = ruleset("classic")
    >>> verdict = check("draw meld KKK QQ2 discard 4", rules, total=1640, opened=False)
    >>> verdict.legal
    False
    >>> verdict.refusals[0].message
    'your melds are worth 70 points; you need 90 to open'
    >>> verdict.refusals[0].fix
    'meld 20 more points in the same turn'
    """
    turn = read_turn(play)
    given = with_top_taken(read_facts(facts), turn, inside(rules))
    check_agree(conflicts(given, view_of(given), inside(rules), turn))
    whole = any(isinstance(each, Draw | Take | StockEnds) for each in turn.clauses)
    return backend.judge(turn, given, inside(rules), whole=whole)


# Count one side's tally: `count`.


@checked
def count(tally: str, rules: Ruleset) -> Count:
    """Count the points of one side's tally, line by line.

    A tally that can't be right is counted too; then ``findings`` says why. Raises ``NotationError``
    for a tally that can't be read, and ``UndefinedRules`` if its points depend on undefined rules.

    >>> from canasta_cli import count, ruleset
    >>> counted = count("7xK QQQ2 2x3R out", ruleset("classic"))
    >>> counted.points
    920
    >>> for line in counted.lines:
    ...     print(line.points, line.name)
    120 melded cards
    500 natural canastas (kings)
    200 red threes
    100 going out
    """
    counted, undefined = backend.count_side(read_tally(tally), inside(rules))
    if undefined:
        raise UndefinedRules(rules.name, undefined)
    return counted


# Suggest what a hand can play.


@checked
def suggest_opening(rules: Ruleset, **facts: Unpack[Facts]) -> OpeningsAnswer:
    """Find the ways to open with a ``hand``; the other facts are those of :func:`check`.

    If neither ``minimum`` nor what it depends on is given, the highest one counts. Raises
    :class:`MissingFact` without a hand, and :class:`FactError` if the side has opened.
    """
    view = _view(rules, facts)
    if found := cannot_open(view):
        wrong, fix, missing = found
        raise MissingFact(missing.value, wrong, fix) if missing else FactError(wrong, fix)
    opens = openings_found(view, inside(rules))
    return OpeningsAnswer((opens, every_opening(view, inside(rules))))


@checked
def suggest_out(rules: Ruleset, **facts: Unpack[Facts]) -> WaysAnswer:
    """Find the ways to go out with a ``hand``, best first; facts and errors are the same."""
    view = _view(rules, facts)
    ways = backend.ways_out(view, inside(rules))
    missing = missing_suits(view, inside(rules))
    return WaysAnswer(ways._replace(unknown=(*ways.unknown, *missing)))


@checked
def suggest_discard(rules: Ruleset, **facts: Unpack[Facts]) -> DiscardsAnswer:
    """Find the cards of a ``hand`` that may be discarded; facts and errors are the same."""
    return discards_answer(backend.discards(_view(rules, facts), inside(rules)))


def _view(rules: Ruleset, facts: Mapping[str, object]) -> backend.Asked:
    """Return the table as the facts give it, with a hand."""
    check_defined(rules, *GROUPS_OF_SUGGESTIONS)
    given = read_facts(facts)
    view = view_of(given)
    check_agree(conflicts(given, view, inside(rules)))
    if view.hand is None:
        raise MissingFact("hand", "the hand is missing", "Give all of its cards.")
    return view


# A hand in play: `Position`, what the table knows of it after each turn.


class Turn(str):
    """A turn as text in its canonical form, with its parts: ``Ann: draw meld KKK discard 4``.

    >>> from canasta_cli import Turn
    >>> turn = Turn("ann: dr  m kkk, di 4")
    >>> print(turn)
    ann: draw meld KKK discard 4
    >>> turn.player, turn.melds, turn.discard
    ('ann', ('KKK',), '4')
    """

    __slots__ = ("_turn",)
    _turn: Played

    @checked
    def __new__(cls, text: str) -> Self:
        """Read a turn. Raises ``NotationError``."""
        return cls._of(_parsed(text))

    @classmethod
    def _of(cls, played: Played) -> Self:
        turn = super().__new__(cls, write_turn(played))
        turn._turn = played
        return turn

    @property
    def player(self) -> str | None:
        """The player named in front of it; ``None`` if nobody is."""
        return self._turn.player

    @property
    def drawn(self) -> str | None:
        """The named cards of its draw, empty if they are unknown; ``None`` without a draw."""
        cards = [draw.cards for draw in self._turn.draws]
        return write_cards(together(cards)) if cards else None

    @property
    def takes_pile(self) -> bool:
        """True if it takes the pile, or its top card."""
        return self._turn.take is not None

    @property
    def taken_with(self) -> str | None:
        """The cards of the hand that take the pile, empty if none; ``None`` if the turn doesn't take it."""
        take = self._turn.take
        return write_cards(take.hand) if take else None

    @property
    def taken_onto(self) -> str | None:
        """The meld to which the top card of the pile is added, such as ``K``; ``None`` if it is a new one."""
        take = self._turn.take
        return write_onto(take.onto) if take and take.onto else None

    @property
    def melds(self) -> tuple[str, ...]:
        """The melds and lay-offs from the hand, without the meld with the top card of the pile."""
        return tuple(write_meld(meld) for meld in self._turn.melded)

    @property
    def lay_offs(self) -> tuple[tuple[str, str], ...]:
        """The lay-offs among ``melds``: the name of a meld on the table, and the cards added to it."""
        laid = [meld for meld in self._turn.melded if isinstance(meld, LayOff)]
        return tuple((write_onto(each.onto), write_cards(each.cards)) for each in laid)

    @property
    def discard(self) -> str | None:
        """The card discarded, empty if it is face down; ``None`` without a discard."""
        discard = self._turn.discard
        return None if discard is None else write_cards(discard.cards)

    @property
    def goes_out(self) -> bool:
        """True if it says that the player goes out: with “out”, or with a special hand."""
        return self._turn.goes_out

    def __reduce__(self) -> tuple[type["Turn"], tuple[str]]:
        return Turn, (str(self),)


class PartialTurn(Turn):
    """A turn as far as it is chosen: text like a turn, and what can come next.

    :meth:`plays` continues it by one step, and is empty once the turn is whole.

    >>> from canasta_cli import Position, ruleset
    >>> hands = {"Ann": "KK445567899"}
    >>> names = ["Ann", "Bob", "Cat", "Dan"]
    >>> position = Position.deal(ruleset("classic"), names, upcard="J", hands=hands)
    >>> (turn,) = position.plays(drawn="K")
    >>> turn, turn.step, turn.whole
    ('draw K', 'draw K', False)
    >>> [play.step for play in turn.plays()][:3]
    ['discard 4', 'discard 5', 'discard 6']
    """

    __slots__ = ("_begun", "_chosen", "_rules", "_step")
    _chosen: backend.TurnChoices
    _rules: Ruleset
    _begun: backend.PartOfTurn | None
    _step: Clause | None

    @classmethod
    def _after(
        cls, chosen: backend.TurnChoices, rules: Ruleset, begun: backend.PartOfTurn | None = None
    ) -> "tuple[PartialTurn, ...]":
        """Return what can come next in a turn; in one that has not begun without ``begun``."""
        steps = backend.steps(chosen, inside(rules), begun)
        return tuple(
            [cls._of(turn)._at(chosen, rules, then, step) for step, then, turn in steps]  # noqa: SLF001
        )

    def _at(
        self,
        chosen: backend.TurnChoices,
        rules: Ruleset,
        begun: backend.PartOfTurn | None,
        step: Clause | None,
    ) -> Self:
        self._chosen, self._rules, self._begun, self._step = chosen, rules, begun, step
        return self

    @property
    def step(self) -> str:
        """What came last, as text: ``meld KKK``; empty if the turn ends without a discard."""
        return "" if self._step is None else write_turn(Played((self._step,)))

    @property
    def whole(self) -> bool:
        """True if the turn is over."""
        return self._begun is None

    def plays(self) -> "tuple[PartialTurn, ...]":
        """Return the turns one step further, each of which a legal turn can end; none if it is whole."""
        return () if self._begun is None else self._after(self._chosen, self._rules, self._begun)


class Position:
    """The table of a hand in play, as far as it is known, before the turn of ``player``.

    A position never changes: :meth:`after` returns the next one. Two are equal if the same is known of
    the same table. Cards are text in the notation of
    the game files.

    >>> from canasta_cli import Position, ruleset
    >>> players = ["Ann", "Bob", "Cat", "Dan"]
    >>> position = Position.deal(ruleset("classic"), players, upcard="9")
    >>> position.player, position.pile, position.stock
    ('Ann', ('9',), 63)
    >>> position = position.after("draw discard 4")
    >>> position.player, position.pile, position.stock
    ('Bob', ('9', '4'), 62)
    >>> position.check("take 4 with 44 meld AAA22 discard 6").legal
    True
    """

    def __init__(
        self,
        rules: Ruleset,
        game: Record,
        deal: Deal,
        table: backend.Table,
        due: tuple[Clause, ...] = (),
    ) -> None:
        self.rules = rules
        """The rules of the hand."""
        self._game = game
        self._deal = deal
        self._before = table
        # The cards that the player knows to pick up now are in the hand already.
        self._due = due
        self._table = table.begun_with(due, inside(rules))
        # Seen by players for whom that was asked, turn after turn.
        self._seen: dict[str, backend.Seen] = {}
        # The last turn chosen at random, which is often taken next, and the table after it.
        self._chosen: tuple[str, backend.Table] | None = None

    @classmethod
    @checked
    def deal(
        cls,
        rules: Ruleset,
        players: Sequence[str],
        *,
        upcard: str = "",
        hands: Mapping[str, str] | None = None,
        stock: str | None = None,
    ) -> "Position":
        """Deal the first hand of a game; the first of the ``players`` begins.

        What is left out is unknown: ``upcard`` is the card turned up (several if it was covered, the
        top card last), ``hands`` are the players' cards as dealt (``"AAK…"``, with a foot after a
        slash), ``stock`` is the stock in the order of drawing. Without the stock, a hand may have the
        replacements of its red threes too, or nothing but red threes that were laid out.

        Raises :class:`GameError` for cards that can't be dealt like this, or players who don't fit the
        rules, and :class:`UndefinedRules`.
        """
        game = backend.seated(tuple(players), (), playable(rules))
        return begin(rules, game, read_deal(upcard, hands, stock))

    @classmethod
    @checked
    def shuffled(
        cls, rules: Ruleset, players: Sequence[str], shuffle: backend.Shuffle
    ) -> "Position":
        """Deal the first hand of a game at random, with every card known.

        ``shuffle`` reorders a list in place: ``random.Random(7).shuffle``.
        """
        return begin_shuffled(rules, backend.seated(tuple(players), (), playable(rules)), shuffle)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their turns."""
        return self._table.players

    @property
    def player(self) -> str:
        """The player whose turn it is, or would be if the hand were not over."""
        return self._table.player

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides with their players, in the order of the score pad."""
        return self._game.sides

    @property
    def over(self) -> bool:
        """True if the hand is over."""
        return self._table.ending is not None

    @property
    def out(self) -> str | None:
        """The player who went out; ``None`` if nobody has."""
        return backend.player_out(self._table)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far, each with its player."""
        return turns_of(self._deal)

    @property
    def hands(self) -> dict[str, str | None]:
        """The cards of each player; ``None`` if they are not all known."""
        hands = zip(self.players, self._table.hands, strict=True)
        return {name: None if hand.unseen else write_cards(hand.cards) for name, hand in hands}

    @property
    def known_cards(self) -> dict[str, str]:
        """The known cards of each player: all those of ``hands``, and what others took with the pile."""
        hands = zip(self.players, self._table.hands, strict=True)
        return {name: write_cards(hand.cards) for name, hand in hands}

    @property
    def sizes(self) -> dict[str, int]:
        """The number of cards in each player's hand."""
        hands = zip(self.players, self._table.hands, strict=True)
        return {name: len(hand.cards) + (hand.unseen or 0) for name, hand in hands}

    @property
    def feet(self) -> dict[str, int]:
        """The number of cards in each player's foot; 0 if it was picked up, or if there are none."""
        feet = zip(self.players, self._table.feet, strict=True)
        return {name: len(foot.cards) + (foot.unseen or 0) for name, foot in feet}

    @property
    def melds(self) -> dict[str, tuple[str, ...]]:
        """The melds of each side."""
        laid = zip(self._game.sides, self._table.melds, strict=True)
        return {side.name: tuple(write_meld(meld) for meld in melds) for side, melds in laid}

    @property
    def threes(self) -> dict[str, str]:
        """The threes that each side has laid out."""
        laid = zip(self._game.sides, self._table.threes, strict=True)
        return {side.name: write_cards(cards) for side, cards in laid}

    @property
    def pile(self) -> tuple[str, ...]:
        """The known cards of the pile, the top card last."""
        return tuple(card.symbol for card in self._table.pile)

    @property
    def pile_size(self) -> int:
        """The number of cards in the pile, known or not."""
        return self._table.pile_size

    @property
    def stock(self) -> int:
        """The number of cards in the stock."""
        return self._table.stock

    @property
    def next_draw(self) -> str | None:
        """The cards that a draw would bring now, with the replacement of each three that is laid out.

        ``None`` if they are unknown, or if the stock is empty.
        """
        cards = backend.next_draw(self._table, inside(self.rules))
        return None if cards is None else write_cards(cards)

    @checked
    def seen_by(self, player: str) -> "Position":
        """Return the table as one player knows it, to choose a turn without cards that nobody showed.

        The player knows the own hand with every card drawn, what was laid down or discarded, and the
        cards that others took with the pile. The stock, the other hands and the feet are unknown;
        ``turns`` names no card that others drew. Bonus cards and a foot that the player picks up as
        the turn begins are in the hand already.
        """
        _check_named((player,), self.players)
        rules = inside(self.rules)
        seen = self._seen.get(player) or backend.seen_by(self._game, self._deal, rules, player)
        self._seen[player] = seen
        due = (self._due or backend.due(self._before, rules)) if player == self.player else ()
        return Position(self.rules, self._game, seen.deal, seen.table, due)

    @checked
    def legal_turns(self, drawn: str | None = None) -> Iterator[Turn]:
        """Return an iterator over every legal turn of ``player``, none if the hand is over.

        ``drawn`` are the cards drawn from the stock, with the replacement of each three that is laid
        out, or ``"none"`` for only the turns that take the pile; it can be left out if the whole stock
        is known. Turns that lead to the same table are one turn.

        Raises :class:`MissingFact` if the player's cards, or the cards drawn, are unknown, and
        :class:`FactError` for too many or too few cards drawn.

        >>> from canasta_cli import Position, ruleset
        >>> hands = {"Ann": "KK445567899"}
        >>> names = ["Ann", "Bob", "Cat", "Dan"]
        >>> position = Position.deal(ruleset("classic"), names, upcard="J", hands=hands)
        >>> "draw K discard 4" in position.legal_turns(drawn="K")
        True
        """
        if self.over:
            return iter(())
        chosen = backend.choices(self._table, inside(self.rules), _drawn(drawn))
        return map(Turn._of, backend.legal_turns(chosen, inside(self.rules)))  # noqa: SLF001

    @checked
    def plays(self, drawn: str | None = None) -> tuple[PartialTurn, ...]:
        """Return the ways to begin the turn of ``player``, to choose it step by step.

        Each has :meth:`~PartialTurn.plays` in its turn, until it is whole: then :meth:`after` takes it. A
        step draws, takes the pile, lays the smallest meld or one card, joins sets, picks up the foot, or
        ends the turn; from each a legal turn can be reached, and all of them together reach every one,
        except on tables with more of them than can be searched in a short time. The arguments and errors are
        those of :meth:`legal_turns`.

        >>> from random import Random
        >>> from canasta_cli import Position, ruleset
        >>> chance = Random(7)
        >>> names = ["Ann", "Bob", "Cat", "Dan"]
        >>> turn = position = Position.shuffled(ruleset("classic"), names, chance.shuffle)
        >>> while plays := turn.plays():
        ...     turn = chance.choice(plays)
        >>> position.after(turn).player
        'Bob'
        """
        if self.over:
            return ()
        chosen = backend.choices(self._table, inside(self.rules), _drawn(drawn))
        return PartialTurn._after(chosen, self.rules)  # noqa: SLF001 - of the same module

    @checked
    def random_turn(self, shuffle: backend.Shuffle, drawn: str | None = None) -> Turn | None:
        """Return one of the legal turns, chosen at random; ``None`` if there is none.

        This is faster than to choose from all turns, which can be thousands. The arguments and errors
        are those of :meth:`shuffled` and :meth:`legal_turns`.
        """
        if self.over:
            return None
        chosen = backend.choices(self._table, inside(self.rules), _drawn(drawn))
        found, after = backend.random_turn(chosen, inside(self.rules), shuffle)
        if found is None:
            return None
        turn = Turn._of(found)  # noqa: SLF001 - of the same module
        if after is not None and chosen.table is self._before:
            self._chosen = turn, after
        return turn

    @checked
    def turn(self, text: str) -> Turn:
        """Read a turn as it is typed at a table, in short or in full: the one that the rules allow here.

        Raises ``NotationError`` for a text that can't be read, and another ``CanastaError`` for one
        that could be several legal turns.
        """
        return Turn._of(backend.turn_meant(text, self._table, inside(self.rules)))  # noqa: SLF001

    @checked
    def check(self, turn: str) -> Verdict:
        """Judge a finished turn of ``player``, or of the player named in front of it."""
        taken = self._with_due(_parsed(turn))
        return backend.judge_here(self._before, taken, inside(self.rules))

    @checked
    def after(self, turn: str) -> "Position":
        """Return the table after a turn.

        An illegal turn is applied too, because players may have let it stand: :meth:`check` it first.
        """
        taken = _parsed(turn)
        player = taken.player or self.player
        _check_named((player,), self.players)
        taken = self._with_due(taken._replace(player=player))
        deal = self._deal._replace(turns=(*self._deal.turns, RecordedTurn(taken)))
        rules, chosen = inside(self.rules), self._chosen
        if chosen is not None and chosen[0] is turn:
            after = chosen[1]
        else:
            after = backend.table_after(self._before, taken, rules)
        position = Position(self.rules, self._game, deal, after)
        if self._seen:
            step = backend.next_step(self._before, taken, rules)
            position._seen = {name: seen.after(step) for name, seen in self._seen.items()}
        return position

    def _with_due(self, turn: Played) -> Played:
        """Return a turn with the cards that its player picks up first, unless it names them."""
        if turn.player not in (None, self.player) or isinstance(turn.clauses[0], Packet):
            return turn
        return turn._replace(clauses=(*self._due, *turn.clauses))

    @checked
    def tallies(self, left: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """Return the tally of each side after the hand is over, in the order of ``sides``.

        ``left`` are the cards left in the hands of players whose cards are not known, or only their
        points (``minus:45``).

        Raises :class:`ImpossibleHand` if the hand is not over, or cards are missing or wrong.
        """
        return tuple(write_tally(tally) for tally in self._closed(left).tallies)

    def _in_play(self, game: Record) -> Deal:
        """Return the record of this hand, which is not over, as the next hand of a game."""
        self._check_continues(game)
        if self.over:
            raise GameError("this hand is over", "Add it with the with_played method of the game.")
        return self._deal

    def _check_continues(self, game: Record) -> None:
        if self._game._replace(deal=None) != game._replace(deal=None):
            raise GameError(
                "this hand doesn't continue the game", "Begin it with the deal method of the game."
            )

    def _finished(self, game: Record, left: Mapping[str, str] | None) -> Deal:
        """Return the record of this hand, which is over, as the next hand of a game."""
        self._check_continues(game)
        return self._deal._replace(left=self._closed(left).left)

    def _closed(self, left: Mapping[str, str] | None) -> backend.Closed:
        """Return the tallies and the cards left in all hands."""
        _check_named(left or {}, self.players)
        closed = backend.closed(self._table, read_left(left or {}), inside(self.rules))
        if closed.against:
            raise ImpossibleHand("the hand can't be counted:", closed.against)
        return closed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same_sides = self._game.sides == other._game.sides
        return self.rules == other.rules and same_sides and self._table == other._table

    def __hash__(self) -> int:
        return hash((self.rules, self.player, len(self._deal.turns)))

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[object, ...]]:
        """Copy to another process by following the turns again."""
        return resume, (self.rules, self._game, self._deal, self._due)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.player} to play"
        return f"<Position after {count_of(len(self._deal.turns), 'turn')}: {state}>"


def turns_of(deal: Deal) -> tuple[Turn, ...]:
    """Return the turns of a hand, each with its player."""
    return tuple(Turn._of(recorded.turn) for recorded in deal.turns)  # noqa: SLF001 - as above


def _parsed(text: str) -> Played:
    return text._turn if isinstance(text, Turn) else read_turn(text)  # noqa: SLF001 - as above


def read_deal(upcard: str, hands: Mapping[str, str] | None, stock: str | None) -> Deal:
    """Read the known cards of a deal. Raises ``NotationError``."""
    return Deal(
        upcards=read_order(upcard),
        hands=read_hands(hands or {}),
        stock=None if stock is None else read_order(stock),
    )


def begin(rules: Ruleset, game: Record, deal: Deal) -> Position:
    """Return the table before the first turn of the next hand of a game.

    Raises :class:`GameError` if its cards can't be dealt like this.
    """
    table, against = backend.first_table(game, deal, inside(rules))
    _check_named((each.player for each in deal.hands), table.players)
    if against:
        raise ImpossibleHand("these cards can't be dealt:", against)
    return Position(rules, game, deal, table)


def resume(rules: Ruleset, game: Record, deal: Deal, due: tuple[Clause, ...] = ()) -> Position:
    """Return the table after the turns of a hand that is recorded already."""
    table, _ = backend.first_table(game, deal, inside(rules))
    for recorded in deal.turns:
        table = backend.table_after(table, recorded.turn, inside(rules))
    return Position(rules, game, deal, table, due)


def begin_shuffled(rules: Ruleset, game: Record, shuffle: backend.Shuffle) -> Position:
    """Return the same for a hand dealt at random."""
    seats = backend.seats_of(game, Deal(), inside(rules))
    return begin(rules, game, backend.dealt_at_random(seats, inside(rules), shuffle))


def _check_named(names: Iterable[str], players: tuple[str, ...]) -> None:
    for name in names:
        if name not in players:
            raise GameError(f"“{name}” is not a player of this hand")


def _drawn(cards: str | None) -> Cards | None:
    """Read the cards drawn, which have the form of a hand."""
    return None if cards is None else Cards(read_fact("hand", cards))
