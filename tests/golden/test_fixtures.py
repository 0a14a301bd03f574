"""Every version reads the files and databases in ``fixtures``: it shows each game, with the same scores.

``make_fixtures.py`` wrote them. They are never changed; a newer format gets files of its own.
"""

import json
import re
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import make_fixtures
import pytest
from command_line import fix_environment
from looping import for_each_case
from make_fixtures import ENDINGS, EVENINGS, FOLDER, RULES, SENT, TYPED, games, run

from canasta_cli.journal.schema import KEYED_SINCE, RECORDED_SINCE
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import WORDS
from canasta_cli.scorekeeper.hands import HAND, drafts_of
from canasta_cli.scorekeeper.scorebook import load_game

# The totals of each game when its files were written.
TOTALS = {
    "classic": [2770, 1065],
    "turns": [1515, 80],
    "scores": [6475, 1095],
    "stopped": [670, -10],
    "three": [1035, 2180, 840],
    "two": [1340, 75],
    "american": [1050, 630],
    "foot": [4030, 590],
    "samba": [2990, 45],
    "people": [815, 1725],
    "ours": [3045, 50],
    "archived": [670, 50],
}
# The rules of games with house rules, which a table in CSV doesn't list.
HOUSE: dict[str, tuple[str, ...]] = {
    "classic": ("--house", "end.target=7500"),
    "two": ("--house", "end.target=3000"),
    "ours": ("--rules", str(RULES)),
}
FILES = sorted(file for file in FOLDER.iterdir() if file.name.endswith(ENDINGS))
DATABASES = sorted(FOLDER.glob("*.db"))


def test_every_game_has_its_files_and_its_totals() -> None:
    assert set(games()) == set(TOTALS)
    assert {file.name for file in FILES} == {f"{game}{end}" for game in TOTALS for end in ENDINGS}


def _score(game: str) -> Any:
    """Check the totals of a game, and return its score."""
    score = json.loads(run("score", "-g", game, "--json"))
    assert [side["total"] for side in score["sides"]] == TOTALS[game]
    return score


def _show(game: str) -> None:
    """Check the totals of a game, and show it in every way."""
    score = _score(game)
    for number in range(1, len(score["hands"]) + 1):
        assert f"Hand {number} of {game}" in run("show", str(number), "-g", game)
    for side in score["sides"]:
        assert side["name"] in run("next", "-g", game)
    for form in ("csv", "html"):
        assert score["sides"][0]["name"] in run("export", "-g", game, "--format", form)


def _kinds(games: Iterable[str]) -> set[str]:
    """Return the kinds of the entries of some games."""
    logs = (json.loads(run("log", "-g", game, "--json")) for game in games)
    return {record["what"] for log in logs for record in log["records"]}


@for_each_case("file", FILES, name=lambda file: file.name)
def test_a_file_is_verified_imported_and_shown(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    game, _, ending = file.name.partition(".")
    if ending == "csv":
        run("import", str(file), *HOUSE.get(game, ()))
    else:
        verified = json.loads(run("verify", str(file), "--json"))
        assert verified["files"][0]["differences"] == []
        run("import", str(file))
    _show(game)


@pytest.fixture
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of a database, as that of the environment."""
    found = tmp_path / "canasta.db"
    shutil.copyfile(request.param, found)
    fix_environment(monkeypatch, str(found))
    return found


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", DATABASES, ids=lambda file: file.name, indirect=True)
def test_a_database_is_opened_shown_and_continued() -> None:
    assert json.loads(run("doctor", "--json"))["faults"] == []
    found = json.loads(run("games", "--json"))["games"]
    assert {game["name"] for game in found} == TOTALS.keys()
    for game in TOTALS:
        _show(game)
        run("note", "opened again", "-g", game)
        run("undo", "-g", game)
        _score(game)
    run("hand", "7xK out", "left:44", "-g", "stopped")
    assert json.loads(run("doctor", "--json"))["faults"] == []


@pytest.mark.parametrize("database", DATABASES, ids=lambda file: file.name, indirect=True)
def test_what_is_beside_the_entries_of_a_database_is_read(database: Path) -> None:
    assert "rules    classic  default" in run("config")  # the names of sides are no longer chosen
    with Journal.open(str(database), create=False) as journal:
        ((_, draft),) = drafts_of(journal, load_game(journal, TYPED[0]), HAND)
    assert tuple(draft.lines) == TYPED[1:]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    "database", [FOLDER / "canasta-5-22-dated.db"], ids=lambda file: file.name, indirect=True
)
def test_a_game_whose_date_was_corrected_has_that_date() -> None:
    """Entries that rename a game may have a date, and no name, in databases with “dated” in their name."""
    found = {each["name"]: each["date"] for each in json.loads(run("games", "--json"))["games"]}
    assert {name: found[name] for name in ("people", "two", "classic")} == {
        "people": "2026-09-12",
        "two": "2026-09-19",
        "classic": "2026-11-21",
    }
    assert "date 2026-09-12" in run("log", "-g", "people")


KEYED = [file for file in DATABASES if int(file.name.split("-")[1]) >= KEYED_SINCE]
RECORDED = [file for file in DATABASES if int(file.name.split("-")[1]) >= RECORDED_SINCE]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", KEYED, ids=lambda file: file.name, indirect=True)
def test_a_request_whose_key_is_in_a_database_is_known() -> None:
    lines = EVENINGS.read_text(encoding="utf-8").splitlines()
    games = ["", *re.findall(r"^canasta new .*--name (\S+)", "\n".join(lines), re.MULTILINE)]
    found = []
    for line in lines:
        if line.startswith("canasta new "):
            games.pop(0)
        if " --key " in line:
            answer = json.loads(run(*shlex.split(line)[1:], "-g", games[0], "--json"))
            found.append((games[0], answer["hand"], answer["already"]))
    assert found == [
        ("classic", 2, "recorded"),
        ("classic", 3, "undone"),
        ("classic", 3, "recorded"),
        ("turns", 1, "recorded"),
    ]
    assert json.loads(run("doctor", "--json"))["faults"] == []


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", RECORDED, ids=lambda file: file.name, indirect=True)
def test_who_recorded_an_entry_of_a_database_is_known() -> None:
    for game in TOTALS:
        log = json.loads(run("log", "-g", game, "--json"))["records"]
        found = [each["what"] for each in log if each.get("recorder") == SENT[1]]
        assert found == (["hand", "undo"] if game == SENT[0] else [])


def test_a_file_of_rules_is_read() -> None:
    rules = json.loads(run("rules", "show", str(RULES), "--json"))
    assert rules["title"] == "Samba as we play it"
    assert f"{RULES} is valid: 5 differences from samba." in run("rules", "check", str(RULES))


def test_every_kind_of_entry_is_in_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: set[str] = set()
    for file in DATABASES:
        database = tmp_path / file.name
        shutil.copyfile(file, database)
        fix_environment(monkeypatch, str(database))
        kinds |= _kinds(TOTALS)
    assert kinds == set(WORDS.values())


def test_the_commands_of_the_evenings_still_write_every_game(tmp_path: Path) -> None:
    make_fixtures.write(tmp_path)
    written = sorted(file for file in tmp_path.iterdir() if file.name.endswith(ENDINGS))
    assert [file.name for file in written] == [file.name for file in FILES]
    games = (str(file) for file in written if not file.name.endswith(".csv"))
    assert json.loads(run("verify", *games, "--json"))["ok"]


def test_this_version_of_the_database_has_its_file() -> None:
    assert make_fixtures.database_name() in {file.name for file in DATABASES}
