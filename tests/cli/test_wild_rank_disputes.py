"""``canasta check`` alone understands which rank is wild in a house's own ruleset."""

import shlex

import pytest
from casefiles import FILES
from command_line import Answers, answering, fix_environment
from looping import for_each_case

# The ruleset, the answers, and the command at the end without its ruleset.
ASKED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("fours", ("add", "KK44", "4", ""), "meld K:4 --melds 44KK"),
    ("fours", ("add", "22244", "2", ""), "meld 2:2 --melds 44222"),
    ("fours", ("add", "2", "4", "222", ""), "meld 2:4 --melds 222"),
    ("fours", ("pile", "2", "", "no", "222", ""), "pickup 2 --not-frozen --melds 222"),
    ("wild-nines", ("add", "KK9", "9", ""), "meld K:9 --melds 9KK"),
)  # fmt: skip


@for_each_case(("rules", "answers", "command"), ASKED)
def test_a_dispute_names_the_meld_by_its_natural_rank(
    rules: str,
    answers: tuple[str, ...],
    command: str,
    tmp_path: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")
    ask: Answers = answering(monkeypatch, capsys, "check", "-r", str(FILES[rules]))
    _, printed, _ = ask(*answers)
    _, _, end = printed.partition("The same question:")
    words = [word for word in shlex.split(end.replace("\\\n", " ")) if word != "canasta"]
    assert shlex.join(words[1 : words.index("-r")]) == command
