"""Comments of a game file become notes, each at its place."""

import pytest
from exact import exact

from canasta_cli.model.game import Note
from canasta_cli.notation.gamefile import read_game, write_game

FILE = '''# Friday at the club
canasta = 1  # the first form
name = "club # one"
players = ["Ann", "Bob", "Cat", "Dan"]
sides = { Us = ["Ann", "Cat"], Them = ["Bob", "Dan"] }

# ------------
[[hands]]  # dealt by Dan
Us = "7xK out"  # a fine hand
Them = """
left:4"""
# coffee

[[hands]]
# turn by turn from here
upcard = "9"
turns = [
  # Bob is late
  "Ann: draw discard 4",
  "Bob: draw discard 5",  # he wanted 'the four'
  # Cat thinks
  "Cat: draw discard 6",
]
# a pause
left = {}
# the end of it
'''
NOTES = (
    Note(0, "Friday at the club"),
    Note(0, "the first form"),
    Note(0, "dealt by Dan"),
    Note(1, "a fine hand"),
    Note(1, "coffee"),
    Note(1, "turn by turn from here"),
    Note(1, "Bob is late"),
    Note(1, "he wanted 'the four'", 2),
    Note(1, "Cat thinks", 2),
    Note(1, "a pause", 3),
    Note(2, "the end of it"),
)


@pytest.mark.parametrize("text", [FILE, FILE.replace("\n", "\r\n")], ids=["lf", "crlf"])
def test_each_comment_becomes_a_note_at_its_place(text: str) -> None:
    file = read_game(text, "x")
    assert file.game.name == "club # one"
    assert file.game.notes == NOTES


def test_comments_are_written_back_as_notes() -> None:
    file = read_game(FILE, "x")
    assert exact(read_game(write_game(file), "x").game) == exact(file.game)


def test_comments_in_an_unfinished_hand_belong_to_its_turns() -> None:
    file = read_game(FILE.replace("left = {}\n", ""), "x")
    assert file.game.deal is not None
    assert file.game.notes == (*NOTES[:-1], Note(1, "the end of it", 3))


def test_a_comment_on_a_line_of_turns_comes_after_them() -> None:
    one = FILE[: FILE.index("turns = [")] + 'turns = ["Ann: draw discard 4"] # that was all\n'
    assert read_game(one, "x").game.notes[-1] == Note(1, "that was all", 1)


def test_a_comment_beside_notes_comes_after_all_hands() -> None:
    text = FILE + '[[notes]]\ntext = "written"\n# beside it\n'
    notes = read_game(text, "x").game.notes
    assert notes[0] == Note(0, "written")
    assert notes[-1] == Note(2, "beside it")
