"""A dispute on a page: its questions and its verdict are those of ``canasta check`` on a terminal."""

from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from time import monotonic, sleep
from typing import Any

import pytest
from command_line import answering
from serving import FRIDAY, Served, record, serving, watched

from canasta_cli.cli.referee import MOST_ANSWERS, Referee
from canasta_cli.untrusted import Unreadable
from canasta_cli.web.game import LONGEST

pytest.importorskip("starlette", reason="the extra “serve” is not installed")
pytest.importorskip("uvicorn", reason="the extra “serve” is not installed")

from canasta_cli.web.server import JUDGING, MOST_DISPUTES

DISPUTES = (
    ("1", "5", "55", "yes"),
    ("1", "5", "52", "", "yes", "yes"),
    ("1", "K", "KK", "no", "AAA"),
    ("2", "KK2"),
    ("2", "KK2", "no"),
    ("2", "KKK QQ2"),
    ("3", "7xK", "W"),
    ("3", "K", "KK", "KKK"),
    ("4", "3B"),
    ("4", "none"),
    ("5", "KKK", "4", "", "7xQ"),
    ("6",),
    ("7", "draw meld KKK QQ2 discard 4"),
    ("7", "draw meld KKK", "no"),
    ("7", "KKK 4"),
    ("8", "5230 5310"),
)
"""What is typed or tapped in a dispute; all other answers are Enter, or the button for it."""


def asked(file: Path, *answers: str) -> Any:
    """Return the document after some answers."""
    game = watched(file)
    game.refresh()
    return Referee().check(game, {"answers": [*answers]})


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("answers", DISPUTES, ids=" ".join)
@pytest.mark.usefixtures("judged_once")
def test_questions_and_verdict_are_those_of_the_terminal(
    answers: tuple[str, ...],
    friday: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given, shown, found = list[str](), list[str](), asked(friday)
    while question := found["question"]:
        given += answers[len(given) :][:1] or [""]
        offered = [each[key] for each in question["choices"] for key in ("answer", "words")]
        assert given[-1] in offered or question["keys"]
        shown += [question["asks"], *(line["text"] for line in found["lines"])]
        found = asked(friday, *given)
        assert len(found["answered"]) == len(given), found["wrong"]
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", "40")  # a page has the answer of a narrow screen
    _, printed, _ = answering(monkeypatch, capsys, "check")(*given)
    typed = words(printed)
    for line in (*shown, *(line["text"] for line in found["lines"])):
        assert words(line).partition(" (classic rules")[0] in typed
    assert found["lines"][0]["style"] in ("good", "bad", "notice")
    assert not [each for each in found["lines"] if " --" in each["text"]]


@pytest.mark.parametrize("rules", ["hand-and-foot", "modern-american-pagat", "samba", "classic"])
@pytest.mark.usefixtures("judged_once")
def test_no_two_buttons_have_the_same_words(rules: str, new_file: Path) -> None:
    record(new_file, f"{FRIDAY} --rules {rules}")
    for kind in map(str, range(1, 9)):
        answers = [kind]
        while (found := asked(new_file, *answers))["question"] and len(found["answered"]) == len(
            answers
        ):
            named = [each["words"] for each in found["question"]["choices"]]
            assert len({*named}) == len(named), (answers, named)
            first = {"card": "5", "cards": "55", "melds": "555", "text": "draw discard 4"}
            keys = found["question"]["keys"]
            answers.append("" if "" in named or len(answers) > 2 else first.get(keys, "5230 5310"))


def test_an_answer_that_can_not_be_read_is_asked_for_again(friday: Path) -> None:
    found = asked(friday, "1", "xx")
    assert len(found["answered"]) == 1
    assert found["wrong"].startswith("I don't understand “xx”.")
    assert found["question"]["asks"] == "The top card of the pile?"


def test_answers_that_contradict_each_other_are_refused(friday: Path) -> None:
    found = asked(friday, "5", "KKK 7:77", "4", "", "7x7")
    assert found["wrong"].startswith("These facts contradict each other: that makes 9 sevens")


def test_cards_of_a_hand_in_play_are_not_known_to_those_who_watch(friday: Path) -> None:
    record(friday, "deal --upcard 9", "turn Ann: draw meld KKK QQQ discard 5")
    found = asked(friday, "1")
    assert found["question"]["asks"] == "The top card of the pile?"
    assert asked(friday, "1", "5", "55")["question"]["asks"] == "Has your side opened?"


def test_the_totals_are_those_of_the_game_now(friday: Path) -> None:
    """With 1,600 points a side needs 90, no longer 50."""
    game, referee = watched(friday), Referee()
    game.refresh()
    dispute = {"answers": ["2", "KKK QQQ", ""]}
    assert referee.check(game, dispute)["lines"][0]["text"].startswith("LEGAL")
    record(friday, "hand --points 1600 1700")
    game.refresh()
    dispute = {"answers": ["2", "KKK QQQ", "no"]}
    assert "you need 90 to open" in referee.check(game, dispute)["lines"][1]["text"]


@pytest.mark.parametrize(
    "answers",
    [None, "1", [1], [["1"]], ["1"] * (MOST_ANSWERS + 1), ["x" * (LONGEST + 1)]],
    ids=["none", "text", "number", "list", "many", "long"],
)
def test_answers_of_strangers_are_bounded(answers: object, friday: Path) -> None:
    game = watched(friday)
    game.refresh()
    with pytest.raises(Unreadable):
        Referee().check(game, {"answers": answers})


@pytest.mark.parametrize("kind", ["1", "2", "3", "4", "5", "6", "7", "8"])
@pytest.mark.parametrize(
    "text", ["--help", "draw --help", "-h", "--db x", "KKK --why", "-r ./x.toml", "4 --under all"]
)
def test_no_answer_is_an_option(
    kind: str, text: str, friday: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    found = asked(friday, kind, text)
    assert len(found["answered"]) == 1
    assert found["wrong"]
    assert capsys.readouterr() == ("", "")


def test_all_who_watch_may_ask_and_nobody_else(served: Served) -> None:
    assert served.ask("check", {"answers": []})["question"]["asks"] == "Which dispute?"
    body = b'{"name": "check", "arguments": {"answers": []}}'
    assert served.request("POST", "/ask", body, Authorization="")[0] == 403
    assert served.request("POST", "/ask", b'{"name": "check", "arguments": {}}')[0] == 400


def test_many_disputes_wait_for_each_other_and_more_are_refused(served: Served) -> None:
    """The score is read meanwhile."""
    begun, go_on = Event(), Event()

    def judge(*_: object) -> dict[str, object]:
        begun.set()
        assert go_on.wait(20)
        return {"judged": True}

    served.server.judge = judge
    answers = list[int]()
    body = b'{"name": "check", "arguments": {"answers": []}}'
    threads = [
        Thread(target=lambda: answers.append(served.request("POST", "/ask", body)[0]))
        for _ in range(1 + MOST_DISPUTES + 5)
    ]
    threads[0].start()
    assert begun.wait(20)
    for thread in threads[1:]:
        thread.start()
    assert served.ask("state")["game"] == "friday"
    while len(answers) < 5:
        threads[0].join(0.01)
    go_on.set()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] * (1 + MOST_DISPUTES) + [503] * 5


def test_a_dispute_of_a_page_that_has_left_is_not_judged(served: Served) -> None:
    """Nobody waits behind it; one that is judged already is judged to its end, however long that takes."""
    begun, go_on = Event(), Event()
    judged: list[object] = []

    def judge(_: object, arguments: Any) -> dict[str, object]:
        judged.append(arguments["answers"])
        begun.set()
        assert go_on.wait(20)
        return {"judged": True}

    served.server.judge = judge
    first = Thread(target=lambda: judged.append(served.ask("check", {"answers": ["1"]})))
    first.start()
    assert begun.wait(20)
    headers = {"Host": served.host, "Authorization": served.authorization}
    with closing(HTTPConnection("127.0.0.1", served.port)) as left:
        left.request("POST", "/ask", b'{"name": "check", "arguments": {"answers": ["2"]}}', headers)
        sleep(0.5)
    sleep(0.5)
    go_on.set()
    first.join()
    assert served.ask("check", {"answers": ["3"]}) == {"judged": True}
    assert judged == [["1"], {"judged": True}, ["3"]]


def test_the_server_ends_at_once_while_a_dispute_is_judged(friday: Path) -> None:
    """A judgement that is left behind says nothing, and nobody waits for it."""
    begun, go_on = Event(), Event()

    def judge(*_: object) -> dict[str, object]:
        begun.set()
        go_on.wait(20)
        return {}

    with serving(friday) as served:
        served.server.judge = judge
        body = b'{"name": "check", "arguments": {"answers": []}}'

        def ask() -> None:
            with suppress(OSError, HTTPException):
                served.request("POST", "/ask", body)

        asking = Thread(target=ask)
        asking.start()
        assert begun.wait(20)
        before = monotonic()
        served.server.end()
        assert monotonic() - before < 1
        asking.join()
    others = [each for each in enumerate_threads() if each.name == JUDGING]
    assert [each.daemon for each in others] == [True]
    go_on.set()
    others[0].join(20)
