"""What is echoed is what is counted; a line with two readings that differ is asked about, or refused.

Nothing that the program prints is such a line.
"""

from contextlib import suppress
from time import process_time

import pytest
from casefiles import rules_named
from hypothesis import example, given, settings
from hypothesis import strategies as st
from looping import for_each_case
from sampling import sample
from strategies import tallies

from canasta_cli.cli.guided_answers import CANASTAS, TOPICS, AskedOfSide, read_answer
from canasta_cli.cli.hand_arguments import read_typed
from canasta_cli.engine.items import in_hands
from canasta_cli.engine.score import count_one_side
from canasta_cli.errors import CanastaError, Unclear
from canasta_cli.model.game import Tally
from canasta_cli.notation.spoken import LONGEST_TYPED
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.tallies import canasta_fields, fields, three_fields
from canasta_cli.show.sheet import part_in_words

CLASSIC = rules_named("classic")
GAMES = ("classic", "samba", "hand-and-foot", "modern-american", "pennies-from-heaven", "mexicana")
# A few words of each kind that players use: canastas, points, threes, melds, and what is left.
SAID = (
    "1 natural", "2 mixed canastas", "one dirty", "1 red canasta", "2 black", "1 red", "red 2", "pure",
    "1 sequence", "1s", "clean:2", "two clean books", "435", "435 points", "points:85", "1,065", "1 065",
    "1 red three", "2 red threes", "3R", "red:1", "7xK", "QQQ2", "555", "444", "7 kings", "three aces",
    "7 jacks", "with a 2", "ten",
    "JJ4 left", "left JJ4", "left:45", "45 left", "5 left", "left 5", "-25", "-45", "-JJ4", "left a five",
    "2 fives left", "left 45 points", "30 points left", "5 cards", "minus:45", "foot:55", "foot 55K", "out",
    "a natural canasta", "two canastas of sevens", "a dirty book of aces", "no melds", "no cards left", "1 000",
    "five cards left", "left", "went out concealed", "penalty:100", "score:1860", "nothing", "none", "stock",
    "and", "7 Ks", "three 8s", "2 red 3s", "8s", "red threes", "J J left", "60 in hand", "60 left", "canasta",
    "left 2 kings", "out concealed", "8s 9h", "8s 9s", "left a 4", "a 4 left", "king of hearts", "Ten Ten Ten",
    "KKK,QQQ", "clean 2", "mixed 1", "120 pts", "7xK,out", "4C 5C 6C", "4c", "natural sevens", "4H-10H",
    "3 of hearts", "sambas", "2R", "3B", "left a K", "8s left", "60 120 left",
    "laid", "2 black threes laid", "laid 3B3B", "wild", "1m", "2s", "+",
    "minus 35", "less 80", "- 44", "- 35 out", "- JJ4", "nat", "nat 1", "both", "all four", "zero",
    "4 jokers", "3 deuces", "two jokers and a deuce", "265", "7 x K", "2x joker", "2 joker", "+120", "3 3",
    "two jacks left", "rest:", "foot", "3 wild cards", "3 aces and a joker left", "3 fives and a four left",
)  # fmt: skip


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Return a line of such words, with spaces or commas between them."""
    said = draw(st.lists(st.sampled_from(SAID), min_size=1, max_size=4))
    return draw(st.sampled_from((" ", ", "))).join(said)


def _counted(tally: Tally, rules: Ruleset) -> dict[str, int]:
    """Return the points of a tally by the scoring item."""
    found: dict[str, int] = {}
    for line in count_one_side(tally, rules).sheets[0].lines:
        found[line.item] = found.get(line.item, 0) + line.points
    return found


@settings(deadline=None)
@given(
    st.sampled_from(GAMES), st.sampled_from(TOPICS), lines(), st.sampled_from((None, True, False))
)
def test_what_is_echoed_about_an_answer_is_what_is_counted(
    game: str, topic: str, line: str, in_cards: bool | None
) -> None:
    rules = rules_named(game)
    with suppress(CanastaError):
        given_tally = read_answer(topic, line, AskedOfSide(rules, 2, in_cards))
        echo = part_in_words(given_tally, fields(rules))
        again = read_answer(CANASTAS, echo, AskedOfSide(rules))
        assert _counted(again, rules) == _counted(given_tally, rules), echo


@given(st.sampled_from(GAMES), tallies())
@example("classic", Tally(alone="Lou'"))
def test_no_tally_that_is_shown_has_two_readings(game: str, tally: Tally) -> None:
    rules = rules_named(game)
    assert read_typed(write_tally(tally, typed=True), lambda: rules) == tally


VALUES = {"2": 20, "4": 5, "5": 5, "6": 5, "7": 5, "8": 10, "9": 10}
MOST_POINTS, MOST_HELD = 1180, 30


def readings(digits: str, *, signed: bool) -> set[int | None]:
    """Return the points that digits left in a hand can be, cards first; ``None`` for unknown cards."""
    cards, number = digits.replace("10", ""), int(digits)
    points = {number} if not number % 5 and number <= MOST_POINTS else set()
    if not set(cards) <= VALUES.keys():
        return {*points}
    worth = sum(VALUES[each] for each in cards) + 10 * digits.count("10")
    # As many points as several cards are worth are meant, not so many cards.
    is_worth = number == worth and len(cards) > 1
    counts = not signed and number <= MOST_HELD and not is_worth
    return {worth, *points, *((None,) if counts else ())}


def outcome(line: str) -> object:
    """Return the points that are counted, or the class of the error."""
    try:
        return in_hands(read_typed(line, lambda: CLASSIC), CLASSIC)
    except CanastaError as error:
        return type(error)


@for_each_case("form", ["AAA -{}", "AAA left:{}", "AAA left {}", "AAA, {} left"])
def test_digits_left_count_only_if_they_can_mean_one_thing(form: str) -> None:
    for number in sample(range(2, 2_000), 7):
        digits = str(number)
        expected, found = readings(digits, signed="-" in form), outcome(form.format(digits))
        if len(expected) > 1:
            assert found is Unclear, digits
        elif set(digits) <= VALUES.keys():
            assert {found} == expected, digits
        else:
            assert {found} == expected or found is not Unclear, digits


@for_each_case("line", ["AAA left a 4", "AAA left: j a k", "AAA, left a 10, out", "AAA foot a 4"])
def test_an_article_before_a_card_left_may_be_an_ace(line: str) -> None:
    assert outcome(line) is Unclear
    assert outcome(line.replace(" a ", " A")) in (25, 40, 30)
    assert outcome(line.replace(" a ", " an ")) in (5, 20, 10)
    assert outcome("a a 2 left: 99") == outcome("a a 2 -99") == 20  # a meld of aces


COUNTS = sorted(
    {
        kind.name
        for game in GAMES
        for kind in (*canasta_fields(rules_named(game)), *three_fields(rules_named(game)))
    }
)


@for_each_case("form", ["{}:1 {}", "{}: 1 {}", "{}:1, {}", "{}:1 {} minus:5"])
@for_each_case("key", COUNTS)
def test_a_number_after_a_count_is_card_points_or_asked_about(key: str, form: str) -> None:
    for number in sample(range(20, MOST_POINTS + 1, 5), 7):
        typed, digits = form.format(key, number), {*str(number)}
        if number > 100 and digits <= VALUES.keys() and len(digits - {"2"}) <= 1:
            with pytest.raises(Unclear, match=f"is {number} a meld, or {number} points"):
                read_typed(typed, lambda: CLASSIC)
        else:
            points = read_tally(form.format(key, f"points:{number}"))
            found = read_typed(typed, lambda: CLASSIC)
            assert sorted(write_tally(found).split()) == sorted(write_tally(points).split()), typed


@for_each_case("key", ["points", "minus", "score", "penalty", "bonus"])
def test_a_number_in_groups_after_points_is_one_number(key: str) -> None:
    for number in (1_000, 1_065, 10_500, 130_000):
        grouped = f"{number:,}"
        one = read_tally(f"{key}:{number}")
        for form in (f"{key}:{grouped}", f"{key}: {grouped}", f"{key} {grouped}"):
            typed = form.replace(",", " ")
            assert read_tally(typed) == one, typed


@for_each_case("said", [*sample(SAID, 6), "K", "-", "1", "x", "000", "a", "no"])
def test_a_long_line_is_answered_at_once(said: str) -> None:
    long = (f"{said} " * LONGEST_TYPED)[:LONGEST_TYPED], said[0] * LONGEST_TYPED
    for line in long:
        # Once in some thousands of times, memory is collected meanwhile.
        assert any(_seconds(line) < 1 for _ in range(2))


def _seconds(line: str) -> float:
    start = process_time()
    outcome(line)
    return process_time() - start
