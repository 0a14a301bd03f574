"""Parts of a tally: the words that two tallies have in common, and a tally without some words."""

from collections import Counter
from typing import Any

from canasta_cli.model.cards import NO_CARDS, Cards, MeldCards
from canasta_cli.model.game import Award, Figure, Tally

_SEVERAL = ("melds", "threes", "left", "feet", "awards", "figures")
# The other fields of a tally: facts that it states at most once.
_FACTS = {name: Tally._field_defaults[name] for name in Tally._fields if name not in _SEVERAL}
_OUT = ("out", "special")


def stated_twice(tally: Tally, words: Tally) -> Tally:
    """Return the facts of a tally that other words state too, such as how the side went out."""
    names = [name for name in _FACTS if _states(tally, name) and _states(words, name)]
    if tally.went_out and words.went_out:
        names += _OUT
    facts: dict[str, Any] = {name: getattr(tally, name) for name in names}
    return Tally()._replace(**facts)


def _states(tally: Tally, name: str) -> bool:
    return bool(getattr(tally, name) != _FACTS[name])


def without(tally: Tally, words: Tally) -> tuple[Tally, Tally]:
    """Remove words from a tally; return the rest, and the words that it doesn't have."""
    melds, no_melds = _without_bunches(_cards_of(tally), _cards_of(words))
    left, no_left = _without_bunches(tally.left, words.left)
    feet, no_feet = _without_bunches(tally.feet, words.feet)
    figures, no_figures = _without_figures(tally, words)
    awards = list(tally.awards)
    no_awards: list[Award] = []
    for award in words.awards:
        (awards.remove if award in awards else no_awards.append)(award)
    facts: dict[str, Any] = {name: getattr(words, name) for name in _FACTS}
    there = [
        name for name in _FACTS if _states(words, name) and facts[name] == getattr(tally, name)
    ]
    rest = tally._replace(
        melds=tuple(map(MeldCards, melds)),
        threes=tally.threes - words.threes,
        left=left,
        feet=feet,
        awards=tuple(awards),
        figures=figures,
        **{name: _FACTS[name] for name in there},
    )
    missing = Tally(
        melds=tuple(map(MeldCards, no_melds)),
        threes=words.threes - tally.threes,
        left=no_left,
        feet=no_feet,
        awards=tuple(no_awards),
        figures=no_figures,
    )._replace(**{name: fact for name, fact in facts.items() if name not in there})
    return rest, missing


def _cards_of(tally: Tally) -> tuple[Cards, ...]:
    return tuple(meld.cards for meld in tally.melds)


def _without_bunches(
    bunches: tuple[Cards, ...], words: tuple[Cards, ...]
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Remove whole bunches, or cards from the only bunch that has them."""
    rest, missing = list(bunches), []
    for cards in words:
        having = [at for at, each in enumerate(rest) if each.has(cards)]
        equal = [at for at in having if rest[at] == cards]
        if equal or len(having) == 1:
            at = (equal or having)[0]
            rest[at] -= cards
        else:
            missing.append(cards)
    return tuple(cards for cards in rest if cards != NO_CARDS), tuple(missing)


def _without_figures(tally: Tally, words: Tally) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Subtract figures: ``points:20`` from ``points:120`` leaves ``points:100``."""
    rest, missing = list(tally.figures), []
    for name, number in _sums(words).items():
        have = tally.figure(name)
        if not any(figure.name == name for figure in rest) or have < number:
            missing.append(Figure(name, number))
            continue
        place = next(at for at, figure in enumerate(rest) if figure.name == name)
        rest = [figure for figure in rest if figure.name != name]
        if have > number:
            rest.insert(place, Figure(name, have - number))
    return tuple(rest), tuple(missing)


def _sums(tally: Tally) -> Counter[str]:
    sums: Counter[str] = Counter()
    for figure in tally.figures:
        sums[figure.name] += figure.number
    return sums
