"""Follow a hand in play, turn by turn: :class:`Position`, and :class:`Turn`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Self

from canasta_cli.api.asking import Inquiry, answered
from canasta_cli.api.errors import FactError, GameError, ImpossibleHand, MissingFact, checked
from canasta_cli.api.plays import read_fact
from canasta_cli.api.rulesets import Ruleset, check_defined, inside
from canasta_cli.engine.game.position import Position as Table
from canasta_cli.engine.game.random_play import random_deal
from canasta_cli.engine.game.random_play import random_turn as turn_at_random
from canasta_cli.engine.game.replay import Step, follow, holdings, start, table_after, tallies
from canasta_cli.engine.game.seen import SeenHand, due_cards, seen_hand
from canasta_cli.engine.game.standing import first_dealer, seat, seats_in_play, standing
from canasta_cli.engine.game.verification import Closing, DealtCase, judge_deal, judge_left
from canasta_cli.engine.movegen.legal_turns import Begun, Steps, listed
from canasta_cli.engine.rule import Judgement
from canasta_cli.engine.turn.judge import is_legal, verdict_of
from canasta_cli.engine.turn.taking import distinguished
from canasta_cli.engine.view import Question, kept
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Cards, LayOff, together
from canasta_cli.model.game import Game as Record
from canasta_cli.model.game import Side
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Clause, Deal, Packet, PlayerCards, RecordedTurn, StockEnds
from canasta_cli.model.turn import Turn as Played
from canasta_cli.notation.cards import read_order, write_cards, write_meld, write_onto
from canasta_cli.notation.tally import write_tally
from canasta_cli.notation.turn import read_hands, read_left, read_turn, write_turn
from canasta_cli.rules.schema import Ruleset as Rules
from canasta_cli.scorekeeper.playing import turn_meant
from canasta_cli.show.finding import Finding
from canasta_cli.show.verdict import Verdict, verdict_answer
from canasta_cli.words import count_of

Shuffle = Callable[[list[Any]], None]
"""A function that reorders a list in place, such as ``random.Random(7).shuffle``."""

# The table of the player whose turn it is.

END = Played((StockEnds(),))


def _judge_here(table: Table, turn: Played, rules: Rules) -> Verdict:
    """Judge a turn on the table of a hand in play."""
    question = Question(turn, table.seat(turn).view(), rules)
    return verdict_answer(answered(Inquiry(question, table=table, as_played=True)))


def _with_drawn(drawn: Cards | None, table: Table, rules: Rules) -> Cards | None:
    """Return the cards of the draw, as they are given or follow from the stock; ``None`` if there are none."""
    if drawn is None:
        drawn = table.next_draw(rules)
        if drawn is None and table.stock:
            raise MissingFact(
                "drawn",
                "the cards drawn are unknown",
                "Give them, or drawn=“none” for the turns that take the pile.",
            )
        return drawn
    comes = table.next_draw(rules)
    if drawn and comes is not None and distinguished(drawn, rules) != distinguished(comes, rules):
        raise FactError(
            f"a draw gives {write_cards(comes)} here, not {write_cards(drawn)}",
            "Leave drawn out where the stock is known.",
        )
    have, needed = len(kept(drawn, rules)), min(rules.deal.draw, table.stock)
    if drawn and have != needed and (have > needed or table.stock > len(drawn)):
        raise FactError(
            f"drawn has {have} that stay in the hand; here a draw gives {needed}",
            "Give every card drawn, with the replacement of each three that is laid out.",
        )
    return drawn or None


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

    __slots__ = ("_begun", "_step", "_steps")
    _steps: Steps
    _begun: Begun | None
    _step: Clause | None

    @classmethod
    def _after(
        cls, steps: Steps, found: Iterable[tuple[Clause | None, Begun | Played]]
    ) -> "tuple[PartialTurn, ...]":
        """Return the turns to which some of the steps of a player lead."""
        every: list[PartialTurn] = []
        for step, then in found:
            begun = then if isinstance(then, Begun) else None
            partial = cls._of(Played(then.clauses))
            partial._steps, partial._begun, partial._step = steps, begun, step  # noqa: SLF001
            every.append(partial)
        return tuple(every)

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
        if self._begun is None:
            return ()
        return self._after(self._steps, self._steps.next(self._begun))


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
        table: Table,
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
        self._seen: dict[str, SeenHand] = {}
        # The last turn chosen at random, which is often taken next, and the table after it.
        self._chosen: tuple[str, Table] | None = None

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
        game = seated_game(tuple(players), (), rules)
        return begin(rules, game, read_deal(upcard, hands, stock))

    @classmethod
    @checked
    def shuffled(cls, rules: Ruleset, players: Sequence[str], shuffle: Shuffle) -> "Position":
        """Deal the first hand of a game at random, with every card known.

        ``shuffle`` reorders a list in place: ``random.Random(7).shuffle``.
        """
        return begin_shuffled(rules, seated_game(tuple(players), (), rules), shuffle)

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
        ending = self._table.ending
        return None if ending is None or ending.player is None else self.players[ending.player]

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
        rules = inside(self.rules)
        cards = self._table.at_start(rules).next_draw(rules)
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
        seen = self._seen.get(player)
        if seen is None:
            seats = _seats_of(self._game, self._deal, rules)
            seen = self._seen[player] = seen_hand(self._deal, seats, rules, player)
        due = (self._due or due_cards(self._before, rules)) if player == self.player else ()
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
        steps, ends = self._choices(drawn)
        return map(Turn._of, chain(steps.turns(), ends))  # noqa: SLF001 - of the same module

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
        steps, ends = self._choices(drawn)
        found = (*steps.first(), *((each.clauses[0], each) for each in ends))
        return PartialTurn._after(steps, found)  # noqa: SLF001 - of the same module

    @checked
    def random_turn(self, shuffle: Shuffle, drawn: str | None = None) -> Turn | None:
        """Return one of the legal turns, chosen at random; ``None`` if there is none.

        This is faster than to choose from all turns, which can be thousands. The arguments and errors
        are those of :meth:`shuffled` and :meth:`legal_turns`.
        """
        if self.over:
            return None
        rules = inside(self.rules)
        table = self._table.at_start(rules)
        steps, ends = self._choices(drawn)

        def choose(values: Sequence[Any]) -> Any:
            places = [*range(len(values))]
            shuffle(places)
            return values[places[0]]

        def accepted(proposed: Played) -> tuple[Played, Table | None] | None:
            after, one = follow(table, proposed, rules)
            if one is None:
                return proposed, after
            legal = is_legal(one.play)
            if legal is False:
                return None
            verdict = Judgement(rules, ()) if legal else verdict_of(one.play)
            turn = listed(one.play, verdict)
            return None if turn is None else (turn, after if turn is one.play.turn else None)

        found = turn_at_random(steps, choose, accepted, may_end=bool(ends))
        if found is None:
            return Turn._of(END) if ends else None  # noqa: SLF001 - of the same module
        turn, after = Turn._of(found[0]), found[1]  # noqa: SLF001 - of the same module
        if after is not None and table is self._before:
            # It is often taken next.
            self._chosen = turn, after
        return turn

    def _choices(self, drawn: str | None) -> tuple[Steps, tuple[Played, ...]]:
        """Return the steps of the player whose turn it is; ``drawn`` as in :meth:`legal_turns`.

        After them is the turn that ends the hand, if that is legal since the stock is empty.
        """
        cards = None if drawn is None else Cards(read_fact("hand", drawn))
        rules = inside(self.rules)
        table = self._table.at_start(rules)
        facts = table.view()
        if facts.hand is None:
            missing = f"the cards of {table.player} are unknown"
            raise MissingFact("hand", missing, "Deal them in hands.")
        known = _with_drawn(cards, table, rules)
        ends = not table.stock and _judge_here(table, END, rules).legal is True
        return Steps(facts, rules, known), (END,) if ends else ()

    @checked
    def turn(self, text: str) -> Turn:
        """Read a turn as it is typed at a table, in short or in full: the one that the rules allow here.

        Raises ``NotationError`` for a text that can't be read, and another ``CanastaError`` for one
        that could be several legal turns.
        """
        return Turn._of(turn_meant(text, self._table, inside(self.rules)))  # noqa: SLF001

    @checked
    def check(self, turn: str) -> Verdict:
        """Judge a finished turn of ``player``, or of the player named in front of it."""
        taken = self._with_due(_parsed(turn))
        return _judge_here(self._before, taken, inside(self.rules))

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
            after, _ = follow(self._before, taken, rules)
        position = Position(self.rules, self._game, deal, after)
        if self._seen:
            step = Step(self._before, taken, rules)
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
        shown, rules = self._left(left), inside(self.rules)
        return tuple(map(write_tally, tallies(self._table, shown, rules)))

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
        return self._deal._replace(left=self._left(left))

    def _left(self, left: Mapping[str, str] | None) -> tuple[PlayerCards, ...]:
        """Return the cards left in all hands, with those of players whose cards are not known."""
        _check_named(left or {}, self.players)
        given = read_left(left or {})
        held = holdings(self._table, given)
        shown = tuple(each for each in held if any(each[1:]) or each in given)
        against = judge_left(Closing(self._table, shown), inside(self.rules)).refused
        if against:
            raise ImpossibleHand("the hand can't be counted:", Finding.of_each(against))
        return shown

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
    table = start(deal, _seats_of(game, deal, inside(rules)), inside(rules))
    _check_named((each.player for each in deal.hands), table.players)
    against = judge_deal(DealtCase(deal, table), inside(rules)).refused
    if against:
        raise ImpossibleHand("these cards can't be dealt:", Finding.of_each(against))
    return Position(rules, game, deal, table)


def resume(rules: Ruleset, game: Record, deal: Deal, due: tuple[Clause, ...] = ()) -> Position:
    """Return the table after the turns of a hand that is recorded already."""
    table = table_after(deal, _seats_of(game, deal, inside(rules)), inside(rules))
    return Position(rules, game, deal, table, due)


def begin_shuffled(rules: Ruleset, game: Record, shuffle: Shuffle) -> Position:
    """Return the table before the first turn of the next hand of a game, dealt at random."""
    seats = _seats_of(game, Deal(), inside(rules))
    return begin(rules, game, random_deal(seats, inside(rules), shuffle))


def _seats_of(game: Record, deal: Deal, rules: Rules) -> Seating:
    """Return the seats of the hand that begins now, from the player after the dealer on."""
    return seats_in_play(standing(game, rules), deal)


def _check_named(names: Iterable[str], players: tuple[str, ...]) -> None:
    for name in names:
        if name not in players:
            raise GameError(f"“{name}” is not a player of this hand")


def seated_game(players: tuple[str, ...], sides: tuple[Side, ...], rules: Ruleset) -> Record:
    """Return a game that begins with these players.

    Raises :class:`GameError` if they don't fit, and :class:`UndefinedRules`.
    """
    check_defined(rules)
    within = inside(rules)
    try:
        found = seat(players, sides, within)
    except NotUnderstood as error:
        raise GameError(error.message) from None
    return Record("", players, found, first_dealer(players, found, within))
