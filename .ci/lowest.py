"""Print the lowest versions that pyproject.toml declares, for pip: the package's, and those of its tests.

``python .ci/lowest.py >lowest.txt`` and ``pip install -r lowest.txt``.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(\[(?P<extras>[\w,.-]+)\])?(>=(?P<lowest>[\w.]+))?(,<.*)?"
)


def lowest(project: dict[str, Any], extra: str) -> Iterator[str]:
    """Every requirement of a project and one of its extras, pinned to the lowest version it allows.

    Raises ``ValueError`` for one that has no lowest version.
    """
    extras = project.get("optional-dependencies", {})
    for line in (*project["dependencies"], *extras[extra]):
        found = REQUIREMENT.fullmatch(line)
        if found and found["name"] == project["name"] and found["extras"]:
            for other in found["extras"].split(","):
                yield from lowest({**project, "dependencies": []}, other)
        elif found and found["lowest"]:
            yield f"{found['name']}=={found['lowest']}"
        else:
            raise ValueError(f"{line} has no lowest version")


if __name__ == "__main__":
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    sys.stdout.write("".join(f"{line}\n" for line in lowest(declared, "test")))
