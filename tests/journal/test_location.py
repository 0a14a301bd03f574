"""Which file the journal is."""

import os

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.location import journal_file, make_folder


def test_the_option_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_DB", "theirs.db")
    assert journal_file("mine.db") == "mine.db"
    assert journal_file(None) == "theirs.db"


def test_otherwise_it_lies_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_DB", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert journal_file(None).endswith(os.path.join("canasta-score", "canasta.db"))


def test_a_folder_that_cannot_be_made_is_refused(path: str) -> None:
    make_folder(path)
    with open(path, "w", encoding="utf-8"):
        pass
    with pytest.raises(Refused, match=r"canasta\.db/canasta\.db cannot be made: "):
        make_folder(os.path.join(path, "canasta.db"))
    make_folder("canasta.db")
