"""Games in which substitutes came and took seats: what is exported, corrected and shown."""

import json
import re
from pathlib import Path

import command_line
import pytest

from canasta_cli import GameError, dump, load, loads

NEW4 = "new Ann Bob Cat Dan --name g"
HAND = 'hand "7xK QQQ2 out" "AAA 5555 left:JJ4"'
SEATS = ("sub Cat Eve", "sub Ann Cat")


class Runner:
    """Runs command lines that must succeed, and returns what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def lines(self, line: str) -> list[str]:
        """Run a command line that may fail."""
        return command_line.run_line(f"canasta {line}", self._capsys)

    def __call__(self, *lines: str) -> str:
        """Run command lines, and return what the last one prints."""
        printed: list[str] = []
        for line in lines:
            printed = self.lines(line)
            assert not printed[-1:] or not printed[-1].startswith("["), printed
        return "\n".join(printed)


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Runner:
    monkeypatch.chdir(tmp_path)
    command_line.fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    return Runner(capsys)


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize("changes", [SEATS, ("sub Ann Fay", "sub Cat Eve", "sub Fay Cat")])
def test_a_game_in_which_players_changed_seats_can_be_exported_and_read_back(
    form: str, changes: tuple[str, ...], run: Runner
) -> None:
    file = Path(f"g.canasta.{form}")
    run(NEW4, HAND, *changes, HAND, f"export -o {file}", f"verify {file}")
    exported = file.read_text(encoding="utf-8")
    run(f"import {file} --db other.db", f"export --db other.db --force -o {file}")
    assert file.read_text(encoding="utf-8") == exported
    assert run("score --db other.db").replace(" --db other.db", "") == run("score")


ALONE = ("new A B C --name t", 'hand "7xK QQQ2 out alone:A" AAA 555 --force', "sub A Z", "sub B A")


@pytest.mark.parametrize(
    "change",
    [
        '"7xK QQQ2 out alone:A" AAA 5555',
        'A="8xK QQQ2 out alone:A"',
        'B="7xK QQQ2 out alone:A" A=AAA C=5555',
    ],
)
def test_a_corrected_tally_names_who_played_alone_as_at_that_time(change: str, run: Runner) -> None:
    run(*ALONE, f"amend 1 {change} --force")
    assert "alone:A" in run("export")
    assert run("log").count("alone:A") == 2


def test_words_of_a_tally_are_edited_with_the_names_of_that_time(run: Runner) -> None:
    run(*ALONE)
    assert run.lines("amend 1 A+=alone:B")[0] == "! canasta: the tally of A already has “alone:A”"
    run("amend 1 A-=alone:A --force")
    assert "alone" not in run("export")
    run("amend 1 A+=alone:A --force")
    assert "alone:A" in run("export")


def test_the_form_of_a_tally_has_the_names_of_that_time(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*ALONE)
    with command_line.on_terminal(monkeypatch, "7xK QQQ2 out alone:A", "", ""):
        printed = run.lines("amend 1")
    assert "! Nothing was changed." in printed
    with command_line.on_terminal(monkeypatch, "7xK QQQ2 out alone:a", "", "5555", "force"):
        run("amend 1")
    assert "alone:A" in run("export")


DEALT = (NEW4, "deal --dealer Dan", "turn 4", "turn 5", "turn 6")
OVER = (*DEALT, "turn 7 out --force", "left Bob=2x4 Cat=1x5 --force")


@pytest.mark.parametrize(
    "words", ["discard 7", "Ann: discard 7", "ann: 7", "7", "draw 7", "Ann: draw 7"]
)
def test_a_corrected_turn_belongs_to_the_player_of_that_time(words: str, run: Runner) -> None:
    run(*OVER, *SEATS, f"amend 1.1 {words} --force")
    assert "Ann: draw discard 7" in run("log")


def test_a_turn_is_shown_for_correction_with_the_player_of_that_time(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*OVER, "sub Cat Eve", 'amend 1.3 "Cat: 9" --force')
    monkeypatch.setattr("canasta_cli.cli.amend.can_edit", lambda: False)
    with command_line.on_terminal(monkeypatch, ""):
        assert run.lines("amend 1.3")[0] == "Turn 3 of hand 1, now Cat: draw discard 9:"


def test_the_cards_left_are_shown_for_correction_with_the_names_of_that_time(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*OVER, *SEATS)
    monkeypatch.setattr("canasta_cli.cli.amend.can_edit", lambda: False)
    with command_line.on_terminal(monkeypatch, ""):
        line = run.lines("amend 1.left")[0]
    assert "Bob=2x4" in line
    assert "Cat=1x5" in line
    assert "Eve" not in line
    run("amend 1.left Cat=1x6 Bob=2x4 --force")
    assert "Cat: 1x6" in run("log")


@pytest.mark.parametrize("ending", [(), ("finish --unfinished",)])
def test_nobody_comes_after_the_last_hand_of_a_game_that_is_over(
    ending: tuple[str, ...], run: Runner
) -> None:
    points = "100 200" if ending else "6000 200"
    run(NEW4, f"hand --points {points}", *ending)
    refused = run.lines("sub Cat Eve")
    assert refused[0].startswith("! canasta: game g ")
    assert run.lines("sub Cat Eve --from 2") == refused
    run("sub Cat Eve --from 1")


def test_a_substitute_of_an_unfinished_hand_can_be_recorded_after_the_game_was_ended(
    run: Runner,
) -> None:
    run(*DEALT, "finish --unfinished")
    run("sub Cat Eve --from 1")
    assert run.lines("sub Ann Fay")[-1] == "[4]"
    assert run.lines("sub Ann Fay --from 2")[-1] == "[4]"


def test_a_hand_in_play_keeps_those_who_were_dealt_its_cards(run: Runner) -> None:
    assert run(*DEALT, "sub Cat Eve") == (
        "Eve plays for Cat from hand 2 of g on.\n"
        "Hand 1 is in play: Cat plays it to its end.\n"
        "To undo it: canasta undo"
    )
    run("turn 7", "turn 8", "turn 9")
    assert "there is no player “Eve”" in run.lines('turn "Eve: T"')[0]
    run('turn "Cat: T"')
    assert "Ann and Cat (Eve from hand 2)" in run("score")
    run("turn end stock --force")
    assert "canasta left Ann=… Bob=… Cat=… Dan=…" in run("pile")
    assert "Hand 2: Ann deals" in run("left Ann=1x4 Bob=1x4 Cat=1x4 Dan=1x4 --force")
    assert '"players": ["Ann", "Bob", "Cat", "Dan"]' in run("show 1 --json")
    run("deal", "turn 4")
    assert "Eve: draw discard 5" in run("turn 5")


def test_a_substitute_of_the_next_hand_is_undone_before_that_hand(run: Runner) -> None:
    before = run(*DEALT, "melds")
    run("sub Cat Eve", "undo")
    assert run("melds") == before
    run("redo", "turn 7 out --force", "left Bob=2x4 Cat=1x5 --force")
    assert "Now Us: Ann and Fay" in run("sub Eve Fay")
    run("undo 2")
    assert run("melds").splitlines()[:4] == before.splitlines()[:4]
    run("redo 2")
    assert "Ann and Cat (Fay from hand 2)" in run("score")


def test_who_was_dealt_the_cards_of_the_hand_in_play_can_be_recorded_late(run: Runner) -> None:
    assert "Now Us: Ann and Eve" in run(*DEALT, "sub Cat Eve --from 1")
    assert run('turn "Dan: 7"', "turn 8", "turn 9", 'turn "Eve: T"').startswith(
        "Turn 1.7 of g, Eve:"
    )
    refused = run.lines("sub Bob Fay --from 3")
    assert refused[0] == "! canasta: hand 3 can't have a substitute yet: hand 1 is in play"
    assert refused[1] == "! Give an earlier one. Example: --from 2"


def test_seats_are_never_exchanged(run: Runner) -> None:
    run(NEW4, HAND, *SEATS)
    refused = run.lines("sub Eve Ann")
    assert refused[0] == (
        "! canasta: Cat and Ann would exchange their seats with hand 2; "
        "canasta no longer keeps exchanged seats"
    )
    assert refused[-1] == "[4]"
    # In one hand Ann leaves, in the next she takes the seat of Cat, who takes hers.
    run("undo 2", "sub Ann Zoe", HAND, "sub Cat Ann", "sub Zoe Cat")
    refused = run.lines("amend 2 --drop")
    assert refused[0].startswith(
        "! canasta: without hand 2, Cat and Ann would exchange their seats"
    )
    assert refused[1] == "! Correct the hand instead: canasta amend 2"


@pytest.mark.parametrize(
    ("players", "changes", "sides"),
    [
        ("Ann Bob", ("sub Bob Cat",), ["Ann", "Cat"]),
        ("Ann Bob", ("sub Bob Cat", "sub Ann Bob"), ["Bob", "Cat"]),
        ("Ann Bob Cat Dan --side Ann+Cat=Ann,Cat", ("sub Cat Eve",), ["Ann+Eve", "Them"]),
        ("Ann Bob Cat Dan", SEATS, ["Us", "Them"]),
    ],
)
@pytest.mark.parametrize("seats", [False, True])
def test_again_names_the_sides_after_those_who_play_now(
    players: str, changes: tuple[str, ...], sides: list[str], seats: bool, run: Runner
) -> None:
    run(f"new {players} --name g", "hand --points 100 200", *changes)
    now = ",".join(json.loads(run("export --format json"))["players"])
    for change in changes:
        _, left, came = change.split()
        now = ",".join(came if each == left else each for each in now.split(","))
    run(f"again --name next{f' --seats {now}' if seats else ''}")
    assert list(json.loads(run("export --format json"))["sides"]) == sides


@pytest.mark.parametrize("dealer", ["Ann", "Cat"])
def test_an_imported_game_has_the_log_of_the_one_that_was_exported(
    dealer: str, run: Runner
) -> None:
    turns = ("turn 4", "turn 5", "turn 6")
    run(NEW4, f"{HAND} --dealer {dealer}", *SEATS, f"{HAND} --dealer Bob", "sub Dan Fay")
    run("deal", *turns, "sub Bob Dan", "turn 7", "turn 8 out --force", "left Fay=1x5 --force")
    run("deal", *turns, "sub Dan Gus", "turn 8", "sub Fay Dan")
    run("export -o g.canasta.json", "import g.canasta.json --db other.db")
    for command in ("log", "export", "score"):
        answer = run(f"{command} --db other.db").replace(" --db other.db", "")
        assert _plain(answer) == _plain(run(command))


def _plain(log: str) -> str:
    """Return a log without the numbers of its entries, and with the entries of one time in one order."""
    lines = [re.sub(r"^ *[0-9]+  2026", "2026", line) for line in log.splitlines()]
    return "\n".join(sorted(lines))


def test_the_hands_of_the_library_have_the_names_of_those_who_played_them(run: Runner) -> None:
    run(NEW4, "deal --dealer Cat", "turn 7", "turn 4", "sub Bob Gus", "turn 5", "turn 6")
    run("turn 8 out --force", "left Bob=1x5 --force", *SEATS, f"{HAND} --dealer Cat")
    run("export -o g.canasta.toml")
    game = load("g.canasta.toml")
    assert game.players == ("Cat", "Gus", "Eve", "Dan")
    assert [hand.dealer for hand in game.hands] == ["Cat", "Cat"]
    turns = [(position.player, turn.player) for position, turn in game.hands[0]]
    assert turns == [(name, name) for name in ("Dan", "Ann", "Bob", "Cat", "Dan")]
    assert game.players_in(1) == ("Ann", "Bob", "Cat", "Dan")
    assert loads(dump(game)) == game


def test_the_library_names_who_played_alone_as_at_that_time(run: Runner) -> None:
    run(*ALONE, "export -o t.canasta.toml")
    (hand,) = load("t.canasta.toml").hands
    assert "alone:A" in hand.sides[0].tally


def test_the_library_has_the_ending_of_a_game(run: Runner) -> None:
    run(NEW4, HAND, "export -o g.canasta.toml", "finish --unfinished", "export -o h.canasta.toml")
    assert [load(f"{name}.canasta.toml").ending for name in "gh"] == ["", "unfinished"]


@pytest.mark.parametrize("start", ["0", "-1", "1.2", "²"])
def test_a_hand_that_cannot_be_is_named_whole(start: str, run: Runner) -> None:
    run(NEW4)
    lines = run.lines(f"sub Cat Eve --from {start}")
    assert re.fullmatch(rf"! canasta: --from must be .*, not “?{start}”?", lines[0])
    assert lines[1] == "! Example: canasta sub Bob Gus --from 2"


def test_a_finding_about_an_earlier_turn_names_those_who_sat_there_then(
    run: Runner, tmp_path: Path
) -> None:
    turns = ("turn K", "turn A", "turn 5", "turn end stock --force", "left Ann=1x5 --force")
    run(NEW4, "deal --upcard 7", *turns, "sub Ann Eve", "sub Bob Fay")
    shown = "\n".join(run.lines('amend 1.1 "Dan: K"'))
    assert "Turn 1: it's Ann's turn, not Dan's.\n    Fix: record Ann's turn first." in shown
    assert "Turn 2: it's Ann's turn, not Bob's." in shown
    file = tmp_path / "changed.toml"
    run(f"export -o {file}")
    file.write_text(file.read_text().replace('"Bob: draw', '"Dan: draw'))
    shown = "\n".join(run.lines(f"verify {file}"))
    assert "turn 2: it's Bob's turn, not Dan's\n    Fix: record Bob's turn first" in shown


def test_the_library_knows_who_sat_where(run: Runner, tmp_path: Path) -> None:
    run(NEW4, HAND, *SEATS, HAND, "sub Bob Fay", f"export -o {tmp_path / 'g.toml'}")
    game = load(tmp_path / "g.toml")
    assert [tuple(each) for each in game.substitutes] == [
        (2, "Cat", "Ann"),
        (2, "Eve", "Cat"),
        (3, "Fay", "Bob"),
    ]
    assert [game.players_in(hand) for hand in (1, 2, 3)] == [
        ("Ann", "Bob", "Cat", "Dan"),
        ("Cat", "Bob", "Eve", "Dan"),
        ("Cat", "Fay", "Eve", "Dan"),
    ]
    with pytest.raises(GameError, match="no hand 4"):
        game.players_in(4)


def test_cards_left_of_an_earlier_hand_are_asked_of_those_who_played_it(run: Runner) -> None:
    turns = ("deal --upcard 9", "turn 4", "turn 5", "turn KKKAAA6", "turn 5")
    run(NEW4, *turns, "turn end stock --force", "left Ann=-10 Cat=-20 --force", "sub Bob Eve")
    shown = "\n".join(run.lines("amend 1.left Ann=1x4"))
    assert "Ann should have 11 cards (1 given); missing: Bob 11 and Dan 11" in shown
    assert "Fix: give all the cards: canasta amend 1.left Ann=… Bob=… Cat=minus:20 Dan=…" in shown
    assert "Eve" not in shown
    shown = "\n".join(run.lines("amend 1.left Eve=1x4"))
    assert "Bob should have 11 cards (1 given)" in shown
    assert "Bob should have 11 cards (1 given)" in "\n".join(run.lines("amend 1.left Bob=1x4"))
