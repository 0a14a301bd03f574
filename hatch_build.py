"""Compile each ruleset from TOML to JSON at build time, because JSON loads faster."""

import json
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRulesets(BuildHookInterface[Any]):  # type: ignore[misc]
    """Add ``compiled/NAME.json`` to the wheel; a checkout has none and reads the TOML."""

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
            file = folder / f"{name}.json"
            file.write_text(json.dumps(load.to_data(library.ruleset(name))), encoding="utf-8")
            build_data["force_include"][str(file)] = (
                f"canasta_cli/rules/rulesets/compiled/{name}.json"
            )
