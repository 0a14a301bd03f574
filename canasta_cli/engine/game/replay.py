"""Replay a hand recorded turn by turn: its deal, every turn applied and judged in order, and its tallies.

The score-keeper, the library and the checks of recorded games call it.

``Step`` is one recorded turn, with its play if rules must be asked. “It's Dan's turn, not Ann's” is
``_player``.
"""

from collections.abc import Iterable, Iterator, Sequence

from canasta_cli.engine.game.position import Position, more_than_the_deck, plain
from canasta_cli.engine.game.whole_turn import STOCK_END, verdict_of_turn
from canasta_cli.engine.points import deck_size
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Findings,
    Kinds,
    RuleFinding,
    Topic,
    checks_of,
    legal_by,
    refusal,
    rule,
)
from canasta_cli.engine.table import drawn_from
from canasta_cli.engine.turn.case import (
    CaseKind,
    bonus_number,
    set_aside,
)
from canasta_cli.engine.turn.discarding import names_unseen
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.judge import (
    OF_PLAY,
    Ruling,
    all_allowed,
    is_legal,
)
from canasta_cli.engine.view import (
    EMPTY,
    Held,
    View,
    kept,
    laid_out,
    like,
    without,
)
from canasta_cli.model.cards import (
    NO_CARDS,
    UNSUITED,
    Card,
    Cards,
    MeldCards,
)
from canasta_cli.model.game import Figure, Hand, Out, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import (
    Deal,
    LayThrees,
    MeldDown,
    PlayerCards,
    Take,
    TakeBonus,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    Portion,
    ThreesDealt,
    UnderUpcard,
    Upcard,
)
from canasta_cli.values import Enum, lazy

# Judge a whole turn on the table that the recorded turns before it left.


class When(Enum):
    """A kind of turn that some rules of recorded turns are about, besides the kinds of its play."""

    AFTER_END = "after the end of the hand"
    OF_ANOTHER = "of a player whose turn it is not"
    SHOWS_NEW = "with cards that the table didn't know"
    MISSES_SUITS = "with a sequence whose suit is missing"


class Step:
    """A turn on the table that the turns before it left, and the table after it, legal or not.

    ``due`` is the player whose turn it was, ``position`` the table as seen by the player who took it,
    ``given`` the turn as it was given, ``after`` the table after it. The turn is judged when its verdict
    is first read. ``view`` is the table as the player knows it, if that is not what the position shows.
    """

    def __init__(
        self, position: Position, turn: Turn, ruleset: Ruleset, view: View | None = None
    ) -> None:
        """Apply a turn to the table, seen by the player who took it; the turn is not judged yet."""
        self.due = due = position.players[position.to_play]
        self.given, self.ruleset, self._view = turn, ruleset, view
        self._of_another = turn.player is not None and turn.player != due
        self._misses_suits = False
        self.position = position.seat(turn) if self._of_another else position
        self.play = self.position.play(turn, ruleset, view)

    @lazy
    def after(self) -> Position:
        """The table after the turn, legal or not."""
        return self.position.after(self.play)

    @property
    def _key(self) -> tuple[object, ...]:
        """The kinds of the play, and those of its place in the hand."""
        play, more = self.play, list[When]()
        if self.position.ending is not None:
            more.append(When.AFTER_END)
        if self._of_another:
            more.append(When.OF_ANOTHER)
        if self._misses_suits:
            more.append(When.MISSES_SUITS)
        if not play.shows_nothing_new:
            more.append(When.SHOWS_NEW)
        return (*play.key, *more) if more else play.key

    @property
    def kinds(self) -> Kinds:
        """The kinds of the turn, which decide the rules that are asked about it."""
        return frozenset(self._key)

    @property
    def legal(self) -> bool | None:
        """True if every rule allows the turn, false if one refuses it: both for certain.

        ``None`` if only the ruling tells, whose findings are not built here.
        """
        legal, ruleset = is_legal(self.play), self.ruleset
        for topic, each in checks_of(_OF_RECORD, self._key, ruleset) if legal else ():
            judged = self if topic is RULES_OF_RECORDED_TURN else self.play
            legal = None if ruleset.unknown else legal_by(judged, each, ruleset)
            if not legal:
                break
        return legal

    @lazy
    def ruling(self) -> Ruling:
        """The verdict on the turn."""
        ruleset = self.ruleset
        of_play = verdict_of_turn(self.play)
        self._misses_suits = Fact.SUITS in of_play.unknown
        findings = Findings(ruleset).ask(self, RULES_OF_RECORDED_TURN)
        findings.add(of_play)
        return Ruling(self.play, findings.verdict())

    @property
    def refused(self) -> tuple[RuleFinding, ...]:
        """The findings of the rules that refuse the turn."""
        return () if self.legal else self.ruling.verdict.refused


def follow(position: Position, turn: Turn, ruleset: Ruleset) -> tuple[Position, Step | None]:
    """Return the table after a turn, and its step; no step for a plain turn that no rule can refuse."""
    followed = plain(position, turn, ruleset)
    if followed is None:
        one = Step(position, turn, ruleset)
        return one.after, one
    after, placements, kinds = followed
    if checks_of(_TOPICS, kinds, ruleset) or (
        placements and not all_allowed(placements, ruleset, going_out=False)
    ):
        return after, Step(position, turn, ruleset)
    return after, None


def steps(position: Position, deal: Deal, ruleset: Ruleset) -> Iterator[Step]:
    """Yield the turns of a hand in order, each judged on the table that the last one left."""
    for recorded in deal.turns:
        one = Step(position, recorded.turn, ruleset)
        position = one.after
        yield one


def table_after(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after all turns of a hand, without judging any."""
    position = start(deal, seats, ruleset)
    for recorded in deal.turns:
        position, _ = follow(position, recorded.turn, ruleset)
    return position


# The table before the first turn.

# Cards under the upcard: three, or as many as the pips of its rank, from four up.
THREE, LOWEST = 3, 4
# The figure of a tally for card points left in a hand.
POINTS_LEFT = "minus"


def start(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after the deal, before the first turn.

    If the hands are given, their threes are laid out and replaced at once, in the order of play.
    A hand may have these replacements as well, or only its threes; others are unknown. If the stock
    is given, the cards under the upcard are taken from it.
    """
    position = dealt(deal, seats, ruleset)
    for place in range(len(position.hands)):
        position = with_threes_out(position, place, ruleset)
    return position.replace(to_play=0)


def dealt(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after the deal, before any three is laid out."""
    given = {hand.player: Cards(_unsuited(hand.cards, ruleset)) for hand in deal.hands}
    hands = tuple(_hand_dealt(given.get(p, NO_CARDS), deal, ruleset) for p in seats.players)
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
    return Position(
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


def _hand_dealt(cards: Cards, deal: Deal, ruleset: Ruleset) -> Held:
    """Return a hand as dealt: known, or if the stock is unknown only its threes, or with what replaced them.

    The number of unknown cards is negative for these, which are still to come.
    """
    own, needed = kept(cards, ruleset).size, ruleset.deal.cards
    in_part = not cards.size or (deal.stock is None and own in (0, needed))
    return Held(cards, needed - cards.size if in_part else 0)


def _unsuited(cards: Iterable[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """List cards without suits that don't matter, since turns are written without them."""
    if ruleset.melds.runs:
        return tuple(cards)
    return tuple(map(UNSUITED.__getitem__, cards))


def _feet(deal: Deal, seats: Seating, ruleset: Ruleset) -> tuple[Held, ...]:
    """The foot of each player, if the game deals one."""
    given = {hand.player: Cards(_unsuited(hand.foot, ruleset)) for hand in deal.hands if hand.foot}
    nobody = Held(NO_CARDS, ruleset.deal.foot) if ruleset.deal.foot else EMPTY
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


def with_threes_out(position: Position, place: int, ruleset: Ruleset) -> Position:
    """Return the table with the threes of a dealt hand laid out and replaced."""
    threes = laid_out(position.hands[place].cards, ruleset)
    if not threes:
        return position
    here = position.replace(to_play=place)
    table = here.table(ruleset)
    table.lay_out(threes)
    return here.with_table(table)


# The tallies of a hand at its end.


def holdings(position: Position, left: Sequence[PlayerCards]) -> tuple[PlayerCards, ...]:
    """List the cards that each player has at the end: as shown, otherwise as everyone knows.

    Bonus cards that nobody picked up count as cards of the hand.
    """
    shown = {each.player: each for each in left}
    found = []
    for player, hand, bonus, foot in zip(
        position.players, position.hands, position.bonus, position.feet, strict=True
    ):
        each = shown.get(player) or PlayerCards(player, hand.cards + bonus.cards)
        # A known foot need not be shown again, and points stand for all cards.
        known = each.foot or each.points is not None
        found.append(each if known else each._replace(foot=foot.cards))
    return tuple(found)


def tallies(position: Position, left: Sequence[PlayerCards], ruleset: Ruleset) -> tuple[Tally, ...]:
    """Return each side's tally at the end of a hand recorded turn by turn."""
    held_now = holdings(position, left)
    found = []
    for side in range(len(position.totals)):
        mine = [at for at, own in enumerate(position.sides) if own == side]
        points = sum(held_now[at].points or 0 for at in mine)
        out, special = _out(position, mine, ruleset)
        found.append(
            Tally(
                melds=position.melds[side],
                threes=position.threes[side],
                left=tuple(held_now[at].cards for at in mine if held_now[at].cards),
                feet=tuple(held_now[at].foot for at in mine if held_now[at].foot),
                out=out,
                special=special,
                alone=position.players[position.alone] if position.alone in mine else None,
                figures=(Figure(POINTS_LEFT, points),) if points else (),
            )
        )
    return tuple(found)


def _out(position: Position, players: list[int], ruleset: Ruleset) -> tuple[Out | None, str | None]:
    """How one of these players went out, or the name of the special hand shown; ``None``: none did."""
    ending = position.ending
    if ending is None or ending.player not in players:
        return None, None
    if ending.shown and (found := find_special(ending.shown, ruleset)):
        return None, found.name
    return Out.CONCEALED if ending.concealed else Out.PLAIN, None


def with_tallies(hand: Hand, deal: Deal, position: Position, ruleset: Ruleset) -> Hand:
    """Return a hand recorded turn by turn with its tallies: awards, and the cards at its end."""
    return hand.with_turns(tallies(position, deal.left or (), ruleset))


# Rules that only a recorded turn can break.


@rule("turn.over", "No turn follows the end of the hand.", about=(When.AFTER_END,))
def _over(case: Step, ruleset: Ruleset) -> Answer:
    ending = case.position.ending
    if ending is None:
        return None
    player = None if ending.player is None else case.position.players[ending.player]
    how = "{player} showed a special hand" if ending.shown else "{player} went out"
    return refusal(
        "the hand is over: " + (how if player else "the stock is empty"),
        {"player": player},
        fix="record the cards left in the hands",
        do=Do(Act.SHOW_LEFT, "PLAYER=CARDS"),
    )


@rule("turn.player", "Players take turns in the order in which they sit.", about=(When.OF_ANOTHER,))
def _player(case: Step, ruleset: Ruleset) -> Answer:
    due, player = case.due, case.given.player
    if case.position.ending is not None:
        return None
    return refusal(
        "it's {due}'s turn, not {player}'s",
        {"due": due, "player": player},
        fix="record {due}'s turn first",
    )


@rule(
    "bonus.when",
    "Bonus cards are picked up at the beginning of the turn after the initial meld.",
    ("talon.cards",),
    about=(TakeBonus,),
)
def _bonus(case: Step, ruleset: Ruleset) -> Answer:
    if case.position.waiting.size or names_unseen(case.play):
        return None
    return refusal(
        "{player} has no bonus cards to pick up",
        {"player": case.position.player},
        fix="leave out “bonus”; bonus cards are picked up in the turn after the initial meld",
    )


LEAST_MELD = 3
"""What usually remains of a meld if its last card was meant as the discard, at least."""


@rule(
    "turn.complete", "A turn ends with a discard or with going out.", about=(CaseKind.UNFINISHED,)
)
def _complete(case: Step, ruleset: Ruleset) -> Answer:
    if case.play.drew_last_three:
        return None
    fix = "add “discard CARD” or “out”"
    match case.play.turn.clauses:
        case (*_, MeldDown((*_, MeldCards() as meld))) if meld.size > LEAST_MELD:
            fix += "; if its last card is the discard, type a space before it"
    return refusal("the turn isn't finished", fix=fix)


@rule(
    "pile.card",
    "The card taken is the top card of the pile.",
    ("pile.take", "melds.runs"),
    about=(Take,),
)
def _top(case: Step, ruleset: Ruleset) -> Answer:
    take, pile = case.play.take, case.position.pile
    if not case.position.pile_size:
        return refusal("the pile is empty", fix="draw from the stock")
    part = ruleset.pile.take is Portion.PART
    top = take.top
    if top is None or not pile or _same(top, pile[-1], ruleset):
        return None
    if part and (case.position.buried or any(_same(top, card, ruleset) for card in pile)):
        return None
    return refusal(
        "the top card of the pile is {top}, not {named}",
        {"top": pile[-1].symbol, "named": top.symbol},
        fix=f"name the top card, {pile[-1].symbol}; if a card was mistyped",
        do=Do(Act.TAKE_BACK),
    )


def _same(one: Card, other: Card, ruleset: Ruleset) -> bool:
    """True if two cards can be the same; without sequences suits don't matter."""
    return like(one, other) if ruleset.melds.runs else one.rank is other.rank


@rule(
    "threes.when",
    "Threes from the deal are laid out at once or in the player's first turn, before the draw; they "
    "are recorded in that turn.",
    ("threes.dealt",),
    about=(LayThrees,),
)
def _laid(case: Step, ruleset: Ruleset) -> Answer:
    """Refuse threes laid out before a later turn: they come with the draw or the pile."""
    first = next((each for each in case.play.turn.clauses if not isinstance(each, TakeBonus)), None)
    begun = case.position.begun[case.position.to_play]
    bonus = case.position.waiting.size
    if not isinstance(first, LayThrees) or not begun or bonus or case.position.foot_is_due(ruleset):
        return None
    at_once = ruleset.threes.dealt is ThreesDealt.AT_ONCE
    time = "at once" if at_once else "in a player's first turn"
    return refusal(
        f"threes from the deal are laid out {time}, and this is a later turn",
        fix="write a three that was drawn with the draw: draw 3R discard 4",
    )


@rule(
    "turn.suits",
    "A sequence is recorded with its suit.",
    ("melds.runs",),
    when=lambda rules: rules.melds.runs,
    about=(When.MISSES_SUITS,),
)
def _suits(case: Step, ruleset: Ruleset) -> Answer:
    """Refuse to record a sequence without its suit, since it can't be found out later."""
    return refusal(
        "the suit of a sequence is missing",
        fix="name the suits: meld 4H5H6H, or H:4-T for a sequence of hearts from four to ten",
    )


@rule(
    "stock.order",
    "Cards are drawn from the top of the stock.",
    ("deal.draw", "threes.lay_black", "stock.last_red_three"),
    about=(CaseKind.NAMES_DRAWN,),
)
def _order(case: Step, ruleset: Ruleset) -> Answer:
    """Refuse drawn cards that are not the next cards of a known stock."""
    draw = case.given.draws[0]
    order = case.play.at_draw.order
    if order is None:
        return None
    unexpected = without(drawn_from(order, ruleset.deal.draw, ruleset), draw.cards)[1]
    if not unexpected:
        return None
    return refusal(
        "the next card of the stock is {next}, not {named}",
        {
            "next": order[0].symbol if order else "none",
            "named": " ".join(card.symbol for card in unexpected),
        },
        fix="leave out the cards drawn: they follow from the stock",
    )


@rule(
    "cards.count",
    "No card can appear more often than the deck has it.",
    ("deck.packs", "deck.jokers", "melds.runs"),
    about=(When.SHOWS_NEW,),
)
def _conserved(case: Step, ruleset: Ruleset) -> Answer:
    """Refuse a turn that makes more of a card than the deck has."""
    return more_than_the_deck(
        case.after,
        ruleset,
        "on the table and in known hands",
        "look for the turn with a mistyped card and amend it, or undo turns",
        before=case.position,
        do=Do(Act.TAKE_BACK),
    )


RULES_OF_RECORDED_TURN = Topic[Step](
    _over,
    _player,
    _complete,
    _bonus,
    _top,
    _suits,
    _laid,
    _order,
    _conserved,
    kinds=lambda step: step.kinds,
)
_OF_RECORD = (RULES_OF_RECORDED_TURN, STOCK_END)
_TOPICS = (*OF_PLAY, *_OF_RECORD)
