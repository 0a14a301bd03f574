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
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)>=(?P<lowest>[\w.]+)(,<.*)?")


def lowest(project: dict[str, Any], *extras: str) -> Iterator[str]:
    """Every requirement of a project and some of its extras, pinned to the lowest version it allows.

    Raises ``ValueError`` for one that has no lowest version.
    """
    of_extras = project["optional-dependencies"]
    for line in (*project["dependencies"], *(line for each in extras for line in of_extras[each])):
        found = REQUIREMENT.fullmatch(line)
        if found is None:
            raise ValueError(f"{line} has no lowest version")
        yield f"{found['name']}=={found['lowest']}"


if __name__ == "__main__":
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    sys.stdout.write("".join(f"{line}\n" for line in lowest(declared, "serve", "test")))
