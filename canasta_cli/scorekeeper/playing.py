"""Record a hand turn by turn: the deal, each turn, and the cards left; and return the hand after it.

The commands of such a hand call it, and corrections. What only the deal and the end need is imported there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from canasta_cli.engine.game.position import Outlook, Position, outlook
from canasta_cli.engine.game.replay import Step, start, steps, table_after, tallies
from canasta_cli.engine.game.standing import seats_in_play
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.taking import Frozen, frozen_against
from canasta_cli.engine.view import Held, Question
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.journal.store import Reader
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, MeldCards, Onto
from canasta_cli.model.game import join
from canasta_cli.model.history import Dealt, Shown, Turned
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import (
    Clause,
    Deal,
    Draw,
    MeldDown,
    MeldOrLayOff,
    PlayerCards,
    RecordedTurn,
    Take,
    Turn,
)
from canasta_cli.notation.short_turn import read_turns
from canasta_cli.notation.turn import check_number_drawn, write_player, write_turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Once,
    Scorebook,
    check_not_ended,
    check_not_over,
    dealer_of_next,
    load_sealed,
    pick,
    pick_seat,
    record,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Judgement
    from canasta_cli.scorekeeper.hands import HandRecorded, Sent


class HandInPlay(NamedTuple):
    """A hand in play: its game, the seating, and the position now."""

    loaded: LoadedGame
    seats: Seating
    position: Position

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""
        return self.loaded.game.next_hand

    @property
    def deal(self) -> Deal:
        """The hand as it was recorded."""
        deal = self.loaded.game.deal
        assert deal is not None  # noqa: S101 - the hand is in play
        return deal

    @property
    def frozen(self) -> Frozen:
        """The state of the pile for the player whose turn it is: frozen or not, and why."""
        return frozen_against(self.position.view(), self.loaded.ruleset)

    @property
    def outlook(self) -> Outlook:
        """The ways in which that player may take the pile."""
        return outlook(self.position, self.loaded.ruleset)

    def known_since(self, player: int) -> int:
        """Return the turn since which all cards of a player's hand are known: 0 since the deal.

        It is one more than the number of turns if they aren't.
        """
        deal, ruleset = self.deal, self.loaded.ruleset
        first = start(deal, self.seats, ruleset)
        tables = (first, *(one.after for one in steps(first, deal, ruleset)))
        unknown = (turn for turn, table in enumerate(tables) if table.hands[player].unseen != 0)
        return max(unknown, default=-1) + 1


class TableMoved(Refused):
    """The table is no longer the one for which a turn was typed."""


class TurnRecorded(NamedTuple):
    """The result of a turn: the verdict, and the hand before and after.

    ``accepted`` is true if it is recorded, or would be without a dry run. ``number`` counts the
    turns of the hand from 1. ``settled`` says when it is illegal if it depends on what the table can't
    see; otherwise it is ``None``.
    """

    number: int
    given: RecordedTurn
    ruling: Ruling
    settled: Ruling | None
    before: HandInPlay
    after: HandInPlay
    recorded: bool
    accepted: bool


def in_play(loaded: LoadedGame, left: Sequence[PlayerCards] | None = None) -> HandInPlay:
    """Return the hand in play. Raises :class:`~canasta_cli.errors.Refused` if there is none.

    ``left`` are cards left that should end it.
    """
    deal, hands = loaded.game.deal, loaded.game.hands
    if deal is None:
        upcard = " --upcard 9" if loaded.ruleset.deal.upcard is not Upcard.NONE else ""
        fix = f"Begin one with: canasta deal{upcard}"
        if left is not None and hands and hands[-1].played is not None:
            cards = text_of_left({each.player: each for each in left}.values())
            amend = f"canasta amend {len(hands)}.left {cards or 'PLAYER=CARDS'}"
            fix = f"Hand {len(hands)} is over. To change its cards left: {amend}\n{fix}"
        raise Refused("no hand is being recorded turn by turn", fix=fix)
    seats = seats_in_play(loaded.standing, deal)
    return HandInPlay(loaded, seats, table_after(deal, seats, loaded.ruleset))


def hand_in_play(book: Scorebook, name: str | None) -> HandInPlay:
    """Return the hand in play of a game. Raises :class:`~canasta_cli.errors.Refused` without one."""
    return in_play(load_sealed(book.journal, name))


def text_of_left(left: Iterable[PlayerCards]) -> str:
    """Format cards left as arguments of a command."""
    return " ".join(f"{quoted(each.player)}={write_player(each, typed=True)}" for each in left)


def open_hand(
    reader: Reader, name: str | None, left: Sequence[PlayerCards] | None = None
) -> HandInPlay:
    """Return the hand in play of a game that goes on, so that something can be asked about it.

    ``left`` are cards left that should end it. Raises :class:`~canasta_cli.errors.Refused` without one,
    and if the game was ended.
    """
    playing = in_play(load_sealed(reader, name), left)
    check_not_ended(playing.loaded)
    return playing


def record_turn(
    book: Scorebook,
    name: str | None,
    turn: Turn | str,
    *,
    forced: bool = False,
    seen: Position | None = None,
    sent: "Sent | None" = None,
) -> TurnRecorded:
    """Check a turn and record it; an illegal one is recorded only if it is forced.

    ``seen`` is the table for which the turn was typed, if another terminal may have recorded a turn since.
    ``sent``: it is recorded only in a certain hand, or only once. Raises
    :class:`~canasta_cli.errors.Refused` if no hand is in play, :class:`TableMoved` if the table has
    changed, :class:`SeveralTurns` for a text that can mean several turns, and
    :class:`~canasta_cli.scorekeeper.scorebook.Repeated` for a key that an entry has already.
    """

    def decide(reader: Reader) -> Decision[TurnRecorded]:
        loaded = load_sealed(reader, name)
        if sent is not None:
            from canasta_cli.scorekeeper.hands import check_as_hand

            check_as_hand(loaded, sent.as_hand)
        before = in_play(loaded)
        check_seen(before, seen)
        result = _judge(before, turn, forced=forced)
        return Decision(
            result, result.before.loaded, Turned(result.given) if result.accepted else None
        )

    def done(result: TurnRecorded, after: LoadedGame, recorded: bool) -> TurnRecorded:
        # The turn was applied when it was checked, so the hand need not be replayed.
        return result._replace(after=result.after._replace(loaded=after), recorded=recorded)

    return record(book, name, decide, done, once=_keyed(sent, turn))


def _keyed(sent: "Sent | None", turn: Turn | str) -> Once | None:
    """Return the key of a turn with the turn as it was typed; ``None`` if it has no key."""
    if sent is None:
        return None
    from canasta_cli.scorekeeper.hands import keyed  # only scripts and pages need it

    return keyed(sent.key, "turn", turn if isinstance(turn, str) else write_turn(turn))


def check_seen(now: HandInPlay, seen: Position | None) -> None:
    """Raise :class:`TableMoved` if the table is not as it was seen; ``None``: as it is now."""
    if seen is not None and now.position != seen:
        raise TableMoved("the table has moved on: something was recorded meanwhile")


def _judge(before: HandInPlay, given: Turn | str, *, forced: bool) -> TurnRecorded:
    check_not_ended(before.loaded)
    position, ruleset = before.position, before.loaded.ruleset
    turn = turn_meant(given, position, ruleset) if isinstance(given, str) else given
    one = Step(position, with_player(turn, position), ruleset)
    refused = one.ruling.verdict.legal is False
    accepted = forced or not refused
    return TurnRecorded(
        number=position.turns + 1,
        given=RecordedTurn(one.given, forced=forced and refused),
        ruling=one.ruling,
        settled=_settled(one) if one.ruling.verdict.legal is None else None,
        before=before,
        after=before._replace(position=one.after) if accepted else before,
        recorded=False,
        accepted=accepted,
    )


def _settled(one: Step) -> Ruling:
    """Answer if a turn is legal that depends on cards, or an answer, that the table can't see."""
    # Loaded here, since most turns depend on nothing.
    from canasta_cli.engine.turn.settle import settle

    play = one.ruling.play
    return settle(
        Question(play.turn, play.view, play.ruleset),
        lambda asked: Step(one.position, asked.turn, asked.ruleset, asked.view).ruling,
    )


# A turn as typed in short: what it means on this table.


class SeveralTurns(NotUnderstood):
    """A text that can mean several turns, all of them legal and with different results."""

    def __init__(self, text: str, turns: Sequence[Turn]) -> None:
        """Make the error; its message has the turns in words."""
        words = (f"“{write_turn(turn._replace(player=None))}”" for turn in turns)
        super().__init__(f"“{text}” could be {either(words)}", fix="Write one of these.")
        self.turns = turns


def turn_meant(
    text: str,
    position: Position,
    ruleset: Ruleset,
    seat: Callable[[str], str] = str,
) -> Turn:
    """Return the turn that a text means on a table: the one that the rules allow.

    If they allow none, it is the one with the fewest reasons against it. ``seat`` returns the seat of the
    player named in the text; by default, it is the name. What the text leaves out is inferred where the
    rules allow nothing else. Raises :class:`SeveralTurns`.
    """
    check_number_drawn(text, ruleset.deal.draw)
    top = position.pile[-1] if position.pile else None
    turns = read_turns(text, top)
    first, *others = (each._replace(player=each.player and seat(each.player)) for each in turns)
    if not others:
        return first

    def judged(turns: Iterable[Turn]) -> list[Step]:
        return [Step(position, with_player(turn, position), ruleset) for turn in turns]

    readings = [first, *others, *with_pairs((first, *others), top)]
    steps = judged(readings)
    found = _allowed([*steps, *judged(_with_taken_cards_once(readings))])
    if not found:
        inferred = _inferred([one.given for one in steps], position, ruleset)
        found = _allowed(judged(islice(inferred, MOST_INFERRED)))
    found = found or [min(steps, key=lambda one: len(one.ruling.verdict.refused))]
    if len(found) > 1:
        raise SeveralTurns(text, [one.given for one in found])
    return found[0].given


MOST_INFERRED = 100
"""Ways to complete a short turn that are tried: several wild cards have many melds to go to."""


def _allowed(steps: Sequence[Step]) -> list[Step]:
    """Return the turns that the rules allow, else those that may be legal; of equal tables the first."""
    for legal in (True, None):
        found: list[Step] = []
        for one in steps:
            same = one.ruling.verdict.legal is legal
            if same and all(_visible(one.after) != _visible(other.after) for other in found):
                found.append(one)
        if found:
            return found
    return []


def _visible(position: Position) -> Position:
    """Return a table without the known cards of the hands: a pile that is taken may have what was melded."""
    return position.replace(hands=tuple(Held(NO_CARDS, each.at_least) for each in position.hands))


PAIR = 2


def with_pairs(turns: Iterable[Turn], top: Card | None) -> Iterator[Turn]:
    """Yield what turns can mean if two cards in front take the pile: ``66 4``."""
    for turn in turns:
        match turn.clauses:
            case (Draw(cards=drawn), MeldDown((MeldCards() as pair, *more)), *rest):
                if top and not drawn and pair.size == PAIR:
                    melds = (MeldDown(tuple(more)),) if more else ()
                    yield turn._replace(clauses=(Take(top, pair.cards), *melds, *rest))


def _with_taken_cards_once(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Yield what turns can mean if the meld that takes the pile is named again: ``p66 666 4``."""
    for turn in turns:
        match turn.clauses:
            case (
                Take(top=Card() as top, hand=hand) as take,
                MeldDown((MeldCards() as meld, *more)),
                *end,
            ):
                rest = meld.cards.less(hand + Cards([top])) if hand else None
                if rest is not None:
                    melded = (*([MeldCards(rest)] * bool(rest)), *more)
                    melds = (MeldDown(melded),) if melded else ()
                    yield turn._replace(clauses=(take, *melds, *end))


def _inferred(turns: Iterable[Turn], position: Position, ruleset: Ruleset) -> Iterator[Turn]:
    """Yield what turns that are refused can mean if words that they need are left out.

    Wild cards alone are added to a meld: ``2 4``. A pile that is taken without cards is taken with those
    that fit: ``p4``. With cards like its top card, as in ``p66 4``, it is taken with these alone.
    """
    for turn in turns:
        first, *rest = turn.clauses
        ways: list[Turn] = [turn]
        if isinstance(first, Take) and not first.hand and not _names_rank_of(first.top, rest):
            takes = outlook(position, ruleset).ways
            ways += [turn._replace(clauses=(take, *rest)) for take in takes]
        for way in ways:
            yield from _with_targets(way, position, ruleset)


def _names_rank_of(top: Card | None, clauses: Iterable[Clause]) -> bool:
    """True if clauses meld cards of the rank of the top card, outside melds on the table."""
    melds = [each for clause in clauses if isinstance(clause, MeldDown) for each in clause.melded]
    return top is not None and any(
        card.rank is top.rank
        for meld in melds
        if isinstance(meld, MeldCards)
        for card in meld.cards
    )


def _with_targets(turn: Turn, position: Position, ruleset: Ruleset) -> Iterator[Turn]:
    """Yield a turn with each choice of melds to which its wild cards alone can be added."""
    wild = ruleset.wild_ranks
    ontos = [Onto(meld.rank) for meld in position.melds[position.team] if meld.rank]

    def ways(melded: MeldOrLayOff) -> Sequence[MeldOrLayOff]:
        alone = isinstance(melded, MeldCards) and all(c.rank in wild for c in melded.cards)
        return [LayOff(onto, melded.cards) for onto in ontos] if alone else [melded]

    def of_clause(clause: Clause) -> Iterator[Clause]:
        if isinstance(clause, MeldDown):
            yield from map(MeldDown, product(*map(ways, clause.melded)))
        else:
            yield clause

    yield from (turn._replace(clauses=each) for each in product(*map(of_clause, turn.clauses)))


def with_player(turn: Turn, position: Position) -> Turn:
    """Return the turn with its player's full name; by default the player whose turn it is."""
    if turn.player is None:
        return turn._replace(player=position.player)
    players = list(position.players)
    return turn._replace(player=pick(turn.player, players, "player"))


# Begin a hand that is recorded turn by turn, and check that the deck can deal it.


class DealRecorded(NamedTuple):
    """The result of a deal: the game, the verdict, and the hand that began, or ``None``."""

    game: str
    verdict: "Judgement"
    playing: HandInPlay | None
    recorded: bool


def record_deal(
    book: Scorebook, name: str | None, upcards: tuple[Card, ...] = (), dealer: str = ""
) -> DealRecorded:
    """Begin a hand that is recorded turn by turn, if the deck can deal it.

    The dealer follows from the game if none is given. Raises :class:`~canasta_cli.errors.Refused` if no hand
    can begin now.
    """
    from canasta_cli.engine.game.verification import DealtCase, judge_deal

    def decide(reader: Reader) -> Decision[DealRecorded]:
        loaded = load_sealed(reader, name)
        _may_deal(loaded)
        deal = Deal(dealer_of_next(loaded, dealer), upcards)
        first = start(deal, seats_in_play(loaded.standing, deal), loaded.ruleset)
        verdict = judge_deal(DealtCase(deal, first), loaded.ruleset)
        entry = None if verdict.legal is False else Dealt(deal)
        return Decision(
            DealRecorded(loaded.game.name, verdict, None, recorded=False), loaded, entry
        )

    def done(result: DealRecorded, after: LoadedGame, recorded: bool) -> DealRecorded:
        return result._replace(playing=in_play(after), recorded=recorded)

    return record(book, name, decide, done)


def _may_deal(loaded: LoadedGame) -> None:
    check_not_over(loaded)
    if loaded.game.deal is not None:
        raise Refused(
            "a hand is already in play",
            fix="Go on with canasta turn, or undo its turns with canasta undo.",
        )


# Close the hand in play: check the cards that the players show, and count the hand.


class ClosedHand(NamedTuple):
    """The result of closing a hand: the verdict on the cards shown, and the hand as counted.

    ``missing`` are the players, and the feet, whose cards are not counted because nobody has shown them.
    """

    verdict: "Judgement"
    hand: "HandRecorded"
    missing: tuple[str, ...]


def record_left(
    book: Scorebook,
    name: str | None,
    left: tuple[PlayerCards, ...],
    *,
    forced: bool = False,
) -> ClosedHand:
    """Close the hand in play with the cards that the players show, and count it.

    Raises :class:`~canasta_cli.errors.Refused` if no hand is in play.
    """

    def decide(reader: Reader) -> Decision[ClosedHand]:
        closed = _closed(reader, name, left, forced=forced)
        entry = _shown(closed, left, forced=forced) if closed.hand.accepted else None
        return Decision(closed, closed.hand.before, entry)

    def done(closed: ClosedHand, after: LoadedGame, recorded: bool) -> ClosedHand:
        return closed._replace(hand=closed.hand._replace(after=after, recorded=recorded))

    return record(book, name, decide, done)


def _shown(closed: ClosedHand, left: tuple[PlayerCards, ...], *, forced: bool) -> Shown:
    """Return the entry with the tallies as counted, forced if the rules don't allow it."""
    forced = forced and closed.verdict.legal is False
    shown = resolve_players(closed.hand.before, left, closed.hand.number)
    return Shown(shown, forced, closed.hand.tallies)


def resolve_players(
    loaded: LoadedGame, left: tuple[PlayerCards, ...], hand: int
) -> tuple[PlayerCards, ...]:
    """Return the cards shown at the end of a hand, with full names of the seats.

    Raises ``NotUnderstood`` for an unknown player.
    """
    known = tuple(each._replace(player=pick_seat(each.player, loaded.game, hand)) for each in left)
    twice = [each.player for each in known if [n.player for n in known].count(each.player) > 1]
    if twice:
        raise NotUnderstood(f"{twice[0]}'s cards are given twice", fix="Name each player once.")
    return known


def _closed(
    reader: Reader, name: str | None, left: tuple[PlayerCards, ...], *, forced: bool
) -> ClosedHand:
    from canasta_cli.engine.game.verification import Closing, judge_left
    from canasta_cli.engine.score import count_hand_of
    from canasta_cli.scorekeeper.hands import HandRecorded

    playing = open_hand(reader, name, left)
    game, ruleset = playing.loaded.game, playing.loaded.ruleset
    shown = resolve_players(playing.loaded, left, playing.number)
    closing = Closing(playing.position, shown)
    missing = tuple(bunch.name for bunch in closing.left_over if bunch.is_missing)
    verdict = judge_left(closing, ruleset)
    counted = tallies(playing.position, shown, ruleset)
    pending = game.with_pending()
    whole = tuple(join(pair) for pair in zip(counted, pending, strict=True))
    hand = HandRecorded(
        number=playing.number,
        tallies=counted,
        counted=count_hand_of(game, whole, ruleset),
        before=playing.loaded,
        after=playing.loaded,
        recorded=False,
        accepted=forced or verdict.legal is not False,
    )
    return ClosedHand(verdict, hand, missing)
