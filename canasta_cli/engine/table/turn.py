"""A whole turn on a table that is known from the turns before it: judged, and applied.

The rules of play are asked as for any dispute; here are those that only a recorded hand can break.
"""

from typing import NamedTuple

from canasta_cli.engine.known import Known, like
from canasta_cli.engine.plays.play import kinds_of, set_up
from canasta_cli.engine.plays.referee import Ruling, rule_on
from canasta_cli.engine.plays.taking import as_taken
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Reason,
    Rule,
    Topic,
    Untold,
    judge,
    together,
)
from canasta_cli.engine.table.applying import (
    after,
    before_draw,
    drawn,
    last_card_was_three,
)
from canasta_cli.engine.table.census import surplus
from canasta_cli.engine.table.coming import as_known, known_before
from canasta_cli.engine.table.packets import foot_is_due
from canasta_cli.engine.table.position import Position, without
from canasta_cli.engine.table.stock_end import STOCK_END
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.turn import Draw, LayThrees, Take, TakeBonus, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class Here(NamedTuple):
    """A turn, and the table on which somebody takes it; ``then`` is the table after it.

    ``due`` is whose turn it was, ``position`` the table from the place of who took it. ``untold``
    is what the rules of play would have needed to know of it.
    """

    due: str
    position: Position
    turn: Turn
    then: Position
    foot_first: bool
    untold: tuple[Untold, ...]


class Step(NamedTuple):
    """A turn that was judged, and the table after it, whatever the verdict."""

    ruling: Ruling
    after: Position


def step(position: Position, turn: Turn, ruleset: Ruleset) -> Step:
    """Judge a turn on the table where it is taken, and apply it."""
    due, position = position.player, from_place(position, turn)
    told = as_known(position, turn, ruleset)
    ruling = rule_on_turn(told, known_before(position, told, ruleset), ruleset)
    then = after(position, ruling.play, ruleset)
    foot_first = foot_is_due(position, ruleset)
    here = Here(due, position, turn, then, foot_first, ruling.verdict.unknown)
    verdict = together((judge(here, TURN, ruleset), ruling.verdict), ruleset)
    return Step(Ruling(ruling.play, verdict), then)


def apply(position: Position, turn: Turn, ruleset: Ruleset) -> Position:
    """The table after a turn, whatever the rules say of it."""
    position = from_place(position, turn)
    told = as_known(position, turn, ruleset)
    known = known_before(position, told, ruleset)
    return after(position, set_up(as_taken(told, ruleset), known, ruleset, whole=True), ruleset)


def from_place(position: Position, turn: Turn) -> Position:
    """The table as it is for who takes the turn, though it may be another's."""
    if turn.player is None or turn.player == position.player:
        return position
    if turn.player not in position.players:
        return position
    return position._replace(to_play=position.players.index(turn.player))


def rule_on_turn(turn: Turn, known: Known, ruleset: Ruleset) -> Ruling:
    """Judge a turn told from its beginning, on a table as far as somebody told it."""
    ruling = rule_on(as_taken(turn, ruleset), known, ruleset, whole=True)
    end = judge(ruling.play, STOCK_END, ruleset)
    return Ruling(ruling.play, together((ruling.verdict, end), ruleset))


def _over(case: Here, ruleset: Ruleset) -> Answer:
    ending = case.position.ending
    if ending is None:
        return None
    player = None if ending.player is None else case.position.players[ending.player]
    how = "{player} showed a special hand" if ending.shown else "{player} went out"
    return Reason(
        False,
        "the hand is over: " + (how if player else "the stock was used up"),
        {"player": player},
        remedy="show what is left in the hands",
        do=Do(Act.SHOW_LEFT, "PLAYER=CARDS"),
    )


def _player(case: Here, ruleset: Ruleset) -> Answer:
    due, player = case.due, case.turn.player
    if player is None or player == due or case.position.ending is not None:
        return None
    return Reason(
        False,
        "it is the turn of {due}, not of {player}",
        {"due": due, "player": player},
        remedy=f"record the turn of {due} first",
    )


def _bonus(case: Here, ruleset: Ruleset) -> Answer:
    if case.position.waiting.size:
        return None
    return Reason(
        False,
        "no bonus cards wait for {player}",
        {"player": case.position.player},
        remedy="leave them out; they come in the turn after the side has opened",
    )


def _complete(case: Here, ruleset: Ruleset) -> Answer:
    if case.turn.ended or last_card_was_three(case.position, case.turn, ruleset):
        return None
    return Reason(
        False,
        "the turn has no end",
        remedy="say how it ended: discard CARD, or out",
    )


def _top(case: Here, ruleset: Ruleset) -> Answer:
    take, pile = case.turn.take, case.position.pile
    if take is not None and not case.position.pile_size:
        return Reason(False, "there is no pile to take", remedy="draw from the stock")
    part = ruleset.pile.portion is Portion.PART
    if take is None or take.top is None or not pile or _same(take.top, pile[-1], ruleset):
        return None
    if part and (case.position.buried or any(_same(take.top, card, ruleset) for card in pile)):
        return None
    return Reason(
        False,
        "the top card of the pile is {top}, not {named}",
        {"top": pile[-1].symbol, "named": take.top.symbol},
        remedy=f"take {pile[-1].symbol}, or mend the turn before",
        do=Do(Act.TAKE_BACK),
    )


def _same(one: Card, other: Card, ruleset: Ruleset) -> bool:
    """Whether two cards can be the same; nobody minds suits where there are no runs."""
    return like(one, other) if ruleset.melds.runs else one.rank is other.rank


def _laid(case: Here, ruleset: Ruleset) -> Answer:
    """Threes of a dealt hand come in the first turn; later ones with the draw or with the pile."""
    first = next((each for each in case.turn.clauses if not isinstance(each, TakeBonus)), None)
    begun = case.position.begun[case.position.to_play]
    bonus = case.position.waiting.size
    if not isinstance(first, LayThrees) or not begun or bonus or case.foot_first:
        return None
    return Reason(
        False,
        "threes of the dealt hand are laid out in the player's first turn, and this is a later one",
        remedy="write a drawn three with the draw: draw 3R discard 4",
    )


def _suits(case: Here, ruleset: Ruleset) -> Answer:
    """Asked for where the turn is recorded: nobody could say later which run it was."""
    if Fact.SUITS not in case.untold:
        return None
    return Reason(
        False,
        "a run is recorded with its suit, and it was not told",
        remedy="name the suits: meld 4H5H6H, or H:4-T for a run of hearts from four to ten",
    )


def _order(case: Here, ruleset: Ruleset) -> Answer:
    """Where the stock is known, the cards drawn are those that lie on top of it."""
    draw = case.turn.draws[0]
    if not draw.cards or case.position.order is None:
        return None
    before = before_draw(case.position, case.turn, ruleset)
    rest = drawn(before, draw.cards, ruleset)
    came, _ = without(rest.holding.cards, before.holding.cards)
    laid, _ = without(rest.threes[before.side], before.threes[before.side])
    strange = without(came + laid, draw.cards)[1]
    if not strange:
        return None
    return Reason(
        False,
        "the next card of the stock is {next}, not {named}",
        {"next": before.order[0].symbol if before.order else "none", "named": _names(strange)},
        remedy="draw without naming the cards: the stock tells them",
    )


def _names(cards: Cards) -> str:
    return " ".join(card.symbol for card in cards)


def _conserved(case: Here, ruleset: Ruleset) -> Answer:
    """A card that would have to be there once too often, and was not before this turn."""
    found = surplus(case.then, ruleset)
    if found is None or surplus(case.position, ruleset) == found:
        return None
    card, have, most = found
    # Named by its rank where no suit was told, as everywhere.
    many = card.rank.many if card.suit is None else f"times {card.symbol}"
    return Reason(
        False,
        "{have} {many} are on the table and in known hands; the packs hold {most}",
        {"have": have, "many": many, "most": most},
        needed=most,
        have=have,
        remedy="look for the turn in which a card was read wrong, and mend it",
        do=Do(Act.TAKE_BACK),
    )


TURN = Topic[Here](
    Rule("turn.over", "When the hand is over, nobody plays on.", (), _over),
    Rule("turn.player", "Players take their turns in the order in which they sit.", (), _player),
    Rule("turn.complete", "A turn has an end: a discard, or going out.", (), _complete),
    Rule(
        "bonus.when",
        "Bonus cards join the hand as the turn after the opening begins.",
        ("talon.first", "talon.second"),
        _bonus,
        about=(TakeBonus,),
    ),
    Rule(
        "pile.card",
        "The card taken is the one that lies on top.",
        ("pile.portion", "melds.runs"),
        _top,
        about=(Take,),
    ),
    Rule(
        "turn.suits",
        "What may be a run in more than one suit is recorded with its suit.",
        ("melds.runs",),
        _suits,
        when=lambda ruleset: ruleset.melds.runs,
    ),
    Rule(
        "threes.when",
        "Threes of a dealt hand are laid out in the player's first turn, before the draw.",
        (),
        _laid,
        about=(LayThrees,),
    ),
    Rule(
        "stock.order",
        "Cards are drawn from the top of the stock.",
        ("deal.draw", "threes.black_laid", "threes.black_from_pile", "stock.last_red_three"),
        _order,
        about=(Draw,),
    ),
    Rule(
        "cards.count",
        "No card can be there more often than the packs hold it.",
        ("deck.packs", "deck.jokers", "melds.runs"),
        _conserved,
    ),
    kinds=lambda here: kinds_of(here.turn),
)
