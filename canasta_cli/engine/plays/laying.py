"""Rules ``meld.onto`` and ``threes.*`` of a play: what is laid finds its place."""

from collections import Counter
from collections.abc import Iterator

from canasta_cli.engine.melds.grading import grade
from canasta_cli.engine.melds.placing import Laid
from canasta_cli.engine.plays.of_hand import taking_meld
from canasta_cli.engine.plays.play import Play, play_topic
from canasta_cli.engine.plays.threes import is_laid_out
from canasta_cli.engine.rule import Answer, Fact, Reason, Rule, Unknown
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Discard, Join, LayThrees, MeldDown, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, SameRank, ThreesHeld


def completed(play: Play, ruleset: Ruleset) -> tuple[Grade, ...]:
    """The grades of the canastas that a play makes."""
    return tuple(
        kind
        for each in play.laid
        if (kind := grade(each.after, ruleset)) is not None
        and not (each.before and grade(each.before, ruleset))
    )


def _onto(play: Play, ruleset: Ruleset) -> Answer:
    strays = [each for each in play.laid if each.stray]
    if not strays:
        return None
    then = play.take.then if play.take else ()
    lay_offs = [lay for lay in (*then, *play.lays) if isinstance(lay, LayOff)]
    if not lay_offs:
        return None
    if play.melds_untold:
        return Unknown(Fact.MELDS)
    astray = [lay for lay in lay_offs if any(each.added == lay.cards for each in strays)]
    named = dict.fromkeys(_called(lay.onto) for lay in astray or lay_offs[:1])
    return Reason(
        False,
        "no {melds} lies on the table for this side",
        {"melds": " and no ".join(named)},
        remedy="lay off on a meld of the own side, or meld the cards as a new one",
    )


_NTH = {2: "second", 3: "third", 4: "fourth"}


def _called(onto: Onto) -> str:
    """A meld by what it was named."""
    nth = f"{_NTH.get(onto.which, 'further')} " if onto.which and onto.which > 1 else ""
    if onto.suit is not None:
        return f"{nth}run of that suit"
    return f"{nth}meld of {onto.rank.many if onto.rank else 'wild cards'}"


def _join(play: Play, ruleset: Ruleset) -> Answer:
    """Sets of a rank are put together only where they may lie apart, and where there are several."""
    apart = ruleset.melds.same_rank is SameRank.APART
    joined = [each.after.rank for each in play.laid if each.joined]
    missing = [rank for rank in play.turn.joins if rank not in joined]
    if apart and missing and play.melds_untold:
        return Unknown(Fact.MELDS)
    if apart and not missing:
        return None
    return Reason(
        False,
        "no two sets of {rank} lie on the table for this side"
        if apart
        else "sets of {rank} never lie apart by choice, so none are put together",
        {"rank": (missing or play.turn.joins)[0].many},
        remedy="leave it out",
    )


def _apart(play: Play, ruleset: Ruleset) -> Answer:
    """Worth a word where a new set lies beside another of its rank: it may not be what was meant."""
    lying = {meld.rank for meld in play.known.melds or () if meld.shape is Shape.SET}
    for each in play.laid:
        new = each.before is None and not each.stray and each.after.shape is Shape.SET
        rank = each.after.rank
        if new and rank in lying and rank is not None:
            return Reason(
                True,
                "{meld} lies apart from the {rank} that lie there; {symbol}: before the cards would "
                "add them, and join {symbol} puts the sets together",
                {"meld": each.after, "rank": rank.many, "symbol": rank.value},
                notice=True,
            )
    return None


def _same_rank(play: Play, ruleset: Ruleset) -> Answer:
    """Cards join a meld of their rank, so wild cards among them need to know what lies there."""
    if play.known.melds is not None or play.opened is False:
        return None
    wild = any(isinstance(lay, Meld) and lay.wilds and lay.rank for lay in play.lays)
    return Unknown(Fact.MELDS) if wild else None


def _threes(play: Play, ruleset: Ruleset) -> Answer:
    laid = [clause for clause in play.turn.clauses if isinstance(clause, LayThrees)]
    strange = [
        card.rank.one
        for clause in laid
        for card in clause.cards
        if not is_laid_out(card, ruleset, of_pile=play.took_pile)
    ]
    return Reason(
        not strange,
        "{strange} is not laid out so" if strange else "threes are laid out",
        {"strange": strange[0] if strange else ""},
        remedy="lay out red threes only, or the black ones of a pile that is taken"
        if ruleset.threes.black_from_pile
        else "lay out red threes only; meld or discard the others",
    )


def _held(play: Play, ruleset: Ruleset) -> Answer:
    """Threes that are laid out do not stay in the hand at the end of a turn."""
    if not play.whole or play.goes_out:
        return None
    kept = [rank for rank in (Rank.RED_THREE, Rank.BLACK_THREE) if _stays(rank, play, ruleset)]
    number = sum(play.left.cards[rank] for rank in kept)
    unopened = ruleset.threes.held is ThreesHeld.ONE and not play.laid and play.opened is not True
    if number <= unopened:
        return None
    return Reason(
        False,
        "{number} {threes} would stay in the hand, and {most} may",
        {
            "number": number,
            "threes": kept[0].one.partition(" ")[2] if number == 1 else kept[0].many,
            "most": "one" if unopened else "none",
        },
        needed=int(unopened),
        have=number,
        remedy=f"lay them out before drawing: lay {kept[0].value}",
    )


def _stays(rank: Rank, play: Play, ruleset: Ruleset) -> bool:
    return bool(play.left.cards.get(rank)) and is_laid_out(Card(rank), ruleset)


def _finished(play: Play, ruleset: Ruleset) -> Answer:
    """What is added to a canasta changes its grade only downwards; worth a word, never refused."""
    for each in play.laid:
        before = grade(each.before, ruleset) if each.before else None
        after = grade(each.after, ruleset)
        if before is not None and after is not None and before is not after:
            return Reason(
                True,
                "the {before} canasta {meld} becomes {after}",
                {"before": before.value, "meld": each.before, "after": after.value},
                notice=True,
            )
    return None


def _wilds_on_canasta(play: Play, ruleset: Ruleset) -> Answer:
    laid = [(each.before, each.added, each) for each in play.laid]
    for before, added, each in (*laid, *_once_taken(play)):
        if before is None or not grade(before, ruleset):
            continue
        if added.wilds or (each.joined and each.after.wilds > before.wilds):
            return Reason(
                False,
                "{meld} is a finished canasta, and takes no wild cards",
                {"meld": before},
                remedy="put the wild cards to a meld of fewer cards, or keep them",
            )
    return None


def _once_taken(play: Play) -> Iterator[tuple[Meld, Cards, Laid]]:
    """The meld that took the pile as it lies before anything else is melded, and what is added."""
    take, laid = play.take, taking_meld(play)
    if take is not None and take.top is not None and laid is not None:
        taken = Cards((take.top, *take.hand))
        lying = taken if laid.before is None else laid.before.cards + taken
        yield Meld(lying), Cards((Counter(laid.added) - Counter(taken)).elements()), laid


LAYING = play_topic(
    Rule(
        "meld.onto",
        "Cards are laid off only on melds of the own side.",
        (),
        _onto,
        about=(MeldDown, Take, Join),
    ),
    Rule(
        "meld.apart",
        "In some games a new set may lie apart from another of its rank.",
        ("melds.same_rank",),
        _apart,
        when=lambda rules: rules.melds.same_rank is SameRank.APART,
        about=(MeldDown,),
    ),
    Rule(
        "meld.join",
        "Where sets of a rank may lie apart, a side may put them together in its turn.",
        ("melds.same_rank",),
        _join,
        about=(Join,),
    ),
    Rule(
        "meld.same-rank",
        "Cards of a rank that the side has melded join that meld, and its limits hold for all.",
        ("melds.same_rank",),
        _same_rank,
        when=lambda rules: rules.melds.same_rank is not SameRank.APART,
        about=(MeldDown,),
    ),
    Rule(
        "meld.canasta-changes",
        "A wild card added to a natural canasta makes it a mixed one.",
        ("bonus.natural", "bonus.mixed", "melds.canasta"),
        _finished,
        about=(MeldDown, Take, Join),
    ),
    Rule(
        "meld.canasta-wilds",
        "In some games no wild card is added to a finished canasta.",
        ("melds.wilds_on_canasta", "melds.canasta"),
        _wilds_on_canasta,
        when=lambda rules: not rules.melds.wilds_on_canasta,
        about=(MeldDown, Take, Join),
    ),
    Rule(
        "threes.laid",
        "Red threes are laid out; black ones only where the game pays them so.",
        ("threes.black_laid", "threes.black_from_pile"),
        _threes,
        about=(LayThrees,),
    ),
    Rule(
        "threes.kept",
        "Threes that are laid out are not held back, or only as the game lets them.",
        ("threes.held", "threes.black_laid", "threes.black_from_pile"),
        _held,
        when=lambda rules: rules.threes.held is not ThreesHeld.ANY,
        about=(Discard,),
    ),
)
