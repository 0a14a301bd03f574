"""Times are recorded in UTC, and shown in local time."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment, set_time_zone

from canasta_cli.cli import main
from canasta_cli.cli.session import local, now

pytestmark = pytest.mark.skipif(
    not (hasattr(time, "tzset") and Path("/usr/share/zoneinfo/Asia/Tokyo").exists()),
    reason="there are no time zones here",
)
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
EVENING = "2026-11-22T04:15:00+00:00"
ZONES = {
    "America/Los_Angeles": "2026-11-21 20:15",
    "Asia/Tokyo": "2026-11-22 13:15",
    "UTC": "2026-11-22 04:15",
}
zones = pytest.mark.parametrize(("zone", "shown"), ZONES.items())


@pytest.fixture(autouse=True)
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use a new database, and always the same time."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.setattr("canasta_cli.cli.session.now", lambda: EVENING)
    yield
    set_time_zone(monkeypatch, "UTC")


@zones
def test_a_game_is_named_and_dated_by_the_local_day(
    zone: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_time_zone(monkeypatch, zone)
    assert main(["new", *PLAYERS, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == shown[:10]
    assert main(["new", *PLAYERS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == shown[:10]
    assert main(["hand", "7xK out", "AAA"]) == 0
    capsys.readouterr()
    for form in ("toml", "csv", "html"):
        assert main(["export", "--format", form]) == 0
        assert shown[:10] in capsys.readouterr().out
    assert main(["export", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["date"] == shown[:10]


@zones
def test_times_are_recorded_in_utc_and_shown_in_local_time(
    zone: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["new", *PLAYERS, "--name", "before"]) == 0
    set_time_zone(monkeypatch, zone)
    assert main(["note", "x"]) == 0
    with closing(sqlite3.connect(tmp_path / "canasta.db")) as journal:
        assert journal.execute("SELECT DISTINCT at FROM journal").fetchall() == [(EVENING,)]
    capsys.readouterr()
    assert main(["log"]) == 0
    assert capsys.readouterr().out.count(f"  {shown}  ") == 2
    assert main(["log", "--json"]) == 0
    assert {each["at"] for each in json.loads(capsys.readouterr().out)["records"]} == {EVENING}


def test_the_clock_returns_utc() -> None:
    assert now().endswith("+00:00")
    assert local(now()) == now()[:16].replace("T", " ")


@pytest.mark.parametrize("at", ["", "yesterday", "2026-13-45T00:00", "0001-01-01T00:00:00+23:00"])
def test_an_invalid_time_is_shown_as_it_was_recorded(
    at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_time_zone(monkeypatch, "America/Los_Angeles")
    assert local(at) == at


def test_a_time_without_a_zone_is_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    set_time_zone(monkeypatch, "Asia/Tokyo")
    assert local("2026-11-22T04:15:00") == "2026-11-22 13:15"
