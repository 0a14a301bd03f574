"""The search for the best choices of layings, compared with all choices in their order."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import tries

from canasta_cli.engine.movegen.choices import (
    REFUSALS_UNTIL_GIVEN_UP,
    Choice,
    LayingForm,
    LayingOption,
    Mark,
    Places,
    Result,
    best_first,
    choices,
    form_of,
)
from canasta_cli.engine.movegen.melds import UNLIMITED, Effort, pack
from canasta_cli.rules.library import ruleset

EXAMPLES = settings(max_examples=tries(30, 60, "EXAMPLES"), deadline=None)
RULES = ruleset("classic")
ALL = 10_000
MEASURES: tuple[Callable[[int, int, int], tuple[int, ...]], ...] = (
    lambda cards, wilds, points: (cards, -points, wilds),
    lambda cards, wilds, points: (-points, cards, wilds),
    lambda cards, wilds, points: (wilds, cards, -points),
)
PLAIN = Result()
RESULTS = (PLAIN, PLAIN, Result((0,)), Result((1,), 50), Result((), 0, frozenset((Mark.LAST,))))


def _form(chance: random.Random) -> LayingForm:
    """Return options as a rank might have them: nothing first, the others in any order."""
    value, options = chance.choice((5, 10, 20)), [LayingOption(0, 0, 0, 0, 0, PLAIN)]
    for _ in range(chance.randint(1, 6)):
        naturals, deuces, jokers = chance.randint(1, 5), chance.randint(0, 2), chance.randint(0, 1)
        bare = naturals * value
        points = bare + 20 * deuces + 50 * jokers
        result = chance.choice(RESULTS)
        spent = pack((deuces, jokers))
        options.append(LayingOption(naturals, deuces + jokers, spent, points, bare, result))
    return form_of(tuple(options))


def _every(forms: list[LayingForm], wilds: tuple[int, int]) -> dict[Places, tuple[int, int, int]]:
    """Return the cards, wild cards and points of every choice, by its places."""
    allowed = set(map(pack, product(*(range(most + 1) for most in wilds))))
    found = {}
    for places in product(*(range(len(form.options)) for form in forms)):
        chosen = [form.options[place] for form, place in zip(forms, places, strict=True)]
        spent, used = sum(each.spent for each in chosen), sum(each.wilds for each in chosen)
        cards = used + sum(each.naturals for each in chosen)
        if cards and spent in allowed:
            found[places] = cards, used, sum(each.points for each in chosen)
    return found


@pytest.mark.parametrize("measure", MEASURES)
@EXAMPLES
@given(seed=st.integers(0, 2**32))
def test_choices_come_in_the_order_of_the_measure(
    measure: Callable[[int, int, int], tuple[int, ...]], seed: int
) -> None:
    chance = random.Random(seed)
    forms = [_form(chance) for _ in range(chance.randint(1, 4))]
    wilds, needed = (chance.randint(0, 3), chance.randint(0, 2)), chance.choice((0, 50, 90, 120))
    every = _every(forms, wilds)
    expected = sorted(
        (measure(*numbers), places) for places, numbers in every.items() if numbers[2] >= needed
    )

    def enough(_cards: int, points: int, _canastas: bool) -> bool:
        return points >= needed

    def ask(choice: Choice) -> Places:
        return choice.places

    whole = [choices(tuple(forms), wilds, ALL, RULES)]
    assert list(best_first(whole, measure, enough, ask, Effort(UNLIMITED))) == [
        places for _, places in expected
    ]
    one = [choices(tuple(forms), wilds, 1, RULES)]
    best = next(best_first(one, measure, enough, ask, Effort(UNLIMITED)), None)
    assert best == (expected[0][1] if expected else None)


def test_a_result_that_is_refused_again_and_again_is_given_up() -> None:
    options = (LayingOption(0, 0, 0, 0, 0, PLAIN), LayingOption(3, 0, 0, 30, 30, PLAIN))
    forms = (form_of(options),) * 6
    asked: list[Choice] = []
    search = [choices(forms, (0, 0), ALL, RULES)]
    effort = Effort(UNLIMITED)
    assert not list(best_first(search, MEASURES[0], lambda *_: True, asked.append, effort))
    # There are six results, one for each number of melds, and six ways to lay one of them.
    assert [len([c for c in asked if c.total.cards == 3 * n]) for n in range(1, 7)] == [
        *[REFUSALS_UNTIL_GIVEN_UP] * 5,
        1,
    ]
