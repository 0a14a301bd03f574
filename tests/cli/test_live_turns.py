"""Turns of a hand typed one after the other on a terminal: what is recorded, when, and with which keys."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import on_terminal, record

from canasta_cli.cli import COMMANDS, main
from canasta_cli.cli.playing import LeftForm
from canasta_cli.cli.session import open_scorebook
from canasta_cli.engine.view import Held
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.scorekeeper.playing import hand_in_play
from canasta_cli.scorekeeper.scorebook import load_game
from canasta_cli.show.layout import Text
from canasta_cli.show.table import known_left_blocks

Capture = pytest.CaptureFixture[str]
# A hand of forty turns, one line each, after a seven was turned up; Dan goes out.
HAND = (
    *("K", "A", "7", "2", "8", "K", "9", "TTWJJJ666Q", "K", "2", "Q", "5", "T", "6Q", "A"),
    *("6", "8", "p88 J", "2", "T:2Q", "9", "99 K", "K", "7", "99W J", "pJJ442Q", "A"),
    *("3R6", "9 3B", "J:226TKKKKKA", "9 3B", "Q", "T", "8", "8W 2", "7", "J", "QQQ 3B"),
    *("6", "QA"),
)
LEFT = ("46778KA", "45777TTQA", "555678TTQQAA3B3B3B")
FORTY, MOST_KEYS = 40, 3
PATIENCE = 60
WIDTH, SCREEN = 80, 24


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own game."""
    record(monkeypatch, tmp_path, "canasta new Ann Bob Cat Dan --name friday")
    return tmp_path / "canasta.db"


def turns() -> list[str]:
    """Return the recorded turns of the newest hand, without the players."""
    with open_scorebook(None) as book:
        game = load_game(book.journal, None).game
    deal = game.deal or game.hands[-1].played
    assert deal is not None
    return [write_turn(each.turn._replace(player=None)) for each in deal.turns]


def keys_beyond_cards(line: str) -> int:
    """Count the keys of a line besides its cards: marks, words, spaces, names of melds, and Enter."""
    cards = re.findall("3[RB]|[2-9TJQKAW](?!:)", re.sub(r"\bask\b", "", line))
    return len(line) + 1 - sum(map(len, cards))


def test_a_turn_takes_at_most_three_keys_beyond_its_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with on_terminal(monkeypatch, "7", *HAND, *LEFT):
        assert main(["turn"]) == 0
    assert len(turns()) == FORTY
    assert turns()[17] == "take 8 with 88 discard J"
    assert turns()[21] == "take 9 with 99 discard K"
    assert turns()[25] == "take J with JJ meld 442 discard Q"
    assert turns()[29] == "draw meld J:22 6 T KKKKK discard A"
    shown = capsys.readouterr().out
    assert "The hand is over: Dan went out." in shown
    assert "Hand 1 of friday, dealt by Dan" in shown
    assert max(map(keys_beyond_cards, HAND)) == MOST_KEYS


# Us have kings and aces, Them queens and aces.
BEFORE = ("KKK AAA 4", "QQQ AAA 5", "5", "4", "8", "8", "8", "8", "9", "9", "9")


@pytest.mark.parametrize(
    ("top", "line", "meant"),
    [
        ("T", "4", "draw discard 4"),
        ("T", "TT JJJ 4", "take T with TT meld JJJ discard 4"),
        ("T", "TTJJJ4", "take T with TT meld JJJ discard 4"),
        ("T", "pTT 4", "take T with TT discard 4"),
        ("T", "pTW4", "take T with TW discard 4"),
        ("T", "p TW 4", "take T with TW discard 4"),
        ("T", "pile TW 4", "take T with TW discard 4"),
        ("K", "p4", "take K onto K discard 4"),
        ("K", "pKK4", "take K with KK discard 4"),
        ("T", "K4", "draw meld K discard 4"),
        ("T", "KA4", "draw meld K A discard 4"),
        ("T", "K:224", "draw meld K:22 discard 4"),
        ("T", "3R4", "draw 3R discard 4"),
        ("T", "3R3RK4", "draw 3R3R meld K discard 4"),
        ("T", "JJJ2 4", "draw meld JJJ2 discard 4"),
        ("T", "nJJJ4", "draw ask no meld JJJ discard 4"),
        ("T", "JJJ4p", ""),
    ],
)
def test_every_kind_of_turn_has_a_form_of_three_keys(
    top: str, line: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, *BEFORE, top, line, "^D"):
        assert main(["turn"]) == 0
    assert turns()[len(BEFORE) + 1 :] == ([meant] if meant else [])
    assert keys_beyond_cards(line) <= MOST_KEYS + line.startswith("p ") + 4 * line.startswith(
        "pile"
    )


# Ann keeps two cards, and her side has a canasta, tens and queens.
NEAR_THE_END = ("TTT QQQ KKK 4", "5", "7xA 4", "5")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("tq4o", "draw meld T Q discard 4 out"),
        ("t q 4 o", "draw meld T Q discard 4 out"),
        ("TQ4out", "draw meld T Q discard 4 out"),
        ("t q discard 4 out", "draw meld T Q discard 4 out"),
        ("y t q 4 o", "draw ask yes meld T Q discard 4 out"),
        ("ytq4o", "draw ask yes meld T Q discard 4 out"),
    ],
)
def test_o_after_the_last_discard_says_that_the_hand_is_over(
    line: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, *NEAR_THE_END, line, "^D"):
        assert main(["turn"]) == 0
    assert turns()[len(NEAR_THE_END) :] == [meant]
    assert "The hand is over: Ann went out." in capsys.readouterr().out


def test_o_with_cards_left_is_refused_for_these(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, *NEAR_THE_END, "t4o", "4o", "force", "^D"):
        assert main(["turn"]) == 0
    shown = capsys.readouterr().out
    assert "You would have 1 card left." in shown
    assert "You would have 2 cards left." in shown
    assert turns()[len(NEAR_THE_END) :] == ["draw discard 4 out"]


def test_every_line_is_the_same_turn_in_full() -> None:
    assert main(["deal", "--upcard", "7"]) == 0
    for line in HAND:
        assert main(["turn", *line.split()]) == 0
    short = turns()
    for text in short:
        assert write_turn(read_turn(text)) == text
    assert main(["undo", "40"]) == 0
    for text in short:
        assert main(["turn", *text.split()]) == 0
    assert turns() == short


@contextmanager
def while_typing(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *answers: str
) -> Iterator[None]:
    """Do something while the first line is being typed, then type some lines, and Ctrl-D."""
    left = [*answers]

    def typed(_: str = "") -> str:
        if len(left) == len(answers):
            act()
        if not left:
            raise EOFError
        return left.pop(0)

    with monkeypatch.context() as terminal:
        terminal.setattr(sys.stdin, "isatty", lambda: True)
        terminal.setattr(sys.stdout, "isatty", lambda: True)
        terminal.setattr("builtins.input", typed)
        yield


def test_of_two_terminals_the_second_is_told_that_the_table_has_moved_on(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with while_typing(monkeypatch, lambda: main(["turn", "K"]), "5", "6"):
        assert main(["turn"]) == 0
    assert turns() == ["draw discard K", "draw discard 6"]
    shown = capsys.readouterr().out
    assert "The table has moved on: something was recorded meanwhile." in shown
    # The table is shown again as it is now.
    assert shown.index("moved on") < shown.index("(top card K)", shown.index("moved on"))


def test_a_turn_undone_elsewhere_is_not_undone_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "K"])
    main(["turn", "Q"])
    with while_typing(monkeypatch, lambda: main(["undo"]), "un"):
        main(["turn"])
    assert turns() == ["draw discard K"]
    assert "moved on" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", [["turn"], ["left"], ["hand"], ["hand", "7xK out", "left:1x4"], ["deal"]]
)
@pytest.mark.parametrize("last", ["K", "end stock"])
def test_a_game_that_takes_no_turn_is_refused_before_anything_is_asked(
    last: str,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    main(["hand", "7xK QQQ2 out", "AAA 5555 left:JJ4"])
    main(["deal", "--upcard", "7"])
    main(["turn", "--force", *last.split()])
    assert main(["finish"]) == 0
    capsys.readouterr()
    with on_terminal(monkeypatch):
        assert main(command) == 4
    shown = capsys.readouterr()
    words = "game friday is over: canasta finish ended it"
    assert (shown.out, words in shown.err) == ("", True)


def test_no_hand_is_dealt_in_a_finished_game(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["hand", "7xK QQQ2 out", "AAA 5555 left:JJ4"])
    assert main(["finish"]) == 0
    capsys.readouterr()
    with on_terminal(monkeypatch):
        assert main(["turn"]) == main(["deal"]) == 4
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["players", "rename", "Ann", "Anna"], "rename player"),
        (["note", "Bob was late"], "note"),
        (["penalty", "Us", "100"], "penalty"),
    ],
)
def test_only_turns_are_undone_where_turns_are_typed(
    command: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "K"])
    main(command)
    with open_scorebook(None) as book:
        before = load_game(book.journal, None).records
    with on_terminal(monkeypatch, "un", "^D"):
        assert main(["turn"]) == 0
    with open_scorebook(None) as book:
        assert load_game(book.journal, None).records == before
    shown = " ".join(capsys.readouterr().out.split())
    assert f"The newest entry is not a turn: {words}. To undo it: canasta undo." in shown


def test_several_turns_can_be_undone_together(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with on_terminal(monkeypatch, "7", "K", "Q", "5", "un 2", "undo 2", "un", "un", "^D"):
        assert main(["turn"]) == 0
    assert turns() == []
    shown = capsys.readouterr().out
    assert shown.count("Undone: turn 1.") == 3
    assert "Only 1 turn can be undone; the entry before is not a turn: deal." in shown
    assert "The newest entry is not a turn: deal. To undo it: canasta undo." in shown


def test_a_dispute_is_typed_in_the_same_short_form(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    for line in (*BEFORE, "T"):
        main(["turn", line])
    capsys.readouterr()
    with on_terminal(monkeypatch, "whole turn", "pTT 4"):
        assert main(["check"]) == 0
    shown = capsys.readouterr().out
    assert "= Ann: take T with TT discard 4\nLEGAL" in shown
    assert "canasta check turn pTT 4" in shown


def test_left_asks_if_the_hand_is_over_and_for_the_cards_that_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "K"])
    capsys.readouterr()
    with on_terminal(monkeypatch, "", echo=True):
        assert main(["left"]) == 1
    assert "It's Bob's turn. Is the hand over? yes / no (Enter: no)" in capsys.readouterr().out
    assert turns() == ["draw discard K"]
    hand = "456789TJQKA"
    with on_terminal(monkeypatch, "yes", *[hand] * 3, echo=True):
        assert main(["left", f"cat={hand}"]) == 0
    shown = capsys.readouterr().out
    assert (shown.count(" left: "), "Cat left: " in shown) == (3, False)
    assert "Hand 1 of friday, dealt by Dan" in shown
    assert turns() == ["draw discard K", "end stock"]


def test_cards_left_before_the_end_are_refused_for_one_reason(capsys: Capture) -> None:
    main(["deal", "--upcard", "7"])
    capsys.readouterr()
    assert main(["left"]) == 1
    shown = capsys.readouterr().out
    assert shown.count("rule ") == 1
    assert "none given" not in shown


def test_an_article_before_a_card_left_may_be_an_ace_unless_all_cards_are_given(
    capsys: Capture,
) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "end", "stock", "--force"])
    capsys.readouterr()
    assert main(["left", "Ann=a 4"]) == 2
    assert "“a 4” could be one card, or an ace and another" in capsys.readouterr().err
    assert main(["left", "Ann=2 joker"]) == 2
    assert "“2 joker” could be jokers, or two cards" in capsys.readouterr().err
    assert main(["left", "Ann=4 K"]) == 2
    assert "“4 K” could be kings, or two cards" in capsys.readouterr().err
    for others in ("k k k q q q j j t a 4", "a king"):
        main(["left", f"Ann={others}"])
        assert "an ace and another" not in capsys.readouterr().err


def test_a_forced_hand_names_the_cards_that_are_not_counted(capsys: Capture) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--rules", "hand-and-foot", "--name", "feet"])
    main(["deal", "--upcard", "7"])
    main(["turn", "end", "stock", "--force"])
    capsys.readouterr()
    hand = "445566778899T"
    given = [f"{name}={hand}" for name in ("Ann", "Bob", "Cat")]
    assert main(["left", *given, f"Dan={hand}/{hand}", "--force"]) == 0
    shown = capsys.readouterr().out
    assert "Not counted: the cards of Ann (foot), Bob (foot) and Cat (foot)." in shown


def test_hands_that_are_known_are_shown_before_the_others_are_asked_for() -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "--force", "end", "stock"])
    with open_scorebook(None) as book:
        position = hand_in_play(book, None).position
    assert known_left_blocks(position) == ()
    known = [Held(read_cards("AKK3B3B")), Held(), *position.hands[2:]]
    (line,) = known_left_blocks(position.replace(hands=tuple(known)))
    assert isinstance(line, Text)
    assert line.line == "Known: Ann KKA3B3B"


def test_another_game_may_become_current_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    main(["deal", "--upcard", "7"])
    with while_typing(monkeypatch, lambda: main(["new", "Eve", "Fay"]), "5"):
        main(["turn"])
    main(["use", "friday"])
    assert turns() == ["draw discard 5"]


def test_the_hand_may_end_on_another_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with while_typing(monkeypatch, lambda: main(["undo"]), "5"):
        assert main(["turn"]) == 4
    assert "no hand is being recorded turn by turn" in capsys.readouterr().err


def test_an_error_after_a_turn_is_not_taken_for_a_lost_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with while_typing(monkeypatch, lambda: None, "5"):
        assert main(["turn"]) == 0
    assert "could not be written" not in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
def test_a_closed_terminal_loses_only_the_line_that_is_typed(database: Path) -> None:
    main(["deal", "--upcard", "7"])
    ours, theirs = os.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "canasta_cli", "turn"],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "CANASTA_DB": str(database), "TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    for prompt, keys in (("Ann: ", "4\r"), ("Bob: ", "66 A")):
        _wait_for(ours, prompt)
        os.write(ours, keys.encode())
    os.close(ours)
    program.send_signal(signal.SIGHUP)
    program.wait(PATIENCE)
    assert turns() == ["draw discard 4"]


def _wait_for(terminal: int, prompt: str) -> None:
    seen, end = b"", time.monotonic() + PATIENCE
    while prompt.encode() not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.05)[0]:
            seen += os.read(terminal, 65536)
    assert prompt.encode() in seen


def test_the_dialogue_is_only_for_terminals(capsys: Capture) -> None:
    assert main(["turn"]) == 2
    assert "the turn is missing\nExample: canasta turn draw discard 4" in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "recorded"), [("1", "take K with K"), ("2", "take K onto K")])
def test_of_two_turns_that_a_line_can_mean_one_is_asked_for(
    answer: str, recorded: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "KKKK AA2 4", "K", "ta K 9", answer, "^D"):
        assert main(["turn"]) == 0
    assert turns()[-1] == f"{recorded} discard 9"
    main(["undo"])
    with on_terminal(monkeypatch, answer):
        assert main(["turn", "ta", "K", "9"]) == 0
    assert turns()[-1] == f"{recorded} discard 9"
    main(["undo"])
    capsys.readouterr()
    assert main(["turn", "ta", "K", "9"]) == 2
    assert "“take K with K discard 9” or “take K onto K discard 9”" in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "meant"), [("1", "take K with K"), ("2", "take K onto K")])
def test_a_number_also_answers_which_turn_is_asked_about_or_corrected(
    answer: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    for line in ("KKKK AA2 4", "K"):
        main(["turn", *line.split()])
    capsys.readouterr()
    with on_terminal(monkeypatch, answer):
        assert main(["check", "turn", "ta", "K", "9"]) == 0
    assert f"= Cat: {meant} discard 9" in capsys.readouterr().out
    main(["turn", "9"])
    with on_terminal(monkeypatch, answer):
        assert main(["amend", "1.3", "ta", "K", "9"]) == 0
    assert turns()[-1] == f"{meant} discard 9"
    main(["undo"])
    with on_terminal(monkeypatch, "ta K 9", answer):
        assert main(["amend", "1.3"]) == 0
    assert turns()[-1] == f"{meant} discard 9"


@pytest.mark.parametrize(("answer", "meant"), [("1", "take K with K"), ("2", "take K onto K")])
def test_the_guided_check_asks_once_which_turn_is_meant(
    answer: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    for line in ("KKKK AA2 4", "K"):
        main(["turn", *line.split()])
    capsys.readouterr()
    with on_terminal(monkeypatch, "turn", "ta K 9", "", "ta K 9", answer):
        assert main(["check"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Which turn?") == len(("none of these", "one of these"))
    assert f"canasta check turn {meant} discard 9" in shown
    assert "Write one of these" not in shown


@pytest.mark.parametrize(
    "command", [["turn", "--json"], ["amend", "1.3", "--json"], ["check", "turn", "--json"]]
)
def test_nobody_is_asked_in_json(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    for line in ("KKKK AA2 4", "K", *(["9"] if command[0] == "amend" else [])):
        main(["turn", *line.split()])
    with on_terminal(monkeypatch):
        assert main([*command, "ta", "K", "9"]) == 2
    assert "could be" in capsys.readouterr().err


def test_every_command_can_be_typed_instead_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[list[str]] = []
    main(["deal", "--upcard", "7"])
    names = [name for name in COMMANDS if name not in ("turn", "undo", "left")]
    lines = [line for name in names for line in (name, name.upper(), f"canasta {name}")]
    with on_terminal(monkeypatch, *lines, "note one two", "canasta undo", "canasta", "^D"):
        monkeypatch.setattr("canasta_cli.cli.main", run.append)
        assert main(["turn"]) == 0
    assert run == [
        *([name] for name in names for _ in range(3)),
        *(["note", "one", "two"], ["undo"], []),
    ]


@pytest.mark.parametrize("line", ["sub Ann Eve --from 1", "canasta sub Ann Eve --from 1"])
def test_a_command_about_the_game_is_followed_by_the_table_after_it(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, line, "5", "^D"):
        main(["turn"])
    shown = capsys.readouterr().out
    assert "Eve plays for Ann" in shown
    assert "Eve:   = draw discard 5" in shown


def test_a_command_is_about_the_game_that_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "new Eve Fay", 'note "Bob was late"', "5", "^D"):
        assert main(["turn"]) == 0
    assert "Noted in friday: Bob was late" in capsys.readouterr().out


def test_a_dry_run_of_a_command_does_not_stop_the_turns_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "note late --dry-run", "5", "^D"):
        main(["turn"])
    assert turns() == ["draw discard 5"]


def test_a_command_that_fails_is_explained_and_the_next_line_is_a_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "amend", "note Bob's late", "5", "^D"):
        assert main(["turn"]) == 0
    shown = capsys.readouterr()
    assert "the hand number is missing\nExample: canasta amend" in shown.err
    assert "A quotation mark has no second one." in shown.out
    assert turns() == ["draw discard 5"]


def test_a_command_that_ends_the_hand_ends_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "hand 7xK out / AAA", "yes"):
        assert main(["turn"]) == 0
    shown = capsys.readouterr().out
    assert "Hand 1 of friday, dealt by Dan" in shown
    assert shown.endswith(
        "Every turn is recorded. To go on: canasta turn. To undo one: canasta undo\n"
    )


@pytest.mark.parametrize("line", ["turn 5", "canasta turn 5", "Turn 5"])
def test_the_command_itself_can_stand_before_a_turn(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "turn", line, "quit"):
        assert main(["turn"]) == 0
    assert turns() == ["draw discard 5"]


def test_the_question_about_the_cards_left_asks_for_a_foot_that_was_not_picked_up() -> None:
    position = SimpleNamespace(
        hidden=(("Cat", True),),
        players=("Cat",),
        hands=(Held(NO_CARDS, 2),),
        bonus=(NO_CARDS,),
        feet=(NO_CARDS,),
    )
    playing: Any = SimpleNamespace(position=position)
    field = LeftForm(playing).next()
    assert field is not None
    assert field.prompt == "Cat left, a slash, the foot: "
    assert field.doubt(field.answer("A4")) == "Cat's foot goes after a slash: A4/KK5"
    assert field.doubt(field.answer("A4/KK5")) == ""


@pytest.mark.parametrize(
    ("discarded", "reason"),
    [
        ("2", "frozen by the deuce in it"),
        ("W", "frozen by the joker in it"),
        ("9", "frozen until Cat's side opens"),
    ],
)
def test_a_pile_with_a_wild_card_is_not_called_frozen_until_a_side_opens(
    discarded: str, reason: str, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", discarded])
    capsys.readouterr()
    main(["turn", "4"])
    assert f"The pile (top card 4) is {reason}." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "answer", "meant"),
    [
        ("pKK KKK AAA 6", "1", "take K with KK meld KKK AAA discard 6"),
        ("pKK KKK AAA 6", "2", "take K with KK meld AAA discard 6"),
        ("KK KKK AAA 6", "3", "take K with KK meld AAA discard 6"),
        ("pKK KKKK AAA 6", "2", "take K with KK meld K AAA discard 6"),
        ("pKK KK AAA 6", "", "take K with KK meld KK AAA discard 6"),
        ("pKK AAA 6", "", "take K with KK meld AAA discard 6"),
        ("take K with KK meld KKK AAA discard 6", "", "take K with KK meld KKK AAA discard 6"),
    ],
)
def test_cards_that_take_the_pile_and_are_named_again_in_their_meld_are_asked_about(
    typed: str, answer: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "K"])
    with on_terminal(monkeypatch, typed, *filter(None, [answer]), "^D"):
        assert main(["turn"]) == 0
    assert ("Which turn?" in capsys.readouterr().out) is bool(answer)
    assert turns() == [meant]


def test_help_in_mid_hand_fits_the_screen(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    main(["deal", "--upcard", "7"])
    melds = ("KKKAAAQQQ5", "KKKAAAQQQ5", "JJJTTT6", "JJJTTT6", "7", "8")
    for line in (*melds, *"8998899889984455"):
        assert main(["turn", line]) == 0
    capsys.readouterr()
    with on_terminal(monkeypatch, "?", "^D"):
        assert main(["turn"]) == 0
    helps = capsys.readouterr().out.split("Cat: ")[1]
    assert "Next: Cat. " in helps
    assert "The table: melds, pile" in helps
    lines = helps.splitlines()
    assert len(lines) < SCREEN
    assert max(map(len, lines)) <= WIDTH


# Ann takes the pile with her last two cards: from then on all of her cards are known.
KNOWN = ("KKKAAA6", "5", "6", "7", "QQQ8", "T", "8", "9", "p99 5", "J", "J", "6")
HELD = (
    "Before this turn Ann had 7 cards, 667788T, all known since turn 9 (take 9 with 99 discard 5)"
)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("KK5", "Your hand can't have all of a five and 2 kings."),
        ("p66 K", "Your hand doesn't have a king."),
        ("KKKK AAAAA 5", "This plays 10 cards from a hand of 8."),
    ],
)
def test_cards_that_a_hand_does_not_have_are_answered_with_the_hand_and_its_correction(
    typed: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    for line in KNOWN:
        assert main(["turn", line]) == 0
    capsys.readouterr()
    with on_terminal(monkeypatch, typed, "^D"):
        assert main(["turn"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert reason in shown
    assert f"{HELD}. If that is wrong: amend 1.9, or an earlier turn" in shown
    assert main(["turn", typed]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert f"{HELD}. If that is wrong: canasta amend 1.9, or an earlier turn" in shown


def test_a_hand_with_unknown_cards_is_named_with_those_that_are_known(capsys: Capture) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "KKKAAA6"])
    for line in ("5", "6", "7", "QQQ8", "T", "8", "9"):
        main(["turn", line])
    capsys.readouterr()
    assert main(["turn", "QQ KK 8"]) == 1
    shown = capsys.readouterr().out
    assert (
        "Before this turn Ann had 2 cards. If that is wrong: canasta amend 1.TURN (see canasta log)"
        in shown
    )


def hand_recorded_by_turns(*lines: str) -> None:
    """Record a hand of some turns that the players ended."""
    main(["deal", "--upcard", "7"])
    for line in lines:
        assert main(["turn", line]) == 0
    main(["turn", "--force", "end", "stock"])
    assert main(["left", "--force", "Ann=44"]) == 0


@pytest.mark.parametrize("recorded", ["3R 5", "3R3R KKK AA2 5", "draw lay 3R discard 5"])
def test_an_amended_turn_shows_what_it_was_before(recorded: str, capsys: Capture) -> None:
    """Red threes and melds that the new turn lacks are seen there."""
    main(["deal", "--upcard", "7"])
    main(["turn", recorded])
    (before,) = turns()
    capsys.readouterr()
    assert main(["amend", "1.1", "8"]) == 0
    assert capsys.readouterr().out == (
        "Hand 1 of friday, turn 1 is now: Ann: draw discard 8\n"
        f"  Before: Ann: {before}\n"
        "Hand 1, dealt by Dan, is in play: 1 turn; Bob is next.\n"
    )
    assert main(["amend", "1.1", before]) == 0
    assert turns() == [before]


def test_amended_cards_left_show_what_they_were_before(capsys: Capture) -> None:
    hand_recorded_by_turns("8", "5")
    capsys.readouterr()
    main(["amend", "1.left", "Ann=45", "--force"])
    shown = capsys.readouterr().out
    assert "the cards left are now: Ann: 4+5\n  Before: Ann: 2x4\n" in shown


@pytest.mark.parametrize("terminal", [False, True])
def test_cards_left_after_the_end_of_a_hand_name_the_command_that_changes_them(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert main(["left", "Bob=J9"]) == 4
    assert "amend" not in capsys.readouterr().err
    hand_recorded_by_turns("8", "5")
    capsys.readouterr()
    with on_terminal(monkeypatch) if terminal else nullcontext():
        assert main(["left", "Bob=J9"]) == 4
    assert "To change its cards left: canasta amend 1.left Bob=9J\n" in capsys.readouterr().err
    assert main(["left"]) == 4
    assert "canasta amend 1.left PLAYER=CARDS\n" in capsys.readouterr().err
    main(["hand", "7xK QQQ2 out", "AAA 5555 left:JJ4"])
    capsys.readouterr()
    assert main(["left", "Bob=J9"]) == 4
    assert "amend" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pTT", "A four can't be melded with a ten."),
        ("KKK AAA", "The turn isn't finished."),
    ],
)
def test_force_is_not_offered_for_a_turn_that_is_not_finished(
    line: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "4"])
    capsys.readouterr()
    with on_terminal(monkeypatch, line, "^D"):
        main(["turn"])
    shown = capsys.readouterr().out
    assert "let it stand" not in shown
    assert reason in shown


@pytest.mark.parametrize("left", ["left", "canasta left"])
def test_left_at_the_prompt_of_turns_asks_there_for_the_cards(
    left: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    capsys.readouterr()
    with on_terminal(monkeypatch, left, "no", "5", left, "yes", "456789TJQKA", "^C", echo=True):
        assert main(["turn"]) == 0
    shown = capsys.readouterr().out
    assert "Nothing was recorded.\n" in shown
    assert shown.count("To go on: canasta turn") == 1
    # The first Ctrl-C stops.
    assert (shown.count("Ann left: "), shown.count("Bob left: ")) == (1, 1)
    assert shown.endswith("To undo one: canasta undo\n")
    assert turns() == ["draw discard 5", "end stock"]


@pytest.mark.parametrize("undo", ["un", "undo", "undo 1"])
def test_a_turn_can_be_undone_where_the_cards_left_are_asked_for(
    undo: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    capsys.readouterr()
    with on_terminal(monkeypatch, "5", "left", "yes", "?", undo, "6", "stop", echo=True):
        assert main(["turn"]) == 0
    shown = capsys.readouterr().out
    assert "un: undo the last turn" in shown
    assert "Undone: turn 1.2" in shown
    assert turns() == ["draw discard 5", "draw discard 6"]
    main(["turn", "--force", "end", "stock"])
    with on_terminal(monkeypatch, "stop", echo=True):
        assert main(["turn"]) == 0
    assert "un: undo" not in capsys.readouterr().out


def test_ctrl_c_in_a_command_at_the_prompt_of_turns_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    with on_terminal(monkeypatch, "hand", "^C"):
        assert main(["turn"]) == 0
    assert "Every turn is recorded." in capsys.readouterr().out


def test_after_the_deal_is_undone_the_upcard_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with on_terminal(monkeypatch, "7", "undo", "canasta undo", "9", "4", "^D", echo=True):
        assert main(["turn"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Which card is turned up?") == 2
    assert "Hand 1 of friday: Dan deals, upcard 9." in shown
    assert turns() == ["draw discard 4"]


def test_corrections_say_once_what_they_did_and_in_a_dry_run_what_they_would_do(
    capsys: Capture,
) -> None:
    hand_recorded_by_turns("8", "5")
    main(["hand", "7xK QQQ2 out", "AAA 5555 left:JJ4"])
    capsys.readouterr()
    main(["amend", "1.2", "6", "--dry-run"])
    assert "Hand 1 of friday, turn 2 would be: Bob: draw discard 6\n" in capsys.readouterr().out
    main(["amend", "1.left", "Bob=44"])
    assert "If a turn is wrong instead: canasta amend 1.TURN." in capsys.readouterr().out
    main(["amend", "2", "--swap", "--force"])
    main(["undo"])
    assert "Undone: swapped sides of hand 2 of friday\n" in capsys.readouterr().out
    main(["players", "rename", "Dan", "Daniel"])
    assert "Dan is now Daniel in all games: friday.\n" in capsys.readouterr().out
    main(["players", "rename", "Daniel", "Dan", "-g", "friday"])
    assert "Daniel is now Dan in friday.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "needs"), [("JJJ55W5", True), ("JJJ 555W", True), ("JJJ 555", False)]
)
def test_a_discard_read_as_part_of_a_meld_is_answered_with_the_space_that_it_needs(
    typed: str, needs: bool, capsys: Capture
) -> None:
    main(["deal", "--upcard", "7"])
    capsys.readouterr()
    assert main(["turn", typed]) == 1
    shown = capsys.readouterr().out
    assert "The turn isn't finished." in shown
    assert ("if its last card is the discard, type a space before it" in shown) is needs
