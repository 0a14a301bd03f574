"""The package in Pyodide, as the site runs it: the answers of a transcript, word for word.

Where ``EVERY`` is set, a sample of them; all with ``EVERY_COMMAND``.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import website
from nodejs import NEEDS_NODE
from sampling import EVERY

TRANSCRIPT = Path(__file__).parent / "golden" / "transcripts" / "reasons.txt"
STEP = 1 if os.environ.get("EVERY_COMMAND") else 6
RUN = """
import { loadPyodide } from "./pyodide/package/pyodide.mjs";
import fs from "node:fs";
const python = await loadPyodide({ indexURL: "./pyodide/package/" });
python.unpackArchive(new Uint8Array(fs.readFileSync("canasta.zip")), "zip", { extractDir: "/canasta" });
python.globals.set("asked", fs.readFileSync("asked.json", "utf8"));
fs.writeFileSync("answered.json", python.runPython(`
import contextlib, io, json, os, shlex, sys
sys.path.insert(0, "/canasta")
os.environ |= {"CANASTA_DB": "/none.db", "COLUMNS": "400", "NO_COLOR": "1"}
from canasta_cli.cli import main

def run(line):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(shlex.split(line)[1:])
    lines = out.getvalue().splitlines() + [f"! {line}".rstrip() for line in err.getvalue().splitlines()]
    return [*lines, *([f"[{status}]"] if status else [])]

json.dumps([run(line) for line in json.loads(asked)])
`));
"""


def _answers() -> Iterator[tuple[str, list[str]]]:
    """Yield each question of the transcript with its answer."""
    for block in TRANSCRIPT.read_text(encoding="utf-8").split("\n$ ")[1:]:
        command, *answer = block.rstrip().splitlines()
        answer = [line for line in answer if not line.startswith("; ")]
        while answer and not answer[-1]:
            answer.pop()
        if command.startswith("canasta check"):
            yield command, answer


@NEEDS_NODE
@pytest.mark.skipif(not EVERY, reason="EVERY=1 is not set")
def test_the_engine_answers_in_a_browsers_python_as_here(tmp_path: Path) -> None:
    asked = [*_answers()][::STEP]
    website.fetch_pyodide(tmp_path / "pyodide")
    website.write_engine(tmp_path / "canasta.zip")
    (tmp_path / "asked.json").write_text(json.dumps([line for line, _ in asked]), encoding="utf-8")
    (tmp_path / "run.mjs").write_text(RUN, encoding="utf-8")
    ran = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr[-1000:]
    answered = json.loads((tmp_path / "answered.json").read_text(encoding="utf-8"))
    assert len(asked) > 10
    for (line, answer), found in zip(asked, answered, strict=True):
        assert found == answer, line
