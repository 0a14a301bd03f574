"""Check that formatted values parse back to equal values of the same classes, and that no parser crashes."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from exact import exact
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from looping import for_each
from strategies import cards, clauses, games, lay_offs, melds, tallies, turns

from canasta_cli.errors import CanastaError, NotationError
from canasta_cli.model.cards import NO_CARDS, Cards, LayOff, Meld, Onto
from canasta_cli.model.game import Game, Tally
from canasta_cli.model.turn import GoOut, StockEnds, Turn
from canasta_cli.notation.cards import read_cards, read_meld, write_cards, write_meld
from canasta_cli.notation.gamefile import GameFile, read_game, write_game, write_json
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.notation.turn import CLAUSES, ClauseRow, read_turn, write_turn

SHELL_SPECIAL = set("'\"`$&|;<>(){}[]*?!#~\\")


@given(cards)
def test_formatted_cards_parse_to_the_same_cards(bunch: Cards) -> None:
    assert exact(read_cards(write_cards(bunch))) == exact(bunch)


@given(melds | lay_offs)
def test_formatted_melds_parse_to_the_same_melds(meld: Meld | LayOff) -> None:
    assert exact(read_meld(write_meld(meld))) == exact(meld)


@given(tallies())
def test_formatted_tallies_parse_to_the_same_tallies(tally: Tally) -> None:
    assert exact(read_tally(write_tally(tally))) == exact(tally)


@given(turns)
def test_formatted_turns_parse_to_the_same_turns(turn: Turn) -> None:
    assert exact(read_turn(write_turn(turn))) == exact(turn)


def test_a_clause_of_another_class_is_noticed() -> None:
    """Most clauses have the same fields: none, or cards."""
    classes = [row.of for row in CLAUSES]
    assert exact(Turn((GoOut(),))) != exact(Turn((StockEnds(),)))
    for one, other in combinations(classes, 2):
        fields = [NO_CARDS] * max(len(one._fields), len(other._fields))
        first, second = (kind._make(fields[: len(kind._fields)]) for kind in (one, other))
        assert exact(Turn((first,))) != exact(Turn((second,)))
    assert exact((1, None)) != exact((True, None))
    assert exact(Onto()) != exact(tuple(Onto()))
    assert exact([GoOut()]) != exact((GoOut(),))
    assert exact({"end": GoOut()}) != exact({"end": StockEnds()})


@for_each(CLAUSES, lambda row: row.word)
def test_turns_with_every_clause_are_generated(row: ClauseRow) -> None:
    # The first that is found will do; to look for a smaller one takes most of the time.
    first = settings(phases=[Phase.generate], max_examples=5000)
    assert isinstance(
        find(clauses, lambda clause: isinstance(clause, row.of), settings=first), row.of
    )


def test_more_cards_than_one_count_can_say_are_read_back() -> None:
    meld = read_meld("J+99XJ")
    assert write_meld(meld) == "99xJ+1xJ"
    assert read_meld("99xJ+1xJ") == meld


@given(tallies())
def test_formatting_twice_changes_nothing(tally: Tally) -> None:
    text = write_tally(tally)
    assert write_tally(read_tally(text)) == text


@given(melds | lay_offs)
def test_formatted_melds_need_no_quotes_in_a_shell(meld: Meld | LayOff) -> None:
    assert not SHELL_SPECIAL & set(write_meld(meld))


@given(cards)
def test_cards_may_be_in_lower_case_and_separated(bunch: Cards) -> None:
    text = write_cards(bunch)
    assert read_cards(text.lower()) == bunch
    assert read_cards(text.replace("+", " ")) == bunch
    assert read_cards(text.replace("+", ",")) == bunch


# Generating a whole game is slow on a busy machine.
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_formatted_games_parse_to_the_same_games(game: Game) -> None:
    file = GameFile(game, "classic", {"end.target": 7000}, lambda _t, _k, _w: None)
    for text in (write_game(file), write_json(file)):
        read = read_game(text, "unnamed")
        assert exact(read.game) == exact(game)
        assert (read.rules, read.house) == ("classic", {"end.target": 7000})


FORMS: tuple[tuple[Callable[[str], Any], Callable[[Any], str]], ...] = (
    (read_cards, write_cards),
    (read_meld, write_meld),
    (read_tally, write_tally),
    (read_turn, write_turn),
)


def _rejection(read: Callable[[str], object], text: str) -> CanastaError | None:
    try:
        read(text)
    except CanastaError as error:
        return error
    return None


# Characters like those of the notation: a dotted İ, a long ſ, the Kelvin sign, Arabic digits.
lookalikes = st.text("K0123456789:AWHxſİ\u212a٣ -", max_size=12)
figures = st.builds(
    "{}:{}{}".format,
    st.sampled_from(["points", "minus", "red", "penalty", "bonus", "natural", "concealedİk"]),
    st.sampled_from(["", "-", "0", "0" * 8, "0" * 4400]),
    st.integers(0, 2_000_000_000),
)


@pytest.mark.parametrize(("read", "write"), FORMS, ids=lambda form: form.__name__)
@given(
    text=st.text(max_size=40)
    | st.text("2345678910TJQKAW*xXcdhsrb:-+, ♥", max_size=24)
    | lookalikes
    | figures
)
def test_any_text_is_rejected_or_parsed_to_a_value_that_can_be_formatted(
    read: Callable[[str], Any], write: Callable[[Any], str], text: str
) -> None:
    """An error has its place, what was expected, and an example; a value survives formatting."""
    error = _rejection(read, text)
    if error is None:
        value = read(text)
        assert exact(read(write(value))) == exact(value)
    else:
        assert isinstance(error, NotationError)
        assert 0 <= error.start <= error.end
        assert error.text[error.start : error.end] == error.token
        assert error.expected
        assert error.example


@given(st.text(max_size=200))
def test_the_parser_of_game_files_never_crashes(text: str) -> None:
    for candidate in (text, "canasta = 1\n" + text, "{" + text):
        error = _rejection(lambda candidate: read_game(candidate, "unnamed"), candidate)
        assert error is None or error.message
