"""Days, months and years as people type them, and the season of a day."""

import pytest
from looping import for_each_case

from canasta_cli.errors import NotUnderstood
from canasta_cli.notation.dates import day_of, first_day, last_day, season_of


@for_each_case(
    ("text", "first", "last"),
    [
        ("2026", "2026-01-01", "2026-12-31"),
        ("2026-09", "2026-09-01", "2026-09-30"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026-09-12", "2026-09-12", "2026-09-12"),
        (" 9999 ", "9999-01-01", "9999-12-31"),
        ("1.9.2026", "2026-09-01", "2026-09-01"),
        ("12. 09. 2026", "2026-09-12", "2026-09-12"),
    ],
)
def test_a_year_and_a_month_last_from_their_first_day_to_their_last(
    text: str, first: str, last: str
) -> None:
    assert first_day(text) == first
    assert last_day(text) == last


@for_each_case(
    "text",
    [
        "",
        "26",
        "0000",
        "2026-13",
        "2026-02-29",
        "2026-9",
        "32.09.2026",
        "２０２６",
        "2026-09-12T20:15",
    ],
)
def test_what_is_not_a_date_is_refused(text: str) -> None:
    for read in (first_day, last_day):
        with pytest.raises(NotUnderstood, match="is not a date"):
            read(text)
    assert day_of(text) == ""


@for_each_case(
    ("day", "begins", "season"),
    [
        ("2026-08-31", "", "2026"),
        ("2026-08-31", "2020-01-01", "2026"),
        ("2026-08-31", "2020-09-01", "2025/26"),
        ("2026-09-01", "2020-09-01", "2026/27"),
        ("2026-09", "2020-09-01", "2026/27"),
        ("1999-12-31", "2020-02-29", "1999/00"),
        ("last summer", "2020-09-01", ""),
    ],
)
def test_a_season_is_a_year_or_begins_each_year_on_the_same_day(
    day: str, begins: str, season: str
) -> None:
    assert season_of(day, begins) == season
