"""Whatever can be recorded as a name or a note is exported and imported back, limits or not."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.model.game import Game, Hand, Note, Side
from canasta_cli.notation.gamefile import HAND_KEYS, GameFile, read_game, write_game, write_json
from canasta_cli.notation.tally import read_tally
from canasta_cli.untrusted import MOST_DEPTH, MOST_DIGITS, MOST_PARTS

LONG = (
    "[" * (10 * MOST_DEPTH),
    "{" * (10 * MOST_DEPTH),
    "a." * (10 * MOST_PARTS),
    "1" * (10 * MOST_DIGITS),
    "-" + "1" * (10 * MOST_DIGITS),
    "0x" + "f" * 10_000,
    "\n[[hands]]" * 2500,
    "'''", '"""', "''''", '""""', "\\", '\\"', "a\\", "'''\n\"\"\"\n#", "\r\n", "\u2028", "\ufeff",
    "# " * 1000, "\n" * 1000, "=", "...", "\\ud800", "🃏é\u202e",
)  # fmt: skip
PIECES = ("'''", '"""', "'", '"', "[", "]", "{", "}", ".", ",", "=", "#", "\n", "\r", "\t", "\\")
texts = st.sampled_from(LONG) | st.text(min_size=1) | st.lists(
    st.sampled_from((*PIECES, *"a1 -_é🃏\u2028")), min_size=1, max_size=30
).map("".join)  # fmt: skip
names = texts.filter(str.strip).filter(lambda name: name not in HAND_KEYS)


def _game(name: str, side: str, note: str) -> Game:
    tally = read_tally("KKK")
    sides = (Side(side, (name,)), Side(f"{side}'s", (f"{name}'s",)))
    return Game(
        name,
        (name, f"{name}'s"),
        sides,
        name,
        date=note,
        event=note,
        hands=(Hand((tally, tally), name, (30, 30)), Hand((tally, tally), None, (30, -30))),
        notes=(Note(0, note), Note(1, name), Note(2, note)),
    )


@settings(deadline=None, max_examples=50)
@given(names, names, texts)
@example(LONG[3], LONG[3], LONG[3])
@example("a" * 10_000, "1" * 10_000, "'" * 100_000)
def test_names_and_notes_are_read_back_from_a_file(name: str, side: str, note: str) -> None:
    file = GameFile(_game(name, side, note), "two-player", {}, lambda _t, _k, _w: None)
    for text in (write_game(file), write_json(file)):
        assert read_game(text, "unnamed").game == file.game


@for_each_case("form", ["canasta.toml", "json"])
@for_each_case("text", [text for text in LONG if text.strip()])
def test_names_and_notes_that_are_recorded_are_imported_back(
    text: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    said = ["--name", text, f"--side={text}={text}", "--side=B=B"]
    player = text
    if {"=", ","} & set(text):  # which divide names on the command line
        said, player = said[:2], "A"
    assert main(["new", "-r", "two-player", *said, "--", player, "B"]) == 0
    assert main(["note", "--", text]) == 0
    assert main(["hand", "--force", "KKK", "QQQ"]) == 0
    assert main(["export", "-o", f"one.{form}"]) == 0
    assert main(["import", f"one.{form}", "--as", "again"]) == 0
    assert main(["export", "-o", f"two.{form}"]) == 0
    one, two = (
        read_game(Path(f"{number}.{form}").read_text(encoding="utf-8"), "x").game
        for number in ("one", "two")
    )
    assert one.name == text
    assert one._replace(name="again") == two
    assert [note.text for note in one.notes] == [text]
