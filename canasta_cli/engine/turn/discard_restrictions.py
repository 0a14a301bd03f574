"""Rules ``discard.*`` of cards that may not always be discarded: wild cards, certain ranks."""

from canasta_cli.engine.melds.canastas import has_canasta_of
from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, refusal
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.pile import pile_left
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import Discard
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import EmptyPile, RankDiscard, WildDiscard
from canasta_cli.words import listed

_ONCE_A_CANASTA = (RankDiscard.OWN, RankDiscard.BOTH)


def _barred(ruleset: Ruleset) -> list[Rank]:
    """List the ranks that may not be discarded on an empty pile, highest first."""
    return [
        rank for rank in reversed(ruleset.wild_ranks.natural) if not ruleset.ranks.empty_pile[rank]
    ]


def _discarded(play: Play) -> Rank | None:
    """The rank of the card discarded, if it is one card and known."""
    cards = tuple(play.discarded)
    return cards[0].rank if len(cards) == 1 else None


def _wild(play: Play, ruleset: Ruleset) -> Answer:
    rank = _discarded(play)
    if rank is None or rank not in ruleset.wild_ranks:
        return None
    only = ruleset.discard.wild is WildDiscard.ONLY_WILD
    wilds = ruleset.wild_ranks.count(play.left.cards)
    all_wild = play.left.unseen == 0 and wilds == play.left.cards.size
    # No source says what else a player could discard with only wild cards that can't be melded.
    if play.goes_out or (all_wild and (only or not play.placements)):
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "a wild card may be discarded only when going out"
        + (", or if you have no other cards" if only else ""),
        fix="discard another card",
    )


def _limited(rank: Rank, play: Play, ruleset: Ruleset) -> bool | Unknown:
    """True if a rank may not be discarded on an empty pile."""
    limit = ruleset.discard.empty_pile
    if not ruleset.ranks.empty_pile[rank]:
        return True
    if limit is EmptyPile.FREE or rank not in ruleset.wild_ranks.natural:
        return False
    theirs = play.view.their_melds
    if theirs is None:
        return Unknown(Fact.THEIR_MELDS)
    if has_canasta_of(rank, theirs, ruleset) or (
        isinstance(limit, int) and any(meld.rank is rank and meld.size >= limit for meld in theirs)
    ):
        return True
    own = play.melds or tuple(each.after for each in play.placements)
    if has_canasta_of(rank, own, ruleset):
        return True
    return False if play.melds is not None or play.opened is False else Unknown(Fact.MELDS)


def _empty_pile(play: Play, ruleset: Ruleset) -> Answer:
    rank, lies = _discarded(play), pile_left(play, ruleset).lies
    if play.goes_out or lies or rank is None or rank not in ruleset.wild_ranks.natural:
        return None
    limited = _limited(rank, play, ruleset)
    relieved = _relieved(rank, play, ruleset)
    if limited is False:
        return None
    if lies is None:
        return Unknown(Fact.PILE_SIZE)
    if isinstance(limited, Unknown):
        return limited
    if isinstance(relieved, Unknown):
        return relieved
    first = _before_dead_ranks(ruleset)
    return Finding(
        relieved,
        lambda: Reason(
            "you may discard {rank} on an empty pile, since you have nothing else"
            if relieved
            else "{rank} may not be discarded on an empty pile",
            {"rank": rank.one},
            fix=f"discard another card; {listed(each.many for each in first)} before dead ranks"
            if first and ruleset.discard.empty_pile_relief
            else "discard another card"
            + (
                ""
                if ruleset.discard.empty_pile_relief
                else "; if you have none, take back cards melded this turn"
            ),
        ),
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


def _canasta_first(play: Play, ruleset: Ruleset) -> Answer:
    rank = _discarded(play)
    if rank is None or ruleset.ranks.discard[rank] not in _ONCE_A_CANASTA:
        return None
    both = ruleset.ranks.discard[rank] is RankDiscard.BOTH
    own = None if play.melds is None else has_canasta_of(rank, play.melds, ruleset)
    theirs = play.view.their_melds
    other = True if not both else None if theirs is None else has_canasta_of(rank, theirs, ruleset)
    if own is None and play.opened is False:
        own = False
    if own is not False and other is not False and None in (own, other):
        return Unknown(Fact.MELDS if own is None else Fact.THEIR_MELDS)
    allowed = bool(own and other)
    only = play.left.unseen == 0 and all(card.rank is rank for card in play.left.cards)
    if not allowed and only and not play.goes_out:
        # No source says what else a player could discard with only such cards.
        return None
    return Finding(
        allowed,
        lambda: Reason(
            "{who} a canasta of {ranks}"
            if allowed
            else "{rank} may be discarded only once {who} a canasta of {ranks}",
            {
                "rank": rank.one,
                "ranks": rank.many,
                "who": "each side has" if both else "your side has",
            },
            fix=f"keep the {rank.many}, and discard another card",
        ),
    )


def _last(play: Play, ruleset: Ruleset) -> Answer:
    rank = _discarded(play)
    if rank is None or ruleset.ranks.last_discard[rank] or not play.goes_out:
        return None
    return refusal(
        "you may not go out by discarding {rank}",
        {"rank": rank.one},
        fix="keep another card to discard last",
    )


RESTRICTIONS = play_topic(
    Rule(
        "discard.wild",
        "In some games a wild card may be discarded only when going out, or from a hand of only "
        "wild cards.",
        (WILD, "discard.wild"),
        _wild,
        when=lambda rules: rules.discard.wild is not WildDiscard.FREE,
    ),
    Rule(
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
        _empty_pile,
        when=lambda rules: rules.discard.empty_pile is not EmptyPile.FREE or bool(_barred(rules)),
    ),
    Rule(
        "discard.canasta-first",
        "In some games cards of certain ranks may not be discarded before there is a canasta of "
        "the rank.",
        (WILD, "ranks.4-A,2.discard", "melds.canasta"),
        _canasta_first,
        when=lambda rules: any(
            rules.ranks.discard[rank] in _ONCE_A_CANASTA for rank in rules.wild_ranks.natural
        ),
    ),
    Rule(
        "discard.last",
        "In some games a player may not go out by discarding a card of certain ranks.",
        ("ranks.*.last_discard",),
        _last,
        when=lambda rules: not all(rules.ranks.last_discard.values()),
    ),
    about=(Discard,),
)
