"""Compile each ruleset from TOML to a Python module at build time, because that loads much faster."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRulesets(BuildHookInterface[Any]):  # type: ignore[misc]
    """Add ``compiled/NAME.py`` to the wheel; a checkout has none and reads the TOML."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the rulesets into the build folder and include the files in the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from canasta_cli.rules import library, load

        folder = Path(self.directory) / "compiled"
        folder.mkdir(parents=True, exist_ok=True)
        for name in library.names():
            file = folder / f"{name}.py"
            file.write_text(library.compiled_text(load.to_data(library.ruleset(name))), "utf-8")
            build_data["force_include"][str(file)] = (
                f"canasta_cli/rules/rulesets/compiled/{name}.py"
            )
