"""Compile each ruleset from TOML to a Python module at build time, because that loads much faster."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRulesets(BuildHookInterface[Any]):  # type: ignore[misc]
    """Add ``compiled/NAME.py`` and ``NAME_more.py`` to the wheel; a checkout reads the TOML."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the rulesets into a temporary folder and include the files in the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from canasta_cli.rules import library
        from canasta_cli.rules.compiling import compiled_more, compiled_text

        # Not in the folder of the wheel, where everything would be uploaded with it.
        self._compiled = TemporaryDirectory(prefix="canasta-rulesets-")
        for name in library.names():
            rules = library.ruleset(name)
            for module, text in (
                (name, compiled_text(rules)),
                (f"{name}_more", compiled_more(rules)),
            ):
                file = Path(self._compiled.name) / f"{module}.py"
                file.write_text(text, "utf-8")
                build_data["force_include"][str(file)] = (
                    f"canasta_cli/rules/rulesets/compiled/{module}.py"
                )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the temporary folder."""
        if version != "editable":
            self._compiled.cleanup()
