"""Rules ``special.*``: whole hands that are shown at once, told by what they are made of."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.known import Drew, Known
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Reason,
    Rule,
    Topic,
    Unknown,
    Verdict,
    judge,
)
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.rules.rewards import SpecialHand
from canasta_cli.rules.schema import Ruleset

# A hand by what can be told apart in a special hand; threes of both colours are one kind.
Kinds = Counter[str]
THREE = "3"
_WILDS = (Rank.DEUCE.value, Rank.JOKER.value)
_NATURALS = tuple(rank.value for rank in Rank if rank.natural)
_ALIKE, _EITHER, _NATURAL, _MIXED = "D", "S", "N", "M"


class Shown(NamedTuple):
    """Cards shown as a special hand, on a table as far as it is known."""

    cards: Cards
    known: Known


def find_special(cards: Cards, ruleset: Ruleset) -> SpecialHand | None:
    """The special hand that some cards are; of several, the one that pays most."""
    found = [hand for hand in ruleset.special.hands if is_made(cards, hand.made)]
    return max(found, key=lambda hand: hand.points, default=None)


def is_made(cards: Cards, made: str) -> bool:
    """Whether cards are exactly the sets that a special hand is made of."""
    kinds = Counter(THREE if card.rank.three else card.rank.value for card in cards)
    words = sorted(made.split(), key=lambda word: (_order(word[0]), -len(word)))
    if sum(map(len, words)) != kinds.total():
        return False
    return _fits(kinds, tuple(words))


def _order(letter: str) -> int:
    """Ranks by name first, since they leave no choice; then what leaves the least."""
    return (_ALIKE, _NATURAL, _EITHER, _MIXED).index(letter) + 1 if letter in "DNSM" else 0


def _fits(kinds: Kinds, words: tuple[str, ...]) -> bool:
    """Whether the words can be given cards so that all are used, each word a kind of its own."""
    if not words:
        return not kinds.total()
    word, *rest = words
    letter, size = word[0], len(word)
    if letter == _MIXED:
        return sum(kinds[each] for each in _WILDS) == size and _fits(
            Counter({kind: count for kind, count in kinds.items() if kind not in _WILDS}),
            tuple(rest),
        )
    # No two words are of one kind, so a word takes all the cards of its kind.
    for kind in _CHOICES.get(letter, (letter,)):
        if kinds[kind] == size and (
            letter != _EITHER
            or kind not in _WILDS
            or not any(kinds[each] for each in _WILDS if each != kind)
        ):
            left = Counter({each: count for each, count in kinds.items() if each != kind})
            if _fits(left, tuple(rest)):
                return True
    return False


_CHOICES: dict[str, tuple[str, ...]] = {
    _ALIKE: _WILDS,
    _NATURAL: _NATURALS,
    _EITHER: (*_NATURALS, *_WILDS),
}


FEW = 4
"""So many special hands are told in words with every answer that asks for one."""

_SAID = {
    _ALIKE: "wild cards alike",
    _NATURAL: "natural cards alike",
    _EITHER: "cards alike, wild ones in one set at most",
    _MIXED: "wild cards",
    THREE: "threes",
}


def in_words(made: str) -> str:
    """What a special hand is made of, as a person says it."""
    sets = Counter(made.split())
    if all(len(word) == 1 for word in sets):
        return f"one each of {made}"
    return ", ".join(
        f"{f'{count} times ' if count > 1 else ''}{len(word)} {_said(word[0])}"
        for word, count in sets.items()
    )


def _said(letter: str) -> str:
    return _SAID.get(letter) or Rank(letter).many


def _made(case: Shown, ruleset: Ruleset) -> Answer:
    found = find_special(case.cards, ruleset)
    if found is not None:
        wins = " and wins the game" if found.wins else ""
        return Reason(
            True,
            "{cards} is the special hand “{name}”: {points} points" + wins,
            {"cards": case.cards, "name": found.name, "points": found.points},
        )
    hands = ruleset.special.hands
    says = (
        "{cards} is none of the special hands of these rules"
        if hands
        else "{cards} is no special hand: these rules know none"
    )
    sizes = {sum(map(len, hand.made.split())) for hand in hands}
    needed = sizes.pop() if len(sizes) == 1 else None
    return Reason(
        False,
        says,
        {"cards": case.cards},
        needed=needed,
        have=len(case.cards),
        remedy=_which(ruleset) if hands else "go out in the ordinary way",
        do=Do(Act.SEE_RULES, ruleset.name) if len(hands) > FEW else None,
    )


def _which(ruleset: Ruleset) -> str:
    """The special hands of a game: in words where they are few."""
    hands = ruleset.special.hands
    if len(hands) > FEW:
        names = ", ".join(hand.name for hand in hands)
        return f"they are {names}; what they are made of"
    return "they are " + "; ".join(f"{hand.name} ({in_words(hand.made)})" for hand in hands)


def _unopened(case: Shown, ruleset: Ruleset) -> Answer:
    if case.known.has_opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        not case.known.has_opened,
        "the side has melded" if case.known.has_opened else "the side has melded nothing yet",
        remedy="meld and go out in the ordinary way",
    )


def _drawn(case: Shown, ruleset: Ruleset) -> Answer:
    if case.known.drew is None:
        return Unknown(Fact.DREW)
    drew = case.known.drew is Drew.STOCK
    return Reason(
        drew,
        "the last card came from the stock" if drew else "this turn took the pile",
        remedy="show it in a turn that draws from the stock",
    )


def _knows_some(ruleset: Ruleset) -> bool:
    """Whether a game has special hands at all."""
    return bool(ruleset.special.hands)


SPECIAL = Topic[Shown](
    Rule(
        "special.hand",
        "A special hand is all the cards held, made of the sets that the game names.",
        ("special.hands",),
        _made,
    ),
    Rule(
        "special.unopened",
        "A special hand is shown only while the side has melded nothing.",
        ("special.hands",),
        _unopened,
        when=_knows_some,
    ),
    Rule(
        "special.drawn",
        "A special hand holds the card just drawn from the stock.",
        ("special.hands",),
        _drawn,
        when=_knows_some,
    ),
)


def judge_special(cards: Cards, known: Known, ruleset: Ruleset) -> Verdict:
    """Ask every rule of special hands about some cards."""
    return judge(Shown(cards, known), SPECIAL, ruleset)
