"""Run benchmarks and write their tables to benchmarks/README.md: ``make bench``.

``python benchmarks/page.py startup growth`` runs only these. A table is between two comments that name
its benchmark; whatever else is on the page stays.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "benchmarks" / "README.md"
BENCHMARKS = ("startup", "engine", "bulk", "growth")


def marks(name: str) -> tuple[str, str]:
    """Return the comments before and after the table of a benchmark."""
    return f"<!-- python benchmarks/{name}.py --markdown -->\n", f"<!-- end of {name} -->\n"


def with_table(text: str, name: str, table: str) -> str:
    """Return the page with another table of a benchmark. Raises ``ValueError`` without its comments."""
    first, last = marks(name)
    before, middle, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not (middle and end):
        raise ValueError(f"{PAGE.parent.name}/{PAGE.name} has no place for the table of {name}")
    return f"{before}{first}\n{table.strip()}\n\n{last}{after}"


def _run(name: str) -> str:
    """Run a benchmark, showing its lines at once; return them."""
    command = [sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), "--markdown"]
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        sys.exit(process.returncode)
    return "".join(lines)


def main(names: list[str]) -> None:
    """Run benchmarks, all by default; each table is written as soon as it is complete."""
    for name in names or BENCHMARKS:
        table = _run(name)
        PAGE.write_text(with_table(PAGE.read_text("utf-8"), name, table), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
