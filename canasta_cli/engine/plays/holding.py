"""Rules ``hand.*``: the cards played are held, and a side that may not go out keeps one."""

from collections import Counter
from collections.abc import Mapping

from canasta_cli.engine.melds.grading import lacking
from canasta_cli.engine.plays.going_out import GOING_OUT, GoingOut
from canasta_cli.engine.plays.holding_suits import held_in_suit
from canasta_cli.engine.plays.play import Play, play_topic
from canasta_cli.engine.plays.talon import TALON, bonus_cards, bonus_due
from canasta_cli.engine.rule import Answer, Fact, Reason, Rule, Unknown, judge
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import Discard, MeldDown, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of


def _named(cards: Mapping[Rank, int]) -> str:
    return ", ".join(
        rank.one if count == 1 else f"{count} {rank.many}" for rank, count in cards.items()
    )


def _missing(play: Play, ruleset: Ruleset) -> Mapping[Rank, int]:
    """The cards played that the hand cannot hold, in each stage of the turn."""
    missing: Mapping[Rank, int] = {}
    for stage in play.stages:
        lacking_now = stage.held.lacks(stage.played)
        missing = Counter(missing) + Counter(lacking_now) if lacking_now else missing
    return missing


def _holds(play: Play, ruleset: Ruleset) -> Answer:
    if any(stage.held.unseen for stage in play.stages) and (short := _too_few(play, ruleset)):
        return short
    missing = _missing(play, ruleset)
    if not missing:
        return None
    return Reason(
        False,
        "the hand as it is known does not hold {missing} that would be played",
        {"missing": _named(missing)},
        have=0,
        needed=sum(missing.values()),
        remedy="play cards that are held, or mend what was told of the hand",
    )


def _too_few(play: Play, ruleset: Ruleset) -> Answer:
    """More cards are played than there are, whichever they may be."""
    for stage in play.stages:
        have, needed = stage.held.size, len(stage.played)
        if have is not None and needed > have:
            return Reason(
                False,
                "{cards} would be played, and the hand has {have}",
                {"cards": count_of(needed, "card"), "have": have},
                needed=needed,
                have=have,
                remedy="say when the foot is taken up: meld KKK foot meld 555 discard 4"
                if play.foot
                else "play fewer cards, or mend what was told of the hand",
            )
    return None


def may_go_out(play: Play, ruleset: Ruleset) -> bool | None:
    """Whether the side has what going out needs after the play; ``None`` where nobody knows."""
    return judge(as_going_out(play, ruleset), GOING_OUT, ruleset).legal


def as_going_out(play: Play, ruleset: Ruleset) -> GoingOut:
    """The side as it would go out with the play, as far as its melds or its canastas were told."""
    missing, told = lacking(ruleset.out.needs, play.canastas), play.known.canastas
    have, enough = sum(play.canastas.values()), None if missing and play.melds_untold else False
    if play.melds is None and told is not None:
        # A meld of this turn may finish a canasta that was counted already; only new ones add.
        new = sum(1 for each in play.laid if each.before is None and not each.stray)
        have = told + min(have, new)
        if not any(need.of for need in ruleset.out.needs):
            enough = have >= ruleset.out.needs[0].number
    return GoingOut(have, enough if missing else True, play.known.red_threes, missing)


def _bonus_given(ruleset: Ruleset) -> bool:
    """Whether bonus cards are drawn for opening."""
    return ruleset.talon.first is not None


def _keep(play: Play, ruleset: Ruleset) -> Answer:
    """After melding, a side that may not go out needs a card to discard and one to go on with."""
    if _bonus_given(ruleset) and play.laid and play.opened is not True:
        return None
    return _kept(play, ruleset, 1 if play.ended else 2)


def _keep_opening(play: Play, ruleset: Ruleset) -> Answer:
    """The same for who opens where bonus cards come in after the turn."""
    if not play.laid or play.opened is True:
        return None
    needed = 1 if play.ended else 2
    lax = _kept(play, ruleset, needed - bool(play.bonus))
    if isinstance(play.bonus, Fact) and isinstance(lax, Reason) and lax.ok:
        strict = _kept(play, ruleset, needed)
        return lax if isinstance(strict, Reason) and strict.ok else Unknown(play.bonus)
    return lax


def _bonus_cards(play: Play, ruleset: Ruleset) -> Answer:
    """A word about the bonus cards, where they are certain; never anything against the play."""
    due = bonus_due(play.known, play.stock, ruleset, melds=bool(play.laid), takes=play.took_pile)
    if play.goes_out or due is not True:
        return None
    return Reason(
        True,
        "{cards} are due after the discard",
        {"cards": bonus_cards(play.known, ruleset)},
    )


def _kept(play: Play, ruleset: Ruleset, needed: int) -> Answer:
    if play.leaves or play.foot or not (play.laid or play.discard):
        return None
    may = may_go_out(play, ruleset)
    have = play.left.size
    if may or (have is None and play.left.at_least >= needed):
        return None
    if have is None or (have < needed and may is None):
        canastas = Fact.RED_THREES if as_going_out(play, ruleset).enough else Fact.MELDS
        return Unknown(Fact.HAND if have is None else canastas)
    if have < needed and play.foot is None:
        return Unknown(Fact.FOOT)
    return Reason(
        have >= needed,
        "{cards} are kept"
        if have >= needed
        else "this leaves {cards}; a side that may not go out keeps one after its discard",
        {"cards": count_of(have, "card")},
        needed=needed,
        have=have,
        remedy="hold cards back, or complete the canastas that going out needs",
    )


HOLDS = Rule("hand.holds", "A player plays only cards that are in the hand.", (), _holds)
HOLDING = play_topic(
    HOLDS,
    Rule(
        "hand.suits",
        "Where there are runs, a card is held in the suit in which it is played.",
        ("melds.runs", "pile.portion", "pile.taken"),
        held_in_suit,
        when=lambda rules: rules.melds.runs,
    ),
    Rule(
        "hand.keep",
        "A side that may not go out keeps at least one card in each hand after the discard; a "
        "hand before the foot may be used up.",
        ("out.needs", "out.red_threes", "opening.extra_cards", "deal.foot", "talon.first"),
        _keep,
        about=(MeldDown, Take, Discard),
    ),
    Rule(
        "hand.keep-opening",
        "Where bonus cards are due for opening, the player who opens may keep one card less.",
        ("out.needs", "out.red_threes", *TALON, "talon.spares_card"),
        _keep_opening,
        when=_bonus_given,
        about=(MeldDown, Take),
    ),
    Rule(
        "opening.bonus-cards",
        "In some games a side draws bonus cards for opening, after its discard.",
        TALON,
        _bonus_cards,
        when=_bonus_given,
        about=(MeldDown, Take),
    ),
)
