"""Rules ``hand.*``: you play cards that you have, and keep one if your side can't go out."""

from collections import Counter
from collections.abc import Mapping

from canasta_cli.engine.canastas import lacking
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, judge, refusal
from canasta_cli.engine.turn.bonus_cards import TALON, bonus_cards
from canasta_cli.engine.turn.canastas_needed import GOING_OUT, GoingOut
from canasta_cli.engine.turn.case import Kind, Play, bonus_due, play_topic
from canasta_cli.engine.view import Stage, under_top
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.turn import Discard, Draw, MeldDown, Packet, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of, listed


def _named(cards: Mapping[Rank, int]) -> str:
    return listed(
        rank.one if count == 1 else f"{count} {rank.many}" for rank, count in cards.items()
    )


def _missing(play: Play, ruleset: Ruleset) -> Mapping[Rank, int]:
    """Count the cards played that the hand can't have, over all stages of the turn."""
    missing: Mapping[Rank, int] = {}
    for stage in play.stages:
        lacking_now = _lacks(stage)
        missing = Counter(missing) + Counter(lacking_now) if lacking_now else missing
    return missing


def _lacks(stage: Stage) -> Mapping[Rank, int]:
    return stage.held.lacks(stage.played)


def _holds(play: Play, ruleset: Ruleset) -> Answer:
    if any(stage.held.unseen for stage in play.stages) and (short := _too_few(play, ruleset)):
        return short
    missing = _missing(play, ruleset)
    if not missing:
        return None
    says, needed = "your hand doesn't have {missing}", sum(missing.values())
    (rank, *others), have = missing, 0
    if not others and not any(stage.held.unseen for stage in play.stages):
        needed = sum([stage.played.of(rank) for stage in play.stages if _lacks(stage)])
        have = needed - missing[rank]
        says = (
            f"your hand has {count_of(have, rank.noun, rank.many)}, not {needed}" if have else says
        )
    return refusal(
        says,
        {"missing": _named(missing)},
        have=have,
        needed=needed,
        fix="play cards that you have, or correct the hand or the earlier turns",
    )


def _too_few(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to play more cards than the hand has, whatever they are."""
    for stage in play.stages:
        have, needed = stage.held.size, len(stage.played)
        if have is not None and needed > have:
            return refusal(
                "this plays {needed:card} from a hand of {have}",
                needed=needed,
                have=have,
                fix="add “foot” where you pick it up: meld KKK foot meld 555 discard 4"
                if play.foot
                else "play fewer cards, or correct the hand or the earlier turns",
            )
    return None


def may_go_out(play: Play, ruleset: Ruleset) -> bool | None:
    """True if the side meets the needs for going out after the play; ``None`` if unknown."""
    return judge(as_going_out(play, ruleset), GOING_OUT, ruleset).legal


def as_going_out(play: Play, ruleset: Ruleset) -> GoingOut:
    """Build the case of the side going out with this play, from its melds or number of canastas."""
    missing, given = lacking(ruleset.out.needs, play.canastas), play.view.canastas
    have, enough = sum(play.canastas.values()), None if missing and play.melds_missing else False
    if play.melds is None and given is not None:
        # Without the melds on the table, the canastas that are found are new ones.
        have += given
        if not any(need.of for need in ruleset.out.needs):
            enough = have >= ruleset.out.needs[0].number
    return GoingOut(have, enough if missing else True, play.view.red_threes, missing)


def _bonus_given(ruleset: Ruleset) -> bool:
    """True if opening brings bonus cards."""
    return ruleset.talon.first is not None


def _keep(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to meld without keeping a card to discard and another, if the side can't go out."""
    if _bonus_given(ruleset) and play.placements and play.opened is not True:
        return None
    return _kept(play, ruleset, 1 if play.ended else 2)


def _keep_opening(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse the same to a player who opens, in games where bonus cards follow the turn."""
    if not play.placements or play.opened is True:
        return None
    needed = 1 if play.ended else 2
    lax = _kept(play, ruleset, needed - bool(play.bonus))
    if isinstance(play.bonus, Fact) and lax is None and _kept(play, ruleset, needed):
        return Unknown(play.bonus)
    return lax


def _bonus_cards(play: Play, ruleset: Ruleset) -> Answer:
    """Mention bonus cards that are certain to come; never refuse anything."""
    due = bonus_due(play)
    if play.goes_out or due is not True:
        return None
    return Finding(
        True,
        lambda: Reason(
            "you draw {cards} after your discard",
            {"cards": bonus_cards(play.view, ruleset)},
        ),
    )


def _kept(play: Play, ruleset: Ruleset, needed: int) -> Answer:
    if play.as_out or play.foot or not (play.placements or play.discard):
        return None
    have = play.left.size
    if play.left.at_least >= needed:
        return None
    may = may_go_out(play, ruleset)
    if may:
        return None
    if have is None or may is None:
        canastas = Fact.RED_THREES if as_going_out(play, ruleset).enough else Fact.MELDS
        return Unknown(Fact.HAND if have is None else canastas)
    if play.foot is None:
        return Unknown(Fact.FOOT)
    says = "you would have {cards} left; you need one to discard and one to keep, since"
    if have == 0:
        says = (
            f"you would have no card left {'after discarding' if play.ended else 'to discard'}, and"
        )
    return refusal(
        says + " your side can't go out yet",
        {"cards": count_of(have, "card")},
        needed=needed,
        have=have,
        fix="keep more cards, or complete the canastas you need to go out",
    )


def _held_in_suit(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a card in a suit that the hand doesn't have, if the whole hand is given."""
    view, take, slack = play.view, play.take, play.hand.unseen
    if view.hand is None or slack is None:
        return None
    if take is not None and take.whole and view.known_pile is None:
        return None
    held = _held(play, view.hand, ruleset)
    for card, number in _played(play).items():
        suited = held[card]
        if card.suit is not None and number > suited + held[Card(card.rank)] + slack:
            return refusal(
                "your hand doesn't have {card}"
                if not suited
                else "this plays {needed} × {card}; your hand has {have}",
                {"card": Cards((card,))},
                needed=number,
                have=suited,
                fix="play cards that you have, or correct the hand or the earlier turns",
            )
    return None


def _held(play: Play, hand: Cards, ruleset: Ruleset) -> Counter[Card]:
    """The hand with the cards drawn and those of the pile, except the top card that is melded."""
    cards = Counter(hand)
    if play.take is not None:
        cards.update(under_top(play.take, play.view, ruleset))
    # A known stock decides what comes, also if only a three of it is named.
    stock, rest = play.at_draw.order, play.then.order
    if stock is not None and rest is not None:
        cards.update(stock[: len(stock) - len(rest)])
    for clause in play.turn.clauses:
        if isinstance(clause, Packet) or (isinstance(clause, Draw) and stock is None):
            cards.update(clause.cards)
    return cards


def _played(play: Play) -> Counter[Card]:
    cards = Counter(play.take.shown if play.take else ())
    for lay in play.melded:
        cards.update(lay.cards)
    for clause in play.turn.clauses:
        if isinstance(clause, Discard):
            cards.update(clause.cards)
    return cards


HOLDS = Rule(
    "hand.holds",
    "A player can play only cards in their hand.",
    (),
    _holds,
    about=(Kind.UNSEEN,),
)
HOLDING = play_topic(
    HOLDS,
    Rule(
        "hand.suits",
        "In games with sequences, a card is played in the suit in which it is held.",
        ("melds.runs", "pile.take"),
        _held_in_suit,
        when=lambda rules: rules.melds.runs,
        about=(Kind.UNSEEN,),
    ),
    Rule(
        "hand.keep",
        "A player whose side can't go out keeps at least one card after the discard; a player "
        "who still has a foot may play the last card.",
        ("out.needs", "out.red_threes", "opening.extra_cards", "deal.foot", "talon.cards"),
        _keep,
        about=(Kind.KEEPS_FEW,),
    ),
    Rule(
        "hand.keep-opening",
        "If opening brings bonus cards, the player who opens may keep one card fewer.",
        ("out.needs", "out.red_threes", *TALON, "talon.spares_card"),
        _keep_opening,
        when=_bonus_given,
        about=(MeldDown, Take),
    ),
    Rule(
        "opening.bonus-cards",
        "In some games the player who opens draws bonus cards after the discard.",
        TALON,
        _bonus_cards,
        when=_bonus_given,
        about=(MeldDown, Take),
    ),
)
