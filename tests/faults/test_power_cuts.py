"""A sample of the kills and power cuts that ``python tests/endurance.py kills`` and ``cuts`` try everywhere."""

import pytest
from looping import for_each_case
from power_cuts import cut_everywhere, is_traceable, kill_everywhere, scenarios

pytestmark = pytest.mark.skipif(not is_traceable(), reason="needs strace, and leave to use it")
SAMPLE = (
    *("automatic backup, finish", "backup --force", "restore", "restore over damage with a log"),
    "convert",
)


@for_each_case("name", SAMPLE)
def test_a_power_cut_leaves_the_old_file_or_the_new_one(name: str) -> None:
    result = cut_everywhere(scenarios()[name], every=30)
    assert result.lost == []
    assert set(result.found) == {0, 1}


def test_a_power_cut_loses_no_hand_of_a_database_in_a_new_folder() -> None:
    result = cut_everywhere(scenarios()["record"], every=60)
    assert result.lost == []
    assert result.found[5]


def test_without_syncs_a_power_cut_loses_entries() -> None:
    assert cut_everywhere(scenarios()["restore"], every=30, syncs=False).lost


@for_each_case("name", SAMPLE)
def test_a_kill_at_a_call_that_writes_leaves_the_old_file_or_the_new_one(name: str) -> None:
    result = kill_everywhere(scenarios()[name], every=40)
    assert result.lost == []
    assert result.found[0]


def test_a_kill_of_a_copy_that_overwrites_leaves_neither() -> None:
    assert kill_everywhere(scenarios()["control: copy with dd"], every=5).lost
