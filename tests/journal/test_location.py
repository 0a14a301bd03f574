"""The location of the journal file."""

import os

import pytest
from looping import for_each_case
from platformdirs import user_data_dir

from canasta_cli.errors import Refused
from canasta_cli.journal.file import journal_file, make_folder


def test_the_option_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_DB", "theirs.db")
    assert journal_file("mine.db") == "mine.db"
    assert journal_file(None) == "theirs.db"


def test_otherwise_it_lies_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_DB", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert journal_file(None).endswith(os.path.join("canasta-score", "canasta.db"))


@for_each_case("home", ["/home/ann", "/home/ann/", "/"])
@for_each_case("data", [None, "", "/data", "/data/", "data", "~/data"])
@for_each_case("system", ["linux", "another"])
def test_that_folder_is_where_the_library_has_it(
    system: str, data: str | None, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on systems where the library is not used."""
    monkeypatch.delenv("CANASTA_DB", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    if data is not None:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    folder = user_data_dir("canasta-score", appauthor=False)
    monkeypatch.setattr("canasta_cli.journal.file.sys.platform", system)
    assert journal_file(None) == os.path.join(folder, "canasta.db")


def test_a_folder_that_cannot_be_made_is_refused(path: str) -> None:
    make_folder(path)
    with open(path, "w", encoding="utf-8"):
        pass
    with pytest.raises(Refused, match=r"can't create .*canasta\.db/canasta\.db: "):
        make_folder(os.path.join(path, "canasta.db"))
    make_folder("canasta.db")
