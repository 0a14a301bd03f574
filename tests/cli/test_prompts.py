"""Prompts for a hand on a terminal: each side in turn, until it is saved or not."""

import os
import pty
import re
import select
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.cli.database import open_scorebook
from canasta_cli.scorekeeper.scorebook import load_game

Answers = Callable[..., tuple[int, str, str]]
COLOURS = re.compile(rb"\x1b\[[0-9;?]*[a-z]")
COMPLETE = ("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type ``canasta hand`` and then these answers; Ctrl-D after the last."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    capsys.readouterr()

    def ask(*answers: str, arguments: tuple[str, ...] = ()) -> tuple[int, str, str]:
        left = list(answers)

        def typed(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            if not left:
                raise EOFError
            answer = left.pop(0)
            if answer == "^C":
                raise KeyboardInterrupt
            return answer

        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setattr(click.termui, "visible_prompt_func", typed)
        status = main(["hand", *arguments])
        printed = capsys.readouterr()
        assert not left
        return status, printed.out, printed.err

    return ask


def recorded() -> list[tuple[int, ...]]:
    """Return the points of the hands in the database, and 1 or 0 for forced or not."""
    with open_scorebook(None) as book:
        stand = load_game(book.journal, None).standing
    return [(*played.points, int(played.hand.forced)) for played in stand.hands]


def test_each_side_is_asked_for_and_counted_and_a_yes_records(ask: Answers) -> None:
    status, out, err = ask(*COMPLETE, "yes")
    assert (status, err) == (0, "")
    assert out.index("Hand 1 of friday, dealt by Dan.") < out.index("Us: 920")
    assert (
        out.index("Us: 920")
        < out.index("Them: 55")
        < out.index("Save? yes / no / Us or Them to retype")
    )
    assert recorded() == [(920, 55, 0)]


@pytest.mark.parametrize("answer", ["y", "YES", " yes "])
def test_any_beginning_of_yes_will_do(answer: str, ask: Answers) -> None:
    assert ask(*COMPLETE, answer)[0] == 0
    assert len(recorded()) == 1


def test_a_misspelled_word_of_a_tally_is_asked_again(ask: Answers) -> None:
    status, _, err = ask("naturals:1", COMPLETE[0], COMPLETE[1], "yes")
    assert status == 0
    assert "canasta: Us: “naturals:” is not a word of a tally. Did you mean “natural”?" in err
    assert recorded() == [(920, 55, 0)]


def test_what_cannot_be_read_is_asked_again(ask: Answers) -> None:
    status, _, err = ask("KKZ", COMPLETE[0], "left:", COMPLETE[1], "yes")
    assert status == 0
    assert "canasta: Us: “Z” in “KKZ” is not a card" in err
    assert "canasta: Them: cards are missing" in err
    assert recorded() == [(920, 55, 0)]


def test_an_empty_line_is_a_side_with_nothing(ask: Answers) -> None:
    assert ask("7xK out", "", "yes")[0] == 0
    assert recorded() == [(670, 0, 0)]


def test_a_side_can_be_said_again(ask: Answers) -> None:
    status, out, _ = ask("7xA out", COMPLETE[1], "Us", COMPLETE[0], "them", "AAA", "yes")
    assert status == 0
    assert "Us: 740" in out
    assert recorded() == [(920, 60, 0)]


def test_no_records_nothing(ask: Answers) -> None:
    status, _, err = ask(*COMPLETE, "no")
    assert (status, err) == (1, "Nothing was recorded.\n")
    assert recorded() == []


def test_an_answer_that_is_none_is_asked_again(ask: Answers) -> None:
    status, _, err = ask(*COMPLETE, "perhaps", "  ", "force", "n")
    assert status == 1
    assert err.count("Please answer yes, no, Us or Them.") == 3


def test_a_hand_that_cannot_be_is_told_and_recorded_only_by_force(ask: Answers) -> None:
    status, out, _ = ask("KK", "AAA", "yes", "force")
    assert status in (0, 1)
    assert "rule meld.smallest" in out
    assert "Save anyway? force / no / Us or Them to retype" in out
    assert recorded() == [(20, 60, 1)]


def test_what_the_rules_do_not_know_cannot_be_forced(ask: Answers) -> None:
    """Force is not offered: it would record less than was typed."""
    status, out, err = ask("wild:1 points:300 out", "AAA", "force", "Us", COMPLETE[0], "yes")
    assert status == 0
    assert "This can't be saved. no / Us or Them to retype" in out
    assert "Please answer no, Us or Them." in err
    assert len(recorded()) == 1


def test_what_the_table_forced_was_recorded_and_is_done(ask: Answers) -> None:
    """The same status as with ``--force``."""
    assert ask("KK", "AAA", "force")[0] == 0


def test_what_is_against_all_sides_together_is_told_before_the_question(ask: Answers) -> None:
    status, out, _ = ask("7xK out", "KKK", "no")
    assert status == 1
    assert out.index("10 kings; the deck has 8") < out.index("Save anyway?")


def test_force_given_beforehand_marks_only_what_cannot_be(ask: Answers) -> None:
    assert ask(*COMPLETE, "yes", arguments=("--force",))[0] == 0
    assert recorded() == [(920, 55, 0)]


def test_a_dealer_out_of_turn_is_named(ask: Answers) -> None:
    _, out, _ = ask(*COMPLETE, "yes", arguments=("--dealer", "Bob"))
    assert "dealt by Bob" in out


def test_a_dry_run_asks_and_records_nothing(ask: Answers) -> None:
    status, out, _ = ask(*COMPLETE, "yes", arguments=("--dry-run",))
    assert status == 0
    assert "(not recorded)" in out
    assert recorded() == []


@pytest.mark.parametrize("answers", [(), ("7xK out",), COMPLETE, (*COMPLETE, "^C"), ("^C",)])
def test_ctrl_d_and_ctrl_c_stop_and_record_nothing(answers: tuple[str, ...], ask: Answers) -> None:
    assert ask(*answers)[0] == 130
    assert recorded() == []


def test_a_hand_recorded_meanwhile_by_another_terminal_is_not_recorded_twice(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    from canasta_cli.cli import prompts

    asked = prompts._prompt_for_decision  # noqa: SLF001 - between its question and the answer

    def meanwhile(*arguments: object) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(sys.stdin, "isatty", lambda: False)
            main(["hand", *COMPLETE])
        return asked(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(prompts, "_prompt_for_decision", meanwhile)
    status, _, err = ask(*COMPLETE, "yes")
    assert status == 4
    assert "hand 1 was recorded meanwhile" in err
    assert len(recorded()) == 1


def test_a_question_lets_nothing_of_a_name_through(
    ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--side", "\x1b[31mUs\u202e=Ann,Cat"])
    capsys.readouterr()
    _, out, err = ask(*COMPLETE, "what", "no")
    assert not {c for c in out + err if unicodedata.category(c) in ("Cc", "Cf") and c != "\n"}


def test_without_a_terminal_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    assert main(["hand"]) == 2
    assert "the tallies are missing" in capsys.readouterr().err


def test_in_a_real_terminal_it_asks_and_records(tmp_path: Path) -> None:
    """Through a pseudo-terminal: with colours, typed lines and Ctrl-D."""
    environment = {**os.environ, "CANASTA_DB": str(tmp_path / "a.db"), "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    start = [sys.executable, "-c", "import sys; from canasta_cli.cli import main; sys.exit(main())"]
    begin = [*start, "new", "Ann", "Bob", "Cat", "Dan"]
    subprocess.run(begin, env=environment, check=True, capture_output=True)
    for keys, expected in (([b"7xK out\n", b"AAA\n", b"y\n"], 0), ([b"7xK out\n", b"\x04"], 130)):
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [*start, "hand"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        ) as running:
            os.close(theirs)
            shown = ""
            for key in keys:
                shown += _until(ours, ": ")
                os.write(ours, key)
            shown += _until(ours, "")
            os.close(ours)
            try:
                assert running.wait(10) == expected, shown
            finally:
                running.kill()
        assert "Us: 670" in shown


def _until(terminal: int, ending: str) -> str:
    """Read what a terminal shows up to a prompt or its end, for at most ten seconds."""
    shown = b""
    while select.select([terminal], [], [], 10)[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        shown += part
        if not part or (ending and COLOURS.sub(b"", shown).endswith(ending.encode())):
            break
    return COLOURS.sub(b"", shown).decode()
