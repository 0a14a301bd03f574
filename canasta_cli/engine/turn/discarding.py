"""Rules ``stock.*``, ``packet.*``, ``foot.*`` and ``discard.*``: how a turn begins, its order, and how it ends.

A turn is a draw or the pile, then melds, then one discard, which closes the turn and offers the next player
the pile. What varies is how many cards are drawn, what happens when the stock is empty, when a second hand
(the foot) is picked up, and which cards may not be discarded or stop the next player.

``judge`` asks them.
"""

from collections.abc import Iterable

from canasta_cli.engine.points import WILD, has_canasta_of, in_packs
from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Topic,
    Unknown,
    by_fact,
    finding,
    negated,
    refusal,
    rule,
    unknown_part,
)
from canasta_cli.engine.table import ExtraCards
from canasta_cli.engine.turn.case import CaseKind, Play, play_topic, wrong_order
from canasta_cli.engine.turn.laying import completed
from canasta_cli.engine.turn.taking import pile_after
from canasta_cli.engine.view import Drew, is_laid_out, kept
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import Discard, MeldDown, NoDiscard, Packet, Take, TakeBonus, TakeFoot
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    EmptyPile,
    FootWhen,
    LastRedThree,
    RankDiscard,
    StockEnd,
    WildDiscard,
)
from canasta_cli.words import count_of, listed

# Rules `stock.*`, `packet.*` and `foot.*`: cards that a hand gets; and the order of a turn.


@rule(
    "stock.draw",
    "A player always draws the same number of cards; threes that are laid out are replaced.",
    ("deal.draw", "threes.lay_black"),
    about=(CaseKind.NAMES_DRAWN,),
)
def _draw(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse more named cards than a draw gives; threes that are replaced don't count."""
    have = sum(len(kept(draw.cards, ruleset)) for draw in play.draws)
    return _too_many("a draw gives {needed:card}; this names {have}", ruleset.deal.draw, have)


@rule(
    "stock.short", "A draw gives no more cards than the stock has.", about=(CaseKind.NAMES_DRAWN,)
)
def _short(play: Play, ruleset: Ruleset) -> Answer:
    stock, have = play.view.stock, sum([len(draw.cards) for draw in play.draws])
    if stock is None:
        return None
    return _too_many("this draws {have:card}; the stock has {needed}", stock, have)


@rule(
    "packet.count",
    "The foot and the bonus cards each have a fixed number of cards; threes that are laid out "
    "are replaced.",
    ("deal.foot", "talon.cards", "threes.lay_black"),
    about=(TakeBonus, TakeFoot),
)
def _packet(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse more named cards than a foot or a bonus has; threes that are replaced don't count."""
    for clause in play.turn.clauses:
        if not isinstance(clause, Packet) or (isinstance(clause, TakeBonus) and names_unseen(play)):
            continue
        foot = isinstance(clause, TakeFoot)
        bonus = play.view.bonus
        size = ruleset.deal.foot if foot else None if bonus is None else bonus.size
        have = kept(clause.cards, ruleset)
        what = "a foot has {needed:card}" if foot else "you get {needed:bonus card}"
        if size is not None and (
            found := _too_many(f"{what}; this names {{have}}", size, len(have))
        ):
            return found
    return None


def names_unseen(play: Play) -> bool:
    """True if “bonus” can name cards that came to the hand unseen: under the pile, or for opening."""
    brought_extra = ExtraCards in map(type, play.table.applied)
    return brought_extra or bool(play.takes and play.view.buried)


@rule(
    "bonus.none",
    "Only some games give bonus cards for opening.",
    ("talon.cards",),
    when=lambda rules: rules.talon.cards is None,
    about=(TakeBonus,),
)
def _no_bonus(play: Play, ruleset: Ruleset) -> Answer:
    if names_unseen(play):
        return None
    return refusal("these rules have no bonus cards", fix="leave them out: draw discard 4")


def _too_many(says: str, brings: int, have: int) -> Answer:
    if have <= brings:
        return None
    return refusal(
        says,
        needed=brings,
        have=have,
        fix="name only drawn cards after “draw”, and threes that were replaced: draw 3R meld KKK discard 4",
    )


@rule(
    "stock.empty",
    "No card can be drawn from an empty stock.",
    ("stock.end",),
    about=(CaseKind.NO_STOCK,),
)
def _stock(play: Play, ruleset: Ruleset) -> Answer:
    return refusal(
        "you can't draw: the stock is empty",
        needed=1,
        have=0,
        fix="take the pile if you may; otherwise the hand is over: end stock",
    )


@rule(
    "stock.last-red-three",
    "A three that is drawn as the last card of the stock and laid out ends the hand.",
    ("stock.last_red_three", "threes.lay_black"),
    about=(CaseKind.LAST_THREE,),
)
def _last_red_three(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to play on after a three that is laid out as the last card of the stock."""
    named, stock = play.draws[0].cards, play.at_draw.stock
    allowed = ruleset.stock.last_red_three is LastRedThree.MELD
    plays_on = play.discard is not None or (bool(play.melded) and not allowed)
    if stock is None and plays_on and named and not kept(named, ruleset):
        return Unknown(Fact.STOCK)
    if not play.drew_last_three:
        return None
    (three, *_) = named
    if not plays_on:
        return finding(
            True,
            "the last card of the stock was {three}, so the hand ends with this turn",
            {"three": three.rank.one},
            notice=True,
        )
    return refusal(
        "the last card of the stock was {three}, so the hand is over"
        + (", except for melds" if allowed else ""),
        {"three": three.rank.one},
        fix=_with_the_last_three(ruleset.stock.last_red_three),
    )


def _with_the_last_three(last: LastRedThree) -> str:
    if last is LastRedThree.KEPT:
        return "keep the three and count the hand"
    melding = " after melding" if last is LastRedThree.MELD else ""
    return f"lay out the three and count the hand{melding}"


@rule(
    "stock.over",
    "In some games the hand is over after the turn that empties the stock.",
    ("stock.end",),
    when=lambda rules: rules.stock.end is StockEnd.TURN,
    about=(Take,),
)
def _over(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to take the pile after the stock is empty, if that ends the hand."""
    if play.view.stock != 0 or play.view.drew is Drew.STOCK:
        return None
    return refusal(
        "the stock is empty, so the hand is over",
        fix="count the hand: end stock",
    )


@rule(
    "turn.order",
    "In a turn you draw or take the pile, then meld, then discard one card.",
    about=(CaseKind.OUT_OF_ORDER,),
)
def _order(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse clauses out of order: first a draw or the pile, then melds, then one end."""
    wrong = wrong_order(play.shape.types)
    return refusal(wrong[0], fix=wrong[1]) if wrong else None


@rule(
    "foot.when",
    "A player picks up the foot when the hand is empty; in some games with the player's first "
    "canasta.",
    ("deal.foot", "deal.foot_when", "melds.canasta"),
    about=(TakeFoot,),
)
def _when(play: Play, ruleset: Ruleset) -> Answer:
    if ruleset.deal.foot is None:
        return refusal("these rules have no foot", fix="leave it out: draw meld KKK discard 4")
    if play.view.has_foot is None:
        return Unknown(Fact.FOOT)
    if not play.view.has_foot:
        return refusal(
            "you have already picked up your foot",
            fix="leave out “foot”: its cards are in your hand",
        )
    if ruleset.deal.foot_when is FootWhen.HAND:
        return _hand_used_up(play, ruleset)
    return _first_canasta(play, ruleset)


def _hand_used_up(play: Play, ruleset: Ruleset) -> Answer:
    have = Play(play.turn.until(TakeFoot), play.view, ruleset).left.size
    if have is None:
        return Unknown(Fact.HAND)
    return finding(
        not have,
        "your hand still has {cards}" if have else "your hand is empty",
        {"cards": count_of(have, "card")},
        needed=0,
        have=have,
        fix="meld these cards first, or discard the last one and pick up the foot in your next turn",
    )


def _first_canasta(play: Play, ruleset: Ruleset) -> Answer:
    before = Play(play.turn.until(TakeFoot), play.view, ruleset)
    made = completed(before, ruleset)
    if not made and before.unplaced:
        return unknown_part(Fact.MELDS, *before.unplaced)
    return finding(
        bool(made),
        "you have completed a canasta" if made else "you haven't completed a canasta yet",
        fix="complete a canasta, then pick up the foot",
    )


@rule(
    "foot.due",
    "If the foot comes with the first canasta, it is picked up at once.",
    (WILD, "deal.foot", "deal.foot_when", "melds.canasta"),
    when=lambda rules: rules.deal.foot_when is FootWhen.CANASTA,
    about=(MeldDown, Take),
)
def _due(play: Play, ruleset: Ruleset) -> Answer:
    # In a turn without an end, the foot can still come next.
    if not (play.whole or play.as_out) or CaseKind.UNFINISHED in play.key or play.takes_foot:
        return None
    if play.view.has_foot is False:
        return None
    if not completed(play, ruleset):
        return None
    if play.view.has_foot is None:
        return Unknown(Fact.FOOT)
    return refusal(
        "you pick up the foot with your first canasta, and this turn doesn't",
        fix="pick up the foot before you discard, and play on from it",
    )


DRAWING = play_topic(_draw, _stock, _short, _packet, _no_bonus, _over, _last_red_three, _order)
FEET = play_topic(_when, _due)


# Rules `discard.*`: how a turn ends, and with which card.


@rule(
    "discard.one",
    "A turn ends with one discard.",
    about=(CaseKind.DISCARDS_MANY,),
)
def _one(play: Play, ruleset: Ruleset) -> Answer:
    have = play.discarded.size
    return refusal(
        "this discards {have:card}; a turn ends with one discard",
        needed=1,
        have=have,
        fix="discard one of them",
    )


@rule(
    "discard.down",
    "A card may be discarded face down only when going out.",
    about=(CaseKind.FACE_DOWN,),
)
def _down(play: Play, ruleset: Ruleset) -> Answer:
    if play.goes_out:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "a card may be discarded face down only when going out",
        fix="name the card: discard 4",
    )


@rule("discard.red-threes", "A red three may not be discarded.", about=(Rank.RED_THREE,))
def red_threes(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse it, whatever else is so."""
    return refusal(
        "a red three may not be discarded",
        fix="lay it out, and discard another card",
    )


@rule(
    "discard.wild-on-wild",
    "In some games a wild card may not be discarded on a wild card.",
    (WILD, "discard.wild_on_wild", "pile.take"),
    when=lambda rules: not rules.discard.wild_on_wild,
    about=(Discard,),
)
def _wild_on_wild(play: Play, ruleset: Ruleset) -> Answer:
    if not ruleset.wild_ranks.count(play.discarded):
        return None
    left = pile_after(play, ruleset)
    top = left.top
    if left.size == 0:
        return None
    if top is None:
        return Unknown(Fact.PILE if play.took_pile else Fact.TOP)
    wild = top.rank in ruleset.wild_ranks
    return finding(
        not wild,
        "a wild card may " + ("not " if wild else "") + "be discarded on {top}",
        {"top": top.rank.one},
        fix="discard a natural card or a black three",
    )


_UNTIMELY = (RankDiscard.NEVER, RankDiscard.LATER)


@rule(
    "discard.ranks",
    "In some games cards of certain ranks may not be discarded, or not in the first round of "
    "turns.",
    ("ranks.4-A,2,W.discard",),
    when=lambda rules: any(
        rules.ranks.discard[rank] in _UNTIMELY for rank in Rank if not rank.three
    ),
    about=(Discard,),
)
def _ranks(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a rank that may never be discarded, or not yet; black threes have a rule of their own."""
    when = ruleset.ranks.discard
    ranks = (rank for rank in play.discarded.by_rank() if rank is not Rank.BLACK_THREE)
    rank = next((rank for rank in ranks if when[rank] in _UNTIMELY), None)
    if rank is None:
        return None
    later, first = when[rank] is RankDiscard.LATER, play.view.first_turn
    if later and first is None:
        return Unknown(Fact.FIRST_TURN)
    refused = bool(first) or not later
    return finding(
        not refused,
        "{rank} may "
        + ("not " if refused else "")
        + "be discarded"
        + (f" {'in' if first else 'after'} the first round of turns" if later else ""),
        {"rank": rank.one},
        fix="discard another card",
    )


def _black_threes_stay(ruleset: Ruleset) -> bool:
    """True if black threes are laid out, or if discarding them is restricted."""
    free = ruleset.ranks.discard[Rank.BLACK_THREE] is RankDiscard.FREE
    return not free or is_laid_out(Rank.BLACK_THREE, ruleset)


@rule(
    "discard.black-threes",
    "In some games a black three may not be discarded, or not in the first round of turns.",
    ("ranks.3B.discard", "threes.lay_black"),
    when=_black_threes_stay,
    about=(Rank.BLACK_THREE,),
)
def _black_threes(play: Play, ruleset: Ruleset) -> Answer:
    laid = is_laid_out(Rank.BLACK_THREE, ruleset)
    if laid or ruleset.ranks.discard[Rank.BLACK_THREE] is RankDiscard.NEVER:
        return refusal(
            "a black three is laid out, never discarded"
            if laid
            else "a black three may not be discarded in this game",
            fix=f"{'lay it out' if laid else 'keep it'}, and discard another card",
        )
    return by_fact(
        negated(play.view.first_turn),
        Fact.FIRST_TURN,
        "the first round of turns is over",
        "a black three may not be discarded in the first round of turns",
        fix="discard another card",
    )


@rule(
    "discard.missing",
    "A turn may end without a discard only when going out.",
    ("discard.final",),
    about=(NoDiscard,),
)
def _missing(play: Play, ruleset: Ruleset) -> Answer:
    says = "a turn may end without a discard only when going out"
    fix = "discard one card"
    if play.left.size == 1:
        fix = "meld fewer cards, so that two are left: one to discard and one to hold"
    return by_fact(play.goes_out, Fact.HAND, says, says, fix)


_ONCE_A_CANASTA = (RankDiscard.OWN, RankDiscard.BOTH)


def _barred(ruleset: Ruleset) -> list[Rank]:
    """List the ranks that may not be discarded on an empty pile, highest first."""
    return [
        rank for rank in reversed(ruleset.wild_ranks.natural) if not ruleset.ranks.empty_pile[rank]
    ]


@rule(
    "discard.wild",
    "In some games a wild card may be discarded only when going out, or from a hand of only "
    "wild cards.",
    (WILD, "discard.wild", "deck.packs", "deck.jokers"),
    when=lambda rules: rules.discard.wild is not WildDiscard.FREE,
)
def _wild(play: Play, ruleset: Ruleset) -> Answer:
    if play.rank_discarded not in ruleset.wild_ranks.wild:
        return None
    only = ruleset.discard.wild is WildDiscard.ONLY_WILD
    # No source says what else a player could discard with only wild cards that can't be melded.
    asked = only or not play.placements
    no_others = asked and _keeps_only(ruleset.wild_ranks.wild, play, ruleset)
    if play.goes_out or no_others:
        return None
    if play.goes_out is None or no_others is None:
        return Unknown(Fact.HAND)
    return refusal(
        "a wild card may be discarded only when going out"
        + (", or if you have no other cards" if only else ""),
        fix="discard another card",
    )


def _keeps_only(ranks: Iterable[Rank], play: Play, ruleset: Ruleset) -> bool | None:
    """True if the hand has no cards of other ranks after the discard; ``None`` if that is unknown.

    One of the cards of these ranks is discarded, so that the hand can't have all of them.
    """
    left = play.left
    if sum(map(left.of, ranks)) < left.cards.size:
        return False
    every = sum(in_packs(rank, ruleset) for rank in ranks)
    return True if left.unseen == 0 else None if left.at_least < every else False


def _limited(rank: Rank, play: Play, ruleset: Ruleset) -> bool | Unknown:
    """True if a natural rank may not be discarded on an empty pile."""
    limit = ruleset.discard.empty_pile
    if not ruleset.ranks.empty_pile[rank]:
        return True
    if limit is EmptyPile.FREE:
        return False
    theirs = play.view.their_melds_of(rank)
    if theirs is None:
        return unknown_part(Fact.THEIR_MELDS, rank)
    if has_canasta_of(rank, theirs, ruleset) or (
        isinstance(limit, int) and any(meld.rank is rank and meld.size >= limit for meld in theirs)
    ):
        return True
    own = play.has_canasta_of(rank)
    return unknown_part(Fact.MELDS, rank) if own is None else own


@rule(
    "discard.empty-pile",
    "In some games certain cards may not be discarded on an empty pile: at the beginning of a "
    "hand, and after the pile has been taken.",
    (
        WILD,
        "discard.empty_pile",
        "ranks.4-A,2.empty_pile",
        "discard.empty_pile_relief",
        "melds.canasta",
        "pile.take",
    ),
    when=lambda rules: rules.discard.empty_pile is not EmptyPile.FREE or bool(_barred(rules)),
)
def _empty_pile(play: Play, ruleset: Ruleset) -> Answer:
    rank, exists = play.rank_discarded, pile_after(play, ruleset).exists
    if play.goes_out or exists or rank not in ruleset.wild_ranks.natural:
        return None
    limited = _limited(rank, play, ruleset)
    relieved = _relieved(rank, play, ruleset)
    if limited is False:
        return None
    unknown = [Unknown(Fact.PILE_SIZE)] if exists is None else []
    unknown += [each for each in (limited, relieved) if isinstance(each, Unknown)]
    if play.goes_out is None and not relieved:
        unknown.append(Unknown(Fact.HAND))
    if unknown or isinstance(relieved, Unknown):
        return unknown[0]
    relief = ruleset.discard.empty_pile_relief
    first = _before_dead_ranks(ruleset) if relief else []
    return finding(
        relieved,
        "you may discard {rank} on an empty pile, since you have nothing else"
        if relieved
        else "{rank} may not be discarded on an empty pile",
        {"rank": rank.one},
        fix="discard another card"
        + ("" if relief else "; if you have none, take back cards melded this turn")
        + (f"; {listed(each.many for each in first)} before dead ranks" if first else ""),
    )


def _before_dead_ranks(ruleset: Ruleset) -> list[Rank]:
    """List the ranks that a player who has nothing else discards before dead ranks."""
    return _barred(ruleset) if ruleset.discard.empty_pile is EmptyPile.DEAD else []


def _relieved(rank: Rank, play: Play, ruleset: Ruleset) -> bool | Unknown:
    """True if the hand has no other natural card that must be discarded first.

    Ranks that are barred themselves (sevens and aces, for example) go before dead ranks.
    """
    if not ruleset.discard.empty_pile_relief:
        return False
    first = _before_dead_ranks(ruleset)
    if rank not in first and any(play.left.of(each) for each in first):
        return False
    natural = [each for each in play.left.cards.by_rank() if each in ruleset.wild_ranks.natural]
    others = [_limited(each, play, ruleset) for each in natural]
    if False in others:
        return False
    unknown = next((each for each in others if isinstance(each, Unknown)), None)
    return unknown or (Unknown(Fact.HAND) if play.left.unseen != 0 else True)


@rule(
    "discard.canasta-first",
    "In some games cards of certain ranks may not be discarded before there is a canasta of "
    "the rank.",
    (WILD, "ranks.4-A,2.discard", "melds.canasta", "deck.packs", "deck.jokers"),
    when=lambda rules: any(
        rules.ranks.discard[rank] in _ONCE_A_CANASTA for rank in rules.wild_ranks.natural
    ),
)
def _canasta_first(play: Play, ruleset: Ruleset) -> Answer:
    rank = play.rank_discarded
    if rank is None or ruleset.ranks.discard[rank] not in _ONCE_A_CANASTA:
        return None
    both = ruleset.ranks.discard[rank] is RankDiscard.BOTH
    own, theirs = play.has_canasta_of(rank), play.view.their_melds_of(rank)
    other = True if not both else None if theirs is None else has_canasta_of(rank, theirs, ruleset)
    if own is not False and other is not False and None in (own, other):
        return unknown_part(Fact.MELDS if own is None else Fact.THEIR_MELDS, rank)
    allowed = bool(own and other)
    no_others = not (allowed or play.goes_out) and _keeps_only((rank,), play, ruleset)
    if no_others is not False:
        # No source says what else a player could discard with only such cards.
        return None if no_others else Unknown(Fact.HAND)
    if not allowed and play.goes_out is None:
        return Unknown(Fact.HAND)
    return finding(
        allowed,
        "{who} a canasta of {ranks}"
        if allowed
        else "{rank} may be discarded only once {who} a canasta of {ranks}",
        {
            "rank": rank.one,
            "ranks": rank.many,
            "who": "each side has" if both else "your side has",
        },
        fix=f"keep the {rank.many}, and discard another card",
        rests_on=(f"ranks.{rank.value}.discard",),
    )


@rule(
    "discard.last",
    "In some games a player may not go out by discarding a card of certain ranks.",
    ("ranks.*.last_discard",),
    when=lambda rules: not all(rules.ranks.last_discard.values()),
)
def _last(play: Play, ruleset: Ruleset) -> Answer:
    rank = play.rank_discarded
    if rank is None or ruleset.ranks.last_discard[rank] or play.goes_out is False:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "you may not go out by discarding {rank}",
        {"rank": rank.one},
        fix="keep another card to discard last",
    )


@rule("discard.card", "Any other card may be discarded.", (WILD, "discard.wild"), about=(Discard,))
def _card(play: Play, ruleset: Ruleset) -> Answer:
    """Allow a discard that no other rule is about."""
    rank = play.rank_discarded
    if rank is None:
        return None
    wild, own = ("discard.wild",), (f"ranks.{rank.value}.discard",)
    reads, others = (wild, (WILD,)) if rank in ruleset.wild_ranks.wild else (own, (WILD, *wild))
    says = "{rank} may be discarded"
    return finding(True, says, {"rank": rank.one}, rests_on=reads, unread=others)


_RESTRICTIONS = play_topic(_wild, _empty_pile, _canasta_first, _last, about=(Discard,))
DISCARDING: Topic[Play] = play_topic(
    _one, _down, red_threes, _black_threes, _ranks, _wild_on_wild, _missing, *_RESTRICTIONS
)
OTHER_DISCARDS: Topic[Play] = play_topic(_card)
"""What allows a discard that no other rule is about."""
