"""The version, the changelog and the name of the wheel agree."""

import re
from pathlib import Path

import pytest

from canasta_cli.version import __version__

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", CHANGELOG, re.MULTILINE)
MOST_LINES = 60


def test_the_newest_version_in_the_changelog_is_that_of_the_program() -> None:
    released = [name for name, _ in SECTIONS if name != "Unreleased"]
    assert released[0] == __version__
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", name) for name in released)


def test_what_is_unreleased_is_at_the_top() -> None:
    assert "Unreleased" not in [name for name, _ in SECTIONS[1:]]


def test_the_changes_of_a_version_can_be_read_in_a_minute() -> None:
    assert [name for name, text in SECTIONS if len(text.splitlines()) > MOST_LINES] == []


@pytest.mark.parametrize("name", ["README.md", "docs/how-to/install.md"])
def test_the_wheel_to_install_is_that_of_this_version(name: str) -> None:
    named = re.findall(r"canasta_cli-([\d.]+)-py3", (ROOT / name).read_text(encoding="utf-8"))
    assert named
    assert set(named) == {__version__}
