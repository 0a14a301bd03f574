"""Replay a hand recorded turn by turn: plain turns on one table, all others as plays; then its tallies.

The score-keeper, the library and the checks of recorded games call it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from canasta_cli.engine.game.position import How, Position
from canasta_cli.engine.game.recorded_turn import STOCK_END, TURN, Here, ruling_on
from canasta_cli.engine.game.seating import Seating
from canasta_cli.engine.placement import Placement, add_to_table, adds_to_canasta, beside, cards_of
from canasta_cli.engine.points import deck_size, laid_out, of_draw
from canasta_cli.engine.rule import Finding, Kinds, Verdict, allowed, silent
from canasta_cli.engine.turn.canastas_needed import GOING_OUT
from canasta_cli.engine.turn.case import CaseKind, Play, bonus_number, set_aside
from canasta_cli.engine.turn.going_out import as_going_out, find_special
from canasta_cli.engine.turn.judge import OF_PLAY, Ruling, all_allowed
from canasta_cli.engine.view import (
    EMPTY,
    Held,
    Stage,
    View,
    lay_out,
    off_the_top,
    pile_taken,
    without,
)
from canasta_cli.model.cards import (
    NO_CARDS,
    UNSUITED,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    meld_under,
    together,
    unpacked,
)
from canasta_cli.model.game import Figure, Hand, Out, Tally
from canasta_cli.model.turn import (
    Clause,
    Deal,
    Discard,
    Draw,
    MeldDown,
    MeldOrLayOff,
    PlayerCards,
    ShowSpecial,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion, UnderUpcard, Upcard
from canasta_cli.values import NamedTuple, lazy

# Plain turns: a draw from a known stock, or a known pile; melds; the discard of a known card.
#
# Nearly all turns of a hand whose cards are known are plain. Such turns are followed on a table
# that is changed in place. The rules that judge them are those of every turn; what few of them read
# is computed from the player's view, as for every turn.


class Begun(NamedTuple):
    """A plain turn after its first clause.

    ``stock`` is the number of cards drawn from the stock, ``came`` are these cards; ``take`` is the
    clause that took the pile, ``pile`` what it left. ``held`` is the hand, ``laid`` are the threes
    laid out. ``before`` is the hand before the pile came, ``melded`` the meld with its top card.
    """

    held: Cards
    laid: Cards
    stock: int = 0
    came: Cards | None = None
    take: Take | None = None
    pile: tuple[Card, ...] = ()
    before: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff, ...] = ()


class Plain(NamedTuple):
    """A plain turn: it plays cards that the hand has, and keeps one card or more.

    ``discarded`` is the card on the pile, with its suit if the hand decides it. ``played`` are the cards
    of the hand that are melded or discarded, ``left`` is the hand after that, ``melds`` are the side's
    melds. ``kinds`` are those of the play, with ``None`` between them.
    """

    turn: Turn
    begun: Begun
    discard: Discard
    discarded: Cards
    played: Cards
    left: Cards
    placements: tuple[Placement, ...]
    melds: tuple[Meld, ...]
    kinds: tuple[object, ...]


class PlainPlay(Play):
    """A plain turn as the rules see it."""

    whole, ended = True, True
    as_out, goes_out, names_drawn = False, False, False

    def __init__(self, plain: Plain, position: Position, ruleset: Ruleset) -> None:
        """Build the play of a turn from a table."""
        self.plain, self.position, self.ruleset = plain, position, ruleset
        self.given, self.begun, self.discard = plain.turn, plain.begun, plain.discard
        self.take = plain.begun.take
        self.left = Held(plain.left)
        self.opened = bool(position.melds[position.team])
        self.placements, self._melds = plain.placements, plain.melds
        self.kinds = kinds_of(plain.kinds)

    @lazy
    def clause_kinds(self) -> tuple[type[Clause], ...]:
        """The kinds of the clauses, in order."""
        return tuple(map(type, self.given.clauses))

    @lazy
    def stages(self) -> tuple[Stage, ...]:
        """The hand and the cards played from it, before and after the pile came."""
        return (*self.begun.before, Stage(Held(self.begun.held), self.plain.played))

    @lazy
    def view(self) -> View:
        """The table before the turn, as its player knows it."""
        return self.position.view()

    @lazy
    def turn(self) -> Turn:
        """The turn with the cards that came."""
        first = self.take or Draw(self.begun.came or NO_CARDS)
        return self.given._replace(clauses=(first, *self.given.clauses[1:]))

    @lazy
    def _step_by_step(self) -> Play:
        return Play(self.given, self.view, self.ruleset, whole=True)

    @lazy
    def at_draw(self) -> View:
        """The table before the draw."""
        return self.view

    @lazy
    def at_end(self) -> View:
        """The table before the discard."""
        return self._step_by_step.at_end

    @lazy
    def then(self) -> View:
        """The table after the turn, as its player knows it."""
        return self._step_by_step.then

    @property
    def shows_nothing_new(self) -> bool:
        """True if the table knew every card: its rank, and its suit if suits matter."""
        return CaseKind.UNSEEN not in self.kinds


class Replayer:
    """The table of a recorded hand, changed in place by plain turns."""

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        """Begin with a table; none of its turns is plain if its stock is unknown."""
        self.ruleset = ruleset
        self._before = position
        self._now: Position | None = position
        self._order = position.order if position.ending is None else None
        self._at, self._turns, self._to_play = 0, position.turns, position.to_play
        self._pile = position.pile
        self._hands, self._begun = list(position.hands), list(position.begun)
        self._melds, self._has_melded = list(position.melds), list(position.has_melded)
        self._threes = list(position.threes)
        self._brings_cards = bool(ruleset.opening.extra_cards) or ruleset.talon.first is not None

    @property
    def position(self) -> Position:
        """The table after the turns taken so far."""
        if self._now is None:
            before = self._before
            self._now = before.replace(
                hands=tuple(self._hands),
                begun=tuple(self._begun),
                melds=tuple(self._melds),
                has_melded=tuple(self._has_melded),
                threes=tuple(self._threes),
                pile=self._pile,
                order=(self._order or ())[self._at :],
                stock=before.stock - self._at,
                to_play=self._to_play,
                turns=self._turns,
            )
        return self._now

    def apply(self, plain: Plain) -> None:
        """Change the table by a plain turn of the player whose turn it is."""
        begun, me, before = plain.begun, self._to_play, self._before
        self._hands[me] = Held(plain.left)
        pile = self._pile if begun.take is None else begun.pile
        self._pile = (*pile, *unpacked(plain.discarded.packed))
        self._at += begun.stock
        if begun.laid.size:
            self._threes[before.sides[me]] += begun.laid
        if plain.placements:
            self._melds[before.teams[me]] = plain.melds
            self._has_melded[me] = True
        self._begun[me] = True
        self._to_play = (me + 1) % len(self._hands)
        self._turns += 1
        self._now = None

    def plain(self, turn: Turn) -> Plain | None:
        """Follow a turn without changing the table; ``None`` if it is not plain."""
        begun = self._begun_by(turn)
        if begun is None:
            return None
        ruleset, clauses = self.ruleset, turn.clauses
        down, last = clauses[1], clauses[-1]
        if not isinstance(last, Discard) or last.cards.size != 1:
            return None
        played, melded, discarded = NO_CARDS, begun.melded, last.cards
        if isinstance(down, MeldDown):
            melded = (*melded, *down.melded)
            played = together(map(cards_of, down.melded))
        if begun.held.may_differ(discarded):
            discarded = Held(without(begun.held, played)[0]).with_suits(discarded)
        played += discarded
        left, unexpected = without(begun.held, played)
        if unexpected.size:
            return None
        if not left.size or not (down is last or isinstance(down, MeldDown)):
            return None
        before = self._melds[self._before.teams[self._to_play]]
        placements, melds, of_melds = _NO_PLACEMENTS, before, _NO_KINDS
        if melded:
            placements, melds = add_to_table(melded, before, ruleset)
            of_melds = (type(down), *_kinds_of_melds(placements, before, ruleset))
            if CaseKind.STRAYS in of_melds:
                return None
        kinds = (
            Discard,
            unpacked(last.cards.packed)[0].rank,
            Draw if begun.take is None else Take,
            CaseKind.KEEPS_THREE if left.has_threes and laid_out(left, ruleset).size else None,
            CaseKind.UNSEEN if _lacks_suit(begun.held, played, ruleset) else None,
            *of_melds,
        )
        return Plain(turn, begun, last, discarded, played, left, placements, melds, kinds)

    def _begun_by(self, turn: Turn) -> Begun | None:
        """Follow the first clause of a turn.

        ``None`` if the turn is not plain: it is of another player, or the stock or the hand is
        unknown or empty, or cards are due to the player first, or opening brings cards.
        """
        me, before, clauses = self._to_play, self._before, turn.clauses
        hand = self._hands[me]
        if (
            self._order is None
            or not 1 < len(clauses) <= _MOST_CLAUSES
            or turn.player not in (None, before.players[me])
            or hand.unseen != 0
            or not hand.cards.size
            or before.bonus[me].size
            or (self._brings_cards and not self._melds[before.teams[me]])
        ):
            return None
        first, begun = clauses[0], None
        if isinstance(first, Draw):
            begun = None if first.cards.size else self._drawn()
        elif isinstance(first, Take):
            begun = self._taken(first)
        if begun is None or self._at + begun.stock >= len(self._order):
            return None
        return begun

    def _drawn(self) -> Begun | None:
        """Draw cards from the stock; ``None`` if it has too few."""
        ruleset, order, at = self.ruleset, self._order or (), self._at
        number = ruleset.deal.draw
        cards = _bunch(order[at : at + number])
        laid, own = NO_CARDS, cards
        if cards.has_threes:
            came = off_the_top(order[at:], number, ruleset)
            cards = Cards(came)
            laid, own = of_draw(cards, self._before.stock - at, ruleset)
        if own.size != number:
            return None
        return Begun(self._hands[self._to_play].cards + own, laid, cards.size, cards)

    def _taken(self, take: Take) -> Begun | None:
        """Take the known pile by melding its top card; ``None`` if it is taken in another way."""
        pile, ruleset, top, onto = self._pile, self.ruleset, take.top, take.onto
        if (
            self._before.buried
            or take.then
            or not take.whole
            or ruleset.pile.portion is not Portion.WHOLE
            or ruleset.seats.alone
        ):
            return None
        if top is None or not pile or top not in (pile[-1], Card(pile[-1].rank)):
            return None
        hand = self._hands[self._to_play].cards
        left, unexpected = without(hand, take.hand)
        if (onto is not None and onto.suit is not None) or unexpected.size:
            return None
        if top is not pile[-1]:
            take = take._replace(top=pile[-1])
        cards = Cards((pile[-1], *take.hand))
        taken = pile_taken(take, pile, 0, ruleset)
        under = Cards(taken.under)
        laid = laid_out(under, ruleset, from_pile=True)
        return Begun(
            left + (under - laid if laid.size else under),
            laid,
            take=take,
            pile=taken.left,
            before=(Stage(Held(hand), take.hand),),
            melded=(MeldCards(cards) if onto is None else LayOff(onto, cards),),
        )


def after(plain: Plain, position: Position, ruleset: Ruleset) -> Position:
    """Return the table after a plain turn."""
    table = Replayer(position, ruleset)
    table.apply(plain)
    return table.position


_MOST_CLAUSES = 3
"""The beginning, melds, and the discard."""
_NO_KINDS: tuple[object, ...] = ()
_NO_PLACEMENTS: tuple[Placement, ...] = ()


def _kinds_of_melds(
    placements: tuple[Placement, ...], before: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[CaseKind | None]:
    """Yield the kinds of a play that are due to its melds, and ``None`` for the others."""
    yield None if before else CaseKind.OPENS
    yield CaseKind.STRAYS if any([each.stray for each in placements]) else None
    yield CaseKind.ADDS_TO_CANASTA if adds_to_canasta(placements, ruleset) else None
    yield CaseKind.BESIDE if beside(placements, before, ruleset) else None


def _lacks_suit(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a card is played in another suit than in the hand, or without it though it matters."""
    if not ruleset.melds.runs or held.has(played):
        return False
    missing, suited = played - held, ruleset.wild_ranks.sequential
    return any(card.suit is not None or card.rank in suited for card in missing)


@lru_cache(maxsize=10_000)
def _bunch(cards: tuple[Card, ...]) -> Cards:
    """Return the few cards of a draw; cached, since the same ones recur."""
    return Cards(cards)


@lru_cache(maxsize=10_000)
def kinds_of(kinds: tuple[object, ...]) -> Kinds:
    """Collect the kinds of a plain turn."""
    return frozenset(kinds) - {None}


# A hand recorded turn by turn: the table before its first turn, every step, and its tallies.

# Cards under the upcard: three, or as many as the pips of its rank, from four up.
THREE, LOWEST = 3, 4
# The figure of a tally for card points left in a hand.
POINTS_LEFT = "minus"
_TOPICS = (*OF_PLAY, TURN)


def start(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after the deal, before the first turn.

    If the hands are given, their threes are laid out and replaced at once, in the order of play.
    If the stock is given, the cards under the upcard are taken from it.
    """
    given = {hand.player: Cards(_unsuited(hand.cards, ruleset)) for hand in deal.hands}
    nobody = Held(NO_CARDS, ruleset.deal.cards)
    hands = tuple(Held(given[p]) if p in given else nobody for p in seats.players)
    feet = _feet(deal, seats, ruleset)
    upcards = max(len(deal.upcards), int(ruleset.deal.upcard is not Upcard.NONE))
    under, apart = _under(deal, ruleset), set_aside(ruleset)
    gone = sum(packet.at_least for packet in (*hands, *feet)) + upcards + under + apart
    stock = deck_size(ruleset) - gone
    beneath: tuple[Card, ...] = ()
    order = None if deal.stock is None else _unsuited(deal.stock, ruleset)
    aside: tuple[Card, ...] = ()
    if order is not None:
        end = max(len(order) - apart, under)
        beneath, order, aside = order[:under], order[under:end], order[end:]
        stock = len(order)
    count = len(seats.totals)
    position = Position(
        players=seats.players,
        sides=seats.sides,
        teams=seats.sides,
        totals=seats.totals,
        deal=seats.number,
        melds=((),) * count,
        threes=(NO_CARDS,) * count,
        hands=hands,
        begun=(False,) * len(hands),
        has_melded=(False,) * len(hands),
        pile=(*beneath, *deal.upcards),
        buried=upcards - len(deal.upcards) + under - len(beneath),
        stock=stock,
        feet=feet,
        bonus=(EMPTY,) * len(hands),
        aside=_aside(aside, ruleset),
        order=order,
    )
    return _threes_of_the_deal(position, ruleset)


def _unsuited(cards: Iterable[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """List cards without suits that don't matter, since turns are written without them."""
    if ruleset.melds.runs:
        return tuple(cards)
    return tuple(map(UNSUITED.__getitem__, cards))


def _feet(deal: Deal, seats: Seating, ruleset: Ruleset) -> tuple[Held, ...]:
    """The foot of each player, if the game deals one."""
    given = {hand.player: Cards(_unsuited(hand.foot, ruleset)) for hand in deal.hands if hand.foot}
    nobody = Held(NO_CARDS, ruleset.deal.foot or 0)
    return tuple(Held(given[p]) if p in given else nobody for p in seats.players)


def _aside(cards: tuple[Card, ...], ruleset: Ruleset) -> tuple[Held, ...]:
    """The bonus cards set aside: for the side that opens first, and for the one that opens next."""
    if not set_aside(ruleset):
        return ()
    first, second = (bonus_number(ruleset, theirs=each) for each in (False, True))
    if not cards:
        return Held(NO_CARDS, first), Held(NO_CARDS, second)
    return Held(Cards(cards[:first])), Held(Cards(cards[first:]))


def _under(deal: Deal, ruleset: Ruleset) -> int:
    """The number of cards of the stock that are face down under the upcard."""
    if ruleset.deal.under_upcard is UnderUpcard.THREE:
        return THREE
    if ruleset.deal.under_upcard is UnderUpcard.NONE or not deal.upcards:
        return 0
    rank = deal.upcards[-1].rank
    return LOWEST + rank.order if rank.four_to_ace else 0


def _threes_of_the_deal(position: Position, ruleset: Ruleset) -> Position:
    for place, hand in enumerate(position.hands):
        threes = laid_out(hand.cards, ruleset)
        if threes:
            here = position.replace(to_play=place)
            position = here.seen_by(lay_out(here.view(), threes, ruleset))
    return position.replace(to_play=0)


class Step:
    """The verdict on a turn, and the table after it, legal or not.

    The verdict is built when it is first read, if it is certain that no rule refuses the turn.
    """

    def __init__(self, after: Position, judged: Callable[[], Ruling], *, certain: bool) -> None:
        self.after = after
        self.certain = certain
        self._judged = judged

    @lazy
    def ruling(self) -> Ruling:
        """The verdict."""
        return self._judged()

    @property
    def refused(self) -> tuple[Finding, ...]:
        """The findings of the rules that refuse the turn."""
        return () if self.certain else self.ruling.verdict.refused


def step(position: Position, turn: Turn, ruleset: Ruleset, view: View | None = None) -> Step:
    """Apply a whole turn, and judge it when its verdict is read; ``view`` as in :meth:`Position.play`."""
    due, in_turn = position.player, True
    if turn.player is not None and turn.player != due:
        position, in_turn = position.seat(turn), False
    table = Replayer(position, ruleset)
    plain = table.plain(turn) if view is None else None
    if plain is None:
        play = position.play(turn, ruleset, view)
        then = position.after(play)
        here = Here(due, position, turn, play, lambda: then)
    else:
        table.apply(plain)
        then = table.position
        if in_turn and _is_quiet(plain, ruleset):
            return Step(then, lambda: _ruling(_here(plain, position, ruleset), None), certain=True)
        here = _here(plain, position, ruleset)._replace(due=due)
    sure = in_turn and view is None and _is_certain(here)
    return Step(then, lambda: _ruling(here, view), certain=sure)


def follow(table: Replayer, turn: Turn) -> bool:
    """Take a plain turn that no rule refuses, for certain; false if the turn is another one."""
    plain, ruleset = table.plain(turn), table.ruleset
    if plain is None:
        return False
    if not _is_quiet(plain, ruleset) and not _is_certain(_here(plain, table.position, ruleset)):
        return False
    table.apply(plain)
    return True


def apply(table: Replayer, turn: Turn) -> Replayer:
    """Return the table after a turn, legal or not."""
    plain, ruleset = table.plain(turn), table.ruleset
    if plain is None:
        position = table.position.seat(turn)
        return Replayer(position.after(position.play(turn, ruleset)), ruleset)
    table.apply(plain)
    return table


def _here(plain: Plain, position: Position, ruleset: Ruleset) -> Here:
    """Build the case of a plain turn."""
    play = PlainPlay(plain, position, ruleset)
    then = partial(after, plain, position, ruleset)
    return Here(position.player, position, plain.turn, play, then)


def _ruling(here: Here, view: View | None) -> Ruling:
    return ruling_on(here, partial(_again, here, view))


def _again(here: Here, view: View | None, ruleset: Ruleset) -> Verdict:
    return ruling_under(here.position, here.given, ruleset, view).verdict


def ruling_under(
    position: Position, turn: Turn, ruleset: Ruleset, view: View | None = None
) -> Ruling:
    """Judge a turn under a ruleset that may have other wild ranks than that of the position."""
    wild_ranks = ruleset.wild_ranks
    melds = tuple(
        [tuple([meld_under(wild_ranks, each) for each in side]) for side in position.melds]
    )
    return step(position.replace(melds=melds), turn, ruleset, view).ruling


def _is_quiet(plain: Plain, ruleset: Ruleset) -> bool:
    """True if a plain turn is of no kind that a rule is about, as nearly all that draw.

    Its melds are allowed, too.
    """
    return silent(_TOPICS, plain.kinds, ruleset.book) and all_allowed(
        plain.placements, ruleset, going_out=False
    )


def _is_certain(here: Here) -> bool:
    """True if no rule refuses a turn, for certain; found without building findings."""
    play, ruleset, out = here.play, here.play.ruleset, here.play.goes_out
    if out is None or ShowSpecial in play.kinds or CaseKind.STRAYS in play.kinds:
        return False
    return (
        all_allowed(play.placements, ruleset, going_out=out)
        and allowed(here, TURN, ruleset)
        and all([allowed(play, each, ruleset) for each in OF_PLAY])
        and (StockEnds not in play.kinds or allowed(play, STOCK_END, ruleset))
        and (not out or allowed(as_going_out(play, ruleset), GOING_OUT, ruleset))
    )


class Replay(NamedTuple):
    """A replayed hand: the table before the first turn, and every step."""

    start: Position
    steps: tuple[Step, ...]

    @property
    def now(self) -> Position:
        """The table after the last turn."""
        return self.steps[-1].after if self.steps else self.start


def replay(deal: Deal, seats: Seating, ruleset: Ruleset) -> Replay:
    """Judge every turn of a hand in order, forced or not."""
    first = start(deal, seats, ruleset)
    return Replay(first, tuple(steps(first, deal, ruleset)))


def steps(position: Position, deal: Deal, ruleset: Ruleset) -> Iterator[Step]:
    """Yield the turns of a hand in order, each judged on the table that the last one left."""
    for recorded in deal.turns:
        one = step(position, recorded.turn, ruleset)
        position = one.after
        yield one


def table_after(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after all turns of a hand, without judging any."""
    table = Replayer(start(deal, seats, ruleset), ruleset)
    for recorded in deal.turns:
        table = apply(table, recorded.turn)
    return table.position


def holdings(position: Position, left: Sequence[PlayerCards]) -> tuple[PlayerCards, ...]:
    """List the cards that each player has at the end: as shown, otherwise as everyone knows.

    Bonus cards that nobody picked up count as cards of the hand.
    """
    shown = {each.player: each for each in left}
    known = (
        PlayerCards(player, hand.cards + bonus.cards, foot.cards)
        for player, hand, bonus, foot in zip(
            position.players, position.hands, position.bonus, position.feet, strict=True
        )
    )
    return tuple(
        _shown(shown[each.player], each) if each.player in shown else each for each in known
    )


def _shown(shown: PlayerCards, known: PlayerCards) -> PlayerCards:
    """Return the cards that a player shows; a known foot need not be shown again.

    Points stand for all cards, those of a foot included.
    """
    return shown if shown.foot or shown.points is not None else shown._replace(foot=known.foot)


def tallies(
    position: Position, left: Sequence[PlayerCards], sides: int, ruleset: Ruleset
) -> tuple[Tally, ...]:
    """Return each side's tally at the end of a hand recorded turn by turn."""
    held_now = holdings(position, left)
    found = []
    for side in range(sides):
        mine = [at for at, own in enumerate(position.sides) if own == side]
        points = sum(held_now[at].points or 0 for at in mine)
        found.append(
            Tally(
                melds=position.melds[side],
                threes=position.threes[side],
                left=tuple(held_now[at].cards for at in mine if held_now[at].cards),
                feet=tuple(held_now[at].foot for at in mine if held_now[at].foot),
                out=_out(position, mine, ruleset),
                special=_special(position, mine, ruleset),
                alone=position.players[position.alone] if position.alone in mine else None,
                figures=(Figure(POINTS_LEFT, points),) if points else (),
            )
        )
    return tuple(found)


def _special(position: Position, players: list[int], ruleset: Ruleset) -> str | None:
    """The name of the special hand that one of these players showed; ``None`` if there is none."""
    ending = position.ending
    if ending is None or not ending.shown or ending.player not in players:
        return None
    found = find_special(ending.shown, ruleset)
    return found.name if found else None


def _out(position: Position, players: list[int], ruleset: Ruleset) -> Out | None:
    ending = position.ending
    if ending is None or ending.how is not How.OUT or ending.player not in players:
        return None
    if _special(position, players, ruleset):
        return None
    return Out.CONCEALED if ending.concealed else Out.PLAIN


def with_tallies(hand: Hand, deal: Deal, position: Position, ruleset: Ruleset) -> Hand:
    """Return a hand recorded turn by turn with its tallies: awards, and the cards at its end."""
    return hand.with_turns(tallies(position, deal.left or (), len(position.totals), ruleset))
