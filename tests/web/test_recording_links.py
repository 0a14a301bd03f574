"""Who may record: those with a link for it, and nobody else."""

import json
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest
from serving import Served, record, states

from canasta_cli.journal.store import Journal
from canasta_cli.scorekeeper.games import link_of

pytest.importorskip("starlette", reason="the extra “serve” is not installed")
pytest.importorskip("uvicorn", reason="the extra “serve” is not installed")

from canasta_cli.web.game import QUESTIONS
from canasta_cli.words import json_text

HAND = {"tallies": ["KKKKKKK out", "AAA left:4"], "hand": 3, "key": "a"}


def send(served: Served, link: str, name: str, arguments: object) -> tuple[int, bytes]:
    """Ask with a link, about the game that is served; return the status and the answer."""
    if isinstance(arguments, dict) and "key" in arguments:
        arguments = {**arguments, "game": served.server.watched.first}
    body = json_text({"name": name, "arguments": arguments}).encode()
    status, _, answer = served.request("POST", "/ask", body, Authorization=f"Bearer {link}")
    return status, answer


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_link_of_a_watcher_can_not_record(name: str, served: Served) -> None:
    for link in (served.link, "", "x" * 22, served.bobs[:-1], served.bobs + "x"):
        assert send(served, link, name, HAND) == (403, b"refused\n")
    assert len(served.ask("state")["hands"]) == 2


def test_who_may_record_may_watch(served: Served) -> None:
    status, answer = send(served, served.bobs, "state", {})
    assert (status, b'"friday"' in answer) == (200, True)
    status, _, page = served.request("GET", "/pad", Authorization="")
    assert (status, b'id="pad"' in page, b"friday" in page) == (200, True, False)


def test_a_hand_is_recorded_once_by_two_at_the_same_moment(served: Served) -> None:
    together, answers = Barrier(2), list[bytes]()

    def save() -> None:
        together.wait()
        answers.append(send(served, served.bobs, "record", HAND)[1])

    threads = [Thread(target=save) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(b'"recorded"' in answer for answer in answers) == [True, True], answers
    assert sorted(b'"already"' in answer for answer in answers) == [False, True]
    status, answer = send(served, served.bobs, "state", {})
    assert (status, b'"undo":3' in answer.replace(b" ", b"")) == (200, True)


def test_who_recorded_a_hand_is_named(
    served: Served, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    with closing(served.watch()) as connection:
        send(served, served.bobs, "record", HAND)
        record(file, "amend 3 Them+=3R", "note 'by the terminal'")
        shown = (state["last"] for state in states(connection))
        assert next(last for last in shown if last["corrected"])["recorder"] == "Bob"
    send(served, served.bobs, "record", {**HAND, "hand": 4, "key": "b", "sure": True})
    send(served, served.bobs, "undo", {"hand": 4, "key": "c"})
    for command in ("log", "show"):
        capsys.readouterr()
        record(file, command)
        assert "  hand 3, by Bob\n" in capsys.readouterr().out.replace("  hand,", "  hand 3,")
    capsys.readouterr()
    record(file, "log")
    text = capsys.readouterr().out
    assert ("  hand, by Bob (undone)\n" in text, "  undo, by Bob\n" in text) == (True, True)
    capsys.readouterr()
    record(file, "log --json")
    entries = json.loads(capsys.readouterr().out)["records"]
    assert [each.get("recorder") for each in entries] == [
        *[None] * 3,
        "Bob",
        None,
        None,
        "Bob",
        "Bob",
    ]


@pytest.mark.parametrize("other", [{"host": "evil.test"}, {"origin": "http://evil.test"}])
def test_a_page_elsewhere_can_not_record_with_it(other: dict[str, str], served: Served) -> None:
    body = json_text({"name": "record", "arguments": HAND}).encode()
    headers = {"Authorization": f"Bearer {served.bobs}", **{k.title(): v for k, v in other.items()}}
    assert served.request("POST", "/ask", body, **headers)[0] == 403
    assert len(served.ask("state")["hands"]) == 2


STRANGE: tuple[object, ...] = (
    {},
    {"tallies": None},
    {"tallies": ["KKK", 7], "hand": 3, "key": "a"},
    {"tallies": ["KKK", ""], "hand": True, "key": "a"},
    {"tallies": ["KKK", ""], "hand": 10**30, "key": "a"},
    {"tallies": ["KKK", ""], "hand": 3, "key": ""},
    {"tallies": ["K" * 2000, ""], "hand": 3, "key": "a"},
    [],
    "record",
)


@pytest.mark.parametrize("arguments", STRANGE)
def test_what_no_page_sends_is_refused_without_detail(arguments: object, served: Served) -> None:
    assert send(served, served.bobs, "record", arguments) == (400, b"refused\n")
    assert len(served.ask("state")["hands"]) == 2


def test_a_link_is_kept_until_new_ones_are_made(file: Path) -> None:
    with Journal.open(str(file), create=False) as journal:
        line = journal.current()
        assert line is not None

        def link(name: str, *, renew: bool = False) -> str:
            return link_of(journal, line.id, name, renew=renew)[0]

        bob, dan, watching = link("Bob"), link("Dan"), link("")
        assert len({bob, dan, watching}) == 3
        assert (link("Bob"), link("Dan"), link("")) == (bob, dan, watching)
        assert link("", renew=True) != watching
        assert link("Bob") != bob
        assert link("Dan") != dan
