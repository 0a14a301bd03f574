"""Untrusted game files: all errors are reported at once with their lines, and every claim is checked."""

import json
from collections.abc import Callable

import pytest
from looping import for_each_case

from canasta_cli.errors import UnusableData
from canasta_cli.model.game import Game, Hand, Note, Side
from canasta_cli.notation import gamefile
from canasta_cli.notation.gamefile import HAND_KEYS, GameFile, read_game, write_game, write_json
from canasta_cli.notation.tally import read_tally
from canasta_cli.untrusted import LONGEST_TEXT

GOOD = """canasta = 1
players = ["Ann", "Bob"]
[sides]
Ann = ["Ann"]
Bob = ["Bob"]
"""


def _swapped(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def _came(place: str, player: str, instead_of: str) -> str:
    """Return the table of a substitute."""
    return f"[[substitutes]]\n{place}\nplayer = '{player}'\ninstead_of = '{instead_of}'\n"


FAULTS: tuple[tuple[str, str], ...] = (
    ("", "not a game file: the line canasta = 1 is missing"),
    ("canasta = 2", "line 1: the game file has version 2; this program reads version 1"),
    ("canasta = true", "line 1: the game file has version True; this program reads version 1"),
    ('canasta = "1"', "line 1: the game file has version 1; this program reads version 1"),
    ("= 1", "not a game file"),
    ("#!/bin/sh\na.b.c.d.e.f.g.h.i.j.k = 1", "not a game file"),
    ("canasta = 1\nname == 2", "not valid TOML: "),
    ("name = " + "[" * 3000, "over a limit: nested too deeply (at line 1)"),
    ("{", "not valid JSON: "),
    ("{" + '"a":[' * 200_000, "over a limit: nested too deeply (at line 1)"),
    ("[]", "not a game file"),
    ("<!doctype html>", "not a game file"),
    ("# friday\n\nClassic Canasta", "not a game file"),
    ("game,date,hand\n", "not a game file"),
    ("Date;Ann & Cat;Bob & Dan\r\n2026-01-02;5;10\r\n", "not a game file"),
    ("# friday\ncanasta == 1", "not valid TOML: "),
    ("#" * (LONGEST_TEXT + 1), "over a limit: more than 4,000,000 characters"),
    ("upcard = 3\n" + GOOD, "line 1: “upcard” is not a key of game files"),
    (_swapped('"Bob"]\n[', '"Ann"]\n['), "line 2: players: a name appears twice"),
    (_swapped('["Ann", "Bob"]', '"Ann"'), "line 2: players must be a list of names"),
    (_swapped('["Ann", "Bob"]', '["Ann", ""]'), "line 2: players must be a list of names"),
    (_swapped('["Ann", "Bob"]', '["Ann", 3]'), "line 2: players must be a list of names"),
    (_swapped('["Ann", "Bob"]', str(list("abcdefghijklm"))), "players must be a list of names"),
    (_swapped('Bob = ["Bob"]', "Bob = []"), "line 5: Bob must be a list of names"),
    (_swapped('Bob = ["Bob"]', 'Bob = ["Eve"]'), "line 3: the players in “sides” must be those in"),
    (_swapped('Bob = ["Bob"]', 'score = ["Bob"]'), "line 5: “score” can't be a side's name"),
    ("canasta = 1\nplayers = ['Ann']\nsides = 3", 'sides must be a table: Us = ["Ann", "Cat"]'),
    ("canasta = 1\nplayers = ['Ann']\n[sides]", "line 3: sides must be a table"),
    ("house = 3\n" + GOOD, "line 1: house must be a table of parameters"),
    ("name = 3\n" + GOOD, "line 1: name must be text in quotes"),
    ('dealer = "Eve"\n' + GOOD, "line 1: dealer “Eve” is not a player"),
    ("dealer = 3\n" + GOOD, "line 1: dealer “3” is not a player"),
    ("ending = 3\n" + GOOD, "line 1: ending must be leader, unfinished or abandoned"),
    ("substitutes = 3\n" + GOOD, "a substitute needs hand, player, and instead_of"),
    ("substitutes = [3]\n" + GOOD, "a substitute needs hand, player, and instead_of"),
    (GOOD + _came("hand = 0", "Eve", "Bob"), "line 6: a substitute needs"),
    (GOOD + _came("hand = true", "Eve", "Bob"), "line 6: a substitute needs"),
    (GOOD + _came("event = 2", "Eve", "Bob"), "line 6: a substitute needs"),
    (GOOD + _came("hand = 1", "Eve", "Zoe"), "line 6: a substitute needs"),
    (GOOD + _came("hand = 1", "Bob", "Bob"), "line 6: a substitute needs"),
    (GOOD + _came("hand = 1", "Ann", "Bob"), "line 6: Ann would have two seats from hand 1 on"),
    (GOOD + _came("hand = 1", "", "Bob"), "line 6: a substitute needs"),
    (GOOD + _came("hand = 2", "Eve", "Bob"), "line 6: hand 2, from which Eve plays, is missing"),
    (
        GOOD + "[[hands]]\n" + _came("hand = 2", "Eve", "Bob") + _came("hand = 1", "Fay", "Ann"),
        "line 11: substitutes must be in the order of play",
    ),
    ("hands = 3\n" + GOOD, "line 1: hands must be tables: [[hands]]"),
    ("hands = [3]\n" + GOOD, "line 1: hands must be tables: [[hands]]"),
    (GOOD + "[[hands]]\nEve = ''", "line 7: hand 1: “Eve” is not a side of this game"),
    (GOOD + "[[hands]]\ndealer = 'Eve'", "line 7: hand 1: dealer “Eve” is not a player"),
    (GOOD + "[[hands]]\nforced = 1", "line 7: hand 1: forced must be true or false"),
    (GOOD + "[[hands]]\nAnn = 3", "line 7: hand 1: Ann must be a tally in quotes"),
    (GOOD + "[[hands]]\n[[hands]]\nAnn = 'KKZ'", "line 8: hand 2, Ann: “Z” in “KKZ” is not a card"),
    (GOOD + "[[hands]]\nscore = 3", "line 7: hand 1: score must be a table of points"),
    (GOOD + "[[hands]]\nscore = { Eve = 3 }", "line 7: hand 1, score: “Eve” is not a side"),
    (
        GOOD + "[[hands]]\nscore = { Ann = 'x' }",
        "line 7: hand 1: Ann's score must be a whole number",
    ),
    (
        GOOD + "[[hands]]\nscore = { Ann = true }",
        "line 7: hand 1: Ann's score must be a whole number",
    ),
    (GOOD + "[[notes]]\nafter = 1", "line 6: a note needs text and after (the number"),
    (GOOD + "[[notes]]\nafter = -1\ntext = 'x'", "line 6: a note needs text and after"),
    (GOOD + "[[notes]]\nafter = true\ntext = 'x'", "line 6: a note needs text and after"),
    (GOOD + "[[notes]]\nhand = -1\ntext = 'x'", "line 6: a note needs text and after"),
    (GOOD + "[[notes]]\nsettles = []\ntext = 'x'", "line 6: a note needs text and after"),
    (GOOD + "[[notes]]\nhand = 1\nsettles = 3\ntext = 'x'", "or hand and settles"),
    (GOOD + "[[notes]]\nhand = 1\nsettles = [3]\ntext = 'x'", "or hand and settles"),
    ("notes = 3\n" + GOOD, "a note needs text and after (the number"),
    ("notes = [3]\n" + GOOD, "a note needs text and after (the number"),
)


@for_each_case(("text", "says"), FAULTS)
def test_a_fault_of_a_file_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(UnusableData) as caught:
        read_game(text, "unnamed")
    assert says in caught.value.message
    assert caught.value.status == 3


def test_every_fault_is_named_at_once() -> None:
    text = "name = 3\nrules = []\n" + GOOD + "[[hands]]\nAnn = 'Z'\nBob = 3\nEve = ''\n"
    with pytest.raises(UnusableData) as caught:
        read_game(text, "unnamed")
    assert len(caught.value.message.splitlines()) == 1 + 5
    assert "canasta man game" in caught.value.fix


def test_too_many_hands_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamefile, "MOST_HANDS", 2)
    with pytest.raises(UnusableData, match=r"too many hands: 3 \(at most 2\)"):
        read_game(GOOD + "[[hands]]\n" * 3, "unnamed")


@pytest.mark.parametrize("text", [GOOD, "\ufeff" + GOOD, GOOD.replace("\n", "\r\n")])
def test_what_a_file_leaves_out_follows_from_the_rest_or_the_rules(text: str) -> None:
    file = read_game(text, "friday")
    assert (file.game.name, file.rules, file.game.dealer) == ("friday", "classic", "")
    assert (file.game.hands, file.game.notes, file.house) == ((), (), {})


def test_the_dealer_of_the_first_hand_dealt_first() -> None:
    file = read_game(GOOD + "[[hands]]\ndealer = 'Ann'\n", "friday")
    assert file.game.dealer == "Ann"


def test_a_date_may_be_written_without_quotes() -> None:
    assert read_game("date = 2026-11-21\n" + GOOD, "x").game.date == "2026-11-21"


def test_a_score_may_be_claimed_for_one_side_only() -> None:
    (hand,) = read_game(GOOD + "[[hands]]\nscore = { Bob = 5 }\n", "x").game.hands
    assert hand.claimed == (None, 5)
    assert write_game(read_game(GOOD + "[[hands]]\nscore = { Bob = 5 }\n", "x")).count("5") == 1


def test_the_line_of_a_key_is_known_in_toml_and_not_in_json() -> None:
    toml = read_game(GOOD, "x")
    assert toml.where("sides", "Bob", 1) == 5
    assert toml.where("sides", "Eve", 1) == 3
    assert read_game(write_json(toml), "x").where("sides", "Bob", 1) is None


def _strange(name: str) -> GameFile:
    sides = (Side(name, (name,)), Side("b", ("b",)))
    hands = (Hand((read_tally("KKK"), read_tally("")), name, (30, 0), forced=True),)
    game = Game(
        name, (name, "b"), sides, name, date=name, event=name, hands=hands, notes=(Note(1, name),)
    )
    return GameFile(game, "two-player", {}, lambda _t, _k, _w: None)


STRANGE = (
    "[bold]x[/]", "\x1b[31m", "\u202ex\u200f", "a\nb\r\nc\td", "=cmd()", "x" * 10_000, '"\\\'#', "…é🃏",
    "\x00\x7f\x9b", "Us = ['a']", "a.b", " ", "'''", '"""', "[[hands]]", "\u2028\ufeff",
)  # fmt: skip


@for_each_case("write", [write_game, write_json])
@for_each_case("name", STRANGE)
def test_every_name_is_kept_exactly(name: str, write: Callable[[GameFile], str]) -> None:
    file = _strange(name)
    assert read_game(write(file), "unnamed").game == file.game


def test_no_side_can_have_a_name_that_files_use() -> None:
    for name in HAND_KEYS:
        with pytest.raises(UnusableData, match="can't be a side's name"):
            read_game(write_game(_strange(name)), "x")


def test_a_document_in_json_is_plain_json() -> None:
    assert json.loads(write_json(_strange("x")))["canasta"] == 1
