"""A number means the same in commands, at prompts and in tables: all of it, or an error."""

from collections.abc import Callable

import click
import pytest
from looping import for_each_case

from canasta_cli.cli.disputes import number, numbers
from canasta_cli.cli.hand_arguments import score_word
from canasta_cli.cli.options import Number
from canasta_cli.errors import CanastaError
from canasta_cli.notation.csvfile import read_table
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_player_left
from canasta_cli.words import MINUS_SIGNS, whole_number

NUMBERS = {
    "5": 5,
    "000": 0,
    "5000": 5000,
    "5 000": 5000,
    "5\u00a0000": 5000,
    "5\u202f000": 5000,
    "5,000": 5000,
    "5.000": 5000,
    "5’000": 5000,
    "12 345": 12345,
    "1,000,000": 1_000_000,
    "120.0": 120,
    "1,107.00": 1107,
    "1.107,00": 1107,
}
NO_NUMBERS = (
    "",
    "5 00",
    "5,00",
    "1.5",
    "0 500",
    "1,000 000",
    "1e3",
    "5,000,00",
    "٣",
    "10x",
    "5 0000",
)


def of_tally(text: str) -> int | None:
    return read_tally(f"score:{text}").score


def of_prompt(text: str) -> int | None:
    return read_tally(score_word(text, "Us")).score


def of_table(text: str) -> int | None:
    (game,) = read_table(f'date,Ann,Bob\n2026-09-12,"{text}",0\n', "t")
    return game.game.hands[0].tallies[0].score


def of_command(text: str) -> int | None:
    return Number()(text)


def of_cards_left(text: str) -> int | None:
    return read_player_left("Bob", f"minus:{text}").points


READERS: tuple[Callable[[str], int | None], ...] = (
    whole_number,
    of_tally,
    of_prompt,
    of_table,
    of_command,
)


def outcome(read: Callable[[str], object], text: str) -> object:
    """Return what is read; ``None`` if it is refused."""
    try:
        return read(text)
    except (CanastaError, click.ClickException):
        return None


@for_each_case("read", [*READERS, of_cards_left], name=lambda read: read.__name__)
@for_each_case(("text", "number"), NUMBERS.items())
def test_a_number_is_read_whole(read: Callable[[str], object], text: str, number: int) -> None:
    assert outcome(read, text) in (number, None)
    assert outcome(whole_number, text) == number


@for_each_case("read", READERS, name=lambda read: read.__name__)
@for_each_case("text", NO_NUMBERS)
def test_what_is_not_a_number_is_refused(read: Callable[[str], object], text: str) -> None:
    assert outcome(read, text) is None


@for_each_case("read", READERS, name=lambda read: read.__name__)
@for_each_case("sign", MINUS_SIGNS)
@for_each_case("digits", ["1,640", "1 640"])
def test_every_minus_sign_is_one(read: Callable[[str], object], sign: str, digits: str) -> None:
    assert outcome(read, f"{sign}{digits}") == -1640


def test_several_numbers_at_a_prompt_stay_apart() -> None:
    assert numbers("100 200") == "100 200"
    assert number("1 640") == "1640"


@pytest.mark.parametrize(
    ("tally", "points"),
    [("points:1 020 red:1", 1020), ("points 1 020, out", 1020), ("AAA points:1 020", 1020)],
)
def test_a_number_in_a_tally_may_have_a_space_in_it(tally: str, points: int) -> None:
    assert read_tally(tally).figure("points") == points


def test_three_digits_that_are_cards_stay_a_meld_in_files() -> None:
    tally = read_tally("points:100 444")
    assert tally.figure("points") == 100
    assert tally.melded.size == 3
