"""Databases and game files that earlier commits wrote: read, continued and exported, with the same scores.

``fixtures/older`` has a folder for each form that was ever written, named by a commit that wrote it. Each was
made with that commit's own code, and is never changed: ``totals.json`` has the totals that it showed.
``docs/formats.md`` lists the forms.
"""

import contextlib
import hashlib
import io
import json
import lzma
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from command_line import fix_environment
from make_fixtures import FOLDER, run

from canasta_cli.cli import main as canasta
from canasta_cli.journal import backup
from canasta_cli.journal.schema import MIGRATIONS, VERSION
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Noted
from canasta_cli.rules import library
from canasta_cli.rules.declared import (
    FORMER,
    PARAMETERS,
    in_names_of_today,
    texts_in_names_of_today,
)
from canasta_cli.rules.load import load
from canasta_cli.rules.names import parameters

OLDER = sorted(path for path in (FOLDER / "older").iterdir() if path.is_dir())
FILES = sorted(file for folder in OLDER for file in folder.glob("*.canasta.*"))

# The hash of the statements of each migration. A migration that was released is never edited: add another.
CHECKSUMS = ["dd0330a3d5a6d374", "db115e02fe7284d1", "c0e8702aef1feedf"]

# Values that were corrected after 4d3cd53, as they were then.
CORRECTED: dict[str, dict[str, Any]] = {
    "three-player": {"stock.end": "play-on"},
    "modern-american": {"opening.pair_counts": True},
}


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.name}" if path.is_file() else path.name


def _totals(folder: Path) -> dict[str, list[int]]:
    found: dict[str, list[int]] = json.loads((folder / "totals.json").read_text(encoding="utf-8"))
    return found


def _score(game: str) -> list[int]:
    return [side["total"] for side in json.loads(run("score", "-g", game, "--json"))["sides"]]


Older = tuple[Path, dict[str, list[int]]]


@pytest.fixture(params=OLDER, ids=_name)
def older(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Older:
    """A database of an earlier commit, with the totals that it showed."""
    database = tmp_path / "canasta.db"
    database.write_bytes(lzma.decompress((request.param / "canasta.db.xz").read_bytes()))
    fix_environment(monkeypatch, str(database))
    return database, _totals(request.param)


def test_reading_shows_the_same_scores_and_converts_nothing(
    older: Older,
) -> None:
    database, totals = older
    before = database.read_bytes()
    for game, total in totals.items():
        assert _score(game) == total
        assert run("log", "-g", game)
        assert run("next", "-g", game)
        if json.loads(run("score", "-g", game, "--json"))["hands"]:
            assert run("show", "-g", game)
    listed = json.loads(run("games", "--all", "--json"))["games"]
    assert {game["name"] for game in listed} == set(totals)
    assert run("stats")
    assert json.loads(run("doctor", "--json"))["faults"] == []
    assert database.read_bytes() == before
    assert [file.name for file in database.parent.iterdir()] == [database.name]


def test_the_first_entry_converts_it_beside_a_copy(
    older: Older,
) -> None:
    database, totals = older
    before = _version(database)
    for game, total in totals.items():
        if game != "archived":
            run("note", "opened again", "-g", game)
            run("undo", "-g", game)
        assert _score(game) == total
    run("hand", "7xK out", "left:44", "-g", "classic")
    run("undo", "-g", "classic")
    run("redo", "-g", "classic")
    run("undo", "-g", "classic")
    assert _score("classic") == totals["classic"]
    assert json.loads(run("doctor", "--json"))["faults"] == []
    assert _version(database) == VERSION
    copy = database.with_name(f"canasta.before-{VERSION}.db")
    assert copy.exists() is (before < VERSION)
    assert not copy.exists() or _version(copy) == before


def test_its_games_are_exported_and_read_again(older: Older, tmp_path: Path) -> None:
    _, totals = older
    for game in totals:
        file = tmp_path / f"{game}.canasta.toml"
        run("export", "-g", game, "-o", str(file))
        assert json.loads(run("verify", str(file), "--json"))["ok"]


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_a_game_file_is_verified_and_imported(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    assert json.loads(run("verify", str(file), "--json"))["files"][0]["differences"] == []
    run("import", str(file))
    game = file.name.partition(".")[0]
    assert _score(game) == _totals(file.parent)[game]


def test_hands_that_were_legal_then_are_legal_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands of every ruleset, every card known, made and accepted by that version.

    Two values were corrected since, as their sources state. Under the former ones, their hands hold too.
    """
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    packed = (FOLDER / "older" / "4d3cd53" / "hands.jsonl.xz").read_bytes()
    games = [json.loads(line) for line in lzma.decompress(packed).splitlines()]
    assert len(games) == 156
    refused = _refused(games, tmp_path / "hands.jsonl")
    assert {game["rules"] for game in refused} == set(CORRECTED)
    for game in refused:
        game["house"] = game.get("house", {}) | CORRECTED[game["rules"]]
    assert not _refused(refused, tmp_path / "former.jsonl")


def _refused(games: list[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """Return the games that don't verify."""
    file.write_text("".join(f"{json.dumps(game)}\n" for game in games), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        canasta(["verify", str(file), "--json"])
    *answers, _ = [json.loads(line) for line in printed.getvalue().splitlines()]
    return [game for game, answer in zip(games, answers, strict=True) if not answer["ok"]]


def _version(database: Path) -> int:
    connection = sqlite3.connect(database)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def test_no_migration_was_edited() -> None:
    found = [
        hashlib.sha256("\n".join(statements).encode()).hexdigest()[:16]
        for statements in MIGRATIONS
    ]
    assert found == CHECKSUMS


@pytest.mark.parametrize("former", FORMER, ids=lambda former: former.names[0])
def test_a_former_name_is_no_parameter_of_today(former: object) -> None:
    names = former.names  # type: ignore[attr-defined]
    replaced = former.replaced  # type: ignore[attr-defined]
    assert not [name for name in names if name in PARAMETERS and name not in replaced]


def test_values_of_former_names_have_names_of_today() -> None:
    """Each row gives names that exist, from “none”, from a number and from a flag."""
    for value in ("none", 3, True, False, ["7"]):
        for former in FORMER:
            for name in former.names:
                for new in in_names_of_today({name: value}):
                    assert parameters(new)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"bonus.aces": 2500}, {"ranks.A.canasta": 2500}),
        ({"discard.jokers": False}, {"ranks.W.discard": "never"}),
        ({"pile.blocked_by": ["7", "8"]}, {"ranks.7.pile": "blocks", "ranks.8.pile": "blocks"}),
        ({"pile.portion": "part", "pile.taken": "none"}, {"pile.take": "part"}),
        ({"pile.portion": "whole", "pile.taken": 7}, {"pile.take": 7}),
        ({"seats.alone": True, "seats.sitting_out": False}, {"seats.partners": "alone"}),
        ({"talon.first": 4, "talon.second": 3}, {"talon.cards": [4, 3]}),
        ({"talon.first": "none", "talon.second": "none"}, {"talon.cards": "none"}),
        (
            {"unfinished.sevens_held": 500, "unfinished.held_most": 3},
            {"ranks.7.held": {"over": 3, "points": 500}},
        ),
        (
            {"threes.black_laid": True, "threes.black_from_pile": True},
            {"threes.lay_black": "from-pile"},
        ),
        ({"melds.deuce_lock": True}, {"melds.wild_lock": "deuces"}),
        ({"melds.wild_lock": True}, {"melds.wild_lock": "any"}),
        ({"melds.wild_lock": "deuces"}, {"melds.wild_lock": "deuces"}),
        (
            {"discard.empty_pile": "safe"},
            {"discard.empty_pile": 5, "ranks.7,A.empty_pile": False},
        ),
        ({"discard.empty_pile": "dead"}, {"discard.empty_pile": "dead"}),
        ({"end.target": 7500}, {"end.target": 7500}),
    ],
)
def test_former_values_say_the_same_now(before: dict[str, object], now: dict[str, object]) -> None:
    assert in_names_of_today(before) == now


def test_a_rules_file_may_have_former_names() -> None:
    old = """extends = "classic"
[bonus]
aces = 1000
[deck]
joker = 60
[sources]
"bonus.aces" = "seen pagat: a house's own"
"""
    rules = load(old, "ours", library.ruleset)
    assert rules.value("ranks.A.canasta") == 1000
    assert rules.value("ranks.W.points") == 60
    assert rules.origins["ranks.A.canasta"].sources == ("pagat",)
    assert rules.origins["ranks.W.points"].status == "house"


def test_each_former_value_keeps_its_own_origin() -> None:
    origins = {"unfinished.sevens_held": "seen pagat", "unfinished.aces_held": "inferred"}
    values = {"unfinished.sevens_held": 500, "unfinished.aces_held": 1500}
    assert texts_in_names_of_today(origins, values) == {
        "ranks.7.held": "seen pagat",
        "ranks.A.held": "inferred",
    }


@pytest.mark.parametrize("name", ["melds.wild_lock", "discard.empty_pile"])
def test_an_origin_without_a_value_is_of_the_parameter_of_today(name: str) -> None:
    """A rules file may say where an inherited value comes from; its name had other values once."""
    assert texts_in_names_of_today({name: "seen pagat"}, {}) == {name: "seen pagat"}


def test_a_conversion_that_fails_leaves_the_old_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something fails inside the transaction: the file stays as it was, beside its copy."""
    database = tmp_path / "canasta.db"
    database.write_bytes(lzma.decompress((OLDER[0] / "canasta.db.xz").read_bytes()))
    fix_environment(monkeypatch, str(database))
    before = _version(database)

    def fail_after_an_entry(journal: Journal) -> None:
        with journal.writing() as writing:
            writing.append(1, Noted("lost"), "2026-11-24T20:00:00+00:00")
            raise RuntimeError

    with Journal.open(str(database), create=False) as journal, pytest.raises(RuntimeError):
        fail_after_an_entry(journal)
    assert _version(database) == before
    assert _score("classic") == _totals(OLDER[0])["classic"]


def test_the_last_three_copies_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "VERSION", 7)
    database = tmp_path / "canasta.db"
    database.write_bytes(lzma.decompress((OLDER[0] / "canasta.db.xz").read_bytes()))
    for version in range(2, 7):
        (tmp_path / f"canasta.before-{version}.db").write_bytes(b"")
    with Journal.open(str(database), create=False) as journal:
        copy = backup.backup_before_migration(journal)
    names = sorted(file.name for file in tmp_path.iterdir())
    assert copy == str(tmp_path / "canasta.before-7.db")
    assert names == [
        "canasta.before-5.db",
        "canasta.before-6.db",
        "canasta.before-7.db",
        "canasta.db",
    ]
