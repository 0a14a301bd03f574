"""The modules that the build compiles of a ruleset; its script stands outside the package."""

import runpy
from collections.abc import Callable
from pathlib import Path

from canasta_cli.rules.schema import Ruleset

_SCRIPT = runpy.run_path(str(Path(__file__).parents[1] / "compile_rulesets.py"))
compiled_text: Callable[[Ruleset], str] = _SCRIPT["compiled_text"]
compiled_more: Callable[[Ruleset], str] = _SCRIPT["compiled_more"]
