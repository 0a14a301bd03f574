"""Check the types of the tour in docs/library.md, as it stands: ``python tests/tour.py`` runs mypy on it."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

TOUR = Path(__file__).parent.parent / "docs" / "library.md"
PROMPTS = (">>> ", "... ")


def lines() -> Iterator[str]:
    """Yield the lines that the tour shows; those of its text and what is printed are left empty."""
    for line in TOUR.read_text(encoding="utf-8").splitlines():
        yield line[len(PROMPTS[0]) :] if line.startswith(PROMPTS) else ""


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tour.py"
        file.write_text("\n".join(lines()), encoding="utf-8")
        sys.exit(
            subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", str(file)], check=False
            ).returncode
        )
