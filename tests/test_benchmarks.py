"""The benchmark of the engine measures every row, with a little work and a short loop."""

import argparse
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NAMES = ("engine", "measuring", "peers")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark as a module, quick and without PokerKit."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    module = importlib.import_module("engine")
    measuring = importlib.import_module("measuring")
    monkeypatch.setattr(measuring, "LOOP", 1_000)
    monkeypatch.setattr(module, "ROUNDS", 1)
    yield module
    for name in NAMES:
        sys.modules.pop(name, None)


def _rows(engine: Any, capsys: pytest.CaptureFixture[str], part: str) -> dict[str, Any]:
    engine.main(["--only", part, "--scale", "0.001", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["loop"] > 0
    return {row["work"]: row for row in document["rows"]}


@pytest.mark.parametrize("part", ["meld", "random", "verify"])
def test_each_row_has_a_figure_and_a_place_in_the_document(
    part: str, engine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    rows = _rows(engine, capsys, part)
    assert rows
    for name, row in rows.items():
        assert f"| {name} |" in text
        if "PokerKit" not in name:
            assert row["figure"] > 0
            assert row["met"] is (row["figure"] >= row["target"])


def test_openings_are_searched_in_a_new_process(
    engine: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.main(["--fresh", "2", "12"])
    found = engine.Searched(**json.loads(capsys.readouterr().out))
    assert len(found.times) == 2
    assert found.memory >= 0
    monkeypatch.setattr(engine, "in_new_process", lambda *_: found)
    rows = _rows(engine, capsys, "opening")
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in text for name in rows)
    assert rows["opening search, 12 cards, cold"]["figure"] > 0


def test_a_missing_program_is_named_and_the_rest_goes_on(
    engine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = _rows(engine, capsys, "verify")
    row = rows["verify classic, against PokerKit"]
    assert (row["figure"], row["met"]) == (None, None)
    assert "pip install pokerkit" in row["remark"]


def test_another_program_is_measured_in_the_same_run(
    engine: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = SimpleNamespace(status=False)
    history = SimpleNamespace(loads=lambda text: [over] if "variant" in text else [])
    monkeypatch.setitem(sys.modules, "pokerkit", SimpleNamespace(HandHistory=history))
    rows = _rows(engine, capsys, "verify")
    assert rows["PokerKit: replay a hand of poker from PHH"]["figure"] > 0
    assert rows["verify classic, against PokerKit"]["met"] is False


def test_the_table_is_printed_for_people_and_for_documents(
    engine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.main(["--only", "meld", "--scale", "0.001"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("fixed loop")
    assert lines[1].endswith(("met", "missed"))
    engine.main(["--only", "meld", "--scale", "0.001", "--markdown"])
    table = capsys.readouterr().out
    assert table.startswith("| work | target | figure | |\n| --- |")
    assert "jhtschultz/canasta-openspiel" in table


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark of start-up as a module; nothing is installed, and no process is run."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    module = importlib.import_module("startup")
    times = {"next": 0.02, "canasta": 0.03}
    bench = SimpleNamespace(
        bare=lambda: 0.01,
        run=lambda timed, _: times.get(timed.label, 0.04),
        instructions=lambda timed, _: 80.4 if timed.label == "next" else None,
    )
    monkeypatch.setattr(module, "Bench", lambda _: bench)
    yield module
    for name in ("startup", "evening"):
        sys.modules.pop(name, None)


def test_each_command_is_compared_with_a_bare_interpreter(
    startup: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    startup.main(["--json", "--rounds", "1"])
    rows = {row["command"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in text for name in rows)
    assert (rows["next"]["ratio"], rows["next"]["met"]) == (2, True)
    assert (rows["canasta"]["ratio"], rows["canasta"]["met"]) == (3, False)
    assert rows["turn, in the first hand"]["met"] is None


def test_the_table_of_start_up_has_instructions_where_they_can_be_counted(
    startup: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    startup.main(["--markdown", "--only", "next", "--rounds", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert "| next | 2.4 | 2.00 | 80 | met |" in lines
    assert "| next --json | 2.4 | 4.00 |  | missed |" in lines
    startup.main(["--only", "next", "--rounds", "1"])
    assert capsys.readouterr().out.splitlines()[1].split() == ["next", "2.4", "2.00", "80", "met"]


def test_the_evening_has_hands_of_about_forty_turns(startup: Any) -> None:
    file = json.loads(startup.evening(hands=1))
    assert len(file["hands"]) == 1
    assert len(file["hands"][0]["turns"]) in sys.modules["evening"].TURNS


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module that writes the tables of the page."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    yield importlib.import_module("page")
    sys.modules.pop("page", None)


def test_the_page_has_a_place_for_the_table_of_each_benchmark(page: Any) -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    for name in page.BENCHMARKS:
        assert (ROOT / "benchmarks" / f"{name}.py").is_file()
        other = page.with_table(text, name, "| new |\n")
        assert "| new |" in other
        assert len(other) < len(text)
        first, last = page.marks(name)
        # Only the table differs, and it can be written again.
        assert text.partition(first)[0] == other.partition(first)[0]
        assert text.partition(last)[2] == other.partition(last)[2]
        table = text.partition(first)[2].partition(last)[0]
        assert page.with_table(other, name, table) == text


def test_a_page_without_a_place_for_a_table_is_refused(page: Any) -> None:
    with pytest.raises(
        ValueError, match=r"benchmarks/README.md has no place for the table of growth"
    ):
        page.with_table("# Performance\n", "growth", "")


def test_a_table_is_printed_in_each_form(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    tables = importlib.import_module("tables")
    parser = argparse.ArgumentParser()
    tables.add_forms(parser)
    lines = [tables.Line(("next", "1.9 B", tables.met(True)), {"command": "next", "figure": 1.9})]
    printed = []
    for words in ([], ["--markdown"], ["--json"]):
        tables.print_table(parser.parse_args(words).form, ("command", "figure", ""), lines)
        printed.append(capsys.readouterr().out)
    sys.modules.pop("tables", None)
    assert printed[0].split() == ["command", "figure", "next", "1.9", "B", "met"]
    assert printed[1].splitlines()[1:] == ["| --- | --- | --- |", "| next | 1.9 B | met |"]
    assert json.loads(printed[2]) == {"rows": [{"command": "next", "figure": 1.9}]}
