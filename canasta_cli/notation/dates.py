"""Read days, months and years, and find the season of a day.

Lists and statistics select games by them. A day is kept as in ISO 8601, so that days compare as text; with
points between its numbers the day comes first everywhere.
"""

import re

from canasta_cli.errors import NotUnderstood

_PERIOD = re.compile(r"(?!0000)([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


_WITH_POINTS = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})")
ONE_DAY = "Write it like 2026-09-12."


def first_day(text: str) -> str:
    """Return the first day of a year, a month or a day. Raises :class:`NotUnderstood`."""
    return _days(text)[0]


def last_day(text: str) -> str:
    """Return the last day of a year, a month or a day. Raises :class:`NotUnderstood`."""
    return _days(text)[1]


def _days(text: str) -> tuple[str, str]:
    from calendar import monthrange

    pointed = _WITH_POINTS.fullmatch(text.strip())
    iso = f"{pointed[3]}-{pointed[2]:0>2}-{pointed[1]:0>2}" if pointed else text.strip()
    found = _PERIOD.fullmatch(iso)
    year, month, day = found.groups() if found else ("", "", "")
    if found and "01" <= (month or "01") <= "12":
        last = str(monthrange(int(year), int(month or 12))[1])
        if "01" <= (day or "01") <= last:
            return f"{year}-{month or '01'}-{day or '01'}", f"{year}-{month or '12'}-{day or last}"
    raise NotUnderstood(
        f"“{text}” is not a date",
        fix="Write a day, a month or a year: 2026-09-12, 2026-09 or 2026.",
    )


def one_day(text: str) -> str:
    """Return a day as it is stored. Raises :class:`NotUnderstood` for a month or a year too."""
    try:
        first, last = _days(text)
    except NotUnderstood as error:
        error.fix = ONE_DAY
        raise
    if first != last:
        raise NotUnderstood(f"“{text}” is not one day", fix=ONE_DAY)
    return first


def day_of(text: str) -> str:
    """Return the first day of a date that may be any text; empty if it is not a date."""
    try:
        return first_day(text)
    except NotUnderstood:
        return ""


def season_of(text: str, begins: str = "") -> str:
    """Name the season of a date: ``2026``, or ``2025/26`` if it begins each year on the day of ``begins``.

    Empty if the text is not a date.
    """
    day, start = day_of(text), begins[5:]
    if not day or start in ("", "01-01"):
        return day[:4]
    year = int(day[:4]) - (day[5:] < start)
    return f"{year:04}/{(year + 1) % 100:02}"
