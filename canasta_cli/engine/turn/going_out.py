"""Rules ``hand.*``, ``out.*`` and ``special.*``: the cards a player must keep, and the ways to go out.

A player goes out by getting rid of all cards, which ends the hand; the side must have the canastas that
the game asks for. A player whose side can't go out yet keeps a card after the discard.
What varies is the canastas, whether a last discard is needed, whether the partner is asked first and
binds with the answer, and special hands that go out without a meld.

The canastas and red threes that a side needs are rules of ``engine/melds.py``; ``as_going_out`` makes
their case of a play. ``judge`` asks these rules; recorded hands ask who went out, and how.
"""

from collections import Counter
from collections.abc import Mapping

from canasta_cli.engine.melds import RULES_OF_GOING_OUT, GoingOut, meld_is_legal
from canasta_cli.engine.points import WILD, grade, lacking, open_melds
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Elsewhere,
    Fact,
    Unknown,
    by_fact,
    finding,
    judge,
    negated,
    refusal,
    rule,
    unknown_part,
)
from canasta_cli.engine.turn.case import (
    TALON,
    CaseKind,
    Play,
    bonus_cards,
    bonus_due,
    foot_after_hand,
    play_topic,
)
from canasta_cli.engine.view import alone, under_top
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Meld, Rank, WildRanks
from canasta_cli.model.turn import Ask, Discard, Draw, Join, MeldDown, Packet, ShowSpecial, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Asking, AskWhen, ConcealedLayOff, FinalDiscard, SpecialHand
from canasta_cli.words import count_of, listed

# Rules `hand.*`: you play cards that you have, and keep one if your side can't go out.


def _named(cards: Mapping[Rank, int]) -> str:
    return listed(
        rank.one if count == 1 else f"{count} {rank.many}" for rank, count in cards.items()
    )


@rule("hand.holds", "A player can play only cards in their hand.", about=(CaseKind.UNSEEN,))
def holds(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse cards that the hand can't have, and more cards than it has."""
    if any(stage.held.unseen for stage in play.stages) and (short := _too_few(play, ruleset)):
        return short
    missing = sum([Counter(stage.lacks) for stage in play.stages], Counter[Rank]())
    if not missing:
        return None
    says, needed = "your hand doesn't have {missing}", sum(missing.values())
    (rank, *others), have = missing, 0
    if any(stage.held.unseen for stage in play.stages if stage.lacks):
        # Unknown cards can be some of them.
        says = f"your hand can't have {'all of ' if others else ''}{{missing}}"
    elif not others and not any(stage.held.unseen for stage in play.stages):
        needed = sum([stage.played.of(rank) for stage in play.stages if stage.lacks])
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
    return judge(as_going_out(play, ruleset), RULES_OF_GOING_OUT, ruleset).legal


def as_going_out(play: Play, ruleset: Ruleset) -> GoingOut:
    """Build the case of the side going out with this play, from its melds or number of canastas."""
    missing, given = lacking(ruleset.out.needs, play.canastas), play.view.canastas
    unknown = play.melds_missing and play.view.more is None
    have, enough = sum(play.canastas.values()), None if missing and unknown else False
    if unknown and given is not None:
        # Without the melds on the table, only the canastas that are completed are new ones.
        have += given - play.had_canastas
        if not any(need.of for need in ruleset.out.needs):
            open_still = None if play.unplaced else False
            enough = have >= ruleset.out.needs[0].number or open_still
    return GoingOut(have, enough if missing else True, play.view.red_threes, missing)


def _bonus_given(ruleset: Ruleset) -> bool:
    """True if opening brings bonus cards."""
    return ruleset.talon.cards is not None


@rule(
    "hand.keep",
    "A player whose side can't go out keeps at least one card after the discard; a player "
    "who still has a foot may play the last card.",
    (
        "out.needs",
        "out.red_threes",
        "opening.extra_cards",
        "deal.foot",
        "talon.cards",
        "discard.final",
    ),
    about=(CaseKind.KEEPS_FEW,),
)
def keep(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to meld without keeping a card to discard and another, if the side can't go out."""
    if _bonus_given(ruleset) and play.placements and play.opened is not True:
        return None
    return _kept(play, ruleset, 1 if play.ended else 2)


@rule(
    "hand.keep-opening",
    "If opening brings bonus cards, the player who opens may keep one card fewer.",
    ("out.needs", "out.red_threes", *TALON, "talon.spares_card"),
    when=_bonus_given,
    about=(MeldDown, Take),
)
def keep_opening(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse the same to a player who opens, in games where bonus cards follow the turn."""
    if not play.placements or play.opened is True:
        return None
    needed = 1 if play.ended else 2
    lax = _kept(play, ruleset, needed - bool(play.bonus))
    if isinstance(play.bonus, Fact) and lax is None and _kept(play, ruleset, needed):
        return Unknown(play.bonus)
    return lax


@rule(
    "opening.bonus-cards",
    "In some games the player who opens draws bonus cards after the discard.",
    TALON,
    when=_bonus_given,
    about=(MeldDown, Take),
)
def _bonus_cards(play: Play, ruleset: Ruleset) -> Answer:
    """Mention bonus cards that are certain to come; never refuse anything."""
    due = bonus_due(play)
    if play.goes_out or due is not True:
        return None
    return finding(
        True,
        "you draw {cards} after your discard",
        {"cards": bonus_cards(play.view, ruleset)},
    )


def _kept(play: Play, ruleset: Ruleset, needed: int) -> Answer:
    if play.as_out or play.foot or not (play.placements or play.discard):
        return None
    have = play.left.size
    if play.left.at_least >= needed:
        return None
    may = may_go_out(play, ruleset)
    if may:
        uses_up = have is None and play.left.at_least == 0 and not play.ended
        no_discard = uses_up and ruleset.discard.final in (
            FinalDiscard.REQUIRED,
            FinalDiscard.FACE_DOWN,
        )
        return Unknown(Fact.HAND) if no_discard else None
    if have is None or may is None or play.foot is None:
        return _missing_to_keep(play, ruleset)
    says = (
        "you would have {cards} left; you need one to discard and one to keep, since your side can't "
        "go out yet"
    )
    if have == 0 and play.ended:
        says = "you would have no card left after discarding, and your side can't go out yet"
    elif have == 0:
        says = "you would have no card left to discard, and your side can't go out yet"
    return refusal(
        says,
        {"cards": count_of(have, "card")},
        needed=needed,
        have=have,
        fix="keep more cards, or complete the canastas you need to go out",
    )


def _missing_to_keep(play: Play, ruleset: Ruleset) -> Unknown:
    """Return what decides if a player must keep a card: the hand, what the side needs, or a foot."""
    if play.left.size is None:
        return Unknown(Fact.HAND)
    going_out = as_going_out(play, ruleset)
    if judge(going_out, RULES_OF_GOING_OUT, ruleset).legal is None:
        canastas = unknown_part(Fact.MELDS, Elsewhere.CANASTAS)
        return Unknown(Fact.RED_THREES) if going_out.enough else canastas
    return Unknown(Fact.FOOT)


@rule(
    "hand.suits",
    "In games with sequences, a card is played in the suit in which it is held.",
    ("melds.runs", "pile.take"),
    when=lambda rules: rules.melds.runs,
    about=(CaseKind.UNSEEN,),
)
def _held_in_suit(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a card in a suit that the hand doesn't have, if the whole hand is given."""
    view, take, slack = play.view, play.take, play.hand.unseen
    if view.hand is None or slack is None:
        return None
    if take.whole and view.known_pile is None:
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
    cards.update(under_top(play.take, play.view, ruleset))
    # A known stock decides what comes, also if only a three of it is named.
    stock, rest = play.at_draw.order, play.table.order
    if stock is not None and rest is not None:
        cards.update(Cards(stock) - Cards(rest))
    for clause in play.turn.clauses:
        if isinstance(clause, Packet) or (isinstance(clause, Draw) and stock is None):
            cards.update(clause.cards)
    return cards


def _played(play: Play) -> Counter[Card]:
    cards = Counter(play.take.shown)
    for lay in play.melded:
        cards.update(lay.cards)
    for clause in play.turn.clauses:
        if isinstance(clause, Discard):
            cards.update(clause.cards)
    return cards


HOLDING = play_topic(holds, _held_in_suit, keep, keep_opening, _bonus_cards)


# Rules `out.*`: melding the whole hand, the partner's answer, and what counts as concealed.

# By whether the turn ends with a discard.
_ALL_GONE = {
    False: "you melded the whole hand",
    True: "you melded all cards but one and discarded it",
}


@rule(
    "out.whole-hand",
    "A player who goes out melds the whole hand, or all but one card and discards that.",
    about=(CaseKind.GIVEN_AS_OUT,),
)
def whole_hand(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to keep cards when going out; unknown if the size of the hand is.

    If only a special hand is given, its cards are assumed to be all.
    """
    have = play.left.size
    if have is None and not play.left.at_least:
        return None if ShowSpecial in play.kinds and not play.whole else Unknown(Fact.HAND)
    if have is None:
        have = play.left.at_least
    if play.foot and have == 0:
        return None
    return finding(
        have == 0,
        _ALL_GONE[play.discard is not None] if have == 0 else "you would have {cards} left",
        {"cards": count_of(have, "card")},
        needed=0,
        have=have,
        fix="meld every card, or all but one and discard that",
    )


@rule(
    "out.discard",
    "In some games going out needs a discard; in others every card must be melded.",
    ("discard.final",),
    when=lambda rules: rules.discard.final is not FinalDiscard.OPTIONAL,
)
def final_discard(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to go out without a discard, or with one, as the game says."""
    if ruleset.discard.final is FinalDiscard.NEVER:
        if play.discard is None:
            return None
        return refusal(
            "you may not discard when going out: every card must be melded",
            fix="meld the last card too, or keep two",
        )
    over = play.as_out or play.ended or play.left.size == 0
    if play.discard is not None or not over:
        return None
    return refusal(
        "going out needs a discard",
        fix="keep one card to discard",
    )


@rule(
    "out.finished",
    "In some games a side may not go out while certain melds are unfinished.",
    ("out.finished", "melds.canasta"),
    when=lambda rules: bool(rules.out.finished),
)
def finished(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to go out with unfinished melds that the game wants finished."""
    found = open_melds((*play.known_melds, *(play.view.unfinished or ())), ruleset)
    if not found and play.melds_missing and play.view.unfinished is None:
        return unknown_part(Fact.MELDS, Elsewhere.UNFINISHED)
    return finding(
        not found,
        "{meld} is unfinished; you may not go out until it is a canasta"
        if found
        else "no meld is unfinished that must be a canasta",
        {"meld": found[0] if found else ""},
        needed=ruleset.melds.canasta,
        have=found[0].size if found else ruleset.melds.canasta,
        fix="finish it first, and keep a card until then",
    )


@rule(
    "out.foot",
    "A player who has a foot picks it up and plays it before going out.",
    ("deal.foot", "deal.foot_when"),
    when=foot_after_hand,
    about=(CaseKind.GIVEN_AS_OUT,),
)
def _foot(play: Play, ruleset: Ruleset) -> Answer:
    if play.foot is False:
        return None
    if play.foot is None:
        return Unknown(Fact.FOOT)
    return refusal(
        "you have a foot to pick up first",
        fix="pick up the foot and play on",
    )


@rule(
    "out.partner-foot",
    "In some games a side may go out only when both partners have played from the foot.",
    ("out.partner_foot",),
    when=lambda rules: rules.out.partner_foot and rules.deal.foot is not None,
)
def _partner_foot(play: Play, ruleset: Ruleset) -> Answer:
    return by_fact(
        negated(play.view.partner_foot),
        Fact.PARTNER_FOOT,
        "your partner has played from the foot",
        "your partner hasn't played from the foot yet",
        fix="keep a card until your partner has picked up the foot and played from it",
    )


@rule("out.asked", "If your partner says no, you can't go out this turn.", ("out.asking",))
def _asked(play: Play, ruleset: Ruleset) -> Answer:
    if play.asked is None:
        return None
    return by_fact(
        play.asked,
        Fact.ASKED,
        "your partner said yes",
        "your partner said no, so you may not go out this turn",
        fix="keep a card, and go out in a later turn",
    )


@rule(
    "out.must",
    "If your partner says yes, you must go out this turn.",
    ("out.asking",),
    about=(CaseKind.ASKED,),
)
def _must(play: Play, ruleset: Ruleset) -> Answer:
    if not play.asked or not play.ended or play.goes_out:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "your partner said yes, so you must go out this turn",
        fix="go out; for the penalty if you can't, see",
        do=Do(Act.SEE_PENALTIES),
    )


@rule(
    "out.asking",
    "A player may ask the partner “may I go out?” only when the rules allow it.",
    ("out.asking", "out.ask_when"),
    about=(Ask, CaseKind.GOES_OUT),
)
def _asking(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a question that may not be asked, or not at this moment; ask for one that must be."""
    places = [at for at, each in enumerate(play.turn.clauses) if isinstance(each, Ask)]
    if not places:
        if ruleset.out.asking is Asking.REQUIRED and play.goes_out and play.asked is None:
            return Unknown(Fact.ASKED)
        return None
    if ruleset.out.asking is Asking.NONE:
        return refusal("you have no partner to ask", fix="go out without asking")
    if ruleset.out.asking is Asking.ONCE and (play.view.asked_before or len(places) > 1):
        return refusal(
            "you have already asked in this hand, and may ask only once",
            fix="go out, or play on, without asking",
        )
    clauses = play.turn.clauses
    melded = any(isinstance(each, MeldDown | Join) for each in clauses[: places[-1]])
    begun = not play.whole or any(isinstance(each, Draw | Take) for each in clauses[: places[0]])
    early = ruleset.out.ask_when is AskWhen.AFTER and not begun
    if not melded and not early:
        return None
    return refusal(
        "you must ask before melding"
        if melded
        else "you must ask after drawing or taking the pile, not before",
        fix="ask right after taking the pile, before other melds"
        if play.takes
        else "ask right after the draw, before melding",
    )


def fresh(play: Play, ruleset: Ruleset) -> bool | None:
    """True if the player had melded nothing in this hand before this turn."""
    view = play.view
    if play.opened is False or view.first_turn:
        return True
    if view.fresh is not None:
        return view.fresh
    if alone(ruleset):
        return negated(play.opened)
    if view.melds is not None and view.partner_melds is not None:
        return view.melds == view.partner_melds
    return None


def concealed(play: Play, ruleset: Ruleset) -> bool | None:
    """True if this way of going out is concealed; ``None`` if that is unknown."""
    if play.took_pile and not ruleset.out.concealed_pile:
        return False
    own = tuple(Meld(each.added, each.after.wild_ranks) for each in play.placements)
    added_to = any(each.before is not None for each in play.placements)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.SPOILS:
        return False
    stand = all(meld_is_legal(meld, ruleset, going_out=True) for meld in own)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.FORGIVEN and not stand:
        return False
    if not any(grade(meld, ruleset) for meld in own):
        return False
    return fresh(play, ruleset)


LEAVING = play_topic(
    # A no of the partner decides, whatever the cards are.
    _asked,
    whole_hand,
    final_discard,
    finished,
    _foot,
    _partner_foot,
    _must,
    _asking,
    about=(CaseKind.GOES_OUT,),
)


# Rules `special.*`: whole hands that are shown at once.

# Threes of both colours are one kind.
THREE = "3"
_ALIKE, _EITHER, _NATURAL, _MIXED = "D", "S", "N", "M"
PAIR = 2


def shown_cards(play: Play) -> Cards:
    """The cards that a play shows as a special hand; none if it shows no hand."""
    return play.turn.special.cards if play.turn.special else NO_CARDS


def find_special(cards: Cards, ruleset: Ruleset) -> SpecialHand | None:
    """Find the special hand that these cards are; of several, the one that pays most."""
    wild_ranks = ruleset.wild_ranks
    found = [hand for hand in ruleset.special.hands if is_made(cards, hand.made, wild_ranks)]
    return max(found, key=lambda hand: hand.points, default=None)


def is_made(cards: Cards, made: str, wild_ranks: WildRanks) -> bool:
    """True if the cards are exactly the sets of a special hand; no two sets are of one kind."""
    words = made.split()
    if sum(map(len, words)) != cards.size:
        return False
    kinds = Counter(THREE if card.rank.three else card.rank.value for card in cards)
    sets = {letter: Counter[int]() for letter in (_ALIKE, _EITHER, _NATURAL, _MIXED)}
    for word in words:
        if word[0] in sets:
            sets[word[0]][len(word)] += 1
        elif kinds.pop(word[0], 0) != len(word):
            return False
    naturals, wilds = (
        Counter([kinds.pop(rank.value) for rank in ranks if rank.value in kinds])
        for ranks in (wild_ranks.natural, wild_ranks.wild)
    )
    if kinds or sets[_NATURAL] - naturals or sets[_ALIKE] - wilds:
        return False
    naturals, wilds = naturals - sets[_NATURAL], wilds - sets[_ALIKE]
    if naturals - sets[_EITHER]:
        return False
    of_wilds = sets[_EITHER] - naturals
    # Wild cards of several kinds are no set of one kind.
    return (of_wilds == wilds and wilds.total() <= 1) or (not of_wilds and bool(sets[_MIXED]))


MOST_DESCRIBED = 4
"""Up to this many special hands are described in full in a fix."""

_KINDS = {_ALIKE: "wild ", _NATURAL: "natural ", _EITHER: "natural or wild "}


def in_words(made: str) -> str:
    """Describe the sets of a special hand in words."""
    sizes: dict[str, list[int]] = {}
    for word in made.split():
        sizes.setdefault(word[0], []).append(len(word))
    if len(made) < 2 * len(sizes):
        return f"one of each: {made}"
    return ", ".join(_sets_in_words(letter, of) for letter, of in sizes.items())


def _sets_in_words(letter: str, sizes: list[int]) -> str:
    """Describe sets of one kind: ``7 natural pairs``, ``natural sets of 4, 4 and 3``, ``2 aces``."""
    if letter in _KINDS:
        kind, alike = _KINDS[letter], len({*sizes}) == 1
        if not alike:
            return f"{kind}sets of {listed(map(str, sizes))}"
        noun, of = (f"{kind}pair", "") if sizes[0] == PAIR else (f"{kind}set", f" of {sizes[0]}")
        return count_of(len(sizes), f"{noun}{of}", f"{noun}s{of}")
    if letter == _MIXED:
        return count_of(sum(sizes), "wild card")
    if letter == THREE:
        return count_of(sum(sizes), "three")
    return count_of(sum(sizes), Rank(letter).noun, Rank(letter).many)


@rule(
    "special.hand",
    "A special hand is a whole hand made of the sets that the game names.",
    (WILD, "special.hands"),
)
def _made(play: Play, ruleset: Ruleset) -> Answer:
    cards = shown_cards(play)
    found = find_special(cards, ruleset)
    if found is not None:
        wins = " and wins the game" if found.wins else ""
        return finding(
            True,
            "{cards} is the special hand “{name}”: {points:point}" + wins,
            {"cards": cards, "name": found.name, "points": found.points},
        )
    hands = ruleset.special.hands
    says = (
        "{cards} is not a special hand"
        if hands
        else "{cards} is not a special hand: these rules have none"
    )
    have, sizes = len(cards), {sum(map(len, hand.made.split())) for hand in hands}
    # If a hand has the size of a special hand, its cards are wrong, not their number.
    (needed,) = sizes if len(sizes) == 1 and have not in sizes else (None,)
    return refusal(
        says,
        {"cards": cards, "ruleset": ruleset.name},
        needed=needed,
        have=None if needed is None else have,
        fix=_which(ruleset) if hands else "meld and go out as usual",
        do=Do(Act.SEE_RULES, "{ruleset}") if len(hands) > MOST_DESCRIBED else None,
    )


def _which(ruleset: Ruleset) -> str:
    """List the special hands of a game, with their cards if they are few."""
    hands = ruleset.special.hands
    if len(hands) > MOST_DESCRIBED:
        names = ", ".join(hand.name for hand in hands)
        return f"show one of the special hands: {names}; for their cards see"
    return "show one of the special hands: " + "; ".join(
        f"{hand.name} ({in_words(hand.made)})" for hand in hands
    )


@rule(
    "special.unopened",
    "A special hand may be shown only before the side has melded.",
    ("special.hands",),
    when=lambda rules: bool(rules.special.hands),
)
def _unopened(play: Play, ruleset: Ruleset) -> Answer:
    return by_fact(
        negated(True if play.melded else play.opened),
        Fact.OPENED,
        "your side has not melded",
        "your side has already melded",
        fix="meld and go out as usual",
    )


@rule(
    "special.drawn",
    "A special hand includes the card just drawn from the stock.",
    ("special.hands",),
    when=lambda rules: bool(rules.special.hands),
)
def _drawn(play: Play, ruleset: Ruleset) -> Answer:
    return by_fact(
        play.drew_stock,
        Fact.DREW,
        "you drew from the stock",
        "a special hand needs a card drawn from the stock; you took the pile",
        fix="show it in a turn that draws from the stock",
    )


SPECIAL = play_topic(_made, _unopened, _drawn, about=(ShowSpecial,))
