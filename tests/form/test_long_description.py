"""The long description of the package is the README, with links that work elsewhere."""

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from looping import for_each_case

from canasta_cli.version import __version__

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ABSOLUTE = runpy.run_path(str(ROOT / "hatch_build.py"))["absolute"]
REPOSITORY = "https://code.example/ann/canasta"


def _settings() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_package_has_the_readme_and_its_version() -> None:
    settings = _settings()
    repository = settings["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
    core = ProjectMetadata(str(ROOT), PluginManager(), settings).core
    assert core.readme == ABSOLUTE(README, repository, __version__)
    assert core.readme_content_type == "text/markdown"


def test_without_a_repository_links_are_as_in_the_readme() -> None:
    assert ABSOLUTE(README, "", "1.0.0") == README


def test_with_a_repository_every_link_leads_into_it() -> None:
    text = ABSOLUTE(README, REPOSITORY, "1.0.0")
    links = re.findall(r'\]\(([^)\s]+)\)|src(?:set)?="([^"]+)"', text)
    targets = [page or picture for page, picture in links]
    assert len(targets) > 20
    for target in targets:
        assert target.startswith(("https://", "#")), target
        _, found, file = target.partition("/v1.0.0/")
        assert not found or (ROOT / file.partition("#")[0]).exists()


@for_each_case(
    ("link", "expected"),
    [
        ("[a](docs/a.md#b)", f"[a]({REPOSITORY}/blob/v1.0.0/docs/a.md#b)"),
        ("[a](https://a.example/b) [b](#c)", "[a](https://a.example/b) [b](#c)"),
        ('<img src="a.png">', f'<img src="{REPOSITORY}/raw/v1.0.0/a.png">'),
        ('<source srcset="a.png">', f'<source srcset="{REPOSITORY}/raw/v1.0.0/a.png">'),
        ("left:AA (a.md)", "left:AA (a.md)"),
    ],
)
def test_a_picture_is_linked_as_a_file_and_a_page_as_a_page(link: str, expected: str) -> None:
    assert ABSOLUTE(link, REPOSITORY, "1.0.0") == expected
