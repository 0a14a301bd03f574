"""Hints about the next command, for people at a terminal only."""

import re
import shlex

import pytest
from command_line import Answers, answering, record

from canasta_cli.cli import main

HAND = ("hand", "7xK QQQ2 out", "AAA 5555 left:JJ4")


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> Answers:
    """Type a command on a terminal, in a game with one hand, of two games."""
    others = 'canasta new Eva Fay --name "o\'clock"'
    friday = "canasta new Ann Bob Cat Dan --name friday"
    record(monkeypatch, tmp_path, others, friday, shlex.join(["canasta", *HAND]))
    return answering(monkeypatch, capsys)


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        (("new", "Ann", "Bob"), "After the hand: canasta hand."),
        (
            ("new", "Ann", "Bob"),
            "2026-11-21 is now the current game. Back to friday: canasta use friday\n",
        ),
        (("again",), "2026-11-21 is now the current game. Back to friday: canasta use friday\n"),
        (("again",), "If it was started by mistake: canasta delete 2026-11-21\n"),
        (("finish",), "canasta finish --unfinished -g friday\n"),
        ((*HAND, "--force"), "If it was entered twice: canasta amend 2 --drop\n"),
        (
            (*HAND, "--force"),
            "To correct it: canasta amend 2 (swap sides: --swap). To undo it: canasta undo\n",
        ),
        (("new", "Ann", "Bob", "Cat"), "Other rules: canasta change."),
        ((), "After the hand: canasta hand. All commands: canasta --help\n"),
        (("next",), "After the hand: canasta hand. All commands: canasta --help\n"),
        (("use", "friday"), "After the hand: canasta hand. All commands: canasta --help\n"),
        (("score",), "To look at a hand: canasta show N. To correct it: canasta amend N\n"),
        (("hand", "KK out", ""), "For other rules: canasta change\n"),
        (("hand", "7xK", "AAA left:1x4", "--force"), "To correct it: canasta amend 2 (swap"),
        (("hand", "7xK", "AAA -4", "--force"), "If Us went out: canasta amend 2 Us+=out\n"),
        (("hand", "7xK", "AAA", "--force"), "If Us went out: canasta amend 2 Us+=out\n"),
        (
            ("hand", "7xK", "AAA", "--force"),
            "If the hand ended because the stock ran out: canasta amend 2 Us+=stock\n",
        ),
        (("show",), "To correct it: canasta amend 1\n"),
        (("hand", "7xA out", "444"), "Cards left: canasta amend 2 Them+=left:JJ4"),
        (("penalty", "Us", "100"), "To undo it: canasta undo\n"),
        (("amend", "1", "Us+=3R"), "To correct it: canasta amend 1 (swap sides: --swap)."),
        (("undo",), "To restore it: canasta redo\n"),
        (("deal", "--upcard", "9"), "Type the turns: canasta turn"),
        (("games",), "canasta use 'o'"),
    ],
)
def test_an_answer_on_a_terminal_says_what_to_type_next(
    command: tuple[str, ...], hint: str, run: Answers
) -> None:
    answers = ("1",) if command == ("finish",) else ()
    _, out, _ = run(*answers, command=command)
    assert hint in out


def test_sides_are_swapped_only_where_there_are_two(run: Answers) -> None:
    run(command=("new", "Ann", "Bob", "Cat"))
    _, out, _ = run("n", "s", command=("hand", "AAA -4", "KKK -4", "999 -5"))
    assert "To correct it: canasta amend 1. To undo it: canasta undo\n" in out
    _, out, _ = run("^C", command=("amend", "1"))
    assert "--drop" in out
    assert "--swap" not in out


@pytest.mark.parametrize("command", [(), ("next",)])
def test_the_state_of_a_game_names_the_command_that_continues_a_hand_in_play(
    command: tuple[str, ...], run: Answers
) -> None:
    main(["deal", "--upcard", "9"])
    for line in ("5", "end stock"):
        _, out, _ = run(command=command)
        assert out.endswith("To go on: canasta turn\n")
        main(["turn", "--force", *line.split()])
    main(["undo", "3"])
    _, out, _ = run(command=command)
    assert "canasta turn" not in out


def test_a_dropped_hand_leaves_the_dealers(run: Answers) -> None:
    for _ in range(2):
        main(["hand", "7xA out", "444"])
    _, out, _ = run(command=("amend", "2", "--drop"))
    assert "Hand 3 becomes hand 2; the dealers stay." in out


@pytest.mark.parametrize("command", [("hand", "7xA out", "444"), ("undo",), ("deal",)])
def test_a_hint_names_the_game_if_the_command_did(command: tuple[str, ...], run: Answers) -> None:
    _, out, _ = run(command=(*command, "-g", "friday"))
    *_, last = out.splitlines()
    assert last.count("-g friday") == last.count("canasta ")


@pytest.mark.parametrize("option", ["--json", "--dry-run"])
@pytest.mark.parametrize("command", [("new", "Ann", "Bob"), HAND, ("undo",), ("deal",)])
def test_programs_and_dry_runs_get_no_hint(
    command: tuple[str, ...], option: str, run: Answers
) -> None:
    _, out, _ = run(command=(*command, option))
    assert not any(
        words in out
        for words in ("After the hand:", "To correct it:", "To restore it:", "Type the turns:")
    )


def test_an_amended_hand_like_the_one_before_can_be_dropped(run: Answers) -> None:
    run(command=("hand", "7xK QQQ2 3R out", "AAA 5555 left:JJ4"))
    _, out, _ = run(command=("amend", "2", "Us-=3R"))
    assert "identical to hand 1" in out
    assert "If it was entered twice: canasta amend 2 --drop\n" in out


def test_the_score_names_the_command_for_each_warning(run: Answers) -> None:
    main(["hand", "77 -4", "7xQ", "--force"])
    main(["hand", "7xA out", "444"])
    _, out, _ = run(command=("score",))
    assert "If Them went out: canasta amend 2 Them+=out\n" in out
    assert "Us went out" not in out  # it has no canasta
    assert "Cards left: canasta amend 3 Them+=left:JJ4\n" in out
    fix = "Fix: correct the hand: canasta amend N. Or say why it is right: canasta note"
    assert fix in " ".join(out.split())


@pytest.mark.parametrize(
    ("tallies", "sides"),
    [(("7xK", "AAA"), ["Us"]), (("7xK -4", "AAA -4"), ["Us"]), (("KKK", "AAA"), [])],
)
def test_only_a_side_that_can_go_out_is_said_to_have_gone_out_perhaps(
    tallies: tuple[str, str], sides: list[str], run: Answers
) -> None:
    _, out, _ = run(command=("hand", *tallies, "--force"))
    assert re.findall(r"If (\w+) went out: canasta amend 2 \w+\+=out\n", out) == sides
    assert "If the hand ended because the stock ran out: canasta amend 2 Us+=stock\n" in out


@pytest.mark.usefixtures("run")
def test_without_a_terminal_there_are_no_hints(capsys: pytest.CaptureFixture[str]) -> None:
    main([*HAND])
    assert "To correct it" not in capsys.readouterr().out


def test_without_a_current_game_one_of_the_others_is_named(run: Answers) -> None:
    main(["delete", "friday"])
    _, out, _ = run(command=())
    assert "There is no current game. Choose one" in out
    assert """  canasta use 'o'"'"'clock'""" in out


def test_without_a_current_game_the_newest_that_is_not_over_is_named(run: Answers) -> None:
    main(["finish"])
    main(["new", "Gus", "Hal", "--name", "mistake"])
    main(["delete", "mistake"])
    _, out, _ = run(command=())
    assert """  canasta use 'o'"'"'clock'""" in out


@pytest.mark.parametrize(
    ("ended", "use"),
    [((), "canasta use friday"), (("finish", "-g", "friday"), """canasta use 'o'"'"'clock'""")],
)
def test_after_a_game_is_deleted_the_newest_that_is_not_over_is_named(
    ended: tuple[str, ...], use: str, run: Answers
) -> None:
    if ended:
        main([*ended])
    main(["new", "Gus", "Hal", "--name", "mistake"])
    _, out, _ = run(command=("delete", "mistake"))
    assert f"There is no current game now. To use one: {use}\n" in out
    _, _, err = run(command=("hand", "AAA out", "444"))
    restore = "To restore it: canasta undo -g mistake\n"
    assert f"game mistake was deleted\nTo use one: {use}\n{restore}" in err
    assert f"To use one: {use}\n" in run(command=("games",))[1]


def test_if_every_other_game_is_over_the_newest_is_named(run: Answers) -> None:
    main(["finish", "--abandon", "-g", "o'clock"])
    main(["finish", "-g", "friday"])
    _, out, _ = run(command=("new", "Gus", "Hal", "--name", "mistake"))
    assert "mistake is now the current game. Back to friday: canasta use friday\n" in out
    assert "To use another: canasta use friday\n" in run(command=("games",))[1]


@pytest.mark.parametrize("command", [("use", "friday"), ("next", "-g", "friday"), ("score",)])
def test_a_game_that_was_ended_early_says_how_to_resume_it(
    command: tuple[str, ...], run: Answers
) -> None:
    _, out, _ = run("1", command=("finish",))
    resume = "To resume it: canasta undo -g friday\n"
    assert resume in out
    main(["again", "--name", "next"])
    run(command=("use", "friday"))
    _, out, _ = run(command=command)
    assert resume in out
    assert "canasta again" in out
    main(["note", "late", "-g", "friday"])
    assert "To resume it: canasta undo 2 -g friday\n" in run(command=command)[1]
    assert run("yes", command=("undo", "2", "-g", "friday"))[0] == 0


def test_a_game_without_hands_can_be_deleted_where_nothing_can_be_undone(run: Answers) -> None:
    main(["again"])
    status, _, err = run(command=("undo",))
    assert status == 4
    assert "If the game was started by mistake: canasta delete 2026-11-21\n" in err
    _, _, err = run(command=("redo",))
    assert "canasta delete" not in err


def test_a_half_point_per_hand_is_rounded_away_from_zero(run: Answers) -> None:
    main(["new", "Eva", "Fay", "--name", "halves"])
    main(["hand", "score:1000", "score:-1000", "--force"])
    main(["hand", "score:45", "score:-45", "--force"])
    _, out, _ = run(command=("stats", "Eva", "Fay"))
    assert " 523 " in out
    assert " -523 " in out


def test_the_help_of_a_substitute_says_nothing_about_cards(run: Answers) -> None:
    for command, takes_cards in (("sub", False), ("hand", True), ("amend", True), ("turn", True)):
        _, out, _ = run(command=(command, "--help"))
        assert ("How cards are written" in out) is takes_cards, command
