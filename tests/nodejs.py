"""Node.js for the tests of scripts: skipped without it, and failed there where ``CI`` is set."""

import json
import os
import shutil
import subprocess
from typing import Any

import pytest

NEEDS_NODE = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("npm")) and "CI" not in os.environ,
    reason="Node.js and npm are not installed",
)


def answered(script: str) -> Any:
    """Run a script, and return the document that it prints."""
    done = subprocess.run(
        ["node", "-"], input=script, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return json.loads(done.stdout)
