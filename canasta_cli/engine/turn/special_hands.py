"""Rules ``special.*``: whole hands that are shown at once."""

from collections import Counter
from collections.abc import Mapping

from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Finding,
    Reason,
    Rule,
    Topic,
    Verdict,
    by_fact,
    judge,
    negated,
    refusal,
)
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Cards, Rank, WildRanks
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SpecialHand
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

# The cards of a special hand by kind; threes of both colours are one kind.
Kinds = Counter[str]
THREE = "3"
_ALIKE, _EITHER, _NATURAL, _MIXED = "D", "S", "N", "M"
PAIR = 2


class Shown(NamedTuple):
    """Cards shown as a special hand, and the known table."""

    cards: Cards
    view: View


def find_special(cards: Cards, ruleset: Ruleset) -> SpecialHand | None:
    """Find the special hand that these cards are; of several, the one that pays most."""
    wild_ranks = ruleset.wild_ranks
    found = [hand for hand in ruleset.special.hands if is_made(cards, hand.made, wild_ranks)]
    return max(found, key=lambda hand: hand.points, default=None)


def is_made(cards: Cards, made: str, wild_ranks: WildRanks) -> bool:
    """True if the cards are exactly the sets of a special hand."""
    words = made.split()
    if sum(map(len, words)) != cards.size:
        return False
    words.sort(key=lambda word: (_order(word[0]), -len(word)))
    kinds = Counter(THREE if card.rank.three else card.rank.value for card in cards)
    return _fits(kinds, tuple(words), _choices(wild_ranks))


def _order(letter: str) -> int:
    """Sort named ranks first, since they leave no choice, then the letters by fewest choices."""
    return (_ALIKE, _NATURAL, _EITHER, _MIXED).index(letter) + 1 if letter in "DNSM" else 0


def _fits(kinds: Kinds, words: tuple[str, ...], choices: Mapping[str, tuple[str, ...]]) -> bool:
    """True if each word can get all the cards of one kind, with none left over."""
    wilds = choices[_ALIKE]
    if not words:
        return not kinds.total()
    word, *rest = words
    letter, size = word[0], len(word)
    if letter == _MIXED:
        # It comes last, and so takes all the cards that are left.
        return not rest and all(kind in wilds for kind in kinds)
    # No two words are of one kind, so a word takes all the cards of its kind.
    for kind in choices.get(letter, (letter,)):
        if kinds[kind] == size and (
            letter != _EITHER
            or kind not in wilds
            or not any(kinds[each] for each in wilds if each != kind)
        ):
            left = Counter({each: count for each, count in kinds.items() if each != kind})
            if _fits(left, tuple(rest), choices):
                return True
    return False


def _choices(wild_ranks: WildRanks) -> Mapping[str, tuple[str, ...]]:
    """Map each letter for cards of any kind to the kinds that it may stand for."""
    wilds = tuple([rank.value for rank in wild_ranks.wild])
    naturals = tuple([rank.value for rank in wild_ranks.natural])
    return {_ALIKE: wilds, _NATURAL: naturals, _EITHER: (*naturals, *wilds)}


FEW = 4
"""Up to this many special hands are described in full in a fix."""

_KINDS = {_ALIKE: "wild ", _NATURAL: "natural ", _EITHER: "natural or wild "}


def in_words(made: str) -> str:
    """Describe the sets of a special hand in words."""
    sets = Counter(made.split())
    if all(len(word) == 1 for word in sets):
        return f"one of each: {made}"
    return listed(_sets_in_words(word[0], len(word), count) for word, count in sets.items())


def _sets_in_words(letter: str, size: int, count: int) -> str:
    """Describe equal sets: ``7 natural pairs``, ``2 natural sets of 4``, ``2 aces``."""
    if letter in _KINDS:
        of = "" if size == PAIR else f" of {size}"
        noun = f"{_KINDS[letter]}{'pair' if size == PAIR else 'set'}"
        return count_of(count, f"{noun}{of}", f"{noun}s{of}")
    if letter == _MIXED:
        return count_of(size * count, "wild card")
    if letter == THREE:
        return count_of(size * count, "three")
    return count_of(size * count, Rank(letter).noun, Rank(letter).many)


def _made(case: Shown, ruleset: Ruleset) -> Answer:
    found = find_special(case.cards, ruleset)
    if found is not None:
        wins = " and wins the game" if found.wins else ""
        return Finding(
            True,
            lambda: Reason(
                "{cards} is the special hand “{name}”: {points:point}" + wins,
                {"cards": case.cards, "name": found.name, "points": found.points},
            ),
        )
    hands = ruleset.special.hands
    says = (
        "{cards} is not a special hand"
        if hands
        else "{cards} is not a special hand: these rules have none"
    )
    have, sizes = len(case.cards), {sum(map(len, hand.made.split())) for hand in hands}
    # If a hand has the size of a special hand, its cards are wrong, not their number.
    (needed,) = sizes if len(sizes) == 1 and have not in sizes else (None,)
    return refusal(
        says,
        {"cards": case.cards},
        needed=needed,
        have=None if needed is None else have,
        fix=_which(ruleset) if hands else "meld and go out as usual",
        do=Do(Act.SEE_RULES, ruleset.name) if len(hands) > FEW else None,
    )


def _which(ruleset: Ruleset) -> str:
    """List the special hands of a game, with their cards if they are few."""
    hands = ruleset.special.hands
    if len(hands) > FEW:
        names = ", ".join(hand.name for hand in hands)
        return f"show one of the special hands: {names}; for their cards see"
    return "show one of the special hands: " + "; ".join(
        f"{hand.name} ({in_words(hand.made)})" for hand in hands
    )


def _unopened(case: Shown, ruleset: Ruleset) -> Answer:
    return by_fact(
        negated(case.view.has_opened),
        Fact.OPENED,
        "your side has not melded",
        "your side has already melded",
        fix="meld and go out as usual",
    )


def _drawn(case: Shown, ruleset: Ruleset) -> Answer:
    drew = case.view.drew
    return by_fact(
        None if drew is None else drew is Drew.STOCK,
        Fact.DREW,
        "you drew from the stock",
        "a special hand needs a card drawn from the stock; you took the pile",
        fix="show it in a turn that draws from the stock",
    )


def _knows_some(ruleset: Ruleset) -> bool:
    """True if a game has special hands."""
    return bool(ruleset.special.hands)


SPECIAL = Topic[Shown](
    Rule(
        "special.hand",
        "A special hand is a whole hand made of the sets that the game names.",
        (WILD, "special.hands"),
        _made,
    ),
    Rule(
        "special.unopened",
        "A special hand may be shown only before the side has melded.",
        ("special.hands",),
        _unopened,
        when=_knows_some,
    ),
    Rule(
        "special.drawn",
        "A special hand includes the card just drawn from the stock.",
        ("special.hands",),
        _drawn,
        when=_knows_some,
    ),
)


def judge_special(cards: Cards, view: View, ruleset: Ruleset) -> Verdict:
    """Ask every rule ``special.*`` about these cards."""
    return judge(Shown(cards, view), SPECIAL, ruleset)
