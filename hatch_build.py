"""Compile each ruleset at build time, since a module loads much faster than TOML; write completion scripts."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPTS = {
    "bash": "bash-completion/completions/canasta",
    "zsh": "zsh/site-functions/_canasta",
    "fish": "fish/vendor_completions.d/canasta.fish",
}


class GeneratedFiles(BuildHookInterface[Any]):  # type: ignore[misc]
    """Add ``compiled/NAME.py`` and ``NAME_more.py`` to the wheel, and where shells find them the scripts.

    A checkout reads the TOML instead, and ``canasta completion`` prints the scripts.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files to a temporary folder and include them in the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from canasta_cli.cli.shells import script
        from canasta_cli.rules import library
        from canasta_cli.rules.compiling import compiled_more, compiled_text

        # Not in the folder of the wheel, where everything would be uploaded with it.
        self._written = TemporaryDirectory(prefix="canasta-build-")
        folder = Path(self._written.name)
        for name in library.names():
            rules = library.ruleset(name)
            for module, text in (
                (name, compiled_text(rules)),
                (f"{name}_more", compiled_more(rules)),
            ):
                file = folder / f"{module}.py"
                file.write_text(text, "utf-8")
                build_data["force_include"][str(file)] = (
                    f"canasta_cli/rules/rulesets/compiled/{module}.py"
                )
        for shell, place in SCRIPTS.items():
            file = folder / shell
            file.write_text(script(shell), "utf-8")
            build_data["shared_data"][str(file)] = f"share/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the temporary folder."""
        if version != "editable":
            self._written.cleanup()
