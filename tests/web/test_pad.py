"""What the page of somebody who records may ask: keys from the rules, counts as they are tapped, and hands."""

import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from serving import record, watched

import canasta_cli as canasta
from canasta_cli.engine.game.standing import standing
from canasta_cli.journal.schema import GameLine
from canasta_cli.model.game import Game, Side
from canasta_cli.model.history import read_history
from canasta_cli.rules import library
from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.untrusted import Unreadable
from canasta_cli.web import game as pad
from canasta_cli.web.game import WatchedGame

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
README = ["KKKKKKK QQQ2 3R3R out", "AAA 5555 left:JJ4"]
FRIDAY = "new Ann Bob Cat Dan --name friday"

Begin = Callable[..., WatchedGame]


@pytest.fixture
def begin(new_file: Path) -> Iterator[Begin]:
    """Begin a game with commands, and return it as pages ask about it."""
    games = list[WatchedGame]()

    def begun(*lines: str) -> WatchedGame:
        record(new_file, *lines)
        games.append(watched(new_file))
        games[-1].refresh()
        return games[-1]

    yield begun
    for game in games:
        game.close()


class Loaded(WatchedGame):
    """A game that is in no file."""

    def __init__(self, loaded: LoadedGame) -> None:
        self.loaded = loaded


def under(name: str) -> LoadedGame:
    """Return a game under a ruleset, also where no source gives some of its values."""
    rules = library.ruleset(name)
    players = NAMES[: rules.seats.players]
    size = len(players) // len(rules.seats.sides)
    each = range(0, len(players), size)
    sides = tuple(Side(players[at], players[at : at + size]) for at in each)
    game = Game(name, players, sides, players[0])
    return LoadedGame(GameLine(1, name), (), read_history(()), rules, standing(game, rules))


def shown(game: WatchedGame) -> Any:
    """Return what pages are sent about a game as it is now."""
    game.refresh()
    return game.document


def refused(game: LoadedGame, side: int, text: str) -> str:
    """Return why one side's tally can't be right."""
    tallies = ["" for _ in game.game.sides]
    tallies[side] = text
    counted = pad.count(Loaded(game), {"tallies": tallies})
    return str(counted["sides"][side]["reason"] or counted["reason"])


# The keys.

FOREIGN = (
    "can't be counted",
    "have no foot",
    "not a special hand",
    "not laid out",
    "plays alone under",
    "not a word",
    "not a card",
    "don't understand",
)
"""Reasons against a word that the rules don't have."""


@pytest.mark.parametrize("name", library.names())
def test_each_key_writes_what_the_rules_of_the_game_have(name: str) -> None:
    game = under(name)
    keys = pad.keys_of(game)
    size = keys["repeat"][0]
    tallies = [card["token"] * size for card in keys["cards"] if not card["alone"]]
    tallies += [
        place["token"] + card["token"] for place in keys["places"] for card in keys["cards"]
    ]
    tallies += [word["token"] for word in keys["words"]]
    tallies += [f"{figure['token']}1" for figure in (*keys["figures"], keys["score"])]
    suited = [f"{rank}{suit['token']}" for suit in keys["suits"] for rank in "456"]
    tallies += ["".join(suited[start : start + 3]) for start in range(0, len(suited), 3)]
    found = {text: refused(game, 0, text) for text in tallies}
    for place, side in enumerate(keys["sides"]):
        found |= {key["token"]: refused(game, place, key["token"]) for key in side["alone"]}
    assert not {text: says for text, says in found.items() if any(x in says for x in FOREIGN)}
    assert len({key["token"] for key in keys["words"]}) == len(keys["words"])


@pytest.mark.parametrize("name", library.names())
def test_a_hand_is_counted_at_once_under_all_rules(name: str) -> None:
    game = under(name)
    tally = "777777 8888888 99922 TTT 55566 KKKK AAA2 WW22 3R3R out left:456789TJQKA"
    tallies = [tally for _ in game.game.sides]
    times = []
    for _ in range(3):
        start = time.perf_counter()
        pad.count(Loaded(game), {"tallies": tallies})
        times.append(time.perf_counter() - start)
    assert min(times) < 0.1


def test_the_keys_have_the_words_of_the_game(begin: Begin) -> None:
    classic = shown(begin(FRIDAY))["keys"]
    assert [key["face"] for key in classic["cards"]] == [
        *"456789",
        "10",
        *"JQKA",
        "3♠",
        "3♥",
        "2",
        "★",
    ]
    assert [key["token"] for key in classic["cards"] if key["joins"]] == ["2", "W"]
    assert (classic["repeat"], classic["suits"], classic["counts"]) == ([3, 4, 7], [], "Canastas")
    assert [key["words"] for key in classic["words"]] == [
        "went out",
        "went out concealed",
        "the stock ran out",
    ]
    foot = shown(begin("new Ann Bob Cat Dan -r hand-and-foot --name foot"))["keys"]
    assert (foot["counts"], foot["figures"][0]["words"]) == ("Books", "clean books")
    assert [key["words"] for key in foot["places"]] == ["left in hand", "left in a foot"]
    samba = shown(begin("new Ann Bob Cat Dan -r samba --name samba"))["keys"]
    assert [key["face"] for key in samba["suits"]] == [*"♣♦♥♠"]
    american = shown(begin("new Ann Bob Cat Dan -r modern-american --name modern"))["keys"]
    assert any(key["token"].startswith("special:") for key in american["words"])


def test_a_player_alone_has_a_key_by_the_name_of_now(begin: Begin) -> None:
    game = begin("new Ann Bob Cat -r three-player --name three", "sub Bob Zoe")
    sides = shown(game)["keys"]["sides"]
    assert [key["words"] for side in sides for key in side["alone"]] == [
        "Ann played alone",
        "Zoe played alone",
        "Cat played alone",
    ]
    tallies = ["KKK", f"QQQQQQQ JJJJJJJ out {sides[1]['alone'][0]['token']}", "AAA"]
    assert pad.count(game, {"tallies": tallies})["possible"]


def test_a_game_that_takes_no_hand_says_why(begin: Begin) -> None:
    assert shown(begin(FRIDAY))["closed"] == ""
    assert "is over" in shown(begin("hand --points 6000 10"))["closed"]
    turns = begin("new Ann Bob Cat Dan --name monday", "deal")
    assert shown(turns)["closed"] == "Hand 1 is being recorded turn by turn."


# The count.

COUNTS = (
    # Us, Them; the points of both; the reasons of Us, Them and both together; possible, by force
    (("", ""), (0, 0), ("", "", ""), (False, False)),
    (("KK", ""), (20, 0), ("KK has 2 cards; a meld needs at least 3.", "", ""), (False, True)),
    (("KKK", ""), (30, 0), ("", "", ""), (True, True)),
    (("KKK", "score:12a"), (30, None), ("", "“12a” is not a valid number.", ""), (False, False)),
    (
        ("KKK out", ""),
        (130, 0),
        ("To go out, a side needs 1 canasta; this side has none.", "", ""),
        (False, True),
    ),
    (
        ("KKK 3R3R3R3R3R", ""),
        (830, 0),
        ("", "", "That makes 5 red threes; the deck has 4."),
        (False, False),
    ),
    (("QQQS", ""), (None, 0), ("QQQS is 3 cards, of which only", "", ""), (False, False)),
    ((README[0], README[1]), (920, 55), ("", "", ""), (True, True)),
    (("score:1860", "score:-20"), (1860, -20), ("", "", ""), (True, True)),
)


@pytest.mark.parametrize(("typed", "points", "reasons", "saves"), COUNTS)
def test_tallies_are_counted_as_they_are_tapped(
    typed: Any, points: Any, reasons: Any, saves: Any, begin: Begin
) -> None:
    counted = pad.count(begin(FRIDAY), {"tallies": [*typed]})
    assert tuple(side["points"] for side in counted["sides"]) == points
    found = (*(side["reason"] for side in counted["sides"]), counted["reason"])
    assert all(says.startswith(wanted) for says, wanted in zip(found, reasons, strict=True))
    assert [bool(each) for each in found] == [bool(each) for each in reasons]
    assert (counted["possible"], counted["forced"]) == saves


def test_the_lines_have_words(begin: Begin) -> None:
    (us, _) = pad.count(begin(FRIDAY), {"tallies": README})["sides"]
    assert [(line["name"], line["points"]) for line in us["lines"]] == [
        ("melded cards", 120),
        ("natural canastas (kings)", 500),
        ("red threes", 200),
        ("going out", 100),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"tallies": "KKK"},
        {"tallies": ["KKK"]},
        {"tallies": ["KKK", 1]},
        {"tallies": ["K" * 9999, ""]},
    ],
)
def test_anything_but_a_tally_for_each_side_is_refused(arguments: Any, begin: Begin) -> None:
    game = begin(FRIDAY)
    with pytest.raises(Unreadable):
        pad.count(game, arguments)
    for other in (
        {},
        {"hand": True},
        {"hand": 10**9},
        {"key": ""},
        {"hand": "1"},
        {"game": 1},
    ):
        sent = {"tallies": README, "hand": 1, "key": "a", "game": "a", **other} if other else {}
        with pytest.raises(Unreadable):
            pad.record(game, {"tallies": README, **sent})


# Recording.


def save(
    game: WatchedGame, tallies: list[str] = README, hand: int = 1, first: str = "", **more: object
) -> Any:
    """Send a hand, by default that of the README as the first, in the game that is served."""
    game.refresh()
    first = first or game.first
    sent = {"tallies": tallies, "game": first, "hand": hand, "key": "a", **more}
    found = pad.answer(game, "record", sent)
    game.refresh()
    return found


def undo(game: WatchedGame, key: str, first: str = "") -> Any:
    """Undo hand 1."""
    first = first or game.first
    return pad.answer(game, "undo", {"game": first, "hand": 1, "key": key})


def hands(game: WatchedGame) -> list[tuple[int, ...]]:
    """Return the points of each hand."""
    game.refresh()
    return [played.points for played in game.loaded.standing.hands]


def test_a_hand_is_recorded_once(begin: Begin) -> None:
    game = begin(FRIDAY)
    assert save(game) == {"result": "recorded", "message": "Hand 1 is recorded."}
    again = save(game)
    assert (again["result"], again["state"]) == ("already", "recorded")
    assert hands(game) == [(920, 55)]


def test_a_hand_that_is_not_due_is_refused_with_what_is_there(begin: Begin) -> None:
    game = begin(FRIDAY)
    save(game)
    late = save(game, key="b")
    assert late["result"] == "refused"
    assert "already recorded: Us 920, Them 55; the next hand is 2" in late["message"]
    assert "is 2, not 7" in save(game, hand=7, key="b")["message"]
    other = save(game, ["KKK", ""])
    assert "stands for something else" in other["message"]
    assert hands(game) == [(920, 55)]


def test_what_is_undone_is_not_recorded_again(begin: Begin) -> None:
    game = begin(FRIDAY)
    save(game)
    assert shown(game)["undo"] == 1
    for result in ("recorded", "already"):
        assert undo(game, "u")["result"] == result
    assert hands(game) == []
    late = save(game)
    assert (late["result"], late["state"]) == ("already", "undone")
    assert undo(game, "v")["result"] == "refused"
    assert shown(game)["undo"] is None


ASKED: tuple[tuple[list[str], str, list[str]], ...] = (
    (["KKK", "AAA"], "Who went out?", ["Us", "Them", "The stock ran out", "Not known"]),
    (["KK", "AAA"], "This hand can't be right.", ["Save anyway"]),
    (["KKK 3R3R3R3R3R", ""], "This hand can't be right.", []),
    (["KKKKKKK out", ""], "Is this right?", ["Save anyway"]),
)


@pytest.mark.parametrize(("tallies", "question", "choices"), ASKED)
def test_before_it_is_recorded_it_is_asked_what_is_missing(
    tallies: list[str], question: str, choices: list[str], begin: Begin
) -> None:
    game = begin(FRIDAY)
    asked = save(game, tallies)
    assert (asked["result"], asked["question"]) == ("asks", question)
    assert [choice["words"] for choice in asked["choices"]] == choices
    assert hands(game) == []
    adds: dict[str, Any] = {}
    while choices and asked["result"] == "asks":
        adds |= asked["choices"][-1]["adds"]
        asked = save(game, tallies, **adds)
    assert len(hands(game)) == (1 if choices else 0)


def test_a_side_that_went_out_is_the_answer(begin: Begin) -> None:
    game = begin(FRIDAY)
    (us, *_) = save(game, ["KKKKKKK", "AAA left:4"])["choices"]
    assert (us["side"], us["token"]) == (0, "out")


def test_a_hand_in_another_game_or_file_is_refused(begin: Begin, tmp_path: Path) -> None:
    game = begin(FRIDAY)
    save(game)
    other = begin("new Eve Fay Gus Hal --name other")
    save(game, ["KKK out", ""], hand=2, key="b", force=True, sure=True)
    assert (len(hands(game)), len(hands(other))) == (2, 0)
    record(tmp_path / "games.db", "rename saturday -g friday")
    assert (
        save(game, ["QQQ out", ""], hand=3, key="c", force=True, sure=True)["result"] == "recorded"
    )
    record(tmp_path / "games.db", "delete saturday")
    gone = save(game, hand=4, key="d")
    assert (gone["result"], "was deleted" in gone["message"]) == ("refused", True)


def test_a_hand_of_the_last_game_is_not_recorded_in_the_next(begin: Begin, new_file: Path) -> None:
    game = begin(FRIDAY)
    first = game.first
    save(game)
    record(new_file, "undo", "finish --abandon", "again --name saturday")
    game.refresh()
    late = save(game, first=first)
    assert (late["result"], late["state"]) == ("already", "undone")
    elsewhere = "The game is saturday now; nothing was recorded."
    assert save(game, first=first, key="b")["message"] == elsewhere
    record(new_file, "undo -g friday")
    assert save(game, first=first, key="c")["message"] == elsewhere
    assert undo(game, "u", first)["message"] == elsewhere
    assert save(game, first="elsewhere", key="d")["message"] == elsewhere
    assert hands(game) == []
    assert shown(game)["first"] == game.first != first
    assert save(game, key="e")["result"] == "recorded"
    assert hands(game) == [(920, 55)]


def test_nothing_is_said_about_a_game_that_is_not_served(begin: Begin, new_file: Path) -> None:
    """Not its name, nor its score, even to somebody who has a hash of it."""
    other = begin("new Eve Fay Gus Hal --name secret", "hand --points 700 800")
    game = begin(FRIDAY)
    canasta.Book(new_file).record_hand("secret", "score:5", "score:5", key="its own")
    for hand, key in product((1, 2, 3), ("a", "its own")):
        late = save(game, first=other.first, hand=hand, key=key)
        for answer in (late, undo(game, key, other.first)):
            assert answer["message"] == "The game is friday now; nothing was recorded."
    record(new_file, "delete secret")
    assert save(game, first=other.first)["result"] == "refused"


def test_names_are_inert_in_words_and_exact_in_tokens(begin: Begin) -> None:
    name = "Bo\u202eb"
    game = begin(f"new Ann '{name}' Cat -r three-player --name three")
    keys = shown(game)["keys"]
    (key,) = keys["sides"][1]["alone"]
    assert "\u202e" not in key["words"]
    assert "\u202e" in key["token"]
    assert "\u202e" not in keys["sides"][1]["name"]
